"""Files: written whole or not at all, read strictly."""

from core.files.atomic import atomic_write, atomic_writer
from core.files.numbers import MapNumbers, as_tsv, export_numbers
from core.files.session import SessionData, SessionSelection, SessionView, legal_selection, load_session, save_session

__all__ = [
    "MapNumbers",
    "SessionData",
    "SessionSelection",
    "SessionView",
    "as_tsv",
    "atomic_write",
    "atomic_writer",
    "export_numbers",
    "legal_selection",
    "load_session",
    "save_session",
]
