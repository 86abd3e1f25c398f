"""Pictures of how far layers reach: three maps of influence, influence against distance, and time against length."""

from __future__ import annotations

from math import ceil
from typing import Final

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from core.experiments.reach import Layer, ReachOutcome
from gui.drawing.inside.chart_frame import (
    Key,
    Mark,
    Scale,
    keys_height,
    log_scale,
    paint_frame,
    paint_here,
    paint_keys,
    paint_line,
    paint_mark,
    paint_said,
    said_height,
    ticks_of,
)
from gui.drawing.inside.reach_maps import BESIDE, maps_height, paint_maps
from gui.drawing.inside.reach_words import layer_name, reach_chart_words, time_row
from gui.drawing.map_marks import Texts
from gui.i18n import integer
from gui.theme.categories import category
from gui.theme.theme import Theme

_LOOKS: Final[dict[Layer, tuple[int, Qt.PenStyle, Mark]]] = {
    "attention": (0, Qt.PenStyle.SolidLine, "square"),
    "rnn": (1, Qt.PenStyle.DashLine, "circle"),
    "gru": (2, Qt.PenStyle.DashDotLine, "triangle"),
}
"""Number of the category, line and mark of each layer: never told apart by colour alone."""
_CHART: Final = 204


def reach_color(layer: Layer, theme: Theme) -> QColor:
    """The colour of a layer."""
    return category(_LOOKS[layer][0], theme)


def reach_height(outcome: ReachOutcome, width: float, theme: Theme, texts: Texts) -> int:
    """Height that the pictures need in `width`, with keys and words."""
    rows = 1 if width >= theme.px(BESIDE) else 2
    words = said_height(width, reach_chart_words(outcome), texts)
    keys = keys_height(width, _keys(theme), theme, texts)
    return ceil(maps_height(width, theme, texts) + keys + rows * (theme.px(_CHART) + theme.px(10)) + words + theme.px(16))


def paint_reach(painter: QPainter, rect: QRectF, outcome: ReachOutcome, theme: Theme, texts: Texts, marked: int | None) -> None:
    """Maps, charts, and what they show in words; `marked` is a row of the table."""
    width, gap = rect.width(), theme.px(18)
    paint_maps(painter, rect, outcome, [layer_name(row.layer) for row in outcome.rows], theme, texts)
    y = rect.y() + maps_height(width, theme, texts) + theme.px(10)
    keys = _keys(theme)
    paint_keys(painter, QPointF(rect.x(), y), width, keys, theme, texts)
    y += keys_height(width, keys, theme, texts) + theme.px(4)
    height = theme.px(_CHART)
    if width >= theme.px(BESIDE):
        each = (width - gap) / 2
        places = [QRectF(rect.x(), y, each, height), QRectF(rect.x() + each + gap, y, each, height)]
        y += height + theme.px(10)
    else:
        places = [QRectF(rect.x(), y + number * (height + theme.px(10)), width, height) for number in range(2)]
        y += 2 * (height + theme.px(10))
    _paint_distances(painter, places[0], outcome, theme, texts)
    _paint_times(painter, places[1], outcome, theme, texts, time_row(outcome, marked))
    paint_said(painter, QRectF(rect.x(), y, width, rect.bottom() - y + 1), reach_chart_words(outcome), theme, texts)


def _keys(theme: Theme) -> list[Key]:
    return [Key(layer_name(layer), reach_color(layer, theme), dash, mark) for layer, (_, dash, mark) in _LOOKS.items()]


def _paint_distances(painter: QPainter, rect: QRectF, outcome: ReachOutcome, theme: Theme, texts: Texts) -> None:
    """Mean influence against the distance of token and output."""
    x = Scale(0, outcome.length - 1)
    y = log_scale(float(value) for row in outcome.rows for value in row.by_distance)
    title = QCoreApplication.translate("Reach", "Influence against distance, logarithmic")
    below = QCoreApplication.translate("Reach", "distance i − j")
    frame = paint_frame(painter, rect, title, x, y, ticks_of(x, 6), below, theme, texts)
    for row in outcome.rows:
        _, dash, _ = _LOOKS[row.layer]
        line = frame.line(range(outcome.length), row.by_distance.tolist())
        paint_line(painter, line, reach_color(row.layer, theme), dash, theme, 2.5)


def _paint_times(painter: QPainter, rect: QRectF, outcome: ReachOutcome, theme: Theme, texts: Texts, length: int | None) -> None:
    """Time of a layer against the length; `length` is the one that is pointed out."""
    lengths = outcome.lengths
    x = Scale(min(lengths) / 1.2, max(lengths) * 1.2, log=True)
    y = log_scale(ms for row in outcome.rows for ms in row.ms)
    title = QCoreApplication.translate("Reach", "ms of a layer, both axes logarithmic")
    below = QCoreApplication.translate("Reach", "tokens n")
    across = [(float(n), integer(n)) for n in lengths]
    frame = paint_frame(painter, rect, title, x, y, across, below, theme, texts)
    if length is not None:
        paint_here(painter, frame, length, theme)
    for row in outcome.rows:
        _, dash, mark = _LOOKS[row.layer]
        color = reach_color(row.layer, theme)
        paint_line(painter, frame.line(lengths, row.ms), color, dash, theme)
        for n, ms in zip(lengths, row.ms, strict=True):
            if y.shows(ms):
                paint_mark(painter, frame.at(n, ms), mark, color, theme, chosen=n == length)
