"""The maps that are written into a file: computed for it alone, whatever the window has computed before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.kernels import plain_kernels
from core.messages import Cancelled
from core.model import Trace, Weights, forward, head_maps
from gui.computation import Request, made_weights

FloatArray = NDArray[np.float32]


class MapsOf(Mapping[tuple[int, int], FloatArray]):
    """The maps of some heads of a result by (layer, head), for a file.

    All are computed afresh and on the plain kernels, as the commands do: so a file does not depend on what was computed before.
    """

    def __init__(self, request: Request, heads: Sequence[tuple[int, int]], cancelled: Callable[[], bool]) -> None:
        self._request = request
        self._heads = tuple(heads)
        self._cancelled = cancelled

    def __getitem__(self, place: tuple[int, int]) -> FloatArray:
        if self._cancelled():
            raise Cancelled
        layer, head = place
        weights, trace = self._computed
        kept = trace.layers[layer].pattern
        return head_maps(weights.config, weights, trace, layer, head).pattern if kept is None else kept[head]

    @cached_property
    def _computed(self) -> tuple[Weights, Trace]:
        """All maps, or where they are too many, what they are computed from when they are read."""
        request, weights = self._request, made_weights(self._request)
        keep = frozenset({"pattern"} if request.keeps_all else {"resid_pre"})
        with np.errstate(all="ignore"):
            trace = forward(
                request.config,
                weights,
                request.ids,
                keep=keep,
                logits=False,
                kernels=plain_kernels(),
                interventions=request.interventions,
                cancelled=self._cancelled,
            )
        return weights, trace

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._heads)

    def __len__(self) -> int:
        return len(self._heads)
