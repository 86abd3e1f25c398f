"""Hypothesis strategies: every legal configuration, at sizes that stay quick."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from core.model.config import CHOICES, ModelConfig, divisors, legal_placements


@st.composite
def configs(draw: st.DrawFn, *, max_layers: int = 3) -> ModelConfig:
    """Any legal configuration with d_model ≤ 24."""
    n_heads = draw(st.integers(1, 4))
    split = draw(st.booleans())
    d_model = draw(st.integers(1, 6)) * n_heads if split else draw(st.integers(1, 24))
    head_width: Any = "split" if split else draw(st.sampled_from(["keep", *range(1, 9)]))
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
        n_layers=draw(st.integers(1, max_layers)),
        d_ff=draw(st.none() | st.integers(1, 20)),
        head_width=head_width,
        n_kv_heads=draw(st.none() | st.sampled_from(divisors(n_heads))),
        position=position,
        placement=draw(st.none() | st.sampled_from(legal_placements(position))),
        mask=draw(st.sampled_from(["none", "causal", "window:1", "window:3"])),
        vocabulary=draw(st.integers(1, 150)),
        context=draw(st.integers(8, 12)),
        seed=draw(st.integers(0, 2**40)),
        **choices,
        **switches,
    )
