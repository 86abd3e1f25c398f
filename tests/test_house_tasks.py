"""How `make test` runs its parts: side by side, all of what they say printed, and a part that fails is named."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import NoReturn

import pytest

from tools import tasks

PYTHON = Path(sys.executable)
MEETS = """
from pathlib import Path
from time import monotonic, sleep

def test_it_meets_the_other_one():
    here = Path(__file__).parent
    (here / "{own}").touch()
    until = monotonic() + 60
    while not (here / "{other}").exists():
        assert monotonic() < until
        sleep(0.01)
    assert {holds}
"""
LASTS = """
import os
from pathlib import Path
from time import sleep

def test_it_lasts():
    Path(__file__).with_name("started").write_text(str(os.getpid()))
    Path(__file__).with_name("started").rename(Path(__file__).with_name("process"))
    sleep(600)
"""


def part(folder: Path, name: str, text: str) -> tasks.Part:
    """A part that is one file of tests, apart from the settings of this project."""
    path = folder / f"test_{name}.py"
    path.write_text(text, encoding="utf-8")
    return name, ("-c", os.devnull, "-p", "no:cacheprovider", "--rootdir", str(folder), str(path))


def test_parts_run_side_by_side_and_those_that_fail_are_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Each waits for the other one, so neither can be behind it."""
    first = part(tmp_path, "first", MEETS.format(own="a", other="b", holds=True))
    second = part(tmp_path, "second", MEETS.format(own="b", other="a", holds=False))
    assert tasks._tests(PYTHON, (first, second), {}) == ["second"]
    said = capfd.readouterr()
    assert said.err.count("— tests: ") == 2
    assert said.out.index("1 passed") < said.out.index("assert False") < said.out.index("1 failed")


def test_the_first_part_may_fail_as_well(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    first = part(tmp_path, "first", "def test_it(): assert False")
    second = part(tmp_path, "second", "def test_it(): pass")
    assert tasks._tests(PYTHON, (first, second), {}) == ["first"]
    assert "1 passed" in capfd.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="Linux only: signals")
def test_a_part_beside_ends_when_the_run_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control+C while the first part runs."""
    first, second = part(tmp_path, "first", ""), part(tmp_path, "second", LASTS)

    def interrupted(*_: object) -> NoReturn:
        until = monotonic() + 60
        while not (tmp_path / "process").exists():
            assert monotonic() < until
            sleep(0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(tasks, "_call", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tasks._tests(PYTHON, (first, second), {})
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "process").read_text(encoding="utf-8")), 0)
