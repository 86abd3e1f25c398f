"""OverflowTabs: a bar of tabs; those for which there is no room stand in a menu at its end, never the one on top."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QTabBar, QToolButton, QWidget

from gui.access import describe
from gui.theme.theme import LIGHT, Theme


class _Bar(QTabBar):
    """Tabs that may be as wide as there is room."""

    def width_of(self, index: int) -> int:
        """What a tab takes when it is shown."""
        return self.tabSizeHint(index).width()

    def minimumSizeHint(self) -> QSize:
        """Tabs that have no room are hidden."""
        return QSize(0, super().minimumSizeHint().height())

    def to_start(self) -> None:
        """Scroll back as far as the tabs that are shown allow.

        Qt scrolls a bar that gets too narrow to the tab on top, and leaves it there when other tabs are hidden: all may be out of
        sight then. Only a change of size makes it look again.
        """
        super().resizeEvent(QResizeEvent(self.size(), self.size()))


class OverflowTabs(QWidget):
    """Shows as many tabs as fit."""

    chosen = Signal(int)
    """A tab was chosen by the person."""

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self.bar = _Bar()
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        self.bar.setUsesScrollButtons(False)
        self.bar.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for _ in range(count):
            self.bar.addTab("")
        self.more = QToolButton()
        self.more.setProperty("role", "plain")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._menu = QMenu(self.more)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self.more.setMenu(self._menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.bar, 1)
        row.addWidget(self.more, 0, Qt.AlignmentFlag.AlignVCenter)
        self.bar.currentChanged.connect(self._changed)
        self.retranslate()

    @property
    def current(self) -> int:
        """The tab on top."""
        return self.bar.currentIndex()

    def set_current(self, index: int) -> None:
        """Put a tab on top; nothing is emitted."""
        self.bar.blockSignals(True)
        self.bar.setCurrentIndex(index)
        self.bar.blockSignals(False)
        self.arrange()

    def set_texts(self, texts: tuple[str, ...], tips: tuple[str, ...]) -> None:
        """What each tab is called, and what it shows."""
        for index, (text, tip) in enumerate(zip(texts, tips, strict=True)):
            self.bar.setTabText(index, text)
            self.bar.setTabToolTip(index, tip)
        self.arrange()

    def set_theme(self, theme: Theme) -> None:
        """Fonts and colours come with the style sheet; the room is another."""
        if theme != self._theme:
            self._theme = theme
            self.arrange()

    def retranslate(self) -> None:
        """Set all own texts in the language in use."""
        self.more.setText(self.tr("More ▾"))
        describe(self.more, self.tr("More pages"), self.tr("The pages for which there is no room in the bar"))

    def arrange(self) -> None:
        """Hide what does not fit, from the end on, but never the tab on top."""
        bar = self.bar
        count, room = bar.count(), self.width()
        widths = [bar.width_of(index) for index in range(count)]
        shown = set(range(count))
        if sum(widths) > room:
            room -= self.more.sizeHint().width()
            order = [bar.currentIndex(), *(index for index in range(count) if index != bar.currentIndex())]
            shown, used = set(), 0
            for index in order:
                used += widths[index]
                if used > room and shown:
                    break
                shown.add(index)
        for index in range(count):
            if bar.isTabVisible(index) != (index in shown):
                bar.setTabVisible(index, index in shown)
        self.more.setVisible(len(shown) < count)
        bar.to_start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another number of tabs may fit."""
        super().resizeEvent(event)
        self.arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language or of the style."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _fill(self) -> None:
        self._menu.clear()
        for index in range(self.bar.count()):
            if not self.bar.isTabVisible(index):
                action = self._menu.addAction(self.bar.tabText(index).replace("&", "&&"))
                action.setToolTip(self.bar.tabToolTip(index))
                action.triggered.connect(partial(self._take, index))

    def _take(self, index: int, _checked: bool = False) -> None:
        self.set_current(index)
        self.chosen.emit(index)

    def _changed(self, index: int) -> None:
        self.arrange()
        self.chosen.emit(index)
