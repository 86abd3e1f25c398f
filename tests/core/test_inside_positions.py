"""What positions are made of, beside numbers found by hand and slow twins."""

from __future__ import annotations

from dataclasses import replace
from math import log, pi
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.inside.head import head_arrays
from core.inside.positions import PositionTables, by_distance, position_tables, shown_length
from core.kernels import plain_kernels
from core.messages import InputError
from core.model import ModelConfig, forward, random_weights
from core.model.config import SinusoidLayout
from tests.core.strategies import configs, full_weights


def small(**fields: Any) -> ModelConfig:
    values: dict[str, Any] = {"d_model": 16, "n_heads": 2, "n_layers": 1, "vocabulary": 20, "context": 40}
    return ModelConfig(**values | fields)


def test_position_1_of_width_4() -> None:
    """sin 1, cos 1, sin 0.01, cos 0.01 (10000^(2/4) = 100), from a calculator; position 0 is 0, 1, 0, 1."""
    config = small(d_model=4)
    added = position_tables(config, random_weights(config), 3).added
    assert added is not None
    assert added.wavelengths is not None
    assert added.matrix[0].tolist() == [0, 1, 0, 1]
    np.testing.assert_allclose(added.matrix[1], [0.841471, 0.540302, 0.010000, 0.999950], atol=5e-7)
    assert added.wavelengths.tolist() == pytest.approx([2 * pi, 200 * pi])
    assert [added.pair_of(j) for j in range(4)] == [(0, True), (0, False), (1, True), (1, False)]


@given(d_model=st.integers(1, 40), length=st.integers(1, 60), layout=st.sampled_from(("interleaved", "side-by-side")))
def test_products_of_sinusoids_depend_on_the_distance_alone(d_model: int, length: int, layout: SinusoidLayout) -> None:
    """sin a·sin b + cos a·cos b = cos(a − b): for even D the product at distance s is Σ cos(s·ω_i), whatever the positions."""
    config = small(d_model=d_model, n_heads=1, sinusoid_layout=layout)
    added = position_tables(config, random_weights(config), length).added
    assert added is not None
    assert added.other is not None
    assert added.layout == layout
    assert added.other.columns_equal
    assert added.other.products_equal
    assert np.array_equal(np.sort(added.other.permutation), np.arange(d_model))
    assert added.other.name != layout
    assert added.other.difference <= 1e-6 * max(1, d_model)
    for j in range(d_model):
        pair, is_sine = added.pair_of(j)
        right = (np.sin if is_sine else np.cos)(np.arange(length) / 10000 ** (2 * pair / d_model))
        np.testing.assert_allclose(added.matrix[:, j], right, atol=1e-6)
    if d_model % 2 == 0:
        frequencies = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
        right = np.cos(np.arange(length)[:, None] * frequencies).sum(axis=1)
        np.testing.assert_allclose(added.by_distance.mean, right, atol=1e-6 * d_model)
        assert added.by_distance.spread <= 2e-6 * d_model
        assert added.distance_only


def test_an_odd_width_lets_the_product_depend_on_more_than_the_distance() -> None:
    """D = 1: PE(p) = sin p alone, so PE(0)·PE(1) = 0 and PE(1)·PE(2) = sin 1 · sin 2 = 0.765."""
    config = small(d_model=1, n_heads=1)
    added = position_tables(config, random_weights(config), 3).added
    assert added is not None
    assert (added.by_distance.lowest[1], added.by_distance.highest[1]) == pytest.approx((0, 0.7651474), abs=1e-6)
    assert not added.distance_only


def test_layouts_are_the_same_columns_in_another_order() -> None:
    """D = 6: sines are columns 0, 2, 4 of the interleaved layout, cosines 1, 3, 5; the way back takes 0, 3, 1, 4, 2, 5."""
    orders = []
    for layout in ("interleaved", "side-by-side"):
        config = small(d_model=6, sinusoid_layout=layout)
        added = position_tables(config, random_weights(config), 9).added
        assert added is not None
        assert added.other is not None
        np.testing.assert_array_equal(added.other.matrix, added.matrix[:, added.other.permutation])
        orders.append(added.other.permutation.tolist())
    assert orders == [[0, 2, 4, 1, 3, 5], [0, 3, 1, 4, 2, 5]]


def test_a_learned_table_is_what_the_weights_say() -> None:
    config = small(position="learned")
    weights = random_weights(config)
    added = position_tables(config, weights, 12).added
    assert added is not None
    assert (added.other, added.wavelengths, added.layout) == (None, None, None)
    np.testing.assert_array_equal(added.matrix, weights["embedding.position"][:12])
    assert added.by_distance.spread > 1e-4
    assert not added.distance_only
    with pytest.raises(InputError):
        position_tables(config, weights, 41)
    assert (shown_length(config, 9), shown_length(small(), 9), shown_length(small(), 900)) == (40, 64, 900)


@given(size=st.integers(1, 12), seed=st.integers(0, 9), both=st.booleans())
def test_distances_beside_a_slow_twin(size: int, seed: int, both: bool) -> None:
    products = np.random.default_rng(seed).standard_normal((size, size), np.float32)
    found = by_distance(products, both_ways=both)
    assert found.distances.tolist() == list(range(-(size - 1) if both else 0, size))
    for at, distance in enumerate(found.distances):
        values = [float(products[p, p + distance]) for p in range(size) if 0 <= p + distance < size]
        assert (found.lowest[at], found.highest[at]) == (min(values), max(values))
        assert found.mean[at] == pytest.approx(sum(values) / len(values), abs=1e-6)


def test_rotary_products_depend_on_the_distance_alone() -> None:
    """Rotations keep angles: Σ over pairs of |q_i|·|k_i|·cos(φ_i + (r − p)·ω_i), computed from polar coordinates in float64."""
    config = small(position="rotary")
    tables = position_tables(config, full_weights(config), 40, ids=(3, 7)).rotary
    assert tables is not None
    assert tables.frequencies.tolist() == pytest.approx([1, 0.1, 0.01, 0.001])
    assert tables.wavelengths.tolist() == pytest.approx([2 * pi, 20 * pi, 200 * pi, 2000 * pi])
    assert tables.angles[5].tolist() == pytest.approx([5, 0.5, 0.05, 0.005])
    np.testing.assert_allclose(tables.cosines**2 + tables.sines**2, 1, atol=1e-6)
    q, k = (v[:4].astype(np.complex128) + 1j * v[4:] for v in (tables.query, tables.key))
    distances = np.arange(-39, 40)
    right = (q.conj() * k * np.exp(1j * distances[:, None] * tables.frequencies)).real.sum(axis=1)
    scale = float(np.abs(q) @ np.abs(k))
    assert tables.by_distance.distances.tolist() == distances.tolist()
    np.testing.assert_allclose(tables.by_distance.mean, right, atol=1e-6 * scale)
    assert tables.by_distance.spread <= 5e-6 * scale
    assert tables.distance_only
    assert tables.largest == pytest.approx(np.abs(right).max(), rel=1e-5)


@given(drawn=configs(), which=st.integers(0, 100))
def test_the_query_and_key_are_the_models_own(drawn: ModelConfig, which: int) -> None:
    """In a real sentence the head multiplies these two to what stands at their distance, whatever else the model is."""
    config = replace(drawn, position="rotary", placement="query-key", head_width=drawn.d_head + drawn.d_head % 2)
    weights = full_weights(config)
    ids = [i % config.vocabulary for i in (5, 2, 9, 4)]
    head = head_arrays(config, weights, forward(config, weights, ids, kernels=plain_kernels()), 0, which % config.n_heads)
    tables = position_tables(config, weights, 4, ids=(ids[3], ids[1]), head=which % config.n_heads).rotary
    assert tables is not None
    at = tables.by_distance.distances.tolist().index(1 - 3)
    scale = float(np.linalg.norm(tables.query) * np.linalg.norm(tables.key)) + 1e-3
    assert tables.by_distance.mean[at] == pytest.approx(float(head.products[3, 1]), abs=1e-5 * scale)
    assert tables.product(3, 1) == pytest.approx(float(head.products[3, 1]), abs=1e-5 * scale)


def test_alibi_slopes_of_8_heads() -> None:
    """2^(−8(i+1)/8): 1/2, 1/4 … 1/256; e^(−d/2) = 1/2 at d = 2·ln 2 = 1.386; e^(−1/2) = 0.6065."""
    config = small(n_heads=8, position="alibi")
    tables = position_tables(config, random_weights(config), 10).alibi
    assert tables is not None
    assert tables.slopes.tolist() == [2.0**-i for i in range(1, 9)]
    assert tables.penalties[0].tolist() == [-d / 2 for d in range(10)]
    assert tables.factors[0, :3].tolist() == pytest.approx([1, 0.60653066, 0.36787944])
    assert tables.half_distances[0] == pytest.approx(1.3862943611)
    assert tables.half_distances[7] == pytest.approx(256 * log(2))


def test_an_encoding_has_its_own_tables_only() -> None:
    for position, has in (("none", ()), ("sinusoidal", ("added",)), ("rotary", ("rotary",)), ("alibi", ("alibi",))):
        config = small(position=position)
        tables = position_tables(config, random_weights(config), 5)
        assert [name for name in ("added", "rotary", "alibi") if getattr(tables, name) is not None] == list(has)
        assert (tables.position, tables.placed, tables.length) == (position, config.placed, 5)
    with pytest.raises(ValueError, match="no positions"):
        position_tables(small(), random_weights(small()), 0)
    rotary = small(position="rotary")
    with pytest.raises(InputError):
        position_tables(rotary, random_weights(rotary), 5, ids=(0, 20))


def test_long_sentences_multiply_their_first_positions_only() -> None:
    config = small()
    tables = position_tables(config, random_weights(config), 2048).added
    assert tables is not None
    assert (tables.matrix.shape, tables.products.shape, len(tables.by_distance.mean)) == ((2048, 16), (512, 512), 512)
    more = position_tables(config, random_weights(config), 600, multiplied=2048).added
    assert more is not None
    assert more.products.shape == (600, 600)


def test_tables_are_compared_by_what_is_in_them() -> None:
    def made(length: int = 5, **fields: Any) -> PositionTables:
        config = small(**fields)
        return position_tables(config, random_weights(config), length)

    assert made().same_as(made())
    assert not made().same_as(made(6))
    assert not made().same_as(made(sinusoid_layout="side-by-side"))
    assert not made().same_as(made(placement="every-block"))
    assert not made(position="learned").same_as(made(position="learned", seed=1))
    assert made(position="rotary").same_as(made(position="rotary"))
    assert not made(position="rotary").same_as(made(position="rotary", rope_base=500.0))
    assert not made(position="rotary").same_as(made(position="rotary", seed=1))
    assert not made(position="alibi").same_as(made(position="alibi", n_heads=4))
