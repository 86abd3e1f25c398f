"""What the pages inside a head are told, and what of theirs is passed on; only the page on top is told anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from core.model.interventions import NONE
from gui.captions import source_of
from gui.computation import Request, Result
from gui.drawing.diagram_words import position_word
from gui.i18n import explain
from gui.looks import Consequence, Look, Own, Seeds, Sides, Stages, look_at
from gui.requests import request_for
from gui.state import Document, Selection
from gui.views.inside.intervention_words import change_in_words, misfit_in_words

if TYPE_CHECKING:
    from gui.workbench import Workbench

PASSED_ON: Final = ("cell_selected", "head_selected", "token_hovered", "seed_chosen", "interventions_changed")
"""Signals that a page has or has not; the names are those of Inside."""


class Inside(QObject):
    """Between results and the pages that show what lies behind the maps.

    Parameters
    ----------
    present
        The document as it is now.
    """

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
    document_wanted = Signal(object, str)
    """(Document, what was changed, for undo)"""
    look_changed = Signal()
    """Something else is looked at: the request has to be made again."""
    file_wanted = Signal()
    """The person wants to choose a file of arrays."""
    tab_wanted = Signal(str)

    def __init__(self, views: Workbench, present: Callable[[], Document], parent: QObject) -> None:
        super().__init__(parent)
        self._pages, self._changes, self._present = views.pages, views.pages.changes, present
        self._result: Result | None = None
        self._filled: dict[str, Request] = {}
        self._own, self._opening = "", 0
        self._pages.page_made.connect(self._page_made)
        self._changes.undone.connect(self._undo_changes)
        self._changes.opened.connect(lambda: self.tab_wanted.emit("intervene"))

    def look(self, document: Document) -> Look:
        """What the page on top needs to be computed."""
        chosen = document.selection
        frozen = None if document.left is None else request_for(document.left)
        cell = (chosen.query, chosen.key)
        rotary = document.config.position == "rotary"
        return look_at(document.view.tab, chosen.layer, chosen.head, *cell, frozen, self._own, self._opening, rotary=rotary)

    def check_file(self, path: str) -> None:
        """Compare the arrays of a file with what is computed."""
        self._own, self._opening = path, self._opening + 1
        self.look_changed.emit()

    def show_document(self, document: Document, labels: tuple[str, ...]) -> None:
        """What is changed by hand, which needs no pass."""
        fit = document.interventions.applies_to(document.config, len(labels))
        reasons = {misfit.intervention: misfit.reason for misfit in fit.misfits}
        words = (
            f"{change_in_words(change, labels)} ({misfit_in_words(reasons[change])})"
            if change in reasons
            else change_in_words(change, labels)
            for change in document.interventions
        )
        self._changes.set_changes(tuple(words))

    def show(self, result: Result) -> None:
        """Hand the page on top what was computed for it; a page that waits for something else keeps what it has."""
        self._result = result
        tab = self._pages.tab
        page = self._pages.page(tab)
        if page is not None and tab in _FILL and result.request.look.tab in ("", tab):
            _FILL[tab](self, page, result)
            self._filled[tab] = result.request
            self.show_selection(self._present().selection)

    def filled(self, tab: str) -> Request | None:
        """What the numbers on the page of `tab` were computed for; None before there were any."""
        return self._filled.get(tab)

    def show_selection(self, selection: Selection) -> None:
        """The cell that was chosen, as far as the numbers on screen have it."""
        size = 0 if self._result is None else len(self._result.pattern)
        cell = [place if place is not None and place < size else None for place in (selection.query, selection.key)]
        self._pages.tell("set_cell", *cell)
        if self._pages.tab == "intervene" and self._result is not None:
            document, labels = self._present(), self._result.request.labels
            config = document.config if labels else None
            self._pages.tell("set_display", document.view.scale, document.view.color_map)
            self._pages.tell("set_state", document.interventions, config, selection.layer, selection.head, *cell, labels)

    def point_at_token(self, index: int | None) -> None:
        """The pointer is on a token somewhere; None: it has left."""
        self._pages.tell("set_hovered_token", index)

    @Slot(bool)
    def set_stale(self, stale: bool) -> None:
        """Dim the page while newer numbers are being computed."""
        self._pages.tell("set_stale", stale)

    @Slot(str, object)
    def _page_made(self, tab: str, page: QWidget) -> None:
        for name in PASSED_ON:
            signal = getattr(page, name, None)
            if signal is not None:
                signal.connect(getattr(self, name))
        more: dict[str, Callable[..., object]] = {"token_selected": self._token_selected}
        if tab == "compare":
            more |= {"frozen": self._freeze, "swapped": self._swap, "left": self._leave}
        if tab == "check":
            more |= {"open_requested": self.file_wanted.emit, "file_dropped": self.check_file, "place_selected": self._go_to}
        for name, receiver in more.items():
            signal = getattr(page, name, None)
            if signal is not None:
                signal.connect(receiver)

    @Slot(object)
    def _token_selected(self, index: int | None) -> None:
        if index is not None:
            self.token_selected.emit(index)

    def _go_to(self, layer: int, head: int, query: int, key: int) -> None:
        self.head_selected.emit(layer, head)
        self.cell_selected.emit(query, key)

    def _undo_changes(self) -> None:
        self.interventions_changed.emit(NONE, self.tr("everything as computed"))

    def _freeze(self) -> None:
        """What is on screen becomes A."""
        present = self._present()
        self.document_wanted.emit(replace(present, left=replace(present, left=None)), self.tr("A fixed"))

    def _swap(self) -> None:
        """A becomes what is worked on, and what was worked on becomes A."""
        present = self._present()
        if present.left is not None:
            wanted = replace(present.left, selection=present.selection, view=present.view, left=replace(present, left=None))
            self.document_wanted.emit(wanted, self.tr("A and B swapped"))

    def _leave(self) -> None:
        self.document_wanted.emit(replace(self._present(), left=None), self.tr("comparison left"))


def _positions_in_words(result: Result) -> str:
    """The encoding and where it enters."""
    config = result.request.config
    places = {
        "input": QCoreApplication.translate("Inside", "added at the input"),
        "after-attention": QCoreApplication.translate("Inside", "added after the first attention"),
        "every-block": QCoreApplication.translate("Inside", "added to the input of every block"),
        "query-key": {
            "rotary": QCoreApplication.translate("Inside", "queries and keys are turned"),
            "alibi": QCoreApplication.translate("Inside", "added to the scores"),
        }.get(config.position, QCoreApplication.translate("Inside", "added to what W_Q and W_K read")),
        "none": QCoreApplication.translate("Inside", "nowhere"),
    }
    return f"{position_word(config)} · {places[config.placed]}" if config.position != "none" else ""


def _fill_lines(_inside: Inside, page: Any, result: Result) -> None:
    request, config = result.request, result.request.config
    page.set_maps(result.seen, request.labels, config.causal, config.window, request.layer, request.head)
    changed = request.interventions.heads(config.n_heads)
    page.set_changed(frozenset(head for layer, head in changed if layer == request.layer))


def _fill_intervene(_inside: Inside, page: Any, result: Result) -> None:
    request, config, found = result.request, result.request.config, result.seen
    origin, _ = source_of(request)
    pieces = None if request.trained is None else request.trained.pieces
    known = isinstance(found, Consequence)
    page.set_statistics(found.statistics if known else None, origin)
    changed = request.interventions.heads(config.n_heads)
    page.set_changed(changed)
    mask, here = (config.causal, config.window), (request.layer, request.head)
    page.consequence.set_map(result.pattern, request.labels, mask, *here, changed=here in changed)
    page.consequence.set_output(found.output if known else None, request.ids, request.labels, origin, pieces)


def _fill_stages(_inside: Inside, page: Any, result: Result) -> None:
    config, stages = result.request.config, result.seen
    if isinstance(stages, Stages):
        reason = None if stages.reason is None else explain(stages.reason)
        alibi = config.position == "alibi" and config.placed == "query-key"
        changes = result.request.interventions.of_head(stages.arrays.layer, stages.arrays.head)
        mask, more = (config.causal, config.window), {"alibi": alibi, "changes": changes}
        page.set_head(stages.arrays, stages.split, reason, result.request.labels, *mask, **more)
    else:
        page.set_head(None, None, None, (), False, 0)


def _fill_arithmetic(_inside: Inside, page: Any, result: Result) -> None:
    page.set_chain(result.seen, result.request.labels)


def _fill_stream(_inside: Inside, page: Any, result: Result) -> None:
    page.set_stream(result.seen, result.request.labels)


def _fill_positions(_inside: Inside, page: Any, result: Result) -> None:
    labels, look = result.request.labels, result.request.look
    places = (0 if look.query is None else look.query, len(labels) - 1 if look.key is None else look.key)
    page.set_positions(result.seen, labels, _positions_in_words(result), places if labels else None)


def _fill_seeds(_inside: Inside, page: Any, result: Result) -> None:
    request, seeds = result.request, result.seen
    if isinstance(seeds, Seeds):
        config, place = request.config, (request.layer, request.head)
        page.set_seeds(seeds.patterns, seeds.seeds, config.seed, request.labels, config.causal, config.window, place=place)
    else:
        reason = QCoreApplication.translate("Inside", "These weights do not come from a seed.")
        page.set_reason(None if request.given is None else reason)
        page.set_seeds(None, (), request.config.seed, (), False, 0)


def _fill_compare(_inside: Inside, page: Any, result: Result) -> None:
    from gui.drawing.inside.compare_view import CompareView
    from gui.views.inside.compare_titles import hand_words, head_note, side_titles

    sides, request = result.seen, result.request
    frozen = request.look.frozen
    if not isinstance(sides, Sides) or not isinstance(frozen, Request):
        page.set_comparison(None, waiting=frozen is not None)
        return
    one, other = sides.configs
    hand = (frozen.interventions, request.interventions)
    left, right = (hand_words(changes, labels) for changes, labels in zip(hand, (frozen.labels, request.labels), strict=True))
    comparison = replace(sides.comparison, interventions_a=left, interventions_b=right)
    texts, given = (frozen.text, request.text), (frozen.given, request.given)
    name_a, name_b = side_titles(comparison, texts, given, hand)
    page.set_comparison(
        CompareView(
            comparison=comparison,
            name_a=name_a,
            name_b=name_b,
            note=head_note(comparison, hand, request.layer, request.head),
            layer=request.layer,
            head=request.head,
            pattern_a=sides.patterns[0],
            pattern_b=sides.patterns[1],
            difference=sides.difference,
            mask_a=(one.causal, one.window),
            mask_b=(other.causal, other.window),
            thumbnails_a=sides.thumbnails[0],
            thumbnails_b=sides.thumbnails[1],
        )
    )


def _fill_check(_inside: Inside, page: Any, result: Result) -> None:
    own, path = result.seen, result.request.look.own
    if isinstance(own, Own):
        page.set_checks(own.checks or None, Path(path).name, None if own.problem is None else explain(own.problem))
    elif path:
        text = QCoreApplication.translate("Inside", "Type a sentence: then the arrays of “{name}” are compared with what it gives.")
        page.set_checks(None, Path(path).name, text.format(name=Path(path).name))
    else:
        page.set_checks(None, "", None)


_FILL: Final[dict[str, Callable[[Inside, Any, Result], None]]] = {
    "lines": _fill_lines,
    "intervene": _fill_intervene,
    "stages": _fill_stages,
    "arithmetic": _fill_arithmetic,
    "stream": _fill_stream,
    "positions": _fill_positions,
    "seeds": _fill_seeds,
    "compare": _fill_compare,
    "check": _fill_check,
}
