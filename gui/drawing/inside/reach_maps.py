"""Three maps of influence side by side, on one logarithmic scale that their legend states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from core.experiments.reach import ReachOutcome
from gui.drawing.inside.chart_frame import Scale, log_scale
from gui.drawing.inside.experiments import words_at
from gui.drawing.inside.stream_chart import paint_title
from gui.drawing.legend import BAR_HEIGHT, BAR_WIDTH, paint_words
from gui.drawing.map_marks import Texts, paint_pixels, paint_turned
from gui.drawing.map_values import table
from gui.i18n import integer, power_of_ten
from gui.theme.theme import Theme

_SIDES: Final = (176, 112)
"""Side of a map where there is room, and where there is less."""
BESIDE: Final = 540
"""Width from which on there is room: the charts below stand side by side then, so that more width never takes more height."""
_DECADES: Final = 6
"""Powers of ten that the scale spans at most: what lies below has less influence than can be seen in any layer."""


def influence_scale(outcome: ReachOutcome) -> Scale:
    """One scale for all maps: powers of ten around all influences that are not 0, `_DECADES` of them at most."""
    values = np.concatenate([row.influence.ravel() for row in outcome.rows])
    finite = values[np.isfinite(values) & (values > 0)]
    high = 10.0 ** np.ceil(np.log10(finite.max())) if finite.size else 1.0
    low = log_scale(finite.tolist()).low if finite.size else 0.1
    return Scale(max(10.0 ** np.floor(np.log10(low)), high * 10.0**-_DECADES), float(high), log=True)


def maps_height(width: float, theme: Theme, texts: Texts) -> float:
    """Height of maps, axes and legend in `width`."""
    line = texts.line("caption")
    return 2 * line + theme.px(8) + _side(width, theme) + _legend_height(width, theme, texts)


def paint_maps(painter: QPainter, rect: QRectF, outcome: ReachOutcome, names: Sequence[str], theme: Theme, texts: Texts) -> None:
    """The maps under their names, and what the colours mean."""
    line, room = texts.line("caption"), _side(rect.width(), theme)
    scale, colors = influence_scale(outcome), table("ink", theme.name)
    gap = theme.px(18)
    each = (rect.width() - gap * (len(outcome.rows) - 1)) / len(outcome.rows)
    margin = line + theme.px(4)
    side = min(room, each - margin - theme.px(2))
    for number, (row, name) in enumerate(zip(outcome.rows, names, strict=True)):
        x = rect.x() + number * (each + gap)
        paint_title(painter, QRectF(x, rect.y(), each, line), name, theme, texts)
        place = QRectF(round(x + margin), round(rect.y() + line + theme.px(4)), round(side), round(side))
        paint_pixels(painter, place, np.ascontiguousarray(colors[_indices(row.influence, scale)]), opaque=True)
        painter.setPen(theme.border)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5))
        _paint_axes(painter, place, outcome.length, theme, texts)
    top = rect.y() + 2 * line + theme.px(8) + room
    _paint_legend(painter, QRectF(rect.x(), top, rect.width(), _legend_height(rect.width(), theme, texts)), scale, theme, texts)


def _side(width: float, theme: Theme) -> float:
    return theme.px(_SIDES[width < theme.px(BESIDE)])


def _indices(influence: NDArray[np.float64], scale: Scale) -> NDArray[np.uint8]:
    """The colour of each pair: 0 for none at all and for less than the scale shows."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.log10(influence / scale.low) / np.log10(scale.high / scale.low)
    found: NDArray[np.uint8] = np.rint(np.nan_to_num(share, nan=0.0, posinf=1.0, neginf=0.0).clip(0, 1) * 255).astype(np.uint8)
    return found


def _paint_axes(painter: QPainter, place: QRectF, length: int, theme: Theme, texts: Texts) -> None:
    """Below the token that has influence, at the left the output that it is had on, both from the first to the last."""
    last, below = integer(length), place.bottom() + theme.px(2)
    column = QCoreApplication.translate("Reach", "token j")
    row = texts.get(QCoreApplication.translate("Reach", "output i"), "caption")
    words_at(painter, QPointF(place.left(), below), integer(1), theme.muted, texts)
    words_at(painter, QPointF(place.right() - texts.width(last, "caption"), below), last, theme.muted, texts)
    words_at(painter, QPointF(place.center().x() - texts.width(column, "caption") / 2, below), column, theme.muted, texts)
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.muted)
    at = QPointF(place.left() - theme.px(2) - texts.line("caption") / 2, place.center().y() + row.width / 2)
    paint_turned(painter, row, at, 90)


def _legend_words() -> str:
    return QCoreApplication.translate(
        "Reach",
        "influence of token j on output i, |∂y_i/∂x_j|: one logarithmic scale for all three; blank: (almost) none",
    )


def _legend_height(width: float, theme: Theme, texts: Texts) -> float:
    bar = max(theme.px(BAR_HEIGHT), texts.line("caption"))
    return bar + theme.px(6) + texts.wrapped(_legend_words(), "caption", width)


def _paint_legend(painter: QPainter, rect: QRectF, scale: Scale, theme: Theme, texts: Texts) -> None:
    """The colours from least to most, powers of ten at their ends, and what they are of."""
    low, high = (power_of_ten(round(np.log10(end))) for end in (scale.low, scale.high))
    low = f"≤ {low}"
    line = max(theme.px(BAR_HEIGHT), texts.line("caption"))
    left, height = rect.x() + texts.width(low, "caption") + theme.px(6), theme.px(BAR_HEIGHT)
    most = rect.width() - (left - rect.x()) - texts.width(high, "caption") - theme.px(6)
    bar = QRectF(round(left), round(rect.y() + (line - height) / 2), round(min(theme.px(BAR_WIDTH), most)), height)
    paint_pixels(painter, bar, np.ascontiguousarray(table("ink", theme.name)[None, :]), opaque=True)
    painter.setPen(theme.border)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5))
    words_at(painter, rect.topLeft(), low, theme.muted, texts)
    words_at(painter, QPointF(bar.right() + theme.px(6), rect.y()), high, theme.muted, texts)
    below = QRectF(rect.x(), rect.y() + line + theme.px(4), rect.width(), rect.height())
    paint_words(painter, below, _legend_words(), theme, texts)
