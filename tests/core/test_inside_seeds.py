"""What several seeds have in common, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.inside.seeds import seed_statistics


def test_two_maps_by_hand() -> None:
    """Cells 0.2, 0.4 and 0.6, 0.8: mean 0.4, 0.6; spread 0.2 each. The mean map varies by 0.1² about 0.5, the seeds by 0.2²."""
    found = seed_statistics(np.array([[[0.2, 0.4]], [[0.6, 0.8]]], np.float32))
    np.testing.assert_allclose(found.mean, [[0.4, 0.6]], atol=1e-7)
    np.testing.assert_allclose(found.spread, [[0.2, 0.2]], atol=1e-7)
    assert found.common == pytest.approx(0.01 / (0.01 + 0.04))
    assert found.varying == pytest.approx(0.8)
    assert not found.mean.flags.writeable


def test_equal_maps_are_all_common_and_flat_ones_have_nothing_to_share() -> None:
    one = np.array([[0.9, 0.1], [0.3, 0.7]], np.float32)
    assert seed_statistics(np.stack([one, one, one])).common == pytest.approx(1.0)
    assert seed_statistics(np.full((3, 2, 2), 0.5, np.float32)).common is None
    assert seed_statistics(np.full((3, 0, 0), 0.5, np.float32)).common is None


def test_opposite_maps_have_nothing_in_common() -> None:
    one = np.array([[0.9, 0.1], [0.1, 0.9]], np.float32)
    assert seed_statistics(np.stack([one, 1 - one])).common == pytest.approx(0.0, abs=1e-7)


def test_masked_cells_do_not_count() -> None:
    """Both seeds agree on the 0 above the diagonal by force; of the cells that are allowed nothing is common but the first."""
    maps = np.array([[[1, 0], [0.2, 0.8]], [[1, 0], [0.8, 0.2]]], np.float32)
    allowed = np.tril(np.ones((2, 2), bool))
    within = maps[:, allowed].astype(np.float64)
    right = within.mean(0).var() / within.var()
    assert seed_statistics(maps, allowed).common == pytest.approx(right)
    assert seed_statistics(maps).common != pytest.approx(right)


@given(seed=st.integers(0, 1000), seeds=st.integers(1, 6), tokens=st.integers(1, 5))
def test_the_shares_are_parts_of_one_variance(seed: int, seeds: int, tokens: int) -> None:
    """Slow twin: the variance of all numbers together is that of the mean map plus the mean variance over the seeds."""
    maps = np.random.default_rng(seed).dirichlet(np.ones(tokens), (seeds, tokens)).astype(np.float32)
    found, wide = seed_statistics(maps), maps.astype(np.float64)
    np.testing.assert_allclose(found.spread, wide.std(axis=0), atol=1e-6)
    if wide.var() > 1e-10:
        assert found.common == pytest.approx(wide.mean(axis=0).var() / wide.var(), abs=1e-6)
        assert 0 <= found.common <= 1 + 1e-12


def test_no_number_gives_no_share_and_no_seed_is_refused() -> None:
    maps = np.zeros((2, 2, 2), np.float32)
    maps[0, 0, 0] = np.nan
    assert seed_statistics(maps).common is None
    with pytest.raises(ValueError, match="one seed"):
        seed_statistics(np.zeros((0, 2, 2), np.float32))
