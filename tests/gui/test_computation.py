"""What the window computes: reuse, what is kept, what it costs, how results differ."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from core.messages import Cancelled
from core.model import forward, preset, random_weights
from gui import computation
from gui.computation import MapsOf, Request, Result, Shelf, compute, cost, first_overflow, largest_differences


def never() -> bool:
    """Nobody cancels."""
    return False


def quiet(done: int, total: int) -> None:
    """Nobody listens."""


def request(tokens: int = 5, layer: int = 0, head: int = 0, **choices: object) -> Request:
    """A request for the small model."""
    return Request(ids=tuple(range(tokens)), config=preset("small", **choices), layer=layer, head=head)


def done(asked: Request, last: Result | None = None) -> Result:
    """Its result."""
    return compute(asked, last, Shelf(), never, quiet)


def test_the_map_in_focus_is_the_map_of_the_pass() -> None:
    """The same numbers as a pass that keeps everything."""
    result = done(request(layer=2, head=3))
    full = forward(result.request.config, random_weights(result.request.config), result.request.ids)
    assert full.layers[2].pattern is not None
    np.testing.assert_array_equal(result.pattern, full.layers[2].pattern[3])
    assert result.trace.thumbnails is not None
    np.testing.assert_array_equal(result.trace.thumbnails[2, 3], result.pattern)


def test_another_head_of_the_same_pass_computes_no_new_pass() -> None:
    """The trace is the very same object, and only the focus moves."""
    first = done(request())
    second = done(request(layer=1, head=2), first)
    assert second.trace is first.trace
    assert first.trace.layers[1].pattern is not None
    np.testing.assert_array_equal(second.pattern, first.trace.layers[1].pattern[2])


def test_long_sentences_keep_pictures_and_compute_a_head_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit no map is kept but the one in focus; another one is computed from the stream, and is the same."""
    full = done(request(tokens=12, layer=3, head=1))
    monkeypatch.setattr(computation, "FULL_CELLS", 100)
    lean = done(request(tokens=12))
    assert lean.trace.layers[0].pattern is None
    assert lean.map_of(3, 1) is None
    moved = done(request(tokens=12, layer=3, head=1), lean)
    assert moved.trace is lean.trace
    np.testing.assert_allclose(moved.pattern, full.pattern, atol=1e-6)
    np.testing.assert_allclose(MapsOf(lean, [(3, 1)], never)[3, 1], full.pattern, atol=1e-6)
    differences = largest_differences(lean, full)
    assert differences is not None
    assert differences.at_least
    assert max(differences.layers) < 1e-6


def test_cost_of_a_known_request() -> None:
    """5 tokens, 4 blocks of d 64, f 256: 5·(4·64² + 2·64·256) + 2·25·64 multiply-adds a block; 4·4·25 cells."""
    price = cost(request())
    assert price.macs == 4 * (5 * (4 * 64**2 + 2 * 64 * 256) + 2 * 25 * 64)
    assert price.cells == 400
    assert price.seconds > 0


def test_b73_long_texts_stay_within_a_gigabyte() -> None:
    """1000 tokens, 12 blocks of width 512 with 8 heads, 96 million cells: the request stays below 1 GB."""
    config = preset("transformer-base", n_layers=12)
    long = Request(ids=(0,) * 1000, config=config, layer=0, head=0)
    assert long.cells == 96_000_000
    assert not long.keeps_all
    assert cost(long).bytes < 10**9 / 2
    assert cost(replace(long, ids=(0,) * 2048)).bytes < 10**9


def test_differences_of_each_layer() -> None:
    """Adding the encoding after the first attention instead of at the input: the largest |difference| by hand."""
    one, other = done(request()), done(request(placement="after-attention"))
    differences = largest_differences(one, other)
    assert differences is not None
    assert not differences.at_least
    for layer, value in enumerate(differences.layers):
        a, b = one.trace.layers[layer].pattern, other.trace.layers[layer].pattern
        assert a is not None
        assert b is not None
        assert value == pytest.approx(float(np.abs(a - b).max()))
    assert largest_differences(one, done(request(tokens=6))) is None
    assert largest_differences(one, done(request(n_layers=5))) is None
    assert largest_differences(one, done(request(n_heads=8))) is None


def test_the_shelf_holds_the_weights_of_one_model() -> None:
    """The same model: the same object. Another seed: the old weights are let go. Another norm: the matrices are the same arrays."""
    shelf = Shelf()
    config = preset("small", vocabulary=100)
    first = shelf.weights(config)
    assert shelf.weights(config) is first
    matrix = first["blocks.0.attention.W_Q"]
    other = shelf.weights(replace(config, norm="post"))
    assert np.shares_memory(other["blocks.0.attention.W_Q"], matrix)
    gone = weakref.ref(other)
    del first, other
    shelf.weights(replace(config, seed=9))
    gc.collect()
    assert gone() is None


def test_numbers_that_overflow_are_found() -> None:
    """Three hundred layers without norms grow beyond float32: the first layer with such maps is named, a usual model has none."""
    assert first_overflow(done(request())) is None
    broken = first_overflow(done(request(norm="none", n_layers=300)))
    assert broken is not None
    assert 10 < broken < 300


def test_a_pass_and_an_export_can_be_given_up() -> None:
    """Both ask before each head."""
    with pytest.raises(Cancelled):
        compute(request(), None, Shelf(), lambda: True, quiet)
    with pytest.raises(Cancelled):
        MapsOf(done(request()), [(0, 0)], lambda: True)[0, 0]
