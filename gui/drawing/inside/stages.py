"""Paint the stages of a head, small, two beside each other in the order of computation, with what leads from one to the next."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gui.drawing.inside.stage_map import axis_color, hatched_image, paint_bar
from gui.drawing.inside.stage_values import Axis, Stage, StageName
from gui.drawing.inside.stage_words import Part, by_hand, figure, operation, short_title, title
from gui.drawing.map_marks import Texts, is_vector, paint_outline
from gui.theme.theme import FontRole, Theme

COLUMNS: Final = 2
_LARGEST: Final = 150
_BAR: Final = (34, 6)
_ARROW: Final = 5
_LEAST_MARK: Final = 2.0
_BESIDE: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class TileLayout:
    """Where the stages stand, in the coordinates of the painter."""

    columns: int
    """How many stand beside each other."""
    tiles: tuple[QRectF, ...]
    """The cells of each stage."""
    before: tuple[QRectF, ...]
    """The strip left of each, where the operation stands that leads to it."""
    line: float
    """Height of the line above and of the one below a tile."""
    brief: bool
    """Whether titles are shortened for want of room."""

    def tile_at(self, x: float, y: float) -> int | None:
        """The stage at a point, with its title and its legend."""
        for index, tile in enumerate(self.tiles):
            if tile.adjusted(0, -self.line, 0, self.line).contains(x, y):
                return index
        return None


def tile_layout(
    rect: QRectF, stages: Sequence[Stage], width: int, alibi: bool, theme: Theme, texts: Texts, least: float = 1.0
) -> TileLayout:
    """Lay out `stages` in two columns, or in one where two tiles of the `least` side do not fit beside each other.

    `width` is K, which stands in an operation. Tiles of the least side may reach below `rect`.
    """
    px = theme.px
    strips = _strips(stages, COLUMNS, width, alibi, theme, texts)
    across = (rect.width() - sum(strips) - px(_BESIDE)) / COLUMNS  # a small legend may be wider than its tile
    columns = COLUMNS if across >= least else 1
    if columns == 1:
        strips = _strips(stages, 1, width, alibi, theme, texts)
        across = rect.width() - sum(strips) - px(_BESIDE)
    rows = max(1, -(-len(stages) // columns))
    line, apart = texts.line("caption") + px(2), px(8)

    around = 2 * line
    high = (rect.height() - (rows - 1) * apart) / rows - around
    side = max(least, math.floor(min(across, high, float(px(_LARGEST)))))

    def widest(names: Callable[[StageName], str]) -> float:
        return max((texts.width(names(stage.name), "caption", True) for stage in stages), default=0.0)

    spare = max(0.0, rect.width() - sum(strips) - px(_BESIDE) - columns * side)
    beside = strips[1] if columns > 1 else 0.0
    brief = widest(title) > side + min(beside + spare - px(6), px(_BESIDE))
    # A title may reach beyond its tile, if there is room before the next one.
    if columns > 1:
        strips[1] += max(0.0, min(spare, widest(short_title if brief else title) - side + px(6) - strips[1]))
    # What is left of the height goes between the rows, up to a point.
    step = min((rect.height() - side - around) / max(1, rows - 1), side + around + px(28)) if rows > 1 else 0.0
    step = max(step, side + around + apart)
    tiles, before = [], []
    for index in range(len(stages)):
        row, column = divmod(index, columns)
        x = rect.x() + strips[0] + (side + strips[1] if column else 0)
        y = rect.y() + math.floor(row * step) + line
        tiles.append(QRectF(x, y, side, side))
        before.append(QRectF(x - strips[column], y, strips[column], side))
    return TileLayout(columns=columns, tiles=tuple(tiles), before=tuple(before), line=line, brief=brief)


def _strips(stages: Sequence[Stage], columns: int, width: int, alibi: bool, theme: Theme, texts: Texts) -> list[float]:
    """How wide the operations are that stand before each column."""
    strips = [float(theme.px(8))] * columns
    for index, stage in enumerate(stages):
        for words in operation(stage.name, width, alibi).split("\n"):
            strips[index % columns] = max(strips[index % columns], math.ceil(texts.width(words, "caption")) + theme.px(12))
    return strips


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesPicture:
    """The stages and what is chosen among them. `width` is K, `alibi` whether ALiBi's share is in the scores."""

    stages: tuple[Stage, ...]
    width: int
    alibi: bool = False
    shown: int = 0
    """Which one is shown large; −1: none of them."""
    query: int | None = None
    key: int | None = None


def paint_tiles(
    painter: QPainter,
    layout: TileLayout,
    picture: TilesPicture,
    theme: Theme,
    texts: Texts | None = None,
    dpr: float = 1.0,
    built: int | None = None,
) -> None:
    """Paint all stages, the first `built` of them with their cells (None: all)."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    for index, (stage, tile, before) in enumerate(zip(picture.stages, layout.tiles, layout.before, strict=True)):
        chosen = index == picture.shown
        if built is None or index < built:
            _paint_tile(painter, tile, stage, picture, theme, dpr)
        else:
            painter.fillRect(tile, theme.raised)
        painter.setFont(texts.font("caption", chosen))
        painter.setPen(theme.text if chosen else theme.muted)
        words = short_title(stage.name) if layout.brief else title(stage.name)
        room = tile.width() + theme.px(_BESIDE)
        if layout.columns > 1:
            room = min(room, tile.width() + layout.before[1].width() - theme.px(2))
        name = texts.get(words, "caption", bold=chosen, limit=room)
        painter.drawStaticText(QPointF(tile.x(), tile.y() - layout.line), name.static)
        if built is None or index < built:
            _paint_scale(painter, tile, stage, theme, texts)
        if stage.changed:
            _paint_corner(painter, tile, theme)
        if chosen:
            paint_outline(painter, tile, theme.accent, theme)
        words = operation(stage.name, picture.width, picture.alibi)
        if words:
            _paint_operation(painter, before, words, theme, texts)
    painter.restore()


def dots(stage: Stage, tile: QRectF, dpr: float) -> tuple[int, int]:
    """Rows and columns that one device pixel of a tile has to stand for."""
    rows, columns = stage.values.shape
    return max(1, math.ceil(rows / (tile.height() * dpr))), max(1, math.ceil(columns / (tile.width() * dpr)))


def _paint_tile(painter: QPainter, tile: QRectF, stage: Stage, picture: TilesPicture, theme: Theme, dpr: float) -> None:
    rows, columns = stage.values.shape
    cell = (tile.width() / columns, tile.height() / rows)
    hatched_image(painter, tile, stage, *dots(stage, tile, dpr), cell, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(theme.border, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(tile.adjusted(-0.5, -0.5, -0.5, -0.5))
    at: dict[Axis, int | None] = {"query": picture.query, "key": picture.key, "dimension": None}
    row, column = at[stage.rows], at[stage.columns]
    if row is not None and row < rows:
        place = QRectF(tile.x(), tile.y() + row * cell[1], tile.width(), cell[1])
        _paint_mark(painter, place, axis_color(stage.rows, theme), theme)
        if column is not None and column < columns:
            place = QRectF(tile.x() + column * cell[0], place.y(), cell[0], cell[1])
            _paint_mark(painter, place, axis_color(stage.columns, theme), theme)


def _paint_corner(painter: QPainter, tile: QRectF, theme: Theme) -> None:
    """The dark corner that marks what is changed by hand, as among all heads."""
    side = theme.px(9)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.surface, theme.px(1)))
    painter.setBrush(theme.text)
    corner = tile.topRight()
    painter.drawPolygon(QPolygonF([corner, corner - QPointF(side, 0), corner + QPointF(0, side)]))
    painter.restore()


def _paint_mark(painter: QPainter, place: QRectF, color: QColor, theme: Theme) -> None:
    """A thin outline with a halo, for cells of a few pixels."""
    grown = [max(0.0, _LEAST_MARK * theme.zoom - size) / 2 for size in (place.width(), place.height())]
    place = place.adjusted(-grown[0], -grown[1], grown[0], grown[1])
    for pen, out in ((QPen(theme.surface, 1), 1.5), (QPen(color, 1), 0.5)):
        painter.setPen(pen)
        painter.drawRect(place.adjusted(-out, -out, out - 1, out - 1))


def _paint_scale(painter: QPainter, tile: QRectF, stage: Stage, theme: Theme, texts: Texts) -> None:
    """The small legend: a colour bar and what its ends are."""
    top, line = tile.bottom() + theme.px(3), texts.line("caption")
    height = theme.px(_BAR[1])
    bar = QRectF(tile.x() + 1, round(top + (line - height) / 2), min(theme.px(_BAR[0]), round(tile.width() / 3)), height)
    paint_bar(painter, bar, stage, theme)
    text = by_hand(stage) if stage.off else "0 … 1" if not stage.signed else "0" if stage.limit == 0 else "±" + figure(stage.limit)
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.muted)
    place = QPointF(bar.right() + theme.px(5), top)
    painter.drawStaticText(place, texts.get(text, "caption", limit=tile.right() + theme.px(_BESIDE + 6) - place.x()).static)


def _paint_operation(painter: QPainter, place: QRectF, words: str, theme: Theme, texts: Texts) -> None:
    """The words of an operation above its arrow; a bare sign stands alone in the middle."""
    lines, line = words.split("\n"), texts.line("caption")
    bare = len(words) == 1
    painter.setFont(texts.font("control" if bare else "caption", bare))
    painter.setPen(theme.text if bare else theme.muted)
    middle = place.center()
    y = middle.y() - (texts.line("control") / 2 if bare else len(lines) * line)
    for text in lines:
        laid = texts.get(text, "control" if bare else "caption", bold=bare)
        painter.drawStaticText(QPointF(round(middle.x() - laid.width / 2), round(y)), laid.static)
        y += line
    if bare:
        return
    y = middle.y() + theme.px(5)
    start, end, head = place.x() + theme.px(5), place.right() - theme.px(4), theme.px(_ARROW)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.stream, theme.px(1.5)))
    painter.drawLine(QPointF(start, y), QPointF(end - head, y))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.stream)
    painter.drawPolygon(QPolygonF([QPointF(end, y), QPointF(end - head, y - head * 0.6), QPointF(end - head, y + head * 0.6)]))


def paint_statement(painter: QPainter, place: QRectF, parts: Sequence[Part], theme: Theme, texts: Texts) -> None:
    """Paint one line with its tokens in their colours; they are shortened where it would be too long."""
    role: FontRole = "sentence"
    fixed = sum(texts.width(part.text, role, True) for part in parts if part.color is None)
    tokens = sum(part.color is not None for part in parts)
    limit = max(float(theme.px(36)), (place.width() - fixed) / max(1, tokens))
    x = place.x()
    painter.setFont(texts.font(role, True))
    for part in parts:
        room = max(0.0, min(limit if part.color is not None else place.width(), place.right() - x))
        laid, whole = texts.get(part.text, role, bold=True, limit=room), texts.width(part.text, role, True)
        painter.setPen(part.color or theme.text)
        painter.drawStaticText(QPointF(x, place.y()), laid.static)
        x += whole if whole <= room else laid.width  # spaces at the ends count, which the size of a laid-out text leaves out
