"""What more heads cost: when they share the width, nothing more; when each keeps the whole width, as many times more.

The table of parameters is counted, and the arrays of the models that are timed are counted once more as they lie in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from core.experiments.outcome import Outcome
from core.experiments.timing import ROUNDS, in_turn, steps_after, where
from core.messages import QT_TRANSLATE_NOOP, Cancelled, InputError
from core.model.config import ModelConfig, divisors
from core.model.counts import count, peak_bytes
from core.model.limits import check_size
from core.model.memory import available_memory
from core.model.transformer import forward
from core.model.weights import FloatArray, Weights, random_weights

Width = Literal["split", "keep"]

HEADS: Final = (1, 2, 4, 8, 16)
"""Numbers of heads that are tried, where they divide the width; that of the model in use joins them."""
LENGTH: Final = 128
"""Tokens of the sentence that is counted and timed, unless told otherwise."""
MOST_BYTES: Final = 2 * 2**30
"""Most memory that the models which are timed may take together."""
MOST_MACS: Final = 50_000_000_000
"""A block with more multiply-adds is counted and not timed."""

_NONE: Final[frozenset[str]] = frozenset()
_MATRICES: Final = ("W_Q", "W_K", "W_V", "W_O")

CLAIM: Final = QT_TRANSLATE_NOOP(
    "core",
    "Heads that share the width leave the weights of Q, K, V and O as many as they are, however many heads there are; "
    "heads that each keep the whole width multiply them by their number.",
)
_ONE_HEAD = QT_TRANSLATE_NOOP("core", "A width of {d_model} cannot be shared by several heads, so there is nothing to compare.")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HeadsRow:
    """The model with another number of heads."""

    heads: int
    width: Width
    """Whether the heads share the width or each keeps it."""
    d_head: int
    projections: int
    """Weights of Q, K, V and O of one block."""
    found: int | None
    """The same, counted in the arrays of the block that was timed."""
    parameters: int
    """All parameters of the model."""
    macs: int
    """Multiply-adds of all blocks."""
    scores: int
    """Cells of all maps."""
    ms: float | None
    """Median time of one block, measured here; None where it was too large to be timed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HeadsOutcome(Outcome):
    """What the heads experiment found."""

    length: int
    rows: tuple[HeadsRow, ...]
    """The numbers of heads in ascending order with split width, then the same with kept width."""
    rounds: int
    kernels: str
    threads: int

    def measured(self) -> dict[str, Any]:
        """One object for each number of heads and each width."""
        return {
            "length": self.length,
            "kernels": self.kernels,
            "threads": self.threads,
            "rounds": self.rounds,
            "rows": [
                {
                    "heads": row.heads,
                    "head_width": row.width,
                    "d_head": row.d_head,
                    "projection_weights": row.projections,
                    "projection_weights_in_arrays": row.found,
                    "parameters": row.parameters,
                    "macs": row.macs,
                    "scores": row.scores,
                    "block_ms": row.ms,
                }
                for row in self.rows
            ],
        }


def run_heads(
    config: ModelConfig,
    *,
    length: int = LENGTH,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> HeadsOutcome:
    """Count the model with several numbers of heads, and time one block of each, in turn.

    Every query head has its own keys and values here, also where the model in use shares them. The time is that of one block with
    random weights; of a whole model it would be as many times more, and so would its memory. It is shown and not part of the
    verdict.

    Raises
    ------
    InputError
        When only one number of heads is possible, or `length` is no whole number from 1 up.
    Cancelled
        When `cancelled` says so.
    """
    check_size("length", length)
    variants = _variants(config)
    timed: list[tuple[int, Weights]] = []
    found: dict[int, int] = {}
    room = MOST_BYTES if (free := available_memory()) is None else min(MOST_BYTES, free // 2)
    for number, (_, _, model) in enumerate(variants):
        block = replace(model, n_layers=1, context=max(model.context, length))
        room -= peak_bytes(block, length, _NONE, logits=False).total
        if room < 0 or block_macs(block, length) > MOST_MACS:
            break
        weights = random_weights(block)
        found[number] = sum(matrix.size for matrix in _drawn(weights, cancelled))
        timed.append((number, weights))
        if progress is not None:  # the rounds are not known to be as many as this before all models are there
            progress(number + 1, (ROUNDS + 2) * len(variants))
    sides = [_pass(weights, length, cancelled) for _, weights in timed]
    medians, rounds = in_turn(sides, cancelled=cancelled, progress=steps_after(len(timed), progress))
    ms = {number: median for (number, _), median in zip(timed, medians, strict=True)}
    rows = tuple(
        _row(model, heads, width, length, found.get(number), ms.get(number))
        for number, (heads, width, model) in enumerate(variants)
    )
    kernels, threads = where()
    return HeadsOutcome(
        experiment="heads",
        config=config,
        claim=CLAIM,
        holds=_holds(rows),
        length=length,
        rows=rows,
        rounds=rounds,
        kernels=kernels,
        threads=threads,
    )


def block_macs(config: ModelConfig, length: int) -> int:
    """Multiply-adds of all blocks, the output matrix left out."""
    macs = count(config, length).macs
    return macs.total - macs.unembedding


def _variants(config: ModelConfig) -> list[tuple[int, Width, ModelConfig]]:
    """The model with every number of heads that it can have, all split ones before the kept ones."""
    possible = divisors(config.d_model)
    numbers = sorted({heads for heads in (*HEADS, config.n_heads) if heads in possible})
    if len(numbers) < 2:
        numbers = possible
    widths: tuple[Width, ...] = ("split", "keep")
    found: list[tuple[int, Width, ModelConfig]] = []
    legal: set[int] = set()
    for width in widths:
        for heads in numbers:
            try:
                found.append((heads, width, replace(config, n_heads=heads, head_width=width, n_kv_heads=None)))
            except InputError:  # rotary pairs do not fit into an odd width
                continue
            legal.add(heads)
    if len(legal) < 2:
        raise InputError(_ONE_HEAD, d_model=config.d_model)
    return found


def _drawn(weights: Weights, cancelled: Callable[[], bool] | None) -> Iterator[FloatArray]:
    """Q, K, V and O of the block, after everything in it was drawn array by array: in a large model each takes a while."""
    for name in weights:
        if cancelled is not None and cancelled():
            raise Cancelled
        if name.startswith("blocks.") and name.count("W_"):
            weights.matrix(name)
    for name in _MATRICES:
        yield weights.matrix(f"blocks.0.attention.{name}")


def _pass(weights: Weights, length: int, cancelled: Callable[[], bool] | None) -> Callable[[], object]:
    ids = [number % weights.config.vocabulary for number in range(length)]
    return lambda: forward(weights.config, weights, ids, keep=_NONE, logits=False, cancelled=cancelled)


def _row(model: ModelConfig, heads: int, width: Width, length: int, found: int | None, ms: float | None) -> HeadsRow:
    counts = count(model, length)
    return HeadsRow(
        heads=heads,
        width=width,
        d_head=model.d_head,
        projections=counts.parameters.per_block.attention_weights,
        found=found,
        parameters=counts.parameters.total,
        macs=block_macs(model, length),
        scores=counts.scores.total,
        ms=ms,
    )


def _holds(rows: tuple[HeadsRow, ...]) -> bool:
    """Whether split heads all have the weights of the first row, kept ones as many times more as there are heads, in arrays too."""
    one = rows[0].projections
    counted = all(row.projections == (one if row.width == "split" else one * row.heads) for row in rows)
    return counted and all(row.found is None or row.found == row.projections for row in rows)
