"""What fits the memory of this machine, and what a run that does not fit is told."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Final

from core.messages import QT_TRANSLATE_NOOP, Bytes, InputError
from core.model.config import ModelConfig
from core.model.counts import count

RUN_CEILING: Final = 16 * 2**30
"""Most bytes a run may need, however much memory there is: beyond it a desktop has lost its purpose."""

_CGROUP: Final = Path("/sys/fs/cgroup")

_TOO_LARGE = QT_TRANSLATE_NOOP(
    "core",
    "Running this model of {parameters} parameters over a sentence of length {tokens} needs {need} of memory, "
    "but {available} can be used here; counting it needs none.",
)


def check_memory(config: ModelConfig, n_tokens: int, need: int | None = None) -> None:
    """Refuse a run that would not fit, before anything of it is allocated.

    Parameters
    ----------
    need
        Bytes the run holds at once, such as `peak_bytes(…).total`; None: those of a run that keeps everything (`bytes.peak`).

    Raises
    ------
    InputError
        Naming the memory it would need, at least that of all parameters, and the memory there is.
    """
    counts = count(config, n_tokens)
    wanted = counts.bytes.peak if need is None else need
    usable = usable_memory()
    if wanted > usable:
        # Never less than all parameters take, by which the model is known, even if this sentence needs few rows of a table.
        values = {
            "need": Bytes(max(wanted, counts.bytes.weights)),
            "available": Bytes(usable),
            "parameters": counts.parameters.total,
            "tokens": n_tokens,
        }
        raise InputError(_TOO_LARGE, **values)


def usable_memory() -> int:
    """Bytes that a run may need here."""
    free = available_memory()
    return RUN_CEILING if free is None else min(free, RUN_CEILING)


def available_memory() -> int | None:
    """Bytes that can be allocated without swapping, the limits of a container included; None where the system does not say."""
    known = [size for size in (_system_memory(), _container_memory(), _process_memory()) if size is not None]
    return min(known) if known else None


def give_back_memory() -> None:
    """Ask the C library to give freed memory back to the system: glibc keeps the large arrays of models that are gone."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none, and needs none
        if trim is not None:
            trim(0)


def _system_memory() -> int | None:
    if sys.platform == "win32":
        return _windows_memory()
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        # Not Linux, or a kernel without this line: the total is the best there is.
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return None


def _container_memory() -> int | None:
    """What a control group (version 2) leaves, its file cache counted as free; None outside of one."""
    try:
        limit = int((_CGROUP / "memory.max").read_text(encoding="ascii"))
        used = int((_CGROUP / "memory.current").read_text(encoding="ascii"))
        lines = (_CGROUP / "memory.stat").read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        # No control group, or "max": no limit.
        return None
    cache = sum(int(line.split()[1]) for line in lines if line.startswith("inactive_file "))
    return max(0, limit - used + cache)


def _process_memory() -> int | None:
    """What is left of the address space that this process may have (`ulimit -v`); None where it is not limited."""
    try:
        import resource  # not on Windows

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError, ValueError):
        # Another system; there is no such limit, or it does not say how much is used.
        return None
    return None if limit == resource.RLIM_INFINITY else max(0, limit - pages * resource.getpagesize())


def _windows_memory() -> int | None:
    class Status(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            ("total_physical", ctypes.c_uint64),
            ("available_physical", ctypes.c_uint64),
            ("rest", ctypes.c_uint64 * 5),
        )

    status = Status()
    status.length = ctypes.sizeof(Status)
    # getattr: ctypes has no windll on other systems, where this is type-checked too.
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009
    return int(status.available_physical) if kernel.GlobalMemoryStatusEx(ctypes.byref(status)) else None
