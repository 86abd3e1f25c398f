"""Put a theme on the running application, and follow the system's."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from gui.theme.palette import palette
from gui.theme.qss import stylesheet
from gui.theme.theme import DARK, LIGHT, Theme

ThemeChoice = Literal["system", "light", "dark"]


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Give every widget the palette, the font and the stylesheet of `theme`; nothing happens when they are in use already."""
    sheet = stylesheet(theme)
    if app.styleSheet() == sheet:
        return
    if app.style().objectName().lower() != "fusion":
        app.setStyle("Fusion")
    # Palette and font first: the stylesheet then goes through all widgets once, which is what takes the time.
    app.setPalette(palette(theme))
    app.setFont(theme.font("control"))
    app.setStyleSheet(sheet)


def resolved(choice: ThemeChoice) -> Theme:
    """The theme that `choice` stands for now, at zoom 1; "system" is light where the system does not say."""
    if choice == "system":
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return DARK if dark else LIGHT
    return DARK if choice == "dark" else LIGHT


class ThemeController(QObject):
    """Keeps the theme in use: the person's choice, the zoom, and the system's own changes while "system" is chosen."""

    theme_changed = Signal(object)
    """The new Theme, after it has been put on the application."""

    def __init__(self, app: QApplication, choice: ThemeChoice = "system", zoom: float = 1.0) -> None:
        super().__init__(app)
        self._app = app
        self._choice: ThemeChoice = choice
        self._theme = resolved(choice).zoomed(zoom)
        apply_theme(app, self._theme)
        app.styleHints().colorSchemeChanged.connect(self._follow_system)

    @property
    def theme(self) -> Theme:
        """The theme in use."""
        return self._theme

    @property
    def choice(self) -> ThemeChoice:
        """What the person chose."""
        return self._choice

    def choose(self, choice: ThemeChoice) -> None:
        """Use the light, the dark or the system's theme from now on."""
        self._choice = choice
        self._use(resolved(choice).zoomed(self._theme.zoom))

    def set_zoom(self, zoom: float) -> None:
        """Multiply every size by `zoom`."""
        self._use(self._theme.zoomed(zoom))

    def _follow_system(self) -> None:
        if self._choice == "system":
            self._use(resolved("system").zoomed(self._theme.zoom))

    def _use(self, theme: Theme) -> None:
        if theme != self._theme:
            self._theme = theme
            apply_theme(self._app, theme)
            self.theme_changed.emit(theme)
