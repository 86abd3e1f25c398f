"""What of an earlier trace is the same in the next pass, so that it need not be computed again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final

from core.model.config import ModelConfig
from core.model.trace import Trace

_USUAL: Final[dict[str, Any]] = {field.name: field.default for field in fields(ModelConfig)}


@dataclass(frozen=True, slots=True)
class Common:
    """What an earlier trace has in common with a pass: its first `blocks` blocks, or the first `rows` rows of all its blocks."""

    blocks: int
    rows: int


def common_part(
    config: ModelConfig, kind: object, ids: Sequence[int], keep: frozenset[str], logits: bool, pixels: int, after: Trace
) -> Common:
    """How much of `after` can be taken over: what is the same, as far as it was kept; nothing of a pass changed by hand.

    `kind` is `Weights.kind` of the pass. Logits are not looked at here (`common_logits`): those of new rows are computed from the
    stream.
    """
    nothing = Common(0, 0)
    if after.weights_kind != kind or not after.ids or after.interventions:
        return nothing
    had = after.layers[0].names | ({"thumbnails"} if after.thumbnails is not None else frozenset())
    if tuple(ids) == after.ids:
        blocks = min(config.n_layers, after.config.n_layers)
        enters = blocks < config.n_layers or (logits and not _same_output(config, after))
        needed = keep | ({"resid_post"} if enters else frozenset())
        same_pixels = not pixels or (after.thumbnails is not None and after.thumbnails.shape[-1] == pixels)
        return Common(blocks, 0) if _blocks_alike(config, after.config) and needed <= had and same_pixels else nothing
    needed = (
        keep
        | {"k", "v"}
        | ({"q"} if "attn_scores" in keep else frozenset())
        | ({"resid_post"} if logits and after.logits is None else frozenset())
        | ({"pattern"} if pixels else frozenset())
    )
    if not config.causal or essential(config) != essential(after.config) or not needed <= keep or not needed <= had:
        return nothing
    pairs = zip(ids, after.ids, strict=False)
    return Common(0, next((row for row, (one, other) in enumerate(pairs) if one != other), min(len(ids), len(after.ids))))


def common_logits(config: ModelConfig, common: Common, after: Trace) -> int:
    """Of how many rows the logits are those of `after`."""
    if after.logits is None:
        return 0
    return len(after.ids) if common.blocks == config.n_layers and _same_output(config, after) else common.rows


@lru_cache(maxsize=32)
def essential(config: ModelConfig) -> ModelConfig:
    """The same model written in one way only: what nothing depends on has its usual value, what is usual is said."""
    usual = {
        "context": config.position != "learned",
        "rope_base": config.position != "rotary",
        "sinusoid_layout": config.position != "sinusoidal",
        "norm_kind": not config.normed,
    }
    return replace(
        config,
        d_ff=config.ff_width,
        n_kv_heads=config.kv_heads,
        head_width=config.d_head,
        placement=config.placed,
        **{name: _USUAL[name] for name, unused in usual.items() if unused},
    )


def _same_output(config: ModelConfig, after: Trace) -> bool:
    """Whether logits are those of `after` where the stream is."""
    return after.logits is not None and (config.tied, config.n_layers) == (after.config.tied, after.config.n_layers)


def _blocks_alike(one: ModelConfig, other: ModelConfig) -> bool:
    """Whether the blocks of two models are the same as far as both have them: their number and the output do not matter to them.

    Except in DeepNorm, whose factors depend on the number of blocks.
    """
    return essential(replace(one, n_layers=other.n_layers, tied=other.tied)) == essential(other) and (
        one.n_layers == other.n_layers or one.norm != "deepnorm"
    )
