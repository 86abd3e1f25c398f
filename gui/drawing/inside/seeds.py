"""Paint the same head under several seeds: a small map each, their mean, their spread, and what they have in common in words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from core.inside.seeds import SeedStatistics
from core.model.trace import FloatArray
from gui.drawing.labels import named
from gui.drawing.legend import BAR_HEIGHT
from gui.drawing.map_layout import GAPS_FROM
from gui.drawing.map_marks import Texts, is_vector, paint_hatch, paint_outline, paint_pixels, paint_turned
from gui.drawing.map_values import allowed, hidden_cells, highest, indices, pixels, reduced, table
from gui.i18n import decimal, integer
from gui.theme.theme import Theme, ThemeName

LARGEST: Final = 260
SMALLEST: Final = 56
_GAP: Final = 10
_BETWEEN: Final = 22
"""Between the maps of the seeds and the two made of them all."""
_LABEL: Final = 84
"""Widest label of a token."""
_ANGLE: Final = 60.0
_BAR: Final = 110


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
    place: tuple[int, int] | None = None
    """Layer and head, counted from 0."""

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

    heading: QRectF
    tiles: tuple[QRectF, ...]
    line: float
    labelled: float
    """Room for a label beside the maps of the first column and over the first map; 0 where there is none."""
    columns: int
    bars: tuple[QRectF, QRectF]
    """Places of the two scales: of the maps and their mean, and of the spread."""
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
    if (picture.causal or picture.window) and picture.tokens > 1:
        parts.append(translate("SeedsStrip", "Hatched: masked."))
    return " ".join(parts)


def scale_words(picture: SeedsPicture) -> str:
    """Which scales the maps have, for those who do not see the bars."""
    scales = QCoreApplication.translate("SeedsStrip", "One scale for all maps and the mean: 0 to 1; spread: 0 to {high}.")
    return scales.format(high=decimal(spread_end(picture), 3))


def heading_words(picture: SeedsPicture, *, selection: bool = True) -> str:
    """Which head it is; and what a click does, where there is something to click."""
    translate = QCoreApplication.translate
    if picture.place is None:
        words = translate("SeedsStrip", "One head under {n} seeds")
    else:
        words = translate("SeedsStrip", "Layer {layer}, head {head} under {n} seeds")
    layer, head = picture.place or (0, 0)
    words = words.format(layer=integer(layer + 1), head=integer(head + 1), n=integer(len(picture.seeds)))
    click = translate("SeedsStrip", "a click on a map takes its seed")
    return f"{words} · {click}" if selection else words


def value_words(picture: SeedsPicture, number: int, query: int, key: int) -> str:
    """One cell of one map: “seed 3: “are” looks at “keys”: 0.123”."""
    values = {"map": tile_words(picture, number), "query": named(picture.labels, query), "key": named(picture.labels, key)}
    if not allowed(picture.tokens, 1, picture.causal, picture.window)[query, key]:
        return QCoreApplication.translate("SeedsStrip", "{map}: “{query}” may not look at “{key}”").format(**values)
    value = decimal(float(_values(picture, number)[query, key]), 3)
    return QCoreApplication.translate("SeedsStrip", "{map}: “{query}” looks at “{key}”: {value}").format(**values, value=value)


def cell_words(picture: SeedsPicture, query: int, key: int) -> str:
    """A cell under all seeds."""
    text = QCoreApplication.translate("SeedsStrip", "“{query}” looks at “{key}”: mean {mean}, spread {spread}.")
    return text.format(
        query=named(picture.labels, query),
        key=named(picture.labels, key),
        mean=decimal(float(picture.statistics.mean[query, key]), 3),
        spread=decimal(float(picture.statistics.spread[query, key]), 3),
    )


def spread_end(picture: SeedsPicture) -> float:
    """The end of the scale of the spread: its largest value, 1 where there is none."""
    return float(highest(picture.statistics.spread[None]).item()) if picture.tokens else 1.0


def seeds_layout(rect: QRectF, picture: SeedsPicture, theme: Theme, texts: Texts) -> SeedsLayout:
    """All maps in as few rows as let them be large enough; never smaller than `SMALLEST`, then the last rows are cut off.

    The first map has labels, and the first one of each row; where its cells are lower than a line of text, none has.
    """
    widest = max((texts.width(label, "caption") for label in set(picture.labels)), default=0.0)
    room = min(widest, float(theme.px(_LABEL))) + theme.px(6)
    layout = _layout(rect, picture, theme, texts, room)
    if picture.tokens and layout.tiles[0].height() / picture.tokens >= texts.line("caption") * 0.9:
        return layout
    return _layout(rect, picture, theme, texts, 0.0)


def _layout(rect: QRectF, picture: SeedsPicture, theme: Theme, texts: Texts, labelled: float) -> SeedsLayout:
    count = len(picture.seeds) + 2
    gap, between, line = theme.px(_GAP), theme.px(_BETWEEN), texts.line("caption") + theme.px(4)
    heading = texts.wrapped(heading_words(picture), "control", rect.width()) + theme.px(8)
    above = labelled * 0.87 + texts.line("caption") / 2 if labelled else 0.0
    bars, bars_height = _bar_places(rect, picture, theme, texts)
    words = texts.wrapped(seeds_words(picture), "control", rect.width()) + theme.px(10) + bars_height
    best: tuple[float, int] = (0.0, count)
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        width = (rect.width() - labelled - (columns - 1) * gap - between) / columns
        height = (rect.height() - heading - above - words - rows * line - (rows - 1) * gap) / rows
        best = max(best, (float(np.floor(min(width, height, theme.px(LARGEST)))), columns))
    side, columns = max(best[0], float(theme.px(SMALLEST))), best[1]
    if best[0] < theme.px(SMALLEST):
        columns = max(1, int((rect.width() - labelled - between + gap) // (side + gap)))
    tiles = []
    left, top = rect.x() + labelled, rect.y() + heading + above
    for number in range(count):
        row, column = divmod(number, columns)
        last = number >= len(picture.seeds)
        shift = between - gap if last and row == (count - 2) // columns and (count - 2) % columns else 0
        tiles.append(QRectF(left + column * (side + gap) + shift, top + row * (side + line + gap), side, side))
    bottom = tiles[-1].bottom() + line
    one, other = (bar.translated(0, bottom + theme.px(8)) for bar in bars)
    under = bottom + theme.px(8) + bars_height
    return SeedsLayout(
        heading=QRectF(rect.x(), rect.y(), rect.width(), heading),
        tiles=tuple(tiles),
        line=line,
        labelled=labelled,
        columns=columns,
        bars=(one, other),
        words=QRectF(rect.x(), under, rect.width(), max(1.0, rect.bottom() - under)),
        bottom=bottom + words,
    )


def _bar_places(rect: QRectF, picture: SeedsPicture, theme: Theme, texts: Texts) -> tuple[tuple[QRectF, QRectF], float]:
    """Places of both scales with their words, one beside the other or below it, from y = 0 on, and their height."""
    line = texts.line("caption") + theme.px(4)
    widths = []
    for (name, end), _ in _scales(picture):
        widths.append(texts.width(f"0{end}{name}", "caption") + theme.px(_BAR) + theme.px(24))
    beside = widths[0] + theme.px(30) + widths[1] <= rect.width()
    one = QRectF(rect.x(), 0, widths[0], line)
    other = QRectF(rect.x() + widths[0] + theme.px(30), 0, widths[1], line) if beside else one.translated(0, line)
    return (one, other), (line if beside else 2 * line) + theme.px(4)


def _scales(picture: SeedsPicture) -> tuple[tuple[tuple[str, str], bool], tuple[tuple[str, str], bool]]:
    """((what, the end of its scale), whether it is that of the spread) of both scales."""
    maps = QCoreApplication.translate("SeedsStrip", "all maps and their mean")
    spread = QCoreApplication.translate("SeedsStrip", "spread, on a scale of its own")
    return ((maps, "1"), False), ((spread, decimal(spread_end(picture), 3)), True)


@lru_cache(maxsize=4)
def spread_table(theme: ThemeName) -> NDArray[np.uint32]:
    """The colour table of the spread: greys, from paper to ink, so that it does not look like a map of the head."""
    greys = table("grey", theme)
    return np.ascontiguousarray(greys[::-1]) if theme == "light" else greys


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
    painter.setFont(texts.font("control", True))
    painter.setPen(theme.text)
    flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
    painter.drawText(layout.heading, flags, heading_words(picture, selection=selection))
    _paint_labels(painter, layout, picture, theme, texts)
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
    for place, ((name, end), spread) in zip(layout.bars, _scales(picture), strict=True):
        colors = spread_table(theme.name) if spread else table("ink", theme.name)
        _paint_bar(painter, place, colors, (name, end), theme, texts)
    painter.setFont(texts.font("control"))
    painter.setPen(theme.text)
    painter.drawText(layout.words, flags, seeds_words(picture))
    painter.restore()
    return layout


def _paint_bar(
    painter: QPainter, place: QRectF, colors: NDArray[np.uint32], words: tuple[str, str], theme: Theme, texts: Texts
) -> None:
    """A scale from 0 to its end, and what it is the scale of."""
    name, end = words
    middle, x = place.y() + texts.line("caption") / 2, place.x()
    bar = QRectF(0, round(middle - theme.px(BAR_HEIGHT) / 2), theme.px(_BAR), theme.px(BAR_HEIGHT))
    painter.setFont(texts.font("caption"))
    for written, ink in (("0", theme.muted), ("", theme.border), (end, theme.muted), (name, theme.text)):
        painter.setPen(ink)
        if not written:
            bar.moveLeft(round(x))
            paint_pixels(painter, bar, np.ascontiguousarray(colors[None, :]), opaque=True)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5))
            x = bar.right() + theme.px(6)
            continue
        text = texts.get(written, "caption")
        painter.drawStaticText(QPointF(round(x), place.y()), text.static)
        x += text.width + theme.px(6)


def _paint_labels(painter: QPainter, layout: SeedsLayout, picture: SeedsPicture, theme: Theme, texts: Texts) -> None:
    """The tokens beside the first map of each row, and over the first map of all."""
    if not layout.labelled:
        return
    limit, size = layout.labelled - theme.px(6), layout.tiles[0].width() / picture.tokens
    cell = picture.cell or (None, None)
    every = max(1, int(np.ceil(0.8 * texts.line("caption") / (0.87 * size))))  # so far apart turned labels have to be
    for number in range(0, len(layout.tiles), layout.columns):
        tile = layout.tiles[number]
        for index, label in enumerate(picture.labels):
            for across in (False, True) if number == 0 else (False,):
                chosen = index == cell[across]
                if across and index % every and not chosen:
                    continue
                text = texts.get(label, "caption", bold=chosen, limit=limit)
                painter.setFont(texts.font("caption", chosen))
                painter.setPen((theme.key if across else theme.query) if chosen else theme.text)
                middle = (index + 0.5) * size
                if across:
                    paint_turned(painter, text, QPointF(tile.x() + middle, tile.y() - theme.px(5)), _ANGLE)
                else:
                    at = QPointF(tile.x() - theme.px(5) - text.width, tile.y() + middle - text.height / 2)
                    painter.drawStaticText(QPointF(round(at.x()), round(at.y())), text.static)


def tile_words(picture: SeedsPicture, number: int) -> str:
    """What stands under a map."""
    if number < len(picture.seeds):
        words = QCoreApplication.translate("SeedsStrip", "seed {n}")
        return words.format(n=integer(picture.seeds[number]))
    if number == len(picture.seeds):
        return QCoreApplication.translate("SeedsStrip", "mean")
    return QCoreApplication.translate("SeedsStrip", "spread")


def _values(picture: SeedsPicture, number: int) -> FloatArray:
    """The map of a seed, the mean or the spread."""
    if number < len(picture.seeds):
        found: FloatArray = picture.patterns[number]
        return found
    return picture.statistics.mean if number == len(picture.seeds) else picture.statistics.spread


def _paint_tile(painter: QPainter, tile: QRectF, picture: SeedsPicture, number: int, theme: Theme) -> None:
    values, spread = _values(picture, number), number > len(picture.seeds)
    if not picture.tokens:
        return
    cells = max(1, int(np.ceil(picture.tokens / max(1.0, tile.width()))))
    shown = reduced(values, cells)
    hidden = hidden_cells(shown, allowed(picture.tokens, cells, picture.causal, picture.window))
    chosen = indices(shown, "per-head", spread_end(picture)) if spread else indices(shown, "shared")
    colors = spread_table(theme.name) if spread else table("ink", theme.name)
    if hidden is not None:
        paint_hatch(painter, tile, theme)
    reach = shown.shape[0] * cells * tile.width() / picture.tokens
    painter.save()
    painter.setClipRect(tile)
    place = QRectF(tile.x(), tile.y(), reach, reach)
    paint_pixels(painter, place, pixels(chosen, hidden, colors), opaque=hidden is None)
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
