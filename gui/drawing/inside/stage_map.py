"""Paint one stage of a head, large: cells of any sign, labels on both axes, the selected row and cell, the legend."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRegion

from gui.drawing.inside.stage_values import Axis, Stage, signed_table, white_stands_out
from gui.drawing.inside.stage_words import by_hand, figure, scale_words, title
from gui.drawing.map_layout import GAPS_FROM, axis_words
from gui.drawing.map_marks import Texts, is_vector, paint_hatch, paint_outline, paint_pixels, paint_turned
from gui.drawing.map_values import Bools, table
from gui.i18n import decimal, integer
from gui.theme.theme import FontRole, Theme

_LARGEST_CELL: Final = 72
_NUMBERS_FROM: Final = (36, 18)
"""Cells of this width and height carry their number."""
_LARGE_NUMBERS_FROM: Final = 52
_BAR: Final = (180, 10)
_SLOPE: Final = 45.0
_LEAST_OUTLINE: Final = 5
_MAYBE_REDUCED_FROM: Final = 50
_DOT: Final = 2
"""A painted dot has at least so many device pixels a side, or it stands for several cells."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StagePicture:
    """One stage and what is chosen in it. Layer and head count from 0; the title counts from 1."""

    stage: Stage
    labels: tuple[str, ...]
    layer: int = 0
    head: int = 0
    row: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StageLayout:
    """Places in the coordinates of the painter."""

    title: QRectF
    grid: QRectF
    width: float
    """Of a cell."""
    height: float
    rows: int
    columns: int
    down: int
    """Rows that one painted dot stands for."""
    across: int
    role: FontRole
    label_width: float
    above_width: float
    row_step: int
    column_step: int
    legend: QRectF

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Row and column of the cell at a point, None outside of the cells."""
        if not self.grid.contains(x, y):
            return None
        row, column = int((y - self.grid.y()) / self.height), int((x - self.grid.x()) / self.width)
        return min(row, self.rows - 1), min(column, self.columns - 1)

    def row_at(self, x: float, y: float) -> int | None:
        """The row whose label is at a point."""
        labels = QRectF(self.title.x(), self.grid.y(), self.grid.x() - self.title.x(), self.grid.height())
        return min(int((y - self.grid.y()) / self.height), self.rows - 1) if labels.contains(x, y) else None

    def cell_rect(self, row: int, column: int) -> QRectF:
        """The place of a cell."""
        return QRectF(self.grid.x() + column * self.width, self.grid.y() + row * self.height, self.width, self.height)

    def row_rect(self, row: int) -> QRectF:
        """The place of a row."""
        return QRectF(self.grid.x(), self.grid.y() + row * self.height, self.grid.width(), self.height)

    def column_rect(self, column: int) -> QRectF:
        """The place of a column."""
        return QRectF(self.grid.x() + column * self.width, self.grid.y(), self.width, self.grid.height())


def stage_layout(rect: QRectF, picture: StagePicture, theme: Theme, texts: Texts, dpr: float = 1.0) -> StageLayout:
    """Lay out `picture` in `rect`; `dpr` is the number of device pixels a unit."""
    px, stage = theme.px, picture.stage
    rows, columns = stage.values.shape
    tokens_above = stage.columns == "key"
    caption = texts.line("caption")
    heading = QRectF(rect.x(), rect.y(), rect.width(), 2 * caption + px(4))
    role: FontRole = "control" if rect.width() >= px(340) else "caption"
    widest = max((texts.width(label, role, True) for label in set(picture.labels)), default=0.0)
    label_width = min(float(px(112)), rect.width() / 4, math.ceil((widest + 1) / px(10)) * px(10))
    line = texts.line(role)
    # Where cells may be too many, the legend gets the lines for the words that say so, which its own height decides.
    dots = (99, 99) if max(rows, columns) > _MAYBE_REDUCED_FROM else (1, 1)
    foot = (
        max(float(px(_BAR[1])), caption)
        + px(4)
        + texts.wrapped(_under(picture, rect.width(), texts, *dots), "caption", rect.width())
        + px(10)
    )
    left, above_width = rect.x() + label_width + px(8), min(float(px(90)), rect.height() / 5, label_width)
    slope = math.radians(_SLOPE)
    above = above_width * math.sin(slope) + line / 2 + px(4) if tokens_above else caption + px(6)
    top = heading.bottom() + above
    overhang = above_width * math.cos(slope) if tokens_above else px(8)
    room = (max(1.0, rect.right() - left - overhang), max(1.0, rect.bottom() - foot - top))
    height = min(room[1] / rows, float(px(_LARGEST_CELL)))
    width = min(room[0] / columns, float(px(_LARGEST_CELL)))
    if tokens_above:
        width = height = min(width, height)
    width, height = _whole(width, dpr), _whole(height, dpr)
    grid = QRectF(math.ceil(left * dpr) / dpr, math.ceil(top * dpr) / dpr, width * columns, height * rows)
    widest_number = texts.width(integer(columns), "caption") + px(6)
    return StageLayout(
        title=heading,
        grid=grid,
        width=width,
        height=height,
        rows=rows,
        columns=columns,
        down=_cells(height, dpr),
        across=_cells(width, dpr),
        role=role if height >= line else "caption",
        label_width=label_width,
        above_width=above_width,
        row_step=max(1, math.ceil((texts.line("caption") - 1) / height)),
        column_step=max(1, math.ceil((line / math.sin(slope) if tokens_above else widest_number) / width)),
        legend=QRectF(rect.x(), grid.bottom() + px(10), rect.width(), foot - px(10)),
    )


def paint_stage(
    painter: QPainter, rect: QRectF, picture: StagePicture, theme: Theme, texts: Texts | None = None, dpr: float = 1.0
) -> StageLayout:
    """Paint everything of one stage into `rect` and return where it stands."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    layout = stage_layout(rect, picture, theme, texts, dpr)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    _paint_title(painter, layout, picture, theme, texts)
    _paint_cells(painter, layout, picture, theme, texts)
    _paint_labels(painter, layout, picture, theme, texts)
    _paint_selection(painter, layout, picture, theme)
    _paint_legend(painter, layout, picture, theme, texts)
    painter.restore()
    return layout


def paint_bar(painter: QPainter, bar: QRectF, stage: Stage, theme: Theme) -> None:
    """Paint the colours of a scale from its lower to its upper end, with a mark at 0 in the middle of a signed one."""
    colors = signed_table(theme.name) if stage.signed else table("ink", theme.name)
    paint_pixels(painter, bar, colors[None, :].copy(), opaque=True)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(theme.border)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5))


def paint_band(painter: QPainter, place: QRectF, theme: Theme) -> None:
    """Outline a row, a column or a cell thinly: what the pointer is at, here or elsewhere."""
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen, out in ((QPen(theme.surface, 1), 1.5), (QPen(theme.text, 1), 0.5)):
        painter.setPen(pen)
        painter.drawRect(place.adjusted(-out, -out, out, out))
    painter.restore()


def axis_color(axis: Axis, theme: Theme) -> QColor:
    """Queries and keys keep their colour; a number of a vector has none."""
    return {"query": theme.query, "key": theme.key, "dimension": theme.text}[axis]


def hatched_image(
    painter: QPainter, place: QRectF, stage: Stage, down: int, across: int, cell: tuple[float, float], theme: Theme
) -> Bools | None:
    """Paint the cells of `stage` over `place`, each of width and height `cell`; masked ones hatched, which are returned."""
    colored, hidden = stage.colored(down, across, theme.name)
    if hidden is not None:
        paint_hatch(painter, place, theme)
    painter.save()
    painter.setClipRect(place)
    # A partly filled square at the right and lower end of a reduced map must not be stretched to a full one.
    target = QRectF(place.x(), place.y(), colored.shape[1] * across * cell[0], colored.shape[0] * down * cell[1])
    paint_pixels(painter, target, colored, opaque=hidden is None)
    painter.restore()
    return hidden


def _whole(size: float, dpr: float) -> float:
    return math.floor(size * dpr) / dpr if size * dpr >= 8 else size


def _cells(size: float, dpr: float) -> int:
    return 1 if size * dpr >= _DOT else math.ceil(_DOT / (size * dpr))


def _heading(picture: StagePicture, width: float, texts: Texts) -> tuple[str, str]:
    """Which stage it is; and what was changed of it by hand where that is too long to stand there as well."""
    words = QCoreApplication.translate("Stages", "Layer {layer}, head {head} · {stage}")
    text = words.format(layer=picture.layer + 1, head=picture.head + 1, stage=title(picture.stage.name))
    changed = by_hand(picture.stage)
    whole = f"{text} · {changed}" if changed else text
    return (whole, "") if texts.width(whole, "caption", True) <= width else (text, changed)


def _under(picture: StagePicture, width: float, texts: Texts, down: int, across: int) -> str:
    """The words under the map."""
    _, changed = _heading(picture, width, texts)
    return " · ".join(part for part in (changed, scale_words(picture.stage, down, across)) if part)


def _paint_title(painter: QPainter, layout: StageLayout, picture: StagePicture, theme: Theme, texts: Texts) -> None:
    text, _ = _heading(picture, layout.title.width(), texts)
    place = layout.title
    painter.setFont(texts.font("caption", True))
    painter.setPen(theme.muted)
    painter.drawStaticText(place.topLeft(), texts.get(text, "caption", bold=True, limit=place.width()).static)
    y = place.y() + texts.line("caption") + theme.px(2)
    painter.setFont(texts.font("caption"))
    looks, at_this = axis_words()
    numbers = QCoreApplication.translate("Stages", "numbers 1 to {width}").format(width=integer(layout.columns))
    tokens = QCoreApplication.translate("Stages", "each token:")
    stage = picture.stage
    words_of_axes = (
        ((looks, stage.rows), (at_this, "key")) if stage.columns == "key" else ((tokens, stage.rows), (numbers, "dimension"))
    )
    x = place.x()
    for part, axis in words_of_axes:
        text_of_axis = texts.get(part, "caption", limit=max(1.0, place.right() - x))
        painter.setPen(theme.muted if axis == "dimension" else axis_color(axis, theme))  # type: ignore[arg-type]
        painter.drawStaticText(QPointF(x, y), text_of_axis.static)
        x += text_of_axis.width + theme.px(6)


def _paint_cells(painter: QPainter, layout: StageLayout, picture: StagePicture, theme: Theme, texts: Texts) -> None:
    grid, stage = layout.grid, picture.stage
    cell = (layout.width, layout.height)
    hidden = hatched_image(painter, grid, stage, layout.down, layout.across, cell, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(theme.border, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if min(cell) >= GAPS_FROM:
        _paint_gaps(painter, layout, hidden)
    painter.drawRect(grid.adjusted(-0.5, -0.5, -0.5, -0.5))
    if layout.width >= theme.px(_NUMBERS_FROM[0]) and layout.height >= theme.px(_NUMBERS_FROM[1]):
        _paint_numbers(painter, layout, picture, hidden, theme, texts)


def _paint_gaps(painter: QPainter, layout: StageLayout, hidden: Bools | None) -> None:
    """Lines between cells, not across the hatching, which is one quiet surface."""
    grid = layout.grid
    painter.save()
    if hidden is not None:
        shown = QRegion()
        for row, cells in enumerate(~hidden):
            if cells.any():
                first, last = int(cells.argmax()), layout.columns - 1 - int(cells[::-1].argmax())
                shown += layout.cell_rect(row, first).united(layout.cell_rect(row, last)).adjusted(-1, -1, 1, 1).toAlignedRect()
        painter.setClipRegion(shown)
    lines = []
    for column in range(1, layout.columns):
        x = grid.x() + column * layout.width - 0.5
        lines.append(QLineF(x, grid.y(), x, grid.bottom()))
    for row in range(1, layout.rows):
        y = grid.y() + row * layout.height - 0.5
        lines.append(QLineF(grid.x(), y, grid.right(), y))
    painter.drawLines(lines)
    painter.restore()


def _paint_numbers(
    painter: QPainter, layout: StageLayout, picture: StagePicture, hidden: Bools | None, theme: Theme, texts: Texts
) -> None:
    """The number of every cell in two decimals or, where those are too wide for one of them, in one; or of none."""
    stage = picture.stage
    role: FontRole = "text" if layout.width >= theme.px(_LARGE_NUMBERS_FROM) else "caption"
    places = [tuple(place) for place in np.argwhere(np.ones(stage.values.shape, np.bool_) if hidden is None else ~hidden).tolist()]
    for digits in (2, 1):
        words = [decimal(float(stage.values[place]), digits) for place in places]
        if max((texts.width(text, role) for text in words), default=0.0) <= layout.width - 2:
            break
    else:
        return
    colored, _ = stage.colored(1, 1, theme.name)
    whites = white_stands_out(stage.signed, theme.name)
    light = dict(
        zip((signed_table(theme.name) if stage.signed else table("ink", theme.name)).tolist(), whites.tolist(), strict=True)
    )
    painter.setFont(texts.font(role))
    for place, word in zip(places, words, strict=True):
        text = texts.get(word, role)
        painter.setPen(Qt.GlobalColor.white if light[int(colored[place])] else Qt.GlobalColor.black)
        middle = layout.cell_rect(*place).center()
        painter.drawStaticText(QPointF(round(middle.x() - text.width / 2), round(middle.y() - text.height / 2)), text.static)


def _marked(count: int, step: int, selected: int | None) -> list[int]:
    """Every `step`-th, and the selected one, which makes its neighbours give way."""
    chosen = list(range(0, count, step))
    return chosen if selected is None else [index for index in chosen if abs(index - selected) >= step] + [selected]


def _paint_labels(painter: QPainter, layout: StageLayout, picture: StagePicture, theme: Theme, texts: Texts) -> None:
    grid, role, stage = layout.grid, layout.role, picture.stage
    for row in _marked(layout.rows, layout.row_step, picture.row):
        selected = row == picture.row
        text = texts.get(picture.labels[row], role, bold=selected, limit=layout.label_width)
        painter.setFont(texts.font(role, selected))
        painter.setPen(axis_color(stage.rows, theme) if selected else theme.text)
        middle = layout.row_rect(row).center().y()
        painter.drawStaticText(QPointF(round(grid.x() - theme.px(7) - text.width), round(middle - text.height / 2)), text.static)
    for column in _marked(layout.columns, layout.column_step, picture.column):
        selected = column == picture.column
        x = layout.column_rect(column).center().x()
        if stage.columns == "key":
            text = texts.get(picture.labels[column], role, bold=selected, limit=layout.above_width)
            painter.setFont(texts.font(role, selected))
            painter.setPen(theme.key if selected else theme.text)
            paint_turned(painter, text, QPointF(x, grid.y() - theme.px(5)), _SLOPE)
        else:
            text = texts.get(integer(column + 1), "caption", bold=selected)
            painter.setFont(texts.font("caption", selected))
            painter.setPen(theme.text if selected else theme.muted)
            painter.drawStaticText(QPointF(round(x - text.width / 2), round(grid.y() - theme.px(3) - text.height)), text.static)


def _paint_selection(painter: QPainter, layout: StageLayout, picture: StagePicture, theme: Theme) -> None:
    """The selected row in the colour of its axis, the cell in that of the column."""
    row, column = picture.row, picture.column
    if row is not None and row < layout.rows:
        paint_outline(painter, _at_least(layout.row_rect(row), theme), axis_color(picture.stage.rows, theme), theme)
    if column is None or column >= layout.columns:
        return
    place = layout.column_rect(column) if row is None else layout.cell_rect(row, column)
    paint_outline(painter, _at_least(place, theme), axis_color(picture.stage.columns, theme), theme)


def _at_least(place: QRectF, theme: Theme) -> QRectF:
    """`place`, made large enough to be seen about the same middle."""
    more = [max(0.0, theme.px(_LEAST_OUTLINE) - size) / 2 for size in (place.width(), place.height())]
    return place.adjusted(-more[0], -more[1], more[0], more[1])


def _paint_legend(painter: QPainter, layout: StageLayout, picture: StagePicture, theme: Theme, texts: Texts) -> None:
    stage, place, caption = picture.stage, layout.legend, texts.line("caption")
    line = max(float(theme.px(_BAR[1])), caption)
    ends = ("0", "1") if not stage.signed else (figure(-stage.limit), figure(stage.limit))
    before, after = (texts.width(end, "caption") + theme.px(6) for end in ends)
    width = max(1.0, min(float(theme.px(_BAR[0])), place.width() - before - after))
    bar = QRectF(round(place.x() + before), round(place.y() + (line - theme.px(_BAR[1])) / 2), round(width), theme.px(_BAR[1]))
    paint_bar(painter, bar, stage, theme)
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.muted)
    painter.drawStaticText(QPointF(place.x(), place.y() + (line - caption) / 2), texts.get(ends[0], "caption").static)
    painter.drawStaticText(
        QPointF(bar.right() + theme.px(6), place.y() + (line - caption) / 2), texts.get(ends[1], "caption").static
    )
    words = QRectF(place.x(), place.y() + line + theme.px(4), place.width(), place.height() - line - theme.px(4))
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    painter.drawText(words, int(flags), _under(picture, layout.title.width(), texts, layout.down, layout.across))
