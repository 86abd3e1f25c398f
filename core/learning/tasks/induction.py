"""Induction: a random sequence repeats, and what followed a symbol the first time follows it again."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from core.learning.tasks.base import IGNORED, Batch, ReferenceLosses, Task, checked_number
from core.learning.tasks.symbols import SYMBOL_LIMIT, symbols


class Induction(Task):
    """P different symbols, over and over; P is drawn for each row from ⌈T/4⌉ (at least 2) to T/2, so that counting does not help.

    The target is the next symbol. It counts from the place on at which a symbol stands for the second time: all of these can be
    told from what came before, and the first round cannot.
    """

    def __init__(self, length: int = 32, count: int = 32) -> None:
        """`count` is S = V, at least T/2."""
        checked_number("induction", "length", length, 4)
        checked_number("induction", "symbols", count, max(length // 2, 3), SYMBOL_LIMIT)
        super().__init__("induction", symbols(count), length, "causal")

    def batch(self, seed: int, step: int, size: int) -> Batch:
        """See the class; steps below 0 are other draws."""
        rng = self._rng(seed, step)
        first_rounds = rng.permuted(np.tile(np.arange(len(self.vocabulary)), (size, 1)), axis=1)
        periods = rng.integers(max(-(-self.length // 4), 2), self.length // 2, size=(size, 1), endpoint=True)
        places = np.arange(self.length + 1)
        sequence = np.take_along_axis(first_rounds, places % periods, axis=1)
        targets = np.where(places[:-1] < periods, IGNORED, sequence[:, 1:])
        return Batch(np.ascontiguousarray(sequence[:, :-1]), targets)

    def losses(self) -> ReferenceLosses:
        """Exact: all symbols are equally likely, and the one that follows is another one than the one that stands there."""
        count = len(self.vocabulary)
        return ReferenceLosses(uniform=log(count), unigram=log(count), bigram=log(count - 1))

    def as_dict(self) -> dict[str, Any]:
        """Name, length, symbols."""
        return {"name": self.name, "length": self.length, "symbols": len(self.vocabulary)}
