"""Matrices in panels, and the product over them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.kernels import compiled_kernels
from core.kernels._jit import _alive
from core.model import ModelConfig, forward, random_weights
from core.model.weights import from_panels, to_panels
from core.panels import PANEL, SPARE, in_panels


def compiled(name: str) -> Callable[..., None]:
    """A compiled function that takes arrays for addresses."""
    compiled_kernels()
    function = next(function for function in _alive if function.__name__ == name).ctypes
    return lambda *arguments: function(*(one.ctypes.data if isinstance(one, np.ndarray) else one for one in arguments))


def by_panels(
    m: int, n: int, k: int, x: object, ldx: int, panels: object, start: object, out: object, ldt: int, spare: object
) -> None:
    """`multiply` as a pass uses it: x in rows, the matrix in panels of its own."""
    compiled("multiply")(m, n, k, x, ldx, 1, panels, k * PANEL, PANEL, start, out, ldt, 0, spare)


@given(k=st.integers(0, 40), n=st.integers(0, 130))
def test_there_and_back(k: int, n: int) -> None:
    """Column c of row r stands in panel c / 32, row r, place c % 32; the first on a whole cache line, 0 behind the last."""
    matrix = np.arange(k * n, dtype=np.float32).reshape(k, n)
    stored = to_panels(matrix)
    assert stored.shape == (-(-n // PANEL), k, PANEL)
    if matrix.size:
        assert stored[(n - 1) // PANEL, k - 1, (n - 1) % PANEL] == matrix[k - 1, n - 1]
        assert not stored[-1, :, (n - 1) % PANEL + 1 :].any()
        assert stored.ctypes.data % 64 == 0
    np.testing.assert_array_equal(from_panels(stored, n), matrix)


@settings(max_examples=80)
@given(m=st.integers(1, 35), k=st.integers(1, 70), n=st.integers(1, 100), started=st.booleans(), seed=st.integers(0, 1000))
def test_the_product_is_that_of_numpy_in_float64(m: int, k: int, n: int, started: bool, seed: int) -> None:
    """Any number of rows (tiles of 8, 4, 2 and 1) and columns, rows apart from each other; nothing beside it is touched."""
    random = np.random.default_rng(seed)
    x, matrix = random.standard_normal((m, k + 5), np.float32), random.standard_normal((k, n), np.float32)
    start, out, spare = random.standard_normal(n, np.float32), np.full((m + 1, n + 16), 7, np.float32), np.empty(SPARE, np.float32)
    stored = to_panels(matrix)
    stored.flags.writeable = True
    stored[-1, :, (n - 1) % PANEL + 1 :] = np.nan  # what lies behind the last column does not count
    by_panels(m, n, k, x, k + 5, stored, start if started else 0, out, n + 16, spare)
    right = x[:, :k].astype(np.float64) @ matrix.astype(np.float64) + (start if started else 0)
    np.testing.assert_allclose(out[:m, :n], right, atol=1e-5 * max(1, k) ** 0.5)
    assert (out[m:] == 7).all()
    assert (out[:, n:] == 7).all()


@settings(max_examples=80)
@given(m=st.integers(1, 35), k=st.integers(1, 70), n=st.integers(1, 100), adds=st.booleans(), seed=st.integers(0, 1000))
def test_a_turned_product_is_added_to_what_is_there(m: int, k: int, n: int, adds: bool, seed: int) -> None:
    """xᵀ·y as gradients need it: x [k, m] read down its columns, y [k, n] as it lies; nothing beside the target is touched."""
    random = np.random.default_rng(seed)
    x, y = random.standard_normal((k, m + 3), np.float32), np.empty((k + 1, n + 40), np.float32)
    y[:k, :n] = random.standard_normal((k, n), np.float32)
    y[:, n:] = np.nan  # what lies beside it does not count
    out, spare = random.standard_normal((m + 1, n + 16), np.float32), np.empty(SPARE, np.float32)
    before = out.copy()
    compiled("multiply")(m, n, k, x, 1, m + 3, y, PANEL, n + 40, 0, out, n + 16, int(adds), spare)
    right = x[:, :m].T.astype(np.float64) @ y[:k, :n].astype(np.float64) + (before[:m, :n] if adds else 0)
    np.testing.assert_allclose(out[:m, :n], right, atol=1e-5 * max(1, k) ** 0.5)
    np.testing.assert_array_equal(out[m:], before[m:])
    np.testing.assert_array_equal(out[:, n:], before[:, n:])


@given(m=st.integers(2, 20), n=st.integers(1, 70), seed=st.integers(0, 1000))
def test_a_number_does_not_depend_on_the_rows_beside_it(m: int, n: int, seed: int) -> None:
    """To the last bit: so a row that is computed alone later is the one that would have been computed with all."""
    random, k, spare = np.random.default_rng(seed), 33, np.empty(SPARE, np.float32)
    x, matrix = random.standard_normal((m, k), np.float32), random.standard_normal((k, n), np.float32)
    stored, together, alone = to_panels(matrix), np.empty((m, n), np.float32), np.empty((m, n), np.float32)
    by_panels(m, n, k, x, k, stored, 0, together, n, spare)
    for row in range(m):
        by_panels(1, n, k, x[row], k, stored, 0, alone[row], n, spare)
    assert together.tobytes() == alone.tobytes()


@given(rows=st.integers(1, 70), columns=st.integers(1, 70), seed=st.integers(0, 1000))
def test_keys_are_turned_and_values_copied_into_panels(rows: int, columns: int, seed: int) -> None:
    """Both as numpy lays them; keys times a factor; rows apart from each other."""
    x = np.random.default_rng(seed).standard_normal((rows, columns + 3), np.float32)
    own = x[:, :columns]
    for name, shape, right in (
        ("turn_into_panels", (rows, columns, 0.5), own.T * np.float32(0.5)),
        ("copy_into_panels", (rows, columns), own),
    ):
        wanted = to_panels(right)
        found = np.zeros_like(wanted)
        compiled(name)(x, columns + 3, *shape, found)
        np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("width", [64, 48])
def test_reading_a_matrix_is_the_same_before_and_after_a_compiled_pass(width: int) -> None:
    """Also where 32 does not divide the width; stored once, not twice, but for the rest of a panel."""
    config = ModelConfig(d_model=width, n_heads=4, n_layers=1, vocabulary=64)
    weights, untouched = random_weights(config), random_weights(config)
    forward(config, weights, range(9), kernels=compiled_kernels())
    for name in weights:
        np.testing.assert_array_equal(weights[name], untouched[name])
    assert sum(array.size for array in weights._arrays.values()) == sum(
        array.size if array.ndim == 1 or not str(name[0]).startswith("blocks.") else len(array) * in_panels(array.shape[1])
        for name, array in untouched._arrays.items()
    )
