"""SentenceEditor: the editor inside the sentence box. It keeps every character, and leaves undo to the application."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QFocusEvent, QKeyEvent, QKeySequence, QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

CHARACTER_LIMIT: Final = 100_000
"""More characters than this are not put into the box: laying out their line would stop the window for a moment at every key."""
LONG_TEXT: Final = 8_000
"""From this many characters on, lines break anywhere: looking for word boundaries in one long word takes quadratic time."""

_LINE_ENDS: Final = str.maketrans({"\u2029": "\n", "\ufdd0": "\n", "\ufdd1": "\n", "\r": "\n"})
_LETTERS_OF_THE_EDITOR: Final = frozenset({Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X})


def kept(text: str) -> str:
    """`text` as the box can hold it: every kind of paragraph end is a line feed, half surrogate pairs are gone, the rest stays."""
    text = text.replace("\r\n", "\n").translate(_LINE_ENDS)
    return text.encode("utf-16", "ignore").decode("utf-16") if not text.isascii() else text


def utf16_length(text: str) -> int:
    """Length of `text` in the units that Qt counts in: a character beyond U+FFFF takes two (case B02)."""
    return len(text) + sum(char > "\uffff" for char in text) if not text.isascii() else len(text)


class SentenceEditor(QPlainTextEdit):
    """The editor inside the box."""

    focus_changed = Signal(bool)
    resized = Signal()
    refused = Signal(int)
    """A paste would have made the text this many characters long."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("sentence")
        self.setProperty("role", "bare")  # the frame round the editor is painted by the box, so that it has the box's padding
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)

    def text(self) -> str:
        """The text with all its characters: toPlainText() would turn no-break spaces and U+2028 into others (case B08)."""
        return self.document().toRawText().replace("\u2029", "\n")

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._belongs_to_the_window(event):
            event.ignore()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.InsertLineSeparator):
            self.textCursor().insertText("\n")  # Shift+Enter would put in U+2028, which is not what a person means
            self.ensureCursorVisible()
            return
        if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
            event.ignore()
            return
        super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = kept(source.text())
        cursor = self.textCursor()
        length = len(self.text()) - len(cursor.selectedText()) + len(text)
        if length > CHARACTER_LIMIT:
            self.refused.emit(length)
            return
        if length > LONG_TEXT:
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        cursor.insertText(text)
        self.ensureCursorVisible()

    def is_scrolled(self) -> bool:
        """Whether the first line is above the box, whatever the scroll bar says."""
        return self.firstVisibleBlock().blockNumber() > 0 or self.contentOffset().y() < 0

    def show_first_line(self) -> None:
        """Scroll to the beginning. Where Qt scrolled a lower box, its bar says 0 of 0 now, and setting it to 0 does nothing."""
        self.verticalScrollBar().setValue(0)
        self.scrollContentsBy(0, 0)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() and not source.hasUrls()

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(self.textCursor().selectedText().replace("\u2029", "\n"))
        return data

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.ignore()  # a file is for the window
            return
        super().dragEnterEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in menu.actions():
            if action.objectName() in ("edit-undo", "edit-redo"):
                menu.removeAction(action)
        menu.popup(event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def _belongs_to_the_window(self, event: QKeyEvent) -> bool:
        """Undo and redo, and every Ctrl+letter but those that every editor has, are shortcuts of the window."""
        if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
            return True
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        return Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z and event.key() not in _LETTERS_OF_THE_EDITOR
