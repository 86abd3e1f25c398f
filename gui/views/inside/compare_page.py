"""ComparePage: A and B side by side on one locked scale and one selection, what differs, and by how much."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from core.model.config import mask_allows
from gui.access import describe, tooltip
from gui.drawing.inside.compare import paint_comparison
from gui.drawing.inside.compare_stream import largest_words
from gui.drawing.inside.compare_view import CompareView, explained, no_such_head
from gui.drawing.inside.signed_map import signed_text
from gui.drawing.labels import named
from gui.i18n import decimal
from gui.theme.theme import LIGHT, Theme
from gui.views.head_map import HeadMap
from gui.views.inside.compare_numbers import comparison_numbers
from gui.views.inside.compare_parts import DifferenceMap, LedgerDifferences, StreamParting, Strip
from gui.views.inside.compare_titles import side_titles
from gui.views.inside.compare_words import comparison_words, invitation, names_in_full
from gui.views.token_marks import Marks
from gui.views.wrapped_words import Words

__all__ = ["ComparePage", "CompareView"]

_THREE_FROM: Final = 660
"""Width from which A, B and the difference stand in one row."""
_AROUND_CELLS: Final = (92, 128)
"""What labels take of the width of a map, and labels and legend of its height."""
_LEAST_MAP: Final = 236
_GAP: Final = 14
_BAR: Final = 12


class ComparePage(QWidget):
    """The same head of two sides, cell by cell, and all heads by their largest difference."""

    cell_selected = Signal(int, int)
    """Query and key."""
    token_hovered = Signal(object)
    """Index of the token that looks, under the pointer; or None."""
    head_selected = Signal(int, int)
    """Layer and head, counted from 0."""
    swapped = Signal()
    """A shall become B and B shall become A."""
    frozen = Signal()
    """What is on screen now shall become A, so that the next change is B."""
    left = Signal()
    """The comparison shall end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._presenting, self._waiting = LIGHT, False, False
        self._view: CompareView | None = None
        self._cell: tuple[int | None, int | None] = (None, None)
        self._hovered: tuple[int, int] | None = None
        self._words = Words(3, "caption")
        self._statement = Words(1, "text", bold=True)
        self._swap, self._freeze, self._leave = (QPushButton() for _ in range(3))
        for button, signal in ((self._swap, self.swapped), (self._freeze, self.frozen), (self._leave, self.left)):
            button.setProperty("role", "small")
            button.clicked.connect(signal)
        self.map_a, self.map_b = HeadMap(), HeadMap()
        self.names = Words(1, "control", bold=True), Words(1, "control", bold=True)
        self.difference, self.strip, self.ledger, self.stream = DifferenceMap(), Strip(), LedgerDifferences(), StreamParting()
        self._painted = (self.difference, self.strip, self.ledger, self.stream)
        self._missing = Words(3, "control")
        self._marks = Marks(self.map_a), Marks(self.map_b)
        self._board = QWidget()
        for part in (*self.names, self.map_a, self.map_b, self._missing, *self._painted):
            part.setParent(self._board)
        self._scroll = QScrollArea()
        self._scroll.setWidget(self._board)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.installEventFilter(self)
        self._invited = QLabel()
        self._invited.setTextFormat(Qt.TextFormat.PlainText)
        self._invited.setWordWrap(True)
        self._invited.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._invited.setProperty("role", "muted")
        self._buttons = QHBoxLayout()
        self._buttons.addStretch(0)
        for button in (self._freeze, self._swap, self._leave):
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.addStretch(0)
        self._column.addWidget(self._invited)
        self._column.addLayout(self._buttons)
        self._column.addWidget(self._words)
        self._column.addWidget(self._scroll, 1)
        self._column.addWidget(self._statement)
        self._column.addStretch(0)
        self._connect()
        self._space()
        self.retranslate()
        self._show_parts()

    def _connect(self) -> None:
        for head in (self.map_a, self.map_b, self.difference):
            head.cell_selected.connect(self.cell_selected)
            head.cell_hovered.connect(self._point)
        self.strip.head_selected.connect(self.head_selected)

    # What is shown

    def set_comparison(self, data: CompareView | None, *, waiting: bool = False) -> None:
        """Show two sides; None says how to begin a comparison or, where A is `waiting` for a sentence, that there is none."""
        if data is self._view and waiting == self._waiting:
            return
        laid_out = (_shape(data), waiting) != (_shape(self._view), self._waiting)
        self._view, self._waiting = data, waiting
        for first, head in ((True, self.map_a), (False, self.map_b)):
            pattern, labels = (None, ()) if data is None else data.side(first)
            causal, window = (False, 0) if data is None else data.mask_a if first else data.mask_b
            head.set_map(pattern, labels, causal, window)
            if data is not None:
                head.set_title_numbers(data.layer, data.head)
        for part in self._painted:
            part.set_view(data)
        self._say()
        if laid_out:
            self._show_parts()
            self._column.activate()
            self._lay_out()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Outline the same cell on both sides and in the difference."""
        if (query, key) != self._cell:
            self._cell = (query, key)
            for head in (self.map_a, self.map_b, self.difference):
                head.set_cell(query, key)
            self._say_cell()

    def set_hovered_token(self, index: int | None) -> None:
        """Mark the row and the column of a token that is pointed at elsewhere."""
        for first, mark in ((True, self._marks[0]), (False, self._marks[1])):
            size = 0 if self._view is None else len(self._view.side(first)[1])
            mark.set_token(index if index is not None and index < size else None)
        self.difference.set_token(index)

    def set_stale(self, stale: bool) -> None:
        """Dim while newer numbers are being computed."""
        for part in (self.map_a, self.map_b, *self._painted):
            part.set_stale(stale)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = theme
        for part in (self._words, self._statement, self.map_a, self.map_b, *self._painted):
            part.set_theme(theme)
        for other in (*self.names, self._missing, *self._marks):
            other.set_theme(theme)
        self._space()
        self._lay_out()

    def set_presenting(self, presenting: bool) -> None:
        """For a class: the maps take all the height; heads and ledger are scrolled to."""
        self._presenting = presenting
        self._lay_out()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        for button, text, does in (
            (self._swap, self.tr("Swap A and B"), self.tr("A becomes B and B becomes A; the difference changes its sign.")),
            (
                self._freeze,
                self.tr("Freeze as A"),
                self.tr("Keeps what is on screen now as A; whatever you change from then on is B."),
            ),
            (self._leave, self.tr("Leave comparison"), self.tr("Ends the comparison and forgets A.")),
        ):
            button.setText(text)
            button.setToolTip(tooltip(does))
            describe(button, text, does)
        describe(self._scroll, self.tr("A and B"), self.tr("Two maps, their difference, all heads and the ledger"))
        for part in self._painted:
            part.retranslate()
        self._say()

    # For files, clipboard and screen readers

    def picture(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """Paint A, B, their difference, all heads and the ledger."""
        if self._view is not None:
            paint_comparison(painter, rect, self._view, comparison_words(self._view.comparison), (None, None), theme)

    def numbers(self) -> list[list[str]]:
        """Everything as one table; see `comparison_numbers`."""
        return comparison_numbers(self._view)

    def accessible_text(self) -> str:
        """What differs, and the selected cell, in words."""
        if self._view is None:
            return invitation(waiting=self._waiting)
        view = self._view
        parts = (comparison_words(view.comparison), largest_words(view), self._cell_words(), self.strip.accessibleDescription())
        return " ".join(part for part in parts if part)

    # Qt's own

    def minimumSizeHint(self) -> QSize:
        """Two small maps; the rest is scrolled to."""
        return QSize(self._theme.px(400), self._theme.px(360))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._lay_out()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # Inside

    def _say(self) -> None:
        view = self._view
        self._invited.setText(invitation(waiting=self._waiting))
        words = "" if view is None else comparison_words(view.comparison)
        self._words.set_text(words)
        self._words.setToolTip(tooltip(words if view is None else f"{words} {names_in_full(view.comparison)}".rstrip()))
        for name, side, first in zip(self.names, "AB", (True, False), strict=True):
            words = "" if view is None else (view.name_a if first else view.name_b)
            name.set_text(f"{side} · {words}")
        if view is not None:
            missing = [no_such_head(first) for first in (True, False) if view.side(first)[0] is None]
            self._missing.set_text(" ".join(missing) or explained(view))
        self._say_cell()

    def _say_cell(self) -> None:
        self._statement.set_text(self._cell_words())
        describe(self, self.tr("Comparison of A and B"), self.accessible_text())

    def _cell_words(self) -> str:
        """The cell pointed at or selected, on both sides."""
        view, cell = self._view, self._hovered or self._cell
        if view is None:
            return ""
        query, key = cell
        if query is None or key is None:
            return self.tr("Point at a cell, or choose one, to read it on both sides")
        words = []
        for first, name in ((True, "A"), (False, "B")):
            pattern, labels = view.side(first)
            if pattern is None or max(query, key) >= len(labels):
                continue
            causal, window = view.mask_a if first else view.mask_b
            if mask_allows(query, key, causal=causal, window=window):
                words.append(f"{name} {decimal(float(pattern[query, key]), 3)}")
            else:
                words.append(self.tr("{side} masked").format(side=name))
        if not words:
            return self.tr("Point at a cell, or choose one, to read it on both sides")
        labels = (
            view.labels if max(query, key) < len(view.labels) else max((view.side(first)[1] for first in (True, False)), key=len)
        )
        names = {"query": named(labels, query), "key": named(labels, key)}
        text = self.tr("“{query}” looks at “{key}”: {values}").format(**names, values=" · ".join(words))
        if view.difference is not None and max(query, key) < len(view.difference):
            value = signed_text(float(view.difference[query, key]), 3)
            text += " · " + self.tr("B − A {value}").format(value=value)
        return text

    def _point(self, cell: tuple[int, int] | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self._say_cell()
            self.token_hovered.emit(None if cell is None else cell[0])

    def _show_parts(self) -> None:
        view = self._view
        for part in (self._words, self._scroll, self._statement, self._swap):
            part.setVisible(view is not None)
        self._leave.setVisible(view is not None or self._waiting)
        self._freeze.setVisible(not self._waiting)
        self.map_a.setVisible(view is not None and view.pattern_a is not None)
        self.map_b.setVisible(view is not None and view.pattern_b is not None)
        self.difference.setVisible(view is not None and view.difference is not None)
        self._missing.setVisible(view is not None and view.difference is None)
        self.stream.setVisible(view is not None and bool(view.comparison.stream))
        self._invited.setVisible(view is None)
        empty = int(view is None)  # then sentence and button stand in the middle
        self._buttons.setStretch(0, empty)
        for place in (0, self._column.count() - 1):
            self._column.setStretch(place, empty)

    def _space(self) -> None:
        self._column.setContentsMargins(*map(self._theme.px, (14, 8, 10, 8)))
        self._column.setSpacing(self._theme.px(6))

    def _lay_out(self) -> None:
        """Maps in one row where it is wide, the difference below them where it is narrow; what is too high is scrolled to."""
        if self._view is None:
            return
        px = self._theme.px
        room = max(self._scroll.height(), 1)
        whole = max(self._scroll.width() - px(_BAR), 1)  # with room for the scroll bar, so that nothing moves when it comes
        line, gap = self.names[0].height() + px(4), px(_GAP)
        three = whole >= px(_THREE_FROM)
        columns = 3 if three else 2
        width = (whole - (columns - 1) * gap) // columns
        square = max(px(_LEAST_MAP), width - px(_AROUND_CELLS[0]) + px(_AROUND_CELLS[1]))
        strip = self._strip_height()
        beside = whole - gap - round(0.46 * (whole - gap)) if three else width
        ledger, stream = self.ledger.needed_height(beside), self.stream.needed_height(beside)
        least = max(strip, ledger + gap + stream) if three else max(strip + 2 * gap + ledger + stream, px(_LEAST_MAP))
        maps = max(px(_LEAST_MAP), min(square, room - line - (gap + least if three and not self._presenting else 0)))
        below = max(least, room - line - maps - gap) if three else least
        self._board.resize(whole, max(line + maps + gap + below, 1))
        for number, (name, head) in enumerate(zip(self.names, (self.map_a, self.map_b), strict=True)):
            left = number * (width + gap)
            name.setGeometry(left, 0, width, self.names[0].height())
            head.setGeometry(left, line, width, maps)
        for mark in self._marks:
            mark.resize(width, maps)
        top = line + maps + gap
        if three:
            self.difference.setGeometry(2 * (width + gap), line, width, maps)
            self._missing.setGeometry(2 * (width + gap), line + maps // 3, width, self._missing.height())
            self.strip.setGeometry(0, top, whole - gap - beside, below)
            left = whole - beside
        else:
            self.difference.setGeometry(0, top, width, min(max(px(_LEAST_MAP), square), below))
            self._missing.setGeometry(0, self.difference.y() + self.difference.height() // 3, width, self._missing.height())
            self.strip.setGeometry(width + gap, top, width, below - ledger - stream - 2 * gap)
            top, left = top + below - ledger - stream - gap, width + gap
        self.ledger.setGeometry(left, top, beside, ledger)
        self.stream.setGeometry(left, top + ledger + gap, beside, stream)

    def _strip_height(self) -> int:
        """Comfortable height of the strip: rows that carry their number, as long as they are not too many."""
        assert self._view is not None
        px = self._theme.px
        return px(76) + min(max(self._view.comparison.layers) * px(22), px(160))


def _shape(view: CompareView | None) -> tuple[object, ...]:
    """What the places of the parts depend on."""
    if view is None:
        return ()
    patterns = (view.pattern_a is None, view.pattern_b is None, view.difference is None)
    found = view.comparison
    return (*patterns, found.layers, found.heads, found.differences is None, len(found.stream), found.ledger)


def example() -> ComparePage:
    """Two small models over the example sentence."""
    from core.inside.comparison import Side, compare, difference_map
    from core.model import preset
    from core.model.interventions import NONE
    from core.model.runs import run

    text = "The keys to the cabinet are on the table"
    first = preset("small")
    second = preset("small", norm="post")
    runs = run(text, first), run(text, second)
    sides = [Side(config=made.config, weights=made.weights, labels=made.tokens, trace=made.trace) for made in runs]
    comparison = compare(sides[0], sides[1])
    page = ComparePage()
    titles = side_titles(comparison, ("", ""), (None, None), (NONE, NONE))
    maps = [np.stack([np.asarray(layer.pattern) for layer in made.trace.layers]) for made in runs]

    def show_head(layer: int, head: int) -> None:
        patterns = [made[layer, head] if layer < made.shape[0] and head < made.shape[1] else None for made in maps]
        page.set_comparison(
            CompareView(
                comparison=comparison,
                name_a=titles[0],
                name_b=titles[1],
                layer=layer,
                head=head,
                pattern_a=patterns[0],
                pattern_b=patterns[1],
                difference=difference_map(*patterns),
                mask_a=(first.causal, first.window),
                mask_b=(second.causal, second.window),
                thumbnails_a=maps[0],
                thumbnails_b=maps[1],
            )
        )

    show_head(1, 2)
    page.set_cell(5, 1)
    page.cell_selected.connect(page.set_cell)
    page.head_selected.connect(show_head)
    return page


if __name__ == "__main__":
    from gui.preview import show

    show(example)
