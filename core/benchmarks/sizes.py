"""The models and sentence lengths that are measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from core.model import ModelConfig

MODELS: Final = ((64, 2, 2), (256, 4, 4), (512, 6, 8), (768, 12, 12))
"""Width, blocks, heads."""


@dataclass(frozen=True, slots=True)
class Size:
    """A model and the number of tokens it reads."""

    d_model: int
    n_layers: int
    n_heads: int
    tokens: int

    def __str__(self) -> str:
        return f"d{self.d_model}-L{self.n_layers}-T{self.tokens}"

    def config(self, **changes: Any) -> ModelConfig:
        """The model: pre-norm, ReLU, biases, no mask, unless `changes` say otherwise."""
        fields = {"d_model": self.d_model, "n_layers": self.n_layers, "n_heads": self.n_heads}
        return ModelConfig(**(fields | changes))


GRID: Final = tuple(Size(*model, tokens) for model in MODELS for tokens in (8, 32, 128, 512, 1000))
BUSY_GRID: Final = GRID
