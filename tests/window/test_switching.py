"""Switching pages, layers and heads for a long time leaves nothing behind."""

from __future__ import annotations

import gc
from collections import Counter
from typing import get_args

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from gui.app import Desk
from gui.choices import Tab
from tests.window.conftest import Settle
from tests.window.seen import resident

PAGES = [tab for tab in get_args(Tab) if tab not in ("seeds", "experiments", "check")]
LIMIT = 20 * 2**20


def test_five_hundred_switches_leave_memory_and_objects_as_they_were(desk: Desk, settle: Settle) -> None:
    """After a first round, in which every page is made: less than 20 MB, and as many Qt objects of each kind as before."""

    def round_of(switches: int) -> None:
        config = desk.controller.document.config
        for number in range(switches):
            desk.act(f"tab:{PAGES[number % len(PAGES)]}")
            desk.controller.select_head(number % config.n_layers, number // 7 % config.n_heads)
            desk.controller.select_cell(number % 9, number // 3 % 9)
            settle()

    def kinds() -> Counter[str]:
        gc.collect()
        QApplication.processEvents()
        return Counter(child.metaObject().className() for child in desk.views.window.findChildren(QObject))

    round_of(60)
    desk.act("tab:heads")
    settle()
    before, memory = kinds(), resident()
    round_of(500)
    desk.act("tab:heads")
    settle()
    assert kinds() == before
    assert resident() - memory < LIMIT
