"""TokenChips: the tokens of the sentence, one chip each, in at most three rows that then scroll."""

from __future__ import annotations

import html
from math import ceil
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QToolTip, QWidget

from core.text.tokens import Token
from gui.access import announce, describe, paint_focus_ring
from gui.drawing.chips import HEIGHT, PADDING, paint_chip
from gui.drawing.labels import isolated
from gui.i18n import integer
from gui.theme.fonts import shown
from gui.theme.theme import LIGHT, Theme
from gui.views.chip_rows import Rows, break_rows, first_difference

MOST_ROWS: Final = 3
"""Rows shown at once; more of them scroll."""
MOST_DESCRIBED: Final = 40
"""Tokens that the accessible description spells out."""

_GAP: Final = 6
_WIDEST: Final = 260
translate: Final = QCoreApplication.translate
"""Not tr: that looks under the name of a class that inherits from this one, where no sentence is."""


class TokenChips(QAbstractScrollArea):
    """The tokens in reading order. Left, Right, Home, End, Up and Down move over them, Enter or Space chooses one.

    The chip of the query carries its colour and a small q, that of the key its colour and a small k.
    """

    token_clicked = Signal(int)
    """A token was chosen, with the mouse or the keys."""
    token_hovered = Signal(object)
    """The token under the pointer or the keyboard's position changed: its index, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tokenChips")
        self._theme = LIGHT
        self._labels: tuple[str, ...] = ()
        self._tokens: tuple[Token, ...] = ()
        self._texts: list[str] = []
        self._widths: dict[str, tuple[str, int]] = {}
        self._letters: dict[str, float] = {}
        self._sizes: list[int] = []
        self._rows = Rows([], [], [])
        self._query: int | None = None
        self._key: int | None = None
        self._hovered: int | None = None
        self._current = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setMouseTracking(True)
        self.set_theme(LIGHT)
        self.retranslate()

    def set_tokens(self, labels: tuple[str, ...], tokens: tuple[Token, ...]) -> None:
        """Show `labels` (visible marks, one a token), and take the tooltips from `tokens`."""
        if labels == self._labels and tokens == self._tokens:
            return
        old_labels, old_rows = self._labels, self._rows
        self._labels, self._tokens = labels, tokens
        self._current = max(0, min(self._current, len(labels) - 1))
        self._hover(None)
        if labels != old_labels:
            self._measure()
            self._arrange()
            self._update_from(first_difference(old_labels, labels), old_rows)
        self._describe()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Outline the token that looks and the one looked at."""
        if (query, key) == (self._query, self._key):
            return
        changed = {self._query, self._key, query, key}
        self._query, self._key = query, key
        for index in changed:
            self._update_chip(index)
        self._describe()

    def set_theme(self, theme: Theme) -> None:
        """Take over colours, type and zoom."""
        self._theme = theme
        self._font = theme.font("text")
        self._widths.clear()
        self._letters.clear()
        self.setFont(self._font)
        self.verticalScrollBar().setSingleStep(self._pitch())
        self._measure()
        self._arrange()
        self.viewport().update()

    def retranslate(self) -> None:
        """Put all static text into the present language."""
        self._hint = translate("TokenChips", "The tokens appear here")
        self._describe()
        self.viewport().update()

    def rows(self) -> int:
        """Rows that the tokens take, also those scrolled out of sight."""
        return len(self._rows)

    def chip_rect(self, index: int) -> QRect:
        """Where the chip of token `index` is now, in the coordinates of the viewport."""
        top = self._margin() + self._rows.row_of(index) * self._pitch() - self.verticalScrollBar().value()
        return QRect(self._rows.lefts[index], top, self._rows.widths[index], self._theme.px(HEIGHT))

    def token_at(self, point: QPoint) -> int | None:
        """The token whose chip is at `point` of the viewport."""
        row, rest = divmod(point.y() - self._margin() + self.verticalScrollBar().value(), self._pitch())
        return self._rows.at(row, point.x()) if rest < self._theme.px(HEIGHT) else None

    def tooltip(self, index: int) -> str:
        """What is known about token `index`, as plain text of several lines."""
        token = self._tokens[index]
        lines = [
            translate("TokenChips", "Token {number}: {label}").format(
                number=integer(index + 1), label=isolated(self._labels[index])
            )
        ]
        if index == self._query:
            lines.append(translate("TokenChips", "The query: the token that looks"))
        if index == self._key:
            lines.append(translate("TokenChips", "The key: the token looked at"))
        lines.append(translate("TokenChips", "Row {id} of the embedding table").format(id=integer(token.id)))
        lines.append(
            QCoreApplication.translate(
                "TokenChips", "Code points {start} to {end} of the sentence (counted from 0, the last one not included)"
            ).format(start=integer(token.start), end=integer(token.end))
        )
        octets = token.text.encode("utf-8", "surrogatepass")
        shown_octets = octets[:24].hex(" ").upper() + (" …" if len(octets) > 24 else "")
        lines.append(translate("TokenChips", "UTF-8: {octets}").format(octets=shown_octets))
        return "\n".join(lines)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        theme = self._theme
        if not self._labels:
            painter.setPen(theme.muted)
            painter.drawText(QRect(0, self._margin(), self.width(), theme.px(HEIGHT)), Qt.AlignmentFlag.AlignVCenter, self._hint)
        touched = event.region()
        for index in self._visible(event.rect()):
            rect = self.chip_rect(index)
            if not touched.intersects(rect):
                continue
            paint_chip(
                painter,
                rect,
                self._texts[index],
                theme,
                query=index == self._query,
                key=index == self._key,
                underlined=index == self._hovered,
            )
        if self.hasFocus() and self._labels:
            ring = self._theme.px(3)
            paint_focus_ring(painter, self.chip_rect(self._current).adjusted(-ring, -ring, ring, ring), theme, radius=8)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.token_at(event.position().toPoint()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.token_at(event.position().toPoint())
        event.accept()
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self._go_to(index, hover=False)
            self.token_clicked.emit(index)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._labels or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        last = len(self._labels) - 1
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.token_clicked.emit(self._current)
            return
        steps = {
            Qt.Key.Key_Left: max(0, self._current - 1),
            Qt.Key.Key_Right: min(last, self._current + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
            Qt.Key.Key_Up: self._rows.beside(self._current, -1),
            Qt.Key.Key_Down: self._rows.beside(self._current, 1),
        }
        if key not in steps:
            super().keyPressEvent(event)
            return
        self._go_to(steps[key], hover=True)
        announce(self, self._labels[self._current])

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._hover(None)
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.token_at(event.pos())
            if index is None:
                QToolTip.hideText()
            else:
                # escaped and marked as preformatted: a token such as <s> must be read, not interpreted (case B01)
                text = f"<p style='white-space:pre'>{html.escape(self.tooltip(index))}</p>"
                QToolTip.showText(event.globalPos(), text, self.viewport(), self.chip_rect(index))
            return True
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().viewportEvent(event)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def _margin(self) -> int:
        """Room for the focus ring above the first row and below the last."""
        return self._theme.px(3)

    def _pitch(self) -> int:
        return self._theme.px(HEIGHT) + self._theme.px(_GAP)

    def _visible(self, area: QRect) -> range:
        """The tokens of the rows that `area` of the viewport touches."""
        if not len(self._rows):
            return range(0)
        scrolled = self.verticalScrollBar().value() - self._margin()
        last_row = len(self._rows) - 1
        first = max(0, min(last_row, (area.top() + scrolled) // self._pitch()))
        last = max(0, min(last_row, (area.bottom() + scrolled) // self._pitch()))
        return range(self._rows.span(first)[0], self._rows.span(last)[1])

    def _measure(self) -> None:
        """Text and width of every chip; equal labels are measured once."""
        metrics = QFontMetrics(self._font)
        known = self._widths
        if len(known) > 8192:
            known.clear()
        texts, sizes = [], []
        for label in self._labels:
            measured = known.get(label)
            if measured is None:
                measured = known[label] = self._measured(label, metrics)
            texts.append(measured[0])
            sizes.append(measured[1])
        self._texts, self._sizes = texts, sizes

    def _measured(self, label: str, metrics: QFontMetrics) -> tuple[str, int]:
        widest, sides = self._theme.px(_WIDEST), 2 * self._theme.px(PADDING)
        if label.isascii():
            # letter by letter, without kerning: a tenth of the time, which counts when 2048 new words are pasted
            text, letters = label, self._letters
            width = ceil(sum(letters[char] if char in letters else self._letter_width(char) for char in label))
        else:
            text = shown(label, metrics)
            width = metrics.horizontalAdvance(text)
        if width > widest:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, widest)
            width = metrics.horizontalAdvance(text)
        return text, width + sides

    def _letter_width(self, char: str) -> float:
        self._letters[char] = width = QFontMetricsF(self._font).horizontalAdvance(char)
        return width

    def _arrange(self) -> None:
        """Break the chips into rows; with more rows than are shown, room for the scroll bar is left."""
        bar = self.verticalScrollBar()
        gap, left = self._theme.px(_GAP), self._margin()
        fitting = break_rows(self._sizes, self.width(), gap=gap, left=left, most=MOST_ROWS)
        if fitting is None:
            fitting = break_rows(self._sizes, self.width() - bar.sizeHint().width() - gap, gap=gap, left=left)
        self._rows = fitting or Rows([], [], [])
        rows = len(self._rows)
        height = max(1, min(rows, MOST_ROWS)) * self._pitch() - self._theme.px(_GAP) + 2 * self._margin()
        if self.minimumHeight() != height or self.maximumHeight() != height:
            self.setFixedHeight(height)
        scrolls = rows > MOST_ROWS
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        bar.setPageStep(MOST_ROWS * self._pitch())
        bar.setRange(0, (rows - MOST_ROWS) * self._pitch() if scrolls else 0)

    def _update_from(self, index: int, old: Rows) -> None:
        """Repaint the chips from `index` on, where they are and where they were (`old`): those before it stand as they did."""
        if not index or len(old) > MOST_ROWS or len(self._rows) > MOST_ROWS:
            self.viewport().update()
            return
        last, ring = index - 1, self._theme.px(4)
        row, right = self._rows.row_of(last), self._rows.lefts[last] + self._rows.widths[last]
        top = self._margin() + row * self._pitch() - ring
        self.viewport().update(right, top, self.width(), self._pitch())
        self.viewport().update(0, top + self._pitch(), self.width(), self.height())

    def _update_chip(self, index: int | None) -> None:
        if index is not None and index < len(self._labels):
            ring = self._theme.px(4)
            self.viewport().update(self.chip_rect(index).adjusted(-ring, -ring, ring, ring))

    def _hover(self, index: int | None) -> None:
        if index == self._hovered:
            return
        old, self._hovered = self._hovered, index
        self._update_chip(old)
        self._update_chip(index)
        self.token_hovered.emit(index)

    def _go_to(self, index: int, *, hover: bool) -> None:
        """Move the keyboard's position to token `index`, and scroll it into sight."""
        self._update_chip(self._current)
        self._current = index
        row = self._rows.row_of(index)
        bar = self.verticalScrollBar()
        top = row * self._pitch()
        bar.setValue(max(top - (MOST_ROWS - 1) * self._pitch(), min(bar.value(), top)))
        self._update_chip(index)
        if hover:
            self._hover(index)

    def _describe(self) -> None:
        labels = self._labels
        parts = [
            translate("TokenChips", "{count} tokens: {tokens}").format(
                count=integer(len(labels)), tokens=" ".join(labels[:MOST_DESCRIBED])
            )
        ]
        if len(labels) > MOST_DESCRIBED:
            parts[0] += " …"
        for index, template in (
            (self._query, translate("TokenChips", "Query: {label}")),
            (self._key, translate("TokenChips", "Key: {label}")),
        ):
            if index is not None and index < len(labels):
                parts.append(template.format(label=labels[index]))
        parts.append(translate("TokenChips", "Arrow keys move, Enter chooses the token that looks."))
        describe(self, translate("TokenChips", "Tokens"), ". ".join(parts))


if __name__ == "__main__":
    from gui.preview import show

    def _example() -> TokenChips:
        chips = TokenChips()
        words = ("The", "keys", "to", "the", "cabinet", "are", "on", "the", "<s>", "␣table", "⏎")
        chips.set_tokens(words, tuple(Token(len(word), word, index, index + 1) for index, word in enumerate(words)))
        chips.set_cell(5, 1)
        return chips

    show(_example)
