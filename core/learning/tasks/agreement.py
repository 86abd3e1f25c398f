"""Agreement: “the keys to the cabinet are old .” The verb has the number of its subject, whatever stands between them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from core.learning.tasks.sentences import Shape
from core.text.examples import Language

Slots = tuple[tuple[str, ...], ...]

_ENGLISH_NOUNS: Final = (
    ("key", "door", "picture", "letter", "box", "lamp", "garden", "cabinet", "house", "book"),
    ("keys", "doors", "pictures", "letters", "boxes", "lamps", "gardens", "cabinets", "houses", "books"),
)
_ENGLISH_VERBS: Final = (("is", "was", "looks", "seems"), ("are", "were", "look", "seem"))
_ENGLISH_ADJECTIVES: Final = ("old", "new", "lost", "red", "small", "strange", "empty", "famous")

_SPANISH_NOUNS: Final = {
    ("m", 0): ("armario", "libro", "cuadro", "jardín", "reloj", "espejo"),
    ("m", 1): ("armarios", "libros", "cuadros", "jardines", "relojes", "espejos"),
    ("f", 0): ("llave", "puerta", "carta", "caja", "casa", "lámpara"),
    ("f", 1): ("llaves", "puertas", "cartas", "cajas", "casas", "lámparas"),
}
_SPANISH_ARTICLES: Final = {
    ("m", 0): ("el", "este", "aquel"),
    ("m", 1): ("los", "estos", "aquellos"),
    ("f", 0): ("la", "esta", "aquella"),
    ("f", 1): ("las", "estas", "aquellas"),
}
_SPANISH_VERBS: Final = (("está", "estaba", "parece"), ("están", "estaban", "parecen"))
_SPANISH_ADJECTIVES: Final = ("viej", "nuev", "perdid", "roj", "pequeñ", "vací", "rot")

_FEWEST, _MOST = 0, 2
"""Nouns between the subject and its verb; each number of them is equally likely."""


def shapes(language: Language) -> tuple[Shape, ...]:
    """All kinds of sentences: the number (and in Spanish the gender) of the subject and of each noun after it."""
    return tuple(_english() if language == "en" else _spanish())


def _english() -> Iterator[Shape]:
    determiners, links = ("the", "my", "our"), ("to", "of", "near", "behind", "with")
    for between in range(_FEWEST, _MOST + 1):
        for number, *others in product((0, 1), repeat=between + 1):
            slots: Slots = (determiners, _ENGLISH_NOUNS[number])
            for other in others:
                slots += (links, determiners, _ENGLISH_NOUNS[other])
            slots += (_ENGLISH_VERBS[number], _ENGLISH_ADJECTIVES, (".",))
            yield Shape(slots, source=1, answer=len(slots) - 3, weight=2.0**-between)


def _spanish() -> Iterator[Shape]:
    """“de” is a link of its own, because it melts with the article: del armario."""
    for between in range(_FEWEST, _MOST + 1):
        for kind, *others in product(_SPANISH_NOUNS, repeat=between + 1):
            for joined in product((True, False), repeat=between):
                slots: Slots = (_SPANISH_ARTICLES[kind], _SPANISH_NOUNS[kind])
                for other, with_de in zip(others, joined, strict=True):
                    slots += (*_spanish_link(other, with_de=with_de), _SPANISH_NOUNS[other])
                gender, number = kind
                ending = {"m": "o", "f": "a"}[gender] + "s" * number
                slots += (_SPANISH_VERBS[number], tuple(stem + ending for stem in _SPANISH_ADJECTIVES), (".",))
                yield Shape(slots, source=1, answer=len(slots) - 3, weight=8.0**-between)


def _spanish_link(kind: tuple[str, int], *, with_de: bool) -> Slots:
    if not with_de:
        return (("con", "sobre", "tras", "bajo"), _SPANISH_ARTICLES[kind])
    return (("del",),) if kind == ("m", 0) else (("de",), _SPANISH_ARTICLES[kind])
