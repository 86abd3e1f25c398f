"""What the window computes: reuse, what is kept, what it costs, how results differ."""

from __future__ import annotations

import gc
import tracemalloc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from core.kernels import compiled_kernels, plain_kernels
from core.kernels.arena import give_back_arenas
from core.messages import Cancelled
from core.model import ModelConfig, forward, preset, random_weights
from core.model.constructed import constructed_config
from gui import computation
from gui.computation import (
    Request,
    Result,
    Shelf,
    compute,
    cost,
    first_overflow,
    largest_differences,
    share_to_compute,
)
from gui.looks import Subject, look_at, seen
from gui.maps_for_files import MapsOf


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


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("tab", ["stream", "arithmetic", ""])
def test_another_page_computes_no_new_pass(tab: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it needs was kept, while that is little; of a large model the pass is computed again, as the cost says."""
    asked = request()
    page = replace(asked, look=look_at(tab, 0, 0, 4, 0))
    first = done(asked)
    assert first.serves(page)
    assert done(page, first).trace is first.trace
    monkeypatch.setattr(computation, "FULL_STREAM", 0)
    lean = done(asked)
    assert lean.serves(page) == (tab == "")


@pytest.mark.usefixtures("compiled")
def test_weights_that_are_given_are_gone_on_with_as_well() -> None:
    """Those of a head made by hand: one token more of eight, as estimated; after other weights everything."""
    shelf, config = Shelf(), replace(constructed_config("previous-token"), mask="causal")
    asked = replace(request(tokens=7), config=config, constructed="previous-token")
    first = compute(asked, None, shelf, never, quiet)
    longer = replace(asked, ids=tuple(range(8)))
    assert share_to_compute(longer, first) == 1 / 8
    second = compute(longer, first, shelf, never, quiet)
    assert second.share == 1 / 8
    whole = compute(longer, None, Shelf(), never, quiet)
    np.testing.assert_allclose(second.pattern, whole.pattern, atol=5e-6)
    assert share_to_compute(replace(longer, constructed=None), first) == 1
    assert share_to_compute(longer, done(replace(longer, constructed=None, ids=asked.ids))) == 1


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
    np.testing.assert_allclose(MapsOf(lean.request, [(3, 1)], never)[3, 1], full.pattern, atol=1e-6)
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


@pytest.fixture
def compiled() -> None:
    """From now on passes run through compiled code, which takes over what is the same."""
    compiled_kernels()


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("mask, share", [("causal", 2 / 8), ("none", 1.0)])
def test_what_is_typed_at_the_end_of_a_causal_model_computes_only_its_rows(mask: str, share: float) -> None:
    """Six tokens, then eight that begin with them: 2 of 8 rows are new, unless all tokens look at the new ones as well."""
    longer = request(tokens=8, layer=3, head=2, mask=mask)
    last = done(request(tokens=6, mask=mask))
    assert share_to_compute(longer, last) == share
    result = done(longer, last)
    assert result.share == share
    assert cost(longer, share=share).macs == pytest.approx(share * cost(longer).macs)
    whole = done(longer)
    np.testing.assert_allclose(result.pattern, whole.pattern, atol=1e-6)
    np.testing.assert_allclose(result.trace.entropy, whole.trace.entropy, atol=1e-5)


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    "choices, share",
    [
        ({"tied": False}, 0.0),
        ({"n_layers": 3}, 0.0),
        ({"n_layers": 5}, 1 / 5),
        ({"n_layers": 5, "norm": "deepnorm"}, 1.0),
        ({"norm": "post"}, 1.0),
        ({"seed": 1}, 1.0),
    ],
)
def test_a_switch_computes_only_the_blocks_that_it_changes(choices: dict[str, object], share: float) -> None:
    """Four blocks before: the output changes none of them, a fifth is one of five; norms and seeds change all."""
    asked, last = request(layer=2, **choices), done(request())
    result = done(asked, last)
    assert result.share == share_to_compute(asked, last) == share
    np.testing.assert_array_equal(result.pattern, done(asked).pattern)


@pytest.mark.parametrize(
    "asked",
    [
        request(tokens=40, mask="causal"),
        request(tokens=300, n_layers=2, activation="swiglu"),
        request(tokens=700, n_heads=8, d_model=128, norm="sandwich", position="sinusoidal", placement="every-block"),
        request(tokens=900, n_kv_heads=2, position="learned", context=1024, mask="causal"),
        Request(ids=(1, 2, 3), config=ModelConfig(d_model=1024, n_layers=1, vocabulary=500), layer=0, head=0),
    ],
    ids=["causal", "swiglu", "maps not kept", "learned positions", "large matrices"],
)
@pytest.mark.usefixtures("compiled")
def test_the_memory_said_before_is_the_memory_taken(asked: Request) -> None:
    """Within 15 % of what numpy allocates at most from an empty shelf to the result."""
    done(replace(asked, ids=asked.ids[:2]))  # whatever is made once
    give_back_arenas()
    tracemalloc.start()
    done(asked)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert cost(asked).bytes == pytest.approx(most, rel=0.15)


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
    asked = Request(ids=(), config=preset("small", vocabulary=100), layer=0, head=0)
    first = shelf.weights(asked)
    assert shelf.weights(asked) is first
    matrix = first["blocks.0.attention.W_Q"]
    other = shelf.weights(replace(asked, config=replace(asked.config, norm="post")))
    assert np.shares_memory(other["blocks.0.attention.W_Q"], matrix)
    gone = weakref.ref(other)
    del first, other
    shelf.weights(replace(asked, config=replace(asked.config, seed=9)))
    gc.collect()
    assert gone() is None


def test_numbers_that_overflow_are_found() -> None:
    """Three hundred layers without norms grow beyond float32: the first layer with such maps is named, a usual model has none."""
    assert first_overflow(done(request())) is None
    broken = first_overflow(done(request(norm="none", n_layers=300)))
    assert broken is not None
    assert 10 < broken < 300


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("full_cells", [4_000_000, 0], ids=["all maps kept", "none kept"])
def test_a_file_has_the_numbers_of_a_pass_afresh_whatever_was_computed_before(
    monkeypatch: pytest.MonkeyPatch, full_cells: int
) -> None:
    """To the last bit those of the plain kernels, which the command `export` writes."""
    monkeypatch.setattr(computation, "FULL_CELLS", full_cells)
    asked = request(tokens=8, mask="causal")
    result = done(asked, done(request(tokens=6, mask="causal")))
    plain = forward(asked.config, random_weights(asked.config), asked.ids, kernels=plain_kernels())
    for (layer, head), pattern in MapsOf(result.request, [(0, 0), (3, 1)], never).items():
        assert plain.layers[layer].pattern is not None
        assert pattern.tobytes() == plain.layers[layer].pattern[head].tobytes()


def test_a_pass_and_an_export_can_be_given_up() -> None:
    """Both ask before each head."""
    with pytest.raises(Cancelled):
        compute(request(), None, Shelf(), lambda: True, quiet)
    with pytest.raises(Cancelled):
        MapsOf(request(), [(0, 0)], lambda: True)[0, 0]


def test_the_price_of_other_seeds_is_said() -> None:
    """Seven more passes up to the block looked at: for the second of four blocks 7 · 2/4 = 3.5 passes more."""
    asked = request(n_layers=4)
    looking = replace(asked, layer=1, look=look_at("seeds", 1, 0, None, None))
    assert cost(looking).macs == int(4.5 * cost(asked).macs)
    assert cost(looking, share=0.0).macs == int(3.5 * cost(asked).macs)


def test_heads_of_maps_that_are_not_kept_are_scored_too() -> None:
    """The same numbers as where all maps are kept, within float32."""
    asked = request(tokens=30)
    shelf = Shelf()
    whole = compute(replace(asked, look=look_at("intervene", 0, 0, None, None)), None, shelf, lambda: False, lambda *_: None)
    trace = forward(asked.config, random_weights(asked.config), asked.ids, keep={"resid_pre"})
    subject = Subject(config=asked.config, weights=random_weights(asked.config), trace=trace, labels=(), cancelled=lambda: False)
    for one, other in zip(seen(look_at("intervene", 0, 0, None, None), subject).statistics, whole.seen.statistics, strict=True):
        assert (one.layer, one.head, one.name) == (other.layer, other.head, other.name)
        assert one.entropy == pytest.approx(other.entropy, abs=1e-5)
        assert one.scores.first == pytest.approx(other.scores.first, abs=1e-5)
