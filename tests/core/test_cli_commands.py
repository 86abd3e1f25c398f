"""counts, inspect and export: what they print and write, and what they refuse."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.cli import Command, main
from core.kernels import plain_kernels
from core.model import forward, preset, random_weights
from core.model.counts import count
from core.model.memory import available_memory, check_memory
from core.model.parameters import parameter_table
from core.model.trace import ARRAY_NAMES
from core.text import tokenize

SMALL = ["--preset", "small", "--layers", "2"]
SENTENCE = "The keys to the cabinet are on the table"


@pytest.fixture
def cli(capfdbinary: pytest.CaptureFixture[bytes]) -> Any:
    """Run a command that succeeds and give what it printed, as JSON if there is something."""

    def run(*argv: str) -> Any:
        status = main(argv)
        out, err = capfdbinary.readouterr()
        assert (status, err) == (0, b"")
        return json.loads(out, parse_constant=pytest.fail) if out else None

    return run


@pytest.fixture
def refused(capfdbinary: pytest.CaptureFixture[bytes]) -> Any:
    """Run a command that is refused and give the one sentence it said."""

    def run(*argv: str) -> str:
        status = main(argv)
        out, err = capfdbinary.readouterr()
        assert (status, out) == (2, b"")
        assert err.count(b"\n") == 1
        assert b"Traceback" not in err
        return err.decode()

    return run


def test_counts_prints_the_counts(cli: Any) -> None:
    record = cli("counts", "--preset", "gpt2-small", "--length", "1024", "--json")
    assert record == count(preset("gpt2-small"), 1024).as_dict()
    assert record["parameters"]["total"] == 124_439_808


def test_b45_b48_counts_of_a_model_too_large_to_run(cli: Any) -> None:
    assert cli("counts", "--preset", "llama-3-8b", "--length", "6")["parameters"]["total"] == 8_030_261_248
    assert cli("counts", "--layers", "2147483647", "--vocabulary", "2147483647", "--length", "0")["scores"]["total"] == 0


def test_counts_refuses_a_bad_length(refused: Any) -> None:
    assert "-1" in refused("counts", "--length", "-1")


def test_inspect_prints_what_forward_computes(cli: Any) -> None:
    record = cli("inspect", SENTENCE, *SMALL, "--mask", "causal", "--json")
    config = preset("small", n_layers=2, mask="causal")
    tokens = tokenize(SENTENCE, "words", config.vocabulary)
    trace = forward(config, random_weights(config), [token.id for token in tokens], kernels=plain_kernels())
    assert record["config"] == config.as_dict()
    assert [(t["id"], t["text"], t["start"], t["end"]) for t in record["tokens"]] == [
        (t.id, t.text, t.start, t.end) for t in tokens
    ]
    assert record["weights"] == {"name": "seed 0", "origin": "random"}
    assert record["row_sum_error"] == trace.row_sum_error < 1e-6
    assert record["elapsed_ms"] > 0
    for layer, computed in zip(record["layers"], trace.layers, strict=True):
        assert np.array_equal(np.array(layer["pattern"], np.float32), computed.pattern)
        assert not np.triu(np.array(layer["pattern"]), 1).any()


def test_b07_an_empty_sentence_is_legal(cli: Any, tmp_path: Path) -> None:
    record = cli("inspect", "", "--json", *SMALL)
    assert (record["tokens"], record["layers"], record["row_sum_error"]) == ([], [], 0)
    assert cli("inspect", "a", *SMALL)["layers"][0]["pattern"] == [[[1.0]]] * 4
    cli("inspect", " ", *SMALL, "--npz", str(tmp_path / "a.npz"))
    with np.load(tmp_path / "a.npz") as found:
        assert found["layers.1.pattern"].shape == (4, 0, 0)
        assert found["logits"].shape == (0, 37000)


def test_npz_holds_every_array_and_parameter_in_float32(cli: Any, tmp_path: Path) -> None:
    path = tmp_path / "á.npz"
    assert (
        cli("inspect", SENTENCE, *SMALL, "--kv-heads", "2", "--vocabulary", "500", "--npz", str(path), "--with-parameters") is None
    )
    config = preset("small", n_layers=2, n_kv_heads=2, vocabulary=500)
    parameters = {f"parameters.{spec.name}": spec.shape for spec in parameter_table(config)}
    arrays = {f"layers.{layer}.{name}" for layer in range(2) for name in ARRAY_NAMES}
    with np.load(path) as found:
        assert set(found) == arrays | {"tokens", "logits"} | set(parameters)
        assert {name: found[name].shape for name in parameters} == parameters
        assert {found[name].dtype for name in found if name != "tokens"} == {np.dtype(np.float32)}
        assert found["layers.0.k"].shape == (2, 9, 16)
        assert found["logits"].shape == (9, 500)
        assert found["tokens"].tolist() == [token.id for token in tokenize(SENTENCE, "words", 500)]


def test_equal_requests_give_equal_files(cli: Any, tmp_path: Path) -> None:
    for name in ("a.npz", "b.npz"):
        cli("inspect", SENTENCE, *SMALL, "--vocabulary", "99", "--npz", str(tmp_path / name), "--with-parameters")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_json_and_npz_can_be_asked_for_together(cli: Any, tmp_path: Path) -> None:
    record = cli("inspect", "a b", *SMALL, "--json", "--npz", str(tmp_path / "a.npz"))
    with np.load(tmp_path / "a.npz") as found:
        assert np.array_equal(found["layers.0.pattern"], np.array(record["layers"][0]["pattern"], np.float32))


@pytest.mark.parametrize(
    "argv, parts",
    [
        (["inspect", "a " * 257, "--json"], ["257", "256", "--npz"]),
        (["inspect", "a " * 2049, "--npz", "FILE"], ["2049 tokens", "2048"]),
        (["inspect", "a " * 17, "--position", "learned", "--context", "16"], ["17 tokens", "limit 16"]),
        (["inspect", "a", "--weights", "nobody"], ["nobody", "random"]),
        (["inspect", "a", "--tokenizer", "model"], ["model", "words, characters, bytes"]),
        (["inspect", "a", "--tokenizer", "bpe"], ["bpe", "words, characters, bytes"]),
        (["inspect", "a", "--tokenizer", "bytes", "--vocabulary", "100"], ["100", "256"]),
        (["inspect", "a", "--with-parameters"], ["--npz"]),
        (["inspect", "a", "--npz", "missing/FILE"], ["missing", "No such file"]),
        (["inspect", "a\udcff"], ["U+DCFF"]),
        (["inspect", "a", "--preset", "llama-3-8b"], ["32.1 GB", "8030261248"]),
        (["inspect", "a", "--preset", "llama-3-8b", "--npz", "FILE"], ["32.1 GB"]),
        (["inspect", "a", "--preset", "llama-3-8b", "--npz", "FILE", "--with-parameters"], ["32.1 GB"]),
        (["export", "a", "FILE.npz", "--preset", "llama-3-8b"], ["32.1 GB"]),
        (["inspect", "", "--layers", "2147483647"], ["TB"]),
        (["inspect", "a", "--vocabulary", "2147483647", "--d-model", "2147483640"], ["TB"]),
        (["inspect", "a b", "--norm", "none", "--layers", "200", "--d-model", "32"], ["float32", "layer"]),
        (["inspect"], ["sentence"]),
        (["export", "a", "FILE.txt"], [".csv, .json, .npz"]),
        (["export", "a", "FILE.csv", "--layer", "6"], ["6", "0 to 5"]),
        (["export", "a", "FILE.csv", "--head", "-1"], ["-1", "0 to 7"]),
        (["export", "a " * 500, "FILE.csv"], ["12000000", "10000000", ".npz"]),
        (["export", "a", "missing/FILE.csv"], ["No such file"]),
        (["nothing"], ["nothing", "counts", "inspect", "export"]),
        ([], ["COMMAND"]),
    ],
)
def test_b04_b05_refusals_are_one_sentence_with_the_numbers_and_write_nothing(
    refused: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str], parts: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    sentence = refused(*argv)
    assert [part for part in parts if part not in sentence] == []
    assert list(tmp_path.iterdir()) == []


def test_b04_limits_are_inclusive(cli: Any) -> None:
    assert len(cli("inspect", "a " * 16, *SMALL, "--position", "learned", "--context", "16")["tokens"]) == 16
    assert len(cli("inspect", "a " * 17, *SMALL, "--context", "16")["tokens"]) == 17
    assert len(cli("inspect", "a " * 256, "--d-model", "8", "--heads", "1", "--layers", "1")["tokens"]) == 256


def test_memory_is_checked_against_what_is_there(monkeypatch: pytest.MonkeyPatch, refused: Any, cli: Any, tmp_path: Path) -> None:
    """The small model takes 4·(2 blocks + 37000·64) bytes ≈ 9.9 MB, so 5 MB are too few and 100 MB enough.

    For the maps alone a row of the table is enough: 0.4 MB.
    """
    assert (available_memory() or 2**30) > 2**20
    monkeypatch.setattr("core.model.memory.available_memory", lambda: 5_000_000)
    assert "5.0 MB" in refused("inspect", "a", *SMALL, "--npz", str(tmp_path / "all.npz"))
    cli("inspect", "a", *SMALL)
    monkeypatch.setattr("core.model.memory.available_memory", lambda: 300_000)
    assert "300000 bytes" in refused("inspect", "a", *SMALL)
    assert "300000 bytes" in refused("export", "a", str(tmp_path / "all.csv"), *SMALL)
    monkeypatch.setattr("core.model.memory.available_memory", lambda: 100_000_000)
    cli("inspect", "a", *SMALL, "--npz", str(tmp_path / "all.npz"))
    monkeypatch.setattr("core.model.memory.available_memory", lambda: None)
    check_memory(preset("small"), 2048)


def test_export_writes_one_head_or_all(cli: Any, tmp_path: Path) -> None:
    whole = cli("inspect", SENTENCE, *SMALL)
    cli("export", SENTENCE, str(tmp_path / "one.json"), *SMALL, "--layer", "1", "--head", "2")
    cli("export", SENTENCE, str(tmp_path / "all.npz"), *SMALL)
    cli("export", SENTENCE, str(tmp_path / "layer.csv"), *SMALL, "--layer", "0")
    one = json.loads((tmp_path / "one.json").read_bytes())
    assert [(item["layer"], item["head"]) for item in one["maps"]] == [(1, 2)]
    assert one["maps"][0]["pattern"] == whole["layers"][1]["pattern"][2]
    with np.load(tmp_path / "all.npz") as found:
        assert sum(name.endswith(".pattern") for name in found) == 8
    assert len((tmp_path / "layer.csv").read_text(encoding="utf-8-sig").splitlines()) == 2 + 4 * 9


def test_b02_b10_offsets_and_labels_in_json(cli: Any) -> None:
    tokens = cli("inspect", "a🙂", *SMALL, "--tokenizer", "bytes")["tokens"]
    assert [token["id"] for token in tokens] == [97, 0xF0, 0x9F, 0x99, 0x82]
    assert {(token["start"], token["end"]) for token in tokens[1:]} == {(1, 2)}
    assert tokens[1]["label"] == "<0xF0>"


def test_commands_can_be_added_and_their_failures_are_internal_errors(capfd: pytest.CaptureFixture[str]) -> None:
    def fail(options: Namespace) -> int:
        raise KeyError(options.what)

    def add(parser: ArgumentParser) -> None:
        parser.add_argument("what")

    assert main(["draw", "x"], [Command("draw", "draw it", add, fail)]) == 1
    assert capfd.readouterr().err == "Internal error (KeyError): 'x'\n"


@pytest.mark.parametrize("argv", [["--help"], ["counts", "--help"], ["inspect", "-h"], ["export", "-h"]])
def test_help_is_plain_ascii_and_no_error(capfd: pytest.CaptureFixture[str], argv: list[str]) -> None:
    """A console of any code page can show it."""
    assert main(argv) == 0
    out, err = capfd.readouterr()
    assert out.isascii()
    assert "usage" in out
    assert err == ""
