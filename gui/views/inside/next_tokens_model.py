"""The likeliest next tokens as a model of Qt's: what each cell shows, says and copies as."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from core.inside.output import Candidate, NextTokens
from gui.access import tooltip
from gui.i18n import MINUS, integer
from gui.views.inside.own_arrays_model import small_number

_Index = QModelIndex | QPersistentModelIndex
_NONE: Final = NextTokens(0, (), 0, None)
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class NextTokensModel(QAbstractTableModel):
    """One row a candidate, a last one for all others; columns of before and of the difference where something was changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._output = _NONE
        self._names: dict[int, str] = {}
        self._cells: list[tuple[str, ...]] = []
        self._ink: QColor | None = None

    @property
    def changed(self) -> bool:
        """Whether there is a before."""
        return _has_before(self._output)

    def set_output(self, output: NextTokens | None, names: dict[int, str]) -> None:
        """Take other candidates, and the labels of the ids that the sentence has."""
        output = output or _NONE
        if (output, names) == (self._output, self._names):
            return
        shape = (self.rowCount(), self.columnCount())
        other = (len(_rows_of(output)), 4 if _has_before(output) else 2) != shape
        if other:
            self.beginResetModel()
        self._output, self._names = output, names
        self._cells = [self._texts(candidate) for candidate in _rows_of(output)]
        if other:
            self.endResetModel()
        else:
            self._renew()

    def set_ink(self, ink: QColor | None) -> None:
        """Write all cells in another colour; None for the ordinary one."""
        if ink != self._ink:
            self._ink = ink
            self._renew()

    def retranslate(self) -> None:
        """Headings and names in the language in use."""
        self._cells = [self._texts(candidate) for candidate in self._rows()]
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)
        self._renew()

    def rowCount(self, parent: _Index | None = None) -> int:
        """The candidates, and all others together."""
        return 0 if parent is not None and parent.isValid() else len(self._rows())

    def columnCount(self, parent: _Index | None = None) -> int:
        """Token and probability; or token, before, after, difference."""
        return 0 if parent is not None and parent.isValid() else 4 if self.changed else 2

    def headings(self) -> list[str]:
        """What the columns are called."""
        if self.changed:
            return [self.tr("Token"), self.tr("Before"), self.tr("After"), self.tr("Difference")]
        return [self.tr("Token"), self.tr("Probability")]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Text, colour and words of a cell."""
        if not index.isValid():
            return None
        candidate, column = self._rows()[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cells[index.row()][column]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.sentence(candidate)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self.sentence(candidate))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(_RIGHT if column else _LEFT)
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._ink
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The name of a column."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.headings()[section]
        return int(_RIGHT if section else _LEFT) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def name(self, candidate: Candidate) -> str:
        """The label that the sentence has for the id, else the id."""
        if candidate is self._output.rest:
            return self.tr("others")
        return self._names.get(candidate.id) or self.tr("id {number}").format(number=integer(candidate.id))

    def sentence(self, candidate: Candidate) -> str:
        """A row in words."""
        name, *numbers = self._texts(candidate)
        if candidate is self._output.rest:
            name = self.tr("{n} others").format(n=integer(self._output.others))
        if candidate.before is None:
            return self.tr("{name}: probability {after}").format(name=name, after=numbers[0])
        text = self.tr("{name}: before {before}, after {after}, difference {difference}")
        return text.format(name=name, before=numbers[0], after=numbers[1], difference=numbers[2])

    def sentences(self, count: int) -> str:
        """The first rows in words."""
        return "; ".join(self.sentence(candidate) for candidate in self._rows()[:count])

    def table(self) -> list[list[str]]:
        """Everything with its headings, numbers in full with a decimal point."""
        rows = [["id", *self.headings()]] if self._output.candidates else []
        for candidate in self._rows():
            numbers = [candidate.after]
            if candidate.before is not None:
                numbers = [candidate.before, candidate.after, candidate.after - candidate.before]
            rows.append([str(candidate.id) if candidate.id >= 0 else "", self.name(candidate), *map(repr, numbers)])
        return rows

    def _rows(self) -> tuple[Candidate, ...]:
        return _rows_of(self._output)

    def _texts(self, candidate: Candidate) -> tuple[str, ...]:
        """The cells of a row."""
        name, after = self.name(candidate), small_number(candidate.after)
        if candidate.before is None:
            return (name, after)
        return (name, small_number(candidate.before), after, _signed(candidate.after - candidate.before))

    def _renew(self) -> None:
        if self._rows():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))


def _rows_of(output: NextTokens) -> tuple[Candidate, ...]:
    return output.candidates if output.rest is None else (*output.candidates, output.rest)


def _has_before(output: NextTokens) -> bool:
    return any(candidate.before is not None for candidate in output.candidates)


def _signed(x: float) -> str:
    """A difference with its sign, 0 without."""
    text = small_number(x)
    return text if x == 0 or text.startswith(MINUS) else f"+{text}"
