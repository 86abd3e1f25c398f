"""Heads made by hand: the measured pattern is the one that was promised, over several sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.kernels import compiled_kernels, plain_kernels
from core.messages import InputError
from core.model import ModelConfig, Trace, forward, preset
from core.model.constructed import (
    ALL,
    CONSTRUCTED,
    WHAT_TO_SEE,
    check_constructed,
    constructed_config,
    constructed_weights,
)
from core.text import tokenize

SENTENCES = (
    "The keys to the cabinet are on the table",
    "the cat saw the other cat and the dog saw the cat",
    "El perro que vio al gato es el perro de Juan",
    "一 二 三 二 一 ! ?",
    "one",
    " ".join(["again"] * 20),
    " ".join(f"w{number % 40}" for number in range(64)),
)


def read(name: str, sentence: str, **options: Any) -> tuple[list[str], Trace]:
    config, weights = constructed_weights(name, replace(constructed_config(name), **options))
    tokens = tokenize(sentence, "words", config.vocabulary)
    return [token.text for token in tokens], forward(config, weights, [token.id for token in tokens], kernels=plain_kernels())


def map_of(name: str, sentence: str, **options: Any) -> tuple[list[str], NDArray[np.float32]]:
    words, trace = read(name, sentence, **options)
    pattern = trace.layers[0].pattern
    assert pattern is not None
    return words, pattern[0]


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("mask", ["none", "causal"])
def test_previous_token(sentence: str, mask: str) -> None:
    _, pattern = map_of("previous-token", sentence, mask=mask)
    for row, weights in enumerate(pattern):
        assert weights[max(row - 1, 0)] > 0.99


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("mask", ["none", "causal"])
def test_first_token(sentence: str, mask: str) -> None:
    _, pattern = map_of("first-token", sentence, mask=mask)
    assert (pattern[:, 0] > 0.99).all()


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("mask", ["none", "causal"])
def test_same_word(sentence: str, mask: str) -> None:
    """A word that stands n times (with a causal mask: so far) gives each of the n places 1/n, itself included."""
    words, pattern = map_of("same-word", sentence, mask=mask)
    for row, weights in enumerate(pattern):
        alike = [key for key, word in enumerate(words) if word == words[row] and (mask == "none" or key <= row)]
        np.testing.assert_allclose(weights[alike], 1 / len(alike), rtol=0.01)


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("mask", ["none", "causal", "window:3"])
def test_uniform(sentence: str, mask: str) -> None:
    """1 ÷ (number of cells that the mask allows): 1, 2, 3, 3 … under a window of 3."""
    words, pattern = map_of("uniform", sentence, mask=mask)
    for row, weights in enumerate(pattern):
        count = {"none": len(words), "causal": row + 1, "window:3": min(row + 1, 3)}[mask]
        assert np.abs(weights[weights > 0] - 1 / count).max() < 1e-6
        assert (weights > 0).sum() == count


@pytest.mark.parametrize("sentence", SENTENCES)
def test_nearer_is_more(sentence: str) -> None:
    """Each step away from the diagonal halves the weight, to the left as to the right."""
    words, pattern = map_of("nearer-is-more", sentence)
    for row, weights in enumerate(pattern):
        right = [0.5 ** abs(row - key) for key in range(len(words))]
        np.testing.assert_allclose(weights, np.array(right) / sum(right), rtol=1e-4)
        assert (np.diff(weights[row:]) < 0).all()
        assert (np.diff(weights[: row + 1]) > 0).all()


@given(ids=st.lists(st.integers(0, 2**16 - 1), min_size=1, max_size=64))
def test_no_two_words_are_taken_for_the_same(ids: list[int]) -> None:
    """Whatever the ids, also those that differ in one bit only; with a vocabulary as large as is allowed."""
    config, weights = constructed_weights("same-word", replace(constructed_config("same-word"), vocabulary=2**16))
    pattern = forward(config, weights, ids, kernels=plain_kernels(), logits=False).layers[0].pattern
    assert pattern is not None
    for row, weight in enumerate(pattern[0]):
        assert weight[[key for key, other in enumerate(ids) if other == ids[row]]].sum(dtype=np.float64) > 0.99


def test_all_side_by_side_are_each_of_them_alone() -> None:
    """Five heads in the order of the names, by the compiled pass too."""
    sentence = SENTENCES[0]
    _, trace = read(ALL, sentence)
    config, weights = constructed_weights(ALL)
    compiled = forward(config, weights, trace.ids, kernels=compiled_kernels())
    for head, name in enumerate(CONSTRUCTED):
        _, alone = map_of(name, sentence)
        for layers in (trace.layers, compiled.layers):
            assert layers[0].pattern is not None
            np.testing.assert_allclose(layers[0].pattern[head], alone, atol=1e-6)
    assert set(WHAT_TO_SEE) == {*CONSTRUCTED, ALL}


def test_the_head_adds_the_word_that_it_looks_at() -> None:
    """previous-token on “a b c”: the third place then holds the bits of c, its own, plus those of b, brought by the head."""
    _, trace = read("previous-token", "a b c", tied=True)
    _, untied = read("previous-token", "a b c", tied=False)
    assert trace.logits is not None
    assert untied.logits is not None
    np.testing.assert_allclose(trace.logits, untied.logits, atol=1e-5)
    _, b, c = trace.ids
    bits = [[1 if number >> place & 1 else -1 for place in range(16)] for number in (b, c)]
    both = np.array(bits).sum(axis=0)
    np.testing.assert_allclose(trace.layers[0].resid_post[2, :16], both, atol=1e-4)
    np.testing.assert_allclose(trace.logits[2, [b, c]], [both @ bits[0], both @ bits[1]], atol=1e-3)


def test_one_token_more_than_places_is_refused() -> None:
    with pytest.raises(InputError, match="65 tokens, limit 64"):
        read("uniform", " ".join(["a"] * 65))
    assert read("uniform", "")[1].ids == ()


@pytest.mark.parametrize(
    "options",
    [
        {"mask": "window:2"},
        {"vocabulary": 5},
        {"context": 3},
        {"biases": True},
        {"activation": "swiglu", "biases": True},
        {"d_ff": 9},
        {"skip": False},
        {"tied": False},
        {"seed": 7},
        {"norm_kind": "rmsnorm"},
    ],
)
def test_what_may_differ(options: dict[str, Any]) -> None:
    """Origin, name and configuration are those asked for, and the arrays those that the configuration needs."""
    config = replace(constructed_config("first-token"), **options)
    same, weights = constructed_weights("first-token", config)
    assert same == weights.config == config
    assert (weights.origin, weights.name) == ("constructed", "first-token")


@pytest.mark.parametrize(
    "options, words",
    [
        ({"n_heads": 2}, "n_heads 1, but here it is 2"),
        ({"n_layers": 2}, "n_layers 1, but here it is 2"),
        ({"position": "sinusoidal"}, "position learned, but here it is sinusoidal"),
        ({"placement": "every-block"}, "placement input, but here it is every-block"),
        ({"norm": "pre"}, "norm none, but here it is pre"),
        ({"head_width": "keep"}, "head_width 64, but here it is 80"),
        ({"scale_embedding": True}, "scale_embedding off, but here it is on"),
        ({"vocabulary": 2**16 + 1}, "vocabulary of at most 65536, but here it is 65537"),
        ({"context": 65}, "context of at most 64, but here it is 65"),
    ],
)
def test_what_may_not_differ_is_named(options: dict[str, Any], words: str) -> None:
    config = replace(constructed_config("uniform"), **options)
    with pytest.raises(InputError, match=words):
        constructed_weights("uniform", config)


def test_names_that_do_not_exist() -> None:
    for call in (constructed_config, constructed_weights):
        with pytest.raises(InputError, match="choose one of: previous-token, same-word, first-token, uniform, nearer-is-more, all"):
            call("next-token")
    with pytest.raises(InputError, match="d_model 80"):
        check_constructed("uniform", preset("small"))
    assert isinstance(constructed_config("uniform"), ModelConfig)
