"""How alike the directions of all tokens are at one station (cosine), and what the norms there do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from gui.drawing.inside.signed_map import signed_table
from gui.drawing.inside.stream_chart import paint_title
from gui.drawing.inside.stream_words import StreamPicture, cosine_words, norm_name, norm_rows, station_name, who
from gui.drawing.map_marks import Texts, paint_hatch, paint_outline, paint_pixels, paint_turned
from gui.i18n import MINUS, decimal
from gui.theme.colormaps import lut
from gui.theme.theme import Theme

LARGEST_CELL: Final = 44
_NUMBERS_FROM: Final = 24
_GAPS_FROM: Final = 8
_ANGLE: Final = 45.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MapLayout:
    """Places of the cosine map."""

    title: QRectF
    grid: QRectF
    cell: float
    label_width: float
    above: float
    every: int
    """Every so-many-th token is named."""
    bar: QRectF
    words: QRectF
    bottom: float

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Row and column under a point."""
        if self.cell <= 0 or not self.grid.contains(x, y):
            return None
        last = round(self.grid.width() / self.cell) - 1
        return min(int((y - self.grid.y()) / self.cell), last), min(int((x - self.grid.x()) / self.cell), last)

    def cell_rect(self, row: int, column: int) -> QRectF:
        """The place of one cell."""
        return QRectF(self.grid.x() + column * self.cell, self.grid.y() + row * self.cell, self.cell, self.cell)


def map_layout(rect: QRectF, picture: StreamPicture, theme: Theme, texts: Texts) -> MapLayout:
    """Lay the map out in `rect`: square cells as large as they fit."""
    px, tokens, line = theme.px, max(1, picture.table.tokens), texts.line("caption")
    widest = max((texts.width(label, "caption", True) for label in set(picture.labels)), default=0.0)
    label_width = min(widest + 1, float(px(96)), rect.width() / 4)
    title = QRectF(rect.x(), rect.y(), rect.width(), line + px(4))
    above = label_width * 0.71 + line / 2 + px(6)
    foot = 2 * line + px(18)
    left = rect.x() + label_width + px(8)
    room = min(rect.right() - left - label_width * 0.71, rect.bottom() - title.bottom() - above - foot)
    cell = min(max(room, 1.0) / tokens, float(px(LARGEST_CELL)))
    cell = float(int(cell)) if cell >= _GAPS_FROM else cell
    grid = QRectF(round(left), round(title.bottom() + above), cell * tokens, cell * tokens)
    low = texts.width(f"{MINUS}1", "caption") + px(6)
    bar = QRectF(
        grid.x() + low,
        grid.bottom() + px(10) + (line - px(10)) / 2,
        max(40.0, min(px(200), rect.right() - grid.x() - 2 * low)),
        px(10),
    )
    words = QRectF(rect.x(), grid.bottom() + px(14) + line, rect.width(), line + px(2))
    every = max(1, int(np.ceil(line / max(cell, 0.1))))
    return MapLayout(
        title=title,
        grid=grid,
        cell=cell,
        label_width=label_width,
        above=above,
        every=every,
        bar=bar,
        words=words,
        bottom=words.bottom(),
    )


def signed_indices(values: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Index 0 … 255 into the signed colour table of values −1 … 1; NaN is in the middle (and hatched)."""
    known = np.where(np.isnan(values), 0.0, values)
    return np.asarray(np.rint((np.clip(known, -1, 1) + 1) * 127.5).astype(np.uint8))


def paint_map(painter: QPainter, layout: MapLayout, picture: StreamPicture, theme: Theme, texts: Texts, *, selection: bool) -> None:
    """Title, cells, labels, legend."""
    name = QCoreApplication.translate("Stream", "Cosine between tokens: {station}").format(station=station_name(picture.place))
    paint_title(painter, layout.title, name, theme, texts)
    tokens, grid = picture.table.tokens, layout.grid
    if not tokens:
        return
    values = picture.cosines
    chosen, hidden = signed_indices(values), np.isnan(values)
    colors = _colors(theme)
    if hidden.any():
        paint_hatch(painter, grid, theme)
    pixels = colors[chosen]
    pixels[hidden] = 0
    paint_pixels(painter, grid, np.ascontiguousarray(pixels), opaque=not hidden.any())
    _paint_lines(painter, layout, tokens, theme)
    if layout.cell >= theme.px(_NUMBERS_FROM):
        _paint_numbers(painter, layout, values, chosen, theme, texts)
    _paint_labels(painter, layout, picture, theme, texts)
    if selection and picture.token is not None:
        paint_outline(
            painter, layout.cell_rect(picture.token, 0).united(layout.cell_rect(picture.token, tokens - 1)), theme.query, theme
        )
        if picture.other is not None:
            paint_outline(painter, layout.cell_rect(picture.token, picture.other), theme.key, theme)
    _paint_legend(painter, layout, picture, theme, texts)


def paint_map_row(painter: QPainter, layout: MapLayout, token: int, theme: Theme) -> None:
    """Outline the row of the token that is pointed at somewhere."""
    row = QRectF(layout.grid.x(), layout.grid.y() + token * layout.cell, layout.grid.width(), layout.cell)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen, out in ((QPen(theme.surface, 1), 1.5), (QPen(theme.text, 1), 0.5)):
        painter.setPen(pen)
        painter.drawRect(row.adjusted(-out, -out, out, out))


def paint_norms(painter: QPainter, place: QRectF, picture: StreamPicture, theme: Theme, texts: Texts) -> None:
    """A column for each norm at the chosen station: mean and deviation before, divisor, gain, bias, mean and deviation after."""
    normings = picture.table.normings_at(picture.station) if picture.table.tokens else ()
    name = QCoreApplication.translate("Stream", "Norms here: {who}").format(who=who(picture, picture.token))
    if not picture.table.config.normed:
        name = QCoreApplication.translate("Stream", "This model has no norms")
    elif not normings:
        name = QCoreApplication.translate("Stream", "No norm reads or writes here")
    paint_title(painter, place, name, theme, texts)
    if not normings:
        return
    height = texts.line("caption") + theme.px(3)
    columns = [norm_rows(norming, picture.token) for norming in normings]
    first = max(texts.width(row, "caption") for row, _ in columns[0]) + theme.px(12)
    width = min((place.width() - first) / len(columns), float(theme.px(150)))
    y = place.y() + height + theme.px(2)
    for column, norming in enumerate(normings):
        text = texts.get(norm_name(norming, brief=True), "caption", bold=True, limit=width - theme.px(6))
        painter.setFont(texts.font("caption", True))
        painter.setPen(theme.norm)
        painter.drawStaticText(QPointF(place.x() + first + (column + 1) * width - text.width, y), text.static)
    for index, (row, _) in enumerate(columns[0]):
        y += height
        painter.setPen(QPen(theme.border, 1))
        painter.drawLine(QLineF(place.x(), round(y) - 0.5, place.x() + first + len(columns) * width, round(y) - 0.5))
        painter.setFont(texts.font("caption"))
        painter.setPen(theme.muted)
        painter.drawStaticText(QPointF(place.x(), y), texts.get(row, "caption").static)
        painter.setPen(theme.text)
        for column, rows in enumerate(columns):
            text = texts.get(rows[index][1], "caption", limit=width - theme.px(6))
            painter.drawStaticText(QPointF(place.x() + first + (column + 1) * width - text.width, y), text.static)


def _colors(theme: Theme) -> NDArray[np.uint32]:
    rgb = lut("signed", theme.name).astype(np.uint32)
    return np.asarray(np.uint32(0xFF000000) | rgb[:, 0] << np.uint32(16) | rgb[:, 1] << np.uint32(8) | rgb[:, 2])


def _paint_lines(painter: QPainter, layout: MapLayout, tokens: int, theme: Theme) -> None:
    grid = layout.grid
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(theme.border, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if layout.cell >= _GAPS_FROM:
        steps = [index * layout.cell - 0.5 for index in range(1, tokens)]
        painter.drawLines([QLineF(grid.x() + at, grid.y(), grid.x() + at, grid.bottom()) for at in steps])
        painter.drawLines([QLineF(grid.x(), grid.y() + at, grid.right(), grid.y() + at) for at in steps])
    painter.drawRect(grid.adjusted(-0.5, -0.5, -0.5, -0.5))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _paint_numbers(
    painter: QPainter, layout: MapLayout, values: NDArray[np.float64], chosen: NDArray[np.uint8], theme: Theme, texts: Texts
) -> None:
    """The values in two decimals, the zero before the point left out where it would not fit."""
    whole = texts.width(_widest(values, short=False), "caption") + theme.px(2) <= layout.cell
    if not whole and texts.width(_widest(values, short=True), "caption") + theme.px(2) > layout.cell:
        return
    white = signed_table(theme.name)[1]
    painter.setFont(texts.font("caption"))
    for row, column in np.ndindex(*values.shape):
        value = float(values[row, column])
        if np.isnan(value):
            continue
        text = texts.get(cosine_text(value, short=not whole), "caption")
        painter.setPen(Qt.GlobalColor.white if white[chosen[row, column]] else Qt.GlobalColor.black)
        middle = layout.cell_rect(row, column).center()
        painter.drawStaticText(QPointF(round(middle.x() - text.width / 2), round(middle.y() - text.height / 2)), text.static)


def cosine_text(value: float, *, short: bool) -> str:
    """A cosine as it stands in its cell: 0.76, or `short` .76; what rounds to 1 is 1."""
    name = decimal(value, 2)
    if value >= 0.995:
        return "1"
    return name.replace("0", "", 1) if short and name.startswith((f"{MINUS}0", "0")) else name


def _widest(values: NDArray[np.float64], *, short: bool) -> str:
    """As wide as any of the numbers: all digits are equally wide."""
    return cosine_text(-0.88 if (values <= -0.005).any() else 0.88, short=short)


def _paint_labels(painter: QPainter, layout: MapLayout, picture: StreamPicture, theme: Theme, texts: Texts) -> None:
    """Labels left of the rows and above the columns; the chosen row and column in their colours."""
    for index, label in enumerate(picture.labels):
        for across, marked, ink in ((False, picture.token, theme.query), (True, picture.other, theme.key)):
            mine = index == marked
            near = marked is not None and not mine and abs(index - marked) < layout.every
            if not mine and (index % layout.every or near):
                continue
            text = texts.get(label, "caption", bold=mine, limit=layout.label_width)
            painter.setFont(texts.font("caption", mine))
            painter.setPen(ink if mine else theme.text)
            middle = (index + 0.5) * layout.cell
            if across:
                paint_turned(painter, text, QPointF(layout.grid.x() + middle, layout.grid.y() - theme.px(6)), _ANGLE)
            else:
                x = layout.grid.x() - theme.px(7) - text.width
                painter.drawStaticText(QPointF(round(x), round(layout.grid.y() + middle - text.height / 2)), text.static)


def _paint_legend(painter: QPainter, layout: MapLayout, picture: StreamPicture, theme: Theme, texts: Texts) -> None:
    """The bar from −1 (opposite) over 0 (square to each other) to 1 (same direction), and the pair or the mean in words."""
    bar = layout.bar
    paint_pixels(painter, bar, np.ascontiguousarray(_colors(theme)[None, :]), opaque=True)
    painter.setPen(QPen(theme.border, 1))
    painter.drawRect(bar)
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.muted)
    for value, end in ((f"{MINUS}1", bar.x()), ("1", bar.right())):
        text = texts.get(value, "caption")
        x = end - theme.px(6) - text.width if end == bar.x() else end + theme.px(6)
        painter.drawStaticText(QPointF(x, bar.center().y() - text.height / 2), text.static)
    painter.setPen(theme.text)
    painter.drawStaticText(layout.words.topLeft(), texts.get(cosine_words(picture), "caption", limit=layout.words.width()).static)
