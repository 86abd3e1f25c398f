"""What is shown of one step of the arithmetic: the step, which of its numbers is taken apart, and the table that follows."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.inside.chain_steps import Bools, Chain, Doubles, Over, Step
from core.inside.chain_symbols import result_symbol, symbol
from core.inside.chain_text import exact, line_name
from gui.drawing.inside.arithmetic_by_hand import BY_HAND
from gui.drawing.inside.arithmetic_words import Number, cell_words, full, short, title


@dataclass(frozen=True, slots=True, eq=False)
class Tabled:
    """The table of a step: columns of numbers over lines, the last ones (`bars` many) also as bars, and sums below."""

    heads: tuple[str, ...]
    columns: tuple[Doubles, ...]
    bars: int
    over: Over
    hidden: Bools | None = None
    """Lines that the mask forbids."""
    sums: tuple[tuple[str, float], ...] = ()

    @property
    def lines(self) -> int:
        """How many lines of numbers there are."""
        return len(self.columns[0]) if self.columns else 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StepPicture:
    """What is to be painted: one step of a chain, one number of its row taken apart."""

    chain: Chain
    step: Step
    labels: tuple[str, ...]
    component: int = 0
    precise: bool = False
    hovered: int | None = None
    """A token that is pointed at somewhere."""
    tabled: Tabled = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tabled", tabled(self.step, self.component))

    @property
    def number(self) -> Number:
        """How numbers are written."""
        return full if self.precise else short

    @property
    def strip(self) -> Doubles | None:
        """The row that is painted as cells, to choose from which of its numbers is taken apart."""
        return self.step.row if self.step.product is not None else None

    def name(self, line: int) -> str:
        """What stands before a line of the table."""
        return line_name(self.chain, self.tabled.over, line, self.labels)


def tabled(step: Step, component: int) -> Tabled:
    """The table of a step; of a product the terms of one number, with what they come to."""
    if step.product is not None:
        product = step.product
        heads = [symbol(step, name) for name in product.symbols]
        terms = product.terms(component)
        columns = (product.left, product.matrix[:, component], terms)
        assert step.row is not None
        sums = [] if product.bias is None else [("Σ", float(step.column("sum")[component])), ("b", float(product.bias[component]))]
        sums.append((f"{result_symbol(step)}[{component + 1}]", float(step.row[component])))
        hidden = None if step.allowed is None else ~step.allowed
        return Tabled((*heads, " · ".join(heads)), columns, 1, product.over, hidden, tuple(sums))
    values = tuple(column.values for column in step.columns)
    heads = [symbol(step, column.symbol) for column in step.columns]
    added = step.kind in ("products", "row-sum") and step.total is not None
    sums = [(result_symbol(step), step.total)] if added and step.total is not None else []
    hidden = None if step.allowed is None else ~step.allowed
    bars = len(values) if step.kind == "read" or step.kind in BY_HAND else min(1, len(values))
    return Tabled(tuple(heads), values, bars, step.over, hidden, tuple(sums))


def all_numbers(chain: Chain, labels: tuple[str, ...]) -> list[list[str]]:
    """Every number of every step, in full: which cell, step, its title, the line, the sign, the number."""
    rows: list[list[str]] = []
    for number, step in enumerate(chain.steps, 1):
        start = [cell_words(chain, labels), str(number), title(chain, step)]
        rows += [[*start, "", symbol(step, name), exact(value)] for name, value in step.scalars]
        for column in step.columns:
            sign = symbol(step, column.symbol)
            lines = enumerate(column.values.tolist())
            rows += [[*start, line_name(chain, step.over, n, labels), sign, exact(value)] for n, value in lines]
        if step.total is not None:
            rows.append([*start, "", result_symbol(step), exact(step.total)])
    return rows
