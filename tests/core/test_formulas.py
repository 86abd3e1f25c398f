"""The formulas are read back as programs: what they apply, in which order, must be the order of the parts and of the options."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from core.model.config import ModelConfig
from core.model.formulas import PARTS, Formula, Part, flow, formulas, meaning_of
from core.model.parameters import deepnorm_factors
from core.model.presets import preset
from tests.core.strategies import configs

NORMS = ("LN", "RMS")


class Stream:
    """Stands for x while a formula is run: writes down each part that acts on it."""

    def __init__(self, events: list[str]) -> None:
        self.events = events

    def __add__(self, other: object) -> Stream:
        self.events.append("position" if other == "PE" else "skip")
        return self

    def __mul__(self, other: object) -> Stream:
        self.events.append("unembedding")
        return self

    def __rmul__(self, other: object) -> Stream:
        return self

    def __getitem__(self, token: object) -> Stream:
        self.events.append("embedding")
        return self


def run(line: Formula) -> list[str]:
    """Evaluate the right side of one line; a function's name is replaced by the part that its piece claims."""
    events: list[str] = []
    claimed: dict[str, str] = {}
    code = ""
    for piece in line.pieces:
        if piece.text in (*NORMS, "MHA", "FFN"):
            assert piece.part is not None
            claimed[piece.part] = piece.text
            code += piece.part
        else:
            code += {"sub": "_", "sup": "^", "base": ""}[piece.level] + piece.text
    right = code.replace("logits = ", "").replace("x ← ", "").replace("x = ", "", 1).replace("·", "*").replace("√", "")

    def function(part: str) -> Any:
        def apply(x: Stream) -> Stream:
            events.append(part)
            return x

        return apply

    names: dict[str, Any] = {part: function(part) for part in claimed}
    stream = Stream(events)
    eval(right, {"__builtins__": {}}, names | {"x": stream, "E": stream, "PE": "PE", "α": 2, "token": 0, "ET": 0, "W_U": 0})
    for part, text in claimed.items():
        assert text == ("MHA" if part == "attention" else "FFN" if part == "feed_forward" else text)
        assert text not in NORMS or "norm" in part
    return events


def way(config: ModelConfig) -> list[str]:
    """What the lines that lead a token through the model do to it, in order."""
    found = []
    for line in formulas(config):
        if line.name in ("embedding", "position-block", "attention", "feed_forward", "unembedding"):
            skip = {"attention": "skip1", "feed_forward": "skip2"}.get(line.name, "")
            found += [skip if event == "skip" else event for event in run(line)]
    return found


@given(configs())
def test_formulas_run_in_the_order_of_the_parts(config: ModelConfig) -> None:
    inside = {"W_Q", "W_K", "W_V", "scores", "heads", "W_O"}
    expected = [part for part in flow(config) if part not in inside]
    if config.placed == "query-key" and config.position != "none":
        expected.remove("position")
    assert way(config) == expected


BY_HAND = {
    # cli.md: pre has norms before each sublayer and one final norm; post and deepnorm behind the sum and no final one;
    # sandwich is pre plus a norm on each sublayer's output; none has none.
    "pre": ["norm1", "attention", "skip1", "norm2", "feed_forward", "skip2", "final_norm"],
    "post": ["attention", "skip1", "norm1", "feed_forward", "skip2", "norm2"],
    "deepnorm": ["attention", "skip1", "norm1", "feed_forward", "skip2", "norm2"],
    "none": ["attention", "skip1", "feed_forward", "skip2"],
    "sandwich": ["norm1", "attention", "norm1_out", "skip1", "norm2", "feed_forward", "norm2_out", "skip2", "final_norm"],
}


@pytest.mark.parametrize("norm", BY_HAND)
@pytest.mark.parametrize("skip", [True, False])
def test_where_norms_and_skips_stand(norm: Any, skip: bool) -> None:
    config = preset("small", norm=norm, skip=skip)
    expected = ["embedding", "position", *BY_HAND[norm], "unembedding"]
    assert way(config) == [part for part in expected if skip or not part.startswith("skip")]


@pytest.mark.parametrize(
    "norm, before, after",
    # cli.md: the common error adds it after the attention sublayer, after its norm in post-norm, before the feed-forward.
    [("pre", "skip1", "norm2"), ("post", "norm1", "feed_forward"), ("none", "skip1", "feed_forward")],
)
def test_after_attention_stands_between_the_sublayers_of_block_1_only(norm: Any, before: str, after: str) -> None:
    config = preset("small", norm=norm, placement="after-attention")
    found = way(config)
    place = found.index("position")
    assert (found[place - 1], found[place + 1]) == (before, after)
    (line,) = [line for line in formulas(config) if line.name == "position-block"]
    assert "block 1 only" in line.note


def text(config: ModelConfig, name: str) -> str:
    (line,) = [line for line in formulas(config) if line.name == name]
    return line.plain


def test_the_lines_of_the_lesson() -> None:
    """Written out from facts.md §1 and §5 with 4 heads of 64/4 = 16 and f 256."""
    config = preset("small")
    assert text(config, "multi-head") == "MHA(X) = Concat(head_1 … head_4)·W_O + b_O"
    assert text(config, "head") == "head_i = softmax(Q_i·K_iᵀ / √16)·V_i"
    assert text(config, "attention") == "x ← x + MHA(LN(x))"
    assert text(config, "feed-forward") == "FFN(x) = max(0, x·W_in + b_in)·W_out + b_out"
    assert text(preset("small", norm="post"), "attention") == "x ← LN(x + MHA(x))"
    assert text(preset("small", norm="deepnorm"), "feed_forward") == "x ← LN(α·x + FFN(x))"
    assert text(preset("small", skip=False), "feed_forward") == "x ← FFN(LN(x))"
    assert text(preset("small", norm="sandwich"), "attention") == "x ← x + LN(MHA(LN(x)))"


def test_options_change_their_own_lines() -> None:
    assert text(preset("small", mask="causal"), "head") == "head_i = softmax(Q_i·K_iᵀ / √16 + M)·V_i"
    assert text(preset("small", position="alibi"), "head") == "head_i = softmax(Q_i·K_iᵀ / √16 − s_i·|p − r|)·V_i"
    assert text(preset("small", position="rotary", biases=False), "W_Q") == "Q_i = R(X·W_Q,i)"
    assert text(preset("small", position="rotary", biases=False), "W_V") == "V_i = X·W_V,i"
    assert text(preset("small", placement="query-key", biases=False), "W_K") == "K_i = (X + PE)·W_K,i"
    assert text(preset("small", n_kv_heads=2), "head") == "head_i = softmax(Q_i·K_jᵀ / √16)·V_j"
    assert text(preset("small", n_kv_heads=2), "groups") == "j = ⌈i / 2⌉"
    assert text(preset("small", head_width="keep"), "head") == "head_i = softmax(Q_i·K_iᵀ / √64)·V_i"
    assert text(preset("small", activation="swiglu", biases=False), "feed-forward") == "FFN(x) = (SiLU(x·W_gate) ∘ x·W_in)·W_out"
    assert text(preset("small", tied=False, norm="post"), "unembedding") == "logits = x·W_U"
    assert text(preset("small", scale_embedding=True), "embedding") == "x = √64·E[token] + PE"


def test_deepnorm_factors_of_the_paper() -> None:
    """N = 8: α = 16^¼ = 2 and β = 64^−¼ = 1/√8 = 0.353553."""
    assert deepnorm_factors(8) == pytest.approx((2.0, 0.35355339))
    assert "= 2.000, β = (8·8)^−1/4 = 0.354" in text(preset("small", norm="deepnorm", n_layers=8), "deepnorm")


@given(configs())
def test_every_symbol_speaks_of_a_part_that_is_there(config: ModelConfig) -> None:
    there: set[Part] = set(flow(config))
    for line in formulas(config):
        assert line.pieces
        assert line.note.format(**dict(line.values)) is not None
        assert line.parts <= there
    assert there - {"norm1", "norm1_out", "norm2_out"} <= {part for line in formulas(config) for part in line.parts}


def test_each_meaning_belongs_to_its_parts() -> None:
    assert [meaning_of(part) for part in ("W_Q", "W_K", "W_V", "position", "norm1", "skip1")] == [
        "query",
        "key",
        "value",
        "position",
        "norm",
        "stream",
    ]
    assert {meaning_of(part) for part in PARTS} == {"query", "key", "value", "position", "norm", "stream"}
