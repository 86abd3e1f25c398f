"""Which arrays a pass has, how large they are, and where each lies in the one block of memory that holds them all.

Needs no numpy: counting asks it how much memory a pass will take.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Final

from core.model.config import ModelConfig
from core.panels import SPARE, in_panels, rows_of_piece

FLOAT_BYTES: Final = 4
"""Bytes of one float32, the only type computed with."""
LINE: Final = 64
"""Every array begins at a multiple of so many bytes: a cache line."""
MAP_ROWS: Final = 256
"""At most so many rows of one map are worked on together: enough for a fast product, few enough for the cache of one core."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an array of each block lies: block l's at `offset + l · stride` bytes; all blocks share it when the stride is 0."""

    offset: int
    stride: int
    shape: tuple[int, ...]
    kept: bool
    """Whether each block has its own."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The places of all arrays of a pass by name, where the workers' own memory begins, and bytes in all."""

    places: dict[str, Place]
    streams_kept: bool
    """Whether all L + 1 residual streams are there, or 2 that take turns."""
    map_rows: int
    worker_offset: int
    worker_stride: int
    worker_places: tuple[int, int, int]
    """Where in a worker's own memory passing maps, keys and values lie, in numbers from its start."""
    bytes: int


def array_shapes(config: ModelConfig, tokens: int) -> dict[str, tuple[int, ...]]:
    """Shapes of the arrays of one block's LayerTrace, by name, heads first as they are read."""
    heads, kv_heads, width = config.n_heads, config.kv_heads, config.d_head
    stream, hidden, cells = (tokens, config.d_model), (tokens, config.ff_width), (heads, tokens, tokens)
    return {
        "resid_pre": stream,
        "q": (heads, tokens, width),
        "k": (kv_heads, tokens, width),
        "v": (kv_heads, tokens, width),
        "attn_scores": cells,
        "pattern": cells,
        "z": (heads, tokens, width),
        "attn_out": stream,
        "resid_mid": stream,
        "mlp_pre": hidden,
        "mlp_post": hidden,
        "mlp_out": stream,
        "resid_post": stream,
    }


def rows_worked_on(tokens: int, cells_per_pixel: int = 1) -> int:
    """Rows of a map that are worked on together: equal shares of at most MAP_ROWS, whole pixels of the small picture."""
    shares = max(1, -(-tokens // MAP_ROWS))
    rows = max(1, -(-tokens // shares))
    return -(-rows // cells_per_pixel) * cells_per_pixel


@lru_cache(maxsize=32)
def arrange(config: ModelConfig, tokens: int, keep: frozenset[str], cells_per_pixel: int, pixels: int, workers: int) -> Arrangement:
    """Lay out a pass over `tokens` tokens that keeps the arrays named `keep`, and thumbnails of `pixels` a side (0: none).

    Learning keeps `mlp_in` as well. What is not kept lies in one place that all blocks use in turn; maps that are not kept lie,
    some rows at a time, in the memory of the worker that computes them. `resid_post` of a block is `resid_in` of the next: one
    array of L + 1 streams.
    """
    shapes, layers = array_shapes(config, tokens), config.n_layers
    places: dict[str, Place] = {}
    end = 0

    def put(name: str, shape: tuple[int, ...], count: int, *, own: bool) -> None:
        """`count` arrays one behind the other; `own`: each block takes another one."""
        nonlocal end
        size = -(-FLOAT_BYTES * prod(shape) // LINE) * LINE
        places[name] = Place(end, size if own else 0, shape, own)
        end += size * count

    streams_kept = "resid_post" in keep or ("resid_pre" in keep and config.placed != "every-block")
    put("stream", shapes["resid_pre"], layers + 1 if streams_kept else 2, own=True)
    if config.placed == "every-block":
        put("resid_pre", shapes["resid_pre"], layers if "resid_pre" in keep else 1, own="resid_pre" in keep)
    for name in ("q", "k", "v", "z", "attn_out", "resid_mid", "mlp_pre", "mlp_post", "mlp_out"):
        put(name, shapes[name], layers if name in keep else 1, own=name in keep)
    for name in ("attn_scores", "pattern"):
        if name in keep:
            put(name, shapes[name], layers, own=True)
    put("row_entropy", (config.n_heads, tokens), layers, own=True)
    put("row_sums", (config.n_heads, tokens), layers, own=True)
    if pixels:
        put("thumbnails", (config.n_heads, pixels, pixels), layers, own=True)
    if config.norm in ("pre", "sandwich"):
        put("normed", shapes["resid_pre"], 1, own=False)
    if adds_to_queries(config):
        put("encoded", shapes["resid_pre"], 1, own=False)
    if config.activation == "swiglu":
        put("mlp_in", shapes["mlp_pre"], layers if "mlp_in" in keep else 1, own="mlp_in" in keep)
    map_rows = rows_worked_on(tokens, cells_per_pixel)
    maps = in_panels(SPARE + rows_of_piece(config.d_model) * config.d_model)
    keys = maps + in_panels(sum(map_rows * tokens for name in ("attn_scores", "pattern") if name not in keep))
    values = keys + in_panels(tokens) * config.d_head
    own = FLOAT_BYTES * (values + in_panels(config.d_head) * tokens)
    return Arrangement(places, streams_kept, map_rows, end, own, (maps, keys, values), end + own * workers)


def adds_to_queries(config: ModelConfig) -> bool:
    """Whether an encoding is added to what W_Q and W_K read."""
    return config.placed == "query-key" and config.position in ("sinusoidal", "learned")
