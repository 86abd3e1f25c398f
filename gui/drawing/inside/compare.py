"""Paint A and B beside each other, their difference, all heads by their largest difference, the stream, and the ledger."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from core.inside.comparison import LEDGER, CountDifference
from gui.drawing.heatmap import paint_head
from gui.drawing.inside.compare_stream import paint_parting, parting_height
from gui.drawing.inside.compare_strip import paint_strip
from gui.drawing.inside.compare_view import CompareView, no_such_head, paint_heading
from gui.drawing.inside.signed_map import paint_difference
from gui.drawing.legend import paint_words
from gui.drawing.map_marks import Texts, is_vector
from gui.i18n import integer, signed
from gui.theme.theme import FontRole, Theme


def ledger_rows(rows: tuple[CountDifference, ...]) -> list[tuple[str, str, str, str]]:
    """Name, A, B and change of each row of the ledger, as they are written; the work with its unit."""
    names = dict(LEDGER)
    written = []
    for row in rows:
        name = QCoreApplication.translate("core", names[row.key])
        name = f"{name} (MAC)" if row.key == "macs" else name
        written.append((name, integer(row.a), integer(row.b), signed(row.change)))
    return written


def ledger_height(width: float, rows: tuple[CountDifference, ...], theme: Theme, texts: Texts) -> float:
    """Height of the table of the ledger in `width`."""
    _, heights = _ledger_places(width, _ledger_table(rows), theme, texts)
    return texts.line("caption") + theme.px(6) + sum(heights)


def _ledger_table(rows: tuple[CountDifference, ...]) -> list[tuple[str, str, str, str]]:
    return [("", "A", "B", QCoreApplication.translate("ComparePage", "B − A")), *ledger_rows(rows)]


def _ledger_places(
    width: float, table: list[tuple[str, str, str, str]], theme: Theme, texts: Texts
) -> tuple[list[float], list[float]]:
    """Widths of the columns and heights of the rows: a name that is too long for its column is broken into lines."""
    numbers = [max(texts.width(row[column], "figure") for row in table) + theme.px(8) for column in (1, 2, 3)]
    named = max(float(theme.px(48)), width - sum(numbers))
    line = max(texts.line("control"), texts.line("figure"))
    heights = [max(line, texts.wrapped(row[0], "control", named)) + theme.px(5) for row in table]
    return [named, *numbers], heights


def paint_ledger(painter: QPainter, rect: QRectF, view: CompareView, theme: Theme, texts: Texts | None = None) -> None:
    """Paint what differs in the ledger as a small table: A, B, and what B has more than A."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    paint_heading(painter, rect, QCoreApplication.translate("ComparePage", "Ledger"), theme, texts)
    table = _ledger_table(view.comparison.ledger)
    widths, heights = _ledger_places(rect.width(), table, theme, texts)
    y = rect.y() + texts.line("caption") + theme.px(4)
    wrapped = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)
    for number, (row, height) in enumerate(zip(table, heights, strict=True)):
        painter.setFont(texts.font("control"))
        painter.setPen(theme.text)
        painter.drawText(QRectF(rect.x(), y, widths[0], height), wrapped, row[0])
        x = rect.x() + widths[0]
        role: FontRole = "figure" if number else "caption"
        for column in (1, 2, 3):
            text = texts.get(row[column], role, limit=widths[column])
            painter.setFont(texts.font(role))
            quiet = number == 0 or (column == 3 and view.comparison.ledger[number - 1].change == 0)
            painter.setPen(theme.muted if quiet else theme.text)
            x += widths[column]
            painter.drawStaticText(QPointF(round(x - text.width), round(y + (height - text.height) / 2)), text.static)
        y += height
        painter.setPen(QPen(theme.border, 1))
        painter.drawLine(QLineF(rect.x(), round(y) - 0.5, rect.right(), round(y) - 0.5))
    painter.restore()


def paint_comparison(
    painter: QPainter,
    rect: QRectF,
    view: CompareView,
    words: str,
    cell: tuple[int | None, int | None],
    theme: Theme,
    texts: Texts | None = None,
) -> None:
    """Paint the whole page for a file: what differs in words, A and B and their difference, all heads, the ledger, the stream."""
    texts = texts or Texts(theme, selectable=is_vector(painter))
    gap = theme.px(16)
    tall = texts.wrapped(words, "caption", rect.width())
    paint_words(painter, QRectF(rect.x(), rect.y(), rect.width(), tall), words, theme, texts)
    top = rect.y() + tall + theme.px(8)
    side = (rect.width() - gap) * 0.45
    ledger = ledger_height(side, view.comparison.ledger, theme, texts)
    foot = max(ledger + gap + parting_height(side, view, theme, texts), 0.28 * (rect.bottom() - top))
    parts = 3 if view.difference is not None else 2
    width = (rect.width() - (parts - 1) * gap) / parts
    line = texts.line("control") + theme.px(4)
    height = rect.bottom() - top - foot - gap - line
    for number, name in enumerate((view.name_a, view.name_b)):
        place = QRectF(rect.x() + number * (width + gap), top, width, line)
        text = texts.get(f"{'AB'[number]} · {name}", "control", bold=True, limit=width)
        painter.setFont(texts.font("control", True))
        painter.setPen(theme.text)
        painter.drawStaticText(place.topLeft(), text.static)
        place = QRectF(place.x(), top + line, width, height)
        if view.side(number == 0)[0] is None:
            paint_words(painter, place, no_such_head(number == 0), theme, texts)
        else:
            paint_head(painter, place, view.as_head(number == 0, *cell), theme, texts)
    difference = view.as_difference(*cell)
    if difference is not None:
        paint_difference(painter, QRectF(rect.right() - width, top + line, width, height), difference, theme, texts)
    below = QRectF(rect.x(), rect.bottom() - foot, rect.width() - gap - side, foot)
    paint_strip(painter, below, view, (view.layer, view.head), theme, texts)
    left = below.right() + gap
    paint_ledger(painter, QRectF(left, below.y(), side, ledger), view, theme, texts)
    paint_parting(painter, QRectF(left, below.y() + ledger + gap, side, foot - ledger - gap), view, theme, texts)
