"""Pictures of how far layers reach: three maps of influence, influence against distance, and time against length."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from PySide6.QtCore import QCoreApplication, QRectF, Qt
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
_WIDE: Final = 1050
"""Width from which on there is room for a chart beside the maps."""
_CHART: Final = 204


def reach_color(layer: Layer, theme: Theme) -> QColor:
    """The colour of a layer."""
    return category(_LOOKS[layer][0], theme)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where everything stands; y counts from the top of the picture."""

    maps: QRectF
    keys: QRectF
    distances: QRectF
    times: QRectF
    words: QRectF


def _layout(outcome: ReachOutcome, width: float, theme: Theme, texts: Texts) -> _Layout:
    """Maps above charts above words; where it is wide, one chart stands beside the maps and the words beside the other."""
    gap, space, chart, words = theme.px(18), theme.px(10), theme.px(_CHART), reach_chart_words(outcome)
    if width >= theme.px(_WIDE):
        left = round(0.52 * width)
        right = width - left - 2 * gap
        high = maps_height(left, theme, texts)
        keys = keys_height(right, _keys(theme), theme, texts) + theme.px(4)
        x = left + 2 * gap
        return _Layout(
            QRectF(0, 0, left, high),
            QRectF(x, 0, right, keys),
            QRectF(x, keys, right, high - keys),
            QRectF(0, high + space, left, chart),
            QRectF(x, high + space, right, max(chart, said_height(right, words, texts))),
        )
    high = maps_height(width, theme, texts)
    keys = keys_height(width, _keys(theme), theme, texts) + theme.px(4)
    y = high + space + keys
    if width >= theme.px(BESIDE):
        each = (width - gap) / 2
        charts = [QRectF(0, y, each, chart), QRectF(each + gap, y, each, chart)]
    else:
        charts = [QRectF(0, y + number * (chart + space), width, chart) for number in range(2)]
    below = charts[1].bottom() + space
    said = QRectF(0, below, width, said_height(width, words, texts))
    return _Layout(QRectF(0, 0, width, high), QRectF(0, high + space, width, keys), charts[0], charts[1], said)


def reach_height(outcome: ReachOutcome, width: float, theme: Theme, texts: Texts) -> int:
    """Height that the pictures need in `width`, with keys and words."""
    return ceil(_layout(outcome, width, theme, texts).words.bottom()) + 1


def paint_reach(painter: QPainter, rect: QRectF, outcome: ReachOutcome, theme: Theme, texts: Texts, marked: int | None) -> None:
    """Maps, charts, and what they show in words; `marked` is a row of the table."""
    layout = _layout(outcome, rect.width(), theme, texts)
    painter.save()
    painter.translate(rect.topLeft())
    paint_maps(painter, layout.maps, outcome, [layer_name(row.layer) for row in outcome.rows], theme, texts)
    paint_keys(painter, layout.keys.topLeft(), layout.keys.width(), _keys(theme), theme, texts)
    _paint_distances(painter, layout.distances, outcome, theme, texts)
    _paint_times(painter, layout.times, outcome, theme, texts, time_row(outcome, marked))
    paint_said(painter, layout.words.adjusted(0, 0, 0, 1), reach_chart_words(outcome), theme, texts)
    painter.restore()


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
