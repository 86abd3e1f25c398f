"""What `make run`, `make test`, `make check`, `make bench` and the rarer tasks do, the same on every system.

python -m tools.tasks TASK [arguments]
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from tools.set_up import ROOT, SetUpError, say, set_up

CHECKS: Final = {
    "layout": ("-m", "ruff", "format", "--check", "."),
    "lint": ("-m", "ruff", "check", "."),
    "types": ("-m", "mypy"),
    "imports": ("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()", "--no-logo"),
}
"""Arguments of Python for each check; tests/test_house_tools.py runs the same ones."""

Part = tuple[str, tuple[str, ...]]
"""Some of the tests: name, arguments of pytest."""
STEPS: Final[tuple[tuple[Part, ...], ...]] = (
    (
        ("the parts of the window, and the house", ("tests", "--ignore=tests/core", "--ignore=tests/window")),
        ("core", ("tests/core",)),
    ),
    (("the whole program", ("tests/window",)),),
)
"""The steps of `make test`, each of parts that run side by side, on a processor each. The first takes whatever the others leave."""


def run(arguments: Sequence[str]) -> int:
    """Open the window, or carry out a command of the program."""
    python = set_up("runtime")
    return _call([python, ROOT / "main.py", *arguments])


def test(arguments: Sequence[str]) -> int:
    """Run all tests, or only what `arguments` for pytest name."""
    python = set_up("development")
    steps = ((("as asked", tuple(arguments)),),) if arguments else STEPS
    failed = []
    with _screen() as environment:
        for parts in steps:
            failed += _tests(python, parts, {"HYPOTHESIS_PROFILE": "ci"} | environment)
    if failed:
        say(f"Failed: {'; '.join(failed)}")
    return 1 if failed else 0


def _tests(python: Path, parts: Sequence[Part], environment: dict[str, str]) -> list[str]:
    """Run parts of the tests side by side, what the others say printed behind the first one; the names of those that fail."""
    failed = []
    with contextlib.ExitStack() as ends:
        hidden = []
        for name, selection in parts[1:]:
            said = ends.enter_context(tempfile.TemporaryFile())
            command: list[str | Path] = [python, "-m", "pytest", "-q", *selection]
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
            )
            ends.callback(process.wait)
            ends.callback(process.terminate)
            hidden.append((name, process, said))
        name, selection = parts[0]
        say(f"\n— tests: {name} —")
        if _call([python, "-m", "pytest", "-q", *selection], environment):
            failed.append(name)
        for name, process, said in hidden:
            status = process.wait()
            say(f"\n— tests: {name} —")
            said.seek(0)
            shutil.copyfileobj(said, sys.stdout.buffer)
            sys.stdout.flush()
            if status:
                failed.append(name)
    return failed


def check(arguments: Sequence[str]) -> int:
    """Look at layout, lint, types and import contracts."""
    python = set_up("development")
    failed = [name for name, command in CHECKS.items() if _call([python, *command, *arguments])]
    if failed:
        say(f"Failed: {', '.join(failed)}")
    return 1 if failed else 0


def bench(arguments: Sequence[str]) -> int:
    """Measure, a few minutes; `make bench TORCH=1` first installs PyTorch to compare with (hundreds of megabytes or more)."""
    python = set_up("runtime")
    if os.environ.get("TORCH") == "1":
        extra: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"][
            "bench"
        ]
        pip: list[str | Path] = [python, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"]
        if _call([*pip, *extra], {"PIP_USER": "0"}):  # an environment has no place for “pip install --user” as a habit
            raise SetUpError("PyTorch could not be installed; the reason is above. Mend it and give the same command again.")
    return _call([python, ROOT / "main.py", "bench", *arguments])


def format_code(arguments: Sequence[str]) -> int:
    """Lay the code out and mend what ruff can mend by itself."""
    python = set_up("development")
    return _call([python, "-m", "ruff", "check", "--fix", ".", *arguments]) or _call([python, "-m", "ruff", "format", "."])


def coverage(arguments: Sequence[str]) -> int:
    """Tell which lines and branches the tests reach; compiled code leaves no trace."""
    python = set_up("development")
    with _screen() as environment:
        command: list[str | Path] = [python, "-m", "coverage", "run", "-m", "pytest", "-q", *arguments]
        status = _call(command, environment | {"HYPOTHESIS_PROFILE": "few"})
    return _call([python, "-m", "coverage", "report"]) or status


def lock(arguments: Sequence[str]) -> int:
    """Pin the newest packages that pyproject.toml allows."""
    python = set_up("development")
    return _call([python, "-m", "tools.lock", *arguments])


def translations(arguments: Sequence[str]) -> int:
    """Take new sentences into the Qt Linguist files and compile them."""
    python = set_up("runtime")
    return _call([python, "-m", "tools.translations", *arguments])


def screenshots(arguments: Sequence[str]) -> int:
    """Make the pictures of the README anew."""
    python = set_up("development")
    with _screen() as environment:
        return _call([python, "-m", "tools.make_screenshots", *arguments], environment)


TASKS: Final[dict[str, Callable[[Sequence[str]], int]]] = {
    "run": run,
    "test": test,
    "check": check,
    "bench": bench,
    "format": format_code,
    "coverage": coverage,
    "lock": lock,
    "translations": translations,
    "screenshots": screenshots,
}


def main(arguments: Sequence[str]) -> int:
    """Carry out the task named first."""
    task = TASKS.get(arguments[0] if arguments else "")
    if task is None:
        say(f"The tasks are: {', '.join(TASKS)}.")
        return 2
    try:
        return task(arguments[1:])
    except SetUpError as error:
        say(str(error))
        return 2
    except KeyboardInterrupt:
        return 130


def _call(command: Sequence[str | Path], environment: dict[str, str] | None = None) -> int:
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **(environment or {})}, check=False).returncode


@contextlib.contextmanager
def _screen() -> Iterator[dict[str, str]]:
    """The environment in which windows of tests open: on Linux a screen of their own, unless HEADED=1 asks for the real one."""
    server = shutil.which("Xvfb")
    if os.environ.get("HEADED") == "1" or not sys.platform.startswith("linux") or server is None:
        yield {}
        return
    reading, writing = os.pipe()
    options = ["-displayfd", str(writing), "-screen", "0", "1920x1200x24", "-nolisten", "tcp", "-noreset"]
    screen = subprocess.Popen(
        [server, *options], pass_fds=[writing], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    if not number:
        raise SetUpError("Xvfb, the screen for the tests, did not start.")
    try:
        yield {
            "DISPLAY": f":{number}",
            "WAYLAND_DISPLAY": "",
            "XAUTHORITY": "",
            "QT_QPA_PLATFORM": "xcb",
            "XDG_SESSION_TYPE": "x11",
        }
    finally:
        screen.terminate()
        screen.wait(timeout=10)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
