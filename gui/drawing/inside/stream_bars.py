"""Whose share of each sum is how large: one stacked bar a sublayer, under its station."""

from __future__ import annotations

import math
from collections.abc import Callable

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
    """Skip connection and sublayer stacked: what points along the sum upwards from 0, what points against it downwards."""
    name = QCoreApplication.translate("Stream", "Shares of each sum")
    _paint_heading(painter, title, name, theme, texts)
    paint_stations(painter, place, axis, picture, theme, texts)
    values = share_values(picture)
    finite = [value for _, *pair in values for value in pair if math.isfinite(value)]
    low, high = min([0.0, *finite]), max([1.0, *finite])
    high += (high - low) * 0.06
    low -= (high - low) * 0.06 if low < 0 else 0.0

    def y(numbers: _Floats) -> _Floats:
        return np.asarray(place.bottom() - (numbers - low) / (high - low) * place.height())

    ticks = [0.0, 0.5, 1.0] if high - low < 2 else list(nice_ticks(low, high, 4))
    paint_ticks(painter, place, [(tick, figure(tick, 1 if high - low < 10 else 0)) for tick in ticks], y, theme, texts)
    painter.setPen(QPen(theme.muted, 1))
    zero = round(float(y(np.zeros(1))[0])) + 0.5
    painter.drawLine(QLineF(place.x(), zero, place.right(), zero))
    for shares, skip, added in values:
        _paint_bar(painter, axis.x(shares.station), axis.step, shares, skip, added, y, theme, texts)


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


def _paint_bar(
    painter: QPainter,
    x: float,
    step: float,
    shares: Shares,
    skip: float,
    added: float,
    y: Callable[[_Floats], _Floats],
    theme: Theme,
    texts: Texts,
) -> None:
    if not (math.isfinite(skip) and math.isfinite(added)):
        text = texts.get("–", "caption")
        painter.setFont(texts.font("caption"))
        painter.setPen(theme.muted)
        painter.drawStaticText(QPointF(x - text.width / 2, float(y(np.zeros(1))[0]) - text.height), text.static)
        return
    width = min(step * 0.76, float(theme.px(44)))
    up = 0.0
    for part, value in (("skip", skip), (shares.sublayer, added)):
        start = max(up, 0.0) if value > 0 else 0.0
        top, bottom = sorted(y(np.array([start, start + value])).tolist())
        up = start + value if value > 0 else up
        color, ink = fill_of(part, theme)
        bar = QRectF(round(x - width / 2) + 0.5, top, round(width), max(bottom - top, 0.0))
        painter.setPen(QPen(theme.stream, 1))
        painter.setBrush(color)
        painter.drawRect(bar)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        text = texts.get(figure(value), "caption")
        if text.width + 4 <= bar.width() and text.height <= bar.height():
            painter.setFont(texts.font("caption"))
            painter.setPen(ink)
            painter.drawStaticText(QPointF(x - text.width / 2, bar.center().y() - text.height / 2), text.static)
