"""The foot of the panel: the explanation of what is pointed at, or why a request was not applied and what to do instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gui.access import announce, describe, tooltip
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme

_MOST_CHOICES: Final = 4
LINES: Final = 3
"""Lines kept for an explanation. Only a problem, which has to be read whole, may take more."""
_MOST_LINES: Final = 8
_LINE: Final = 15
_ABOVE: Final = 5
_SIDES: Final = 12
_BUTTONS: Final = 28


def wrapped(text: str, font: QFont, width: int) -> list[str]:
    """The lines of `text` in a column of `width` pixels."""
    return [line for paragraph in text.split("\n") for line in _wrapped_paragraph(paragraph, font, width)]


def _wrapped_paragraph(text: str, font: QFont, width: int) -> list[str]:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    lines = []
    # Qt counts UTF-16 units.
    units = text.encode("utf-16-le")
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1, width))
        start, end = line.textStart() * 2, (line.textStart() + line.textLength()) * 2
        lines.append(units[start:end].decode("utf-16-le", "replace").rstrip())
    layout.endLayout()
    return lines


class Footer(QWidget):
    """Keeps its height whatever it explains; a problem makes it grow upwards, over the end of the panel."""

    choice_taken = Signal(object)
    """One of the legal choices offered with a problem."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = LIGHT
        self._hints: tuple[str, ...] = ()
        self._problem: str | None = None
        self._choices: tuple[int | str, ...] = ()
        self._said = ""
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._label.setProperty("role", "caption")
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._buttons = [QPushButton() for _ in range(_MOST_CHOICES)]
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._label, 1)
        line = QHBoxLayout()
        for index, button in enumerate(self._buttons):
            button.setProperty("role", "small")
            button.clicked.connect(lambda _=False, index=index: self.choice_taken.emit(self._choices[index]))
            button.hide()
            line.addWidget(button)
        line.addStretch(1)
        self._column.addLayout(line)
        self.retranslate()

    def set_hint(self, hints: Sequence[str]) -> None:
        """What the control that is pointed at does, in several wordings: the first that fits is shown."""
        if tuple(hints) != self._hints:
            self._hints = tuple(hints)
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
        """What is said now, whole."""
        return self._said

    def set_theme(self, theme: Theme) -> None:
        """Sizes."""
        self._theme = theme
        self._label.setFont(theme.font("caption"))
        self._column.setContentsMargins(theme.px(_SIDES), theme.px(_ABOVE) + 1, theme.px(_SIDES), theme.px(_ABOVE))
        self._column.setSpacing(theme.px(4))
        self._show()

    def usual_height(self) -> int:
        """The height while there is no problem."""
        return LINES * self._theme.px(_LINE) + 2 * self._theme.px(_ABOVE) + 1

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap to the new width."""
        if event.size().width() != event.oldSize().width():
            self._show()

    def _show(self) -> None:
        if self._problem is None:
            idle = self.tr("Point at a control to read what it does, or at a symbol to see its part of the diagram.")
            self._put(self._hints or (idle,), LINES)
            self.setFixedHeight(self.usual_height())
        else:
            lines = self._put((self.tr("Not applied: {problem}").format(problem=self._problem),), _MOST_LINES)
            needed = lines * self._theme.px(_LINE) + 2 * self._theme.px(_ABOVE) + 1
            needed += self._theme.px(_BUTTONS) if self._choices else 0
            self.setFixedHeight(max(self.usual_height(), needed))
        role = "caption" if self._problem is None else "key"
        if self._label.property("role") != role:
            self._label.setProperty("role", role)
            self._label.style().unpolish(self._label)
            self._label.style().polish(self._label)
        for choice, button in zip(self._choices, self._buttons, strict=False):
            button.setText(integer(choice) if isinstance(choice, int) else choice)
            describe(button, button.text(), self.tr("Use this legal choice instead."))

    def _put(self, wordings: Sequence[str], most: int) -> int:
        """Show the first wording that fits into `most` lines, or the last one as far as it goes; how many lines it takes."""
        font = self._theme.font("caption", bold=self._problem is not None)
        width = self.width() - 2 * self._theme.px(_SIDES)
        lines: list[str] = []
        for text in wordings:
            self._said, lines = text, wrapped(text, font, width)
            if len(lines) <= most:
                break
        cut = len(lines) > most
        if cut:
            rest = " ".join(lines[most - 1 :])
            lines[most - 1 :] = [QFontMetrics(font).elidedText(rest, Qt.TextElideMode.ElideRight, width)]
        self._label.setText("\n".join(lines))
        self._label.setAccessibleName(self._said)
        self._label.setToolTip(tooltip(self._said) if cut else "")
        return len(lines)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)
