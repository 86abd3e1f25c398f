"""All parameters of a model in one vector, so that an optimiser sees one array and compiled code one address."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.model.config import ModelConfig
from core.model.parameters import ParameterSpec, parameter_table
from core.model.weights import Origin, Weights, in_heads, matrix_shape

FloatArray = NDArray[np.float32]
Matrices = dict[str, NDArray[Any]]
"""Parameters, or their gradients, by name, in the layout in which they are multiplied (`core.model.weights.matrix_shape`)."""

LINE: Final = 16
"""Numbers of a cache line: where each parameter begins."""


@dataclass(frozen=True, slots=True)
class ParameterVector:
    """Where each parameter of one configuration lies in a vector of `size` numbers; what lies between them stays 0."""

    config: ModelConfig
    specs: tuple[ParameterSpec, ...]
    offsets: tuple[int, ...]
    size: int

    def views(self, vector: NDArray[Any]) -> Matrices:
        """The parameters within `vector` [size], any type of number, by name; writing into them writes into it."""
        return {
            spec.name: vector[offset : offset + spec.size].reshape(matrix_shape(spec))
            for spec, offset in zip(self.specs, self.offsets, strict=True)
        }

    def shaped(self, vector: NDArray[Any]) -> Matrices:
        """The same in the shapes of `parameter_table`, as they are named in files."""
        views = self.views(vector)
        return {spec.name: in_heads(spec, views[spec.name]) for spec in self.specs}

    def zeros(self, dtype: type = np.float32) -> NDArray[Any]:
        """A vector [size] of zeros that begins on a cache line."""
        item = np.dtype(dtype).itemsize
        room = np.zeros(self.size * item + 64, np.uint8)
        start = -room.ctypes.data % 64
        return room[start : start + self.size * item].view(dtype)

    def of(self, weights: Weights) -> FloatArray:
        """The numbers of `weights` as a vector of their own."""
        vector = self.zeros()
        for name, view in self.views(vector).items():
            view[...] = weights.matrix(name)
        return vector

    def weights(self, vector: FloatArray, name: str, origin: Origin = "trained here") -> Weights:
        """A copy of `vector` as weights."""
        copied = self.zeros()
        copied[...] = vector
        copied.setflags(write=False)
        return Weights(self.config, origin, name, self.views(copied))


@lru_cache(maxsize=32)
def parameter_vector(config: ModelConfig) -> ParameterVector:
    """The layout of all parameters of `config`, in the order of `parameter_table`."""
    specs, offsets, end = parameter_table(config), [], 0
    for spec in specs:
        offsets.append(end)
        end += -(-prod(spec.shape) // LINE) * LINE
    return ParameterVector(config, specs, tuple(offsets), end)
