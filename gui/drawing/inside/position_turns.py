"""Rotary positions: pairs of numbers as hands that turn, and the product of a query and a key after turning."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from core.inside.positions import RotaryTables
from gui.drawing.inside.position_axes import Axes, brief, paint_band, paint_dots, paint_frame, paint_line, ticks
from gui.drawing.inside.position_parts import PositionsPicture, paint_text, paint_title, parts_of
from gui.drawing.labels import isolated
from gui.drawing.map_marks import Texts
from gui.i18n import decimal, integer
from gui.theme.theme import Theme

MOST_CIRCLES: Final = 8
_TRACE_UNTIL: Final = 128
"""Positions up to which each one is a point on the large circle."""


def rotary_of(picture: PositionsPicture) -> RotaryTables:
    """The tables of rotary positions."""
    assert picture.tables is not None
    assert picture.tables.rotary is not None
    return picture.tables.rotary


def shown_pairs(count: int) -> tuple[int, ...]:
    """Pairs that get a small circle: all, or the first, the last and others evenly between."""
    if count <= MOST_CIRCLES:
        return tuple(range(count))
    return tuple(dict.fromkeys(round(i * (count - 1) / (MOST_CIRCLES - 1)) for i in range(MOST_CIRCLES)))


def paint_hands(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """The chosen pair, large, with its angles in words."""
    rotary, pair = rotary_of(picture), picture.pair
    half = len(rotary.frequencies)
    template = QCoreApplication.translate("Positions", "Pair {pair} of 0 … {last}: the numbers {i} and {j} of q and k")
    title = template.format(pair=integer(pair), last=integer(half - 1), i=integer(pair), j=integer(pair + half))
    parts = parts_of(rect, hand_words(picture), theme, texts)
    paint_title(painter, parts, title, hand_words(picture), theme, texts)
    side = min(parts.body.width() * 0.5, parts.body.height())
    circle = QRectF(parts.body.left() + theme.px(4), parts.body.center().y() - side / 2, side, side)
    _paint_circle(painter, circle.adjusted(4, 4, -4, -4), picture, pair, theme, large=True)
    frequency = float(rotary.frequencies[pair])
    rows = [
        (QCoreApplication.translate("Positions", "query"), theme.query, picture.first),
        (QCoreApplication.translate("Positions", "key"), theme.key, picture.second),
        (QCoreApplication.translate("Positions", "between"), theme.position, picture.first - picture.second),
    ]
    left, line = circle.right() + theme.px(18), texts.line("caption")
    y = circle.center().y() - 3.5 * (line + theme.px(2))
    for name, color, steps in rows:
        angle = steps * frequency if steps < 0 else float(rotary.angles[steps, pair])
        painter.setPen(color)
        paint_text(painter, QPointF(left, y), name, texts, bold=True, limit=rect.right() - left)
        painter.setPen(theme.text)
        template = QCoreApplication.translate("Positions", "{steps} · {frequency} = {angle} rad")
        words = template.format(steps=integer(steps), frequency=brief(frequency), angle=decimal(angle, 3))
        paint_text(painter, QPointF(left, y + line), words, texts, limit=rect.right() - left)
        y += 2 * line + theme.px(6)
    degrees = QCoreApplication.translate("Positions", "= {degrees}° on the circle").format(
        degrees=decimal(math.degrees((picture.first - picture.second) * frequency) % 360, 1)
    )
    paint_text(painter, QPointF(left, y - theme.px(6)), degrees, texts, limit=rect.right() - left)


def hand_words(picture: PositionsPicture) -> str:
    """What the hands mean."""
    return QCoreApplication.translate(
        "Positions",
        "Solid hand: query; dashed: key; both turn by {frequency} rad with every position. Moved together they keep their angle.",
    ).format(frequency=brief(float(rotary_of(picture).frequencies[picture.pair])))


def circle_rects(rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> list[tuple[int, QRectF]]:
    """Pair and place of each small circle."""
    pairs = shown_pairs(len(rotary_of(picture).frequencies))
    body = parts_of(rect, circle_words(), theme, texts).body
    columns = min(len(pairs), 4)
    rows = -(-len(pairs) // columns)
    width, height = body.width() / columns, body.height() / rows
    side = min(width - theme.px(8), height - texts.line("caption") - theme.px(8))
    places = []
    for at, pair in enumerate(pairs):
        down, across = divmod(at, columns)
        middle = body.left() + (across + 0.5) * width
        places.append((pair, QRectF(middle - side / 2, body.top() + down * height + theme.px(2), side, side)))
    return places


def circle_words() -> str:
    """What the small circles show."""
    return QCoreApplication.translate(
        "Positions", "Early pairs turn fast and tell neighbours apart; late pairs turn slowly and tell near from far."
    )


def paint_circles(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """Pairs from the fastest to the slowest, at the same two positions."""
    rotary = rotary_of(picture)
    parts = parts_of(rect, circle_words(), theme, texts)
    title = QCoreApplication.translate("Positions", "From fast to slow: pair, and positions for a whole turn")
    paint_title(painter, parts, title, circle_words(), theme, texts)
    for pair, place in circle_rects(rect, picture, theme, texts):
        chosen = pair == picture.pair
        _paint_circle(painter, place, picture, pair, theme, large=False)
        name = f"{integer(pair)} · {brief(float(rotary.wavelengths[pair]))}"
        painter.setPen(theme.position if chosen else theme.muted)
        width = texts.width(name, "caption", bold=chosen)
        paint_text(painter, QPointF(place.center().x() - width / 2, place.bottom() + theme.px(3)), name, texts, bold=chosen)


def _paint_circle(painter: QPainter, place: QRectF, picture: PositionsPicture, pair: int, theme: Theme, *, large: bool) -> None:
    rotary, centre, radius = rotary_of(picture), place.center(), place.width() / 2
    chosen = pair == picture.pair and not large

    def tip(position: int, share: float = 1.0) -> QPointF:
        """Counter-clockwise from the right, as in mathematics."""
        across, up = float(rotary.cosines[position, pair]), float(rotary.sines[position, pair])
        return centre + QPointF(across * radius * share, -up * radius * share)

    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.position, theme.px(2)) if chosen else QPen(theme.border, theme.px(1)))
    painter.setBrush(theme.surface)
    painter.drawEllipse(place)
    painter.setPen(QPen(theme.border, 1))
    painter.drawLine(QLineF(centre, centre + QPointF(radius, 0)))
    if large:
        positions = range(min(picture.length, _TRACE_UNTIL))
        paint_dots(painter, QPolygonF([tip(position) for position in positions]), theme.muted, theme.px(2))
        start = math.degrees(float(rotary.angles[picture.second, pair]))
        span = (picture.first - picture.second) * math.degrees(float(rotary.frequencies[pair]))
        span = math.copysign(min(abs(span), 360.0), span)
        painter.setPen(QPen(theme.position, theme.px(3)))
        third = radius * 0.35
        arc = QRectF(centre.x() - third, centre.y() - third, 2 * third, 2 * third)
        painter.drawArc(arc, round(start % 360 * 16), round(span * 16))
    if picture.hovered is not None and picture.hovered < picture.length:
        painter.setPen(QPen(theme.muted, theme.px(1)))
        painter.drawLine(QLineF(centre, tip(picture.hovered, 0.95)))
    width = theme.px(3 if large else 2)
    for position, color, style in (
        (picture.second, theme.key, Qt.PenStyle.DashLine),
        (picture.first, theme.query, Qt.PenStyle.SolidLine),
    ):
        _paint_hand(painter, centre, tip(position, 0.88), color, style, width, theme)
    paint_dots(painter, QPolygonF([centre]), theme.text, theme.px(2))
    painter.restore()


def _paint_hand(
    painter: QPainter, centre: QPointF, end: QPointF, color: QColor, style: Qt.PenStyle, width: float, theme: Theme
) -> None:
    painter.setPen(QPen(color, width, style, c=Qt.PenCapStyle.FlatCap))
    painter.drawLine(QLineF(centre, end))
    paint_dots(painter, QPolygonF([end]), color, width + theme.px(1))


# The product after turning


def turned_axes(rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> Axes:
    """The axes of q·k against r − p."""
    body = parts_of(rect, turned_words(picture), theme, texts).body
    gathered = rotary_of(picture).by_distance
    low, high = float(gathered.lowest.min()), float(gathered.highest.max())
    room = max(high - low, 1e-12) * 0.08
    furthest = float(max(1, gathered.distances[-1]))
    area = body.adjusted(theme.px(48), 0, -theme.px(6), -texts.line("caption") - theme.px(6))
    return Axes(area, (-furthest, furthest), (low - room, high + room))


def turned_words(picture: PositionsPicture) -> str:
    """What is measured about the product."""
    rotary = rotary_of(picture)
    places = picture.checked
    whose = (
        QCoreApplication.translate("Positions", "query of “{query}” and key of “{key}”").format(
            query=isolated(picture.names[places[0]]), key=isolated(picture.names[places[1]])
        )
        if places is not None
        else QCoreApplication.translate("Positions", "query and key of tokens {query} and {key} of the vocabulary").format(
            query=integer(rotary.ids[0]), key=integer(rotary.ids[1])
        )
    )
    if rotary.distance_only:
        template = QCoreApplication.translate(
            "Positions",
            "Measured with the {whose}, head {head} of layer 1: only the distance matters. Moved together from (p, r) to "
            "(p + s, r + s), q·k changes by at most {spread} (rounding; largest {largest}).",
        )
    else:
        template = QCoreApplication.translate(
            "Positions",
            "Measured with the {whose}, head {head} of layer 1: moved together from (p, r) to (p + s, r + s), q·k changes by up to "
            "{spread} (largest {largest}).",
        )
    head = integer(rotary.head + 1)
    words = template.format(whose=whose, head=head, spread=brief(rotary.by_distance.spread), largest=brief(rotary.largest))
    if picture.tables is not None and picture.tables.placed == "query-key":
        marked = QCoreApplication.translate(
            "Positions", "Marked: the q·k of the chosen positions, which in layer 1 Arithmetic shows too."
        )
        words = f"{words} {marked}"
    count = int(rotary.by_distance.distances[-1]) + 1
    if count < picture.length:
        more = QCoreApplication.translate("Positions", "Of the first {n} positions.").format(n=integer(count))
        words = f"{words} {more}"
    return words


def paint_turned_products(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """q·k of one query and one key, at all pairs of positions, against how far the key stands behind or ahead."""
    gathered, words = rotary_of(picture).by_distance, turned_words(picture)
    title = QCoreApplication.translate("Positions", "q · k after turning, against the distance r − p (key minus query)")
    paint_title(painter, parts_of(rect, words, theme, texts), title, words, theme, texts)
    axes = turned_axes(rect, picture, theme, texts)
    x_ticks = [x for x in ticks(*axes.x, max(3, int(axes.area.width() / theme.px(64)))) if x == round(x)]
    y_ticks = ticks(*axes.y, max(2, int(axes.area.height() / theme.px(32))))
    paint_frame(painter, axes, x_ticks, y_ticks, theme, texts, QCoreApplication.translate("Positions", "distance"))
    x = np.asarray(gathered.distances)
    paint_band(painter, axes.points(x, gathered.lowest), axes.points(x, gathered.highest), theme.position)
    paint_line(painter, axes.points(x, gathered.mean), theme.position, theme.px(2))


def mark_turned_products(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """The distance of the chosen pair of positions."""
    gathered, axes = rotary_of(picture).by_distance, turned_axes(rect, picture, theme, texts)
    place = picture.second - picture.first + int(gathered.distances[-1])
    if not 0 <= place < len(gathered.mean):
        return
    value = rotary_of(picture).product(picture.first, picture.second)
    point = axes.at(picture.second - picture.first, value)
    painter.setPen(QPen(theme.text, 1, Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(point.x(), axes.area.top(), point.x(), axes.area.bottom()))
    paint_dots(painter, QPolygonF([point]), theme.surface, theme.px(6))
    paint_dots(painter, QPolygonF([point]), theme.text, theme.px(4))
    text = f"q·k = {decimal(value, 4)}"
    width = texts.width(text, "caption", bold=True)
    left = point.x() + theme.px(10)
    left = left if left + width < axes.area.right() else point.x() - theme.px(10) - width
    plate = QRectF(left, axes.area.top() + theme.px(2), width, texts.line("caption"))
    painter.fillRect(
        plate.adjusted(-theme.px(3), 0, theme.px(3), 0), theme.surface
    )  # where the curve is dense it would cross the number
    painter.setPen(theme.text)
    paint_text(painter, plate.topLeft(), text, texts, bold=True)
