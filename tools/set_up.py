"""Make the checkout ready: system libraries, the environment .venv and the pinned packages in it.

What is ready already is left alone: a stamp in .venv remembers from which lock file it was filled. Whatever was interrupted half
way is made anew. Run by every task of tools/tasks.py with any suitable Python; nothing here needs an installed package.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

from gui import display

Purpose = Literal["runtime", "development"]

ROOT: Final = Path(__file__).resolve().parent.parent
ENVIRONMENT: Final = ROOT / ".venv"
PYTHON: Final = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
UNFINISHED: Final = ENVIRONMENT / "unfinished"
VERSIONS: Final = ((3, 11), (3, 12), (3, 13))


class SetUpError(Exception):
    """The checkout cannot be made ready; the sentence says what to do."""


def set_up(purpose: Purpose) -> Path:
    """Make everything ready for `purpose` and return the Python to use."""
    _install_system_packages(purpose)
    if not _is_ready(purpose):
        _fill_environment(purpose)
    return PYTHON


def lock_file(purpose: Purpose) -> Path:
    """The pinned packages for `purpose`, with their hashes."""
    return ROOT / "requirements" / f"{purpose}.txt"


def say(sentence: str) -> None:
    """Tell the person what happens now; on stderr, because stdout belongs to the commands."""
    print(sentence, file=sys.stderr, flush=True)


def _stamp(purpose: Purpose) -> Path:
    return ENVIRONMENT / f"ready-for-{purpose}"


def _fingerprint(purpose: Purpose) -> str:
    return hashlib.sha256(lock_file(purpose).read_bytes()).hexdigest()


def _is_ready(purpose: Purpose) -> bool:
    """Whether .venv was filled from the lock file of today; the development packages contain those of the program."""
    if UNFINISHED.exists() or not PYTHON.exists():
        return False
    purposes: tuple[Purpose, ...] = ("runtime",) if purpose == "runtime" else ("runtime", "development")
    return all(_stamp(name).exists() and _stamp(name).read_text(encoding="ascii") == _fingerprint(name) for name in purposes)


def _fill_environment(purpose: Purpose) -> None:
    if UNFINISHED.exists() or not _stamp("runtime").exists() or not _runs(PYTHON):
        _make_environment()
    UNFINISHED.touch()
    say(f"Installing the packages of {lock_file(purpose).relative_to(ROOT).as_posix()} into .venv …")
    options = ("--disable-pip-version-check", "--no-input", "--quiet", "--require-hashes", "--only-binary=:all:")
    _run(
        [PYTHON, "-I", "-m", "pip", "install", *options, "-r", lock_file(purpose)],
        "The packages could not be installed; the reason is above. Mend it (often the network) and give the same command again.",
    )
    purposes: tuple[Purpose, ...] = ("runtime",) if purpose == "runtime" else ("runtime", "development")
    for name in purposes:
        _stamp(name).write_text(_fingerprint(name), encoding="ascii")
    UNFINISHED.unlink()


def _make_environment() -> None:
    if sys.version_info[:2] not in VERSIONS:
        raise SetUpError(
            f"Transformador needs Python 3.11, 3.12 or 3.13, and this is {sys.version_info[0]}.{sys.version_info[1]}; "
            "install one of these, or name it: make run PYTHON=/path/to/python3.12"
        )
    say(f"Making .venv with Python {sys.version_info[0]}.{sys.version_info[1]} …")
    if ENVIRONMENT.is_symlink() or ENVIRONMENT.is_file():
        ENVIRONMENT.unlink()
    elif ENVIRONMENT.exists():
        shutil.rmtree(ENVIRONMENT)
    ENVIRONMENT.mkdir()
    UNFINISHED.touch()
    _run(
        [sys._base_executable, "-I", "-m", "venv", ENVIRONMENT],  # type: ignore[attr-defined]
        "The environment .venv could not be made; the reason is above.",
    )


def _runs(python: Path) -> bool:
    """Whether this Python starts, fits, and has a pip."""
    check = f"import sys, pip; sys.exit(sys.version_info[:2] not in {VERSIONS})"
    try:
        return subprocess.run([python, "-I", "-c", check], capture_output=True, check=False, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _run(command: Sequence[str | Path], complaint: str) -> None:
    if not _succeeds(command):
        raise SetUpError(complaint)


def _install_system_packages(purpose: Purpose) -> None:
    """Qt's libraries, a screen without a monitor for the tests, and Python's own venv, where the system lacks them."""
    if not sys.platform.startswith("linux"):
        return
    libraries = display.missing_libraries()
    lines = [display.install_line(libraries)] if libraries else []
    needed = False
    if purpose == "development" and shutil.which("Xvfb") is None:
        lines.append(display.install_line(["Xvfb"]))
        needed = True
    if not PYTHON.exists() and not _has_venv():
        lines.append(display.install_line([f"python3.{sys.version_info[1]}-venv"]))
        needed = True
    for line in lines:
        if not _obey(line):
            say(f"Something is missing that only the system's administrator can install. Please type:\n    {line}")
    if needed and not (_has_venv() and (purpose == "runtime" or shutil.which("Xvfb"))):
        raise SetUpError("Then give the same command again.")


def _has_venv() -> bool:
    check = [sys.executable, "-I", "-c", "import ensurepip, venv"]
    return subprocess.run(check, capture_output=True, check=False).returncode == 0


def _obey(line: str) -> bool:
    """Run an installing line where that needs no password; whether it ran and succeeded."""
    words = line.split()
    if words[0] == "sudo":
        if shutil.which("sudo") is None or subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode:
            return False
        words[1:1] = ["-n"]
    if "apt-get" not in words or shutil.which("apt-get") is None:
        return False
    apt = words.index("apt-get")
    say(f"Installing system packages: {line}")
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=120"]
    install = [*words[:apt], *quiet, "--no-install-recommends", *words[apt + 1 :]]
    if _succeeds(install):
        return True
    _succeeds([*words[:apt], *quiet, "update"])
    return _succeeds(install)


def _succeeds(command: Sequence[str | Path]) -> bool:
    environment = {**os.environ, "PIP_USER": "0"}  # “pip install --user” as a person's habit cannot work in an environment
    finished = subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
    return finished.returncode == 0
