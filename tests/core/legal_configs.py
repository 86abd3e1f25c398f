"""Legal configurations for properties that must hold for all of them."""

from __future__ import annotations

from hypothesis import strategies as st

from core.model.config import ModelConfig


@st.composite
def configs(draw: st.DrawFn) -> ModelConfig:
    """Legal configurations of all kinds, of any depth."""
    heads = draw(st.sampled_from([1, 2, 3, 4, 8]))
    position = draw(st.sampled_from(["sinusoidal", "learned", "rotary", "alibi", "none"]))
    return ModelConfig(
        d_model=heads * 2 * draw(st.integers(1, 300)),
        n_heads=heads,
        n_layers=draw(st.integers(1, 60)),
        d_ff=draw(st.none() | st.integers(1, 5000)),
        head_width=draw(st.sampled_from(["split", "keep", 2, 128])),
        n_kv_heads=draw(st.sampled_from([None, 1, heads])),
        position=position,  # type: ignore[arg-type]
        norm=draw(st.sampled_from(["pre", "post", "none", "sandwich", "deepnorm"])),
        norm_kind=draw(st.sampled_from(["layernorm", "rmsnorm"])),
        mask=draw(st.sampled_from(["none", "causal", "window:5"])),
        activation=draw(st.sampled_from(["relu", "gelu", "gelu-tanh", "swiglu"])),
        biases=draw(st.booleans()),
        vocabulary=draw(st.integers(1, 100_000)),
        context=draw(st.integers(1, 4096)),
        tied=draw(st.booleans()),
    )
