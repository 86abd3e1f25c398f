"""What the model gives out for one token: the likeliest next tokens, before changes by hand and after them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.model.config import ModelConfig
from core.model.transformer import unembed
from core.model.weights import Weights

FloatArray = NDArray[np.float32]
Doubles = NDArray[np.float64]

SHOWN: Final = 7
"""Candidates that are listed; what is left is summed up."""
OUTPUT_LIMIT: Final = 64_000_000
"""Most numbers of an output matrix that is drawn and multiplied by for this: those of GPT-2 are 38,597,376."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One id of the vocabulary, how likely it is to come next, and how likely it was before the changes (None: there are none)."""

    id: int
    after: float
    before: float | None = None


@dataclass(frozen=True, slots=True)
class NextTokens:
    """The likeliest ids that follow the token at the place `token`, counted from 0, the likeliest after the changes first.

    `rest` stands for all `others` ids together. Nothing is listed where numbers of a row have overflowed.
    """

    token: int
    candidates: tuple[Candidate, ...]
    others: int
    rest: Candidate | None


def output_fits(config: ModelConfig) -> bool:
    """Whether the output matrix is small enough to be drawn and multiplied by beside everything else."""
    return config.vocabulary * config.d_model <= OUTPUT_LIMIT


def next_tokens(
    weights: Weights, token: int, after: FloatArray, before: FloatArray | None = None, count: int = SHOWN
) -> NextTokens:
    """The ids that are likeliest before or after, from what leaves the last block at `token`: `after` and `before` [D].

    One row is multiplied by the output matrix, [D] · [D, V], and one more where there is a row of before.
    """
    now = _probabilities(weights, after)
    then = None if before is None else _probabilities(weights, before)
    if not np.isfinite(now).all() or (then is not None and not np.isfinite(then).all()):
        return NextTokens(token, (), 0, None)
    largest = now if then is None else np.maximum(now, then)
    count = min(count, len(now))
    chosen = np.argpartition(-largest, count - 1)[:count]
    chosen = chosen[np.lexsort((chosen, -largest[chosen], -now[chosen]))]
    found = tuple(Candidate(int(i), float(now[i]), None if then is None else float(then[i])) for i in chosen)
    others = len(now) - count
    if not others:
        return NextTokens(token, found, 0, None)
    left = np.ones(len(now), np.bool_)
    left[chosen] = False
    sums = [None if part is None else float(part[left].sum()) for part in (now, then)]
    assert sums[0] is not None
    return NextTokens(token, found, others, Candidate(-1, sums[0], sums[1]))


def _probabilities(weights: Weights, row: FloatArray) -> Doubles:
    """The softmax [V] of the logits of one row [D]."""
    logits = unembed(row[None], weights)[0].astype(np.float64)
    exponentials: Doubles = np.exp(logits - logits.max())
    exponentials /= exponentials.sum()
    return exponentials
