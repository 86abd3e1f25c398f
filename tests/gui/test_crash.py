"""What nobody expected: it is logged, told once, and the program goes on; an end that is none is noticed at the next start."""

from __future__ import annotations

import gc
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QThread, Signal, qWarning
from pytestqt.qtbot import QtBot

from gui.crash import LOG_BYTES, CrashGuard, default_folder, details, set_up_logging

NOTED = pytest.mark.logs


@pytest.fixture
def guard(qtbot: QtBot, tmp_path: Path) -> Iterator[CrashGuard]:
    hook = sys.excepthook
    guard = CrashGuard(tmp_path / "log")
    yield guard
    guard.close()
    assert sys.excepthook == hook


def _fail(message: str) -> None:
    raise ValueError(message)


def _error(message: str) -> ValueError:
    try:
        _fail(message)
    except ValueError as error:
        return error
    raise AssertionError


def test_default_folder_is_in_the_home_of_the_test():
    assert default_folder().is_relative_to(Path.home())


@NOTED
def test_error_is_told_once_for_each_place(guard: CrashGuard):
    told: list[tuple[str, str]] = []
    guard.failed.connect(lambda sentence, text: told.append((sentence, text)))
    for number in range(3):
        sys.excepthook(ValueError, _error(str(number)), None)
    assert len(told) == 1
    guard.report(RuntimeError("elsewhere"))
    assert len(told) == 2
    sentence, text = told[0]
    assert "ValueError" in sentence
    assert "\n" not in sentence
    assert "Qt " in text


def test_details_hold_traceback_and_versions():
    text = details(_error("the cause"))
    assert "_fail" in text
    assert "ValueError: the cause" in text
    assert f"Python {sys.version_info.major}.{sys.version_info.minor}" in text
    assert "numpy " in text


@NOTED
def test_error_in_a_thread_is_told_in_the_threads_of_the_window(guard: CrashGuard, qtbot: QtBot):
    class Listener(QObject):
        heard = Signal(bool)

        def listen(self, sentence: str, text: str) -> None:
            self.heard.emit(QThread.currentThread() is self.thread())

    listener = Listener()
    guard.failed.connect(listener.listen)
    with qtbot.waitSignal(listener.heard, timeout=5000) as heard:
        thread = threading.Thread(target=_fail, args=("in a thread",))
        thread.start()
        thread.join()
    assert heard.args == [True]


@NOTED
def test_error_in_a_finaliser_is_told(guard: CrashGuard):
    class Broken:
        def __del__(self) -> None:
            raise ValueError("at the end")

    told: list[str] = []
    guard.failed.connect(lambda _sentence, text: told.append(text))
    broken = Broken()
    del broken
    gc.collect()
    assert len(told) == 1
    assert "at the end" in told[0]


def test_interrupt_is_no_error(guard: CrashGuard):
    told: list[str] = []
    guard.failed.connect(lambda _sentence, text: told.append(text))
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert told == []


def test_qt_messages_go_to_the_log(guard: CrashGuard, caplog: pytest.LogCaptureFixture):
    qWarning("something about a widget")
    assert [(record.name, record.levelname, record.getMessage()) for record in caplog.records] == [
        ("qt", "WARNING", "something about a widget")
    ]


def test_log_file_is_written_and_bounded(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "a" / "log"
    assert set_up_logging(folder)
    logger = logging.getLogger("tests.crash")
    logger.info("quiet ☃ \ud800")
    for _ in range(40):
        logger.info("x" * (LOG_BYTES // 10))
    files = sorted(file.name for file in folder.iterdir())
    assert files == ["transformador.log", "transformador.log.1", "transformador.log.2"]
    assert sum(file.stat().st_size for file in folder.iterdir()) <= 3 * LOG_BYTES
    assert capsys.readouterr().err == ""


@NOTED
def test_log_works_without_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "file").write_text("")
    assert not set_up_logging(tmp_path / "file" / "log")
    assert "there is no log file" in capsys.readouterr().err


def test_orderly_end_leaves_nothing(qtbot: QtBot, tmp_path: Path):
    guard = CrashGuard(tmp_path)
    assert guard.previous_crash() is None
    guard.close()
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_runs_is_no_crash(guard: CrashGuard, tmp_path: Path):
    """Two windows at once: the second one must not take the first one's file for a dead one's."""
    code = f"from pathlib import Path; from gui.crash import CrashGuard; g = CrashGuard(Path({str(tmp_path / 'log')!r}))\n"
    code += "print(g.previous_crash()); g.close()"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert out.stdout == "None\n"


@pytest.mark.parametrize("end, trace", [("os.abort()", "Fatal Python error"), ("os.kill(os.getpid(), 9)", "")])
def test_crash_is_noticed_at_the_next_start(qtbot: QtBot, tmp_path: Path, end: str, trace: str):
    code = f"import os; from pathlib import Path; from gui.crash import CrashGuard; g = CrashGuard(Path({str(tmp_path)!r})); {end}"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert out.returncode != 0
    first = CrashGuard(tmp_path)
    text = first.previous_crash()
    first.close()
    assert text is not None
    assert trace in text
    second = CrashGuard(tmp_path)
    assert second.previous_crash() is None
    second.close()


@NOTED
def test_guard_works_without_a_folder(qtbot: QtBot, tmp_path: Path):
    (tmp_path / "file").write_text("")
    guard = CrashGuard(tmp_path / "file")
    assert guard.previous_crash() is None
    guard.close()
