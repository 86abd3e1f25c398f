"""The same pass in PyTorch, written as one writes it there, operation by operation, keeping the same arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from math import sqrt
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import layer_norm

from core.model import Trace, Weights

FloatArray = NDArray[np.float32]
Block = dict[str, Any]
"""The parameters of one block as tensors; W_QKV [D, 3·D] holds queries, keys and values side by side."""
Found = tuple[Any, list[tuple[Any, ...]]]
"""What leaves the last block, and the arrays `KEPT` of each block."""

KEPT: Final = (
    "resid_pre", "q", "k", "v", "attn_scores", "pattern", "z", "attn_out", "resid_mid", "mlp_pre", "mlp_post", "mlp_out",
)  # fmt: skip
M_TRIM_THRESHOLD, M_MMAP_MAX = -1, -4
"""Settings of glibc's mallopt: free bytes from which memory is returned, and how many large pieces may lie apart."""
TOLERANCE: Final = 1e-4
"""Largest difference, as a share of the largest value of an array, between two passes that compute the same."""


def torch_pass(weights: Weights, x: FloatArray, threads: int) -> Callable[[], Found]:
    """PyTorch's pass over x [T, D]: pre-norm, ReLU, biases, no mask, in eager mode without gradients."""
    torch.set_num_threads(threads)
    config = weights.config
    blocks = [_parameters(weights, layer) for layer in range(config.n_layers)]
    start = torch.tensor(x)

    def run() -> Found:
        trace = []
        y = start
        with torch.no_grad():
            for parameters in blocks:
                y, kept = _block(y, parameters, config.n_heads)
                trace.append(kept)
        return y, trace

    return run


def _parameters(weights: Weights, layer: int) -> Block:
    def read(name: str) -> Any:
        return torch.tensor(weights.matrix(f"blocks.{layer}.{name}"))

    return {
        "W_QKV": torch.cat([read(f"attention.W_{letter}") for letter in "QKV"], 1),
        "b_QKV": torch.cat([read(f"attention.b_{letter}") for letter in "QKV"]),
        **{name: read(f"attention.{name}") for name in ("W_O", "b_O")},
        **{name: read(f"feed_forward.{name}") for name in ("W_in", "b_in", "W_out", "b_out")},
        **{f"norm{i}": (read(f"norm{i}.gain"), read(f"norm{i}.bias")) for i in (1, 2)},
    }


def _block(x: Any, p: Block, n_heads: int) -> tuple[Any, tuple[Any, ...]]:
    """x [T, D] -> (what leaves the block [T, D], the arrays `KEPT`)."""
    length, width = x.shape
    head_width = width // n_heads
    qkv = torch.addmm(p["b_QKV"], layer_norm(x, (width,), *p["norm1"]), p["W_QKV"])
    q, k, v = (part.view(length, n_heads, head_width).transpose(0, 1) for part in qkv.split(width, 1))
    scores = q @ k.transpose(1, 2) / sqrt(head_width)
    pattern = scores.softmax(-1)
    z = pattern @ v
    attn_out = torch.addmm(p["b_O"], z.transpose(0, 1).reshape(length, width), p["W_O"])
    middle = x + attn_out
    before = torch.addmm(p["b_in"], layer_norm(middle, (width,), *p["norm2"]), p["W_in"])
    after = torch.relu(before)
    mlp_out = torch.addmm(p["b_out"], after, p["W_out"])
    return middle + mlp_out, (x, q, k, v, scores, pattern, z, attn_out, middle, before, after, mlp_out)


def keep_memory() -> bool:
    """Have this process keep what PyTorch gives back, from now on; whether its memory is managed by glibc, which can be told so.

    As it comes, glibc returns much of it to the system after each pass and fetches it anew, page by page, in the next.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # TypeError: Windows has no library without a name
        return False
    return all(mallopt(setting, value) for setting, value in ((M_MMAP_MAX, 0), (M_TRIM_THRESHOLD, 2**31 - 1)))


def check_agreement(trace: Trace, found: Found) -> None:
    """See that PyTorch found the numbers of `trace`.

    Raises
    ------
    RuntimeError
        When an array differs by more than `TOLERANCE`: the times of two different computations say nothing.
    """
    last, blocks = found
    for layer, (ours, theirs) in enumerate(zip(trace.layers, blocks, strict=True)):
        for name, array in zip(KEPT, theirs, strict=True):
            _compare(f"{name} of block {layer}", getattr(ours, name), array.numpy())
    _compare("the output of the last block", trace.layers[-1].resid_post, last.numpy())


def _compare(what: str, ours: FloatArray | None, theirs: FloatArray) -> None:
    if ours is None or ours.shape != theirs.shape:
        raise RuntimeError(f"{what} is not what PyTorch kept")
    difference = float(np.abs(ours - theirs).max() / np.abs(theirs).max())
    if not difference <= TOLERANCE:  # a NaN is no agreement either
        raise RuntimeError(f"{what} differs from PyTorch's by {difference:.1e} of its largest value: these are two computations")
