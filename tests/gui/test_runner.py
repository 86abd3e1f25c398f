"""One worker: the latest job wins, cancelled jobs end, nothing arrives after stop()."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from core.messages import Cancelled, InputError
from gui.runner import Runner, SynchronousRunner

Cancel, Progress = Callable[[], bool], Callable[[int, int], None]


@pytest.fixture
def runner(qapp: object) -> Iterator[Runner]:
    """A worker that is ended after the test."""
    runner = Runner()
    yield runner
    assert runner.stop()


def heard(runner: Runner | SynchronousRunner) -> list[tuple[Any, ...]]:
    """Everything that the runner emits, as it comes."""
    said: list[tuple[Any, ...]] = []
    runner.delivered.connect(lambda generation, result: said.append(("delivered", generation, result)))
    runner.failed.connect(lambda generation, error: said.append(("failed", generation, str(error))))
    runner.given_up.connect(lambda generation: said.append(("given up", generation)))
    runner.progressed.connect(lambda generation, done, total: said.append(("progressed", generation, done, total)))
    return said


def test_results_arrive_on_the_gui_thread(runner: Runner, qtbot: QtBot) -> None:
    """The job runs on another thread, its outcome is delivered on this one."""
    threads = []
    runner.delivered.connect(lambda _, worker: threads.extend([worker, threading.get_ident()]))
    with qtbot.waitSignal(runner.delivered):
        runner.submit(lambda cancelled, progress: threading.get_ident())
    assert threads[0] != threads[1] == threading.get_ident()


def test_the_latest_job_wins(runner: Runner, qtbot: QtBot) -> None:
    """While the first runs, nine more are submitted: the first is told to stop, eight never start, the last is delivered."""
    said, started = heard(runner), threading.Event()
    ran = []

    def endless(cancelled: Cancel, progress: Progress) -> None:
        started.set()
        while not cancelled():
            started.wait(0.001)
        raise Cancelled

    def quick(number: int) -> Callable[[Cancel, Progress], int]:
        return lambda cancelled, progress: ran.append(number) or number

    runner.submit(endless)
    assert started.wait(5)
    for number in range(9):
        runner.submit(quick(number))
    qtbot.waitUntil(lambda: ("delivered", 10, 8) in said)
    assert ran == [8]
    assert said == [("given up", 1), ("delivered", 10, 8)]


def test_errors_are_delivered_and_the_worker_goes_on(runner: Runner, qtbot: QtBot) -> None:
    """A sentence for the person arrives as it is; the next job runs."""

    def refused(cancelled: Cancel, progress: Progress) -> None:
        raise InputError("too long: {n}", n=3)

    said = heard(runner)
    runner.submit(refused)
    qtbot.waitUntil(lambda: ("failed", 1, "too long: 3") in said)
    runner.submit(lambda cancelled, progress: "works")
    qtbot.waitUntil(lambda: ("delivered", 2, "works") in said)


@pytest.mark.logs
def test_unexpected_errors_are_logged_and_delivered(runner: Runner, qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    """A fault of ours leaves a traceback in the log."""
    said = heard(runner)
    runner.submit(lambda cancelled, progress: 1 // 0)
    qtbot.waitUntil(lambda: len(said) == 1)
    assert said[0][0] == "failed"
    assert "ZeroDivisionError" in caplog.text


def test_b82_nothing_arrives_after_the_end(qapp: object, qtbot: QtBot) -> None:
    """Fifty workers ended in the middle of their job: no signal afterwards, no exception, no thread left."""
    late = []
    for _ in range(50):
        runner = Runner()
        runner.delivered.connect(late.append)
        started, ended = threading.Event(), threading.Event()

        def job(cancelled: Cancel, progress: Progress, started: threading.Event = started, ended: threading.Event = ended) -> str:
            started.set()
            while not cancelled():
                pass
            progress(1, 2)
            ended.set()
            return "late"

        runner.submit(job)
        started.wait(5)
        assert runner.stop()
        assert ended.is_set()
        runner.deleteLater()
    qtbot.wait(20)
    assert late == []


def test_the_synchronous_twin_says_the_same(qapp: object) -> None:
    """Delivered, failed, progressed: in order, before submit() returns."""

    def job(cancelled: Cancel, progress: Progress) -> str:
        progress(1, 2)
        return "done"

    runner = SynchronousRunner()
    said = heard(runner)
    assert runner.submit(job) == 1
    runner.submit(lambda cancelled, progress: 1 // 0)
    assert said == [("progressed", 1, 1, 2), ("delivered", 1, "done"), ("failed", 2, "integer division or modulo by zero")]
