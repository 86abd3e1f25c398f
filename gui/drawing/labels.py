"""Labels of tokens that tell the same words of a sentence apart."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

_SMALL_DIGITS: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@lru_cache(maxsize=16)
def numbered(labels: tuple[str, ...]) -> tuple[str, ...]:
    """The labels, with a small number where the sentence has one more than once: the₂ is the second “the”."""
    often, so_far, found = Counter(labels), Counter[str](), []
    for label in labels:
        so_far[label] += 1
        found.append(label if often[label] == 1 else label + str(so_far[label]).translate(_SMALL_DIGITS))
    return tuple(found)
