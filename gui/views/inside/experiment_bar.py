"""ExperimentBar: which experiment is shown, how far the one that runs is, and the buttons that start and stop it."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from core.experiments import EXPERIMENTS
from gui.access import describe
from gui.theme.theme import LIGHT, Theme
from gui.views.inside.experiment_words import experiment_name
from gui.views.segmented import Segmented
from gui.views.wrapped_words import Words

_SENTENCE = 200
"""Width that words on the progress need."""


class ExperimentBar(QWidget):
    """Choice, progress and buttons in a row; where that is too narrow for a sentence, the progress stands below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self.choice = Segmented([(name, name) for name in EXPERIMENTS])
        self.choice.set_value(EXPERIMENTS[0])
        self.progress = Words(2, "caption")
        self.cancel, self.run = QPushButton(), QPushButton()
        self.run.setProperty("role", "primary")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(self.choice, 0, 0)
        self._grid.addWidget(self.progress, 0, 1)
        self._grid.addWidget(self.cancel, 0, 2)
        self._grid.addWidget(self.run, 0, 3)
        self.set_theme(LIGHT)
        self.retranslate()

    @property
    def experiment(self) -> str:
        """The experiment that is shown."""
        return self.choice.value or EXPERIMENTS[0]

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = theme
        self.choice.set_theme(theme)
        self.progress.set_theme(theme)
        self._grid.setSpacing(theme.px(8))
        self._place_progress()

    def retranslate(self) -> None:
        """Set all texts in the language in use, but for what the progress says."""
        self.choice.set_labels({name: experiment_name(name) for name in EXPERIMENTS})
        self.choice.set_explanations(
            {
                "order": self.tr("Whether attention notices in which order the tokens stand"),
                "heads": self.tr("What more heads cost, sharing the width or each keeping it"),
                "cost": self.tr("How time and scores grow with the length"),
                "stability": self.tr("How large gradients are before any training, with the norm after or before each sublayer"),
                "reach": self.tr("How far a layer reaches, and which of its steps must wait for each other"),
            }
        )
        self.choice.set_name(self.tr("Experiment"), self.tr("Which claim is measured."))
        self.cancel.setText(self.tr("Cancel"))
        describe(self.cancel, self.tr("Cancel"), self.tr("Gives up what is being measured"))
        self.run.setText(self.tr("Measure"))
        self._place_progress()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put what is said of the progress where there is room for it."""
        super().resizeEvent(event)
        self._place_progress()

    def _place_progress(self) -> None:
        """Between choice and button where a sentence fits in there, else below them."""
        room = self.width() - self.choice.sizeHint().width() - self.cancel.sizeHint().width() - self._theme.px(_SENTENCE)
        place = (0, 1, 1, 1) if room >= 0 else (1, 0, 1, 4)
        if self._grid.getItemPosition(self._grid.indexOf(self.progress)) != place:
            self._grid.removeWidget(self.progress)
            self._grid.addWidget(self.progress, *place)


def example() -> ExperimentBar:
    """Nothing is being measured."""
    bar = ExperimentBar()
    bar.cancel.hide()
    return bar


if __name__ == "__main__":
    from gui.preview import show

    show(example)
