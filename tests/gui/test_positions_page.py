"""PositionsPage: what is shown of each encoding, what can be chosen, what is said and handed on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.inside.positions import PositionTables, position_tables
from core.model import ModelConfig, random_weights
from gui.access import accessible_controls
from gui.drawing.inside.position_added import curve_axes, dimension_words, matrix_cells
from gui.drawing.inside.position_axes import brief, thinned, ticks
from gui.drawing.inside.position_slopes import slope_words
from gui.drawing.inside.position_turns import circle_rects, shown_pairs
from gui.drawing.inside.positions import needed_height, rows_of, statement_parts
from gui.theme.theme import DARK, LIGHT
from gui.views.inside.positions_page import PositionsPage
from gui.views.map_toys import toy_labels

LABELS = toy_labels(9)
KEYS = Qt.KeyboardModifier


def tables(length: int = 64, **fields: Any) -> PositionTables:
    values: dict[str, Any] = {"d_model": 32, "n_heads": 4, "n_layers": 1, "vocabulary": 30, "context": 3000}
    config = ModelConfig(**values | fields)
    return position_tables(config, random_weights(config), length, ids=(5, 9))


@pytest.fixture
def page(qtbot: QtBot) -> PositionsPage:
    made = PositionsPage()
    qtbot.addWidget(made)
    made.resize(800, 640)
    made.set_positions(tables(), LABELS, "sinusoidal, at the input", (5, 1))
    made.set_cell(5, 1)
    made.show()
    qtbot.waitExposed(made)
    return made


def press(page: PositionsPage, key: Qt.Key, modifiers: KEYS = KEYS.NoModifier) -> None:
    QTest.keyClick(page._canvas, key, modifiers)


def test_the_sentence_says_the_product(page: PositionsPage) -> None:
    """PE(5)·PE(1) of width 32: Σ over 16 pairs of cos(4 / 10000^(i/16))."""
    right = np.cos(4 * 10000.0 ** (-np.arange(16) / 16)).sum()
    assert page._canvas.statement() == f"“are” (5) · “keys” (1): {right:.1f} at distance 4"
    spoken = page.accessible_text()
    assert spoken.startswith("sinusoidal, at the input · 64 positions, counted from 0. “are” (5) · “keys” (1)")
    assert "dimension 0 · sin of pair 0 · wavelength 6.28: −0.959 at the query" in spoken  # sin 5 = −0.9589
    assert "Only the distance matters" in spoken
    assert "The products are equal: largest difference" in spoken


def test_keys_move_positions_and_dimension(page: PositionsPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.token_selected) as selected:
        press(page, Qt.Key.Key_Down)
    assert selected.args == [6]
    with qtbot.waitSignal(page.cell_selected) as cell:
        press(page, Qt.Key.Key_Up, KEYS.ShiftModifier)
    assert cell.args == [6, 0]
    with qtbot.waitSignal(page.cell_selected) as cell:
        press(page, Qt.Key.Key_Right, KEYS.ShiftModifier)
    assert cell.args == [7, 1]
    press(page, Qt.Key.Key_2)
    press(page, Qt.Key.Key_Right)
    assert page._picture.dimensions == (0, 9, 16)
    assert page._which.value() == 9
    press(page, Qt.Key.Key_Home)
    assert page._picture.query == 0
    before = page._picture
    press(page, Qt.Key.Key_Left, KEYS.ShiftModifier)
    assert page._picture == before  # the first position cannot move further, so neither does


def test_positions_beyond_the_sentence_are_shown_and_not_handed_on(page: PositionsPage, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(page.token_selected), qtbot.assertNotEmitted(page.cell_selected):
        press(page, Qt.Key.Key_End)
    assert page._canvas.statement().startswith("position 63 · “keys” (1)")
    with qtbot.waitSignal(page.token_hovered) as hovered:
        page._canvas.position_hovered.emit(3)
    assert hovered.args == [3]
    with qtbot.waitSignal(page.token_hovered) as hovered:
        page._canvas.position_hovered.emit(40)
    assert hovered.args == [None]


def test_sliders_and_choice_do_the_same(page: PositionsPage) -> None:
    page._curve.chosen.emit("high")
    assert page._which.value() == 16
    QTest.keyClick(page._which, Qt.Key.Key_Right)
    assert page._picture.dimensions == (0, 8, 17)
    QTest.keyClick(page._query, Qt.Key.Key_Left)
    QTest.keyClick(page._key, Qt.Key.Key_End)
    assert (page._picture.query, page._picture.key) == (4, 63)
    track = page._query._track()
    QTest.mouseClick(page._query, Qt.MouseButton.LeftButton, pos=QPoint(round(track.right()), 10))
    assert page._picture.query == 63


def test_a_click_in_the_matrix_chooses_position_and_dimension(page: PositionsPage, qtbot: QtBot) -> None:
    canvas = page._canvas
    cells = matrix_cells(canvas.layout_now().panels["matrix"], page._picture, LIGHT, canvas._texts)
    at = QPointF(cells.column(20).center().x(), cells.row(7).center().y()).toPoint()
    with qtbot.waitSignal(page.token_hovered):
        QTest.mouseMove(canvas, at)
    with qtbot.waitSignal(page.token_selected) as selected:
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at)
    assert selected.args == [7]
    assert page._picture.dimensions == (20, 8, 16)
    third = curve_axes(canvas.layout_now().panels["curves"], page._picture, LIGHT, canvas._texts)[2]
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=third.area.center().toPoint())
    assert page._picture.active == 2


def test_the_colours_of_the_matrix(page: PositionsPage) -> None:
    """PE(0) = 0, 1, 0, 1 …: paper and the end of the scale in turn. −1 is the other end: cos 3 = −0.99 is nearly there."""
    page.set_cell(None, None)
    cells = matrix_cells(page._canvas.layout_now().panels["matrix"], page._picture, LIGHT, page._canvas._texts)
    image = page._canvas.grab().toImage()

    def color(position: int, dimension: int) -> QColor:
        return image.pixelColor(QPointF(cells.column(dimension).center().x(), cells.row(position).center().y()).toPoint())

    def far(one: QColor, other: QColor) -> int:
        return max(abs(one.red() - other.red()), abs(one.green() - other.green()), abs(one.blue() - other.blue()))

    assert far(color(40, 1), LIGHT.key) > 20  # cos 40 = −0.67
    assert far(color(3, 1), LIGHT.key) < 12
    assert far(color(6, 31), LIGHT.query) < 3
    assert far(color(6, 30), LIGHT.surface) < 12


def test_rotary_hands(page: PositionsPage) -> None:
    """Pair 1 of head width 8 and base 10000 turns 0.1 rad a position: 4 positions apart are 0.4 rad, wherever they stand."""
    page.set_positions(tables(position="rotary"), LABELS, "rotary", (5, 1))
    press(page, Qt.Key.Key_Right)
    assert page._canvas.statement() == "“are” (5) and “keys” (1): pair 1 stands 0.400 rad apart"
    press(page, Qt.Key.Key_Right, KEYS.ShiftModifier)
    assert page._canvas.statement() == "“on” (6) and “to” (2): pair 1 stands 0.400 rad apart"
    assert "query of “are” and key of “keys”" in page.accessible_text()
    assert not page._curve.isVisible()
    canvas = page._canvas
    pair, place = circle_rects(canvas.layout_now().panels["circles"], page._picture, LIGHT, canvas._texts)[3]
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    assert (page._picture.pair, page._which.value()) == (pair, pair)
    assert shown_pairs(4) == (0, 1, 2, 3)
    assert (len(shown_pairs(32)), shown_pairs(32)[0], shown_pairs(32)[-1]) == (8, 0, 31)


def test_alibi_slopes_in_numbers(page: PositionsPage) -> None:
    page.set_positions(tables(position="alibi", n_heads=8), LABELS, "ALiBi")
    assert page._canvas.statement() == "“are” (5) and “keys” (1): distance 4, head 1 adds −2.000"
    assert "Slopes of the heads: 1/2, 1/4, 1/8, 1/16, 1/32, 1/64, 1/128, 1/256" in page.accessible_text()
    assert not page._which.isVisible()
    assert slope_words(2**-8 / 3) == "1/768"
    assert slope_words(2 ** (-8 / 3)) == "0.1575"


def test_the_mark_is_the_product_of_the_two_tokens(page: PositionsPage) -> None:
    """For a pair of positions the turned query and key are multiplied anew: not the mean of all pairs that far apart."""
    made = tables(position="rotary")
    page.set_positions(made, ("the", "cat", "the", "dog", "on", "mat"), "rotary", (2, 1))
    page.set_cell(2, 1)
    assert made.rotary is not None
    assert "query of “the₂” and key of “cat”, head 1 of layer 1" in page.accessible_text()
    assert "which in layer 1 Arithmetic shows too" in page.accessible_text()
    canvas = page._canvas
    canvas.grab()
    assert f"q·k = {made.rotary.product(2, 1):.4f}".replace("-", "−") in {key[0] for key in canvas._texts._texts}


def test_the_unit_is_part_of_the_painted_sentence(page: PositionsPage) -> None:
    """Every piece is painted at once, also the last one after a number: the picture differs where “rad” stands."""
    page.set_positions(tables(position="rotary"), LABELS, "rotary", (5, 1))
    words = page._canvas.layout_now().statement.toRect()
    image = page._canvas.grab().toImage()
    end = round(sum(page._canvas._texts.width(text, "statement", True) for text, _ in statement_parts(page._picture, LIGHT)))
    last = {image.pixelColor(words.left() + end - x, y).name() for x in range(2, 30) for y in range(words.top(), words.bottom())}
    assert LIGHT.text.name() in last


def test_a_learned_table_says_how_many_rows_there_are(page: PositionsPage) -> None:
    page.set_positions(tables(position="learned"), LABELS, "learned")
    assert "the first 64 of 3,000 positions" in page.accessible_text()
    page.set_positions(tables(position="learned", context=64), LABELS, "learned")
    assert "64 positions, counted from 0" in page.accessible_text()


def test_where_it_is_narrow_each_slider_has_its_own_row(page: PositionsPage) -> None:
    sliders = (page._query, page._key, page._which)
    page.resize(480, 400)
    QTest.qWait(20)
    assert len({slider.y() for slider in sliders}) == 3
    assert min(slider._track().width() for slider in sliders) > 200
    page.resize(900, 640)
    QTest.qWait(20)
    assert page._query.y() == page._key.y()


def test_without_positions_the_experiment_is_named(page: PositionsPage) -> None:
    page.set_positions(tables(position="none"), LABELS, "no positions")
    assert "Without positions the sentence is a set" in page.accessible_text()
    assert "order experiment" in page.accessible_text()
    assert not page._controls.isVisible()
    assert page.numbers() == []
    press(page, Qt.Key.Key_Down)
    page.set_positions(None, (), "")
    assert "Type a sentence" in page.accessible_text()
    assert page._canvas.statement() == ""


def test_an_encoding_that_enters_nowhere_says_so(page: PositionsPage) -> None:
    page.set_positions(tables(placement="none"), LABELS, "sinusoidal")
    assert "not in use: it enters nowhere" in page.accessible_text()


@pytest.mark.parametrize("position", ["sinusoidal", "learned", "rotary", "alibi"])
@pytest.mark.parametrize("length", [1, 2, 9, 600])
@pytest.mark.parametrize("theme", [LIGHT, DARK.zoomed(1.6)])
def test_every_size_is_painted(page: PositionsPage, position: str, length: int, theme: Any) -> None:
    page.set_theme(theme)
    page.set_positions(tables(length, position=position), LABELS[:length], position)
    page.set_hovered_token(length - 1)
    for size in ((480, 400), (800, 640)):
        page.resize(*size)
        assert not page.grab().isNull()
    assert page._canvas.minimumHeight() >= needed_height(page._canvas.width() - 12, page._picture, theme, page._canvas._texts)


def test_setters_do_nothing_when_equal(page: PositionsPage) -> None:
    page.grab()
    painted, picture = page._canvas._painted, page._picture
    page.set_positions(tables(), LABELS, "sinusoidal, at the input", (5, 1))
    page.set_cell(5, 1)
    assert page._picture is picture
    page.set_hovered_token(3)
    page.set_cell(4, 1)
    page.grab()
    assert page._canvas._painted is painted  # what follows the chosen positions is painted over it
    page.set_positions(tables(sinusoid_layout="side-by-side"), LABELS, "sinusoidal, at the input", (5, 1))
    assert page._canvas._painted is None
    assert page._picture.dimensions == (0, 4, 8)  # the same pairs in the other layout


def test_dimensions_that_were_chosen_stay(page: PositionsPage) -> None:
    press(page, Qt.Key.Key_Right)
    page.set_positions(tables(20), LABELS, "sinusoidal", None)
    assert page._picture.dimensions == (1, 8, 16)
    page.set_positions(tables(20, d_model=8), LABELS, "sinusoidal", None)
    assert page._picture.dimensions == (0, 2, 4)


def test_numbers_read_back(page: PositionsPage) -> None:
    rows = page.numbers()
    shown = page._picture.tables
    assert shown is not None
    assert shown.added is not None
    assert rows[0][:3] == ["position", "token", "dimension 0"]
    assert (len(rows), rows[6][:2], rows[64][1]) == (65, ["5", "are"], "")
    assert np.array_equal(np.array([row[2:34] for row in rows[1:]], np.float32), shown.added.matrix)
    assert np.array_equal(np.array([row[34] for row in rows[1:]], np.float64), shown.added.by_distance.mean)
    page.set_positions(tables(position="rotary"), LABELS, "rotary")
    rotary = page.numbers()
    turned = page._picture.tables
    assert turned is not None
    assert turned.rotary is not None
    assert float(rotary[5][-3]) == turned.rotary.by_distance.mean[63 - 4]
    assert {len(row) for row in rotary} == {len(rotary[0])}
    page.set_positions(tables(position="alibi"), LABELS, "ALiBi")
    assert page.numbers()[1][:4] == ["0", "0.25", str(np.log(2) / 0.25), "0.0"]


def test_a_picture_has_the_same_panels(page: PositionsPage) -> None:
    image = QImage(900, 700, QImage.Format.Format_RGB32)
    image.fill(LIGHT.window)
    with QPainter(image) as painter:
        page.picture(painter, QRectF(0, 0, 900, 700), LIGHT)
    colors = {image.pixelColor(x, y).name() for x in range(0, 900, 3) for y in range(0, 700, 3)}
    assert {LIGHT.position.name(), LIGHT.query.name()} <= colors
    assert rows_of(page._picture, wide=True) == [["matrix", "curves"], ["distance", "layouts"]]


def test_everything_is_named_and_reached(page: PositionsPage) -> None:
    controls = list(accessible_controls(page))
    assert {page._query, page._key, page._which, page._canvas} <= set(controls)
    page._canvas._speech.now()
    assert all(control.accessibleName() and control.accessibleDescription() for control in controls)
    assert (page.minimumSizeHint().width(), page.minimumSizeHint().height()) <= (480, 400)


def test_a_crowded_line_keeps_its_ends_and_its_peaks() -> None:
    """12 values on 3 pixels: stretches of 4, of each the smallest and the largest."""
    assert thinned([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8], 3).tolist() == [0, 1, 2, 5, 6, 9, 11]
    assert thinned([3, 1, 4], 2).tolist() == [0, 1, 2]


def test_numbers_in_words() -> None:
    words = [brief(x) for x in (0, 256, 23.44, 0.126, -1.5e-6, 19869, 1e7, 0.084)]
    assert words == ["0", "256", "23.4", "0.126", "−1.5·10⁻⁶", "19,869", "1.0·10⁷", "0.0840"]
    assert brief(0.084, short=True) == "0.084"
    assert ticks(0, 63, 6) == [0, 20, 40, 60]
    assert ticks(-3.1, 5, 6) == [-2, 0, 2, 4]
    added = tables(sinusoid_layout="side-by-side").added
    assert added is not None
    assert dimension_words(added, 16) == "dimension 16 · cos of pair 0 · wavelength 6.28"
