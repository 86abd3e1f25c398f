"""The statistics of all heads as a model of Qt's: what each cell shows, says, is sorted by and copies as."""

from __future__ import annotations

import html
import math
from typing import Final, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QWidget

from core.inside.statistics import NAMES, NO_NAME, HeadStatistics
from gui.access import tooltip
from gui.i18n import decimal, integer

_Index = QModelIndex | QPersistentModelIndex
_DIGITS: Final = 3
COLUMNS: Final = (
    "layer",
    "head",
    "name",
    "entropy",
    "uniformity",
    "mean_distance",
    "previous",
    "first",
    "self",
    "duplicate",
)
"""What the columns show, from left to right."""
CHANGED: Final = int(Qt.ItemDataRole.UserRole)
"""Role of whether the number of a head bears the mark of what is changed by hand."""


class _Columns(NamedTuple):
    """Heading and meaning of each column, in the language in use."""

    heading: dict[str, str]
    meaning: dict[str, str]


class StatisticsModel(QAbstractTableModel):
    """One row a head in the order of layers; the proxy of the table sorts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[HeadStatistics, ...] = ()
        self._columns = self._words()
        self._name_font: QFont | None = None
        self._ink: QColor | None = None
        self._changed: frozenset[tuple[int, int]] = frozenset()

    def set_changed(self, changed: frozenset[tuple[int, int]]) -> None:
        """The heads (layer, head) that are changed by hand."""
        if changed != self._changed:
            self._changed = changed
            if self._rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(COLUMNS) - 1))

    def set_name_font(self, font: QFont) -> None:
        """The font of the names, which are words and no figures."""
        self._name_font = font

    def set_ink(self, ink: QColor | None) -> None:
        """Write all cells in another colour; None for the ordinary one."""
        if ink != self._ink:
            self._ink = ink
            if self._rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(COLUMNS) - 1))

    def set_statistics(self, rows: tuple[HeadStatistics, ...]) -> None:
        """Take new rows; views keep their place while the number of heads stays the same."""
        resized = len(rows) != len(self._rows)
        if resized:
            self.beginResetModel()
        self._rows = rows
        if resized:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(COLUMNS) - 1))

    def retranslate(self) -> None:
        """Headings in the language in use."""
        self._columns = self._words()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(COLUMNS) - 1))

    def head_of(self, row: int) -> tuple[int, int]:
        """Layer and head of a row, counted from 0."""
        return self._rows[row].layer, self._rows[row].head

    def row_of(self, layer: int, head: int) -> int | None:
        """The row of a head; None where there is none."""
        return next((at for at, one in enumerate(self._rows) if (one.layer, one.head) == (layer, head)), None)

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        one, column = self._rows[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.shown(one, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"<qt>{html.escape(self.sentence(one, column))}</qt>"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.sentence(one, column)
        if role == CHANGED:
            return column == "head" and (one.layer, one.head) in self._changed
        if role == Qt.ItemDataRole.FontRole and column == "name":
            return self._name_font
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._ink
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if column == "name" else Qt.AlignmentFlag.AlignRight
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        name = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._columns.heading[name]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self._columns.meaning[name])
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._columns.heading[name]}: {self._columns.meaning[name]}"
        return None

    def value(self, row: int, column: int) -> float | str | None:
        """What a cell is sorted by: a number, the name's score behind its words, or None where there is nothing."""
        one, name = self._rows[row], COLUMNS[column]
        if name == "name":
            return None if one.name is None else self.shown(one, name)
        return _number(one, name)

    def shown(self, one: HeadStatistics, column: str) -> str:
        """The text of a cell."""
        if column == "name":
            words = QCoreApplication.translate("core", NO_NAME if one.name is None else NAMES[one.name])
            if one.name is None or one.name_score is None:
                return words
            return self.tr("{name} {score}").format(name=words, score=decimal(one.name_score, 2))
        if column in ("layer", "head"):
            return integer(getattr(one, column) + 1)
        number = _number(one, column)
        return "–" if number is None else decimal(number, 2 if column == "mean_distance" else _DIGITS)

    def sentence(self, one: HeadStatistics, column: str) -> str:
        """A cell in words, with what chance would give."""
        where = self.tr("Layer {layer}, head {head}").format(layer=one.layer + 1, head=one.head + 1)
        text = f"{where}, {self._columns.heading[column]}: {self.shown(one, column)}"
        chance = getattr(one.chance, column, None)
        if column in ("mean_distance", "previous", "first", "self", "duplicate") and chance is not None:
            digits = 2 if column == "mean_distance" else _DIGITS
            text += "; " + self.tr("even attention would give {chance}").format(chance=decimal(chance, digits))
        elif column not in ("layer", "head", "name") and _number(one, column) is None:
            text += "; " + self.tr("there is nothing to measure in this sentence")
        return text + "; " + self.tr("changed by hand") if (one.layer, one.head) in self._changed else text

    def exact(self, row: int, column: int) -> str:
        """A cell for the clipboard: numbers in full with a decimal point, nothing where nothing was measured."""
        one, name = self._rows[row], COLUMNS[column]
        if name == "name":
            return self.shown(one, name)
        if name in ("layer", "head"):
            return str(getattr(one, name) + 1)
        number = _number(one, name)
        return "" if number is None else repr(number)

    def headings(self) -> list[str]:
        """All headings."""
        return [self._columns.heading[name] for name in COLUMNS]

    def _words(self) -> _Columns:
        return _Columns(
            {
                "layer": self.tr("Layer"),
                "head": self.tr("Head"),
                "name": self.tr("Looks at"),
                "entropy": self.tr("Entropy"),
                "uniformity": self.tr("Evenness"),
                "mean_distance": self.tr("Distance"),
                "previous": self.tr("Previous"),
                "first": self.tr("First"),
                "self": self.tr("Itself"),
                "duplicate": self.tr("Same"),
            },
            {
                "layer": self.tr("Layers count from 1, from the input on."),
                "head": self.tr("Heads count from 1 in each layer."),
                "name": self.tr(
                    "A name stands only where the score lies far above what even attention would give, with that score; "
                    "and on sentences of five tokens and more."
                ),
                "entropy": self.tr("Mean entropy of the rows: 0 when each token looks at one token only, 1 when at all alike."),
                "uniformity": self.tr("Share of each row's weight that need not move to make it even. 1 is even attention."),
                "mean_distance": self.tr("How far away the tokens looked at stand, in tokens: the mean, weighted by attention."),
                "previous": self.tr("Weight on the token just before, mean over all tokens but the first."),
                "first": self.tr("Weight on the first token, mean over all others."),
                "self": self.tr("Weight of each token on itself, mean over all tokens."),
                "duplicate": self.tr("Weight on the same token elsewhere, mean over the tokens that stand more than once."),
            },
        )


class SortedStatistics(QSortFilterProxyModel):
    """Sorts numbers as numbers and words as words; what was not measured comes last in both directions."""

    def lessThan(self, left: _Index, right: _Index) -> bool:
        model = self.sourceModel()
        assert isinstance(model, StatisticsModel)
        a, b = model.value(left.row(), left.column()), model.value(right.row(), right.column())
        if a is None or b is None:
            ascending = self.sortOrder() == Qt.SortOrder.AscendingOrder
            return (b is None and a is not None) if ascending else (a is None and b is not None)
        if isinstance(a, str) or isinstance(b, str):
            return str(a).casefold() < str(b).casefold()
        return a < b


def _number(one: HeadStatistics, column: str) -> float | None:
    """The number of a column; None where nothing was measured."""
    holder = one if column in ("layer", "head", "entropy", "uniformity") else one.scores
    number: float | None = getattr(holder, column)
    return None if number is None or not math.isfinite(number) else number
