"""Experiments of the window: started by their page, computed on a thread of their own, shown as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal, Slot

from core.messages import InputError
from core.model.config import ModelConfig
from gui.computation import given_weights
from gui.i18n import current_language, explain
from gui.runner import Runner
from gui.state import Document
from gui.trained import Given

if TYPE_CHECKING:
    from core.experiments.outcome import Outcome
    from core.experiments.repeated import Cut
    from gui.controller import Controller
    from gui.views.pages import Pages

Options = Mapping[str, Any]
Model = tuple[ModelConfig, Given]
"""A configuration, and the weights it has where they are not random."""
Cancelled = Callable[[], bool]
Progress = Callable[[int, int], None]


class Laboratory(QObject):
    """Runs one experiment at a time on the model and the sentence in use.

    The page is made when it is first looked at, and the thread when the first experiment is started.
    """

    failed = Signal(str)
    """Why an experiment could not be made, in one sentence."""
    noted = Signal(str)
    """Something about the experiment that was started, in one sentence."""

    def __init__(self, pages: Pages, controller: Controller) -> None:
        super().__init__(controller)
        self._pages, self._controller = pages, controller
        self._page: Any = None
        self._runner: Runner | None = None
        self._running: str | None = None
        pages.page_made.connect(self._page_made)
        controller.document_changed.connect(self._follow)
        self._asked: Model | None = None
        self._sentence = ""
        """Of the experiment that was started last."""
        self._measured: dict[str, Model] = {}
        """For each experiment the model that its numbers on the page belong to."""
        page = pages.page("experiments")
        if page is not None:  # work that was saved with this page on top
            self._page_made("experiments", page)

    @property
    def running(self) -> bool:
        """Whether an experiment is being made."""
        return self._running is not None

    @property
    def alive(self) -> bool:
        """Whether the thread is still there."""
        return self._runner is not None and self._runner.alive

    def stop(self, seconds: float) -> None:
        """Give up what runs and end the thread."""
        if self._runner is not None:
            self._runner.stop(seconds)

    @Slot(str, object)
    def _page_made(self, tab: str, page: Any) -> None:
        if tab == "experiments":
            self._page = page
            page.run_requested.connect(self.run)
            page.cancel_requested.connect(self.cancel)
            self._follow()

    @Slot()
    def _follow(self) -> None:
        """The model or the sentence may be another one: what was measured before belongs to the one before."""
        if self._page is not None:
            self._page.set_tokens(self._controller.labels)
            present = _model(self._controller.document)
            self._page.set_outdated(frozenset(name for name, model in self._measured.items() if model != present))

    @Slot(str, object)
    def run(self, name: str, options: Options) -> None:
        """Start an experiment in place of the one that runs."""
        if self._runner is None:
            self._runner = Runner(self)
            self._runner.delivered.connect(self._delivered)
            self._runner.failed.connect(self._failed)
            self._runner.given_up.connect(self._given_up)
            self._runner.progressed.connect(self._progressed)
        tokens, labels = self._controller.tokens, self._controller.labels
        wanted = dict(options or {})
        sentence = (tuple(token.id for token in tokens), labels)
        document = self._controller.document
        if name == "order":
            wanted["repeating"] = _repeating() if document.pieces is None else _twice(*sentence)
        self._running, self._asked, self._sentence = name, _model(document), document.text
        self._page.set_running(name, 0, 0)
        self._runner.submit(partial(_EXPERIMENTS[name], self._asked, sentence, wanted))
        if document.interventions and name not in _OF_NO_MODEL:
            self.noted.emit(self.tr("Experiments measure the model without the changes by hand."))

    @Slot()
    def cancel(self) -> None:
        """Give up the experiment that runs."""
        if self._runner is not None:
            self._runner.cancel()
            self._end()

    @Slot(int, object)
    def _delivered(self, generation: int, outcome: Outcome) -> None:
        if self._is_newest(generation):
            self._end()
            if self._asked is not None and outcome.experiment not in _OF_NO_MODEL:
                self._measured[outcome.experiment] = self._asked
            given = self._asked[1] if self._asked is not None and outcome.experiment == "order" else None
            self._page.set_outcome(outcome, self._sentence, given)
            self._follow()

    @Slot(int, object)
    def _failed(self, generation: int, error: Exception) -> None:
        if self._is_newest(generation):
            self._end()
            text = self.tr("The experiment could not be made ({reason}).")
            self.failed.emit(explain(error) if isinstance(error, InputError) else text.format(reason=error))

    @Slot(int)
    def _given_up(self, generation: int) -> None:
        if self._is_newest(generation):
            self._end()

    @Slot(int, int, int)
    def _progressed(self, generation: int, done: int, total: int) -> None:
        if self._is_newest(generation):
            self._page.set_running(self._running, done, total)

    def _is_newest(self, generation: int) -> bool:
        return self._running is not None and self._runner is not None and generation == self._runner.generation

    def _end(self) -> None:
        self._running = None
        self._page.set_running(None, 0, 0)


def _repeating() -> str:
    """The sentence that is read for a repeated word where the person's own repeats none, in the person's language."""
    from core.experiments.repeated import REPEATING, REPEATING_IN_SPANISH

    return REPEATING_IN_SPANISH if current_language() == "es" else REPEATING


def _twice(ids: tuple[int, ...], labels: tuple[str, ...]) -> Cut:
    """The sentence followed by itself, for a model that knows no other words."""
    return ids + ids, labels + labels


def _model(document: Document) -> Model:
    return document.config, document.given


def _order(model: Model, sentence: Any, options: dict[str, Any], cancelled: Cancelled, progress: Progress) -> Outcome:
    from core.experiments.order import run_order

    config, given = model
    weights = given_weights(given, config)
    ids, labels = sentence
    return run_order(config, ids, labels, **options, weights=weights, cancelled=cancelled, progress=progress)


def _heads(model: Model, _sentence: Any, options: dict[str, Any], cancelled: Cancelled, progress: Progress) -> Outcome:
    from core.experiments.heads import run_heads

    return run_heads(model[0], **options, cancelled=cancelled, progress=progress)


def _cost(model: Model, _sentence: Any, options: dict[str, Any], cancelled: Cancelled, progress: Progress) -> Outcome:
    from core.experiments.cost import run_cost

    return run_cost(model[0], **options, cancelled=cancelled, progress=progress)


def _start(_model: Model, _sentence: Any, options: dict[str, Any], cancelled: Cancelled, progress: Progress) -> Outcome:
    from core.experiments.start import run_start

    return run_start(**options, cancelled=cancelled, progress=progress)


def _reach(model: Model, _sentence: Any, options: dict[str, Any], cancelled: Cancelled, progress: Progress) -> Outcome:
    from core.experiments.reach import run_reach

    return run_reach(model[0], **options, cancelled=cancelled, progress=progress)


_EXPERIMENTS: Final = {"order": _order, "heads": _heads, "cost": _cost, "stability": _start, "reach": _reach}
"""Of the stability only what is so before any training: the race has a page of its own."""
_OF_NO_MODEL: Final = frozenset({"stability"})
"""Experiments in a setting of their own: what they found belongs to whatever model is in use."""
