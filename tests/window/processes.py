"""The program in a process of its own, for tests of how it starts and ends."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIMIT = 2.0
"""Seconds in which a window must be gone."""

DRIVER = """
import sys
sys.path.insert(0, {root!r})
import main
main.prepare_environment()
from PySide6.QtCore import QTimer
import gui.app as program
from gui.app import Desk

show = Desk.show

def scripted(self):
    show(self)
    {script}

Desk.show = scripted
sys.exit(program.main([]))
"""

CLOSE = "QTimer.singleShot({after}, lambda: (print('closing', flush=True), self.views.window.close()))"
"""What closes the window, and says so before."""


def environment(tmp_path: Path, kernels: Path) -> dict[str, str]:
    """A home of its own in `tmp_path`, with compiled kernels in `kernels`."""
    places = dict(os.environ)
    places |= {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("CONFIG", "CACHE", "DATA", "STATE")}
    places["NUMBA_CACHE_DIR"] = str(kernels)
    places.pop("NUMBA_DISABLE_JIT", None)
    return places


@contextmanager
def program(tmp_path: Path, script: str = "pass", kernels: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """The program in a process of its own, doing `script` (with `self` the desk) once its window is shown."""
    code = DRIVER.replace("{root!r}", repr(str(ROOT))).replace("{script}", script)
    places = environment(tmp_path, kernels or Path(os.environ["NUMBA_CACHE_DIR"]))
    with subprocess.Popen(
        [sys.executable, "-c", code], env=places, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def line(process: subprocess.Popen[str], word: str) -> None:
    """Wait for `word` on the process's output."""
    assert process.stdout is not None
    for text in process.stdout:
        if word in text:
            return
    pytest.fail(f"ended without “{word}”: {process.stderr.read() if process.stderr else ''}")


def leaves(process: subprocess.Popen[str]) -> float:
    """Seconds until the process is gone; it must end with 0 and without a word."""
    start = time.monotonic()
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 0, errors
    assert errors == ""
    return time.monotonic() - start
