"""Formulas as a person meets them: pointed at, walked through, copied, in both languages' numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from core.model.config import ModelConfig
from core.model.formulas import Part, formulas
from core.model.presets import preset
from gui.drawing.diagram_formulas import set_formulas
from gui.drawing.diagram_layout import scene_of
from gui.theme.theme import LIGHT
from gui.views.formulas import Formulas
from tests.core.strategies import configs


@pytest.fixture
def view(qtbot: QtBot) -> Formulas:
    widget = Formulas()
    qtbot.addWidget(widget)
    widget.resize(256, 420)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


@given(configs())
def test_every_symbol_points_at_a_part_that_the_diagram_shows(config: ModelConfig) -> None:
    shown = {shape.part for shape in scene_of(config, 9).nodes}
    assert {part for line in formulas(config) for part in line.parts} <= shown


def test_rows_stay_within_the_width_and_lose_no_symbol(view: Formulas) -> None:
    for norm in ("pre", "deepnorm", "sandwich"):
        lines = formulas(preset("gpt2-small", norm=norm, activation="swiglu"))
        runs, _ = set_formulas(lines, LIGHT, 240)
        assert max(run.rect.right() for run in runs) <= 240
        together = "".join(run.text for run in runs if not run.note).replace(" ", "")
        assert together == "".join(piece.text for line in lines for piece in line.pieces).replace(" ", "")


def test_pointing_at_each_symbol_reports_its_part(qtbot: QtBot, view: Formulas) -> None:
    heard: list[Part | None] = [None]
    view.part_hovered.connect(heard.append)
    for run in [run for run in view.runs() if run.part is not None]:
        middle = run.rect.center()
        qtbot.mouseMove(view, QPoint(round(middle.x()) + 4, round(middle.y()) + 2))
        qtbot.waitUntil(lambda part=run.part: heard[-1] == part)  # type: ignore[misc]
    assert set(heard) - {None} == {part for line in formulas(preset("small")) for part in line.parts}


def test_a_part_of_the_diagram_marks_its_symbols(view: Formulas) -> None:
    plain = view.grab().toImage()
    view.set_highlight("W_K")
    marked = view.grab().toImage()
    key = next(run for run in view.runs() if run.part == "W_K")
    y = round(key.rect.bottom() + 2 - 1)
    x = round(key.rect.center().x() + 4)
    assert marked.pixelColor(x, y) == LIGHT.accent
    assert plain.pixelColor(x, y) != LIGHT.accent


def test_what_a_norm_is_holds_for_every_norm(view: Formulas) -> None:
    (index,) = [i for i, line in enumerate(formulas(preset("small"))) if line.name == "norm"]
    run = next(run for run in view.runs() if run.line == index and run.part)
    assert run.speaks_of("final_norm", general_norm=True)
    assert not run.speaks_of("final_norm", general_norm=False)


def test_copy_gives_plain_text(qtbot: QtBot, view: Formulas) -> None:
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text = QGuiApplication.clipboard().text()
    assert text.splitlines()[0] == "x = E[token] + PE"
    assert "x ← x + MHA(LN(x))   (in each of 4 blocks)" in text.splitlines()
    assert "head_i = softmax(Q_i·K_iᵀ / √16)·V_i" in text


def test_numbers_are_grouped(view: Formulas) -> None:
    view.set_config(preset("small", d_model=4096, n_heads=2, scale_embedding=True))
    assert "√4,096·E[token]" in view.plain_text()
    assert "/ √2,048" in view.plain_text()


def test_keyboard_walks_and_clicks(qtbot: QtBot, view: Formulas) -> None:
    qtbot.keyClick(view, Qt.Key.Key_Right)
    with qtbot.waitSignal(view.part_clicked, check_params_cb=lambda part: part == "position"):
        qtbot.keyClick(view, Qt.Key.Key_Right)
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert view.accessibleDescription() == "x = E[token] + PE"
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert view.accessibleDescription() == view.plain_text()


def test_the_two_parts_together_are_all_lines(qtbot: QtBot) -> None:
    way, symbols = Formulas("way"), Formulas("symbols")
    qtbot.addWidget(way)
    qtbot.addWidget(symbols)
    lines = (way.plain_text() + "\n" + symbols.plain_text()).splitlines()
    assert len(lines) == len(formulas(preset("small")))


def test_what_the_mask_is_belongs_to_what_the_symbols_mean(qtbot: QtBot) -> None:
    way, symbols = Formulas("way"), Formulas("symbols")
    for view in (way, symbols):
        qtbot.addWidget(view)
        view.set_config(preset("small", mask="causal"))
    assert "+ M)" in way.plain_text()
    assert "−∞" not in way.plain_text()
    assert symbols.plain_text().splitlines()[0] == "M is −∞ for every key that comes later, else 0"


def test_in_a_narrow_column_remarks_are_short_or_left_out() -> None:
    lines = formulas(preset("small", placement="after-attention"))
    notes = [run.text for run in set_formulas(lines, LIGHT, 240, short=True)[0] if run.note]
    assert {"each block", "block 1 only"} <= set(notes)
    assert not [run for run in set_formulas(lines[:3], LIGHT, 100, short=True)[0] if run.note]
