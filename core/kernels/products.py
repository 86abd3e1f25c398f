"""A matrix product in numpy, shared by two threads where it is large.

BLAS's own threads spin and wait for each other; with another program busy on the machine a small product then takes a hundred
times as long. Splitting the columns of a large product between threads of our own gives the same speed without that.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.kernels.workers import WORKERS, help_with

FloatArray = NDArray[np.float32]

SPLIT_FROM: Final = 4_000_000
"""Multiply-adds from which handing half of a product to another thread pays."""


def product(a: FloatArray, b: FloatArray, out: FloatArray | None = None) -> FloatArray:
    """a [m, k] · b [k, n] -> [m, n], into `out` if given."""
    if out is None:
        out = np.empty((a.shape[0], b.shape[1]), np.float32)
    if WORKERS == 1 or a.shape[0] * a.shape[1] * b.shape[1] < SPLIT_FROM or b.shape[1] < 4:
        return _matmul(a, b, out)
    middle = b.shape[1] // 2
    try:
        other = help_with(_matmul, a, b[:, middle:], out[:, middle:])
    except RuntimeError:
        # The interpreter is about to end and lets no thread begin.
        return _matmul(a, b, out)
    _matmul(a, b[:, :middle], out[:, :middle])
    other.result()
    return out


def _matmul(a: FloatArray, b: FloatArray, out: FloatArray) -> FloatArray:
    # BLAS computes with what lies beside a matrix too, and now and then leaves its flag of an invalid number behind.
    with np.errstate(invalid="ignore", over="ignore"):
        return np.matmul(a, b, out=out)
