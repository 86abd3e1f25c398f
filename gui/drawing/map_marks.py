"""Marks that all maps share: prepared text, rotated labels, hatching, outlines with a halo, images of cells."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QFontMetricsF, QImage, QPaintEngine, QPainter, QPen, QStaticText

from gui.theme.fonts import shown
from gui.theme.theme import FontRole, Theme

HATCH_STEP: Final = 6
_KEPT_TEXTS: Final = 6000


class Prepared(NamedTuple):
    """A text laid out once, with its size in pixels."""

    static: QStaticText
    width: float
    height: float


class Texts:
    """Texts laid out for one zoom, kept by whoever paints them often. Text is plain, always, and missing glyphs are marked.

    With `selectable` the fonts do without special forms of digits: in a PDF those cannot be selected or searched for.
    """

    def __init__(self, theme: Theme, *, selectable: bool = False) -> None:
        self._zoom = theme.zoom
        self._fonts: dict[tuple[FontRole, bool], tuple[QFont, QFontMetricsF, QFontMetrics]] = {}
        self._texts: dict[tuple[str, FontRole, bool, int], Prepared] = {}
        self._widths: dict[tuple[str, FontRole, bool], float] = {}
        self._heights: dict[tuple[str, FontRole, bool], float] = {}
        self._theme = theme.for_pdf() if selectable else theme

    def fits(self, theme: Theme) -> bool:
        """Whether what is kept was laid out for the zoom of `theme`."""
        return theme.zoom == self._zoom

    def font(self, role: FontRole, bold: bool = False) -> QFont:
        """The font of `role`."""
        return self._metrics(role, bold)[0]

    def line(self, role: FontRole) -> float:
        """Height of one line in `role`."""
        return self._metrics(role, False)[1].height()

    def width(self, text: str, role: FontRole, bold: bool = False) -> float:
        """Width of `text` as it will be shown, not yet shortened."""
        found = self._widths.get((text, role, bold))
        if found is None:
            _, metrics, whole = self._metrics(role, bold)
            found = self._widths[text, role, bold] = metrics.horizontalAdvance(shown(text, whole))
            if len(self._widths) > _KEPT_TEXTS:
                self._widths.clear()
        return found

    def wrapped(self, text: str, role: FontRole, width: float) -> float:
        """Height of `text` broken into lines of at most `width`."""
        key = (f"{int(width)} {text}", role, False)
        found = self._heights.get(key)
        if found is None:
            metrics = self._metrics(role, False)[1]
            place = metrics.boundingRect(QRectF(0, 0, width, 10_000), int(Qt.TextFlag.TextWordWrap), text)
            if len(self._heights) > _KEPT_TEXTS:
                self._heights.clear()
            found = self._heights[key] = place.height()
        return found

    def get(self, text: str, role: FontRole, *, bold: bool = False, limit: float = 10_000) -> Prepared:
        """`text` laid out, shortened with … to `limit` pixels."""
        key = (text, role, bold, int(limit))
        found = self._texts.get(key)
        if found is None:
            font, metrics, whole = self._metrics(role, bold)
            static = QStaticText(metrics.elidedText(shown(text, whole), Qt.TextElideMode.ElideRight, limit))
            static.setTextFormat(Qt.TextFormat.PlainText)
            static.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
            static.prepare(font=font)
            size = static.size()
            if len(self._texts) > _KEPT_TEXTS:
                self._texts.clear()
            found = self._texts[key] = Prepared(static, size.width(), size.height())
        return found

    def _metrics(self, role: FontRole, bold: bool) -> tuple[QFont, QFontMetricsF, QFontMetrics]:
        found = self._fonts.get((role, bold))
        if found is None:
            font = self._theme.font(role, bold=bold)
            found = self._fonts[role, bold] = (font, QFontMetricsF(font), QFontMetrics(font))
        return found


def is_vector(painter: QPainter) -> bool:
    """Whether the painter writes a drawing (SVG, PDF) and not pixels."""
    return painter.paintEngine().type() in (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture)


def paint_turned(painter: QPainter, text: Prepared, at: QPointF, degrees: float, *, end: bool = False) -> None:
    """Paint a text turned counter-clockwise about `at`, which is the middle of its left edge (`end`: of its right edge)."""
    painter.save()
    painter.translate(at)
    painter.rotate(-degrees)
    painter.drawStaticText(QPointF(-text.width if end else 0, -text.height / 2), text.static)
    painter.restore()


def paint_hatch(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Fill `rect` with the look of a place that is not allowed: muted lines rising to the right, on the raised colour."""
    step = theme.px(HATCH_STEP)
    if not is_vector(painter):
        tile = np.ascontiguousarray(hatch_pixels(step, step, theme))
        painter.fillRect(rect, QBrush(as_image(tile, opaque=True).copy()))
        return
    painter.fillRect(rect, theme.raised)
    width, height = rect.width(), rect.height()
    lines = []
    for shift in range(step, int(width + height), step):
        from_x, to_x = max(0.0, shift - height), min(float(shift), width)
        lines.append(QLineF(rect.x() + from_x, rect.y() + shift - from_x, rect.x() + to_x, rect.y() + shift - to_x))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.muted, theme.px(1), c=Qt.PenCapStyle.FlatCap))
    painter.drawLines(lines)
    painter.restore()


def hatch_pixels(side: int, step: int, theme: Theme, width: int = 1) -> NDArray[np.uint32]:
    """The same look as an image [side, side] of 0xAARRGGBB, with a line of `width` pixels in every `step`."""
    places = np.arange(side)
    on_line = (places[:, None] + places[None, :]) % step >= step - width
    return np.where(on_line, np.uint32(theme.muted.rgb()), np.uint32(theme.raised.rgb()))


def paint_outline(painter: QPainter, rect: QRectF, color: QColor, theme: Theme) -> None:
    """Outline `rect` in `color`, with 1 px in the surface colour inside and outside, so that it shows on any cell."""
    width = theme.px(2)
    line = rect.adjusted(-width / 2, -width / 2, width / 2, width / 2)
    radius = theme.px(2)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen in (QPen(theme.surface, width + 2), QPen(color, width)):
        painter.setPen(pen)
        painter.drawRoundedRect(line, radius, radius)
    painter.restore()


def paint_pixels(painter: QPainter, target: QRectF, pixels: NDArray[np.uint32], *, opaque: bool) -> None:
    """Paint cells [R, C] of 0xAARRGGBB as squares over `target`, with hard edges.

    Programs that show SVG and PDF smooth small images when they enlarge them, so a drawing gets the cells enlarged already.
    """
    if is_vector(painter):
        times = max(1, math.ceil(2 * target.width() / pixels.shape[1]))
        pixels = pixels.repeat(times, axis=0).repeat(times, axis=1)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(target, as_image(pixels, opaque=opaque))


def as_image(pixels: NDArray[Any], *, opaque: bool) -> QImage:
    """A QImage over the memory of `pixels` [R, C] uint32 (C-contiguous), which must outlive it."""
    rows, columns = pixels.shape
    kind = QImage.Format.Format_RGB32 if opaque else QImage.Format.Format_ARGB32_Premultiplied
    return QImage(pixels.data, columns, rows, 4 * columns, kind)


def paint_corner(painter: QPainter, place: QRectF, side: float, theme: Theme) -> None:
    """A dark corner at the upper right of what is changed by hand."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.window, theme.px(1)))
    painter.setBrush(theme.text)
    corner = place.topRight()
    painter.drawPolygon([corner, corner - QPointF(side, 0), corner + QPointF(0, side)])
    painter.restore()
