"""LayerNorm and RMSNorm backwards, and each placement of the norm (see core.model.norms for the way forward)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from core.learning.vector import Matrices
from core.model.config import ModelConfig, Norm
from core.model.norms import EPSILON

Array = NDArray[Any]
Map = Callable[[Array], Array]
"""[T, D] -> [T, D]"""


class Parameters(Protocol):
    """What is asked of weights: core.model.weights.Weights, or the same in float64."""

    @property
    def config(self) -> ModelConfig:
        """What the parameters belong to."""

    def matrix(self, name: str) -> Array:
        """One parameter in the layout in which it is multiplied."""


def standardised(x: Array, config: ModelConfig) -> tuple[Array, Array]:
    """x [T, D] -> (x̂ [T, D], 1/σ [T, 1]): (x − mean)/σ, for RMSNorm x/σ; computed in float64."""
    wide = x.astype(np.float64)
    if config.norm_kind == "layernorm":
        wide = wide - wide.mean(axis=1, keepdims=True)
    scale = 1 / np.sqrt(np.square(wide).mean(axis=1, keepdims=True) + EPSILON)
    return wide * scale, scale


def norm(x: Array, weights: Parameters, name: str) -> Array:
    """x [T, D] -> x̂ · gain + bias [T, D], once more from what the norm `name` read."""
    out: Array = standardised(x, weights.config)[0] * weights.matrix(f"{name}.gain")
    if weights.config.biases and weights.config.norm_kind == "layernorm":
        out += weights.matrix(f"{name}.bias")
    return out.astype(x.dtype)


def norm_backward(d_out: Array, x: Array, weights: Parameters, name: str, gradients: Matrices) -> Array:
    """d_out [T, D] -> d_x [T, D], x [T, D] being what the norm `name` read.

    With g = d_out · gain: d_x = (g − mean g − x̂ · mean(g · x̂)) / σ; in RMSNorm, which takes off no mean, without mean g.
    """
    centred, scale = standardised(x, weights.config)
    gradients[f"{name}.gain"] += (d_out * centred).sum(axis=0)
    if f"{name}.bias" in gradients:
        gradients[f"{name}.bias"] += d_out.sum(axis=0)
    g = d_out * weights.matrix(f"{name}.gain").astype(np.float64)
    d_x: Array = g - centred * (g * centred).mean(axis=1, keepdims=True)
    if weights.config.norm_kind == "layernorm":
        d_x -= g.mean(axis=1, keepdims=True)
    d_x *= scale
    found: Array = d_x.astype(x.dtype)
    return found


def pre_norm(d_out: Array, sublayer: Map, norm_of_x: Map, _norm_of_sum: Map, _norm_out: Map, skip: float) -> Array:
    """x + Sublayer(LN(x)): one way through the sublayer, one past it."""
    return _add(d_out, norm_of_x(sublayer(d_out)), skip)


def post_norm(d_out: Array, sublayer: Map, _norm_of_x: Map, norm_of_sum: Map, _norm_out: Map, skip: float) -> Array:
    """LN(x + Sublayer(x)): all goes through the norm first."""
    d_sum = norm_of_sum(d_out)
    return _add(d_sum, sublayer(d_sum), skip)


def sandwich_norm(d_out: Array, sublayer: Map, norm_of_x: Map, _norm_of_sum: Map, norm_out: Map, skip: float) -> Array:
    """x + LN_out(Sublayer(LN(x)))."""
    return _add(d_out, norm_of_x(sublayer(norm_out(d_out))), skip)


def no_norm(d_out: Array, sublayer: Map, _norm_of_x: Map, _norm_of_sum: Map, _norm_out: Map, skip: float) -> Array:
    """x + Sublayer(x)."""
    return _add(d_out, sublayer(d_out), skip)


BACKWARD_ARRANGEMENTS: Final[dict[Norm, Callable[[Array, Map, Map, Map, Map, float], Array]]] = {
    "pre": pre_norm,
    "post": post_norm,
    "deepnorm": post_norm,
    "sandwich": sandwich_norm,
    "none": no_norm,
}
"""core.model.norms.ARRANGEMENTS backwards. `norm_of_x` goes through the norm of what the sublayer reads, `norm_of_sum` through the
norm of the sum, `norm_out` through the norm of what the sublayer gives."""


def _add(d_past: Array, d_through: Array, skip: float) -> Array:
    return d_through if skip == 0 else d_past.dtype.type(skip) * d_past + d_through
