"""Transformador: a sentence, and how a transformer really works on it. This file prepares the process and hands over."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree
from time import time
from typing import Final

from core import kernel_cache
from core.version import VERSION

WITH_QT: Final = ("picture", "self-test", "bench")
"""Commands that need Qt; every other word is a command of core.cli."""

NEEDED: Final = ("PySide6", "msgspec", "numba", "numpy", "platformdirs", "pyqtgraph", "shiboken6", "threadpoolctl")

UNUSED_AFTER: Final = 30 * 24 * 3600
"""Seconds after which compiled kernels that nothing has used are removed."""

HELP: Final = """\
usage: main.py [FILE] [options]      open the window, with a session or a text file
       main.py COMMAND …             compute without a window

commands:
  counts        parameters, scores, multiply-adds and bytes of a model
  inspect       every number of a forward pass
  picture       the window, all heads or one head as PNG, SVG or PDF; needs no display
  export        the numbers of one head or of all as CSV, JSON or NPZ
  experiment    a claim about order, heads, cost, stability or reach, measured here
  train         train a small model on a small task, here and now
  bench         times, measured on this machine
  self-test     one forward pass, one gradient step and one picture; prints ok

main.py COMMAND --help lists the options of a command.

options:
  -h, --help    print this
  --version     print the version
"""


def prepare_environment(command: str = "") -> None:
    """Set what numpy, numba and Qt read only once, when they are imported."""
    if command == "bench":
        for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):  # times are those of the code that BLAS picks by itself
            os.environ.pop(name, None)
    for library in ("OPENBLAS", "MKL", "OMP", "BLIS"):
        # BLAS's own threads stall whenever another program is busy; large products are split by core.kernels.products.
        os.environ[f"{library}_NUM_THREADS"] = "1"
    os.environ["VECLIB_MAXIMUM_THREADS"] = "1"
    os.environ["QT_API"] = "pyside6"
    os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"
    if os.name == "posix" and not os.path.isabs(os.path.expanduser("~")):
        # No HOME, and no entry in the list of users. Settings, log and saved work then meet a folder that cannot be made,
        # which each of them can bear, and not a question that nobody answers.
        os.environ["HOME"] = os.devnull
    folder = kernel_folder()
    if folder is not None:
        os.environ.setdefault("NUMBA_CACHE_DIR", str(folder))


def kernel_folder() -> Path | None:
    """The folder for these compiled kernels, or None where nothing can be written: then they are compiled anew."""
    from platformdirs import user_cache_path

    try:
        versions = user_cache_path("transformador", appauthor=False)
        folder = versions / VERSION / "kernels" / kernel_cache.digest()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _remove_unused(versions)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _remove_unused(versions: Path) -> None:
    """Remove kernels that no start has used for a month: of other versions, or from before a file was edited."""
    for folder in versions.glob("*/kernels/*/"):
        if folder.stat().st_mtime < time() - UNUSED_AFTER:
            rmtree(folder, ignore_errors=True)  # what another user's rights protect stays


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what `arguments` ask for; the exit status is 0 when done, 2 for something the person can mend, 1 for our fault."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # there is none at all under pythonw
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if words[:1] in (["-h"], ["--help"]):
        return _answer(HELP)
    if words[:1] == ["--version"]:
        return _answer(f"Transformador {VERSION}\n")
    try:
        prepare_environment(command=words[0] if words else "")
        return _hand_over(words)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        return _refuse(
            f"The Python package {error.name} is not installed here; “make run” sets everything up and starts the program."
        )


def _hand_over(words: list[str]) -> int:
    first = words[0] if words else "--"
    if first in WITH_QT:
        from gui.display import library_problem

        if first != "bench" and (problem := library_problem("offscreen")):
            return _refuse(problem)
    elif first.startswith("-") or os.path.isfile(first):
        from gui.display import problem as display_problem

        if problem := display_problem():
            return _refuse(problem)
        from gui.app import main as window

        return window(words)
    elif Path(first).suffix:
        return _refuse(f"There is no file {first}.")
    from gui.commands import main as command  # imports no Qt by itself, and knows all commands

    return command(words)


def _answer(text: str) -> int:
    try:
        print(text, end="", flush=True)
    except OSError as error:
        # What is left in the buffer must not fail a second time when Python closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # else whoever read has seen enough
            return _refuse(f"The answer could not be written: {error.strerror}.")
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
