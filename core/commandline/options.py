"""The architecture options of every command, and the command that reproduces a configuration."""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from core.commandline.parser import decimal_number, switch, whole_number
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import CHOICES, ModelConfig
from core.model.presets import PRESETS, preset

_NO_PRESET = QT_TRANSLATE_NOOP("core", "There is no preset “{name}”; choose one of: {choices}.")


@dataclass(frozen=True, slots=True)
class _Option:
    """`--name VALUE` for one field of ModelConfig, read by `read`."""

    name: str
    field: str
    metavar: str
    help: str
    read: Callable[[str], Any] = str


def _head_width(text: str) -> str | int:
    return whole_number(text) if text.lstrip("+-").isdigit() else text


def _choice(field: str, help_text: str) -> _Option:
    return _Option("--" + field.replace("_", "-"), field, "{" + ",".join(CHOICES[field]) + "}", help_text)


_OPTIONS: Final = (
    _Option("--d-model", "d_model", "N", "width of the model (512)", whole_number),
    _Option("--heads", "n_heads", "N", "heads of each layer (8)", whole_number),
    _Option("--layers", "n_layers", "N", "number of blocks (6)", whole_number),
    _Option("--d-ff", "d_ff", "N", "width inside the feed-forward network (4 x d-model)", whole_number),
    _Option(
        "--head-width", "head_width", "{split,keep,N}", "split: d-model/heads; keep: d-model; or a number (split)", _head_width
    ),
    _Option("--kv-heads", "n_kv_heads", "N", "key/value heads; must divide the heads (as many as heads)", whole_number),
    _choice("position", "kind of position encoding (sinusoidal)"),
    _choice("placement", "where it is added (query-key for rotary and alibi, none for none, else input)"),
    _choice("sinusoid_layout", "order of sines and cosines (interleaved)"),
    _choice("norm", "where the norm stands (pre)"),
    _choice("norm_kind", "kind of norm (layernorm)"),
    _Option("--skip", "skip", "{on,off}", "skip connections (on)", switch),
    _Option("--mask", "mask", "{none,causal,window:N}", "which tokens a token may look at (none)"),
    _choice("activation", "inside the feed-forward network (relu)"),
    _Option("--vocabulary", "vocabulary", "N", "rows of the token table (37000)", whole_number),
    _Option("--context", "context", "N", "rows of a learned position table (512)", whole_number),
    _Option("--scale-embedding", "scale_embedding", "{on,off}", "token embeddings times the square root of d-model (off)", switch),
    _Option("--rope-base", "rope_base", "X", "base of the rotary angles (10000)", decimal_number),
    _Option("--seed", "seed", "N", "seed of the random weights (0)", whole_number),
)

_PAIRS: Final = (
    ("biases", "--biases", "--no-biases", "biases everywhere (the default), or none, the norms' included"),
    ("tied", "--tied", "--untied", "output matrix = token embedding (the default), or one of its own"),
)


def add_architecture_options(parser: ArgumentParser, note: str | None = None) -> None:
    """Give `parser` all options that define a model. What is not given stays None, so that presets and defaults apply.

    `note`: where other defaults apply than those in the brackets.
    """
    group = parser.add_argument_group("architecture (default in brackets)", note)
    group.add_argument(
        "--preset", metavar="{" + ",".join(PRESETS) + "}", help="start from this model; all other options override it"
    )
    for option in _OPTIONS:
        group.add_argument(option.name, dest=option.field, metavar=option.metavar, type=option.read, help=option.help)
    for field, on, off, help_text in _PAIRS:
        group.add_argument(on, dest=field, action="store_const", const=True, help=help_text)
        group.add_argument(off, dest=field, action="store_const", const=False, help="see " + on)


def config_from(options: Namespace, base: ModelConfig | None = None) -> ModelConfig:
    """The configuration that parsed `options` describe; what is not given is that of `base`, or the defaults.

    Raises
    ------
    InputError
        For an unknown preset and for an illegal value or combination.
    """
    given = {field.name: getattr(options, field.name) for field in fields(ModelConfig)}
    given = {name: value for name, value in given.items() if value is not None}
    if options.preset is None:
        return ModelConfig(**given) if base is None else replace(base, **given)
    if options.preset not in PRESETS:
        raise InputError(_NO_PRESET, name=options.preset, choices=", ".join(PRESETS))
    return preset(options.preset, **given)


def command_line(config: ModelConfig, *, length: int | None = None) -> str:
    """The command that counts exactly this model, for a shell: `python main.py counts --heads 4 --length 9 --json`."""
    words = ["python", "main.py", "counts", *architecture_words(config)]
    if length is not None:
        words += ["--length", str(length)]
    return shlex.join([*words, "--json"])


def architecture_words(config: ModelConfig, usual: ModelConfig | None = None) -> list[str]:
    """The shortest options that give `config` back: those that differ from `usual`, or else from the defaults."""
    usual = ModelConfig() if usual is None else usual
    words = []
    for option in _OPTIONS:
        value = getattr(config, option.field)
        if value is not None and value != getattr(usual, option.field):
            words += [option.name, _written(value)]
    words += [
        on if getattr(config, field) else off for field, on, off, _ in _PAIRS if getattr(config, field) != getattr(usual, field)
    ]
    return words


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
