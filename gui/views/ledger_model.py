"""The ledger's rows as the person reads them, and the tree model that holds them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.model.ledger import HEADLINES, LedgerRow, Note, Unit
from gui.i18n import integer, memory, signed

Index = QModelIndex | QPersistentModelIndex
EntryRole: Final = Qt.ItemDataRole.UserRole
"""The LedgerEntry of a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """One row in the language in use. `number` is its plain value, `change` "" when it did not change."""

    key: str
    depth: int
    label: str
    number: int
    value: str
    unit: str
    detail: str
    change: str
    spoken: str


def entry_of(row: LedgerRow, before: int | None) -> LedgerEntry:
    """Write `row` for a person; `before` is its value at the last setting, None when there is no such thing."""
    label = _core(row.label)
    value, unit = integer(row.value), _unit_sign(row.unit)
    formula = "" if row.formula == "0" else formula_text(row.formula)
    if row.unit == "byte" and row.value >= 1024:
        formula = f"{formula} ≈ {memory(row.value)}"
    detail = " — ".join(filter(None, (formula, *map(note_text, row.notes))))
    change = signed(row.value - before) if before is not None and before != row.value else ""
    spoken = f"{label}: {value} {_unit_word(row.unit)}"
    if change:
        spoken += ", " + QCoreApplication.translate("LedgerModel", "changed by {change}").format(change=change)
    if detail:
        spoken += f"; {detail}"
    return LedgerEntry(
        key=row.key,
        depth=row.depth,
        label=label,
        number=row.value,
        value=value,
        unit=unit,
        detail=detail,
        change=change,
        spoken=spoken,
    )


def formula_text(formula: str) -> str:
    """A formula of core.model.ledger with its numbers grouped and its words translated."""
    return re.sub(r"[0-9]+|[a-z]+", _written, formula)


def note_text(note: Note) -> str:
    """A note, translated and filled in."""
    return _core(note.template).format(**{name: integer(value) for name, value in note.values.items()})


def _written(match: re.Match[str]) -> str:
    part = match.group()
    return integer(int(part)) if part[0].isdigit() else _core(part)


def _core(template: str) -> str:
    """The translation of a text that core marked."""
    return QCoreApplication.translate("core", template)


def _unit_sign(unit: Unit) -> str:
    """What stands after the number; the label of the others says what is counted."""
    if unit == "byte":
        return QCoreApplication.translate("LedgerModel", "bytes")
    return unit if unit in ("MAC", "FLOP") else ""


def _unit_word(unit: Unit) -> str:
    match unit:
        case "parameter":
            return QCoreApplication.translate("LedgerModel", "parameters")
        case "cell":
            return QCoreApplication.translate("LedgerModel", "cells")
        case "byte":
            return QCoreApplication.translate("LedgerModel", "bytes")
        case _:
            return unit


class LedgerModel(QAbstractItemModel):
    """Sections with their rows: a tree of two levels with one column. Its shape never changes once it has been set.

    Rows are put into words when they are looked at: most changes touch rows that are folded away.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sections: list[list[LedgerRow]] = []
        self._before: dict[str, int] = {}
        self._entries: dict[str, LedgerEntry] = {}

    def set_rows(self, rows: Sequence[LedgerRow], before: dict[str, int]) -> tuple[str, ...]:
        """Show `rows`, with the values `before` by key; return the keys of those that look different now."""
        sections = _sections(rows)
        earlier, self._before = self._before, before
        if [len(section) for section in sections] != [len(section) for section in self._sections]:
            self.beginResetModel()
            self._sections = sections
            self._entries.clear()
            self.endResetModel()
            return tuple(row.key for row in rows)
        changed: list[str] = []
        for number, (old, new) in enumerate(zip(self._sections, sections, strict=True)):
            places = [
                place
                for place, row in enumerate(new)
                if row != old[place] or (before is not earlier and before.get(row.key) != earlier.get(row.key))
            ]
            if places:
                self._sections[number] = new
                keys = [new[place].key for place in places]
                changed += keys
                for key in keys:
                    self._entries.pop(key, None)
                self._announce(number, places[0], places[-1])
        return tuple(changed)

    def reword(self) -> None:
        """Put all rows into words again: the language has changed."""
        self._entries.clear()
        for number, section in enumerate(self._sections):
            self._announce(number, 0, len(section) - 1)

    def entries(self) -> tuple[LedgerEntry, ...]:
        """All rows from top to bottom."""
        return tuple(self._entry(row) for section in self._sections for row in section)

    def row(self, index: Index) -> LedgerRow | None:
        """The row at `index`."""
        if not index.isValid():
            return None
        section = index.internalId()
        return self._sections[index.row()][0] if section == 0 else self._sections[section - 1][index.row() + 1]

    def index_of(self, key: str) -> QModelIndex:
        """Where the row called `key` stands; an invalid index when there is none."""
        for number, section in enumerate(self._sections):
            for place, row in enumerate(section):
                if row.key == key:
                    headline = self.index(number, 0)
                    return headline if place == 0 else self.index(place - 1, 0, headline)
        return QModelIndex()

    def _entry(self, row: LedgerRow) -> LedgerEntry:
        entry = self._entries.get(row.key)
        if entry is None:
            entry = self._entries[row.key] = entry_of(row, self._before.get(row.key))
        return entry

    def _announce(self, section: int, first: int, last: int) -> None:
        """Tell the views that the rows `first` … `last` of a section look different; row 0 is its headline."""
        headline = self.index(section, 0)
        if first == 0:
            self.dataChanged.emit(headline, headline)
        if last > 0:
            self.dataChanged.emit(self.index(max(first, 1) - 1, 0, headline), self.index(last - 1, 0, headline))

    # Qt's own. internalId is 0 for a headline, else 1 + the number of its section.

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's signature
        if column != 0 or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, 0, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, child: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        section = child.internalId() if child.isValid() else 0
        return self.createIndex(section - 1, 0, 0) if section else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._sections)
        return len(self._sections[parent.row()]) - 1 if parent.internalId() == 0 else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index)
        if row is None or role not in (EntryRole, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        entry = self._entry(row)
        if role == EntryRole:
            return entry
        return entry.spoken if role == Qt.ItemDataRole.AccessibleTextRole else f"{entry.label} {entry.value} {entry.unit}".rstrip()


def _sections(rows: Iterable[LedgerRow]) -> list[list[LedgerRow]]:
    sections: list[list[LedgerRow]] = []
    for row in rows:
        if row.key in HEADLINES:
            sections.append([])
        sections[-1].append(row)
    return sections
