"""Reference: “the queen near the boys praised herself .” A pronoun has the gender and number of the one it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from core.learning.tasks.sentences import Shape
from core.text.examples import Language

Slots = tuple[tuple[str, ...], ...]
Kind = tuple[str, int]

_KINDS: Final[tuple[Kind, ...]] = (("m", 0), ("m", 1), ("f", 0), ("f", 1))
"""Gender, and 0 for one or 1 for several."""

_ENGLISH_PEOPLE: Final[dict[Kind, tuple[str, ...]]] = {
    ("m", 0): ("boy", "king", "man", "brother", "uncle", "waiter"),
    ("m", 1): ("boys", "kings", "men", "brothers", "uncles", "waiters"),
    ("f", 0): ("girl", "queen", "woman", "sister", "aunt", "actress"),
    ("f", 1): ("girls", "queens", "women", "sisters", "aunts", "actresses"),
}
_SPANISH_PEOPLE: Final[dict[Kind, tuple[str, ...]]] = {
    ("m", 0): ("niño", "rey", "hermano", "tío", "vecino", "maestro"),
    ("m", 1): ("niños", "reyes", "hermanos", "tíos", "vecinos", "maestros"),
    ("f", 0): ("niña", "reina", "hermana", "tía", "vecina", "maestra"),
    ("f", 1): ("niñas", "reinas", "hermanas", "tías", "vecinas", "maestras"),
}
_SPANISH_ARTICLES: Final[dict[Kind, str]] = {("m", 0): "el", ("m", 1): "los", ("f", 0): "la", ("f", 1): "las"}


def shapes(language: Language) -> tuple[Shape, ...]:
    """All kinds of sentences: gender and number of the subject and of whoever stands beside it, two endings each."""
    return tuple(shape for one, other in product(_KINDS, repeat=2) for shape in _PAIRS[language](one, other))


def _english(one: Kind, other: Kind) -> Iterator[Shape]:
    """Verbs in the past: they have one form for all, so that only the subject says which pronoun comes."""
    reflexive, owner = {("m", 0): ("himself", "his"), ("f", 0): ("herself", "her")}.get(one, ("themselves", "their"))
    start: Slots = (("the",), _ENGLISH_PEOPLE[one], ("near", "behind", "with"), ("the",), _ENGLISH_PEOPLE[other])
    blamed: Slots = (*start, ("praised", "blamed", "drew", "saw"), (reflexive,), (".",))
    lost: Slots = (*start, ("lost", "found", "sold"), (owner,), ("keys", "hat", "letters", "house"), (".",))
    yield from (Shape(slots, source=1, answer=6) for slots in (blamed, lost))


def _spanish(one: Kind, other: Kind) -> Iterator[Shape]:
    gender, number = one
    ending = {"m": "o", "f": "a"}[gender] + "s" * number
    pronoun = {("m", 0): "él", ("m", 1): "ellos", ("f", 0): "ella", ("f", 1): "ellas"}[one]
    praised = (("vio", "dibujó", "alabó", "culpó"), ("vieron", "dibujaron", "alabaron", "culparon"))[number]
    opened = (("abrió", "pintó", "cerró"), ("abrieron", "pintaron", "cerraron"))[number]
    beside: Slots = (("tras", "con", "ante"), (_SPANISH_ARTICLES[other],), _SPANISH_PEOPLE[other])
    start: Slots = ((_SPANISH_ARTICLES[one],), _SPANISH_PEOPLE[one], *beside)
    itself: Slots = (*start, ("se",), praised, ("a",), ("sí",), ("mism" + ending,), (".",))
    alone: Slots = (*start, opened, ("la",), ("puerta", "casa", "caja"), (pronoun,), ("mism" + ending,), (".",))
    yield Shape(itself, source=1, answer=9)
    yield Shape(alone, source=1, answer=8)


_PAIRS: Final = {"en": _english, "es": _spanish}
