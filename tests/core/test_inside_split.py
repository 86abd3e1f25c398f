"""The split of the first layer's scores: maps that add up, each the one that its name says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from core.inside.head import head_arrays
from core.inside.split import ScoreSplit, score_split, shares_of_cell, why_no_split
from core.kernels import plain_kernels
from core.model import ModelConfig, Trace, Weights, forward, loaded_weights
from core.model.parameters import parameter_table
from core.model.positions import sinusoid
from tests.core.strategies import configs, full_weights

IDS = (1, 2, 3, 1, 0)
SMALL = ModelConfig(d_model=8, n_heads=2, n_layers=2, vocabulary=20, context=8)
FIVE = ["content-content", "content-position", "position-content", "position-position", "biases"]


def passed(config: ModelConfig, weights: Weights) -> tuple[list[int], Trace]:
    ids = [i % config.vocabulary for i in IDS]
    return ids, forward(config, weights, ids, kernels=plain_kernels())


def split(config: ModelConfig, weights: Weights, head: int = 0) -> ScoreSplit:
    ids, trace = passed(config, weights)
    found = score_split(config, weights, ids, trace, head)
    assert found is not None
    return found


def with_ones_and_zeros(config: ModelConfig, *suffixes: str) -> Weights:
    """Full weights in which the parameters whose name ends so are 0 (biases) or 1 (gains)."""
    full = full_weights(config)
    arrays = {spec.name: np.array(full[spec.name]) for spec in parameter_table(config)}
    for name, array in arrays.items():
        if name.endswith(suffixes):
            array[...] = 1 if name.endswith("gain") else 0
    return loaded_weights(config, arrays, "some left out")


def magnitude(config: ModelConfig, weights: Weights, ids: list[int], trace: Trace, head: int) -> np.ndarray:
    """[T, T] the scores' own sums with the absolute value of every number that goes into them: the measure of rounding.

    A product of float32 vectors of n numbers is wrong by at most (n + a few) · 2⁻²⁴ times the sum of the absolute products.
    """
    token = np.abs(weights.token_rows(ids).astype(np.float64)) * (np.sqrt(config.d_model) if config.scale_embedding else 1)
    place = np.zeros_like(token)
    if config.position == "sinusoidal":
        place = np.abs(sinusoid(len(ids), config.d_model, config.sinusoid_layout).astype(np.float64))
    elif config.position == "learned":
        place = np.abs(weights["embedding.position"][: len(ids)].astype(np.float64))
    late = config.placed == "query-key"
    x = token if late else token + place
    if config.norm in ("pre", "sandwich"):
        rows = trace.layers[0].resid_pre.astype(np.float64)
        if config.norm_kind == "layernorm":
            rows = rows - rows.mean(axis=1, keepdims=True)
            x = x + x.mean(axis=1, keepdims=True)
        x = x / np.sqrt((rows**2).mean(axis=1, keepdims=True) + 1e-5) * np.abs(weights["blocks.0.norm1.gain"])
        if config.norm_kind == "layernorm" and config.biases:
            x = x + np.abs(weights["blocks.0.norm1.bias"])
    x = x + place if late else x
    sides = []
    for letter, which in (("Q", head), ("K", head * config.kv_heads // config.n_heads)):
        side = x @ np.abs(weights[f"blocks.0.attention.W_{letter}"][which].astype(np.float64))
        sides.append(side + (np.abs(weights[f"blocks.0.attention.b_{letter}"][which]) if config.biases else 0))
    places = np.arange(len(ids))
    far = np.abs(places[:, None] - places) if config.position == "alibi" and late else 0
    return sides[0] @ sides[1].T / np.sqrt(config.d_head) + far


@given(config=configs())
def test_the_maps_add_up_to_the_scores_of_the_trace(config: ModelConfig) -> None:
    """Within the bound of the docstring: (D + K + 40) · 2⁻²⁴ of the sums of absolute values; and there is a reason where not."""
    weights = full_weights(config)
    ids, trace = passed(config, weights)
    for head in range(config.n_heads):
        found = score_split(config, weights, ids, trace, head)
        assert (found is None) == (why_no_split(config, 0) is not None)
        if found is None:
            return
        total = sum(found.values())
        bound = (config.d_model + config.d_head + 40) * 2.0**-24 * magnitude(config, weights, ids, trace, head)
        distance = np.abs(total - trace.layers[0].attn_scores[head])
        assert (distance <= bound).all(), (distance / bound).max()
        np.testing.assert_allclose(found.total, total, rtol=1e-12, atol=1e-12)
        assert found.difference == pytest.approx(distance.max(), abs=1e-12)
        assert all(map_.dtype == np.float64 and not map_.flags.writeable for map_ in (*found.values(), found.total))


@pytest.mark.parametrize(
    "config, names, held",
    [
        (SMALL, FIVE, "deviation"),
        (replace(SMALL, norm_kind="rmsnorm"), FIVE, "root mean square"),
        (replace(SMALL, norm="sandwich"), FIVE, "deviation"),
        (replace(SMALL, norm="post"), FIVE, "nothing"),
        (replace(SMALL, placement="every-block", norm="none"), FIVE, "nothing"),
        (replace(SMALL, position="learned", placement="query-key"), FIVE, "nothing"),
        (replace(SMALL, position="alibi"), ["content-content", "biases", "alibi"], "nothing"),
    ],
)
def test_which_maps_there_are_and_what_is_held(config: ModelConfig, names: list[str], held: str) -> None:
    found = split(config, full_weights(config))
    assert list(found) == names
    assert len(found) == len(names)
    assert found.held == held
    with pytest.raises(KeyError):
        found["nonsense"]  # type: ignore[index]


def test_the_four_maps_are_products_of_tokens_and_places_alone() -> None:
    """Without norm and biases and by hand: each map is (part · W_Q) (part · W_K)ᵀ / √4, part = rows of one table, cell by cell."""
    config = replace(SMALL, norm="none", biases=False)
    weights = full_weights(config)
    found = split(config, weights, head=1)
    w_q, w_k = weights["blocks.0.attention.W_Q"][1], weights["blocks.0.attention.W_K"][1]
    tables = {"content": weights["embedding.token"][list(IDS)], "position": sinusoid(5, 8, "interleaved")}
    for name in FIVE[:4]:
        asks, answers = name.split("-")
        for i in range(5):
            for j in range(5):
                q, k = tables[asks][i].astype(float) @ w_q, tables[answers][j].astype(float) @ w_k
                assert found[name][i, j] == pytest.approx(sum(q * k) / 2, abs=1e-9)  # type: ignore[index]
    assert not found["biases"].any()


def test_the_biases_share_is_what_goes_away_without_biases() -> None:
    """The other four maps are the same with all biases 0, and the biases' share is the scores with less the scores without them."""
    full, bare = full_weights(SMALL), with_ones_and_zeros(SMALL, "norm1.bias", "b_Q", "b_K")
    with_biases, without = split(SMALL, full), split(SMALL, bare)
    for name in FIVE[:4]:
        np.testing.assert_array_equal(with_biases[name], without[name])  # type: ignore[index]
    assert not without["biases"].any()
    scores = [passed(SMALL, weights)[1].layers[0].attn_scores[0] for weights in (full, bare)]
    np.testing.assert_allclose(with_biases["biases"], scores[0].astype(float) - scores[1], atol=1e-5)
    assert np.abs(with_biases["biases"]).max() > 0.01


def test_equal_words_have_equal_content_but_for_the_deviation_of_their_place() -> None:
    """Words 0 and 3 are one: without a norm their rows and columns of content–content are equal; with it in a ratio of deviations.

    s_0/s_3 is measured on resid_pre, by numpy's own standard deviation.
    """
    plain = replace(SMALL, norm="none")
    content = split(plain, full_weights(plain))["content-content"]
    np.testing.assert_allclose(content[0], content[3], atol=1e-12)
    np.testing.assert_allclose(content[:, 0], content[:, 3], atol=1e-12)
    weights = full_weights(SMALL)
    content = split(SMALL, weights)["content-content"]
    resid = passed(SMALL, weights)[1].layers[0].resid_pre.astype(float)
    deviation = np.sqrt(resid.std(axis=1) ** 2 + 1e-5)
    np.testing.assert_allclose(content[0] * deviation[0], content[3] * deviation[3], atol=1e-12)
    assert abs(deviation[0] - deviation[3]) > 0.01


def test_an_encoding_of_queries_and_keys_is_the_table_itself() -> None:
    """It comes after the norm: position–position is (PE · W_Q)(PE · W_K)ᵀ/√K whatever the sentence, and content has no place."""
    config = replace(SMALL, placement="query-key")
    weights = full_weights(config)
    found = split(config, weights)
    table = sinusoid(5, 8, "interleaved").astype(float)
    right = (table @ weights["blocks.0.attention.W_Q"][0]) @ (table @ weights["blocks.0.attention.W_K"][0]).T / 2
    np.testing.assert_allclose(found["position-position"], right, atol=1e-9)
    np.testing.assert_allclose(found["content-content"][0], found["content-content"][3], atol=1e-12)


def test_alibis_share_falls_with_the_distance() -> None:
    """Two heads: slopes 2⁻⁴ and 2⁻⁸, so three steps away it is −3/16 and −3/256; 0 on the diagonal."""
    config = replace(SMALL, position="alibi")
    for head, slope in ((0, 2.0**-4), (1, 2.0**-8)):
        share = split(config, full_weights(config), head)["alibi"]
        assert (share[3, 0], share[0, 3], share[2, 2]) == (-3 * slope, -3 * slope, 0)


@pytest.mark.parametrize(
    "changes, layer, words",
    [
        ({"position": "rotary"}, 0, "turn queries and keys"),
        ({"position": "none"}, 0, "no position encoding"),
        ({"position": "alibi", "placement": "none"}, 0, "no position encoding"),
        ({"placement": "after-attention"}, 0, "after the first layer"),
        ({}, 1, "choose a head of layer 1"),
    ],
)
def test_where_there_is_no_split_a_sentence_says_why(changes: dict[str, str], layer: int, words: str) -> None:
    config = replace(SMALL, **changes)  # type: ignore[arg-type]
    reason = why_no_split(config, layer)
    assert reason is not None
    assert words in str(reason)
    if layer == 0:
        weights = full_weights(config)
        assert score_split(config, weights, *passed(config, weights), 0) is None


def test_a_trace_that_kept_no_scores_is_compared_with_scores_made_again() -> None:
    weights = full_weights(SMALL)
    trace = forward(SMALL, weights, IDS, keep={"resid_pre"}, kernels=plain_kernels())
    found = score_split(SMALL, weights, IDS, trace, 1)
    assert found is not None
    assert found.difference == pytest.approx(np.abs(found.total - head_arrays(SMALL, weights, trace, 0, 1).attn_scores).max())
    assert 0 < found.difference < 1e-5


def test_no_tokens_give_empty_maps() -> None:
    weights = full_weights(SMALL)
    found = score_split(SMALL, weights, (), forward(SMALL, weights, (), kernels=plain_kernels()), 0)
    assert found is not None
    assert found.total.shape == (0, 0)
    assert found.difference == 0


@given(config=configs())
def test_the_parts_of_one_cell_are_those_of_its_map(config: ModelConfig) -> None:
    """Computed from two rows alone; nothing where there is no split, and with ALiBi."""
    weights = full_weights(config)
    ids = [i % config.vocabulary for i in (1, 2, 3, 1, 0)]
    trace = forward(config, weights, ids, kernels=plain_kernels())
    split = score_split(config, weights, ids, trace, 0)
    found = shares_of_cell(config, weights, trace, 0, 0, 3, 1)
    if split is None or config.position == "alibi":
        assert found == ()
        return
    assert [name for name, _ in found] == list(split)
    for name, value in found:
        assert value == pytest.approx(float(split[name][3, 1]), rel=1e-9, abs=1e-9 * (1 + float(np.abs(split[name]).max())))
