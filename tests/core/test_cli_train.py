"""`train`: its reports, the file it keeps, and what it refuses."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.cli import main
from core.commandline import experiment, train
from core.experiments.start import SETTING
from core.files.checkpoint import read_checkpoint
from core.learning.trainer import RACE

TINY = ["--d-model", "16", "--layers", "1", "--heads", "2", "--d-ff", "16", "--batch", "4"]


@pytest.fixture
def printed(capfdbinary: pytest.CaptureFixture[bytes]) -> Any:
    """Run a command that succeeds and give what it printed."""

    def run(*argv: str) -> str:
        status = main(argv)
        out, err = capfdbinary.readouterr()
        assert (status, err) == (0, b"")
        return out.decode()

    return run


def lines(text: str) -> list[dict[str, Any]]:
    """Reports, strict JSON."""
    return [json.loads(line, parse_constant=pytest.fail) for line in text.splitlines()]


def test_one_object_a_report(printed: Any) -> None:
    """Every five steps of twelve, and at the end; the same again gives the same numbers but for the clock."""
    words = ("train", "--task", "copy", *TINY, "--steps", "12", "--report-every", "5", "--warmup", "4", "--json-lines")
    reports = lines(printed(*words))
    assert [report["step"] for report in reports] == [5, 10, 12]
    assert reports[0]["learning_rate"] == pytest.approx(3e-3)
    assert all(report["loss"] > 0 and report["gradient_norm"] > 0 and report["diverged_at"] is None for report in reports)
    assert reports[0]["references"].keys() == {"uniform", "unigram", "bigram"}
    assert reports[0]["references"]["uniform"] == pytest.approx(np.log(32), rel=0.05)
    again = lines(printed(*words))
    for first, second in zip(reports, again, strict=True):
        assert {**first, "steps_per_second": 0} == {**second, "steps_per_second": 0}


@pytest.mark.parametrize("task", ["reverse", "copy", "sort", "induction", "agreement", "reference", "characters"])
def test_every_task_can_be_learnt_from(task: str, printed: Any) -> None:
    """In both languages; the loss at the first step is not far from the uniform one."""
    for language in ("en", "es"):
        report = lines(printed("train", "--task", task, *TINY, "--steps", "1", "--language", language, "--json-lines"))[0]
        assert 1 < report["loss"] < 10


def test_b31_divergence_is_a_report(printed: Any) -> None:
    """A rate of 1e20 without norms: the step is named, and nothing else follows."""
    words = ("train", *TINY, "--norm", "none", "--optimiser", "sgd", "--learning-rate", "1e20", "--steps", "50", "--json-lines")
    reports = lines(printed(*words))
    assert reports[-1]["diverged_at"] is not None
    assert "diverged at step" in printed(*words[:-1])


def test_what_was_saved_can_be_inspected(printed: Any, tmp_path: Path) -> None:
    """Under a name with letters of three scripts; by the tokeniser it was trained with. What needs other parameters is refused."""
    path = tmp_path / "Željko 模型 ñ.safetensors"
    printed("train", *TINY, "--steps", "3", "--save", str(path))
    saved = read_checkpoint(path)
    assert (saved.step, saved.config.d_model, saved.config.causal) == (3, 16, True)
    record = json.loads(printed("inspect", "the cat", "--weights", str(path), "--json"))
    assert record["weights"]["origin"] == "loaded"
    assert [token["text"] for token in record["tokens"]] == list("the cat")
    assert np.allclose([sum(row) for head in record["layers"][0]["pattern"] for row in head], 1, atol=1e-6)
    other = json.loads(printed("inspect", "the cat", "--weights", str(path), "--norm", "none", "--mask", "none", "--json"))
    assert (other["config"]["norm"], other["config"]["mask"]) == ("none", "none")
    assert other["layers"][0]["pattern"][0][0][-1] > 0  # the first token looks at the last
    assert main(["inspect", "the cat", "--weights", str(path), "--heads", "4", "--json"]) == 2
    assert main(["inspect", "the cat 7", "--weights", str(path), "--json"]) == 2


def test_a_text_of_ones_own(printed: Any, tmp_path: Path) -> None:
    """B05: abcabc has three symbols."""
    file = tmp_path / "text.txt"
    file.write_text("abcabc" * 20, encoding="utf-8")
    out = printed("train", "--text", str(file), *TINY, "--steps", "2")
    assert "uniform 1.099" in out  # ln 3


@pytest.mark.parametrize(
    "words, parts",
    [
        (["--task", "nobody"], ["nobody", "reverse"]),
        (["--steps", "0"], ["--steps", "0"]),
        (["--learning-rate", "0"], ["learning rate", "0"]),
        (["--learning-rate", "0,003"], ["0,003"]),
        (["--optimiser", "best"], ["best", "adam"]),
        (["--batch", "0"], ["batch", "0"]),
        (["--save", "model.bin"], [".safetensors"]),
        (["--save", "nowhere/at/all.safetensors"], ["nowhere/at"]),
        (["--save", ""], ["--save", "empty"]),
        (["--save", ".safetensors"], [".safetensors", "no name"]),
        (["--save", "./.safetensors"], ["./.safetensors", "no name"]),
        (["--learning-rate", "1e300"], ["1e+300", "float32"]),
        (["--clip", "1e39"], ["clip", "float32"]),
        (["--text", "missing.txt"], ["missing.txt"]),
        (["--text", ""], ["--text", "empty"]),
        (["--vocabulary", "9"], ["9"]),
        (["--d-model", "65536", "--layers", "96"], ["memory"]),
        (["--beta1", "1"], ["beta1"]),
        (["--language", "de"], ["de"]),
        (["--schedule", "cosine", "--warmup", "400"], ["warm-up"]),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], parts: list[str], capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Before anything is computed."""
    status = main(["train", *words])
    out, err = capfdbinary.readouterr()
    assert (status, out, err.count(b"\n")) == (2, b"", 1)
    for part in parts:
        assert part in err.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("kind", ["folder", "device", "loop"])
def test_a_place_that_cannot_be_written_is_refused_before_the_training(
    kind: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Not after it: nothing has been printed."""
    path = tmp_path / "x.safetensors"
    if kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(os.devnull if kind == "device" else path.name)
    status = main(["train", *TINY, "--steps", "1", "--save", str(path)])
    out, err = capfdbinary.readouterr()
    assert (status, out, err.count(b"\n")) == (2, b"", 1)
    assert "x.safetensors” was not written" in err.decode()
    assert os.listdir(tmp_path) == ["x.safetensors"]


def test_b31_what_is_saved_after_a_divergence_is_finite(printed: Any, tmp_path: Path) -> None:
    """At the last step, too, after which no loss would show it: what is kept is what stood before it, and its step is said."""
    path = tmp_path / "r.safetensors"
    words = ("--optimiser", "adamw", "--weight-decay", "10", "--learning-rate", "3.4e38", "--warmup", "0", "--steps", "1")
    out = printed("train", *TINY, *words, "--save", str(path))
    assert "diverged at step 1; the weights are those before it" in out
    assert read_checkpoint(path).step == 0


def test_the_defaults_that_help_tells_are_those_of_the_race() -> None:
    told = f"{RACE.n_layers} blocks, width {RACE.d_model}, {RACE.n_heads} heads, feed-forward {RACE.ff_width}"
    start = f"width {SETTING.d_model}, {SETTING.n_heads} heads, feed-forward {SETTING.ff_width}, vocabulary {SETTING.vocabulary}"
    assert told in train._DEFAULTS
    assert told in experiment._DEFAULTS
    assert start in experiment._DEFAULTS
    assert not RACE.tied
    assert not SETTING.tied
    assert not SETTING.biases
    assert SETTING.position == "none"
