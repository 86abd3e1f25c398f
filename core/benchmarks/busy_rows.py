"""The forward pass while two other processes keep the machine busy."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from typing import Final

from core.benchmarks.forward_rows import one_pass
from core.benchmarks.load import load
from core.benchmarks.row import Row
from core.benchmarks.sizes import BUSY_GRID, Size
from core.benchmarks.timing import SPREAD, in_a_row, percentile
from core.model import random_weights

_SIZES: Final = {f"busy/{size}": size for size in BUSY_GRID}


def names() -> tuple[str, ...]:
    """One row for each model and length."""
    return tuple(_SIZES)


def measure(wanted: Sequence[str]) -> Iterator[Row]:
    """Measure some of the rows: all of them idle, then all of them under the same load."""
    yield from measure_sizes({name: _SIZES[name] for name in wanted})


def measure_sizes(sizes: dict[str, Size]) -> Iterator[Row]:
    """`ours_ms` is the median of the idle machine, `p50_ms` and `p95_ms` are of the busy one, `busy_ratio` = p50_ms / ours_ms."""
    weights = {config: random_weights(config) for config in {size.config() for size in sizes.values()}}
    passes = {name: one_pass(weights[size.config()], size.tokens) for name, size in sizes.items()}
    idle = {name: statistics.median(in_a_row(run, seconds=SPREAD)) for name, run in passes.items()}
    with load():
        busy = {name: in_a_row(run, seconds=SPREAD) for name, run in passes.items()}
    for name, times in busy.items():
        p50 = statistics.median(times)
        more = {"busy_ratio": p50 / idle[name]}
        yield Row(name, ours_ms=idle[name], p50_ms=p50, p95_ms=percentile(times, 0.95), more=more)
