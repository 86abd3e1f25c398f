"""SentenceBar: the sentence, its tokens, the examples, the tokeniser and how many tokens there may be."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from core.text.examples import Example
from core.text.tokens import TOKEN_LIMIT, TOKENIZERS, Token, TokenizerName
from gui.access import describe, tooltip
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme
from gui.views.examples_menu import ExamplesButton
from gui.views.sentence_box import SentenceBox
from gui.views.token_chips import TokenChips

NEARLY_FULL: Final = 0.9
"""Share of the limit from which on the count says that the end is near."""


class SentenceBar(QWidget):
    """The top of the window."""

    text_edited = Signal(str)
    tokenizer_chosen = Signal(str)
    token_clicked = Signal(int)
    token_hovered = Signal(object)
    example_chosen = Signal(object)
    """An Example."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sentenceBar")
        self._theme = LIGHT
        self._count = 0
        self._presenting = False
        self._tokenizer: TokenizerName = "words"
        self._fixed = False
        self._tokens: tuple[Token, ...] = ()
        self._cell: tuple[int | None, int | None] = (None, None)
        self.box = SentenceBox(self)
        self.chips = TokenChips(self)
        self.examples = ExamplesButton(self)
        self._counted = _plain_label(self)
        self._limit = _plain_label(self)
        self._choice = QToolButton(self)
        self._choice.setObjectName("tokenizer")
        self._choice.setProperty("role", "plain")
        self._choice.setProperty("ownArrow", True)  # the text ends in it
        self._choice.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._choice.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._menu = QMenu(self._choice)
        self._menu.setToolTipsVisible(True)
        self._choice.setMenu(self._menu)
        self._group = QActionGroup(self)
        self._choices: dict[TokenizerName, QAction] = {}
        for name in TOKENIZERS:
            action = QAction(self._group)
            action.setCheckable(True)
            action.setData(name)
            self._choices[name] = action
            self._menu.addAction(action)
        self._choices[self._tokenizer].setChecked(True)
        self._lay_out()
        self.box.text_edited.connect(self.text_edited)
        self.chips.token_clicked.connect(self.token_clicked)
        self.chips.token_hovered.connect(self.token_hovered)
        self.examples.example_chosen.connect(self.example_chosen)
        self._group.triggered.connect(self._choose)
        self.set_theme(LIGHT)
        self.retranslate()

    def set_text(self, text: str) -> None:
        """Show `text` in the box; no signal is emitted."""
        self.box.set_text(text)

    def set_tokens(self, labels: tuple[str, ...], tokens: tuple[Token, ...]) -> None:
        """Show the tokens of the sentence, and count them."""
        self._tokens = tokens
        self.chips.set_tokens(labels, tokens)
        self.set_count(len(tokens))
        self._mark_spans()

    def set_count(self, count: int) -> None:
        """Show a number of tokens that differs from that of the chips: of a sentence that is too long to be shown."""
        if count == self._count:
            return
        self._count = count
        self._show_count()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Mark the token that looks and the one looked at, on the chips and in the sentence."""
        self._cell = (query, key)
        self.chips.set_cell(query, key)
        self._mark_spans()

    def set_tokenizer(self, name: TokenizerName) -> None:
        """Show which tokeniser is in use."""
        if name == self._tokenizer:
            return
        self._tokenizer = name
        self._choices[name].setChecked(True)
        self._show_choice()

    def set_fixed(self, fixed: bool) -> None:
        """Whether the weights in use say how a sentence is cut, so that there is nothing to choose."""
        if fixed != self._fixed:
            self._fixed = fixed
            self._choice.setEnabled(not fixed)
            self._show_choice()

    def show_error(self, message: str | None) -> None:
        """Say what is wrong with the sentence; None: nothing is."""
        self.box.show_error(message)

    def set_examples(self, examples: tuple[Example, ...]) -> None:
        """Offer `examples` in the menu."""
        self.examples.set_examples(examples)

    def set_presenting(self, presenting: bool) -> None:
        """One row for a class: the tokens give their room to the maps, and the sentence itself shows the chosen ones."""
        for widget in (self.chips, self._facts):
            widget.setVisible(not presenting)
        self._presenting = presenting
        self._set_margins()

    def set_theme(self, theme: Theme) -> None:
        """Take over colours, type and zoom."""
        self._theme = theme
        for widget in (self.box, self.chips, self.examples):
            widget.set_theme(theme)
        for label in (self._counted, self._choice, self._limit):
            label.setFont(theme.font("text"))
        self._menu.setFont(theme.font("control"))
        self._set_margins()
        self._rows.setSpacing(theme.px(7))
        self._upper.setSpacing(theme.px(12))
        self._lower.setSpacing(theme.px(12))
        self._facts_row.setContentsMargins(0, theme.px(3), 0, 0)
        self._facts_row.setSpacing(theme.px(4))
        self.examples.setFixedHeight(self.box.one_line_height())
        for label in (self._counted, self._limit, self._choice):
            label.setFixedHeight(theme.px(26))
        self._reserve_width()
        self._show_count()
        self.update()

    def retranslate(self) -> None:
        """Put all static text into the present language."""
        names = {
            "words": (
                self.tr("words"),
                self.tr("One token a word; other visible characters stand alone; white space only separates"),
            ),
            "characters": (self.tr("characters"), self.tr("One token a character, spaces and line ends included")),
            "bytes": (self.tr("bytes"), self.tr("One token a byte of the text in UTF-8: an emoji takes four or more")),
        }
        for name, action in self._choices.items():
            action.setText(names[name][0])
            action.setToolTip(names[name][1])
        self._limit.setToolTip(self.tr("The longest sentence that is computed, in tokens"))
        self._reserve_width()
        self._show_choice()
        self._show_count()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.surface)
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.border)
        painter.end()

    def _set_margins(self) -> None:
        px = self._theme.px
        self._rows.setContentsMargins(px(16), px(6 if self._presenting else 14), px(16), px(6 if self._presenting else 9))

    def _lay_out(self) -> None:
        self._facts = QWidget(self)
        facts = self._facts_row = QHBoxLayout(self._facts)
        facts.addStretch(1)
        for widget in (self._counted, _dot(self), self._choice, _dot(self), self._limit):
            facts.addWidget(widget)
        self._rows = QVBoxLayout(self)
        self._upper, self._lower = QHBoxLayout(), QHBoxLayout()
        self._upper.addWidget(self.box, 1)
        self._upper.addWidget(self.examples, 0, Qt.AlignmentFlag.AlignTop)
        self._lower.addWidget(self.chips, 1)
        self._lower.addWidget(self._facts, 0, Qt.AlignmentFlag.AlignTop)
        self._rows.addLayout(self._upper)
        self._rows.addLayout(self._lower)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setTabOrder(self.box.editor, self.chips)
        self.setTabOrder(self.chips, self._choice)
        self.setTabOrder(self._choice, self.examples)

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        chosen = action.data()
        self._choices[self._tokenizer].setChecked(True)  # what is in use is said by set_tokenizer alone
        if chosen != self._tokenizer:
            self.tokenizer_chosen.emit(chosen)

    def _mark_spans(self) -> None:
        spans = [
            (self._tokens[index].start, self._tokens[index].end) if index is not None and index < len(self._tokens) else None
            for index in self._cell
        ]
        self.box.set_spans(spans[0], spans[1])

    def _count_texts(self, count: int) -> tuple[str, str]:
        tokens = self.tr("{count} token") if count == 1 else self.tr("{count} tokens")
        if count > TOKEN_LIMIT:
            limit = self.tr("over the limit {limit}")
        elif count >= NEARLY_FULL * TOKEN_LIMIT:
            limit = self.tr("near the limit {limit}")
        else:
            limit = self.tr("limit {limit}")
        return tokens.format(count=integer(count)), limit.format(limit=integer(TOKEN_LIMIT))

    def _show_count(self) -> None:
        tokens, limit = self._count_texts(self._count)
        warns = self._count >= NEARLY_FULL * TOKEN_LIMIT
        self._counted.setText(tokens)
        self._limit.setText(limit)
        for label in (self._counted, self._limit):
            label.setFont(self._theme.font("text", bold=warns))
            role = "problem" if warns else "muted"
            if label.property("role") != role:
                label.setProperty("role", role)
                label.style().unpolish(label)
                label.style().polish(label)
        describe(self._counted, tokens, f"{tokens}, {limit}")
        describe(self._limit, limit, self.tr("The longest sentence that is computed, in tokens"))

    def _show_choice(self) -> None:
        name = self._choices[self._tokenizer].text()
        self._choice.setText(name if self._fixed else self.tr("{tokenizer} ▾").format(tokenizer=name))
        what = self.tr("What the sentence is cut into")
        if self._fixed:
            what = self.tr("These weights were trained on sentences cut in this way, and know no other pieces.")
        self._choice.setToolTip(tooltip(what))
        describe(self._choice, self.tr("Tokeniser: {tokenizer}").format(tokenizer=name), what)

    def _reserve_width(self) -> None:
        """Keep the facts as wide as they usually get: the chips beside them are not arranged anew when a digit comes or goes."""
        metrics = self._counted.fontMetrics()
        widest = self.tr("{count} tokens").format(count=integer(TOKEN_LIMIT))
        self._counted.setMinimumWidth(metrics.horizontalAdvance(widest) + 2)


def _plain_label(parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
    label.setProperty("role", "muted")
    return label


def _dot(parent: QWidget) -> QLabel:
    dot = _plain_label(parent)
    dot.setText("·")
    return dot


if __name__ == "__main__":
    from core.text.examples import examples
    from core.text.labels import labels
    from core.text.tokenizers import tokenize
    from gui.preview import show

    def _example() -> SentenceBar:
        text = "The keys to the cabinet are on the table"
        tokens = tokenize(text, "words", 37000)
        bar = SentenceBar()
        bar.set_examples(examples())
        bar.set_text(text)
        bar.set_tokens(labels(tokens, text, "words"), tokens)
        bar.set_cell(5, 1)
        return bar

    show(_example)
