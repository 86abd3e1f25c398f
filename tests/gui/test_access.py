"""Names, descriptions and the focus ring."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible, QImage, QPainter, QTextDocument
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QPlainTextEdit, QPushButton, QSpinBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui import access
from gui.theme.theme import DARK, LIGHT


def test_describe_sets_both_and_is_quiet_when_nothing_is_new(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    button = QPushButton()
    qtbot.addWidget(button)
    access.describe(button, "Save", "Writes the session to a file.")
    assert (button.accessibleName(), button.accessibleDescription()) == ("Save", "Writes the session to a file.")
    monkeypatch.setattr(QWidget, "setAccessibleName", lambda *_: pytest.fail("set again"))
    access.describe(button, "Save", "Writes the session to a file.")


def test_b01_tooltips_are_never_mark_up():
    """Read back as Qt would show it: 3 characters stay 3 characters."""
    for text in ("<s>", "a<b", "&amp;", "plain"):
        document = QTextDocument()
        document.setHtml(access.tooltip(text))
        assert document.toPlainText() == text
    assert access.tooltip("") == ""


def test_announce_reaches_a_screen_reader(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    label = QLabel()
    qtbot.addWidget(label)
    said: list[str] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: said.append(event.message()))
    monkeypatch.setattr(QAccessible, "isActive", lambda: False)
    access.announce(label, "not heard")
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    access.announce(label, "Copied")
    access.announce(label, "")
    assert said == ["Copied"]


def test_controls_are_those_that_take_the_keyboard(qtbot: QtBot):
    """A label takes no focus; the line edits inside the boxes and a hidden button are no controls of their own."""
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    editable = QComboBox()
    editable.setEditable(True)
    hidden = QPushButton()
    wanted: list[QWidget] = [QPushButton(), QCheckBox(), QComboBox(), editable, QSpinBox(), QPlainTextEdit()]
    for widget in (*wanted, QLabel("text"), hidden):
        column.addWidget(widget)
    hidden.hide()
    assert list(access.accessible_controls(window)) == wanted
    assert list(access.accessible_controls(wanted[0])) == [wanted[0]]


@pytest.mark.parametrize("theme", [LIGHT, DARK, LIGHT.zoomed(1.6)], ids=["light", "dark", "zoomed"])
def test_b99_focus_ring_is_2_px_of_accent_inside_the_rectangle(theme):
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(theme.surface)
    painter = QPainter(image)
    access.paint_focus_ring(painter, QRect(5, 5, 30, 20), theme)
    painter.end()
    wide = theme.px(2)
    column = [image.pixelColor(20, y).name() for y in range(30)]
    assert column[5 : 5 + wide] == [theme.accent.name()] * wide
    assert column[25 - wide : 25] == [theme.accent.name()] * wide
    assert set(column[:5] + column[5 + wide : 25 - wide] + column[25:]) == {theme.surface.name()}
    assert painter.isActive() is False


def test_focus_ring_leaves_the_painter_as_it_was(qtbot: QtBot):
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setPen(Qt.GlobalColor.red)
    access.paint_focus_ring(painter, image.rect(), LIGHT)
    assert painter.pen().color() == Qt.GlobalColor.red
    painter.end()
