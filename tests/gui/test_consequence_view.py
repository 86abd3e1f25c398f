"""What comes of changes by hand: the map, the likeliest next tokens, and what is said of them."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.inside.output import Candidate, NextTokens
from gui.access import accessible_controls
from gui.theme.theme import DARK
from gui.views.inside.consequence_view import ConsequenceView

LABELS = ("The", "keys", "<b>are</b>", "the")
IDS = (7, 5, 9, 7)
PATTERN = np.full((4, 4), 0.25, np.float32)
PLAIN = NextTokens(2, (Candidate(5, 0.75), Candidate(12345, 0.125)), 98, Candidate(-1, 0.125))
CHANGED = NextTokens(
    1, (Candidate(7, 0.5, 0.25), Candidate(12, 0.00002, 0.00002), Candidate(3, 0.25, 0.5)), 97, Candidate(-1, 0.25, 0.25)
)


@pytest.fixture
def view(qtbot: QtBot) -> ConsequenceView:
    made = ConsequenceView()
    qtbot.addWidget(made)
    made.resize(420, 640)
    made.show()
    qtbot.waitExposed(made)
    made.set_map(PATTERN, LABELS, (True, 0), 1, 2, changed=False)
    return made


def texts(view: ConsequenceView) -> list[list[str]]:
    model = view.model
    return [[str(model.index(row, column).data()) for column in range(model.columnCount())] for row in range(model.rowCount())]


def test_without_changes_there_is_one_column_of_probabilities(view: ConsequenceView) -> None:
    """Ids that the sentence has carry its label; the last row is all the others."""
    view.set_output(PLAIN, IDS, LABELS, "random")
    assert view.model.headings() == ["Token", "Probability"]
    assert texts(view) == [["keys", "0.7500"], ["id 12,345", "0.1250"], ["others", "0.1250"]]
    assert view._title.text == "What follows “<b>are</b>”"
    assert view._notice.text() == "Untrained, random weights: this is chance."


def test_changes_stand_beside_what_was_before(view: ConsequenceView) -> None:
    """0.5 − 0.25 = +0.25; what stays exactly as it is has no sign. Two labels of one id are both said."""
    QAbstractItemModelTester(view.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    view.set_output(PLAIN, IDS, LABELS, "random")
    view.set_output(CHANGED, IDS, LABELS, "random")
    assert view.model.headings() == ["Token", "Before", "After", "Difference"]
    assert texts(view) == [
        ["The / the", "0.2500", "0.5000", "+0.2500"],
        ["id 12", "2.0·10⁻⁵", "2.0·10⁻⁵", "0"],
        ["id 3", "0.5000", "0.2500", "−0.2500"],
        ["others", "0.2500", "0.2500", "0"],
    ]
    said = view.model.index(3, 2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "97 others: before 0.2500, after 0.2500, difference 0"
    assert "The / the: before 0.2500, after 0.5000, difference +0.2500" in view.accessible_text()


def test_what_the_numbers_are_worth_is_said(view: ConsequenceView) -> None:
    """Chance, made by hand, nothing of both; a token that sees all; matrices that are too large; numbers that overflowed."""
    view.set_output(PLAIN, IDS, LABELS, "loaded")
    assert view._notice.text() == ""
    view.set_output(PLAIN, IDS, LABELS, "constructed")
    assert "made by hand" in view._notice.text()
    view.set_map(PATTERN, LABELS, (False, 0), 1, 2, changed=False)
    view.set_output(PLAIN, IDS, LABELS, "random")
    assert "has seen the whole sentence" in view._notice.text()
    view.set_output(None, IDS, LABELS, "random")
    assert "64,000,000" in view._notice.text()
    assert view.model.rowCount() == 0
    view.set_output(NextTokens(0, (), 0, None), IDS, LABELS, "random")
    assert "too large" in view._notice.text()
    view.set_map(None, (), (False, 0), 0, 0, changed=False)
    view.set_output(None, (), (), "random")
    assert "Type a sentence" in view._notice.text()


def test_ctrl_c_copies_numbers_in_full(view: ConsequenceView, qtbot: QtBot) -> None:
    view.set_output(CHANGED, IDS, LABELS, "random")
    view.activateWindow()
    view.table.setFocus()
    qtbot.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert rows[0] == ["id", "Token", "Before", "After", "Difference"]
    assert rows[2] == ["12", "id 12", "2e-05", "2e-05", "0.0"]
    assert rows[-1][0] == ""


def test_cells_are_chosen_in_the_map(view: ConsequenceView, qtbot: QtBot) -> None:
    view.set_cell(1, 0)
    chosen: list[tuple[int, int]] = []
    view.cell_selected.connect(lambda query, key: chosen.append((query, key)))
    qtbot.keyClick(view.map, Qt.Key.Key_Down)
    assert chosen == [(2, 0)]


@pytest.mark.parametrize("size", [(420, 640), (640, 420), (300, 200)])
def test_no_column_is_out_of_sight(view: ConsequenceView, size: tuple[int, int]) -> None:
    """The table is below the map where it is high, beside it where it is wide; its columns share its width."""
    view.set_output(CHANGED, IDS, LABELS, "random")
    view.resize(QSize(*size))
    QApplication.processEvents()
    assert view.table.horizontalHeader().length() <= view.table.viewport().width()
    beside = view.table.mapTo(view, view.table.rect().topLeft()).x() > view.map.x()
    assert beside == (size[0] > size[1])


def test_everything_is_named_dark_and_stale(view: ConsequenceView) -> None:
    view.set_output(CHANGED, IDS, LABELS, "random")
    view.set_theme(DARK)
    view.set_stale(True)
    assert view.model.index(0, 0).data(Qt.ItemDataRole.ForegroundRole) == DARK.muted
    view.set_stale(False)
    controls = list(accessible_controls(view))
    assert {view.map, view.table} <= set(controls)
    assert all(control.accessibleName() for control in (view.map, view.table))


def test_one_part_alone(view: ConsequenceView) -> None:
    view.show_part("map")
    assert (view.map.isVisible(), view.table.isVisible()) == (True, False)
    view.show_part("output")
    assert (view.map.isVisible(), view.table.isVisible()) == (False, True)
    view.show_part(None)
    assert (view.map.isVisible(), view.table.isVisible()) == (True, True)
