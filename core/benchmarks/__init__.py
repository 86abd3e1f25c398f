"""`main.py bench` without a window: how long a pass takes, against what, when the machine is busy, and after a small change.

forward_rows.py  a pass beside PyTorch's (torch_side.py) and beside its bare matrix products (products.py)
busy_rows.py     a pass while other programs keep the machine busy (load.py)
incremental_rows.py  a pass that takes from the one before it what is the same
train_rows.py    a training step beside PyTorch's (torch_training.py)
import_rows.py   what importing core costs
apart.py         a row in an interpreter of its own, for those that are compared with PyTorch
sizes.py, timing.py, row.py, machine.py  what is measured, how, what comes out, and on what
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Final

from core.benchmarks import busy_rows, forward_rows, import_rows, incremental_rows, train_rows
from core.benchmarks.machine import machine
from core.benchmarks.row import Row

__all__ = ["Row", "core_rows", "machine", "row_names"]

GROUPS: Final[tuple[ModuleType, ...]] = (import_rows, forward_rows, busy_rows, incremental_rows, train_rows)
"""Each has `names()`, all its rows, and `measure(names)`, which measures some of them."""


def row_names(only: str = "") -> tuple[str, ...]:
    """The rows that need no window and whose name begins with `only`, in the order in which they are measured."""
    return tuple(name for group in GROUPS for name in group.names() if name.startswith(only))


def core_rows(only: str = "") -> Iterator[Row]:
    """Measure the rows that need no window and whose name begins with `only`."""
    for group in GROUPS:
        wanted = [name for name in group.names() if name.startswith(only)]
        if wanted:
            yield from group.measure(wanted)
