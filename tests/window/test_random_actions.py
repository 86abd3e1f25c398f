"""Two hundred actions in any order: what was asked for and what is shown never part, and nothing is said on stderr."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QPushButton, QTabBar
from pytestqt.qtbot import QtBot

from core.model import ModelConfig, forward, preset, random_weights
from core.model.config import CHOICES
from core.model.counts import count
from core.model.presets import preset_of
from core.text.examples import examples
from gui import i18n
from gui.app import Desk
from gui.autosave import Autosave
from gui.computation import Result
from gui.documents import encoded
from gui.i18n import parse_integer
from gui.settings import SettingsStore
from gui.state import Document, Selection
from gui.theme.fonts import load_fonts
from gui.views.controls.table import effective, read
from tests.window import seen

STEPS = 200
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "norm": st.sampled_from(CHOICES["norm"]),
    "norm_kind": st.sampled_from(CHOICES["norm_kind"]),
    "activation": st.sampled_from(CHOICES["activation"]),
    "placement": st.sampled_from(CHOICES["placement"]),
    "skip": st.booleans(),
    "biases": st.booleans(),
    "tied": st.booleans(),
    "mask": st.sampled_from(["none", "causal", "window:2"]),
    "n_heads": st.integers(1, 9),
    "n_layers": st.integers(1, 9),
    "d_model": st.sampled_from([16, 60, 64, 96]),
    "head_width": st.sampled_from(["split", "keep", 7, 8]),
    "seed": st.integers(0, 3),
}


class Person(RuleBasedStateMachine):
    """Someone who does whatever comes to mind."""

    def __init__(self) -> None:
        super().__init__()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.setStyle("Fusion")
        load_fonts()
        i18n.install(app, "en")
        self.folder = tempfile.TemporaryDirectory()
        place = Path(self.folder.name)
        self.desk = Desk(app, SettingsStore(place / "settings.json"), autosave=Autosave(place / "work"))
        self.desk.views.window.resize(1280, 800)
        self.desk.show()
        self.desk.views.window.activateWindow()
        self.random = np.random.default_rng(0)

    def teardown(self) -> None:
        self.look()
        self.put_away()

    def put_away(self) -> None:
        self.desk.views.window.close()
        self.desk.close()
        self.desk.views.window.deleteLater()
        QApplication.processEvents()
        self.folder.cleanup()

    @rule(text=st.sampled_from(["", "a", "a b c", "los niños juegan", "hi 🙂 cat", "<s> a<b </s>", "x " * 40, "e\u0301 ﬁ\n\tz"]))
    def write(self, text: str) -> None:
        self.desk.controller.edit_text(text)

    @rule(key=st.sampled_from([Qt.Key.Key_A, Qt.Key.Key_Space, Qt.Key.Key_Backspace, Qt.Key.Key_Left, Qt.Key.Key_Home]))
    def type_key(self, key: Qt.Key) -> None:
        QTest.keyClick(self.desk.views.sentence_bar.box.editor, key)

    @rule(name=st.sampled_from(["words", "characters", "bytes"]))
    def cut(self, name: str) -> None:
        self.desk.controller.choose_tokenizer(name)

    @rule(data=st.data(), field=st.sampled_from(sorted(FIELDS)))
    def switch(self, data: st.DataObject, field: str) -> None:
        self.desk.views.architecture.change_requested.emit({field: data.draw(FIELDS[field])}, field)

    @rule(position=st.sampled_from(CHOICES["position"]))
    def position(self, position: str) -> None:
        self.desk.views.architecture.change_requested.emit({"position": position, "placement": None}, "position")

    @rule(name=st.sampled_from(["small", "transformer-base"]))
    def preset(self, name: str) -> None:
        self.desk.controller.switches.choose_preset(name)

    @rule(number=st.integers(0, 17))
    def example(self, number: int) -> None:
        self.desk.controller.switches.take_example(examples()[number])

    @rule(
        action=st.sampled_from(
            [
                *(
                    "undo",
                    "redo",
                    "undo",
                    "redo",
                    "next-seed",
                    "new",
                    "copy-session",
                    "paste-session",
                    "copy-command",
                    "copy-numbers",
                ),
                *("next-layer", "previous-layer", "next-head", "previous-head", "zoom-in", "zoom-out", "zoom-reset", "cancel"),
                *("theme:dark", "theme:light", "language:es", "language:en", "tab:table", "tab:heads", "scale:log", "scale:shared"),
                *("color-map:viridis", "color-map:ink", "norm:post", "preset:small", "copy-picture"),
            ]
        )
    )
    def act(self, action: str) -> None:
        self.desk.act(action)

    @rule(length=st.none() | st.integers(0, 10**9))
    def count_for(self, length: int | None) -> None:
        self.desk.controller.set_ledger_length(length)

    @rule(index=st.integers(0, 5))
    def click_chip(self, index: int) -> None:
        chips = self.desk.views.sentence_bar.chips
        if index < len(self.desk.controller.tokens):
            QTest.mouseClick(chips.viewport(), Qt.MouseButton.LeftButton, pos=chips.chip_rect(index).center())

    @rule(x=st.integers(0, 99), y=st.integers(0, 99), click=st.booleans())
    def point(self, x: int, y: int, click: bool) -> None:
        view = self.desk.views.page.head_map if x % 2 else self.desk.views.page.mosaic
        place = QPoint(view.width() * x // 100, view.height() * y // 100)
        QTest.mouseMove(view, place)
        if click:
            QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)

    @rule(number=st.integers(0, 99), key=st.sampled_from([Qt.Key.Key_Down, Qt.Key.Key_Up]))
    def use_a_control(self, number: int, key: Qt.Key) -> None:
        """Whichever control of the panel: a click on a choice, a word further in a list, a step of a number or its button."""
        rows = [row for row in self.desk.views.architecture.rows if row.switch.field not in ("vocabulary", "context")]
        row = rows[number % len(rows)]
        buttons = [button for button in row.findChildren(QAbstractButton) if button.isEnabled()]
        boxes = row.findChildren(QComboBox)
        if boxes:
            QTest.keyClick(boxes[0], key)
        elif buttons:
            press(buttons[number % len(buttons)])

    @rule(number=st.integers(0, 9))
    def use_the_ledger(self, number: int) -> None:
        """Unit of work, the length's buttons, or a length that is typed."""
        ledger = self.desk.views.ledger
        fields = ledger.findChildren(QLineEdit)
        buttons = [b for b in ledger.findChildren(QAbstractButton) if b.isEnabled() and not b.property("hasMenu")]
        if number < 7:
            press(buttons[number % len(buttons)])
        else:
            fields[0].setFocus()
            fields[0].selectAll()
            QTest.keyClicks(fields[0], "1000" if number == 7 else "12x")
            QTest.keyClick(fields[0], Qt.Key.Key_Return)

    @rule(number=st.integers(0, 5))
    def use_the_page(self, number: int) -> None:
        """The tabs, scale and colour map above the maps; folding the diagram and the section More."""
        page, panel = self.desk.views.page, self.desk.views.architecture
        boxes = page.findChildren(QComboBox)
        if number < 2:
            bar = page.findChildren(QTabBar)[0]
            QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(number).center())
        elif number < 4:
            QTest.keyClick(boxes[number % len(boxes)], Qt.Key.Key_Down)
        else:
            press([b for b in panel.findChildren(QPushButton) if b.property("role") == "quiet"][number % 2])

    @rule(steps=st.integers(0, 2), inside=st.booleans())
    def hold_before(self, steps: int, inside: bool) -> None:
        """F8 in the text box or on the map; meanwhile the selection, or the sentence, changes."""
        target = self.desk.views.sentence_bar.box.editor if inside else self.desk.views.page.head_map
        target.setFocus()
        QTest.keyPress(target, Qt.Key.Key_F8)
        if steps == 1:
            self.desk.controller.step_head(1)
        elif steps == 2:
            self.desk.controller.edit_text("held")
        QTest.keyRelease(target, Qt.Key.Key_F8)

    @rule(name=st.sampled_from(["presentation", "show-architecture", "show-ledger", "reduce-motion"]))
    def toggle(self, name: str) -> None:
        self.desk.views.window.menus.action(name).trigger()

    @rule(kind=st.sampled_from(["a.csv", "b.npz", "c.svg", "d.png"]), every=st.booleans())
    def export(self, kind: str, every: bool) -> None:
        path = str(Path(self.folder.name) / kind)
        if kind.endswith(("svg", "png")):
            self.desk.files.picture_to(path)
        else:
            self.desk.files.numbers_to(path, every_head=every)

    @rule(text=st.sampled_from(["a file", ""]), layer=st.integers(0, 3), norm=st.sampled_from(CHOICES["norm"]))
    def drop_a_session(self, text: str, layer: int, norm: Any) -> None:
        """A session file is let go over the window."""
        path = Path(self.folder.name) / "dropped.transformador.json"
        path.write_bytes(encoded(Document(text=text, config=preset("small", norm=norm), selection=Selection(layer=layer, head=3))))
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        window, left, plain = self.desk.views.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(window, QDropEvent(QPointF(9, 99), Qt.DropAction.CopyAction, data, left, plain))

    @rule(width=st.integers(800, 1600), height=st.integers(560, 1000))
    def resize(self, width: int, height: int) -> None:
        self.desk.views.window.resize(width, height)

    @rule()
    def wait(self) -> None:
        """Sit still until all is computed, and look at everything."""
        self.look()

    @invariant()
    def now_and_then_all_is_looked_at(self) -> None:
        """After about a third of the actions; between them, computations overlap as they do under quick hands."""
        if self.random.random() < 0.3:
            self.look()

    def look(self) -> None:
        """Wait for the worker, then compare what was asked for with everything that shows it."""
        controller = self.desk.controller
        until = monotonic() + 20
        QApplication.processEvents()
        while not controller.settled:
            QApplication.processEvents()
            assert monotonic() < until, "the computation did not end"
        for _ in range(3):
            QApplication.processEvents()
        document, result = controller.document, controller.result
        assert result is not None
        assert result.request.config == document.config
        assert result.request.ids == tuple(token.id for token in controller.tokens)
        chosen = document.selection
        assert (result.request.layer, result.request.head) == (chosen.layer, chosen.head)
        assert chosen.layer < document.config.n_layers
        assert chosen.head < document.config.n_heads
        self.sentence_and_ledger(document)
        self.panel(document.config)
        self.maps(document, result)
        self.marks(document)
        if self.random.random() < 0.1 and result.request.ids:
            fresh = forward(document.config, random_weights(document.config), result.request.ids, logits=False)
            pattern = fresh.layers[chosen.layer].pattern
            assert pattern is not None
            np.testing.assert_allclose(result.pattern, pattern[chosen.head], atol=2e-5)

    def sentence_and_ledger(self, document: Document) -> None:
        """The box, one chip for each token, the counts in the unit and for the length chosen."""
        views, controller = self.desk.views, self.desk.controller
        assert views.sentence_bar.box.text() == document.text
        assert views.sentence_bar.chips._labels == controller.labels
        assert len(controller.labels) == len(controller.tokens)
        length = len(controller.tokens) if document.view.ledger_length is None else document.view.ledger_length
        counts = count(document.config, length)
        numbers = seen.ledger(self.desk)
        assert numbers["parameters.total"] == counts.parameters.total
        assert numbers["scores.per_head"] == length**2
        assert numbers["work.total"] == (counts.macs.total if document.view.work_unit == "MAC" else counts.flops.total)

    def panel(self, config: ModelConfig) -> None:
        """Every control that is not marked as asked for and refused shows what holds."""
        for row in self.desk.views.architecture.rows:
            if row.pending:
                continue
            shown, asked = row.shown_value(), read(row.switch, config)
            if row.switch.kind in ("segments", "combo"):
                assert shown in (asked, None), row.switch.name
            elif row.switch.kind != "decimal":
                asked = effective(row.switch, config) if asked is None else asked
                assert parse_integer(shown) == asked, row.switch.name

    def maps(self, document: Document, result: Result) -> None:
        """The large map, the outlined head among all, the table where it is shown, and whose numbers they are."""
        page = self.desk.views.page
        assert page.head_map._picture.pattern is not None
        np.testing.assert_array_equal(page.head_map._picture.pattern, result.pattern)
        assert page.head_map._picture.labels == self.desk.controller.labels
        chosen = (document.selection.layer, document.selection.head)
        assert (page.mosaic._picture.layer, page.mosaic._picture.head) == chosen
        assert (page.head_map._picture.layer, page.head_map._picture.head) == chosen
        assert page.table.isVisible() == (document.view.tab == "table")
        if page.table.isVisible():
            model = page.table.model()
            assert model.rowCount() == model.columnCount() == len(result.pattern)
            for i in range(min(model.rowCount(), 6)):
                for j in range(min(model.columnCount(), 6)):
                    shown = model.index(i, j).data(Qt.ItemDataRole.DisplayRole)
                    if document.config.allows(i, j):
                        assert abs(float(shown.replace(",", ".")) - float(result.pattern[i, j])) <= 0.5e-3 + 1e-9
                    else:
                        assert not any(sign.isdigit() for sign in shown)
        badge = next(label for label in self.desk.views.status.findChildren(QLabel) if label.property("role") == "badge")
        assert badge.text().endswith(f" {document.config.seed}")

    def marks(self, document: Document) -> None:
        """What the menus mark, and what undo and redo would do."""
        menus, history, view = self.desk.views.window.menus, self.desk.controller.history, document.view
        for group, value in (("scale", view.scale), ("color-map", view.color_map), ("tab", view.tab)):
            assert menus.action(f"{group}:{value}").isChecked()
        for norm in ("pre", "post", "none"):
            assert menus.action(f"norm:{norm}").isChecked() == (document.config.norm == norm)
        assert menus.action("preset:small").isChecked() == (preset_of(document.config) == "small")
        assert menus.action("undo").isEnabled() == (history.undo_label is not None)
        assert menus.action("redo").isEnabled() == (history.redo_label is not None)
        assert not menus.action("show-before").isChecked()
        window = self.desk.views.window
        for name in ("architecture", "ledger"):
            assert menus.action(f"show-{name}").isChecked() == window.panel_visible(name)


def press(button: QAbstractButton) -> None:
    """A click in the middle of `button`, whether or not it is in sight now."""
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().center())


def test_two_hundred_actions_in_any_order(qapp: QApplication, qtbot: QtBot, capfd: pytest.CaptureFixture[str]) -> None:
    """Seeded, so a failure comes again."""
    walk: Callable[[], RuleBasedStateMachine] = Person
    run_state_machine_as_test(
        walk,
        settings=settings(
            max_examples=4,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert capfd.readouterr().err == ""


def test_b74_a_selected_layer_that_goes_away_falls_to_a_legal_one(qapp: QApplication, qtbot: QtBot) -> None:
    """24 layers of 16 heads, the last selected; then 2 × 2."""
    person = Person()
    controller = person.desk.controller
    controller.switches.change_config({"n_layers": 24, "n_heads": 16}, "size")
    person.look()
    controller.select_head(23, 15)
    person.look()
    assert (controller.document.selection.layer, controller.document.selection.head) == (23, 15)
    controller.load(replace(controller.document, config=replace(controller.document.config, n_layers=2, n_heads=2)), "smaller")
    person.look()
    assert (controller.document.selection.layer, controller.document.selection.head) == (1, 1)
    person.put_away()
