"""OrderChips: the tokens as chips that can be put into another order, with the mouse or the keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from core.text.tokens import Token
from gui.access import announce, describe
from gui.drawing.labels import isolated
from gui.i18n import integer
from gui.views.token_chips import TokenChips


class OrderChips(TokenChips):
    """Dragging a chip, or Ctrl+Left and Ctrl+Right, moves it; a line shows where it will stand. Escape lets go of it.

    It keeps no order of its own: whoever hears of a move sets the labels anew.
    """

    token_moved = Signal(int, int)
    """The token at one place is to stand at another one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._pressed: tuple[int, QPoint] | None = None
        self._slot: int | None = None
        super().__init__(parent)

    def set_labels(self, labels: tuple[str, ...]) -> None:
        """Show these tokens, in this order."""
        self._let_go()
        self.set_tokens(labels, tuple(Token(0, label, 0, 0) for label in labels))
        self._say()

    def tooltip(self, index: int) -> str:
        """Where the token stands now."""
        return self.tr("“{token}” at place {n}; drag it to another one").format(
            token=isolated(self._labels[index]), n=integer(index + 1)
        )

    def slot_at(self, point: QPoint) -> int:
        """Before which chip something dropped at `point` of the viewport would stand; T for behind the last one."""
        if not self._labels:
            return 0
        scrolled = point.y() - self._margin() + self.verticalScrollBar().value()
        row = max(0, min(len(self._rows) - 1, scrolled // self._pitch()))
        start, end = self._rows.span(row)
        for index in range(start, end):
            if point.x() < self._rows.lefts[index] + self._rows.widths[index] // 2:
                return index
        return end

    def set_marked(self, index: int | None) -> None:
        """Underline the chip at a place, because its token is pointed at elsewhere."""
        if index != self._hovered:
            self.blockSignals(True)
            self._hover(index)
            self.blockSignals(False)

    def event(self, event: QEvent) -> bool:
        """Ctrl+Left and Ctrl+Right belong to the chips while one has the focus; elsewhere they are shortcuts of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            with_control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            if with_control and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
                event.accept()
                return True
        return super().event(event)

    def retranslate(self) -> None:
        super().retranslate()
        self._say()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        place = self._marker()
        if place is not None:
            with QPainter(self.viewport()) as painter:
                painter.fillRect(place, self._theme.accent)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        point = event.position().toPoint()
        index = self.token_at(point)
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = (index, point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        if self._slot is None and (point - self._pressed[1]).manhattanLength() < QApplication.startDragDistance():
            return
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        slot = self.slot_at(point)
        if slot != self._slot:
            self._slot = slot
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        pressed, slot = self._pressed, self._slot
        self._let_go()
        if pressed is not None and slot is not None:
            start = pressed[0]
            self._move(start, slot - 1 if slot > start else slot)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape and self._slot is not None:
            self._let_go()
            return
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if control and self._labels and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._move(self._current, self._current + (1 if key == Qt.Key.Key_Right else -1))
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._let_go()

    def _move(self, start: int, end: int) -> None:
        if start == end or not 0 <= end < len(self._labels):
            return
        token = self._labels[start]
        self.token_moved.emit(start, end)
        self._go_to(end, hover=False)
        announce(self, self.tr("“{token}” is at place {n} now").format(token=token, n=integer(end + 1)))

    def _let_go(self) -> None:
        self._pressed = None
        if self._slot is not None:
            self._slot = None
            self.viewport().unsetCursor()
            self.viewport().update()

    def _marker(self) -> QRect | None:
        """The line at the place where the chip would stand."""
        slot = self._slot
        if slot is None or not self._labels:
            return None
        last = len(self._labels) - 1
        chip = self.chip_rect(min(slot, last))
        x = chip.left() - self._theme.px(4) if slot <= last else chip.right() + self._theme.px(2)
        return QRect(x, chip.top() - self._theme.px(2), self._theme.px(3), chip.height() + 2 * self._theme.px(2))

    def _say(self) -> None:
        what = self.tr("{tokens}. Arrow keys choose a token, Ctrl+Left and Ctrl+Right move it.")
        describe(self, self.tr("Order of the tokens"), what.format(tokens=" ".join(self._labels[:40])))


if __name__ == "__main__":
    from gui.preview import show

    def _example() -> OrderChips:
        chips = OrderChips()
        chips.set_labels(("The", "keys", "to", "the", "cabinet", "are", "on", "the", "table"))
        return chips

    show(_example)
