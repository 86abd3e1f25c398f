"""Every dialog: each control says what it is and what it does, and everything is reached by keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog, QPushButton

from gui.access import accessible_controls
from gui.app import Desk
from gui.views.help_dialogs import DIALOGS

OURS = ("caution", "reset-settings", "crash", "failure")


def opened(desk: Desk, name: str) -> QDialog:
    """The dialog that `name` opens, as a person opens it."""
    if name == "caution":
        desk.views.status.findChildren(QPushButton)[-1].click()
    elif name == "crash":
        desk.offer_crash_report("line 1\nline 2")
    elif name == "failure":
        desk.report_failure("Something failed.", "")
    else:
        desk.views.window.menus.action(name).trigger()
    QApplication.processEvents()
    [dialog] = [dialog for dialog in desk.views.window.findChildren(QDialog) if dialog.isVisible()]
    return dialog


def close(dialog: QDialog) -> None:
    """Away with it, at once."""
    dialog.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", [*DIALOGS, *OURS])
def test_b99_every_control_of_every_dialog_has_a_name_and_a_description(desk: Desk, name: str, language: str) -> None:
    """In both languages; the details of a failure are a control too, once they are shown."""
    desk.act(f"language:{language}")
    QApplication.processEvents()
    dialog = opened(desk, name)
    for button in dialog.findChildren(QPushButton):
        if name == "crash" and button.text().endswith("..."):
            button.click()  # Qt's own “Show Details...”, which brings up a field with the text
    found = list(accessible_controls(dialog))
    nameless = [f"{type(w).__name__} {w.objectName()}" for w in found if not (w.accessibleName() and w.accessibleDescription())]
    bare = [w.accessibleName() for w in found if "&" in w.accessibleName()]
    title = dialog.windowTitle()
    close(dialog)
    desk.act("language:en")
    QApplication.processEvents()
    assert title
    assert len(found) >= 1
    assert nameless == []
    assert bare == []
