"""The pages inside a head, in the whole window: every one is opened, used and read, and what it shows is what was computed."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from core.kernels import plain_kernels
from core.model import forward, random_weights
from core.model.interventions import NONE, ForcePattern, HeadOff, Interventions
from gui.access import accessible_controls
from gui.app import Desk
from gui.choices import Tab
from tests.window.conftest import Settle

TABS = get_args(Tab)


def opened(desk: Desk, settle: Settle, tab: str) -> Any:
    """The page of a tab, shown and filled."""
    desk.act(f"tab:{tab}")
    settle()
    page = desk.views.pages.page(tab)
    assert page is not None
    assert page.isVisible()
    return page


def pattern(desk: Desk, layer: int = 0, head: int = 0) -> np.ndarray:
    result = desk.controller.result
    assert result is not None
    found = result.map_of(layer, head)
    assert found is not None
    return found


@pytest.mark.parametrize("tab", TABS)
def test_b99_every_page_opens_and_every_control_on_it_has_a_name(desk: Desk, settle: Settle, tab: str) -> None:
    """Also with the other theme, another size of type and no sentence; nothing is computed twice for looking."""
    desk.controller.select_cell(5, 1)
    page = opened(desk, settle, tab)
    for control in accessible_controls(desk.views.pages):
        assert control.accessibleName(), control
        assert control.accessibleDescription(), control
    desk.act("theme:dark")
    desk.act("zoom-in")
    QApplication.processEvents()
    page.grab()
    desk.controller.edit_text("")
    settle()
    page.grab()
    desk.controller.edit_text("one")
    settle()
    page.grab()


def test_lines_are_the_weights_above_the_threshold(desk: Desk, settle: Settle) -> None:
    """Of one token, the strongest first; with the threshold at 0 all of them."""
    page = opened(desk, settle, "lines")
    desk.controller.select_token(5)
    settle()
    row = pattern(desk)[5]
    for threshold in (0.05, 0.0):
        page.set_threshold(threshold)
        shown = [float(line[-1]) for line in page.numbers()[1:]]
        np.testing.assert_allclose(shown, sorted(row[row >= threshold], reverse=True), rtol=1e-7)


def test_stages_end_in_the_pattern_and_follow_the_head(desk: Desk, settle: Settle) -> None:
    page = opened(desk, settle, "stages")
    page.show_stage("pattern")
    for layer, head in ((0, 0), (2, 3)):
        desk.controller.select_head(layer, head)
        settle()
        shown = np.array([[float(cell) for cell in row[1:]] for row in page.numbers()[1:]])
        np.testing.assert_allclose(shown, pattern(desk, layer, head), atol=1e-6)


def test_the_arithmetic_of_a_cell_ends_in_its_weight(desk: Desk, settle: Settle) -> None:
    """Before a cell is chosen the page says what to do; then it shows the cell's own number, and follows the cell."""
    page = opened(desk, settle, "arithmetic")
    for query, key in ((5, 1), (2, 2)):
        desk.controller.select_cell(query, key)
        settle()
        result = desk.controller.result
        assert result is not None
        assert (result.seen.query, result.seen.key) == (query, key)
        assert result.seen.weight == pytest.approx(float(pattern(desk)[query, key]), abs=1e-6)
        assert page.accessible_text()


def test_the_stream_is_that_of_the_pass(desk: Desk, settle: Settle) -> None:
    """The length of what leaves the last block, for every token."""
    opened(desk, settle, "stream")
    result = desk.controller.result
    assert result is not None
    last = result.trace.layers[-1].resid_post
    assert last is not None
    lengths = np.linalg.norm(last.astype(np.float64), axis=1)
    assert any(np.allclose(row, lengths, rtol=1e-6) for row in result.seen.norms)


def test_a_head_switched_off_is_marked_listed_and_taken_back_with_one_click(desk: Desk, settle: Settle) -> None:
    """What leaves the block changes; the line above every page names the change; the button brings all back."""
    page = opened(desk, settle, "intervene")
    before = pattern(desk, 1, 0).copy()
    changes = desk.views.pages.changes
    assert not changes.isVisible()
    page.panel.interventions_changed.emit(Interventions((HeadOff(0, 2),)), "head off")
    settle()
    assert np.abs(pattern(desk, 1, 0) - before).max() > 1e-4
    assert not changes.isVisible()  # the page lists them itself
    opened(desk, settle, "heads")
    assert changes.isVisible()
    assert "3" in changes.accessibleDescription()
    changes._undo.click()
    settle()
    np.testing.assert_allclose(pattern(desk, 1, 0), before, atol=1e-6)
    assert not changes.isVisible()
    desk.act("undo")
    settle()
    assert desk.controller.document.interventions == Interventions((HeadOff(0, 2),))


def test_a_change_that_does_not_fit_waits(desk: Desk, settle: Settle) -> None:
    """With fewer layers it is not made and not lost; with the layers back it is made again."""
    changed = Interventions((ForcePattern(3, 0, "first-token"),))
    desk.controller.switches.change_by_hand(changed, "pattern")
    settle()
    np.testing.assert_array_equal(pattern(desk, 3, 0)[:, 0], 1)
    desk.controller.switches.change_config({"n_layers": 2}, "layers")
    settle()
    assert desk.controller.result is not None
    assert desk.controller.result.request.interventions == NONE
    assert "not in force" in desk.views.pages.changes.accessibleDescription()
    desk.controller.switches.change_config({"n_layers": 4}, "layers")
    settle()
    np.testing.assert_array_equal(pattern(desk, 3, 0)[:, 0], 1)


def test_two_models_beside_each_other(desk: Desk, settle: Settle) -> None:
    """A stays as it was when the norm changes; swapped, A is what B was; left, nothing is compared."""
    page = opened(desk, settle, "compare")
    page.frozen.emit()
    settle()
    before = pattern(desk, 1, 1).copy()
    desk.controller.switches.change_config({"norm": "post"}, "norm")
    desk.controller.select_head(1, 1)
    settle()
    assert desk.controller.result is not None
    sides = desk.controller.result.seen
    np.testing.assert_allclose(sides.patterns[0], before, atol=1e-6)
    np.testing.assert_allclose(sides.difference, pattern(desk, 1, 1) - before, atol=1e-6)
    assert sides.comparison.parting.layer == 0
    assert [name.text for name in page.names] == ["A · layer norm before", "B · layer norm after"]
    assert [difference.field for difference in sides.comparison.settings] == ["norm"]
    page.swapped.emit()
    settle()
    assert desk.controller.document.config.norm == "pre"
    assert desk.controller.result.seen.configs[0].norm == "post"
    page.left.emit()
    settle()
    assert desk.controller.result.seen is None


def test_a_head_switched_off_on_one_side_is_seen_in_the_stream(desk: Desk, settle: Settle) -> None:
    """Its own map is the same on both sides, so the page tells what is done, and shows that the streams part in its layer."""
    page = opened(desk, settle, "compare")
    page.frozen.emit()
    settle()
    assert [name.text for name in page.names] == ["A · as it was frozen", "B · the same as A until now"]
    desk.controller.switches.change_by_hand(Interventions((HeadOff(1, 2),)), "head off")
    desk.controller.select_head(1, 2)
    settle()
    assert desk.controller.result is not None
    sides = desk.controller.result.seen
    assert np.abs(sides.difference).max() < 1e-5
    assert [place.largest > 1e-4 for place in sides.comparison.stream] == [False, False, True, True, True]
    assert "Changed by hand in B: Layer 2, head 3: off (its map does not change, its z is 0)." in page.accessible_text()
    assert "The residual streams part in layer 2" in page.accessible_text()
    assert page.difference.accessibleDescription().endswith("This head is off in B: its map does not change, its z is 0.")


def test_a_file_of_ones_own_is_still_open_when_the_sentence_is_emptied(desk: Desk, settle: Settle, tmp_path: Path) -> None:
    page = opened(desk, settle, "check")
    np.savez(tmp_path / "own.npz", pattern=np.zeros((4, 9, 9)))
    page.file_dropped.emit(str(tmp_path / "own.npz"))
    settle()
    desk.controller.edit_text("")
    settle()
    assert page.summary() == "Type a sentence: then the arrays of “own.npz” are compared with what it gives."
    desk.controller.edit_text("one two three four five six seven eight nine")
    settle()
    assert "own.npz" in page.summary()
    assert "Type a sentence" not in page.summary()


def test_ones_own_arrays_are_found_equal_and_different(desk: Desk, settle: Settle, tmp_path: Path) -> None:
    """The arrays of the same pass agree; one number changed is found, with its place."""
    page = opened(desk, settle, "check")
    result = desk.controller.result
    assert result is not None
    request = result.request
    trace = forward(request.config, random_weights(request.config), request.ids, kernels=plain_kernels())
    arrays = {"layers.0.pattern": trace.layers[0].pattern.copy(), "layers.1.q": trace.layers[1].q, "logits": trace.logits}
    arrays["layers.0.pattern"][2, 4, 7] += 0.25
    path = tmp_path / "mine.npz"
    np.savez(path, **arrays)
    page.file_dropped.emit(str(path))
    settle()
    checks = {check.name: check for check in desk.controller.result.seen.checks}
    assert checks["layers.1.q"].agrees
    assert checks["logits"].relative < 1e-5
    assert not checks["layers.0.pattern"].agrees
    assert checks["layers.0.pattern"].where == (2, 4, 7)
    page.place_selected.emit(0, 2, 4, 7)
    settle()
    chosen = desk.controller.document.selection
    assert (chosen.layer, chosen.head, chosen.query, chosen.key) == (0, 2, 4, 7)
    path.write_bytes(b"no arrays")
    page.file_dropped.emit(str(path))
    settle()
    assert desk.controller.result.seen.problem is not None


def test_seeds_are_those_of_the_whole_model(desk: Desk, settle: Settle) -> None:
    """The map of the chosen head under the fourth seed, computed here by the whole model; a click takes that seed."""
    desk.controller.select_head(2, 1)
    page = opened(desk, settle, "seeds")
    result = desk.controller.result
    assert result is not None
    config = replace(result.request.config, seed=3)
    trace = forward(config, random_weights(config), result.request.ids)
    np.testing.assert_allclose(result.seen.patterns[3], trace.layers[2].pattern[1], atol=1e-5)
    assert page.accessible_text().startswith("Layer 3, head 2 under 8 seeds.")
    before = result.seen
    page.seed_chosen.emit(3)
    settle()
    assert desk.controller.document.config.seed == 3
    after = desk.controller.result.seen
    assert after.seeds == before.seeds == tuple(range(8)), "the others stay where they are"
    np.testing.assert_allclose(after.patterns, before.patterns, atol=1e-6)


def test_what_is_changed_by_hand_holds_under_every_seed(desk: Desk, settle: Settle) -> None:
    """A pattern that is forced is the same whatever the weights are."""
    desk.controller.switches.change_by_hand(Interventions((ForcePattern(0, 1, "first-token"), HeadOff(3, 0))), "forced")
    desk.controller.select_head(0, 1)
    opened(desk, settle, "seeds")
    result = desk.controller.result
    assert result is not None
    np.testing.assert_array_equal(result.seen.patterns[:, :, 0], 1)


def test_weights_made_by_hand_have_no_seeds_and_the_page_says_so(desk: Desk, settle: Settle) -> None:
    page = opened(desk, settle, "seeds")
    desk.act("weights:previous-token")
    settle()
    assert page.accessible_text() == "These weights do not come from a seed."
    desk.act("weights:random")
    settle()
    assert "under 8 seeds" in page.accessible_text()


def test_a_constructed_head_does_what_it_says_and_wears_its_badge(desk: Desk, settle: Settle) -> None:
    """Previous token: 1 beside the diagonal; what the head cannot have is explained; random weights come back."""
    desk.act("weights:previous-token")
    settle()
    found = pattern(desk)
    assert all(found[row, row - 1] > 0.95 for row in range(1, len(found)))
    present = desk.controller.document
    desk.controller.switches.change_config({"n_layers": 3}, "layers")
    settle()
    assert desk.controller.document == present
    desk.act("weights:random")
    settle()
    assert desk.controller.document.constructed is None
    assert not all(pattern(desk)[row, row - 1] > 0.95 for row in range(1, len(found)))


def test_the_order_experiment_holds_on_the_sentence_in_the_box(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """Run from its page, with progress; the outcome is that of the core function."""
    page = opened(desk, settle, "experiments")
    outcomes: list[object] = []
    show = page.set_outcome
    page.set_outcome = lambda outcome, *read: (outcomes.append(outcome), show(outcome, *read))
    page.run_requested.emit("order", {})
    qtbot.waitUntil(lambda: bool(outcomes), timeout=20_000)
    assert outcomes[0].holds
    assert outcomes[0].labels == desk.controller.labels
    assert page.accessible_text()


@pytest.mark.parametrize("tab", [tab for tab in TABS if tab not in ("heads", "table", "training")])
def test_every_page_goes_into_files_and_onto_the_clipboard(
    desk: Desk, settle: Settle, qtbot: QtBot, tmp_path: Path, tab: str
) -> None:
    """SVG with real text and a caption, CSV with the numbers, both on the clipboard."""
    desk.controller.select_cell(5, 1)
    page = opened(desk, settle, tab)
    if tab == "experiments":
        page.run_requested.emit("order", {})
        qtbot.waitUntil(lambda: len(page.numbers()) > 1, timeout=20_000)
    if tab == "compare":
        page.frozen.emit()
    if tab == "check":
        np.savez(tmp_path / "own.npz", pattern=np.zeros((4, 9, 9)))
        page.file_dropped.emit(str(tmp_path / "own.npz"))
    settle()
    picture, numbers = tmp_path / "page.svg", tmp_path / "page.csv"
    desk.files.picture_to(str(picture), "page")
    text = picture.read_text(encoding="utf-8")
    assert "<text" in text
    assert "seed 0" in text
    desk.files.page_numbers_to(str(numbers))
    rows = list(csv.reader(numbers.read_text(encoding="utf-8").splitlines()))
    assert "seed 0" in rows[0][0]
    assert rows[1:] == page.numbers()
    desk.files.copy_numbers()
    assert QGuiApplication.clipboard().text().split("\n")[0] == "\t".join(page.numbers()[0])
    desk.files.copy_picture()
    assert not QGuiApplication.clipboard().image().isNull()


def test_where_one_looks_survives_a_session(desk: Desk, settle: Settle) -> None:
    """The page, the changes by hand and the constructed head are in the saved state."""
    desk.controller.switches.change_by_hand(Interventions((HeadOff(0, 2),)), "head off")
    opened(desk, settle, "stream")
    desk.files.copy_session()
    desk.act("tab:heads")
    desk.controller.switches.change_by_hand(NONE, "none")
    settle()
    desk.files.paste_session()
    settle()
    assert desk.views.pages.tab == "stream"
    assert desk.controller.document.interventions == Interventions((HeadOff(0, 2),))


@pytest.mark.parametrize("tab", ["lines", "stages", "stream", "positions", "experiments", "seeds"])
def test_a_token_pointed_at_on_a_page_stands_out_in_the_sentence(desk: Desk, settle: Settle, tab: str) -> None:
    """The chips look as when the token is chosen; when the pointer leaves they look as before."""
    page = opened(desk, settle, tab)
    chips = desk.views.sentence_bar
    before = chips.grab().toImage()
    page.token_hovered.emit(3)
    QApplication.processEvents()
    pointed = chips.grab().toImage()
    assert pointed != before
    page.token_hovered.emit(None)
    QApplication.processEvents()
    assert chips.grab().toImage() == before


@pytest.mark.parametrize("tab", ["heads", "table", "intervene"])
def test_a_token_pointed_at_in_the_sentence_stands_out_on_the_page(desk: Desk, settle: Settle, tab: str) -> None:
    """Its row and its column, while the pointer is there; the other pages have tests of their own."""
    desk.act(f"tab:{tab}")
    settle()
    page = desk.views.pages.page(tab)
    view = {"heads": page.head_map, "table": page.table} if tab != "intervene" else {"intervene": page.consequence.map}
    shown = view[tab]
    before = shown.grab().toImage()
    desk.views.sentence_bar.token_hovered.emit(3)
    QApplication.processEvents()
    assert shown.grab().toImage() != before
    desk.views.sentence_bar.token_hovered.emit(None)
    QApplication.processEvents()
    assert shown.grab().toImage() == before


def test_a_cell_pointed_at_in_the_table_stands_out_in_the_sentence(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    desk.act("tab:table")
    settle()
    table, chips = desk.views.page.table, desk.views.sentence_bar
    before = chips.grab().toImage()
    place = table.visualRect(table.model().index(2, 1)).center()
    qtbot.mouseMove(table.viewport(), place)
    QApplication.processEvents()
    assert chips.grab().toImage() != before
    assert desk.views.page.caption.sentence().startswith("“to” looks at “keys”")
    pointed: list[object] = []
    table.cell_hovered.connect(pointed.append)
    QApplication.sendEvent(table.viewport(), QEvent(QEvent.Type.Leave))
    assert pointed == [None]
    QApplication.processEvents()
    assert chips.grab().toImage() == before


def test_exported_numbers_say_what_was_changed_by_hand(desk: Desk, settle: Settle, tmp_path: Path, qtbot: QtBot) -> None:
    desk.controller.switches.change_by_hand(Interventions((ForcePattern(0, 0, "uniform"),)), "pattern")
    settle()
    path = tmp_path / "head.csv"
    desk.files.numbers_to(str(path), every_head=False)
    qtbot.waitUntil(path.exists)
    qtbot.waitUntil(lambda: "changed by hand: kind force-pattern layer 0 head 0 pattern uniform" in path.read_text("utf-8-sig"))


def test_leaving_a_comparison_lets_the_other_side_go(desk: Desk, settle: Settle) -> None:
    page = opened(desk, settle, "compare")
    page.frozen.emit()
    settle()
    assert desk.controller._scheduler._shelf._frozen is not None
    page.left.emit()
    desk.controller.edit_text("another sentence")
    settle()
    assert desk.controller._scheduler._shelf._frozen is None


def test_a_cell_of_an_older_and_longer_map_cannot_be_chosen(desk: Desk, settle: Settle) -> None:
    """Two tokens while nine are still on screen: the cell falls away, and nothing fails."""
    opened(desk, settle, "arithmetic")
    desk.controller.edit_text("a b")
    desk.controller.select_cell(5, 5)
    settle()
    assert desk.controller.document.selection.query is None
    assert desk.controller.result is not None
    assert desk.controller.result.request.ids == tuple(token.id for token in desk.controller.tokens)


def test_escape_gives_up_an_experiment(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    page = opened(desk, settle, "experiments")
    page.run_requested.emit("cost", {})
    assert desk.laboratory.running
    desk.act("cancel")
    assert not desk.laboratory.running


def test_numbers_of_another_model_are_marked_until_they_are_measured_again(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """Also after the maps of the new model have come; and not any more when the model is the one that was measured."""
    page = opened(desk, settle, "experiments")
    page.set_experiment("heads")
    page.run_requested.emit("heads", {})
    qtbot.waitUntil(lambda: len(page.numbers()) > 1 and not desk.laboratory.running, timeout=20_000)
    assert not page._stale
    for fields, marked in (({"d_model": 128}, {"heads"}), ({"d_model": 64}, set())):
        desk.controller.switches.change_config(fields, "width")
        settle()
        assert page._stale == marked


def test_the_order_experiment_takes_the_weights_in_use(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """A head that looks at the previous place does so in any order: its maps differ by 1, random ones by less than a half."""
    desk.act("weights:previous-token")
    page = opened(desk, settle, "experiments")
    outcomes: list[Any] = []
    show = page.set_outcome
    page.set_outcome = lambda outcome, *read: (outcomes.append(outcome), show(outcome, *read))
    page.run_requested.emit("order", {})
    qtbot.waitUntil(lambda: bool(outcomes), timeout=20_000)
    in_use = next(row for row in outcomes[0].rows if row.name == "in-use")
    assert in_use.differences[0] > 0.95


def test_control_and_an_arrow_move_a_chip_of_the_order_and_not_the_head(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    page = opened(desk, settle, "experiments")
    head = desk.controller.document.selection.head
    page._panel.chips.setFocus()
    qtbot.waitUntil(page._panel.chips.hasFocus)
    qtbot.keyClick(desk.views.window.windowHandle(), Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: page.order != tuple(range(9)))
    assert desk.controller.document.selection.head == head


def test_undo_takes_back_what_was_done_to_a_comparison(desk: Desk, settle: Settle) -> None:
    """Swapped and undone, A and B are what they were; left and undone, A is there again; so it is in a session."""
    page = opened(desk, settle, "compare")
    page.frozen.emit()
    desk.controller.switches.change_config({"norm": "post"}, "norm")
    settle()
    before = desk.controller.document
    for signal in (page.swapped, page.left):
        signal.emit()
        settle()
        assert desk.controller.document != before
        desk.act("undo")
        settle()
        assert desk.controller.document == before
    assert desk.controller.result is not None
    assert [config.norm for config in desk.controller.result.seen.configs] == ["pre", "post"]
    desk.files.copy_session()
    page.left.emit()
    desk.files.paste_session()
    settle()
    assert desk.controller.document == before


def test_a_table_of_too_many_cells_is_refused_in_one_sentence(desk: Desk, settle: Settle) -> None:
    """Three hundred tokens: the clipboard stays as it was, and the status line says what to do."""
    desk.controller.edit_text(" ".join(["one", "two", "three"] * 100))
    opened(desk, settle, "stages")
    QGuiApplication.clipboard().setText("mine")
    desk.files.copy_numbers()
    assert QGuiApplication.clipboard().text() == "mine"
    assert ".npz" in desk.views.status._note.text()


def test_numbers_on_the_clipboard_have_the_decimal_sign_of_the_language(desk: Desk, settle: Settle) -> None:
    opened(desk, settle, "stages")
    desk.act("language:es")
    desk.files.copy_numbers()
    assert "0," in QGuiApplication.clipboard().text()
    assert "0." not in QGuiApplication.clipboard().text()


def test_a_word_that_stands_twice_is_told_apart_on_every_page(desk: Desk, settle: Settle) -> None:
    """The third “the” of this sentence looks at the first one."""
    desk.controller.edit_text("the cat and the dog and the bird")
    desk.controller.select_cell(6, 0)
    settle()
    assert "the₃ → the₁" in desk.views.page.head_map.cell_text(6, 0)
    assert "“the₃” looks" in desk.views.page.caption.sentence()
    for tab in ("lines", "stages", "arithmetic", "stream", "seeds"):
        page = opened(desk, settle, tab)
        assert "the₃" in page.accessible_text(), tab
    page = opened(desk, settle, "intervene")
    assert any("“the₃” looks at “the₁”" in label.text() for label in page.panel.findChildren(QLabel))
    page = opened(desk, settle, "compare")
    page.frozen.emit()
    settle()
    assert "the₃" in page.accessible_text()
