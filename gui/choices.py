"""The words for how things are shown: what a view offers, a document remembers and a setting keeps."""

from __future__ import annotations

from typing import Literal

Scale = Literal["shared", "per-head", "log"]
"""One scale from 0 to 1 for all heads, each head's own, or powers of ten."""
ColorMap = Literal["ink", "viridis", "cividis", "grey"]
Tab = Literal[
    "heads",
    "table",
    "lines",
    "intervene",
    "stages",
    "arithmetic",
    "stream",
    "positions",
    "experiments",
    "seeds",
    "compare",
    "check",
]
"""The pages of the middle area, in their order."""
