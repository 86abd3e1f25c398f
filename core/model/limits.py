"""How long a sentence a configuration can take, and what a sentence too long is told."""

from __future__ import annotations

from collections.abc import Sequence

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig

_TOO_LONG = QT_TRANSLATE_NOOP(
    "core",
    "The sentence has {tokens} tokens, limit {context}: a learned position table has no row beyond its context. "
    "Shorten the sentence, raise the context or choose sinusoidal positions.",
)


_NOT_A_TOKEN = QT_TRANSLATE_NOOP("core", "The token id {value} is not in the vocabulary: ids go from 0 to {last}.")


def check_ids(config: ModelConfig, ids: Sequence[int]) -> None:
    """Raise InputError when one of `ids` is not in 0 … V−1: there is no row of the token table for it."""
    for value in (min(ids, default=0), max(ids, default=0)):
        if not 0 <= value < config.vocabulary:
            raise InputError(_NOT_A_TOKEN, value=value, last=config.vocabulary - 1)


def check_length(config: ModelConfig, tokens: int) -> None:
    """Raise InputError when `config` has learned positions for fewer than `tokens` tokens."""
    if config.position == "learned" and tokens > config.context:
        raise InputError(_TOO_LONG, tokens=tokens, context=config.context)
