"""Every formula of the ledger, worked out again, gives the number it stands under."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.model.config import ModelConfig
from core.model.counts import count
from core.model.ledger import FORMULA_WORDS, HEADLINES, LedgerRow, doubled_macs, ledger_rows, work_shape
from core.model.presets import PRESETS, preset
from tests.core.strategies import configs


class Arithmetic:
    """Works out + − · / ² and parentheses over whole numbers, and nothing else.

    sum = product {(+ | −) product}; product = power {(· | /) power}; power = (number | "(" sum ")") [²]
    """

    def __init__(self, formula: str) -> None:
        words = re.findall(r"[a-zA-Z]+", formula)
        assert set(words) <= set(FORMULA_WORDS), formula
        plain = re.sub(r"[a-zA-Z]+", "", formula)
        self.tokens = re.findall(r"\d+|\S", plain)
        self.at = 0

    def value(self) -> Fraction:
        result = self._sum()
        assert self.at == len(self.tokens), self.tokens
        return result

    def _next(self, *expected: str) -> str | None:
        if self.at < len(self.tokens) and self.tokens[self.at] in expected:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def _sum(self) -> Fraction:
        result = self._product()
        while operator := self._next("+", "−"):
            result = result + self._product() if operator == "+" else result - self._product()
        return result

    def _product(self) -> Fraction:
        result = self._power()
        while operator := self._next("·", "/"):
            result = result * self._power() if operator == "·" else result / self._power()
        return result

    def _power(self) -> Fraction:
        if self._next("("):
            result = self._sum()
            assert self._next(")")
        else:
            result = Fraction(int(self.tokens[self.at]))
            self.at += 1
        return result * result if self._next("²") else result


def row(config: ModelConfig, key: str, length: int = 9, unit: str = "MAC") -> LedgerRow:
    rows = ledger_rows(count(config, length), config, unit)  # type: ignore[arg-type]
    return next(row for row in rows if row.key == key)


@pytest.mark.parametrize(
    "formula, value",
    [("6 blocks · (4·512² + 4·512)", 6 * (4 * 512**2 + 4 * 512)), ("4·5 / 2 + (9 − 4)·4", 30), ("2·(3 − 1)²", 8), ("0", 0)],
)
def test_the_arithmetic_of_this_test(formula: str, value: int) -> None:
    assert Arithmetic(formula).value() == value


@given(config=configs(large=True), length=st.integers(0, 10**6), unit=st.sampled_from(["MAC", "FLOP"]))
def test_formulas_give_their_values(config: ModelConfig, length: int, unit: str) -> None:
    for line in ledger_rows(count(config, length), config, unit):  # type: ignore[arg-type]
        assert Arithmetic(line.formula).value() == line.value, line


@pytest.mark.parametrize(
    "key, formula, value",
    [
        ("parameters.attention", "6 blocks · (4·512² + 4·512)", 6_303_744),
        ("parameters.feed_forward", "6 blocks · (2·512·2048 + 2048 + 512)", 12_598_272),
        ("parameters.norms", "6 blocks · 2 norms · 2·512", 12_288),
        ("parameters.blocks", "6 blocks · 3152384", 18_914_304),
        ("parameters.embedding", "37000·512", 18_944_000),
        ("parameters.total", "18944000 + 18914304 + 1024", 37_859_328),
        ("block.attention_weights", "4·512²", 1_048_576),
        ("block.feed_forward_weights", "2·512·2048", 2_097_152),
        ("block.matrices", "6 blocks · (4·512² + 2·512·2048)", 18_874_368),
        ("scores.per_head", "9²", 81),
        ("scores.total", "6 blocks · 8 heads · 9²", 3_888),
        ("work.scores", "6 blocks · 8 heads · 9²·64", 248_832),
        ("work.projections", "6 blocks · 9 tokens · 4·512²", 56_623_104),
        ("memory.weights", "4 bytes · 37859328", 151_437_312),
    ],
)
def test_the_defaults_row_by_row(key: str, formula: str, value: int) -> None:
    """d 512, 8 heads, 6 blocks, f 2048, V 37 000, 9 tokens: each product done on paper."""
    line = row(ModelConfig(), key)
    assert (line.formula, line.value) == (formula, value)


def test_every_configuration_has_the_same_rows() -> None:
    """Rows keep their places, so that nothing on screen jumps when a switch is flipped."""
    keys = [[line.key for line in ledger_rows(count(config, 9), config)] for config in map(preset, PRESETS)]
    assert all(one == keys[0] for one in keys)
    assert len(set(keys[0])) == len(keys[0])
    assert [key for key in keys[0] if key in HEADLINES] == list(HEADLINES)


def test_sections_open_with_their_headline() -> None:
    opened: list[str] = []
    for line in ledger_rows(count(preset("small"), 9), preset("small")):
        if line.section not in opened:
            assert line.depth == 0
            opened.append(line.section)
    assert opened == ["parameters", "block", "scores", "work", "memory"]


def test_parts_add_up_to_their_headlines() -> None:
    """Blocks + embedding + positions + final norm + output = total, and attention + feed-forward + norms = blocks."""
    config = preset("gpt2-small")
    values = {line.key: line.value for line in ledger_rows(count(config, 9), config)}
    outside = ("embedding", "positions", "final_norm", "unembedding", "blocks")
    assert values["parameters.total"] == sum(values[f"parameters.{part}"] for part in outside) == 124_439_808
    assert values["parameters.blocks"] == sum(values[f"parameters.{part}"] for part in ("attention", "feed_forward", "norms"))


def test_tied_output_is_zero_and_says_why() -> None:
    tied, untied = (
        row(preset("gpt2-small"), "parameters.unembedding"),
        row(preset("gpt2-small", tied=False), "parameters.unembedding"),
    )
    assert (tied.value, tied.formula) == (0, "0")
    assert "tied" in tied.notes[0].template
    assert (untied.value, untied.formula, untied.notes) == (38_597_376, "768·50257", ())


def test_bert_says_what_is_left_out() -> None:
    """The note belongs to the architecture, so it survives another seed and goes with the first real change."""
    assert "pooler" in row(preset("bert-base"), "parameters.total").notes[0].template
    assert "pooler" in row(preset("bert-base", seed=3, d_ff=3072), "parameters.total").notes[0].template
    assert row(preset("bert-base", n_layers=11), "parameters.total").notes == ()


def test_heads_that_keep_their_width_say_what_it_costs() -> None:
    """8 heads of 512 instead of 64: 6·(4·512·(8·512) + 3·(8·512) + 512)."""
    line = row(ModelConfig(head_width="keep"), "parameters.attention")
    assert line.formula == "6 blocks · (4·512·(8·512) + 3·(8·512) + 512)"
    assert line.notes[0].values == {"factor": 8}
    assert row(ModelConfig(), "parameters.attention").notes == ()


def test_all_cells_and_allowed_cells_are_told_apart() -> None:
    """Causal over 9 tokens: 81 cells, 45 of them allowed; without a mask the note says what one would allow."""
    causal = ModelConfig(mask="causal")
    assert (row(causal, "scores.per_head").value, row(causal, "scores.allowed_per_head").value) == (81, 45)
    assert row(causal, "scores.allowed").value == 6 * 8 * 45
    free = row(ModelConfig(), "scores.allowed_per_head")
    assert (free.value, free.notes[0].values) == (81, {"cells": 45})


@pytest.mark.parametrize("part", ["total", "projections", "scores", "mixing", "feed_forward", "unembedding"])
def test_b41_flops_are_exactly_twice_the_macs(part: str) -> None:
    macs, flops = row(ModelConfig(), f"work.{part}"), row(ModelConfig(), f"work.{part}", unit="FLOP")
    assert (macs.unit, flops.unit) == ("MAC", "FLOP")
    assert flops.value == 2 * macs.value


@given(config=configs(large=True), length=st.integers(0, 10**6))
def test_twice_the_length(config: ModelConfig, length: int) -> None:
    """Counted again with the double length."""
    assert doubled_macs(count(config, length)) == count(config, 2 * length).macs.total


@given(width=st.integers(1, 500), inner=st.integers(1, 5000))
def test_crossing_point(width: int, inner: int) -> None:
    """(4d² + 2df) / 2d for heads that share the width; the same for any number of blocks."""
    config = ModelConfig(d_model=8 * width, d_ff=inner)
    d = config.d_model
    assert work_shape(config).crossing == (4 * d * d + 2 * d * inner) / (2 * d)


def test_crossing_point_is_six_widths() -> None:
    """f = 4d: 6·512 = 3072."""
    assert work_shape(ModelConfig()).crossing == 3072
