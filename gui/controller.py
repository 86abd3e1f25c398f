"""The only place that knows what was asked for (History), what computes it (Runner) and what shows it (the window's views).

Every request goes the same way: the document is replaced, what needs no forward pass is shown at once, the rest is submitted.
Every answer goes the same way: an old generation is dropped, else the views get what changed.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast, get_args

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core.messages import InputError
from core.model.counts import Counts, count
from core.model.memory import available_memory
from core.model.presets import preset
from core.text import TOKENIZERS, Token, TokenizerName, labels, tokenize
from gui.computation import Cost, Request, Result, compute, cost, largest_differences
from gui.history import History
from gui.i18n import decimal, explain, integer, memory
from gui.state import ColorMap, Document, Scale, Selection, Tab

if TYPE_CHECKING:
    from core.text.examples import Example
    from gui.runner import Runner, SynchronousRunner
    from gui.views.banner import Kind
    from gui.workbench import Workbench

log = logging.getLogger(__name__)

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


class Controller(QObject):
    """Turns what the views report into documents and requests, and results into what the views show."""

    document_changed = Signal(object)
    """(Document) after every change, also of the selection"""
    result_shown = Signal(object)
    """(Result) after the views got it; they paint in the next turn of the event loop"""

    def __init__(self, views: Workbench, runner: Runner | SynchronousRunner, document: Document) -> None:
        super().__init__(views.window)
        self._views = views
        self._runner = runner
        self._history = History(document)
        self._tokens: tuple[Token, ...] = ()
        self._labels: tuple[str, ...] = ()
        self._counts: Counts | None = None
        self._counts_before: Counts | None = None
        self._counted_change = -1
        self._result: Result | None = None
        self._result_change = -1
        self._before: Result | None = None
        self._awaited: Request | None = None
        self._approved: Request | None = None
        self._hovered: tuple[int, int] | None = None
        self._before_held = False
        self._rate: float | None = None
        self._stale_timer = QTimer(self, singleShot=True, interval=STALE_AFTER)
        self._stale_timer.timeout.connect(partial(self._set_stale, stale=True))
        self._connect()
        self._show_document()

    # What the views report -------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        views = self._views
        bar = views.sentence_bar
        bar.text_edited.connect(self.edit_text)
        bar.tokenizer_chosen.connect(self.choose_tokenizer)
        bar.example_chosen.connect(self.take_example)
        bar.token_clicked.connect(self.select_token)
        bar.token_hovered.connect(self.hover_token)
        views.architecture.change_requested.connect(self.change_config)
        views.architecture.preset_chosen.connect(self.choose_preset)
        page = views.page
        page.head_selected.connect(self.select_head)
        page.cell_selected.connect(self.select_cell)
        page.cell_hovered.connect(self.hover_cell)
        page.display_changed.connect(self.set_display)
        page.tab_changed.connect(self.set_tab)
        views.ledger.length_chosen.connect(self.set_ledger_length)
        views.status.cancel_requested.connect(self.cancel)
        views.banner.action_chosen.connect(self._banner_action)
        self._runner.delivered.connect(self._delivered)
        self._runner.failed.connect(self._failed)
        self._runner.given_up.connect(self._given_up)
        self._runner.progressed.connect(self._progressed)

    @property
    def document(self) -> Document:
        """What is asked for now."""
        return self._history.present

    @property
    def result(self) -> Result | None:
        """What was computed last."""
        return self._result

    @property
    def labels(self) -> tuple[str, ...]:
        """The tokens as they are shown."""
        return self._labels

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of the sentence."""
        return self._tokens

    @property
    def history(self) -> History:
        """What can be undone."""
        return self._history

    @property
    def settled(self) -> bool:
        """Whether the plots show the last request."""
        return self._awaited is None

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

    @Slot(object)
    def take_example(self, example: Example) -> None:
        """An example sentence, with the switches that let its effect be seen."""
        try:
            config = replace(self.document.config, **example.config)
        except InputError as error:
            self._views.banner.show_notice(explain(error), "problem", ())
            return
        changed = replace(self.document, text=example.sentence, tokenizer=example.tokenizer, config=config, selection=Selection())
        self._change(changed, self.tr("example"))
        self._views.banner.show_notice(example.effect, "info", ())

    @Slot(dict, str)
    def change_config(self, fields: dict[str, Any], label: str) -> None:
        """Flip a switch. What is illegal is explained beside the switch, and nothing else changes."""
        panel = self._views.architecture
        field = next(iter(fields))
        try:
            config = replace(self.document.config, **fields)
        except InputError as error:
            panel.show_problem(explain(error), field, _choices(error))
            return
        panel.show_problem(None)
        if config != self.document.config:
            self._change(replace(self.document, config=config), label)
        else:
            panel.set_config(config)

    @Slot(str)
    def choose_preset(self, name: str) -> None:
        """A named configuration; the seed stays."""
        self._views.architecture.show_problem(None)
        self._change(replace(self.document, config=preset(name, seed=self.document.config.seed)), self.tr("preset"))

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
        self._hovered = None if index is None else self._strongest(index)
        self._show_statement()

    @Slot(object)
    def hover_cell(self, cell: tuple[int, int] | None) -> None:
        """Point at a cell: the statement tells its value."""
        self._hovered = cell
        self._show_statement()
        self._views.sentence_bar.set_cell(*(cell or self._selected_cell()))

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
            self._views.page.set_tab(tab)
            self.document_changed.emit(self.document)

    @Slot(object)
    def set_ledger_length(self, length: int | None) -> None:
        """Count for another number of tokens than the sentence has; None follows the sentence."""
        if length != self.document.view.ledger_length:
            view = replace(self.document.view, ledger_length=length)
            self._change(replace(self.document, view=view), self.tr("length counted"), merge="length")

    # What menus ask ---------------------------------------------------------------------------------------------------------

    def load(self, document: Document, label: str) -> None:
        """Go on with another document: a session file, pasted text. Can be undone."""
        self._views.architecture.show_problem(None)
        self._history.end_burst()
        self._change(document, label)

    def undo(self) -> None:
        """Take back the last change."""
        if self._history.undo():
            self._show_document()

    def redo(self) -> None:
        """Bring back what was taken back."""
        if self._history.redo():
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

    def next_seed(self) -> None:
        """The same architecture with other random weights."""
        seed = self.document.config.seed + 1
        self.change_config({"seed": seed}, self.tr("seed {seed}").format(seed=seed))

    @Slot(bool)
    def hold_before(self, held: bool) -> None:
        """While held, the maps as they were before the last change."""
        if held != self._before_held and (self._before is not None or not held):
            self._before_held = held
            self._show_maps()

    def cancel(self) -> None:
        """Give up the computation under way; the last good result stays."""
        if self._awaited is not None:
            self._runner.cancel()
            self._given_up(self._runner.generation)

    def refresh_texts(self) -> None:
        """The language changed: say again what the controller said."""
        self._views.banner.clear()
        self._show_request()
        self._show_maps()

    # From document to request -----------------------------------------------------------------------------------------------

    def _change(self, document: Document, label: str, merge: str | None = None) -> None:
        self._history.push(document, label, merge)
        self._views.banner.clear()
        self._show_document()

    def _look(self, **where: int | None) -> None:
        selection = replace(self.document.selection, **where)  # type: ignore[arg-type]
        if selection == self.document.selection:
            return
        self._history.replace(replace(self.document, selection=selection))
        self._hovered = None
        self._show_selection()
        self._submit()
        self.document_changed.emit(self.document)

    def _show_document(self) -> None:
        document = self.document
        try:
            self._tokens = tokenize(document.text, document.tokenizer, document.config.vocabulary)
            problem = None
        except InputError as error:
            problem = explain(error)
        self._labels = labels(self._tokens, document.text, document.tokenizer) if problem is None else self._labels
        self._keep_selection_legal()
        self._show_request()
        self._views.sentence_bar.show_error(problem)
        self._show_selection()
        if problem is None:
            self._submit()
        else:
            self._runner.cancel()
            self._awaited = None
            self._set_stale(stale=True)
        self.document_changed.emit(self.document)

    def _keep_selection_legal(self) -> None:
        chosen, config, length = self.document.selection, self.document.config, len(self._tokens)
        query = chosen.query if chosen.query is not None and chosen.query < length else None
        legal = Selection(
            layer=min(chosen.layer, config.n_layers - 1),
            head=min(chosen.head, config.n_heads - 1),
            query=query,
            key=chosen.key if query is not None and chosen.key is not None and chosen.key < length else None,
        )
        if legal != chosen:
            self._history.replace(replace(self.document, selection=legal))

    def _show_request(self) -> None:
        """What needs no forward pass: sentence, chips, switches, ledger."""
        document, views = self.document, self._views
        views.sentence_bar.set_text(document.text)
        views.sentence_bar.set_tokenizer(document.tokenizer)
        views.sentence_bar.set_tokens(self._labels, self._tokens)
        views.architecture.set_length(len(self._tokens))
        views.architecture.set_config(document.config)
        views.page.set_display(document.view.scale, document.view.color_map)
        views.page.set_tab(document.view.tab)
        length = len(self._tokens) if document.view.ledger_length is None else document.view.ledger_length
        counts = count(document.config, length)
        if self._history.change != self._counted_change:
            self._counts_before, self._counted_change = self._counts, self._history.change
        self._counts = counts
        views.ledger.set_length(document.view.ledger_length, len(self._tokens))
        views.ledger.set_counts(counts, document.config, self._counts_before)
        views.status.set_weights("random", "", document.config.seed)

    def _submit(self) -> None:
        chosen = self.document.selection
        request = Request(
            ids=tuple(token.id for token in self._tokens), config=self.document.config, layer=chosen.layer, head=chosen.head
        )
        if request == self._awaited:
            return
        last = self._result
        if last is not None and request.same_pass(last.request):
            kept = last.map_of(request.layer, request.head)
            if kept is not None:
                self._runner.cancel()
                self._take(last.focused(request.layer, request.head, kept))
                return
        elif not self._affordable(request):
            return
        self._awaited = request
        self._stale_timer.start()
        self._runner.submit(partial(compute, request, last))

    def _affordable(self, request: Request) -> bool:
        """Say what `request` costs where that is felt; False when it must not start, or not yet."""
        price = cost(request) if self._rate is None else cost(request, self._rate)
        banner = self._views.banner
        free = available_memory() if price.bytes >= CHECK_MEMORY_FROM else None
        if free is not None and price.bytes > MEMORY_SHARE * free:
            text = self.tr("This needs {needed} of memory and {free} are free: it can be counted, but not computed here.")
            self._refuse(text.format(needed=memory(price.bytes), free=memory(free)), "problem", ())
            return False
        if price.seconds >= ASK_FROM and request != self._approved:
            self._refuse(self._price_text(price), "cost", (("compute", self.tr("Compute it")),))
            return False
        if price.seconds >= SAY_COST_FROM:
            banner.show_notice(self._price_text(price), "cost", (("cancel", self.tr("Cancel")),))
        return True

    def _refuse(self, text: str, kind: Kind, actions: tuple[tuple[str, str], ...]) -> None:
        self._runner.cancel()
        self._awaited = None
        self._set_stale(stale=True)
        self._views.status.set_busy(None, 0, 0)
        self._views.banner.show_notice(text, kind, actions)

    def _price_text(self, price: Cost) -> str:
        text = self.tr("{macs} multiply-adds and {cells} map cells: about {seconds} s and {bytes} of memory.")
        return text.format(
            macs=integer(price.macs), cells=integer(price.cells), seconds=decimal(price.seconds, 1), bytes=memory(price.bytes)
        )

    @Slot(str)
    def _banner_action(self, name: str) -> None:
        if name == "cancel":
            self.cancel()
        elif name == "compute":
            chosen = self.document.selection
            ids = tuple(token.id for token in self._tokens)
            self._approved = Request(ids=ids, config=self.document.config, layer=chosen.layer, head=chosen.head)
            self._views.banner.clear()
            self._submit()

    # From result to views ---------------------------------------------------------------------------------------------------

    @Slot(int, object)
    def _delivered(self, generation: int, result: Result) -> None:
        if generation != self._runner.generation or self._awaited is None:
            return
        price = cost(result.request)
        if result.elapsed > 0.05:  # shorter passes are mostly overhead and would mislead
            self._rate = price.macs / result.elapsed
        if price.seconds >= SAY_COST_FROM:
            self._views.banner.clear()
        self._take(result)

    def _take(self, result: Result) -> None:
        self._awaited = None
        last = self._result
        if last is not None and not result.request.same_pass(last.request) and self._history.change != self._result_change:
            self._before = last
        self._result, self._result_change = result, self._history.change
        self._stale_timer.stop()
        self._set_stale(stale=False)
        self._views.status.set_busy(None, 0, 0)
        self._views.status.set_timing(result.elapsed * 1000)
        self._views.status.set_entropy(result.trace.mean_entropy)
        self._show_maps()
        self.result_shown.emit(result)

    @Slot(int, object)
    def _failed(self, generation: int, error: Exception) -> None:
        if generation != self._runner.generation:
            return
        if isinstance(error, InputError):
            self._refuse(explain(error), "problem", ())
            return
        text = self.tr("This could not be computed ({reason}). The last result is still shown; the log file has the details.")
        self._refuse(text.format(reason=error), "problem", ())

    @Slot(int)
    def _given_up(self, generation: int) -> None:
        if generation == self._runner.generation and self._awaited is not None:
            self._refuse(
                self.tr("Cancelled: the maps below are those of the last result."), "info", (("compute", self.tr("Compute it")),)
            )

    @Slot(int, int, int)
    def _progressed(self, generation: int, done: int, total: int) -> None:
        if generation == self._runner.generation and self._awaited is not None and not self._stale_timer.isActive():
            self._views.status.set_busy(self.tr("computing"), done, total)

    def _set_stale(self, *, stale: bool) -> None:
        self._views.page.set_stale(stale)

    def _show_maps(self) -> None:
        result = self._before if self._before_held and self._before is not None else self._result
        if result is None:
            return
        page, config, trace = self._views.page, result.request.config, result.trace
        words = self._labels if len(self._labels) == len(result.request.ids) else ("?",) * len(result.request.ids)
        page.set_maps(trace.thumbnails, trace.cells_per_pixel, config.causal, config.window, len(trace.ids))
        page.set_head(result.pattern, words, config.causal, config.window, result.request.layer, result.request.head)
        page.set_comparison(self._comparison())
        self._show_selection()

    def _comparison(self) -> str | None:
        if self._before is None or self._result is None:
            return None
        if self._before_held:
            return self.tr("These are the maps before the last change.")
        differences = largest_differences(self._result, self._before)
        if differences is None:
            return self.tr("Hold B to see the maps before the last change; they differ in number or length.")
        text = self.tr("Largest difference per layer since the last change: {list}. Hold B to see the maps before it.")
        return text.format(list=" · ".join(f"{layer} → {decimal(value, 2)}" for layer, value in enumerate(differences, 1)))

    def _show_selection(self) -> None:
        chosen, page = self.document.selection, self._views.page
        page.set_selected(chosen.layer, chosen.head)
        page.set_cell(chosen.query, chosen.key)
        self._views.sentence_bar.set_cell(*self._selected_cell())
        self._show_statement()

    def _selected_cell(self) -> tuple[int | None, int | None]:
        return self.document.selection.query, self.document.selection.key

    def _strongest(self, query: int) -> tuple[int, int] | None:
        """The cell of row `query` with the largest weight, None when the map has no such row."""
        result = self._result
        if result is None or query >= len(result.pattern):
            return None
        return query, int(np.argmax(result.pattern[query]))

    def _show_statement(self) -> None:
        result, chosen = self._result, self.document.selection
        cell = self._hovered
        if cell is None and chosen.query is not None:
            cell = self._strongest(chosen.query) if chosen.key is None else (chosen.query, chosen.key)
        page = self._views.page
        if result is None or cell is None or max(cell) >= min(len(result.pattern), len(self._labels)):
            page.set_statement(None, None, None, chosen.layer, chosen.head, False)
            return
        query, key = cell
        config = result.request.config
        masked = (config.causal and key > query) or (config.window > 0 and query - key >= config.window)
        value = float(result.pattern[query, key])
        page.set_statement(self._labels[query], self._labels[key], value, chosen.layer, chosen.head, masked)


def _choices(error: InputError) -> tuple[int | str, ...]:
    """The nearest legal choices that an explanation names, as values for buttons."""
    listed = error.values.get("choices")
    if not isinstance(listed, str):
        return ()
    return tuple(int(word) if word.isdigit() else word for word in listed.split(", "))
