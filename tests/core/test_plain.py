"""The textbook pass part by part, beside the slow twins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.kernels import products
from core.kernels.products import product
from core.model.attention import allowed, softmax
from core.model.feed_forward import activate
from core.model.norms import layer_norm, rms_norm
from core.model.summary import largest_of_squares
from tests.core import naive

FloatArray = NDArray[np.float32]
ACTIVATIONS: dict[str, Any] = naive.ACTIVATIONS | {"swiglu": naive.silu}


def pattern_of(scores: Any, *, causal: bool = False, window: int = 0) -> FloatArray:
    scores = np.asarray(scores, np.float32)
    pattern = np.empty_like(scores)
    softmax(scores, allowed(len(scores), causal=causal, window=window), pattern)
    return pattern


@given(tokens=st.integers(0, 12), causal=st.booleans(), window=st.integers(0, 5))
def test_the_mask_is_that_of_the_slow_twin(tokens: int, causal: bool, window: int) -> None:
    cells = allowed(tokens, causal=causal, window=window)
    right = [[naive.is_allowed(i, j, causal, window) for j in range(tokens)] for i in range(tokens)]
    np.testing.assert_array_equal(np.ones((tokens, tokens), bool) if cells is None else cells, np.reshape(right, (tokens, tokens)))


@given(
    seed=st.integers(0, 10**6),
    tokens=st.integers(1, 9),
    causal=st.booleans(),
    window=st.integers(0, 4),
    size=st.sampled_from([1, 9, 1e4]),
)
def test_softmax_is_that_of_the_slow_twin(seed: int, tokens: int, causal: bool, window: int, size: float) -> None:
    """Any mask; rows sum to 1, forbidden cells are exactly 0, and the scores are left as they were."""
    scores = (np.random.default_rng(seed).standard_normal((tokens, tokens)) * size).astype(np.float32)
    before = scores.copy()
    pattern = pattern_of(scores, causal=causal, window=window)
    np.testing.assert_allclose(pattern, naive.softmax(scores, causal, window), atol=1e-6)
    np.testing.assert_allclose(pattern.sum(axis=1, dtype=np.float64), 1, atol=2e-7)
    forbidden = [[not naive.is_allowed(i, j, causal, window) for j in range(tokens)] for i in range(tokens)]
    assert not pattern[np.array(forbidden)].any()
    np.testing.assert_array_equal(scores, before)


def test_b20_large_scores_and_shifts_change_nothing() -> None:
    """70000 does not overflow (e⁻¹ : 1 is 0.2689 : 0.7311), 1000 more for all moves no weight. b07: one token gets exactly 1."""
    np.testing.assert_allclose(pattern_of([[70000, 69999], [-70000, -70000]]), [[0.7310586, 0.2689414], [0.5, 0.5]], atol=1e-6)
    row = np.array([[1, 2], [0.5, 0.25]], np.float32)
    np.testing.assert_array_equal(pattern_of(row + 1000), pattern_of(row))
    assert pattern_of([[-3.7]])[0, 0] == 1


@pytest.mark.parametrize("place", [(0, 0), (1, 0), (2, 2)])
def test_b30_one_nan_makes_its_whole_row_nan_and_no_other(place: tuple[int, int]) -> None:
    scores = np.zeros((3, 3), np.float32)
    scores[place] = np.nan
    np.testing.assert_array_equal(np.isnan(pattern_of(scores)), np.repeat(np.arange(3) == place[0], 3).reshape(3, 3))


@given(seed=st.integers(0, 10**6), rows=st.integers(0, 5), width=st.integers(1, 40), size=st.sampled_from([1e-5, 1, 1e15]))
def test_norms_are_those_of_the_slow_twins(seed: int, rows: int, width: int, size: float) -> None:
    """Any shape, also no rows at all, with and without a bias."""
    rng = np.random.default_rng(seed)
    x = (rng.standard_normal((rows, width)) * size).astype(np.float32)
    gain, bias = rng.standard_normal((2, width), np.float32)
    np.testing.assert_allclose(layer_norm(x, gain, bias), naive.layer_norm(x, gain, bias), rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(layer_norm(x, gain, None), naive.layer_norm(x, gain), rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(rms_norm(x, gain), naive.rms_norm(x, gain), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("value", [0.1, -3.4e38, 1e-45, 0.0])
def test_b25_a_constant_row_comes_out_as_exactly_the_bias(value: float) -> None:
    gain, bias = np.random.default_rng(0).standard_normal((2, 1000), np.float32)
    x = np.full((2, 1000), value, np.float32)
    np.testing.assert_array_equal(layer_norm(x, gain, bias), np.stack([bias, bias]))


@pytest.mark.parametrize("kind", ACTIVATIONS)
@given(seed=st.integers(0, 10**6), size=st.sampled_from([1e-30, 1, 9, 1e6]))
def test_activations_are_those_of_the_slow_twins(kind: Any, seed: int, size: float) -> None:
    x = (np.random.default_rng(seed).standard_normal((3, 17)) * size).astype(np.float32)
    np.testing.assert_allclose(activate(x, kind), ACTIVATIONS[kind](x), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("kind", ACTIVATIONS)
def test_b30_norms_and_activations_hand_a_nan_on(kind: Any) -> None:
    """The row with the NaN becomes NaN, an activation only the number itself."""
    x, gain = np.ones((2, 3), np.float32), np.ones(3, np.float32)
    x[0, 1] = np.nan
    np.testing.assert_array_equal(np.isnan(activate(x, kind)), np.isnan(x))
    for out in (layer_norm(x, gain, gain), rms_norm(x, gain)):
        np.testing.assert_array_equal(np.isnan(out), [[True] * 3, [False] * 3])


@given(tokens=st.integers(0, 20), side=st.integers(1, 6), seed=st.integers(0, 1000))
def test_a_small_picture_shows_the_largest_of_each_square(tokens: int, side: int, seed: int) -> None:
    pattern = np.random.default_rng(seed).random((2, tokens, tokens), np.float32)
    pixels = -(-tokens // side)
    found = largest_of_squares(pattern, side)
    assert found.shape == (2, pixels, pixels) or tokens == 0
    for head, y, x in np.ndindex(2, pixels, pixels):
        assert found[head, y, x] == pattern[head, y * side : (y + 1) * side, x * side : (x + 1) * side].max()


@pytest.mark.parametrize("shape", [(200, 200, 201), (200, 200, 5), (3, 4, 5), (0, 4, 5), (1, 1, 1)], ids=str)
@pytest.mark.parametrize("split_from", [0, 10**12], ids=["two threads", "one thread"])
def test_products_split_between_two_threads(shape: tuple[int, int, int], split_from: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By columns, of which there may be an odd number or too few; into a given array or a new one."""
    monkeypatch.setattr(products, "SPLIT_FROM", split_from)
    m, k, n = shape
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((m, k), np.float32), rng.standard_normal((k, n), np.float32)
    right = a.astype(np.float64) @ b
    np.testing.assert_allclose(product(a, b), right, atol=1e-4)
    out = np.full((m, n), np.nan, np.float32)
    assert product(a, b, out) is out
    np.testing.assert_allclose(out, right, atol=1e-4)
