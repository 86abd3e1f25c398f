"""Where the norm stands: each placement is one small function of the stream, a sublayer and its norms.

All of them map the stream x [T, D] to the stream after the sublayer [T, D]. `sublayer`, `norm` and `norm_out` are maps
[T, D] -> [T, D]; `skip` is what the skip connection multiplies x by (`skip_factor`). None changes x in place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.model.config import ModelConfig, Norm
from core.model.parameters import deepnorm_factors
from core.model.weights import Weights

FloatArray = NDArray[np.float32]
Map = Callable[[FloatArray], FloatArray]
"""[T, D] -> [T, D]"""


EPSILON: Final = 1e-5
"""Added to the variance, inside the root."""
TOGETHER: Final = 65_536
"""Numbers that are normalised together: what they are in float64 on the way takes no memory to speak of."""


def layer_norm(x: FloatArray, gain: FloatArray, bias: FloatArray | None) -> FloatArray:
    """x [T, D] -> (x − mean) / √(variance + ε) · gain + bias of each row, population variance (Ba et al., 2016); gain, bias [D].

    In float64, so that a constant row has exactly its own value as mean and comes out as the bias.
    """
    deviation = x - x.mean(axis=1, keepdims=True, dtype=np.float64)
    variance = np.square(deviation).mean(axis=1, keepdims=True)
    scaled = deviation
    scaled /= np.sqrt(variance + EPSILON)
    scaled *= gain
    if bias is not None:
        scaled += bias
    out: FloatArray = scaled.astype(np.float32)
    return out


def rms_norm(x: FloatArray, gain: FloatArray) -> FloatArray:
    """x [T, D] -> x / √(mean of squares + ε) · gain of each row (Zhang & Sennrich, 2019); gain [D]."""
    squares = np.square(x, dtype=np.float64).mean(axis=1, keepdims=True)
    out: FloatArray = (x / np.sqrt(squares + EPSILON) * gain).astype(np.float32)
    return out


def normalise(x: FloatArray, weights: Weights, name: str) -> FloatArray:
    """x [T, D] -> [T, D] through the norm called `name`: LayerNorm, or RMSNorm, with its gain and bias."""
    gain, rms = weights.matrix(f"{name}.gain"), weights.config.norm_kind == "rmsnorm"
    bias = weights.matrix(f"{name}.bias") if weights.config.biases and not rms else None
    out = np.empty(x.shape, np.float32)
    together = max(1, TOGETHER // x.shape[1])
    for first in range(0, len(x), together):
        rows = slice(first, first + together)
        out[rows] = rms_norm(x[rows], gain) if rms else layer_norm(x[rows], gain, bias)
    return out


def pre_norm(x: FloatArray, sublayer: Map, norm: Map, _norm_out: Map, skip: float) -> FloatArray:
    """x [T, D] -> x + Sublayer(LN(x)) [T, D]: the stream itself is never normalised (Xiong et al., 2020)."""
    return _add(x, sublayer(norm(x)), skip)


def post_norm(x: FloatArray, sublayer: Map, norm: Map, _norm_out: Map, skip: float) -> FloatArray:
    """x [T, D] -> LN(x + Sublayer(x)) [T, D]: as in the original (Vaswani et al., 2017). DeepNorm: the same with α·x for x."""
    return norm(_add(x, sublayer(x), skip))


def sandwich_norm(x: FloatArray, sublayer: Map, norm: Map, norm_out: Map, skip: float) -> FloatArray:
    """x [T, D] -> x + LN_out(Sublayer(LN(x))) [T, D]: pre-norm with one more norm on what is added (Ding et al., 2021)."""
    return _add(x, norm_out(sublayer(norm(x))), skip)


def no_norm(x: FloatArray, sublayer: Map, _norm: Map, _norm_out: Map, skip: float) -> FloatArray:
    """x [T, D] -> x + Sublayer(x) [T, D]."""
    return _add(x, sublayer(x), skip)


ARRANGEMENTS: Final[dict[Norm, Callable[[FloatArray, Map, Map, Map, float], FloatArray]]] = {
    "pre": pre_norm,
    "post": post_norm,
    "deepnorm": post_norm,
    "sandwich": sandwich_norm,
    "none": no_norm,
}


def skip_factor(config: ModelConfig) -> float:
    """What the skip connection multiplies x by: 1, DeepNorm's α, or 0 when there is none."""
    if not config.skip:
        return 0.0
    return deepnorm_factors(config.n_layers)[0] if config.norm == "deepnorm" else 1.0


def _add(x: FloatArray, change: FloatArray, skip: float) -> FloatArray:
    if skip == 0:
        return change.copy()  # not 0·x: an infinite x would make it NaN
    return x + change if skip == 1 else np.float32(skip) * x + change
