"""Text that changes with every keystroke without moving anything around it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.access import describe
from gui.theme.theme import LIGHT, FontRole, Theme


class StillText(QWidget):
    """Plain wrapped text in the muted colour and a height that stays.

    A QLabel asks for a new layout of the whole window each time its text changes; this only repaints.
    """

    def __init__(self, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = lines
        self._text = ""
        self._theme = LIGHT
        self._role: FontRole = "caption"
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_theme(LIGHT)

    @property
    def text(self) -> str:
        """What is shown."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show `text`; lines that do not fit can be read in full in the tooltip and by screen readers."""
        if text != self._text:
            self._text = text
            describe(self, text, text)
            self.setToolTip(text)
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Colours, font and zoom."""
        self._theme = theme
        self.setFont(theme.font(self._role))
        self.setFixedHeight(self._lines * self.fontMetrics().lineSpacing())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        font = self._theme.font(self._role)
        painter.setPen(self._theme.muted)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        painter.setFont(font)
        while painter.boundingRect(self.rect(), flags, self._text).height() > self.height() and font.pixelSize() > 8:
            font.setPixelSize(font.pixelSize() - 1)
            painter.setFont(font)
        painter.drawText(QRect(self.rect()), flags, self._text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self.update()
