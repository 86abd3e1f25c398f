"""inspect --weights constructed:NAME."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.cli import main


@pytest.fixture
def cli(capfdbinary: pytest.CaptureFixture[bytes]) -> Any:
    """Run a command: its exit status, what it printed and what it complained of."""

    def run(*argv: str) -> tuple[int, bytes, str]:
        status = main(argv)
        out, err = capfdbinary.readouterr()
        return status, out, err.decode()

    return run


def test_a_constructed_head_is_inspected(cli: Any) -> None:
    """Origin and name are said, the configuration is the head's own, and each token looks at the one before it."""
    status, out, err = cli("inspect", "The keys are here", "--weights", "constructed:previous-token", "--json")
    assert (status, err) == (0, "")
    record = json.loads(out)
    assert record["weights"] == {"name": "previous-token", "origin": "constructed"}
    assert (record["config"]["d_model"], record["config"]["n_heads"], record["config"]["norm"]) == (80, 1, "none")
    np.testing.assert_allclose(
        record["layers"][0]["pattern"][0], [[1, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]], atol=1e-5
    )


def test_options_change_its_model_where_that_is_possible(cli: Any, tmp_path: Path) -> None:
    """Causal and uniform: 1, 1/2, 1/3 in the rows; the parameters that were made by hand are in the file."""
    file = tmp_path / "head.npz"
    words = ("inspect", "a b c", "--weights", "constructed:uniform", "--mask", "causal", "--npz", str(file), "--with-parameters")
    assert cli(*words) == (0, b"", "")
    with np.load(file) as arrays:
        right = [[1, 0, 0], [1 / 2, 1 / 2, 0], [1 / 3, 1 / 3, 1 / 3]]
        np.testing.assert_allclose(arrays["layers.0.pattern"][0], right, atol=1e-6)
        assert not arrays["parameters.blocks.0.attention.W_Q"].any()


@pytest.mark.parametrize(
    "argv, words",
    [
        (("--weights", "constructed:next-token"), "There is no constructed head “next-token”; choose one of: previous-token"),
        (("--weights", "constructed:"), "There is no constructed head “”"),
        (("--weights", "previous"), "There are no weights “previous”; choose one of: random, constructed:NAME, FILE.safetensors."),
        (("--weights", "constructed:uniform", "--heads", "4"), "needs n_heads 1, but here it is 4"),
        (("--weights", "constructed:uniform", "--preset", "small"), "needs d_model 80, but here it is 64. A constructed head"),
        (("--weights", "constructed:uniform", "--preset", "small"), "leave --preset out."),
        (("--weights", "constructed:uniform", "--tokenizer", "model"), "“model” is not possible"),
    ],
)
def test_what_cannot_be_is_refused(cli: Any, argv: tuple[str, ...], words: str) -> None:
    status, out, err = cli("inspect", "a b", *argv)
    assert (status, out, err.count("\n")) == (2, b"", 1)
    assert words in err


def test_a_sentence_longer_than_its_places_is_refused(cli: Any) -> None:
    status, out, err = cli("inspect", "a " * 65, "--weights", "constructed:uniform")
    assert (status, out) == (2, b"")
    assert "65 tokens, limit 64" in err


def test_a_command_that_draws_random_weights_takes_no_others(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """`picture` paints what the window computes; it would show random maps under another name."""
    from gui.commands import PICTURE

    assert main(("picture", "a b", "x.png", "--weights", "constructed:uniform"), more=(PICTURE,)) == 2
    assert "choose one of: random." in capfdbinary.readouterr().err.decode()
