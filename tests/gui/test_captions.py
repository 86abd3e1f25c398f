"""What a picture says about itself is in words; what a table of numbers says gives the command."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from core.model.config import ModelConfig
from core.model.constructed import ALL, CONSTRUCTED, constructed_config
from core.model.interventions import HeadOff, Interventions
from core.model.presets import preset
from gui.captions import caption_lines, constructed_in_words, exact_caption, settings_in_words
from gui.documents import first_document
from gui.state import Document


def described(config: ModelConfig | None = None, constructed: str | None = None) -> Document:
    return replace(first_document(), config=preset("small") if config is None else config, constructed=constructed)


def test_settings_are_told_as_the_panel_calls_them(qtbot: QtBot) -> None:
    """Size, positions and mask always; of the rest what is not as usual: the small model's inner width of 4 · 64."""
    assert settings_in_words(preset("small")) == (
        "Layers: 4",
        "Heads: 4",
        "Width d_model: 64",
        "Position: sinusoidal",
        "Mask: none",
        "Inner width: 256",
    )


def test_every_switch_that_is_flipped_is_told(qtbot: QtBot) -> None:
    config = replace(preset("small"), norm="post", skip=False, mask="window:3", biases=False, tied=False, activation="gelu")
    words = settings_in_words(config)
    for told in (
        "Layer norm: after",
        "Skip connection: off",
        "Mask: window of 3",
        "Biases: off",
        "Tied output: off",
        "Activation: GELU",
    ):
        assert told in words


def test_a_picture_is_captioned_without_options_of_the_command(qtbot: QtBot) -> None:
    shown = replace(described(), interventions=Interventions((HeadOff(0, 2),)))
    sentence, settings = caption_lines(shown, ())
    assert sentence == " ".join(shown.text.split())
    assert "--" not in settings
    assert settings.startswith("random weights, untrained, seed 0 · Layers: 4 · ")
    assert settings.endswith("Layer 1, head 3: off")


def test_a_table_is_captioned_with_the_command(qtbot: QtBot) -> None:
    assert "--d-model 64 --heads 4 --layers 4 --d-ff 256" in exact_caption(described(), ())
    constructed = described(constructed_config("same-word"), "same-word")
    assert "--weights constructed:same-word" in exact_caption(constructed, ())


@pytest.mark.parametrize("name", [*CONSTRUCTED, ALL])
def test_a_constructed_head_has_a_name_in_words(qtbot: QtBot, name: str) -> None:
    words = constructed_in_words(name)
    assert "-" not in words
    assert f"constructed weights: {words}" in caption_lines(described(constructed_config(name), name), ())[1]
