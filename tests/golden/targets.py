"""What the golden gradients are gradients of. Needs neither torch nor core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.golden.configurations import FOLDER

GRADIENTS: Final = FOLDER / "gradients"


def targets(ids: Sequence[int], vocabulary: int) -> list[int]:
    """One target for each token, spread over the vocabulary; of more than three the third is not counted (−1)."""
    return [-1 if place == 2 and len(ids) > 3 else (5 * token + place + 1) % vocabulary for place, token in enumerate(ids)]
