"""Put a theme on the running application, and follow the system's."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from gui.theme.palette import palette
from gui.theme.qss import stylesheet
from gui.theme.theme import DARK, LIGHT, Theme

ThemeChoice = Literal["system", "light", "dark"]


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Give every widget the palette, the font and the stylesheet of `theme`; nothing happens when they are in use already."""
    sheet = stylesheet(theme)
    if app.styleSheet() == sheet:
        return
    # Qt puts a stylesheet that replaces another on every widget once for each widget around it, and a sheet where there is none
    # once in all. So the old one is taken off first, which is three times as quick; palette and font then meet bare widgets.
    app.setStyleSheet("")
    if app.style().objectName().lower() != "fusion":  # asked now: a style with a sheet over it has no name
        app.setStyle("Fusion")
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
    """Keeps the theme in use: the person's choice, the zoom, and the system's own changes while "system" is chosen.

    Where windows are on screen, a change takes three turns of the event loop: the application gets it, the views get it, and
    the windows are painted again, which they are not in between, so that nobody sees a window half changed. Keys pressed
    meanwhile are not kept waiting for all of it, and of several changes in a row only the last one is carried out.
    """

    theme_changed = Signal(object)
    """The new Theme, after it has been put on the application."""

    def __init__(self, app: QApplication, choice: ThemeChoice = "system", zoom: float = 1.0) -> None:
        super().__init__(app)
        self._app = app
        self._choice: ThemeChoice = choice
        self._theme = self._applied = self._announced = resolved(choice).zoomed(zoom)
        self._still: list[QWidget] = []
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._take_turn)
        apply_theme(app, self._theme)
        app.styleHints().colorSchemeChanged.connect(self._follow_system)

    @property
    def theme(self) -> Theme:
        """The theme in use, which the windows may still be about to show."""
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
        if theme == self._theme:
            return
        self._theme = theme
        for window in self._app.topLevelWidgets():
            if window.isVisible() and window.updatesEnabled():
                # A paint that has been asked for comes first: Qt would forget it, and then never ask for another.
                QCoreApplication.sendPostedEvents(window, QEvent.Type.UpdateRequest.value)
                window.setUpdatesEnabled(False)
                self._still.append(window)
        if self._still:
            self._turn.start()
            return
        while self._applied != self._theme or self._announced != self._theme:
            self._go_on()

    def _take_turn(self) -> None:
        """Carry out one step; the next one waits for its own turn."""
        if self._applied == self._theme == self._announced:
            for window in filter(isValid, self._still):
                window.setUpdatesEnabled(True)
            self._still.clear()
            return
        try:
            self._go_on()
        finally:  # whatever fails in a view, the windows come back; started before the step, the timer would be due in this turn
            self._turn.start()

    def _go_on(self) -> None:
        if self._applied != self._theme:
            self._applied = self._theme
            apply_theme(self._app, self._theme)
        else:
            self._announced = self._theme
            self.theme_changed.emit(self._theme)
