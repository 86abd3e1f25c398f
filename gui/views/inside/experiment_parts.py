"""What a page of experiments shows of an outcome: its table, which can be read aloud and copied, and its chart."""

from __future__ import annotations

import math

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QSizePolicy, QTableView, QWidget

from core.experiments.outcome import Outcome
from gui.access import describe
from gui.drawing.inside.experiment_tables import Cell, Table
from gui.drawing.inside.outcome_picture import chart_height, paint_chart
from gui.drawing.map_marks import Texts
from gui.theme.theme import LIGHT, FontRole, Theme

_Index = QModelIndex | QPersistentModelIndex
_ROW = 24


class OutcomeTableModel(QAbstractTableModel):
    """A table of words; numbers in full in the tooltip, as a sentence for a screen reader."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = Table()
        self.theme = LIGHT
        self.stale = False

    def set_table(self, table: Table) -> None:
        """Show another table."""
        self.beginResetModel()
        self.table = table
        self.endResetModel()

    def renew(self) -> None:
        """Let the views ask again for colours and fonts."""
        if self.table.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def rowCount(self, parent: _Index | None = None) -> int:
        """One row for each thing measured."""
        return 0 if parent is not None and parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: _Index | None = None) -> int:
        """One column for each number of it."""
        return 0 if parent is not None and parent.isValid() else len(self.table.header)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Text, colour, font and words of a cell."""
        if not index.isValid():
            return None
        row = self.table.rows[index.row()]
        cell = row[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return cell.exact or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row[0].text}, {self.table.header[index.column()]}: {cell.text}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if index.column() else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.FontRole:
            return self.theme.font(_role(cell), bold=cell.tone == "odd")
        if role == Qt.ItemDataRole.ForegroundRole:
            if self.stale or cell.tone == "zero":
                return self.theme.muted
            return self.theme.key if cell.tone == "odd" else self.theme.text
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The names of the columns."""
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(self.table.header):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.table.header[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int((Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter)
        return None


class OutcomeTable(QTableView):
    """The table of an outcome, as high as its rows. Ctrl+C copies the selection in full precision."""

    row_chosen = Signal(int)
    """The row that the person moved to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = OutcomeTableModel(self)
        self._theme = LIGHT
        self.setModel(self._model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setHighlightSections(False)
        self.retranslate()

    @property
    def table(self) -> Table:
        """What is shown."""
        return self._model.table

    def set_table(self, table: Table) -> None:
        """Show another table, nothing of it chosen."""
        if table != self._model.table:
            self._model.set_table(table)
            self._fit()

    def set_stale(self, stale: bool) -> None:
        """Whether these are numbers of an earlier model or sentence."""
        if stale != self._model.stale:
            self._model.stale = stale
            self._model.renew()

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = self._model.theme = theme
        self.setFont(theme.font("control"))
        self.horizontalHeader().setFont(theme.font("control"))
        self.verticalHeader().setDefaultSectionSize(theme.px(_ROW))
        self.horizontalHeader().setFixedHeight(theme.px(_ROW))
        self._model.renew()
        self._fit()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        describe(
            self, self.tr("Numbers of the experiment"), self.tr("Arrow keys move over the numbers; Ctrl+C copies the selection.")
        )

    def copy_selection(self) -> None:
        """Put the chosen cells on the clipboard, the names of their columns first; one cell alone is just its number."""
        chosen = self.selectionModel().selectedIndexes()
        if not chosen:
            return
        rows, columns = sorted({at.row() for at in chosen}), sorted({at.column() for at in chosen})
        table = self.table
        lines = [[table.rows[row][column].copied for column in columns] for row in rows]
        if len(chosen) > 1:
            lines.insert(0, [table.header[column] for column in columns])
        QGuiApplication.clipboard().setText("\n".join("\t".join(line) for line in lines))

    def sizeHint(self) -> QSize:
        """As wide as the columns and as high as the rows."""
        return QSize(self.horizontalHeader().length(), self.height())

    def minimumSizeHint(self) -> QSize:
        """Narrower than the columns, which then scroll."""
        return QSize(self._theme.px(120), self.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selection()
            event.accept()
        else:
            super().keyPressEvent(event)

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self.row_chosen.emit(current.row())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_height()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _fit(self) -> None:
        """Columns as wide as their widest text, and the height of all rows."""
        theme, table = self._theme, self.table
        texts = Texts(theme)
        for number, name in enumerate(table.header):
            words = [texts.width(row[number].text, _role(row[number]), row[number].tone == "odd") for row in table.rows]
            self.setColumnWidth(number, math.ceil(max([texts.width(name, "control"), *words])) + theme.px(22))
        self.setMaximumWidth(self.horizontalHeader().length() + 6)
        self._set_height()

    def _set_height(self) -> None:
        """That of all rows, and of the bar where the columns have to be scrolled."""
        bar = self.horizontalScrollBar().sizeHint().height() if self.width() < self.maximumWidth() else 2
        height = self._theme.px(_ROW) * (len(self.table.rows) + 1) + bar + 2
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)


def _role(cell: Cell) -> FontRole:
    """Differences stand in small type: there is one for each layer, in words."""
    return "caption" if cell.tone in ("zero", "not zero") else "control"


class OutcomeChart(QWidget):
    """The chart of an outcome. It takes no keys: the table beside it does, and chooses what is pointed out here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Outcome | None = None
        self._marked: int | None = None
        self._depth: int | None = None
        self._stale = False
        self._theme = LIGHT
        self._texts = Texts(LIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_outcome(self, outcome: Outcome | None) -> None:
        """Show the chart of another outcome."""
        if outcome is not self._outcome:
            self._outcome, self._marked = outcome, None
            self._set_height()
            self.update()

    def set_depth(self, depth: int | None) -> None:
        """Show the blocks of networks of this depth, where there are several."""
        if depth != self._depth:
            self._depth = depth
            self._set_height()
            self.update()

    def set_marked(self, row: int | None) -> None:
        """Point out what row of the table is about."""
        if row != self._marked:
            self._marked = row
            self.update()

    def set_stale(self, stale: bool) -> None:
        """Dim it while it shows an earlier model."""
        if stale != self._stale:
            self._stale = stale
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if not self._texts.fits(theme):
            self._texts = Texts(theme)
        self._theme = theme
        self.renew()

    def renew(self) -> None:
        """Paint it anew: theme or language are other ones, and with them the room that words take."""
        self._set_height()
        self.update()

    def set_words(self, name: str, words: str) -> None:
        """What the chart is called, and what it shows."""
        describe(self, name, words)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self._outcome is None:
            return
        with QPainter(self) as painter:
            if self._stale:
                painter.setOpacity(0.45)
            paint_chart(painter, QRectF(self.rect()), self._outcome, self._theme, self._texts, self._marked, self._depth)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_height()

    def _set_height(self) -> None:
        """As much as the charts take in the width there is: never less in a narrower place, so that the page comes to rest."""
        height = chart_height(self._outcome, self.width(), self._depth, self._theme, self._texts)
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)
