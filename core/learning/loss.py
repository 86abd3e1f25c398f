"""The loss: cross-entropy in nats, and its gradient with respect to the logits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.learning.tasks.base import IGNORED


def cross_entropy(logits: NDArray[Any], targets: NDArray[np.int64], counted: int | None = None) -> tuple[float, NDArray[Any]]:
    """(mean of −ln softmax(logits)[target] over the places that count, its gradient with respect to logits [T, V]).

    The gradient of one place is (softmax − one-hot) / counted. logits [T, V], targets [T] in 0 … V−1 or IGNORED; `counted`: the
    number to divide by where these places are a part of a batch, None: the places that count here. In nats; 0 where none counts.
    """
    shifted = logits.astype(np.float64) - logits.max(axis=1, keepdims=True, initial=-np.inf)
    exponents = np.exp(shifted)
    total = exponents.sum(axis=1, keepdims=True)
    places = np.flatnonzero(targets != IGNORED)
    share = 1 / max(1, len(places) if counted is None else counted)
    gradient = np.zeros(logits.shape, np.float64)
    gradient[places] = exponents[places] / total[places]
    gradient[places, targets[places]] -= 1
    loss = (np.log(total[places, 0]) - shifted[places, targets[places]]).sum() * share
    return float(loss), (gradient * share).astype(logits.dtype)
