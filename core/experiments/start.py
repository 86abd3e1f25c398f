"""Before any training: how large the gradient of the last feed-forward matrix is in networks of different depth, and the stream.

Xiong et al., 2020 (arXiv 2002.04745): at the start that gradient is O(d·√ln d) in post-norm, whatever the depth, and
O(d·√(ln d / L)) in pre-norm. Settings are theirs and those of the lesson; both are measured here over several seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.experiments.outcome import Outcome, finite
from core.learning.gradients import add_gradient
from core.learning.vector import parameter_vector
from core.messages import QT_TRANSLATE_NOOP, Cancelled
from core.model.config import ModelConfig
from core.model.counts import peak_bytes
from core.model.memory import check_memory
from core.model.parameters import Constant, parameter_table
from core.model.trace import EVERYTHING, LayerTrace
from core.model.transformer import forward
from core.model.weights import loaded_weights, random_weights

Placement = Literal["post", "pre"]
PLACEMENTS: Final[tuple[Placement, ...]] = ("post", "pre")

DEPTHS: Final = (2, 6, 12, 24, 48)
SEEDS: Final = 5
TOKENS: Final = 32
SENTENCES: Final = 4
SETTING: Final = ModelConfig(
    d_model=256, n_heads=8, n_layers=2, d_ff=1024, vocabulary=1000, tied=False, biases=False, position="none", context=TOKENS
)
"""Width 256, 8 heads, F = 4 D, V 1000, every matrix Xavier uniform, embeddings N(0, 1), no biases."""
FLAT: Final = 1.3
"""Largest ÷ smallest of the post-norm gradients up to which they count as the same."""
CONSTANT: Final = 1.4
"""The same for pre-norm gradient · √L."""

STREAM_SETTING: Final = ModelConfig(
    d_model=128, n_heads=1, n_layers=12, d_ff=128, vocabulary=1000, tied=False, biases=False, position="none", context=TOKENS
)
"""The paper's: feed-forward matrices D × D, queries and keys 0, Xavier normal."""
STREAM_SEEDS: Final = 60
"""So many that the mean in post-norm lies within 0.03 of what theory says."""
NOISE: Final = 0.05
"""What the mean over the seeds may lie outside of theory's bounds by."""

CLAIM: Final = QT_TRANSLATE_NOOP(
    "core",
    "Before any training, the gradient of the last feed-forward matrix does not depend on the depth L in post-norm, and falls with "
    "1/√L in pre-norm.",
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StartRow:
    """Networks of one depth and placement, over all seeds."""

    norm: Placement
    layers: int
    last: NDArray[np.float64]
    """[seeds] norm of the gradient of W_out of the last block."""
    inner: NDArray[np.float64]
    """[seeds, L] of W_in of each block."""
    outer: NDArray[np.float64]
    """[seeds, L] of W_out of each block."""

    @property
    def mean(self) -> float:
        """Mean of `last`."""
        return float(self.last.mean())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StreamRow:
    """The residual stream in the paper's setting, block after block."""

    norm: Placement
    sizes: NDArray[np.float64]
    """[seeds, L] ‖x‖² / D, mean over tokens, after each block; in post-norm before its last norm."""
    low: NDArray[np.float64]
    """[L] theory's lower bound."""
    high: NDArray[np.float64]
    """[L] theory's upper bound."""

    @property
    def within(self) -> bool:
        """Whether the mean over the seeds lies between the bounds in every block, give or take NOISE."""
        mean = self.sizes.mean(axis=0)
        return bool(((mean >= self.low - NOISE) & (mean <= self.high + NOISE)).all())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StartOutcome(Outcome):
    """What was found before training."""

    rows: tuple[StartRow, ...]
    streams: tuple[StreamRow, ...]

    def spread(self, norm: Placement) -> float:
        """Largest ÷ smallest mean gradient over the depths; in pre-norm of the gradient · √L. Infinite where one is 0."""
        means = self._constants(norm)
        return max(means) / min(means) if min(means) > 0 else inf

    def level(self, norm: Placement) -> float:
        """Where theory's line stands: the mean gradient over the depths; in pre-norm that of the gradient · √L, the c in c/√L."""
        means = self._constants(norm)
        return sum(means) / len(means)

    def _constants(self, norm: Placement) -> list[float]:
        """What theory says is the same at every depth."""
        return [row.mean * (sqrt(row.layers) if norm == "pre" else 1.0) for row in self.rows if row.norm == norm]

    def measured(self) -> dict[str, Any]:
        """One object for each depth and placement, and one for each stream."""
        return {
            "setting": {"length": TOKENS, "sentences": SENTENCES, "seeds": len(self.rows[0].last), "targets": SENTENCES * TOKENS},
            "largest_over_smallest": {
                "post": finite(self.spread("post")),
                "pre_times_root_of_depth": finite(self.spread("pre")),
            },
            "rows": [
                {
                    "norm": row.norm,
                    "layers": row.layers,
                    "gradient": row.mean,
                    "lowest": float(row.last.min()),
                    "highest": float(row.last.max()),
                    "gradient_times_root_of_depth": row.mean * sqrt(row.layers),
                    "W_in_by_block": row.inner.mean(axis=0).tolist(),
                    "W_out_by_block": row.outer.mean(axis=0).tolist(),
                }
                for row in self.rows
            ],
            "stream": [
                {
                    "norm": row.norm,
                    "size_by_block": row.sizes.mean(axis=0).tolist(),
                    "theory_low": row.low.tolist(),
                    "theory_high": row.high.tolist(),
                    "within": row.within,
                }
                for row in self.streams
            ],
        }


def run_start(
    config: ModelConfig = SETTING,
    *,
    depths: Sequence[int] = DEPTHS,
    seeds: int = SEEDS,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> StartOutcome:
    """Measure gradients in `config` at every depth, and the stream in the paper's setting.

    It holds where post-norm is flat within FLAT, pre-norm · √L constant within CONSTANT, and both streams lie in theory's band.

    Raises
    ------
    InputError
        When the deepest of the models needs more memory than there is.
    Cancelled
        When `cancelled` says so, which is asked after each network.
    """
    deepest = replace(config, n_layers=max(depths))
    # The weights, their gradient as long, and one sentence's arrays forwards and back.
    check_memory(deepest, TOKENS, 2 * peak_bytes(deepest, TOKENS, EVERYTHING, logits=True).total)
    work = [(norm, layers, seed) for norm in PLACEMENTS for layers in depths for seed in range(seeds)]
    total, done = sum(layers for _, layers, _ in work), 0
    found: dict[tuple[Placement, int], list[tuple[NDArray[np.float64], NDArray[np.float64]]]] = {}
    for norm, layers, seed in work:
        if cancelled is not None and cancelled():
            raise Cancelled
        model = replace(config, norm=norm, n_layers=layers, seed=(config.seed + seed) % 2**63)
        found.setdefault((norm, layers), []).append(gradient_norms(model))
        done += layers
        if progress is not None:
            progress(done, total)
    rows = tuple(
        StartRow(
            norm=norm,
            layers=layers,
            last=np.array([outer[-1] for _, outer in parts]),
            inner=np.array([inner for inner, _ in parts]),
            outer=np.array([outer for _, outer in parts]),
        )
        for (norm, layers), parts in found.items()
    )
    streams = stream_sizes()
    outcome = StartOutcome(experiment="stability", config=config, claim=CLAIM, holds=False, rows=rows, streams=streams)
    holds = outcome.spread("post") <= FLAT and outcome.spread("pre") <= CONSTANT and all(row.within for row in streams)
    return replace(outcome, holds=holds)


def gradient_norms(config: ModelConfig) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """([L] norm of the gradient of W_in of each block, [L] of W_out) for the mean loss of SENTENCES · TOKENS random targets."""
    rng = np.random.default_rng([config.seed, 2])
    ids, targets = rng.integers(config.vocabulary, size=(2, SENTENCES, TOKENS))
    weights, layout = random_weights(config), parameter_vector(config)
    views = layout.views(layout.zeros())
    for sentence, wanted in zip(ids, targets, strict=True):
        add_gradient(weights, sentence.tolist(), wanted, targets.size, views)
    inner, outer = (
        np.array([np.linalg.norm(views[f"blocks.{layer}.feed_forward.{name}"]) for layer in range(config.n_layers)], np.float64)
        for name in ("W_in", "W_out")
    )
    return inner, outer


def stream_sizes(seeds: int = STREAM_SEEDS, config: ModelConfig = STREAM_SETTING) -> tuple[StreamRow, ...]:
    """‖x‖² / D after each block, in the paper's setting, with theory's band: one row each of PLACEMENTS, with the same weights.

    Post-norm: E‖x‖²/D = 3/2 before the block's last norm: 1 of the normalised stream and ½ of the network's output (a ReLU keeps
    half of the square). Pre-norm: between 1 + l/2 and 1 + 3l/2 after block l, each of which adds ½ by its network and up to 1 by
    attention.
    """
    sizes = np.array([_sizes(replace(config, seed=seed)) for seed in range(seeds)])
    blocks = np.arange(1, config.n_layers + 1)
    level = np.full(len(blocks), 1.5)
    bounds = {"post": (level, level), "pre": (1 + blocks / 2, 1 + 3 * blocks / 2)}
    return tuple(
        StreamRow(norm=norm, sizes=sizes[:, number], low=bounds[norm][0], high=bounds[norm][1])
        for number, norm in enumerate(PLACEMENTS)
    )


def _sizes(config: ModelConfig) -> NDArray[np.float64]:
    """[placements, L] of one seed."""
    rng = np.random.default_rng([config.seed, 3])
    arrays: dict[str, NDArray[np.float32]] = {}
    for spec in parameter_table(replace(config, norm="pre")):  # which has all that post-norm has, and a final norm
        if spec.name.endswith((".W_Q", ".W_K")):
            arrays[spec.name] = np.zeros(spec.shape, np.float32)
        elif isinstance(spec.start, Constant):
            arrays[spec.name] = np.full(spec.shape, spec.start.value, np.float32)
        elif spec.name == "embedding.token":
            arrays[spec.name] = rng.standard_normal(spec.shape, np.float32)
        else:
            fans = spec.shape[-2] * (spec.shape[0] if spec.name.endswith("W_O") else 1) + spec.shape[-1]
            arrays[spec.name] = rng.standard_normal(spec.shape, np.float32) * np.float32(sqrt(2 / fans))
    ids = rng.permutation(config.vocabulary)[:TOKENS].tolist()
    sizes = []
    for norm in PLACEMENTS:
        model = replace(config, norm=norm)
        own = {spec.name: arrays[spec.name] for spec in parameter_table(model)}
        trace = forward(model, loaded_weights(model, own, "Xavier normal"), ids, logits=False)
        sizes.append([_size(layer, norm) for layer in trace.layers])
    return np.array(sizes)


def _size(layer: LayerTrace, norm: Placement) -> float:
    """‖x‖² / D after a block, mean over tokens; in post-norm before its last norm."""
    x = layer.resid_post
    if norm == "post":
        assert layer.resid_mid is not None
        assert layer.mlp_out is not None
        x = layer.resid_mid + layer.mlp_out
    assert x is not None
    return float(np.square(x, dtype=np.float64).mean(axis=1).mean())
