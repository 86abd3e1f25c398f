"""What becomes of a number in float32, in which models are trained."""

from __future__ import annotations

import numpy as np


def in_float32(value: float) -> float:
    """The nearest float32: infinite beyond the largest one, 0 below half of the smallest."""
    try:
        with np.errstate(all="ignore"):
            return float(np.float32(value))
    except OverflowError:  # a whole number that no float holds
        return float("inf") if value > 0 else float("-inf")


def is_held(value: float) -> bool:
    """Whether a finite number ≥ 0 stays finite in float32, and 0 only if it is 0."""
    return in_float32(value) != float("inf") and (in_float32(value) > 0 or value == 0)
