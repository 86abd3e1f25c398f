"""Trained weights in the window: which they are, and the folder that keeps them, each file under the digest of its bytes."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from hashlib import file_digest, sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import platformdirs

from core.files.atomic import PathLike, atomic_write
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig
from core.model.fitting import fitted_weights
from core.text.tokens import TokenizerName

if TYPE_CHECKING:
    from core.files.checkpoint import Checkpoint
    from core.model.weights import Weights

# core.files.checkpoint brings the tasks and safetensors: imported by whoever has trained weights, and by no start without them.

TrainedOrigin = Literal["trained here", "loaded"]

SUFFIX: Final = ".safetensors"
"""How the name of a file of weights ends."""
IN_MEMORY: Final = 2
"""Checkpoints that are kept in memory: those of the two sides of a comparison."""
_PIECES: Final = 8
"""Pieces of the sentence that is made of them where the task gives none."""

_UNREADABLE = QT_TRANSLATE_NOOP("core", "“{name}” cannot be opened: {reason}.")
_NO_FOLDER = QT_TRANSLATE_NOOP("core", "The weights cannot be kept, because their folder cannot be written ({reason}).")
_MISSING = QT_TRANSLATE_NOOP(
    "core",
    "“{session}” uses the weights “{name}”, which are not on this computer: open their file first, then the session again.",
)
_DAMAGED = QT_TRANSLATE_NOOP("core", "The kept file of the weights “{name}” is damaged or gone: open or train them again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trained:
    """Weights that were trained; the numbers are read from the folder by whoever computes with them (`weights_of`).

    Attributes
    ----------
    digest
        SHA-256 of the bytes of their checkpoint, 64 hexadecimal digits: the name of the kept file.
    name
        What a person calls them: “run 2 · step 300”, or the name of the file they came in.
    config
        The model they were trained as. They serve others too (core.model.fitting).
    tokenizer
        What a sentence is cut into for them.
    pieces
        The pieces of text behind the ids; None where `tokenizer` alone says how a sentence is cut.
    """

    digest: str
    name: str
    origin: TrainedOrigin
    config: ModelConfig
    tokenizer: TokenizerName
    pieces: tuple[str, ...] | None = field(repr=False)


Given = str | Trained | None
"""Weights that are given: the name of a constructed head, or what was trained; None: they are drawn at random."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Weights that were kept just now, and a sentence they can read: of their task or, without one, of a few pieces."""

    trained: Trained
    sample: str


def path_of(trained: Trained) -> Path:
    """Where the file of these weights lies."""
    return _path(trained.digest)


def keep(checkpoint: Checkpoint, name: str) -> Kept:
    """Keep what was trained here.

    Raises
    ------
    InputError
        When the folder cannot be written.
    """
    from core.files.checkpoint import encode_checkpoint

    return _keep(encode_checkpoint(checkpoint), checkpoint, name, "trained here")


def keep_file(path: PathLike) -> Kept:
    """Keep the weights in a file, under its name.

    Raises
    ------
    InputError
        When it is no whole checkpoint of this program, or the folder cannot be written.
    """
    from core.files.checkpoint import read_checkpoint

    checkpoint = read_checkpoint(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:  # it has gone since
        raise InputError(_UNREADABLE, name=Path(path).name, reason=error.strerror or error) from error
    return _keep(data, checkpoint, checkpoint.weights.name, "loaded")


def found(digest: str, name: str, origin: TrainedOrigin, session: str) -> Trained:
    """The weights that a session names.

    Raises
    ------
    InputError
        When their file is not there, or damaged.
    """
    if not _path(digest).is_file():
        raise InputError(_MISSING, session=session, name=name)
    return _trained(digest, _checkpoint(digest, name), name, origin)


def weights_of(trained: Trained, config: ModelConfig) -> Weights:
    """The numbers, for `config`; from any thread.

    Raises
    ------
    InputError
        When `config` needs other parameters, or the kept file is damaged or gone.
    """
    return fitted_weights(_checkpoint(trained.digest, trained.name).weights, config, trained.name, trained.origin)


_lock: Final = threading.RLock()
_in_memory: Final[dict[Path, Checkpoint]] = {}
"""Used last, the newest at the end; only with the lock."""


def _path(digest: str) -> Path:
    return platformdirs.user_data_path("transformador", appauthor=False) / "weights" / (digest + SUFFIX)


def _checkpoint(digest: str, name: str) -> Checkpoint:
    path = _path(digest)
    with _lock:
        return _remember(path, _in_memory.get(path) or _read(path, name))


def _remember(path: Path, checkpoint: Checkpoint) -> Checkpoint:
    with _lock:
        _in_memory.pop(path, None)
        _in_memory[path] = checkpoint
        while len(_in_memory) > IN_MEMORY:
            del _in_memory[next(iter(_in_memory))]
    return checkpoint


def _read(path: Path, name: str) -> Checkpoint:
    from core.files.checkpoint import read_checkpoint

    try:
        checkpoint = read_checkpoint(path) if _holds(path, path.stem) else None
    except InputError as error:
        raise InputError(_DAMAGED, name=name) from error
    if checkpoint is None:
        raise InputError(_DAMAGED, name=name)
    return checkpoint


def _holds(path: Path, digest: str) -> bool:
    """Whether the file is there and is what its name says."""
    try:
        with open(path, "rb") as file:
            return file_digest(file, "sha256").hexdigest() == digest
    except OSError:
        return False


def _keep(data: bytes, checkpoint: Checkpoint, name: str, origin: TrainedOrigin) -> Kept:
    digest = sha256(data).hexdigest()
    path = _path(digest)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(_NO_FOLDER, reason=error.strerror or error) from error
    if not _holds(path, digest):
        atomic_write(path, data)
    _remember(path, checkpoint)
    return Kept(_trained(digest, checkpoint, name, origin), _sample(checkpoint))


def _trained(digest: str, checkpoint: Checkpoint, name: str, origin: TrainedOrigin) -> Trained:
    from core.text.vocabulary import kind_of

    by, config = checkpoint.tokenizer, checkpoint.config
    if isinstance(by, str):
        return Trained(digest=digest, name=name, origin=origin, config=config, tokenizer=by, pieces=None)
    return Trained(digest=digest, name=name, origin=origin, config=config, tokenizer=kind_of(by), pieces=by)


def _sample(checkpoint: Checkpoint) -> str:
    from core.learning.tasks import task_from
    from core.text.vocabulary import kind_of

    pieces = checkpoint.tokenizer
    if isinstance(pieces, str):
        return ""  # any text will do
    between = "" if kind_of(pieces) == "characters" else " "
    if checkpoint.task is not None:
        row = task_from(checkpoint.task).batch(checkpoint.seed, -1, 1).ids[0]
        text = between.join(pieces[int(number)] for number in row)
        if _readable(text, pieces):
            return text
    return between.join([piece for piece in pieces if _readable(piece, pieces)][:_PIECES])


def _readable(text: str, pieces: tuple[str, ...]) -> bool:
    from core.text.vocabulary import tokenize_by

    try:
        return bool(tokenize_by(text, pieces))
    except InputError:
        return False
