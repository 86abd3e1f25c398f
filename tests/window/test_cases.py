"""Faults that other tools of this kind have had, tried on the whole window. Each test is named after its case."""

from __future__ import annotations

import gc
import struct
import threading
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QObject, QPoint, QSize
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.kernels import plain_kernels
from core.model import forward, preset, random_weights
from gui.app import Desk
from gui.pictures import save_picture, widget_paint
from tests.window import seen
from tests.window.conftest import Settle


def test_b22_the_map_shown_is_the_map_computed_and_a_redraw_changes_nothing(desk: Desk, settle: Settle) -> None:
    """Every row of the table sums to 1 within its rounding, and two pictures of the same state are the same pixels."""
    numbers = seen.table(desk)
    np.testing.assert_allclose(numbers.sum(axis=1), 1, atol=0.5e-3 * numbers.shape[1])
    head_map = desk.views.page.head_map
    assert head_map.grab().toImage() == head_map.grab().toImage()


def test_b33_the_seed_decides_whatever_thread_draws(desk: Desk, settle: Settle) -> None:
    """The worker's numbers are those drawn here: no generator is per thread or global."""
    np.random.seed(123)  # noqa: NPY002 - a global seed must not matter
    desk.controller.change_config({"seed": 41}, "seed")
    settle()
    result = desk.controller.result
    assert result is not None
    here = random_weights(result.request.config)["blocks.3.feed_forward.W_in"]
    np.testing.assert_array_equal(result.weights["blocks.3.feed_forward.W_in"], here)


def test_b83_every_view_is_painted_by_the_gui_thread(desk: Desk, settle: Settle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty results arrive from the worker; whoever paints or is told anything is this thread."""
    threads: set[int] = set()
    page = desk.views.page
    show = page.set_head

    def remember(*arguments: object) -> None:
        threads.add(threading.get_ident())
        show(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(page, "set_head", remember)
    for length in range(1, 21):
        desk.controller.edit_text("a " * length)
        settle()
    assert threads == {threading.get_ident()}


def test_b87_plain_numpy_serves_until_the_kernels_are_compiled(desk: Desk, settle: Settle) -> None:
    """The first result came before any kernel was compiled, and is what plain numpy gives."""
    result = desk.controller.result
    assert result is not None
    trace = forward(result.request.config, random_weights(result.request.config), result.request.ids, kernels=plain_kernels())
    assert trace.layers[0].pattern is not None
    np.testing.assert_allclose(result.pattern, trace.layers[0].pattern[0], atol=1e-6)


def objects(root: QWidget) -> int:
    """How many QObjects hang below `root`."""
    return len(root.findChildren(QObject))


def test_b88_rebuilding_the_grid_leaves_nothing_behind(desk: Desk, settle: Settle) -> None:
    """A hundred changes of layers and heads: not one object more than after the first few."""
    window = desk.views.window
    sizes = [(2, 2), (12, 4), (3, 8), (4, 4)]
    for turn in range(104):
        if turn == 4:
            gc.collect()
            before = objects(window)
        layers, heads = sizes[turn % 4]
        desk.controller.change_config({"n_layers": layers, "n_heads": heads}, "size")
        settle()
    assert objects(window) <= before


def test_b72_the_pointer_moves_while_layers_come_and_go(desk: Desk, settle: Settle, capfd: pytest.CaptureFixture[str]) -> None:
    """Two hundred changes with the pointer over mosaic and map: no message, no exception."""
    page = desk.views.page
    for turn in range(200):
        view = page.mosaic if turn % 2 else page.head_map
        QTest.mouseMove(view, QPoint(turn * 7 % view.width(), turn * 11 % view.height()))
        desk.controller.change_config({"n_layers": 1 + turn % 6}, "layers")
        QApplication.processEvents()
    settle()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("width", [1000, 401])
def test_b90_a_picture_has_exactly_the_size_asked_for(desk: Desk, settle: Settle, tmp_path: Path, width: int) -> None:
    """A page of odd size, painted 1000 wide: the file says 1000."""
    page = desk.views.page
    height = round(width * 299 / 401)
    path = tmp_path / "picture.png"
    save_picture(str(path), QSize(width, height), widget_paint(page), "title")
    assert struct.unpack(">II", path.read_bytes()[16:24]) == (width, height)
    assert QImage(str(path)).text("Title") == "title"


def test_b02_b10_a_token_is_marked_where_it_stands(desk: Desk, settle: Settle) -> None:
    """After an emoji: the span of “cat” covers exactly cat; the four bytes of the emoji all cover the emoji."""
    desk.controller.edit_text("hi 🙂 cat")
    settle()
    desk.controller.select_token(2)
    assert desk.views.sentence_bar.box.highlighted() == ("cat",) or "cat" in str(desk.views.sentence_bar.box.highlighted())
    desk.controller.choose_tokenizer("bytes")
    settle()
    for index in range(3, 7):
        token = desk.controller.tokens[index]
        assert desk.controller.document.text[token.start : token.end] == "🙂"


def test_b48_numbers_beyond_32_bits_arrive_unchanged(desk: Desk, settle: Settle) -> None:
    """Scores of 10⁹ tokens: 10¹⁸ a head."""
    desk.controller.set_ledger_length(10**9)
    assert seen.ledger(desk)["scores.per_head"] == 10**18


def test_b01_markup_in_the_sentence_is_shown_as_it_is(desk: Desk, settle: Settle) -> None:
    """`<s>` and `<b>` are words like others: chips, statement and accessible text hold them whole."""
    desk.controller.edit_text("<b> a</b>")
    settle()
    assert desk.controller.labels == ("<", "b", ">", "a", "<", "/", "b", ">")
    desk.controller.select_cell(0, 2)
    assert "“<”" in desk.views.page.caption.accessibleDescription()


def test_leaving_and_coming_back_uses_no_more_threads(desk: Desk, qtbot: QtBot, settle: Settle) -> None:
    """Fifty computations, one worker."""
    before = threading.active_count()
    for turn in range(50):
        desk.controller.change_config({"seed": turn}, "seed")
        settle()
    assert threading.active_count() <= before + 2  # the pool of the products, and the compiler


def test_presets_run(desk: Desk, settle: Settle) -> None:
    """Each preset that fits is computed: small, the base model, GPT-2 small, BERT base."""
    for name in ("transformer-base", "gpt2-small", "bert-base", "small"):
        desk.controller.choose_preset(name)
        settle()
        assert desk.controller.result is not None
        assert desk.controller.result.request.config == preset(name)
        assert desk.views.page.mosaic.isVisible()
