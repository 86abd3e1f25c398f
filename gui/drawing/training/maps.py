"""Paint the maps of one layer of every run as they form."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from core.model.trace import FloatArray
from gui.drawing.inside.stream_chart import paint_title
from gui.drawing.map_marks import Texts, paint_hatch, paint_pixels
from gui.drawing.map_values import allowed, hidden_cells, indices, pixels, table
from gui.drawing.training.axes import paint_number
from gui.drawing.training.words import RacePicture
from gui.i18n import integer
from gui.theme.theme import Theme

GAP: Final = 4
LARGEST: Final = 170
"""Pixels a side of a map, at zoom 1, at most."""


def maps_height(width: float, picture: RacePicture, theme: Theme, texts: Texts) -> float:
    """Height that the maps want in this width."""
    return texts.line("caption") * 2 + theme.px(16) + _sides(width, picture, theme)[1]


def _sides(width: float, picture: RacePicture, theme: Theme) -> tuple[float, float]:
    """(side of a map, height of the maps of a run): two maps in a row for each run, the runs side by side."""
    runs = max(1, len(picture.lanes))
    heads = max((len(lane.look.patterns) for lane in picture.lanes if lane.look is not None), default=4)
    block = (width - (runs - 1) * theme.px(16)) / runs
    side = min(theme.px(LARGEST), (block - theme.px(GAP)) / 2)
    rows = math.ceil(heads / 2)
    return side, rows * side + (rows - 1) * theme.px(GAP)


def paint_maps(painter: QPainter, rect: QRectF, picture: RacePicture, theme: Theme, texts: Texts) -> None:
    """A heading, and for every run its number and the map of each head: row = the token that looks."""
    painter.save()
    line = texts.line("caption")
    lanes = picture.lanes
    layer = max((lane.look.layer for lane in lanes if lane.look is not None), default=0)
    if picture.report.facts.held_out:
        words = QCoreApplication.translate("Training", "Maps of layer {layer}, one a head, over {n} tokens held out")
    else:
        words = QCoreApplication.translate("Training", "Maps of layer {layer}, one a head, over {n} tokens of the text")
    title = words.format(layer=integer(layer + 1), n=integer(len(picture.report.facts.labels)))
    paint_title(painter, QRectF(rect.x(), rect.y(), rect.width(), line), title, theme, texts)
    side, _ = _sides(rect.width(), picture, theme)
    block = (rect.width() - (len(lanes) - 1) * theme.px(16)) / max(1, len(lanes))
    for index, lane in enumerate(lanes):
        x, y = rect.x() + index * (block + theme.px(16)), rect.y() + line + theme.px(6)
        paint_number(painter, QPointF(x + theme.px(8), y + theme.px(8)), lane.lane.number, theme, texts)
        look = lane.look
        step = 0 if look is None else look.step
        text = QCoreApplication.translate("Training", "step {step}").format(step=integer(step))
        painter.setFont(texts.font("caption"))
        painter.setPen(theme.muted)
        painter.drawStaticText(QPointF(x + theme.px(22), y), texts.get(text, "caption", limit=block - theme.px(22)).static)
        if look is None:
            continue
        top = y + line + theme.px(6)
        for head, pattern in enumerate(look.patterns):
            row, column = divmod(head, 2)
            place = QRectF(x + column * (side + theme.px(GAP)), top + row * (side + theme.px(GAP)), side, side)
            _paint_map(painter, place, pattern, theme, causal=picture.report.facts.causal)
    painter.restore()


def _paint_map(painter: QPainter, place: QRectF, pattern: FloatArray, theme: Theme, *, causal: bool) -> None:
    size = len(pattern)
    hidden = hidden_cells(pattern, allowed(size, 1, causal, 0))
    if hidden is not None:
        paint_hatch(painter, place, theme)
    paint_pixels(painter, place, pixels(indices(pattern, "shared"), hidden, table("ink", theme.name)), opaque=hidden is None)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.border, 1))
    painter.drawRect(place)
