"""Files of other people: what is read, what is refused, and how it is compared."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.files.numbers import MapNumbers, export_numbers
from core.files.own_arrays import COUNT_LIMIT, TOLERANCE, OwnCheck, check_own, read_own
from core.kernels import plain_kernels
from core.messages import InputError
from core.model import ModelConfig, Trace, forward, random_weights

CONFIG = ModelConfig(d_model=8, n_heads=2, n_layers=3, vocabulary=20)
IDS = (1, 2, 3, 4)


@pytest.fixture(scope="module")
def trace() -> Trace:
    return forward(CONFIG, random_weights(CONFIG), IDS, kernels=plain_kernels())


def only(found: tuple[OwnCheck, ...]) -> OwnCheck:
    [check] = found
    return check


def refused(path: Path, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        read_own(path, **options)
    return str(caught.value)


def test_reads_what_numpy_writes(tmp_path: Path) -> None:
    """Plain and compressed, rows or columns first, an empty array and a single number."""
    arrays = {
        "a": np.arange(6.0).reshape(2, 3),
        "columns": np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3)),
        "none": np.empty((0, 3), np.float32),
        "one": np.array(7),
        "words": np.array(["á", "b"]),
    }
    for write in (np.savez, np.savez_compressed):
        write(tmp_path / "own.npz", **arrays)
        found = read_own(tmp_path / "own.npz")
        assert list(found) == list(arrays)
        assert all(found[name].dtype == array.dtype and np.array_equal(found[name], array) for name, array in arrays.items())


def test_each_bad_file_has_its_sentence(tmp_path: Path) -> None:
    path = tmp_path / "own.npz"
    assert refused(path) == "“own.npz” cannot be opened: No such file or directory."
    path.write_bytes(b"not a zip")
    assert refused(path) == "“own.npz” is no .npz file; numpy.savez writes one."
    path.write_bytes(b"")
    assert "is no .npz file" in refused(path)
    np.save(tmp_path / "a.npy", np.zeros(3))
    path.write_bytes((tmp_path / "a.npy").read_bytes())
    assert "one array without a name" in refused(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("letter.txt", "hello")
    assert "is no .npz file" in refused(path)
    np.savez(path)
    assert refused(path) == "“own.npz” holds no array."
    np.savez(path, a=np.array([{}], dtype=object))
    assert "Python objects" in refused(path)
    np.savez(path, a=np.zeros(1000))
    assert "have 8,128 bytes" in refused(path, limit=8000).replace("8128", "8,128")


def test_nothing_pickled_is_ever_loaded(tmp_path: Path) -> None:
    """The object array would write a file if it were unpickled."""

    class Trap:
        def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
            return (Path.touch, (tmp_path / "trapped",))

    np.savez(tmp_path / "own.npz", a=np.array([Trap()], dtype=object))
    assert "Python objects" in refused(tmp_path / "own.npz")
    assert not (tmp_path / "trapped").exists()


def header(shape: tuple[int, ...]) -> bytes:
    buffer = io.BytesIO()
    np.lib.format.write_array_header_1_0(buffer, {"descr": "<f4", "fortran_order": False, "shape": shape})
    return buffer.getvalue()


@pytest.mark.parametrize("shape", [(5,), (3,), (-1,), (-2, -2)])
def test_a_header_that_does_not_fit_its_numbers_is_damage(tmp_path: Path, shape: tuple[int, ...]) -> None:
    """Four numbers follow."""
    with zipfile.ZipFile(tmp_path / "own.npz", "w") as archive:
        archive.writestr("a.npy", header(shape) + bytes(16))
    assert refused(tmp_path / "own.npz") == "“own.npz” is damaged: its array “a” cannot be read."


def test_a_header_that_promises_too_much_takes_no_memory(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "own.npz", "w") as archive:
        archive.writestr("a.npy", header((10**9, 10**9)) + bytes(16))
    assert "limit" in refused(tmp_path / "own.npz")


def test_flipped_bytes_are_damage_or_other_numbers_but_never_a_crash(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "own.npz", pattern=np.random.default_rng(0).random((2, 4, 4)))
    whole = (tmp_path / "own.npz").read_bytes()
    for place in range(0, len(whole), 7):
        (tmp_path / "bad.npz").write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            read_own(tmp_path / "bad.npz")
        except InputError as error:
            assert "bad.npz" in str(error)  # noqa: PT017 - some places hurt nothing


def test_too_many_arrays(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "own.npz", "w") as archive:
        for number in range(COUNT_LIMIT + 1):
            archive.writestr(f"{number}.npy", b"")
    assert f"{COUNT_LIMIT + 1} arrays" in refused(tmp_path / "own.npz")


def test_an_array_is_matched_by_its_name_and_measured(trace: Trace) -> None:
    """One cell raised by 0.125: largest 0.125 there, mean 0.125 of 32 cells; relative to the largest weight of the maps."""
    own = np.array(trace.layers[1].pattern, np.float64)
    own[1, 2, 3] += 0.125
    found = only(check_own({"layers.1.pattern": own}, trace))
    assert (found.matched, found.shape, found.expected) == ("layers.1.pattern", (2, 4, 4), (2, 4, 4))
    assert found.largest == pytest.approx(0.125)
    assert found.mean == pytest.approx(0.125 / 32)
    assert found.relative == pytest.approx(0.125 / trace.layers[1].pattern.max())
    assert (found.where, found.place) == ((1, 2, 3), (1, 1, 2, 3))
    assert found.own - found.computed == pytest.approx(0.125)
    assert (found.agrees, found.reason) == (False, None)


def test_agreement_ends_at_the_tolerance(trace: Trace) -> None:
    z = trace.layers[0].z.astype(np.float64)
    for shift, agrees in ((0.9 * TOLERANCE, True), (1.1 * TOLERANCE, False)):
        found = only(check_own({"layers.0.z": z + shift}, trace))
        assert found.agrees is agrees
        assert found.place is None
    assert only(check_own({"0.z": trace.layers[0].z}, trace)).largest == 0.0


@pytest.mark.parametrize("name", ["pattern", "attentions", "attn", "arr_0"])
def test_the_shapes_of_notebooks(trace: Trace, name: str) -> None:
    """All layers with and without a batch of one, one layer with and without; the place counts layers from the stack."""
    all_layers = np.stack([layer.pattern for layer in trace.layers])
    for own in (all_layers, all_layers[None], all_layers[:, None]):
        wrong = own.copy()
        wrong.reshape(all_layers.shape)[2, 1, 0, 3] += 0.5
        found = only(check_own({name: wrong}, trace))
        assert (found.matched, found.shape, found.place) == ("layers.*.pattern", own.shape, (2, 1, 0, 3))
        assert only(check_own({name: own}, trace)).agrees
    for own in (all_layers[0], all_layers[0][None]):
        found = only(check_own({name: own}, trace))
        assert (found.matched, found.agrees, found.place) == ("layers.0.pattern", True, (0, 0, 0, 0))
    assert "expected [2, 4, 4], [3, 2, 4, 4]" in str(only(check_own({name: np.zeros((4, 5))}, trace)).reason)


def test_a_single_map_is_held_beside_the_head_of_its_name_or_the_selected_one(trace: Trace) -> None:
    """Layer 2, head 1 is selected (from 0). What the name says counts; what it leaves open is what is selected."""
    places = {
        "attn": (2, 1, True),
        "arr_0": (2, 1, True),
        "attention_1": (1, 1, True),
        "layers.0.pattern": (0, 1, True),
        "head_0": (2, 0, True),
        "layer0_head0": (0, 0, False),
        "L1H0": (1, 0, False),
        "layers.1.heads.0.pattern": (1, 0, False),
    }
    for name, (layer, head, by_selection) in places.items():
        own = np.array(trace.layers[layer].pattern[head], np.float64)
        for shaped in (own, own[None, None]):
            found = only(check_own({name: shaped}, trace, (2, 1)))
            assert (found.matched, found.agrees) == (f"layers.{layer}.heads.{head}.pattern", True)
            assert (found.by_selection, found.place) == (by_selection, (layer, head, 0, 0))
        own[3, 2] += 0.5
        wrong = only(check_own({name: own}, trace, (2, 1)))
        assert (wrong.agrees, wrong.place) == (False, (layer, head, 3, 2))
    scores = only(check_own({"layers.2.attn_scores": trace.layers[2].attn_scores[1]}, trace, (2, 1)))
    assert (scores.matched, scores.agrees) == ("layers.2.heads.1.attn_scores", True)
    assert "no head 5" in str(only(check_own({"layer0_head5": np.zeros((4, 4))}, trace)).reason)
    assert "no layer 7" in str(only(check_own({"attn_7": np.zeros((4, 4))}, trace)).reason)


def test_a_model_with_one_head_has_no_other_map() -> None:
    """[1, T, T] are all maps of a layer; they are still those of the first one."""
    config = ModelConfig(d_model=8, n_heads=1, n_layers=2, vocabulary=20)
    alone = forward(config, random_weights(config), IDS, kernels=plain_kernels())
    found = only(check_own({"attn": alone.layers[0].pattern}, alone, (1, 0)))
    assert (found.matched, found.agrees, found.by_selection) == ("layers.0.pattern", True, False)
    assert only(check_own({"attn": alone.layers[1].pattern[0]}, alone, (1, 0))).agrees


def test_a_tuple_of_attentions_as_savez_names_it(tmp_path: Path, trace: Trace) -> None:
    """numpy.savez(file, *attentions): arr_0, arr_1 … each [1, H, T, T]."""
    np.savez(tmp_path / "own.npz", *[layer.pattern[None] for layer in trace.layers])
    found = check_own(read_own(tmp_path / "own.npz"), trace)
    assert [check.matched for check in found] == [f"layers.{layer}.pattern" for layer in range(3)]
    assert all(check.agrees and check.largest == 0 for check in found)


def test_what_the_program_exports_agrees(tmp_path: Path, trace: Trace) -> None:
    maps = {(layer, head): trace.layers[layer].pattern[head] for layer in range(3) for head in range(2)}
    numbers = MapNumbers(
        text="a b c d",
        tokenizer="words",
        tokens=(),
        labels=("a", "b", "c", "d"),
        config=CONFIG,
        weights_name="seed 0",
        weights_origin="random",
        maps=maps,
    )
    export_numbers(tmp_path / "own.npz", numbers)
    found = {check.name: check for check in check_own(read_own(tmp_path / "own.npz"), trace)}
    assert all(found[f"layers.{layer}.heads.{head}.pattern"].agrees for layer, head in maps)
    assert found["layers.2.heads.1.pattern"].place == (2, 1, 0, 0)
    assert "no real numbers" in str(found["labels"].reason)


def test_tokens_and_logits(trace: Trace) -> None:
    found = check_own({"tokens": np.array([1, 2, 3, 9]), "logits": trace.logits[None]}, trace)
    assert (found[0].largest, found[0].where, found[0].agrees) == (5.0, (3,), False)
    assert found[1].agrees


def test_what_has_no_partner_says_why(trace: Trace) -> None:
    names = {
        "layers.3.pattern": "There is no layer 3",
        "layers.0.heads.2.pattern": "There is no head 2",
        "layers.0.nothing": "Unknown name",
        "weather": "Unknown name",
        "layers.0.heads.0.z": "Unknown name",
    }
    found = check_own({name: np.zeros((4, 4)) for name in names}, trace)
    assert [check.name for check in found] == list(names)
    for check in found:
        assert names[check.name] in str(check.reason)
        assert not check.agrees
    wrong = only(check_own({"layers.0.q": np.zeros((4, 8))}, trace))
    assert str(wrong.reason) == "Wrong shape: [4, 8]; expected [2, 4, 4]."
    assert wrong.expected == (2, 4, 4)


def test_what_was_not_kept_is_not_compared() -> None:
    bare = forward(CONFIG, random_weights(CONFIG), IDS, keep=set(), logits=False, kernels=plain_kernels())
    for check in check_own({"layers.0.pattern": np.zeros((2, 4, 4)), "pattern": np.zeros(3), "logits": np.zeros(3)}, bare):
        assert "has not kept" in str(check.reason)


def test_numbers_that_are_none_do_not_agree(trace: Trace) -> None:
    own = np.array(trace.layers[0].pattern)
    own[0, 1, 2] = np.nan
    found = only(check_own({"layers.0.pattern": own}, trace))
    assert np.isnan(found.largest)
    assert (found.where, found.agrees) == ((0, 1, 2), False)


def test_no_tokens_agree_in_everything() -> None:
    empty = forward(CONFIG, random_weights(CONFIG), (), kernels=plain_kernels())
    found = only(check_own({"layers.0.pattern": np.zeros((2, 0, 0))}, empty))
    assert (found.largest, found.where, found.agrees) == (0.0, None, True)


@pytest.mark.parametrize(
    "descr, shape",
    [
        ("'<f4'", "(" + "1, " * 100 + ")"),
        ("'<f4'", "(0, -1)"),
        ("'<f4'", f"(0, {2**70})"),
        ("('<f4', (2,))", "(3,)"),
        ("'<f4'", "(True,)"),
        ("'<U0'", "(1000000000000,)"),
        ("'<f4'", "(" + "-" * 9000 + "1,)"),
    ],
)
def test_headers_that_promise_the_impossible_are_refused_in_one_sentence(tmp_path: Path, descr: str, shape: str) -> None:
    """A hundred dimensions, sizes that no memory has, letters of no size, thousands of signs: damaged, and nothing is allocated."""
    header = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}}}".ljust(200).encode() + b"\n"
    data = b"\x93NUMPY\x02\x00" + len(header).to_bytes(4, "little") + header
    path = tmp_path / "own.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.npy", data)
    assert "“a”" in refused(path)
