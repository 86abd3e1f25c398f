"""Trained weights in the window: taken over from a race, dropped as a file, switched, undone, saved and opened again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from core.cli import main
from core.files.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from core.learning.tasks import make_task
from core.model import random_weights
from core.model.config import ModelConfig
from gui import trained
from gui.app import Desk
from gui.autosave import Autosave
from gui.settings import SettingsStore
from gui.training.race import Lane, Race
from gui.training.training import Training
from tests.window import seen
from tests.window.conftest import Settle

TINY = Race(lanes=(Lane(1, "post"), Lane(2, "pre")), layers=2, batch=2, steps=12)


def press(desk: Desk, text: str) -> None:
    [action] = [part for part in desk.views.pages.page("training").findChildren(QAction) if part.text() == text]
    assert action.isEnabled()
    action.trigger()


def used(desk: Desk, settle: Settle, qtbot: QtBot, run: int = 2) -> Training:
    """Twelve steps of two runs, and the weights of one of them taken over, as a person does it."""
    desk.act("tab:training")
    settle()
    training = desk.training.training
    assert training is not None
    training.edit(TINY)
    desk.views.pages.page("training").transport.started.emit()
    qtbot.waitUntil(lambda: training.report is not None and training.report.phase == "done", timeout=60_000)
    training.choose_run(run)
    press(desk, "Use in the laboratory")
    qtbot.waitUntil(lambda: desk.controller.document.trained is not None, timeout=10_000)
    settle()
    return training


def badge(desk: Desk) -> str:
    [label] = [part for part in desk.views.status.findChildren(QLabel) if part.property("role") == "badge"]
    return label.text()


def said(desk: Desk) -> str:
    return seen.notice(desk).strip()


def kept_path(desk: Desk) -> Path:
    assert desk.controller.document.trained is not None
    return trained.path_of(desk.controller.document.trained)


def inspected(desk: Desk, capfdbinary: pytest.CaptureFixture[bytes], *options: str) -> Any:
    capfdbinary.readouterr()
    sentence = desk.controller.document.text
    assert main(["inspect", "--weights", str(kept_path(desk)), *options, "--json", "--", sentence]) == 0
    return json.loads(capfdbinary.readouterr().out)


def drop(desk: Desk, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(QPoint(10, 10), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    desk.views.window.dropEvent(event)


def write(path: Path, **changes: Any) -> Path:
    task = make_task("characters", text="abcabc?cab abc" * 4, length=6)
    config = ModelConfig(d_model=8, n_heads=2, n_layers=2, d_ff=8, vocabulary=len(task.vocabulary), mask="causal", **changes)
    write_checkpoint(path, Checkpoint(config, random_weights(config), task.vocabulary, task.as_dict(), 0, 5))
    return path


def test_the_weights_of_a_run_become_those_of_the_window(
    desk: Desk, settle: Settle, qtbot: QtBot, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Badge, banner, menu, page and pieces say so; every map is that of the command line; undo takes it back."""
    before = desk.controller.document
    training = used(desk, settle, qtbot)
    document = desk.controller.document
    assert badge(desk) == "trained here · run 2 · step 12"
    assert said(desk) == (
        "The weights “run 2 · step 12”, trained here, are in use now; their model cannot read your sentence, so another one stands "
        "in its place."
    )
    assert desk.views.pages.tab == "heads"
    assert not any(action.isChecked() for action in desk.views.window.menus._groups["weights"].actions())
    assert training.race == TINY
    assert len(desk.controller.tokens) == len(document.text) == 32
    record = inspected(desk, capfdbinary)
    result = desk.controller.result
    assert result is not None
    assert [token.id for token in desk.controller.tokens] == [token["id"] for token in record["tokens"]]
    for layer in range(2):
        for head in range(4):
            np.testing.assert_allclose(result.map_of(layer, head), record["layers"][layer]["pattern"][head], atol=1e-5)
    desk.act("undo")
    settle()
    assert replace(desk.controller.document, view=before.view) == before
    assert badge(desk) == "random weights · untrained · seed 0"
    desk.act("redo")
    settle()
    assert badge(desk) == "trained here · run 2 · step 12"


def test_an_earlier_step_that_is_looked_back_at_is_what_is_taken(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    training = used(desk, settle, qtbot, run=1)
    training.show_step(5)
    press(desk, "Use in the laboratory")
    qtbot.waitUntil(lambda: "step 5" in badge(desk), timeout=10_000)
    assert badge(desk) == "trained here · run 1 · step 5"
    assert read_checkpoint(kept_path(desk)).step == 5


def test_one_types_what_the_model_knows_and_what_it_does_not(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """A letter it knows is a token; a sign it does not know is named, the text stays, and the maps are the last good ones."""
    used(desk, settle, qtbot)
    editor = desk.views.sentence_bar.box.editor
    editor.selectAll()
    QTest.keyClicks(editor, "the cat")
    settle()
    assert desk.controller.labels == ("t", "h", "e", "␣", "c", "a", "t")
    good = desk.controller.result
    QTest.keyClicks(editor, "%")
    assert "“%”" in seen.sentence_problem(desk)
    assert desk.controller.document.text == "the cat%"
    assert desk.controller.result is good
    QTest.keyClick(editor, Qt.Key.Key_Backspace)
    settle()
    assert seen.sentence_problem(desk) == ""


def test_the_way_to_cut_is_not_to_be_chosen_and_says_why(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    choice = desk.views.sentence_bar.findChild(QToolButton, "tokenizer")
    assert choice is not None
    assert choice.isEnabled()
    used(desk, settle, qtbot)
    assert not choice.isEnabled()
    assert "trained" in choice.toolTip()
    desk.act("weights:random")
    settle()
    assert choice.isEnabled()


def test_switches_that_the_weights_allow_stay_alive(
    desk: Desk, settle: Settle, qtbot: QtBot, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Without the mask the numbers are those of the command line; more heads and another seed are refused beside the switch."""
    used(desk, settle, qtbot)
    desk.controller.switches.change_config({"mask": "none"}, "mask")
    settle()
    result = desk.controller.result
    assert result is not None
    assert result.pattern[0, -1] > 0
    record = inspected(desk, capfdbinary, "--mask", "none")
    np.testing.assert_allclose(result.map_of(1, 3), record["layers"][1]["pattern"][3], atol=1e-5)
    for fields in ({"norm": "none"}, {"skip": False}, {"placement": "after-attention"}):
        desk.controller.switches.change_config(fields, "switch")
        settle()
        assert said(desk) == ""
        assert badge(desk) == "trained here · run 2 · step 12"
    present = desk.controller.document
    desk.views.architecture.change_requested.emit({"n_heads": 8}, "heads")
    words = " ".join(seen.words(desk.views.architecture).split())
    assert "The weights “run 2 · step 12” have no “blocks.0.attention.W_Q” of the shape 8 × 64 × 8" in words
    desk.act("next-seed")
    assert "do not come from a seed" in " ".join(seen.words(desk.views.architecture).split())
    assert desk.controller.document == present


@pytest.mark.parametrize("action", ["weights:random", "weights:uniform", "preset:small"])
def test_other_weights_leave_them(desk: Desk, settle: Settle, qtbot: QtBot, action: str) -> None:
    """Random weights bring back the model that was there before, also through a constructed head."""
    desk.controller.switches.change_config({"norm": "post"}, "norm")
    before = desk.controller.document.config
    used(desk, settle, qtbot)
    desk.act(action)
    settle()
    assert desk.controller.document.trained is None
    assert "trained here" not in badge(desk)
    desk.act("weights:random")
    assert desk.controller.document.config == (before if action.startswith("weights") else replace(before, norm="pre"))


def test_an_example_leaves_them_and_their_vocabulary(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    from core.text.examples import examples_in

    vocabulary = desk.controller.document.config.vocabulary
    used(desk, settle, qtbot)
    desk.controller.switches.take_example(examples_in("en")[0])
    settle()
    assert desk.controller.document.trained is None
    assert desk.controller.document.config.vocabulary == vocabulary


def test_a_dropped_file_is_used_and_a_damaged_one_changes_nothing(desk: Desk, settle: Settle, qtbot: QtBot, tmp_path: Path) -> None:
    desk.controller.edit_text("cab")
    settle()
    drop(desk, write(tmp_path / "señal.safetensors"))
    qtbot.waitUntil(lambda: desk.controller.document.trained is not None)
    settle()
    assert badge(desk) == "loaded weights · señal.safetensors"
    assert desk.controller.document.text == "cab"
    assert said(desk) == (
        "The loaded weights “señal.safetensors” are in use now, and the sentence is cut into the pieces that their model knows."
    )
    assert desk._store.settings.recent_files[0] == str(tmp_path / "señal.safetensors")
    present = desk.controller.document
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(b"<!DOCTYPE html>")
    drop(desk, broken)
    qtbot.waitUntil(lambda: "web page" in said(desk))
    assert desk.controller.document == present


def test_a_file_that_names_a_tokeniser_is_read_by_it(desk: Desk, settle: Settle, qtbot: QtBot, tmp_path: Path) -> None:
    """Every text can be cut, so the sentence stays."""
    config = ModelConfig(d_model=8, n_heads=2, n_layers=1, vocabulary=300)
    write_checkpoint(tmp_path / "own.safetensors", Checkpoint(config, random_weights(config), "bytes", None, 0, 0))
    text = desk.controller.document.text
    desk.files.open_path(str(tmp_path / "own.safetensors"))
    qtbot.waitUntil(lambda: desk.controller.document.trained is not None)
    settle()
    assert said(desk) == "The loaded weights “own.safetensors” are in use now."
    assert (desk.controller.document.text, len(desk.controller.tokens)) == (text, len(text.encode()))
    choice = desk.views.sentence_bar.findChild(QToolButton, "tokenizer")
    assert choice is not None
    assert (choice.text(), choice.isEnabled()) == ("bytes", False)


def test_a_file_dropped_on_the_page_of_training_is_no_text_to_learn_from(
    desk: Desk, settle: Settle, qtbot: QtBot, tmp_path: Path
) -> None:
    """The page lets it pass, so that the window gets it."""
    desk.act("tab:training")
    settle()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(write(tmp_path / "x.safetensors")))])
    place, copy, left = QPoint(10, 10), Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    event = QDragEnterEvent(place, copy, data, left, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    desk.views.pages.page("training").dragEnterEvent(event)
    assert not event.isAccepted()
    desk.views.window.dragEnterEvent(event)
    assert event.isAccepted()
    drop(desk, tmp_path / "x.safetensors")
    qtbot.waitUntil(lambda: desk.controller.document.trained is not None)
    assert desk.views.pages.tab == "heads"


def test_saved_and_opened_again(desk: Desk, settle: Settle, qtbot: QtBot, tmp_path: Path) -> None:
    """The chosen cell too; without the kept file the session is refused, and with it again it opens."""
    used(desk, settle, qtbot)
    desk.controller.select_cell(20, 3)
    settle()
    saved, result = desk.controller.document, desk.controller.result
    path = tmp_path / "class.transformador.json"
    desk.files._save_to(str(path))
    desk.files.new()
    settle()
    trained._in_memory.clear()
    desk.files.open_path(str(path))
    settle()
    assert desk.controller.document == saved
    assert result is not None
    assert desk.controller.result is not None
    np.testing.assert_array_equal(desk.controller.result.pattern, result.pattern)
    place = kept_path(desk)
    data = place.read_bytes()
    desk.files.new()
    settle()
    present = desk.controller.document
    place.unlink()
    desk.files.open_path(str(path))
    assert "“run 2 · step 12”, which are not on this computer" in said(desk)
    assert desk.controller.document == present
    mine = tmp_path / "mine.safetensors"
    mine.write_bytes(data)
    desk.files.open_path(str(mine))
    qtbot.waitUntil(lambda: desk.controller.document.trained is not None)
    desk.files.open_path(str(path))
    settle()
    assert desk.controller.document == saved


def test_work_with_them_is_there_after_a_start(
    desk: Desk, settle: Settle, qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    used(desk, settle, qtbot)
    saved = desk.controller.document
    desk.close()
    trained._in_memory.clear()
    again = Desk(qapp, SettingsStore(tmp_path / "settings.json"), autosave=Autosave(tmp_path / "work"))
    try:
        assert again.controller.document == saved
    finally:
        again.close()
        again.views.window.deleteLater()


def test_whatever_is_handed_out_says_whose_they_are(desk: Desk, settle: Settle, qtbot: QtBot, tmp_path: Path) -> None:
    used(desk, settle, qtbot)
    desk.files.numbers_to(str(tmp_path / "head.csv"), every_head=False)
    desk.files.numbers_to(str(tmp_path / "head.json"), every_head=False)
    qtbot.waitUntil((tmp_path / "head.json").exists)
    assert "weights trained here, run 2 · step 12" in (tmp_path / "head.csv").read_text(encoding="utf-8")
    record = json.loads((tmp_path / "head.json").read_text(encoding="utf-8"))
    assert record["weights"] == {"name": "run 2 · step 12", "origin": "trained here"}
    desk.files.picture_to(str(tmp_path / "maps.svg"))
    assert "weights trained here: run 2 · step 12" in (tmp_path / "maps.svg").read_text(encoding="utf-8")
    assert f"--weights {kept_path(desk)}" in desk.files._exact_caption("maps")


def test_every_page_takes_them(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """Seeds says why it has none, Intervene tells the next pieces by their text, Compare calls the sides by their weights."""
    before = desk.controller.document.config
    used(desk, settle, qtbot)
    desk.controller.select_cell(5, 2)
    for tab in ("table", "lines", "stages", "arithmetic", "stream", "positions"):
        desk.act(f"tab:{tab}")
        settle()
        assert desk.controller.shown is not None
        assert desk.controller.shown.request.trained == desk.controller.document.trained
    desk.act("tab:seeds")
    settle()
    assert "do not come from a seed" in desk.views.pages.page("seeds").accessible_text()
    desk.act("tab:intervene")
    settle()
    page = desk.views.pages.page("intervene")
    names = [row[1] for row in page.consequence.model.table()[1:-1]]
    assert len(names) == 7
    assert not any("id" in name for name in names)
    assert "chance" not in page.consequence.accessible_text()
    desk.act("tab:compare")
    settle()
    desk.views.pages.page("compare").frozen.emit()
    desk.act("weights:random")
    settle()
    view = desk.views.pages.page("compare")._view
    assert view.name_a.startswith("trained here: run 2 · step 12 · ")
    assert view.name_b.startswith("random weights · ")
    assert desk.controller.document.config == before


def test_the_experiment_on_order_uses_them(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    used(desk, settle, qtbot)
    desk.act("tab:experiments")
    settle()
    page = desk.views.pages.page("experiments")
    page.set_experiment("order")
    page.run_requested.emit("order", {"order": tuple(reversed(range(32)))})
    qtbot.waitUntil(lambda: page.described() is not None, timeout=20_000)
    assert page.described().given == desk.controller.document.trained


def test_where_nothing_stands_twice_the_experiment_on_order_reads_the_sentence_twice(
    desk: Desk, settle: Settle, qtbot: QtBot
) -> None:
    """The words that are read otherwise are none that this model knows."""
    used(desk, settle, qtbot)
    desk.controller.edit_text("cat")
    desk.act("tab:experiments")
    settle()
    page = desk.views.pages.page("experiments")
    page.run_requested.emit("order", {"order": (2, 1, 0)})
    qtbot.waitUntil(lambda: page.described() is not None, timeout=20_000)
    repeated = page._outcomes["order"].repeated
    assert (repeated.own, repeated.labels, repeated.word) == (False, tuple("catcat"), "c")
