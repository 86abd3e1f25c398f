"""The only place that knows what was asked for (History), what computes it (Runner) and what shows it (the window's views).

Every request goes the same way: the document is replaced, what needs no forward pass is shown at once, the rest is submitted.
Every answer goes the same way: an old generation is dropped, else the views get what changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast, get_args

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core.model.ledger import WorkUnit
from core.text import TOKENIZERS, Token, TokenizerName
from gui.choices import ColorMap, Scale, Tab
from gui.computation import Result
from gui.history import History
from gui.i18n import explain
from gui.inside import Inside
from gui.presenter import Presenter, comparison_in_words, overflow_in_words
from gui.requests import request_of
from gui.scheduler import Scheduler
from gui.sentence import Sentence, cut
from gui.state import Document
from gui.switches import Switches

if TYPE_CHECKING:
    from gui.runner import Runner, SynchronousRunner
    from gui.scheduler import Kind
    from gui.workbench import Workbench

BURST: Final = 1500
"""Milliseconds of a pause that ends a burst of typing."""


class Controller(QObject):
    """Turns what the views report into documents and requests, and results into what the views show."""

    document_changed = Signal(object)
    """(Document) after every change, also of the selection"""
    result_shown = Signal(object)
    """(Result) after the views got it; they paint in the next turn of the event loop"""

    def __init__(self, views: Workbench, runner: Runner | SynchronousRunner, document: Document) -> None:
        super().__init__(views.window)
        self._views = views
        self._scheduler = Scheduler(runner, self)
        self._presenter = Presenter(views)
        self.inside: Final = Inside(views, lambda: self.document, self)
        self.switches: Final = Switches(views, lambda: self.document, self)
        self._history = History(document)
        self._sentence = Sentence()
        self._before_held = False
        # After a pause, what follows is another change: undo then goes back to what was there during the pause.
        self._burst = QTimer(self, singleShot=True, interval=BURST)
        self._burst.timeout.connect(self._history.end_burst)
        self._connect()
        self._show_document()

    # What the views report -------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        views = self._views
        bar = views.sentence_bar
        bar.text_edited.connect(self.edit_text)
        bar.tokenizer_chosen.connect(self.choose_tokenizer)
        bar.token_clicked.connect(self.select_token)
        bar.token_hovered.connect(self.hover_token)
        page = views.page
        page.head_selected.connect(self.select_head)
        page.cell_selected.connect(self.select_cell)
        page.cell_hovered.connect(self.hover_cell)
        page.display_changed.connect(self.set_display)
        views.pages.tab_changed.connect(self.set_tab)
        inside = self.inside
        inside.cell_selected.connect(self.select_cell)
        inside.head_selected.connect(self.select_head)
        inside.token_hovered.connect(self.hover_token)
        inside.token_selected.connect(self.select_token)
        inside.document_wanted.connect(self._change)
        inside.look_changed.connect(self._submit)
        inside.tab_wanted.connect(self.set_tab)
        inside.seed_chosen.connect(self.switches.choose_seed)
        inside.interventions_changed.connect(self.switches.change_by_hand)
        self.switches.changed.connect(self._change)
        views.ledger.length_chosen.connect(self.set_ledger_length)
        views.ledger.unit_chosen.connect(self.set_work_unit)
        views.status.cancel_requested.connect(self.cancel)
        views.banner.action_chosen.connect(self._banner_action)
        scheduler = self._scheduler
        scheduler.answered.connect(self._answered)
        scheduler.noticed.connect(self._noticed)
        scheduler.stale_changed.connect(page.set_stale)
        scheduler.stale_changed.connect(inside.set_stale)
        scheduler.progressed.connect(self._progressed)

    @property
    def document(self) -> Document:
        """What is asked for now."""
        return self._history.present

    @property
    def result(self) -> Result | None:
        """What was computed last."""
        return self._scheduler.result

    @property
    def shown(self) -> Result | None:
        """What the maps show: what was computed last or, while that is held, what was there before the last change."""
        before = self._scheduler.before
        return before if self._before_held and before is not None else self._scheduler.result

    @property
    def has_before(self) -> bool:
        """Whether there are maps of before the last change."""
        return self._scheduler.before is not None

    @property
    def labels(self) -> tuple[str, ...]:
        """The tokens as they are shown."""
        return self._sentence.labels

    @property
    def length(self) -> int:
        """How many tokens the sentence has, also when it is too long to be cut."""
        return self._sentence.length

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of the sentence."""
        return self._sentence.tokens

    @property
    def history(self) -> History:
        """What can be undone."""
        return self._history

    @property
    def settled(self) -> bool:
        """Whether the plots show the last request."""
        return self._scheduler.settled

    @Slot(str)
    def edit_text(self, text: str) -> None:
        """Another sentence, one keystroke at a time: a burst of typing is undone at once."""
        if text != self.document.text:
            self._change(replace(self.document, text=text), self.tr("typing"), merge="typing")

    @Slot(str)
    def choose_tokenizer(self, name: str) -> None:
        """Cut the sentence another way."""
        if name in TOKENIZERS and name != self.document.tokenizer:
            self._change(replace(self.document, tokenizer=cast("TokenizerName", name)), self.tr("tokenizer"))

    @Slot(int, int)
    def select_head(self, layer: int, head: int) -> None:
        """Look at another head, counted from 0."""
        config = self.document.config
        layer, head = min(max(layer, 0), config.n_layers - 1), min(max(head, 0), config.n_heads - 1)
        self._look(layer=layer, head=head)

    @Slot(int)
    def select_token(self, index: int) -> None:
        """A chip was clicked: its row is selected everywhere; again, and nothing is."""
        chosen = self.document.selection
        again = chosen.query == index and chosen.key is None
        self._look(query=None if again else index, key=None)

    @Slot(int, int)
    def select_cell(self, query: int, key: int) -> None:
        """Look at the cell in which `query` looks at `key`."""
        self._look(query=query, key=key)

    @Slot(object)
    def hover_token(self, index: int | None) -> None:
        """Point at a chip: the statement tells where that token looks most."""
        self._presenter.point_at_token(index)
        self.inside.point_at_token(index)

    @Slot(object)
    def hover_cell(self, cell: tuple[int, int] | None) -> None:
        """Point at a cell: the statement tells its value."""
        self._presenter.point_at_cell(cell)

    @Slot(str, str)
    def set_display(self, scale: str, color_map: str) -> None:
        """Show the same numbers in another scale or other colours."""
        view = replace(self.document.view, scale=cast("Scale", scale), color_map=cast("ColorMap", color_map))
        self._history.replace(replace(self.document, view=view))
        self._views.page.set_display(view.scale, view.color_map)
        self.document_changed.emit(self.document)

    @Slot(str)
    def set_tab(self, tab: str) -> None:
        """Heat maps or the table of numbers."""
        if tab in get_args(Tab):
            self._history.replace(replace(self.document, view=replace(self.document.view, tab=cast("Tab", tab))))
            self._views.pages.set_tab(tab)
            self._submit()
            self.document_changed.emit(self.document)

    @Slot(object)
    def set_ledger_length(self, length: int | None) -> None:
        """Count for another number of tokens than the sentence has; None follows the sentence."""
        if length != self.document.view.ledger_length:
            view = replace(self.document.view, ledger_length=length)
            self._change(replace(self.document, view=view), self.tr("length counted"), merge="length")

    @Slot(str)
    def set_work_unit(self, unit: str) -> None:
        """Count work in MACs or in FLOPs."""
        if unit in get_args(WorkUnit) and unit != self.document.view.work_unit:
            view = replace(self.document.view, work_unit=cast("WorkUnit", unit))
            self._change(replace(self.document, view=view), self.tr("unit of work"))

    # What menus ask ---------------------------------------------------------------------------------------------------------

    def load(self, document: Document, label: str, path: str | None = None) -> None:
        """Go on with another document: a session file at `path`, pasted text. Can be undone."""
        self._views.architecture.show_problem(None)
        self._history.push(document, label)
        self._history.belong_to(path)
        self._views.banner.clear()
        self._show_document()

    def undo(self) -> None:
        """Take back the last change."""
        self._walk(self._history.undo)

    def redo(self) -> None:
        """Bring back what was taken back."""
        self._walk(self._history.redo)

    def _walk(self, step: Callable[[], bool]) -> None:
        """Where one looks, and in which colours, stays as it is: it was not part of the change."""
        present = self.document
        if step():
            view = replace(present.view, ledger_length=self.document.view.ledger_length, work_unit=self.document.view.work_unit)
            self._history.replace(replace(self.document, selection=present.selection, view=view))
            self._show_document()

    def step_layer(self, by: int) -> None:
        """Another layer, the same head."""
        chosen = self.document.selection
        self.select_head(chosen.layer + by, chosen.head)

    def step_head(self, by: int) -> None:
        """Another head, running on into the neighbouring layer."""
        config, chosen = self.document.config, self.document.selection
        place = min(max(chosen.layer * config.n_heads + chosen.head + by, 0), config.n_layers * config.n_heads - 1)
        self.select_head(*divmod(place, config.n_heads))

    @Slot(bool)
    def hold_before(self, held: bool) -> None:
        """While held, the maps as they were before the last change."""
        if held != self._before_held and (self.has_before or not held):
            self._before_held = held
            self._show_maps()

    def cancel(self) -> None:
        """Give up the computation under way; the last good result stays."""
        self._scheduler.give_up()

    def refresh_texts(self) -> None:
        """The language changed: say again what the controller said."""
        self._show_request()
        self._show_maps()
        self._scheduler.repeat()

    # From document to request -----------------------------------------------------------------------------------------------

    def _change(self, document: Document, label: str, merge: str | None = None) -> None:
        self._history.push(document, label, merge)
        if merge is not None:
            self._burst.start()
        self._views.banner.clear()
        self._show_document()

    def _look(self, **where: int | None) -> None:
        wanted = replace(self.document.selection, **where)  # type: ignore[arg-type]
        selection = wanted.within(self.document.config, len(self.tokens))  # a map on screen may be of a longer sentence
        if selection == self.document.selection:
            return
        self._history.replace(replace(self.document, selection=selection))
        self._presenter.forget_pointer()
        self._presenter.show_selection(selection)
        self.inside.show_selection(selection)
        self._submit()
        self.document_changed.emit(self.document)

    def _show_document(self) -> None:
        document = self.document
        way = (document.text, document.tokenizer, document.config.vocabulary, document.pieces)
        if not self._sentence.is_of(*way):
            self._sentence = cut(*way)
        problem = self._sentence.problem
        legal = document.selection.within(document.config, len(self.tokens))
        if legal != document.selection:
            self._history.replace(replace(document, selection=legal))
        self._show_request()
        self._views.sentence_bar.show_error(None if problem is None else explain(problem))
        self._presenter.show_selection(self.document.selection)
        self.inside.show_selection(self.document.selection)
        if problem is None:
            self._submit()
        else:
            self._scheduler.withdraw()
        self.document_changed.emit(self.document)

    def _show_request(self) -> None:
        self._presenter.show_request(self.document, self.tokens, self.labels, self.length, self._history.change)
        self.inside.show_document(self.document, self.labels)

    def _submit(self) -> None:
        request = request_of(self.document, self._sentence, self.inside.look(self.document))
        self._scheduler.ask(request, self._history.change)

    # From result to views ---------------------------------------------------------------------------------------------------

    @Slot(object)
    def _answered(self, result: Result) -> None:
        self._show_maps()
        problem = overflow_in_words(result)
        if problem is not None:
            self._views.banner.show_notice(problem, "problem", ())
        self.result_shown.emit(result)

    @Slot(str, str, tuple)
    def _noticed(self, text: str, kind: Kind, actions: tuple[tuple[str, str], ...]) -> None:
        if text:
            self._views.banner.show_notice(text, kind, actions)
        else:
            self._views.banner.clear()

    @Slot(str)
    def _banner_action(self, name: str) -> None:
        if name == "cancel":
            self.cancel()
        elif name == "compute":
            self._views.banner.clear()
            self._scheduler.approve()

    @Slot(int, int)
    def _progressed(self, done: int, total: int) -> None:
        self._views.status.set_busy(self.tr("computing") if total else None, done, total)

    def _show_maps(self) -> None:
        result, before = self._scheduler.result, self._scheduler.before
        shown = self.shown
        if shown is not None:
            self._presenter.show_result(shown, comparison_in_words(result, before, held=self._before_held))
            self.inside.show(shown)
