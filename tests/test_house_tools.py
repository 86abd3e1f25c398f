"""Layout, lint, types and import contracts, as `make check` runs them; and what the program loads when it starts."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tools.tasks import CHECKS

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.timeout(400)
@pytest.mark.parametrize("check", CHECKS)
def test_check(check: str) -> None:
    finished = subprocess.run(
        [sys.executable, *CHECKS[check]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr


def loaded_by(statement: str) -> set[str]:
    """The top-level modules that a fresh process has loaded after `statement`."""
    code = f"import sys\n{statement}\nprint('\\n'.join({{name.partition('.')[0] for name in sys.modules}}))"
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(finished.stdout.split())


def test_the_command_line_loads_no_qt_and_no_compiler() -> None:
    """`main.py counts` answers at once only as long as nobody imports Qt or numba at the top of a file."""
    loaded = loaded_by("import core.cli")
    assert "core" in loaded
    assert not loaded & {"PySide6", "shiboken6", "pyqtgraph", "numba", "llvmlite", "scipy", "torch"}


def test_the_display_is_looked_at_before_qt_is_loaded() -> None:
    assert not loaded_by("from gui import display; display.problem()") & {"PySide6", "shiboken6", "numpy"}


def test_b80_nothing_gives_references_to_none_away() -> None:
    """PySide6 6.12.0 with Python 3.11 loses one reference to None each time Qt returns no object, and aborts in the end.

    2000 rounds of the event loop, each asking an orphan for its parent and its layout, leave the count where it was; 50 is for
    whatever else happens meanwhile.
    """
    code = """
        import sys
        from PySide6.QtWidgets import QApplication, QWidget
        app = QApplication([])
        widget = QWidget()
        before = sys.getrefcount(None)
        for _ in range(2000):
            app.processEvents()
            widget.parentWidget(), widget.layout(), widget.parent()
        print(sys.getrefcount(None) - before)
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert abs(int(finished.stdout)) <= 50
