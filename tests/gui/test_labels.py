"""Labels that tell the same words apart."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gui.drawing.inside.lines_data import LinesPicture, choose_lines
from gui.drawing.inside.lines_words import statement
from gui.drawing.labels import isolated, named, numbered
from gui.views.inside.intervention_words import token_in_words


def test_words_that_come_again_are_counted() -> None:
    labels = ("the", "cat", "the", "␣cat", *["on"] * 11)
    assert numbered(labels)[:5] == ("the₁", "cat", "the₂", "␣cat", "on₁")
    assert numbered(labels)[-1] == "on₁₁"
    assert numbered(()) == ()


@given(st.lists(st.sampled_from("abc"), max_size=30).map(tuple))
def test_every_label_is_another_and_begins_with_its_word(labels: tuple[str, ...]) -> None:
    found = numbered(labels)
    assert len(set(found)) == len(found) == len(labels)
    assert all(new.startswith(old) for old, new in zip(labels, found, strict=True))


def test_a_word_that_is_read_from_right_to_left_keeps_its_order_to_itself() -> None:
    """Between U+2068 and U+2069 it moves neither quotation marks nor numbers; other words stay as they are."""
    assert isolated("שלום") == "\u2068שלום\u2069"
    assert isolated("مرحبا") == "\u2068مرحبا\u2069"
    assert [isolated(word) for word in ("keys", "niño", "模型", "🙂")] == ["keys", "niño", "模型", "🙂"]
    assert named(("שלום", "a", "שלום"), 2) == "\u2068שלום₂\u2069"


def test_sentences_about_such_words_are_read_from_left_to_right() -> None:
    """Each of the two words is isolated, so that the first letter that has a say is that of “looks”."""
    labels = ("שלום", "עולם", "مرحبا")
    patterns = np.full((1, 3, 3), 1 / 3, np.float32)
    picture = LinesPicture(patterns=patterns, labels=labels, heads=(0,), query=0, key=2)
    assert statement(picture, choose_lines(picture)) == "“\u2068שלום\u2069” looks at “\u2068مرحبا\u2069”: 0.33"
    assert token_in_words(1, labels) == "“\u2068עולם\u2069”"
