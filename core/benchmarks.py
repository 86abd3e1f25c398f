"""`main.py bench` without a window: the forward pass beside its bare matrix products and beside PyTorch, and the import of core."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any, Final

RUNS: Final = 9
WARM_UP: Final = 2
GRID: Final = tuple(
    (d, layers, heads, t) for d, layers, heads in ((64, 2, 2), (256, 4, 4), (512, 6, 8), (768, 12, 12)) for t in (8, 32, 128, 512)
)
ROOT: Final = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Row:
    """One measured row; times in ms, None where a side was not measured. `ratio` = torch / ours."""

    name: str
    ours_ms: float | None = None
    torch_ms: float | None = None
    ratio: float | None = None
    products_ms: float | None = None
    p50_ms: float | None = None
    p95_ms: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """The row as JSON."""
        return asdict(self)

    def __str__(self) -> str:
        values = ((name, value) for name, value in asdict(self).items() if name != "name" and value is not None)
        return f"{self.name:28}" + "  ".join(f"{name} {value:.2f}" for name, value in values)


def machine() -> dict[str, Any]:
    """What was measured on."""
    packages = {name: version(name) for name in ("numpy", "numba", "PySide6_Essentials") if find_spec(name.partition("_")[0])}
    return {"system": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count()} | packages


def core_rows(only: str) -> Iterator[Row]:
    """The rows that need no window and whose name begins with `only`."""
    if "core/import".startswith(only):
        yield Row("core/import", ours_ms=_import_ms())
    for d_model, layers, heads, tokens in GRID:
        name = f"forward/d{d_model}-L{layers}-T{tokens}"
        if name.startswith(only):
            yield _forward(name, d_model, layers, heads, tokens)


def _import_ms() -> float:
    """What importing core.model and a forward pass's modules costs beyond numpy, in fresh interpreters."""
    program = (
        "import numpy; from time import perf_counter; start = perf_counter(); "
        "from core.model import forward, random_weights; print((perf_counter() - start) * 1000)"
    )
    command = [sys.executable, "-c", program]
    return statistics.median(float(subprocess.check_output(command, cwd=ROOT, text=True)) for _ in range(RUNS))


def _forward(name: str, d_model: int, layers: int, heads: int, tokens: int) -> Row:
    import numpy as np

    from core.kernels import compiled_kernels
    from core.kernels.products import product
    from core.model import ModelConfig, forward, random_weights

    config = ModelConfig(d_model=d_model, n_layers=layers, n_heads=heads)
    weights, ids, kernels = random_weights(config), list(range(tokens)), compiled_kernels()
    x = weights.token_rows(ids)
    wide, deep = np.ones((d_model, 4 * d_model), np.float32), np.ones((4 * d_model, d_model), np.float32)
    square, three = np.ones((d_model, d_model), np.float32), np.ones((d_model, 3 * d_model), np.float32)
    head, cells = np.ones((tokens, config.d_head), np.float32), np.ones((tokens, tokens), np.float32)

    def ours() -> object:
        return forward(config, weights, ids, logits=False, kernels=kernels)

    def products() -> None:
        for _ in range(layers):
            product(x, three)
            for _ in range(heads):
                head @ head.T
                cells @ head
            product(x, square)
            product(product(x, wide), deep)

    sides: list[Callable[[], object]] = [ours, products]
    torch_pass = _torch_pass(weights, ids) if find_spec("torch") else None
    if torch_pass is not None:
        sides.append(torch_pass)
    times = _in_turn(sides)
    ours_ms, products_ms = times[0], times[1]
    torch_ms = times[2] if torch_pass is not None else None
    ratio = None if torch_ms is None else torch_ms / ours_ms
    return Row(name, ours_ms=ours_ms, torch_ms=torch_ms, ratio=ratio, products_ms=products_ms)


def _torch_pass(weights: Any, ids: list[int]) -> Callable[[], object]:
    """The same pre-norm blocks in PyTorch eager on two threads, keeping the same arrays."""
    import torch
    import torch.nn.functional as functional

    torch.set_num_threads(2)
    config = weights.config
    blocks = []
    for layer in range(config.n_layers):
        prefix = f"blocks.{layer}"

        def read(name: str, prefix: str = prefix) -> Any:
            return torch.from_numpy(weights.matrix(f"{prefix}.{name}").copy())

        qkv = torch.cat([read(f"attention.W_{letter}") for letter in "QKV"], 1)
        qkv_bias = torch.cat([read(f"attention.b_{letter}") for letter in "QKV"])
        out = (read("attention.W_O"), read("attention.b_O"))
        up = (read("feed_forward.W_in"), read("feed_forward.b_in"))
        down = (read("feed_forward.W_out"), read("feed_forward.b_out"))
        norms = [(read(f"norm{i}.gain"), read(f"norm{i}.bias")) for i in (1, 2)]
        blocks.append((qkv, qkv_bias, out, up, down, norms))
    start = torch.from_numpy(weights.token_rows(ids))
    width, head_width = config.d_model, config.d_head

    def run() -> object:
        x, trace = start, []
        with torch.no_grad():
            for qkv, qkv_bias, (w_o, b_o), (w_1, b_1), (w_2, b_2), (norm1, norm2) in blocks:
                y = functional.layer_norm(x, (width,), *norm1)
                parts = torch.addmm(qkv_bias, y, qkv).split(width, 1)
                q, k, v = (part.view(len(x), config.n_heads, head_width).transpose(0, 1) for part in parts)
                scores = q @ k.transpose(1, 2) / head_width**0.5
                pattern = scores.softmax(-1)
                z = pattern @ v
                attn_out = torch.addmm(b_o, z.transpose(0, 1).reshape(len(x), width), w_o)
                middle = x + attn_out
                pre = torch.addmm(b_1, functional.layer_norm(middle, (width,), *norm2), w_1)
                post = torch.relu(pre)
                mlp_out = torch.addmm(b_2, post, w_2)
                trace.append((x, q, k, v, scores, pattern, z, attn_out, middle, pre, post, mlp_out))
                x = middle + mlp_out
        return trace

    return run


def _in_turn(sides: list[Callable[[], object]]) -> list[float]:
    """Median time of each side in ms; the sides take turns, so that a busy moment hits all of them."""
    times: list[list[float]] = [[] for _ in sides]
    for turn in range(WARM_UP + RUNS):
        for side, taken in zip(sides, times, strict=True):
            start = perf_counter()
            side()
            if turn >= WARM_UP:
                taken.append((perf_counter() - start) * 1000)
    return [statistics.median(taken) for taken in times]
