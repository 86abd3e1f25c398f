"""Files: written whole or not at all, read strictly."""

from core.files.atomic import atomic_write, atomic_writer, check_writable
from core.files.numbers import MapNumbers, as_tsv, export_numbers
from core.files.session import SessionData, SessionSelection, SessionView, decode_session, encode_session, legal_selection

__all__ = [
    "MapNumbers",
    "SessionData",
    "SessionSelection",
    "SessionView",
    "as_tsv",
    "atomic_write",
    "atomic_writer",
    "check_writable",
    "decode_session",
    "encode_session",
    "export_numbers",
    "legal_selection",
]
