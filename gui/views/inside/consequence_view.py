"""ConsequenceView: the map of the chosen head as it is now, and beside it which tokens are likeliest to come next."""

from __future__ import annotations

from typing import Final, Literal

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QBoxLayout, QHeaderView, QLabel, QSizePolicy, QTableView, QVBoxLayout, QWidget

from core.inside.output import OUTPUT_LIMIT, NextTokens
from core.model.trace import FloatArray
from core.model.weights import Origin
from core.text.labels import visible
from gui.access import describe
from gui.choices import ColorMap, Scale
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme
from gui.views.head_map import HeadMap
from gui.views.inside.intervention_words import token_in_words
from gui.views.inside.next_tokens_model import NextTokensModel
from gui.views.wrapped_words import Words

_SPOKEN: Final = 3
"""Candidates that a screen reader is told of the whole."""
_ROW: Final = 22

Part = Literal["map", "output"]


class _Table(QTableView):
    """Copies on Ctrl+C, and says when there is another width to share out, as when a scroll bar comes."""

    copied = Signal()
    resized = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
            event.accept()
        else:
            super().keyPressEvent(event)


class ConsequenceView(QWidget):
    """What changes by hand do: to the head itself, and at the end of the model. Cells are chosen as in any map."""

    cell_selected = Signal(int, int)
    """(query, key)"""
    token_hovered = Signal(object)
    """(index or None): the row under the pointer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._output: NextTokens | None = None
        self._labels: tuple[str, ...] = ()
        self._origin: Origin | None = None
        self._causal = True
        self.map = HeadMap()
        self.model = NextTokensModel(self)
        self.map.setMinimumSize(1, 1)
        self._title, self._notice = Words(1, "control", bold=True), QLabel()
        self._notice.setTextFormat(Qt.TextFormat.PlainText)
        self._notice.setProperty("role", "muted")
        self._notice.setWordWrap(True)
        self._notice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.table = _Table()
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setHighlightSections(False)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.table.copied.connect(self.copy)
        self.table.resized.connect(self._share_columns)
        self._out = QWidget()
        self._right = QVBoxLayout(self._out)
        self._right.setContentsMargins(0, 0, 0, 0)
        for part, stretch in ((self._title, 0), (self._notice, 0), (self.table, 1)):
            self._right.addWidget(part, stretch)
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._parts.addWidget(self.map, 1)
        self._parts.addWidget(self._out, 1)
        self.map.cell_selected.connect(self.cell_selected)
        self.map.cell_hovered.connect(lambda cell: self.token_hovered.emit(None if cell is None else cell[0]))
        self._set_sizes()
        self.retranslate()

    def show_part(self, part: Part | None) -> None:
        """Only the map, only the output, or both (None)."""
        self.map.setVisible(part != "output")
        self._out.setVisible(part != "map")
        self._share()

    def set_map(
        self, pattern: FloatArray | None, labels: tuple[str, ...], mask: tuple[bool, int], layer: int, head: int, *, changed: bool
    ) -> None:
        """The map of a head after the changes; `mask` is (causal, window), layer and head count from 0."""
        self._causal = mask[0]
        self.map.set_title_numbers(layer, head, changed)
        self.map.set_map(pattern if labels else None, labels, *mask)

    def set_output(
        self,
        output: NextTokens | None,
        ids: tuple[int, ...],
        labels: tuple[str, ...],
        origin: Origin | None,
        pieces: tuple[str, ...] | None = None,
    ) -> None:
        """What is likeliest to follow, None where the output matrix is too large; ids and labels are those of the sentence.

        `pieces`, where a model has them, are what the ids of its vocabulary stand for.
        """
        names = {number: [visible(piece)] for number, piece in enumerate(pieces or ())}
        for number, label in zip(ids, labels, strict=True):
            if label not in names.setdefault(number, []):
                names[number].append(label)
        self._output, self._labels, self._origin = output, labels, origin
        self.model.set_output(output, {number: " / ".join(found) for number, found in names.items()})
        self._share_columns()
        self._say()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Outline a row, a column or a cell."""
        self.map.set_cell(query, key)

    def set_hovered_token(self, index: int | None) -> None:
        """Outline the row and the column of a token that is pointed at elsewhere."""
        self.map.set_hovered_token(index)

    def set_display(self, scale: Scale, color_map: ColorMap) -> None:
        """The scale and the colours of all maps."""
        self.map.set_display(scale, color_map)

    def set_stale(self, stale: bool) -> None:
        """Dim everything while newer numbers are being computed."""
        self.map.set_stale(stale)
        self.model.set_ink(self._theme.muted if stale else None)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if theme != self._theme:
            self._theme = theme
            self.map.set_theme(theme)
            self._set_sizes()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.map.retranslate()
        self.model.retranslate()
        self._say()

    def accessible_text(self) -> str:
        """What follows, and what the numbers are worth."""
        parts = (f"{self._title.text}: {self.model.sentences(_SPOKEN)}" if self.model.rowCount() else "", self._notice.text())
        return ". ".join(part for part in parts if part)

    def copy(self) -> None:
        """Put all rows on the clipboard."""
        QGuiApplication.clipboard().setText("".join("\t".join(row) + "\n" for row in self.model.table()))

    def minimumSizeHint(self) -> QSize:
        """A small map, and beside it a table that scrolls."""
        return QSize(self._theme.px(300), self._theme.px(160))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the table where there is room for it."""
        super().resizeEvent(event)
        self._share()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _share(self) -> None:
        """The table below the map or, where there is more width than height, beside it."""
        beside = self.width() > self.height()
        self._parts.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)

    def _share_columns(self) -> None:
        room = self.table.viewport().width()
        for column, share in enumerate((28, 24, 24, 24) if self.model.changed else (60, 40)):
            self.table.setColumnWidth(column, room * share // 100)

    def _say(self) -> None:
        output, labels = self._output, self._labels
        token = token_in_words(output.token, labels) if output is not None and labels else ""
        self._title.set_text(self.tr("What follows {token}").format(token=token) if token else self.tr("Output"))
        worth = self._worth() if labels else self.tr("Type a sentence above: here you will see what comes next.")
        if worth != self._notice.text():
            self._notice.setText(worth)
            self._notice.setVisible(bool(worth))
        describe(self.table, self.tr("Likeliest next tokens"), self.accessible_text())

    def _worth(self) -> str:
        """What the numbers mean with these weights."""
        if self._output is None:
            text = self.tr("The output matrix has more than {limit} numbers: it is not multiplied by here.")
            return text.format(limit=integer(OUTPUT_LIMIT))
        if not self._output.candidates:
            return self.tr("The numbers became too large: there are no probabilities.")
        parts = []
        if self._origin == "random":
            parts.append(self.tr("Untrained, random weights: this is chance."))
        elif self._origin == "constructed":
            parts.append(self.tr("Weights made by hand for one head: they predict nothing."))
        if not self._causal:
            parts.append(self.tr("Without a causal mask it has seen the whole sentence."))
        return " ".join(parts)

    def _set_sizes(self) -> None:
        theme = self._theme
        self._parts.setContentsMargins(theme.px(4), theme.px(8), theme.px(1), theme.px(6))
        self._parts.setSpacing(theme.px(6))
        self._right.setSpacing(theme.px(4))
        self._title.set_theme(theme)
        self._notice.setFont(theme.font("caption"))
        self.table.setFont(theme.font("control"))
        self.table.horizontalHeader().setFont(theme.font("caption"))
        self.table.horizontalHeader().setMinimumSectionSize(theme.px(20))
        self.table.verticalHeader().setMinimumSectionSize(theme.px(12))
        self.table.verticalHeader().setDefaultSectionSize(theme.px(_ROW))
        self._share()


def _example() -> ConsequenceView:
    from core.inside.output import next_tokens
    from core.model import preset, run

    here = run("The keys to the cabinet are on the table", preset("small"))
    labels = ("The", "keys", "to", "the", "cabinet", "are", "on", "the", "table")
    rows = here.array("layers.3.resid_post")
    view = ConsequenceView()
    view.set_map(here.array("layers.1.pattern")[2], labels, (False, 0), 1, 2, changed=True)
    view.set_output(next_tokens(here.weights, 5, rows[5], rows[4]), here.trace.ids, labels, "random")
    return view


if __name__ == "__main__":
    from gui.preview import show

    show(_example)
