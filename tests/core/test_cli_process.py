"""The command line as a process: late imports, locales, closed pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.files.checkpoint import read_checkpoint

ROOT = Path(__file__).parents[2]
CALL = "import sys; from core.cli import main; sys.exit(main(sys.argv[1:]))"


def call(*argv: str, code: str = CALL, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-X", "faulthandler", "-c", code, *argv]
    return subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, timeout=60, check=False)


def test_counting_imports_neither_qt_nor_numba_nor_numpy() -> None:
    code = """
import sys
from core.cli import main
status = main(["counts", "--json"])
assert status == 0
loaded = {name.partition(".")[0] for name in sys.modules} & {"PySide6", "shiboken6", "pyqtgraph", "numba", "numpy", "gui"}
assert not loaded, loaded
"""
    done = call(code=code)
    assert (done.returncode, done.stderr) == (0, b"")


def test_inspecting_imports_neither_qt_nor_numba() -> None:
    code = """
import sys
from core.cli import main
status = main(["inspect", "a b", "--preset", "small", "--layers", "1"])
assert status == 0
loaded = {name.partition(".")[0] for name in sys.modules} & {"PySide6", "shiboken6", "pyqtgraph", "numba", "gui"}
assert not loaded, loaded
"""
    done = call(code=code)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="locales of POSIX systems")
@pytest.mark.parametrize("utf8", ["0", "1"])
def test_json_is_utf8_in_a_plain_c_locale(utf8: str) -> None:
    environment = {"LC_ALL": "C", "PYTHONUTF8": utf8, "PYTHONIOENCODING": "ascii"}
    done = call("inspect", "ñandú 🙂", "--preset", "small", "--layers", "1", **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [token["text"] for token in json.loads(done.stdout.decode())["tokens"]] == ["ñandú", "🙂"]
    failed = call("inspect", "a", "--tokenizer", "ñ", **environment)
    assert (failed.returncode, failed.stdout) == (2, b"")
    assert failed.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="a shell pipe of POSIX systems")
def test_a_reader_that_leaves_early_is_no_traceback() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-c", CALL, "counts"]
    done = subprocess.run(command, cwd=ROOT, stdout=write, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


TRAIN = ("train", "--steps", "3", "--d-model", "8", "--heads", "1", "--layers", "1", "--batch", "1", "--report-every", "1")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell pipe of POSIX systems")
@pytest.mark.parametrize("words", [(), ("--json-lines",)])
def test_a_reader_that_leaves_early_does_not_cost_the_weights(tmp_path: Path, words: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-c", CALL, *TRAIN, *words, "--save", str(tmp_path / "run.safetensors")]
    done = subprocess.run(command, cwd=ROOT, stdout=write, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")
    assert read_checkpoint(tmp_path / "run.safetensors").step == 3


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
def test_reports_that_cannot_be_written_do_not_cost_the_weights(tmp_path: Path) -> None:
    """They are complained of once the weights are safe."""
    command = [sys.executable, "-c", CALL, *TRAIN, "--save", str(tmp_path / "run.safetensors")]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (2, "The answer could not be written: No space left on device.\n")
    assert read_checkpoint(tmp_path / "run.safetensors").step == 3


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
@pytest.mark.parametrize(
    "words", [("counts", "--json"), ("train", "--steps", "1", "--d-model", "8", "--heads", "1", "--layers", "1", "--batch", "1")]
)
def test_an_answer_that_cannot_be_written_is_one_sentence(words: tuple[str, ...]) -> None:
    """The disk behind standard output is full, or there is no standard output at all."""
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", CALL, *words], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert (done.returncode, done.stderr) == (2, "The answer could not be written: No space left on device.\n")
    line = " ".join([sys.executable, "-c", f"'{CALL}'", *words, ">&-"])
    done = subprocess.run(line, shell=True, cwd=ROOT, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (2, "The answer could not be written: standard output is closed.\n")
