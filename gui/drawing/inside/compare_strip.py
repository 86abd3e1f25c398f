"""Paint all heads of two sides by their largest difference, with A and B as small pictures where there is room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from core.model.trace import FloatArray
from gui.drawing.inside.compare_view import CompareView, explained, paint_heading
from gui.drawing.legend import paint_words
from gui.drawing.map_marks import Texts, is_vector, paint_hatch, paint_outline, paint_pixels
from gui.drawing.map_values import allowed, hidden_cells, indices, light_ink, pixels, reduced, table
from gui.i18n import decimal, integer
from gui.theme.theme import Theme

STRIP_CELL: Final = (112, 40)
"""Largest width and height of a cell of the strip."""
_NUMBERS_FROM: Final = 27
_THUMBNAILS_FROM: Final = 20


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
    paint_heading(painter, rect, title, theme, texts)
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
    room = theme.px(_NUMBERS_FROM + 4)
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
