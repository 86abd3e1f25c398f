"""What a switch is: one row of the table that drives the architecture panel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from core.messages import QT_TRANSLATE_NOOP
from core.model.formulas import Part

Kind = Literal["segments", "combo", "number", "automatic", "decimal", "seed"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values: its words, what it does, and the same in a few words (`remark`)."""

    value: str
    words: str
    explanation: str = ""
    remark: str = ""
    error: bool = False
    """Whether the remark names a common error."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One control. `parts` are the parts of the diagram that it changes, the first one is shown when it is pointed at."""

    name: str
    field: str
    kind: Kind
    words: str
    explanation: str
    parts: tuple[Part, ...]
    choices: tuple[Choice, ...] = ()
    automatic: str = ""
    """Words of the choice that lets the number follow another setting."""


ON_OFF: Final = (Choice("on", QT_TRANSLATE_NOOP("Controls", "on")), Choice("off", QT_TRANSLATE_NOOP("Controls", "off")))
