"""The forward pass through compiled code: says in addresses and sizes where everything lies, and lets the workers run it.

What is computed stands in core.model.transformer and its neighbours, in numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.kernels import Compiled
from core.kernels import layout as at
from core.kernels.arena import lease
from core.kernels.workers import WORKERS
from core.messages import Cancelled
from core.model.config import ModelConfig
from core.model.plan import BY_HEADS, Plan, described, plan_for, sizes_from, table_for
from core.model.reuse import Common, common_logits, common_part
from core.model.summary import largest_of_squares, thumbnail_sides
from core.model.trace import ARRAY_NAMES, LayerTrace, LazyLayers, Trace
from core.model.transformer import embed, encoding_table, unembed
from core.model.weights import Weights

FloatArray = NDArray[np.float32]

ASK_EVERY: Final = 500_000_000
"""Multiply-adds, about, after which `cancelled` is asked: after so many blocks, or after each phase of a block that has more."""
LINE: Final = 64
"""Bytes of a cache line."""


class Pass:
    """One pass over one sentence: its memory, filled by `run`, and the arrays in it.

    Parameters
    ----------
    first_layer
        Blocks before it are not computed; what enters it is to be written into `start`.
    first
        Rows (tokens) before it are not computed; what is kept of them is to be written into the arrays.
    encoding
        Address of the table [T, D] that is added where the encoding enters; the caller keeps it.
    """

    def __init__(self, plan: Plan, config: ModelConfig, first_layer: int, first: int, encoding: int) -> None:
        self._plan = plan
        self._config = config
        self._first_layer = first_layer
        self._memory, self._address = lease(plan.arrangement.bytes)
        self._encoding = encoding
        self._sizes = sizes_from(plan.sizes, first_layer, first, bool(plan.offsets[0, at.COSINES]))

    def array(self, name: str) -> FloatArray | None:
        """[L, …] one array of all blocks, heads before tokens; None where each block overwrites that of the block before."""
        view = self._plan.views.get(name)
        return None if view is None else np.ndarray(view.shape, np.float32, self._memory, view.offset, view.strides)

    def stream(self, layer: int) -> FloatArray:
        """[T, D] what enters block `layer`, or after the last leaves it."""
        stream = self._plan.arrangement.places["stream"]
        number = layer if self._plan.arrangement.streams_kept else layer % 2
        return np.ndarray(stream.shape, np.float32, self._memory, stream.offset + number * stream.stride)

    def take_over(self, after: Trace, common: Common, keep: frozenset[str]) -> None:
        """Copy what `after` has in common with this pass to where it belongs.

        Copied, not shared: else each trace would hold the whole memory of all that it goes back to.
        """
        blocks, rows = common.blocks, common.rows
        for name in ("row_entropy", "row_sums", "thumbnails"):
            own, earlier = self.array(name), getattr(after, name)
            if own is not None and blocks:
                own[:blocks] = earlier[:blocks]
            elif own is not None:
                own[:, :, :rows] = earlier[:, :, :rows]
        if blocks and (x := after.layers[blocks - 1].resid_post) is not None:
            self.stream(blocks)[...] = x
        for name in ARRAY_NAMES:
            own = self.array(name) if name in keep else None
            if own is None:
                continue
            for layer, trace in enumerate(after.layers[: blocks or len(own)]):
                earlier = getattr(trace, name)
                if blocks:
                    own[layer] = earlier
                elif name in ("attn_scores", "pattern"):
                    own[layer, :, :rows, :rows] = earlier[:, :rows, :rows]
                elif name in BY_HEADS:
                    own[layer, :, :rows] = earlier[:, :rows]
                else:
                    own[layer, :rows] = earlier[:rows]
            if name == "pattern" and rows:
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
        table = table_for(plan, weights.addresses(at.PARAMETERS, cancelled), self._address, self._encoding)
        room = np.zeros(LINE + 4 * at.CONTROL_WIDTH * at.PHASES * layers, np.uint8)
        start = room.ctypes.data
        arrangement, crew = plan.arrangement, compiled.crew
        addresses = (table.address, self._sizes.address, plan.factors.address, start + -start % LINE)
        memory = (self._address + arrangement.worker_offset, arrangement.worker_stride)
        helpers = crew.take(workers - 1 if plan.pays_help else 0)
        staying = 0
        try:
            for layer, end_layer, phase, end_phase in self._steps(cancelled is not None or progress is not None):
                with crew.running:
                    staying = compiled.work(*addresses, *memory, crew.address, helpers, layer, end_layer, phase, end_phase)
                if cancelled is not None and cancelled():
                    raise Cancelled
                if progress is not None and end_phase == at.PHASES:
                    progress(end_layer, layers)
        finally:
            if helpers:
                crew.give_back(staying, (room, table, self._sizes))
        self._memory.setflags(write=False)

    def _steps(self, in_steps: bool) -> list[tuple[int, int, int, int]]:
        """(block, end, phase, end) of each call of compiled code: one for all, or as often as somebody is to be asked."""
        first, layers = self._first_layer, self._config.n_layers
        if not in_steps:
            return [(first, layers, 0, at.PHASES)]
        together = ASK_EVERY * layers // max(1, self._plan.macs)
        if together:
            return [(layer, min(layer + together, layers), 0, at.PHASES) for layer in range(first, layers, together)]
        return [(layer, layer + 1, phase, phase + 1) for layer in range(first, layers) for phase in range(at.PHASES)]

    def layers(self, keep: frozenset[str]) -> tuple[LayerTrace, ...]:
        """The traces of all blocks."""
        kept = {name: array for name in ARRAY_NAMES if name in keep and (array := self.array(name)) is not None}
        return tuple(LayerTrace(**{name: array[layer] for name, array in kept.items()}) for layer in range(self._config.n_layers))


def _logits(config: ModelConfig, x: FloatArray, weights: Weights, common: Common, after: Trace) -> FloatArray:
    """[T, V] of the stream x [T, D]; as many rows as can be are those of `after`."""
    same = common_logits(config, common, after)
    if after.logits is None or not same:
        return unembed(x, weights)
    if same == len(after.logits) == len(x):
        return after.logits
    found = np.empty((len(x), config.vocabulary), np.float32)
    found[:same] = after.logits[:same]
    if same < len(x):
        found[same:] = unembed(x[same:], weights)
    found.setflags(write=False)
    return found


def compiled_pass(
    config: ModelConfig,
    weights: Weights,
    ids: NDArray[np.int64],
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
    read, team, layers = tuple(ids.tolist()), WORKERS if workers is None else max(1, workers), config.n_layers
    tokens = len(read)
    side, pixels = thumbnail_sides(tokens, thumbnail_size)
    common = Common(0, 0) if after is None else common_part(config, weights.kind, read, keep, logits, pixels, after)
    if not (common.blocks or common.rows):
        after = None
    plan = plan_for(config, tokens, keep, side, 0 if common.rows else pixels, team)
    encoding = plan.encoding or described(encoding_table(config, weights, tokens))
    run = Pass(plan, config, common.blocks, common.rows, encoding.address)
    if not common.blocks:
        embed(config, weights, ids, encoding.numbers, out=run.stream(0))
    if after is not None:
        run.take_over(after, common, keep)
    run.run(weights, compiled, team, cancelled, progress)
    row_entropy, row_sums, thumbnails = run.array("row_entropy"), run.array("row_sums"), run.array("thumbnails")
    assert row_entropy is not None
    assert row_sums is not None
    if common.rows and pixels and (pattern := run.array("pattern")) is not None:
        thumbnails = np.empty((layers, config.n_heads, pixels, pixels), np.float32)
        for small, maps in zip(thumbnails, pattern, strict=True):
            small[...] = largest_of_squares(maps, side)
        thumbnails.setflags(write=False)
    elif thumbnail_size is not None and not tokens:
        thumbnails = np.empty((layers, config.n_heads, 0, 0), np.float32)
        thumbnails.setflags(write=False)
    x, output = run.stream(layers), None
    if logits:
        output = unembed(x, weights) if after is None else _logits(config, x, weights, common, after)
    return Trace(
        config=config,
        ids=read,
        layers=LazyLayers(layers, partial(run.layers, keep)),
        row_entropy=row_entropy,
        row_sums=row_sums,
        thumbnails=thumbnails,
        cells_per_pixel=side,
        logits=output,
        weights_kind=weights.kind,
    )
