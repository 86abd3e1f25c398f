"""Paint the losses of all runs in one chart, between the losses of models that know less."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from core.learning.tasks import ReferenceLosses
from gui.drawing.map_marks import Texts
from gui.drawing.training.axes import Axes, framed, paint_curve, paint_frame, paint_number, paint_steps, run_color, thinned
from gui.drawing.training.words import RacePicture, line_name, line_remark, loss_text, smoothed
from gui.i18n import decimal, integer
from gui.theme.theme import Theme
from gui.training.report import LaneReport

_BESIDE: Final = 560
"""Width, at zoom 1, from which the names of the lines stand beside the chart and not in it."""
_MARGIN: Final = 170
_RAW: Final = 110
"""Opacity, of 255, of a curve with its mean over it: always seen, never in the way."""
_LEAST_DIFFERENCE: Final = 0.005


@dataclass(frozen=True, slots=True)
class Line:
    """Reference losses that are (nearly) the same, with the names of all of them."""

    names: tuple[str, ...]
    loss: float


def lines_of(references: ReferenceLosses) -> list[Line]:
    """The reference lines from the top down, equal ones as one."""
    found: list[Line] = []
    for name, loss, _ in references.rows():
        if found and abs(found[-1].loss - loss) <= _LEAST_DIFFERENCE * found[-1].loss:
            found[-1] = Line((*found[-1].names, name), found[-1].loss)
        else:
            found.append(Line((name,), loss))
    return found


def curves_axes(rect: QRectF, picture: RacePicture, theme: Theme, texts: Texts) -> Axes:
    """What the chart spans: all steps that are to be taken, losses from 0 up to half as much again as knowing nothing, at most."""
    report = picture.report
    uniform = report.facts.references.uniform
    highest = max((float(lane.losses.max()) for lane in picture.lanes if lane.step), default=0.0)
    top = 1.04 * min(max(highest, 1.12 * uniform), 1.5 * uniform)
    last = max(report.facts.race.steps, report.last_step)
    right = theme.px(_MARGIN) if rect.width() >= theme.px(_BESIDE) else 0.0
    return framed(rect, top, 0.0, float(last), theme, texts, right=right)


def paint_curves(painter: QPainter, rect: QRectF, picture: RacePicture, theme: Theme, texts: Texts) -> Axes:
    """Everything; returns where the paper lies."""
    axes = curves_axes(rect, picture, theme, texts)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    title = QCoreApplication.translate("Training", "Loss of each step’s batch, in nats")
    if picture.smooth:
        words = QCoreApplication.translate("Training", "thin: each step’s batch, thick: mean of the last {n} steps")
        title = f"{title} · {words.format(n=integer(picture.window))}"
    paint_frame(painter, rect, axes, title, theme, texts)
    paint_steps(painter, axes, theme, texts, QCoreApplication.translate("Training", "steps"))
    _paint_lines(painter, rect, axes, picture, theme, texts)
    columns = max(50, int(axes.plot.width()))
    for lane in picture.lanes:
        color = run_color(lane.lane.number, theme)
        width = theme.px(1.5)
        if picture.smooth:
            pale = QColor(color)
            pale.setAlpha(_RAW)
            paint_curve(painter, axes, *thinned(lane.losses, columns), pale, max(1.0, theme.zoom))
            paint_curve(painter, axes, *thinned(smoothed(lane.losses, picture.window), columns), color, theme.px(2.5))
        else:
            paint_curve(painter, axes, *thinned(lane.losses, columns), color, width)
    _paint_ends(painter, axes, picture, theme, texts)
    painter.restore()
    return axes


def paint_moment(painter: QPainter, axes: Axes, step: int, theme: Theme) -> None:
    """A line through the step that is looked at."""
    x = round(float(axes.x(np.array(float(step))))) + 0.5
    painter.setPen(QPen(theme.text, 1, Qt.PenStyle.DotLine))
    painter.drawLine(QLineF(x, axes.plot.top(), x, axes.plot.bottom()))


def last_loss(lane: LaneReport, picture: RacePicture) -> float:
    """What the end of a curve shows."""
    return float((smoothed(lane.losses, picture.window) if picture.smooth else lane.losses)[-1])


def _paint_ends(painter: QPainter, axes: Axes, picture: RacePicture, theme: Theme, texts: Texts) -> None:
    """The number of each run at the end of its curve, with the loss where that has left the chart and with what became of it.

    Ends that lie on each other are written below or above each other, with a line to where they are: beside it another step would
    be meant.
    """
    taken: list[QRectF] = []
    radius, gap = theme.px(8), theme.px(4)
    for lane in picture.lanes:
        if not lane.step:
            continue
        loss, color = last_loss(lane, picture), run_color(lane.lane.number, theme)
        words = []
        if loss > axes.top:
            words.append(f"{loss_text(loss)} ↑")
        if lane.diverged_at is not None:
            said = QCoreApplication.translate("Training", "diverged at step {step}")
            words.append(said.format(step=integer(lane.diverged_at)))
        text = texts.get(" ".join(words), "caption", bold=True)
        end = axes.at(lane.step, min(loss, axes.top))
        at = QPointF(
            min(end.x(), axes.plot.right() - radius),
            min(max(end.y(), axes.plot.top() + radius), axes.plot.bottom() - radius),
        )
        width = text.width + gap if words else 0.0
        left = at.x() + radius + width > axes.plot.right()
        outline = QRectF(at.x() - radius - (width if left else 0), at.y() - radius, 2 * radius + width, 2 * radius)
        place = _free_place(outline, taken, axes.plot)
        taken.append(place)
        at.setY(place.center().y())
        if place != outline:
            painter.setPen(QPen(color, theme.px(1.5)))
            painter.drawLine(end, at)
        paint_number(painter, at, lane.lane.number, theme, texts, failed=lane.diverged_at is not None)
        if words:
            x = place.left() if left else at.x() + radius + gap
            _paint_over(painter, QPointF(x, at.y() - text.height / 2), " ".join(words), color, theme, texts)


def _free_place(wanted: QRectF, taken: list[QRectF], plot: QRectF) -> QRectF:
    """`wanted`, or the nearest place below or above it within the chart where nothing stands yet."""
    shifts = [0.0]
    shifts += [other.bottom() + 1 - wanted.top() for other in taken] + [other.top() - 1 - wanted.bottom() for other in taken]
    for shift in sorted(shifts, key=abs):
        place = wanted.translated(0, shift)
        inside = plot.top() <= place.top() and place.bottom() <= plot.bottom()
        if (inside or not shift) and not any(place.intersects(other) for other in taken):
            return place
    return wanted


def _paint_over(painter: QPainter, at: QPointF, words: str, color: QColor, theme: Theme, texts: Texts) -> None:
    """Words on a ground of their own, so that no line runs through them."""
    text = texts.get(words, "caption", bold=True)
    ground = QColor(theme.surface)
    ground.setAlpha(215)
    painter.fillRect(QRectF(at.x() - 2, at.y(), text.width + 4, text.height), ground)
    painter.setFont(texts.font("caption", bold=True))
    painter.setPen(color)
    painter.drawStaticText(at, text.static)


def _paint_lines(painter: QPainter, rect: QRectF, axes: Axes, picture: RacePicture, theme: Theme, texts: Texts) -> None:
    """The reference lines with their names: beside the chart where there is room, else upon the line."""
    plot, line, gap = axes.plot, texts.line("caption"), theme.px(8)
    beside = rect.right() - plot.right() >= theme.px(_MARGIN) - 1
    lines = lines_of(picture.report.facts.references)
    heights = [float(axes.y(np.array(each.loss))) for each in lines]
    places = [height - line for height in heights]
    for index in range(1, len(places)):
        places[index] = max(places[index], places[index - 1] + 2 * line + theme.px(2))
    over = max(0.0, places[-1] + 2 * line - plot.bottom() - line) if places else 0.0
    for index in range(len(places) - 1, -1, -1):
        most = places[index] - over if index == len(places) - 1 else places[index + 1] - 2 * line - theme.px(2)
        places[index] = min(places[index], most)
    for each, height, place in zip(lines, heights, places, strict=True):
        painter.setPen(QPen(theme.muted, theme.px(1.5), Qt.PenStyle.DashLine))
        painter.drawLine(QLineF(plot.left(), height, plot.right(), height))
        words = f"{' = '.join(map(line_name, each.names))} {decimal(each.loss, 2)}"
        if not beside:
            text = texts.get(words, "caption", bold=True)
            _paint_over(
                painter, QPointF(plot.right() - text.width - 3 * gap, height - text.height - 1), words, theme.muted, theme, texts
            )
            continue
        painter.setPen(QPen(theme.muted, 1))
        painter.drawLine(QLineF(plot.right(), height, plot.right() + gap - 2, place + line))
        room = rect.right() - plot.right() - gap
        painter.setFont(texts.font("caption", bold=True))
        painter.setPen(theme.text)
        x = plot.right() + gap
        if len(each.names) > 1:  # in two lines, so that the number is never cut off
            above, below = (
                f"{' = '.join(map(line_name, each.names[:-1]))} =",
                f"{line_name(each.names[-1])} {decimal(each.loss, 2)}",
            )
        else:
            above, below = words, line_remark(each.names[0])
        painter.drawStaticText(QPointF(x, place), texts.get(above, "caption", bold=True, limit=room).static)
        painter.setFont(texts.font("caption"))
        painter.setPen(theme.muted if len(each.names) == 1 else theme.text)
        painter.drawStaticText(QPointF(x, place + line), texts.get(below, "caption", limit=room).static)
