"""Transport: start, pause, one step, reset, and how far the race is."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from gui.access import announce, describe, tooltip
from gui.drawing.training.words import RacePicture, conclusion, run_name
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme
from gui.training.report import Phase
from gui.views.wrapped_words import Words

_BESIDE: Final = 620
"""Width from which there is room for words beside the buttons."""


class Transport(QWidget):
    """A row of buttons, each of which is grey when there is nothing for it to do, and says why."""

    _PLACE: Final = 3

    started = Signal()
    paused = Signal()
    stepped = Signal()
    was_reset = Signal()
    save_wanted = Signal()
    load_wanted = Signal()
    use_wanted = Signal()
    """The weights of the chosen run are to be used in the other pages."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._phase: Phase = "idle"
        self._picture: RacePicture | None = None
        self._stale = False
        self._problem = ""
        self._run, self._step, self._reset = (QPushButton() for _ in range(3))
        self._run.setProperty("role", "primary")
        self._words = Words(2, "caption", centred=True)
        self._files = QToolButton()
        self._files.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._files.setProperty("hasMenu", True)
        menu = QMenu(self._files)
        menu.setToolTipsVisible(True)
        self._use, self._save, self._load = (menu.addAction("") for _ in range(3))
        self._files.setMenu(menu)
        self._column, self._row = QVBoxLayout(self), QHBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._row)
        self._below = False
        for part in (self._run, self._step, self._reset):
            self._row.addWidget(part)
        self._row.addWidget(self._words, 1)
        self._row.addWidget(self._files, 0)
        self._run.clicked.connect(self._start_or_pause)
        self._step.clicked.connect(self.stepped)
        self._reset.clicked.connect(self.was_reset)
        self._save.triggered.connect(self.save_wanted)
        self._load.triggered.connect(self.load_wanted)
        self._use.triggered.connect(self.use_wanted)
        self.retranslate()
        self.set_theme(LIGHT)

    @property
    def text(self) -> str:
        """How far the race is, in words."""
        return self._words.text

    def set_state(self, phase: Phase, picture: RacePicture | None, *, stale: bool) -> None:
        """How far the race is."""
        ended = phase == "done" and self._phase in ("running", "paused", "preparing") and not stale
        self._phase, self._picture, self._stale = phase, picture, stale
        self._show()
        if ended:
            announce(self._words, self._words.text)

    def set_problem(self, text: str) -> None:
        """Why it cannot start; "" where it can."""
        if text != self._problem:
            self._problem = text
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = theme
        self._words.set_theme(theme)
        self._row.setSpacing(theme.px(8))
        self._column.setSpacing(theme.px(4))
        self._arrange()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._step.setText(self.tr("One step"))
        self._reset.setText(self.tr("Reset"))
        self._files.setText(self.tr("Weights"))
        self._save.setText(self.tr("Save the weights of the chosen run …"))
        self._load.setText(self.tr("Load weights into the chosen run …"))
        self._use.setText(self.tr("Use in the laboratory"))
        self._use.setToolTip(tooltip(self.tr("All other pages then show the weights of the chosen run, as they are shown here")))
        what = self.tr("Uses or saves the weights of the chosen run, or begins it with those of a file")
        describe(self._files, self.tr("Weights"), what)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _arrange(self) -> None:
        """What is said stands between the buttons, or below them where there is little room."""
        below = self.width() < self._theme.px(_BESIDE)
        if below == self._below:
            return
        self._below = below
        if below:
            self._row.removeWidget(self._words)
            self._row.insertStretch(self._PLACE, 1)
            self._column.addWidget(self._words)
        else:
            self._column.removeWidget(self._words)
            self._row.takeAt(self._PLACE)
            self._row.insertWidget(self._PLACE, self._words, 1)

    def _start_or_pause(self) -> None:
        if self._phase in ("running", "preparing"):
            self.paused.emit()
        else:
            self.started.emit()

    def _show(self) -> None:
        begun = self._picture is not None and self._picture.report.last_step > 0
        busy = self._phase in ("running", "preparing")
        over = self._phase == "done" and not self._stale
        go_on = begun and not self._stale
        name = self.tr("Pause") if busy else self.tr("Continue") if go_on else self.tr("Start")
        self._run.setText(name)
        why = self._problem
        if over:
            why = why or self.tr("Every run has ended: give them more steps, or reset.")
        what = self.tr("Stops after the steps under way") if busy else self.tr("Lets all runs take steps in turn")
        self._offer(self._run, name, what, "" if busy else why)
        self._offer(self._step, self.tr("One step"), self.tr("Every run takes one step"), self._problem)
        nothing = "" if begun else self.tr("Nothing has been trained yet.")
        self._offer(self._reset, self.tr("Reset"), self.tr("Every run goes back to before its first step"), nothing)
        trained = self._picture is not None and any(
            lane.lane.number == self._picture.selected and lane.step > 0 for lane in self._picture.lanes
        )
        self._save.setEnabled(trained)
        self._use.setEnabled(trained)
        self._words.set_text(self._said())

    @staticmethod
    def _offer(button: QPushButton, name: str, what: str, why_not: str) -> None:
        button.setEnabled(not why_not)
        describe(button, name, why_not or what)
        button.setToolTip(tooltip(why_not or what))

    def _said(self) -> str:
        picture = self._picture
        if self._phase == "preparing":
            return self.tr("preparing fast training …")
        if picture is None:
            return self.tr("Press Start: all runs begin with the same seed and see the same data.")
        if self._stale:
            return self.tr("These curves are of the settings before; Start begins with the new ones.")
        report = picture.report
        at, end = integer(report.last_step), integer(report.facts.race.steps)
        if self._phase == "running":
            words = self.tr("step {step} of {steps}").format(step=at, steps=end)
            speed = self.tr("{n} steps a second").format(n=integer(round(report.speed))) if report.speed else ""
            parts = [words, speed] if speed else [words]
        elif self._phase == "done":
            parts = [self.tr("finished after {steps} steps").format(steps=at), *conclusion(picture)]
        else:
            there = [lane.step for lane in picture.lanes if lane.diverged_at is None] or [report.last_step]
            words = self.tr("paused at step {step} of {steps}")
            if min(there) < max(there):
                words = self.tr("paused at steps {first} to {step} of {steps}")
            parts = [words.format(first=integer(min(there)), step=integer(max(there)), steps=end)]
        gone = [(lane.lane.number, lane.diverged_at) for lane in picture.lanes if lane.diverged_at is not None]
        for number, step in gone:
            parts.append(self.tr("{run} diverged at step {step}").format(run=run_name(number), step=integer(step)))
        return " · ".join(parts)
