"""Painting of the block diagram as vectors; text stays text, so that SVG and PDF keep it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from core.model.formulas import Meaning, Part
from gui.drawing.diagram_scene import Edge, Label, Node, Scene
from gui.theme.theme import SANS, Theme

_LABEL: Final = 11.25
_SMALL: Final = 11.0
_LEAST: Final = 9.0
"""Text shrinks to fit its box, but not below this."""
_HALO: Final = 2.5
_HEAD: Final = 5.5
"""Length of an arrow's head."""


def color_of(meaning: Meaning, theme: Theme) -> QColor:
    """The colour of one of the six meanings."""
    return QColor(getattr(theme, meaning))


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
) -> None:
    """Paint `scene` into `rect`; `highlight` is outlined in the accent and its lines are drawn thick.

    "fixed" leaves out the shapes of arrays, "shapes" paints nothing else: a sentence that grows changes only those.
    """
    scale, origin = fit(scene, rect)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(origin)
    painter.scale(scale, scale)
    if what != "shapes":
        _paint_fixed(painter, scene, theme, highlight)
    for label in scene.labels:
        if label.is_shape and what != "fixed":
            _label(painter, label, theme)
    painter.restore()


def _paint_fixed(painter: QPainter, scene: Scene, theme: Theme, highlight: Part | None) -> None:
    for node in scene.nodes:
        if node.kind in ("frame", "container"):
            _frame(painter, node, theme, highlighted=node.part is not None and node.part == highlight)
    for edge in scene.edges:
        _edge(painter, edge, theme, highlighted=edge.part is not None and edge.part == highlight)
    for node in scene.nodes:
        if node.kind not in ("frame", "container"):
            _node(painter, node, theme, highlighted=node.part is not None and node.part == highlight)
    for label in scene.labels:
        if not label.is_shape:
            _label(painter, label, theme)


def _rect(node: Node) -> QRectF:
    return QRectF(node.x, node.y, node.width, node.height)


def _frame(painter: QPainter, node: Node, theme: Theme, *, highlighted: bool) -> None:
    painter.setOpacity(node.opacity)
    pen = QPen(theme.accent if highlighted else theme.border, 2.0 if highlighted else 1.0)
    painter.setPen(pen)
    painter.setBrush(theme.raised if node.kind == "container" else QBrush(Qt.BrushStyle.NoBrush))
    painter.drawRoundedRect(_rect(node), 8, 8)


def _edge(painter: QPainter, edge: Edge, theme: Theme, *, highlighted: bool) -> None:
    color = color_of(edge.meaning, theme)
    pen = QPen(color, 2.6 if highlighted else 1.5)
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
        painter.setPen(QPen(theme.accent, 2.0))
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
    fits = not node.short or _advance(node.label, size, bold=True) <= inner.width()
    _text(painter, inner, node.label if fits else node.short, size, Qt.AlignmentFlag.AlignCenter, bold=True)


def _plus(painter: QPainter, rect: QRectF, color: QColor) -> None:
    painter.setPen(QPen(color, 1.6))
    center, arm = rect.center(), rect.width() * 0.24
    painter.drawLine(center - QPointF(arm, 0), center + QPointF(arm, 0))
    painter.drawLine(center - QPointF(0, arm), center + QPointF(0, arm))


def _label(painter: QPainter, label: Label, theme: Theme) -> None:
    painter.setOpacity(label.opacity)
    if label.meaning is not None:
        painter.setPen(color_of(label.meaning, theme))
    else:
        painter.setPen(theme.text if label.bold else theme.muted)
    left = label.x - label.width if label.right else label.x
    align = Qt.AlignmentFlag.AlignRight if label.right else Qt.AlignmentFlag.AlignLeft
    rect = QRectF(left, label.y - 8, label.width, 16)
    _text(painter, rect, _fitting(label), label.size, align, bold=label.bold)


def text_rect(label: Label) -> QRectF:
    """Where the ink of a label is, from the top of its letters to below their base."""
    width = min(_advance(_fitting(label), label.size, bold=label.bold), label.width)
    left = label.x - width if label.right else label.x
    return QRectF(left, label.y - label.size * 0.45, width, label.size * 0.9)


def _fitting(label: Label) -> str:
    """The longest wording that fits, or the shortest one."""
    wordings = (label.text, *label.shorter)
    return next((words for words in wordings if _advance(words, label.size, bold=label.bold) <= label.width), wordings[-1])


_FINE: Final = 8
"""Fonts have whole pixel sizes; a painter scaled down by this makes them fine enough."""
_SUBSCRIPT: Final = 0.76


_LINE: Final = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip | Qt.TextFlag.TextSingleLine
_FLAGS: Final = {
    align: int(align | _LINE) for align in (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignCenter)
}


@lru_cache(maxsize=200)
def _font(size: float, *, bold: bool) -> QFont:
    font = QFont(SANS)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setPixelSize(round(size * _FINE))
    return font


@lru_cache(maxsize=1000)
def _advance(text: str, size: float, *, bold: bool) -> float:
    """Width of a text whose part after an underscore is a subscript."""
    base, _, below = text.partition("_")
    width = QFontMetricsF(_font(size, bold=bold)).horizontalAdvance(base)
    if below:
        width += QFontMetricsF(_font(size * _SUBSCRIPT, bold=bold)).horizontalAdvance(below)
    return width / _FINE


def _text(painter: QPainter, rect: QRectF, text: str, size: float, align: Qt.AlignmentFlag, *, bold: bool) -> None:
    """One line of text, made smaller where it would not fit; W_Q is written with a subscript."""
    width = _advance(text, size, bold=bold)
    if width > rect.width():
        size = max(_LEAST, size * rect.width() / width)
    painter.save()
    painter.translate(rect.topLeft())
    painter.scale(1 / _FINE, 1 / _FINE)
    box = QRectF(0, 0, rect.width() * _FINE, rect.height() * _FINE)
    base, _, below = text.partition("_")
    painter.setFont(_font(size, bold=bold))
    if not below:
        painter.drawText(box, _FLAGS[align], text)
    else:
        start = (box.width() - _advance(text, size, bold=bold) * _FINE) / 2
        painter.drawText(box.translated(start, 0), _FLAGS[Qt.AlignmentFlag.AlignLeft], base)
        start += _advance(base, size, bold=bold) * _FINE
        painter.setFont(_font(size * _SUBSCRIPT, bold=bold))
        painter.drawText(box.translated(start, size * 0.2 * _FINE), _FLAGS[Qt.AlignmentFlag.AlignLeft], below)
    painter.restore()
