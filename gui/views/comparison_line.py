"""ComparisonLine: says in two lines at most how the maps differ from those before the last change."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.access import describe, tooltip
from gui.theme.theme import LIGHT, Theme

LINES: Final = 2
PADDING: Final = 4
SMALLEST: Final = 10
"""Pixels of the smallest letters."""
_TOGETHER: Final = "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}"


class ComparisonLine(QWidget):
    """A notice on a raised ground with a bar in the accent. It keeps its place when there is nothing to say, so nothing jumps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text: str | None = None
        self._theme = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.retranslate()

    def set_text(self, text: str | None) -> None:
        """Say `text`; None leaves the place empty."""
        if text != self._text:
            self._text = text
            self.setToolTip(tooltip(text or ""))
            self.retranslate()
            self.update()

    def text(self) -> str | None:
        """What is said, in full."""
        return self._text

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if theme != self._theme:
            self._theme = theme
            self.updateGeometry()
            self.update()

    def retranslate(self) -> None:
        """Set the accessible name in the language in use; the text comes translated."""
        describe(self, self.tr("Comparison with before the last change"), self._text or self.tr("Nothing to compare yet."))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def sizeHint(self) -> QSize:
        """Always room for two lines."""
        lines = LINES * QFontMetrics(self._theme.font("caption")).lineSpacing()
        return QSize(self._theme.px(360), lines + 2 * self._theme.px(PADDING))

    def minimumSizeHint(self) -> QSize:
        """Two lines, as narrow as is asked for."""
        return QSize(self._theme.px(120), self.sizeHint().height())

    def shown_lines(self) -> tuple[list[str], QFont]:
        """What is painted, and how: smaller for long lists; what does not fit in even so ends in an ellipsis."""
        font = self._theme.font("caption")
        lines, cut = self._broken(font)
        while cut and font.pixelSize() > self._theme.px(SMALLEST):
            font.setPixelSize(font.pixelSize() - 1)
            lines, cut = self._broken(font)
        return lines, font

    def _broken(self, font: QFont) -> tuple[list[str], bool]:
        """The lines in `font`, and whether something had to be left out. A layer and its number stay on one line."""
        room = self.width() - self._theme.px(12) - self._theme.px(8)
        metrics = QFontMetrics(font)
        lines: list[str] = []
        for word in (self._text or "").replace(" → ", _TOGETHER).split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if not lines or (metrics.horizontalAdvance(longer) > room and len(lines) < LINES):
                lines.append(word)
            else:
                lines[-1] = longer
        shown = [metrics.elidedText(line, Qt.TextElideMode.ElideRight, room) for line in lines]
        return shown, shown != lines

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines, in the middle when there is only one."""
        del event
        if not self._text:
            return
        theme = self._theme
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.raised)
            painter.fillRect(0, 0, theme.px(3), self.height(), theme.accent)
            lines, font = self.shown_lines()
            painter.setFont(font)
            painter.setPen(theme.text)
            spacing = painter.fontMetrics().lineSpacing()
            top = (self.height() - len(lines) * spacing) // 2
            for number, line in enumerate(lines):
                painter.drawText(theme.px(12), top + number * spacing + painter.fontMetrics().ascent(), line)


if __name__ == "__main__":
    from gui.preview import show

    def _example() -> ComparisonLine:
        widget = ComparisonLine()
        widget.set_text("Largest difference per layer: 1 → 0.02 · 2 → 0.31 · 3 → 0.12")
        return widget

    show(_example)
