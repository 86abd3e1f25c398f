"""StageMap: one stage of a head, large, to be read cell by cell with mouse or keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.access import paint_focus_ring
from gui.drawing.inside.stage_map import StageLayout, StagePicture, paint_band, paint_stage, stage_layout
from gui.drawing.map_marks import Texts, is_vector
from gui.theme.theme import LIGHT, Theme
from gui.views.inside.stage_tiles import STALE_COVER, digit
from gui.views.map_speech import Speech

_MARGIN: Final = 4


class StageMap(QWidget):
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
        super().__init__(parent)
        self._picture: StagePicture | None = None
        self._message = ""
        self._theme = LIGHT
        self._texts = Texts(LIGHT)
        self._layout: StageLayout | None = None
        self._painted: QPixmap | None = None
        self._hovered: tuple[int | None, int | None] = (None, None)
        self._token: int | None = None
        self._stale = False
        self._speech = Speech(self, words)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_picture(self, picture: StagePicture | None, message: str) -> None:
        """Show a stage, or without one a message."""
        old = self._picture
        if old is None or picture is None or old.stage.values.shape != picture.stage.values.shape:
            self._hover(None, None)
        self._picture, self._message = picture, message
        self._changed()

    def set_hovered_token(self, index: int | None) -> None:
        """Outline the rows and columns of a token that is pointed at elsewhere."""
        if index != self._token:
            self._token = index
            self.update()

    def set_stale(self, stale: bool) -> None:
        """Dim the picture while a newer one is being computed."""
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
        self._changed()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._changed()
        self._speech.now()

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

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        with QPainter(self) as painter:
            painter.setClipRegion(event.region())
            if is_vector(painter):
                self._paint_all(painter, Texts(self._theme, selectable=True), ratio)
                return
            if self._painted is None or self._painted.devicePixelRatioF() != ratio:
                self._prepare(ratio)
            assert self._painted is not None
            painter.drawPixmap(QPoint(0, 0), self._painted)
            if self._stale:
                cover = QColor(self._theme.window)
                cover.setAlpha(STALE_COVER)
                painter.fillRect(self.rect(), cover)
            self._paint_pointed_at(painter)
            if self.hasFocus():
                paint_focus_ring(painter, self.rect(), self._theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._changed()
        super().resizeEvent(event)

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

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._speech.now()
        super().focusInEvent(event)

    # Inside

    def _place(self) -> QRectF:
        margin = self._theme.px(_MARGIN)
        return QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)

    def _changed(self) -> None:
        self._layout = None
        self._painted = None
        self._speech.later()
        self.update()

    def _prepare(self, ratio: float) -> None:
        pixmap = QPixmap((QSizeF(self.size()) * ratio).toSize())
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(self._theme.window)
        with QPainter(pixmap) as painter:
            self._layout = self._paint_all(painter, self._texts, ratio)
        self._painted = pixmap

    def _paint_all(self, painter: QPainter, texts: Texts, ratio: float) -> StageLayout | None:
        if self._picture is not None:
            return paint_stage(painter, self._place(), self._picture, self._theme, texts, ratio)
        painter.setFont(texts.font("text"))
        painter.setPen(self._theme.muted)
        side = self._theme.px(20)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(self._place().adjusted(side, side, -side, -side), int(flags), self._message)
        return None

    def _paint_pointed_at(self, painter: QPainter) -> None:
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

    def _hover(self, row: int | None, column: int | None) -> None:
        if (row, column) != self._hovered:
            self._hovered = (row, column)
            self.place_hovered.emit(row, column)
            self.update()
