"""Symbols without a meaning, for the tasks that are made of random ones."""

from __future__ import annotations

import string
from typing import Final

SYMBOL_LIMIT: Final = 1000
"""Most symbols that a task is made of."""

_ALPHABET: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase


def symbols(count: int) -> tuple[str, ...]:
    """`count` symbols in the order in which they are sorted: letters, with digits before them from 27 on; numbers from 63 on."""
    if count > len(_ALPHABET):
        return tuple(str(number).zfill(len(str(count - 1))) for number in range(count))
    return tuple(string.ascii_uppercase[:count] if count <= len(string.ascii_uppercase) else _ALPHABET[:count])
