"""What a file says of the numbers in it: what they were computed for, which may be older than what is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gui.captions import Described, caption_lines, exact_caption, own_caption
from gui.computation import Request

if TYPE_CHECKING:
    from gui.controller import Controller

Side = tuple[str, Described, tuple[str, ...]]
"""What stands before it, what was computed, and its tokens."""


def shown_in_words(controller: Controller, page: Any, tab: str) -> tuple[str, ...]:
    """Lines in words for a picture of the page of `tab`; None as page stands for the maps."""
    own = own_caption(page)
    if own is not None:
        return own
    lines: list[str] = []
    for name, shown, labels in _sides(controller, page, tab):
        sentence, settings = caption_lines(shown, labels)
        lines += (name + sentence, settings)
    return tuple(lines)


def shown_exactly(controller: Controller, page: Any, tab: str) -> str:
    """The same in one line, with the options of the command, for a file of numbers and for the title of a picture."""
    own = own_caption(page)
    if own is not None:
        return " — ".join(own)
    return " | ".join(name + exact_caption(shown, labels) for name, shown, labels in _sides(controller, page, tab))


def _sides(controller: Controller, page: Any, tab: str) -> list[Side]:
    """What is on the page: of a comparison A and B; of an experiment what it measured; else what the page was filled from."""
    measured = page.described() if hasattr(page, "described") else None
    if measured is not None:
        return [("", measured, ())]
    shown = controller.shown
    request = None if page is None else controller.inside.filled(tab)
    if request is None:
        if shown is None:
            return [("", controller.document, controller.labels)]
        request = shown.request
    frozen = request.look.frozen
    if page is not None and isinstance(frozen, Request):
        return [("A: ", frozen, frozen.labels), ("B: ", request, request.labels)]
    return [("", request, request.labels)]
