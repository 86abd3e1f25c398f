"""MainWindow: everything has its place, on small screens too, and what happens is passed on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gui import i18n
from gui.access import accessible_controls
from gui.theme.theme import DARK, Theme
from gui.views import help_dialogs
from gui.views.action_table import ACTIONS
from gui.views.main_window import MainWindow
from gui.views.sentence_bar import SentenceBar


class StandIn(QPushButton):
    """In place of a view: it can take the keyboard, and remembers the theme it was given."""

    theme: Theme | None = None

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    made = MainWindow(
        sentence_bar=SentenceBar(),
        architecture=StandIn("architecture"),
        page=StandIn("page"),
        ledger=StandIn("ledger"),
        status_strip=QLabel("status"),
        banner=QLabel("banner"),
    )
    qtbot.addWidget(made)
    made.resize(1024, 640)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    return made


def stand_in(window: MainWindow, text: str) -> StandIn:
    return next(widget for widget in window.findChildren(StandIn) if widget.text() == text)


def dialog(window: MainWindow) -> QDialog:
    return next(child for child in window.findChildren(QDialog) if child.isVisible())


def files(*paths: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    return data


def drag(window: MainWindow, data: QMimeData, target: QWidget | None = None) -> bool:
    event = QDragEnterEvent(
        QPoint(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(target or window, event)
    return event.isAccepted()


def drop(window: MainWindow, data: QMimeData) -> None:
    none = Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none)
    QApplication.sendEvent(window, event)


def test_all_parts_are_inside_at_1024_by_640(window: MainWindow) -> None:
    assert (window.width(), window.height()) == (1024, 640)
    for text in ("architecture", "page", "ledger"):
        part = stand_in(window, text)
        corner = part.mapTo(window, QPoint(0, 0))
        assert window.rect().contains(corner)
        assert window.rect().contains(corner + QPoint(min(part.width(), 100), min(part.height(), 100)))
    assert stand_in(window, "page").width() > 400


@pytest.mark.parametrize("panel", ["architecture", "ledger"])
def test_panels_are_hidden_and_shown_from_the_menu(window: MainWindow, panel: str) -> None:
    action = window.menus.action(f"show-{panel}")
    assert action.isChecked()
    action.trigger()
    assert not stand_in(window, panel).isVisible()
    assert not action.isChecked()
    action.trigger()
    assert stand_in(window, panel).isVisible()
    assert stand_in(window, panel).width() > 100


def test_a_panel_pushed_shut_is_opened_again_from_the_menu(window: MainWindow) -> None:
    window._splitter.setSizes([0, 700, 300])
    window._splitter.splitterMoved.emit(0, 1)
    action = window.menus.action("show-architecture")
    assert not action.isChecked()
    action.trigger()
    assert window.panel_visible("architecture")


def test_the_page_keeps_its_room_when_the_window_shrinks(window: MainWindow) -> None:
    for width in (1800, 720, 1024):
        window.resize(width, 640)
        QApplication.processEvents()
        left, page, right = window._splitter.sizes()
        assert page >= width * 2 // 5 - 4
        assert min(left, right) > 100


def test_the_layout_comes_back(window: MainWindow) -> None:
    window._splitter.setSizes([200, 600, 223])
    window.set_panel_visible("ledger", False)
    sizes, state = window._splitter.sizes(), window.layout_state()
    window.set_panel_visible("ledger", True)
    window._splitter.setSizes([300, 400, 300])
    assert window.restore_layout(state)
    assert not window.panel_visible("ledger")
    assert window._splitter.sizes()[0] == sizes[0]
    assert not window.menus.action("show-ledger").isChecked()


@pytest.mark.parametrize(
    "state",
    ["", "null", "[]", "{}", '{"geometry": 3}', '{"geometry": "!", "sizes": [], "architecture": 1, "ledger": 1}', "\0" * 136],
)
def test_b95_a_damaged_layout_changes_nothing(window: MainWindow, state: str) -> None:
    before = (window.geometry(), window._splitter.sizes())
    assert not window.restore_layout(state)
    assert (window.geometry(), window._splitter.sizes()) == before


def test_b95_sizes_that_no_splitter_has_are_refused(window: MainWindow) -> None:
    data = json.loads(window.layout_state())
    for sizes in ([1, 2], [-5, 2, 3], [1, 2**80, 3]):
        assert not window.restore_layout(json.dumps({**data, "sizes": sizes}))


def test_closing_is_said_and_happens(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.close_requested):
        window.menus.action("quit").trigger()
    assert not window.isVisible()


def test_a_file_is_dropped_anywhere(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = str(tmp_path / "Željko 模型.json")
    assert drag(window, files(path))
    assert window._hint.isVisible()
    assert "Drop" in window._hint.text
    assert window._hint.size() == window._central.size()
    with qtbot.waitSignal(window.file_dropped) as dropped:
        drop(window, files(path))
    assert dropped.args == [path]
    assert not window._hint.isVisible()


def test_a_file_over_the_sentence_is_for_the_window(window: MainWindow, tmp_path: Path) -> None:
    editor = window.findChild(SentenceBar).box.editor
    drag(window, files(str(tmp_path / "a.txt")), editor.viewport())
    assert window._hint.isVisible()
    window._hint.hide()


def test_several_files_are_refused_with_a_word(window: MainWindow, qtbot: QtBot) -> None:
    drag(window, files("/a", "/b"))
    assert "One file" in window._hint.text
    with qtbot.assertNotEmitted(window.file_dropped):
        drop(window, files("/a", "/b"))


def test_text_and_addresses_are_no_files(window: MainWindow) -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/a.txt")])
    drag(window, data)
    assert not window._hint.isVisible()


def test_the_key_shows_what_was_before_as_long_as_it_is_held(window: MainWindow, qtbot: QtBot) -> None:
    shown: list[bool] = []
    window.before_shown.connect(shown.append)
    page = stand_in(window, "page")
    page.setFocus()
    qtbot.waitUntil(page.hasFocus)
    qtbot.keyPress(page, Qt.Key.Key_F8)
    assert shown == [True]
    assert window.menus.action("show-before").isChecked()
    qtbot.keyRelease(page, Qt.Key.Key_F8)
    assert shown == [True, False]
    assert not window.menus.action("show-before").isChecked()


def test_the_key_works_while_one_types(window: MainWindow, qtbot: QtBot) -> None:
    """It is no letter: with the keyboard in the sentence it shows what was before, and the sentence stays."""
    shown: list[bool] = []
    window.before_shown.connect(shown.append)
    box = window.findChild(SentenceBar).box
    box.setFocus()
    qtbot.waitUntil(box.editor.hasFocus)
    qtbot.keyPress(box.editor, Qt.Key.Key_F8)
    qtbot.keyRelease(box.editor, Qt.Key.Key_F8)
    assert (shown, box.text()) == ([True, False], "")


def test_the_key_is_let_go_when_the_window_loses_the_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    shown: list[bool] = []
    window.before_shown.connect(shown.append)
    page = stand_in(window, "page")
    page.setFocus()
    qtbot.waitUntil(page.hasFocus)
    qtbot.keyPress(page, Qt.Key.Key_F8)
    window.close()
    assert shown == [True, False]


def test_what_cannot_be_shown_is_not_shown_by_the_key(window: MainWindow, qtbot: QtBot) -> None:
    window.menus.set_action_enabled("show-before", False, "Nothing has been changed yet")
    page = stand_in(window, "page")
    page.setFocus()
    with qtbot.assertNotEmitted(window.before_shown):
        qtbot.keyClick(page, Qt.Key.Key_F8)


def test_the_next_part_takes_the_keyboard_in_turn(window: MainWindow, qtbot: QtBot) -> None:
    seen = []
    window.findChild(SentenceBar).box.setFocus()
    for _ in range(4):
        window.menus.action("next-pane").trigger()
        seen.append(QApplication.focusWidget())
    assert seen == [
        stand_in(window, "architecture"),
        stand_in(window, "page"),
        stand_in(window, "ledger"),
        window.findChild(SentenceBar).box.editor,
    ]


def test_full_screen_and_back(window: MainWindow) -> None:
    action = window.menus.action("full-screen")
    action.trigger()
    assert window.isFullScreen()
    action.trigger()
    assert not window.isFullScreen()
    assert not action.isChecked()


def test_a_theme_reaches_every_view(window: MainWindow) -> None:
    window.set_theme(DARK.zoomed(1.6))
    assert [widget.theme for widget in window.findChildren(StandIn)] == [DARK.zoomed(1.6)] * 3


def test_a_change_of_language_reaches_the_menus(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(window.menus, "retranslate", lambda: told.append(1))
    window.retranslate()
    assert told == [1]


@pytest.mark.parametrize("name", list(help_dialogs.DIALOGS))
def test_help_opens_fits_has_names_and_closes_with_escape(window: MainWindow, qtbot: QtBot, name: str) -> None:
    window.set_theme(DARK.zoomed(1.5))
    window.menus.action(name).trigger()
    shown = dialog(window)
    assert shown.width() <= 1024
    assert shown.height() <= 640
    for control in accessible_controls(shown):
        assert control.accessibleName(), control
        assert control.accessibleDescription(), control
    qtbot.keyClick(shown, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not any(child.isVisible() for child in window.findChildren(QDialog)))


def test_every_shortcut_of_the_table_is_in_the_list(window: MainWindow) -> None:
    window.menus.action("shortcuts").trigger()
    text = dialog(window).browser.toPlainText()  # type: ignore[attr-defined]
    for spec in ACTIONS:
        if spec.shortcuts:
            assert spec.text.replace("&", "").rstrip("…") in text
            assert spec.shortcuts[0] in text
    assert "F8, held" in text
    dialog(window).close()


def test_the_glossary_finds_a_term_in_either_language(window: MainWindow, qtbot: QtBot) -> None:
    window.menus.action("glossary").trigger()
    shown = dialog(window)
    qtbot.keyClicks(shown.findChild(QLineEdit), "clave")
    assert shown.browser.toPlainText().startswith("key · k")  # type: ignore[attr-defined]
    assert "clave" in shown.browser.toPlainText()  # type: ignore[attr-defined]
    qtbot.keyClicks(shown.findChild(QLineEdit), "qqq")
    assert shown.browser.toPlainText() == ""  # type: ignore[attr-defined]
    shown.close()


def test_both_glossaries_have_the_same_terms_and_the_binding_words() -> None:
    """The Spanish words are those agreed on for the whole product."""
    english, spanish = help_dialogs.glossary("en"), help_dialogs.glossary("es")
    assert [term.id for term in english] == [term.id for term in spanish]
    assert [term.sign for term in english if term.id != "multi-head-attention"] == [
        term.sign for term in spanish if term.id != "multi-head-attention"
    ]
    assert all(term.text and term.term for term in (*english, *spanish))
    words = {term.id: term.term for term in spanish}
    assert words["multi-head-attention"] == "atención de varias cabezas"
    assert words["feed-forward"] == "red densa por posición"
    assert words["skip-connection"] == "conexión de salto"
    assert words["layer-normalisation"] == "normalización por capas"
    assert words["positional-encoding"] == "codificación de posición"
    assert words["warm-up"] == "calentamiento de la tasa"
    assert i18n.LANGUAGES == ("es", "en")
