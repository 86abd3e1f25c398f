"""OrderPanel: the tokens of the sentence, to be put into another order, with the buttons that do it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from core.experiments.order import shuffled
from gui.access import describe
from gui.theme.theme import LIGHT, Theme
from gui.views.inside.order_chips import OrderChips


class OrderPanel(QWidget):
    """Keeps the order that is to be measured; new tokens put it back to that of the sentence."""

    order_changed = Signal(object)
    """Place i holds token order[i] of the sentence now: a tuple."""
    token_hovered = Signal(object)
    """The token of the sentence that is pointed at, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.labels: tuple[str, ...] = ()
        """The tokens as they stand in the sentence."""
        self.order: tuple[int, ...] = ()
        """Place i holds token order[i] of the sentence."""
        self._shuffles = 0
        self.chips = OrderChips()
        self._shuffle, self._back = QPushButton(), QPushButton()
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self._shuffle)
        self._buttons.addWidget(self._back)
        self._buttons.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.chips)
        self._column.addLayout(self._buttons)
        self._shuffle.clicked.connect(self._shuffle_tokens)
        self._back.clicked.connect(lambda: self._reorder(tuple(range(len(self.labels)))))
        self.chips.token_moved.connect(self._move)
        self.chips.token_hovered.connect(self._hover)
        self.set_theme(LIGHT)
        self.retranslate()
        self._enable()

    @property
    def moved(self) -> bool:
        """Whether the order is another one than that of the sentence."""
        return self.order != tuple(range(len(self.labels)))

    def set_labels(self, labels: tuple[str, ...]) -> None:
        """Take the tokens of another sentence, in its own order."""
        self.labels, self.order = labels, tuple(range(len(labels)))
        self.chips.set_labels(labels)
        self._enable()

    def set_order(self, order: tuple[int, ...]) -> None:
        """Put the tokens into this order, without saying that it was chosen here.

        Raises
        ------
        ValueError
            When it is no order of these tokens.
        """
        if sorted(order) != list(range(len(self.labels))):
            raise ValueError(f"{order} is no order of {len(self.labels)} tokens")
        self.order = order
        self.chips.set_labels(tuple(self.labels[token] for token in order))
        self._enable()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Outline the token that looks and the one looked at, wherever they stand."""
        self.chips.set_cell(*(self._place(token) for token in (query, key)))

    def set_hovered_token(self, index: int | None) -> None:
        """Underline the token that is pointed at somewhere."""
        self.chips.set_marked(self._place(index))

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self.chips.set_theme(theme)
        self._column.setSpacing(theme.px(8))
        self._buttons.setSpacing(theme.px(8))

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        for button, name, what in (
            (self._shuffle, self.tr("Shuffle"), self.tr("Puts the tokens into an order drawn by chance")),
            (self._back, self.tr("Back to the sentence’s order"), self.tr("Puts every token back where it stood")),
        ):
            button.setText(name)
            describe(button, name, what)

    def _enable(self) -> None:
        self._shuffle.setEnabled(len(self.labels) > 1)
        self._back.setEnabled(self.moved)

    def _shuffle_tokens(self) -> None:
        """The first one is that of `experiment order` on the command line, the next that of --shuffle 1, and so on."""
        order = shuffled(len(self.labels), self._shuffles)
        self._shuffles += 1
        self._reorder(order)

    def _move(self, start: int, end: int) -> None:
        order = list(self.order)
        order.insert(end, order.pop(start))
        self._reorder(tuple(order))

    def _reorder(self, order: tuple[int, ...]) -> None:
        if order != self.order:
            self.set_order(order)
            self.order_changed.emit(order)

    def _hover(self, place: int | None) -> None:
        self.token_hovered.emit(None if place is None else self.order[place])

    def _place(self, token: int | None) -> int | None:
        """Where a token of the sentence stands now."""
        return self.order.index(token) if token is not None and 0 <= token < len(self.order) else None


def example() -> OrderPanel:
    """A sentence in an order drawn by chance."""
    panel = OrderPanel()
    panel.set_labels(("The", "keys", "to", "the", "cabinet", "are", "on", "the", "table"))
    panel.set_order(shuffled(9, 0))
    return panel


if __name__ == "__main__":
    from gui.preview import show

    show(example)
