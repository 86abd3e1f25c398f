"""A text of one's own to learn from, as a file holds it."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from core.messages import QT_TRANSLATE_NOOP, InputError

TEXT_BYTES: Final = 4_000_000
"""Most bytes of such a file; a million characters have no more."""

_NO_TEXT = QT_TRANSLATE_NOOP(
    "core", "“{name}” is no text in UTF-8; nothing was opened. Save it as UTF-8 in a text editor, and open it again."
)
_NOT_READ = QT_TRANSLATE_NOOP("core", "“{name}” cannot be opened: {reason}.")
_NO_FILE = QT_TRANSLATE_NOOP("core", "“{name}” is a pipe and no file: write the text into a file first.")
_TOO_LONG = QT_TRANSLATE_NOOP(
    "core", "“{name}” has more than {limit} bytes, the most that a text to learn from may have: shorten it."
)


def read_text(path: str) -> str:
    """The text in a file, UTF-8 with or without a mark, its lines ending in newlines; not a byte more than may be is read.

    Raises
    ------
    InputError
        When the file cannot be read, is too long or no text in UTF-8.
    """
    name = Path(path).name or path
    try:
        if stat.S_ISFIFO(os.stat(path).st_mode):  # to open one waits until somebody writes into it
            raise InputError(_NO_FILE, name=name)
        with open(path, "rb") as file:
            data = file.read(TEXT_BYTES + 1)
    except OSError as error:
        raise InputError(_NOT_READ, name=name, reason=error.strerror or str(error)) from error
    if len(data) > TEXT_BYTES:
        raise InputError(_TOO_LONG, name=name, limit=TEXT_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(_NO_TEXT, name=name) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
