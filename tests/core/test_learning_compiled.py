"""Compiled training steps against plain numpy ones, and against PyTorch's gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.learning.compiled import CompiledSteps, compiled_train
from core.learning.optimiser import Optimiser
from core.learning.plain import batch_gradient, plain_steps
from core.learning.state import State
from core.model import ModelConfig
from core.model.weights import loaded_weights, random_weights
from tests.core.test_learning_gradients import agrees
from tests.golden.configurations import FOLDER, GOLDEN
from tests.golden.reader import read
from tests.golden.targets import GRADIENTS, targets

SMALL = ModelConfig(d_model=16, n_layers=2, n_heads=2, d_ff=24, vocabulary=11, context=8, tied=False, mask="causal")


def batches(steps: int, size: int, tokens: int, vocabulary: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Random ids and targets [S, B, T]; about one target in ten is not counted."""
    rng = np.random.default_rng(seed)
    ids = rng.integers(0, vocabulary, (steps, size, tokens))
    wanted = rng.integers(0, vocabulary, (steps, size, tokens))
    return ids, np.where(rng.random(wanted.shape) < 0.1, -1, wanted)


def steps_of(state: State, optimiser: Optimiser, size: int, tokens: int) -> CompiledSteps:
    """Compiled steps of `state`."""
    return CompiledSteps(compiled_train(), state, optimiser, size, tokens)


@pytest.mark.parametrize("name", GOLDEN)
def test_compiled_gradients_agree_with_torch(name: str) -> None:
    """Every configuration there is a golden file of; a rate of 0 leaves the parameters as they are."""
    golden = read(FOLDER / f"{name}.npz")
    config = ModelConfig(**golden.config)
    state = State.start(loaded_weights(config, golden.parameters, "golden"))
    before = state.parameters.copy()
    steps = steps_of(state, Optimiser(), 1, len(golden.ids))
    report = steps.run(
        np.array(golden.ids)[None, None], np.array(targets(golden.ids, config.vocabulary))[None, None], np.zeros(1, np.float32)
    )
    with np.load(GRADIENTS / f"{name}.npz", allow_pickle=False) as file:
        loss, numbers = float(file["loss"]), file["parameters"]
    assert report.losses[0] == pytest.approx(loss, rel=1e-5)
    found, start, largest = state.layout.shaped(steps.gradient), 0, np.abs(numbers).max()
    for key, parameter in golden.parameters.items():
        expected = numbers[start : start + parameter.size].reshape(parameter.shape)
        start += parameter.size
        assert agrees(found[key], expected, largest), key
    np.testing.assert_array_equal(state.parameters, before)


@pytest.mark.parametrize(
    "optimiser",
    [
        Optimiser(),
        Optimiser(kind="adamw", weight_decay=0.1, clip=0.5),
        Optimiser(kind="sgd", beta1=0.9, clip=0.2),
        Optimiser(beta2=0.999, epsilon=1e-8),
    ],
    ids=["adam", "adamw clipped", "sgd clipped", "other betas"],
)
def test_twenty_steps_agree_with_the_plain_ones(optimiser: Optimiser) -> None:
    """Losses, norms of gradients and updates, and parameters, over 20 steps with a rising rate."""
    ids, wanted = batches(20, 6, 7, 11)
    rates = np.linspace(0, 0.01, 20, dtype=np.float32)
    plain, compiled = (State.start(random_weights(SMALL)) for _ in range(2))
    expected = plain_steps(plain, optimiser, ids, wanted, rates)
    found = steps_of(compiled, optimiser, 6, 7).run(ids, wanted, rates)
    np.testing.assert_allclose(found.losses, expected.losses, rtol=2e-4)
    largest = expected.gradients.max(axis=1, keepdims=True)
    assert (np.abs(found.gradients - expected.gradients) <= 2e-3 * largest).all()
    assert compiled.step == plain.step == 20
    # Adam divides by the root of a gradient that may be all rounding (a bias of keys): there the signs are chance.
    keys = [name for name in plain.layout.views(plain.parameters) if not name.endswith("b_K")]
    ours, theirs = compiled.layout.views(compiled.parameters), plain.layout.views(plain.parameters)
    for key in keys:
        assert np.abs(ours[key] - theirs[key]).mean() < 1e-3, key


def test_the_number_of_workers_changes_no_bit() -> None:
    """One, two and three, in one call or in five."""
    ids, wanted = batches(10, 5, 8, 11)
    rates = np.full(10, 3e-3, np.float32)
    found = []
    for workers, calls in ((1, 1), (2, 1), (3, 1), (2, 5)):
        state = State.start(random_weights(SMALL))
        steps = steps_of(state, Optimiser(), 5, 8)
        each = 10 // calls
        losses = [
            steps.run(ids[i : i + each], wanted[i : i + each], rates[i : i + each], workers=workers).losses
            for i in range(0, 10, each)
        ]
        found.append((np.concatenate(losses).tobytes(), state.parameters.tobytes()))
    assert len(set(found)) == 1


def test_b31_a_step_that_is_not_finite_is_not_taken() -> None:
    """With a rate of 1e30 all ends in NaN: the report says so, and the parameters are those before that step, all finite."""
    ids, wanted = batches(30, 4, 6, 11)
    rates = np.full(30, 1e30, np.float32)
    for compiled in (True, False):
        state = State.start(random_weights(SMALL))
        with np.errstate(all="ignore"):
            if compiled:
                report = steps_of(state, Optimiser(kind="sgd"), 4, 6).run(ids, wanted, rates)
            else:
                report = plain_steps(state, Optimiser(kind="sgd"), ids, wanted, rates)
        assert report.diverged
        assert state.step == len(report.losses) < 30
        assert np.isfinite(report.losses).all()
        assert np.isfinite(state.parameters).all()


def test_a_batch_without_targets_changes_nothing() -> None:
    """Loss 0, gradient 0."""
    state = State.start(random_weights(SMALL))
    before = state.parameters.copy()
    ids, wanted = batches(1, 3, 5, 11)
    report = steps_of(state, Optimiser(kind="sgd"), 3, 5).run(ids, np.full_like(wanted, -1), np.ones(1, np.float32))
    assert report.losses[0] == 0
    np.testing.assert_array_equal(state.parameters, before)


WHERE: dict[str, dict[str, Any]] = {
    "learned": {"position": "learned", "norm": "sandwich", "n_kv_heads": 1},
    "learned after attention": {"position": "learned", "placement": "after-attention", "norm": "post", "tied": True},
    "learned in every block": {"position": "learned", "placement": "every-block", "mask": "causal"},
    "learned at queries and keys": {"position": "learned", "placement": "query-key", "tied": False},
    "sinusoidal in every block": {"placement": "every-block", "norm_kind": "rmsnorm", "activation": "swiglu"},
    "rotary": {"position": "rotary", "placement": "query-key", "mask": "causal", "norm": "deepnorm"},
    "alibi": {"position": "alibi", "placement": "query-key", "mask": "window:3", "norm": "none"},
}


@pytest.mark.parametrize("size,tokens", [(1, 1), (3, 33), (2, 70), (9, 4), (20, 30), (13, 9)])
@pytest.mark.parametrize("where", WHERE)
def test_odd_sizes(size: int, tokens: int, where: str) -> None:
    """One sentence of one token, more sentences than groups, lengths beside the width of panels, some at once and then fewer."""
    usual: dict[str, Any] = {"d_model": 36, "n_layers": 2, "n_heads": 3, "d_ff": 50, "vocabulary": 70, "context": 80}
    config = ModelConfig(**usual | WHERE[where])
    state = State.start(random_weights(config))
    ids, wanted = batches(1, size, tokens, 70)
    loss, gradient = batch_gradient(state, ids[0], wanted[0])
    steps = steps_of(state, Optimiser(), size, tokens)
    report = steps.run(ids, wanted, np.zeros(1, np.float32))
    assert report.losses[0] == pytest.approx(loss, rel=1e-5)
    assert np.abs(steps.gradient - gradient).max() <= 2e-5 * np.abs(gradient).max()
