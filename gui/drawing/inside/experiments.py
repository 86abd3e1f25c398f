"""The charts of the experiments about heads and cost. Window, PNG, SVG and PDF share them."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from core.experiments.cost import FARTHEST, CostOutcome
from core.experiments.heads import HeadsOutcome, HeadsRow
from gui.drawing.inside.experiment_tables import plain
from gui.drawing.map_marks import Texts, is_vector
from gui.i18n import integer
from gui.theme.theme import Theme

_CURVE_POINTS: Final = 80
_LEAST_BAR: Final = 2.0


def axis_top(highest: float) -> float:
    """The next 1, 2, 3, 4, 5, 6 or 8 times a power of ten that is not below `highest`."""
    if not highest > 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(highest))
    return next(step * power for step in (1, 2, 3, 4, 5, 6, 8, 10) if step * power >= highest * (1 - 1e-12))


def paint_heads(painter: QPainter, rect: QRectF, outcome: HeadsOutcome, theme: Theme, texts: Texts, marked: int | None) -> None:
    """Two charts of bars: weights of Q, K, V and O, and the time of a block; shared and kept width side by side."""
    key = _paint_key(painter, rect, theme, texts) + theme.px(6)
    body = rect.adjusted(0, key, 0, 0)
    gap = theme.px(24)
    half = (body.width() - gap) / 2
    weights = QCoreApplication.translate("Experiments", "weights of Q, K, V, O, one block")
    times = QCoreApplication.translate("Experiments", "ms, one block, measured")
    for number, title in enumerate((weights, times)):
        values = [float(row.projections) if number == 0 else row.ms for row in outcome.rows]
        place = QRectF(body.x() + number * (half + gap), body.y(), half, body.height())
        _paint_bars(painter, place, title, outcome.rows, values, theme, texts, marked)


def _paint_key(painter: QPainter, rect: QRectF, theme: Theme, texts: Texts) -> float:
    """What full and hatched bars mean, one below the other where they do not fit beside each other; returns the height."""
    side, line = theme.px(11), texts.line("caption")
    x, y = rect.x(), rect.y()
    for kept, words in (
        (False, QCoreApplication.translate("Experiments", "split: heads share the width")),
        (True, QCoreApplication.translate("Experiments", "keep: each head has the whole width")),
    ):
        text = texts.get(words, "caption")
        if x > rect.x() and x + side + theme.px(6) + text.width > rect.right():
            x, y = rect.x(), y + line
        _fill_bar(painter, QRectF(round(x), round(y + (line - side) / 2), side, side), theme, kept=kept)
        painter.setPen(theme.text)
        painter.setFont(texts.font("caption"))
        painter.drawStaticText(QPointF(x + side + theme.px(6), y), text.static)
        x += side + theme.px(6) + text.width + theme.px(18)
    return y + line - rect.y()


def _fill_bar(painter: QPainter, bar: QRectF, theme: Theme, *, kept: bool) -> None:
    """Full colour for a shared width, hatched for a kept one: never by colour alone."""
    color = theme.key if kept else theme.query
    painter.setPen(QPen(color, theme.px(1.5) if kept else 1))
    painter.setBrush(QBrush(color, Qt.BrushStyle.BDiagPattern) if kept and not is_vector(painter) else QBrush(color))
    if kept and is_vector(painter):
        painter.setBrush(Qt.BrushStyle.NoBrush)  # Qt writes patterns into drawings as pixels
    painter.drawRect(bar)


def _paint_bars(
    painter: QPainter,
    rect: QRectF,
    title: str,
    rows: tuple[HeadsRow, ...],
    values: list[float | None],
    theme: Theme,
    texts: Texts,
    marked: int | None,
) -> None:
    """One chart: a group for each number of heads."""
    line = texts.line("caption")
    numbers = sorted({row.heads for row in rows})
    known = [value for value in values if value is not None]
    top = axis_top(max(known, default=0.0))
    labels = [(share, plain(share * top)) for share in (0.0, 0.5, 1.0)]
    left = max(texts.width(text, "caption") for _, text in labels) + theme.px(6)
    plot = rect.adjusted(left, 2 * line + theme.px(4), 0, -2 * line - theme.px(4))
    painter.setFont(texts.font("caption"))
    words_at(painter, QPointF(rect.x(), rect.y()), title, theme.muted, texts, limit=rect.width())
    for share, text in labels:
        y = round(plot.bottom() - share * plot.height()) + 0.5
        painter.setPen(QPen(theme.border, 1))
        painter.drawLine(QLineF(plot.left(), y, plot.right(), y))
        prepared = texts.get(text, "caption")
        words_at(painter, QPointF(plot.left() - theme.px(6) - prepared.width, y - prepared.height / 2), text, theme.muted, texts)
    step = plot.width() / len(numbers)
    width = min(theme.px(26), step / 2 - theme.px(3))
    one = next((value for row, value in zip(rows, values, strict=True) if row.width == "split"), None)
    for number, (row, value) in enumerate(zip(rows, values, strict=True)):
        kept = row.width == "keep"
        middle = plot.left() + (numbers.index(row.heads) + 0.5) * step
        x = middle + (theme.px(1) if kept else -width - theme.px(1))
        if not kept:
            shift = texts.width(integer(row.heads), "caption") / 2
            words_at(painter, QPointF(middle - shift, plot.bottom() + theme.px(3)), integer(row.heads), theme.text, texts)
        if value is None:
            words_at(painter, QPointF(x, plot.bottom() - line), "–", theme.muted, texts)
            continue
        height = max(_LEAST_BAR, value / top * plot.height())
        bar = QRectF(round(x), round(plot.bottom() - height), round(width), round(height))
        _fill_bar(painter, bar, theme, kept=kept)
        if number == marked:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.text, theme.px(2)))
            painter.drawRect(bar.adjusted(-3, -3, 3, 3))
        if kept and one:
            times = f"× {plain(round(value / one, 1))}"
            room = texts.width(times, "caption")
            if room <= step:
                at = min(bar.center().x() - room / 2, plot.right() - room)
                words_at(painter, QPointF(at, bar.top() - line - theme.px(1)), times, theme.text, texts)
    name = QCoreApplication.translate("Experiments", "heads")
    shift = texts.width(name, "caption") / 2
    words_at(painter, QPointF(plot.center().x() - shift, plot.bottom() + line + theme.px(3)), name, theme.muted, texts)


def paint_cost(painter: QPainter, rect: QRectF, outcome: CostOutcome, theme: Theme, texts: Texts, marked: int | None) -> None:
    """Measured points, the fit through them, and its two parts; what lies beyond the last point was not measured and says so."""
    line = texts.line("caption")
    last = outcome.points[-1].length
    crossing = outcome.crossing if outcome.miss <= FARTHEST else None
    span = 1.12 * last
    if crossing is not None and last < crossing <= 2 * last:
        span = 1.08 * crossing

    def fit(n: float) -> float:
        return outcome.linear * n + outcome.quadratic * n * n

    top = axis_top(1.02 * max(fit(span), *(point.ms for point in outcome.points)))
    labels = [(share, plain(share * top)) for share in (0.0, 0.5, 1.0)]
    left = max(texts.width(text, "caption") for _, text in labels) + theme.px(6)
    right = max(texts.width(text, "caption", True) for text in (_fit_name(), "n²", "n")) + theme.px(10)
    plot = rect.adjusted(left, line + theme.px(6), -right, -2 * line - theme.px(4))

    def at(n: float, ms: float) -> QPointF:
        return QPointF(plot.left() + n / span * plot.width(), plot.bottom() - ms / top * plot.height())

    beyond = QRectF(at(last, top), at(span, 0.0))
    if crossing is not None and crossing > last:
        painter.fillRect(beyond, theme.raised)
        words = QCoreApplication.translate("Experiments", "not measured")
        if texts.width(words, "caption") < beyond.width() - theme.px(8):
            at_bottom = QPointF(beyond.left() + theme.px(4), beyond.bottom() - line - theme.px(2))
            words_at(painter, at_bottom, words, theme.muted, texts)
    words_at(painter, rect.topLeft(), QCoreApplication.translate("Experiments", "ms of a pass"), theme.muted, texts)
    for share, text in labels:
        y = round(plot.bottom() - share * plot.height()) + 0.5
        painter.setPen(QPen(theme.border, 1))
        painter.drawLine(QLineF(plot.left(), y, plot.right(), y))
        prepared = texts.get(text, "caption")
        words_at(painter, QPointF(plot.left() - theme.px(6) - prepared.width, y - prepared.height / 2), text, theme.muted, texts)
    _paint_lengths(painter, plot, [point.length for point in outcome.points], span, theme, texts)
    curves = (
        (outcome.linear, 0.0, theme.stream, Qt.PenStyle.DashLine, "n"),
        (0.0, outcome.quadratic, theme.query, Qt.PenStyle.DotLine, "n²"),
        (outcome.linear, outcome.quadratic, theme.text, Qt.PenStyle.SolidLine, _fit_name()),
    )
    ends: list[tuple[float, QColor, str]] = []
    for a, b, color, style, name in curves:
        path = QPainterPath(at(0.0, 0.0))
        for number in range(1, _CURVE_POINTS + 1):
            n = span * number / _CURVE_POINTS
            path.lineTo(at(n, a * n + b * n * n))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, theme.px(2), style))
        painter.drawPath(path)
        ends.append((at(span, a * span + b * span * span).y() - line / 2, color, name))
    free = -math.inf
    for y, color, name in sorted(ends, key=lambda end: end[0]):
        free = max(y, free)
        words_at(painter, QPointF(plot.right() + theme.px(6), free), name, color, texts, bold=True)
        free += line
    if crossing is not None and crossing <= span:
        _paint_crossing(painter, plot, at(crossing, outcome.linear * crossing), crossing, theme, texts)
    radius = theme.px(4)
    for number, point in enumerate(outcome.points):
        painter.setPen(QPen(theme.surface, theme.px(1)))
        painter.setBrush(theme.text)
        painter.drawEllipse(at(point.length, point.ms), radius, radius)
        if number == marked:
            painter.setPen(QPen(theme.query, theme.px(2)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at(point.length, point.ms), 2 * radius, 2 * radius)


def _fit_name() -> str:
    return QCoreApplication.translate("Experiments", "both")


def _paint_lengths(painter: QPainter, plot: QRectF, lengths: list[int], span: float, theme: Theme, texts: Texts) -> None:
    """The measured lengths under the axis, as many of them as fit in, from the right."""
    free = math.inf
    for length in reversed(lengths):
        text = texts.get(integer(length), "caption")
        x = plot.left() + length / span * plot.width()
        if x + text.width / 2 > free:
            continue
        painter.setPen(QPen(theme.border, 1))
        painter.drawLine(QLineF(x, plot.bottom(), x, plot.bottom() + theme.px(3)))
        words_at(painter, QPointF(x - text.width / 2, plot.bottom() + theme.px(3)), integer(length), theme.text, texts)
        free = x - text.width / 2 - theme.px(8)
    name = QCoreApplication.translate("Experiments", "tokens n")
    text = texts.get(name, "caption")
    y = plot.bottom() + texts.line("caption") + theme.px(3)
    words_at(painter, QPointF(plot.center().x() - text.width / 2, y), name, theme.muted, texts)


def _paint_crossing(painter: QPainter, plot: QRectF, at: QPointF, crossing: float, theme: Theme, texts: Texts) -> None:
    """A line through where both parts are equal, and how many tokens that are: left of it, where the curves are lower."""
    painter.setPen(QPen(theme.muted, 1, Qt.PenStyle.DotLine))
    painter.drawLine(QLineF(at.x(), plot.top(), at.x(), plot.bottom()))
    side = theme.px(4)
    painter.setBrush(theme.surface)
    painter.setPen(QPen(theme.text, theme.px(1.5)))
    painter.drawPolygon([at + QPointF(0, -side), at + QPointF(side, 0), at + QPointF(0, side), at + QPointF(-side, 0)])
    words = QCoreApplication.translate("Experiments", "equal at {length}").format(length=integer(round(crossing)))
    room, gap = texts.width(words, "caption"), theme.px(6)
    x = at.x() - room - gap if at.x() - room - gap > plot.left() else at.x() + gap
    words_at(painter, QPointF(x, plot.top() + theme.px(2)), words, theme.text, texts)


def words_at(
    painter: QPainter, at: QPointF, words: str, color: QColor, texts: Texts, *, bold: bool = False, limit: float = 10_000
) -> None:
    """A small text with its upper left corner at `at`."""
    painter.setFont(texts.font("caption", bold))
    painter.setPen(color)
    painter.drawStaticText(at, texts.get(words, "caption", bold=bold, limit=limit).static)
