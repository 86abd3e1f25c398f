"""Colours and type of the two themes. Nothing outside gui/theme names a colour or a font."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from PySide6.QtGui import QColor, QFont

ThemeName = Literal["light", "dark"]
FontRole = Literal["caption", "control", "text", "sentence", "statement", "figure"]

SANS: Final = "Inter"
MONO: Final = "JetBrains Mono"
PIXELS: Final[dict[FontRole, int]] = {"caption": 12, "control": 13, "text": 14, "sentence": 19, "statement": 20, "figure": 13}


@dataclass(frozen=True, slots=True)
class Theme:
    """Colour tokens, and the zoom that every size on screen is multiplied by.

    query, key, value, position, norm and stream carry one meaning each, everywhere.
    """

    name: ThemeName
    window: QColor
    surface: QColor
    raised: QColor
    border: QColor
    text: QColor
    muted: QColor
    accent: QColor
    on_accent: QColor
    key: QColor
    value: QColor
    position: QColor
    norm: QColor
    stream: QColor
    zoom: float = 1.0
    tabular: bool = True
    """Whether all digits are equally wide. Not in a PDF: Qt writes exchanged glyphs without the text they stand for."""

    @property
    def query(self) -> QColor:
        """The token that looks: the accent itself."""
        return self.accent

    def px(self, pixels: float) -> int:
        """`pixels` of the design at the present zoom."""
        return max(1, round(pixels * self.zoom))

    def font(self, role: FontRole, *, bold: bool = False) -> QFont:
        """The font of `role`; figures are monospaced and all digits are equally wide, so that columns align and nothing jumps."""
        font = QFont(MONO if role == "figure" else SANS)
        font.setPixelSize(self.px(PIXELS[role]))
        # On by itself in Inter, "calt" turns the x of “<0xF0>” into ×: what is shown must be what was typed.
        font.setFeature(QFont.Tag("calt"), 0)
        if self.tabular:
            font.setFeature(QFont.Tag("tnum"), 1)
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    def for_pdf(self) -> Theme:
        """The same theme with text that can be selected and searched in a PDF."""
        return replace(self, tabular=False)

    def zoomed(self, zoom: float) -> Theme:
        """The same theme at another zoom."""
        return replace(self, zoom=zoom)


def _theme(name: ThemeName, colors: dict[str, str]) -> Theme:
    tokens: dict[str, Any] = {token: QColor(f"#{code}") for token, code in colors.items()}
    return Theme(name, **tokens)


LIGHT: Final = _theme(
    "light",
    {
        "window": "F4F6F9",
        "surface": "FFFFFF",
        "raised": "EDF0F5",
        "border": "D3D9E2",
        "text": "151A21",
        "muted": "4B5768",
        "accent": "1F5FBF",
        "on_accent": "FFFFFF",
        "key": "A84B08",
        "value": "0A7457",
        "position": "7338A8",
        "norm": "7A5C00",
        "stream": "4B5768",
    },
)
DARK: Final = _theme(
    "dark",
    {
        "window": "12151A",
        "surface": "1A1E25",
        "raised": "242A33",
        "border": "38414E",
        "text": "EEF2F7",
        "muted": "A8B3C2",
        "accent": "7FB2FF",
        "on_accent": "12151A",
        "key": "F2A65A",
        "value": "58CFA6",
        "position": "C79BF2",
        "norm": "E3C35C",
        "stream": "A8B3C2",
    },
)
