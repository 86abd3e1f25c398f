"""A row of exclusive choices, by mouse, keyboard and screen reader."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor
from pytestqt.qtbot import QtBot

from gui.access import tooltip
from gui.theme.theme import DARK, LIGHT, Theme
from gui.views.segmented import Segmented

CHOICES = (("before", "before"), ("after", "after"), ("none", "none"))


@pytest.fixture
def row(qtbot: QtBot) -> Segmented:
    row = Segmented(CHOICES)
    row.set_name("Layer norm", "Where the norm of each sublayer stands.")
    row.set_value("before")
    qtbot.addWidget(row)
    row.resize(300, row.sizeHint().height())
    row.show()
    row.activateWindow()
    qtbot.waitExposed(row)
    return row


def _record(row: Segmented) -> list[str]:
    values: list[str] = []
    row.chosen.connect(values.append)
    return values


def _checked(row: Segmented) -> list[str]:
    return [value for value, button in row._buttons.items() if button.isChecked()]


def test_clicking_chooses_once(row: Segmented, qtbot: QtBot):
    values = _record(row)
    for _ in range(2):
        qtbot.mouseClick(row._buttons["after"], Qt.MouseButton.LeftButton)
    assert (values, row.value, _checked(row)) == (["after"], "after", ["after"])


def test_setting_a_value_is_silent_and_the_row_follows(row: Segmented):
    values = _record(row)
    for value in ("none", "before", None, "after", "unknown", "none"):
        row.set_value(value)
        assert _checked(row) == ([value] if value in dict(CHOICES) else [])
    assert values == []


def test_b99_arrow_keys_move_the_choice(row: Segmented, qtbot: QtBot):
    values = _record(row)
    row._buttons["before"].setFocus()
    qtbot.waitUntil(row._buttons["before"].hasFocus)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        qtbot.keyClick(row.window().focusWidget(), key)
    assert values == ["after", "none", "after"]


def test_b99_each_choice_is_a_radio_button_with_a_name_and_a_description(row: Segmented):
    row.set_explanations({"after": "x + Sublayer(x), then the norm."})
    assert row.accessibleName() == "Layer norm"
    for value, button in row._buttons.items():
        interface = QAccessible.queryAccessibleInterface(button)
        assert interface.role() == QAccessible.Role.RadioButton
        assert interface.text(QAccessible.Text.Name) == value
        assert interface.text(QAccessible.Text.Description)
    assert row._buttons["after"].accessibleDescription() == "x + Sublayer(x), then the norm."


def test_choices_that_are_not_possible_say_why(row: Segmented, qtbot: QtBot):
    values = _record(row)
    row.set_enabled_choices({"before", "none"}, "Not with rotary positions.")
    qtbot.mouseClick(row._buttons["after"], Qt.MouseButton.LeftButton)
    assert values == []
    assert row._buttons["after"].toolTip() == tooltip("Not with rotary positions.")
    assert row._buttons["before"].toolTip() == ""
    row.set_enabled_choices({"before", "after", "none"})
    qtbot.mouseClick(row._buttons["after"], Qt.MouseButton.LeftButton)
    assert values == ["after"]


def test_labels_change_with_the_language(row: Segmented):
    row.set_labels({"before": "delante", "after": "detrás", "none": "ninguna"})
    assert [button.text() for button in row._buttons.values()] == ["delante", "detrás", "ninguna"]
    assert [button.accessibleName() for button in row._buttons.values()] == ["delante", "detrás", "ninguna"]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_b76_the_chosen_one_is_filled_in_the_accent(row: Segmented, qtbot: QtBot, theme: Theme):
    row.set_theme(theme)
    for value in ("before", "none"):
        row.set_value(value)
        image = row.grab().toImage()
        for other, button in row._buttons.items():
            at = button.geometry().topLeft()
            color = image.pixelColor(at.x() + 8, at.y() + 2)
            assert color == QColor(theme.accent if other == value else theme.surface)


def test_choosing_moves_nothing(row: Segmented):
    places = []
    for value in ("before", "after", "none"):
        row.set_value(value)
        row.grab()
        places.append([button.geometry() for button in row._buttons.values()] + [row.sizeHint()])
    assert places[0] == places[1] == places[2]
