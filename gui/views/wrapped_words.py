"""Words: wrapped text that changes often without moving anything around it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.access import describe, tooltip
from gui.theme.theme import LIGHT, FontRole, Theme


class Words(QWidget):
    """Plain wrapped text of a height that stays, whatever it says; what does not fit in ends in … and is in the tooltip.

    `centred`: fewer lines stand in the middle of that height, as beside buttons.
    """

    def __init__(
        self, lines: int, role: FontRole, *, bold: bool = False, centred: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._lines, self._role, self._bold, self._centred = lines, role, bold, centred
        self._text = ""
        self._theme = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_theme(LIGHT)

    @property
    def text(self) -> str:
        """What is said, in full."""
        return self._text

    def set_text(self, text: str) -> None:
        """Say `text`."""
        if text != self._text:
            self._text = text
            self.setToolTip(tooltip(text))
            describe(self, text, text)
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = theme
        metrics = QFontMetricsF(theme.font(self._role, bold=self._bold))
        self.setFixedHeight(round(self._lines * metrics.lineSpacing()) + 1)
        self.update()

    def minimumSizeHint(self) -> QSize:
        """As narrow as is asked for."""
        return QSize(self._theme.px(60), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as many lines as there is room for."""
        del event
        with QPainter(self) as painter:
            rect = QRectF(self.contentsRect())
            paint_lines(painter, rect, self._text, self._lines, self._role, self._theme, bold=self._bold, centred=self._centred)


def paint_lines(
    painter: QPainter,
    rect: QRectF,
    text: str,
    lines: int,
    role: FontRole,
    theme: Theme,
    *,
    bold: bool = False,
    centred: bool = False,
) -> None:
    """Paint `text` broken into at most so many lines; the last one ends in … where not all fits in."""
    font = theme.font(role, bold=bold)
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(theme.text if bold or role != "caption" else theme.muted)
    layout = QTextLayout(text, font)
    layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
    layout.beginLayout()
    broken = []
    for number in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(rect.width())
        # Qt counts UTF-16 units.
        encoded = text.encode("utf-16-le", "surrogatepass")
        start, length = line.textStart(), line.textLength()
        part = encoded[2 * start :] if number == lines - 1 else encoded[2 * start : 2 * (start + length)]
        words = part.decode("utf-16-le", "surrogatepass").rstrip()
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, rect.width())
        broken.append(words)
    layout.endLayout()
    top = rect.y() + (max(0.0, rect.height() - len(broken) * metrics.lineSpacing()) / 2 if centred else 0.0)
    for number, words in enumerate(broken):
        painter.drawText(QPointF(rect.x(), top + number * metrics.lineSpacing() + metrics.ascent()), words)


if __name__ == "__main__":
    from gui.preview import show

    def _example() -> Words:
        widget = Words(2, "control")
        widget.set_text("What differs (A │ B): Layer norm: before │ after · Heads: 4 │ 8. So does: Width of each head: 16 │ 8.")
        return widget

    show(_example)
