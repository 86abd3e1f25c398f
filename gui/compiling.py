"""Compiling beside the running window, without holding it up."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_ONE_AT_A_TIME = threading.RLock()


@contextmanager
def in_background() -> Iterator[None]:
    """No full garbage collection over what numba makes, now or later: each would hold up the window for 0.1 s."""
    with _ONE_AT_A_TIME:
        young, middle, old = gc.get_threshold()
        gc.set_threshold(young, middle, 10**6)
        try:
            yield
        finally:
            gc.freeze()
            gc.set_threshold(young, middle, old)
