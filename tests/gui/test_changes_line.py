"""The line of changes above the pages: in full in its description, cut with … on screen, and not there where they are listed."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gui.views.changes_line import ChangesLine
from gui.views.heads_page import HeadsPage
from gui.views.pages import Pages

CHANGES = ("Layer 1, head 2: off", "Layer 2, head 1: pattern forced, uniform", "Layer 4: attention off")


@pytest.fixture
def line(qtbot: QtBot) -> ChangesLine:
    widget = ChangesLine()
    qtbot.addWidget(widget)
    widget.resize(900, 40)
    return widget


def test_it_is_there_while_something_is_changed(line: ChangesLine) -> None:
    assert line.isHidden()
    line.set_changes(CHANGES[:1])
    assert not line.isHidden()
    assert line.accessibleDescription() == "Changed by hand: Layer 1, head 2: off"
    line.set_changes(())
    assert line.isHidden()


def test_several_are_counted_before_they_are_listed(line: ChangesLine) -> None:
    """The number stands in front, so that it is read also where there is little room."""
    line.set_changes(CHANGES)
    assert line.accessibleDescription() == f"Changed by hand (3): {' · '.join(CHANGES)}"


def test_where_it_does_not_fit_it_is_cut_at_its_end_and_told_in_full(line: ChangesLine, qtbot: QtBot) -> None:
    """What is painted last is the …, with paper after it: nothing is cut in the middle of a letter at the edge."""
    line.set_changes(CHANGES * 8)
    line.show()
    qtbot.waitExposed(line)
    words = line._words
    image = words.grab().toImage()
    ground = image.pixelColor(image.width() - 1, 0)
    column = [image.pixelColor(image.width() - 1, y) for y in range(image.height())]
    assert all(color == ground for color in column)
    assert CHANGES[2] in words.toolTip()
    assert words.text.count(CHANGES[2]) == 8


def test_the_page_that_lists_the_changes_does_without_it(qtbot: QtBot) -> None:
    pages = Pages(HeadsPage(), {"intervene": QWidget, "lines": QWidget})
    qtbot.addWidget(pages)
    pages.changes.set_changes(CHANGES)
    for tab, there in (("heads", True), ("intervene", False), ("lines", True), ("intervene", False), ("table", True)):
        pages.set_tab(tab)
        assert pages.changes.isHidden() != there
    pages.set_tab("intervene")
    pages.changes.set_changes(CHANGES[:1])
    assert pages.changes.isHidden()
