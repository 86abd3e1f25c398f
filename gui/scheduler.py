"""From a request to its result: what it costs, whether it may start, what is kept of the results before it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core.kernels.arena import give_back_arenas
from core.messages import InputError
from core.model.memory import available_memory, give_back_memory
from gui.computation import MACS_PER_SECOND, Cost, Request, Result, Shelf, compute, cost, share_to_compute, work
from gui.i18n import decimal, explain, integer, memory
from gui.looks import MAPS

if TYPE_CHECKING:
    from gui.runner import Runner, SynchronousRunner

STALE_AFTER: Final = 120
"""Milliseconds after which a result that is still awaited dims the plots; quicker ones replace them without a flicker."""
SAY_COST_FROM: Final = 0.7
"""Seconds of estimated work from which its cost is said before and while it is spent."""
ASK_FROM: Final = 8.0
"""Seconds of estimated work from which it waits for a word of the person."""
CHECK_MEMORY_FROM: Final = 200_000_000
"""Bytes of a request from which the system is asked what is free; smaller ones always fit."""
MEMORY_SHARE: Final = 0.6
"""Share of the free memory that one request may take."""
LEARN_FROM: Final = 2_000_000_000
"""Multiply-adds of a pass from which it teaches how fast this machine is; smaller ones are mostly overhead and would mislead."""

GIVE_BACK_AFTER: Final = 400
"""Milliseconds after a change, or a pass that was given up, when memory that no result uses goes back to the system. Not sooner:
whoever tries one switch after the other uses it again."""

Kind = Literal["info", "problem", "cost"]


class Scheduler(QObject):
    """Submits requests to the runner, one after the other, and remembers the last result and the one before the last change."""

    answered = Signal(object)
    """(Result) of the newest request"""
    noticed = Signal(str, str, tuple)
    """(sentence, kind, actions) for the person: a cost, a refusal, an error; an empty sentence takes the last one back"""
    stale_changed = Signal(bool)
    """Whether the plots show something older than what was asked for"""
    progressed = Signal(int, int)
    """(blocks done, blocks in all) of a request that takes its time; (0, 0) when it is over"""

    def __init__(self, runner: Runner | SynchronousRunner, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = runner
        self._shelf = Shelf()
        self._wanted: Request | None = None
        self._awaited: Request | None = None
        self._approved: Request | None = None
        self._macs_per_second = MACS_PER_SECOND
        self._noticed = False
        self._change = self._result_change = 0
        self.result: Result | None = None
        self.before: Result | None = None
        self._stale_timer = QTimer(self, singleShot=True, interval=STALE_AFTER)
        self._stale_timer.timeout.connect(partial(self.stale_changed.emit, True))
        self._give_back_timer = QTimer(self, singleShot=True, interval=GIVE_BACK_AFTER)
        self._give_back_timer.timeout.connect(_give_back)
        runner.delivered.connect(self._delivered)
        runner.failed.connect(self._failed)
        runner.given_up.connect(self._given_up)
        runner.progressed.connect(self._progressed)

    @property
    def settled(self) -> bool:
        """Whether nothing is being computed."""
        return self._awaited is None

    def ask(self, request: Request, change: int) -> None:
        """Compute `request` unless that is under way; `change` numbers the change that led to it (History.change)."""
        self._wanted, self._change = request, change
        if request == self._awaited:
            self._awaited = request  # equal numbers, but the words beside them may be written in another way
            return
        last = self.result
        if last is not None and last.serves(request):
            kept = last.map_of(request.layer, request.head)
            if kept is not None and request.look in (last.request.look, MAPS):
                self._runner.cancel()
                self._take(last.focused(request, kept, last.seen if request.look.tab else None))
                return
        if not self._may_start(request):
            return
        self._awaited = request
        self._stale_timer.start()
        self._runner.submit(partial(compute, request, last, self._shelf))

    def approve(self) -> None:
        """Compute what was asked for last, whatever it costs."""
        if self._wanted is not None:
            self._approved = self._wanted
            self.ask(self._wanted, self._change)

    def give_up(self) -> None:
        """Stop what is under way; the last good result stays."""
        if self._awaited is not None:
            self._runner.cancel()
            self._given_up(self._runner.generation)

    def repeat(self) -> None:
        """Say again, in another language, why what was asked for last is not computed."""
        if (
            self._awaited is None
            and self._wanted is not None
            and (self.result is None or not self._wanted.same_pass(self.result.request))
        ):
            self.ask(self._wanted, self._change)

    def withdraw(self) -> None:
        """What was asked for last cannot be computed at all; the plots show something older."""
        self._runner.cancel()
        if self._awaited is not None:
            self._give_back_timer.start()
        self._awaited = self._wanted = None
        self._stale_timer.stop()
        self.stale_changed.emit(True)
        self.progressed.emit(0, 0)

    def _may_start(self, request: Request) -> bool:
        """Say what `request` costs where that is felt; False when it must not start, or not yet."""
        price = self._price(request)
        free = available_memory() if price.bytes >= CHECK_MEMORY_FROM else None
        if free is not None and price.bytes > MEMORY_SHARE * free:
            text = self.tr("This needs {needed} of memory and {free} are free: it can be counted, but not computed here.")
            self._refuse(text.format(needed=memory(price.bytes), free=memory(free)), "problem")
            return False
        if price.seconds >= ASK_FROM and request != self._approved:
            self._refuse(self._price_text(price), "cost", offer=True)
            return False
        if price.seconds >= SAY_COST_FROM:
            self._notice(self._price_text(price), "cost", (("cancel", self.tr("Cancel")),))
        return True

    def _price(self, request: Request) -> Cost:
        served = self.result is not None and self.result.serves(request)
        return cost(request, self._macs_per_second, 0.0 if served else share_to_compute(request, self.result))

    def _price_text(self, price: Cost) -> str:
        text = self.tr("{macs} multiply-adds and {cells} map cells: about {seconds} s and {bytes} of memory.")
        return text.format(
            macs=integer(price.macs), cells=integer(price.cells), seconds=decimal(price.seconds, 1), bytes=memory(price.bytes)
        )

    def _refuse(self, text: str, kind: Kind, *, offer: bool = False) -> None:
        wanted = self._wanted
        self.withdraw()
        self._wanted = wanted
        self._notice(text, kind, (("compute", self.tr("Compute it")),) if offer else ())

    def _notice(self, text: str, kind: Kind, actions: tuple[tuple[str, str], ...]) -> None:
        self._noticed = True
        self.noticed.emit(text, kind, actions)

    @Slot(int, object)
    def _delivered(self, generation: int, result: Result) -> None:
        if generation != self._runner.generation or self._awaited is None:
            return
        macs = work(result.request)
        if macs >= LEARN_FROM and result.share == 1:
            self._macs_per_second = macs / result.elapsed
        self._take(result.focused(self._awaited, result.pattern, result.seen))

    def _take(self, result: Result) -> None:
        last = self.result
        if last is not None and not result.request.same_pass(last.request) and self._change != self._result_change:
            self.before = last
        if last is not None and _is_smaller_or_other(result.request, last.request):
            self._give_back_timer.start()
        self.result, self._result_change = result, self._change
        self._awaited = None
        self._stale_timer.stop()
        self.stale_changed.emit(False)
        self.progressed.emit(0, 0)
        if self._noticed:
            self._noticed = False
            self.noticed.emit("", "info", ())
        self.answered.emit(result)

    @Slot(int, object)
    def _failed(self, generation: int, error: Exception) -> None:
        if generation != self._runner.generation:
            return
        if isinstance(error, InputError):
            self._refuse(explain(error), "problem")
            return
        text = self.tr("This could not be computed ({reason}). The last result is still shown; the log file has the details.")
        self._refuse(text.format(reason=error), "problem")

    @Slot(int)
    def _given_up(self, generation: int) -> None:
        if generation == self._runner.generation and self._awaited is not None:
            self._refuse(self.tr("Cancelled: the maps below are those of the last result."), "info", offer=True)

    @Slot(int, int, int)
    def _progressed(self, generation: int, done: int, total: int) -> None:
        if generation == self._runner.generation and self._awaited is not None and not self._stale_timer.isActive():
            self.progressed.emit(done, total)


def _is_smaller_or_other(now: Request, before: Request) -> bool:
    """Whether the memory of `before` does not serve `now`: another model, or a much shorter sentence."""
    return now.config != before.config or 2 * len(now.ids) < len(before.ids)


def _give_back() -> None:
    give_back_arenas()
    give_back_memory()
