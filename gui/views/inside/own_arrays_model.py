"""The rows of the table of one's own arrays: what each was compared with, the largest difference and its place, the verdict."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from core.files.own_arrays import OwnCheck
from gui.access import tooltip
from gui.i18n import decimal, explain, integer, scientific
from gui.theme.theme import LIGHT

_Index = QModelIndex | QPersistentModelIndex
WIDTHS: Final = (146, 212, 114, 128, 284, 92, 92, 96, 96)
"""Widths of the columns."""
CODE: Final = (0, 1, 7, 8)
"""The columns that hold names and shapes as they stand in code."""


def small_number(x: float) -> str:
    """A difference as it is written: 0, 0.1250, 1.2·10⁻⁷."""
    if x == 0 or not math.isfinite(x):
        return "0" if x == 0 else decimal(x, 2)
    if abs(x) >= 1e-3:
        return decimal(x, 4)
    return scientific(x)


def number_in_words(x: float) -> str:
    """A number in a sentence: in the seven figures that a float32 has, as the language writes it."""
    if math.isnan(x):
        return QCoreApplication.translate("OwnArraysModel", "no number (NaN)")
    if x == 0 or not math.isfinite(x):
        return decimal(x, 0)
    rounded = float(f"{x:.7g}")
    if not 1e-4 <= abs(rounded) < 1e7:
        return scientific(rounded, 6)
    return decimal(rounded, len(f"{rounded:.10f}".rstrip("0").partition(".")[2]))


def _shape(shape: tuple[int, ...] | None) -> str:
    return "" if shape is None else f"[{', '.join(map(integer, shape))}]"


class OwnArraysModel(QAbstractTableModel):
    """One row for each array of the file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.checks: tuple[OwnCheck, ...] = ()
        self.theme = LIGHT

    def set_checks(self, checks: tuple[OwnCheck, ...]) -> None:
        """Take other checks."""
        self.beginResetModel()
        self.checks = checks
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        """One for each array."""
        return 0 if parent is not None and parent.isValid() else len(self.checks)

    def columnCount(self, parent: _Index | None = None) -> int:
        """Array, matched to, verdict, largest difference, where, relative, mean, own shape, expected shape."""
        return 0 if parent is not None and parent.isValid() else len(WIDTHS)

    def headings(self) -> tuple[str, ...]:
        """What the columns are called."""
        return (
            self.tr("Array"),
            self.tr("Compared with"),
            self.tr("Verdict"),
            self.tr("Largest difference"),
            self.tr("Where, or why not"),
            self.tr("Relative"),
            self.tr("Mean"),
            self.tr("Shape"),
            self.tr("Expected"),
        )

    def row_texts(self, check: OwnCheck) -> tuple[str, ...]:
        """The cells of one row."""
        compared = check.reason is None
        return (
            check.name,
            check.matched or "–",
            self.verdict(check),
            small_number(check.largest) if compared else "",
            self.where(check),
            small_number(check.relative) if compared else "",
            small_number(check.mean) if compared else "",
            _shape(check.shape),
            _shape(check.expected),
        )

    def verdict(self, check: OwnCheck) -> str:
        """Whether the array agrees, in a word."""
        if check.reason is not None:
            return self.tr("not compared")
        return self.tr("agrees") if check.agrees else self.tr("differs")

    def where(self, check: OwnCheck) -> str:
        """The place of the largest difference: layer, head, row and column counted from 1; of other arrays the indices from 0.

        Of an array that was not compared, the reason; of a single map without a difference, what it was compared with.
        """
        if check.reason is not None:
            return explain(check.reason)
        return self.single(check) if check.where is None or check.largest == 0 else self._place(check)

    def _place(self, check: OwnCheck) -> str:
        if check.place is None:
            return _shape(check.where)
        layer, head, query, key = (integer(place + 1) for place in check.place)
        text = self.tr("layer {layer}, head {head}: row {query}, column {key}")
        return text.format(layer=layer, head=head, query=query, key=key)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The text of a cell; in full in the tooltip; agreement and difference in their colours as well as in words."""
        if not index.isValid():
            return None
        check = self.checks[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.row_texts(check)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self.sentence(check))
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == 2:
            return self.color(check)
        if role == Qt.ItemDataRole.FontRole and index.column() in CODE:
            return self.theme.font("figure")
        return None

    def color(self, check: OwnCheck) -> QColor:
        """The colour of a verdict."""
        theme = self.theme
        return theme.muted if check.reason is not None else theme.value if check.agrees else theme.key

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The name of a column."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.headings()[section]
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    def sentence(self, check: OwnCheck) -> str:
        """A row in words, with a full stop; all digits are in what is copied and exported."""
        if check.reason is not None:
            return f"{check.name}: {explain(check.reason)}"
        text = self.tr("{name}: the same numbers as {matched}.")
        if math.isnan(check.largest):
            text = self.tr("{name} against {matched}: {verdict}; at {where}, {own} against {computed}.")
        elif not check.agrees or check.largest != 0:
            text = self.tr(
                "{name} against {matched}: {verdict}; largest difference {largest} at {where} ({own} against {computed})."
            )
        words = text.format(
            name=check.name,
            matched=check.matched,
            verdict=self.verdict(check),
            largest=number_in_words(check.largest),
            where=self._place(check),
            own=number_in_words(check.own),
            computed=number_in_words(check.computed),
        )
        return f"{words} {self.single(check)}." if self.single(check) else words

    def single(self, check: OwnCheck) -> str:
        """Which head a single map was compared with, and why; empty for other arrays."""
        if check.place is None or len(check.expected or ()) != 2:
            return ""
        layer, head = (integer(place + 1) for place in check.place[:2])
        if check.by_selection:
            text = self.tr("A single map: compared with layer {layer}, head {head}, because that head is selected")
        else:
            text = self.tr("A single map: compared with layer {layer}, head {head}, as its name says")
        return text.format(layer=layer, head=head)
