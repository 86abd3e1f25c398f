"""What the read-me files and the map of the code say is there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted(path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_that_is_linked_is_there(name: str) -> None:
    """Links and pictures that are no web addresses, without the part after “#”."""
    linked = {target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)", text_of(name)) if "://" not in target}
    assert {target for target in linked if target and not ((ROOT / name).parent / target).is_file()} == set()


@pytest.mark.parametrize("name", ["docs/core.md", "docs/nucleo.md"])
def test_the_example_prints_what_the_page_says(name: str) -> None:
    """Typed at a fresh prompt in the folder of the project, as the page asks; the window's libraries stay outside.

    A prompt wants an empty line after a loop, which a file does not.
    """
    blocks = dict(re.findall(r"^```(python|text)\n(.*?)^```$", text_of(name), re.DOTALL | re.MULTILINE))
    assert len(blocks["python"].splitlines()) <= 30
    question = "\nimport sys\nprint({'PySide6', 'pyqtgraph', 'gui', 'numba', 'scipy'} & set(sys.modules))\n"
    finished = subprocess.run(
        [sys.executable, "-E", "-X", "utf8", "-q", "-i"],
        input=blocks["python"] + question,
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert finished.stderr.replace(">>> ", "").replace("... ", "").strip() == ""
    assert finished.stdout == blocks["text"] + "set()\n"


def test_the_map_of_the_code_names_everything_at_the_top() -> None:
    """Each package and module of core and gui; who adds one says what it is for."""
    places = re.search(r"```\n(main\.py .*?)```", text_of("CONTRIBUTING.md"), re.DOTALL)
    assert places is not None
    entries = {path for part in ("core", "gui") for path in (ROOT / part).iterdir() if not path.name.startswith("_")}
    names = {f"{path.name}/" if path.is_dir() else path.name for path in entries if path.suffix == ".py" or list(path.glob("*.py"))}
    # Small things that every other file of core may use need no line; a preview is explained under “a view”.
    names -= {"messages.py", "version.py", "plotting.py", "preview.py", "bench.py"}
    assert {name for name in names if not re.search(rf"(?<![\w.]){re.escape(name)}", places[1])} == set()


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "README.md", "README.es.md", "docs/core.md", "docs/nucleo.md"])
def test_every_file_of_ours_that_is_named_is_there(name: str) -> None:
    """Paths between backquotes that begin with a folder of the project; a star or an x stands for anything."""
    named = re.findall(r"`((?:core|gui|tests|tools|resources|requirements)/[\w./*-]*)`", text_of(name))
    missing = {path for path in named if "xx" not in path and "your_" not in path and not list(ROOT.glob(path.rstrip("/")))}
    assert missing == set()
    if name == "CONTRIBUTING.md":
        assert len(named) > 10
