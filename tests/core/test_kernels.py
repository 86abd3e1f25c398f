"""The compiled loops, each by itself, beside the slow twins."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.kernels import _jit, compiled_kernels, loops
from tests.core import naive

FloatArray = NDArray[np.float32]

LENGTHS = (1, 2, 7, 8, 15, 16, 17, 31, 33, 64, 100, 1000)
"""Around the numbers that compiled code takes at once (8, 16, 32), one that is no multiple of anything, and one."""
MAGNITUDES = (1e-40, 1e-30, 1e-5, 1.0, 9.0, 1e4, 1e15, 1e30)
"""From numbers too small for all the bits of a float32 to those whose cubes overflow."""
KINDS = {"relu": 0, "gelu": 1, "gelu-tanh": 2, "silu": 3}
TARGET = object()
"""Stands for the array that a loop writes into."""
TWINS: dict[str, Callable[[Any], NDArray[np.float64]]] = naive.ACTIVATIONS | {"silu": naive.silu}


def loop(name: str) -> Callable[..., None]:
    """A compiled loop as a function of Python that takes arrays for addresses."""
    compiled_kernels()
    compiled = next(kept for kept in _jit._alive if kept.__name__ == name).ctypes

    def call(*arguments: Any) -> None:
        compiled(*(argument.ctypes.data if isinstance(argument, np.ndarray) else argument for argument in arguments))

    return call


@st.composite
def rows(draw: st.DrawFn, magnitudes: tuple[float, ...] = MAGNITUDES) -> FloatArray:
    """n numbers of some magnitude, at times with a few that are exactly 0, −0 or equal."""
    n, seed = draw(st.sampled_from(LENGTHS)), draw(st.integers(0, 10**6))
    rng = np.random.default_rng(seed)
    row: FloatArray = (rng.standard_normal(n) * draw(st.sampled_from(magnitudes))).astype(np.float32)
    some = draw(st.sampled_from([None, 0.0, -0.0, float(row[0])]))
    if some is not None:
        row[rng.random(n) < 0.3] = some
    return row


def inside_a_guard(n: int) -> tuple[FloatArray, FloatArray]:
    """(n numbers, a longer array around them): what is around must still be 7 afterwards. 3 before: not at a cache line."""
    whole = np.full(n + 40, 7, np.float32)
    return whole[3 : 3 + n], whole


def untouched(whole: FloatArray, n: int) -> bool:
    return bool((whole[:3] == 7).all() and (whole[3 + n :] == 7).all())


def softmax(scores: FloatArray) -> tuple[FloatArray, float, float]:
    """(pattern, entropy, row sum)."""
    pattern, whole = inside_a_guard(len(scores))
    entropy, total = np.empty(1, np.float32), np.empty(1, np.float32)
    n, spare = len(scores), np.empty(2, np.float32)
    loop("softmax_rows")(scores, pattern, 0, 1, n, False, 0, entropy, total, spare)
    assert untouched(whole, len(scores))
    return pattern, float(entropy[0]), float(total[0])


# softmax


@given(scores=rows())
def test_softmax_is_that_of_the_slow_twin(scores: FloatArray) -> None:
    """Each weight as near as float32 allows: half a unit of the difference d to the largest score is d · 6e-8 of e^d.

    The entropy within 5e-6 of ln n; the row sum is that of the very numbers that were written.
    """
    before = scores.copy()
    pattern, entropy, total = softmax(scores)
    right = np.array(naive.softmax_row(scores.tolist(), [True] * len(scores)))
    below = np.float64(scores.max()) - scores
    assert (np.abs(pattern - right) <= right * (4e-7 + 6e-8 * below) + 2e-38).all()
    assert entropy == pytest.approx(-math.fsum(p * math.log(p) for p in right if p > 0), abs=5e-6 * max(1, math.log(len(scores))))
    assert total == np.float32(math.fsum(pattern.tolist()))
    assert total == pytest.approx(1, abs=5e-7)
    assert scores.tobytes() == before.tobytes()


@pytest.mark.parametrize("n", LENGTHS)
def test_equal_scores_get_equal_weights(n: int) -> None:
    """1/n each, to the last bit the same; entropy ln n. b07: one token gets exactly 1, and no entropy."""
    for score in (0.0, -0.0, -70000.0, 3e38, 1e-45):
        pattern, entropy, _ = softmax(np.full(n, score, np.float32))
        assert (pattern == np.float32(1 / n)).all()
        assert entropy == pytest.approx(math.log(n), abs=1e-6)
    assert softmax(np.array([-3.7], np.float32)) == (np.array([1], np.float32), 0.0, 1.0)


def test_b20_large_scores_and_shifts_change_nothing() -> None:
    """The largest is taken off: 70000 does not overflow (e⁻¹ : 1 is 0.2689 : 0.7311), and 1000 more for all moves no weight."""
    np.testing.assert_allclose(softmax(np.array([70000, 69999], np.float32))[0], [0.7310586, 0.2689414], atol=1e-6)
    np.testing.assert_allclose(softmax(np.array([-3e38, 3e38], np.float32))[0], [0, 1])
    row = np.array([1, 2, -4, 0.5], np.float32)
    np.testing.assert_array_equal(softmax(row + 1000)[0], softmax(row)[0])


def test_a_score_far_below_the_others_gets_exactly_nothing() -> None:
    """e⁻⁸⁷ is the last that a float32 holds with all its bits; soon below it a weight is 0, as for −∞; the entropy stays finite."""
    pattern, entropy, total = softmax(np.array([0, -87.7, -88, -1e30, -np.inf, 0], np.float32))
    assert pattern.tolist() == [0.5, 0, 0, 0, 0, 0.5]
    assert entropy == pytest.approx(math.log(2), abs=1e-6)
    assert total == 1


@pytest.mark.parametrize("n", [1, 2, 16, 17, 33, 1000])
@pytest.mark.parametrize("bits", [0x7FC00000, 0xFFC00000, 0x7F800001], ids=["NaN", "negative NaN", "signalling NaN"])
def test_b30_one_nan_makes_the_whole_row_nan(n: int, bits: int) -> None:
    """Wherever it stands and whatever its sign: 0 · ∞ is a negative NaN on some machines."""
    for place in {0, 1, 7, 15, 16, n // 2, n - 1} & set(range(n)):
        scores = np.linspace(-3, 3, n).astype(np.float32)
        scores.view(np.uint32)[place] = bits
        pattern, entropy, total = softmax(scores)
        assert np.isnan(pattern).all()
        assert math.isnan(entropy)
        assert math.isnan(total)


@pytest.mark.parametrize("n", [1, 2, 16, 33])
def test_an_infinite_score_makes_the_row_nan(n: int) -> None:
    """∞ − ∞ has no value, as in numpy; nor has a row of nothing but −∞."""
    for place in {0, n // 2, n - 1}:
        scores = np.zeros(n, np.float32)
        scores[place] = np.inf
        assert np.isnan(softmax(scores)[0]).all()
    assert np.isnan(softmax(np.full(n, -np.inf, np.float32))[0]).all()


# The exponential function: within 2e-7 of its value from −87 to 88.


def test_the_exponential_keeps_its_promise_in_the_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own lines in numpy, on 2 million points of the whole range, the ends and the halves of ln 2 included."""
    monkeypatch.setattr(loops, "as_float", lambda bits: bits.view(np.float32))
    monkeypatch.setattr(loops, "as_integer", lambda numbers: numbers.view(np.int32))
    steps = np.arange(-125, 127) * math.log(2)
    x = np.concatenate([np.linspace(-87, 88, 2_000_000), steps, steps + math.log(2) / 2, [0.0, -0.0, 1e-45, -1e-45]])
    x = x[(x >= -87) & (x <= 88)].astype(np.float32)
    right = np.exp(x.astype(np.float64))
    assert np.abs(loops.exp(x) / right - 1).max() <= 2e-7
    assert loops.exp(np.zeros(1, np.float32))[0] == 1


def test_the_exponential_keeps_its_promise_compiled() -> None:
    """Below 0 as the weight of a score beside 0: two weights have the ratio e^d, but for the rounding of weights (6e-8 each).

    Above 0 as silu(−x) = −x / (1 + e^x): three more roundings.
    """
    below = np.linspace(-86.9, 0, 4001).astype(np.float32)
    for d in below:
        pattern = softmax(np.array([0, d], np.float32))[0].astype(np.float64)
        assert pattern[1] / pattern[0] == pytest.approx(math.exp(d), rel=2e-7 + 2.4e-7)
    above = np.linspace(0.01, 86.9, 100_000).astype(np.float32)
    out = np.empty_like(above)
    loop("activate_row")(-above, 0, out, len(above), KINDS["silu"])
    right = -above.astype(np.float64) / (1 + np.exp(above.astype(np.float64)))
    assert np.abs(out / right - 1).max() <= 2e-7 + 2.4e-7


# norms


def norm(x: FloatArray, gain: FloatArray, bias: FloatArray | int, out: FloatArray, rms: int) -> None:
    """x [n] or [rows, n] normalised into `out`."""
    rows, n = np.atleast_2d(x).shape
    loop("norm_rows")(x, gain, bias, out, rows, n, rms, np.empty(2 * loops.ROWS_TOGETHER, np.float64))


@pytest.mark.parametrize("rms", [0, 1])
@pytest.mark.parametrize("rows", [2, loops.ROWS_TOGETHER, loops.ROWS_TOGETHER + 1, 3 * loops.ROWS_TOGETHER - 1])
def test_many_rows_are_each_normalised_as_if_they_were_alone(rows: int, rms: int) -> None:
    """To the last bit, and nothing is written behind the last."""
    n = 33
    x, gain, bias = (np.random.default_rng(rows).standard_normal(shape).astype(np.float32) for shape in ((rows, n), n, n))
    together, whole = inside_a_guard(rows * n)
    norm(x, gain, bias, together.reshape(rows, n), rms)
    alone = np.empty_like(x)
    for row, out in zip(x, alone, strict=True):
        norm(row, gain, bias, out, rms)
    np.testing.assert_array_equal(together.reshape(rows, n), alone)
    assert untouched(whole, rows * n)


@given(x=rows(), seed=st.integers(0, 10**6), biased=st.booleans(), in_place=st.booleans())
def test_norms_are_those_of_the_slow_twins(x: FloatArray, seed: int, biased: bool, in_place: bool) -> None:
    """Any magnitude (gain and bias are around 1), also where the result takes the place of what it is made of."""
    n = len(x)
    gain, bias = np.random.default_rng(seed).standard_normal((2, n), np.float32)
    for rms, right in ((0, naive.layer_norm(x, gain, bias if biased else 0)), (1, naive.rms_norm(x, gain))):
        out, whole = inside_a_guard(n)
        out[:] = x
        source = out if in_place else x.copy()
        norm(source, gain, bias if biased and not rms else 0, out, rms)
        np.testing.assert_allclose(out, right, rtol=1e-6, atol=2e-6)
        assert untouched(whole, n)


@given(value=st.floats(width=32, allow_nan=False, allow_infinity=False), n=st.sampled_from(LENGTHS))
@example(value=0.1, n=1000)
@example(value=3.4e38, n=1000)
@example(value=1e-45, n=17)
def test_b25_a_constant_row_comes_out_as_exactly_the_bias(value: float, n: int) -> None:
    """Its mean is its own value to the last bit, so nothing is left but the bias."""
    gain, bias = np.random.default_rng(n).standard_normal((2, n), np.float32)
    out = np.empty(n, np.float32)
    norm(np.full(n, value, np.float32), gain, bias, out, 0)
    np.testing.assert_array_equal(out, bias)
    norm(np.full(n, value, np.float32), gain, 0, out, 0)
    np.testing.assert_array_equal(out, 0)


@pytest.mark.parametrize("n", [2, 17, 64, 1000])
def test_numbers_far_from_0_and_near_to_each_other_are_normalised_as_exactly(n: int) -> None:
    """The mean of such numbers is none that float32 has, and its rounding would be a large part of what is left of them."""
    x = (1000 + 2e-3 * np.random.default_rng(n).standard_normal(n)).astype(np.float32)
    ones, out = np.ones(n, np.float32), np.empty(n, np.float32)
    for bias in (np.zeros(n, np.float32), 0):
        norm(x, ones, bias, out, 0)
        np.testing.assert_allclose(out, naive.layer_norm(x, ones, 0), rtol=1e-6, atol=2e-6)


def test_b25_layer_norm_uses_the_population_variance() -> None:
    """1, 0, 0, 0: mean ¼, variance 3/16, so (¾, −¼, −¼, −¼) / √(0.1875 + 1e-5) = 1.7320, −0.5773 twice more."""
    out = np.empty(4, np.float32)
    norm(np.array([1, 0, 0, 0], np.float32), np.ones(4, np.float32), 0, out, 0)
    np.testing.assert_allclose(out, [1.7320, -0.5773, -0.5773, -0.5773], atol=5e-5)


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("n", [1, 16, 17, 33])
def test_b30_norms_do_not_hide_what_is_no_number(wrong: float, n: int) -> None:
    """LayerNorm: the mean is none, so the row is NaN. RMSNorm: ∞/∞ is NaN and what is finite beside it 0; NaN makes all NaN."""
    for place in {0, n // 2, n - 1}:
        x = np.ones(n, np.float32)
        x[place] = wrong
        gain, out = np.full(n, 2, np.float32), np.empty(n, np.float32)
        norm(x, gain, gain, out, 0)
        assert np.isnan(out).all()
        norm(x, gain, 0, out, 1)
        finite = np.isfinite(x)
        assert np.isnan(out[~finite]).all()
        assert (np.isnan(out[finite]) if math.isnan(wrong) else out[finite] == 0).all()


# activations


def activated(x: FloatArray, kind: str) -> FloatArray:
    out, whole = inside_a_guard(len(x))
    loop("activate_row")(x, 0, out, len(x), KINDS[kind])
    assert untouched(whole, len(x))
    return out


@pytest.mark.parametrize("kind", KINDS)
@given(x=rows())
def test_activations_are_those_of_the_slow_twins(kind: str, x: FloatArray) -> None:
    """Within 1e-6 of the value, or of 1 where the value is smaller."""
    with np.errstate(over="ignore"):
        np.testing.assert_allclose(activated(x, kind), TWINS[kind](x), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [1, 17, 64])
def test_activations_of_the_largest_numbers(kind: str, n: int) -> None:
    """Far above 0 all of them are x itself, far below 0; infinitely far above still ∞, and never a NaN in between."""
    for size in (100, 1e6, 1e13, 1e20, 1e30, 3.4e38, np.inf):
        np.testing.assert_array_equal(activated(np.full(n, size, np.float32), kind), np.float32(size))
        if np.isfinite(size):
            np.testing.assert_allclose(activated(np.full(n, -size, np.float32), kind), 0, atol=1e-30)


@pytest.mark.parametrize("kind", KINDS)
def test_activations_of_nothing_and_nearly_nothing(kind: str) -> None:
    """0 stays 0, whatever its sign; the smallest float32 there is, 1.4e-45, becomes at most itself."""
    x = np.array([0.0, -0.0, 1e-45, -1e-45, 1e-38, -1e-38], np.float32)
    out = activated(x, kind)
    assert out[:2].tolist() == [0, 0]
    assert (np.abs(out) <= np.abs(x)).all()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bits", [0x7FC00000, 0xFFC00000], ids=["NaN", "negative NaN"])
def test_b30_activations_hand_a_nan_on_and_nothing_else(kind: str, bits: int) -> None:
    for place in (0, 8, 16, 32):
        x = np.linspace(-2, 2, 33).astype(np.float32)
        x.view(np.uint32)[place] = bits
        np.testing.assert_array_equal(np.isnan(activated(x, kind)), np.arange(33) == place)


def test_b29_exact_gelu_is_not_its_tanh_form() -> None:
    """Φ(1) = 0.841345; the tanh form gives 0.841192."""
    assert activated(np.ones(1, np.float32), "gelu")[0] == pytest.approx(0.841345, abs=1e-6)
    assert activated(np.ones(1, np.float32), "gelu-tanh")[0] == pytest.approx(0.841192, abs=1e-6)


# The rest: one line of numpy each.


@given(scores=rows((1.0, 1e4)), row=st.integers(0, 1000), slope=st.sampled_from([0.5, 2**-8, 0.0625]))
def test_alibi_lowers_by_distance(scores: FloatArray, row: int, slope: float) -> None:
    """−slope · |row − j|; a row of −n and a shift of the keys by n are the same."""
    n = len(scores)
    out, whole = inside_a_guard(n)
    out[:] = scores
    loop("lower_by_distance")(out, row, slope, n)
    right = [score - slope * abs(row - j) for j, score in enumerate(scores.tolist())]
    np.testing.assert_allclose(out, right, rtol=3e-7, atol=1e-6 * float(np.abs(scores).max()) + 1e-4)
    assert untouched(whole, n)
    shifted = scores.copy()
    loop("lower_by_distance")(shifted, row - 5, slope, n)
    np.testing.assert_allclose(
        shifted, [s - slope * abs(row - (j + 5)) for j, s in enumerate(scores.tolist())], rtol=3e-7, atol=1e-2
    )


@given(x=rows((1e-40, 1.0, 1e30)), seed=st.integers(0, 10**6), factor=st.sampled_from([1.0, 2.5, 0.0]))
def test_sums_products_and_copies(x: FloatArray, seed: int, factor: float) -> None:
    """A factor of 0 leaves x out even where it is not finite."""
    n, y = len(x), np.random.default_rng(seed).standard_normal(len(x)).astype(np.float32)

    def after(name: str, *arguments: Any) -> FloatArray:
        out, whole = inside_a_guard(n)
        out[:] = y
        loop(name)(*(out if argument is TARGET else argument for argument in arguments))
        assert untouched(whole, n)
        return out

    np.testing.assert_array_equal(after("copy", 0, TARGET, n), 0)
    np.testing.assert_array_equal(after("copy", x, TARGET, n).view(np.int32), x.view(np.int32))
    np.testing.assert_array_equal(after("scaled_sum", TARGET, 1.0, x, TARGET, n), y + x)
    np.testing.assert_array_equal(after("activate_row", y, x, TARGET, n, KINDS["relu"]), np.maximum(y, 0) * x)
    right = np.float64(factor) * x + y
    np.testing.assert_allclose(
        after("scaled_sum", x, factor, y, TARGET, n), right, rtol=2e-7, atol=2e-7 * float(np.abs(right).max())
    )
    if factor == 0:
        np.testing.assert_array_equal(after("scaled_sum", np.full(n, np.inf, np.float32), 0, y, TARGET, n), y)


def test_no_numbers_at_all() -> None:
    """n = 0 writes nothing: a window's first row has no forbidden cell before it."""
    out, whole = inside_a_guard(0)
    loop("copy")(out, out, 0)
    loop("copy")(0, out, 0)
    assert (whole == 7).all()


@settings(max_examples=30)
@given(half=st.sampled_from([1, 2, 7, 8, 16, 17, 64]), position=st.integers(0, 2000), seed=st.integers(0, 1000))
def test_rotation_is_that_of_the_slow_twin(half: int, position: int, seed: int) -> None:
    """Pair (i, i + K/2) turned by position / 10000^(2i/K)."""
    x = np.random.default_rng(seed).standard_normal(2 * half).astype(np.float32)
    angles = position / 10000.0 ** (np.arange(half) / half)
    heads = np.stack([x, -x, 0.5 * x])
    out, whole = inside_a_guard(heads.size)
    out[:] = heads.ravel()
    loop("rotate_heads")(out, np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32), 3, half)
    np.testing.assert_allclose(out.reshape(heads.shape), naive.rotary(heads[:, None], first=position)[:, 0], atol=2e-6)
    assert untouched(whole, heads.size)


@settings(max_examples=40)
@given(tokens=st.integers(1, 40), side=st.integers(1, 9), seed=st.integers(0, 1000), wrong=st.booleans())
def test_a_small_picture_shows_the_largest_of_each_square(tokens: int, side: int, seed: int, wrong: bool) -> None:
    """Cell by cell; the last squares are smaller; a NaN is the largest of its square wherever it stands in it."""
    pattern = np.random.default_rng(seed).random((tokens, tokens), np.float32)
    if wrong:
        pattern[tokens // 2, tokens // 3] = np.nan
    pixels = -(-tokens // side)
    out, whole = inside_a_guard(pixels * pixels)
    loop("shrink")(pattern, tokens, tokens, side, out)
    for y, x in np.ndindex(pixels, pixels):
        square = pattern[y * side : (y + 1) * side, x * side : (x + 1) * side]
        assert out.reshape(pixels, pixels)[y, x] == square.max() or (
            np.isnan(square).any() and np.isnan(out.reshape(pixels, pixels)[y, x])
        )
    assert untouched(whole, pixels * pixels)
