"""How the work of a block is cut into pieces.

The cut depends on sizes alone, so that a number is computed by the same operations in the same order whoever computes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from core.kernels import layout as at
from core.panels import PANEL, rows_of_piece

PIECE: Final = 64_000
"""Multiply-adds below which cutting a product further costs more than it gains."""
MOST: Final = 4
"""Pieces of one product: enough for a worker that is held up to leave work to the others."""
LEAST_COLUMNS: Final = 64
"""Columns of a piece below which a product is slow."""
CACHED: Final = 262_144
"""Numbers of an array half of which stays in the cache of a core."""
SMALL_MATRIX: Final = 32_768
"""Numbers of a matrix that stays there beside all else."""


@dataclass(frozen=True, slots=True)
class Cut:
    """How a product [m, k]·[k, n] is cut: rows and columns of a piece (the last ones may be smaller), groups of columns, pieces."""

    rows: int
    columns: int
    across: int
    pieces: int


def cut_product(m: int, k: int, n: int) -> Cut:
    """Cut x [m, k] · W [k, n].

    By rows where what a worker computes stays in its cache until it reads it in the next phase (workers come by the same rows
    each time), but not into fewer rows than make up for reading the whole matrix; else by columns.
    """
    wanted = max(1, min(m * k * n // PIECE, MOST))
    least_rows = 16 if k * n <= SMALL_MATRIX else 128
    down = max(1, min(wanted, m // least_rows)) if m * n <= CACHED else 1
    across = max(1, min(wanted // down, n // LEAST_COLUMNS))
    rows, columns = _share(m, down, 16), _share(n, across, PANEL)
    down, across = -(-m // rows), -(-n // columns)
    return Cut(rows, columns, across, down * across)


def cut_block(rows: int, width: int, queries: int, keys: int, hidden: int, map_pieces: int, *, rotates: bool) -> tuple[int, ...]:
    """What follows layout.SIZES in `sizes`, for `rows` new rows; `queries` = H·K, `keys` = H_kv·K.

    A product that is cut by rows alone is followed at once by what the next phase does with its rows. Where all products are cut
    into the same rows, these go through everything between one attention and the next without waiting for others.
    """
    if rows == 0:
        return (0,) * (at.PIECES + at.PHASES - len(at.SIZES))
    products = {
        at.CUT_QUERIES: cut_product(rows, width, queries),
        at.CUT_KEYS: cut_product(rows, width, keys),
        at.CUT_OUTPUT: cut_product(rows, queries, width),
        at.CUT_EXPAND: cut_product(rows, width, hidden),
        at.CUT_CONTRACT: cut_product(rows, hidden, width),
    }
    row_piece = rows_of_piece(width)
    by_rows = -(-rows // row_piece)
    pieces = {
        at.ENTER: by_rows,
        at.PROJECT: products[at.CUT_QUERIES].pieces + 2 * products[at.CUT_KEYS].pieces,
        at.ROTATE: by_rows if rotates else 0,
        at.ATTEND: map_pieces,
        at.OUTPUT: products[at.CUT_OUTPUT].pieces,
        at.MIDDLE: 0 if products[at.CUT_OUTPUT].across == 1 else by_rows,
        at.EXPAND: products[at.CUT_EXPAND].pieces,
        at.CONTRACT: products[at.CUT_CONTRACT].pieces,
        at.LEAVE: 0 if products[at.CUT_CONTRACT].across == 1 else by_rows,
    }
    once = at.ENTER + 1
    if {(cut.rows, cut.across) for cut in products.values()} == {(products[at.CUT_OUTPUT].rows, 1)}:
        once = at.ROTATE + 1
        pieces[at.EXPAND] = pieces[at.CONTRACT] = 0
    cuts = [number for _, cut in sorted(products.items()) for number in (cut.rows, cut.columns, cut.across, cut.pieces)]
    return (*cuts, row_piece, once, *(pieces[phase] for phase in range(at.PHASES)))


def _share(n: int, parts: int, unit: int) -> int:
    """How many of n rows or columns each of `parts` groups has: a multiple of `unit`, or all."""
    return n if parts == 1 else -(-n // (unit * parts)) * unit
