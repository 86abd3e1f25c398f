"""StageTiles: the stages of a head, small, in the order of computation; one of them is shown large beside them."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QToolTip, QWidget

from gui.access import tooltip
from gui.drawing.inside.stage_values import Stage
from gui.drawing.inside.stage_words import explanation, title
from gui.drawing.inside.stages import TileLayout, TilesPicture, dots, paint_tiles, tile_layout
from gui.drawing.map_marks import is_vector
from gui.views.painted import Painted

_AT_ONCE: Final = 0.006
"""Seconds after which the images that are still missing are left to the next turn of the event loop."""
_FEW_TOKENS: Final = 512
"""Up to so many tokens all images are made at once, without a frame in which they are missing."""
_MARGIN: Final = 4
LEAST: Final = 72
"""Least side of a stage at zoom 1; where they do not all fit, they are scrolled."""
_NOTHING: Final = TilesPicture(stages=(), width=1)


class StageTiles(Painted):
    """Arrow keys, Home, End and the digits choose the stage that is shown large. Images are made when they are first seen."""

    stage_chosen = Signal(int)
    """Its place in the order of computation, counted from 0."""
    room_changed = Signal()
    """The stages need more or less room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._words, parent)
        self._picture = _NOTHING
        self._layout: TileLayout | None = None
        self._built = 0
        self._most = self._seen = 0
        self._wanted = self._high = 0
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._build_some)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Expanding)
        self.say()

    def set_stages(self, stages: tuple[Stage, ...], width: int, alibi: bool, shown: int) -> None:
        """Show other stages of a head of width K."""
        self._picture = replace(self._picture, stages=stages, width=width, alibi=alibi, shown=shown)
        self.renew()

    def set_shown(self, shown: int) -> None:
        """Mark the stage that is shown large."""
        if shown != self._picture.shown:
            self._picture = replace(self._picture, shown=shown)
            self.say_soon()
            self.update()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Outline the row and the cell in every stage."""
        if (query, key) != (self._picture.query, self._picture.key):
            self._picture = replace(self._picture, query=query, key=key)
            self.update()

    def layout_now(self) -> TileLayout:
        """Where the stages stand, in the coordinates of the widget."""
        if self._layout is None:
            margin = self._theme.px(_MARGIN)
            place = QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)
            picture = self._picture
            least = self._theme.px(LEAST)
            self._layout = tile_layout(place, picture.stages, picture.width, picture.alibi, self._theme, self._texts, least)
        return self._layout

    def shown_tile(self) -> QRectF | None:
        """Where the stage stands that is shown large."""
        tiles, shown = self.layout_now().tiles, self._picture.shown
        return tiles[shown] if 0 <= shown < len(tiles) else None

    def set_most(self, width: int | None = None, height: int | None = None) -> None:
        """Take up to `width`, as far as the stages can use it where `height` is seen at once; None: what was told last."""
        told = (self._most if width is None else width, self._seen if height is None else height)
        if told != (self._most, self._seen):
            self._most, self._seen = told
            self._want()

    # Qt's own

    def sizeHint(self) -> QSize:
        return QSize(max(self._wanted, self.minimumSizeHint().width()), self._theme.px(420))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(LEAST + 40), self._high)

    def paintEvent(self, event: QPaintEvent) -> None:
        layout, ratio = self.layout_now(), self.devicePixelRatioF()
        with QPainter(self) as painter:
            self.begin(painter, event)
            if is_vector(painter):
                paint_tiles(painter, layout, self._picture, self._theme, None, ratio)
                return
            if self._built < len(self._picture.stages):
                if self._picture.stages[0].values.shape[0] <= _FEW_TOKENS:
                    self._build(layout, ratio, math.inf)
                else:
                    self._soon.start()
            paint_tiles(painter, layout, self._picture, self._theme, self._texts, ratio, self._built)
            self.finish(painter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._built = 0
        self._layout = None
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.layout_now().tile_at(event.pos().x(), event.pos().y())
            if index is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), tooltip(self._explained(index)), self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.layout_now().tile_at(event.position().x(), event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and index is not None:
            self.stage_chosen.emit(index)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        count, shown, columns = len(self._picture.stages), self._picture.shown, self.layout_now().columns
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -columns, Qt.Key.Key_Down: columns}
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if not plain or not count:
            super().keyPressEvent(event)
        elif event.key() in steps:
            to = shown + steps[Qt.Key(event.key())]
            if 0 <= to < count:
                self.stage_chosen.emit(to)
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.stage_chosen.emit(0 if event.key() == Qt.Key.Key_Home else count - 1)
        elif (index := digit(event)) is not None and index < count:
            self.stage_chosen.emit(index)
        else:
            super().keyPressEvent(event)

    # Inside

    def _build_some(self) -> None:
        """Reduce some of the stages that are not reduced yet, in a turn of the event loop of their own."""
        self._build(self.layout_now(), self.devicePixelRatioF(), time.perf_counter() + _AT_ONCE)
        self.update()

    def _build(self, layout: TileLayout, ratio: float, until: float) -> None:
        stages = self._picture.stages
        while self._built < len(stages):
            stage = stages[self._built]
            stage.colored(*dots(stage, layout.tiles[self._built], ratio), self._theme.name)
            self._built += 1
            if time.perf_counter() > until:
                break

    def _want(self) -> None:
        """Find the width that the stages can use at this height."""
        picture, theme, margin = self._picture, self._theme, self._theme.px(_MARGIN)
        place = QRectF(margin, margin, self._most - 2 * margin, max(1, self._seen - 2 * margin))
        layout = tile_layout(place, picture.stages, picture.width, picture.alibi, theme, self._texts, theme.px(LEAST))
        wanted = min(self._most, math.ceil(max((tile.right() for tile in layout.tiles), default=0.0)) + theme.px(28))
        high = math.ceil(max((tile.bottom() + layout.line for tile in layout.tiles), default=0.0)) + margin
        if (wanted, high) != (self._wanted, self._high):
            self._wanted, self._high = wanted, high
            self.updateGeometry()
            self.room_changed.emit()

    def renew(self) -> None:
        """Lay the stages out again, and make their images again."""
        self._built = 0
        self._layout = None
        self._want()
        super().renew()

    def _explained(self, index: int) -> str:
        stage = self._picture.stages[index]
        return f"{title(stage.name)}: {explanation(stage, self._picture.width, self._picture.alibi)}"

    def _words(self) -> tuple[str, str]:
        """Accessible name and description."""
        picture = self._picture
        what = self.tr("Nothing to show yet.")
        if picture.stages:
            words = self.tr("{number} of {count} is shown large: {stage} Arrow keys or digits choose another one.")
            what = words.format(number=picture.shown + 1, count=len(picture.stages), stage=self._explained(picture.shown))
        return self.tr("Stages in the order of computation"), what


class TilesScroll(QScrollArea):
    """StageTiles, scrolled up and down where there is too little height."""

    def __init__(self, tiles: StageTiles) -> None:
        super().__init__()
        self._tiles = tiles
        self.setWidget(tiles)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Expanding)
        tiles.room_changed.connect(self.updateGeometry)

    def show_tile(self) -> None:
        """Scroll to the stage that is shown large."""
        tile = self._tiles.shown_tile()
        if tile is not None:
            self.ensureVisible(round(tile.center().x()), round(tile.center().y()), 0, round(tile.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tiles.set_most(height=self.viewport().height())
        self.show_tile()

    def sizeHint(self) -> QSize:
        hint = self._tiles.sizeHint()
        return QSize(hint.width() + (self.verticalScrollBar().sizeHint().width() if self._tall() else 0), hint.height())

    def minimumSizeHint(self) -> QSize:
        return self._tiles.minimumSizeHint().boundedTo(QSize(10_000, self._tiles.minimumSizeHint().width()))

    def _tall(self) -> bool:
        return self._tiles.minimumSizeHint().height() > self.viewport().height()


def digit(event: QKeyEvent) -> int | None:
    """Which place the digit 1 … 9 that was typed stands for, counted from 0."""
    text = event.text()
    return int(text) - 1 if len(text) == 1 and text in "123456789" else None
