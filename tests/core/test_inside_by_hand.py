"""What is changed by hand, in the arithmetic of one cell: the same numbers as in the pass, by steps that leave no gap."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.inside.arithmetic import Chain, chain
from core.inside.chain_by_hand import PATTERN_KINDS
from core.kernels import plain_kernels
from core.model import ModelConfig, forward
from core.model.interventions import (
    FORCED_PATTERNS,
    NONE,
    AttentionOff,
    FeedForwardOff,
    ForcePattern,
    HeadOff,
    Intervention,
    Interventions,
    ScaleHead,
    SetCell,
)
from tests.core.chain_checks import cells, check_links, check_sums
from tests.core.strategies import full_weights

SMALL = ModelConfig(d_model=8, n_heads=2, n_layers=2, vocabulary=20, context=8)


def by_hand(config: ModelConfig, tokens: int) -> st.SearchStrategy[Intervention]:
    """Any change by hand; the mask may forbid it."""
    layer, head = st.integers(0, config.n_layers - 1), st.integers(0, config.n_heads - 1)
    token, value = st.integers(0, tokens - 1), st.sampled_from([0, 0.0, 0.25, 0.5, 1]) | st.floats(0, 1)
    return st.one_of(
        st.builds(HeadOff, layer, head),
        st.builds(AttentionOff, layer),
        st.builds(FeedForwardOff, layer),
        st.builds(ForcePattern, layer, head, st.sampled_from(FORCED_PATTERNS)),
        st.builds(SetCell, layer, head, token, token, value, st.booleans()),
        st.builds(ScaleHead, layer, head, st.floats(-3, 3) | st.floats(-1e6, 1e6)),
    )


@given(cell=cells(), data=st.data())
def test_any_cell_agrees_with_the_trace_whatever_is_changed_by_hand(cell: Any, data: st.DataObject) -> None:
    """Several changes at once, of this head and of others, of this layer and of others: within the same bound, without a gap."""
    config, seed, tokens, layer, head, query, key = cell
    added = NONE
    for change in data.draw(st.lists(by_hand(config, tokens), max_size=8)):
        added = added.add(change)
    changed = added.applies_to(config, tokens).fitting
    weights = full_weights(config, seed)
    ids = [(3 * i + 1) % config.vocabulary for i in range(tokens)]
    trace = forward(config, weights, ids, kernels=plain_kernels(), interventions=changed)
    links = chain(config, weights, trace, layer, head, query, key)
    assert links.agrees, links.checks
    kept = trace.layers[layer]
    assert abs(links.weight - float(kept.pattern[head, query, key])) <= links.checks[1].bound
    for step in links.steps:
        check_sums(step, config.d_head)
    check_links(links)
    own = changed.of_head(layer, head)
    kinds = {step.kind for step in links.steps}
    assert ("force-pattern" in kinds) == (own.forced is not None)
    assert ("set-cells" in kinds) == any(cell.query == query for cell in own.cells)
    assert ("scale-head" in kinds, "head-off" in kinds) == (own.factor != 1, own.off)
    assert ("attention-off" in kinds) == changed.attention_off(layer)
    if changed.attention_off(layer):
        assert not links.attn_out.any()


def changed_by_hand(*changes: Intervention, query: int = 2, key: int = 1, config: ModelConfig = SMALL) -> Chain:
    weights = full_weights(config)
    interventions = Interventions(changes)
    trace = forward(config, weights, [1, 2, 3, 4], kernels=plain_kernels(), interventions=interventions)
    return chain(config, weights, trace, 0, 0, query, key)


def test_a_cell_set_to_0_6_leaves_0_4_to_the_others() -> None:
    """By hand: the others become p · 0.4 ÷ (1 − p_j), so that the row sums to 1; without sharing it sums to 1 − p_j + 0.6."""
    p = changed_by_hand().pattern
    links = changed_by_hand(SetCell(0, 0, 2, 1, 0.6))
    assert links.weight == 0.6
    others = [0, 2, 3]
    np.testing.assert_allclose(links.pattern[others], p[others] * 0.4 / (1 - p[1]), rtol=1e-14)
    assert links.step("share-rest").scalar("left") == 0.4
    alone = changed_by_hand(SetCell(0, 0, 2, 1, 0.6, False))
    assert alone.step("set-cells").scalar("row-total") == pytest.approx(1 - p[1] + 0.6, abs=1e-14)
    np.testing.assert_array_equal(alone.pattern[others], p[others])
    assert "share-rest" not in [step.kind for step in alone.steps]
    assert "set-cells" not in [step.kind for step in changed_by_hand(SetCell(0, 0, 3, 1, 0.6)).steps]


def test_more_than_1_is_divided_by_its_sum_and_a_forced_row_has_nothing_to_share() -> None:
    """0.9 and 0.6 are 1.5: 0.6 and 0.4, the others 0. Forced onto itself, then set to 0.4 there: three others get 0.2 each."""
    links = changed_by_hand(SetCell(0, 0, 2, 1, 0.9), SetCell(0, 0, 2, 0, 0.6))
    np.testing.assert_allclose(links.pattern, [0.4, 0.6, 0, 0], rtol=1e-14)
    links = changed_by_hand(ForcePattern(0, 0, "identity"), SetCell(0, 0, 2, 2, 0.4))
    np.testing.assert_allclose(links.pattern, [0.2, 0.2, 0.4, 0.2], rtol=1e-14)
    assert [step.kind for step in links.steps if step.kind in PATTERN_KINDS] == ["force-pattern", "set-cells", "share-rest"]


@pytest.mark.parametrize(
    "pattern, query, row",
    [
        ("uniform", 2, [1 / 3, 1 / 3, 1 / 3, 0]),
        ("identity", 2, [0, 0, 1, 0]),
        ("previous-token", 2, [0, 1, 0, 0]),
        ("previous-token", 0, [1, 0, 0, 0]),
        ("first-token", 3, [1, 0, 0, 0]),
    ],
)
def test_a_forced_row_by_hand(pattern: Any, query: int, row: list[float]) -> None:
    """Under a causal mask: alike at those up to itself, at itself, at the one before, at the first."""
    links = changed_by_hand(ForcePattern(0, 0, pattern), query=query, key=0, config=replace(SMALL, mask="causal"))
    assert links.pattern.tolist() == row


def test_heads_that_are_off_or_scaled_stand_so_among_all_heads() -> None:
    """Head 1 off, head 2 times −2: the first half of the joined row is 0, the second −2 times what it was."""
    plain, links = changed_by_hand(), changed_by_hand(HeadOff(0, 0), ScaleHead(0, 1, -2.0))
    joined, before = (one.step("concatenate").column("z-all") for one in (links, plain))
    assert joined[:4].tolist() == [0, 0, 0, 0]
    np.testing.assert_array_equal(joined[4:], -2 * before[4:])
    assert links.changed_heads == (0, 1)
    assert plain.changed_heads == ()
