"""Where everything of one large map stands. Pure geometry, so that painting, clicking and tests agree."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QRectF

from core.model.trace import FloatArray
from gui.choices import ColorMap, Scale
from gui.drawing.legend import Legend, legend_height
from gui.drawing.map_marks import Texts
from gui.theme.theme import FontRole, Theme

LARGEST_CELL: Final = 112
NUMBERS_FROM: Final = 24
"""Cells of this size and more carry their number."""
GAPS_FROM: Final = 7
"""Cells of this size and more stand apart by a line."""
_WHOLE_FROM: Final = 8
_ANGLES: Final = (35.0, 45.0, 60.0, 90.0)
_SUM: Final = "1.000"
_LOW: Final = 400
_NARROW: Final = 340
"""Where there is less height or width than this, cells get the room before words and sums."""
_MAYBE_REDUCED_FROM: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HeadPicture:
    """One head's map [T, T] and how it is to be shown. Cells are counted from 0; the title counts from 1."""

    pattern: FloatArray | None = None
    labels: tuple[str, ...] = ()
    causal: bool = False
    window: int = 0
    query: int | None = None
    key: int | None = None
    scale: Scale = "shared"
    color_map: ColorMap = "ink"
    layer: int = 0
    head: int = 0
    changed: bool = False
    """Whether the head is changed by hand; the title says so."""
    top: int = 0
    left: int = 0
    side: int | None = None
    """Rows and columns shown from `top` and `left` on; None shows the whole map."""

    @property
    def tokens(self) -> int:
        """T, and 0 when there is no map."""
        return 0 if self.pattern is None else self.pattern.shape[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadLayout:
    """Places in the coordinates of the painter."""

    title: QRectF
    grid: QRectF
    """The cells."""
    cell: float
    top: int
    left: int
    side: int
    cells: int
    """Side of the square of cells that one painted dot stands for."""
    label_role: FontRole
    label_width: float
    angle: float
    above_width: float
    row_step: int
    column_step: int
    query_words: QRectF
    """Strip left of the row labels, to be written upwards; or the corner above them, when `cornered`."""
    key_words: QRectF
    cornered: bool
    """Whether what the rows mean stands in the corner, because the map needs the width."""
    gap: float
    """Between row labels and cells."""
    sums_left: float | None
    """Where the row sums begin; None where the map needs their room (the table has them)."""
    legend: QRectF
    brief: bool
    """Whether the legend says only what is needed to read the map."""
    whole: QRectF

    def cell_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Query and key of the cell at a point, None outside of the cells."""
        if not self.grid.contains(x, y) or self.cell <= 0:
            return None
        row, column = int((y - self.grid.y()) / self.cell), int((x - self.grid.x()) / self.cell)
        return (self.top + min(row, self.side - 1), self.left + min(column, self.side - 1))

    def cell_rect(self, query: int, key: int) -> QRectF:
        """The place of a cell (it may lie outside of `grid` when it is not shown)."""
        return QRectF(
            self.grid.x() + (key - self.left) * self.cell, self.grid.y() + (query - self.top) * self.cell, self.cell, self.cell
        )

    def row_rect(self, query: int) -> QRectF:
        """The place of a whole row."""
        return QRectF(self.grid.x(), self.grid.y() + (query - self.top) * self.cell, self.grid.width(), self.cell)

    def shows(self, query: int | None, key: int | None) -> bool:
        """Whether the row, or the column, or the cell of both, is in the part that is shown."""
        row = query is None or self.top <= query < self.top + self.side
        column = key is None or self.left <= key < self.left + self.side
        return row and column


def head_layout(rect: QRectF, picture: HeadPicture, theme: Theme, texts: Texts, dpr: float = 1.0) -> HeadLayout:
    """Lay out `picture` in `rect`; `dpr` is the number of device pixels a unit, for edges that fall on whole ones."""
    px = theme.px
    tokens = picture.tokens
    side = max(1, min(picture.side or tokens, tokens))
    title = QRectF(rect.x(), rect.y(), rect.width(), texts.line("caption") + px(4))
    narrow, brief = rect.width() < px(_NARROW), rect.height() < px(_LOW)
    role: FontRole = "caption" if narrow else "control"
    gap = px(6 if narrow else 8)
    limit = min(float(px(112)), rect.width() / 4)
    widest = max((texts.width(label, role, True) for label in set(picture.labels)), default=0.0)
    # Margins move in steps, so that the map stays where it is while a word is being typed.
    step = px(10 if narrow else 20)
    label_width = min(limit, math.ceil((widest + 1) / step) * step)
    strip = texts.line("caption") + px(4)
    # Where it is narrow, what the rows mean stands in the corner above their labels, if that takes less than a strip beside them.
    corner = max(texts.width(word, "caption") for word in axis_words()[0].split(" ")) + px(5)
    cornered = narrow and corner <= strip + label_width + gap
    if cornered:
        strip, label_width = 0.0, max(label_width, corner - gap)
    sums = 0.0 if narrow else texts.width(_SUM, "figure") + px(10)
    apart = px(6) if brief else px(12)
    longest = _longest_legend(picture, side, brief=brief, sums=not narrow)
    foot = legend_height(rect.width() - strip, longest, theme, texts) + apart
    left = rect.x() + strip + label_width + gap
    line = texts.line(role)
    above_width = min(float(px(96)), rect.height() / 4, label_width)
    corner_height = texts.wrapped(axis_words()[0], "caption", left - rect.x() - gap) + px(4) if cornered else 0.0

    def fitted(angle: float) -> tuple[float, float, float]:
        """Slope of the labels above, top of the cells and their size, when the labels rise at `angle`."""
        slope = math.radians(angle)
        above = above_width * math.sin(slope) + line * math.cos(slope) / 2 + px(6)
        grid_top = title.bottom() + max(above, corner_height)
        overhang = max(sums, above_width * math.cos(slope) - px(8))
        room = min(rect.right() - left - overhang, rect.bottom() - foot - grid_top)
        cell = min(max(room, 1.0) / side, float(px(LARGEST_CELL)))
        if cell * dpr >= _WHOLE_FROM:
            cell = math.floor(cell * dpr) / dpr
        return slope, grid_top, cell

    # The flattest slope at which every column has room for its label; a readable one if none is (then some are left out).
    candidates = [fitted(angle) for angle in _ANGLES]
    roomy = [found for found in candidates if (line - 1) / math.sin(found[0]) <= found[2]]
    if roomy and narrow:
        roomy.sort(key=lambda found: -found[2])  # where it is narrow the largest cells come first
    slope, grid_top, cell = roomy[0] if roomy else candidates[1]
    if cell < texts.line("control"):
        role = "caption"
    line = texts.line(role)
    extent = cell * side
    words_left = max(left, rect.x() + texts.width(head_title(picture), "caption", True) + px(20))
    grid = QRectF(_snapped(left, dpr), _snapped(grid_top, dpr), extent, extent)
    return HeadLayout(
        title=title,
        grid=grid,
        cell=cell,
        top=max(0, min(picture.top, tokens - side)),
        left=max(0, min(picture.left, tokens - side)),
        side=side,
        cells=1 if cell * dpr >= 2 else math.ceil(2 / (cell * dpr)),
        label_role=role,
        label_width=label_width,
        angle=math.degrees(slope),
        above_width=above_width,
        row_step=max(1, math.ceil((line - 1) / cell)),
        column_step=max(1, math.ceil((line - 1) / math.sin(slope) / cell)),
        query_words=QRectF(rect.x(), title.bottom(), left - rect.x(), grid.y() - title.bottom() - px(2))
        if cornered
        else QRectF(rect.x(), grid.y(), strip, extent),
        key_words=QRectF(words_left, rect.y(), rect.right() - words_left, title.height()),
        cornered=cornered,
        gap=gap,
        sums_left=None if narrow else grid.right() + px(10),
        legend=QRectF(rect.x() + strip, grid.bottom() + apart, rect.width() - strip, foot - apart),
        brief=brief,
        whole=rect,
    )


def head_title(picture: HeadPicture) -> str:
    """Which head this is, in words; counted from 1."""
    words = QCoreApplication.translate("HeadMap", "Layer {layer}, head {head}")
    if picture.changed:
        words = QCoreApplication.translate("HeadMap", "Layer {layer}, head {head}: changed by hand")
    return words.format(layer=picture.layer + 1, head=picture.head + 1)


def axis_words() -> tuple[str, str]:
    """What rows and columns mean."""
    translate = QCoreApplication.translate
    return translate("HeadMap", "this token looks …"), translate("HeadMap", "… at this one")


def _longest_legend(picture: HeadPicture, side: int, *, brief: bool, sums: bool) -> Legend:
    """A legend at least as long as the one that will be painted, which depends on the room that this one leaves."""
    return Legend(
        scale=picture.scale,
        color_map=picture.color_map,
        high=0.001,
        hatched=picture.causal or picture.window > 0,
        cells=99 if side > _MAYBE_REDUCED_FROM else 1,
        part=(picture.tokens, picture.tokens, 0, picture.tokens) if side < picture.tokens else None,
        sums=sums,
        brief=brief,
    )


def _snapped(place: float, dpr: float) -> float:
    return math.ceil(place * dpr) / dpr
