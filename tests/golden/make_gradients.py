"""Write the golden gradients, one file for each golden file.

Needs torch 2.13.0 and numpy; run it from the root of the project: python -m tests.golden.make_gradients

Layout of a file (a compressed .npz without pickled objects): `made_with`, `loss` (mean cross-entropy of `targets(…)`, in nats),
`parameters` (float32, the gradients of all parameters one behind the other, in the order of the golden file of the same name) and
`stream` (float32 [L, T, D], the gradients of what enters each block: resid_pre). Computed by torch's own differentiation of
reference.forward in float64, rounded once at the end.
"""

from __future__ import annotations

import numpy as np
import torch

from tests.golden import reference
from tests.golden.configurations import FOLDER, GOLDEN
from tests.golden.reader import read
from tests.golden.targets import GRADIENTS, targets


def contents(name: str) -> dict[str, np.ndarray]:
    """Differentiate one golden model."""
    golden = read(FOLDER / f"{name}.npz")
    parameters = {key: torch.tensor(value, dtype=torch.float64, requires_grad=True) for key, value in golden.parameters.items()}
    found = reference.forward(golden.config, parameters, list(golden.ids))
    entering = [found[f"layers.{layer}.resid_pre"] for layer in range(golden.config["n_layers"])]
    for array in entering:
        array.retain_grad()
    wanted = torch.tensor(targets(golden.ids, golden.config["vocabulary"]))
    loss = torch.nn.functional.cross_entropy(found["logits"], wanted, ignore_index=-1)
    loss.backward()
    flat = [torch.zeros_like(p) if p.grad is None else p.grad for p in parameters.values()]
    return {
        "made_with": np.array(f"torch {torch.__version__.partition('+')[0]}"),
        "loss": np.array(loss.item()),
        "parameters": torch.cat([gradient.reshape(-1) for gradient in flat]).numpy().astype(np.float32),
        "stream": np.stack([array.grad.numpy() for array in entering]).astype(np.float32),
    }


def main() -> None:
    """Write all files and remove those whose configuration is gone."""
    GRADIENTS.mkdir(exist_ok=True)
    for name in GOLDEN:
        np.savez_compressed(GRADIENTS / f"{name}.npz", **contents(name))
    for path in GRADIENTS.glob("*.npz"):
        if path.stem not in GOLDEN:
            path.unlink()


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
