"""Which thread destroys what nobody holds any more."""

from __future__ import annotations

import gc
import threading

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gui import garbage
from gui.garbage import Collector, collect_here
from gui.runner import Runner


class Cycle(QObject):
    """Held by nothing but itself; says on which thread it goes."""

    def __init__(self, gone: list[int]) -> None:
        super().__init__()
        self.itself, self.last = self, Last(gone)


class Last:
    """What a Cycle holds, to tell of its end."""

    def __init__(self, gone: list[int]) -> None:
        self._gone = gone

    def __del__(self) -> None:
        self._gone.append(threading.get_ident())


def test_objects_of_qt_are_destroyed_on_the_thread_of_the_window(qtbot: QtBot) -> None:
    """A worker makes more objects than the collector waits for, beside garbage of the window: the window collects it, soon."""
    runner, gone = Runner(), list[int]()
    for _ in range(10):
        Cycle(gone)
    with qtbot.waitSignal(runner.delivered):
        runner.submit(lambda cancelled, progress: len([[number] for number in range(100_000)]))
    qtbot.waitUntil(lambda: len(gone) == 10)
    assert set(gone) == {threading.get_ident()}
    assert runner.stop()


def test_the_collector_goes_by_pythons_thresholds(qtbot: QtBot, qapp: QObject) -> None:
    """There is one, however often it is asked for; what has not come of age is left alone."""
    collect_here()
    collect_here()
    assert len(qapp.findChildren(Collector)) == 1
    assert not gc.isenabled()
    gc.collect()
    collected = [generation["collections"] for generation in gc.get_stats()]
    collector = qapp.findChild(Collector)
    assert collector is not None
    collector.timerEvent(None)
    assert [generation["collections"] for generation in gc.get_stats()] == collected
    kept = [[number] for number in range(gc.get_threshold()[0] + 1)]
    collector.timerEvent(None)
    assert gc.get_stats()[0]["collections"] == collected[0] + 1
    assert len(kept) > gc.get_threshold()[0]


def test_all_is_looked_through_only_when_a_quarter_has_been_added(qapp: QObject, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by Python's own collector: 100 old objects and 10 that grow old each time, so the third time 30 have been added."""
    collected: list[int] = []
    monkeypatch.setattr(garbage.gc, "get_objects", lambda generation: range(10 if generation == 1 else 100))
    monkeypatch.setattr(garbage.gc, "get_count", lambda: (701, 11, 11))
    monkeypatch.setattr(garbage.gc, "get_threshold", lambda: (700, 10, 10))
    monkeypatch.setattr(garbage.gc, "collect", lambda generation=2: collected.append(generation))
    collector = Collector(qapp)
    for _ in range(8):
        collector.timerEvent(None)
    collector.setParent(None)
    collector.deleteLater()
    assert collected == [1, 1, 1, 2, 1, 1, 1, 2]
