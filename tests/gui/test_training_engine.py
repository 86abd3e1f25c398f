"""The thread of a race: what it tells, how it stops, and what it survives."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from time import sleep
from unittest.mock import Mock

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.learning.trainer import Trainer
from core.messages import Cancelled, InputError
from gui.training.engine import LEVEL_SECONDS, Engine
from gui.training.race import Lane
from gui.training.racing import Racing
from tests.gui.races import TINY


def test_reports_do_not_queue_up(qtbot: QtBot) -> None:
    """Case B86: while a report waits to be taken, a newer one takes its place and nobody is told again."""
    engine, told = Engine(), []
    engine.reported.connect(lambda: told.append(1))
    engine.submit(lambda racing: racing.enter(TINY))
    for number in range(5):
        engine.submit(lambda racing, number=number: setattr(racing, "layer", number % 2))
    newest = engine.submit(lambda racing: racing.look())
    qtbot.waitUntil(lambda: engine._report is not None and engine._report.generation == newest)
    QApplication.processEvents()
    assert len(told) <= 2
    report = engine.take()
    assert report is not None
    assert report.generation == newest
    assert engine.take() is None
    assert engine.stop(2)


def test_what_is_reported_while_a_start_is_fulfilled_belongs_to_it(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling takes seconds on a first start: the page says so meanwhile, and does not take it for news of an older race."""
    engine, told = Engine(), []
    monkeypatch.setattr(Racing, "compile", lambda _racing: told.append(engine.take()))
    number = engine.step(TINY)
    qtbot.waitUntil(lambda: bool(told), timeout=20_000)
    assert (told[0].phase, told[0].generation) == ("preparing", number)
    assert engine.stop()


@pytest.mark.logs
def test_the_thread_outlives_whatever_a_request_or_a_report_raises(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, failures = Engine(), []
    engine.failed.connect(lambda _number, error: failures.append(str(error)))
    monkeypatch.setattr(Racing, "lanes", Mock(side_effect=KeyError("no such run")))
    engine.step(TINY)
    qtbot.waitUntil(lambda: bool(failures), timeout=20_000)
    assert engine.alive
    monkeypatch.undo()
    number = engine.step(TINY)
    qtbot.waitUntil(lambda: (report := engine.take()) is not None and report.generation == number, timeout=20_000)
    assert engine.stop()


@pytest.mark.parametrize("way", ["step", "start"])
def test_b86_pause_waits_for_no_more_than_the_step_under_way(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """Two runs whose steps take a fifth of a second each: after a pause in the first step of one, the other takes none."""
    engine, taken = Engine(), []

    def slow(trainer: Trainer, steps: int, cancelled: Callable[[], bool] | None = None) -> int:
        if cancelled is not None and cancelled():
            raise Cancelled
        taken.append(trainer)
        sleep(0.2)
        return 0

    monkeypatch.setattr(Trainer, "advance", slow)
    (engine.step if way == "step" else engine.start)(TINY)
    qtbot.waitUntil(lambda: bool(taken), timeout=20_000)
    engine.pause()
    newest = engine.submit(lambda racing: None)
    qtbot.waitUntil(lambda: engine._fulfilled == newest, timeout=20_000)
    assert len(taken) == 1
    assert engine.stop()


def test_a_race_is_told_to_be_paused_only_when_its_runs_have_come_up_to_each_other(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paused in the first call of one run, whose end is reported at once: not yet as that of the race."""
    engine, waits, goes_on, told = Engine(), threading.Event(), threading.Event(), []
    advance = Trainer.advance

    def held(trainer: Trainer, steps: int, cancelled: Callable[[], bool] | None = None) -> int:
        waits.set()
        assert goes_on.wait(20)
        return advance(trainer, steps)

    def note() -> None:
        report = engine.take()
        if report is not None:
            told.append((report.phase, [lane.step for lane in report.lanes]))

    monkeypatch.setattr(Trainer, "advance", held)
    monkeypatch.setattr("gui.training.engine.TELL_EVERY", 0)
    monkeypatch.setattr("gui.training.engine.LEVEL_SECONDS", 60)
    engine.reported.connect(note, Qt.ConnectionType.DirectConnection)
    engine.start(TINY)
    assert waits.wait(20)
    engine.pause()
    goes_on.set()
    qtbot.waitUntil(lambda: ("paused", [1, 1]) in told, timeout=20_000)
    assert [steps for phase, steps in told if phase == "paused"] == [[1, 1]]
    assert ("running", [1, 0]) in told
    assert engine.stop()


@pytest.mark.parametrize("seconds", [0.001, 0.03, 0.1, 0.2, 0.24, 0.3, 0.35])
def test_b86_a_pause_takes_half_a_second_at_most(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that only steps move: the call under way, and those by which runs come to be level where there is time for it."""
    now, racing, advance = [0.0], Racing(), Trainer.advance

    def timed(trainer: Trainer, steps: int, cancelled: Callable[[], bool] | None = None) -> int:
        now[0] += seconds * steps
        return advance(trainer, steps)

    monkeypatch.setattr(Trainer, "advance", timed)
    monkeypatch.setattr("gui.training.racing.perf_counter", lambda: now[0])
    race = replace(TINY, lanes=(*TINY.lanes, Lane(3, "none")), steps=200)
    racing.enter(race)
    for _ in range(7):
        racing.turn()
    begun = now[0]
    racing.turn()
    racing.level(LEVEL_SECONDS, lambda: False)
    assert now[0] - begun < 0.5
    steps = [lane.step for lane in racing.lanes()]
    assert max(steps) - min(steps) == (0 if seconds < LEVEL_SECONDS else 1)


def test_maps_are_looked_at_again_and_again_while_a_race_runs(qtbot: QtBot) -> None:
    """As they form, and not at its end alone: four looks at different steps, while there are steps left."""
    engine, seen = Engine(), set()

    def note() -> None:
        report = engine.take()
        if report is not None and report.phase == "running":
            seen.update(lane.look.step for lane in report.lanes[:1] if lane.look is not None)

    engine.reported.connect(note)
    engine.start(replace(TINY, steps=20_000))
    qtbot.waitUntil(lambda: len(seen) >= 4, timeout=20_000)
    assert max(seen) < 20_000
    assert engine.stop(5)


def test_b82_fifty_races_that_are_closed_at_once_tell_nothing_afterwards(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ended while they prepare, half of them then with something to complain of: no signal after the end, no thread left."""
    late: list[object] = []
    for number in range(50):
        engine, preparing, closed = Engine(), threading.Event(), threading.Event()

        def prepare(
            _: Racing, fails: bool = number % 2 == 0, here: threading.Event = preparing, end: threading.Event = closed
        ) -> None:
            here.set()
            assert end.wait(5)
            if fails:
                raise InputError("Too late.")

        monkeypatch.setattr(Racing, "compile", prepare)
        engine.start(TINY)
        assert preparing.wait(5)
        engine.take()  # else the report after the end would only take the place of the one that waits
        assert not engine.stop(0)
        for signal in (engine.reported, engine.answered, engine.failed):
            signal.connect(lambda *told: late.append(told), Qt.ConnectionType.DirectConnection)  # heard on the thread that tells
        closed.set()
        assert engine.stop(5)
        QApplication.processEvents()
    assert late == []
