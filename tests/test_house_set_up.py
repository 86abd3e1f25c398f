"""The set-up: locks that hold everywhere, and an environment that is mended when it is broken and left alone when it is not."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import set_up, tasks

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements/runtime.txt", "requirements/development.txt")


def pinned(lock: str) -> dict[str, str]:
    """Package -> version."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_name_no_address_and_no_machine(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert not re.search(r"://|--(?:index|extra-index|find-links|trusted-host|no-index)|@ file|^-i\b", text, re.MULTILINE)
    assert not re.search(r"/(?:home|root|tmp|work|Users)/", text)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_pinned_with_the_hashes_of_its_files(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[a-z0-9])", text.strip())
    assert len(entries) == len(pinned(lock)) >= 9
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", entry) for entry in entries)


def test_the_lock_for_development_contains_the_one_of_the_program() -> None:
    assert pinned(LOCKS[0]).items() <= pinned(LOCKS[1]).items()


def test_everything_the_project_declares_is_pinned_and_nothing_heavy_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[<>=!~\[; ]", line)[0].lower() for line in project["dependencies"]}
    assert declared <= set(pinned(LOCKS[0]))
    assert not {"torch", "scipy", "pyside6", "pyside6-addons"} & set(pinned(LOCKS[1]))


def test_b80_the_versions_of_qt_that_lose_references_are_excluded() -> None:
    assert pinned(LOCKS[0])["pyside6-essentials"] not in ("6.11.0", "6.11.1", "6.12.0")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a lock that asks for nothing, in a folder whose name has spaces and other letters than ASCII."""
    root = tmp_path / "el taller ñ 模型"
    (root / "requirements").mkdir(parents=True)
    for purpose in ("runtime", "development"):
        (root / "requirements" / f"{purpose}.txt").write_text("# nothing\n", encoding="utf-8")
    environment = root / ".venv"
    monkeypatch.setattr(set_up, "ROOT", root)
    monkeypatch.setattr(set_up, "ENVIRONMENT", environment)
    monkeypatch.setattr(set_up, "PYTHON", environment / set_up.PYTHON.relative_to(set_up.PYTHON.parent.parent))
    monkeypatch.setattr(set_up, "UNFINISHED", environment / "unfinished")
    monkeypatch.setattr(set_up, "_install_system_packages", lambda _purpose: None)
    return root


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What set_up runs, one word for each command: venv or pip."""
    seen: list[str] = []
    succeeds = set_up._succeeds

    def remember(command: Sequence[str | Path]) -> bool:
        seen.append(str(command[3]))
        return succeeds(command)

    monkeypatch.setattr(set_up, "_succeeds", remember)
    return seen


def test_a_second_time_does_nothing(checkout: Path, commands: list[str]) -> None:
    python = set_up.set_up("runtime")
    assert commands == ["venv", "pip"]
    assert subprocess.run([python, "-c", "import sys; print(sys.prefix)"], check=True, capture_output=True).stdout.strip()
    set_up.set_up("runtime")
    assert commands == ["venv", "pip"]


def test_what_is_broken_is_made_anew(checkout: Path, commands: list[str]) -> None:
    environment = checkout / ".venv"
    environment.mkdir()
    (environment / "half").write_text("made", encoding="utf-8")
    set_up.set_up("runtime")
    assert commands == ["venv", "pip"]
    assert not (environment / "half").exists()

    set_up.PYTHON.unlink()  # the Python that it was made with is gone
    set_up.set_up("runtime")
    assert commands == ["venv", "pip"] * 2

    (environment / "unfinished").touch()  # interrupted while packages were installed
    set_up.set_up("runtime")
    assert commands == ["venv", "pip"] * 3
    assert not (environment / "unfinished").exists()


def test_a_new_lock_is_installed_into_what_is_there(checkout: Path, commands: list[str]) -> None:
    set_up.set_up("development")
    (checkout / "requirements" / "runtime.txt").write_text("# nothing else\n", encoding="utf-8")
    commands.clear()
    set_up.set_up("development")
    assert commands == ["pip"]
    set_up.set_up("runtime")
    assert commands == ["pip"]


def test_an_unsuitable_python_is_a_sentence(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_up, "VERSIONS", ((2, 7),))
    with pytest.raises(set_up.SetUpError, match=r"needs Python 3\.11, 3\.12 or 3\.13"):
        set_up.set_up("runtime")
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize("wish, installed", [("1", True), ("", False)])
def test_bench_installs_pytorch_only_when_asked(wish: str, installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """TORCH=1: first pip with the version that pyproject.toml names, then the program; arguments are handed on."""
    called: list[list[str]] = []

    def call(command: Sequence[str | Path], environment: dict[str, str] | None = None) -> int:
        called.append([str(word) for word in command])
        return 0

    monkeypatch.setenv("TORCH", wish)
    monkeypatch.setattr(tasks, "set_up", lambda purpose: Path("python"))
    monkeypatch.setattr(tasks, "_call", call)
    assert tasks.main(["bench", "--only", "forward"]) == 0
    assert called[-1] == ["python", str(ROOT / "main.py"), "bench", "--only", "forward"]
    assert len(called) == 1 + installed
    if installed:
        assert "pip" in called[0]
        assert called[0][-1].startswith("torch==")


def test_bench_says_that_pytorch_could_not_be_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TORCH", "1")
    monkeypatch.setattr(tasks, "set_up", lambda purpose: Path("python"))
    monkeypatch.setattr(tasks, "_call", lambda command, environment=None: 1)
    assert tasks.main(["bench"]) == 2
    assert "PyTorch could not be installed" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Linux only: make")
@pytest.mark.skipif(shutil.which("make") is None, reason="Linux only: make is not installed")
def test_make_says_when_no_python_fits(tmp_path: Path) -> None:
    """A PATH with nothing in it but a shell has no Python."""
    for name in ("sh", "echo"):
        (tmp_path / name).symlink_to(shutil.which(name) or "")
    make = shutil.which("make") or ""
    finished = subprocess.run([make, "run"], cwd=ROOT, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert finished.returncode == 2
    assert "needs Python 3.11, 3.12 or 3.13" in finished.stderr
