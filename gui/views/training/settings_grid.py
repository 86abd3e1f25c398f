"""SettingsGrid: what all runs of a race share: task, depth, learning rate, optimiser, batch, steps, seed."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.learning.optimiser import KINDS as OPTIMISERS
from core.learning.tasks import LANGUAGES, TASKS
from gui.access import describe, tooltip
from gui.drawing.training.words import optimiser_name, plan_name, rate_text, task_name
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme
from gui.training.race import MOST_BLOCKS, OWN_TEXT, PLANS, RATES, Race
from gui.views.controls.fields import ChoiceBox, NumberField
from gui.views.named_slider import NamedSlider

_DECADE: Final = 10
"""Places of the slider of the learning rate for each power of ten."""
_PLACES: Final = round(_DECADE * math.log10(RATES[1] / RATES[0]))
_CELL: Final = 190
_MOST_COLUMNS: Final = 6
_IN_LANGUAGES: Final = ("characters", "agreement", "reference")

DECIMALS: Final = ("rate", "clip")
"""Fields that take more than whole numbers."""


class SettingsGrid(QWidget):
    """Fields under their names, in as many columns as fit."""

    edited = Signal(object)
    """The race as the person wants it now; it need not be legal."""
    number_refused = Signal(str, str)
    """What was typed is no number: the field, the text."""
    text_wanted = Signal()
    """The person wants to choose a text file to learn from."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._race = Race()
        self._columns = 0
        self._task, self._language, self._plan, self._optimiser = (ChoiceBox() for _ in range(4))
        self._layers, self._rate_slider = NamedSlider(), NamedSlider()
        self._rate = NumberField(_rate_step, whole=False)
        self._clip = NumberField(_clip_step, whole=False)
        self._batch, self._steps, self._seed = (NumberField(step) for step in (_doubled, _hundred, _next))
        rate = self._rate_row = QHBoxLayout()
        rate.addWidget(self._rate_slider, 3)
        rate.addWidget(self._rate, 1)
        self._cells: list[tuple[QLabel, Callable[[], str], QWidget, int]] = []
        for part, title, span in (
            (self._task, lambda: self.tr("Task"), 1),
            (self._language, lambda: self.tr("Language of the text"), 1),
            (self._optimiser, lambda: self.tr("Optimiser"), 1),
            (self._plan, lambda: self.tr("After the warm-up"), 1),
            (self._layers, lambda: self.tr("Depth"), 2),
            (rate, lambda: self.tr("Learning rate"), 2),
            (self._clip, lambda: self.tr("Clip gradients at (0: never)"), 1),
            (self._batch, lambda: self.tr("Rows a batch"), 1),
            (self._steps, lambda: self.tr("Steps"), 1),
            (self._seed, lambda: self.tr("Seed"), 1),
        ):
            self._add(part, title, span)
        self._grid = QGridLayout(self)
        self._connect()
        self.retranslate()
        self.set_theme(LIGHT)

    def _add(self, part: Any, name: Callable[[], str], span: int) -> None:
        label, cell = QLabel(), QWidget()
        label.setProperty("role", "caption")
        column = QVBoxLayout(cell)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(label)
        if isinstance(part, QWidget):
            column.addWidget(part)
        else:
            column.addLayout(part)
        column.addStretch(1)
        self._cells.append((label, name, cell, span))

    def _connect(self) -> None:
        self._task.edited.connect(self._choose_task)
        for box, field in ((self._language, "language"), (self._plan, "plan"), (self._optimiser, "optimiser")):
            box.edited.connect(lambda value, field=field: self._edit(field, value))
        self._layers.valueChanged.connect(lambda place: self._edit("layers", place + 1))
        self._rate_slider.valueChanged.connect(lambda place: self._edit("rate", rate_at(place)))
        for name, number in self._numbers().items():
            number.edited.connect(lambda value, name=name: self._edit(name, value))
            number.refused.connect(lambda text, name=name: self._refuse(name, text))

    def _numbers(self) -> dict[str, NumberField]:
        return {"rate": self._rate, "clip": self._clip, "batch": self._batch, "steps": self._steps, "seed": self._seed}

    def _refuse(self, name: str, text: str) -> None:
        self._numbers()[name].revert()
        self.number_refused.emit(name, text)

    def set_race(self, race: Race) -> None:
        """Show what is asked for."""
        self._race = race
        self._task.set_value(OWN_TEXT if race.text is not None else race.task)
        self._language.set_value(race.language)
        self._language.setEnabled(race.task in _IN_LANGUAGES and race.text is None)
        self._plan.set_value(race.plan)
        self._optimiser.set_value(race.optimiser)
        self._layers.set_place(race.layers - 1, MOST_BLOCKS - 1)
        self._rate_slider.set_place(place_of(race.rate), _PLACES)
        for name, number in self._numbers().items():
            number.set_value(getattr(race, name))
        self._say()

    def name_of(self, field: str) -> str:
        """What a number of the race is called; another field's name stays as it is."""
        number = self._numbers().get(field)
        if number is not None:
            return number.accessibleName()
        return {"warmup": self.tr("Warm-up"), "layers": self.tr("Depth")}.get(field, field)

    def set_problem(self, field: str | None) -> None:
        """Mark the number that is not possible."""
        for name, number in self._numbers().items():
            number.set_problem(name == field)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = theme
        for number in self._numbers().values():
            number.set_theme(theme)
        for slider in (self._layers, self._rate_slider):
            slider.set_colors(theme, theme.accent)
        self._rate.setMaximumWidth(theme.px(128))
        self._grid.setContentsMargins(0, theme.px(4), 0, theme.px(4))
        self._grid.setHorizontalSpacing(theme.px(12))
        self._grid.setVerticalSpacing(theme.px(6))
        self._rate_row.setSpacing(theme.px(6))
        for _, _, cell, _ in self._cells:
            layout = cell.layout()
            if layout is not None:
                layout.setSpacing(theme.px(2))
        self._columns = 0
        self._arrange()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        for label, title, _, _ in self._cells:
            label.setText(title())
        tasks = {name: (task_name(name), self._task_words(name)) for name in TASKS}
        own = (self.tr("your own text file …"), self.tr("Characters of a text of yours, in UTF-8"))
        self._task.set_choices({**tasks, OWN_TEXT: own})
        languages = {"en": self.tr("English"), "es": self.tr("Spanish")}
        self._language.set_choices({name: (languages[name], "") for name in LANGUAGES})
        self._plan.set_choices({plan: (plan_name(plan), "") for plan in PLANS})
        self._optimiser.set_choices({kind: (optimiser_name(kind), "") for kind in OPTIMISERS})
        for part, name, words in (
            (self._task, self.tr("Task"), self.tr("What the models learn; a text file can also be dropped on the page")),
            (self._language, self.tr("Language of the text"), self.tr("Of the characters or sentences that are learnt")),
            (self._plan, self.tr("After the warm-up"), self.tr("What the learning rate does when the warm-up is over")),
            (self._optimiser, self.tr("Optimiser"), self.tr("What becomes of a gradient")),
            (self._rate, self.tr("Learning rate"), self.tr("The full value, after the warm-up: 0.003, 0,003 or 1e-3")),
            (self._clip, self.tr("Clip gradients at"), self.tr("A longer gradient is shortened to this norm; 0: never")),
            (self._batch, self.tr("Rows a batch"), self.tr("How many rows each step learns from")),
            (self._steps, self.tr("Steps"), self.tr("After so many steps every run ends")),
            (self._seed, self.tr("Seed"), self.tr("Of the first weights and of the data, the same for all runs")),
        ):
            describe(part, name, words)
            part.setToolTip(tooltip(words))
        for number in self._numbers().values():
            number.rewrite()
        self._say()

    def minimumSizeHint(self) -> QSize:
        """Two columns."""
        return QSize(self._theme.px(260), self._grid.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _say(self) -> None:
        race = self._race
        words = self.tr("How many blocks each model has")
        self._layers.set_words(self.tr("blocks"), integer(race.layers), words)
        self._rate_slider.set_words(self.tr("rate"), rate_text(race.rate), self.tr("The learning rate, in powers of ten"))

    def _arrange(self) -> None:
        """Put the cells into rows, each with its span, as wide as there is room."""
        columns = max(2, self.width() // self._theme.px(_CELL))
        columns = _MOST_COLUMNS if columns >= _MOST_COLUMNS else 4 if columns >= 4 else 2
        if columns == self._columns:
            return
        self._columns = columns
        row = column = 0
        for _, _, cell, span in self._cells:
            self._grid.removeWidget(cell)
            if column + span > columns:
                row, column = row + 1, 0
            self._grid.addWidget(cell, row, column, 1, span)
            column += span
        for number in range(_MOST_COLUMNS):
            self._grid.setColumnStretch(number, 1 if number < columns else 0)

    def _choose_task(self, name: str) -> None:
        if name == OWN_TEXT:
            self.set_race(self._race)  # until a file was chosen
            self.text_wanted.emit()
        else:
            self.edited.emit(replace(self._race, task=name, text=None, text_name=""))

    def _edit(self, field: str, value: Any) -> None:
        if field in ("rate", "clip"):
            value = float(value)
        self.edited.emit(replace(self._race, **{field: value}))

    def _task_words(self, name: str) -> str:
        return {
            "reverse": self.tr("24 of 32 symbols, to be written backwards"),
            "copy": self.tr("24 of 32 symbols, to be written again"),
            "sort": self.tr("24 of 32 symbols, to be sorted"),
            "induction": self.tr("What followed the last time, follows again"),
            "agreement": self.tr("Sentences whose verb agrees with a subject farther away"),
            "reference": self.tr("Sentences whose pronoun stands for a word before it"),
            "characters": self.tr("The next character of a text"),
        }[name]


def rate_at(place: int) -> float:
    """The learning rate at a place of the slider, in two digits: 10⁻⁵ at 0."""
    return float(f"{RATES[0] * 10 ** (place / _DECADE):.1e}")


def place_of(rate: float) -> int:
    """The place of the slider nearest to a learning rate."""
    return min(max(round(_DECADE * math.log10(max(rate, 1e-300) / RATES[0])), 0), _PLACES)


def _rate_step(value: float, direction: int) -> float:
    """1, 2, 5 times a power of ten."""
    steps = [float(f"{times}e{power}") for power in range(-5, 4) for times in (1, 2, 5)]
    steps = [step for step in steps if RATES[0] <= step <= RATES[1]]
    further = [step for step in steps if (step > value * (1 + 1e-9) if direction > 0 else step < value * (1 - 1e-9))]
    return value if not further else further[0] if direction > 0 else further[-1]


def _clip_step(value: float, direction: int) -> float:
    return max(0.0, round(value + 0.5 * direction, 6))


def _doubled(value: float, direction: int) -> int:
    power = 2 ** int(math.log2(max(1, value)))
    return int(power * 2 if direction > 0 else max(1, power // 2 if power == value else power))


def _hundred(value: float, direction: int) -> int:
    return max(1, (int(value) // 100 + direction) * 100)


def _next(value: float, direction: int) -> int:
    return max(0, int(value) + direction)
