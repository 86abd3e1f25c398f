"""What a small transformer can learn in a minute: one file a family of tasks."""

from __future__ import annotations

from typing import Final

from core.learning.tasks import agreement, reference
from core.learning.tasks.base import IGNORED, Batch, Mask, ReferenceLosses, Task
from core.learning.tasks.characters import Characters
from core.learning.tasks.induction import Induction
from core.learning.tasks.rearranging import Rearranging
from core.learning.tasks.sentences import Sentences, Shape
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.text.examples import Language

__all__ = [
    "IGNORED",
    "TASKS",
    "Batch",
    "Characters",
    "Mask",
    "ReferenceLosses",
    "Sentences",
    "Shape",
    "Task",
    "make_task",
    "task_from",
]

TASKS: Final = ("reverse", "copy", "sort", "induction", "agreement", "reference", "characters")
"""In the order in which an interface lists them."""

LANGUAGES: Final[tuple[Language, ...]] = ("en", "es")

_GRAMMARS: Final = {"agreement": agreement.shapes, "reference": reference.shapes}
_OF_SYMBOLS: Final = ("reverse", "copy", "sort", "induction")

_NO_TASK = QT_TRANSLATE_NOOP("core", "There is no task “{name}”; choose one of: {choices}.")
_NO_LANGUAGE = QT_TRANSLATE_NOOP("core", "There are no sentences in “{language}”; choose one of: {choices}.")
_NOT_FOR = QT_TRANSLATE_NOOP("core", "The task “{name}” has no {field} to choose.")
_NOT_A_RECORD = QT_TRANSLATE_NOOP("core", "This does not describe a task: {found}.")


def make_task(
    name: str, *, length: int | None = None, symbols: int | None = None, language: Language = "en", text: str | None = None
) -> Task:
    """The task `name` of TASKS.

    Parameters
    ----------
    length
        T; None is what suits the task (24 for reverse, copy and sort).
    symbols
        Of reverse, copy, sort and induction: how many there are, V; None is 32.
    language
        Of sentences and of the shipped text.
    text
        Of characters: the person's own.

    Raises
    ------
    InputError
        For values the task does not have or cannot have.
    """
    if name not in TASKS:
        raise InputError(_NO_TASK, name=name, choices=", ".join(TASKS))
    if language not in LANGUAGES:
        raise InputError(_NO_LANGUAGE, language=language, choices=", ".join(LANGUAGES))
    if symbols is not None and name not in _OF_SYMBOLS:
        raise InputError(_NOT_FOR, name=name, field="symbols")
    if text is not None and name != "characters":
        raise InputError(_NOT_FOR, name=name, field="text")
    if name in _GRAMMARS:
        return Sentences(name, language, _GRAMMARS[name](language), length)
    if name == "characters":
        return Characters(language, text, length)
    count = 32 if symbols is None else symbols
    if name == "induction":
        return Induction(32 if length is None else length, count)
    return Rearranging(name, 24 if length is None else length, count)


def task_from(record: object) -> Task:
    """The task that `record` is the `as_dict` of.

    Raises
    ------
    InputError
        For anything else: a key too many or too few, or a value that the task cannot have.
    """
    if not isinstance(record, dict) or record.get("name") not in TASKS:
        raise InputError(_NOT_A_RECORD, found=repr(record)[:100])
    name = record["name"]
    keys = {"symbols"} if name in _OF_SYMBOLS else {"text"} if "text" in record and name == "characters" else {"language"}
    kinds = {"name": str, "length": int, "symbols": int, "language": str, "text": str}
    if record.keys() != {"name", "length"} | keys or any(type(value) is not kinds[key] for key, value in record.items()):
        raise InputError(_NOT_A_RECORD, found=repr(record)[:100])
    return make_task(**record)
