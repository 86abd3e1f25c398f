"""Paint an experiment: its verdict, its chart, its table and what there is to know. Window, PNG, SVG and PDF share it."""

from __future__ import annotations

from math import ceil
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from core.experiments.cost import CostOutcome
from core.experiments.heads import HeadsOutcome
from core.experiments.outcome import Outcome
from core.experiments.reach import ReachOutcome
from core.experiments.start import StartOutcome
from gui.drawing.inside.experiment_tables import Table
from gui.drawing.inside.experiments import paint_cost, paint_heads
from gui.drawing.inside.outcome_words import claim_of, note_of, table_of, verdict_of
from gui.drawing.inside.reach_chart import paint_reach, reach_height
from gui.drawing.inside.start_chart import paint_start, start_height
from gui.drawing.map_marks import Texts, is_vector
from gui.theme.theme import FontRole, Theme

CHART_HEIGHT: Final = 184
"""Pixels at zoom 1 that a chart takes where it can choose."""
LEAST_WIDTH: Final = 800
"""Width of a picture for a file, at least."""


def has_chart(outcome: Outcome | None) -> bool:
    """Whether there is a chart beside the table."""
    return isinstance(outcome, HeadsOutcome | CostOutcome | StartOutcome | ReachOutcome)


def chart_height(outcome: Outcome | None, width: float, depth: int | None, theme: Theme, texts: Texts) -> int:
    """Height that the chart of an outcome takes in `width`; `depth` is the one whose blocks are shown, where there are several."""
    if isinstance(outcome, StartOutcome):
        return start_height(outcome, width, depth, theme, texts)
    if isinstance(outcome, ReachOutcome):
        return reach_height(outcome, width, theme, texts)
    return theme.px(CHART_HEIGHT)


def picture_size(outcome: Outcome, width: int, depth: int | None, theme: Theme) -> QSize:
    """How large a picture has to be so that everything has its place."""
    texts, wide = Texts(theme), max(width, theme.px(LEAST_WIDTH))
    height = texts.line("statement") + texts.wrapped(claim_of(outcome), "text", wide) + theme.px(28)
    height += table_height(table_of(outcome), theme) + texts.wrapped(note_of(outcome), "caption", wide)
    if has_chart(outcome):
        height += chart_height(outcome, wide, depth, theme, texts)
    return QSize(wide, ceil(height))


def paint_experiment(painter: QPainter, rect: QRectF, outcome: Outcome, theme: Theme, depth: int | None = None) -> None:
    """Verdict, claim, chart, table and note, one under the other, as large as `rect` allows."""
    texts = Texts(theme, selectable=is_vector(painter))
    gap = theme.px(8)
    line = texts.line("statement")
    painter.save()
    painter.setFont(texts.font("statement", True))
    painter.setPen(theme.text if outcome.holds else theme.key)
    place = QRectF(rect.x(), rect.y(), rect.width(), line)
    painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), verdict_of(outcome))
    y = rect.y() + line + gap / 2
    y = _paint_wrapped(painter, QRectF(rect.x(), y, rect.width(), rect.bottom() - y), claim_of(outcome), "text", theme.text, texts)
    table, note = table_of(outcome), note_of(outcome)
    below = texts.wrapped(note, "caption", rect.width())
    rows = table_height(table, theme)
    y += gap
    if has_chart(outcome):
        height = max(theme.px(100), min(theme.px(1.6 * CHART_HEIGHT), rect.bottom() - y - rows - below - 2 * gap))
        if isinstance(outcome, StartOutcome | ReachOutcome):
            height = chart_height(outcome, rect.width(), depth, theme, texts)
        paint_chart(painter, QRectF(rect.x(), y, rect.width(), height), outcome, theme, texts, depth=depth)
        y += height + gap
    paint_table(painter, QRectF(rect.x(), y, rect.width(), rows), table, theme, texts)
    y += rows + gap
    _paint_wrapped(painter, QRectF(rect.x(), y, rect.width(), below), note, "caption", theme.muted, texts)
    painter.restore()


def paint_chart(
    painter: QPainter,
    rect: QRectF,
    outcome: Outcome,
    theme: Theme,
    texts: Texts | None = None,
    marked: int | None = None,
    depth: int | None = None,
) -> None:
    """The chart of an experiment that has one.

    `marked` is the row of the table that is pointed out, `depth` the one whose blocks are shown.
    """
    texts = texts or Texts(theme, selectable=is_vector(painter))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if isinstance(outcome, HeadsOutcome):
        paint_heads(painter, rect, outcome, theme, texts, marked)
    elif isinstance(outcome, CostOutcome):
        paint_cost(painter, rect, outcome, theme, texts, marked)
    elif isinstance(outcome, StartOutcome):
        paint_start(painter, rect, outcome, depth, theme, texts, marked)
    elif isinstance(outcome, ReachOutcome):
        paint_reach(painter, rect, outcome, theme, texts, marked)
    painter.restore()


def table_height(table: Table, theme: Theme) -> float:
    """Height of all rows and the header."""
    return theme.px(22) * (len(table.rows) + 1)


def paint_table(painter: QPainter, rect: QRectF, table: Table, theme: Theme, texts: Texts) -> None:
    """The table with a line under its header; columns as wide as their texts, squeezed together where they do not fit in."""
    if not table.rows:
        return
    gap, height = theme.px(14), theme.px(22)
    columns = [[name, *(row[number].text for row in table.rows)] for number, name in enumerate(table.header)]
    widths = [max(texts.width(text, "control") for text in column) + gap for column in columns]
    squeeze = min(1.0, rect.width() / sum(widths))
    widths = [width * squeeze for width in widths]
    painter.save()
    for number, line in enumerate([None, *table.rows]):
        x, y = rect.x(), rect.y() + number * height
        for column, width in enumerate(widths):
            cell = None if line is None else line[column]
            text = table.header[column] if cell is None else cell.text
            bold = cell is not None and cell.tone == "odd"
            role: FontRole = "caption" if cell is None else "control"
            painter.setFont(texts.font(role, bold))
            painter.setPen(theme.muted if cell is None else theme.key if cell.tone == "odd" else theme.text)
            prepared = texts.get(text, role, bold=bold, limit=max(0.0, width - gap / 2))
            shift = 0.0 if column == 0 else width - gap / 2 - prepared.width
            painter.drawStaticText(QPointF(x + shift, y + (height - prepared.height) / 2), prepared.static)
            x += width
        if line is None:
            painter.setPen(QPen(theme.border, 1))
            painter.drawLine(QLineF(rect.x(), y + height - 0.5, rect.x() + sum(widths), y + height - 0.5))
    painter.restore()


def _paint_wrapped(painter: QPainter, rect: QRectF, text: str, role: FontRole, color: QColor, texts: Texts) -> float:
    """Paint broken lines; returns where they end."""
    painter.setFont(texts.font(role))
    painter.setPen(color)
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap), text)
    return rect.y() + texts.wrapped(text, role, rect.width())
