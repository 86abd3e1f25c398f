"""One block, and the whole model, backwards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.learning.backward.attention import attention_backward
from core.learning.backward.feed_forward import feed_forward_backward
from core.learning.backward.norms import BACKWARD_ARRANGEMENTS, Map, Parameters, norm, norm_backward
from core.learning.vector import Matrices
from core.model.arrays import adds_to_queries
from core.model.norms import skip_factor
from core.model.parameters import TOKEN_TABLE
from core.model.trace import LayerTrace, Trace

Array = NDArray[Any]


def backward(weights: Parameters, trace: Trace, encoding: Array, d_logits: Array, gradients: Matrices) -> list[Array]:
    """Add the gradients of all parameters, and return those of the residual stream.

    Parameters
    ----------
    trace
        A pass of `weights` that kept everything, without changes by hand.
    encoding
        [T, D] `core.model.transformer.encoding_table`.
    d_logits
        [T, V] gradient of the loss with respect to the logits.
    gradients
        By name, in the layout in which parameters are multiplied; added to.

    Returns
    -------
    list of L + 1 arrays [T, D]
        With respect to what enters each block, and to what leaves the last one.
    """
    d_x = unembed_backward(weights, trace, d_logits, gradients)
    stream = [d_x]
    for layer in reversed(range(weights.config.n_layers)):
        d_x = block_backward(d_x, trace.layers[layer], encoding, weights, layer, gradients)
        stream.append(d_x)
    embed_backward(weights, trace.ids, d_x, gradients)
    return stream[::-1]


def unembed_backward(weights: Parameters, trace: Trace, d_logits: Array, gradients: Matrices) -> Array:
    """d_logits [T, V] -> gradient of what leaves the last block [T, D]."""
    last = trace.layers[-1].resid_post
    assert last is not None
    config = weights.config
    x = norm(last, weights, "final_norm") if config.has_final_norm else last
    if config.tied:
        gradients[TOKEN_TABLE] += d_logits.T @ x
        d_x: Array = d_logits @ weights.matrix(TOKEN_TABLE)
    else:
        gradients["unembedding.W"] += x.T @ d_logits
        d_x = d_logits @ weights.matrix("unembedding.W").T
    return norm_backward(d_x, last, weights, "final_norm", gradients) if config.has_final_norm else d_x


def embed_backward(weights: Parameters, ids: tuple[int, ...], d_x: Array, gradients: Matrices) -> None:
    """d_x [T, D]: a row of the token table gets the gradient of each place where its token stands."""
    config = weights.config
    scale = np.sqrt(config.d_model) if config.scale_embedding else 1.0
    np.add.at(gradients[TOKEN_TABLE], np.array(ids, np.int64), d_x * d_x.dtype.type(scale))
    if config.placed == "input":
        _add_to_encoding(weights, d_x, gradients)


def block_backward(d_out: Array, trace: LayerTrace, encoding: Array, weights: Parameters, layer: int, gradients: Matrices) -> Array:
    """d_out [T, D] of what leaves the block -> gradient of what enters it [T, D]."""
    config, prefix = weights.config, f"blocks.{layer}"
    x, mid, attn_out, mlp_out = trace.resid_pre, trace.resid_mid, trace.attn_out, trace.mlp_out
    assert x is not None
    assert mid is not None
    assert attn_out is not None
    assert mlp_out is not None
    arrange, skip = BACKWARD_ARRANGEMENTS[config.norm], skip_factor(config)
    reads_normed = config.norm in ("pre", "sandwich")

    def through(name: str, read: Array) -> Map:
        return lambda d: norm_backward(d, read, weights, f"{prefix}.{name}", gradients)

    def transform(d: Array) -> Array:
        read = norm(mid, weights, f"{prefix}.norm2") if reads_normed else mid
        return feed_forward_backward(d, read, trace, weights, layer, gradients)

    def attend(d: Array) -> Array:
        read = norm(x, weights, f"{prefix}.norm1") if reads_normed else x
        encoded = read + encoding if adds_to_queries(config) else read
        d_read, d_encoded = attention_backward(d, read, encoded, trace, weights, layer, gradients)
        if adds_to_queries(config):
            _add_to_encoding(weights, d_encoded, gradients)
        return d_read + d_encoded

    def total(read: Array, change: Array) -> Array:
        return change if skip == 0 else read.dtype.type(skip) * read + change

    d_mid = arrange(
        d_out, transform, through("norm2", mid), through("norm2", total(mid, mlp_out)), through("norm2_out", mlp_out), skip
    )
    if layer == 0 and config.placed == "after-attention":
        _add_to_encoding(weights, d_mid, gradients)
    d_x = arrange(d_mid, attend, through("norm1", x), through("norm1", total(x, attn_out)), through("norm1_out", attn_out), skip)
    if config.placed == "every-block":
        _add_to_encoding(weights, d_x, gradients)
    return d_x


def _add_to_encoding(weights: Parameters, d_encoding: Array, gradients: Matrices) -> None:
    """A learned table has a gradient; sinusoids stay what they are."""
    if weights.config.position == "learned":
        gradients["embedding.position"][: len(d_encoding)] += d_encoding
