"""Write the golden files.

Needs torch 2.13.0 and numpy; run it from the root of the project: python -m tests.golden.make_golden

Layout of a file (a compressed .npz without pickled objects), format version 1:

    format            int64 scalar, the version of this layout
    made_with         text scalar, the torch release
    config            text scalar, JSON: the fields of ModelConfig
    tokens            int64 [T], token ids
    index             text scalar, JSON: name -> shape, in the order in which the numbers follow each other
    numbers           float32, all arrays one behind the other: parameters.NAME, layers.{l}.NAME, logits

(One array and an index, because 70 tiny arrays in a .npz weigh three times as much as their numbers.) reader.py reads it.

The parameters are multiples of 1/1024 (times a power of two), which float32 holds exactly. The pass itself runs in float64 and is
rounded to float32 once, at the end: a stored number is then right to half a unit in the last place (6e-8 relative), and
the tolerance of the comparison, 1e-5 relative to the largest value of the array, is left whole to the rounding of the float32 pass
under test. Wrong formulas err by more: the two forms of GELU differ by 5e-4, and where ε stands shows with the tiny embeddings.
"""

from __future__ import annotations

import json
import zlib

import numpy as np
import torch

from tests.golden import crosscheck, reference
from tests.golden.configurations import ARRAYS, FOLDER, FORMAT, GOLDEN, Golden


def contents(name: str, golden: Golden) -> dict[str, np.ndarray]:
    """Compute what one file holds; the seed comes from the name, so that adding a configuration changes no other file."""
    generator = torch.Generator().manual_seed(zlib.crc32(name.encode()))
    config = golden.config
    parameters = reference.draw(config, generator, golden.embedding_scale)
    ids = torch.randint(config["vocabulary"], (golden.tokens,), generator=generator).tolist()
    if golden.tokens > 3:
        ids[3] = ids[1]  # a repeated word: equal rows without positions, different ones with them
    out = reference.forward(config, parameters, ids)
    expected = {f"layers.{layer}.{array}" for layer in range(config["n_layers"]) for array in ARRAYS} | {"logits"}
    assert set(out) == expected, set(out) ^ expected
    crosscheck.check(config, parameters, ids, out)
    for parameter in parameters.values():
        assert torch.equal(parameter.float().double(), parameter)
    parts = {f"parameters.{key}": value for key, value in parameters.items()} | out
    return {
        "format": np.array(FORMAT, dtype=np.int64),
        "made_with": np.array(f"torch {torch.__version__.partition('+')[0]}"),
        "config": np.array(json.dumps(config)),
        "tokens": np.array(ids, dtype=np.int64),
        "index": np.array(json.dumps({key: list(value.shape) for key, value in parts.items()})),
        "numbers": np.concatenate([value.numpy().astype(np.float32).ravel() for value in parts.values()]),
    }


def main() -> None:
    """Write all files and remove those whose configuration is gone."""
    FOLDER.mkdir(exist_ok=True)
    with torch.no_grad():
        for name, golden in GOLDEN.items():
            np.savez_compressed(FOLDER / f"{name}.npz", **contents(name, golden))
    for path in FOLDER.glob("*.npz"):
        if path.stem not in GOLDEN:
            path.unlink()


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
