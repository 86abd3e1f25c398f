"""Checkpoints come back to the last bit, and whatever is no whole checkpoint is refused in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from core.files.checkpoint import Checkpoint, encode_checkpoint, read_checkpoint, write_checkpoint
from core.learning.tasks import make_task
from core.messages import InputError
from core.model.config import ModelConfig
from core.model.counts import count_parameters
from core.model.weights import loaded_weights, random_weights
from core.version import VERSION
from tests.core.strategies import configs

TASK = make_task("characters", text="abcabc?")
CONFIG = ModelConfig(d_model=4, n_heads=2, n_layers=1, d_ff=4, vocabulary=4, mask="causal", tied=False, seed=5)
CHECKPOINT = Checkpoint(CONFIG, random_weights(CONFIG), TASK.vocabulary, TASK.as_dict(), seed=3, step=240)

Header = dict[str, Any]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A checkpoint in a folder with other letters than ASCII (B61)."""
    folder = tmp_path / "Željko 模型 1"
    folder.mkdir()
    write_checkpoint(folder / "señal.safetensors", CHECKPOINT)
    return folder / "señal.safetensors"


def parts(path: Path) -> tuple[Header, bytes]:
    """Header and numbers."""
    data = path.read_bytes()
    end = 8 + int.from_bytes(data[:8], "little")
    return json.loads(data[8:end]), data[end:]


def put(path: Path, header: Header | bytes, numbers: bytes) -> None:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + numbers)


def change(path: Path, edit: Callable[[Header], object]) -> None:
    """Edit the header; the numbers stay."""
    header, numbers = parts(path)
    edit(header)
    put(path, header, numbers)


def change_content(path: Path, **values: Any) -> None:
    """Replace keys of the content; a dict replaces within the part."""

    def edit(header: Header) -> None:
        content = json.loads(header["__metadata__"]["content"])
        for key, value in values.items():
            content[key] = content[key] | value if isinstance(value, dict) else value
        header["__metadata__"]["content"] = json.dumps(content)

    change(path, edit)


def refused(path: Path, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        read_checkpoint(path)
    assert path.name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_checkpoint_comes_back(path: Path) -> None:
    back = read_checkpoint(path)
    assert (back.config, back.tokenizer, back.task) == (CONFIG, TASK.vocabulary, TASK.as_dict())
    assert (back.seed, back.step, back.version) == (3, 240, VERSION)
    assert (back.weights.origin, back.weights.name) == ("loaded", "señal.safetensors")
    assert read_checkpoint(path, "trained here").weights.origin == "trained here"
    assert list(back.weights) == list(CHECKPOINT.weights)
    for name, array in back.weights.items():
        np.testing.assert_array_equal(array, CHECKPOINT.weights[name])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(config=configs())
def test_b97_every_configuration_comes_back(config: ModelConfig, tmp_path: Path) -> None:
    weights = random_weights(config)
    write_checkpoint(tmp_path / "x", Checkpoint(config, weights, "words", None, 0, 0))
    back = read_checkpoint(tmp_path / "x")
    assert back.config == config
    assert all((back.weights[name] == weights[name]).all() for name in weights)


def test_the_file_is_one_that_others_can_read(path: Path) -> None:
    """Names and shapes of the parameter table, float32, in row-major order."""
    header, numbers = parts(path)
    entry = header["blocks.0.attention.W_Q"]
    assert (entry["dtype"], entry["shape"]) == ("F32", [2, 4, 2])
    begin, end = entry["data_offsets"]
    written = np.frombuffer(numbers[begin:end], "<f4").reshape(2, 4, 2)
    np.testing.assert_array_equal(written, CHECKPOINT.weights["blocks.0.attention.W_Q"])


def test_a_failed_write_leaves_the_old_file(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(InputError, match="was not written"):
        write_checkpoint(path.parent / "missing" / "x", CHECKPOINT)
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("kind", ["F16", "BF16"])
def test_b50_half_precision_becomes_float32(path: Path, kind: str) -> None:
    """1.0, −2.5 and 3.14159: 3.140625 in both formats (3.14159 lies between 3.125 and 3.140625 + 2⁻⁷, and 2⁻⁹ apart in F16)."""
    wanted = np.array([1.0, -2.5, 3.140625, 0.0], np.float32)
    pattern = np.tile(wanted, 500)
    header, _ = parts(path)
    numbers = b""
    for name, entry in header.items():
        if name != "__metadata__":
            row = pattern[: int(np.prod(entry["shape"]))]
            data = row.astype("<f2").tobytes() if kind == "F16" else (row.view(np.uint32) >> 16).astype("<u2").tobytes()
            entry.update(dtype=kind, data_offsets=[len(numbers), len(numbers) + len(data)])
            numbers += data
    put(path, header, numbers)
    weights = read_checkpoint(path).weights
    assert weights["embedding.token"].dtype == np.float32
    assert weights["embedding.token"].tolist() == [wanted.tolist()] * 4


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"", "file is empty"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 548105171\n", "Git LFS pointer"),
        (b"<!DOCTYPE html><html><title>model</title></html>", "web page"),
        (b"\xef\xbb\xbf\n <HTML><body></body></html>", "web page"),
        (b"abc", "announces 6513257 bytes and has 3"),
        (b"\x80\x04\x95\x1f\x00\x00\x00\x00\x00\x00\x00\x8c\x08builtins", "damaged or no safetensors file"),
        (b"PK\x03\x04\x14\x00\x00\x00" + bytes(100), "damaged or no safetensors file"),
        ((50).to_bytes(8, "little") + b"{}", "announces 58 bytes and has 10"),
        ((2).to_bytes(8, "little") + b"{}", "none that this program has saved"),
        ((2).to_bytes(8, "little") + b"[]", "none that this program has saved"),
        ((4).to_bytes(8, "little") + b"{{{{", "is damaged"),
        ((2).to_bytes(8, "little") + b"\xff\xff", "is damaged"),
    ],
)
def test_b51_what_is_no_safetensors_file(path: Path, data: bytes, reason: str) -> None:
    path.write_bytes(data)
    refused(path, reason)


def test_b53_a_header_beyond_the_limit(path: Path) -> None:
    """A file with a hole: 8 + 100 000 001 bytes that take no room on most disks."""
    with open(path, "wb") as file:
        file.write((100_000_001).to_bytes(8, "little"))
        file.truncate(100_000_009)
    refused(path, "header has 100000001 bytes, limit 100000000")


def test_what_does_not_fit_the_memory_is_refused_before_it_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file and its parts, the parts and the numbers of the weights: 4 bytes for each parameter beside the file."""
    need = path.stat().st_size + 4 * count_parameters(CONFIG).total
    monkeypatch.setattr("core.model.memory.available_memory", lambda: need - 1)
    monkeypatch.setattr("core.files.checkpoint.deserialize", Mock(side_effect=AssertionError("read all the same")))
    refused(path, "señal.safetensors” is too large for this computer: reading it needs")
    monkeypatch.undo()
    monkeypatch.setattr("core.model.memory.available_memory", lambda: need)
    assert read_checkpoint(path).step == 240


@pytest.mark.parametrize("cut", [1, 4, 100])
def test_b52_truncated_and_trailing_bytes(path: Path, cut: int) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    refused(path, f"announces {len(data)} bytes and has {len(data) - cut}")
    path.write_bytes(data + bytes(cut))
    refused(path, f"announces {len(data)} bytes and has {len(data) + cut}")


def test_b52_a_shape_larger_than_its_bytes(path: Path) -> None:
    change(path, lambda header: header["embedding.token"].update(shape=[2**40, 2**40]))
    refused(path, f"announces {str(2**82)[:15]}")  # 2⁸⁰ numbers of 4 bytes, which are 0 in 64 bits


def test_b52_ranges_that_overlap_or_go_backwards(path: Path) -> None:
    def overlap(header: Header) -> None:
        header["final_norm.gain"]["data_offsets"] = header["final_norm.bias"]["data_offsets"]

    change(path, overlap)
    refused(path, "is damaged")


def test_b52_a_name_twice(path: Path) -> None:
    header, numbers = parts(path)
    text = json.dumps(header).encode()
    put(path, text[:-1] + b', "final_norm.gain": ' + json.dumps(header["final_norm.gain"]).encode() + b"}", numbers)
    refused(path, "a key appears twice")


@pytest.mark.parametrize(
    "edit, reason",
    [
        (lambda h: h["__metadata__"].update(format="other"), "none that this program has saved"),
        (lambda h: h.pop("__metadata__"), "none that this program has saved"),
        (lambda h: h.update(__metadata__=[]), "none that this program has saved"),
        (lambda h: h["__metadata__"].update(version="2"), "version 2, but this program reads version 1"),
        (lambda h: h["__metadata__"].pop("version"), "version None"),
        (lambda h: h["__metadata__"].update(content="{"), "not allowed"),
        (lambda h: h["__metadata__"].update(content='{"seed": NaN}'), "NaN is not a JSON number"),
        (lambda h: h["__metadata__"].pop("content"), "not allowed"),
        (lambda h: h.update({"final_norm.gain": 1}), "is damaged"),
        (lambda h: h["final_norm.gain"].update(more=1), "is damaged"),
        (lambda h: h["final_norm.gain"].update(shape=[-4]), "is damaged"),
        (lambda h: h["final_norm.gain"].update(dtype="F8_E4M3"), "kind F8_E4M3, which is not supported; possible: F32, F16, BF16"),
        (lambda h: h["final_norm.gain"].update(dtype="F64"), "F64, which is not supported"),
        (lambda h: h["final_norm.gain"].update(shape=[2, 2]), "“final_norm.gain” has the shape \\(2, 2\\)"),
        (lambda h: h.update({"other.gain": h.pop("final_norm.gain")}), "have no “final_norm.gain”"),
    ],
)
def test_headers_that_say_something_else(path: Path, edit: Callable[[Header], object], reason: str) -> None:
    change(path, edit)
    refused(path, reason)


def test_a_parameter_too_many(path: Path) -> None:
    """One that takes no bytes."""
    change(path, lambda header: header.update({"more": {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]}}))
    refused(path, "hold “more”|is damaged")


@pytest.mark.parametrize(
    "values, reason",
    [
        ({"seed": -1}, "seed"),
        ({"step": 1.5}, "step"),
        ({"more": 1}, "more"),
        ({"program": None}, "program"),
        ({"tokenizer": "model"}, "tokenizer"),
        ({"config": {"d_model": 5}}, "without remainder"),
        ({"config": {"d_model": "4"}}, "d_model"),
        ({"config": {"more": 1}}, "config: more"),
        ({"config": {"rope_base": True}}, "rope_base"),
        ({"config": {"n_layers": 2**31 - 1}}, "is damaged"),
        ({"config": {"tied": True}}, "hold “unembedding.W”"),
        ({"config": {"n_layers": 2}}, "have no “blocks.1"),
        ({"config": {"vocabulary": 3}}, "4 symbols, but its model only 3 rows"),
        ({"task": []}, "task"),
        ({"task": {"name": "sing"}}, "does not describe a task"),
    ],
)
def test_contents_that_are_not_allowed(path: Path, values: dict[str, Any], reason: str) -> None:
    change_content(path, **values)
    refused(path, reason)


def test_why_a_model_is_not_allowed_can_be_said_in_any_language(path: Path) -> None:
    """The reason is a sentence of its own, with its own numbers."""
    change_content(path, config={"d_model": 5})
    with pytest.raises(InputError) as caught:
        read_checkpoint(path)
    assert isinstance(caught.value.values["reason"], InputError)


def test_b05_another_texts_vocabulary_is_refused(path: Path) -> None:
    change_content(path, task={"text": "abcabc!"})
    refused(path, "another vocabulary than the one that the task “characters” has here")
    change_content(path, tokenizer="characters")
    refused(path, "another vocabulary")


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_b31_numbers_that_are_not_finite_are_refused(path: Path, value: float) -> None:
    arrays = {name: np.array(array) for name, array in CHECKPOINT.weights.items()}
    arrays["final_norm.bias"][2] = value
    weights = loaded_weights(CONFIG, arrays, "x")
    path.write_bytes(encode_checkpoint(replace(CHECKPOINT, weights=weights)))
    refused(path, "“final_norm.bias”")


@pytest.mark.parametrize("value", [np.nan, -np.inf])
def test_b31_numbers_that_are_not_finite_are_not_saved(path: Path, value: float) -> None:
    """Nobody could read the file. What was there stays."""
    before = path.read_bytes()
    arrays = {name: array.copy() for name, array in CHECKPOINT.weights.items()}
    arrays["unembedding.W"].flat[-1] = value
    spoiled = replace(CHECKPOINT, weights=loaded_weights(CONFIG, arrays, "spoiled"))
    with pytest.raises(InputError, match=rf"{path.name}.*not written.*unembedding\.W"):
        write_checkpoint(path, spoiled)
    assert path.read_bytes() == before


def test_a_text_with_marks_and_emoji_comes_back(path: Path) -> None:
    task = make_task("characters", text="¿Qué “es” esto?\n\u2028🙂")
    config = ModelConfig(d_model=2, n_heads=1, n_layers=1, vocabulary=len(task.labels))
    write_checkpoint(path, Checkpoint(config, random_weights(config), task.vocabulary, task.as_dict(), 0, 0))
    assert read_checkpoint(path).task == task.as_dict()


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for name in ("missing", "", "a\0b"):
        with pytest.raises(InputError, match="cannot be opened"):
            read_checkpoint(tmp_path / name)


def test_equal_checkpoints_are_equal_files() -> None:
    """So that the digest of a file stands for its weights; the library alone writes its three keys in a random order."""
    assert len({encode_checkpoint(CHECKPOINT) for _ in range(20)}) == 1
    assert int.from_bytes(encode_checkpoint(CHECKPOINT)[:8], "little") % 8 == 0
