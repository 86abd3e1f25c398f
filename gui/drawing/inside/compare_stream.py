"""Paint how far the residual streams of two sides lie apart: a bar at the input and after each layer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from core.inside.comparison import STREAM_ROUNDING, Comparison, StreamDifference
from gui.drawing.inside.compare_view import CompareView, paint_heading
from gui.drawing.labels import named
from gui.drawing.map_marks import Texts, is_vector
from gui.i18n import decimal, explain, integer
from gui.theme.theme import Theme

BAR: Final = 30
"""Height of the largest bar."""
_TOKENS_FROM: Final = 44
"""From this width of a column on, the token is named below it."""
_WIDEST: Final = 84


@dataclass(frozen=True, slots=True, kw_only=True)
class PartingLayout:
    """Where the columns stand, one for the input and one for each layer."""

    place: QRectF
    """All columns, from the numbers above the bars to the tokens below."""
    step: float
    columns: int
    base: float
    """Where the bars stand."""
    bottom: float

    def column_at(self, x: float, y: float) -> int | None:
        """The column at a point."""
        if not self.columns or not self.place.contains(x, y):
            return None
        return min(int((x - self.place.x()) / self.step), self.columns - 1)

    def middle(self, column: int) -> float:
        """Where a column stands."""
        return self.place.x() + (column + 0.5) * self.step


def token_of(view: CompareView, place: StreamDifference) -> str:
    """The token in whose vector the difference is largest, in quotation marks."""
    text = QCoreApplication.translate("Stream", "“{token}”")
    return text.format(token=named(view.labels, place.token))


def size_text(value: float) -> str:
    """A difference as it is written: 0, 0.53, 12.4; what is larger than rounding never looks like 0."""
    if value <= STREAM_ROUNDING:
        return decimal(0.0, 2)
    return decimal(value, 4 if value < 0.005 else 2 if value < 10 or not math.isfinite(value) else 1)


def place_words(view: CompareView, place: StreamDifference) -> str:
    """One place in words."""
    values = {"value": size_text(place.largest), "token": token_of(view, place)}
    if place.layer is None:
        text = QCoreApplication.translate("ComparePage", "At the input: {value}, at {token}")
        return text.format(**values)
    text = QCoreApplication.translate("ComparePage", "After layer {layer}: {value}, at {token}")
    return text.format(layer=integer(place.layer + 1), **values)


def parting_words(comparison: Comparison) -> str:
    """From where on the streams differ, or why that is not known."""
    translate = QCoreApplication.translate
    if not comparison.stream:
        # Where the maps cannot be compared either, the reason is the same and is said there.
        reason = None if comparison.differences is None else comparison.no_stream
        return "" if reason is None else explain(reason)
    first = comparison.parting
    if first is None:
        return translate("ComparePage", "The residual stream is the same on both sides, at the input and after every layer.")
    if first.layer is None:
        return translate("ComparePage", "The residual streams differ from the input on.")
    text = translate("ComparePage", "The residual streams part in layer {layer}: before it they are the same.")
    return text.format(layer=integer(first.layer + 1))


def largest_words(view: CompareView) -> str:
    """Where the streams differ most."""
    if view.comparison.parting is None:
        return ""
    most = max(view.comparison.stream, key=lambda place: math.inf if math.isnan(place.largest) else place.largest)
    largest = QCoreApplication.translate("ComparePage", "Largest difference of a number: {place}.")
    return largest.format(place=_lower(place_words(view, most)))


def parting_layout(rect: QRectF, view: CompareView, theme: Theme, texts: Texts) -> PartingLayout:
    """Lay the columns out in `rect`."""
    columns, line = len(view.comparison.stream), texts.line("caption")
    step = min(rect.width() / max(1, columns), float(theme.px(_WIDEST)))
    top = rect.y() + line + theme.px(6)
    base = top + line + theme.px(2) + theme.px(BAR)
    lines = 2 if step >= theme.px(_TOKENS_FROM) else 1
    bottom = base + theme.px(3) + lines * line if columns else top
    place = QRectF(rect.x(), top, step * columns, max(0.0, bottom - top))
    return PartingLayout(place=place, step=step, columns=columns, base=base, bottom=bottom)


def parting_height(width: float, view: CompareView, theme: Theme, texts: Texts) -> float:
    """The height that all needs in `width`; nothing where there is nothing to show."""
    return parting_layout(QRectF(0, 0, width, 0), view, theme, texts).bottom if view.comparison.stream else 0.0


def paint_parting(painter: QPainter, rect: QRectF, view: CompareView, theme: Theme, texts: Texts | None = None) -> PartingLayout:
    """Paint a bar for each place with its number above, its layer and its token below."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    layout = parting_layout(rect, view, theme, texts)
    stream = view.comparison.stream
    if not stream:
        return layout
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    title = QCoreApplication.translate("ComparePage", "Residual stream: largest difference after each layer")
    paint_heading(painter, rect, title, theme, texts)
    finite = [place.largest for place in stream if math.isfinite(place.largest)]
    end = max([STREAM_ROUNDING, *finite])
    for column, place in enumerate(stream):
        _paint_column(painter, layout, column, place, view, end, theme, texts)
    painter.setPen(QPen(theme.muted, 1))
    base = round(layout.base) + 0.5
    painter.drawLine(QLineF(layout.place.x(), base, layout.place.right(), base))
    painter.restore()
    return layout


def _paint_column(
    painter: QPainter,
    layout: PartingLayout,
    column: int,
    place: StreamDifference,
    view: CompareView,
    end: float,
    theme: Theme,
    texts: Texts,
) -> None:
    middle, room, line = layout.middle(column), layout.step - theme.px(4), texts.line("caption")
    same = place.largest <= STREAM_ROUNDING
    height = 0.0 if same else theme.px(BAR) * (place.largest / end if math.isfinite(place.largest) else 1.0)
    width = min(room, float(theme.px(40)))
    top = round(layout.base - height)
    if not same:
        bar = QRectF(round(middle - width / 2), min(top, round(layout.base) - 1), round(width), max(1.0, layout.base - top))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillRect(bar, theme.stream)
    name = QCoreApplication.translate("Stream", "input") if place.layer is None else integer(place.layer + 1)
    below = layout.base + theme.px(3)
    written = [(size_text(place.largest), top - line - theme.px(1), theme.muted if same else theme.text)]
    written.append((name, below, theme.muted))
    if layout.step >= theme.px(_TOKENS_FROM) and not same:
        written.append((token_of(view, place), below + line, theme.text))
    painter.setFont(texts.font("caption"))
    for number, (words, y, ink) in enumerate(written):
        if number < 2 and texts.width(words, "caption") > layout.step + theme.px(2) and place.layer is not None:
            continue  # many layers: their numbers are in the tooltip and in the table
        text = texts.get(words, "caption", limit=max(room, float(theme.px(18))))
        painter.setPen(ink)
        painter.drawStaticText(QPointF(round(middle - text.width / 2), round(y)), text.static)


def _lower(words: str) -> str:
    """Words as they stand within a sentence."""
    return words[:1].lower() + words[1:]
