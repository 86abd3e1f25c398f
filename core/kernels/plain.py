"""The kernels in numpy: what they compute, at a glance. Used until the compiled ones are ready, and by `inspect` always.

See `loops` for formulas and sources; names and arguments are the same. Arrays are float32; results go into buffers of the caller.
"""

from __future__ import annotations

from math import erf

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]
EPSILON = 1e-5


def allowed(rows: int, columns: int, *, causal: bool, window: int) -> NDArray[np.bool_]:
    """Cells [rows, columns], True where row i may look at column j; a `window` of 0 is none."""
    back = np.arange(rows)[:, None] - np.arange(columns)
    cells = np.ones((rows, columns), bool)
    if causal:
        cells &= back >= 0
    if window:
        cells &= back < window
    return cells


def scale_and_shift(scores: FloatArray, shifted: FloatArray, scale: float, slope: float, causal: bool, window: int) -> None:
    """Products [T, T] -> scores in place; scores minus their row maximum, −inf where forbidden, in `shifted` [T, T]."""
    rows, columns = scores.shape
    scores *= np.float32(scale)
    if slope:
        scores -= np.float32(slope) * np.abs(np.arange(rows)[:, None] - np.arange(columns)).astype(np.float32)
    if not (causal or window):
        np.subtract(scores, scores.max(axis=1, keepdims=True, initial=-np.inf), out=shifted)
        return
    cells = allowed(rows, columns, causal=causal, window=window)
    largest = np.where(cells, scores, -np.inf).max(axis=1, keepdims=True, initial=-np.inf)
    shifted[...] = np.where(cells, scores - largest, -np.inf)


def divide_rows(cells: FloatArray) -> None:
    """Divide each row of `cells` [T, T] by its sum, in place; a row of zeros stays 0, one with a NaN becomes NaN throughout."""
    total = cells.sum(axis=1, keepdims=True, dtype=np.float64)
    cells *= np.divide(1.0, total, out=np.zeros_like(total), where=total != 0).astype(np.float32)


def summarise(pattern: FloatArray, causal: bool, window: int) -> tuple[float, float]:
    """One map [T, T] -> (mean entropy of the rows as a share of the maximum, largest |row sum − 1|); (NaN, 0) when it is empty."""
    if not pattern.size:
        return float("nan"), 0.0
    cells = allowed(*pattern.shape, causal=causal, window=window)
    p = np.where(cells, pattern, 0).astype(np.float64)
    bits = -(p * np.log(p, out=np.zeros_like(p), where=p != 0)).sum(axis=1)
    choices = cells.sum(axis=1)
    counted = choices > 1
    entropy = float((bits[counted] / np.log(choices[counted])).mean()) if counted.any() else float("nan")
    return entropy, float(np.abs(p.sum(axis=1) - 1).max())


def layer_norm(x: FloatArray, gain: FloatArray, bias: FloatArray, out: FloatArray) -> None:
    """(x − mean) / √(variance + ε) · gain + bias for each row of x [T, D], into `out` [T, D]; gain and bias [D]."""
    deviation = x - x.mean(axis=1, keepdims=True, dtype=np.float64)
    variance = np.square(deviation).mean(axis=1, keepdims=True)
    out[...] = deviation / np.sqrt(variance + EPSILON) * gain + bias


def rms_norm(x: FloatArray, gain: FloatArray, out: FloatArray) -> None:
    """x / √(mean of squares + ε) · gain for each row of x [T, D], into `out` [T, D]; gain [D]."""
    squares = np.square(x, dtype=np.float64).mean(axis=1, keepdims=True)
    out[...] = x / np.sqrt(squares + EPSILON) * gain


def gelu(x: FloatArray, out: FloatArray) -> None:
    """x · Φ(x) for x [T, F], into `out` [T, F]; numpy has no error function, so each element takes Python's."""
    phi = np.fromiter((0.5 + 0.5 * erf(value * 0.7071067811865476) for value in x.ravel().tolist()), np.float64, x.size)
    out[...] = x * phi.reshape(x.shape)
