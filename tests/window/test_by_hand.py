"""Changes by hand in the whole window: the arithmetic and the stages show what the map shows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from core.kernels import plain_kernels
from core.model import forward, random_weights
from core.model.interventions import FeedForwardOff, ForcePattern, HeadOff, Interventions, ScaleHead, SetCell
from gui.app import Desk
from gui.drawing.inside.stage_words import by_hand
from gui.views.inside.statistics_model import CHANGED
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


def test_what_comes_of_a_change_stands_beside_it(desk: Desk, settle: Settle) -> None:
    """Before are the numbers of the same model unchanged, after those of the changed pass; taken back, there is one column again.

    The output of the chosen token is that of all its logits, computed here on its own.
    """
    desk.controller.select_cell(5, 1)
    desk.act("tab:intervene")
    settle()
    page = desk.views.pages.page("intervene")
    assert page is not None
    view, ids = page.consequence, desk.controller.result.request.ids

    def likelihoods(changes: Interventions) -> list[float]:
        config = desk.controller.document.config
        trace = forward(config, random_weights(config), ids, interventions=changes, kernels=plain_kernels())
        logits = trace.logits[5].astype(np.float64)
        return list(np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum())

    plain = likelihoods(Interventions())
    assert not view.model.changed
    for candidate in view._output.candidates:
        assert candidate.after == pytest.approx(plain[candidate.id], rel=1e-3)
    changes = Interventions((HeadOff(0, 0), SetCell(1, 2, 5, 1, 0.9)))
    desk.controller.switches.change_by_hand(changes, "by hand")
    settle()
    changed = likelihoods(changes)
    assert view.model.changed
    assert view._output.token == 5
    for candidate in view._output.candidates:
        assert candidate.before == pytest.approx(plain[candidate.id], rel=1e-3)
        assert candidate.after == pytest.approx(changed[candidate.id], rel=1e-3)
    desk.controller.select_token(0)
    settle()
    assert view._output.token == 0
    assert "The" in view._title.text
    desk.controller.switches.change_by_hand(Interventions(), "as computed")
    settle()
    assert not view.model.changed


def test_what_a_change_does_not_reach_is_the_same_to_the_last_bit(desk: Desk, settle: Settle) -> None:
    """With a causal mask, the last token of a sentence changes nothing of the tokens before it."""
    desk.controller.switches.change_config({"mask": "causal"}, "mask")
    desk.controller.select_cell(8, 1)
    desk.act("tab:intervene")
    desk.controller.switches.change_by_hand(Interventions((SetCell(0, 0, 8, 1, 0.9),)), "by hand")
    settle()
    page = desk.views.pages.page("intervene")
    assert page is not None
    assert any(one.after != one.before for one in page.consequence._output.candidates)
    desk.controller.select_token(3)
    settle()
    assert page.consequence._output.token == 3
    assert all(one.after == one.before for one in page.consequence._output.candidates)


def test_the_map_beside_the_controls_is_that_of_the_chosen_head(desk: Desk, settle: Settle) -> None:
    """It follows changes and the head, and a cell chosen in it is chosen everywhere."""
    desk.act("tab:intervene")
    desk.controller.select_head(1, 2)
    desk.controller.switches.change_by_hand(Interventions((ForcePattern(1, 2, "first-token"),)), "by hand")
    settle()
    page = desk.views.pages.page("intervene")
    assert page is not None
    picture = page.consequence.map._picture
    np.testing.assert_array_equal(picture.pattern[:, 0], 1)
    assert (picture.layer, picture.head, picture.changed) == (1, 2, True)
    page.consequence.map.cell_selected.emit(4, 2)
    settle()
    chosen = desk.controller.document.selection
    assert (chosen.query, chosen.key) == (4, 2)
    assert (page.consequence.map._picture.query, page.consequence.map._picture.key) == (4, 2)


def test_in_a_small_window_output_map_and_table_take_turns(desk: Desk, settle: Settle) -> None:
    """All three can be reached; in a wide window all three are there."""
    desk.views.window.resize(1024, 640)
    desk.act("tab:intervene")
    settle()
    page = desk.views.pages.page("intervene")
    assert page is not None
    parts = {"output": page.consequence.table, "map": page.consequence.map, "table": page.table}
    for value, part in parts.items():
        page._choice._buttons[value].click()
        QApplication.processEvents()
        assert [name for name, other in parts.items() if other.isVisible()] == [value], part
        assert part.height() > 60
    desk.views.window.resize(1440, 900)
    settle()
    assert all(part.isVisible() for part in parts.values())
    assert not page._choice.isVisible()


def test_the_heads_do_not_say_that_a_changed_row_sums_to_one(desk: Desk, settle: Settle) -> None:
    """The other head, and a row that follows, sum to 1 again."""
    desk.controller.select_cell(5, 1)
    settle()
    caption = desk.views.page.caption
    assert "Each row sums to 1" in caption.explanation()
    desk.controller.switches.change_by_hand(Interventions((SetCell(0, 0, 5, 1, 0.7, renormalise=False),)), "by hand")
    settle()
    total = desk.controller.result.pattern[5].sum(dtype=np.float64)
    assert f"it sums to {total:.3f}, not to 1" in caption.explanation()
    desk.controller.select_head(0, 1)
    settle()
    assert "Each row sums to 1" in caption.explanation()
    desk.controller.select_head(0, 0)
    desk.controller.switches.change_by_hand(Interventions((SetCell(0, 0, 5, 1, 0.7),)), "by hand")
    settle()
    assert "Each row sums to 1" in caption.explanation()


def test_what_is_changed_bears_its_mark_wherever_it_stands(desk: Desk, settle: Settle) -> None:
    """Head 2 of layer 1: its chip among the lines, its row, what heads bring in the diagram; taken back, no mark is left."""
    desk.act("tab:intervene")
    settle()
    table = desk.views.pages.page("intervene").table
    desk.act("tab:lines")
    settle()
    toggles, diagram = desk.views.pages.page("lines").toggles, desk.views.architecture.diagram
    before = toggles.grab().toImage(), diagram.grab().toImage()
    desk.controller.switches.change_by_hand(Interventions((HeadOff(0, 1), FeedForwardOff(2))), "by hand")
    settle()
    assert toggles.grab().toImage() != before[0]
    assert "Changed by hand: 2." in toggles.accessibleDescription()
    assert diagram.grab().toImage() != before[1]
    told = diagram.accessibleDescription()
    assert "then they are joined, changed by hand in layer 1." in told
    assert "changed by hand in layer 3." in told
    desk.act("tab:intervene")
    settle()
    marked = [row for row in range(table.table.model().rowCount()) if table.table.model().index(row, 1).data(CHANGED)]
    assert marked == [1]
    assert table.table.model().index(1, 1).data(Qt.ItemDataRole.AccessibleTextRole).endswith("changed by hand")
    cell = table.table.visualRect(table.table.model().index(1, 1))
    dark = table.table.viewport().grab().toImage().pixelColor(cell.right() - 1, cell.top() + 2)
    assert dark == desk.appearance.theme.text
    desk.controller.switches.change_by_hand(Interventions(()), "none")
    settle()
    desk.act("tab:lines")
    settle()
    assert (toggles.grab().toImage(), diagram.grab().toImage()) == before
