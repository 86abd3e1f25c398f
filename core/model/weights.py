"""The numbers of a model: drawn at random when first read, or given."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.messages import QT_TRANSLATE_NOOP, Cancelled, InputError
from core.model.config import ModelConfig
from core.model.parameters import TOKEN_TABLE, Constant, Normal, ParameterSpec, parameter_table
from core.panels import PANEL

FloatArray = NDArray[np.float32]
Origin = Literal["random", "constructed", "trained here", "loaded"]

STRIPE: Final = 64
"""Rows of the token table drawn together: a sentence needs a few rows, not the whole vocabulary."""

_MISSING = QT_TRANSLATE_NOOP("core", "The weights have no “{name}”, which this configuration needs.")
_WRONG_SHAPE = QT_TRANSLATE_NOOP("core", "“{name}” has the shape {found}, but this configuration needs {needed}.")
_NOT_NEEDED = QT_TRANSLATE_NOOP("core", "The weights hold “{name}”, which this configuration does not have.")


@dataclass(frozen=True, slots=True, eq=False)
class Addresses:
    """Where parameters of all blocks lie: `numbers` [L, names], 0 for those that do not exist."""

    numbers: NDArray[np.int64]


class Weights(Mapping[str, FloatArray]):
    """All parameters of one model under the names of `parameter_table`, read-only.

    Arrays are kept in the layout in which they are multiplied (`matrix`): W_Q, W_K, W_V as [D, H·K], W_O as [H·K, D]; from the
    first compiled pass on those of the blocks lie in panels, and `matrix` copies. Reading by name gives the shapes of the table:
    [H, D, K] and [H, K, D].
    """

    def __init__(self, config: ModelConfig, origin: Origin, name: str, layouts: Mapping[str, FloatArray]) -> None:
        self.config: Final = config
        self.origin: Final[Origin] = origin
        self.name: Final = name
        self._specs: Final = {spec.name: spec for spec in parameter_table(config)}
        self._layouts: Final = dict(layouts)
        self._addresses: dict[tuple[str, ...], Addresses] = {}
        self._own_kind: Final = object()
        self._drawing: Final = threading.RLock()
        """Held while something is drawn or noted: passes that run at the same time may share weights."""

    def __getitem__(self, name: str) -> FloatArray:
        spec = self._specs[name]
        view = in_heads(spec, self._read(spec))
        view.setflags(write=False)
        return view

    def __iter__(self) -> Iterator[str]:
        return iter(self._specs)

    def __len__(self) -> int:
        return len(self._specs)

    def matrix(self, name: str) -> FloatArray:
        """The parameter in the layout in which it is multiplied, C-contiguous; not to be written to."""
        return self._read(self._specs[name])

    def addresses(self, names: tuple[str, ...], cancelled: Callable[[], bool] | None = None) -> Addresses:
        """Where the parameters `blocks.{l}.NAME` lie as they are multiplied.

        Raises
        ------
        Cancelled
            When `cancelled` says so, which is asked after each block that has to be drawn.
        """
        found = self._addresses.get(names)
        if found is not None:
            return found
        found = Addresses(np.zeros((self.config.n_layers, len(names)), np.int64))
        for layer, row in enumerate(found.numbers):
            with self._drawing:
                specs = [self._specs.get(f"blocks.{layer}.{name}") for name in names]
                row[:] = [self._in_panels(spec).ctypes.data if spec else 0 for spec in specs]
            if cancelled is not None and cancelled():
                raise Cancelled
        self._addresses[names] = found
        return found

    @property
    def kind(self) -> object:
        """Equal for two objects of equal configuration only if all their numbers are equal."""
        return self._own_kind

    def _read(self, spec: ParameterSpec) -> FloatArray:
        """The parameter in the layout in which it is multiplied; a copy where it is stored in panels."""
        stored = self._stored(spec)
        return from_panels(stored, matrix_shape(spec)[1]) if stored.ndim == 3 else stored

    def _in_panels(self, spec: ParameterSpec) -> FloatArray:
        """The parameter as compiled code reads it: a matrix is from now on stored in panels, and only so."""
        stored = self._stored(spec)
        if stored.ndim == 2:
            stored = to_panels(stored)
            self._store(spec, stored)
        return stored

    def _stored(self, spec: ParameterSpec) -> FloatArray:
        return self._layouts[spec.name]

    def _store(self, spec: ParameterSpec, array: FloatArray) -> None:
        self._layouts[spec.name] = array

    def token_rows(self, ids: Sequence[int] | NDArray[np.int64], out: FloatArray | None = None) -> FloatArray:
        """Rows `ids` of the token table, [T, D], a copy, written into `out` if given."""
        return _rows(self.matrix(TOKEN_TABLE), ids, out)


class RandomWeights(Weights):
    """Weights drawn from (seed, name), each parameter from its own stream, so that a switch leaves all others as they were."""

    def __init__(self, config: ModelConfig, reuse: RandomWeights | None = None) -> None:
        super().__init__(config, "random", f"seed {config.seed}", {})
        self._keys: Final = {name: _key(spec) for name, spec in self._specs.items()}
        self._arrays: dict[tuple[object, ...], FloatArray] = {}
        self._rows: FloatArray = np.empty((0, config.d_model), np.float32)
        """Rows of the token table drawn without the rest of it: the first `_drawn` are."""
        self._drawn = 0
        self._places: NDArray[np.int32] = np.full(config.vocabulary, -1, np.int32)
        """[V] which of `_rows` is that of an id; −1 for none."""
        if reuse is not None and reuse.config.seed == config.seed:
            wanted = set(self._keys.values())
            with reuse._drawing:
                self._take_over(reuse, wanted)

    def _take_over(self, reuse: RandomWeights, wanted: set[tuple[object, ...]]) -> None:
        """Take over what `reuse` has drawn of what is wanted."""
        self._arrays = {key: array for key, array in reuse._arrays.items() if key in wanted}
        if reuse._keys[TOKEN_TABLE] in wanted:
            # Only rows that are never written again: each of the two draws new ones for itself.
            self._rows, self._drawn, self._places = reuse._rows[: reuse._drawn], reuse._drawn, reuse._places.copy()

    @property
    def kind(self) -> object:
        """The seed: with the configuration it determines every number."""
        return ("random", self.config.seed)

    def token_rows(self, ids: Sequence[int] | NDArray[np.int64], out: FloatArray | None = None) -> FloatArray:
        """Rows `ids` of the token table, [T, D], drawn without the rest of the table unless that is there."""
        spec = self._specs[TOKEN_TABLE]
        if self._keys[TOKEN_TABLE] in self._arrays:
            return super().token_rows(ids, out)
        with self._drawing:
            numbers = np.asarray(ids, np.int64)
            places = self._places.take(numbers)
            if places.min(initial=0) < 0:
                self._draw_rows(spec, numbers)
                places = self._places.take(numbers)
            return _rows(self._rows, places, out)

    def _draw_rows(self, spec: ParameterSpec, numbers: NDArray[np.int64]) -> None:
        """Draw those rows of the token table that are not there."""
        missing = np.unique(numbers[self._places[numbers] < 0]).tolist()
        if self._drawn + len(missing) > len(self._rows):
            more = np.empty((len(missing) + STRIPE, spec.shape[1]), np.float32)
            self._rows = np.concatenate([self._rows[: self._drawn], more])
        stripe = np.empty((STRIPE, spec.shape[1]), np.float32)
        for number, indices in groupby(missing, lambda index: index // STRIPE):
            self._fill_stripe(stripe[: spec.shape[0] - number * STRIPE], spec, number)
            for index in indices:
                self._rows[self._drawn] = stripe[index % STRIPE]
                self._places[index] = self._drawn
                self._drawn += 1

    def _fill_stripe(self, rows: FloatArray, spec: ParameterSpec, number: int) -> None:
        """Draw the rows of the token table from `number` · STRIPE on."""
        _fill(rows, spec, f"{spec.name}/{number}", self.config.seed)

    def _stored(self, spec: ParameterSpec) -> FloatArray:
        key = self._keys[spec.name]
        if key not in self._arrays:
            with self._drawing:
                self._draw(spec, key)
        return self._arrays[key]

    def _store(self, spec: ParameterSpec, array: FloatArray) -> None:
        self._arrays[self._keys[spec.name]] = array

    def _draw(self, spec: ParameterSpec, key: tuple[object, ...]) -> None:
        if key not in self._arrays:  # another thread may have been quicker
            array = np.empty(matrix_shape(spec), np.float32)
            if spec.name == TOKEN_TABLE:
                for number, start in enumerate(range(0, len(array), STRIPE)):
                    self._fill_stripe(array[start : start + STRIPE], spec, number)
                self._rows, self._drawn = array[:0], 0
            else:
                _fill(array, spec, spec.name, self.config.seed)
            array.setflags(write=False)
            self._arrays[key] = array


def to_panels(matrix: FloatArray) -> FloatArray:
    """[k, n] -> [⌈n / PANEL⌉, k, PANEL]: panels of PANEL columns, on whole cache lines, zeros beyond the last; read-only."""
    k, n = matrix.shape
    count = -(-n // PANEL)
    room = np.empty(k * count * PANEL + 16, np.float32)
    panels: FloatArray = room[-room.ctypes.data % 64 // 4 :][: k * count * PANEL].reshape(count, k, PANEL)
    whole = n // PANEL
    panels[:whole] = matrix[:, : whole * PANEL].reshape(k, whole, PANEL).transpose(1, 0, 2)
    panels[whole:] = 0
    panels[whole:, :, : n % PANEL] = matrix[:, whole * PANEL :]
    panels.setflags(write=False)
    return panels


def from_panels(panels: FloatArray, columns: int) -> FloatArray:
    """[⌈n / PANEL⌉, k, PANEL] -> [k, n = `columns`], a copy, read-only."""
    count, k, width = panels.shape
    matrix = np.ascontiguousarray(panels.transpose(1, 0, 2).reshape(k, count * width)[:, :columns])
    matrix.setflags(write=False)
    return matrix


def _key(spec: ParameterSpec) -> tuple[object, ...]:
    """What a draw depends on besides the seed. The number of heads is not in it: cutting a matrix draws nothing."""
    return (spec.name, matrix_shape(spec), spec.start)


def _rows(table: FloatArray, numbers: Sequence[int] | NDArray[np.integer], out: FloatArray | None) -> FloatArray:
    # mode="clip" writes into `out` without a buffer in between; the numbers are those of rows.
    rows: FloatArray = table.take(np.asarray(numbers, np.int64), 0, out, "clip")
    return rows


def random_weights(config: ModelConfig, reuse: Weights | None = None) -> Weights:
    """Random weights for `config`; what `reuse` has already drawn and is the same is taken from there."""
    return RandomWeights(config, reuse if isinstance(reuse, RandomWeights) else None)


def loaded_weights(
    config: ModelConfig, arrays: Mapping[str, NDArray[np.floating]], name: str, origin: Origin = "loaded"
) -> Weights:
    """Weights given as arrays in the shapes of `parameter_table(config)`.

    Raises
    ------
    InputError
        When an array is missing, has another shape, or does not belong to the configuration.
    """
    table = parameter_table(config)
    for spec in table:
        if spec.name not in arrays:
            raise InputError(_MISSING, name=spec.name)
        if arrays[spec.name].shape != spec.shape:
            raise InputError(_WRONG_SHAPE, name=spec.name, found=arrays[spec.name].shape, needed=spec.shape)
    for extra in arrays.keys() - {spec.name for spec in table}:
        raise InputError(_NOT_NEEDED, name=extra)
    layouts = {spec.name: _as_multiplied(spec, arrays[spec.name]) for spec in table}
    return Weights(config, origin, name, layouts)


def _is_cut(spec: ParameterSpec) -> bool:
    """Whether the parameter is drawn as one [D, H·K] matrix and then cut into heads along its columns."""
    return spec.name.endswith((".W_Q", ".W_K", ".W_V"))


def matrix_shape(spec: ParameterSpec) -> tuple[int, ...]:
    """The shape in which the parameter is multiplied: W_Q, W_K, W_V [D, H·K], W_O [H·K, D], biases [H·K]."""
    if _is_cut(spec):
        heads, width, head = spec.shape
        return (width, heads * head)
    if spec.name.endswith(".W_O"):
        heads, head, width = spec.shape
        return (heads * head, width)
    return (spec.size,) if spec.name.rpartition(".")[2].startswith("b_") else spec.shape


def in_heads(spec: ParameterSpec, matrix: FloatArray) -> FloatArray:
    """A parameter in the shape `matrix_shape` -> a view in the shape of the table, `spec.shape`."""
    if not _is_cut(spec):
        return matrix.reshape(spec.shape)
    heads, width, head = spec.shape
    return matrix.reshape(width, heads, head).transpose(1, 0, 2)


def _as_multiplied(spec: ParameterSpec, array: NDArray[np.floating]) -> FloatArray:
    ordered = array.transpose(1, 0, 2) if _is_cut(spec) else array
    own: FloatArray = np.array(ordered.reshape(matrix_shape(spec)), np.float32, order="C")
    own.setflags(write=False)
    return own


def _fill(numbers: FloatArray, spec: ParameterSpec, name: str, seed: int) -> None:
    """Draw what starts like `spec` from the stream of (seed, name)."""
    if isinstance(spec.start, Constant):
        numbers.fill(spec.start.value)
        return
    stream = int.from_bytes(blake2b(name.encode(), digest_size=16).digest(), "little")
    rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence([seed, stream])))
    if isinstance(spec.start, Normal):
        rng.standard_normal(dtype=np.float32, out=numbers)
        numbers *= np.float32(spec.start.std)
        return
    rng.random(dtype=np.float32, out=numbers)
    numbers *= np.float32(2 * spec.start.limit)
    numbers -= np.float32(spec.start.limit)
