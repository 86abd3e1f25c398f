"""LinesPage: tokens left and right with a line for each weight, of one token or of all, of several heads at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSlider, QVBoxLayout, QWidget

from core.model.trace import FloatArray
from gui.access import describe, tooltip
from gui.drawing.inside.lines import paint_lines
from gui.drawing.inside.lines_data import LinesPicture
from gui.drawing.inside.lines_words import arriving, head_words, layer_words, left_out_words, scale_words, statement
from gui.i18n import decimal
from gui.page_tables import table_words
from gui.theme.theme import LIGHT, Theme
from gui.views.inside.head_toggles import HeadToggles
from gui.views.inside.lines_canvas import LinesCanvas
from gui.views.ledger_text import StillText
from gui.views.map_speech import Speech
from gui.views.segmented import Segmented

Extent = Literal["one", "all"]

THRESHOLD: Final = 0.05
"""What is left out at first: with twenty tokens and more, weights below it are most of the lines and little of the weight."""
_STEPS: Final = 100
_NARROW: Final = 560
_SLIDER: Final = (76, 160)
"""Width of the slider where there is less width than that, and elsewhere."""
_MOST: Final = 50
"""The slider goes to 0.50 in hundredths: no row has more than two lines above that."""


class LinesPage(QWidget):
    """Passive but for what belongs to the picture alone: which heads, one token or all, from which weight on."""

    token_selected = Signal(object)
    """The token whose lines are shown, None when it was let go."""
    token_hovered = Signal(object)
    """The token under the pointer, or None."""
    cell_selected = Signal(int, int)
    """Query and key."""
    heads_chosen = Signal(object)
    """The heads whose lines are shown, as a tuple counted from 0."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._head = 0
        self.canvas = LinesCanvas()
        self.toggles = HeadToggles()
        self._layer = _label("strong")
        self._extent = Segmented((("one", ""), ("all", "")))
        self._extent.set_value("one")
        self._threshold_label, self._threshold_number = _label("caption"), _label("value")
        self._threshold = QSlider(Qt.Orientation.Horizontal)
        self._threshold.setRange(0, _MOST)
        self._threshold.setValue(round(THRESHOLD * _STEPS))
        self._threshold.setPageStep(5)
        self._threshold_label.setBuddy(self._threshold)
        self._statement = _Statement()
        self._words = StillText(2)
        self._column = QVBoxLayout(self)
        self._first, self._second = QHBoxLayout(), QHBoxLayout()
        self._first.addWidget(self._layer, 0, Qt.AlignmentFlag.AlignTop)
        self._first.addWidget(self.toggles, 1)
        self._second.addWidget(self._extent)
        self._second.addStretch(1)
        for widget in (self._threshold_label, self._threshold, self._threshold_number):
            self._second.addWidget(widget)
        self._column.addLayout(self._first)
        self._column.addLayout(self._second)
        self._column.addWidget(self.canvas, 1)
        self._column.addWidget(self._statement)
        self._column.addWidget(self._words)
        self._speech = Speech(self.canvas, self._spoken)
        self._connect()
        self._set_spacing()
        self._show(replace(self.canvas.picture, heads=(0,), threshold=THRESHOLD))
        self.retranslate()

    def _connect(self) -> None:
        self.canvas.token_selected.connect(self._token_chosen)
        self.canvas.cell_selected.connect(self._cell_chosen)
        self.canvas.token_hovered.connect(self.token_hovered)
        self.canvas.preview_changed.connect(self._say)
        self.toggles.heads_chosen.connect(self._heads_chosen)
        self._extent.chosen.connect(self._extent_chosen)
        self._threshold.valueChanged.connect(self._threshold_moved)

    # What is shown

    def set_maps(
        self, patterns: FloatArray | None, labels: tuple[str, ...], causal: bool, window: int, layer: int, head: int
    ) -> None:
        """Show the maps [H, T, T] of `layer`. A head that is selected anew is shown alone, unless it is among those shown.

        Raises
        ------
        ValueError
            When there are not as many labels as tokens.
        """
        if patterns is not None and patterns.shape[1:] != (len(labels), len(labels)):
            raise ValueError(f"{len(labels)} labels for maps of {patterns.shape}")
        old = self.canvas.picture
        same = patterns is old.patterns or (
            patterns is not None and old.patterns is not None and np.array_equal(patterns, old.patterns)
        )
        if same and (labels, causal, window, layer, head) == (old.labels, old.causal, old.window, old.layer, self._head):
            return
        count = 0 if patterns is None else len(patterns)
        heads = old.heads if patterns is None else tuple(one for one in old.heads if one < count)
        if head != self._head and head not in heads:
            heads = (head,)
        elif not heads and old.heads:  # those that were shown are gone
            heads = (min(head, count - 1),)
        self._head = head
        tokens = len(labels)
        new = replace(
            old,
            patterns=old.patterns if same else patterns,
            labels=labels,
            causal=causal,
            window=window,
            layer=layer,
            heads=heads,
            query=old.query if old.query is not None and old.query < tokens else None,
            key=old.key if old.key is not None and old.key < tokens else None,
        )
        self._layer.setText(layer_words(layer))
        self._show(new)

    def set_heads(self, heads: tuple[int, ...]) -> None:
        """Show the lines of these heads, without saying that they were chosen here."""
        heads = tuple(sorted(heads))
        if heads != self.canvas.picture.heads:
            self._show(replace(self.canvas.picture, heads=heads))

    def set_changed(self, changed: frozenset[int]) -> None:
        """Mark the heads of this layer that are changed by hand."""
        self.toggles.set_changed(changed)

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Choose the token whose lines are shown, and one that it looks at."""
        tokens = self.canvas.picture.tokens
        query, key = (None if index is None or not 0 <= index < tokens else index for index in (query, key))
        if (query, key) != (self.canvas.picture.query, self.canvas.picture.key):
            self._show(replace(self.canvas.picture, query=query, key=key))

    def set_extent(self, extent: Extent) -> None:
        """Show the lines of the chosen token alone (“one”), or of all."""
        self._extent.set_value(extent)
        if (extent == "all") != self.canvas.picture.everything:
            self._show(replace(self.canvas.picture, everything=extent == "all"))

    def set_threshold(self, threshold: float) -> None:
        """Leave out lines of a smaller weight; in hundredths from 0 to 0.5."""
        self._threshold.setValue(round(threshold * _STEPS))

    def set_hovered_token(self, index: int | None) -> None:
        """Highlight a token that is pointed at elsewhere."""
        self.canvas.set_hovered_token(index)

    def set_stale(self, stale: bool) -> None:
        """Dim the picture while a newer one is being computed."""
        self.canvas.set_stale(stale)

    def set_theme(self, theme: Theme) -> None:
        """Colours, fonts and zoom."""
        if theme == self._theme:
            return
        self._theme = theme
        for widget in (self.canvas, self.toggles, self._extent, self._statement, self._words):
            widget.set_theme(theme)
        self._set_spacing()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._extent.set_labels({"one": self.tr("one token"), "all": self.tr("all tokens")})
        self._extent.set_name(self.tr("Whose lines are shown"), self.tr("The lines of the chosen token, or of all tokens."))
        text = self.tr("Leave out below")
        self._threshold_label.setText(text)
        explanation = self.tr("Lines of a smaller weight are not drawn. Below the picture stands how much they hold together.")
        describe(self._threshold, text, explanation)
        for widget in (self._threshold, self._threshold_label):
            widget.setToolTip(tooltip(explanation))
        self._layer.setText(layer_words(self.canvas.picture.layer))
        self.canvas.set_invitation(self.tr("Type a sentence above: here you will see which token looks at which, line by line."))
        self.canvas.retranslate()
        self.toggles.retranslate()
        self._say()
        self._speech.now()

    # What is handed out

    def picture(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """Paint for a file what is shown: all tokens, as large as `rect` allows."""
        paint_lines(painter, rect, self.canvas.picture, theme)

    def numbers(self) -> list[list[str]]:
        """The lines that are shown, the strongest first; numbers as they read back."""
        picture, lines = self.canvas.picture, self.canvas.lines
        rows = [table_words("layer", "head", "query", "query token", "key", "key token", "weight")]
        for i in reversed(range(len(lines))):
            head, query, key = picture.heads[lines.slots[i]], int(lines.queries[i]), int(lines.keys[i])
            names = (picture.labels[query], picture.labels[key])
            rows.append([str(picture.layer), str(head), str(query), names[0], str(key), names[1], repr(float(lines.weights[i]))])
        return rows

    def accessible_text(self) -> str:
        """What is shown now, in words."""
        picture, lines = self.canvas.picture, self.canvas.lines
        if not picture.tokens:
            return self.tr("Nothing is shown yet.")
        where = ", ".join((layer_words(picture.layer), *(head_words(head) for head in picture.heads)))
        return f"{where}: {statement(picture, lines)}. {left_out_words(picture, lines)}."

    # Qt's own

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(320), self._theme.px(300))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._set_slider()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # Inside

    def _show(self, picture: LinesPicture) -> None:
        self.canvas.show_picture(picture)
        self.toggles.set_heads(0 if picture.patterns is None else len(picture.patterns), picture.heads)
        self._say()
        self._speech.later()

    def _say(self) -> None:
        picture, lines, preview = self.canvas.picture, self.canvas.lines, self.canvas.preview
        said = picture
        sentence = statement(picture, lines)
        if preview is not None:
            side, index, lines = preview
            if side == "query":
                said = replace(picture, everything=False, query=index, key=None)
                sentence = statement(said, lines)
            else:
                said = replace(picture, everything=True)
                sentence = arriving(picture, lines, index)
        self._statement.set_text(sentence)
        self._threshold_number.setText(decimal(picture.threshold, 2))
        if not picture.tokens or not picture.heads:
            self._words.set_text("")
        elif preview is not None and preview[0] == "key":
            self._words.set_text(scale_words(said))
        else:
            hint = (
                "" if picture.everything or said.query is not None else self.tr("Choose a token at the left to see its lines alone")
            )
            self._words.set_text(" · ".join(part for part in (left_out_words(said, lines), hint, scale_words(said)) if part))

    def _spoken(self) -> tuple[str, str]:
        keys = self.tr("Up and Down choose the token that looks, Left and Right the one it looks at, Escape lets it go.")
        return self.tr("Lines from token to token"), f"{self.accessible_text()} {keys}"

    def _token_chosen(self, index: int | None) -> None:
        if index != self.canvas.picture.query or self.canvas.picture.key is not None:
            self._show(replace(self.canvas.picture, query=index, key=None))
            self.token_selected.emit(index)

    def _cell_chosen(self, query: int, key: int) -> None:
        self._show(replace(self.canvas.picture, query=query, key=key))
        self.cell_selected.emit(query, key)

    def _heads_chosen(self, heads: tuple[int, ...]) -> None:
        self._show(replace(self.canvas.picture, heads=heads))
        self.heads_chosen.emit(heads)

    def _extent_chosen(self, extent: str) -> None:
        self._show(replace(self.canvas.picture, everything=extent == "all"))

    def _threshold_moved(self, value: int) -> None:
        self._show(replace(self.canvas.picture, threshold=value / _STEPS))

    def _set_slider(self) -> None:
        """Where it is narrow the slider leaves its room to the words."""
        width = self._theme.px(_SLIDER[self.width() >= self._theme.px(_NARROW)])
        if width != self._threshold.maximumWidth():
            self._threshold.setFixedWidth(width)

    def _set_spacing(self) -> None:
        theme = self._theme
        self._column.setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(12))
        self._column.setSpacing(theme.px(8))
        self._first.setSpacing(theme.px(12))
        self._second.setSpacing(theme.px(8))
        self._layer.setFixedHeight(theme.px(26))
        self._set_slider()
        self._threshold_number.setFixedWidth(theme.px(40))


class _Statement(QWidget):
    """One sentence in large type; where it does not fit in smaller type, and then shortened with …. No text changes its height."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._theme = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_theme(LIGHT)

    def set_text(self, text: str) -> None:
        """Show `text`."""
        if text != self._text:
            self._text = text
            describe(self, text, text)
            self.setToolTip(tooltip(text))
            self.update()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._fonts = [theme.font("statement", bold=True), theme.font("text", bold=True)]
        self.setFixedHeight(round(QFontMetricsF(self._fonts[0]).height()) + theme.px(2))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            fits = [font for font in self._fonts if QFontMetricsF(font).horizontalAdvance(self._text) <= self.width()]
            font = fits[0] if fits else self._fonts[-1]
            painter.setFont(font)
            painter.setPen(self._theme.text)
            text = QFontMetricsF(font).elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), text)


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    return label


if __name__ == "__main__":
    import sys

    from core.model import run
    from gui.preview import show

    def _example() -> LinesPage:
        here = run("The keys to the cabinet are on the table")
        page = LinesPage()
        pattern = here.trace.layers[1].pattern
        page.set_maps(pattern, here.tokens, False, 0, 1, 2)
        page.set_cell(5, None)
        if "--heads" in sys.argv:
            page.set_heads((0, 1, 2, 3))
        if "--all" in sys.argv:
            page.set_extent("all")
        return page

    show(_example)
