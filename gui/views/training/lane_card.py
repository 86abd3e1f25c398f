"""LaneCard: one run of a race: what is special about it, and how far it is."""

from __future__ import annotations

from typing import Final, get_args

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.model.config import Norm
from gui.access import describe, tooltip
from gui.drawing.training.axes import run_color
from gui.drawing.training.words import lane_state, lane_words, norm_name, run_name
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme
from gui.training.race import Lane
from gui.training.report import Facts, LaneReport
from gui.views.controls.fields import ChoiceBox, NumberField
from gui.views.wrapped_words import Words

NORMS: Final[tuple[Norm, ...]] = get_args(Norm)
_STEP: Final = 25
_WIDE: Final = 620
"""Width, at zoom 1, from which all choices of a run stand in one row, with all their words and digits."""
_DIGITS: Final = 84
"""Width, at zoom 1, in which a warm-up of three digits can be read beside − and +."""


class LaneCard(QWidget):
    """A card with the colour of its run; the chosen one, which stands out below, has a frame in it."""

    chosen = Signal(int)
    """The run is to be looked into."""
    edited = Signal(int, object)
    """(number, changes): what is special about it was changed."""
    removed = Signal(int)
    number_refused = Signal(str)
    """What was typed as its warm-up is no whole number."""

    def __init__(self, lane: Lane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._lane = lane
        self._report: LaneReport | None = None
        self._facts: Facts | None = None
        self._window = 1
        self._choose = QRadioButton()
        self._choose.setAutoExclusive(False)  # the page says which one it is
        self._remove = QPushButton("×")
        self._remove.setProperty("role", "quiet")
        self._norm = ChoiceBox()
        self._warmup = NumberField(_warmup_step)
        self._warmup_label = QLabel()
        self._warmup_label.setProperty("role", "caption")
        self._skip = QCheckBox()
        self._state = Words(2, "caption")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._head, self._middle, self._column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        self._choices = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._head.addWidget(self._choose, 1)
        self._head.addWidget(self._remove)
        self._middle.addWidget(self._warmup_label)
        self._middle.addWidget(self._warmup, 1)
        self._column.addLayout(self._head)
        self._choices.addWidget(self._norm, 1)
        self._choices.addLayout(self._middle, 1)
        self._choices.addWidget(self._skip)
        self._column.addLayout(self._choices)
        self._column.addWidget(self._state)
        self._choose.clicked.connect(self._ask_for_it)
        self._remove.clicked.connect(lambda: self.removed.emit(lane.number))
        self._norm.edited.connect(lambda norm: self.edited.emit(lane.number, {"norm": norm}))
        self._warmup.edited.connect(lambda steps: self.edited.emit(lane.number, {"warmup": steps}))
        self._warmup.refused.connect(self._refuse)
        self._skip.clicked.connect(lambda on: self.edited.emit(lane.number, {"skip": on}))
        self.retranslate()
        self.set_theme(LIGHT)

    def set_lane(self, lane: Lane, *, alone: bool) -> None:
        """What is special about it; the only run cannot be removed."""
        self._lane = lane
        self._norm.set_value(lane.norm)
        self._warmup.set_value(lane.warmup)
        self._skip.setChecked(lane.skip)
        self._remove.setEnabled(not alone)
        self._say()

    def set_state(self, report: LaneReport | None, facts: Facts | None, window: int) -> None:
        """How far it is; None: it has not started. Losses are told as the mean of the last `window` steps."""
        self._report, self._facts, self._window = report, facts, window
        self._say()

    def set_chosen(self, chosen: bool) -> None:
        """Whether it stands out."""
        if chosen != self._choose.isChecked():
            self._choose.setChecked(chosen)
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = theme
        self._warmup.set_theme(theme)
        self._warmup.setMinimumWidth(theme.px(_DIGITS))
        self._state.set_theme(theme)
        self._column.setContentsMargins(theme.px(12), theme.px(8), theme.px(8), theme.px(6))
        self._column.setSpacing(theme.px(4))
        self._middle.setSpacing(theme.px(6))
        self._arrange()
        self.update()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        run = run_name(self._lane.number)
        self._choose.setText(run)
        describe(self._choose, run, self.tr("Lets this run stand out below; “Weights” saves it and uses it"))
        describe(self._remove, self.tr("Remove {run}").format(run=run), self.tr("Takes this run out of the race"))
        self._remove.setToolTip(tooltip(self._remove.accessibleName()))
        self._norm.set_choices({norm: (norm_name(norm), self._norm_words(norm)) for norm in NORMS})
        describe(self._norm, self.tr("{run}: layer norm").format(run=run), self.tr("Where the norm stands in each block"))
        self._warmup_label.setText(self.tr("warm-up"))
        words = self.tr("Steps in which the learning rate rises from near 0 to its full value; 0: none")
        describe(self._warmup, self.tr("{run}: warm-up of the learning rate").format(run=run), words)
        self._warmup.setToolTip(tooltip(words))
        self._warmup.rewrite()
        self._skip.setText(self.tr("skip connections"))
        words = self.tr("Without them each part passes on only what it computed itself")
        describe(self._skip, self.tr("{run}: skip connections").format(run=run), words)
        self._skip.setToolTip(tooltip(words))
        self._say()

    def sizeHint(self) -> QSize:
        """As high as its rows."""
        return QSize(self._theme.px(200), self._column.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Narrow: its parts shorten their words."""
        return QSize(self._theme.px(150), self._column.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._ask_for_it()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, color = self._theme, run_color(self._lane.number, self._theme)
        chosen = self._choose.isChecked()
        width = theme.px(2) if chosen else 1
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(color if chosen else theme.border, width))
            painter.setBrush(theme.surface)
            inner = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
            painter.drawRoundedRect(inner, theme.px(7), theme.px(7))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawRoundedRect(QRectF(width, theme.px(8), theme.px(4), self.height() - 2 * theme.px(8)), 2, 2)

    def _arrange(self) -> None:
        """All choices in one row where there is room for them."""
        wide = self.width() >= self._theme.px(_WIDE)
        directions = QBoxLayout.Direction
        wanted = directions.LeftToRight if wide else directions.TopToBottom
        if wanted != self._choices.direction():
            self._choices.setDirection(wanted)
            self.updateGeometry()
        self._choices.setSpacing(self._theme.px(12 if wide else 4))

    def _ask_for_it(self) -> None:
        self._choose.setChecked(True)
        self.chosen.emit(self._lane.number)

    def _refuse(self, text: str) -> None:
        self._warmup.revert()
        self.number_refused.emit(text)

    def _norm_words(self, norm: Norm) -> str:
        return {
            "pre": self.tr("x + F(LN(x))"),
            "post": self.tr("LN(x + F(x))"),
            "none": self.tr("x + F(x)"),
            "sandwich": self.tr("x + LN(F(LN(x)))"),
            "deepnorm": self.tr("LN(α·x + F(x)), matrices drawn smaller by β"),
        }[norm]

    def _say(self) -> None:
        references = None if self._facts is None else self._facts.references
        state = lane_state(self._report, references, self._window)
        if self._lane.start is not None and (self._report is None or not self._report.step):
            words = self.tr("from “{name}”, trained for {steps} steps")
            state = words.format(name=self._lane.start.name, steps=integer(self._lane.start.step))
        self._state.set_text(state)
        self.setAccessibleName(run_name(self._lane.number))
        self.setAccessibleDescription(f"{lane_words(self._lane)}: {state}")


def _warmup_step(value: float, direction: int) -> int:
    """The next multiple of _STEP."""
    steps = int(value) // _STEP if direction > 0 else -(-int(value) // _STEP)
    return max(0, (steps + direction) * _STEP)
