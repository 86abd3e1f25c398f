"""Checkpoints: trained weights as a safetensors file, with all that is needed to use them and to go on training.

The file is an ordinary safetensors file: parameters under the names and in the shapes of `parameter_table`, float32. Its metadata
says `format`, `version` and, as JSON in `content`, what `Checkpoint` holds besides the weights. Nothing in it is ever run.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, fields
from math import prod
from typing import Annotated, Any, BinaryIO, Final

import msgspec
import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save

from core.files import strict_json
from core.files.atomic import PathLike, atomic_write
from core.learning.tasks import Task, task_from
from core.messages import QT_TRANSLATE_NOOP, Bytes, InputError
from core.model.arrays import FLOAT_BYTES
from core.model.config import ModelConfig
from core.model.memory import usable_memory
from core.model.weights import Origin, Weights, loaded_weights
from core.text.tokens import TokenizerName
from core.version import VERSION

FORMAT: Final = "transformador checkpoint"
FORMAT_VERSION: Final = 1
HEADER_LIMIT: Final = 100_000_000
"""Most bytes of a header that are read; safetensors has the same limit."""

_SIZES: Final = {"F32": 4, "F16": 2, "BF16": 2}
"""Number formats that are read -> bytes of a number. All of them become float32, which holds their values exactly."""

_NOT_OPENED = QT_TRANSLATE_NOOP("core", "“{name}” cannot be opened: {reason}.")
_EMPTY = QT_TRANSLATE_NOOP("core", "“{name}” cannot be opened: the file is empty.")
_POINTER = QT_TRANSLATE_NOOP("core", "“{name}” is only a Git LFS pointer, a note of where the weights are: fetch the real file.")
_WEB_PAGE = QT_TRANSLATE_NOOP("core", "“{name}” is a web page and holds no weights: download the file itself.")
_NOT_WHOLE = QT_TRANSLATE_NOOP(
    "core", "“{name}” is damaged or no safetensors file: it announces {announced} bytes and has {found}."
)
_TOO_LARGE = QT_TRANSLATE_NOOP("core", "“{name}” cannot be read: its header has {found} bytes, limit {limit}.")
_NO_ROOM = QT_TRANSLATE_NOOP(
    "core", "“{name}” is too large for this computer: reading it needs {need} of memory, and {available} can be used."
)
_DAMAGED = QT_TRANSLATE_NOOP("core", "“{name}” is damaged: {reason}.")
_OTHER_FORMAT = QT_TRANSLATE_NOOP("core", "“{name}” is a safetensors file, but none that this program has saved.")
_OTHER_VERSION = QT_TRANSLATE_NOOP(
    "core", "“{name}” is a checkpoint of version {version}, but this program reads version {known}; a newer program may open it."
)
_NO_VERSION = QT_TRANSLATE_NOOP(
    "core", "“{name}” says that it is a checkpoint of version {version}, which there is not; this program reads version {known}."
)
_WRONG_CONTENT = QT_TRANSLATE_NOOP("core", "“{name}” holds something that is not allowed: {reason}")
_NUMBER_FORMAT = QT_TRANSLATE_NOOP(
    "core", "“{name}” holds numbers of the kind {kind}, which is not supported; possible: {choices}."
)
_NOT_FINITE = QT_TRANSLATE_NOOP("core", "“{name}” holds numbers that are infinite or none at all, in “{parameter}”.")
_NOT_SAVED = QT_TRANSLATE_NOOP(
    "core", "“{name}” was not written: the weights have numbers that are infinite or none at all, in “{parameter}”."
)
_OTHER_VOCABULARY = QT_TRANSLATE_NOOP(
    "core", "“{name}” was trained with another vocabulary than the one that the task “{task}” has here."
)
_FEW_ROWS = QT_TRANSLATE_NOOP("core", "“{name}” has {labels} symbols, but its model only {vocabulary} rows for them.")

_FIELDS: Final = {field.name for field in fields(ModelConfig)}
_Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """Weights, and where they come from.

    Attributes
    ----------
    tokenizer
        What makes ids of a text: the name of a tokeniser, or the pieces of text behind ids 0 … (`Task.vocabulary`).
    task
        `Task.as_dict` of what they were trained on, None for another source.
    seed, step
        What the batches were drawn from, and how many steps were made.
    version
        Of the program that saved them.
    """

    config: ModelConfig
    weights: Weights
    tokenizer: TokenizerName | tuple[str, ...]
    task: dict[str, Any] | None
    seed: int
    step: int
    version: str = VERSION


class _Content(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    config: dict[str, Any]
    tokenizer: TokenizerName | tuple[str, ...]
    task: dict[str, Any] | None
    seed: _Count
    step: _Count
    program: str


class _Tensor(Struct, frozen=True, forbid_unknown_fields=True):
    dtype: str
    shape: tuple[_Count, ...]
    data_offsets: tuple[_Count, _Count]


def write_checkpoint(path: PathLike, checkpoint: Checkpoint) -> None:
    """Save `checkpoint`, whole or not at all.

    Raises
    ------
    InputError
        When the file cannot be written, or could not be read again: numbers in it are not finite.
    """
    for parameter, array in checkpoint.weights.items():
        if not np.isfinite(array).all():
            raise InputError(_NOT_SAVED, name=os.path.basename(os.fspath(path)), parameter=parameter)
    atomic_write(path, encode_checkpoint(checkpoint))


def encode_checkpoint(checkpoint: Checkpoint) -> bytes:
    """The bytes of the file; equal checkpoints give equal bytes."""
    content = _Content(
        config=asdict(checkpoint.config),
        tokenizer=checkpoint.tokenizer,
        task=checkpoint.task,
        seed=checkpoint.seed,
        step=checkpoint.step,
        program=checkpoint.version,
    )
    text = strict_json.encode(msgspec.structs.asdict(content)).decode()
    metadata = {"format": FORMAT, "version": str(FORMAT_VERSION), "content": text}
    arrays = {name: np.ascontiguousarray(array) for name, array in checkpoint.weights.items()}
    return _in_order(save(arrays, metadata))


def _in_order(data: bytes) -> bytes:
    """The same file with the keys of its header in order: the library writes those of the metadata in a random one."""
    end = 8 + int.from_bytes(data[:8], "little")
    header = strict_json.decode(data[8:end])
    text = strict_json.encode({name: dict(sorted(entry.items())) for name, entry in sorted(header.items())})
    text += b" " * (-len(text) % 8)  # numbers begin at a multiple of eight
    return len(text).to_bytes(8, "little") + text + data[end:]


def read_checkpoint(path: PathLike, origin: Origin = "loaded") -> Checkpoint:
    """The checkpoint in a file; its weights bear the name of the file and say that they are `origin`.

    Raises
    ------
    InputError
        One sentence, for anything that is not a whole and legal checkpoint of this version.
    """
    name = os.path.basename(os.fspath(path))
    try:
        with open(path, "rb") as file:
            header, start = _header(file, name)
            content = _content(header.pop("__metadata__", None), name)
            config = _config(content.config, name)
            _check_tokenizer(content, config, name)
            arrays = _arrays(file, header, start, config, name)
    except OSError as error:
        raise InputError(_NOT_OPENED, name=name, reason=error.strerror or error) from error
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(_NOT_OPENED, name=name, reason=error) from error  # a NUL in the name
    try:
        weights = loaded_weights(config, arrays, name, origin)
    except InputError as error:
        raise InputError(_WRONG_CONTENT, name=name, reason=error) from error
    return Checkpoint(config, weights, content.tokenizer, content.task, content.seed, content.step, content.program)


def _header(file: BinaryIO, name: str) -> tuple[dict[str, Any], int]:
    """(what the file says of itself, where its numbers start). Nothing is taken on trust: not a byte more than there is is read."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    first = file.read(512)
    if not first:
        raise InputError(_EMPTY, name=name)
    if first.startswith(b"version https://git-lfs"):
        raise InputError(_POINTER, name=name)
    if first.lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith((b"<!doctype", b"<html", b"<?xml", b"<!--")):
        raise InputError(_WEB_PAGE, name=name)
    length = int.from_bytes(first[:8], "little")
    if 8 + length > size:
        raise InputError(_NOT_WHOLE, name=name, announced=8 + length, found=size)
    if length > HEADER_LIMIT:
        raise InputError(_TOO_LARGE, name=name, found=length, limit=HEADER_LIMIT)
    file.seek(8)
    try:
        header = strict_json.decode(file.read(length))
    except ValueError as error:
        raise InputError(_DAMAGED, name=name, reason=str(error).rstrip(".")) from error
    if not isinstance(header, dict):
        raise InputError(_OTHER_FORMAT, name=name)
    return header, 8 + length


def _content(metadata: object, name: str) -> _Content:
    if not isinstance(metadata, dict) or metadata.get("format") != FORMAT:
        raise InputError(_OTHER_FORMAT, name=name)
    version = str(metadata.get("version"))
    if version != str(FORMAT_VERSION):
        newer = version.isascii() and version.isdigit() and int(version) > FORMAT_VERSION
        raise InputError(_OTHER_VERSION if newer else _NO_VERSION, name=name, version=version, known=FORMAT_VERSION)
    try:
        return msgspec.convert(strict_json.decode(str(metadata.get("content", "")).encode()), _Content)
    except ValueError as error:  # no JSON, or JSON of another form
        raise InputError(_WRONG_CONTENT, name=name, reason=f"{str(error).rstrip('.')}.") from error


def _config(record: dict[str, Any], name: str) -> ModelConfig:
    """Every field must be there, so that a new switch cannot change what an old file means."""
    if record.keys() != _FIELDS:
        wrong = ", ".join(sorted(record.keys() ^ _FIELDS))
        raise InputError(_WRONG_CONTENT, name=name, reason=f"config: {wrong}.")
    try:
        return msgspec.convert(record, ModelConfig)
    except msgspec.ValidationError as error:
        reason = error.__cause__ if isinstance(error.__cause__, InputError) else f"{str(error).rstrip('.')}."
        raise InputError(_WRONG_CONTENT, name=name, reason=reason) from error


def _check_tokenizer(content: _Content, config: ModelConfig, name: str) -> None:
    """Ids must mean what they meant in training."""
    task: Task | None = None
    if content.task is not None:
        try:
            task = task_from(content.task)
        except InputError as error:
            raise InputError(_WRONG_CONTENT, name=name, reason=error) from error
        if content.tokenizer != task.vocabulary:
            raise InputError(_OTHER_VOCABULARY, name=name, task=task.name)
    if isinstance(content.tokenizer, tuple) and len(content.tokenizer) > config.vocabulary:
        raise InputError(_FEW_ROWS, name=name, labels=len(content.tokenizer), vocabulary=config.vocabulary)


def _arrays(
    file: BinaryIO, header: dict[str, Any], start: int, config: ModelConfig, name: str
) -> dict[str, NDArray[np.floating[Any]]]:
    """The numbers under their names, as float32; read only when the file has room for exactly what the header announces."""
    try:
        tensors = msgspec.convert(header, dict[str, _Tensor])
    except msgspec.ValidationError as error:
        raise InputError(_DAMAGED, name=name, reason=error) from error
    for tensor in tensors.values():
        if tensor.dtype not in _SIZES:
            raise InputError(_NUMBER_FORMAT, name=name, kind=tensor.dtype, choices=", ".join(_SIZES))
    announced = start + sum(prod(tensor.shape) * _SIZES[tensor.dtype] for tensor in tensors.values())
    found = file.seek(0, os.SEEK_END)
    if announced != found:
        raise InputError(_NOT_WHOLE, name=name, announced=announced, found=found)
    if config.n_layers > len(tensors):  # before a table of so many blocks is made
        raise InputError(_DAMAGED, name=name, reason=f"blocks.{len(tensors)} … blocks.{config.n_layers - 1}")
    floats = FLOAT_BYTES * sum(prod(tensor.shape) for tensor in tensors.values())
    # Twice: the file beside its parts, then these as numbers beside those of the weights.
    if (need := floats + max(floats, found)) > (usable := usable_memory()):
        raise InputError(_NO_ROOM, name=name, need=Bytes(need), available=Bytes(usable))
    file.seek(0)
    try:
        parts = deserialize(file.read())  # type: ignore[no-untyped-call]
    except SafetensorError as error:
        raise InputError(_DAMAGED, name=name, reason=str(error).rstrip(".")) from error
    arrays = {}
    while parts:
        key, part = parts.pop(0)
        arrays[key] = _as_float32(part["data"], part["dtype"]).reshape(part["shape"])
    for key, array in arrays.items():
        if not np.isfinite(array).all():
            raise InputError(_NOT_FINITE, name=name, parameter=key)
    return arrays


def _as_float32(data: bytes, kind: str) -> NDArray[np.float32]:
    """Little-endian numbers as float32. bfloat16 is the upper half of a float32."""
    if kind == "BF16":
        return (np.frombuffer(data, "<u2").astype(np.uint32) << 16).view(np.float32)
    return np.frombuffer(data, {"F32": "<f4", "F16": "<f2"}[kind]).astype(np.float32, copy=False)
