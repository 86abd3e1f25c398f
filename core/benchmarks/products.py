"""The matrix products of a pass and nothing else: what no forward pass on this BLAS can be faster than."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.model import ModelConfig, Weights

FloatArray = NDArray[np.float32]
Product = tuple[FloatArray, FloatArray, FloatArray]
"""a [m, k], b [k, n] and the place [m, n] of their product."""

SPLIT_FROM: Final = 5_000_000
"""Multiply-adds of a whole pass from which a second thread saves more than handing over to it takes."""


def bare_products(weights: Weights, x: FloatArray, other: Executor) -> Callable[[], None]:
    """All products of a pass over x [T, D] on this thread and one of `other`, into places allocated here.

    Each thread takes half of the heads and half of the columns of every other product, and hands over once: neither ever waits
    for numbers of the other, which a pass has to. The weights are those of each block, so that as many bytes come from memory as
    in a pass; one block's places serve all blocks.
    """
    first, second = halves(weights, x)
    multiply_adds = sum(a.shape[0] * a.shape[1] * b.shape[1] for a, b, _ in first + second)

    def on_two_threads() -> None:
        rest = other.submit(_multiply, second)
        _multiply(first)
        rest.result()

    return on_two_threads if multiply_adds >= SPLIT_FROM else lambda: _multiply(first + second)


def halves(weights: Weights, x: FloatArray) -> tuple[list[Product], list[Product]]:
    """The products of each thread in the order of a pass."""
    config, length = weights.config, len(x)
    shared = [np.zeros((length, width), np.float32) for width in (config.n_heads * config.d_head, config.d_model, config.ff_width)]
    return _half(weights, x, 0, *shared), _half(weights, x, 1, *shared)


def _multiply(products: Sequence[Product]) -> None:
    for a, b, out in products:
        np.matmul(a, b, out=out)


def _half(weights: Weights, x: FloatArray, part: int, z: FloatArray, out: FloatArray, hidden: FloatArray) -> list[Product]:
    """The products of one thread. z [T, H·K], out [T, D] and hidden [T, F] belong to both threads."""
    config = weights.config
    own = _share(config.n_heads, part)
    columns = slice(own.start * config.d_head, own.stop * config.d_head)
    d, f = _share(config.d_model, part), _share(config.ff_width, part)
    qkv = np.zeros((len(x), 3 * (columns.stop - columns.start)), np.float32)
    heads = _heads(config, qkv, z[:, columns])
    products = []
    for layer in range(config.n_layers):
        attention, feed_forward = f"blocks.{layer}.attention", f"blocks.{layer}.feed_forward"
        w_qkv = np.concatenate([weights.matrix(f"{attention}.W_{letter}")[:, columns] for letter in "QKV"], axis=1)
        products += [
            (x, w_qkv, qkv),
            *heads,
            (z, weights.matrix(f"{attention}.W_O")[:, d], out[:, d]),
            (x, weights.matrix(f"{feed_forward}.W_in")[:, f], hidden[:, f]),
            (hidden, weights.matrix(f"{feed_forward}.W_out")[:, d], out[:, d]),
        ]
    return products


def _heads(config: ModelConfig, qkv: FloatArray, z: FloatArray) -> list[Product]:
    """q·kᵀ and map·v of each head whose queries, keys and values stand beside each other in qkv [T, 3·K·heads]."""
    length, width = z.shape
    products: list[Product] = []
    for start in range(0, width, config.d_head):
        q, k, v = (qkv[:, first + start : first + start + config.d_head] for first in (0, width, 2 * width))
        cells = np.zeros((length, length), np.float32)
        products += [(q, k.T, cells), (cells, v, z[:, start : start + config.d_head])]
    return products


def _share(count: int, part: int) -> slice:
    """The first or the second half of `count`."""
    return slice(0, count // 2) if part == 0 else slice(count // 2, count)
