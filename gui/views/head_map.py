"""HeadMap: one head, large, to be read cell by cell with mouse or keyboard."""

from __future__ import annotations

import html
from dataclasses import replace
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from core.model.config import mask_allows
from core.model.trace import FloatArray
from gui.access import announce
from gui.choices import ColorMap, Scale
from gui.drawing.heatmap import paint_head, paint_hover, paint_hovered_token
from gui.drawing.labels import named
from gui.drawing.map_layout import HeadLayout, HeadPicture, head_layout
from gui.drawing.map_marks import Texts
from gui.i18n import decimal
from gui.views.painted import Prepared

FEWEST_CELLS: Final = 8
"""Zooming in ends at this many rows and columns."""
_NOTCH: Final = 120


class HeadMap(Prepared):
    """The map of one head: row = the token that looks, column = the token looked at.

    Arrow keys move the cell, Home and End go to the ends of the row (with Ctrl of the column), + and − zoom, 0 shows all again;
    so do wheel, drag and double click.
    """

    cell_selected = Signal(int, int)
    """Query and key of the cell that was chosen."""
    cell_hovered = Signal(object)
    """(query, key) under the pointer, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._words, parent)
        self._picture = HeadPicture()
        self._layout: HeadLayout | None = None
        self._hovered: tuple[int, int] | None = None
        self._token: int | None = None
        self._dragged_from: tuple[QPointF, int, int] | None = None
        self._wheel = 0
        self.retranslate()

    # What is shown

    def set_map(self, pattern: FloatArray | None, labels: tuple[str, ...], causal: bool, window: int) -> None:
        """Show `pattern` [T, T] with one label a token; None, or no tokens, shows what to do next.

        Raises
        ------
        ValueError
            When there are not as many labels as rows.
        """
        if pattern is not None and pattern.shape != (len(labels), len(labels)):
            raise ValueError(f"{len(labels)} labels for a map of {pattern.shape}")
        old = self._picture
        same = pattern is old.pattern or (pattern is not None and old.pattern is not None and np.array_equal(pattern, old.pattern))
        if same and (labels, causal, window) == (old.labels, old.causal, old.window):
            return
        new = replace(old, pattern=pattern, labels=labels, causal=causal, window=window)
        if new.tokens != old.tokens:
            new = replace(new, top=0, left=0, side=None)
            self._hover(None)
        self._show(new)

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Outline a row, a column or a cell, and bring it into view."""
        if (query, key) == (self._picture.query, self._picture.key):
            return
        self._show(self._in_view(replace(self._picture, query=query, key=key)))

    def set_hovered_token(self, index: int | None) -> None:
        """Outline the row and the column of a token that is pointed at elsewhere."""
        if index != self._token:
            self._token = index
            self.update()

    def set_display(self, scale: Scale, color_map: ColorMap) -> None:
        """Choose scale and colours."""
        if (scale, color_map) != (self._picture.scale, self._picture.color_map):
            self._show(replace(self._picture, scale=scale, color_map=color_map))

    def set_title_numbers(self, layer: int, head: int, changed: bool = False) -> None:
        """Say which head this is (counted from 0), and whether it is changed by hand."""
        if (layer, head, changed) != (self._picture.layer, self._picture.head, self._picture.changed):
            self._show(replace(self._picture, layer=layer, head=head, changed=changed))

    def cell_text(self, query: int, key: int) -> str:
        """What a cell says when it is pointed at, such as “C → A 0.20”."""
        picture = self._picture
        assert picture.pattern is not None
        names = {"query": named(picture.labels, query), "key": named(picture.labels, key)}
        if self._masked(query, key):
            return self.tr("{query} → {key} masked").format(**names)
        return self.tr("{query} → {key} {value}").format(**names, value=decimal(float(picture.pattern[query, key]), 2))

    def layout_now(self) -> HeadLayout:
        """Where everything stands, in the coordinates of the widget."""
        if self._layout is None:
            self._layout = head_layout(QRectF(self.rect()), self._picture, self._theme, self._texts, self.devicePixelRatioF())
        return self._layout

    # Qt's own

    def sizeHint(self) -> QSize:
        """Room for a sentence at a comfortable size."""
        return QSize(self._theme.px(460), self._theme.px(500))

    def minimumSizeHint(self) -> QSize:
        """The smallest size at which labels and cells can still be told apart."""
        return QSize(self._theme.px(200), self._theme.px(200))

    def paint_still(self, painter: QPainter, texts: Texts, ratio: float) -> None:
        """The map with all that stands around it."""
        layout = paint_head(painter, QRectF(self.rect()), self._picture, self._theme, texts, ratio)
        if texts is self._texts:
            self._layout = layout
        if not self._picture.tokens:
            painter.setFont(self._theme.font("text"))
            painter.setPen(self._theme.muted)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(QRectF(self.rect()), int(flags), self._invitation())

    def paint_moving(self, painter: QPainter) -> None:
        """The cell that is pointed at here, or the token elsewhere."""
        if self._hovered is not None and self.layout_now().shows(*self._hovered):
            paint_hover(painter, self.layout_now(), self._hovered, self._theme)
        elif self._hovered is None and self._token is not None and self._token < self._picture.tokens:
            paint_hovered_token(painter, self.layout_now(), self._token, self._theme)

    def renew(self) -> None:
        """Something else is shown, or in another way."""
        self._layout = None
        super().renew()

    def event(self, event: QEvent) -> bool:
        """Tell the value of the cell under a resting pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self.layout_now().cell_at(event.pos().x(), event.pos().y()) if self._picture.tokens else None
            if cell is None:
                QToolTip.hideText()
            else:
                # Qt takes a text that looks like mark-up for mark-up, so all of it is made mark-up with nothing to interpret.
                QToolTip.showText(event.globalPos(), f"<qt>{html.escape(self.cell_text(*cell))}</qt>", self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer, or move the part that is shown."""
        if self._dragged_from is not None and event.buttons() & Qt.MouseButton.LeftButton:
            start, top, left = self._dragged_from
            moved = event.position() - start
            if moved.manhattanLength() >= QApplication.startDragDistance():
                cell = self.layout_now().cell
                self._move_part(top - round(moved.y() / cell), left - round(moved.x() / cell))
        self._hover(self._cell_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the cell under the pointer."""
        cell = self._cell_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or cell is None:
            event.ignore()
            return
        if self._picture.side is not None:
            layout = self.layout_now()
            self._dragged_from = (event.position(), layout.top, layout.left)
        self.cell_selected.emit(*cell)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag."""
        self._dragged_from = None
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the whole map again; where it is whole already, a double click is two clicks."""
        if self._picture.side is None:
            self.mousePressEvent(event)
        else:
            self._show_part(None, 0, 0)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self._hover(None)
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the cell under the pointer."""
        cell = self._cell_at(event.position())
        if cell is None:
            event.ignore()
            return
        self._wheel += event.angleDelta().y()
        steps = int(self._wheel / _NOTCH)
        self._wheel -= steps * _NOTCH
        if steps:
            self._zoom(1.25 ** (-steps), cell)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cell, or zoom."""
        tokens = self._picture.tokens
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        query, key = self._picture.query or 0, self._picture.key or 0
        new = (self._picture.query is None) or (self._picture.key is None)
        steps = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
        if not tokens:
            super().keyPressEvent(event)
        elif event.key() in steps and not control:
            down, across = (0, 0) if new else steps[Qt.Key(event.key())]
            self._choose(query + down, key + across)
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            end = 0 if event.key() == Qt.Key.Key_Home else tokens - 1
            self._choose(*((end, key) if control else (query, end)))
        elif event.text() in ("+", "-"):
            self._zoom(0.8 if event.text() == "+" else 1.25, (query, key))
        elif event.text() == "0":
            self._show_part(None, 0, 0)
        else:
            super().keyPressEvent(event)

    # Inside

    def _show(self, picture: HeadPicture) -> None:
        self._picture = picture
        self.renew()

    def _invitation(self) -> str:
        return self.tr("Type a sentence above: here you will see which token looks at which.")

    def _cell_at(self, point: QPointF) -> tuple[int, int] | None:
        return self.layout_now().cell_at(point.x(), point.y()) if self._picture.tokens else None

    def _masked(self, query: int, key: int) -> bool:
        picture = self._picture
        assert picture.pattern is not None
        allowed = mask_allows(query, key, causal=picture.causal, window=picture.window)
        return not allowed or bool(np.isnan(picture.pattern[query, key]))

    def _hover(self, cell: tuple[int, int] | None) -> None:
        if cell == self._hovered:
            return
        layout = self.layout_now()
        for place in (self._hovered, cell):
            if place is not None:
                self.update(layout.cell_rect(*place).adjusted(-3, -3, 3, 3).toAlignedRect())
        self._hovered = cell
        self.cell_hovered.emit(cell)

    def _choose(self, query: int, key: int) -> None:
        last = self._picture.tokens - 1
        cell = (min(max(query, 0), last), min(max(key, 0), last))
        self.cell_selected.emit(*cell)
        announce(self, self.cell_text(*cell))

    def _zoom(self, factor: float, about: tuple[int, int]) -> None:
        """Show `factor` times as many cells, with `about` staying where it is."""
        layout, tokens = self.layout_now(), self._picture.tokens
        wanted = max(layout.side * factor, min(FEWEST_CELLS, tokens))
        side = round(wanted) if round(wanted) != layout.side else layout.side + (1 if factor > 1 else -1)
        side = max(side, min(FEWEST_CELLS, tokens))
        if side >= tokens:
            self._show_part(None, 0, 0)
            return
        top = about[0] - round((about[0] - layout.top) * side / layout.side)
        left = about[1] - round((about[1] - layout.left) * side / layout.side)
        self._show_part(side, top, left)

    def _move_part(self, top: int, left: int) -> None:
        self._show_part(self._picture.side, top, left)

    def _show_part(self, side: int | None, top: int, left: int) -> None:
        furthest = 0 if side is None else self._picture.tokens - side
        top, left = min(max(top, 0), furthest), min(max(left, 0), furthest)
        if (side, top, left) != (self._picture.side, self._picture.top, self._picture.left):
            self._show(replace(self._picture, side=side, top=top, left=left))

    def _in_view(self, picture: HeadPicture) -> HeadPicture:
        """`picture` moved just so far that its selected cell is shown."""
        if picture.side is None:
            return picture
        places = []
        for first, chosen in ((picture.top, picture.query), (picture.left, picture.key)):
            if chosen is not None and chosen < picture.tokens:
                first = min(max(first, chosen - picture.side + 1), chosen)
            places.append(first)
        return replace(picture, top=places[0], left=places[1])

    def _words(self) -> tuple[str, str]:
        """Accessible name and description."""
        picture = self._picture
        name = self.tr("Map of one head")
        if picture.pattern is None or not picture.tokens:
            return name, self._invitation()
        where = {"head": picture.head + 1, "layer": picture.layer + 1, "tokens": picture.tokens}
        query = picture.query
        if query is None or query >= picture.tokens:
            sentence = self.tr("Head {head} of layer {layer}, {tokens} tokens. Arrow keys move from cell to cell.")
            return name, sentence.format(**where)
        row = np.nan_to_num(picture.pattern[query], nan=-1.0)
        best = int(row.argmax())
        sentence = self.tr("Head {head} of layer {layer}: “{query}” looks mostly at “{best}”, {value}.")
        names = {"query": named(picture.labels, query), "best": named(picture.labels, best)}
        text = sentence.format(**where, **names, value=decimal(float(row[best]), 2))
        if picture.key is not None and picture.key < picture.tokens:
            text += " " + self.tr("Selected: {cell}.").format(cell=self.cell_text(query, picture.key))
        return name, text


if __name__ == "__main__":
    from gui.preview import show
    from gui.views.map_toys import toy_labels, toy_pattern

    def _example() -> HeadMap:
        widget = HeadMap()
        widget.set_map(toy_pattern(9), toy_labels(9), False, 0)
        widget.set_cell(5, 1)
        widget.cell_selected.connect(widget.set_cell)
        return widget

    show(_example)
