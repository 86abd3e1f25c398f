"""The learning rate of each step, held against the formulas worked out by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.learning.schedule import KINDS, Schedule
from core.messages import InputError

schedules = st.builds(
    Schedule,
    kind=st.sampled_from(KINDS),
    rate=st.floats(1e-8, 10),
    warmup=st.integers(0, 50),
    total=st.integers(51, 200),
)


@pytest.mark.parametrize(
    "kind, expected",
    [
        ("constant", {1: 0.8, 4: 0.8, 12: 0.8}),
        ("warmup", {1: 0.2, 3: 0.6, 4: 0.8, 100: 0.8}),
        ("inverse-root", {1: 0.2, 2: 0.4, 4: 0.8, 16: 0.4, 64: 0.2}),  # √(4/16) = ½, √(4/64) = ¼
        ("cosine", {1: 0.2, 4: 0.8, 8: 0.4, 12: 0.0, 99: 0.0}),  # half of the way from 4 to 12 is half of the rate
    ],
)
def test_rates_by_hand(kind: Any, expected: dict[int, float]) -> None:
    schedule = Schedule(kind, rate=0.8, warmup=4, total=12)
    assert {step: schedule.at(step) for step in expected} == pytest.approx(expected, abs=1e-15)


def test_inverse_root_is_the_schedule_of_the_paper() -> None:
    """§5.3: D^−½·min(s^−½, s·W^−3⁄2) with D 512, W 4000, whose peak is (512·4000)^−½ = 6.99e-4."""
    schedule = Schedule("inverse-root", rate=(512 * 4000) ** -0.5, warmup=4000)
    for step in (1, 100, 3999, 4000, 4001, 100_000):
        assert schedule.at(step) == pytest.approx(512**-0.5 * min(step**-0.5, step * 4000**-1.5))


@given(schedules)
def test_never_above_the_rate_and_never_below_zero(schedule: Schedule) -> None:
    rates = [schedule.at(step) for step in range(250)]
    assert all(0 <= rate <= schedule.rate for rate in rates)


@given(schedules)
def test_up_to_the_end_of_the_warm_up_and_never_up_again(schedule: Schedule) -> None:
    rates = [schedule.at(step) for step in range(1, 250)]
    top = max(schedule.warmup, 1) - 1
    assert rates[top] == pytest.approx(schedule.rate, rel=2e-3)  # cosine without a warm-up has gone one step of at least 51
    assert all(before <= after for before, after in pairwise(rates[: top + 1]))
    assert all(before >= after for before, after in pairwise(rates[top:]))


@given(schedules)
def test_no_jump_at_the_end_of_the_warm_up(schedule: Schedule) -> None:
    """The step before is at most 1/W below the peak, and the step after falls by less than the formulas' slope, 1/W."""
    if schedule.warmup and schedule.kind != "constant":
        end = schedule.warmup
        allowed = schedule.rate / end * 1.0001
        assert abs(schedule.at(end) - schedule.at(end - 1)) <= allowed
        fall = schedule.at(end) - schedule.at(end + 1)
        assert fall <= (schedule.rate * 2 / (schedule.total - end) if schedule.kind == "cosine" else allowed)


@given(schedules, st.integers(1, 300), st.integers(0, 20))
def test_several_rates_at_once(schedule: Schedule, start: int, count: int) -> None:
    rates = schedule.rates(start, count)
    assert rates.dtype == np.float32
    assert rates.tolist() == [np.float32(schedule.at(start + number)) for number in range(count)]


def test_the_largest_and_the_smallest_rate_are_rates() -> None:
    """Neither 0 nor infinite after rounding."""
    for rate in (3.4e38, 1.4e-45):
        assert 0 < Schedule("constant", rate).rates(1, 1)[0] < np.inf


@pytest.mark.parametrize(
    "values, named",
    [
        ({"kind": "linear"}, "linear.*constant, warmup, inverse-root, cosine"),
        ({"rate": 0}, "above 0"),
        ({"rate": -1.0}, "above 0"),
        ({"rate": float("nan")}, "nan"),
        ({"rate": float("inf")}, "inf"),
        ({"rate": "0.1"}, "above 0"),
        ({"rate": 1e300}, "1e\\+300.*float32"),
        ({"rate": 3.41e38}, "float32"),
        ({"rate": 10**400}, "float32"),
        ({"rate": 1e-46}, "1e-46.*float32"),
        ({"rate": True}, "above 0"),
        ({"warmup": -1}, "warmup is -1.*from 0"),
        ({"warmup": 1.5}, "warmup is 1.5"),
        ({"total": 0}, "total is 0.*from 1"),
        ({"kind": "cosine", "warmup": 10, "total": 10}, "10 steps must be shorter"),
    ],
)
def test_bad_numbers_are_a_sentence(values: dict[str, Any], named: str) -> None:
    with pytest.raises(InputError, match=named):
        Schedule(**values)
