"""What the views are told: the request in words and numbers, a result as maps, the cell pointed at as a statement."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QCoreApplication

from core.model.counts import Counts, count
from core.text import Token
from gui.captions import given_in_words, source_of
from gui.computation import Result, first_overflow, largest_differences
from gui.drawing.diagram_words import changed_parts
from gui.drawing.labels import numbered
from gui.drawing.map_values import is_uneven
from gui.i18n import decimal
from gui.state import Document, Selection
from gui.workbench import Workbench

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Ledger:
    """The counts on screen, those before the last change, and the number of that change."""

    counts: Counts
    before: Counts | None
    change: int


class Presenter:
    """Keeps what is on screen now, so that a view is told only what concerns it."""

    def __init__(self, views: Workbench) -> None:
        self._views = views
        self._selection = Selection()
        self._hovered: Cell | None = None
        self._result: Result | None = None
        self._ledger: _Ledger | None = None

    def show_request(
        self, document: Document, tokens: tuple[Token, ...], labels: tuple[str, ...], length: int, change: int
    ) -> None:
        """What needs no forward pass: sentence, chips, switches, ledger.

        `length` is the number of tokens, also of a sentence that is too long to be cut and shown.
        """
        views, config, view = self._views, document.config, document.view
        views.sentence_bar.set_text(document.text)
        views.sentence_bar.set_tokenizer(document.tokenizer)
        views.sentence_bar.set_fixed(document.trained is not None)
        views.sentence_bar.set_tokens(labels, tokens)
        views.sentence_bar.set_count(length)
        views.architecture.set_length(length)
        views.architecture.set_config(config)
        views.architecture.diagram.set_changed(changed_parts(document.interventions.applies_to(config, len(labels)).fitting))
        views.page.set_display(view.scale, view.color_map)
        views.pages.set_tab(view.tab)
        counts = count(config, length if view.ledger_length is None else view.ledger_length)
        last = self._ledger
        if last is None:
            self._ledger = _Ledger(counts, None, change)
        elif change != last.change:
            self._ledger = _Ledger(counts, last.counts, change)
        else:
            self._ledger = replace(last, counts=counts)
        views.ledger.set_unit(view.work_unit)
        views.ledger.set_length(view.ledger_length, length)
        views.ledger.set_counts(counts, config, self._ledger.before)

    def show_result(self, result: Result, comparison: str | None) -> None:
        """All maps, the one in focus, whose weights they are, and how they differ from those before."""
        self._result = result
        page, request, trace = self._views.page, result.request, result.trace
        causal, window = request.config.causal, request.config.window
        page.set_maps(trace.thumbnails, trace.cells_per_pixel, causal, window, len(trace.ids))
        page.set_changed(request.interventions.heads(request.config.n_heads))
        page.set_head(result.pattern, request.labels, causal, window, request.layer, request.head)
        page.set_comparison(comparison)
        status = self._views.status
        seed = request.config.seed if request.given is None else None
        status.set_weights(source_of(request)[0], given_in_words(request.given), seed)
        status.set_timing(result.elapsed * 1000)
        status.set_entropy(trace.mean_entropy)
        self.show_selection(self._selection)

    def show_selection(self, selection: Selection) -> None:
        """The head and the cell that were chosen, wherever they are on screen."""
        self._selection = selection
        page, cell = self._views.page, self._inside(selection.query, selection.key)
        page.set_selected(selection.layer, selection.head)
        page.set_cell(*cell)
        self._views.sentence_bar.set_cell(*cell)
        self._show_statement()

    def point_at_cell(self, cell: Cell | None) -> None:
        """The pointer is on a cell of the map: the statement and the chips follow; None: it has left."""
        self._hovered = cell
        self._show_statement()
        self._views.sentence_bar.set_cell(*(cell or self._inside(self._selection.query, self._selection.key)))

    def point_at_token(self, index: int | None) -> None:
        """The pointer is on a token anywhere: its chip stands out, and the statement tells where it looks most."""
        self._hovered = None if index is None else self._strongest(index)
        self._show_statement()
        chosen = self._inside(self._selection.query, self._selection.key)
        self._views.sentence_bar.set_cell(*(chosen if index is None else (index, None)))

    def forget_pointer(self) -> None:
        """What the pointer was on is no longer what it was."""
        self._hovered = None

    def _inside(self, query: int | None, key: int | None) -> tuple[int | None, int | None]:
        """The chosen cell as far as the map on screen has it: it may still be the map of a shorter sentence."""
        size = 0 if self._result is None else len(self._result.pattern)
        return (query if query is not None and query < size else None, key if key is not None and key < size else None)

    def _strongest(self, query: int) -> Cell | None:
        """The cell of row `query` with the largest weight, None when the map has no such row."""
        if self._result is None or query >= len(self._result.pattern):
            return None
        return query, int(np.argmax(self._result.pattern[query]))

    def _show_statement(self) -> None:
        result, chosen, page = self._result, self._selection, self._views.page
        query, key = self._hovered or self._inside(chosen.query, chosen.key)
        if query is not None and key is None:
            query, key = self._strongest(query) or (None, None)
        if result is None or query is None or key is None or max(query, key) >= len(result.pattern):
            page.set_statement(None, None, None, chosen.layer, chosen.head, False)
            return
        request = result.request
        masked = not request.config.allows(query, key)
        value = float(result.pattern[query, key])
        labels = numbered(request.labels)
        row_sum = _row_sum(result, query)
        page.set_statement(labels[query], labels[key], value, request.layer, request.head, masked, row_sum)


def _row_sum(result: Result, query: int) -> float | None:
    """The sum of a row of the map in focus where cells set by hand left rows that do not sum to 1; None where all do."""
    request = result.request
    rows = sorted({cell.query for cell in request.interventions.of_head(request.layer, request.head).cells})
    if not any(is_uneven(float(total)) for total in result.pattern[rows].sum(axis=1, dtype=np.float64)):
        return None
    return float(result.pattern[query].sum(dtype=np.float64))


def comparison_in_words(result: Result | None, before: Result | None, *, held: bool) -> str | None:
    """How the maps differ from those before the last change, layer by layer; None when there are none before."""
    if result is None or before is None:
        return None
    if held:
        return QCoreApplication.translate("Presenter", "These are the maps before the last change.")
    differences = largest_differences(result, before)
    if differences is None:
        return QCoreApplication.translate(
            "Presenter", "The maps before the last change differ in number or size. Hold F8 to see them."
        )
    if differences.at_least:
        text = QCoreApplication.translate(
            "Presenter", "Largest change since before, at least: {list}. Hold F8 to see the maps before."
        )
    else:
        text = QCoreApplication.translate("Presenter", "Largest change since before: {list}. Hold F8 to see the maps before.")
    return text.format(list=_by_layer(differences.layers))


def overflow_in_words(result: Result) -> str | None:
    """From which layer on the maps hold no numbers any more; None when all are finite."""
    broken = first_overflow(result)
    if broken is None:
        return None
    text = QCoreApplication.translate(
        "Presenter", "From layer {layer} on the numbers are too large for this kind of number: they became infinite or undefined."
    )
    return text.format(layer=broken + 1)


def _by_layer(values: tuple[float, ...]) -> str:
    word = QCoreApplication.translate("Presenter", "layer {number}: {value}")
    return " · ".join(word.format(number=number, value=decimal(value, 2)) for number, value in enumerate(values, 1))
