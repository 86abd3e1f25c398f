"""PageArea: a page that gets all the room there is, and is scrolled where that is less than it needs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class PageArea(QScrollArea):
    """The page is never smaller than its minimum size hint, so no part of it covers another."""

    def __init__(self, page: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(page)

    def minimumSizeHint(self) -> QSize:
        """Whatever is left: the page is scrolled."""
        return QSize(0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the page the room there is."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow a page that needs more or less room than before."""
        if watched is self._page and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        room, bar = self.maximumViewportSize(), self.verticalScrollBar().sizeHint().width()
        least = self._least(room.width())
        if least.height() > room.height():
            room.setWidth(room.width() - bar)
            least = self._least(room.width())
        if least.width() > room.width():
            room.setHeight(room.height() - bar)
        self._page.resize(room.expandedTo(least))

    def _least(self, width: int) -> QSize:
        """The smallest size in which the page shows everything, when there is so much width."""
        least, layout = self._page.minimumSizeHint().expandedTo(self._page.minimumSize()), self._page.layout()
        if layout is not None and layout.hasHeightForWidth():
            least.setHeight(max(least.height(), layout.totalMinimumHeightForWidth(max(width, least.width()))))
        return least
