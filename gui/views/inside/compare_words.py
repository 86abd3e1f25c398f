"""What differs between A and B, in words: settings as the architecture panel calls them, sentences, hands-on changes, weights."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QCoreApplication

from core.inside.comparison import Comparison, SettingDifference
from gui.i18n import decimal, integer
from gui.views.controls.table import SWITCHES

_NAMED: Final = 3
"""Up to so many arrays are named; of more it is said how many they are."""
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
        parts.append(translate("ComparePage", "Another sentence: {a} │ {b} tokens.").format(a=a, b=b))
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
    parts.append(weight_words(comparison))
    return " ".join(parts)


def weight_words(comparison: Comparison) -> str:
    """How many of the weights that both have are the same."""
    weights = comparison.weights
    if not weights.other_numbers:
        text = QCoreApplication.translate(
            "ComparePage", "All {same} weight arrays of the same shape on both sides hold the same {numbers} numbers."
        )
    else:
        text = QCoreApplication.translate(
            "ComparePage",
            "Of {comparable} weight arrays of the same shape on both sides {same} hold the same numbers ({numbers} numbers).",
        )
    words = text.format(
        same=integer(len(weights.same)), comparable=integer(weights.comparable), numbers=integer(weights.same_numbers)
    )
    for names, template in (
        (weights.other_shape, QCoreApplication.translate("ComparePage", "Of another shape: {list}.")),
        (weights.only_a, QCoreApplication.translate("ComparePage", "Only in A: {list}.")),
        (weights.only_b, QCoreApplication.translate("ComparePage", "Only in B: {list}.")),
    ):
        if names:
            words += " " + template.format(list=", ".join(names) if len(names) <= _NAMED else integer(len(names)))
    return words
