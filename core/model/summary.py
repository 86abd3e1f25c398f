"""What is kept of every map even when the map itself is not: entropy, row sums, a small picture."""

from __future__ import annotations

from math import isnan

import numpy as np
from numpy.typing import NDArray

from core.kernels import Kernels
from core.model.config import ModelConfig

FloatArray = NDArray[np.float32]


class MapSummary:
    """Collects [L, H] entropies, the largest row-sum error, and thumbnails [L, H, S, S] where asked for."""

    def __init__(self, config: ModelConfig, length: int, thumbnail_size: int | None) -> None:
        heads = (config.n_layers, config.n_heads)
        self._causal, self._window = config.causal, config.window
        self.entropy: FloatArray = np.full(heads, np.nan, np.float32)
        self.row_sum_error = 0.0
        self.cells_per_pixel = 1
        self.thumbnails: FloatArray | None = None
        if thumbnail_size is not None:
            self.cells_per_pixel = max(1, -(-length // thumbnail_size))
            side = -(-length // self.cells_per_pixel)
            self.thumbnails = np.zeros((*heads, side, side), np.float32)

    def add(self, layer: int, head: int, pattern: FloatArray, kernels: Kernels) -> None:
        """Take note of one map [T, T]."""
        self.entropy[layer, head], error = kernels.summarise(pattern, self._causal, self._window)
        if error > self.row_sum_error or isnan(error):  # a NaN stays: nothing is larger
            self.row_sum_error = error
        if self.thumbnails is not None:
            self.thumbnails[layer, head] = largest_of_squares(pattern, self.cells_per_pixel)


def largest_of_squares(pattern: FloatArray, side: int) -> FloatArray:
    """[T, T] -> [⌈T/side⌉, ⌈T/side⌉]: the largest value of each square, so that a thin line stays visible."""
    if side == 1 or not pattern.size:
        return pattern
    starts = np.arange(0, len(pattern), side)
    return np.maximum.reduceat(np.maximum.reduceat(pattern, starts, axis=0), starts, axis=1)
