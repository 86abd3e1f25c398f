"""A whole forward pass from the slow, obvious parts of `naive`, in float64: what gradients are compared with by differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.model import ModelConfig, Trace
from core.model.parameters import ParameterSpec, parameter_table
from core.model.trace import LayerTrace
from core.model.weights import matrix_shape
from tests.core import naive
from tests.core.naive import Array


@dataclass(frozen=True)
class Float64Weights:
    """Parameters in float64, in the shapes of the table."""

    config: ModelConfig
    arrays: dict[str, Array]

    def matrix(self, name: str) -> Array:
        """One parameter as it is multiplied."""
        spec: ParameterSpec = next(spec for spec in parameter_table(self.config) if spec.name == name)
        array = self.arrays[name]
        if name.endswith((".W_Q", ".W_K", ".W_V")):
            array = array.transpose(1, 0, 2)
        return np.ascontiguousarray(array).reshape(matrix_shape(spec))

    def but(self, name: str, array: Array) -> Float64Weights:
        """The same with one parameter replaced."""
        return Float64Weights(self.config, self.arrays | {name: array})


def naive_encoding(weights: Float64Weights, tokens: int) -> Array:
    """[T, D] what is added where the encoding enters."""
    config = weights.config
    if config.position == "sinusoidal":
        return naive.sinusoids(tokens, config.d_model, config.sinusoid_layout)
    if config.position == "learned":
        return weights.arrays["embedding.position"][:tokens]
    return np.zeros((tokens, config.d_model))


def _norm(weights: Float64Weights, name: str, x: Array) -> Array:
    gain = weights.arrays[f"{name}.gain"]
    if weights.config.norm_kind == "rmsnorm":
        return naive.rms_norm(x, gain)
    return naive.layer_norm(x, gain, weights.arrays.get(f"{name}.bias", 0.0))


def _attention(weights: Float64Weights, prefix: str, x: Array, encoded: Array) -> dict[str, Array]:
    config, p = weights.config, weights.arrays

    def project(letter: str, source: Array) -> Array:
        bias = p.get(f"{prefix}.b_{letter}")
        return np.stack([source @ m + (0 if bias is None else bias[i]) for i, m in enumerate(p[f"{prefix}.W_{letter}"])])

    q, k, v = project("Q", encoded), project("K", encoded), project("V", x)
    if config.position == "rotary" and config.placed == "query-key":
        q, k = naive.rotary(q, config.rope_base), naive.rotary(k, config.rope_base)
    heads, group = len(q), len(q) // len(k)
    scores = np.stack([q[h] @ k[h // group].T / np.sqrt(q.shape[2]) for h in range(heads)])
    if config.position == "alibi" and config.placed == "query-key":
        scores = scores + naive.alibi(heads, len(x))
    pattern = naive.softmax(scores, config.causal, config.window)
    z = np.stack([pattern[h] @ v[h // group] for h in range(heads)])
    out = sum((z[h] @ p[f"{prefix}.W_O"][h] for h in range(heads)), start=np.zeros_like(x)) + p.get(f"{prefix}.b_O", 0.0)
    return {"q": q, "k": k, "v": v, "attn_scores": scores, "pattern": pattern, "z": z, "attn_out": out}


def _feed_forward(weights: Float64Weights, prefix: str, x: Array) -> dict[str, Array]:
    p = weights.arrays

    def dense(name: str, source: Array) -> Array:
        return source @ p[f"{prefix}.W_{name}"] + p.get(f"{prefix}.b_{name}", 0.0)

    if weights.config.activation == "swiglu":
        pre = dense("gate", x)
        post = naive.swiglu(pre, dense("in", x))
    else:
        pre = dense("in", x)
        post = naive.ACTIVATIONS[weights.config.activation](pre)
    return {"mlp_pre": pre, "mlp_post": post, "mlp_out": dense("out", post)}


def naive_trace(weights: Float64Weights, ids: Sequence[int]) -> Trace:
    """One pass; a Trace whose arrays are float64."""
    config, kind = weights.config, weights.config.norm
    encoding, alpha = naive_encoding(weights, len(ids)), (2 * config.n_layers) ** 0.25

    def before(name: str, x: Array) -> Array:
        return _norm(weights, name, x) if kind in ("pre", "sandwich") else x

    def join(name: str, x: Array, change: Array) -> Array:
        if kind == "sandwich":
            change = _norm(weights, f"{name}_out", change)
        if config.skip:
            change = change + (alpha * x if kind == "deepnorm" else x)
        return _norm(weights, name, change) if kind in ("post", "deepnorm") else change

    x = weights.arrays["embedding.token"][list(ids)] * (np.sqrt(config.d_model) if config.scale_embedding else 1.0)
    if config.placed == "input":
        x = x + encoding
    layers = []
    for layer in range(config.n_layers):
        prefix = f"blocks.{layer}"
        if config.placed == "every-block":
            x = x + encoding
        arrays = {"resid_pre": x}
        read = before(f"{prefix}.norm1", x)
        adds = config.placed == "query-key" and config.position in ("sinusoidal", "learned")
        arrays |= _attention(weights, f"{prefix}.attention", read, read + encoding if adds else read)
        x = join(f"{prefix}.norm1", x, arrays["attn_out"])
        if layer == 0 and config.placed == "after-attention":
            x = x + encoding
        arrays["resid_mid"] = x
        arrays |= _feed_forward(weights, f"{prefix}.feed_forward", before(f"{prefix}.norm2", x))
        x = join(f"{prefix}.norm2", x, arrays["mlp_out"])
        layers.append(LayerTrace(**arrays, resid_post=x))  # type: ignore[arg-type]
    last = _norm(weights, "final_norm", x) if config.has_final_norm else x
    logits = last @ (weights.arrays["embedding.token"].T if config.tied else weights.arrays["unembedding.W"])
    rows = np.zeros((config.n_layers, config.n_heads, len(ids)), np.float32)
    return Trace(config=config, ids=tuple(ids), layers=tuple(layers), row_entropy=rows, row_sums=rows, logits=logits)  # type: ignore[arg-type]
