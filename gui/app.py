"""The composition root: everything is made here and handed what it needs; nothing is global.

Stages: log and crash guard → settings → language → window → saved work → event loop → everything is put away.
"""

from __future__ import annotations

import argparse
import gc
import locale
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from PySide6.QtCore import QCoreApplication, QSocketNotifier, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from core.commandline.parser import Parser
from core.kernels import KernelsUnavailableError, compiled_kernels
from core.messages import InputError
from core.model.presets import preset_of
from core.version import VERSION
from gui import i18n
from gui.access import describe
from gui.appearance import Appearance
from gui.autosave import Autosave
from gui.compiling import in_background
from gui.controller import Controller
from gui.crash import CrashGuard, default_folder, set_up_logging
from gui.documents import first_document
from gui.file_actions import FileActions
from gui.laboratory import Laboratory
from gui.runner import Runner
from gui.settings import SettingsStore
from gui.state import Document
from gui.switches import RANDOM
from gui.theme.apply import ThemeController
from gui.theme.fonts import load_fonts
from gui.training.late import LateTraining
from gui.workbench import Workbench, build

log = logging.getLogger(__name__)

END_WITHIN: Final = 0.7
"""Seconds that a computation and an export under way each get to notice that the window was closed."""
OFTEN: Final = 500
"""Milliseconds between two looks at whether settings have to be saved."""


def main(argv: Sequence[str]) -> int:
    """Open the window and return the exit status when it is closed."""
    try:
        options = _options(argv)
    except InputError as error:
        print(error, file=sys.stderr)  # noqa: T201 - there is no window yet
        return 2
    set_up_logging(default_folder())
    app = application()
    guard = CrashGuard(default_folder(), app)
    store = SettingsStore()
    if options.reset_settings:
        store.reset()
    i18n.install(app, store.settings.language)
    desk = Desk(app, store)
    guard.failed.connect(desk.report_failure)
    if (crash := guard.previous_crash()) is not None:
        desk.offer_crash_report(crash)
    if options.file:
        desk.files.open_path(options.file)
    if options.until_first_map:
        desk.end_at_first_map()
    gc.freeze()
    desk.show()
    _quit_on_signals(app, desk)
    status = app.exec()
    desk.close()
    guard.close()
    if desk.is_busy():
        # A compilation cannot be interrupted, and the interpreter would wait for it. All is saved: leave now.
        logging.shutdown()
        sys.stdout.flush()
        os._exit(status)
    return status


def application() -> QApplication:
    """The QApplication with our style, fonts and names."""
    app = QApplication.instance()
    if app is None:
        QApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
        app = QApplication(sys.argv[:1])
        # Qt takes over the letters of the system's language; in Turkish "i" then has no capital "I", and no name of Qt is found.
        for plain in ("C", "C.UTF-8"):  # the second is not everywhere
            with suppress(locale.Error):
                locale.setlocale(locale.LC_CTYPE, plain)
    assert isinstance(app, QApplication)
    app.setApplicationName("transformador")
    app.setApplicationDisplayName("Transformador")
    app.setApplicationVersion(VERSION)
    app.setStyle("Fusion")
    load_fonts()
    return app


class Desk:
    """One window with everything behind it."""

    def __init__(self, app: QApplication, store: SettingsStore, *, autosave: Autosave | None = None) -> None:
        self._store = store
        self._autosave = autosave or Autosave()
        # Before the views: putting the style on a window full of widgets takes as long as building them.
        themes = ThemeController(app, store.settings.theme, store.settings.zoom)
        self.views: Workbench = build()
        self.runner, self._exporter = Runner(), Runner()
        self._compiling: threading.Thread | None = None
        document = self._autosave.restored() or first_document()
        self.appearance = Appearance(app, themes, self.views, store)
        self.controller = Controller(self.views, self.runner, document)
        self.laboratory = Laboratory(self.views.pages, self.controller)
        self.laboratory.failed.connect(lambda text: self.views.banner.show_notice(text, "problem", ()))
        self.laboratory.noted.connect(lambda text: self.views.banner.show_notice(text, "info", ()))
        self.training = LateTraining(self.views.pages, self.controller, lambda: store.settings.last_folder)
        self._failed_training = ""
        self.training.failed.connect(self._say_training_failed)
        self.training.noted.connect(self._say_training_did)
        self.training.weights_chosen.connect(self.controller.switches.use_trained)
        self.files = FileActions(self.views, self.controller, self.appearance, store, self._exporter)
        self.controller.inside.file_wanted.connect(self.files.open_arrays)
        self._said_compiling: str | None = None
        self._often = QTimer(self.views.window, interval=OFTEN)
        self._often.timeout.connect(self._save_settings)
        self._often.start()
        self._actions = self._action_table()
        menus, window = self.views.window.menus, self.views.window
        menus.triggered.connect(self.act)
        window.before_shown.connect(self.controller.hold_before)
        self.appearance.language_changed.connect(self.controller.refresh_texts)
        self.appearance.language_changed.connect(self._allow_before)
        self.appearance.language_changed.connect(self.files.refresh_title)
        self.views.page.display_changed.connect(self._remember_display)
        panel = self.views.architecture
        panel.set_diagram_shown(store.settings.diagram_shown)
        panel.set_expanded(store.settings.more_shown)
        panel.diagram_shown_changed.connect(lambda shown: store.update(diagram_shown=shown))
        panel.expanded_changed.connect(lambda shown: store.update(more_shown=shown))
        self.controller.document_changed.connect(self._mark)
        self.controller.document_changed.connect(self._autosave.schedule)
        self.controller.result_shown.connect(self._compile_once)
        self.controller.result_shown.connect(self._allow_before)
        self._allow_before()
        if store.settings.window_state:
            window.restore_layout(store.settings.window_state)
        self._mark(document)
        self._autosave.failed.connect(self._say_not_saved)
        self.views.banner.action_chosen.connect(self._open_left_behind)
        self._say_problems()

    def show(self) -> None:
        """Show the window."""
        self.views.window.show()

    def end_at_first_map(self) -> None:
        """Say “painted” and close once the first map is on screen; `bench` measures the start with it."""

        def painted() -> None:
            print("painted", flush=True)  # noqa: T201 - read by the process that measures
            self.views.window.close()

        # Two turns of the event loop after the result was handed to the views, it has been painted.
        self.controller.result_shown.connect(lambda _: QTimer.singleShot(0, lambda: QTimer.singleShot(0, painted)))

    def act(self, action_id: str) -> None:
        """Carry out an action of the menus; those of the window alone it carries out itself."""
        kind, _, value = action_id.partition(":")
        if action_id in self._actions:
            self._actions[action_id]()
        elif kind in self._choices:
            self._choices[kind](value)

    def close(self) -> None:
        """Save what is not saved and end the threads; the window may already be closed."""
        self._often.stop()
        self._store.update(window_state=self.views.window.layout_state())
        self._store.save()
        self.training.stop(END_WITHIN)
        self.runner.stop(END_WITHIN)
        self._exporter.stop(END_WITHIN)
        self.laboratory.stop(END_WITHIN)
        self._autosave.close()

    def is_busy(self) -> bool:
        """Whether a thread is still at work that cannot be interrupted."""
        compiling = self._compiling is not None and self._compiling.is_alive()
        return compiling or self.runner.alive or self._exporter.alive or self.laboratory.alive or self.training.alive

    def report_failure(self, sentence: str, details: str) -> None:
        """Something failed inside the program: one sentence, and the details to copy."""
        self._offer(sentence, details)

    def offer_crash_report(self, details: str) -> None:
        """The last run did not end in order."""
        text = QCoreApplication.translate("Desk", "The program did not end in order last time. Your work is here again.")
        self._offer(text, details)

    def _offer(self, sentence: str, details: str) -> None:
        box = QMessageBox(QMessageBox.Icon.Warning, "Transformador", sentence, QMessageBox.StandardButton.Close, self.views.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        if details:
            box.setDetailedText(details)
            copy = box.addButton(QCoreApplication.translate("Desk", "Copy details"), QMessageBox.ButtonRole.ActionRole)
            copy.clicked.connect(lambda: self.files.copy_text(details))
        for button in box.buttons():
            describe(button, button.text(), sentence)
        box.open()

    def _action_table(self) -> dict[str, Callable[[], object]]:
        controller, files, appearance, switches = self.controller, self.files, self.appearance, self.controller.switches
        menus = self.views.window.menus
        self._choices: dict[str, Callable[[str], object]] = {
            "tab": controller.set_tab,
            "scale": lambda scale: self._display(scale=scale),
            "color-map": lambda color_map: self._display(color_map=color_map),
            "theme": appearance.choose_theme,
            "language": appearance.choose_language,
            "preset": switches.choose_preset,
            "weights": switches.choose_weights,
            "norm": lambda norm: switches.change_config({"norm": norm}, QCoreApplication.translate("Desk", "layer norm")),
        }
        return {
            "new": files.new,
            "open": files.open,
            "save": files.save,
            "save-as": files.save_as,
            "export-picture": files.export_picture,
            "export-numbers": files.export_numbers,
            "undo": controller.undo,
            "redo": controller.redo,
            "copy-picture": files.copy_picture,
            "copy-numbers": files.copy_numbers,
            "copy-session": files.copy_session,
            "paste-session": files.paste_session,
            "copy-command": files.copy_command,
            "zoom-in": lambda: appearance.zoom(1),
            "zoom-out": lambda: appearance.zoom(-1),
            "zoom-reset": lambda: appearance.zoom(0),
            "presentation": lambda: appearance.present(on=menus.action("presentation").isChecked()),
            "reduce-motion": lambda: appearance.reduce_motion(on=menus.action("reduce-motion").isChecked()),
            "next-seed": switches.next_seed,
            "previous-layer": lambda: controller.step_layer(-1),
            "next-layer": lambda: controller.step_layer(1),
            "previous-head": lambda: controller.step_head(-1),
            "next-head": lambda: controller.step_head(1),
            "cancel": self._cancel,
            "reset-settings": self._ask_to_reset,
        }

    def _cancel(self) -> None:
        """Give up what is being computed: the experiment on top, or the pass."""
        if self.laboratory.running:
            self.laboratory.cancel()
        else:
            self.controller.cancel()

    def _display(self, *, scale: str | None = None, color_map: str | None = None) -> None:
        view = self.controller.document.view
        self.controller.set_display(scale or view.scale, color_map or view.color_map)
        self._remember_display(scale or view.scale, color_map or view.color_map)

    def _remember_display(self, scale: str, color_map: str) -> None:
        self._store.update(scale=scale, color_map=color_map)

    def _ask_to_reset(self) -> None:
        question = QCoreApplication.translate("Desk", "Put all settings back to what they were on the first day?")
        box = QMessageBox(QMessageBox.Icon.Question, "Transformador", question, parent=self.views.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        reset = box.addButton(QCoreApplication.translate("Desk", "Reset"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        for button in box.buttons():
            describe(button, button.text(), question)
        reset.clicked.connect(self._reset_settings)
        box.open()

    def _reset_settings(self) -> None:
        self._store.reset()
        self.appearance.reset()
        self.views.status.set_message(
            QCoreApplication.translate("Desk", "All settings are as on the first day; the old file is kept beside.")
        )

    def _mark(self, document: Document) -> None:
        """Let the menus show what is in use, and what undo would take back."""
        menus, history, config = self.views.window.menus, self.controller.history, document.config
        menus.set_undo_texts(history.undo_label, history.redo_label)
        menus.set_checked(f"tab:{document.view.tab}")
        menus.set_checked(f"scale:{document.view.scale}")
        menus.set_checked(f"color-map:{document.view.color_map}")
        for group, choice in (
            ("norm", config.norm),
            ("preset", preset_of(config)),
            ("weights", RANDOM if document.given is None else document.constructed),
        ):
            menus.mark_choice(group, choice)

    def _allow_before(self) -> None:
        reason = QCoreApplication.translate("Desk", "Nothing has been changed yet")
        self.views.window.menus.set_action_enabled("show-before", self.controller.has_before, reason)

    def _compile_once(self) -> None:
        """After the first picture: compile the kernels in the background; plain numpy serves until they are ready."""
        if self._compiling is None:
            self._compiling = threading.Thread(target=_compile, name="compile", daemon=True)
            # Not at once: the first picture is to be painted before the compiler takes its turns.
            QTimer.singleShot(200, self.views.window, self._start_compiling)

    def _start_compiling(self) -> None:
        if self._compiling is not None:
            self._compiling.start()
            self._often.timeout.connect(self._say_compiling)
            self._say_compiling()

    def _say_compiling(self) -> None:
        """Two seconds are felt on a first start, and a tenth on a warm one, in which there is nothing to say."""
        busy = self._compiling is not None and self._compiling.is_alive()
        text = QCoreApplication.translate("Desk", "preparing fast kernels …") if busy else None
        if text != self._said_compiling:  # another one when the language has been changed meanwhile
            self.views.status.set_message(text)
            self._said_compiling = text
        if not busy:
            self._often.timeout.disconnect(self._say_compiling)

    def _say_training_failed(self, text: str) -> None:
        self._failed_training = text
        self.views.banner.show_notice(text, "problem", ())

    def _say_training_did(self, text: str) -> None:
        """What went wrong there before stands no longer beside what went well."""
        self.views.banner.take_back(self._failed_training)
        self.views.status.set_message(text)

    def _save_settings(self) -> None:
        if self._store.changed:
            self._autosave.in_background(self._store.save)

    def _say_not_saved(self, error: InputError) -> None:
        self.views.banner.show_notice(i18n.explain(error), "problem", ())

    def _open_left_behind(self, action_id: str) -> None:
        path = self._autosave.left_behind()
        if action_id != "left-behind" or path is None:
            return
        self.views.banner.clear()
        try:
            document = self._autosave.adopt(path)
        except InputError as error:
            self._say_not_saved(error)
            return
        self.controller.load(document, QCoreApplication.translate("Desk", "work of another window"))

    def _say_problems(self) -> None:
        if self._autosave.left_behind() is not None:
            text = QCoreApplication.translate("Desk", "The work of another window is still there.")
            self.views.banner.show_notice(text, "info", (("left-behind", QCoreApplication.translate("Desk", "Open it")),))
        for problem in (self._store.problem, self._autosave.problem):
            if problem is not None:
                self.views.banner.show_notice(i18n.explain(problem), "problem", ())


def _compile() -> None:
    with in_background():
        try:
            compiled_kernels()
        except KernelsUnavailableError as error:
            log.warning("No compiled kernels here (%s); plain numpy computes everything.", error)


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = Parser(prog="main.py", description="Open the window.")
    parser.add_argument("file", nargs="?", type=str, help="a session, a text or weights to open")
    parser.add_argument("--reset-settings", action="store_true", help="start with the settings of a first start")
    parser.add_argument("--until-first-map", action="store_true", help="close as soon as the first map is painted, and say so")
    return parser.parse_args(list(argv))


def _quit_on_signals(app: QApplication, desk: Desk) -> None:
    """Ctrl+C and a polite kill close the window in order."""
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, lambda *_: desk.views.window.close())
        return
    reading, writing = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC) if hasattr(os, "pipe2") else os.pipe()
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: None)  # the pipe wakes the event loop; Python's own handler would not run in it
    notifier = QSocketNotifier(reading, QSocketNotifier.Type.Read, app)
    notifier.activated.connect(desk.views.window.close)
