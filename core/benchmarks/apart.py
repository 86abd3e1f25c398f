"""A row measured in an interpreter of its own, so that its figures do not depend on the rows that were measured before it.

They would: where memory comes from depends on what a process has asked for and given back before. PyTorch, which asks for all its
arrays anew in each pass, takes up to twice as long where each page of them has to be found anew. In a process of its own that is so
more often than behind other rows, which is in our favour; `forward_rows` therefore measures PyTorch with its memory kept as well.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Final

from core.benchmarks.row import Row

ROOT: Final = Path(__file__).resolve().parents[2]

PROGRAM: Final = """\
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
from core.benchmarks.apart import answer
answer(*sys.argv[1:])
"""
"""Control+C reaches the child as well, and what it would say of it is of no interest."""


def measured_apart(measure: Callable[[str], Row], name: str) -> Row:
    """What `measure`, a function of a module, returns for `name` in a fresh interpreter.

    Raises
    ------
    subprocess.CalledProcessError
        When it raises there; its traceback is on stderr by then.
    """
    command = [sys.executable, "-c", PROGRAM, measure.__module__, measure.__name__, name]
    return Row(**json.loads(subprocess.check_output(command, cwd=ROOT, text=True, encoding="utf-8")))


def answer(module: str, function: str, name: str) -> None:
    """The other end: measure and print the row as JSON."""
    json.dump(asdict(getattr(import_module(module), function)(name)), sys.stdout)
