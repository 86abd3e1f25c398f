"""Characters: the next character of a text, shipped or the person's own."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

import numpy as np

from core.learning.tasks.base import Batch, IntArray, ReferenceLosses, Task, checked_number, counted_losses
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.text.examples import Language
from core.text.tokens import TOKEN_LIMIT

TEXT_LIMIT: Final = 1_000_000
"""Most characters of a text of one's own: it is kept in the files of what was trained on it."""
SYMBOL_LIMIT: Final = 4096
"""Most different characters: each is a row and a column of the model, which else would be about nothing but them."""

_USUAL_LENGTH: Final = 32
_TENTH: Final = 10

_TOO_SHORT = QT_TRANSLATE_NOOP("core", "There is nothing to learn from this text: it must have at least two different characters.")
_TOO_LONG = QT_TRANSLATE_NOOP("core", "The text has {characters} characters, limit {limit}: shorten it.")
_TOO_MANY = QT_TRANSLATE_NOOP(
    "core", "The text has {different} different characters, limit {limit}: choose one with fewer, or a part of it."
)
_HALF_PAIR = QT_TRANSLATE_NOOP("core", "The text is not valid Unicode: character {place} is {code}, half of a surrogate pair.")


class Characters(Task):
    """Windows of T characters at random places of a text of N; the target is the next character, and every place counts.

    V is the number of different characters of the text, ids in the order of their code points. The last tenth is held out where
    it has room for a window; a shorter text is learnt whole, and held-out batches are windows of it (`held_out` is then 0).
    """

    separator = ""

    def __init__(self, language: Language, text: str | None = None, length: int | None = None) -> None:
        """`text` None is the shipped one in `language`; `length` T None is 32, or N − 1 if that is less."""
        written = shipped_text(language) if text is None else _checked_text(text)
        usual = min(_USUAL_LENGTH, len(written) - 1)
        length = usual if length is None else checked_number("characters", "length", length, 1, min(len(written) - 1, TOKEN_LIMIT))
        super().__init__("characters", sorted(set(written)), length, "causal")
        self.language: Final = language
        self.text: Final = text
        """The person's own; None: the shipped one."""
        codes = np.frombuffer(written.encode("utf-32-le"), np.uint32)
        self._numbers: Final[IntArray] = np.unique(codes, return_inverse=True)[1].astype(np.int64)
        tenth = len(written) // _TENTH
        self.held_out: Final = tenth if tenth > length else 0
        """Characters at the end that no batch with step ≥ 0 shows."""

    def batch(self, seed: int, step: int, size: int) -> Batch:
        """Steps below 0: windows of the part held out."""
        part = self._numbers[-self.held_out :] if step < 0 else self._learnt()
        starts = self._rng(seed, step).integers(len(part) - self.length, size=(size, 1))
        windows = part[starts + np.arange(self.length + 1)]
        return Batch(np.ascontiguousarray(windows[:, :-1]), np.ascontiguousarray(windows[:, 1:]))

    def losses(self) -> ReferenceLosses:
        """Counted in the part that is learnt; in the part held out the same knowledge is worth a little less."""
        learnt = self._learnt()
        return counted_losses(len(self.vocabulary), learnt[:-1], learnt[1:])

    def as_dict(self) -> dict[str, Any]:
        """Name, length, and the language of the shipped text or the text itself."""
        source = {"language": self.language} if self.text is None else {"text": self.text}
        return {"name": self.name, "length": self.length} | source

    def _learnt(self) -> IntArray:
        return self._numbers[: len(self._numbers) - self.held_out]

    def _pieces(self, text: str) -> list[str]:
        return list(text)


@lru_cache(maxsize=2)
def shipped_text(language: Language) -> str:
    """The text in `language` that comes with the program, in small letters; resources/texts/README.md says where it is from.

    Capitals follow a full stop, so with them a model that learns nothing else still gets below the unigram entropy.
    """
    return (files("resources") / "texts" / f"{language}.txt").read_text(encoding="utf-8").lower()


def _checked_text(text: str) -> str:
    """`text`, once it is known to be one to learn from: InputError otherwise."""
    half = next((place for place, char in enumerate(text) if "\ud800" <= char <= "\udfff"), None)
    if half is not None:
        raise InputError(_HALF_PAIR, place=half + 1, code=f"U+{ord(text[half]):04X}")
    if len(set(text)) < 2:
        raise InputError(_TOO_SHORT)
    if len(text) > TEXT_LIMIT:
        raise InputError(_TOO_LONG, characters=len(text), limit=TEXT_LIMIT)
    if (different := len(set(text))) > SYMBOL_LIMIT:
        raise InputError(_TOO_MANY, different=different, limit=SYMBOL_LIMIT)
    return text
