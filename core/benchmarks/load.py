"""Other programs at full load, for as long as something is measured beside them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

PROCESSES: Final = 2

PROGRAM: Final = """\
import os, time
parent, end = os.getppid(), time.monotonic() + 900
print("running", flush=True)
number = 1
while os.getppid() == parent and time.monotonic() < end:
    for _ in range(10_000):
        number = number * 1103515245 + 12345 & 0x7FFFFFFF
"""
"""Arithmetic until the process that started it is gone, at most a quarter of an hour where a system does not tell."""


class LoadError(RuntimeError):
    """The other programs did not run for as long as was measured."""


@contextmanager
def load(processes: int = PROCESSES) -> Iterator[list[subprocess.Popen[str]]]:
    """Other processes at full load while the block runs; they have ended when it is left, however it is left.

    Raises
    ------
    LoadError
        When one of them did not start or ended early.
    """
    with ExitStack() as ends:
        running = [ends.enter_context(_spinning()) for _ in range(processes)]
        for process in running:
            if process.stdout is None or process.stdout.readline().strip() != "running":
                raise LoadError("a process that keeps the machine busy did not start")
        yield running
        if any(process.poll() is not None for process in running):
            raise LoadError("a process that keeps the machine busy ended too early")


@contextmanager
def _spinning() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-I", "-S", "-c", PROGRAM]
    # Control+C reaches the children as well, and what they would say of it is of no interest.
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()
