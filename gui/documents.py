"""Between the window's Document and the session files of core.files."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from core.files.session import SessionData, SessionSelection, SessionTrained, SessionView, decode_session, encode_session
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.fitting import check_fits
from core.text.examples import examples_in
from gui.i18n import current_language
from gui.state import Document, Selection, ViewOptions
from gui.trained import found
from gui.views.sentence_editor import kept

TEXT_LIMIT: Final = 200_000
"""Bytes of a text that is opened as a sentence; one of the largest number of tokens has a tenth of it."""
SESSION_LIMIT: Final = 16 * 2**20
"""Bytes of a session; the longest sentence that the box can hold takes a tenth of it."""

_NOT_TEXT = QT_TRANSLATE_NOOP("core", "“{name}” is neither a session nor a text in UTF-8; nothing was opened.")
_TOO_MUCH_TEXT = QT_TRANSLATE_NOOP("core", "“{name}” has {size} bytes; a text to be taken as the sentence has at most {limit}.")
_WRONG_CONTENT = QT_TRANSLATE_NOOP("core", "“{name}” holds something that is not allowed: {reason}")
_UNREADABLE = QT_TRANSLATE_NOOP("core", "“{name}” cannot be opened: {reason}.")


def first_document() -> Document:
    """What a first start shows: the first example in the language in use, in the small model."""
    return Document(text=examples_in(current_language())[0].sentence)


def to_session(document: Document) -> SessionData:
    """What of `document` is saved: all of it."""
    chosen, view = document.selection, document.view
    return SessionData(
        text=document.text,
        tokenizer=document.tokenizer,
        config=document.config,
        constructed=document.constructed,
        trained=None if (of := document.trained) is None else SessionTrained(digest=of.digest, name=of.name, origin=of.origin),
        random_config=document.random_config,
        interventions=document.interventions,
        selection=SessionSelection(layer=chosen.layer, head=chosen.head, query=chosen.query, key=chosen.key),
        view=SessionView(
            scale=view.scale, color_map=view.color_map, tab=view.tab, work_unit=view.work_unit, ledger_length=view.ledger_length
        ),
        left=None if document.left is None else to_session(document.left),
    )


def from_session(session: SessionData, name: str) -> Document:
    """The document that was saved; `name` is what a message calls the file.

    Raises
    ------
    InputError
        When its weights are not on this computer, or do not fit its model.
    """
    trained = None
    if session.trained is not None:
        trained = found(session.trained.digest, session.trained.name, session.trained.origin, name)
        try:
            check_fits(session.config, trained.config, trained.name)
        except InputError as error:
            raise InputError(_WRONG_CONTENT, name=name, reason=error) from error
    return Document(
        text=kept(session.text),
        tokenizer=session.tokenizer if trained is None else trained.tokenizer,
        config=session.config,
        constructed=session.constructed,
        trained=trained,
        random_config=session.random_config,
        interventions=session.interventions,
        selection=Selection(**msgspec.structs.asdict(session.selection)),
        view=ViewOptions(**msgspec.structs.asdict(session.view)),
        left=None if session.left is None else from_session(session.left, name),
    )


def encoded(document: Document) -> bytes:
    """The bytes of a session file with `document` in it."""
    return encode_session(to_session(document))


def decoded(data: bytes, name: str) -> Document:
    """The document in the bytes of a session file; InputError says in one sentence why not."""
    return from_session(decode_session(data, name), name)


def opened(path: str, present: Document) -> Document:
    """The document in the file at `path`: a session, or a plain text that becomes the sentence of `present`.

    Raises
    ------
    InputError
        When the file cannot be read, or is neither.
    """
    name = Path(path).name
    try:
        if not Path(path).is_file():
            raise InputError(_UNREADABLE, name=name, reason=os.strerror(errno.ENOENT if not Path(path).exists() else errno.EINVAL))
        size = Path(path).stat().st_size
        limit = SESSION_LIMIT if Path(path).suffix.lower() == ".json" else TEXT_LIMIT  # what was saved can be opened again
        if size > limit:
            raise InputError(_TOO_MUCH_TEXT, name=name, size=size, limit=limit)
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(_UNREADABLE, name=name, reason=error.strerror or error) from error
    if Path(path).suffix.lower() == ".json" or _is_object(data):
        return decoded(data, name)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(_NOT_TEXT, name=name) from error
    if "\0" in text:
        raise InputError(_NOT_TEXT, name=name)
    return replace(present, text=kept(text).removesuffix("\n"), selection=Selection())


def _is_object(data: bytes) -> bool:
    """Whether `data` is JSON with an object at the top, whatever the file is called."""
    if not data.lstrip().startswith(b"{"):
        return False
    try:
        return isinstance(json.loads(data), dict)
    except (ValueError, RecursionError):
        return False
