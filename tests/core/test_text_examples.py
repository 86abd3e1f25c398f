"""Example sentences: enough of them in both languages, each of them legal and with its effect."""

from __future__ import annotations

import pytest

from core.model.presets import preset
from core.text import tokenize
from core.text.examples import Example, examples, examples_in


@pytest.mark.parametrize("language", ["en", "es"])
def test_eight_or_more_in_each_language(language: str) -> None:
    found = examples_in(language)  # type: ignore[arg-type]
    assert len(found) >= 8
    assert len({example.sentence for example in found}) == len(found)
    assert len({example.effect for example in found}) == len(found)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.sentence[:20])
def test_each_runs_in_the_small_model(example: Example) -> None:
    config = preset("small", **example.config)
    assert tokenize(example.sentence, example.tokenizer, config.vocabulary)
    assert example.effect.strip()


def test_the_shown_effects_are_there() -> None:
    """What the texts of the examples state about their sentences, looked up."""
    by_start = {example.sentence[:4]: example for example in examples()}
    assert len(tokenize("🐈", "bytes", 256)) == 4
    assert len(tokenize("éñ", "bytes", 256)) == 4
    for start in ("cafe", "n\u0303an"):
        first, second = tokenize(by_start[start].sentence, "words", 37000)
        assert first.id != second.id
