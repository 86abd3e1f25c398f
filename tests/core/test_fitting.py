"""Given weights in another model: whatever needs no other parameters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.messages import InputError
from core.model import ModelConfig, forward, random_weights
from core.model.fitting import check_fits, fitted_weights
from core.model.weights import loaded_weights

CONFIG = ModelConfig(d_model=8, n_heads=2, n_layers=2, d_ff=12, vocabulary=5, mask="causal", seed=3)


@pytest.mark.parametrize(
    "changes",
    [
        {"mask": "none"},
        {"norm": "none"},
        {"norm": "post"},
        {"skip": False},
        {"position": "none"},
        {"placement": "after-attention"},
        {"activation": "gelu"},
        {"n_layers": 1},
        {"biases": False},
        {"seed": 9},
    ],
)
def test_what_needs_no_other_parameters_fits(changes: dict[str, Any]) -> None:
    """The numbers are those of a model that was given exactly the parameters it needs."""
    weights, config = random_weights(CONFIG), replace(CONFIG, **changes)
    fitted = fitted_weights(weights, config, "mine", "trained here")
    assert (fitted.config, fitted.name, fitted.origin) == (config, "mine", "trained here")
    arrays = {name: np.array(weights[name]) for name in random_weights(config)}
    expected = forward(config, loaded_weights(config, arrays, "x"), [0, 1, 4, 1])
    found = forward(config, fitted, [0, 1, 4, 1])
    assert found.logits is not None
    assert expected.logits is not None
    np.testing.assert_array_equal(found.logits, expected.logits)


def test_what_fits_already_is_not_copied() -> None:
    weights = random_weights(CONFIG)
    assert fitted_weights(weights, CONFIG, weights.name, weights.origin) is weights
    assert fitted_weights(weights, CONFIG, "mine", weights.origin) is not weights


@pytest.mark.parametrize(
    "changes, parameter, shape",
    [
        ({"n_heads": 4}, "blocks.0.attention.W_Q", "4 × 8 × 2"),
        ({"d_model": 16}, "embedding.token", "5 × 16"),
        ({"vocabulary": 6}, "embedding.token", "6 × 8"),
        ({"norm": "sandwich"}, "blocks.0.norm1_out.gain", "8"),
        ({"n_layers": 1_000_000}, "blocks.2.norm1.gain", "8"),
        ({"position": "learned"}, "embedding.position", "512 × 8"),
        ({"tied": False}, "unembedding.W", "8 × 5"),
    ],
)
def test_what_needs_another_parameter_is_refused_and_it_is_named(changes: dict[str, Any], parameter: str, shape: str) -> None:
    with pytest.raises(InputError, match=f"“mine” have no “{parameter}” of the shape {shape},"):
        check_fits(replace(CONFIG, **changes), CONFIG, "mine")
