"""What was changed by hand, as steps of the arithmetic of one cell: from the number computed to the number that counts.

The changes and their order are those of `core.model.interventions`; here they are made in float64, for the query's row alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from core.inside.chain_steps import Bools, Doubles, Scalars, StepKind, total
from core.model.interventions import ForcedPattern, HeadChanges, SetCell

PATTERN_KINDS: Final[tuple[StepKind, ...]] = ("force-pattern", "set-cells", "share-rest")
"""Steps that change the row of the pattern."""
ROW_KINDS: Final[tuple[StepKind, ...]] = ("scale-head", "head-off", "attention-off")
"""Steps that change what a head, or all of them, hand on."""


class ByHand(NamedTuple):
    """One change of a row."""

    kind: StepKind
    scalars: Scalars
    after: Doubles


def cells_of(changes: HeadChanges, query: int) -> tuple[SetCell, ...]:
    """The cells of the query's row that are set."""
    return tuple(cell for cell in changes.cells if cell.query == query)


def pattern_by_hand(row: Doubles, changes: HeadChanges, query: int, seen: Bools) -> Iterator[ByHand]:
    """The changes of a row [T] of the pattern, one after the other; `seen` [T] is what the mask allows.

    force-pattern: the whole row, whatever it was. set-cells: single cells of it. share-rest: what is left to 1 goes to the cells
    that were not set (`rest`: in proportion to what they had; `rest-count`: evenly, as they had nothing), or there is nothing left
    or nobody to take it, and those that were set are divided by their sum.
    """
    if changes.forced is not None:
        row, scalars = _forced(changes.forced, query, seen)
        yield ByHand("force-pattern", scalars, row)
    cells = cells_of(changes, query)
    if not cells:
        return
    before, row, others = row, row.copy(), seen.copy()
    for cell in cells:
        row[cell.key] = cell.value
        others[cell.key] = False
    yield ByHand("set-cells", (("row-total", total(row)),), row)
    set_total = float(sum(cell.value for cell in cells))  # in the order in which the pass itself adds them
    if not any(cell.renormalise for cell in cells):
        return
    left, rest, after = max(0.0, 1.0 - set_total), total(np.where(others, before, 0.0)), row.copy()
    if left > 0 and others.any():
        scalars = (("set-total", set_total), ("left", left))
        if rest == 0:
            after[others] = left / int(others.sum())
            yield ByHand("share-rest", (*scalars, ("rest-count", float(others.sum()))), after)
        else:
            after[others] = row[others] * left / rest
            yield ByHand("share-rest", (*scalars, ("rest", rest)), after)
    elif set_total > 0:
        after[others] = 0.0
        yield ByHand("share-rest", (("set-total", set_total),), after / set_total)


def _forced(pattern: ForcedPattern, query: int, seen: Bools) -> tuple[Doubles, Scalars]:
    """The row of the query in a forced pattern; one that would look where it cannot looks at itself."""
    if pattern == "uniform":
        return np.where(seen, 1.0 / int(seen.sum()), 0.0), (("seen-count", float(seen.sum())),)
    key = {"identity": query, "previous-token": query - 1, "first-token": 0}[pattern]
    row = np.zeros(len(seen))
    row[key if key >= 0 and seen[key] else query] = 1.0
    return row, ()


def z_by_hand(row: Doubles, changes: HeadChanges) -> Iterator[ByHand]:
    """The changes of z [K] of a head: scaled, then nothing where it is off."""
    if changes.factor != 1:
        row = changes.factor * row
        yield ByHand("scale-head", (("hand-factor", changes.factor),), row)
    if changes.off:
        yield ByHand("head-off", (), np.zeros_like(row))
