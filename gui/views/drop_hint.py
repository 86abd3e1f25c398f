"""DropHint: covers the window while a file is dragged over it, and says what dropping it does."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gui.theme.theme import LIGHT, Theme


class DropHint(QWidget):
    """A veil over its parent with one sentence in it; the mouse goes through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._covered = parent
        self._theme = LIGHT
        self.text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_text(self, text: str) -> None:
        """Cover the parent and say `text`."""
        self.text = text
        self.setGeometry(self._covered.rect())
        self.raise_()
        self.show()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take over colours, type and zoom."""
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        veil = QColor(theme.surface)
        veil.setAlpha(225)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), veil)
        inset = theme.px(24)
        painter.setPen(QPen(theme.accent, theme.px(2), Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), theme.px(8), theme.px(8))
        painter.setPen(theme.text)
        painter.setFont(theme.font("statement", bold=True))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(self.rect().adjusted(2 * inset, 2 * inset, -2 * inset, -2 * inset), int(flags), self.text)
        painter.end()


if __name__ == "__main__":
    from gui.preview import show

    def _example() -> QWidget:
        window = QWidget()
        window.resize(600, 300)
        DropHint(window).show_text("Drop the file here")
        return window

    show(_example)
