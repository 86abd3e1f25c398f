"""When something goes wrong that nobody expected: a log, one sentence to the person, and the program goes on."""

from __future__ import annotations

import faulthandler
import importlib.metadata
import logging
import logging.handlers
import os
import platform
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Final

import platformdirs
from PySide6.QtCore import QCoreApplication, QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler, qVersion

from core.version import VERSION

log = logging.getLogger(__name__)
qt_log = logging.getLogger("qt")

LOG_BYTES: Final = 256 * 1024
LOG_FILES: Final = 3
_REMEMBERED: Final = 100
_LEVELS: Final = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def default_folder() -> Path:
    """Where the log of this program is kept on this platform."""
    return platformdirs.user_log_path("transformador", appauthor=False)


def set_up_logging(folder: Path) -> bool:
    """Log everything from INFO up to a rotating file in `folder`, and from WARNING up to stderr.

    Returns whether there is a file; where none can be written, stderr alone serves.
    """
    formatter = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    logging.raiseExceptions = False  # a log that cannot be written, on a full disk say, is not worth a traceback on stderr
    handlers: list[logging.Handler] = []
    if sys.stderr is not None:  # there is none under pythonw
        handlers.append(logging.StreamHandler(sys.stderr))
        handlers[0].setLevel(logging.WARNING)
    reason: OSError | None = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handlers.append(
            logging.handlers.RotatingFileHandler(
                folder / "transformador.log", maxBytes=LOG_BYTES, backupCount=LOG_FILES - 1, encoding="utf-8", errors="replace"
            )
        )
    except OSError as error:
        reason = error
    for handler in handlers:
        handler.setFormatter(formatter)
        root.addHandler(handler)
    if reason is not None:
        log.warning("there is no log file: %s", reason)
    return reason is None


class CrashGuard(QObject):
    """Catches what nobody caught: exceptions in slots, threads and finalisers, Qt's messages, and the end of the process itself.

    `failed` is emitted once for each place that fails, in the thread of its receivers.
    """

    failed = Signal(str, str)
    """One sentence for the person, and the details to copy."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._seen: set[tuple[object, ...]] = set()
        self._lock = threading.Lock()
        self._previous = _abandoned_run(folder)
        self._run = _start_run(folder)
        self._hooks = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        sys.unraisablehook = self._on_unraisable
        self._qt_handler = qInstallMessageHandler(_on_qt_message)

    def previous_crash(self) -> str | None:
        """What is known of a run before this one that did not end in order ("" when it left no trace); None if all did."""
        return self._previous

    def close(self) -> None:
        """Note that the program ends in order, and give the hooks back."""
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._hooks
        qInstallMessageHandler(self._qt_handler)
        if self._run is not None:
            faulthandler.disable()
            self._run.close()
            with suppress(OSError):
                os.unlink(self._run.name)
            self._run = None

    def report(self, error: BaseException, where: str = "") -> None:
        """Log `error` with its traceback, and let the person know the first time it happens at that place. From any thread."""
        log.error("unexpected error%s", f" in {where}" if where else "", exc_info=(type(error), error, error.__traceback__))
        place = _place(error)
        with self._lock:
            if place in self._seen or len(self._seen) >= _REMEMBERED:
                return
            self._seen.add(place)
        sentence = self.tr("Something went wrong inside the program ({error}). Your work is kept, and you can go on.").format(
            error=type(error).__name__
        )
        self.failed.emit(sentence, details(error))

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QCoreApplication.quit()
        else:
            self.report(error if trace is None else error.with_traceback(trace))

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            self.report(args.exc_value, where=args.thread.name if args.thread else "a thread")

    def _on_unraisable(self, args: sys.UnraisableHookArgs) -> None:
        if args.exc_value is not None:
            self.report(args.exc_value, where=args.err_msg or "a finaliser")


def details(error: BaseException) -> str:
    """The traceback and the versions of everything that matters, to be copied into a report."""
    versions = {"Transformador": VERSION, "Python": platform.python_version(), "Qt": qVersion(), "system": platform.platform()}
    for package in ("PySide6_Essentials", "pyqtgraph", "numpy", "numba"):
        with suppress(importlib.metadata.PackageNotFoundError):
            versions[package] = importlib.metadata.version(package)
    lines = "".join(traceback.format_exception(error))
    return lines + "\n" + ", ".join(f"{name} {version}" for name, version in versions.items()) + "\n"


def _place(error: BaseException) -> tuple[object, ...]:
    frames = traceback.extract_tb(error.__traceback__)
    return (type(error), *((frames[-1].filename, frames[-1].lineno) if frames else (str(error),)))


def _on_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str | None) -> None:
    where = f"{context.category}: " if context.category and context.category != "default" else ""
    qt_log.log(_LEVELS.get(kind, logging.WARNING), "%s%s", where, message or "")


def _start_run(folder: Path) -> IO[str] | None:
    """A file that lives as long as this process: a crash writes its traceback there, and an orderly end removes it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Kept open: the lock on it says that its owner is alive.
        run = (folder / f"run-{os.getpid()}.txt").open("w", encoding="utf-8")
    except OSError as error:
        log.warning("a crash of this run will leave no trace: %s", error)
        return None
    _lock(run)
    faulthandler.enable(run)
    return run


def _abandoned_run(folder: Path) -> str | None:
    """The text left by runs that did not end in order, newest first; their files are removed."""
    texts = []
    with suppress(OSError):
        runs = sorted(folder.glob("run-*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in runs:
            with suppress(OSError):
                text = _text_of_dead_run(path)
                if text is not None:
                    texts.append(text)
    return "\n".join(texts) if texts else None


def _text_of_dead_run(path: Path) -> str | None:
    with path.open("r+", encoding="utf-8", errors="replace") as file:
        if not _lock(file):
            return None
        text = file.read(LOG_BYTES)
    path.unlink()
    return text


if sys.platform == "win32":

    def _lock(file: IO[str]) -> bool:  # noqa: ARG001 - the signature of the other systems' function
        """No lock is needed: Windows refuses to remove a file that another process has open."""
        return True

else:
    import fcntl

    def _lock(file: IO[str]) -> bool:
        """Lock the file until it is closed or the process ends; False if another process holds it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
