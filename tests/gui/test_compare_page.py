"""ComparePage: two sides on one scale, what differs in words and numbers, what the buttons and keys report."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from core.inside.comparison import Side, compare, difference_map
from core.kernels import plain_kernels
from core.model import ModelConfig, forward, preset, random_weights
from gui.drawing.inside.compare import ledger_rows, strip_layout
from gui.drawing.inside.signed_map import DifferencePicture, signed_end, signed_indices, signed_table, signed_words, strongest
from gui.drawing.map_marks import Texts
from gui.pictures import as_svg
from gui.theme.theme import DARK, LIGHT
from gui.views.inside.compare_page import ComparePage, CompareView
from gui.views.inside.compare_words import comparison_words

LABELS = ("The", "keys", "are", "<b>")
CONFIG = ModelConfig(d_model=8, n_heads=2, n_layers=2, vocabulary=20)


def view_of(
    a: ModelConfig, b: ModelConfig, ids_b: tuple[int, ...] = (1, 2, 3, 4), head: tuple[int, int] = (0, 0), **options: Any
) -> CompareView:
    sides = []
    for config, ids in ((a, (1, 2, 3, 4)), (b, ids_b)):
        weights = random_weights(config)
        trace = forward(config, weights, ids, kernels=plain_kernels(), thumbnail_size=32)
        sides.append(Side(config=config, weights=weights, labels=LABELS[: len(ids)], trace=trace, **options))
    layer, number = head
    patterns = [
        np.asarray(side.trace.layers[layer].pattern)[number]
        if layer < side.config.n_layers and number < side.config.n_heads
        else None
        for side in sides
    ]
    return CompareView(
        comparison=compare(sides[0], sides[1]),
        name_a="first",
        name_b="second",
        layer=layer,
        head=number,
        pattern_a=patterns[0],
        pattern_b=patterns[1],
        difference=difference_map(*patterns),
        mask_a=(a.causal, a.window),
        mask_b=(b.causal, b.window),
        thumbnails_a=sides[0].trace.thumbnails,
        thumbnails_b=sides[1].trace.thumbnails,
    )


@pytest.fixture
def page(qtbot: QtBot) -> ComparePage:
    made = ComparePage()
    qtbot.addWidget(made)
    made.resize(800, 640)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_without_a_comparison_it_says_how_to_begin(page: ComparePage) -> None:
    assert "Freeze as A" in page.accessible_text()
    assert not page.map_a.isVisible()
    assert page.numbers() == [["what", "layer", "head", "query", "key", "A", "B", "A - B"]]
    page.set_comparison(view_of(CONFIG, replace(CONFIG, mask="causal")))
    assert page.map_a.isVisible()
    assert page.difference.isVisible()
    page.set_comparison(None)
    assert not page.map_a.isVisible()


def test_what_differs_is_said_in_words(page: ComparePage) -> None:
    page.set_comparison(view_of(CONFIG, replace(CONFIG, mask="window:2", n_heads=4), interventions=("head 2 off",)))
    words = page.accessible_text()
    assert "Heads: 2 │ 4 · Mask: none │ window of 2." in words
    assert "So does: Key/value heads: 2 │ 4 · Width of each head: 4 │ 2." in words
    assert "Changed by hand in A: head 2 off. Changed by hand in B: head 2 off." in words
    # One token table, final norm's gain and bias, and 16 arrays of each of 2 blocks, of which cutting into heads changes none.
    assert "All 35 weight arrays of the same shape" in words


def test_equal_sides_and_other_weights_are_told_apart() -> None:
    assert "Nothing differs: A and B are the same." in comparison_words(view_of(CONFIG, CONFIG).comparison)
    other = comparison_words(view_of(CONFIG, replace(CONFIG, seed=1)).comparison)
    assert "Seed: 0 │ 1" in other
    assert "Of 35 weight arrays" in other
    norms = comparison_words(view_of(CONFIG, replace(CONFIG, norm="post")).comparison)
    assert "Only in A: final_norm.gain, final_norm.bias." in norms


def test_the_cell_is_read_on_both_sides(page: ComparePage) -> None:
    """The difference said is that of the two numbers, not of the rounded ones."""
    view = view_of(CONFIG, replace(CONFIG, mask="causal"))
    page.set_comparison(view)
    page.set_cell(2, 1)
    a, b = float(view.pattern_a[2, 1]), float(view.pattern_b[2, 1])
    sign = "+" if a > b else "\N{MINUS SIGN}"
    assert f"“are” looks at “keys”: A {a:.3f} · B {b:.3f} · difference {sign}{abs(a - b):.3f}" in page.accessible_text()
    page.set_cell(0, 3)
    assert "B masked" in page.accessible_text()


def test_a_click_on_either_map_or_the_difference_chooses_the_cell(page: ComparePage, qtbot: QtBot) -> None:
    page.set_comparison(view_of(CONFIG, replace(CONFIG, mask="causal")))
    for part in (page.map_a, page.map_b, page.difference):
        place = part.layout_now().cell_rect(2, 1).center().toPoint()
        with qtbot.waitSignal(page.cell_selected) as caught:
            qtbot.mouseClick(part, Qt.MouseButton.LeftButton, pos=place)
        assert caught.args == [2, 1]
        with qtbot.waitSignal(page.token_hovered) as caught:
            qtbot.mouseMove(part, place)
        assert caught.args == [2]
        qtbot.mouseMove(part, QPoint(1, 1))


def test_arrow_keys_move_cell_and_head(page: ComparePage, qtbot: QtBot) -> None:
    page.set_comparison(view_of(CONFIG, replace(CONFIG, mask="causal")))
    page.set_cell(2, 1)
    with qtbot.waitSignal(page.cell_selected) as caught:
        qtbot.keyClick(page.difference, Qt.Key.Key_Down)
    assert caught.args == [3, 1]
    page.set_cell(3, 1)
    with qtbot.waitSignal(page.cell_selected) as caught:
        qtbot.keyClick(page.difference, Qt.Key.Key_Down)
    assert caught.args == [3, 1]
    for key, head in ((Qt.Key.Key_Right, [0, 1]), (Qt.Key.Key_Down, [1, 0]), (Qt.Key.Key_Left, [0, 0])):
        with qtbot.waitSignal(page.head_selected) as caught:
            qtbot.keyClick(page.strip, key)
        assert caught.args == head


def test_a_click_on_the_strip_picks_a_head(page: ComparePage, qtbot: QtBot) -> None:
    page.set_comparison(view_of(CONFIG, replace(CONFIG, mask="causal")))
    place = page.strip.layout_now().head_rect(1, 1).center().toPoint()
    with qtbot.waitSignal(page.head_selected) as caught:
        qtbot.mouseClick(page.strip, Qt.MouseButton.LeftButton, pos=place)
    assert caught.args == [1, 1]


def test_the_buttons_report(page: ComparePage, qtbot: QtBot) -> None:
    page.set_comparison(view_of(CONFIG, CONFIG))
    signals = {"Swap A and B": page.swapped, "Freeze as A": page.frozen, "Leave comparison": page.left}
    for button in page.findChildren(QPushButton):
        with qtbot.waitSignal(signals.pop(button.text())):
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert signals == {}


def test_sentences_of_other_lengths_have_no_difference(page: ComparePage) -> None:
    page.set_comparison(view_of(CONFIG, CONFIG, (1, 2)))
    page.set_cell(3, 3)
    assert not page.difference.isVisible()
    assert page._missing.text == "A has 4 tokens and B has 2: there is no difference cell by cell."
    assert "A " in page.accessible_text()
    assert page.strip.layout_now() is None
    cells = [row for row in page.numbers() if row[0] == "cell"]
    assert len(cells) == 16
    assert cells[-1][6:] == ["", ""]


def test_a_head_that_one_side_lacks(page: ComparePage) -> None:
    page.set_comparison(view_of(replace(CONFIG, n_heads=4), CONFIG, head=(0, 3)))
    assert page.map_a.isVisible()
    assert not page.map_b.isVisible()
    assert page._missing.text == "B has no such head."
    assert page.strip.head_text(0, 3) == "Layer 1, head 4: only on one side"


def test_numbers_read_back_in_full(page: ComparePage) -> None:
    view = view_of(CONFIG, replace(CONFIG, mask="causal"))
    page.set_comparison(view)
    rows = page.numbers()
    assert ["setting", "", "", "mask", "", "none", "causal", ""] in rows
    [cell] = [row for row in rows if row[0] == "cell" and row[3:5] == ["2", "1"]]
    assert np.float32(cell[5]) == view.pattern_a[2, 1]
    assert np.float32(cell[7]) == view.difference[2, 1]
    assert len([row for row in rows if row[0] == "largest difference"]) == 4


def test_the_ledger_says_what_b_has_more() -> None:
    rows = ledger_rows(view_of(CONFIG, replace(CONFIG, norm="post")).comparison.ledger)
    assert rows[0][0] == "Parameters"
    assert rows[0][3] == "\N{MINUS SIGN}16"  # the final norm: a gain and a bias for each of 8 numbers
    assert rows[1] == ("Scores per head", "16", "16", "±0")


def test_signed_colours_are_symmetric_and_rounding_is_not_stretched() -> None:
    """−m and m are the ends, 0 one of the two entries beside the middle; 1e-7 is rounding and looks like 0."""
    values = np.array([[-0.25, 0.0], [0.125, 0.25]], np.float32)
    assert signed_end(values) == 0.25
    assert signed_indices(values, 0.25).tolist() == [[0, 128], [191, 255]]
    assert signed_end(np.full((2, 2), 1e-7, np.float32)) == 1.0
    assert "both maps are the same" in signed_words(np.full((2, 2), 1e-7, np.float32))
    assert "−0.25 to 0.25" in signed_words(values)
    for theme in (LIGHT, DARK):
        colors, _ = signed_table(theme.name)
        assert QColor(int(colors[255])).name() == theme.query.name()
        assert QColor(int(colors[0])).name() == theme.key.name()


def test_a_reduced_difference_keeps_the_strongest_of_either_sign() -> None:
    values = np.array([[0.1, -0.3, 0], [0.2, 0, 0], [0, 0, -0.1]], np.float32)
    np.testing.assert_array_equal(strongest(values, 2), np.array([[-0.3, 0], [0, -0.1]], np.float32))


def test_hatched_is_only_what_neither_side_may_see() -> None:
    picture = DifferencePicture(difference=np.zeros((2, 2), np.float32), labels=("a", "b"), masks=((True, 0), (False, 0)))
    assert not picture.hidden().any()
    both = replace(picture, masks=((True, 0), (True, 1)))
    assert both.hidden().tolist() == [[False, True], [False, False]]


def test_strip_cells_are_found_where_they_are_painted() -> None:
    view = view_of(replace(CONFIG, n_heads=4), CONFIG)
    layout = strip_layout(QRectF(10, 20, 300, 150), view, LIGHT, Texts(LIGHT))
    assert (layout.layers, layout.heads) == (2, 4)
    for layer in range(2):
        for head in range(4):
            middle = layout.head_rect(layer, head).center()
            assert layout.head_at(middle.x(), middle.y()) == (layer, head)
    assert layout.head_at(0, 0) is None


@pytest.mark.parametrize("size", [(480, 400), (800, 640), (1400, 900)])
@pytest.mark.parametrize("theme", [LIGHT, DARK.zoomed(1.6)])
def test_it_paints_at_every_size(page: ComparePage, size: tuple[int, int], theme: Any) -> None:
    page.set_theme(theme)
    page.set_comparison(view_of(CONFIG, replace(CONFIG, mask="causal")))
    page.set_cell(2, 1)
    page.set_hovered_token(1)
    page.resize(*size)
    before = page.grab().toImage()
    page.set_stale(True)
    assert page.grab().toImage() != before
    page.set_stale(False)
    page.set_hovered_token(None)
    assert page.grab().toImage() != before


def test_b01_the_picture_has_real_text_and_tokens_stay_plain(page: ComparePage) -> None:
    page.set_comparison(view_of(CONFIG, replace(CONFIG, mask="causal")))
    svg = as_svg(QSize(1200, 800), lambda painter, rect: page.picture(painter, rect, LIGHT), "A and B").decode()
    for words in ("Difference A − B", "&lt;b&gt;", "A · first", "B · second", "Largest difference of each head", "Ledger"):
        assert words in svg
    image = QImage(600, 400, QImage.Format.Format_RGB32)
    image.fill(LIGHT.window)
    with QPainter(image) as painter:
        page.picture(painter, QRectF(0, 0, 600, 400), LIGHT)


def test_the_same_data_changes_nothing(page: ComparePage, qtbot: QtBot) -> None:
    view = view_of(CONFIG, CONFIG)
    page.set_comparison(view)
    board = page.map_a.geometry()
    page.set_comparison(view)
    page.set_comparison(replace(view, name_a="other"))
    assert page.map_a.geometry() == board
    assert page.names[0].text == "A · other"


def test_the_small_preset_is_compared_whole(page: ComparePage) -> None:
    small = preset("small")
    page.set_comparison(view_of(small, replace(small, position="none")))
    assert page.strip.layout_now().layers == 4
    assert "Position: sinusoidal │ none" in page.accessible_text()
