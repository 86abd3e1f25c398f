"""Influence over distance, by the chain rule and by differences; what waits for what (facts §6)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.experiments.reach import attention_influence, attention_macs, run_reach, ways
from core.files import strict_json
from core.learning.backward.attention import attention_backward
from core.learning.recurrent import CELLS, recurrent
from core.learning.vector import parameter_vector
from core.messages import Cancelled, InputError
from core.model import ModelConfig, random_weights
from core.model.attention import attention
from core.model.trace import LayerTrace

SMALL = ModelConfig(d_model=12, n_heads=2, n_layers=1, norm="none", vocabulary=5)


@pytest.mark.parametrize(
    "changes",
    [{}, {"position": "rotary"}, {"position": "alibi", "mask": "causal"}, {"n_kv_heads": 1, "mask": "window:3"}],
    ids=["plain", "rotary", "alibi", "grouped"],
)
def test_influence_is_the_norm_of_the_whole_jacobian(changes: dict[str, object]) -> None:
    """Put together row by row from the way back through the layer, which PyTorch's gradients have checked."""
    config = replace(SMALL, **changes)
    weights = random_weights(config)
    x = np.random.default_rng(0).standard_normal((7, 12)).astype(np.float32)
    a = attention(x, x, weights, 0, keep=frozenset({"pattern"}), on_map=lambda *_: None)
    trace = LayerTrace(q=a.q, k=a.k, v=a.v, pattern=a.pattern, z=a.z)
    layout = parameter_vector(config)
    views, squares = layout.views(layout.zeros()), np.zeros((7, 7))
    for i in range(7):
        for column in range(12):
            d_out = np.zeros((7, 12), np.float32)
            d_out[i, column] = 1
            d_x, d_encoded = attention_backward(d_out, x, x, trace, weights, 0, views)
            squares[i] += np.square(d_x + d_encoded).sum(axis=1)
    np.testing.assert_allclose(attention_influence(weights, x), np.sqrt(squares), atol=1e-5)


@pytest.mark.parametrize("cell", CELLS)
def test_recurrent_influence_agrees_with_differences(cell: str) -> None:
    """(h(x + e) − h(x − e)) / 2e for each number that goes in."""
    layer = recurrent(cell, 6, 0)
    x = np.random.default_rng(0).standard_normal((5, 6)).astype(np.float32)
    squares, step = np.zeros((5, 5)), np.float32(1e-2)
    for j in range(5):
        for column in range(6):
            e = np.zeros_like(x)
            e[j, column] = step
            squares[:, j] += np.square((layer.forward(x + e) - layer.forward(x - e)) / (2 * step)).sum(axis=1)
    np.testing.assert_allclose(layer.influence(x), np.sqrt(squares), atol=1e-3)


def test_a_recurrent_step_by_hand() -> None:
    """tanh: 1 wide, W = U: h_1 = tanh(w·x_1), h_2 = tanh(w·x_2 + u·h_1)."""
    layer = recurrent("rnn", 1, 0)
    w, u = float(layer.inputs[0, 0]), float(layer.states[0, 0])
    out = layer.forward(np.array([[1.0], [2.0]], np.float32))
    assert out[0, 0] == pytest.approx(np.tanh(w))
    assert out[1, 0] == pytest.approx(np.tanh(2 * w + u * np.tanh(w)))


def test_attention_is_flat_and_recurrence_falls() -> None:
    """And what waits: 1 step and a path of 1 against T and T."""
    outcome = run_reach(ModelConfig(d_model=64, n_heads=4), lengths=(8, 16))
    attends, rnn, gru = outcome.rows
    assert outcome.holds
    assert attends.far_over_near > 0.5
    assert max(rnn.far_over_near, gru.far_over_near) < 0.1
    assert (attends.sequential_steps, attends.longest_path) == (1, 1)
    assert (rnn.sequential_steps, gru.longest_path) == (32, 32)
    assert (rnn.influence[0, 1:] == 0).all()  # nothing comes from what is not there yet
    assert all(ms > 0 for row in outcome.rows for ms in row.ms)
    strict_json.encode(outcome.as_dict())


@pytest.mark.parametrize("mask", ["none", "causal"])
def test_a_causal_mask_does_not_make_attention_fall(mask: str) -> None:
    """Of one output the far tokens weigh as much as the one before it, though early outputs have fewer tokens to share among."""
    outcome = run_reach(ModelConfig(d_model=64, n_heads=4, mask=mask), lengths=(8,))
    assert outcome.holds
    assert 0.7 < outcome.rows[0].far_over_near < 1.5


def test_alibi_makes_attention_fall_too_and_the_claim_does_not_hold() -> None:
    """One head with a slope of 2⁻⁸ hardly; two with 2⁻⁴ and 2⁻⁸ of 64 wide: what is measured is what is said."""
    outcome = run_reach(ModelConfig(d_model=32, n_heads=1, position="alibi", mask="window:2"), lengths=(8,))
    assert outcome.rows[0].far_over_near == 0
    assert not outcome.holds


@pytest.mark.parametrize("mask", ["none", "causal", "window:1", "window:4"])
def test_what_is_counted_is_what_is_measured(mask: str) -> None:
    """A token influences just those outputs that the graph leads to, and over no larger distance than it says."""
    outcome = run_reach(ModelConfig(d_model=16, n_heads=2, mask=mask), length=12, lengths=(12,))
    window = int(mask.partition(":")[2] or 12)
    assert [row.farthest for row in outcome.rows] == [window - 1, 11, 11]
    for row in outcome.rows:
        assert (row.by_distance[: row.farthest + 1] > 0).all()
        assert (row.by_distance[row.farthest + 1 :] == 0).all()


def test_ways_are_counted_on_the_graph() -> None:
    """By hand. Output 2 reads token 2 and output 0: token 0 gets there in 2 steps, which wait for each other; token 1 never."""
    assert ways(np.eye(3, dtype=bool), [[], [], [0]]) == (2, 2, 2)
    assert ways(np.ones((3, 3), dtype=bool), [[], [], []]) == (1, 1, 2)
    assert ways(np.eye(4, dtype=bool), [[], [0], [1], [2]]) == (4, 4, 3)
    shortcut = np.eye(4, dtype=bool)
    shortcut[3, 0] = True
    assert ways(shortcut, [[], [0], [1], [2]]) == (4, 3, 3)
    assert ways(np.eye(2, dtype=bool), [[], []]) == (1, 1, 0)


def test_macs_by_hand() -> None:
    """T 10, D 8, 2 heads: 4·10·64 + 2·100·8 = 4160."""
    assert attention_macs(ModelConfig(d_model=8, n_heads=2), 10) == 4160


def test_what_is_refused_and_given_up() -> None:
    """A length below 4 or beyond the limit; cancelling."""
    for length in (3, 257):
        with pytest.raises(InputError, match="length"):
            run_reach(SMALL, length=length)
    with pytest.raises(InputError, match="1025"):
        run_reach(replace(SMALL, d_model=1025, n_heads=5))
    with pytest.raises(Cancelled):
        run_reach(SMALL, lengths=(8,), cancelled=lambda: True)


def test_it_can_be_given_up_at_every_row_of_a_map() -> None:
    """Three maps of 4 rows, then at least 8 turns for each layer: asked before each of the 12 rows, and told how far it is."""
    asked, told = [], []

    def cancelled() -> bool:
        asked.append(len(told))
        return False

    run_reach(SMALL, length=4, lengths=(4,), cancelled=cancelled, progress=lambda done, total: told.append((done, total)))
    assert asked[:12] == list(range(12))
    assert told[:12] == [(row, 12 + 8 * 3) for row in range(12)]
    assert told[-1][0] <= 12 + 8 * 3
