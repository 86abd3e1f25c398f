"""Training steps in plain numpy: what the compiled ones are compared with, and what serves where nothing can be compiled."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from core.learning.gradients import add_gradient
from core.learning.optimiser import Optimiser
from core.learning.state import Report, State
from core.learning.tasks.base import IGNORED
from core.messages import Cancelled

FloatArray = NDArray[np.float32]
Ids = NDArray[np.int64]


def plain_steps(
    state: State, optimiser: Optimiser, ids: Ids, targets: Ids, rates: FloatArray, cancelled: Callable[[], bool] | None = None
) -> Report:
    """Take S steps in `state`, one for each batch: ids and targets [S, B, T] (−1: not counted), rates [S].

    Raises
    ------
    Cancelled
        When `cancelled` says so within the first step, which is asked before each sentence; `state` is then as it was. Later the
        whole steps until then are reported.
    """
    layout, rows = state.layout, optimiser.factors(rates, state.step)
    losses: list[float] = []
    gradients: list[FloatArray] = []
    changes: list[FloatArray] = []
    diverged = False
    for batch, wanted, row in zip(ids, targets, rows, strict=True):
        try:
            loss, gradient = batch_gradient(state, batch, wanted, cancelled)
        except Cancelled:
            if not losses:
                raise
            break
        with np.errstate(all="ignore"):  # what overflows is found here
            squares = _norms(state, gradient)
            if not (isfinite(loss) and np.isfinite(squares).all()):
                diverged = True
                break
            before = state.copy()
            change = _norms(state, optimiser.step(state.parameters, gradient, state.first, state.second, row))
        if not state.is_finite():
            state.assign(before)
            diverged = True
            break
        state.step += 1
        losses.append(loss)
        gradients.append(squares)
        changes.append(change)
    width = len(layout.specs)
    return Report(
        np.array(losses),
        np.array(gradients, np.float32).reshape(-1, width),
        np.array(changes, np.float32).reshape(-1, width),
        diverged,
    )


def batch_gradient(state: State, ids: Ids, targets: Ids, cancelled: Callable[[], bool] | None = None) -> tuple[float, FloatArray]:
    """(mean loss of a batch [B, T], its gradient as a vector [N])."""
    gradient = state.layout.zeros()
    views, weights = state.layout.views(gradient), state.weights("in training")
    counted, loss = int((targets != IGNORED).sum()), 0.0
    with np.errstate(all="ignore"):  # what overflows says so itself
        for sentence, wanted in zip(ids, targets, strict=True):
            if cancelled is not None and cancelled():
                raise Cancelled
            loss += add_gradient(weights, sentence.tolist(), wanted, max(1, counted), views)[0]
    return loss, gradient


def _norms(state: State, vector: FloatArray) -> FloatArray:
    """[P] the norm of each parameter's part of a vector."""
    views = state.layout.views(vector).values()
    return np.array([np.sqrt(np.square(view, dtype=np.float64).sum()) for view in views], np.float32)
