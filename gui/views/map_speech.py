"""Keep the accessible description of a picture up to date without paying for it at every key stroke."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from gui.access import describe

DELAY: Final = 250
"""Milliseconds of rest after which the words follow the picture."""


class Speech(QObject):
    """Says what a widget shows: soon after it changed, and at once when it is asked for.

    Parameters
    ----------
    widget
        Whose accessible name and description are set.
    words
        Makes the name and the description.
    """

    def __init__(self, widget: QWidget, words: Callable[[], tuple[str, str]]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._words = words
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(DELAY)
        self._rest.timeout.connect(self.now)

    def later(self) -> None:
        """The picture changed."""
        self._rest.start()

    def now(self) -> None:
        """Set the words at once, as when the keyboard comes to the picture."""
        self._rest.stop()
        describe(self._widget, *self._words())
