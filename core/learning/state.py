"""What a training has come to, and what its steps report."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.learning.vector import ParameterVector, parameter_vector
from core.model.weights import Weights

FloatArray = NDArray[np.float32]


@dataclass(slots=True, eq=False)
class State:
    """Parameters and both means of the optimiser, each a vector [N] of `layout`, after `step` steps. Steps write into them."""

    layout: ParameterVector
    parameters: FloatArray
    first: FloatArray
    second: FloatArray
    step: int

    @staticmethod
    def start(weights: Weights) -> State:
        """Before the first step, from a copy of `weights`."""
        layout = parameter_vector(weights.config)
        return State(layout, layout.of(weights), layout.zeros(), layout.zeros(), 0)

    def copy(self) -> State:
        """The same now; later steps do not change it."""
        vectors = [self.layout.zeros() for _ in range(3)]
        for vector, own in zip(vectors, (self.parameters, self.first, self.second), strict=True):
            vector[...] = own
        return State(self.layout, vectors[0], vectors[1], vectors[2], self.step)

    def assign(self, other: State) -> None:
        """Become a copy of `other`, in the same vectors: compiled steps hold their addresses."""
        self.parameters[...], self.first[...], self.second[...] = other.parameters, other.first, other.second
        self.step = other.step

    def is_finite(self) -> bool:
        """Whether none of its numbers is infinite or NaN."""
        return all(np.isfinite(vector).all() for vector in (self.parameters, self.first, self.second))

    def weights(self, name: str) -> Weights:
        """A copy of the parameters, as a model reads them."""
        return self.layout.weights(self.parameters, name)


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """S steps that were taken, and whether they ended at one whose loss or gradient is not finite.

    Such a step changes no parameter and is not counted among the S. One whose loss and gradient are finite may still take the state
    beyond float32: plain steps end before it as well, compiled ones go on, and some of their `changes` are then not finite.
    """

    losses: NDArray[np.float64]
    """[S] mean cross-entropy of each step's batch, before the step, in nats."""
    gradients: FloatArray
    """[S, P] norm of the gradient of each parameter, in the order of the table."""
    changes: FloatArray
    """[S, P] norm of what was taken off each parameter."""
    diverged: bool
    """Whether the step after these was not finite."""
