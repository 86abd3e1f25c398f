"""SentenceBox: where the sentence is typed. It grows to four lines, keeps every character, and leaves undo to the application."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QLabel, QTextEdit, QVBoxLayout, QWidget

from gui.access import announce, describe
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme
from gui.views.sentence_editor import CHARACTER_LIMIT, LONG_TEXT, SentenceEditor, kept, utf16_length

MOST_LINES: Final = 4
"""Lines shown at once; a longer sentence scrolls."""
_ABOVE: Final = 11
_BELOW: Final = 5
_SLACK: Final = 6


class SentenceBox(QWidget):
    """A frame round the editor, and under it one line for what is wrong with the sentence.

    Enter and Shift+Enter both put in a line end, which counts as white space for words and as a token for characters and
    bytes. Tab and Shift+Tab leave the box.
    """

    text_edited = Signal(str)
    """The person changed the text; not emitted by `set_text`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._text = ""
        self._lines = 1
        self._quiet = self._sizing = False
        self._query: tuple[int, int] | None = None
        self._key: tuple[int, int] | None = None
        self.editor = SentenceEditor(self)
        self._problem = QLabel(self)
        self._problem.setObjectName("sentenceProblem")
        self._problem.setProperty("role", "problem")
        self._problem.setTextFormat(Qt.TextFormat.PlainText)
        self._problem.setWordWrap(True)
        self._problem.hide()
        self._layout = QVBoxLayout(self)
        self._layout.addWidget(self.editor)
        self._layout.addWidget(self._problem)
        self.setFocusProxy(self.editor)
        self.editor.textChanged.connect(self._read)
        self.editor.focus_changed.connect(self._repaint)
        self.editor.refused.connect(self._refuse)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._settle)
        self.editor.resized.connect(self._later.start)
        # A text that replaces another is laid out after textChanged; only then is its number of lines known.
        self.editor.updateRequest.connect(self._follow_lines)
        self.set_theme(LIGHT)
        self.retranslate()

    def one_line_height(self) -> int:
        """Height of the frame round a sentence of one line: for what stands beside it."""
        return self.editor.fontMetrics().lineSpacing() + sum(self._theme.px(part) for part in (_ABOVE, _SLACK, _BELOW))

    def text(self) -> str:
        """The sentence, line ends as line feeds."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show `text` without emitting `text_edited`. Only what differs is replaced: the cursor stays where it makes sense."""
        text = kept(text)
        if text == self._text:
            return
        old = self._text
        start = 0
        end = 0
        if len(text) <= LONG_TEXT and len(old) <= LONG_TEXT:
            shorter = min(len(old), len(text))
            while start < shorter and old[start] == text[start]:
                start += 1
            while end < shorter - start and old[-1 - end] == text[-1 - end]:
                end += 1
        if len(text) > LONG_TEXT:
            self.editor.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self._quiet = True
        try:
            cursor = self.editor.textCursor()
            cursor.setPosition(utf16_length(old[:start]))
            cursor.setPosition(utf16_length(old[: len(old) - end]), QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(text[start : len(text) - end])
            self.editor.setTextCursor(cursor)
        finally:
            self._quiet = False
        self._follow_lines()

    def show_error(self, message: str | None) -> None:
        """Say under the box what is wrong with the sentence; the text itself stays as it is. None: nothing is wrong."""
        message = message or ""
        if message == self._problem.text():
            return
        self._problem.setText(message)
        self._problem.setVisible(bool(message))
        self._set_margins()
        self._describe()
        announce(self.editor, message)
        self.update()

    def select_span(self, start: int | None, end: int | None) -> None:
        """Highlight the code points `start` … `end` (not counted) in the query's colour; None removes the highlight."""
        self.set_spans(None if start is None or end is None else (start, end), None)

    def set_spans(self, query: tuple[int, int] | None, key: tuple[int, int] | None) -> None:
        """Highlight the span of the query and that of the key, each from its start to its end in code points."""
        if (query, key) == (self._query, self._key):
            return
        self._query, self._key = query, key
        self._highlight()

    def highlighted(self) -> tuple[str, ...]:
        """The texts that are highlighted now: the query's, then the key's."""
        return tuple(selection.cursor.selectedText().replace("\u2029", "\n") for selection in self.editor.extraSelections())

    def set_theme(self, theme: Theme) -> None:
        """Take over colours, type and zoom."""
        self._theme = theme
        self._layout.setSpacing(theme.px(_BELOW + 6))
        self._set_margins()
        self.editor.setFont(theme.font("sentence"))
        self._problem.setFont(theme.font("control"))
        self._set_height()
        self._highlight()
        self.update()

    def retranslate(self) -> None:
        """Put all static text into the present language."""
        self.editor.setPlaceholderText(self.tr("Type or paste a sentence"))
        self.editor.setToolTip(self.tr("Enter makes a new line. Tab goes on to the tokens."))
        self._describe()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        focused = self.editor.hasFocus()
        width = theme.px(2) if focused else 1
        color = theme.accent if focused else theme.border
        if self._problem.text() and not focused:
            color = self._problem_color()
        frame = QRectF(0, 0, self.width(), self.editor.geometry().bottom() + 1 + self._theme.px(_BELOW))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, width))
        painter.setBrush(theme.surface)
        painter.drawRoundedRect(frame.adjusted(width / 2, width / 2, -width / 2, -width / 2), theme.px(8), theme.px(8))
        painter.end()

    def _problem_color(self) -> QColor:
        return self._problem.palette().color(QPalette.ColorRole.WindowText)

    def _describe(self) -> None:
        describe(
            self.editor,
            self.tr("Sentence"),
            self._problem.text() or self.tr("The text that the model reads. Enter makes a new line; Tab goes on to the tokens."),
        )

    @Slot()
    def _read(self) -> None:
        text = self.editor.text()
        if text == self._text:
            return  # an input method shows letters that are not part of the text yet
        was_long = len(self._text) > LONG_TEXT
        self._text = text
        if was_long != (len(text) > LONG_TEXT):
            mode = QTextOption.WrapMode
            self.editor.setWordWrapMode(mode.WrapAtWordBoundaryOrAnywhere if was_long else mode.WrapAnywhere)
        self._follow_lines()
        if self._query is not None or self._key is not None:
            self.set_spans(None, None)
        if not self._quiet:
            self.text_edited.emit(text)

    @Slot(int)
    def _refuse(self, length: int) -> None:
        self.show_error(
            self.tr("Nothing was pasted: the text would be {length} characters long, and {limit} is the most.").format(
                length=integer(length), limit=integer(CHARACTER_LIMIT)
            )
        )

    @Slot()
    def _repaint(self) -> None:
        self.update()

    @Slot()
    def _follow_lines(self) -> None:
        """QPlainTextDocumentLayout gives its height in lines; its signal leaves out some changes, so it is asked.

        While the box changes its own size, Qt has laid out some of the lines only and counts too few; it is asked again later.
        """
        if self._sizing:
            self._later.start()
            return
        lines = max(1, min(MOST_LINES + 1, round(self.editor.document().documentLayout().documentSize().height())))
        if lines != self._lines:
            self._lines = lines
            self._set_height()
        if lines <= MOST_LINES and self.editor.is_scrolled():
            self._later.start()

    def _set_margins(self) -> None:
        side, below = self._theme.px(14), 2 if self._problem.text() else _BELOW
        self._layout.setContentsMargins(side, self._theme.px(_ABOVE), side, self._theme.px(below))

    def _set_height(self) -> None:
        lines = min(self._lines, MOST_LINES)
        # some room beyond the lines, so that a line with a taller fallback glyph neither scrolls nor makes the box jump
        slack = self._theme.px(_SLACK) if self._lines <= MOST_LINES else 0
        height = lines * self.editor.fontMetrics().lineSpacing() + slack
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if self._lines > MOST_LINES else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._sizing = True
        if self.editor.height() != height or self.editor.minimumHeight() != height:
            self.editor.setFixedHeight(height)
        self.editor.setVerticalScrollBarPolicy(policy)
        self._sizing = False

    @Slot()
    def _settle(self) -> None:
        """With all lines laid out: the height they take, and the text scrolled anew if it was scrolled for a lower box."""
        self._follow_lines()
        if self.editor.is_scrolled():
            self.editor.show_first_line()
        if self._lines > MOST_LINES:
            self.editor.ensureCursorVisible()

    def _highlight(self) -> None:
        theme = self._theme
        spans = (
            (self._query, theme.query, QTextCharFormat.UnderlineStyle.SingleUnderline),
            (self._key, theme.key, QTextCharFormat.UnderlineStyle.DashUnderline),
        )
        selections = []
        for span, color, underline in spans:
            if span is None:
                continue
            cursor = QTextCursor(self.editor.document())
            cursor.setPosition(utf16_length(self._text[: span[0]]))
            cursor.setPosition(utf16_length(self._text[: span[1]]), QTextCursor.MoveMode.KeepAnchor)
            tint = QColor(color)
            tint.setAlpha(48)
            selection = QTextEdit.ExtraSelection()
            selection.cursor = cursor
            selection.format.setBackground(tint)
            selection.format.setUnderlineStyle(underline)
            selection.format.setUnderlineColor(color)
            selections.append(selection)
        self.editor.setExtraSelections(selections)


if __name__ == "__main__":
    from gui.preview import show

    def _example() -> SentenceBox:
        box = SentenceBox()
        box.set_text("The keys to the cabinet 🙂 are on the table")
        box.select_span(26, 29)
        return box

    show(_example)
