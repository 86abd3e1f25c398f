"""What a person does, in a real window, and what they then see."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.kernels import compiled_kernels
from core.model import forward, preset, random_weights
from core.model.counts import count
from core.text.examples import examples_in
from gui import computation, sentence
from gui.app import Desk
from gui.documents import decoded
from tests.window import seen
from tests.window.conftest import Settle


def type_text(desk: Desk, text: str) -> None:
    """Replace the sentence by typing over it."""
    editor = desk.views.sentence_bar.box.editor
    editor.setFocus()
    editor.selectAll()
    QTest.keyClicks(editor, text)


def test_typing_is_followed_by_chips_maps_and_ledger(desk: Desk, settle: Settle) -> None:
    """Five words: five chips, 5 × 5 maps equal to a pass of the core, 25 scores a head."""
    type_text(desk, "the dog bites the man")
    settle()
    assert desk.controller.labels == ("the", "dog", "bites", "the", "man")
    result = desk.controller.result
    assert result is not None
    config = preset("small")
    ids = [token.id for token in desk.controller.tokens]
    trace = forward(config, random_weights(config), ids)
    for layer in range(4):
        for head in range(4):
            shown = result.map_of(layer, head)
            assert shown is not None
            assert trace.layers[layer].pattern is not None
            np.testing.assert_allclose(shown, trace.layers[layer].pattern[head], atol=1e-6)
    assert seen.ledger(desk)["scores.per_head"] == 25
    assert seen.ledger(desk)["scores.total"] == 25 * 16


def test_b07_an_empty_sentence_one_space_one_character(desk: Desk, settle: Settle) -> None:
    """0 tokens: no map, 0 scores, a word on what to do; one token: a 1×1 map of exactly 1."""
    for text in ("", " "):
        desk.controller.edit_text(text)
        settle()
        assert desk.controller.tokens == ()
        assert seen.ledger(desk)["scores.per_head"] == 0
        assert "Type a sentence" in desk.views.page.head_map.accessibleDescription()
    desk.controller.edit_text("a")
    settle()
    assert desk.controller.result is not None
    assert desk.controller.result.pattern.tolist() == [[1.0]]


def test_each_switch_changes_what_it_should(desk: Desk, settle: Settle) -> None:
    """Pre to post loses the final norm's 2·64; the maps differ afterwards; undo brings both back."""
    before = desk.controller.result
    assert before is not None
    desk.views.architecture.change_requested.emit({"norm": "post"}, "norm")
    settle()
    after = desk.controller.result
    assert after is not None
    difference = count(before.request.config, 9).parameters.total - count(after.request.config, 9).parameters.total
    assert difference == 128
    assert np.abs(after.trace.layers[1].pattern - before.trace.layers[1].pattern).max() > 0.01
    assert "layer" in (desk.views.page.comparison.text() or "")
    desk.act("undo")
    settle()
    assert desk.controller.result is not None
    assert desk.controller.result.request.config == before.request.config


def test_an_illegal_switch_is_explained_and_nothing_changes(desk: Desk, settle: Settle) -> None:
    """64 over 12 heads: both numbers and the nearest legal ones are on screen, the model is as it was (case B28)."""
    present = desk.controller.document
    desk.views.architecture.change_requested.emit({"n_heads": 12}, "heads")
    settle()
    assert desk.controller.document == present
    problem = seen.words(desk.views.architecture)
    for word in ("64", "12", "8", "16"):
        assert word in problem


def test_holding_the_key_shows_the_maps_before(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """While B is down the old map is on screen; released, the new one."""
    page = desk.views.page
    old = desk.controller.result
    desk.controller.switches.change_config({"position": "none", "placement": None}, "position")
    settle()
    new = desk.controller.result
    assert old is not None
    assert new is not None
    page.head_map.setFocus()
    qtbot.waitUntil(page.head_map.hasFocus)
    QTest.keyPress(page.head_map, Qt.Key.Key_F8)
    np.testing.assert_allclose(seen.table(desk), old.pattern, atol=1e-3)
    QTest.keyRelease(page.head_map, Qt.Key.Key_F8)
    np.testing.assert_allclose(seen.table(desk), new.pattern, atol=1e-3)


def test_a_chip_selects_its_row_everywhere(desk: Desk, settle: Settle) -> None:
    """Chip, map and statement agree; the statement gives the row's largest weight."""
    desk.views.sentence_bar.token_clicked.emit(5)
    result = desk.controller.result
    assert result is not None
    strongest = int(result.pattern[5].argmax())
    statement = desk.views.page.caption.accessibleDescription()
    assert "are" in statement
    assert desk.controller.labels[strongest] in statement
    assert f"{result.pattern[5, strongest]:.2f}" in statement
    assert desk.controller.document.selection.query == 5


def test_keys_move_layer_head_and_cell(desk: Desk, settle: Settle) -> None:
    """Page Down: next layer; Ctrl+Right: next head, running on into the next layer; arrows in the map: the cell."""
    head_map = desk.views.page.head_map
    head_map.setFocus()
    QTest.keyClick(desk.views.window, Qt.Key.Key_PageDown)
    for _ in range(4):
        QTest.keyClick(desk.views.window, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    chosen = desk.controller.document.selection
    assert (chosen.layer, chosen.head) == (2, 0)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right):
        QTest.keyClick(head_map, key)
    chosen = desk.controller.document.selection
    assert chosen.query is not None
    assert chosen.key is not None


def test_tab_leaves_the_sentence_box(desk: Desk, qtbot: QtBot) -> None:
    """B99: no trap for the keyboard."""
    editor = desk.views.sentence_bar.box.editor
    editor.setFocus()
    text = editor.toPlainText()
    QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is not editor
    assert editor.toPlainText() == text


def test_examples_set_the_sentence_and_say_what_they_show(desk: Desk, settle: Settle) -> None:
    """Every example of both languages can be taken."""
    for language in ("en", "es"):
        for example in examples_in(language):  # type: ignore[arg-type]
            desk.controller.switches.take_example(example)
            settle()
            assert desk.controller.document.text == example.sentence
            assert example.effect in seen.notice(desk)


def test_a_session_file_brings_the_same_screen_back(desk: Desk, settle: Settle, tmp_path: Path) -> None:
    """Saved, everything changed, dropped onto the window: the document and the maps are as they were."""
    desk.controller.switches.change_config({"norm": "post"}, "norm")
    desk.controller.select_cell(3, 1)
    settle()
    saved, result = desk.controller.document, desk.controller.result
    path = tmp_path / "mi sesión 模型.transformador.json"
    desk.files._save_to(str(path))
    desk.files.new()
    settle()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(QPoint(10, 10), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    desk.views.window.dropEvent(event)
    settle()
    assert desk.controller.document == saved
    assert result is not None
    assert desk.controller.result is not None
    np.testing.assert_array_equal(desk.controller.result.pattern, result.pattern)
    assert str(path) in desk._store.settings.recent_files[0]


def test_b97_a_copied_session_is_the_same_model_again(desk: Desk, settle: Settle) -> None:
    """Copied, changed, pasted: the same parameters and numbers; something else on the clipboard is refused with a reason."""
    desk.controller.switches.change_config({"n_heads": 8, "seed": 5}, "heads")
    settle()
    document, result = desk.controller.document, desk.controller.result
    desk.act("copy-session")
    text = QGuiApplication.clipboard().text()
    assert decoded(text.encode(), "x") == document
    desk.controller.switches.choose_preset("small")
    desk.act("paste-session")
    settle()
    assert desk.controller.document == document
    assert result is not None
    assert desk.controller.result is not None
    assert desk.controller.result.pattern.tobytes() == result.pattern.tobytes()
    QGuiApplication.clipboard().setText('{"format": "transformador session", "version": 99}')
    desk.act("paste-session")
    assert "99" in seen.notice(desk)
    assert desk.controller.document == document


@pytest.mark.parametrize("name", ["maps.png", "maps.svg", "maps.pdf"])
def test_pictures_are_written(desk: Desk, settle: Settle, tmp_path: Path, name: str) -> None:
    """Each format begins as it should; SVG keeps its words as text."""
    path = tmp_path / name
    desk.files.picture_to(str(path))
    data = path.read_bytes()
    begins = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[path.suffix[1:]]
    assert data.startswith(begins)
    if path.suffix == ".svg":
        text = data.decode()
        assert "viewBox" in text
        for word in ("cabinet", "keys"):
            assert word in text
        assert "<text" in text


def test_numbers_are_written(desk: Desk, settle: Settle, qtbot: QtBot, tmp_path: Path) -> None:
    """All heads as JSON: the numbers on screen; a folder that is not there: one sentence."""
    path = tmp_path / "numbers.json"
    desk.files.numbers_to(str(path), every_head=True)
    qtbot.waitUntil(path.exists)
    record = json.loads(path.read_text(encoding="utf-8"))
    assert len(record["maps"]) == 16
    result = desk.controller.result
    assert result is not None
    # The file is computed afresh, in plain numpy.
    np.testing.assert_allclose(record["maps"][0]["pattern"], result.map_of(0, 0), atol=5e-7)
    desk.files.numbers_to(str(tmp_path / "nowhere" / "numbers.json"), every_head=False)
    qtbot.waitUntil(lambda: "nowhere" in seen.notice(desk))


def test_too_many_tokens_are_refused_without_losing_the_text(desk: Desk, settle: Settle) -> None:
    """2049 tokens: the limit and the number are said, the text stays, the maps are the last good ones, dimmed."""
    good = desk.controller.result
    desk.controller.edit_text("a " * 2049)
    assert desk.controller.document.text == "a " * 2049
    assert desk.controller.result is good
    assert "2,048" in seen.sentence_problem(desk)
    assert "2,049" in seen.words(desk.views.sentence_bar)
    assert seen.ledger(desk)["scores.per_head"] == 2049**2
    assert desk.controller.tokens == ()
    desk.controller.edit_text("a b")
    settle()
    assert seen.sentence_problem(desk) == ""


def test_a_model_too_large_for_the_memory_is_counted_only(desk: Desk, settle: Settle) -> None:
    """Llama 3 8B: 8 030 261 248 parameters in the ledger, no forward pass, one sentence, the last maps stay."""
    good = desk.controller.result
    desk.controller.switches.choose_preset("llama-3-8b")
    settle()
    assert seen.ledger(desk)["parameters.total"] == 8_030_261_248
    assert desk.controller.result is good
    assert "memory" in seen.notice(desk)


def test_a_thousand_tokens_stay_usable(desk: Desk, settle: Settle) -> None:
    """12 layers of 8 heads: small pictures of all, the focused map whole, another head on demand."""
    desk.controller.switches.change_config({"n_layers": 12, "n_heads": 8}, "size")
    desk.controller.edit_text(" ".join(f"w{i}" for i in range(1000)))
    settle()
    result = desk.controller.result
    assert result is not None
    assert result.pattern.shape == (1000, 1000)
    assert result.trace.thumbnails is not None
    assert result.trace.thumbnails.shape[-1] <= 96
    desk.controller.select_head(11, 7)
    settle()
    assert desk.controller.result is not None
    assert desk.controller.result.trace is result.trace
    assert (desk.controller.result.request.layer, desk.controller.result.request.head) == (11, 7)
    np.testing.assert_allclose(desk.controller.result.pattern.sum(axis=1), 1, atol=1e-5)


def test_cancel_keeps_the_last_good_result(desk: Desk, settle: Settle) -> None:
    """Escape while a long pass runs: it is given up, the banner offers to compute it, and doing so computes it."""
    good = desk.controller.result
    desk.controller.switches.change_config({"n_layers": 12, "n_heads": 8}, "size")
    desk.controller.edit_text(" ".join(f"w{i}" for i in range(1000)))
    assert not desk.controller.settled
    desk.act("cancel")
    assert desk.controller.settled
    assert desk.controller.result is not None
    assert len(desk.controller.result.request.ids) == 9
    assert good is not None
    desk.views.banner.action_chosen.emit("compute")
    settle()
    assert len(desk.controller.result.request.ids) == 1000


def test_undo_takes_back_the_change_and_not_where_one_looks(desk: Desk, settle: Settle) -> None:
    """Norm changed, then the scale and the head: undo brings the norm back, scale and head stay."""
    desk.controller.switches.change_config({"norm": "post"}, "norm")
    settle()
    desk.controller.set_display("log", "ink")
    desk.controller.select_head(3, 2)
    desk.act("undo")
    settle()
    document = desk.controller.document
    assert document.config.norm == "pre"
    assert (document.view.scale, document.selection.layer, document.selection.head) == ("log", 3, 2)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the window cut a sentence, ran a pass, and computed one head by itself."""
    counted: Counter[str] = Counter()

    def watch(module: ModuleType, name: str) -> None:
        function = getattr(module, name)

        def count_and_call(*arguments: object, **named: object) -> object:
            counted[name] += 1
            return function(*arguments, **named)

        monkeypatch.setattr(module, name, count_and_call)

    watch(sentence, "tokenize")
    watch(computation, "forward")
    watch(computation, "head_maps")
    return counted


def test_a_switch_does_not_cut_the_sentence_again_and_a_view_computes_nothing(
    desk: Desk, settle: Settle, calls: Counter[str]
) -> None:
    """A norm: one pass. Head, layer, cell, scale, colours, tab, length counted, language: nothing at all. A letter: one of each."""
    controller = desk.controller
    controller.switches.change_config({"norm": "post"}, "norm")
    settle()
    assert calls == {"forward": 1}
    calls.clear()
    controller.select_head(3, 2)
    controller.step_layer(-1)
    controller.select_cell(1, 0)
    controller.set_display("log", "ink")
    for action in ("next-head", "scale:shared", "color-map:viridis", "tab:table", "tab:heads", "theme:dark", "language:es"):
        desk.act(action)
        settle()
    controller.set_ledger_length(1000)
    settle()
    assert calls == {}
    controller.edit_text(controller.document.text + "a")
    settle()
    assert calls == {"tokenize": 1, "forward": 1}


def test_typing_at_the_end_of_a_causal_model_computes_only_the_new_rows(desk: Desk, settle: Settle) -> None:
    """Word by word: of n tokens one row is new each time, and all maps are those of a pass of their own."""
    compiled_kernels()
    controller = desk.controller
    controller.switches.change_config({"mask": "causal"}, "mask")
    for number in range(2, 6):
        controller.edit_text(" ".join("abcdef"[:number]))
        settle()
        result = controller.result
        assert result is not None
        assert number == 2 or result.share == 1 / number
        trace = forward(result.request.config, random_weights(result.request.config), result.request.ids, logits=False)
        for layer, kept in enumerate(trace.layers):
            assert kept.pattern is not None
            for head, pattern in enumerate(kept.pattern):
                np.testing.assert_allclose(result.map_of(layer, head), pattern, atol=1e-6)


def test_the_unit_of_work_is_part_of_the_session(desk: Desk, settle: Settle) -> None:
    """FLOPs are exactly twice the MACs; undo brings MACs back."""
    macs = seen.ledger(desk)["work.total"]
    desk.views.ledger.unit_chosen.emit("FLOP")
    assert seen.ledger(desk)["work.total"] == 2 * macs
    assert desk.controller.document.view.work_unit == "FLOP"
    desk.act("undo")
    assert seen.ledger(desk)["work.total"] == macs


def test_the_badge_tells_whose_maps_are_shown(desk: Desk, settle: Settle) -> None:
    """While the maps before are held, their seed; afterwards the new one."""
    desk.controller.switches.change_config({"seed": 7}, "seed")
    settle()
    assert "seed 7" in seen.words(desk.views.status)
    desk.controller.hold_before(True)
    assert "seed 0" in seen.words(desk.views.status)
    desk.controller.hold_before(False)
    assert "seed 7" in seen.words(desk.views.status)


def test_work_is_saved_while_one_goes_on_typing(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    """A key every tenth of a second for two seconds, never a pause: a file is there before the end."""
    for turn in range(20):
        desk.controller.edit_text("a" * (turn + 1))
        qtbot.wait(100)
    assert (tmp_path / "work" / "1.json").exists()
    desk.act("theme:dark")
    qtbot.waitUntil(lambda: b"dark" in (tmp_path / "settings.json").read_bytes())


def test_saving_after_undo_goes_into_the_right_file(desk: Desk, settle: Settle, tmp_path: Path) -> None:
    """A saved, B opened, undone, saved: B is as it was."""
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    desk.controller.edit_text("the second")
    desk.files._save_to(str(second))
    desk.files.new()
    desk.controller.edit_text("the first")
    desk.files._save_to(str(first))
    desk.files.open_path(str(second))
    settle()
    assert desk.views.window.windowTitle().startswith("b.json")
    desk.act("undo")
    settle()
    assert desk.views.window.windowTitle().startswith("a.json")
    before = second.read_bytes()
    desk.act("save")
    assert second.read_bytes() == before
    assert decoded(first.read_bytes(), "x").text == "the first"


def test_a_refusal_stays_when_the_language_changes(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """Why nothing is computed is said again, in the other language."""
    desk.controller.switches.choose_preset("llama-3-8b")
    assert "memory" in seen.notice(desk)
    desk.act("language:es")
    qtbot.waitUntil(lambda: "memoria" in seen.notice(desk))
