"""The current step of the arithmetic, large: what is painted in `gui.drawing.inside.arithmetic`, with keys and mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.drawing.inside.arithmetic import StepLayout, paint_step
from gui.drawing.inside.arithmetic_table import StepPicture
from gui.views.painted import Painted


class StepView(Painted):
    """One step. Left and right go to another step, up and down to another number of its row.

    Parameters
    ----------
    words
        Makes the accessible name and description of what is shown.
    """

    step_moved = Signal(int)
    """−1 or 1."""
    component_chosen = Signal(int)
    key_chosen = Signal(int)
    """A token in a table over the tokens."""
    token_hovered = Signal(object)

    def __init__(self, words: Callable[[], tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._picture: StepPicture | None = None
        self._layout: StepLayout | None = None
        self._room = 0
        self._hovered: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def set_picture(self, picture: StepPicture | None) -> None:
        """Show a step, or nothing."""
        self._picture = picture
        self.renew()

    def set_room(self, width: int) -> None:
        """How wide the step may be before it has to be scrolled."""
        if width != self._room:
            self._room = width
            self.renew()

    @property
    def layout_of_step(self) -> StepLayout | None:
        """Where everything stands."""
        return self._layout

    def renew(self) -> None:
        """Lay the step out anew, as large as it needs to be."""
        margin = self._theme.px(4)
        if self._picture is None:
            self._layout = None
        else:
            self._layout = StepLayout(self._picture, max(self._theme.px(160), self._room - 2 * margin), self._theme, self._texts)
            size = QSize(round(self._layout.width) + 2 * margin, round(self._layout.height) + 2 * margin)
            if size != self.minimumSize():
                self.setMinimumSize(size)
        super().renew()

    def _inside(self, point: QPointF) -> QPointF:
        margin = self._theme.px(4)
        return point - QPointF(margin, margin)

    # Qt's own

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self.begin(painter, event)
            if self._layout is not None:
                margin = self._theme.px(4)
                painter.translate(margin, margin)
                paint_step(painter, self._layout, QRectF(event.rect()).translated(-margin, -margin))
                painter.translate(-margin, -margin)
            self.finish(painter, self.visibleRegion().boundingRect())

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
