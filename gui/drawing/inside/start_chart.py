"""Three charts of networks before any training: gradient against depth, gradients block by block, size of the residual stream."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Final

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from core.experiments.start import PLACEMENTS, Placement, StartOutcome, StartRow, StreamRow
from gui.drawing.inside.chart_frame import (
    Frame,
    Key,
    Mark,
    Scale,
    band_color,
    keys_height,
    log_scale,
    paint_dot,
    paint_frame,
    paint_here,
    paint_keys,
    paint_line,
    paint_mark,
    paint_said,
    said_height,
)
from gui.drawing.inside.experiments import axis_top
from gui.drawing.inside.start_words import depth_shown, depths_of, placement_key, start_chart_words
from gui.drawing.map_marks import Texts
from gui.i18n import integer
from gui.theme.categories import category
from gui.theme.theme import Theme

_MARKS: Final[dict[Placement, Mark]] = {"post": "square", "pre": "circle"}
_COLORS: Final[dict[Placement, int]] = {"post": 0, "pre": 2}
"""Numbers of the categories: those that post-norm and pre-norm have in the standard race."""
_BESIDE: Final = 880
"""Width from which on all three charts stand side by side; below, two of them."""
_TWO: Final = 540
_HIGH, _LOW = 236, 204
_MARKED_UP_TO: Final = 24
"""Blocks up to which each has its mark."""
_THEORY: Final = Qt.PenStyle.DotLine


def start_color(norm: Placement, theme: Theme) -> QColor:
    """The colour of post-norm, or of pre-norm."""
    return category(_COLORS[norm], theme)


def start_height(outcome: StartOutcome, width: float, depth: int | None, theme: Theme, texts: Texts) -> int:
    """Height that the charts need in `width`, with their keys and what they show in words."""
    height, rows = _rows(width, theme)
    words = said_height(width, start_chart_words(outcome, depth), texts)
    keys = keys_height(width, _keys(theme), theme, texts)
    return ceil(keys + rows * (height + theme.px(10)) + words + theme.px(4))


def paint_start(
    painter: QPainter, rect: QRectF, outcome: StartOutcome, depth: int | None, theme: Theme, texts: Texts, marked: int | None
) -> None:
    """Keys, charts, and what they show in words; `marked` is a row of the table, `depth` the one whose blocks are shown."""
    width, gap = rect.width(), theme.px(18)
    layers = depth_shown(outcome, depth)
    keys = _keys(theme)
    paint_keys(painter, rect.topLeft(), width, keys, theme, texts)
    y = rect.y() + keys_height(width, keys, theme, texts) + theme.px(4)
    height, rows = _rows(width, theme)
    if rows == 1:
        each = (width - 2 * gap) / 3
        places = [QRectF(rect.x() + number * (each + gap), y, each, height) for number in range(3)]
    elif rows == 2:
        below, each = y + height + theme.px(10), (width - gap) / 2
        places = [QRectF(rect.x(), y, width, height)]
        places += [QRectF(rect.x() + number * (each + gap), below, each, height) for number in range(2)]
    else:
        places = [QRectF(rect.x(), y + number * (height + theme.px(10)), width, height) for number in range(3)]
    _paint_depths(painter, places[0], outcome, layers, theme, texts, marked)
    _paint_blocks(painter, places[1], outcome, layers, theme, texts)
    _paint_stream(painter, places[2], outcome, theme, texts)
    y += rows * (height + theme.px(10))
    paint_said(painter, QRectF(rect.x(), y, width, rect.bottom() - y + 1), start_chart_words(outcome, depth), theme, texts)


def _rows(width: float, theme: Theme) -> tuple[int, int]:
    """Height of a chart, and in how many rows the charts stand."""
    if width >= theme.px(_BESIDE):
        return theme.px(_HIGH), 1
    return theme.px(_LOW), 2 if width >= theme.px(_TWO) else 3


def _keys(theme: Theme) -> list[Key]:
    laws = QCoreApplication.translate("Start", "theory: constant in post-norm, c/√L in pre-norm (c: a constant)")
    band = QCoreApplication.translate("Start", "theory’s bounds in pre-norm")
    seeds = QCoreApplication.translate("Start", "each seed")
    first = QCoreApplication.translate("Start", "W_in, first matrix")
    second = QCoreApplication.translate("Start", "W_out, second matrix")
    return [
        *(Key(placement_key(norm), start_color(norm, theme), mark=_MARKS[norm]) for norm in PLACEMENTS),
        Key(seeds, theme.muted, mark="dots"),
        Key(laws, theme.muted, dash=_THEORY),
        Key(first, theme.muted, dash=Qt.PenStyle.SolidLine),
        Key(second, theme.muted, dash=Qt.PenStyle.DashLine),
        Key(band, start_color("pre", theme), band=True),
    ]


def _paint_depths(
    painter: QPainter, rect: QRectF, outcome: StartOutcome, layers: int, theme: Theme, texts: Texts, marked: int | None
) -> None:
    """Gradient of the last feed-forward matrix against the depth, with what theory says."""
    depths = depths_of(outcome)
    x = Scale(depths[0] / 1.25, depths[-1] * 1.25, log=True)
    y = log_scale(float(value) for row in outcome.rows for value in row.last)
    title = QCoreApplication.translate("Start", "Gradient of the last W_out, both axes logarithmic")
    below = QCoreApplication.translate("Start", "blocks L")
    across = [(float(depth), integer(depth)) for depth in depths]
    frame = paint_frame(painter, rect, title, x, y, across, below, theme, texts)
    painter.save()
    painter.setClipRect(frame.plot)
    paint_here(painter, frame, layers, theme)
    for norm in PLACEMENTS:
        rows, color = [row for row in outcome.rows if row.norm == norm], start_color(norm, theme)
        if not rows:
            continue
        level, ends = outcome.level(norm), (x.low, x.high)
        theory = [level / (sqrt(end) if norm == "pre" else 1.0) for end in ends]
        paint_line(painter, frame.line(ends, theory), color, _THEORY, theme)
        for row in rows:
            _paint_seeds(painter, frame, row, color, theme)
            if y.shows(row.mean):
                chosen = marked is not None and outcome.rows[marked] is row
                paint_mark(painter, frame.at(row.layers, row.mean), _MARKS[norm], color, theme, chosen=chosen)
    painter.restore()


def _paint_seeds(painter: QPainter, frame: Frame, row: StartRow, color: QColor, theme: Theme) -> None:
    """One small dot a seed, beside the mean."""
    for value in row.last.tolist():
        if frame.y.shows(value):
            paint_dot(painter, frame.at(row.layers, value) + QPointF(theme.px(9), 0), color, theme)


def _paint_blocks(painter: QPainter, rect: QRectF, outcome: StartOutcome, layers: int, theme: Theme, texts: Texts) -> None:
    """Gradients of both feed-forward matrices of each block of the networks with as many blocks as are chosen."""
    rows = [row for row in outcome.rows if row.layers == layers]
    means = [(row, [norms.mean(axis=0).tolist() for norms in (row.inner, row.outer)]) for row in rows]
    top = axis_top(max((value for _, both in means for values in both for value in values), default=1.0))
    title = QCoreApplication.translate("Start", "Gradient in each of {layers} blocks").format(layers=integer(layers))
    blocks = range(1, layers + 1)
    frame = _block_frame(painter, rect, title, layers, top, theme, texts)
    for row, (inner, outer) in means:
        color = start_color(row.norm, theme)
        for values, dash in ((inner, Qt.PenStyle.SolidLine), (outer, Qt.PenStyle.DashLine)):
            paint_line(painter, frame.line(blocks, values), color, dash, theme)
            if layers <= _MARKED_UP_TO:
                for block, value in zip(blocks, values, strict=True):
                    if frame.y.shows(value):
                        paint_mark(painter, frame.at(block, value), _MARKS[row.norm], color, theme)


def _paint_stream(painter: QPainter, rect: QRectF, outcome: StartOutcome, theme: Theme, texts: Texts) -> None:
    """The residual stream in the paper's setting over theory's band, with a stroke from the least to the largest seed."""
    layers = max(row.sizes.shape[1] for row in outcome.streams)
    top = axis_top(max(float(max(row.high.max(), row.sizes.max())) for row in outcome.streams))
    title = QCoreApplication.translate("Start", "Stream |x|²/D, paper’s setting: always {layers} blocks")
    title = title.format(layers=integer(layers))
    frame = _block_frame(painter, rect, title, layers, top, theme, texts)
    for row in outcome.streams:
        color, mean, blocks = start_color(row.norm, theme), row.sizes.mean(axis=0), range(1, row.sizes.shape[1] + 1)
        low, high = frame.line(blocks, row.low), frame.line(blocks, row.high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(band_color(color))
        painter.drawPolygon(_between(frame, blocks, row))
        for edge in (low, high):
            paint_line(painter, edge, color, _THEORY, theme, 1.5)
        paint_line(painter, frame.line(blocks, mean), color, Qt.PenStyle.SolidLine, theme)
        for block in blocks:
            seeds = row.sizes[:, block - 1]
            painter.setPen(QPen(color, theme.px(1)))
            painter.drawLine(QLineF(frame.at(block, float(seeds.min())), frame.at(block, float(seeds.max()))))
            paint_mark(painter, frame.at(block, float(mean[block - 1])), _MARKS[row.norm], color, theme)


def _between(frame: Frame, blocks: range, row: StreamRow) -> QPolygonF:
    """The area between theory's bounds: along the lower one and back along the upper one."""
    there = [frame.at(block, value) for block, value in zip(blocks, row.low.tolist(), strict=True)]
    back = [frame.at(block, value) for block, value in zip(blocks, row.high.tolist(), strict=True)]
    return QPolygonF([*there, *reversed(back)])


def _block_frame(painter: QPainter, rect: QRectF, title: str, layers: int, top: float, theme: Theme, texts: Texts) -> Frame:
    """The paper of a chart with one place for each block."""
    below = QCoreApplication.translate("Start", "block")
    across = [(float(block), integer(block)) for block in range(1, layers + 1)]
    return paint_frame(painter, rect, title, Scale(0.5, layers + 0.5), Scale(0.0, top), across, below, theme, texts)
