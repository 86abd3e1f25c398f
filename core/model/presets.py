"""Named configurations. A preset gives only what differs from the defaults; later choices override it."""

from __future__ import annotations

from typing import Any, Final

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "small": {"n_layers": 4, "d_model": 64, "n_heads": 4, "d_ff": 256},
    "transformer-base": {"norm": "post"},
    "gpt2-small": {
        "vocabulary": 50257,
        "context": 1024,
        "d_model": 768,
        "n_heads": 12,
        "n_layers": 12,
        "norm": "pre",
        "position": "learned",
        "activation": "gelu-tanh",
        "mask": "causal",
        "tied": True,
    },
    "bert-base": {
        "vocabulary": 30522,
        "context": 512,
        "d_model": 768,
        "n_heads": 12,
        "n_layers": 12,
        "norm": "post",
        "position": "learned",
        "activation": "gelu",
    },
    "llama-3-8b": {
        "vocabulary": 128256,
        "d_model": 4096,
        "n_heads": 32,
        "n_kv_heads": 8,
        "d_ff": 14336,
        "n_layers": 32,
        "norm": "pre",
        "norm_kind": "rmsnorm",
        "activation": "swiglu",
        "position": "rotary",
        "rope_base": 500000.0,
        "biases": False,
        "mask": "causal",
        "tied": False,
    },
}

COUNTING_ONLY: Final = frozenset({"llama-3-8b"})
"""Presets whose parameters can be counted here but whose forward pass needs more memory than a desktop has."""


_NO_PRESET = QT_TRANSLATE_NOOP("core", "There is no preset “{name}”; choose from: {choices}.")


def preset(name: str, **overrides: Any) -> ModelConfig:
    """The configuration called `name` (a key of PRESETS) with `overrides` put over it.

    Raises
    ------
    InputError
        For an unknown name, saying which there are, and for overrides that are not legal.
    """
    if name not in PRESETS:
        raise InputError(_NO_PRESET, name=name, choices=", ".join(PRESETS))
    return ModelConfig(**(PRESETS[name] | overrides))


def preset_of(config: ModelConfig) -> str | None:
    """The name of the preset that `config` is, whatever its seed; None when it is none."""
    for name in PRESETS:
        if preset(name, seed=config.seed) == config:
            return name
    return None
