"""The only file that imports pyqtgraph: plots with fixed ranges, in the theme's colours, that nothing moves but our own calls.

Importing pyqtgraph takes a few tenths of a second: import this module late (gui.views.cost_curve shows how).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
import pyqtgraph as pg
from numpy.typing import ArrayLike
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QPainterPath, QPolygonF
from PySide6.QtWidgets import QGraphicsPathItem, QVBoxLayout, QWidget

# Arrays are [row, column] as everywhere in numpy; pyqtgraph's own default shows them transposed (case B65).
pg.setConfigOptions(imageAxisOrder="row-major", antialias=True)

_DASHES: Final = {
    "solid": Qt.PenStyle.SolidLine,
    "dashed": Qt.PenStyle.DashLine,
    "dotted": Qt.PenStyle.DotLine,
}
Dash = Literal["solid", "dashed", "dotted"]


@dataclass(frozen=True, slots=True)
class Handle:
    """One line, dot or label of a plot."""

    number: int


class LinePlot(QWidget):
    """Lines, dots and labels over two axes from 0. The caller names the ticks; no factor is ever put on an axis (case B68).

    It takes neither mouse nor keyboard: the widget around it does, and describes it in words.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[Any] = []
        self._widget: Any = pg.PlotWidget(enableMenu=False)
        self._widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._plot: Any = self._widget.getPlotItem()
        self._plot.hideButtons()
        self._plot.setMouseEnabled(x=False, y=False)
        self._view: Any = self._plot.getViewBox()
        self._view.disableAutoRange()
        self._view.setDefaultPadding(0)
        for side in ("bottom", "left"):
            axis = self._plot.getAxis(side)
            axis.enableAutoSIPrefix(False)
            axis.setStyle(tickLength=0)
        self.set_x_ticks([])
        self.set_y_ticks([])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._widget)

    def add_line(self) -> Handle:
        """A line without points yet."""
        return self._added(pg.PlotCurveItem())

    def add_dot(self) -> Handle:
        """A marker that lies over the lines."""
        item = QGraphicsPathItem()
        item.setFlag(QGraphicsPathItem.GraphicsItemFlag.ItemIgnoresTransformations)
        item.setZValue(10)
        return self._added(item)

    def add_label(self, anchor: tuple[float, float]) -> Handle:
        """Plain text; `anchor` is the part of it that lies on its point, (0, 0) top left to (1, 1) bottom right."""
        item = pg.TextItem(anchor=anchor)
        item.setZValue(20)
        return self._added(item)

    def style_line(self, line: Handle, color: QColor, width: float, dash: Dash = "solid") -> None:
        """Colour, width in pixels and dash of a line."""
        self._items[line.number].setPen(pg.mkPen(color, width=width, style=_DASHES[dash]))

    def style_dot(self, dot: Handle, fill: QColor, edge: QColor, size: float, symbol: Literal["o", "s", "d"] = "o") -> None:
        """Colours, size in pixels and shape of a marker: circle, square or diamond."""
        half = size / 2
        path = QPainterPath()
        match symbol:
            case "o":
                path.addEllipse(QPointF(), half, half)
            case "s":
                path.addRect(-half, -half, size, size)
            case "d":
                path.addPolygon(
                    QPolygonF([QPointF(0, -half), QPointF(half, 0), QPointF(0, half), QPointF(-half, 0), QPointF(0, -half)])
                )
        item = self._items[dot.number]
        item.setPath(path)
        item.setBrush(pg.mkBrush(fill))
        item.setPen(pg.mkPen(edge, width=2))

    def style_label(self, label: Handle, color: QColor, font: QFont) -> None:
        """Colour and font of a label."""
        item = self._items[label.number]
        item.setColor(color)
        item.setFont(font)

    def set_line(self, line: Handle, x: ArrayLike, y: ArrayLike) -> None:
        """The points of a line: the cheap way to change a plot."""
        self._items[line.number].setData(np.asarray(x, np.float64), np.asarray(y, np.float64))

    def line(self, line: Handle) -> tuple[np.ndarray[Any, np.dtype[np.float64]], np.ndarray[Any, np.dtype[np.float64]]]:
        """The points shown."""
        x, y = self._items[line.number].getData()
        return x, y

    def set_dot(self, dot: Handle, at: tuple[float, float] | None) -> None:
        """Where a marker lies; None hides it."""
        item = self._items[dot.number]
        item.setVisible(at is not None)
        if at is not None:
            item.setPos(*at)

    def set_label(self, label: Handle, text: str, at: tuple[float, float], anchor: tuple[float, float] | None = None) -> None:
        """Text and place of a label, and another anchor if one is given. Mark-up is shown as it is written (case B01)."""
        item = self._items[label.number]
        if item.toPlainText() != text:
            item.setPlainText(text)
        if anchor is not None:
            item.setAnchor(anchor)
        item.setPos(*at)

    def set_ranges(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """What both axes span, exactly."""
        self._view.setRange(xRange=x, yRange=y, padding=0)

    def ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """What both axes span."""
        (x0, x1), (y0, y1) = self._view.viewRange()
        return (x0, x1), (y0, y1)

    def position_at(self, pixel_x: float) -> float:
        """The place on the x axis under a horizontal pixel of this widget."""
        (left, right), _ = self.ranges()
        rect = self._view.sceneBoundingRect()
        share = (pixel_x - rect.left()) / max(1.0, rect.width())
        return float(left + (right - left) * min(1.0, max(0.0, share)))

    def set_x_ticks(self, ticks: Sequence[tuple[float, str]]) -> None:
        """Places and texts along the bottom."""
        self._plot.getAxis("bottom").setTicks([list(ticks)])

    def set_y_ticks(self, ticks: Sequence[tuple[float, str]]) -> None:
        """Places and texts along the left side."""
        axis = self._plot.getAxis("left")
        axis.setTicks([list(ticks)])
        axis.setStyle(showValues=bool(ticks))

    def set_colors(self, background: QColor, axes: QColor, texts: QColor, font: QFont) -> None:
        """Colours of everything that is neither line, dot nor label."""
        self._widget.setBackground(background)
        for side in ("bottom", "left"):
            axis = self._plot.getAxis(side)
            axis.setPen(pg.mkPen(axes, width=1))
            axis.setTextPen(pg.mkPen(texts))
            axis.setTickFont(font)
        self._plot.getAxis("bottom").setHeight(math.ceil(font.pixelSize() * 1.7))
        self._plot.getAxis("left").setWidth(1)

    def _added(self, item: Any) -> Handle:
        self._view.addItem(item, ignoreBounds=True)
        self._items.append(item)
        return Handle(len(self._items) - 1)
