"""A sentence cut into tokens, or the reason why it cannot be cut."""

from __future__ import annotations

from dataclasses import dataclass

from core.messages import InputError
from core.text import Token, TokenizerName, labels, tokenize
from core.text.vocabulary import tokenize_by

Pieces = tuple[str, ...]
"""What a model with a vocabulary of its own knows."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was cut, how, and into what. `length` is also known of a sentence that is too long to be cut; 0 where it is not."""

    text: str = ""
    tokenizer: TokenizerName = "words"
    vocabulary: int = 0
    tokens: tuple[Token, ...] = ()
    labels: tuple[str, ...] = ()
    """The tokens as they are shown."""
    length: int = 0
    problem: InputError | None = None
    pieces: Pieces | None = None

    def is_of(self, text: str, tokenizer: TokenizerName, vocabulary: int, pieces: Pieces | None = None) -> bool:
        """Whether cutting this text in this way would give the same again."""
        return (self.text, self.tokenizer, self.vocabulary, self.pieces) == (text, tokenizer, vocabulary, pieces)


def cut(text: str, tokenizer: TokenizerName, vocabulary: int, pieces: Pieces | None = None) -> Sentence:
    """Cut `text` into `pieces`, or without any by `tokenizer`; what cannot be cut has no tokens and a problem."""
    try:
        tokens = tokenize(text, tokenizer, vocabulary) if pieces is None else tokenize_by(text, pieces)
    except InputError as error:
        counted = error.values.get("tokens")
        length = counted if isinstance(counted, int) else 0
        return Sentence(text, tokenizer, vocabulary, length=length, problem=error, pieces=pieces)
    return Sentence(text, tokenizer, vocabulary, tokens, labels(tokens, text, tokenizer), len(tokens), pieces=pieces)
