"""HeadTable: what is read, copied and chosen."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from gui import i18n
from gui.views.head_table import COPY_LIMIT, HeadTable, HeadTableModel
from gui.views.map_toys import toy_labels, toy_pattern

ABC = np.array([[1, 0, 0], [0.4, 0.6, 0], [0.2, 0.3, 0.5]], np.float32)


@pytest.fixture
def table(qtbot: QtBot) -> HeadTable:
    made = HeadTable()
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    qtbot.waitExposed(made)
    return made


def shown(table: HeadTable, query: int, key: int, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> str:
    return str(table.model().index(query, key).data(role))


def test_rows_are_queries_and_masked_cells_say_so(table: HeadTable) -> None:
    table.set_map(ABC, ("A", "B", "C"), True, 0)
    model = table.model()
    assert [shown(table, 2, key) for key in range(3)] == ["0.200", "0.300", "0.500"]
    assert [shown(table, 0, key) for key in range(3)] == ["1.000", "masked", "masked"]
    assert [model.headerData(i, Qt.Orientation.Vertical) for i in range(3)] == ["A", "B", "C"]
    assert shown(table, 2, 0, Qt.ItemDataRole.AccessibleTextRole) == "“C” looks at “A”: 0.200"
    assert "masked" in shown(table, 0, 2, Qt.ItemDataRole.AccessibleTextRole)


def test_a_window_masks_what_lies_too_far_back(table: HeadTable) -> None:
    """window:1: each token sees only itself."""
    table.set_map(np.eye(3, dtype=np.float32), ("A", "B", "C"), True, 1)
    assert [[shown(table, q, k) == "masked" for k in range(3)] for q in range(3)] == [[k != q for k in range(3)] for q in range(3)]


def test_b01_tooltips_show_tokens_that_look_like_mark_up(table: HeadTable) -> None:
    table.set_map(ABC, ("<s>", "a<b", "C"), False, 0)
    tip = shown(table, 0, 1, Qt.ItemDataRole.ToolTipRole)
    assert "&lt;s&gt;" in tip
    assert "a&lt;b" in tip
    assert table.model().headerData(0, Qt.Orientation.Horizontal) == "<s>"


def test_ctrl_c_copies_tab_separated_numbers_in_full(table: HeadTable, qtbot: QtBot) -> None:
    """float32 of 0.4 prints as 0.4 and comes back bit for bit; one cell alone is only its number."""
    table.set_map(ABC, ("A", "B", "C"), True, 0)
    table.selectAll()
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert copied == "\tA\tB\tC\nA\t1.0\tmasked\tmasked\nB\t0.4\t0.6\tmasked\nC\t0.2\t0.3\t0.5\n"
    pattern = toy_pattern(3)
    table.set_map(pattern, ("A", "B", "C"), False, 0)
    table.clearSelection()
    table.setCurrentIndex(table.model().index(1, 2))
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert np.float32(QGuiApplication.clipboard().text()) == pattern[1, 2]


def test_copies_have_a_decimal_point_in_every_language(table: HeadTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Spanish 0.4 is shown as 0,400, but a spreadsheet or a program gets 0.4."""
    monkeypatch.setattr(i18n._Current, "language", "es")
    table.set_map(ABC, ("A", "B", "C"), False, 0)
    assert shown(table, 1, 0) == "0,400"
    table.setCurrentIndex(table.model().index(1, 0))
    table.copy_selection()
    assert QGuiApplication.clipboard().text() == "0.4"


def test_too_many_cells_are_refused(table: HeadTable) -> None:
    QGuiApplication.clipboard().setText("untouched")
    tokens = int(COPY_LIMIT**0.5) + 1
    table.set_map(np.zeros((tokens, tokens), np.float32), ("x",) * tokens, False, 0)
    table.selectAll()
    table.copy_selection()
    assert QGuiApplication.clipboard().text() == "untouched"


def test_moving_tells_and_being_moved_does_not(table: HeadTable, qtbot: QtBot) -> None:
    table.set_map(ABC, ("A", "B", "C"), False, 0)
    with qtbot.assertNotEmitted(table.cell_selected):
        table.set_cell(1, 1)
        table.set_cell(7, 7)
        table.set_cell(None, None)
    with qtbot.waitSignal(table.cell_selected) as caught:
        qtbot.keyClick(table, Qt.Key.Key_Down)
    assert caught.args == [2, 1]


def test_out_of_sight_nothing_is_made_until_it_is_looked_at(table: HeadTable) -> None:
    table.hide()
    table.set_map(ABC, ("A", "B", "C"), False, 0)
    table.set_cell(2, 1)
    assert table.model().rowCount() == 0
    table.show()
    assert [shown(table, 2, key) for key in range(3)] == ["0.200", "0.300", "0.500"]
    assert (table.currentIndex().row(), table.currentIndex().column()) == (2, 1)


def test_b99_tab_leaves_the_table_and_it_has_a_name(table: HeadTable) -> None:
    assert not table.tabKeyNavigation()
    assert table.accessibleName()
    assert table.accessibleDescription()


def test_the_model_is_a_proper_one(qtbot: QtBot) -> None:
    model = HeadTableModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    for tokens in (3, 3, 1, 0, 40):
        model.set_map(toy_pattern(tokens) if tokens else None, toy_labels(tokens), False, 0)
        assert (model.rowCount(), model.columnCount()) == (tokens, tokens)
        assert model.rowCount(model.index(0, 0) if tokens else QModelIndex()) == 0
    assert tester.model() is model


def test_b07_an_empty_table_is_empty(table: HeadTable) -> None:
    table.set_map(None, (), False, 0)
    assert table.model().rowCount() == 0
    table.copy_selection()
