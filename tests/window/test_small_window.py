"""Windows smaller than 1024 × 640: one panel gives way, pages are scrolled, and no part covers or cuts off another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import get_args

import pytest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QSplitterHandle, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from gui import i18n
from gui.app import Desk
from gui.choices import Tab
from tests.window.conftest import Settle

SENTENCES = {"en": "The keys to the cabinet are on the table", "es": "Las llaves del armario están sobre la mesa"}


def parts_of(widget: QWidget) -> list[QWidget]:
    """What stands in `widget` on screen."""
    return [
        child
        for child in widget.findChildren(QWidget)
        if child.parentWidget() is widget and child.isVisible() and not isinstance(child, QSplitterHandle)
    ]


def faults(root: QWidget) -> Iterator[str]:
    """Parts that cover each other, leave the place they stand in, or have no room for their own words."""
    for widget in (root, *root.findChildren(QWidget)):
        if not widget.isVisible() or isinstance(widget.parentWidget(), QAbstractButton):
            continue
        parts = parts_of(widget)
        for one, other in combinations(parts, 2):
            if one.geometry().intersects(other.geometry()):
                yield f"{one} {one.geometry()} and {other} {other.geometry()} in {widget}"
        scrolled = isinstance(widget.parentWidget(), QAbstractScrollArea)
        if not scrolled and not isinstance(widget, QAbstractScrollArea):
            yield from (
                f"{part} {part.geometry()} in {widget.size()}" for part in parts if not widget.rect().contains(part.geometry())
            )
        if isinstance(widget, QAbstractButton) and widget.text() and widget.width() < widget.minimumSizeHint().width():
            yield f"{widget.text()}: {widget.width()} of {widget.minimumSizeHint().width()}"


def test_the_tabs_stay_in_sight_when_the_window_is_made_smaller_and_larger(desk: Desk, settle: Settle) -> None:
    """On every page; Qt would scroll them away, and only “More” would be left."""
    window, bar = desk.views.window, desk.views.pages.findChild(QTabBar)
    for tab in get_args(Tab):
        desk.act(f"tab:{tab}")
        for size in ((1024, 640), (1440, 900), (720, 480), (1440, 900)):
            window.resize(*size)
            settle()
            shown = [index for index in range(bar.count()) if bar.isTabVisible(index)]
            assert bar.currentIndex() in shown
            assert [bar.tabText(index) for index in shown if not bar.rect().contains(bar.tabRect(index))] == [], (tab, size)


@pytest.mark.parametrize("language", ["en", "es"])
def test_training_has_a_tab_in_a_window_of_the_usual_size(desk: Desk, settle: Settle, language: str) -> None:
    """It is not hidden among those for which there is no room, whichever of the pages before it is on top."""
    bar = desk.views.pages.findChild(QTabBar)
    desk.appearance.choose_language(language)
    found = []
    for tab in get_args(Tab)[:10]:
        desk.act(f"tab:{tab}")
        settle()
        found.append(bar.isTabVisible(get_args(Tab).index("training")))
    i18n.install(QApplication.instance(), "en")
    assert all(found)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(720, 480), (800, 600), (1024, 640)])
def test_no_part_of_any_page_covers_another(desk: Desk, settle: Settle, size: tuple[int, int], language: str) -> None:
    """Of the page on top, and of the panels beside it."""
    window = desk.views.window
    desk.appearance.choose_language(language)
    desk.controller.edit_text(SENTENCES[language])
    window.resize(*size)
    found = []
    for tab in get_args(Tab):
        desk.act(f"tab:{tab}")
        desk.controller.select_cell(4, 1)
        settle()
        if tab == "compare":
            desk.views.pages.page(tab).frozen.emit()
            desk.controller.switches.change_config({"norm": "post"}, "")
            settle()
        for _ in range(5):
            QApplication.processEvents()
        assert (window.width(), window.height()) == size
        found += [f"{tab}: {fault}" for fault in faults(window.centralWidget())]
    i18n.install(QApplication.instance(), "en")
    assert found == []


def test_the_panel_that_was_asked_for_last_is_the_one_in_a_narrow_window(desk: Desk, settle: Settle) -> None:
    """The menu says which are there; where there is room again, both are, as wide as before."""
    window = desk.views.window
    usual = window._splitter.sizes()
    window.resize(720, 480)
    settle()
    assert (window.panel_visible("architecture"), window.panel_visible("ledger")) == (True, False)
    assert not window.menus.action("show-ledger").isChecked()
    window.menus.action("show-ledger").trigger()
    settle()
    assert (window.panel_visible("architecture"), window.panel_visible("ledger")) == (False, True)
    assert window._splitter.sizes()[2] > 200
    kept = window.layout_state()
    window.resize(1440, 900)
    settle()
    assert window._splitter.sizes() == usual
    assert window.menus.action("show-architecture").isChecked()
    assert window.restore_layout(kept)
    window.resize(1440, 900)
    settle()
    assert min(window._splitter.sizes()) > 200


def test_the_choices_over_the_maps_are_as_wide_as_their_words_in_another_language(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """As long as there is room for them: Qt would keep the width of the words they were first shown with."""
    desk.views.window.resize(720, 480)
    desk.appearance.choose_language("es")
    settle()
    for combo in (desk.views.page._scale, desk.views.page._map):
        qtbot.waitUntil(lambda combo=combo: combo.width() >= combo.sizeHint().width(), timeout=3000)
    i18n.install(QApplication.instance(), "en")
