"""StatisticsTable: what is shown, sorted, chosen and copied."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.inside.statistics import HeadStatistics, map_statistics
from gui import i18n
from gui.theme.theme import DARK, LIGHT
from gui.views.inside.statistics_model import COLUMNS, StatisticsModel
from gui.views.inside.statistics_table import StatisticsTable

IDS = [1, 2, 3, 4, 5]


def made(pattern: object, layer: int, head: int, entropy: float | None = 0.5, ids: list[int] = IDS) -> HeadStatistics:
    array = np.asarray(pattern, np.float32)
    return map_statistics(array, ids, causal=False, window=0, layer=layer, head=head, entropy=entropy)


def previous_token() -> np.ndarray:
    p = np.zeros((5, 5))
    p[range(1, 5), range(4)] = 1
    p[0, 0] = 1
    return p


def rows() -> tuple[HeadStatistics, ...]:
    """Layer 1: a previous-token head, one that is even. Layer 2: one that looks at itself, one without a pattern."""
    mixed = 0.4 * np.eye(5) + 0.6 * np.roll(np.eye(5), 2, axis=1)
    return (
        made(previous_token(), 0, 0, 0.0),
        made(np.full((5, 5), 0.2), 0, 1, 1.0),
        made(np.eye(5), 1, 0, None),
        made(mixed, 1, 1, 0.125),
    )


@pytest.fixture
def table(qtbot: QtBot) -> StatisticsTable:
    widget = StatisticsTable()
    qtbot.addWidget(widget)
    widget.resize(800, 400)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def column(table: StatisticsTable, name: str) -> list[str]:
    model = table.table.model()
    return [str(model.index(row, COLUMNS.index(name)).data()) for row in range(model.rowCount())]


def test_a_row_a_head_with_its_name_and_score(table: StatisticsTable) -> None:
    table.set_statistics(rows())
    assert column(table, "layer") == ["1", "1", "2", "2"]
    assert column(table, "head") == ["1", "2", "1", "2"]
    assert column(table, "name") == ["previous token 1.00", "even 1.00", "itself 1.00", "no clear pattern"]
    assert column(table, "self") == ["0.200", "0.200", "1.000", "0.400"]
    assert column(table, "duplicate") == ["–"] * 4


def test_numbers_sort_as_numbers_and_what_was_not_measured_comes_last(table: StatisticsTable) -> None:
    """Entropy 0, 1, none, 0.125: as words “0.125” would come before “0.000” in neither direction, and “–” before digits."""
    table.set_statistics(rows())
    at = COLUMNS.index("entropy")
    table.table.sortByColumn(at, Qt.SortOrder.AscendingOrder)
    assert column(table, "entropy") == ["0.000", "0.125", "1.000", "–"]
    table.table.sortByColumn(at, Qt.SortOrder.DescendingOrder)
    assert column(table, "entropy") == ["1.000", "0.125", "0.000", "–"]
    table.table.sortByColumn(COLUMNS.index("name"), Qt.SortOrder.DescendingOrder)
    assert column(table, "name")[-1] == "no clear pattern"


def test_ten_layers_sort_by_number(table: StatisticsTable) -> None:
    table.set_statistics(tuple(made(np.eye(5), layer, 0) for layer in range(11)))
    table.table.sortByColumn(COLUMNS.index("layer"), Qt.SortOrder.DescendingOrder)
    assert column(table, "layer") == [str(n) for n in range(11, 0, -1)]


def test_a_row_that_is_chosen_tells_its_head_in_any_order(table: StatisticsTable, qtbot: QtBot) -> None:
    table.set_statistics(rows())
    table.table.sortByColumn(COLUMNS.index("self"), Qt.SortOrder.DescendingOrder)
    with qtbot.waitSignal(table.head_selected) as caught:
        table.table.setCurrentIndex(table.table.model().index(0, 0))
    assert caught.args == [1, 0]


def test_being_told_a_head_does_not_tell_it_back(table: StatisticsTable, qtbot: QtBot) -> None:
    table.set_statistics(rows())
    with qtbot.assertNotEmitted(table.head_selected):
        table.set_selected(1, 1)
        table.table.sortByColumn(COLUMNS.index("self"), Qt.SortOrder.AscendingOrder)
        table.set_statistics(tuple(reversed(rows())))
        table.set_selected(9, 9)
        table.set_statistics(None)
    table.set_statistics(rows())
    table.set_selected(1, 1)
    current = table.table.currentIndex()
    assert [current.siblingAtColumn(at).data() for at in (0, 1)] == ["2", "2"]


def test_copies_rows_in_full_with_headings(table: StatisticsTable, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Spanish the screen says 0,125; the clipboard says 0.125, and nothing where nothing was measured."""
    monkeypatch.setattr(i18n._Current, "language", "es")
    table.set_statistics(rows())
    table.set_selected(1, 1)
    assert column(table, "entropy")[3] == "0,125"
    qtbot.keyClick(table.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    heading, line = (text.split("\t") for text in QGuiApplication.clipboard().text().splitlines())
    assert len(heading) == len(line) == len(COLUMNS)
    assert line[:2] == ["2", "2"]
    assert line[COLUMNS.index("entropy")] == "0.125"
    assert line[COLUMNS.index("duplicate")] == ""
    expected = rows()[3].scores.self
    assert float(line[COLUMNS.index("self")]) == expected
    assert table.numbers()[4] == line
    table.table.clearSelection()
    table.copy_selection()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 5


def test_random_weights_are_called_chance(table: StatisticsTable) -> None:
    table.set_statistics(rows())
    table.set_origin("random")
    assert "chance" in table.accessible_text()
    table.set_origin("constructed")
    assert "is chance" not in table.accessible_text()
    assert "4 heads, 3 of them with a clear pattern" in table.accessible_text()


def test_chance_stands_beside_the_scores(table: StatisticsTable) -> None:
    """Five tokens, no mask: even attention gives each 0.2; the mean distance of all pairs is 1.6."""
    table.set_statistics(rows())
    assert "distance 1.60, previous 0.20, first 0.20, itself 0.20." in table.accessible_text()
    cell = table.table.model().index(0, COLUMNS.index("previous"))
    assert "0.200" in str(cell.data(Qt.ItemDataRole.AccessibleTextRole))


def test_b07_without_tokens_or_statistics_it_says_so(table: StatisticsTable) -> None:
    assert table.accessible_text()
    table.set_statistics((made(np.zeros((0, 0)), 0, 0, None, []),))
    assert "nothing to measure" in table.accessible_text()
    table.set_statistics(None)
    assert table.table.model().rowCount() == 0
    table.copy_selection()


def test_equal_statistics_change_nothing(table: StatisticsTable) -> None:
    table.set_statistics(rows())
    resets: list[object] = []
    table.table.model().dataChanged.connect(lambda *_: resets.append(1))
    table.set_statistics(rows())
    assert resets == []


def test_old_numbers_are_dimmed_and_keep_the_keyboard(table: StatisticsTable) -> None:
    table.set_statistics(rows())
    table.set_stale(True)
    index = table.table.model().index(0, 3)
    assert index.data(Qt.ItemDataRole.ForegroundRole) == LIGHT.muted
    assert table.table.isEnabled()
    table.set_stale(False)
    assert index.data(Qt.ItemDataRole.ForegroundRole) is None


def test_b99_it_has_names_and_tab_leaves_it(table: StatisticsTable) -> None:
    assert not table.table.tabKeyNavigation()
    assert table.table.accessibleName()
    assert table.table.accessibleDescription()
    table.set_theme(DARK.zoomed(1.6))
    assert table.minimumSizeHint().width() <= 520


def test_the_model_is_a_proper_one(qtbot: QtBot) -> None:
    model = StatisticsModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    for count in (4, 4, 1, 0, 3):
        model.set_statistics(rows()[:count])
        assert model.rowCount() == count
    assert tester.model() is model


def test_columns_that_do_not_explain_themselves_are_explained_below_and_in_their_headings(table: StatisticsTable) -> None:
    """Evenness, distance and same (a dash where no token stands twice), in one line; each heading says it in its tooltip."""
    for word in ("Evenness", "Distance", "Same", "–"):
        assert word in table._meanings.text
    assert table._meanings.y() > table.table.y()
    for column in range(table._model.columnCount()):
        tip = table._model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        assert len(str(tip)) > 20


def test_its_full_height_shows_every_row(table: StatisticsTable) -> None:
    """All rows in sight at that height and none scrolled; with most of a row less they scroll."""
    table.set_statistics(rows() * 4)
    table.resize(900, table.full_height())
    QApplication.processEvents()
    assert table.table.verticalScrollBar().maximum() == 0
    table.resize(900, table.full_height() - 20)
    QApplication.processEvents()
    assert table.table.verticalScrollBar().maximum() > 0
