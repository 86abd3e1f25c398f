"""The race, and what holds before any training (facts §5)."""

from __future__ import annotations

from dataclasses import replace
from inspect import signature

import numpy as np
import pytest

from core.experiments.stability import ENTRIES, run_stability
from core.experiments.start import DEPTHS, SEEDS, SETTING, gradient_norms, run_start, stream_sizes
from core.files import strict_json
from core.learning.trainer import RACE
from core.messages import Cancelled, InputError

TINY = replace(RACE, d_model=16, n_heads=2, n_layers=2, d_ff=32)


def test_the_standard_race() -> None:
    """Post-norm without warm-up within 0.2 nats of the unigram line; with one, and pre-norm, at least 0.5 below."""
    outcome = run_stability()
    assert outcome.holds
    post, warmed, pre, _ = (run.end for run in outcome.runs)
    line = outcome.references.unigram
    assert post is not None
    assert abs(post - line) < 0.2
    assert all(end is not None and line - end >= 0.5 for end in (warmed, pre))
    assert sum(run.seconds for run in outcome.runs) < 60  # a hang, not a speed: that is for the benchmarks


def test_at_two_blocks_there_is_no_difference() -> None:
    """So the claim, which is about deep networks, does not hold there."""
    assert not run_stability(replace(RACE, n_layers=2), entries=ENTRIES[:3], steps=200).holds


def test_the_answer_is_strict_json_also_when_a_run_diverges() -> None:
    """With a rate of 1e30 nothing is left to report but the step."""
    outcome = run_stability(TINY, steps=20, rate=1e30)
    assert not outcome.holds
    record = strict_json.decode(strict_json.encode(outcome.as_dict())) if hasattr(strict_json, "decode") else outcome.as_dict()
    runs = record["measured"]["runs"]
    assert any(run["diverged_at"] is not None and run["final_loss"] is None for run in runs)


def test_progress_and_cancelling() -> None:
    """Told after each turn of each run; given up when asked."""
    told: list[tuple[int, int]] = []
    run_stability(TINY, steps=20, entries=ENTRIES[:2], progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (40, 40)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    with pytest.raises(Cancelled):
        run_stability(TINY, steps=20, cancelled=lambda: True)
    with pytest.raises(InputError):
        run_stability(TINY, steps=20, rate=0.0)
    with pytest.raises(InputError, match="steps"):
        run_stability(TINY, steps=0)


@pytest.mark.parametrize("norm,layers,expected", [("post", 2, 0.696), ("post", 6, 0.690), ("pre", 2, 0.586), ("pre", 6, 0.354)])
def test_gradients_at_the_start_are_those_of_an_independent_implementation(norm: str, layers: int, expected: float) -> None:
    """Within an eighth of the values of facts §5, over five seeds: they spread by about as much."""
    found = [gradient_norms(replace(SETTING, norm=norm, n_layers=layers, seed=seed))[1][-1] for seed in range(5)]
    assert np.mean(found) == pytest.approx(expected, rel=0.125)


def test_post_is_flat_and_pre_falls_with_the_root_of_the_depth() -> None:
    """Depths 2, 6 and 12; two seeds."""
    outcome = run_start(depths=(2, 6, 12), seeds=2)
    assert outcome.spread("post") <= 1.3
    assert outcome.spread("pre") <= 1.4
    assert outcome.holds
    strict_json.encode(outcome.as_dict())


def test_the_first_feed_forward_matrix_grows_toward_the_output_in_post_norm() -> None:
    """Over 12 blocks, in the setting of the lesson; in pre-norm it does not grow."""
    inner, _ = gradient_norms(replace(SETTING, norm="post", n_layers=12))
    assert inner[-1] > 1.5 * inner[0]
    inner, _ = gradient_norms(replace(SETTING, norm="pre", n_layers=12))
    assert inner[-1] <= 1.1 * inner[0]


def test_at_the_start_is_measured_as_deep_and_as_often_as_is_said() -> None:
    """Depths from 2 to 48, at least five seeds; the stream over so many that its mean can be told from another one."""
    assert (DEPTHS[0], DEPTHS[-1]) == (2, 48)
    assert len(DEPTHS) == 5
    assert SEEDS >= 5
    parameters = signature(run_start).parameters
    assert (parameters["depths"].default, parameters["seeds"].default) == (DEPTHS, SEEDS)


def test_the_stream_lies_within_the_bounds_of_theory() -> None:
    """facts: 3/2 in every block of post-norm, measured 1.45 to 1.55; 1 + l/2 to 1 + 3l/2 in pre-norm. A tenth off is outside."""
    post, pre = stream_sizes()
    assert (post.norm, pre.norm) == ("post", "pre")
    assert np.abs(post.sizes.mean(axis=0) - 1.5).max() < 0.05
    assert pre.sizes.mean(axis=0)[0] == pytest.approx(1.52, abs=0.05)
    for row in (post, pre):
        assert row.within
        assert not replace(row, sizes=row.sizes + 0.1 * row.high + (row.high - row.low)).within
        assert not replace(row, sizes=row.sizes - 0.1 * row.low - (row.high - row.low)).within


def test_without_skip_connections_the_gradient_dies_with_depth() -> None:
    """facts: without them signal and gradient die. No norm, 24 blocks: hardly anything is left in the first one; 2: a good deal."""
    shallow, deep = (
        gradient_norms(replace(SETTING, d_model=64, d_ff=256, norm="none", skip=False, n_layers=layers))[0] for layers in (2, 24)
    )
    kept = gradient_norms(replace(SETTING, d_model=64, d_ff=256, norm="pre", n_layers=24))[0]
    assert deep[0] < 1e-3 * shallow[0]
    assert deep[0] < 1e-3 * kept[0]
