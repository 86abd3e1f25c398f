"""Random weights: names, shapes, distributions, and what a switch leaves as it was."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from hypothesis import given

from core.messages import InputError
from core.model import ModelConfig, forward, loaded_weights, preset, random_weights
from core.model.counts import count
from core.model.parameters import parameter_table
from tests.core.strategies import configs


@given(configs())
def test_counted_parameters_are_the_allocated_elements(config: ModelConfig) -> None:
    """The counts come from shapes, the arrays from allocation: both agree for every legal configuration."""
    weights = random_weights(config)
    assert sum(array.size for array in weights.values()) == count(config, 3).parameters.total
    assert {name: array.shape for name, array in weights.items()} == {s.name: s.shape for s in parameter_table(config)}


@given(configs())
def test_given_arrays_compute_what_the_drawn_ones_do(config: ModelConfig) -> None:
    """Reading every parameter in its public shape and giving it back changes nothing: the cutting into heads is undone exactly."""
    drawn = random_weights(config)
    given_back = loaded_weights(config, {name: np.array(array) for name, array in drawn.items()}, "copy")
    ids = [0, config.vocabulary - 1, 0]
    one, other = forward(config, drawn, ids), forward(config, given_back, ids)
    assert one.logits is not None
    assert other.logits is not None
    np.testing.assert_array_equal(one.logits, other.logits)


def test_distributions() -> None:
    """N(0, 1) tokens, N(0, 0.02²) positions, Xavier uniform: limit √(6/(fan_in + fan_out)), its std limit/√3."""
    config = ModelConfig(position="learned", n_layers=1)
    weights = random_weights(config)
    assert weights["embedding.token"].std() == pytest.approx(1.0, rel=0.01)
    assert weights["embedding.position"].std() == pytest.approx(0.02, rel=0.01)
    for name, fan_in, fan_out in (("attention.W_Q", 512, 512), ("attention.W_O", 512, 512), ("feed_forward.W_in", 512, 2048)):
        array, limit = weights[f"blocks.0.{name}"], sqrt(6 / (fan_in + fan_out))
        assert np.abs(array).max() <= limit
        assert array.std() == pytest.approx(limit / sqrt(3), rel=0.01)
        assert array.mean() == pytest.approx(0, abs=limit / 100)
    assert not weights["blocks.0.attention.b_Q"].any()
    assert (weights["blocks.0.norm1.gain"] == 1).all()


def test_deepnorm_scales_value_output_and_feed_forward_only() -> None:
    """β = (8·2)^−¼ = 0.5 for two blocks: those matrices are half of what they were, W_Q and W_K are the same."""
    config = ModelConfig(n_layers=2, d_model=16, n_heads=2)
    plain, deep = random_weights(config), random_weights(replace(config, norm="deepnorm"))
    for name in ("attention.W_V", "attention.W_O", "feed_forward.W_in", "feed_forward.W_out"):
        np.testing.assert_allclose(deep[f"blocks.1.{name}"], plain[f"blocks.1.{name}"] * 0.5, rtol=1e-6)
    for name in ("attention.W_Q", "attention.W_K"):
        np.testing.assert_array_equal(deep[f"blocks.1.{name}"], plain[f"blocks.1.{name}"])


@pytest.mark.parametrize(
    "change",
    [
        {"norm": "post"},
        {"position": "learned"},
        {"n_layers": 5},
        {"mask": "causal"},
        {"tied": False},
        {"activation": "swiglu"},
        {"biases": False},
    ],
)
def test_a_switch_leaves_all_other_parameters_as_they_were(change: dict[str, object]) -> None:
    """Every parameter has its own stream, so those of the same name and shape are equal, reused or drawn afresh."""
    config = preset("small", vocabulary=200)
    before = random_weights(config)
    values = {name: np.array(array) for name, array in before.items()}
    for after in (random_weights(replace(config, **change)), random_weights(replace(config, **change), reuse=before)):  # type: ignore[arg-type]
        shared = values.keys() & after.keys()
        assert len(shared) > 10
        for name in shared:
            np.testing.assert_array_equal(after[name], values[name])


def test_heads_are_cuts_of_the_same_matrix() -> None:
    """With split widths, 2 heads of 8 hold the same numbers as 4 heads of 4: W_Q is drawn whole and then cut."""
    config = preset("small", vocabulary=10)
    four, two = random_weights(config), random_weights(replace(config, n_heads=2))
    whole = four["blocks.0.attention.W_Q"].transpose(1, 0, 2).reshape(64, 64)
    np.testing.assert_array_equal(two["blocks.0.attention.W_Q"].transpose(1, 0, 2).reshape(64, 64), whole)


def test_token_rows_are_rows_of_the_whole_table() -> None:
    """Drawn in stripes for a few tokens, or whole: the same numbers, also for the last, shorter stripe."""
    config = preset("small", vocabulary=200)
    ids = [0, 63, 64, 199, 5, 5]
    rows = random_weights(config).token_rows(ids)
    np.testing.assert_array_equal(rows, random_weights(config)["embedding.token"][ids])


def test_another_seed_gives_other_numbers_and_never_reuses() -> None:
    """Reusing weights of another seed would be a lie on the badge."""
    config = preset("small", vocabulary=10)
    before = random_weights(config)
    name = "blocks.0.attention.W_Q"
    old = np.array(before[name])
    after = random_weights(replace(config, seed=1), reuse=before)
    assert np.abs(after[name] - old).max() > 0.01
    assert np.abs(after.token_rows([3]) - before.token_rows([3])).max() > 0.01


def test_parameters_cannot_be_written_to() -> None:
    """What is handed out by name is read-only."""
    with pytest.raises(ValueError, match="read-only"):
        random_weights(preset("small"))["blocks.0.attention.W_Q"][0, 0, 0] = 1


def test_given_arrays_must_fit() -> None:
    """A missing, a superfluous and a misshapen array are each named."""
    config = preset("small", vocabulary=10)
    arrays = {name: np.array(array) for name, array in random_weights(config).items()}
    with pytest.raises(InputError, match=r"no “blocks\.0\.norm1\.gain”"):
        loaded_weights(config, {n: a for n, a in arrays.items() if n != "blocks.0.norm1.gain"}, "x")
    with pytest.raises(InputError, match="“extra”"):
        loaded_weights(config, arrays | {"extra": np.zeros(1)}, "x")
    with pytest.raises(InputError, match=r"“embedding.token”.*\(10, 64\)"):
        loaded_weights(config, arrays | {"embedding.token": np.zeros((3, 3))}, "x")


def test_weights_that_nobody_holds_are_gone_at_once() -> None:
    """No reference cycle: hundreds of megabytes must not wait for the garbage collector."""
    gc.disable()
    try:
        weights = random_weights(preset("small"))
        weights["blocks.0.attention.W_Q"]
        gone = weakref.ref(weights)
        del weights
        assert gone() is None
    finally:
        gc.enable()
