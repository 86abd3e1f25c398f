"""Outcome: what an experiment claims, whether it holds here, and the numbers that say so."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from core.model.config import ModelConfig


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outcome(ABC):
    """One experiment, done once. What is compared is the object itself: two runs never measure the same times."""

    experiment: str
    """Its name: one of `core.experiments.EXPERIMENTS`."""
    config: ModelConfig
    """The model that was asked about."""
    claim: str
    """The English sentence with ``{fields}``, marked for translation."""
    values: dict[str, object] = field(default_factory=dict)
    """What goes into the fields."""
    holds: bool
    """Whether what was measured agrees with the claim."""

    @property
    def sentence(self) -> str:
        """The claim in English, filled in."""
        return self.claim.format(**self.values)

    @abstractmethod
    def measured(self) -> dict[str, Any]:
        """All numbers under plain names, for strict JSON: what is not finite is None."""

    def as_dict(self) -> dict[str, Any]:
        """The object that `experiment NAME --json` prints."""
        return {
            "experiment": self.experiment,
            "config": self.config.as_dict(),
            "claim": self.sentence,
            "holds": self.holds,
            "measured": self.measured(),
        }


def finite(value: float) -> float | None:
    """`value` as JSON can hold it: None for NaN and infinities."""
    return float(value) if math.isfinite(value) else None
