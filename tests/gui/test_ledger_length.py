"""Which length is counted: the sentence's, or any number that a person types."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui.views.ledger_length import LARGEST, LengthChooser


@pytest.fixture
def chooser(qtbot: QtBot) -> LengthChooser:
    view = LengthChooser()
    qtbot.addWidget(view)
    view.set_length(None, 9)
    view.show()
    qtbot.waitExposed(view)
    return view


def test_any_length_can_be_typed(chooser: LengthChooser, qtbot: QtBot) -> None:
    """Each digit is an answer: 1, 10, 100, 1000."""
    chosen: list[object] = []
    chooser.length_chosen.connect(chosen.append)
    chooser._field.selectAll()
    qtbot.keyClicks(chooser._field, "1000")
    assert chosen == [1, 10, 100, 1000]


def test_twice_the_length_and_back_to_the_sentence(chooser: LengthChooser, qtbot: QtBot) -> None:
    """1000 becomes 2000; the other button follows the sentence again."""
    chosen: list[object] = []
    chooser.length_chosen.connect(chosen.append)
    chooser.set_length(1000, 9)
    assert (chooser.length, chooser._follow.isChecked(), chooser._field.text()) == (1000, False, "1,000")
    qtbot.mouseClick(chooser._double, Qt.MouseButton.LeftButton)
    chooser.set_length(2000, 9)
    qtbot.mouseClick(chooser._follow, Qt.MouseButton.LeftButton)
    chooser.set_length(None, 9)
    assert chosen == [2000, None]
    assert (chooser.length, chooser._follow.isChecked(), chooser._field.text()) == (9, True, "9")


@pytest.mark.parametrize("text", ["-3", "nine", "2.5", str(LARGEST + 1)])
def test_what_is_no_length_is_explained_and_not_counted(chooser: LengthChooser, qtbot: QtBot, text: str) -> None:
    chosen: list[object] = []
    chooser._field.clear()
    chooser.length_chosen.connect(chosen.append)
    chooser._field.setFocus()
    chooser._field.insert(text)
    chooser._typed(text)
    assert chosen == []
    assert "from 0 to 1,000,000,000,000" in chooser._problem.text()
    chooser._finished()
    assert (chooser._field.text(), chooser._problem.isHidden()) == ("9", True)


def test_b48_lengths_beyond_32_bits(chooser: LengthChooser, qtbot: QtBot) -> None:
    chosen: list[object] = []
    chooser.length_chosen.connect(chosen.append)
    chooser._typed("17,179,869,184")
    assert chosen == [17_179_869_184]
    chooser.set_length(LARGEST, 9)
    assert not chooser._double.isEnabled()


def test_typing_is_not_disturbed_by_its_own_answer(chooser: LengthChooser, qtbot: QtBot) -> None:
    """The number typed stays as it was typed while the field has the keyboard; it is grouped when it is left."""
    chooser.activateWindow()
    chooser._field.setFocus()
    qtbot.waitUntil(chooser._field.hasFocus)
    chooser.length_chosen.connect(lambda length: chooser.set_length(length, 9))
    chooser._field.selectAll()
    qtbot.keyClicks(chooser._field, "12000")
    assert chooser._field.text() == "12000"
    qtbot.keyClick(chooser._field, Qt.Key.Key_Return)
    assert chooser._field.text() == "12,000"
