"""The forward pass: what must hold for every configuration, and the failures that others have known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernels import Kernels, compiled_kernels, plain_kernels
from core.messages import Cancelled, InputError
from core.model import ARRAY_NAMES, ModelConfig, forward, head_maps, loaded_weights, preset, random_weights
from tests.core import naive
from tests.core.strategies import configs


def ids_for(config: ModelConfig, tokens: int, seed: int = 0) -> list[int]:
    """Some token ids of the vocabulary."""
    return [int(i) for i in np.random.default_rng(seed).integers(0, config.vocabulary, tokens)]


@given(config=configs(), tokens=st.integers(0, 6))
def test_every_configuration_gives_finite_arrays_of_the_stated_shapes(config: ModelConfig, tokens: int) -> None:
    """T, D, H, K, F as the docstrings say; rows sum to 1; forbidden cells are exactly 0; nothing can be written to."""
    trace = forward(config, random_weights(config), ids_for(config, tokens), kernels=plain_kernels())
    t, d, h, g, k, f = tokens, config.d_model, config.n_heads, config.kv_heads, config.d_head, config.ff_width
    shapes = {"q": (h, t, k), "k": (g, t, k), "v": (g, t, k), "z": (h, t, k), "mlp_pre": (t, f), "mlp_post": (t, f)}
    shapes |= {"attn_scores": (h, t, t), "pattern": (h, t, t)}
    for layer in trace.layers:
        for name in ARRAY_NAMES:
            array = getattr(layer, name)
            assert array.shape == shapes.get(name, (t, d)), name
            assert array.dtype == np.float32
            assert not array.flags.writeable
            assert np.isfinite(array).all(), name
        allowed = np.array([[naive.is_allowed(i, j, config.causal, config.window) for j in range(t)] for i in range(t)], bool)
        np.testing.assert_allclose(layer.pattern.sum(axis=2, dtype=np.float64), 1, atol=1e-6)
        assert not layer.pattern[:, ~allowed.reshape(t, t)].any()
    assert trace.logits is not None
    assert trace.logits.shape == (t, config.vocabulary)
    assert trace.row_sum_error < 1e-6


@pytest.mark.parametrize("kernels", [plain_kernels(), compiled_kernels()], ids=lambda kernels: kernels.name)
def test_b30_a_nan_in_the_weights_is_reported_and_not_lost(kernels: Kernels) -> None:
    """A NaN in one query matrix of block 2: the maps of block 1 are whole, and the summary of all maps says NaN all the same."""
    config = preset("small")
    arrays = {name: np.array(values) for name, values in random_weights(config).items()}
    arrays["blocks.1.attention.W_Q"][0, 0, 0] = np.nan
    trace = forward(config, loaded_weights(config, arrays, "broken"), range(5), kernels=kernels)
    assert np.isfinite(trace.entropy[0]).all()
    assert np.isnan(trace.entropy[1]).any()
    assert np.isnan(trace.row_sum_error)


@given(config=configs(), tokens=st.integers(1, 6))
def test_a_head_computed_again_is_the_same_map(config: ModelConfig, tokens: int) -> None:
    """From the kept resid_pre alone."""
    weights, ids = random_weights(config), ids_for(config, tokens)
    full = forward(config, weights, ids)
    lean = forward(config, weights, ids, keep=frozenset({"resid_pre"}), logits=False)
    assert lean.layers[0].pattern is None
    assert lean.logits is None
    layer, head = config.n_layers - 1, config.n_heads - 1
    maps = head_maps(config, weights, lean, layer, head)
    np.testing.assert_allclose(maps.pattern, full.layers[layer].pattern[head], atol=1e-6)
    np.testing.assert_allclose(maps.attn_scores, full.layers[layer].attn_scores[head], atol=1e-5, rtol=1e-5)


def test_equal_requests_give_equal_bytes() -> None:
    """First run, second run, weights drawn anew."""
    config = preset("small")
    ids = ids_for(config, 9)
    runs = [forward(config, random_weights(config), ids, kernels=plain_kernels()) for _ in range(3)]
    assert len({run.logits.tobytes() for run in runs if run.logits is not None}) == 1


def silent(config: ModelConfig) -> dict[str, np.ndarray]:
    """Random parameters whose sublayers add nothing: W_O, W_out and all biases 0."""
    arrays = {name: np.array(array) for name, array in random_weights(config).items()}
    for name in arrays:
        if name.endswith(("W_O", "W_out")) or ".b_" in name:
            arrays[name][...] = 0
    return arrays


def test_b23_silent_sublayers_leave_the_stream_untouched_in_pre_norm_only() -> None:
    """Pre-norm adds to the raw input: output = input bit for bit. Post-norm: LN(LN(x))."""
    config = preset("small", vocabulary=50)
    layer = forward(config, loaded_weights(config, silent(config), "silent"), [1, 2, 3]).layers[0]
    assert layer.resid_pre is not None
    assert layer.resid_post is not None
    assert layer.resid_post.tobytes() == layer.resid_pre.tobytes()
    post = replace(config, norm="post")
    layer = forward(post, loaded_weights(post, silent(post), "silent"), [1, 2, 3]).layers[0]
    np.testing.assert_allclose(layer.resid_post, naive.layer_norm(naive.layer_norm(layer.resid_pre)), atol=1e-5)


@given(seed=st.integers(0, 1000), norm=st.sampled_from(["pre", "post", "none"]))
def test_without_positions_a_sentence_is_a_set(seed: int, norm: str) -> None:
    """pattern(πX) = π·pattern(X)·πᵀ in every layer: the largest deviation is float32 rounding (≤ 1e-5)."""
    config = preset("small", position="none", norm=norm)
    weights, ids = random_weights(config), ids_for(config, 7, seed)
    order = np.random.default_rng(seed).permutation(7)
    straight, mixed = forward(config, weights, ids), forward(config, weights, [ids[i] for i in order])
    for layer, moved in zip(straight.layers, mixed.layers, strict=True):
        assert np.abs(layer.pattern[:, order][:, :, order] - moved.pattern).max() <= 1e-5


def test_where_the_encoding_enters_decides_what_sees_the_order() -> None:
    """The common error: added after the first attention, layer 1 still sees a set (deviation ≤ 1e-5) and only layer 2 the order."""
    ids, order = [5, 3, 8, 1, 9], [3, 0, 4, 1, 2]
    deviation = {}
    for placement in ("input", "after-attention", "every-block", "query-key"):
        config = preset("small", placement=placement)
        weights = random_weights(config)
        straight, mixed = forward(config, weights, ids), forward(config, weights, [ids[i] for i in order])
        maps = zip(straight.layers, mixed.layers, strict=True)
        deviation[placement] = [float(np.abs(a.pattern[:, order][:, :, order] - b.pattern).max()) for a, b in maps]
    assert deviation["after-attention"][0] <= 1e-5
    assert deviation["after-attention"][1] > 0.01
    for placement in ("input", "every-block", "query-key"):
        assert deviation[placement][0] > 0.01


def test_a_repeated_word_has_equal_rows_only_without_positions() -> None:
    """Two equal tokens are the same element of a set; sinusoids tell them apart."""
    without, with_order = preset("small", position="none"), preset("small")
    same = forward(without, random_weights(without), [7, 2, 7]).layers[0].pattern
    other = forward(with_order, random_weights(with_order), [7, 2, 7]).layers[0].pattern
    assert same is not None
    assert other is not None
    assert np.abs(same[:, 0] - same[:, 2]).max() <= 1e-5
    assert np.abs(other[:, 0] - other[:, 2]).max() > 0.01


def test_b04_learned_positions_end_with_the_context() -> None:
    """16 tokens fit in a context of 16; 17 are refused with both numbers; sinusoids take 17."""
    config = preset("small", position="learned", context=16)
    assert len(forward(config, random_weights(config), [1] * 16).layers) == 4
    with pytest.raises(InputError, match="17 tokens, limit 16"):
        forward(config, random_weights(config), [1] * 17)
    other = replace(config, position="sinusoidal")
    assert len(forward(other, random_weights(other), [1] * 17).ids) == 17


def test_default_weights_are_not_too_flat_to_look_at() -> None:
    """N(0, 1) embeddings and Xavier drawn whole: measured elsewhere, 0.86 of ln 9 (1.000 with std 0.02)."""
    config = ModelConfig(n_layers=1, position="none")
    shares = [
        forward(replace(config, seed=s), random_weights(replace(config, seed=s)), range(9), logits=False).mean_entropy
        for s in range(5)
    ]
    assert np.mean([share for share in shares if share is not None]) == pytest.approx(0.86, abs=0.06)


def test_thumbnails_show_the_largest_value_of_each_square() -> None:
    """10 tokens in at most 4 pixels: squares of 3 cells, 4 of them a side, the last one narrower."""
    config = preset("small")
    trace = forward(config, random_weights(config), ids_for(config, 10), thumbnail_size=4)
    assert trace.thumbnails is not None
    assert (trace.cells_per_pixel, trace.thumbnails.shape) == (3, (4, 4, 4, 4))
    pattern = trace.layers[1].pattern
    assert pattern is not None
    assert trace.thumbnails[1, 2, 0, 3] == pattern[2, 0:3, 9:10].max()


def test_a_plain_pass_can_be_given_up_and_tells_how_far_it_is() -> None:
    """Asked before each head; the third question ends it in the first block. Progress counts blocks."""
    config = preset("small")
    questions: list[int] = []

    def cancelled() -> bool:
        questions.append(1)
        return len(questions) == 3

    with pytest.raises(Cancelled):
        forward(config, random_weights(config), [1, 2, 3], kernels=plain_kernels(), cancelled=cancelled)
    assert len(questions) == 3
    steps: list[tuple[int, int]] = []
    forward(
        config, random_weights(config), [1, 2, 3], kernels=plain_kernels(), progress=lambda done, total: steps.append((done, total))
    )
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize("kernels", [plain_kernels(), compiled_kernels()], ids=lambda kernels: kernels.name)
@pytest.mark.parametrize(
    "change, words",
    [
        ({"n_layers": 6}, "n_layers: 4 instead of 6"),
        ({"d_ff": 200}, "d_ff: 256 instead of 200"),
        ({"norm": "sandwich"}, "norm: pre instead of sandwich"),
        ({"seed": 3}, "seed: 0 instead of 3"),
    ],
)
def test_weights_of_another_model_are_refused(kernels: Kernels, change: dict[str, object], words: str) -> None:
    """Compiled code would read past their ends; plain numpy would follow one configuration here and the other there."""
    config = preset("small")
    with pytest.raises(InputError, match=words):
        forward(replace(config, **change), random_weights(config), [1, 2, 3], kernels=kernels)


@pytest.mark.parametrize("kernels", [plain_kernels(), compiled_kernels()], ids=lambda kernels: kernels.name)
def test_what_forward_is_asked_for_is_looked_at(kernels: Kernels) -> None:
    """Ids in the vocabulary and whole, names that exist in any collection, sizes from 1 up."""
    config = preset("small", vocabulary=100)
    weights = random_weights(config)
    for ids in ([100], [-1]):
        with pytest.raises(InputError, match="from 0 to 99"):
            forward(config, weights, ids, kernels=kernels)
    with pytest.raises(TypeError):
        forward(config, weights, [1.5], kernels=kernels)  # type: ignore[list-item]
    with pytest.raises(InputError, match="no array “patern”"):
        forward(config, weights, [1], keep={"patern"}, kernels=kernels)
    for size in ({"workers": 0}, {"thumbnail_size": 0}, {"thumbnail_size": -3}):
        with pytest.raises(InputError, match="a whole number from 1 up"):
            forward(config, weights, [1], kernels=kernels, **size)
    for keep in ({"pattern"}, ["pattern"], "pattern", ()):
        layer = forward(config, weights, [1], keep=keep, kernels=kernels).layers[0]
        assert (layer.pattern is None, layer.q) == (keep == (), None)
