"""Counts against numbers worked out by hand: each docstring says how."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.messages import InputError
from core.model.arrays import arrange
from core.model.config import ModelConfig
from core.model.counts import PeakBytes, allowed_cells, count, peak_bytes, trace_elements
from core.model.parameters import parameter_table
from core.model.presets import PRESETS, preset
from core.model.trace import ARRAY_NAMES
from core.model.transformer import forward
from core.model.weights import random_weights
from tests.core.strategies import configs


def test_the_worked_example_of_the_lesson() -> None:
    """d 512, h 8, f 2048: 512/8 = 64; 4·512·512 = 1 048 576; 2·512·2048 = 2 097 152; their sum 3 145 728.

    Biases 4·512 + 2048 + 512 = 4 608 and two norms 2·2·512 = 2 048 make it 3 152 384.
    """
    counts = count(ModelConfig(), 1000)
    block = counts.parameters.per_block
    assert counts.d_k == 64
    assert block.attention_weights == 1_048_576
    assert block.feed_forward_weights == 2_097_152
    assert block.attention_weights + block.feed_forward_weights == 3_145_728
    assert block.attention_biases + block.feed_forward_biases == 4_608
    assert block.norms == 2_048
    assert block.total == 3_152_384


def test_twelve_blocks_without_biases_and_norms() -> None:
    """12 · 3 145 728 = 37 748 736."""
    counts = count(ModelConfig(n_layers=12), 9)
    assert counts.parameters.blocks_without_biases_and_norms == 37_748_736
    assert counts.parameters.blocks == 12 * 3_152_384


@pytest.mark.parametrize("length, per_head", [(1000, 1_000_000), (2000, 4_000_000)])
def test_twice_the_sentence_has_four_times_the_scores(length: int, per_head: int) -> None:
    """1000² and 2000²; times 8 heads, times 6 blocks."""
    scores = count(ModelConfig(), length).scores
    assert (scores.per_head, scores.per_layer, scores.total) == (per_head, 8 * per_head, 48 * per_head)


def test_the_exercise_of_the_lesson() -> None:
    """d 256, h 4, n 100: 256/4 = 64, 100² = 10 000."""
    counts = count(ModelConfig(d_model=256, n_heads=4), 100)
    assert (counts.d_k, counts.scores.per_head) == (64, 10_000)


def test_heads_that_keep_their_width_multiply_the_projections() -> None:
    """4·512·(8·512) = 8 388 608, eight times 1 048 576."""
    kept = count(ModelConfig(head_width="keep"), 9)
    assert kept.d_k == 512
    assert kept.parameters.per_block.attention_weights == 8_388_608
    assert kept.parameters.per_block.attention_weights == 8 * count(ModelConfig(), 9).parameters.per_block.attention_weights


def test_shared_heads_do_not_change_the_projections() -> None:
    """With d_k = d/h the four matrices are 4·512² for any h."""
    for heads in (1, 2, 4, 8, 16, 512):
        assert count(ModelConfig(n_heads=heads), 9).parameters.per_block.attention_weights == 1_048_576


def test_one_block_of_multiply_adds() -> None:
    """n·(4d² + 2df) + 2·n²·d with n 1000, d 512, f 2048: 3 145 728 000 + 1 024 000 000; the output adds n·d·V apart."""
    macs = count(ModelConfig(n_layers=1), 1000).macs
    assert macs.total - macs.unembedding == 3_145_728_000 + 1_024_000_000
    assert macs.unembedding == 1000 * 512 * 37_000


def test_quadratic_part_equals_the_rest_at_six_widths() -> None:
    """f = 4d: n·12d² = 2·n²·d at n = 6d, 3072 for d 512."""
    macs = count(ModelConfig(), 3072).macs
    assert macs.scores + macs.mixing == macs.projections + macs.feed_forward


def test_b24_pre_norm_has_one_more_norm_than_post_norm() -> None:
    """The final norm has a gain and a bias of width 64: 2·64 = 128."""
    pre, post = (count(ModelConfig(d_model=64, n_layers=2, norm=norm), 9).parameters for norm in ("pre", "post"))
    assert pre.total - post.total == pre.final_norm == 128
    assert post.final_norm == 0


@pytest.mark.parametrize("kind, expected", [("layernorm", 256), ("rmsnorm", 128)])
def test_b36_both_norms_of_a_block_count(kind: str, expected: int) -> None:
    """d 64: gain and bias, twice: 4·64 = 256; RMSNorm has no bias: 2·64 = 128."""
    config = ModelConfig(d_model=64, norm_kind=kind)  # type: ignore[arg-type]
    assert count(config, 9).parameters.per_block.norms == expected


def test_b37_tying_saves_parameters_and_no_work() -> None:
    """GPT-2 small: 50257·768 = 38 597 376 is counted once when tied, and multiplied with all the same.

    One block: 4·768² + 4·768 + 2·768·3072 + 3072 + 768 + 4·768 = 7 087 872.
    """
    tied, untied = count(preset("gpt2-small"), 1024), count(preset("gpt2-small", tied=False), 1024)
    assert tied.parameters.total == 124_439_808
    assert untied.parameters.total == 163_037_184
    assert tied.parameters.unembedding == 0
    assert untied.parameters.unembedding == 38_597_376
    assert tied.parameters.per_block.total == 7_087_872
    assert tied.macs == untied.macs
    assert tied.flops == untied.flops


def test_b38_the_total_is_more_than_the_matrices_of_the_blocks() -> None:
    """12·(4·768² + 2·768·3072) = 84 934 656 is a number of its own."""
    parameters = count(preset("gpt2-small"), 9).parameters
    assert parameters.blocks_without_biases_and_norms == 84_934_656
    assert parameters.total == 124_439_808


def test_b41_b42_products_without_weights_are_counted_in_macs_and_flops() -> None:
    """12 heads · 64² · 64 = 3 145 728 each for q·kᵀ and pattern·v; together 6 291 456 MACs = 12 582 912 FLOPs."""
    config = ModelConfig(d_model=768, n_heads=12, n_layers=1)
    macs = count(config, 64).macs
    assert macs.scores == macs.mixing == 3_145_728
    assert 2 * (macs.scores + macs.mixing) == 12_582_912


def test_b42_score_part_times_four_when_the_length_doubles() -> None:
    """(2n)² = 4n²; the rest only doubles, so the total lies between."""
    config = ModelConfig(d_model=768, n_heads=12)
    short, long = count(config, 64), count(config, 128)
    assert long.macs.scores + long.macs.mixing == 4 * (short.macs.scores + short.macs.mixing)
    assert 2 * short.macs.total < long.macs.total < 4 * short.macs.total
    assert long.flops.total == 2 * long.macs.total


def test_b43_head_width_is_read_and_not_derived() -> None:
    """Qwen3-4B: W_Q is 2560·(32·128) = 10 485 760.

    A block: 2·10 485 760 + 2·2560·(8·128) + 3·2560·9728 + 2·2560 = 100 930 560; 36 of them, the embedding 151936·2560 and
    the final norm 2560 make 4 022 458 880.
    """
    config = ModelConfig(
        d_model=2560,
        n_heads=32,
        n_kv_heads=8,
        head_width=128,
        d_ff=9728,
        n_layers=36,
        vocabulary=151936,
        norm_kind="rmsnorm",
        activation="swiglu",
        position="rotary",
        biases=False,
        mask="causal",
    )
    counts = count(config, 6)
    assert counts.d_k == 128
    assert {spec.name: spec.size for spec in parameter_table(config)}["blocks.0.attention.W_Q"] == 10_485_760
    assert counts.parameters.total == 4_022_458_880


def test_b45_shared_key_value_heads() -> None:
    """Llama 3 8B: 8 030 261 248; with all 32 key/value heads 32·2·4096·(24·128) = 805 306 368 more.

    Maps belong to the query heads: 32 blocks · 32 heads · 6² = 36 864.
    """
    counts = count(preset("llama-3-8b"), 6)
    assert counts.parameters.total == 8_030_261_248
    assert count(preset("llama-3-8b", n_kv_heads=None), 6).parameters.total == 8_835_567_616
    assert counts.scores.total == 36_864


def test_b45_missing_number_of_key_value_heads_means_all_of_them() -> None:
    """Llama 1 7B: 32·(4·4096² + 3·4096·11008 + 2·4096) + 2·32000·4096 + 4096 = 6 738 415 616."""
    config = preset("llama-3-8b", n_kv_heads=None, d_ff=11008, vocabulary=32000)
    assert count(config, 6).parameters.total == 6_738_415_616


def test_b48_no_count_overflows() -> None:
    """32 blocks · 32 heads · 4096² = 17 179 869 184, beyond 32 bits; and 10¹² tokens have 10²⁴ cells a head."""
    assert count(preset("llama-3-8b"), 4096).scores.total == 17_179_869_184
    assert count(preset("small"), 10**12).scores.per_head == 10**24


def test_bert_base() -> None:
    """(30522 + 512)·768 + 12·7 087 872 = 108 888 576."""
    assert count(preset("bert-base"), 9).parameters.total == 108_888_576


def test_small_preset_with_a_short_vocabulary() -> None:
    """4·(4·64² + 4·64 + 2·64·256 + 256 + 64 + 4·64) + 37000·64 + 2·64 = 199 936 + 2 368 000 + 128."""
    parameters = count(preset("small"), 9).parameters
    assert (parameters.blocks, parameters.embedding, parameters.final_norm) == (199_936, 2_368_000, 128)
    assert parameters.total == 2_568_064


@pytest.mark.parametrize(
    "mask, length, cells",
    [("none", 9, 81), ("causal", 9, 45), ("causal", 1000, 500_500), ("window:4", 9, 30), ("window:4", 3, 6), ("window:9", 9, 45)],
)
def test_allowed_cells(mask: str, length: int, cells: int) -> None:
    """Causal: n(n+1)/2. Window of 4 over 9 tokens: 1 + 2 + 3 + 6·4 = 30; a window wider than the sentence is causal."""
    assert count(ModelConfig(mask=mask), length).scores.allowed_per_head == cells


@given(length=st.integers(0, 40), window=st.integers(0, 50))
def test_allowed_cells_are_those_of_the_mask_itself(length: int, window: int) -> None:
    """Counted one by one: row i may look at column j ≤ i, and with a window at i − j < window."""
    cells = sum(j <= i and (not window or i - j < window) for i in range(length) for j in range(length))
    assert allowed_cells(length, causal=True, window=window) == cells


def test_memory() -> None:
    """GPT-2-like 12·12 heads, 512 tokens: 37 748 736 cells = 150 994 944 bytes = 144 MiB (case B73).

    Keys and values: 2·12·12·512·64·4 = 37 748 736 bytes. Trace of a block: 5·512·768 stream arrays, 2·512·768 for q and z,
    2·512·768 for k and v, 2·12·512² maps and 2·512·3072 hidden = 12 976 128 numbers; ·12·4 = 622 854 144 bytes.
    """
    config = preset("gpt2-small")
    counts = count(config, 512)
    assert counts.bytes.weights == 4 * 124_439_808
    assert counts.bytes.scores == 144 * 2**20
    assert counts.bytes.kv_cache == 37_748_736
    assert counts.bytes.trace == 622_854_144


def test_peak_of_a_pass_that_keeps_everything() -> None:
    """The model above: weights and logits whole, and the trace with each stream once, because what leaves a block enters the next.

    Trace and 512·50257 logits, made from 512·768 normalised numbers, less 11 of 24 streams of 512·768; 2·12·12·512 summaries of
    rows; the encoding and the normalised input, 512·768 each. All are whole cache lines, so nothing is rounded.
    """
    config = preset("gpt2-small")
    stream = 512 * 768
    arrays = 12 * 12_976_128 - 11 * stream + 2 * 144 * 512 + 2 * stream
    assert peak_bytes(config, 512) == PeakBytes(weights=4 * 124_439_808, arrays=4 * arrays, logits=4 * 512 * (50_257 + 768))
    assert count(config, 512).bytes.peak == 4 * (124_439_808 + arrays + 512 * (50_257 + 768))


def test_peak_of_a_pass_that_keeps_less() -> None:
    """The same model without logits: of the token table only 512 rows, no output. Kept: one map of the two.

    Once for all blocks: 2 streams that take turns, resid_mid, both outputs, the normalised input and the encoding, 7·512·768;
    q, k, v and z, 4·512·768; 2·512·3072 hidden; one map of the scores, 512². The compiled pass has the scores of 256 rows, a
    piece of a product and what it starts from, 9·32, 5 rows of 768 on their way through a norm, and one head's keys and values,
    2·512·64, for each of 2 workers instead of that map.
    """
    config = preset("gpt2-small")
    stream, cells = 512 * 768, 512 * 512
    weights = 124_439_808 - 50_257 * 768 + stream
    shared = 11 * stream + 2 * 512 * 3072 + 144 * cells + 2 * 144 * 512
    keep = frozenset({"pattern"})
    assert peak_bytes(config, 512, keep, logits=False) == PeakBytes(weights=4 * weights, arrays=4 * (shared + cells), logits=0)
    compiled = peak_bytes(config, 512, keep, logits=False, workers=2)
    assert compiled.arrays == 4 * (shared + 2 * (256 * 512 + 9 * 32 + 5 * 768 + 2 * 512 * 64))
    pictures = peak_bytes(config, 512, keep, logits=False, workers=2, thumbnail_pixels=128)
    assert pictures.total - compiled.total == 4 * 144 * 128 * 128


def test_peak_of_what_is_there_before_the_maps() -> None:
    """Uncut queries of 8 heads of 100 numbers over 10 tokens, 8·100·10, are more than two maps of 10²; with narrow heads maps are.

    For a short sentence the largest matrix, 512·2048, is more than all arrays: it is there twice while it is put into panels.
    """
    for head_width, passing in ((100, 8 * 100 * 10), (2, 2 * 10**2)):
        model = preset("small", n_heads=8, head_width=head_width, vocabulary=50)
        plain = peak_bytes(model, 10, frozenset(), logits=False)
        assert plain.arrays == arrange(model, 10, frozenset(), 1, 0, 0).bytes + 4 * (10 * 64 + passing)
        assert plain.preparation == 0
    short = peak_bytes(ModelConfig(n_layers=1, vocabulary=50), 3, workers=2)
    assert short.preparation == 4 * 512 * 2048
    assert short.total == short.weights + short.preparation > short.weights + short.arrays + short.logits


def test_of_an_untied_token_table_only_the_rows_of_the_sentence_are_held() -> None:
    """Tied: one table of 37000·64 that is read and multiplied. Untied: 9 rows, and an output matrix of the same size."""
    tied, untied = (peak_bytes(preset("small", tied=tied), 9).weights for tied in (True, False))
    assert untied - tied == 4 * 9 * 64


def test_shared_key_value_heads_shrink_the_cache_and_not_the_maps() -> None:
    """8 instead of 32 key/value heads: a quarter of the cache, the same maps."""
    shared, full = count(preset("llama-3-8b"), 6), count(preset("llama-3-8b", n_kv_heads=None), 6)
    assert 4 * shared.bytes.kv_cache == full.bytes.kv_cache
    assert shared.bytes.scores == full.bytes.scores


def test_trace_elements_name_every_array_of_a_block() -> None:
    """The names are those of LayerTrace, in its order."""
    assert tuple(trace_elements(preset("small"), 9)) == ARRAY_NAMES


@pytest.mark.parametrize(
    "config",
    [
        ModelConfig(d_model=24, n_heads=4, n_layers=2, vocabulary=50),
        ModelConfig(d_model=24, n_heads=4, n_kv_heads=2, head_width=8, n_layers=3, vocabulary=50, activation="swiglu", d_ff=10),
    ],
)
def test_trace_is_as_large_as_a_real_one(config: ModelConfig) -> None:
    """The bytes of all arrays that a forward pass over 7 tokens leaves in its blocks."""
    trace = forward(config, random_weights(config), list(range(7)))
    arrays = [getattr(layer, name) for layer in trace.layers for name in ARRAY_NAMES]
    assert count(config, 7).bytes.trace == sum(array.nbytes for array in arrays)


@pytest.mark.parametrize("name", PRESETS)
def test_no_tokens_are_legal(name: str) -> None:
    """Nothing to compare, nothing to multiply; the weights stay, but no row of a token table that is not the output matrix."""
    counts = count(preset(name), 0)
    assert (counts.scores.total, counts.macs.total, counts.flops.total, counts.bytes.scores, counts.bytes.trace) == (0, 0, 0, 0, 0)
    assert counts.bytes.weights == 4 * counts.parameters.total
    assert counts.bytes.peak == 4 * (counts.parameters.total - (0 if counts.config.tied else counts.parameters.embedding))


@pytest.mark.parametrize("length", [-1, 2.5, True, "9"])
def test_no_number_of_tokens_is_refused_by_name(length: object) -> None:
    """The sentence contains the value."""
    with pytest.raises(InputError, match=f"length is {length}"):
        count(preset("small"), length)  # type: ignore[arg-type]


def test_the_printed_object_has_the_fixed_keys() -> None:
    """Keys and their order from the command-line contract; the object survives JSON unchanged."""
    printed = count(preset("small"), 9).as_dict()
    assert list(printed) == ["config", "length", "d_k", "parameters", "scores", "macs", "flops", "bytes"]
    assert set(printed["parameters"]) == {
        "total",
        "embedding",
        "positions",
        "blocks",
        "final_norm",
        "unembedding",
        "blocks_without_biases_and_norms",
        "per_block",
    }
    assert list(printed["parameters"]["per_block"]) == [
        "total",
        "attention_weights",
        "attention_biases",
        "feed_forward_weights",
        "feed_forward_biases",
        "norms",
    ]
    assert list(printed["scores"]) == ["per_head", "per_layer", "total", "allowed_per_head"]
    assert list(printed["macs"]) == ["total", "projections", "scores", "mixing", "feed_forward", "unembedding"]
    assert list(printed["flops"]) == ["total"]
    assert list(printed["bytes"]) == ["weights", "scores", "kv_cache", "trace", "peak"]
    assert json.loads(json.dumps(printed, allow_nan=False)) == printed
    assert printed["config"] == preset("small").as_dict()


@given(config=configs(large=True), length=st.integers(0, 10**7))
def test_totals_are_the_sums_of_their_parts(config: ModelConfig, length: int) -> None:
    """The whole table summed at full depth gives the same total as one block taken L times."""
    counts = count(config, length)
    parameters, block, macs = counts.parameters, counts.parameters.per_block, counts.macs
    assert parameters.total == sum(spec.size for spec in parameter_table(config))
    outside = parameters.embedding + parameters.positions + parameters.final_norm + parameters.unembedding
    assert parameters.total == outside + parameters.blocks
    assert parameters.blocks == config.n_layers * block.total
    parts = block.attention_weights + block.attention_biases + block.feed_forward_weights + block.feed_forward_biases + block.norms
    assert block.total == parts
    assert macs.total == macs.projections + macs.scores + macs.mixing + macs.feed_forward + macs.unembedding
    assert counts.flops.total == 2 * macs.total
    assert macs.projections == length * config.n_layers * block.attention_weights
    assert macs.feed_forward == length * config.n_layers * block.feed_forward_weights
    assert counts.scores.allowed_per_head <= counts.scores.per_head
