"""What a pass can be asked for, and what a request is told that goes beyond it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig

_TOO_LONG = QT_TRANSLATE_NOOP(
    "core",
    "The sentence has {tokens} tokens, limit {context}: a learned position table has no row beyond its context. "
    "Shorten the sentence, raise the context or choose sinusoidal positions.",
)


_OTHER_WEIGHTS = QT_TRANSLATE_NOOP(
    "core", "These weights belong to a model with another {field}: {theirs} instead of {wanted}. Make them for this configuration."
)
_NO_SIZE = QT_TRANSLATE_NOOP("core", "{field} is {value}, but it must be a whole number from 1 up.")
_NOT_A_TOKEN = QT_TRANSLATE_NOOP("core", "The token id {value} is not in the vocabulary: ids go from 0 to {last}.")


def check_size(field: str, value: int | None) -> None:
    """Raise InputError when `value` is neither None nor a whole number from 1 up."""
    if value is not None and (type(value) is not int or value < 1):
        raise InputError(_NO_SIZE, field=field, value=repr(value))


def check_weights(config: ModelConfig, theirs: ModelConfig) -> None:
    """Raise InputError when weights were made for another configuration: they may be of other sizes, or other ones."""
    if theirs is config or theirs == config:
        return
    field = next(field.name for field in fields(config) if getattr(config, field.name) != getattr(theirs, field.name))
    raise InputError(_OTHER_WEIGHTS, field=field, theirs=getattr(theirs, field), wanted=getattr(config, field))


def check_ids(config: ModelConfig, ids: Sequence[int]) -> None:
    """Raise InputError when one of `ids` is not in 0 … V−1: there is no row of the token table for it."""
    least, most = (min(ids), max(ids)) if ids else (0, 0)
    if least < 0 or most >= config.vocabulary:
        raise InputError(_NOT_A_TOKEN, value=least if least < 0 else most, last=config.vocabulary - 1)


def check_length(config: ModelConfig, tokens: int) -> None:
    """Raise InputError when `config` has learned positions for fewer than `tokens` tokens."""
    if config.position == "learned" and tokens > config.context:
        raise InputError(_TOO_LONG, tokens=tokens, context=config.context)
