"""Files that are read and written without holding up the window, one after the other."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QObject, Signal, Slot

from gui.runner import Job, Runner, SynchronousRunner


class Errands(QObject):
    """Hands a runner one job after the other: given two, it would drop the first for the second."""

    done = Signal(object)
    """What a job returned."""
    failed = Signal(object)
    """The exception of a job."""

    def __init__(self, runner: Runner | SynchronousRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = runner
        self._waiting: deque[Job] = deque()
        self._busy = False
        runner.delivered.connect(self._delivered)
        runner.failed.connect(self._given_back)

    def add(self, job: Job) -> None:
        """Do this after all that was added before."""
        self._waiting.append(job)
        self._next()

    def _next(self) -> None:
        if self._waiting and not self._busy:
            self._busy = True
            self._runner.submit(self._waiting.popleft())

    @Slot(int, object)
    def _delivered(self, _generation: int, outcome: object) -> None:
        self._busy = False
        self.done.emit(outcome)
        self._next()

    @Slot(int, object)
    def _given_back(self, _generation: int, error: Exception) -> None:
        self._busy = False
        self.failed.emit(error)
        self._next()
