"""The slow twins against numbers got by hand, so that what everything is compared with is itself compared with something."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.core import naive


def test_b25_layer_norm_of_one_and_three_zeros() -> None:
    """Mean ¼, variance (9/16 + 3/16)/4 = 3/16; ¾ ÷ √(0.1875 + 0.00001) = 1.7320, −¼ ÷ the same = −0.5773."""
    np.testing.assert_allclose(naive.layer_norm([1, 0, 0, 0]), [1.7320, -0.5773, -0.5773, -0.5773], atol=5e-5)


def test_layer_norm_of_a_constant_is_the_bias_exactly() -> None:
    """Every difference from the mean is 0, so gain has nothing to stretch and the bias remains."""
    assert naive.layer_norm([[0.5, 0.5, 0.5]], gain=[3, 4, 5], bias=[1, 2, 3]).tolist() == [[1, 2, 3]]


def test_layer_norm_stretches_then_shifts() -> None:
    """1, −1 has mean 0 and variance 1: ±1 ÷ √1.00001 = ±0.999995; times 2 and 3, plus 10 and 20."""
    np.testing.assert_allclose(naive.layer_norm([1, -1], gain=[2, 3], bias=[10, 20]), [11.99999, 17.000015], atol=1e-9)


def test_epsilon_stands_inside_the_root() -> None:
    """±0.001: variance 1e-6, so 0.001 ÷ √(1e-6 + 1e-5) = 1 ÷ √11 = 0.301511; outside the root it would be 0.990099."""
    assert naive.layer_norm([0.001, -0.001])[0] == pytest.approx(1 / math.sqrt(11), abs=1e-12)
    assert naive.rms_norm([0.001, -0.001])[0] == pytest.approx(1 / math.sqrt(11), abs=1e-12)


def test_rms_norm_does_not_centre() -> None:
    """3, 4, 0, 0: mean square 25/4, root 2.5, so 1.2 and 1.6 (ε changes the seventh digit); gain 1, ½."""
    np.testing.assert_allclose(naive.rms_norm([3, 4, 0, 0], gain=[1, 0.5, 1, 1]), [1.2, 0.8, 0, 0], atol=2e-6)


def test_softmax_of_logarithms() -> None:
    """The powers e^(ln 1), e^(ln 2), e^(ln 5) are 1, 2, 5 of 8."""
    row = [math.log(1), math.log(2), math.log(5)]
    np.testing.assert_allclose(naive.softmax_row(row, [True] * 3), [1 / 8, 2 / 8, 5 / 8], rtol=1e-14)
    np.testing.assert_allclose(naive.softmax_row(row, [True, False, True]), [1 / 6, 0, 5 / 6], rtol=1e-14)


def test_softmax_survives_large_scores() -> None:
    """A shift by 1000 cancels: ½ and ½, where e^1000 alone would overflow."""
    assert naive.softmax_row([1000, 1000], [True, True]) == [0.5, 0.5]


def test_b19_row_without_an_allowed_cell_is_zero() -> None:
    """Nothing to share out, so nothing is given."""
    assert naive.softmax_row([1, 2], [False, False]) == [0, 0]


def test_masks_on_four_tokens() -> None:
    """All equal scores share a row equally among the allowed cells, which are counted by hand: 10 causal, 7 with a window of 2."""
    scores = np.zeros((4, 4))
    third, half, quarter = 1 / 3, 1 / 2, 1 / 4
    causal = [[1, 0, 0, 0], [half, half, 0, 0], [third, third, third, 0], [quarter] * 4]
    window = [[1, 0, 0, 0], [half, half, 0, 0], [0, half, half, 0], [0, 0, half, half]]
    np.testing.assert_allclose(naive.softmax(scores), np.full((4, 4), quarter))
    np.testing.assert_allclose(naive.softmax(scores, causal=True), causal)
    np.testing.assert_allclose(naive.softmax(scores, causal=True, window=2), window)
    assert [naive.allowed_cells(4, *mask) for mask in ((False,), (True,), (True, 2), (True, 1))] == [16, 10, 7, 4]


def test_relative_entropy_ends() -> None:
    """Equal shares are the maximum: 1. All on one cell: 0. Causal, 2 tokens: row 1 has no choice, row 2 counts alone."""
    assert naive.relative_entropy([[0.5, 0.5], [0.5, 0.5]]) == pytest.approx(1)
    assert naive.relative_entropy([[1, 0], [0, 1]]) == 0
    quarter = -(0.25 * math.log(0.25) + 0.75 * math.log(0.75)) / math.log(2)
    assert naive.relative_entropy([[1, 0], [0.25, 0.75]], causal=True) == pytest.approx(quarter)
    assert quarter == pytest.approx(0.811278, abs=1e-6)
    assert math.isnan(naive.relative_entropy([[1]]))


def test_b29_two_forms_of_gelu() -> None:
    """Φ(1) = 0.841345 from a table of the normal distribution; the tanh form is 0.841192; the gap is widest, 4.73e-4, at 2.70."""
    assert naive.gelu(1) == pytest.approx(0.841345, abs=5e-7)
    assert naive.gelu_tanh(1) == pytest.approx(0.841192, abs=5e-7)
    assert abs(naive.gelu(-2.7) - naive.gelu_tanh(-2.7)) == pytest.approx(4.73e-4, abs=1e-6)
    assert naive.gelu([0, -40]).tolist() == [0, 0]


def test_relu_and_silu() -> None:
    """Silu(1) = 1 ÷ (1 + 1/e) = 0.731059, silu(−1) = 0.731059 − 1; far below 0 it is 0, not an overflow."""
    assert naive.relu([-2, 0, 3]).tolist() == [0, 0, 3]
    np.testing.assert_allclose(naive.silu([0, 1, -1]), [0, 0.731059, -0.268941], atol=5e-7)
    assert abs(naive.silu(-1000)) == 0
    np.testing.assert_allclose(naive.swiglu([1, 1], [2, -4]), [1.462117, -2.924234], atol=5e-7)


def test_sinusoids_of_width_four() -> None:
    """Position 0 is 0, 1, 0, 1; position 1: sin 1, cos 1, sin 0.01, cos 0.01 because 10000^(2/4) = 100."""
    table = naive.sinusoids(2, 4)
    assert table[0].tolist() == [0, 1, 0, 1]
    np.testing.assert_allclose(table[1], [0.841471, 0.540302, 0.010000, 0.999950], atol=5e-7)
    np.testing.assert_array_equal(naive.sinusoids(2, 4, "side-by-side"), table[:, [0, 2, 1, 3]])


def test_sinusoids_of_odd_width_end_on_a_sine() -> None:
    """Width 3: sin 1, cos 1, and the sine of 1 ÷ 10000^(2/3) = 1 ÷ 464.1589 = 0.00215443."""
    np.testing.assert_allclose(naive.sinusoids(2, 3)[1], [0.841471, 0.540302, 0.002154], atol=5e-7)


def test_rotary_turns_halves() -> None:
    """Width 4, base 100: pair (0, 2) turns by p, pair (1, 3) by p ÷ 100^(2/4) = p/10.

    At p = 1 the vector 1, 0, 0, 1 becomes cos 1, −sin 0.1, sin 1, cos 0.1.
    """
    turned = naive.rotary([[1, 0, 0, 1], [1, 0, 0, 1]], base=100)
    assert turned[0].tolist() == [1, 0, 0, 1]
    np.testing.assert_allclose(turned[1], [0.540302, -0.099833, 0.841471, 0.995004], atol=5e-7)
    np.testing.assert_array_equal(naive.rotary([[1, 0, 0, 1]], base=100, first=1)[0], turned[1])


def test_rotary_products_depend_on_the_distance_only() -> None:
    """Turning both by the same angle more changes no product: q at 2 with k at 0 equals q at 7 with k at 5."""
    q, k = np.array([[0.3, -1.2, 0.7, 2.0]]), np.array([[1.1, 0.4, -0.6, 0.9]])
    products = [float(naive.rotary(q, first=first + 2)[0] @ naive.rotary(k, first=first)[0]) for first in (0, 5)]
    assert products[0] == pytest.approx(products[1], abs=1e-12)
    assert products[0] != pytest.approx(float(q[0] @ k[0]), abs=1e-3)


def test_alibi_slopes() -> None:
    """Eight heads: ½, ¼ … 1/256. Two heads: 2^−4, 2^−8. Three heads: 2^(−8/3) = 0.157490."""
    assert [naive.alibi_slope(head, 8) for head in range(8)] == [2.0**-n for n in range(1, 9)]
    assert naive.alibi_slope(0, 3) == pytest.approx(0.157490, abs=5e-7)
    assert naive.alibi(2, 3)[0].tolist() == [[0, -1 / 16, -2 / 16], [-1 / 16, 0, -1 / 16], [-2 / 16, -1 / 16, 0]]
