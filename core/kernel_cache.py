"""The folder in which compiled kernels are kept from one start to the next. Imports nothing that reads the environment.

Machine code whose bits have been changed ends the process when it is loaded, and no exception tells of it. So what was written is
remembered by its checksum, and what is not what was written, or not remembered, is deleted before it is looked at.
"""

from __future__ import annotations

import json
import logging
import os
from hashlib import blake2b
from pathlib import Path
from time import time
from typing import Final

log = logging.getLogger(__name__)

CHECKSUMS: Final = "checksums.json"
TAKEN: Final = "taken-"
"""How the names of folders begin in which processes that compile together write what each has taken (`core.kernels.compiling`)."""
BROKEN_OFF_AFTER: Final = 3600
"""Seconds after which a file that was being written is taken for one that will never be finished."""


def digest() -> str:
    """What compiled kernels depend on and numba does not look at: all their source files."""
    core = Path(__file__).parent
    whole = blake2b(digest_size=8)
    for path in sorted([*(core / "kernels").rglob("*.py"), core / "panels.py"]):
        whole.update(path.read_bytes())
    return whole.hexdigest()


def folder() -> Path | None:
    """Where compiled kernels are kept: in NUMBA_CACHE_DIR, in a folder of these sources; None where that is not set."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    if not named:
        return None
    name = digest()
    return Path(named) if Path(named).name == name else Path(named) / name


def takes(cache: Path) -> bool:
    """Whether something can be written there; the folder is made where there is none."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        trial = cache / f"trial.{os.getpid()}"
        trial.touch()
        trial.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def holds(cache: Path, module: str, function: str) -> bool:
    """Whether a function's machine code is there."""
    return any(cache.rglob(f"{module.rpartition('.')[2]}.{function}-*.nbi"))


def mend(cache: Path) -> None:
    """Delete what is damaged or was never finished."""
    try:
        listed = json.loads((cache / CHECKSUMS).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        # No list: nothing was finished here yet, or nobody knows any more what was.
        listed = {}
    if not isinstance(listed, dict):
        listed = {}
    try:
        for path in cache.rglob("*.tmp.*"):
            if _broken_off(path):
                path.unlink(missing_ok=True)
        for path in cache.glob(f"{TAKEN}*"):
            if _broken_off(path):
                for claim in path.iterdir():
                    claim.unlink(missing_ok=True)
                path.rmdir()
        being_filled = any(cache.glob(f"{TAKEN}*"))
        for name, checksum in _checksums(cache).items():
            if listed.get(name) != checksum and not (being_filled and name not in listed):
                (cache / name).unlink(missing_ok=True)
    except OSError as error:
        log.info("The folder of compiled kernels cannot be mended: %s", error)


def _broken_off(path: Path) -> bool:
    return path.stat().st_mtime < time() - BROKEN_OFF_AFTER


def seal(cache: Path) -> None:
    """Remember what is there."""
    try:
        text = json.dumps(_checksums(cache), indent=0, sort_keys=True)
        path = cache / CHECKSUMS
        if cache.is_dir() and (not path.exists() or path.read_text(encoding="utf-8") != text):
            new = path.with_suffix(f".{os.getpid()}")
            try:
                new.write_text(text, encoding="utf-8")
                new.replace(path)
            finally:
                new.unlink(missing_ok=True)  # after a full disk: else one would stay of each start
    except OSError as error:
        log.info("The list of compiled kernels cannot be written: %s", error)


def _checksums(cache: Path) -> dict[str, str]:
    return {
        path.relative_to(cache).as_posix(): blake2b(path.read_bytes(), digest_size=16).hexdigest()
        for path in cache.rglob("*.nb[ic]")
        if path.is_file()
    }
