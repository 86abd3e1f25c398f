"""The terms of which the ledger's formulas are made: sizes of a configuration, written as products of whole numbers."""

from __future__ import annotations

from collections.abc import Iterable

from core.model.config import ModelConfig
from core.model.counts import feed_forward_matrices


def attention_weights(config: ModelConfig) -> tuple[str, ...]:
    """Elements of W_Q, W_K, W_V and W_O as terms of a sum."""
    d, h, kv, k = config.d_model, config.n_heads, config.kv_heads, config.d_head
    full = f"{d}²" if h * k == d else f"{d}·({h}·{k})"
    if kv == h:
        return (f"4·{full}",)
    return (f"2·{full}", f"2·{d}·({kv}·{k})")


def attention_biases(config: ModelConfig) -> tuple[str, ...]:
    """Elements of b_Q, b_K, b_V and b_O as terms of a sum."""
    d, h, kv, k = config.d_model, config.n_heads, config.kv_heads, config.d_head
    if not config.biases:
        return ()
    if kv == h:
        return (f"4·{d}",) if h * k == d else (f"3·({h}·{k})", f"{d}")
    return (f"{h}·{k}", f"2·({kv}·{k})", f"{d}")


def feed_forward_weights(config: ModelConfig) -> tuple[str, ...]:
    """Elements of W_in, W_out and SwiGLU's W_gate as a single term."""
    return (f"{feed_forward_matrices(config)}·{config.d_model}·{config.ff_width}",)


def feed_forward_biases(config: ModelConfig) -> tuple[str, ...]:
    """Elements of b_in, SwiGLU's b_gate and b_out as terms of a sum."""
    if not config.biases:
        return ()
    inner = f"{config.ff_width}" if feed_forward_matrices(config) == 2 else f"2·{config.ff_width}"
    return (inner, f"{config.d_model}")


def one_norm(config: ModelConfig) -> str:
    """A gain, and a bias where there is one."""
    return f"2·{config.d_model}" if config.biases and config.norm_kind == "layernorm" else f"{config.d_model}"


def norms(config: ModelConfig) -> str:
    """All norms of one block."""
    return f"{4 if config.norm == 'sandwich' else 2} norms · {one_norm(config)}"


def many(number: int, one: str, many: str) -> str:
    """A number and the word counted, in the right one of its two forms."""
    return f"{number} {one if number == 1 else many}"


def sum_of(*terms: Iterable[str]) -> str:
    """Terms joined by +; 0 where there are none."""
    return " + ".join(term for group in terms for term in group) or "0"


def plain_sum(*numbers: int) -> str:
    """Numbers that are there, joined by +."""
    return sum_of(str(number) for number in numbers if number)


def grouped(formula: str, *operators: str) -> str:
    """The formula in parentheses where it needs them to be multiplied."""
    return f"({formula})" if any(f" {operator} " in formula for operator in operators or "+") else formula
