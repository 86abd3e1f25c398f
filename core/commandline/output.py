"""Standard output: bytes, whatever the locale."""

from __future__ import annotations

import os
import sys


def write_line(data: bytes) -> None:
    """Write `data` and a line end to standard output, and see to it that it left."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.buffer.flush()


def complain(sentence: str) -> None:
    """One line on standard error."""
    sys.stderr.write(" ".join(sentence.split()) + "\n")
    sys.stderr.flush()


def close_quietly() -> None:
    """Let go of a pipe whose reader has left, so that Python does not complain about it again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
