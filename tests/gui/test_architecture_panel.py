"""Every switch asks for the right fields, shows what holds, and says what it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QPushButton, QRadioButton
from pytestqt.qtbot import QtBot

from core.messages import InputError
from core.model.config import ModelConfig
from core.model.formulas import PARTS
from core.model.presets import PRESETS, preset
from gui import i18n
from gui.access import accessible_controls
from gui.theme.theme import DARK, LIGHT
from gui.views.architecture_panel import ArchitecturePanel
from gui.views.controls.row import ControlRow
from gui.views.controls.steps import stepped
from gui.views.controls.table import SWITCHES, read, write
from tests.core.strategies import configs


@pytest.fixture
def panel(qtbot: QtBot) -> ArchitecturePanel:
    widget = ArchitecturePanel()
    qtbot.addWidget(widget)
    widget.set_reduced_motion(True)
    widget.resize(290, 760)
    widget.show()
    return widget


@pytest.fixture
def spanish(qapp: QApplication) -> Iterator[None]:
    before = i18n._Current.language
    i18n._Current.language = "es"
    yield
    i18n._Current.language = before


def row(panel: ArchitecturePanel, name: str) -> ControlRow:
    return next(row for row in panel.rows if row.switch.name == name)


def press(qtbot: QtBot, panel: ArchitecturePanel, name: str, value: str) -> None:
    buttons = row(panel, name).findChildren(QRadioButton)
    button = next(button for button in buttons if button.value == value)  # type: ignore[attr-defined]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def asked(qtbot: QtBot, panel: ArchitecturePanel, act: Any) -> dict[str, Any]:
    with qtbot.waitSignal(panel.change_requested, timeout=2000) as caught:
        act()
    assert caught.args is not None
    assert caught.args[1]
    return dict(caught.args[0])


def type_number(qtbot: QtBot, panel: ArchitecturePanel, name: str, text: str, *, enter: bool = True) -> None:
    field = row(panel, name)._number
    assert field is not None
    field.selectAll()
    qtbot.keyClicks(field, text)
    if enter:
        qtbot.keyClick(field, Qt.Key.Key_Return)


def test_segments_ask_for_their_field(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    panel.set_expanded(True)
    for name, value, expected in (
        ("norm", "post", {"norm": "post"}),
        ("skip", "off", {"skip": False}),
        ("head_width", "keep", {"head_width": "keep"}),
        ("mask", "causal", {"mask": "causal"}),
        ("mask", "window", {"mask": "window:4"}),
        ("norm_variant", "deepnorm", {"norm": "deepnorm"}),
        ("norm_kind", "rmsnorm", {"norm_kind": "rmsnorm"}),
        ("biases", "off", {"biases": False}),
        ("tied", "off", {"tied": False}),
        ("scale_embedding", "on", {"scale_embedding": True}),
        ("sinusoid_layout", "side-by-side", {"sinusoid_layout": "side-by-side"}),
    ):
        assert asked(qtbot, panel, lambda name=name, value=value: press(qtbot, panel, name, value)) == expected


def test_numbers_are_taken_on_enter(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    panel.set_expanded(True)
    for name, text, expected in (
        ("n_heads", "8", {"n_heads": 8}),
        ("n_layers", "12", {"n_layers": 12}),
        ("d_model", "128", {"d_model": 128}),
        ("d_ff", "1,024", {"d_ff": 1024}),
        ("n_kv_heads", "2", {"n_kv_heads": 2}),
        ("head_width_number", "24", {"head_width": 24}),
        ("vocabulary", "6738415616", {"vocabulary": 6738415616}),
        ("seed", "9223372036854775807", {"seed": 2**63 - 1}),
    ):
        assert asked(qtbot, panel, lambda name=name, text=text: type_number(qtbot, panel, name, text)) == expected


def test_numbers_are_taken_after_a_pause(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    heard: list[dict[str, Any]] = []
    panel.change_requested.connect(lambda changes, label: heard.append(changes))
    type_number(qtbot, panel, "n_layers", "24", enter=False)
    assert heard == []
    qtbot.waitUntil(lambda: heard != [], timeout=2000)
    assert heard == [{"n_layers": 24}]


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize("text, value", [("500000", 500000.0), ("0,003", 0.003), ("0.003", 0.003), ("1e-3", 0.001)])
def test_b93_decimal_comma(qtbot: QtBot, panel: ArchitecturePanel, text: str, value: float) -> None:
    panel.set_expanded(True)
    assert asked(qtbot, panel, lambda: type_number(qtbot, panel, "rope_base", text)) == {"rope_base": value}


def test_b93_an_ambiguous_number_is_refused_in_words(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    heard: list[object] = []
    panel.change_requested.connect(lambda changes, label: heard.append(changes))
    panel.set_expanded(True)
    type_number(qtbot, panel, "vocabulary", "1.000")
    assert heard == []
    assert "1.000" in panel._footer.text()
    assert row(panel, "vocabulary").pending


def test_choosing_a_position_lets_the_placement_follow(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    box = row(panel, "position")._box
    assert box is not None
    for value in ("rotary", "alibi", "none"):
        assert asked(qtbot, panel, lambda value=value: box.activated.emit(box.findData(value))) == {
            "position": value,
            "placement": None,
        }
    assert asked(qtbot, panel, lambda: box.activated.emit(box.findData("learned"))) == {"position": "learned"}


def test_alibi_is_added_to_the_scores(panel: ArchitecturePanel) -> None:
    """And an encoding that is added to what queries and keys are made of is not."""
    place = row(panel, "placement")
    for position, words in (("alibi", "to the scores"), ("rotary", "queries and keys"), ("alibi", "to the scores")):
        panel.set_config(preset("small", position=position))
        place.retranslate()
        assert place._box.currentText() == words


def test_impossible_placements_are_disabled_and_say_why(panel: ArchitecturePanel) -> None:
    place = row(panel, "placement")
    assert place._box is not None
    panel.set_config(preset("small", position="rotary"))
    model = place._box.model()
    enabled = {
        place._box.itemData(i) for i in range(place._box.count()) if model.flags(model.index(i, 0)) & Qt.ItemFlag.ItemIsEnabled
    }
    assert enabled == {"query-key", "none"}
    assert place.shown_value() == "query-key"
    assert place.remark() == "the only place where rotary can act"
    assert "the only place where rotary can act" in place._box.accessibleDescription()
    assert place.hints()[0].startswith("Rotary turns queries and keys")
    assert "Rotary turns queries and keys" in place._box.itemData(0, Qt.ItemDataRole.ToolTipRole)
    panel.set_config(preset("small"))
    assert all(model.flags(model.index(i, 0)) & Qt.ItemFlag.ItemIsEnabled for i in range(place._box.count()))


def test_common_errors_are_named_where_they_occur(panel: ArchitecturePanel) -> None:
    panel.set_config(preset("small", placement="after-attention", head_width="keep", norm="post", n_layers=24))
    for name, words in (("placement", "block 1"), ("head_width", "4 times the weights"), ("norm", "warm-up")):
        wrong = row(panel, name)
        assert wrong.warning().startswith("⚠ common error")
        assert words in wrong.warning()
        assert all("common error" in hint for hint in wrong.hints())
        assert "⚠" in wrong._label.text()
        assert wrong.warning() in wrong.focus_widget().accessibleDescription() + wrong.toolTip()
    for name in ("Layer norm", "added", "Head width"):
        assert name in panel._footer.text()
    assert "ommon error" in panel._footer.text()
    panel.set_config(preset("small"))
    assert [r.switch.name for r in panel.rows if r.warning() or "⚠" in r._label.text()] == []
    assert "error" not in panel._footer.text()


def test_the_foot_follows_a_change_of_the_switch_that_is_pointed_at(panel: ArchitecturePanel) -> None:
    panel._on_pointed(row(panel, "placement").switch)
    assert "common error" not in panel._footer.text() or "is a common error" in panel._footer.text()
    panel.set_config(preset("small", placement="after-attention"))
    assert panel._footer.text().startswith("⚠ common error: block 1 sees no order")


@given(config=configs(), data=st.data())
def test_what_a_switch_writes_is_what_it_then_shows(config: ModelConfig, data: st.DataObject) -> None:
    """For every choice that is legal with the rest; what is illegal is refused by ModelConfig and by nothing else."""
    switch = data.draw(st.sampled_from([s for s in SWITCHES if s.choices]))
    choice = data.draw(st.sampled_from([c for c in switch.choices if c.value != "own"]))
    try:
        changed = replace(config, **write(switch, choice.value, config))
    except InputError:
        return
    assert read(switch, changed) == choice.value


@given(config=configs(), direction=st.sampled_from((1, -1)))
def test_steps_are_legal_and_go_the_right_way(config: ModelConfig, direction: int) -> None:
    for field in ("n_heads", "d_model", "d_ff", "n_layers", "vocabulary", "context", "seed"):
        value = config.ff_width if field == "d_ff" else getattr(config, field)
        following = stepped(config, field, value, direction)
        assert (following - value) * direction >= 0 or following == 1
        changes: dict[str, Any] = {field: following}
        if field == "n_heads":
            changes["n_kv_heads"] = None
        replace(config, **changes)


def test_arrow_keys_step_through_the_divisors(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    """Width 64: after 4 heads come 8, then 16."""
    field = row(panel, "n_heads")._number
    assert field is not None
    assert asked(qtbot, panel, lambda: qtbot.keyClick(field, Qt.Key.Key_Up)) == {"n_heads": 8}
    panel.set_config(preset("small", n_heads=8))
    assert asked(qtbot, panel, lambda: qtbot.keyClick(field, Qt.Key.Key_Up)) == {"n_heads": 16}


def test_b28_a_refused_request_stays_in_sight_and_is_marked(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    """Width 64 and 12 heads: the nearest legal numbers are 8 and 16."""
    heads = row(panel, "n_heads")
    type_number(qtbot, panel, "n_heads", "12")
    panel.show_problem("64 cannot be split between 12 heads.", "n_heads", (8, 16))
    assert heads.shown_value() == "12"
    assert heads.pending
    assert "64 cannot be split between 12 heads." in panel._footer.text()
    panel.set_config(preset("small"))
    assert heads.shown_value() == "12"
    buttons = [button for button in panel._footer.findChildren(QPushButton) if button.isVisible()]
    assert [button.text() for button in buttons] == ["8", "16"]
    assert asked(qtbot, panel, buttons[1].click) == {"n_heads": 16}
    panel.set_config(preset("small", n_heads=16))
    assert not heads.pending
    assert heads.shown_value() == "16"
    assert "64 cannot" not in panel._footer.text()


def test_a_choice_for_another_field_keeps_the_request(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    """Width 60 does not divide by 8 heads: the choices are heads, and the width asked for goes with them."""
    panel.set_config(preset("small", n_heads=8))
    panel.set_expanded(True)
    type_number(qtbot, panel, "d_model", "60")
    panel.show_problem("60 cannot be split between 8 heads.", "n_heads", (6, 10))
    assert row(panel, "d_model").pending
    assert not row(panel, "n_heads").pending
    button = next(button for button in panel._footer.findChildren(QPushButton) if button.text() == "6")
    assert asked(qtbot, panel, button.click) == {"d_model": 60, "n_heads": 6}


def test_taking_the_problem_back_shows_what_holds(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    press(qtbot, panel, "norm", "post")
    panel.show_problem("No.")
    assert row(panel, "norm").shown_value() == "post"
    assert row(panel, "norm").pending
    panel.show_problem(None)
    assert row(panel, "norm").shown_value() == "pre"
    assert not row(panel, "norm").pending


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_offered_and_recognised(qtbot: QtBot, panel: ArchitecturePanel, name: str) -> None:
    box = panel._preset
    with qtbot.waitSignal(panel.preset_chosen, check_params_cb=lambda chosen: chosen == name):
        box.activated.emit(box.findData(name))
    panel.set_config(preset(name))
    assert box.currentData() == name
    panel.set_config(preset(name, seed=7))
    assert box.currentData() == name
    panel.set_config(preset(name, seed=7, skip=False))
    assert box.currentData() is None


def test_every_field_of_the_configuration_has_a_switch() -> None:
    fields = set(ModelConfig.__dataclass_fields__)
    assert {switch.field for switch in SWITCHES} == fields
    assert len({switch.name for switch in SWITCHES}) == len(SWITCHES)
    assert {part for switch in SWITCHES for part in switch.parts} | {"attention"} == set(PARTS)


def test_b99_every_control_has_a_name_and_an_explanation(panel: ArchitecturePanel) -> None:
    panel.set_expanded(True)
    controls = list(accessible_controls(panel))
    assert len(controls) > 30
    for control in controls:
        assert control.accessibleName(), control
        assert control.accessibleDescription(), control


def test_the_foot_says_what_the_focused_control_does(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    with qtbot.waitActive(panel):
        panel.activateWindow()
    row(panel, "skip").focus_widget().setFocus()
    assert "add what enters a part" in panel._footer.text()
    row(panel, "n_heads").focus_widget().setFocus()
    assert "attention maps" in panel._footer.text()


def test_a_click_on_a_part_goes_to_its_control(panel: ArchitecturePanel) -> None:
    opened: list[bool] = []
    panel.expanded_changed.connect(opened.append)
    for part, name in (("norm1", "norm"), ("position", "position"), ("heads", "n_heads"), ("W_K", "head_width")):
        panel.diagram.part_clicked.emit(part)
        assert row(panel, name).isAncestorOf(panel.focusWidget())
    assert opened == []
    panel.formulas.part_clicked.emit("feed_forward")
    assert opened == [True]
    assert row(panel, "d_ff").isAncestorOf(panel.focusWidget())


def test_symbols_and_parts_point_at_each_other(panel: ArchitecturePanel) -> None:
    panel.formulas.part_hovered.emit("W_O")
    assert panel.diagram._highlight == "W_O"
    panel.diagram.part_hovered.emit("norm2")
    assert panel.formulas._highlight == "norm2"
    panel.diagram.part_hovered.emit(None)
    assert panel.formulas._highlight is None


def test_the_wheel_over_a_field_without_focus_changes_nothing(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    heard: list[object] = []
    panel.change_requested.connect(lambda changes, label: heard.append(changes))
    row(panel, "skip").focus_widget().setFocus()
    for widget in (row(panel, "n_heads")._number, row(panel, "position")._box, panel._preset):
        assert widget is not None
        event = QWheelEvent(
            QPointF(5, 5),
            QPointF(widget.mapToGlobal(QPoint(5, 5))),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)
    assert heard == []
    assert row(panel, "n_heads").shown_value() == "4"


def test_next_seed_and_following_numbers(qtbot: QtBot, panel: ArchitecturePanel) -> None:
    panel.set_expanded(True)
    panel.set_config(preset("small", seed=41))
    button = row(panel, "seed")._button
    assert button is not None
    assert asked(qtbot, panel, button.click) == {"seed": 42}
    follow = row(panel, "d_ff")._button
    assert follow is not None
    assert asked(qtbot, panel, follow.click) == {"d_ff": None}
    panel.set_config(preset("small", d_ff=None))
    assert row(panel, "d_ff").shown_value() == "256"
    assert follow.isChecked()


def test_theme_and_zoom_may_change_at_any_time(panel: ArchitecturePanel) -> None:
    for theme in (DARK, LIGHT.zoomed(1.6), DARK.zoomed(0.8), LIGHT):
        panel.set_theme(theme)
        assert panel.minimumWidth() == theme.px(250)
        panel.grab()
