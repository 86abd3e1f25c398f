"""Painting of maps, looked at pixel by pixel, without widgets."""

from __future__ import annotations

import re
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from pytestqt.qtbot import QtBot

from core.model.trace import FloatArray
from gui import i18n
from gui.choices import ColorMap, Scale
from gui.drawing.heatmap import legend_of, paint_head
from gui.drawing.legend import Legend, bar_rect, paint_legend, words
from gui.drawing.map_layout import HeadLayout, HeadPicture, head_layout
from gui.drawing.map_marks import Texts
from gui.drawing.map_values import LOG_FLOOR, allowed, indices, light_ink, reduced, table, to_value
from gui.drawing.mosaic import MosaicPicture, mosaic_cells, mosaic_layout, mosaic_pixels, paint_mosaic
from gui.theme.colormaps import luminance, lut
from gui.theme.theme import DARK, LIGHT, Theme
from gui.views.map_toys import toy_labels, toy_maps, toy_pattern

MAPS: tuple[ColorMap, ...] = get_args(ColorMap)
SCALES: tuple[Scale, ...] = get_args(Scale)
SIZE = QRectF(0, 0, 520, 560)


def painted(picture: HeadPicture, theme: Theme = LIGHT) -> tuple[QImage, HeadLayout]:
    image = QImage(int(SIZE.width()), int(SIZE.height()), QImage.Format.Format_RGB32)
    image.fill(theme.window)
    with QPainter(image) as painter:
        layout = paint_head(painter, SIZE, picture, theme)
    return image, layout


def corner(image: QImage, layout: HeadLayout, query: int, key: int) -> QColor:
    """A pixel of a cell near its corner, where no number stands."""
    place = layout.cell_rect(query, key)
    return image.pixelColor(int(place.x() + 4), int(place.y() + 4))


def whole_cell(image: QImage, layout: HeadLayout, query: int, key: int) -> set[str]:
    """All colours inside a cell."""
    place = layout.cell_rect(query, key).adjusted(3, 3, -3, -3).toRect()
    return {image.pixelColor(x, y).name() for x in range(place.left(), place.right()) for y in range(place.top(), place.bottom())}


def map_of(rows: list[list[float]]) -> FloatArray:
    return np.array(rows, np.float32)


# Levels


@pytest.mark.parametrize("value, index", [(0.0, 0), (0.25, 63), (0.5, 127), (1.0, 255)])
def test_b66_levels_are_fixed_from_0_to_1(value: float, index: int) -> None:
    """255 · 0.25 = 63.75 and 255 · 0.5 = 127.5, both rounded down; it does not matter what else is in the map."""
    assert (indices(np.full((4, 4), value, np.float32), "shared") == index).all()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_b66_uniform_attention_on_the_grey_map_is_grey_63(qtbot: QtBot, theme: Theme) -> None:
    image, layout = painted(HeadPicture(pattern=np.full((4, 4), 0.25, np.float32), labels=tuple("ABCD"), color_map="grey"), theme)
    assert corner(image, layout, 1, 2).getRgb()[:3] == (63, 63, 63)


@pytest.mark.parametrize("color_map", MAPS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_b66_0_and_a_quarter_are_clearly_different_and_near_values_near(qtbot: QtBot, theme: Theme, color_map: ColorMap) -> None:
    """Clearly: at least 40 of 255 in one channel; 0.24 and 0.26 are indices 61 and 66, at most 12 apart in each channel."""
    colors = lut(color_map, theme.name).astype(int)
    zero, low, quarter, high = (colors[indices(map_of([[v]]), "shared")[0, 0]] for v in (0.0, 0.24, 0.25, 0.26))
    assert abs(zero - quarter).max() >= 40
    assert abs(low - high).max() <= 12


def test_b64_nan_and_inf_do_not_move_the_other_levels() -> None:
    values = map_of([[0.5, np.nan], [np.inf, -np.inf]])
    for scale in SCALES:
        alone = indices(map_of([[0.5]]), scale, 0.5)[0, 0]
        assert indices(values, scale, 0.5).tolist() == [[alone, 0], [255, 0]]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("color_map", MAPS)
def test_b64_masked_and_nan_cells_are_hatched_and_not_painted_like_0(qtbot: QtBot, theme: Theme, color_map: ColorMap) -> None:
    """Case: lower triangle 0.5, one 0, upper triangle NaN, and one +inf; the mask forbids nothing."""
    pattern = np.where(np.tri(4, dtype=bool), np.float32(0.5), np.float32(np.nan))
    pattern[3, 0], pattern[3, 1] = 0, np.inf
    image, layout = painted(HeadPicture(pattern=pattern, labels=tuple("ABCD"), color_map=color_map), theme)
    zero = QColor(*lut(color_map, theme.name)[0].tolist()).name()
    assert corner(image, layout, 3, 0).name() == zero
    for query, key in ((0, 1), (0, 3), (2, 3)):
        found = whole_cell(image, layout, query, key)
        assert found == {theme.muted.name(), theme.raised.name()}
        assert zero not in found
    assert corner(image, layout, 3, 1).name() == QColor(*lut(color_map, theme.name)[255].tolist()).name()
    assert corner(image, layout, 1, 0).name() == QColor(*lut(color_map, theme.name)[127].tolist()).name()


def test_masked_cells_are_hatched_where_the_mask_forbids_them(qtbot: QtBot) -> None:
    """window:2 of 4 tokens: each row sees itself and the one before."""
    picture = HeadPicture(pattern=toy_pattern(4, True, 2), labels=tuple("ABCD"), causal=True, window=2)
    image, layout = painted(picture)
    for query in range(4):
        for key in range(4):
            hatched = LIGHT.raised.name() in whole_cell(image, layout, query, key)
            assert hatched == (not 0 <= query - key < 2), (query, key)


def test_b65_row_2_column_0_is_bottom_left(qtbot: QtBot) -> None:
    """Case: 3×3, only [2][0] = 1: the bright cell is at the bottom left, beside query label 3 and under key label 1."""
    pattern = np.zeros((3, 3), np.float32)
    pattern[2, 0] = 1
    image, layout = painted(HeadPicture(pattern=pattern, labels=("1", "2", "3"), color_map="grey"))
    bright = [(q, k) for q in range(3) for k in range(3) if corner(image, layout, q, k) == QColor("white")]
    assert bright == [(2, 0)]
    place = layout.cell_rect(2, 0)
    assert place.x() == layout.grid.x()
    assert place.bottom() == layout.grid.bottom()
    assert layout.cell_at(place.center().x(), place.center().y()) == (2, 0)


def test_b65_the_mosaic_is_not_turned_either(qtbot: QtBot) -> None:
    maps = np.zeros((2, 3, 3, 3), np.float32)
    maps[1, 2, 2, 0] = 1
    picture = MosaicPicture(thumbnails=maps, tokens=3, color_map="grey")
    layout = mosaic_layout(SIZE, picture, LIGHT, Texts(LIGHT))
    white = np.argwhere(mosaic_pixels(picture, layout, LIGHT) == 0xFFFFFFFF)
    place = layout.head_rect(1, 2).translated(-layout.viewport.x(), -layout.viewport.y())
    third = layout.thumbnail / 3
    assert white.min(axis=0).tolist() == [round(place.y() + 2 * third), round(place.x())]
    assert white.max(axis=0).tolist() == [round(place.bottom()) - 1, round(place.x() + third) - 1]


# The legend


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("color_map", MAPS)
def test_b67_the_bar_shows_the_whole_map(qtbot: QtBot, theme: Theme, color_map: ColorMap) -> None:
    legend = Legend(scale="shared", color_map=color_map)
    rect = QRectF(0, 0, 400, 60)
    image = QImage(400, 60, QImage.Format.Format_RGB32)
    image.fill(theme.window)
    with QPainter(image) as painter:
        paint_legend(painter, rect, legend, theme)
    bar = bar_rect(rect, legend, theme, Texts(theme)).toRect()
    line = [image.pixelColor(x, bar.center().y()).getRgb()[:3] for x in range(bar.left(), bar.right() + 1)]
    colors = [tuple(color) for color in lut(color_map, theme.name).tolist()]
    assert len(set(line)) >= 200
    assert (line[0], line[-1]) == (colors[0], colors[-1])


def test_b67_bar_and_map_share_their_limits_when_heads_change(qtbot: QtBot) -> None:
    """Also after a head of zeros, which has nothing to stretch."""
    texts = Texts(LIGHT)
    for rows, high in (([[0.4, 0.1], [0.2, 0.2]], 0.4), ([[0, 0], [0, 0]], 1.0), ([[0.8, 0.1], [0.2, 0.2]], 0.8)):
        picture = HeadPicture(pattern=map_of(rows), labels=("A", "B"), scale="per-head")
        legend = legend_of(picture, head_layout(SIZE, picture, LIGHT, texts))
        assert legend.high == pytest.approx(high)
        assert legend.ends == ("0", f"{high:.2f}")


def test_the_legend_says_scale_map_hatching_and_what_is_left_out(qtbot: QtBot) -> None:
    said = words(Legend(scale="shared", color_map="viridis", hatched=True, cells=3, part=(4, 9, 10, 300)))
    for part in ("One scale for all: 0 to 1", "viridis", "hatched: masked", "largest of 3 × 3 cells", "rows 5 to 14", "of 300"):
        assert part in said
    assert "Per head: 0 to 0.83" in words(Legend(scale="per-head", color_map="ink", high=0.83))
    assert "Log: 0.0001 to 1" in words(Legend(scale="log", color_map="ink"))


# Arrays


@given(st.floats(0, 1, width=32), st.sampled_from(SCALES), st.floats(2**-6, 1, width=32))
def test_the_value_of_a_colour_is_within_one_step_of_what_was_painted(value: float, scale: Scale, high: float) -> None:
    """An index covers 1/255 of the bar; `to_value` of its two ends must hold the value (within float32)."""
    value = min(value, high) if scale == "per-head" else value
    index = int(indices(map_of([[value]]), scale, high)[0, 0])
    low, top = to_value(index / 255, scale, high), to_value(min(index + 1, 255) / 255, scale, high)
    shown = max(value, LOG_FLOOR) if scale == "log" else value
    assert low * (1 - 1e-4) - 1e-6 <= shown <= top * (1 + 1e-4) + 1e-6


@given(st.integers(1, 24), st.integers(1, 7), st.booleans(), st.integers(0, 6), st.data())
def test_reduction_keeps_the_largest_value_and_every_allowed_square(
    tokens: int, cells: int, causal: bool, window: int, data: st.DataObject
) -> None:
    """The slow twin: look at each square of cells one by one."""
    causal = causal or window > 0
    values = np.random.default_rng(data.draw(st.integers(0, 99))).random((tokens, tokens), np.float32)
    seen, small = allowed(tokens, cells, causal, window), reduced(values, cells)
    count = -(-tokens // cells)
    assert seen.shape == small.shape == (count, count)
    for row in range(count):
        for column in range(count):
            rows = range(row * cells, min((row + 1) * cells, tokens))
            columns = range(column * cells, min((column + 1) * cells, tokens))
            assert small[row, column] == max(values[q, k] for q in rows for k in columns)
            legal = any((not causal or k <= q) and (window == 0 or q - k < window) for q in rows for k in columns)
            assert seen[row, column] == legal


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("color_map", MAPS)
def test_numbers_stand_out_on_every_colour(theme: Theme, color_map: ColorMap) -> None:
    """WCAG contrast of black (luminance 0) or white (1), whichever is chosen, at least 4.5 : 1."""
    light = luminance(lut(color_map, theme.name))
    white = light_ink(color_map, theme.name)
    contrast = np.where(white, 1.05 / (light + 0.05), (light + 0.05) / 0.05)
    assert contrast.min() >= 4.5


# Labels, many tokens, drawings


@pytest.mark.parametrize("tokens", [1, 2, 9, 32, 64, 300, 2048])
def test_labels_never_overlap_and_cells_stay_in_the_picture(qtbot: QtBot, tokens: int) -> None:
    picture = HeadPicture(pattern=np.zeros((tokens, tokens), np.float32), labels=toy_labels(tokens))
    texts = Texts(LIGHT)
    layout = head_layout(SIZE, picture, LIGHT, texts)
    line = texts.line(layout.label_role) - 1
    assert layout.row_step * layout.cell >= line
    assert layout.column_step * layout.cell * np.sin(np.radians(layout.angle)) >= line - 1e-9
    assert SIZE.contains(layout.grid)
    assert layout.cell * layout.cells >= 2


def test_b73_cells_below_two_pixels_are_reduced_by_their_largest_value(qtbot: QtBot) -> None:
    """1000 tokens in about 400 px: one bright cell must still be seen, and the legend says that cells were taken together."""
    pattern = np.zeros((1000, 1000), np.float32)
    pattern[501, 303] = 1
    image, layout = painted(HeadPicture(pattern=pattern, labels=("x",) * 1000, color_map="grey"))
    assert layout.cells > 1
    grid = layout.grid.toRect().adjusted(1, 1, -1, -1)
    white = [
        (x, y)
        for x in range(grid.left(), grid.right())
        for y in range(grid.top(), grid.bottom())
        if image.pixelColor(x, y) == QColor("white")
    ]
    assert white
    x, y = white[0]
    query, key = layout.cell_at(x + 0.5, y + 0.5) or (-99, -99)
    assert abs(query - 501) <= 2 * layout.cells
    assert abs(key - 303) <= 2 * layout.cells
    assert legend_of(HeadPicture(pattern=pattern, labels=("x",) * 1000), layout).cells == layout.cells


def test_the_mosaic_says_how_many_cells_a_dot_stands_for(qtbot: QtBot) -> None:
    """64-pixel thumbnails of 10 cells a pixel in a mosaic of 24-pixel ones: 64 / 24 rounded up is 3, so 30 cells a dot."""
    picture = MosaicPicture(thumbnails=toy_maps(48, 16, 64), cells_per_pixel=10, tokens=640)
    layout = mosaic_layout(QRectF(0, 0, 300, 300), picture, LIGHT, Texts(LIGHT))
    assert layout.thumbnail == 24
    assert mosaic_cells(picture, layout) == 30


def svg_of(paint: object, width: int = 520, height: int = 560) -> str:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(width, height))
    with QPainter(generator) as painter:
        paint(painter)  # type: ignore[operator]
    return bytes(data.data()).decode()


def texts_in(svg: str) -> list[str]:
    found = re.findall(r"<text[^>]*>(.*?)</text>", svg, re.DOTALL)
    return [text.strip().replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") for text in found]


def test_b01_labels_stay_text_in_a_drawing_and_nothing_is_mark_up(qtbot: QtBot) -> None:
    labels = ("<s>", "</s>", "a<b", "<|endoftext|>", "<unk>")
    picture = HeadPicture(pattern=toy_pattern(5), labels=labels)
    found = texts_in(svg_of(lambda painter: paint_head(painter, SIZE, picture, LIGHT)))
    for label in labels:
        assert found.count(label) == 2, label
    assert "this token looks …" in found
    assert found.count("1.000") == 5


def test_b08_visible_marks_are_shown_as_they_are(qtbot: QtBot) -> None:
    labels = ("a", "␣", "⏎", "⇥", "<0xF0>")
    picture = HeadPicture(pattern=toy_pattern(5), labels=labels)
    found = texts_in(svg_of(lambda painter: paint_head(painter, SIZE, picture, LIGHT)))
    for label in labels:
        assert found.count(label) == 2


def test_the_mosaic_keeps_its_text_in_a_drawing_and_is_one_image(qtbot: QtBot) -> None:
    picture = MosaicPicture(thumbnails=toy_maps(3, 4, 9), tokens=9)
    svg = svg_of(lambda painter: paint_mosaic(painter, SIZE, picture, LIGHT))
    found = texts_in(svg)
    for words_there in ("layer 1", "layer 3", "head 1", "head 4", "All heads", "One scale for all: 0 to 1"):
        assert words_there in found
    assert svg.count("<image") == 1


def test_figures_in_drawings_are_ordinary_ones(qtbot: QtBot) -> None:
    """Exchanged glyphs (tabular digits, × between numbers) have no text in a PDF, so nothing may be exchanged there."""
    shown = LIGHT.font("caption")
    assert (shown.featureValue(QFont.Tag("tnum")), shown.featureValue(QFont.Tag("calt"))) == (1, 0)
    for role in ("caption", "figure"):
        font = Texts(LIGHT, selectable=True).font(role)
        assert {bytes(tag.toString()).decode(): font.featureValue(tag) for tag in font.featureTags()} == {"calt": 0}


def test_the_colour_table_is_opaque() -> None:
    assert (table("ink", "light") >> 24 == 255).all()


@pytest.mark.parametrize("language, expected", [("en", "0.12"), ("es", "0,12")])
@pytest.mark.parametrize("room", [300, 520])
def test_numbers_as_the_language_writes_them(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, language: str, room: int, expected: str
) -> None:
    """Eight tokens in small cells and in large ones: always with the zero before the point."""
    monkeypatch.setattr(i18n._Current, "language", language)
    rect, picture = QRectF(0, 0, room, 700), HeadPicture(pattern=np.full((8, 8), 0.12, np.float32), labels=("cabinet",) * 8)
    cell = head_layout(rect, picture, LIGHT, Texts(LIGHT)).cell
    assert 28 <= cell < 34 if room < 400 else 36 <= cell < 64
    assert texts_in(svg_of(lambda painter: paint_head(painter, rect, picture, LIGHT))).count(expected) == 64


@pytest.mark.parametrize("room", range(200, 560, 20))
def test_either_all_cells_have_their_number_or_none(qtbot: QtBot, room: int) -> None:
    """A cell without a number beside others that have one looks like 0: small weights are written like large ones."""
    pattern = np.array([[0.006, 0.004, 0.49, 0.5]] * 4, np.float32).repeat(2, axis=0).repeat(2, axis=1)
    picture = HeadPicture(pattern=pattern, labels=("a",) * 8)
    texts = texts_in(svg_of(lambda painter: paint_head(painter, QRectF(0, 0, room, 700), picture, LIGHT)))
    counts = [texts.count(text) for text in ("0.01", "0.00", "0.49", "0.50")]
    assert counts in ([16] * 4, [0] * 4)
    assert not any(text.startswith(".") for text in texts)
    if room <= 220 or room >= 400:
        assert counts == [0 if room <= 220 else 16] * 4


def test_where_it_is_narrow_words_and_sums_leave_the_room_to_the_cells(qtbot: QtBot) -> None:
    """The 276 pixels that a head has in a window of 1024: sums are gone, and the words for the rows stand above their labels."""
    picture = HeadPicture(pattern=np.full((9, 9), 1 / 9, np.float32), labels=("cabinet",) * 9)
    narrow, wide = (head_layout(QRectF(0, 0, width, 332), picture, LIGHT, Texts(LIGHT)) for width in (276, 500))
    assert narrow.sums_left is None
    assert wide.sums_left is not None
    assert narrow.query_words.bottom() <= narrow.grid.top()
    assert narrow.query_words.right() <= narrow.grid.left() + 1
    assert not legend_of(picture, narrow).sums
