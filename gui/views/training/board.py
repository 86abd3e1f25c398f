"""Board: the pictures of a race with the sliders that belong to them, below each other or, where it is wide, side by side."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gui.access import describe, tooltip
from gui.drawing.training.layers import paint_gradients, paint_residuals, paint_updates
from gui.drawing.training.numbers import gradients_in_words, residuals_in_words, updates_in_words
from gui.drawing.training.words import RacePicture
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme
from gui.views.named_slider import NamedSlider
from gui.views.training.canvases import CurvesCanvas, MapsCanvas, RaceCanvas, UpdatesCanvas

WIDE: Final = 1180
"""Width at zoom 1 from which curves and maps stand side by side."""
_CURVES: Final = 300
_CHART: Final = 168
_THREE: Final = 640
"""Width from which the three small charts stand in one row."""
_ONE_ROW: Final = 560
"""Width from which the slider to look back has room beside its buttons."""


class Board(QWidget):
    """The losses, a slider to look back; gradients, lengths and updates; the maps of a layer."""

    smoothing_changed = Signal(bool)
    step_shown = Signal(object)
    """A step that was kept, or None for now."""
    layer_chosen = Signal(int)
    """Counted from 0."""
    gone_on_from = Signal(int)
    """The race is to go on from the step that is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._picture: RacePicture | None = None
        self._shown: int | None = None
        self._stale = False
        self._layer = 0
        self._shape = (0, 0)
        self.curves = CurvesCanvas(lambda: self.tr("Losses of all runs"), _CURVES)
        self.gradients = RaceCanvas(lambda: self.tr("Gradient norm by layer"), gradients_in_words, paint_gradients, _CHART)
        self.residuals = RaceCanvas(
            lambda: self.tr("Length of a token’s vector by layer"), residuals_in_words, paint_residuals, _CHART
        )
        self.updates = UpdatesCanvas(lambda: self.tr("Size of each update"), updates_in_words, paint_updates, _CHART)
        self.maps = MapsCanvas(lambda: self.tr("Attention maps of all runs"))
        self._canvases: tuple[RaceCanvas, ...] = (self.curves, self.gradients, self.residuals, self.updates, self.maps)
        self._back, self._layers = NamedSlider(), NamedSlider()
        self._smooth, self._go_on = QCheckBox(), QPushButton()
        self._smooth.setChecked(True)
        self._go_on.setProperty("role", "small")
        self._lay_out()
        self._smooth.toggled.connect(self.smoothing_changed)
        self._back.valueChanged.connect(self._look_back)
        self._layers.valueChanged.connect(self.layer_chosen)
        self._go_on.clicked.connect(self._go_on_from_here)
        self.curves.step_shown.connect(self.step_shown)
        self.retranslate()
        self.set_theme(LIGHT)

    def _lay_out(self) -> None:
        self._outer = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        left, right = QWidget(), QWidget()
        self._left, self._right = QVBoxLayout(left), QVBoxLayout(right)
        self._row, buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight), QHBoxLayout()
        self._charts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        for column in (self._left, self._right):
            column.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self._back, 1)
        buttons.addStretch(1)
        buttons.addWidget(self._go_on)
        buttons.addWidget(self._smooth)
        self._row.addLayout(buttons)
        self._left.addWidget(self.curves)
        self._left.addLayout(self._row)
        for chart in (self.gradients, self.residuals, self.updates):
            self._charts.addWidget(chart, 1)
        self._left.addLayout(self._charts)
        self._left.addStretch(1)
        self._right.addWidget(self._layers)
        self._right.addWidget(self.maps)
        self._right.addStretch(1)
        self._outer.addWidget(left, 3)
        self._outer.addWidget(right, 2)

    @property
    def smooth(self) -> bool:
        """Whether means are drawn over the curves."""
        return self._smooth.isChecked()

    def set_picture(self, picture: RacePicture | None, *, stale: bool) -> None:
        """Show how far the race is."""
        self._stale = stale
        self.show_picture(picture)
        for canvas in self._canvases:
            canvas.set_stale(stale)

    def show_picture(self, picture: RacePicture | None) -> None:
        """The same in all pictures."""
        self._picture = picture
        for canvas in self._canvases:
            canvas.set_picture(picture)
        self._show_back()

    def set_shown(self, step: int | None) -> None:
        """The step that is looked at; None: now."""
        if step != self._shown:
            self._shown = step
            self.curves.set_shown(step)
            self._show_back()

    def set_layer(self, layer: int, layers: int) -> None:
        """The layer whose maps are shown, counted from 0."""
        self._layer = layer
        self._layers.set_place(layer, layers - 1)
        words = self.tr("{n} of {layers}").format(n=integer(layer + 1), layers=integer(layers))
        self._layers.set_words(self.tr("layer"), words, self.tr("The layer whose maps are shown"))

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = theme
        for canvas in self._canvases:
            canvas.set_theme(theme)
        for slider in (self._back, self._layers):
            slider.set_colors(theme, theme.accent)
        self._outer.setSpacing(theme.px(10))
        for layout in (self._left, self._right, self._charts, self._row):
            layout.setSpacing(theme.px(8))
        self._arrange()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._smooth.setText(self.tr("smooth"))
        words = self.tr("Draws the mean of the last steps over each curve; the curve itself stays")
        describe(self._smooth, self.tr("smooth"), words)
        self._smooth.setToolTip(tooltip(words))
        self._go_on.setText(self.tr("Go on from here"))
        words = self.tr("Forgets what came after the step that is looked at, and goes on from there")
        describe(self._go_on, self.tr("Go on from here"), words)
        self._go_on.setToolTip(tooltip(words))
        self.set_layer(self._layer, self._layers.maximum() + 1)
        self._show_back()

    def minimumSizeHint(self) -> QSize:
        """Narrow: everything stands below each other."""
        return QSize(self._theme.px(320), self._outer.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _arrange(self) -> None:
        """Side by side where it is wide; the three charts in a row where they fit."""
        directions = QBoxLayout.Direction
        wide = self.width() >= self._theme.px(WIDE)
        self._outer.setDirection(directions.LeftToRight if wide else directions.TopToBottom)
        room = self.width() * (0.6 if wide else 1.0)
        self._row.setDirection(directions.LeftToRight if room >= self._theme.px(_ONE_ROW) else directions.TopToBottom)
        self._charts.setDirection(directions.LeftToRight if room >= self._theme.px(_THREE) else directions.TopToBottom)

    def _stops(self) -> tuple[int, ...]:
        """The steps that the slider stops at, before the last place, which is now."""
        if self._picture is None:
            return ()
        report = self._picture.report
        return tuple(step for step in report.checkpoints if step < report.last_step)

    def _show_back(self) -> None:
        stops = self._stops()
        place = len(stops) if self._shown is None else sum(step < self._shown for step in stops)
        self._back.set_place(place, len(stops))
        self._back.setEnabled(bool(stops))
        readout = self.tr("now") if self._shown is None else self.tr("step {step}").format(step=integer(self._shown))
        words = self.tr("Looks back at steps that were kept; the race itself stays where it is")
        self._back.set_words(self.tr("look back"), readout, words)
        self._go_on.setEnabled(self._shown is not None and not self._stale)

    def _go_on_from_here(self) -> None:
        if self._shown is not None:
            self.gone_on_from.emit(self._shown)

    def _look_back(self, place: int) -> None:
        stops = self._stops()
        self.step_shown.emit(stops[place] if place < len(stops) else None)
