"""Read a golden file with numpy alone."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.golden.configurations import FORMAT


@dataclass(frozen=True, slots=True)
class GoldenFile:
    """One forward pass as torch computed it."""

    config: dict[str, Any]
    """The fields of ModelConfig."""
    ids: tuple[int, ...]
    parameters: dict[str, NDArray[np.float32]]
    """By the names of the parameter table."""
    arrays: dict[str, NDArray[np.float32]]
    """layers.{l}.NAME and logits."""


def read(path: Path) -> GoldenFile:
    """Take the numbers apart as the index says.

    Raises
    ------
    ValueError
        For another format version, or when index and numbers disagree in length.
    """
    with np.load(path, allow_pickle=False) as file:
        version = int(file["format"])
        if version != FORMAT:
            message = f"{path.name} has format {version}, this reader knows {FORMAT}: make the files again"
            raise ValueError(message)
        config, index = json.loads(str(file["config"])), json.loads(str(file["index"]))
        ids, numbers = tuple(file["tokens"].tolist()), file["numbers"]
    parts: dict[str, NDArray[np.float32]] = {}
    start = 0
    for name, shape in index.items():
        end = start + math.prod(shape)
        parts[name] = numbers[start:end].reshape(shape)
        start = end
    if start != numbers.size:
        message = f"{path.name}: the index describes {start} numbers, the file holds {numbers.size}"
        raise ValueError(message)
    prefix = "parameters."
    parameters = {name.removeprefix(prefix): part for name, part in parts.items() if name.startswith(prefix)}
    return GoldenFile(config, ids, parameters, {name: part for name, part in parts.items() if not name.startswith(prefix)})
