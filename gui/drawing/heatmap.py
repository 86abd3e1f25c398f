"""Paint one head's map: cells, numbers, hatching, labels on both axes, row sums, the selected row and cell, the legend.

The window and the `picture` command use the same functions; on SVG and PDF all text stays text.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from core.model.trace import FloatArray
from gui.drawing.legend import Legend, paint_legend
from gui.drawing.map_layout import GAPS_FROM, HeadLayout, HeadPicture, axis_words, head_layout, head_title
from gui.drawing.map_marks import Texts, is_vector, paint_hatch, paint_outline, paint_pixels, paint_turned
from gui.drawing.map_values import Bools, allowed, hidden_cells, highest, indices, light_ink, pixels, reduced, table
from gui.i18n import Language, current_language, decimal
from gui.theme.theme import FontRole, Theme

_THREE_DIGITS_FROM: Final = 64
_LARGE_NUMBERS_FROM: Final = 48
_BESIDE_NUMBER: Final = 3
"""Least room in a cell beside its number."""
_FIGURE_HEIGHT: Final = 0.75
"""Figures have nothing below the line, so rows of them may stand closer than text."""


def paint_head(
    painter: QPainter,
    rect: QRectF,
    picture: HeadPicture,
    theme: Theme,
    texts: Texts | None = None,
    dpr: float = 1.0,
    *,
    with_title: bool = True,
) -> HeadLayout:
    """Paint everything of one head into `rect` and return where it stands. An empty map paints nothing but its title."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    layout = head_layout(rect, picture, theme, texts, dpr)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    if with_title:
        _paint_title(painter, layout, picture, theme, texts)
    if picture.pattern is not None and picture.tokens:
        legend = _paint_cells(painter, layout, picture, theme, texts)
        _paint_axes(painter, layout, picture, theme, texts)
        paint_selection(painter, layout, picture, theme)
        paint_legend(painter, layout.legend, legend, theme, texts)
    painter.restore()
    return layout


def seen_cells(picture: HeadPicture, layout: HeadLayout, cells: int = 1) -> Bools:
    """Which of the shown cells the mask allows."""
    return allowed(picture.tokens, cells, picture.causal, picture.window, layout.top, layout.left, layout.side)


def legend_of(picture: HeadPicture, layout: HeadLayout) -> Legend:
    """The legend of `picture` as it is painted. The largest value is that of the whole map, also when a part is shown."""
    high = 1.0
    if picture.scale == "per-head" and picture.pattern is not None:
        high = float(highest(picture.pattern).item())
    part = (layout.top, layout.left, layout.side, picture.tokens) if layout.side < picture.tokens else None
    masked = picture.causal or picture.window > 0
    return Legend(
        scale=picture.scale,
        color_map=picture.color_map,
        high=high,
        hatched=masked and picture.tokens > 1,
        cells=layout.cells,
        part=part,
        sums=layout.sums_left is not None,
        brief=layout.brief,
    )


def paint_selection(painter: QPainter, layout: HeadLayout, picture: HeadPicture, theme: Theme) -> None:
    """Outline the selected row in the query colour, and the cell (or, without a row, the column) in the key colour."""
    query, key = picture.query, picture.key
    if query is not None and layout.shows(query, None) and query < picture.tokens:
        paint_outline(painter, layout.row_rect(query), theme.query, theme)
    if key is None or key >= picture.tokens or not layout.shows(query, key):
        return
    cell = layout.cell_rect(layout.top if query is None else query, key)
    if query is None:
        cell.setHeight(layout.grid.height())
    paint_outline(painter, cell, theme.key, theme)


def paint_hover(painter: QPainter, layout: HeadLayout, cell: tuple[int, int], theme: Theme) -> QRectF:
    """Outline the cell under the pointer thinly and return the place that was touched."""
    place = layout.cell_rect(*cell)
    _outline_thinly(painter, place, theme)
    return place.adjusted(-3, -3, 3, 3)


def paint_hovered_token(painter: QPainter, layout: HeadLayout, token: int, theme: Theme) -> None:
    """Outline the row and the column of a token that is pointed at elsewhere, as far as they are shown."""
    if layout.shows(token, None):
        _outline_thinly(painter, layout.row_rect(token), theme)
    if layout.shows(None, token):
        column = layout.cell_rect(layout.top, token)
        column.setHeight(layout.grid.height())
        _outline_thinly(painter, column, theme)


def _outline_thinly(painter: QPainter, place: QRectF, theme: Theme) -> None:
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen, out in ((QPen(theme.surface, 1), 1.5), (QPen(theme.text, 1), 0.5)):
        painter.setPen(pen)
        painter.drawRect(place.adjusted(-out, -out, out, out))
    painter.restore()


def _paint_title(painter: QPainter, layout: HeadLayout, picture: HeadPicture, theme: Theme, texts: Texts) -> None:
    title = head_title(picture)
    painter.setFont(texts.font("caption", True))
    painter.setPen(theme.muted)
    painter.drawStaticText(layout.title.topLeft(), texts.get(title, "caption", bold=True, limit=layout.title.width()).static)


def _paint_cells(painter: QPainter, layout: HeadLayout, picture: HeadPicture, theme: Theme, texts: Texts) -> Legend:
    """The cells with their gaps, hatching and numbers, and the row sums."""
    assert picture.pattern is not None
    rows, columns = slice(layout.top, layout.top + layout.side), slice(layout.left, layout.left + layout.side)
    part = picture.pattern[rows, columns]
    legend = legend_of(picture, layout)
    shown = reduced(part, layout.cells)
    hidden = hidden_cells(shown, seen_cells(picture, layout, layout.cells))
    chosen = indices(shown, picture.scale, legend.high)
    grid = layout.grid
    if hidden is not None:
        paint_hatch(painter, grid, theme)
    # A partly filled square at the right and lower end of a reduced map must not be stretched to a full one.
    reach = shown.shape[0] * layout.cells * layout.cell
    painter.save()
    painter.setClipRect(grid)
    painted = pixels(chosen, hidden, table(picture.color_map, theme.name))
    paint_pixels(painter, QRectF(grid.x(), grid.y(), reach, reach), painted, opaque=hidden is None)
    painter.restore()
    _paint_gaps(painter, layout, hidden, theme)
    if texts.width(decimal(0, 2), "caption") + theme.px(_BESIDE_NUMBER) <= layout.cell:
        _paint_numbers(painter, layout, part, chosen, hidden, picture, theme, texts)
    _paint_sums(painter, layout, picture.pattern[rows], picture, theme, texts)
    return legend


def _paint_gaps(painter: QPainter, layout: HeadLayout, hidden: Bools | None, theme: Theme) -> None:
    """Lines between cells, as far as there are cells with a value on either side: hatching is one quiet surface."""
    grid, cell = layout.grid, layout.cell
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(theme.border, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if cell >= GAPS_FROM:
        lines = []
        down, across = _reach(hidden, layout.side), _reach(None if hidden is None else hidden.T, layout.side)
        for i in range(1, layout.side):
            place = i * cell - 0.5
            for (start, end), vertical in ((down[i - 1], True), (across[i - 1], False)):
                near, far = start * cell, end * cell
                if vertical:
                    lines.append(QLineF(grid.x() + place, grid.y() + near, grid.x() + place, grid.y() + far))
                else:
                    lines.append(QLineF(grid.x() + near, grid.y() + place, grid.x() + far, grid.y() + place))
        painter.drawLines(lines)
    painter.drawRect(grid.adjusted(-0.5, -0.5, -0.5, -0.5))


def _reach(hidden: Bools | None, side: int) -> list[tuple[int, int]]:
    """For each line between two columns the rows from which and to which it goes."""
    if hidden is None:
        return [(0, side)] * (side - 1)
    shown = ~(hidden[:, :-1] & hidden[:, 1:])
    first, last = shown.argmax(axis=0), side - shown[::-1].argmax(axis=0)
    empty = ~shown.any(axis=0)
    first[empty] = last[empty] = 0
    return list(zip(first.tolist(), last.tolist(), strict=True))


@lru_cache(maxsize=8)
def _number_texts(language: Language, digits: int) -> tuple[str, ...]:
    """What a cell says for 0 … 1 with so many digits. `language` is what `decimal` uses now."""
    del language
    steps = 10**digits
    return tuple(decimal(n / steps, digits) for n in range(steps + 1))


def _paint_numbers(
    painter: QPainter,
    layout: HeadLayout,
    part: FloatArray,
    chosen: NDArray[np.uint8],
    hidden: Bools | None,
    picture: HeadPicture,
    theme: Theme,
    texts: Texts,
) -> None:
    """Numbers in two decimals, in large cells in three: all that the mask allows, for those left out would look like none."""
    digits = 3 if layout.cell >= theme.px(_THREE_DIGITS_FROM) else 2
    with np.errstate(invalid="ignore"):
        wanted = np.isfinite(part) & (part >= 0) & (part <= 1.004)
    if hidden is not None:
        wanted &= ~hidden
    light = light_ink(picture.color_map, theme.name)[chosen]
    grid, cell = layout.grid, layout.cell
    role: FontRole = "text" if cell >= theme.px(_LARGE_NUMBERS_FROM) else "caption"
    names = _number_texts(current_language(), digits)
    painter.setFont(texts.font(role))
    steps = np.rint(np.where(wanted, part, 0) * 10**digits).clip(0, 10**digits).astype(np.intp)
    for is_light, ink in ((False, Qt.GlobalColor.black), (True, Qt.GlobalColor.white)):
        rows, columns = np.nonzero(wanted & (light == is_light))
        painter.setPen(ink)
        for row, column, n in zip(rows.tolist(), columns.tolist(), steps[rows, columns].tolist(), strict=True):
            text = texts.get(names[n], role)
            x = grid.x() + (column + 0.5) * cell - text.width / 2
            y = grid.y() + (row + 0.5) * cell - text.height / 2
            painter.drawStaticText(QPointF(round(x), round(y)), text.static)


def _marked(first: int, count: int, step: int, selected: int | None) -> list[int]:
    """Every `step`-th of the indices from `first`, and the selected one, which makes its neighbours give way."""
    chosen = [index for index in range(first, first + count) if index % step == 0]
    if selected is None or not first <= selected < first + count:
        return chosen
    return [index for index in chosen if abs(index - selected) >= step] + [selected]


def _paint_sums(painter: QPainter, layout: HeadLayout, rows: FloatArray, picture: HeadPicture, theme: Theme, texts: Texts) -> None:
    """What each row sums to, from the unrounded values of the whole row."""
    if layout.sums_left is None:
        return
    painter.setFont(texts.font("figure"))
    painter.setPen(theme.muted)
    step = max(1, int(np.ceil(_FIGURE_HEIGHT * texts.line("figure") / layout.cell)))
    marked = _marked(layout.top, layout.side, step, picture.query)
    chosen = rows[[index - layout.top for index in marked]]
    sums = np.where(np.isnan(chosen), np.float32(0), chosen).sum(axis=1, dtype=np.float64)
    for index, total in zip(marked, sums.tolist(), strict=True):
        text = texts.get(decimal(total, 3), "figure")
        middle = layout.row_rect(index).center().y()
        painter.drawStaticText(QPointF(layout.sums_left, round(middle - text.height / 2)), text.static)


def _paint_axes(painter: QPainter, layout: HeadLayout, picture: HeadPicture, theme: Theme, texts: Texts) -> None:
    """Token labels on both axes, and what the axes mean, in words."""
    role, labels, grid, cell = layout.label_role, picture.labels, layout.grid, layout.cell
    for index in _marked(layout.top, layout.side, layout.row_step, picture.query):
        selected = index == picture.query
        text = texts.get(labels[index], role, bold=selected, limit=layout.label_width)
        painter.setFont(texts.font(role, selected))
        painter.setPen(theme.query if selected else theme.text)
        middle = layout.row_rect(index).center().y()
        painter.drawStaticText(QPointF(round(grid.x() - layout.gap - text.width), round(middle - text.height / 2)), text.static)
    for index in _marked(layout.left, layout.side, layout.column_step, picture.key):
        selected = index == picture.key
        text = texts.get(labels[index], role, bold=selected, limit=layout.above_width)
        painter.setFont(texts.font(role, selected))
        painter.setPen(theme.key if selected else theme.text)
        paint_turned(painter, text, QPointF(grid.x() + (index - layout.left + 0.5) * cell, grid.y() - theme.px(6)), layout.angle)
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.query)
    looks, at_this = axis_words()
    place = layout.query_words
    if layout.cornered:
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWordWrap
        painter.drawText(place.adjusted(0, 0, -layout.gap, 0), int(flags), looks)
    else:
        # Words longer than the map begin at its lower end, above the legend's indentation.
        words = texts.get(looks, "caption")
        bottom = min(place.center().y() + words.width / 2, layout.whole.bottom())
        paint_turned(painter, words, QPointF(place.center().x(), bottom), 90)
    painter.setPen(theme.key)
    painter.drawStaticText(layout.key_words.topLeft(), texts.get(at_this, "caption", limit=layout.key_words.width()).static)
