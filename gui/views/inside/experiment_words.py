"""What the page of experiments says before, while and instead of measuring."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def experiment_name(name: str) -> str:
    """What an experiment is called."""
    return {
        "order": QCoreApplication.translate("ExperimentsPage", "Order"),
        "heads": QCoreApplication.translate("ExperimentsPage", "Heads"),
        "cost": QCoreApplication.translate("ExperimentsPage", "Cost"),
        "stability": QCoreApplication.translate("ExperimentsPage", "At the start"),
        "reach": QCoreApplication.translate("ExperimentsPage", "Reach"),
    }.get(name, name)


def missing_words(name: str, tokens: int, moved: bool) -> str:
    """What has to be done before this can be measured; empty where it can."""
    if name != "order" or moved:
        return ""
    if tokens < 2:
        return QCoreApplication.translate("ExperimentsPage", "Type a sentence of at least two words first")
    return QCoreApplication.translate("ExperimentsPage", "Move a token or press Shuffle first")


def hint_words(name: str, tokens: int, running: str | None) -> str:
    """What to do, where nothing was measured yet; what is done, while it is."""
    if running == name:
        return {
            "heads": QCoreApplication.translate(
                "ExperimentsPage", "The weights with 1 to 16 heads are counted, and a block of each is timed."
            ),
            "cost": QCoreApplication.translate(
                "ExperimentsPage", "Longer and longer sentences are timed, and parts in n and in n² fitted to them."
            ),
            "stability": QCoreApplication.translate(
                "ExperimentsPage",
                "Shallow and deep networks are drawn at random, and their gradients computed before any training.",
            ),
            "reach": QCoreApplication.translate(
                "ExperimentsPage", "What each token changes in each output is computed for three layers, and all three are timed."
            ),
        }.get(name, QCoreApplication.translate("ExperimentsPage", "Both orders are compared."))
    if running is not None:
        return QCoreApplication.translate("ExperimentsPage", "Something else is being measured now.")
    if name == "heads":
        return QCoreApplication.translate(
            "ExperimentsPage", "Press Measure: the weights with 1 to 16 heads are counted, and a block of each is timed."
        )
    if name == "cost":
        return QCoreApplication.translate(
            "ExperimentsPage", "Press Measure: longer and longer sentences are timed, and parts in n and in n² fitted to them."
        )
    if name == "stability":
        return QCoreApplication.translate(
            "ExperimentsPage",
            "Press Measure: shallow and deep networks are drawn at random, and their gradients computed before any training.",
        )
    if name == "reach":
        return QCoreApplication.translate(
            "ExperimentsPage",
            "Press Measure: what each token changes in each output is computed for an attention layer and two recurrent ones, and "
            "all three are timed.",
        )
    if tokens < 2:
        return QCoreApplication.translate(
            "ExperimentsPage", "Type a sentence of at least two words above: only then is there another order."
        )
    return QCoreApplication.translate(
        "ExperimentsPage", "Drag a token to another place or press Shuffle, then Measure: both orders are compared."
    )


def running_words(name: str, done: str, total: str) -> str:
    """How far it is; `total` is empty as long as nobody knows."""
    named = experiment_name(name)
    if not total:
        return QCoreApplication.translate("ExperimentsPage", "Measuring “{name}” …").format(name=named)
    template = QCoreApplication.translate("ExperimentsPage", "Measuring “{name}”: {done} of {total}")
    return template.format(name=named, done=done, total=total)
