"""What a head does on this sentence, in numbers; and a name for it where the numbers bear one out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.messages import QT_TRANSLATE_NOOP
from core.model.trace import Trace

FloatArray = NDArray[np.float32]
_Floats = NDArray[np.float64]
_Bools = NDArray[np.bool_]

HeadName = Literal["previous", "first", "same", "self", "even"]

FEWEST_TOKENS: Final = 5
"""No name for shorter sentences: a score that is the mean of three rows or fewer is often high by chance."""
NAMED_FROM: Final = 0.65
"""A head is named after its previous-token, first-token or self score from this much of the way between chance and 1 on.

Heads with random weights and layer norms stay below it: of 46,080 of them, with 8 to 48 tokens, all encodings and both masks, one
got there, under a causal mask of the first token. Heads that do one of these jobs come close to 1.
"""
SAME_FROM: Final = 0.85
"""“Same token” asks that rows whose token stands elsewhere too spend this much of the way between chance and 1 on equal tokens,
themselves included. Higher than the others, because few rows have equal tokens to look at."""
SAME_SHARE: Final = 0.8
"""… and that the equal tokens elsewhere get this much of what an even split with the token itself would give them. So a head whose
tokens look at themselves is not taken for one that finds repetitions."""
SAME_ROWS: Final = 2
"""… in this many rows at least: one repetition alone is an accident."""
EVEN_FROM: Final = 0.95
"""A head is “even” when at most a twentieth of its weight lies elsewhere than an even split would put it."""

NAMES: Final[dict[HeadName, str]] = {
    "previous": QT_TRANSLATE_NOOP("core", "previous token"),
    "first": QT_TRANSLATE_NOOP("core", "first token"),
    "same": QT_TRANSLATE_NOOP("core", "same token elsewhere"),
    "self": QT_TRANSLATE_NOOP("core", "itself"),
    "even": QT_TRANSLATE_NOOP("core", "even"),
}
"""What a head looks at, in words to be translated."""
NO_NAME: Final = QT_TRANSLATE_NOOP("core", "no clear pattern")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """Means over the rows of one map; None where the sentence leaves nothing to measure.

    p is the map, row i = the token that looks, column j = the token looked at.
    """

    mean_distance: float | None = None
    """Σ_j p[i, j]·|i − j|, in tokens; mean over all rows. None for no tokens."""
    previous: float | None = None
    """p[i, i − 1], mean over rows i ≥ 1. None for fewer than two tokens."""
    first: float | None = None
    """p[i, 0], mean over rows i ≥ 1. None for fewer than two tokens."""
    self: float | None = None
    """p[i, i], mean over all rows."""
    duplicate: float | None = None
    """Σ p[i, j] over the other tokens j equal to token i that the mask allows, mean over the rows that have one. None without."""
    kin: float | None = None
    """The same with p[i, i] added: what goes to equal tokens wherever they stand. Over the same rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadStatistics:
    """One head on one sentence. Layers and heads count from 0.

    A score is to be read against `chance`, which is what attention spread evenly over the allowed cells would score.
    """

    layer: int
    head: int
    entropy: float | None
    """Mean over rows of −Σ p ln p / ln(allowed cells), as `Trace.entropy`; 0 for one token each, 1 for all alike."""
    uniformity: float | None
    """Σ_j min(p[i, j], 1/allowed cells), mean over the rows with a choice: 1 for all alike, the share of a row's weight that need
    not move to become so."""
    scores: Scores
    chance: Scores
    """The same for all heads of a sentence."""
    name: HeadName | None
    """What its scores bear out, None for no clear pattern. `head_name` has the rule."""

    @property
    def name_score(self) -> float | None:
        """The number behind the name; None without a name."""
        if self.name is None or self.name == "even":
            return self.uniformity if self.name else None
        return {
            "previous": self.scores.previous,
            "first": self.scores.first,
            "same": self.scores.duplicate,
            "self": self.scores.self,
        }[self.name]


def head_statistics(trace: Trace, ids: Sequence[int]) -> tuple[HeadStatistics, ...]:
    """The statistics of every head, layer by layer, from the maps that `trace` kept. `ids` say which tokens are equal.

    Raises
    ------
    ValueError
        When a layer kept no `pattern`, or there are not as many ids as tokens.
    """
    if len(ids) != len(trace.ids):
        raise ValueError(f"{len(ids)} ids for {len(trace.ids)} tokens")
    entropy = trace.entropy
    found: list[HeadStatistics] = []
    frame = _Frame(ids, causal=trace.config.causal, window=trace.config.window)
    for layer, kept in enumerate(trace.layers):
        if kept.pattern is None:
            raise ValueError("this trace kept no pattern, from which statistics could be computed")
        for head, pattern in enumerate(kept.pattern):
            found.append(frame.measure(pattern, layer, head, _number(float(entropy[layer, head]))))
    return tuple(found)


def map_statistics(
    pattern: FloatArray, ids: Sequence[int], *, causal: bool, window: int, layer: int, head: int, entropy: float | None
) -> HeadStatistics:
    """The statistics of one map [T, T], for which `entropy` is known already (`Trace.entropy` of its head)."""
    return _Frame(ids, causal=causal, window=window).measure(pattern, layer, head, entropy)


def lift(score: float | None, chance: float | None) -> float | None:
    """How far `score` lies on the way from `chance` (0) to 1 (1); negative below chance.

    None when either is undefined, or when the mask leaves no choice, so that chance is 1 already.
    """
    if score is None or chance is None or chance > 1 - 1e-9:
        return None
    return (score - chance) / (1 - chance)


def head_name(
    scores: Scores, chance: Scores, uniformity: float | None, *, tokens: int, duplicate_rows: int, fair: float | None
) -> HeadName | None:
    """The name that the scores bear out, or None.

    In this order: a sentence of fewer than FEWEST_TOKENS gives no names; previous or first token, when its lift is at least
    NAMED_FROM; the same token elsewhere, when the lift of `kin` is at least SAME_FROM, over at least SAME_ROWS rows, and the tokens
    elsewhere get at least SAME_SHARE of `fair`; itself, when its lift is at least NAMED_FROM; even, when the uniformity is at least
    EVEN_FROM. `fair` is the duplicate score of a head that splits its attention evenly over all equal tokens, itself included.

    One map cannot tell a head that likes the first position from one that likes the word that happens to stand there. Random
    weights hardly ever make such a column where layer norms are; without norms the stream can collapse onto one direction, so that
    all rows look at one token, and in about one head of a hundred that is the first.
    """
    if tokens < FEWEST_TOKENS:
        return None

    def reaches(score: float | None, level: float | None, least: float) -> bool:
        lifted = lift(score, level)
        return lifted is not None and lifted >= least

    if reaches(scores.previous, chance.previous, NAMED_FROM):
        return "previous"
    if reaches(scores.first, chance.first, NAMED_FROM):
        return "first"
    if (
        duplicate_rows >= SAME_ROWS
        and scores.duplicate is not None
        and fair is not None
        and scores.duplicate >= SAME_SHARE * fair
        and reaches(scores.kin, chance.kin, SAME_FROM)
    ):
        return "same"
    if reaches(scores.self, chance.self, NAMED_FROM):
        return "self"
    return "even" if uniformity is not None and uniformity >= EVEN_FROM else None


class _Frame:
    """What all heads of one sentence share: which cells count for which score, and what an even spread scores.

    Every score but the uniformity is Σ weight·p over the cells, so all of them are one product with a matrix [6, T·T].
    """

    def __init__(self, ids: Sequence[int], *, causal: bool, window: int) -> None:
        tokens = self._tokens = len(ids)
        place, kind = np.arange(tokens), np.asarray(ids, dtype=np.int64)
        back = place[:, None] - place[None, :]
        allowed: _Bools = back >= 0 if causal or window else np.ones(back.shape, bool)
        if window:
            allowed = allowed & (back < window)
        choices = allowed.sum(axis=1)
        self._even: _Floats = allowed / np.maximum(choices, 1)[:, None]
        equal = (kind[:, None] == kind[None, :]) & allowed
        others: _Bools = equal & (back != 0)
        having: _Bools = np.logical_or.reduce(others, axis=1)
        self._duplicate_rows = int(having.sum())
        twins = others.sum(axis=1)[having]
        self._fair = float((twins / (twins + 1)).mean()) if len(twins) else None
        self._weights: _Floats = np.zeros((6, tokens, tokens))
        self._defined = (tokens > 0, tokens > 1, tokens > 1, tokens > 0, bool(len(twins)), bool(len(twins)))
        if tokens:
            self._weights[0] = np.abs(back) / tokens
            self._weights[3] = np.eye(tokens) / tokens
        if tokens > 1:
            self._weights[1] = (back == 1) / (tokens - 1)
            self._weights[2, 1:, 0] = 1 / (tokens - 1)
        if len(twins):
            self._weights[4] = others / len(twins)
            self._weights[5] = (equal & having[:, None]) / len(twins)
        self._with_choice: _Bools = np.greater(choices, 1)
        self._chance = self._scores(self._even)

    def measure(self, pattern: FloatArray, layer: int, head: int, entropy: float | None) -> HeadStatistics:
        """The statistics of one map [T, T]."""
        p = pattern.astype(np.float64)
        scores = self._scores(p)
        uniformity = None
        if self._with_choice.any():
            rows = np.minimum(p, self._even, out=p).sum(axis=1)
            uniformity = _number(float(rows[self._with_choice].mean()))
        name = head_name(
            scores, self._chance, uniformity, tokens=self._tokens, duplicate_rows=self._duplicate_rows, fair=self._fair
        )
        return HeadStatistics(
            layer=layer, head=head, entropy=entropy, uniformity=uniformity, scores=scores, chance=self._chance, name=name
        )

    def _scores(self, p: _Floats) -> Scores:
        values = self._weights.reshape(6, -1) @ p.ravel()
        numbers = (_number(float(value)) if defined else None for value, defined in zip(values, self._defined, strict=True))
        distance, previous, first, itself, duplicate, kin = numbers
        return Scores(mean_distance=distance, previous=previous, first=first, self=itself, duplicate=duplicate, kin=kin)


def _number(value: float) -> float | None:
    """None for what is no number."""
    return value if math.isfinite(value) else None
