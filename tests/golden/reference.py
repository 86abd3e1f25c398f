"""The forward pass once more, in PyTorch, from the written definition alone: slow, plain, float64. Shares nothing with core.

Shape letters: T tokens, D model width, H heads, G key/value heads, K head width, F feed-forward width, L blocks, V vocabulary.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

EPSILON = 1e-5


def head_width(config: dict[str, Any]) -> int:
    """K."""
    if config["head_width"] == "split":
        return config["d_model"] // config["n_heads"]
    return config["d_model"] if config["head_width"] == "keep" else config["head_width"]


def placement(config: dict[str, Any]) -> str:
    """Where the encoding enters: unless told, query-key for rotary and ALiBi, none for no encoding, else input."""
    usual = {"rotary": "query-key", "alibi": "query-key", "none": "none"}.get(config["position"], "input")
    return config["placement"] or usual


def shapes(config: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    """Name -> shape of every parameter."""
    d, h, k = config["d_model"], config["n_heads"], head_width(config)
    g, f = config["n_kv_heads"] or h, config["d_ff"] or 4 * d
    out: dict[str, tuple[int, ...]] = {"embedding.token": (config["vocabulary"], d)}
    if config["position"] == "learned":
        out["embedding.position"] = (config["context"], d)

    def add_norm(name: str) -> None:
        out[f"{name}.gain"] = (d,)
        if config["biases"] and config["norm_kind"] == "layernorm":
            out[f"{name}.bias"] = (d,)

    for layer in range(config["n_layers"]):
        block = f"blocks.{layer}"
        if config["norm"] != "none":
            add_norm(f"{block}.norm1")
            add_norm(f"{block}.norm2")
        if config["norm"] == "sandwich":
            add_norm(f"{block}.norm1_out")
            add_norm(f"{block}.norm2_out")
        matrices = {"W_Q": (h, d, k), "W_K": (g, d, k), "W_V": (g, d, k), "W_O": (h, k, d)}
        biases: dict[str, tuple[int, ...]] = {"b_Q": (h, k), "b_K": (g, k), "b_V": (g, k), "b_O": (d,)}
        out |= {f"{block}.attention.{name}": shape for name, shape in (matrices | (biases if config["biases"] else {})).items()}
        dense: dict[str, tuple[int, ...]] = {"W_in": (d, f), "b_in": (f,)}
        if config["activation"] == "swiglu":
            dense |= {"W_gate": (d, f), "b_gate": (f,)}
        dense |= {"W_out": (f, d), "b_out": (d,)}
        out |= {f"{block}.feed_forward.{n}": s for n, s in dense.items() if config["biases"] or n.startswith("W")}
    if config["norm"] in ("pre", "sandwich"):
        add_norm("final_norm")
    if not config["tied"]:
        out["unembedding.W"] = (d, config["vocabulary"])
    return out


def draw(config: dict[str, Any], generator: torch.Generator, embedding_scale: float) -> dict[str, Tensor]:
    """Parameters in which nothing is 0 or 1 by habit: gains 0.5–1.5, biases ±0.5, matrices of about unit gain.

    All are multiples of 1/1024 (times `embedding_scale`), so float32 holds them exactly and both sides multiply the same numbers.
    """
    out = {}
    for name, shape in shapes(config).items():
        uniform = torch.rand(shape, generator=generator, dtype=torch.float64)
        if name.endswith("gain"):
            value = 0.5 + uniform
        elif name.rsplit(".", 1)[-1].startswith("b"):
            value = uniform - 0.5
        elif name.startswith("embedding"):
            value = (uniform - 0.5) * 3.0
        else:
            fan_in = shape[0] * shape[1] if name.endswith("W_O") else shape[-2]
            value = (uniform - 0.5) * 2.0 * math.sqrt(3.0 / fan_in)
        scale = embedding_scale if name == "embedding.token" else 1.0
        out[name] = torch.round(value * 1024) / 1024 * scale
    return out


def sinusoids(tokens: int, width: int, layout: str) -> Tensor:
    """[T, D]: PE(p, 2i) = sin(p / 10000^(2i/D)), PE(p, 2i+1) = cos of the same; side by side: all sines, then all cosines."""
    table = torch.zeros(tokens, width, dtype=torch.float64)
    for p in range(tokens):
        for column in range(width):
            angle = p / 10000 ** ((column - column % 2) / width)
            table[p, column] = math.cos(angle) if column % 2 else math.sin(angle)
    return table if layout == "interleaved" else torch.cat([table[:, 0::2], table[:, 1::2]], dim=1)


def rotate(x: Tensor, base: float) -> Tensor:
    """[·, T, K]: pair (i, i + K/2) of the token at p turned by p / base^(2i/K)."""
    width = x.shape[-1]
    half = width // 2
    out = x.clone()
    for p in range(x.shape[1]):
        for i in range(half):
            angle = p / base ** (2 * i / width)
            a, b = x[:, p, i], x[:, p, i + half]
            out[:, p, i] = a * math.cos(angle) - b * math.sin(angle)
            out[:, p, i + half] = a * math.sin(angle) + b * math.cos(angle)
    return out


def alibi(heads: int, tokens: int) -> Tensor:
    """[H, T, T]: −slope·|i − j|, slope of head h 2^(−8(h+1)/H)."""
    p = torch.arange(tokens, dtype=torch.float64)
    distance = (p[:, None] - p[None, :]).abs()
    slopes = torch.tensor([2.0 ** (-8 * (h + 1) / heads) for h in range(heads)], dtype=torch.float64)
    return -slopes[:, None, None] * distance


def allowed(mask: str, tokens: int) -> Tensor:
    """[T, T] bool: row = the token that looks. causal: itself and before; window:N: itself and the N − 1 before."""
    i, j = torch.arange(tokens)[:, None], torch.arange(tokens)[None, :]
    if mask == "none":
        return torch.ones(tokens, tokens, dtype=torch.bool)
    if mask == "causal":
        return j <= i
    return (j <= i) & (i - j < int(mask.removeprefix("window:")))


def norm(config: dict[str, Any], parameters: dict[str, Tensor], name: str, x: Tensor) -> Tensor:
    """[T, D]: layer norm (population variance, ε inside the root) or RMS norm, with gain and bias."""
    if config["norm_kind"] == "layernorm":
        centred = x - x.mean(dim=-1, keepdim=True)
    else:
        centred = x
    y = centred / torch.sqrt((centred**2).mean(dim=-1, keepdim=True) + EPSILON) * parameters[f"{name}.gain"]
    return y + parameters[f"{name}.bias"] if f"{name}.bias" in parameters else y


def activate(kind: str, x: Tensor) -> Tensor:
    """The activation, elementwise; for SwiGLU the silu of the gate."""
    if kind == "relu":
        return torch.where(x > 0, x, torch.zeros_like(x))
    if kind == "gelu":
        return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))
    if kind == "gelu-tanh":
        return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return x / (1 + torch.exp(-x))


def attention(
    config: dict[str, Any], p: dict[str, Tensor], block: str, queries_and_keys_from: Tensor, x: Tensor
) -> dict[str, Tensor]:
    """Both inputs [T, D] -> q, k, v, attn_scores, pattern, z, attn_out."""
    name = f"{block}.attention"

    def project(letter: str, source: Tensor) -> Tensor:
        y = torch.stack([source @ matrix for matrix in p[f"{name}.W_{letter}"]])
        return y + p[f"{name}.b_{letter}"][:, None, :] if config["biases"] else y

    q, k, v = project("Q", queries_and_keys_from), project("K", queries_and_keys_from), project("V", x)
    rotary = config["position"] == "rotary" and placement(config) == "query-key"
    if rotary:
        q, k = rotate(q, config["rope_base"]), rotate(k, config["rope_base"])
    tokens, width, shared_by = x.shape[0], q.shape[-1], q.shape[0] // k.shape[0]
    scores = torch.stack([q[h] @ k[h // shared_by].T for h in range(q.shape[0])]) / math.sqrt(width)
    if config["position"] == "alibi" and placement(config) == "query-key":
        scores = scores + alibi(q.shape[0], tokens)
    weights = torch.exp(scores - scores.amax(dim=-1, keepdim=True)) * allowed(config["mask"], tokens)
    pattern = weights / weights.sum(dim=-1, keepdim=True)
    z = torch.stack([pattern[h] @ v[h // shared_by] for h in range(q.shape[0])])
    attn_out = sum((z[h] @ p[f"{name}.W_O"][h] for h in range(q.shape[0])), start=torch.zeros_like(x))
    if config["biases"]:
        attn_out = attn_out + p[f"{name}.b_O"]
    return {"q": q, "k": k, "v": v, "attn_scores": scores, "pattern": pattern, "z": z, "attn_out": attn_out}


def feed_forward(config: dict[str, Any], p: dict[str, Tensor], block: str, x: Tensor) -> dict[str, Tensor]:
    """[T, D] -> mlp_pre, mlp_post, mlp_out."""

    def dense(name: str, source: Tensor) -> Tensor:
        y = source @ p[f"{block}.feed_forward.W_{name}"]
        return y + p[f"{block}.feed_forward.b_{name}"] if config["biases"] else y

    if config["activation"] == "swiglu":
        pre = dense("gate", x)
        post = activate("swiglu", pre) * dense("in", x)
    else:
        pre = dense("in", x)
        post = activate(config["activation"], pre)
    return {"mlp_pre": pre, "mlp_post": post, "mlp_out": dense("out", post)}


def forward(config: dict[str, Any], p: dict[str, Tensor], ids: list[int]) -> dict[str, Tensor]:
    """Token ids -> every array under its stored name: layers.{l}.NAME and logits."""
    kind, tokens = config["norm"], len(ids)
    alpha = (2 * config["n_layers"]) ** 0.25
    encoding = torch.zeros(tokens, config["d_model"], dtype=torch.float64)
    if config["position"] == "sinusoidal":
        encoding = sinusoids(tokens, config["d_model"], config["sinusoid_layout"])
    elif config["position"] == "learned":
        encoding = p["embedding.position"][:tokens]
    place = placement(config)

    def before(name: str, x: Tensor) -> Tensor:
        return norm(config, p, name, x) if kind in ("pre", "sandwich") else x

    def join(name: str, x: Tensor, sublayer: Tensor) -> Tensor:
        """What the residual stream is after a sublayer."""
        if kind == "sandwich":
            sublayer = norm(config, p, f"{name}_out", sublayer)
        if config["skip"]:
            sublayer = sublayer + (alpha * x if kind == "deepnorm" else x)
        return norm(config, p, name, sublayer) if kind in ("post", "deepnorm") else sublayer

    x = p["embedding.token"][ids]
    if config["scale_embedding"]:
        x = x * math.sqrt(config["d_model"])
    if place == "input":
        x = x + encoding
    out: dict[str, Tensor] = {}
    for layer in range(config["n_layers"]):
        block = f"blocks.{layer}"
        if place == "every-block":
            x = x + encoding
        arrays = {"resid_pre": x}
        read = before(f"{block}.norm1", x)
        arrays |= attention(config, p, block, read + encoding if place == "query-key" else read, read)
        x = join(f"{block}.norm1", x, arrays["attn_out"])
        if place == "after-attention" and layer == 0:
            x = x + encoding
        arrays["resid_mid"] = x
        arrays |= feed_forward(config, p, block, before(f"{block}.norm2", x))
        x = join(f"{block}.norm2", x, arrays["mlp_out"])
        arrays["resid_post"] = x
        out |= {f"layers.{layer}.{name}": array for name, array in arrays.items()}
    if kind in ("pre", "sandwich"):
        x = norm(config, p, "final_norm", x)
    out["logits"] = x @ (p["embedding.token"].T if config["tied"] else p["unembedding.W"])
    return out
