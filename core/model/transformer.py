"""The forward pass: token ids in, Trace out.

from core.model import forward, preset, random_weights

config = preset("small")
trace = forward(config, random_weights(config), ids=[3, 1, 2])
trace.layers[0].pattern[0]    # head 0 of block 0: row = the token that looks, column = the token looked at

Here the pass stands in plain numpy, as it is read in a textbook. `compiled` runs the same blocks through compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache, partial
from math import sqrt
from operator import index

import numpy as np
from numpy.typing import NDArray

from core.kernels import Kernels, best_kernels
from core.kernels.products import product
from core.messages import Cancelled
from core.model.arrays import adds_to_queries
from core.model.attention import HeadMaps, attend, attention, queries_and_keys
from core.model.config import ModelConfig
from core.model.feed_forward import feed_forward
from core.model.interventions import NONE, Interventions
from core.model.limits import check_ids, check_length, check_size, check_weights
from core.model.norms import ARRANGEMENTS, normalise, skip_factor
from core.model.parameters import TOKEN_TABLE
from core.model.positions import sinusoid
from core.model.summary import MapSummary
from core.model.trace import EVERYTHING, LayerTrace, Trace, check_keep
from core.model.weights import Weights

FloatArray = NDArray[np.float32]
IntArray = NDArray[np.int64]


def forward(
    config: ModelConfig,
    weights: Weights,
    ids: Sequence[int],
    *,
    keep: Collection[str] = EVERYTHING,
    logits: bool = True,
    thumbnail_size: int | None = None,
    kernels: Kernels | None = None,
    workers: int | None = None,
    after: Trace | None = None,
    interventions: Interventions = NONE,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Trace:
    """One pass over one sentence. Whether it fits into memory is for the caller to ask (`core.model.memory.check_memory`).

    Parameters
    ----------
    weights
        Made for `config`: `random_weights(config)`, or `random_weights(config, reuse=others)` after a switch.
    ids
        T token ids, each in 0 … V−1; none at all is legal.
    keep
        Names (`ARRAY_NAMES`) of the arrays to keep of each block; the others are None in the trace. Maps that are not kept
        take the memory of some of their rows.
    logits
        Whether to multiply by the output matrix as well.
    thumbnail_size
        Also keep every map reduced to at most this many pixels a side.
    kernels
        `core.kernels.plain_kernels()` or `compiled_kernels()`; None takes the compiled ones if they are ready, that is, once the
        latter has been called.
    workers
        Threads that share the work of the compiled pass, this one included; None: as many as there are processors, at most 4.
        The numbers do not depend on it.
    after
        An earlier trace. What is the same in it is taken from it and only the rest is computed: of a causal model the rows of the
        tokens that both sentences begin with, of equal sentences the blocks that both models begin with, each of them whole or not
        at all. It has to have kept what is needed: `keep`, for rows also k and v (q too for attn_scores), for blocks and logits
        also resid_post. The plain pass computes everything.
    interventions
        What is changed by hand (`core.model.interventions`). With any, the plain pass is taken, whatever `kernels` says.
    cancelled, progress
        Asked every few hundredths of a second, and told (blocks done, blocks in all).

    Returns
    -------
    Trace
        `trace.layers[l].pattern` [H, T, T] and the other arrays of LayerTrace, summaries of all maps, `trace.logits` [T, V].

    Raises
    ------
    InputError
        When an id is not in the vocabulary, there are more tokens than learned positions, a name in `keep` is unknown, the weights
        belong to another configuration, or one of `interventions` fits neither model nor sentence (`Interventions.applies_to`).
    Cancelled
        When `cancelled` says so.
    """
    names = check_keep(keep)
    check_weights(config, weights.config)
    check_length(config, len(ids))
    rows = _rows_of_the_table(config, ids)
    if interventions:
        interventions.check(config, len(rows))
    check_size("workers", workers)
    check_size("thumbnail_size", thumbnail_size)
    kernels = kernels or best_kernels()
    if kernels.compiled is None or interventions:
        return _plain_pass(config, weights, rows, names, logits, thumbnail_size, interventions, cancelled, progress)
    return _compiled_pass()(
        config, weights, rows, names, logits, thumbnail_size, kernels.compiled, workers, after, cancelled, progress
    )


def _rows_of_the_table(config: ModelConfig, ids: Sequence[int]) -> IntArray:
    """[T] the ids, once it is seen that the token table has such rows."""
    try:
        rows = np.fromiter(map(index, ids), np.int64, len(ids))
    except OverflowError:
        check_ids(config, [index(number) for number in ids])
        raise
    if rows.min(initial=0) < 0 or rows.max(initial=0) >= config.vocabulary:
        check_ids(config, rows.tolist())
    return rows


@cache
def _compiled_pass() -> Callable[..., Trace]:
    from core.model.compiled import compiled_pass  # when first needed: it brings the description of the machine code

    return compiled_pass


def _plain_pass(
    config: ModelConfig,
    weights: Weights,
    ids: IntArray,
    keep: frozenset[str],
    logits: bool,
    thumbnail_size: int | None,
    interventions: Interventions,
    cancelled: Callable[[], bool] | None,
    progress: Callable[[int, int], None] | None,
) -> Trace:
    summary = MapSummary(config, len(ids), thumbnail_size)

    def look(layer: int, head: int, pattern: FloatArray) -> None:
        if cancelled is not None and cancelled():
            raise Cancelled
        summary.add(layer, head, pattern)

    encoding = encoding_table(config, weights, len(ids))
    x = embed(config, weights, ids, encoding)
    layers = []
    for layer in range(config.n_layers):
        x, found = block(x, encoding, weights, layer, keep, partial(look, layer), interventions)
        layers.append(LayerTrace(**{name: array for name, array in found.items() if name in keep}))
        del found  # what is not kept must not live on beside the next block
        if progress is not None:
            progress(layer + 1, config.n_layers)
    for kept in layers:
        kept.freeze()
    for summed in (summary.row_entropy, summary.row_sums, summary.thumbnails):
        if summed is not None:
            _frozen(summed)
    return Trace(
        config=config,
        ids=tuple(ids.tolist()),
        layers=tuple(layers),
        row_entropy=summary.row_entropy,
        row_sums=summary.row_sums,
        thumbnails=summary.thumbnails,
        cells_per_pixel=summary.cells_per_pixel,
        logits=unembed(x, weights) if logits else None,
        weights_kind=weights.kind,
        interventions=interventions,
    )


def embed(
    config: ModelConfig, weights: Weights, ids: Sequence[int] | IntArray, encoding: FloatArray, out: FloatArray | None = None
) -> FloatArray:
    """[T, D] rows of the token table, × √D where the configuration says so, plus the encoding [T, D] if it enters here.

    Written into `out` [T, D] if given.
    """
    x = weights.token_rows(ids, out)
    if config.scale_embedding:
        x *= np.float32(sqrt(config.d_model))
    if config.placed == "input":
        x += encoding
    return x


def encoding_table(config: ModelConfig, weights: Weights, length: int) -> FloatArray:
    """[T, D] what is added wherever the encoding enters; zeros for encodings that are not added."""
    if config.position == "sinusoidal":
        return sinusoid(length, config.d_model, config.sinusoid_layout)
    if config.position == "learned":
        return weights.matrix("embedding.position")[:length]
    return np.zeros((length, config.d_model), np.float32)


def block(
    x: FloatArray,
    encoding: FloatArray,
    weights: Weights,
    layer: int,
    keep: frozenset[str],
    on_map: Callable[[int, FloatArray], None],
    interventions: Interventions = NONE,
) -> tuple[FloatArray, dict[str, FloatArray | None]]:
    """One block, x [T, D] -> (what leaves it [T, D], everything computed on the way under the names of LayerTrace)."""
    config, prefix = weights.config, f"blocks.{layer}"
    arrange, skip = ARRANGEMENTS[config.norm], skip_factor(config)
    if config.placed == "every-block":
        x = x + encoding
    found: dict[str, FloatArray | None] = {"resid_pre": x}

    def attend_all(y: FloatArray) -> FloatArray:
        encoded = y + encoding if adds_to_queries(config) else y
        a = attention(y, encoded, weights, layer, keep=keep, on_map=on_map, interventions=interventions)
        found.update(q=a.q, k=a.k, v=a.v, attn_scores=a.attn_scores, pattern=a.pattern, z=a.z, attn_out=a.out)
        return a.out

    def transform(y: FloatArray) -> FloatArray:
        pre, post, out = feed_forward(y, weights, layer)
        if interventions.feed_forward_off(layer):
            out.fill(0)
        found.update(mlp_pre=pre, mlp_post=post, mlp_out=out)
        return out

    def norm(name: str) -> Callable[[FloatArray], FloatArray]:
        return lambda y: normalise(y, weights, f"{prefix}.{name}")

    x = arrange(x, attend_all, norm("norm1"), norm("norm1_out"), skip)
    if layer == 0 and config.placed == "after-attention":
        x = x + encoding
    found["resid_mid"] = x
    x = arrange(x, transform, norm("norm2"), norm("norm2_out"), skip)
    return x, found | {"resid_post": x}


def unembed(x: FloatArray, weights: Weights) -> FloatArray:
    """x [T, D] -> logits [T, V]: the final norm where there is one, then the output matrix (tied: the token table)."""
    if weights.config.has_final_norm:
        x = normalise(x, weights, "final_norm")
    return _frozen(product(x, weights.matrix(TOKEN_TABLE).T if weights.config.tied else weights.matrix("unembedding.W")))


def head_maps(config: ModelConfig, weights: Weights, trace: Trace, layer: int, head: int) -> HeadMaps:
    """The maps [T, T] of one head, computed again from the `resid_pre` that `trace` kept, with its changes by hand.

    Raises
    ------
    ValueError
        When the trace did not keep `resid_pre`.
    """
    x = trace.layers[layer].resid_pre
    if x is None:
        raise ValueError("this trace kept no resid_pre, from which a head could be computed again")
    if config.norm in ("pre", "sandwich"):
        x = normalise(x, weights, f"blocks.{layer}.norm1")
    if adds_to_queries(config):
        x = x + encoding_table(config, weights, len(x))
    q, k = queries_and_keys(x, weights, f"blocks.{layer}.attention")
    changes = trace.interventions.of_head(layer, head)
    maps = attend(config, head, q[head], k[head * config.kv_heads // config.n_heads], changes=changes)
    return HeadMaps(_frozen(maps.attn_scores), _frozen(maps.pattern))


def _frozen(array: FloatArray) -> FloatArray:
    array.setflags(write=False)
    return array
