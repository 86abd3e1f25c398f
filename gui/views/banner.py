"""A notice above the work: what happened, what it costs or what is wrong, and at most two things to do about it."""

from __future__ import annotations

from typing import Final, Literal

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from gui.access import announce, describe
from gui.theme.icons import icon
from gui.theme.theme import LIGHT, Theme

Kind = Literal["info", "problem", "cost"]
ACTIONS: Final = 2


class Banner(QFrame):
    """Hidden until there is something to say. The text is the person's or a file's in part, so it is never taken for mark-up."""

    action_chosen = Signal(str)
    """The id of the action whose button was pressed. The notice stays until `clear` or the next notice."""
    closed = Signal()
    """The person has closed the notice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._kind: Kind = "info"
        self._shown: tuple[str, Kind, tuple[tuple[str, str], ...]] | None = None
        self._ids: list[str] = []
        self._mark = QLabel()
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._buttons = [QPushButton() for _ in range(ACTIONS)]
        self._close = QToolButton()
        self._close.setProperty("role", "plain")
        self._close.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._close.clicked.connect(self._on_closed)
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self._mark)
        self._layout.addWidget(self._text, 1)
        for number, button in enumerate(self._buttons):
            button.clicked.connect(lambda _checked=False, number=number: self.action_chosen.emit(self._ids[number]))
            button.hide()
            self._layout.addWidget(button)
        self._layout.addWidget(self._close)
        self.setProperty("role", self._kind)
        self.retranslate()
        self.set_theme(self._theme)
        self.hide()

    def show_notice(self, text: str, kind: Kind, actions: tuple[tuple[str, str], ...] = ()) -> None:
        """Show `text`; `actions` are pairs of an id and a label, the first one being what most people will want."""
        if (text, kind, actions) == self._shown:
            return
        if len(actions) > ACTIONS:
            raise ValueError(f"a notice has at most {ACTIONS} actions, not {len(actions)}")
        self._shown = (text, kind, actions)
        self._text.setText(text)
        self._ids = [identifier for identifier, _ in actions]
        for number, button in enumerate(self._buttons):
            label = actions[number][1] if number < len(actions) else ""
            button.setText(label.replace("&", "&&"))
            describe(button, label, text)
            button.setVisible(bool(label))
        if kind != self._kind:
            self._kind = kind
            self.setProperty("role", kind)
            self.style().unpolish(self)
            self.style().polish(self)
        self._set_mark()
        describe(self, self._kind_in_words(), text)
        self.show()
        announce(self, text)

    def take_back(self, text: str) -> None:
        """Nothing to say any more, if this is still what it says."""
        if self._shown is not None and self._shown[0] == text:
            self.clear()

    def clear(self) -> None:
        """Nothing to say any more."""
        if self._shown is not None:
            self._shown = None
            self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._theme = theme
        self._layout.setContentsMargins(theme.px(12), theme.px(6), theme.px(6), theme.px(6))
        self._layout.setSpacing(theme.px(8))
        self._close.setIcon(icon("close", theme.muted))
        self._set_mark()

    def retranslate(self) -> None:
        """Set every text of its own in the language of now."""
        close = self.tr("Close this notice")
        describe(self._close, close, self.tr("Hides the notice; nothing else changes."))
        self._close.setToolTip(close)
        describe(self, self._kind_in_words(), self._text.text() or self.tr("There is no notice now."))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._on_closed()
        else:
            super().keyPressEvent(event)

    def _on_closed(self) -> None:
        self.clear()
        self.closed.emit()

    def _kind_in_words(self) -> str:
        words = {"info": self.tr("Notice"), "problem": self.tr("Problem"), "cost": self.tr("Cost")}
        return words[self._kind]

    def _set_mark(self) -> None:
        color = {"info": self._theme.accent, "problem": self._theme.key, "cost": self._theme.norm}[self._kind]
        size = self._theme.px(18)
        self._mark.setPixmap(icon("info" if self._kind == "info" else "warning", color).pixmap(size, size))
        self._mark.setFixedWidth(size)


def _example() -> QWidget:
    banner = Banner()
    banner.show_notice(
        "512 tokens × 12 layers × 12 heads need 144 MiB for the maps alone.", "cost", (("run", "Compute"), ("cancel", "Not now"))
    )
    return banner


if __name__ == "__main__":
    from gui.preview import show

    show(_example)
