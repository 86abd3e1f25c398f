"""How times are taken: sides in turn, after warm-up, medians."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from math import ceil
from time import perf_counter, sleep
from typing import Final

Side = Callable[[], object]

WARM_UP: Final = 2
ROUNDS: Final = 9
SPREAD: Final = 3.0
"""Seconds that are measured, at least, where the machine's moments count: a busy one may last one or two."""
MANY_ROUNDS: Final = 31
"""Runs of a side that runs alone, for a stable 95th percentile."""
LONGER: Final = 3.0
"""Seconds more that may be spent on them."""
TURN: Final = 0.02
"""Seconds of one turn: a side that takes less runs several times, because its data and its threads have to come back first."""
REST: Final = 0.01
"""Seconds before each side's turn: the threads of the side before may spin for a while before they sleep."""


def in_turn(sides: Mapping[str, Side], turn: float = TURN) -> dict[str, float]:
    """Median time of each side in ms: of ROUNDS turns of `turn` seconds, or of all in SPREAD; a turn counts as its median run.

    The sides take turns, so that a busy moment of the machine hits all of them, in an order that is reversed each round.
    """
    with _without_collector():
        for side in sides.values():
            for _ in range(WARM_UP):
                side()
        times: dict[str, list[float]] = {name: [] for name in sides}
        end = perf_counter() + SPREAD
        for number in count():
            if number >= ROUNDS and perf_counter() >= end:
                break
            for name in list(sides)[:: -1 if number % 2 else 1]:
                sleep(REST)
                times[name].append(statistics.median(_turn(sides[name], turn)))
    return {name: statistics.median(taken) for name, taken in times.items()}


def _turn(side: Side, seconds: float) -> list[float]:
    times: list[float] = []
    end = perf_counter() + seconds
    while not times or perf_counter() < end:
        times.append(timed(side))
    return times


def in_a_row(side: Side, *, least: int = MANY_ROUNDS, seconds: float = 0.5) -> list[float]:
    """Times in ms of a side that runs again and again: as often as `seconds` allow, `least` times unless that takes long."""
    times: list[float] = []
    with _without_collector():
        for _ in range(WARM_UP):
            side()
        end = perf_counter() + seconds
        while len(times) < ROUNDS or perf_counter() < end or (len(times) < least and perf_counter() < end + LONGER):
            times.append(timed(side))
    return times


def timed(side: Side) -> float:
    """Milliseconds of one run. The clock stops before the result is thrown away."""
    start = perf_counter()
    result = side()
    taken = perf_counter() - start
    del result
    return taken * 1000


def percentile(times: Sequence[float], share: float) -> float:
    """The smallest of the times that at least `share` of them do not exceed."""
    ordered = sorted(times)
    return ordered[ceil(share * len(ordered)) - 1]


@contextmanager
def _without_collector() -> Iterator[None]:
    """Python's collector of reference cycles would start in the middle of some run."""
    was_enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
