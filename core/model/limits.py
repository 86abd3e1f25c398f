"""How long a sentence a configuration can take, and what a sentence too long is told."""

from __future__ import annotations

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig

_TOO_LONG = QT_TRANSLATE_NOOP(
    "core",
    "The sentence has {tokens} tokens, limit {context}: a learned position table has no row beyond its context. "
    "Shorten the sentence, raise the context or choose sinusoidal positions.",
)


def check_length(config: ModelConfig, tokens: int) -> None:
    """Raise InputError when `config` has learned positions for fewer than `tokens` tokens."""
    if config.position == "learned" and tokens > config.context:
        raise InputError(_TOO_LONG, tokens=tokens, context=config.context)
