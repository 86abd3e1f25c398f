"""How the work grows with the length: the two products of attention (n²) against everything that is linear in n."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.model.ledger import WorkShape, WorkUnit
from gui.access import describe, paint_focus_ring
from gui.i18n import integer
from gui.plotting import Handle, LinePlot
from gui.theme.theme import LIGHT, Theme
from gui.views.ledger_text import StillText

POINTS: Final = 80
"""Points of a curve."""
STEPS: Final = 24
"""Places at which the arrow keys stop along the axis."""
HEIGHT: Final = 96


class CostCurve(QWidget):
    """Two curves over the length, the point where they cross, and today's length as a dot.

    Arrow keys and the mouse move a reading line; Escape takes it away. The plot is made just after the first showing, for
    which nobody waits then. The plotting library is imported with this file and not beside the running window: it looks at every
    name of Qt, and two threads that meet a new one at the same time end the process.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._shape = WorkShape(1, 1)
        self._length = 0
        self._unit: WorkUnit = "MAC"
        self._probe: int | None = None
        self._span = 0.0
        self._plot: LinePlot | None = None
        self._handles: dict[str, Handle] = {}
        self._soon = QTimer(self, singleShot=True, interval=15)
        self._soon.timeout.connect(self.ensure_plot)
        self._reading = StillText(3, self)
        self._layout = QVBoxLayout(self)
        self._layout.addSpacing(HEIGHT)
        self._layout.addWidget(self._reading)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.retranslate()
        self.set_theme(LIGHT)

    def set_cost(self, shape: WorkShape, length: int, unit: WorkUnit) -> None:
        """Show the work of all blocks for this model, and where `length` tokens lie on it."""
        if (shape, length, unit) == (self._shape, self._length, self._unit):
            return
        fresh = (shape, unit) != (self._shape, self._unit)
        self._shape, self._length, self._unit = shape, length, unit
        self._update(fresh=fresh)

    def set_theme(self, theme: Theme) -> None:
        """Colours, fonts and zoom."""
        self._theme = theme
        self._layout.setContentsMargins(theme.px(3), theme.px(3), theme.px(3), theme.px(3))
        self._layout.setSpacing(theme.px(2))
        self._reading.set_theme(theme)
        if self._plot is not None:
            self._style(self._plot)
        self.update()

    def retranslate(self) -> None:
        """Set all texts again in the language in use."""
        self._update(fresh=True)

    def ensure_plot(self) -> LinePlot:
        """The plot, made now if it is not there yet: for pictures, which cannot wait."""
        if self._plot is None:
            self._soon.stop()
            self._plot = self._built()
        return self._plot

    def position_at_crossing(self) -> int:
        """The crossing point as a whole number of tokens."""
        return round(self._shape.crossing)

    def work(self, length: int) -> tuple[int, int]:
        """The n² part and the linear part for `length` tokens, in the unit shown."""
        factor = 2 if self._unit == "FLOP" else 1
        return factor * self._shape.quadratic * length * length, factor * self._shape.linear * length

    def _built(self) -> LinePlot:
        plot = LinePlot(self)
        self._handles = {name: plot.add_line() for name in ("linear", "quadratic", "probe")}
        self._handles |= {name: plot.add_dot() for name in ("crossing", "now", "probe-dot")}
        self._handles |= {
            "linear-label": plot.add_label((1, -0.1)),
            "quadratic-label": plot.add_label((1.12, 0.5)),
            "crossing-label": plot.add_label((1, 1.15)),
        }
        self._layout.takeAt(0)
        self._layout.insertWidget(0, plot)
        self._span = 0.0
        self._style(plot)
        self._plot = plot
        self._update(fresh=True)
        return plot

    def _style(self, plot: LinePlot) -> None:
        theme, handles = self._theme, self._handles
        plot.setFixedHeight(theme.px(HEIGHT))
        caption, strong = theme.font("caption"), theme.font("caption", bold=True)
        plot.set_colors(theme.surface, theme.border, theme.muted, caption)
        plot.style_line(handles["quadratic"], theme.query, theme.px(2))
        plot.style_line(handles["linear"], theme.stream, theme.px(2), "dashed")
        plot.style_line(handles["probe"], theme.muted, 1, "dotted")
        plot.style_dot(handles["crossing"], theme.surface, theme.text, theme.px(8), "d")
        plot.style_dot(handles["now"], theme.text, theme.surface, theme.px(10))
        plot.style_dot(handles["probe-dot"], theme.query, theme.surface, theme.px(7), "s")
        plot.style_label(handles["quadratic-label"], theme.query, strong)
        plot.style_label(handles["linear-label"], theme.muted, caption)
        plot.style_label(handles["crossing-label"], theme.text, caption)

    def _update(self, *, fresh: bool) -> None:
        """Bring plot and words up to date; `fresh` when more than the length has changed."""
        self._reading.set_text(self._words())
        describe(self, self.tr("Work against length"), self._description())
        if self._plot is None:
            return
        crossing = self._shape.crossing
        span = max(1.6 * crossing, 1.1 * self._length, 2.0)
        if fresh or span != self._span:
            self._span = span
            self._draw_curves(self._plot, crossing, span)
        self._plot.set_dot(self._handles["now"], (self._length, float(max(self.work(self._length)[0], 0))))
        self._draw_probe(self._plot)

    def _draw_curves(self, plot: LinePlot, crossing: float, span: float) -> None:
        factor = 2.0 if self._unit == "FLOP" else 1.0
        linear, quadratic = factor * self._shape.linear, factor * self._shape.quadratic
        top = max(quadratic * span * span, linear * span)
        n = np.linspace(0.0, span, POINTS)
        plot.set_ranges((-0.025 * span, span), (-0.04 * top, 1.04 * top))
        plot.set_line(self._handles["quadratic"], n, quadratic * n * n)
        plot.set_line(self._handles["linear"], n[[0, -1]], linear * n[[0, -1]])
        plot.set_dot(self._handles["crossing"], (crossing, linear * crossing))
        plot.set_label(
            self._handles["quadratic-label"], self.tr("scores and mixing n²"), (0.92 * span, quadratic * (0.92 * span) ** 2)
        )
        # Far beyond the crossing the line lies low: there is room above it, and none between it and the axis.
        far = crossing < 0.45 * span
        place = (span, linear * span) if far else (span, linear * 0.8 * span)
        plot.set_label(self._handles["linear-label"], self.tr("the rest n"), place, (1.0, 1.1) if far else (1.0, -0.1))
        plot.set_label(
            self._handles["crossing-label"],
            self.tr("equal at {length}").format(length=integer(round(crossing))),
            (crossing, linear * crossing),
            (min(0.9, 2.6 * crossing / span), 1.9) if far else (1.0, 1.15),  # as far left as it goes: the curve rises on its right
        )
        plot.set_x_ticks([(0.0, "0"), (crossing, integer(round(crossing)))])

    def _draw_probe(self, plot: LinePlot) -> None:
        if self._probe is None:
            plot.set_line(self._handles["probe"], [], [])
            plot.set_dot(self._handles["probe-dot"], None)
            return
        quadratic, linear = self.work(self._probe)
        plot.set_line(self._handles["probe"], [self._probe, self._probe], [0.0, float(max(quadratic, linear))])
        plot.set_dot(self._handles["probe-dot"], (self._probe, float(quadratic)))

    def _words(self) -> str:
        length = self._length if self._probe is None else self._probe
        quadratic, linear = self.work(length)
        return self.tr(
            "{length} tokens: scores and mixing {quadratic} {unit}, the rest {linear} {unit}, output matrix left out"
        ).format(length=integer(length), quadratic=integer(quadratic), linear=integer(linear), unit=self._unit)

    def _description(self) -> str:
        return self.tr(
            "{reading}. Scores and mixing grow with the square of the length, the rest of the blocks in proportion to it; "
            "both are equal at {crossing} tokens. Arrow keys read other lengths."
        ).format(reading=self._words(), crossing=integer(self.position_at_crossing()))

    def _set_probe(self, length: int | None) -> None:
        if length != self._probe:
            self._probe = length
            self._update(fresh=False)

    # Qt's own

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._plot is None:
            self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = max(1, round(max(self._span, 2.0) / STEPS))
        at = self._length if self._probe is None else self._probe
        match event.key():
            case Qt.Key.Key_Left:
                self._set_probe(max(0, at - step))
            case Qt.Key.Key_Right:
                self._set_probe(min(round(self._span), at + step))
            case Qt.Key.Key_Home:
                self._set_probe(0)
            case Qt.Key.Key_End:
                self._set_probe(self.position_at_crossing())
            case Qt.Key.Key_Escape if self._probe is not None:
                self._set_probe(None)
            case _:
                super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._plot is not None:
            at = self._plot.mapFrom(self, event.position())
            self._set_probe(round(self._plot.position_at(QPointF(at).x())))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_probe(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._set_probe(None)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus():
            painter = QPainter(self)
            paint_focus_ring(painter, self.rect(), self._theme)


def example() -> CostCurve:
    """A default model and a sentence of 900 tokens."""
    from core.model.config import ModelConfig
    from core.model.ledger import work_shape

    curve = CostCurve()
    curve.set_cost(work_shape(ModelConfig()), 900, "MAC")
    return curve


if __name__ == "__main__":
    from gui.preview import show

    show(example)
