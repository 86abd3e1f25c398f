"""Which length the ledger counts: the sentence's, or any number typed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from gui.access import announce, describe
from gui.i18n import integer, parse_integer
from gui.theme.theme import LIGHT, Theme

FIELD: Final = 40
"""Least width of the field at zoom 1; a longer number can be read by moving through it."""
LARGEST: Final = 10**12
"""Longest length that can be typed: counting has no limit, but a line of text has."""


class LengthChooser(QWidget):
    """Follow the sentence, type a number, or double it. Numbers far above what can be computed are welcome: counting is free."""

    length_chosen = Signal(object)
    """int, or None to follow the sentence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value: int | None = None
        self._sentence = 0
        self._caption = QLabel(self)
        self._caption.setProperty("role", "caption")
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        self._follow = QPushButton(self)
        self._follow.setCheckable(True)
        self._follow.setChecked(True)
        self._field = QLineEdit(self)
        self._double = QPushButton(self)
        self._problem = QLabel(self)
        self._problem.setProperty("role", "problem")
        self._problem.setWordWrap(True)
        self._problem.setTextFormat(Qt.TextFormat.PlainText)
        self._problem.hide()
        self._caption.setBuddy(self._field)
        for button in (self._follow, self._double):
            button.setProperty("role", "small")
        self._row = QHBoxLayout()
        self._row.addWidget(self._caption)
        self._row.addWidget(self._field, 1)
        self._row.addWidget(self._double)
        self._row.addWidget(self._follow)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._row)
        self._column.addWidget(self._problem)
        self._follow.clicked.connect(self._follow_clicked)
        self._double.clicked.connect(self._double_clicked)
        self._field.textEdited.connect(self._typed)
        self._field.editingFinished.connect(self._finished)
        self.retranslate()
        self.set_theme(LIGHT)
        self._show_length()

    @property
    def length(self) -> int:
        """The length counted now."""
        return self._sentence if self._value is None else self._value

    def set_length(self, value: int | None, sentence_length: int) -> None:
        """What is counted: `value` tokens, or None for the sentence's `sentence_length`."""
        if (value, sentence_length) == (self._value, self._sentence):
            return
        self._value, self._sentence = value, sentence_length
        self._show_length()

    def set_theme(self, theme: Theme) -> None:
        """Sizes at the present zoom; colours come from the application's stylesheet."""
        self._row.setSpacing(theme.px(4))
        self._field.setMinimumWidth(theme.px(FIELD))
        self._column.setSpacing(theme.px(4))

    def retranslate(self) -> None:
        """Set all texts again in the language in use."""
        self._caption.setText(self.tr("Tokens"))
        self._double.setText("×\N{NARROW NO-BREAK SPACE}2")
        self._double.setToolTip(self.tr("Twice as long"))
        describe(self._double, self.tr("Twice as long"), self.tr("Counts a sentence of twice the length"))
        describe(self._field, self.tr("Tokens counted"), self.tr("Any number of tokens, also more than can be computed"))
        self._follow.setText(self.tr("sentence"))
        self._follow.setToolTip(self.tr("Count the sentence that is typed above"))
        self._describe_follow()

    def _show_length(self) -> None:
        if parse_integer(self._field.text()) != self.length or not self._field.hasFocus():
            self._field.setText(integer(self.length))
        self._show_problem("")
        self._follow.setChecked(self._value is None)
        self._double.setEnabled(0 < 2 * self.length <= LARGEST)
        self._describe_follow()

    def _describe_follow(self) -> None:
        name = self.tr("the sentence’s ({length})").format(length=integer(self._sentence))
        describe(self._follow, name, self._follow.toolTip())

    def _show_problem(self, text: str) -> None:
        if text != self._problem.text() or self._problem.isHidden() == bool(text):
            self._problem.setText(text)
            self._problem.setVisible(bool(text))
            self._field.setProperty("problem", bool(text))
            self._field.style().unpolish(self._field)
            self._field.style().polish(self._field)
            announce(self._field, text)

    def _follow_clicked(self) -> None:
        self._follow.setChecked(True)
        self._show_problem("")
        self._field.setText(integer(self._sentence))
        if self._value is not None:
            self.length_chosen.emit(None)

    def _double_clicked(self) -> None:
        self.length_chosen.emit(2 * self.length)

    def _typed(self, text: str) -> None:
        number = parse_integer(text)
        if number is None or not 0 <= number <= LARGEST:
            wanted = self.tr("Type a whole number of tokens from 0 to {limit}.")
            self._show_problem(wanted.format(limit=integer(LARGEST)) if text.strip() else "")
            return
        self._show_problem("")
        if number != self._value:
            self.length_chosen.emit(number)

    def _finished(self) -> None:
        """Leave the field tidy: a number in groups, or the length in force when what stands there is none."""
        self._show_problem("")
        self._field.setText(integer(self.length))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self._field.setText(integer(self.length))


if __name__ == "__main__":
    from gui.preview import show

    show(LengthChooser)
