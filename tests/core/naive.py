"""Slow, obvious twins of the parts of a forward pass, in float64 and one number at a time: what the fast ones are compared with.

Arrays may have any leading shape; the parts that work on vectors work on the last axis. Nothing here imports core.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

EPSILON = 1e-5


def _each_vector(function: Callable[[list[float]], Sequence[float]], x: ArrayLike) -> Array:
    """Apply `function` to every vector along the last axis."""
    x = np.asarray(x, np.float64)
    out = np.empty_like(x)
    for index in np.ndindex(x.shape[:-1]):
        out[index] = function(x[index].tolist())
    return out


def _each_number(function: Callable[[float], float], x: ArrayLike) -> Array:
    """Apply `function` to every number."""
    x = np.asarray(x, np.float64)
    out = np.empty_like(x)
    for index in np.ndindex(x.shape):
        out[index] = function(float(x[index]))
    return out


def is_allowed(query: int, key: int, causal: bool, window: int = 0) -> bool:
    """Whether token `query` may look at token `key`: causal, at itself and before; with a window, at the last N of those."""
    if not causal:
        return True
    return key <= query and (window == 0 or query - key < window)


def allowed_cells(tokens: int, causal: bool, window: int = 0) -> int:
    """How many cells of one map the mask allows, by counting them."""
    return sum(is_allowed(i, j, causal, window) for i in range(tokens) for j in range(tokens))


def softmax_row(scores: Sequence[float], allowed: Sequence[bool]) -> list[float]:
    """Softmax over the allowed cells, 0 elsewhere; all 0 when no cell is allowed."""
    candidates = [score for score, may in zip(scores, allowed, strict=True) if may]
    if not candidates:
        return [0.0] * len(scores)
    highest = max(candidates)
    total = math.fsum(math.exp(score - highest) for score in candidates)
    return [math.exp(score - highest) / total if may else 0.0 for score, may in zip(scores, allowed, strict=True)]


def softmax(scores: ArrayLike, causal: bool = False, window: int = 0) -> Array:
    """[…, T, T] -> […, T, T]: row i over the keys that token i may look at."""
    scores = np.asarray(scores, np.float64)
    out = np.empty_like(scores)
    for index in np.ndindex(scores.shape[:-1]):
        may = [is_allowed(index[-1], key, causal, window) for key in range(scores.shape[-1])]
        out[index] = softmax_row(scores[index].tolist(), may)
    return out


def relative_entropy(pattern: ArrayLike, causal: bool = False, window: int = 0) -> float:
    """[T, T] -> mean over the rows with a choice of −Σ p ln p ÷ ln(allowed cells); NaN when no row has one."""
    shares = []
    for query, row in enumerate(np.asarray(pattern, np.float64).tolist()):
        cells = sum(is_allowed(query, key, causal, window) for key in range(len(row)))
        if cells > 1:
            shares.append(-math.fsum(p * math.log(p) for p in row if p > 0) / math.log(cells))
    return math.fsum(shares) / len(shares) if shares else math.nan


def layer_norm(x: ArrayLike, gain: ArrayLike = 1.0, bias: ArrayLike = 0.0, epsilon: float = EPSILON) -> Array:
    """[…, D]: (x − mean) ÷ √(population variance + ε) · gain + bias."""

    def normalise(row: list[float]) -> list[float]:
        mean = math.fsum(row) / len(row)
        variance = math.fsum((value - mean) ** 2 for value in row) / len(row)
        return [(value - mean) / math.sqrt(variance + epsilon) for value in row]

    return _each_vector(normalise, x) * np.asarray(gain, np.float64) + np.asarray(bias, np.float64)


def rms_norm(x: ArrayLike, gain: ArrayLike = 1.0, epsilon: float = EPSILON) -> Array:
    """[…, D]: x ÷ √(mean of squares + ε) · gain."""

    def normalise(row: list[float]) -> list[float]:
        square = math.fsum(value**2 for value in row) / len(row)
        return [value / math.sqrt(square + epsilon) for value in row]

    return _each_vector(normalise, x) * np.asarray(gain, np.float64)


def relu(x: ArrayLike) -> Array:
    """max(x, 0)."""
    return _each_number(lambda value: max(value, 0.0), x)


def gelu(x: ArrayLike) -> Array:
    """x · Φ(x) with Φ the distribution function of the standard normal: the exact form."""
    return _each_number(lambda value: value * 0.5 * math.erfc(-value / math.sqrt(2)), x)


def gelu_tanh(x: ArrayLike) -> Array:
    """½x · (1 + tanh(√(2/π)·(x + 0.044715x³))): the approximation."""
    return _each_number(lambda value: 0.5 * value * (1 + math.tanh(math.sqrt(2 / math.pi) * (value + 0.044715 * value**3))), x)


def silu(x: ArrayLike) -> Array:
    """x ÷ (1 + e^(−x)), without overflow far below 0."""

    def one(value: float) -> float:
        if value >= 0:
            return value / (1 + math.exp(-value))
        return value * math.exp(value) / (1 + math.exp(value))

    return _each_number(one, x)


def swiglu(gate: ArrayLike, x: ArrayLike) -> Array:
    """silu(gate) ∘ x."""
    return silu(gate) * np.asarray(x, np.float64)


ACTIVATIONS: dict[str, Callable[[ArrayLike], Array]] = {"relu": relu, "gelu": gelu, "gelu-tanh": gelu_tanh}
"""The activations that read one array, by their names in a configuration."""


def sinusoids(tokens: int, width: int, layout: str = "interleaved") -> Array:
    """[T, D]: column 2i sin(p ÷ 10000^(2i/D)), column 2i + 1 the cosine; side by side: all sines, then all cosines."""
    table = np.empty((tokens, width))
    for p in range(tokens):
        sines = [math.sin(p / 10000 ** (2 * i / width)) for i in range((width + 1) // 2)]
        cosines = [math.cos(p / 10000 ** (2 * i / width)) for i in range(width // 2)]
        if layout == "side-by-side":
            table[p] = sines + cosines
        else:
            table[p, 0::2], table[p, 1::2] = sines, cosines
    return table


def rotary(x: ArrayLike, base: float = 10000.0, first: int = 0) -> Array:
    """[…, T, K]: the pair (i, i + K/2) of the token at position p turned by p ÷ base^(2i/K); positions count from `first`."""
    x = np.asarray(x, np.float64)
    tokens, width = x.shape[-2:]
    out = np.empty_like(x)
    for index in np.ndindex(x.shape[:-2]):
        for row in range(tokens):
            for i in range(width // 2):
                angle = (first + row) / base ** (2 * i / width)
                a, b = float(x[(*index, row, i)]), float(x[(*index, row, i + width // 2)])
                out[(*index, row, i)] = a * math.cos(angle) - b * math.sin(angle)
                out[(*index, row, i + width // 2)] = a * math.sin(angle) + b * math.cos(angle)
    return out


def alibi_slope(head: int, heads: int) -> float:
    """2^(−8(head + 1) ÷ heads), heads from 0, also where their number is no power of two."""
    return 2.0 ** (-8 * (head + 1) / heads)


def alibi(heads: int, tokens: int) -> Array:
    """[H, T, T]: −slope · |i − j|, what is added to the scores."""
    out = np.empty((heads, tokens, tokens))
    for head, i, j in np.ndindex(out.shape):
        out[head, i, j] = -alibi_slope(head, heads) * abs(i - j)
    return out
