"""Sentences become tokens: what a token is, which row it has, where it stands."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.messages import InputError
from core.text import TOKEN_LIMIT, TOKENIZERS, Token, TokenizerName, tokenize, too_long

V = 37000


def texts(text: str, tokenizer: TokenizerName = "words") -> list[str]:
    return [token.text for token in tokenize(text, tokenizer, V)]


def spans(text: str, tokenizer: TokenizerName = "words") -> list[tuple[int, int]]:
    return [(token.start, token.end) for token in tokenize(text, tokenizer, V)]


def test_words_are_runs_and_every_other_visible_character_is_a_token() -> None:
    assert texts("Wait, what?\nI said: don't!") == ["Wait", ",", "what", "?", "I", "said", ":", "don't", "!"]
    assert texts("l’homme a_b ‘x’ 3.14") == ["l’homme", "a", "_", "b", "‘", "x’", "3", ".", "14"]
    assert texts("字 नमस्ते Ⅷ ½") == ["字", "नमस्ते", "Ⅷ", "½"]


def test_white_space_and_invisible_characters_only_separate_words() -> None:
    assert spans("a\u00a0b\u2028c\u200bd\u00ade") == [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)]
    assert texts(" \n\t\u00a0\u200d\ufeff") == []


def test_case_matters_and_equal_words_have_equal_rows() -> None:
    the, capital, again = tokenize("the The the", "words", V)
    assert the.id == again.id
    assert the.id != capital.id


def test_id_is_the_hash_of_the_contract() -> None:
    """Written out again: first 8 bytes of blake2b over UTF-8, little-endian, mod V."""
    expected = int.from_bytes(blake2b("ñandú".encode(), digest_size=8).digest(), "little") % V
    assert tokenize("ñandú", "words", V) == (Token(expected, "ñandú", 0, 5),)
    assert tokenize("any words at all", "words", 1)[0].id == 0


def test_b02_offsets_are_code_points() -> None:
    """An emoji outside the basic plane is one code point (and two UTF-16 units)."""
    assert tokenize("hi 🙂 cat", "words", V)[2] == Token(tokenize("cat", "words", V)[0].id, "cat", 5, 8)
    family = "👩\u200d👩\u200d👧"
    assert len(tokenize(family, "characters", V)) == 5
    assert len(tokenize(family, "bytes", V)) == 18
    assert spans(family) == [(0, 1), (2, 3), (4, 5)]


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_b06_names_of_control_tokens_are_ordinary_text(tokenizer: TokenizerName) -> None:
    """a<|endoftext|>b has 15 characters, all ASCII; as words a < | endoftext | > b."""
    assert len(tokenize("a<|endoftext|>b", tokenizer, V)) == {"words": 7, "characters": 15, "bytes": 15}[tokenizer]


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_b07_nothing_gives_no_tokens(tokenizer: TokenizerName) -> None:
    assert tokenize("", tokenizer, V) == ()
    assert len(tokenize(" ", tokenizer, V)) == (0 if tokenizer == "words" else 1)


def test_b08_no_break_space_stays_itself() -> None:
    """a, U+00A0 (C2 A0), b: three characters, four bytes."""
    assert len(tokenize("a\u00a0b", "bytes", V)) == 4
    assert texts("a\u00a0b", "characters") == ["a", "\u00a0", "b"]
    assert texts("a\u2028b", "characters") == ["a", "\u2028", "b"]


def test_b10_bytes_of_one_character_share_its_place() -> None:
    tokens = tokenize("x🙂", "bytes", V)
    assert [token.id for token in tokens[1:]] == [0xF0, 0x9F, 0x99, 0x82]
    assert {(token.start, token.end, token.text) for token in tokens[1:]} == {(1, 2, "🙂")}
    assert bytes(token.id for token in tokens).decode() == "x🙂"


def test_b11_combining_marks_stay_with_their_letter_and_nothing_is_normalised() -> None:
    """`café` composed: 4 characters, 5 bytes; decomposed: 5 characters, 6 bytes; two different words."""
    composed, decomposed = "café", "cafe\u0301"
    assert spans(decomposed) == [(0, 5)]
    assert spans("e\u0301") == [(0, 2)]
    assert [len(tokenize(composed, kind, V)) for kind in ("words", "characters", "bytes")] == [1, 4, 5]
    assert [len(tokenize(decomposed, kind, V)) for kind in ("words", "characters", "bytes")] == [1, 5, 6]
    assert tokenize(composed, "words", V)[0].id != tokenize(decomposed, "words", V)[0].id
    assert texts("ﬁ") == ["ﬁ"]


def test_half_a_surrogate_pair_is_refused_in_words() -> None:
    with pytest.raises(InputError, match=r"character 2 is U\+D83D"):
        tokenize("a\ud83db", "characters", V)


def test_bytes_need_a_row_each() -> None:
    assert len(tokenize("ñ", "bytes", 256)) == 2
    with pytest.raises(InputError, match=r"255.*256"):
        tokenize("a", "bytes", 255)


def test_unknown_tokeniser_names_the_choices() -> None:
    with pytest.raises(InputError, match="words, characters, bytes"):
        tokenize("a", "bpe", V)  # type: ignore[arg-type]


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_limit_names_both_numbers(tokenizer: TokenizerName) -> None:
    piece = "a " if tokenizer == "words" else "a"
    assert len(tokenize(piece * TOKEN_LIMIT, tokenizer, V)) == TOKEN_LIMIT
    assert not too_long(TOKEN_LIMIT)
    with pytest.raises(InputError, match=r"2049 tokens, limit 2048"):
        tokenize(piece * (TOKEN_LIMIT + 1), tokenizer, V)


@given(st.text(max_size=200), st.sampled_from(TOKENIZERS), st.integers(256, 10**6))
def test_tokens_come_from_the_text_in_order(text: str, tokenizer: TokenizerName, vocabulary: int) -> None:
    """Every token is what stands at its place; what no word covers is white space or invisible; characters and bytes keep all."""
    tokens = tokenize(text, tokenizer, vocabulary)
    assert all(text[token.start : token.end] == token.text for token in tokens)
    assert all(0 <= token.id < vocabulary for token in tokens)
    assert [token.start for token in tokens] == sorted(token.start for token in tokens)
    if tokenizer == "bytes":
        assert bytes(token.id for token in tokens).decode() == text
    elif tokenizer == "characters":
        assert "".join(token.text for token in tokens) == text
    else:
        covered = {place for token in tokens for place in range(token.start, token.end)}
        assert not any(char.isalnum() or (char.isascii() and "!" <= char <= "~") for i, char in enumerate(text) if i not in covered)
