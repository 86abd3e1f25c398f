"""The theme on real widgets: colours that are really painted, sizes that do not move, and a switch without restart."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QFile, QIODevice, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gui.theme.apply import ThemeController, apply_theme, resolved
from gui.theme.icons import IconName, icon, resource_bundle, stylesheet_image, svg
from gui.theme.qss import mix, stylesheet
from gui.theme.theme import DARK, LIGHT, Theme

ICONS = IconName.__args__
THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def _colors(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


@THEMES
def test_b76_widgets_are_painted_in_the_theme(qtbot: QtBot, qapp: QApplication, theme: Theme):
    apply_theme(qapp, theme)
    panel = QFrame()
    panel.setProperty("role", "panel")
    button = QPushButton("m", panel)
    button.setProperty("role", "primary")
    qtbot.addWidget(panel)
    panel.resize(120, 60)
    image = panel.grab().toImage()
    assert image.pixelColor(110, 50) == theme.surface
    assert {theme.accent.name(), theme.on_accent.name()} <= _colors(button.grab().toImage())


def test_b76_theme_changes_while_running(qtbot: QtBot, qapp: QApplication):
    label = QLabel("words")
    edit = QLineEdit("words")
    for widget in (label, edit):
        qtbot.addWidget(widget)
        widget.resize(80, 30)
    for theme in (LIGHT, DARK, LIGHT):
        apply_theme(qapp, theme)
        assert theme.text.name() in _colors(label.grab().toImage())
        assert {theme.text.name(), theme.surface.name()} <= _colors(edit.grab().toImage())


def test_applying_the_same_theme_again_does_nothing(qtbot: QtBot, qapp: QApplication):
    apply_theme(qapp, DARK)
    qapp.setPalette(QColor("#123456"))
    apply_theme(qapp, DARK)
    assert qapp.palette().window().color() != DARK.window
    apply_theme(qapp, LIGHT)
    assert qapp.palette().window().color() == LIGHT.window


@pytest.mark.parametrize("zoom", [1.0, 1.25, 1.6])
@pytest.mark.parametrize(
    "kind", [QPushButton, QToolButton, QLineEdit, QPlainTextEdit, QComboBox, QSpinBox, QCheckBox, QTableWidget]
)
def test_b99_focus_is_seen_and_moves_nothing(qtbot: QtBot, qapp: QApplication, kind: type[QWidget], zoom: float):
    theme = LIGHT.zoomed(zoom)
    apply_theme(qapp, theme)
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    widget, other = kind(), QLineEdit()
    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    for child in (widget, other):
        column.addWidget(child)
    window.show()
    window.activateWindow()
    qtbot.waitExposed(window)
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    before, size = widget.geometry(), widget.sizeHint()
    assert theme.accent.name() not in _colors(widget.grab().toImage())
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(widget.hasFocus)
    assert theme.accent.name() in _colors(widget.grab().toImage())
    assert (widget.geometry(), widget.sizeHint()) == (before, size)


@THEMES
def test_stylesheet_names_no_colour_that_is_not_the_themes(theme: Theme):
    """Every colour in the sheet is a token, or a mix of two tokens."""
    names = ("window", "surface", "raised", "border", "text", "muted", "accent", "on_accent", "key", "norm")
    allowed = [getattr(theme, name) for name in names]
    allowed += [mix(theme.raised, theme.text, 0.06), mix(theme.raised, theme.text, 0.14), mix(theme.accent, theme.text, 0.12)]
    allowed.append(mix(theme.surface, theme.muted, 0.7))
    assert set(re.findall(r"#[0-9a-f]{6}", stylesheet(theme))) <= {color.name() for color in allowed}


def test_stylesheet_grows_with_the_zoom():
    assert "font-size: 12px" in stylesheet(LIGHT)
    assert "font-size: 19px" in stylesheet(LIGHT.zoomed(1.6))


@THEMES
def test_images_of_the_stylesheet_are_there(qtbot: QtBot, theme: Theme):
    addresses = set(re.findall(r"url\(([^)]*)\)", stylesheet(theme)))
    assert len(addresses) >= 6
    for address in addresses:
        file = QFile(address)
        assert file.open(QIODevice.OpenModeFlag.ReadOnly), address
        assert QSvgRenderer(file.readAll()).isValid(), address
    assert stylesheet_image("plus", "text", theme) in addresses


def test_resource_bundle_of_one_file_byte_for_byte():
    """Worked out by hand: header 20, data 4 + 2, name 2 + 4 + 2, root and file nodes 14 each; hash of "a" is 97."""
    assert resource_bundle({"a": b"hi"}) == (
        b"qres\0\0\0\x01\0\0\0\x22\0\0\0\x14\0\0\0\x1a"
        b"\0\0\0\x02hi"
        b"\0\x01\0\0\0\x61\0a"
        b"\0\0\0\0\0\x02\0\0\0\x01\0\0\0\x01"
        b"\0\0\0\0\0\0\0\0\0\x01\0\0\0\0"
    )


@pytest.mark.parametrize("name", ICONS)
def test_icons_have_one_colour_and_take_the_one_given(qtbot: QtBot, name: str):
    """What is more ink than air has the colour asked for, up to the rounding of half-transparent edges."""
    assert "currentColor" in svg(name)
    assert "#" not in svg(name)
    for size in (16, 32, 64):
        image = icon(name, DARK.key).pixmap(QSize(size, size)).toImage()
        assert image.width() == size
        colors = [image.pixelColor(x, y) for x in range(size) for y in range(size)]
        inked = [color for color in colors if color.alpha() > 128]
        assert inked
        for color in inked:
            assert max(abs(a - b) for a, b in zip(color.getRgb()[:3], DARK.key.getRgb()[:3], strict=True)) <= 2


def test_controller_says_once_what_changed(qtbot: QtBot, qapp: QApplication):
    controller = ThemeController(qapp, "light", 1.25)
    changes: list[Theme] = []
    controller.theme_changed.connect(changes.append)
    controller.choose("light")
    assert changes == []
    controller.choose("dark")
    controller.set_zoom(1.5)
    assert [(theme.name, theme.zoom) for theme in changes] == [("dark", 1.25), ("dark", 1.5)]
    assert controller.theme == changes[-1]
    assert qapp.font().pixelSize() == round(13 * 1.5)
    controller.deleteLater()


def test_a_window_on_screen_is_changed_in_turns_and_painted_only_when_it_is_whole(qtbot: QtBot, qapp: QApplication):
    """Of two changes in a row the views hear the last one; a view that fails leaves the window as lively as before."""
    controller = ThemeController(qapp, "light")
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    changes: list[tuple[Theme, bool]] = []
    controller.theme_changed.connect(lambda theme: changes.append((theme, window.updatesEnabled())))
    controller.choose("dark")
    controller.set_zoom(1.5)
    assert controller.theme == DARK.zoomed(1.5)
    assert not changes
    qtbot.waitUntil(window.updatesEnabled)
    assert changes == [(DARK.zoomed(1.5), False)]
    assert qapp.font().pixelSize() == round(13 * 1.5)
    controller.theme_changed.connect(lambda theme: 1 / 0)
    with qtbot.captureExceptions() as errors:
        controller.choose("light")
        qtbot.waitUntil(window.updatesEnabled)
    assert [error[0] for error in errors] == [ZeroDivisionError]
    controller.deleteLater()


def test_a_sheet_of_another_style_is_replaced_by_ours(qtbot: QtBot, qapp: QApplication):
    """Whatever style was there before, the base of the sheet is Fusion, and the sheet is that of the theme."""
    qapp.setStyle("Windows")
    apply_theme(qapp, DARK)
    sheet = qapp.styleSheet()
    assert sheet == stylesheet(DARK)
    qapp.setStyleSheet("")
    assert qapp.style().objectName().lower() == "fusion"
    qapp.setStyleSheet(sheet)


def test_system_theme_is_followed_only_while_it_is_chosen(qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch):
    class Hints:
        scheme = Qt.ColorScheme.Dark

        def colorScheme(self) -> Qt.ColorScheme:
            return self.scheme

    controller = ThemeController(qapp, "light")
    monkeypatch.setattr(QGuiApplication, "styleHints", Hints)
    QApplication.instance()
    assert resolved("system") is DARK
    controller._follow_system()
    assert controller.theme == LIGHT
    controller.choose("system")
    assert controller.theme == DARK
    Hints.scheme = Qt.ColorScheme.Unknown
    controller._follow_system()
    assert controller.theme == LIGHT
    assert controller.choice == "system"
    controller.deleteLater()
