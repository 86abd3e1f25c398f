"""The last layer's part of learning: the loss of the logits, its gradient, and one step of the output matrix."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.model.norms import normalise
from core.model.trace import Trace
from core.model.weights import Weights

FloatArray = NDArray[np.float32]


def cross_entropy(logits: FloatArray, targets: NDArray[np.int64]) -> tuple[float, FloatArray]:
    """(mean over T of −ln softmax(logits)[target], its gradient with respect to logits [T, V]: (softmax − one-hot) / T).

    logits [T, V], targets [T] in 0 … V−1; T ≥ 1. In nats.
    """
    shifted = logits.astype(np.float64) - logits.max(axis=1, keepdims=True)
    total = np.exp(shifted).sum(axis=1, keepdims=True)
    rows = np.arange(len(targets))
    loss = float((np.log(total[:, 0]) - shifted[rows, targets]).mean())
    gradient = np.exp(shifted) / total
    gradient[rows, targets] -= 1
    return loss, (gradient / len(targets)).astype(np.float32)


def output_step(weights: Weights, trace: Trace, rate: float) -> tuple[float, float]:
    """Predict each next token, take one step of gradient descent on `unembedding.W` -> (loss before, loss after), in nats.

    `weights` must be untied and `trace` hold at least two tokens, resid_post of the last block, and logits. The gradient is
    xᵀ·(∂loss/∂logits) with x [T, D] what the output matrix reads. Nothing is changed in place.

    Raises
    ------
    ValueError
        When the weights are tied, or the trace has fewer than two tokens, no logits, or no resid_post of the last block.
    """
    x, targets = trace.layers[-1].resid_post, np.array(trace.ids[1:], np.int64)
    if weights.config.tied:
        raise ValueError("there is no output matrix of its own: the weights are tied")
    if x is None or trace.logits is None or not len(targets):
        raise ValueError("the trace must hold two tokens or more, resid_post of the last block and the logits")
    if weights.config.has_final_norm:
        x = normalise(x, weights, "final_norm")
    before, slope = cross_entropy(trace.logits[:-1], targets)
    stepped = weights["unembedding.W"] - np.float32(rate) * (x[:-1].T @ slope)
    after, _ = cross_entropy(x[:-1] @ stepped, targets)
    return before, after
