"""The arithmetic of one cell: it adds up by its own numbers, and ends where the float32 pass ends."""

from __future__ import annotations

from dataclasses import replace
from math import exp, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.inside.arithmetic import Chain, chain, entry_of
from core.inside.chain_rows import layer_rows
from core.inside.chain_steps import rows_times, total
from core.inside.rounding import ROUNDING
from core.kernels import Kernels, compiled_kernels, plain_kernels
from core.messages import Cancelled
from core.model import ModelConfig, forward, loaded_weights, preset, random_weights
from tests.core.chain_checks import cells, check_links, check_sums, one_by_one
from tests.core.strategies import full_weights

SMALL = ModelConfig(d_model=8, n_heads=2, n_layers=2, vocabulary=20, context=8)


def found(config: ModelConfig, layer: int = 0, head: int = 0, query: int = 2, key: int = 1, tokens: int = 4) -> Chain:
    weights = full_weights(config)
    trace = forward(config, weights, [i % config.vocabulary for i in range(1, tokens + 1)], kernels=plain_kernels())
    return chain(config, weights, trace, layer, head, query, key)


@given(cell=cells(), kernels=st.sampled_from([plain_kernels, compiled_kernels]))
def test_any_cell_of_any_model_agrees_with_the_trace_and_adds_up(cell: Any, kernels: Any) -> None:
    """Score, pattern, z, attn_out and resid_mid within float32 rounding of both passes; every sum by its own displayed numbers."""
    config, seed, tokens, layer, head, query, key = cell
    weights = full_weights(config, seed)
    engine: Kernels = kernels()
    trace = forward(config, weights, [(3 * i + 1) % config.vocabulary for i in range(tokens)], kernels=engine)
    links = chain(config, weights, trace, layer, head, query, key)
    assert [one.name for one in links.checks] == ["attn_scores", "pattern", "z", "attn_out", "resid_mid"]
    assert links.agrees, links.checks
    kept = trace.layers[layer]
    assert abs(links.score - float(kept.attn_scores[head, query, key])) == links.checks[0].difference
    assert abs(links.weight - float(kept.pattern[head, query, key])) == links.checks[1].difference
    assert np.abs(links.z - kept.z[head, query]).max() == links.checks[2].difference
    assert np.abs(links.attn_out - kept.attn_out[query]).max() == links.checks[3].difference
    assert np.abs(links.resid_mid - kept.resid_mid[query]).max() == links.checks[4].difference
    assert links.allowed == config.allows(query, key)
    if not links.allowed:
        assert (links.weight, kept.pattern[head, query, key]) == (0, 0)
        assert links.step("mask").total == -np.inf
        assert links.step("exponentials").total == 0
    for step in links.steps:
        check_sums(step, config.d_head)
    check_links(links)


@pytest.mark.parametrize("name", ["small", "transformer-base"])
def test_the_bound_stays_as_small_as_float32(name: str) -> None:
    """A bound that allowed anything would be kept by anything: in usual models it is below 1 in 10 000 of the largest number.

    d 64 and d 512, 24 tokens, random weights. A wrong √K, a forgotten bias or a mask one cell off is larger by far.
    """
    config = preset(name, n_layers=2, vocabulary=50)
    weights = random_weights(config)
    trace = forward(config, weights, list(range(24)), kernels=compiled_kernels())
    for layer, head, query, key in ((0, 0, 5, 1), (1, config.n_heads - 1, 23, 0)):
        links = chain(config, weights, trace, layer, head, query, key)
        assert links.agrees
        kept = trace.layers[layer]
        for one in links.checks:
            largest = float(np.abs(getattr(kept, one.name)).max())
            assert one.difference <= one.bound < 1e-4 * largest, one


@pytest.mark.parametrize(
    "name", ["attention.W_Q", "attention.W_K", "attention.W_V", "attention.W_O", "norm1.gain", "attention.b_O"]
)
def test_a_trace_of_other_weights_does_not_agree(name: str) -> None:
    """One parameter larger by 1 % in the chain than in the trace: beyond rounding, so the check says no."""
    weights = full_weights(SMALL)
    trace = forward(SMALL, weights, [1, 2, 3], kernels=plain_kernels())
    arrays = {key: np.array(array) for key, array in weights.items()}
    arrays[f"blocks.0.{name}"] *= np.float32(1.01)
    assert not chain(SMALL, loaded_weights(SMALL, arrays, "other"), trace, 0, 0, 2, 1).agrees


def test_the_bound_is_a_multiple_of_one_rounding() -> None:
    """float32 has 24 bits: one rounding is 2⁻²⁴ relative, and 8 of them are 2⁻²¹."""
    assert ROUNDING == 8 * 2.0**-24


def test_a_cell_by_hand() -> None:
    """One head, width 2, no norm, no biases, identity matrices, tokens (1, 0) and (0, 2), no positions.

    Query 1: q = (0, 2). Scores: with key 0: 0, with key 1: 4/√2. Weights e^(0 − 4/√2) and 1 over their sum.
    z = w0·(1, 0) + w1·(0, 2); W_O is the identity; the skip connection adds (0, 2).
    """
    config = ModelConfig(
        d_model=2, n_heads=1, n_layers=1, vocabulary=2, norm="none", position="none", biases=False, d_ff=1, activation="relu"
    )
    one = np.eye(2, dtype=np.float32)
    arrays = {name: np.zeros(array.shape, np.float32) for name, array in random_weights(config).items()}
    arrays["embedding.token"] = np.array([[1, 0], [0, 2]], np.float32)
    arrays |= {f"blocks.0.attention.W_{letter}": one[None] for letter in "QKVO"}
    weights = loaded_weights(config, arrays, "by hand")
    links = chain(config, weights, forward(config, weights, [0, 1], kernels=plain_kernels()), 0, 0, 1, 0)
    score = 4 / sqrt(2)
    w0 = exp(-score) / (exp(-score) + 1)
    w1 = 1 / (exp(-score) + 1)
    assert links.scores.tolist() == [0.0, score]
    assert links.weight == w0
    assert links.z.tolist() == [w0, 2 * w1]
    assert links.resid_mid.tolist() == [w0, 2 + 2 * w1]
    assert [step.kind for step in links.steps] == [
        *("read", "query", "key", "products", "scale", "mask", "maximum", "exponentials", "row-sum", "quotient"),
        *("value", "mix", "concatenate", "output", "skip"),
    ]


@pytest.mark.parametrize("norm", ["pre", "post", "none"])
@pytest.mark.parametrize("placement", ["input", "query-key"])
def test_the_parts_of_a_score_are_the_score(norm: Any, placement: Any) -> None:
    """Content and position, each asking each, and the biases: their sum is the score of the step before, within float64.

    The first layer only: later ones have mixed the two.
    """
    config = replace(SMALL, norm=norm, placement=placement)
    links = found(config)
    assert links.step("shares").total == pytest.approx(links.step("scale").total, rel=1e-6, abs=1e-6)
    assert [name for name, _ in links.step("shares").scalars] == [
        *("content-content", "content-position", "position-content", "position-position", "biases")
    ]
    assert "shares" not in [step.kind for step in found(config, layer=1).steps]


STEPS_OF: dict[str, dict[str, Any]] = {
    "norm": {"norm": "pre"},
    "norm-after": {"norm": "post"},
    "norm-out": {"norm": "sandwich"},
    "position": {"position": "sinusoidal", "placement": "query-key"},
    "position-after": {"position": "sinusoidal", "placement": "after-attention"},
    "rotate-query": {"position": "rotary"},
    "rotate-key": {"position": "rotary"},
    "alibi": {"position": "alibi"},
    "shares": {"position": "sinusoidal"},
}


@pytest.mark.parametrize("kind", STEPS_OF)
def test_steps_stand_where_the_model_has_them(kind: Any) -> None:
    """Each kind of step is in a model that has it and not in a bare one; an encoding after attention is in the first block only."""
    bare = replace(SMALL, norm="none", position="none")
    config = replace(bare, **STEPS_OF[kind])
    assert kind in [step.kind for step in found(config).steps]
    assert kind not in [step.kind for step in found(bare).steps]
    with pytest.raises(KeyError):
        found(bare).step(kind)
    if kind == "position-after":
        assert kind not in [step.kind for step in found(config, layer=1).steps]


@pytest.mark.parametrize(
    "choices, entry",
    [
        ({"position": "none"}, "none"),
        ({"position": "sinusoidal"}, "input"),
        ({"position": "learned", "placement": "every-block"}, "every-block"),
        ({"position": "learned", "placement": "query-key"}, "query-key"),
        ({"position": "sinusoidal", "placement": "after-attention"}, "after-attention"),
        ({"position": "sinusoidal", "placement": "none"}, "none"),
        ({"position": "rotary"}, "rotary"),
        ({"position": "rotary", "placement": "none"}, "none"),
        ({"position": "alibi"}, "alibi"),
    ],
)
def test_the_chain_says_how_order_came_in(choices: dict[str, Any], entry: str) -> None:
    assert entry_of(replace(SMALL, **choices)) == entry
    assert found(replace(SMALL, **choices)).entry == entry


def test_one_token_looks_at_itself_alone() -> None:
    """T = 1: the weight is exactly 1, z is the value, and the token's rows are shown once."""
    links = found(replace(SMALL, norm="pre", mask="causal"), query=0, key=0, tokens=1)
    assert links.weight == 1
    np.testing.assert_array_equal(links.z, links.step("value").row)
    assert len(links.step("read").columns) == 1
    assert [step.kind for step in links.steps].count("norm") == 1


def test_skip_off_and_deepnorm() -> None:
    """Without a skip connection only attention's change stays; DeepNorm carries (2·2)^¼ = √2 times the stream."""
    off = found(replace(SMALL, skip=False, norm="none"))
    np.testing.assert_array_equal(off.resid_mid, off.attn_out)
    assert [column.symbol for column in off.step("skip").columns] == ["change"]
    deep = found(replace(SMALL, norm="deepnorm"))
    assert deep.step("skip").scalar("factor") == pytest.approx(sqrt(2))
    assert [column.symbol for column in deep.step("skip").columns] == ["x", "carried", "change", "after-skip"]


def test_grouped_heads_read_the_shared_key() -> None:
    """4 heads, 2 sets of keys and values: head 3 reads set 3 · 2 / 4 = 1."""
    config = replace(SMALL, n_heads=4, n_kv_heads=2)
    links = found(config, head=3)
    assert links.shared == 1
    weights = full_weights(config)
    np.testing.assert_array_equal(links.step("key").product.matrix, weights["blocks.0.attention.W_K"][1])  # type: ignore[union-attr]
    np.testing.assert_array_equal(links.step("query").product.matrix, weights["blocks.0.attention.W_Q"][3])  # type: ignore[union-attr]


def test_other_cells_of_the_row_have_the_same_numbers() -> None:
    """Whichever key is chosen, a number of the row is the same to the last bit; so are z and what follows."""
    first, *others = (found(SMALL, key=key, tokens=7) for key in range(7))
    for other in others:
        np.testing.assert_array_equal(other.scores, first.scores)
        np.testing.assert_array_equal(other.pattern, first.pattern)
        np.testing.assert_array_equal(other.resid_mid, first.resid_mid)
    np.testing.assert_array_equal(found(SMALL, head=1, tokens=7).resid_mid, first.resid_mid)


def test_a_trace_that_kept_little_is_compared_with_what_it_kept() -> None:
    weights = random_weights(SMALL)
    trace = forward(SMALL, weights, [1, 2], keep={"resid_pre", "z"}, kernels=plain_kernels())
    assert [one.name for one in chain(SMALL, weights, trace, 0, 0, 1, 0).checks] == ["z"]
    bare = forward(SMALL, weights, [1, 2], keep={"pattern"}, kernels=plain_kernels())
    with pytest.raises(ValueError, match="kept no resid_pre"):
        chain(SMALL, weights, bare, 0, 0, 1, 0)


@pytest.mark.parametrize("head, query, key", [(2, 0, 0), (0, 2, 0), (0, 0, 2), (0, 0, -1), (-1, 0, 0)])
def test_a_cell_that_is_not_there(head: int, query: int, key: int) -> None:
    weights = random_weights(SMALL)
    trace = forward(SMALL, weights, [1, 2], kernels=plain_kernels())
    with pytest.raises(IndexError):
        chain(SMALL, weights, trace, 0, head, query, key)


def test_infinite_numbers_are_shown_and_no_error() -> None:
    """Weights that overflowed: the chain is computed without a warning and claims nothing about numbers that are none."""
    weights = full_weights(SMALL)
    arrays = {key: np.array(array) for key, array in weights.items()}
    arrays["blocks.0.attention.W_Q"][:] = np.inf
    broken = loaded_weights(SMALL, arrays, "overflowed")
    with np.errstate(all="ignore"):
        trace = forward(SMALL, broken, [1, 2, 3], kernels=plain_kernels())
    links = chain(SMALL, broken, trace, 0, 0, 2, 1)
    assert not np.isfinite(links.score)
    assert links.agrees


def test_it_can_be_given_up() -> None:
    weights = random_weights(SMALL)
    trace = forward(SMALL, weights, [1, 2], kernels=plain_kernels())
    with pytest.raises(Cancelled):
        chain(SMALL, weights, trace, 0, 0, 1, 0, cancelled=lambda: True)


def test_what_all_cells_have_in_common_changes_no_number() -> None:
    """From cell to cell with the rows computed once, everything is what it is from the weights alone, to the last bit."""
    for config in (SMALL, replace(SMALL, position="rotary", placement=None), replace(SMALL, norm="post")):
        weights = random_weights(config)
        trace = forward(config, weights, [1, 2, 3], kernels=plain_kernels())
        rows = layer_rows(config, weights, trace, 0)
        for head, query, key in ((0, 2, 1), (1, 0, 2), (0, 1, 1)):
            ours = chain(config, weights, trace, 0, head, query, key, rows=rows)
            whole = chain(config, weights, trace, 0, head, query, key)
            assert ours.checks == whole.checks
            for step, other in zip(ours.steps, whole.steps, strict=True):
                assert (step.kind, step.total, step.scalars) == (other.kind, other.total, other.scalars)
                assert [column.values.tobytes() for column in step.columns] == [column.values.tobytes() for column in other.columns]


def test_nothing_of_a_chain_can_be_written_to() -> None:
    links = found(SMALL)
    arrays = [links.scores, links.pattern, links.z, links.attn_out, links.resid_mid]
    for step in links.steps:
        arrays += [column.values for column in step.columns]
        if step.product is not None:
            arrays += [step.product.left, step.product.matrix]
    assert not any(array.flags.writeable for array in arrays)


def test_sums_go_from_left_to_right() -> None:
    """1 + 1e16 − 1e16 is 0 from left to right, where the 1 is lost first; numpy's @ may do it in another order."""
    assert total(np.array([1, 1e16, -1e16])) == 0
    assert total(np.array([1e16, -1e16, 1])) == 1
    rng = np.random.default_rng(0)
    left, right = rng.standard_normal((130, 40)), rng.standard_normal((40, 3))
    product = rows_times(left, right)
    for r, c in ((0, 0), (63, 1), (64, 2), (129, 0)):
        assert product[r, c] == one_by_one(left[r] * right[:, c])
