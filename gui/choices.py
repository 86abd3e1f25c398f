"""The words for how things are shown: what a view offers, a document remembers and a setting keeps."""

from __future__ import annotations

from typing import Literal

from core.files.session import SessionTab

Scale = Literal["shared", "per-head", "log"]
"""One scale from 0 to 1 for all heads, each head's own, or powers of ten."""
ColorMap = Literal["ink", "viridis", "cividis", "grey"]
Tab = SessionTab
"""The pages of the middle area, in their order."""
