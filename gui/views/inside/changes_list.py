"""ChangesList: what is changed by hand, in words, each with a button that takes it back, and one for all."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.access import describe
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme


class ChangesList(QWidget):
    """Rows are made once and used again, so that the focus stays on the button that was pressed as long as there is a row."""

    undone = Signal(int)
    """The number, from 0, of the change to take back."""
    all_undone = Signal()
    emptied = Signal()
    """The row or the button that had the focus is gone, and no other row is left to take it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._changes: tuple[str, ...] = ()
        self._rows: list[_Row] = []
        self._heading = _wrapping("strong")
        self._undo_all = QPushButton()
        self._undo_all.setProperty("role", "small")
        self._undo_all.clicked.connect(self.all_undone)
        self._none, self._order = _wrapping("muted"), _wrapping("caption")
        heading = QHBoxLayout()
        heading.addWidget(self._heading, 1)
        heading.addWidget(self._undo_all, 0, Qt.AlignmentFlag.AlignTop)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(heading)
        self._column.addWidget(self._none)
        self._column.addWidget(self._order)
        self._column.addStretch(1)
        self.retranslate()
        self._set_spacing()

    def set_changes(self, changes: tuple[str, ...]) -> None:
        """The changes, one sentence each."""
        if changes != self._changes:
            self._changes = changes
            self._show()

    def accessible_text(self) -> str:
        """All of them in one text."""
        return " ".join(f"{change}." for change in self._changes) or self._none.text()

    def set_theme(self, theme: Theme) -> None:
        """Sizes at the present zoom; colours come with the stylesheet."""
        if theme != self._theme:
            self._theme = theme
            self._set_spacing()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._undo_all.setText(self.tr("Undo all"))
        describe(self._undo_all, self.tr("Undo all"), self.tr("Everything is computed again as the weights say."))
        self._none.setText(self.tr("Nothing is changed by hand: everything is computed from the weights."))
        self._order.setText(
            self.tr(
                "In one head the forced pattern comes first, then the cells set by hand, then the factor. What is off adds nothing."
            )
        )
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _show(self) -> None:
        changes = self._changes
        while len(self._rows) < len(changes):
            self._add_row(len(self._rows))
        for change, row in zip(changes, self._rows, strict=False):
            row.words.setText(change)
            row.button.setText(self.tr("Undo"))
            describe(row.button, self.tr("Undo “{change}”").format(change=change), self.tr("Takes back this change alone."))
            row.show()
        for row in self._rows[len(changes) :]:
            if row.button.hasFocus() and changes:
                self._rows[len(changes) - 1].button.setFocus()
            elif row.button.hasFocus():
                self.emptied.emit()
            row.hide()
        if not changes and self._undo_all.hasFocus():
            self.emptied.emit()
        self._undo_all.setEnabled(bool(changes))
        self._heading.setText(self.tr("Changed by hand: {number}").format(number=integer(len(changes))))
        self._none.setVisible(not changes)
        self._order.setVisible(bool(changes))

    def _add_row(self, number: int) -> None:
        row = _Row(self)
        row.button.clicked.connect(lambda: self.undone.emit(number))
        self._rows.append(row)
        self._column.insertWidget(self._column.indexOf(self._none), row)

    def _set_spacing(self) -> None:
        self._column.setSpacing(self._theme.px(8))


class _Row(QWidget):
    """One change in words, and the button that takes it back."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = _wrapping()
        self.button = QPushButton(self)
        self.button.setProperty("role", "small")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.words, 1)
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)


def _wrapping(role: str = "") -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if role:
        label.setProperty("role", role)
    return label


def _example() -> QWidget:
    widget = ChangesList()
    widget.set_changes(("Layer 1, head 2: off", "Layer 3: attention off"))
    return widget


if __name__ == "__main__":
    from gui.preview import show

    show(_example)
