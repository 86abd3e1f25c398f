"""The forward pass through compiled code: says in addresses and sizes where everything lies, and lets the workers run it.

What is computed stands in core.model.transformer and its neighbours, in numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import sqrt
from typing import Final, overload

import numpy as np
from numpy.typing import NDArray

from core.kernels import Compiled
from core.kernels import layout as at
from core.kernels.arena import lease
from core.kernels.cutting import cut_block
from core.kernels.workers import WORKERS
from core.messages import Cancelled
from core.model.arrays import FLOAT_BYTES, Arrangement, arrange
from core.model.config import ModelConfig
from core.model.counts import count
from core.model.norms import skip_factor
from core.model.positions import alibi_slopes, turns
from core.model.summary import largest_of_squares, thumbnail_sides
from core.model.trace import ARRAY_NAMES, LayerTrace, Trace
from core.model.transformer import embed, encoding_table, unembed
from core.model.weights import Weights

FloatArray = NDArray[np.float32]
IntArray = NDArray[np.int64]

HELP_FROM: Final = 100e-6
"""Seconds that a pass takes one worker, about, from which a second one pays."""
MACS_PER_SECOND: Final = 40e9
WEIGHT_BYTES_PER_SECOND: Final = 10e9
"""What one worker does, about, for the estimate: a short sentence waits for the weights to come from memory."""
POLL_FROM: Final = 300_000_000
"""Multiply-adds of a block from which `cancelled` is asked after each phase, not only after each block."""
BY_HEADS: Final = ("q", "k", "v", "z")
"""Arrays that lie in memory as [T, heads · K] and are read as [heads, T, K]."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is the same for all passes of one configuration and length.

    `offsets` [L, arrays] are bytes from the start of the memory, for the arrays that lie in it (`inside` [arrays], 1 or 0);
    `outside` [arrays] are addresses of constant tables, which `held` keeps alive.
    """

    arrangement: Arrangement
    offsets: IntArray
    inside: IntArray
    outside: IntArray
    held: tuple[FloatArray, ...]
    sizes: tuple[int, ...]
    factors: FloatArray
    macs: int
    pays_help: bool


@lru_cache(maxsize=32)
def plan_for(config: ModelConfig, tokens: int, keep: frozenset[str], cells_per_pixel: int, pixels: int, workers: int) -> Plan:
    """Plan a pass; thumbnails have `pixels` a side, 0 for none."""
    arrangement = arrange(config, tokens, keep, cells_per_pixel, pixels, workers)
    places, layers = arrangement.places, config.n_layers
    offsets = np.full((layers, len(at.ARRAYS)), -1, np.int64)
    numbers = np.arange(layers)
    for name, place in places.items():
        if name != "stream":
            offsets[:, at.ARRAYS.index(name)] = place.offset + numbers * place.stride
    stream = places["stream"]
    turn = layers + 1 if arrangement.streams_kept else 2
    offsets[:, at.RESID_IN] = stream.offset + numbers % turn * stream.stride
    offsets[:, at.RESID_POST] = stream.offset + (numbers + 1) % turn * stream.stride
    for column, same_as in ((at.RESID_PRE, at.RESID_IN), (at.NORMED, at.RESID_PRE), (at.ENCODED, at.NORMED)):
        if offsets[0, column] < 0:
            offsets[:, column] = offsets[:, same_as]
    offsets[:, at.NORMED_MID] = offsets[:, at.NORMED if "normed" in places else at.RESID_MID]
    inside = (offsets[0] >= 0).astype(np.int64)
    outside = np.zeros(len(at.ARRAYS), np.int64)
    held: list[FloatArray] = []

    def hold(column: int, table: FloatArray) -> None:
        held.append(np.ascontiguousarray(table))
        outside[column] = held[-1].ctypes.data

    if config.placed == "query-key":
        if config.position == "alibi":
            hold(at.SLOPES, alibi_slopes(config.n_heads))
        elif config.position == "rotary":
            for column, table in zip((at.COSINES, at.SINES), turns(tokens, config.d_head, config.rope_base), strict=True):
                hold(column, table)
    named = {
        "tokens": tokens,
        "first": 0,
        "width": config.d_model,
        "heads": config.n_heads,
        "kv_heads": config.kv_heads,
        "head_width": config.d_head,
        "hidden": config.ff_width,
        "causal": config.causal,
        "window": config.window,
        "cells_per_pixel": cells_per_pixel,
        "map_rows": arrangement.map_rows,
        "map_groups": -(-tokens // arrangement.map_rows),
        "norm": at.PLACE_OF_NORM[config.norm],
        "rms": config.norm_kind == "rmsnorm",
        "activation": at.KIND_OF_ACTIVATION[config.activation],
        "every_block": config.placed == "every-block",
        "after_attention": config.placed == "after-attention",
    }
    counts = count(config, tokens)
    macs = counts.macs.total - counts.macs.unembedding
    seconds = max(macs / MACS_PER_SECOND, FLOAT_BYTES * counts.parameters.blocks / WEIGHT_BYTES_PER_SECOND)
    return Plan(
        arrangement,
        np.where(inside, offsets, 0),
        inside,
        outside,
        tuple(held),
        tuple(int(named[name]) for name in at.SIZES),
        np.array([1 / sqrt(config.d_head), skip_factor(config)], np.float32),
        macs,
        seconds >= HELP_FROM,
    )


@lru_cache(maxsize=64)
def _sizes_from(sizes: tuple[int, ...], first: int, rotates: bool) -> IntArray:
    """`sizes` as compiled code reads them, for a pass from row `first` on."""
    heads, tokens, map_rows = sizes[at.HEADS], sizes[at.TOKENS], sizes[at.MAP_ROWS]
    queries, keys = heads * sizes[at.HEAD_WIDTH], sizes[at.KV_HEADS] * sizes[at.HEAD_WIDTH]
    map_pieces = heads * (sizes[at.MAP_GROUPS] - first // map_rows)
    cut = cut_block(tokens - first, sizes[at.WIDTH], queries, keys, sizes[at.HIDDEN], map_pieces, rotates=rotates)
    return np.array([*sizes[: at.FIRST], first, *sizes[at.FIRST + 1 :], *cut], np.int64)


@dataclass(frozen=True, slots=True)
class Common:
    """What an earlier trace has in common with a pass: its first `blocks` blocks, or the first `rows` rows of all its blocks."""

    blocks: int
    rows: int


def common_part(
    config: ModelConfig, weights: Weights, ids: Sequence[int], keep: frozenset[str], logits: bool, pixels: int, after: Trace
) -> Common:
    """How much of `after` can be taken over: what is the same, as far as it was kept."""
    nothing = Common(0, 0)
    if after.weights_kind != weights.kind or not after.ids:
        return nothing
    had = after.layers[0].names | ({"thumbnails"} if after.thumbnails is not None else frozenset())
    if tuple(ids) == after.ids:
        blocks = min(config.n_layers, after.config.n_layers)
        needed = keep | ({"resid_post"} if logits or blocks < config.n_layers else frozenset())
        same_pixels = not pixels or (after.thumbnails is not None and after.thumbnails.shape[-1] == pixels)
        return Common(blocks, 0) if _blocks_alike(config, after.config) and needed <= had and same_pixels else nothing
    needed = keep | {"k", "v"} | ({"resid_post"} if logits else frozenset()) | ({"pattern"} if pixels else frozenset())
    if not config.causal or config != after.config or not needed <= keep or not needed <= had:
        return nothing
    pairs = zip(ids, after.ids, strict=False)
    return Common(0, next((row for row, (one, other) in enumerate(pairs) if one != other), min(len(ids), len(after.ids))))


def _blocks_alike(one: ModelConfig, other: ModelConfig) -> bool:
    """Whether the blocks of two models are the same as far as both have them: their number and the output do not matter to them.

    Except in DeepNorm, whose factors depend on the number of blocks.
    """
    return replace(one, n_layers=other.n_layers, tied=other.tied) == other and (
        one.n_layers == other.n_layers or one.norm != "deepnorm"
    )


class Pass:
    """One pass over one sentence: its memory, filled by `run`, and the arrays in it.

    Parameters
    ----------
    first_layer
        Blocks before it are not computed; what enters it is to be written into `start`.
    first
        Rows (tokens) before it are not computed; what is kept of them is to be written into the arrays.
    """

    def __init__(self, plan: Plan, config: ModelConfig, first_layer: int, first: int, encoding: FloatArray) -> None:
        self._plan = plan
        self._config = config
        self._first_layer = first_layer
        self._memory, self._address = lease(plan.arrangement.bytes)
        self._encoding = encoding
        self._sizes = _sizes_from(plan.sizes, first, bool(plan.outside[at.COSINES]))

    def array(self, name: str) -> FloatArray | None:
        """[L, …] one array of all blocks, heads before tokens; None where each block overwrites that of the block before."""
        arrangement, config = self._plan.arrangement, self._config
        stream = arrangement.places["stream"]
        if name == "resid_post" or (name == "resid_pre" and config.placed != "every-block"):
            if not arrangement.streams_kept:
                return None
            return self._at(stream.offset + (stream.stride if name == "resid_post" else 0), stream.stride, stream.shape)
        place = arrangement.places.get(name)
        if place is None or not place.kept:
            return None
        if name not in BY_HEADS:
            return self._at(place.offset, place.stride, place.shape)
        heads, tokens, width = place.shape
        return self._at(place.offset, place.stride, (tokens, heads, width)).transpose(0, 2, 1, 3)

    def _at(self, offset: int, stride: int, shape: tuple[int, ...]) -> FloatArray:
        inner = [FLOAT_BYTES]
        for size in reversed(shape[1:]):
            inner.insert(0, inner[0] * size)
        return np.ndarray((self._config.n_layers, *shape), np.float32, self._memory, offset, (stride, *inner))

    def stream(self, layer: int) -> FloatArray:
        """[T, D] what enters block `layer`, or after the last leaves it."""
        stream = self._plan.arrangement.places["stream"]
        number = layer if self._plan.arrangement.streams_kept else layer % 2
        return np.ndarray(stream.shape, np.float32, self._memory, stream.offset + number * stream.stride)

    def take_over(self, after: Trace, common: Common, keep: frozenset[str]) -> None:
        """Copy what `after` has in common with this pass to where it belongs."""
        blocks, rows = common.blocks, common.rows
        for name in ("row_entropy", "row_sums", "thumbnails"):
            own, earlier = self.array(name), getattr(after, name)
            if own is not None and blocks:
                own[:blocks] = earlier[:blocks]
            elif own is not None:
                own[:, :, :rows] = earlier[:, :, :rows]
        if blocks and (x := after.layers[blocks - 1].resid_post) is not None:
            self.stream(blocks)[...] = x
        if not rows:
            return
        for name in ARRAY_NAMES:
            own = self.array(name) if name in keep else None
            if own is None:
                continue
            for layer, trace in enumerate(after.layers):
                earlier = getattr(trace, name)
                if name in ("attn_scores", "pattern"):
                    own[layer, :, :rows, :rows] = earlier[:, :rows, :rows]
                elif name in BY_HEADS:
                    own[layer, :, :rows] = earlier[:, :rows]
                else:
                    own[layer, :rows] = earlier[:rows]
            if name == "pattern":
                own[:, :, :rows, rows:] = 0  # the earlier tokens do not look at the later ones

    def run(
        self,
        weights: Weights,
        compiled: Compiled,
        workers: int,
        cancelled: Callable[[], bool] | None,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        """Compute, with the help of `workers` − 1 other threads where that pays; afterwards the arrays are read-only.

        Raises
        ------
        Cancelled
            When `cancelled` says so.
        """
        plan, layers = self._plan, self._config.n_layers
        table = np.empty((layers, at.COLUMNS), np.int64)
        columns = len(at.ARRAYS)
        table[:, :columns] = plan.offsets + (plan.inside * self._address + plan.outside)
        table[:, at.ENCODING] = self._encoding.ctypes.data
        for layer, row in enumerate(weights.addresses(at.PARAMETERS)):
            table[layer, columns:] = row
            if cancelled is not None and cancelled():
                raise Cancelled
        control = np.zeros((1 + at.PHASES * layers, at.CONTROL_WIDTH), np.int32)
        held = (table, control, self._sizes, plan, self._memory, weights)
        arrangement, crew = plan.arrangement, compiled.crew
        addresses = [array.ctypes.data for array in (table, self._sizes, plan.factors, control)]
        memory = (self._address + arrangement.worker_offset, arrangement.worker_stride)
        helpers = crew.take(workers - 1 if plan.pays_help else 0)
        staying = 0
        try:
            for layer, end_layer, phase, end_phase in self._steps(cancelled is not None or progress is not None):
                staying = compiled.work(*addresses, *memory, crew.address, helpers, layer, end_layer, phase, end_phase)
                if cancelled is not None and cancelled():
                    control[0, 0] = 1
                    raise Cancelled
                if progress is not None and end_phase == at.PHASES:
                    progress(end_layer, layers)
        finally:
            if helpers:
                crew.give_back(staying, held)
        self._memory.setflags(write=False)

    def _steps(self, in_steps: bool) -> list[tuple[int, int, int, int]]:
        """(block, end, phase, end) of each call of compiled code: one for all, or as often as somebody wants to be asked."""
        first, layers = self._first_layer, self._config.n_layers
        if not in_steps:
            return [(first, layers, 0, at.PHASES)]
        if self._plan.macs < POLL_FROM * layers:
            return [(layer, layer + 1, 0, at.PHASES) for layer in range(first, layers)]
        return [(layer, layer + 1, phase, phase + 1) for layer in range(first, layers) for phase in range(at.PHASES)]

    def layers(self, keep: frozenset[str]) -> tuple[LayerTrace, ...]:
        """The traces of the blocks that were computed."""
        kept = {name: array for name in ARRAY_NAMES if name in keep and (array := self.array(name)) is not None}
        return tuple(
            LayerTrace(**{name: array[layer] for name, array in kept.items()})
            for layer in range(self._first_layer, self._config.n_layers)
        )


def compiled_pass(
    config: ModelConfig,
    weights: Weights,
    ids: Sequence[int],
    keep: frozenset[str],
    logits: bool,
    thumbnail_size: int | None,
    compiled: Compiled,
    workers: int | None,
    after: Trace | None,
    cancelled: Callable[[], bool] | None,
    progress: Callable[[int, int], None] | None,
) -> Trace:
    """`core.model.forward` through compiled code: same arguments, same numbers within float32 rounding."""
    tokens, team, layers = len(ids), WORKERS if workers is None else max(1, workers), config.n_layers
    side, pixels = thumbnail_sides(tokens, thumbnail_size)
    common = Common(0, 0) if after is None else common_part(config, weights, ids, keep, logits, pixels, after)
    plan = plan_for(config, tokens, keep, side, 0 if common.rows else pixels, team)
    encoding = encoding_table(config, weights, tokens)
    run = Pass(plan, config, common.blocks, common.rows, encoding)
    if after is None or not common.blocks:
        run.stream(0)[...] = embed(config, weights, ids, encoding)
    if after is not None:
        run.take_over(after, common, keep)
    run.run(weights, compiled, team, cancelled, progress)
    row_entropy, row_sums, thumbnails = run.array("row_entropy"), run.array("row_sums"), run.array("thumbnails")
    assert row_entropy is not None
    assert row_sums is not None
    if common.rows and pixels and (pattern := run.array("pattern")) is not None:
        thumbnails = largest_of_squares(pattern, side)
    return Trace(
        config=config,
        ids=tuple(ids),
        layers=LazyLayers(layers, partial(_layers, run, keep, after, common)),
        row_entropy=row_entropy,
        row_sums=row_sums,
        thumbnails=thumbnails,
        cells_per_pixel=side,
        logits=unembed(run.stream(layers), weights) if logits else None,
        weights_kind=weights.kind,
    )


def _layers(run: Pass, keep: frozenset[str], after: Trace | None, common: Common) -> tuple[LayerTrace, ...]:
    earlier = () if after is None else tuple(layer.only(keep) for layer in after.layers[: common.blocks])
    return (*earlier, *run.layers(keep))


class LazyLayers(Sequence[LayerTrace]):
    """Traces of blocks that are cut from the memory of a pass when they are first looked at."""

    def __init__(self, count_: int, cut: Callable[[], tuple[LayerTrace, ...]]) -> None:
        self._count = count_
        self._cut: Callable[[], tuple[LayerTrace, ...]] | None = cut
        self._layers: tuple[LayerTrace, ...] = ()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> LayerTrace: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[LayerTrace, ...]: ...

    def __getitem__(self, index: int | slice) -> LayerTrace | tuple[LayerTrace, ...]:
        cut = self._cut
        if cut is not None:
            self._layers, self._cut = cut(), None
        return self._layers[index]
