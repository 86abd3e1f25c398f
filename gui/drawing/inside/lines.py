"""Tokens in two columns and a line for each weight: painted by the window, PNG, SVG and PDF alike."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.drawing.inside.lines_data import Lines, LinesPicture, choose_lines
from gui.drawing.inside.lines_words import column_words, head_words, layer_words, left_out_words, scale_words, statement
from gui.drawing.map_marks import Texts, is_vector, paint_hatch
from gui.i18n import decimal, integer
from gui.theme.categories import category, category_dash
from gui.theme.theme import FontRole, Theme

ROW: Final = 24
"""Height of a row in which the text is comfortable; with more tokens than fit the columns scroll."""
LARGEST_ROW: Final = 48
LEVELS: Final = 32
"""Steps of thickness and strength: lines of one step are drawn together."""
_THICK: Final = 8.0
_FAINT: Final = 0.35
_APART: Final = 3.0
_LEAST_SHARE: Final = 0.34
"""Least part of the width that the lines themselves get, before numbers do."""
_PILL: Final = 4
_HATCH: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesLayout:
    """Places in the coordinates of the painter. Row i of both columns has its middle at `top + (i + ½)·row − scroll`."""

    whole: QRectF
    top: float
    """Where the rows begin: under the words over the columns."""
    row: float
    scroll: float
    left: QRectF
    """Column of the tokens that look, right-aligned."""
    right: QRectF
    """Column of the tokens looked at, left-aligned."""
    numbers: int
    """How many numbers there is room for at the right of a token: one a head, as far as they fit; none for all tokens at once."""
    number_width: float
    role: FontRole
    every: int
    """Every how many rows a label has room."""

    def middle(self, index: int) -> float:
        """Height of the middle of a row."""
        return self.top + (index + 0.5) * self.row - self.scroll

    def visible(self, tokens: int) -> range:
        """Rows of which something can be seen."""
        first = max(0, math.floor(self.scroll / self.row))
        last = min(tokens, math.ceil((self.scroll + self.whole.bottom() - self.top) / self.row))
        return range(first, max(first, last))

    def token_at(self, x: float, y: float, tokens: int) -> tuple[str, int] | None:
        """(“query” or “key”, index) of the token at a point: in a column or up to a third of the way into the lines."""
        index = math.floor((y - self.top + self.scroll) / self.row)
        if y < self.top or y > self.whole.bottom() or not 0 <= index < tokens:
            return None
        reach = (self.right.left() - self.left.right()) / 3
        if x <= self.left.right() + reach:
            return ("query", index)
        return ("key", index) if x >= self.right.left() - reach else None


def row_height(room: float, tokens: int, theme: Theme) -> float:
    """Height of a row when `tokens` are to be shown in `room`: they fill it, or scroll."""
    return float(min(max(theme.px(ROW), math.floor(room / max(1, tokens))), theme.px(LARGEST_ROW)))


def heading_height(theme: Theme, texts: Texts) -> float:
    """Height of the words over the columns."""
    return texts.line("caption") + theme.px(8)


def lines_layout(
    rect: QRectF, picture: LinesPicture, theme: Theme, texts: Texts, *, row: float | None = None, scroll: float = 0.0
) -> LinesLayout:
    """Lay out both columns in `rect`; without `row` all tokens are fitted in."""
    px, tokens = theme.px, max(1, picture.tokens)
    top = rect.y() + heading_height(theme, texts)
    if row is None:
        row = min((rect.bottom() - top) / tokens, float(px(LARGEST_ROW)))
    role: FontRole = "text" if row >= px(ROW) else "caption"
    words = column_words()
    widest = max((texts.width(label, role, True) for label in set(picture.names)), default=0.0)
    widest = max(widest, *(texts.width(word, "caption", True) for word in words)) + px(14)
    step = px(12)  # columns move in steps, so that they stay where they are while a word is being typed
    width = min(math.ceil(widest / step) * step, rect.width() * 0.3)
    number = texts.width(decimal(0.88, 2), "figure") + px(10)
    fitting = int((rect.width() * (1 - _LEAST_SHARE) - 2 * width) / number) if row >= texts.line("figure") - 2 else 0
    numbers = 0 if picture.everything else max(0, min(len(picture.heads), fitting))
    masks = px(_HATCH + 12) if not picture.everything and (picture.causal or picture.window) else 0
    right = rect.right() - max(numbers * number, masks) - width
    return LinesLayout(
        whole=rect,
        top=top,
        row=row,
        scroll=scroll,
        left=QRectF(rect.x(), top, width, rect.bottom() - top),
        right=QRectF(right, top, width, rect.bottom() - top),
        numbers=numbers,
        number_width=number,
        role=role,
        every=max(1, math.ceil((texts.line("caption") - 2) / row)),
    )


def head_pen(picture: LinesPicture, slot: int, weight: float, theme: Theme) -> QPen:
    """How a line of `weight` is drawn in the head of `slot`. One head alone needs no dash."""
    head = picture.heads[slot]
    color = QColor(category(head, theme))
    share = min(max(weight, 0.0), 1.0)
    color.setAlphaF(_FAINT + (1 - _FAINT) * math.sqrt(share))
    width = max(1.0, theme.zoom * _THICK * share)  # Qt draws smooth lines of one pixel five times as fast as wider ones
    dash = category_dash(head) if len(picture.heads) > 1 else Qt.PenStyle.SolidLine
    return QPen(color, width, dash, Qt.PenCapStyle.FlatCap)


def paint_bundle(painter: QPainter, layout: LinesLayout, picture: LinesPicture, lines: Lines, theme: Theme) -> None:
    """The lines alone, clipped to the part between the columns that can be seen."""
    if not len(lines):
        return
    area = QRectF(layout.left.right(), layout.top, layout.right.left() - layout.left.right(), layout.left.height())
    heads = len(picture.heads)
    apart = min(theme.px(_APART), layout.row * 0.7 / heads)
    shift = (lines.slots - (heads - 1) / 2) * apart
    start = layout.top + (lines.queries + 0.5) * layout.row - layout.scroll + shift
    end = layout.top + (lines.keys + 0.5) * layout.row - layout.scroll + shift
    seen = (np.maximum(start, end) >= area.top()) & (np.minimum(start, end) <= area.bottom())
    level = np.minimum((lines.weights * LEVELS).astype(np.intp), LEVELS - 1)
    groups = level * heads + lines.slots
    gap = theme.px(4)
    left, right = area.left() + gap, area.right() - gap
    painter.save()
    painter.setClipRect(area)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for group in np.unique(groups[seen]):
        at = np.flatnonzero(seen & (groups == group))
        painter.setPen(head_pen(picture, int(group % heads), (int(group) // heads + 0.5) / LEVELS, theme))
        painter.drawLines([QLineF(left, a, right, b) for a, b in zip(start[at].tolist(), end[at].tolist(), strict=True)])
    painter.restore()


def paint_headings(
    painter: QPainter, layout: LinesLayout, picture: LinesPicture, theme: Theme, texts: Texts, *, numbers: bool = False
) -> None:
    """What the columns are, in the colours of query and key; with `numbers` also which head each number at the right is of."""
    looks, looked_at = column_words()
    y = layout.whole.y()
    painter.setFont(texts.font("caption", True))
    painter.setPen(theme.query)
    text = texts.get(looks, "caption", bold=True)
    painter.drawStaticText(QPointF(layout.left.right() - text.width - theme.px(6), y), text.static)
    painter.setPen(theme.key)
    painter.drawStaticText(QPointF(layout.right.left() + theme.px(6), y), texts.get(looked_at, "caption", bold=True).static)
    if not numbers or len(picture.heads) < 2:
        return
    for slot, head in enumerate(picture.heads[: layout.numbers]):
        text = texts.get(integer(head + 1), "caption")
        right = layout.right.right() + (slot + 1) * layout.number_width
        painter.setFont(texts.font("caption"))
        painter.setPen(theme.text)
        painter.drawStaticText(QPointF(right - text.width, y), text.static)
        length = layout.number_width - theme.px(8)
        paint_head_sample(painter, QPointF(right - length, y + text.height + theme.px(2)), length, picture, slot, theme)


def paint_tokens(
    painter: QPainter,
    layout: LinesLayout,
    picture: LinesPicture,
    theme: Theme,
    texts: Texts,
    *,
    focus: int | None = None,
    hovered: int | None = None,
    marks: bool = True,
) -> None:
    """Both columns. `focus` is the token whose weights stand at the right; `hovered` is highlighted wherever it stands."""
    painter.save()
    painter.setClipRect(layout.whole.adjusted(0, layout.top - layout.whole.y(), 0, 0))
    inset, names = theme.px(6), picture.names
    for index in layout.visible(picture.tokens):
        if index % layout.every and index not in (focus, hovered, picture.key):
            continue
        y = layout.middle(index)
        for column, chosen, color in ((layout.left, picture.query, theme.query), (layout.right, picture.key, theme.key)):
            here = marks and index == chosen
            text = texts.get(names[index], layout.role, bold=here, limit=column.width() - 2 * inset)
            at_left = column is layout.left
            x = column.right() - inset - text.width if at_left else column.left() + inset
            if here or index == hovered:
                _paint_pill(painter, layout, QRectF(x - inset, y, text.width + 2 * inset, 0), color if here else None, theme)
            painter.setFont(texts.font(layout.role, here))
            painter.setPen(color if here or (at_left and index == focus) else theme.text)
            painter.drawStaticText(QPointF(x, y - text.height / 2), text.static)
        if focus is not None:
            _paint_numbers(painter, layout, picture, focus, index, theme, texts)
    painter.restore()


def _paint_pill(painter: QPainter, layout: LinesLayout, at: QRectF, color: QColor | None, theme: Theme) -> None:
    half = min(layout.row, theme.px(ROW)) / 2 - 1
    place = QRectF(at.x(), at.y() - half, at.width(), 2 * half)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(theme.raised)
    painter.setPen(QPen(color, theme.px(2)) if color is not None else QPen(theme.muted, 1))
    painter.drawRoundedRect(place, theme.px(_PILL), theme.px(_PILL))
    painter.restore()


def _paint_numbers(
    painter: QPainter, layout: LinesLayout, picture: LinesPicture, query: int, key: int, theme: Theme, texts: Texts
) -> None:
    """The weights of `query` on `key`, one a head where there is room; hatched where the mask forbids the cell."""
    assert picture.patterns is not None
    y = layout.middle(key)
    if not picture.allows(query, key):
        side = min(theme.px(12), layout.row - 2)
        paint_hatch(painter, QRectF(round(layout.right.right() + theme.px(6)), round(y - side / 2), theme.px(_HATCH), side), theme)
        return
    for slot, head in enumerate(picture.heads[: layout.numbers]):
        weight = picture.patterns[head, query, key]
        if not weight >= np.float32(picture.threshold) or not weight > 0:
            continue
        text = texts.get(decimal(float(weight), 2), "figure")
        x = layout.right.right() + (slot + 1) * layout.number_width - text.width
        painter.setFont(texts.font("figure"))
        painter.setPen(theme.text)
        painter.drawStaticText(QPointF(x, y - text.height / 2), text.static)


def paint_head_sample(painter: QPainter, at: QPointF, length: float, picture: LinesPicture, slot: int, theme: Theme) -> None:
    """A short line as the head of `slot` draws it, from `at` to the right."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = head_pen(picture, slot, 0.3, theme)
    pen.setColor(category(picture.heads[slot], theme))
    painter.setPen(pen)
    painter.drawLine(QLineF(at.x(), at.y(), at.x() + length, at.y()))
    painter.restore()


def paint_lines(painter: QPainter, rect: QRectF, picture: LinesPicture, theme: Theme, texts: Texts | None = None) -> None:
    """A whole picture for a file: layer and heads, both columns with all tokens, and below what is shown and left out."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    lines = choose_lines(picture)
    line, gap = texts.line("caption"), theme.px(6)
    painter.save()
    x = rect.x()
    title = texts.get(layer_words(picture.layer), "caption", bold=True)
    painter.setFont(texts.font("caption", True))
    painter.setPen(theme.text)
    painter.drawStaticText(QPointF(x, rect.y()), title.static)
    x += title.width + theme.px(16)
    top = rect.y()
    for slot, head in enumerate(picture.heads):
        text = texts.get(head_words(head), "caption")
        width = theme.px(24) + gap + text.width
        if x + width > rect.right():
            x, top = rect.x(), top + line + theme.px(2)
        paint_head_sample(painter, QPointF(x, top + line / 2), theme.px(24), picture, slot, theme)
        painter.setFont(texts.font("caption"))
        painter.setPen(theme.text)
        painter.drawStaticText(QPointF(x + theme.px(24) + gap, top), text.static)
        x += width + theme.px(16)
    top += line + theme.px(10)
    words = [statement(picture, lines), scale_words(picture), left_out_words(picture, lines)]
    heights = [texts.wrapped(word, "caption", rect.width()) for word in words]
    foot = sum(heights) + theme.px(10)
    body = QRectF(rect.x(), top, rect.width(), max(1.0, rect.bottom() - foot - top))
    if picture.tokens:
        layout = lines_layout(body, picture, theme, texts)
        paint_headings(painter, layout, picture, theme, texts, numbers=picture.one is not None)
        paint_bundle(painter, layout, picture, lines, theme)
        paint_tokens(painter, layout, picture, theme, texts, focus=picture.one, marks=picture.one is not None)
    y = body.bottom() + theme.px(10)
    painter.setFont(texts.font("caption"))
    for index, (word, height) in enumerate(zip(words, heights, strict=True)):
        painter.setPen(theme.muted if index else theme.text)
        painter.drawText(QRectF(rect.x(), y, rect.width(), height + 1), int(Qt.TextFlag.TextWordWrap), word)
        y += height
    painter.restore()
