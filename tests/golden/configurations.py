"""Which models the golden files hold: one small change at a time, then everything mixed. Needs neither torch nor core.

Names of files are names of configurations. Keys are the fields of ModelConfig; what a configuration does not state has the
default of the command line, so that a file stays what it is when a default of the program changes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

FORMAT: Final = 1
"""Version of the layout of a file; raise it when names or meanings of arrays change."""

FOLDER: Final = Path(__file__).parent / "data"

ARRAYS: Final = (
    "resid_pre",
    "q",
    "k",
    "v",
    "attn_scores",
    "pattern",
    "z",
    "attn_out",
    "resid_mid",
    "mlp_pre",
    "mlp_post",
    "mlp_out",
    "resid_post",
)
"""Arrays of one block, stored as layers.{l}.NAME."""

NORMS: Final = ("pre", "post", "none", "sandwich", "deepnorm")
PLACEMENTS: Final = ("input", "after-attention", "every-block", "query-key")

DEFAULTS: Final[dict[str, Any]] = {
    "d_ff": None,
    "head_width": "split",
    "n_kv_heads": None,
    "position": "sinusoidal",
    "placement": None,
    "sinusoid_layout": "interleaved",
    "norm": "pre",
    "norm_kind": "layernorm",
    "skip": True,
    "mask": "none",
    "activation": "relu",
    "biases": True,
    "tied": True,
    "scale_embedding": False,
    "rope_base": 10000.0,
    "seed": 0,
}
GRID: Final[dict[str, Any]] = {"d_model": 8, "n_heads": 2, "n_layers": 2, "d_ff": 12, "vocabulary": 13, "context": 6}
PLAIN: Final[dict[str, Any]] = {"d_model": 12, "n_heads": 3, "n_layers": 2, "d_ff": 16, "vocabulary": 13, "context": 9}
EVEN: Final[dict[str, Any]] = PLAIN | {"n_heads": 2, "vocabulary": 11}
FOUR: Final[dict[str, Any]] = PLAIN | {"n_heads": 4}


@dataclass(frozen=True, slots=True)
class Golden:
    """One golden file: a configuration, the number of tokens, and how small the embeddings are drawn."""

    tokens: int
    config: dict[str, Any] = field(default_factory=dict)
    embedding_scale: float = 1.0
    """A power of two, so that scaling is exact. Small ones make ε = 1e-5 count."""


def _golden(base: dict[str, Any], tokens: int = 6, embedding_scale: float = 1.0, **changes: Any) -> Golden:
    return Golden(tokens, DEFAULTS | base | changes, embedding_scale)


def _grid() -> dict[str, Golden]:
    """Every norm × every place × both kinds of encoding that can stand there."""
    return {
        f"{norm}-{position}-{placement}": _golden(GRID, 5, norm=norm, position=position, placement=placement)
        for norm in NORMS
        for position in ("sinusoidal", "learned")
        for placement in PLACEMENTS
    }


def _single_changes() -> dict[str, Golden]:
    """One option at a time, everything else plain."""
    return {
        "no-position": _golden(PLAIN, position="none"),
        "sinusoidal-placed-nowhere": _golden(PLAIN, placement="none"),
        "side-by-side": _golden(PLAIN, sinusoid_layout="side-by-side"),
        "odd-width": _golden(PLAIN, d_model=9),
        "learned-full-table": _golden(PLAIN, 9, position="learned"),
        "rotary": _golden(EVEN, 7, position="rotary"),
        "rotary-base": _golden(EVEN, 7, position="rotary", rope_base=50.0),
        "rotary-placed-nowhere": _golden(EVEN, position="rotary", placement="none"),
        "alibi": _golden(FOUR, 7, position="alibi"),
        "alibi-three-heads": _golden(PLAIN, position="alibi"),
        "alibi-causal": _golden(PLAIN, 7, position="alibi", mask="causal"),
        "heads-kept-wide": _golden(GRID, head_width="keep"),
        "heads-of-number-wide": _golden(PLAIN, d_model=10, n_heads=4, head_width=3),
        "grouped-queries": _golden(FOUR, n_kv_heads=2),
        "single-key-value-head": _golden(PLAIN, n_kv_heads=1),
        "causal": _golden(PLAIN, mask="causal"),
        "window-1": _golden(PLAIN, mask="window:1"),
        "window-3": _golden(PLAIN, 8, mask="window:3"),
        "window-wider-than-sentence": _golden(PLAIN, mask="window:100"),
        "rmsnorm": _golden(PLAIN, norm_kind="rmsnorm"),
        "rmsnorm-sandwich": _golden(GRID, norm="sandwich", norm_kind="rmsnorm"),
        "rmsnorm-post": _golden(GRID, norm="post", norm_kind="rmsnorm"),
        "gelu": _golden(PLAIN, activation="gelu"),
        "gelu-tanh": _golden(PLAIN, activation="gelu-tanh"),
        "swiglu": _golden(PLAIN, activation="swiglu"),
        "no-biases": _golden(PLAIN, biases=False),
        "no-biases-post": _golden(GRID, norm="post", biases=False),
        "untied": _golden(PLAIN, tied=False),
        "scaled-embedding": _golden(PLAIN, scale_embedding=True),
        "skip-off-pre": _golden(GRID, skip=False),
        "skip-off-post": _golden(GRID, norm="post", skip=False),
        "skip-off-none": _golden(GRID, norm="none", skip=False),
        "skip-off-sandwich": _golden(GRID, norm="sandwich", skip=False),
        "skip-off-deepnorm": _golden(GRID, norm="deepnorm", skip=False),
        "deepnorm-three-layers": _golden(GRID, norm="deepnorm", n_layers=3),
        "d-ff-follows-width": _golden(GRID, 5, d_ff=None),
        "one-token": _golden(PLAIN, 1),
        "one-head-one-layer": _golden(PLAIN, n_heads=1, n_layers=1),
        "tiny-embeddings-layernorm": _golden(GRID, embedding_scale=2.0**-8, position="none"),
        "tiny-embeddings-rmsnorm": _golden(GRID, embedding_scale=2.0**-8, position="none", norm_kind="rmsnorm"),
    }


def _mixtures() -> dict[str, Golden]:
    """Options that could get into each other's way, and the families of real models in small."""
    return {
        "mix-rotary-grouped-window-sandwich": _golden(
            FOUR,
            8,
            head_width=4,
            n_kv_heads=2,
            position="rotary",
            rope_base=300.0,
            mask="window:4",
            norm="sandwich",
            norm_kind="rmsnorm",
            activation="swiglu",
            tied=False,
        ),
        "mix-deepnorm-learned-query-key-kept": _golden(
            GRID, norm="deepnorm", position="learned", placement="query-key", head_width="keep", mask="causal", activation="gelu"
        ),
        "mix-alibi-window-single-key-no-skip": _golden(
            FOUR, 8, position="alibi", mask="window:3", n_kv_heads=1, norm="none", skip=False, biases=False, activation="gelu-tanh"
        ),
        "mix-every-block-scaled-post-window": _golden(
            FOUR,
            7,
            placement="every-block",
            sinusoid_layout="side-by-side",
            scale_embedding=True,
            norm="post",
            mask="window:2",
            n_kv_heads=2,
        ),
        "mix-query-key-sandwich-swiglu-three-layers": _golden(
            GRID, n_layers=3, placement="query-key", norm="sandwich", activation="swiglu", mask="causal", skip=False, tied=False
        ),
        "mix-after-attention-deepnorm-scaled-untied": _golden(
            GRID, n_layers=3, position="learned", placement="after-attention", norm="deepnorm", scale_embedding=True, tied=False
        ),
        "mix-rotary-single-key-post": _golden(
            EVEN, position="rotary", n_kv_heads=1, norm="post", norm_kind="rmsnorm", biases=False
        ),
        "like-transformer-base": _golden(PLAIN, d_ff=48, norm="post"),
        "like-gpt2": _golden(PLAIN, 8, d_ff=48, position="learned", activation="gelu-tanh", mask="causal"),
        "like-bert": _golden(PLAIN, 8, d_ff=48, position="learned", activation="gelu", norm="post"),
        "like-llama": _golden(
            PLAIN,
            8,
            n_heads=6,
            n_kv_heads=2,
            d_ff=21,
            n_layers=3,
            position="rotary",
            rope_base=500000.0,
            norm_kind="rmsnorm",
            activation="swiglu",
            biases=False,
            mask="causal",
            tied=False,
        ),
    }


GOLDEN: Final[dict[str, Golden]] = _grid() | _single_changes() | _mixtures()
"""All golden files by name."""
