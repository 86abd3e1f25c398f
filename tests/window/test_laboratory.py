"""Experiments and positions in the whole window: every preset, an empty sentence, giving up, and one number on two pages."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.model.presets import PRESETS, preset
from gui import i18n
from gui.app import Desk
from gui.autosave import Autosave
from gui.laboratory import _repeating
from gui.settings import SettingsStore
from tests.window.conftest import Settle


def opened(desk: Desk, settle: Settle, tab: str) -> Any:
    desk.act(f"tab:{tab}")
    settle()
    return desk.views.pages.page(tab)


@pytest.mark.parametrize("experiment", ["heads", "cost", "stability", "reach"])
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_measured_or_refused_and_can_be_given_up(
    desk: Desk, settle: Settle, qtbot: QtBot, name: str, experiment: str
) -> None:
    """Without a sentence. The page is free at once; the thread has noticed half a second later, but for one large matrix."""
    desk.controller.edit_text("")
    desk.controller.switches.change_config(_fields(name), "preset")
    page = opened(desk, settle, "experiments")
    page.set_experiment(experiment)
    refused: list[str] = []
    desk.laboratory.failed.connect(refused.append)
    page._ask()
    assert "Measuring" in page._progress.text
    begun = monotonic()
    qtbot.waitUntil(lambda: bool(refused) or not desk.laboratory.running or monotonic() - begun > 0.3, timeout=2000)
    if refused:
        assert name == "llama-3-8b"
        assert refused[0].count(".") >= 1
        assert not desk.laboratory.running
        return
    page._cancel.click()
    assert not desk.laboratory.running
    assert page._progress.text == ""


def _fields(name: str) -> dict[str, Any]:
    wanted = preset(name).as_dict()
    return {field: wanted[field] for field in PRESETS[name]}


def test_progress_is_shown_before_the_end(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    page = opened(desk, settle, "experiments")
    page.set_experiment("cost")
    page._ask()
    qtbot.waitUntil(lambda: " of " in page._progress.text, timeout=20_000)
    page._cancel.click()


def test_the_sentence_of_a_repeated_word_is_in_the_language_of_the_window(desk: Desk, qapp: QApplication) -> None:
    assert _repeating() == "the dog sees the cat"
    i18n.install(qapp, "es")
    assert _repeating() == "el perro ve el gato"
    i18n.install(qapp, "en")


def test_rotary_marks_the_product_that_arithmetic_shows(desk: Desk, settle: Settle) -> None:
    """Of the chosen pair and head, in layer 1, whatever layer is chosen: the step of the product in the arithmetic of that cell."""
    desk.controller.switches.change_config({"position": "rotary", "placement": None}, "position")
    settle()
    desk.controller.select_head(0, 2)
    desk.controller.select_cell(5, 1)
    opened(desk, settle, "arithmetic")
    result = desk.controller.result
    assert result is not None
    product = next(step.total for step in result.seen.steps if step.kind == "products")
    page = opened(desk, settle, "positions")
    for layer in (0, 3):
        desk.controller.select_head(layer, 2)
        settle()
        rotary = page._picture.tables.rotary
        assert (page._picture.checked, rotary.head) == ((5, 1), 2)
        assert rotary.product(5, 1) == pytest.approx(product, rel=1e-4)
    assert "head 3 of layer 1" in page.accessible_text()
    assert "queries and keys are turned" in page.accessible_text()
    desk.controller.switches.change_config({"position": "alibi", "placement": None}, "position")
    settle()
    assert "ALiBi · added to the scores" in page.accessible_text()


def test_experiments_are_made_also_where_saved_work_comes_back_with_their_page(
    desk: Desk, settle: Settle, qapp: QApplication, tmp_path: Path
) -> None:
    opened(desk, settle, "experiments")
    desk._autosave.schedule(desk.controller.document)
    desk.close()
    again = Desk(qapp, SettingsStore(tmp_path / "settings.json"), autosave=Autosave(tmp_path / "work"))
    try:
        page: Any = again.views.pages.page("experiments")
        page.run_requested.emit("heads", {})
        assert again.laboratory.running
    finally:
        again.close()
        again.views.window.deleteLater()
