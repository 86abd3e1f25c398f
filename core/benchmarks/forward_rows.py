"""The forward pass beside its bare matrix products and, where it is installed, beside PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Final

from core.benchmarks.apart import measured_apart
from core.benchmarks.products import FloatArray, bare_products
from core.benchmarks.row import Row
from core.benchmarks.sizes import GRID, Size
from core.benchmarks.timing import Side, in_turn
from core.kernels import compiled_kernels
from core.model import Trace, Weights, forward, random_weights

WORKERS: Final = 2
"""Threads of each side."""

_SIZES: Final = {f"forward/{size}": size for size in GRID}


def names() -> tuple[str, ...]:
    """One row for each model and length."""
    return tuple(_SIZES)


def measure(wanted: Sequence[str]) -> Iterator[Row]:
    """Measure some of the rows, each apart."""
    for name in wanted:
        yield measured_apart(measure_row, name)


def measure_row(name: str) -> Row:
    """Measure one of the rows here."""
    return measure_size(name, _SIZES[name])


def measure_size(name: str, size: Size) -> Row:
    """One row: the same weights and the same input on each side, everything kept, no logits.

    `ratio` is that to PyTorch as it comes, `ratio_kept` that to a PyTorch whose process keeps its memory from pass to pass.
    """
    weights = random_weights(size.config())
    run = one_pass(weights, size.tokens)
    trace = run()
    x = trace.layers[0].resid_pre
    assert x is not None
    with ThreadPoolExecutor(1, thread_name_prefix="product") as other:
        sides: dict[str, Side] = {"ours": run, "products": bare_products(weights, x, other)}
        if find_spec("torch") is not None:
            sides["torch"] = _torch_side(weights, x, trace)
        del trace
        medians = in_turn(sides)
    more = {}
    if "torch" in sides and (kept := _with_memory_kept({name: sides[name] for name in ("ours", "torch")})):
        more = {"torch_kept_ms": kept["torch"], "ratio_kept": kept["torch"] / kept["ours"]}
    return Row(name, ours_ms=medians["ours"], torch_ms=medians.get("torch"), products_ms=medians["products"], more=more)


def _with_memory_kept(sides: dict[str, Side]) -> dict[str, float]:
    """The sides once more where PyTorch need not fetch its memory anew, as we never have to; nothing where that cannot be."""
    from core.benchmarks.torch_side import keep_memory

    return in_turn(sides) if keep_memory() else {}


def one_pass(weights: Weights, tokens: int, after: Trace | None = None) -> Callable[[], Trace]:
    """Our pass over `tokens` different tokens, on compiled loops; see `core.model.forward` for `after`."""
    kernels = compiled_kernels()
    return lambda: forward(weights.config, weights, range(tokens), logits=False, kernels=kernels, workers=WORKERS, after=after)


def _torch_side(weights: Weights, x: FloatArray, trace: Trace) -> Side:
    """PyTorch's pass, once it has computed what `trace` holds."""
    from core.benchmarks.torch_side import check_agreement, torch_pass

    run = torch_pass(weights, x, WORKERS)
    check_agreement(trace, run())
    return run
