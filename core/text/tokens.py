"""Token: a piece of the sentence with its id and its place in the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

TokenizerName = Literal["words", "characters", "bytes"]
TOKENIZERS: Final = get_args(TokenizerName)
TOKEN_LIMIT: Final = 2048
"""Longest sentence, in tokens, that is computed."""


@dataclass(frozen=True, slots=True)
class Token:
    """`text` covers the code points `start` … `end` of the sentence; `id` is its row of the embedding table."""

    id: int
    text: str
    start: int
    end: int
