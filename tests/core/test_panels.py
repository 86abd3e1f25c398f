"""Matrices in panels, and the product over them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.kernels import compiled_kernels
from core.kernels._jit import _alive
from core.kernels.layout import PANEL
from core.model import ModelConfig, forward, random_weights
from core.model.weights import from_panels, to_panels


@given(k=st.integers(0, 40), panels=st.integers(0, 4))
def test_there_and_back(k: int, panels: int) -> None:
    """Column c of row r stands in panel c / 32, row r, place c % 32; the first number on a whole cache line."""
    matrix = np.arange(k * panels * PANEL, dtype=np.float32).reshape(k, panels * PANEL)
    stored = to_panels(matrix)
    assert stored.shape == (panels, k, PANEL)
    if stored.size:
        assert stored[panels - 1, k - 1, 5] == matrix[k - 1, (panels - 1) * PANEL + 5]
        assert stored.ctypes.data % 64 == 0
    np.testing.assert_array_equal(from_panels(stored), matrix)


@settings(max_examples=40)
@given(m=st.integers(1, 35), k=st.integers(1, 70), panels=st.integers(1, 3), seed=st.integers(0, 1000))
def test_the_product_is_that_of_numpy_in_float64(m: int, k: int, panels: int, seed: int) -> None:
    """Any number of rows (tiles of 8, 4, 2 and 1); added to what is there; nothing beside it is touched."""
    compiled_kernels()
    by_panels = next(function for function in _alive if function.__name__ == "by_panels").ctypes
    random = np.random.default_rng(seed)
    n = panels * PANEL
    x, matrix = random.standard_normal((m, k), np.float32), random.standard_normal((k, n), np.float32)
    stored, out = to_panels(matrix), np.full((m + 1, n + 16), 7, np.float32)
    by_panels(m, n, k, x.ctypes.data, stored.ctypes.data, out.ctypes.data, n + 16)
    right = 7 + x.astype(np.float64) @ matrix.astype(np.float64)
    np.testing.assert_allclose(out[:m, :n], right, atol=1e-5 * max(1, k) ** 0.5)
    assert (out[m:] == 7).all()
    assert (out[:, n:] == 7).all()


@pytest.mark.parametrize("width", [64, 48])
def test_reading_a_matrix_is_the_same_before_and_after_a_compiled_pass(width: int) -> None:
    """Also where 32 does not divide the width and it stays as it was; stored once, not twice."""
    config = ModelConfig(d_model=width, n_heads=4, n_layers=1, vocabulary=64)
    weights, untouched = random_weights(config), random_weights(config)
    forward(config, weights, range(9), kernels=compiled_kernels())
    for name in weights:
        np.testing.assert_array_equal(weights[name], untouched[name])
    assert sum(array.nbytes for array in weights._arrays.values()) == sum(array.nbytes for array in untouched._arrays.values())
