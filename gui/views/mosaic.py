"""Mosaic: all heads of all layers at once, to compare them and to pick one."""

from __future__ import annotations

import html
import math
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QScrollBar, QToolTip, QWidget

from core.model.trace import FloatArray
from gui.access import announce, describe
from gui.choices import ColorMap, Scale
from gui.drawing.map_marks import Texts, as_image, is_vector
from gui.drawing.mosaic import (
    MosaicLayout,
    MosaicPicture,
    mosaic_layout,
    mosaic_pixels,
    narrowest,
    paint_changed,
    paint_mosaic_title,
    paint_numbers,
    paint_selected,
    paint_statement,
    paint_thumbnails,
)
from gui.views.painted import Painted

_BAR = 12

_ABOVE_AND_BELOW: Final = 60
_BESIDE: Final = 60
"""What title, numbers and words take of the height and of the width of all thumbnails."""


class Mosaic(Painted):
    """A row of thumbnails for each layer; arrow keys, Home and End, and clicks pick a head.

    When the thumbnails would get too small to tell anything they keep their size and scroll; numbers stay in place.
    """

    head_selected = Signal(int, int)
    """Layer and head (counted from 0) that were chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._words, parent)
        self._picture = MosaicPicture()
        self._layout: MosaicLayout | None = None
        self._pixels: NDArray[np.uint32] | None = None
        self._image: QImage | None = None
        self._down = QScrollBar(Qt.Orientation.Vertical, self)
        self._across = QScrollBar(Qt.Orientation.Horizontal, self)
        for bar in (self._down, self._across):
            bar.hide()
            bar.valueChanged.connect(self._scrolled)
        self.retranslate()

    # What is shown

    def set_maps(self, thumbnails: FloatArray | None, cells_per_pixel: int, causal: bool, window: int, tokens: int) -> None:
        """Show the maps [L, H, S, S], each pixel the largest of `cells_per_pixel`² cells; None shows an invitation."""
        old = self._picture
        same = thumbnails is old.thumbnails or (
            thumbnails is not None and old.thumbnails is not None and np.array_equal(thumbnails, old.thumbnails)
        )
        new = replace(old, thumbnails=thumbnails, cells_per_pixel=cells_per_pixel, causal=causal, window=window, tokens=tokens)
        if same and (cells_per_pixel, causal, window, tokens) == (old.cells_per_pixel, old.causal, old.window, old.tokens):
            return
        # What is said under the thumbnails takes more lines when some cells are hatched or left out.
        shapes = [
            (None if p.thumbnails is None else p.thumbnails.shape, p.causal or p.window > 0, p.cells_per_pixel > 1)
            for p in (old, new)
        ]
        self._picture = new
        self._changed(laid_out=shapes[0] != shapes[1] or not old.layers or not new.layers)

    def set_selected(self, layer: int, head: int) -> None:
        """Outline a head and bring it into view; numbers beyond the maps outline nothing."""
        if (layer, head) == (self._picture.layer, self._picture.head):
            return
        self._picture = replace(self._picture, layer=layer, head=head)
        self._bring_into_view()
        self.say_soon()
        self.update()

    def set_changed(self, changed: frozenset[tuple[int, int]]) -> None:
        """Mark the heads that are changed by hand."""
        if changed != self._picture.changed:
            self._picture = replace(self._picture, changed=changed)
            self.say_soon()
            self.update()

    def set_display(self, scale: Scale, color_map: ColorMap) -> None:
        """Choose scale and colours."""
        if (scale, color_map) != (self._picture.scale, self._picture.color_map):
            self._picture = replace(self._picture, scale=scale, color_map=color_map)
            self.renew()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        describe(self._down, self.tr("Scroll layers"), self.tr("Moves through the layers that do not fit in"))
        describe(self._across, self.tr("Scroll heads"), self.tr("Moves through the heads that do not fit in"))
        super().retranslate()

    def renew(self) -> None:
        """Lay everything out again."""
        self._changed(laid_out=True)

    def layout_now(self) -> MosaicLayout:
        """Where everything stands before scrolling, in the coordinates of the widget."""
        if self._layout is None:
            self._lay_out()
        assert self._layout is not None
        return self._layout

    def head_place(self, layer: int, head: int) -> QRectF:
        """Where a thumbnail is now, in the coordinates of the widget."""
        return self.layout_now().head_rect(layer, head).translated(-self._offset())

    # Qt's own

    def sizeHint(self) -> QSize:
        """Room for four heads of a comfortable size."""
        return QSize(self._theme.px(380), self._theme.px(440))

    def minimumSizeHint(self) -> QSize:
        """The smallest size at which some heads are seen at once."""
        return QSize(self._theme.px(100), self._theme.px(140))

    def comfortable_width(self) -> int:
        """The width at which all heads of a layer are seen at their smallest size, also beside a bar that scrolls the layers."""
        return math.ceil(narrowest(self._picture, self._theme, self._texts)) + self._theme.px(_BAR)

    def useful_width(self, height: int) -> int:
        """The width beyond which the thumbnails, which are square, grow no more in `height`."""
        layers, heads = max(self._picture.layers, 1), max(self._picture.heads, 1)
        return math.ceil((height - self._theme.px(_ABOVE_AND_BELOW)) / layers * heads) + self._theme.px(_BESIDE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the prepared image and what stands around it."""
        theme, picture, texts, layout = self._theme, self._picture, self._texts, self.layout_now()
        ratio, offset = self.devicePixelRatioF(), self._offset()
        with QPainter(self) as painter:
            if is_vector(painter):
                texts = Texts(theme, selectable=True)
            self.begin(painter, event)
            paint_mosaic_title(painter, layout, theme, texts)
            if picture.layers:
                if self._image is None:
                    self._pixels = mosaic_pixels(picture, layout, theme, ratio)
                    self._image = as_image(self._pixels, opaque=True)
                paint_thumbnails(painter, layout, self._image, ratio, offset)
                paint_numbers(painter, layout, picture, theme, texts, offset)
                paint_changed(painter, layout, picture, theme, offset)
                paint_selected(painter, layout, picture, theme, offset)
                paint_statement(painter, layout, picture, theme, texts, ratio)
            else:
                painter.setFont(theme.font("control"))
                painter.setPen(theme.muted)
                flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(QRectF(self.rect()), int(flags), self._invitation())
            self.finish(painter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture is laid out again."""
        self.renew()
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tell which head the pointer rests on; lay out again when the screen's scale changes."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self._head_at(QPointF(event.pos()))
            if found is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), f"<qt>{html.escape(self._head_text(*found))}</qt>", self)
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.renew()
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick the head under the pointer."""
        found = self._head_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            self.head_selected.emit(*found)
        else:
            event.ignore()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, where there is something to scroll."""
        down, across = event.angleDelta().y(), event.angleDelta().x()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or not self._down.maximum():
            down, across = 0, across or down
        for bar, turned in ((self._down, down), (self._across, across)):
            bar.setValue(bar.value() - round(turned / 120 * bar.singleStep()))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move to the next head or layer."""
        picture = self._picture
        steps = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: picture.heads - 1}
        held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if not picture.layers or held or event.key() not in steps | ends:
            super().keyPressEvent(event)
            return
        if event.key() in ends:
            layer, head = picture.layer, ends[Qt.Key(event.key())]
        else:
            down, across = steps[Qt.Key(event.key())]
            layer, head = picture.layer + down, picture.head + across
        chosen = (min(max(layer, 0), picture.layers - 1), min(max(head, 0), picture.heads - 1))
        self.head_selected.emit(*chosen)
        announce(self, self._head_text(*chosen))

    # Inside

    def _changed(self, *, laid_out: bool) -> None:
        self._image = None
        self._pixels = None
        if laid_out:
            self._layout = None
            self._lay_out()
        self.say_soon()
        self.update()

    def _lay_out(self) -> None:
        """Place everything; scroll bars take their room first, so that they cannot come and go in turns."""
        rect, bar = QRectF(self.rect()), self._theme.px(_BAR)
        ratio = self.devicePixelRatioF()
        layout = mosaic_layout(rect, self._picture, self._theme, self._texts, ratio)
        down, across = layout.sticks_out
        if down or across:
            rect.adjust(0, 0, -bar if down else 0, -bar if across else 0)
            layout = mosaic_layout(rect, self._picture, self._theme, self._texts, ratio)
            if not across and layout.sticks_out[1]:
                across = True  # beside the other bar the last head has no room left
                rect.adjust(0, 0, 0, -bar)
                layout = mosaic_layout(rect, self._picture, self._theme, self._texts, ratio)
        self._layout = layout
        port = layout.viewport
        self._down.setGeometry(round(rect.right()), round(port.y()), bar, round(port.height()))
        below = min(rect.bottom(), layout.words.bottom())  # close under the words where there are few layers
        self._across.setGeometry(round(port.x()), round(below), round(port.width()), bar)
        for scroll, shown, content, room in (
            (self._down, down, layout.content_height, port.height()),
            (self._across, across, layout.content_width, port.width()),
        ):
            scroll.setRange(0, max(0, round(content - room)) if shown else 0)
            scroll.setPageStep(max(1, round(room)))
            scroll.setSingleStep(max(1, round(layout.pitch)))
            scroll.setVisible(shown)
        self._bring_into_view()

    def _bring_into_view(self) -> None:
        layout = self.layout_now()
        if self._picture.layer >= layout.layers or self._picture.head >= layout.heads:
            return
        place, port = layout.head_rect(self._picture.layer, self._picture.head), layout.viewport
        for bar, start, end, room in (
            (self._down, place.y() - port.y(), place.bottom() - port.y(), port.height()),
            (self._across, place.x() - port.x(), place.right() - port.x(), port.width()),
        ):
            bar.setValue(round(min(max(bar.value(), end + layout.gap - room), start - layout.gap)))

    def _scrolled(self) -> None:
        self.update()

    def _offset(self) -> QPointF:
        return QPointF(self._across.value(), self._down.value())

    def _head_at(self, point: QPointF) -> tuple[int, int] | None:
        layout = self.layout_now()
        if not layout.layers or not layout.viewport.adjusted(0, 0, 1, 1).contains(point):
            return None
        there = point + self._offset()
        return layout.head_at(there.x(), there.y())

    def _head_text(self, layer: int, head: int) -> str:
        return self.tr("Layer {layer}, head {head}").format(layer=layer + 1, head=head + 1)

    def _invitation(self) -> str:
        return self.tr("Type a sentence above to see all heads.")

    def _words(self) -> tuple[str, str]:
        """Accessible name and description."""
        picture = self._picture
        name = self.tr("All heads")
        if not picture.layers:
            return name, self._invitation()
        sentence = self.tr(
            "{layers} layers with {heads} heads each. Selected: layer {layer}, head {head}. Arrow keys pick another one."
        )
        return name, sentence.format(layers=picture.layers, heads=picture.heads, layer=picture.layer + 1, head=picture.head + 1)


if __name__ == "__main__":
    from gui.preview import show
    from gui.views.map_toys import toy_maps

    def _example() -> Mosaic:
        widget = Mosaic()
        widget.set_maps(toy_maps(4, 4, 9), 1, False, 0, 9)
        widget.set_selected(2, 1)
        widget.head_selected.connect(widget.set_selected)
        return widget

    show(_example)
