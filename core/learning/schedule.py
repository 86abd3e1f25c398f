"""How the learning rate goes through a training: constant, with a warm-up, and two ways of coming down again."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, inf, pi, sqrt
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from core.learning.single import is_held
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import INT_LIMIT

Kind = Literal["constant", "warmup", "inverse-root", "cosine"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_NO_KIND = QT_TRANSLATE_NOOP("core", "There is no schedule “{kind}”; choose one of: {choices}.")
_BAD_RATE = QT_TRANSLATE_NOOP("core", "The learning rate is {value}, but it must be a number above 0.")
_RATE_NOT_HELD = QT_TRANSLATE_NOOP(
    "core", "The learning rate is {value}, but training computes in float32, whose numbers above 0 go from 1.4e-45 to 3.4e38."
)
_BAD_STEPS = QT_TRANSLATE_NOOP("core", "{field} is {value}, but it must be a whole number of steps from {least} to {limit}.")
_NO_ROOM = QT_TRANSLATE_NOOP("core", "The warm-up of {warmup} steps must be shorter than the whole training of {total} steps.")


@dataclass(frozen=True, slots=True)
class Schedule:
    """The learning rate of each step; steps count from 1, as Adam's do.

    Parameters
    ----------
    kind
        With W = `warmup`, N = `total` and a factor s / W while s < W (none for constant), the rate of step s is `rate` times
        constant: 1; warmup: 1; inverse-root: √(W / s); cosine: ½·(1 + cos(π·(s − W) / (N − W))), 0 at s ≥ N.
        inverse-root is the schedule of Vaswani et al., 2017, §5.3, D^−½·min(s^−½, s·W^−3⁄2), written with its peak
        `rate` = (D·W)^−½ instead of D: rate·min(s / W, √(W / s)).
    rate
        The peak, > 0 and neither 0 nor infinite in float32.
    warmup, total
        Steps ≥ 0 and ≥ 1. `total` is where cosine reaches 0, beyond `warmup`; inverse-root counts a warm-up of 0 as 1.

    Raises
    ------
    InputError
        For other values.
    """

    kind: Kind = "warmup"
    rate: float = 1e-3
    warmup: int = 0
    total: int = 1000

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(_NO_KIND, kind=self.kind, choices=", ".join(KINDS))
        if type(self.rate) not in (int, float) or not 0 < self.rate < inf:
            raise InputError(_BAD_RATE, value=self.rate)
        if not is_held(self.rate):
            raise InputError(_RATE_NOT_HELD, value=self.rate)
        for field, least in (("warmup", 0), ("total", 1)):
            value = getattr(self, field)
            if type(value) is not int or not least <= value <= INT_LIMIT:
                raise InputError(_BAD_STEPS, field=field, value=value, least=least, limit=INT_LIMIT)
        if self.kind == "cosine" and self.warmup >= self.total:
            raise InputError(_NO_ROOM, warmup=self.warmup, total=self.total)

    def at(self, step: int) -> float:
        """The learning rate of `step` ≥ 1 (0 and less count as 1)."""
        step = max(step, 1)
        if self.kind == "constant":
            return self.rate
        if step < self.warmup:
            return self.rate * (step / self.warmup)
        if self.kind == "inverse-root":
            return self.rate * sqrt(max(self.warmup, 1) / step)
        if self.kind == "cosine":
            way = 1.0 if step >= self.total else (step - self.warmup) / (self.total - self.warmup)
            return self.rate * max(0.5 * (1 + cos(pi * way)), 0.0)
        return self.rate

    def rates(self, start: int, count: int) -> NDArray[np.float32]:
        """[count] the rates of the steps from `start` on."""
        return np.array([self.at(step) for step in range(start, start + count)], np.float32)
