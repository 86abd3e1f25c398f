"""The program as a process: start, close at any moment, kill, and what is there again afterwards."""

from __future__ import annotations

import json
import os
import signal
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

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Linux only: signals")


@contextmanager
def program(tmp_path: Path, script: str = "pass", kernels: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """The program in a process of its own, doing `script` (with `self` the desk) once its window is shown."""
    environment = dict(os.environ)
    environment |= {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("CONFIG", "CACHE", "DATA", "STATE")}
    environment["NUMBA_CACHE_DIR"] = str(kernels or ROOT / ".cache" / "kernels")
    environment.pop("NUMBA_DISABLE_JIT", None)
    code = DRIVER.format(root=str(ROOT), script=script)
    with subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
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


CLOSE = "QTimer.singleShot({after}, lambda: (print('closing', flush=True), self.views.window.close()))"
LONG = (
    "self.controller.change_config(dict(n_layers=24, n_heads=16, d_model=512), 'x'); "
    "self.controller.edit_text(' '.join('w%d' % i for i in range(1500))); self.controller._scheduler.approve(); "
)


@pytest.mark.parametrize(
    "script,cold",
    [
        (CLOSE.format(after=0), False),
        (CLOSE.format(after=300), False),
        (CLOSE.format(after=700), True),
        (CLOSE.format(after=1500), True),
        (LONG + CLOSE.format(after=300), False),
        ("self.act('glossary'); self.act('about'); " + CLOSE.format(after=300), False),
    ],
    ids=["at once", "after the first map", "while compiling", "while compiling later", "in a long pass", "with dialogs open"],
)
def test_b81_closing_at_any_moment_ends_in_order(tmp_path: Path, script: str, cold: bool) -> None:
    """Exit status 0 within two seconds, nothing on stderr."""
    with program(tmp_path, script, kernels=tmp_path / "kernels" if cold else None) as process:
        line(process, "closing")
        assert leaves(process) < LIMIT


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_b81_ctrl_c_and_a_polite_kill_close_in_order(tmp_path: Path, number: signal.Signals) -> None:
    """As a window that is closed."""
    script = "self.controller.result_shown.connect(lambda _: QTimer.singleShot(100, lambda: print('shown', flush=True)))"
    with program(tmp_path, script) as process:
        line(process, "shown")
        process.send_signal(number)
        assert leaves(process) < LIMIT


def test_work_is_there_again_after_kill_9(tmp_path: Path) -> None:
    """Killed a second after the last change: the next start has sentence and switches, and says that the end was not in order."""
    script = (
        "self.controller.edit_text('saved by itself'); self.controller.change_config(dict(norm='post'), 'norm'); "
        "QTimer.singleShot(1000, lambda: print('changed', flush=True))"
    )
    with program(tmp_path, script) as process:
        line(process, "changed")
        process.kill()
        process.wait()
    report = (
        "import json; from PySide6.QtWidgets import QMessageBox; "
        "QTimer.singleShot(300, lambda: (print(json.dumps([self.controller.document.text, self.controller.document.config.norm, "
        "len(self.views.window.findChildren(QMessageBox))]), flush=True), self.views.window.close()))"
    )
    with program(tmp_path, report) as process:
        assert process.stdout is not None
        found = json.loads(process.stdout.readline())
        leaves(process)
    assert found == ["saved by itself", "post", 1]


def test_b94_b95_settings_are_what_they_were_in_a_new_process(tmp_path: Path) -> None:
    """Booleans, numbers and lists keep their types; a file of zero bytes afterwards costs only the settings."""
    change = "self.act('theme:dark'); self.act('language:es'); self.appearance.reduce_motion(on=True); self.act('zoom-in'); "
    with program(tmp_path, change + CLOSE.format(after=300)) as process:
        line(process, "closing")
        leaves(process)
    report = (
        "s = self._store.settings; import json; "
        "print(json.dumps([s.theme, s.language, s.reduced_motion, round(s.zoom, 3)]), flush=True); "
        "QTimer.singleShot(200, self.views.window.close)"
    )
    with program(tmp_path, report) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline()) == ["dark", "es", True, 1.1]
        leaves(process)
    [file] = (tmp_path / "CONFIG").rglob("settings.json")
    file.write_bytes(b"\0" * 136)
    with program(tmp_path, report) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline()) == ["system", "system", False, 1.0]
        process.communicate(timeout=20)
        assert process.returncode == 0
    assert any(path.read_bytes() == b"\0" * 136 for path in file.parent.iterdir())


@pytest.mark.parametrize("factor", ["1.25", "1.5", "2"])
def test_b71_other_scale_factors(tmp_path: Path, factor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A grab of the window has `factor` times its logical pixels, and a dialog fits on the screen."""
    monkeypatch.setenv("QT_SCALE_FACTOR", factor)
    report = (
        "self.views.window.resize(1024, 640); self.act('shortcuts'); "
        "QTimer.singleShot(400, lambda: (print('size', self.views.window.grab().toImage().width() / self.views.window.width(), "
        "all(self.views.window.screen().availableGeometry().contains(d.frameGeometry()) for d in self.views.window.children() "
        "if d.isWidgetType() and d.isWindow() and d.isVisible()), flush=True), self.views.window.close()))"
    )
    with program(tmp_path, report) as process:
        assert process.stdout is not None
        words = process.stdout.readline().split()
        assert leaves(process) < LIMIT
    assert words[0] == "size"
    assert abs(float(words[1]) - float(factor)) < 0.01
    assert words[2] == "True"
