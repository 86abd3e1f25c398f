"""What is changed by hand in a pass: each change beside a slow pass of its own, and by hand."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.kernels import compiled_kernels, plain_kernels
from core.messages import InputError
from core.model import ARRAY_NAMES, ModelConfig, Trace, Weights, forward, head_maps, preset, random_weights
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
from tests.core import naive
from tests.core.strategies import full_weights

Array = NDArray[np.float64]
MODEL = ModelConfig(d_model=12, n_heads=4, n_kv_heads=2, n_layers=2, d_ff=10, vocabulary=30)
IDS = [4, 7, 4, 1, 9]


def plain(config: ModelConfig, weights: Weights, interventions: Interventions = NONE, ids: list[int] = IDS) -> Trace:
    return forward(config, weights, ids, interventions=interventions, kernels=plain_kernels())


def slow_pattern(pattern: Array, changes: list[Intervention], config: ModelConfig) -> Array:
    """The rules of the docstrings, one cell at a time; first what is forced, then what is set."""
    out = np.array(pattern)
    tokens = len(out)

    def may(i: int, j: int) -> bool:
        return 0 <= j < tokens and naive.is_allowed(i, j, config.causal, config.window)

    for change in changes:
        if isinstance(change, ForcePattern):
            for i in range(tokens):
                number = sum(may(i, j) for j in range(tokens))
                wanted = {"identity": i, "previous-token": i - 1, "first-token": 0, "uniform": -1}[change.pattern]
                for j in range(tokens):
                    if change.pattern == "uniform":
                        out[i, j] = may(i, j) / number
                    else:
                        out[i, j] = j == (wanted if may(i, wanted) else i)
    for i in range(tokens):
        cells = {change.key: change for change in changes if isinstance(change, SetCell) and change.query == i}
        for j, cell in cells.items():
            out[i, j] = cell.value
        if any(cell.renormalise for cell in cells.values()):
            free = [j for j in range(tokens) if may(i, j) and j not in cells]
            rest, had = max(0.0, 1 - sum(cell.value for cell in cells.values())), sum(out[i, j] for j in free)
            for j in free:
                out[i, j] = rest * out[i, j] / had if had else rest / len(free)
            if sum(out[i]) > 0:
                out[i] = out[i] / sum(out[i])
    return out


def slow_pass(config: ModelConfig, weights: Weights, ids: list[int], changed: Interventions) -> list[dict[str, Array]]:
    """Pre-norm, ReLU, one head after the other, in float64."""
    w = {name: np.asarray(array, np.float64) for name, array in weights.items()}
    x = w["embedding.token"][ids] + naive.sinusoids(len(ids), config.d_model)
    found = []
    for layer in range(config.n_layers):
        p = f"blocks.{layer}"
        y = naive.layer_norm(x, w[f"{p}.norm1.gain"], w[f"{p}.norm1.bias"])
        patterns, zs, out = [], [], np.tile(w[f"{p}.attention.b_O"], (len(ids), 1))
        for head in range(config.n_heads):
            g = head * config.kv_heads // config.n_heads
            q, k, v = (
                y @ w[f"{p}.attention.W_{letter}"][i] + w[f"{p}.attention.b_{letter}"][i]
                for letter, i in (("Q", head), ("K", g), ("V", g))
            )
            here = [change for change in changed if getattr(change, "head", None) == head and change.layer == layer]
            computed = naive.softmax(q @ k.T / np.sqrt(config.d_head), config.causal, config.window)
            patterns.append(slow_pattern(computed, here, config))
            z = patterns[-1] @ v
            for change in here:
                z = z * (change.factor if isinstance(change, ScaleHead) else 0 if isinstance(change, HeadOff) else 1)
            zs.append(z)
            out = out + z @ w[f"{p}.attention.W_O"][head]
        if AttentionOff(layer) in changed.items:
            out = 0 * out
        mid = x + out
        y = naive.layer_norm(mid, w[f"{p}.norm2.gain"], w[f"{p}.norm2.bias"])
        inner = naive.relu(y @ w[f"{p}.feed_forward.W_in"] + w[f"{p}.feed_forward.b_in"])
        added = inner @ w[f"{p}.feed_forward.W_out"] + w[f"{p}.feed_forward.b_out"]
        if FeedForwardOff(layer) in changed.items:
            added = 0 * added
        x = mid + added
        arrays = {"pattern": np.stack(patterns), "z": np.stack(zs), "attn_out": out, "mlp_out": added, "resid_post": x}
        found.append(arrays)
    return found


def changes(tokens: int, layers: int = 2, heads: int = 4) -> st.SearchStrategy[Intervention]:
    """Any change of a model without a mask."""
    layer, head, token = st.integers(0, layers - 1), st.integers(0, heads - 1), st.integers(0, tokens - 1)
    value = st.sampled_from([0, 0.0, 0.25, 0.5, 1]) | st.floats(0, 1)
    return st.one_of(
        st.builds(HeadOff, layer, head),
        st.builds(AttentionOff, layer),
        st.builds(FeedForwardOff, layer),
        st.builds(ForcePattern, layer, head, st.sampled_from(FORCED_PATTERNS)),
        st.builds(SetCell, layer, head, token, token, value, st.booleans()),
        st.builds(ScaleHead, layer, head, st.floats(-3, 3)),
    )


@given(
    found=st.lists(changes(len(IDS)), max_size=8),
    mask=st.sampled_from(["none", "causal", "window:1", "window:2"]),
    seed=st.integers(0, 99),
)
def test_any_changes_together_are_those_of_the_slow_pass(found: list[Intervention], mask: str, seed: int) -> None:
    """Patterns and what comes of them, in both layers, within float32; entropies and row sums are those of the changed patterns."""
    config = ModelConfig(d_model=12, n_heads=4, n_kv_heads=2, n_layers=2, d_ff=10, vocabulary=30, mask=mask)
    added = NONE
    for change in found:
        added = added.add(change)
    changed = added.applies_to(config, len(IDS)).fitting
    weights = full_weights(config, seed)
    trace = plain(config, weights, changed)
    assert trace.interventions == changed
    for layer, arrays in enumerate(slow_pass(config, weights, IDS, changed)):
        for name, right in arrays.items():
            got = getattr(trace.layers[layer], name)
            np.testing.assert_allclose(got, right, atol=2e-5 * max(1, np.abs(right).max()), err_msg=f"{layer} {name}")
        right = arrays["pattern"]
        np.testing.assert_allclose(trace.row_sums[layer], right.sum(-1), atol=1e-5)
        logs = np.log(right, out=np.zeros_like(right), where=right > 0)
        np.testing.assert_allclose(trace.row_entropy[layer], -(right * logs).sum(-1), atol=1e-4)


@given(change=changes(len(IDS)), kernels=st.sampled_from([plain_kernels(), compiled_kernels()]))
def test_scores_of_the_changed_head_stay_what_they_were(change: Intervention, kernels: Any) -> None:
    """In the layer of the change nothing before the softmax knows of it, and the plain pass is taken whatever is asked for."""
    weights = full_weights(MODEL)
    before, after = plain(MODEL, weights), forward(MODEL, weights, IDS, interventions=NONE.add(change), kernels=kernels)
    for name in ("resid_pre", "q", "k", "v", "attn_scores"):
        assert getattr(before.layers[change.layer], name).tobytes() == getattr(after.layers[change.layer], name).tobytes()


def test_nothing_changed_is_the_same_pass_byte_for_byte() -> None:
    """NONE, an emptied collection, and a change that changes nothing (a factor of 1)."""
    config = preset("small")
    weights = random_weights(config)
    passes = [
        plain(config, weights),
        plain(config, weights, NONE.add(HeadOff(0, 0)).clear()),
        plain(config, weights, NONE.add(ScaleHead(0, 0, 1))),
    ]
    for layer in range(config.n_layers):
        for name in ARRAY_NAMES:
            assert len({getattr(trace.layers[layer], name).tobytes() for trace in passes}) == 1
    assert len({trace.logits.tobytes() for trace in passes if trace.logits is not None}) == 1


def test_a_head_that_is_off_leaves_the_bias_and_all_heads_off_nothing_else() -> None:
    """All four heads off: attn_out is b_O in each row. The whole attention off: 0, and its maps are shown as before."""
    weights = full_weights(MODEL)
    heads = NONE
    for head in range(4):
        heads = heads.add(HeadOff(0, head))
    silent, off = plain(MODEL, weights, heads).layers[0], plain(MODEL, weights, NONE.add(AttentionOff(0))).layers[0]
    before = plain(MODEL, weights).layers[0]
    assert before.pattern is not None
    for layer in (silent, off):
        assert layer.pattern is not None
        assert layer.pattern.tobytes() == before.pattern.tobytes()
    np.testing.assert_allclose(silent.attn_out, np.tile(weights["blocks.0.attention.b_O"], (5, 1)), atol=1e-7)
    assert off.attn_out is not None
    assert not off.attn_out.any()
    assert off.resid_mid is not None
    assert off.resid_pre is not None
    assert off.resid_mid.tobytes() == off.resid_pre.tobytes()


def test_what_is_off_hides_even_what_is_not_a_number() -> None:
    """0 · NaN would be NaN: a head whose values overflowed can be switched off all the same."""
    config = ModelConfig(d_model=4, n_heads=2, n_layers=1, vocabulary=5)
    arrays = {name: np.array(array) for name, array in random_weights(config).items()}
    arrays["blocks.0.attention.b_V"][0] = np.inf
    from core.model import loaded_weights

    trace = plain(config, loaded_weights(config, arrays, "broken"), NONE.add(HeadOff(0, 0)), [1, 2])
    assert np.isfinite(trace.layers[0].attn_out).all()


@pytest.mark.parametrize(
    "mask, forced, right",
    [
        ("none", "uniform", [[1 / 3] * 3] * 3),
        ("causal", "uniform", [[1, 0, 0], [1 / 2, 1 / 2, 0], [1 / 3, 1 / 3, 1 / 3]]),
        ("none", "identity", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        ("none", "previous-token", [[1, 0, 0], [1, 0, 0], [0, 1, 0]]),
        ("window:1", "previous-token", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        ("causal", "first-token", [[1, 0, 0], [1, 0, 0], [1, 0, 0]]),
        ("window:2", "first-token", [[1, 0, 0], [1, 0, 0], [0, 0, 1]]),
    ],
)
def test_forced_patterns_by_hand(mask: str, forced: Any, right: Any) -> None:
    """The first token has none before it, and under a window of 2 the third does not see the first: both look at themselves."""
    config = ModelConfig(d_model=4, n_heads=2, n_layers=1, vocabulary=9, mask=mask)
    trace = plain(config, random_weights(config), NONE.add(ForcePattern(0, 1, forced)), [1, 2, 3])
    assert trace.layers[0].pattern is not None
    np.testing.assert_allclose(trace.layers[0].pattern[1], right, atol=1e-7)
    empty = plain(config, random_weights(config), NONE.add(ForcePattern(0, 1, forced)), [])
    assert empty.row_sum_error == 0


@pytest.mark.parametrize(
    "cells, right",
    [
        ([(0, 0.5, True)], [0.5, 0.25, 0.25]),
        ([(0, 0.5, False)], [0.5, 1 / 3, 1 / 3]),
        ([(0, 0.5, False), (1, 0.2, True)], [0.5, 0.2, 0.3]),
        ([(0, 0.5, True), (1, 1.0, True)], [1 / 3, 2 / 3, 0]),
        ([(0, 0.5, True), (1, 0.0, True), (2, 0.0, True)], [1, 0, 0]),
        ([(0, 0.0, True), (1, 0.0, True), (2, 0.0, True)], [0, 0, 0]),
        ([(2, 1.0, True)], [0, 0, 1]),
    ],
)
def test_cells_set_by_hand_in_a_row_of_thirds(cells: list[tuple[int, float, bool]], right: list[float]) -> None:
    """Set cells keep their value, the others share what is left; 0.5 and 1.0 are too much together and become 1/3 and 2/3."""
    config = ModelConfig(d_model=4, n_heads=2, n_layers=1, vocabulary=9)
    changed = NONE.add(ForcePattern(0, 0, "uniform"))
    for key, value, renormalise in cells:
        changed = changed.add(SetCell(0, 0, 1, key, value, renormalise))
    trace = plain(config, random_weights(config), changed, [1, 2, 3])
    assert trace.layers[0].pattern is not None
    np.testing.assert_allclose(trace.layers[0].pattern[0], [[1 / 3] * 3, right, [1 / 3] * 3], atol=1e-7)
    assert trace.row_sum_error == pytest.approx(abs(sum(right) - 1), abs=1e-6)


def test_a_row_that_held_nothing_else_shares_evenly() -> None:
    """Forced to look at itself only, then told 0.4: the other two had 0 and get 0.3 each."""
    config = ModelConfig(d_model=4, n_heads=2, n_layers=1, vocabulary=9)
    changed = NONE.add(SetCell(0, 0, 1, 1, 0.4)).add(ForcePattern(0, 0, "identity"))
    trace = plain(config, random_weights(config), changed, [1, 2, 3])
    assert trace.layers[0].pattern is not None
    np.testing.assert_allclose(trace.layers[0].pattern[0, 1], [0.3, 0.4, 0.3], atol=1e-7)


def test_a_changed_head_computed_again_is_the_same_map() -> None:
    changed = NONE.add(ForcePattern(1, 2, "first-token")).add(SetCell(1, 2, 3, 3, 0.25))
    weights = full_weights(MODEL)
    trace = plain(MODEL, weights, changed)
    assert trace.layers[1].pattern is not None
    np.testing.assert_allclose(head_maps(MODEL, weights, trace, 1, 2).pattern, trace.layers[1].pattern[2], atol=1e-7)
    np.testing.assert_allclose(trace.layers[1].pattern[2, 3], [0.75, 0, 0, 0.25, 0], atol=1e-7)


@pytest.mark.parametrize("ids", [IDS, [*IDS, 2], [4, 7, 4]])
@pytest.mark.parametrize("mask", ["none", "causal"])
def test_passes_with_different_changes_take_nothing_from_each_other(ids: list[int], mask: str) -> None:
    """In either direction; the second pass equals one that knows of no earlier one."""
    config = ModelConfig(d_model=16, n_heads=2, n_layers=2, vocabulary=30, mask=mask)
    weights = full_weights(config)
    changed = NONE.add(HeadOff(0, 1)).add(AttentionOff(1))
    kernels = compiled_kernels()
    first = forward(config, weights, IDS, interventions=changed, kernels=kernels)
    back = forward(config, weights, ids, after=first, kernels=kernels)
    again = forward(config, weights, ids, after=back, interventions=changed, kernels=kernels)
    fresh, fresh_changed = forward(config, weights, ids, kernels=kernels), plain(config, weights, changed, ids)
    assert back.interventions == NONE
    for one, other in ((back, fresh), (again, fresh_changed)):
        for layer in range(2):
            for name in ARRAY_NAMES:
                assert getattr(one.layers[layer], name).tobytes() == getattr(other.layers[layer], name).tobytes(), name


def test_one_change_for_each_place_and_in_the_order_of_adding() -> None:
    """A second factor for the same head takes the first one's place; another cell is another place."""
    cell, other = SetCell(0, 0, 1, 0, 0.5), SetCell(0, 0, 1, 1, 0.5)
    found = NONE.add(ScaleHead(0, 0, 2)).add(cell).add(other).add(ScaleHead(0, 0, 3)).add(ScaleHead(0, 1, 2))
    assert found.items == (ScaleHead(0, 0, 3), cell, other, ScaleHead(0, 1, 2))
    assert found.remove(cell).items == (ScaleHead(0, 0, 3), other, ScaleHead(0, 1, 2))
    assert found.remove(HeadOff(0, 0)) == found
    assert found.find(SetCell, 0, 0) == (cell, other)
    assert found.find(ScaleHead, 0, 1) == (ScaleHead(0, 1, 2),)
    assert NONE.add(AttentionOff(1)).find(AttentionOff, 1) == (AttentionOff(1),)
    assert len(found) == 4
    assert not found.clear()
    assert len({found, found.add(other), NONE}) == 2


def test_what_no_longer_fits_is_reported() -> None:
    """Two layers of four heads, five tokens, causal: one change for each reason, and one that fits."""
    config = ModelConfig(d_model=12, n_heads=4, n_layers=2, vocabulary=30, mask="causal")
    layer, head, token = FeedForwardOff(2), HeadOff(0, 4), SetCell(0, 0, 5, 1, 0.5)
    masked, fitting = SetCell(0, 0, 1, 2, 0.5), SetCell(0, 0, 2, 1, 0.5)
    changed = Interventions((layer, head, token, masked, fitting))
    fit = changed.applies_to(config, 5)
    assert fit.fitting.items == (fitting,)
    found = [(misfit.intervention, misfit.reason) for misfit in fit.misfits]
    assert found == [(layer, "layer"), (head, "head"), (token, "token"), (masked, "mask")]
    for one, words in (
        (layer, "number of layers is 2"),
        (head, "number of heads is 4"),
        (token, "number of tokens is 5"),
        (masked, "the mask forbids it"),
    ):
        with pytest.raises(InputError, match=words):
            plain(config, random_weights(config), NONE.add(one))


@given(found=st.lists(changes(4), max_size=6))
def test_written_and_read_again_they_are_the_same(found: list[Intervention]) -> None:
    changed = NONE
    for change in found:
        changed = changed.add(change)
    assert Interventions.from_list(json.loads(json.dumps(changed.as_list()))) == changed


@pytest.mark.parametrize(
    "record",
    [
        None,
        {},
        [3],
        [{"kind": "nothing", "layer": 0}],
        [{"kind": ["head-off"], "layer": 0, "head": 0}],
        [{"kind": "head-off", "layer": 0}],
        [{"kind": "head-off", "layer": 0, "head": 0, "key": 1}],
        [{"kind": "head-off", "layer": True, "head": 0}],
        [{"kind": "head-off", "layer": 0, "head": -1}],
        [{"kind": "scale-head", "layer": 0, "head": 0, "factor": float("nan")}],
        [{"kind": "scale-head", "layer": 0, "head": 0, "factor": "2"}],
        [{"kind": "scale-head", "layer": 0, "head": 0, "factor": 10**400}],
        [{"kind": "force-pattern", "layer": 0, "head": 0, "pattern": "diagonal"}],
        [{"kind": "set-cell", "layer": 0, "head": 0, "query": 0, "key": 0, "value": 1.5, "renormalise": True}],
        [{"kind": "set-cell", "layer": 0, "head": 0, "query": 0, "key": 0, "value": 0.5, "renormalise": 1}],
        [{"kind": "set-cell", "layer": 0, "head": 0, "query": 0.0, "key": 0, "value": 0.5, "renormalise": True}],
    ],
)
def test_damaged_records_are_refused_with_a_sentence(record: object) -> None:
    with pytest.raises(InputError):
        Interventions.from_list(record)


def test_heads_that_are_changed() -> None:
    """Each head that a change names; all heads of a layer without attention; none for a feed-forward network."""
    changed = Interventions((HeadOff(0, 1), SetCell(2, 0, 1, 0, 0.5), FeedForwardOff(1), AttentionOff(3)))
    assert changed.heads(2) == {(0, 1), (2, 0), (3, 0), (3, 1)}
    assert NONE.heads(2) == frozenset()


def test_a_file_with_too_many_changes_is_refused_quickly() -> None:
    """A thousand are read, a million are not looked through."""
    records = [{"kind": "head-off", "layer": layer, "head": 0} for layer in range(1000)]
    assert len(Interventions.from_list(records)) == 1000
    with pytest.raises(InputError, match="1000 changes"):
        Interventions.from_list(records + [{"kind": "head-off", "layer": layer, "head": 1} for layer in range(100_000)])
