"""Paint what happens inside: gradients layer by layer, the size of the stream, the size of the updates."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen

from gui.drawing.inside.experiments import axis_top
from gui.drawing.map_marks import Texts, is_vector
from gui.drawing.training.axes import (
    framed,
    paint_curve,
    paint_frame,
    paint_layers,
    paint_number,
    paint_steps,
    powers_around,
    run_color,
    thinned,
)
from gui.drawing.training.words import RacePicture, run_name
from gui.i18n import integer
from gui.theme.theme import Theme
from gui.training.report import Floats

FAR_APART: Final = 100.0
"""Lengths of vectors whose greatest is more than so many times the least are drawn in powers of ten."""


def paint_gradients(painter: QPainter, rect: QRectF, picture: RacePicture, theme: Theme, texts: Texts) -> None:
    """Two bars for each layer of the chosen run: the gradients of W_in (full) and W_out (hatched)."""
    lane = picture.chosen
    look = None if lane is None else lane.look
    title = QCoreApplication.translate("Training", "Gradient by layer")
    gradients = None if look is None else look.gradients
    if lane is not None and look is not None:
        words = QCoreApplication.translate("Training", "{title}: {run}, step {step}")
        title = words.format(title=title, run=run_name(lane.lane.number), step=integer(look.step))
    layers = picture.report.facts.race.layers
    top = axis_top(_highest([] if gradients is None else [gradients]))
    painter.save()
    axes = framed(rect, top, 0.5, layers + 0.5, theme, texts)
    paint_frame(painter, rect, axes, title, theme, texts)
    paint_layers(painter, axes, 1, layers, theme, texts)
    if gradients is None or lane is None:
        waiting = QCoreApplication.translate("Training", "after the first step")
        _paint_waiting(painter, axes.plot, waiting, theme, texts)
    else:
        color = run_color(lane.lane.number, theme)
        step = axes.plot.width() / layers
        width = max(1.0, min(theme.px(16), 0.4 * step))
        painter.setClipRect(axes.plot.adjusted(0, -1, 0, 1))
        for layer in range(layers):
            for which in (0, 1):
                at = axes.at(layer + 1.0, float(gradients[which, layer]))
                bar = QRectF(at.x() - width * (1 - which) - 0.5 + which, at.y(), width - 1, max(1.0, axes.plot.bottom() - at.y()))
                _paint_bar(painter, bar, which, QPen(color, 1), theme)
        painter.setClipping(False)
        _paint_key(painter, axes.plot, QPen(color, 1), theme, texts)
    painter.restore()


def _paint_bar(painter: QPainter, bar: QRectF, which: int, pen: QPen, theme: Theme) -> None:
    """Full for W_in, hatched for W_out; Qt writes patterns into drawings as pixels, so there it is empty."""
    painter.setPen(pen)
    if which:
        painter.setBrush(theme.surface)
        painter.drawRect(bar)
        painter.setBrush(Qt.BrushStyle.NoBrush if is_vector(painter) else QBrush(pen.color(), Qt.BrushStyle.BDiagPattern))
    else:
        painter.setBrush(pen.color())
    painter.drawRect(bar)


def _paint_key(painter: QPainter, plot: QRectF, pen: QPen, theme: Theme, texts: Texts) -> None:
    side, x = theme.px(9), plot.left() + theme.px(6)
    y = plot.top() + theme.px(4)
    painter.fillRect(
        QRectF(x - 2, y - 1, texts.width("W_in  W_out", "caption") + 4 * side, texts.line("caption") + 2), theme.surface
    )
    for which, name in enumerate(("W_in", "W_out")):
        _paint_bar(painter, QRectF(x, y + (texts.line("caption") - side) / 2, side, side), which, pen, theme)
        text = texts.get(name, "caption")
        painter.setFont(texts.font("caption"))
        painter.setPen(theme.text)
        painter.drawStaticText(QPointF(x + side + theme.px(4), y), text.static)
        x += side + text.width + theme.px(14)


def paint_residuals(painter: QPainter, rect: QRectF, picture: RacePicture, theme: Theme, texts: Texts) -> None:
    """The mean length of a token's vector, as it goes in (0) and after each block, for every run."""
    looks = [(lane.lane.number, lane.look.residuals) for lane in picture.lanes if lane.look is not None]
    layers = picture.report.facts.race.layers
    lengths = [values for _, values in looks]
    top, bottom = axis_top(_highest(lengths)), 0.0
    least = _lowest(lengths)
    if top > FAR_APART * least > 0:  # else one run without norms presses all others flat
        bottom, top = powers_around(least, _highest(lengths))
    painter.save()
    axes = framed(rect, top, 0.0, float(layers), theme, texts, right=theme.px(20), bottom=bottom)
    paint_frame(painter, rect, axes, QCoreApplication.translate("Training", "Length of a token’s vector by layer"), theme, texts)
    paint_layers(painter, axes, 0, layers, theme, texts)
    for number, values in looks:
        if len(values) == layers + 1:
            paint_curve(painter, axes, np.arange(layers + 1.0), values, run_color(number, theme), theme.px(2))
    _paint_numbers(painter, [(number, axes.at(layers, float(values[-1]))) for number, values in looks], axes.plot, theme, texts)
    painter.restore()


def paint_updates(painter: QPainter, rect: QRectF, picture: RacePicture, theme: Theme, texts: Texts) -> None:
    """What each step took off all parameters together, for every run."""
    lanes = [lane for lane in picture.lanes if len(lane.updates)]
    top = axis_top(_highest([lane.updates for lane in lanes]))
    last = float(max(picture.report.facts.race.steps, picture.report.last_step))
    painter.save()
    axes = framed(rect, top, 0.0, last, theme, texts, right=theme.px(20))
    paint_frame(painter, rect, axes, QCoreApplication.translate("Training", "Size of each update"), theme, texts)
    paint_steps(painter, axes, theme, texts, QCoreApplication.translate("Training", "steps"))
    for lane in lanes:
        values = thinned(lane.updates, max(50, int(axes.plot.width())))
        paint_curve(painter, axes, *values, run_color(lane.lane.number, theme), theme.px(1.5))
    ends = [(lane.lane.number, axes.at(lane.step, float(lane.updates[-1]))) for lane in lanes]
    _paint_numbers(painter, ends, axes.plot, theme, texts)
    painter.restore()


def _paint_numbers(painter: QPainter, ends: list[tuple[int, QPointF]], plot: QRectF, theme: Theme, texts: Texts) -> None:
    """The numbers of the runs at the ends of their lines, moved apart where they would lie upon each other."""
    radius = theme.px(8)
    ordered = sorted(ends, key=lambda end: -end[1].y())
    heights = [min(max(at.y(), plot.top() + radius), plot.bottom() - radius) for _, at in ordered]
    for index in range(1, len(heights)):  # from the bottom up, and down again where the top is reached
        heights[index] = min(heights[index], heights[index - 1] - 2 * radius)
    for index in range(len(heights) - 1, -1, -1):
        heights[index] = max(heights[index], plot.top() + radius + 2 * radius * (len(heights) - 1 - index))
    for (number, at), y in zip(ordered, heights, strict=True):
        paint_number(painter, QPointF(min(at.x() + radius, plot.right() + theme.px(10)), y), number, theme, texts)


def _paint_waiting(painter: QPainter, plot: QRectF, words: str, theme: Theme, texts: Texts) -> None:
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.muted)
    painter.drawText(plot, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), words)


def _lowest(arrays: list[Floats]) -> float:
    """The least finite number above 0 of all; 0 where there is none."""
    found = [float(array[array > 0].min()) for array in arrays if (array[np.isfinite(array)] > 0).any()]
    return min(found, default=0.0)


def _highest(arrays: list[Floats]) -> float:
    """The greatest finite number of all."""
    return max((float(array[np.isfinite(array)].max(initial=0.0)) for array in arrays), default=0.0)
