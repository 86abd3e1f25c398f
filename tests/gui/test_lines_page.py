"""LinesPage: which lines are drawn, what is said to be left out, what is hit and what is reported."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from pytestqt.qtbot import QtBot

from gui.access import accessible_controls
from gui.drawing.inside.lines_data import LINE_LIMIT, LinesPicture, choose_lines, strongest
from gui.theme.categories import category
from gui.theme.theme import DARK, LIGHT, Theme
from gui.views.inside.lines_page import LinesPage
from gui.views.map_toys import toy_labels, toy_maps

ABC = np.array([[[1, 0, 0], [0.4, 0.6, 0], [0.03, 0.27, 0.7]], [[1, 0, 0], [0.9, 0.1, 0], [0.2, 0.3, 0.5]]], np.float32)
LABELS = ("A", "B", "C")


@pytest.fixture
def page(qtbot: QtBot) -> LinesPage:
    made = LinesPage()
    qtbot.addWidget(made)
    made.resize(800, 640)
    made.show()
    qtbot.waitExposed(made)
    made.set_maps(ABC, LABELS, True, 0, 1, 0)
    return made


def place(page: LinesPage, side: str, index: int) -> QPoint:
    layout = page.canvas.layout_now()
    column = layout.left if side == "query" else layout.right
    return QPointF(column.center().x(), layout.middle(index)).toPoint()


# Which lines


def test_the_threshold_keeps_what_equals_it_and_counts_the_rest() -> None:
    """Head 0, all tokens, below 0.4: C→A 0.03 and C→B 0.27, together 0.3 of 3. B→A 0.4 stays. Masked cells are no lines."""
    picture = LinesPicture(patterns=ABC, labels=LABELS, causal=True, heads=(0,), threshold=0.4, everything=True)
    lines = choose_lines(picture)
    assert [(int(q), int(k)) for q, k in zip(lines.queries, lines.keys, strict=True)] == [(1, 0), (1, 1), (2, 2), (0, 0)]
    assert lines.below == 2
    assert lines.weight_below == pytest.approx(0.1, abs=1e-7)


def test_one_token_and_several_heads() -> None:
    """C in both heads from 0.25 on: 0.27, 0.7 of the first, 0.3, 0.5 of the second; 0.03 + 0.2 of 2 are left out."""
    picture = LinesPicture(patterns=ABC, labels=LABELS, causal=True, heads=(0, 1), threshold=0.25, query=2)
    lines = choose_lines(picture)
    assert [float(w) for w in lines.weights] == pytest.approx([0.27, 0.3, 0.5, 0.7])
    assert lines.slots.tolist() == [0, 1, 1, 0]
    assert lines.below == 2
    assert lines.weight_below == pytest.approx(0.115, abs=1e-7)
    assert strongest(picture, 1, 2) == (2, pytest.approx(0.5))


def test_lines_that_arrive_at_a_token() -> None:
    picture = LinesPicture(patterns=ABC, labels=LABELS, causal=True, heads=(0,), threshold=0.1)
    lines = choose_lines(picture, column=1)
    assert [(int(q), int(k)) for q, k in zip(lines.queries, lines.keys, strict=True)] == [(2, 1), (1, 1)]


@pytest.mark.parametrize("causal", [False, True])
def test_every_cell_is_drawn_or_counted(causal: bool) -> None:
    """A slow count over random maps."""
    maps = toy_maps(1, 3, 12, causal)[0]
    picture = LinesPicture(patterns=maps, labels=toy_labels(12), causal=causal, heads=(0, 2), threshold=0.07, everything=True)
    lines = choose_lines(picture)
    cells = [(h, q, k) for h in (0, 2) for q in range(12) for k in range(q + 1 if causal else 12)]
    small = [float(maps[cell]) for cell in cells if maps[cell] < np.float32(0.07)]
    assert lines.below == len(small)
    assert len(lines) == len(cells) - len(small)
    assert lines.weight_below == pytest.approx(sum(small) / 24, abs=1e-6)


def test_too_many_lines_are_left_out_and_said(page: LinesPage) -> None:
    """64 × 64 = 4096 lines, each 1/64."""
    page.set_maps(np.full((2, 64, 64), 1 / 64, np.float32), toy_labels(64), False, 0, 1, 0)
    page.set_extent("all")
    page.set_threshold(0)
    assert len(page.canvas.lines) == LINE_LIMIT
    assert page.canvas.lines.too_many == 4096 - LINE_LIMIT
    assert "of the others, the strongest 3,000 of 4,096 are drawn" in page.accessible_text()


# What is said


def test_what_is_left_out_stands_in_words(page: LinesPage) -> None:
    page.set_cell(2, None)
    assert page.accessible_text() == (
        "Layer 2, head 1: “C” looks mostly at “C”: 0.70. Lines left out, below 0.05: 1, together 3.0 % of the weight of “C”."
    )
    page.set_extent("all")
    page.set_threshold(0.3)
    assert "Lines left out, below 0.30: 2, together 10.0 % of all weight" in page.accessible_text()
    page.set_threshold(0)
    assert "Every line is shown" in page.accessible_text()


def test_words_that_come_again_are_told_apart(page: LinesPage) -> None:
    """“the” twice: the second one is the₂ in sentence and picture; rows of numbers keep the token as it is and its place."""
    page.set_maps(np.full((2, 3, 3), 1 / 3, np.float32), ("the", "cat", "the"), False, 0, 1, 0)
    page.set_cell(2, 0)
    assert "“the₂” looks at “the₁”" in page.accessible_text()
    assert ["2", "the", "0", "the"] in [line[2:6] for line in page.numbers()]


def test_a_cell_and_a_masked_one_in_words(page: LinesPage) -> None:
    page.set_cell(1, 0)
    assert "“B” looks at “A”: 0.40" in page.accessible_text()
    page.set_heads((0, 1))
    assert "“B” looks at “A”: head 1 0.40, head 2 0.90" in page.accessible_text()
    page.set_cell(0, 2)
    assert "“A” may not look at “C”: masked" in page.accessible_text()


def test_numbers_read_back(page: LinesPage) -> None:
    page.set_cell(2, None)
    header, *rows = page.numbers()
    assert header[-1] == "weight"
    assert rows[0][:6] == ["1", "0", "2", "C", "2", "C"]
    assert [np.float32(row[-1]) for row in rows] == [np.float32(0.7), np.float32(0.27)]


# What is hit


def test_clicks_choose_a_token_and_then_a_cell(page: LinesPage, qtbot: QtBot) -> None:
    viewport = page.canvas.viewport()
    with qtbot.waitSignal(page.token_selected) as token:
        qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place(page, "query", 2))
    assert token.args == [2]
    with qtbot.waitSignal(page.cell_selected) as cell:
        qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place(page, "key", 1))
    assert cell.args == [2, 1]


def test_hovering_previews_and_says_so(page: LinesPage, qtbot: QtBot) -> None:
    hovered: list[object] = []
    page.token_hovered.connect(hovered.append)
    viewport = page.canvas.viewport()
    before = viewport.grab().toImage()
    # The first move only enters the window, so each is waited for.
    qtbot.mouseMove(viewport, place(page, "query", 1))
    qtbot.waitUntil(lambda: hovered == [1])
    assert page.canvas.preview is not None
    assert page.canvas.preview[:2] == ("query", 1)
    assert page.canvas.picture.query is None
    assert viewport.grab().toImage() != before
    qtbot.mouseMove(viewport, place(page, "key", 0))
    qtbot.waitUntil(lambda: hovered == [1, 0])
    assert page.canvas.preview[:2] == ("key", 0)
    assert len(page.canvas.preview[2]) == 2
    qtbot.mouseMove(viewport, QPoint(viewport.width() // 2, 2))
    qtbot.waitUntil(lambda: len(hovered) == 3)
    assert hovered == [1, 0, None]
    assert page.canvas.preview is None


def test_arrow_keys_choose(page: LinesPage, qtbot: QtBot) -> None:
    tokens: list[object] = []
    cells: list[tuple[int, int]] = []
    page.token_selected.connect(tokens.append)
    page.cell_selected.connect(lambda query, key: cells.append((query, key)))
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Escape):
        qtbot.keyClick(page.canvas, key)
    assert tokens == [0, 1, 2, None]
    assert cells == [(2, 2), (2, 1)]


def test_being_told_does_not_tell_back(page: LinesPage, qtbot: QtBot) -> None:
    told: list[object] = []
    for signal in (page.token_selected, page.token_hovered, page.heads_chosen):
        signal.connect(told.append)
    page.cell_selected.connect(lambda *args: told.append(args))
    page.set_cell(1, 0)
    page.set_cell(77, -1)
    page.set_hovered_token(2)
    page.set_heads((1,))
    page.set_extent("all")
    page.set_threshold(0.2)
    page.set_maps(None, (), False, 0, 0, 0)
    assert told == []
    assert page.canvas.picture.query is None


# Heads


def test_toggles_choose_heads_by_mouse_and_keyboard(page: LinesPage, qtbot: QtBot) -> None:
    chosen: list[object] = []
    page.heads_chosen.connect(chosen.append)
    toggles = page.toggles
    qtbot.mouseClick(toggles, Qt.MouseButton.LeftButton, pos=toggles.place(1).center().toPoint())
    qtbot.keyClick(toggles, Qt.Key.Key_Left)
    qtbot.keyClick(toggles, Qt.Key.Key_Space)
    qtbot.keyClick(toggles, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(toggles, Qt.Key.Key_Space)
    assert chosen == [(0, 1), (1,), (0,), ()]
    assert "Choose at least one head" in page.accessible_text()


def test_another_head_is_shown_alone_unless_it_is_shown_already(page: LinesPage) -> None:
    maps = toy_maps(1, 4, 3, True)[0]
    page.set_maps(maps, LABELS, True, 0, 1, 3)
    assert page.canvas.picture.heads == (3,)
    page.set_heads((1, 3))
    page.set_maps(maps, LABELS, True, 0, 1, 1)
    assert page.canvas.picture.heads == (1, 3)
    page.set_maps(ABC, LABELS, True, 0, 1, 1)
    assert page.canvas.picture.heads == (1,)


@pytest.mark.parametrize("heads", [1, 12, 64])
@pytest.mark.parametrize("zoom", [1.0, 1.6])
def test_all_chips_stand_inside(page: LinesPage, heads: int, zoom: float) -> None:
    page.set_theme(LIGHT.zoomed(zoom))
    page.set_maps(toy_maps(1, heads, 3, True)[0], LABELS, True, 0, 1, 0)
    for head in range(heads):
        chip = page.toggles.place(head)
        assert chip.bottom() <= page.toggles.height()
        assert chip.right() <= max(page.toggles.width(), chip.width())


# What is painted


def near(image: QImage, point: QPointF, color_of: int) -> bool:
    """Whether a pixel within 4 of `point` is closer to the colour of a head than to the ground."""
    head, ground = category(color_of, LIGHT), LIGHT.surface
    for dx in range(-4, 5):
        for dy in range(-4, 5):
            seen = image.pixelColor(int(point.x()) + dx, int(point.y()) + dy)
            distance = [
                abs(seen.red() - c.red()) + abs(seen.green() - c.green()) + abs(seen.blue() - c.blue()) for c in (head, ground)
            ]
            if distance[0] < distance[1]:
                return True
    return False


def test_a_line_runs_between_its_tokens_and_no_other(page: LinesPage) -> None:
    """B looks at A with 0.4 and at itself with 0.6, and not at C."""
    page.set_cell(1, None)
    layout, image = page.canvas.layout_now(), page.canvas.viewport().grab().toImage()
    middle = (layout.left.right() + layout.right.left()) / 2
    start = layout.middle(1)
    assert near(image, QPointF(middle, (start + layout.middle(0)) / 2), 0)
    assert near(image, QPointF(middle, start), 0)
    assert not near(image, QPointF(middle, (start + layout.middle(2)) / 2), 0)


def test_masked_keys_are_hatched_for_the_chosen_token(page: LinesPage) -> None:
    page.set_cell(0, None)
    layout, image = page.canvas.layout_now(), page.canvas.viewport().grab().toImage()
    x = int(layout.right.right()) + LIGHT.px(6) + 1
    seen = {image.pixelColor(x + dx, int(layout.middle(2)) + dy).name() for dx in range(20) for dy in range(-4, 4)}
    assert seen == {LIGHT.muted.name(), LIGHT.raised.name()}


def test_512_tokens_paint_only_what_is_in_sight(page: LinesPage, qtbot: QtBot) -> None:
    page.set_maps(toy_maps(1, 2, 512, True)[0], toy_labels(512), True, 0, 1, 0)
    layout = page.canvas.layout_now()
    assert len(layout.visible(512)) < 40
    assert page.canvas.verticalScrollBar().maximum() > 0
    page.set_cell(500, None)
    assert 500 in page.canvas.layout_now().visible(512)
    page.canvas.setFocus()
    qtbot.keyClick(page.canvas, Qt.Key.Key_Home)
    assert page.canvas.verticalScrollBar().value() == 0


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("tokens", [1, 9, 300])
def test_the_picture_for_files_has_real_text(page: LinesPage, theme: Theme, tokens: int, tmp_path: Path) -> None:
    labels = ("<b>", *toy_labels(tokens - 1))
    page.set_maps(toy_maps(1, 3, tokens, True)[0], labels, True, 0, 1, 0)
    page.set_heads((0, 1, 2))
    page.set_cell(0, None)
    path = tmp_path / "lines.svg"
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(QSize(700, 600))
    with QPainter(generator) as painter:
        page.picture(painter, QRectF(0, 0, 700, 600), theme)
    text = path.read_text(encoding="utf-8")
    assert "&lt;b&gt;" in text
    assert "Layer 2" in text
    assert "head 3" in text


# States


def test_b07_without_a_sentence_it_says_what_to_do(page: LinesPage) -> None:
    page.set_maps(None, (), False, 0, 0, 0)
    assert page.accessible_text() == "Nothing is shown yet."
    page.set_maps(np.zeros((2, 0, 0), np.float32), (), False, 0, 0, 0)
    page.canvas.viewport().grab()
    assert page.numbers() == [["layer", "head", "query", "query token", "key", "key token", "weight"]]


def test_maps_that_hold_no_number_are_no_lines(page: LinesPage) -> None:
    page.set_maps(np.full((2, 3, 3), np.nan, np.float32), LABELS, False, 0, 1, 0)
    page.set_cell(1, None)
    assert len(page.canvas.lines) == 0
    page.canvas.viewport().grab()


def test_the_wrong_number_of_labels_is_refused(page: LinesPage) -> None:
    with pytest.raises(ValueError, match="2 labels"):
        page.set_maps(ABC, ("A", "B"), False, 0, 0, 0)


def test_equal_maps_change_nothing(page: LinesPage) -> None:
    before = page.canvas.picture
    page.set_maps(ABC.copy(), LABELS, True, 0, 1, 0)
    assert page.canvas.picture is before


def test_a_stale_picture_is_dimmed(page: LinesPage) -> None:
    page.set_cell(1, None)
    before = page.canvas.viewport().grab().toImage()
    page.set_stale(True)
    assert page.canvas.viewport().grab().toImage() != before
    page.set_stale(False)
    assert page.canvas.viewport().grab().toImage() == before


def test_b99_every_control_has_a_name_and_fits_the_smallest_window(page: LinesPage) -> None:
    for control in accessible_controls(page):
        assert control.accessibleName()
        assert control.accessibleDescription()
    assert page.minimumSizeHint().width() <= 480
    assert page.minimumSizeHint().height() <= 400
