"""run: a sentence in, every number out, and a sentence for whoever asks for what is not there."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core.model.runs
from core import cli
from core.messages import InputError
from core.model import ModelConfig, Weights, count, loaded_weights, preset, random_weights, run
from core.model.trace import ARRAY_NAMES
from tests.core.strategies import configs

ROOT = Path(__file__).resolve().parent.parent.parent
TINY = ModelConfig(d_model=4, n_heads=1, n_layers=3, vocabulary=50)


def without_queries(config: ModelConfig) -> Weights:
    """Weights with W_Q = 0: all scores are 0, so every token looks at all that the mask allows alike."""
    arrays = {name: np.array(array) for name, array in random_weights(config).items()}
    for name in arrays:
        if name.endswith(("W_Q", "b_Q")):
            arrays[name][...] = 0
    return loaded_weights(config, arrays, "no queries")


def test_equal_scores_share_a_row_alike_and_keep_the_order_of_the_sentence() -> None:
    """Softmax of zeros is 1/n over the n allowed cells; with a window of 3 the last of five tokens sees the last three."""
    config = ModelConfig(d_model=8, n_heads=2, n_layers=2, vocabulary=50, mask="window:3")
    found = run("one two three four five", config, weights=without_queries(config))
    third = pytest.approx(1 / 3, abs=1e-7)
    assert found.looks(4, layer=1, head=1) == (("three", third), ("four", third), ("five", third))
    assert found.looks(0, layer=0, head=0) == (("one", 1.0),)
    np.testing.assert_array_equal(found.pattern(1, 0)[2], np.float32([1 / 3, 1 / 3, 1 / 3, 0, 0]))


def test_the_largest_weight_comes_first() -> None:
    found = run("a b c d e f")
    weights = [weight for _, weight in found.looks(2, 0, 0)]
    assert weights == sorted(found.pattern(0, 0)[2].tolist(), reverse=True)
    label, weight = found.looks(2, 0, 0)[0]
    assert found.pattern(0, 0)[2, found.tokens.index(label)] == np.float32(weight)


@given(configs(), st.integers(1, 6))
def test_a_row_names_what_the_mask_allows_and_sums_to_one(config: ModelConfig, length: int) -> None:
    found = run(" ".join("abcdef"[:length]), config)
    for query in range(length):
        row = found.looks(query, config.n_layers - 1, config.n_heads - 1)
        assert len(row) == sum(config.allows(query, key) for key in range(length))
        assert sum(weight for _, weight in row) == pytest.approx(1, abs=1e-5)


def test_without_positions_a_permuted_sentence_has_permuted_maps() -> None:
    """Attention alone knows no order: the map of “c a b” is that of “a b c” with rows and columns moved."""
    config = preset("small", position="none")
    order = [2, 0, 1]
    here, moved = run("a b c", config), run("c a b", config)
    for layer, head in ((0, 0), (3, 3)):
        np.testing.assert_allclose(moved.pattern(layer, head), here.pattern(layer, head)[order][:, order], atol=1e-5)
    assert not np.allclose(run("c a b").pattern(0, 0), run("a b c").pattern(0, 0)[order][:, order], atol=1e-2)


def test_arrays_have_the_names_and_shapes_of_the_contract() -> None:
    """T 3, D 12, H 4 heads of K 3 sharing 2 keys and values, F 48, V 50."""
    found = run("a b c", ModelConfig(d_model=12, n_heads=4, n_kv_heads=2, n_layers=2, vocabulary=50))
    stream, hidden, maps = (3, 12), (3, 48), (4, 3, 3)
    shapes = {"resid_pre": stream, "q": (4, 3, 3), "k": (2, 3, 3), "v": (2, 3, 3), "attn_scores": maps, "pattern": maps}
    shapes |= {"z": (4, 3, 3), "attn_out": stream, "resid_mid": stream, "mlp_pre": hidden, "mlp_post": hidden}
    shapes |= {"mlp_out": stream, "resid_post": stream}
    assert {name: found.array(f"layers.1.{name}").shape for name in ARRAY_NAMES} == shapes
    assert found.array("tokens").shape == (3,)
    assert found.array("logits").shape == (3, 50)
    assert found.array("parameters.blocks.1.attention.W_Q").shape == (4, 12, 3)
    assert not any(found.array(name).flags.writeable for name in ("tokens", "logits", "layers.0.q", "parameters.embedding.token"))


def test_the_same_numbers_as_inspect_byte_for_byte(tmp_path: Path) -> None:
    file = tmp_path / "arrays.npz"
    assert cli.main(["inspect", "The keys are here", "--preset", "small", "--npz", str(file), "--with-parameters"]) == 0
    found = run("The keys are here")
    with np.load(file) as arrays:
        assert len(arrays.files) > 4 * len(ARRAY_NAMES)
        for name in arrays.files:
            assert arrays[name].dtype == found.array(name).dtype
            assert arrays[name].tobytes() == np.ascontiguousarray(found.array(name)).tobytes(), name


def test_random_weights_stay_when_the_norm_moves() -> None:
    """Post-norm has no final norm; every other parameter is there in both, with the same numbers."""
    pre = run("a b c")
    post = run("a b c", replace(pre.config, norm="post"), weights=pre.weights)
    assert set(pre.weights) - set(post.weights) == {"final_norm.gain", "final_norm.bias"}
    assert all(np.array_equal(post.weights[name], pre.weights[name]) for name in post.weights)
    np.testing.assert_array_equal(post.array("layers.0.resid_pre"), pre.array("layers.0.resid_pre"))
    assert not np.array_equal(post.array("layers.0.pattern"), pre.array("layers.0.pattern"))
    again = run("a b c", pre.config, weights=pre.weights)
    assert again.weights is pre.weights


def test_given_weights_lose_what_is_not_needed_and_are_refused_when_something_is_missing() -> None:
    given_weights = without_queries(TINY)
    post = run("a b", replace(TINY, norm="post"), weights=given_weights)
    assert (post.weights.name, post.weights.origin) == ("no queries", "loaded")
    np.testing.assert_array_equal(post.pattern(2, 0), np.full((2, 2), 0.5, np.float32))
    with pytest.raises(InputError, match=r"no “final_norm\.gain”"):
        run("a b", TINY, weights=post.weights)
    with pytest.raises(InputError, match="has the shape"):
        run("a b", replace(TINY, d_ff=7), weights=given_weights)


def test_weights_of_one_seed_are_not_taken_for_another() -> None:
    with pytest.raises(InputError, match="seed 0, but the configuration says seed 1"):
        run("a", replace(TINY, seed=1), weights=run("a", TINY).weights)


def test_only_what_is_to_be_kept_is_kept() -> None:
    some, everything = run("a b c", TINY, keep={"pattern"}, logits=False), run("a b c", TINY)
    np.testing.assert_array_equal(some.array("layers.2.pattern"), everything.array("layers.2.pattern"))
    assert run("a b c", TINY, keep="pattern").trace.layers[0].pattern is not None
    with pytest.raises(InputError, match=r'did not keep “layers\.2\.q”; run again with keep=\{"q"\}'):
        some.array("layers.2.q")
    with pytest.raises(InputError, match="logits=True"):
        some.array("logits")
    summaries = run("a b c", TINY, keep=())
    np.testing.assert_allclose(summaries.trace.entropy, everything.trace.entropy, rtol=1e-6)
    with pytest.raises(InputError, match="did not keep"):
        summaries.pattern(0, 0)
    with pytest.raises(InputError, match="no array “patterns” to keep; choose from: resid_pre, q, k"):
        run("a", TINY, keep={"pattern", "patterns"})


@pytest.mark.parametrize(
    "name", ["", "pattern", "layers.3.q", "layers.-1.q", "layers.00.q", "layers.0.Q", "layers.0", "parameters.", "parameters.W"]
)
def test_an_unknown_name_is_answered_with_those_there_are(name: str) -> None:
    with pytest.raises(InputError, match=r"L from 0 to 2 and NAME one of resid_pre, q, .*resid_post; and parameters\.NAME"):
        run("a", TINY).array(name)


@pytest.mark.parametrize(
    "query, layer, head, answer",
    [
        (0, 3, 0, "layer is 3, but it must be a whole number from 0 to 2"),
        (0, 0, -1, "head is -1, but it must be a whole number from 0 to 0"),
        (2, 0, 0, "query is 2, but it must be a whole number from 0 to 1"),
    ],
)
def test_a_number_out_of_range_is_answered_with_the_range(query: int, layer: int, head: int, answer: str) -> None:
    with pytest.raises(InputError, match=answer):
        run("a b", TINY).looks(query, layer, head)


def test_an_empty_sentence_is_legal() -> None:
    found = run(" ")
    assert found.tokens == ()
    assert found.pattern(3, 3).shape == (0, 0)
    assert found.array("logits").shape == (0, 37000)
    assert "no tokens" in repr(found)
    with pytest.raises(InputError, match="no tokens"):
        found.looks(0, 0, 0)


def test_characters_and_bytes_are_labelled_visibly() -> None:
    """“é” is the bytes 0xC3 0xA9, which are their own rows of the table."""
    assert run("a é", tokenizer="characters").tokens == ("a", "␣", "é")
    found = run("é", tokenizer="bytes")
    assert found.tokens == ("<0xC3>", "<0xA9>")
    assert found.array("tokens").tolist() == [0xC3, 0xA9]


@pytest.mark.parametrize("length", [1, 3, 500])
def test_it_shows_itself_in_a_few_lines(length: int) -> None:
    shown = repr(run("word " * length, preset("small", mask="causal"))).splitlines()
    assert len(shown) <= 4
    assert max(map(len, shown)) < 140
    assert f"{length} tokens: word" in shown[0]
    assert "4 blocks of width 64, 4 heads of 16" in shown[1]
    assert "random, seed 0" in shown[2]
    assert ("mean entropy" in shown[-1]) is (length > 1), "a single token has no choice"


def test_what_does_not_fit_is_refused_before_anything_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.model.runs, "random_weights", lambda *_: pytest.fail("weights were made"))
    with pytest.raises(InputError, match="8030261248 parameters"):
        run("a b c", preset("llama-3-8b"))


def test_arrays_that_are_not_kept_need_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three blocks of T 3, D 4, H 1, F 16 that keep one map of two; every array takes whole cache lines of 64 bytes.

    Once for all blocks: 2 streams that take turns, the normalised input, q, k, v, z, both outputs and resid_mid are of 12 numbers,
    10 lines; mlp_pre and mlp_post of 48, 6 lines. For each block: the map of 9 numbers, the entropies and the sums of its rows, 3
    lines. So 25 lines, an encoding of 12 numbers and the other map of 9. The logits are 3·50, made from 12 normalised numbers; the
    weights all there are.
    """
    enough = 25 * 64 + 4 * (12 + 9 + 3 * 50 + 12 + count(TINY, 3).parameters.total)
    monkeypatch.setattr("core.model.memory.available_memory", lambda: enough)
    assert run("a b c", TINY, keep={"pattern"}).pattern(2, 0).shape == (3, 3)
    with pytest.raises(InputError, match="of memory"):
        run("a b c", TINY)
    monkeypatch.setattr("core.model.memory.available_memory", lambda: enough - 1)
    with pytest.raises(InputError, match="of memory"):
        run("a b c", TINY, keep={"pattern"})
    run("a b c", TINY, keep={"pattern"}, logits=False)


def test_the_function_is_not_hidden_by_a_module_of_its_name() -> None:
    """A submodule called “run” would take the function's place as soon as it is imported."""
    code = "from core.model import run; import core.model.runs; from core.model import run as again; assert again is run; run('a')"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_a_run_costs_no_compiler_and_no_window() -> None:
    code = (
        "import sys; from core.model import run; run('The keys are here'); print(*{name.partition('.')[0] for name in sys.modules})"
    )
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(finished.stdout.split())
    assert {"core", "numpy"} <= loaded
    assert not loaded & {"numba", "llvmlite", "scipy", "PySide6", "shiboken6", "pyqtgraph", "msgspec", "gui"}
