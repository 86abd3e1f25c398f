"""ChangesLine: what is changed by hand, above every page, with one click to take it back. Not there while nothing is changed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from gui.access import announce, describe
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme
from gui.views.wrapped_words import Words


class ChangesLine(QWidget):
    """One line; what does not fit ends in … and is in its tooltip and its description."""

    undone = Signal()
    """All changes are to be taken back."""
    opened = Signal()
    """The page where they are made is wanted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._changes: tuple[str, ...] = ()
        self.setProperty("role", "notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._wanted = True
        self._words, self._show, self._undo = Words(1, "control"), QPushButton(), QPushButton()
        for button, signal in ((self._show, self.opened), (self._undo, self.undone)):
            button.setProperty("role", "small")
            button.clicked.connect(signal)
        row = self._row = QHBoxLayout(self)
        row.addWidget(self._words, 1)
        row.addWidget(self._show)
        row.addWidget(self._undo)
        self.hide()
        self._set_spacing()
        self.retranslate()

    def set_changes(self, changes: tuple[str, ...]) -> None:
        """The changes, one sentence each."""
        if changes == self._changes:
            return
        self._changes = changes
        self._say()
        self._appear()
        if changes and self._wanted:
            announce(self, self._text())

    def set_wanted(self, wanted: bool) -> None:
        """Whether it is to be there at all: not on the page that lists the changes itself."""
        self._wanted = wanted
        self._appear()

    def set_theme(self, theme: Theme) -> None:
        """Take sizes, and the colour of the words; other colours come with the style sheet."""
        if theme != self._theme:
            self._theme = theme
            self._words.set_theme(theme)
            self._set_spacing()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._show.setText(self.tr("Show"))
        self._undo.setText(self.tr("Undo all"))
        describe(self._show, self.tr("Show the changes"), self.tr("Opens the page on which heads are changed by hand"))
        describe(self._undo, self.tr("Undo all changes"), self.tr("Every head computes again as its weights say"))
        self._say()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _appear(self) -> None:
        self.setVisible(bool(self._changes) and self._wanted)

    def _text(self) -> str:
        listed = " · ".join(self._changes)
        if len(self._changes) < 2:
            return self.tr("Changed by hand: {list}").format(list=listed)
        return self.tr("Changed by hand ({number}): {list}").format(number=integer(len(self._changes)), list=listed)

    def _say(self) -> None:
        text = self._text()
        self._words.set_text(text)
        describe(self, self.tr("Changed by hand"), text)

    def _set_spacing(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(12), px(4), px(10), px(4))
        self._row.setSpacing(px(8))
