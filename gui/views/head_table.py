"""HeadTable: the numbers of one head as a table that can be read aloud and copied."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Final, cast

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelection,
    QItemSelectionRange,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from core.model.config import mask_allows
from core.model.trace import FloatArray
from gui.access import announce, describe
from gui.drawing.labels import named
from gui.drawing.map_marks import Texts, paint_outline
from gui.i18n import decimal, integer
from gui.theme.theme import LIGHT, Theme

COPY_LIMIT: Final = 65_536
"""Most cells that are put on the clipboard at once (256 × 256); more would stop the window, and `export` writes them."""
_DIGITS: Final = 3

_Index = QModelIndex | QPersistentModelIndex


class HeadTableModel(QAbstractTableModel):
    """The map [T, T] of one head: rows and columns carry the labels of the tokens, masked cells say so."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pattern: FloatArray | None = None
        self._labels: tuple[str, ...] = ()
        self._causal = False
        self._window = 0

    def set_map(self, pattern: FloatArray | None, labels: tuple[str, ...], causal: bool, window: int) -> None:
        """Take new numbers; views keep their place as long as the number of tokens stays the same.

        Raises
        ------
        ValueError
            When there are not as many labels as rows.
        """
        if pattern is not None and pattern.shape != (len(labels), len(labels)):
            raise ValueError(f"{len(labels)} labels for a map of {pattern.shape}")
        count = 0 if pattern is None else len(labels)
        resized = count != self.rowCount()
        if resized:
            self.beginResetModel()
        relabelled = labels != self._labels
        self._pattern, self._labels, self._causal, self._window = pattern, labels, causal, window
        if resized:
            self.endResetModel()
        elif count:
            self.dataChanged.emit(self.index(0, 0), self.index(count - 1, count - 1))
            if relabelled:
                self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, count - 1)
                self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, count - 1)

    def rowCount(self, parent: _Index | None = None) -> int:
        """T, one row for each token that looks."""
        return 0 if self._pattern is None or (parent is not None and parent.isValid()) else len(self._labels)

    def columnCount(self, parent: _Index | None = None) -> int:
        """T, one column for each token looked at."""
        return self.rowCount(parent)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The number in three decimals; in full in the tooltip; as a sentence for a screen reader."""
        if not index.isValid() or self._pattern is None:
            return None
        query, key = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.tr("masked") if self.masked(query, key) else decimal(float(self._pattern[query, key]), _DIGITS)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"<qt>{html.escape(self._sentence(query, key, self.exact(query, key)))}</qt>"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._sentence(query, key, decimal(float(self._pattern[query, key]), _DIGITS))
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The label of a token."""
        if role == Qt.ItemDataRole.DisplayRole and 0 <= section < len(self._labels):
            return self._labels[section]
        if role == Qt.ItemDataRole.AccessibleTextRole and 0 <= section < len(self._labels):
            words = self.tr("“{token}” looks") if orientation == Qt.Orientation.Vertical else self.tr("“{token}” is looked at")
            return words.format(token=named(self._labels, section))
        return None

    def masked(self, query: int, key: int) -> bool:
        """Whether the mask forbids the cell, or it has no value."""
        assert self._pattern is not None
        allowed = mask_allows(query, key, causal=self._causal, window=self._window)
        return not allowed or bool(np.isnan(self._pattern[query, key]))

    def exact(self, query: int, key: int) -> str:
        """The value in as many digits as bring the same number back, with a decimal point in every language; or “masked”."""
        assert self._pattern is not None
        return self.tr("masked") if self.masked(query, key) else str(self._pattern[query, key])

    def as_tsv(self, top: int, left: int, bottom: int, right: int) -> str:
        """The cells from (top, left) to (bottom, right), both included, with labels; one cell alone is just its number."""
        if (top, left) == (bottom, right):
            return self.exact(top, left)
        rows = [["", *self._labels[left : right + 1]]]
        keys = range(left, right + 1)
        rows += [[self._labels[query], *(self.exact(query, key) for key in keys)] for query in range(top, bottom + 1)]
        return "".join("\t".join(row) + "\n" for row in rows)

    def _sentence(self, query: int, key: int, value: str) -> str:
        names = {"query": named(self._labels, query), "key": named(self._labels, key)}
        if self.masked(query, key):
            return self.tr("“{query}” may not look at “{key}”: masked").format(**names)
        return self.tr("“{query}” looks at “{key}”: {value}").format(**names, value=value)


class _Cells(QStyledItemDelegate):
    """Paints a cell: Qt would ask seven things of each and the style sheet besides, two hundred times when the table scrolls."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._theme, self._texts = LIGHT, Texts(LIGHT)
        self.token: int | None = None
        """The token that is pointed at elsewhere: its row and its column are raised."""

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if not self._texts.fits(theme):
            self._texts = Texts(theme)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """The number on the right, like a selection where it is selected."""
        theme, rect, state = self._theme, option.rect, option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(rect, theme.accent)
        elif self.token in (index.row(), index.column()):
            painter.fillRect(rect, theme.raised)
        elif state & QStyle.StateFlag.State_HasFocus:
            paint_outline(painter, QRectF(rect), theme.accent, theme)
        padding = theme.px(9)
        text = self._texts.get(str(index.data()), "figure", limit=rect.width() - padding)
        painter.setFont(self._texts.font("figure"))
        painter.setPen(theme.on_accent if selected else theme.text)
        place = QPointF(rect.right() - padding - text.width, rect.center().y() - text.height / 2)
        painter.drawStaticText(place, text.static)


class HeadTable(QTableView):
    """The table of one head. Ctrl+C copies the selected cells as tab-separated text, in full precision.

    While it is not on screen it keeps what it is given and makes nothing of it: new rows and columns at every keystroke would
    let the whole window be laid out anew.
    """

    cell_selected = Signal(int, int)
    """Query and key of the cell that was moved to."""
    cell_hovered = Signal(object)
    """(query, key) under the pointer, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._delegate = HeadTableModel(self), _Cells(self)
        self._theme = LIGHT
        self._following = False
        self._hovered: tuple[int, int] | None = None
        self._map: tuple[FloatArray | None, tuple[str, ...], bool, int] | None = None
        self._cell: tuple[int | None, int | None] = (None, None)
        self.setModel(self._model)
        self.setMouseTracking(True)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setHighlightSections(True)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self._set_sizes()
        self.retranslate()

    def set_map(self, pattern: FloatArray | None, labels: tuple[str, ...], causal: bool, window: int) -> None:
        """Show the numbers of `pattern` [T, T], when the table is on screen."""
        self._map = (pattern, labels, causal, window)
        if self.isVisible():
            self.fill()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Make a cell the current one, without saying that it was chosen here."""
        self._cell = (query, key)
        if self.isVisible():
            self.fill()

    def set_hovered_token(self, index: int | None) -> None:
        """Raise the row and the column of a token that is pointed at elsewhere."""
        if index != self._delegate.token:
            self._delegate.token = index
            self.viewport().update()

    def fill(self) -> None:
        """Take over what was set last: when the table comes on screen, or for whoever reads it without seeing it."""
        if self._map is not None:
            self._model.set_map(*self._map)
            self._map = None
        query, key = self._cell
        count = self._model.rowCount()
        if query is None or key is None or not (0 <= query < count and 0 <= key < count):
            return
        current = self.currentIndex()
        if (current.row(), current.column()) != (query, key):
            self._following = True
            self.setCurrentIndex(self._model.index(query, key))
            self._following = False

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if theme != self._theme:
            self._theme = theme
            self._delegate.set_theme(theme)
            self._set_sizes()
            self.viewport().update()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        what = self.tr(
            "The numbers of the selected head: each row is a token that looks, each column a token looked at. "
            "Ctrl+C copies the selection."
        )
        describe(self, self.tr("Table of one head"), what)
        self.viewport().update()

    def copy_selection(self) -> None:
        """Put the selected cells on the clipboard, or say that they are too many."""
        area = _bounds(self.selectionModel().selection())
        if area.isEmpty():
            return
        if area.width() * area.height() > COPY_LIMIT:
            text = self.tr("{n} cells are too many for the clipboard (limit {limit}): export the numbers to a file instead.")
            text = text.format(n=integer(area.width() * area.height()), limit=integer(COPY_LIMIT))
            QToolTip.showText(self.mapToGlobal(self.rect().center()), text, self)
            announce(self, text)
            return
        QGuiApplication.clipboard().setText(self._model.as_tsv(area.top(), area.left(), area.bottom(), area.right()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which cell is pointed at."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        self._hover((index.row(), index.column()) if index.isValid() else None)

    def viewportEvent(self, event: QEvent) -> bool:
        """Nothing is pointed at any more when the pointer leaves the cells."""
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy; everything else is the table's own."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selection()
            event.accept()
        else:
            super().keyPressEvent(event)

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        """Pass on which cell was moved to."""
        super().currentChanged(current, previous)
        if current.isValid() and not self._following:
            self.cell_selected.emit(current.row(), current.column())

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what was set in the meantime."""
        self.fill()
        super().showEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _hover(self, cell: tuple[int, int] | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.cell_hovered.emit(cell)

    def _set_sizes(self) -> None:
        theme = self._theme
        self.setFont(theme.font("figure"))
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setFont(theme.font("control"))
        self.horizontalHeader().setDefaultSectionSize(theme.px(72))
        self.verticalHeader().setDefaultSectionSize(theme.px(26))
        self.verticalHeader().setFixedWidth(theme.px(112))


def _bounds(selection: QItemSelection) -> QRect:
    """The rectangle of cells around what is selected: x is the column, y the row."""
    area = QRect()
    for part in cast("Iterable[QItemSelectionRange]", selection):  # a list in C++, which Qt's type hints forget
        area = area.united(QRect(part.left(), part.top(), part.width(), part.height()))
    return area


if __name__ == "__main__":
    from gui.preview import show
    from gui.views.map_toys import toy_labels, toy_pattern

    def _example() -> HeadTable:
        widget = HeadTable()
        widget.set_map(toy_pattern(9, causal=True), toy_labels(9), True, 0)
        return widget

    show(_example)
