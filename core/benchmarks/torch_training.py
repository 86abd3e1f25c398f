"""The same training step in PyTorch at its best: modules, fused attention, its own Adam."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from core.model import Weights

IntArray = NDArray[np.int64]

TOLERANCE: Final = 1e-4
"""Largest difference of the first losses, as a share of them, between two steps that compute the same."""


class _Block(nn.Module):  # type: ignore[misc]
    """One pre-norm block, causal."""

    def __init__(self, width: int, heads: int, hidden: int) -> None:
        super().__init__()
        self.heads = heads
        self.qkv, self.o = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, hidden), nn.Linear(hidden, width)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x: Any) -> Any:
        """x [B, T, D] -> [B, T, D]."""
        batch, length, width = x.shape
        parts = self.qkv(self.norm1(x)).split(width, -1)
        q, k, v = (part.view(batch, length, self.heads, -1).transpose(1, 2) for part in parts)
        mixed = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.o(mixed.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(torch.relu(self.up(self.norm2(x))))


class _LanguageModel(nn.Module):  # type: ignore[misc]
    """Token and learned position embeddings, blocks, a final norm, an output matrix of its own."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        config = weights.config
        self.token = nn.Embedding(config.vocabulary, config.d_model)
        self.position = nn.Embedding(config.context, config.d_model)
        self.blocks = nn.Sequential(*(_Block(config.d_model, config.n_heads, config.ff_width) for _ in range(config.n_layers)))
        self.final = nn.LayerNorm(config.d_model)
        self.out = nn.Linear(config.d_model, config.vocabulary, bias=False)
        with torch.no_grad():
            self._take_over(weights)

    def _take_over(self, weights: Weights) -> None:
        def read(name: str) -> Any:
            return torch.tensor(weights.matrix(name))

        self.token.weight.copy_(read("embedding.token"))
        self.position.weight.copy_(read("embedding.position"))
        self.out.weight.copy_(read("unembedding.W").T)
        for layer, block in enumerate(self.blocks):
            prefix = f"blocks.{layer}"
            block.qkv.weight.copy_(torch.cat([read(f"{prefix}.attention.W_{letter}") for letter in "QKV"], 1).T)
            for linear, name in ((block.o, "attention.W_O"), (block.up, "feed_forward.W_in"), (block.down, "feed_forward.W_out")):
                linear.weight.copy_(read(f"{prefix}.{name}").T)
            for linear in (block.qkv, block.o, block.up, block.down):
                linear.bias.zero_()  # as ours begin

    def forward(self, ids: Any) -> Any:
        """Ids [B, T] -> logits [B, T, V]."""
        x = self.token(ids) + self.position.weight[: ids.shape[1]]
        return self.out(self.final(self.blocks(x)))


def torch_step(weights: Weights, ids: IntArray, targets: IntArray, rate: float, threads: int) -> Callable[[], float]:
    """A step of PyTorch from `weights` on: ids and targets [B, T]; each call takes one more and gives the loss before it."""
    torch.set_num_threads(threads)
    model = _LanguageModel(weights)
    optimiser = torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.98))
    given, wanted = torch.tensor(ids), torch.tensor(targets).flatten()

    def step() -> float:
        loss = functional.cross_entropy(model(given).flatten(0, 1), wanted)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        return float(loss.item())

    return step


def check_loss(ours: float, theirs: object) -> None:
    """See that both sides begin with the same loss.

    Raises
    ------
    RuntimeError
        When they do not: the times of two different computations say nothing.
    """
    assert isinstance(theirs, float)
    if not abs(ours - theirs) <= TOLERANCE * abs(theirs):
        raise RuntimeError(f"the first loss is {ours:.6f} here and {theirs:.6f} in PyTorch: these are two computations")
