"""A sentence becomes tokens by the pieces of text that a trained model knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.text.labels import visible
from core.text.tokenizers import too_long, word_spans
from core.text.tokens import TOKEN_LIMIT, Token, TokenizerName

_UNKNOWN = QT_TRANSLATE_NOOP("core", "The model knows {count} pieces of text, and these are not among them: {unknown}.")
_TOO_LONG = QT_TRANSLATE_NOOP("core", "The sentence has {tokens} tokens, limit {limit}: shorten it.")
_NAMED_AT_MOST: Final = 20


def kind_of(pieces: Sequence[str]) -> TokenizerName:
    """What a sentence is cut into for a model that knows `pieces`: characters where each is one, else words."""
    return "characters" if all(len(piece) == 1 for piece in pieces) else "words"


def tokenize_by(text: str, pieces: Sequence[str]) -> tuple[Token, ...]:
    """Cut `text`; the id of a token is its place among `pieces`.

    Raises
    ------
    InputError
        For pieces that the model does not know, naming them, and for too many tokens.
    """
    ids = {piece: number for number, piece in enumerate(pieces)}
    if kind_of(pieces) == "characters":
        spans = [(place, place + 1) for place in range(len(text))]
    else:
        spans = list(word_spans(text))
    if too_long(len(spans)):
        raise InputError(_TOO_LONG, tokens=len(spans), limit=TOKEN_LIMIT)
    unknown = dict.fromkeys(text[start:end] for start, end in spans if text[start:end] not in ids)
    if unknown:
        shown = [f"“{visible(piece)}”" for piece in list(unknown)[:_NAMED_AT_MOST]]
        more = ["…"] if len(unknown) > _NAMED_AT_MOST else []
        raise InputError(_UNKNOWN, count=len(ids), unknown=", ".join(shown + more))
    return tuple(Token(ids[text[start:end]], text[start:end], start, end) for start, end in spans)
