"""How order enters: sinusoids and learned vectors that are added, rotations of queries and keys, and ALiBi's slopes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.model.config import SinusoidLayout

FloatArray = NDArray[np.float32]


@lru_cache(maxsize=8)
def sinusoid(length: int, width: int, layout: SinusoidLayout) -> FloatArray:
    """[T, D] of PE(p, 2i) = sin(p / 10000^(2i/D)), PE(p, 2i+1) = cos(same) (Vaswani et al., 2017, §3.5).

    `side-by-side` holds all sines first, then all cosines; an odd width has one sine more than cosines.
    """
    angle = np.arange(length)[:, None] / 10000.0 ** (np.arange(0, width, 2) / width)
    table = np.empty((length, width), np.float32)
    if layout == "interleaved":
        table[:, 0::2], table[:, 1::2] = np.sin(angle), np.cos(angle[:, : width // 2])
    else:
        half = angle.shape[1]
        table[:, :half], table[:, half:] = np.sin(angle), np.cos(angle[:, : width // 2])
    table.setflags(write=False)
    return table


@lru_cache(maxsize=8)
def turns(length: int, width: int, base: float) -> tuple[FloatArray, FloatArray]:
    """Cosines and sines, each [T, K/2], of the angles p / base^(2i/K) by which RoPE turns pair i at position p."""
    angle = np.arange(length)[:, None] / base ** (np.arange(0, width, 2) / width)
    return np.cos(angle).astype(np.float32), np.sin(angle).astype(np.float32)


def rotate(x: FloatArray, base: float) -> FloatArray:
    """Turn the pairs (i, i + K/2) of x [H, T, K] by p / base^(2i/K) at position p (RoPE, Su et al., 2021), K even."""
    cos, sin = turns(x.shape[1], x.shape[2], base)
    half = x.shape[2] // 2
    first, second = x[..., :half], x[..., half:]
    turned = np.empty_like(x)
    np.subtract(first * cos, second * sin, out=turned[..., :half])
    np.add(first * sin, second * cos, out=turned[..., half:])
    return turned


def rotate_back(x: NDArray[Any], base: float, positions: NDArray[np.int64] | None = None) -> NDArray[Any]:
    """The same turn the other way round, which is its transpose: x [..., T, K] standing at `positions` [T], None: 0 … T−1."""
    places = np.arange(x.shape[-2]) if positions is None else positions
    cos, sin = (table[places] for table in turns(int(places.max(initial=0)) + 1, x.shape[-1], base))
    half = x.shape[-1] // 2
    first, second = x[..., :half], x[..., half:]
    return np.concatenate([first * cos + second * sin, second * cos - first * sin], axis=-1).astype(x.dtype)


def alibi_slopes(n_heads: int) -> FloatArray:
    """[H] of 2^(−8(i+1)/H): how much each step of distance lowers a score (ALiBi, Press et al., 2021)."""
    return (2.0 ** (-8.0 * np.arange(1, n_heads + 1) / n_heads)).astype(np.float32)
