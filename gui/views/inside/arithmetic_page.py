"""The arithmetic of one cell, step by step: a list of the steps on the left, the current one large beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, QStringListModel, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from core.inside.chain_steps import Chain, Step, StepKind
from core.inside.chain_text import Wording, as_latex, as_text
from gui.access import announce, describe
from gui.drawing.inside import arithmetic_words as words
from gui.drawing.inside.arithmetic import paint_whole, whole_size
from gui.drawing.inside.arithmetic_table import StepPicture, all_numbers
from gui.drawing.labels import isolated, numbered
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme
from gui.views.inside.arithmetic_step import StepView
from gui.views.inside.arithmetic_steps import Entry, StepList, same_step
from gui.views.wrapped_words import Words

WIDE: Final = 600
"""Width at zoom 1 from which the list of steps shows results."""
_CHARACTERS: Final = 9
"""How long the text of a choice may be before it is shortened."""


class ArithmeticPage(QWidget):
    """Every number of one cell, from what the block reads to what attention leaves in the stream."""

    step_changed = Signal(int)
    """Another step is shown, counted from 0."""
    cell_selected = Signal(int, int)
    """(query, key) chosen here."""
    token_hovered = Signal(object)
    """A token pointed at in a table, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._chain: Chain | None = None
        self._labels: tuple[str, ...] = ()
        self._step = 0
        self._opened: dict[StepKind, int] = {}
        self._hovered: int | None = None
        self._cell: tuple[int | None, int | None] = (None, None)
        self._names = QStringListModel(self)
        self._query, self._key, self._looks = QComboBox(), QComboBox(), QLabel()
        self._precise, self._text, self._latex = QCheckBox(), QPushButton(), QPushButton()
        self._previous, self._next, self._place = QPushButton(), QPushButton(), QLabel()
        self._empty, self._where, self._title = QLabel(), Words(1, "caption"), Words(1, "statement", bold=True)
        self._steps, self._scroll = StepList(), QScrollArea()
        self._view = StepView(lambda: (self.tr("The current step"), self.accessible_text()))
        self._build()
        self._connect()
        self.set_theme(LIGHT)
        self.retranslate()
        self._show()

    def _build(self) -> None:
        for combo in (self._query, self._key):
            combo.setModel(self._names)
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(_CHARACTERS)
            combo.setMaxVisibleItems(16)
        for label in (self._looks, self._place, self._empty):
            label.setTextFormat(Qt.TextFormat.PlainText)
        for button in (self._text, self._latex, self._previous, self._next):
            button.setProperty("role", "small")
        self._place.setProperty("role", "caption")
        self._looks.setProperty("role", "muted")
        self._empty.setProperty("role", "muted")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._scroll.setWidget(self._view)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._column = QVBoxLayout(self)
        self._cells, self._middle, self._right, self._foot = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(), QHBoxLayout()
        for part in (self._query, self._looks, self._key):
            self._cells.addWidget(part)
        self._cells.addStretch(1)
        self._cells.addWidget(self._precise)
        self._right.addWidget(self._where)
        self._right.addWidget(self._title)
        self._right.addWidget(self._scroll, 1)
        self._middle.addWidget(self._steps)
        self._middle.addLayout(self._right, 1)
        for widget in (self._previous, self._next, self._place):
            self._foot.addWidget(widget)
        self._foot.addStretch(1)
        self._foot.addWidget(self._text)
        self._foot.addWidget(self._latex)
        self._column.addLayout(self._cells)
        self._column.addWidget(self._empty, 1)
        self._column.addLayout(self._middle, 1)
        self._column.addLayout(self._foot)

    def _connect(self) -> None:
        self._query.activated.connect(self._cell_chosen)
        self._key.activated.connect(self._cell_chosen)
        self._precise.toggled.connect(self._show)
        self._text.clicked.connect(self.copy_text)
        self._latex.clicked.connect(self.copy_latex)
        self._previous.clicked.connect(lambda: self._move(-1))
        self._next.clicked.connect(lambda: self._move(1))
        self._steps.step_chosen.connect(self._go_to)
        self._view.step_moved.connect(self._move)
        self._view.component_chosen.connect(self._component_chosen)
        self._view.key_chosen.connect(self._key_chosen)
        self._view.token_hovered.connect(self.token_hovered)

    # What is shown

    def set_chain(self, chain: Chain | None, labels: tuple[str, ...]) -> None:
        """Show the arithmetic of another cell, at the step of the same kind where it has one; None: there is no cell.

        Raises
        ------
        ValueError
            When there are not as many labels as tokens.
        """
        labels = numbered(labels)
        if chain is self._chain and labels == self._labels:
            return
        if chain is not None and len(labels) != chain.tokens:
            raise ValueError(f"{len(labels)} labels for {chain.tokens} tokens")
        if labels != self._labels:
            self._names.setStringList(labels)
        step = same_step(self._chain, self._step, chain)
        self._chain, self._labels, self._step = chain, labels, step
        self._cell = (None, None) if chain is None else (chain.query, chain.key)
        self._show_cell()
        self._show()

    def set_step(self, index: int) -> None:
        """Show a step, counted from 0, without saying that it was chosen here; the nearest there is."""
        index = 0 if self._chain is None else max(0, min(index, len(self._chain.steps) - 1))
        if index != self._step:
            self._step = index
            self._show()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Show in the two choices which cell was selected; its chain comes with `set_chain`."""
        if (query, key) != self._cell:
            self._cell = (query, key)
            self._show_cell()

    def set_hovered_token(self, index: int | None) -> None:
        """Mark a token that is pointed at somewhere, in tables over the tokens."""
        if index == self._hovered:
            return
        self._hovered = index
        step = self._current()
        if step is not None and "keys" in (step.over, step.product.over if step.product else ""):
            self._show_step()

    def set_stale(self, stale: bool) -> None:
        """Dim what belongs to an earlier request."""
        self._view.set_stale(stale)

    def set_precise(self, precise: bool) -> None:
        """Show numbers in full."""
        self._precise.setChecked(precise)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = theme
        px = theme.px
        self._column.setContentsMargins(px(14), px(12), px(14), px(10))
        self._column.setSpacing(px(10))
        for label in (self._where, self._title):
            label.setContentsMargins(px(4), 0, 0, 0)
        for combo in (self._query, self._key):
            combo.setMinimumWidth(px(88))
        for row in (self._cells, self._foot):
            row.setSpacing(px(8))
        self._middle.setSpacing(px(14))
        self._right.setSpacing(px(6))
        for part in (self._where, self._title, self._steps, self._view):
            part.set_theme(theme)
        self._set_shares()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._looks.setText(self.tr("looks at"))
        self._precise.setText(self.tr("full precision"))
        self._text.setText(self.tr("Copy as text"))
        self._latex.setText(self.tr("Copy as LaTeX"))
        self._previous.setText(self.tr("‹ Previous"))
        self._next.setText(self.tr("Next ›"))
        self._empty.setText(self.tr("Choose the two tokens above, or click a cell of a map"))
        describe(self._query, self.tr("Query"), self.tr("The token that looks."))
        describe(self._key, self.tr("Key"), self.tr("The token looked at."))
        what = self.tr("Show every number in as many digits as the computation has.")
        describe(self._precise, self.tr("full precision"), what)
        describe(self._text, self.tr("Copy as text"), self.tr("Put all steps on the clipboard as plain text."))
        describe(
            self._latex, self.tr("Copy as LaTeX"), self.tr("Put all steps on the clipboard as LaTeX, for a document with amsmath.")
        )
        describe(self._previous, self.tr("Previous step"), self.tr("Go one step back; the left arrow key does the same."))
        describe(self._next, self.tr("Next step"), self.tr("Go one step on; the right arrow key does the same."))
        describe(self._steps, self.tr("Steps"), self.tr("The steps of the arithmetic, in order; arrow keys go through them."))
        self._show()
        self._view.say()

    # Copies and pictures

    def copy_text(self) -> None:
        """Put the whole chain on the clipboard as plain text, in full precision."""
        self._copy(as_text)

    def copy_latex(self) -> None:
        """Put the whole chain on the clipboard as LaTeX, in full precision."""
        self._copy(as_latex)

    def _copy(self, written: Callable[[Chain, Wording, dict[StepKind, int]], str]) -> None:
        if self._chain is not None:
            QGuiApplication.clipboard().setText(written(self._chain, self._wording(self._chain), self._opened))
            announce(self, self.tr("Copied"))

    def picture(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """Paint the current step."""
        picture = self._picture()
        if picture is not None:
            paint_whole(painter, rect, picture, self._step + 1, theme)

    def picture_size(self) -> QSize:
        """How large a picture has to be for all lines of the current step; no higher than a file can be."""
        return whole_size(self._picture(), self.width(), self._theme)

    def numbers(self) -> list[list[str]]:
        """Every number of every step, in full: which cell, step, its title, the line, the sign, the number."""
        rows = [[self.tr("cell"), self.tr("step"), self.tr("title"), self.tr("line"), self.tr("sign"), self.tr("value")]]
        return rows if self._chain is None else rows + all_numbers(self._chain, self._labels)

    def accessible_text(self) -> str:
        """The current step in words."""
        chain, step = self._chain, self._current()
        if chain is None or step is None:
            return self._empty.text()
        parts = [
            self._heading(chain),
            self.tr("Step {n} of {all}: {title}.").format(
                n=integer(self._step + 1), all=integer(len(chain.steps)), title=words.title(chain, step)
            ),
            words.explanation(chain, step, self._labels),
            words.equation(chain, step, self._component(step), self._number()),
        ]
        return " ".join(part for part in parts if part)

    def minimumSizeHint(self) -> QSize:
        """Small enough for the smallest window beside one panel."""
        margins = self._column.contentsMargins()
        row = max(self._cells.minimumSize().width(), self._foot.minimumSize().width()) + margins.left() + margins.right()
        return QSize(max(self._theme.px(400), row), self._theme.px(300))

    # Inside

    def _current(self) -> Step | None:
        return None if self._chain is None else self._chain.steps[self._step]

    def _number(self) -> words.Number:
        return words.full if self._precise.isChecked() else words.short

    def _component(self, step: Step) -> int:
        """Which number of the step's row is taken apart: the one chosen last in a step of this kind."""
        return 0 if step.row is None else min(self._opened.get(step.kind, 0), len(step.row) - 1)

    def _picture(self) -> StepPicture | None:
        step = self._current()
        if self._chain is None or step is None:
            return None
        return StepPicture(
            chain=self._chain,
            step=step,
            labels=self._labels,
            component=self._component(step),
            precise=self._precise.isChecked(),
            hovered=self._hovered,
        )

    def _heading(self, chain: Chain) -> str:
        text = self.tr("Layer {layer}, head {head}: “{query}” looks at “{key}”.")
        names = {"query": isolated(self._labels[chain.query]), "key": isolated(self._labels[chain.key])}
        return text.format(layer=integer(chain.layer + 1), head=integer(chain.head + 1), **names)

    def _wording(self, chain: Chain) -> Wording:
        titles = tuple(words.title(chain, step) for step in chain.steps)
        notes = tuple(words.explanation(chain, step, self._labels) for step in chain.steps)
        return Wording(heading=self._heading(chain), labels=self._labels, titles=titles, notes=notes)

    def _show(self) -> None:
        """Everything that depends on chain, language or precision."""
        chain = self._chain
        entries = (
            Entry(words.title(chain, step), words.result(step, words.short), words.MEANINGS.get(step.kind, "stream"))
            for step in (() if chain is None else chain.steps)
            if chain is not None
        )
        self._steps.set_steps(tuple(entries), self._step)
        there = chain is not None
        self._empty.setVisible(not there)
        views = (self._steps, self._scroll, self._where, self._title, self._place)
        buttons = (self._previous, self._next, self._text, self._latex, self._precise)
        for widget in (*views, *buttons):
            widget.setVisible(there)
        self._show_step()

    def _show_step(self) -> None:
        chain, step = self._chain, self._current()
        self._view.set_picture(self._picture())
        if chain is not None and step is not None:
            self._where.set_text(words.cell_words(chain, self._labels))
            self._title.set_text(f"{integer(self._step + 1)}. {words.title(chain, step)}")
            self._place.setText(f"{integer(self._step + 1)} / {integer(len(chain.steps))}")
            self._previous.setEnabled(self._step > 0)
            self._next.setEnabled(self._step < len(chain.steps) - 1)

    def _show_cell(self) -> None:
        for combo, place in zip((self._query, self._key), self._cell, strict=True):
            combo.setCurrentIndex(-1 if place is None or place >= len(self._labels) else place)

    def _move(self, by: int) -> None:
        self._go_to(self._step + by)

    def _go_to(self, step: int) -> None:
        if self._chain is None or step == self._step or not 0 <= step < len(self._chain.steps):
            return
        self._step = step
        self._steps.set_steps(self._steps.entries, step)
        self._scroll.verticalScrollBar().setValue(0)
        self._show_step()
        self._view.say()
        self.step_changed.emit(step)

    def _component_chosen(self, component: int) -> None:
        step = self._current()
        if step is not None:
            self._opened[step.kind] = component
            self._show_step()
            self._view.say()

    def _key_chosen(self, key: int) -> None:
        if self._chain is not None and key != self._chain.key:
            self.cell_selected.emit(self._chain.query, key)

    def _cell_chosen(self) -> None:
        query, key = self._query.currentIndex(), self._key.currentIndex()
        if query >= 0 and key >= 0:
            self._cell = (query, key)
            self.cell_selected.emit(query, key)

    def _set_shares(self) -> None:
        wide = self.width() >= self._theme.px(WIDE)
        self._steps.setFixedWidth(self._theme.px(250 if self.width() >= self._theme.px(720) else 214 if wide else 176))
        margins = self._column.contentsMargins()
        room = self.width() - margins.left() - margins.right() - self._steps.width() - self._middle.spacing()
        self._view.set_room(room - self._theme.px(12))

    # Qt's own

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_shares()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        super().keyPressEvent(event) if step is None else self._move(step)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


if __name__ == "__main__":
    import os

    from core.inside.arithmetic import chain as arithmetic
    from core.model import preset, run
    from gui.preview import show

    def _example() -> ArithmeticPage:
        page, config = ArithmeticPage(), preset("small", mask="causal")
        found = run("The keys to the cabinet are on the table", config)

        def choose(query: int, key: int) -> None:
            page.set_chain(arithmetic(config, found.weights, found.trace, 0, 1, query, key), found.tokens)

        choose(5, 1)
        page.cell_selected.connect(choose)
        page.set_step(int(os.environ.get("STEP", "0")))
        page.set_precise(bool(os.environ.get("PRECISE")))
        return page

    show(_example)
