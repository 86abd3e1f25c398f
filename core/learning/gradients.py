"""The loss of a sentence and its gradient with respect to every parameter, in plain numpy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.kernels import plain_kernels
from core.learning.backward import backward
from core.learning.loss import cross_entropy
from core.learning.vector import Matrices, parameter_vector
from core.model.transformer import encoding_table, forward
from core.model.weights import Weights, in_heads

FloatArray = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class LossGradient:
    """A loss and what it depends on."""

    loss: float
    """In nats."""
    parameters: dict[str, NDArray[Any]]
    """By name, in the shapes of the table."""
    stream: tuple[NDArray[Any], ...]
    """L + 1 arrays [T, D]: of what enters each block, and of what leaves the last one."""


def loss_gradient(weights: Weights, ids: Sequence[int], targets: Sequence[int]) -> LossGradient:
    """Mean cross-entropy of the targets (−1: not counted) after each of the T tokens `ids`, with all its gradients.

    Raises
    ------
    InputError
        As `forward` does, and where a target is not in the vocabulary.
    """
    vector = parameter_vector(weights.config)
    flat = vector.zeros()
    loss, stream = add_gradient(weights, ids, np.asarray(targets, np.int64), None, vector.views(flat))
    views = vector.views(flat)
    return LossGradient(loss, {spec.name: in_heads(spec, views[spec.name]) for spec in vector.specs}, tuple(stream))


def add_gradient(
    weights: Weights, ids: Sequence[int], targets: NDArray[np.int64], counted: int | None, gradients: Matrices
) -> tuple[float, list[NDArray[Any]]]:
    """Add the gradients of one sentence of a batch in which `counted` places count -> (its part of the loss, the stream's)."""
    config = weights.config
    trace = forward(config, weights, ids, kernels=plain_kernels())
    assert trace.logits is not None
    loss, d_logits = cross_entropy(trace.logits, targets, counted)
    return loss, backward(weights, trace, encoding_table(config, weights, len(ids)), d_logits, gradients)
