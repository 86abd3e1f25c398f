"""ModelConfig is legal or does not exist, and says why not with the numbers and the nearest legal choices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.messages import InputError
from core.model.config import ModelConfig, divisors, legal_placements, nearest
from core.model.presets import PRESETS, preset
from tests.core.strategies import configs


def test_defaults_follow_each_other() -> None:
    """Half the width: d_ff = 4·256, K = 256/8 = 32, eight key/value heads, the encoding at the input."""
    config = ModelConfig(d_model=256)
    assert (config.ff_width, config.d_head, config.kv_heads, config.placed) == (1024, 32, 8, "input")


def test_b28_width_not_divisible_names_both_numbers_and_the_nearest_choices() -> None:
    """64 = 2⁶: around 12 the divisors are 8 and 16. 1600/48 fails, 1600/25 = 64 is accepted."""
    with pytest.raises(InputError) as caught:
        ModelConfig(d_model=64, n_heads=12)
    assert "64" in str(caught.value)
    assert "12" in str(caught.value)
    assert "8, 16" in str(caught.value)
    with pytest.raises(InputError, match=r"1600.*48.*40, 50"):
        ModelConfig(d_model=1600, n_heads=48)
    assert ModelConfig(d_model=1600, n_heads=25).d_head == 64


@pytest.mark.parametrize(
    "choices,words",
    [
        ({"d_model": 0}, "d_model is 0"),
        ({"n_layers": -1}, "n_layers is -1"),
        ({"vocabulary": 2**31}, "vocabulary is 2147483648"),
        ({"d_ff": 0}, "d_ff is 0"),
        ({"n_heads": "twelve"}, "n_heads is “twelve”"),
        ({"n_heads": True}, "n_heads is True"),
        ({"seed": -1}, "seed is -1"),
        ({"head_width": 0}, "head_width is 0"),
        ({"norm": "before"}, "“before”.*pre, post, none, sandwich, deepnorm"),
        ({"mask": "window:0"}, "window:N"),
        ({"mask": "windows"}, "window:N"),
        ({"skip": "on"}, "skip is on"),
        ({"rope_base": 0.0}, "rope_base is 0"),
        ({"rope_base": float("nan")}, "rope_base is nan"),
        ({"n_kv_heads": 3}, "3 key/value heads.*8 heads.*2, 4"),
        ({"position": "rotary", "head_width": 7}, "here it is 7.*6, 8"),
        ({"position": "rotary", "placement": "input"}, "“rotary”.*“input”.*query-key, none"),
        ({"position": "none", "placement": "input"}, "“none”.*“input”"),
    ],
)
def test_illegal_choices_say_what_to_do(choices: dict[str, object], words: str) -> None:
    """One sentence each, naming the value given and what is possible."""
    with pytest.raises(InputError, match=words):
        ModelConfig(**choices)  # type: ignore[arg-type]


def test_rotary_and_alibi_act_on_queries_and_keys_unless_told_otherwise() -> None:
    """Overriding the position of a preset moves the placement along, because no preset names one."""
    assert preset("gpt2-small", position="rotary").placed == "query-key"
    assert preset("bert-base", position="none").placed == "none"
    assert legal_placements("alibi") == ("query-key", "none")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_presets_are_legal(name: str) -> None:
    """Every preset builds, and the original base model is the defaults with the norm after each sublayer."""
    assert preset(name).d_head in (16, 64, 128)
    assert preset("transformer-base") == ModelConfig(norm="post")


@given(st.integers(1, 5000))
def test_divisors_divide_and_none_is_missing(n: int) -> None:
    """Against trying every number."""
    assert divisors(n) == [i for i in range(1, n + 1) if n % i == 0]


def test_nearest_gives_one_on_each_side() -> None:
    """Around 12 in 1, 2, 4, 8, 16, 32, 64: 8 and 16; below the first there is nothing."""
    assert nearest(12, divisors(64)) == [8, 16]
    assert nearest(0, [1, 2]) == [1]


@given(configs())
def test_every_legal_configuration_states_the_values_in_force(config: ModelConfig) -> None:
    """as_dict() leaves nothing open, and building from it gives the same model."""
    values = config.as_dict()
    assert None not in values.values()
    d_head = values.pop("d_head")
    again = ModelConfig(**values)
    assert again.as_dict() == config.as_dict()
    assert again.d_head == d_head
