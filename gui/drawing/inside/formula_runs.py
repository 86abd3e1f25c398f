"""A formula in running text, broken into lines, its subscripts lowered."""

from __future__ import annotations

import re
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from gui.drawing.map_marks import Texts
from gui.theme.theme import FontRole


class Run(NamedTuple):
    """A piece of a formula at its place."""

    x: float
    y: float
    text: str
    small: bool


def flowed(text: str, width: float, texts: Texts, role: FontRole, small: FontRole) -> tuple[list[Run], float]:
    """A formula broken into lines of at most `width` at its spaces, `_x` as a subscript; and the height of it all."""
    height = texts.line(role) * 1.25
    space = texts.width(" ", role)
    x = y = 0.0
    runs: list[Run] = []
    for word in text.split(" "):
        pieces = [(piece, n % 2 == 1) for n, piece in enumerate(re.split(r"_(\d+|\w)", word)) if piece]
        long = sum(texts.width(piece, small if low else role) for piece, low in pieces)
        if x > 0 and x + long > width:
            x, y = 0.0, y + height
        for piece, low in pieces:
            runs.append(Run(x, y + (height * 0.28 if low else 0), piece, low))
            x += texts.width(piece, small if low else role)
        x += space
    return runs, y + height


def paint_runs(painter: QPainter, runs: list[Run], y: float, color: QColor, texts: Texts, role: FontRole) -> None:
    """Paint what `flowed` has laid out, from (0, `y`) on."""
    painter.setPen(color)
    for run in runs:
        font = texts.font("caption" if run.small else role)
        painter.setFont(font)
        painter.drawText(QPointF(run.x, y + run.y + QFontMetricsF(font).ascent()), run.text)


def paint_sign(painter: QPainter, place: QRectF, text: str, role: FontRole, texts: Texts, *, right: bool = False) -> None:
    """A sign such as `q_i` in one bold line within `place`, its subscripts lowered."""
    pieces = [(piece, n % 2 == 1) for n, piece in enumerate(re.split(r"_(\d+|\w)", text)) if piece]
    widths = [texts.width(piece, "caption" if low else role, not low) for piece, low in pieces]
    x = place.right() - sum(widths) if right else place.x()
    for (piece, low), width in zip(pieces, widths, strict=True):
        font = texts.font("caption" if low else role, not low)
        metrics = QFontMetricsF(font)
        y = place.center().y() + metrics.ascent() / 2 - metrics.descent() / 2
        painter.setFont(font)
        painter.drawText(QPointF(x, y + (texts.line(role) * 0.22 if low else 0)), piece)
        x += width
