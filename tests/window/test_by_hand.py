"""Changes by hand in the whole window: the arithmetic and the stages show what the map shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from core.model.interventions import HeadOff, Interventions, ScaleHead, SetCell
from gui.app import Desk
from gui.drawing.inside.stage_words import by_hand
from tests.window.conftest import Settle


def test_the_arithmetic_of_a_changed_cell_ends_in_the_number_of_the_map(desk: Desk, settle: Settle) -> None:
    """A cell set to 0.6, its row following, and the head scaled: the chain says so and agrees with the pass."""
    desk.controller.select_cell(5, 1)
    desk.act("tab:arithmetic")
    changes = (SetCell(0, 0, 5, 1, 0.6), ScaleHead(0, 0, 2.0))
    desk.controller.switches.change_by_hand(Interventions(changes), "by hand")
    settle()
    result = desk.controller.result
    assert result is not None
    assert result.seen.weight == pytest.approx(float(result.pattern[5, 1]), abs=1e-6) == pytest.approx(0.6)
    assert result.seen.agrees
    assert {"set-cells", "share-rest", "scale-head"} <= {step.kind for step in result.seen.steps}


def test_a_head_that_is_off_says_so_among_its_stages(desk: Desk, settle: Settle) -> None:
    desk.act("tab:stages")
    desk.controller.switches.change_by_hand(Interventions((HeadOff(0, 0),)), "by hand")
    settle()
    page = desk.views.pages.page("stages")
    assert page is not None
    page.show_stage("z")
    stage = page.shown_stage()
    assert stage is not None
    assert by_hand(stage) == "off: z = 0"
    desk.controller.select_head(0, 1)
    settle()
    stage = page.shown_stage()
    assert stage is not None
    assert by_hand(stage) == ""


def test_a_picture_of_the_arithmetic_has_all_its_lines(desk: Desk, settle: Settle, tmp_path: Path) -> None:
    """64 numbers of two tokens are 64 lines of 24 pixels at least, twice as many in a file."""
    desk.controller.select_cell(5, 1)
    desk.act("tab:arithmetic")
    settle()
    page = desk.views.pages.page("arithmetic")
    assert page is not None
    page.set_step(0)
    path = tmp_path / "step.png"
    desk.files.picture_to(str(path), "page")
    assert QImage(str(path)).height() > 2 * 64 * 24
