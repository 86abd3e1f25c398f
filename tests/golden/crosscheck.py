"""The reference against torch's own layers: nn.TransformerEncoderLayer decides where norm and skip connection stand.

Each block is rebuilt as an nn.TransformerEncoderLayer (norm_first True or False) with nn.LayerNorm or nn.RMSNorm,
nn.MultiheadAttention where that layer can express the attention and F.scaled_dot_product_attention elsewhere, F.relu, F.gelu,
F.silu. What torch has no layer for is expressed through what it has: DeepNorm's α·x as x + (α − 1)·x, a missing skip connection by
leaving the layer's own sum out, the turned pairs of rotary positions as complex numbers.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from tests.golden.reference import alibi, allowed, head_width, placement, sinusoids

TOLERANCE = 1e-12


class AddEncoding(nn.Module):
    """x + encoding."""

    def __init__(self, encoding: Tensor) -> None:
        super().__init__()
        self.encoding = encoding

    def forward(self, x: Tensor) -> Tensor:
        """[T, D] -> [T, D]."""
        return x + self.encoding


class Layer(nn.TransformerEncoderLayer):
    """One block on torch's own layer; `seen` collects its arrays under the stored names."""

    def __init__(self, config: dict[str, Any], p: dict[str, Tensor], index: int, encoding: Tensor, tokens: int) -> None:
        heads, width = config["n_heads"], config["d_model"]
        self.plain_heads = (
            heads * head_width(config) == width
            and (config["n_kv_heads"] or heads) == heads
            and not (config["position"] == "rotary" and placement(config) == "query-key")
        )
        super().__init__(
            width,
            heads if self.plain_heads else 1,
            dim_feedforward=config["d_ff"] or 4 * width,
            dropout=0.0,
            activation=_activation(config["activation"]),
            norm_first=config["norm"] in ("pre", "sandwich"),
            bias=config["biases"],
            dtype=torch.float64,
        )
        self.config, self.encoding, self.seen = config, encoding, {}
        self.weights = {n.removeprefix(f"blocks.{index}."): a for n, a in p.items() if n.startswith(f"blocks.{index}.")}
        self.mask = torch.zeros(tokens, tokens, dtype=torch.float64).masked_fill(~allowed(config["mask"], tokens), -math.inf)
        if config["position"] == "alibi" and placement(config) == "query-key":
            self.mask = self.mask + alibi(heads, tokens)
        self.linear1.weight.data = self.weights["feed_forward.W_in"].T
        self.linear2.weight.data = self.weights["feed_forward.W_out"].T
        if config["biases"]:
            self.linear1.bias.data = self.weights["feed_forward.b_in"]
            self.linear2.bias.data = self.weights["feed_forward.b_out"]
        if self.plain_heads:
            self._fill_attention()
        for name in ("norm1", "norm2"):
            setattr(self, name, _norm(config, self.weights, name))
        if config["norm"] == "sandwich":
            self.norm1_out, self.norm2_out = _norm(config, self.weights, "norm1_out"), _norm(config, self.weights, "norm2_out")

    def _fill_attention(self) -> None:
        w = self.weights
        rows = [w[f"attention.W_{letter}"].permute(0, 2, 1).flatten(0, 1) for letter in "QKV"]
        self.self_attn.in_proj_weight.data = torch.cat(rows)
        self.self_attn.out_proj.weight.data = w["attention.W_O"].flatten(0, 1).T
        if self.config["biases"]:
            self.self_attn.in_proj_bias.data = torch.cat([w[f"attention.b_{letter}"].flatten() for letter in "QKV"])
            self.self_attn.out_proj.bias.data = w["attention.b_O"]

    def run(self, x: Tensor) -> Tensor:
        """[T, D] -> [T, D] through torch's forward; with the skip connections off, through its parts."""
        if self.config["skip"]:
            return self(x)
        if self.norm_first:
            x = self._sa_block(self.norm1(x), None, None)
            return self._ff_block(self.norm2(x))
        x = self.norm1(self._sa_block(x, None, None))
        return self.norm2(self._ff_block(x))

    def _stretch(self, x: Tensor) -> Tensor | float:
        """What DeepNorm adds beside x, so that the layer's own x + … makes α·x."""
        alpha = (2 * self.config["n_layers"]) ** 0.25
        return (alpha - 1) * x if self.config["norm"] == "deepnorm" and self.config["skip"] else 0.0

    def _sa_block(self, x: Tensor, attn_mask: Any, key_padding_mask: Any, is_causal: bool = False) -> Tensor:
        source = x + self.encoding if placement(self.config) == "query-key" else x
        if self.plain_heads:
            out, pattern = self.self_attn(source, source, x, attn_mask=self.mask, average_attn_weights=False)
            self.seen["pattern"] = pattern
        else:
            out = self._fused_attention(source, x)
        self.seen["attn_out"] = out
        out = self.norm1_out(out) if self.config["norm"] == "sandwich" else out
        return out + self._stretch(x)

    def _fused_attention(self, source: Tensor, x: Tensor) -> Tensor:
        w = self.weights

        def project(letter: str, y: Tensor) -> Tensor:
            out = torch.einsum("td,hdk->htk", y, w[f"attention.W_{letter}"])
            return out + w[f"attention.b_{letter}"].unsqueeze(1) if self.config["biases"] else out

        q, k, v = project("Q", source), project("K", source), project("V", x)
        if self.config["position"] == "rotary" and placement(self.config) == "query-key":
            q, k = _turn(q, self.config["rope_base"]), _turn(k, self.config["rope_base"])
        mask = self.mask.expand(q.shape[0], -1, -1)[None]
        z = functional.scaled_dot_product_attention(q[None], k[None], v[None], attn_mask=mask, enable_gqa=True)[0]
        self.seen |= {"q": q, "k": k, "v": v, "z": z}
        out = torch.einsum("htk,hkd->td", z, w["attention.W_O"])
        return out + w["attention.b_O"] if self.config["biases"] else out

    def _ff_block(self, x: Tensor) -> Tensor:
        if self.config["activation"] == "swiglu":
            w = self.weights
            bias = w["feed_forward.b_gate"] if self.config["biases"] else None
            gate = functional.linear(x, w["feed_forward.W_gate"].T, bias)
            hidden = functional.silu(gate) * self.linear1(x)
            self.seen |= {"mlp_pre": gate, "mlp_post": hidden}
            out = self.linear2(hidden)
        else:
            out = super()._ff_block(x)
        self.seen["mlp_out"] = out
        out = self.norm2_out(out) if self.config["norm"] == "sandwich" else out
        return out + self._stretch(x)


def _activation(kind: str) -> Any:
    if kind == "gelu-tanh":
        return lambda x: functional.gelu(x, approximate="tanh")
    return {"relu": functional.relu, "gelu": functional.gelu, "swiglu": functional.silu}[kind]


def _norm(config: dict[str, Any], weights: dict[str, Tensor], name: str) -> nn.Module:
    if f"{name}.gain" not in weights:
        return nn.Identity()
    if config["norm_kind"] == "rmsnorm":
        module: Any = nn.RMSNorm(config["d_model"], eps=1e-5, dtype=torch.float64)
    else:
        module = nn.LayerNorm(config["d_model"], eps=1e-5, bias=config["biases"], dtype=torch.float64)
    module.weight.data = weights[f"{name}.gain"]
    if f"{name}.bias" in weights:
        module.bias.data = weights[f"{name}.bias"]
    return module


def _turn(x: Tensor, base: float) -> Tensor:
    """Rotary positions as a product with e^(i·angle): real part first half, imaginary part second half."""
    half = x.shape[-1] // 2
    pairs = torch.view_as_complex(torch.stack([x[..., :half], x[..., half:]], dim=-1).contiguous())
    frequency = base ** (-torch.arange(half, dtype=torch.float64) / half)
    angle = torch.arange(x.shape[1], dtype=torch.float64)[:, None] * frequency
    turned = pairs * torch.polar(torch.ones_like(angle), angle)
    return torch.cat([turned.real, turned.imag], dim=-1)


def close(ours: Tensor, theirs: Tensor) -> bool:
    """Whether two float64 arrays agree relative to the largest value."""
    return ours.shape == theirs.shape and float((ours - theirs).abs().max()) <= TOLERANCE * float(theirs.abs().max())


def check(config: dict[str, Any], p: dict[str, Tensor], ids: list[int], arrays: dict[str, Tensor]) -> None:
    """Raise AssertionError, naming the array, where the reference and torch's layers part."""
    tokens, place = len(ids), placement(config)
    encoding = torch.zeros(tokens, config["d_model"], dtype=torch.float64)
    if config["position"] == "sinusoidal":
        encoding = sinusoids(tokens, config["d_model"], config["sinusoid_layout"])
    elif config["position"] == "learned":
        encoding = nn.Embedding.from_pretrained(p["embedding.position"])(torch.arange(tokens))
    x = nn.Embedding.from_pretrained(p["embedding.token"])(torch.tensor(ids))
    x = x * config["d_model"] ** 0.5 if config["scale_embedding"] else x
    x = x + encoding if place == "input" else x
    for index in range(config["n_layers"]):
        x = x + encoding if place == "every-block" else x
        layer = Layer(config, p, index, encoding, tokens)
        if place == "after-attention" and index == 0:
            _add_after_attention(layer, encoding)
        before, x = x, layer.run(x)
        for name, array in {"resid_pre": before, **layer.seen, "resid_post": x}.items():
            assert close(arrays[f"layers.{index}.{name}"], array), f"layers.{index}.{name}"
    if config["norm"] in ("pre", "sandwich"):
        x = _norm(config, p, "final_norm")(x)
    output = nn.Linear(config["d_model"], config["vocabulary"], bias=False, dtype=torch.float64)
    output.weight.data = p["embedding.token"] if config["tied"] else p["unembedding.W"].T
    assert close(arrays["logits"], output(x)), "logits"


def _add_after_attention(layer: Layer, encoding: Tensor) -> None:
    """Let the encoding join the residual stream right after attention: after its norm in post-norm and DeepNorm.

    Without a norm after the sum it makes no difference whether it joins the sum or what is summed, so there the sublayer brings it.
    """
    if layer.norm_first:
        attend = layer._sa_block
        layer._sa_block = lambda *arguments, **named: attend(*arguments, **named) + encoding  # type: ignore[method-assign]
    else:
        layer.norm1 = nn.Sequential(layer.norm1, AddEncoding(encoding))
