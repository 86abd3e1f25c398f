"""Paint all heads of all layers as one image: a row of thumbnails for each layer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from core.model.trace import FloatArray
from gui.choices import ColorMap, Scale
from gui.drawing.legend import Legend, paint_words, words_for_all
from gui.drawing.map_marks import Texts, as_image, hatch_pixels, is_vector, paint_corner, paint_outline, paint_turned
from gui.drawing.map_values import allowed, hidden_cells, highest, indices, pixels, reduced, table
from gui.theme.theme import Theme

SMALLEST: Final = 24
COMFORTABLE: Final = 32
LARGEST: Final = 150
_WORDS_FROM: Final = 52
_NARROW: Final = 200
_WHOLE_FROM: Final = 8
_HATCH_STEP: Final = 3
_LEAD: Final = 1
"""Room for the frame before the first thumbnail; the gap behind each has room for the next frame."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MosaicPicture:
    """The maps of all heads [L, H, S, S], each pixel the largest of `cells_per_pixel`² cells, and how to show them."""

    thumbnails: FloatArray | None = None
    cells_per_pixel: int = 1
    causal: bool = False
    window: int = 0
    tokens: int = 0
    layer: int = 0
    head: int = 0
    changed: frozenset[tuple[int, int]] = frozenset()
    """(layer, head) of what is changed by hand."""
    scale: Scale = "shared"
    color_map: ColorMap = "ink"

    @property
    def layers(self) -> int:
        """L, and 0 when there is nothing to show."""
        return 0 if self.thumbnails is None or self.tokens == 0 else self.thumbnails.shape[0]

    @property
    def heads(self) -> int:
        """H, and 0 when there is nothing to show."""
        return 0 if self.thumbnails is None or self.tokens == 0 else self.thumbnails.shape[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class MosaicLayout:
    """Places in the coordinates of the painter, as long as nothing is scrolled."""

    origin: QPointF
    """Top left corner of the first thumbnail."""
    thumbnail: float
    gap: float
    layers: int
    heads: int
    spelled: bool
    """Whether there is room for the words “layer” and “head” beside the numbers."""
    viewport: QRectF
    """The place for the thumbnails; they may be larger and are then scrolled."""
    words: QRectF
    brief: bool
    """Whether the words leave out what the legend beside them says too."""
    title: QRectF
    whole: QRectF

    @property
    def pitch(self) -> float:
        """From one thumbnail to the next."""
        return self.thumbnail + self.gap

    @property
    def content_width(self) -> float:
        """Width of all thumbnails together."""
        return self.heads * self.pitch

    @property
    def content_height(self) -> float:
        """Height of all thumbnails together."""
        return self.layers * self.pitch

    @property
    def sticks_out(self) -> tuple[bool, bool]:
        """Whether thumbnails reach below the viewport, and beyond its right side."""
        last = self.head_rect(max(self.layers, 1) - 1, max(self.heads, 1) - 1)
        return last.bottom() > self.viewport.bottom(), last.right() > self.viewport.right()

    def head_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Layer and head of the thumbnail at a point; a gap belongs to nobody."""
        column, across = divmod(x - self.origin.x(), self.pitch)
        row, down = divmod(y - self.origin.y(), self.pitch)
        if 0 <= row < self.layers and 0 <= column < self.heads and across < self.thumbnail and down < self.thumbnail:
            return int(row), int(column)
        return None

    def head_rect(self, layer: int, head: int) -> QRectF:
        """The place of one thumbnail."""
        x, y = self.origin.x() + head * self.pitch, self.origin.y() + layer * self.pitch
        return QRectF(x, y, self.thumbnail, self.thumbnail)


def mosaic_layout(rect: QRectF, picture: MosaicPicture, theme: Theme, texts: Texts, dpr: float = 1.0) -> MosaicLayout:
    """Lay out `picture` in `rect`: as large as fits, but never below 24 px a thumbnail (then it is scrolled)."""
    px = theme.px
    line = texts.line("caption")
    title = QRectF(rect.x(), rect.y(), rect.width(), line + px(8))
    gap = _gap(theme)
    layers, heads = max(1, picture.layers), max(1, picture.heads)
    aside, above = line + px(6), line + px(4)
    if (rect.width() - aside) / heads - gap < px(_WORDS_FROM):
        aside = _beside_numbers(picture, theme, texts)
    foot = texts.wrapped(_longest_words(picture, brief=rect.width() < px(_NARROW)), "caption", rect.width()) + px(8)
    viewport = QRectF(rect.x() + aside, title.bottom() + above, rect.width() - aside, 0.0)
    viewport.setBottom(max(viewport.y() + px(SMALLEST), rect.bottom() - foot))
    across, down = viewport.width() / heads - gap, viewport.height() / layers - gap
    # Deep models scroll downwards before their thumbnails get too small to be read.
    size = min(across, max(down, px(COMFORTABLE)), px(LARGEST))
    size = max(size, px(SMALLEST))
    if picture.thumbnails is not None:
        size = _fitted(size, picture.thumbnails.shape[-1], dpr)
    spelled = size >= px(_WORDS_FROM)
    bottom = min(viewport.bottom(), viewport.y() + layers * (size + gap))
    return MosaicLayout(
        origin=viewport.topLeft() + QPointF(_LEAD, _LEAD),
        thumbnail=size,
        gap=gap,
        layers=picture.layers,
        heads=picture.heads,
        spelled=spelled,
        viewport=viewport,
        brief=rect.width() < px(_NARROW),
        words=QRectF(rect.x(), bottom + px(4), rect.width(), foot - px(4)),
        title=title,
        whole=rect,
    )


def narrowest(picture: MosaicPicture, theme: Theme, texts: Texts) -> float:
    """The width in which all heads of a layer fit at their smallest size."""
    return _beside_numbers(picture, theme, texts) + _LEAD + max(1, picture.heads) * (theme.px(SMALLEST) + _gap(theme))


def _beside_numbers(picture: MosaicPicture, theme: Theme, texts: Texts) -> float:
    """Where the first thumbnail stands when the layers have bare numbers."""
    return texts.width(str(max(1, picture.layers)), "caption", True) + theme.px(6)


def _gap(theme: Theme) -> int:
    return max(4, theme.px(4))


def _longest_words(picture: MosaicPicture, *, brief: bool) -> str:
    """A statement at least as long as the one that will be painted, which depends on the room that this one leaves."""
    reduced = picture.cells_per_pixel > 1 or (picture.thumbnails is not None and picture.thumbnails.shape[-1] > SMALLEST)
    hatched = picture.causal or picture.window > 0
    legend = Legend(scale=picture.scale, color_map=picture.color_map, hatched=hatched, cells=99 if reduced else 1, brief=brief)
    return words_for_all(legend, spelled_out=True)


def _fitted(size: float, cells: int, dpr: float) -> float:
    """`size` rounded down to whole device pixels, and to whole pixels a cell where that costs little."""
    device = math.floor(size * dpr)
    if cells and device >= _WHOLE_FROM * cells:
        device -= device % cells
    return device / dpr


def mosaic_cells(picture: MosaicPicture, layout: MosaicLayout, dpr: float = 1.0) -> int:
    """Side of the square of cells that one painted dot stands for."""
    return picture.cells_per_pixel * _fold(picture, round(layout.thumbnail * dpr))


def _fold(picture: MosaicPicture, side: int) -> int:
    return 1 if picture.thumbnails is None else max(1, math.ceil(picture.thumbnails.shape[-1] / side))


def mosaic_legend(picture: MosaicPicture, layout: MosaicLayout, dpr: float = 1.0) -> Legend:
    """The legend of the whole mosaic."""
    hatched = (picture.causal or picture.window > 0) and picture.tokens > 1
    cells = mosaic_cells(picture, layout, dpr)
    return Legend(scale=picture.scale, color_map=picture.color_map, hatched=hatched, cells=cells, brief=layout.brief)


def mosaic_pixels(picture: MosaicPicture, layout: MosaicLayout, theme: Theme, dpr: float = 1.0) -> NDArray[np.uint32]:
    """All thumbnails with frames and gaps as one image of 0xAARRGGBB in device pixels, rows of layers from the top."""
    assert picture.thumbnails is not None
    side, gap = round(layout.thumbnail * dpr), round(layout.gap * dpr)
    fold = _fold(picture, side)
    values = reduced(picture.thumbnails, fold)
    layers, heads, size = values.shape[:3]
    cells = picture.cells_per_pixel * fold
    seen = allowed(size * cells, cells, picture.causal, picture.window)
    hidden = hidden_cells(values, seen)
    high = highest(values) if picture.scale == "per-head" else 1.0
    colored = pixels(indices(values, picture.scale, high), hidden, table(picture.color_map, theme.name))
    # [L, S, H, S], then columns, then rows: the second step copies whole lines.
    cell_of = np.arange(side) * size // side
    enlarged = colored.transpose(0, 2, 1, 3).take(cell_of, axis=3).take(cell_of, axis=1)
    if hidden is not None:
        step = theme.px(_HATCH_STEP if layout.thumbnail < theme.px(_WORDS_FROM) else 2 * _HATCH_STEP)
        hatch = hatch_pixels(side, round(step * dpr), theme, max(1, round(dpr)))
        np.copyto(enlarged, hatch[:, None, :], where=enlarged == 0)
    pitch, lead = side + gap, round(dpr)
    canvas = np.full((layers, pitch, heads, pitch), theme.window.rgb(), np.uint32)
    # The frame lies in the gaps: on the smallest thumbnails it would hide the first and the last token.
    canvas[:, lead - 1 : lead + side + 1, :, lead - 1 : lead + side + 1] = theme.border.rgb()
    canvas[:, lead : lead + side, :, lead : lead + side] = enlarged
    return canvas.reshape(layers * pitch, heads * pitch)


def paint_mosaic(
    painter: QPainter, rect: QRectF, picture: MosaicPicture, theme: Theme, texts: Texts | None = None, dpr: float = 1.0
) -> MosaicLayout:
    """Paint the mosaic with its title, numbers and words into `rect`; what does not fit in is cut off."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    if is_vector(painter):
        dpr = max(dpr, 2.0)
    layout = mosaic_layout(rect, picture, theme, texts, dpr)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    paint_mosaic_title(painter, layout, theme, texts)
    if picture.layers:
        array = mosaic_pixels(picture, layout, theme, dpr)
        paint_thumbnails(painter, layout, as_image(array, opaque=True), dpr, QPointF(0, 0))
        paint_numbers(painter, layout, picture, theme, texts, QPointF(0, 0))
        paint_changed(painter, layout, picture, theme, QPointF(0, 0))
        paint_selected(painter, layout, picture, theme, QPointF(0, 0))
        paint_statement(painter, layout, picture, theme, texts, dpr)
    painter.restore()
    return layout


def paint_mosaic_title(painter: QPainter, layout: MosaicLayout, theme: Theme, texts: Texts) -> None:
    """Paint the heading."""
    title = texts.get(QCoreApplication.translate("Mosaic", "All heads"), "caption", bold=True, limit=layout.title.width())
    painter.setFont(texts.font("caption", True))
    painter.setPen(theme.muted)
    painter.drawStaticText(layout.title.topLeft(), title.static)


def paint_thumbnails(painter: QPainter, layout: MosaicLayout, image: QImage, dpr: float, scrolled: QPointF) -> None:
    """Paint the part of the image that `layout.viewport` shows after scrolling by `scrolled`."""
    port = layout.viewport
    width = min(port.width(), layout.content_width - scrolled.x())
    height = min(port.height(), layout.content_height - scrolled.y())
    source = QRectF(scrolled.x() * dpr, scrolled.y() * dpr, width * dpr, height * dpr)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    if is_vector(painter):  # these engines keep the whole image otherwise
        image = image.copy(source.toAlignedRect())
        source = QRectF(0, 0, image.width(), image.height())
    painter.drawImage(QRectF(port.x(), port.y(), width, height), image, source)


def paint_numbers(
    painter: QPainter, layout: MosaicLayout, picture: MosaicPicture, theme: Theme, texts: Texts, scrolled: QPointF
) -> None:
    """Number the layers at the left and the heads above, from 1; the numbers of the selected head stand out."""
    port = layout.viewport
    layer_words = QCoreApplication.translate("Mosaic", "layer {n}") if layout.spelled else "{n}"
    head_words = QCoreApplication.translate("Mosaic", "head {n}") if layout.spelled else "{n}"
    for layer in range(layout.layers):
        middle = layout.head_rect(layer, 0).center().y() - scrolled.y()
        if not port.y() <= middle <= port.bottom():
            continue
        chosen = layer == picture.layer
        text = texts.get(layer_words.format(n=layer + 1), "caption", bold=chosen, limit=layout.pitch)
        painter.setFont(texts.font("caption", chosen))
        painter.setPen(theme.text if chosen else theme.muted)
        if layout.spelled:
            x = layout.whole.x() + text.height / 2
            paint_turned(painter, text, QPointF(x, round(middle + text.width / 2)), 90)
        else:
            painter.drawStaticText(
                QPointF(round(port.x() - theme.px(4) - text.width), round(middle - text.height / 2)), text.static
            )
    for head in range(layout.heads):
        middle = layout.head_rect(0, head).center().x() - scrolled.x()
        if not port.x() <= middle <= port.right():
            continue
        chosen = head == picture.head
        text = texts.get(head_words.format(n=head + 1), "caption", bold=chosen, limit=layout.pitch)
        painter.setFont(texts.font("caption", chosen))
        painter.setPen(theme.text if chosen else theme.muted)
        painter.drawStaticText(QPointF(round(middle - text.width / 2), round(port.y() - theme.px(3) - text.height)), text.static)


def paint_selected(painter: QPainter, layout: MosaicLayout, picture: MosaicPicture, theme: Theme, scrolled: QPointF) -> None:
    """Outline the selected head in the key colour."""
    if picture.layer >= layout.layers or picture.head >= layout.heads:
        return
    place = layout.head_rect(picture.layer, picture.head).translated(-scrolled)
    painter.save()
    painter.setClipRect(layout.viewport.adjusted(-theme.px(4), -theme.px(4), theme.px(4), theme.px(4)))
    paint_outline(painter, place, theme.key, theme)
    painter.restore()


def paint_changed(painter: QPainter, layout: MosaicLayout, picture: MosaicPicture, theme: Theme, scrolled: QPointF) -> None:
    """A dark corner on every head that is changed by hand."""
    if not picture.changed:
        return
    painter.save()
    painter.setClipRect(layout.viewport)
    for layer, head in picture.changed:
        if layer < layout.layers and head < layout.heads:
            place = layout.head_rect(layer, head).translated(-scrolled)
            paint_corner(painter, place, min(theme.px(12), place.width() / 2), theme)
    painter.restore()


def paint_statement(
    painter: QPainter, layout: MosaicLayout, picture: MosaicPicture, theme: Theme, texts: Texts, dpr: float = 1.0
) -> None:
    """Say under the thumbnails what they show and what they leave out."""
    sentence = words_for_all(mosaic_legend(picture, layout, dpr), spelled_out=not layout.spelled)
    paint_words(painter, layout.words, sentence, theme, texts)
