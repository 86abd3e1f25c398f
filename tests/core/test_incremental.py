"""A pass that takes over what an earlier trace has in common with it: the numbers of a whole pass, and nothing computed twice."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.kernels import compiled_kernels, plain_kernels
from core.model import ModelConfig, Trace, Weights, forward, preset, random_weights
from core.model.arrays import MAP_ROWS
from core.model.trace import EVERYTHING, LayerTrace
from tests.core.strategies import configs, full_weights
from tests.core.test_compiled import compared, differences

FloatArray = NDArray[np.float32]

KEEPS = (
    EVERYTHING,
    frozenset({"k", "v", "resid_post"}),
    frozenset({"k", "v", "pattern", "resid_post"}),
    EVERYTHING - {"attn_scores"},
    EVERYTHING - {"k"},
    EVERYTHING - {"resid_post"},
    frozenset({"resid_pre"}),
    frozenset({"pattern"}),
    frozenset(),
)
"""With and without what rows (k, v) and blocks and logits (resid_post) are taken over from."""

GROWING = ModelConfig(d_model=32, n_heads=4, n_layers=3, n_kv_heads=2, mask="causal", vocabulary=60)


def ids_of(tokens: int, seed: int = 0, vocabulary: int = 60) -> list[int]:
    return [int(i) for i in np.random.default_rng(seed).integers(0, vocabulary, tokens)]


def go(config: ModelConfig, weights: Weights, ids: list[int], **options: Any) -> Trace:
    return forward(config, weights, ids, kernels=compiled_kernels(), **options)


def poisoned(trace: Trace) -> Trace:
    """The same trace with 1000 added to every number: whoever takes something over from it brings that along."""

    def add(array: FloatArray | None) -> FloatArray | None:
        return None if array is None else array + np.float32(1000)

    layers = tuple(
        LayerTrace(**{field.name: add(getattr(layer, field.name)) for field in fields(LayerTrace)}) for layer in trace.layers
    )
    summaries = {name: add(getattr(trace, name)) for name in ("row_entropy", "row_sums", "thumbnails")}
    return replace(trace, layers=layers, **summaries)  # type: ignore[arg-type]


def rows_from(config: ModelConfig, weights: Weights, before: list[int], ids: list[int], **options: Any) -> int:
    """How many rows of v of the last block come from the trace before: those that carry its poison."""
    after = poisoned(go(config, weights, before, **options))
    v = go(config, weights, ids, after=after, **options).layers[-1].v
    assert v is not None
    carried = (v > 500).all(axis=(0, 2))
    assert not (v[:, ~carried] > 500).any()
    assert carried[: carried.sum()].all()
    return int(carried.sum())


def blocks_from(config: ModelConfig, weights: Weights, after: Trace, **options: Any) -> int:
    """How many blocks come from the trace before."""
    trace = go(config, weights, list(after.ids), after=poisoned(after), **options)
    carried = [bool((layer.v > 500).all()) for layer in trace.layers if layer.v is not None]
    assert carried == sorted(carried, reverse=True)
    return sum(carried)


CHANGES: dict[str, Any] = {
    "one more": lambda ids: [*ids, 5],
    "five more": lambda ids: [*ids, 5, 4, 3, 2, 1],
    "another last one": lambda ids: [*ids[:-1], (ids[-1] + 1) % 60],
    "one fewer": lambda ids: ids[:-1],
    "half": lambda ids: ids[: len(ids) // 2],
    "another one in the middle": lambda ids: [*ids[: len(ids) // 2], (ids[len(ids) // 2] + 1) % 60, *ids[len(ids) // 2 + 1 :]],
    "another first one": lambda ids: [(ids[0] + 1) % 60, *ids[1:]],
    "the same": list,
    "none": lambda ids: [],
}


@settings(max_examples=150)
@given(
    config=configs(),
    tokens=st.integers(1, 7),
    change=st.sampled_from([*CHANGES]),
    keep=st.sampled_from(KEEPS),
    earlier_keep=st.none() | st.sampled_from(KEEPS),
    logits=st.booleans(),
    pixels=st.none() | st.integers(1, 9),
    earlier_pixels=st.none() | st.integers(1, 9),
    plain=st.booleans(),
)
def test_it_finds_the_numbers_of_the_whole_pass(
    config: ModelConfig,
    tokens: int,
    change: str,
    keep: frozenset[str],
    earlier_keep: frozenset[str] | None,
    logits: bool,
    pixels: int | None,
    earlier_pixels: int | None,
    plain: bool,
) -> None:
    """Whatever changed in the sentence, whatever was kept or is to be kept, also after a trace of the plain pass; and frozen."""
    config = replace(compared(config), vocabulary=60, **({"context": 12} if config.position == "learned" else {}))
    weights, before = full_weights(config), ids_of(tokens)
    ids = CHANGES[change](before)
    assume(len(ids) <= 12)
    earlier = {"keep": keep if earlier_keep is None else earlier_keep, "thumbnail_size": earlier_pixels}
    after = forward(config, weights, before, kernels=plain_kernels() if plain else compiled_kernels(), **earlier)
    options: dict[str, Any] = {"keep": keep, "logits": logits, "thumbnail_size": pixels}
    trace = go(config, weights, ids, after=after, **options)
    assert differences(go(config, weights, ids, **options), trace) == {}
    assert trace.ids == tuple(ids)
    assert [layer.names for layer in trace.layers] == [keep] * config.n_layers
    arrays = [getattr(layer, name) for layer in trace.layers for name in layer.names]
    arrays += [trace.row_entropy, trace.row_sums, trace.logits, trace.thumbnails]
    assert not any(array.flags.writeable for array in arrays if array is not None)


@settings(max_examples=60)
@given(
    config=configs(),
    change=st.sampled_from(["blocks", "tied", "both", "final"]),
    more=st.integers(-2, 2),
    keep=st.sampled_from(KEEPS),
)
def test_other_blocks_and_another_output_find_the_numbers_of_the_whole_pass(
    config: ModelConfig, change: str, more: int, keep: frozenset[str]
) -> None:
    """More or fewer blocks, tied or not; weights drawn from one seed, as the window draws them."""
    assume(config.normed)
    other = replace(
        config,
        n_layers=max(1, config.n_layers + (more if change in ("blocks", "both") else 0)),
        tied=config.tied != (change in ("tied", "both")),
    )
    ids = ids_of(6, vocabulary=config.vocabulary)
    after = go(config, random_weights(config), ids, keep=keep, thumbnail_size=4)
    trace = go(other, random_weights(other), ids, keep=keep, thumbnail_size=4, after=after)
    assert differences(go(other, random_weights(other), ids, keep=keep, thumbnail_size=4), trace) == {}
    assert len(trace.layers) == other.n_layers


@pytest.mark.parametrize("tokens", [MAP_ROWS - 1, MAP_ROWS, 300, 511])
@pytest.mark.parametrize("position", ["alibi", "rotary", "learned"])
def test_long_sentences_that_grow_and_shrink(tokens: int, position: Any) -> None:
    """Across the number of rows that are worked on together, token by token, always after the trace before."""
    config = replace(GROWING, position=position, context=600, mask="window:150")
    weights, ids = full_weights(config), ids_of(tokens + 3)
    trace = go(config, weights, ids[:tokens], thumbnail_size=40)
    for length in (tokens + 1, tokens + 2, tokens + 3, tokens - 20):
        trace = go(config, weights, ids[:length], thumbnail_size=40, after=trace)
        assert differences(go(config, weights, ids[:length], thumbnail_size=40), trace) == {}
        assert trace.thumbnails is not None
        assert not trace.thumbnails.flags.writeable


@pytest.mark.parametrize(
    "change, rows",
    [
        ("one more", 8),
        ("five more", 8),
        ("another last one", 7),
        ("one fewer", 7),
        ("half", 4),
        ("another one in the middle", 4),
        ("another first one", 0),
    ],
)
@pytest.mark.parametrize("mask", ["causal", "window:3"])
def test_only_new_rows_are_computed(change: str, rows: int, mask: str) -> None:
    """Of 8 tokens: those that both sentences begin with are taken over, no more and no less."""
    config = replace(GROWING, mask=mask)
    before = ids_of(8)
    assert rows_from(config, full_weights(config), before, CHANGES[change](before)) == rows


@pytest.mark.parametrize(
    "change, blocks",
    [
        ({}, 3),
        ({"n_layers": 5}, 3),
        ({"n_layers": 2}, 2),
        ({"tied": False}, 3),
        ({"n_layers": 4, "tied": False}, 3),
        ({"norm": "post"}, 0),
        ({"norm_kind": "rmsnorm"}, 0),
        ({"activation": "gelu"}, 0),
        ({"n_heads": 2}, 0),
        ({"n_kv_heads": 4}, 0),
        ({"head_width": "keep"}, 0),
        ({"d_ff": 20}, 0),
        ({"mask": "window:3"}, 0),
        ({"mask": "none"}, 0),
        ({"position": "none"}, 0),
        ({"placement": "query-key"}, 0),
        ({"skip": False}, 0),
        ({"biases": False}, 0),
        ({"scale_embedding": True}, 0),
        ({"seed": 1}, 0),
    ],
    ids=str,
)
@pytest.mark.parametrize("mask", ["causal", "none"])
def test_only_blocks_that_are_not_the_same_are_computed(change: dict[str, Any], blocks: int, mask: str) -> None:
    """Of 3 blocks; in the masked model and in the one that looks both ways."""
    before = replace(GROWING, mask=mask)
    config = replace(before, **change)
    if config.mask == before.mask and "mask" in change:
        blocks = 3
    after = go(before, random_weights(before), ids_of(6))
    assert blocks_from(config, random_weights(config), after) == blocks


def test_deepnorm_is_never_taken_over_by_blocks() -> None:
    """Its factors depend on how many blocks there are; with as many as before they are the same."""
    config = replace(GROWING, norm="deepnorm")
    after = go(config, random_weights(config), ids_of(6))
    more = replace(config, n_layers=4)
    assert blocks_from(more, random_weights(more), after) == 0
    assert blocks_from(replace(config, tied=False), random_weights(replace(config, tied=False)), after) == 3


def test_tokens_that_look_both_ways_are_never_taken_over_by_rows() -> None:
    config = replace(GROWING, mask="none")
    before = ids_of(8)
    assert [rows_from(config, full_weights(config), before, change(before)) for change in list(CHANGES.values())[:7]] == [0] * 7


def test_other_weights_are_never_taken_over() -> None:
    """Another seed; other arrays of the same configuration, equal or not: nobody has compared them."""
    before = ids_of(8)
    other = replace(GROWING, seed=1)
    after = poisoned(go(GROWING, random_weights(GROWING), before))
    for config, weights in ((other, random_weights(other)), (GROWING, full_weights(GROWING))):
        for ids in (before, [*before, 5]):
            trace = go(config, weights, ids, after=after)
            assert differences(go(config, weights, ids), trace) == {}
    after = poisoned(go(GROWING, full_weights(GROWING, 1), before))
    weights = full_weights(GROWING, 2)
    assert differences(go(GROWING, weights, [*before, 5]), go(GROWING, weights, [*before, 5], after=after)) == {}


@pytest.mark.parametrize(
    "keep, had, had_logits, logits, rows",
    [
        (EVERYTHING, EVERYTHING, True, True, 8),
        (frozenset({"k", "v"}), EVERYTHING, False, False, 8),
        (frozenset({"k", "v"}), EVERYTHING, True, True, 8),
        (frozenset({"k", "v"}), EVERYTHING, False, True, 0),
        (frozenset({"k", "v", "resid_post"}), EVERYTHING, False, True, 8),
        (EVERYTHING, EVERYTHING - {"mlp_pre"}, True, True, 0),
        (EVERYTHING, frozenset({"k", "v"}), True, True, 0),
    ],
    ids=[
        "all",
        "k and v",
        "k, v, logits",
        "logits need resid_post",
        "k, v, resid_post",
        "something is missing",
        "nearly all is missing",
    ],
)
def test_rows_are_taken_over_where_everything_needed_was_kept(
    keep: frozenset[str], had: frozenset[str], had_logits: bool, logits: bool, rows: int
) -> None:
    weights, before = full_weights(GROWING), ids_of(8)
    after = poisoned(go(GROWING, weights, before, keep=had, logits=had_logits))
    trace = go(GROWING, weights, [*before, 5], keep=keep, logits=logits, after=after)
    assert all(int((layer.v > 500).all(axis=(0, 2)).sum()) == rows for layer in trace.layers if layer.v is not None)


@pytest.mark.parametrize("keep", [EVERYTHING, frozenset({"k", "v"})], ids=["all", "k and v"])
def test_the_output_matrix_is_multiplied_by_for_new_rows_only(keep: frozenset[str]) -> None:
    """What was there is that of before, also of a shorter sentence; of the same one it is the very array."""
    weights, before = full_weights(GROWING), ids_of(8)
    had = go(GROWING, weights, before, keep=keep)
    assert had.logits is not None
    poison = had.logits + np.float32(1000)
    after = replace(had, logits=poison)
    longer, shorter, same = (
        go(GROWING, weights, ids, keep=keep, after=after).logits for ids in ([*before, 5, 6], before[:5], before)
    )
    assert longer is not None
    assert shorter is not None
    assert same is poison
    np.testing.assert_array_equal(longer[:8], poison)
    np.testing.assert_array_equal(shorter, poison[:5])
    assert shorter.base is None
    assert not longer.flags.writeable
    assert not shorter.flags.writeable
    whole = go(GROWING, weights, [*before, 5, 6]).logits
    assert whole is not None
    np.testing.assert_allclose(longer[8:], whole[8:], atol=5e-6 * np.abs(whole).max())


def test_another_output_matrix_is_multiplied_by() -> None:
    """Tied or not, and after another number of blocks: the logits are other ones, though all blocks are taken over."""
    before = go(GROWING, random_weights(GROWING), ids_of(8))
    for config in (replace(GROWING, tied=False), replace(GROWING, n_layers=2)):
        weights = random_weights(config)
        assert differences(go(config, weights, ids_of(8)), go(config, weights, ids_of(8), after=before)) == {}


SAID: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "learnt positions there are none of": ({}, {"context": 600}),
    "base of rotations there are none of": ({}, {"rope_base": 500.0}),
    "layout of sinusoids there are none of": ({"position": "rotary"}, {"sinusoid_layout": "side-by-side"}),
    "kind of norms there are none of": ({"norm": "none"}, {"norm_kind": "rmsnorm"}),
    "usual feed-forward width": ({}, {"d_ff": 128}),
    "usual key/value heads": ({"n_kv_heads": None}, {"n_kv_heads": 4}),
    "usual head width": ({}, {"head_width": 8}),
    "usual placement": ({}, {"placement": "input"}),
}


@pytest.mark.parametrize("model, change", SAID.values(), ids=SAID)
def test_a_switch_that_changes_nothing_computes_nothing(model: dict[str, Any], change: dict[str, Any]) -> None:
    """Nor does another way to say the same; one token more is one row more."""
    config = replace(GROWING, **model)
    other = replace(config, **change)
    before = go(config, random_weights(config), ids_of(8))
    assert differences(go(other, random_weights(other), ids_of(8)), before) == {}
    assert blocks_from(other, random_weights(other), before) == 3
    longer = go(other, random_weights(other), [*ids_of(8), 5], after=poisoned(before)).layers[-1].v
    assert longer is not None
    assert (longer > 500).all(axis=(0, 2)).sum() == 8


def test_the_plain_pass_takes_nothing_over() -> None:
    before = ids_of(8)
    weights = full_weights(GROWING)
    after = poisoned(forward(GROWING, weights, before, kernels=plain_kernels()))
    trace = forward(GROWING, weights, [*before, 5], kernels=plain_kernels(), after=after)
    assert differences(forward(GROWING, weights, [*before, 5], kernels=plain_kernels()), trace) == {}


def test_a_sentence_typed_letter_by_letter_stays_right() -> None:
    """150 passes, each after the one before, tokens appended, deleted and replaced: no error grows from pass to pass."""
    config = preset("small", mask="causal", position="rotary")
    weights, rng = full_weights(config), np.random.default_rng(3)
    ids: list[int] = []
    trace: Trace | None = None
    for _ in range(150):
        choice = rng.random()
        if choice < 0.7 or not ids:
            ids = [*ids, int(rng.integers(0, 100))]
        elif choice < 0.9:
            ids = ids[:-1]
        else:
            ids = [*ids[:-2], int(rng.integers(0, 100))]
        trace = go(config, weights, ids, after=trace)
    assert trace is not None
    assert differences(go(config, weights, ids), trace) == {}


def test_an_incremental_pass_finds_equal_bytes_each_time() -> None:
    """After the same trace, for any number of workers."""
    weights, before = full_weights(GROWING), ids_of(40)
    after = go(GROWING, weights, before)
    found = {
        b"".join(np.ascontiguousarray(getattr(layer, name)).tobytes() for layer in trace.layers for name in sorted(EVERYTHING))
        for workers in (1, 2, 3, None, None)
        for trace in [go(GROWING, weights, [*before, 5], after=after, workers=workers)]
    }
    assert len(found) == 1
