"""One step of the arithmetic of a cell, painted: words, formula, numbers put in, a row as coloured cells, a table with bars."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, isfinite
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from core.inside.chain_steps import Doubles
from core.inside.chain_symbols import formula, result_symbol
from gui.drawing.inside import arithmetic_words as words
from gui.drawing.inside.arithmetic_table import StepPicture
from gui.drawing.inside.formula_runs import flowed, paint_runs, paint_sign
from gui.drawing.map_marks import Texts, is_vector, paint_hatch, paint_outline
from gui.i18n import decimal, integer
from gui.theme.colormaps import luminance, lut
from gui.theme.theme import FontRole, Theme, ThemeName

LINE: Final = 24
CELL: Final = 16
"""Side of a cell of a row without its number, at zoom 1."""
STRIP_LINES: Final = 3
"""A row is shown with its numbers where they fit into so many lines."""
LEAST_BAR: Final = 64
ROOMY: Final = 400
"""Width from which formulas are large."""
NAME: Final = 120
"""Most pixels for the name of a line."""
GAP: Final = 12
LEAST_PICTURE: Final = (800, 300)
"""Of a picture for files, at zoom 1."""
HIGHEST_PICTURE: Final = 7600
"""Twice as many pixels, and those of a caption, are what an image can have."""
BETWEEN_BARS: Final = 28
"""Between the bars of one column and those of the next, whose ends both have their numbers."""


class StepLayout:
    """Where everything of a step stands, for one width."""

    def __init__(self, picture: StepPicture, width: float, theme: Theme, texts: Texts) -> None:
        self.picture, self.theme, self.texts = picture, theme, texts
        px, chain, step = theme.px, picture.chain, picture.step
        self.words = words.explanation(chain, step, picture.labels)
        check = words.agreement(chain, step)
        self.check = "" if check is None else words.agreement_words(check)
        self.agrees = check is None or check.within
        self.words_rect = QRectF(0, 0, width, texts.wrapped(self.words, "text", width))
        y = self.words_rect.bottom() + px(10)
        self.role: FontRole = "sentence" if width >= px(ROOMY) else "text"
        self.formula, height = flowed(formula(chain, step), width, texts, self.role, "caption")
        self.formula_y = y
        y += height + px(2)
        line = words.equation(chain, step, picture.component, picture.number)
        self.equation, height = flowed(line, width, texts, self.role, "caption") if line else ([], 0.0)
        self.equation_y = y
        y += height + px(6)
        self.check_rect = QRectF(0, y, width, texts.wrapped(self.check, "caption", width) if self.check else 0)
        y = self.check_rect.bottom() + (px(10) if self.check else px(2))
        self.strip_rect, self.cell, self.per_line = self._strip(y, width)
        if picture.strip is not None:
            y = self.strip_rect.bottom() + px(26)
        self.top = y
        self.line = float(px(LINE))
        self._columns(width)
        tabled = picture.tabled
        self.first = self.top + self.line
        self.sums = self.first + tabled.lines * self.line
        self.height = self.sums + len(tabled.sums) * self.line + px(4) if tabled.columns else self.top

    def _strip(self, y: float, width: float) -> tuple[QRectF, tuple[float, float], int]:
        """Place of the row's cells, the size of one, and how many stand in a line."""
        strip, px = self.picture.strip, self.theme.px
        if strip is None:
            return QRectF(0, y, 0, 0), (1.0, 1.0), 1
        wide = (self.texts.width("−00.000", "caption") + px(8), float(px(LINE)))
        small = (float(px(CELL)), float(px(CELL)))
        self.numbered = ceil(len(strip) / max(1, int(width // wide[0]))) <= STRIP_LINES
        cell = wide if self.numbered else small
        per_line = max(1, min(len(strip), int(width // cell[0])))
        y += self.texts.line("caption") + px(4)
        return QRectF(0, y, per_line * cell[0], ceil(len(strip) / per_line) * cell[1]), cell, per_line

    def _columns(self, width: float) -> None:
        """Widths of names and numbers; what is left goes to the bars."""
        px, texts, picture = self.theme.px, self.texts, self.picture
        tabled = picture.tabled
        names = [picture.name(line) for line in range(min(tabled.lines, 200))] + [name.replace("_", "") for name, _ in tabled.sums]
        names_width = max((texts.width(name, "control", True) for name in names), default=0.0)
        self.name_width = min(max(names_width, float(px(28))) + px(10), float(px(NAME)))
        figure = texts.width("0", words.FIGURES)
        self.lefts = [self.name_width]
        for head, column in zip(tabled.heads, tabled.columns, strict=True):
            longest = max(_characters(column, picture), *(len(picture.number(value)) for _, value in tabled.sums), 0)
            self.lefts.append(self.lefts[-1] + max(longest * figure, texts.width(head, "control", True)) + px(GAP))
        right = self.lefts[-1]
        self.bar_left = right + px(GAP)
        between = px(BETWEEN_BARS)
        each = (width - self.bar_left + between) / max(1, tabled.bars) - between
        self.scales = [_largest(column) for column in tabled.columns]
        self.signed = [bool((column[np.isfinite(column)] < 0).any()) for column in tabled.columns]
        ends = [self.end_texts(n) for n in range(len(tabled.columns) - tabled.bars, len(tabled.columns))]
        least = max((sum(texts.width(end, "caption") for end in both) + px(GAP) for both in ends), default=0.0)
        self.bar_width = each if each >= max(px(LEAST_BAR), least) else 0.0
        self.width = max(width if self.bar_width else right, right if tabled.columns else 0.0)

    def end_texts(self, column: int) -> tuple[str, str]:
        """What stands at both ends of the bars of a column."""
        high = self.scales[column]
        return (words.short(-high) if self.signed[column] else "0", words.short(high))

    def bar_rect(self, bar: int, y: float) -> QRectF:
        """Where one of the bars of the line that begins at `y` may reach, counted from 0."""
        return QRectF(self.bar_left + bar * (self.bar_width + self.theme.px(BETWEEN_BARS)), y, self.bar_width, self.line)

    def number_rect(self, column: int, y: float) -> QRectF:
        """Where a number of a column stands in the line that begins at `y`."""
        return QRectF(self.lefts[column], y, self.lefts[column + 1] - self.lefts[column], self.line)

    def cell_rect(self, component: int) -> QRectF:
        """Where the cell of one number of the row stands."""
        row, column = divmod(component, self.per_line)
        return QRectF(self.strip_rect.x() + column * self.cell[0], self.strip_rect.y() + row * self.cell[1], *self.cell)

    def component_at(self, point: QPointF) -> int | None:
        """Which number of the row the pointer is at."""
        strip = self.picture.strip
        if strip is None or not self.strip_rect.contains(point):
            return None
        column = int((point.x() - self.strip_rect.x()) // self.cell[0])
        found = int((point.y() - self.strip_rect.y()) // self.cell[1]) * self.per_line + column
        return found if column < self.per_line and found < len(strip) else None

    def line_at(self, point: QPointF) -> int | None:
        """Which line of the table the pointer is at."""
        line = int((point.y() - self.first) // self.line)
        return line if self.picture.tabled.columns and 0 <= line < self.picture.tabled.lines else None


def _characters(column: Doubles, picture: StepPicture) -> int:
    """How many characters the longest number of a column has: from its extremes, or from its first lines where all digits count."""
    finite = np.abs(column[np.isfinite(column)])
    tiny = finite[(finite > 0) & (finite < 0.001)]
    looked_at = [*(-finite[:512] if picture.precise else ()), *(-finite.max(initial=0, keepdims=True)), *(-tiny[:1])]
    return max(len(picture.number(float(value))) for value in looked_at) + bool(tiny.size)


def paint_step(painter: QPainter, layout: StepLayout, visible: QRectF) -> None:
    """Paint the parts of a step that lie in `visible`, from (0, 0) on."""
    theme, texts = layout.theme, layout.texts
    painter.save()
    painter.setFont(texts.font("text"))
    painter.setPen(theme.text)
    painter.drawText(layout.words_rect, _WRAPPED, layout.words)
    paint_runs(painter, layout.formula, layout.formula_y, theme.muted, texts, layout.role)
    paint_runs(painter, layout.equation, layout.equation_y, theme.text, texts, layout.role)
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.muted if layout.agrees else theme.key)
    painter.drawText(layout.check_rect, _WRAPPED, layout.check)
    if layout.picture.strip is not None:
        _paint_strip(painter, layout, layout.picture.strip)
    if layout.picture.tabled.columns:
        _paint_table(painter, layout, visible)
    painter.restore()


_WRAPPED: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_LEFT: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_MIDDLE: Final = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine)


def _largest(values: Doubles) -> float:
    finite = np.abs(values[np.isfinite(values)])
    return float(finite.max()) if finite.size and finite.max() > 0 else 1.0


def _paint_strip(painter: QPainter, layout: StepLayout, strip: Doubles) -> None:
    """The row as cells in signed colours, the number that is taken apart outlined; scale and name above it."""
    theme, texts, picture = layout.theme, layout.texts, layout.picture
    high = _largest(strip)
    colors = _signed_colors(theme.name)
    light, dark = (theme.surface, theme.text) if theme.name == "light" else (theme.text, theme.surface)
    painter.setFont(texts.font("caption"))
    painter.setPen(theme.muted)
    ends = f"{words.short(-high)} … 0 … {words.short(high)}"
    name = result_symbol(picture.step)
    top = layout.strip_rect.y() - texts.line("caption") - theme.px(3)
    paint_sign(painter, QRectF(0, top, theme.px(40), texts.line("caption")), name, "control", texts)
    painter.setFont(texts.font("caption"))
    bar = QRectF(theme.px(40), top + theme.px(3), theme.px(80), texts.line("caption") - theme.px(6))
    for n in range(16):
        part = QRectF(bar.x() + n * bar.width() / 16, bar.y(), bar.width() / 16 + 0.5, bar.height())
        painter.fillRect(part, colors[n * 17][0])
    painter.setPen(theme.border)
    painter.drawRect(bar)
    painter.setPen(theme.muted)
    painter.drawText(QPointF(bar.right() + theme.px(8), top + QFontMetricsF(texts.font("caption")).ascent()), ends)
    for component, value in enumerate(strip.tolist()):
        cell = layout.cell_rect(component)
        index = min(255, max(0, round((value / high + 1) * 127.5))) if isfinite(value) else 128
        color, on_dark = colors[index]
        painter.fillRect(cell, color)
        if layout.numbered:
            painter.setPen(light if on_dark else dark)
            painter.drawText(cell, _MIDDLE, _narrow(value))
    painter.setPen(theme.border)
    for component in range(len(strip)):
        painter.drawRect(layout.cell_rect(component))
    paint_outline(painter, layout.cell_rect(picture.component), theme.accent, theme)


@lru_cache(maxsize=4)
def _signed_colors(name: ThemeName) -> tuple[tuple[QColor, bool], ...]:
    """256 colours from the lowest value over 0 in the middle to the highest, and whether light ink stands out better on each."""
    rgb = lut("signed", name)
    light = luminance(rgb) + 0.05
    return tuple(
        (QColor(*color), bool(1.05 / shine > shine / 0.05)) for color, shine in zip(rgb.tolist(), light.tolist(), strict=True)
    )


def _narrow(value: float) -> str:
    text = decimal(value, 3)
    return text if len(text) <= 7 else decimal(value, 1)


def _paint_table(painter: QPainter, layout: StepLayout, visible: QRectF) -> None:
    theme, texts, tabled, px = layout.theme, layout.texts, layout.picture.tabled, layout.theme.px
    painter.setFont(texts.font("control", True))
    painter.setPen(theme.muted)
    for n, head in enumerate(tabled.heads):
        place = layout.number_rect(n, layout.top)
        paint_sign(painter, place, head, "control", texts, right=True)
    painter.setFont(texts.font("caption"))
    if layout.bar_width:
        for n in range(tabled.bars):
            column, place = len(tabled.columns) - tabled.bars + n, layout.bar_rect(n, layout.top)
            low, high = layout.end_texts(column)
            painter.drawText(place, _LEFT, low)
            painter.drawText(place, _RIGHT, high)
            room = place.width() / 2 - max(texts.width(end, "caption") for end in (low, high))
            if layout.signed[column] and room >= px(GAP):
                painter.drawText(place, _MIDDLE, "0")
    painter.fillRect(QRectF(0, layout.first - 1, layout.width, 1), theme.border)
    start = max(0, int((visible.top() - layout.first) // layout.line))
    end = min(tabled.lines, int((visible.bottom() - layout.first) // layout.line) + 1)
    for line in range(start, end):
        _paint_line(painter, layout, line)
    _paint_sums(painter, layout)


def _paint_line(painter: QPainter, layout: StepLayout, line: int) -> None:
    theme, texts, picture, px = layout.theme, layout.texts, layout.picture, layout.theme.px
    tabled, chain = picture.tabled, picture.chain
    over_keys = tabled.over == "keys"
    whole = QRectF(0, layout.first + line * layout.line, layout.width, layout.line)
    chosen = (
        line == chain.key if over_keys else (line == picture.component and picture.strip is None and picture.step.row is not None)
    )
    if chosen or (over_keys and line == picture.hovered):
        painter.fillRect(whole, theme.raised)
    color = theme.text
    if over_keys:
        color = theme.key if line == chain.key else theme.query if line == chain.query else theme.text
    elif tabled.over == "joined" and line // chain.config.d_head == chain.head:
        color = theme.value
    bold = chosen or color != theme.text
    painter.setFont(texts.font("control", bold))
    painter.setPen(color)
    name = texts.get(picture.name(line), "control", bold=bold, limit=layout.name_width - px(6))
    painter.drawStaticText(QPointF(px(4), whole.center().y() - name.height / 2), name.static)
    hidden = tabled.hidden is not None and bool(tabled.hidden[line])
    painter.setFont(texts.font(words.FIGURES))
    painter.setPen(theme.muted if hidden else theme.text)
    for n, column in enumerate(tabled.columns):
        painter.drawText(layout.number_rect(n, whole.y()), _RIGHT, picture.number(float(column[line])))
    if not layout.bar_width:
        if hidden:
            paint_hatch(painter, QRectF(0, whole.bottom() - px(4), layout.width, px(3)), theme)
        return
    for n in range(tabled.bars):
        at = len(tabled.columns) - tabled.bars + n
        place = layout.bar_rect(n, whole.y()).adjusted(0, px(5), 0, -px(5))
        if hidden:
            paint_hatch(painter, place, theme)
        else:
            _paint_bar(painter, place, float(tabled.columns[at][line]), layout.scales[at], layout.signed[at], theme)


def _paint_bar(painter: QPainter, place: QRectF, value: float, high: float, signed: bool, theme: Theme) -> None:
    """A bar from 0: to the right in the query's colour, to the left in the key's; 0 is in the middle where some are negative."""
    zero = place.center().x() if signed else place.x()
    if isfinite(value):
        long = value / high * (place.width() / 2 if signed else place.width())
        rect = QRectF(min(zero, zero + long), place.y(), abs(long), place.height())
        painter.fillRect(rect, theme.key if value < 0 else theme.query)
    painter.fillRect(QRectF(zero - 0.5, place.y() - theme.px(3), 1, place.height() + theme.px(6)), theme.muted)


def _paint_sums(painter: QPainter, layout: StepLayout) -> None:
    theme, texts, tabled = layout.theme, layout.texts, layout.picture.tabled
    if not tabled.sums:
        return
    painter.fillRect(QRectF(0, layout.sums, layout.width, 1), theme.text)
    last = len(tabled.columns) - 1
    for n, (name, value) in enumerate(tabled.sums):
        y = layout.sums + n * layout.line
        painter.setPen(theme.text)
        painter.setFont(texts.font("control", True))
        paint_sign(painter, QRectF(theme.px(4), y, layout.name_width, layout.line), name, "control", texts)
        painter.setFont(texts.font(words.FIGURES, n == len(tabled.sums) - 1))
        painter.drawText(layout.number_rect(last, y), _RIGHT, layout.picture.number(value))


def whole_size(picture: StepPicture | None, width: float, theme: Theme) -> QSize:
    """How large a picture of a step has to be for all lines of its table, `width` wide or wider; no higher than a file can be."""
    texts, wide = Texts(theme), max(width, theme.px(LEAST_PICTURE[0]))
    if picture is None:
        return QSize(ceil(wide), theme.px(LEAST_PICTURE[1]))
    layout = StepLayout(picture, wide, theme, texts)
    high = min(_heading_height(texts, theme) + layout.height + theme.px(8), HIGHEST_PICTURE)
    return QSize(ceil(max(wide, layout.width)), max(theme.px(LEAST_PICTURE[1]), ceil(high)))


def _heading_height(texts: Texts, theme: Theme) -> float:
    return texts.line("text") + texts.line("statement") + theme.px(12)


def paint_whole(painter: QPainter, rect: QRectF, picture: StepPicture, number: int, theme: Theme) -> None:
    """One step for a picture, under the cell it is about and its title, as much of its table as fits."""
    texts = Texts(theme, selectable=is_vector(painter))
    painter.save()
    painter.setClipRect(rect)
    painter.setFont(texts.font("text"))
    painter.setPen(theme.muted)
    cell = QRectF(rect.x(), rect.y(), rect.width(), texts.line("text"))
    painter.drawText(cell, _LEFT, words.cell_words(picture.chain, picture.labels))
    painter.setFont(texts.font("statement", True))
    painter.setPen(theme.text)
    heading = f"{integer(number)}. {words.title(picture.chain, picture.step)}"
    painter.drawText(QRectF(rect.x(), cell.bottom() + theme.px(4), rect.width(), texts.line("statement")), _LEFT, heading)
    below = _heading_height(texts, theme)
    painter.translate(rect.x(), rect.y() + below)
    layout = StepLayout(picture, rect.width(), theme, texts)
    room = rect.height() - below
    if layout.height <= room or not picture.tabled.columns:
        paint_step(painter, layout, QRectF(0, 0, rect.width(), room))
    else:
        fitting = max(0, int((room - layout.first) // layout.line) - 1)
        painter.setClipRect(QRectF(0, 0, rect.width(), layout.first + fitting * layout.line))
        paint_step(painter, layout, QRectF(0, 0, rect.width(), layout.first + fitting * layout.line - 1))
        painter.setClipRect(QRectF(0, 0, rect.width(), room))
        painter.setFont(texts.font("caption"))
        painter.setPen(theme.muted)
        more = QCoreApplication.translate("Arithmetic", "{n} more lines").format(n=integer(picture.tabled.lines - fitting))
        painter.drawText(QRectF(0, layout.first + fitting * layout.line, rect.width(), layout.line), _LEFT, more)
    painter.restore()
