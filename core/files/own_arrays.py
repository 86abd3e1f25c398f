"""A person's own attention arrays, from a notebook say, read from an .npz file and held beside what the program computes."""

from __future__ import annotations

import re
import zipfile
import zlib
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from core.files.atomic import PathLike
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.trace import EVERYTHING, Trace

if TYPE_CHECKING:
    from collections.abc import Mapping

SIZE_LIMIT: Final = 1 << 30
"""Most bytes that the arrays of one file may have together: more would not stand beside a pass in the memory of a desktop."""
COUNT_LIMIT: Final = 4096
"""Most arrays of one file."""
TOLERANCE: Final = 1e-5
"""Numbers this near agree: two programs round the same float32 arithmetic differently."""

_NO_FILE = QT_TRANSLATE_NOOP("core", "“{name}” cannot be opened: {reason}.")
_NOT_NPZ = QT_TRANSLATE_NOOP("core", "“{name}” is no .npz file; numpy.savez writes one.")
_NPY = QT_TRANSLATE_NOOP(
    "core", "“{name}” is an .npy file, one array without a name; write it with numpy.savez(file, pattern=array)."
)
_DAMAGED = QT_TRANSLATE_NOOP("core", "“{name}” is damaged: its array “{array}” cannot be read.")
_OBJECTS = QT_TRANSLATE_NOOP(
    "core",
    "The array “{array}” of “{name}” holds Python objects, which are not read because they can run code; save plain numbers.",
)
_TOO_LARGE = QT_TRANSLATE_NOOP("core", "The arrays of “{name}” have {size} bytes, limit {limit}.")
_TOO_MANY = QT_TRANSLATE_NOOP("core", "“{name}” holds {count} arrays, limit {limit}.")
_EMPTY = QT_TRANSLATE_NOOP("core", "“{name}” holds no array.")

_UNKNOWN = QT_TRANSLATE_NOOP(
    "core", "Unknown name: there are layers.L.NAME with L from 0 to {last}, pattern for all layers, tokens and logits."
)
_NO_LAYER = QT_TRANSLATE_NOOP("core", "There is no layer {value}; counted from 0 there are 0 to {last}.")
_NO_HEAD = QT_TRANSLATE_NOOP("core", "There is no head {value}; counted from 0 there are 0 to {last}.")
_NO_NUMBERS = QT_TRANSLATE_NOOP("core", "It holds no real numbers ({kind}).")
_WRONG_SHAPE = QT_TRANSLATE_NOOP("core", "Wrong shape: {found}; expected {expected}.")
_NOT_HERE = QT_TRANSLATE_NOOP("core", "The window has not kept this array, so there is nothing to compare it with.")

_LAYER_NAME: Final = re.compile(r"(?:layers\.)?(\d{1,6})\.(?:heads\.(\d{1,6})\.)?(\w+)")
_PATTERN_NAMES: Final = (
    "map",
    "maps",
    "pattern",
    "patterns",
    "attention",
    "attentions",
    "attn",
    "weights",
    "attn_weights",
    "arr_0",
)
_MAPS: Final = ("pattern", "attn_scores")
_COUNTED: Final = re.compile(r"(?:arr|pattern|attention|attentions|attn|layer)_?(\d{1,6})")
_ONE_HEAD: Final = re.compile(r"(?:l(?:ayer)?[_.]?(\d{1,6})[_.]?)?h(?:ead)?[_.]?(\d{1,6})", re.IGNORECASE)
"""Names of a single map: layer0_head3, L0H3, head_3."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCheck:
    """One array of the file beside what the program computes; without a partner only `name`, `shape` and `reason` say something."""

    name: str
    shape: tuple[int, ...]
    matched: str | None = None
    """What it was compared with, under the names of `inspect --npz`; `layers.*.pattern` are those of all layers together."""
    expected: tuple[int, ...] | None = None
    """The shape of what the program computes."""
    largest: float = float("nan")
    """The largest |own − computed|; NaN where a number of either is no number."""
    where: tuple[int, ...] | None = None
    """Indices of the largest difference in what the program computes; of the first NaN where there is one."""
    own: float = float("nan")
    """The own number at that place."""
    computed: float = float("nan")
    """The computed number at that place."""
    mean: float = float("nan")
    """The mean |own − computed|."""
    relative: float = float("nan")
    """The largest difference divided by the largest absolute value that the program computes."""
    agrees: bool = False
    """Whether no difference is larger than `TOLERANCE`."""
    reason: InputError | None = None
    """Why it was not compared."""
    place: tuple[int, int, int, int] | None = None
    """Layer, head, query and key of the largest difference, where the array is a map."""
    by_selection: bool = False
    """Whether layer or head of a single map were those selected, because its name does not say them."""


def read_own(path: PathLike, limit: int = SIZE_LIMIT) -> dict[str, NDArray[Any]]:
    """The arrays of an .npz file by name, in their order. Nothing in the file is run, and nothing larger than `limit` is unpacked.

    Raises
    ------
    InputError
        One sentence, for a file that cannot be opened, is no .npz file, is damaged, or holds no array, too many, too large ones, or
        Python objects.
    """
    name = Path(path).name
    try:
        with open(path, "rb") as file:
            return _read(file, name, limit)
    except OSError as error:
        raise InputError(_NO_FILE, name=name, reason=error.strerror or str(error)) from error


def check_own(arrays: Mapping[str, NDArray[Any]], trace: Trace, selected: tuple[int, int] = (0, 0)) -> tuple[OwnCheck, ...]:
    """Hold each array beside the one of `trace` that its name means, in the order of the file.

    Understood are `layers.L.NAME` as `inspect --npz` writes them (also `L.NAME`), `layers.L.heads.H.pattern` as the export of maps
    does, `tokens`, `logits`; and for maps what notebooks have: `pattern`, `attention`, `attentions`, `attn`, `weights` or `arr_0`
    with [H, T, T] for the only or first layer, [L, H, T, T], or a batch of one in front or in between ([1, H, T, T] or
    [L, 1, H, T, T]), and `arr_L`, `attention_L`, `pattern_L`, `layer_L` for layer L. All of these may hold a single map [T, T],
    as may `layerL_headH`, `LlHh` and `head_H`: what the name leaves open is that of `selected`, a layer and a head.
    """
    return tuple(_check(name, array, trace, selected) for name, array in arrays.items())


def _read(file: BinaryIO, name: str, limit: int) -> dict[str, NDArray[Any]]:
    start = file.read(6)
    file.seek(0)
    if start == b"\x93NUMPY":
        raise InputError(_NPY, name=name)
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise InputError(_NOT_NPZ, name=name) from error
    with archive:
        entries = [entry for entry in archive.infolist() if entry.filename.endswith(".npy")]
        if not entries:
            raise InputError(_NOT_NPZ if archive.infolist() else _EMPTY, name=name)
        if len(entries) > COUNT_LIMIT:
            raise InputError(_TOO_MANY, name=name, count=len(entries), limit=COUNT_LIMIT)
        size = sum(entry.file_size for entry in entries)
        if size > limit:
            raise InputError(_TOO_LARGE, name=name, size=size, limit=limit)
        return {entry.filename.removesuffix(".npy"): _array(archive, entry, name, limit) for entry in entries}


def _array(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, limit: int) -> NDArray[Any]:
    """One array. What its header promises is held against what the file has before any memory is taken for it."""
    label = entry.filename.removesuffix(".npy")
    try:
        with archive.open(entry) as stream:
            version = np.lib.format.read_magic(stream)
            header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
            shape, fortran, kind = header(stream)
            if kind.hasobject:
                raise InputError(_OBJECTS, name=name, array=label)
            if not kind.itemsize or kind.subdtype is not None or any(type(side) is not int for side in shape):
                raise InputError(_DAMAGED, name=name, array=label)
            size = prod(shape, start=kind.itemsize)
            if size > limit:
                raise InputError(_TOO_LARGE, name=name, size=size, limit=limit)
            data = stream.read(size) if min(shape, default=0) >= 0 else b""
            if len(data) != size or stream.read(1):
                raise InputError(_DAMAGED, name=name, array=label)
            flat = np.frombuffer(data, kind) if size else np.empty(prod(shape), kind)
            return flat.reshape(shape, order="F" if fortran else "C")
    except InputError:
        raise
    except _BROKEN as error:
        raise InputError(_DAMAGED, name=name, array=label) from error


_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    ValueError,
    TypeError,
    MemoryError,
    OverflowError,
    RecursionError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
)
"""What zipfile, zlib and numpy raise for bytes that are no array."""


def _check(name: str, array: NDArray[Any], trace: Trace, selected: tuple[int, int]) -> OwnCheck:
    last = len(trace.layers) - 1
    if array.dtype.kind not in "biuf":
        return OwnCheck(name=name, shape=array.shape, reason=InputError(_NO_NUMBERS, kind=str(array.dtype)))
    if name in ("tokens", "logits"):
        there = np.array(trace.ids, np.int64) if name == "tokens" else trace.logits
        return _against(name, array, name, there)
    single = _is_single(array, trace)
    if name in _PATTERN_NAMES:
        if single:
            return replace(_check_layer(name, array, trace, *selected, "pattern"), by_selection=True)
        return _check_maps(name, array, trace)
    if counted := _COUNTED.fullmatch(name):
        head = selected[1] if single else None
        return replace(_check_layer(name, array, trace, int(counted[1]), head, "pattern"), by_selection=single)
    if one := _ONE_HEAD.fullmatch(name):
        layer = selected[0] if one[1] is None else int(one[1])
        return replace(_check_layer(name, array, trace, layer, int(one[2]), "pattern"), by_selection=one[1] is None)
    if (found := _LAYER_NAME.fullmatch(name)) and found[3] in EVERYTHING and (found[2] is None or found[3] in _MAPS):
        open_head = found[2] is None and found[3] in _MAPS and single
        head = selected[1] if open_head else None if found[2] is None else int(found[2])
        return replace(_check_layer(name, array, trace, int(found[1]), head, found[3]), by_selection=open_head)
    return OwnCheck(name=name, shape=array.shape, reason=InputError(_UNKNOWN, last=last))


def _is_single(array: NDArray[Any], trace: Trace) -> bool:
    """Whether an array is one map [T, T], perhaps with batches of one in front, where maps of a layer would be [H, T, T]."""
    length, shape = len(trace.ids), array.shape
    wanted = shape[-2:] == (length, length) and prod(shape[:-2]) == 1
    return wanted and (len(shape) == 2 or trace.config.n_heads > 1)


def _check_layer(name: str, array: NDArray[Any], trace: Trace, layer: int, head: int | None, part: str) -> OwnCheck:
    """An array of one block, or of one head of it."""
    last = len(trace.layers) - 1
    if layer > last:
        return OwnCheck(name=name, shape=array.shape, reason=InputError(_NO_LAYER, value=layer, last=last))
    if head is not None and head >= trace.config.n_heads:
        return OwnCheck(name=name, shape=array.shape, reason=InputError(_NO_HEAD, value=head, last=trace.config.n_heads - 1))
    kept = getattr(trace.layers[layer], part)
    if head is not None:
        return _against(name, array, f"layers.{layer}.heads.{head}.{part}", None if kept is None else kept[head], (layer, head))
    return _against(name, array, f"layers.{layer}.{part}", kept, (layer,) if part in _MAPS else None)


def _check_maps(name: str, array: NDArray[Any], trace: Trace) -> OwnCheck:
    """Maps without the number of a layer: those of all layers, or of one, with or without a batch of one."""
    kept = [layer.pattern for layer in trace.layers]
    if not kept or any(pattern is None for pattern in kept):
        return OwnCheck(name=name, shape=array.shape, reason=InputError(_NOT_HERE))
    single = np.asarray(kept[0]).shape
    every = (len(kept), *single)
    shape = array.shape
    if shape == every or shape in ((len(kept), 1, *single), (1, *every)):
        return _against(
            name, array.reshape(every), "layers.*.pattern", np.stack([np.asarray(pattern) for pattern in kept]), (), shape
        )
    if shape in (single, (1, *single)):
        return _against(name, array.reshape(single), "layers.0.pattern", kept[0], (0,), shape)
    reason = InputError(_WRONG_SHAPE, found=_written(shape), expected=f"{_written(single)}, {_written(every)}")
    return OwnCheck(name=name, shape=shape, expected=every, reason=reason)


def _against(
    name: str,
    own: NDArray[Any],
    matched: str,
    computed: NDArray[Any] | None,
    leading: tuple[int, ...] | None = None,
    shape: tuple[int, ...] | None = None,
) -> OwnCheck:
    """Compare two arrays of the same shape (batches of one in front are taken off).

    `leading`: the first of (layer, head, query, key) that the name gives; the indices of a map give the others. None: no map.
    """
    shape = own.shape if shape is None else shape
    if computed is None:
        return OwnCheck(name=name, shape=shape, matched=matched, reason=InputError(_NOT_HERE))
    while own.ndim > computed.ndim and own.shape[0] == 1:
        own = own[0]
    if own.shape != computed.shape:
        reason = InputError(_WRONG_SHAPE, found=_written(shape), expected=_written(computed.shape))
        return OwnCheck(name=name, shape=shape, matched=matched, expected=computed.shape, reason=reason)
    if not own.size:
        return OwnCheck(name=name, shape=shape, matched=matched, expected=computed.shape, largest=0.0, mean=0.0, agrees=True)
    with np.errstate(invalid="ignore", over="ignore"):
        ours, theirs = own.astype(np.float64), computed.astype(np.float64)
        difference = np.abs(ours - theirs)
        difference[ours == theirs] = 0.0  # infinities that are the same
        largest_value = float(np.abs(theirs).max())
        mean = float(difference.mean())
    where = tuple(int(index) for index in np.unravel_index(int(difference.argmax()), difference.shape))
    largest = float(difference[where])
    place = None if leading is None else (*leading, *where)
    return OwnCheck(
        name=name,
        shape=shape,
        matched=matched,
        expected=computed.shape,
        largest=largest,
        where=where,
        own=float(ours[where]),
        computed=float(theirs[where]),
        mean=mean,
        relative=largest / largest_value if largest_value > 0 else (0.0 if largest == 0 else float("inf")),
        agrees=largest <= TOLERANCE,
        place=(place[0], place[1], place[2], place[3]) if place is not None and len(place) == 4 else None,
    )


def _written(shape: tuple[int, ...]) -> str:
    """A shape as it is written: [4, 9, 9]."""
    return f"[{', '.join(map(str, shape))}]"
