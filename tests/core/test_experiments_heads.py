"""The heads experiment: splitting leaves the weights as they are, keeping multiplies them (facts §2 and §4)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.experiments import heads as module
from core.experiments.heads import run_heads
from core.files import strict_json
from core.messages import Cancelled, InputError
from core.model import ModelConfig, preset
from core.model.counts import count

SMALL = preset("small", n_layers=2)


def test_values_of_the_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    """d 512: 4·512·512 = 1 048 576 split whatever h; 8 heads of 512 each: 8 388 608. Nothing is timed here: it is only counted."""
    monkeypatch.setattr(module, "MOST_MACS", 0)
    outcome = run_heads(ModelConfig())
    rows = {(row.heads, row.width): row for row in outcome.rows}
    assert [key[0] for key in rows] == [1, 2, 4, 8, 16] * 2
    assert {rows[heads, "split"].projections for heads in (1, 2, 4, 8, 16)} == {1_048_576}
    assert rows[8, "keep"].projections == 8_388_608
    assert [rows[heads, "keep"].projections // 1_048_576 for heads in (1, 2, 4, 8, 16)] == [1, 2, 4, 8, 16]
    assert rows[8, "split"].d_head == 64
    assert rows[8, "split"].parameters == 37_859_328  # the default model (design)
    assert {row.ms for row in outcome.rows} == {None}
    assert outcome.holds


def test_counts_are_those_of_the_models() -> None:
    outcome = run_heads(SMALL, length=9)
    for row in outcome.rows:
        model = replace(SMALL, n_heads=row.heads, head_width=row.width)
        assert row.parameters == count(model, 9).parameters.total
        assert row.scores == 2 * row.heads * 81
        d, k = 64, row.heads * row.d_head
        assert row.macs == 2 * (9 * (4 * d * k + 2 * d * 256) + 2 * 81 * k)
        assert row.found == row.projections
        assert row.ms is not None
        assert row.ms > 0
    assert outcome.rounds >= 3


def test_the_heads_in_use_join_and_shared_keys_do_not_count() -> None:
    rows = run_heads(preset("small", n_layers=1, d_model=48, n_heads=12, n_kv_heads=3), length=2).rows
    assert [row.heads for row in rows] == [1, 2, 4, 8, 12, 16] * 2
    assert {row.projections for row in rows if row.width == "split"} == {4 * 48 * 48}


def test_widths_that_rotary_cannot_turn_are_left_out() -> None:
    """d 8 with 8 heads would be 1 wide; 4 heads of 2 can be turned."""
    rows = run_heads(preset("small", n_layers=1, d_model=8, n_heads=2, position="rotary"), length=2).rows
    assert [row.heads for row in rows if row.width == "split"] == [1, 2, 4]
    assert [row.heads for row in rows if row.width == "keep"] == [1, 2, 4, 8]


def test_a_prime_width_has_two_numbers_of_heads_and_a_width_of_1_only_one() -> None:
    assert [row.heads for row in run_heads(preset("small", n_layers=1, d_model=7, n_heads=1), length=2).rows] == [1, 7] * 2
    with pytest.raises(InputError, match="width of 1 "):
        run_heads(preset("small", d_model=1, n_heads=1))


def test_an_array_of_another_size_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only three of the four matrices are looked at: the sum is no longer what was counted."""
    monkeypatch.setattr(module, "_MATRICES", ("W_Q", "W_K", "W_V"))
    assert not run_heads(SMALL, length=2).holds


def test_long_sentences_need_no_longer_table_of_positions() -> None:
    assert run_heads(preset("small", n_layers=1, position="learned", context=4), length=6).length == 6


def test_measured_is_strict_json() -> None:
    record = json.loads(strict_json.encode(run_heads(SMALL, length=4).as_dict()))
    assert (record["experiment"], record["holds"]) == ("heads", True)
    assert {row["heads"] for row in record["measured"]["rows"]} == {1, 2, 4, 8, 16}
    assert all(row["block_ms"] > 0 for row in record["measured"]["rows"])


def test_it_says_how_far_it_is_stops_when_told_and_refuses_no_tokens() -> None:
    steps: list[tuple[int, int]] = []
    run_heads(SMALL, length=2, progress=lambda done, total: steps.append((done, total)))
    assert steps == [(number, 90) for number in range(1, 91)]  # 10 models: drawn, run once, and in 7 rounds
    asked = iter(range(1000))
    with pytest.raises(Cancelled):
        run_heads(SMALL, length=2, cancelled=lambda: next(asked) > 5)
    with pytest.raises(InputError, match="length is 0"):
        run_heads(SMALL, length=0)
