"""What every task is: a vocabulary, a length, and batches that are a function of (seed, step)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import log
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.text.labels import visible
from core.text.tokens import TOKEN_LIMIT

IntArray = NDArray[np.int64]
Mask = Literal["none", "causal"]

IGNORED: Final = -1
"""Target of a place that does not count: no loss, no gradient."""

_UNKNOWN = QT_TRANSLATE_NOOP("core", "The vocabulary of this task, {count} symbols, does not have: {unknown}.")
_BAD_NUMBER = QT_TRANSLATE_NOOP(
    "core", "{field} is {value}, but for the task “{task}” it must be a whole number from {least} to {most}."
)

_MEANINGS: Final = (
    ("uniform", QT_TRANSLATE_NOOP("core", "every symbol is held equally likely")),
    ("unigram", QT_TRANSLATE_NOOP("core", "only how often each symbol is asked for is known")),
    ("bigram", QT_TRANSLATE_NOOP("core", "only the symbol that stands at the same place is known")),
)
_NAMED_AT_MOST: Final = 20


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """`ids` [B, T] go in; `targets` [B, T] should come out, IGNORED where a place does not count."""

    ids: IntArray
    targets: IntArray


@dataclass(frozen=True, slots=True)
class ReferenceLosses:
    """The least mean loss, in nats, of a model that knows no more than the meaning says."""

    uniform: float
    unigram: float
    bigram: float

    def rows(self) -> tuple[tuple[str, float, str], ...]:
        """(name, loss in nats, what it means: a sentence of the context “core”, to be translated)."""
        return tuple((name, getattr(self, name), meaning) for name, meaning in _MEANINGS)


class Task(ABC):
    """Something to learn. Two tasks of equal `as_dict` give equal batches.

    Attributes
    ----------
    name, mask
        One of TASKS; “causal” where the model must not see what comes, else “none”.
    length
        T, tokens of each row of a batch.
    vocabulary, labels
        The V pieces of text behind the ids, and how they are shown, in order.
    """

    separator: str = " "
    """What stands between two pieces in a written text."""

    def __init__(self, name: str, vocabulary: Iterable[str], length: int, mask: Mask) -> None:
        self.name: Final = name
        self.vocabulary: Final = tuple(vocabulary)
        self.labels: Final = tuple(map(visible, self.vocabulary))
        self.length: Final = length
        self.mask: Final[Mask] = mask
        self._ids: Final = {piece: number for number, piece in enumerate(self.vocabulary)}

    @abstractmethod
    def batch(self, seed: int, step: int, size: int) -> Batch:
        """`size` rows, the same ones whenever `seed` ≥ 0 and `step` are the same; steps below 0 are held-out data."""

    @abstractmethod
    def losses(self) -> ReferenceLosses:
        """What models would reach that know less than the task shows."""

    @abstractmethod
    def as_dict(self) -> dict[str, Any]:
        """What `task_from` makes the same task from; JSON."""

    def encode(self, text: str) -> IntArray:
        """The ids of a written text, [T].

        Raises
        ------
        InputError
            When pieces are not in the vocabulary, naming them.
        """
        pieces = self._pieces(text)
        unknown = list(dict.fromkeys(piece for piece in pieces if piece not in self._ids))
        if unknown:
            shown = [f"“{visible(piece)}”" for piece in unknown[:_NAMED_AT_MOST]]
            more = ["…"] if len(unknown) > _NAMED_AT_MOST else []
            raise InputError(_UNKNOWN, count=len(self.vocabulary), unknown=", ".join(shown + more))
        return np.array([self._ids[piece] for piece in pieces], np.int64)

    def decode(self, ids: Sequence[int] | IntArray) -> str:
        """The written text of `ids`; KeyError for one that is not in 0 … V − 1."""
        pieces = dict(enumerate(self.vocabulary))
        return self.separator.join(pieces[int(number)] for number in ids)

    def _pieces(self, text: str) -> list[str]:
        return text.split()

    def _rng(self, seed: int, step: int) -> np.random.Generator:
        """The random numbers of one batch."""
        stream = int.from_bytes(blake2b(self.name.encode(), digest_size=16).digest(), "little")
        return np.random.default_rng([seed, stream, int(step < 0), abs(step)])


def counted_losses(
    vocabulary: int, before: IntArray, wanted: IntArray, weights: NDArray[np.float64] | None = None
) -> ReferenceLosses:
    """The losses of a list of places [N]: `before` stands there, `wanted` should come out, `weights` says how often (None: once).

    unigram = H(wanted), bigram = H(wanted | before) = H(before, wanted) − H(before).
    """
    return ReferenceLosses(
        uniform=log(vocabulary),
        unigram=_entropy(wanted, weights),
        bigram=max(_entropy(before * vocabulary + wanted, weights) - _entropy(before, weights), 0.0),
    )


def _entropy(outcomes: IntArray, weights: NDArray[np.float64] | None) -> float:
    """−Σ p·ln p in nats of how often each outcome occurs."""
    totals = np.bincount(np.unique(outcomes, return_inverse=True)[1], weights)
    shares = totals[totals > 0] / totals.sum()
    return float((shares * -np.log(shares)).sum()) + 0.0  # not −0 where nothing is left to chance


def checked_number(task: str, field: str, value: object, least: int, most: int = TOKEN_LIMIT) -> int:
    """`value` if it is a whole number from `least` to `most`, otherwise an InputError."""
    if type(value) is not int or not least <= value <= most:
        raise InputError(_BAD_NUMBER, field=field, value=repr(value), task=task, least=least, most=most)
    return value
