"""Compiling in several processes at once, which leave the machine code in the folder from which everybody reads it.

numba compiles one function after the other, most of the time in Python, and holds up the window that it shares a process with. Two
processes on two processors need little more than half the time; the one that computes then only reads the folder.
What a process calls while it compiles is not there yet and need not be: compiled code names what it calls, and addresses are filled
in when it is read.
"""

from __future__ import annotations

import gc
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from core.kernel_cache import TAKEN

log = logging.getLogger(__name__)

ROOT: Final = Path(__file__).absolute().parents[2]  # not resolved: numba names its folders after where the sources were found
PATIENCE: Final = 120.0
"""Seconds after which processes that compile are given up, on the slowest of machines."""
PROGRAM: Final = """\
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
sys.path.insert(0, sys.argv[1])
from core.kernels.compiling import take_part
take_part(*sys.argv[2:])
"""
"""Control+C reaches the children as well, and what they would say of it is of no interest."""

_claims: list[Path] = []
"""In a process that compiles beside others: the folder of what has been taken."""


@contextmanager
def by_processes(module: str, cache: Path, processes: int) -> Iterator[None]:
    """Have the functions of `module`, and of those it imports, compiled into `cache` while the block runs, and wait for the end.

    Whatever goes wrong there is missing in the folder, and compiled by whoever reads it.
    """
    with ExitStack() as ends:
        running = []
        try:
            claims = ends.enter_context(TemporaryDirectory(prefix=TAKEN, dir=cache, ignore_cleanup_errors=True))
            running = [ends.enter_context(_compiler(module, claims)) for _ in range(processes)]
        except (OSError, TypeError) as error:  # TypeError: a program that was built in does not know its interpreter
            log.info("No process for compiling can be started: %s", error)
        yield
        end = monotonic() + PATIENCE
        for process, said in running:
            try:
                process.wait(timeout=max(0, end - monotonic()))
            except subprocess.TimeoutExpired:
                log.info("A process that compiles has been given up after %g s.", PATIENCE)
                continue
            if process.returncode:
                log.info("A process that compiles ended with %d: %s", process.returncode, said().strip().rpartition("\n")[2])


@contextmanager
def _compiler(module: str, claims: str) -> Iterator[tuple[subprocess.Popen[str], Callable[[], str]]]:
    """A process that takes part until the block ends, and what it has said by its end."""
    optimised = ["-" + "O" * sys.flags.optimize] if sys.flags.optimize else []  # without `assert` it is another code
    with subprocess.Popen(
        # -P: nothing is imported from where the person is.
        [sys.executable, *optimised, "-P", "-c", PROGRAM, str(ROOT), module, claims],
        stdin=subprocess.PIPE,  # it ends when the other end is closed, by whatever end of this process
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    ) as process:
        assert process.stderr is not None
        lines: list[str] = []
        reader = threading.Thread(target=lambda read: lines.append(read()), args=(process.stderr.read,), daemon=True)
        reader.start()  # else it would wait as soon as the pipe is full

        def said() -> str:
            reader.join()
            return "".join(lines)

        try:
            yield process, said
        finally:
            process.kill()
            reader.join()


def take_part(module: str, claims: str) -> None:
    """In a process of its own: compile what nobody else has taken. Nothing here can be called afterwards."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.disable()
    _claims.append(Path(claims))
    import_module(module)


def _end_with_parent() -> None:
    os.read(0, 1)
    os._exit(1)


def alone() -> bool:
    """Whether this process compiles for itself, and not for others that read the folder."""
    return not _claims


def claimed(name: str) -> bool:
    """Whether this process is to compile the function: always, unless another one beside it has taken it. Then nobody else will."""
    for claims in _claims:
        try:
            (claims / name).touch(exist_ok=False)
        except FileExistsError:
            return False
    return True
