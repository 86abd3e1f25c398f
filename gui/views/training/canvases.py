"""The pictures of a race on screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gui.access import tooltip
from gui.drawing.map_marks import Texts
from gui.drawing.training.axes import Axes
from gui.drawing.training.curves import curves_axes, paint_curves, paint_moment
from gui.drawing.training.maps import maps_height, paint_maps
from gui.drawing.training.numbers import maps_in_words
from gui.drawing.training.words import RacePicture, loss_text, perplexity_text, run_name, spoken
from gui.i18n import integer
from gui.theme.theme import Theme
from gui.views.painted import Prepared

Paint = Callable[[QPainter, QRectF, RacePicture, Theme, Texts], object]
Words = Callable[[RacePicture], str]

EDGE: Final = 6


class RaceCanvas(Prepared):
    """One picture of a race. `name` and `words` say what it shows; without a race it is empty paper."""

    def __init__(self, name: Callable[[], str], words: Words, paint: Paint, height: int, parent: QWidget | None = None) -> None:
        super().__init__(lambda: (name(), self.words()), parent)
        self._say_picture, self._paint, self._height = words, paint, height
        self._picture: RacePicture | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_height()
        self.say()

    @property
    def picture(self) -> RacePicture | None:
        """What is shown."""
        return self._picture

    def set_picture(self, picture: RacePicture | None) -> None:
        """Show another state of the race."""
        if picture is self._picture:
            return
        old, self._picture = self._picture, picture
        if old is None or picture is None or self.shown_of(old) != self.shown_of(picture):
            self.set_height()
            self.renew()

    def shown_of(self, picture: RacePicture) -> tuple[object, ...]:
        """What of a race this shows: while it is the same, nothing has to be painted."""
        looks = tuple(lane.look for lane in picture.lanes)
        return (picture.report.facts, picture.numbers, picture.selected, looks)

    def words(self) -> str:
        """In words what is shown now."""
        if self._picture is None:
            return QCoreApplication.translate("Training", "Nothing has been trained yet.")
        return self._say_picture(self._picture)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        super().set_theme(theme)
        self.set_height()

    def set_height(self) -> None:
        """As high as is asked for at this zoom."""
        height = self._wanted_height()
        if self.minimumHeight() != height:
            self.setFixedHeight(height)

    def minimumSizeHint(self) -> QSize:
        """Narrow: the picture adapts itself."""
        return QSize(self._theme.px(150), self._wanted_height())

    def paint_still(self, painter: QPainter, texts: Texts, ratio: float) -> None:
        """Everything but what follows the pointer."""
        del ratio
        if self._picture is not None:
            self._paint(painter, self.inside(), self._picture, self._theme, texts)

    def paint_moving(self, painter: QPainter) -> None:
        """Nothing follows the pointer here."""

    def inside(self) -> QRectF:
        """Where the picture lies."""
        edge = self._theme.px(EDGE)
        return QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)

    def _wanted_height(self) -> int:
        return self._theme.px(self._height)


class MapsCanvas(RaceCanvas):
    """The maps of all runs, as high as they want to be in this width."""

    def __init__(self, name: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__(name, maps_in_words, paint_maps, 120, parent)

    def _wanted_height(self) -> int:
        if self._picture is None:
            return super()._wanted_height()
        return round(maps_height(self.inside().width(), self._picture, self._theme, self._texts)) + 2 * self._theme.px(EDGE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.set_height()


class UpdatesCanvas(RaceCanvas):
    """The size of the updates."""

    def shown_of(self, picture: RacePicture) -> tuple[object, ...]:
        """The steps, and not what was looked into."""
        return (picture.numbers, picture.lanes, picture.report.facts)


class CurvesCanvas(RaceCanvas):
    """The losses. Left and Right, or a click, look back at a step that was kept; Escape comes back to now."""

    step_shown = Signal(object)
    """A step that was kept, or None for now."""

    def __init__(self, name: Callable[[], str], height: int, parent: QWidget | None = None) -> None:
        super().__init__(name, spoken, paint_curves, height, parent)
        self._shown: int | None = None
        self._hovered: int | None = None

    def shown_of(self, picture: RacePicture) -> tuple[object, ...]:
        """The steps, and not what was looked into."""
        return (picture.numbers, picture.smooth, picture.lanes, picture.report.facts)

    def set_shown(self, step: int | None) -> None:
        """The step that is looked at; None: now."""
        if step != self._shown:
            self._shown = step
            self.update()

    def axes(self) -> Axes | None:
        """Where the paper lies."""
        if self._picture is None:
            return None
        return curves_axes(self.inside(), self._picture, self._theme, self._texts)

    def paint_moving(self, painter: QPainter) -> None:
        """Lines through the step that is looked at and the one under the pointer."""
        axes = self.axes()
        for step in (self._shown, self._hovered):
            if axes is not None and step is not None:
                paint_moment(painter, axes, step, self._theme)

    def reading(self, step: int) -> str:
        """The losses of one step, and what they mean as a number of symbols."""
        if self._picture is None:
            return ""
        words = QCoreApplication.translate("Training", "{run}: {loss}, as unsure as among {symbols} symbols")
        lines = [QCoreApplication.translate("Training", "Step {step}").format(step=integer(step))]
        for lane in self._picture.lanes:
            if 1 <= step <= lane.step:
                loss = float(lane.losses[step - 1])
                number = run_name(lane.lane.number)
                lines.append(words.format(run=number, loss=loss_text(loss), symbols=perplexity_text(loss)))
        return "\n".join(lines) if len(lines) > 1 else ""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            axes = self.axes()
            text = "" if axes is None else self.reading(max(1, round(axes.value_at(event.pos().x()))))
            QToolTip.showText(event.globalPos(), tooltip(text).replace("\n", "<br>"), self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        axes = self.axes()
        inside = axes is not None and axes.plot.contains(QPointF(event.position()))
        self._hover(max(1, round(axes.value_at(event.position().x()))) if inside and axes is not None else None)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        axes, picture = self.axes(), self._picture
        if event.button() != Qt.MouseButton.LeftButton or axes is None or picture is None:
            event.ignore()
            return
        step = round(axes.value_at(event.position().x()))
        kept = picture.report.checkpoints
        self.step_shown.emit(None if step >= picture.report.last_step else min(kept, key=lambda each: abs(each - step)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        kept = () if self._picture is None else self._picture.report.checkpoints
        key = event.key()
        if key == Qt.Key.Key_Escape and self._shown is not None:
            self.step_shown.emit(None)
        elif key == Qt.Key.Key_Left and kept:
            earlier = [step for step in kept if self._shown is None or step < self._shown]
            self.step_shown.emit(earlier[-1] if earlier else kept[0])
        elif key == Qt.Key.Key_Right and self._shown is not None:
            later = [step for step in kept if step > self._shown]
            self.step_shown.emit(later[0] if later else None)
        else:
            super().keyPressEvent(event)

    def _hover(self, step: int | None) -> None:
        if step != self._hovered:
            self._hovered = step
            self.update()
