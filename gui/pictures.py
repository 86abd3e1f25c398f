"""Pictures as files: whatever can be painted, as PNG, SVG or PDF with real lines and text."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPoint, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from core.files.atomic import atomic_write
from core.messages import QT_TRANSLATE_NOOP, InputError
from gui.theme.theme import Theme

Paint = Callable[[QPainter, QRectF], None]

FORMATS: Final = ("png", "svg", "pdf")
DOTS_PER_INCH: Final = 96
"""One pixel of the window is one point of this resolution in SVG and PDF."""
SIDE_LIMIT: Final = 16384
"""Pixels a side; Qt paints no larger image."""

CAPTION_WIDTH: Final = 900
"""Width of a picture, at zoom 1, in which its caption has the size of text on screen."""
EDGE: Final = 14
"""Room round a captioned picture, in the same measure."""
CAPTION_ROWS: Final = 6
"""Rows that one line of a caption may be broken into; a sentence that is longer ends in …"""

_HARDLY: Final = 0.01
_MORE: Final = 100
"""Words of a caption that ends in …: more than have room in a row."""

_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold in any form; a sentence may."""

_UNKNOWN_FORMAT = QT_TRANSLATE_NOOP("core", "“{name}” names no picture format; use a file name that ends in .png, .svg or .pdf.")
_TOO_LARGE = QT_TRANSLATE_NOOP("core", "A picture of {width} × {height} is too large; each side may have at most {limit} pixels.")


def picture_format(path: str) -> str:
    """The format that the end of `path` names; InputError for any other end."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        raise InputError(_UNKNOWN_FORMAT, name=path)
    return suffix


def save_picture(path: str, size: QSize, paint: Paint, title: str) -> None:
    """Paint into a file of `size` pixels; the end of `path` says which format.

    Raises
    ------
    InputError
        For an unknown format, a size out of reach, or a file that cannot be written.
    """
    kind = picture_format(path)
    if not (0 < size.width() <= SIDE_LIMIT and 0 < size.height() <= SIDE_LIMIT):
        raise InputError(_TOO_LARGE, width=size.width(), height=size.height(), limit=SIDE_LIMIT)
    makers = {"png": as_png, "svg": as_svg, "pdf": as_pdf}
    atomic_write(path, makers[kind](size, paint, title))


def as_image(size: QSize, paint: Paint) -> QImage:
    """The picture as an image of `size` pixels."""
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    paint(painter, QRectF(QRect(QPoint(), size)))
    painter.end()
    return image


def as_png(size: QSize, paint: Paint, title: str) -> bytes:
    """PNG with `title` as its Title text."""
    image, (data, buffer) = as_image(size, paint), _buffer()
    image.setText("Title", title)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


def as_svg(size: QSize, paint: Paint, title: str) -> bytes:
    """SVG with width, height and viewBox in pixels; text stays text."""
    data, buffer = _buffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(DOTS_PER_INCH)
    generator.setSize(size)
    generator.setViewBox(QRect(QPoint(), size))
    generator.setTitle(title)
    painter = QPainter(generator)
    paint(painter, QRectF(QRect(QPoint(), size)))
    painter.end()
    text = _NOT_IN_XML.sub("", bytes(data.data()).decode("utf-8", "ignore"))
    # Qt writes width and height in millimetres; pixels are what the viewBox counts in.
    return re.sub(r'width="[^"]*" height="[^"]*"', f'width="{size.width()}" height="{size.height()}"', text, count=1).encode()


def as_pdf(size: QSize, paint: Paint, title: str) -> bytes:
    """PDF with one page of exactly the picture's size; text can be selected."""
    data, buffer = _buffer()
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setResolution(DOTS_PER_INCH)
    points = QSizeF(size) * 72 / DOTS_PER_INCH
    page = QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter(writer)
    paint(painter, QRectF(QRect(QPoint(), size)))
    painter.end()
    return bytes(data.data())


def widget_paint(widget: QWidget, area: QRect | None = None) -> Paint:
    """Paint `widget`, or an area of it, with its children as it stands; `grab` would give pixels where SVG and PDF want lines."""
    source = widget.rect() if area is None else area

    def paint(painter: QPainter, rect: QRectF) -> None:
        painter.save()
        painter.translate(rect.topLeft())
        painter.scale(rect.width() / source.width(), rect.height() / source.height())
        flags = QWidget.RenderFlag.DrawWindowBackground | QWidget.RenderFlag.DrawChildren
        widget.render(painter, QPoint(), QRegion(source), flags)
        painter.restore()

    return paint


def unscaled(paint: Paint, size: QSize) -> Paint:
    """`paint` for something that is to look as in `size` however large the picture is: type and lines grow with it.

    A painter that is hardly to be scaled is left alone, so that SVG and PDF have plain coordinates.
    """

    def paint_scaled(painter: QPainter, rect: QRectF) -> None:
        factor = rect.width() / max(size.width(), 1)
        if abs(factor - 1) < _HARDLY:
            paint(painter, rect)
            return
        painter.save()
        painter.translate(rect.topLeft())
        painter.scale(factor, factor)
        paint(painter, QRectF(0, 0, rect.width() / factor, rect.height() / factor))
        painter.restore()

    return paint_scaled


def captioned(paint: Paint, lines: tuple[str, ...], theme: Theme) -> Paint:
    """`paint` with lines of text under it that say what the picture shows; `captioned_size` says how large it is."""

    def paint_both(painter: QPainter, rect: QRectF) -> None:
        painter.fillRect(rect, theme.window)
        unit = rect.width() / theme.px(CAPTION_WIDTH)
        edge, foot = theme.px(EDGE) * unit, caption_height(lines, theme) * unit
        paint(painter, rect.adjusted(edge, edge, -edge, -foot))
        painter.save()
        painter.translate(rect.left(), rect.bottom() - foot)
        painter.scale(unit, unit)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.muted)
        place = QRectF(theme.px(EDGE), theme.px(8), theme.px(CAPTION_WIDTH - 2 * EDGE), _line_height(theme))
        for row in caption_rows(lines, theme):
            painter.drawText(place, 0, row)
            place.translate(0, _line_height(theme))
        painter.restore()

    return paint_both


def captioned_size(size: QSize, lines: tuple[str, ...], theme: Theme) -> QSize:
    """The size of a captioned picture in which the picture itself has `size`."""
    # The edge is a share of the whole width w, on both sides: w − 2·e·w = size.
    whole = size.width() / (1 - 2 * EDGE / CAPTION_WIDTH)
    unit = whole / theme.px(CAPTION_WIDTH)
    return QSize(round(whole), round(size.height() + (theme.px(EDGE) + caption_height(lines, theme)) * unit))


def caption_height(lines: tuple[str, ...], theme: Theme) -> float:
    """Pixels that the caption takes of a picture CAPTION_WIDTH wide; it grows with the picture."""
    return theme.px(8 + EDGE) + len(caption_rows(lines, theme)) * _line_height(theme)


def caption_rows(lines: tuple[str, ...], theme: Theme) -> list[str]:
    """The lines broken between words into rows that are no wider than the caption."""
    metrics, width = QFontMetricsF(theme.font("caption")), float(theme.px(CAPTION_WIDTH - 2 * EDGE))
    rows: list[str] = []
    for line in lines:
        words, broken = line.split(" "), [""]
        for number, word in enumerate(words):
            longer = f"{broken[-1]} {word}" if broken[-1] else word
            if not broken[-1] or metrics.horizontalAdvance(longer) <= width:
                broken[-1] = longer
            elif len(broken) < CAPTION_ROWS:
                broken.append(word)
            else:
                broken[-1] = " ".join((broken[-1], *words[number : number + _MORE]))
                break
        rows += [metrics.elidedText(row, Qt.TextElideMode.ElideRight, width) for row in broken]
    return rows


def _line_height(theme: Theme) -> float:
    return QFontMetricsF(theme.font("caption")).height()


def _buffer() -> tuple[QByteArray, QBuffer]:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return data, buffer
