"""What is compiled, when, and from where: all of it once, before the first pass, whatever has become of the folder it lies in."""

from __future__ import annotations

import ast
import contextlib
import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core import event

from core.kernels import _jit, compiled_kernels, compiling, learning_kernels, sharing
from core.kernels.workers import WORKERS
from core.learning.compiled import CompiledSteps
from core.learning.optimiser import Optimiser
from core.learning.state import State
from core.model import ModelConfig, forward
from core.model.config import CHOICES, legal_placements
from core.model.weights import random_weights
from tests.core.strategies import full_weights

ROOT = Path(__file__).parents[2]


def decorated(decorator: str, *, learning: bool = True) -> set[str]:
    """Functions of core.kernels under @decorator(…), read from the source; with those of core.kernels.learning or without."""
    return {
        node.name
        for path in (ROOT / "core" / "kernels").glob("**/*.py" if learning else "*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        for call in node.decorator_list
        if isinstance(call, ast.Call) and ast.unparse(call.func) == decorator
    }


def every_option() -> list[ModelConfig]:
    """Configurations that together go through every branch: each choice of each option once, and each placement."""
    small = ModelConfig(d_model=8, n_heads=2, n_layers=2, vocabulary=20, context=20)
    changes: list[dict[str, Any]] = [{}, {"n_kv_heads": 1}, *({"mask": mask} for mask in ("none", "causal", "window:2"))]
    for name in ("norm", "norm_kind", "activation", "sinusoid_layout"):
        changes += [{name: choice} for choice in CHOICES[name]]
    for position in CHOICES["position"]:
        changes += [{"position": position, "placement": placement} for placement in legal_placements(position)]
    changes += [{switch: not getattr(small, switch)} for switch in ("skip", "biases", "tied", "scale_embedding")]
    return [replace(small, **change) for change in changes]


def test_everything_is_compiled_when_the_kernels_are_there() -> None:
    """The list of what is compiled is that of the decorated functions; those that Python calls have one form each."""
    train = learning_kernels()
    loops = [kept.__name__ for kept in _jit._alive]
    assert set(loops) == decorated("compiled")
    assert len(loops) == len(set(loops)) > 30
    assert decorated("entry") == {"work", "serve", "train"}
    assert [len(getattr(sharing, name).signatures) for name in ("work", "serve")] == [1, 1]
    assert len(train.signatures) == 1  # type: ignore[attr-defined]


def test_training_compiles_nothing_later() -> None:
    """Not with any option, optimiser, or size of batch."""
    learning_kernels()
    loops = len(_jit._alive)
    with event.install_recorder("numba:compile") as compilations:
        for config in every_option():
            state = State.start(random_weights(config))
            steps = CompiledSteps(learning_kernels(), state, Optimiser(kind="sgd", clip=1.0), 3, 4)
            ids = np.zeros((2, 3, 4), np.int64)
            steps.run(ids, ids, np.full(2, 0.1, np.float32))
    assert compilations.buffer == []
    assert len(_jit._alive) == loops


def test_nothing_is_compiled_later() -> None:
    """Not by any option, number of workers, question, trace to come after, or kind of array: numba reports every compilation."""
    kernels, loops = compiled_kernels(), len(_jit._alive)
    with event.install_recorder("numba:compile") as compilations:
        for config in every_option():
            weights = full_weights(config)
            after = forward(config, weights, [1, 2, 3], kernels=kernels, thumbnail_size=2)
            forward(config, weights, [1, 2, 3, 4], kernels=kernels, after=after, workers=3)
            forward(
                config, weights, (), kernels=kernels, keep=frozenset(), cancelled=lambda: False, progress=lambda done, total: None
            )
    assert compilations.buffer == []
    assert len(_jit._alive) == loops
    assert [len(getattr(sharing, name).signatures) for name in ("work", "serve")] == [1, 1]


def test_kernels_are_made_once_and_are_the_best() -> None:
    """Whoever asks gets the same ones, with as many helpers as there are other processors."""
    from core.kernels import best_kernels

    kernels = compiled_kernels()
    assert compiled_kernels() is kernels
    assert best_kernels() is kernels
    assert kernels.compiled is not None
    assert len(kernels.compiled.crew._helpers) == WORKERS - 1 < 4


def test_processes_that_compile_together_take_each_function_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By name, whoever comes first; a process alone takes everything, as often as it likes."""
    assert all(compiling.claimed("one") for _ in range(2))
    monkeypatch.setattr(compiling, "_claims", [tmp_path])
    assert [compiling.claimed(name) for name in ("one", "two", "one", "two", "three")] == [True, True, False, False, True]


def test_what_others_compile_is_not_compiled_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be named by what calls it, and is not kept."""
    compiled_kernels()
    kept = len(_jit._alive)
    monkeypatch.setattr(_jit, "claimed", lambda name: name != "elsewhere")

    def elsewhere(x):  # type: ignore[no-untyped-def]
        return x

    named = _jit.compiled("int64(int64)")(elsewhere)
    assert _jit.entry("int64(int64)")(elsewhere) is elsewhere
    assert len(_jit._alive) == kept
    assert named.symbol == "transformador_elsewhere"

    def here(x):  # type: ignore[no-untyped-def]
        return named(x) + 1

    assert len(_jit.entry("int64(int64)")(here).signatures) == 1


BY_PROCESSES = """
import sys
import numpy
from core.kernels import compiled_kernels, compiling
compiling.PROGRAM = sys.argv[1] or compiling.PROGRAM
kernels = compiled_kernels()
from core.kernels import _jit
print(sum(not kept.cache_hits for kept in _jit._alive))
from tests.core.test_sharing import CONFIGS, digest, run
print(*(digest(run(name, kernels)) for name in CONFIGS))
"""


@pytest.mark.skipif(WORKERS == 1, reason="on one processor everything is compiled here")
@pytest.mark.parametrize("program, flags", [("", []), ("", ["-OO"]), ("take no part", [])], ids=["as it is", "optimised", "fails"])
def test_others_compile_and_what_they_leave_is_compiled_here(
    filled: tuple[Path, str], tmp_path: Path, program: str, flags: list[str]
) -> None:
    """Where they do their work nothing is left to do; where they do not, everything. The numbers are the same.

    Started where modules lie that have the names of our own and of Python's: they are not the ones that are imported.
    """
    strange = tmp_path / "strange"
    strange.mkdir()
    for name in ("signal", "core", "numba"):
        (strange / f"{name}.py").write_text("raise SystemExit('imported from where the person is')", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, *flags, "-P", "-c", BY_PROCESSES, program],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)},
        check=True,
        timeout=100,
        capture_output=True,
        text=True,
        cwd=strange,
    )
    compiled, found = done.stdout.split("\n", 1)
    loops, entries = decorated("compiled", learning=False), decorated("entry", learning=False)
    assert int(compiled) == (len(loops) if program == "take no part" else 0)
    assert found == filled[1]
    assert len(files(tmp_path)) == 2 * len(loops | entries)
    assert not [*tmp_path.rglob("taken-*")]


FULL = """
import logging, resource, sys
logging.basicConfig(level=logging.INFO, stream=sys.stderr)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
"""


@pytest.mark.skipif(WORKERS == 1, reason="on one processor everything is compiled here")
@pytest.mark.skipif(sys.platform == "win32", reason="Linux only: limits of a process")
def test_others_stop_compiling_what_they_cannot_keep(filled: tuple[Path, str], tmp_path: Path) -> None:
    """On a full disk, where files can be made but nothing be written into them: each ends at its first function."""
    done = subprocess.run(
        [sys.executable, "-c", FULL + PROGRAM],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
        timeout=100,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.stdout == filled[1]
    assert done.stderr.count("A process that compiles ended with 1: OSError") == WORKERS
    assert done.stderr.count("compiling without it") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(WORKERS == 1, reason="on one processor everything is compiled here")
def test_others_may_say_more_than_a_pipe_holds(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A million letters, then the reason: nobody waits for anybody, and the last line is told."""
    caplog.set_level("INFO")
    program = "import sys; print('x' * 10**6, file=sys.stderr); sys.exit('no room')"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiling, "PROGRAM", program)
        patch.setattr(compiling, "PATIENCE", 60)
        with compiling.by_processes("core.kernels.sharing", tmp_path, 1):
            pass
    assert [record.getMessage() for record in caplog.records] == ["A process that compiles ended with 1: no room"]


@pytest.mark.skipif(WORKERS == 1, reason="on one processor everything is compiled here")
def test_processes_that_compile_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    """Killed while they compile, it has no time to end them: they notice, and leave the rest undone."""
    program = "from core.kernels import compiling, compiled_kernels; print('begun', flush=True); compiled_kernels()"
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        cwd=ROOT,
    ) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        end = time.monotonic() + 60
        while not [*tmp_path.rglob("taken-*/*")]:
            assert time.monotonic() < end
            time.sleep(0.01)
        parent.kill()
    end = time.monotonic() + 30
    while compilers(tmp_path):
        assert time.monotonic() < end
        time.sleep(0.02)
    assert len(files(tmp_path)) < 2 * len(decorated("compiled", learning=False))


def compilers(cache: Path) -> list[int]:
    """Processes that take part in filling that folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if str(cache).encode() in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found


PROGRAM = """
import numpy
from core.kernels import compiled_kernels
from tests.core.test_sharing import CONFIGS, digest, run
kernels = compiled_kernels()
print(*(digest(run(name, kernels)) for name in CONFIGS))
"""


def numbers(folder: Path | str) -> tuple[str, str]:
    """(what a fresh process with compiled kernels in `folder` computes, what it says about it)."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, check=False, timeout=100, capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def files(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb*")}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with compiled kernels, and the numbers found while it was filled; with a name that needs care."""
    folder = tmp_path_factory.mktemp("cache ñ 中")
    found, said = numbers(folder)
    assert said == ""
    functions = decorated("compiled", learning=False) | decorated("entry", learning=False)
    assert len(files(folder)) == 2 * len(functions)  # an index and the code for each
    return folder, found


def test_kept_kernels_are_used_and_find_the_same_numbers(filled: tuple[Path, str]) -> None:
    folder, right = filled
    before = files(folder)
    assert numbers(folder) == (right, "")
    assert files(folder) == before


def test_b101_damaged_files_cost_a_warning_and_no_number(filled: tuple[Path, str], tmp_path: Path) -> None:
    """Of every kept function one file: rubbish, cut in half, empty, or a folder in its place."""
    folder, right = filled
    copy = tmp_path / "cache"
    shutil.copytree(folder, copy)
    for number, index in enumerate(sorted(copy.rglob("*.nbi"))):
        [code] = index.parent.glob(f"{index.stem}.*.nbc")
        if number % 4 == 0:
            index.write_bytes(b"rubbish")
        elif number % 4 == 1:
            code.write_bytes(code.read_bytes()[: code.stat().st_size // 2])
        elif number % 4 == 2:
            index.write_bytes(b"")
        else:
            code.unlink()
            code.mkdir()
    found, said = numbers(copy)
    assert found == right
    assert "cache of compiled kernels cannot be used" in said
    assert "Traceback" not in said


def test_b101_a_folder_that_cannot_be_made_costs_no_number(filled: tuple[Path, str], tmp_path: Path) -> None:
    """A file stands in its place; rights to write would mean nothing to some users. No other folder serves instead."""
    (tmp_path / "file").write_text("a file, not a folder", encoding="utf-8")
    found, said = numbers(tmp_path / "file" / "cache")
    assert found == filled[1]
    assert "Traceback" not in said
    assert said.count("compiling without it") == 1
    assert not files(ROOT / "core")
