"""Two recurrent layers, as small references: what attention replaced. Each step waits for the one before it.

Arrays: x [T, D] in, h [T, D] out, h before the first step is 0. Shapes as in core.model; computed in float32.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.kernels.products import product

FloatArray = NDArray[np.float32]
Cell = Literal["rnn", "gru"]
CELLS: Final[tuple[Cell, ...]] = ("rnn", "gru")


@dataclass(frozen=True, slots=True, eq=False)
class Recurrent:
    """One layer: `inputs` [D, G·D] and `states` [D, G·D], G = 1 for the tanh layer, 3 for the GRU (update, reset, candidate).

    tanh (Elman, 1990): h_t = tanh(x_t·W + h_{t−1}·U).
    GRU (Cho et al., 2014): z = σ(x_t·W_z + h·U_z), r = σ(x_t·W_r + h·U_r), c = tanh(x_t·W_c + (r ∘ h)·U_c),
    h_t = (1 − z) ∘ h + z ∘ c, h = h_{t−1}.
    """

    cell: Cell
    inputs: FloatArray
    states: FloatArray

    @property
    def width(self) -> int:
        """D."""
        return len(self.states)

    def forward(self, x: FloatArray) -> FloatArray:
        """x [T, D] -> h [T, D]; what does not depend on the step before is computed for all steps at once."""
        given = product(x, self.inputs)
        out = np.empty_like(x)
        h = np.zeros(self.width, np.float32)
        for t, row in enumerate(given):
            h = self._step(row, h)
            out[t] = h
        return out

    def influence(self, x: FloatArray, *, before_row: Callable[[int], None] | None = None) -> NDArray[np.float64]:
        """[T, T] Frobenius norm of ∂h_i / ∂x_j: row i looks back at column j; 0 for j > i.

        By the chain rule ∂h_i/∂x_j = J_i · J_{i−1} … J_{j+1} · B_j with J_t = ∂h_t/∂h_{t−1} and B_t = ∂h_t/∂x_t, all D × D.
        `before_row` is told of each row before it is computed; it may raise.
        """
        length, width = len(x), self.width
        given = product(x, self.inputs)
        chains = np.zeros((width, length * width), np.float32)  # ∂h_i/∂x_j for all j side by side
        found = np.zeros((length, length))
        h = np.zeros(width, np.float32)
        for t, row in enumerate(given):
            if before_row is not None:
                before_row(t)
            onward, direct = self._jacobians(row, h)
            if t:
                chains[:, : t * width] = product(onward, np.ascontiguousarray(chains[:, : t * width]))
            chains[:, t * width : (t + 1) * width] = direct
            squares = np.square(chains[:, : (t + 1) * width], dtype=np.float64).sum(axis=0)
            found[t, : t + 1] = np.sqrt(squares.reshape(t + 1, width).sum(axis=1))
            h = self._step(row, h)
        return found

    def _gates(self, row: FloatArray, h: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """z, r and c of the GRU, each [D]."""
        width = self.width
        z = _sigmoid(row[:width] + h @ self.states[:, :width])
        r = _sigmoid(row[width : 2 * width] + h @ self.states[:, width : 2 * width])
        return z, r, np.tanh(row[2 * width :] + (r * h) @ self.states[:, 2 * width :])

    def _step(self, row: FloatArray, h: FloatArray) -> FloatArray:
        if self.cell == "rnn":
            out: FloatArray = np.tanh(row + h @ self.states)
            return out
        z, _, c = self._gates(row, h)
        return h + z * (c - h)

    def _jacobians(self, row: FloatArray, h: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(∂h_t/∂h_{t−1}, ∂h_t/∂x_t), both [D, D], row: what comes out, column: what goes in."""
        if self.cell == "rnn":
            slope = (1 - np.square(np.tanh(row + h @ self.states)))[:, None]
            return slope * self.states.T, slope * self.inputs.T
        width = self.width
        z, r, c = self._gates(row, h)
        of_z, of_r = ((c - h) * z * (1 - z))[:, None], (r * (1 - r))[:, None]
        of_c = (z * (1 - np.square(c)))[:, None]
        u_z, u_r, u_c = (self.states[:, number * width : (number + 1) * width].T for number in range(3))
        w_z, w_r, w_c = (self.inputs[:, number * width : (number + 1) * width].T for number in range(3))
        onward = np.diag(1 - z) + of_z * u_z + of_c * (u_c * r + (u_c * h) @ (of_r * u_r))
        direct = of_z * w_z + of_c * (w_c + (u_c * h) @ (of_r * w_r))
        return onward.astype(np.float32), direct.astype(np.float32)


def recurrent(cell: Cell, width: int, seed: int) -> Recurrent:
    """A layer with Xavier uniform matrices, each gate drawn by itself, no biases."""
    rng, gates = np.random.default_rng([seed, CELLS.index(cell)]), 1 if cell == "rnn" else 3
    limit = np.float32(sqrt(6 / (2 * width)))
    inputs, states = (rng.uniform(-limit, limit, (width, gates * width)).astype(np.float32) for _ in range(2))
    return Recurrent(cell, inputs, states)


def _sigmoid(x: FloatArray) -> FloatArray:
    out: FloatArray = np.float32(0.5) + np.float32(0.5) * np.tanh(np.float32(0.5) * x)  # cannot overflow
    return out
