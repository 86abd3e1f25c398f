"""Two models, two sentences or two sets of weights beside each other: what differs, in settings, counts, weights and maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig
from core.model.counts import count
from core.model.parameters import TOKEN_TABLE, Component, ParameterSpec, parameter_table
from core.model.trace import Trace
from core.model.weights import Weights

FloatArray = NDArray[np.float32]
PartKind = Literal["blocks", "norm_biases", "final_norm_bias"] | Component

STREAM_ROUNDING: Final = 1e-4
"""Differences of the residual stream up to this are rounding of float32: its numbers are sums of many products."""

_OTHER_LENGTH = QT_TRANSLATE_NOOP("core", "A has {a} tokens and B has {b}: there is no difference cell by cell.")
_NO_TOKENS = QT_TRANSLATE_NOOP("core", "There are no tokens, so there is nothing to compare.")
_NOT_KEPT = QT_TRANSLATE_NOOP("core", "The maps were not kept, so they cannot be compared.")
_NO_STREAM = QT_TRANSLATE_NOOP("core", "The residual stream was not kept, so it cannot be compared.")
_OTHER_WIDTH = QT_TRANSLATE_NOOP(
    "core", "The residual stream of A is {a} numbers wide and that of B {b}: there is no difference number by number."
)

LEDGER: Final = (
    ("parameters", QT_TRANSLATE_NOOP("core", "Parameters")),
    ("scores_per_head", QT_TRANSLATE_NOOP("core", "Scores per head")),
    ("scores", QT_TRANSLATE_NOOP("core", "Scores in all")),
    ("macs", QT_TRANSLATE_NOOP("core", "Work of one pass")),
)
"""What is compared of the ledger: key, and what it is called there. Work is in multiply-accumulates."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Side:
    """One of the two: what was run, over what, and what came of it."""

    config: ModelConfig
    weights: Weights
    labels: tuple[str, ...]
    """One visible label for each of the T tokens."""
    trace: Trace
    interventions: tuple[str, ...] = ()
    """What was changed by hand, in words, one entry a change."""


@dataclass(frozen=True, slots=True)
class SettingDifference:
    """A setting whose values in force are not the same."""

    field: str
    """Name of the field of ModelConfig, or `d_head`."""
    a: Any
    b: Any
    follows: bool
    """Whether nobody chose it: it follows from another setting, such as the width of a head from the number of heads."""


@dataclass(frozen=True, slots=True)
class CountDifference:
    """One count of the ledger on both sides; also given where both are equal."""

    key: str
    a: int
    b: int

    @property
    def change(self) -> int:
        """What B has more than A."""
        return self.b - self.a


@dataclass(frozen=True, slots=True)
class OwnPart:
    """Parameters of one kind that only one side has."""

    kind: PartKind
    """`blocks`: all of some blocks; the two biases: those alone, where the other side has the norms without; else the component."""
    layers: tuple[int, ...]
    """In which blocks; empty outside the blocks."""
    numbers: int
    """How many numbers they are."""


@dataclass(frozen=True, slots=True)
class StreamDifference:
    """How far the residual streams lie apart at one place."""

    layer: int | None
    """After this block; None: at the input."""
    largest: float
    """The largest |b − a| of all numbers [T, D]; NaN where one of them is none."""
    token: int
    """The token in whose vector it is (the first, where several are equal)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWeights:
    """The parameters that both sides have, by name, and how many numbers they are."""

    same: tuple[str, ...]
    """Same shape as they are multiplied, and every number equal. Where the heads are cut in a matrix does not matter for it."""
    other_numbers: tuple[str, ...]
    """Same shape, but not the same numbers."""
    other_shape: tuple[str, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    parts_a: tuple[OwnPart, ...]
    """What `only_a` is, kind by kind."""
    parts_b: tuple[OwnPart, ...]
    same_numbers: int
    """How many numbers the parameters in `same` have together."""
    by_seed: tuple[str, ...]
    """Those of `same` that were not compared number by number: as large as the vocabulary, drawn on both sides from the same seed
    under the same name, and therefore equal. To draw them for the comparison would take longer than the pass."""

    @property
    def both(self) -> int:
        """Parameters (names) that both sides have."""
        return len(self.same) + len(self.other_numbers) + len(self.other_shape)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Comparison:
    """All that differs between A and B."""

    settings: tuple[SettingDifference, ...]
    ledger: tuple[CountDifference, ...]
    weights: SharedWeights
    labels_a: tuple[str, ...]
    labels_b: tuple[str, ...]
    interventions_a: tuple[str, ...]
    interventions_b: tuple[str, ...]
    layers: tuple[int, int]
    """Blocks of A and of B."""
    heads: tuple[int, int]
    differences: FloatArray | None
    """[L, H] the largest |a − b| over all cells of each head that both have; None where they cannot be compared cell by cell."""
    at_least: bool
    """Whether the maps were only kept as thumbnails of largest values: then the true difference may be larger."""
    no_differences: InputError | None
    """Why `differences` is None, in one sentence."""
    stream: tuple[StreamDifference, ...]
    """At the input, then after each block that both have; empty where the streams cannot be compared."""
    no_stream: InputError | None
    """Why `stream` is empty, in one sentence."""

    @property
    def same_sentence(self) -> bool:
        """Whether both read the same tokens."""
        return self.labels_a == self.labels_b

    @property
    def largest(self) -> tuple[int, int, float] | None:
        """Layer, head and value of the largest difference; None when there are no differences, or none that is a number."""
        if self.differences is None or not self.differences.size or np.isnan(self.differences).all():
            return None
        layer, head = np.unravel_index(int(np.nanargmax(self.differences)), self.differences.shape)
        return int(layer), int(head), float(self.differences[layer, head])

    @property
    def parting(self) -> StreamDifference | None:
        """The first place where the streams lie apart by more than `STREAM_ROUNDING` or are no numbers; None: nowhere."""
        return next((place for place in self.stream if not place.largest <= STREAM_ROUNDING), None)


def compare(a: Side, b: Side, shared: SharedWeights | None = None) -> Comparison:
    """Compare two sides.

    Parameters
    ----------
    shared
        What `shared_weights` said of the two sides' weights, where it is known already: that takes longest.
    """
    differences, at_least, reason = head_differences(a.trace, b.trace)
    stream, no_stream = stream_differences(a.trace, b.trace)
    return Comparison(
        settings=setting_differences(a.config, b.config),
        ledger=count_differences(a.config, len(a.labels), b.config, len(b.labels)),
        weights=shared_weights(a.weights, b.weights) if shared is None else shared,
        labels_a=a.labels,
        labels_b=b.labels,
        interventions_a=a.interventions,
        interventions_b=b.interventions,
        layers=(a.config.n_layers, b.config.n_layers),
        heads=(a.config.n_heads, b.config.n_heads),
        differences=differences,
        at_least=at_least,
        no_differences=reason,
        stream=stream,
        no_stream=no_stream,
    )


def setting_differences(a: ModelConfig, b: ModelConfig) -> tuple[SettingDifference, ...]:
    """The settings whose values in force differ: first those that were chosen, then those that follow from them."""
    ours, theirs = a.as_dict(), b.as_dict()
    chosen = {field.name for field in fields(ModelConfig) if getattr(a, field.name) != getattr(b, field.name)}
    found = [SettingDifference(name, ours[name], theirs[name], name not in chosen) for name in ours if ours[name] != theirs[name]]
    return tuple(sorted(found, key=lambda difference: difference.follows))


def count_differences(a: ModelConfig, length_a: int, b: ModelConfig, length_b: int) -> tuple[CountDifference, ...]:
    """The rows of `LEDGER` for both sides, each with its own number of tokens."""
    sides = []
    for config, length in ((a, length_a), (b, length_b)):
        counts = count(config, length)
        sides.append((counts.parameters.total, counts.scores.per_head, counts.scores.total, counts.macs.total))
    return tuple(CountDifference(key, ours, theirs) for (key, _), ours, theirs in zip(LEDGER, *sides, strict=True))


def shared_weights(a: Weights, b: Weights) -> SharedWeights:
    """Which parameters both have, and whether their numbers are equal, compared as they are multiplied.

    W_Q, W_K and W_V are one matrix [D, H·K] each, so that the same matrix cut into 4 or into 8 heads counts as the same. Random
    weights are drawn from (seed, name), each parameter by itself: with the same seed all that both have with the same start is
    the same, and what starts otherwise (DeepNorm's matrices × β) is not.
    """
    ours = {spec.name: spec for spec in parameter_table(a.config)}
    theirs = {spec.name: spec for spec in parameter_table(b.config)}
    drawn_alike = a.origin == b.origin == "random" and a.config.seed == b.config.seed
    found: dict[str, list[str]] = {"same": [], "other_numbers": [], "other_shape": [], "by_seed": []}
    numbers = 0
    for name, spec in ours.items():
        if name not in theirs:
            continue
        if _as_multiplied(spec) != _as_multiplied(theirs[name]):
            found["other_shape"].append(name)
            continue
        if drawn_alike and spec.start == theirs[name].start and _is_vocabulary(spec):
            equal = True
            found["by_seed"].append(name)
        else:
            equal = a is b or np.array_equal(a.matrix(name), b.matrix(name))
        found["same" if equal else "other_numbers"].append(name)
        numbers += spec.size if equal else 0
    only_a = tuple(name for name in ours if name not in theirs)
    only_b = tuple(name for name in theirs if name not in ours)
    return SharedWeights(
        only_a=only_a,
        only_b=only_b,
        parts_a=own_parts([ours[name] for name in only_a], b.config),
        parts_b=own_parts([theirs[name] for name in only_b], a.config),
        same_numbers=numbers,
        **{key: tuple(names) for key, names in found.items()},
    )


def own_parts(specs: Sequence[ParameterSpec], other: ModelConfig) -> tuple[OwnPart, ...]:
    """Parameters that the model `other` has not, kind by kind in the order in which each comes first."""
    found: dict[PartKind, list[ParameterSpec]] = {}
    for spec in specs:
        kind: PartKind = spec.component
        if spec.layer is not None and spec.layer >= other.n_layers:
            kind = "blocks"
        elif spec.name.endswith(".bias") and spec.component == "norms" and other.normed:
            # The norms on what a sandwich adds stand on one side with their gains: then they are not missing for their biases.
            kind = "norms" if "_out." in spec.name and other.norm != "sandwich" else "norm_biases"
        elif spec.name.endswith(".bias") and spec.component == "final_norm" and other.has_final_norm:
            kind = "final_norm_bias"
        found.setdefault(kind, []).append(spec)
    return tuple(
        OwnPart(
            kind,
            tuple(sorted({spec.layer for spec in members if spec.layer is not None})),
            sum(spec.size for spec in members),
        )
        for kind, members in found.items()
    )


def head_differences(a: Trace, b: Trace) -> tuple[FloatArray | None, bool, InputError | None]:
    """The largest |a − b| of each head that both have [L, H], whether it is only a lower bound, and why there is none.

    Layers and heads are paired by their number. A map with a NaN gives NaN.
    """
    if len(a.ids) != len(b.ids):
        return None, False, InputError(_OTHER_LENGTH, a=len(a.ids), b=len(b.ids))
    if not a.ids:
        return None, False, InputError(_NO_TOKENS)
    layers, heads = min(len(a.layers), len(b.layers)), min(a.config.n_heads, b.config.n_heads)
    result = np.empty((layers, heads), np.float32)
    at_least = False
    for layer in range(layers):
        ours, theirs = a.layers[layer].pattern, b.layers[layer].pattern
        if ours is None or theirs is None:
            if a.thumbnails is None or b.thumbnails is None or a.cells_per_pixel != b.cells_per_pixel:
                return None, False, InputError(_NOT_KEPT)
            ours, theirs = a.thumbnails[layer], b.thumbnails[layer]
            at_least = at_least or a.cells_per_pixel > 1
        result[layer] = np.abs(ours[:heads] - theirs[:heads]).max(axis=(1, 2))
    result.setflags(write=False)
    return result, at_least, None


def stream_differences(a: Trace, b: Trace) -> tuple[tuple[StreamDifference, ...], InputError | None]:
    """The largest |b − a| of the residual streams [T, D] at the input and after each block that both have, or why there is none.

    It shows what the maps do not: a head that is switched off keeps its map, and adds nothing to the stream.
    """
    if len(a.ids) != len(b.ids):
        return (), InputError(_OTHER_LENGTH, a=len(a.ids), b=len(b.ids))
    if not a.ids:
        return (), InputError(_NO_TOKENS)
    if a.config.d_model != b.config.d_model:
        return (), InputError(_OTHER_WIDTH, a=a.config.d_model, b=b.config.d_model)
    pairs: list[tuple[int | None, FloatArray | None, FloatArray | None]] = [(None, a.layers[0].resid_pre, b.layers[0].resid_pre)]
    blocks = zip(a.layers, b.layers, strict=False)
    pairs += [(layer, ours.resid_post, theirs.resid_post) for layer, (ours, theirs) in enumerate(blocks)]
    found = []
    for layer, one, other in pairs:
        if one is None or other is None:
            return (), InputError(_NO_STREAM)
        with np.errstate(invalid="ignore"):  # ∞ − ∞
            farthest = np.abs(other - one).max(axis=1)
        token = int(farthest.argmax())  # a NaN counts as the largest
        found.append(StreamDifference(layer, float(farthest[token]), token))
    return tuple(found), None


def difference_map(a: FloatArray | None, b: FloatArray | None) -> FloatArray | None:
    """b − a, cell by cell, read-only; None when one is missing or they have not the same number of tokens."""
    if a is None or b is None or a.shape != b.shape or not a.size:
        return None
    difference: FloatArray = b - a
    difference.setflags(write=False)
    return difference


def _as_multiplied(spec: ParameterSpec) -> tuple[int, ...]:
    """The shape in which a parameter is multiplied: heads side by side in one matrix."""
    last = spec.name.rpartition(".")[2]
    if last in ("W_Q", "W_K", "W_V"):
        heads, width, head = spec.shape
        return (width, heads * head)
    if last == "W_O":
        heads, head, width = spec.shape
        return (heads * head, width)
    return (spec.size,) if last.startswith("b_") else spec.shape


def _is_vocabulary(spec: ParameterSpec) -> bool:
    return spec.name == TOKEN_TABLE or spec.component == "unembedding"
