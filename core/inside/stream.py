"""The residual stream, station by station: how long each token's vector is, what was added to it, what the norms do to it.

T tokens, D model width, S stations. Everything is computed in float64 from the float32 arrays that the trace kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.model.config import ModelConfig
from core.model.norms import ARRANGEMENTS, EPSILON, no_norm, normalise, skip_factor
from core.model.trace import LayerTrace, Trace
from core.model.weights import Weights

FloatArray = NDArray[np.float32]
Doubles = NDArray[np.float64]
Sublayer = Literal["attention", "feed_forward"]
StationKind = Literal["input", "encoding", "attention_sum", "attention", "feed_forward_sum", "feed_forward", "final_norm"]

NEEDED: Final = frozenset({"resid_pre", "attn_out", "resid_mid", "mlp_out", "resid_post"})
"""What a trace has to keep of each block."""

_NAMES: Final[dict[Sublayer, str]] = {"attention": "norm1", "feed_forward": "norm2"}


@dataclass(frozen=True, slots=True)
class Station:
    """One place on the stream.

    `input` is what enters the first block; `attention` and `feed_forward` what leaves the sublayer with its skip connection (and,
    in post-norm, its norm); the two sums exist in post-norm and DeepNorm and lie before that norm; `encoding` lies just after the
    encoding was added within the stream (after the first attention, or at the entry of every further block); `final_norm` is what
    the output matrix reads, where there is such a norm. What enters a further block is otherwise what left the one before.
    """

    kind: StationKind
    layer: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shares:
    """What one sublayer adds, beside what its skip connection brings. All [T].

    The share of a part p in the sum s is p·s / ‖s‖²: the length of p's shadow on s, in lengths of s. Both shares add up to
    exactly 1: the larger one is computed so, the other one is what is missing. A share below 0 points against the sum. Where
    there are no skip connections they are 0 and 1; where the sum has no length, or no finite one, NaN.
    """

    layer: int
    sublayer: Sublayer
    station: int
    """Index of the station at which the sum is: the sum itself in post-norm and DeepNorm."""
    skip: Doubles
    added: Doubles
    skip_norm: Doubles
    """‖factor · x‖, with DeepNorm's factor."""
    added_norm: Doubles
    """‖Sublayer(x)‖, in sandwich after its own norm."""
    sum_norm: Doubles

    def mean(self) -> tuple[float, float]:
        """(skip, added) over the tokens that have shares, adding up to exactly 1; NaN when none has."""
        skip, added = _complementary(np.asarray(mean_of(self.skip)), np.asarray(mean_of(self.added)))
        return float(skip), float(added)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NormStatistics:
    """What one norm of the model does to each row. Means and deviations [T] (population), gain and bias [D]."""

    name: str
    """As in the weights: `blocks.0.norm1`, `final_norm`."""
    kind: Literal["norm1", "norm1_out", "norm2", "norm2_out", "final_norm"]
    layer: int
    stations: tuple[int, ...]
    """Stations it reads from or writes to, the one it reads first."""
    mean_before: Doubles
    deviation_before: Doubles
    divisor: Doubles
    """√(variance + ε), of RMSNorm √(mean of squares + ε): what each row is divided by."""
    gain: FloatArray
    bias: FloatArray | None
    """None where there are no biases, and in RMSNorm."""
    mean_after: Doubles
    deviation_after: Doubles


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StreamTable:
    """The whole stream. `norms` [S, T] holds ‖x‖, `mean_cosine` [S] the mean cosine of two different tokens (NaN without two)."""

    config: ModelConfig
    stations: tuple[Station, ...]
    arrays: tuple[FloatArray, ...]
    """[T, D] the vectors at each station, float32 as the pass left them."""
    norms: Doubles
    mean_cosine: Doubles
    shares: tuple[Shares, ...]
    """Two a block: attention, then the feed-forward network."""
    normings: tuple[NormStatistics, ...]
    """Every norm of the model, in the order in which they are computed."""

    @property
    def tokens(self) -> int:
        """T."""
        return int(self.norms.shape[1])

    def shares_of(self, layer: int, sublayer: Sublayer) -> Shares:
        """The shares of one sublayer."""
        return self.shares[2 * layer + (sublayer == "feed_forward")]

    def normings_at(self, station: int) -> tuple[NormStatistics, ...]:
        """The norms that read from a station or write to it."""
        return tuple(norming for norming in self.normings if station in norming.stations)

    def length(self, station: int, token: int | None) -> float:
        """‖x‖ of a token at a station; None: the mean over the tokens."""
        row = self.norms[station]
        return mean_of(row) if token is None else float(row[token])

    def growth(self, station: int, token: int | None) -> float:
        """How many times as long as at the input, NaN where nothing entered."""
        start = self.length(0, token)
        with np.errstate(all="ignore"):
            return float(np.float64(self.length(station, token)) / start) if start else float("nan")


def stream_table(config: ModelConfig, weights: Weights, trace: Trace) -> StreamTable:
    """Measure the stream of one pass.

    Raises
    ------
    ValueError
        When the trace kept not all of `NEEDED`.
    """
    with np.errstate(all="ignore"):  # infinite values and NaN are shown as they are
        return _Walk(config, weights, trace).table()


def sums_before_norm(config: ModelConfig, trace: Trace, layer: int) -> tuple[FloatArray, FloatArray]:
    """(x·factor + Attention(x), y·factor + FFN(y)), both [T, D]: what the norms of a block are given in post-norm or DeepNorm.

    Normalised, the first is `resid_mid` (with the encoding added after it where the first attention is followed by it), the second
    `resid_post`.

    Raises
    ------
    ValueError
        When the norm stands elsewhere, or the trace kept not all of `NEEDED`.
    """
    if config.norm not in ("post", "deepnorm"):
        raise ValueError(f"norm {config.norm}: no norm stands after a sum")
    kept = _kept(trace, layer)
    with np.errstate(all="ignore"):
        return (
            _sum(config, kept["resid_pre"], kept["attn_out"]),
            _sum(config, kept["resid_mid"], kept["mlp_out"]),
        )


def cosines(table: StreamTable, station: int) -> Doubles:
    """[T, T] cosine between the vectors of all tokens at a station: symmetric, exactly 1 on the diagonal, within −1 … 1.

    NaN for a token whose vector has no direction: zero, infinite or NaN.
    """
    with np.errstate(all="ignore"):
        directions, known = _directions(table.arrays[station])
        found: Doubles = np.clip(directions @ directions.T, -1.0, 1.0)
        found = (found + found.T) / 2
    np.fill_diagonal(found, 1.0)
    found[~known] = np.nan
    found[:, ~known] = np.nan
    return found


def mean_of(values: Doubles) -> float:
    """The mean of the finite values, NaN when there is none."""
    finite = values[np.isfinite(values)]
    return float(finite.mean()) if finite.size else float("nan")


class _Walk:
    """Goes along the stream once and notes stations, shares and norms."""

    def __init__(self, config: ModelConfig, weights: Weights, trace: Trace) -> None:
        self.config, self.weights, self.trace = config, weights, trace
        self.factor = float(np.float32(skip_factor(config)))
        self.stations: list[Station] = []
        self.arrays: list[FloatArray] = []
        self.shares: list[Shares] = []
        self.normings: list[NormStatistics] = []

    def table(self) -> StreamTable:
        config = self.config
        for layer in range(config.n_layers):
            kept = _kept(self.trace, layer)
            if layer == 0 or config.placed == "every-block":
                self.stop("encoding" if layer else "input", layer, kept["resid_pre"])
            after = layer == 0 and config.placed == "after-attention"
            mid = self.without_encoding(layer, kept) if after else kept["resid_mid"]
            self.sublayer(layer, "attention", kept["resid_pre"], kept["attn_out"], mid)
            if after:
                self.stop("encoding", layer, kept["resid_mid"])
            self.sublayer(layer, "feed_forward", kept["resid_mid"], kept["mlp_out"], kept["resid_post"])
        if config.has_final_norm:
            before, x = len(self.stations) - 1, self.arrays[-1]
            normed = normalise(x, self.weights, "final_norm")
            self.norm("final_norm", "final_norm", config.n_layers - 1, x, normed, (before, before + 1))
            self.stop("final_norm", config.n_layers - 1, normed)
        return StreamTable(
            config=config,
            stations=tuple(self.stations),
            arrays=tuple(self.arrays),
            norms=np.stack([_lengths(array.astype(np.float64)) for array in self.arrays]),
            mean_cosine=np.array([_mean_cosine(array) for array in self.arrays]),
            shares=tuple(self.shares),
            normings=tuple(self.normings),
        )

    def stop(self, kind: StationKind, layer: int, array: FloatArray) -> None:
        self.stations.append(Station(kind, layer))
        self.arrays.append(array)

    def without_encoding(self, layer: int, kept: dict[str, FloatArray]) -> FloatArray:
        """The stream after attention before the encoding is added, by the same operations as in the pass."""

        def through(name: str) -> Callable[[FloatArray], FloatArray]:
            return lambda y: normalise(y, self.weights, f"blocks.{layer}.{name}")

        arrange = ARRANGEMENTS[self.config.norm]
        skip = skip_factor(self.config)
        return arrange(kept["resid_pre"], lambda _: kept["attn_out"], through("norm1"), through("norm1_out"), skip)

    def sublayer(self, layer: int, part: Sublayer, x: FloatArray, change: FloatArray, out: FloatArray) -> None:
        """x [T, D] enters, the sublayer computes `change`, `out` leaves after skip connection and norm."""
        norm, name = self.config.norm, f"blocks.{layer}.{_NAMES[part]}"
        here = len(self.stations)  # of the station that follows
        kind: Literal["norm1", "norm2"] = "norm1" if part == "attention" else "norm2"
        added = change
        if norm in ("pre", "sandwich"):
            self.norm(name, kind, layer, x, normalise(x, self.weights, name), (here - 1,))
        if norm == "sandwich":
            added = normalise(change, self.weights, f"{name}_out")
            out_kind: Literal["norm1_out", "norm2_out"] = "norm1_out" if part == "attention" else "norm2_out"
            self.norm(f"{name}_out", out_kind, layer, change, added, (here,))
        if norm in ("post", "deepnorm"):
            total = _sum(self.config, x, change)
            self.norm(name, kind, layer, total, out, (here, here + 1))
            self.stop("attention_sum" if part == "attention" else "feed_forward_sum", layer, total)
        self.stop(part, layer, out)
        self.shares.append(self.shared(layer, part, here, x, added))

    def shared(self, layer: int, part: Sublayer, station: int, x: FloatArray, change: FloatArray) -> Shares:
        """Shares of both parts in their sum, which is formed in float64: it is not the rounded one."""
        added = change.astype(np.float64)
        # Not 0·x: an infinite x would make it NaN.
        brought = x * np.float64(self.factor) if self.factor else np.zeros_like(added)
        total = brought + added
        squares = np.square(total).sum(axis=1)
        skip, share = ((one * total).sum(axis=1) / squares for one in (brought, added))
        skip, share = _complementary(skip, share)
        if not self.factor:
            skip, share = np.zeros_like(skip), np.ones_like(share)
        return Shares(
            layer=layer,
            sublayer=part,
            station=station,
            skip=skip,
            added=share,
            skip_norm=_lengths(brought),
            added_norm=_lengths(added),
            sum_norm=np.sqrt(squares),
        )

    def norm(
        self,
        name: str,
        kind: Literal["norm1", "norm1_out", "norm2", "norm2_out", "final_norm"],
        layer: int,
        before: FloatArray,
        after: FloatArray,
        stations: tuple[int, ...],
    ) -> None:
        rms = self.config.norm_kind == "rmsnorm"
        mean, variance = _moments(before)
        mean_after, variance_after = _moments(after)
        spread = np.square(before, dtype=np.float64).mean(axis=1) if rms else variance
        self.normings.append(
            NormStatistics(
                name=name,
                kind=kind,
                layer=layer,
                stations=stations,
                mean_before=mean,
                deviation_before=np.sqrt(variance),
                divisor=np.sqrt(spread + EPSILON),
                gain=self.weights.matrix(f"{name}.gain"),
                bias=self.weights.matrix(f"{name}.bias") if self.config.biases and not rms else None,
                mean_after=mean_after,
                deviation_after=np.sqrt(variance_after),
            )
        )


def _kept(trace: Trace, layer: int) -> dict[str, FloatArray]:
    kept: LayerTrace = trace.layers[layer]
    missing = sorted(NEEDED - kept.names)
    if missing:
        raise ValueError(f"this trace kept no {', '.join(missing)}")
    return {name: getattr(kept, name) for name in NEEDED}


def _sum(config: ModelConfig, x: FloatArray, change: FloatArray) -> FloatArray:
    """x·factor + change as the pass adds them, in float32."""
    return no_norm(x, lambda _: change, _same, _same, skip_factor(config))


def _same(x: FloatArray) -> FloatArray:
    return x


def _complementary(skip: Doubles, added: Doubles) -> tuple[Doubles, Doubles]:
    """The smaller of two shares replaced by what the larger one leaves of 1: then their float64 sum is exactly 1.

    The larger share s is at least ½, and 1 − s is then a multiple of its last digit no larger than itself, so nothing is rounded.
    """
    by_skip = skip >= added
    return np.where(by_skip, skip, 1 - added), np.where(by_skip, 1 - skip, added)


def _moments(x: FloatArray) -> tuple[Doubles, Doubles]:
    """Mean and population variance of each row, [T] and [T]."""
    mean = x.mean(axis=1, keepdims=True, dtype=np.float64)
    return mean[:, 0], np.square(x - mean).mean(axis=1)


def _lengths(x: Doubles) -> Doubles:
    """‖x‖ of each row."""
    return np.asarray(np.sqrt(np.square(x).sum(axis=1)))


def _directions(x: FloatArray) -> tuple[Doubles, NDArray[np.bool_]]:
    """Rows brought to length 1, and which of them have a direction at all; the others are 0."""
    wide = x.astype(np.float64)
    lengths = _lengths(wide)
    known = np.isfinite(lengths) & (lengths > 0)
    wide[~known] = 0
    return wide / np.where(known, lengths, 1)[:, None], known


def _mean_cosine(x: FloatArray) -> float:
    """Mean over all pairs of different rows that have a direction: (‖Σu‖² − n) / (n² − n), as each u has length 1."""
    directions, known = _directions(x)
    count = int(known.sum())
    if count < 2:
        return float("nan")
    return float((np.square(directions.sum(axis=0)).sum() - count) / (count * count - count))
