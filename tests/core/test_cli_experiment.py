"""`experiment`: what it prints for each claim, and what it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.cli import main
from core.commandline import experiment_lines as module
from core.experiments import EXPERIMENTS, cost
from core.experiments.order import run_order
from core.model import preset

SMALL = ["--preset", "small", "--layers", "2"]


@pytest.fixture
def printed(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command that succeeds, on the kernels there are, and give what it printed."""
    monkeypatch.setattr(module, "_compile", lambda: None)

    def run(*argv: str) -> str:
        status = main(argv)
        out, err = capfdbinary.readouterr()
        assert (status, err) == (0, b"")
        return out.decode()

    return run


@pytest.mark.parametrize("name", [name for name in EXPERIMENTS if name != "stability"])
def test_json_has_the_keys_of_the_contract(name: str, printed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """By times that grow as they were counted: how fast this machine is at the moment is nobody's promise here."""
    monkeypatch.setattr(cost, "in_turn", lambda sides, **_: ([n + n * n / 256 for n in cost.LENGTHS[: len(sides)]], 3))
    record = json.loads(printed("experiment", name, "--preset", "small", "--layers", "1", "--json"), parse_constant=pytest.fail)
    assert list(record) == ["experiment", "config", "claim", "holds", "measured"]
    assert (record["experiment"], record["holds"]) == (name, True)
    assert record["config"] == preset("small", n_layers=1).as_dict()
    assert record["claim"].endswith(".")


def test_order_prints_what_the_experiment_measures(printed: Any) -> None:
    words = ("experiment", "order", *SMALL, "--sentence", "a b a c", "--order", "3,1,0,2", "--json")
    record = json.loads(printed(*words))
    config = preset("small", n_layers=2)
    assert record["measured"]["tokens"] == ["a", "b", "a", "c"]
    assert record["measured"]["order"] == [3, 1, 0, 2]
    assert record["measured"]["repeated"]["rows"] == [0, 2]
    ids = [1, 2, 1, 3]
    assert len(run_order(config, ids, order=(3, 1, 0, 2)).rows) == len(record["measured"]["placements"])
    assert printed(*words) == printed(*words)


def test_order_shuffles_by_its_seed_and_cuts_as_told(printed: Any) -> None:
    def order(*more: str) -> list[int]:
        found: list[int] = json.loads(printed("experiment", "order", *SMALL, "--json", *more))["measured"]["order"]
        return found

    assert order() == order("--shuffle", "0") != order("--shuffle", "1")
    assert len(order("--sentence", "ab c", "--tokenizer", "characters")) == 4


def test_a_table_says_the_claim_and_the_verdict(printed: Any) -> None:
    text = printed("experiment", "order", *SMALL)
    assert "→ holds" in text
    assert "after-attention" in text
    assert text.count("not 0 (") == 2 + 2 + 1 + 2 + 2 + 2  # in use, input, after-attention, every-block, query-key, causal
    lines = printed("experiment", "heads", "--length", "4", *SMALL).splitlines()
    assert [line.split()[:2] for line in lines[5:]] == [[str(h), w] for w in ("split", "keep") for h in (1, 2, 4, 8, 16)]
    assert "4 ×" in printed("experiment", "cost", *SMALL)


@pytest.mark.parametrize(
    "words, parts",
    [
        (["nobody"], ["nobody", "order, heads, cost, stability, reach"]),
        ([], ["NAME"]),
        (["cost", "--sentence", "a"], ["cost", "--sentence"]),
        (["order", "--length", "4"], ["order", "--length"]),
        (["heads", "--order", "1,0"], ["heads", "--order"]),
        (["order", "--order", "1,x"], ["1,x"]),
        (["order", "--order", "1,0"], ["9 tokens", "0 to 8"]),
        (["order", "--order", "0,1,2,3,4,5,6,7,8"], ["move a token"]),
        (["order", "--shuffle", "-1"], ["-1"]),
        (["order", "--sentence", "alone"], ["at least 2"]),
        (["order", "--sentence", "a b", "--tokenizer", "bpe"], ["bpe", "words, characters, bytes"]),
        (["heads", "--length", "0"], ["length is 0"]),
        (["heads", "--heads", "7"], ["512", "7"]),
        (["cost", "--preset", "llama-3-8b"], ["GB"]),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], parts: list[str], capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    status = main(["experiment", *words])
    out, err = capfdbinary.readouterr()
    assert (status, out, err.count(b"\n")) == (2, b"", 1)
    for part in parts:
        assert part in err.decode()


def test_where_nothing_can_be_compiled_plain_numpy_serves(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The experiment asks once, and is measured all the same."""
    from core import kernels

    asked: list[None] = []

    def unavailable() -> None:
        asked.append(None)
        raise kernels.KernelsUnavailableError("numba is missing")

    monkeypatch.setattr(kernels, "compiled_kernels", unavailable)
    assert main(["experiment", "heads", "--d-model", "8", "--heads", "2", "--length", "4", "--json"]) == 0
    assert len(asked) == 1
    assert json.loads(capfdbinary.readouterr().out)["holds"]


def test_the_race_takes_a_norm_of_ones_own_as_its_fourth_run(printed: Any) -> None:
    words = ("experiment", "stability", "--layers", "1", "--d-model", "16", "--d-ff", "16", "--steps", "2")
    record = json.loads(printed(*words, "--norm", "none", "--json"))
    assert [run["norm"] for run in record["measured"]["runs"]] == ["post", "post", "pre", "none"]
    assert "deepnorm" in printed(*words)


@pytest.mark.parametrize("option", [["--layers", "3"], ["--norm", "post"], ["--steps", "5"], ["--language", "es"]])
def test_what_the_start_does_not_take_is_refused(option: list[str], capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["experiment", "stability", "--start", *option]) == 2
    assert option[0] in capfdbinary.readouterr().err.decode()


def test_a_start_without_any_gradient_does_not_hold(printed: Any) -> None:
    """With one word there is nothing to learn: every gradient is 0, and largest ÷ smallest is no number."""
    record = json.loads(
        printed("experiment", "stability", "--start", "--d-model", "4", "--heads", "1", "--vocabulary", "1", "--json")
    )
    assert record["holds"] is False
    assert record["measured"]["largest_over_smallest"] == {"post": None, "pre_times_root_of_depth": None}


def test_a_start_that_does_not_fit_is_refused_before_it_begins(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """It is the deepest of its models that counts."""
    assert main(["experiment", "stability", "--start", "--d-model", "65536", "--heads", "1", "--d-ff", "100000"]) == 2
    out, err = capfdbinary.readouterr()
    assert (out, err.count(b"\n")) == (b"", 1)
    assert b"memory" in err


def test_where_no_token_before_is_seen_its_influence_is_no_number(printed: Any) -> None:
    """A window of one token: 0 ÷ 0, and not a word on standard error."""
    words = ("experiment", "reach", "--d-model", "16", "--heads", "4", "--length", "8", "--mask", "window:1", "--json")
    attention = json.loads(printed(*words))["measured"]["layers"][0]
    assert attention["theory"] == {"work": "O(n²·d)", "sequential": "O(1)", "path": "O(1)"}
    assert (attention["layer"], attention["far_over_near"]) == ("attention", None)
