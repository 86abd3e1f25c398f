"""The pictures of the page of positions: painted once, with the chosen positions over them, and pointed at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.access import paint_focus_ring
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
from gui.drawing.map_marks import Texts, is_vector
from gui.theme.theme import LIGHT, Theme
from gui.views.map_speech import Speech

_STALE_COVER: Final = 150
_INSET: Final = 6
"""Room for the focus ring."""


class PositionsCanvas(QWidget):
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
        super().__init__(parent)
        self._picture = PositionsPicture()
        self._theme = LIGHT
        self._texts = Texts(LIGHT)
        self._painted: QPixmap | None = None
        self._layout: PositionsLayout | None = None
        self._stale = False
        self.speech_of: Callable[[], tuple[str, str]] = lambda: ("", "")
        """Makes accessible name and description."""
        self._speech = Speech(self, self._words)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

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
            self._speech.later()
        self.update()

    def set_stale(self, stale: bool) -> None:
        """Dim everything."""
        if stale != self._stale:
            self._stale = stale
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if theme == self._theme:
            return
        if not self._texts.fits(theme):
            self._texts = Texts(theme)
        self._theme = theme
        self.renew()

    def renew(self) -> None:
        """Paint and say everything anew: another language, another theme."""
        self._painted = self._layout = None
        self._fit()
        self._speech.now()
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

    def paintEvent(self, event: QPaintEvent) -> None:
        """What stays from a prepared picture, what follows the chosen positions anew; into a file everything."""
        ratio, theme = self.devicePixelRatioF(), self._theme
        with QPainter(self) as painter:
            painter.setClipRegion(event.region())
            if is_vector(painter) or painter.deviceTransform().m11() != ratio:
                painter.fillRect(self.rect(), theme.window)
                paint_positions(painter, self._room(), self._picture, theme)
                return
            if self._painted is None or self._painted.devicePixelRatioF() != ratio:
                self._prepare(ratio)
            assert self._painted is not None
            painter.drawPixmap(QPoint(0, 0), self._painted)
            paint_marks(painter, self.layout_now(), self._picture, theme, self._texts)
            if self._stale:
                cover = QColor(theme.window)
                cover.setAlpha(_STALE_COVER)
                painter.fillRect(self.rect(), cover)
            if self.hasFocus():
                paint_focus_ring(painter, self.rect(), theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay everything out again."""
        self._painted = self._layout = None
        self._fit()
        super().resizeEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say what is shown when the keyboard comes here."""
        self._speech.now()
        super().focusInEvent(event)

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

    def _prepare(self, ratio: float) -> None:
        pixmap = QPixmap((QSizeF(self.size()) * ratio).toSize())
        pixmap.setDevicePixelRatio(ratio)
        with QPainter(pixmap) as painter:
            painter.fillRect(self.rect(), self._theme.window)
            paint_still(painter, self.layout_now(), self._picture, self._theme, self._texts)
        self._painted = pixmap

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
