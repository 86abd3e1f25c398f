"""The ledger's rows as the person reads them, and the tree model that holds them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.model.ledger import HEADLINES, LedgerRow, Note, Section, Unit
from gui.i18n import integer, memory, signed

Index = QModelIndex | QPersistentModelIndex
EntryRole: Final = Qt.ItemDataRole.UserRole
"""The LedgerEntry of a row."""
SECTIONS: Final[tuple[Section, ...]] = ("parameters", "scores", "work", "block", "memory")
"""What is asked for most stands at the top."""
PARTS: Final[dict[str, tuple[str, ...]]] = {
    "parameters.blocks": ("parameters.attention", "parameters.feed_forward", "parameters.norms"),
    "scores.total": ("scores.per_layer", "scores.allowed_per_head", "scores.allowed"),
}
"""Rows that can be folded away under another row of their section."""
_WHOLE_OF: Final = {part: whole for whole, parts in PARTS.items() for part in parts}
_HEAD, _ALLOWED = "scores.per_head", "scores.allowed_per_head"


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
    has_parts: bool = False


def entry_of(row: LedgerRow, before: int | None, allowed: LedgerRow | None = None) -> LedgerEntry:
    """Write `row` for a person; `before` is its value at the last setting, None when there is no such thing.

    `allowed` is the row of the cells that the mask allows, where `row` counts all of them.
    """
    label = _core(row.label)
    value, unit = integer(row.value), _unit_sign(row.unit)
    formula = "" if row.formula == "0" else formula_text(row.formula)
    if row.unit == "byte" and row.value >= 1024:
        formula = f"{formula} ≈ {memory(row.value)}"
    notes = [note_text(note) for note in row.notes]
    if allowed is not None and allowed.value != row.value:
        notes = [f"{_core(allowed.label)}: {integer(allowed.value)}"]
    detail = " — ".join(filter(None, (formula, *notes)))
    change = signed(row.value - before) if before is not None and before != row.value else ""
    spoken = f"{label}: {value} {_unit_word(row.unit)}"
    if change:
        spoken += ", " + QCoreApplication.translate("LedgerModel", "changed by {change}").format(change=change)
    if detail:
        spoken += f"; {detail}"
    return LedgerEntry(
        key=row.key,
        depth=0 if row.key in HEADLINES else 2 if row.key in _WHOLE_OF else 1,
        label=label,
        number=row.value,
        value=value,
        unit=unit,
        detail=detail,
        change=change,
        spoken=spoken,
        has_parts=row.key in HEADLINES or row.key in PARTS,
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


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a row stands in the tree: the number of the row it belongs to (-1: none), and its place among those."""

    key: str
    above: int
    place: int


class LedgerModel(QAbstractItemModel):
    """Sections with their rows and the parts of these: a tree with one column. Its shape never changes once it has been set.

    Rows are put into words when they are looked at: most changes touch rows that are folded away.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[str, LedgerRow] = {}
        self._before: dict[str, int] = {}
        self._entries: dict[str, LedgerEntry] = {}
        self._places: list[_Place] = []
        self._below: list[list[int]] = []
        self._top: list[int] = []
        self._numbers: dict[str, int] = {}

    def set_rows(self, rows: Sequence[LedgerRow], before: dict[str, int]) -> tuple[str, ...]:
        """Show `rows`, with the values `before` by key; return the keys of those that look different now."""
        new = {row.key: row for row in rows}
        earlier, self._before = self._before, before
        if new.keys() != self._rows.keys():
            self.beginResetModel()
            self._rows = new
            self._entries.clear()
            self._arrange()
            self.endResetModel()
            return tuple(new)
        old, self._rows = self._rows, new
        changed = [
            key for key, row in new.items() if row != old[key] or (before is not earlier and before.get(key) != earlier.get(key))
        ]
        if _ALLOWED in changed and _HEAD not in changed:
            changed.append(_HEAD)  # it states how many of its cells are allowed
        for key in changed:
            self._entries.pop(key, None)
        self._announce(changed)
        return tuple(changed)

    def reword(self) -> None:
        """Put all rows into words again: the language has changed."""
        self._entries.clear()
        self._announce(self._rows)

    def entries(self) -> tuple[LedgerEntry, ...]:
        """All rows from top to bottom."""
        return tuple(self._entry(place.key) for place in self._places)

    def row(self, index: Index) -> LedgerRow | None:
        """The row at `index`."""
        return self._rows[self._places[index.internalId()].key] if index.isValid() else None

    def index_of(self, key: str) -> QModelIndex:
        """Where the row called `key` stands; an invalid index when there is none."""
        number = self._numbers.get(key)
        return QModelIndex() if number is None else self._index(number)

    def _arrange(self) -> None:
        """Number all rows from top to bottom, each followed by those that fold away under it."""
        self._places, self._below, self._top = [], [], []

        def add(key: str, above: int) -> int:
            number = len(self._places)
            siblings = self._top if above < 0 else self._below[above]
            self._places.append(_Place(key, above, len(siblings)))
            self._below.append([])
            siblings.append(number)
            return number

        for section in SECTIONS:
            headline = -1
            for row in self._rows.values():
                if row.section == section and row.key not in _WHOLE_OF:
                    number = add(row.key, headline)
                    headline = number if headline < 0 else headline
                    for part in PARTS.get(row.key, ()):
                        add(part, number)
        self._numbers = {place.key: number for number, place in enumerate(self._places)}

    def _entry(self, key: str) -> LedgerEntry:
        entry = self._entries.get(key)
        if entry is None:
            allowed = self._rows[_ALLOWED] if key == _HEAD else None
            entry = self._entries[key] = entry_of(self._rows[key], self._before.get(key), allowed)
        return entry

    def _index(self, number: int) -> QModelIndex:
        return self.createIndex(self._places[number].place, 0, number)

    def _announce(self, keys: Iterable[str]) -> None:
        """Tell the views which rows look different: one message for each group of rows that stand under the same one."""
        groups: dict[int, list[int]] = {}
        for key in keys:
            number = self._numbers[key]
            groups.setdefault(self._places[number].above, []).append(number)
        for numbers in groups.values():
            self.dataChanged.emit(self._index(min(numbers)), self._index(max(numbers)))

    # Qt's own. internalId is the number of a row from the top.

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's signature
        siblings = self._below[parent.internalId()] if parent.isValid() else self._top
        if column != 0 or not 0 <= row < len(siblings):
            return QModelIndex()
        return self.createIndex(row, 0, siblings[row])

    def parent(self, child: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        above = self._places[child.internalId()].above if child.isValid() else -1
        return QModelIndex() if above < 0 else self._index(above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(self._below[parent.internalId()]) if parent.isValid() else len(self._top)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role not in (EntryRole, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        entry = self._entry(self._places[index.internalId()].key)
        if role == EntryRole:
            return entry
        return entry.spoken if role == Qt.ItemDataRole.AccessibleTextRole else f"{entry.label} {entry.value} {entry.unit}".rstrip()
