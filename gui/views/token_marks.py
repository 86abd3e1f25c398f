"""Marks: shows on a map where a token lies that is pointed at elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gui.drawing.map_layout import HeadLayout
from gui.theme.theme import LIGHT, Theme
from gui.views.head_map import HeadMap


class Marks(QWidget):
    """Lies over a map and marks the row and the column of a token that is pointed at elsewhere; the mouse goes through."""

    def __init__(self, head: HeadMap) -> None:
        super().__init__(head)
        self._head = head
        self._theme = LIGHT
        self.token: int | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_token(self, token: int | None) -> None:
        """Mark a token, None marks nothing."""
        if token != self.token:
            self.token = token
            self.setGeometry(self._head.rect())
            self.setVisible(token is not None)
            self.raise_()
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours and zoom."""
        self._theme = theme

    def paintEvent(self, event: QPaintEvent) -> None:
        """Outline row and column."""
        del event
        if self.token is not None:
            with QPainter(self) as painter:
                paint_token(painter, self._head.layout_now(), self.token, self._theme)


def paint_token(painter: QPainter, layout: HeadLayout, token: int, theme: Theme) -> None:
    """Outline the row and the column of a token with thin dashed lines in the colours of query and key."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for place, color, seen in (
        (layout.row_rect(token).adjusted(-theme.px(3), 0, theme.px(3), 0), theme.query, layout.shows(token, None)),
        (
            QRectF(layout.cell_rect(layout.top, token).x(), layout.grid.y() - theme.px(3), layout.cell, layout.grid.height()),
            theme.key,
            layout.shows(None, token),
        ),
    ):
        if seen:
            painter.setPen(QPen(theme.surface, 3))
            painter.drawRect(place)
            painter.setPen(QPen(color, 1, Qt.PenStyle.DashLine))
            painter.drawRect(place)


if __name__ == "__main__":
    from gui.preview import show
    from gui.views.map_toys import toy_labels, toy_pattern

    def _example() -> HeadMap:
        head = HeadMap()
        head.resize(460, 500)
        head.set_map(toy_pattern(9), toy_labels(9), False, 0)
        Marks(head).set_token(4)
        return head

    show(_example)
