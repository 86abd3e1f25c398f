"""A head's pattern changed by hand: forced as a whole, then cell by cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.model.interventions import ForcedPattern, HeadChanges, SetCell

FloatArray = NDArray[np.float32]
Mask = NDArray[np.bool_]


def change_pattern(pattern: FloatArray, changes: HeadChanges, allowed_cells: Mask | None) -> None:
    """Change `pattern` [T, T] in place; `allowed_cells` [T, T] is the mask, None where everything is allowed."""
    if changes.forced is not None:
        _force(pattern, changes.forced, allowed_cells)
    for query in sorted({cell.query for cell in changes.cells}):
        row_allowed = np.ones(len(pattern), bool) if allowed_cells is None else allowed_cells[query]
        _set_cells(pattern[query], [cell for cell in changes.cells if cell.query == query], row_allowed)


def _force(pattern: FloatArray, forced: ForcedPattern, allowed_cells: Mask | None) -> None:
    tokens = len(pattern)
    if forced == "uniform":
        cells = np.ones((tokens, tokens), bool) if allowed_cells is None else allowed_cells
        pattern[...] = cells / cells.sum(axis=1, keepdims=True)
        return
    rows = np.arange(tokens)
    keys = {"identity": rows, "previous-token": rows - 1, "first-token": np.zeros_like(rows)}[forced]
    there = keys >= 0
    if allowed_cells is not None:
        there &= allowed_cells[rows, keys]
    pattern.fill(0)
    pattern[rows, np.where(there, keys, rows)] = 1


def _set_cells(row: FloatArray, cells: list[SetCell], allowed: Mask) -> None:
    """Write `cells`, all of them of one row [T], and let the rest of it follow where one of them says so (`SetCell`)."""
    others = allowed.copy()
    for cell in cells:
        row[cell.key] = cell.value
        others[cell.key] = False
    if not any(cell.renormalise for cell in cells):
        return
    left = max(0.0, 1.0 - sum(cell.value for cell in cells))
    had = row[others].astype(np.float64)
    total = had.sum()
    if had.size:
        row[others] = left / had.size if total == 0 else had * (left / total)
    whole = row.sum(dtype=np.float64)
    if (not had.size or left == 0) and whole != 0:
        row /= np.float32(whole)
