"""DepthPanel: which of the measured depths has its blocks shown."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme
from gui.views.segmented import Segmented


class DepthPanel(QWidget):
    """One choice for each depth; the deepest is chosen until a person chooses another."""

    depth_chosen = Signal(int)
    """The person chose another depth."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._depths: tuple[int, ...] = ()
        self._label = QLabel()
        self._choice: Segmented | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._label)
        self._row.addStretch(1)
        self.retranslate()

    @property
    def chosen(self) -> int | None:
        """The depth that is chosen."""
        return None if self._choice is None or self._choice.value is None else int(self._choice.value)

    def set_depths(self, depths: tuple[int, ...]) -> None:
        """Offer these depths. The one that was chosen stays so where it is among them."""
        if depths == self._depths:
            return
        before, self._depths = self.chosen, depths
        if self._choice is not None:
            self._choice.setParent(None)
            self._choice.deleteLater()
        self._choice = Segmented([(str(depth), integer(depth)) for depth in depths])
        self._choice.set_value(str(before if before in depths else depths[-1]))
        self._choice.chosen.connect(lambda value: self.depth_chosen.emit(int(value)))
        self._row.insertWidget(1, self._choice)
        self.set_theme(self._theme)
        self.retranslate()

    def set_depth(self, depth: int) -> None:
        """Show another depth as chosen, without saying that it was chosen here."""
        if self._choice is not None and depth in self._depths:
            self._choice.set_value(str(depth))

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = theme
        self._row.setSpacing(theme.px(8))
        if self._choice is not None:
            self._choice.set_theme(theme)

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._label.setText(self.tr("Blocks shown one by one"))
        if self._choice is not None:
            self._choice.set_labels({str(depth): integer(depth) for depth in self._depths})
            self._choice.set_name(
                self.tr("Blocks shown one by one"),
                self.tr("Of which depth the gradients of each block are shown in the second chart."),
            )


def example() -> DepthPanel:
    """The depths of the lesson."""
    panel = DepthPanel()
    panel.set_depths((2, 6, 12, 24, 48))
    return panel


if __name__ == "__main__":
    from gui.preview import show

    show(example)
