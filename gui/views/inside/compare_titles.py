"""What A and B are called over their maps, and what is changed by hand on either side, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QCoreApplication

from core.inside.comparison import Comparison
from core.model.interventions import AttentionOff, FeedForwardOff, HeadOff, Intervention, Interventions, ScaleHead
from gui.captions import given_in_words
from gui.drawing.labels import isolated
from gui.i18n import integer
from gui.trained import Given
from gui.views.inside.compare_words import field_words, value_words
from gui.views.inside.intervention_words import change_in_words

Pair = tuple[str, str]
_IN_TITLE: Final = 2
"""Up to so many differences stand in a title; all of them stand in the words above."""


def side_titles(comparison: Comparison, texts: Pair, given: tuple[Given, Given], hand: tuple[Interventions, Interventions]) -> Pair:
    """What differs between the sides, as each is called: “norm before” and “norm after”, “seed 0” and “seed 1”.

    Parameters
    ----------
    texts
        The sentences of A and of B.
    given
        The weights of A and of B, where they are not random.
    hand
        What is changed by hand.
    """
    translate = QCoreApplication.translate
    parts: list[Pair] = []
    if given[0] != given[1]:
        parts.append((weights_words(given[0]), weights_words(given[1])))
    for found in comparison.settings:
        if not found.follows and (found.field != "seed" or given == (None, None)):
            name = lowered(field_words(found.field))
            parts.append((f"{name} {value_words(found.field, found.a)}", f"{name} {value_words(found.field, found.b)}"))
    if hand[0] != hand[1]:
        if hand[0] and hand[1]:
            labels = (comparison.labels_a, comparison.labels_b)
            one, other = (
                " · ".join(change_in_words(change, side) for change in changes) for changes, side in zip(hand, labels, strict=True)
            )
        else:
            changed, computed = translate("ComparePage", "changed by hand"), translate("ComparePage", "as computed")
            one, other = (changed, computed) if hand[0] else (computed, changed)
        parts.append((one, other))
    sentences = tuple(isolated(" ".join(text.split())) for text in texts)
    if sentences[0] != sentences[1]:
        parts.append((sentences[0], sentences[1]))
    elif not comparison.same_sentence:
        words = translate("ComparePage", "{n} tokens")
        one, other = (words.format(n=integer(len(labels))) for labels in (comparison.labels_a, comparison.labels_b))
        parts.append((one, other))
    if not parts:
        return translate("ComparePage", "as it was frozen"), translate("ComparePage", "the same as A until now")
    more = ["…"] if len(parts) > _IN_TITLE else []
    one, other = (" · ".join([part[side] for part in parts[:_IN_TITLE]] + more) for side in (0, 1))
    return one, other


def weights_words(given: Given) -> str:
    """Whose weights a side has: drawn at random, constructed to do one thing, or trained."""
    if given is None:
        return QCoreApplication.translate("ComparePage", "random weights")
    words = {
        "constructed": QCoreApplication.translate("ComparePage", "constructed: {name}"),
        "trained here": QCoreApplication.translate("ComparePage", "trained here: {name}"),
        "loaded": QCoreApplication.translate("ComparePage", "loaded: {name}"),
    }["constructed" if isinstance(given, str) else given.origin]
    return words.format(name=given_in_words(given))


def hand_words(changes: Iterable[Intervention], labels: tuple[str, ...]) -> tuple[str, ...]:
    """What is changed by hand, and of what does not show in a map, that it does not."""
    translate = QCoreApplication.translate
    found = []
    for change in changes:
        words = change_in_words(change, labels)
        match change:
            case HeadOff():
                words = translate("ComparePage", "{change} (its map does not change, its z is 0)").format(change=words)
            case AttentionOff():
                words = translate("ComparePage", "{change} (its maps do not change, what it adds is 0)").format(change=words)
            case FeedForwardOff():
                words = translate("ComparePage", "{change} (what it adds is 0)").format(change=words)
            case ScaleHead():
                words = translate("ComparePage", "{change} (its map does not change, its z does)").format(change=words)
        found.append(words)
    return tuple(found)


def head_note(comparison: Comparison, hand: tuple[Interventions, Interventions], layer: int, head: int) -> str:
    """Why the two maps of a head may be the same although A and B differ."""
    translate = QCoreApplication.translate
    notes = []
    for side, changes in zip("AB", hand, strict=True):
        here, words = changes.of_head(layer, head), ""
        if changes.attention_off(layer):
            words = translate("ComparePage", "Attention is off in {side}: its maps do not change, what it adds is 0.")
        elif here.off:
            words = translate("ComparePage", "This head is off in {side}: its map does not change, its z is 0.")
        elif here.factor != 1:
            words = translate("ComparePage", "This head is scaled in {side}: its map does not change, its z does.")
        notes += [words.format(side=side)] if words else []
    part = comparison.parting
    if not notes and part is not None and part.layer is not None and part.layer >= layer:
        words = translate("ComparePage", "The residual streams part later, in layer {layer}.")
        notes.append(words.format(layer=integer(part.layer + 1)))
    return " ".join(notes)


def lowered(words: str) -> str:
    """Words as they stand within others: with a small letter, unless they begin with an abbreviation."""
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]
