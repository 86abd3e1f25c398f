"""StatisticsTable: every head with its scores, sortable, and a name where the scores bear one out."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from core.inside.statistics import HeadStatistics
from core.model.weights import Origin
from gui.access import describe
from gui.drawing.map_marks import paint_corner
from gui.i18n import decimal, integer
from gui.theme.theme import LIGHT, Theme
from gui.views.inside.statistics_model import CHANGED, COLUMNS, SortedStatistics, StatisticsModel
from gui.views.ledger_text import StillText
from gui.views.wrapped_words import Words

_Index = QModelIndex | QPersistentModelIndex
_NAME: Final = COLUMNS.index("name")
_WIDTHS: Final = {"layer": 48, "head": 58, "name": 150}
_WIDTH: Final = 72
"""All columns stand beside each other in the window of 1440 × 900; in a smaller one they scroll."""


class _Cells(QStyledItemDelegate):
    """Paints the corner that marks a head which is changed by hand."""

    theme = LIGHT

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        super().paint(painter, option, index)
        if index.data(CHANGED):
            paint_corner(painter, QRectF(option.rect), self.theme.px(9), self.theme)


class _View(QTableView):
    """Copies on Ctrl+C; everything else is the table's own."""

    copied = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
            event.accept()
        else:
            super().keyPressEvent(event)


class StatisticsTable(QWidget):
    """The table, and above it a line that says whose weights these are and what that means.

    Ctrl+C copies the selected rows as tab-separated text with headings, all rows when none is selected.
    """

    head_selected = Signal(int, int)
    """Layer and head of the row that was chosen, counted from 0."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._statistics: tuple[HeadStatistics, ...] | None = None
        self._origin: Origin | None = None
        self._selected: tuple[int, int] | None = None
        self._following = False
        self._notice, self._meanings = StillText(2), Words(2, "caption")
        self._model = StatisticsModel(self)
        self._sorted = SortedStatistics(self)
        self._sorted.setSourceModel(self._model)
        self.table = _View()
        self.table.setModel(self._sorted)
        self._cells = _Cells(self)
        self.table.setItemDelegate(self._cells)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionsClickable(True)
        header.setHighlightSections(False)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.table.copied.connect(self.copy_selection)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._notice)
        self._column.addWidget(self.table, 1)
        self._column.addWidget(self._meanings)
        self._set_sizes()
        self.retranslate()

    # What is shown

    def set_statistics(self, statistics: tuple[HeadStatistics, ...] | None) -> None:
        """Show one row a head; None says what to do."""
        if statistics is self._statistics or statistics == self._statistics:
            return
        self._statistics = statistics
        self._following = True
        self._model.set_statistics(statistics or ())
        self._following = False
        self._mark()
        self._say()

    def set_changed(self, changed: frozenset[tuple[int, int]]) -> None:
        """Mark the heads (layer, head) that are changed by hand."""
        self._model.set_changed(changed)

    def set_origin(self, origin: Origin | None) -> None:
        """Say whose weights were measured: with random ones, that patterns are chance."""
        if origin != self._origin:
            self._origin = origin
            self._say()

    def set_selected(self, layer: int, head: int) -> None:
        """Mark a head, counted from 0, without saying that it was chosen here."""
        if (layer, head) != self._selected:
            self._selected = (layer, head)
            self._mark()

    def set_stale(self, stale: bool) -> None:
        """Dim the table while newer numbers are being computed."""
        self._model.set_ink(self._theme.muted if stale else None)

    def set_theme(self, theme: Theme) -> None:
        """Fonts and zoom; colours come with the palette."""
        if theme != self._theme:
            self._theme = self._cells.theme = theme
            self._set_sizes()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._model.retranslate()
        what = self.tr("One row a head, sorted by any column. Up and Down choose a head; Ctrl+C copies.")
        describe(self.table, self.tr("Statistics of all heads"), what)
        self._meanings.set_text(
            self.tr(
                "Evenness 1: shared out evenly. Distance: mean, in tokens. "
                "Same: weight on the same token elsewhere; “–”: none stands twice."
            )
        )
        self._say()

    # What is handed out

    def numbers(self) -> list[list[str]]:
        """All rows as they are sorted now, under their headings; numbers in full."""
        return [self._model.headings(), *(self._exact(row) for row in range(self._sorted.rowCount()))]

    def accessible_text(self) -> str:
        """How many heads have a name, and which head is marked."""
        if not self._statistics:
            return self._notice.text
        named = sum(one.name is not None for one in self._statistics)
        text = self.tr("{n} heads, {named} of them with a clear pattern").format(
            n=integer(len(self._statistics)), named=integer(named)
        )
        return f"{self._notice.text} {text}."

    def copy_selection(self) -> None:
        """Put the selected rows on the clipboard, or all of them."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()}) or range(self._sorted.rowCount())
        lines = [self._model.headings(), *(self._exact(row) for row in rows)]
        QGuiApplication.clipboard().setText("".join("\t".join(line) + "\n" for line in lines))

    # Qt's own

    def minimumSizeHint(self) -> QSize:
        """With the heading and three rows in sight."""
        return QSize(self._theme.px(320), self._height_of(3))

    def full_height(self) -> int:
        """What shows every row."""
        return self._height_of(self._sorted.rowCount())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # Inside

    def _height_of(self, rows: int) -> int:
        """Height of everything with so many rows in sight; room for a bar to scroll sideways counts where there may be one."""
        margins, table = self._column.contentsMargins(), self.table
        around = margins.top() + margins.bottom() + 2 * self._column.spacing() + self._notice.height() + self._meanings.height()
        inside = table.horizontalHeader().sizeHint().height() + rows * table.verticalHeader().defaultSectionSize()
        if table.horizontalHeader().length() > table.width() - 2 * table.frameWidth():
            inside += table.horizontalScrollBar().sizeHint().height()
        return around + inside + 2 * table.frameWidth() + self._theme.px(2)

    def _exact(self, row: int) -> list[str]:
        source = self._sorted.mapToSource(self._sorted.index(row, 0)).row()
        return [self._model.exact(source, column) for column in range(len(COLUMNS))]

    def _row_changed(self, current: _Index, _before: _Index) -> None:
        if self._following or not current.isValid():
            return
        head = self._model.head_of(self._sorted.mapToSource(self._sorted.index(current.row(), 0)).row())
        if head != self._selected:
            self._selected = head
            self.head_selected.emit(*head)

    def _mark(self) -> None:
        row = None if self._selected is None else self._model.row_of(*self._selected)
        if row is None:
            return
        at = self._sorted.mapFromSource(self._model.index(row, _NAME))
        current = self.table.currentIndex()
        if current.row() != at.row():
            self._following = True
            self.table.setCurrentIndex(at)
            self._following = False

    def _say(self) -> None:
        if self._statistics is None:
            text = self.tr("Type a sentence above: here you will see the scores of every head.")
        elif not self._statistics or all(one.scores.self is None for one in self._statistics):
            text = self.tr("No tokens, so nothing to measure.")
        elif self._origin == "random":
            text = self.tr("Random weights: what a head seems to do here is chance.")
        else:
            text = self.tr("Measured on this sentence alone. A head gets a name only when its score supports it.")
        self._notice.set_text(" ".join(part for part in (text, self._chance()) if part))

    def _chance(self) -> str:
        """What the scores are to be held against."""
        if not self._statistics:
            return ""
        chance = self._statistics[0].chance
        if chance.mean_distance is None or chance.previous is None or chance.first is None or chance.self is None:
            return ""
        values = {
            "distance": decimal(chance.mean_distance, 2),
            "previous": decimal(chance.previous, 2),
            "first": decimal(chance.first, 2),
            "itself": decimal(chance.self, 2),
        }
        if chance.duplicate is None:
            text = self.tr("Even attention would score: distance {distance}, previous {previous}, first {first}, itself {itself}.")
            return text.format(**values)
        text = self.tr(
            "Even attention would score: distance {distance}, previous {previous}, first {first}, itself {itself}, same {same}."
        )
        return text.format(**values, same=decimal(chance.duplicate, 2))

    def _set_sizes(self) -> None:
        theme = self._theme
        self._notice.set_theme(theme)
        self._meanings.set_theme(theme)
        self._column.setContentsMargins(theme.px(14), theme.px(8), theme.px(14), theme.px(6))
        self._column.setSpacing(theme.px(8))
        self.table.setFont(theme.font("figure"))
        self._model.set_name_font(theme.font("control"))
        header = self.table.horizontalHeader()
        header.setFont(theme.font("control"))
        for at, name in enumerate(COLUMNS):
            self.table.setColumnWidth(at, theme.px(_WIDTHS.get(name, _WIDTH)))
        self.table.verticalHeader().setDefaultSectionSize(theme.px(26))


if __name__ == "__main__":
    from core.inside.statistics import head_statistics
    from core.model import run
    from gui.preview import show

    def _example() -> StatisticsTable:
        here = run("The keys to the cabinet are on the table")
        table = StatisticsTable()
        table.set_statistics(head_statistics(here.trace, here.trace.ids))
        table.set_origin("random")
        table.set_selected(1, 2)
        return table

    show(_example)
