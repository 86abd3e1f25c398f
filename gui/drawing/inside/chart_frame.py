"""Paper, scales, marks and keys that charts of several lines share; linear or logarithmic, each axis by itself."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gui.drawing.inside.experiment_tables import plain
from gui.drawing.inside.experiments import words_at
from gui.drawing.inside.stream_chart import nice_ticks, paint_title
from gui.drawing.map_marks import Texts
from gui.i18n import power_of_ten
from gui.theme.theme import Theme

Mark = Literal["square", "circle", "triangle", "dots"]
Ticks = Sequence[tuple[float, str]]
_POWERS_FROM: Final = 100.0
"""From this ratio between its ends on a logarithmic scale has powers of ten only."""
_SAMPLE: Final = 26
"""Pixels of a piece of line in a key."""


@dataclass(frozen=True, slots=True)
class Scale:
    """One axis, from `low` to `high`."""

    low: float
    high: float
    log: bool = False

    def share(self, value: float) -> float:
        """0 at `low`, 1 at `high`."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def shows(self, value: float) -> bool:
        """Whether there is a place for it: infinities have none, and 0 has none on a logarithmic scale."""
        return math.isfinite(value) and (value > 0 or not self.log)


def log_scale(values: Iterable[float], least: float = 0.0) -> Scale:
    """A logarithmic scale from a round number to a round one, around all values above `least`."""
    found = [value for value in values if math.isfinite(value) and value > max(least, 0.0)] or [1.0]
    low, high = min(found), max(found)
    steps: tuple[int, ...] = (1, 10) if high / low > _POWERS_FROM else (1, 2, 5, 10)
    powers = [10.0 ** math.floor(math.log10(value)) for value in (low, high)]
    below = max(step * powers[0] for step in steps if step * powers[0] <= low * (1 + 1e-9))
    above = min(step * powers[1] for step in steps if step * powers[1] >= high * (1 - 1e-9))
    return Scale(below, above if above > below else 10 * below, log=True)


def ticks_of(scale: Scale, count: int) -> Ticks:
    """Round numbers of a scale, about `count` of them or fewer, and how they are written."""
    if not scale.log:
        return [(value, plain(value)) for value in nice_ticks(scale.low, scale.high, count)]
    first, last = math.floor(math.log10(scale.low) + 1e-9), math.ceil(math.log10(scale.high) - 1e-9)
    if scale.high / scale.low > _POWERS_FROM:
        step = max(1, math.ceil((last - first) / max(1, count)))
        return [
            (10.0**power, power_of_ten(power) if first < -2 or last > 3 else plain(10.0**power))
            for power in range(first, last + 1, step)
        ]
    values = [digit * 10.0**power for power in range(first, last + 1) for digit in (1, 2, 5)]
    return [(value, plain(value)) for value in values if scale.low * 0.999 <= value <= scale.high * 1.001]


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the paper of a chart lies, and its two scales."""

    plot: QRectF
    x: Scale
    y: Scale

    def at(self, x: float, y: float) -> QPointF:
        """The point of one pair of values."""
        return QPointF(
            self.plot.left() + self.x.share(x) * self.plot.width(), self.plot.bottom() - self.y.share(y) * self.plot.height()
        )

    def line(self, xs: Iterable[float], ys: Iterable[float]) -> QPolygonF:
        """The points of a line; values that have no place are left out."""
        return QPolygonF([self.at(x, y) for x, y in zip(xs, ys, strict=True) if self.x.shows(x) and self.y.shows(y)])


def paint_frame(
    painter: QPainter, rect: QRectF, title: str, x: Scale, y: Scale, across: Ticks, below: str, theme: Theme, texts: Texts
) -> Frame:
    """Title, paper, and the numbers of both axes; `across` are those of the x axis, and `below` says what they are."""
    line, gap = texts.line("caption"), theme.px(4)
    ticks = ticks_of(y, max(2, int((rect.height() - 3 * line) / (2.4 * line))))
    left = max((texts.width(text, "caption") for _, text in ticks), default=0.0) + theme.px(6)
    plot = rect.adjusted(left, line + theme.px(6), -theme.px(6), -2 * line - gap)
    frame = Frame(plot, x, y)
    paint_title(painter, QRectF(rect.x(), rect.y(), rect.width(), line), title, theme, texts)
    painter.fillRect(plot, theme.surface)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for value, text in ticks:
        height = round(frame.at(x.low, value).y()) + 0.5
        painter.setPen(QPen(theme.border, 1))
        painter.drawLine(QLineF(plot.left(), height, plot.right(), height))
        prepared = texts.get(text, "caption")
        words_at(
            painter, QPointF(plot.left() - theme.px(6) - prepared.width, height - prepared.height / 2), text, theme.muted, texts
        )
    free = math.inf
    for value, text in reversed(across):
        place, width = frame.at(value, y.low).x(), texts.width(text, "caption")
        if place + width / 2 > free:
            continue
        painter.setPen(QPen(theme.border, 1))
        painter.drawLine(QLineF(place, plot.bottom(), place, plot.bottom() + gap))
        words_at(painter, QPointF(place - width / 2, plot.bottom() + gap), text, theme.muted, texts)
        free = place - width / 2 - theme.px(8)
    width = texts.width(below, "caption")
    words_at(painter, QPointF(plot.center().x() - width / 2, plot.bottom() + line + gap), below, theme.muted, texts)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    return frame


def paint_here(painter: QPainter, frame: Frame, x: float, theme: Theme) -> None:
    """A line through what is chosen elsewhere."""
    place = frame.at(x, frame.y.low).x()
    painter.setPen(QPen(theme.text, theme.px(1), Qt.PenStyle.DotLine))
    painter.drawLine(QLineF(place, frame.plot.top(), place, frame.plot.bottom()))


def paint_line(painter: QPainter, line: QPolygonF, color: QColor, dash: Qt.PenStyle, theme: Theme, width: float = 2) -> None:
    """A line through points."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color, theme.px(width), dash, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
    painter.drawPolyline(line)


def paint_mark(painter: QPainter, at: QPointF, mark: Mark, color: QColor, theme: Theme, *, chosen: bool = False) -> None:
    """A point; one that is chosen has a ring around it."""
    radius = theme.px(4)
    painter.setPen(QPen(theme.surface, theme.px(1)))
    painter.setBrush(color)
    if mark == "dots":
        for shift in (-2, 0, 2):
            paint_dot(painter, at + QPointF(shift * theme.px(2.5), 0), color, theme)
    elif mark == "circle":
        painter.drawEllipse(at, radius, radius)
    elif mark == "square":
        painter.drawRect(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius).adjusted(0.5, 0.5, -0.5, -0.5))
    else:
        painter.drawPolygon(
            [at + QPointF(0, -1.2 * radius), at + QPointF(1.2 * radius, radius), at + QPointF(-1.2 * radius, radius)]
        )
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if chosen:
        painter.setPen(QPen(theme.text, theme.px(2)))
        painter.drawEllipse(at, 2 * radius, 2 * radius)


def paint_dot(painter: QPainter, at: QPointF, color: QColor, theme: Theme) -> None:
    """A small point, one of several beside a mark."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(at, 1.6 * theme.zoom, 1.6 * theme.zoom)


@dataclass(frozen=True, slots=True)
class Key:
    """What a line, a mark or a band means."""

    words: str
    color: QColor
    dash: Qt.PenStyle | None = None
    mark: Mark | None = None
    band: bool = False


def band_color(color: QColor) -> QColor:
    """The same colour, for an area that lines are seen on."""
    pale = QColor(color)
    pale.setAlpha(48)
    return pale


def keys_height(width: float, keys: Sequence[Key], theme: Theme, texts: Texts) -> float:
    """Height of all keys in `width`."""
    return (1 + max(row for row, _ in _places(width, keys, theme, texts))) * _line(theme, texts)


def paint_keys(painter: QPainter, at: QPointF, width: float, keys: Sequence[Key], theme: Theme, texts: Texts) -> None:
    """The keys, in as many lines as they need."""
    line, sample = _line(theme, texts), theme.px(_SAMPLE)
    for key, (row, x) in zip(keys, _places(width, keys, theme, texts), strict=True):
        left, top = at.x() + x, at.y() + row * line
        middle = top + texts.line("caption") / 2
        if key.band:
            painter.fillRect(QRectF(left, middle - theme.px(5), sample, theme.px(10)), band_color(key.color))
        if key.dash is not None:
            stroke = QPolygonF([QPointF(left, middle), QPointF(left + sample, middle)])
            paint_line(painter, stroke, key.color, key.dash, theme)
        if key.mark is not None:
            paint_mark(painter, QPointF(left + sample / 2, middle), key.mark, key.color, theme)
        words_at(
            painter, QPointF(left + sample + theme.px(6), top), key.words, theme.text, texts, limit=width - sample - theme.px(6)
        )


def said_height(width: float, words: str, texts: Texts) -> float:
    """Height of what charts show in words, in `width`."""
    return texts.wrapped(words, "control", width)


def paint_said(painter: QPainter, rect: QRectF, words: str, theme: Theme, texts: Texts) -> None:
    """What charts show in words: a line each, broken where it has to be."""
    painter.setFont(texts.font("control"))
    painter.setPen(theme.text)
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    painter.drawText(rect, int(flags), words)


def _line(theme: Theme, texts: Texts) -> float:
    return texts.line("caption") + theme.px(3)


def _places(width: float, keys: Sequence[Key], theme: Theme, texts: Texts) -> list[tuple[int, float]]:
    """(row, x) of each key."""
    found, row, x = [], 0, 0.0
    for key in keys:
        room = theme.px(_SAMPLE + 6) + texts.width(key.words, "caption")
        if x > 0 and x + room > width:
            row, x = row + 1, 0.0
        found.append((row, x))
        x += room + theme.px(18)
    return found
