"""Training steps through compiled code: says in addresses and sizes where everything lies, and lets the workers run it.

What is computed stands in `plain` and in core.learning.backward, in numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import prod, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.kernels import layout as at
from core.kernels.learning import layout as to
from core.kernels.workers import WORKERS, help_with
from core.learning.optimiser import Optimiser
from core.learning.state import Report, State
from core.learning.vector import LINE, FloatArray, ParameterVector
from core.messages import Cancelled
from core.model.arrays import FLOAT_BYTES
from core.model.config import ModelConfig
from core.model.parameters import TOKEN_TABLE
from core.model.plan import Plan, plan_for, sizes_from
from core.model.positions import sinusoid, turns
from core.model.weights import matrix_shape
from core.panels import in_panels

Ids = NDArray[np.int64]

GROUPS: Final = 4
"""Shares of a batch: enough for a worker that is held up to leave work to the others."""
CHUNK: Final = 16_384
"""Most numbers of the vector that are summed and updated as one piece."""
SLACK: Final = 64
"""Numbers behind each array: a panel may be read beyond its last column."""
BLOCK: Final = 2**24
"""Bytes that are taken from the system at once: so many that it lays them out in large pages, which are found faster."""
ROWS: Final = 64
"""Short sentences are computed together, up to so many rows: many enough for fast products, few enough for their arrays to stay in
the processor's cache until the way back."""
KEPT: Final = frozenset(("resid_pre", "q", "k", "v", "pattern", "z", "resid_mid", "mlp_pre", "mlp_in", "mlp_post", "resid_post"))
"""What the way back reads; where a norm follows a sublayer, also what the sublayer gave."""
_BLOCK: Final = "blocks.{}.{}"


class _Room:
    """Memory that lives as long as this object; `floats(n)` gives addresses of parts of it on cache lines."""

    def __init__(self) -> None:
        self.held: list[NDArray[Any]] = []
        self._next = self._end = 0

    def floats(self, numbers: int) -> int:
        """Address of so many float32, zeros."""
        size = FLOAT_BYTES * (-(-(numbers + SLACK) // LINE) * LINE)
        if self._next + size > self._end:
            block = np.zeros(max(size, BLOCK) + 64, np.uint8)
            self.held.append(block)
            self._next = block.ctypes.data + -block.ctypes.data % 64
            self._end = block.ctypes.data + block.size
        address, self._next = self._next, self._next + size
        return address

    def table(self, rows: Any) -> int:
        """Address of int64 numbers."""
        return self.array(np.array(rows, np.int64))

    def array(self, numbers: NDArray[Any]) -> int:
        """Address of an array, which is held."""
        self.held.append(np.ascontiguousarray(numbers))
        address: int = self.held[-1].ctypes.data
        return address


class CompiledSteps:
    """Steps of one state with batches [B, T] of one size.

    Parameters
    ----------
    train
        `core.kernels.learning.step.train`.
    """

    def __init__(self, train: Callable[..., int], state: State, optimiser: Optimiser, batch: int, tokens: int) -> None:
        self._train = train
        self._state, self._optimiser, self._batch, self._tokens = state, optimiser, batch, tokens
        self._room = _Room()
        self._job = np.zeros(len(to.JOB), np.int64)
        config, layout = state.layout.config, state.layout
        normed_after = {"attn_out", "mlp_out"} if config.norm in ("post", "deepnorm", "sandwich") else set()
        self._plan = plan_for(config, tokens, KEPT | normed_after, 1, 0, 1)
        self._chunk_of = self._describe(config, layout, self._plan)

    def run(
        self, ids: Ids, targets: Ids, rates: FloatArray, workers: int = WORKERS, cancelled: Callable[[], bool] | None = None
    ) -> Report:
        """Take S steps: ids and targets [S, B, T] (−1: not counted), rates [S].

        Raises
        ------
        Cancelled
            When `cancelled` says so, which is asked before they begin: a call should not take longer than one wants to wait.
        """
        if cancelled is not None and cancelled():
            raise Cancelled
        steps, job, groups, chunks = len(ids), self._job, int(self._job[to.J_GROUPS]), int(self._job[to.J_CHUNKS])
        counted = np.maximum(1, (targets >= 0).sum(axis=(1, 2)))
        given = {
            to.J_IDS: np.ascontiguousarray(ids, np.int64),
            to.J_TARGETS: np.ascontiguousarray(targets, np.int64),
            to.J_RATES: self._optimiser.factors(rates, self._state.step),
            to.J_SHARES: (1 / counted).astype(np.float32),
            to.J_LOSSES: np.zeros((steps, groups)),
            to.J_SQUARES: np.zeros((steps, chunks)),
            to.J_CHANGES: np.zeros((steps, chunks)),
        }
        for column, array in given.items():
            job[column] = array.ctypes.data
        control = np.zeros((steps * to.STEP_PHASES + 1, at.CONTROL_WIDTH), np.int32)
        start: int = control.ctypes.data + -control.ctypes.data % 64
        others = range(1, min(workers, int(job[to.J_WORKERS])))
        helpers = [help_with(self._train, job.ctypes.data, start, number, 0, steps) for number in others]
        done = self._train(job.ctypes.data, start, 0, 0, steps)
        for helper in helpers:
            if not helper.cancel():
                helper.result()
        self._state.step += done
        losses: NDArray[np.float64] = given[to.J_LOSSES].sum(axis=1)
        return Report(losses[:done], self._norms(given[to.J_SQUARES][:done]), self._norms(given[to.J_CHANGES][:done]), done < steps)

    @property
    def gradient(self) -> FloatArray:
        """[N] the gradient of the last step, all groups together."""
        return self._gradient

    def _norms(self, squares: NDArray[np.float64]) -> FloatArray:
        """[S, chunks] -> [S, P] the norm of each parameter's part."""
        total = np.zeros((len(squares), len(self._state.layout.specs)))
        np.add.at(total.T, self._chunk_of, squares.T)
        return np.sqrt(total).astype(np.float32)

    def _describe(self, config: ModelConfig, layout: ParameterVector, plan: Plan) -> NDArray[np.int64]:
        """Fill the job; the parameter to which each chunk belongs."""
        room, job, state = self._room, self._job, self._state
        at_start = {spec.name: 4 * offset for spec, offset in zip(layout.specs, layout.offsets, strict=True)}
        self._gradient = layout.zeros()
        vector = state.parameters.ctypes.data
        panels, turned, matrices = self._matrices(layout, vector)
        encoding = 0
        if config.position == "learned" and config.placed != "none":
            encoding = vector + at_start["embedding.position"]
        elif config.position == "sinusoidal" and config.placed != "none":
            encoding = room.array(sinusoid(self._tokens, config.d_model, config.sinusoid_layout))
        addresses = np.zeros((config.n_layers, len(at.PARAMETERS)), np.int64)
        for layer in range(config.n_layers):
            for column, name in enumerate(at.PARAMETERS):
                full = _BLOCK.format(layer, name)
                addresses[layer, column] = panels.get(full, vector + at_start[full]) if full in at_start else 0
        chunks, owners = [], []
        for number, (spec, offset) in enumerate(zip(layout.specs, layout.offsets, strict=True)):
            for start in range(0, spec.size, CHUNK):
                chunks.append((offset + start, min(CHUNK, spec.size - start)))
                owners.append(number)
        count = min(GROUPS, self._batch)
        workers, together = min(WORKERS, count), sentences_together(self._batch, self._tokens)
        sizes = {"sizes": room.table([self._sizes(plan, sentences) for sentences in range(1, together + 1)])}
        at_work = [sizes | self._worker(config, plan, addresses, together) for _ in range(workers)]
        parts = [self._group(layout, turned, number) for number in range(count)]
        groups = [[int((part | worker)[name]) for name in to.GROUP] for part in parts for worker in at_work]
        output = TOKEN_TABLE if config.tied else "unembedding.W"
        final = config.has_final_norm
        named = {
            to.J_GROUPS: count,
            to.J_WORKERS: workers,
            to.J_TOGETHER: together,
            to.J_ROWS_OF_GROUPS: room.table(groups),
            to.J_LAYERS: config.n_layers,
            to.J_TOKENS: self._tokens,
            to.J_WIDTH: config.d_model,
            to.J_VOCABULARY: config.vocabulary,
            to.J_SIZES: sizes["sizes"],
            to.J_FACTORS: plan.factors.address,
            to.J_SETTINGS: room.array(self._optimiser.settings(sqrt(config.d_model) if config.scale_embedding else 1.0)),
            to.J_ENCODING: encoding,
            to.J_AT_INPUT: config.placed == "input",
            to.J_TOKEN_TABLE: vector + at_start[TOKEN_TABLE],
            to.J_FINAL_GAIN: vector + at_start["final_norm.gain"] if final else 0,
            to.J_FINAL_BIAS: vector + at_start["final_norm.bias"] if "final_norm.bias" in at_start else 0,
            to.J_OUTPUT_PANELS: turned[output] if config.tied else panels[output],
            to.J_OUTPUT_TURNED: panels[output] if config.tied else turned[output],
            to.J_TIED: config.tied,
            to.J_MATRICES: len(matrices),
            to.J_ROWS_OF_MATRICES: room.table(matrices),
            to.J_CHUNKS: len(chunks),
            to.J_ROWS_OF_CHUNKS: room.table(chunks),
            to.J_PARAMETERS: vector,
            to.J_GRADIENT: self._gradient.ctypes.data,
            to.J_FIRST_MOMENT: state.first.ctypes.data,
            to.J_SECOND_MOMENT: state.second.ctypes.data,
            to.J_ADAPTIVE: self._optimiser.adaptive,
            to.J_BATCH: self._batch,
        }
        for column, value in named.items():
            job[column] = value
        return np.array(owners, np.int64)

    def _matrices(self, layout: ParameterVector, vector: int) -> tuple[dict[str, int], dict[str, int], list[tuple[int, ...]]]:
        """(addresses of panels, of panels of the turned matrix, rows of the table of matrices)."""
        panels: dict[str, int] = {}
        turned: dict[str, int] = {}
        rows: list[tuple[int, ...]] = []
        output = TOKEN_TABLE if layout.config.tied else "unembedding.W"
        for spec, offset in zip(layout.specs, layout.offsets, strict=True):
            shape = matrix_shape(spec)
            if len(shape) != 2 or (spec.layer is None and spec.name != output):
                continue
            panels[spec.name] = self._room.floats(shape[0] * in_panels(shape[1]))
            turned[spec.name] = self._room.floats(shape[1] * in_panels(shape[0]))
            rows.append((vector + 4 * offset, *shape, panels[spec.name], turned[spec.name]))
        return panels, turned, rows

    def _sizes(self, plan: Plan, sentences: int) -> int:
        """Address of the sizes of a pass over the rows of some sentences together."""
        sizes = list(plan.sizes)
        sizes[at.TOKENS] *= sentences
        found = sizes_from(tuple(sizes), 0, 0, bool(plan.offsets[0, at.COSINES]))
        self._room.held.append(found.numbers)
        return found.address

    def _group(self, layout: ParameterVector, turned: dict[str, int], number: int) -> dict[str, int]:
        """The words of layout.GROUP that are a group's own: its sentences and its gradients."""
        config = layout.config
        gradient = self._room.floats(layout.size)
        d_of = {spec.name: gradient + 4 * offset for spec, offset in zip(layout.specs, layout.offsets, strict=True)}
        gradients = [
            [d_of.get(_BLOCK.format(layer, name), 0) for name in at.PARAMETERS]
            + [turned.get(_BLOCK.format(layer, name), 0) for name in to.TURNED]
            for layer in range(config.n_layers)
        ]
        count = min(GROUPS, self._batch)
        return {
            "gradients": self._room.table(gradients),
            "gradient": gradient,
            "length": layout.size,
            "begun": 0,
            "first": number * self._batch // count,
            "end": (number + 1) * self._batch // count,
            "d_tokens": d_of[TOKEN_TABLE],
            "d_positions": d_of.get("embedding.position", 0) if config.placed != "none" else 0,
            "d_final_gain": d_of.get("final_norm.gain", 0),
            "d_final_bias": d_of.get("final_norm.bias", 0),
            "d_output": d_of[TOKEN_TABLE if config.tied else "unembedding.W"],
        }

    def _worker(self, config: ModelConfig, plan: Plan, parameters: NDArray[np.int64], together: int) -> dict[str, int]:
        """The words of layout.GROUP that are a worker's own: where it works on so many sentences; `parameters` [L, PARAMETERS]."""
        room, tokens, width, rows = self._room, self._tokens, config.d_model, together * self._tokens
        queries, keys, head = config.n_heads * config.d_head, config.kv_heads * config.d_head, config.d_head
        shapes = {
            **dict.fromkeys(("encoding", "d_stream", "d_change", "read", "d_read", "encoded", "last"), (rows, width)),
            **dict.fromkeys(("d_q", "d_z"), (rows, queries)),
            **dict.fromkeys(("d_k", "d_v"), (rows, keys)),
            **dict.fromkeys(("d_hidden", "d_up"), (rows, config.ff_width)),
            "d_scores": (tokens, tokens),
            "panels": (in_panels(tokens), head),
            "row": (width,),
            "logits": (rows, config.vocabulary),
            "memory": (plan.arrangement.bytes - plan.arrangement.worker_offset,),
        }
        words = {name: room.floats(prod(shape)) for name, shape in shapes.items()}
        words["neg_sines"] = 0
        tables = np.concatenate([self._arrays(plan, together), np.repeat(parameters[None], together, axis=0)], axis=2)
        tables[:, :, at.ENCODING] = words["encoding"]
        if plan.offsets[0, at.COSINES]:
            cosines, sines = (np.tile(table, (together, 1)) for table in turns(tokens, head, config.rope_base))
            tables[:, :, at.COSINES], tables[:, :, at.SINES] = room.array(cosines), room.array(sines)
            words["neg_sines"] = room.array(-sines)
        return words | {"table": room.table(tables)}

    def _arrays(self, plan: Plan, together: int) -> NDArray[np.int64]:
        """[together, L, ARRAYS] addresses of a pass's arrays, for each sentence behind those of the one before."""
        places = plan.arrangement.places
        numbers = [prod(places[name].shape if name in places else places["stream"].shape) for name in at.ARRAYS]
        found = np.repeat(plan.offsets[None], together, axis=0)
        found[:, :, (at.ROW_ENTROPY, at.ROW_SUMS)] = 0  # nobody looks at them
        starts: dict[int, int] = {}
        for layer, column in np.ndindex(plan.offsets.shape):
            if plan.inside[column] and column not in (at.ROW_ENTROPY, at.ROW_SUMS):
                offset = int(plan.offsets[layer, column])
                if offset not in starts:
                    starts[offset] = self._room.floats(together * numbers[column])
                found[:, layer, column] = starts[offset] + 4 * numbers[column] * np.arange(together)
        return found


def sentences_together(batch: int, tokens: int) -> int:
    """How many sentences of a group are computed at once."""
    return max(1, min(ROWS // tokens, -(-batch // min(GROUPS, batch))))


@lru_cache(maxsize=1)
def compiled_train() -> Callable[..., int]:
    """`core.kernels.learning.step.train`; the first call compiles for some seconds or reads the cache.

    Raises
    ------
    KernelsUnavailableError
        Where nothing can be compiled.
    """
    from core.kernels import learning_kernels

    return learning_kernels()
