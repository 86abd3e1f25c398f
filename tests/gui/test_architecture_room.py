"""What is in sight of the architecture panel at the sizes that count, and what keeps its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.model.presets import preset
from gui.theme.apply import apply_theme
from gui.theme.fonts import load_fonts
from gui.theme.theme import LIGHT
from gui.views.architecture_panel import ArchitecturePanel
from tests.gui.test_architecture_panel import asked, panel, row, type_number

__all__ = ["panel"]


def in_sight(panel: ArchitecturePanel) -> list[str]:
    """The switches that are wholly shown."""
    port = panel._scroll.viewport()
    shown = [(r.switch.name, r.mapTo(port, QPoint(0, 0)).y(), r.height()) for r in panel.rows if r.isVisible()]
    return [name for name, top, height in shown if top >= 0 and top + height <= port.height()]


FIRST = ["norm", "position", "placement", "skip", "n_heads", "head_width", "mask"]


@pytest.fixture
def styled(qapp: QApplication) -> Iterator[None]:
    """With the style sheet of the program: sizes depend on it."""
    load_fonts()
    apply_theme(qapp, LIGHT)
    yield
    qapp.setStyleSheet("")


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize("config", [{}, {"placement": "after-attention"}, {"position": "alibi", "mask": "window:4"}])
def test_at_1440_by_900_the_seven_first_switches_are_in_sight(panel: ArchitecturePanel, config: dict[str, Any]) -> None:
    """A window of that size leaves a panel of 290 × 735."""
    panel.resize(290, 735)
    panel.set_config(preset("small", **config))
    QApplication.processEvents()
    assert panel.diagram_shown
    assert in_sight(panel)[:7] == FIRST


@pytest.mark.usefixtures("styled")
def test_at_1024_by_640_the_switches_have_precedence_over_the_diagram(panel: ArchitecturePanel) -> None:
    """A window of that size leaves a panel of 250 × 430."""
    panel.resize(250, 430)
    QApplication.processEvents()
    assert not panel.diagram_shown
    assert panel.formulas.isVisible()
    assert in_sight(panel)[:5] == FIRST[:5]
    panel.resize(290, 735)
    assert panel.diagram_shown


def test_the_person_folds_the_diagram_and_only_that_is_remembered(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    heard: list[bool | None] = []
    panel.diagram_shown_changed.connect(heard.append)
    panel.resize(290, 900)
    qtbot.keyClick(panel._fold, Qt.Key.Key_Space)
    assert not panel.diagram_shown
    assert "press to show" in panel._fold.accessibleDescription()
    panel.resize(290, 901)
    assert not panel.diagram_shown
    qtbot.keyClick(panel._fold, Qt.Key.Key_Space)
    assert panel.diagram_shown
    panel.resize(290, 300)
    assert not panel.diagram_shown
    qtbot.keyClick(panel._fold, Qt.Key.Key_Space)
    assert panel.diagram_shown
    assert heard == [False, None, True]


def test_rows_do_not_move_while_switches_change(panel: ArchitecturePanel) -> None:
    panel.resize(290, 735)
    places = set()
    for changes in ({}, {"placement": "after-attention"}, {"norm": "sandwich"}, {"position": "alibi"}, {"head_width": "keep"}):
        panel.set_config(preset("small", **changes))
        QApplication.processEvents()
        places.add(tuple(r.y() for r in panel.rows if r.isVisible()))
    assert len(places) == 1


def test_the_foot_keeps_its_height_for_every_explanation(panel: ArchitecturePanel) -> None:
    panel.set_config(preset("small", placement="after-attention", head_width="keep"))
    heights = set()
    for r in panel.rows:
        panel._on_pointed(r.switch)
        heights.add(panel._footer.height())
        assert panel._footer._label.text().count("\n") < 3
    assert heights == {panel._footer.usual_height()}


def test_a_long_problem_is_said_whole_and_its_row_stays_in_sight(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    panel.resize(250, 430)
    panel.set_expanded(True)
    panel._scroll.ensureWidgetVisible(row(panel, "d_model"), 0, 0)
    type_number(qtbot, panel, "d_model", "60")
    problem = "60 numbers cannot be split between 8 heads, because 60 is not divisible by 8. " * 2
    panel.show_problem(problem.strip(), "d_model", (56, 64))
    QApplication.processEvents()
    assert "…" not in panel._footer._label.text()
    assert " ".join(panel._footer._label.text().split()) == f"Not applied: {problem.strip()}"
    assert "d_model" in in_sight(panel)
    panel.show_problem(None)
    assert panel._footer.height() == panel._footer.usual_height()


def test_minus_and_plus_stand_at_the_right_and_step(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    """Width 64: below 4 heads come 2, above them 8."""
    field = row(panel, "n_heads")._number
    assert field is not None
    assert field.lineEdit().geometry().right() <= field._less.x() < field._more.x()
    assert field.alignment() & Qt.AlignmentFlag.AlignLeft
    for button, heads in ((field._less, 2), (field._more, 8)):
        panel.set_config(preset("small"))
        field.revert()
        assert asked(qtbot, panel, lambda button=button: qtbot.mouseClick(button, Qt.MouseButton.LeftButton)) == {"n_heads": heads}
