"""What is changed by hand, in words: for the list, for undo, and for whatever marks it elsewhere. Layers and heads count from 1."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.model.interventions import (
    AttentionOff,
    FeedForwardOff,
    ForcedPattern,
    ForcePattern,
    HeadOff,
    Intervention,
    Misfitting,
    ScaleHead,
    SetCell,
)
from gui.drawing.labels import named
from gui.i18n import MINUS, SPACE, decimal, integer


def change_in_words(change: Intervention, labels: tuple[str, ...]) -> str:
    """One change: "Layer 1, head 2: off". `labels` are those of the tokens; a token that is not there is called by its number."""
    return f"{place_in_words(change)}: {_what(change, labels)}"


def place_in_words(change: Intervention) -> str:
    """Where a change is made: "Layer 1, head 2", or the layer alone."""
    if isinstance(change, AttentionOff | FeedForwardOff):
        return QCoreApplication.translate("Interventions", "Layer {layer}").format(layer=integer(change.layer + 1))
    words = QCoreApplication.translate("Interventions", "Layer {layer}, head {head}")
    return words.format(layer=integer(change.layer + 1), head=integer(change.head + 1))


def pattern_in_words(pattern: ForcedPattern) -> str:
    """A forced pattern in a word or two."""
    return {
        "uniform": QCoreApplication.translate("Interventions", "uniform"),
        "identity": QCoreApplication.translate("Interventions", "identity"),
        "previous-token": QCoreApplication.translate("Interventions", "previous token"),
        "first-token": QCoreApplication.translate("Interventions", "first token"),
    }[pattern]


def pattern_explained(pattern: ForcedPattern) -> str:
    """What a forced pattern does."""
    return {
        "uniform": QCoreApplication.translate("Interventions", "Every token looks at all alike."),
        "identity": QCoreApplication.translate("Interventions", "Every token looks at itself only."),
        "previous-token": QCoreApplication.translate(
            "Interventions", "Every token looks at the one before it; where there is none, at itself."
        ),
        "first-token": QCoreApplication.translate(
            "Interventions", "Every token looks at the first one; where the mask forbids it, at itself."
        ),
    }[pattern]


def misfit_in_words(reason: Misfitting) -> str:
    """Why a change is not made now."""
    return {
        "layer": QCoreApplication.translate("Interventions", "not in force: the model has no such layer now"),
        "head": QCoreApplication.translate("Interventions", "not in force: the layer has no such head now"),
        "token": QCoreApplication.translate("Interventions", "not in force: the sentence has no such token now"),
        "mask": QCoreApplication.translate("Interventions", "not in force: the mask forbids this cell now"),
    }[reason]


def token_in_words(index: int, labels: tuple[str, ...]) -> str:
    """The label of a token in quotation marks, or its number where it has none."""
    if 0 <= index < len(labels):
        return QCoreApplication.translate("Interventions", "“{token}”").format(token=named(labels, index))
    return QCoreApplication.translate("Interventions", "token {number}").format(number=integer(index + 1))


def shortest(number: float, digits: int = 3) -> str:
    """A number without zeros at its end, as the person's language writes it."""
    if float(number).is_integer():
        return integer(int(number))
    return decimal(number, digits).rstrip("0").rstrip(".,")


def _what(change: Intervention, labels: tuple[str, ...]) -> str:
    match change:
        case HeadOff():
            return QCoreApplication.translate("Interventions", "off")
        case AttentionOff():
            return QCoreApplication.translate("Interventions", "attention off")
        case FeedForwardOff():
            return QCoreApplication.translate("Interventions", "feed-forward off")
        case ForcePattern():
            words = QCoreApplication.translate("Interventions", "pattern forced, {pattern}")
            return words.format(pattern=pattern_in_words(change.pattern))
        case ScaleHead():
            number = shortest(change.factor)
            return f"×{SPACE}{number}" if not number.startswith(MINUS) else f"×{SPACE}({number})"
        case SetCell():
            if change.renormalise:
                words = QCoreApplication.translate(
                    "Interventions", "{query} looks at {key} with {value}, the rest of the row follows"
                )
            else:
                words = QCoreApplication.translate(
                    "Interventions", "{query} looks at {key} with {value}, the rest of the row stays as it is"
                )
            query, key = (token_in_words(index, labels) for index in (change.query, change.key))
            return words.format(query=query, key=key, value=shortest(change.value))
