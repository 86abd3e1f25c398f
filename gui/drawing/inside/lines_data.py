"""Which lines of which heads are drawn, and what is left out. Arrays in, arrays out; no painting.

H heads of one layer, T tokens. Row = the token that looks (left), column = the token looked at (right).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.model.trace import FloatArray
from gui.drawing.labels import numbered
from gui.drawing.map_values import allowed

LINE_LIMIT: Final = 3000
"""Most lines that are drawn at once; weaker ones are left out, and it is said how many. More would be one grey surface."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinesPicture:
    """The maps [H, T, T] of one layer, and what of them is to be shown."""

    patterns: FloatArray | None = None
    labels: tuple[str, ...] = ()
    causal: bool = False
    window: int = 0
    layer: int = 0
    heads: tuple[int, ...] = ()
    """Heads whose lines are shown, counted from 0, ascending."""
    threshold: float = 0.05
    """Lines of a smaller weight are left out."""
    everything: bool = False
    """Whether the lines of all tokens are shown, and not only those of `query`."""
    query: int | None = None
    key: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The labels, those of the same words told apart."""
        return numbered(self.labels)

    @property
    def tokens(self) -> int:
        """T, and 0 when there are no maps."""
        return 0 if self.patterns is None else self.patterns.shape[-1]

    @property
    def one(self) -> int | None:
        """The token whose lines alone are shown; None when those of all are."""
        return None if self.everything else self.query

    def allows(self, query: int, key: int) -> bool:
        """Whether the mask lets `query` look at `key`."""
        return bool(allowed(self.tokens, 1, self.causal, self.window)[query, key])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lines:
    """Lines [N] to be drawn, the weakest first; and how many are not."""

    slots: NDArray[np.intp]
    """Which of the chosen heads each belongs to: an index into `LinesPicture.heads`."""
    queries: NDArray[np.intp]
    keys: NDArray[np.intp]
    weights: FloatArray
    below: int = 0
    """Allowed cells whose weight is below the threshold."""
    weight_below: float = 0.0
    """What they have together, as a share of all weight that was looked at (rows that sum to 1 each)."""
    too_many: int = 0
    """Lines above the threshold that are left out because there are more than LINE_LIMIT."""

    def __len__(self) -> int:
        return len(self.weights)


def choose_lines(picture: LinesPicture, *, column: int | None = None, limit: int = LINE_LIMIT) -> Lines:
    """The lines that `picture` shows: of one token or of all; with `column`, those that arrive at that token instead.

    A weight equal to the threshold is shown. Weights of exactly 0 and masked cells never are.
    """
    tokens = picture.tokens
    rows: slice = slice(None)
    columns: slice = slice(None)
    if column is not None:
        columns = slice(column, column + 1)
    elif picture.one is not None:
        rows = slice(picture.one, picture.one + 1)
    parts: list[tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], FloatArray]] = []
    below, weight_below, weight = 0, 0.0, 0.0
    if picture.patterns is not None and tokens:
        may = allowed(tokens, 1, picture.causal, picture.window)[rows, columns]
        least = np.float32(picture.threshold)
        for slot, head in enumerate(picture.heads):
            p = picture.patterns[head, rows, columns]
            shown = may & (p >= least) & (p > 0)
            small = may & (p < least)
            below += int(np.count_nonzero(small))
            weight_below += float(p.sum(dtype=np.float64, where=small))
            weight += float(p.sum(dtype=np.float64, where=may))
            queries, keys = np.nonzero(shown)
            parts.append((np.full(len(queries), slot), queries + (rows.start or 0), keys + (columns.start or 0), p[shown]))
    if not parts:
        none = np.zeros(0, np.intp)
        return Lines(slots=none, queries=none, keys=none, weights=np.zeros(0, np.float32))
    slots, queries, keys = (np.concatenate([part[i] for part in parts]) for i in range(3))
    weights = np.concatenate([part[3] for part in parts])
    order = np.argsort(weights, kind="stable")[-limit:]
    return Lines(
        slots=slots[order],
        queries=queries[order],
        keys=keys[order],
        weights=weights[order],
        below=below,
        weight_below=weight_below / weight if weight > 0 else 0.0,
        too_many=len(weights) - len(order),
    )


def strongest(picture: LinesPicture, slot: int, query: int) -> tuple[int, float] | None:
    """Whom `query` looks at most in the head of `slot`, and how much; the first of equals. None where there is no number."""
    if picture.patterns is None:
        return None
    may = allowed(picture.tokens, 1, picture.causal, picture.window)[query]
    row = np.where(may, picture.patterns[picture.heads[slot], query], np.float32(-1))
    if not np.isfinite(row).all() or not may.any():
        return None
    key = int(row.argmax())
    return key, float(row[key])
