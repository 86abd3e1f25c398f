"""The stylesheet of the whole application, made from a theme."""

from __future__ import annotations

from gui.theme.theme import Theme


def stylesheet(theme: Theme) -> str:
    """The rules for `theme`, at its zoom."""
    return f"QToolTip {{ background: {theme.raised.name()}; color: {theme.text.name()}; }}"
