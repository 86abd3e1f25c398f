"""An encoding that is added: its matrix, curves of single dimensions, products against distance, and both layouts of sinusoids."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from core.inside.positions import AddedTables
from gui.drawing.inside.position_axes import Axes, brief, paint_band, paint_dots, paint_frame, paint_line, thinned, ticks
from gui.drawing.inside.position_parts import PositionsPicture, paint_text, paint_title, parts_of, signed_pixels, signed_table
from gui.drawing.map_marks import Texts, paint_outline, paint_pixels
from gui.i18n import MINUS, decimal, integer
from gui.theme.theme import Theme

_BAR: Final = 8
_MARGIN: Final = 64
"""Room for the names of the rows."""
_VALUE: Final = 52
"""Room for a number above a curve."""
_TOP: Final = 8
"""Room for the marks of the dimensions."""
_DOTS_UNTIL: Final = 48
"""Positions up to which a curve shows each of them as a dot."""
_LINKS_UNTIL: Final = 64
"""Columns up to which each one is joined with its place in the other layout."""


class Cells(NamedTuple):
    """Where the numbers of a matrix lie; every `row_step`-th row and `column_step`-th column is painted."""

    area: QRectF
    shape: tuple[int, int]
    row_step: int
    column_step: int

    def row(self, position: int) -> QRectF:
        """The painted row that stands for a position."""
        rows = -(-self.shape[0] // self.row_step)
        height = self.area.height() / rows
        return QRectF(self.area.left(), self.area.top() + position // self.row_step * height, self.area.width(), height)

    def column(self, dimension: int) -> QRectF:
        """The painted column that stands for a dimension."""
        columns = -(-self.shape[1] // self.column_step)
        width = self.area.width() / columns
        return QRectF(self.area.left() + dimension // self.column_step * width, self.area.top(), width, self.area.height())

    def at(self, point: QPointF) -> tuple[int, int] | None:
        """Position and dimension under a point."""
        if not self.area.contains(point):
            return None
        rows, columns = -(-self.shape[0] // self.row_step), -(-self.shape[1] // self.column_step)
        row = int((point.y() - self.area.top()) / self.area.height() * rows) * self.row_step
        column = int((point.x() - self.area.left()) / self.area.width() * columns) * self.column_step
        return min(row, self.shape[0] - 1), min(column, self.shape[1] - 1)


def _cells(area: QRectF, shape: tuple[int, int]) -> Cells:
    """A step across is odd, so that the columns shown are sines and cosines in turn."""
    columns = math.ceil(shape[1] / max(1.0, area.width()))
    return Cells(area, shape, max(1, math.ceil(shape[0] / max(1.0, area.height()))), max(1, columns + (columns + 1) % 2))


def added_of(picture: PositionsPicture) -> AddedTables:
    """The tables of an encoding that is added."""
    assert picture.tables is not None
    assert picture.tables.added is not None
    return picture.tables.added


def limit_of(added: AddedTables) -> float:
    """End of the signed scale: 1 for sinusoids, the largest number for a learned table."""
    return 1.0 if added.layout is not None else float(np.abs(added.matrix).max())


def dimension_words(added: AddedTables, dimension: int) -> str:
    """What a column holds: “dimension 5 · cos of pair 2 · wavelength 44.2”."""
    name = QCoreApplication.translate("Positions", "dimension {j}").format(j=integer(dimension))
    if added.wavelengths is None:
        return name
    pair, is_sine = added.pair_of(dimension)
    if is_sine:
        template = QCoreApplication.translate("Positions", "{name} · sin of pair {pair} · wavelength {length}")
    else:
        template = QCoreApplication.translate("Positions", "{name} · cos of pair {pair} · wavelength {length}")
    return template.format(name=name, pair=integer(pair), length=brief(float(added.wavelengths[pair])))


# The matrix


def matrix_cells(rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> Cells:
    """Where the cells of the matrix lie in its panel."""
    body = parts_of(rect, _matrix_words(picture), theme, texts).body
    below = 2 * texts.line("caption") + theme.px(12)
    left, top = theme.px(_MARGIN), theme.px(_TOP)
    area = QRectF(body.left() + left, body.top() + top, body.width() - left, body.height() - below - top)
    return _cells(area, added_of(picture).matrix.shape)


def paint_matrix(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """Heat map of what is added: positions down, dimensions across."""
    added, words = added_of(picture), _matrix_words(picture)
    parts, cells = parts_of(rect, words, theme, texts), matrix_cells(rect, picture, theme, texts)
    title = QCoreApplication.translate("Positions", "The encoding: positions down, dimensions across")
    paint_title(painter, parts, title, words, theme, texts)
    _paint_cells(painter, cells, added.matrix, limit_of(added), theme)
    painter.setPen(theme.muted)
    step = max(1, math.ceil((texts.line("caption") + theme.px(2)) / max(0.01, cells.row(0).height()) * cells.row_step))
    for position in range(0, picture.length, step) if step == 1 else map(int, ticks(0, picture.length - 1, 6)):
        _paint_row_name(painter, cells, position, picture, theme, texts)
    below = cells.area.bottom() + theme.px(3)
    most = max(2, int(cells.area.width() / theme.px(64)))
    for dimension in map(int, ticks(0, cells.shape[1] - 1, most)):
        text = texts.get(integer(dimension), "caption")
        painter.drawStaticText(QPointF(cells.column(dimension).center().x() - text.width / 2, below), text.static)
    _paint_bar(painter, QPointF(cells.area.left(), below + texts.line("caption") + theme.px(6)), limit_of(added), theme, texts)
    if max(cells.row_step, cells.column_step) > 1:
        template = QCoreApplication.translate("Positions", "one dot of {rows} × {columns}")
        words = template.format(rows=integer(cells.row_step), columns=integer(cells.column_step))
        left = cells.area.right() - texts.width(words, "caption")
        painter.setPen(theme.muted)
        paint_text(painter, QPointF(left, below + texts.line("caption") + theme.px(6)), words, texts)


def mark_matrix(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """Outline the chosen positions, name them, and point at the dimensions whose curves are shown."""
    cells = matrix_cells(rect, picture, theme, texts)
    chosen = _chosen(picture, theme)
    for position, color in chosen:
        row = cells.row(position)
        paint_outline(painter, row if row.height() >= 2 else row.adjusted(0, -1, 0, 1), color, theme)
    for at, dimension in enumerate(picture.dimensions):
        place, tip = cells.column(dimension).center().x(), cells.area.top() - theme.px(1)
        size = theme.px(6 if at == picture.active else 4)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.position)
        corners = [QPointF(place - size, tip - size), QPointF(place + size, tip - size), QPointF(place, tip)]
        painter.drawPolygon(QPolygonF(corners))
        painter.restore()
    painter.setFont(texts.font("caption", bold=True))
    free = cells.area.top() - theme.px(_TOP)
    for position, color in sorted(dict(chosen).items()):
        text = texts.get(_row_name(picture, position), "caption", bold=True, limit=theme.px(_MARGIN - 6))
        top = max(free, cells.row(position).center().y() - text.height / 2)
        painter.fillRect(QRectF(rect.left(), top, theme.px(_MARGIN - 3), text.height), theme.window)
        painter.setPen(color)
        painter.drawStaticText(QPointF(cells.area.left() - theme.px(5) - text.width, top), text.static)
        free = top + text.height


def _matrix_words(picture: PositionsPicture) -> str:
    added = added_of(picture)
    if added.layout is None:
        template = QCoreApplication.translate(
            "Positions", "One scale for all: −{limit} to {limit} (the largest number), the colour of the paper at 0."
        )
        words = template.format(limit=brief(limit_of(added)))
    else:
        words = QCoreApplication.translate("Positions", "One scale for all: −1 to 1, the colour of the paper at 0.")
    return words


def _row_name(picture: PositionsPicture, position: int) -> str:
    return picture.names[position] if position < len(picture.labels) else integer(position)


def _paint_row_name(painter: QPainter, cells: Cells, position: int, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    single = cells.row(0).height() >= texts.line("caption") and cells.row_step == 1
    name = _row_name(picture, position) if single else integer(position)
    text = texts.get(name, "caption", limit=theme.px(_MARGIN - 6))
    painter.setFont(texts.font("caption"))
    place = QPointF(cells.area.left() - theme.px(4) - text.width, cells.row(position).center().y() - text.height / 2)
    painter.drawStaticText(place, text.static)


def _paint_cells(painter: QPainter, cells: Cells, matrix: np.ndarray, limit: float, theme: Theme) -> None:
    shown = matrix[:: cells.row_step, :: cells.column_step]
    painter.save()
    paint_pixels(painter, cells.area, signed_pixels(shown, limit, theme.name), opaque=True)
    painter.setPen(QPen(theme.border, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(cells.area.adjusted(-0.5, -0.5, 0.5, 0.5))
    painter.restore()


def _paint_bar(painter: QPainter, at: QPointF, limit: float, theme: Theme, texts: Texts) -> None:
    """The signed colours with their ends and the middle."""
    painter.setPen(theme.muted)
    x = at.x() + paint_text(painter, at, MINUS + brief(limit, short=True), texts) + theme.px(6)
    bar = QRectF(x, at.y() + (texts.line("caption") - theme.px(_BAR)) / 2, theme.px(128), theme.px(_BAR))
    paint_pixels(painter, bar, np.ascontiguousarray(signed_table(theme.name)[None, :]), opaque=True)
    painter.setPen(theme.border)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5))
    painter.setPen(theme.muted)
    painter.drawLine(QLineF(bar.center().x(), bar.top() - 2, bar.center().x(), bar.bottom() + 2))
    paint_text(painter, QPointF(bar.right() + theme.px(6), at.y()), brief(limit, short=True), texts)


def _chosen(picture: PositionsPicture, theme: Theme) -> list[tuple[int, QColor]]:
    """Positions with a mark, the last one on top."""
    places = [(picture.hovered, theme.muted), (picture.key, theme.key), (picture.query, theme.query)]
    return [(position, color) for position, color in places if position is not None and 0 <= position < picture.length]


# Curves


def curve_axes(rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> list[Axes]:
    """The axes of the three curves, one under the other."""
    body = parts_of(rect, "", theme, texts).body
    line, gap = texts.line("caption"), theme.px(4)
    height = (body.height() - line - gap) / 3
    limit = limit_of(added_of(picture)) * 1.12
    room = texts.width(MINUS + brief(limit_of(added_of(picture)), short=True), "caption") + theme.px(8)
    left, width = body.left() + room, body.width() - room - theme.px(6)
    areas = [QRectF(left, body.top() + at * height + line + 2, width, height - line - gap) for at in range(3)]
    return [Axes(area, (-0.5, picture.length - 0.5), (-limit, limit)) for area in areas]


def paint_curves(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """Three columns of the matrix as curves over the position."""
    added = added_of(picture)
    title = QCoreApplication.translate("Positions", "Three dimensions over the position")
    paint_title(painter, parts_of(rect, "", theme, texts), title, "", theme, texts)
    limit, every = limit_of(added), np.arange(picture.length)
    for at, axes in enumerate(curve_axes(rect, picture, theme, texts)):
        dimension, active = picture.dimensions[at], at == picture.active
        last = at == 2
        name = QCoreApplication.translate("Positions", "position") if last else ""
        x_ticks = ticks(0, picture.length - 1, max(2, int(axes.area.width() / theme.px(56)))) if last else []
        paint_frame(painter, axes, [x for x in x_ticks if x == round(x)], [-limit, 0.0, limit], theme, texts, name)
        above = QPointF(axes.area.left(), axes.area.top() - texts.line("caption") - 1)
        painter.setPen(theme.position if active else theme.muted)
        words = dimension_words(added, dimension)
        limit_of_words = axes.area.width() - theme.px(_VALUE)
        paint_text(painter, above, f"▸ {words}" if active else words, texts, bold=active, limit=limit_of_words)
        column = added.matrix[:, dimension]
        kept = thinned(column, int(axes.area.width()))
        points = axes.points(every[kept], column[kept])
        crowded = len(kept) > axes.area.width() / 2  # a wide line would fill everything, and takes its time
        paint_line(painter, points, theme.position, 1 if crowded else theme.px(2 if active else 1.5))
        if picture.length <= _DOTS_UNTIL:
            paint_dots(painter, points, theme.position, theme.px(2))


def mark_curves(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """A line through all three curves at each chosen position; the number at the query stands above, at the right."""
    added = added_of(picture)
    for at, axes in enumerate(curve_axes(rect, picture, theme, texts)):
        for position, color in _chosen(picture, theme):
            value = float(added.matrix[position, picture.dimensions[at]])
            point = axes.at(position, value)
            painter.setPen(QPen(color, theme.px(1)))
            painter.drawLine(QLineF(point.x(), axes.area.top(), point.x(), axes.area.bottom()))
            paint_dots(painter, QPolygonF([point]), color, theme.px(4))
            if position == picture.query:
                words = decimal(value, 3) if abs(value) >= 0.1 or value == 0 else brief(value)
                left = axes.area.right() - texts.width(words, "caption", bold=True)
                paint_text(painter, QPointF(left, axes.area.top() - texts.line("caption") - 1), words, texts, bold=True)


# Products against distance


def distance_axes(rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> Axes:
    """The axes of the products."""
    body = parts_of(rect, distance_words(picture), theme, texts).body
    gathered = added_of(picture).by_distance
    low, high = float(gathered.lowest.min()), float(gathered.highest.max())
    room = max(high - low, 1e-12) * 0.08
    area = body.adjusted(theme.px(48), 0, -theme.px(6), -texts.line("caption") - theme.px(6))
    return Axes(area, (0.0, float(max(1, len(gathered.mean) - 1))), (min(low, 0.0) - room, high + room))


def distance_words(picture: PositionsPicture) -> str:
    """What is measured about the products, in words."""
    added = added_of(picture)
    count = len(added.products)
    if added.layout is None:
        template = QCoreApplication.translate(
            "Positions", "Line: mean; band: smallest to largest of all pairs equally far apart (up to {spread} wide, of {largest})."
        )
    elif added.distance_only:
        template = QCoreApplication.translate(
            "Positions",
            "Only the distance matters: pairs equally far apart differ by at most {spread} (rounding; largest {largest}).",
        )
    elif added.matrix.shape[1] % 2:
        template = QCoreApplication.translate(
            "Positions",
            "An odd width leaves one sine without its cosine: pairs equally far apart differ by up to {spread} of {largest}.",
        )
    else:
        template = QCoreApplication.translate("Positions", "Pairs equally far apart differ by up to {spread} of {largest}.")
    words = template.format(spread=brief(added.by_distance.spread), largest=brief(added.largest))
    if count < picture.length:
        more = QCoreApplication.translate("Positions", "Of the first {n} positions.").format(n=integer(count))
        words = f"{words} {more}"
    return words


def paint_distance(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """PE·PEᵀ against distance: mean, and a band from the smallest to the largest."""
    gathered, words = added_of(picture).by_distance, distance_words(picture)
    title = QCoreApplication.translate("Positions", "PE(p) · PE(r) against the distance |p − r|")
    paint_title(painter, parts_of(rect, words, theme, texts), title, words, theme, texts)
    axes = distance_axes(rect, picture, theme, texts)
    x_ticks = [x for x in ticks(0, axes.x[1], max(2, int(axes.area.width() / theme.px(56)))) if x == round(x)]
    y_ticks = ticks(*axes.y, max(2, int(axes.area.height() / theme.px(32))))
    paint_frame(painter, axes, x_ticks, y_ticks, theme, texts, QCoreApplication.translate("Positions", "distance"))
    x = gathered.distances
    paint_band(painter, axes.points(x, gathered.lowest), axes.points(x, gathered.highest), theme.position)
    points = axes.points(x, gathered.mean)
    paint_line(painter, points, theme.position, theme.px(2))
    if len(x) <= _DOTS_UNTIL:
        paint_dots(painter, points, theme.position, theme.px(2))


def mark_distance(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """The chosen pair of positions on it."""
    products, axes = added_of(picture).products, distance_axes(rect, picture, theme, texts)
    if max(picture.first, picture.second) >= len(products):
        return
    point = axes.at(abs(picture.first - picture.second), float(products[picture.first, picture.second]))
    painter.setPen(QPen(theme.text, 1, Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(point.x(), axes.area.top(), point.x(), axes.area.bottom()))
    paint_dots(painter, QPolygonF([point]), theme.surface, theme.px(6))
    paint_dots(painter, QPolygonF([point]), theme.text, theme.px(4))


# Both layouts


def layout_words(picture: PositionsPicture) -> str:
    """What is measured about the two layouts."""
    added = added_of(picture)
    assert added.other is not None
    if added.other.products_equal:
        template = QCoreApplication.translate(
            "Positions", "The products are equal: largest difference {difference} of {largest}, from adding in another order."
        )
    else:
        template = QCoreApplication.translate("Positions", "The products differ by up to {difference} of {largest}.")
    words = template.format(difference=brief(added.other.difference), largest=brief(added.largest))
    if added.other.columns_equal:
        same = QCoreApplication.translate(
            "Positions", "Columns 0, 2, 4 … of the one, then 1, 3, 5 …, are the columns of the other."
        )
        words = f"{words} {same}"
    return words


def paint_layouts(painter: QPainter, rect: QRectF, picture: PositionsPicture, theme: Theme, texts: Texts) -> None:
    """Interleaved above, side by side below, with lines from each column to its place in the other."""
    added, words = added_of(picture), layout_words(picture)
    assert added.other is not None
    parts, line = parts_of(rect, words, theme, texts), texts.line("caption")
    title = QCoreApplication.translate("Positions", "Two layouts, the same numbers")
    paint_title(painter, parts, title, words, theme, texts)
    body, width = parts.body, added.matrix.shape[1]
    names = {
        "interleaved": QCoreApplication.translate("Positions", "interleaved: sine, cosine, sine, cosine …"),
        "side-by-side": QCoreApplication.translate("Positions", "side by side: all sines, then all cosines"),
    }
    used = QCoreApplication.translate("Positions", "{layout} (in use)").format(layout=names[added.layout or "interleaved"])
    names |= {added.layout or "interleaved": used}
    between = theme.px(26)
    height = max(8.0, (body.height() - 2 * line - between) / 2)
    upper = QRectF(body.left(), body.top() + line, body.width(), height)
    lower = QRectF(body.left(), upper.bottom() + between, body.width(), height)
    is_upper = added.layout == "interleaved"
    matrices = (added.matrix, added.other.matrix) if is_upper else (added.other.matrix, added.matrix)
    tops = [_cells(area, added.matrix.shape) for area in (upper, lower)]
    for cells, matrix in zip(tops, matrices, strict=True):
        _paint_cells(painter, cells, matrix, 1.0, theme)
    painter.setPen(theme.muted)
    paint_text(painter, body.topLeft(), names["interleaved"], texts, limit=body.width())
    paint_text(painter, QPointF(body.left(), lower.bottom()), names["side-by-side"], texts, limit=body.width())
    forward = (
        added.other.permutation if is_upper else np.argsort(added.other.permutation)
    )  # below column j stands above[forward[j]]
    chosen = {d if is_upper else int(added.other.permutation.tolist().index(d)) for d in picture.dimensions}
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for below, above in enumerate(forward.tolist()):
        if above in chosen or width <= _LINKS_UNTIL:
            painter.setPen(QPen(theme.position, theme.px(2)) if above in chosen else QPen(theme.border, 1))
            start, end = tops[0].column(above).center().x(), tops[1].column(below).center().x()
            painter.drawLine(QLineF(start, upper.bottom() + 1, end, lower.top() - 1))
    painter.restore()
