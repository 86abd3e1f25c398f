"""Labels show everything, also what cannot be seen."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from core.text import TOKENIZERS, TokenizerName, labels, tokenize

V = 37000


def shown(text: str, tokenizer: TokenizerName) -> list[str]:
    return list(labels(tokenize(text, tokenizer, V), text, tokenizer))


def test_b08_white_space_has_visible_marks() -> None:
    assert shown("a  b\n\tc", "characters") == ["a", "␣", "␣", "b", "⏎", "⇥", "c"]
    assert shown("a  b\n\tc", "bytes") == ["a", "␣", "␣", "b", "⏎", "⇥", "c"]


def test_b08_invisible_characters_have_marks_of_their_own() -> None:
    found = shown(" \u00a0\u202f\u2028\u200b\u200d\ufeff\u00ad\r\x00\u3164\ufe0f", "characters")
    assert found[:2] == ["␣", "⍽"]
    assert found[3] == "<U+2028>"
    assert len(set(found)) == len(found)


def test_b10_bytes_are_numbers_unless_ascii() -> None:
    assert shown("a🙂", "bytes") == ["a", "<0xF0>", "<0x9F>", "<0x99>", "<0x82>"]
    assert shown("\u00a0\r", "bytes") == ["<0xC2>", "<0xA0>", "<0x0D>"]


def test_b11_a_mark_alone_stands_on_a_dotted_circle() -> None:
    assert shown("e\u0301", "characters") == ["e", "◌\u0301"]
    assert shown("e\u0301", "words") == ["e\u0301"]


def test_b01_what_looks_like_mark_up_is_shown_whole() -> None:
    assert shown("<s>", "characters") == ["<", "s", ">"]


@given(st.text(max_size=60), st.sampled_from(TOKENIZERS))
def test_every_token_has_one_label_with_ink_and_without_line_ends(text: str, tokenizer: TokenizerName) -> None:
    found = shown(text, tokenizer)
    assert len(found) == len(tokenize(text, tokenizer, V))
    for label in found:
        assert any(not char.isspace() and unicodedata.category(char) not in ("Cc", "Cf", "Mn") for char in label)
        assert not set(label) & set("\n\r\t\u2028\u2029 ")
