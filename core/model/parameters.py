"""The one table of parameters, from which allocation, counts, ledger and files come."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod, sqrt
from typing import Final, Literal

from core.model.config import ModelConfig

Component = Literal[
    "embedding",
    "positions",
    "attention_weights",
    "attention_biases",
    "feed_forward_weights",
    "feed_forward_biases",
    "norms",
    "final_norm",
    "unembedding",
]

TOKEN_TABLE: Final = "embedding.token"


@dataclass(frozen=True, slots=True)
class Normal:
    """Independent draws from N(0, std²)."""

    std: float


@dataclass(frozen=True, slots=True)
class Xavier:
    """Uniform in ±gain·√(6 / (fan_in + fan_out)) for a matrix [fan_in, fan_out] (Glorot & Bengio, 2010)."""

    fan_in: int
    fan_out: int
    gain: float = 1.0

    @property
    def limit(self) -> float:
        """Largest absolute value drawn."""
        return self.gain * sqrt(6 / (self.fan_in + self.fan_out))


@dataclass(frozen=True, slots=True)
class Constant:
    """The same value everywhere: 0 for biases, 1 for gains."""

    value: float


@dataclass(frozen=True, slots=True)
class ParameterSpec:
    """One parameter: its name in files, its shape, what it counts as, its block (None outside the blocks), how it starts."""

    name: str
    shape: tuple[int, ...]
    component: Component
    layer: int | None
    start: Normal | Xavier | Constant

    @property
    def size(self) -> int:
        """Number of elements."""
        return prod(self.shape)


def deepnorm_factors(n_layers: int) -> tuple[float, float]:
    """(α, β) of DeepNorm: (2N)^¼ on the skip connections and (8N)^−¼ on the drawn matrices of an encoder of N blocks.

    Wang et al., 2022, arXiv 2203.00555.
    """
    return (2 * n_layers) ** 0.25, (8 * n_layers) ** -0.25


@lru_cache(maxsize=64)
def parameter_table(config: ModelConfig) -> tuple[ParameterSpec, ...]:
    """All parameters of `config` in the order of computation."""
    width, vocabulary = config.d_model, config.vocabulary
    table = [ParameterSpec(TOKEN_TABLE, (vocabulary, width), "embedding", None, Normal(1.0))]
    if config.position == "learned":
        table.append(ParameterSpec("embedding.position", (config.context, width), "positions", None, Normal(0.02)))
    for layer in range(config.n_layers):
        table += block_parameters(config, layer)
    if config.has_final_norm:
        table += _norm(config, "final_norm", "final_norm", None)
    if not config.tied:
        table.append(ParameterSpec("unembedding.W", (width, vocabulary), "unembedding", None, Xavier(width, vocabulary)))
    return tuple(table)


def block_parameters(config: ModelConfig, layer: int) -> list[ParameterSpec]:
    """The parameters of block `layer` (all blocks have the same shapes)."""
    prefix = f"blocks.{layer}"
    table: list[ParameterSpec] = []
    if config.normed:
        table += _norm(config, f"{prefix}.norm1", "norms", layer)
    table += _attention(config, f"{prefix}.attention", layer)
    if config.norm == "sandwich":
        table += _norm(config, f"{prefix}.norm1_out", "norms", layer)
    if config.normed:
        table += _norm(config, f"{prefix}.norm2", "norms", layer)
    table += _feed_forward(config, f"{prefix}.feed_forward", layer)
    if config.norm == "sandwich":
        table += _norm(config, f"{prefix}.norm2_out", "norms", layer)
    return table


def _norm(config: ModelConfig, name: str, component: Component, layer: int | None) -> list[ParameterSpec]:
    table = [ParameterSpec(f"{name}.gain", (config.d_model,), component, layer, Constant(1.0))]
    if config.biases and config.norm_kind == "layernorm":
        table.append(ParameterSpec(f"{name}.bias", (config.d_model,), component, layer, Constant(0.0)))
    return table


def _attention(config: ModelConfig, prefix: str, layer: int) -> list[ParameterSpec]:
    width, head, heads, kv_heads = config.d_model, config.d_head, config.n_heads, config.kv_heads
    beta = deepnorm_factors(config.n_layers)[1] if config.norm == "deepnorm" else 1.0
    weights: tuple[tuple[str, tuple[int, ...], Xavier], ...] = (
        ("W_Q", (heads, width, head), Xavier(width, heads * head)),
        ("W_K", (kv_heads, width, head), Xavier(width, kv_heads * head)),
        ("W_V", (kv_heads, width, head), Xavier(width, kv_heads * head, beta)),
        ("W_O", (heads, head, width), Xavier(heads * head, width, beta)),
    )
    table = [ParameterSpec(f"{prefix}.{name}", shape, "attention_weights", layer, start) for name, shape, start in weights]
    if config.biases:
        biases: tuple[tuple[str, tuple[int, ...]], ...] = (
            ("b_Q", (heads, head)),
            ("b_K", (kv_heads, head)),
            ("b_V", (kv_heads, head)),
            ("b_O", (width,)),
        )
        table += [ParameterSpec(f"{prefix}.{name}", shape, "attention_biases", layer, Constant(0.0)) for name, shape in biases]
    return table


def _feed_forward(config: ModelConfig, prefix: str, layer: int) -> list[ParameterSpec]:
    width, inner = config.d_model, config.ff_width
    beta = deepnorm_factors(config.n_layers)[1] if config.norm == "deepnorm" else 1.0
    table: list[ParameterSpec] = []
    for suffix in ("in", "gate") if config.activation == "swiglu" else ("in",):
        start = Xavier(width, inner, beta)
        table.append(ParameterSpec(f"{prefix}.W_{suffix}", (width, inner), "feed_forward_weights", layer, start))
        if config.biases:
            table.append(ParameterSpec(f"{prefix}.b_{suffix}", (inner,), "feed_forward_biases", layer, Constant(0.0)))
    table.append(ParameterSpec(f"{prefix}.W_out", (inner, width), "feed_forward_weights", layer, Xavier(inner, width, beta)))
    if config.biases:
        table.append(ParameterSpec(f"{prefix}.b_out", (width,), "feed_forward_biases", layer, Constant(0.0)))
    return table
