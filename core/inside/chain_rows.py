"""What the arithmetic of all cells of one layer has in common: what the block reads, and keys and values of all tokens and heads.

Computed once for a pass and a layer, so that going from cell to cell costs what belongs to the cell alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.inside.chain_steps import Columns, Doubles, Scalars, frozen, normalised, rows_times, turn
from core.inside.rounding import Rounded
from core.model.arrays import adds_to_queries
from core.model.config import ModelConfig
from core.model.trace import Trace
from core.model.transformer import encoding_table
from core.model.weights import Weights


class BlockParameters:
    """The parameters of one block in float64, each read once."""

    def __init__(self, config: ModelConfig, weights: Weights, layer: int) -> None:
        self._config, self._weights, self._block = config, weights, f"blocks.{layer}"
        self._read: dict[str, Doubles] = {}

    def parameter(self, name: str) -> Doubles | None:
        """A bias of this block; None where there is none."""
        if not self._config.biases or (name.endswith(".bias") and self._config.norm_kind == "rmsnorm"):
            return None
        return self.matrix(name)

    def matrix(self, name: str) -> Doubles:
        """A parameter that every model has."""
        if name not in self._read:
            self._read[name] = frozen(double(self._weights.matrix(f"{self._block}.{name}")))
        return self._read[name]

    def normalise(self, row: Doubles, name: str) -> tuple[Columns, Scalars]:
        """The norm called `name` of one row [D]."""
        rms = self._config.norm_kind == "rmsnorm"
        return normalised(row, self.matrix(f"{name}.gain"), self.parameter(f"{name}.bias"), rms=rms)

    def projected(self, letter: str, source: Doubles, cancelled: Callable[[], bool] | None) -> Doubles:
        """[heads, R, K] of the rows [R, D]: x·W + b, cut into heads."""
        flat = rows_times(source, self.matrix(f"attention.W_{letter}"), cancelled)
        bias = self.parameter(f"attention.b_{letter}")
        if bias is not None:
            flat += bias
        return np.ascontiguousarray(flat.reshape(len(source), -1, self._config.d_head).transpose(1, 0, 2))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LayerRows:
    """All arrays are read-only float64."""

    layer: int
    block: BlockParameters
    x: Doubles
    """[T, D] resid_pre"""
    encoding: Doubles
    """[T, D]"""
    y: Doubles
    """[T, D] what W_V reads."""
    u: Doubles
    """[T, D] what W_Q and W_K read."""
    k: Doubles
    """[H_kv, T, K]"""
    turned: Doubles
    """[H_kv, T, K] `k` after the rotation; `k` itself where nothing is rotated."""
    v: Doubles
    """[H_kv, T, K]"""
    rounded: Rounded
    """How far rounding may have taken the pass from these."""


def layer_rows(
    config: ModelConfig, weights: Weights, trace: Trace, layer: int, cancelled: Callable[[], bool] | None = None
) -> LayerRows:
    """What all cells of `layer` (counted from 0) have in common: about a tenth of a second at d 512 and 128 tokens.

    Raises
    ------
    ValueError
        When the trace did not keep `resid_pre`.
    Cancelled
        When `cancelled` says so.
    """
    kept = trace.layers[layer].resid_pre
    if kept is None:
        raise ValueError("this trace kept no resid_pre, from which a cell could be computed again")
    block, rounded = BlockParameters(config, weights, layer), Rounded(config)
    with np.errstate(all="ignore"):  # a model whose numbers overflowed has infinite ones here too
        x, encoding = double(kept), double(encoding_table(config, weights, len(kept)))
        y = x
        if config.norm in ("pre", "sandwich"):
            y = np.stack([block.normalise(row, "norm1")[0][-1][1] for row in x])
            rounded.norm(y, block.parameter("norm1.bias"))
        u = y
        if adds_to_queries(config):
            u = y + encoding
            rounded.added(y, encoding)
        k, v = block.projected("K", u, cancelled), block.projected("V", y, cancelled)
        rounded.keys_and_values(block, u, y)
        turned = k
        if turns(config):
            turned = rotated(config, k, range(len(u)))
            rounded.keys_turned(k)
    arrays = {name: frozen(array) for name, array in (("x", x), ("encoding", encoding), ("y", y), ("u", u))}
    return LayerRows(layer=layer, block=block, k=frozen(k), turned=frozen(turned), v=frozen(v), rounded=rounded, **arrays)


def turns(config: ModelConfig) -> bool:
    """Whether queries and keys are rotated."""
    return config.position == "rotary" and config.placed == "query-key"


def rotated(config: ModelConfig, rows: Doubles, places: range | list[int]) -> Doubles:
    """[heads, R, K] turned by the angles of the positions `places` [R]."""
    found = np.empty_like(rows)
    for r, place in enumerate(places):
        cos, sin = turn(place, config.d_head, config.rope_base)[1:]
        found[:, r] = rows[:, r] * cos + np.roll(rows[:, r], config.d_head // 2, axis=-1) * sin
    return found


def double(array: np.ndarray) -> Doubles:
    """The same numbers in float64, in an array of their own."""
    return np.array(array, np.float64)
