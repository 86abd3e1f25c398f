"""Mosaic in a real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.theme.theme import DARK, LIGHT
from gui.views.map_toys import toy_maps, toy_thumbnails
from gui.views.mosaic import Mosaic


@pytest.fixture
def widget(qtbot: QtBot) -> Mosaic:
    made = Mosaic()
    qtbot.addWidget(made)
    made.resize(380, 460)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.mark.parametrize("layers, heads", [(1, 1), (4, 4), (2, 12), (12, 12)])
def test_a_click_picks_the_head_that_is_seen_there(widget: Mosaic, qtbot: QtBot, layers: int, heads: int) -> None:
    widget.set_maps(toy_maps(layers, heads, 9), 1, False, 0, 9)
    for layer, head in {(0, 0), (layers - 1, 0), (0, heads - 1), (layers // 2, heads // 2), (layers - 1, heads - 1)}:
        widget.set_selected(layer, head)
        with qtbot.waitSignal(widget.head_selected) as caught:
            qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=widget.head_place(layer, head).center().toPoint())
        assert caught.args == [layer, head]


@pytest.mark.parametrize("layers, heads", [(24, 16), (48, 16)])
def test_b74_deep_models_keep_legible_thumbnails_and_scroll_to_the_selected_head(
    widget: Mosaic, qtbot: QtBot, layers: int, heads: int
) -> None:
    widget.set_maps(toy_maps(layers, heads, 24), 1, False, 0, 24)
    assert widget.layout_now().thumbnail >= 24
    for layer, head in ((layers - 1, heads - 1), (0, 0), (layers - 1, 0)):
        widget.set_selected(layer, head)
        assert widget.rect().contains(widget.head_place(layer, head).toAlignedRect())
        with qtbot.waitSignal(widget.head_selected) as caught:
            qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=widget.head_place(layer, head).center().toPoint())
        assert caught.args == [layer, head]


@pytest.mark.parametrize("width", range(90, 150, 4))
def test_every_head_is_seen_whole_or_can_be_scrolled_to(widget: Mosaic, qtbot: QtBot, width: int) -> None:
    """Six layers do not fit beneath each other: the bar beside them must not cover the last head."""
    widget.set_maps(toy_maps(6, 4, 32), 1, True, 0, 32)
    widget.resize(width, 180)
    qtbot.waitUntil(lambda: widget.layout_now().whole.width() <= width)
    for head in range(4):
        widget.set_selected(5, head)
        place, port = widget.head_place(5, head), widget.layout_now().viewport
        assert port.left() <= place.left() < place.right() <= port.right()
    widget.resize(widget.comfortable_width(), 180)
    widget.set_selected(0, 0)
    assert widget.head_place(0, 3).right() <= widget.layout_now().viewport.right()


def test_b74_fewer_layers_than_the_selected_one_are_survived(widget: Mosaic, qtbot: QtBot) -> None:
    """Case: 24 × 16, layer 23 selected, then 2 × 2. Which head is selected next is decided elsewhere; until then none is."""
    widget.set_maps(toy_maps(24, 16, 9), 1, False, 0, 9)
    widget.set_selected(23, 15)
    widget.set_maps(toy_maps(2, 2, 9), 1, False, 0, 9)
    image = widget.grab().toImage()
    seen = {image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)}
    assert LIGHT.key.name() not in seen
    with qtbot.waitSignal(widget.head_selected) as caught:
        qtbot.keyClick(widget, Qt.Key.Key_Up)
    assert caught.args == [1, 1]


def test_b73_512_tokens_of_144_heads_come_as_thumbnails(widget: Mosaic) -> None:
    """The core gives [12, 12, 64, 64] of 8 cells a pixel, not 37,748,736 cells; the statement says so."""
    thumbnails, cells = toy_thumbnails(2, 12, 512, 64)
    widget.set_maps(np.concatenate([thumbnails] * 6), cells, False, 0, 512)
    assert not widget.grab().isNull()
    assert cells == 8


def test_b72_the_pointer_moves_while_the_number_of_layers_changes(widget: Mosaic, qtbot: QtBot) -> None:
    for turn in range(200):
        layers, tokens = 1 + turn % 24, turn % 5
        widget.set_maps(toy_maps(layers, 4, tokens) if tokens else None, 1, bool(turn % 2), 0, tokens)
        qtbot.mouseMove(widget, QPoint(30 + turn, 40 + turn))
        qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(30 + turn, 40 + turn))
        QApplication.processEvents()
    assert widget.layout_now().layers in (0, 1 + 199 % 24)


def test_arrow_keys_move_within_the_maps(widget: Mosaic, qtbot: QtBot) -> None:
    widget.set_maps(toy_maps(3, 4, 5), 1, False, 0, 5)
    widget.head_selected.connect(widget.set_selected)
    chosen: list[tuple[int, int]] = []
    widget.head_selected.connect(lambda layer, head: chosen.append((layer, head)))
    for key in (
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Down,
        Qt.Key.Key_End,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_Up,
    ):
        qtbot.keyClick(widget, key)
    assert chosen == [(0, 0), (0, 1), (1, 1), (1, 3), (1, 3), (1, 0), (0, 0)]


def test_the_selected_head_is_outlined_in_the_key_colour(widget: Mosaic) -> None:
    widget.set_maps(toy_maps(3, 4, 5), 1, False, 0, 5)
    for theme in (DARK, LIGHT):
        widget.set_theme(theme)
        widget.set_selected(1, 2)
        place = widget.head_place(1, 2)
        image = widget.grab().toImage()
        y = int(place.center().y())
        assert theme.key in [image.pixelColor(x, y) for x in range(int(place.x()) - 4, int(place.x()) + 1)]


@pytest.mark.parametrize("tokens", [3, 9, 40])
def test_masked_triangles_are_hatched(widget: Mosaic, tokens: int) -> None:
    """The upper right corner of a causal map is masked, the lower left is not."""
    widget.set_maps(toy_maps(3, 4, tokens, causal=True), 1, True, 0, tokens)
    place = widget.head_place(0, 3).toRect()
    image = widget.grab().toImage()
    corner = {image.pixelColor(place.right() - 2 - i, place.top() + 2 + j).name() for i in range(6) for j in range(6)}
    assert corner == {LIGHT.muted.name(), LIGHT.raised.name()}
    below = {image.pixelColor(place.left() + 2 + i, place.bottom() - 2 - j).name() for i in range(6) for j in range(6)}
    assert not below & {LIGHT.muted.name(), LIGHT.raised.name()}


def test_b66_flat_heads_look_flat_on_one_scale_and_are_stretched_per_head(widget: Mosaic) -> None:
    """All 0.25: index 63 on the common scale, 255 when each head is stretched to its own largest."""
    widget.set_maps(np.full((1, 1, 4, 4), 0.25, np.float32), 1, False, 0, 4)
    widget.set_display("shared", "grey")
    centre = widget.head_place(0, 0).center().toPoint() + QPoint(5, 5)
    assert widget.grab().toImage().pixelColor(centre) == QColor(63, 63, 63)
    widget.set_display("per-head", "grey")
    assert widget.grab().toImage().pixelColor(centre) == QColor(255, 255, 255)


def test_it_says_what_it_shows(widget: Mosaic, qtbot: QtBot) -> None:
    assert "Type a sentence" in widget.accessibleDescription()
    widget.set_maps(toy_maps(3, 4, 5), 1, False, 0, 5)
    widget.set_selected(1, 2)
    qtbot.waitUntil(lambda: "3 layers" in widget.accessibleDescription())
    assert "layer 2, head 3" in widget.accessibleDescription()


def test_changed_and_unchanged_maps(widget: Mosaic) -> None:
    maps = toy_maps(2, 2, 5)
    widget.set_maps(maps, 1, False, 0, 5)
    before = widget.grab().toImage()
    widget.set_maps(np.array(maps), 1, False, 0, 5)
    assert widget.grab().toImage() == before
    widget.set_maps(toy_maps(2, 2, 5, seed=1), 1, False, 0, 5)
    assert widget.grab().toImage() != before
    widget.set_stale(True)
    assert widget.grab().toImage() != before


def test_a_mask_makes_room_for_what_is_said_about_it(widget: Mosaic) -> None:
    """One more part in the words under the thumbnails: they are laid out again although the maps have the same shape."""
    widget.resize(230, 400)
    maps = toy_maps(4, 4, 9)
    widget.set_maps(maps, 1, False, 0, 9)
    before = widget.layout_now()
    widget.set_maps(maps, 1, True, 0, 9)
    assert widget.layout_now() is not before
