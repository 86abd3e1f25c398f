"""All arrays of one head, computed again from what entered its block."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.model.arrays import adds_to_queries
from core.model.attention import attend
from core.model.config import ModelConfig
from core.model.norms import normalise
from core.model.positions import rotate
from core.model.trace import Trace
from core.model.transformer import encoding_table
from core.model.weights import Weights

FloatArray = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadArrays:
    """One head of one block, from what it reads to what it adds to the residual stream. All read-only float32.

    T tokens, D model width, K head width. Rows of maps are queries, columns keys.
    """

    layer: int
    head: int
    resid_pre: FloatArray
    """[T, D] what enters the block."""
    normed: FloatArray
    """[T, D] what W_V reads: `resid_pre`, normalised where the norm stands before."""
    encoded: FloatArray
    """[T, D] what W_Q and W_K read: `normed`, with the encoding where that is added to queries and keys."""
    q: FloatArray
    """[T, K] queries as they are multiplied: after bias and rotation."""
    k: FloatArray
    """[T, K] keys of the key/value head that this head uses, likewise."""
    v: FloatArray
    """[T, K] its values."""
    products: FloatArray
    """[T, T] q·kᵀ, before ÷√K."""
    attn_scores: FloatArray
    """[T, T] products ÷ √K, plus ALiBi's share; before the mask."""
    pattern: FloatArray
    """[T, T] softmax of the scores over what the mask allows, exactly 0 elsewhere."""
    z: FloatArray
    """[T, K] pattern · v."""
    out: FloatArray
    """[T, D] z · W_O, this head's part of `attn_out`; the sum over all heads plus b_O is the whole."""


def head_arrays(config: ModelConfig, weights: Weights, trace: Trace, layer: int, head: int) -> HeadArrays:
    """The arrays of `head` of block `layer`, from the `resid_pre` that `trace` kept, with what was changed of it by hand.

    Raises
    ------
    ValueError
        When the trace did not keep `resid_pre`.
    """
    x = trace.layers[layer].resid_pre
    if x is None:
        raise ValueError("this trace kept no resid_pre, from which a head could be computed again")
    normed = normalise(x, weights, f"blocks.{layer}.norm1") if config.norm in ("pre", "sandwich") else x
    encoded = normed + encoding_table(config, weights, len(x)) if adds_to_queries(config) else normed
    prefix, shared = f"blocks.{layer}.attention", head * config.kv_heads // config.n_heads

    def project(source: FloatArray, letter: str, which: int) -> FloatArray:
        projected: FloatArray = source @ weights[f"{prefix}.W_{letter}"][which]
        if config.biases:
            projected += weights[f"{prefix}.b_{letter}"][which]
        return projected

    q, k, v = project(encoded, "Q", head), project(encoded, "K", shared), project(normed, "V", shared)
    if config.position == "rotary" and config.placed == "query-key":
        q, k = (rotate(array[None], config.rope_base)[0] for array in (q, k))
    changes = trace.interventions.of_head(layer, head)
    maps = attend(config, head, q, k, changes=changes)
    z = maps.pattern @ v * np.float32(changes.factor)
    out = z @ weights[f"{prefix}.W_O"][head]
    if changes.off:
        z, out = np.zeros_like(z), np.zeros_like(out)
    if trace.interventions.attention_off(layer):
        out = np.zeros_like(out)
    arrays = {
        "resid_pre": x,
        "normed": normed,
        "encoded": encoded,
        "q": q,
        "k": k,
        "v": v,
        "products": q @ k.T,
        "attn_scores": maps.attn_scores,
        "pattern": maps.pattern,
        "z": z,
        "out": out,
    }
    for array in arrays.values():
        array.setflags(write=False)
    return HeadArrays(layer=layer, head=head, **arrays)
