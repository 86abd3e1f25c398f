"""A training step beside PyTorch's: forwards, backwards and Adam, one batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

import numpy as np

from core.benchmarks.apart import measured_apart
from core.benchmarks.forward_rows import WORKERS
from core.benchmarks.row import Row
from core.benchmarks.timing import Side, in_turn
from core.learning.compiled import CompiledSteps, compiled_train
from core.learning.optimiser import Optimiser
from core.learning.state import State
from core.model import ModelConfig, random_weights

RATE: Final = 1e-3
"""So small that neither side gets to numbers of another kind while it is measured."""
VOCABULARY: Final = 50
TURN: Final = 0.25
"""Seconds of one turn: steps of a training come one after the other."""


@dataclass(frozen=True, slots=True)
class Training:
    """A model and its batches."""

    d_model: int
    n_layers: int
    n_heads: int
    d_ff: int
    tokens: int
    batch: int

    def __str__(self) -> str:
        return f"d{self.d_model}-L{self.n_layers}-T{self.tokens}-B{self.batch}"

    def config(self) -> ModelConfig:
        """Pre-norm, ReLU, biases, causal, learned positions, an output matrix of its own."""
        return ModelConfig(
            d_model=self.d_model,
            n_layers=self.n_layers,
            n_heads=self.n_heads,
            d_ff=self.d_ff,
            vocabulary=VOCABULARY,
            context=self.tokens,
            position="learned",
            mask="causal",
            tied=False,
        )


_TRAININGS: Final = {
    f"train/{training}": training for training in (Training(64, 6, 4, 128, 32, 16), Training(128, 4, 4, 512, 64, 16))
}
"""The standard race, and a larger model."""


def names() -> tuple[str, ...]:
    """One row for each training."""
    return tuple(_TRAININGS)


def measure(wanted: Sequence[str]) -> Iterator[Row]:
    """Measure some of the rows, each apart."""
    for name in wanted:
        yield measured_apart(measure_row, name)


def measure_row(name: str) -> Row:
    """Measure one of the rows here."""
    return measure_training(name, _TRAININGS[name])


def measure_training(name: str, training: Training) -> Row:
    """One row: the same weights and the same batch on each side."""
    config, shape = training.config(), (1, training.batch, training.tokens)
    rng = np.random.default_rng(0)
    ids, targets = rng.integers(VOCABULARY, size=shape), rng.integers(VOCABULARY, size=shape)
    weights = random_weights(config)
    state = State.start(weights)
    steps = CompiledSteps(compiled_train(), state, Optimiser(), training.batch, training.tokens)
    rates = np.full(1, RATE, np.float32)
    sides: dict[str, Side] = {"ours": lambda: steps.run(ids, targets, rates, workers=WORKERS)}
    if find_spec("torch") is not None:
        from core.benchmarks.torch_training import check_loss, torch_step

        sides["torch"] = torch_step(weights, ids[0], targets[0], RATE, WORKERS)
        check_loss(steps.run(ids, targets, rates, workers=WORKERS).losses[0], sides["torch"]())
    medians = in_turn(sides, TURN)
    return Row(name, ours_ms=medians["ours"], torch_ms=medians.get("torch"))
