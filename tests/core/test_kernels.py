"""Kernels: compiled against plain, and both against the slow twins."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernels import Kernels, compiled_kernels, loops, plain_kernels
from core.kernels.products import product
from tests.core import naive

BOTH = pytest.mark.parametrize("kernels", [plain_kernels(), compiled_kernels()], ids=lambda k: k.name)
ROOT = Path(__file__).parents[2]


def pattern_of(
    kernels: Kernels, products: np.ndarray, *, scale: float = 1.0, slope: float = 0.0, causal: bool = False, window: int = 0
):
    """The three steps of a softmax as the model takes them -> (scores, pattern)."""
    scores = np.array(products, np.float32, order="C")
    cells = np.empty_like(scores)
    kernels.scale_and_shift(scores, cells, np.float32(scale), np.float32(slope), causal, window)
    np.exp(cells, out=cells)
    kernels.divide_rows(cells)
    return scores, cells


@BOTH
@given(seed=st.integers(0, 10**6), tokens=st.integers(1, 9), causal=st.booleans(), window=st.integers(0, 4))
def test_softmax_agrees_with_the_slow_twin(kernels: Kernels, seed: int, tokens: int, causal: bool, window: int) -> None:
    """Scores ÷ 2 minus 0.25 a step of distance, any mask; rows sum to 1 and forbidden cells are exactly 0."""
    causal = causal or window > 0
    products = np.random.default_rng(seed).normal(size=(tokens, tokens)).astype(np.float32) * 9
    scores, pattern = pattern_of(kernels, products, scale=0.5, slope=0.25, causal=causal, window=window)
    distance = np.abs(np.arange(tokens)[:, None] - np.arange(tokens))
    np.testing.assert_allclose(scores, products * 0.5 - 0.25 * distance, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(pattern, naive.softmax(scores, causal, window), atol=1e-6)
    np.testing.assert_allclose(pattern.sum(axis=1, dtype=np.float64), 1, atol=1e-6)
    forbidden = [[not naive.is_allowed(i, j, causal, window) for j in range(tokens)] for i in range(tokens)]
    assert not pattern[np.array(forbidden)].any()


@BOTH
def test_b20_large_scores_and_shifts_change_nothing(kernels: Kernels) -> None:
    """The row maximum is subtracted: 70000 does not overflow, and adding 1000 to a row moves no weight by 1e-6."""
    _, pattern = pattern_of(kernels, np.array([[70000.0, 69999.0], [-70000.0, -70000.0]]))
    np.testing.assert_allclose(pattern, [[0.7310586, 0.2689414], [0.5, 0.5]], atol=1e-6)
    row = np.array([[1.0, 2.0], [0.5, 0.25]])
    np.testing.assert_allclose(pattern_of(kernels, row + 1000)[1], pattern_of(kernels, row)[1], atol=1e-6)


@BOTH
def test_b19_a_row_without_allowed_cells_is_zero(kernels: Kernels) -> None:
    """All scores −inf (everything masked): 0, not NaN, and the other row is untouched."""
    cells = np.array([[-np.inf, -np.inf], [0, 0]], np.float32)
    np.exp(cells, out=cells)
    kernels.divide_rows(cells)
    np.testing.assert_array_equal(cells, [[0, 0], [0.5, 0.5]])


@BOTH
def test_b07_one_token_gets_weight_one(kernels: Kernels) -> None:
    """A 1×1 map is exactly 1."""
    assert pattern_of(kernels, np.array([[-3.7]]))[1][0, 0] == 1.0


@BOTH
def test_b25_layer_norm_uses_the_population_variance(kernels: Kernels) -> None:
    """1, 0, 0, 0: mean ¼, variance 3/16, so (¾, −¼, −¼, −¼)/√(0.1875 + 1e-5) = 1.7320, −0.5773 …; constant → β."""
    x = np.array([[1, 0, 0, 0], [0.1, 0.1, 0.1, 0.1]], np.float32)
    gain, bias, out = np.ones(4, np.float32), np.zeros(4, np.float32), np.empty((2, 4), np.float32)
    kernels.layer_norm(x, gain, bias, out)
    np.testing.assert_allclose(out[0], [1.7320, -0.5773, -0.5773, -0.5773], atol=5e-5)
    kernels.layer_norm(x, gain * 3, bias + np.float32(0.7), out)
    assert (out[1] == np.float32(0.7)).all()


@BOTH
def test_b29_exact_gelu(kernels: Kernels) -> None:
    """GELU(1) = Φ(1) = 0.841345; the tanh form would give 0.841192."""
    out = np.empty((1, 2), np.float32)
    kernels.gelu(np.array([[1.0, -2.7]], np.float32), out)
    np.testing.assert_allclose(out[0], naive.gelu([1.0, -2.7]), atol=1e-7)
    assert out[0, 0] == pytest.approx(0.841345, abs=1e-6)


@given(seed=st.integers(0, 10**6), rows=st.integers(0, 5), width=st.integers(1, 9))
def test_norms_and_gelu_agree_with_the_slow_twins(seed: int, rows: int, width: int) -> None:
    """Plain and compiled, any shape, also no rows at all."""
    rng = np.random.default_rng(seed)
    x = (rng.normal(size=(rows, width)) * 3).astype(np.float32)
    gain, bias = rng.normal(size=(2, width)).astype(np.float32)
    for kernels in (plain_kernels(), compiled_kernels()):
        out = np.empty_like(x)
        kernels.layer_norm(x, gain, bias, out)
        np.testing.assert_allclose(out, naive.layer_norm(x, gain, bias).reshape(x.shape), rtol=1e-5, atol=1e-5)
        kernels.rms_norm(x, gain, out)
        np.testing.assert_allclose(out, naive.rms_norm(x, gain).reshape(x.shape), rtol=1e-5, atol=1e-6)
        kernels.gelu(x, out)
        np.testing.assert_allclose(out, naive.gelu(x).reshape(x.shape), rtol=1e-5, atol=1e-6)


@BOTH
def test_summary_of_a_known_map(kernels: Kernels) -> None:
    """Rows ½ ½ (entropy 1 of 1) and 1 0 (entropy 0): mean ½; sums are 1. Causal: the first row has no choice and is left out."""
    pattern = np.array([[0.5, 0.5], [1, 0]], np.float32)
    assert kernels.summarise(pattern, False, 0) == pytest.approx((0.5, 0.0))
    entropy, error = kernels.summarise(np.array([[1, 0], [0.25, 0.5]], np.float32), True, 0)
    assert entropy == pytest.approx((0.25 * np.log(4) + 0.5 * np.log(2)) / np.log(2))
    assert error == pytest.approx(0.25)
    assert np.isnan(kernels.summarise(np.ones((1, 1), np.float32), False, 0)[0])


@BOTH
@pytest.mark.parametrize("place", [(0, 0), (1, 0), (2, 2)])
def test_b30_a_nan_is_never_passed_over(kernels: Kernels, place: tuple[int, int]) -> None:
    """One NaN in a map of thirds: neither summary may say that all is well, wherever it stands. Its row becomes NaN, others do not.

    A kernel with fastmath may assume that there is no NaN, and `max(0, NaN)` is 0.
    """
    cells = np.full((3, 3), 1 / 3, np.float32)
    cells[place] = np.nan
    assert np.isnan(kernels.summarise(cells, False, 0)).all()
    kernels.divide_rows(cells)
    np.testing.assert_array_equal(np.isnan(cells).all(axis=1), np.arange(3) == place[0])
    np.testing.assert_array_equal(np.isnan(cells).any(axis=1), np.arange(3) == place[0])


@BOTH
def test_b30_norms_and_gelu_hand_a_nan_on(kernels: Kernels) -> None:
    """The row with the NaN is NaN, the other finite; infinities in the scores end as NaN, which the summary reports."""
    x, gain = np.ones((2, 3), np.float32), np.ones(3, np.float32)
    x[0, 1] = np.nan
    for compute in (lambda out: kernels.layer_norm(x, gain, gain, out), lambda out: kernels.rms_norm(x, gain, out)):
        out = np.empty_like(x)
        compute(out)
        np.testing.assert_array_equal(np.isnan(out), [[True] * 3, [False] * 3])
    kernels.gelu(x, out)
    np.testing.assert_array_equal(np.isnan(out), np.isnan(x))
    with np.errstate(invalid="ignore"):
        _, pattern = pattern_of(kernels, np.array([[np.inf, 0.0], [0.0, 0.0]]))
    assert np.isnan(kernels.summarise(pattern, False, 0)).all()


def test_frozen_arrays_compile_nothing_more() -> None:
    """Read-only arguments are taken as they are; every loop has exactly one compiled form, and the list of loops is complete."""
    kernels = compiled_kernels()
    x = np.ones((2, 3), np.float32)
    gain = np.ones(3, np.float32)
    x.setflags(write=False)
    gain.setflags(write=False)
    kernels.layer_norm(x, gain, gain, np.empty((2, 3), np.float32))
    functions = {
        name for name, value in vars(loops).items() if callable(value) and getattr(value, "__module__", "") == loops.__name__
    }
    assert functions == set(loops.ARGUMENTS)
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        for name in loops.ARGUMENTS:
            assert len(getattr(kernels, name).signatures) == 1


def test_b84_two_threads_compute_at_once_on_the_workqueue_layer() -> None:
    """Where neither OpenMP nor TBB is found, numba's own threads abort the process when two of ours enter them; none is started.

    Two passes of 60 tokens, thirty times each and at once, in a process of its own; both give what one alone gives.
    """
    program = """
import threading
import numpy as np
from core.kernels import compiled_kernels
from core.model import forward, preset, random_weights

kernels, config = compiled_kernels(), preset("small", d_model=256)
weights, ids = random_weights(config), range(60)
alone = forward(config, weights, ids, kernels=kernels).layers[-1].pattern
same = []

def compute():
    for _ in range(30):
        same.append(np.array_equal(forward(config, weights, ids, kernels=kernels).layers[-1].pattern, alone))

threads = [threading.Thread(target=compute) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(same), all(same))
"""
    environment = os.environ | {"NUMBA_THREADING_LAYER": "workqueue", "PYTHONPATH": str(ROOT)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, check=False, timeout=120, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "60 True\n", "")


@given(seed=st.integers(0, 10**6))
def test_products_split_between_workers_are_the_same(seed: int) -> None:
    """200·200·201 ≈ 8 million multiply-adds are split by columns; each column is the same sum."""
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(200, 200)).astype(np.float32), rng.normal(size=(200, 201)).astype(np.float32)
    np.testing.assert_allclose(product(a, b), a.astype(np.float64) @ b, atol=1e-4)


@pytest.mark.parametrize("state", ["damaged", "read-only"])
def test_b101_kernels_compile_without_a_usable_cache(tmp_path: Path, state: str) -> None:
    """A cache folder full of rubbish, or one that is a file and so cannot be written: one warning, the kernels work."""
    folder = tmp_path / "cache ñ"
    program = (
        "import numpy as np; from core.kernels import compiled_kernels;"
        "compiled_kernels().divide_rows(np.ones((1, 1), np.float32)); print('works')"
    )
    run = [sys.executable, "-c", program]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(ROOT), "HOME": str(tmp_path / "none")}
    environment.pop("NUMBA_DISABLE_JIT", None)
    if state == "damaged":
        subprocess.run(run, env=environment, check=True, timeout=120, capture_output=True)
        files = [path for path in folder.rglob("*.nb*") if path.is_file()]
        assert files
        for path in files:
            path.write_bytes(b"rubbish")
    else:
        folder.write_text("a file, not a folder")
    done = subprocess.run(run, env=environment, check=True, timeout=120, capture_output=True, text=True)
    assert done.stdout == "works\n"
