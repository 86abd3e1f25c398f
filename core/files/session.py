"""Session files: small, versioned JSON with everything that brings the same screen back."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_type_hints

import msgspec
from msgspec import Meta, Struct

from core.files import strict_json
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig
from core.model.interventions import NONE, Interventions
from core.model.ledger import WorkUnit
from core.text.tokenizers import tokenize
from core.text.tokens import TokenizerName

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT: Final = "transformador session"
VERSION: Final = 4

_WHOLE: Final = ""
"""In `_ADDED`: the file itself instead of a part of it."""
_ADDED: Final[dict[int, dict[str, dict[str, Any]]]] = {
    2: {_WHOLE: {"constructed": None, "interventions": [], "left": None}},
    3: {_WHOLE: {"random_config": None}, "left": {"random_config": None}},
    4: {_WHOLE: {"trained": None}, "left": {"trained": None}},
}
"""Version -> part of the file -> field that came with this version -> the value that stands for it in older files.

`{5: {"config": {"qk_norm": False}}}`: a file of version 4 meant a model without the norm of queries and keys.
"""

SessionScale = Literal["shared", "per-head", "log"]
SessionColorMap = Literal["ink", "viridis", "cividis", "grey"]
SessionTab = Literal[
    "heads",
    "table",
    "lines",
    "intervene",
    "stages",
    "arithmetic",
    "stream",
    "positions",
    "experiments",
    "training",
    "seeds",
    "compare",
    "check",
]

_EMPTY = QT_TRANSLATE_NOOP("core", "“{name}” cannot be opened: the file is empty.")
_DAMAGED = QT_TRANSLATE_NOOP("core", "“{name}” is damaged or no session file: {reason}.")
_OTHER_FORMAT = QT_TRANSLATE_NOOP("core", "“{name}” is no session file of this program.")
_OTHER_VERSION = QT_TRANSLATE_NOOP(
    "core", "“{name}” is a session file of version {version}, but this program reads version {known}; a newer program may open it."
)
_WRONG_CONTENT = QT_TRANSLATE_NOOP("core", "“{name}” holds something that is not allowed: {reason}")


class SessionSelection(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The head and the cell looked at, counted from 0."""

    layer: int = 0
    head: int = 0
    query: int | None = None
    key: int | None = None


class SessionTrained(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Trained weights, which are in a file of their own: the SHA-256 of its bytes, what they are called, where they come from."""

    digest: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    name: str
    origin: Literal["trained here", "loaded"]


class SessionView(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How things are shown."""

    scale: SessionScale = "shared"
    color_map: SessionColorMap = "ink"
    tab: SessionTab = "heads"
    work_unit: WorkUnit = "MAC"
    ledger_length: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class SessionData(Struct, frozen=True, kw_only=True):
    """One saved piece of work."""

    text: str
    tokenizer: TokenizerName
    config: ModelConfig
    constructed: str | None = None
    """The head whose weights were made by hand; None: random weights, or trained ones."""
    trained: SessionTrained | None = None
    """The weights that were trained; None: others. `tokenizer` is then what they call their pieces."""
    random_config: ModelConfig | None = None
    """With a constructed head or trained weights: the model that comes back with random weights; None where that is not known."""
    interventions: Interventions = NONE
    selection: SessionSelection = SessionSelection()
    view: SessionView = SessionView()
    left: SessionData | None = None
    """What stands on the left of a comparison; it has no left itself."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of work as it stands on the disk: nothing may be missing and nothing unknown."""

    text: str
    tokenizer: TokenizerName
    config: dict[str, Any]
    constructed: str | None
    trained: dict[str, Any] | None
    random_config: dict[str, Any] | None
    interventions: list[Any]
    selection: dict[str, Any]
    view: dict[str, Any]
    left: dict[str, Any] | None


class _File(_Part, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file."""

    format: str
    version: int


_CONFIG_TYPES: Final = get_type_hints(ModelConfig)
_CONFIG_RECORD: Final = msgspec.defstruct(
    "config",
    [(field.name, _CONFIG_TYPES[field.name]) for field in fields(ModelConfig)],
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
)
"""The fields of ModelConfig, all required, so that a new switch cannot change what an old file means."""


def encode_session(session: SessionData) -> bytes:
    """The bytes of a session file."""
    return strict_json.encode({"format": FORMAT, "version": VERSION} | _record(session), indent=2) + b"\n"


def _record(session: SessionData) -> dict[str, Any]:
    return {
        "text": session.text,
        "tokenizer": session.tokenizer,
        "config": asdict(session.config),
        "constructed": session.constructed,
        "trained": None if session.trained is None else msgspec.structs.asdict(session.trained),
        "random_config": None if session.random_config is None else asdict(session.random_config),
        "interventions": session.interventions.as_list(),
        "selection": msgspec.structs.asdict(session.selection),
        "view": msgspec.structs.asdict(session.view),
        "left": None if session.left is None else _record(session.left),
    }


def decode_session(data: bytes, name: str) -> SessionData:
    """The session in `data`; `name` is what a message calls the file.

    A selection outside the model or the sentence falls to the nearest legal one (`legal_selection`); of a sentence that is cut by
    trained weights, which are not here, the length is not known, and the cell stays.

    Raises
    ------
    InputError
        One sentence, for anything that is not a whole and legal session of this version or an older one.
    """
    if not data:
        raise InputError(_EMPTY, name=name)
    try:
        raw = strict_json.decode(data)
    except ValueError as error:
        raise InputError(_DAMAGED, name=name, reason=_in_sentence(error)) from error
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise InputError(_OTHER_FORMAT, name=name)
    version = raw.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise InputError(_OTHER_VERSION, name=name, version=version, known=VERSION)
    try:
        return _session(msgspec.convert(_upgraded(raw, version), _File))
    except (msgspec.ValidationError, InputError) as error:
        reason = error if isinstance(error, InputError) else f"{error}."
        raise InputError(_WRONG_CONTENT, name=name, reason=reason) from error


def _session(part: _Part, *, is_left: bool = False) -> SessionData:
    """The piece of work in `part`; ValidationError or InputError where something in it is not allowed."""
    config, interventions = _config_from(part.config), Interventions.from_list(part.interventions)
    if part.constructed is not None:
        from core.model.constructed import check_constructed  # it brings numpy, which counting does without

        check_constructed(part.constructed, config)
        if part.trained is not None:
            raise msgspec.ValidationError("Expected `null` - at `$.trained`")
    if is_left and part.left is not None:
        raise msgspec.ValidationError("Expected `null` - at `$.left.left`")
    left = None if part.left is None else _session(msgspec.convert(part.left, _Part), is_left=True)
    session = SessionData(
        text=part.text,
        tokenizer=part.tokenizer,
        config=config,
        constructed=part.constructed,
        trained=None if part.trained is None else msgspec.convert(part.trained, SessionTrained),
        random_config=None if part.random_config is None else _config_from(part.random_config),
        interventions=interventions,
        selection=msgspec.convert(_all_keys(part.selection, SessionSelection), SessionSelection),
        view=msgspec.convert(_all_keys(part.view, SessionView), SessionView),
        left=left,
    )
    length = token_count(session) if session.trained is None else None
    return msgspec.structs.replace(session, selection=legal_selection(session.selection, config, length))


def legal_selection(selection: SessionSelection, config: ModelConfig, n_tokens: int | None) -> SessionSelection:
    """`selection` with layer and head moved to the nearest that exist and a cell outside the map given up.

    `n_tokens` None is a number that is not known: then only what no map has is outside.
    """
    inside = [
        place if place is not None and place >= 0 and (n_tokens is None or place < n_tokens) else None
        for place in (selection.query, selection.key)
    ]
    return SessionSelection(
        layer=min(max(selection.layer, 0), config.n_layers - 1),
        head=min(max(selection.head, 0), config.n_heads - 1),
        query=inside[0],
        key=inside[1],
    )


def token_count(session: SessionData) -> int:
    """Tokens of the saved sentence, 0 where it cannot be cut (the sentence is kept all the same)."""
    try:
        return len(tokenize(session.text, session.tokenizer, session.config.vocabulary))
    except InputError:
        return 0


def _upgraded(raw: dict[str, Any], version: int) -> dict[str, Any]:
    """`raw` as this version would have written it: what came later has the value that was meant before."""
    for newer in range(version + 1, VERSION + 1):
        for part, added in _ADDED.get(newer, {}).items():
            if part == _WHOLE:
                raw = added | raw
            elif isinstance(raw.get(part), dict):
                raw = raw | {part: added | raw[part]}
    return raw


def _config_from(record: Mapping[str, Any]) -> ModelConfig:
    return ModelConfig(**msgspec.structs.asdict(msgspec.convert(record, _CONFIG_RECORD)))


def _all_keys(record: dict[str, Any], kind: type[Struct]) -> dict[str, Any]:
    for field in kind.__struct_fields__:
        if field not in record:
            raise msgspec.ValidationError(f"Object missing required field `{field}`")
    return record


def _in_sentence(error: Exception) -> str:
    return (str(error) or type(error).__name__).rstrip(".")
