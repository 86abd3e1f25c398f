"""Given weights in another model than the one they were made for: it may be any that needs no other parameters."""

from __future__ import annotations

from dataclasses import replace

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig
from core.model.parameters import parameter_table
from core.model.weights import Origin, Weights, loaded_weights

_LACKS = QT_TRANSLATE_NOOP(
    "core",
    "The weights “{name}” have no “{parameter}” of the shape {needed}, which this setting needs: take random weights first.",
)


def check_fits(config: ModelConfig, theirs: ModelConfig, name: str) -> None:
    """Raise InputError where the weights `name`, made for `theirs`, lack a parameter that `config` needs, or have it otherwise."""
    there = {spec.name: spec.shape for spec in parameter_table(theirs)}
    # One block more than they have is enough to find one that they lack, however many are asked for.
    wanted = replace(config, n_layers=min(config.n_layers, theirs.n_layers + 1))
    for spec in parameter_table(wanted):
        if there.get(spec.name) != spec.shape:
            raise InputError(_LACKS, name=name, parameter=spec.name, needed=" × ".join(map(str, spec.shape)))


def fitted_weights(weights: Weights, config: ModelConfig, name: str, origin: Origin) -> Weights:
    """`weights` for `config`, without the parameters that it does not need: a copy, unless all is the same.

    Raises
    ------
    InputError
        As `check_fits`.
    """
    if (config, name, origin) == (weights.config, weights.name, weights.origin):
        return weights
    check_fits(config, weights.config, name)
    return loaded_weights(config, {spec.name: weights[spec.name] for spec in parameter_table(config)}, name, origin)
