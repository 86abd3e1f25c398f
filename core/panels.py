"""How a matrix lies where compiled code multiplies by it: in panels of PANEL columns, one after the other, each row after row.

A matrix [k, n] takes ⌈n / PANEL⌉ panels [k, PANEL]; beyond column n the last one is not looked at. And how many numbers are
taken at once.
"""

from __future__ import annotations

from typing import Final

PANEL: Final = 32
TILE: Final = 8 * PANEL
"""Numbers of the largest piece of a product that is computed at once."""
SPARE: Final = TILE + PANEL
"""Numbers at the start of a worker's own memory: a piece at the edge of a matrix, and what it starts from."""
ROW_NUMBERS: Final = 4_096
"""Numbers that are normalised or added as one piece."""
SUMMED_KEYS: Final = 128
"""Keys whose values are added up by themselves, and then to those before them: where many tokens are equal, rounding errs to the
same side at each addition, and by more the larger the sum has become."""


def in_panels(columns: int) -> int:
    """Columns that a matrix of so many takes in panels."""
    return -(-columns // PANEL) * PANEL


def rows_of_piece(width: int) -> int:
    """Rows of so many numbers that are normalised or added as one piece."""
    return max(4, ROW_NUMBERS // width)
