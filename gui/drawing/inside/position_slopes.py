"""ALiBi: what each head takes off a score with every step of distance, as lines and as numbers."""

from __future__ import annotations

from math import log
from typing import Final

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from core.inside.positions import AlibiTables
from gui.drawing.inside.position_axes import Axes, brief, paint_dots, paint_frame, paint_line, thinned, ticks
from gui.drawing.inside.position_parts import PositionsPicture, paint_text, paint_title, parts_of
from gui.drawing.map_marks import Texts
from gui.i18n import decimal, integer
from gui.theme.theme import FontRole, Theme

DEEPEST: Final = -6.0
"""The picture ends here: e⁻⁶ is a four-hundredth."""
_TABLE: Final = 640
"""Widest that the table becomes."""
_NUMBERS: Final = 26
"""Room on the right for the numbers of the heads."""


def alibi_of(picture: PositionsPicture) -> AlibiTables:
    """The tables of ALiBi."""
    assert picture.tables is not None
    assert picture.tables.alibi is not None
    return picture.tables.alibi


def slope_words(slope: float) -> str:
    """1/2, 1/256, or a decimal number where it is no such fraction."""
    whole = round(1 / slope)
    return f"1/{integer(whole)}" if abs(whole * slope - 1) < 1e-6 else decimal(slope, 4)


def slope_axes(rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> Axes:
    """The axes of the lines."""
    body = parts_of(rect, _slope_words(), theme, texts).body
    deepest = max(DEEPEST, float(alibi_of(picture).penalties.min()) * 1.05)
    area = body.adjusted(theme.px(40), 0, -theme.px(_NUMBERS), -texts.line("caption") - theme.px(6))
    return Axes(area, (0.0, float(max(1, picture.length - 1))), (min(deepest, -0.75), 0.0))


def paint_slopes(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """−slope·distance of every head, with the number of the head where its line ends."""
    words = _slope_words()
    title = QCoreApplication.translate("Positions", "Added to a score: −slope · distance, by head")
    paint_title(painter, parts_of(rect, words, theme, texts), title, words, theme, texts)
    axes, alibi = slope_axes(rect, picture, theme, texts), alibi_of(picture)
    x_ticks = [x for x in ticks(*axes.x, max(2, int(axes.area.width() / theme.px(56)))) if x == round(x)]
    y_ticks = ticks(*axes.y, max(2, int(axes.area.height() / theme.px(36))))
    paint_frame(painter, axes, x_ticks, y_ticks, theme, texts, QCoreApplication.translate("Positions", "distance"))
    half = axes.at(0, -log(2)).y()
    painter.setPen(QPen(theme.muted, theme.px(1), Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(axes.area.left(), half, axes.area.right(), half))
    ends, line, lowest = [], texts.line("caption"), axes.area.top() - texts.line("caption") / 2
    for head, slope in enumerate(alibi.slopes.tolist()):
        furthest = min(axes.x[1], axes.y[0] / -slope)
        paint_line(painter, axes.points([0.0, furthest], [0.0, -slope * furthest]), theme.position, theme.px(1.5))
        ends.append((axes.at(furthest, -slope * furthest), integer(head + 1)))
    painter.setPen(theme.position)
    for point, name in reversed(ends):  # the flattest first: from top to bottom
        if point.y() < axes.area.bottom() - 1:
            top = max(lowest, point.y() - line / 2)
            if top - (point.y() - line / 2) <= line / 2:  # where lines lie closer than names, some go without; the table has all
                paint_text(painter, QPointF(axes.area.right() + theme.px(5), top), name, texts, bold=True)
                lowest = top + line * 0.95
    taken = axes.area.left()
    for point, name in ends:
        if point.y() >= axes.area.bottom() - 1:
            left = point.x() + theme.px(3)
            if left > taken:
                paint_text(painter, QPointF(left, axes.area.bottom() - line - 1), name, texts, bold=True)
                taken = left + texts.width(name, "caption", bold=True)


def mark_slopes(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """The distance of the chosen pair."""
    axes, alibi = slope_axes(rect, picture, theme, texts), alibi_of(picture)
    distance = abs(picture.first - picture.second)
    place = axes.at(distance, 0).x()
    painter.setPen(QPen(theme.text, 1, Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(place, axes.area.top(), place, axes.area.bottom()))
    heights = alibi.penalties[:, distance]
    shown = heights[heights >= axes.y[0]].tolist()
    paint_dots(painter, QPolygonF([axes.at(distance, height) for height in shown]), theme.text, theme.px(3))


def kept_axes(rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> Axes:
    """The axes of what is left of a weight."""
    body = parts_of(rect, _kept_words(), theme, texts).body
    area = body.adjusted(theme.px(40), theme.px(4), -theme.px(_NUMBERS), -texts.line("caption") - theme.px(6))
    return Axes(area, (0.0, float(max(1, picture.length - 1))), (0.0, 1.0))


def paint_kept(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """e^(−slope·distance) of every head, with the number of the head at the end of its curve, and the line of one half."""
    words = _kept_words()
    title = QCoreApplication.translate("Positions", "What is left of a weight: e^(−slope · distance), by head")
    paint_title(painter, parts_of(rect, words, theme, texts), title, words, theme, texts)
    axes, alibi = kept_axes(rect, picture, theme, texts), alibi_of(picture)
    x_ticks = [x for x in ticks(*axes.x, max(2, int(axes.area.width() / theme.px(56)))) if x == round(x)]
    distance = QCoreApplication.translate("Positions", "distance")
    paint_frame(painter, axes, x_ticks, [0.0, 0.25, 0.5, 0.75, 1.0], theme, texts, distance)
    half = axes.at(0, 0.5).y()
    painter.setPen(QPen(theme.muted, theme.px(1), Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(axes.area.left(), half, axes.area.right(), half))
    line, lowest = texts.line("caption"), axes.area.top() - texts.line("caption") / 2
    ends = []
    for head, factors in enumerate(alibi.factors):
        kept = thinned(factors, max(8, int(axes.area.width())))
        paint_line(painter, axes.points(kept, factors[kept]), theme.position, theme.px(1.5))
        ends.append((axes.at(axes.x[1], float(factors[-1])), integer(head + 1)))
    painter.setPen(theme.position)
    for point, name in reversed(ends):
        top = max(lowest, point.y() - line / 2)
        if top - (point.y() - line / 2) <= line / 2:  # as beside the slopes: the table has all
            paint_text(painter, QPointF(axes.area.right() + theme.px(5), top), name, texts, bold=True)
            lowest = top + line * 0.95


def mark_kept(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """The distance of the chosen pair."""
    axes, alibi = kept_axes(rect, picture, theme, texts), alibi_of(picture)
    distance = abs(picture.first - picture.second)
    place = axes.at(distance, 0).x()
    painter.setPen(QPen(theme.text, 1, Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(place, axes.area.top(), place, axes.area.bottom()))
    dots = [axes.at(distance, height) for height in alibi.factors[:, distance].tolist()]
    paint_dots(painter, QPolygonF(dots), theme.text, theme.px(3))


def _kept_words() -> str:
    return QCoreApplication.translate(
        "Positions", "A head with a steep slope sees its neighbours only, one with a flat slope the whole sentence."
    )


def _slope_words() -> str:
    return QCoreApplication.translate(
        "Positions",
        "Nothing is learned here. Before softmax every step of distance takes off the slope; at the dashed line (−ln 2) half of "
        "the weight is left, before the row is made to sum to 1 again.",
    )


def table_height(picture: PositionsPicture, theme: Theme, texts: Texts) -> float:
    """Height that the table needs: a line a head."""
    rows = len(alibi_of(picture).slopes) + 2
    return rows * (texts.line("figure") + theme.px(3)) + texts.line("control") + theme.px(16)


def paint_table(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """Each head in numbers, also at the distance of the chosen pair."""
    alibi, distance = alibi_of(picture), abs(picture.first - picture.second)
    parts = parts_of(QRectF(rect.left(), rect.top(), min(rect.width(), theme.px(_TABLE)), rect.height()), "", theme, texts)
    title = QCoreApplication.translate("Positions", "The slopes, and what they do at distance {distance}")
    paint_title(painter, parts, title.format(distance=integer(distance)), "", theme, texts)
    heads = (
        QCoreApplication.translate("Positions", "head"),
        QCoreApplication.translate("Positions", "slope"),
        QCoreApplication.translate("Positions", "half at (tokens)"),
        QCoreApplication.translate("Positions", "added to the score"),
        QCoreApplication.translate("Positions", "weight × (factor)"),
    )
    added, kept = alibi.penalties[:, distance].tolist(), alibi.factors[:, distance].tolist()
    rows = [
        (
            integer(head + 1),
            slope_words(slope),
            brief(float(alibi.half_distances[head])),
            decimal(added[head], 3),
            decimal(kept[head], 3),
        )
        for head, slope in enumerate(alibi.slopes.tolist())
    ]
    width, line = parts.body.width() / len(heads), texts.line("figure") + theme.px(3)
    y = parts.body.top()
    painter.setPen(theme.muted)
    for at, name in enumerate(heads):
        _right(painter, parts.body.left() + (at + 1) * width, y, name, texts, "caption", width)
    y += line
    painter.setPen(QPen(theme.border, 1))
    painter.drawLine(QLineF(parts.body.left(), round(y) - 0.5, parts.body.right(), round(y) - 0.5))
    for row in rows:
        for at, text in enumerate(row):
            painter.setPen(theme.position if at == 0 else theme.text)
            _right(painter, parts.body.left() + (at + 1) * width, y + theme.px(2), text, texts, "figure", width)
        y += line


def _right(painter: QPainter, end: float, y: float, text: str, texts: Texts, role: FontRole, limit: float) -> None:
    prepared = texts.get(text, role, limit=limit)
    painter.setFont(texts.font(role))
    painter.drawStaticText(QPointF(end - prepared.width, y), prepared.static)
