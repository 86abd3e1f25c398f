"""ComparePage: two sides on one scale, what differs in words and numbers, what the buttons and keys report."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from core.inside.comparison import Side, compare, difference_map
from core.kernels import plain_kernels
from core.model import ModelConfig, forward, preset, random_weights
from core.model.constructed import ALL, CONSTRUCTED
from core.model.interventions import NONE, AttentionOff, FeedForwardOff, HeadOff, Interventions, ScaleHead
from gui.drawing.inside.compare import ledger_height, ledger_rows
from gui.drawing.inside.compare_stream import size_text
from gui.drawing.inside.compare_strip import strip_layout
from gui.drawing.inside.signed_map import DifferencePicture, signed_end, signed_indices, signed_table, signed_words, strongest
from gui.drawing.map_marks import Texts
from gui.pictures import as_svg
from gui.theme.theme import DARK, LIGHT
from gui.views.inside.compare_page import ComparePage, CompareView
from gui.views.inside.compare_titles import hand_words, head_note, side_titles, weights_words
from gui.views.inside.compare_words import comparison_words, names_in_full

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
    assert page.numbers() == [["what", "layer", "head", "query", "key", "A", "B", "B - A"]]
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
    assert "35 weight matrices and vectors are the same on both sides" in words


def test_equal_sides_and_other_weights_are_told_apart() -> None:
    assert "Nothing differs: A and B are the same." in comparison_words(view_of(CONFIG, CONFIG).comparison)
    other = comparison_words(view_of(CONFIG, replace(CONFIG, seed=1)).comparison)
    assert "Seed: 0 │ 1" in other
    # Of 35 those that are drawn hold other numbers: the token table and W_Q, W_K, W_V, W_O, W_in, W_out of two blocks.
    assert "22 weight matrices and vectors are the same on both sides" in other
    assert "13 hold other numbers." in other
    norms = view_of(CONFIG, replace(CONFIG, norm="post")).comparison
    assert "Only A has the final norm (16 numbers)." in comparison_words(norms)
    assert names_in_full(norms) == "Only in A: final_norm.gain, final_norm.bias."


def test_what_one_side_has_alone_is_said_as_a_student_says_it(page: ComparePage) -> None:
    """No names of arrays on the page; they are in the tooltip and in the table."""
    view = view_of(CONFIG, replace(CONFIG, n_layers=4, biases=False, position="learned", tied=False, activation="swiglu"))
    page.set_comparison(view)
    words = page._words.text
    assert "blocks." not in words
    assert "layers 3 to 4 (" in words
    assert "the learned position vectors (" in words
    assert "Only A has the biases of the layer norms (32 numbers), the biases of attention" in words
    assert "an output matrix of its own (160 numbers)" in words
    assert ["weights only in A", "", "", "final_norm.bias", "", "", "", ""] in page.numbers()
    page.set_comparison(view_of(CONFIG, replace(CONFIG, norm="post")))
    assert "final_norm.gain" in page._words.toolTip()


def with_changes(changes_a: Interventions, changes_b: Interventions, head: tuple[int, int] = (0, 1)) -> CompareView:
    """The same model on both sides, each with its own changes by hand, named as the window does."""
    sides = []
    for changes in (changes_a, changes_b):
        weights = random_weights(CONFIG)
        trace = forward(CONFIG, weights, (1, 2, 3, 4), kernels=plain_kernels(), thumbnail_size=32, interventions=changes)
        words = hand_words(changes, LABELS)
        sides.append(Side(config=CONFIG, weights=weights, labels=LABELS, trace=trace, interventions=words))
    comparison, hand = compare(*sides), (changes_a, changes_b)
    patterns = [np.asarray(side.trace.layers[head[0]].pattern)[head[1]] for side in sides]
    names = side_titles(comparison, ("s", "s"), (None, None), hand)
    return CompareView(
        comparison=comparison,
        name_a=names[0],
        name_b=names[1],
        note=head_note(comparison, hand, *head),
        layer=head[0],
        head=head[1],
        pattern_a=patterns[0],
        pattern_b=patterns[1],
        difference=difference_map(*patterns),
    )


def test_a_head_that_is_off_is_not_taken_for_one_that_does_nothing(page: ComparePage) -> None:
    """Both maps are the same, and the page says why, and that the streams part: in layer 1, with token and number."""
    view = with_changes(NONE, Interventions((HeadOff(0, 1),)))
    page.set_comparison(view)
    words = page.accessible_text()
    assert "Changed by hand in B: Layer 1, head 2: off (its map does not change, its z is 0)." in words
    assert "The residual streams part in layer 1: before it they are the same." in words
    place = max(view.comparison.stream, key=lambda place: place.largest)
    assert f"{size_text(place.largest)}, at “{LABELS[place.token]}”" in words
    note = "both maps are the same. This head is off in B: its map does not change, its z is 0."
    assert note in page.difference.accessibleDescription()
    assert (page.names[0].text, page.names[1].text) == ("A · as computed", "B · changed by hand")
    rows = [row for row in page.numbers() if row[0] == "largest difference of the stream"]
    assert [row[1] for row in rows] == ["-1", "0", "1"]
    assert [float(row[7]) for row in rows] == [part.largest for part in view.comparison.stream]
    layout = page.stream.layout_now()
    assert page.stream.isVisible()
    tip = page.stream.tip_at(QPointF(layout.middle(1), layout.base))
    assert tip == f"After layer 1: {size_text(view.comparison.stream[1].largest)}, at “{LABELS[view.comparison.stream[1].token]}”"
    assert page.stream.tip_at(QPointF(layout.middle(0), layout.base)).startswith("At the input: 0.00")


def test_the_note_under_the_difference_is_not_cut_off(page: ComparePage) -> None:
    """All its words are in a picture of the page, however many lines they take."""
    page.set_comparison(with_changes(NONE, Interventions((HeadOff(0, 1),))))
    svg = as_svg(QSize(700, 700), lambda painter, rect: page.picture(painter, rect, LIGHT), "A and B").decode()
    written = " ".join(re.findall(r">([^<>]+)</text>", svg))
    assert "This head is off in B: its map does not change, its z is 0." in " ".join(written.split())


def test_whatever_leaves_a_map_alone_is_said(page: ComparePage) -> None:
    for change, note in (
        (AttentionOff(0), "Attention is off in A: its maps do not change, what it adds is 0."),
        (ScaleHead(0, 1, 2.0), "This head is scaled in A: its map does not change, its z does."),
        (FeedForwardOff(1), "The residual streams part later, in layer 2."),
        (HeadOff(0, 0), "The residual streams part later, in layer 1."),
    ):
        page.set_comparison(with_changes(Interventions((change,)), NONE))
        assert page.difference.accessibleDescription().endswith(note)
    page.set_comparison(with_changes(NONE, NONE))
    assert "The residual stream is the same on both sides, at the input and after every layer." in page.accessible_text()
    assert page.difference.accessibleDescription().endswith("both maps are the same.")


def test_titles_say_what_differs() -> None:
    def titles(b: ModelConfig, **options: Any) -> tuple[str, str]:
        given = {"texts": ("one two", "one  two"), "given": (None, None), "hand": (NONE, NONE), **options}
        return side_titles(view_of(CONFIG, b).comparison, **given)

    assert titles(replace(CONFIG, norm="post")) == ("layer norm before", "layer norm after")
    assert titles(replace(CONFIG, seed=1)) == ("seed 0", "seed 1")
    assert titles(CONFIG, texts=("one two", "three")) == ("one two", "three")
    assert titles(replace(CONFIG, norm="post"), texts=("one", "two")) == ("layer norm before · one", "layer norm after · two")
    many = replace(CONFIG, norm="post", n_heads=4, seed=1)
    for title in titles(many):
        assert title.count(" · ") == 2
        assert title.endswith(" · …")
    assert titles(CONFIG) == ("as it was frozen", "the same as A until now")
    made = titles(replace(CONFIG, seed=1), given=(None, "previous-token"))
    assert made == ("random weights", "constructed: previous token")
    changed = (Interventions((HeadOff(0, 0),)), Interventions((HeadOff(1, 1),)))
    assert titles(CONFIG, hand=changed) == ("Layer 1, head 1: off", "Layer 2, head 2: off")


def test_every_constructed_head_has_a_name_in_words() -> None:
    for name in (*CONSTRUCTED, ALL):
        assert weights_words(name).startswith("constructed: ")


def test_before_a_comparison_sentence_and_button_stand_one_above_the_other(page: ComparePage) -> None:
    """In the middle of the page, and no part of either under the other."""
    for size in ((480, 400), (800, 640)):
        page.resize(*size)
        QApplication.processEvents()
        words, button = page._invited.geometry(), page._freeze.geometry()
        assert page._invited.isVisible()
        assert button.isValid()
        assert not words.intersects(button)
        assert words.bottom() < button.top()
        assert abs(button.center().x() - page.width() / 2) < 8
        assert abs((words.top() + button.bottom()) / 2 - page.height() / 2) < 16
    page.set_comparison(view_of(CONFIG, CONFIG))
    QApplication.processEvents()
    assert not page._invited.isVisible()
    assert page._freeze.y() < 40


@pytest.mark.parametrize("size", [(480, 400), (800, 640), (1400, 900)])
def test_no_part_covers_another_and_no_count_is_cut_off(page: ComparePage, size: tuple[int, int]) -> None:
    page.resize(*size)
    page.set_comparison(view_of(preset("small"), replace(preset("small"), norm="post", n_heads=8)))
    QApplication.processEvents()
    parts = [page.map_a, page.map_b, page.difference, page.strip, page.ledger, page.stream]
    whole = page._board.rect()
    for number, part in enumerate(parts):
        assert whole.contains(part.geometry())
        assert not any(part.geometry().intersects(other.geometry()) for other in parts[:number])
    needed = ledger_height(page.ledger.width(), page._view.comparison.ledger, LIGHT, Texts(LIGHT))
    assert page.ledger.height() >= needed


def test_the_cell_is_read_on_both_sides(page: ComparePage) -> None:
    """The difference said is that of the two numbers, not of the rounded ones."""
    view = view_of(CONFIG, replace(CONFIG, mask="causal"))
    page.set_comparison(view)
    page.set_cell(2, 1)
    a, b = float(view.pattern_a[2, 1]), float(view.pattern_b[2, 1])
    sign = "+" if b > a else "\N{MINUS SIGN}"
    assert f"“are” looks at “keys”: A {a:.3f} · B {b:.3f} · B − A {sign}{abs(a - b):.3f}" in page.accessible_text()
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
    assert rows[3][0] == "Work of one pass (MAC)"


def test_a_long_name_in_the_ledger_is_broken_and_not_cut() -> None:
    rows, texts = view_of(CONFIG, CONFIG).comparison.ledger, Texts(LIGHT)
    assert ledger_height(220, rows, LIGHT, texts) > ledger_height(500, rows, LIGHT, texts)


def test_signed_colours_are_symmetric_and_rounding_is_not_stretched() -> None:
    """−m and m are the ends, 0 one of the two entries beside the middle; 1e-7 is rounding and looks like 0."""
    values = np.array([[-0.25, 0.0], [0.125, 0.25]], np.float32)
    assert signed_end(values) == 0.25
    assert signed_indices(values, 0.25).tolist() == [[0, 128], [191, 255]]
    assert signed_end(np.full((2, 2), 1e-7, np.float32)) == 1.0
    assert "both maps are the same" in signed_words(np.full((2, 2), 1e-7, np.float32))
    assert signed_words(values) == "B − A, symmetric scale −0.25 to 0.25: blue, more in B; orange, more in A"
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
    for words in (
        "Difference B − A",
        "&lt;b&gt;",
        "A · first",
        "B · second",
        "Largest difference of each head",
        "Ledger",
        "Residual stream",
    ):
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
