"""Paint a whole race on one sheet: its runs in words, the losses, what happens inside, the maps. For files."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter

from gui.drawing.map_marks import Texts, is_vector
from gui.drawing.training.axes import paint_number
from gui.drawing.training.curves import paint_curves
from gui.drawing.training.layers import paint_gradients, paint_residuals, paint_updates
from gui.drawing.training.maps import maps_height, paint_maps
from gui.drawing.training.words import RacePicture, lane_state, lane_words
from gui.theme.theme import Theme

WIDTH = 900
_CURVES = 300
_CHART = 170


def race_size(picture: RacePicture, theme: Theme) -> QSize:
    """The size of the sheet."""
    texts, width = Texts(theme), theme.px(WIDTH)
    rows = len(picture.lanes) * (texts.line("control") + theme.px(4))
    return QSize(width, round(rows + theme.px(_CURVES + _CHART + 40) + maps_height(width, picture, theme, texts)))


def paint_race(painter: QPainter, rect: QRectF, picture: RacePicture, theme: Theme) -> None:
    """Everything, one under the other."""
    texts = Texts(theme, selectable=is_vector(painter))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    y, line, gap = rect.y(), texts.line("control") + theme.px(4), theme.px(12)
    for lane in picture.lanes:
        paint_number(painter, QPointF(rect.x() + theme.px(8), y + line / 2), lane.lane.number, theme, texts)
        painter.setFont(texts.font("control"))
        painter.setPen(theme.text)
        words = f"{lane_words(lane.lane)}: {lane_state(lane, picture.report.facts.references, picture.window)}"
        painter.drawStaticText(QPointF(rect.x() + theme.px(24), y), texts.get(words, "control", limit=rect.width()).static)
        y += line
    y += gap
    paint_curves(painter, QRectF(rect.x(), y, rect.width(), theme.px(_CURVES)), picture, theme, texts)
    y += theme.px(_CURVES) + gap
    third = (rect.width() - 2 * gap) / 3
    for index, paint in enumerate((paint_gradients, paint_residuals, paint_updates)):
        paint(painter, QRectF(rect.x() + index * (third + gap), y, third, theme.px(_CHART)), picture, theme, texts)
    y += theme.px(_CHART) + gap
    paint_maps(painter, QRectF(rect.x(), y, rect.width(), rect.bottom() - y), picture, theme, texts)
    painter.restore()
