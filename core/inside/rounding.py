"""How far a float32 pass may be away from the same arithmetic in float64: a bound for each number, carried from step to step.

A float32 sum is taken to err by at most ROUNDING times the sum of the absolute values of its terms. Errors of different numbers
are independent of each other: where they meet in a sum they add as squares do. What a bound is made of is computed from the
numbers of the cell itself, so it is small where numbers are small, and grows with scores, which the softmax raises to powers.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from core.inside.chain_steps import Bools, Check, Doubles, StepKind
from core.model.config import ModelConfig, NormKind
from core.model.norms import EPSILON

ROUNDING: Final = 2.0**-21
"""Largest error of a float32 sum, relative to the sum of the absolute values of its n terms: 8 roundings of 2⁻²⁴.

The worst case would be n roundings. But they go up as often as down, and an error of n of them grows with √n (Higham & Mary, 2019,
A new approach to probabilistic rounding error analysis), while the sum of the absolute values grows with n.
Differences measured over 12 000 cells of random models stayed below a fifth of their bounds.
"""
_TINY: Final = 2.0**-120
"""Weights below this may come out as 0: the compiled e^x ends at e⁻⁸⁷."""


def check(name: str, ours: Doubles, bound: Doubles, theirs: NDArray[np.float32]) -> Check:
    """Compare; numbers that overflowed agree when both did so."""
    difference = np.abs(ours - theirs)
    fine = (difference <= bound) | ~np.isfinite(ours) | ~np.isfinite(bound)
    finite = difference[np.isfinite(difference)]
    return Check(name, float(finite.max(initial=0)), float(np.max(bound)), bool(fine.all()))


def _through(error: Doubles, source: Doubles, matrix: Doubles) -> Doubles:
    """Errors [R, C] of `source` [R, N] · `matrix` [N, C], when `source` has `error` [R, N] itself."""
    size = np.abs(matrix)
    found: Doubles = np.sqrt(error**2 @ size**2) + ROUNDING * (np.abs(source) @ size)
    return found


class Parameters(Protocol):
    """Whoever knows the parameters of the block."""

    def matrix(self, name: str) -> Doubles:
        """A parameter in float64."""
        ...

    def parameter(self, name: str) -> Doubles | None:
        """A bias in float64, None where there is none."""
        ...


class Rounded:
    """Errors of one block's float32 arrays, made larger from step to step; each method is called when its step is taken."""

    def __init__(self, config: ModelConfig) -> None:
        self.config = config
        self.y: Doubles | float = 0.0
        """[T, D] of what W_V reads."""
        self.u: Doubles | float = 0.0
        """[T, D] of what W_Q and W_K read."""
        self.q: Doubles
        """[H, 1, K]"""
        self.k: Doubles
        """[H_kv, T, K]"""
        self.v: Doubles
        """[H_kv, T, K]"""
        self.scores: Doubles
        """[H, T] of the query's row, as are those that follow."""
        self.pattern: Doubles
        """[H, T]"""
        self.common: Doubles
        """[H, 1] the part of it, relative, that all of a row have in common."""
        self.apart: Doubles
        """[H, T] the part of each alone."""
        self.z: Doubles
        """[H, K]"""
        self.attn_out: Doubles
        """[D]"""
        self.row: Doubles
        """[D] of what is on its way to `resid_mid`."""

    def norm(self, y: Doubles, bias: Doubles | None) -> None:
        """A norm of what the trace kept: it runs in float64 and is rounded at its end."""
        self.y = self.u = ROUNDING * (np.abs(y) + (0.0 if bias is None else 2 * np.abs(bias)))

    def added(self, y: Doubles, encoding: Doubles) -> None:
        """An encoding added to what W_Q and W_K read."""
        self.u = self.y + ROUNDING * (np.abs(y) + np.abs(encoding))

    def keys_and_values(self, block: Parameters, u: Doubles, y: Doubles) -> None:
        """Keys and values of all tokens."""
        self.k = self._projection(block, "K", u, np.broadcast_to(self.u, u.shape))
        self.v = self._projection(block, "V", y, np.broadcast_to(self.y, y.shape))

    def query_row(self, block: Parameters, u: Doubles, query: int) -> None:
        """The queries of one token."""
        self.q = self._projection(block, "Q", u[[query]], np.broadcast_to(self.u, u.shape)[[query]])

    def _projection(self, block: Parameters, letter: str, source: Doubles, error: Doubles) -> Doubles:
        flat = _through(error, source, block.matrix(f"attention.W_{letter}"))
        bias = block.parameter(f"attention.b_{letter}")
        if bias is not None:
            flat += ROUNDING * np.abs(bias)
        return flat.reshape(len(source), -1, self.config.d_head).transpose(1, 0, 2)

    def keys_turned(self, k: Doubles) -> None:
        """Rotations of the keys: each number becomes a mixture of itself and its partner."""
        self.k = self._turned(self.k, k)

    def query_turned(self, q: Doubles) -> None:
        """The rotation of the query, likewise."""
        self.q = self._turned(self.q, q)

    def _turned(self, error: Doubles, array: Doubles) -> Doubles:
        half = self.config.d_head // 2
        error = error + ROUNDING * np.abs(array)
        found: Doubles = np.hypot(error, np.roll(error, half, axis=-1)) + ROUNDING * np.abs(np.roll(array, half, axis=-1))
        return found

    def attention(self, query: int, q: Doubles, k: Doubles, scores: Doubles, pattern: Doubles, seen: Bools) -> None:
        """Scores and pattern of the query's row: q [H, K], k [H_kv, T, K], scores and pattern [H, T]."""
        group = len(q) // len(k)
        q_error, k_error = self.q[:, 0], self.k.repeat(group, axis=0)
        keys, queries = np.abs(k).repeat(group, axis=0), np.abs(q)
        squares = np.einsum("htk,hk->ht", keys**2, q_error**2) + np.einsum("htk,hk->ht", k_error**2, queries**2)
        products = np.sqrt(squares) + ROUNDING * np.einsum("htk,hk->ht", keys, queries)
        distance = np.abs(np.arange(scores.shape[1]) - query)  # ALiBi's share is at most the distance
        self.scores = products / sqrt(self.config.d_head) + ROUNDING * (np.abs(scores) + distance)
        # The row's maximum is taken off all scores alike, so its own error falls out with the quotient.
        lowered = np.where(seen, np.max(scores, axis=1, keepdims=True, where=seen, initial=-np.inf) - scores, 0.0)
        own = np.where(seen, np.expm1(self.scores + ROUNDING * lowered) + ROUNDING, 0.0)
        common = np.sum(pattern * own, axis=1, keepdims=True) + ROUNDING
        self.common = np.where(common < 0.5, common / (1 - common), np.inf)
        share = own + self.common + own * self.common
        self.pattern = np.where(seen, np.minimum(pattern * share + _TINY, 1.0), 0.0)
        self.apart = np.minimum(pattern * own + _TINY, 1.0) * seen

    def by_hand(self, kind: StepKind, head: int, after: Doubles, scalars: Mapping[str, float], keys: list[int]) -> None:
        """A row of a head changed by hand (`core.inside.chain_by_hand`); `keys` are those of the cells that are set."""
        exactly = ROUNDING * np.abs(after)
        match kind:
            case "force-pattern":
                self.pattern[head] = self.apart[head] = exactly
                self.common[head] = 0.0
            case "set-cells":
                self.pattern[head, keys] = self.apart[head, keys] = exactly[keys] + _TINY
            case "share-rest":
                self._shared(head, after, scalars, keys)
            case "scale-head":
                self.z[head] = abs(scalars["hand-factor"]) * self.z[head] + exactly + _TINY
            case _:
                self.z[head] = 0.0

    def _shared(self, head: int, after: Doubles, scalars: Mapping[str, float], keys: list[int]) -> None:
        """Cells [T] that become shares of what is left to 1, or of their own sum, which brings its error into all of them."""
        of = np.zeros(len(after), np.bool_)
        of[keys] = True
        if "left" in scalars:
            of = ~of
        else:  # nothing is left for the others
            self.pattern[head, ~of] = self.apart[head, ~of] = 0.0
        if "rest-count" in scalars:
            self.pattern[head, of] = self.apart[head, of] = ROUNDING * after[of]
            return
        whole = scalars.get("rest", scalars["set-total"])
        spread = float(np.sum(self.apart[head, of])) / whole + ROUNDING
        if not spread < 0.5:  # the pass may have found nothing to share
            self.pattern[head, of] = self.apart[head, of] = np.where(self.apart[head, of] > 0, 2.0, 0.0)
            return
        common = spread / (1 - spread)
        self.apart[head, of] = self.apart[head, of] * scalars.get("left", 1.0) / whole * (1 + common) + ROUNDING * after[of]
        self.pattern[head, of] = self.apart[head, of] + after[of] * common
        self.common[head] = common

    def mixed(self, v: Doubles, pattern: Doubles) -> None:
        """z of the query's row: v [H_kv, T, K], pattern [H, T]."""
        group = len(pattern) // len(v)
        v_error, values = self.v.repeat(group, axis=0), np.abs(v).repeat(group, axis=0)
        squares = np.einsum("ht,htk->hk", self.apart**2, values**2) + np.einsum("ht,htk->hk", pattern**2, v_error**2)
        mixed = np.einsum("ht,htk->hk", pattern, values)
        self.z = np.sqrt(squares) + np.minimum(self.common, 1.0) * mixed + ROUNDING * mixed

    def nothing_out(self) -> None:
        """The attention of the block is off: its 0 has no error."""
        self.row = self.attn_out = np.zeros_like(self.attn_out)

    def output(self, joined: Doubles, matrix: Doubles, bias: Doubles | None) -> None:
        """All heads' z [H·K] through W_O [H·K, D]."""
        self.attn_out = _through(self.z.reshape(1, -1), joined[None], matrix)[0]
        if bias is not None:
            self.attn_out += ROUNDING * np.abs(bias)
        self.row = self.attn_out

    def norm_row(self, row: Doubles, gain: Doubles, out: Doubles, kind: NormKind) -> None:
        """A norm of a row [D] that has an error already: the deviation can change by as much as the row's largest error."""
        worst = float(np.max(self.row))
        middle = row if kind == "rmsnorm" else row - np.mean(row)
        deviation = sqrt(float(np.mean(middle * middle)) + EPSILON)
        share = worst / deviation
        change = (self.row + worst) / deviation + np.abs(middle) / deviation * share
        # Beyond half of the deviation the direction itself is open; no number of a normalised row exceeds √D.
        change = change / (1 - share) if share < 0.5 else np.full_like(row, 2 * sqrt(len(row)))
        self.row = np.abs(gain) * change + ROUNDING * (np.abs(out) + np.abs(out - middle / deviation * gain))

    def row_added(self, one: Doubles, other: Doubles) -> None:
        """Something added to the row: the skip connection, an encoding."""
        self.row = self.row + ROUNDING * (np.abs(one) + np.abs(other))
