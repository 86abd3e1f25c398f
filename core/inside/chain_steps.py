"""What the arithmetic of one cell consists of: steps with the numbers that go in and the number or the row that comes out.

Every sum here is taken in float64 from left to right, as somebody would who types it into a calculator: starting from the terms
shown, `t[0] + t[1] + …`, gives the sum shown to the last bit, bias last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.messages import Cancelled
from core.model.config import ModelConfig
from core.model.interventions import HeadChanges
from core.model.norms import EPSILON

Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]
Columns = list[tuple[str, Doubles]]
"""Pairs of a symbol and its numbers."""
Scalars = tuple[tuple[str, float], ...]
Over = Literal["components", "keys", "joined", "nothing"]
"""What the lines of a table stand for: numbers of a vector, tokens looked at, or all heads' numbers one behind the other."""
StepKind = Literal[
    "read",
    "norm",
    "position",
    "query",
    "key",
    "rotate-query",
    "rotate-key",
    "products",
    "scale",
    "shares",
    "alibi",
    "mask",
    "maximum",
    "exponentials",
    "row-sum",
    "quotient",
    "force-pattern",
    "set-cells",
    "share-rest",
    "value",
    "mix",
    "scale-head",
    "head-off",
    "concatenate",
    "output",
    "attention-off",
    "norm-out",
    "skip",
    "norm-after",
    "position-after",
]

Entry = Literal["none", "input", "every-block", "query-key", "rotary", "alibi", "after-attention"]
"""How order got in: added at the input, at the entrance of every block, to what W_Q and W_K read, or after the first attention;
as a rotation of queries and keys; as ALiBi's slope; or not at all."""

_ROWS: Final = 64
"""Rows of a product that are added to together: few enough for the cache."""
_AT_ONCE: Final = 128
"""Numbers of a product up to which all their terms are made before they are added up; of more, a loop is faster."""


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One column of numbers of a table; `symbol` says which (`core.inside.chain_text.SYMBOLS` writes it)."""

    symbol: str
    values: Doubles


@dataclass(frozen=True, slots=True, eq=False)
class OpenProduct:
    """A row times a matrix, kept open: each number of the result can be taken apart into its terms.

    `left` [N] times `matrix` [N, C], plus `bias` [C] where there is one.
    """

    left: Doubles
    matrix: Doubles
    bias: Doubles | None
    over: Over
    symbols: tuple[str, str]
    """Those of `left` and `matrix`."""

    def terms(self, component: int) -> Doubles:
        """[N] the products whose sum, from left to right, is the number `component` before its bias."""
        return self.left * self.matrix[:, component]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Step:
    """One step of the arithmetic: it arrives at a number, `total`, or at a `row`; only `read` arrives at neither."""

    kind: StepKind
    token: int | None = None
    """Whose row it is about, where that is one token's alone."""
    over: Over = "nothing"
    columns: tuple[Column, ...] = ()
    scalars: Scalars = ()
    """Single numbers that take part, by symbol, in the order in which they are computed."""
    allowed: Bools | None = None
    """[T] which keys the mask allows, where the table is over keys."""
    total: float | None = None
    row: Doubles | None = None
    product: OpenProduct | None = None
    changes: HeadChanges | None = None
    """What is changed of the head, where the step changes something by hand."""

    def column(self, symbol: str) -> Doubles:
        """The numbers under `symbol`."""
        return next(column.values for column in self.columns if column.symbol == symbol)

    def scalar(self, symbol: str) -> float:
        """The single number called `symbol`."""
        return dict(self.scalars)[symbol]


@dataclass(frozen=True, slots=True)
class Check:
    """One array of the trace beside the same numbers in float64."""

    name: str
    """The field of LayerTrace."""
    difference: float
    """The largest."""
    bound: float
    """The largest that rounding explains, of all numbers compared."""
    within: bool
    """Whether each number agrees within its own bound."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Chain:
    """The whole arithmetic of the cell (`query`, `key`) of one head. Counted from 0. All arrays are read-only float64."""

    config: ModelConfig
    layer: int
    head: int
    query: int
    key: int
    shared: int
    """The key/value head that this head reads."""
    entry: Entry
    allowed: bool
    """Whether the mask lets this query look at this key; if not, `weight` is exactly 0."""
    score: float
    """What the softmax is given: (q·k) ÷ √K, plus ALiBi's share; the mask comes after it."""
    weight: float
    """The value of the cell in the pattern, with what was changed of it by hand."""
    scores: Doubles
    """[T] of the whole row, before the mask."""
    pattern: Doubles
    """[T] the whole row; this, `z` and `attn_out` with what was changed by hand."""
    z: Doubles
    """[K]"""
    attn_out: Doubles
    """[D] of the query."""
    resid_mid: Doubles
    """[D] of the query."""
    changed_heads: tuple[int, ...]
    """Heads of the block of which the query's row of the pattern or z is changed by hand."""
    steps: tuple[Step, ...]
    checks: tuple[Check, ...]
    """How far the trace's own numbers are away, for those arrays that it kept."""

    @property
    def tokens(self) -> int:
        """T, how many tokens the sentence has."""
        return len(self.pattern)

    @property
    def agrees(self) -> bool:
        """Whether everything that the trace kept agrees within its bound."""
        return all(one.within for one in self.checks)

    def step(self, kind: StepKind) -> Step:
        """The first step of this kind.

        Raises
        ------
        KeyError
            When this model has no such step.
        """
        for step in self.steps:
            if step.kind == kind:
                return step
        raise KeyError(kind)


def total(terms: Doubles) -> float:
    """Σ of `terms` from left to right (numpy's own sum adds in pairs, which rounds otherwise)."""
    return float(np.add.accumulate(terms)[-1])


def _ask(cancelled: Callable[[], bool] | None) -> None:
    if cancelled is not None and cancelled():
        raise Cancelled


def rows_times(left: Doubles, right: Doubles, cancelled: Callable[[], bool] | None = None) -> Doubles:
    """[R, N] · [N, C] -> [R, C], every number added up from left to right over N.

    Raises
    ------
    Cancelled
        When `cancelled` says so, which is asked every 64 rows.
    """
    _ask(cancelled)
    if right.shape[1] == 1 or len(left) * right.shape[1] <= _AT_ONCE:
        return np.ascontiguousarray(np.add.accumulate(left[:, :, None] * right, axis=1)[:, -1])
    out = np.empty((len(left), right.shape[1]))
    term = np.empty((min(_ROWS, len(left)), right.shape[1]))
    for start in range(0, len(left), _ROWS):
        _ask(cancelled)
        some, into = left[start : start + _ROWS], out[start : start + _ROWS]
        np.multiply(some[:, :1], right[0], out=into)
        for n in range(1, len(right)):
            into += np.multiply(some[:, n : n + 1], right[n], out=term[: len(some)])
    return out


def times(left: Doubles, matrix: Doubles) -> Doubles:
    """[N] · [N, C] -> [C], every number added up from left to right."""
    row: Doubles = rows_times(left[None], matrix)[0]
    return row


def normalised(row: Doubles, gain: Doubles, bias: Doubles | None, *, rms: bool) -> tuple[Columns, Scalars]:
    """A norm of one row [D]: its columns, from what comes in to what comes out, and the numbers that it has only one of.

    LayerNorm (x − mean) / √(variance + ε) · gain + bias, RMSNorm x / √(mean of squares + ε) · gain.
    """
    columns: Columns = [("x", row)]
    scalars: list[tuple[str, float]] = []
    middle = row
    if not rms:
        scalars.append(("mean", total(row) / len(row)))
        middle = row - scalars[0][1]
        columns.append(("deviation", middle))
    square = total(middle * middle) / len(row)
    root = float(np.sqrt(square + EPSILON))
    scalars += [("mean-square" if rms else "variance", square), ("deviation-root", root)]
    out = middle / root * gain
    columns += [("scaled", middle / root), ("gain", gain)]
    if bias is not None and not rms:
        columns.append(("norm-bias", bias))
        out = out + bias
    return [*columns, ("normed", out)], tuple(scalars)


def turn(place: int, width: int, base: float) -> tuple[Doubles, Doubles, Doubles]:
    """[K] angle, cosine and signed sine for each number at position `place`; number c goes with number c ± K/2."""
    angle = np.tile(place / base ** (np.arange(0, width, 2) / width), 2)
    sin = np.sin(angle)
    sin[: width // 2] *= -1
    return angle, np.cos(angle), sin


def frozen(array: Doubles) -> Doubles:
    """`array`, read-only from now on."""
    array.setflags(write=False)
    return array
