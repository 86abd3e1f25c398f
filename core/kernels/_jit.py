"""How loops are compiled: the only file that knows numba.

nogil, because the worker thread computes while the window answers. Never parallel=True: numba's threads and BLAS's spin against
each other, and numba's workqueue layer aborts the process when two Python threads enter it. Never fastmath: it removes the tests
for NaN and infinity. error_model="numpy" divides by zero to infinity as numpy does. Matrix products stay outside: `@` in compiled
code needs SciPy.

Signatures are given, so everything is compiled when asked for and nothing later, in the middle of a keystroke; what is only read
is declared read-only, which accepts frozen and fresh arrays alike.

Compiled code is kept on disk in NUMBA_CACHE_DIR where that is set. A folder that cannot be written or that holds damaged files
costs the time of compiling anew, never the start.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

log = logging.getLogger(__name__)

Loop = Callable[..., Any]


def compile_all(loops: Mapping[str, Loop], arguments: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """Compile `loops` (name -> plain Python function) for the kinds of `arguments` (name -> kinds, see `loops.ARGUMENTS`)."""
    try:
        return _compiled(loops, arguments, cache=True)
    except Exception as error:  # noqa: BLE001 - whatever a read-only or damaged cache raises (RuntimeError, OSError, …)
        log.warning("The cache of compiled kernels cannot be used (%s); compiling without it.", error)
        return _compiled(loops, arguments, cache=False)


def _compiled(loops: Mapping[str, Loop], arguments: Mapping[str, tuple[str, ...]], *, cache: bool) -> dict[str, Any]:
    import numba  # here and not above: importing it takes longer than the first picture may

    kinds = {
        "matrix": numba.types.Array(numba.float32, 2, "C"),
        "read matrix": numba.types.Array(numba.float32, 2, "C", readonly=True),
        "read vector": numba.types.Array(numba.float32, 1, "C", readonly=True),
        "float": numba.float32,
        "flag": numba.boolean,
        "size": numba.int64,
    }
    signatures = {name: tuple(kinds[kind] for kind in arguments[name]) for name in loops}
    return {name: numba.njit(signatures[name], nogil=True, cache=cache, error_model="numpy")(loop) for name, loop in loops.items()}
