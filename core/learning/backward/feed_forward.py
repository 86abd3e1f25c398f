"""The position-wise feed-forward network backwards."""

from __future__ import annotations

from math import erf, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.learning.backward.norms import Parameters
from core.learning.vector import Matrices
from core.model.config import Activation
from core.model.trace import LayerTrace

Array = NDArray[Any]


def feed_forward_backward(d_out: Array, x: Array, trace: LayerTrace, weights: Parameters, layer: int, gradients: Matrices) -> Array:
    """d_out [T, D] -> d_x [T, D], x [T, D] being what the network read."""
    prefix = f"blocks.{layer}.feed_forward"
    pre, post = trace.mlp_pre, trace.mlp_post
    assert pre is not None
    assert post is not None
    d_post = linear_backward(d_out, post, weights, prefix, "out", gradients)
    value, slope = activation_and_slope(pre, weights.config.activation)
    if weights.config.activation != "swiglu":
        return linear_backward(d_post * slope, x, weights, prefix, "in", gradients)
    up = x @ weights.matrix(f"{prefix}.W_in")
    if weights.config.biases:
        up = up + weights.matrix(f"{prefix}.b_in")
    d_x = linear_backward(d_post * up * slope, x, weights, prefix, "gate", gradients)
    return d_x + linear_backward(d_post * value, x, weights, prefix, "in", gradients)


def linear_backward(d_out: Array, x: Array, weights: Parameters, prefix: str, name: str, gradients: Matrices) -> Array:
    """x·W + b backwards, x [T, m], W [m, n], d_out [T, n]: d_W = xᵀ·d_out, d_b = Σ d_out over T, d_x = d_out·Wᵀ [T, m]."""
    gradients[f"{prefix}.W_{name}"] += x.T @ d_out
    if f"{prefix}.b_{name}" in gradients:
        gradients[f"{prefix}.b_{name}"] += d_out.sum(axis=0)
    d_x: Array = d_out @ weights.matrix(f"{prefix}.W_{name}").T
    return d_x


def activation_and_slope(x: Array, activation: Activation) -> tuple[Array, Array]:
    """(f(x), f′(x)) of each element of x [T, F]; SwiGLU: of silu.

    ReLU: 1 above 0, else 0. x·Φ(x): Φ(x) + x·φ(x). Its tanh form with u = √(2/π)(x + 0.044715·x³), t = tanh u:
    ½(1 + t) + ½x(1 − t²)·u′. silu x·σ(x): σ(x)·(1 + x·(1 − σ(x))).
    """
    wide = x.astype(np.float64)
    if activation == "relu":
        slope = (wide > 0).astype(np.float64)
        value = wide * slope
    elif activation == "gelu":
        share = 0.5 + 0.5 * np.fromiter((erf(number * sqrt(0.5)) for number in wide.ravel().tolist()), np.float64, wide.size)
        share = share.reshape(wide.shape)
        value, slope = wide * share, share + wide * np.exp(-wide * wide / 2) / sqrt(2 * pi)
    elif activation == "gelu-tanh":
        near = np.clip(wide, -100, 100)  # beyond it t is ±1 all the same, and x³ may be infinite
        t = np.tanh(sqrt(2 / pi) * (near + 0.044715 * near**3))
        inner = sqrt(2 / pi) * (1 + 3 * 0.044715 * near**2)
        value, slope = 0.5 * wide * (1 + t), 0.5 * (1 + t) + 0.5 * near * (1 - t * t) * inner
    else:
        share = 0.5 + 0.5 * np.tanh(wide / 2)
        value, slope = wide * share, share * (1 + wide * (1 - share))
    return value.astype(x.dtype), slope.astype(x.dtype)
