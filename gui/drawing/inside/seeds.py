"""Paint the same head under several seeds: a small map each, their mean, their spread, and what they have in common in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from core.inside.seeds import SeedStatistics
from core.model.trace import FloatArray
from gui.drawing.map_layout import GAPS_FROM
from gui.drawing.map_marks import Texts, is_vector, paint_hatch, paint_outline, paint_pixels
from gui.drawing.map_values import allowed, hidden_cells, highest, indices, pixels, reduced, table
from gui.i18n import decimal, integer
from gui.theme.theme import FontRole, Theme

LARGEST: Final = 260
SMALLEST: Final = 56
_GAP: Final = 10
_BETWEEN: Final = 22
"""Between the maps of the seeds and the two made of them all."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeedsPicture:
    """S maps [T, T] of one head, one a seed, and their statistics."""

    patterns: FloatArray
    seeds: tuple[int, ...]
    statistics: SeedStatistics
    labels: tuple[str, ...]
    selected: int = 0
    """The seed in use."""
    causal: bool = False
    window: int = 0
    query: int | None = None
    key: int | None = None

    @property
    def tokens(self) -> int:
        """T."""
        return int(self.patterns.shape[-1])

    @property
    def cell(self) -> tuple[int, int] | None:
        """The selected cell, as far as the maps have it."""
        if self.query is None or self.key is None or max(self.query, self.key) >= self.tokens:
            return None
        return self.query, self.key


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedsLayout:
    """Where each map stands: S of seeds, then the mean, then the spread."""

    tiles: tuple[QRectF, ...]
    line: float
    words: QRectF
    """Place of the sentences under the maps."""
    bottom: float

    def tile_at(self, x: float, y: float) -> int | None:
        """Number of the map at a point; the words under a map belong to it."""
        for number, tile in enumerate(self.tiles):
            if tile.adjusted(0, 0, 0, self.line).contains(x, y):
                return number
        return None

    def cell_at(self, x: float, y: float, tokens: int) -> tuple[int, int] | None:
        """Query and key of the cell at a point of any map."""
        for tile in self.tiles:
            if tokens and tile.contains(x, y):
                place = tile.width() / tokens
                return min(int((y - tile.y()) / place), tokens - 1), min(int((x - tile.x()) / place), tokens - 1)
        return None


def seeds_words(picture: SeedsPicture) -> str:
    """What is common and what is chance, and which scales the maps have."""
    translate = QCoreApplication.translate
    statistics, count = picture.statistics, len(picture.seeds)
    if count < 2:
        parts = [translate("SeedsStrip", "One seed alone does not tell what is common and what is chance.")]
    elif statistics.common is None:
        parts = [translate("SeedsStrip", "All cells of all seeds are alike: there is no difference to share out.")]
    else:
        sentence = translate(
            "SeedsStrip",
            "Of the variance between cells {common} % is common to all {n} seeds: the architecture’s doing. {varying} % changes "
            "with the seed: chance. (With nothing in common the mean map would still hold about {floor} %.)",
        )
        common = round(100 * statistics.common)
        parts = [
            sentence.format(
                common=integer(common), varying=integer(100 - common), n=integer(count), floor=integer(int(100 / count + 0.5))
            )
        ]
    if picture.cell is not None:
        parts.append(cell_words(picture, *picture.cell))
    scales = translate("SeedsStrip", "One scale for all maps and the mean: 0 to 1; spread: 0 to {high}.")
    parts.append(scales.format(high=decimal(spread_end(picture), 3)))
    if (picture.causal or picture.window) and picture.tokens > 1:
        parts.append(translate("SeedsStrip", "Hatched: masked."))
    return " ".join(parts)


def cell_words(picture: SeedsPicture, query: int, key: int) -> str:
    """A cell under all seeds."""
    text = QCoreApplication.translate("SeedsStrip", "“{query}” looks at “{key}”: mean {mean}, spread {spread}.")
    return text.format(
        query=picture.labels[query],
        key=picture.labels[key],
        mean=decimal(float(picture.statistics.mean[query, key]), 3),
        spread=decimal(float(picture.statistics.spread[query, key]), 3),
    )


def spread_end(picture: SeedsPicture) -> float:
    """The end of the scale of the spread: its largest value, 1 where there is none."""
    return float(highest(picture.statistics.spread[None]).item()) if picture.tokens else 1.0


def seeds_layout(rect: QRectF, picture: SeedsPicture, theme: Theme, texts: Texts) -> SeedsLayout:
    """All maps in as few rows as let them be large enough; never smaller than `SMALLEST`, then the last rows are cut off."""
    count = len(picture.seeds) + 2
    gap, between, line = theme.px(_GAP), theme.px(_BETWEEN), texts.line("caption") + theme.px(4)
    words = texts.wrapped(seeds_words(picture), "control", rect.width()) + theme.px(10)
    best: tuple[float, int] = (0.0, count)
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        width = (rect.width() - (columns - 1) * gap - between) / columns
        height = (rect.height() - words - rows * line - (rows - 1) * gap) / rows
        best = max(best, (float(np.floor(min(width, height, theme.px(LARGEST)))), columns))
    side, columns = max(best[0], float(theme.px(SMALLEST))), best[1]
    if best[0] < theme.px(SMALLEST):
        columns = max(1, int((rect.width() - between + gap) // (side + gap)))
    tiles = []
    for number in range(count):
        row, column = divmod(number, columns)
        last = number >= len(picture.seeds)
        shift = between - gap if last and row == (count - 2) // columns and (count - 2) % columns else 0
        tiles.append(QRectF(rect.x() + column * (side + gap) + shift, rect.y() + row * (side + line + gap), side, side))
    bottom = tiles[-1].bottom() + line
    place = QRectF(rect.x(), bottom + theme.px(8), rect.width(), max(1.0, rect.bottom() - bottom - theme.px(8)))
    return SeedsLayout(tiles=tuple(tiles), line=line, words=place, bottom=bottom + words)


def seeds_height(width: float, picture: SeedsPicture, theme: Theme, texts: Texts) -> float:
    """The least height that shows all in `width`."""
    return seeds_layout(QRectF(0, 0, width, 1), picture, theme, texts).bottom


def paint_seeds(
    painter: QPainter,
    rect: QRectF,
    picture: SeedsPicture,
    theme: Theme,
    texts: Texts | None = None,
    *,
    selection: bool = True,
) -> SeedsLayout:
    """Paint all maps with their seeds, the mean, the spread and the words."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    layout = seeds_layout(rect, picture, theme, texts)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    for number, tile in enumerate(layout.tiles):
        chosen = selection and number < len(picture.seeds) and picture.seeds[number] == picture.selected
        _paint_tile(painter, tile, picture, number, theme)
        if picture.cell is not None:
            _paint_cell(painter, tile, picture, theme)
        if chosen:
            paint_outline(painter, tile, theme.key, theme)
        text = texts.get(tile_words(picture, number), "caption", bold=chosen, limit=tile.width() + theme.px(_GAP))
        painter.setFont(texts.font("caption", chosen))
        painter.setPen(theme.text if chosen or number >= len(picture.seeds) else theme.muted)
        left = tile.x() if text.width > tile.width() else tile.center().x() - text.width / 2
        painter.drawStaticText(QPointF(round(left), round(tile.bottom() + theme.px(4))), text.static)
    role: FontRole = "control"
    painter.setFont(texts.font(role))
    painter.setPen(theme.text)
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    painter.drawText(layout.words, int(flags), seeds_words(picture))
    painter.restore()
    return layout


def tile_words(picture: SeedsPicture, number: int) -> str:
    """What stands under a map."""
    if number < len(picture.seeds):
        words = QCoreApplication.translate("SeedsStrip", "seed {n}")
        return words.format(n=integer(picture.seeds[number]))
    if number == len(picture.seeds):
        return QCoreApplication.translate("SeedsStrip", "mean")
    return QCoreApplication.translate("SeedsStrip", "spread")


def _paint_tile(painter: QPainter, tile: QRectF, picture: SeedsPicture, number: int, theme: Theme) -> None:
    count = len(picture.seeds)
    if number < count:
        values = picture.patterns[number]
    else:
        values = picture.statistics.mean if number == count else picture.statistics.spread
    if not picture.tokens:
        return
    cells = max(1, int(np.ceil(picture.tokens / max(1.0, tile.width()))))
    shown = reduced(values, cells)
    hidden = hidden_cells(shown, allowed(picture.tokens, cells, picture.causal, picture.window))
    chosen = indices(shown, "per-head", spread_end(picture)) if number > count else indices(shown, "shared")
    if hidden is not None:
        paint_hatch(painter, tile, theme)
    reach = shown.shape[0] * cells * tile.width() / picture.tokens
    painter.save()
    painter.setClipRect(tile)
    place = QRectF(tile.x(), tile.y(), reach, reach)
    paint_pixels(painter, place, pixels(chosen, hidden, table("ink", theme.name)), opaque=hidden is None)
    painter.restore()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(theme.border, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    size = tile.width() / picture.tokens
    if size >= GAPS_FROM and hidden is None:
        ends = [size * step for step in range(1, picture.tokens)]
        painter.drawLines([QLineF(tile.x() + end, tile.y(), tile.x() + end, tile.bottom()) for end in ends])
        painter.drawLines([QLineF(tile.x(), tile.y() + end, tile.right(), tile.y() + end) for end in ends])
    painter.drawRect(tile.adjusted(-0.5, -0.5, -0.5, -0.5))


def _paint_cell(painter: QPainter, tile: QRectF, picture: SeedsPicture, theme: Theme) -> None:
    """Outline the selected cell thinly: the maps are small."""
    assert picture.cell is not None
    size = tile.width() / picture.tokens
    query, key = picture.cell
    place = QRectF(tile.x() + key * size, tile.y() + query * size, size, size)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen, out in ((QPen(theme.surface, 1), 1.5), (QPen(theme.key, 1), 0.5)):
        painter.setPen(pen)
        painter.drawRect(place.adjusted(-out, -out, out, out))
