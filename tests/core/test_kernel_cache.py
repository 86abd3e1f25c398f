"""Compiled kernels on the disk: what is damaged is not loaded; without compiled kernels the program goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core import kernel_cache

ROOT = Path(__file__).resolve().parents[2]
PASS = """
import numpy as np
from core.kernels import compiled_kernels, plain_kernels
from core.model import forward, preset, random_weights
config = preset("small")
one, other = (forward(config, random_weights(config), range(9), kernels=kernels()) for kernels in (plain_kernels, compiled_kernels))
print(np.abs(one.logits - other.logits).max() < 1e-4)
"""


def python(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter in the root of the project."""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, timeout=100, check=False)


def test_what_was_changed_on_the_disk_is_deleted_and_the_rest_stays(tmp_path: Path) -> None:
    """One bit of one file; and everything where the list is lost, unless others are just filling the folder."""
    for name in ("a.nbi", "b.nbc"):
        (tmp_path / name).write_bytes(b"machine code")
    kernel_cache.seal(tmp_path)
    (tmp_path / "b.nbc").write_bytes(b"machine codf")
    kernel_cache.mend(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"a.nbi", kernel_cache.CHECKSUMS}
    (tmp_path / kernel_cache.CHECKSUMS).write_text("[" * 200_000)
    (tmp_path / f"{kernel_cache.TAKEN}now").mkdir()
    kernel_cache.mend(tmp_path)
    assert (tmp_path / "a.nbi").exists()
    (tmp_path / f"{kernel_cache.TAKEN}now").rmdir()
    kernel_cache.mend(tmp_path)
    assert not (tmp_path / "a.nbi").exists()


def test_whether_a_folder_takes_files_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made where it is missing; nothing is left in it. Rights alone would not tell of a full or a locked disk."""
    new = tmp_path / "new" / "folder"
    assert kernel_cache.takes(new)
    assert list(new.iterdir()) == []
    (tmp_path / "file").touch()
    assert not kernel_cache.takes(tmp_path / "file" / "folder")

    def full(path: Path) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "touch", full)
    assert not kernel_cache.takes(new)


def test_what_was_never_finished_goes_after_an_hour(tmp_path: Path) -> None:
    """Numba writes beside the place and renames; a process that is killed leaves the file there, and what it had taken."""
    old, new = tmp_path / "a.nbc.tmp.1", tmp_path / "b.nbc.tmp.2"
    taken_then, taken_now = tmp_path / f"{kernel_cache.TAKEN}then", tmp_path / f"{kernel_cache.TAKEN}now"
    for path in (old, new):
        path.write_bytes(b"half")
    for path in (taken_then, taken_now):
        path.mkdir()
        (path / "multiply").touch()
    for path in (old, taken_then):
        os.utime(path, (1, 1))
    kernel_cache.mend(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {new.name, taken_now.name}


def test_kernels_of_other_sources_are_in_another_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also in a folder that the person named; one that has the name already is taken as it is; unset means no folder."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert kernel_cache.folder() == tmp_path / kernel_cache.digest()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / kernel_cache.digest()))
    assert kernel_cache.folder() == tmp_path / kernel_cache.digest()
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert kernel_cache.folder() is None


@pytest.mark.parametrize("listed", [True, False])
def test_flipped_bits_do_not_end_the_program(tmp_path: Path, listed: bool) -> None:
    """In the middle of each file of machine code; loaded as they are, they would abort the process. With the list lost, too."""
    first = python(PASS, NUMBA_CACHE_DIR=str(tmp_path))
    assert (first.returncode, first.stdout) == (0, "True\n"), first.stderr
    for path in tmp_path.rglob("*.nbc"):
        data = bytearray(path.read_bytes())
        for place in (len(data) // 3, len(data) // 2, 2 * len(data) // 3):
            data[place] ^= 0x10
        path.write_bytes(data)
    if not listed:
        [list_of_all] = tmp_path.rglob(kernel_cache.CHECKSUMS)
        list_of_all.unlink()
    second = python(PASS, NUMBA_CACHE_DIR=str(tmp_path))
    assert (second.returncode, second.stdout) == (0, "True\n"), second.stderr


def test_where_nothing_can_be_compiled_plain_numpy_serves() -> None:
    """Numba switched off: said by the one function that compiles, and self-test goes on as the window does."""
    program = """
from core.kernels import KernelsUnavailableError, best_kernels, compiled_kernels
try:
    compiled_kernels()
except KernelsUnavailableError as error:
    print(error, best_kernels().name)
"""
    assert python(program, NUMBA_DISABLE_JIT="1").stdout == "NUMBA_DISABLE_JIT is set plain\n"
    checked = subprocess.run(
        [sys.executable, "main.py", "self-test"],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (checked.returncode, checked.stdout) == (0, "ok\n"), checked.stderr


def test_where_a_library_of_the_compiler_cannot_be_loaded_plain_numpy_serves(tmp_path: Path) -> None:
    """One that was built for another system: no ImportError, and yet nothing can be compiled."""
    broken = tmp_path / "llvmlite"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise OSError('wrong ELF class')", encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "main.py", "self-test"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (checked.returncode, checked.stdout) == (0, "ok\n"), checked.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_computes_alone(tmp_path: Path) -> None:
    """Its parent had helpers and a pool, whose threads did not come along."""
    program = PASS + (
        """
import os
large = preset("transformer-base")
weights = random_weights(large)
whole = forward(large, weights, range(200), kernels=compiled_kernels(), logits=False)
forward(large, weights, range(200), kernels=plain_kernels(), logits=False)
child = os.fork()
if child == 0:
    again = forward(large, weights, range(200), kernels=compiled_kernels(), logits=False)
    plain = forward(large, weights, range(200), kernels=plain_kernels(), logits=False)
    same = again.layers[5].resid_post.tobytes() == whole.layers[5].resid_post.tobytes()
    os._exit(0 if same and np.abs(plain.layers[5].pattern - again.layers[5].pattern).max() < 1e-4 else 3)
print(os.waitpid(child, 0)[1])
"""
    )
    result = python(program)
    assert result.stdout == "True\n0\n", result.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="ulimit -v")
def test_the_address_space_of_the_process_counts_as_memory() -> None:
    """3 GB at most: no run is allowed more than what is left of them."""
    program = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (3_000_000_000, 3_000_000_000))
from core.model.memory import available_memory
print(available_memory() < 3_000_000_000)
"""
    assert python(program).stdout == "True\n"
