"""The cost experiment: four times the scores for twice the length, and a fit that finds what was put in."""

from __future__ import annotations

import json
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.experiments import cost as module
from core.experiments import timing
from core.experiments.cost import CostOutcome, fitted, run_cost
from core.files import strict_json
from core.messages import Cancelled, InputError
from core.model import ModelConfig, preset

TINY = preset("small", n_layers=1, d_model=16, n_heads=2)
LENGTHS = (8, 16, 32, 512)


@given(st.floats(1e-6, 10), st.floats(1e-9, 1e-2))
def test_the_fit_finds_both_parts(linear: float, quadratic: float) -> None:
    lengths = (64, 128, 256, 512, 1024)
    a, b = fitted(lengths, [linear * n + quadratic * n * n for n in lengths])
    assert a == pytest.approx(linear, rel=1e-6, abs=1e-9)
    assert b == pytest.approx(quadratic, rel=1e-6, abs=1e-12)


@given(st.lists(st.floats(0.1, 100), min_size=4, max_size=4))
def test_no_other_fit_that_is_not_negative_is_closer(times: list[float]) -> None:
    """Looked for on a grid around the result, which is the naive way."""
    lengths = np.array([1.0, 2.0, 3.0, 5.0])
    a, b = fitted([1, 2, 3, 5], times)
    assert a >= 0
    assert b >= 0

    def error(a: float, b: float) -> float:
        return float((((np.array(times) - a * lengths - b * lengths**2) / np.array(times)) ** 2).sum())

    best = error(a, b)
    for da in (-0.1, -1e-3, 0, 1e-3, 0.1):
        for db in (-0.1, -1e-3, 0, 1e-3, 0.1):
            assert error(max(0.0, a + da), max(0.0, b + db)) >= best - 1e-9 * (1 + best)


def test_a_line_has_no_part_in_n_squared_and_a_parabola_no_part_in_n() -> None:
    # a alone makes n/t · a closest to 1: Σ n/t ÷ Σ (n/t)², with n/t = 1/3, 1/3, 4/11
    assert fitted((1, 2, 4), (3.0, 6.0, 11.0)) == (pytest.approx((2 / 3 + 4 / 11) / (2 / 9 + 16 / 121)), 0.0)
    assert fitted((1, 2, 4), (0.5, 4.0, 17.0))[0] == 0.0


def test_a_busy_moment_at_the_longest_length_does_not_hide_the_part_in_n() -> None:
    """0.02 n + 0.00004 n², equal at 500, but the machine took 1.25 times as long for 2048 tokens: 260.92 ms instead of 208.73.

    Counted in milliseconds, the last length outweighs all others together, and little is left for the part in n.
    """
    lengths = (64, 128, 256, 512, 1024, 2048)
    times = [0.02 * n + 0.00004 * n * n for n in lengths]
    times[-1] *= 1.25
    a, b = fitted(lengths, times)
    assert a * 64 + b * 64 * 64 == pytest.approx(times[0], rel=0.05)
    assert 300 < a / b < 600


def test_scores_are_counted_by_formula_and_in_the_maps() -> None:
    """One layer, two heads: 2·n² cells; four times as many for twice the length."""
    outcome = run_cost(TINY, lengths=LENGTHS, seconds=1)
    assert [point.length for point in outcome.points] == list(LENGTHS)
    for point in outcome.points:
        assert point.scores == point.cells == 2 * point.length**2
        assert point.doubled == 4 * point.scores
        assert point.macs == point.length * (4 * 16 * 16 + 2 * 16 * 256) + 2 * point.length**2 * 16
        assert point.ms > 0


def test_a_thousand_tokens_have_a_million_scores_a_head() -> None:
    """facts §2: n 1000 → 1 000 000, n 2000 → 4 000 000."""
    outcome = run_cost(preset("small", n_layers=1, d_model=8, n_heads=1), lengths=(10, 100, 1000), seconds=1)
    assert (outcome.points[-1].scores, outcome.points[-1].doubled) == (1_000_000, 4_000_000)


def test_equal_parts_at_six_times_the_width_by_count() -> None:
    """facts §2: f = 4d → 6d; here 6·64 = 384, and 3072 for the default model's d 512."""
    outcome = run_cost(preset("small", n_layers=1), lengths=(4, 8, 16), seconds=1)
    assert outcome.crossing_counted == 384
    assert module.work_shape(ModelConfig()).crossing == 3072


def test_the_measured_crossing_is_that_of_the_fit() -> None:
    outcome = made(linear=0.2, quadratic=1e-4)
    assert outcome.crossing == pytest.approx(2000)
    assert made(linear=0.2, quadratic=0.0).crossing is None


def test_without_one_of_the_parts_both_are_equal_nowhere() -> None:
    assert made(linear=0.0, quadratic=1e-4).crossing is None
    assert made(linear=0.0, quadratic=1e-4).measured()["equal_at"]["measured"] is None


def made(linear: float, quadratic: float) -> CostOutcome:
    return CostOutcome(
        experiment="cost",
        config=TINY,
        claim=module.CLAIM,
        holds=quadratic > 0,
        points=(),
        linear=linear,
        quadratic=quadratic,
        crossing_counted=96.0,
        rounds=3,
        kernels="plain",
        threads=1,
    )


@pytest.mark.parametrize(
    "times, holds, worst",
    [
        ((8.0, 16.0, 32.0, 512.0), False, 0.0),  # n alone
        ((64.0, 256.0, 1024.0, 262144.0), False, 0.0),  # n² alone
        ((72.0, 272.0, 1056.0, 262656.0), True, 0.0),  # n + n²
        ((72.0 * 4, 272.0, 1056.0, 262656.0), False, 0.7),  # the first took four times as long: no curve goes through it
    ],
)
def test_the_claim_fails_without_one_of_the_parts_and_where_the_fit_is_far_off(
    monkeypatch: pytest.MonkeyPatch, times: tuple[float, ...], holds: bool, worst: float
) -> None:
    monkeypatch.setattr(module, "in_turn", lambda sides, **_: (list(times[: len(sides)]), 3))
    outcome = run_cost(TINY, lengths=LENGTHS, seconds=1)
    assert outcome.holds == holds
    assert outcome.miss == pytest.approx(worst, abs=0.15)
    assert (outcome.measured()["equal_at"]["measured"] is None) == (outcome.crossing is None)
    assert outcome.measured()["fit"]["largest_miss_over_measured"] == outcome.miss


def test_without_time_three_lengths_are_measured() -> None:
    assert [point.length for point in run_cost(TINY, seconds=0).points] == [64, 128, 256]


def test_learned_positions_get_as_many_rows_as_are_needed() -> None:
    outcome = run_cost(preset("small", n_layers=1, position="learned", context=4), lengths=(4, 8, 16), seconds=1)
    assert (outcome.points[-1].length, outcome.config.context) == (16, 4)


def test_measured_is_strict_json() -> None:
    record = json.loads(strict_json.encode(run_cost(TINY, lengths=LENGTHS, seconds=1).as_dict()))
    assert record["experiment"] == "cost"
    times = [point["times"] for point in record["measured"]["points"]]
    assert len(times) >= 3  # fewer than all lengths where the machine is too busy for the last one
    assert set(times) == {4}
    assert record["measured"]["equal_at"]["counted"] == pytest.approx((4 * 256 + 2 * 16 * 256) / 32)


def test_too_few_lengths_and_giants_are_refused() -> None:
    with pytest.raises(InputError, match="at least 3"):
        run_cost(TINY, lengths=(4, 8, 8))
    with pytest.raises(InputError, match="at least 3"):
        run_cost(TINY, lengths=(0, 4, 8))
    with pytest.raises(InputError, match="GB"):
        run_cost(preset("llama-3-8b"))


def test_it_says_how_far_it_is_from_the_first_length_on() -> None:
    """3 lengths: once each to see how long they take, then in up to 7 rounds; the last step is the last of all."""
    steps: list[tuple[int, int]] = []
    outcome = run_cost(TINY, lengths=(2, 4, 8), progress=lambda done, total: steps.append((done, total)))
    assert steps[:3] == [(1, 24), (2, 24), (3, 24)]
    assert [done for done, _ in steps] == list(range(1, 4 + 3 * outcome.rounds))


def test_it_stops_when_told() -> None:
    asked = iter(range(1000))
    with pytest.raises(Cancelled):
        run_cost(TINY, lengths=LENGTHS, cancelled=lambda: next(asked) > 3)


def test_sides_take_turns_in_an_order_that_is_reversed_each_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once each to warm up, then a b, b a, a b; a turn of no length is one run."""
    monkeypatch.setattr(timing, "TURN", 0.0)
    ran: list[str] = []
    steps: list[tuple[int, int]] = []
    sides = [partial(ran.append, "a"), partial(ran.append, "b")]
    medians, rounds = timing.in_turn(sides, rounds=3, progress=lambda done, total: steps.append((done, total)))
    assert "".join(ran) == "ab" + "ab" + "ba" + "ab"
    assert (len(medians), rounds, steps[-1]) == (2, 3, (8, 8))
    assert timing.in_turn(sides, rounds=9, seconds=0, warm_up=False)[1] == 3
