"""Cyclic garbage is collected by the thread of the window alone.

Python collects on whatever thread makes objects when it is time. An object of Qt among the garbage is then destroyed on a worker,
which holds Qt's lock of all connections while it waits for the interpreter; the window, which has the interpreter, waits for that
lock, and neither ever goes on.
"""

from __future__ import annotations

import gc
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QTimerEvent

EVERY: Final = 250
"""Milliseconds from one look at how much there is to the next."""
OLD: Final = 2
"""The last generation, in which all lie that have outlived two collections."""


class Collector(QObject):
    """Does at intervals what Python's own collector does, by the same rules, and keeps that one off."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._old: int | None = None
        """Objects that outlived the last full collection; None before the first look."""
        self._since = 0
        """Objects that have grown old since."""
        gc.disable()
        self.startTimer(EVERY)

    def timerEvent(self, _event: QTimerEvent | None) -> None:
        """Collect the oldest generation whose time has come, and all younger ones with it.

        All of them only when a quarter has been added since: looking through the old ones takes long, and finds little.
        """
        if self._old is None:
            self._old = len(gc.get_objects(OLD))
        young, middle, old = (count > limit for count, limit in zip(gc.get_count(), gc.get_threshold(), strict=True))
        if old and self._since > self._old / 4:
            gc.collect()
            self._old, self._since = len(gc.get_objects(OLD)), 0
        elif middle:
            self._since += len(gc.get_objects(1))
            gc.collect(1)
        elif young:
            gc.collect(0)


def collect_here() -> None:
    """Collect on this thread, the window's, from now on; to be called before another one is started, as often as one likes."""
    app = QCoreApplication.instance()
    if app is not None and app.findChild(Collector) is None:
        Collector(app)
