"""Architecture options: defaults, presets, following fields, and the command that reproduces a configuration."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given

from core.cli import build_parser, command_line, config_from
from core.messages import InputError
from core.model.config import ModelConfig
from core.model.presets import PRESETS, preset
from tests.core.strategies import configs


def parsed(*words: str) -> ModelConfig:
    return config_from(build_parser().parse_args(["counts", *words]))


def test_nothing_given_is_the_defaults() -> None:
    assert parsed() == ModelConfig()


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str) -> None:
    assert parsed("--preset", name) == preset(name)


def test_options_override_a_preset_and_the_rest_follows() -> None:
    config = parsed("--preset", "gpt2-small", "--heads", "6", "--position", "rotary", "--untied")
    assert config == preset("gpt2-small", n_heads=6, position="rotary", tied=False)
    assert (config.placed, config.kv_heads, config.ff_width) == ("query-key", 6, 3072)
    assert parsed("--heads", "6", "--preset", "gpt2-small").n_heads == 6


def test_every_option_reaches_its_field() -> None:
    words = """--d-model 12 --heads 2 --layers 3 --d-ff 5 --head-width 6 --kv-heads 1 --position learned --placement every-block
    --sinusoid-layout side-by-side --norm sandwich --norm-kind rmsnorm --skip off --mask window:4 --activation swiglu --no-biases
    --vocabulary 300 --context 9 --untied --scale-embedding on --rope-base 1e-3 --seed 12"""
    assert parsed(*words.split()) == ModelConfig(
        d_model=12,
        n_heads=2,
        n_layers=3,
        d_ff=5,
        head_width=6,
        n_kv_heads=1,
        position="learned",
        placement="every-block",
        sinusoid_layout="side-by-side",
        norm="sandwich",
        norm_kind="rmsnorm",
        skip=False,
        mask="window:4",
        activation="swiglu",
        biases=False,
        vocabulary=300,
        context=9,
        tied=False,
        scale_embedding=True,
        rope_base=0.001,
        seed=12,
    )


@given(configs())
def test_b97_the_command_gives_the_configuration_back(config: ModelConfig) -> None:
    """Also fields left at None come back as None."""
    words = shlex.split(command_line(config, length=9))
    assert words[:3] == ["python", "main.py", "counts"]
    options = build_parser().parse_args(words[2:])
    assert config_from(options) == config
    assert options.length == 9


def test_the_command_of_the_defaults_is_short() -> None:
    assert command_line(ModelConfig()) == "python main.py counts --json"


@pytest.mark.parametrize(
    "words, parts",
    [
        ("--heads 12 --d-model 64", ["64", "12", "8, 16"]),
        ("--kv-heads 3", ["3", "8", "2, 4"]),
        ("--position rotary --head-width 7", ["7", "6, 8"]),
        ("--position rotary --placement input", ["rotary", "input", "query-key"]),
        ("--heads 0", ["0", "1"]),
        ("--layers -2", ["-2", "1"]),
        ("--mask window:0", ["window:0", "window:4"]),
        ("--norm middle", ["middle", "pre, post, none, sandwich, deepnorm"]),
        ("--preset gpt3", ["gpt3", "small, transformer-base"]),
        ("--seed -1", ["-1"]),
        ("--rope-base 0", ["0"]),
        ("--rope-base 1e999", ["inf"]),
    ],
)
def test_b28_illegal_choices_name_the_numbers_and_the_nearest_legal_ones(words: str, parts: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        parsed(*words.split())
    assert all(part in str(caught.value) for part in parts)


@pytest.mark.parametrize(
    "words",
    [
        "--heads 1e3",
        "--heads 1_000",
        "--heads 1.000",
        "--heads 8,0",
        "--heads ٣",
        "--heads",
        "--rope-base nan",
        "--rope-base 0,003",
        "--rope-base 1_0",
        "--skip yes",
        "--head 4",
        "--unknown",
        "--biases=1",
        "extra",
    ],
)
def test_b93_words_that_are_no_numbers_and_unknown_options_are_refused_in_one_sentence(words: str) -> None:
    with pytest.raises(InputError, match="--help") as caught:
        parsed(*words.split())
    assert "\n" not in str(caught.value)
