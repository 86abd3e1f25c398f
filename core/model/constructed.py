"""Weights made by hand for a head that does one known thing, so that one knows what to see before anything is trained.

>>> from core.model.constructed import constructed_weights
>>> config, weights = constructed_weights("previous-token")
>>> forward(config, weights, [3, 1, 2]).layers[0].pattern[0]    # 1 beside the diagonal

One block without norms. The first 16 numbers of a token's vector are the bits of its id (±1), the other 64 its place: a one at its
number. So up to 65,536 words and 64 tokens: two different words share at most 14/16 of their product with themselves, and places
have nothing in common. A query asks for what its head looks at, a key offers it, and the score on the right cells is so much
larger than elsewhere that they get more than 0.99 of the row together (`nearer-is-more`: each step further halves the weight).
Words that hash to one id count as the same. The value is the token's bits, added to the stream: the logits then know both words.
The feed-forward network adds nothing. A mask holds as everywhere: a row that may not look at the cells that its head asks for
shares itself out evenly over the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from math import log
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig
from core.model.parameters import TOKEN_TABLE, parameter_table
from core.model.weights import Weights, loaded_weights

FloatArray = NDArray[np.float32]
ConstructedName = Literal["previous-token", "same-word", "first-token", "uniform", "nearer-is-more"]
CONSTRUCTED: Final[tuple[ConstructedName, ...]] = get_args(ConstructedName)
ALL: Final = "all"
"""The name of the model that has all of them side by side, in the order of `CONSTRUCTED`."""

BITS: Final = 16
"""Numbers of a token's vector that say which word it is."""
PLACES: Final = 64
"""Numbers of a token's vector that say where it stands; so many tokens a sentence may have."""
SHARP: Final = 16.0
"""How much higher a score is where a head looks than elsewhere: 63 other cells get e⁻¹⁶ each, together less than 1e-5."""
PER_BIT: Final = 6.0
"""How much each bit that two words share raises their score, and each other bit lowers it: two words are at least 12 apart."""

WHAT_TO_SEE: Final[dict[str, str]] = {
    "previous-token": QT_TRANSLATE_NOOP(
        "core", "Each token looks at the one before it: a line beside the diagonal. The first looks at itself."
    ),
    "same-word": QT_TRANSLATE_NOOP(
        "core", "Each token looks at every place where the same word stands, itself included: alone it looks at itself."
    ),
    "first-token": QT_TRANSLATE_NOOP("core", "Every token looks at the first one: a single full column."),
    "uniform": QT_TRANSLATE_NOOP("core", "Every token looks at all alike: each cell that the mask allows has the same value."),
    "nearer-is-more": QT_TRANSLATE_NOOP(
        "core", "Each token looks mostly at itself, and each step further away halves the weight, on either side."
    ),
    ALL: QT_TRANSLATE_NOOP(
        "core", "Five heads, each of which does one known thing: previous token, same word, first token, uniform, nearer is more."
    ),
}

_NO_SUCH = QT_TRANSLATE_NOOP("core", "There is no constructed head “{name}”; choose one of: {choices}.")
_NEEDS = QT_TRANSLATE_NOOP("core", "The constructed head “{name}” needs {field} {needed}, but here it is {value}.")
_NEEDS_AT_MOST = QT_TRANSLATE_NOOP(
    "core", "The constructed head “{name}” needs {field} of at most {needed}, but here it is {value}."
)


def constructed_config(name: str) -> ModelConfig:
    """The smallest model for the constructed head `name` (`CONSTRUCTED`, or `ALL` for five heads).

    Raises
    ------
    InputError
        When there is no such head.
    """
    return ModelConfig(
        d_model=BITS + PLACES,
        n_heads=len(_heads(name)),
        n_layers=1,
        d_ff=1,
        head_width=PLACES,
        position="learned",
        norm="none",
        biases=False,
        context=PLACES,
    )


def constructed_weights(name: str, config: ModelConfig | None = None) -> tuple[ModelConfig, Weights]:
    """The model and the weights of the constructed head `name`; origin "constructed".

    Parameters
    ----------
    config
        Another model than `constructed_config(name)`; it may differ in mask, vocabulary (up to 65,536), context (up to 64), biases,
        activation, width of the feed-forward network, skip connections, the output matrix (tied or its equal) and the seed.

    Raises
    ------
    InputError
        When there is no such head, or `config` differs in anything else, naming what and what it has to be.
    """
    heads = _heads(name)
    if config is None:
        config = constructed_config(name)
    check_constructed(name, config)
    arrays: dict[str, FloatArray] = {spec.name: np.zeros(spec.shape, np.float32) for spec in parameter_table(config)}
    arrays[TOKEN_TABLE][:, :BITS] = _bits(config.vocabulary)
    arrays["embedding.position"][:, BITS:] = np.eye(config.context, PLACES)
    if not config.tied:
        arrays["unembedding.W"][...] = arrays[TOKEN_TABLE].T
    attention = {letter: arrays[f"blocks.0.attention.W_{letter}"] for letter in "QKVO"}
    for head, kind in enumerate(heads):
        query, key = _QUERIES_AND_KEYS[kind]()
        attention["Q"][head, :, : query.shape[1]] = query
        attention["K"][head, :, : key.shape[1]] = key
        attention["V"][head, :BITS, :BITS] = np.eye(BITS)
        attention["O"][head, :BITS, :BITS] = np.eye(BITS)
    return config, loaded_weights(config, arrays, name, "constructed")


def _heads(name: str) -> tuple[ConstructedName, ...]:
    found = CONSTRUCTED if name == ALL else tuple(known for known in CONSTRUCTED if known == name)
    if not found:
        raise InputError(_NO_SUCH, name=name, choices=", ".join((*CONSTRUCTED, ALL)))
    return found


def check_constructed(name: str, config: ModelConfig) -> None:
    """Raise InputError where `config` is another model than the weights of `name` can be made for (`constructed_weights`)."""
    usual = constructed_config(name)
    free = {"mask", "vocabulary", "context", "biases", "activation", "d_ff", "skip", "tied", "seed"}
    unused = {"sinusoid_layout", "norm_kind", "rope_base"}
    in_force = {"n_kv_heads": "kv_heads", "placement": "placed", "head_width": "d_head"}
    for field in (field.name for field in fields(config) if field.name not in free | unused):
        value, needed = (getattr(one, in_force.get(field, field)) for one in (config, usual))
        if value != needed:
            raise InputError(_NEEDS, name=name, field=field, needed=_written(needed), value=_written(value))
    for field, limit in (("vocabulary", 2**BITS), ("context", PLACES)):
        if getattr(config, field) > limit:
            raise InputError(_NEEDS_AT_MOST, name=name, field=field, needed=limit, value=getattr(config, field))


def _written(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _bits(vocabulary: int) -> FloatArray:
    """[V, 16] the bits of each id, the lowest first: 1 where it is set, −1 where not."""
    ids = np.arange(vocabulary)[:, None]
    bits: FloatArray = ((ids >> np.arange(BITS) & 1) * 2 - 1).astype(np.float32)
    return bits


_Matrices = tuple[FloatArray, FloatArray]
"""W_Q and W_K of one head, [D, K] or as many columns as are not 0. The score is q·k ÷ √64 = q·k ÷ 8."""


def _by_place(scores: NDArray[np.floating[Any]]) -> _Matrices:
    """A head whose score is `scores` [places, places] of the query's and the key's place."""
    query, key = np.zeros((BITS + PLACES, PLACES), np.float32), np.zeros((BITS + PLACES, PLACES), np.float32)
    query[BITS:] = scores
    key[BITS:] = np.eye(PLACES) * np.sqrt(PLACES)
    return query, key


def _previous_token() -> _Matrices:
    place = np.arange(PLACES)
    scores = np.zeros((PLACES, PLACES))
    scores[place, np.maximum(place - 1, 0)] = SHARP
    return _by_place(scores)


def _first_token() -> _Matrices:
    scores = np.zeros((PLACES, PLACES))
    scores[:, 0] = SHARP
    return _by_place(scores)


def _uniform() -> _Matrices:
    return _by_place(np.zeros((PLACES, PLACES)))


def _nearer_is_more() -> _Matrices:
    place = np.arange(PLACES)
    return _by_place(-log(2) * np.abs(place[:, None] - place))


def _same_word() -> _Matrices:
    query, key = np.zeros((BITS + PLACES, BITS), np.float32), np.zeros((BITS + PLACES, BITS), np.float32)
    query[:BITS] = np.eye(BITS) * PER_BIT
    key[:BITS] = np.eye(BITS) * np.sqrt(PLACES)
    return query, key


_QUERIES_AND_KEYS: Final[dict[ConstructedName, Callable[[], _Matrices]]] = {
    "previous-token": _previous_token,
    "same-word": _same_word,
    "first-token": _first_token,
    "uniform": _uniform,
    "nearer-is-more": _nearer_is_more,
}
