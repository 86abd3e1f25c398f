"""Paint A and B beside each other, their difference, all heads by their largest difference, and what differs in the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from core.inside.comparison import LEDGER, Comparison, CountDifference
from core.model.trace import FloatArray
from gui.drawing.heatmap import paint_head
from gui.drawing.inside.signed_map import DifferencePicture, paint_difference
from gui.drawing.legend import paint_words
from gui.drawing.map_layout import HeadPicture
from gui.drawing.map_marks import Texts, is_vector, paint_hatch, paint_outline, paint_pixels
from gui.drawing.map_values import allowed, hidden_cells, indices, light_ink, pixels, reduced, table
from gui.i18n import decimal, explain, integer, signed
from gui.theme.theme import FontRole, Theme

STRIP_CELL: Final = (112, 40)
"""Largest width and height of a cell of the strip."""
_NUMBERS_FROM: Final = 27
_THUMBNAILS_FROM: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CompareView:
    """A and B as they are on screen: the head looked at on both sides, and all heads of both as thumbnails."""

    comparison: Comparison
    name_a: str
    name_b: str
    """What each side is, in a few words, such as the sentence or what was changed."""
    layer: int = 0
    head: int = 0
    pattern_a: FloatArray | None = None
    """[T, T] the map of the head of A; None where A has no such head."""
    pattern_b: FloatArray | None = None
    difference: FloatArray | None = None
    """a − b, where both have the same number of tokens."""
    mask_a: tuple[bool, int] = (False, 0)
    """causal and window of A."""
    mask_b: tuple[bool, int] = (False, 0)
    thumbnails_a: FloatArray | None = None
    """[L, H, S, S] all heads of A, each pixel the largest of a square of cells."""
    thumbnails_b: FloatArray | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the difference: those of both, and both of a token that is another one on each side."""
        pairs = zip(self.comparison.labels_a, self.comparison.labels_b, strict=False)
        return tuple(a if a == b else f"{a} | {b}" for a, b in pairs)

    def as_difference(self, query: int | None, key: int | None) -> DifferencePicture | None:
        """The difference as a picture."""
        if self.difference is None:
            return None
        masks = (self.mask_a, self.mask_b)
        return DifferencePicture(difference=self.difference, labels=self.labels, masks=masks, query=query, key=key)

    def as_head(self, first: bool, query: int | None, key: int | None) -> HeadPicture:
        """The map of A (`first`) or of B as a picture on the locked scale."""
        pattern, labels = self.side(first)
        causal, window = self.mask_a if first else self.mask_b
        return HeadPicture(
            pattern=pattern, labels=labels, causal=causal, window=window, query=query, key=key, layer=self.layer, head=self.head
        )

    def side(self, first: bool) -> tuple[FloatArray | None, tuple[str, ...]]:
        """Map and labels of A (`first`) or of B."""
        pattern = self.pattern_a if first else self.pattern_b
        labels = self.comparison.labels_a if first else self.comparison.labels_b
        return pattern, labels if pattern is not None else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StripLayout:
    """Where the cells of the strip stand: a row for each layer, a column for each head, as many as either side has."""

    origin: QPointF
    width: float
    height: float
    layers: int
    heads: int
    words: QRectF
    whole: QRectF

    def head_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Layer and head of the cell at a point."""
        across, down = x - self.origin.x(), y - self.origin.y()
        if across < 0 or down < 0 or across >= self.heads * self.width or down >= self.layers * self.height:
            return None
        return int(down / self.height), int(across / self.width)

    def head_rect(self, layer: int, head: int) -> QRectF:
        """The place of a cell."""
        return QRectF(self.origin.x() + head * self.width, self.origin.y() + layer * self.height, self.width, self.height)


def strip_layout(rect: QRectF, view: CompareView, theme: Theme, texts: Texts) -> StripLayout:
    """Lay the strip out in `rect`, as large as fits."""
    layers, heads = max(view.comparison.layers), max(view.comparison.heads)
    line = texts.line("caption")
    left = texts.width(integer(layers), "caption", True) + theme.px(8)
    top = 2 * line + theme.px(8)
    foot = texts.wrapped(strip_words(view), "caption", rect.width()) + theme.px(6)
    width = min(float(theme.px(STRIP_CELL[0])), max(2.0, (rect.width() - left) / heads))
    height = min(float(theme.px(STRIP_CELL[1])), max(2.0, (rect.height() - top - foot) / layers))
    whole = (np.floor(width), np.floor(height)) if min(width, height) >= 8 else (width, height)
    bottom = rect.y() + top + layers * whole[1]
    return StripLayout(
        origin=QPointF(round(rect.x() + left), round(rect.y() + top)),
        width=float(whole[0]),
        height=float(whole[1]),
        layers=layers,
        heads=heads,
        words=QRectF(rect.x(), bottom + theme.px(6), rect.width(), foot),
        whole=rect,
    )


def strip_words(view: CompareView) -> str:
    """What the strip shows, with its scale, or why it shows nothing."""
    comparison = view.comparison
    if comparison.differences is None:
        return ""
    if comparison.at_least:
        text = QCoreApplication.translate(
            "ComparePage", "One scale for all: 0 to 1. Rows are layers, columns are heads; at least so much, from small pictures."
        )
    else:
        text = QCoreApplication.translate("ComparePage", "One scale for all: 0 to 1. Rows are layers, columns are heads.")
    if comparison.layers[0] != comparison.layers[1] or comparison.heads[0] != comparison.heads[1]:
        text += " " + QCoreApplication.translate("ComparePage", "Hatched: only one side has this head.")
    return text


def paint_strip(
    painter: QPainter, rect: QRectF, view: CompareView, selected: tuple[int, int] | None, theme: Theme, texts: Texts | None = None
) -> StripLayout:
    """Paint all heads coloured by their largest difference, with A and B as small pictures where there is room."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    layout = strip_layout(rect, view, theme, texts)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    title = QCoreApplication.translate("ComparePage", "Largest difference of each head")
    _heading(painter, rect, title, theme, texts)
    differences = view.comparison.differences
    if differences is None:
        place = rect.adjusted(0, texts.line("caption") + theme.px(6), 0, 0)
        reason = view.comparison.no_differences
        paint_words(painter, place, "" if reason is None else explained(view), theme, texts)
    else:
        _paint_strip_cells(painter, layout, view, differences, theme, texts)
        _paint_strip_numbers(painter, layout, selected, theme, texts)
        if selected is not None and selected[0] < layout.layers and selected[1] < layout.heads:
            paint_outline(painter, layout.head_rect(*selected).adjusted(1, 1, -2, -2), theme.key, theme)
        paint_words(painter, layout.words, strip_words(view), theme, texts)
    painter.restore()
    return layout


def explained(view: CompareView) -> str:
    """Why there is no difference cell by cell, in the language of now."""
    reason = view.comparison.no_differences
    return "" if reason is None else explain(reason)


def _heading(painter: QPainter, rect: QRectF, title: str, theme: Theme, texts: Texts) -> None:
    painter.setFont(texts.font("caption", True))
    painter.setPen(theme.muted)
    painter.drawStaticText(rect.topLeft(), texts.get(title, "caption", bold=True, limit=rect.width()).static)


def _paint_strip_cells(
    painter: QPainter, layout: StripLayout, view: CompareView, differences: FloatArray, theme: Theme, texts: Texts
) -> None:
    colors, light = table("ink", theme.name), light_ink("ink", theme.name)
    chosen = indices(differences, "shared")
    area = QRectF(layout.origin.x(), layout.origin.y(), layout.heads * layout.width, layout.layers * layout.height)
    common = QRectF(area.x(), area.y(), chosen.shape[1] * layout.width, chosen.shape[0] * layout.height)
    if common != area:
        paint_hatch(painter, area, theme)
    hidden = np.isnan(differences)
    if hidden.any():
        paint_hatch(painter, common, theme)
    paint_pixels(painter, common, pixels(chosen, hidden, colors), opaque=not hidden.any())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(theme.border, 1))
    across = [area.x() + head * layout.width - 0.5 for head in range(layout.heads + 1)]
    down = [area.y() + layer * layout.height - 0.5 for layer in range(layout.layers + 1)]
    painter.drawLines([QLineF(x, area.y(), x, area.bottom()) for x in across])
    painter.drawLines([QLineF(area.x(), y, area.right(), y) for y in down])
    if layout.width < theme.px(_NUMBERS_FROM) or layout.height < texts.line("caption"):
        return
    room = theme.px(_NUMBERS_FROM + 8)
    side = np.floor(min(layout.height - theme.px(8), (layout.width - room - theme.px(10)) / 2))
    with_maps = side >= theme.px(_THUMBNAILS_FROM) and view.thumbnails_a is not None and view.thumbnails_b is not None
    painter.setFont(texts.font("caption"))
    for layer in range(chosen.shape[0]):
        for head in range(chosen.shape[1]):
            place = layout.head_rect(layer, head)
            if with_maps:
                _paint_pair(painter, place, view, (layer, head), float(side), theme)
                place.setLeft(place.right() - room)
            text = texts.get(decimal(float(differences[layer, head]), 2), "caption")
            dark = bool(light[chosen[layer, head]])
            painter.setPen(theme.muted if hidden[layer, head] else Qt.GlobalColor.white if dark else Qt.GlobalColor.black)
            painter.drawStaticText(
                QPointF(round(place.center().x() - text.width / 2), round(place.center().y() - text.height / 2)), text.static
            )


def _paint_pair(painter: QPainter, cell: QRectF, view: CompareView, place: tuple[int, int], side: float, theme: Theme) -> None:
    """The small pictures of one head, A at the left of B."""
    top = round(cell.center().y() - side / 2)
    left = float(cell.x() + theme.px(4))
    for maps, (causal, window), tokens in (
        (view.thumbnails_a, view.mask_a, len(view.comparison.labels_a)),
        (view.thumbnails_b, view.mask_b, len(view.comparison.labels_b)),
    ):
        assert maps is not None
        fold = max(1, int(np.ceil(maps.shape[-1] / max(1.0, side))))
        values = reduced(maps[place], fold)
        cells = max(1, -(-tokens // maps.shape[-1])) * fold
        hidden = hidden_cells(values, allowed(values.shape[0] * cells, cells, causal, window))
        target = QRectF(round(left), top, side, side)
        if hidden is not None:
            painter.fillRect(target, theme.raised)
        paint_pixels(painter, target, pixels(indices(values, "shared"), hidden, table("ink", theme.name)), opaque=hidden is None)
        painter.setPen(QPen(theme.border, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(target.adjusted(-0.5, -0.5, 0.5, 0.5))
        left += side + theme.px(3)


def _paint_strip_numbers(
    painter: QPainter, layout: StripLayout, selected: tuple[int, int] | None, theme: Theme, texts: Texts
) -> None:
    """Layers at the left, heads above, counted from 1; the numbers of the selected head stand out."""
    line = texts.line("caption")
    for count, chosen, horizontal in (
        (layout.layers, selected and selected[0], False),
        (layout.heads, selected and selected[1], True),
    ):
        pitch = layout.width if horizontal else layout.height
        step = max(1, int(np.ceil((texts.width(integer(count), "caption") + 4 if horizontal else line) / pitch)))
        for number in range(0, count, step):
            bold = number == chosen
            text = texts.get(integer(number + 1), "caption", bold=bold)
            painter.setFont(texts.font("caption", bold))
            painter.setPen(theme.text if bold else theme.muted)
            middle = (number + 0.5) * pitch
            if horizontal:
                at = QPointF(layout.origin.x() + middle - text.width / 2, layout.origin.y() - text.height - theme.px(2))
            else:
                at = QPointF(layout.origin.x() - theme.px(5) - text.width, layout.origin.y() + middle - text.height / 2)
            painter.drawStaticText(QPointF(round(at.x()), round(at.y())), text.static)


def ledger_rows(rows: tuple[CountDifference, ...]) -> list[tuple[str, str, str, str]]:
    """Name, A, B and change of each row of the ledger, as they are written."""
    names = dict(LEDGER)
    return [
        (QCoreApplication.translate("core", names[row.key]), integer(row.a), integer(row.b), signed(row.change)) for row in rows
    ]


def ledger_height(rows: int, theme: Theme, texts: Texts) -> float:
    """Height of the table of the ledger with so many rows."""
    return texts.line("caption") + theme.px(6) + (rows + 1) * _row_height(theme, texts)


def _row_height(theme: Theme, texts: Texts) -> float:
    return max(texts.line("control"), texts.line("figure")) + theme.px(5)


def paint_ledger(painter: QPainter, rect: QRectF, view: CompareView, theme: Theme, texts: Texts | None = None) -> None:
    """Paint what differs in the ledger as a small table: A, B, and what B has more than A."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    _heading(painter, rect, QCoreApplication.translate("ComparePage", "Ledger"), theme, texts)
    rows = ledger_rows(view.comparison.ledger)
    head = ("", "A", "B", QCoreApplication.translate("ComparePage", "B − A"))
    widths = [max(texts.width(row[column], "figure") for row in [head, *rows]) + theme.px(8) for column in (1, 2, 3)]
    named = max(float(theme.px(48)), rect.width() - sum(widths))
    height, y = _row_height(theme, texts), rect.y() + texts.line("caption") + theme.px(4)
    for number, row in enumerate([head, *rows]):
        x = rect.x()
        for column, words in enumerate(row):
            role: FontRole = "control" if column == 0 else "figure" if number else "caption"
            width = named if column == 0 else widths[column - 1]
            text = texts.get(words, role, limit=width)
            painter.setFont(texts.font(role))
            quiet = number == 0 or (column == 3 and view.comparison.ledger[number - 1].change == 0)
            painter.setPen(theme.muted if quiet else theme.text)
            left = x if column == 0 else x + width - text.width
            painter.drawStaticText(QPointF(round(left), round(y + (height - text.height) / 2)), text.static)
            x += width
        y += height
        painter.setPen(QPen(theme.border, 1))
        painter.drawLine(QLineF(rect.x(), round(y) - 0.5, rect.right(), round(y) - 0.5))
    painter.restore()


def paint_comparison(
    painter: QPainter,
    rect: QRectF,
    view: CompareView,
    words: str,
    cell: tuple[int | None, int | None],
    theme: Theme,
    texts: Texts | None = None,
) -> None:
    """Paint the whole page for a file: what differs in words, A and B and their difference, all heads, the ledger."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    gap = theme.px(16)
    tall = texts.wrapped(words, "caption", rect.width())
    paint_words(painter, QRectF(rect.x(), rect.y(), rect.width(), tall), words, theme, texts)
    top = rect.y() + tall + theme.px(8)
    foot = max(ledger_height(len(view.comparison.ledger), theme, texts), 0.28 * (rect.bottom() - top))
    parts = 3 if view.difference is not None else 2
    width = (rect.width() - (parts - 1) * gap) / parts
    line = texts.line("control") + theme.px(4)
    height = rect.bottom() - top - foot - gap - line
    for number, name in enumerate((view.name_a, view.name_b)):
        place = QRectF(rect.x() + number * (width + gap), top, width, line)
        text = texts.get(f"{'AB'[number]} · {name}", "control", bold=True, limit=width)
        painter.setFont(texts.font("control", True))
        painter.setPen(theme.text)
        painter.drawStaticText(place.topLeft(), text.static)
        place = QRectF(place.x(), top + line, width, height)
        if view.side(number == 0)[0] is None:
            paint_words(painter, place, no_such_head(number == 0), theme, texts)
        else:
            paint_head(painter, place, view.as_head(number == 0, *cell), theme, texts)
    difference = view.as_difference(*cell)
    if difference is not None:
        paint_difference(painter, QRectF(rect.right() - width, top + line, width, height), difference, theme, texts)
    below = QRectF(rect.x(), rect.bottom() - foot, (rect.width() - gap) * 0.58, foot)
    paint_strip(painter, below, view, (view.layer, view.head), theme, texts)
    left = below.right() + gap
    paint_ledger(painter, QRectF(left, below.y(), rect.right() - left, foot), view, theme, texts)


def no_such_head(first: bool) -> str:
    """What stands where a side has no map to show."""
    if first:
        return QCoreApplication.translate("ComparePage", "A has no such head.")
    return QCoreApplication.translate("ComparePage", "B has no such head.")
