"""A hostile environment: what a person would only notice later fails the test at once.

Python's and Qt's warnings, stray log records, threads and timers left running, windows left open, connections to other machines
and unexpected skips all fail. Every test has its own home, so that no setting of the person who runs the tests is read or written.
"""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

import main
from core import kernel_cache

ROOT = Path(__file__).resolve().parent.parent

POOLS = ("helper",)
"""Names of core's own threads, which are made once and wait for work as long as the process lives."""

EXPECTED_SKIPS = ("Windows only", "macOS only", "Linux only", "PyTorch is not installed")
"""How the reason of a skip begins that is no surprise."""


def _set_environment() -> None:
    """What numpy, numba and Qt read when they are imported; one language, one screen, one place for compiled kernels."""
    os.environ["NUMBA_CACHE_DIR"] = str(ROOT / ".cache" / "kernels" / kernel_cache.digest())
    for name in ("QT_SCALE_FACTOR", "QT_STYLE_OVERRIDE", "QT_QPA_PLATFORMTHEME", "QT_PLUGIN_PATH", "PYTHONWARNINGS", "NO_COLOR"):
        os.environ.pop(name, None)
    os.environ.update({"LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "LANGUAGE": "en", "QT_ACCESSIBILITY": "0", "NO_AT_BRIDGE": "1"})
    if sys.platform.startswith("linux"):
        # Made once for the whole run; Qt insists that it exists and belongs to us alone.
        os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(prefix="transformador-tests-")
        if not os.environ.get("DISPLAY") and not os.environ.get("QT_QPA_PLATFORM"):
            os.environ["QT_QPA_PLATFORM"] = "offscreen"
    main.prepare_environment()


_set_environment()

_settings: dict[str, Any] = {"deadline": None, "print_blob": True}
hypothesis.settings.register_profile("look for more", **_settings)
hypothesis.settings.register_profile("ci", derandomize=True, database=None, **_settings)
hypothesis.settings.register_profile(
    "few", derandomize=True, database=None, max_examples=20, suppress_health_check=[hypothesis.HealthCheck.too_slow], **_settings
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "look for more"))


def pytest_unconfigure() -> None:
    """Take the folder of this run away."""
    if "transformador-tests-" in os.environ.get("XDG_RUNTIME_DIR", ""):
        import shutil

        shutil.rmtree(os.environ["XDG_RUNTIME_DIR"], ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail what is skipped without a reason that was to be expected."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        _fail_unexpected_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a whole file, for example by pytest.importorskip."""
    report = yield
    if report.skipped:
        _fail_unexpected_skip(report)
    return report


def _fail_unexpected_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    reason = report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if not reason.startswith(EXPECTED_SKIPS):
        report.outcome = "failed"
        report.longrepr = f"Skipped without an expected reason (tests/conftest.py, EXPECTED_SKIPS): {reason}"


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home, settings, cache and data folder for this test alone; made by whoever writes the first file into it."""
    home = tmp_path_factory.getbasetemp() / f"home-{time.monotonic_ns()}"
    places = {
        "HOME": home,
        "USERPROFILE": home,
        "APPDATA": home / "AppData" / "Roaming",
        "LOCALAPPDATA": home / "AppData" / "Local",
        "XDG_CONFIG_HOME": home / ".config",
        "XDG_CACHE_HOME": home / ".cache",
        "XDG_DATA_HOME": home / ".local" / "share",
        "XDG_STATE_HOME": home / ".local" / "state",
    }
    for name, place in places.items():
        monkeypatch.setenv(name, str(place))
    return home


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program has no network code; whoever brings some in learns of it here."""
    connect = socket.socket.connect

    def refuse(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            pytest.fail(f"a connection to {address} was tried")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", refuse)


class _Stray(logging.Handler):
    """Remembers what the program logged as a warning or worse."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.partition(".")[0] in ("core", "gui"):
            self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def _no_stray_log_records(request: pytest.FixtureRequest) -> Iterator[None]:
    """A warning in the log fails, unless the test looks at the log (caplog) or says that it provokes one (the mark `logs`)."""
    stray = _Stray()
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.addHandler(stray)
    yield
    for handler in root.handlers[:]:
        if handler not in handlers:
            root.removeHandler(handler)
            handler.close()
    root.setLevel(level)
    if stray.lines and "caplog" not in request.fixturenames and request.node.get_closest_marker("logs") is None:
        pytest.fail("logged, and not expected:\n" + "\n".join(stray.lines))


@pytest.fixture(autouse=True)
def _no_threads_left() -> Iterator[None]:
    """Every thread that a test starts ends with it: within two seconds, but a compilation cannot be interrupted."""
    before = set(threading.enumerate())
    yield
    for thread in threading.enumerate():
        if thread not in before and thread.name == "compile":
            thread.join(60)
    until = time.monotonic() + 2
    while left := [t for t in threading.enumerate() if t not in before and not t.name.startswith(POOLS)]:
        if time.monotonic() > until:
            pytest.fail(f"threads left running: {', '.join(thread.name for thread in left)}")
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def _no_windows_or_timers_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every timer is stopped and every window closed when a test ends; the language is English again for the next one."""
    if "PySide6.QtWidgets" not in sys.modules:
        yield
        return
    import shiboken6
    from PySide6.QtCore import QCoreApplication, QEvent, QTimer
    from PySide6.QtWidgets import QApplication, QWidget

    timers: list[weakref.ref[QTimer]] = []
    start = QTimer.start

    def remember(self: QTimer, *arguments: Any) -> None:
        timers.append(weakref.ref(self))
        start(self, *arguments)

    monkeypatch.setattr(QTimer, "start", remember)
    yield
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def running() -> list[QTimer]:
        alive = [timer for reference in timers if (timer := reference()) is not None and shiboken6.isValid(timer)]
        return [timer for timer in alive if timer.isActive()]

    def open_windows() -> list[QWidget]:
        return [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]

    if running() or open_windows():
        gc.collect()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    problems = [f"timer left running: {timer!r}, child of {timer.parent()!r}" for timer in running()]
    problems += [f"window left open: {window!r}" for window in open_windows()]
    for timer in running():
        timer.stop()
    for window in open_windows():
        window.hide()
    if (i18n := sys.modules.get("gui.i18n")) is not None and i18n.current_language() != "en":
        i18n.install(app, "en")
    if app.styleSheet():
        app.setStyleSheet("")
    if problems:
        pytest.fail("\n".join(problems))
