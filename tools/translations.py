"""Qt Linguist files: collect the sentences of the program into resources/i18n/*.ts and compile them to *.qm.

Both kinds are in the repository, so that the program starts without this step; tests/test_house_translations.py keeps them equal.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.set_up import ROOT

FOLDER: Final = ROOT / "resources" / "i18n"


def sources() -> list[str]:
    """Every file with sentences for a person, as paths from the root of the checkout, so that .ts files name no machine."""
    return sorted(path.relative_to(ROOT).as_posix() for part in ("core", "gui") for path in (ROOT / part).rglob("*.py"))


def update(files: Sequence[Path]) -> None:
    """Take the sentences of today into `files`; those that are gone are dropped. Line numbers stay out: they change too often."""
    _linguist("lupdate", *sources(), "-locations", "none", "-no-obsolete", "-ts", *map(str, files))


def compile_file(source: Path, target: Path) -> None:
    """One .ts file to a .qm file; unfinished sentences are left out and appear in English."""
    _linguist("lrelease", "-silent", str(source), "-qm", str(target))


def _linguist(tool: str, *arguments: str) -> None:
    package = importlib.util.find_spec("PySide6")
    if package is None or not package.submodule_search_locations:
        raise ModuleNotFoundError("PySide6", name="PySide6")
    program = Path(package.submodule_search_locations[0], f"{tool}.exe" if os.name == "nt" else tool)
    subprocess.run([program, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    """Update and compile all languages."""
    files = sorted(FOLDER.glob("*.ts"))
    update(files)
    for file in files:
        compile_file(file, file.with_suffix(".qm"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
