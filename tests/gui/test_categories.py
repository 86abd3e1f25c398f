"""The colours that tell things apart can be told apart, by everybody and on every surface."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtGui import QColor

from gui.theme.categories import CATEGORIES, category, category_dash
from gui.theme.theme import DARK, LIGHT, Theme

# Machado, Oliveira and Fernandes (2009): what linear sRGB becomes without one kind of cone.
EYES = {
    "all cones": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def linear(color: QColor) -> np.ndarray:
    srgb = np.array([color.redF(), color.greenF(), color.blueF()])
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def oklab(rgb: np.ndarray) -> np.ndarray:
    """Björn Ottosson's numbers."""
    cones = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    lab = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return lab @ np.cbrt(cones @ np.clip(rgb, 0, 1))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("eyes", EYES)
def test_colours_stay_apart_in_all_eyes(theme: Theme, eyes: str) -> None:
    """0.1 in Oklab is about five times what can just be told apart side by side."""
    seen = [oklab(np.asarray(EYES[eyes]) @ linear(category(i, theme))) for i in range(len(CATEGORIES[theme.name]))]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) > 0.1


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_lines_have_the_contrast_of_graphics(theme: Theme) -> None:
    """WCAG 2.1, 1.4.11: 3:1 against what lies beside."""
    for ground in (theme.window, theme.surface, theme.raised):
        for i in range(len(CATEGORIES[theme.name])):
            lights = [float(linear(c) @ [0.2126, 0.7152, 0.0722]) + 0.05 for c in (ground, category(i, theme))]
            assert max(lights) / min(lights) >= 3


def test_what_shares_a_colour_differs_in_its_dash() -> None:
    looks = {(category(i, LIGHT).name(), category_dash(i)) for i in range(32)}
    assert len(looks) == 32
    assert all(category_dash(i) != category_dash(i + 1) for i in range(7))
