"""Pages: the middle of the window, one page at a time, chosen by its tab.

The heads are there from the start; every other page is made when it is first looked at, so that it costs nothing until then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from gui.access import describe
from gui.choices import Tab
from gui.theme.theme import LIGHT, Theme
from gui.views.changes_line import ChangesLine
from gui.views.heads_page import HeadsPage
from gui.views.overflow_tabs import OverflowTabs
from gui.views.page_area import PageArea

_TABS: Final[tuple[Tab, ...]] = get_args(Tab)
ON_HEADS: Final = ("heads", "table")
"""Tabs that are two sides of one page."""
_LEAST_HEIGHT: Final = 160


class Pages(QWidget):
    """A bar of tabs over the page that is chosen.

    Parameters
    ----------
    heads
        The page of the maps.
    makers
        For every other tab a function that makes its page; a tab without one is left out.
    """

    tab_changed = Signal(str)
    """A tab was chosen by the person."""
    page_made = Signal(str, object)
    """(tab, page): a page was made, before it is shown."""

    def __init__(self, heads: HeadsPage, makers: Mapping[str, Callable[[], QWidget]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._presenting = False
        self._makers = dict(makers)
        self._made: dict[str, QWidget] = dict.fromkeys(ON_HEADS, heads)
        self._shown = tuple(tab for tab in _TABS if tab in self._made or tab in self._makers)
        self._heads = heads
        self.changes = ChangesLine()
        self._tabs = OverflowTabs(len(self._shown))
        self._stack = QStackedWidget()
        self._areas: dict[QWidget, PageArea] = {}
        self._add(heads)
        column = self._column = QVBoxLayout(self)
        column.setSpacing(0)
        column.addWidget(self._tabs)
        column.addWidget(self.changes)
        column.addWidget(self._stack, 1)
        self._tabs.chosen.connect(self._tab_chosen)
        self._set_spacing()
        self.retranslate()

    @property
    def tab(self) -> str:
        """The tab on top."""
        return self._shown[self._tabs.current]

    def page(self, tab: str) -> QWidget | None:
        """The page of a tab, None while nobody has looked at it."""
        return self._made.get(tab)

    def made(self) -> list[QWidget]:
        """All pages there are, each once."""
        return list(dict.fromkeys(self._made.values()))

    def set_tab(self, tab: str) -> None:
        """Show the page of `tab`; nothing is emitted but `page_made`."""
        if tab != self.tab:
            self._tabs.set_current(self._shown.index(tab))
        self._show(tab)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if theme == self._theme:
            return
        self._theme = theme
        self.changes.set_theme(theme)
        self._tabs.set_theme(theme)
        for page in self.made():
            _call(page, "set_theme", theme)
        self._set_spacing()

    def set_presenting(self, presenting: bool) -> None:
        """For a class: every page gives what it can spare to its maps, also those that are made later.

        A page has a method for it, or asks for its property `presenting` when it shares out its room.
        """
        self._presenting = presenting
        for page in self.made():
            self._tell_presenting(page)

    def tell(self, method: str, *arguments: Any) -> None:
        """Call a method of the page on top, if it has it."""
        _call(self._made[self.tab], method, *arguments)

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        names = {
            "heads": self.tr("Heads"),
            "table": self.tr("Table"),
            "lines": self.tr("Lines"),
            "intervene": self.tr("Intervene"),
            "stages": self.tr("Stages"),
            "arithmetic": self.tr("Arithmetic"),
            "stream": self.tr("Stream"),
            "positions": self.tr("Positions"),
            "experiments": self.tr("Experiments"),
            "training": self.tr("Training"),
            "seeds": self.tr("Seeds"),
            "compare": self.tr("Compare"),
            "check": self.tr("Check"),
        }
        tips = {
            "heads": self.tr("The maps of all heads, and one of them large"),
            "table": self.tr("The selected head as a table of numbers"),
            "lines": self.tr("Who looks at whom, as lines between the tokens"),
            "intervene": self.tr("Every head in numbers, and how to change what it does"),
            "stages": self.tr("One head step by step: Q, K, V, scores, pattern, z"),
            "arithmetic": self.tr("Every step of one cell, with its numbers"),
            "stream": self.tr("What attention and the feed-forward network add to the residual stream"),
            "positions": self.tr("How order gets into the model"),
            "experiments": self.tr("Claims about order, heads, cost, depth and reach, measured here"),
            "training": self.tr("Small models that learn side by side, with the norm here or there"),
            "seeds": self.tr("The same head with other random weights"),
            "compare": self.tr("Two models or two sentences beside each other"),
            "check": self.tr("Your own arrays beside what is computed here"),
        }
        self._tabs.set_texts(tuple(names[tab] for tab in self._shown), tuple(tips[tab] for tab in self._shown))
        describe(self._tabs.bar, self.tr("Pages"), tips[self.tab])

    def minimumSizeHint(self) -> QSize:
        """As wide as the maps have to be; what is higher or wider scrolls."""
        return QSize(self._heads.minimumSizeHint().width(), self._tabs.sizeHint().height() + self._theme.px(_LEAST_HEIGHT))

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _tab_chosen(self, index: int) -> None:
        self._show(self._shown[index])
        self.tab_changed.emit(self._shown[index])

    def _show(self, tab: str) -> None:
        if tab not in self._made:
            page = self._makers[tab]()
            self._made[tab] = page
            self._add(page)
            _call(page, "set_theme", self._theme)
            self._tell_presenting(page)
            self.page_made.emit(tab, page)
        self._stack.setCurrentWidget(self._areas[self._made[tab]])
        self.changes.set_wanted(tab != "intervene")
        if tab in ON_HEADS:
            self._heads.set_tab(tab)
        describe(self._tabs.bar, self._tabs.bar.accessibleName(), self._tabs.bar.tabToolTip(self._shown.index(tab)))

    def _add(self, page: QWidget) -> None:
        self._areas[page] = PageArea(page)
        self._stack.addWidget(self._areas[page])

    def _tell_presenting(self, page: QWidget) -> None:
        page.setProperty("presenting", self._presenting)
        _call(page, "set_presenting", self._presenting)

    def _set_spacing(self) -> None:
        self._column.setContentsMargins(0, 0, 0, 0)


def _call(page: QWidget, method: str, *arguments: Any) -> None:
    """Pages differ in what they show; what one does not show it need not be told."""
    function = getattr(page, method, None)
    if function is not None:
        function(*arguments)
