"""Colour maps as tables of 256 colours: the project's own two, made from the tokens of each theme, and three well-known ones."""

from __future__ import annotations

import base64
from functools import cache
from itertools import product
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from gui.theme.map_tables import CIVIDIS, VIRIDIS
from gui.theme.theme import DARK, LIGHT, ThemeName

MapName = Literal["ink", "viridis", "cividis", "grey", "signed"]
STEPS: Final = 256
_Floats = NDArray[np.float64]

INK: Final[dict[ThemeName, tuple[str, ...]]] = {
    "light": ("#FFFFFF", "#B9D3F3", "#5C98DE", "#1F5FBF", "#0B2A5E"),
    "dark": ("#1A1E25", "#1F4E8F", "#3F8ADB", "#8FC4FA", "#F2F8FF"),
}
"""Colours at 0, 1/4, 1/2, 3/4 and 1: nothing is the paper (the surface of the theme), everything is ink."""

# Björn Ottosson, "A perceptual color space for image processing" (Oklab): linear sRGB → cone responses → Lab.
_TO_CONES: Final = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB: Final = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_LUMINANCE: Final = np.array([0.2126, 0.7152, 0.0722])


@cache
def lut(name: MapName, theme_name: ThemeName) -> NDArray[np.uint8]:
    """The table of a map: 256 rows of red, green and blue, read-only. Row 0 shows 0 (for "signed": −m), row 255 shows 1 (m).

    "ink" and "signed" belong to the theme. The luminance of "ink" falls strictly over all steps on light and rises on dark
    (case B98); that of "signed" does so from its middle, 0, towards both ends.
    """
    if name == "ink":
        table = _strictly(_interpolated(INK[theme_name]))
    elif name == "signed":
        theme = LIGHT if theme_name == "light" else DARK
        half = STEPS // 2
        middle = theme.surface.name()
        # An even number of steps has no middle row: both rows next to 0 are half a step away from the paper.
        positions = np.arange(half) * 2 / (STEPS - 1)
        low = _strictly(_interpolated((theme.key.name(), middle), positions))
        high = _strictly(_interpolated((theme.query.name(), middle), positions))[::-1]
        table = np.concatenate([low, high])
    elif name == "grey":
        table = np.repeat(np.arange(STEPS, dtype=np.uint8)[:, None], 3, axis=1)
    else:
        table = np.frombuffer(base64.b64decode(VIRIDIS if name == "viridis" else CIVIDIS), np.uint8).reshape(STEPS, 3)
    table = np.ascontiguousarray(table)
    table.flags.writeable = False
    return table


def luminance(table: NDArray[np.uint8]) -> _Floats:
    """Relative luminance (WCAG 2) of sRGB colours [..., 3], 0 for black to 1 for white."""
    result: _Floats = _linear(np.asarray(table, dtype=np.float64) / 255) @ _LUMINANCE
    return result


def _linear(srgb: _Floats) -> _Floats:
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def _encoded(linear: _Floats) -> _Floats:
    clipped = np.clip(linear, 0, 1)
    return np.where(clipped <= 0.0031308, clipped * 12.92, 1.055 * clipped ** (1 / 2.4) - 0.055)


def _interpolated(stops: tuple[str, ...], positions: _Floats | None = None) -> _Floats:
    """sRGB in 0…255, not rounded [n, 3], at `positions` in 0…1 (256 even steps by default) between evenly spaced stops.

    Runs through the stops in Oklab, where equal steps look equal, with monotone cubics, so that no edge shows at a stop.
    """
    at = np.linspace(0, 1, STEPS) if positions is None else positions
    srgb = np.array([[int(stop[i : i + 2], 16) for i in (1, 3, 5)] for stop in stops]) / 255
    lab = np.cbrt(_linear(srgb) @ _TO_CONES.T) @ _TO_LAB.T
    mixed = np.stack([_monotone(lab[:, axis], at * (len(stops) - 1)) for axis in range(3)], axis=1)
    cones = (mixed @ np.linalg.inv(_TO_LAB).T) ** 3
    return _encoded(cones @ np.linalg.inv(_TO_CONES).T) * 255


def _monotone(y: _Floats, at: _Floats) -> _Floats:
    """Fritsch and Carlson's cubic through (0, y[0]), (1, y[1]) …: between two points it never leaves their range."""
    rise = np.diff(y)
    slope = np.concatenate([rise[:1], np.zeros(len(y) - 2), rise[-1:]])
    same = rise[:-1] * rise[1:] > 0
    slope[1:-1][same] = 2 * rise[:-1][same] * rise[1:][same] / (rise[:-1] + rise[1:])[same]
    k = np.minimum(at.astype(int), len(y) - 2)
    t = at - k
    result: _Floats = (
        y[k] * (1 + 2 * t) * (1 - t) ** 2
        + slope[k] * t * (1 - t) ** 2
        + y[k + 1] * t**2 * (3 - 2 * t)
        + slope[k + 1] * t**2 * (t - 1)
    )
    return result


def _strictly(ideal: _Floats) -> NDArray[np.uint8]:
    """Round `ideal` [n, 3] to bytes so that the luminance goes one way at every step.

    Rounding each channel alone can turn two neighbours round; so each row takes, among the roundings within 1 of each
    channel, the nearest one whose luminance has passed the row before it.
    """
    rising = ideal[-1] @ _LUMINANCE > ideal[0] @ _LUMINANCE
    offsets = np.array(list(product((-1, 0, 1), repeat=3)))
    rows = [np.rint(ideal[0])]
    for target in ideal[1:]:
        candidates = np.clip(np.rint(target) + offsets, 0, 255)
        light = _linear(candidates / 255) @ _LUMINANCE
        last = _linear(rows[-1] / 255) @ _LUMINANCE
        passed = candidates[light > last if rising else light < last]
        rows.append(passed[np.argmin(((passed - target) ** 2).sum(axis=1))])
    return np.array(rows).astype(np.uint8)
