"""One token as a chip: plain, or outlined as the query, as the key, or as both."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen

from gui.theme.theme import Theme

HEIGHT = 26
PADDING = 12


def paint_chip(
    painter: QPainter, rect: QRect, text: str, theme: Theme, *, query: bool = False, key: bool = False, underlined: bool = False
) -> None:
    """Paint a chip that fills `rect`, with the painter's font.

    A query has its colour and a small q, a key its colour and a small k. A token that is both has the key's outline inside the
    query's. Nothing of this changes where the text stands.
    """
    color = theme.query if query else theme.key if key else theme.text
    width = theme.px(2) if query or key else 1
    radius = theme.px(6)
    frame = QRectF(rect).adjusted(width / 2, width / 2, -width / 2, -width / 2)
    painter.setBrush(theme.raised)
    painter.setPen(QPen(color if query or key else theme.border, width))
    painter.drawRoundedRect(frame, radius, radius)
    if query and key:
        painter.setPen(QPen(theme.key, width))
        painter.drawRoundedRect(frame.adjusted(width, width, -width, -width), radius - 1, radius - 1)
    if query or key:
        _paint_marks(painter, rect, theme, query=query, key=key)
    metrics = QFontMetrics(painter.font())
    baseline = rect.top() + (rect.height() + metrics.ascent() - metrics.descent()) // 2
    left = rect.left() + theme.px(PADDING)
    painter.setPen(color)
    painter.drawText(left, baseline, text)
    if underlined:
        line = baseline + theme.px(3)
        painter.drawLine(left, line, rect.right() - theme.px(PADDING) + 1, line)


def _paint_marks(painter: QPainter, rect: QRect, theme: Theme, *, query: bool, key: bool) -> None:
    """The letters in the upper corners, the query's on the left and the key's on the right."""
    font = painter.font()
    small = theme.font("caption", bold=True)
    small.setPixelSize(theme.px(9))
    painter.setFont(small)
    inset = theme.px(4)
    corner = rect.adjusted(inset, theme.px(2), -inset, 0)
    if query:
        painter.setPen(theme.query)
        painter.drawText(corner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, "q")
    if key:
        painter.setPen(theme.key)
        painter.drawText(corner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, "k")
    painter.setFont(font)
