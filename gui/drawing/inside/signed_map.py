"""Paint a map of differences: blue where the second has more, orange where the first has, 0 like paper, one symmetric scale."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from core.model.trace import FloatArray
from gui.drawing.heatmap import paint_selection
from gui.drawing.legend import BAR_HEIGHT, BAR_WIDTH, paint_words
from gui.drawing.map_layout import GAPS_FROM, NUMBERS_FROM, HeadLayout, HeadPicture, axis_words, head_layout
from gui.drawing.map_marks import Texts, is_vector, paint_hatch, paint_pixels, paint_turned
from gui.drawing.map_values import Bools, allowed, pixels, reduced
from gui.i18n import MINUS, current_language, decimal, integer
from gui.theme.colormaps import luminance, lut
from gui.theme.theme import FontRole, Theme, ThemeName

ROUNDING: Final = 1e-5
"""Differences up to this are rounding of float32, and are not stretched to the strongest colour."""
_SMALLEST_NUMBER: Final = 0.005
_WIDE_NUMBERS_FROM: Final = 30
_LARGE_NUMBERS_FROM: Final = 52


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DifferencePicture:
    """The difference B − A [T, T] of two maps. Cells that neither mask allows are hatched."""

    difference: FloatArray
    labels: tuple[str, ...]
    masks: tuple[tuple[bool, int], tuple[bool, int]] = ((False, 0), (False, 0))
    """(causal, window) of the one and of the other."""
    query: int | None = None
    key: int | None = None
    note: str = ""
    """What has to be known where both maps are the same, such as that a head is off."""

    def as_head(self) -> HeadPicture:
        """The same as a picture of one head, for what both have in common: where everything stands, and the selection."""
        hatched = all(causal or window for causal, window in self.masks)
        return HeadPicture(pattern=self.difference, labels=self.labels, causal=hatched, query=self.query, key=self.key)

    def hidden(self) -> Bools:
        """[T, T] the cells that have no difference to show: masked on both sides, or no number."""
        seen = np.zeros(self.difference.shape, bool)
        for causal, window in self.masks:
            seen |= allowed(len(self.labels), 1, causal, window)
        hidden: Bools = ~seen | np.isnan(self.difference)
        return hidden


def signed_end(difference: FloatArray) -> float:
    """m of the scale −m … m: the largest |difference|, 1 where none is larger than rounding."""
    finite = np.abs(difference[np.isfinite(difference)])
    largest = float(finite.max(initial=0.0))
    return largest if largest > ROUNDING else 1.0


def signed_text(value: float, digits: int) -> str:
    """A difference with its sign: +0.12, −0.30, 0.00."""
    text = decimal(value, digits)
    return f"+{text}" if value > 0 and any(char in "123456789" for char in text) else text


def signed_words(difference: FloatArray, note: str = "") -> str:
    """What the colours mean, with the scale; where both are the same that, and the `note`."""
    end = signed_end(difference)
    largest = float(np.abs(difference[np.isfinite(difference)]).max(initial=0.0))
    if largest <= ROUNDING:
        same = QCoreApplication.translate("SignedMap", "No difference larger than rounding ({limit}): both maps are the same.")
        return f"{same.format(limit=decimal(ROUNDING, 5))} {note}".rstrip()
    words = QCoreApplication.translate("SignedMap", "B − A, symmetric scale −{end} to {end}: blue, more in B; orange, more in A")
    return words.format(end=end_text(end))


def end_text(end: float) -> str:
    """The end of the scale, rounded so that it is never 0."""
    return decimal(end, 2 if end >= 0.1 else 3 if end >= 0.01 else 5)


def paint_difference(
    painter: QPainter, rect: QRectF, picture: DifferencePicture, theme: Theme, texts: Texts | None = None, dpr: float = 1.0
) -> HeadLayout:
    """Paint the difference with axes, selection and legend into `rect`, and return where it stands."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    layout = difference_layout(rect, picture, theme, texts, dpr)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    _paint_title(painter, layout, theme, texts)
    _paint_cells(painter, layout, picture, theme, texts)
    _paint_axes(painter, layout, picture, theme, texts)
    paint_selection(painter, layout, picture.as_head(), theme)
    _paint_legend(painter, layout, picture, theme, texts)
    painter.restore()
    return layout


def difference_layout(rect: QRectF, picture: DifferencePicture, theme: Theme, texts: Texts, dpr: float = 1.0) -> HeadLayout:
    """Where everything stands: as that of a head, with room for as many lines of the legend as it takes."""
    layout = head_layout(rect, picture.as_head(), theme, texts, dpr)
    needed = theme.px(BAR_HEIGHT) + theme.px(6) + texts.line("caption") / 2
    needed += texts.wrapped(_legend_words(picture, layout.cells), "caption", layout.legend.width())
    if needed > layout.legend.height():
        layout = head_layout(rect.adjusted(0, 0, 0, layout.legend.height() - needed), picture.as_head(), theme, texts, dpr)
    return layout


def _legend_words(picture: DifferencePicture, cells: int) -> str:
    words = signed_words(picture.difference, picture.note)
    if cells > 1:
        dots = QCoreApplication.translate("SignedMap", "each dot is the largest difference of {n} × {n} cells")
        words += " · " + dots.format(n=integer(cells))
    if picture.hidden().any():
        words += " · " + QCoreApplication.translate("SignedMap", "hatched: masked in both")
    return words


@lru_cache(maxsize=4)
def signed_table(theme: ThemeName) -> tuple[NDArray[np.uint32], Bools]:
    """The colour table [256] as opaque 0xAARRGGBB, and for each entry whether white stands out better on it than black."""
    colors = lut("signed", theme)
    rgb, light = colors.astype(np.uint32), luminance(colors)
    packed = np.uint32(0xFF000000) | rgb[:, 0] << np.uint32(16) | rgb[:, 1] << np.uint32(8) | rgb[:, 2]
    inks: Bools = 1.05 / (light + 0.05) > (light + 0.05) / 0.05
    return packed, inks


def signed_indices(values: FloatArray, end: float) -> NDArray[np.uint8]:
    """Index 0 … 255 of each value on the scale −end … end; infinities are its ends."""
    with np.errstate(invalid="ignore", over="ignore"):
        share = (values.astype(np.float64) / end + 1) / 2
    found: NDArray[np.uint8] = np.rint(np.nan_to_num(share, nan=0.5, posinf=1.0, neginf=0.0).clip(0, 1) * 255).astype(np.uint8)
    return found


def strongest(values: FloatArray, cells: int) -> FloatArray:
    """Each square of `cells` × `cells` cells replaced by its value farthest from 0; NaN loses against any number."""
    if cells <= 1:
        return values
    high, low = reduced(values, cells), -reduced(-values, cells)
    return np.where(np.abs(high) >= np.abs(low), high, low)


def _paint_title(painter: QPainter, layout: HeadLayout, theme: Theme, texts: Texts) -> None:
    title = _title()
    painter.setFont(texts.font("caption", True))
    painter.setPen(theme.muted)
    painter.drawStaticText(layout.title.topLeft(), texts.get(title, "caption", bold=True, limit=layout.title.width()).static)


def _paint_cells(painter: QPainter, layout: HeadLayout, picture: DifferencePicture, theme: Theme, texts: Texts) -> None:
    colors, light = signed_table(theme.name)
    hidden = picture.hidden()
    end = signed_end(picture.difference)
    grid, cell, side = layout.grid, layout.cell, layout.side
    if hidden.any():
        paint_hatch(painter, grid, theme)
    shown = strongest(np.where(hidden, np.float32(np.nan), picture.difference), layout.cells)
    chosen, empty = signed_indices(shown, end), np.isnan(shown)
    # A partly filled square at the right and lower end of a reduced map must not be stretched to a full one.
    reach = shown.shape[0] * layout.cells * cell
    painter.save()
    painter.setClipRect(grid)
    paint_pixels(painter, QRectF(grid.x(), grid.y(), reach, reach), pixels(chosen, empty, colors), opaque=not hidden.any())
    painter.restore()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(theme.border, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if cell >= GAPS_FROM:
        lines = []
        for place in (i * cell - 0.5 for i in range(1, side)):
            lines.append(QLineF(grid.x() + place, grid.y(), grid.x() + place, grid.bottom()))
            lines.append(QLineF(grid.x(), grid.y() + place, grid.right(), grid.y() + place))
        painter.drawLines(lines)
    painter.drawRect(grid.adjusted(-0.5, -0.5, -0.5, -0.5))
    if cell >= theme.px(NUMBERS_FROM):
        _paint_numbers(painter, layout, picture, chosen, light, hidden, theme, texts)


def _paint_numbers(
    painter: QPainter,
    layout: HeadLayout,
    picture: DifferencePicture,
    chosen: NDArray[np.uint8],
    light: Bools,
    hidden: Bools,
    theme: Theme,
    texts: Texts,
) -> None:
    role: FontRole = "text" if layout.cell >= theme.px(_LARGE_NUMBERS_FROM) else "caption"
    short = current_language() == "en" or layout.cell < theme.px(_WIDE_NUMBERS_FROM + 6)
    painter.setFont(texts.font(role))
    values = picture.difference.astype(np.float64)
    with np.errstate(invalid="ignore"):
        wanted = np.isfinite(values) & (np.abs(values) >= _SMALLEST_NUMBER) & (np.abs(values) < 1.5) & ~hidden
    for row, column in zip(*(places.tolist() for places in np.nonzero(wanted)), strict=True):
        value = float(values[row, column])
        digits = decimal(abs(value), 2)
        name = ("+" if value > 0 else MINUS) + (digits[1:] if short and digits[0] == "0" else digits)
        text = texts.get(name, role)
        if text.width > layout.cell:
            continue
        painter.setPen(Qt.GlobalColor.white if light[chosen[row, column]] else Qt.GlobalColor.black)
        middle = layout.cell_rect(row, column).center()
        painter.drawStaticText(QPointF(round(middle.x() - text.width / 2), round(middle.y() - text.height / 2)), text.static)


def _paint_axes(painter: QPainter, layout: HeadLayout, picture: DifferencePicture, theme: Theme, texts: Texts) -> None:
    """Labels of rows and columns, as many as have room, the selected one always, and what the axes mean."""
    role, grid = layout.label_role, layout.grid
    for index in _kept(layout.side, layout.row_step, picture.query):
        selected = index == picture.query
        text = texts.get(picture.labels[index], role, bold=selected, limit=layout.label_width)
        painter.setFont(texts.font(role, selected))
        painter.setPen(theme.query if selected else theme.text)
        middle = layout.row_rect(index).center().y()
        painter.drawStaticText(QPointF(round(grid.x() - layout.gap - text.width), round(middle - text.height / 2)), text.static)
    for index in _kept(layout.side, layout.column_step, picture.key):
        selected = index == picture.key
        text = texts.get(picture.labels[index], role, bold=selected, limit=layout.above_width)
        painter.setFont(texts.font(role, selected))
        painter.setPen(theme.key if selected else theme.text)
        at = QPointF(grid.x() + (index + 0.5) * layout.cell, grid.y() - theme.px(6))
        paint_turned(painter, text, at, layout.angle)
    looks, at_this = axis_words()
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.query)
    if layout.cornered:
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWordWrap
        painter.drawText(layout.query_words.adjusted(0, 0, -layout.gap, 0), int(flags), looks)
    else:
        words, place = texts.get(looks, "caption"), layout.query_words
        bottom = min(place.center().y() + words.width / 2, layout.whole.bottom())
        paint_turned(painter, words, QPointF(place.center().x(), bottom), 90)
    painter.setPen(theme.key)
    left = max(layout.key_words.x(), layout.title.x() + texts.width(_title(), "caption", True) + theme.px(20))
    room = layout.key_words.right() - left
    if room > theme.px(20):
        painter.drawStaticText(QPointF(left, layout.key_words.y()), texts.get(at_this, "caption", limit=room).static)


def _title() -> str:
    return QCoreApplication.translate("SignedMap", "Difference B − A")


def _kept(count: int, step: int, selected: int | None) -> list[int]:
    chosen = list(range(0, count, step))
    if selected is None or not 0 <= selected < count:
        return chosen
    return [index for index in chosen if abs(index - selected) >= step] + [selected]


def _paint_legend(painter: QPainter, layout: HeadLayout, picture: DifferencePicture, theme: Theme, texts: Texts) -> None:
    """The bar from −m over 0 to m, and what it means in words."""
    rect = layout.legend
    end = end_text(signed_end(picture.difference))
    low, high = MINUS + end, "+" + end
    before, after = texts.width(low, "caption") + theme.px(6), texts.width(high, "caption") + theme.px(6)
    line = max(float(theme.px(BAR_HEIGHT)), texts.line("caption"))
    width = max(1.0, min(float(theme.px(BAR_WIDTH)), rect.width() - before - after))
    bar = QRectF(round(rect.x() + before), round(rect.y() + (line - theme.px(BAR_HEIGHT)) / 2), round(width), theme.px(BAR_HEIGHT))
    paint_pixels(painter, bar, np.ascontiguousarray(signed_table(theme.name)[0][None, :]), opaque=True)
    painter.setPen(theme.border)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5))
    painter.setPen(QPen(theme.muted, 1))
    painter.drawLine(QLineF(bar.center().x(), bar.y() - 3, bar.center().x(), bar.bottom() + 3))
    painter.setFont(texts.font("caption"))
    top = bar.center().y() - texts.line("caption") / 2
    painter.drawStaticText(QPointF(rect.x(), top), texts.get(low, "caption").static)
    painter.drawStaticText(QPointF(bar.right() + theme.px(6), top), texts.get(high, "caption").static)
    below = rect.y() + line + theme.px(4)
    words = _legend_words(picture, layout.cells)
    tall = texts.wrapped(words, "caption", rect.width())  # room was made for all of it (`difference_layout`)
    paint_words(painter, QRectF(rect.x(), below, rect.width(), max(tall, rect.bottom() - below)), words, theme, texts)
