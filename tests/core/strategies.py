"""Hypothesis strategies: every legal configuration, and weights in which every number matters."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from core.model import Weights, loaded_weights
from core.model.config import CHOICES, ModelConfig, divisors, legal_placements
from core.model.parameters import parameter_table


def full_weights(config: ModelConfig, seed: int = 0) -> Weights:
    """Weights without a number that drops out: drawn ones have gains of 1 and biases of 0, which hide a wrong or forgotten one.

    Gains lie around 1, biases around 0, matrices are as narrow as their rows are long, so that the numbers keep their size.
    """
    rng = np.random.default_rng(seed)
    arrays = {}
    for spec in parameter_table(config):
        last = spec.name.rpartition(".")[2]
        numbers = rng.standard_normal(spec.shape, np.float32)
        if last == "gain":
            numbers = 1 + numbers / 4
        elif last == "W_O":
            numbers /= np.sqrt(spec.shape[0] * spec.shape[1])
        elif last.startswith("W"):
            numbers /= np.sqrt(spec.shape[-2])
        elif last not in ("token", "position"):
            numbers /= 4
        arrays[spec.name] = numbers
    return loaded_weights(config, arrays, f"full {seed}")


@st.composite
def configs(draw: st.DrawFn, *, large: bool = False) -> ModelConfig:
    """Any legal configuration: small, so that a forward pass is quick (d_model ≤ 24), or `large`, to be counted only."""
    heads, widest, deepest, inner, words = (12, 3000, 60, 5000, 100_000) if large else (4, 24, 3, 20, 150)
    n_heads = draw(st.integers(1, heads))
    split = draw(st.booleans())
    d_model = draw(st.integers(1, widest // heads)) * n_heads if split else draw(st.integers(1, widest))
    head_width: Any = "split" if split else draw(st.sampled_from(["keep", *range(1, 9), *([128] if large else [])]))
    width = d_model // n_heads if split else d_model if head_width == "keep" else head_width
    positions = [name for name in CHOICES["position"] if name != "rotary" or width % 2 == 0]
    position: Any = draw(st.sampled_from(positions))
    choices: dict[str, Any] = {
        name: draw(st.sampled_from(CHOICES[name])) for name in ("sinusoid_layout", "norm", "norm_kind", "activation")
    }
    switches = {name: draw(st.booleans()) for name in ("skip", "biases", "tied", "scale_embedding")}
    return ModelConfig(
        d_model=d_model,
        n_heads=n_heads,
        n_layers=draw(st.integers(1, deepest)),
        d_ff=draw(st.none() | st.integers(1, inner)),
        head_width=head_width,
        n_kv_heads=draw(st.none() | st.sampled_from(divisors(n_heads))),
        position=position,
        placement=draw(st.none() | st.sampled_from(legal_placements(position))),
        mask=draw(st.sampled_from(["none", "causal", "window:1", "window:3"])),
        vocabulary=draw(st.integers(1, words)),
        context=draw(st.integers(1, 4096) if large else st.integers(8, 12)),
        seed=draw(st.integers(0, 2**40)),
        **choices,
        **switches,
    )
