"""A whole window with everything behind it, as a person has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui import i18n
from gui.app import Desk
from gui.autosave import Autosave
from gui.settings import SettingsStore
from gui.theme.fonts import load_fonts

Settle = Callable[[], None]


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """A shown window whose first map is there; put away afterwards."""
    qapp.setStyle("Fusion")
    load_fonts()
    i18n.install(qapp, "en")
    desk = Desk(qapp, SettingsStore(tmp_path / "settings.json"), autosave=Autosave(tmp_path / "work"))
    desk.views.window.resize(1440, 900)
    desk.show()
    desk.views.window.activateWindow()
    with qtbot.waitActive(desk.views.window):
        pass
    qtbot.waitUntil(lambda: desk.controller.settled and desk.controller.result is not None)
    yield desk
    desk.views.window.close()
    desk.close()
    desk.views.window.deleteLater()


@pytest.fixture
def settle(desk: Desk, qtbot: QtBot) -> Settle:
    """Wait until the plots show the last request."""

    def wait() -> None:
        qtbot.waitUntil(lambda: desk.controller.settled, timeout=10_000)
        QApplication.processEvents()

    return wait
