"""One line of what `bench` answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Row:
    """One measured row; times in ms, None where a side was not measured. `more` holds what only some rows have."""

    name: str
    ours_ms: float | None = None
    torch_ms: float | None = None
    products_ms: float | None = None
    p50_ms: float | None = None
    p95_ms: float | None = None
    more: Mapping[str, float] = field(default_factory=dict)

    @property
    def ratio(self) -> float | None:
        """How many times as long PyTorch takes; None where it was not measured."""
        return None if self.torch_ms is None or not self.ours_ms else self.torch_ms / self.ours_ms

    def as_dict(self) -> dict[str, Any]:
        """The row as JSON."""
        return {
            "name": self.name,
            "ours_ms": self.ours_ms,
            "torch_ms": self.torch_ms,
            "ratio": self.ratio,
            "products_ms": self.products_ms,
            "p50_ms": self.p50_ms,
            "p95_ms": self.p95_ms,
            **self.more,
        }

    def __str__(self) -> str:
        values = ((name, value) for name, value in self.as_dict().items() if name != "name" and value is not None)
        return f"{self.name:42}" + "  ".join(
            f"{name} {value:.3g}" if value < 1 else f"{name} {value:.2f}" for name, value in values
        )
