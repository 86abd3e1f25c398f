"""PositionsPage: how order enters: what is added, what turns, or what falls with distance."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from core.inside.positions import AddedTables, PositionTables
from gui.access import announce
from gui.drawing.inside.position_added import dimension_words
from gui.drawing.inside.position_parts import PositionsPicture
from gui.drawing.inside.positions import headline, nothing_title, nothing_words, paint_positions
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme
from gui.views.inside.positions_canvas import PositionsCanvas
from gui.views.inside.positions_speech import numbers_of, spoken
from gui.views.named_slider import NamedSlider
from gui.views.segmented import Segmented

_CURVES: Final = ("low", "middle", "high")
_TWO_FROM: Final = 660
"""Two sliders stand beside each other from this width on: less leaves them no way to go."""


class PositionsPage(QWidget):
    """The encoding in use, in pictures: a matrix, curves and products; or hands that turn; or slopes.

    In the picture ↑ and ↓ move the query, with Shift the key; ← and → move the chosen dimension or pair, with Shift both
    positions together; 1, 2 and 3 choose one of the three curves.
    """

    token_hovered = Signal(object)
    """Index of the token under the pointer, or None."""
    token_selected = Signal(int)
    """A token of the sentence was made the query."""
    cell_selected = Signal(int, int)
    """A token of the sentence was made the key: query and key."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._picture = PositionsPicture()
        self._query, self._key, self._which = NamedSlider(), NamedSlider(), NamedSlider()
        self._curve = Segmented([(name, name) for name in _CURVES])
        self._canvas = PositionsCanvas()
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._canvas)
        self._controls = QWidget()
        self._grid = QGridLayout(self._controls)
        self._across = 0
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._controls)
        self._column.addWidget(self._scroll, 1)
        self._query.valueChanged.connect(self._choose_query)
        self._key.valueChanged.connect(self._choose_key)
        self._which.valueChanged.connect(self._choose_which)
        self._curve.chosen.connect(lambda name: self._choose_curve(_CURVES.index(name)))
        self._canvas.position_moved.connect(self._move)
        self._canvas.which_moved.connect(lambda step: self._choose_which(self._which.value() + step))
        self._canvas.place_chosen.connect(self._choose_place)
        self._canvas.curve_chosen.connect(self._choose_curve)
        self._canvas.pair_chosen.connect(self._choose_which)
        self._canvas.position_hovered.connect(self._hover)
        self._canvas.speech_of = lambda: (self.tr("Positions"), self.accessible_text())
        self.set_theme(LIGHT)
        self.retranslate()

    # What is shown

    def set_positions(
        self,
        tables: PositionTables | None,
        labels: tuple[str, ...],
        config_words: str,
        checked: tuple[int, int] | None = None,
    ) -> None:
        """Show the tables of an encoding, None when there is no sentence.

        `labels` are those of the tokens, which may be fewer than the positions in the tables; `config_words` say what the
        encoding is and where it enters; `checked` are the places of the two tokens whose query and key were turned.
        """
        old = self._picture
        same = tables is old.tables or (tables is not None and old.tables is not None and tables.same_as(old.tables))
        if same and (labels, config_words, checked) == (old.labels, old.words, old.checked):
            return
        new = replace(old, tables=old.tables if same else tables, labels=labels, words=config_words, checked=checked)
        self._show(_fitted(new, old))

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Mark the two positions of a cell."""
        if (query, key) != (self._picture.query, self._picture.key):
            self._show(replace(self._picture, query=query, key=key))

    def set_hovered_token(self, index: int | None) -> None:
        """Mark the position of the token that is pointed at somewhere."""
        if index != self._picture.hovered:
            self._picture = replace(self._picture, hovered=index)
            self._canvas.set_picture(self._picture)

    def set_stale(self, stale: bool) -> None:
        """Dim the pictures while newer ones are being computed."""
        self._canvas.set_stale(stale)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = theme
        self._query.set_colors(theme, theme.query)
        self._key.set_colors(theme, theme.key)
        self._which.set_colors(theme, theme.position)
        self._curve.set_theme(theme)
        self._canvas.set_theme(theme)
        self._column.setContentsMargins(theme.px(16), theme.px(12), theme.px(12), theme.px(12))
        self._column.setSpacing(theme.px(10))
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.px(16))
        self._grid.setVerticalSpacing(theme.px(4))
        self._arrange()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        labels = dict(zip(_CURVES, (self.tr("low"), self.tr("middle"), self.tr("high")), strict=True))
        self._curve.set_labels(labels)
        self._curve.set_name(
            self.tr("Curve"), self.tr("Which of the three curves the slider beside it moves to another dimension.")
        )
        self._show(self._picture)
        self._canvas.retranslate()

    def picture(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """Paint what is shown, for a file."""
        paint_positions(painter, rect, replace(self._picture, hovered=None), theme)

    def numbers(self) -> list[list[str]]:
        """The tables in full precision; the first row names the columns."""
        return numbers_of(self._picture)

    def accessible_text(self) -> str:
        """What is shown, in words."""
        tables = self._picture.tables
        if tables is None or tables.position == "none":
            return ". ".join(part for part in (headline(self._picture), nothing_title(tables), nothing_words(tables)) if part)
        return spoken(self._picture, self._theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow each slider has a row of its own."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # Inside

    def _arrange(self) -> None:
        across = 2 if self.width() >= self._theme.px(_TWO_FROM) else 1
        if across == self._across:
            return
        self._across = across
        for place, widget in enumerate((self._query, self._key, self._which, self._curve)):
            self._grid.addWidget(widget, place // across, place % across)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, across - 1)

    def _show(self, picture: PositionsPicture) -> None:
        self._picture = picture
        tables, last = picture.tables, max(0, picture.length - 1)
        some = tables is not None and tables.position != "none"
        added = tables.added if tables is not None else None
        for widget, wanted in (
            (self._controls, some),
            (self._curve, added is not None),
            (self._which, some and (tables is None or tables.alibi is None)),
        ):
            if widget.isHidden() == wanted:
                widget.setVisible(wanted)
        self._query.set_place(picture.first, last)
        self._key.set_place(picture.second, last)
        if added is not None:
            self._which.set_place(picture.dimensions[picture.active], added.matrix.shape[1] - 1)
        elif tables is not None and tables.rotary is not None:
            self._which.set_place(picture.pair, len(tables.rotary.frequencies) - 1)
        self._curve.set_value(_CURVES[picture.active])
        self._say(picture)
        self._canvas.set_picture(picture)

    def _say(self, picture: PositionsPicture) -> None:
        self._query.set_words(
            self.tr("query"), picture.name_of(picture.first), self.tr("Position of the token that looks; arrow keys move it.")
        )
        self._key.set_words(
            self.tr("key"), picture.name_of(picture.second), self.tr("Position of the token looked at; arrow keys move it.")
        )
        if picture.tables is not None and picture.tables.rotary is not None:
            what = self.tr("Pair of numbers that is shown large; arrow keys choose another one.")
            self._which.set_words(self.tr("pair"), integer(picture.pair), what)
        else:
            what = self.tr("Dimension whose curve is drawn; arrow keys choose another one.")
            self._which.set_words(self.tr("dimension"), integer(picture.dimensions[picture.active]), what)

    def _choose_query(self, position: int) -> None:
        self._select(position, self._picture.second)

    def _choose_key(self, position: int) -> None:
        self._select(self._picture.first, position)

    def _select(self, query: int, key: int) -> None:
        """Take other positions, and say so where they are tokens of the sentence: the tables may go on beyond its end."""
        old, tokens = self._picture, len(self._picture.labels)
        query, key = (max(0, min(position, old.length - 1)) for position in (query, key))
        if (query, key) == (old.query, old.key):
            return
        self._show(replace(old, query=query, key=key))
        if key != old.key and max(query, key) < tokens:
            self.cell_selected.emit(query, key)
        elif query != old.query and query < tokens:
            self.token_selected.emit(query)
        announce(self._canvas, self._canvas.statement())

    def _move(self, query_steps: int, key_steps: int) -> None:
        """Move positions; both together only as far as both can go, so that their distance stays."""
        picture, last = self._picture, self._picture.length - 1
        first, second = picture.first + query_steps, picture.second + key_steps
        if query_steps and key_steps and (min(first, second) < 0 or max(first, second) > last):
            return
        self._select(first, second)

    def _choose_place(self, position: int, dimension: int) -> None:
        self._choose_which(dimension)
        self._choose_query(position)

    def _choose_which(self, number: int) -> None:
        """Another dimension for the active curve, or another pair."""
        picture, tables = self._picture, self._picture.tables
        number = max(0, min(number, self._which.maximum()))
        if tables is None or tables.alibi is not None:
            return
        if tables.rotary is not None:
            new = replace(picture, pair=number)
        else:
            chosen = list(picture.dimensions)
            chosen[picture.active] = number
            new = replace(picture, dimensions=(chosen[0], chosen[1], chosen[2]))
        if new != picture:
            self._show(new)
            announce(self._canvas, integer(number) if tables.added is None else dimension_words(tables.added, number))

    def _choose_curve(self, which: int) -> None:
        if which != self._picture.active:
            self._show(replace(self._picture, active=which))

    def _hover(self, position: int | None) -> None:
        """A position was pointed at in the picture."""
        if position == self._picture.hovered:
            return
        self.set_hovered_token(position)
        self.token_hovered.emit(position if position is not None and position < len(self._picture.labels) else None)


def _fitted(new: PositionsPicture, old: PositionsPicture) -> PositionsPicture:
    """`new` with dimensions and pair that its tables have: those chosen before, or usual ones for another width."""
    tables = new.tables
    if tables is not None and tables.added is not None:
        before = old.tables.added if old.tables is not None else None
        if before is None or before.matrix.shape[1] != tables.added.matrix.shape[1] or before.layout != tables.added.layout:
            new = replace(new, dimensions=_usual_dimensions(tables.added))
    if tables is not None and tables.rotary is not None:
        new = replace(new, pair=min(new.pair, len(tables.rotary.frequencies) - 1))
    return new


def _usual_dimensions(added: AddedTables) -> tuple[int, int, int]:
    """A fast one, and two whose waves are ten and a hundred times as long: a quarter and half of the pairs further on."""
    width = added.matrix.shape[1]
    steps = (width // 4 // 2 * 2, width // 2 // 2 * 2)
    if added.layout == "side-by-side":
        steps = (steps[0] // 2, steps[1] // 2)
    return 0, steps[0], steps[1]


def _example() -> PositionsPage:
    """A small model and a sentence; --position and --layout choose another encoding."""
    import argparse

    from core.inside.positions import position_tables, shown_length
    from core.model import random_weights
    from core.model.config import ModelConfig
    from gui.views.map_toys import toy_labels

    parser = argparse.ArgumentParser()
    parser.add_argument("--position", default="sinusoidal")
    parser.add_argument("--layout", default="interleaved")
    parser.add_argument("--tokens", type=int, default=0)
    options = parser.parse_known_args()[0]
    labels = toy_labels(9)
    config = ModelConfig(
        d_model=64, n_heads=8 if options.position == "alibi" else 4, n_layers=2, position=options.position,
        sinusoid_layout=options.layout, context=2048,
    )  # fmt: skip
    length = shown_length(config, len(labels)) if not options.tokens else options.tokens
    page = PositionsPage()
    tables = position_tables(config, random_weights(config), length, ids=(5, 9))
    page.set_positions(tables, labels, f"{options.position}, {config.placed}", (5, 1))
    page.set_cell(5, 1)
    return page


if __name__ == "__main__":
    from gui.preview import show

    show(_example)
