"""Undo and redo: a list of whole documents and the place in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from gui.state import Document

LIMIT: Final = 500
"""Changes that can be undone."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A document and what led to it. Entries made by one burst of typing share `merge`; `path` is the file it belongs to."""

    document: Document
    label: str
    merge: str | None = None
    number: int = 0
    path: str | None = None


class History:
    """The documents so far; `present` is the one on screen."""

    def __init__(self, document: Document) -> None:
        self._entries = [Entry(document, "")]
        self._index = 0
        self._made = 0

    @property
    def present(self) -> Document:
        """The document on screen."""
        return self._entries[self._index].document

    @property
    def path(self) -> str | None:
        """The session file that the present belongs to, None when it has none; undoing “open” leads back to the one before."""
        return self._entries[self._index].path

    @property
    def change(self) -> int:
        """Number of the change that led to the present; another number after every push, undo and redo."""
        return self._entries[self._index].number

    @property
    def undo_label(self) -> str | None:
        """What undo would take back, None when there is nothing."""
        return self._entries[self._index].label if self._index else None

    @property
    def redo_label(self) -> str | None:
        """What redo would bring back, None when there is nothing."""
        following = self._entries[self._index + 1 : self._index + 2]
        return following[0].label if following else None

    def push(self, document: Document, label: str, merge: str | None = None) -> None:
        """Go on to `document`. A push with the same `merge` as the present entry replaces it: one undo takes back the burst."""
        present = self._entries[self._index]
        del self._entries[self._index + 1 :]
        if merge is not None and present.merge == merge:
            self._entries[self._index] = replace(present, document=document, label=label)
            return
        self._made += 1
        self._entries.append(Entry(document, label, merge, self._made, present.path))
        del self._entries[: max(0, len(self._entries) - LIMIT - 1)]
        self._index = len(self._entries) - 1

    def replace(self, document: Document) -> None:
        """Change the present without a new entry: where one looks is remembered, but is not undone."""
        present = self._entries[self._index]
        self._entries[self._index] = replace(present, document=document)

    def belong_to(self, path: str | None) -> None:
        """The present, and what follows from it, belongs to this file."""
        self._entries[self._index] = replace(self._entries[self._index], path=path)

    def end_burst(self) -> None:
        """The next push is a new entry, whatever its `merge`."""
        present = self._entries[self._index]
        self._entries[self._index] = replace(present, merge=None)

    def undo(self) -> bool:
        """Go one document back; False when there is none."""
        if not self._index:
            return False
        self._index -= 1
        self.end_burst()
        return True

    def redo(self) -> bool:
        """Go one document forward; False when there is none."""
        if self._index + 1 == len(self._entries):
            return False
        self._index += 1
        self.end_burst()
        return True
