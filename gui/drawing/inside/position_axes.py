"""Two axes, lines and bands for the pictures of positions, and numbers that are very small."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gui.drawing.map_marks import Texts
from gui.i18n import decimal, integer, scientific
from gui.theme.theme import Theme

_TICK: Final = 4
_BAND: Final = 70


def brief(x: float, *, short: bool = False) -> str:
    """A number in about three figures: 256, 23.4, 0.126, 1.5·10⁻⁶; whole ones, and `short` ones, without zeros at the end."""
    size = abs(x)
    if size == 0 or not math.isfinite(x):
        return decimal(x, 0)
    if size < 5e-4 or size >= 1e6:
        return scientific(x)
    if x == round(x):
        return integer(round(x))
    places = max(0, min(4, 2 - math.floor(math.log10(size))))
    while short and places and round(x, places) == round(x, places - 1):
        places -= 1
    return decimal(x, places)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from `low` to `high`, steps of 1, 2 or 5 times a power of ten, at most `most` of them (2 at least)."""
    rough = (high - low) / max(1, most - 1)
    if rough <= 0:
        return [low]
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 5, 10, 20) if power * times >= rough * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


@dataclass(frozen=True, slots=True)
class Axes:
    """An area of a picture and the numbers at its edges."""

    area: QRectF
    x: tuple[float, float]
    y: tuple[float, float]

    def at(self, x: float, y: float) -> QPointF:
        """Where the point (x, y) lies."""
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (y - self.y[0]) / (self.y[1] - self.y[0])
        return QPointF(self.area.left() + across * self.area.width(), self.area.bottom() - up * self.area.height())

    def across(self, pixel: float) -> float:
        """The x under a pixel."""
        return self.x[0] + (pixel - self.area.left()) / max(1.0, self.area.width()) * (self.x[1] - self.x[0])

    def points(self, x: ArrayLike, y: ArrayLike) -> QPolygonF:
        """Where many points lie."""
        across = self.area.left() + (np.asarray(x, float) - self.x[0]) / (self.x[1] - self.x[0]) * self.area.width()
        down = self.area.bottom() - (np.asarray(y, float) - self.y[0]) / (self.y[1] - self.y[0]) * self.area.height()
        return QPolygonF([QPointF(*point) for point in zip(across.tolist(), down.tolist(), strict=True)])


def thinned(values: ArrayLike, most: int) -> NDArray[np.intp]:
    """Indices of the points that a line through many values needs on `most` pixels: smallest and largest of each stretch."""
    numbers = np.asarray(values, float)
    step = -(-len(numbers) // max(1, most))
    if step <= 2:
        return np.arange(len(numbers))
    full = len(numbers) // step * step
    stretches = numbers[:full].reshape(-1, step)
    ends = np.stack([stretches.argmin(axis=1), stretches.argmax(axis=1)], axis=1) + np.arange(0, full, step)[:, None]
    return np.unique(np.concatenate([[0], ends.ravel(), np.arange(full, len(numbers))]))


def paint_frame(
    painter: QPainter, axes: Axes, x_ticks: Sequence[float], y_ticks: Sequence[float], theme: Theme, texts: Texts, x_name: str = ""
) -> None:
    """Paint surface, a line at each tick of y, and the numbers; `x_name` stands at the right end under the axis."""
    area = axes.area
    painter.fillRect(area, theme.surface)
    painter.setFont(texts.font("caption"))
    for y in y_ticks:
        point = axes.at(axes.x[0], y)
        painter.setPen(QPen(theme.border, 1))
        painter.drawLine(QLineF(area.left(), round(point.y()) + 0.5, area.right(), round(point.y()) + 0.5))
        text = texts.get(brief(y, short=True), "caption")
        painter.setPen(theme.muted)
        painter.drawStaticText(QPointF(area.left() - text.width - theme.px(6), point.y() - text.height / 2), text.static)
    below = area.bottom() + theme.px(_TICK)
    name = texts.get(x_name, "caption") if x_name else None
    end = area.right() - (name.width + theme.px(10) if name is not None else -theme.px(12))
    for x in x_ticks:
        text, place = texts.get(brief(x), "caption"), axes.at(x, axes.y[0]).x()
        painter.setPen(QPen(theme.muted, 1))
        painter.drawLine(QLineF(round(place) + 0.5, area.bottom(), round(place) + 0.5, below))
        if place + text.width / 2 <= end:
            painter.drawStaticText(QPointF(place - text.width / 2, below), text.static)
    painter.setPen(QPen(theme.muted, 1))
    painter.drawLine(QLineF(area.left(), area.bottom() + 0.5, area.right(), area.bottom() + 0.5))
    if name is not None:
        painter.drawStaticText(QPointF(area.right() - name.width, below), name.static)


def paint_line(painter: QPainter, points: QPolygonF, color: QColor, width: float, *, dashed: bool = False) -> None:
    """Join points."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, width, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine, j=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(points)
    painter.restore()


def paint_dots(painter: QPainter, points: QPolygonF, color: QColor, radius: float) -> None:
    """A dot at each point."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    for point in points.toList():
        painter.drawEllipse(point, radius, radius)
    painter.restore()


def paint_band(painter: QPainter, low: QPolygonF, high: QPolygonF, color: QColor) -> None:
    """Fill what lies between two lines."""
    pale = QColor(color)
    pale.setAlpha(_BAND)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pale)
    painter.drawPolygon(QPolygonF([*low.toList(), *reversed(high.toList())]))
    painter.restore()
