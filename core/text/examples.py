"""Example sentences, each chosen to show one effect and saying which."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from core.text.tokens import TokenizerName

Language = Literal["es", "en"]


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence and what to look at in it.

    `effect` is in the language of the sentence. `config` holds the fields of ModelConfig to set for the effect to be seen;
    it is empty where the effect shows in any model.
    """

    language: Language
    sentence: str
    effect: str
    tokenizer: TokenizerName = "words"
    config: dict[str, Any] = {}

    def __hash__(self) -> int:
        return hash((self.language, self.sentence))


@lru_cache(maxsize=1)
def examples() -> tuple[Example, ...]:
    """All examples, in the order in which an interface lists them, English ones first."""
    data = (files("resources") / "examples" / "sentences.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[Example, ...])


def examples_in(language: Language) -> tuple[Example, ...]:
    """The examples in one language."""
    return tuple(example for example in examples() if example.language == language)
