"""Races for the tests of the Training page: made up, so that what is drawn can be checked by hand, and how they are run by hand."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from core.learning.tasks import ReferenceLosses
from gui.training.race import Lane, Race
from gui.training.report import Facts, LaneLook, LaneReport, Phase, RaceReport
from gui.training.training import Training

RACE = Race(steps=100, layers=2)
TINY = Race(lanes=(Lane(1, "post"), Lane(2, "pre", 5)), layers=2, batch=2, steps=12)
"""Two runs that end in a moment."""
LINES = ReferenceLosses(uniform=4.0, unigram=3.0, bigram=2.0)


def look(step: int) -> LaneLook:
    """Uniform maps of 4 heads over 5 tokens, gradients 1 to 4, lengths 1 to 3."""
    patterns = np.tril(np.ones((4, 5, 5), np.float32))
    patterns /= patterns.sum(axis=2, keepdims=True)
    return LaneLook(step, 1, patterns, np.array([1.0, 2.0, 3.0]), np.array([[1.0, 2.0], [3.0, 4.0]]) if step else None)


def lane(number: int, losses: list[float], diverged_at: int | None = None, race: Race = RACE) -> LaneReport:
    found = race.lane(number)
    assert found is not None
    curve = np.array(losses)
    return LaneReport(found, curve, 0.1 * np.ones(len(curve)), diverged_at, (0, len(curve) // 2), look(len(curve)))


def report(*lanes: LaneReport, phase: Phase = "paused", race: Race = RACE) -> RaceReport:
    facts = Facts(race, LINES, ("a", "b", "c", "d", "e"), True, True, 54, (1, 1, 1))
    return RaceReport(1, phase, facts, lanes)


def usual() -> RaceReport:
    """Run 1 stays at 3, run 2 falls from 4 to 2.5, run 3 to 1.5."""
    falls = np.linspace(4, 2.5, 60).tolist(), np.linspace(4, 1.5, 60).tolist()
    return report(lane(1, [3.0] * 60), lane(2, falls[0]), lane(3, falls[1]))


def press(training: Training, name: str) -> None:
    [button] = [part for part in training._page.findChildren(QPushButton) if part.text() == name and not part.isHidden()]
    assert button.isEnabled(), button.toolTip()
    button.click()


def steps(training: Training) -> list[int]:
    return [] if training.report is None else [lane.step for lane in training.report.lanes]


def ended(training: Training) -> bool:
    return training.report is not None and training.report.phase == "done"


def finish(training: Training, qtbot: QtBot) -> RaceReport:
    qtbot.waitUntil(lambda: ended(training), timeout=60_000)
    assert training.report is not None
    return training.report
