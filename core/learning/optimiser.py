"""What becomes of a gradient: Adam, AdamW, or stochastic gradient descent with momentum; with the gradient clipped or not."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import inf, sqrt
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from core.learning.single import in_float32, is_held
from core.messages import QT_TRANSLATE_NOOP, InputError

FloatArray = NDArray[np.float32]
OptimiserKind = Literal["adam", "adamw", "sgd"]
KINDS: Final = get_args(OptimiserKind)

_NOT_A_KIND = QT_TRANSLATE_NOOP("core", "There is no optimiser “{value}”; choose one of: {choices}.")
_OUT_OF_RANGE = QT_TRANSLATE_NOOP("core", "{field} is {value}, but it must be a number from {low} to below {high}.")
_NEGATIVE = QT_TRANSLATE_NOOP("core", "{field} is {value}, but it must be a number from 0 up.")
_NOT_HELD = QT_TRANSLATE_NOOP(
    "core", "{field} is {value}, but training computes in float32, whose numbers above 0 go from 1.4e-45 to 3.4e38."
)
_ROUNDED_UP = QT_TRANSLATE_NOOP(
    "core", "{field} is {value}, but training computes in float32, where that is {high}: choose a smaller one."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimiser:
    """One way to step.

    Parameters
    ----------
    beta1, beta2, epsilon
        Of Adam: how slowly the means of gradient and square forget, and what is added to the root. `beta1` is the momentum of SGD.
    weight_decay
        What AdamW takes off each parameter in a step, times the learning rate.
    clip
        A longer gradient (all parameters together) is shortened to this norm; 0: never.

    Raises
    ------
    InputError
        For an unknown kind, and for numbers that are out of range or get there when they become float32.
    """

    kind: OptimiserKind = "adam"
    beta1: float = 0.9
    beta2: float = 0.98
    epsilon: float = 1e-8
    weight_decay: float = 0.0
    clip: float = 0.0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(_NOT_A_KIND, value=self.kind, choices=", ".join(KINDS))
        for field in ("beta1", "beta2"):
            if not 0 <= getattr(self, field) < 1:
                raise InputError(_OUT_OF_RANGE, field=field, value=getattr(self, field), low=0, high=1)
            if in_float32(getattr(self, field)) == 1:
                raise InputError(_ROUNDED_UP, field=field, value=getattr(self, field), high=1)
        for field in ("epsilon", "weight_decay", "clip"):
            if not 0 <= getattr(self, field) < inf:
                raise InputError(_NEGATIVE, field=field, value=getattr(self, field))
            if not is_held(getattr(self, field)):
                raise InputError(_NOT_HELD, field=field, value=getattr(self, field))

    @property
    def adaptive(self) -> bool:
        """Whether it divides by the root of the mean square."""
        return self.kind != "sgd"

    def factors(self, rates: NDArray[np.floating], done: int) -> FloatArray:
        """[S, 3] of learning rates [S]: the rate, 1/(1 − β₁ᵗ), 1/(1 − β₂ᵗ), where t counts from 1 and `done` steps came before."""
        t = np.arange(done + 1, done + 1 + len(rates), dtype=np.float64)
        table = np.ones((len(rates), 3), np.float32)
        table[:, 0] = rates
        if self.adaptive:
            table[:, 1], table[:, 2] = 1 / (1 - self.beta1**t), 1 / (1 - self.beta2**t)
        return table

    def settings(self, token_scale: float) -> FloatArray:
        """[6] as compiled steps read them (core.kernels.learning.layout.SETTINGS)."""
        decay = self.weight_decay if self.kind == "adamw" else 0.0
        return np.array([token_scale, self.beta1, self.beta2, self.epsilon, decay, self.clip], np.float32)

    def step(
        self, parameters: FloatArray, gradient: FloatArray, first: FloatArray, second: FloatArray, row: FloatArray
    ) -> FloatArray:
        """One step in place, in plain numpy -> what was taken off. All [N]; `row`: one of `factors`.

        Adam (Kingma & Ba, 2015): m ← β₁m + (1 − β₁)g, v ← β₂v + (1 − β₂)g², p ← p − rate · m̂ / (√v̂ + ε), m̂ and v̂ being m and v
        over 1 − βᵗ. AdamW (Loshchilov & Hutter, 2019): and − rate · decay · p. SGD: m ← β₁m + g, p ← p − rate · m.
        """
        norm = sqrt(float(np.square(gradient, dtype=np.float64).sum()))
        slope = gradient * np.float32(self.clip / norm) if 0 < self.clip < norm else gradient
        beta1, beta2 = np.float32(self.beta1), np.float32(self.beta2)
        if self.adaptive:
            first[...] = beta1 * first + (1 - beta1) * slope
            second[...] = beta2 * second + (1 - beta2) * slope * slope
            change: FloatArray = first * row[1] / (np.sqrt(second * row[2]) + np.float32(self.epsilon))
            if self.kind == "adamw":
                change += np.float32(self.weight_decay) * parameters
            change *= row[0]
        else:
            first[...] = beta1 * first + slope
            change = row[0] * first
        parameters -= change
        return change

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)
