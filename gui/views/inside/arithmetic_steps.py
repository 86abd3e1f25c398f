"""The steps of the arithmetic one below the other: number, colour of what they are about, title, result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from core.inside.chain_steps import Chain
from gui.access import tooltip
from gui.drawing.inside.arithmetic_words import FIGURES, Meaning
from gui.drawing.map_marks import Texts
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme

HEIGHT: Final = 28
RESULT_FROM: Final = 210
"""Width from which there is room for results, at zoom 1."""

_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list."""

    title: str
    result: str
    meaning: Meaning


class StepModel(QAbstractListModel):
    """The entries, readable by a screen reader."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()

    def set_entries(self, entries: tuple[Entry, ...]) -> None:
        """Take new entries; the selection stays where as many lines stay."""
        if entries == self._entries:
            return
        if len(entries) != len(self._entries):
            self.beginResetModel()
            self._entries = entries
            self.endResetModel()
            return
        changed = [row for row, (old, new) in enumerate(zip(self._entries, entries, strict=True)) if old != new]
        self._entries = entries
        for row in changed:
            self.dataChanged.emit(self.index(row), self.index(row))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them."""
        return self._entries

    def entry(self, row: int) -> Entry:
        """The entry of a line."""
        return self._entries[row]

    def rowCount(self, parent: _Index | None = None) -> int:
        """One row for each step."""
        return 0 if parent is not None and parent.isValid() else len(self._entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Number, title and result in one line of text."""
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        text = f"{integer(index.row() + 1)}. {entry.title}: {entry.result}"
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return text
        return tooltip(text) if role == Qt.ItemDataRole.ToolTipRole else None


class _Delegate(QStyledItemDelegate):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._theme, self._texts = LIGHT, Texts(LIGHT)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if not self._texts.fits(theme):
            self._texts = Texts(theme)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(self._theme.px(100), self._theme.px(HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, texts, model = self._theme, self._texts, index.model()
        assert isinstance(model, StepModel)
        entry = model.entry(index.row())
        rect = QRectF(option.rect)
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink, muted = (theme.on_accent, theme.on_accent) if chosen else (theme.text, theme.muted)
        color: QColor = getattr(theme, entry.meaning)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.accent if chosen else theme.raised)
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.px(5), theme.px(5))
        mark = QRectF(rect.x() + theme.px(5), rect.y() + theme.px(7), theme.px(4), rect.height() - theme.px(14))
        painter.fillRect(mark, ink if chosen else color)
        middle = rect.center().y()
        painter.setPen(muted)
        painter.setFont(texts.font("caption"))
        number = texts.get(integer(index.row() + 1), "caption")
        left, right = rect.x() + theme.px(30), rect.right() - theme.px(6)
        painter.drawStaticText(QPointF(left - number.width, middle - number.height / 2), number.static)
        left += theme.px(7)
        if rect.width() >= theme.px(RESULT_FROM):
            painter.setFont(texts.font(FIGURES))
            result = texts.get(entry.result, FIGURES, limit=theme.px(96))
            painter.drawStaticText(QPointF(right - result.width, middle - result.height / 2), result.static)
            right -= result.width + theme.px(6)
        painter.setFont(texts.font("control", chosen))
        painter.setPen(ink)
        title = texts.get(entry.title, "control", bold=chosen, limit=right - left)
        painter.drawStaticText(QPointF(left, middle - title.height / 2), title.static)
        painter.restore()


class StepList(QListView):
    """The list; up and down go through it, as left and right do."""

    step_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = StepModel(self)
        self._delegate = _Delegate(self)
        self._following = False
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is shown."""
        return self._model.entries

    def set_steps(self, entries: tuple[Entry, ...], step: int) -> None:
        """Show the entries, and `step` as the chosen one; nothing is emitted."""
        self._following = True
        self._model.set_entries(entries)
        if entries and self.currentIndex().row() != step:
            self.setCurrentIndex(self._model.index(step))
        self._following = False

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._delegate.set_theme(theme)
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def dataChanged(self, first: _Index, last: _Index, roles: Sequence[int] = ()) -> None:
        """Paint the lines again; Qt would lay all of them out, but whatever they say, they are equally high."""
        del roles
        self.viewport().update(self.visualRect(first).united(self.visualRect(last)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right do what up and down do."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        elif 0 <= self.currentIndex().row() + step < self._model.rowCount():
            self.setCurrentIndex(self._model.index(self.currentIndex().row() + step))

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        """Pass on which step was gone to."""
        super().currentChanged(current, previous)
        if current.isValid() and not self._following:
            self.step_chosen.emit(current.row())


def same_step(before: Chain | None, step: int, after: Chain | None) -> int:
    """The step of `after` that is of the same kind (and about the same token of the cell), or else the one as far on."""
    if before is None or after is None:
        return 0
    old = before.steps[step]
    same = [n for n, new in enumerate(after.steps) if new.kind == old.kind]
    if not same:
        return min(step, len(after.steps) - 1)
    return same[-1] if len(same) > 1 and old.token != before.query else same[0]
