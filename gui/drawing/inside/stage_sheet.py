"""Paint the stages of a head on one sheet: all of them small, one large, the selected cell in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from gui.drawing.inside.stage_map import StagePicture, paint_stage
from gui.drawing.inside.stage_words import Part
from gui.drawing.inside.stages import TilesPicture, paint_statement, paint_tiles, tile_layout
from gui.drawing.map_marks import Texts, is_vector
from gui.theme.theme import Theme

_TILES_SHARE: Final = 0.44


def paint_sheet(
    painter: QPainter,
    rect: QRectF,
    tiles: TilesPicture,
    large: StagePicture,
    statement: Sequence[Part],
    notes: Sequence[str],
    theme: Theme,
) -> None:
    """Paint `tiles` at the left, `large` at the right, and below them `statement` in large type and `notes` in small type."""
    texts, px = Texts(theme, selectable=is_vector(painter)), theme.px
    ratio = painter.device().devicePixelRatioF()
    heights = [texts.wrapped(note, "caption", rect.width()) + px(2) for note in notes]
    line = texts.line("sentence") + px(6)
    foot = line + sum(heights)
    place = QRectF(rect.x(), rect.y(), rect.width() * _TILES_SHARE, rect.height() - foot - px(12))
    layout = tile_layout(place, tiles.stages, tiles.width, tiles.alibi, theme, texts)
    paint_tiles(painter, layout, tiles, theme, texts, ratio)
    left = max(tile.right() for tile in layout.tiles) + px(36)
    paint_stage(painter, QRectF(left, place.y(), rect.right() - left, place.height()), large, theme, texts, ratio)
    y = rect.bottom() - foot
    paint_statement(painter, QRectF(rect.x(), y, rect.width(), line), statement, theme, texts)
    y += line
    painter.save()
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.muted)
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    for note, height in zip(notes, heights, strict=True):
        painter.drawText(QRectF(rect.x(), y, rect.width(), height), int(flags), note)
        y += height
    painter.restore()
