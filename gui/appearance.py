"""Theme, zoom, language, motion: how the window looks, remembered in the settings."""

from __future__ import annotations

from typing import Final, cast, get_args

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from gui import i18n
from gui.i18n import LanguageChoice
from gui.settings import ZOOM_LIMITS, SettingsStore
from gui.theme.apply import ThemeChoice, ThemeController
from gui.theme.theme import Theme
from gui.workbench import Workbench

ZOOM_STEP: Final = 1.1
PRESENTATION_ZOOM: Final = 1.24
"""Larger type for the back row of a classroom; with more, the words round the maps would make the maps smaller than usual."""
PRESENTATION_ROOM: Final = (900, 560)
"""The window keeps at least this size in pixels of the design: on a small screen type grows less, and nothing is cut off."""


class Appearance(QObject):
    """Carries out what the View menu says about the look, and keeps the menu's marks right."""

    language_changed = Signal()
    """After every view has set its texts again."""

    def __init__(self, app: QApplication, themes: ThemeController, views: Workbench, store: SettingsStore) -> None:
        super().__init__(views.window)
        self._app = app
        self._views = views
        self._store = store
        self._presenting = False
        self._themes = themes
        self._themes.theme_changed.connect(views.window.set_theme)
        views.window.set_theme(self._themes.theme)
        self._move(reduced=store.settings.reduced_motion)
        self._mark()

    @property
    def theme(self) -> Theme:
        """The theme in use."""
        return self._themes.theme

    def choose_theme(self, choice: str) -> None:
        """Light, dark, or as the system."""
        if choice in get_args(ThemeChoice):
            self._themes.choose(cast("ThemeChoice", choice))
            self._store.update(theme=choice)
            self._mark()

    def choose_language(self, choice: str) -> None:
        """English, Spanish, or as the system; every text changes at once."""
        if choice in get_args(LanguageChoice):
            self._speak(cast("LanguageChoice", choice))
            self._store.update(language=choice)
            self._mark()

    def zoom(self, step: int) -> None:
        """One step larger (1), smaller (−1), or back to normal size (0)."""
        low, high = ZOOM_LIMITS
        zoom = 1.0 if step == 0 else min(max(self._themes.theme.zoom * ZOOM_STEP**step, low), high)
        self._store.update(zoom=zoom)
        self._stop_presenting()
        self._themes.set_zoom(zoom)
        self._mark()

    def present(self, *, on: bool) -> None:
        """Large type, and all room for the maps; off brings everything back as it was."""
        if on == self._presenting:
            return
        window = self._views.window
        if on:
            self._presenting = True
            room = min(window.width() / PRESENTATION_ROOM[0], window.height() / PRESENTATION_ROOM[1])
            # Panels go before the type changes its size.
            self._show_panels()
            self._spread()
            self._themes.set_zoom(max(self._store.settings.zoom, min(PRESENTATION_ZOOM, room)))
        else:
            self._stop_presenting()
            self._themes.set_zoom(self._store.settings.zoom)
        self._mark()

    def _stop_presenting(self) -> None:
        """Everything but the size of type; panels come back after it in a turn of the event loop of their own."""
        if self._presenting:
            self._presenting = False
            self._spread()
            QTimer.singleShot(0, self, self._show_panels)

    def _spread(self) -> None:
        """Rows that a class can do without give their room to the maps, or have it again."""
        self._views.sentence_bar.set_presenting(self._presenting)
        self._views.pages.set_presenting(self._presenting)

    def _show_panels(self) -> None:
        for panel in ("architecture", "ledger"):
            self._views.window.set_panel_visible(panel, not self._presenting)

    def reduce_motion(self, *, on: bool) -> None:
        """Changes are shown at once instead of moving there."""
        self._store.update(reduced_motion=on)
        self._move(reduced=on)
        self._mark()

    def reset(self) -> None:
        """Put the look of a first start on, after the settings were reset."""
        settings = self._store.settings
        self._stop_presenting()
        self._themes.set_zoom(settings.zoom)
        self._themes.choose(settings.theme)
        self._speak(settings.language)
        self._move(reduced=settings.reduced_motion)
        self._mark()

    def _speak(self, language: LanguageChoice) -> None:
        i18n.install(self._app, language)
        # Qt posts the change to the widgets; after them, it is the controller's turn.
        QTimer.singleShot(0, self, self.language_changed.emit)

    def _move(self, *, reduced: bool) -> None:
        self._views.architecture.set_reduced_motion(reduced)
        self._views.ledger.set_motion(not reduced)

    def _mark(self) -> None:
        menus, settings = self._views.window.menus, self._store.settings
        menus.set_checked(f"theme:{settings.theme}")
        menus.set_checked(f"language:{settings.language}")
        menus.set_checked("presentation", self._presenting)
        menus.set_checked("reduce-motion", settings.reduced_motion)
