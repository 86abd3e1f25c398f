"""Exported numbers read back as the same float32, with all that is needed to compute them again."""

from __future__ import annotations

import csv
import gc
import io
import json
import weakref
from pathlib import Path

import numpy as np
import pytest

from core.files import MapNumbers, as_tsv, export_numbers
from core.files.numbers import TEXT_CELL_LIMIT, check_text_size
from core.messages import InputError
from core.model.interventions import HeadOff, Interventions, SetCell
from core.model.presets import preset
from core.text import labels, tokenize

TEXT = 'a "=1", b'
TOKENS = tokenize(TEXT, "characters", 37000)
MAPS = {(0, 1): np.random.default_rng(1).dirichlet(np.ones(len(TOKENS)), len(TOKENS)).astype(np.float32)}
MAPS[3, 0] = MAPS[0, 1].T.copy()


def numbers(**changes: object) -> MapNumbers:
    fields: dict[str, object] = {
        "text": TEXT,
        "tokenizer": "characters",
        "tokens": TOKENS,
        "labels": labels(TOKENS, TEXT, "characters"),
        "config": preset("small", seed=7),
        "weights_name": "seed 7",
        "weights_origin": "random",
        "maps": MAPS,
    }
    return MapNumbers(**(fields | changes))  # type: ignore[arg-type]


def test_csv_is_one_rectangle_with_caption_header_and_every_row(tmp_path: Path) -> None:
    """RFC 4180: CR LF, quotes doubled, the same number of fields in each record; 9 tokens, 2 maps → 2 + 18 records."""
    path = tmp_path / "a.csv"
    export_numbers(path, numbers())
    raw = path.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    assert raw.count(b"\n") == raw.count(b"\r\n") == 20
    records = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    assert {len(record) for record in records} == {3 + 9}
    assert "seed 7" in records[0][0]
    assert "mask none" in records[0][0]
    assert records[1][:5] == ["layer", "head", "query", "0 · a", "1 · ␣"]
    assert records[2][:3] == ["0", "1", "0 · a"]
    found = np.array([record[3:] for record in records[2:]], np.float32)
    assert np.array_equal(found, np.concatenate([MAPS[0, 1], MAPS[3, 0]]))


def test_what_was_changed_by_hand_is_in_every_file(tmp_path: Path) -> None:
    """Who computes the maps again needs it: in words in captions, as records in JSON; nothing where nothing was changed."""
    changed = numbers(interventions=Interventions((HeadOff(0, 2), SetCell(1, 0, 2, 1, 0.5))))
    assert changed.caption().endswith(
        "changed by hand: kind head-off layer 0 head 2 and kind set-cell layer 1 head 0 query 2 key 1 value 0.5 renormalise on"
    )
    assert "changed" not in numbers().caption()
    export_numbers(tmp_path / "a.json", changed)
    assert json.loads((tmp_path / "a.json").read_bytes())["interventions"] == changed.interventions.as_list()
    export_numbers(tmp_path / "a.npz", changed)
    with np.load(tmp_path / "a.npz") as arrays:
        assert str(arrays["caption"]) == changed.caption()


def test_csv_has_no_cell_that_a_spreadsheet_takes_for_a_formula(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    export_numbers(path, numbers())
    for record in csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")):
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in record)


def test_json_is_strict_and_complete(tmp_path: Path) -> None:
    path = tmp_path / "a.JSON"
    export_numbers(path, numbers())
    record = json.loads(path.read_bytes())
    assert record["config"] == preset("small", seed=7).as_dict()
    assert record["weights"] == {"name": "seed 7", "origin": "random"}
    assert record["text"] == TEXT
    assert [(item["layer"], item["head"]) for item in record["maps"]] == [(0, 1), (3, 0)]
    assert np.array_equal(np.array(record["maps"][0]["pattern"], np.float32), MAPS[0, 1])


def test_json_refuses_what_is_not_finite_and_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="layer 2"):
        export_numbers(tmp_path / "a.json", numbers(maps={(2, 0): np.full((9, 9), np.nan, np.float32)}))
    assert list(tmp_path.iterdir()) == []


def test_npz_needs_no_pickle_and_equal_requests_give_equal_bytes(tmp_path: Path) -> None:
    for name in ("a.npz", "b.npz"):
        export_numbers(tmp_path / name, numbers())
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    with np.load(tmp_path / "a.npz") as found:
        assert set(found) == {"layers.0.heads.1.pattern", "layers.3.heads.0.pattern", "tokens", "labels", "caption"}
        assert np.array_equal(found["layers.3.heads.0.pattern"], MAPS[3, 0])
        assert found["tokens"].tolist() == [token.id for token in TOKENS]
        assert "seed 7" in str(found["caption"])


@pytest.mark.parametrize("kind", ["csv", "npz"])
def test_of_many_maps_only_one_is_held_at_a_time(tmp_path: Path, kind: str) -> None:
    """All heads of a deep model are more than the memory: when a map is asked for, the one before is already gone."""
    alive: list[weakref.ref[np.ndarray]] = []

    class OnDemand(dict[int, np.ndarray]):
        def __getitem__(self, place: int) -> np.ndarray:
            gc.collect()
            assert sum(one() is not None for one in alive) <= 1  # the loop's own name may still hold the last one
            fresh = MAPS[0, 1].copy()
            alive.append(weakref.ref(fresh))
            return fresh

        def items(self):  # type: ignore[no-untyped-def]
            return (((0, place), self[place]) for place in self)

    export_numbers(tmp_path / f"a.{kind}", numbers(maps=OnDemand(dict.fromkeys(range(5)))))
    assert len(alive) == 5


@pytest.mark.parametrize("kind", ["csv", "json", "npz"])
def test_b07_no_tokens_is_no_error(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"a.{kind}"
    export_numbers(path, numbers(text="", tokens=(), labels=(), maps={(0, 0): np.zeros((0, 0), np.float32)}))
    assert path.stat().st_size > 0


def test_unknown_format_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.xlsx.*\.csv, \.json, \.npz"):
        export_numbers(tmp_path / "a.xlsx", numbers())


def test_too_many_numbers_for_text_name_both() -> None:
    """48 maps of 456 tokens are 9 981 528 cells, of 457 tokens 10 024 752 … beyond ten million."""
    check_text_size(48, 456)
    with pytest.raises(InputError, match=rf"10024752.*{TEXT_CELL_LIMIT}.*npz"):
        check_text_size(48, 457)


def test_tab_separated_text_for_the_clipboard() -> None:
    pattern = np.array([[1, 0], [0.1, 0.9]], np.float32)
    assert as_tsv(pattern, ("a", "␣")) == "\t0 · a\t1 · ␣\n0 · a\t1.0\t0.0\n1 · ␣\t0.1\t0.9\n"
    assert as_tsv(pattern, ("a", "."), ",") == "\t0 · a\t1 · .\n0 · a\t1,0\t0,0\n1 · .\t0,1\t0,9\n"
