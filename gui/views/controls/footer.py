"""The foot of the panel: the explanation of what is pointed at, or why a request was not applied and what to do instead."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gui.access import announce, describe
from gui.i18n import integer
from gui.theme.theme import Theme

_MOST_CHOICES = 4
_HEIGHT = 108


class Footer(QWidget):
    """Keeps its height whatever it says."""

    choice_taken = Signal(object)
    """One of the legal choices offered with a problem."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._hint = ""
        self._problem: str | None = None
        self._choices: tuple[int | str, ...] = ()
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._label.setProperty("role", "caption")
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._buttons = [QPushButton() for _ in range(_MOST_CHOICES)]
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._label, 1)
        line = QHBoxLayout()
        for index, button in enumerate(self._buttons):
            button.clicked.connect(lambda _=False, index=index: self.choice_taken.emit(self._choices[index]))
            button.hide()
            line.addWidget(button)
        line.addStretch(1)
        self._column.addLayout(line)
        self.retranslate()

    def set_hint(self, text: str) -> None:
        """What the control that is pointed at does."""
        if text != self._hint:
            self._hint = text
            self._show()

    def set_problem(self, message: str | None, choices: tuple[int | str, ...] = ()) -> None:
        """Say why the last request was not applied; None: there is no problem."""
        if (message, choices) == (self._problem, self._choices):
            return
        self._problem, self._choices = message, choices[:_MOST_CHOICES]
        for index, button in enumerate(self._buttons):
            button.setVisible(index < len(self._choices))
        self._show()
        if message is not None:
            announce(self, message)

    def text(self) -> str:
        """What is said now."""
        return self._label.text()

    def set_theme(self, theme: Theme) -> None:
        """Sizes."""
        self.setFixedHeight(theme.px(_HEIGHT))
        self._label.setFont(theme.font("caption"))
        self._column.setContentsMargins(theme.px(14), theme.px(7), theme.px(14), theme.px(7))
        self._column.setSpacing(theme.px(4))

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._show()

    def _show(self) -> None:
        if self._problem is None:
            text = self._hint or self.tr("Point at a control to read what it does, or at a symbol to see its part of the diagram.")
        else:
            text = self.tr("Not applied: {problem}").format(problem=self._problem)
        role = "caption" if self._problem is None else "key"
        if self._label.property("role") != role:
            self._label.setProperty("role", role)
            self._label.style().unpolish(self._label)
            self._label.style().polish(self._label)
        self._label.setText(text)
        self._label.setToolTip(text if self._problem is not None else "")
        for choice, button in zip(self._choices, self._buttons, strict=False):
            button.setText(integer(choice) if isinstance(choice, int) else choice)
            describe(button, button.text(), self.tr("Use this legal choice instead."))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)
