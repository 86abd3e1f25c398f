"""What a token looks like on a chip, an axis and in a file: nothing invisible, nothing that breaks a line."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from core.text.tokenizers import is_visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.text.tokens import Token, TokenizerName

MARKS: Final = {" ": "␣", "\n": "⏎", "\t": "⇥", "\r": "␍", "\u00a0": "⍽"}
"""Marks for the white space that people type; every other invisible character is shown as <U+…>."""

_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as letters or symbols but are drawn as nothing."""


def labels(tokens: Sequence[Token], text: str, tokenizer: TokenizerName) -> tuple[str, ...]:
    """One visible label a token, in order.

    Words and characters are shown as they are, with marks in place of what cannot be seen (␣ ⏎ ⇥ ⍽ <U+200D>) and a combining
    mark that stands alone on a dotted circle. Bytes of ASCII are shown as characters, all others as <0xF0>. `text` is the
    sentence the tokens were cut from.
    """
    if tokenizer == "bytes":
        return tuple(byte_label(token.id) for token in tokens)
    return tuple(visible(text[token.start : token.end]) for token in tokens)


def byte_label(byte: int) -> str:
    """Label of one byte: the character for visible ASCII, a mark for space, line end and tab, else its number."""
    if 0x20 < byte < 0x7F:
        return chr(byte)
    return MARKS[chr(byte)] if byte in b" \n\t" else f"<0x{byte:02X}>"


def visible(text: str) -> str:
    """`text` with a mark in place of everything that cannot be seen."""
    if text.isascii() and text.isalnum():
        return text
    if text and _is_variation_selector(text[0]):
        return _code(text[0]) + visible(text[1:])
    shown = "".join(map(_visible_character, text))
    # A mark in front would be drawn on whatever stands before the label.
    return "◌" + shown if shown and unicodedata.category(shown[0])[0] == "M" else shown


def _visible_character(char: str) -> str:
    if char in MARKS:
        return MARKS[char]
    return char if is_visible(char) and char not in _BLANK else _code(char)


def _code(char: str) -> str:
    return f"<U+{ord(char):04X}>"


def _is_variation_selector(char: str) -> bool:
    """Whether `char` only changes the look of the one before it; inside a token it does its work, alone it would be unseen."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
