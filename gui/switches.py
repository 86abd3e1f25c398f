"""What a person changes of the model: its switches, presets, seeds, examples, and what is changed by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig
from core.model.constructed import WHAT_TO_SEE, check_constructed, constructed_config
from core.model.fitting import check_fits
from core.model.interventions import NONE, Interventions
from core.model.presets import preset
from core.text.examples import Example, examples
from gui.i18n import choices_in, explain
from gui.sentence import cut
from gui.state import Document, Selection
from gui.trained import Kept, Trained
from gui.views.sentence_editor import kept as kept_text

if TYPE_CHECKING:
    from gui.workbench import Workbench


RANDOM: Final = "random"
"""The name of weights that are not given."""

_NO_SEED = QT_TRANSLATE_NOOP("core", "The weights “{name}” do not come from a seed: take random weights first.")


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
        # Another model's vocabulary and width stay behind with its weights.
        base = present.config if present.trained is None else present.random_config or present.config
        try:
            config = replace(base, **{field: getattr(usual, field) for field in touched} | example.config)
        except InputError as error:
            self._views.banner.show_notice(explain(error), "problem", ())
            return
        taken = replace(
            present,
            text=example.sentence,
            tokenizer=example.tokenizer,
            config=config,
            constructed=None,
            trained=None,
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
            if present.trained is not None:
                if "seed" in fields:
                    raise InputError(_NO_SEED, name=present.trained.name)
                check_fits(config, present.trained.config, present.trained.name)
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
        self.changed.emit(replace(present, config=config, constructed=None, trained=None, random_config=None), self.tr("preset"))

    @Slot(str)
    def choose_weights(self, name: str) -> None:
        """Random weights, or those of a constructed head with the model it needs; the banner says what to see.

        With random weights the model comes back that was there before the first weights that were not random.
        """
        self._views.architecture.show_problem(None)
        present = self._present()
        if name == RANDOM:
            if present.given is not None:
                config = present.random_config or present.config
                made = replace(present, config=config, constructed=None, trained=None, random_config=None)
                self.changed.emit(made, self.tr("random weights"))
            return
        made = replace(
            present, config=constructed_config(name), constructed=name, trained=None, random_config=_random_config(present)
        )
        self.changed.emit(made, self.tr("constructed head"))
        self._views.banner.show_notice(QCoreApplication.translate("core", WHAT_TO_SEE[name]), "info", ())

    @Slot(object)
    def use_trained(self, kept: Kept) -> None:
        """Trained weights, with their model and their way to cut a sentence; the banner says so.

        A sentence that they cannot read gives way to one that they can.
        """
        self._views.architecture.show_problem(None)
        present, trained = self._present(), kept.trained
        unreadable = cut(present.text, trained.tokenizer, trained.config.vocabulary, trained.pieces).problem is not None
        taken = replace(
            present,
            text=kept_text(kept.sample) if unreadable and kept.sample else present.text,
            tokenizer=trained.tokenizer,
            config=trained.config,
            constructed=None,
            trained=trained,
            random_config=_random_config(present),
            view=replace(present.view, tab="heads"),
        )
        self.changed.emit(taken, self.tr("weights “{name}”").format(name=trained.name))
        self._views.banner.show_notice(self._taken_in_words(trained, other=taken.text != present.text), "info", ())

    def _taken_in_words(self, trained: Trained, *, other: bool) -> str:
        """Whose weights are in use now, and what has become of the sentence; `other`: another one stands in its place."""
        if trained.origin == "loaded":
            weights = self.tr("The loaded weights “{name}”")
        else:
            weights = self.tr("The weights “{name}”, trained here,")
        if other:
            words = self.tr("{weights} are in use now; their model cannot read your sentence, so another one stands in its place.")
        elif trained.pieces is not None:
            words = self.tr("{weights} are in use now, and the sentence is cut into the pieces that their model knows.")
        else:
            words = self.tr("{weights} are in use now.")
        return words.format(weights=weights.format(name=trained.name))

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


def _random_config(present: Document) -> ModelConfig | None:
    """The model that comes back with random weights, when others are taken now."""
    return present.config if present.given is None else present.random_config
