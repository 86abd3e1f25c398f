"""Colour maps: one way up in lightness, the tokens at their ends, and the well-known ones unchanged."""

from __future__ import annotations

import numpy as np
import pytest

from gui.theme.colormaps import INK, luminance, lut
from gui.theme.theme import DARK, LIGHT

THEME_NAMES = pytest.mark.parametrize("theme_name", ["light", "dark"])
MAPS = pytest.mark.parametrize("name", ["ink", "viridis", "cividis", "grey", "signed"])


def _rgb(code: str) -> tuple[int, ...]:
    return tuple(int(code[i : i + 2], 16) for i in (1, 3, 5))


@THEME_NAMES
@MAPS
def test_tables_are_256_colours_that_nobody_can_change(name: str, theme_name: str):
    table = lut(name, theme_name)
    assert (table.shape, table.dtype) == ((256, 3), np.uint8)
    assert table.flags.c_contiguous
    assert lut(name, theme_name) is table
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 0


@pytest.mark.parametrize("theme_name, sign", [("light", -1), ("dark", 1)])
def test_b98_luminance_of_ink_goes_one_way_at_every_step(theme_name: str, sign: int):
    assert (np.diff(luminance(lut("ink", theme_name))) * sign > 0).all()


@pytest.mark.parametrize("theme_name, sign", [("light", -1), ("dark", 1)])
def test_b98_ink_stays_ordered_in_greyscale(theme_name: str, sign: int):
    """A grey print has 256 levels at most: never the wrong way round, and at least 200 levels stay apart."""
    light = luminance(lut("ink", theme_name))
    grey = np.rint(255 * np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)) * sign
    assert (np.diff(grey) >= 0).all()
    assert len(np.unique(grey)) >= 180


@THEME_NAMES
def test_ink_runs_through_its_stops(theme_name: str):
    """The stops of the design at 0, 1/4, 1/2, 3/4 and 1; the three in the middle lie between two rows of the table."""
    table = lut("ink", theme_name).astype(int)
    stops = [_rgb(code) for code in INK[theme_name]]
    assert (tuple(table[0]), tuple(table[255])) == (stops[0], stops[-1])
    for row, stop in zip((64, 128, 191), stops[1:4], strict=True):
        assert np.abs(table[row] - stop).max() <= 2


@THEME_NAMES
def test_ink_starts_on_the_paper(theme_name: str):
    paper = (LIGHT if theme_name == "light" else DARK).surface.name()
    assert tuple(lut("ink", theme_name)[0]) == _rgb(paper)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_signed_is_key_paper_query_and_even_about_zero(theme):
    table = lut("signed", theme.name)
    light = luminance(table)
    sign = 1 if theme.name == "light" else -1
    assert tuple(table[0]) == _rgb(theme.key.name())
    assert tuple(table[255]) == _rgb(theme.query.name())
    assert np.abs(table[127:129].astype(int) - _rgb(theme.surface.name())).max() <= 2
    assert (np.diff(light[:128]) * sign > 0).all()
    assert (np.diff(light[128:]) * sign < 0).all()


@THEME_NAMES
def test_b66_quarter_is_grey_63_on_the_grey_map(theme_name: str):
    assert lut("grey", theme_name)[int(0.25 * 255)].tolist() == [63, 63, 63]


@THEME_NAMES
@pytest.mark.parametrize("name", ["ink", "viridis", "cividis", "grey"])
def test_b66_quarter_differs_clearly_from_nothing(name: str, theme_name: str):
    table = lut(name, theme_name)
    assert np.abs(table[63].astype(int) - table[0]).max() >= 40


@THEME_NAMES
@pytest.mark.parametrize("name", ["ink", "viridis", "cividis", "grey", "signed"])
def test_b67_at_least_200_colours(name: str, theme_name: str):
    assert len(np.unique(lut(name, theme_name), axis=0)) >= 200


def test_viridis_and_cividis_are_the_published_ones():
    """First, middle and last rows of the published tables, times 255 and rounded: viridis starts 0.267004 0.004874 0.329415."""
    assert lut("viridis", "light")[[0, 128, 255]].tolist() == [[68, 1, 84], [33, 145, 140], [253, 231, 37]]
    assert lut("cividis", "light")[[0, 128, 255]].tolist() == [[0, 32, 77], [125, 124, 120], [255, 234, 70]]
    assert (lut("viridis", "light") == lut("viridis", "dark")).all()
