"""A slider that says what it chooses and what is chosen, on one line."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from gui.access import describe, paint_focus_ring
from gui.drawing.map_marks import Texts
from gui.theme.theme import LIGHT, Theme

_NAME: Final = 88
_READOUT: Final = 104
_KNOB: Final = 6


class NamedSlider(QSlider):
    """Name at the left, what is chosen at the right, both with a width that stays. `valueChanged` speaks of every change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._name = ""
        self._readout = ""
        self._theme = LIGHT
        self._color: QColor = LIGHT.accent
        self._texts = Texts(LIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_words(self, name: str, readout: str, description: str) -> None:
        """Say what is chosen here, and what it is now."""
        if (name, readout) != (self._name, self._readout):
            self._name, self._readout = name, readout
            self.update()
        describe(self, name, f"{readout}. {description}")

    def set_place(self, value: int, last: int) -> None:
        """Show `value` of 0 … last, without saying that it was chosen here."""
        if (value, last) != (self.value(), self.maximum()):
            quiet = self.blockSignals(True)
            self.setRange(0, max(0, last))
            self.setPageStep(max(1, last // 8))
            self.setValue(value)
            self.blockSignals(quiet)
            self.update()

    def set_colors(self, theme: Theme, color: QColor) -> None:
        """The theme, and the colour of what is chosen here."""
        if (theme, color) == (self._theme, self._color):
            return
        if not self._texts.fits(theme):
            self._texts = Texts(theme)
            self.updateGeometry()
        self._theme, self._color = theme, color
        self.update()

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(self._theme.px(260), round(self._texts.line("control")) + self._theme.px(8))

    def minimumSizeHint(self) -> QSize:
        """Name, readout, and a little track between."""
        return QSize(self._theme.px(_NAME + _READOUT + 24), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Name, track, knob, readout."""
        theme, texts, track = self._theme, self._texts, self._track()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            name = texts.get(self._name, "control", limit=theme.px(_NAME - 10))
            painter.setFont(texts.font("control"))
            painter.setPen(theme.muted)
            painter.drawStaticText(QPointF(theme.px(6), (self.height() - name.height) / 2), name.static)
            knob = QPointF(track.left() + self._share() * track.width(), track.center().y())
            painter.setPen(QPen(theme.muted, theme.px(2), c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(QLineF(track.left(), knob.y(), track.right(), knob.y()))
            painter.setPen(QPen(theme.surface, theme.px(2)))
            painter.setBrush(self._color)
            painter.drawEllipse(knob, theme.px(_KNOB), theme.px(_KNOB))
            readout = texts.get(self._readout, "control", bold=True, limit=theme.px(_READOUT - 10))
            painter.setFont(texts.font("control", bold=True))
            painter.setPen(self._color)
            painter.drawStaticText(QPointF(track.right() + theme.px(12), (self.height() - readout.height) / 2), readout.static)
            if self.hasFocus():
                paint_focus_ring(painter, self.rect(), theme)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to where the pointer is."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer while the button is down."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Nothing more: the value is there already."""

    def _track(self) -> QRectF:
        left, right = self._theme.px(_NAME), self.width() - self._theme.px(_READOUT)
        return QRectF(left, 0, max(1.0, right - left), self.height())

    def _share(self) -> float:
        return self.value() / self.maximum() if self.maximum() else 0.0

    def _go_to(self, x: float) -> None:
        track = self._track()
        self.setValue(round((x - track.left()) / track.width() * self.maximum()))
