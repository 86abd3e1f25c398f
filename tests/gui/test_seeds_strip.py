"""SeedsStrip: one head under several seeds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from core.inside.seeds import seed_statistics
from gui.drawing.inside.seeds import SeedsPicture, heading_words, seeds_layout, spread_end, spread_table
from gui.drawing.map_marks import Texts
from gui.drawing.map_values import table
from gui.pictures import as_svg
from gui.theme.theme import DARK, LIGHT
from gui.views.inside.seeds_strip import SeedsStrip
from gui.views.map_toys import toy_labels, toy_pattern

SEEDS = (3, 4, 5)
MAPS = np.stack([toy_pattern(4, seed=seed) for seed in SEEDS])


@pytest.fixture
def strip(qtbot: QtBot) -> SeedsStrip:
    made = SeedsStrip()
    qtbot.addWidget(made)
    made.resize(700, 260)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_without_seeds_it_says_what_to_do(strip: SeedsStrip) -> None:
    assert strip.layout_now() is None
    assert "same head under several seeds" in strip.accessible_text()
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), False, 0)
    strip.set_seeds(None, (), 3, (), False, 0)
    assert strip.layout_now() is None


def test_why_there_are_no_seeds_is_said_where_the_maps_would_be(strip: SeedsStrip) -> None:
    strip.set_seeds(None, (), 0, (), False, 0)
    before = strip.grab().toImage()
    strip.set_reason("These weights do not come from a seed.")
    assert strip.accessible_text() == "These weights do not come from a seed."
    assert strip.grab().toImage() != before
    strip.set_reason(None)
    assert strip.grab().toImage() == before


def test_it_says_which_head_and_what_a_click_does(strip: SeedsStrip) -> None:
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), False, 0, place=(1, 2))
    assert strip.accessible_text().startswith("Layer 2, head 3 under 3 seeds.")
    assert heading_words(strip._picture) == "Layer 2, head 3 under 3 seeds · a click on a map takes its seed"
    before = strip.grab().toImage()
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), False, 0, place=(0, 0))
    assert strip.grab().toImage() != before
    svg = as_svg(QSize(900, 400), lambda painter, rect: strip.picture(painter, rect, LIGHT), "seeds").decode()
    assert "Layer 1, head 1 under 3 seeds" in svg
    assert "click" not in svg, "there is nothing to click in a file"


def test_the_number_under_the_pointer(strip: SeedsStrip) -> None:
    """A cell of a map by seed and tokens; a masked one as such; the words under a map are its own."""
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), False, 0)
    labels, layout = toy_labels(4), strip.layout_now()
    tile = layout.tiles[1]
    at = tile.topLeft() + QPointF(0.3 * tile.width(), 0.6 * tile.height())
    assert strip.tip_at(at) == f"seed 4: “{labels[2]}” looks at “{labels[1]}”: {MAPS[1, 2, 1]:.3f}"
    assert strip.tip_at(QPointF(tile.center().x(), tile.bottom() + 3)) == "seed 4"
    assert strip.tip_at(QPointF(1, 1)) == ""
    strip.set_seeds(np.tril(MAPS), SEEDS, 3, labels, True, 0)
    tile = strip.layout_now().tiles[1]
    at = tile.topLeft() + QPointF(0.9 * tile.width(), 0.1 * tile.height())
    assert strip.tip_at(at) == f"seed 4: “{labels[0]}” may not look at “{labels[3]}”"


def test_rows_and_columns_are_named_where_there_is_room(strip: SeedsStrip) -> None:
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), False, 0)
    assert strip.layout_now().labelled > 0
    svg = as_svg(QSize(900, 400), lambda painter, rect: strip.picture(painter, rect, LIGHT), "seeds").decode()
    assert all(svg.count(f">{label}<") >= 2 for label in toy_labels(4))
    many = np.full((3, 60, 60), 1 / 60, np.float32)
    strip.set_seeds(many, SEEDS, 3, toy_labels(60), False, 0)
    assert strip.layout_now().labelled == 0


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_spread_does_not_look_like_a_map(theme: Any) -> None:
    """It is grey, from the lightest on light (the darkest on dark) for 0 to the other end; maps are not."""
    greys = [QColor(int(color)) for color in spread_table(theme.name)]
    assert all(color.red() == color.green() == color.blue() for color in greys)
    lightness = [color.lightness() for color in greys]
    assert lightness == sorted(lightness, reverse=theme is LIGHT)
    assert [QColor(int(color)).name() for color in table("ink", theme.name)][128] not in {color.name() for color in greys}


def test_both_scales_are_shown_and_said(strip: SeedsStrip) -> None:
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), False, 0)
    svg = as_svg(QSize(900, 400), lambda painter, rect: strip.picture(painter, rect, LIGHT), "seeds").decode()
    end = f"{MAPS.astype(np.float64).std(axis=0).max():.3f}"
    assert all(f">{words}<" in svg for words in ("all maps and their mean", "spread, on a scale of its own", end))
    one, other = strip.layout_now().bars
    assert not one.intersects(other)
    assert strip.layout_now().words.top() >= max(one.bottom(), other.bottom())


def test_it_says_what_is_common(strip: SeedsStrip) -> None:
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), False, 0)
    wide = MAPS.astype(np.float64)
    common = round(100 * wide.mean(axis=0).var() / wide.var())
    words = strip.accessible_text()
    assert f"between cells {common} % is common to all 3 seeds" in words
    assert f"{100 - common} % changes with the seed" in words
    assert "about 33 %" in words
    assert f"spread: 0 to {wide.std(axis=0).max():.3f}" in words


def test_equal_maps_one_seed_and_flat_ones(strip: SeedsStrip) -> None:
    strip.set_seeds(np.stack([MAPS[0]] * 2), (1, 2), 1, toy_labels(4), False, 0)
    assert "100 % is common" in strip.accessible_text()
    strip.set_seeds(MAPS[:1], (3,), 3, toy_labels(4), False, 0)
    assert "One seed alone" in strip.accessible_text()
    strip.set_seeds(np.full((2, 4, 4), 0.25, np.float32), (1, 2), 1, toy_labels(4), False, 0)
    assert "alike" in strip.accessible_text()


def test_a_click_chooses_a_seed_or_a_cell_of_the_mean(strip: SeedsStrip, qtbot: QtBot) -> None:
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), False, 0)
    layout = strip.layout_now()
    assert len(layout.tiles) == 5
    for number, seed in enumerate(SEEDS):
        with qtbot.waitSignal(strip.seed_chosen) as caught:
            qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=layout.tiles[number].center().toPoint())
        assert caught.args == [seed]
    mean = layout.tiles[3]
    point = (mean.topLeft() + (mean.center() - mean.topLeft()) * 0.75).toPoint()  # 3/8 of the way: row 1, column 1 of 4
    with qtbot.waitSignal(strip.cell_selected) as caught:
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=point)
    assert caught.args == [1, 1]
    with qtbot.waitSignal(strip.token_hovered) as caught:
        qtbot.mouseMove(strip, point)
    assert caught.args == [1]


def test_arrow_keys_choose_the_next_seed(strip: SeedsStrip, qtbot: QtBot) -> None:
    strip.set_seeds(MAPS, SEEDS, 4, toy_labels(4), False, 0)
    for key, seed in ((Qt.Key.Key_Left, 3), (Qt.Key.Key_Right, 5), (Qt.Key.Key_End, 5), (Qt.Key.Key_Home, 3)):
        with qtbot.waitSignal(strip.seed_chosen) as caught:
            qtbot.keyClick(strip, key)
        assert caught.args == [seed]


def test_the_cell_is_read_as_mean_and_spread(strip: SeedsStrip) -> None:
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), False, 0)
    strip.set_cell(2, 1)
    values = MAPS[:, 2, 1].astype(np.float64)
    assert f"“to” looks at “keys”: mean {values.mean():.3f}, spread {values.std():.3f}." in strip.accessible_text()
    strip.set_cell(9, 9)
    assert "looks at" not in strip.accessible_text()


def test_numbers_read_back_in_full(strip: SeedsStrip) -> None:
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), False, 0)
    header, *rows = strip.numbers()
    assert header == ["query", "key", "seed 3", "seed 4", "seed 5", "mean", "spread"]
    assert len(rows) == 16
    found = seed_statistics(MAPS)
    assert [np.float32(x) for x in rows[9][2:]] == [*MAPS[:, 2, 1], found.mean[2, 1], found.spread[2, 1]]


def test_masked_cells_are_left_out_of_the_share(strip: SeedsStrip) -> None:
    maps = np.stack([toy_pattern(4, causal=True, seed=seed) for seed in SEEDS])
    strip.set_seeds(maps, SEEDS, 3, toy_labels(4), True, 0)
    common = seed_statistics(maps, np.tril(np.ones((4, 4), bool))).common
    assert f"cells {round(100 * common)} %" in strip.accessible_text()
    assert "Hatched: masked." in strip.accessible_text()


def test_labels_and_seeds_have_to_fit(strip: SeedsStrip) -> None:
    with pytest.raises(ValueError, match="3 seeds"):
        strip.set_seeds(MAPS, SEEDS, 3, toy_labels(3), False, 0)


def test_statistics_may_come_along(strip: SeedsStrip) -> None:
    known = seed_statistics(MAPS[:2])
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), False, 0, known)
    assert strip.numbers()[1][5] == repr(float(known.mean[0, 0]))


@pytest.mark.parametrize("size", [(300, 200), (480, 400), (800, 640)])
@pytest.mark.parametrize("theme", [LIGHT, DARK.zoomed(1.6)])
def test_it_paints_at_every_size(strip: SeedsStrip, size: tuple[int, int], theme: Any) -> None:
    strip.set_theme(theme)
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), True, 2)
    strip.resize(*size)
    before = strip.grab().toImage()
    strip.set_hovered_token(1)
    marked = strip.grab().toImage()
    assert marked != before
    strip.set_stale(True)
    assert strip.grab().toImage() != marked
    strip.set_stale(False)
    strip.set_hovered_token(None)
    strip.set_seeds(MAPS, SEEDS, 4, toy_labels(4), True, 2)
    assert strip.grab().toImage() != before


def test_every_map_lies_inside_and_apart() -> None:
    statistics = seed_statistics(MAPS)
    picture = SeedsPicture(patterns=MAPS, seeds=SEEDS, statistics=statistics, labels=toy_labels(4))
    for width, height in ((200, 900), (480, 300), (1200, 200)):
        layout = seeds_layout(QRectF(0, 0, width, height), picture, LIGHT, Texts(LIGHT))
        for number, tile in enumerate(layout.tiles):
            assert tile.right() <= width
            assert layout.tile_at(tile.center().x(), tile.center().y()) == number
        assert not any(a.intersects(b) for i, a in enumerate(layout.tiles) for b in layout.tiles[:i])
    assert spread_end(picture) == statistics.spread.max()


def test_the_picture_has_real_text(strip: SeedsStrip) -> None:
    strip.set_seeds(MAPS, SEEDS, 3, toy_labels(4), False, 0)
    svg = as_svg(QSize(900, 300), lambda painter, rect: strip.picture(painter, rect, LIGHT), "seeds").decode()
    assert all(words in svg for words in ("seed 3", "seed 5", "mean", "spread"))


def test_an_empty_sentence(strip: SeedsStrip) -> None:
    strip.set_seeds(np.zeros((2, 0, 0), np.float32), (1, 2), 1, (), False, 0)
    strip.grab()
    assert "alike" in strip.accessible_text()
