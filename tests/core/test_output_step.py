"""The loss and its gradient, by hand and by differences."""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest

from core.learning.output import cross_entropy, output_step
from core.model import forward, preset, random_weights


def test_loss_and_gradient_by_hand() -> None:
    """Logits 0, 0: −ln ½, gradient ½ and −½. Logits 1000, 0 with target 0: e^−1000 is 0, so no loss, and no overflow."""
    loss, gradient = cross_entropy(np.array([[0, 0]], np.float32), np.array([1]))
    assert loss == pytest.approx(log(2))
    np.testing.assert_allclose(gradient, [[0.5, -0.5]])
    assert cross_entropy(np.array([[1000, 0]], np.float32), np.array([0]))[0] == 0.0
    mean, _ = cross_entropy(np.array([[1, 0], [0, 0]], np.float32), np.array([0, 0]))
    assert mean == pytest.approx((log(1 + exp(-1)) + log(2)) / 2)


def test_gradient_agrees_with_central_differences() -> None:
    """Each logit moved by ±1e-2 in float64 arithmetic."""
    logits, targets = np.random.default_rng(0).normal(size=(3, 5)).astype(np.float32), np.array([4, 0, 2])
    _, gradient = cross_entropy(logits, targets)
    for place in np.ndindex(3, 5):
        up, down = logits.copy(), logits.copy()
        up[place] += 0.01
        down[place] -= 0.01
        slope = (cross_entropy(up, targets)[0] - cross_entropy(down, targets)[0]) / float(up[place] - down[place])
        assert gradient[place] == pytest.approx(slope, abs=1e-5)


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_a_step_down_the_gradient_lowers_the_loss(norm: str) -> None:
    """A fresh untied model starts near ln V + ½ and one small step helps; the loss before is that of the logits in the trace."""
    config = preset("small", vocabulary=65, tied=False, norm=norm)
    weights = random_weights(config)
    before, after = output_step(weights, forward(config, weights, range(20)), rate=0.05)
    assert before == pytest.approx(log(65) + 0.5, abs=0.6)
    assert after < before


def test_what_the_step_needs_is_asked_for() -> None:
    """Tied weights have no output matrix; one token has no next one; without logits there is no loss."""
    free, tied = preset("small", vocabulary=65, tied=False), preset("small", vocabulary=65, tied=True)
    weights = random_weights(free)
    with pytest.raises(ValueError, match="tied"):
        output_step(random_weights(tied), forward(tied, random_weights(tied), range(5)), rate=0.1)
    for trace in (forward(free, weights, [1]), forward(free, weights, range(5), logits=False)):
        with pytest.raises(ValueError, match="must hold two tokens"):
            output_step(weights, trace, rate=0.1)
