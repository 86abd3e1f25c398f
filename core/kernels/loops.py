"""All loops that are compiled. Each is an ordinary Python function over buffers given by the caller and allocates nothing.

Arrays are C-contiguous float32; every other layout or type would be compiled once more. Sums run in float64, so that a constant
row has exactly its own value as mean. `plain` holds the same functions in numpy.
"""

from math import erf, isnan, log, sqrt
from typing import Final

import numpy as np

ARGUMENTS: Final = {
    "scale_and_shift": ("matrix", "matrix", "float", "float", "flag", "size"),
    "divide_rows": ("matrix",),
    "summarise": ("read matrix", "flag", "size"),
    "layer_norm": ("read matrix", "read vector", "read vector", "matrix"),
    "rms_norm": ("read matrix", "read vector", "matrix"),
    "gelu": ("read matrix", "matrix"),
}
"""What each loop is compiled for; the keys are the complete list of loops."""


def scale_and_shift(scores, shifted, scale, slope, causal, window):  # type: ignore[no-untyped-def]
    """Products of queries and keys [T, T] -> scores in place, and scores minus their row maximum in `shifted`.

    score = product · scale − slope · |i − j| (ALiBi; slope 0 without). The maximum is taken over the cells the mask allows; a
    forbidden cell of `shifted` is −inf, so that its exponential is exactly 0.
    """
    rows, columns = scores.shape
    for i in range(rows):
        for j in range(columns):
            scores[i, j] = scores[i, j] * scale - slope * np.float32(abs(i - j))
        first = max(0, i - window + 1) if window else 0
        end = i + 1 if causal else columns
        largest = np.float32(-np.inf)
        for j in range(first, end):
            largest = max(largest, scores[i, j])
        for j in range(columns):
            shifted[i, j] = scores[i, j] - largest if first <= j < end else np.float32(-np.inf)


def divide_rows(cells):  # type: ignore[no-untyped-def]
    """Divide each row of `cells` [T, T] by its sum, in place; a row of zeros stays 0, one with a NaN becomes NaN throughout."""
    rows, columns = cells.shape
    for i in range(rows):
        total = 0.0
        for j in range(columns):
            total += cells[i, j]
        share = np.float32(1.0 / total) if total != 0 else np.float32(0.0)
        for j in range(columns):
            cells[i, j] *= share


def summarise(pattern, causal, window):  # type: ignore[no-untyped-def]
    """One map [T, T] -> (mean over rows of −Σ p ln p / ln(allowed cells), largest |row sum − 1|).

    Rows with fewer than two allowed cells have no entropy to compare and are left out; NaN when none is left. A NaN in the map
    makes both NaN: it is never smaller or larger than anything, so a comparison alone would pass over it.
    """
    rows, columns = pattern.shape
    entropy, counted, error = 0.0, 0, 0.0
    for i in range(rows):
        first = max(0, i - window + 1) if window else 0
        end = i + 1 if causal else columns
        total, bits = 0.0, 0.0
        for j in range(first, end):
            p = float(pattern[i, j])
            total += p
            if p != 0:
                bits -= p * log(p)
        difference = abs(total - 1.0)
        if difference > error or isnan(difference):
            error = difference
        if end - first > 1:
            entropy += bits / log(float(end - first))
            counted += 1
    return (entropy / counted if counted else np.nan), error


def layer_norm(x, gain, bias, out):  # type: ignore[no-untyped-def]
    """(x − mean) / √(variance + 1e-5) · gain + bias for each row of x [T, D]; population variance (Ba et al., 2016)."""
    rows, width = x.shape
    for i in range(rows):
        mean = 0.0
        for j in range(width):
            mean += x[i, j]
        mean /= width
        variance = 0.0
        for j in range(width):
            deviation = x[i, j] - mean
            variance += deviation * deviation
        factor = 1.0 / sqrt(variance / width + 1e-5)
        for j in range(width):
            out[i, j] = (x[i, j] - mean) * factor * gain[j] + bias[j]


def rms_norm(x, gain, out):  # type: ignore[no-untyped-def]
    """x / √(mean of squares + 1e-5) · gain for each row of x [T, D] (Zhang & Sennrich, 2019)."""
    rows, width = x.shape
    for i in range(rows):
        squares = 0.0
        for j in range(width):
            squares += float(x[i, j]) * float(x[i, j])
        factor = 1.0 / sqrt(squares / width + 1e-5)
        for j in range(width):
            out[i, j] = x[i, j] * factor * gain[j]


def gelu(x, out):  # type: ignore[no-untyped-def]
    """x · Φ(x) for x [T, F], with the exact distribution function of the normal (Hendrycks & Gimpel, 2016)."""
    rows, width = x.shape
    for i in range(rows):
        for j in range(width):
            out[i, j] = x[i, j] * (0.5 + 0.5 * erf(x[i, j] * 0.7071067811865476))
