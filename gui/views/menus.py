"""Menus: the QActions of the action table, in the menu bar."""

from __future__ import annotations

import html
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QFontMetrics, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from gui.views.action_table import ACTIONS, CONTEXT, HOLD_KEY, MENUS

WIDEST_PATH: Final = 420
"""Pixels that the path of a recent file may take; the middle of a longer one is left out, its tooltip shows all."""

_ROLES: Final = {
    "quit": QAction.MenuRole.QuitRole,
    "about": QAction.MenuRole.AboutRole,
}


class Menus(QObject):
    """The menu bar of `window`, and every action by its id."""

    triggered = Signal(str)
    """The id of the action that the person chose. Setting an action from code emits nothing."""
    recent_chosen = Signal(str)
    """The path of a recent file."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._menus: dict[str, QMenu] = {}
        self._actions: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._reasons: dict[str, str] = {}
        self._undo: str | None = None
        self._redo: str | None = None
        self._recent: tuple[str, ...] = ()
        self._make_menus()
        self._make_actions()
        self._menus["recent"].aboutToShow.connect(self._fill_recent)
        self.set_undo_texts(None, None)
        self.set_recent(())
        self.retranslate()

    def action(self, action_id: str) -> QAction:
        """The action with this id of the table."""
        return self._actions[action_id]

    def menu(self, menu_id: str) -> QMenu:
        """The menu with this id of the table."""
        return self._menus[menu_id]

    def set_action_enabled(self, action_id: str, enabled: bool, reason: str = "") -> None:
        """Allow an action or not; `reason`, in the person's language, says why not and is shown as its tooltip."""
        action = self._actions[action_id]
        reason = "" if enabled else reason
        if action.isEnabled() == enabled and self._reasons.get(action_id, "") == reason:
            return
        action.setEnabled(enabled)
        self._reasons[action_id] = reason
        self._set_tip(action_id)

    def set_undo_texts(self, undo: str | None, redo: str | None) -> None:
        """Say which change would be undone and which redone, in the person's language; None: there is none."""
        self._undo, self._redo = undo, redo
        pairs = (
            ("undo", undo, self.tr("&Undo"), self.tr("&Undo “{change}”"), self.tr("Nothing has been changed yet")),
            ("redo", redo, self.tr("&Redo"), self.tr("&Redo “{change}”"), self.tr("Nothing has been undone")),
        )
        for action_id, change, alone, template, reason in pairs:
            text = alone if change is None else template.format(change=_plain(change))
            if self._actions[action_id].text() != text:
                self._actions[action_id].setText(text)
            self.set_action_enabled(action_id, change is not None, reason)

    def set_checked(self, action_id: str, checked: bool = True) -> None:
        """Show a checkable action as on or off, or which one of a group is in use."""
        self._actions[action_id].setChecked(checked)

    def mark_choice(self, group: str, choice: str | None) -> None:
        """Show which action `group:choice` of a group is in use; none of them when the choice is not in the menu."""
        chosen = f"{group}:{choice}"
        for action in self._groups[group].actions():
            action.setChecked(action.objectName() == chosen)

    def set_recent(self, paths: tuple[str, ...] | list[str]) -> None:
        """Offer the files used last, newest first. Whether each is still there is asked when the menu opens."""
        self._recent = tuple(paths)
        self._menus["recent"].menuAction().setEnabled(bool(self._recent))

    def retranslate(self) -> None:
        """Put all static text into the present language."""
        for menu in MENUS:
            self._menus[menu.id].setTitle(_translated(menu.text))
        for spec in ACTIONS:
            text = _translated(spec.text)
            self._actions[spec.id].setText(f"{text}\t{HOLD_KEY}" if spec.id == "show-before" else text)
            self._set_tip(spec.id)
        self.set_undo_texts(self._undo, self._redo)

    def _make_menus(self) -> None:
        for spec in MENUS:
            menu = QMenu(self._window)
            menu.setObjectName(f"menu:{spec.id}")
            menu.setToolTipsVisible(True)
            self._menus[spec.id] = menu
            if not spec.parent:
                self._window.menuBar().addMenu(menu)

    def _make_actions(self) -> None:
        placed: set[str] = set()
        for spec in ACTIONS:
            action = QAction(self)
            action.setObjectName(spec.id)
            action.setMenuRole(_ROLES.get(spec.id, QAction.MenuRole.NoRole))
            action.setShortcuts([QKeySequence(keys) for keys in spec.shortcuts])
            action.setCheckable(spec.checkable or bool(spec.group))
            if spec.group:
                if spec.group not in self._groups:
                    self._groups[spec.group] = QActionGroup(self)
                    # "Optional": the model may have a norm, or be a mixture, that no entry of the menu stands for.
                    self._groups[spec.group].setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
                action.setActionGroup(self._groups[spec.group])
            action.triggered.connect(partial(self._emit, spec.id))
            self._actions[spec.id] = action
            menu = self._menus[spec.menu]
            self._place_submenus(spec.menu, "", placed)
            if spec.line:
                menu.addSeparator()
            menu.addAction(action)
            self._place_submenus(spec.menu, spec.id, placed)

    def _place_submenus(self, parent: str, after: str, placed: set[str]) -> None:
        for spec in MENUS:
            if spec.parent == parent and spec.after == after and spec.id not in placed:
                placed.add(spec.id)
                self._menus[parent].addMenu(self._menus[spec.id])
                self._place_submenus(parent, spec.id, placed)

    def _emit(self, action_id: str, *_checked: bool) -> None:
        self.triggered.emit(action_id)

    def _set_tip(self, action_id: str) -> None:
        spec = next(spec for spec in ACTIONS if spec.id == action_id)
        tip = self._reasons.get(action_id) or (_translated(spec.tip) if spec.tip else "")
        self._actions[action_id].setToolTip(f"<p>{html.escape(tip)}</p>" if tip else "")

    @Slot()
    def _fill_recent(self) -> None:
        menu = self._menus["recent"]
        menu.clear()
        metrics = QFontMetrics(menu.font())
        for path in self._recent:
            action = menu.addAction(_plain(metrics.elidedText(path, Qt.TextElideMode.ElideMiddle, WIDEST_PATH)))
            action.triggered.connect(partial(self._emit_recent, path))
            there = Path(path).is_file()
            action.setEnabled(there)
            tip = path if there else self.tr("This file is not there any more: {path}").format(path=path)
            action.setToolTip(f"<p>{html.escape(tip)}</p>")

    def _emit_recent(self, path: str, *_checked: bool) -> None:
        self.recent_chosen.emit(path)


def _translated(text: str) -> str:
    return QCoreApplication.translate(CONTEXT, text)


def _plain(text: str) -> str:
    """`text` for a menu, where & marks a letter and a tab begins the shortcut."""
    return text.replace("&", "&&").replace("\t", " ").replace("\n", " ")
