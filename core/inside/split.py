"""What the scores of the first layer are made of: who the tokens are, where they stand, and the biases.

>>> parts = score_split(config, weights, ids, forward(config, weights, ids), head=0)
>>> parts["content-position"][5, 1]      # what the word at place 5 finds in place 1 itself
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.inside.head import head_arrays
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig
from core.model.norms import EPSILON
from core.model.positions import alibi_slopes
from core.model.trace import Trace
from core.model.transformer import encoding_table
from core.model.weights import Weights

Doubles = NDArray[np.float64]
ShareName = Literal["content-content", "content-position", "position-content", "position-position", "biases", "alibi"]
Held = Literal["nothing", "deviation", "root mean square"]

_ROTARY = QT_TRANSLATE_NOOP(
    "core",
    "Rotary positions turn queries and keys and are not added to them, so the scores are no sum of the parts of content and "
    "position.",
)
_LATER = QT_TRANSLATE_NOOP(
    "core",
    "The encoding is added after the first layer's attention, so the scores of the first layer hold no position.",
)
_NO_POSITION = QT_TRANSLATE_NOOP("core", "This model has no position encoding, so its scores hold content alone.")
_OTHER_LAYER = QT_TRANSLATE_NOOP(
    "core",
    "From the second layer on content and position have gone through attention and feed-forward together and cannot be told apart; "
    "choose a head of layer 1.",
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreSplit(Mapping[ShareName, Doubles]):
    """The scores of one head of block 0 (q·kᵀ/√K plus ALiBi, before the mask) as a sum of maps [T, T], float64, read-only.

    Rows are queries, columns keys. Let c be what the token table gives (× √D where it is scaled), p the encoding, each as W_Q and
    W_K read it, and β_q, β_k all that is the same at every place: the norm's bias times W_Q or W_K, plus b_Q or b_K. Then
    q = c·W_Q + p·W_Q + β_q and k = c·W_K + p·W_K + β_k, and the maps are, ÷ √K:

    ====================  ==================================================================
    content-content       c·W_Q · (c·W_K)ᵀ
    content-position      c·W_Q · (p·W_K)ᵀ: what this token asks of a place
    position-content      p·W_Q · (c·W_K)ᵀ: what this place asks of a token
    position-position     p·W_Q · (p·W_K)ᵀ
    biases                everything else of q·kᵀ: β_q · kᵀ + (c·W_Q + p·W_Q) · β_kᵀ
    alibi                 −slope · distance
    ====================  ==================================================================

    With ALiBi there is no p: content-content, biases and alibi are all. Otherwise there are the first five.

    Where a norm stands before attention, c and p are their shares of the normalised sum: LayerNorm is linear once the deviation it
    divides by is given, so with s = √(variance + ε) of the row of the real sum, c = (token − mean of token) / s · gain, and p
    likewise (RMSNorm: without means, s the root of the mean square + ε). s comes from token and place together, which is why
    `held` says what was held. An encoding added to queries and keys comes after the norm and is p as it is: then c is the
    normalised token without the norm's bias, and nothing has to be held.
    """

    head: int
    maps: tuple[tuple[ShareName, Doubles], ...]
    total: Doubles
    """[T, T] sum of all maps."""
    difference: float
    """The largest distance between `total` and the scores in float32, over all cells."""
    held: Held
    """What c and p share of the norm, held at its value: the deviation, RMSNorm's root mean square; nothing where p comes later."""

    def __getitem__(self, name: ShareName) -> Doubles:
        for own, map_ in self.maps:
            if own == name:
                return map_
        raise KeyError(name)

    def __iter__(self) -> Iterator[ShareName]:
        return (name for name, _ in self.maps)

    def __len__(self) -> int:
        return len(self.maps)


def why_no_split(config: ModelConfig, layer: int) -> InputError | None:
    """Why the scores of `layer` (counted from 0) cannot be split, as a sentence; None where `score_split` gives maps."""
    if layer > 0:
        return InputError(_OTHER_LAYER)
    if config.placed == "none":
        return InputError(_NO_POSITION)
    if config.position == "rotary":
        return InputError(_ROTARY)
    return InputError(_LATER) if config.placed == "after-attention" else None


def score_split(config: ModelConfig, weights: Weights, ids: Sequence[int], trace: Trace, head: int) -> ScoreSplit | None:
    """Split the scores of `head` (counted from 0) of the first block; None where `why_no_split` says why not.

    `total` agrees with `trace.layers[0].attn_scores[head]` within float32 rounding: the distance is at most
    (D + K + 40) · 2⁻²⁴ times what the same sums give with the absolute values of all numbers that go into them, and usually less
    than a tenth of that.

    Raises
    ------
    ValueError
        When the trace kept no `resid_pre`, from which the deviation is taken.
    """
    if why_no_split(config, 0) is not None:
        return None
    arrays = head_arrays(config, weights, trace, 0, head)
    everywhere = np.arange(len(ids))
    found = _parts(config, weights, ids, arrays.resid_pre, head, everywhere, everywhere)
    total = np.zeros((len(ids), len(ids)))
    for map_ in found.values():
        total += map_
        map_.setflags(write=False)
    total.setflags(write=False)
    kept = trace.layers[0].attn_scores
    scores = arrays.attn_scores if kept is None else kept[head]
    difference = float(np.abs(total - scores).max(initial=0.0))
    return ScoreSplit(head=head, maps=tuple(found.items()), total=total, difference=difference, held=_held(config))


def shares_of_cell(
    config: ModelConfig, weights: Weights, trace: Trace, layer: int, head: int, query: int, key: int
) -> tuple[tuple[ShareName, float], ...]:
    """The parts of one score by name, from its two rows alone; none where `why_no_split` says why, and with ALiBi."""
    x = trace.layers[layer].resid_pre
    if why_no_split(config, layer) is not None or config.position == "alibi" or x is None:
        return ()
    found = _parts(config, weights, trace.ids, x, head, np.array([query]), np.array([key]))
    return tuple((name, float(part[0, 0])) for name, part in found.items())


def _held(config: ModelConfig) -> Held:
    """What has to be held so that the norm's result is a sum: nothing where none stands before, or the encoding comes after it."""
    if config.norm not in ("pre", "sandwich") or config.placed == "query-key":
        return "nothing"
    return "deviation" if config.norm_kind == "layernorm" else "root mean square"


def _parts(
    config: ModelConfig,
    weights: Weights,
    ids: Sequence[int],
    resid_pre: NDArray[np.float32],
    head: int,
    queries: NDArray[np.int64],
    keys: NDArray[np.int64],
) -> dict[ShareName, Doubles]:
    """The maps [queries, keys] of ScoreSplit for some rows and columns."""
    rows = np.concatenate([queries, keys])
    content: Doubles = weights.token_rows([ids[row] for row in rows]).astype(np.float64)
    if config.scale_embedding:
        content *= np.float32(sqrt(config.d_model))
    place: Doubles = encoding_table(config, weights, len(ids))[rows].astype(np.float64)
    constant: Doubles = np.zeros(config.d_model)
    if config.norm in ("pre", "sandwich"):
        centred = config.norm_kind == "layernorm"
        gain = weights.matrix("blocks.0.norm1.gain") / _divisor(resid_pre[rows], centred)
        content = _summand(content, centred) * gain
        if config.placed != "query-key":
            place = _summand(place, centred) * gain
        if centred and config.biases:
            constant += weights.matrix("blocks.0.norm1.bias")

    prefix, shared, count = "blocks.0.attention", head * config.kv_heads // config.n_heads, len(queries)

    def projected(letter: str, which: int, part: slice) -> tuple[Doubles, Doubles, Doubles]:
        matrix = weights[f"{prefix}.W_{letter}"][which].astype(np.float64)
        bias = weights[f"{prefix}.b_{letter}"][which] if config.biases else 0.0
        return content[part] @ matrix, place[part] @ matrix, constant @ matrix + bias

    q_content, q_place, q_bias = projected("Q", head, slice(count))
    k_content, k_place, k_bias = projected("K", shared, slice(count, None))
    root = sqrt(config.d_head)
    found: dict[ShareName, Doubles] = {"content-content": q_content @ k_content.T / root}
    if config.position != "alibi":
        found["content-position"] = q_content @ k_place.T / root
        found["position-content"] = q_place @ k_content.T / root
        found["position-position"] = q_place @ k_place.T / root
    q_rest, k_all = q_content + q_place, k_content + k_place + k_bias
    found["biases"] = ((k_all @ q_bias)[None, :] + (q_rest @ k_bias)[:, None]) / root
    if config.position == "alibi":
        distances = np.abs(queries[:, None] - keys).astype(np.float64)
        found["alibi"] = -float(alibi_slopes(config.n_heads)[head]) * distances
    return found


def _divisor(x: NDArray[np.float32], centred: bool) -> Doubles:
    """[T, 1] what LayerNorm (`centred`) or RMSNorm divides each row of x [T, D] by."""
    squares = np.square(_summand(x.astype(np.float64), centred)).mean(axis=1, keepdims=True)
    return np.asarray(np.sqrt(squares + EPSILON), np.float64)


def _summand(part: Doubles, centred: bool) -> Doubles:
    """[T, D] one summand of what is normalised, less its own mean where the norm takes the mean off."""
    return part - part.mean(axis=1, keepdims=True) if centred else part
