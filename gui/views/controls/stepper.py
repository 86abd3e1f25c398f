"""The − or + of a number field."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from gui.theme.icons import icon
from gui.theme.theme import LIGHT, Theme

_SIGN = 12


class Stepper(QAbstractButton):
    """Repeats while it is held; the keyboard has the arrow keys of the field instead, so it takes no focus."""

    def __init__(self, sign: Literal["minus", "plus"], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign = sign
        self._theme = LIGHT
        self.setAutoRepeat(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_theme(self, theme: Theme) -> None:
        """Colours and size of the sign."""
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The sign, on a ground while it is pointed at."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isEnabled() and self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.border if self.isDown() else theme.raised)
            painter.drawRoundedRect(self.rect(), theme.px(4), theme.px(4))
        side = theme.px(_SIGN)
        square = QRect(0, 0, side, side)
        square.moveCenter(self.rect().center())
        icon(self._sign, theme.text if self.isEnabled() else theme.muted).paint(painter, square)
        painter.end()
