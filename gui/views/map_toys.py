"""Made-up maps for previews and tests: softmax of random scores, with a favourite column. Never shown by the program itself."""

from __future__ import annotations

from itertools import cycle, islice

import numpy as np

from core.model.trace import FloatArray
from gui.drawing.map_values import allowed, reduced

_WORDS = ("The", "keys", "to", "the", "cabinet", "are", "on", "the", "table")


def toy_labels(tokens: int) -> tuple[str, ...]:
    """Labels of as many tokens as asked for."""
    return tuple(islice(cycle(_WORDS), tokens))


def toy_pattern(tokens: int, causal: bool = False, window: int = 0, seed: int = 0) -> FloatArray:
    """A map [T, T] whose rows sum to 1."""
    return np.ascontiguousarray(toy_maps(1, 1, tokens, causal, window, seed)[0, 0])


def toy_maps(layers: int, heads: int, tokens: int, causal: bool = False, window: int = 0, seed: int = 0) -> FloatArray:
    """Maps [L, H, T, T] whose rows sum to 1 over the cells that the mask allows and are 0 elsewhere."""
    random = np.random.default_rng(seed)
    scores = random.standard_normal((layers, heads, tokens, tokens), dtype=np.float32)
    scores += 2 * random.standard_normal((layers, heads, 1, tokens), dtype=np.float32)
    powers = np.exp(scores) * allowed(tokens, 1, causal, window)
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)


def toy_thumbnails(layers: int, heads: int, tokens: int, pixels: int, causal: bool = False) -> tuple[FloatArray, int]:
    """Thumbnails [L, H, S, S] with S at most `pixels`, and how many cells one pixel of them shows a side."""
    cells = max(1, -(-tokens // pixels))
    return reduced(toy_maps(layers, heads, tokens, causal), cells), cells
