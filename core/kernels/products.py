"""Matrix products: BLAS on one thread, and two workers of our own for the large ones.

BLAS's own threads spin and wait for each other; with another program busy on the machine a small product then takes a hundred
times as long. Splitting the columns of a large product between workers gives the same speed without that.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]

SPLIT_FROM: Final = 4_000_000
"""Multiply-adds from which handing half of a product to another thread pays."""
WORKERS: Final = min(2, os.cpu_count() or 1)


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(WORKERS - 1, thread_name_prefix="product")


def product(a: FloatArray, b: FloatArray, out: FloatArray | None = None) -> FloatArray:
    """a [m, k] · b [k, n] -> [m, n], into `out` if given."""
    if out is None:
        out = np.empty((a.shape[0], b.shape[1]), np.float32)
    if WORKERS == 1 or a.shape[0] * a.shape[1] * b.shape[1] < SPLIT_FROM or b.shape[1] < 2 * WORKERS:
        return np.matmul(a, b, out=out)
    middle = b.shape[1] // 2
    other = _pool().submit(np.matmul, a, b[:, middle:], out=out[:, middle:])
    np.matmul(a, b[:, :middle], out=out[:, :middle])
    other.result()
    return out
