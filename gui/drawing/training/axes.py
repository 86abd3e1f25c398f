"""Paper, ticks and headings that the charts of a race share."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gui.drawing.inside.stream_chart import nice_ticks, paint_title
from gui.drawing.inside.stream_words import figure
from gui.drawing.map_marks import Texts
from gui.i18n import integer, power_of_ten
from gui.theme.categories import category
from gui.theme.theme import Theme
from gui.training.report import Floats


@dataclass(frozen=True, slots=True)
class Axes:
    """A place to draw in, x over `first` … `last`, y from 0 to `top`, or in powers of ten from `bottom` to `top`."""

    plot: QRectF
    first: float
    last: float
    top: float
    bottom: float = 0.0
    """0 where heights are in proportion to values."""

    def x(self, values: Floats) -> Floats:
        """Pixels from the left."""
        found: Floats = self.plot.left() + (values - self.first) / max(self.last - self.first, 1e-300) * self.plot.width()
        return found

    def y(self, values: Floats) -> Floats:
        """Pixels from the top; what is not finite or far outside lies just outside."""
        if self.bottom:
            share = np.log(np.maximum(values, 1e-300) / self.bottom) / math.log(self.top / self.bottom)
        else:
            share = values / self.top
        share = np.nan_to_num(share, nan=2.0, posinf=2.0, neginf=-1.0)
        found: Floats = self.plot.bottom() - np.clip(share, -1.0, 2.0) * self.plot.height()
        return found

    def at(self, x: float, y: float) -> QPointF:
        """The point of one pair of values."""
        return QPointF(float(self.x(np.array(x))), float(self.y(np.array(y))))

    def value_at(self, pixel: float) -> float:
        """The x under a pixel."""
        share = (pixel - self.plot.left()) / max(self.plot.width(), 1.0)
        return self.first + min(1.0, max(0.0, share)) * (self.last - self.first)


def run_color(number: int, theme: Theme) -> QColor:
    """The colour of a run."""
    return category(number - 1, theme)


def tick_names(ticks: Iterable[float]) -> list[tuple[float, str]]:
    """Round numbers and how they are written: all with as many digits as the finest needs, and no factor anywhere (case B68)."""
    found = list(ticks)
    steps = [tick for tick in found if tick > 0]
    digits = max(0, -math.floor(math.log10(min(steps)) + 1e-9)) if steps else 0
    return [(tick, figure(tick, digits) if tick else figure(0.0, digits)) for tick in found]


def framed(
    rect: QRectF, top: float, first: float, last: float, theme: Theme, texts: Texts, *, right: float = 0.0, bottom: float = 0.0
) -> Axes:
    """Where the paper lies in `rect`, with room for a heading, the numbers at the left, and a line of numbers below."""
    line = texts.line("caption")
    names = [name for _, name in _y_ticks(top, bottom, rect.height())]
    left = max(texts.width(name, "caption") for name in names) + theme.px(8)
    plot = rect.adjusted(left, line + theme.px(8), -max(right, theme.px(6)), -line - theme.px(6))
    return Axes(plot, first, last, top, bottom)


def powers_around(least: float, greatest: float) -> tuple[float, float]:
    """The powers of ten at and below `least` and at and above `greatest`, which are more than 0."""
    bottom, top = math.floor(math.log10(least)), math.ceil(math.log10(greatest))
    return 10.0**bottom, 10.0 ** max(top, bottom + 1)


def _y_ticks(top: float, bottom: float, height: float) -> list[tuple[float, str]]:
    if bottom:
        first, last = round(math.log10(bottom)), round(math.log10(top))
        apart = max(1, math.ceil((last - first) * 25 / height))
        return [(10.0**power, power_of_ten(power)) for power in range(first, last + 1, apart)]
    return tick_names(nice_ticks(0.0, top, max(2, int(height / 50))))


def paint_frame(painter: QPainter, rect: QRectF, axes: Axes, title: str, theme: Theme, texts: Texts) -> None:
    """Heading, paper, lines across with their numbers."""
    plot = axes.plot
    paint_title(painter, QRectF(rect.x(), rect.y(), rect.width(), texts.line("caption")), title, theme, texts)
    painter.fillRect(plot, theme.surface)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setFont(texts.font("caption"))
    for tick, name in _y_ticks(axes.top, axes.bottom, rect.height()):
        height = round(float(axes.y(np.array(tick)))) + 0.5
        if height < plot.top() - 1:
            continue
        painter.setPen(QPen(theme.border, 1))
        painter.drawLine(QLineF(plot.left(), height, plot.right(), height))
        painter.setPen(theme.muted)
        text = texts.get(name, "caption")
        painter.drawStaticText(QPointF(plot.left() - theme.px(6) - text.width, height - text.height / 2), text.static)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def paint_steps(painter: QPainter, axes: Axes, theme: Theme, texts: Texts, name: str = "") -> None:
    """Steps below the paper, as many as fit, and what they are."""
    plot, y = axes.plot, axes.plot.bottom() + theme.px(4)
    own = texts.get(name, "caption")
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.muted)
    limit = plot.right() - (own.width + theme.px(10) if name else 0)
    if name:
        painter.drawStaticText(QPointF(plot.right() - own.width, y), own.static)
    for tick in nice_ticks(0.0, axes.last, max(2, int(plot.width() / theme.px(80)))):
        if tick != round(tick):
            continue
        text = texts.get(integer(round(tick)), "caption")
        x = float(axes.x(np.array(tick))) - text.width / 2
        if x + text.width <= limit:
            painter.drawStaticText(QPointF(max(x, plot.left() - text.width / 2), y), text.static)


def paint_layers(painter: QPainter, axes: Axes, first: int, last: int, theme: Theme, texts: Texts) -> None:
    """Numbers of layers below the paper, as many as fit; 0 is what goes in."""
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.muted)
    free = -math.inf
    for layer in range(first, last + 1):
        text = texts.get(integer(layer), "caption")
        x = float(axes.x(np.array(float(layer)))) - text.width / 2
        if x >= free:
            painter.drawStaticText(QPointF(x, axes.plot.bottom() + theme.px(4)), text.static)
            free = x + text.width + theme.px(6)


def points(x: Floats, y: Floats) -> QPolygonF:
    """A line through pixels."""
    return QPolygonF([QPointF(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)])


def paint_curve(
    painter: QPainter,
    axes: Axes,
    x: Floats,
    y: Floats,
    color: QColor,
    width: float,
    style: Qt.PenStyle = Qt.PenStyle.SolidLine,
) -> None:
    """A line through values, cut off at the edges of the paper."""
    if not len(x):
        return
    painter.save()
    painter.setClipRect(axes.plot.adjusted(-1, -1, 1, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(color, width, style)
    pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
    painter.setPen(pen)
    painter.drawPolyline(points(axes.x(x), axes.y(y)))
    painter.restore()


def paint_number(painter: QPainter, at: QPointF, number: int, theme: Theme, texts: Texts, *, failed: bool = False) -> None:
    """The number of a run on a disc in its colour: curves are not told apart by colour alone. A square where it has diverged."""
    radius = theme.px(8)
    place = QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)
    painter.setPen(QPen(theme.surface, theme.px(1.5)))
    painter.setBrush(run_color(number, theme))
    if failed:
        painter.drawRect(place)
    else:
        painter.drawEllipse(place)
    text = texts.get(integer(number), "caption", bold=True)
    painter.setFont(texts.font("caption", bold=True))
    painter.setPen(theme.surface)
    painter.drawStaticText(QPointF(at.x() - text.width / 2, at.y() - text.height / 2), text.static)


def thinned(values: Floats, columns: int) -> tuple[Floats, Floats]:
    """(steps from 1, values) for drawing: least and greatest of each column where there are more steps than that."""
    count = len(values)
    if count <= 2 * columns:
        return np.arange(1.0, count + 1), values
    starts = np.unique(np.linspace(0, count, columns, endpoint=False).astype(np.int64))
    ends = np.append(starts[1:], count)
    both = np.stack([np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)], axis=1)
    steps = np.stack([starts + 1.0, ends.astype(np.float64)], axis=1)
    return steps.ravel(), both.ravel()
