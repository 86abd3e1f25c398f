"""How an experiment takes times: sides in turn, medians, and an end that can be asked for."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Final

from core.benchmarks.timing import Side, timed
from core.kernels import best_kernels
from core.kernels.workers import WORKERS
from core.messages import Cancelled

ROUNDS: Final = 7
LEAST_ROUNDS: Final = 3
TURN: Final = 0.01
"""Seconds of one turn: a side that takes less runs several times."""


def in_turn(
    sides: Sequence[Side],
    *,
    rounds: int = ROUNDS,
    seconds: float = 20.0,
    warm_up: bool = True,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[list[float], int]:
    """Median time of each side in ms, and in how many rounds it was taken: `rounds`, or fewer when `seconds` are over.

    With `warm_up` every side runs once before the clock does. Then they take turns, in an order that is reversed each round, so
    that a busy moment of the machine hits all of them; the figure of a turn is the median of its runs.

    Raises
    ------
    Cancelled
        When `cancelled`, asked before every turn, says so.
    """
    end = perf_counter() + seconds
    steps = (rounds + warm_up) * len(sides)
    done = 0

    def step(action: Callable[[], object]) -> None:
        nonlocal done
        if cancelled is not None and cancelled():
            raise Cancelled
        action()
        done += 1
        if progress is not None:
            progress(done, steps)

    for side in sides if warm_up else ():
        step(side)
    times: list[list[float]] = [[] for _ in sides]
    taken = 0
    while taken < rounds and (taken < LEAST_ROUNDS or perf_counter() < end):
        for number in list(range(len(sides)))[:: -1 if taken % 2 else 1]:
            step(partial(_take_turn, sides[number], times[number]))
        taken += 1
    return [statistics.median(series) for series in times], taken


def steps_after(before: int, progress: Callable[[int, int], None] | None) -> Callable[[int, int], None] | None:
    """`progress` for what comes after `before` steps that were done already."""
    if progress is None:
        return None
    return lambda done, total: progress(before + done, before + total)


def where() -> tuple[str, int]:
    """On what a pass is timed now: compiled or plain kernels, and how many threads share its products."""
    return best_kernels().name, WORKERS


def _take_turn(side: Side, series: list[float]) -> None:
    times: list[float] = []
    end = perf_counter() + TURN
    while not times or perf_counter() < end:
        times.append(timed(side))
    series.append(statistics.median(times))
