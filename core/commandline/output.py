"""Standard output: bytes, whatever the locale."""

from __future__ import annotations

import os
import sys
from typing import Final

from core.messages import QT_TRANSLATE_NOOP, InputError

_NOT_WRITTEN: Final = QT_TRANSLATE_NOOP("core", "The answer could not be written: {reason}.")
_CLOSED: Final = QT_TRANSLATE_NOOP("core", "standard output is closed")


def write_line(data: bytes) -> None:
    """Write `data` and a line end to standard output, and see to it that it left.

    Raises
    ------
    InputError
        When it could not be written: a full disk, or no standard output at all.
    BrokenPipeError
        When whoever reads has seen enough.
    """
    if sys.stdout is None:
        raise InputError(_NOT_WRITTEN, reason=_CLOSED)
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        close_quietly()
        raise InputError(_NOT_WRITTEN, reason=error.strerror or error) from error


def complain(sentence: str) -> None:
    """One line on standard error."""
    sys.stderr.write(" ".join(sentence.split()) + "\n")
    sys.stderr.flush()


def close_quietly() -> None:
    """Let go of a pipe whose reader has left, so that Python does not complain about it again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
