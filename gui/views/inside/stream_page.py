"""StreamPage: the residual stream from the input to the last norm, for all tokens and for the chosen one."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from core.inside.stream import Station, StreamTable, cosines
from gui.drawing.inside.stream import paint_stream
from gui.drawing.inside.stream_words import StreamPicture
from gui.theme.theme import LIGHT, Theme
from gui.views.inside.stream_canvas import StreamCanvas
from gui.views.inside.stream_numbers import stream_numbers


class StreamPage(QWidget):
    """The stream on a page that scrolls where there is little room, by wheel or by Space."""

    station_selected = Signal(int)
    """Index of the station in the table."""
    token_selected = Signal(object)
    """A token, or None for the mean of all."""
    token_hovered = Signal(object)
    """The token under the pointer, or None."""
    cell_selected = Signal(int, int)
    """Both tokens of a cell of the cosine map."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._table: StreamTable | None = None
        self._labels: tuple[str, ...] = ()
        self._place: Station | None = None
        self._cell: tuple[int | None, int | None] = (None, None)
        self.canvas = StreamCanvas()
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(self.canvas)
        self.setFocusProxy(self.canvas)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._scroll)
        self.canvas.station_selected.connect(self._station_chosen)
        self.canvas.token_selected.connect(self._token_chosen)
        self.canvas.cell_selected.connect(self._cell_chosen)
        self.canvas.token_hovered.connect(self.token_hovered)

    def set_stream(self, table: StreamTable | None, labels: tuple[str, ...]) -> None:
        """Show another stream; the chosen station stays where the new model has it too, else it is the end of the last layer.

        Raises
        ------
        ValueError
            When there are not as many labels as tokens.
        """
        if table is self._table and labels == self._labels:
            return
        if table is not None and table.tokens != len(labels):
            raise ValueError(f"{len(labels)} labels for {table.tokens} tokens")
        self._table, self._labels = table, labels
        if table is not None and self._place not in table.stations:
            self._place = Station("feed_forward", table.config.n_layers - 1)
        self._show(fresh=True)
        self._fit()  # what is chosen changes no height

    def set_station(self, station: int) -> None:
        """Choose a station by its index; nothing happens when there is no such station."""
        if self._table is not None and 0 <= station < len(self._table.stations) and self._table.stations[station] != self._place:
            self._place = self._table.stations[station]
            self._show(fresh=True)

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Choose a token (None: the mean of all) and, for the cosine map, another one."""
        if (query, key) != self._cell:
            self._cell = (query, key)
            self._show(fresh=False)

    def set_hovered_token(self, index: int | None) -> None:
        """Lift a token out of the others."""
        self.canvas.set_hovered_token(index)

    def set_stale(self, stale: bool) -> None:
        """Dim the picture while a newer one is being computed."""
        self.canvas.set_stale(stale)

    def set_theme(self, theme: Theme) -> None:
        if theme != self._theme:
            self._theme = theme
            self.canvas.set_theme(theme)
            self._fit()

    def retranslate(self) -> None:
        self.canvas.retranslate()
        self._fit()

    def accessible_text(self) -> str:
        """In words what is shown now."""
        return self.canvas.words()

    def picture(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """Paint what is shown into a file, without outlines."""
        if self.canvas.picture is not None:
            paint_stream(painter, rect, self.canvas.picture, theme, selection=False)

    def numbers(self) -> list[list[str]]:
        """What is shown as a table in full precision; see `stream_numbers`."""
        return [] if self.canvas.picture is None else stream_numbers(self.canvas.picture)

    # Qt's own

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(320), self._theme.px(160))

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(800), self._theme.px(640))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space scrolls on by most of a screen, with Shift back, as in a browser: the arrow keys have other work."""
        if event.key() != Qt.Key.Key_Space:
            super().keyPressEvent(event)
            return
        bar = self._scroll.verticalScrollBar()
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        bar.setValue(bar.value() + round(0.8 * self._scroll.viewport().height()) * (-1 if back else 1))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # Inside

    def _show(self, *, fresh: bool) -> None:
        """Hand the canvas what is chosen; `fresh` when the cosines are those of another station."""
        table = self._table
        if table is None or self._place is None:
            self.canvas.set_picture(None)
            return
        query, key = ((index if index is not None and 0 <= index < table.tokens else None) for index in self._cell)
        old = self.canvas.picture
        if fresh or old is None:
            station = table.stations.index(self._place)
            new = StreamPicture(
                table=table, labels=self._labels, cosines=cosines(table, station), station=station, token=query, other=key
            )
            self.canvas.set_picture(new)
        elif (old.token, old.other) != (query, key):
            self.canvas.set_picture(replace(old, token=query, other=key))

    def _fit(self) -> None:
        """As high as is needed in this width."""
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        height = self.canvas.needed_height(self.width())
        if height > self.height():
            height = self.canvas.needed_height(self.width() - bar)
        if height != self.canvas.minimumHeight():
            self.canvas.setMinimumHeight(height)

    def _station_chosen(self, station: int) -> None:
        self.set_station(station)
        self.station_selected.emit(station)

    def _token_chosen(self, token: int | None) -> None:
        self.set_cell(token, None if token is None else self._cell[1])
        self.token_selected.emit(token)

    def _cell_chosen(self, query: int, key: int) -> None:
        self.set_cell(query, key)
        self.cell_selected.emit(query, key)


def example(text: str = "The keys to the cabinet are on the table", **choices: object) -> StreamPage:
    """A small model and a sentence."""
    from core.inside.stream import NEEDED, stream_table
    from core.model import ModelConfig, forward, random_weights
    from core.text import labels, tokenize

    settings = {"d_model": 64, "n_heads": 4, "n_layers": 4, "vocabulary": 1000, **choices}
    config = ModelConfig(**settings)  # type: ignore[arg-type]
    weights = random_weights(config)
    tokens = tokenize(text, "words", config.vocabulary)
    trace = forward(config, weights, [token.id for token in tokens], keep=NEEDED, logits=False)
    page = StreamPage()
    page.set_stream(stream_table(config, weights, trace), labels(tokens, text, "words"))
    return page


if __name__ == "__main__":
    from gui.preview import show

    def _example() -> StreamPage:
        page = example()
        page.set_cell(5, 1)
        return page

    show(_example)
