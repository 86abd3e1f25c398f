"""The numbers of a page as a table: for a file, for the clipboard, or too many for either."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication

from core.messages import QT_TRANSLATE_NOOP
from gui.i18n import current_language

ALL_CELLS: Final = frozenset({"lines", "stages", "seeds", "compare"})
"""Pages whose tables have a row or a column for every token and key."""
LONGEST_TABLE: Final = 200
"""Tokens up to which such a table is made: longer ones would hold up the window, and no spreadsheet shows them."""

WORDS: Final = (
    QT_TRANSLATE_NOOP("Tables", "layer"),
    QT_TRANSLATE_NOOP("Tables", "head"),
    QT_TRANSLATE_NOOP("Tables", "query"),
    QT_TRANSLATE_NOOP("Tables", "query token"),
    QT_TRANSLATE_NOOP("Tables", "key"),
    QT_TRANSLATE_NOOP("Tables", "key token"),
    QT_TRANSLATE_NOOP("Tables", "weight"),
    QT_TRANSLATE_NOOP("Tables", "mean"),
    QT_TRANSLATE_NOOP("Tables", "spread"),
    QT_TRANSLATE_NOOP("Tables", "seed {number}"),
    QT_TRANSLATE_NOOP("Tables", "array"),
    QT_TRANSLATE_NOOP("Tables", "compared with"),
    QT_TRANSLATE_NOOP("Tables", "shape"),
    QT_TRANSLATE_NOOP("Tables", "expected"),
    QT_TRANSLATE_NOOP("Tables", "largest"),
    QT_TRANSLATE_NOOP("Tables", "where"),
    QT_TRANSLATE_NOOP("Tables", "own"),
    QT_TRANSLATE_NOOP("Tables", "computed"),
    QT_TRANSLATE_NOOP("Tables", "relative"),
    QT_TRANSLATE_NOOP("Tables", "agrees"),
    QT_TRANSLATE_NOOP("Tables", "position"),
    QT_TRANSLATE_NOOP("Tables", "token"),
    QT_TRANSLATE_NOOP("Tables", "dimension {number}"),
    QT_TRANSLATE_NOOP("Tables", "PE·PE at this distance, mean"),
    QT_TRANSLATE_NOOP("Tables", "smallest"),
    QT_TRANSLATE_NOOP("Tables", "angle of pair {number}"),
    QT_TRANSLATE_NOOP("Tables", "q·k, key so many after the query, mean"),
    QT_TRANSLATE_NOOP("Tables", "q·k, key so many before the query, mean"),
    QT_TRANSLATE_NOOP("Tables", "slope"),
    QT_TRANSLATE_NOOP("Tables", "half at"),
    QT_TRANSLATE_NOOP("Tables", "added at distance {number}"),
    QT_TRANSLATE_NOOP("Tables", "quantity"),
    QT_TRANSLATE_NOOP("Tables", "station"),
    QT_TRANSLATE_NOOP("Tables", "label"),
    QT_TRANSLATE_NOOP("Tables", "other token"),
    QT_TRANSLATE_NOOP("Tables", "other label"),
    QT_TRANSLATE_NOOP("Tables", "value"),
    QT_TRANSLATE_NOOP("Tables", "norm"),
    QT_TRANSLATE_NOOP("Tables", "mean cosine"),
    QT_TRANSLATE_NOOP("Tables", "share of skip"),
    QT_TRANSLATE_NOOP("Tables", "share of sublayer"),
    QT_TRANSLATE_NOOP("Tables", "mean_before"),
    QT_TRANSLATE_NOOP("Tables", "deviation_before"),
    QT_TRANSLATE_NOOP("Tables", "divisor"),
    QT_TRANSLATE_NOOP("Tables", "mean_after"),
    QT_TRANSLATE_NOOP("Tables", "deviation_after"),
    QT_TRANSLATE_NOOP("Tables", "gain mean"),
    QT_TRANSLATE_NOOP("Tables", "gain min"),
    QT_TRANSLATE_NOOP("Tables", "gain max"),
    QT_TRANSLATE_NOOP("Tables", "bias mean"),
    QT_TRANSLATE_NOOP("Tables", "bias min"),
    QT_TRANSLATE_NOOP("Tables", "bias max"),
    QT_TRANSLATE_NOOP("Tables", "cosine"),
    QT_TRANSLATE_NOOP("Tables", "what"),
    QT_TRANSLATE_NOOP("Tables", "setting"),
    QT_TRANSLATE_NOOP("Tables", "ledger"),
    QT_TRANSLATE_NOOP("Tables", "weights with other numbers"),
    QT_TRANSLATE_NOOP("Tables", "weights of another shape"),
    QT_TRANSLATE_NOOP("Tables", "weights only in A"),
    QT_TRANSLATE_NOOP("Tables", "weights only in B"),
    QT_TRANSLATE_NOOP("Tables", "largest difference"),
    QT_TRANSLATE_NOOP("Tables", "largest difference of the stream"),
    QT_TRANSLATE_NOOP("Tables", "cell"),
)
"""What stands above the columns, and in the cells that say what a row is."""


def table_words(*names: str) -> list[str]:
    """Some of WORDS in the language in use."""
    return [QCoreApplication.translate("Tables", name) for name in names]


def numbered_words(name: str, numbers: Iterable[int]) -> list[str]:
    """One of WORDS once for each number."""
    text = QCoreApplication.translate("Tables", name)
    return [text.format(number=number) for number in numbers]


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
