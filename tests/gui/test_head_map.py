"""HeadMap in a real window: what is painted where, what is hit, what is said."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.theme.colormaps import lut
from gui.theme.theme import DARK, LIGHT
from gui.views.head_map import HeadMap
from gui.views.map_toys import toy_labels, toy_pattern

ROOT = Path(__file__).resolve().parents[2]
ABC = np.array([[1, 0, 0], [0.4, 0.6, 0], [0.2, 0.3, 0.5]], np.float32)


@pytest.fixture
def widget(qtbot: QtBot) -> HeadMap:
    made = HeadMap()
    qtbot.addWidget(made)
    made.resize(500, 520)
    made.show()
    qtbot.waitExposed(made)
    return made


def centre(widget: HeadMap, query: int, key: int) -> QPoint:
    return widget.layout_now().cell_rect(query, key).center().toPoint()


def test_b62_row_is_the_query_and_column_the_key(widget: HeadMap, qtbot: QtBot) -> None:
    """Case: tokens A B C, causal, row 2 = 0.2, 0.3, 0.5: pointing at row 2, column 0 says C → A 0.20."""
    widget.set_map(ABC, ("A", "B", "C"), True, 0)
    hovered: list[object] = []
    widget.cell_hovered.connect(hovered.append)
    qtbot.mouseMove(widget, centre(widget, 2, 0))
    assert hovered == [(2, 0)]
    assert widget.cell_text(2, 0) == "C → A 0.20"
    assert widget.cell_text(0, 2) == "A → C masked"
    image = widget.grab().toImage()
    for query, key in ((0, 1), (0, 2), (1, 2)):
        place = widget.layout_now().cell_rect(query, key)
        assert image.pixelColor(int(place.x() + 4), int(place.y() + 4)) in (LIGHT.raised, LIGHT.muted)


@pytest.mark.parametrize("tokens", [1, 2, 9, 33])
def test_b70_a_click_in_the_middle_of_each_cell_selects_it(widget: HeadMap, qtbot: QtBot, tokens: int) -> None:
    widget.set_map(toy_pattern(tokens), toy_labels(tokens), False, 0)
    for query, key in {(0, 0), (tokens - 1, 0), (0, tokens - 1), (tokens // 2, tokens // 3), (tokens - 1, tokens - 1)}:
        with qtbot.waitSignal(widget.cell_selected) as caught:
            qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=centre(widget, query, key))
        assert caught.args == [query, key]


_HITS = """
import json, sys
import numpy as np
from PySide6.QtCore import QPointF
from gui.preview import application
application()
from gui.views.head_map import HeadMap
widget = HeadMap()
widget.resize(500, 520)
pattern = np.zeros((9, 9), np.float32)
pattern[6, 2] = 1
widget.set_map(pattern, tuple("ABCDEFGHI"), False, 0)
widget.set_display("shared", "viridis")
image = widget.grab().toImage()
ratio = image.devicePixelRatio()
layout = widget.layout_now()
found = set()
for y in range(image.height()):
    for x in range(image.width()):
        point = QPointF((x + 0.5) / ratio, (y + 0.5) / ratio)
        inside = layout.grid.adjusted(1, 1, -1, -1).contains(point)
        if inside and image.pixelColor(x, y).getRgb()[:3] == (253, 231, 37):
            found.add(layout.cell_at(point.x(), point.y()))
widget.close()
print(json.dumps([ratio, image.width(), sorted(found), layout.cell * ratio]))
"""


@pytest.mark.parametrize("factor", ["1", "1.25", "1.5", "2"])
def test_b71_what_is_painted_and_what_is_hit_agree_at_every_scale_factor(factor: str) -> None:
    """The one bright cell [6][2] of nine: each of its pixels must be hit as (6, 2). 500 px are 500 · factor device pixels.

    (253, 231, 37) is the last colour of viridis, which no number is written in.
    """
    environment = os.environ | {"QT_SCALE_FACTOR": factor, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", _HITS], cwd=ROOT, env=environment, capture_output=True, timeout=60, check=True)
    ratio, width, found, device_cell = json.loads(done.stdout)
    assert ratio == float(factor)
    assert width == round(500 * float(factor))
    assert found == [[6, 2]]
    assert device_cell == pytest.approx(round(device_cell), abs=1e-6)


def test_b72_the_pointer_moves_while_maps_change(widget: HeadMap, qtbot: QtBot) -> None:
    """200 changes between 2 and 32 tokens and no tokens at all, with the pointer always on the move: no exception, no message."""
    hovered: list[object] = []
    widget.cell_hovered.connect(hovered.append)
    for turn in range(200):
        tokens = (turn * 7) % 33
        pattern = toy_pattern(tokens, seed=turn) if tokens else None
        widget.set_map(pattern, toy_labels(tokens), bool(turn % 2), 0)
        qtbot.mouseMove(widget, QPoint(120 + turn, 140 + turn))
        QApplication.processEvents()
    assert hovered
    assert all(cell is None or len(cell) == 2 for cell in hovered)


def test_b07_no_tokens_says_what_to_do_and_one_token_is_1(widget: HeadMap) -> None:
    widget.set_map(np.ones((1, 1), np.float32), ("a",), True, 0)
    assert widget.cell_text(0, 0) == "a → a 1.00"
    place = widget.layout_now().cell_rect(0, 0)
    full = QColor(*lut("ink", "light")[255].tolist())
    assert widget.grab().toImage().pixelColor(int(place.x() + 5), int(place.y() + 5)) == full
    widget.set_map(None, (), False, 0)
    widget.setFocus()
    widget.grab()
    assert "Type a sentence" in widget.accessibleDescription()
    widget.set_map(np.zeros((0, 0), np.float32), (), False, 0)
    widget.grab()


def test_b16_labels_must_fit_the_map(widget: HeadMap) -> None:
    with pytest.raises(ValueError, match="12 labels"):
        widget.set_map(np.zeros((16, 16), np.float32), toy_labels(12), False, 0)


def test_b76_the_theme_changes_while_running(widget: HeadMap) -> None:
    widget.set_map(ABC, ("A", "B", "C"), False, 0)
    for theme in (DARK, LIGHT):
        widget.set_theme(theme)
        image = widget.grab().toImage()
        place = widget.layout_now().cell_rect(0, 1)
        assert image.pixelColor(image.width() // 2, image.height() - 12) == theme.window
        assert image.pixelColor(int(place.x() + 4), int(place.y() + 4)) == theme.surface


def test_the_selection_is_outlined_in_both_colours_with_a_halo(widget: HeadMap) -> None:
    """Down through the row's upper line: halo, query colour, halo; the cell's left line is in the key colour."""
    widget.set_map(np.full((9, 9), 1 / 9, np.float32), toy_labels(9), False, 0)
    widget.set_display("shared", "grey")
    widget.set_cell(4, 2)
    image = widget.grab().toImage()
    layout = widget.layout_now()
    row, cell = layout.row_rect(4), layout.cell_rect(4, 2)
    x = int(layout.cell_rect(4, 6).center().x())
    column = [image.pixelColor(x, y) for y in range(int(row.y()) - 5, int(row.y()) + 3)]
    start = column.index(LIGHT.query)
    assert column[start - 1] == LIGHT.surface
    assert column[start + 1] == LIGHT.query
    assert column[start + 2] == LIGHT.surface
    line = [image.pixelColor(x, int(cell.center().y())) for x in range(int(cell.x()) - 4, int(cell.x()) + 1)]
    assert LIGHT.key in line


def test_keys_move_the_cell(widget: HeadMap, qtbot: QtBot) -> None:
    widget.set_map(toy_pattern(5), toy_labels(5), False, 0)
    widget.cell_selected.connect(widget.set_cell)
    chosen: list[tuple[int, int]] = []
    widget.cell_selected.connect(lambda query, key: chosen.append((query, key)))
    right, down, home, end = Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End
    for key in (right, right, down, end, right, home, Qt.Key.Key_Up, Qt.Key.Key_Up):
        qtbot.keyClick(widget, key)
    assert chosen == [(0, 0), (0, 1), (1, 1), (1, 4), (1, 4), (1, 0), (0, 0), (0, 0)]
    qtbot.keyClick(widget, end, Qt.KeyboardModifier.ControlModifier)
    assert chosen[-1] == (4, 0)


def test_page_keys_and_ctrl_arrows_are_left_to_the_window(widget: HeadMap, qtbot: QtBot) -> None:
    widget.set_map(toy_pattern(5), toy_labels(5), False, 0)
    with qtbot.assertNotEmitted(widget.cell_selected):
        qtbot.keyClick(widget, Qt.Key.Key_PageDown)
        qtbot.keyClick(widget, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)


def turn_wheel(widget: HeadMap, at: QPoint, delta: int) -> None:
    here = QPointF(at)
    event = QWheelEvent(
        here,
        QPointF(widget.mapToGlobal(at)),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def test_the_wheel_zooms_about_the_pointer_and_0_shows_all(widget: HeadMap, qtbot: QtBot) -> None:
    widget.set_map(toy_pattern(100), toy_labels(100), False, 0)
    at = centre(widget, 60, 30)
    for _ in range(6):
        turn_wheel(widget, at, 120)
    layout = widget.layout_now()
    assert layout.side < 40
    assert layout.shows(60, 30)
    before = (layout.top, layout.left)
    qtbot.mousePress(widget, Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseMove(widget, at + QPoint(-80, -40))
    qtbot.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=at + QPoint(-80, -40))
    layout = widget.layout_now()
    assert layout.top > before[0]
    assert layout.left > before[1]
    widget.set_cell(2, 99)
    assert widget.layout_now().shows(2, 99)
    qtbot.keyClicks(widget, "0")
    assert widget.layout_now().side == 100
    qtbot.keyClicks(widget, "+")
    assert widget.layout_now().side == 80
    qtbot.mouseDClick(widget, Qt.MouseButton.LeftButton, pos=at)
    assert widget.layout_now().side == 100


def test_zoom_ends_before_nothing_is_left_and_a_new_sentence_is_shown_whole(widget: HeadMap) -> None:
    widget.set_map(toy_pattern(20), toy_labels(20), False, 0)
    at = centre(widget, 10, 10)
    for _ in range(30):
        turn_wheel(widget, at, 120)
    assert widget.layout_now().side == 8
    widget.set_map(toy_pattern(5), toy_labels(5), False, 0)
    assert widget.layout_now().side == 5


def test_it_says_what_it_shows(widget: HeadMap, qtbot: QtBot) -> None:
    widget.set_map(ABC, ("A", "B", "C"), True, 0)
    widget.set_title_numbers(0, 2)
    widget.set_cell(2, 0)
    qtbot.waitUntil(lambda: "mostly" in widget.accessibleDescription())
    assert widget.accessibleName()
    assert widget.accessibleDescription() == "Head 3 of layer 1: “C” looks mostly at “C”, 0.50. Selected: C → A 0.20."


def test_stale_is_dimmed_and_nothing_is_asked_twice(widget: HeadMap) -> None:
    widget.set_map(ABC, ("A", "B", "C"), False, 0)
    fresh = widget.grab().toImage()
    widget.set_stale(True)
    assert widget.grab().toImage() != fresh
    widget.set_stale(False)
    assert widget.grab().toImage() == fresh


def test_the_picture_follows_the_numbers(widget: HeadMap) -> None:
    widget.set_map(ABC, ("A", "B", "C"), False, 0)
    before = widget.grab().toImage()
    widget.set_map(np.array(ABC), ("A", "B", "C"), False, 0)
    assert widget.grab().toImage() == before
    widget.set_map(np.array(ABC[::-1]), ("A", "B", "C"), False, 0)
    assert widget.grab().toImage() != before
