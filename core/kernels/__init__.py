"""Two ways through a forward pass: plain numpy at once, and compiled as soon as numba is ready.

The plain way is the text of core.model itself. The compiled one is `block`, shared by
several threads in `sharing`: a whole pass runs without Python.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Literal

from core import kernel_cache
from core.kernels.workers import WORKERS, Crew


@dataclass(frozen=True, slots=True)
class Compiled:
    """`sharing.work`, and the threads that help with it."""

    work: Callable[..., int]
    crew: Crew


@dataclass(frozen=True, slots=True)
class Kernels:
    """A way to compute; `compiled` is None for plain numpy."""

    name: Literal["plain", "compiled"]
    compiled: Compiled | None = None


class KernelsUnavailableError(RuntimeError):
    """Nothing can be compiled here: numba is missing or switched off, or its compiler cannot be used."""


_PLAIN: Final = Kernels("plain")
_compiled: list[Kernels] = []
_learning: list[Callable[..., int]] = []
_compiling = threading.Lock()


def plain_kernels() -> Kernels:
    """Plain numpy, always ready."""
    return _PLAIN


def compiled_kernels() -> Kernels:
    """The compiled block; the first call imports numba and compiles (some seconds) or reads the cache, later ones are free.

    Raises
    ------
    KernelsUnavailableError
        Where nothing can be compiled; plain numpy serves.
    """
    with _compiling:
        if not _compiled:
            work, serve = _read_or_compiled("core.kernels.sharing", "work", "serve")
            _compiled.append(Kernels("compiled", Compiled(work, Crew(serve, WORKERS - 1))))
    return _compiled[0]


def learning_kernels() -> Callable[..., int]:
    """`learning.step.train`, compiled; as `compiled_kernels`, which it calls first.

    Raises
    ------
    KernelsUnavailableError
        Where nothing can be compiled.
    """
    compiled_kernels()
    with _compiling:
        if not _learning:
            _learning.extend(_read_or_compiled("core.kernels.learning.step", "train"))
    return _learning[0]


def _read_or_compiled(module: str, *names: str) -> list[Callable[..., Any]]:
    """Functions of a module that compiles when it is imported, or reads the cache."""
    cache = kernel_cache.folder()
    if cache is not None:
        kernel_cache.mend(cache)
    collecting = gc.isenabled()
    gc.disable()  # numba makes a million objects and keeps most: looking through them takes a tenth of the time
    try:
        if cache is not None and WORKERS > 1 and not kernel_cache.holds(cache, module, names[0]) and kernel_cache.takes(cache):
            from core.kernels.compiling import by_processes  # once a version; what it needs to start processes takes time to import

            with by_processes(module, cache, WORKERS):
                import_module("core.kernels._jit")
        found = import_module(module)
    except (ImportError, OSError) as error:  # OSError: a library of the compiler does not fit the system
        raise KernelsUnavailableError(str(error)) from error
    finally:
        if collecting:
            gc.enable()
    if cache is not None:
        kernel_cache.seal(cache)
    return [getattr(found, name) for name in names]


def best_kernels() -> Kernels:
    """The compiled block if it is ready, else plain numpy; never waits."""
    return _compiled[0] if _compiled else _PLAIN
