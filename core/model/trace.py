"""What a forward pass leaves behind: frozen arrays under the field's names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Final, overload

import numpy as np
from numpy.typing import NDArray

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig
from core.model.interventions import NONE, Interventions
from core.model.summary import relative_entropy

FloatArray = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerTrace:
    """The arrays of one block; None where the caller did not ask to keep them.

    T tokens, D model width, H heads, H_kv key/value heads, K head width, F feed-forward width.
    """

    resid_pre: FloatArray | None = None
    """[T, D] what enters the block, with the encoding if it is added here."""
    q: FloatArray | None = None
    """[H, T, K] queries as they are multiplied: after bias and rotation."""
    k: FloatArray | None = None
    """[H_kv, T, K] keys as they are multiplied: after bias and rotation."""
    v: FloatArray | None = None
    """[H_kv, T, K] values."""
    attn_scores: FloatArray | None = None
    """[H, T, T] q·kᵀ/√K plus ALiBi, before mask and softmax. Row = the token that looks, column = the token looked at."""
    pattern: FloatArray | None = None
    """[H, T, T] softmax of the scores over the cells the mask allows, exactly 0 elsewhere. Rows sum to 1, unless set by hand."""
    z: FloatArray | None = None
    """[H, T, K] pattern · v."""
    attn_out: FloatArray | None = None
    """[T, D] what attention adds: Concat(z)·W_O + b_O, before any norm on it."""
    resid_mid: FloatArray | None = None
    """[T, D] the residual stream after the attention sublayer (in post-norm after its norm)."""
    mlp_pre: FloatArray | None = None
    """[T, F] what enters the activation (SwiGLU: the gate)."""
    mlp_post: FloatArray | None = None
    """[T, F] what leaves the activation."""
    mlp_out: FloatArray | None = None
    """[T, D] what the feed-forward network adds, before any norm on it."""
    resid_post: FloatArray | None = None
    """[T, D] what leaves the block (in post-norm after its norm)."""

    @property
    def names(self) -> frozenset[str]:
        """Names of the arrays that were kept."""
        return frozenset(name for name in ARRAY_NAMES if getattr(self, name) is not None)

    def freeze(self) -> None:
        """Make every kept array read-only."""
        for field in fields(self):
            array = getattr(self, field.name)
            if array is not None:
                array.setflags(write=False)


ARRAY_NAMES: Final = tuple(field.name for field in fields(LayerTrace))
"""Names of the arrays of one block, in the order of computation."""

EVERYTHING: Final = frozenset(ARRAY_NAMES)

_NOT_TO_KEEP = QT_TRANSLATE_NOOP("core", "There is no array “{name}” to keep; choose from: {choices}.")


def check_keep(keep: Collection[str]) -> frozenset[str]:
    """`keep` as a set (one name may be given by itself); InputError for a name that no array has."""
    names = frozenset((keep,) if isinstance(keep, str) else keep)
    for name in sorted(names - EVERYTHING):
        raise InputError(_NOT_TO_KEEP, name=name, choices=", ".join(ARRAY_NAMES))
    return names


class LazyLayers(Sequence[LayerTrace]):
    """Traces of blocks that are cut from the memory of a pass when they are first looked at."""

    def __init__(self, count_: int, cut: Callable[[], tuple[LayerTrace, ...]]) -> None:
        self._count = count_
        self._cut: Callable[[], tuple[LayerTrace, ...]] | None = cut
        self._layers: tuple[LayerTrace, ...] = ()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> LayerTrace: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[LayerTrace, ...]: ...

    def __getitem__(self, index: int | slice) -> LayerTrace | tuple[LayerTrace, ...]:
        cut = self._cut
        if cut is not None:
            self._layers, self._cut = cut(), None
        return self._layers[index]


@dataclass(frozen=True, kw_only=True, eq=False)
class Trace:
    """One forward pass over one sentence.

    Without `logits` the output matrix was left out. `thumbnails` [L, H, S, S] are the maps reduced by taking the largest value of
    each square of `cells_per_pixel` × `cells_per_pixel` cells (the maps themselves when that is 1).
    """

    config: ModelConfig
    ids: tuple[int, ...]
    layers: Sequence[LayerTrace]
    row_entropy: FloatArray
    """[L, H, T] −Σ p ln p of each row of each map, in nats."""
    row_sums: FloatArray
    """[L, H, T] sum of each row of each map."""
    thumbnails: FloatArray | None = None
    cells_per_pixel: int = 1
    logits: FloatArray | None = None
    """[T, V]"""
    weights_kind: object = None
    """`Weights.kind` of the weights: what of this trace can be used again depends on it."""
    interventions: Interventions = NONE
    """What was changed by hand in this pass. A changed pattern is the one shown, and summed up in entropies and row sums."""

    @cached_property
    def entropy(self) -> FloatArray:
        """[L, H] mean over the rows of each map of −Σ p ln p / ln(allowed cells); NaN where no row has a choice."""
        return relative_entropy(self.row_entropy, causal=self.config.causal, window=self.config.window)

    @cached_property
    def row_sum_error(self) -> float:
        """The largest |Σ row − 1| over all maps, 0 for no tokens, NaN when a map holds a NaN."""
        return float(np.abs(self.row_sums - 1).max(initial=0.0))

    @property
    def mean_entropy(self) -> float | None:
        """Mean entropy of all maps as a share of the maximum, None where no row has a choice (0 or 1 tokens)."""
        finite = self.entropy[np.isfinite(self.entropy)]
        return float(finite.mean()) if finite.size else None
