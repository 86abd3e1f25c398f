"""Claims about the transformer that are measured and could fail, one file a claim.

Window and command line use the same functions.
"""

from __future__ import annotations

from typing import Final

EXPERIMENTS: Final = ("order", "heads", "cost", "stability", "reach")
"""Names of the experiments, in the order in which an interface lists them."""
