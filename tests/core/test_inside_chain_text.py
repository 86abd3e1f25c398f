"""A chain as text and as LaTeX: every number is there and reads back, and what is written is well formed."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import accumulate
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.inside.arithmetic import Chain, chain
from core.inside.chain_symbols import SYMBOLS, formula, result_symbol, symbol
from core.inside.chain_text import ALL_TERMS, Wording, as_latex, as_text, escape, exact, number_in_latex
from core.kernels import plain_kernels
from core.model import ModelConfig, forward
from core.model.interventions import AttentionOff, ForcePattern, HeadOff, Intervention, Interventions, ScaleHead, SetCell
from tests.core.strategies import configs, full_weights

SMALL = ModelConfig(d_model=4, n_heads=2, n_layers=1, vocabulary=20, context=8)
LABELS = ("The", "key_s", "50%", "a&b")


def found(
    config: ModelConfig = SMALL, query: int = 2, key: int = 1, tokens: int = 4, changes: tuple[Intervention, ...] = ()
) -> Chain:
    weights, fitting = full_weights(config), Interventions(changes).applies_to(config, tokens).fitting
    ids = [i % config.vocabulary for i in range(tokens)]
    trace = forward(config, weights, ids, kernels=plain_kernels(), interventions=fitting)
    return chain(config, weights, trace, 0, config.n_heads - 1, query, key)


def wording(links: Chain, labels: tuple[str, ...] = LABELS) -> Wording:
    titles = tuple(f"title of {step.kind}" for step in links.steps)
    notes = tuple("a note" if step.kind == "read" else "" for step in links.steps)
    return Wording(heading="Layer 1, head 2", labels=labels, titles=titles, notes=notes)


def blocks(text: str) -> list[list[str]]:
    """The lines of each step."""
    return [part.strip().splitlines() for part in re.split(r"(?m)^\d+\. title of ", text)[1:]]


def numbers(text: str) -> set[float]:
    return {float(found) for found in re.findall(r"-?\d+\.\d+(?:e[+-]?\d+)?|-?\d+e[+-]?\d+|-inf|nan", text)}


def latex_numbers(text: str) -> set[float]:
    text = re.sub(r"\\times 10\^\{(-?\d+)\}", r"e\1", text)
    return numbers(text.replace(r"-\infty", "-inf").replace("$", ""))


def test_every_number_of_every_step_is_in_both() -> None:
    """All columns, single numbers, terms and results, as the digits that read back to the same float64."""
    links = found(replace(SMALL, position="alibi", norm="sandwich", mask="causal"))
    text, latex = blocks(as_text(links, wording(links))), as_latex(links, wording(links)).split(r"\textbf{")[2:]
    assert len(text) == len(latex) == len(links.steps)
    for step, lines, body in zip(links.steps, text, latex, strict=True):
        written = numbers("\n".join(lines))
        needed = {value for column in step.columns for value in column.values.tolist()}
        needed |= {value for name, value in step.scalars if name != "factor"}
        if step.total is not None:
            needed.add(step.total)
        if step.product is not None:
            for c in range(step.product.matrix.shape[1]):
                needed |= set(step.product.terms(c).tolist())
        assert needed <= written, step.kind
        in_latex = latex_numbers(body)
        missing = {value for value in needed if value not in in_latex and -value not in in_latex}
        masked = {value for column in step.columns if column.symbol == "power" for value in column.values.tolist() if value == 0}
        assert missing <= masked | {-np.inf}, step.kind


BY_HAND: dict[str, tuple[tuple[Intervention, ...], list[tuple[str, str]]]] = {
    "forced": (
        (ForcePattern(0, 1, "uniform"),),
        [("force-pattern", "p′[t] = 1 ÷ n"), ("mix", "z[c] = Σ_t p′[t] · v_t[c]")],
    ),
    "first": ((ForcePattern(0, 1, "first-token"),), [("force-pattern", "p′[t] = 1  (t = 1),  0  (t ≠ 1)")]),
    "before": ((ForcePattern(0, 1, "previous-token"),), [("force-pattern", "p′[t] = 1  (t = i − 1),  0  (t ≠ i − 1)")]),
    "set": (
        (SetCell(0, 1, 2, 1, 0.6),),
        [
            ("set-cells", "p′[t] = w[t]  (t ∈ S),  p[t]  (t ∉ S);  S = {2}"),
            ("share-rest", "p″[t] = p′[t] · (1 − Σ w) ÷ R  (t ∉ S);  R = Σ p′[t]  (t ∉ S)"),
        ],
    ),
    "forced and set": (
        (ForcePattern(0, 1, "identity"), SetCell(0, 1, 2, 2, 0.5)),
        [("set-cells", "p″[t] = w[t]  (t ∈ S),  p′[t]  (t ∉ S);  S = {3}"), ("share-rest", "p‴[t] = (1 − Σ w) ÷ n  (t ∉ S)")],
    ),
    "too much": (
        (SetCell(0, 1, 2, 0, 1.0), SetCell(0, 1, 2, 1, 1.0)),
        [("share-rest", "p″[t] = p′[t] ÷ Σ w  (t ∈ S),  0  (t ∉ S)")],
    ),
    "scaled and off": ((ScaleHead(0, 1, -2.5), HeadOff(0, 1)), [("scale-head", "z′[c] = f · z[c]"), ("head-off", "z″[c] = 0")]),
    "layer off": ((AttentionOff(0),), [("attention-off", "a′[c] = 0")]),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_what_is_changed_by_hand_is_in_text_and_latex(name: str) -> None:
    """The step has its formula, the number computed and the number by hand; LaTeX stays well formed."""
    changes, formulas = BY_HAND[name]
    links = found(changes=changes)
    text, latex = as_text(links, wording(links)), as_latex(links, wording(links))
    check_latex(latex)
    for kind, plain in formulas:
        step = links.step(kind)  # type: ignore[arg-type]
        assert formula(links, step) == plain
        assert plain in text
        for column in step.columns:
            assert set(column.values.tolist()) <= numbers(text)
        assert all(symbol(step, column.symbol) and symbol(step, column.symbol, latex=True) for column in step.columns)
        assert {abs(value) for value in step.columns[-1].values.tolist()} <= {abs(value) for value in latex_numbers(latex)}


def test_terms_in_the_text_add_up_to_the_sum_in_the_text() -> None:
    """Read back from the text alone, by Python's addition from left to right."""
    links = found()
    [lines] = [
        lines for lines, step in zip(blocks(as_text(links, wording(links))), links.steps, strict=True) if step.kind == "products"
    ]
    terms = [float(line.split()[-1]) for line in lines if re.match(r"\s*\d+  ", line)]
    assert len(terms) == SMALL.d_head
    assert float(lines[-1].partition("=")[2]) == list(accumulate(terms))[-1]


def test_opened_products_in_the_text_add_up_bias_last() -> None:
    links = found()
    lines = next(
        lines for lines, step in zip(blocks(as_text(links, wording(links))), links.steps, strict=True) if step.kind == "query"
    )
    start = next(n for n, line in enumerate(lines) if "q_i[2]" in line)
    terms = [float(line.split()[-1]) for line in lines[start + 1 :]]
    assert len(terms) == SMALL.d_model + 2  # the products, the bias, and what they come to
    assert terms[-1] == list(accumulate(terms[:-1]))[-1]


def test_a_large_product_is_written_for_the_number_that_was_opened() -> None:
    """24 · 12 = 288 terms are more than 256: only those of number 5 are written, and of the first one unless told."""
    config = replace(SMALL, d_model=24)
    links = found(config)
    assert links.step("query").product.matrix.size == 24 * 12 > ALL_TERMS  # type: ignore[union-attr]
    words = wording(links)
    assert "q_i[1]" in as_text(links, words)
    text = as_text(links, words, {"query": 4})
    assert "q_i[5]" in text
    assert "q_i[1]" not in text
    assert "q_{i,5} &= " + number_in_latex(float(links.step("query").product.terms(4)[0]), inside=True) in as_latex(  # type: ignore[union-attr]
        links, words, {"query": 4}
    )


def test_words_come_from_the_caller() -> None:
    links = found()
    text = as_text(links, wording(links))
    assert text.startswith("Layer 1, head 2\ni = 3: 50%\nj = 2: key_s\n")
    assert "1. title of read\n   a note\n   x_i, x_j" in text
    latex = as_latex(links, wording(links))
    assert r"i = 3: 50\%" in latex
    assert r"\text{a\&b}" in latex
    with pytest.raises(ValueError, match="titles"):
        as_text(links, replace(wording(links), titles=()))
    with pytest.raises(ValueError, match="labels"):
        as_latex(links, replace(wording(links), labels=("a",)))


KNOWN = {
    *("begingroup", "endgroup", "allowdisplaybreaks", "noindent", "par", "medskip", "textbf", "text", "begin", "end", "quad"),
    *(
        "frac",
        "sqrt",
        "sum",
        "cdot",
        "times",
        "infty",
        "max",
        "exp",
        "le",
        "ne",
        "in",
        "notin",
        "dots",
        "langle",
        "rangle",
        "mathrm",
    ),
    *("mu", "sigma", "varepsilon", "gamma", "beta", "alpha", "theta", "cos", "sin", "pm", "Sigma"),
    *("textbackslash", "textvisiblespace", "textsubscript", "surd", "div", "ll", "gg"),
}
"""Commands that LaTeX with amsmath has."""


def check_latex(latex: str) -> None:
    """What LaTeX would refuse: braces that do not close, environments that do not, unknown commands, signs it has no letter for."""
    assert all(char.isprintable() for char in latex if char != "\n")
    latex = re.sub(r"(?m)^%.*$", "", latex)
    assert set(re.findall(r"\\([a-zA-Z]+)", latex)) <= KNOWN
    bare = re.sub(r"\\[\\{}%&#$_^~, ]", "", latex)
    depth = 0
    for char in bare:
        depth += {"{": 1, "}": -1}.get(char, 0)
        assert depth >= 0
    assert depth == 0
    assert latex.count(r"\begingroup") == latex.count(r"\endgroup") == 1
    found = re.findall(r"\\(begin|end)\{(.*?)\}", latex)
    assert [what for what, _ in found] == ["begin", "end"] * (len(found) // 2)
    assert {name for _, name in found} == {"align*"}
    outside = re.sub(r"(?s)\\begin\{align\*\}.*?\\end\{align\*\}", "", bare)
    assert not set("_^&#$") & set(outside)
    for body in re.findall(r"(?s)\\begin\{align\*\}\n(.*?)\n\\end\{align\*\}", latex):
        assert not body.rstrip().endswith(r"\\")  # an empty last line
        assert "\n\n" not in body
        rows = body.split("\\\\\n")
        assert all("\n" not in row for row in rows)
        assert all(re.search(r"(?<!\\)&", row) for row in rows)


labels = st.text(st.characters(codec="utf-8"), max_size=6)


@given(config=configs(), data=st.data())
def test_any_chain_is_well_formed_latex_and_text(config: ModelConfig, data: st.DataObject) -> None:
    tokens = data.draw(st.integers(1, 4))
    place = st.integers(0, tokens - 1)
    links = found(config, data.draw(place), data.draw(place), tokens)
    words = wording(links, tuple(data.draw(labels) for _ in range(tokens)))
    check_latex(as_latex(links, words))
    text = as_text(links, words)
    assert text.count("title of ") >= len(links.steps)


@pytest.mark.parametrize(
    "plain, latex",
    [
        ("50% of {a_b}", r"50\% of \{a\_b\}"),
        ("\\^~$&#", r"\textbackslash{}\^{}\~{}\$\&\#"),
        ("the₁₂", r"the\textsubscript{1}\textsubscript{2}"),
        ("␣años", r"\textvisiblespace{}años"),
        ("«sí»", r"\(\ll\)sí\(\gg\)"),
        ("“are”", "``are''"),
        ("--", "{-}{-}"),
        ("🙂\n中", "U+1F642U+000AU+4E2D"),
        ("<0xF0>", r"\(<\)0xF0\(>\)"),
    ],
)
def test_labels_are_shown_as_they_are_written(plain: str, latex: str) -> None:
    assert escape(plain) == latex


@pytest.mark.parametrize(
    "number, plain, outside, inside",
    [
        (0.1, "0.1", "0.1", "0.1"),
        (-2.5, "-2.5", "-2.5", "(-2.5)"),
        (-0.0, "-0.0", "-0.0", "(-0.0)"),
        (1.5e-7, "1.5e-07", r"1.5\times 10^{-7}", r"(1.5\times 10^{-7})"),
        (-1e22, "-1e+22", r"-1\times 10^{22}", r"(-1\times 10^{22})"),
        (float("-inf"), "-inf", r"-\infty", r"(-\infty)"),
        (float("nan"), "nan", r"\mathrm{NaN}", r"\mathrm{NaN}"),
    ],
)
def test_numbers(number: float, plain: str, outside: str, inside: str) -> None:
    assert (exact(number), number_in_latex(number), number_in_latex(number, inside=True)) == (plain, outside, inside)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_read_back(number: float) -> None:
    """Also from LaTeX, where ×10^{n} stands for the exponent."""
    assert float(exact(number)) == number
    assert float(re.sub(r"\\times 10\^\{(-?\d+)\}", r"e\1", number_in_latex(number))) == number


@pytest.mark.parametrize(
    "choices, kind, plain",
    [
        ({"norm": "pre"}, "norm", "y = (x − μ) ÷ √(σ² + ε) · γ + β"),
        ({"norm": "pre", "norm_kind": "rmsnorm"}, "norm", "y = x ÷ √(⟨x²⟩ + ε) · γ"),
        ({"biases": False}, "query", "q_i[c] = Σ_d u_i[d] · W_Q[d, c]"),
        ({}, "value", "v_j[c] = Σ_d y_j[d] · W_V[d, c] + b_V[c]"),
        ({}, "mask", "s[t]"),
        ({"mask": "causal"}, "mask", "s[t] = −∞  (t > i)"),
        ({"mask": "window:2"}, "mask", "s[t] = −∞  (t > i, t ≤ i − 2)"),
        ({}, "skip", "x′ = x + a"),
        ({"norm": "deepnorm"}, "skip", "x′ = α · x + a"),
        ({"skip": False}, "skip", "x′ = a"),
        ({"n_heads": 1}, "concatenate", "Z = (z_1)"),
    ],
)
def test_formulas_are_those_of_the_model(choices: dict[str, Any], kind: Any, plain: str) -> None:
    links = found(replace(SMALL, **choices))
    assert formula(links, links.step(kind)) == plain


def test_every_symbol_has_both_signs_and_every_step_a_formula() -> None:
    assert all(plain and latex for plain, latex in SYMBOLS.values())
    for choices in ({"position": "rotary", "norm": "sandwich"}, {"placement": "after-attention"}, {"placement": "query-key"}):
        links = found(replace(SMALL, **choices))  # type: ignore[arg-type]
        for step in links.steps:
            assert formula(links, step)
            assert formula(links, step, latex=True)
            assert bool(result_symbol(step)) == (step.kind != "read")
            assert all(symbol(step, column.symbol) for column in step.columns)
