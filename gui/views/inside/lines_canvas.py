"""LinesCanvas: both columns and their lines in a window that scrolls; hovering previews, a click or the arrow keys choose."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from gui.access import paint_focus_ring
from gui.drawing.inside.lines import (
    LinesLayout,
    heading_height,
    lines_layout,
    paint_bundle,
    paint_headings,
    paint_tokens,
    row_height,
)
from gui.drawing.inside.lines_data import Lines, LinesPicture, choose_lines
from gui.drawing.map_marks import Texts
from gui.theme.theme import LIGHT, Theme

_STALE_COVER: Final = 150
_HOVER_COVER: Final = 205
"""How much of the other lines goes under while those of one token are previewed, of 255."""
_MARGIN: Final = 6


class LinesCanvas(QAbstractScrollArea):
    """Tokens in two columns. Up and Down choose the token that looks, Left and Right the token it looks at; Escape none.

    Only rows in sight are painted. Lines are kept as one picture until they change; what follows the pointer is painted over it.
    """

    token_selected = Signal(object)
    """The token whose lines are to be shown, None for none."""
    cell_selected = Signal(int, int)
    """Query and key."""
    token_hovered = Signal(object)
    """The token under the pointer, in either column, or None."""
    preview_changed = Signal()
    """What is pointed at changed: see `preview`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = LinesPicture()
        self._lines = choose_lines(self._picture)
        self._invitation = ""
        self._theme = LIGHT
        self._texts = Texts(LIGHT)
        self._stale = False
        self._layout: LinesLayout | None = None
        self._painted: QPixmap | None = None
        self._pointed: tuple[str, int] | None = None
        self._hovered: int | None = None
        self._previewed: Lines | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("role", "bare")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)

    # What is shown

    @property
    def picture(self) -> LinesPicture:
        """What is shown."""
        return self._picture

    @property
    def lines(self) -> Lines:
        """The lines of it."""
        return self._lines

    @property
    def preview(self) -> tuple[str, int, Lines] | None:
        """(“query” or “key”, token, its lines) under the pointer; None when nothing is."""
        if self._pointed is None or self._previewed is None:
            return None
        return (*self._pointed, self._previewed)

    def show_picture(self, picture: LinesPicture) -> None:
        """Show something else. Lines are chosen anew only when they may differ."""
        old, self._picture = self._picture, picture
        if picture.patterns is not old.patterns or _choice(picture) != _choice(old):
            self._lines = choose_lines(picture)
            self._painted = None
        if old.tokens != picture.tokens or old.labels != picture.labels:
            self._painted = None
            self._point(None)
        elif self._pointed is not None:
            self._previewed = self._chosen_for(self._pointed)
        self._lay_out()
        if picture.query is not None and picture.query != old.query:
            self._bring_into_view(picture.query)
        elif picture.key is not None and picture.key != old.key:
            self._bring_into_view(picture.key)
        self.viewport().update()

    def set_invitation(self, text: str) -> None:
        """What to say while there is nothing to show."""
        if text != self._invitation:
            self._invitation = text
            self.viewport().update()

    def set_hovered_token(self, index: int | None) -> None:
        """Highlight a token that is pointed at elsewhere."""
        if index != self._hovered:
            self._hovered = index
            self.viewport().update()

    def set_stale(self, stale: bool) -> None:
        """Dim the picture while a newer one is being computed."""
        if stale != self._stale:
            self._stale = stale
            self.viewport().update()

    def set_theme(self, theme: Theme) -> None:
        """Colours, fonts and zoom."""
        if theme == self._theme:
            return
        if not self._texts.fits(theme):
            self._texts = Texts(theme)
        self._theme = theme
        self._painted = None
        self._lay_out()
        self.viewport().update()

    def retranslate(self) -> None:
        """The words over the columns may be wider now."""
        self._painted = None
        self._lay_out()
        self.viewport().update()

    def layout_now(self) -> LinesLayout:
        """Where everything stands, in the coordinates of the viewport."""
        if self._layout is None:
            theme = self._theme
            margin = theme.px(_MARGIN)
            rect = QRectF(self.viewport().rect()).adjusted(margin, margin, -margin, -margin)
            room = rect.height() - heading_height(theme, self._texts)
            row = row_height(room, self._picture.tokens, theme)
            scroll = float(self.verticalScrollBar().value())
            self._layout = lines_layout(rect, self._picture, theme, self._texts, row=row, scroll=scroll)
        return self._layout

    # Qt's own

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(240), self._theme.px(140))

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(560), self._theme.px(440))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, picture, texts = self._theme, self._picture, self._texts
        with QPainter(self.viewport()) as painter:
            painter.fillRect(self.viewport().rect(), theme.surface)
            if picture.tokens:
                layout = self.layout_now()
                ratio = self.devicePixelRatioF()
                if self._painted is None or self._painted.devicePixelRatioF() != ratio:
                    self._prepare(layout, ratio)
                assert self._painted is not None
                painter.drawPixmap(QPoint(0, 0), self._painted)
                if self._pointed is not None and self._previewed is not None:
                    self._paint_preview(painter, layout, self._previewed)
                focus = self._focus()
                paint_headings(painter, layout, picture, theme, texts, numbers=focus is not None)
                hovered = self._pointed[1] if self._pointed is not None else self._hovered
                paint_tokens(painter, layout, picture, theme, texts, focus=focus, hovered=hovered)
            else:
                painter.setFont(theme.font("text"))
                painter.setPen(theme.muted)
                flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                margin = theme.px(16)
                place = QRectF(self.viewport().rect()).adjusted(margin, margin, -margin, -margin)
                painter.drawText(place, int(flags), self._invitation)
            if self._stale:
                cover = QColor(theme.surface)
                cover.setAlpha(_STALE_COVER)
                painter.fillRect(self.viewport().rect(), cover)
            if self.hasFocus():
                paint_focus_ring(painter, self.viewport().rect(), theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._painted = None
        self._lay_out()
        super().resizeEvent(event)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self._painted = None
        self._layout = None
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._token_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._token_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or found is None:
            event.ignore()
            return
        side, index = found
        if side == "query":
            self.token_selected.emit(index)
        elif self._picture.query is not None:
            self.cell_selected.emit(self._picture.query, index)

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        self._point(self._token_at(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        picture, last = self._picture, self._picture.tokens - 1
        page = max(1, int(self.layout_now().left.height() / self.layout_now().row) - 1)
        down = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -page, Qt.Key.Key_PageDown: page}
        across = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if last < 0:
            super().keyPressEvent(event)
        elif event.key() in down:
            step = down[Qt.Key(event.key())]
            self.token_selected.emit(0 if picture.query is None else min(max(picture.query + step, 0), last))
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.token_selected.emit(0 if event.key() == Qt.Key.Key_Home else last)
        elif event.key() in across:
            query = picture.query or 0
            key = query if picture.key is None else min(max(picture.key + across[Qt.Key(event.key())], 0), last)
            self.cell_selected.emit(query, key)
        elif event.key() == Qt.Key.Key_Escape and picture.query is not None:
            self.token_selected.emit(None)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    # Inside

    def _focus(self) -> int | None:
        """The token whose weights stand at the right: the one pointed at, else the one whose lines are shown alone."""
        if self._pointed is not None:
            return self._pointed[1] if self._pointed[0] == "query" else None
        return self._picture.one

    def _chosen_for(self, pointed: tuple[str, int]) -> Lines:
        side, index = pointed
        if side == "key":
            return choose_lines(self._picture, column=index)
        return choose_lines(replace(self._picture, everything=False, query=index))

    def _point(self, pointed: tuple[str, int] | None) -> None:
        if pointed == self._pointed:
            return
        before = None if self._pointed is None else self._pointed[1]
        self._pointed = pointed
        self._previewed = None if pointed is None else self._chosen_for(pointed)
        self.viewport().update()
        self.preview_changed.emit()
        now = None if pointed is None else pointed[1]
        if now != before:
            self.token_hovered.emit(now)

    def _token_at(self, point: QPointF) -> tuple[str, int] | None:
        if not self._picture.tokens:
            return None
        return self.layout_now().token_at(point.x(), point.y(), self._picture.tokens)

    def _prepare(self, layout: LinesLayout, ratio: float) -> None:
        pixmap = QPixmap((QSizeF(self.viewport().size()) * ratio).toSize())
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(self._theme.surface)
        with QPainter(pixmap) as painter:
            paint_bundle(painter, layout, self._picture, self._lines, self._theme)
        self._painted = pixmap

    def _paint_preview(self, painter: QPainter, layout: LinesLayout, lines: Lines) -> None:
        cover = QColor(self._theme.surface)
        cover.setAlpha(_HOVER_COVER)
        painter.fillRect(self.viewport().rect(), cover)
        paint_bundle(painter, layout, self._picture, lines, self._theme)

    def _lay_out(self) -> None:
        """Places may have moved: how far the columns scroll follows from the number of tokens."""
        old, self._layout = self._layout, None
        layout = self.layout_now()
        bar = self.verticalScrollBar()
        hidden = max(0, round(layout.row * self._picture.tokens - layout.left.height()))
        bar.setPageStep(max(1, int(layout.left.height())))
        bar.setSingleStep(int(layout.row))
        if bar.maximum() != hidden:
            bar.setRange(0, hidden)
            self._layout = None
            layout = self.layout_now()
        if old != layout:
            self._painted = None

    def _bring_into_view(self, index: int) -> None:
        layout, bar = self.layout_now(), self.verticalScrollBar()
        top, height = index * layout.row, layout.left.height()
        if top < layout.scroll:
            bar.setValue(int(top))
        elif top + layout.row > layout.scroll + height:
            bar.setValue(int(top + layout.row - height) + 1)


def _choice(picture: LinesPicture) -> tuple[object, ...]:
    """What the lines depend on, but for the maps."""
    return (picture.causal, picture.window, picture.heads, picture.threshold, picture.one)
