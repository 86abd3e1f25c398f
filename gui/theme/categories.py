"""Colours that tell things apart and mean nothing else: heads beside each other, runs with several seeds."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from gui.theme.theme import Theme, ThemeName

_Dash = Qt.PenStyle

CATEGORIES: Final[dict[ThemeName, tuple[str, ...]]] = {
    "light": ("#3C4BC3", "#B42D69", "#878700", "#3C87FF", "#5A003C", "#E15A96", "#5A4B00", "#2D0F87"),
    "dark": ("#87B4FF", "#FF78A5", "#C3B400", "#5AFFFF", "#D23C4B", "#E1F078", "#A55AA5", "#6978FF"),
}
"""Found by a search for eight colours that stay far apart (0.13 in Oklab) in the eyes of people without red, green or blue cones as
well, each at least 3:1 against every surface. The tests measure both again."""

DASHES: Final = (_Dash.SolidLine, _Dash.DashLine, _Dash.DotLine, _Dash.DashDotLine)
"""Goes with the colours, so that nothing is told apart by colour alone."""


def category(index: int, theme: Theme) -> QColor:
    """The colour of thing number `index`, counted from 0; after eight they begin again (with another dash)."""
    colors = CATEGORIES[theme.name]
    return QColor(colors[index % len(colors)])


def category_dash(index: int) -> Qt.PenStyle:
    """The line that goes with the colour: neighbours differ, and so do things that share a colour."""
    return DASHES[(index + index // len(CATEGORIES["light"])) % len(DASHES)]
