"""Caption, ComparisonLine and the page that puts everything about heads together."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from gui.access import accessible_controls
from gui.theme.theme import DARK, LIGHT
from gui.views.caption import Caption
from gui.views.heads_page import HeadsPage
from gui.views.map_toys import toy_labels, toy_maps


@pytest.fixture
def caption(qtbot: QtBot) -> Caption:
    made = Caption()
    qtbot.addWidget(made)
    made.resize(600, made.sizeHint().height())
    return made


@pytest.fixture
def page(qtbot: QtBot) -> HeadsPage:
    made = HeadsPage()
    qtbot.addWidget(made)
    made.resize(830, 690)
    made.show()
    qtbot.waitExposed(made)
    return made


def has_color(image: QImage, color: QColor) -> bool:
    return any(image.pixelColor(x, y) == color for x in range(image.width()) for y in range(image.height()))


def test_the_cell_as_a_sentence_with_both_words_in_their_colours(caption: Caption) -> None:
    caption.set_statement("are", "keys", 0.62, 2, 1, False)
    assert caption.sentence() == "“are” looks at “keys”: 0.62"
    assert caption.explanation().startswith("Layer 3, head 2. Each row sums to 1")
    for theme in (LIGHT, DARK):
        caption.set_theme(theme)
        image = caption.grab().toImage()
        assert has_color(image, theme.query)
        assert has_color(image, theme.key)
    assert caption.sentence() in caption.accessibleDescription()


def test_a_row_that_was_set_by_hand_is_not_said_to_sum_to_one(caption: Caption) -> None:
    """0.7 instead of 0.223: the row sums to 1.477. Another row of the same map still sums to 1, but not each."""
    caption.set_statement("are", "keys", 0.7, 2, 1, False, 1.477)
    assert caption.explanation() == "Layer 3, head 2. This row was changed by hand: it sums to 1.477, not to 1."
    assert "1.477, not to 1" in caption.accessibleDescription()
    caption.set_statement("on", "keys", 0.1, 2, 1, False, 1.0000001)
    assert "This row sums to 1; other rows were changed by hand" in caption.explanation()


def test_masked_and_nothing_selected_are_said(caption: Caption) -> None:
    caption.set_statement("are", "on", 0.0, 0, 0, True)
    assert caption.sentence() == "“are” may not look at “on”: masked"
    assert "masked" in caption.explanation()
    caption.set_statement(None, None, None, 0, 0, False)
    assert "Point at a cell" in caption.sentence()
    caption.set_statement("are", None, None, 0, 0, False)
    assert "are" in caption.sentence()


def test_b01_tokens_that_look_like_mark_up_or_like_a_template_are_shown_whole(caption: Caption) -> None:
    caption.set_statement("<s>", "{key}", 0.5, 0, 0, False)
    assert caption.sentence() == "“<s>” looks at “{key}”: 0.50"
    caption.grab()


def test_the_height_never_changes(caption: Caption) -> None:
    height = caption.sizeHint().height()
    caption.set_statement("w" * 500, "keys" * 90, 0.5, 0, 0, False)
    caption.grab()
    assert caption.sizeHint().height() == caption.minimumSizeHint().height() == height


def test_the_page_passes_on_what_its_parts_report(page: HeadsPage, qtbot: QtBot) -> None:
    maps = toy_maps(3, 4, 5)
    page.set_maps(maps, 1, False, 0, 5)
    page.set_head(maps[1, 2], toy_labels(5), False, 0, 1, 2)
    with qtbot.waitSignal(page.head_selected) as head:
        place = page.mosaic.head_place(2, 3).center().toPoint()
        qtbot.mouseClick(page.mosaic, Qt.MouseButton.LeftButton, pos=place)
    assert head.args == [2, 3]
    place = page.head_map.layout_now().cell_rect(3, 1).center().toPoint()
    with qtbot.waitSignal(page.cell_hovered) as hovered:
        qtbot.mouseMove(page.head_map, place)
    assert hovered.args == [(3, 1)]
    with qtbot.waitSignal(page.cell_selected) as cell:
        qtbot.mouseClick(page.head_map, Qt.MouseButton.LeftButton, pos=place)
    assert cell.args == [3, 1]


def test_choices_are_reported_when_a_person_makes_them_only(page: HeadsPage, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(page.display_changed):
        page.set_display("log", "viridis")
        page.set_tab("table")
        page.set_tab("heads")
    scale, color_map = page.findChildren(QComboBox)
    assert (scale.currentData(), color_map.currentData()) == ("log", "viridis")
    with qtbot.waitSignal(page.display_changed) as chosen:
        qtbot.keyClick(scale, Qt.Key.Key_Up)
    assert chosen.args == ["per-head", "viridis"]


def test_b99_every_control_of_the_page_has_a_name_and_a_description(page: HeadsPage) -> None:
    for tab in ("heads", "table"):
        page.set_tab(tab)
        controls = list(accessible_controls(page))
        assert controls
        for control in controls:
            assert control.accessibleName(), control
            assert control.accessibleDescription(), control


def test_the_comparison_is_said_in_full_and_moves_nothing(page: HeadsPage) -> None:
    before = page.head_map.geometry()
    text = "Largest difference per layer: " + " · ".join(f"{n} → 0.02" for n in range(1, 49))
    page.set_comparison(text)
    page.grab()
    assert page.comparison.accessibleDescription() == text
    assert page.head_map.geometry() == before
    page.set_comparison(None)
    assert page.comparison.text() is None


@pytest.mark.parametrize("width, height", [(432, 475), (848, 735), (1328, 915)])
def test_the_statement_stands_close_under_the_map(page: HeadsPage, qtbot: QtBot, width: int, height: int) -> None:
    """The page as it is in windows of 1024 × 640, 1440 × 900 and 1920 × 1080, nine tokens: less than a tenth is left between."""
    page.resize(width, height)
    maps = toy_maps(4, 4, 9)
    page.set_maps(maps, 1, False, 0, 9)
    page.set_head(maps[0, 0], toy_labels(9), False, 0, 0, 0)
    qtbot.wait(1)
    map_end = page.head_map.mapTo(page, QPoint(0, round(page.head_map.layout_now().legend.bottom()))).y()
    assert 0 <= page.caption.y() - map_end < height / 10
    assert page.comparison.geometry().bottom() <= height


def test_nothing_moves_while_a_sentence_is_typed(page: HeadsPage, qtbot: QtBot) -> None:
    places = set()
    for tokens in (1, 2, 9, 40):
        maps = toy_maps(4, 4, tokens)
        page.set_maps(maps, 1, False, 0, tokens)
        page.set_head(maps[0, 0], tuple("w" * (1 + n % 9) for n in range(tokens)), False, 0, 0, 0)
        page.set_statement("w" * tokens, "key", 0.5, 0, 0, False)
        qtbot.wait(1)
        places.add(tuple(part.geometry().getRect() for part in (page.mosaic, page.head_map, page.caption, page.comparison)))
    assert len(places) == 1


def test_the_comparison_takes_two_lines_and_keeps_numbers_with_their_layer(page: HeadsPage) -> None:
    """Twelve layers in 414 pixels do not fit in one line; no line ends between a layer and its number."""
    page.comparison.resize(414, page.comparison.sizeHint().height())
    page.set_comparison("Largest change in each layer: " + " · ".join(f"{n} → 0.{n + 10}" for n in range(1, 8)) + ". Hold B.")
    lines, _ = page.comparison.shown_lines()
    assert len(lines) == 2
    assert not lines[0].endswith("→")
    assert " ".join(lines).replace("\N{NO-BREAK SPACE}", " ") == page.comparison.text()


def test_where_it_is_low_the_small_line_gives_way(page: HeadsPage, qtbot: QtBot) -> None:
    high = page.caption.height()
    page.resize(830, 420)
    qtbot.wait(1)
    assert page.caption.height() < high
    assert page.caption.explanation() in page.caption.accessibleDescription()


def test_where_it_is_narrow_the_mosaic_gives_way(page: HeadsPage) -> None:
    share = page.mosaic.width() / page.width()
    page.resize(500, 420)
    assert page.mosaic.width() / page.width() < share
    assert page.head_map.width() > page.mosaic.width()


def test_nothing_to_show_is_no_accident(page: HeadsPage) -> None:
    page.set_maps(None, 1, False, 0, 0)
    page.set_head(None, (), False, 0, 0, 0)
    page.set_cell(3, 3)
    page.set_statement(None, None, None, 0, 0, False)
    assert not page.grab().isNull()
    page.set_maps(np.zeros((2, 2, 0, 0), np.float32), 1, False, 0, 0)
    assert not page.grab().isNull()
