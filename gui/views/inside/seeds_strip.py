"""SeedsStrip: the same head under several seeds, to tell what is the architecture's doing and what chance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from core.inside.seeds import SeedStatistics, seed_statistics
from core.model.trace import FloatArray
from gui.access import announce, tooltip
from gui.drawing.inside.seeds import (
    SeedsLayout,
    SeedsPicture,
    heading_words,
    paint_seeds,
    scale_words,
    seeds_height,
    seeds_layout,
    seeds_words,
    tile_words,
    value_words,
)
from gui.drawing.map_marks import Texts, is_vector
from gui.drawing.map_values import allowed
from gui.i18n import integer
from gui.page_tables import numbered_words, table_words
from gui.theme.theme import Theme
from gui.views.painted import Prepared

_EDGE = 14


class SeedsStrip(Prepared):
    """Small maps side by side on one scale, the mean map and the spread at their end. ← and → go to the next seed."""

    seed_chosen = Signal(int)
    """The seed whose map was clicked."""
    cell_selected = Signal(int, int)
    """Query and key of the cell that was clicked in the mean or in the spread."""
    token_hovered = Signal(object)
    """Index of the token that looks, under the pointer; or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._words, parent)
        self._picture: SeedsPicture | None = None
        self._reason: str | None = None
        self._token: int | None = None
        self._pointed: int | None = None
        self._cell: tuple[int | None, int | None] = (None, None)
        self.retranslate()

    # What is shown

    def set_seeds(
        self,
        patterns: FloatArray | None,
        seeds: tuple[int, ...],
        selected_seed: int,
        labels: tuple[str, ...],
        causal: bool,
        window: int,
        statistics: SeedStatistics | None = None,
        place: tuple[int, int] | None = None,
    ) -> None:
        """Show the maps [S, T, T] of one head, one for each of `seeds`; None, or no seeds, says what to do.

        `statistics` of these maps may come along where they were computed elsewhere: for long sentences they take a moment.
        `place` is layer and head, counted from 0.

        Raises
        ------
        ValueError
            When there are not as many seeds as maps, or labels as rows.
        """
        if patterns is None or not seeds:
            if self._picture is not None:
                self._show(None)
            return
        if patterns.shape != (len(seeds), len(labels), len(labels)):
            raise ValueError(f"{len(seeds)} seeds and {len(labels)} labels for maps of {patterns.shape}")
        old = self._picture
        if (
            old is not None
            and (old.seeds, old.labels, old.causal, old.window) == (seeds, labels, causal, window)
            and (patterns is old.patterns or np.array_equal(patterns, old.patterns))
        ):
            if (selected_seed, place) != (old.selected, old.place):
                self._show(replace(old, selected=selected_seed, place=place))
            return
        if statistics is None:
            masked = causal or window > 0
            statistics = seed_statistics(patterns, allowed(len(labels), 1, causal, window) if masked else None)
        query, key = self._cell
        self._show(
            SeedsPicture(
                patterns=patterns,
                seeds=seeds,
                statistics=statistics,
                labels=labels,
                selected=selected_seed,
                causal=causal,
                window=window,
                query=query,
                key=key,
                place=place,
            )
        )

    def set_reason(self, reason: str | None) -> None:
        """Why there are no seeds, said where the maps would be; None: because there is no sentence yet."""
        if reason != self._reason:
            self._reason = reason
            self.renew()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Outline a cell in all maps, and say its mean and spread."""
        if (query, key) != self._cell:
            self._cell = (query, key)
            if self._picture is not None:
                self._show(replace(self._picture, query=query, key=key))

    def set_hovered_token(self, index: int | None) -> None:
        """Mark the row and the column of a token that is pointed at elsewhere."""
        if index != self._token:
            self._token = index
            self.update()

    def layout_now(self) -> SeedsLayout | None:
        """Where the maps stand; None when there are none."""
        if self._picture is None:
            return None
        return seeds_layout(self._room(), self._picture, self._theme, self._texts)

    # For files, clipboard and screen readers

    def picture(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """Paint the maps, the mean, the spread and the words."""
        if self._picture is not None:
            plain = replace(self._picture, query=None, key=None)
            paint_seeds(painter, rect, plain, theme, Texts(theme, selectable=is_vector(painter)), selection=False)

    def numbers(self) -> list[list[str]]:
        """Every cell under every seed, with its mean and spread."""
        picture = self._picture
        seeds = numbered_words("seed {number}", picture.seeds if picture else ())
        rows = [[*table_words("query", "key"), *seeds, *table_words("mean", "spread")]]
        if picture is not None:
            parts = [*picture.patterns, picture.statistics.mean, picture.statistics.spread]
            for query, key in np.ndindex(picture.tokens, picture.tokens):
                rows.append([str(query), str(key), *(repr(float(part[query, key])) for part in parts)])
        return rows

    def accessible_text(self) -> str:
        """What is common, what varies, and the selected cell."""
        if self._picture is None:
            return self._invitation()
        text = self.tr("{n} seeds; in use: {seed}. Left and right arrow choose another one.")
        counted = text.format(n=integer(len(self._picture.seeds)), seed=integer(self._picture.selected))
        heading = heading_words(self._picture, selection=False)
        return f"{heading}. {counted} {seeds_words(self._picture)} {scale_words(self._picture)}"

    # Qt's own

    def sizeHint(self) -> QSize:
        """Room for one row of maps and the words."""
        return QSize(self._theme.px(760), self._theme.px(240))

    def minimumSizeHint(self) -> QSize:
        """The smallest maps in as many rows as it takes."""
        width = self._theme.px(300)
        needed = 0.0 if self._picture is None else seeds_height(width, self._picture, self._theme, self._texts)
        return QSize(width, max(self._theme.px(140), min(round(needed), self._theme.px(360))))

    def paint_still(self, painter: QPainter, texts: Texts, ratio: float) -> None:
        """Paint the maps, or what to do where there are none."""
        del ratio
        if self._picture is not None:
            paint_seeds(painter, self._room(), self._picture, self._theme, texts)
            return
        painter.setFont(texts.font("text"))
        painter.setPen(self._theme.muted)
        painter.drawText(self._room(), int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), self._invitation())

    def event(self, event: QEvent) -> bool:
        """Tell the map and the cell that the pointer rests on."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.tip_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), tooltip(text) if text else "", self)
            return True
        return super().event(event)

    def tip_at(self, point: QPointF) -> str:
        """The number under a point, or the map; nothing where there is none."""
        picture, layout = self._picture, self.layout_now()
        number = None if layout is None else layout.tile_at(point.x(), point.y())
        if picture is None or layout is None or number is None:
            return ""
        cell = layout.cell_at(point.x(), point.y(), picture.tokens)
        return tile_words(picture, number) if cell is None else value_words(picture, number, *cell)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the seed of a map; in the mean and in the spread, the cell."""
        picture, layout = self._picture, self.layout_now()
        x, y = event.position().x(), event.position().y()
        found = None if layout is None else layout.tile_at(x, y)
        if event.button() != Qt.MouseButton.LeftButton or found is None or picture is None or layout is None:
            event.ignore()
        elif found < len(picture.seeds):
            self.seed_chosen.emit(picture.seeds[found])
        elif (cell := layout.cell_at(x, y, picture.tokens)) is not None:
            self.cell_selected.emit(*cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        layout = self.layout_now()
        cell = None if layout is None or self._picture is None else self._cell_under(layout, event.position())
        self._point(None if cell is None else cell[0])

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the next seed."""
        picture = self._picture
        keys = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Home: -(10**6), Qt.Key.Key_End: 10**6}
        if picture is None or event.key() not in keys or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
            return
        now = picture.seeds.index(picture.selected) if picture.selected in picture.seeds else 0
        place = min(max(now + keys[Qt.Key(event.key())], 0), len(picture.seeds) - 1)
        self.seed_chosen.emit(picture.seeds[place])
        announce(self, tile_words(picture, place))

    # Inside

    def _room(self) -> QRectF:
        edge = self._theme.px(_EDGE)
        return QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)

    def _show(self, picture: SeedsPicture | None) -> None:
        before = self._picture
        self._picture = picture
        if (before is None) != (picture is None) or (before and picture and len(before.seeds) != len(picture.seeds)):
            self.updateGeometry()
        self.renew()

    def _cell_under(self, layout: SeedsLayout, point: QPointF) -> tuple[int, int] | None:
        assert self._picture is not None
        return layout.cell_at(point.x(), point.y(), self._picture.tokens)

    def _point(self, token: int | None) -> None:
        if token != self._pointed:
            self._pointed = token
            self.token_hovered.emit(token)

    def paint_moving(self, painter: QPainter) -> None:
        """Row and column of the token that is pointed at elsewhere."""
        picture, layout, token, theme = self._picture, self.layout_now(), self._token, self._theme
        if picture is None or layout is None or token is None or token >= picture.tokens:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for tile in layout.tiles:
            size = tile.width() / picture.tokens
            row = QRectF(tile.x(), tile.y() + token * size, tile.width(), size)
            column = QRectF(tile.x() + token * size, tile.y(), size, tile.height())
            for place, color in ((row, theme.query), (column, theme.key)):
                painter.setPen(QPen(color, 1, Qt.PenStyle.DashLine))
                painter.drawRect(place)

    def _invitation(self) -> str:
        if self._reason is not None:
            return self._reason
        return self.tr("Type a sentence above: here you will see the same head under several seeds.")

    def _words(self) -> tuple[str, str]:
        return self.tr("One head under several seeds"), self.accessible_text()


def example() -> SeedsStrip:
    """One head of a small model under eight seeds."""
    from core.model import preset
    from core.model.runs import run

    seeds = tuple(range(8))
    runs = [run("The keys to the cabinet are on the table", preset("small", seed=seed), keep={"pattern"}) for seed in seeds]
    strip = SeedsStrip()
    patterns = np.stack([made.pattern(0, 1) for made in runs])

    def choose(seed: int) -> None:
        strip.set_seeds(patterns, seeds, seed, runs[0].tokens, False, 0, place=(0, 1))

    choose(0)
    strip.set_cell(5, 1)
    strip.seed_chosen.connect(choose)
    strip.cell_selected.connect(strip.set_cell)
    return strip


if __name__ == "__main__":
    from gui.preview import show

    show(example)
