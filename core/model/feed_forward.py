"""The position-wise feed-forward network: every token by itself through the same two matrices."""

from __future__ import annotations

from math import erf, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from core.kernels.products import product
from core.model.config import Activation
from core.model.weights import Weights

FloatArray = NDArray[np.float32]


def feed_forward(x: FloatArray, weights: Weights, layer: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """x [T, D] -> (mlp_pre [T, F], mlp_post [T, F], mlp_out [T, D]): activation(x·W_in + b_in)·W_out + b_out.

    SwiGLU has two matrices: silu(x·W_gate + b_gate) ∘ (x·W_in + b_in); mlp_pre is then the gate (Shazeer, 2020).
    """
    prefix, activation = f"blocks.{layer}.feed_forward", weights.config.activation
    pre = _linear(x, weights, prefix, "gate" if activation == "swiglu" else "in")
    post = activate(pre, activation)
    if activation == "swiglu":
        post *= _linear(x, weights, prefix, "in")
    return pre, post, _linear(post, weights, prefix, "out")


def activate(x: FloatArray, activation: Activation) -> FloatArray:
    """The activation of each element of x [T, F]: ReLU, GELU (Hendrycks & Gimpel, 2016), for SwiGLU silu(x) = x / (1 + e^−x)."""
    out = np.empty_like(x)
    if activation == "relu":
        np.maximum(x, 0, out=out)
    elif activation == "gelu":
        # x · Φ(x) with the exact normal distribution function; numpy has no error function, so each element takes Python's.
        for row, values in zip(out, x, strict=True):
            row[...] = values * np.fromiter((0.5 + 0.5 * erf(value * sqrt(0.5)) for value in values.tolist()), np.float64, row.size)
    elif activation == "gelu-tanh":
        # x/2 · (1 + tanh(√(2/π) · (x + 0.044715·x³)))
        np.multiply(np.float32(0.044715), x, out=out)
        out *= x
        out *= x
        out += x
        out *= np.float32(sqrt(2 / pi))
        np.tanh(out, out=out)
        out += 1
        out *= x
        out *= np.float32(0.5)
    else:
        np.multiply(x, np.float32(0.5), out=out)
        np.tanh(out, out=out)  # 1 / (1 + e^−x) = (1 + tanh(x/2)) / 2, which cannot overflow
        out += 1
        out *= x
        out *= np.float32(0.5)
    return out


def _linear(x: FloatArray, weights: Weights, prefix: str, name: str) -> FloatArray:
    out = product(x, weights.matrix(f"{prefix}.W_{name}"))
    if weights.config.biases:
        out += weights.matrix(f"{prefix}.b_{name}")
    return out
