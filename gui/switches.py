"""What a person changes of the model: its switches, presets, seeds, examples, and what is changed by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from core.messages import InputError
from core.model.config import ModelConfig
from core.model.constructed import WHAT_TO_SEE, check_constructed, constructed_config
from core.model.interventions import NONE, Interventions
from core.model.presets import preset
from core.text.examples import Example, examples
from gui.i18n import choices_in, explain
from gui.state import Document, Selection

if TYPE_CHECKING:
    from gui.workbench import Workbench


RANDOM: Final = "random"
"""The name of weights that are not constructed."""


class Switches(QObject):
    """Makes another document of the present one, or explains beside the switch why not.

    Parameters
    ----------
    present
        The document as it is now.
    """

    changed = Signal(object, str)
    """(Document, what was changed, for undo)"""

    def __init__(self, views: Workbench, present: Callable[[], Document], parent: QObject) -> None:
        super().__init__(parent)
        self._views, self._present = views, present
        views.sentence_bar.example_chosen.connect(self.take_example)
        views.architecture.change_requested.connect(self.change_config)
        views.architecture.preset_chosen.connect(self.choose_preset)

    @Slot(object)
    def take_example(self, example: Example) -> None:
        """An example sentence, with the switches that let its effect be seen."""
        # What another example has set and this one leaves open goes back to usual, or it would hide this one's effect.
        usual, present = ModelConfig(), self._present()
        touched = {field for other in examples() for field in other.config}
        try:
            config = replace(present.config, **{field: getattr(usual, field) for field in touched} | example.config)
        except InputError as error:
            self._views.banner.show_notice(explain(error), "problem", ())
            return
        taken = replace(
            present,
            text=example.sentence,
            tokenizer=example.tokenizer,
            config=config,
            constructed=None,
            random_config=None,
            interventions=NONE,
            selection=Selection(),
        )
        self.changed.emit(taken, self.tr("example"))
        self._views.banner.show_notice(example.effect, "info", ())

    @Slot(dict, str)
    def change_config(self, fields: dict[str, Any], label: str) -> None:
        """Flip a switch. What is illegal is explained beside the switch, and nothing else changes."""
        panel, present = self._views.architecture, self._present()
        try:
            config = replace(present.config, **fields)
            if present.constructed is not None:
                check_constructed(present.constructed, config)
        except InputError as error:
            panel.show_problem(explain(error), str(error.values.get("field", next(iter(fields)))), choices_in(error))
            return
        panel.show_problem(None)
        if config != present.config:
            self.changed.emit(replace(present, config=config), label)
        else:
            panel.set_config(config)

    @Slot(str)
    def choose_preset(self, name: str) -> None:
        """A named configuration; the seed stays."""
        self._views.architecture.show_problem(None)
        present = self._present()
        config = preset(name, seed=present.config.seed)
        self.changed.emit(replace(present, config=config, constructed=None, random_config=None), self.tr("preset"))

    @Slot(str)
    def choose_weights(self, name: str) -> None:
        """Random weights, or those of a constructed head with the model it needs; the banner says what to see.

        With random weights the model comes back that was there before the first constructed head.
        """
        self._views.architecture.show_problem(None)
        present = self._present()
        if name == RANDOM:
            if present.constructed is not None:
                config = present.random_config or present.config
                self.changed.emit(replace(present, config=config, constructed=None, random_config=None), self.tr("random weights"))
            return
        before = present.config if present.constructed is None else present.random_config
        made = replace(present, config=constructed_config(name), constructed=name, random_config=before)
        self.changed.emit(made, self.tr("constructed head"))
        self._views.banner.show_notice(QCoreApplication.translate("core", WHAT_TO_SEE[name]), "info", ())

    def next_seed(self) -> None:
        """The same architecture with other random weights."""
        self.choose_seed(self._present().config.seed + 1)

    @Slot(int)
    def choose_seed(self, seed: int) -> None:
        """The same architecture with the random weights of a seed."""
        self.change_config({"seed": seed}, self.tr("seed {seed}").format(seed=seed))

    @Slot(object, str)
    def change_by_hand(self, interventions: Interventions, label: str) -> None:
        """Other changes by hand."""
        present = self._present()
        if interventions != present.interventions:
            self.changed.emit(replace(present, interventions=interventions), label)
