"""StageMap: one stage of a head, large, to be read cell by cell with mouse or keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from gui.drawing.inside.stage_map import StageLayout, StagePicture, paint_band, paint_stage, stage_layout
from gui.drawing.map_marks import Texts
from gui.views.inside.stage_tiles import digit
from gui.views.painted import Prepared

_MARGIN: Final = 4


class StageMap(Prepared):
    """Arrow keys move the cell; Home and End go to the ends of the row, with Ctrl of the column; digits choose a stage.

    Parameters
    ----------
    words
        Makes the accessible name and description of what is shown.
    """

    cell_chosen = Signal(int, int)
    """Row and column of the cell that was moved to."""
    place_hovered = Signal(object, object)
    """Row and column under the pointer; None for what is not pointed at."""
    stage_chosen = Signal(int)
    """A digit was typed: the place of a stage, counted from 0."""

    def __init__(self, words: Callable[[], tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._picture: StagePicture | None = None
        self._message = ""
        self._layout: StageLayout | None = None
        self._hovered: tuple[int | None, int | None] = (None, None)
        self._token: int | None = None

    def set_picture(self, picture: StagePicture | None, message: str) -> None:
        """Show a stage, or without one a message."""
        old = self._picture
        if old is None or picture is None or old.stage.values.shape != picture.stage.values.shape:
            self._hover(None, None)
        self._picture, self._message = picture, message
        self.renew()

    def set_hovered_token(self, index: int | None) -> None:
        """Outline the rows and columns of a token that is pointed at elsewhere."""
        if index != self._token:
            self._token = index
            self.update()

    def layout_now(self) -> StageLayout | None:
        """Where everything stands, in the coordinates of the widget; None without a stage."""
        if self._layout is None and self._picture is not None:
            self._layout = stage_layout(self._place(), self._picture, self._theme, self._texts, self.devicePixelRatioF())
        return self._layout

    # Qt's own

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(460), self._theme.px(460))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(180), self._theme.px(200))

    def paint_still(self, painter: QPainter, texts: Texts, ratio: float) -> None:
        """What stays, or what to do where there is nothing."""
        if self._picture is not None:
            layout = paint_stage(painter, self._place(), self._picture, self._theme, texts, ratio)
            if texts is self._texts:
                self._layout = layout
            return
        painter.setFont(texts.font("text"))
        painter.setPen(self._theme.muted)
        side = self._theme.px(20)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(self._place().adjusted(side, side, -side, -side), int(flags), self._message)

    def paint_moving(self, painter: QPainter) -> None:
        """What is pointed at."""
        layout, picture = self.layout_now(), self._picture
        if layout is None or picture is None:
            return
        row, column = self._hovered
        if row is not None:
            paint_band(painter, layout.row_rect(row) if column is None else layout.cell_rect(row, column), self._theme)
        elif self._token is not None and 0 <= self._token < layout.rows:
            paint_band(painter, layout.row_rect(self._token), self._theme)
            if picture.stage.columns == "key":
                paint_band(painter, layout.column_rect(self._token), self._theme)

    def renew(self) -> None:
        """Something else is shown, or in another way."""
        self._layout = None
        super().renew()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        layout, at = self.layout_now(), event.position()
        if layout is None:
            return
        cell = layout.cell_at(at.x(), at.y())
        self._hover(*(cell if cell is not None else (layout.row_at(at.x(), at.y()), None)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        layout, at = self.layout_now(), event.position()
        cell = None if layout is None else layout.cell_at(at.x(), at.y())
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self.cell_chosen.emit(*cell)
        else:
            event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None, None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        picture = self._picture
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        steps = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
        if picture is None:
            super().keyPressEvent(event)
            return
        rows, columns = picture.stage.values.shape
        row, column = picture.row or 0, picture.column or 0
        if event.key() in steps and not control:
            new = picture.row is None or picture.column is None
            down, across = (0, 0) if new else steps[Qt.Key(event.key())]
            self.cell_chosen.emit(min(max(row + down, 0), rows - 1), min(max(column + across, 0), columns - 1))
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            first = event.key() == Qt.Key.Key_Home
            place = (0 if first else rows - 1, column) if control else (row, 0 if first else columns - 1)
            self.cell_chosen.emit(*place)
        elif not control and (index := digit(event)) is not None:
            self.stage_chosen.emit(index)
        else:
            super().keyPressEvent(event)

    # Inside

    def _place(self) -> QRectF:
        margin = self._theme.px(_MARGIN)
        return QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)

    def _hover(self, row: int | None, column: int | None) -> None:
        if (row, column) != self._hovered:
            self._hovered = (row, column)
            self.place_hovered.emit(row, column)
            self.update()
