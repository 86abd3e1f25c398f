"""MainWindow: where everything has its place. It moves panels and passes on what happened; it decides nothing else."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Final

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QMimeData, QObject, Qt, Signal, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from gui.theme.theme import LIGHT, Theme
from gui.views import help_dialogs
from gui.views.action_table import HOLD_KEY
from gui.views.drop_hint import DropHint
from gui.views.menus import Menus
from gui.views.side_panels import PANELS, Panel, SidePanels

SMALLEST: Final = (720, 480)
"""The window may be made this small, on small screens and large scales: below 1024 × 640 one panel has room, and pages scroll."""
USUAL: Final = (1440, 900)


class MainWindow(QMainWindow):
    """The window round the views it is given.

    `menus.triggered` says which action was chosen. Actions that concern the window alone (panels, full screen, the next part,
    help, quit) are also carried out here.
    """

    close_requested = Signal()
    """The window is about to close; it will, whatever the receiver does."""
    file_dropped = Signal(str)
    """The path of a file that was dropped on the window."""
    before_shown = Signal(bool)
    """The key that shows the maps before the last change is held (or the menu's entry is on): True. Let go: False."""

    def __init__(
        self,
        *,
        sentence_bar: QWidget,
        architecture: QWidget,
        page: QWidget,
        ledger: QWidget,
        status_strip: QWidget,
        banner: QWidget,
    ) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setAnimated(False)  # it animates docks, of which there are none, at the price of an animation for every layout
        self._theme = LIGHT
        self._holding = False
        self._views = (sentence_bar, banner, architecture, page, ledger, status_strip)
        self._splitter = SidePanels(architecture, page, ledger)
        self._splitter.shown_changed.connect(self._show_panel_states)
        self._parts = (sentence_bar, self._splitter.areas["architecture"], page, self._splitter.areas["ledger"])
        central = self._central = QWidget(self)
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(sentence_bar)
        column.addWidget(banner)
        column.addWidget(self._splitter, 1)
        column.addWidget(status_strip)
        self.setCentralWidget(central)
        self.menus = Menus(self)
        self.menus.triggered.connect(self._act)
        self._hint = DropHint(central)
        self._hold = QShortcut(QKeySequence(HOLD_KEY), self)
        self._hold.setAutoRepeat(False)
        self._hold.activated.connect(self._begin_hold)
        self.setAcceptDrops(True)
        self.setMinimumSize(*SMALLEST)
        available = self.screen().availableGeometry()
        self.resize(min(USUAL[0], available.width()), min(USUAL[1], available.height()))
        self.set_panel_visible("architecture", True)
        self.set_panel_visible("ledger", True)
        self.retranslate()

    def set_panel_visible(self, panel: Panel, visible: bool) -> None:
        """Show or hide one of the side panels; one that was pushed shut with the mouse is opened again."""
        self._splitter.set_shown(panel, visible)
        self._show_panel_states()

    def panel_visible(self, panel: Panel) -> bool:
        """Whether a side panel is shown, and not pushed shut."""
        return self._splitter.shown(panel)

    def set_full_screen(self, full: bool) -> None:
        """Fill the screen, or go back to how the window was."""
        state = self.windowState()
        self.setWindowState(state | Qt.WindowState.WindowFullScreen if full else state & ~Qt.WindowState.WindowFullScreen)
        self.menus.set_checked("full-screen", full)

    def layout_state(self) -> str:
        """Place of the window and of its panels, as text to be remembered by someone else."""
        return json.dumps(
            {
                "geometry": base64.b64encode(self.saveGeometry().data()).decode(),
                "sizes": self._splitter.kept_sizes(),
                **{panel: self._splitter.asked(panel) for panel in PANELS},
            }
        )

    def restore_layout(self, state: str) -> bool:
        """Put the window and its panels where `layout_state` found them; False, nothing changed, if the text is none of its."""
        try:
            data = json.loads(state)
            geometry = base64.b64decode(data["geometry"], validate=True)
            sizes = [int(size) for size in data["sizes"]]
            shown: dict[Panel, bool] = {"architecture": bool(data["architecture"]), "ledger": bool(data["ledger"])}
        except (ValueError, TypeError, KeyError, OverflowError, binascii.Error):
            return False
        if len(sizes) != len(self._splitter.sizes()) or not all(0 <= size < 2**20 for size in sizes):
            return False
        if not self.restoreGeometry(QByteArray(geometry)):
            return False
        self._splitter.restore(sizes)
        for panel, visible in shown.items():
            self.set_panel_visible(panel, visible)
        self.menus.set_checked("full-screen", self.isFullScreen())
        return True

    def set_theme(self, theme: Theme) -> None:
        """Hand a theme down to all views."""
        self._theme = theme
        self._hint.set_theme(theme)
        for view in self._views:
            set_theme = getattr(view, "set_theme", None)
            if set_theme is not None:
                set_theme(theme)
        self._splitter.set_theme(theme)

    def retranslate(self) -> None:
        """Put all static text into the present language."""
        self.setWindowTitle(self.tr("Transformador"))
        self.setAccessibleName(self.tr("Transformador"))
        self.setAccessibleDescription(self.tr("A laboratory in which a sentence shows how a transformer works on it."))
        self.menus.retranslate()

    def go_to_next_part(self) -> None:
        """Give the keyboard to the next part of the window that can take it: sentence, architecture, page, ledger."""
        focused = QApplication.focusWidget()
        parts = [part for part in self._parts if part.isVisible()]
        inside = [part for part in parts if focused is not None and (part is focused or part.isAncestorOf(focused))]
        start = parts.index(inside[0]) + 1 if inside else 0
        for part in (*parts[start:], *parts[:start]):
            target = _first_control(part)
            if target is not None:
                target.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.WindowStateChange:
            self.menus.set_checked("full-screen", self.isFullScreen())
        super().changeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._end_hold()
        self.close_requested.emit()
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hint.setGeometry(self._central.rect())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        paths = _paths(event.mimeData())
        if not paths:
            super().dragEnterEvent(event)
            return
        if len(paths) == 1:
            self._hint.show_text(self.tr("Drop the file here: a session is opened, a text becomes the sentence, weights are used"))
            event.acceptProposedAction()
        else:
            self._hint.show_text(self.tr("One file at a time, please"))
            event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._hint.hide()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self._hint.hide()
        paths = _paths(event.mimeData())
        if len(paths) != 1:
            event.ignore()
            return
        event.acceptProposedAction()
        self.file_dropped.emit(paths[0])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait, while the key is held, for it to be let go, or for the window to lose the keyboard."""
        kind = event.type()
        if kind == QEvent.Type.KeyRelease and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_F8 and not event.isAutoRepeat():
                self._end_hold()
        elif kind in (QEvent.Type.WindowDeactivate, QEvent.Type.ApplicationDeactivate):
            self._end_hold()
        return False

    @Slot(str)
    def _act(self, action_id: str) -> None:
        checked = self.menus.action(action_id).isChecked()
        if action_id == "show-architecture":
            self.set_panel_visible("architecture", checked)
        elif action_id == "show-ledger":
            self.set_panel_visible("ledger", checked)
        elif action_id == "full-screen":
            self.set_full_screen(checked)
        elif action_id == "next-pane":
            self.go_to_next_part()
        elif action_id == "show-before":
            self.before_shown.emit(checked)
        elif action_id == "quit":
            self.close()
        elif action_id in help_dialogs.DIALOGS:
            help_dialogs.DIALOGS[action_id](self, self._theme).open()

    @Slot()
    def _begin_hold(self) -> None:
        if self._holding or not self.menus.action("show-before").isEnabled():
            return
        self._holding = True
        # An application-wide filter sees every event, so it is there only while the key is down.
        _application().installEventFilter(self)
        self.menus.set_checked("show-before", True)
        self.before_shown.emit(True)

    def _end_hold(self) -> None:
        if not self._holding:
            return
        self._holding = False
        _application().removeEventFilter(self)
        self.menus.set_checked("show-before", False)
        self.before_shown.emit(False)

    @Slot()
    def _show_panel_states(self) -> None:
        for panel in PANELS:
            self.menus.set_checked(f"show-{panel}", self.panel_visible(panel))


def _application() -> QCoreApplication:
    app = QCoreApplication.instance()
    if app is None:
        raise RuntimeError("there is no application")
    return app


def _first_control(part: QWidget) -> QWidget | None:
    """The first widget of `part`, in the order of Tab, that can take the keyboard."""
    widgets = [part, *part.findChildren(QWidget)]
    able = {
        widget for widget in widgets if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and widget.isEnabled()
    }
    candidate: QWidget | None = part
    for _ in range(10_000):
        if candidate in able:
            return candidate
        candidate = candidate.nextInFocusChain() if candidate is not None else None
        if candidate is None or candidate is part:
            break
    return None


def _paths(data: QMimeData) -> list[str]:
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()]


if __name__ == "__main__":
    from PySide6.QtWidgets import QLabel

    from gui.preview import show
    from gui.views.sentence_bar import SentenceBar

    def _example() -> MainWindow:
        return MainWindow(
            sentence_bar=SentenceBar(),
            architecture=QLabel("architecture"),
            page=QLabel("page"),
            ledger=QLabel("ledger"),
            status_strip=QLabel("status"),
            banner=QLabel("banner"),
        )

    show(_example)
