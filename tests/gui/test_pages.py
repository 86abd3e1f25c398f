"""The tabs of the middle area, and pages that are made when they are first looked at."""

from __future__ import annotations

from typing import get_args

import pytest
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from gui.access import accessible_controls
from gui.choices import Tab
from gui.theme.theme import DARK, Theme
from gui.views.heads_page import HeadsPage
from gui.views.pages import Pages


class Toy(QWidget):
    """A page that notes what it is told."""

    cell_selected = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.told: list[object] = []

    def set_theme(self, theme: Theme) -> None:
        self.told.append(theme)

    def set_cell(self, query: int | None, key: int | None) -> None:
        self.told.append((query, key))


@pytest.fixture
def pages(qtbot: QtBot) -> Pages:
    shown = Pages(HeadsPage(), {"lines": Toy, "stream": Toy})
    qtbot.addWidget(shown)
    shown.resize(800, 640)
    shown.show()
    return shown


def bar(pages: Pages) -> QTabBar:
    (found,) = [child for child in pages.findChildren(QTabBar) if child.isVisible()]
    return found


def test_tabs_stand_in_their_order_and_only_those_that_have_a_page(pages: Pages) -> None:
    assert [bar(pages).tabText(index) for index in range(bar(pages).count())] == ["Heads", "Table", "Lines", "Stream"]
    assert [tab for tab in get_args(Tab) if tab in ("heads", "table", "lines", "stream")] == ["heads", "table", "lines", "stream"]


def test_a_page_is_made_when_it_is_first_looked_at_and_kept(pages: Pages, qtbot: QtBot) -> None:
    """With the theme in use; the person's choice is reported, the program's is not."""
    pages.set_theme(DARK)
    assert pages.page("lines") is None
    with qtbot.waitSignals([pages.page_made, pages.tab_changed]):
        qtbot.keyClick(bar(pages), Qt.Key.Key_Right)
        qtbot.keyClick(bar(pages), Qt.Key.Key_Right)
    made = pages.page("lines")
    assert isinstance(made, Toy)
    assert made.isVisible()
    assert made.told == [DARK]
    with qtbot.assertNotEmitted(pages.tab_changed), qtbot.assertNotEmitted(pages.page_made):
        pages.set_tab("heads")
        pages.set_tab("lines")
    assert pages.page("lines") is made
    assert pages.tab == "lines"


def test_only_the_page_on_top_is_told_and_only_what_it_knows(pages: Pages) -> None:
    pages.set_tab("stream")
    pages.set_tab("lines")
    pages.tell("set_cell", 1, 2)
    pages.tell("set_hovered_token", 3)
    lines, stream = pages.page("lines"), pages.page("stream")
    assert isinstance(lines, Toy)
    assert isinstance(stream, Toy)
    assert lines.told[-1] == (1, 2)
    assert (1, 2) not in stream.told


def test_maps_and_table_are_two_sides_of_one_page(pages: Pages) -> None:
    heads = pages.page("heads")
    assert isinstance(heads, HeadsPage)
    pages.set_tab("table")
    assert heads.table.isVisible()
    assert not heads.head_map.isVisible()
    pages.set_tab("heads")
    assert heads.head_map.isVisible()


def test_b99_the_tabs_have_a_name_and_say_what_is_on_top(pages: Pages) -> None:
    pages.set_tab("table")
    assert bar(pages) in list(accessible_controls(pages))
    assert bar(pages).accessibleName()
    assert "table" in bar(pages).accessibleDescription()


def out_of_sight(pages: Pages) -> list[str]:
    """Tabs that the bar counts as shown and that are scrolled away, or do not fit."""
    tabs = bar(pages)
    shown = [index for index in range(tabs.count()) if tabs.isTabVisible(index)]
    return [tabs.tabText(index) for index in shown if not tabs.rect().contains(tabs.tabRect(index))]


@pytest.mark.parametrize("tab", get_args(Tab))
def test_no_tab_is_scrolled_away_when_there_is_less_room(qtbot: QtBot, tab: Tab) -> None:
    """Nor when there is more again; the tab on top is always there."""
    pages = Pages(HeadsPage(), dict.fromkeys(get_args(Tab)[2:], Toy))
    qtbot.addWidget(pages)
    pages.resize(1200, 640)
    pages.show()
    pages.set_tab(tab)
    for width in (450, 1200, 440, 320, 700, 330):
        pages.resize(width, 640)
        QApplication.processEvents()
        assert out_of_sight(pages) == []
        assert bar(pages).isTabVisible(get_args(Tab).index(tab))
