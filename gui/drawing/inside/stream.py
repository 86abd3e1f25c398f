"""The picture of the residual stream: where its parts stand, and how they are painted together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from gui.drawing.inside.stream_bars import paint_bars
from gui.drawing.inside.stream_chart import Axis, axis_of, marks_height, paint_chart, paint_line
from gui.drawing.inside.stream_map import MapLayout, map_layout, paint_map, paint_map_row, paint_norms
from gui.drawing.inside.stream_words import (
    StreamPicture,
    detail,
    longest_detail,
    longest_statements,
    quoted,
    remarks,
    statement,
    who,
)
from gui.drawing.labels import numbered
from gui.drawing.map_marks import Texts, is_vector
from gui.theme.theme import FontRole, Theme

WIDE_FROM: Final = 640
"""From this width on map and norms stand beside the curves, and below them elsewhere."""
NORM_LINES: Final = 10
_LEAST: Final = 560
"""Least height where there are two columns."""


class Word(NamedTuple):
    """A piece of the large line and where it stands."""

    place: QPointF
    text: str
    token: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamLayout:
    """Places in the coordinates of the painter."""

    statement: QRectF
    detail: QRectF
    chart: QRectF
    """The axes of the lengths."""
    chart_title: QRectF
    marks: QRectF
    bars: QRectF
    bars_title: QRectF
    map: MapLayout
    norms: QRectF
    axis: Axis
    bottom: float
    """Where everything ends."""

    def station_at(self, x: float, y: float) -> int | None:
        """The station over or under a point of either diagram."""
        for place in (self.chart, self.bars):
            if place.adjusted(0, -4, 0, 24).contains(x, y):
                return self.axis.station_at(x)
        return None

    def token_at(self, picture: StreamPicture, x: float, y: float, reach: float) -> int | None:
        """The token whose line passes nearest to a point of the chart, within `reach` pixels."""
        if not self.chart.contains(x, y) or not picture.table.tokens:
            return None
        return self.axis.token_at(picture, x, y, reach)


def least_height(width: float, picture: StreamPicture, theme: Theme, texts: Texts) -> float:
    """The height that everything needs in `width`."""
    if width < theme.px(WIDE_FROM):
        return stream_layout(QRectF(0, 0, width, 0), picture, theme, texts).bottom
    return max(_head_height(width, picture, theme, texts) + theme.px(400), theme.px(_LEAST))


def stream_layout(rect: QRectF, picture: StreamPicture, theme: Theme, texts: Texts) -> StreamLayout:
    """Lay out `picture` in `rect`."""
    px = theme.px
    line = texts.line("caption")
    large = _statement_height(rect.width(), picture, texts)
    head = _head_height(rect.width(), picture, theme, texts)
    top = rect.y() + head
    wide = rect.width() >= px(WIDE_FROM)
    gap = px(24)
    left_width = (rect.width() - gap) * 0.58 if wide else rect.width()
    axis_width = texts.width("0000.0", "caption") + px(6)
    marks = marks_height(left_width, picture, theme, texts)
    title = line + px(4)
    labels = line + px(6)
    room = (rect.bottom() - top if wide else px(560)) - 2 * title - labels - marks - px(20) - line - px(8)
    chart_height = max(float(px(90)), room * 0.58)
    bars_height = max(float(px(70)), room - chart_height)
    chart_title = QRectF(rect.x(), top, left_width, title)
    chart = QRectF(rect.x() + axis_width, chart_title.bottom() + px(4), left_width - axis_width - px(4), chart_height)
    marks_place = QRectF(rect.x(), chart.bottom() + labels, left_width, marks)
    bars_title = QRectF(rect.x(), marks_place.bottom() + px(12), left_width, title)
    bars = QRectF(chart.x(), bars_title.bottom() + px(4), chart.width(), bars_height)
    bottom = bars.bottom() + line + px(8)
    norms_height = NORM_LINES * (line + px(3)) + px(6)
    if wide:
        right = QRectF(rect.x() + left_width + gap, top, rect.width() - left_width - gap, rect.bottom() - top)
        cosine = map_layout(right.adjusted(0, 0, 0, -norms_height - px(12)), picture, theme, texts)
        norms = QRectF(right.x(), cosine.bottom + px(14), right.width(), norms_height)
    else:
        cosine = map_layout(QRectF(rect.x(), bottom + px(14), rect.width(), rect.width() * 0.75 + px(40)), picture, theme, texts)
        norms = QRectF(rect.x(), cosine.bottom + px(14), rect.width(), norms_height)
    return StreamLayout(
        statement=QRectF(rect.x(), rect.y(), rect.width(), large),
        detail=QRectF(rect.x(), rect.y() + large + px(2), rect.width(), head - large - px(14)),
        chart=chart,
        chart_title=chart_title,
        marks=marks_place,
        bars=bars,
        bars_title=bars_title,
        map=cosine,
        norms=norms,
        axis=axis_of(picture, chart),
        bottom=max(bottom, norms.bottom()),
    )


def paint_stream(
    painter: QPainter,
    rect: QRectF,
    picture: StreamPicture,
    theme: Theme,
    texts: Texts | None = None,
    *,
    selection: bool = True,
    layout: StreamLayout | None = None,
    lines: QPixmap | None = None,
) -> StreamLayout:
    """Paint everything; without `selection` the outlines are left out, as in files.

    `layout` and `lines` are those of this picture, where they are known already.
    """
    texts = texts or Texts(theme, selectable=is_vector(painter))
    layout = layout or stream_layout(rect, picture, theme, texts)
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    _paint_statement(painter, layout.statement, picture, theme, texts)
    painter.setFont(texts.font("control"))
    painter.setPen(theme.muted)
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
    painter.drawText(layout.detail, int(flags), detail_with_remarks(picture, layout.detail, texts))
    paint_chart(painter, layout.chart, layout.chart_title, layout.marks, layout.axis, picture, theme, texts, lines)
    paint_bars(painter, layout.bars, layout.bars_title, layout.axis, picture, theme, texts)
    paint_map(painter, layout.map, picture, theme, texts, selection=selection)
    paint_norms(painter, layout.norms, picture, theme, texts)
    painter.restore()
    return layout


def paint_hovered(painter: QPainter, layout: StreamLayout, picture: StreamPicture, token: int, theme: Theme, texts: Texts) -> None:
    """Lift one token out of the others, in the chart and in the map."""
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    paint_line(painter, layout.axis, picture, token, theme.text, theme, texts)
    paint_map_row(painter, layout.map, token, theme)
    painter.restore()


def detail_with_remarks(picture: StreamPicture, rect: QRectF, texts: Texts) -> str:
    """The smaller lines, with as many of the remarks on them as have room in `rect`, the first one first."""
    words = detail(picture)
    for remark in remarks(picture):
        longer = f"{words} {remark}"
        if texts.wrapped(longer, "control", rect.width()) <= rect.height() + 1:
            words = longer
    return words


def _statement_height(width: float, picture: StreamPicture, texts: Texts) -> float:
    """Height of the large line for every station, so that nothing below it moves: one line, set smaller where it is too long."""
    longest = max(numbered(picture.labels), key=lambda label: texts.width(quoted(label), "statement", True), default="")
    named = max(quoted(longest), who(picture, None), key=lambda name: texts.width(name, "statement", True))
    sentences = longest_statements(picture)
    if all(texts.width(words.replace("{who}", named), "text", True) <= width for words in sentences):
        return texts.line("statement")
    lines = max(_lines(words, named, width, texts, "text") for words in sentences)
    return max(texts.line("statement"), lines * texts.line("text"))


def _statement_role(width: float, picture: StreamPicture, texts: Texts) -> FontRole:
    """The large line is large where it fits into one line."""
    words = statement(picture).replace("{who}", who(picture, picture.token))
    return "statement" if texts.width(words, "statement", True) <= width else "text"


def _lines(template: str, name: str, width: float, texts: Texts, role: FontRole) -> int:
    return len({word.place.y() for word in _flowed(template, name, QRectF(0, 0, width, 0), texts, role)})


def _head_height(width: float, picture: StreamPicture, theme: Theme, texts: Texts) -> float:
    small = texts.wrapped(longest_detail(picture), "control", width)
    return _statement_height(width, picture, texts) + small + theme.px(18)


def _flowed(template: str, name: str, rect: QRectF, texts: Texts, role: FontRole) -> list[Word]:
    """The large line broken into words, the name of the token kept together."""
    pieces: list[tuple[str, bool]] = []
    before, _, after = template.partition("{who}")
    pieces += [(word, False) for word in before.split()]
    pieces.append((name + after[: len(after) - len(after.lstrip(":,"))], True))
    pieces += [(word, False) for word in after.lstrip(":,").split()]
    space = texts.width("n n", role, True) - texts.width("nn", role, True)
    x, y, found = rect.x(), rect.y(), []
    for text, token in pieces:
        width = texts.width(text, role, True)
        if x > rect.x() and x + width > rect.right():
            x, y = rect.x(), y + texts.line(role)
        found.append(Word(QPointF(x, y), text, token))
        x += width + space
    return found


def _paint_statement(painter: QPainter, rect: QRectF, picture: StreamPicture, theme: Theme, texts: Texts) -> None:
    role = _statement_role(rect.width(), picture, texts)
    painter.setFont(texts.font(role, True))
    name = who(picture, picture.token)
    for word in _flowed(statement(picture), name, rect, texts, role):
        ink: QColor = theme.query if word.token and picture.token is not None else theme.text
        painter.setPen(ink)
        painter.drawStaticText(word.place, texts.get(word.text, role, bold=True, limit=rect.right() - word.place.x()).static)
