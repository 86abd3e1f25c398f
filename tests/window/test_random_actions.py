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
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.model import forward, random_weights
from core.model.config import CHOICES
from core.model.counts import count
from core.text.examples import examples
from gui import i18n
from gui.app import Desk
from gui.autosave import Autosave
from gui.settings import SettingsStore
from gui.theme.fonts import load_fonts
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
        self.random = np.random.default_rng(0)

    def teardown(self) -> None:
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
        self.desk.controller.choose_preset(name)

    @rule(number=st.integers(0, 17))
    def example(self, number: int) -> None:
        self.desk.controller.take_example(examples()[number])

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
        if index < len(self.desk.controller.tokens):
            self.desk.views.sentence_bar.token_clicked.emit(index)

    @rule(x=st.integers(0, 99), y=st.integers(0, 99), click=st.booleans())
    def point(self, x: int, y: int, click: bool) -> None:
        view = self.desk.views.page.head_map if x % 2 else self.desk.views.page.mosaic
        place = QPoint(view.width() * x // 100, view.height() * y // 100)
        QTest.mouseMove(view, place)
        if click:
            QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)

    @rule(width=st.integers(800, 1600), height=st.integers(560, 1000))
    def resize(self, width: int, height: int) -> None:
        self.desk.views.window.resize(width, height)

    @rule()
    def wait(self) -> None:
        QApplication.processEvents()

    @invariant()
    def views_show_what_was_asked_for(self) -> None:
        """Waits for the worker, then compares document, result, ledger, table and undo texts."""
        controller, views = self.desk.controller, self.desk.views
        until = monotonic() + 20
        while not controller.settled:
            QApplication.processEvents()
            assert monotonic() < until, "the computation did not end"
        QApplication.processEvents()
        document, result = controller.document, controller.result
        assert result is not None
        assert views.sentence_bar.box.text() == document.text
        assert result.request.config == document.config
        assert result.request.ids == tuple(token.id for token in controller.tokens)
        chosen = document.selection
        assert (result.request.layer, result.request.head) == (chosen.layer, chosen.head)
        assert chosen.layer < document.config.n_layers
        assert chosen.head < document.config.n_heads
        length = len(controller.tokens) if document.view.ledger_length is None else document.view.ledger_length
        assert seen.ledger(self.desk)["parameters.total"] == count(document.config, length).parameters.total
        assert seen.ledger(self.desk)["scores.per_head"] == length**2
        undo = views.window.menus.action("undo")
        assert undo.isEnabled() == (controller.history.undo_label is not None)

    @invariant()
    def numbers_are_those_of_a_fresh_pass(self) -> None:
        """Now and then: computed again from nothing."""
        result = self.desk.controller.result
        if result is None or not result.request.ids or self.random.random() > 0.1:
            return
        request = result.request
        trace = forward(request.config, random_weights(request.config), request.ids, logits=False)
        pattern = trace.layers[request.layer].pattern
        assert pattern is not None
        np.testing.assert_allclose(result.pattern, pattern[request.head], atol=2e-5)


def test_two_hundred_actions_in_any_order(qapp: QApplication, qtbot: QtBot, capfd: pytest.CaptureFixture[str]) -> None:
    """Seeded, so a failure comes again."""
    walk: Callable[[], RuleBasedStateMachine] = Person
    run_state_machine_as_test(
        walk,
        settings=settings(
            max_examples=2,
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
    controller.change_config({"n_layers": 24, "n_heads": 16}, "size")
    person.views_show_what_was_asked_for()
    controller.select_head(23, 15)
    person.views_show_what_was_asked_for()
    assert (controller.document.selection.layer, controller.document.selection.head) == (23, 15)
    controller.load(replace(controller.document, config=replace(controller.document.config, n_layers=2, n_heads=2)), "smaller")
    person.views_show_what_was_asked_for()
    assert (controller.document.selection.layer, controller.document.selection.head) == (1, 1)
    person.teardown()
