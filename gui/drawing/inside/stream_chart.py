"""How long each token's vector is, station by station: one line a token, and the marks that tell the stations apart."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from core.inside.stream import StationKind
from gui.drawing.inside.stream_words import StreamPicture, figure, kind_name, measure, who
from gui.drawing.map_marks import Texts
from gui.i18n import integer
from gui.theme.theme import Theme

LINES_UP_TO: Final = 256
"""Of more tokens the range is painted, and the chosen one's line."""
_LOG_FROM: Final = 100.0
"""From this ratio between the longest and the shortest vector on the scale is logarithmic."""
_MARKS_FROM: Final = 9
_FAINT: Final = (120, 60)
"""Opacity of the thin lines: where there are few, and where they cover each other."""
_FEW: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """The scales of the chart; the bars share the one of the stations."""

    place: QRectF
    stations: int
    low: float
    high: float
    """Ends of the scale of lengths, as logarithms where that is `log`."""
    log: bool
    ticks: tuple[float, ...]

    @property
    def step(self) -> float:
        """Pixels from station to station."""
        return self.place.width() / self.stations

    def x(self, station: float) -> float:
        """Where a station stands."""
        return self.place.x() + (station + 0.5) * self.step

    def across(self) -> list[float]:
        """Where all stations stand."""
        return [self.x(index) for index in range(self.stations)]

    def y(self, lengths: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where lengths stand; NaN for those that have no place."""
        with np.errstate(all="ignore"):
            values = np.log10(lengths) if self.log else lengths
            share = (values - self.low) / (self.high - self.low)
        found: NDArray[np.float64] = self.place.bottom() - np.where(np.isfinite(share), share, np.nan) * self.place.height()
        return found

    def station_at(self, x: float) -> int:
        """The station nearest to x."""
        return min(max(int((x - self.place.x()) / self.step), 0), self.stations - 1)

    def token_at(self, picture: StreamPicture, x: float, y: float, reach: float) -> int | None:
        """The token whose line is nearest to (x, y) within `reach` pixels."""
        at = min(max((x - self.place.x()) / self.step - 0.5, 0.0), self.stations - 1.0)
        before = min(int(at), max(0, self.stations - 2))
        after = min(before + 1, self.stations - 1)
        rows = [self.y(picture.table.norms[index]) for index in (before, after)]
        between = np.abs(rows[0] + (rows[1] - rows[0]) * (at - before) - y)
        between = np.where(np.isfinite(between), between, np.inf)
        nearest = int(between.argmin())
        return nearest if between[nearest] <= reach else None


def axis_of(picture: StreamPicture, place: QRectF) -> Axis:
    """Scales on which everything finite has room; from 0 up, or logarithmic where lengths differ more than a hundredfold."""
    norms = picture.table.norms
    finite = norms[np.isfinite(norms)]
    positive = finite[finite > 0]
    stations = len(picture.table.stations)
    low, high, log = 0.0, float(positive.max()) if positive.size else 1.0, False
    if positive.size and high / positive.min() > _LOG_FROM:
        log, low, high = True, math.floor(math.log10(positive.min())), math.ceil(math.log10(high))
        step = max(1, math.ceil((high - low) / 5))
        powers = range(int(low), int(high) + 1, step)
        return Axis(place=place, stations=stations, low=low, high=high, log=log, ticks=tuple(10.0**power for power in powers))
    ticks = nice_ticks(low, high, max(2, int(place.height() / 40)))
    high = max(high * 1.12, ticks[-1])
    return Axis(place=place, stations=stations, low=low, high=high, log=log, ticks=ticks)


def nice_ticks(low: float, high: float, count: int) -> tuple[float, ...]:
    """Round numbers from `low` to `high`, about `count` of them: multiples of 1, 2 or 5 times a power of ten."""
    span = max(high - low, 1e-300)
    rough = span / max(1, count)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(index * step for index in range(first, last + 1))


def paint_chart(
    painter: QPainter,
    place: QRectF,
    title: QRectF,
    marks: QRectF,
    axis: Axis,
    picture: StreamPicture,
    theme: Theme,
    texts: Texts,
    lines: QPixmap | None = None,
) -> None:
    """Title, axes, one thin line a token, the chosen one thick with the marks of its stations, and what the marks mean.

    `lines` are the thin ones where they were painted before (`lines_pixmap`).
    """
    name = QCoreApplication.translate("Stream", "Length |x| of each token’s vector, station by station")
    if axis.log:
        name = QCoreApplication.translate("Stream", "Length |x| of each token’s vector, logarithmic scale")
    paint_title(painter, title, name, theme, texts)
    paint_stations(painter, place, axis, picture, theme, texts)
    steps = [tick for tick in axis.ticks if tick > 0]
    digits = max(0, -math.floor(math.log10(min(steps)) + 1e-9)) if steps else 0
    names = [figure(tick, max(0, -round(math.log10(tick))) if axis.log else digits) for tick in axis.ticks]
    paint_ticks(painter, place, list(zip(axis.ticks, names, strict=True)), axis.y, theme, texts)
    if lines is None:
        painter.save()
        painter.setClipRect(_lines_place(place))
        _paint_all(painter, axis, picture, theme)
        painter.restore()
    else:
        painter.drawPixmap(_lines_place(place).topLeft(), lines)
    paint_line(painter, axis, picture, picture.token, theme.text if picture.token is None else theme.query, theme, texts)
    _paint_marks(painter, marks, picture, theme, texts)


def lines_pixmap(place: QRectF, axis: Axis, picture: StreamPicture, theme: Theme, ratio: float) -> QPixmap:
    """The thin lines of all tokens on a transparent ground: they are the same whatever station and token are chosen."""
    area = _lines_place(place)
    pixmap = QPixmap((area.size() * ratio).toSize())
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-area.topLeft())
        _paint_all(painter, axis, picture, theme)
    return pixmap


def _lines_place(place: QRectF) -> QRectF:
    """Where thin lines may be: the axes and a little more, on whole pixels."""
    return QRectF(place.adjusted(-2, -6, 2, 2).toAlignedRect())


def paint_title(painter: QPainter, place: QRectF, name: str, theme: Theme, texts: Texts) -> None:
    """A small heading."""
    painter.setFont(texts.font("caption", True))
    painter.setPen(theme.muted)
    painter.drawStaticText(place.topLeft(), texts.get(name, "caption", bold=True, limit=place.width()).static)


def paint_stations(painter: QPainter, place: QRectF, axis: Axis, picture: StreamPicture, theme: Theme, texts: Texts) -> None:
    """The paper of a diagram: a strip under the chosen station, lines between layers, and the layers named below."""
    painter.fillRect(place, theme.surface)
    strip = QRectF(axis.x(picture.station) - axis.step / 2, place.y(), axis.step, place.height())
    painter.fillRect(strip, theme.raised)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(theme.text, 1, Qt.PenStyle.DotLine))
    painter.drawLine(QLineF(axis.x(picture.station), place.y(), axis.x(picture.station), place.bottom()))
    painter.setPen(QPen(theme.border, 1))
    groups = _groups(picture)
    for first, _, _, _ in groups[1:]:
        edge = axis.x(first) - axis.step / 2
        painter.drawLine(QLineF(edge, place.y(), edge, place.bottom()))
    painter.drawRect(place)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    here = picture.station
    painter.setPen(theme.muted)
    room = theme.px(6)
    spelled = all(
        texts.width(names[0], "caption", True) + room <= (last - first + 1) * axis.step
        for first, last, _, names in groups
        if names[1]
    )
    last_right = -math.inf
    for first, last, middle, names in groups:
        chosen = first <= here <= last
        fits = spelled if names[1] else texts.width(names[0], "caption", True) <= (last - first + 1) * axis.step + room
        text = texts.get(names[0] if fits else names[1], "caption", bold=chosen)
        x = axis.x(middle) - text.width / 2
        if x < last_right + theme.px(4) or not text.width:
            continue
        painter.setFont(texts.font("caption", chosen))
        painter.setPen(theme.text if chosen else theme.muted)
        painter.drawStaticText(QPointF(round(x), place.bottom() + theme.px(4)), text.static)
        last_right = x + text.width


def paint_ticks(
    painter: QPainter,
    place: QRectF,
    ticks: list[tuple[float, str]],
    y: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    theme: Theme,
    texts: Texts,
) -> None:
    """Lines across at round numbers, and the numbers beside them."""
    painter.setFont(texts.font("caption"))
    for (_, name), height in zip(ticks, y(np.array([tick for tick, _ in ticks])).tolist(), strict=True):
        painter.setPen(QPen(theme.border, 1))
        painter.drawLine(QLineF(place.x(), round(height) + 0.5, place.right(), round(height) + 0.5))
        painter.setPen(theme.muted)
        text = texts.get(name, "caption")
        painter.drawStaticText(QPointF(place.x() - theme.px(6) - text.width, height - text.height / 2), text.static)


def paint_line(
    painter: QPainter, axis: Axis, picture: StreamPicture, token: int | None, color: QColor, theme: Theme, texts: Texts
) -> None:
    """The line of one token, or of the mean (dashed), with marks, and its name and length at the chosen station."""
    table = picture.table
    if not table.tokens:
        return
    values = np.array([table.length(index, token) for index in range(len(table.stations))])
    heights, across = axis.y(values), axis.across()
    style = Qt.PenStyle.DashLine if token is None else Qt.PenStyle.SolidLine
    for pen in (QPen(theme.surface, theme.px(4.5)), QPen(color, theme.px(2.5), style)):
        painter.setPen(pen)
        for piece in _pieces(across, heights):
            painter.drawPolyline(piece)
    if axis.step >= theme.px(_MARKS_FROM):
        for index, (place, height) in enumerate(zip(table.stations, heights.tolist(), strict=True)):
            if math.isfinite(height):
                paint_mark(painter, place.kind, QPointF(axis.x(index), height), color, theme)
    name = who(picture, token)
    text = texts.get(f"{name} {measure(float(values[picture.station]))}", "caption", bold=True)
    x, y = _label_place(axis, heights, picture.station, text.width, text.height, theme)
    back = QRectF(x - theme.px(3), y, text.width + theme.px(6), text.height)
    cover = QColor(theme.surface)
    cover.setAlpha(225)
    painter.fillRect(back, cover)
    painter.setFont(texts.font("caption", True))
    painter.setPen(color)
    painter.drawStaticText(QPointF(x, y), text.static)


def _label_place(
    axis: Axis, heights: NDArray[np.float64], station: int, width: float, height: float, theme: Theme
) -> tuple[float, float]:
    """The corner of a label near its point: inside the axes, and where the line covers it least."""
    place, away = axis.place, theme.px(9)
    at, known = axis.x(station), np.isfinite(heights)
    if not known[station]:
        return min(max(at - width / 2, place.x()), place.right() - width), place.y() + away
    middle = float(heights[station])
    stations = np.array(axis.across())[known]
    best, least = (at + away, middle - height - away), math.inf
    for x in (at + away, at - width / 2, at - away - width):
        for y in (middle - height - away, middle + away, middle - height / 2):
            x, y = min(max(x, place.x()), place.right() - width), min(max(y, place.y()), place.bottom() - height)
            line = np.interp(np.linspace(x - 4, x + width + 4, 24), stations, heights[known])
            covered = float(((line > y - 5) & (line < y + height + 5)).sum()) + abs(y + height / 2 - middle) / 1000
            if covered < least:
                best, least = (x, y), covered
    return best


def paint_mark(painter: QPainter, kind: StationKind, at: QPointF, color: QColor, theme: Theme) -> None:
    """A disc after attention, a square after feed-forward, hollow before the norm; a triangle for an encoding, else a diamond."""
    half = theme.px(7) / 2
    hollow = kind in ("attention_sum", "feed_forward_sum", "input")
    painter.setPen(QPen(color, theme.px(1.5)))
    painter.setBrush(theme.surface if hollow else color)
    if kind in ("attention", "attention_sum"):
        painter.drawEllipse(at, half, half)
    elif kind in ("feed_forward", "feed_forward_sum"):
        painter.drawRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))
    else:
        big = half * 1.35
        corners = [(0, -big), (big, big), (-big, big)] if kind == "encoding" else [(0, -big), (big, 0), (0, big), (-big, 0)]
        painter.drawPolygon(QPolygonF([at + QPointF(x, y) for x, y in corners]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def marks_height(width: float, picture: StreamPicture, theme: Theme, texts: Texts) -> float:
    """Height of what the marks mean, in as many lines as it takes."""
    places = _mark_places(QRectF(0, 0, width, 0), picture, theme, texts)
    return places[-1][1].y() + texts.line("caption") + theme.px(2)


def _mark_places(place: QRectF, picture: StreamPicture, theme: Theme, texts: Texts) -> list[tuple[StationKind, QPointF]]:
    kinds = list(dict.fromkeys(station.kind for station in picture.table.stations))
    x, y, found = place.x(), place.y(), []
    for kind in kinds:
        width = theme.px(15) + texts.width(kind_name(kind), "caption")
        if x > place.x() and x + width > place.right():
            x, y = place.x(), y + texts.line("caption") + theme.px(2)
        found.append((kind, QPointF(x, y)))
        x += width + theme.px(14)
    return found


def _paint_marks(painter: QPainter, place: QRectF, picture: StreamPicture, theme: Theme, texts: Texts) -> None:
    for kind, at in _mark_places(place, picture, theme, texts):
        text = texts.get(kind_name(kind), "caption", limit=max(1.0, place.right() - at.x() - theme.px(15)))
        paint_mark(painter, kind, at + QPointF(theme.px(5), text.height / 2), theme.muted, theme)
        painter.setFont(texts.font("caption"))
        painter.setPen(theme.muted)
        painter.drawStaticText(at + QPointF(theme.px(15), 0), text.static)


def _paint_all(painter: QPainter, axis: Axis, picture: StreamPicture, theme: Theme) -> None:
    """All tokens: their thin lines, or of very many the range."""
    norms = picture.table.norms
    faint = QColor(theme.stream)
    faint.setAlpha(_FAINT[picture.table.tokens > _FEW])
    if picture.table.tokens <= LINES_UP_TO:
        painter.setPen(QPen(faint, 1))
        heights, across = axis.y(norms), axis.across()
        for column in heights.T:
            for piece in _pieces(across, column):
                painter.drawPolyline(piece)
        return
    finite = np.where(np.isfinite(norms), norms, np.nan)
    rows = [row[np.isfinite(row)] for row in finite]
    ends = [(float(row.min()), float(row.max())) if row.size else (math.nan, math.nan) for row in rows]
    low, high = axis.y(np.array([end[0] for end in ends])), axis.y(np.array([end[1] for end in ends]))
    known = np.flatnonzero(np.isfinite(low) & np.isfinite(high)).tolist()
    outline = [QPointF(axis.x(i), high[i]) for i in known] + [QPointF(axis.x(i), low[i]) for i in reversed(known)]
    painter.setPen(QPen(faint, 1))
    painter.setBrush(theme.raised)
    painter.drawPolygon(QPolygonF(outline))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _pieces(across: list[float], heights: NDArray[np.float64]) -> list[QPolygonF]:
    """A line through the stations, cut where a height is missing."""
    places = heights.tolist()
    if np.isfinite(heights).all():
        return [QPolygonF([QPointF(x, y) for x, y in zip(across, places, strict=True)])]
    pieces: list[list[QPointF]] = [[]]
    for x, y in zip(across, places, strict=True):
        if math.isfinite(y):
            pieces[-1].append(QPointF(x, y))
        elif pieces[-1]:
            pieces.append([])
    return [QPolygonF(piece) for piece in pieces if piece]


def _groups(picture: StreamPicture) -> list[tuple[int, int, float, tuple[str, str]]]:
    """(first station, last station, middle, name and short name) of the input, of each layer and of the final norm."""
    found: dict[object, list[int]] = {}
    for index, place in enumerate(picture.table.stations):
        found.setdefault(place.kind if place.kind in ("input", "final_norm") else place.layer, []).append(index)
    groups = []
    for key, members in found.items():
        if isinstance(key, int):
            number = integer(key + 1)
            names = (QCoreApplication.translate("Stream", "layer {layer}").format(layer=number), number)
        else:
            whole = {
                "input": QCoreApplication.translate("Stream", "input"),
                "final_norm": QCoreApplication.translate("Stream", "norm"),
            }
            names = (whole[str(key)], "")
        groups.append((members[0], members[-1], (members[0] + members[-1]) / 2, names))
    return groups
