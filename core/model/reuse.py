"""What of an earlier trace is the same in the next pass, so that it need not be computed again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.model.config import ModelConfig
from core.model.trace import Trace
from core.model.weights import Weights


@dataclass(frozen=True, slots=True)
class Common:
    """What an earlier trace has in common with a pass: its first `blocks` blocks, or the first `rows` rows of all its blocks."""

    blocks: int
    rows: int


def common_part(
    config: ModelConfig, weights: Weights, ids: Sequence[int], keep: frozenset[str], logits: bool, pixels: int, after: Trace
) -> Common:
    """How much of `after` can be taken over: what is the same, as far as it was kept; nothing of a pass changed by hand."""
    nothing = Common(0, 0)
    if after.weights_kind != weights.kind or not after.ids or after.interventions:
        return nothing
    had = after.layers[0].names | ({"thumbnails"} if after.thumbnails is not None else frozenset())
    if tuple(ids) == after.ids:
        blocks = min(config.n_layers, after.config.n_layers)
        needed = keep | ({"resid_post"} if logits or blocks < config.n_layers else frozenset())
        same_pixels = not pixels or (after.thumbnails is not None and after.thumbnails.shape[-1] == pixels)
        return Common(blocks, 0) if _blocks_alike(config, after.config) and needed <= had and same_pixels else nothing
    needed = (
        keep
        | {"k", "v"}
        | ({"q"} if "attn_scores" in keep else frozenset())
        | ({"resid_post"} if logits else frozenset())
        | ({"pattern"} if pixels else frozenset())
    )
    if not config.causal or config != after.config or not needed <= keep or not needed <= had:
        return nothing
    pairs = zip(ids, after.ids, strict=False)
    return Common(0, next((row for row, (one, other) in enumerate(pairs) if one != other), min(len(ids), len(after.ids))))


def _blocks_alike(one: ModelConfig, other: ModelConfig) -> bool:
    """Whether the blocks of two models are the same as far as both have them: their number and the output do not matter to them.

    Except in DeepNorm, whose factors depend on the number of blocks.
    """
    return replace(one, n_layers=other.n_layers, tied=other.tied) == other and (
        one.n_layers == other.n_layers or one.norm != "deepnorm"
    )
