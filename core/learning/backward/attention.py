"""Multi-head attention backwards."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.learning.backward.feed_forward import linear_backward
from core.learning.backward.norms import Parameters
from core.learning.vector import Matrices
from core.model.positions import rotate_back
from core.model.trace import LayerTrace

Array = NDArray[Any]


def attention_backward(
    d_out: Array, x: Array, encoded: Array, trace: LayerTrace, weights: Parameters, layer: int, gradients: Matrices
) -> tuple[Array, Array]:
    """d_out [T, D] -> (d_x, d_encoded), both [T, D]: with respect to what W_V read, and to what W_Q and W_K read.

    The mask needs no word of its own: where it forbids, the pattern is 0 and so is the gradient of the score.
    """
    config, prefix = weights.config, f"blocks.{layer}.attention"
    q, k, v, pattern, z = trace.q, trace.k, trace.v, trace.pattern, trace.z
    assert q is not None
    assert k is not None
    assert v is not None
    assert pattern is not None
    assert z is not None
    heads, length, width = z.shape
    concatenated = z.transpose(1, 0, 2).reshape(length, heads * width)
    d_z = _in_heads(linear_backward(d_out, concatenated, weights, prefix, "O", gradients), heads)
    d_q, d_k, d_v = np.zeros_like(q), np.zeros_like(k), np.zeros_like(v)
    for head in range(heads):
        shared = head * config.kv_heads // heads
        d_v[shared] += pattern[head].T @ d_z[head]
        d_scores = softmax_backward(d_z[head] @ v[shared].T, pattern[head]) * d_out.dtype.type(1 / sqrt(width))
        d_q[head] = d_scores @ k[shared]
        d_k[shared] += d_scores.T @ q[head]
    if config.position == "rotary" and config.placed == "query-key":
        d_q, d_k = rotate_back(d_q, config.rope_base), rotate_back(d_k, config.rope_base)
    d_encoded = linear_backward(_in_rows(d_q), encoded, weights, prefix, "Q", gradients)
    d_encoded += linear_backward(_in_rows(d_k), encoded, weights, prefix, "K", gradients)
    return linear_backward(_in_rows(d_v), x, weights, prefix, "V", gradients), d_encoded


def softmax_backward(d_pattern: Array, pattern: Array) -> Array:
    """[T, T] -> gradient of the scores [T, T]: p · (d_p − Σ d_p · p) in each row."""
    d_scores: Array = pattern * (d_pattern - (d_pattern * pattern).sum(axis=1, keepdims=True))
    return d_scores


def _in_heads(x: Array, heads: int) -> Array:
    """[T, H·K] -> [H, T, K]."""
    return np.ascontiguousarray(x.reshape(len(x), heads, -1).transpose(1, 0, 2))


def _in_rows(x: Array) -> Array:
    """[H, T, K] -> [T, H·K]."""
    return np.ascontiguousarray(x.transpose(1, 0, 2)).reshape(x.shape[1], -1)
