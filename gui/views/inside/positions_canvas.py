"""The pictures of the page of positions: painted once, with the chosen positions over them, and pointed at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from gui.drawing.inside.position_added import curve_axes, matrix_cells
from gui.drawing.inside.position_parts import PositionsPicture
from gui.drawing.inside.position_turns import circle_rects
from gui.drawing.inside.positions import (
    PositionsLayout,
    needed_height,
    paint_marks,
    paint_positions,
    paint_still,
    positions_layout,
    statement_parts,
)
from gui.drawing.map_marks import Texts
from gui.views.painted import Prepared

_INSET: Final = 6
"""Room for the focus ring."""


class PositionsCanvas(Prepared):
    """Paints what it is given and reports keys and pointer; the page around it decides."""

    position_moved = Signal(int, int)
    """Steps of the query and of the key."""
    which_moved = Signal(int)
    """Steps of the chosen dimension or pair."""
    place_chosen = Signal(int, int)
    """Position and dimension of a number of the matrix."""
    curve_chosen = Signal(int)
    """Which of the three curves."""
    pair_chosen = Signal(int)
    """A pair of rotary positions."""
    position_hovered = Signal(object)
    """Position under the pointer, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._words, parent)
        self._picture = PositionsPicture()
        self._layout: PositionsLayout | None = None
        self.speech_of: Callable[[], tuple[str, str]] = lambda: ("", "")
        """Makes accessible name and description."""

    def set_picture(self, picture: PositionsPicture) -> None:
        """Show something else; what only follows the chosen positions is painted over what is there."""
        if picture == self._picture:
            return
        if _still_part(picture) != _still_part(self._picture):
            self._painted = self._layout = None
            self._picture = picture
            self._fit()
        only_hover = replace(picture, hovered=None) == replace(self._picture, hovered=None)
        self._picture = picture
        if not only_hover:
            self.say_soon()
        self.update()

    def statement(self) -> str:
        """The sentence about the two chosen positions."""
        return "".join(text for text, _ in statement_parts(self._picture, self._theme))

    def layout_now(self) -> PositionsLayout:
        """Where everything stands."""
        if self._layout is None:
            self._layout = positions_layout(self._room(), self._picture, self._theme, self._texts)
        return self._layout

    def sizeHint(self) -> QSize:
        """As high as is needed."""
        return QSize(self._theme.px(640), self.minimumHeight())

    def paint_still(self, painter: QPainter, texts: Texts, ratio: float) -> None:
        """What does not follow the chosen positions; into a file everything."""
        del ratio
        if texts is self._texts:
            paint_still(painter, self.layout_now(), self._picture, self._theme, texts)
        else:
            paint_positions(painter, self._room(), self._picture, self._theme)

    def paint_moving(self, painter: QPainter) -> None:
        """What follows the chosen positions."""
        paint_marks(painter, self.layout_now(), self._picture, self._theme, self._texts)

    def renew(self) -> None:
        """Paint and lay out everything anew, as high as it needs to be."""
        self._layout = None
        self._fit()
        super().renew()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move positions, dimension or pair."""
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        length = self._picture.length
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self.position_moved.emit(*((0, step) if shift else (step, 0)))
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                step = 1 if event.key() == Qt.Key.Key_Right else -1
                if shift:
                    self.position_moved.emit(step, step)
                else:
                    self.which_moved.emit(step)
            case Qt.Key.Key_Home:
                self.position_moved.emit(-length, 0)
            case Qt.Key.Key_End:
                self.position_moved.emit(length, 0)
            case Qt.Key.Key_1 | Qt.Key.Key_2 | Qt.Key.Key_3:
                self.curve_chosen.emit(event.key() - Qt.Key.Key_1)
            case _:
                super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose what is under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._press(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer over the positions."""
        self.position_hovered.emit(self._position_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self.position_hovered.emit(None)
        super().leaveEvent(event)

    # Inside

    def _words(self) -> tuple[str, str]:
        return self.speech_of()

    def _room(self) -> QRectF:
        inset = self._theme.px(_INSET)
        return QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)

    def _fit(self) -> None:
        """Be as high as the pictures need; the page scrolls where there is less room."""
        inset = self._theme.px(_INSET)
        height = needed_height(self.width() - 2 * inset, self._picture, self._theme, self._texts) + 2 * inset
        if height != self.minimumHeight():
            self.setMinimumHeight(height)

    def _position_at(self, point: QPointF) -> int | None:
        picture, panels = self._picture, self.layout_now().panels
        if "matrix" in panels and panels["matrix"].contains(point):
            found = matrix_cells(panels["matrix"], picture, self._theme, self._texts).at(point)
            return found[0] if found is not None else None
        if "curves" in panels and panels["curves"].contains(point):
            for axes in curve_axes(panels["curves"], picture, self._theme, self._texts):
                if axes.area.contains(point):
                    return min(max(round(axes.across(point.x())), 0), picture.length - 1)
        return None

    def _press(self, point: QPointF) -> None:
        picture, panels = self._picture, self.layout_now().panels
        if "matrix" in panels and panels["matrix"].contains(point):
            found = matrix_cells(panels["matrix"], picture, self._theme, self._texts).at(point)
            if found is not None:
                self.place_chosen.emit(*found)
        elif "curves" in panels and panels["curves"].contains(point):
            for at, axes in enumerate(curve_axes(panels["curves"], picture, self._theme, self._texts)):
                if axes.area.adjusted(0, -self._texts.line("caption"), 0, 0).contains(point):
                    self.curve_chosen.emit(at)
        elif "circles" in panels and panels["circles"].contains(point):
            for pair, place in circle_rects(panels["circles"], picture, self._theme, self._texts):
                if place.contains(point):
                    self.pair_chosen.emit(pair)


def _still_part(picture: PositionsPicture) -> PositionsPicture:
    """What the prepared picture shows; for rotary positions all circles follow what is chosen, so the pair is not in it."""
    return replace(picture, query=None, key=None, hovered=None, pair=0)
