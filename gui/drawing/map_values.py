"""From attention values to pixels: levels, masks, reduction by largest value. Arrays in, arrays out; no painting.

Shape letters: T tokens, L layers, H heads, S side of a thumbnail in pixels.
Row = the token that looks, column = the token looked at.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.model.trace import FloatArray
from gui.choices import ColorMap, Scale
from gui.theme.colormaps import luminance, lut
from gui.theme.theme import ThemeName

Bools = NDArray[np.bool_]

LOG_FLOOR: Final = 1e-4
"""On the logarithmic scale the bar runs from here to 1; anything smaller is painted like 0."""

_LOG_DECADES: Final = 4.0
_HARDLY: Final = 0.0005
"""How far a sum of a row is from 1 in the last digit that is shown."""


def is_uneven(row_sum: float) -> bool:
    """Whether a row was left by hand with another sum than 1; sums of computed rows differ from it by rounding only."""
    return abs(row_sum - 1) >= _HARDLY


@lru_cache(maxsize=64)
def allowed(size: int, cells: int, causal: bool, window: int, top: int = 0, left: int = 0, rows: int | None = None) -> Bools:
    """Which pixels show at least one cell that the mask allows, [R, R] with R = `rows` or as many as `size` needs.

    Parameters
    ----------
    size
        T, tokens.
    cells
        Side of the square of cells that one pixel shows.
    causal, window
        As in ModelConfig: a row sees itself and earlier columns, and of those the nearest `window` (0: all).
    top, left, rows
        First row, first column and number of cells a side, where only a part of the map is shown.
    """
    side = size if rows is None else rows
    starts = np.arange(0, side, cells)
    # Among the cells of one square, row − column takes every value from `nearest` to `farthest`.
    between = (starts + top)[:, None] - (starts + left)[None, :]
    farthest, nearest = between + (cells - 1), between - (cells - 1)
    seen = np.ones(between.shape, bool) if not causal and window == 0 else farthest >= 0
    if window:
        seen &= nearest < window
    seen.flags.writeable = False
    return seen


def reduced(values: FloatArray, cells: int) -> FloatArray:
    """Maps [..., T, T] with each square of `cells` × `cells` cells replaced by its largest value; NaN loses against any number."""
    if cells <= 1:
        return values
    across = _largest_of_rows(values, cells).swapaxes(-1, -2)
    return np.ascontiguousarray(_largest_of_rows(across, cells).swapaxes(-1, -2))


def _largest_of_rows(values: FloatArray, cells: int) -> FloatArray:
    """The largest values of each `cells` rows; the last ones may be fewer. Whole rows at a time: 30 times faster than reduceat."""
    largest = np.array(values[..., ::cells, :])
    for shift in range(1, cells):
        later = values[..., shift::cells, :]
        whole = largest[..., : later.shape[-2], :]
        np.fmax(whole, later, out=whole)
    return largest


def highest(values: FloatArray) -> FloatArray:
    """The largest finite value of each map, [..., T, T] → [..., 1, 1]; 1 where a map has none above 0 (nothing to stretch)."""
    finite = np.where(np.isfinite(values), values, np.float32(0))
    tops = finite.max(axis=(-2, -1), keepdims=True, initial=0)
    return np.where(tops > 0, tops, np.float32(1)).astype(np.float32)


def indices(values: FloatArray, scale: Scale, high: FloatArray | float = 1.0) -> NDArray[np.uint8]:
    """Index 0 … 255 into a colour table of each value; infinities are the ends, NaN is 0 (callers hatch it).

    `shared` spans 0 … 1 and `per-head` 0 … `high` linearly, rounded down (0.25 is 63); `log` spans LOG_FLOOR … 1.
    """
    if scale == "log":
        with np.errstate(divide="ignore", invalid="ignore"):
            share = np.asarray(np.log10(values) * np.float32(1 / _LOG_DECADES) + np.float32(1), np.float32)
    elif scale == "per-head":
        share = np.asarray(values / np.asarray(high, np.float32), np.float32)
    else:
        share = values
    scaled = share * np.float32(255)
    if not np.isfinite(scaled.sum()):  # one pass instead of one test per value in the usual case
        scaled = np.nan_to_num(scaled, nan=0.0, posinf=255.0, neginf=0.0)
    return np.asarray(np.clip(scaled, 0, 255, out=scaled).astype(np.uint8))


def to_value(share: float, scale: Scale, high: float = 1.0) -> float:
    """The value whose place is `share` (0 … 1) of the way along the colour bar: what `indices` undoes."""
    if scale == "log":
        return float(LOG_FLOOR ** (1 - share))
    return share * high if scale == "per-head" else share


@lru_cache(maxsize=32)
def table(color_map: ColorMap, theme: ThemeName) -> NDArray[np.uint32]:
    """The colour table [256] as opaque 0xAARRGGBB."""
    rgb = lut(color_map, theme).astype(np.uint32)
    packed = np.uint32(0xFF000000) | rgb[:, 0] << np.uint32(16) | rgb[:, 1] << np.uint32(8) | rgb[:, 2]
    packed.flags.writeable = False
    return packed


@lru_cache(maxsize=32)
def light_ink(color_map: ColorMap, theme: ThemeName) -> Bools:
    """For each entry of the colour table whether white stands out better on it than black (either way at least 4.5 : 1)."""
    light = luminance(lut(color_map, theme))
    inks: Bools = 1.05 / (light + 0.05) > (light + 0.05) / 0.05
    return inks


def hidden_cells(values: FloatArray, seen: Bools) -> Bools | None:
    """The cells that have no value to show: masked ones, and NaN. None when every cell has one."""
    if np.isnan(values.sum()):
        hidden: Bools = np.isnan(values) | ~seen
        return hidden
    return None if bool(seen.all()) else ~seen


def pixels(chosen: NDArray[np.uint8], hidden: Bools | None, colors: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """0xAARRGGBB of each cell, with hidden cells fully transparent."""
    painted: NDArray[Any] = colors[chosen]
    if hidden is not None:
        painted[np.broadcast_to(hidden, painted.shape)] = 0
    return np.ascontiguousarray(painted)
