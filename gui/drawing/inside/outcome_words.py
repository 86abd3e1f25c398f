"""What there is to say and to tabulate of any outcome: its verdict, its claim, its table and its note, in the language in use."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.experiments.cost import CostOutcome
from core.experiments.heads import HeadsOutcome
from core.experiments.order import OrderOutcome
from core.experiments.outcome import Outcome
from core.experiments.reach import ReachOutcome
from core.experiments.start import StartOutcome
from core.model.config import ModelConfig
from gui.drawing.inside.experiment_tables import (
    Table,
    clock_words,
    cost_table,
    crossing_words,
    heads_table,
    order_note,
    order_table,
)
from gui.drawing.inside.reach_words import reach_chart_words, reach_note, reach_numbers, reach_table
from gui.drawing.inside.start_words import start_chart_words, start_note, start_numbers, start_table
from gui.i18n import integer


def table_of(outcome: Outcome | None) -> Table:
    """The table of an experiment, in the language in use; without one an empty table."""
    if isinstance(outcome, OrderOutcome):
        return order_table(outcome)
    if isinstance(outcome, HeadsOutcome):
        return heads_table(outcome)
    if isinstance(outcome, CostOutcome):
        return cost_table(outcome)
    if isinstance(outcome, StartOutcome):
        return start_table(outcome)
    if isinstance(outcome, ReachOutcome):
        return reach_table(outcome)
    return Table()


def numbers_of(outcome: Outcome) -> list[list[str]]:
    """The table in full precision, the header first, and below it what only the charts show."""
    rows = table_of(outcome).numbers()
    if isinstance(outcome, StartOutcome):
        return rows + start_numbers(outcome)
    if isinstance(outcome, ReachOutcome):
        return rows + reach_numbers(outcome)
    return rows


def chart_words(outcome: Outcome, depth: int | None = None) -> str:
    """What the charts show in words, line by line as it stands below them; `depth` is the one whose blocks are shown."""
    if isinstance(outcome, StartOutcome):
        return start_chart_words(outcome, depth)
    return reach_chart_words(outcome) if isinstance(outcome, ReachOutcome) else ""


def claim_of(outcome: Outcome) -> str:
    """The claim in the language in use."""
    values = {name: integer(value) if isinstance(value, int) else value for name, value in outcome.values.items()}
    return QCoreApplication.translate("core", outcome.claim).format(**values)


def verdict_of(outcome: Outcome) -> str:
    """Whether the claim holds, in words."""
    if outcome.holds:
        return QCoreApplication.translate("Experiments", "Holds")
    return QCoreApplication.translate("Experiments", "Does not hold here")


def note_of(outcome: Outcome) -> str:
    """One or two sentences: with which model it was measured, and what the table does not say."""
    if isinstance(outcome, StartOutcome):
        return start_note(outcome)
    if isinstance(outcome, ReachOutcome):
        return reach_note(outcome)
    parts = [settings_words(outcome.config)]
    if isinstance(outcome, OrderOutcome):
        parts.append(order_note(outcome))
    elif isinstance(outcome, HeadsOutcome):
        counted = QCoreApplication.translate(
            "Experiments",
            "MACs in the blocks (without the output matrix) and scores of all layers for {length} tokens; every head with keys and "
            "values of its own.",
        )
        parts += [counted.format(length=integer(outcome.length)), clock_words(outcome)]
    elif isinstance(outcome, CostOutcome):
        parts += [crossing_words(outcome), clock_words(outcome)]
    return " ".join(parts)


def settings_words(config: ModelConfig) -> str:
    """The model that was measured."""
    sentence = QCoreApplication.translate("Experiments", "Layers: {layers}, width: {width}, heads: {heads}, seed: {seed}.")
    return sentence.format(
        layers=integer(config.n_layers), width=integer(config.d_model), heads=integer(config.n_heads), seed=config.seed
    )
