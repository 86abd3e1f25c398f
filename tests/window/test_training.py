"""Training in the whole window: beside typing, through pictures and languages, and closed in the middle of it."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from threading import get_ident
from time import monotonic
from typing import Any

import pytest
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui import i18n
from gui.app import Desk
from gui.autosave import Autosave
from gui.settings import SettingsStore
from gui.training.race import Lane, Race
from gui.training.training import Training
from gui.views.training.board import Board
from gui.views.training.canvases import RaceCanvas
from gui.views.training.page import TrainingPage
from tests.window import seen
from tests.window.conftest import Settle

SMALL = Race(lanes=(Lane(1, "post"), Lane(2, "pre")), layers=2, batch=4, steps=20_000)


def opened(desk: Desk, settle: Settle) -> tuple[Any, Training]:
    desk.act("tab:training")
    settle()
    training = desk.training.training
    assert training is not None
    return desk.views.pages.page("training"), training


def started(desk: Desk, settle: Settle, qtbot: QtBot, race: Race = SMALL, steps: int = 30) -> tuple[Any, Training]:
    page, training = opened(desk, settle)
    training.edit(race)
    page.transport.started.emit()
    qtbot.waitUntil(lambda: training.report is not None and training.report.last_step >= steps, timeout=60_000)
    return page, training


def test_nothing_of_it_is_there_before_it_is_looked_at(desk: Desk, settle: Settle) -> None:
    assert desk.training.training is None
    assert not desk.training.alive
    opened(desk, settle)
    assert desk.training.alive


def test_work_that_was_saved_with_this_page_on_top_comes_back_with_it(
    desk: Desk, settle: Settle, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    """The page is made while the window is, before anything else has looked at it."""
    opened(desk, settle)
    desk._autosave.schedule(desk.controller.document)
    desk.close()
    again = Desk(qapp, SettingsStore(tmp_path / "settings.json"), autosave=Autosave(tmp_path / "work"))
    try:
        assert again.views.pages.tab == "training"
        training = again.training.training
        assert training is not None
        qtbot.waitUntil(lambda: training._page._facts is not None)
    finally:
        again.close()
        again.views.window.deleteLater()


def test_typing_goes_on_while_it_runs(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """Every sentence is shown; the event loop turns all the while."""
    _, training = started(desk, settle, qtbot)
    for text in ("The keys", "The keys are", "The keys are here"):
        desk.controller.edit_text(text)
        settle()
        assert desk.controller.result is not None
        assert desk.controller.result.request.text == text
    assert training.running


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only: /proc")
def test_b86_twenty_thousand_steps_are_kept_and_the_window_goes_on_turning(
    desk: Desk, settle: Settle, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the smallest model there is: every value, at most 30 redraws of a chart a second, and less than 20 MB more."""
    painted: Counter[str] = Counter()
    paint = RaceCanvas.paintEvent

    def counted(canvas: RaceCanvas, event: QPaintEvent) -> None:
        painted[canvas.accessibleName()] += 1
        paint(canvas, event)

    race = Race(lanes=(Lane(1, "pre"),), task="copy", layers=1, batch=1, steps=20_000)
    monkeypatch.setattr(RaceCanvas, "paintEvent", counted)  # before the page is made: then Qt has not looked it up yet
    page, training = started(desk, settle, qtbot, race, steps=500)
    painted.clear()
    memory, begun = seen.resident(), monotonic()
    while training.report is not None and training.report.phase != "done" and monotonic() < begun + 90:
        QApplication.processEvents()
    assert training.report is not None
    assert len(training.report.lanes[0].losses) == 20_000
    assert "Losses of all runs" in painted
    assert max(painted.values()) <= 30 * (monotonic() - begun) + 1
    assert seen.resident() - memory < 20 * 2**20
    assert len(page.numbers()) == 1 + 20_000 + 2 + 2


def test_b83_the_page_is_painted_by_the_gui_thread(
    desk: Desk, settle: Settle, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a race runs: whoever paints a chart or tells the page anything is this thread."""
    threads: dict[str, set[int]] = defaultdict(set)
    for kind, name in (
        (RaceCanvas, "paintEvent"),
        (RaceCanvas, "set_picture"),
        (TrainingPage, "set_picture"),
        (Board, "set_picture"),
    ):
        method = getattr(kind, name)

        def watched(*arguments: Any, method: Any = method, name: str = f"{kind.__name__}.{name}", **named: Any) -> Any:
            threads[name].add(get_ident())
            return method(*arguments, **named)

        monkeypatch.setattr(kind, name, watched)
    started(desk, settle, qtbot, steps=200)
    assert set(threads) == {"RaceCanvas.paintEvent", "RaceCanvas.set_picture", "TrainingPage.set_picture", "Board.set_picture"}
    assert set.union(*threads.values()) == {get_ident()}


def test_it_is_closed_in_the_middle_of_it(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """Case B81."""
    started(desk, settle, qtbot, replace(SMALL, layers=12, batch=32), steps=1)
    begun = monotonic()
    desk.views.window.close()
    desk.close()
    assert monotonic() - begun < 2
    assert not desk.is_busy()


def test_a_picture_of_it_says_what_was_trained(desk: Desk, settle: Settle, qtbot: QtBot, tmp_path: Path) -> None:
    _, training = started(desk, settle, qtbot)
    training.pause()
    qtbot.waitUntil(lambda: not training.running)
    for kind in ("png", "svg", "pdf"):
        desk.files.picture_to(str(tmp_path / f"page.{kind}"), "page")
    svg = (tmp_path / "page.svg").read_text(encoding="utf-8")
    assert "Run 1: norm after (post), without warm-up" in svg
    assert "seed 0" in svg
    assert "random weights" not in svg
    desk.files.page_numbers_to(str(tmp_path / "page.csv"))
    first, second, *_ = (tmp_path / "page.csv").read_text(encoding="utf-8").splitlines()
    assert "seed 0" in first
    assert second.startswith("step,")


@pytest.mark.parametrize("steps", [0, 30])
def test_it_follows_the_language(desk: Desk, settle: Settle, qtbot: QtBot, qapp: QApplication, steps: int) -> None:
    page, training = started(desk, settle, qtbot) if steps else opened(desk, settle)
    training.pause()
    qtbot.waitUntil(lambda: not training.running)
    desk.appearance.choose_language("es")
    QApplication.processEvents()
    assert page.transport.text.startswith("en pausa" if steps else "Pulsa Empezar")
    assert "norm. detrás (post)" in page.own_caption()[0]
    assert training.race.language == ("en" if steps else "es")
    desk.appearance.choose_language("en")
    QApplication.processEvents()
    assert i18n.current_language() == "en"
    del qapp
