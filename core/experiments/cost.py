"""How the cost of a pass grows with the length: scores exactly with n², time with a part in n and a part in n²."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Final

from core.experiments.outcome import Outcome
from core.experiments.timing import LEAST_ROUNDS, ROUNDS, in_turn, steps_after, where
from core.messages import QT_TRANSLATE_NOOP, Cancelled, InputError
from core.model.arrays import FLOAT_BYTES
from core.model.config import ModelConfig
from core.model.counts import count, peak_bytes
from core.model.ledger import work_shape
from core.model.memory import check_memory
from core.model.transformer import forward
from core.model.weights import Weights, random_weights

LENGTHS: Final = (64, 128, 256, 512, 768, 1024, 1536, 2048)
"""Lengths that are measured, as many as the time allows."""
FEWEST: Final = 3
"""Lengths that are measured in any case: two numbers are fitted to them."""
SECONDS: Final = 18.0
"""How long the measuring may take, about."""
COUNTED_BYTES: Final = 2**28
"""Maps up to this size are kept once, to count their cells."""
FARTHEST: Final = 0.3
"""How far the fit may be from a measured time, as a share of it, and still say something of the machine."""

_NONE: Final[frozenset[str]] = frozenset()
_PATTERN: Final = frozenset({"pattern"})

CLAIM: Final = QT_TRANSLATE_NOOP(
    "core",
    "Twice as many tokens have exactly four times as many scores, and the time of a pass has a part that grows with the length "
    "and one that grows with its square.",
)
_TOO_FEW = QT_TRANSLATE_NOOP("core", "The cost experiment needs at least {fewest} different lengths from 1 up.")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CostPoint:
    """One length, measured."""

    length: int
    ms: float
    """Median time of a pass, without the output matrix."""
    scores: int
    """Cells of all maps, counted by formula."""
    cells: int | None
    """The same, counted in the maps of a pass; None where they were too large to be kept."""
    doubled: int
    """Cells of all maps of twice the length."""
    macs: int
    """Multiply-adds of all blocks."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CostOutcome(Outcome):
    """What the cost experiment found: the points, and ms = linear · n + quadratic · n² fitted to them."""

    points: tuple[CostPoint, ...]
    linear: float
    """ms for each token."""
    quadratic: float
    """ms for each pair of tokens."""
    crossing_counted: float
    """The length at which both parts have equally many multiply-adds: 6d where f = 4d."""
    rounds: int
    kernels: str
    threads: int

    @property
    def crossing(self) -> float | None:
        """The length at which both parts take equally long, by the fit; None without one of the parts."""
        return self.linear / self.quadratic if min(self.linear, self.quadratic) > 0 else None

    @property
    def farthest(self) -> CostPoint:
        """The point that the fit misses most."""
        return max(self.points, key=self.miss_at)

    @property
    def miss(self) -> float:
        """How far the fit is from the point that it misses most, as a share of what was measured there."""
        return self.miss_at(self.farthest)

    def miss_at(self, point: CostPoint) -> float:
        """How far the fit is from a point, as a share of what was measured there."""
        return abs(self.linear * point.length + self.quadratic * point.length**2 - point.ms) / point.ms

    def measured(self) -> dict[str, Any]:
        """The points, the fit, and both crossings."""
        return {
            "kernels": self.kernels,
            "threads": self.threads,
            "rounds": self.rounds,
            "points": [
                {
                    "length": point.length,
                    "ms": point.ms,
                    "scores": point.scores,
                    "scores_in_maps": point.cells,
                    "scores_of_twice_the_length": point.doubled,
                    "times": point.doubled / point.scores,
                    "macs": point.macs,
                }
                for point in self.points
            ],
            "fit": {
                "linear_ms_per_token": self.linear,
                "quadratic_ms_per_pair": self.quadratic,
                "largest_miss_over_measured": self.miss if self.points else None,
            },
            "equal_at": {"measured": self.crossing, "counted": self.crossing_counted},
        }


def run_cost(
    config: ModelConfig,
    *,
    lengths: Sequence[int] = LENGTHS,
    seconds: float = SECONDS,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> CostOutcome:
    """Time passes of several lengths in turn and fit a·n + b·n² to the medians, a and b not negative.

    The longest lengths are left out where time or memory would not be enough. Learned positions get as many rows as are needed:
    what a row holds changes no time. The claim holds when doubling any of the lengths gives exactly four times the scores, the
    maps have as many cells as was counted, a and b are above 0, and no measured time is farther from the fit than FARTHEST.

    Raises
    ------
    InputError
        For fewer than `FEWEST` lengths, and a model that is too large for the shortest ones.
    Cancelled
        When `cancelled` says so.
    """
    wanted = sorted(set(lengths))
    if len(wanted) < FEWEST or wanted[0] < 1:
        raise InputError(_TOO_FEW, fewest=FEWEST)
    model = replace(config, context=max(config.context, wanted[-1]))
    for length in wanted[:FEWEST]:
        check_memory(model, length, _bytes(model, length))
    weights = random_weights(model)
    _pass(weights, wanted[0], cancelled)()  # draws the weights, which is no part of a pass
    start = perf_counter()
    cells = _pilot(model, weights, wanted, seconds, cancelled, progress)
    used = list(cells)
    sides = [_pass(weights, length, cancelled) for length in used]
    left = seconds - (perf_counter() - start)
    medians, rounds = in_turn(sides, seconds=left, warm_up=False, cancelled=cancelled, progress=steps_after(len(used), progress))
    points = tuple(
        CostPoint(
            length=length,
            ms=ms,
            scores=count(model, length).scores.total,
            cells=cells[length],
            doubled=count(model, 2 * length).scores.total,
            macs=(macs := count(model, length).macs).total - macs.unembedding,
        )
        for length, ms in zip(used, medians, strict=True)
    )
    linear, quadratic = fitted(used, medians)
    kernels, threads = where()
    outcome = CostOutcome(
        experiment="cost",
        config=config,
        claim=CLAIM,
        holds=False,
        points=points,
        linear=linear,
        quadratic=quadratic,
        crossing_counted=work_shape(config).crossing,
        rounds=rounds,
        kernels=kernels,
        threads=threads,
    )
    counted = all(p.doubled == 4 * p.scores and p.cells in (None, p.scores) for p in points)
    return replace(outcome, holds=counted and outcome.crossing is not None and outcome.miss <= FARTHEST)


def fitted(lengths: Sequence[int], times: Sequence[float]) -> tuple[float, float]:
    """(a, b), neither of them negative, with the smallest Σ (1 − (a·n + b·n²) / time)²; at least two lengths, all times above 0.

    What counts is the miss as a share of the time: in milliseconds the longest lengths would outweigh all others, and a busy
    moment there would leave nothing for the part in n. The normal equations of both, with u = n / time and v = n² / time; where
    one comes out negative it is 0 and the other is fitted alone.
    """
    pairs = [(n / time, n * n / time) for n, time in zip(lengths, times, strict=True)]
    u, v = sum(u for u, _ in pairs), sum(v for _, v in pairs)
    uu, uv, vv = sum(u * u for u, _ in pairs), sum(u * v for u, v in pairs), sum(v * v for _, v in pairs)
    determinant = uu * vv - uv * uv
    linear, quadratic = (u * vv - v * uv) / determinant, (v * uu - u * uv) / determinant
    if linear < 0:
        return 0.0, v / vv
    if quadratic < 0:
        return u / uu, 0.0
    return linear, quadratic


def _pilot(
    model: ModelConfig,
    weights: Weights,
    lengths: Sequence[int],
    seconds: float,
    cancelled: Callable[[], bool] | None,
    progress: Callable[[int, int], None] | None,
) -> dict[int, int | None]:
    """The lengths that can be measured in `seconds`, each with the cells of its maps as one pass leaves them.

    The time of the next length is guessed from the one before, as if all of it grew with n².
    """
    cells: dict[int, int | None] = {}
    spent, last = 0.0, 0.0
    for number, length in enumerate(lengths):
        guess = last * (length / lengths[number - 1]) ** 2 if number else 0.0
        if number >= FEWEST and ((spent + guess) * (1 + LEAST_ROUNDS) > seconds or not _fits(model, length)):
            break
        if cancelled is not None and cancelled():
            raise Cancelled
        counted = FLOAT_BYTES * count(model, length).scores.total <= COUNTED_BYTES
        start = perf_counter()
        trace = forward(model, weights, _ids(model, length), keep=_PATTERN if counted else _NONE, logits=False, cancelled=cancelled)
        last = perf_counter() - start
        spent += last
        maps = [layer.pattern for layer in trace.layers]
        cells[length] = sum(pattern.size for pattern in maps if pattern is not None) if counted else None
        if progress is not None:  # of all lengths, as long as none is known to be too long
            progress(number + 1, (1 + ROUNDS) * len(lengths))
    return cells


def _bytes(model: ModelConfig, length: int) -> int:
    counted = FLOAT_BYTES * count(model, length).scores.total <= COUNTED_BYTES
    return peak_bytes(model, length, _PATTERN if counted else _NONE, logits=False).total


def _fits(model: ModelConfig, length: int) -> bool:
    try:
        check_memory(model, length, _bytes(model, length))
    except InputError:
        return False
    return True


def _pass(weights: Weights, length: int, cancelled: Callable[[], bool] | None) -> Callable[[], object]:
    ids = _ids(weights.config, length)
    return lambda: forward(weights.config, weights, ids, keep=_NONE, logits=False, cancelled=cancelled)


def _ids(model: ModelConfig, length: int) -> list[int]:
    return [number % model.vocabulary for number in range(length)]
