"""How much a model holds and how much work one forward pass is: exact integers, without running anything.

Parameters are summed from the one table in core.model.parameters; the rest are closed formulas, so that the time to count
does not depend on the length. Shape letters: N tokens counted, D model width, H heads, H_kv key/value heads, K head width,
F feed-forward width, L blocks, V vocabulary.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from math import prod
from typing import Any, Final

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.arrays import FLOAT_BYTES, arrange, array_shapes
from core.model.config import ModelConfig
from core.model.parameters import parameter_table

_NOT_A_LENGTH = QT_TRANSLATE_NOOP("core", "length is {value}, but it must be a whole number of tokens, 0 or more.")


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockParameters:
    """Parameters of one block. `total` includes biases and norms."""

    total: int
    attention_weights: int
    attention_biases: int
    feed_forward_weights: int
    feed_forward_biases: int
    norms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterCounts:
    """Parameters of the model. `total` = embedding + positions + blocks + final_norm + unembedding."""

    total: int
    embedding: int
    positions: int
    """Learned positions only: the other kinds are computed, not stored."""
    blocks: int
    final_norm: int
    unembedding: int
    """0 when tied: the token embedding is used again."""
    blocks_without_biases_and_norms: int
    per_block: BlockParameters


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCounts:
    """Cells of the attention maps, all of them; `allowed_per_head` are those that the mask lets a token look at.

    There is one map for every query head: sharing keys and values between heads does not change these numbers.
    """

    per_head: int
    per_layer: int
    total: int
    allowed_per_head: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MacCounts:
    """Multiply-accumulates of one forward pass over N tokens, all cells counted, masked ones too."""

    total: int
    projections: int
    """x·W_Q, x·W_K, x·W_V and z·W_O."""
    scores: int
    """q·kᵀ: a product without weights, N²·K for each head."""
    mixing: int
    """pattern·v: the other product without weights, as large as `scores`."""
    feed_forward: int
    unembedding: int
    """N·D·V, tied or not: sharing a matrix saves memory, not work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlopCounts:
    """Floating-point operations: one MAC is a multiplication and an addition, so exactly twice the MACs."""

    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ByteCounts:
    """Memory in bytes of the float32 arrays, without the program itself.

    `scores` is the memory of one number for every score cell (4·scores.total): what keeping the maps of all heads costs.
    `trace` is all arrays of a Trace with everything kept: both maps (attn_scores and pattern) and the arrays between them.
    `peak` is what a pass holds at once, `inspect --npz` or `forward` with random weights, keeping everything: see `PeakBytes`. It
    may be less than weights and trace together: what leaves a block enters the next and is there once, and of a token table that
    is not the output matrix only the rows of the sentence are drawn.
    """

    weights: int
    scores: int
    kv_cache: int
    """Keys and values of all blocks, as a program that generates token after token keeps them."""
    trace: int
    peak: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """All counts of one configuration for sentences of `length` tokens."""

    config: ModelConfig
    length: int
    d_k: int
    parameters: ParameterCounts
    scores: ScoreCounts
    macs: MacCounts
    flops: FlopCounts
    bytes: ByteCounts

    def as_dict(self) -> dict[str, Any]:
        """The object that `counts --json` prints."""
        return {
            "config": self.config.as_dict(),
            "length": self.length,
            "d_k": self.d_k,
            "parameters": asdict(self.parameters),
            "scores": asdict(self.scores),
            "macs": asdict(self.macs),
            "flops": asdict(self.flops),
            "bytes": asdict(self.bytes),
        }


def count(config: ModelConfig, length: int) -> Counts:
    """Count `config` for sentences of `length` tokens.

    Raises
    ------
    InputError
        If `length` is negative or no integer. There is no largest length: Python's integers do not overflow.
    """
    if type(length) is not int or length < 0:
        raise InputError(_NOT_A_LENGTH, value=length)
    parameters = count_parameters(config)
    scores = _count_scores(config, length)
    macs = _count_macs(config, length)
    return Counts(
        config=config,
        length=length,
        d_k=config.d_head,
        parameters=parameters,
        scores=scores,
        macs=macs,
        flops=FlopCounts(total=2 * macs.total),
        bytes=_count_bytes(config, length, parameters.total, scores.total),
    )


@lru_cache(maxsize=64)
def count_parameters(config: ModelConfig) -> ParameterCounts:
    """Sum the parameter table. All blocks are alike, so the table of a single block is enough for any depth."""
    sizes: dict[str, int] = {}
    for spec in parameter_table(config if config.n_layers == 1 else replace(config, n_layers=1)):
        sizes[spec.component] = sizes.get(spec.component, 0) + spec.size
    per_block = BlockParameters(
        total=sum(sizes.get(component, 0) for component in _BLOCK_COMPONENTS),
        **{component: sizes.get(component, 0) for component in _BLOCK_COMPONENTS},
    )
    matrices = per_block.attention_weights + per_block.feed_forward_weights
    outside = {part: sizes.get(part, 0) for part in ("embedding", "positions", "final_norm", "unembedding")}
    blocks = config.n_layers * per_block.total
    return ParameterCounts(
        total=blocks + sum(outside.values()),
        blocks=blocks,
        blocks_without_biases_and_norms=config.n_layers * matrices,
        per_block=per_block,
        **outside,
    )


_BLOCK_COMPONENTS: Final = ("attention_weights", "attention_biases", "feed_forward_weights", "feed_forward_biases", "norms")


def allowed_cells(length: int, *, causal: bool, window: int) -> int:
    """Cells of one [N, N] map that the mask allows.

    Row i of a causal map (from 1) allows i cells; with a window at most `window` (0: no window).
    """
    if not causal:
        return length * length
    reach = min(length, window) if window else length
    return reach * (reach + 1) // 2 + (length - reach) * reach


def feed_forward_matrices(config: ModelConfig) -> int:
    """How many [D, F] matrices a feed-forward network has: W_in and W_out, and the gate of SwiGLU."""
    return 3 if config.activation == "swiglu" else 2


def trace_elements(config: ModelConfig, length: int) -> dict[str, int]:
    """Elements of each array of one block's LayerTrace, by name."""
    return {name: prod(shape) for name, shape in array_shapes(config, length).items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class PeakBytes:
    """What one pass with random weights holds at once, in bytes; within 15 % of what is measured, from some 20 MB on.

    Without the program itself (Python, numpy, the matrix products' own buffers, and compiled code: some 45 MB, 170 MB with it).
    """

    weights: int
    """All parameters of the blocks and norms, learned positions, the output matrix if there are logits, and of a token table that
    is not the output matrix the rows of the sentence."""
    arrays: int
    """What is kept of each block, the summaries of the maps, the position encoding, and once what each block overwrites: arrays
    and maps that are not kept, its normalised input; in the plain pass, before there are maps, queries not yet cut into heads."""
    logits: int
    """They, and the normalised stream that they are made from."""
    preparation: int = 0
    """Compiled: the largest matrix, once more while it is put into panels, before there are any arrays."""

    @property
    def total(self) -> int:
        """The most at once."""
        return self.weights + max(self.arrays + self.logits, self.preparation)


def peak_bytes(
    config: ModelConfig,
    length: int,
    keep: frozenset[str] | None = None,
    *,
    logits: bool = True,
    thumbnail_pixels: int = 0,
    workers: int | None = None,
) -> PeakBytes:
    """Memory of a pass that keeps the arrays named `keep` of each block, None: all of them.

    `thumbnail_pixels` is the side of the small pictures of the maps, 0 for none. `workers`: threads of the compiled pass, None for
    the plain one. The two differ where maps are not kept: plain takes a whole one at a time, each worker some rows of one.
    """
    names = array_shapes(config, length)
    kept = frozenset(names) if keep is None else keep
    counts = count_parameters(config)
    vocabulary = config.vocabulary * config.d_model
    table = vocabulary if logits and config.tied else min(length, config.vocabulary) * config.d_model
    output = counts.unembedding if logits else 0
    cells_per_pixel = -(-length // thumbnail_pixels) if thumbnail_pixels and length else 1
    arrangement = arrange(config, length, kept, cells_per_pixel, thumbnail_pixels, workers or 0)
    encoding, queries = length * config.d_model, config.n_heads * config.d_head
    passing = 0
    if not workers:
        maps_kept = sum(name in kept for name in ("attn_scores", "pattern"))
        maps = (2 - maps_kept) * length**2
        uncut = length * queries - maps_kept * config.n_heads * length**2
        passing = max(maps, uncut)
    return PeakBytes(
        weights=FLOAT_BYTES * (counts.total - counts.embedding - counts.unembedding + table + output),
        arrays=arrangement.bytes + FLOAT_BYTES * (encoding + passing),
        logits=FLOAT_BYTES * length * (config.vocabulary + config.has_final_norm * config.d_model) if logits else 0,
        preparation=FLOAT_BYTES * config.d_model * max(queries, config.ff_width) if workers else 0,
    )


def _count_scores(config: ModelConfig, length: int) -> ScoreCounts:
    per_head = length * length
    per_layer = config.n_heads * per_head
    return ScoreCounts(
        per_head=per_head,
        per_layer=per_layer,
        total=config.n_layers * per_layer,
        allowed_per_head=allowed_cells(length, causal=config.causal, window=config.window),
    )


def _count_macs(config: ModelConfig, length: int) -> MacCounts:
    d, layers = config.d_model, config.n_layers
    q_width, kv_width = config.n_heads * config.d_head, config.kv_heads * config.d_head
    projections = layers * length * (d * q_width + 2 * d * kv_width + q_width * d)
    scores = layers * config.n_heads * length * length * config.d_head
    feed_forward = layers * length * feed_forward_matrices(config) * d * config.ff_width
    unembedding = length * d * config.vocabulary
    return MacCounts(
        total=projections + 2 * scores + feed_forward + unembedding,
        projections=projections,
        scores=scores,
        mixing=scores,
        feed_forward=feed_forward,
        unembedding=unembedding,
    )


def _count_bytes(config: ModelConfig, length: int, parameters: int, cells: int) -> ByteCounts:
    kept = config.n_layers * sum(trace_elements(config, length).values())
    return ByteCounts(
        weights=FLOAT_BYTES * parameters,
        scores=FLOAT_BYTES * cells,
        kv_cache=FLOAT_BYTES * 2 * config.n_layers * config.kv_heads * length * config.d_head,
        trace=FLOAT_BYTES * kept,
        peak=peak_bytes(config, length).total,
    )
