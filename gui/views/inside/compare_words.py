"""What differs between A and B, in words: settings as the architecture panel calls them, sentences, hands-on changes, weights."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QCoreApplication

from core.inside.comparison import Comparison, OwnPart, SettingDifference
from gui.drawing.inside.compare_stream import parting_words
from gui.i18n import decimal, integer
from gui.views.controls.table import SWITCHES

_NAMED: Final = 40
"""Up to so many arrays are named in full; of more it is said how many they are."""
_SWITCHES = {switch.name: switch for switch in SWITCHES}


def field_words(field: str) -> str:
    """What a setting is called on screen."""
    if field == "d_head":
        return QCoreApplication.translate("ComparePage", "Width of each head")
    if field == "placement":
        return QCoreApplication.translate("ComparePage", "Position added")
    switch = _SWITCHES.get(field)
    return field if switch is None else QCoreApplication.translate("Controls", switch.words)


def value_words(field: str, value: Any) -> str:
    """What a value of a setting is called on screen."""
    if isinstance(value, bool):
        value = "on" if value else "off"
    if isinstance(value, int):
        return integer(value)
    if isinstance(value, float):
        return decimal(value, 0 if value == int(value) else 3)
    if field == "mask" and str(value).startswith("window:"):
        text = QCoreApplication.translate("ComparePage", "window of {n}")
        return text.format(n=integer(int(str(value).partition(":")[2])))
    if field == "head_width":
        split = value == "split"
        return (
            QCoreApplication.translate("ComparePage", "split") if split else QCoreApplication.translate("ComparePage", "kept whole")
        )
    switch = _SWITCHES.get(field)
    words = {} if switch is None else {choice.value: choice.words for choice in switch.choices}
    return QCoreApplication.translate("Controls", words[value]) if words.get(value) else str(value)


def setting_words(difference: SettingDifference) -> str:
    """One setting, such as “Layer norm: before │ after”."""
    words = QCoreApplication.translate("ComparePage", "{setting}: {a} │ {b}")
    a, b = value_words(difference.field, difference.a), value_words(difference.field, difference.b)
    return words.format(setting=field_words(difference.field), a=a, b=b)


def invitation(*, waiting: bool) -> str:
    """What to do before there are two sides; with `waiting` there is an A, and no sentence to compare it with."""
    if waiting:
        return QCoreApplication.translate("ComparePage", "The sentence is empty: type one, and it stands here beside A.")
    return QCoreApplication.translate(
        "ComparePage", "Press “Freeze as A”, then change a switch, the sentence or the seed: A and B stand here side by side."
    )


def comparison_words(comparison: Comparison) -> str:
    """All that differs, in a few sentences."""
    translate = QCoreApplication.translate
    parts = []
    chosen = [setting_words(difference) for difference in comparison.settings if not difference.follows]
    following = [setting_words(difference) for difference in comparison.settings if difference.follows]
    if chosen:
        parts.append(translate("ComparePage", "What differs (A │ B): {list}.").format(list=" · ".join(chosen)))
    if following:
        parts.append(translate("ComparePage", "So does: {list}.").format(list=" · ".join(following)))
    if not comparison.same_sentence:
        a, b = integer(len(comparison.labels_a)), integer(len(comparison.labels_b))
        parts.append(translate("ComparePage", "They do not read the same tokens: {a} │ {b} of them.").format(a=a, b=b))
    for words, changes in (
        (translate("ComparePage", "Changed by hand in A: {list}."), comparison.interventions_a),
        (translate("ComparePage", "Changed by hand in B: {list}."), comparison.interventions_b),
    ):
        if changes:
            parts.append(words.format(list=" · ".join(changes)))
    if not parts and not comparison.weights.other_numbers:
        parts.append(translate("ComparePage", "Nothing differs: A and B are the same."))
    elif not chosen and not following:
        parts.insert(0, translate("ComparePage", "The settings are the same."))
    parts += [parting_words(comparison), weight_words(comparison)]
    return " ".join(part for part in parts if part)


def weight_words(comparison: Comparison) -> str:
    """How many of the weights are the same, and what only one side has."""
    weights = comparison.weights
    values = {
        "same": integer(len(weights.same)),
        "numbers": integer(weights.same_numbers),
        "other": integer(len(weights.other_numbers)),
        "shape": integer(len(weights.other_shape)),
    }
    if weights.same:
        text = QCoreApplication.translate(
            "ComparePage", "{same} weight matrices and vectors are the same on both sides ({numbers} numbers)."
        )
    else:
        text = QCoreApplication.translate("ComparePage", "No weight matrix or vector is the same on both sides.")
    parts = [text]
    if weights.other_numbers:
        parts.append(QCoreApplication.translate("ComparePage", "{other} hold other numbers."))
    if weights.other_shape:
        parts.append(QCoreApplication.translate("ComparePage", "{shape} have another shape."))
    words = [part.format(**values) for part in parts]
    for own, template in (
        (weights.parts_a, QCoreApplication.translate("ComparePage", "Only A has {list}.")),
        (weights.parts_b, QCoreApplication.translate("ComparePage", "Only B has {list}.")),
    ):
        if own:
            words.append(template.format(list=", ".join(map(part_words, own))))
    return " ".join(words)


def part_words(part: OwnPart) -> str:
    """What only one side has, such as “the final norm (128 numbers)”."""
    translate = QCoreApplication.translate
    first, last = (integer(layer + 1) for layer in (part.layers[0], part.layers[-1])) if part.layers else ("", "")
    several = len(part.layers) > 1
    name = {
        "blocks": translate("ComparePage", "layers {first} to {last}") if several else translate("ComparePage", "layer {first}"),
        "norm_biases": translate("ComparePage", "the biases of the layer norms"),
        "final_norm_bias": translate("ComparePage", "the bias of the final norm"),
        "embedding": translate("ComparePage", "the token vectors"),
        "positions": translate("ComparePage", "the learned position vectors"),
        "attention_weights": translate("ComparePage", "the attention matrices"),
        "attention_biases": translate("ComparePage", "the biases of attention"),
        "feed_forward_weights": translate("ComparePage", "the gate of the feed-forward network"),
        "feed_forward_biases": translate("ComparePage", "the biases of the feed-forward network"),
        "norms": translate("ComparePage", "more layer norms"),
        "final_norm": translate("ComparePage", "the final norm"),
        "unembedding": translate("ComparePage", "an output matrix of its own"),
    }[part.kind]
    words = translate("ComparePage", "{what} ({numbers} numbers)")
    return words.format(what=name.format(first=first, last=last), numbers=integer(part.numbers))


def names_in_full(comparison: Comparison) -> str:
    """The names of the arrays that are not the same on both sides, as they are called in files."""
    weights = comparison.weights
    words = []
    for names, template in (
        (weights.other_shape, QCoreApplication.translate("ComparePage", "Of another shape: {list}.")),
        (weights.only_a, QCoreApplication.translate("ComparePage", "Only in A: {list}.")),
        (weights.only_b, QCoreApplication.translate("ComparePage", "Only in B: {list}.")),
    ):
        if names:
            words.append(template.format(list=", ".join(names) if len(names) <= _NAMED else integer(len(names))))
    return " ".join(words)
