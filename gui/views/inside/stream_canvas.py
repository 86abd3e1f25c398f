"""StreamCanvas: the picture of the residual stream, with its keys, its pointer and its words."""

from __future__ import annotations

import html

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QToolTip, QWidget

from gui.access import announce
from gui.drawing.inside.stream import StreamLayout, least_height, paint_hovered, paint_stream, stream_layout
from gui.drawing.inside.stream_chart import lines_pixmap
from gui.drawing.inside.stream_words import StreamPicture, measure, quoted, spoken, statement, station_name, who
from gui.drawing.labels import numbered
from gui.drawing.map_marks import Texts
from gui.i18n import decimal
from gui.views.painted import Prepared

EDGE = 14
_REACH = 12


class StreamCanvas(Prepared):
    """All of it in one picture. Left and Right choose the station, Up and Down the token, Escape the mean of all tokens."""

    station_selected = Signal(int)
    token_selected = Signal(object)
    """A token, or None for the mean of all."""
    token_hovered = Signal(object)
    """The token under the pointer, or None."""
    cell_selected = Signal(int, int)
    """Both tokens of a cell of the cosine map."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._words, parent)
        self._picture: StreamPicture | None = None
        self._layout: StreamLayout | None = None
        self._lines: tuple[object, QPixmap] | None = None
        """The thin lines, and what they were painted for."""
        self._hovered: int | None = None
        self.say()

    @property
    def picture(self) -> StreamPicture | None:
        """What is shown."""
        return self._picture

    def set_picture(self, picture: StreamPicture | None) -> None:
        """Show another picture."""
        tokens = (0 if old is None else old.table.tokens for old in (self._picture, picture))
        if len(set(tokens)) > 1:
            self._hovered = None
        if picture is None or self._picture is None or picture.table is not self._picture.table:
            self._lines = None
        self._picture = picture
        self.renew()

    def set_hovered_token(self, index: int | None) -> None:
        """Lift a token out of the others, wherever it is pointed at."""
        if index != self._hovered:
            self._hovered = index
            self.update()

    def words(self) -> str:
        """In words what is shown now."""
        return self._invitation() if self._picture is None else spoken(self._picture)

    def layout_now(self) -> StreamLayout | None:
        """Where everything stands, in the coordinates of the widget; None when there is nothing."""
        if self._layout is None and self._picture is not None:
            self._layout = stream_layout(self._inside(), self._picture, self._theme, self._texts)
        return self._layout

    def needed_height(self, width: int) -> int:
        """Height in which everything has room."""
        if self._picture is None:
            return 0
        edge = 2 * self._theme.px(EDGE)
        return round(least_height(width - edge, self._picture, self._theme, self._texts)) + edge

    # Qt's own

    def paint_still(self, painter: QPainter, texts: Texts, ratio: float) -> None:
        """What stays, or what to do where there is nothing."""
        if self._picture is not None:
            # What is selectable has digits of other widths, so it is laid out by itself.
            layout, lines = (self.layout_now(), self._thin_lines(ratio)) if texts is self._texts else (None, None)
            paint_stream(painter, self._inside(), self._picture, self._theme, texts, layout=layout, lines=lines)
            return
        painter.setFont(self._theme.font("text"))
        painter.setPen(self._theme.muted)
        painter.drawText(self._inside(), int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), self._invitation())

    def paint_moving(self, painter: QPainter) -> None:
        """What is pointed at."""
        layout, picture, hovered = self.layout_now(), self._picture, self._hovered
        if layout is not None and picture is not None and hovered is not None and hovered < picture.table.tokens:
            paint_hovered(painter, layout, picture, hovered, self._theme, self._texts)

    def renew(self) -> None:
        """Something else is shown, or in another way."""
        self._layout = None
        super().renew()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.tip_at(QPointF(event.pos()))
            if text:
                QToolTip.showText(event.globalPos(), f"<qt>{html.escape(text)}</qt>", self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def tip_at(self, at: QPointF) -> str:
        """The number under a point."""
        picture, layout = self._picture, self.layout_now()
        if picture is None or layout is None:
            return ""
        cell = layout.map.cell_at(at.x(), at.y()) if picture.table.tokens else None
        if cell is not None:
            pair = {name: quoted(numbered(picture.labels)[token]) for name, token in zip(("first", "second"), cell, strict=True)}
            return self.tr("{first} and {second}: {value}").format(**pair, value=decimal(float(picture.cosines[cell]), 3))
        station = layout.station_at(at.x(), at.y())
        if station is None:
            return ""
        token = layout.token_at(picture, at.x(), at.y(), self._theme.px(_REACH))
        token = picture.token if token is None else token
        text = self.tr("{station} · {who}: length {length}")
        length = measure(picture.table.length(station, token))
        return text.format(station=station_name(picture.table.stations[station]), who=who(picture, token), length=length)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._token_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        picture, layout, at = self._picture, self.layout_now(), event.position()
        if event.button() != Qt.MouseButton.LeftButton or picture is None or layout is None:
            event.ignore()
            return
        cell = layout.map.cell_at(at.x(), at.y()) if picture.table.tokens else None
        if cell is not None:
            self.cell_selected.emit(*cell)
            return
        station = layout.station_at(at.x(), at.y())
        token = layout.token_at(picture, at.x(), at.y(), self._theme.px(_REACH))
        if station is not None and station != picture.station:
            self.station_selected.emit(station)
        if token is not None and token != picture.token:
            self.token_selected.emit(token)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        picture = self._picture
        if picture is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
            return
        last, end, token = len(picture.table.stations) - 1, picture.table.tokens - 1, picture.token
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Right | Qt.Key.Key_Home | Qt.Key.Key_End:
                here = picture.station
                wanted = {Qt.Key.Key_Left: here - 1, Qt.Key.Key_Right: here + 1, Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
                self._go_to(min(max(wanted[Qt.Key(event.key())], 0), last))
            case Qt.Key.Key_Down if end >= 0:
                self._take(0 if token is None else min(token + 1, end))
            case Qt.Key.Key_Up if end >= 0:
                self._take(end if token is None else max(token - 1, 0))
            case Qt.Key.Key_Escape if token is not None:
                self._take(None)
            case _:
                super().keyPressEvent(event)

    # Inside

    def _inside(self) -> QRectF:
        edge = self._theme.px(EDGE)
        return QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)

    def _thin_lines(self, ratio: float) -> QPixmap | None:
        """The lines of all tokens, painted once for all stations."""
        picture, layout = self._picture, self.layout_now()
        if picture is None or layout is None:
            return None
        key = (id(picture.table), layout.chart.getRect(), self._theme, ratio)
        if self._lines is None or self._lines[0] != key:
            self._lines = (key, lines_pixmap(layout.chart, layout.axis, picture, self._theme, ratio))
        return self._lines[1]

    def _invitation(self) -> str:
        return self.tr("Type a sentence above: here you will see how the vector of each token grows from layer to layer.")

    def _token_at(self, at: QPointF) -> int | None:
        picture, layout = self._picture, self.layout_now()
        if picture is None or layout is None or not picture.table.tokens:
            return None
        cell = layout.map.cell_at(at.x(), at.y())
        return layout.token_at(picture, at.x(), at.y(), self._theme.px(_REACH)) if cell is None else cell[0]

    def _hover(self, token: int | None) -> None:
        if token != self._hovered:
            self.set_hovered_token(token)
            self.token_hovered.emit(token)

    def _go_to(self, station: int) -> None:
        if self._picture is not None and station != self._picture.station:
            self.station_selected.emit(station)
            self._announce()

    def _take(self, token: int | None) -> None:
        if self._picture is not None and token != self._picture.token:
            self.token_selected.emit(token)
            self._announce()

    def _announce(self) -> None:
        picture = self._picture
        if picture is not None:
            announce(self, statement(picture).replace("{who}", who(picture, picture.token)))

    def _words(self) -> tuple[str, str]:
        return self.tr("Residual stream"), self.words()
