"""Steps that were changed by hand, in words: what stands where the number that was computed stood."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from core.inside.chain_by_hand import PATTERN_KINDS, ROW_KINDS, cells_of
from core.inside.chain_steps import Chain, Step
from gui.drawing.labels import isolated
from gui.i18n import MINUS, decimal, integer

BY_HAND: Final = (*PATTERN_KINDS, *ROW_KINDS)
"""Kinds of steps that change something by hand."""


def factor_words(factor: float) -> str:
    """A factor or a weight as somebody typed it, without zeros at its end."""
    if float(factor).is_integer():
        return integer(int(factor))
    return decimal(factor, 6).rstrip("0").rstrip(".,")


def by_hand_title(step: Step) -> str:
    """What such a step is called."""
    translate = QCoreApplication.translate
    if step.kind == "scale-head":
        number = factor_words(step.scalar("hand-factor"))
        number = f"({number})" if number.startswith(MINUS) else number
        return translate("Arithmetic", "By hand: head × {factor}").format(factor=number)
    titles = {
        "force-pattern": translate("Arithmetic", "By hand: pattern forced"),
        "set-cells": translate("Arithmetic", "By hand: cell set"),
        "share-rest": translate("Arithmetic", "By hand: the row shared"),
        "head-off": translate("Arithmetic", "By hand: head off"),
        "attention-off": translate("Arithmetic", "By hand: attention off"),
    }
    return titles[step.kind]


def by_hand_explanation(chain: Chain, step: Step, labels: tuple[str, ...]) -> str:
    """What was changed, in a sentence or two."""
    translate, names = QCoreApplication.translate, {"query": isolated(labels[chain.query])}
    match step.kind:
        case "force-pattern":
            assert step.changes is not None
            assert step.changes.forced is not None
            return {
                "uniform": translate(
                    "Arithmetic", "Changed by hand: “{query}” looks at all it may look at alike, whatever the scores say."
                ),
                "identity": translate("Arithmetic", "Changed by hand: “{query}” looks at itself only, whatever the scores say."),
                "previous-token": translate(
                    "Arithmetic", "Changed by hand: “{query}” looks at the token before it; where there is none, at itself."
                ),
                "first-token": translate(
                    "Arithmetic", "Changed by hand: “{query}” looks at the first token; where the mask forbids it, at itself."
                ),
            }[step.changes.forced].format(**names)
        case "set-cells":
            assert step.changes is not None
            cell = translate("Arithmetic", "“{key}” with {value}")
            cells = ", ".join(
                cell.format(key=isolated(labels[one.key]), value=factor_words(one.value))
                for one in cells_of(step.changes, chain.query)
            )
            text = translate("Arithmetic", "Changed by hand: “{query}” looks at {cells}.").format(**names, cells=cells)
            if any(other.kind == "share-rest" for other in chain.steps):
                return text
            stays = translate("Arithmetic", "The rest of the row stays as it is, so the row sums to {sum}.")
            return f"{text} {stays.format(sum=decimal(step.scalar('row-total'), 4))}"
        case "share-rest":
            scalars = dict(step.scalars)
            if "rest" in scalars:
                text = translate(
                    "Arithmetic", "The others share what is left to 1, {left}, in proportion to what they had, together {rest}."
                )
            elif "rest-count" in scalars:
                text = translate("Arithmetic", "The others share what is left to 1, {left}, evenly: they had nothing.")
            else:
                text = translate("Arithmetic", "Nothing is left for the others: what was set is divided by its sum, {sum}.")
            values = {"left": scalars.get("left", 0.0), "rest": scalars.get("rest", 0.0), "sum": scalars["set-total"]}
            return text.format(**{name: decimal(value, 4) for name, value in values.items()})
        case "scale-head":
            text = translate("Arithmetic", "Changed by hand: all numbers of this head are multiplied by {factor}.")
            return text.format(factor=factor_words(step.scalar("hand-factor")))
        case "head-off":
            return translate("Arithmetic", "Changed by hand: this head is off. Its numbers are 0, so it adds nothing.")
        case _:
            if chain.config.biases:
                return translate(
                    "Arithmetic", "Changed by hand: the attention of this layer is off. It adds nothing, nor does its bias b_O."
                )
            return translate("Arithmetic", "Changed by hand: the attention of this layer is off. It adds nothing.")


def changed_heads(chain: Chain) -> str:
    """Which of the heads that come together were changed by hand; empty where none was."""
    if not chain.changed_heads:
        return ""
    heads = ", ".join(integer(head + 1) for head in chain.changed_heads)
    return QCoreApplication.translate("Arithmetic", "Heads changed by hand: {heads}.").format(heads=heads)
