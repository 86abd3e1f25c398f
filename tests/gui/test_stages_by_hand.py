"""StagesPage: what was changed by hand is said where it happens, and stages keep their size in a narrow window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.inside.head import head_arrays
from core.kernels import plain_kernels
from core.model import ModelConfig, forward
from core.model.interventions import ForcePattern, HeadOff, Intervention, Interventions, ScaleHead, SetCell
from gui.drawing.inside.stage_map import StagePicture, _heading, _under
from gui.drawing.inside.stage_words import by_hand
from gui.drawing.map_marks import Texts
from gui.theme.theme import LIGHT
from gui.views.inside.stage_tiles import LEAST
from gui.views.inside.stages_page import StagesPage
from tests.core.strategies import full_weights

WORDS = ("the", "keys", "the", "here")
SMALL = ModelConfig(d_model=8, n_heads=2, n_layers=2, vocabulary=20, context=8)


def show(page: StagesPage, *changes: Intervention) -> None:
    weights, interventions = full_weights(SMALL), Interventions(changes)
    trace = forward(SMALL, weights, (1, 2, 3, 4), kernels=plain_kernels(), interventions=interventions)
    arrays = head_arrays(SMALL, weights, trace, 0, 1)
    page.set_head(arrays, None, None, WORDS, SMALL.causal, SMALL.window, changes=interventions.of_head(0, 1))
    QApplication.processEvents()


@pytest.fixture
def page(qtbot: QtBot) -> StagesPage:
    made = StagesPage()
    qtbot.addWidget(made)
    made.resize(800, 640)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.mark.parametrize(
    "changes, caption",
    [
        ((HeadOff(0, 1),), {"z": "off: z = 0"}),
        ((ScaleHead(0, 1, -2.5),), {"z": "z × −2.5"}),
        ((ScaleHead(0, 1, 2), HeadOff(0, 1)), {"z": "off: z = 0"}),
        ((ForcePattern(0, 1, "identity"),), {"pattern": "forced: itself"}),
        ((ForcePattern(0, 1, "uniform"),), {"pattern": "forced: all alike"}),
        ((SetCell(0, 1, 2, 1, 0.6),), {"pattern": "cells set by hand: 1"}),
        (
            (ForcePattern(0, 1, "first-token"), SetCell(0, 1, 2, 1, 0.6), HeadOff(0, 1)),
            {"pattern": "forced: the first token · cells set by hand: 1", "z": "off: z = 0"},
        ),
        ((HeadOff(0, 0),), {}),
    ],
)
def test_a_stage_that_is_changed_by_hand_says_so(
    page: StagesPage, changes: tuple[Intervention, ...], caption: dict[str, str]
) -> None:
    """The stage where it happens and no other; of another head nothing is said. Its words no longer tell of softmax alone."""
    show(page)
    plain = page.tiles.grab().toImage()
    show(page, *changes)
    found = {stage.name: by_hand(stage) for stage in page._stages["stages"]}
    assert {name: text for name, text in found.items() if text} == caption
    assert (page.tiles.grab().toImage() != plain) == bool(caption)
    for name in caption:
        page.show_stage(name)  # type: ignore[arg-type]
        assert "hand" in page.accessible_text()
        page.map.grab()
    if "off" in caption.get("z", ""):
        page.show_stage("z")
        stage = page.shown_stage()
        assert stage is not None
        assert not np.any(stage.values)


def test_a_change_that_leaves_the_numbers_is_shown_all_the_same(page: StagesPage) -> None:
    """A cell set to what it has anyway: the same arrays, and yet the pattern says that it was set."""
    show(page)
    plain = page._arrays
    assert plain is not None
    changes = Interventions((SetCell(0, 1, 2, 1, 0.5, False),)).of_head(0, 1)
    page.set_head(plain, None, None, WORDS, SMALL.causal, SMALL.window, changes=changes)
    assert [stage.name for stage in page._stages["stages"] if stage.changed] == ["pattern"]
    page.set_head(plain, None, None, WORDS, SMALL.causal, SMALL.window)
    assert not any(stage.changed for stage in page._stages["stages"])


@pytest.mark.parametrize("width", [800, 200])
def test_what_was_changed_stands_in_the_title_or_else_below(page: StagesPage, width: int) -> None:
    """Nothing of it is cut off: where the title has no room it is said under the map, where lines are broken."""
    show(page, ForcePattern(0, 1, "previous-token"))
    stage, texts = page.shown_stage(), Texts(LIGHT)
    assert stage is not None
    picture = StagePicture(stage=stage, labels=WORDS, head=1)
    heading, rest = _heading(picture, width, texts)
    assert texts.width(heading, "caption", True) <= width
    assert ("forced: the token before" in heading, "forced: the token before" in rest) == (width == 800, width == 200)
    assert ("forced" in _under(picture, width, texts, 1, 1)) == (width == 200)


def test_words_that_come_again_are_told_apart(page: StagesPage) -> None:
    show(page)
    page.set_cell(2, 0)
    assert page.sentence().startswith("“the₂” looks at “the₁”: ")
    assert page.numbers()[0][1:] == ["the₁", "keys", "the₂", "here"]


@pytest.mark.parametrize("size", [(480, 400), (520, 640), (800, 640), (800, 400)])
def test_stages_keep_a_least_size_and_are_scrolled(page: StagesPage, qtbot: QtBot, size: tuple[int, int]) -> None:
    """No side under 72 pixels, no tile over another or beside the widget; the stage that is chosen comes into view."""
    page.resize(*size)
    show(page)
    assert (page.width(), page.height()) == size
    layout = page.tiles.layout_now()
    assert all(tile.width() >= LIGHT.px(LEAST) and tile.right() <= page.tiles.width() for tile in layout.tiles)
    assert all(tile.bottom() + layout.line <= page.tiles.height() for tile in layout.tiles)
    with_words = [tile.adjusted(0, -layout.line, 0, layout.line) for tile in layout.tiles]
    assert not any(one.intersects(other) for n, one in enumerate(with_words) for other in with_words[:n])
    page.tiles.setFocus()
    for key, index in ((Qt.Key.Key_Home, 0), (Qt.Key.Key_End, 7)):
        qtbot.keyClick(page.tiles, key)
        assert page.tiles.visibleRegion().contains(layout.tiles[index].center().toPoint())
    qtbot.keyClick(page.tiles, Qt.Key.Key_Up)
    stage = page.shown_stage()
    assert stage is not None
    assert stage.name == ("v" if layout.columns == 1 else "pattern")


def test_a_row_that_does_not_sum_to_one_says_so(page: StagesPage) -> None:
    """Left as it is beside the cell that was set, the row sums to what it had without that cell, and 0.6."""
    show(page)
    page.show_stage("pattern")
    plain = page.shown_stage()
    assert plain is not None
    left = 1 - float(plain.values[2, 1]) + 0.6
    show(page, SetCell(0, 1, 2, 1, 0.6, renormalise=False))
    page.set_cell(2, 1)
    told = f"it sums to {left:.3f}, not to 1."
    assert told in page.explained.text
    assert told in page.accessible_text()
    page.set_cell(1, 1)
    assert "not to 1" not in page.explained.text + page.accessible_text()
    show(page, SetCell(0, 1, 2, 1, 0.6))
    page.set_cell(2, 1)
    assert "not to 1" not in page.explained.text + page.accessible_text()
