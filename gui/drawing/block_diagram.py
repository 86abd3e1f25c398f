"""Painting of the block diagram as vectors; text stays text, so that SVG and PDF keep it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from core.model.formulas import Part
from gui.drawing.diagram_scene import Edge, Node, Scene
from gui.drawing.diagram_text import advance, color_of, paint_label, write
from gui.drawing.map_marks import paint_corner
from gui.theme.theme import Theme

__all__ = ["color_of", "fit", "paint_block_diagram"]

_LABEL: Final = 11.25
_SMALL: Final = 11.0
_NODE_LINE: Final = 10.5
"""From the first to the second line of a box that has two."""
_HALO: Final = 1.8
"""From a shape to the middle of the ring around it, and the ring's width: it stays clear of neighbours 4 pixels away."""
_CORNER: Final = 9.0
_HEAD: Final = 5.5
"""Length of an arrow's head."""


def fit(scene: Scene, rect: QRectF) -> tuple[float, QPointF]:
    """Scale and origin that centre `scene` in `rect` without distortion."""
    scale = min(rect.width() / scene.width, rect.height() / scene.height)
    left = rect.x() + (rect.width() - scene.width * scale) / 2
    return scale, QPointF(left, rect.y() + (rect.height() - scene.height * scale) / 2)


def paint_block_diagram(
    painter: QPainter,
    rect: QRectF,
    scene: Scene,
    theme: Theme,
    highlight: Part | None = None,
    what: Literal["all", "fixed", "shapes"] = "all",
    changed: Collection[Part] = (),
) -> None:
    """Paint `scene` into `rect`; `highlight` is outlined in the accent and its lines are drawn thick.

    The parts in `changed` bear the corner of what is changed by hand in some layer.

    "fixed" leaves out the shapes of arrays, "shapes" paints nothing else: a sentence that grows changes only those.
    """
    scale, origin = fit(scene, rect)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(origin)
    painter.scale(scale, scale)
    if what != "shapes":
        _paint_fixed(painter, scene, theme, highlight, changed)
    for label in scene.labels:
        if label.is_shape and what != "fixed":
            paint_label(painter, label, theme)
    painter.restore()


def _paint_fixed(painter: QPainter, scene: Scene, theme: Theme, highlight: Part | None, changed: Collection[Part]) -> None:
    for node in scene.nodes:
        if node.kind in ("frame", "container"):
            _frame(painter, node, theme, highlighted=node.part is not None and node.part == highlight)
    for edge in scene.edges:
        _edge(painter, edge, theme, highlighted=edge.part is not None and edge.part == highlight)
    for node in scene.nodes:
        if node.kind not in ("frame", "container"):
            _node(painter, node, theme, highlighted=node.part is not None and node.part == highlight)
    for node in scene.nodes:
        if node.part in changed:
            paint_corner(painter, _rect(node), _CORNER, theme)
    for label in scene.labels:
        if not label.is_shape:
            paint_label(painter, label, theme)


def _rect(node: Node) -> QRectF:
    return QRectF(node.x, node.y, node.width, node.height)


def _frame(painter: QPainter, node: Node, theme: Theme, *, highlighted: bool) -> None:
    painter.setOpacity(node.opacity)
    pen = QPen(theme.accent if highlighted else theme.border, 2.0 if highlighted else 1.0)
    painter.setPen(pen)
    painter.setBrush(theme.raised if node.kind == "container" else QBrush(Qt.BrushStyle.NoBrush))
    painter.drawRoundedRect(_rect(node), 8, 8)


def _edge(painter: QPainter, edge: Edge, theme: Theme, *, highlighted: bool) -> None:
    color = theme.muted if edge.thin else color_of(edge.meaning, theme)
    pen = QPen(color, 0.75 if edge.thin else 2.6 if highlighted else 1.5)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if edge.dashed:
        pen.setDashPattern([3, 2])
    painter.setOpacity(edge.opacity)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    points = [QPointF(x, y) for x, y in edge.points]
    tip, before = points[-1], points[-2]
    if edge.arrow:
        length = max(abs(tip.x() - before.x()), abs(tip.y() - before.y())) or 1.0
        along = (tip - before) / length
        head = min(_HEAD, 0.85 * length)
        points[-1] = tip - along * head * 0.7
        path = QPainterPath()
        path.addPolygon(QPolygonF(points))
        painter.drawPath(path)
        across = QPointF(-along.y(), along.x())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF([tip, tip - along * head + across * 3, tip - along * head - across * 3]))
    else:
        painter.drawPolyline(QPolygonF(points))


def _node(painter: QPainter, node: Node, theme: Theme, *, highlighted: bool) -> None:
    """A filled shape with an outline in the colour of its meaning and its name in words."""
    rect = _rect(node)
    color = color_of(node.meaning, theme)
    painter.setOpacity(node.opacity)
    radius = node.height / 2 if node.kind == "sum" else 8.0 if node.kind in ("position", "strip") else 5.0
    if highlighted:
        painter.setPen(QPen(theme.accent, _HALO))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        outer = rect.adjusted(-_HALO, -_HALO, _HALO, _HALO)
        painter.drawRoundedRect(outer, radius + _HALO, radius + _HALO)
    plain = node.kind == "box"
    painter.setPen(QPen(theme.border if plain else color, 1.0 if plain else 1.4))
    painter.setBrush(theme.raised if plain else theme.surface)
    painter.drawRoundedRect(rect, min(radius, rect.height() / 2), min(radius, rect.height() / 2))
    painter.setPen(theme.text if plain or node.meaning == "stream" else color)
    if node.kind == "sum":
        _plus(painter, rect, color)
        return
    size = _LABEL if node.kind in ("box", "norm") else _SMALL
    inner = rect.adjusted(3, 0, -3, 0)
    fits = not node.short or advance(node.label, size, bold=True) <= inner.width()
    name, _, remark = (node.label if fits else node.short).partition("\n")
    shift = _NODE_LINE / 2 if remark else 0.0
    write(painter, inner.translated(0, -shift), name, size, Qt.AlignmentFlag.AlignCenter, bold=True)
    if remark:
        write(painter, inner.translated(0, shift), remark, size, Qt.AlignmentFlag.AlignCenter, bold=False)


def _plus(painter: QPainter, rect: QRectF, color: QColor) -> None:
    painter.setPen(QPen(color, 1.6))
    center, arm = rect.center(), rect.width() * 0.24
    painter.drawLine(center - QPointF(arm, 0), center + QPointF(arm, 0))
    painter.drawLine(center - QPointF(0, arm), center + QPointF(0, arm))
