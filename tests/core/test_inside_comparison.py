"""What differs between two sides, by hand and beside a slow twin."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from core.inside.comparison import (
    LEDGER,
    OwnPart,
    Side,
    compare,
    count_differences,
    difference_map,
    head_differences,
    setting_differences,
    shared_weights,
    stream_differences,
)
from core.kernels import plain_kernels
from core.model import ModelConfig, count, forward, random_weights
from core.model.interventions import HeadOff, Interventions
from core.model.parameters import parameter_table
from core.model.weights import Weights, loaded_weights
from tests.core.strategies import configs

SMALL = ModelConfig(d_model=8, n_heads=2, n_layers=2, vocabulary=20)
THREE = replace(SMALL, n_layers=3)


def side(config: ModelConfig, ids: tuple[int, ...] = (1, 2, 3), weights: Weights | None = None, **options: Any) -> Side:
    weights = random_weights(config) if weights is None else weights
    trace = forward(config, weights, ids, kernels=plain_kernels(), **options)
    return Side(config=config, weights=weights, labels=tuple(f"w{i}" for i in ids), trace=trace)


def as_arrays(config: ModelConfig) -> dict[str, np.ndarray]:
    weights = random_weights(config)
    return {name: np.array(weights[name]) for name in weights}


def test_the_same_on_both_sides_differs_in_nothing() -> None:
    found = compare(side(SMALL), side(SMALL))
    assert found.settings == ()
    assert [row.change for row in found.ledger] == [0, 0, 0, 0]
    assert found.same_sentence
    assert found.differences is not None
    assert found.differences.shape == (2, 2)
    assert not found.differences.any()
    assert found.largest == (0, 0, 0.0)
    assert found.weights.both == len(found.weights.same) == len(parameter_table(SMALL))
    assert found.weights.same_numbers == count(SMALL, 3).parameters.total


def test_settings_in_force_and_what_follows_from_them() -> None:
    """Twice the width: d_ff = 4·D and d_head = D/H follow, nobody chose them. The same number written out differs in nothing."""
    wide = replace(SMALL, d_model=16)
    found = [(row.field, row.a, row.b, row.follows) for row in setting_differences(SMALL, wide)]
    assert found == [("d_model", 8, 16, False), ("d_ff", 32, 64, True), ("d_head", 4, 8, True)]
    assert setting_differences(SMALL, replace(SMALL, d_ff=32)) == ()
    [position, placement] = setting_differences(SMALL, replace(SMALL, position="rotary"))
    assert (position.field, position.follows) == ("position", False)
    assert (placement.field, placement.a, placement.b, placement.follows) == ("placement", "input", "query-key", True)


def test_the_ledger_counts_each_side_with_its_own_length() -> None:
    """Scores per head are n²: 9 and 16; 2 blocks of 2 heads: 36 and 64. Pre-norm has one final norm of 2·8 numbers more."""
    rows = count_differences(SMALL, 3, replace(SMALL, norm="post"), 4)
    assert [row.key for row in rows] == [key for key, _ in LEDGER]
    by_key = {row.key: row for row in rows}
    assert by_key["parameters"].change == -16
    assert (by_key["scores_per_head"].a, by_key["scores_per_head"].b) == (9, 16)
    assert (by_key["scores"].a, by_key["scores"].b) == (36, 64)
    assert by_key["macs"].a == count(SMALL, 3).macs.total


@given(config=configs(), other=configs())
def test_with_the_same_seed_all_that_both_have_with_the_same_start_is_the_same(config: ModelConfig, other: ModelConfig) -> None:
    """Slow twin: both drawn in full, the heads put side by side, and compared number by number; what starts alike must be equal."""
    other = replace(other, seed=config.seed)
    found = shared_weights(random_weights(config), random_weights(other))
    ours, theirs = random_weights(config), random_weights(other)
    specs, others = ({spec.name: spec for spec in parameter_table(made)} for made in (config, other))
    same, unequal, reshaped, numbers = [], [], [], 0
    for name in specs:
        if name not in others:
            assert name in found.only_a
        elif ours.matrix(name).shape != theirs.matrix(name).shape:
            reshaped.append(name)
        elif np.array_equal(ours.matrix(name), theirs.matrix(name)):
            same.append(name)
            numbers += ours.matrix(name).size
        else:
            unequal.append(name)
            assert specs[name].start != others[name].start
    assert (found.same, found.other_numbers, found.other_shape) == (tuple(same), tuple(unequal), tuple(reshaped))
    assert found.same_numbers == numbers
    assert set(found.only_b) == set(theirs) - set(ours)
    assert set(found.by_seed) <= set(found.same)
    assert found.both == len(same) + len(unequal) + len(reshaped)


def test_heads_cut_the_same_matrices() -> None:
    """8 = 2·4 = 4·2: the projections are the same [8, 8] matrices."""
    found = shared_weights(random_weights(SMALL), random_weights(replace(SMALL, n_heads=4)))
    assert found.other_shape == found.other_numbers == ()
    assert len(found.same) == len(parameter_table(SMALL))


def test_another_seed_shares_only_what_is_not_drawn() -> None:
    """Gains of 1 and biases of 0 are the same for every seed; matrices are not."""
    found = shared_weights(random_weights(SMALL), random_weights(replace(SMALL, seed=1)))
    assert found.by_seed == ()
    assert all(name.rpartition(".")[2].startswith(("b_", "gain", "bias")) for name in found.same)
    assert all(name.rpartition(".")[2].startswith(("W_", "token")) for name in found.other_numbers)


def test_given_weights_are_compared_number_by_number() -> None:
    arrays = as_arrays(SMALL)
    one = loaded_weights(SMALL, arrays, "one")
    arrays["blocks.1.attention.W_K"][1, 2, 3] += 1
    arrays["embedding.token"][19, 0] += 1
    found = shared_weights(one, loaded_weights(SMALL, arrays, "other"))
    assert found.other_numbers == ("embedding.token", "blocks.1.attention.W_K")
    assert found.by_seed == ()
    assert found.other_shape == ()
    assert found.both == len(found.same) + 2


def test_what_was_known_of_the_weights_is_not_looked_for_again() -> None:
    known = shared_weights(random_weights(SMALL), random_weights(replace(SMALL, seed=1)))
    assert compare(side(SMALL), side(SMALL), known).weights is known


def test_the_largest_difference_of_each_head() -> None:
    """Cell by cell in a loop; layers and heads that only one side has are left out."""
    a, b = side(SMALL), side(replace(SMALL, n_layers=1, n_heads=4, mask="causal"))
    found = compare(a, b)
    assert (found.layers, found.heads) == ((2, 1), (2, 4))
    assert found.differences is not None
    assert found.differences.shape == (1, 2)
    for head in range(2):
        ours, theirs = a.trace.layers[0].pattern[head], b.trace.layers[0].pattern[head]
        right = max(abs(float(ours[q, k]) - float(theirs[q, k])) for q in range(3) for k in range(3))
        assert float(found.differences[0, head]) == pytest.approx(right, abs=1e-7)
    layer, head, value = found.largest
    assert value == found.differences[layer, head] == found.differences.max()


def test_sentences_of_other_lengths_have_no_difference_and_say_so() -> None:
    found = compare(side(SMALL), side(SMALL, (1, 2)))
    assert found.differences is None
    assert found.largest is None
    assert not found.same_sentence
    assert str(found.no_differences) == "A has 3 tokens and B has 2: there is no difference cell by cell."
    assert "no tokens" in str(compare(side(SMALL, ()), side(SMALL, ())).no_differences)


def test_thumbnails_give_a_lower_bound() -> None:
    """Four tokens in pictures of 2 × 2: each pixel is the largest of 2 × 2 cells, so it differs at most as much as the cells."""
    ids, other = (1, 2, 3, 4), replace(SMALL, mask="causal")
    whole, whole_too = side(SMALL, ids), side(other, ids)
    a, b = (side(config, ids, keep=set(), thumbnail_size=2) for config in (SMALL, other))
    lower, at_least, reason = head_differences(a.trace, b.trace)
    exact, bounded, _ = head_differences(whole.trace, whole_too.trace)
    assert (at_least, bounded, reason) == (True, False, None)
    assert (lower <= exact).all()
    assert lower[0, 0] == np.abs(a.trace.thumbnails[0, 0] - b.trace.thumbnails[0, 0]).max()
    missing, _, reason = head_differences(side(SMALL, ids, keep=set()).trace, b.trace)
    assert missing is None
    assert "not kept" in str(reason)


def test_a_map_that_is_no_number_says_so() -> None:
    """A head whose queries are NaN has no map; its difference is NaN, never 0."""
    arrays = as_arrays(SMALL)
    arrays["blocks.0.attention.W_Q"][0] = np.nan
    with np.errstate(all="ignore"):
        found = compare(side(SMALL, weights=loaded_weights(SMALL, arrays, "broken")), side(SMALL))
    assert np.isnan(found.differences[0]).tolist() == [True, False]
    assert found.largest is not None


def test_a_head_that_is_off_changes_no_map_of_its_layer_but_the_stream() -> None:
    """Its map stays as computed; its z is 0, so the stream is another one from its own layer on, and only from there."""
    off = Interventions((HeadOff(1, 0),))
    a, b = side(THREE), side(THREE, interventions=off)
    found = compare(a, b)
    assert found.differences is not None
    assert not found.differences[:2].any()
    assert found.differences[2].all()
    assert [place.layer for place in found.stream] == [None, 0, 1, 2]
    assert [place.largest > 0 for place in found.stream] == [False, False, True, True]
    assert found.parting is found.stream[2]
    ours, theirs = (np.asarray(one.trace.layers[1].resid_post, np.float64) for one in (a, b))
    right = max((abs(theirs[t, d] - ours[t, d]), t) for t in range(3) for d in range(8))
    assert (found.stream[2].largest, found.stream[2].token) == (pytest.approx(right[0], abs=1e-6), right[1])


def test_other_positions_part_the_streams_at_the_input_and_another_norm_later() -> None:
    """An encoding is added at the input. Where the norms stand does not matter before the first block."""
    positions = compare(side(THREE), side(replace(THREE, position="none")))
    assert positions.parting is positions.stream[0]
    norms = compare(side(THREE), side(replace(THREE, norm="post")))
    assert norms.parting is norms.stream[1]
    assert compare(side(THREE), side(THREE)).parting is None


def test_streams_that_cannot_be_compared_say_why() -> None:
    wide = compare(side(SMALL), side(replace(SMALL, d_model=16)))
    assert wide.stream == ()
    assert str(wide.no_stream).startswith("The residual stream of A is 8 numbers wide and that of B 16")
    assert "3 tokens" in str(compare(side(SMALL), side(SMALL, (1, 2))).no_stream)
    assert "no tokens" in str(compare(side(SMALL, ()), side(SMALL, ())).no_stream)
    found, reason = stream_differences(side(SMALL).trace, side(SMALL, keep={"resid_pre", "pattern"}).trace)
    assert (found, str(reason)) == ((), "The residual stream was not kept, so it cannot be compared.")
    fewer = compare(side(SMALL), side(THREE))
    assert [place.layer for place in fewer.stream] == [None, 0, 1], "only blocks that both have"


def test_a_stream_that_is_no_number_is_never_equal() -> None:
    arrays = as_arrays(SMALL)
    arrays["blocks.0.feed_forward.W_out"][0, 0] = np.nan
    with np.errstate(all="ignore"):
        found = compare(side(SMALL, weights=loaded_weights(SMALL, arrays, "broken")), side(SMALL))
    assert np.isnan(found.stream[1].largest)
    assert found.parting is found.stream[1]


def test_what_one_side_has_alone_is_told_kind_by_kind() -> None:
    """The final norm: a gain and a bias of 8 numbers. A third block: all that a block has. Without biases: one kind a place."""
    norms = compare(side(SMALL), side(replace(SMALL, norm="post"))).weights
    assert (norms.parts_a, norms.parts_b) == ((OwnPart("final_norm", (), 16),), ())
    deeper = compare(side(SMALL), side(THREE)).weights
    assert deeper.parts_b == (OwnPart("blocks", (2,), count(SMALL, 3).parameters.per_block.total),)
    bare = compare(side(SMALL), side(replace(SMALL, biases=False))).weights
    per_block = count(SMALL, 3).parameters.per_block
    assert {part.kind: part.numbers for part in bare.parts_a} == {
        "norm_biases": 2 * 2 * 8,
        "attention_biases": 2 * per_block.attention_biases,
        "feed_forward_biases": 2 * per_block.feed_forward_biases,
        "final_norm_bias": 8,
    }
    sandwich = compare(side(SMALL), side(replace(SMALL, norm="sandwich"))).weights
    assert sandwich.parts_b == (OwnPart("norms", (0, 1), 2 * 2 * 16),)


@given(config=configs(), other=configs())
def test_the_parts_hold_every_number_that_one_side_has_alone(config: ModelConfig, other: ModelConfig) -> None:
    found = shared_weights(random_weights(config), random_weights(replace(other, seed=config.seed)))
    for made, names, parts in ((config, found.only_a, found.parts_a), (other, found.only_b, found.parts_b)):
        sizes = {spec.name: spec.size for spec in parameter_table(made)}
        assert sum(part.numbers for part in parts) == sum(sizes[name] for name in names)


def test_the_difference_map_is_b_minus_a() -> None:
    a, b = np.array([[1, 0], [0.25, 0.75]], np.float32), np.array([[1, 0], [0.5, 0.5]], np.float32)
    found = difference_map(a, b)
    assert found.tolist() == [[0, 0], [0.25, -0.25]]
    assert not found.flags.writeable
    assert difference_map(a, None) is None
    assert difference_map(a, np.zeros((3, 3), np.float32)) is None
    assert difference_map(np.zeros((0, 0), np.float32), np.zeros((0, 0), np.float32)) is None
