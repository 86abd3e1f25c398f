"""A sentence cut into tokens, or the reason why it cannot be cut."""

from __future__ import annotations

from dataclasses import dataclass

from core.messages import InputError
from core.text import Token, TokenizerName, labels, tokenize


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

    def is_of(self, text: str, tokenizer: TokenizerName, vocabulary: int) -> bool:
        """Whether cutting this text in this way would give the same again."""
        return (self.text, self.tokenizer, self.vocabulary) == (text, tokenizer, vocabulary)


def cut(text: str, tokenizer: TokenizerName, vocabulary: int) -> Sentence:
    """Cut `text`; what cannot be cut has no tokens and a problem."""
    try:
        tokens = tokenize(text, tokenizer, vocabulary)
    except InputError as error:
        counted = error.values.get("tokens")
        return Sentence(text, tokenizer, vocabulary, length=counted if isinstance(counted, int) else 0, problem=error)
    return Sentence(text, tokenizer, vocabulary, tokens, labels(tokens, text, tokenizer), len(tokens))
