"""The texts of the block diagram: how wide they are, which wording fits, and how they are painted."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from core.model.formulas import Meaning
from gui.drawing.diagram_scene import Label
from gui.theme.theme import SANS, Theme

LINE: Final = 11.0
"""From one line of a text to its next one."""
_LEAST: Final = 9.0
"""Text shrinks to fit its room, but not below this."""
_FINE: Final = 8
"""Fonts have whole pixel sizes; a painter scaled down by this makes them fine enough."""
_SUBSCRIPT: Final = 0.76
_MARK: Final = 3.0
"""Behind each of the letters before a text."""

_LINE: Final = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip | Qt.TextFlag.TextSingleLine
_FLAGS: Final = {
    align: int(align | _LINE) for align in (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignCenter)
}


def color_of(meaning: Meaning, theme: Theme) -> QColor:
    """The colour of one of the six meanings."""
    return QColor(getattr(theme, meaning))


def paint_label(painter: QPainter, label: Label, theme: Theme) -> None:
    """The longest wording that fits, with its letters before it."""
    painter.setOpacity(label.opacity)
    painter.save()
    if label.upright:
        painter.translate(label.x, label.y)
        painter.rotate(-90)
        left, y, align = -label.width / 2, 0.0, Qt.AlignmentFlag.AlignCenter
    else:
        left, y = label.x - label.width if label.right else label.x, label.y
        align = Qt.AlignmentFlag.AlignRight if label.right else Qt.AlignmentFlag.AlignLeft
    room = label.width
    for mark, meaning in label.marks:
        painter.setPen(color_of(meaning, theme))
        write(painter, QRectF(left, y - 8, room, 16), mark, label.size, align, bold=True)
        step = advance(mark, label.size, bold=True) + _MARK
        left, room = left + step, room - step
    if label.meaning is not None:
        painter.setPen(color_of(label.meaning, theme))
    else:
        painter.setPen(theme.text if label.bold else theme.muted)
    for index, line in enumerate(fitting(label).split("\n")):
        write(painter, QRectF(left, y - 8 + index * LINE, room, 16), line, label.size, align, bold=label.bold)
    painter.restore()


def text_rect(label: Label) -> QRectF:
    """Where the ink of a label is, from the top of its letters to below their base."""
    text = fitting(label)
    along = min(width_of(label, text), label.width)
    across = label.size * 0.9 + text.count("\n") * LINE
    start = label.size * 0.45
    if label.upright:
        return QRectF(label.x - start, label.y - along / 2, across, along)
    return QRectF(label.x - along if label.right else label.x, label.y - start, along, across)


def fitting(label: Label) -> str:
    """The longest wording that fits, or the shortest one."""
    wordings = (label.text, *label.shorter)
    return next((words for words in wordings if width_of(label, words) <= label.width), wordings[-1])


def width_of(label: Label, text: str) -> float:
    """Width of one of the label's wordings, with the letters before it."""
    marks = sum(advance(mark, label.size, bold=True) + _MARK for mark, _ in label.marks)
    return marks + max(advance(line, label.size, bold=label.bold) for line in text.split("\n"))


@lru_cache(maxsize=200)
def _font(size: float, *, bold: bool) -> QFont:
    font = QFont(SANS)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setPixelSize(round(size * _FINE))
    return font


@lru_cache(maxsize=1000)
def advance(text: str, size: float, *, bold: bool) -> float:
    """Width of a text whose part after an underscore is a subscript."""
    base, _, below = text.partition("_")
    width = QFontMetricsF(_font(size, bold=bold)).horizontalAdvance(base)
    if below:
        width += QFontMetricsF(_font(size * _SUBSCRIPT, bold=bold)).horizontalAdvance(below)
    return width / _FINE


def write(painter: QPainter, rect: QRectF, text: str, size: float, align: Qt.AlignmentFlag, *, bold: bool) -> None:
    """One line of text, made smaller where it would not fit; W_Q is written with a subscript."""
    width = advance(text, size, bold=bold)
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
        start = (box.width() - advance(text, size, bold=bold) * _FINE) / 2
        painter.drawText(box.translated(start, 0), _FLAGS[Qt.AlignmentFlag.AlignLeft], base)
        start += advance(base, size, bold=bold) * _FINE
        painter.setFont(_font(size * _SUBSCRIPT, bold=bold))
        painter.drawText(box.translated(start, size * 0.2 * _FINE), _FLAGS[Qt.AlignmentFlag.AlignLeft], below)
    painter.restore()
