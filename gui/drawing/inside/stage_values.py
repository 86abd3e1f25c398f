"""The arrays of one head in the order of computation, as pixels: scales, reduction to what fits on the screen, masked cells."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.inside.head import HeadArrays
from core.inside.split import ScoreSplit, ShareName
from core.model.interventions import UNCHANGED, HeadChanges
from gui.drawing.map_values import Bools, allowed, hidden_cells, indices, pixels, table
from gui.theme.colormaps import luminance, lut
from gui.theme.theme import ThemeName

StageName = Literal["q", "k", "products", "scores", "masked", "pattern", "v", "z"] | ShareName | Literal["total"]
Axis = Literal["query", "key", "dimension"]
Floats = NDArray[np.float32] | NDArray[np.float64]
_STRIP: Final = 256
"""Rows of a masked map that are reduced at once: few enough for little to be looked at cell by cell."""
_KEPT: Final = 4


class Scale:
    """What the two ends of the colours stand for: −m and m, m the largest distance from 0 in all arrays that share it."""

    def __init__(self, arrays: tuple[Floats, ...]) -> None:
        self._arrays = arrays

    @cached_property
    def limit(self) -> float:
        """m; 0 where all is 0."""
        tops = [_farthest_of(array) for array in self._arrays]
        return max(tops, default=0.0)


class Stage:
    """One array [T, T] or [T, K] of a head, with its scale.

    Parameters
    ----------
    name, values
        Which one, and its numbers; rows and columns mean what `rows` and `columns` say.
    causal, window, masked
        The mask, and whether it hides cells here.
    scale
        One for several stages; None: its own. The pattern always goes from 0 to 1.
    changes
        What is changed of the head by hand.
    """

    def __init__(
        self,
        name: StageName,
        values: Floats,
        *,
        causal: bool,
        window: int,
        masked: bool = False,
        scale: Scale | None = None,
        changes: HeadChanges = UNCHANGED,
    ) -> None:
        self.name: Final = name
        self.values: Final = values
        self.causal: Final = causal
        self.window: Final = window
        self.masked: Final = masked and (causal or window > 0)
        self.shared: Final = scale is not None
        self.signed: Final = name != "pattern"
        self.rows: Final[Axis] = "key" if name in ("k", "v") else "query"
        self.columns: Final[Axis] = "dimension" if name in ("q", "k", "v", "z") else "key"
        self.forced: Final = changes.forced if name == "pattern" else None
        """The pattern that is forced upon the head, where this stage is its pattern."""
        self.cells: Final = len(changes.cells) if name == "pattern" else 0
        """How many cells are set by hand."""
        self.factor: Final = changes.factor if name == "z" else 1.0
        self.off: Final = changes.off and name == "z"
        self._scale = scale
        self._reduced: dict[tuple[int, int], NDArray[np.float32]] = {}

    @property
    def changed(self) -> bool:
        """Whether something was changed by hand from the stage before to this one."""
        return self.forced is not None or bool(self.cells) or self.factor != 1 or self.off

    @cached_property
    def limit(self) -> float:
        """The value at the upper end of the colours; masked cells do not count."""
        if not self.signed:
            return 1.0
        if self._scale is not None:
            return self._scale.limit
        if self.masked:
            return _farthest_of(next(iter(self._reduced.values())) if self._reduced else self.reduced(8, 8))
        return _farthest_of(self.values)

    def reduced(self, down: int, across: int) -> NDArray[np.float32]:
        """The value farthest from 0 of each `down` × `across` cells that are not masked; NaN where all of them are."""
        found = self._reduced.get((down, across))
        if found is None:
            if len(self._reduced) >= _KEPT:
                self._reduced.pop(next(iter(self._reduced)))
            mask = (self.causal, self.window) if self.masked else None
            found = self._reduced[down, across] = farthest(self.values, down, across, mask)
        return found

    def colored(self, down: int, across: int, theme: ThemeName) -> tuple[NDArray[np.uint32], Bools | None]:
        """0xAARRGGBB of each painted dot, hidden ones transparent, and which those are (None: none)."""
        shown = self.reduced(down, across)
        seen = allowed(len(self.values), down, self.causal, self.window) if self.masked else np.ones(shown.shape, np.bool_)
        hidden = hidden_cells(shown, seen)
        if not self.signed:
            return pixels(indices(shown, "shared"), hidden, table("ink", theme)), hidden
        return pixels(signed_indices(shown, self.limit), hidden, signed_table(theme)), hidden


def stages_of(arrays: HeadArrays, causal: bool, window: int, changes: HeadChanges = UNCHANGED) -> tuple[Stage, ...]:
    """The eight stages in the order of computation. What is masked are the scores, and the pattern is made of what is left."""
    named: tuple[tuple[StageName, NDArray[np.float32], bool], ...] = (
        ("q", arrays.q, False),
        ("k", arrays.k, False),
        ("products", arrays.products, False),
        ("scores", arrays.attn_scores, False),
        ("masked", arrays.attn_scores, True),
        ("pattern", arrays.pattern, True),
        ("v", arrays.v, False),
        ("z", arrays.z, False),
    )
    return tuple(
        Stage(name, values, causal=causal, window=window, masked=masked, changes=changes) for name, values, masked in named
    )


def shares_of(split: ScoreSplit) -> tuple[Stage, ...]:
    """The maps of a split and their sum, on one scale; before the mask, so no cell is hidden."""
    named: tuple[tuple[StageName, Floats], ...] = (*split.items(), ("total", split.total))
    scale = Scale(tuple(values for _, values in named))
    return tuple(Stage(name, values, causal=False, window=0, scale=scale) for name, values in named)


def same_head(one: HeadArrays | None, other: HeadArrays | None) -> bool:
    """Whether two heads are the same numbers; the rest follows from these."""
    if one is other or one is None or other is None:
        return one is other
    return (one.layer, one.head) == (other.layer, other.head) and all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in ("q", "k", "v", "attn_scores", "pattern", "z")
    )


def same_split(one: ScoreSplit | None, other: ScoreSplit | None) -> bool:
    """Whether two splits are the same numbers."""
    if one is other or one is None or other is None:
        return one is other
    same_kind = (one.head, one.held, one.difference, list(one)) == (other.head, other.held, other.difference, list(other))
    return same_kind and all(np.array_equal(one[name], other[name]) for name in one)


def farthest(values: Floats, down: int, across: int, mask: tuple[bool, int] | None = None) -> NDArray[np.float32]:
    """[R, C] -> [R/down, C/across]: of each rectangle of cells the value farthest from 0; NaN and masked cells lose.

    `mask` is (causal, window) for values [T, T] under a causal mask or a window.
    """
    if down == across == 1 and mask is None:
        return np.asarray(values, np.float32)
    rows, columns = values.shape
    out = np.empty((-(-rows // down), -(-columns // across)), np.float32)
    if mask is None:
        out[:] = _farthest(values, down, across)
        return out
    step = max(1, _STRIP // down) * down
    for top in range(0, rows, step):
        strip = values[top : top + step]
        into = out[top // down : top // down + -(-len(strip) // down)]
        # Only where the edge of the mask runs are there cells to be looked at one by one.
        window = mask[1]
        first = max(0, top - window + 1) // across * across if window else 0
        edge = first if window else min(columns, top) // across * across
        last = min(columns, -(-(top + len(strip)) // across) * across)
        into[:] = np.nan
        if edge > first:
            into[:, first // across : edge // across] = _farthest(strip[:, first:edge], down, across)
        distance = np.arange(top, top + len(strip))[:, None] - np.arange(edge, last)
        seen = (distance >= 0) & (distance < window) if window else distance >= 0
        part = np.where(seen, strip[:, edge:last], np.nan)
        into[:, edge // across : -(-last // across)] = _farthest(part, down, across)
    return out


def signed_indices(values: NDArray[np.float32], limit: float) -> NDArray[np.uint8]:
    """Index 0 … 255 into the signed colours of −limit … limit; 0 is 128, one of the two next to the middle; NaN likewise."""
    if limit == 0:
        return np.full(values.shape, 128, np.uint8)
    share = np.nan_to_num(values * np.float32(127.5 / limit), nan=0.0, posinf=127.5, neginf=-127.5)
    return np.asarray(np.clip(np.rint(share + np.float32(127.5)), 0, 255).astype(np.uint8))


@lru_cache(maxsize=2)
def signed_table(theme: ThemeName) -> NDArray[np.uint32]:
    """The colours of −m … m [256] as opaque 0xAARRGGBB."""
    rgb = lut("signed", theme).astype(np.uint32)
    packed = np.uint32(0xFF000000) | rgb[:, 0] << np.uint32(16) | rgb[:, 1] << np.uint32(8) | rgb[:, 2]
    packed.flags.writeable = False
    return packed


@lru_cache(maxsize=4)
def white_stands_out(signed: bool, theme: ThemeName) -> Bools:
    """For each colour whether white stands out better on it than black."""
    light = luminance(lut("signed" if signed else "ink", theme))
    found: Bools = 1.05 / (light + 0.05) > (light + 0.05) / 0.05
    return found


def _farthest_of(values: Floats) -> float:
    """The largest finite distance from 0, 0 where there is none."""
    if not values.size:
        return 0.0
    top = float(max(values.max(), -values.min()))
    if np.isfinite(top):
        return top
    finite = values[np.isfinite(values)]
    return float(np.abs(finite).max(initial=0.0))


def _farthest(strip: NDArray[Any], down: int, across: int) -> NDArray[Any]:
    high, low = _picked(np.fmax, strip, down, across), _picked(np.fmin, strip, down, across)
    return np.where(high >= -low, high, low)


def _picked(pick: np.ufunc, strip: NDArray[Any], down: int, across: int) -> NDArray[Any]:
    """`pick` over each rectangle, whole rows and columns at a time; the last rectangles may be smaller."""
    found = np.array(strip[::down])
    for shift in range(1, down):
        later = strip[shift::down]
        pick(found[: len(later)], later, out=found[: len(later)])
    narrow = np.array(found[:, ::across])
    for shift in range(1, across):
        later = found[:, shift::across]
        pick(narrow[:, : later.shape[1]], later, out=narrow[:, : later.shape[1]])
    return narrow
