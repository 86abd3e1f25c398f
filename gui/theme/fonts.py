"""The bundled fonts, and what is shown for a character that no font can draw."""

from __future__ import annotations

import logging
import unicodedata
from importlib import resources
from typing import Final

from PySide6.QtGui import QFontDatabase, QFontMetrics

log = logging.getLogger(__name__)

FILES: Final = (
    "Inter-Regular.otf",
    "Inter-Medium.otf",
    "Inter-SemiBold.otf",
    "JetBrainsMono-Regular.ttf",
    "JetBrainsMono-Medium.ttf",
)


def load_fonts() -> frozenset[str]:
    """Make Inter and JetBrains Mono known to Qt (needs a QGuiApplication).

    Returns
    -------
    The names of the font files that were loaded. One that cannot be read is logged, and Qt falls back to the system's fonts.
    """
    folder = resources.files("resources") / "fonts"
    loaded = set()
    for name in FILES:
        try:
            data = (folder / name).read_bytes()
        except OSError as error:
            log.warning("the font %s cannot be read: %s", name, error)
            continue
        if QFontDatabase.addApplicationFontFromData(data) < 0:
            log.warning("the font %s is damaged", name)
            continue
        loaded.add(name)
    return frozenset(loaded)


def shown(text: str, font_metrics: QFontMetrics) -> str:
    """`text`, with each character that no font on this machine can draw replaced by its code, such as U+1F642 (case B77).

    Fallback fonts count: only what would come out as an empty box, or as nothing, is replaced. Joiners, marks of direction
    and variation selectors have no picture of their own and stay.
    """
    if text.isascii():
        return text
    return "".join(char if _drawable(char, font_metrics) else f"U+{ord(char):04X}" for char in text)


def _drawable(char: str, font_metrics: QFontMetrics) -> bool:
    return char.isascii() or font_metrics.inFontUcs4(ord(char)) or unicodedata.category(char) in ("Cf", "Mn", "Zl", "Zp")
