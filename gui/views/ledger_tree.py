"""The rows of the ledger as a tree: folded and walked by keyboard, read by screen readers."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QTreeView, QWidget

COPY: Final = QKeySequence.StandardKey.Copy


class LedgerTree(QTreeView):
    """The rows. As high as all of them: the panel around it scrolls."""

    width_changed = Signal()
    copied = Signal()
    """Ctrl+C was pressed on a row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.header().setStretchLastSection(False)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setProperty("role", "bare")  # the row in focus has the ring, so the tree needs no frame of its own

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = self.viewport().width()
        if width != self.columnWidth(0):
            self.setColumnWidth(0, width)
            self.doItemsLayout()  # formulas wrap elsewhere, so all heights are new
            self.width_changed.emit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.matches(COPY):
            event.accept()  # what the row has to give goes before any menu's “Copy”
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(COPY):
            self.copied.emit()
        else:
            super().keyPressEvent(event)

    def content_height(self, above: QModelIndex = QModelIndex()) -> int:  # noqa: B008 - an invalid index, as in Qt
        """Height of all rows under `above` that are not folded away."""
        height = 0
        for place in range(self.model().rowCount(above)):
            row = self.model().index(place, 0, above)
            height += self.rowHeight(row)
            if self.isExpanded(row):
                height += self.content_height(row)
        return height
