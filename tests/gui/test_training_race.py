"""A race from its first step to its last: by the thread that runs it, and by the hands of a person on the page."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from unittest.mock import Mock

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from core.learning.trainer import Trainer
from core.messages import InputError
from gui.training.engine import Engine
from gui.training.race import Start, check, setup_of, task_of
from gui.training.racing import Racing
from gui.training.report import RaceReport
from gui.training.training import Training
from gui.views.training.page import TrainingPage
from tests.gui.races import TINY, ended, finish, press, steps


def test_a_race_is_run_to_its_end_and_is_what_core_computes(training: Training, qtbot: QtBot) -> None:
    """The curves of the page are those of a trainer that takes the same 12 steps in one go."""
    press(training, "Start")
    report = finish(training, qtbot)
    assert steps(training) == [12, 12]
    for lane in report.lanes:
        alone = Trainer(setup_of(TINY, lane.lane))
        alone.advance(12)
        np.testing.assert_array_equal(lane.losses, alone.curves.losses)
        np.testing.assert_allclose(lane.updates, np.sqrt((alone.curves.changes.astype(np.float64) ** 2).sum(axis=1)), rtol=1e-6)
        names = [spec.name for spec in alone.state.layout.specs]
        assert lane.look is not None
        assert lane.look.gradients is not None
        outer = alone.curves.gradients[11, names.index("blocks.1.feed_forward.W_out")]
        assert lane.look.gradients[1, 1] == pytest.approx(float(outer))
        np.testing.assert_allclose(lane.look.patterns.sum(axis=2), 1, atol=1e-5)  # case B22: before any dropout
        assert len(lane.look.residuals) == 3
    assert report.facts.references.uniform == pytest.approx(np.log(report.facts.vocabulary))
    assert "finished after 12 steps" in training._page.transport.text
    assert "unigram" in training._page.accessible_text()


def test_pause_step_look_back_and_reset(training: Training, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.training.engine.LEVEL_SECONDS", 60)  # enough on the busiest machine
    training.edit(replace(TINY, steps=20_000))
    press(training, "Start")
    qtbot.waitUntil(lambda: min(steps(training), default=0) >= 20, timeout=60_000)
    press(training, "Pause")
    qtbot.waitUntil(lambda: not training.running)
    there = steps(training)
    assert max(there) < 20_000
    assert min(there) == max(there)  # what is compared then is of one step
    press(training, "One step")
    qtbot.waitUntil(lambda: steps(training) == [step + 1 for step in there])
    kept = training.report.checkpoints if training.report else ()
    assert kept[0] == 0
    training._page.board.curves.setFocus()
    qtbot.keyClick(training._page.board.curves, Qt.Key.Key_Left)
    assert training._shown == kept[-1]
    qtbot.waitUntil(lambda: min(lane.look.step for lane in training.report.lanes if lane.look) <= kept[-1])  # type: ignore[union-attr]
    assert steps(training) == [step + 1 for step in there]  # looking back takes nothing away
    training.show_step(0)
    press(training, "Go on from here")
    qtbot.waitUntil(lambda: max(steps(training)) > 0 and training.running, timeout=10_000)
    press(training, "Pause")
    qtbot.waitUntil(lambda: not training.running)
    press(training, "Reset")
    qtbot.waitUntil(lambda: steps(training) == [0, 0])
    assert training._page.numbers() == []


def test_a_run_that_diverges_stops_by_itself(training: Training, qtbot: QtBot) -> None:
    """Case B31: the greatest rate; the last finite maps and curve are kept, Reset and another rate work."""
    training.edit(replace(TINY, rate=1e3, steps=200).changed(1, norm="none"))  # nothing to bring its numbers back into bounds
    press(training, "Start")
    report = finish(training, qtbot)
    gone = [lane for lane in report.lanes if lane.diverged_at is not None]
    assert report.lanes[0] in gone
    for lane in gone:
        assert lane.diverged_at == lane.step + 1
        assert np.isfinite(lane.losses).all()
        assert lane.look is not None
        assert np.isfinite(lane.look.patterns).all()
    for lane in gone:  # whether the other one does as well hangs on rounding, at such a rate
        assert f"Run {lane.lane.number} diverged at step {lane.diverged_at}" in training._page.transport.text
    QApplication.processEvents()
    training._page.grab()
    press(training, "Reset")
    qtbot.waitUntil(lambda: steps(training) == [0, 0])
    training.edit(TINY)
    assert training.stale
    press(training, "Start")
    qtbot.waitUntil(lambda: ended(training) and steps(training) == [12, 12], timeout=20_000)


def test_a_run_that_is_added_catches_up_and_the_others_keep_their_steps(training: Training, qtbot: QtBot) -> None:
    press(training, "Start")
    before = finish(training, qtbot).lanes[0]
    press(training, "Add a run")
    assert [lane.number for lane in training.race.lanes] == [1, 2, 3]
    press(training, "Continue")
    qtbot.waitUntil(lambda: ended(training) and steps(training) == [12, 12, 12], timeout=20_000)
    assert training.report is not None
    np.testing.assert_array_equal(training.report.lanes[0].losses, before.losses)
    training.edit(training.race.fewer(1))
    assert "Run 1" not in training._page.accessible_text()
    training.edit(replace(training.race, steps=15))
    press(training, "Continue")
    qtbot.waitUntil(lambda: ended(training) and steps(training) == [15, 15], timeout=20_000)


def test_other_settings_pause_the_race_and_mark_it(training: Training, qtbot: QtBot) -> None:
    training.edit(replace(TINY, steps=20_000))
    press(training, "Start")
    qtbot.waitUntil(lambda: max(steps(training), default=0) >= 5, timeout=60_000)
    training.edit(replace(TINY, steps=20_000, seed=1))
    qtbot.waitUntil(lambda: not training.running)
    assert training.stale
    assert "of the settings before" in training._page.transport.text
    training.edit(replace(TINY, steps=20_000))
    assert not training.stale
    assert max(steps(training)) >= 5


def test_what_cannot_be_is_said_and_start_is_closed(training: Training, qtbot: QtBot) -> None:
    page = training._page
    training.edit(replace(TINY, batch=0))
    qtbot.waitUntil(page._problem.isVisible)
    assert "batch" in page._problem.text()
    [start] = [part for part in page.findChildren(QPushButton) if part.text() == "Start"]
    assert not start.isEnabled()
    training.edit(TINY)
    qtbot.waitUntil(lambda: not page._problem.isVisible())
    assert start.isEnabled()
    with pytest.raises(InputError, match="rate"):
        check(replace(TINY, rate=1e4))


def test_it_ends_in_order_while_it_runs(training: Training, qtbot: QtBot) -> None:
    """Case B81: within two seconds, whatever it does; the fixtures of all tests look for threads that are left."""
    training.edit(replace(TINY, steps=20_000, layers=6, batch=16))
    press(training, "Start")
    qtbot.waitUntil(lambda: max(steps(training), default=0) >= 1, timeout=60_000)
    begun = monotonic()
    training.stop(2)
    assert monotonic() - begun < 2
    assert not training.alive


def test_a_pause_while_it_prepares_is_seen_at_once(training: Training, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """No step is taken when it is ready, unless one goes on meanwhile."""
    ready, words = threading.Event(), training._page.transport
    monkeypatch.setattr(Racing, "compile", lambda _racing: ready.wait(20))
    training.edit(replace(TINY, steps=20_000))
    press(training, "Start")
    qtbot.waitUntil(lambda: words.text == "preparing fast training …")
    press(training, "Pause")
    assert words.text == "paused at step 0 of 20,000"
    press(training, "Start")
    assert words.text == "preparing fast training …"
    press(training, "Pause")
    ready.set()
    qtbot.waitUntil(lambda: training.report is not None and training.report.phase == "paused")
    assert steps(training) == [0, 0]
    press(training, "Start")
    qtbot.waitUntil(lambda: min(steps(training)) > 0, timeout=20_000)
    assert training.running


def test_an_edit_after_a_pause_starts_nothing(training: Training, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before the thread has come to the pause: here it is held up, as it is while it compiles."""
    held = threading.Event()
    training.edit(replace(TINY, steps=20_000))
    press(training, "Start")
    qtbot.waitUntil(lambda: training.running and min(steps(training), default=0) >= 1, timeout=60_000)
    training._engine.submit(lambda _: held.wait(20))
    press(training, "Pause")
    assert training.running
    training.edit(replace(TINY, steps=19_999))
    held.set()
    qtbot.waitUntil(lambda: not training.running)
    there = steps(training)
    training._engine.submit(lambda _: None)
    qtbot.wait(50)
    assert (training.running, steps(training)) == (False, there)
    training.start()
    qtbot.waitUntil(lambda: training.running and min(steps(training)) > max(there), timeout=60_000)


def test_what_was_told_before_the_end_is_not_heard_after_it(training: Training, tmp_path: Path) -> None:
    """A report, an answer and a failure are on their way when it ends: the page may be gone by then."""
    heard: list[str] = []
    training.noted.connect(heard.append)
    training.failed.connect(heard.append)
    before = training.report
    engine = training._engine
    engine.step(TINY)
    training.save(str(tmp_path / "run.safetensors"))
    training.load(str(tmp_path / "none.safetensors"))
    last = engine.submit(lambda _: None)
    until = monotonic() + 60
    while engine._fulfilled < last:
        assert monotonic() < until
        sleep(0.01)
    training.stop(2)
    QApplication.processEvents()
    assert (tmp_path / "run.safetensors").exists()
    assert training.report is before
    assert heard == []


def test_a_report_of_a_race_that_is_no_more_is_dropped() -> None:
    engine, page = Mock(spec=Engine), Mock(spec=TrainingPage)
    page.transport, page.board = Mock(), Mock()
    engine.submit.return_value = engine.start.return_value = 7
    training = Training(page, engine)
    training.start()
    racing = Racing()
    racing.enter(TINY)
    assert racing.facts is not None
    engine.take.return_value = RaceReport(6, "running", racing.facts, racing.lanes())
    training._reported()
    assert training.report is None
    engine.take.return_value = RaceReport(7, "running", racing.facts, racing.lanes())
    training._reported()
    assert training.report is engine.take.return_value


def test_a_race_that_cannot_begin_leaves_the_one_before_as_it_was() -> None:
    """Weights that do not fit, which the page lets nobody ask for: one sentence, and the runs go on."""
    racing = Racing()
    racing.enter(TINY)
    weights = racing._runs[TINY.key(TINY.lanes[0])].trainer.weights_at()
    wrong = replace(TINY, layers=1).changed(1, start=Start("mine", 0, weights, task_of(TINY).vocabulary))
    with pytest.raises(InputError, match="another model than this run: n_layers 2"):
        racing.enter(wrong)
    assert racing.raced is TINY
    assert [lane.step for lane in racing.lanes()] == [0, 0]
    assert racing.turn() > 0


def test_a_text_of_ones_own_is_learnt(training: Training, qtbot: QtBot, tmp_path: Path) -> None:
    failed: list[str] = []
    training.failed.connect(failed.append)
    path = tmp_path / "mine.txt"
    path.write_text("abracadabra " * 40, encoding="utf-8")
    training._page.text_dropped.emit(str(path))
    qtbot.waitUntil(lambda: training._page._facts is not None and training._page._facts.race == training.race)
    assert training._page._facts is not None
    assert training._page._facts.vocabulary == 6  # a b c d r and the space
    assert "characters of “mine.txt”" in training._page.accessible_text()
    path.write_bytes(b"\xff\xfe\x00")
    training.open_text(str(path))
    training.open_text(str(tmp_path / "none.txt"))
    assert failed[0] == "“mine.txt” is no text in UTF-8; nothing was opened. Save it as UTF-8 in a text editor, and open it again."
    assert "none.txt" in failed[1]


def test_what_is_edited_before_the_first_report_is_what_is_raced(training: Training, qtbot: QtBot) -> None:
    training.start()
    training.edit(replace(TINY, layers=1))
    report = finish(training, qtbot)
    assert report.facts.race.layers == 1
    assert not training.stale


def test_nobody_goes_on_from_curves_of_other_settings(training: Training, qtbot: QtBot) -> None:
    press(training, "Start")
    finish(training, qtbot)
    training.show_step(0)
    go_on = training._page.board._go_on
    assert go_on.isEnabled()
    training.edit(replace(TINY, layers=1))
    assert not go_on.isEnabled()


@pytest.mark.parametrize("name", ["reverse", "copy", "sort", "induction", "agreement", "reference"])
def test_every_task_can_be_raced(name: str) -> None:
    racing = Racing()
    racing.enter(replace(TINY, task=name, language="es", layers=1, steps=1))
    while racing.active:
        racing.turn()
    racing.look()
    assert [lane.step for lane in racing.lanes()] == [1, 1]
    assert racing.facts is not None
    assert racing.facts.causal == (name not in ("reverse", "copy", "sort"))
