"""The pictures of an encoding of positions: what stands where, and the sentence over them."""

from __future__ import annotations

from dataclasses import dataclass, field
from string import Formatter
from typing import Final, Literal

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from core.inside.positions import PositionTables
from gui.drawing.inside import position_added, position_slopes, position_turns
from gui.drawing.inside.position_axes import brief
from gui.drawing.inside.position_parts import PositionsPicture
from gui.drawing.map_marks import Texts, is_vector
from gui.i18n import decimal, integer
from gui.theme.theme import FontRole, Theme

Panel = Literal["matrix", "curves", "distance", "layouts", "hands", "circles", "turned", "slopes", "kept", "table", "nothing"]

WIDE_FROM: Final = 600
"""Two columns from this width on."""
_GAP: Final = 20
_TALL: Final[dict[Panel, int]] = {
    "matrix": 226,
    "curves": 226,
    "distance": 206,
    "layouts": 206,
    "hands": 236,
    "circles": 236,
    "turned": 200,
    "slopes": 250,
    "kept": 250,
    "table": 60,
    "nothing": 160,
}
"""Lowest height of each panel."""


@dataclass(frozen=True, slots=True)
class PositionsLayout:
    """Where everything stands."""

    words: QRectF
    """What the encoding is, in small type."""
    statement: QRectF
    panels: dict[Panel, QRectF] = field(default_factory=dict)


def rows_of(picture: PositionsPicture, *, wide: bool) -> list[list[Panel]]:
    """The panels of an encoding, row by row."""
    tables = picture.tables
    if tables is None or tables.position == "none":
        return [["nothing"]]
    if tables.rotary is not None:
        return [["hands", "circles"], ["turned"]] if wide else [["hands"], ["circles"], ["turned"]]
    if tables.alibi is not None:
        return [["slopes", "kept"], ["table"]] if wide else [["slopes"], ["kept"], ["table"]]
    both: list[Panel] = ["distance", "layouts"] if tables.added is not None and tables.added.other is not None else ["distance"]
    return [["matrix", "curves"], both] if wide else [["matrix"], ["curves"], *([name] for name in both)]


def needed_height(width: float, picture: PositionsPicture, theme: Theme, texts: Texts) -> int:
    """The least height in which nothing is crowded."""
    rows = rows_of(picture, wide=width >= theme.px(WIDE_FROM))
    heights = sum(_tallest(row, picture, theme, texts) for row in rows)
    return round(_head(theme, texts) + heights + theme.px(_GAP) * (len(rows) - 1))


def positions_layout(rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> PositionsLayout:
    """Share out `rect`; what is left over goes to all rows of pictures alike."""
    rows = rows_of(picture, wide=rect.width() >= theme.px(WIDE_FROM))
    line, gap = texts.line("caption"), theme.px(_GAP)
    words = QRectF(rect.left(), rect.top(), rect.width(), line)
    statement = QRectF(rect.left(), words.bottom() + theme.px(2), rect.width(), texts.line("statement"))
    top, left_over = rect.top() + _head(theme, texts), rect.height() - needed_height(rect.width(), picture, theme, texts)
    panels: dict[Panel, QRectF] = {}
    growing = [row for row in rows if row != ["table"]]
    for row in rows:
        height = _tallest(row, picture, theme, texts) + (max(0.0, left_over / len(growing)) if row in growing else 0.0)
        width = (rect.width() - gap * (len(row) - 1)) / len(row)
        for at, name in enumerate(row):
            panels[name] = QRectF(rect.left() + at * (width + gap), top, width, height)
        top += height + gap
    return PositionsLayout(words, statement, panels)


def paint_positions(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts | None = None) -> None:
    """Paint everything: the pictures and what is chosen in them."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    layout = positions_layout(rect, picture, theme, texts)
    paint_still(painter, layout, picture, theme, texts)
    paint_marks(painter, layout, picture, theme, texts)


def paint_still(painter: QPainter, layout: PositionsLayout, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """Paint what does not follow the chosen positions."""
    painter.save()
    painter.setPen(theme.muted)
    painter.setFont(texts.font("caption"))
    painter.drawStaticText(layout.words.topLeft(), texts.get(headline(picture), "caption", limit=layout.words.width()).static)
    for name, rect in layout.panels.items():
        match name:
            case "matrix":
                position_added.paint_matrix(painter, rect, picture, theme, texts)
            case "curves":
                position_added.paint_curves(painter, rect, picture, theme, texts)
            case "distance":
                position_added.paint_distance(painter, rect, picture, theme, texts)
            case "layouts":
                position_added.paint_layouts(painter, rect, picture, theme, texts)
            case "turned":
                position_turns.paint_turned_products(painter, rect, picture, theme, texts)
            case "slopes":
                position_slopes.paint_slopes(painter, rect, picture, theme, texts)
            case "kept":
                position_slopes.paint_kept(painter, rect, picture, theme, texts)
            case "nothing":
                _paint_nothing(painter, rect, picture, theme, texts)
            case _:
                pass  # all of it follows the chosen positions
    painter.restore()


def paint_marks(painter: QPainter, layout: PositionsLayout, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """Paint what follows the chosen positions, and the sentence about them."""
    painter.save()
    _paint_statement(painter, layout.statement, picture, theme, texts)
    for name, rect in layout.panels.items():
        match name:
            case "matrix":
                position_added.mark_matrix(painter, rect, picture, theme, texts)
            case "curves":
                position_added.mark_curves(painter, rect, picture, theme, texts)
            case "distance":
                position_added.mark_distance(painter, rect, picture, theme, texts)
            case "hands":
                position_turns.paint_hands(painter, rect, picture, theme, texts)
            case "circles":
                position_turns.paint_circles(painter, rect, picture, theme, texts)
            case "turned":
                position_turns.mark_turned_products(painter, rect, picture, theme, texts)
            case "slopes":
                position_slopes.mark_slopes(painter, rect, picture, theme, texts)
            case "kept":
                position_slopes.mark_kept(painter, rect, picture, theme, texts)
            case "table":
                position_slopes.paint_table(painter, rect, picture, theme, texts)
            case _:
                pass  # nothing in it can be chosen
    painter.restore()


def headline(picture: PositionsPicture) -> str:
    """What the encoding is and how many positions are shown; whether the model uses it at all."""
    tables = picture.tables
    if tables is None:
        return ""
    parts = [picture.words] if picture.words else []
    if tables.position != "none":
        text = QCoreApplication.translate("Positions", "{n} positions, counted from 0")
        if tables.rows is not None and tables.rows > tables.length:
            text = QCoreApplication.translate("Positions", "the first {n} of {rows} positions, from 0")
        parts.append(text.format(n=integer(tables.length), rows=integer(tables.rows or tables.length)))
        if tables.placed == "none":
            parts.append(QCoreApplication.translate("Positions", "not in use: it enters nowhere"))
    return " · ".join(parts)


def nothing_words(tables: PositionTables | None) -> str:
    """What stands where there is no encoding to show."""
    if tables is None:
        return QCoreApplication.translate(
            "Positions", "Type a sentence above: here you will see how the order of its words enters."
        )
    return QCoreApplication.translate(
        "Positions",
        "Shuffle the words, and every row of attention is shuffled along with them; nothing else changes, unless a causal mask "
        "tells before from after. The order experiment measures it. Choose an encoding on the left to give the words an order.",
    )


def nothing_title(tables: PositionTables | None) -> str:
    """What stands above it in large type."""
    return "" if tables is None else QCoreApplication.translate("Positions", "Without positions the sentence is a set")


def _paint_nothing(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    width = min(rect.width(), theme.px(560))
    words = nothing_words(picture.tables)
    below = texts.wrapped(words, "text", width)
    title = QRectF(rect.center().x() - width / 2, rect.center().y() - below, width, texts.line("statement") * 1.2)
    flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    painter.setFont(texts.font("statement", bold=True))
    painter.setPen(theme.text)
    painter.drawText(title, int(flags), nothing_title(picture.tables))
    painter.setFont(texts.font("text"))
    painter.setPen(theme.muted)
    painter.drawText(QRectF(title.left(), title.bottom() + theme.px(8), width, below + theme.px(4)), int(flags), words)


def statement_parts(picture: PositionsPicture, theme: Theme) -> list[tuple[str, QColor]]:
    """The sentence about the two chosen positions, in pieces with their colours."""
    tables = picture.tables
    if tables is None or tables.position == "none":
        return []
    template, values = _statement(picture)
    colors = {"query": theme.query, "key": theme.key}
    values |= {"query": picture.name_of(picture.first), "key": picture.name_of(picture.second)}
    parts = []
    for plain, name, _, _ in Formatter().parse(template):
        parts.append((plain, theme.text))
        if name is not None:
            parts.append((values[name], colors.get(name, theme.text)))
    return [part for part in parts if part[0]]


def _statement(picture: PositionsPicture) -> tuple[str, dict[str, str]]:
    tables, first, second = picture.tables, picture.first, picture.second
    assert tables is not None
    distance = abs(first - second)
    if tables.rotary is not None:
        angle = float(tables.rotary.angles[distance, picture.pair])
        template = QCoreApplication.translate("Positions", "{query} and {key}: pair {pair} stands {angle} rad apart")
        return template, {"pair": integer(picture.pair), "angle": decimal(angle, 3)}
    if tables.alibi is not None:
        template = QCoreApplication.translate("Positions", "{query} and {key}: distance {distance}, head 1 adds {penalty}")
        return template, {"distance": integer(distance), "penalty": decimal(float(tables.alibi.penalties[0, distance]), 3)}
    assert tables.added is not None
    products = tables.added.products
    if max(first, second) < len(products):
        template = QCoreApplication.translate("Positions", "{query} · {key}: {product} at distance {distance}")
        return template, {"product": brief(float(products[first, second])), "distance": integer(distance)}
    return QCoreApplication.translate("Positions", "{query} and {key}: distance {distance}"), {"distance": integer(distance)}


def _paint_statement(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    parts = statement_parts(picture, theme)
    sizes: tuple[FontRole, ...] = ("statement", "text", "control")

    def fits(role: FontRole) -> bool:
        return sum(texts.width(text, role, bold=True) for text, _ in parts) <= rect.width()

    role: FontRole = next(filter(fits, sizes), "caption")
    painter.setFont(texts.font(role, bold=True))
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    x = rect.left()
    for text, color in parts:
        room = rect.right() - x
        if room < theme.px(8):
            break
        widest = room if color == theme.text else min(room, rect.width() * 0.3)  # a long token leaves room for the number
        painter.setPen(color)
        shown = texts.get(text, role, bold=True, limit=widest).static.text()
        painter.drawText(QRectF(x, rect.top(), widest + 1, rect.height()), int(flags), shown)
        x += min(widest, texts.width(text, role, bold=True))


def _head(theme: Theme, texts: Texts) -> float:
    return texts.line("caption") + theme.px(2) + texts.line("statement") + theme.px(10)


def _tallest(row: list[Panel], picture: PositionsPicture, theme: Theme, texts: Texts) -> float:
    heights = [float(theme.px(_TALL[name])) for name in row]
    if "table" in row:
        heights.append(position_slopes.table_height(picture, theme, texts))
    return max(heights)
