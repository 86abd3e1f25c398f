"""ComparisonLine: one line that says how the maps differ from those before the last change."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.access import describe
from gui.theme.theme import LIGHT, Theme


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
        """Always one line."""
        return QSize(self._theme.px(360), self._theme.px(28))

    def minimumSizeHint(self) -> QSize:
        """One line, as narrow as is asked for."""
        return QSize(self._theme.px(120), self._theme.px(28))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line, shortened where it does not fit in."""
        del event
        if not self._text:
            return
        theme = self._theme
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.raised)
            painter.fillRect(0, 0, theme.px(3), self.height(), theme.accent)
            font = theme.font("control", bold=True)
            painter.setFont(font)
            painter.setPen(theme.text)
            place = QRectF(self.rect()).adjusted(theme.px(12), 0, -theme.px(8), 0)
            text = QFontMetricsF(font).elidedText(self._text, Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(
                place, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), text
            )


if __name__ == "__main__":
    from gui.preview import show

    def _example() -> ComparisonLine:
        widget = ComparisonLine()
        widget.set_text("Largest difference per layer: 1 → 0.02 · 2 → 0.31 · 3 → 0.12")
        return widget

    show(_example)
