"""Weights of a race: saved in the middle of it, begun with, refused where they do not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from core.files.checkpoint import read_checkpoint
from core.messages import InputError
from gui.training.race import Start, setup_of
from gui.training.racing import Racing, Saved
from gui.training.training import Training
from tests.gui.races import TINY, ended, finish, press, steps


def test_weights_are_saved_and_begin_a_run(training: Training, qtbot: QtBot, tmp_path: Path) -> None:
    """What was saved after 12 steps is what a run begins with that loads it, and another model refuses it."""
    press(training, "Start")
    finish(training, qtbot)
    path, noted, failed = tmp_path / "run.safetensors", [], []
    training.noted.connect(noted.append)
    training.failed.connect(failed.append)
    training.save(str(path))
    qtbot.waitUntil(lambda: bool(noted))
    saved = read_checkpoint(path)
    assert (saved.step, saved.config.norm, saved.task) == (12, "post", setup_of(TINY, TINY.lanes[0]).task.as_dict())
    training.load(str(path))
    qtbot.waitUntil(lambda: len(noted) == 2)
    start = training.race.lanes[0].start
    assert isinstance(start, Start)
    assert (start.name, start.step) == ("run.safetensors", 12)
    press(training, "Continue")
    qtbot.waitUntil(lambda: ended(training) and training.report.lanes[0].lane.start is start, timeout=20_000)  # type: ignore[union-attr]
    assert training.report is not None
    assert training.report.lanes[0].losses[0] != training.report.lanes[1].losses[0]
    training.choose_run(2)
    training.load(str(path))
    qtbot.waitUntil(lambda: bool(failed))
    assert failed == [
        "“run.safetensors” holds another model than this run: Layer norm: after. Set the run to that, or choose another file."
    ]
    assert training.race.lanes[1].start is None


@pytest.mark.parametrize("changes", [{"layers": 1}, {"task": "copy"}, {"language": "es"}])
def test_weights_that_fit_no_more_give_way_to_random_ones(
    training: Training, qtbot: QtBot, tmp_path: Path, changes: dict[str, Any]
) -> None:
    """Loaded weights, then another depth, task or language: it is said, and the race begins all the same."""
    press(training, "Start")
    finish(training, qtbot)
    noted: list[str] = []
    training.noted.connect(noted.append)
    training.save(str(tmp_path / "run.safetensors"))
    training.load(str(tmp_path / "run.safetensors"))
    qtbot.waitUntil(lambda: len(noted) == 2)
    training.edit(replace(training.race, **changes))
    assert noted[2:] == ["Run 1 begins with random weights again: those of “run.safetensors” are of another model."]
    assert training.race.lanes[0].start is None
    press(training, "Start")
    qtbot.waitUntil(lambda: ended(training) and training.report.facts.race == training.race, timeout=20_000)  # type: ignore[union-attr]
    assert steps(training) == [12, 12]


def test_weights_of_other_symbols_are_refused(training: Training, qtbot: QtBot, tmp_path: Path) -> None:
    """As many characters, but others: the model would fit, and every letter would mean another one."""
    failed: list[str] = []
    training.failed.connect(failed.append)
    training.edit(replace(TINY, task="characters", text="abcabcab" * 40, text_name="abc.txt"))
    press(training, "Start")
    finish(training, qtbot)
    training.save(str(tmp_path / "abc.safetensors"))
    training.load(str(tmp_path / "abc.safetensors"))
    qtbot.waitUntil(lambda: training.race.lanes[0].start is not None)
    other = replace(training.race, text="xyzxyzxy" * 40, text_name="xyz.txt")
    training.edit(other)
    assert training.race.lanes[0].start is None
    training.load(str(tmp_path / "abc.safetensors"))
    qtbot.waitUntil(lambda: bool(failed))
    said = "“abc.safetensors” was trained on other symbols than those of this task. "
    assert failed == [said + "Choose the task it was trained on, or another file."]


def test_saving_before_a_start_is_refused() -> None:
    with pytest.raises(InputError, match="not started"):
        Racing().save("nowhere", TINY, 1)
    assert Saved("a").path == "a"


def test_weights_are_those_of_the_run_that_is_asked_for(training: Training, qtbot: QtBot, tmp_path: Path) -> None:
    """Once a run is set to other values it has not started: what lies under its number is of the settings before."""
    failed: list[str] = []
    training.failed.connect(failed.append)
    press(training, "Start")
    finish(training, qtbot)
    transport = training._page.transport
    assert transport._save.isEnabled()
    training.edit(training.race.changed(1, norm="none"))
    assert not transport._save.isEnabled()
    assert not transport._use.isEnabled()
    training.save(str(tmp_path / "run.safetensors"))
    qtbot.waitUntil(lambda: bool(failed))
    assert failed == ["This run has not started yet, so it has no trained weights."]
    assert not (tmp_path / "run.safetensors").exists()
    training.choose_run(2)
    assert transport._save.isEnabled()
    training.edit(replace(training.race, layers=1))  # now both curves are of the settings before, and are still shown
    assert training.stale
    assert transport._save.isEnabled()
    noted: list[str] = []
    training.noted.connect(noted.append)
    training.save(str(tmp_path / "run.safetensors"))
    qtbot.waitUntil(lambda: bool(noted))
    assert read_checkpoint(tmp_path / "run.safetensors").config.n_layers == 2


def test_a_success_takes_the_complaint_away(training: Training, qtbot: QtBot, tmp_path: Path) -> None:
    """The text that could be read is told of, and that a text too short to keep a part of it back is learnt whole."""
    noted: list[str] = []
    training.noted.connect(noted.append)
    (tmp_path / "short.txt").write_text("hola", encoding="utf-8")
    training.open_text(str(tmp_path / "short.txt"))
    assert noted == ["“short.txt” is the text to learn from."]
    press(training, "Start")
    report = finish(training, qtbot)
    assert not report.facts.held_out
    training.edit(TINY)
    press(training, "Start")
    qtbot.waitUntil(lambda: ended(training) and training.report.facts.held_out, timeout=20_000)  # type: ignore[union-attr]


def test_weights_that_are_being_saved_are_saved_when_the_window_closes(
    training: Training, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for within the step under way, and closed at once; what else waits is let go of."""
    press(training, "Start")
    finish(training, qtbot)
    done: list[str] = []
    training._engine.submit(lambda _: sleep(0.3))
    sleep(0.1)
    training.save(str(tmp_path / "run.safetensors"))
    training._engine.submit(lambda _: done.append("look"))
    assert training._engine.stop(5)
    assert read_checkpoint(tmp_path / "run.safetensors").step == 12
    assert done == []
