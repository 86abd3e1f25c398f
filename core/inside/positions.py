"""What an encoding of positions is made of: its numbers, what two positions have in common, its turns and its slopes.

T positions, D model width, H heads, K head width. Position 0 is the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, pi
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from core.model.config import ModelConfig, Placement, Position, SinusoidLayout
from core.model.limits import check_ids, check_length
from core.model.norms import normalise
from core.model.positions import alibi_slopes, rotate, sinusoid, turns
from core.model.transformer import encoding_table
from core.model.weights import Weights

FloatArray = NDArray[np.float32]
Doubles = NDArray[np.float64]

USUALLY_MULTIPLIED: Final = 512
"""Positions that are multiplied with each other unless more are asked for: T² products."""
FEWEST_SHOWN: Final = 64
"""So many positions show what an encoding does; a sentence has fewer."""
ROUNDING: Final = 1e-5
"""What is smaller than this share of the largest possible product comes from float32 alone."""
_SINUSOID_BASE: Final = 10000.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ByDistance:
    """Products of all pairs of positions, gathered by their distance."""

    distances: NDArray[np.int64]
    """[N] the distances, ascending."""
    mean: Doubles
    """[N]"""
    lowest: FloatArray
    """[N]"""
    highest: FloatArray
    """[N]"""

    @property
    def spread(self) -> float:
        """Largest difference between two pairs of the same distance: 0, but for rounding, where only the distance matters."""
        return float(np.max(self.highest - self.lowest))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OtherLayout:
    """The same sinusoids with their columns in the other order."""

    name: SinusoidLayout
    matrix: FloatArray
    """[T, D]"""
    permutation: NDArray[np.int64]
    """[D] column j here is column permutation[j] of the layout in use."""
    columns_equal: bool
    """Whether each column is that column of the layout in use to the last bit."""
    difference: float
    """Largest difference between PE·PEᵀ of the two layouts: the same terms, added in another order."""
    products_equal: bool
    """Whether that is no more than rounding."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AddedTables:
    """An encoding that is added to the vectors: sinusoids, or a learned table."""

    matrix: FloatArray
    """[T, D] exactly what is added."""
    products: FloatArray
    """[P, P] PE·PEᵀ of the first P positions, as the model multiplies: in float32."""
    by_distance: ByDistance
    """The same by |p − r|, from 0 to P − 1."""
    layout: SinusoidLayout | None
    """None for a learned table."""
    wavelengths: Doubles | None
    """[⌈D/2⌉] positions after which pair i begins anew, 2π·10000^(2i/D); None for a learned table."""
    other: OtherLayout | None
    """None for a learned table."""

    @property
    def largest(self) -> float:
        """The largest product, whatever its sign."""
        return float(np.abs(self.products).max())

    @property
    def distance_only(self) -> bool:
        """Whether pairs of the same distance have the same product, up to rounding."""
        return self.by_distance.spread <= ROUNDING * self.largest

    def pair_of(self, dimension: int) -> tuple[int, bool]:
        """The pair i that a column belongs to, and whether it is the sine of it."""
        width = self.matrix.shape[1]
        if self.layout == "interleaved":
            return dimension // 2, dimension % 2 == 0
        half = (width + 1) // 2
        return (dimension, True) if dimension < half else (dimension - half, False)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RotaryTables:
    """Turns of queries and keys: the numbers i and i + K/2 of both are one pair, a point in a plane."""

    base: float
    frequencies: Doubles
    """[K/2] angle from one position to the next, base^(−2i/K), in radians."""
    wavelengths: Doubles
    """[K/2] positions for a whole turn, 2π·base^(2i/K)."""
    angles: Doubles
    """[T, K/2] p·base^(−2i/K), in radians, not taken modulo a turn."""
    cosines: FloatArray
    """[T, K/2] as the model uses them."""
    sines: FloatArray
    """[T, K/2]"""
    ids: tuple[int, int]
    """Tokens whose query and key were turned for the check."""
    head: int
    """Head of the first block whose query and key these are."""
    query: FloatArray
    """[K] query of the first in that head, before turning."""
    key: FloatArray
    """[K] key of the second."""
    by_distance: ByDistance
    """q·k when the query stands at p and the key at r, by r − p, from −(P − 1) to P − 1."""

    @property
    def largest(self) -> float:
        """The largest product, whatever its sign."""
        return max(float(np.abs(self.by_distance.lowest).max()), float(np.abs(self.by_distance.highest).max()))

    def product(self, query_position: int, key_position: int) -> float:
        """q·k when the query stands at one position and the key at the other, both turned as the model turns them.

        Where these are the positions of the two tokens it is `products` of `core.inside.head` in the first block.
        """
        turned = []
        for vector, position in ((self.query, query_position), (self.key, key_position)):
            half, cosines, sines = len(vector) // 2, self.cosines[position], self.sines[position]
            low, high = vector[:half], vector[half:]
            turned.append(np.concatenate([low * cosines - high * sines, high * cosines + low * sines]))
        return float(turned[0] @ turned[1])

    @property
    def distance_only(self) -> bool:
        """Whether pairs of the same distance have the same product, up to rounding (turns keep lengths: none is above |q|·|k|)."""
        return self.by_distance.spread <= ROUNDING * float(np.linalg.norm(self.query) * np.linalg.norm(self.key))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AlibiTables:
    """Slopes that lower a score with every step of distance."""

    slopes: FloatArray
    """[H]"""
    penalties: FloatArray
    """[H, T] −slope·distance, which is added to a score at that distance."""
    factors: Doubles
    """[H, T] e^(−slope·distance): what that leaves of the weight, before the row is made to sum to 1 again."""
    half_distances: Doubles
    """[H] ln 2 / slope: where the weight e^(−slope·distance) has fallen to half."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PositionTables:
    """What there is to see of the positions of one model; what its encoding does not have is None."""

    position: Position
    placed: Placement
    length: int
    """T"""
    rows: int | None = None
    """Rows that a learned table has; None where positions do not end."""
    added: AddedTables | None = None
    rotary: RotaryTables | None = None
    alibi: AlibiTables | None = None

    def same_as(self, other: PositionTables) -> bool:
        """Whether everything in the tables is equal; they follow from what is compared here."""
        if any(getattr(self, name) != getattr(other, name) for name in ("position", "placed", "length", "rows")):
            return False
        for mine, theirs, name in (
            (self.added, other.added, "matrix"),
            (self.added, other.added, "products"),
            (self.rotary, other.rotary, "cosines"),
            (self.rotary, other.rotary, "query"),
            (self.rotary, other.rotary, "key"),
            (self.rotary, other.rotary, "ids"),
            (self.rotary, other.rotary, "head"),
            (self.alibi, other.alibi, "slopes"),
        ):
            if mine is not None and theirs is not None and not np.array_equal(getattr(mine, name), getattr(theirs, name)):
                return False
        return self.added is None or other.added is None or self.added.layout == other.added.layout


def shown_length(config: ModelConfig, tokens: int) -> int:
    """How many positions to show for a sentence of `tokens` tokens: enough to see the encoding, if it has so many."""
    wanted = max(tokens, FEWEST_SHOWN)
    return min(wanted, config.context) if config.position == "learned" else wanted


def position_tables(
    config: ModelConfig,
    weights: Weights,
    length: int,
    *,
    ids: tuple[int, int] | None = None,
    head: int = 0,
    multiplied: int = USUALLY_MULTIPLIED,
) -> PositionTables:
    """The tables of the encoding of `config` at the positions 0 … length − 1.

    Parameters
    ----------
    ids
        Token that looks and token looked at, whose query and key are turned to see what rotary positions do to their product;
        the first two of the vocabulary when there are none.
    head
        Head of the first block whose query and key they are. Only there do these follow from the token alone.
    multiplied
        Most positions P that are multiplied with each other.

    Raises
    ------
    InputError
        When a learned table has fewer rows, or an id is not in the vocabulary.
    ValueError
        When `length` or `multiplied` is below 1.
    """
    if min(length, multiplied) < 1:
        raise ValueError("there is no table of no positions")
    check_length(config, length)
    count = min(length, multiplied)
    added = rotary = alibi = None
    if config.position in ("sinusoidal", "learned"):
        added = _added(config, weights, length, count)
    elif config.position == "rotary":
        pair = (0, min(1, config.vocabulary - 1)) if ids is None else ids
        check_ids(config, pair)
        rotary = _rotary(config, weights, length, count, pair, head)
    elif config.position == "alibi":
        slopes = alibi_slopes(config.n_heads)
        penalties = (0 - np.outer(slopes, np.arange(length))).astype(np.float32)  # 0 and not −0 at distance 0
        factors = np.exp(penalties.astype(np.float64))
        halves = log(2) / slopes.astype(np.float64)
        alibi = AlibiTables(slopes=slopes, penalties=penalties, factors=factors, half_distances=halves)
    return PositionTables(
        position=config.position,
        placed=config.placed,
        length=length,
        rows=config.context if config.position == "learned" else None,
        added=added,
        rotary=rotary,
        alibi=alibi,
    )


def _added(config: ModelConfig, weights: Weights, length: int, count: int) -> AddedTables:
    matrix, width = encoding_table(config, weights, length), config.d_model
    products = matrix[:count] @ matrix[:count].T
    wavelengths: Doubles | None = None
    other: OtherLayout | None = None
    if config.position == "sinusoidal":
        wavelengths = 2 * pi * _SINUSOID_BASE ** (np.arange(0, width, 2) / width)
        other = _other_layout(config.sinusoid_layout, matrix, products)
    return AddedTables(
        matrix=matrix,
        products=products,
        by_distance=by_distance(products, both_ways=False),
        layout=config.sinusoid_layout if other is not None else None,
        wavelengths=wavelengths,
        other=other,
    )


def _other_layout(used: SinusoidLayout, matrix: FloatArray, products: FloatArray) -> OtherLayout:
    length, width = matrix.shape
    name: SinusoidLayout = "side-by-side" if used == "interleaved" else "interleaved"
    table, count = sinusoid(length, width, name), len(products)
    sines_first = np.concatenate([np.arange(0, width, 2), np.arange(1, width, 2)])  # column j of side by side, interleaved
    permutation = sines_first if used == "interleaved" else np.argsort(sines_first)
    difference = float(np.max(np.abs(table[:count] @ table[:count].T - products)))
    return OtherLayout(
        name=name,
        matrix=table,
        permutation=permutation,
        columns_equal=bool(np.array_equal(table, matrix[:, permutation])),
        difference=difference,
        products_equal=difference <= ROUNDING * float(np.abs(products).max()),
    )


def _rotary(config: ModelConfig, weights: Weights, length: int, count: int, ids: tuple[int, int], head: int) -> RotaryTables:
    width = config.d_head
    frequencies = config.rope_base ** (-np.arange(0, width, 2) / width)
    cosines, sines = turns(length, width, config.rope_base)
    query, key = _query_and_key(config, weights, ids, head)
    turned = [rotate(np.tile(vector, (1, count, 1)), config.rope_base)[0] for vector in (query, key)]
    return RotaryTables(
        base=config.rope_base,
        frequencies=frequencies,
        wavelengths=2 * pi / frequencies,
        angles=np.arange(length)[:, None] * frequencies,
        cosines=cosines,
        sines=sines,
        ids=ids,
        head=head,
        query=query,
        key=key,
        by_distance=by_distance(turned[0] @ turned[1].T, both_ways=True),
    )


def _query_and_key(config: ModelConfig, weights: Weights, ids: tuple[int, int], head: int) -> tuple[FloatArray, FloatArray]:
    """[K] a head's query of one token and key of another in the first block, before they are turned."""
    x = weights.token_rows(ids)
    if config.scale_embedding:
        x = x * np.float32(np.sqrt(config.d_model))
    if config.norm in ("pre", "sandwich"):
        x = normalise(x, weights, "blocks.0.norm1")
    found = []
    for at, (letter, which) in enumerate((("Q", head), ("K", head * config.kv_heads // config.n_heads))):
        vector = x[at] @ weights[f"blocks.0.attention.W_{letter}"][which]
        found.append(vector + weights[f"blocks.0.attention.b_{letter}"][which] if config.biases else vector)
    return found[0], found[1]


def by_distance(products: FloatArray, *, both_ways: bool) -> ByDistance:
    """Gather [P, P] products of the positions p (rows) and r (columns) by r − p; by |r − p|, one half only, unless `both_ways`."""
    mean, lowest, highest = _diagonals(products)
    distances = np.arange(len(products))
    if both_ways:
        back = _diagonals(products.T)
        distances = np.concatenate([-distances[:0:-1], distances])
        mean = np.concatenate([back[0][:0:-1], mean])
        lowest, highest = np.concatenate([back[1][:0:-1], lowest]), np.concatenate([back[2][:0:-1], highest])
    return ByDistance(distances=distances, mean=mean, lowest=lowest, highest=highest)


def _diagonals(products: FloatArray) -> tuple[Doubles, FloatArray, FloatArray]:
    """Mean, smallest and largest of the main diagonal of [P, P] and of each one above it, each [P].

    The rows lie in a memory that is wider than they are; read with rows one longer than that, each row starts at its diagonal.
    """
    size = len(products)
    wide = np.zeros((size, 2 * size), products.dtype)
    wide[:, :size] = products
    step = wide.itemsize
    skewed = as_strided(wide, (size, size), ((2 * size + 1) * step, step))
    mean = skewed.sum(axis=0, dtype=np.float64) / np.arange(size, 0, -1)
    wide[:, size:] = np.inf
    lowest = skewed.min(axis=0)
    wide[:, size:] = -np.inf
    return mean, lowest, skewed.max(axis=0)
