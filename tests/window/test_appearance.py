"""Language, theme, zoom, names for screen readers: in the whole window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from gui.access import accessible_controls
from gui.app import Desk
from tests.window.conftest import Settle


def test_b99_every_control_has_a_name_and_a_description(desk: Desk) -> None:
    """Whatever Tab reaches."""
    window = desk.views.window
    desk.views.architecture.set_expanded(True)
    QApplication.processEvents()
    controls = list(accessible_controls(window))
    assert len(controls) > 20
    for control in controls:
        assert control.accessibleName(), control
        assert control.accessibleDescription(), control


def shown_texts(desk: Desk) -> set[str]:
    """All texts of labels and menus."""
    window = desk.views.window
    texts = {label.text() for label in window.findChildren(QLabel)}
    return texts | {action.text() for action in window.menuBar().actions()}


def test_the_language_changes_without_a_restart(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """English to Spanish and back: menus, panel, ledger and statement; numbers with a comma."""
    english = shown_texts(desk)
    desk.controller.select_cell(5, 1)
    desk.act("language:es")
    qtbot.waitUntil(lambda: "&Archivo" in shown_texts(desk))
    settle()
    spanish = shown_texts(desk)
    assert "&File" not in spanish
    assert "mira a" in desk.views.page.caption.accessibleDescription()
    desk.act("language:en")
    qtbot.waitUntil(lambda: "&File" in shown_texts(desk))
    assert shown_texts(desk) >= english - {""} - spanish


def test_b76_the_theme_changes_without_a_restart(desk: Desk, settle: Settle) -> None:
    """The surface turns dark at once, and light again."""
    window = desk.views.window
    for choice, bright in (("dark", False), ("light", True)):
        desk.act(f"theme:{choice}")
        settle()
        image = window.grab().toImage()
        light = image.pixelColor(5, image.height() // 2).lightness()
        assert (light > 128) == bright


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_zoom_and_presentation_keep_the_window_whole(desk: Desk, settle: Settle, size: tuple[int, int]) -> None:
    """Larger, smaller, presentation and back: the window keeps its size, the type changes, the panels come back."""
    window = desk.views.window
    window.resize(*size)
    QApplication.processEvents()
    desk.act("zoom-in")
    assert desk.appearance.theme.zoom > 1
    desk.act("zoom-reset")
    window.menus.set_checked("presentation", True)
    desk.act("presentation")
    QApplication.processEvents()
    # 1.24, or as much as leaves 900 × 560 pixels of the design: 1024 ÷ 900 on the small window.
    assert desk.appearance.theme.zoom == pytest.approx(min(1.24, size[0] / 900, size[1] / 560))
    assert not window.panel_visible("ledger")
    window.menus.set_checked("presentation", False)
    desk.act("presentation")
    QApplication.processEvents()
    assert desk.appearance.theme.zoom == pytest.approx(1.0)
    assert window.panel_visible("ledger")
    assert (window.width(), window.height()) == size


def present(desk: Desk, settle: Settle, *, on: bool) -> None:
    desk.views.window.menus.set_checked("presentation", on)
    desk.act("presentation")
    settle()


def map_width(desk: Desk, settle: Settle, tab: str) -> float:
    """Width of the cells of the first large map on a page."""
    desk.act(f"tab:{tab}")
    settle()
    page = desk.views.pages.page(tab)
    assert page is not None
    if tab == "compare" and not page.map_a.isVisible():
        page.frozen.emit()
        settle()
    shown = {"heads": lambda: page.head_map, "stages": lambda: page.map, "compare": lambda: page.map_a}[tab]()
    return float(shown.layout_now().grid.width())


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("tab", ["heads", "stages", "compare"])
def test_no_map_is_smaller_in_a_presentation(desk: Desk, settle: Settle, qtbot: QtBot, size: tuple[int, int], tab: str) -> None:
    """What panels, chips and choices took goes to the maps, and type grows only as far as that allows; then all is as before."""
    desk.views.window.resize(*size)
    desk.controller.select_cell(5, 1)
    settle()
    usual = map_width(desk, settle, tab)
    present(desk, settle, on=True)
    qtbot.wait(50)
    assert map_width(desk, settle, tab) >= usual
    assert desk.appearance.theme.zoom > 1.1
    chips, page = desk.views.sentence_bar.chips, desk.views.page
    assert not chips.isVisible()
    assert page.comparison.isHidden()
    present(desk, settle, on=False)
    qtbot.waitUntil(lambda: map_width(desk, settle, tab) == usual)
    assert chips.isVisible()
    assert not page.comparison.isHidden()


def test_a_page_that_is_first_opened_in_a_presentation_takes_part_in_it(desk: Desk, settle: Settle) -> None:
    """As wide a map as when it was there before."""
    present(desk, settle, on=True)
    first = map_width(desk, settle, "compare")
    present(desk, settle, on=False)
    present(desk, settle, on=True)
    assert map_width(desk, settle, "compare") == first


@pytest.mark.parametrize("action", ["zoom-in", "zoom-reset"])
def test_another_size_of_type_ends_a_presentation_and_brings_everything_back(
    desk: Desk, settle: Settle, qtbot: QtBot, action: str
) -> None:
    """Nothing stays away that F5 alone would bring back."""
    present(desk, settle, on=True)
    desk.act(action)
    qtbot.waitUntil(lambda: desk.views.window.panel_visible("ledger"))
    assert desk.views.sentence_bar.chips.isVisible()
    assert not desk.views.page.comparison.isHidden()


def test_the_words_of_a_table_grow_with_all_type(desk: Desk, settle: Settle) -> None:
    """The style sheet has the last word on headings: their type is 13 pixels at zoom 1, as everywhere."""
    desk.act("tab:table")
    settle()
    header = desk.views.page.table.verticalHeader()
    assert header.fontInfo().pixelSize() == 13
    present(desk, settle, on=True)
    assert header.fontInfo().pixelSize() == round(13 * desk.appearance.theme.zoom)


class Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def goes_on_painting(desk: Desk, settle: Settle, qtbot: QtBot) -> bool:
    """Whether the caption is painted when another sentence is typed."""
    paints = Paints()
    caption = desk.views.page.caption
    caption.installEventFilter(paints)
    try:
        desk.controller.edit_text(desk.controller.document.text + " again")
        settle()
        qtbot.waitUntil(lambda: paints.count > 0, timeout=2_000)
    finally:
        caption.removeEventFilter(paints)
    return paints.count > 0


def test_a_window_goes_on_painting_after_presentation(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """Into it, out of it, and what is typed afterwards is seen."""
    for on in (True, False, True, False):
        desk.views.window.menus.set_checked("presentation", on)
        desk.act("presentation")
        qtbot.wait(50)
        assert goes_on_painting(desk, settle, qtbot)


def test_a_window_goes_on_painting_after_a_change_of_size_that_met_an_update(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """A paint was asked for, and before it came, all type changed its size."""
    for action in ("zoom-in", "theme:dark", "zoom-reset", "theme:light"):
        for widget in (desk.views.window, desk.views.page.caption):
            widget.update()
        desk.act(action)
        qtbot.wait(50)
        assert goes_on_painting(desk, settle, qtbot)


def test_a_long_text_that_is_put_in_fills_its_box(desk: Desk, settle: Settle, qtbot: QtBot) -> None:
    """The box grows for it, and the end stands in the last line of the box, not in the first one above blank lines."""
    desk.controller.edit_text("las llaves del armario viejo " * 60)
    settle()
    qtbot.wait(100)
    editor = desk.views.sentence_bar.box.editor
    bottom, height = editor.cursorRect().bottom(), editor.viewport().height()
    assert height - editor.fontMetrics().lineSpacing() < bottom <= height
