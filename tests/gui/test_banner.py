"""The notice above the work."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.access import accessible_controls
from gui.theme.apply import apply_theme
from gui.theme.theme import DARK, LIGHT, Theme
from gui.views.banner import Banner


@pytest.fixture
def banner(qtbot: QtBot) -> Iterator[Banner]:
    window = QWidget()
    qtbot.addWidget(window)
    banner = Banner()
    column = QVBoxLayout(window)
    column.addWidget(banner)
    column.addStretch()
    window.resize(600, 200)
    window.show()
    qtbot.waitExposed(window)
    # Not returned: the window would be gone with this function.
    yield banner
    window.close()


def test_hidden_until_there_is_something_to_say(banner: Banner):
    assert not banner.isVisible()
    banner.show_notice("Saved.", "info")
    assert banner.isVisible()
    banner.clear()
    assert not banner.isVisible()


def test_actions_are_named_and_report_their_id(banner: Banner, qtbot: QtBot):
    chosen: list[str] = []
    banner.action_chosen.connect(chosen.append)
    banner.show_notice("144 MiB are needed.", "cost", (("run", "Compute & show"), ("leave", "Not now")))
    buttons = banner._buttons
    assert [button.accessibleName() for button in buttons] == ["Compute & show", "Not now"]
    for button in buttons:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert chosen == ["run", "leave"]
    banner.show_notice("Only one.", "cost", (("other", "Other"),))
    assert [button.isVisible() for button in buttons] == [True, False]
    qtbot.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    assert chosen[-1] == "other"


def test_more_than_two_actions_are_refused(banner: Banner):
    with pytest.raises(ValueError, match="at most 2 actions, not 3"):
        banner.show_notice("x", "info", (("a", "A"), ("b", "B"), ("c", "C")))


def test_b01_text_is_never_mark_up(banner: Banner):
    banner.show_notice("“<s>” and a<b", "problem")
    assert banner._text.textFormat() == Qt.TextFormat.PlainText
    assert banner._text.text() == "“<s>” and a<b"
    assert banner.accessibleDescription() == "“<s>” and a<b"


@pytest.mark.parametrize("way", ["button", "escape"])
def test_closing_hides_and_reports(banner: Banner, qtbot: QtBot, way: str):
    closed: list[bool] = []
    banner.closed.connect(lambda: closed.append(True))
    banner.show_notice("Saved.", "info")
    if way == "button":
        qtbot.mouseClick(banner._close, Qt.MouseButton.LeftButton)
    else:
        qtbot.keyClick(banner._close, Qt.Key.Key_Escape)
    assert closed == [True]
    assert not banner.isVisible()
    banner.show_notice("Saved.", "info")
    assert banner.isVisible()


def test_b99_controls_are_named(banner: Banner):
    banner.show_notice("x is wrong.", "problem", (("a", "Use 5"),))
    assert list(accessible_controls(banner)) == [banner._buttons[0], banner._close]
    for widget in accessible_controls(banner):
        assert widget.accessibleName()
        assert widget.accessibleDescription()
    assert banner.accessibleName() == "Problem"


def test_long_text_is_shown_whole(banner: Banner):
    """Word-wrapped: the label is as high as its text needs at its width."""
    banner.show_notice("A width of 65 cannot be split between 4 heads without remainder. " * 4, "problem", (("a", "Use 5"),))
    QApplication.processEvents()
    assert banner._text.height() >= banner._text.heightForWidth(banner._text.width())


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_kinds_differ_in_mark_and_stripe(banner: Banner, qapp: QApplication, theme: Theme):
    apply_theme(qapp, theme)
    banner.set_theme(theme)
    for kind, color in (("info", theme.accent), ("problem", theme.key), ("cost", theme.norm), ("info", theme.accent)):
        banner.show_notice(f"something of the kind {kind}", kind)
        QApplication.processEvents()
        image = banner.grab().toImage()
        assert image.pixelColor(1, banner.height() // 2) == color
        mark = banner._mark.pixmap().toImage()
        inked = [mark.pixelColor(x, y) for x in range(mark.width()) for y in range(mark.height())]
        assert any(pixel.alpha() > 200 and abs(pixel.red() - color.red()) <= 2 for pixel in inked)
