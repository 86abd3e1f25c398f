"""The numbers of an experiment as a table of words: what is shown, and the same in full precision."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final, Literal

from PySide6.QtCore import QCoreApplication

from core.experiments.cost import FARTHEST, CostOutcome
from core.experiments.heads import HeadsOutcome
from core.experiments.order import Finding, OrderOutcome, PlacementRow
from core.model.config import ModelConfig
from gui.drawing.labels import isolated
from gui.i18n import decimal, integer, scientific

Tone = Literal["words", "number", "zero", "not zero", "odd"]

_SIGNIFICANT: Final = 3


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell."""

    text: str
    exact: str = ""
    """What is copied: the number in as many digits as bring it back, with a point in every language. Empty: the text."""
    tone: Tone = "number"

    @property
    def copied(self) -> str:
        """What goes to the clipboard and into files."""
        return self.exact or self.text


@dataclass(frozen=True, slots=True)
class Table:
    """A header, and rows of as many cells; the first cell of a row says what it is about."""

    header: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()

    def numbers(self) -> list[list[str]]:
        """Everything in full precision, the header first."""
        return [list(self.header), *([cell.copied for cell in row] for row in self.rows)]


def short(x: float, digits: int = _SIGNIFICANT) -> str:
    """`x` in `digits` significant digits: 0.314, 27.7, 1,370."""
    if not math.isfinite(x) or x == 0:
        return decimal(x, 0)
    return decimal(x, max(0, digits - 1 - math.floor(math.log10(abs(x)))))


def plain(x: float) -> str:
    """`x` with no more digits than it has, up to three significant ones: 4, 2.5, 0.05, 1,370."""
    if x == round(x):
        return integer(round(x))
    digits = next(digits for digits in range(12) if digits == 11 or abs(round(x, digits) - x) <= 0.005 * abs(x))
    return decimal(x, digits)


def model_name(config: ModelConfig, kind: bool = True) -> str:
    """Where the encoding of a model enters, which it is if `kind`, and its mask if it has one."""
    name = {
        "input": QCoreApplication.translate("Experiments", "at the input"),
        "after-attention": QCoreApplication.translate("Experiments", "after the first attention"),
        "every-block": QCoreApplication.translate("Experiments", "in every block"),
        "query-key": QCoreApplication.translate("Experiments", "at queries and keys"),
        "none": QCoreApplication.translate("Experiments", "no positions"),
    }[config.placed]
    if config.position == "alibi" and config.placed == "query-key":
        name = QCoreApplication.translate("Experiments", "to the scores")
    if kind and config.placed != "none":
        name = f"{kind_name(config)}, {name}"
    if config.window:
        return QCoreApplication.translate("Experiments", "{model}, window of {n}").format(model=name, n=integer(config.window))
    return QCoreApplication.translate("Experiments", "{model}, causal mask").format(model=name) if config.causal else name


def kind_name(config: ModelConfig) -> str:
    """What the encoding is called."""
    return {
        "sinusoidal": QCoreApplication.translate("Experiments", "sinusoidal"),
        "learned": QCoreApplication.translate("Experiments", "learned"),
        "rotary": QCoreApplication.translate("Experiments", "rotary"),
        "alibi": "ALiBi",
        "none": QCoreApplication.translate("Experiments", "none"),
    }[config.position]


def clock_words(outcome: HeadsOutcome | CostOutcome) -> str:
    """On what the times were taken, and how often."""
    compiled = QCoreApplication.translate(
        "Experiments", "Measured here with compiled code; threads: {threads}, median of {rounds}."
    )
    plain = QCoreApplication.translate("Experiments", "Measured here with plain numpy; threads: {threads}, median of {rounds}.")
    sentence = compiled if outcome.kernels == "compiled" else plain
    return sentence.format(threads=integer(outcome.threads), rounds=integer(outcome.rounds))


def order_table(outcome: OrderOutcome) -> Table:
    """One row for each placement of the encoding, one column for each layer."""
    layers = [
        QCoreApplication.translate("Experiments", "layer {n}").format(n=integer(n + 1)) for n in range(outcome.config.n_layers)
    ]
    added = next(row.config for row in outcome.rows if row.name == "input")
    header = (
        QCoreApplication.translate("Experiments", "Positions ({kind})").format(kind=kind_name(added)),
        *layers,
        QCoreApplication.translate("Experiments", "Agrees"),
    )
    in_use = next(row for row in outcome.rows if row.name == "in-use")
    same = next((row for row in outcome.rows if row is not in_use and _alike(row.config, in_use.config)), None)
    shown = [row for row in outcome.rows if same is None or row is not in_use]
    rows = [_placement_cells(row, row.config.position != added.position, row in (same, in_use)) for row in shown]
    repeated = outcome.repeated
    named = {"word": isolated(repeated.word)}
    for template, values, ordered in (
        (QCoreApplication.translate("Experiments", "rows of “{word}”, no positions"), repeated.without, False),
        (QCoreApplication.translate("Experiments", "rows of “{word}”, at the input"), repeated.with_positions, True),
    ):
        found: list[Finding] = ["zero" if value <= outcome.tolerance else "not zero" for value in values]
        fine = "not zero" in found if ordered else "not zero" not in found
        cells = [_difference(value, what) for value, what in zip(values, found, strict=True)]
        rows.append((Cell(template.format(**named), tone="words"), *cells, _yes(fine)))
    return Table(header, tuple(rows))


def _alike(one: ModelConfig, other: ModelConfig) -> bool:
    """Whether two rows are the same model, the place of its encoding said or left to itself."""
    return one.placed == other.placed and replace(one, placement=None) == replace(other, placement=None)


def _placement_cells(row: PlacementRow, kind: bool, in_use: bool) -> tuple[Cell, ...]:
    name = model_name(row.config, kind)
    if in_use:
        name = QCoreApplication.translate("Experiments", "{model} (in use)").format(model=name)
    cells = [_difference(value, found) for value, found in zip(row.layers, row.found, strict=True)]
    return (Cell(name, tone="words"), *cells, _yes(row.holds))


def _difference(value: float, found: Finding) -> Cell:
    if not math.isfinite(value):
        return Cell(QCoreApplication.translate("Experiments", "not finite"), repr(value), "odd")
    if found == "zero":
        return Cell(f"0 ({scientific(value) if value else '0'})", repr(value), "zero")
    template = QCoreApplication.translate("Experiments", "differs: {value}")
    return Cell(template.format(value=decimal(value, 2) if value >= 0.005 else scientific(value)), repr(value), "not zero")


def _yes(fine: bool) -> Cell:
    if fine:
        return Cell(QCoreApplication.translate("Experiments", "yes"), tone="words")
    return Cell(QCoreApplication.translate("Experiments", "no"), tone="odd")


def order_note(outcome: OrderOutcome) -> str:
    """What the differences are of, and which word was repeated."""
    repeated = outcome.repeated
    sentence = QCoreApplication.translate(
        "Experiments",
        "Numbers are the largest difference between the maps of the new order and the old maps with rows and columns moved; "
        "up to {tolerance} counts as 0, the rounding of float32.",
    ).format(tolerance=scientific(outcome.tolerance, 0))
    places = {"first": integer(repeated.first + 1), "second": integer(repeated.second + 1), "word": isolated(repeated.word)}
    if repeated.own:
        word = QCoreApplication.translate("Experiments", "“{word}” stands at places {first} and {second}.").format(**places)
    else:
        word = QCoreApplication.translate(
            "Experiments", "No word is repeated here, so “{word}” is that of “{sentence}”, places {first} and {second}."
        ).format(sentence=" ".join(repeated.labels), **places)
    return f"{sentence} {word}"


def heads_table(outcome: HeadsOutcome) -> Table:
    """One row for each number of heads, sharing the width or keeping it."""
    header = (
        QCoreApplication.translate("Experiments", "Heads"),
        QCoreApplication.translate("Experiments", "head width"),
        QCoreApplication.translate("Experiments", "Q, K, V, O of a block"),
        QCoreApplication.translate("Experiments", "parameters"),
        QCoreApplication.translate("Experiments", "MACs in the blocks"),
        QCoreApplication.translate("Experiments", "scores"),
        QCoreApplication.translate("Experiments", "ms a block"),
    )
    rows = []
    for row in outcome.rows:
        split, keep = (
            QCoreApplication.translate("Experiments", "{heads} · split {width}"),
            QCoreApplication.translate("Experiments", "{heads} · keep {width}"),
        )
        name = (split if row.width == "split" else keep).format(heads=integer(row.heads), width=integer(row.d_head))
        counts = (row.d_head, row.projections, row.parameters, row.macs, row.scores)
        ms = Cell("–") if row.ms is None else Cell(short(row.ms), repr(row.ms))
        rows.append((Cell(name, tone="words"), *(Cell(integer(n), str(n)) for n in counts), ms))
    return Table(header, tuple(rows))


def cost_table(outcome: CostOutcome) -> Table:
    """One row for each length."""
    header = (
        QCoreApplication.translate("Experiments", "tokens"),
        QCoreApplication.translate("Experiments", "scores"),
        QCoreApplication.translate("Experiments", "with twice as many"),
        QCoreApplication.translate("Experiments", "measured, ms"),
        QCoreApplication.translate("Experiments", "fitted: n part"),
        QCoreApplication.translate("Experiments", "n² part"),
    )
    rows = []
    for point in outcome.points:
        n = point.length
        times = point.doubled / point.scores
        parts = (point.ms, outcome.linear * n, outcome.quadratic * n * n)
        rows.append(
            (
                Cell(integer(n), str(n)),
                Cell(integer(point.scores), str(point.scores)),
                Cell(f"× {plain(times)}", repr(times)),
                *(Cell(short(part), repr(part)) for part in parts),
            )
        )
    return Table(header, tuple(rows))


def crossing_words(outcome: CostOutcome) -> str:
    """The fitted parts, and where both are equal."""
    fit = QCoreApplication.translate("Experiments", "Fitted: {linear} µs · n + {quadratic} ns · n².").format(
        linear=short(1e3 * outcome.linear), quadratic=short(1e6 * outcome.quadratic)
    )
    counted = integer(round(outcome.crossing_counted))
    if outcome.quadratic == 0:
        where = QCoreApplication.translate(
            "Experiments", "No part grows with n² by the clock; by count both parts are equal at {counted} tokens."
        ).format(counted=counted)
    elif outcome.crossing is None:
        where = QCoreApplication.translate(
            "Experiments", "No part grows with n by the clock; by count both parts are equal at {counted} tokens."
        ).format(counted=counted)
    elif outcome.miss > FARTHEST:
        where = QCoreApplication.translate(
            "Experiments",
            "The fit says that both parts are equal at {measured} tokens, but it is too far off to tell; by count, at {counted}.",
        ).format(measured=integer(round(outcome.crossing)), counted=counted)
    elif outcome.crossing > outcome.points[-1].length:
        where = QCoreApplication.translate(
            "Experiments",
            "Both parts are equal at {measured} tokens by the clock, beyond what was measured, and at {counted} by count.",
        ).format(measured=integer(round(outcome.crossing)), counted=counted)
    else:
        where = QCoreApplication.translate(
            "Experiments", "Both parts are equal at {measured} tokens by the clock, at {counted} by count."
        ).format(measured=integer(round(outcome.crossing)), counted=counted)
    miss = QCoreApplication.translate("Experiments", "At {length} tokens the fit is off by {percent} %, more than anywhere else.")
    if outcome.miss > FARTHEST:
        miss = QCoreApplication.translate(
            "Experiments",
            "At {length} tokens the fit is off by {percent} %, more than {limit} %: measure again while the machine is idle.",
        )
    missed = miss.format(
        length=integer(outcome.farthest.length), percent=integer(round(100 * outcome.miss)), limit=integer(round(100 * FARTHEST))
    )
    return f"{fit} {missed} {where}"
