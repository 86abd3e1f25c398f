"""What the window has computed for one request: which maps to keep, what it will cost, and how to reuse the last result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.inside.output import output_fits
from core.kernels import best_kernels, plain_kernels
from core.kernels.workers import WORKERS
from core.model import ModelConfig, Trace, Weights, forward, head_maps, random_weights
from core.model.arrays import FLOAT_BYTES, arrange
from core.model.constructed import constructed_weights
from core.model.counts import count, peak_bytes
from core.model.interventions import NONE, Interventions
from core.model.memory import give_back_memory
from core.model.reuse import common_part
from core.model.summary import thumbnail_sides
from core.model.weights import STRIPE
from core.text import Token, TokenizerName
from gui.looks import KEEP, MAPS, SEEDS, Look, Subject, forget_others, seen
from gui.trained import Given, Trained, weights_of

FloatArray = NDArray[np.float32]

FULL_CELLS: Final = 4_000_000
"""Up to this many map cells in all, every map is kept; beyond, small pictures of all and the one in focus."""
FULL_STREAM: Final = 1_000_000
"""Up to this many numbers of one array of all blocks, every page's are kept."""
THUMBNAIL: Final = 96
"""Pixels a side of the small pictures."""
_PROBABILITIES: Final = 12
"""Floats an id of the vocabulary that the probabilities of two rows take."""
CELL_SECONDS: Final = 3e-9
"""Time of one map cell outside the products (softmax, sums, entropy), measured on a small desktop."""
MACS_PER_SECOND: Final = 60e9
"""A careful first guess, replaced by what is measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What determines the numbers on screen."""

    ids: tuple[int, ...]
    config: ModelConfig
    layer: int
    head: int
    constructed: str | None = None
    """The head whose weights were made by hand; None: random weights, or trained ones."""
    trained: Trained | None = None
    """The weights that were trained; None: others."""
    interventions: Interventions = NONE
    """What is changed by hand; all of it fits the model and the sentence."""
    look: Look = MAPS
    """What the page on top needs besides the maps."""
    labels: tuple[str, ...] = field(default=(), compare=False)
    """The tokens as they are shown; they go along, so that a map never stands beside the words of another sentence."""
    text: str = field(default="", compare=False)
    tokenizer: TokenizerName = field(default="words", compare=False)
    tokens: tuple[Token, ...] = field(default=(), compare=False)
    """The sentence, how it was cut, and into what: for files that are written while another sentence is being computed."""

    @property
    def given(self) -> Given:
        """The weights, where they are not random."""
        return self.constructed or self.trained

    @property
    def cells(self) -> int:
        """Map cells of all heads and layers."""
        return self.config.n_layers * self.config.n_heads * len(self.ids) ** 2

    @property
    def keeps_all(self) -> bool:
        """Whether every map is kept."""
        return self.cells <= FULL_CELLS

    @property
    def logits(self) -> bool:
        """Whether the output matrix is multiplied by as well: only who checks their own arrays asks for that."""
        return self.look.tab == "check"

    @property
    def keep(self) -> frozenset[str]:
        """The arrays to keep of each block: what another head is computed from, or its map; what a later pass can go on from.

        After another token a causal model goes on from keys and values, after another number of blocks from what left the last.
        While it is little, also what other pages need: turning to them computes nothing.
        """
        names = {"resid_pre", "resid_post"}
        if self.keeps_all:
            names |= {"pattern", "k", "v"} if self.config.causal else {"pattern"}
        if self.config.n_layers * len(self.ids) * self.config.d_model <= FULL_STREAM:
            names |= KEEP["stream"] | KEEP["arithmetic"]
        return frozenset(names | KEEP.get(self.look.tab, frozenset()))

    def same_pass(self, other: Request) -> bool:
        """Whether `other` needs the same forward pass (the head in focus and the page may differ)."""
        return (self.ids, self.config, self.given, self.interventions) == (
            other.ids,
            other.config,
            other.given,
            other.interventions,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a request will take, said before it is spent."""

    macs: int
    cells: int
    bytes: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What was computed for `request`. `pattern` is the map in focus; `elapsed` seconds of the pass itself.

    The weights are not kept: they are drawn again from the configuration when a map has to be computed again.
    """

    request: Request
    trace: Trace
    pattern: FloatArray
    elapsed: float
    share: float = 1.0
    """Of the pass that had to be computed; the rest was taken from the result before."""
    seen: Any = None
    """What the page on top shows besides the maps (gui.looks)."""

    def map_of(self, layer: int, head: int) -> FloatArray | None:
        """The map [T, T] of a head, or None when it was not kept and has to be computed again."""
        kept = self.trace.layers[layer].pattern
        if kept is not None:
            found: FloatArray = kept[head]
            return found
        return self.pattern if (layer, head) == (self.request.layer, self.request.head) else None

    def serves(self, request: Request) -> bool:
        """Whether this pass is the one that `request` needs, with all it has to keep."""
        has_output = self.trace.logits is not None or not request.logits
        return request.same_pass(self.request) and request.keep <= self.trace.layers[0].names and has_output

    def focused(self, request: Request, pattern: FloatArray, seen: Any) -> Result:
        """The same pass with another head in focus: that of `request`, and what its page shows."""
        return replace(self, request=request, pattern=pattern, seen=seen)


def cost(request: Request, macs_per_second: float = MACS_PER_SECOND, share: float = 1.0) -> Cost:
    """Estimate `request`: multiply-adds without the output matrix, map cells, peak bytes here, seconds.

    `share` of it has to be computed; the bytes are those of a whole pass, for what is taken over is copied.
    """
    more = passes_to_look(request)
    macs = int((share + more) * work(request))
    cells = int((share + more) * request.cells)
    return Cost(macs=macs, cells=cells, bytes=memory_of(request), seconds=macs / macs_per_second + cells * CELL_SECONDS)


def passes_to_look(request: Request) -> float:
    """What the page on top takes besides the pass, in passes: other seeds, maps not kept, the pass before changes by hand."""
    if request.look.tab == "seeds":
        return (SEEDS - 1) * (request.layer + 1) / request.config.n_layers
    if request.look.tab == "intervene":
        return (not request.keeps_all) + float(bool(request.interventions) and output_fits(request.config))
    return 0.0


def work(request: Request) -> int:
    """Multiply-adds of the whole pass; those of the output matrix only where it is asked for."""
    macs = count(request.config, len(request.ids)).macs
    return macs.total if request.logits else macs.total - macs.unembedding


def memory_of(request: Request) -> int:
    """Most bytes held for `request` at once: weights, the arrays of the pass, the map in focus; or a matrix that is prepared."""
    config, length = request.config, len(request.ids)
    parameters = count(config, length).parameters
    rows = len({index // STRIPE for index in request.ids}) * STRIPE + length
    places = config.vocabulary  # where the rows of the token table stand that have been drawn
    focus = 0
    if not request.keeps_all:  # computed afterwards: scores and pattern, the mask, the queries and keys of all heads
        focus = 2 * length**2 + config.causal * length**2 // 2
        focus += length * (2 * config.d_model + (2 * config.n_heads + config.kv_heads) * config.d_head)
    side, pixels = thumbnail_sides(length, THUMBNAIL)
    weights, arrays = parameters.blocks + parameters.positions + rows * config.d_model + places, length * config.d_model + focus
    if request.logits:
        arrays += config.vocabulary * (config.d_model + length)
    elif request.look.tab == "intervene" and output_fits(config):
        arrays += config.vocabulary * (config.d_model + _PROBABILITIES)
    held = FLOAT_BYTES * arrays + arrange(config, length, request.keep, side, pixels, WORKERS).bytes
    return FLOAT_BYTES * weights + max(held, peak_bytes(config, length, request.keep, workers=WORKERS).preparation)


def share_to_compute(request: Request, last: Result | None, weights: Weights | None = None) -> float:
    """How much of the pass is left to compute after `last`: 1 is all of it, 0 nothing.

    Without the `weights`, which whoever only estimates does not have, those of the same name are taken for the same.
    """
    if last is None or best_kernels().compiled is None or not request.ids or request.interventions:
        return 1.0
    config, pixels = request.config, thumbnail_sides(len(request.ids), THUMBNAIL)[1]
    if weights is not None:
        kind = weights.kind
    elif (request.given, config) == (last.request.given, last.request.config):
        kind = last.trace.weights_kind
    elif request.given is None:
        kind = random_weights(config).kind
    else:
        return 1.0
    common = common_part(config, kind, request.ids, request.keep, request.logits, pixels, last.trace)
    if common.blocks:
        return (config.n_layers - common.blocks) / config.n_layers
    return (len(request.ids) - common.rows) / len(request.ids)


def made_weights(request: Request, reuse: Weights | None = None) -> Weights:
    """The weights that `request` names; random ones take from `reuse` what is the same."""
    given = given_weights(request.given, request.config)
    return random_weights(request.config, reuse) if given is None else given


def given_weights(given: Given, config: ModelConfig) -> Weights | None:
    """The weights that are not drawn at random; None: they are."""
    if given is None:
        return None
    return constructed_weights(given, config)[1] if isinstance(given, str) else weights_of(given, config)


class Shelf:
    """The weights used last. One model's at a time, so that trying many takes the memory of one; used by one thread."""

    def __init__(self) -> None:
        self._weights: Weights | None = None
        self._key: tuple[ModelConfig, Given] | None = None
        self._frozen: tuple[Request, Subject] | None = None
        self._unchanged: tuple[Request, FloatArray] | None = None

    def unchanged(self, request: Request, cancelled: Callable[[], bool]) -> FloatArray:
        """[T, D] what leaves the last block when nothing is changed by hand; computed once.

        On the plain kernels, as are passes with changes: so what a change does not reach is the same to the last bit.
        """
        bare = replace(request, interventions=NONE)
        if self._unchanged is None or not self._unchanged[0].same_pass(bare):
            weights = self.weights(request)
            with np.errstate(over="ignore", invalid="ignore"):
                trace = forward(
                    bare.config,
                    weights,
                    bare.ids,
                    keep={"resid_post"},
                    logits=False,
                    kernels=plain_kernels(),
                    cancelled=cancelled,
                )
            rows = trace.layers[-1].resid_post
            assert rows is not None
            self._unchanged = (bare, rows)
        return self._unchanged[1]

    def frozen(self, request: Request, cancelled: Callable[[], bool]) -> Subject:
        """The pass of a request that was put aside to be compared with; computed once."""
        if self._frozen is None or self._frozen[0] != request:
            weights = made_weights(request, self._weights)
            keep = frozenset({"resid_pre", "resid_post"} | ({"pattern"} if request.keeps_all else set()))
            trace = forward(
                request.config,
                weights,
                request.ids,
                keep=keep,
                logits=False,
                thumbnail_size=THUMBNAIL,
                interventions=request.interventions,
                cancelled=cancelled,
            )
            subject = Subject(config=request.config, weights=weights, trace=trace, labels=request.labels, cancelled=cancelled)
            self._frozen = (request, subject)
        return self._frozen[1]

    def thaw(self) -> None:
        """Let go of the pass that was put aside."""
        self._frozen = None

    def weights(self, request: Request) -> Weights:
        """The weights of a request, with all that the last ones have in common with them taken from there."""
        key = (request.config, request.given)
        if self._weights is None or self._key != key:
            self._weights, self._key = made_weights(request, self._weights), key
            give_back_memory()
        return self._weights


def compute(
    request: Request,
    last: Result | None,
    shelf: Shelf,
    cancelled: Callable[[], bool],
    progress: Callable[[int, int], None],
) -> Result:
    """Compute `request`, taking from `last` whatever is the same.

    Raises
    ------
    InputError
        When the sentence is longer than the learned positions.
    Cancelled
        When `cancelled` says so.
    """
    if last is not None and last.serves(request):
        pattern = last.map_of(request.layer, request.head)
        if pattern is None:
            weights = shelf.weights(request)
            pattern = head_maps(request.config, weights, last.trace, request.layer, request.head).pattern
        return last.focused(request, pattern, _seen(request, last.trace, shelf, cancelled))
    start = perf_counter()
    weights = shelf.weights(request)
    share = share_to_compute(request, last, weights)
    with np.errstate(over="ignore", invalid="ignore"):  # hundreds of layers without norms overflow; `first_overflow` finds it
        trace = forward(
            request.config,
            weights,
            request.ids,
            keep=request.keep,
            logits=request.logits,
            thumbnail_size=THUMBNAIL,
            after=last.trace if last is not None and share < 1 else None,
            interventions=request.interventions,
            cancelled=cancelled,
            progress=progress,
        )
    kept = trace.layers[request.layer].pattern
    pattern = head_maps(request.config, weights, trace, request.layer, request.head).pattern if kept is None else kept[request.head]
    elapsed = perf_counter() - start
    found = _seen(request, trace, shelf, cancelled)
    return Result(request=request, trace=trace, pattern=pattern, elapsed=elapsed, share=share, seen=found)


def _seen(request: Request, trace: Trace, shelf: Shelf, cancelled: Callable[[], bool]) -> Any:
    """What the page on top shows besides the maps."""
    if not isinstance(request.look.frozen, Request):
        shelf.thaw()
    forget_others(request.look.tab)
    if not request.look.tab:
        return None
    left = request.look.frozen
    subject = Subject(
        config=request.config,
        weights=shelf.weights(request),
        trace=trace,
        labels=request.labels,
        cancelled=cancelled,
        drawn=request.given is None,
        frozen=partial(shelf.frozen, left, cancelled) if isinstance(left, Request) else None,
        unchanged=partial(shelf.unchanged, request, cancelled) if request.interventions else None,
    )
    return seen(request.look, subject)


def first_overflow(result: Result) -> int | None:
    """The first layer, from 0, whose maps hold infinite or undefined numbers; None when all are finite."""
    thumbnails = result.trace.thumbnails
    if thumbnails is None or np.isfinite(thumbnails).all():
        return None
    return next(layer for layer, maps in enumerate(thumbnails) if not np.isfinite(maps).all())


@dataclass(frozen=True, slots=True)
class Differences:
    """Largest |pattern − pattern before| of each layer, over its heads and cells.

    Where not all maps were kept, `at_least`: taken from their small pictures, whose pixels are largest values of squares;
    two maps differ at least as much as those.
    """

    layers: tuple[float, ...]
    at_least: bool


def largest_differences(now: Result, before: Result) -> Differences | None:
    """How much the maps of two results differ; None when they differ in number or size."""
    one, other = now.trace, before.trace
    if one.thumbnails is None or other.thumbnails is None or len(one.ids) != len(other.ids):
        return None
    if one.thumbnails.shape != other.thumbnails.shape:
        return None
    kept = [(a.pattern, b.pattern) for a, b in zip(one.layers, other.layers, strict=True)]
    whole = [(a, b) for a, b in kept if a is not None and b is not None]
    at_least = len(whole) < len(kept)
    pairs = zip(one.thumbnails, other.thumbnails, strict=True) if at_least else whole
    return Differences(tuple(float(np.abs(a - b).max(initial=0.0)) for a, b in pairs), at_least)
