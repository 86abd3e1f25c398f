"""Whose share of each sum is how large: one stacked bar a sublayer, under its station."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from core.inside.stream import Shares
from gui.drawing.inside.stream_chart import Axis, nice_ticks, paint_stations, paint_ticks, paint_title
from gui.drawing.inside.stream_words import StreamPicture, figure, part_name
from gui.drawing.map_marks import Texts
from gui.theme.theme import Theme

_Floats = NDArray[np.float64]


def share_values(picture: StreamPicture) -> list[tuple[Shares, float, float]]:
    """(shares, skip, added) of each sublayer, for the chosen token or for the mean."""
    token = picture.token
    return [
        (shares, *(shares.mean() if token is None else (float(shares.skip[token]), float(shares.added[token]))))
        for shares in (picture.table.shares if picture.table.tokens else ())
    ]


def paint_bars(
    painter: QPainter, place: QRectF, title: QRectF, axis: Axis, picture: StreamPicture, theme: Theme, texts: Texts
) -> None:
    """Skip connection and sublayer stacked: what points along the sum upwards from 0, what points against it downwards.

    Their numbers stand on the bars that have room; those of the chosen layer always, beside their bars if need be.
    """
    values = share_values(picture)
    finite = [value for _, *pair in values for value in pair if math.isfinite(value)]
    low, high = min([0.0, *finite]), max([1.0, *finite])
    _paint_heading(painter, title, QCoreApplication.translate("Stream", "Shares of each sum"), theme, texts)
    paint_stations(painter, place, axis, picture, theme, texts)
    high += (high - low) * 0.06
    low -= (high - low) * 0.06 if low < 0 else 0.0

    def y(numbers: _Floats) -> _Floats:
        return np.asarray(place.bottom() - (numbers - low) / (high - low) * place.height())

    ticks = [0.0, 0.5, 1.0] if high - low < 2 else list(nice_ticks(low, high, 4))
    paint_ticks(painter, place, [(tick, figure(tick, 1 if high - low < 10 else 0)) for tick in ticks], y, theme, texts)
    painter.setPen(QPen(theme.muted, 1))
    zero = round(float(y(np.zeros(1))[0])) + 0.5
    painter.drawLine(QLineF(place.x(), zero, place.right(), zero))
    bars = bars_of(picture, axis, values, y, theme)
    for bar in bars:
        _paint_bar(painter, bar, float(y(np.zeros(1))[0]), theme, texts)
    for bar in bars:
        if bar.chosen and not numbers_fit(bar, texts):
            _paint_beside(painter, bar, place, theme, texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One stacked bar: its parts from the skip connection on, (part, share, its place)."""

    x: float
    parts: tuple[tuple[str, float, QRectF], ...]
    chosen: bool
    """Whether it belongs to the layer of the chosen station."""
    sublayer: str


def bars_of(
    picture: StreamPicture, axis: Axis, values: list[tuple[Shares, float, float]], y: Callable[[_Floats], _Floats], theme: Theme
) -> list[Bar]:
    """The bars, as wide as their distance lets them be.

    Where a norm stands after each sum, a bar stands between the sum and what its norm makes of it.
    """
    middles = [axis.x(shares.station + (0.5 if picture.table.config.norm in ("post", "deepnorm") else 0)) for shares, *_ in values]
    apart = min((after - before for before, after in itertools.pairwise(middles)), default=axis.step)
    width = min(apart * 0.82, float(theme.px(44)))
    found = []
    for (shares, skip, added), x in zip(values, middles, strict=True):
        up, parts = 0.0, []
        for part, value in (("skip", skip), (shares.sublayer, added)):
            start = max(up, 0.0) if value > 0 else 0.0
            top, bottom = sorted(y(np.array([start, start + value])).tolist())
            up = start + value if value > 0 else up
            parts.append((part, value, QRectF(round(x - width / 2) + 0.5, top, round(width), max(bottom - top, 0.0))))
        chosen = picture.place.kind not in ("input", "final_norm") and shares.layer == picture.place.layer
        found.append(Bar(x=x, parts=tuple(parts), chosen=chosen, sublayer=shares.sublayer))
    return found


def fits(value: float, place: QRectF, texts: Texts) -> bool:
    """Whether a number has room on its part of a bar."""
    return texts.width(figure(value), "caption") + 2 <= place.width() and texts.line("caption") <= place.height()


def numbers_fit(bar: Bar, texts: Texts) -> bool:
    """Whether all numbers of a bar have room on it (or there are none)."""
    return all(fits(value, place, texts) or not math.isfinite(value) for _, value, place in bar.parts)


def fill_of(part: str, theme: Theme) -> tuple[QColor, QColor]:
    """(colour, ink on it) of a part: an outline for what the skip connection brings, values' green for attention, else text."""
    if part == "skip":
        return theme.raised, theme.text
    return (theme.value if part == "attention" else theme.text), theme.surface


def _paint_heading(painter: QPainter, title: QRectF, name: str, theme: Theme, texts: Texts) -> None:
    """The heading, and at its right what the colours mean."""
    parts = ("skip", "attention", "feed_forward")
    box = theme.px(10)
    widths = [box + theme.px(5) + texts.width(part_name(part), "caption") + theme.px(12) for part in parts]
    x = title.right() - sum(widths)
    paint_title(painter, QRectF(title.x(), title.y(), max(1.0, x - title.x() - theme.px(8)), title.height()), name, theme, texts)
    for part, width in zip(parts, widths, strict=True):
        color, _ = fill_of(part, theme)
        middle = title.y() + texts.line("caption") / 2
        painter.setPen(QPen(theme.stream, 1))
        painter.setBrush(color)
        painter.drawRect(QRectF(x, middle - box / 2, box, box))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setFont(texts.font("caption"))
        painter.setPen(theme.muted)
        painter.drawStaticText(QPointF(x + box + theme.px(5), title.y()), texts.get(part_name(part), "caption").static)
        x += width


def _paint_bar(painter: QPainter, bar: Bar, zero: float, theme: Theme, texts: Texts) -> None:
    painter.setFont(texts.font("caption"))
    if not all(math.isfinite(value) for _, value, _ in bar.parts):
        text = texts.get("–", "caption")
        painter.setPen(theme.muted)
        painter.drawStaticText(QPointF(bar.x - text.width / 2, zero - text.height), text.static)
        return
    for part, value, place in bar.parts:
        color, ink = fill_of(part, theme)
        painter.setPen(QPen(theme.stream, 1))
        painter.setBrush(color)
        painter.drawRect(place)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if fits(value, place, texts):
            text = texts.get(figure(value), "caption")
            painter.setPen(ink)
            painter.drawStaticText(QPointF(bar.x - text.width / 2, place.center().y() - text.height / 2), text.static)


def beside_places(bar: Bar, place: QRectF, theme: Theme, texts: Texts) -> list[tuple[str, QRectF]]:
    """(number, place) of the numbers of a bar that is too narrow for them, within `place` and apart from each other.

    Those of attention reach to the left and those of the feed-forward network to the right, so that they do not meet.
    """
    found: list[tuple[str, QRectF]] = []
    upper = max(place.top(), min(box.top() for _, _, box in bar.parts))  # a number above the bar would stand at another share
    for part, value, box in bar.parts:
        text = texts.get(figure(value), "caption")
        width, height = text.width + 2 * theme.px(2), text.height
        x = box.right() - width if bar.sublayer == "attention" else box.left()
        if width <= box.width():
            x = bar.x - width / 2
        x = min(max(x, place.left()), place.right() - width)
        middle = box.center().y() if part == "skip" else min(box.center().y(), box.bottom() - height / 2)
        y = min(max(middle - height / 2, upper), place.bottom() - height)
        if found and found[0][1].intersects(QRectF(x, y, width, height)):
            y = found[0][1].top() - height if y <= found[0][1].top() else found[0][1].bottom()
            y = min(max(y, upper), place.bottom() - height)
        found.append((figure(value), QRectF(x, y, width, height)))
    return found


def _paint_beside(painter: QPainter, bar: Bar, place: QRectF, theme: Theme, texts: Texts) -> None:
    """The numbers of a bar of the chosen layer that have no room on it, on small plates in the colours of their parts."""
    painter.setFont(texts.font("caption"))
    for (part, value, inside), (words, box) in zip(bar.parts, beside_places(bar, place, theme, texts), strict=True):
        if fits(value, inside, texts):
            continue
        color, ink = fill_of(part, theme)
        painter.setPen(QPen(theme.stream, 1))
        painter.setBrush(color)
        painter.drawRect(box)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(ink)
        painter.drawStaticText(QPointF(box.x() + theme.px(2), box.y()), texts.get(words, "caption").static)
