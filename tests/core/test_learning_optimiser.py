"""The optimisers, in numpy and compiled, beside what PyTorch 2.13 does in float64 with the same gradients."""

from __future__ import annotations

import numpy as np
import pytest

from core.kernels import _jit, learning_kernels
from core.learning import Optimiser

START = (1.0, -2.0, 0.5, 4.0)
GRADIENTS = ((0.5, -0.25, 2.0, -1.0), (1.5, 0.75, -0.5, 0.0), (-0.5, 3.0, 0.25, 1.0))
RATE = 0.1
AFTER = {
    "adam": ((0.9, -1.9, 0.4, 4.1), (0.8085722, -1.9492304, 0.352853, 4.16733), (0.7602006, -2.0201042, 0.3087421, 4.1587435)),
    "adam, clipped": (
        (0.9044066, -1.9084413, 0.4011393, 4.097747),
        (0.8175871, -1.9622046, 0.3612448, 4.1629411),
        (0.7622913, -2.0365455, 0.3251057, 4.1675955),
    ),
    "adamw": ((0.87, -1.84, 0.385, 3.98), (0.7524722, -1.8340304, 0.326303, 3.92793), (0.6815265, -1.8498832, 0.272403, 3.8015056)),
    "sgd": ((0.95, -1.975, 0.3, 4.1), (0.755, -2.0275, 0.17, 4.19), (0.6295, -2.37475, 0.028, 4.171)),
    "sgd, clipped": (
        (0.978307, -1.9891535, 0.4132279, 4.0433861),
        (0.873069, -2.0222487, 0.3637043, 4.0824335),
        (0.7939248, -2.1454543, 0.3113482, 4.0864363),
    ),
}
"""torch.optim.Adam, AdamW (weight_decay 0.3) and SGD (momentum 0.9), lr 0.1, betas (0.9, 0.98), eps 1e-8 (clipped Adam: 1e-2, so
that it can be seen); clipped: torch.nn.utils.clip_grad_norm_ to 1."""
OPTIMISERS = {
    "adam": Optimiser(kind="adam"),
    "adam, clipped": Optimiser(kind="adam", epsilon=1e-2, clip=1),
    "adamw": Optimiser(kind="adamw", weight_decay=0.3),
    "sgd": Optimiser(kind="sgd"),
    "sgd, clipped": Optimiser(kind="sgd", clip=1),
}


@pytest.mark.parametrize("name", OPTIMISERS)
def test_three_steps_in_numpy_are_those_of_pytorch(name: str) -> None:
    optimiser, p = OPTIMISERS[name], np.array(START, np.float32)
    first, second = np.zeros_like(p), np.zeros_like(p)
    for number, gradient in enumerate(GRADIENTS):
        before, row = p.copy(), optimiser.factors(np.array([RATE]), number)[0]
        change = optimiser.step(p, np.array(gradient, np.float32), first, second, row)
        np.testing.assert_allclose(p, AFTER[name][number], rtol=2e-6)
        np.testing.assert_allclose(before - change, p, rtol=1e-6)


@pytest.mark.parametrize("name", OPTIMISERS)
def test_three_compiled_steps_are_those_of_pytorch(name: str) -> None:
    """The compiled loop is told by how much the gradient is shortened; it returns the squares of what it took off."""
    learning_kernels()
    update = next(kept for kept in _jit._alive if kept.__name__ == "update").ctypes
    optimiser, p = OPTIMISERS[name], np.array(START, np.float32)
    first, second, settings = np.zeros_like(p), np.zeros_like(p), optimiser.settings(1.0)
    for number, values in enumerate(GRADIENTS):
        gradient, before = np.array(values, np.float32), p.copy()
        norm = float(np.sqrt(np.square(gradient, dtype=np.float64).sum()))
        shorter = min(1.0, optimiser.clip / norm) if optimiser.clip else 1.0
        rates = optimiser.factors(np.array([RATE]), number)[0].copy()
        arrays = (array.ctypes.data for array in (p, gradient, first, second))
        squares = update(*arrays, len(p), shorter, settings.ctypes.data, rates.ctypes.data, optimiser.adaptive)
        np.testing.assert_allclose(p, AFTER[name][number], rtol=2e-6)
        assert squares == pytest.approx(np.square((before - p).astype(np.float64)).sum(), rel=1e-4)
