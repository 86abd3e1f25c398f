"""StagesPage in a real window: what is painted where, what the keys do, what is said; and the reduction beside a slow twin."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.inside.head import HeadArrays, head_arrays
from core.inside.split import ScoreSplit, score_split, why_no_split
from core.kernels import plain_kernels
from core.model import ModelConfig, forward
from core.model.config import mask_allows
from gui.drawing.inside.stage_values import Stage, farthest, signed_indices, signed_table
from gui.drawing.inside.stage_words import figure, held_words
from gui.i18n import explain
from gui.theme.theme import DARK, LIGHT
from gui.views.inside.stages_page import StagesPage
from tests.core.strategies import full_weights

WORDS = ("The", "keys", "are", "<b>here</b>", "keys")
SHOWN = ("The", "keys₁", "are", "<b>here</b>", "keys₂")
"""The same, told apart."""
SMALL = ModelConfig(d_model=8, n_heads=2, n_layers=2, vocabulary=20, context=8)
IDS = (1, 2, 3, 4, 2)
NOTHING: dict[str, Any] = {"arrays": None, "split": None, "split_reason": None, "labels": (), "causal": False, "window": 0}


def head(config: ModelConfig = SMALL, layer: int = 0, which: int = 1) -> tuple[HeadArrays, ScoreSplit | None, str | None]:
    weights = full_weights(config)
    trace = forward(config, weights, IDS, kernels=plain_kernels())
    reason = why_no_split(config, layer)
    split = score_split(config, weights, IDS, trace, which) if reason is None else None
    return head_arrays(config, weights, trace, layer, which), split, None if reason is None else explain(reason)


def show(page: StagesPage, config: ModelConfig = SMALL, layer: int = 0) -> HeadArrays:
    arrays, split, reason = head(config, layer)
    alibi = config.position == "alibi"
    page.set_head(arrays, split, reason, WORDS, config.causal, config.window, alibi=alibi)
    QApplication.processEvents()
    return arrays


@pytest.fixture
def page(qtbot: QtBot) -> StagesPage:
    made = StagesPage()
    qtbot.addWidget(made)
    made.cell_selected.connect(made.set_cell)
    made.resize(800, 640)
    made.show()
    qtbot.waitExposed(made)
    return made


def centre(page: StagesPage, row: int, column: int) -> QPoint:
    layout = page.map.layout_now()
    assert layout is not None
    return layout.cell_rect(row, column).center().toPoint()


def corner(page: StagesPage, row: int, column: int) -> QColor:
    """The colour of a cell of the large map, beside its number."""
    layout = page.map.layout_now()
    assert layout is not None
    place = layout.cell_rect(row, column)
    return page.map.grab().toImage().pixelColor(int(place.x() + 4), int(place.y() + 4))


# From numbers to colours


@given(st.integers(1, 40), st.integers(1, 7), st.integers(0, 9), st.integers(0, 2**32 - 1))
def test_reduction_keeps_what_is_farthest_from_0_and_not_masked(tokens: int, cells: int, window: int, seed: int) -> None:
    """Beside a twin that looks at every cell: the value with the largest |x|, NaN where the mask leaves none."""
    values = np.random.default_rng(seed).standard_normal((tokens, tokens), np.float32)
    found = farthest(values, cells, cells, (True, window))
    side = -(-tokens // cells)
    assert found.shape == (side, side)
    for row in range(side):
        for column in range(side):
            seen = [
                float(values[q, k])
                for q in range(row * cells, min(tokens, (row + 1) * cells))
                for k in range(column * cells, min(tokens, (column + 1) * cells))
                if mask_allows(q, k, causal=True, window=window)
            ]
            if seen:
                assert found[row, column] == max(seen, key=abs)
            else:
                assert np.isnan(found[row, column])


def test_reduction_of_a_long_map_goes_over_all_of_its_strips() -> None:
    """600 rows are more than two strips: −1000 − i in cell (i, i) must be found in each square of the diagonal, row by row."""
    values = np.zeros((600, 600), np.float32)
    values[np.arange(600), np.arange(600)] = -1000 - np.arange(600)
    for mask in (None, (True, 0), (True, 50)):
        found = farthest(values, 7, 7, mask)
        np.testing.assert_array_equal(np.diagonal(found), [-1000 - min(7 * i + 6, 599) for i in range(86)])


def test_vectors_are_reduced_by_rows_and_columns_apart() -> None:
    values = np.array([[1, -5, 2], [0, 3, -4], [7, 0, 0]], np.float32)
    np.testing.assert_array_equal(farthest(values, 2, 1), [[1, -5, -4], [7, 0, 0]])
    np.testing.assert_array_equal(farthest(values, 1, 2), [[-5, 2], [3, -4], [7, 0]])
    np.testing.assert_array_equal(farthest(values.astype(float), 3, 3), [[7]])


def test_0_is_in_the_middle_and_the_ends_are_the_limit() -> None:
    """−2, −1, 0, 1, 2 of ±2: 255 · (x/4 + 1/2), rounded; beyond it the ends, NaN in the middle. All 0 is the middle, too."""
    values = np.array([-2, -1, 0, 1, 2, 9, -np.inf, np.nan], np.float32)
    assert signed_indices(values, 2).tolist() == [0, 64, 128, 191, 255, 255, 0, 128]
    assert signed_indices(np.zeros(3, np.float32), 0).tolist() == [128, 128, 128]


def test_the_scale_of_masked_scores_leaves_masked_ones_out() -> None:
    """9 stands above the diagonal: the scores go to ±9, the masked ones to ±3."""
    values = np.array([[1, 9], [-3, 2]], np.float32)
    limits = [Stage(name, values, causal=True, window=0, masked=name == "masked").limit for name in ("scores", "masked")]  # type: ignore[arg-type]
    assert limits == [9, 3]
    assert Stage("pattern", values / 9, causal=True, window=0, masked=True).limit == 1


def test_figures_beside_a_bar_have_three_places() -> None:
    assert [figure(x) for x in (0, 0.0123, 0.5, 2.654, 10.62, 123.4, -2.654)] == [
        "0.00", "0.0123", "0.50", "2.65", "10.6", "123", "−2.65",
    ]  # fmt: skip


# What is painted


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_zero_has_the_colour_of_the_middle_and_the_largest_that_of_the_end(page: StagesPage, theme: Any) -> None:
    arrays = show(page)
    products = np.zeros((5, 5), np.float32)
    products[0, 1], products[3, 2] = 4, -4
    page.set_theme(theme)
    page.set_head(replace(arrays, products=products, q=arrays.q * 2), None, None, WORDS, False, 0)
    page.show_stage("products")
    middle, low, high = (QColor(int(signed_table(theme.name)[index])) for index in (128, 0, 255))
    assert (corner(page, 2, 2), corner(page, 3, 2), corner(page, 0, 1)) == (middle, low, high)


def test_masked_cells_are_hatched_and_scores_before_the_mask_are_not(page: StagesPage) -> None:
    """A causal mask: of (0, 4) there is a score, which is painted as one; masked and pattern are hatched there."""
    arrays = show(page, replace(SMALL, mask="causal"))
    ground = {LIGHT.raised.rgb(), LIGHT.muted.rgb()}
    for name in ("masked", "pattern"):
        page.show_stage(name)  # type: ignore[arg-type]
        layout = page.map.layout_now()
        assert layout is not None
        image, place = page.map.grab().toImage(), layout.cell_rect(0, 4).adjusted(4, 4, -4, -4).toRect()
        found = {image.pixel(x, y) for x in range(place.left(), place.right()) for y in range(place.top(), place.bottom())}
        assert found == ground
        assert corner(page, 4, 0).rgb() not in ground
    page.show_stage("scores")
    stage = page.shown_stage()
    assert stage is not None
    index = signed_indices(arrays.attn_scores, stage.limit)[0, 4]
    assert corner(page, 0, 4) == QColor(int(signed_table("light")[index]))


def test_every_stage_has_a_tile_with_its_own_colours(page: StagesPage) -> None:
    """Row 0, column 0 of each tile is the colour of that cell on that stage's own scale."""
    show(page)
    image, layout = page.tiles.grab().toImage(), page.tiles.layout_now()
    stages = page._stages["stages"]
    assert [stage.name for stage in stages] == ["q", "k", "products", "scores", "masked", "pattern", "v", "z"]
    for stage, tile in zip(stages, layout.tiles, strict=True):
        color, _ = stage.colored(1, 1, "light")
        assert image.pixel(int(tile.x() + 4), int(tile.y() + 4)) == color[0, 0], stage.name


def test_maps_of_the_split_share_one_scale(page: StagesPage) -> None:
    show(page)
    page.show_tab("split")
    stages = page._stages["split"]
    assert [stage.name for stage in stages] == [
        "content-content", "content-position", "position-content", "position-position", "biases", "total",
    ]  # fmt: skip
    assert {stage.limit for stage in stages} == {max(float(np.abs(stage.values).max()) for stage in stages)}


# Keys and pointer


def test_digits_and_arrows_choose_the_stage_that_is_large(page: StagesPage, qtbot: QtBot) -> None:
    show(page)
    names = []
    for widget, key in (
        (page.tiles, Qt.Key.Key_Home),
        (page.tiles, Qt.Key.Key_Right),
        (page.tiles, Qt.Key.Key_Down),
        (page.tiles, Qt.Key.Key_End),
        (page.tiles, Qt.Key.Key_Down),
        (page.map, Qt.Key.Key_3),
        (page.map, Qt.Key.Key_9),
    ):
        qtbot.keyClick(widget, key)
        stage = page.shown_stage()
        assert stage is not None
        names.append(stage.name)
    assert names == ["q", "k", "scores", "z", "z", "products", "products"]
    before = page.map.grab().toImage()
    qtbot.keyClick(page.map, Qt.Key.Key_6)
    assert page.map.grab().toImage() != before


def test_a_click_on_a_tile_shows_it_large(page: StagesPage, qtbot: QtBot) -> None:
    show(page)
    qtbot.mouseClick(page.tiles, Qt.MouseButton.LeftButton, pos=page.tiles.layout_now().tiles[6].center().toPoint())
    stage = page.shown_stage()
    assert stage is not None
    assert stage.name == "v"


def test_arrows_move_the_cell_and_numbers_of_vectors(page: StagesPage, qtbot: QtBot) -> None:
    """In the pattern from (1, 2) down and left to (2, 1); in K the rows are keys, so down moves the key and right the number."""
    arrays = show(page)
    page.set_cell(1, 2)
    chosen: list[tuple[int, int]] = []
    page.cell_selected.connect(lambda query, key: chosen.append((query, key)))
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_End):
        qtbot.keyClick(page.map, key)
    assert chosen == [(2, 2), (2, 1), (2, 4)]
    page.show_stage("k")
    qtbot.keyClick(page.map, Qt.Key.Key_Up)  # the first key chooses the first number
    qtbot.keyClick(page.map, Qt.Key.Key_Up)
    qtbot.keyClick(page.map, Qt.Key.Key_Right)
    assert chosen[3:] == [(2, 3)]
    assert page.sentence() == f"“<b>here</b>”: number 2 of its key is {arrays.k[3, 1]:.3f}".replace("-", "−")


def test_pointing_at_a_cell_reads_it_and_says_which_token(page: StagesPage, qtbot: QtBot) -> None:
    arrays = show(page)
    qtbot.mouseMove(page.map, QPoint(1, 1))
    cells: list[object] = []
    tokens: list[object] = []
    page.cell_hovered.connect(cells.append)
    page.token_hovered.connect(tokens.append)
    qtbot.mouseMove(page.map, centre(page, 2, 1))
    qtbot.waitUntil(lambda: (cells[-1:], tokens[-1:]) == ([(2, 1)], [2]))
    assert page.sentence() == f"“are” looks at “keys₁”: {arrays.pattern[2, 1]:.3f}"
    page.show_stage("q")
    qtbot.mouseMove(page.map, centre(page, 3, 0))
    qtbot.waitUntil(lambda: (cells[-1], tokens[-1]) == (None, 3))
    qtbot.mouseMove(page.map, QPoint(1, 1))
    qtbot.waitUntil(lambda: (cells[-1], tokens[-1]) == (None, None))


def test_a_token_pointed_at_elsewhere_is_outlined(page: StagesPage) -> None:
    show(page)
    before = page.map.grab().toImage()
    page.set_hovered_token(2)
    assert page.map.grab().toImage() != before
    page.set_hovered_token(99)
    assert page.map.grab().toImage() == before


# Words and numbers


def test_the_split_says_what_is_held_and_adds_up(page: StagesPage) -> None:
    """The numbers of the line, read back, add up: five rounded to 3 digits are wrong by at most 5 · 0.0005, the sum by 0.0005."""
    show(page)
    page.set_cell(2, 1)
    page.show_tab("split")
    assert "deviation, which content and position share, is held at its value" in page.held.text
    total, _, parts = page.explained.text.replace("−", "-").partition(" = ")
    assert float(total) == pytest.approx(sum(float(part) for part in parts.replace("- ", "+ -").split(" + ")), abs=0.0031)
    assert page.sentence().startswith("“are” for “keys₁”, sum: ")


def test_words_about_what_is_held() -> None:
    assert held_words("nothing", 0).endswith("add up to the scores (largest difference 0).")
    assert "root mean square" in held_words("root mean square", 3.2e-7)
    assert "3·10⁻⁷" in held_words("deviation", 3.2e-7)


def test_where_there_is_no_split_the_reason_stands_in_its_place(page: StagesPage) -> None:
    show(page, layer=1)
    page.show_tab("split")
    assert "choose a head of layer 1" in page.accessible_text()
    assert not page.tiles.isVisible()
    assert page.numbers() == []
    page.show_tab("stages")
    assert page.tiles.isVisible()


def test_alibis_share_has_its_own_map_and_its_own_words(page: StagesPage) -> None:
    show(page, replace(SMALL, position="alibi"))
    page.show_stage("scores")
    assert "ALiBi's share" in page.explained.text
    page.show_stage("alibi")
    stage = page.shown_stage()
    assert stage is not None
    assert stage.values[4, 0] == -4 * 2.0**-8  # the second of two heads


def test_accessible_text_reads_the_cell_and_the_row(page: StagesPage) -> None:
    arrays = show(page, replace(SMALL, mask="causal"))
    assert "Arrow keys move" in page.accessible_text()
    page.set_cell(2, 4)
    text = page.accessible_text()
    best = SHOWN[int(arrays.pattern[2].argmax())]
    assert text.startswith("Head 2 of layer 1, pattern. “are” may not look at “keys₂”: masked.")
    assert f"“are” looks mostly at “{best}”, {arrays.pattern[2].max():.3f}." in text
    page.map.setFocus()
    for view in (page.map, page.tiles):
        view.retranslate()
    assert page.map.accessibleDescription() == text
    assert "6 of 8" in page.tiles.accessibleDescription()
    page.show_stage("masked")
    keys = arrays.attn_scores[2, :3]
    assert f"the largest is “{SHOWN[int(keys.argmax())]}”" in page.accessible_text()


def test_numbers_read_back_exactly_and_masked_cells_are_empty(page: StagesPage) -> None:
    arrays = show(page, replace(SMALL, mask="causal"))
    page.show_stage("masked")
    rows = page.numbers()
    assert rows[0] == ["masked", *SHOWN]
    for query in range(5):
        assert rows[query + 1][0] == SHOWN[query]
        for key in range(5):
            cell = rows[query + 1][key + 1]
            assert cell == "" if key > query else np.float32(cell) == arrays.attn_scores[query, key]
    page.show_stage("z")
    assert page.numbers()[0] == ["z", "1", "2", "3", "4"]


def test_nothing_to_show_says_what_to_do(page: StagesPage) -> None:
    assert "Type a sentence" in page.accessible_text()
    show(page)
    page.set_cell(4, 4)
    page.set_head(**NOTHING)
    page.grab()
    assert "Type a sentence" in page.accessible_text()
    assert page.numbers() == []


def test_a_selected_cell_beyond_a_shorter_sentence_is_no_cell(page: StagesPage) -> None:
    show(page)
    page.set_cell(7, 1)
    page.grab()
    assert page.sentence().startswith("Point at a cell")


def test_labels_must_fit_the_tokens(page: StagesPage) -> None:
    with pytest.raises(ValueError, match="2 labels for 5 tokens"):
        page.set_head(head()[0], None, None, ("a", "b"), False, 0)


def test_equal_numbers_change_nothing(page: StagesPage) -> None:
    show(page)
    before = page._stages["stages"], page._stages["split"]
    show(page)
    assert (page._stages["stages"], page._stages["split"]) == before
    show(page, replace(SMALL, mask="causal"))
    assert page._stages["stages"] is not before[0]


# Elsewhere


@pytest.mark.parametrize("theme, size", [(LIGHT, (800, 640)), (DARK, (480, 400))], ids=["light", "dark and small"])
def test_every_stage_can_be_painted_at_every_size_and_exported(page: StagesPage, theme: Any, size: tuple[int, int]) -> None:
    show(page, replace(SMALL, mask="window:2"))
    page.set_cell(2, 1)
    page.set_theme(theme)
    page.resize(*size)
    for name in [stage.name for stage in (*page._stages["stages"], *page._stages["split"])]:
        page.show_stage(name)
        page.grab()
        image = QImage(QSize(900, 700), QImage.Format.Format_RGB32)
        image.fill(theme.window)
        with QPainter(image) as painter:
            page.picture(painter, QRectF(20, 20, 860, 660), theme)
        assert len({image.pixel(x, y) for x in range(0, 900, 9) for y in range(0, 700, 9)}) > 5
    assert (page.width(), page.height()) == size


def test_a_drawing_has_real_text(page: StagesPage) -> None:
    show(page)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    drawing = QSvgGenerator()
    drawing.setOutputDevice(buffer)
    drawing.setSize(QSize(900, 700))
    with QPainter(drawing) as painter:
        page.picture(painter, QRectF(20, 20, 860, 660), LIGHT)
    text = bytes(buffer.data().data()).decode()
    assert "softmax" in text
    assert "&lt;b&gt;here&lt;/b&gt;" in text


def test_long_sentences_are_built_in_turns_and_end_up_complete(page: StagesPage, qtbot: QtBot) -> None:
    """700 tokens: more than are built at once. Each tile has, in the end, the colour of its first dot."""
    tokens = 700
    rng = np.random.default_rng(0)
    square = rng.standard_normal((tokens, tokens)).astype(np.float32)
    narrow = rng.standard_normal((tokens, 4)).astype(np.float32)
    arrays = replace(
        head()[0], q=narrow, k=narrow, v=narrow, z=narrow, products=square, attn_scores=square / 2, pattern=np.abs(square) / 9
    )
    page.set_head(arrays, None, None, tuple(f"w{i}" for i in range(tokens)), True, 0)
    qtbot.waitUntil(lambda: page.tiles._built == 8)
    assert "each dot is the one of" in " ".join(_painted_words(page))


def _painted_words(page: StagesPage) -> list[str]:
    from gui.drawing.inside.stage_words import scale_words

    stage, layout = page.shown_stage(), page.map.layout_now()
    assert stage is not None
    assert layout is not None
    return [scale_words(stage, layout.down, layout.across)]
