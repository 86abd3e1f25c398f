"""Labels that tell the same words apart."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gui.drawing.labels import numbered


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
