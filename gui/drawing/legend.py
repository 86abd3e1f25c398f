"""What the colours of a map mean: the colour bar with its ends, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from gui.choices import ColorMap, Scale
from gui.drawing.map_marks import Texts, is_vector, paint_pixels
from gui.drawing.map_values import LOG_FLOOR, table
from gui.i18n import decimal, integer
from gui.theme.theme import Theme

BAR_WIDTH: Final = 256
"""One pixel for each colour of the table."""
BAR_HEIGHT: Final = 10
PALE: Final = 0.2
"""A map whose largest value is below this looks empty on the scale for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Legend:
    """One scale: what value 0 and value 255 of the colour table stand for, and everything the picture leaves out."""

    scale: Scale
    color_map: ColorMap
    high: float = 1.0
    """The largest value of the map: the end of the scale `per-head`, and on the shared one a hint where all is pale."""
    hatched: bool = False
    """Whether some cells are masked."""
    cells: int = 1
    """Side of the square of cells that one painted dot stands for."""
    part: tuple[int, int, int, int] | None = None
    """First row, first column, cells a side and T, when only a part of the map is shown."""
    sums: bool = False
    """Whether the sum of each row stands beside the map and is to be explained."""
    brief: bool = False
    """Whether there is little room: then the name of the colour map is left to the choice above."""

    @property
    def ends(self) -> tuple[str, str]:
        """What stands at both ends of the bar."""
        if self.scale == "log":
            return (f"≤ {decimal(LOG_FLOOR, 4)}", "1")
        return ("0", decimal(self.high, 2) if self.scale == "per-head" else "1")


def color_map_name(name: ColorMap) -> str:
    """The name of a colour map, in words."""
    return {
        "ink": QCoreApplication.translate("Legend", "ink"),
        "viridis": "viridis",
        "cividis": "cividis",
        "grey": QCoreApplication.translate("Legend", "grey"),
    }[name]


def scale_words(legend: Legend) -> str:
    """The scale of one map in words, such as “one scale for all: 0 to 1”."""
    if legend.scale == "log":
        return QCoreApplication.translate("Legend", "Log: {low} to 1, anything less is painted like 0").format(
            low=decimal(LOG_FLOOR, 4)
        )
    if legend.scale == "per-head":
        return QCoreApplication.translate("Legend", "Per head: 0 to {high}, this head's largest").format(
            high=decimal(legend.high, 2)
        )
    if 0 < legend.high < PALE:
        text = QCoreApplication.translate("Legend", "One scale for all: 0 to 1 (largest here {high}; “per head” shows more)")
        return text.format(high=decimal(legend.high, 2 if legend.high >= 0.01 else 4))
    return QCoreApplication.translate("Legend", "One scale for all: 0 to 1")


def words(legend: Legend) -> str:
    """Everything the legend says about one large map, parts separated by ·."""
    parts = [scale_words(legend)]
    if not legend.brief:
        parts.append(QCoreApplication.translate("Legend", "colours: {name}").format(name=color_map_name(legend.color_map)))
    if legend.hatched:
        parts.append(QCoreApplication.translate("Legend", "hatched: masked"))
    if legend.sums and not legend.brief:
        parts.append(QCoreApplication.translate("Legend", "at the right: the sum of each row"))
    parts += _left_out(legend.cells)
    if legend.part is not None:
        top, left, side, tokens = legend.part
        sentence = QCoreApplication.translate(
            "Legend", "rows {top} to {bottom}, columns {left} to {right} of {tokens}; press 0 for all"
        )
        parts.append(
            sentence.format(
                top=integer(top + 1),
                bottom=integer(top + side),
                left=integer(left + 1),
                right=integer(left + side),
                tokens=integer(tokens),
            )
        )
    return " · ".join(parts)


def words_for_all(legend: Legend, *, spelled_out: bool) -> str:
    """What the legend says about all heads together; `spelled_out` when rows and columns carry bare numbers.

    A brief one leaves scale and hatching to the legend of the one head beside it.
    """
    parts = []
    if not legend.brief:
        per_head = QCoreApplication.translate("Legend", "Per head: 0 to each head's own largest")
        parts.append(per_head if legend.scale == "per-head" else scale_words(legend))
    if spelled_out:
        parts.append(QCoreApplication.translate("Legend", "rows are layers, columns are heads"))
    if legend.hatched and not legend.brief:
        parts.append(QCoreApplication.translate("Legend", "hatched: masked"))
    return " · ".join(parts + _left_out(legend.cells))


def _left_out(cells: int) -> list[str]:
    if cells <= 1:
        return []
    sentence = QCoreApplication.translate("Legend", "each dot is the largest of {n} × {n} cells")
    return [sentence.format(n=integer(cells))]


def legend_height(width: float, legend: Legend, theme: Theme, texts: Texts) -> float:
    """Height that `paint_legend` needs in `width`: the bar, and the words in as many lines as they take."""
    bar = max(theme.px(BAR_HEIGHT), texts.line("caption"))
    return bar + theme.px(4) + texts.wrapped(words(legend), "caption", width)


def bar_rect(rect: QRectF, legend: Legend, theme: Theme, texts: Texts) -> QRectF:
    """Where in `rect` the colours of the bar are."""
    low, high = legend.ends
    before = texts.width(low, "caption") + theme.px(6)
    after = texts.width(high, "caption") + theme.px(6)
    width = min(float(max(BAR_WIDTH, theme.px(BAR_WIDTH))), rect.width() - before - after)
    line = max(theme.px(BAR_HEIGHT), texts.line("caption"))
    top = rect.y() + round((line - theme.px(BAR_HEIGHT)) / 2)
    return QRectF(round(rect.x() + before), round(top), max(1.0, round(width)), theme.px(BAR_HEIGHT))


def paint_legend(painter: QPainter, rect: QRectF, legend: Legend, theme: Theme, texts: Texts | None = None) -> None:
    """Paint the bar with its ends, and the words under it, into the top left of `rect`."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    bar = bar_rect(rect, legend, theme, texts)
    low, high = legend.ends
    colors = table(legend.color_map, theme.name)
    painter.save()
    paint_pixels(painter, bar, np.ascontiguousarray(colors[None, :]), opaque=True)
    painter.setPen(theme.border)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5))
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.muted)
    middle = bar.center().y() - texts.line("caption") / 2
    painter.drawStaticText(QPointF(rect.x(), middle), texts.get(low, "caption").static)
    painter.drawStaticText(QPointF(bar.right() + theme.px(6), middle), texts.get(high, "caption").static)
    below = rect.y() + max(theme.px(BAR_HEIGHT), texts.line("caption")) + theme.px(4)
    paint_words(painter, QRectF(rect.x(), below, rect.width(), rect.bottom() - below), words(legend), theme, texts)
    painter.restore()


def paint_words(painter: QPainter, rect: QRectF, sentence: str, theme: Theme, texts: Texts) -> None:
    """Paint muted small text, broken into lines within `rect`."""
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.muted)
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    painter.drawText(rect, int(flags), sentence)
