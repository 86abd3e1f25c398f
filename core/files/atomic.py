"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from core.messages import QT_TRANSLATE_NOOP, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

PathLike = str | os.PathLike[str]

_NOT_WRITTEN = QT_TRANSLATE_NOOP("core", "“{name}” was not written: {reason}.")
_NOT_A_FILE: Final = QT_TRANSLATE_NOOP("core", "it is not a regular file")
_PROTECTED: Final = QT_TRANSLATE_NOOP("core", "it is write-protected")


@contextmanager
def atomic_writer(path: PathLike) -> Iterator[BinaryIO]:
    """A binary file that takes the place of `path` when the block ends well; until then, and after any failure, the old one stays.

    The bytes go to a temporary file in the same folder, reach the disk, and the file is renamed over `path`. A link is
    followed, so that it goes on pointing at what is written; the permissions of a file that is replaced are kept.

    Raises
    ------
    InputError
        When the folder is missing, full or not writable, or `path` is a folder, a device or write-protected.
    """
    try:
        target = _resolved(path)
        mode = _checked_mode(target)
        # Not tempfile: it makes private files, and a file a person saves has the permissions of all others.
        temporary = target.parent / f".{secrets.token_hex(8)}.tmp"
        with _removed_on_failure(temporary):
            with open(temporary, "xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if mode is not None:
                os.chmod(temporary, mode)
            os.replace(temporary, target)
    except OSError as error:
        raise InputError(_NOT_WRITTEN, name=path, reason=error.strerror or error) from error


def check_writable(path: PathLike) -> None:
    """Find out before a long computation whether `atomic_writer` would take `path`; nothing is written.

    Raises
    ------
    InputError
        As `atomic_writer`, but for a disk that is full.
    """
    try:
        target = _resolved(path)
        _checked_mode(target)
        if not target.parent.is_dir():
            raise OSError(None, os.strerror(errno.ENOENT))
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise OSError(None, os.strerror(errno.EACCES))
    except OSError as error:
        raise InputError(_NOT_WRITTEN, name=path, reason=error.strerror or error) from error


def atomic_write(path: PathLike, data: bytes) -> None:
    """Make `data` the content of `path`, or leave what is there untouched.

    Raises
    ------
    InputError
        As `atomic_writer`.
    """
    with atomic_writer(path) as file:
        file.write(data)


def _resolved(path: PathLike) -> Path:
    try:
        return Path(os.path.realpath(path))
    except ValueError as error:  # a NUL in the name
        raise OSError(None, str(error)) from error


def _checked_mode(target: Path) -> int | None:
    """Permissions of the file that will be replaced, None when there is none yet; an OSError when it must not be replaced."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not target.is_file():
        # Renaming over a device or a pipe would put a file in its place.
        raise OSError(None, _NOT_A_FILE)
    if not os.access(target, os.W_OK):
        raise OSError(None, _PROTECTED)
    return mode & 0o777


@contextmanager
def _removed_on_failure(temporary: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
