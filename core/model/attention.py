"""Multi-head attention over one sentence: MHA(X) = Concat(head_1 … head_h)·W_O, head_i = softmax(Q·Kᵀ/√d_k)·V."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from core.kernels.products import product
from core.model.changed_pattern import change_pattern
from core.model.config import ModelConfig
from core.model.interventions import NONE, UNCHANGED, HeadChanges, Interventions
from core.model.positions import alibi_slopes, rotate
from core.model.weights import Weights
from core.panels import SUMMED_KEYS

FloatArray = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class HeadMaps:
    """One head's map before and after the softmax; rows are queries, columns keys."""

    attn_scores: FloatArray
    """[T, T] q·kᵀ/√K plus ALiBi, before mask and softmax."""
    pattern: FloatArray
    """[T, T] each row sums to 1; exactly 0 where the mask forbids."""


def project(x: FloatArray, weights: Weights, prefix: str, letter: str, heads: int) -> FloatArray:
    """x [T, D] -> [heads, T, K]: x·W + b for W_Q, W_K or W_V of the attention called `prefix`, cut into heads."""
    flat = product(x, weights.matrix(f"{prefix}.W_{letter}"))
    if weights.config.biases:
        flat += weights.matrix(f"{prefix}.b_{letter}")
    return np.ascontiguousarray(flat.reshape(len(x), heads, weights.config.d_head).transpose(1, 0, 2))


def queries_and_keys(x: FloatArray, weights: Weights, prefix: str) -> tuple[FloatArray, FloatArray]:
    """x [T, D] -> q [H, T, K], k [H_kv, T, K] as they are multiplied: after bias and rotation."""
    config = weights.config
    q = project(x, weights, prefix, "Q", config.n_heads)
    k = project(x, weights, prefix, "K", config.kv_heads)
    if config.position == "rotary" and config.placed == "query-key":
        q, k = rotate(q, config.rope_base), rotate(k, config.rope_base)
    return q, k


def attend(
    config: ModelConfig,
    head: int,
    q: FloatArray,
    k: FloatArray,
    into: HeadMaps | None = None,
    changes: HeadChanges = UNCHANGED,
) -> HeadMaps:
    """The maps of one head from its queries and keys [T, K], in the arrays of `into` if given; the pattern changed by hand."""
    maps = into or HeadMaps(np.empty((len(q), len(k)), np.float32), np.empty((len(q), len(k)), np.float32))
    scores = np.matmul(q, k.T, out=maps.attn_scores)
    scores *= np.float32(1 / sqrt(config.d_head))
    if config.position == "alibi" and config.placed == "query-key":
        slope = alibi_slopes(config.n_heads)[head]
        for query, row in enumerate(scores):
            row -= slope * np.abs(np.arange(-query, len(k) - query, dtype=np.float32))
    allowed_cells = allowed(len(q), causal=config.causal, window=config.window)
    softmax(scores, allowed_cells, maps.pattern)
    if changes is not UNCHANGED:
        change_pattern(maps.pattern, changes, allowed_cells)
    return maps


def softmax(scores: FloatArray, allowed_cells: NDArray[np.bool_] | None, pattern: FloatArray) -> None:
    """[T, T] -> `pattern` = e^score / Σ e^score of each row over the allowed cells (None: all), exactly 0 elsewhere.

    The row's largest allowed score is taken off first, which changes nothing and keeps e^score from overflowing.
    """
    pattern.fill(-np.inf)
    np.copyto(pattern, scores, where=True if allowed_cells is None else allowed_cells)
    pattern -= pattern.max(axis=1, keepdims=True, initial=-np.inf)
    np.exp(pattern, out=pattern)
    total = pattern.sum(axis=1, keepdims=True, dtype=np.float64)
    pattern *= (1 / total).astype(np.float32)
    if allowed_cells is not None and np.isnan(total).any():
        pattern[~allowed_cells] = 0  # 0 · NaN was NaN


def mix(pattern: FloatArray, v: FloatArray, z: FloatArray) -> None:
    """pattern [T, T] · v [T, K] -> `z` [T, K], SUMMED_KEYS keys at a time."""
    np.matmul(pattern[:, :SUMMED_KEYS], v[:SUMMED_KEYS], out=z)
    for first in range(SUMMED_KEYS, len(v), SUMMED_KEYS):
        keys = slice(first, first + SUMMED_KEYS)
        z += np.matmul(pattern[:, keys], v[keys])


def allowed(tokens: int, *, causal: bool, window: int) -> NDArray[np.bool_] | None:
    """[T, T] True where row i may look at column j; a `window` of 0 is none; None where everything is allowed."""
    if not causal:
        return None
    query, key = np.arange(tokens)[:, None], np.arange(tokens)
    cells: NDArray[np.bool_] = key <= query
    if window:
        cells &= key > query - window
    return cells


@dataclass(frozen=True, slots=True)
class Attention:
    """The arrays of one attention sublayer; maps are None where they were not kept."""

    q: FloatArray
    k: FloatArray
    v: FloatArray
    attn_scores: FloatArray | None
    pattern: FloatArray | None
    z: FloatArray
    out: FloatArray


def attention(
    x: FloatArray,
    encoded: FloatArray,
    weights: Weights,
    layer: int,
    *,
    keep: frozenset[str],
    on_map: Callable[[int, FloatArray], None],
    interventions: Interventions = NONE,
) -> Attention:
    """x [T, D] is what W_V reads, `encoded` [T, D] what W_Q and W_K read (the same unless positions enter here).

    `on_map(head, pattern [T, T])` sees every map, also those that are not kept; it may raise to give up.
    `interventions` are what is changed by hand.
    """
    config, prefix, length = weights.config, f"blocks.{layer}.attention", len(x)
    q, k = queries_and_keys(encoded, weights, prefix)
    v = project(x, weights, prefix, "V", config.kv_heads)
    z = np.empty((config.n_heads, length, config.d_head), np.float32)
    cells = (config.n_heads, length, length)
    # Maps that are not kept lie one over the other.
    scores, pattern = (np.empty(cells if name in keep else cells[1:], np.float32) for name in ("attn_scores", "pattern"))
    for head in range(config.n_heads):
        shared = head * config.kv_heads // config.n_heads
        own = HeadMaps(*(maps[head] if maps.ndim == 3 else maps for maps in (scores, pattern)))
        changes = interventions.of_head(layer, head)
        attend(config, head, q[head], k[shared], own, changes)
        mix(own.pattern, v[shared], z[head])
        if changes.factor != 1:
            z[head] *= np.float32(changes.factor)
        if changes.off:
            z[head] = 0
        on_map(head, own.pattern)
    concatenated = z.transpose(1, 0, 2).reshape(length, config.n_heads * config.d_head)
    out = product(concatenated, weights.matrix(f"{prefix}.W_O"))
    if config.biases:
        out += weights.matrix(f"{prefix}.b_O")
    if interventions.attention_off(layer):
        out.fill(0)
    kept = (scores if "attn_scores" in keep else None, pattern if "pattern" in keep else None)
    return Attention(q, k, v, *kept, z, out)
