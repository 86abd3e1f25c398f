"""Intervene shares its height: the controls of the chosen cell are in sight, whatever the window's size."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from gui import i18n
from gui.app import Desk
from tests.window.conftest import Settle


def shown(desk: Desk, settle: Settle, width: int, height: int) -> Any:
    desk.views.window.resize(width, height)
    desk.controller.select_cell(5, 1)
    desk.act("tab:intervene")
    settle()
    for _ in range(3):
        QApplication.processEvents()
    return desk.views.pages.page("intervene")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width, height", [(1440, 900), (1024, 640), (1920, 1080)])
def test_the_controls_of_head_and_cell_are_in_sight(desk: Desk, settle: Settle, width: int, height: int, language: str) -> None:
    """Not one of them is cut off by the edge of what scrolls."""
    desk.appearance.choose_language(language)
    panel = shown(desk, settle, width, height).panel
    controls, viewport = panel._controls, panel._scroll.viewport()
    seen = QRect(QPoint(), viewport.size())
    parts: tuple[QWidget, ...] = (
        controls._where,
        controls._head,
        controls._pattern,
        controls._scale,
        controls._cell,
        controls._value,
        controls._renormalise,
        controls._set,
    )
    for part in parts:
        assert part.isVisible()
        assert seen.contains(QRect(part.mapTo(viewport, QPoint()), part.size())), part
    i18n.install(QApplication.instance(), "en")


def test_the_table_is_no_higher_than_its_rows(desk: Desk, settle: Settle) -> None:
    """A constructed head is one row: the rest of the page is for the panel."""
    desk.act("weights:previous-token")
    page = shown(desk, settle, 1920, 1080)
    assert page.table.height() == max(page.table.full_height(), page.table.minimumSizeHint().height())
    assert page.panel.height() > page.table.height()
    assert page.table.table.verticalScrollBar().maximum() == 0


def test_a_line_that_was_moved_stays(desk: Desk, settle: Settle) -> None:
    """A person who wants less of the table has less of it, also after looking at another page."""
    page = shown(desk, settle, 1440, 900)
    page._splitter.moveSplitter(300, 1)
    page._splitter.splitterMoved.emit(300, 1)
    assert page.table.height() == 300
    desk.act("tab:heads")
    settle()
    desk.act("tab:intervene")
    settle()
    assert page.table.height() == 300
