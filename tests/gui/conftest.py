"""The Training page with its thread, as the window has them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from gui.training.engine import Engine
from gui.training.training import Training
from gui.views.training.page import TrainingPage
from tests.gui.races import TINY


@pytest.fixture
def training(qtbot: QtBot) -> Iterator[Training]:
    page = TrainingPage()
    qtbot.addWidget(page)
    page.setMinimumSize(1, 1)
    page.resize(900, 700)
    page.show()
    training = Training(page, Engine())
    training.edit(TINY)
    qtbot.waitUntil(lambda: page._facts is not None)
    yield training
    training.stop(2)
