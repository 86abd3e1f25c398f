"""How a pass is described to compiled code: once for each configuration and length.

The words of the description are those of core.kernels.layout.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels import layout as at
from core.kernels.cutting import cut_block
from core.model.arrays import FLOAT_BYTES, Arrangement, arrange
from core.model.config import ModelConfig
from core.model.counts import count
from core.model.norms import skip_factor
from core.model.positions import alibi_slopes, sinusoid, turns
from core.model.weights import Addresses

FloatArray = NDArray[np.float32]
IntArray = NDArray[np.int64]

HELP_FROM: Final = 60e-6
"""Seconds that a pass takes one worker, about, from which a second one pays."""
WORKER_MACS_PER_SECOND: Final = 40e9
WEIGHT_BYTES_PER_SECOND: Final = 10e9
"""What one worker does, about, for the estimate: a short sentence waits for the weights to come from memory."""


BY_HEADS: Final = ("q", "k", "v", "z")
"""Arrays that lie in memory as [T, heads · K] and are read as [heads, T, K]."""


class Described(NamedTuple):
    """Numbers for compiled code, and where they lie: asking numpy takes as long as the smallest of loops."""

    numbers: NDArray[Any]
    address: int


class View(NamedTuple):
    """An array of all blocks within the memory of a pass, heads before tokens: shape [L, …], bytes from the start, strides."""

    shape: tuple[int, ...]
    offset: int
    strides: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What is the same for all passes of one configuration and length.

    `offsets` [L, arrays] are bytes from the start of the memory for the arrays that lie in it (`inside` [arrays], 1 or 0), and
    addresses for constant tables, which `held` keeps alive. `views`: the arrays of which each block has its own. `encoding` [T, D]
    is None where the model learns it.
    """

    arrangement: Arrangement
    views: dict[str, View]
    offsets: IntArray
    inside: IntArray
    encoding: Described | None
    held: tuple[FloatArray, ...]
    sizes: tuple[int, ...]
    factors: Described
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
    offsets = np.where(inside, offsets, 0)
    held: list[FloatArray] = []

    def hold(column: int, table: FloatArray) -> None:
        held.append(np.ascontiguousarray(table))
        offsets[:, column] = held[-1].ctypes.data

    if config.placed == "query-key":
        if config.position == "alibi":
            hold(at.SLOPES, alibi_slopes(config.n_heads))
        elif config.position == "rotary":
            for column, table in zip((at.COSINES, at.SINES), turns(tokens, config.d_head, config.rope_base), strict=True):
                hold(column, table)
    named = {
        "layers": layers,
        "first_layer": 0,
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
        **dict(zip(("maps", "keys", "values"), arrangement.worker_places, strict=True)),
    }
    counts = count(config, tokens)
    macs = counts.macs.total - counts.macs.unembedding
    seconds = max(macs / WORKER_MACS_PER_SECOND, FLOAT_BYTES * counts.parameters.blocks / WEIGHT_BYTES_PER_SECOND)
    return Plan(
        arrangement,
        _views(arrangement, layers, placed_anew=config.placed == "every-block"),
        offsets,
        inside,
        _encoding(config, tokens),
        tuple(held),
        tuple(int(named[name]) for name in at.SIZES),
        described(np.array([1 / sqrt(config.d_head), skip_factor(config)], np.float32)),
        macs,
        seconds >= HELP_FROM,
    )


def _views(arrangement: Arrangement, layers: int, *, placed_anew: bool) -> dict[str, View]:
    """The arrays of all blocks by name. The stream is that of L + 1 places; `placed_anew`: `resid_pre` is not the one before."""
    views: dict[str, View] = {}
    stream = arrangement.places["stream"]
    for name, place in arrangement.places.items():
        if not place.kept or name == "stream":
            continue
        shape, strides = place.shape, _strides(place.shape)
        if name in BY_HEADS:
            heads, tokens, width = shape
            one, two, three = _strides((tokens, heads, width))
            strides = (two, one, three)
        views[name] = View((layers, *shape), place.offset, (place.stride, *strides))
    if arrangement.streams_kept:
        inner = (stream.stride, *_strides(stream.shape))
        views["resid_post"] = View((layers, *stream.shape), stream.offset + stream.stride, inner)
        if not placed_anew:
            views["resid_pre"] = View((layers, *stream.shape), stream.offset, inner)
    return views


def _strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Bytes from one number to the next along each axis of a contiguous array."""
    strides = [FLOAT_BYTES]
    for size in reversed(shape[1:]):
        strides.insert(0, strides[0] * size)
    return tuple(strides)


def described(numbers: NDArray[Any]) -> Described:
    """`numbers` with its address."""
    return Described(numbers, numbers.ctypes.data)


def _encoding(config: ModelConfig, tokens: int) -> Described | None:
    if config.position == "learned":
        return None
    if config.position == "sinusoidal":
        return described(sinusoid(tokens, config.d_model, config.sinusoid_layout))
    return Described(np.empty((0, config.d_model), np.float32), 0)  # nothing that is added


@lru_cache(maxsize=16)
def table_for(plan: Plan, parameters: Addresses, memory: int, encoding: int) -> Described:
    """Where everything of a pass lies, [L, layout.COLUMNS]: its arrays in the block at address `memory`, then the parameters."""
    arrays = plan.offsets + plan.inside * memory
    arrays[:, at.ENCODING] = encoding
    return described(np.concatenate([arrays, parameters.numbers], axis=1))


@lru_cache(maxsize=64)
def sizes_from(sizes: tuple[int, ...], first_layer: int, first: int, rotates: bool) -> Described:
    """Plan.sizes as compiled code reads them, for a pass from a block and a row on, with the cut of the work behind them."""
    heads, tokens, map_rows = sizes[at.HEADS], sizes[at.TOKENS], sizes[at.MAP_ROWS]
    queries, keys = heads * sizes[at.HEAD_WIDTH], sizes[at.KV_HEADS] * sizes[at.HEAD_WIDTH]
    map_pieces = heads * (sizes[at.MAP_GROUPS] - first // map_rows)
    cut = cut_block(tokens - first, sizes[at.WIDTH], queries, keys, sizes[at.HIDDEN], map_pieces, rotates=rotates)
    numbers = np.array([*sizes, *cut], np.int64)
    numbers[at.FIRST_LAYER], numbers[at.FIRST] = first_layer, first
    return described(numbers)
