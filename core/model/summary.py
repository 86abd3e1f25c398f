"""What is kept of every map even when the map itself is not: entropies, row sums, a small picture."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.model.config import ModelConfig

FloatArray = NDArray[np.float32]

ROWS: Final = 64
"""Rows of a map that are summed up together: in float64 and with all that lies between, a whole map would take six times itself."""


class MapSummary:
    """Collects row entropies and row sums [L, H, T], and thumbnails [L, H, S, S] where asked for."""

    def __init__(self, config: ModelConfig, length: int, thumbnail_size: int | None) -> None:
        heads = (config.n_layers, config.n_heads)
        self.row_entropy: FloatArray = np.empty((*heads, length), np.float32)
        self.row_sums: FloatArray = np.empty((*heads, length), np.float32)
        self.cells_per_pixel, pixels = thumbnail_sides(length, thumbnail_size)
        self.thumbnails: FloatArray | None = None if thumbnail_size is None else np.zeros((*heads, pixels, pixels), np.float32)

    def add(self, layer: int, head: int, pattern: FloatArray) -> None:
        """Take note of one map [T, T]."""
        for start in range(0, len(pattern), ROWS):
            p, rows = pattern[start : start + ROWS].astype(np.float64), slice(start, start + ROWS)
            self.row_entropy[layer, head, rows] = -(p * np.log(p, out=np.zeros_like(p), where=p != 0)).sum(axis=1)
            self.row_sums[layer, head, rows] = p.sum(axis=1)
        if self.thumbnails is not None:
            self.thumbnails[layer, head] = largest_of_squares(pattern, self.cells_per_pixel)


def thumbnail_sides(length: int, thumbnail_size: int | None) -> tuple[int, int]:
    """(cells per pixel, pixels a side) of maps [T, T] that are to have at most `thumbnail_size` pixels a side; (1, 0) for None."""
    if thumbnail_size is None:
        return 1, 0
    side = max(1, -(-length // thumbnail_size))
    return side, -(-length // side)


def largest_of_squares(pattern: FloatArray, side: int) -> FloatArray:
    """[…, T, T] -> […, ⌈T/side⌉, ⌈T/side⌉]: the largest value of each square, so that a thin line stays visible."""
    if side == 1 or not pattern.size:
        return pattern
    starts = np.arange(0, pattern.shape[-1], side)
    return np.maximum.reduceat(np.maximum.reduceat(pattern, starts, axis=-2), starts, axis=-1)


def relative_entropy(row_entropy: FloatArray, *, causal: bool, window: int) -> FloatArray:
    """Row entropies [L, H, T] in nats -> [L, H] mean over rows of entropy / ln(allowed cells).

    Rows with one allowed cell have no entropy to compare and are left out; NaN when no row is left.
    """
    length = row_entropy.shape[-1]
    choices = np.arange(1, length + 1) if causal else np.full(length, length)
    if window:
        choices = np.minimum(choices, window)
    first = 1 if causal else 0
    if length < 2 or window == 1:
        return np.full(row_entropy.shape[:-1], np.nan, np.float32)
    shares: FloatArray = (row_entropy[..., first:] / np.log(choices[first:])).mean(axis=-1, dtype=np.float64).astype(np.float32)
    return shares
