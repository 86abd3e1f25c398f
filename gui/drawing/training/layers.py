"""Paint what happens inside: gradients layer by layer, the size of the stream, the size of the updates."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from gui.drawing.inside.experiments import axis_top
from gui.drawing.map_marks import Texts
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
from gui.drawing.training.words import RacePicture
from gui.theme.theme import Theme
from gui.training.report import Floats

FAR_APART: Final = 50.0
"""Numbers whose greatest is more than so many times the least are drawn in powers of ten."""
_STYLES: Final = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)
"""Of W_in and of W_out."""


def paint_gradients(painter: QPainter, rect: QRectF, picture: RacePicture, theme: Theme, texts: Texts) -> None:
    """Two lines for each run over its layers, on one scale: W_in (full) and W_out (dashed); the chosen run bold."""
    title = QCoreApplication.translate("Training", "Gradient by layer")
    looks = [(lane.lane.number, lane.look.gradients) for lane in picture.lanes if lane.look is not None]
    found = [(number, values) for number, values in looks if values is not None]
    layers = picture.report.facts.race.layers
    top, bottom = _scale([values for _, values in found])
    painter.save()
    axes = framed(rect, top, 1.0, max(2.0, float(layers)), theme, texts, right=theme.px(20), bottom=bottom)
    paint_frame(painter, rect, axes, title, theme, texts)
    paint_layers(painter, axes, 1, layers, theme, texts)
    if not found:
        waiting = QCoreApplication.translate("Training", "after the first step")
        _paint_waiting(painter, axes.plot, waiting, theme, texts)
    places = np.arange(1.0, layers + 1)
    for number, values in found:
        width = theme.px(3 if picture.chosen is not None and picture.chosen.lane.number == number else 1.5)
        for row, style in zip(values, _STYLES, strict=True):
            if len(row) == layers:
                paint_curve(painter, axes, places, row, run_color(number, theme), width, style)
                if layers == 1:
                    painter.setBrush(run_color(number, theme))
                    painter.drawEllipse(axes.at(1.0, float(row[0])), width, width)
    _paint_numbers(painter, [(number, axes.at(layers, float(values[0, -1]))) for number, values in found], axes.plot, theme, texts)
    _paint_key(painter, rect.topRight(), theme, texts)
    painter.restore()


def _paint_key(painter: QPainter, corner: QPointF, theme: Theme, texts: Texts) -> None:
    """Which line is which, to the left of `corner`."""
    dash, gap, x = theme.px(18), theme.px(4), corner.x()
    painter.setFont(texts.font("caption"))
    for name, style in reversed(tuple(zip(("W_in", "W_out"), _STYLES, strict=True))):
        text = texts.get(name, "caption")
        x -= text.width
        painter.setPen(theme.muted)
        painter.drawStaticText(QPointF(x, corner.y()), text.static)
        x -= dash + gap
        painter.setPen(QPen(theme.muted, theme.px(1.5), style))
        y = corner.y() + text.height / 2
        painter.drawLine(QPointF(x, y), QPointF(x + dash, y))
        x -= 2 * gap


def paint_residuals(painter: QPainter, rect: QRectF, picture: RacePicture, theme: Theme, texts: Texts) -> None:
    """The mean length of a token's vector, as it goes in (0) and after each block, for every run."""
    looks = [(lane.lane.number, lane.look.residuals) for lane in picture.lanes if lane.look is not None]
    layers = picture.report.facts.race.layers
    top, bottom = _scale([values for _, values in looks])
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


def _scale(arrays: list[Floats]) -> tuple[float, float]:
    """(top, bottom) of the axis for all of them; a bottom of 0 is no power of ten, and heights are in proportion."""
    highest, least = _highest(arrays), _lowest(arrays)
    if highest > FAR_APART * least > 0:  # else one run presses all others flat
        bottom, top = powers_around(least, highest)
        return top, bottom
    return axis_top(highest), 0.0


def _lowest(arrays: list[Floats]) -> float:
    """The least finite number above 0 of all; 0 where there is none."""
    found = [float(array[array > 0].min()) for array in arrays if (array[np.isfinite(array)] > 0).any()]
    return min(found, default=0.0)


def _highest(arrays: list[Floats]) -> float:
    """The greatest finite number of all."""
    return max((float(array[np.isfinite(array)].max(initial=0.0)) for array in arrays), default=0.0)
