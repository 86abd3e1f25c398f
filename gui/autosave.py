"""The work is saved by itself, a moment after each change, and is there again after a crash."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import platformdirs
from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from core.files.atomic import atomic_write
from core.messages import QT_TRANSLATE_NOOP, InputError
from gui.documents import decoded, encoded
from gui.state import Document

log = logging.getLogger(__name__)

DELAY: Final = 500
"""Milliseconds between a change and its saving; further changes meanwhile are saved together."""
SLOTS: Final = 16
"""Windows that can be open at once with their work saved, each in a file of its own."""


def default_folder() -> Path:
    """Where unsaved work is kept on this platform."""
    return platformdirs.user_data_path("transformador", appauthor=False) / "work"


_NO_FOLDER = QT_TRANSLATE_NOOP(
    "core", "Your work is not saved by itself, because its folder cannot be written ({reason}). Save it with Ctrl+S."
)
_UNREADABLE = QT_TRANSLATE_NOOP("core", "“{name}” cannot be read.")


class Autosave(QObject):
    """Keeps the document in the first slot that no other window uses.

    `problem` tells why the work cannot be kept or could not be brought back, None when all is well.
    """

    failed = Signal(object)
    """(InputError) the work could not be saved; emitted once, until it can be again"""

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.problem: InputError | None = None
        self._folder = default_folder() if folder is None else folder
        self._lock: QLockFile | None = None
        self._path: Path | None = self._claim()
        self._document: Document | None = None
        self._told = False
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="autosave")
        self._timer = QTimer(self, singleShot=True, interval=DELAY)
        self._timer.timeout.connect(self._start_writing)

    def restored(self) -> Document | None:
        """The work of the last run in this slot; None when there is none or it cannot be read (then it is kept as a backup)."""
        if self._path is None or not self._path.is_file():
            return None
        try:
            return decoded(self._path.read_bytes(), self._path.name)
        except (InputError, OSError) as error:
            self.problem = error if isinstance(error, InputError) else None
            log.warning("the saved work cannot be read: %s", error)
            self._set_aside(self._path)
            return None

    def left_behind(self) -> Path | None:
        """The work of another window that is not open any more; `adopt` makes it this one's to open, once."""
        for slot in range(2, SLOTS + 1):
            path = self._folder / f"{slot}.json"
            if path == self._path or not path.is_file():
                continue
            lock = QLockFile(str(path.with_suffix(".lock")))
            lock.setStaleLockTime(0)
            if lock.tryLock(0):
                lock.unlock()
                return path
        return None

    def adopt(self, path: Path) -> Document:
        """The document that was left behind in `path`; the file is then gone, as the work is saved here.

        Raises
        ------
        InputError
            When it cannot be read; it is then kept under another name.
        """
        try:
            document = decoded(path.read_bytes(), path.name)
        except (InputError, OSError) as error:
            self._set_aside(path)
            raise error if isinstance(error, InputError) else InputError(_UNREADABLE, name=path.name) from error
        path.unlink(missing_ok=True)
        return document

    def _set_aside(self, path: Path) -> None:
        """Keep a damaged file under a name that no other has."""
        number = next(n for n in range(1, 1000) if not path.with_suffix(f".damaged-{n}.json").exists())
        try:
            path.replace(path.with_suffix(f".damaged-{number}.json"))
        except OSError as reason:
            log.warning("the damaged file cannot be kept: %s", reason)

    def schedule(self, document: Document) -> None:
        """Keep `document` soon; a timer that runs is not set back, so that the work is saved while one goes on typing, too."""
        self._document = document
        if not self._timer.isActive():
            self._timer.start()

    def in_background(self, job: Callable[[], object]) -> None:
        """Write something else on the same thread."""
        self._writer.submit(job)

    def close(self) -> None:
        """Keep what is not kept yet, and give the slot back."""
        self._timer.stop()
        self._start_writing()
        self._writer.shutdown(wait=True)
        if self._lock is not None:
            self._lock.unlock()

    def _start_writing(self) -> None:
        # On another thread: a slow or sleeping disk must not hold up a keystroke.
        if self._document is not None and self._path is not None:
            self._writer.submit(self._write, self._path, self._document)
            self._document = None

    def _write(self, path: Path, document: Document) -> None:
        try:
            atomic_write(path, encoded(document))
        except InputError as error:
            log.info("the work could not be saved: %s", error)
            if not self._told:
                self.failed.emit(error)
            self._told = True
        else:
            self._told = False

    def _claim(self) -> Path | None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self.problem = InputError(_NO_FOLDER, reason=error.strerror or error)
            return None
        for slot in range(1, SLOTS + 1):
            lock = QLockFile(str(self._folder / f"{slot}.lock"))
            lock.setStaleLockTime(0)
            if lock.tryLock(0):
                self._lock = lock
                return self._folder / f"{slot}.json"
        return None
