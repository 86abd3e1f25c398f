"""The program as it is started: what is handed to whom, and what is said where it cannot start. Each process is a real one."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import platformdirs
import pytest

import main
from core import kernel_cache
from core.cli import COMMANDS
from core.experiments import EXPERIMENTS
from core.version import VERSION
from gui import display

ROOT = Path(__file__).resolve().parent.parent

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only: displays and system libraries")


def start(*words: str, folder: Path = ROOT, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """Run main.py in a process of its own; `changes` of the environment, None takes a variable out."""
    environment = {name: value for name, value in (os.environ | changes).items() if value is not None}
    return subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *words],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def assert_one_sentence(finished: subprocess.CompletedProcess[str], *contains: str) -> None:
    """Exit status 2, one line on stderr, nothing on stdout."""
    assert finished.returncode == 2, finished.stderr
    assert finished.stdout == ""
    lines = finished.stderr.splitlines()
    assert len(lines) == 1, finished.stderr
    for part in contains:
        assert part in lines[0]


NO_DISPLAY = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"))


@linux
@pytest.mark.parametrize("words", [(), ("--language", "es"), (str(ROOT / "pyproject.toml"),)])
def test_without_a_display_one_sentence_names_the_command_that_needs_none(words: tuple[str, ...]) -> None:
    finished = start(*words, **NO_DISPLAY)
    assert_one_sentence(finished, "DISPLAY", "main.py picture")


@linux
@pytest.mark.parametrize("name", [":987", "nothing here", "localhost:987"])
def test_a_display_that_does_not_answer_is_said_and_nothing_aborts(name: str) -> None:
    assert_one_sentence(start(**(NO_DISPLAY | {"DISPLAY": name})), name, "does not answer", "main.py picture")


@linux
def test_a_wayland_display_that_does_not_answer_is_said() -> None:
    assert_one_sentence(start(**(NO_DISPLAY | {"WAYLAND_DISPLAY": "wayland-987"})), "wayland-987", "main.py picture")


@linux
def test_b100_a_missing_system_library_is_named_with_the_line_that_installs_it(tmp_path: Path) -> None:
    """An empty file in the place of libEGL is what the loader finds first: Qt could only abort."""
    (tmp_path / "libEGL.so.1").touch()
    finished = start("picture", "a b", str(tmp_path / "a.png"), LD_LIBRARY_PATH=str(tmp_path))
    assert_one_sentence(finished, "libEGL.so.1")
    assert re.search(r"(apt-get install|dnf install|pacman -S) \S*(egl|EGL|glvnd)", finished.stderr)
    assert not (tmp_path / "a.png").exists()


@linux
def test_b100_qts_own_need_for_libxcb_cursor_is_found_before_qt_aborts(tmp_path: Path) -> None:
    (tmp_path / "libxcb-cursor.so.0").touch()
    code = "from gui import display; print(display.library_problem('xcb'))"
    environment = os.environ | {"LD_LIBRARY_PATH": str(tmp_path)}
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert "lacks libxcb-cursor.so.0; install what is missing with:" in finished.stdout
    assert finished.stdout.split()[-1] in ("libxcb-cursor0", "xcb-util-cursor")


@linux
def test_nothing_is_missing_here() -> None:
    assert display.library_problem("offscreen") is None
    assert display.library_problem("xcb") is None
    assert display.missing_libraries() == set()


@linux
@pytest.mark.parametrize(
    "manager, line",
    [
        ("apt-get", "apt-get install libegl1 libxcb-cursor0"),
        ("dnf", "dnf install libglvnd-egl xcb-util-cursor"),
        ("pacman", "pacman -S libglvnd xcb-util-cursor"),
        ("none", "apt-get install libegl1 libxcb-cursor0"),
    ],
)
def test_the_line_fits_the_system(manager: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display.shutil, "which", lambda name: name if name == manager else None)
    monkeypatch.setattr(display.os, "geteuid", lambda: 1000)
    assert display.install_line({"libxcb-cursor.so.0", "libEGL.so.1"}) == f"sudo {line}"
    monkeypatch.setattr(display.os, "geteuid", lambda: 0)
    assert display.install_line(["libxcb-cursor.so.0", "libEGL.so.1"]) == line


@pytest.mark.parametrize("word", ["frobnicate", "count", "Counts"])
def test_an_unknown_command_is_one_sentence(word: str) -> None:
    assert_one_sentence(start(word), word)


@pytest.mark.parametrize("word", ["no such session.json", "nothing/here.txt"])
def test_a_file_that_is_not_there_is_one_sentence(word: str) -> None:
    assert_one_sentence(start(word), word)


def test_help_and_version() -> None:
    for word in ("--help", "-h"):
        finished = start(word, **NO_DISPLAY)
        assert finished.returncode == 0
        assert finished.stderr == ""
        listed = re.findall(r"^  ([a-z][a-z-]+) ", finished.stdout, re.MULTILINE)
        assert sorted(listed) == sorted([command.name for command in COMMANDS] + list(main.WITH_QT))
        claims = next(line for line in finished.stdout.splitlines() if line.startswith("  experiment "))
        assert all(name in claims for name in EXPERIMENTS)
    finished = start("--version", **NO_DISPLAY)
    assert (finished.returncode, finished.stdout.split()) == (0, ["Transformador", VERSION])


def test_it_starts_from_any_folder_and_computes_without_a_display(tmp_path: Path) -> None:
    """GPT-2 small has 124 439 808 parameters (facts, §2)."""
    finished = start("counts", "--preset", "gpt2-small", "--length", "8", "--json", folder=tmp_path, **NO_DISPLAY)
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout)["parameters"]["total"] == 124_439_808


@pytest.mark.parametrize("locale", ["C", "POSIX", "xx_XX.ISO-8859-1"])
def test_output_is_utf8_in_every_locale(locale: str) -> None:
    finished = start("inspect", "año ☃", "--preset", "small", LC_ALL=locale, LANG=locale, PYTHONIOENCODING="latin-1")
    assert finished.returncode == 0, finished.stderr
    assert [token["text"] for token in json.loads(finished.stdout)["tokens"]] == ["año", "☃"]


@pytest.mark.parametrize(
    "places",
    [
        {"HOME": None, "XDG_CACHE_HOME": None, "XDG_CONFIG_HOME": None, "XDG_DATA_HOME": None, "XDG_STATE_HOME": None},
        {"XDG_CACHE_HOME": "/dev/null/nowhere"},
        {"NUMBA_CACHE_DIR": "/dev/null/nowhere"},
    ],
    ids=["no home", "no cache folder", "unusable kernel folder"],
)
def test_b101_it_runs_where_nothing_can_be_kept(places: dict[str, str | None]) -> None:
    finished = start("inspect", "a b", "--preset", "small", **({"NUMBA_CACHE_DIR": None} | places))
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout)["row_sum_error"] <= 1e-6


def test_b101_the_kernel_folder_belongs_to_the_version_and_may_have_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "Željko 模型 1"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Željko 模型 1"))
    monkeypatch.setenv("HOME", str(tmp_path / "Željko 模型 1"))
    folder = main.kernel_folder()
    assert folder is not None
    assert folder.is_dir()
    assert VERSION in folder.parts
    assert tmp_path in folder.parents


def test_the_kernel_folder_depends_on_every_file_of_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of the program with one byte more in one file has another folder; with the same bytes it has the same one."""
    names = {kernel_cache.digest()}
    shutil.copytree(ROOT / "core" / "kernels", tmp_path / "core" / "kernels")
    shutil.copy(ROOT / "core" / "panels.py", tmp_path / "core")
    monkeypatch.setattr(kernel_cache, "__file__", str(tmp_path / "core" / "kernel_cache.py"))
    assert {kernel_cache.digest()} == names
    files = [*(tmp_path / "core" / "kernels").glob("*.py"), tmp_path / "core" / "panels.py"]
    for path in files:
        path.write_bytes(path.read_bytes() + b" ")
        names.add(kernel_cache.digest())
    assert len(names) == 1 + len(files)


def test_kernels_that_nothing_has_used_for_a_month_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two other folders the one touched 31 days ago goes; a folder in use is touched at each start; nothing else is removed."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    folder = main.kernel_folder()
    assert folder is not None
    cache = folder.parents[2]
    old, young = cache / "0.0.9" / "kernels" / "a", cache / VERSION / "kernels" / "b"
    others = [cache / "0.0.9" / "kernels" / "a file", cache / "0.0.9" / "other" / "c"]
    for path in (old / "module", young, others[1]):
        path.mkdir(parents=True)
    (old / "module" / "code.nbc").touch()
    others[0].touch()
    now = time.time()
    for path, days in ((old, 31), (young, 29), (folder, 31), (others[0], 31), (others[1], 31)):
        os.utime(path, (now - days * 86_400,) * 2)
    assert main.kernel_folder() == folder
    assert not old.exists()
    assert all(path.exists() for path in (young, folder, *others))


def test_b101_a_file_in_the_place_of_the_kernel_folder_means_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "file"))
    assert main.kernel_folder() is None


@linux
def test_b101_a_user_without_a_home_gets_one_that_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python leaves “~” as it is for a user without HOME and without an entry in the list of users."""
    places = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "NUMBA_CACHE_DIR")
    for name in places:
        monkeypatch.delenv(name)
    expand = os.path.expanduser
    monkeypatch.setattr("os.path.expanduser", lambda path: path if os.environ["HOME"] == "" else expand(path))
    monkeypatch.setenv("HOME", "")
    main.prepare_environment()
    assert os.environ["HOME"] == os.devnull
    assert "NUMBA_CACHE_DIR" not in os.environ
    with pytest.raises(OSError, match=os.devnull):
        platformdirs.user_config_path("transformador", appauthor=False).mkdir(parents=True)


def test_blas_is_held_to_one_thread_before_numpy_is_loaded() -> None:
    code = "import os, sys, main; main.prepare_environment(); print(os.environ['OPENBLAS_NUM_THREADS'], 'numpy' in sys.modules)"
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "8"}
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert finished.stdout.split() == ["1", "False"]


@pytest.mark.parametrize("command, left", [("bench", "None None"), ("inspect", "Prescott 1024")])
def test_bench_measures_the_blas_that_everybody_has(command: str, left: str) -> None:
    """Both are read when numpy is loaded: for times they are taken out, for everything else they stay what the person set."""
    names = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
    code = f"import os, main; main.prepare_environment('{command}'); print(*map(os.environ.get, {names}))"
    environment = os.environ | dict(zip(names, ("Prescott", "1024"), strict=True))
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == left


@pytest.fixture
def handed_over(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[str]]]:
    """Who was called with what, in the place of the three parts of the program."""
    calls: list[tuple[str, list[str]]] = []
    for name in ("core.cli", "gui.app", "gui.commands"):
        module = ModuleType(name)

        def run(words: Sequence[str], name: str = name) -> int:
            calls.append((name, list(words)))
            return 7

        module.main = run  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(display, "problem", lambda: None)
    return calls


@pytest.mark.parametrize(
    "words, whom",
    [
        ([], "gui.app"),
        (["--language", "es"], "gui.app"),
        ([str(ROOT / "pyproject.toml")], "gui.app"),
        (["picture", "a", "b.png"], "gui.commands"),
        (["self-test"], "gui.commands"),
        (["bench", "--json"], "gui.commands"),
        (["counts", "--length", "4"], "gui.commands"),
        (["inspect", "picture"], "gui.commands"),
        (["anything"], "gui.commands"),
    ],
)
def test_words_are_handed_over_unchanged(handed_over: list[tuple[str, list[str]]], words: list[str], whom: str) -> None:
    assert main.main(words) == 7
    assert handed_over == [(whom, words)]


def test_a_package_that_is_not_installed_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def hand_over(_words: list[str]) -> int:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr(main, "_hand_over", hand_over)
    assert main.main(["counts"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_fault_of_ours_is_not_called_a_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def hand_over(_words: list[str]) -> int:
        raise ModuleNotFoundError("No module named 'core.modle'", name="core.modle")

    monkeypatch.setattr(main, "_hand_over", hand_over)
    with pytest.raises(ModuleNotFoundError):
        main.main(["counts"])
