"""Reading a command line: every mistake is one sentence, never a usage text or a traceback."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from core.messages import QT_TRANSLATE_NOOP, InputError

_USAGE = QT_TRANSLATE_NOOP("core", "{reason}; “{program} --help” lists what is possible.")

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,30}")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Command:
    """One subcommand. `run` gets the parsed options and returns the exit status; it imports late what it needs."""

    name: str
    help: str
    add_options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """An argument parser that raises an InputError with one sentence."""

    def __init__(self, **options: Any) -> None:
        # An abbreviation that is unique today would be ambiguous with the next option.
        super().__init__(**{"allow_abbrev": False} | options)

    def error(self, message: str) -> NoReturn:
        """Turn what argparse found into the one sentence that is shown."""
        raise InputError(_USAGE, reason=message[:1].upper() + message[1:], program=self.prog)


def whole_number(text: str) -> int:
    """A whole number in plain digits; no 1e3, no 1_000, no 1,000, which mean different things to different people."""
    if not _WHOLE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number in plain digits")
    return int(text)


def decimal_number(text: str) -> float:
    """A number with a point, such as 10000, 0.5 or 1e-3."""
    if not _DECIMAL.fullmatch(text):
        raise argparse.ArgumentTypeError(f"“{text}” is not a number such as 10000, 0.5 or 1e-3")
    number = float(text)
    if number == 0 and re.search("[1-9]", text.lower().partition("e")[0]):
        raise argparse.ArgumentTypeError(f"“{text}” is too near to 0 to be told from it; give 0 or a larger number")
    return number


def switch(text: str) -> bool:
    """The words on and off."""
    if text not in ("on", "off"):
        raise argparse.ArgumentTypeError(f"“{text}” is neither on nor off")
    return text == "on"
