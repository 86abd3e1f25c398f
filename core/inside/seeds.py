"""The same head under several seeds: what all have in common is the architecture's doing, what varies is chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeedStatistics:
    """Statistics of S maps [T, T] of one head, one a seed. Maps are read-only float32."""

    mean: FloatArray
    """[T, T] the mean of each cell over the seeds."""
    spread: FloatArray
    """[T, T] the standard deviation of each cell over the seeds (of these S, so divided by S)."""
    common: float | None
    """Share of the variance between cells that is in the mean map, 0 … 1: the variance of the mean map over the cells, divided by
    the mean of each seed's squared distances from the mean of all cells. 1: all seeds give the same map; 1/S on average where
    nothing is common. None where all cells of all seeds are alike, or some number is not finite."""

    @property
    def varying(self) -> float | None:
        """The other share: the mean of the squared spread, divided by the same."""
        return None if self.common is None else 1.0 - self.common


def seed_statistics(patterns: FloatArray, allowed: NDArray[np.bool_] | None = None) -> SeedStatistics:
    """What the maps [S, T, T] of one head under S seeds have in common.

    With p[s, c] the value of cell c under seed s and m their mean, the mean of (p − m)² over all s and c is the variance over the
    cells of the mean map plus the mean of the variances over the seeds. `common` is the first part's share.

    Parameters
    ----------
    allowed
        [T, T] which cells the mask allows; None: all. The others are 0 under every seed by force and left out of the share.

    Raises
    ------
    ValueError
        When there is no seed.
    """
    if not len(patterns):
        raise ValueError("statistics over seeds need one seed at least")
    with np.errstate(invalid="ignore", over="ignore"):
        mean = patterns.mean(axis=0, dtype=np.float64)
        spread = np.sqrt(np.square(patterns - mean).mean(axis=0))
        means, variances = (mean, np.square(spread)) if allowed is None else (mean[allowed], np.square(spread)[allowed])
        between = float(np.square(means - means.mean()).mean()) if means.size else 0.0
        total = between + (float(variances.mean()) if variances.size else 0.0)
    common = between / total if np.isfinite(total) and total > _NOTHING else None
    maps = [array.astype(np.float32) for array in (mean, spread)]
    for array in maps:
        array.setflags(write=False)
    return SeedStatistics(mean=maps[0], spread=maps[1], common=common)


_NOTHING: Final = 1e-14
"""A variance below this is rounding of float32 numbers up to 1: (1e-7)²."""
