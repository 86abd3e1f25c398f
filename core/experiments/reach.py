"""How far a layer reaches: the influence of token j on output i, in attention and in a recurrent layer of the same width.

And what it costs: steps that must wait for each other, the longest path between two tokens, and the time against the length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import inf, nan, sqrt
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.experiments.outcome import Outcome, finite
from core.experiments.timing import in_turn, steps_after
from core.learning.recurrent import CELLS, recurrent
from core.messages import QT_TRANSLATE_NOOP, Cancelled, InputError
from core.model.attention import attention
from core.model.config import ModelConfig
from core.model.memory import check_memory
from core.model.positions import rotate_back
from core.model.transformer import forward
from core.model.weights import Weights, random_weights

FloatArray = NDArray[np.float32]
Layer = Literal["attention", "rnn", "gru"]
LAYERS: Final[tuple[Layer, ...]] = ("attention", "rnn", "gru")

LENGTH: Final = 32
LENGTHS: Final = (32, 64, 128, 256, 512, 1024)
MOST_LENGTH: Final = 256


@dataclass(frozen=True, slots=True)
class Theory:
    """What theory says of a kind of layer over n tokens, d wide (Vaswani et al., 2017, table 1)."""

    work: str
    sequential: str
    """Steps that wait for each other."""
    path: str
    """Longest path between two tokens."""


THEORY: Final[dict[Layer, Theory]] = {
    "attention": Theory("O(n²·d)", "O(1)", "O(1)"),
    "rnn": Theory("O(n·d²)", "O(n)", "O(n)"),
    "gru": Theory("O(n·d²)", "O(n)", "O(n)"),
}
CONVOLUTION: Final = Theory("O(k·n·d²)", "O(1)", "O(log_k n)")
"""Of width k, dilated: for comparison, and not measured."""
FAR: Final = 0.75
"""Distances from this share of the largest on are far."""
FLAT: Final = 0.5
"""Influence from far ÷ influence from the next token from which on it counts as not falling with distance."""
FALLING: Final = 0.1
"""And below which it counts as falling."""
SECONDS: Final = 12.0

CLAIM: Final = QT_TRANSLATE_NOOP(
    "core",
    "In an attention layer a token far away has as much influence as one nearby, and no position waits for another; in a "
    "recurrent layer the influence falls with the distance, and each step waits for the one before it.",
)
MOST_WIDTH: Final = 1024
"""The influence of all tokens on all outputs takes D³ multiply-adds for each pair."""
_TOO_WIDE = QT_TRANSLATE_NOOP("core", "The reach experiment takes models up to a width of {limit}, and this one is {value} wide.")
_BAD_LENGTH = QT_TRANSLATE_NOOP("core", "The reach experiment takes a length from 4 to {limit}, not {value}.")


def far_from(length: int) -> int:
    """The least distance that counts as far, for `length` tokens."""
    return max(1, int(FAR * (length - 1)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReachRow:
    """One kind of layer."""

    layer: Layer
    influence: NDArray[np.float64]
    """[T, T] ‖∂y_i / ∂x_j‖ (Frobenius): row i, the output; column j, the token."""
    by_distance: NDArray[np.float64]
    """[T] mean over all pairs with i − j = distance."""
    far_over_near: float
    """Mean influence over the far distances ÷ that of the token just before, on the same outputs.

    Only the last outputs have both; and under a causal mask the first ones see few tokens, each of which then weighs more.
    """
    sequential_steps: int
    """Steps that must wait for each other, for T tokens."""
    longest_path: int
    """The longest of the shortest ways from a token to an output that it reaches, in steps of computing."""
    farthest: int
    """The largest distance i − j over which token j reaches output i: what a window cuts off is not reached at all."""
    ms: tuple[float, ...]
    """Median time of the layer at each of the lengths."""
    macs: tuple[int, ...]
    """Multiply-adds of the layer at each of them."""

    @property
    def rates(self) -> tuple[float, ...]:
        """Thousand million multiply-adds a second: what waiting for the step before costs."""
        return tuple(macs / ms / 1e6 for macs, ms in zip(self.macs, self.ms, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReachOutcome(Outcome):
    """What the reach experiment found."""

    length: int
    lengths: tuple[int, ...]
    rounds: int
    rows: tuple[ReachRow, ...]

    def measured(self) -> dict[str, Any]:
        """One object for each kind of layer."""
        return {
            "length": self.length,
            "lengths": list(self.lengths),
            "rounds": self.rounds,
            "theory_of_convolution": asdict(CONVOLUTION),
            "layers": [
                {
                    "layer": row.layer,
                    "influence_by_distance": [finite(value) for value in row.by_distance],
                    "far_over_near": finite(row.far_over_near),
                    "sequential_steps": row.sequential_steps,
                    "longest_path": row.longest_path,
                    "farthest": row.farthest,
                    "theory": asdict(THEORY[row.layer]),
                    "ms": list(row.ms),
                    "macs": list(row.macs),
                    "gigamacs_per_second": list(row.rates),
                    "influence": [[finite(value) for value in line] for line in row.influence],
                }
                for row in self.rows
            ],
        }


def run_reach(
    config: ModelConfig,
    *,
    length: int = LENGTH,
    lengths: Sequence[int] = LENGTHS,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ReachOutcome:
    """Measure influence over `length` random tokens, and time over `lengths`, in an attention layer and two recurrent ones.

    The attention layer is the first of `config`, the others are as wide.

    The tokens are drawn from N(0, 1), as embeddings are, and nothing is added to them: what is compared are the layers alone.
    Attention is timed as the program computes it (a block whose feed-forward network is one number wide); the recurrent layers
    in numpy, with all that does not depend on the step before computed at once.

    Raises
    ------
    InputError
        When `length` is not a number from 4 to MOST_LENGTH, or the model is wider than MOST_WIDTH.
    Cancelled
        When `cancelled` says so.
    """
    if type(length) is not int or not 4 <= length <= MOST_LENGTH:
        raise InputError(_BAD_LENGTH, value=length, limit=MOST_LENGTH)
    if config.d_model > MOST_WIDTH:
        raise InputError(_TOO_WIDE, value=config.d_model, limit=MOST_WIDTH)
    model = replace(config, n_layers=1, norm="none", context=max(config.context, length, *lengths))
    check_memory(model, max(lengths), 8 * (length * model.d_model**2 + 4 * max(lengths) ** 2))
    weights = random_weights(model)
    draw = np.random.default_rng([config.seed, 4])
    x = draw.standard_normal((max(length, *lengths), model.d_model), np.float32)
    cells = [recurrent(cell, model.d_model, config.seed) for cell in CELLS]

    rows_of_maps = len(LAYERS) * length

    def tell(number: int, row: int) -> None:
        if cancelled is not None and cancelled():
            raise Cancelled
        if progress is not None:
            progress(number * length + row, rows_of_maps + 8 * len(LAYERS) * len(lengths))

    maps = [attention_influence(weights, x[:length], before_row=partial(tell, 0))]
    maps += [cell.influence(x[:length], before_row=partial(tell, number)) for number, cell in enumerate(cells, start=1)]
    alone = random_weights(replace(model, d_ff=1, vocabulary=max(lengths)))
    layers: list[Callable[[FloatArray], object]] = [partial(_attend, alone), *(cell.forward for cell in cells)]
    sides = [partial(layer, x[:n]) for layer in layers for n in lengths]
    medians, rounds = in_turn(sides, seconds=SECONDS, cancelled=cancelled, progress=steps_after(rows_of_maps, progress))
    rows = tuple(
        _row(model, layer, found, lengths, medians[number * len(lengths) : (number + 1) * len(lengths)])
        for number, (layer, found) in enumerate(zip(LAYERS, maps, strict=True))
    )
    attends, *recur = rows
    return ReachOutcome(
        experiment="reach",
        config=config,
        claim=CLAIM,
        holds=attends.far_over_near >= FLAT
        and all(row.far_over_near <= FALLING for row in recur)
        and attends.sequential_steps == 1
        and all(row.sequential_steps == length for row in recur),
        length=length,
        lengths=tuple(lengths),
        rounds=rounds,
        rows=rows,
    )


def attention_influence(weights: Weights, x: FloatArray, *, before_row: Callable[[int], None] | None = None) -> NDArray[np.float64]:
    """[T, T] Frobenius norm of ∂y_i / ∂x_j for the first attention layer reading x [T, D], without skip connection and norm.

    With u_l = v_l·W_O and ȳ_i = Σ_l p_il u_l, each head adds to ∂y_i/∂x_j (row: what goes in, column: what comes out)
    p_ij·W_V·W_O                                   through the value of j,
    p_ij/√K · (W_K·q_i) ⊗ (u_j − ȳ_i)              through the key of j,
    and for j = i  Σ_l p_il/√K · (W_Q·k_l) ⊗ (u_l − ȳ_i)   through the query of i.

    Only for j = i the sum is written out. Elsewhere it is Σ_h a_h·A_h + b_h·(g_h ⊗ m_h), whose square is that of the numbers
    a and b with the products ⟨A_h, A_h'⟩, g_h'·A_h·m_h' and (g_h·g_h')(m_h·m_h'): no D × D matrix for each pair.
    `before_row` is told of each row before it is computed; it may raise.
    """
    config, prefix = weights.config, "blocks.0.attention"
    a = attention(x, x, weights, 0, keep=frozenset({"pattern"}), on_map=lambda *_: None)
    assert a.pattern is not None
    length, width = x.shape
    w_q, w_k, w_v, w_o = (weights[f"{prefix}.W_{letter}"] for letter in "QKVO")
    heads, root, found = range(config.n_heads), 1 / sqrt(config.d_head), np.zeros((length, length))
    shared = [head * config.kv_heads // config.n_heads for head in heads]
    through = np.stack([w_v[shared[head]] @ w_o[head] for head in heads])  # A_h [H, D, D]
    flat = through.reshape(len(heads), -1).astype(np.float64)
    gram = flat @ flat.T
    u = [a.v[shared[head]] @ w_o[head] for head in heads]
    turns = config.position == "rotary" and config.placed == "query-key"
    for i in range(length):
        if before_row is not None:
            before_row(i)
        p = a.pattern[:, i].astype(np.float64)  # a [H, T]; b = p/√K
        moved = np.stack([u[head] - a.pattern[head, i] @ u[head] for head in heads])  # m [H, T, D]
        given = np.empty((len(heads), length, width), np.float32)  # g [H, T, D]: the same for every j unless queries turn
        own = np.zeros((width, width), np.float32)
        for head in heads:
            q, k, here = np.tile(a.q[head, i], (length, 1)), a.k[shared[head]], np.full(length, i)
            if turns:  # the score is (R_i W_Q x_i)·(R_j W_K x_j): what reaches the matrices is turned back
                q, k = rotate_back(q, config.rope_base), rotate_back(k, config.rope_base, here)
            given[head] = q @ w_k[shared[head]].T
            own += p[head, i] * through[head] + root * p[head, i] * np.outer(given[head, i], moved[head, i])
            own += root * ((k @ w_q[head].T).T * a.pattern[head, i]) @ moved[head]
        squares = np.einsum("ht,hg,gt->t", p, gram, p)
        b = root * p
        for head in heads:  # g_h'·A_h for all h' and j at once
            across = (given.reshape(-1, width) @ through[head]).reshape(given.shape)
            squares += 2 * p[head] * np.einsum("gt,gtd,gtd->t", b, across, moved, dtype=np.float64)
        products = [np.einsum("htd,gtd->hgt", each, each, dtype=np.float64) for each in (given, moved)]
        squares += np.einsum("ht,hgt,gt->t", b, products[0] * products[1], b)
        squares[i] = np.square(own, dtype=np.float64).sum()
        found[i] = np.sqrt(np.maximum(squares, 0.0))
    return found


def _attend(weights: Weights, x: FloatArray) -> object:
    return forward(weights.config, weights, range(len(x)), keep=frozenset(), logits=False)


def _row(
    config: ModelConfig, layer: Layer, influence: NDArray[np.float64], lengths: Sequence[int], ms: Sequence[float]
) -> ReachRow:
    length = len(influence)
    by_distance = np.array([np.diagonal(influence, -distance).mean() for distance in range(length)])
    start = far_from(length)
    far, near = by_distance[start:].mean(), np.diagonal(influence, -1)[start - 1 :].mean()
    recurs, width = layer != "attention", config.d_model
    gates = {"attention": 0, "rnn": 1, "gru": 3}[layer]
    macs = [2 * gates * n * width**2 if recurs else attention_macs(config, n) for n in lengths]
    sequential, longest, farthest = ways(*(recurrent_reads(length) if recurs else attention_reads(config, length)))
    return ReachRow(
        layer=layer,
        influence=influence,
        by_distance=by_distance,
        far_over_near=float(far / near) if near else nan,  # a window of one token lets nothing be seen before it
        sequential_steps=sequential,
        longest_path=longest,
        farthest=farthest,
        ms=tuple(ms),
        macs=tuple(macs),
    )


def attention_reads(config: ModelConfig, length: int) -> tuple[NDArray[np.bool_], list[list[int]]]:
    """What each output of an attention layer is computed from: (tokens [T, T], no other output)."""
    allowed = [[config.allows(i, j) for j in range(length)] for i in range(length)]
    return np.array(allowed), [[] for _ in range(length)]


def recurrent_reads(length: int) -> tuple[NDArray[np.bool_], list[list[int]]]:
    """What each output of a recurrent layer is computed from: (its own token [T, T], the output before it)."""
    return np.eye(length, dtype=np.bool_), [[] if i == 0 else [i - 1] for i in range(length)]


def ways(tokens: NDArray[np.bool_], outputs: Sequence[Sequence[int]]) -> tuple[int, int, int]:
    """Counted on the graph of what is computed from what: steps that wait for each other, longest way, farthest distance.

    `tokens` [T, T] says which tokens (columns) output i (row) is computed from, outputs[i] which earlier outputs. A way is as long
    as the number of outputs that are computed along it.
    """
    length = len(tokens)
    steps, waits = np.full((length, length), inf), np.zeros(length, np.int64)
    for i, before in enumerate(outputs):
        steps[i, tokens[i]] = 1
        for other in before:
            steps[i] = np.minimum(steps[i], 1 + steps[other])
            waits[i] = max(waits[i], waits[other])
        waits[i] += 1
    reached = np.isfinite(steps)
    distances = np.subtract.outer(np.arange(length), np.arange(length))
    return int(waits.max()), int(steps[reached].max()), int(distances[reached].max())


def attention_macs(config: ModelConfig, length: int) -> int:
    """Multiply-adds of one attention layer over `length` tokens: four projections, scores and mixing."""
    queries, keys = config.n_heads * config.d_head, config.kv_heads * config.d_head
    return length * config.d_model * (2 * queries + 2 * keys) + 2 * length**2 * queries
