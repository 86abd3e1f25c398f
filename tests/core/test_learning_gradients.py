"""Gradients against PyTorch's, and against central differences of a slow twin in float64."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings

from core.learning.backward import backward
from core.learning.gradients import loss_gradient
from core.learning.loss import cross_entropy
from core.learning.vector import parameter_vector
from core.model import ModelConfig
from core.model.weights import loaded_weights
from tests.core.naive_model import Float64Weights, naive_encoding, naive_trace
from tests.core.strategies import configs
from tests.golden.configurations import FOLDER, GOLDEN
from tests.golden.reader import GoldenFile, read
from tests.golden.targets import GRADIENTS, targets

TOLERANCE = 1e-4
"""Of the largest number of an array."""
ROUNDING = 1e-6
"""Of the largest gradient of all: what float32 leaves of a sum that is 0, as the gradient of a bias of keys is, which moves all
scores of a row alike."""


def agrees(found: np.ndarray, expected: np.ndarray, largest: float) -> bool:
    """Whether two gradients are the same but for float32."""
    return bool(np.abs(found - expected).max() <= TOLERANCE * np.abs(expected).max() + ROUNDING * largest)


@lru_cache(maxsize=1)
def _golden(name: str) -> GoldenFile:
    return read(FOLDER / f"{name}.npz")


@pytest.mark.parametrize("name", GOLDEN)
def test_gradients_agree_with_torch(name: str) -> None:
    """Loss, every parameter and the stream, of every configuration there is a golden file of."""
    golden = _golden(name)
    config = ModelConfig(**golden.config)
    weights = loaded_weights(config, golden.parameters, "golden")
    found = loss_gradient(weights, golden.ids, targets(golden.ids, config.vocabulary))
    with np.load(GRADIENTS / f"{name}.npz", allow_pickle=False) as file:
        loss, numbers, stream = float(file["loss"]), file["parameters"], file["stream"]
    assert found.loss == pytest.approx(loss, rel=1e-5)
    assert set(found.parameters) == set(golden.parameters)
    largest, start = np.abs(numbers).max(), 0
    for key, parameter in golden.parameters.items():
        expected = numbers[start : start + parameter.size].reshape(parameter.shape)
        start += parameter.size
        assert agrees(found.parameters[key], expected, largest), key
    for layer, expected in enumerate(stream):
        assert agrees(found.stream[layer], expected, np.abs(stream).max())


@pytest.mark.parametrize("name", ["pre-learned-input", *(n for n in GOLDEN if n.startswith(("mix", "like", "skip-off")))])
def test_backward_in_float64_agrees_with_central_differences(name: str) -> None:
    """Along a random direction of each parameter: (loss(p + h·d) − loss(p − h·d)) / 2h with h = 1e-6."""
    golden = _golden(name)
    config = ModelConfig(**golden.config)
    ids, wanted = golden.ids, np.array(targets(golden.ids, config.vocabulary))
    weights = Float64Weights(config, {key: array.astype(np.float64) for key, array in golden.parameters.items()})
    vector = parameter_vector(config)
    flat = vector.zeros(np.float64)
    trace = naive_trace(weights, ids)
    assert trace.logits is not None
    _, d_logits = cross_entropy(trace.logits, wanted)
    backward(weights, trace, naive_encoding(weights, len(ids)), d_logits, vector.views(flat))
    gradients, rng = vector.shaped(flat), np.random.default_rng(0)

    def loss_at(key: str, array: np.ndarray) -> float:
        logits = naive_trace(weights.but(key, array), ids).logits
        assert logits is not None
        return cross_entropy(logits, wanted)[0]

    for key, array in weights.arrays.items():
        direction = rng.standard_normal(array.shape)
        direction /= np.sqrt((direction**2).sum())
        slope = (loss_at(key, array + 1e-6 * direction) - loss_at(key, array - 1e-6 * direction)) / 2e-6
        assert (gradients[key] * direction).sum() == pytest.approx(slope, rel=1e-5, abs=1e-8), key


def test_cross_entropy_by_hand() -> None:
    """Logits 0, ln 3 → softmax ¼, ¾; target 0: −ln ¼ = 1.386294; gradient (¼ − 1, ¾)."""
    loss, gradient = cross_entropy(np.array([[0.0, np.log(3.0)]]), np.array([0]))
    assert loss == pytest.approx(np.log(4))
    np.testing.assert_allclose(gradient, [[-0.75, 0.75]])


def test_a_target_that_is_not_counted_moves_nothing() -> None:
    """Its row of the gradient is 0, and the mean is that of the others."""
    logits = np.array([[0.0, 1.0], [5.0, -5.0]])
    loss, gradient = cross_entropy(logits, np.array([1, -1]))
    assert loss == pytest.approx(cross_entropy(logits[:1], np.array([1]))[0])
    assert not gradient[1].any()
    assert cross_entropy(logits, np.array([-1, -1]))[0] == 0
    assert not cross_entropy(logits, np.array([-1, -1]))[1].any()


@given(configs())
@settings(max_examples=30)
def test_every_legal_configuration_has_a_gradient_for_each_parameter(config: ModelConfig) -> None:
    """Finite, of the shape in the table."""
    from core.model import random_weights

    weights = random_weights(config)
    ids = [index % config.vocabulary for index in range(min(4, config.context))]
    found = loss_gradient(weights, ids, ids)
    assert {name: array.shape for name, array in found.parameters.items()} == {name: weights[name].shape for name in weights}
    assert config.norm == "none" or all(np.isfinite(array).all() for array in found.parameters.values())
