"""The loops of a forward pass, in two forms that agree: plain numpy at once, compiled as soon as numba is ready."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from core.kernels import loops, plain


@dataclass(frozen=True, slots=True)
class Kernels:
    """One set of loops; see `loops` for what each computes."""

    name: str
    scale_and_shift: Callable[..., None]
    divide_rows: Callable[..., None]
    summarise: Callable[..., tuple[float, float]]
    layer_norm: Callable[..., None]
    rms_norm: Callable[..., None]
    gelu: Callable[..., None]


def _of(name: str, functions: dict[str, Any]) -> Kernels:
    return Kernels(name, **{key: functions[key] for key in loops.ARGUMENTS})


_PLAIN: Final = _of("plain", vars(plain))
_compiled: list[Kernels] = []
_compiling = threading.Lock()


def plain_kernels() -> Kernels:
    """The numpy set, always ready."""
    return _PLAIN


def compiled_kernels() -> Kernels:
    """The numba set; the first call imports numba and compiles or reads the cache (a second or less), later calls are free."""
    with _compiling:
        if not _compiled:
            from core.kernels._jit import compile_all

            functions = {name: vars(loops)[name] for name in loops.ARGUMENTS}
            _compiled.append(_of("compiled", compile_all(functions, loops.ARGUMENTS)))
    return _compiled[0]


def best_kernels() -> Kernels:
    """The compiled set if it is ready, else the plain one; never waits."""
    return _compiled[0] if _compiled else _PLAIN
