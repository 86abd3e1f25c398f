"""One worker thread; the latest job wins; every answer carries its generation number.

A job is `job(cancelled, progress) -> result`: it asks `cancelled()` from time to time and raises Cancelled when told so.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from core.messages import Cancelled, InputError
from gui.garbage import collect_here

log = logging.getLogger(__name__)

TELL_EVERY: Final = 0.1
"""Seconds between two reports of progress."""

Job = Callable[[Callable[[], bool], Callable[[int, int], None]], Any]


class Runner(QObject):
    """Runs jobs off the GUI thread and delivers their outcome to it.

    A job that is submitted replaces the one that waits and cancels the one that runs. Signals of generations before the newest
    one may still arrive: the receiver compares numbers.
    """

    delivered = Signal(int, object)
    """(generation, what the job returned)"""
    failed = Signal(int, object)
    """(generation, the exception)"""
    given_up = Signal(int)
    """(generation) the job was cancelled on request"""
    progressed = Signal(int, int, int)
    """(generation, steps done, steps in all)"""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        collect_here()
        self._wake = threading.Condition()
        self._generation = 0
        self._pending: tuple[int, Job] | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="runner", daemon=True)
        self._thread.start()

    @property
    def generation(self) -> int:
        """Number of the newest job."""
        return self._generation

    @property
    def alive(self) -> bool:
        """Whether the worker is still there."""
        return self._thread.is_alive()

    def submit(self, job: Job) -> int:
        """Run `job` as soon as the worker is free, instead of all that was submitted before; returns its generation."""
        with self._wake:
            self._generation += 1
            self._pending = (self._generation, job)
            self._wake.notify()
            return self._generation

    def cancel(self) -> None:
        """Give up whatever runs or waits."""
        with self._wake:
            self._generation += 1
            self._pending = None

    def stop(self, seconds: float = 1.5) -> bool:
        """End the worker; no signal is emitted afterwards. False when it did not end in time (it is a daemon and holds nothing)."""
        with self._wake:
            self._closed = True
            self._generation += 1
            self._pending = None
            self._wake.notify()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while True:
            with self._wake:
                while self._pending is None and not self._closed:
                    self._wake.wait()
                if self._pending is None:
                    return
                (generation, job), self._pending = self._pending, None
            self._run(generation, job)

    def _run(self, generation: int, job: Job) -> None:
        try:
            result = job(lambda: self._generation != generation, self._teller(generation))
        except Cancelled:
            self._tell(self.given_up, generation)
        except InputError as error:
            self._tell(self.failed, generation, error)
        except Exception as error:
            log.exception("A computation failed.")
            self._tell(self.failed, generation, error)
        else:
            self._tell(self.delivered, generation, result)

    def _teller(self, generation: int) -> Callable[[int, int], None]:
        """Reports of progress, at most one in TELL_EVERY seconds: a short job has none, and the GUI thread is left in peace."""
        last = monotonic()

        def tell(done: int, total: int) -> None:
            nonlocal last
            now = monotonic()
            if now - last >= TELL_EVERY:
                last = now
                self._tell(self.progressed, generation, done, total)

        return tell

    def _tell(self, signal: Any, *values: object) -> None:
        with self._wake:  # stop() takes the same lock, so nothing is emitted into an object that is being destroyed
            if not self._closed:
                signal.emit(*values)


class SynchronousRunner(QObject):
    """The same interface without a thread: submit() returns when the outcome was delivered. For tests and pictures."""

    delivered = Signal(int, object)
    failed = Signal(int, object)
    given_up = Signal(int)
    progressed = Signal(int, int, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.generation = 0

    def submit(self, job: Job) -> int:
        """Run `job` now."""
        self.generation += 1
        generation = self.generation
        try:
            result = job(lambda: self.generation != generation, lambda done, total: self.progressed.emit(generation, done, total))
        except Cancelled:
            self.given_up.emit(generation)
        except Exception as error:  # noqa: BLE001 - handed on to the receiver, as Runner does
            self.failed.emit(generation, error)
        else:
            self.delivered.emit(generation, result)
        return generation

    def cancel(self) -> None:
        """Whatever runs is given up at its next question."""
        self.generation += 1

    def stop(self, seconds: float = 0.0) -> bool:
        """Nothing to end."""
        return True
