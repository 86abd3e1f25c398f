"""The memory that is stated beforehand, held against what the system says a process has taken; and refusals that take none.

Each measurement has a process of its own, in which a tiny model has run before, so that all that is imported is there already.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pytest

from core.model import ModelConfig, preset
from core.model.counts import count, peak_bytes

ROOT: Final = Path(__file__).resolve().parent.parent.parent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the most memory since a given moment")

_IN_THE_PROCESS: Final = """
import json, sys
from pathlib import Path
import core.model.memory
from core.cli import main
from core.commandline.options import architecture_words
from core.kernels import compiled_kernels
from core.messages import InputError
from core.model import EVERYTHING, ModelConfig, forward, preset, random_weights, run

def status(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(name))

def measure(work, *arguments):
    # Prints what `work` had at once beyond what was there before.
    Path("/proc/self/clear_refs").write_text("5")  # the most there was begins anew
    before = status("VmRSS:")
    held = work(*arguments)
    print(status("VmHWM:") - before)

def sentence(length):
    return " ".join(map(str, range(length)))

def inspected(config, length, *more):
    assert main(["inspect", sentence(length), *architecture_words(config), *more]) == 0

def passed(config, length, keep, logits):
    ids, weights = [37 * place % config.vocabulary for place in range(length)], random_weights(config)
    return weights, forward(config, weights, ids, keep=keep, logits=logits, kernels=compiled_kernels(), workers=2)

tiny = ModelConfig(d_model=8, n_heads=1, n_layers=1, vocabulary=50)
length, folder = int(sys.argv[2]), sys.argv[3]
config = ModelConfig(**json.loads(sys.argv[1]))
"""

_INSPECT: Final = """
inspected(tiny, 3, "--npz", folder + "/tiny.npz")
measure(inspected, config, length, "--npz", folder + "/all.npz")
"""
_COMPILED: Final = """
passed(tiny, 3, EVERYTHING, True)
measure(passed, config, length, EVERYTHING, True)
"""
_RUN: Final = """
keep = {"resid_pre", "pattern"}
run("a b c", tiny, keep=keep)
measure(lambda: run(sentence(length), config, keep=keep, logits=False))
"""
_COMPILED_KEEPING_NOTHING: Final = """
passed(tiny, 3, frozenset(), False)
measure(passed, config, length, frozenset(), False)
"""

LONG_MAPS: Final = (ModelConfig(d_model=64, n_heads=4, n_layers=2, vocabulary=500, mask="causal"), 1000)
LARGE_TABLE: Final = (preset("small", n_layers=2), 500)
WIDE: Final = (ModelConfig(n_layers=3, norm="post", activation="gelu-tanh", vocabulary=4000), 300)
MANY_PARTS: Final = (
    ModelConfig(
        d_model=256,
        n_heads=8,
        n_kv_heads=2,
        n_layers=4,
        norm="sandwich",
        norm_kind="rmsnorm",
        activation="swiglu",
        position="rotary",
        mask="window:50",
        biases=False,
        tied=False,
        vocabulary=20_000,
    ),
    400,
)


VERY_WIDE: Final = (
    ModelConfig(d_model=4096, n_heads=1, head_width=16, n_layers=1, d_ff=16, norm="sandwich", vocabulary=500),
    1000,
)
LARGE_MATRICES: Final = (ModelConfig(d_model=2048, n_heads=16, n_layers=1, vocabulary=500), 3)
MANY_HEADS: Final = (ModelConfig(n_heads=64, head_width=256, n_layers=1, position="rotary", vocabulary=500), 500)


def measured(code: str, config: ModelConfig, length: int, folder: Path) -> int:
    """The bytes that `code` measures in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _IN_THE_PROCESS + code, json.dumps(asdict(config)), str(length), str(folder)],
        cwd=ROOT,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},  # as main.py has it
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return int(done.stdout)


@pytest.mark.parametrize("way", [_INSPECT, _COMPILED], ids=["inspect", "compiled"])
@pytest.mark.parametrize(
    "case",
    [LONG_MAPS, LARGE_TABLE, WIDE, MANY_PARTS, VERY_WIDE],
    ids=["long maps", "large table", "wide", "many parts", "very wide"],
)
def test_peak_of_a_pass_is_within_15_percent_of_what_is_measured(case: tuple[ModelConfig, int], way: str, tmp_path: Path) -> None:
    """One figure for both ways; 68 to 150 MB, so that what the allocator does with small things is not felt."""
    assert count(*case).bytes.peak == pytest.approx(measured(way, *case, tmp_path), rel=0.15)


@pytest.mark.parametrize(
    "way, case, stated",
    [
        (_RUN, LONG_MAPS, {"keep": frozenset({"resid_pre", "pattern"})}),
        (_COMPILED_KEEPING_NOTHING, (ModelConfig(d_ff=8000, mask="causal"), 500), {"keep": frozenset(), "workers": 2}),
    ],
    ids=["run", "compiled"],
)
def test_peak_of_a_pass_that_keeps_less_is_stated_too(
    way: str, case: tuple[ModelConfig, int], stated: dict[str, Any], tmp_path: Path
) -> None:
    """The maps and what enters each block, or nothing; no logits, and of the token table only rows."""
    needed = peak_bytes(*case, **stated, logits=False).total
    assert needed < 0.8 * count(*case).bytes.peak
    assert needed == pytest.approx(measured(way, *case, tmp_path), rel=0.15)


@pytest.mark.parametrize(
    "way, case, stated",
    [(_COMPILED, LARGE_MATRICES, {"workers": 2}), (_INSPECT, MANY_HEADS, {}), (_INSPECT, LARGE_MATRICES, {})],
    ids=["panels are made of a large matrix", "many heads", "no panels"],
)
def test_peak_of_what_is_there_for_a_moment_only(
    way: str, case: tuple[ModelConfig, int], stated: dict[str, Any], tmp_path: Path
) -> None:
    """Where the most is not there at the end."""
    assert peak_bytes(*case, **stated).total == pytest.approx(measured(way, *case, tmp_path), rel=0.15)


def test_what_does_not_fit_is_refused_before_anything_is_allocated(tmp_path: Path) -> None:
    """200 MB are free; each matrix of this model has 100 MB and more, and a refusal takes less than 2."""
    code = """
import core.model.runs, core.model.weights
inspected(tiny, 3, "--npz", folder + "/tiny.npz")

def nothing_drawn(*_):
    raise AssertionError("weights were made")

core.model.weights.random_weights = core.model.runs.random_weights = nothing_drawn
core.model.memory.available_memory = lambda: 200_000_000
words = architecture_words(config)

def refused():
    assert main(["inspect", sentence(length), *words]) == 2
    assert main(["inspect", sentence(length), *words, "--npz", folder + "/all.npz"]) == 2
    assert main(["export", sentence(length), folder + "/all.csv", *words]) == 2
    for keep in (EVERYTHING, ()):
        try:
            run(sentence(length), config, keep=keep)
        except InputError as error:
            assert "200.0 MB can be used" in str(error)
        else:
            raise AssertionError("not refused")

measure(refused)
"""
    assert measured(code, ModelConfig(d_model=5120, d_ff=6000), 100, tmp_path) < 2_000_000
    assert [path.name for path in tmp_path.iterdir()] == ["tiny.npz"]
