"""The order experiment: what the facts say of every placement, and the differences beside a slow twin."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.experiments.order import SENTENCE, TOLERANCE, expected, run_order, shuffled
from core.experiments.repeated import REPEATING, REPEATING_IN_SPANISH, words_of
from core.files import strict_json
from core.kernels import plain_kernels
from core.messages import Cancelled, InputError
from core.model import ModelConfig, forward, preset, random_weights
from core.model.weights import loaded_weights

SMALL = preset("small")
ORDER = (8, 3, 0, 5, 1, 7, 2, 6, 4)


def largest(config: ModelConfig, ids: tuple[int, ...], order: tuple[int, ...]) -> list[float]:
    """Cell by cell: place i of the new order holds token order[i], so its cell [i, j] stands beside [order[i], order[j]]."""
    weights = random_weights(config)
    before = forward(config, weights, ids, kernels=plain_kernels())
    after = forward(config, weights, [ids[token] for token in order], kernels=plain_kernels())
    found = []
    for one, other in zip(before.layers, after.layers, strict=True):
        assert one.pattern is not None
        assert other.pattern is not None
        found.append(
            max(
                abs(float(other.pattern[head, i, j]) - float(one.pattern[head, order[i], order[j]]))
                for head in range(config.n_heads)
                for i in range(len(ids))
                for j in range(len(ids))
            )
        )
    return found


def test_every_placement_does_what_the_facts_say() -> None:
    """facts §3: none → 0 everywhere; input ≈ 0.3; after-attention → 0 in layer 1 and not later; causal without positions ≈ 0.98."""
    outcome = run_order(SMALL, order=ORDER)
    rows = {row.name: row for row in outcome.rows}
    assert list(rows) == ["in-use", "none", "input", "after-attention", "every-block", "query-key", "causal"]
    assert max(rows["none"].layers) <= TOLERANCE
    assert rows["after-attention"].layers[0] <= TOLERANCE
    assert min(rows["after-attention"].layers[1:]) > 0.01
    for name in ("input", "every-block", "query-key"):
        assert min(rows[name].layers) > 0.01
    assert max(rows["input"].layers) == pytest.approx(0.3, abs=0.15)
    assert min(rows["causal"].layers) > 0.9
    assert rows["in-use"].layers == rows["input"].layers
    assert outcome.holds


@pytest.mark.parametrize(
    "config",
    [
        SMALL,
        preset("small", position="rotary", norm="post", n_kv_heads=2),
        preset("small", position="learned", mask="window:3"),
        preset("small", position="alibi", norm="sandwich", biases=False),
    ],
)
def test_differences_are_those_of_two_passes(config: ModelConfig) -> None:
    ids, labels = words_of(SENTENCE, config)
    outcome = run_order(config, ids, labels, order=ORDER)
    for row in outcome.rows:
        assert row.layers == pytest.approx(largest(row.config, ids, ORDER), abs=1e-6), row.name
        assert row.differences.shape == (4, 4)
    assert outcome.holds


def test_the_output_of_a_token_moves_with_it_without_positions() -> None:
    """Equivariant, not invariant (facts §3)."""
    rows = {row.name: row for row in run_order(SMALL, order=ORDER).rows}
    assert rows["none"].output < 1e-4
    assert rows["input"].output > 0.1


def test_a_repeated_word_has_equal_rows_until_there_are_positions() -> None:
    """“the” stands at 3 and 7 of the sentence; “The” is another word."""
    repeated = run_order(SMALL, order=ORDER).repeated
    assert (repeated.word, repeated.first, repeated.second, repeated.own) == ("the", 3, 7, True)
    weights = random_weights(SMALL)
    ids, _ = words_of(SENTENCE, SMALL)
    trace = forward(SMALL, weights, ids, kernels=plain_kernels())
    patterns = [layer.pattern for layer in trace.layers if layer.pattern is not None]
    assert repeated.with_positions == tuple(float(np.abs(maps[:, 3] - maps[:, 7]).max()) for maps in patterns)
    assert max(repeated.without) <= TOLERANCE < max(repeated.with_positions)


def test_a_sentence_that_repeats_nothing_borrows_one() -> None:
    ids, labels = words_of("one two three", SMALL)
    repeated = run_order(SMALL, ids, labels, order=(2, 0, 1)).repeated
    assert (" ".join(repeated.labels), repeated.word, repeated.own) == (REPEATING, "the", False)
    assert (repeated.first, repeated.second) == (0, 3)
    spanish = run_order(SMALL, ids, labels, order=(2, 0, 1), repeating=REPEATING_IN_SPANISH).repeated
    assert (" ".join(spanish.labels), spanish.word, spanish.holds) == ("el perro ve el gato", "el", True)
    with pytest.raises(ValueError, match="no word stands twice"):
        run_order(SMALL, ids, labels, order=(2, 0, 1), repeating="one two")


def test_alibi_reads_backwards_what_it_reads_forwards() -> None:
    """It takes off slope·|i − j|, which is the same from both ends: for the reversed sentence theory says 0, and 0 is measured."""
    outcome = run_order(preset("small", position="alibi"), order=tuple(reversed(range(9))))
    row = next(row for row in outcome.rows if row.name == "query-key")
    assert row.expected == ("zero",) * 4
    assert max(row.layers) <= TOLERANCE
    assert outcome.holds


@pytest.mark.parametrize(
    "options, findings",
    [
        ({"position": "none"}, ("zero", "zero")),
        ({"position": "sinusoidal", "placement": "none"}, ("zero", "zero")),
        ({"position": "none", "mask": "causal"}, ("not zero", "not zero")),
        ({"position": "none", "mask": "window:1"}, ("zero", "zero")),
        ({"placement": "after-attention"}, ("zero", "not zero")),
        ({"placement": "after-attention", "mask": "causal"}, ("not zero", "not zero")),
        ({"placement": "query-key"}, ("not zero", "not zero")),
    ],
)
def test_what_is_expected_is_what_is_measured(options: dict[str, Any], findings: tuple[str, ...]) -> None:
    config = preset("small", n_layers=2, **options)
    row = run_order(config, order=ORDER).rows[0]
    assert row.expected == row.found == findings
    assert expected(config, ORDER) == findings


@given(st.permutations(range(9)), st.sampled_from(["none", "post", "pre"]))
@settings(max_examples=20, deadline=None)
def test_the_claim_holds_for_every_order(order: list[int], norm: Any) -> None:
    if order == list(range(9)):
        return
    assert run_order(preset("small", n_layers=2, norm=norm), order=order).holds


def test_a_claim_can_fail() -> None:
    """With a token table of zeros all tokens are the same vector 0, rotary has nothing to turn, and no map depends on the order."""
    config = preset("small", n_layers=2, position="rotary")
    drawn = random_weights(config)
    arrays = {name: np.array(drawn[name]) for name in drawn}
    arrays["embedding.token"] = np.zeros_like(arrays["embedding.token"])
    outcome = run_order(config, order=ORDER, weights=loaded_weights(config, arrays, "zeros", "loaded"))
    row = next(row for row in outcome.rows if row.name == "query-key")
    assert not row.holds
    assert not outcome.holds


def test_numbers_that_overflow_are_no_zero_and_no_nan_in_json() -> None:
    config = preset("small", n_layers=200, norm="none", d_model=32)
    with np.errstate(all="raise"):
        outcome = run_order(config, order=ORDER)
    text = strict_json.encode(outcome.as_dict())
    assert b"null" in text
    assert not outcome.holds


def test_measured_is_strict_json_with_a_row_for_every_placement() -> None:
    record = json.loads(strict_json.encode(run_order(SMALL, order=ORDER).as_dict()))
    assert list(record) == ["experiment", "config", "claim", "holds", "measured"]
    assert (record["experiment"], record["holds"], record["config"]) == ("order", True, SMALL.as_dict())
    placements = record["measured"]["placements"]
    assert len(placements["none"]["layers"]) == 4
    assert placements["after-attention"]["found"] == ["zero", "not zero", "not zero", "not zero"]
    assert record["measured"]["order"] == list(ORDER)


@given(st.integers(2, 12), st.integers(0, 2**32))
def test_a_shuffle_is_another_order_and_always_the_same_one(tokens: int, seed: int) -> None:
    order = shuffled(tokens, seed)
    assert sorted(order) == list(range(tokens)) != list(order)
    assert shuffled(tokens, seed) == order


@pytest.mark.parametrize("order, words", [((0, 1, 2), "move a token"), ((0, 0, 1), "0 to 2"), ((0, 1), "0 to 2")])
def test_what_is_no_other_order_is_refused(order: tuple[int, ...], words: str) -> None:
    with pytest.raises(InputError, match=words):
        run_order(SMALL, (1, 2, 3), order=order)


def test_one_token_has_one_order_and_giants_are_refused() -> None:
    with pytest.raises(InputError, match="at least 2"):
        run_order(SMALL, (5,))
    with pytest.raises(InputError, match="GB"):
        run_order(preset("llama-3-8b"))
    with pytest.raises(InputError, match="limit 4"):
        run_order(preset("small", position="learned", context=4))


def test_it_says_how_far_it_is_and_stops_when_told() -> None:
    steps: list[tuple[int, int]] = []
    run_order(SMALL, order=ORDER, progress=lambda done, total: steps.append((done, total)))
    assert steps[-1][0] == steps[-1][1]
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    asked = iter(range(1000))
    with pytest.raises(Cancelled):
        run_order(SMALL, order=ORDER, cancelled=lambda: next(asked) > 20)
