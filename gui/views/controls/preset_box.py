"""The choice of a known model, which also says which one of them is shown."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from core.model.config import ModelConfig
from core.model.presets import COUNTING_ONLY, PRESETS, preset
from gui.access import describe
from gui.views.controls.fields import ChoiceBox


def _words(name: str) -> tuple[str, str]:
    """Name and explanation of a preset."""
    words, explanation = {
        "small": (
            QCoreApplication.translate("ArchitecturePanel", "small"),
            QCoreApplication.translate("ArchitecturePanel", "Four blocks of width 64: opens at once and answers every keystroke."),
        ),
        "transformer-base": (
            QCoreApplication.translate("ArchitecturePanel", "original base model"),
            QCoreApplication.translate("ArchitecturePanel", "The encoder of “Attention Is All You Need”, 2017."),
        ),
        "gpt2-small": (
            "GPT-2 small",
            QCoreApplication.translate(
                "ArchitecturePanel", "Writes texts: causal mask, norm before each part, 124 million parameters."
            ),
        ),
        "bert-base": (
            "BERT base",
            QCoreApplication.translate("ArchitecturePanel", "Reads texts: no mask, norm after each part."),
        ),
        "llama-3-8b": (
            "Llama 3 8B",
            QCoreApplication.translate("ArchitecturePanel", "Eight thousand million parameters: to be counted here, not run."),
        ),
    }[name]
    if name in COUNTING_ONLY:
        words = QCoreApplication.translate("ArchitecturePanel", "{model} (counting only)").format(model=words)
    return words, explanation


class PresetBox(ChoiceBox):
    """All presets; `edited` says which one the person chose."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presets = {name: preset(name) for name in PRESETS}
        self.retranslate()

    def set_config(self, config: ModelConfig) -> None:
        """Show the preset that `config` is, if it is one. The seed is no part of a preset."""
        now = replace(config, seed=0)
        self.set_value(next((name for name, known in self._presets.items() if known == now), None))

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        name = QCoreApplication.translate("ArchitecturePanel", "Preset")
        does = QCoreApplication.translate("ArchitecturePanel", "Sets all switches at once to those of a known model.")
        describe(self, name, does)
        self.setToolTip(does)
        self.setPlaceholderText(QCoreApplication.translate("ArchitecturePanel", "own settings"))
        self.set_choices({name: _words(name) for name in PRESETS})
