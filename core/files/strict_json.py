"""JSON exactly as its standard has it: no NaN, no Infinity, no key twice; UTF-8 whatever the locale."""

from __future__ import annotations

import json
from typing import Any, NoReturn

import msgspec


def encode(value: Any, indent: int | None = None) -> bytes:
    """`value` as UTF-8 JSON. Half surrogate pairs, which UTF-8 cannot hold, make the whole text ASCII with escapes.

    Raises
    ------
    ValueError
        For NaN or an infinity.
    """
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent).encode()
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True, allow_nan=False, indent=indent).encode()


def encode_numbers(value: Any) -> bytes:
    """As `encode`, ten times faster, for big tables of finite numbers (the encoder would write NaN as null)."""
    return msgspec.json.encode(value)


def decode(data: bytes) -> Any:
    """What `data` says; half surrogate pairs written as escapes survive.

    Raises
    ------
    ValueError
        When it is no strict JSON (with a RecursionError turned into one).
    """
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=_refuse_constant, object_pairs_hook=_without_repetition)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise ValueError("a key appears twice")
    return result
