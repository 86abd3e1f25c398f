"""The trainer: what a person does with a training."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.kernels import learning_kernels
from core.learning import Optimiser, Schedule, Trainer, TrainingSetup
from core.learning.state import Report
from core.learning.tasks import make_task
from core.learning.trainer import Curves
from core.messages import Cancelled, InputError
from core.model import forward

ROOT = Path(__file__).parents[2]
SMALL = {"d_model": 16, "n_layers": 2, "n_heads": 2, "d_ff": 32}


class Late(Schedule):
    """The usual rate, and after a number of steps the largest there is: a step with it takes parameters beyond float32."""

    def at(self, step: int) -> float:
        return 3e-3 if step <= self.warmup else 3.4e38


def setup(task: str = "characters", rate: float = 3e-3, **changes: object) -> TrainingSetup:
    """A small training."""
    return replace(TrainingSetup.usual(task, **(SMALL | changes)), schedule=Schedule("constant", rate), batch=4)


def test_b33_equal_seeds_give_equal_losses_in_any_order_of_calls() -> None:
    """Twenty steps at once, or in pieces; to the last bit. Another seed gives others."""
    first, second, other = Trainer(setup()), Trainer(setup()), Trainer(setup(seed=1))
    first.advance(20)
    for steps in (1, 7, 12):
        second.advance(steps)
    other.advance(20)
    assert first.curves.losses.tobytes() == second.curves.losses.tobytes()
    assert first.state.parameters.tobytes() == second.state.parameters.tobytes()
    assert first.curves.losses.tolist() != other.curves.losses.tolist()


def test_b33_plain_and_compiled_steps_learn_the_same() -> None:
    """Twenty steps, within what float32 leaves."""
    compiled, plain = Trainer(setup()), Trainer(setup(), compiled=False)
    compiled.advance(20)
    plain.advance(20)
    np.testing.assert_allclose(compiled.curves.losses, plain.curves.losses, rtol=1e-4)


def test_a_fresh_model_loses_half_a_nat_more_than_one_that_knows_nothing() -> None:
    """facts: untied, Xavier, ≈ ln V + ½ (4.65 for V 65, where ln V is 4.17). The logits are then about N(0, 1)."""
    trainer = Trainer(TrainingSetup.usual("characters"))
    trainer.advance(1)
    assert trainer.curves.losses[0] == pytest.approx(np.log(trainer.setup.config.vocabulary) + 0.5, abs=0.2)


def test_it_learns() -> None:
    """Copying 6 of 8 symbols is learnt in 150 steps to a tenth of the uniform loss."""
    task = make_task("copy", length=6, symbols=8)
    trainer = Trainer(replace(TrainingSetup.usual(task, **SMALL), schedule=Schedule("constant", 1e-2)))
    trainer.advance(150)
    assert trainer.curves.losses[-1] < 0.1 * task.losses().uniform
    assert trainer.held_out_loss() < 0.1 * task.losses().uniform


@pytest.mark.parametrize("compiled", [True, False])
def test_b31_a_rate_of_1000_stops_by_itself(compiled: bool) -> None:
    """At the first step that is not finite; the last finite weights stay, nothing more is done, and reset begins anew."""
    trainer = Trainer(
        replace(setup(norm="none"), schedule=Schedule("constant", 1e3), optimiser=Optimiser(kind="sgd")), compiled=compiled
    )
    done = trainer.advance(200)
    assert trainer.diverged_at == done + 1 <= 200
    assert np.isfinite(trainer.state.parameters).all()
    assert np.isfinite(trainer.curves.losses).all()
    assert trainer.advance(10) == 0
    trainer.reset()
    assert (trainer.step, trainer.diverged_at, trainer.curves.steps) == (0, None, 0)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("good, pieces", [(0, (5,)), (3, (1,) * 6), (3, (2, 9)), (99, (99, 50))])
def test_b31_a_step_that_leaves_infinite_parameters_is_not_taken(compiled: bool, good: int, pieces: tuple[int, ...]) -> None:
    """Its loss and its gradient are finite. The steps before it stay to the last bit, wherever the last state was kept."""
    calm = replace(setup("copy"), optimiser=Optimiser(kind="adamw", weight_decay=10))
    wild, expected = (
        Trainer(replace(calm, schedule=Late("constant", warmup=good)), compiled=compiled),
        Trainer(calm, compiled=compiled),
    )
    taken = sum(wild.advance(steps) for steps in pieces)
    expected.advance(good)
    assert (taken, wild.step, wild.diverged_at, wild.advance(3)) == (good, good, good + 1, 0)
    assert wild.state.is_finite()
    for name in ("parameters", "first", "second"):
        assert getattr(wild.state, name).tobytes() == getattr(expected.state, name).tobytes()
    for name in ("losses", "gradients", "changes"):
        assert getattr(wild.curves, name).tobytes() == getattr(expected.curves, name).tobytes()


def test_winding_back_and_going_on_gives_the_same_again() -> None:
    """Fifty steps, back to a state kept at or before 20, and on to 50."""
    trainer = Trainer(setup())
    trainer.advance(50)
    losses, parameters = trainer.curves.losses.copy(), trainer.state.parameters.copy()
    step = trainer.wind_back(20)
    assert 0 <= step <= 20
    assert trainer.curves.steps == step
    trainer.advance(50 - step)
    assert trainer.curves.losses.tobytes() == losses.tobytes()
    assert trainer.state.parameters.tobytes() == parameters.tobytes()
    with pytest.raises(InputError):
        trainer.wind_back(-1)


def test_states_are_kept_at_equal_distances_and_not_too_many() -> None:
    """0, and every 2ᵏ-th step; at most 33 with the first."""
    trainer = Trainer(setup())
    trainer.advance(100)
    kept = trainer.checkpoints
    assert kept[0] == 0
    assert len(kept) <= 33
    assert len(set(np.diff(kept))) == 1
    assert trainer.weights_at(kept[3]).name == f"step {kept[3]}"


@pytest.mark.parametrize("compiled", [True, False])
def test_cancelling_leaves_whole_steps(compiled: bool) -> None:
    """Asked before each piece of work, also where many steps are asked for at once; every step that was taken is told of."""
    trainer, whole = Trainer(setup(), compiled=compiled), Trainer(setup(), compiled=compiled)
    trainer.advance(140)
    assert trainer.checkpoints[1] > 2
    with pytest.raises(Cancelled):
        trainer.advance(40, cancelled=lambda: trainer.step >= 142)
    assert 142 <= trainer.step < 180
    assert trainer.curves.steps == trainer.step
    trainer.advance(180 - trainer.step)
    whole.advance(180)
    assert trainer.curves.losses.tobytes() == whole.curves.losses.tobytes()


def test_b33_plain_steps_are_the_same_after_a_pause_in_the_first_sentence_of_a_step() -> None:
    """Nothing of a step that was not finished stays behind."""
    trainer, whole = Trainer(setup(), compiled=False), Trainer(setup(), compiled=False)
    asked = iter(range(1000))
    with pytest.raises(Cancelled):
        trainer.advance(10, cancelled=lambda: next(asked) >= 2)
    assert trainer.step == trainer.curves.steps == 0
    trainer.advance(3)
    whole.advance(3)
    assert trainer.curves.losses.tobytes() == whole.curves.losses.tobytes()


def test_what_does_not_go_together_is_refused() -> None:
    """Another vocabulary, no batch, and a model that does not fit into memory."""
    good = setup()
    with pytest.raises(InputError, match="symbols"):
        replace(good, config=replace(good.config, vocabulary=7))
    with pytest.raises(InputError, match="batch"):
        replace(good, batch=0)
    with pytest.raises(InputError, match="memory"):  # at once: what it would need is counted, not listed
        Trainer(replace(good, config=replace(good.config, n_layers=2**31 - 1)))
    with pytest.raises(InputError, match="memory"):
        Trainer(replace(good, config=replace(good.config, d_model=16384, n_layers=48, d_ff=65536)))


def test_the_weights_of_a_step_are_a_copy() -> None:
    """Later steps do not change them, and they say where they come from."""
    trainer = Trainer(setup())
    trainer.advance(3)
    weights = trainer.weights_at()
    before = weights["unembedding.W"].copy()
    trainer.advance(3)
    np.testing.assert_array_equal(weights["unembedding.W"], before)
    assert (weights.name, weights.origin) == ("step 3", "trained here")


def test_b33_a_training_on_another_thread_is_the_same() -> None:
    """Random numbers come from (seed, name, step) alone: no thread has any of its own."""
    here, there = Trainer(setup()), Trainer(setup())
    here.advance(20)
    worker = threading.Thread(target=there.advance, args=(20,))
    worker.start()
    worker.join()
    assert here.curves.losses.tobytes() == there.curves.losses.tobytes()


def test_b30_the_guard_sees_what_is_not_finite() -> None:
    """The compiled test itself, asked for NaN, both infinities and a number."""
    learning_kernels()
    from numba import njit

    from core.kernels.learning.loops import finite

    @njit("int64(float64)")
    def asked(value: float) -> int:
        return finite(value)

    assert [asked(value) for value in (np.nan, np.inf, -np.inf, 0.0, 1e308)] == [0, 0, 0, 1, 1]


def test_b22_maps_of_a_training_are_those_of_the_model() -> None:
    """Nothing is dropped: rows sum to 1 at each state, row 0 of a causal map is 1, 0, 0 …, and asking twice gives the same."""
    trainer = Trainer(setup())
    ids = trainer.batch(1).ids[0].tolist()
    for _ in range(3):
        trainer.advance(5)
        first, second = (forward(trainer.setup.config, trainer.weights_at(), ids) for _ in range(2))
        assert first.row_sum_error < 1e-6
        pattern, again = first.layers[0].pattern, second.layers[0].pattern
        assert pattern is not None
        assert again is not None
        assert pattern[:, 0].tolist() == [[1.0] + [0.0] * (len(ids) - 1)] * len(pattern)
        np.testing.assert_array_equal(pattern, again)


def test_two_trainings_at_the_same_time_do_not_disturb_each_other() -> None:
    """B84: each on its own thread, with the helpers between them."""
    alone = Trainer(setup())
    alone.advance(30)
    pair = [Trainer(setup()) for _ in range(2)]
    threads = [threading.Thread(target=trainer.advance, args=(30,)) for trainer in pair]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {trainer.curves.losses.tobytes() for trainer in pair} == {alone.curves.losses.tobytes()}


def test_b84_with_numbas_simplest_threads_training_and_passes_go_on_together() -> None:
    """A process in which numba may use nothing but its workqueue, which ends a process that two threads enter at once."""
    code = """
import threading
from core.kernels import compiled_kernels
from core.learning import Trainer, TrainingSetup
from core.model import forward, preset, random_weights
config = preset("small", vocabulary=100)
kernels, weights = compiled_kernels(), random_weights(config)
trainer = Trainer(TrainingSetup.usual("copy", n_layers=2))
training = threading.Thread(target=trainer.advance, args=(60,))
training.start()
passes = 0
while training.is_alive():
    forward(config, weights, range(1, 65), kernels=kernels)
    passes += 1
print(trainer.step, passes > 0)
"""
    places = os.environ | {"NUMBA_THREADING_LAYER": "workqueue"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=places, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "60 True\n", "")


def test_curves_hold_twenty_thousand_steps() -> None:
    """B86: every one of them."""
    curves = Curves(3)
    report = Report(np.arange(100.0), np.ones((100, 3), np.float32), np.ones((100, 3), np.float32), diverged=False)
    for _ in range(200):
        curves.add(report)
    assert curves.losses.shape == (20_000,)
    assert curves.losses[19_999] == 99
    assert curves.gradients.shape == curves.changes.shape == (20_000, 3)


@pytest.mark.parametrize(
    "values, named",
    [
        ({"kind": "best"}, "best.*adam, adamw, sgd"),
        ({"beta1": 0.99999999999}, "beta1 is 0.99999999999, .*float32, where that is 1"),
        ({"beta2": 1 - 2.0**-26}, "beta2.*float32"),
        ({"beta2": 1}, "beta2 is 1, .*below 1"),
        ({"epsilon": 1e-46}, "epsilon is 1e-46, .*float32"),
        ({"weight_decay": 1e39}, r"weight_decay is 1e\+39, .*float32"),
        ({"clip": 1e39}, r"clip is 1e\+39, .*float32"),
        ({"clip": 1e-46}, "clip is 1e-46, .*float32"),
        ({"clip": 10**400}, "clip.*float32"),
        ({"clip": -1}, "clip is -1, .*from 0 up"),
        ({"clip": np.inf}, "clip is inf, .*from 0 up"),
        ({"clip": np.nan}, "clip is nan, .*from 0 up"),
    ],
)
def test_what_an_optimiser_cannot_compute_with_is_a_sentence(values: dict[str, Any], named: str) -> None:
    """Also what becomes 0, 1 or infinite only in float32: the settings are what steps then read."""
    with pytest.raises(InputError, match=named):
        Optimiser(**values)


def test_numbers_at_the_edge_of_float32_are_settings() -> None:
    """None of them becomes 0, 1 or infinite."""
    edge = Optimiser(kind="adamw", beta1=1 - 2.0**-24, beta2=1 - 2.0**-24, epsilon=1.4e-45, weight_decay=3.4e38, clip=1.4e-45)
    read = edge.settings(1.0)
    assert (read > 0).all()
    assert np.isfinite(read).all()
    assert (read[1:3] < 1).all()
