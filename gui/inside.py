"""What the pages inside a head are told, and what of theirs is passed on; only the page on top is told anything."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from gui.computation import Result
from gui.i18n import explain
from gui.looks import Look, Seeds, Stages, look_at
from gui.state import Document, Selection
from gui.views.pages import Pages

PASSED_ON: Final = ("cell_selected", "head_selected", "token_hovered", "seed_chosen", "interventions_changed")
"""Signals that a page has or has not; the names are those of Inside."""


class Inside(QObject):
    """Between results and the pages that show what lies behind the maps."""

    cell_selected = Signal(int, int)
    """(query, key)"""
    head_selected = Signal(int, int)
    """(layer, head)"""
    token_hovered = Signal(object)
    """(index or None)"""
    token_selected = Signal(int)
    """(index)"""
    seed_chosen = Signal(int)
    interventions_changed = Signal(object, str)
    """(Interventions, what was changed, for undo)"""

    def __init__(self, pages: Pages, parent: QObject) -> None:
        super().__init__(parent)
        self._pages = pages
        self._selection = Selection()
        self._result: Result | None = None
        pages.page_made.connect(self._page_made)

    def look(self, document: Document) -> Look:
        """What the page on top needs to be computed."""
        chosen = document.selection
        return look_at(document.view.tab, chosen.layer, chosen.head, chosen.query, chosen.key)

    def show(self, result: Result) -> None:
        """Hand the page on top what was computed for it; a page that waits for something else keeps what it has."""
        self._result = result
        look = result.request.look
        page = self._pages.page(look.tab)
        if page is not None and look.tab == self._pages.tab:
            _FILL[look.tab](page, result)
            self.show_selection(self._selection)

    def show_selection(self, selection: Selection) -> None:
        """The cell that was chosen, as far as the numbers on screen have it."""
        self._selection = selection
        size = 0 if self._result is None else len(self._result.pattern)
        cell = [place if place is not None and place < size else None for place in (selection.query, selection.key)]
        self._pages.tell("set_cell", *cell)

    def point_at_token(self, index: int | None) -> None:
        """The pointer is on a token somewhere; None: it has left."""
        self._pages.tell("set_hovered_token", index)

    @Slot(bool)
    def set_stale(self, stale: bool) -> None:
        """Dim the page while newer numbers are being computed."""
        self._pages.tell("set_stale", stale)

    @Slot(str, object)
    def _page_made(self, _tab: str, page: QWidget) -> None:
        for name in PASSED_ON:
            signal = getattr(page, name, None)
            if signal is not None:
                signal.connect(getattr(self, name))
        selected = getattr(page, "token_selected", None)
        if selected is not None:
            selected.connect(self._token_selected)

    @Slot(object)
    def _token_selected(self, index: int | None) -> None:
        if index is not None:
            self.token_selected.emit(index)


def _fill_lines(page: Any, result: Result) -> None:
    request, config = result.request, result.request.config
    page.set_maps(result.seen, request.labels, config.causal, config.window, request.layer, request.head)


def _fill_stages(page: Any, result: Result) -> None:
    config, stages = result.request.config, result.seen
    if isinstance(stages, Stages):
        reason = None if stages.reason is None else explain(stages.reason)
        page.set_head(stages.arrays, stages.split, reason, result.request.labels, config.causal, config.window)
    else:
        page.set_head(None, None, None, (), False, 0)


def _fill_arithmetic(page: Any, result: Result) -> None:
    page.set_chain(result.seen, result.request.labels)


def _fill_stream(page: Any, result: Result) -> None:
    page.set_stream(result.seen, result.request.labels)


def _fill_positions(page: Any, result: Result) -> None:
    page.set_positions(result.seen, result.request.labels, "")


def _fill_seeds(page: Any, result: Result) -> None:
    request, seeds = result.request, result.seen
    if isinstance(seeds, Seeds):
        config = request.config
        page.set_seeds(seeds.patterns, seeds.seeds, config.seed, request.labels, config.causal, config.window)
    else:
        page.set_seeds(None, (), request.config.seed, (), False, 0)


def _fill_intervene(page: Any, result: Result) -> None:
    page.set_statistics(result.seen)


_FILL: Final = {
    "lines": _fill_lines,
    "intervene": _fill_intervene,
    "stages": _fill_stages,
    "arithmetic": _fill_arithmetic,
    "stream": _fill_stream,
    "positions": _fill_positions,
    "seeds": _fill_seeds,
}
