"""The panel that changes a pass by hand: what each control asks for, what the list says, and how everything is taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from core.model import preset
from core.model.interventions import (
    NONE,
    AttentionOff,
    FeedForwardOff,
    ForcePattern,
    HeadOff,
    Interventions,
    ScaleHead,
    SetCell,
)
from gui import i18n
from gui.access import accessible_controls
from gui.theme.theme import DARK
from gui.views.inside.intervention_words import change_in_words
from gui.views.inside.interventions_panel import InterventionsPanel
from gui.views.segmented import Segmented

LABELS = ("The", "keys", "are", "<b>here</b>")
SMALL = preset("small")


class Applied:
    """What the window does: it applies what is wanted, and notes what it was told."""

    def __init__(self, panel: InterventionsPanel, config: Any = SMALL, labels: tuple[str, ...] = LABELS) -> None:
        self.panel, self.config, self.labels = panel, config, labels
        self.place: tuple[int, int, int | None, int | None] = (0, 1, 2, 1)
        self.now = NONE
        self.told: list[str] = []
        panel.interventions_changed.connect(self.apply)
        self.show()

    def apply(self, wanted: Interventions, label: str) -> None:
        self.now = wanted
        self.told.append(label)
        self.show()

    def show(self) -> None:
        self.panel.set_state(self.now, self.config, *self.place, self.labels)


@pytest.fixture
def panel(qtbot: QtBot) -> InterventionsPanel:
    view = InterventionsPanel()
    qtbot.addWidget(view)
    view.resize(620, 420)
    view.show()
    with qtbot.waitActive(view):
        view.activateWindow()
    return view


def click(qtbot: QtBot, switch: Segmented, value: str) -> None:
    qtbot.mouseClick(switch._buttons[value], Qt.MouseButton.LeftButton)


def type_number(qtbot: QtBot, field: Any, text: str) -> None:
    field.setFocus()
    field.lineEdit().selectAll()
    qtbot.keyClicks(field.lineEdit(), text)
    qtbot.keyClick(field.lineEdit(), Qt.Key.Key_Return)


def rows(panel: InterventionsPanel) -> list[str]:
    return [row.words.text() for row in panel._list._rows if not row.isHidden()]


def test_switches_turn_head_and_sublayers_off_and_on_again(panel: InterventionsPanel, qtbot: QtBot) -> None:
    """Layer 1 (0 in code), head 2 (1 in code)."""
    window, controls = Applied(panel), panel._controls
    click(qtbot, controls._head, "off")
    click(qtbot, controls._attention, "off")
    click(qtbot, controls._feed_forward, "off")
    assert window.now.items == (HeadOff(0, 1), AttentionOff(0), FeedForwardOff(0))
    assert rows(panel) == ["Layer 1, head 2: off", "Layer 1: attention off", "Layer 1: feed-forward off"]
    assert window.told == rows(panel)
    click(qtbot, controls._attention, "on")
    assert window.now.items == (HeadOff(0, 1), FeedForwardOff(0))
    assert window.told[-1] == "as computed again: Layer 1: attention off"


def test_a_pattern_is_forced_and_freed(panel: InterventionsPanel, qtbot: QtBot) -> None:
    """Down once: uniform; once more: identity takes its place; back up: as computed."""
    window, box = Applied(panel), panel._controls._pattern
    box.setFocus()
    found = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Up):
        qtbot.keyClick(box, key)
        found.append(window.now.items)
    uniform = (ForcePattern(0, 1, "uniform"),)
    assert found == [uniform, (ForcePattern(0, 1, "identity"),), uniform, ()]


def test_a_head_is_scaled_and_1_takes_the_factor_away(panel: InterventionsPanel, qtbot: QtBot) -> None:
    window, field = Applied(panel), panel._controls._scale
    type_number(qtbot, field, "-2.5")
    assert window.now.items == (ScaleHead(0, 1, -2.5),)
    assert rows(panel) == ["Layer 1, head 2: ×\N{NO-BREAK SPACE}(−2.5)"]
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert window.now.items == (ScaleHead(0, 1, -2.0),)
    type_number(qtbot, field, "1")
    assert window.now == NONE


def test_a_cell_is_set_changed_and_computed_again(panel: InterventionsPanel, qtbot: QtBot) -> None:
    """The button sets what the field proposes, 1 at first; typing and ticking change it; the button, now Undo, takes it back."""
    window, controls = Applied(panel), panel._controls
    assert controls._cell.text() == "“are” looks at “keys”"
    qtbot.mouseClick(controls._set, Qt.MouseButton.LeftButton)
    assert window.now.items == (SetCell(0, 1, 2, 1, 1, True),)
    type_number(qtbot, controls._value, "0.25")
    assert window.now.items == (SetCell(0, 1, 2, 1, 0.25, True),)
    controls._renormalise.click()
    assert window.now.items == (SetCell(0, 1, 2, 1, 0.25, False),)
    assert rows(panel) == ["Layer 1, head 2: “are” looks at “keys” with 0.25, the rest of the row stays as it is"]
    assert controls._set.text() == "Undo"
    qtbot.mouseClick(controls._set, Qt.MouseButton.LeftButton)
    assert window.now == NONE
    assert controls._set.text() == "Set cell"


@pytest.mark.parametrize("text, words", [("2", "from 0 to 1"), ("-0.1", "from 0 to 1"), ("a lot", "“a lot” is no number")])
def test_what_no_cell_can_hold_is_explained_and_not_asked_for(
    panel: InterventionsPanel, qtbot: QtBot, text: str, words: str
) -> None:
    window, controls = Applied(panel), panel._controls
    type_number(qtbot, controls._value, text)
    assert (window.told, controls._problem.isVisible()) == ([], True)
    assert words in controls._problem.text()
    assert controls._value.property("problem")
    type_number(qtbot, controls._value, "0.5")
    assert (len(window.told), controls._problem.isVisible(), bool(controls._value.property("problem"))) == (1, False, False)


def test_a_factor_that_is_too_large_is_explained_at_its_own_field(panel: InterventionsPanel, qtbot: QtBot) -> None:
    window, controls = Applied(panel), panel._controls
    type_number(qtbot, controls._scale, "10000000")
    assert "from −1000000 to 1000000" in controls._problem.text()
    assert (window.told, bool(controls._scale.property("problem")), bool(controls._value.property("problem"))) == ([], True, False)


def test_typing_meant_for_another_cell_is_forgotten(panel: InterventionsPanel, qtbot: QtBot) -> None:
    """A number is read when the typing rests; by then another cell is selected."""
    window, field = Applied(panel), panel._controls._value
    field.setFocus()
    field.lineEdit().selectAll()
    qtbot.keyClicks(field.lineEdit(), "0.5")
    window.place = (0, 1, 3, 1)
    window.show()
    assert field.lineEdit().text() == "1"
    qtbot.keyClick(field.lineEdit(), Qt.Key.Key_Return)
    assert window.told == []


def test_one_click_takes_back_one_change_and_one_takes_back_all(panel: InterventionsPanel, qtbot: QtBot) -> None:
    """The focus stays in the list as long as it has a row, and goes to the pattern afterwards."""
    window = Applied(panel)
    window.now = NONE.add(HeadOff(0, 0)).add(AttentionOff(2)).add(ScaleHead(3, 1, 2))
    window.show()
    buttons = [row.button for row in panel._list._rows]
    buttons[1].setFocus()
    qtbot.waitUntil(buttons[1].hasFocus)
    qtbot.keyClick(buttons[1], Qt.Key.Key_Space)
    assert window.now.items == (HeadOff(0, 0), ScaleHead(3, 1, 2))
    assert buttons[1].hasFocus()
    qtbot.keyClick(buttons[1], Qt.Key.Key_Space)
    assert buttons[0].hasFocus()
    window.apply(window.now.add(FeedForwardOff(0)), "")
    panel._list._undo_all.setFocus()
    qtbot.keyClick(panel._list._undo_all, Qt.Key.Key_Space)
    assert (window.now, window.told[-1]) == (NONE, "everything as computed")
    assert panel._controls._pattern.hasFocus()
    assert not panel._list._undo_all.isEnabled()
    assert "Nothing is changed" in panel.accessible_text()


def test_what_is_not_in_force_says_why(panel: InterventionsPanel) -> None:
    """Four layers of four heads, four tokens, causal: one change for each reason, and one in force."""
    causal = replace(SMALL, mask="causal")
    window = Applied(panel, causal)
    window.now = Interventions((AttentionOff(4), HeadOff(0, 4), SetCell(0, 1, 6, 1, 0.5), SetCell(0, 1, 1, 2, 0.5), HeadOff(0, 0)))
    window.show()
    assert [text.rpartition("(")[2] for text in rows(panel)] == [
        "not in force: the model has no such layer now)",
        "not in force: the layer has no such head now)",
        "not in force: the sentence has no such token now)",
        "not in force: the mask forbids this cell now)",
        "Layer 1, head 1: off",
    ]
    assert "token 7 looks at “keys”" in rows(panel)[2].replace("“token 7”", "token 7")


@pytest.mark.parametrize(
    "place, words",
    [((0, 0, None, None), "Choose a cell"), ((0, 0, 1, 9), "Choose a cell"), ((0, 0, 1, 2), "The mask forbids")],
)
def test_a_cell_that_cannot_be_set_says_why(panel: InterventionsPanel, place: Any, words: str) -> None:
    window = Applied(panel, replace(SMALL, mask="causal"))
    window.place = place
    window.show()
    controls = panel._controls
    assert words in controls._cell.text()
    assert not any(widget.isEnabled() for widget in (controls._value, controls._set, controls._renormalise))


def test_without_a_sentence_one_line_says_what_to_do(panel: InterventionsPanel) -> None:
    panel.set_state(NONE, None, 0, 0, None, None, ())
    assert panel._scroll.isHidden()
    assert "Type a sentence" in panel._empty.text()


def test_b01_tokens_are_shown_as_they_are(panel: InterventionsPanel) -> None:
    window = Applied(panel)
    window.place = (0, 1, 3, 3)
    window.apply(NONE.add(SetCell(0, 1, 3, 3, 0.5)), "")
    assert panel._controls._cell.text() == "“<b>here</b>” looks at “<b>here</b>”"
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in panel.findChildren(QLabel))


def test_state_shows_what_holds_and_equal_states_do_nothing(panel: InterventionsPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    window, controls = Applied(panel), panel._controls
    window.apply(NONE.add(HeadOff(0, 1)).add(ForcePattern(0, 1, "first-token")).add(ScaleHead(0, 1, 3)), "")
    shown = (controls._head.value, controls._pattern.currentData(), controls._scale.value, controls._attention.value)
    assert shown == ("off", "first-token", 3, "on")
    calls: list[object] = []
    monkeypatch.setattr(panel, "_show", lambda: calls.append(None))
    window.show()
    assert calls == []
    window.place = (1, 1, 2, 1)
    window.show()
    assert len(calls) == 1


def test_groups_and_list_stand_beside_each_other_as_far_as_there_is_room(panel: InterventionsPanel) -> None:
    """Each switch of a group below its heading; the cell beside the head, then the layer beside both, then the list beside all."""
    Applied(panel)
    controls = panel._controls

    def places() -> tuple[bool, bool, bool]:
        head, cell, layer = (group.geometry() for group in controls._groups)
        return cell.x() > head.x(), layer.x() > cell.x(), panel._list.x() > controls.x()

    for width, beside in (
        (280, (False, False, False)),
        (420, (True, False, False)),
        (800, (True, True, False)),
        (1200, (True, True, True)),
        (420, (True, False, False)),
    ):
        panel.resize(width, 400)
        QApplication.processEvents()
        assert places() == beside
        assert not controls._groups[0].geometry().intersects(controls._groups[1].geometry())
        assert not controls._groups[1].geometry().intersects(controls._groups[2].geometry())
    panel.set_theme(DARK.zoomed(1.6))
    panel.resize(600, 400)
    QApplication.processEvents()
    assert places() == (False, False, False)


def test_every_control_has_a_name_a_description_and_the_keyboard(panel: InterventionsPanel) -> None:
    window = Applied(panel)
    window.apply(NONE.add(HeadOff(0, 1)), "")
    found = list(accessible_controls(panel))
    assert len(found) >= 9
    for control in found:
        assert control.accessibleName(), control
        assert control.accessibleDescription(), control
    assert panel.accessibleDescription() == "Layer 1, head 2: off."


def test_tab_goes_from_the_head_over_the_cell_and_the_layer_to_the_list(panel: InterventionsPanel, qtbot: QtBot) -> None:
    """In the order in which it is read; of each switch the choice that holds."""
    window = Applied(panel)
    window.apply(NONE.add(HeadOff(0, 1)), "")
    controls, changes = panel._controls, panel._list
    right = [
        controls._head._buttons["off"],
        controls._pattern,
        controls._scale,
        controls._value,
        controls._renormalise,
        controls._set,
        controls._attention._buttons["on"],
        controls._feed_forward._buttons["on"],
        changes._undo_all,
        changes._rows[0].button,
    ]
    right[0].setFocus()
    found = []
    for _ in right:
        focused = panel.focusWidget()
        assert focused is not None
        found.append(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert found == right


def test_numbers_are_those_of_files(panel: InterventionsPanel) -> None:
    window = Applied(panel)
    window.apply(NONE.add(SetCell(0, 1, 2, 1, 0.1, False)).add(ScaleHead(3, 2, 1 / 3)), "")
    header, cell, scale = panel.numbers()
    assert dict(zip(header, cell, strict=True))["value"] == "0.1"
    assert dict(zip(header, scale, strict=True)) == {
        "kind": "scale-head", "layer": "3", "head": "2", "query": "", "key": "", "value": "", "renormalise": "",
        "factor": repr(1 / 3), "pattern": "",
    }  # fmt: skip


def test_another_language_sets_all_texts_again(panel: InterventionsPanel) -> None:
    """The words of all patterns and changes exist; the choice that holds stays."""
    window = Applied(panel)
    window.apply(NONE.add(ForcePattern(0, 1, "identity")), "")
    QApplication.sendEvent(panel, QEvent(QEvent.Type.LanguageChange))
    QApplication.sendEvent(panel._controls, QEvent(QEvent.Type.LanguageChange))
    assert panel._controls._pattern.currentText() == "identity"
    assert change_in_words(SetCell(0, 0, 0, 9, 0.5), LABELS).startswith("Layer 1, head 1: “The” looks at token 10 with 0.5")


def test_all_that_is_said_follows_the_language_at_once(panel: InterventionsPanel, qapp: QApplication) -> None:
    """Nothing is changed, so the words are those of the list, which gets the language after the panel."""
    Applied(panel)
    assert panel.accessibleDescription().startswith("Nothing is changed by hand")
    i18n.install(qapp, "es")
    QApplication.processEvents()
    assert panel.accessibleDescription().startswith("No hay nada cambiado a mano")
    i18n.install(qapp, "en")
    QApplication.processEvents()
    assert panel.accessibleDescription().startswith("Nothing is changed by hand")
