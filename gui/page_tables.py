"""The numbers of a page as a table: for a file, for the clipboard, or too many for either."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Final

from gui.i18n import current_language

ALL_CELLS: Final = frozenset({"lines", "stages", "seeds", "compare"})
"""Pages whose tables have a row or a column for every token and key."""
LONGEST_TABLE: Final = 200
"""Tokens up to which such a table is made: longer ones would hold up the window, and no spreadsheet shows them."""


def is_long(tab: str, tokens: int) -> bool:
    """Whether the page of `tab` shows every cell of a map that is too large for a table."""
    return tab in ALL_CELLS and tokens > LONGEST_TABLE


def as_csv(rows: Sequence[Sequence[str]], caption: str) -> bytes:
    """The rows below a line that says what they are."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([f"# {caption}"])
    writer.writerows(rows)
    return text.getvalue().encode()


def for_spreadsheet(cell: str) -> str:
    """A cell for the clipboard: numbers with the decimal sign of a spreadsheet in the language in use, words as they are."""
    if current_language() != "es" or "." not in cell:
        return cell
    try:
        float(cell)
    except ValueError:
        return cell
    return cell.replace(".", ",")
