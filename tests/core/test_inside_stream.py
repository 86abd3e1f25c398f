"""The residual stream beside slow twins that go number by number, and beside sums made by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from core.inside.stream import Shares, Station, StreamTable, cosines, stream_table, sums_before_norm
from core.kernels import plain_kernels
from core.model import ModelConfig, Trace, Weights, forward, random_weights
from core.model.config import CHOICES
from core.model.norms import normalise
from core.model.parameters import deepnorm_factors
from core.model.trace import LayerTrace
from core.model.transformer import encoding_table
from tests.core.strategies import configs, full_weights

NORMS = CHOICES["norm"]


def passed(config: ModelConfig, ids: tuple[int, ...] = (1, 2, 3, 1, 0)) -> tuple[Weights, Trace]:
    weights = full_weights(config)
    return weights, forward(config, weights, [i % config.vocabulary for i in ids], kernels=plain_kernels())


def small(**choices: object) -> ModelConfig:
    return ModelConfig(**{"d_model": 8, "n_heads": 2, "n_layers": 3, "vocabulary": 20, **choices})  # type: ignore[arg-type]


def by_hand(*columns: list[list[float]], skip: bool = True) -> StreamTable:
    """The table of a model without norms whose trace is made of given vectors: resid_pre, attn_out, mlp_out of its one block."""
    config = ModelConfig(d_model=2, n_heads=1, n_layers=1, vocabulary=5, position="none", norm="none", skip=skip)
    pre, attention, network = (np.array(column, np.float32).reshape(-1, 2) for column in columns)
    with np.errstate(all="ignore"):
        mid = pre + attention if skip else attention
        post = mid + network if skip else network
    layer = LayerTrace(resid_pre=pre, attn_out=attention, resid_mid=mid, mlp_out=network, resid_post=post)
    sums = np.zeros((1, 1, len(pre)), np.float32)
    trace = Trace(config=config, ids=(0,) * len(pre), layers=(layer,), row_entropy=sums, row_sums=sums)
    return stream_table(config, random_weights(config), trace)


def test_two_tokens_by_hand() -> None:
    """x = (3, 4) has length 5. Attention adds (3, 4): the sum is (6, 8), length 10, and each part is half of it.

    The network adds (−6, −4): the sum is (0, 4). Skip (6, 8)·(0, 4) / 16 = 2, network (−6, −4)·(0, 4) / 16 = −1.
    The other token stays (1, 0), then (1, 1): skip (1, 0)·(1, 1)/2 = ½. Its cosine with (0, 4) is 1/√2, at the input 3/5.
    """
    table = by_hand([[3, 4], [1, 0]], [[3, 4], [0, 0]], [[-6, -4], [0, 1]])
    assert table.stations == (Station("input", 0), Station("attention", 0), Station("feed_forward", 0))
    np.testing.assert_allclose(table.norms, [[5, 1], [10, 1], [4, math.sqrt(2)]])
    attention, network = table.shares
    np.testing.assert_allclose(attention.skip, [0.5, 1])
    np.testing.assert_allclose(attention.added, [0.5, 0])
    np.testing.assert_allclose(network.skip, [2, 0.5])
    np.testing.assert_allclose(network.added, [-1, 0.5])
    np.testing.assert_allclose(network.added_norm, [math.sqrt(52), 1])
    np.testing.assert_allclose(network.skip_norm, [10, 1])
    assert network.mean() == (1.25, -0.25)
    np.testing.assert_allclose(cosines(table, 0), [[1, 0.6], [0.6, 1]])
    np.testing.assert_allclose(cosines(table, 2), [[1, math.sqrt(0.5)], [math.sqrt(0.5), 1]])
    np.testing.assert_allclose(table.mean_cosine, [0.6, 0.6, math.sqrt(0.5)])
    assert table.growth(1, 0) == 2
    assert table.length(1, None) == 5.5
    assert table.growth(1, None) == pytest.approx(5.5 / 3)
    assert table.normings == ()


def test_without_skip_connections_all_comes_from_the_sublayer() -> None:
    table = by_hand([[3, 4]], [[1, 2]], [[0, 7]], skip=False)
    for shares in table.shares:
        assert shares.skip.tolist() == [0]
        assert shares.added.tolist() == [1]
        assert shares.skip_norm.tolist() == [0]
    np.testing.assert_allclose(table.norms[:, 0], [5, math.sqrt(5), 7])


def test_values_without_length_have_no_shares_and_no_cosine() -> None:
    """Token 0 is cancelled: its sum is 0. Token 1 is infinite, token 2 is NaN; token 3 alone is ordinary. No warning.

    At the input tokens 0 and 3 have a direction: (1, 2)·(1, 1) / (√5·√2) = 3/√10.
    """
    inf, nan = math.inf, math.nan
    table = by_hand([[1, 2], [inf, 0], [nan, 1], [1, 1]], [[-1, -2], [1, 1], [1, 1], [1, 1]], [[0, 0]] * 4)
    assert table.norms[1, 0] == 0
    assert table.norms[1, 1] == inf
    assert np.isnan(table.norms[1, 2])
    assert np.isnan(table.shares[0].added[:3]).all()
    assert (table.shares[0].skip[3], table.shares[0].added[3]) == (0.5, 0.5)
    assert table.shares[0].mean() == (0.5, 0.5)
    found = cosines(table, 1)
    assert found[3, 3] == 1
    assert np.isnan(found).sum() == 15
    assert np.isnan(table.mean_cosine[1])
    assert table.mean_cosine[0] == pytest.approx(3 / math.sqrt(10))


@pytest.mark.parametrize("norm", NORMS)
def test_no_tokens_and_one(norm: str) -> None:
    """Without tokens every row is empty; one token's cosine with itself is 1, and there is no pair to take a mean of."""
    config = small(norm=norm)
    for ids in ((), (3,)):
        weights, trace = passed(config, ids)
        table = stream_table(config, weights, trace)
        assert table.norms.shape == (len(table.stations), len(ids)) == (len(table.stations), table.tokens)
        assert np.isnan(table.mean_cosine).all()
        assert cosines(table, 1).tolist() == [[1.0]] * len(ids)
        assert all(shares.skip.shape == (len(ids),) for shares in table.shares)
    assert math.isnan(stream_table(config, *passed(config, ())).shares[0].mean()[0])


@given(config=configs())
def test_lengths_and_shares_are_those_of_a_slow_twin(config: ModelConfig) -> None:
    """Number by number with Python's own sums, from the arrays of the trace; the shares add up to exactly 1."""
    weights, trace = passed(config)
    table = stream_table(config, weights, trace)
    factor = 0.0 if not config.skip else deepnorm_factors(config.n_layers)[0] if config.norm == "deepnorm" else 1.0
    for station, array, row in zip(table.stations, table.arrays, table.norms, strict=True):
        right = [math.sqrt(math.fsum(float(x) ** 2 for x in vector)) for vector in array]
        np.testing.assert_allclose(row, right, rtol=1e-12, err_msg=str(station))
    for layer, kept in enumerate(trace.layers):
        for part, x, change, name in (
            ("attention", kept.resid_pre, kept.attn_out, "norm1_out"),
            ("feed_forward", kept.resid_mid, kept.mlp_out, "norm2_out"),
        ):
            shares = table.shares_of(layer, part)  # type: ignore[arg-type]
            assert (shares.layer, shares.sublayer) == (layer, part)
            added = normalise(change, weights, f"blocks.{layer}.{name}") if config.norm == "sandwich" else change
            assert_shares(shares, x, added, float(np.float32(factor)))


def assert_shares(shares: Shares, x: np.ndarray, added: np.ndarray, factor: float) -> None:
    for token in range(len(x)):
        brought = [factor * float(number) for number in x[token]]
        change = [float(number) for number in added[token]]
        total = [a + b for a, b in zip(brought, change, strict=True)]
        square = math.fsum(number * number for number in total)
        if square == 0 and factor:
            assert math.isnan(shares.skip[token])
            continue
        assert shares.skip[token] + shares.added[token] == 1
        if square:
            size = max(1.0, math.sqrt(math.fsum(b * b for b in change) / square))
            right = math.fsum(a * b for a, b in zip(change, total, strict=True)) / square
            assert shares.added[token] == pytest.approx(right, abs=1e-12 * size)
            assert shares.sum_norm[token] == pytest.approx(math.sqrt(square))


@given(config=configs())
def test_stations_lie_where_the_pass_kept_them(config: ModelConfig) -> None:
    """In order; entry, after attention and after the network are the arrays of the trace, the last norm is what is multiplied."""
    weights, trace = passed(config)
    table = stream_table(config, weights, trace)
    found = dict(zip(table.stations, table.arrays, strict=True))
    assert len(found) == len(table.stations)
    assert [s.layer for s in table.stations] == sorted(s.layer for s in table.stations)
    assert found[Station("input", 0)] is trace.layers[0].resid_pre
    for layer, kept in enumerate(trace.layers):
        assert found[Station("feed_forward", layer)] is kept.resid_post
        later = layer == 0 and config.placed == "after-attention"
        assert found[Station("encoding" if later else "attention", layer)] is kept.resid_mid
        assert (Station("encoding", layer) in found) == (later or (layer > 0 and config.placed == "every-block"))
        assert (Station("attention_sum", layer) in found) == (config.norm in ("post", "deepnorm"))
    last = trace.layers[-1].resid_post
    assert (Station("final_norm", config.n_layers - 1) in found) == config.has_final_norm
    if config.has_final_norm:
        np.testing.assert_array_equal(table.arrays[-1], normalise(last, weights, "final_norm"))


@pytest.mark.parametrize("placement", ["input", "after-attention", "every-block", "query-key"])
@pytest.mark.parametrize("skip", [True, False])
@pytest.mark.parametrize("kind", ["layernorm", "rmsnorm"])
@pytest.mark.parametrize("norm", ["post", "deepnorm"])
def test_sums_before_a_norm_are_those_of_the_pass(norm: str, kind: str, skip: bool, placement: str) -> None:
    """Normalised they are the trace's own arrays, byte for byte; after the first attention the encoding is added to it."""
    config = small(norm=norm, norm_kind=kind, skip=skip, placement=placement)
    weights, trace = passed(config)
    table = stream_table(config, weights, trace)
    encoding = encoding_table(config, weights, 5)
    for layer, kept in enumerate(trace.layers):
        first, second = sums_before_norm(config, trace, layer)
        mid = normalise(first, weights, f"blocks.{layer}.norm1")
        if layer == 0 and placement == "after-attention":
            mid = mid + encoding
        assert mid.tobytes() == kept.resid_mid.tobytes()
        assert normalise(second, weights, f"blocks.{layer}.norm2").tobytes() == kept.resid_post.tobytes()
        stations = dict(zip(table.stations, table.arrays, strict=True))
        np.testing.assert_array_equal(stations[Station("attention_sum", layer)], first)
        np.testing.assert_array_equal(stations[Station("feed_forward_sum", layer)], second)


@pytest.mark.parametrize("norm", NORMS)
def test_before_the_encoding_after_attention(norm: str) -> None:
    """What leaves attention, plus the encoding, is resid_mid byte for byte, wherever the norm stands."""
    config = small(norm=norm, placement="after-attention")
    weights, trace = passed(config)
    found = stream_table(config, weights, trace)
    at = found.stations.index(Station("attention", 0))
    assert found.stations[at + 1] == Station("encoding", 0)
    assert (found.arrays[at] + encoding_table(config, weights, 5)).tobytes() == trace.layers[0].resid_mid.tobytes()


def test_compiled_sums_are_those_of_the_pass_within_float32() -> None:
    from core.kernels import compiled_kernels

    config = small(norm="post")
    weights = full_weights(config)
    trace = forward(config, weights, [1, 2, 3, 1], kernels=compiled_kernels())
    for layer, kept in enumerate(trace.layers):
        first, second = sums_before_norm(config, trace, layer)
        np.testing.assert_allclose(normalise(first, weights, f"blocks.{layer}.norm1"), kept.resid_mid, atol=3e-6)
        np.testing.assert_allclose(normalise(second, weights, f"blocks.{layer}.norm2"), kept.resid_post, atol=3e-6)


def test_sums_before_a_norm_exist_only_where_a_norm_follows() -> None:
    config = small(norm="pre")
    with pytest.raises(ValueError, match="no norm stands after a sum"):
        sums_before_norm(config, passed(config)[1], 0)


@pytest.mark.parametrize("kind", ["layernorm", "rmsnorm"])
@pytest.mark.parametrize("biases", [True, False])
@pytest.mark.parametrize("norm", NORMS)
def test_every_norm_is_measured(norm: str, biases: bool, kind: str) -> None:
    """Means and deviations with Python's own sums; gain and bias are the weights'; (x − mean)/divisor·gain + bias comes out."""
    config = small(norm=norm, norm_kind=kind, biases=biases)
    weights, trace = passed(config)
    table = stream_table(config, weights, trace)
    per_block = {"none": 0, "pre": 2, "post": 2, "deepnorm": 2, "sandwich": 4}[norm]
    assert [n.name for n in table.normings if n.kind == "final_norm"] == ["final_norm"] * config.has_final_norm
    assert len(table.normings) == 3 * per_block + config.has_final_norm
    assert len({n.name for n in table.normings}) == len(table.normings)
    for norming in table.normings:
        kept = trace.layers[norming.layer]
        after_sum = norm in ("post", "deepnorm")
        before = {
            "norm1": sums_before_norm(config, trace, norming.layer)[0] if after_sum else kept.resid_pre,
            "norm2": sums_before_norm(config, trace, norming.layer)[1] if after_sum else kept.resid_mid,
            "norm1_out": kept.attn_out,
            "norm2_out": kept.mlp_out,
            "final_norm": kept.resid_post,
        }[norming.kind]
        np.testing.assert_array_equal(norming.gain, weights[f"{norming.name}.gain"])
        assert (norming.bias is not None) == (biases and kind == "layernorm")
        for token, row in enumerate(before):
            numbers = [float(x) for x in row]
            mean = math.fsum(numbers) / 8
            variance = math.fsum((x - mean) ** 2 for x in numbers) / 8
            squares = math.fsum(x * x for x in numbers) / 8
            divisor = math.sqrt((squares if kind == "rmsnorm" else variance) + 1e-5)
            out = [(x - (0 if kind == "rmsnorm" else mean)) / divisor * float(g) for x, g in zip(row, norming.gain, strict=True)]
            if norming.bias is not None:
                out = [x + float(b) for x, b in zip(out, norming.bias, strict=True)]
            after = math.fsum(out) / 8
            assert norming.mean_before[token] == pytest.approx(mean, abs=1e-12)
            assert norming.deviation_before[token] == pytest.approx(math.sqrt(variance), rel=1e-9)
            assert norming.divisor[token] == pytest.approx(divisor, rel=1e-9)
            assert norming.mean_after[token] == pytest.approx(after, abs=1e-6)
            spread = math.sqrt(math.fsum((x - after) ** 2 for x in out) / 8)
            assert norming.deviation_after[token] == pytest.approx(spread, abs=1e-6)


@pytest.mark.parametrize("norm", NORMS)
def test_norms_are_found_at_the_stations_they_read_and_write(norm: str) -> None:
    """Before: norm1 reads the entry. After: it reads the sum and writes what follows. The last block ends in the final norm."""
    config = small(norm=norm, placement="input")
    table = stream_table(config, *passed(config))
    names = {
        (s.kind, s.layer): [n.name for n in table.normings_at(index)] for index, s in enumerate(table.stations) if s.layer in (0, 2)
    }
    b0, b1, b2 = "blocks.0.", "blocks.1.", "blocks.2."
    entry, middle = names["input", 0], names["attention", 0]
    leaving, last = names["feed_forward", 0], names["feed_forward", 2]
    expected = {
        "pre": ([b0 + "norm1"], [b0 + "norm2"], [b1 + "norm1"], ["final_norm"]),
        "sandwich": (
            [b0 + "norm1"],
            [b0 + "norm1_out", b0 + "norm2"],
            [b0 + "norm2_out", b1 + "norm1"],
            [b2 + "norm2_out", "final_norm"],
        ),
        "post": ([], [b0 + "norm1"], [b0 + "norm2"], [b2 + "norm2"]),
        "none": ([], [], [], []),
    }
    assert (entry, middle, leaving, last) == expected["post" if norm == "deepnorm" else norm]


@given(config=configs())
def test_cosines_are_those_of_a_slow_twin(config: ModelConfig) -> None:
    """a·b / (‖a‖‖b‖) pair by pair at every station; the mean is that of all cells beside the diagonal."""
    weights, trace = passed(config, (1, 2, 3))
    table = stream_table(config, weights, trace)
    for station, array in enumerate(table.arrays):
        found = cosines(table, station)
        assert np.array_equal(found, found.T, equal_nan=True)
        rows = array.astype(np.float64)
        lengths = [math.sqrt(math.fsum(x * x for x in row)) for row in rows.tolist()]
        if min(lengths) == 0:
            continue
        right = [
            [math.fsum(a * b) / (m * n) for b, n in zip(rows, lengths, strict=True)] for a, m in zip(rows, lengths, strict=True)
        ]
        np.testing.assert_allclose(found, right, atol=1e-12)
        assert table.mean_cosine[station] == pytest.approx((found.sum() - 3) / 6, abs=1e-12)


def test_a_trace_that_kept_too_little_is_refused() -> None:
    config = small()
    weights, trace = passed(config)
    layers = tuple(replace(layer, attn_out=None) for layer in trace.layers)
    with pytest.raises(ValueError, match="kept no attn_out"):
        stream_table(config, weights, replace(trace, layers=layers))
