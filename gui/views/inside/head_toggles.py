"""HeadToggles: the heads of a layer, each on or off, with the line that it draws. Legend and choice in one."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gui.access import announce, describe, paint_focus_ring, tooltip
from gui.drawing.inside.lines import paint_head_sample
from gui.drawing.inside.lines_data import LinesPicture
from gui.drawing.inside.lines_words import head_words
from gui.drawing.map_marks import Texts, paint_corner
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme

_HEIGHT: Final = 26
_SAMPLE: Final = 20
_GAP: Final = 4
_RADIUS: Final = 6
_MOST_ROWS: Final = 3


class HeadToggles(QWidget):
    """One chip a head. A click, or Space on the one in focus, shows or hides it; with Ctrl it is shown alone.

    Arrow keys move from chip to chip, Home and End to the ends.
    """

    heads_chosen = Signal(object)
    """All heads that are shown now, ascending, counted from 0."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._texts = Texts(LIGHT)
        self._count = 0
        self._chosen: tuple[int, ...] = ()
        self._changed: frozenset[int] = frozenset()
        self._at = 0
        self._places: list[QRectF] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.retranslate()

    def set_heads(self, count: int, chosen: tuple[int, ...]) -> None:
        """Offer `count` heads, of which `chosen` are shown."""
        if (count, chosen) == (self._count, self._chosen):
            return
        self._count, self._chosen = count, chosen
        self._at = min(self._at, max(0, count - 1))
        self._lay_out()
        self._describe()
        self.update()

    def set_changed(self, changed: frozenset[int]) -> None:
        """Mark the heads that are changed by hand."""
        if changed != self._changed:
            self._changed = changed
            self._describe()
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Colours, fonts and zoom."""
        if theme == self._theme:
            return
        if not self._texts.fits(theme):
            self._texts = Texts(theme)
        self._theme = theme
        self._lay_out()
        self.update()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._lay_out()
        self._describe()
        self.update()

    def place(self, head: int) -> QRectF:
        """Where the chip of a head stands."""
        return self._places[head]

    # Qt's own

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        picture = LinesPicture(heads=self._chosen)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for head, place in enumerate(self._places):
                on = head in self._chosen
                painter.setPen(QPen(theme.text if on else theme.border, 1))
                painter.setBrush(theme.surface if on else Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(_RADIUS), theme.px(_RADIUS))
                text = self._texts.get(integer(head + 1), "control", bold=on)
                inset = theme.px(6)
                painter.setFont(self._texts.font("control", on))
                painter.setPen(theme.text if on else theme.muted)
                painter.drawStaticText(QPointF(place.x() + inset, place.center().y() - text.height / 2), text.static)
                if on:
                    start = QPointF(place.right() - inset - theme.px(_SAMPLE), place.center().y())
                    paint_head_sample(painter, start, theme.px(_SAMPLE), picture, self._chosen.index(head), theme)
                if head in self._changed:
                    paint_corner(painter, place, theme.px(9), theme)
                if head == self._at and self.hasFocus():
                    paint_focus_ring(painter, place, theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            head = self._head_at(QPointF(event.pos()))
            if head is None:
                QToolTip.hideText()
            else:
                words = self.tr("{head}: a click shows or hides it, with Ctrl it is shown alone").format(head=self._words(head))
                QToolTip.showText(event.globalPos(), tooltip(words), self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        head = self._head_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or head is None:
            event.ignore()
            return
        self._at = head
        self._toggle(head, alone=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        if not self._count:
            super().keyPressEvent(event)
        elif event.key() in steps:
            self._move(self._at + steps[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._move(0 if event.key() == Qt.Key.Key_Home else self._count - 1)
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._toggle(self._at, alone=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # Inside

    def _toggle(self, head: int, *, alone: bool) -> None:
        if alone:
            chosen: tuple[int, ...] = (head,)
        else:
            chosen = tuple(sorted(set(self._chosen) ^ {head}))
        if chosen != self._chosen:
            self.set_heads(self._count, chosen)
            self.heads_chosen.emit(chosen)
        self._move(head)

    def _move(self, head: int) -> None:
        self._at = min(max(head, 0), self._count - 1)
        shown = self._at in self._chosen
        words = self.tr("{head}, shown") if shown else self.tr("{head}, hidden")
        announce(self, words.format(head=self._words(self._at)))
        self._describe()
        self.update()

    def _words(self, head: int) -> str:
        """What a head is called, and that it is changed by hand."""
        name = head_words(head)
        return self.tr("{head}, changed by hand").format(head=name) if head in self._changed else name

    def _head_at(self, point: QPointF) -> int | None:
        return next((head for head, place in enumerate(self._places) if place.contains(point)), None)

    def _lay_out(self) -> None:
        """Chips in as many rows as the width asks for; narrower ones, when that would be too many rows."""
        theme, texts = self._theme, self._texts
        height, gap = theme.px(_HEIGHT), theme.px(_GAP)
        digits = texts.width(integer(max(1, self._count)), "control", True)
        width = math.ceil(digits) + theme.px(_SAMPLE) + theme.px(17)
        least = math.ceil(digits) + theme.px(14)
        across = max(1, (self.width() + gap) // (width + gap))
        if -(-self._count // across) > _MOST_ROWS:
            across = max(1, min(-(-self._count // _MOST_ROWS), (self.width() + gap) // (least + gap)))
            width = max(least, min(width, (self.width() + gap) // across - gap))
        self._places = [
            QRectF(head % across * (width + gap), head // across * (height + gap), width, height) for head in range(self._count)
        ]
        rows = max(1, -(-self._count // across))
        total = rows * (height + gap) - gap
        if total != self.minimumHeight() or total != self.maximumHeight():
            self.setFixedHeight(total)

    def _describe(self) -> None:
        chosen = ", ".join(integer(head + 1) for head in self._chosen) or "–"
        what = self.tr("Shown: {chosen} of {count}. Arrow keys move, Space shows or hides head {at}, Ctrl+Space shows it alone.")
        text = what.format(chosen=chosen, count=integer(self._count), at=self._at + 1)
        if self._changed:
            heads = ", ".join(integer(head + 1) for head in sorted(self._changed))
            text += " " + self.tr("Changed by hand: {heads}.").format(heads=heads)
        describe(self, self.tr("Heads whose lines are shown"), text)


if __name__ == "__main__":
    from gui.preview import show

    def _example() -> HeadToggles:
        widget = HeadToggles()
        widget.set_heads(12, (0, 1, 2, 3, 4, 5, 6, 7))
        return widget

    show(_example)
