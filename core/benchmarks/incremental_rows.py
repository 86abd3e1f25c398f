"""A pass that takes from the pass before it what is the same, beside the whole pass (`whole_ms`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from core.benchmarks.forward_rows import one_pass
from core.benchmarks.row import Row
from core.benchmarks.sizes import Size
from core.benchmarks.timing import Side, in_turn
from core.model import Trace, Weights, random_weights

Sides = tuple[Side, Side]
"""The pass that takes over what is the same, and the whole pass."""


def one_token_more(size: Size) -> Sides:
    """A causal model reads one token after the others: only its row is new in every block."""
    weights = random_weights(size.config(mask="causal"))
    before = one_pass(weights, size.tokens - 1)()
    return one_pass(weights, size.tokens, after=before), one_pass(weights, size.tokens)


def one_block_more(size: Size) -> Sides:
    """A block is put on top: those below compute what they did."""
    config = size.config()
    fewer = random_weights(replace(config, n_layers=config.n_layers - 1))
    before = one_pass(fewer, size.tokens)()
    weights = random_weights(config, reuse=fewer)
    return one_pass(weights, size.tokens, after=before), one_pass(weights, size.tokens)


def another_norm(size: Size) -> Sides:
    """The norms move from before the sublayers to after them: every number changes, but no weight is drawn again."""
    before = random_weights(size.config(norm="pre"))
    one_pass(before, size.tokens)()  # weights are drawn when they are first read
    config = size.config(norm="post")

    def drawing(reuse: Weights | None) -> Trace:
        return one_pass(random_weights(config, reuse), size.tokens)()

    return partial(drawing, before), partial(drawing, None)


ROWS: Final[dict[str, tuple[Callable[[Size], Sides], Size]]] = {
    f"incremental/{change}-{size}": (sides, size)
    for change, sides, size in (
        ("append", one_token_more, Size(256, 4, 4, 128)),
        ("append", one_token_more, Size(512, 6, 8, 128)),
        ("one-block-more", one_block_more, Size(512, 6, 8, 128)),
        ("norm", another_norm, Size(512, 6, 8, 64)),
    )
}


def names() -> tuple[str, ...]:
    """One row for each kind of change."""
    return tuple(ROWS)


def measure(wanted: Sequence[str]) -> Iterator[Row]:
    """Measure some of the rows."""
    for name in wanted:
        change, size = ROWS[name]
        yield measure_change(name, change(size))


def measure_change(name: str, sides: Sides) -> Row:
    """One row."""
    medians = in_turn(dict(zip(("ours", "whole"), sides, strict=True)))
    return Row(name, ours_ms=medians["ours"], more={"whole_ms": medians["whole"]})
