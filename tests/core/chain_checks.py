"""What holds in the arithmetic of any cell: each number from the others beside it, each step from the one before."""

from __future__ import annotations

from itertools import accumulate
from math import exp, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from core.inside.chain_by_hand import PATTERN_KINDS
from core.inside.chain_steps import Chain, Step
from core.model import ModelConfig
from tests.core.strategies import configs


def one_by_one(terms: Any) -> float:
    """The sum from left to right by Python's own addition, as with a calculator."""
    return list(accumulate(np.asarray(terms).tolist()))[-1]


def check_sums(step: Step, width: int) -> None:
    """The numbers of one step, each from the others that are shown beside it, to the last bit."""
    columns = {column.symbol: column.values for column in step.columns}
    scalars = dict(step.scalars)
    if step.product is not None:
        assert step.row is not None
        for c in range(len(step.row)):
            summed = one_by_one(step.product.terms(c))
            np.testing.assert_array_equal(step.product.terms(c), step.product.left * step.product.matrix[:, c])
            if step.product.bias is not None:
                assert (columns["sum"][c], columns["bias"][c]) == (summed, step.product.bias[c])
                summed += float(step.product.bias[c])
            assert step.row[c] == summed
    elif step.kind in ("norm", "norm-out", "norm-after"):
        middle = columns["x"]
        if "mean" in scalars:
            assert scalars["mean"] == one_by_one(middle) / len(middle)
            middle = columns["x"] - scalars["mean"]
            np.testing.assert_array_equal(columns["deviation"], middle)
        square = one_by_one(middle * middle) / len(middle)
        assert scalars["variance" if "mean" in scalars else "mean-square"] == square
        assert scalars["deviation-root"] == sqrt(square + 1e-5)
        np.testing.assert_array_equal(columns["scaled"], middle / scalars["deviation-root"])
        out = columns["scaled"] * columns["gain"]
        np.testing.assert_array_equal(columns["normed"], out + columns["norm-bias"] if "norm-bias" in columns else out)
    elif step.kind in ("position", "position-after"):
        np.testing.assert_array_equal(columns["u"], columns["y"] + columns["PE"])
    elif step.kind in ("rotate-query", "rotate-key"):
        half = width // 2
        np.testing.assert_array_equal(columns["partner"], np.concatenate([columns["before"][half:], columns["before"][:half]]))
        np.testing.assert_array_equal(columns["after"], columns["before"] * columns["cos"] + columns["partner"] * columns["sin"])
        length = np.hypot(columns["before"], columns["partner"])
        np.testing.assert_allclose(np.hypot(columns["after"][:half], columns["after"][half:]), length[:half], rtol=1e-12)
    elif step.kind == "products":
        np.testing.assert_array_equal(columns["qk"], columns["q"] * columns["k"])
        assert step.total == one_by_one(columns["qk"])
    elif step.kind == "scale":
        assert scalars["root-width"] == sqrt(width)
        assert step.total == scalars["product"] / scalars["root-width"]
    elif step.kind == "shares":
        assert step.total == one_by_one(np.array(list(scalars.values())))
    elif step.kind == "alibi":
        assert scalars["share"] == -scalars["slope"] * scalars["distance"]
        assert step.total == scalars["scaled-score"] + scalars["share"]
    elif step.kind in ("scale-head", "head-off", "attention-off"):
        before, after = (column.values for column in step.columns)
        np.testing.assert_array_equal(after, scalars.get("hand-factor", 0.0) * before)
        assert step.row is not None
        np.testing.assert_array_equal(step.row, after)
    elif step.kind == "skip":
        assert step.row is not None
        if scalars["factor"] == 0:
            np.testing.assert_array_equal(step.row, columns["change"])
        else:
            carried = columns.get("carried", columns["x"])
            np.testing.assert_array_equal(carried, scalars["factor"] * columns["x"])
            np.testing.assert_array_equal(step.row, carried + columns["change"])
    else:
        check_softmax(step, columns, scalars)


def check_softmax(step: Step, columns: dict[str, Any], scalars: dict[str, float]) -> None:
    if step.kind == "read":
        assert step.total is None
        return
    if step.kind == "concatenate":
        assert step.row is columns["z-all"] or np.array_equal(step.row, columns["z-all"])  # type: ignore[arg-type]
        return
    seen = step.allowed
    assert seen is not None
    if step.kind in PATTERN_KINDS:
        check_by_hand(step, scalars)
    elif step.kind == "mask":
        np.testing.assert_array_equal(columns["masked"], np.where(seen, columns["score"], -np.inf))
    elif step.kind == "maximum":
        assert step.total == max(columns["masked"][seen].tolist())
    elif step.kind == "exponentials":
        np.testing.assert_array_equal(columns["shifted"], columns["masked"] - scalars["largest"])
        assert columns["power"].tolist() == [exp(s) for s in columns["shifted"].tolist()]
        assert (columns["power"][~seen] == 0).all()
    elif step.kind == "row-sum":
        assert step.total == one_by_one(columns["power"])
    else:
        assert step.kind == "quotient"
        assert step.total == scalars["power-j"] / scalars["power-sum"]
        np.testing.assert_array_equal(columns["weight"], columns["power"] / scalars["power-sum"])
        assert (columns["weight"][~seen] == 0).all()
        assert columns["weight"].sum() == pytest.approx(1, abs=1e-14)


def check_by_hand(step: Step, scalars: dict[str, float]) -> None:
    """What is set is there; the others are in proportion, even, nothing, or as they were; forbidden cells are 0."""
    assert step.changes is not None
    assert step.allowed is not None
    before, after = (column.values for column in step.columns)
    assert (after[~step.allowed] == 0).all()
    if step.kind == "force-pattern":
        assert one_by_one(after) == pytest.approx(1, abs=1e-14)
    elif step.kind == "set-cells":
        assert scalars["row-total"] == one_by_one(after)
        assert all(after[n] == before[n] or after[n] in [cell.value for cell in step.changes.cells] for n in range(len(after)))
    else:
        same = before == after
        if "rest" in scalars:
            np.testing.assert_array_equal(after[~same], before[~same] * scalars["left"] / scalars["rest"])
        elif "rest-count" in scalars:
            assert set(after[~same].tolist()) <= {scalars["left"] / scalars["rest-count"]}
        else:
            assert all(new in (0, old / scalars["set-total"]) for old, new in zip(before.tolist(), after.tolist(), strict=True))
        assert one_by_one(after) == pytest.approx(1, abs=1e-14)


def check_links(links: Chain) -> None:
    """What one step arrives at is what the next one starts from: the chain has no gap."""
    steps = {step.kind: step for step in links.steps}
    q, k = (steps.get(f"rotate-{name}", steps[name]).row for name in ("query", "key"))  # type: ignore[index]
    np.testing.assert_array_equal(steps["products"].column("q"), q)
    np.testing.assert_array_equal(steps["products"].column("k"), k)
    assert steps["scale"].scalar("product") == steps["products"].total
    before_mask = steps.get("alibi", steps["scale"]).total
    assert links.score == before_mask == steps["mask"].column("score")[links.key]
    assert steps["exponentials"].scalar("largest") == steps["maximum"].total
    assert steps["quotient"].scalar("power-j") == steps["exponentials"].total
    assert steps["quotient"].scalar("power-sum") == steps["row-sum"].total
    row, weight = steps["quotient"].column("weight"), steps["quotient"].total
    for step in links.steps:
        if step.kind in PATTERN_KINDS:
            np.testing.assert_array_equal(step.columns[0].values, row)
            row, weight = step.columns[1].values, step.total
    assert links.weight == weight
    np.testing.assert_array_equal(links.pattern, row)
    np.testing.assert_array_equal(steps["mix"].product.left, row)  # type: ignore[union-attr]
    np.testing.assert_array_equal(steps["mix"].product.matrix[links.key], steps["value"].row)  # type: ignore[union-attr]
    width = links.config.d_head
    own = slice(links.head * width, (links.head + 1) * width)
    z, out = steps["mix"].row, steps["output"].row
    for step in links.steps:
        if step.kind in ("scale-head", "head-off"):
            np.testing.assert_array_equal(step.columns[0].values, z)
            z = step.row
        elif step.kind == "attention-off":
            np.testing.assert_array_equal(step.columns[0].values, out)
            out = step.row
    np.testing.assert_array_equal(steps["concatenate"].column("z-all")[own], z)
    np.testing.assert_array_equal(steps["output"].product.left, steps["concatenate"].column("z-all"))  # type: ignore[union-attr]
    np.testing.assert_array_equal(links.attn_out, out)
    change = next((step.row for step in links.steps if step.kind == "norm-out"), out)
    np.testing.assert_array_equal(steps["skip"].column("change"), change)
    np.testing.assert_array_equal(links.resid_mid, links.steps[-1].row)


@st.composite
def cells(draw: st.DrawFn) -> tuple[ModelConfig, int, int, int, int, int, int]:
    """A configuration, a seed, a length from 1 up, and a cell."""
    config, tokens = draw(configs()), draw(st.integers(1, 7))
    place = st.integers(0, tokens - 1)
    layer, head = draw(st.integers(0, config.n_layers - 1)), draw(st.integers(0, config.n_heads - 1))
    return config, draw(st.integers(0, 5)), tokens, layer, head, draw(place), draw(place)
