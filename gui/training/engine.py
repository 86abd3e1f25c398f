"""The thread of the race: it fulfils requests in their order, and between them lets the runs take steps in turn."""

from __future__ import annotations

import logging
import sys
import threading
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from core.kernels.workers import step_back
from core.messages import InputError
from gui.compiling import in_background
from gui.garbage import collect_here
from gui.training.race import Race
from gui.training.racing import Racing
from gui.training.report import Phase, RaceReport

log = logging.getLogger(__name__)

TELL_EVERY: Final = 1 / 25
"""Seconds between two reports: the window need not paint more often."""
LOOK_EVERY: Final = 0.25
"""Seconds between two looks into the runs, each of which is a pass of every model."""
LEVEL_SECONDS: Final = 0.25
"""That a pause may take for the runs behind to come up to the others, besides the step under way: half a second together."""
BEHIND: Final = 10
"""Levels by which this thread lets those go first that answer a keystroke; where nobody types, it is as fast as ever."""
SWITCH_EVERY: Final = 5e-4
"""Seconds after which this thread lets the window's Python code go first."""

Request = Callable[[Racing], object]


class Engine(QObject):
    """Runs a race off the GUI thread.

    Reports wait in one place, where a newer one replaces an older one, so that a window that is slow to paint has no queue to
    work off. Requests are numbered; a report says which of them it fulfils.
    """

    reported = Signal()
    """A report waits; `take` gives it."""
    answered = Signal(int, object)
    """(number of the request, what it returned)"""
    failed = Signal(int, object)
    """(number of the request, the exception)"""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        collect_here()
        self._wake = threading.Condition()
        self._requests: deque[tuple[int, Request, bool]] = deque()
        self._generation = 0
        self._running = False
        self._closed = False
        self._halted = False
        """Whether a pause was asked for since the last start or step."""
        self._report: RaceReport | None = None
        self._racing = Racing()
        self._compiled = False
        """Whether what steps are made with is there, as far as it can be."""
        self._fulfilled = 0
        self._told = self._looked = 0.0
        self._speed: float | None = None
        self._counted: tuple[float, int] = (0.0, 0)
        self._thread = threading.Thread(target=self._work, name="race", daemon=True)
        self._thread.start()

    # For the GUI thread

    @property
    def generation(self) -> int:
        """Number of the newest request."""
        return self._generation

    @property
    def alive(self) -> bool:
        """Whether the thread is still there."""
        return self._thread.is_alive()

    def take(self) -> RaceReport | None:
        """The newest report, once."""
        with self._wake:
            report, self._report = self._report, None
        return report

    def submit(self, request: Request, *, even_at_the_end: bool = False) -> int:
        """Fulfil a request before the next steps are taken; returns its number. `stop` lets go of it, unless it says otherwise."""
        with self._wake:
            self._generation += 1
            self._requests.append((self._generation, request, even_at_the_end))
            self._wake.notify()
            return self._generation

    def start(self, race: Race) -> int:
        """Let the runs of `race` go on, or begin, until all have ended."""
        self._halted = False
        return self.submit(lambda racing: self._start(racing, race))

    def step(self, race: Race) -> int:
        """Let every run take one step."""
        self._halted = False
        return self.submit(lambda racing: self._step(racing, race))

    def pause(self) -> None:
        """Take no more steps after the one under way, but those by which the runs come to be level: until then it runs."""
        self._halted = True
        self.submit(self._pause)

    def stop(self, seconds: float = 1.5) -> bool:
        """End the thread; no signal is emitted afterwards. False when it did not end in time (it is a daemon and holds nothing)."""
        with self._wake:
            self._closed = True
            self._running = False
            self._requests = deque(waiting for waiting in self._requests if waiting[2])
            self._wake.notify()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    # For the thread

    def _work(self) -> None:
        # Drawing batches is Python: with the usual 5 ms the window would wait so long at every call of Qt that lets go of the lock.
        step_back(BEHIND)
        usual = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_EVERY)
        try:
            self._serve()
        finally:
            sys.setswitchinterval(usual)

    def _serve(self) -> None:
        while True:
            with self._wake:
                while not self._requests and not self._running and not self._closed:
                    self._wake.wait()
                request = self._requests.popleft() if self._requests else None
                if request is None and self._closed:
                    return
            if request is not None:
                self._fulfil(*request[:2])
            else:
                self._turn()

    def _fulfil(self, generation: int, request: Request) -> None:
        self._fulfilled = generation  # what is reported meanwhile, such as that it compiles, belongs to this request
        answer = self._attempt(generation, lambda: request(self._racing))
        if answer is not None:
            self._tell(self.answered, generation, answer)
        self._attempt(generation, lambda: self._publish(self._phase_now()))

    def _attempt(self, generation: int, work: Callable[[], object]) -> object:
        """What `work` gives; whatever it raises is told, and the thread lives on."""
        try:
            return work()
        except InputError as error:
            self._tell(self.failed, generation, error)
        except Exception as error:
            log.exception("A request to the race failed.")
            self._tell(self.failed, generation, error)
        return None

    def _start(self, racing: Racing, race: Race) -> None:
        racing.enter(race)
        racing.shown = None
        self._compile(racing)
        with self._wake:
            self._running = not self._closed
        self._counted, self._speed = (monotonic(), 0), None

    def _pause(self, racing: Racing) -> None:
        with self._wake:
            self._running = False
        racing.level(LEVEL_SECONDS, lambda: self._closed)
        racing.look()

    def _step(self, racing: Racing, race: Race) -> None:
        racing.enter(race)
        racing.shown = None
        self._compile(racing)
        racing.step(self._is_over)
        racing.look()

    def _is_over(self) -> bool:
        """Whether the steps of a call should end here: someone has paused or closed the race meanwhile."""
        return self._halted or self._closed

    def _compile(self, racing: Racing) -> None:
        if self._compiled:
            return
        self._publish("preparing")
        with in_background():
            racing.compile()
        self._compiled = True

    def _turn(self) -> None:
        """Some steps of one run, and a report when it is time for one."""
        racing = self._racing
        try:
            done = racing.turn(self._is_over)
            active, now = racing.active, monotonic()
            if not active or now - self._looked >= LOOK_EVERY:
                racing.look()
                self._looked = monotonic()
        except Exception as error:
            log.exception("A race failed.")
            with self._wake:
                self._running = False
            self._tell(self.failed, self._fulfilled, error)
            self._publish(self._phase_now())
            return
        begun, steps = self._counted
        self._counted = (begun, steps + done)
        if now - begun >= 1:
            self._speed, self._counted = (steps + done) / (now - begun), (now, 0)
        if not active:
            with self._wake:
                self._running = False
            self._publish("done")
        elif now - self._told >= TELL_EVERY:
            self._publish(self._phase_now())

    def _phase_now(self) -> Phase:
        racing = self._racing
        if racing.raced is None:
            return "idle"
        if self._running and racing.active:
            return "running"
        return "paused" if racing.active else "done"

    def _publish(self, phase: Phase) -> None:
        """Put a report where the window takes it, and say so unless the one before still waits there."""
        racing = self._racing
        if racing.facts is None or racing.raced is None:
            return
        speed = self._speed if phase == "running" else None
        report = RaceReport(self._fulfilled, phase, racing.facts, racing.lanes(), speed)
        self._told = monotonic()
        with self._wake:
            if self._closed:
                return
            waits, self._report = self._report is not None, report
            if not waits:
                self.reported.emit()

    def _tell(self, signal: Any, *values: object) -> None:
        with self._wake:  # stop() takes the same lock, so nothing is emitted into an object that is being destroyed
            if not self._closed:
                signal.emit(*values)
