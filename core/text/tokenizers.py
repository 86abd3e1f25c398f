"""A sentence becomes tokens: words, characters or bytes, each with its row of the embedding table and its place in the text.

None of the three knows control tokens: ``<|endoftext|>`` typed by a person is ordinary text, 13 characters.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.text.tokens import TOKEN_LIMIT, TOKENIZERS, Token, TokenizerName

if TYPE_CHECKING:
    from collections.abc import Iterator

BYTE_VALUES: Final = 256
"""Number of different bytes; the byte tokeniser needs a row of the table for each."""

_TOO_LONG = QT_TRANSLATE_NOOP("core", "The sentence has {tokens} tokens, limit {limit}: shorten it.")
_FEW_ROWS = QT_TRANSLATE_NOOP(
    "core", "The vocabulary is {vocabulary}, but bytes need one row each: choose {needed} or more, or another tokeniser."
)
_HALF_PAIR = QT_TRANSLATE_NOOP("core", "The sentence is not valid Unicode: character {place} is {code}, half of a surrogate pair.")
_NO_TOKENIZER = QT_TRANSLATE_NOOP("core", "There is no tokeniser “{name}”; choose one of: {choices}.")

_PIECE: Final = re.compile("(?:[^\\W_]|['\u2019\uff07])+|\\S")
"""A run of letters, digits and apostrophes, or one character that is none of these and no white space."""

_HALF: Final = re.compile("[\ud800-\udfff]")

_SEEN_FORMATS: Final = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""The format characters that are drawn: signs that enclose or precede a number."""


def tokenize(text: str, tokenizer: TokenizerName, vocabulary: int) -> tuple[Token, ...]:
    """Cut `text` into tokens.

    Words are runs of letters, digits, apostrophes and combining marks; every other visible character is a token of its own,
    and white space (no-break spaces included) and invisible format or control characters only separate. Characters and
    bytes keep everything. All bytes of one character carry that character as their `text` and its place.

    Parameters
    ----------
    text
        The sentence; may be empty.
    tokenizer
        "words", "characters" or "bytes".
    vocabulary
        V; ids lie in 0 … V − 1. A word or character has the id blake2b(utf-8, 8 bytes, little-endian) mod V, a byte itself.

    Raises
    ------
    InputError
        For more than TOKEN_LIMIT tokens, for half of a surrogate pair, and for bytes with V < 256.
    """
    half = _HALF.search(text)
    if half:
        raise InputError(_HALF_PAIR, place=half.start() + 1, code=f"U+{ord(half[0]):04X}")
    if tokenizer == "words":
        spans = list(word_spans(text))
        _check_limit(len(spans))
        return tuple(Token(token_id(text[start:end], vocabulary), text[start:end], start, end) for start, end in spans)
    if tokenizer == "characters":
        _check_limit(len(text))
        return tuple(Token(token_id(char, vocabulary), char, place, place + 1) for place, char in enumerate(text))
    if tokenizer == "bytes":
        if vocabulary < BYTE_VALUES:
            raise InputError(_FEW_ROWS, vocabulary=vocabulary, needed=BYTE_VALUES)
        _check_limit(len(text.encode()))
        return tuple(Token(byte, char, place, place + 1) for place, char in enumerate(text) for byte in char.encode())
    raise InputError(_NO_TOKENIZER, name=tokenizer, choices=", ".join(TOKENIZERS))


def too_long(tokens: int) -> bool:
    """Whether a sentence of so many tokens is beyond what is computed."""
    return tokens > TOKEN_LIMIT


def word_spans(text: str) -> Iterator[tuple[int, int]]:
    """Start and end, in code points, of every word and every other visible character of `text`."""
    start = end = -1
    for piece in _PIECE.finditer(text):
        char = piece[0]
        if not _in_word(char):
            if end > start:
                yield start, end
                start = end = -1
            if is_visible(char):
                yield piece.span()
        elif piece.start() == end:
            end = piece.end()
        else:
            if end > start:
                yield start, end
            start, end = piece.span()
    if end > start:
        yield start, end


def is_visible(char: str) -> bool:
    """Whether one character leaves ink of its own: no white space, no control and no (undrawn) format character."""
    return not char.isspace() and (unicodedata.category(char) not in ("Cc", "Cf") or char in _SEEN_FORMATS)


@lru_cache(maxsize=16384)
def token_id(text: str, vocabulary: int) -> int:
    """Row of the embedding table for a word or character: a hash, so that any text has a vector and equal texts the same one."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") % vocabulary


def _in_word(piece: str) -> bool:
    """Whether a match of _PIECE belongs into a word; a combining mark matches alone but stays with the run it stands in."""
    first = piece[0]
    return first.isalnum() or first in "'\u2019\uff07" or unicodedata.category(first)[0] == "M"


def _check_limit(tokens: int) -> None:
    if too_long(tokens):
        raise InputError(_TOO_LONG, tokens=tokens, limit=TOKEN_LIMIT)
