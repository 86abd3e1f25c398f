"""What a transformer is: configuration, parameters, forward pass, trace, counts.

Numerical parts are imported when first used: counting and checking a configuration need no numpy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from core.model.config import ModelConfig
from core.model.presets import PRESETS, preset

if TYPE_CHECKING:
    from core.model.attention import HeadMaps
    from core.model.counts import count
    from core.model.runs import Run, run
    from core.model.trace import ARRAY_NAMES, EVERYTHING, LayerTrace, Trace
    from core.model.transformer import forward, head_maps
    from core.model.weights import Weights, loaded_weights, random_weights

_LATER: Final = {
    "HeadMaps": "attention",
    "count": "counts",
    "Run": "runs",
    "run": "runs",
    "forward": "transformer",
    "head_maps": "transformer",
    "ARRAY_NAMES": "trace",
    "EVERYTHING": "trace",
    "LayerTrace": "trace",
    "Trace": "trace",
    "Weights": "weights",
    "loaded_weights": "weights",
    "random_weights": "weights",
}

__all__ = [
    "ARRAY_NAMES",
    "EVERYTHING",
    "PRESETS",
    "HeadMaps",
    "LayerTrace",
    "ModelConfig",
    "Run",
    "Trace",
    "Weights",
    "count",
    "forward",
    "head_maps",
    "loaded_weights",
    "preset",
    "random_weights",
    "run",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
