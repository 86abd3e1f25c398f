"""Reverse, copy, sort: all of a sequence is seen, and at each place one symbol of it should come out."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from core.learning.tasks.base import Batch, ReferenceLosses, Task, checked_number
from core.learning.tasks.symbols import SYMBOL_LIMIT, symbols


class Rearranging(Task):
    """T symbols drawn independently of S; target at place i is the symbol at T − 1 − i, at i, or the i-th smallest."""

    def __init__(self, name: str, length: int = 24, count: int = 32) -> None:
        """`name` is reverse, copy or sort; `count` is S = V."""
        checked_number(name, "length", length, 1)
        checked_number(name, "symbols", count, 2, SYMBOL_LIMIT)
        super().__init__(name, symbols(count), length, "none")

    def batch(self, seed: int, step: int, size: int) -> Batch:
        """Every place counts. Steps below 0 are other draws: of S^T sequences none is met twice."""
        ids = self._rng(seed, step).integers(len(self.vocabulary), size=(size, self.length))
        if self.name == "copy":
            return Batch(ids, ids.copy())
        return Batch(ids, np.ascontiguousarray(ids[:, ::-1]) if self.name == "reverse" else np.sort(ids, axis=1))

    def losses(self) -> ReferenceLosses:
        """Exact. The target at a place is the very symbol that stands there in a share c of the places, else an independent one.

        c = 1 for copy, 1/T for sort, and for reverse 1/T with a middle (T odd), else 0. So the target equals what stands there
        with probability c + (1 − c)/S, and is each of the S − 1 others with (1 − c)/S.
        """
        count = len(self.vocabulary)
        share = {"copy": 1.0, "sort": 1 / self.length, "reverse": self.length % 2 / self.length}[self.name]
        same, other = share + (1 - share) / count, (1 - share) / count
        bigram = -same * log(same) - ((count - 1) * other * log(other) if other else 0.0)
        return ReferenceLosses(uniform=log(count), unigram=log(count), bigram=bigram + 0.0)  # +0: not −0

    def as_dict(self) -> dict[str, Any]:
        """Name, length, symbols."""
        return {"name": self.name, "length": self.length, "symbols": len(self.vocabulary)}
