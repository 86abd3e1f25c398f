"""The current step of the arithmetic, large: what is painted in `gui.drawing.inside.arithmetic`, with keys and mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.access import paint_focus_ring
from gui.drawing.inside.arithmetic import StepLayout, paint_step
from gui.drawing.inside.arithmetic_table import StepPicture
from gui.drawing.map_marks import Texts
from gui.theme.theme import LIGHT, Theme


class StepView(QWidget):
    """One step. Left and right go to another step, up and down to another number of its row."""

    step_moved = Signal(int)
    """−1 or 1."""
    component_chosen = Signal(int)
    key_chosen = Signal(int)
    """A token in a table over the tokens."""
    token_hovered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._texts = Texts(LIGHT)
        self._picture: StepPicture | None = None
        self._layout: StepLayout | None = None
        self._room = 0
        self._stale = False
        self._hovered: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def set_picture(self, picture: StepPicture | None) -> None:
        """Show a step, or nothing."""
        self._picture = picture
        self._lay_out()

    def set_room(self, width: int) -> None:
        """How wide the step may be before it has to be scrolled."""
        if width != self._room:
            self._room = width
            self._lay_out()

    def set_stale(self, stale: bool) -> None:
        """Dim what belongs to an earlier request."""
        if stale != self._stale:
            self._stale = stale
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if not self._texts.fits(theme):
            self._texts = Texts(theme)
        self._theme = theme
        self._lay_out()

    @property
    def layout_of_step(self) -> StepLayout | None:
        """Where everything stands."""
        return self._layout

    def _lay_out(self) -> None:
        margin = self._theme.px(4)
        if self._picture is None:
            self._layout = None
        else:
            self._layout = StepLayout(self._picture, max(self._theme.px(160), self._room - 2 * margin), self._theme, self._texts)
            size = QSize(round(self._layout.width) + 2 * margin, round(self._layout.height) + 2 * margin)
            if size != self.minimumSize():
                self.setMinimumSize(size)
        self.update()

    def _inside(self, point: QPointF) -> QPointF:
        margin = self._theme.px(4)
        return point - QPointF(margin, margin)

    # Qt's own

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if self._layout is not None:
                margin = self._theme.px(4)
                painter.setOpacity(0.45 if self._stale else 1.0)
                painter.translate(margin, margin)
                paint_step(painter, self._layout, QRectF(event.rect()).translated(-margin, -margin))
                painter.translate(-margin, -margin)
                painter.setOpacity(1)
            if self.hasFocus():
                paint_focus_ring(painter, self.visibleRegion().boundingRect(), self._theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        picture = self._picture
        row = None if picture is None else picture.step.row
        count = 0 if row is None else len(row)
        at = 0 if picture is None else picture.component
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self.step_moved.emit(1 if event.key() == Qt.Key.Key_Right else -1)
            case Qt.Key.Key_Up | Qt.Key.Key_Down if count:
                self._choose(at + (1 if event.key() == Qt.Key.Key_Down else -1), count)
            case Qt.Key.Key_Home if count:
                self._choose(0, count)
            case Qt.Key.Key_End if count:
                self._choose(count - 1, count)
            case _:
                super().keyPressEvent(event)

    def _choose(self, component: int, count: int) -> None:
        if 0 <= component < count:
            self.component_chosen.emit(component)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        layout, picture = self._layout, self._picture
        if layout is None or picture is None or event.button() != Qt.MouseButton.LeftButton:
            return
        point = self._inside(event.position())
        component, line = layout.component_at(point), layout.line_at(point)
        if component is not None:
            self.component_chosen.emit(component)
        elif line is not None and picture.tabled.over == "keys":
            self.key_chosen.emit(line)
        elif line is not None and picture.strip is None and picture.step.row is not None:
            self.component_chosen.emit(line)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        layout, picture = self._layout, self._picture
        if layout is not None and picture is not None:
            line = layout.line_at(self._inside(event.position()))
            self._hover(line if picture.tabled.over == "keys" else None)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    def _hover(self, token: int | None) -> None:
        if token != self._hovered:
            self._hovered = token
            self.token_hovered.emit(token)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
