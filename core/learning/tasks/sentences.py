"""Sentences of a small grammar, next word by next word; a link says which word decides the form of which other one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from core.learning.tasks.base import IGNORED, Batch, IntArray, ReferenceLosses, Task, checked_number, counted_losses
from core.text.examples import Language

PADDING: Final = "∅"
"""What fills a row after the end of its sentence; no text is made of it."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of sentence: at each place one of some words, each equally likely and independent of all others.

    `source` is the place of the word that decides the form of the one at `answer`; `weight` says how often the shape comes.
    """

    slots: tuple[tuple[str, ...], ...]
    source: int
    answer: int
    weight: float = 1.0


class Sentences(Task):
    """Rows of one sentence each, padded; the target is the next word, and padding does not count."""

    def __init__(self, name: str, language: Language, shapes: Sequence[Shape], length: int | None = None) -> None:
        """`length` T: at least the words of the longest sentence less one, which is what None stands for."""
        longest = max(len(shape.slots) for shape in shapes)
        length = longest - 1 if length is None else checked_number(name, "length", length, longest - 1)
        words = sorted({word for shape in shapes for slot in shape.slots for word in slot})
        super().__init__(name, (PADDING, *words), length, "causal")
        self.language: Final = language
        weights = np.array([shape.weight for shape in shapes])
        self._shares: Final = weights / weights.sum()
        self._links: Final = np.array([(shape.source, shape.answer) for shape in shapes])
        most = max(len(slot) for shape in shapes for slot in shape.slots)
        self._choices: Final[IntArray] = np.ones((len(shapes), length + 1), np.int64)
        self._words: Final[IntArray] = np.zeros((len(shapes), length + 1, most), np.int64)
        """[shapes, T + 1] and [shapes, T + 1, choices]: how many words can stand at a place, and which; PADDING after the end."""
        for number, shape in enumerate(shapes):
            for place, slot in enumerate(shape.slots):
                self._choices[number, place] = len(slot)
                self._words[number, place, : len(slot)] = [self._ids[word] for word in slot]

    def batch(self, seed: int, step: int, size: int) -> Batch:
        """See the class; steps below 0 are other draws of the same grammar."""
        rng = self._rng(seed, step)
        shapes = self._drawn_shapes(rng, size)
        choice = (rng.random((size, self.length + 1)) * self._choices[shapes]).astype(np.int64)
        words = np.take_along_axis(self._words[shapes], choice[:, :, None], axis=2)[:, :, 0]
        return Batch(np.ascontiguousarray(words[:, :-1]), np.where(words[:, 1:] == 0, IGNORED, words[:, 1:]))

    def links(self, seed: int, step: int, size: int) -> IntArray:
        """[B, 2] for the rows of `batch`: place of the word that decides, place of the word whose form it decides.

        The latter is predicted at the place before it: `targets[b, links[b, 1] − 1]`.
        """
        return self._links[self._drawn_shapes(self._rng(seed, step), size)]

    def _drawn_shapes(self, rng: np.random.Generator, size: int) -> IntArray:
        return rng.choice(len(self._shares), size, p=self._shares)

    def losses(self) -> ReferenceLosses:
        """Exact: neighbours are independent within a shape, so each pair of words has the probability 1 / (choices · choices)."""
        pairs: list[tuple[int, int, float]] = []
        for share, words, choices in zip(self._shares, self._words, self._choices, strict=True):
            for here, there, n_here, n_there in zip(words, words[1:], choices, choices[1:], strict=False):
                probability = share / (n_here * n_there)
                pairs += [(a, b, probability) for a in here[:n_here] for b in there[:n_there] if b]
        before, wanted, weights = zip(*pairs, strict=True)
        return counted_losses(len(self.vocabulary), np.array(before), np.array(wanted), np.array(weights))

    def as_dict(self) -> dict[str, Any]:
        """Name, length, language."""
        return {"name": self.name, "length": self.length, "language": self.language}
