"""Labels of tokens as they stand in a sentence: the same words told apart, and each with its own direction of writing."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache
from typing import Final

_ISOLATE: Final = "\u2068{}\u2069"
"""First strong isolate … pop directional isolate: what stands between has no say in the order of what stands around it."""
_RIGHT_TO_LEFT: Final = frozenset(("R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI"))
_SMALL_DIGITS: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@lru_cache(maxsize=16)
def numbered(labels: tuple[str, ...]) -> tuple[str, ...]:
    """The labels, with a small number where the sentence has one more than once: the₂ is the second “the”."""
    often, so_far, found = Counter(labels), Counter[str](), []
    for label in labels:
        so_far[label] += 1
        found.append(label if often[label] == 1 else label + str(so_far[label]).translate(_SMALL_DIGITS))
    return tuple(found)


def isolated(text: str) -> str:
    """`text` as it has to stand in a sentence that is read from left to right: one that is not keeps its order to itself."""
    if text.isascii() or not any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in text):
        return text
    return _ISOLATE.format(text)


def named(labels: tuple[str, ...], index: int) -> str:
    """A token of a sentence in a sentence about it: numbered where its word stands there more than once."""
    return isolated(numbered(labels)[index])
