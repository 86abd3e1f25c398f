"""Faults that other tools of this kind have had, tried on the whole window. Each test is named after its case."""

from __future__ import annotations

import gc
import importlib
import inspect
import pkgutil
import struct
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PySide6.QtCore import QObject, QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import gui.views
from core.kernels import plain_kernels
from core.model import forward, preset, random_weights
from gui.app import Desk
from gui.pictures import save_picture, widget_paint
from gui.views.head_map import HeadMap
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
    desk.controller.switches.change_config({"seed": 41}, "seed")
    settle()
    result = desk.controller.result
    assert result is not None
    config = result.request.config
    here = forward(config, random_weights(config), result.request.ids, logits=False, kernels=plain_kernels())
    assert here.layers[3].pattern is not None
    np.testing.assert_allclose(result.map_of(3, 3), here.layers[3].pattern[3], atol=1e-6)


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[int]]:
    """Which threads paint a view or tell it anything, by “Class.method”; to be asked for before the window is made."""
    seen: dict[str, set[int]] = defaultdict(set)

    def watched(name: str, method: Callable[..., object]) -> Callable[..., object]:
        @wraps(method)
        def remember(*arguments: object, **named: object) -> object:
            seen[name].add(threading.get_ident())
            return method(*arguments, **named)

        return remember

    for module in pkgutil.walk_packages(gui.views.__path__, "gui.views."):
        for kind in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(kind) and issubclass(kind, QWidget) and kind.__module__ == module.name:
                for name, method in list(vars(kind).items()):
                    if inspect.isfunction(method) and (name == "paintEvent" or name.startswith(("set_", "show_"))):
                        monkeypatch.setattr(kind, name, watched(f"{kind.__name__}.{name}", method))
    return seen


def test_b83_every_view_is_painted_by_the_gui_thread(threads: dict[str, set[int]], desk: Desk, settle: Settle) -> None:
    """Twenty results arrive from the worker, in both tabs; whoever paints a view or tells it anything is this thread."""
    for length in range(1, 21):
        desk.act("tab:table" if length % 5 == 0 else "tab:heads")
        desk.controller.edit_text("a " * length)
        settle()
        desk.views.window.repaint()
    assert {name: ids for name, ids in threads.items() if ids != {threading.get_ident()}} == {}
    # The map of one head is painted as prepared pictures are.
    painted = {"Mosaic.paintEvent", "Prepared.paintEvent", "TokenChips.paintEvent", "Caption.paintEvent", "SentenceBox.paintEvent"}
    told = {"HeadsPage.set_maps", "HeadsPage.set_head", "HeadTable.set_map", "Ledger.set_counts", "StatusStrip.set_timing"}
    assert painted | told <= set(threads)


def objects(root: QWidget) -> int:
    """How many QObjects hang below `root`."""
    return len(root.findChildren(QObject))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only: /proc")
def test_b88_rebuilding_the_grid_leaves_nothing_behind(desk: Desk, settle: Settle) -> None:
    """A hundred changes of layers and heads after a hundred that fill what is bounded (undo, texts): less than 7 MB more.

    One object left behind by each change would be a hundred; a few are made when they are first needed (an animation, a tip).
    """
    window = desk.views.window
    sizes = [(2, 2), (12, 4), (3, 8), (4, 4)]
    for turn in range(200):
        if turn == 100:
            gc.collect()
            before, memory = objects(window), seen.resident()
        layers, heads = sizes[turn % 4]
        desk.controller.switches.change_config({"n_layers": layers, "n_heads": heads}, "size")
        settle()
    gc.collect()
    assert objects(window) < before + 10
    assert seen.resident() - memory < 7 * 2**20


def test_b72_the_pointer_moves_while_layers_come_and_go(desk: Desk, settle: Settle, capfd: pytest.CaptureFixture[str]) -> None:
    """Two hundred changes with the pointer over mosaic and map: no message, no exception."""
    page = desk.views.page
    for turn in range(200):
        view = page.mosaic if turn % 2 else page.head_map
        QTest.mouseMove(view, QPoint(turn * 7 % view.width(), turn * 11 % view.height()))
        desk.controller.switches.change_config({"n_layers": 1 + turn % 6}, "layers")
        QApplication.processEvents()
    settle()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("width", [1000, 401])
def test_b90_a_picture_has_exactly_the_size_asked_for(desk: Desk, settle: Settle, qtbot: QtBot, tmp_path: Path, width: int) -> None:
    """A map in a window of 401 × 299, painted 1000 wide: 1000 × 746 pixels, and both labels of each token can be read in it."""
    result = desk.controller.result
    assert result is not None
    small = HeadMap()
    qtbot.addWidget(small)
    small.setMinimumSize(1, 1)
    small.resize(401, 299)
    small.set_map(result.pattern, result.request.labels, False, 0)
    small.show()
    assert (small.width(), small.height()) == (401, 299)
    height = round(width * 299 / 401)
    for kind in ("png", "svg"):
        save_picture(str(tmp_path / f"picture.{kind}"), QSize(width, height), widget_paint(small), "title")
    png = tmp_path / "picture.png"
    assert struct.unpack(">II", png.read_bytes()[16:24]) == (width, height)
    assert QImage(str(png)).text("Title") == "title"
    root = ET.parse(tmp_path / "picture.svg").getroot()
    texts = ["".join(element.itertext()).strip() for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert len(result.request.labels) > 3
    for label in result.request.labels:
        assert texts.count(label) >= 2 * result.request.labels.count(label)
    small.hide()


def test_b02_b10_a_token_is_marked_where_it_stands(desk: Desk, settle: Settle) -> None:
    """After an emoji: the span of “cat” covers exactly cat; the four bytes of the emoji all cover the emoji."""
    box, chips = desk.views.sentence_bar.box, desk.views.sentence_bar.chips
    desk.controller.edit_text("hi 🙂 cat")
    settle()
    QTest.mouseClick(chips.viewport(), Qt.MouseButton.LeftButton, pos=chips.chip_rect(2).center())
    assert box.highlighted() == ("cat",)
    desk.controller.choose_tokenizer("bytes")
    settle()
    assert desk.controller.labels[3:7] == ("<0xF0>", "<0x9F>", "<0x99>", "<0x82>")
    for index in range(3, 7):
        desk.controller.select_cell(index, index)
        assert set(box.highlighted()) == {"🙂"}
    desk.controller.edit_text("👩‍👩‍👧 cat")
    desk.controller.choose_tokenizer("words")
    settle()
    desk.controller.select_cell(len(desk.controller.tokens) - 1, 0)
    assert box.highlighted()[0] == "cat"


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
    said = desk.views.page.caption.accessibleDescription()
    assert "“<" in said
    assert "“>" in said


def test_leaving_and_coming_back_uses_no_more_threads(desk: Desk, qtbot: QtBot, settle: Settle) -> None:
    """Fifty computations, one worker."""
    before = threading.active_count()
    for turn in range(50):
        desk.controller.switches.change_config({"seed": turn}, "seed")
        settle()
    assert threading.active_count() <= before + 2  # the pool of the products, and the compiler


def test_presets_run(desk: Desk, settle: Settle) -> None:
    """Each preset that fits is computed: small, the base model, GPT-2 small, BERT base."""
    for name in ("transformer-base", "gpt2-small", "bert-base", "small"):
        desk.controller.switches.choose_preset(name)
        settle()
        assert desk.controller.result is not None
        assert desk.controller.result.request.config == preset(name)
        assert desk.views.page.mosaic.isVisible()


def test_numbers_stand_beside_the_words_they_were_computed_for(desk: Desk, settle: Settle, qtbot: QtBot, tmp_path: Path) -> None:
    """While a longer sentence is still being computed: the clipboard and the file have the last map, with its own two words."""
    desk.controller.edit_text("two words")
    settle()
    desk.controller.edit_text("now there are five words")
    assert not desk.controller.settled
    desk.act("copy-numbers")
    desk.files.numbers_to(str(tmp_path / "a.csv"), every_head=False)
    qtbot.waitUntil(lambda: QApplication.clipboard().text().splitlines()[:1] == ["\t0 · two\t1 · words"])
    settle()
    qtbot.waitUntil((tmp_path / "a.csv").exists)
    records = (tmp_path / "a.csv").read_text(encoding="utf-8-sig").splitlines()
    assert "“two words”" in records[0].replace('""', "")
    assert records[1] == "layer,head,query,0 · two,1 · words"
    assert len(records) == 4
