"""What a picture or a table says about itself: its sentence, whose weights, which settings, and what was changed by hand."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from PySide6.QtCore import QCoreApplication

from core.commandline.options import architecture_words
from core.model.config import ModelConfig
from core.model.interventions import NONE, Interventions
from core.model.weights import Origin
from gui.trained import Given, path_of
from gui.views.controls.table import SWITCHES
from gui.views.inside.intervention_words import change_in_words

_ALWAYS: Final = ("n_layers", "n_heads", "d_model", "position", "mask")
"""Settings that are told whatever they are; the others only where they are not the usual ones."""
_NEVER: Final = ("seed",)
"""Told with the weights."""


class Described(Protocol):
    """Whatever says what was, or is to be, computed: a document or a request."""

    @property
    def text(self) -> str:
        """The sentence."""

    @property
    def config(self) -> ModelConfig:
        """The model."""

    @property
    def given(self) -> Given:
        """The weights, where they are not random."""

    @property
    def interventions(self) -> Interventions:
        """What is changed by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What was measured once, whatever is in use now."""

    text: str
    config: ModelConfig
    given: Given
    interventions: Interventions = NONE


def constructed_in_words(name: str) -> str:
    """What a constructed head does, in a word or two; a name that is not known stays as it is."""
    return {
        "previous-token": QCoreApplication.translate("Captions", "previous token"),
        "same-word": QCoreApplication.translate("Captions", "same word"),
        "first-token": QCoreApplication.translate("Captions", "first token"),
        "uniform": QCoreApplication.translate("Captions", "uniform"),
        "nearer-is-more": QCoreApplication.translate("Captions", "nearer is more"),
        "all": QCoreApplication.translate("Captions", "all five"),
    }.get(name, name)


def source_of(shown: Described) -> tuple[Origin, str]:
    """Where the weights come from, and their name as core has it: “seed 0”, “previous-token”, or that of what was trained."""
    if shown.given is None:
        return "random", f"seed {shown.config.seed}"
    return ("constructed", shown.given) if isinstance(shown.given, str) else (shown.given.origin, shown.given.name)


def given_in_words(given: Given) -> str:
    """The name of weights in the person's language; "" for random ones, which have none."""
    if given is None:
        return ""
    return constructed_in_words(given) if isinstance(given, str) else given.name


def weights_in_words(shown: Described) -> str:
    """Whose weights: random ones with their seed, those of a constructed head, or trained ones with their name."""
    words = {
        "random": QCoreApplication.translate("Captions", "random weights, untrained, seed {seed}"),
        "constructed": QCoreApplication.translate("Captions", "constructed weights: {name}"),
        "trained here": QCoreApplication.translate("Captions", "weights trained here: {name}"),
        "loaded": QCoreApplication.translate("Captions", "loaded weights: {name}"),
    }[source_of(shown)[0]]
    return words.format(seed=shown.config.seed, name=given_in_words(shown.given))


def settings_in_words(config: ModelConfig) -> tuple[str, ...]:
    """The settings as the architecture panel calls them: the size, positions and mask, and what else is not as usual."""
    from gui.views.inside.compare_words import field_words, value_words  # it brings a page that few starts show

    usual = ModelConfig()
    fields = [switch.field for switch in SWITCHES if switch.name == switch.field and switch.field not in (*_ALWAYS, *_NEVER)]
    unusual = [field for field in fields if getattr(config, field) not in (None, getattr(usual, field))]
    words = QCoreApplication.translate("Captions", "{setting}: {value}")
    return tuple(
        words.format(setting=field_words(field), value=value_words(field, getattr(config, field))) for field in (*_ALWAYS, *unusual)
    )


def changes_in_words(shown: Described, labels: tuple[str, ...]) -> tuple[str, ...]:
    """What is changed by hand, each in words."""
    return tuple(change_in_words(change, labels) for change in shown.interventions)


def sentence_of(shown: Described) -> str:
    """The sentence in one line."""
    return " ".join(shown.text.split())


def caption_lines(shown: Described, labels: tuple[str, ...]) -> tuple[str, str]:
    """Two lines under a picture, in words: the sentence; weights, settings and changes."""
    parts = (weights_in_words(shown), *settings_in_words(shown.config), *changes_in_words(shown, labels))
    return sentence_of(shown), " · ".join(parts)


def own_caption(page: object) -> tuple[str, str] | None:
    """Two lines that a page says of what is not of the model in use; None where it is, as on most pages."""
    own: Callable[[], tuple[str, str] | None] | None = getattr(page, "own_caption", None)
    return None if own is None else own()


def exact_caption(shown: Described, labels: tuple[str, ...]) -> str:
    """One line for a file of numbers, with the options of the command that give the same model."""
    options = architecture_words(shown.config)
    if isinstance(shown.given, str):
        options = ["--weights", f"constructed:{shown.given}", *options]
    elif shown.given is not None:  # their file brings their model with it: only what was switched since is an option
        options = ["--weights", str(path_of(shown.given)), *architecture_words(shown.config, shown.given.config)]
    parts = (weights_in_words(shown), shlex.join(options), *changes_in_words(shown, labels))
    return f"{sentence_of(shown)} — {' · '.join(part for part in parts if part)}"
