"""Menus: the table is sound, every action is reachable, and code never triggers one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu
from pytestqt.qtbot import QtBot

from core.model.presets import PRESETS
from gui.views.action_table import ACTIONS, HOLD_KEY, MENUS
from gui.views.menus import Menus


@pytest.fixture
def menus(qtbot: QtBot) -> Menus:
    window = QMainWindow()
    qtbot.addWidget(window)
    made = Menus(window)
    made.setProperty("window", window)
    return made


def test_ids_and_shortcuts_are_unique() -> None:
    ids = [spec.id for spec in ACTIONS]
    assert len(ids) == len(set(ids))
    keys = Counter(QKeySequence(key).toString() for spec in ACTIONS for key in spec.shortcuts)
    assert [key for key, count in keys.items() if count > 1 or not key] == []


def test_letters_after_the_ampersand_are_unique_in_each_menu() -> None:
    """Two entries with the same letter cannot both be reached by it."""
    for menu in MENUS:
        texts = [spec.text for spec in ACTIONS if spec.menu == menu.id] + [sub.text for sub in MENUS if sub.parent == menu.id]
        letters = Counter(text[text.index("&") + 1].lower() for text in texts if "&" in text)
        assert [letter for letter, count in letters.items() if count > 1] == [], menu.id


def test_every_preset_is_in_the_menu() -> None:
    assert [spec.id for spec in ACTIONS if spec.group == "preset"] == [f"preset:{name}" for name in PRESETS]


def test_every_action_and_every_menu_is_in_the_bar(menus: Menus) -> None:
    found: list[str] = []

    def walk(menu: QMenu) -> None:
        for action in menu.actions():
            inner = action.menu()
            if isinstance(inner, QMenu):
                found.append(inner.objectName())
                walk(inner)
            elif not action.isSeparator():
                found.append(action.objectName())

    for action in menus.property("window").menuBar().actions():
        top = action.menu()
        assert isinstance(top, QMenu)
        found.append(top.objectName())
        walk(top)
    assert sorted(found) == sorted([*(spec.id for spec in ACTIONS), *(f"menu:{menu.id}" for menu in MENUS)])


@pytest.mark.parametrize("spec", ACTIONS, ids=lambda spec: spec.id)
def test_an_action_says_its_name_when_triggered(menus: Menus, qtbot: QtBot, spec: object) -> None:
    action_id = spec.id  # type: ignore[attr-defined]
    menus.set_undo_texts("a", "b")
    with qtbot.waitSignal(menus.triggered) as triggered:
        menus.action(action_id).trigger()
    assert triggered.args == [action_id]


def test_setting_from_code_triggers_nothing(menus: Menus, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(menus.triggered):
        menus.set_checked("scale:log")
        menus.set_checked("presentation", True)
    assert menus.action("scale:log").isChecked()
    menus.set_checked("scale:shared")
    assert not menus.action("scale:log").isChecked()


def test_an_action_that_is_not_possible_says_why(menus: Menus) -> None:
    menus.set_action_enabled("cancel", False, "Nothing is being <computed>")
    assert not menus.action("cancel").isEnabled()
    assert "Nothing is being &lt;computed&gt;" in menus.action("cancel").toolTip()
    menus.set_action_enabled("cancel", True)
    assert "computed" not in menus.action("cancel").toolTip()
    assert menus.action("cancel").isEnabled()


def test_undo_says_what_it_undoes(menus: Menus) -> None:
    menus.set_undo_texts("Heads & tails", None)
    assert menus.action("undo").text() == "&Undo “Heads && tails”"
    assert menus.action("undo").isEnabled()
    assert not menus.action("redo").isEnabled()
    assert "Nothing has been undone" in menus.action("redo").toolTip()
    menus.retranslate()
    assert menus.action("undo").text() == "&Undo “Heads && tails”"
    menus.set_undo_texts(None, "Heads")
    assert not menus.action("undo").isEnabled()
    assert menus.action("redo").text() == "&Redo “Heads”"


def test_recent_files_that_are_gone_cannot_be_chosen(menus: Menus, qtbot: QtBot, tmp_path: Path) -> None:
    assert not menus.menu("recent").menuAction().isEnabled()
    there = tmp_path / "a&b.json"
    there.write_text("{}")
    gone = tmp_path / ("long" * 60 + ".json")
    menus.set_recent([str(there), str(gone)])
    assert menus.menu("recent").menuAction().isEnabled()
    menus.menu("recent").aboutToShow.emit()
    first, second = menus.menu("recent").actions()
    assert first.text().endswith("a&&b.json")
    assert first.isEnabled()
    assert not second.isEnabled()
    assert "…" in second.text()
    assert gone.name in second.toolTip()
    with qtbot.waitSignal(menus.recent_chosen) as chosen:
        first.trigger()
    assert chosen.args == [str(there)]


def test_the_key_to_hold_stands_in_the_menu_but_is_no_shortcut_of_the_action(menus: Menus) -> None:
    """As a shortcut it would fire on being pressed, and nobody would learn that it was let go."""
    action = menus.action("show-before")
    assert action.text().endswith(f"\t{HOLD_KEY}")
    assert action.shortcut().isEmpty()
