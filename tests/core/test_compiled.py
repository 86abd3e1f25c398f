"""The compiled pass beside the plain one: all options together, whatever is kept, across the sizes at which the work is cut."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.kernels import compiled_kernels, plain_kernels
from core.kernels.cutting import cut_product
from core.model import ARRAY_NAMES, ModelConfig, Trace, Weights, compiled, forward, loaded_weights
from core.model.arrays import MAP_ROWS
from core.model.norms import skip_factor
from core.model.trace import EVERYTHING
from tests.core import naive
from tests.core.strategies import configs, full_weights

FloatArray = NDArray[np.float32]

SOME_KEEPS = (
    frozenset(),
    EVERYTHING,
    frozenset({"pattern"}),
    frozenset({"attn_scores"}),
    frozenset({"attn_scores", "pattern"}),
    frozenset({"resid_pre"}),
    frozenset({"resid_post"}),
    frozenset({"resid_mid", "mlp_out"}),
    frozenset({"k", "v"}),
    EVERYTHING - {"attn_scores", "pattern"},
    EVERYTHING - {"resid_pre", "resid_post"},
)


def ids_for(config: ModelConfig, tokens: int, seed: int = 0) -> list[int]:
    """Some token ids of the vocabulary."""
    return [int(i) for i in np.random.default_rng(seed).integers(0, config.vocabulary, tokens)]


def compared(config: ModelConfig) -> ModelConfig:
    """Without norms differences grow with depth: one block then."""
    return config if config.normed else replace(config, n_layers=1)


def far(a: FloatArray, b: FloatArray) -> float:
    """The largest difference as a share of the largest value; NaN, which no comparison lets pass, where there is one.

    Numbers are made to be of the size of 1; a few of them may all be nearly 0 by chance, as sums in which everything cancels.
    """
    assert a.shape == b.shape
    assert a.dtype == b.dtype == np.float32
    return float(np.abs(a.astype(np.float64) - b).max(initial=0) / max(np.abs(a).max(initial=0), 0.2 if a.size < 16 else 1e-6))


def differences(one: Trace, other: Trace) -> dict[str, float]:
    """What both traces keep and is farther apart than 5e-6 of the largest value.

    Without skip connections 2e-4: a row that a sublayer leaves nearly nothing of, and its error with it, is then all that the next
    norm sees, which stretches it up to 1 / √1e-5 = 316 times.
    """
    tolerance = 5e-6 if one.config.skip else 2e-4
    assert len(one.layers) == len(other.layers)
    found = {
        f"{layer}.{name}": far(getattr(a, name), getattr(b, name))
        for layer, (a, b) in enumerate(zip(one.layers, other.layers, strict=True))
        for name in a.names & b.names
    }
    assert (one.thumbnails is None) == (other.thumbnails is None)
    if one.thumbnails is not None and other.thumbnails is not None:
        found["thumbnails"] = far(one.thumbnails, other.thumbnails)
    if one.logits is not None and other.logits is not None:
        found["logits"] = far(one.logits, other.logits)
    found["row_sums"] = far(one.row_sums, other.row_sums)
    # An entropy is at most ln T, and a share of it is what a person sees.
    found["row_entropy"] = float(np.abs(one.row_entropy - other.row_entropy).max(initial=0)) / max(
        1.0, np.log(max(1, len(one.ids)))
    )
    return {name: value for name, value in found.items() if not value <= tolerance}


def both(config: ModelConfig, weights: Weights, ids: list[int], **options: Any) -> tuple[Trace, Trace]:
    plain = forward(config, weights, ids, kernels=plain_kernels(), **options)
    return plain, forward(config, weights, ids, kernels=compiled_kernels(), **options)


def stretch(config: ModelConfig, weights: Weights, ids: list[int]) -> float:
    """How many times a norm enlarges the rounding of what it reads: the size of what that was made of, over its spread.

    Of 0.1123 and 0.1138 a hundredth of the digits is left when the norm behind a sublayer takes the mean off; so it is where a
    sublayer takes nearly all of the stream away.
    """
    if not config.normed:
        return 1.0
    found, skip = [1.0], skip_factor(config)
    trace = forward(config, weights, ids, keep=EVERYTHING, kernels=plain_kernels(), logits=False)
    for layer in trace.layers:
        for x, change in ((layer.resid_pre, layer.attn_out), (layer.resid_mid, layer.mlp_out)):
            for read in (change, skip * x + change) if config.norm == "sandwich" else (skip * x + change,):
                rows = np.asarray(read, np.float64)
                squares = rows.var(axis=1) if config.norm_kind == "layernorm" else np.square(rows).mean(axis=1)
                size = np.maximum(np.abs(skip * x), np.abs(change)).max(axis=1)
                found += list(size / np.sqrt(squares + 1e-5))
    return float(max(found))


@given(config=configs(), tokens=st.integers(0, 8), keep=st.sampled_from(SOME_KEEPS), pixels=st.none() | st.integers(1, 9))
def test_all_options_together(config: ModelConfig, tokens: int, keep: frozenset[str], pixels: int | None) -> None:
    """Also no token, one and two; the arrays that were not asked for are not there, the others are, and frozen."""
    config = compared(config)
    weights, ids = full_weights(config), ids_for(config, tokens)
    assume(stretch(config, weights, ids) < 10)
    one, other = both(config, weights, ids, keep=keep, thumbnail_size=pixels)
    assert differences(one, other) == {}
    assert one.cells_per_pixel == other.cells_per_pixel
    for trace in (one, other):
        assert [layer.names for layer in trace.layers] == [keep] * config.n_layers
        arrays = [getattr(layer, name) for layer in trace.layers for name in layer.names]
        arrays += [trace.row_entropy, trace.row_sums, trace.logits, trace.thumbnails]
        assert not any(array.flags.writeable for array in arrays if array is not None)


@settings(max_examples=40)
@given(config=configs(), tokens=st.integers(1, 8), keep=st.sets(st.sampled_from(ARRAY_NAMES)).map(frozenset))
def test_what_is_kept_changes_no_number(config: ModelConfig, tokens: int, keep: frozenset[str]) -> None:
    """Arrays that all blocks use in turn hold the same bytes on the way as those that each block has for itself."""
    weights, ids = full_weights(config), ids_for(config, tokens)
    full = forward(config, weights, ids, kernels=compiled_kernels(), thumbnail_size=4)
    lean = forward(config, weights, ids, kernels=compiled_kernels(), thumbnail_size=4, keep=keep)
    for a, b in zip(full.layers, lean.layers, strict=True):
        assert b.names == keep
        assert [name for name in keep if getattr(a, name).tobytes() != getattr(b, name).tobytes()] == []
    for name in ("logits", "row_entropy", "row_sums", "thumbnails"):
        assert getattr(full, name).tobytes() == getattr(lean, name).tobytes(), name


VARIED: dict[str, dict[str, Any]] = {
    "causal": {},
    "grouped, rotary, window": {"n_kv_heads": 2, "position": "rotary", "mask": "window:40", "norm": "sandwich"},
    "alibi, swiglu, both ways": {"position": "alibi", "mask": "none", "activation": "swiglu", "norm_kind": "rmsnorm"},
    "learned at the queries": {"position": "learned", "placement": "query-key", "context": 600, "norm": "post"},
    "deepnorm, wide heads": {"norm": "deepnorm", "head_width": 20, "placement": "every-block", "activation": "gelu-tanh"},
    "no norm": {"norm": "none", "n_layers": 1, "placement": "after-attention", "biases": False},
}


@pytest.mark.parametrize("tokens", [MAP_ROWS, MAP_ROWS + 1, 300, 2 * MAP_ROWS + 1])
@pytest.mark.parametrize("options", VARIED.values(), ids=VARIED)
def test_long_sentences_are_cut_into_shares_of_maps(tokens: int, options: dict[str, Any]) -> None:
    """Around the number of rows that are worked on together, and where the last share is smaller than the others."""
    config = ModelConfig(
        **({"d_model": 48, "n_heads": 4, "n_layers": 2, "vocabulary": 300, "mask": "causal", "norm": "pre"} | options)
    )
    for keep in (EVERYTHING, frozenset({"pattern"}), frozenset()):
        assert differences(*both(config, full_weights(config), ids_for(config, tokens), keep=keep, thumbnail_size=50)) == {}


@pytest.mark.parametrize("tokens", [777, 2000])
@pytest.mark.parametrize("mask", ["none", "causal", "window:700"])
def test_values_of_many_equal_tokens_are_added_up_exactly(tokens: int, mask: str) -> None:
    """All weights are equal, and so are all values: rounding errs to one side at each addition, and what is there grows."""
    config = ModelConfig(d_model=64, n_heads=2, n_layers=2, vocabulary=9, context=tokens, position="none", mask=mask)
    one, other = both(config, full_weights(config), [7] * tokens)
    assert differences(one, other) == {}
    for layer in (*one.layers, *other.layers):
        pattern, v, z = (np.asarray(part, np.float64) for part in (layer.pattern, layer.v, layer.z))
        assert np.abs(z - pattern @ v).max() < 2.5e-6 * np.abs(z).max()


@pytest.mark.parametrize("size", [(512, 4, 100), (64, 2, 300), (768, 12, 9), (200, 5, 65), (130, 1, 257)], ids=str)
@pytest.mark.parametrize("activation", ["gelu", "swiglu"])
def test_products_that_are_cut_by_rows_and_columns(size: tuple[int, int, int], activation: Any) -> None:
    """Wide enough that every product is cut one way, the other, or both, with remainders on both sides."""
    width, heads, tokens = size
    config = ModelConfig(d_model=width, n_heads=heads, n_layers=1, vocabulary=100, activation=activation, mask="causal")
    assert differences(*both(config, full_weights(config), ids_for(config, tokens))) == {}


@given(m=st.integers(1, 2500), k=st.integers(1, 3000), n=st.integers(1, 4000))
@example(m=1, k=1, n=1)
@example(m=1000, k=768, n=3072)
@example(m=33, k=4096, n=16)
def test_the_pieces_of_a_product_cover_it_once(m: int, k: int, n: int) -> None:
    """Each number of the result lies in one piece: where the pieces begin and end, along rows and columns."""
    cut = cut_product(m, k, n)
    down = -(-m // cut.rows)
    assert down * cut.across == cut.pieces
    tops, lefts = [i * cut.rows for i in range(down)], [i * cut.columns for i in range(cut.across)]
    assert all(0 <= top < m for top in tops)
    assert all(0 <= left < n for left in lefts)
    assert tops[-1] + cut.rows >= m
    assert lefts[-1] + cut.columns >= n


@settings(max_examples=30)
@given(config=configs(), tokens=st.integers(1, 8))
def test_maps_are_those_of_the_slow_twin(config: ModelConfig, tokens: int) -> None:
    """From the scores that the trace holds: softmax, mask, entropy, row sums and z, number by number."""
    trace = forward(config, full_weights(config), ids_for(config, tokens), kernels=compiled_kernels())
    for number, layer in enumerate(trace.layers):
        assert layer.attn_scores is not None
        right = naive.softmax(layer.attn_scores, config.causal, config.window)
        assert far(right.astype(np.float32), layer.pattern) <= 5e-6
        shared = np.repeat(layer.v, config.n_heads // config.kv_heads, axis=0)
        assert far((right @ shared).astype(np.float32), layer.z) <= 5e-6
        entropy = -np.sum(right * np.log(right, out=np.zeros_like(right), where=right > 0), axis=2)
        np.testing.assert_allclose(trace.row_entropy[number], entropy, atol=1e-5)


@pytest.mark.parametrize("name", ["attention.W_V", "attention.W_O", "norm1.gain", "feed_forward.W_in", "feed_forward.b_out"])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_b30_what_is_no_number_is_lost_in_neither_way(name: str, value: float) -> None:
    """One weight of block 2 of 3: what is a number, and what is none, is the same in both passes, but for forbidden cells."""
    config = ModelConfig(d_model=40, n_heads=4, n_layers=3, vocabulary=50, mask="causal")
    arrays = {key: np.array(array) for key, array in full_weights(config).items()}
    arrays[f"blocks.1.{name}"].flat[5] = value
    weights = loaded_weights(config, arrays, "broken")
    with np.errstate(invalid="ignore", over="ignore"):
        one, other = both(config, weights, ids_for(config, 20))
    for a, b in zip(one.layers, other.layers, strict=True):
        for array in ARRAY_NAMES:
            looked_at = np.tri(20, dtype=bool) if array == "pattern" else True
            finite = [np.isfinite(getattr(layer, array)) & looked_at for layer in (a, b)]
            np.testing.assert_array_equal(*finite, err_msg=array)
    assert np.isfinite(other.layers[0].resid_post).all()  # type: ignore[arg-type]
    assert np.isnan(other.row_sum_error)


def test_layers_are_a_sequence_like_any_other() -> None:
    """Index, slice, negative index, length, iteration, twice the same objects."""
    config = ModelConfig(d_model=8, n_heads=2, n_layers=3, vocabulary=50)
    layers = forward(config, full_weights(config), [1, 2], kernels=compiled_kernels()).layers
    assert len(layers) == 3
    assert [id(layer) for layer in layers] == [id(layers[0]), id(layers[1]), id(layers[-1])]
    assert layers[1:] == (layers[1], layers[2])
    with pytest.raises(IndexError):
        layers[3]


@settings(max_examples=60)
@given(config=configs(), tokens=st.integers(0, 8), keep=st.sampled_from(SOME_KEEPS), pixels=st.none() | st.integers(1, 9))
def test_a_pass_stays_within_its_memory(config: ModelConfig, tokens: int, keep: frozenset[str], pixels: int | None) -> None:
    """4 kB before and after what it asked for are as they were; with one worker, whose own memory is the last of all."""
    guard, made = 4096, []

    def lease(size: int) -> tuple[NDArray[np.uint8], int]:
        whole = np.full(size + 2 * guard + 64, 0xA5, np.uint8)
        start = guard + -(whole.ctypes.data + guard) % 64
        made.append((whole, start, size))
        return whole[start : start + size], whole.ctypes.data + start

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "lease", lease)
        weights, ids = full_weights(config), ids_for(config, tokens)
        forward(config, weights, ids, keep=keep, thumbnail_size=pixels, kernels=compiled_kernels(), workers=1)
    [(whole, start, size)] = made
    assert (whole[:start] == 0xA5).all()
    assert (whole[start + size :] == 0xA5).all()
