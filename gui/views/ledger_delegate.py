"""How a row of the ledger is laid out and painted. A number is never cut: it moves to its own line, shrinks, or wraps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gui.access import paint_focus_ring
from gui.theme.theme import LIGHT, Theme
from gui.views.ledger_model import EntryRole, LedgerEntry

INDENT: Final = (14, 14, 26)
"""Left edge of the label by depth, at zoom 1."""
MARGIN: Final = 6
PADDING: Final = (8, 5, 5)
"""Space above the label by depth."""
HEADLINE: Final = 16
"""Pixels of a headline's figure."""
SMALLEST: Final = 9
"""Pixels below which a number wraps instead of shrinking further."""

_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
_WRAPPED: Final = _LEFT | Qt.TextFlag.TextWordWrap
_WRAPPED_RIGHT: Final = _RIGHT | Qt.TextFlag.TextWrapAnywhere


@dataclass(frozen=True, slots=True)
class Piece:
    """A text in a rectangle of the row."""

    text: str
    rect: QRect
    font: QFont
    flags: Qt.AlignmentFlag | Qt.TextFlag
    muted: bool = False


@dataclass(frozen=True, slots=True)
class RowLayout:
    """All texts of a row and its height."""

    pieces: tuple[Piece, ...]
    height: int


class LedgerDelegate(QStyledItemDelegate):
    """Paints LedgerEntry rows. Layouts are kept as long as their row, the width and the theme stay the same."""

    def __init__(self, expanded: Callable[[str], bool], width: Callable[[], int], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._expanded = expanded
        self._width = width
        self._theme = LIGHT
        self._layouts: dict[str, tuple[LedgerEntry, int, RowLayout]] = {}
        self._fonts: dict[str, QFont] = {}
        self._metrics: dict[str, QFontMetrics] = {}
        self._flashed: frozenset[str] = frozenset()
        self._strength = 0.0
        self.set_theme(LIGHT)

    def set_theme(self, theme: Theme) -> None:
        """Colours, fonts and zoom."""
        self._theme = theme
        headline = theme.font("figure", bold=True)
        headline.setPixelSize(theme.px(HEADLINE))
        delta = theme.font("figure")
        delta.setPixelSize(theme.px(11.5))
        self._fonts = {
            "headline": theme.font("text", bold=True),
            "label": theme.font("control"),
            "total": headline,
            "value": theme.font("figure"),
            "detail": theme.font("caption"),
            "change": delta,
        }
        self._metrics = {name: QFontMetrics(font) for name, font in self._fonts.items()}
        self._layouts.clear()

    def set_flash(self, keys: frozenset[str], strength: float) -> None:
        """Tint the rows called `keys` by `strength`, 1 to 0."""
        self._flashed, self._strength = keys, strength

    def layout_of(self, entry: LedgerEntry, width: int) -> RowLayout:
        """Where everything of a row goes when it is `width` pixels wide."""
        known = self._layouts.get(entry.key)
        if known is not None and known[1] == width and (known[0] is entry or known[0] == entry):
            return known[2]
        layout = self._laid_out(entry, width)
        self._layouts[entry.key] = (entry, width, layout)
        return layout

    def _laid_out(self, entry: LedgerEntry, width: int) -> RowLayout:
        px = self._theme.px
        left, right = px(INDENT[entry.depth]), width - px(MARGIN)
        y = px(PADDING[entry.depth])
        headline = entry.depth == 0
        label_font = "headline" if headline else "label"
        figure = "total" if headline else "value"
        label_width = self._metrics[label_font].horizontalAdvance(entry.label)
        line = max(self._metrics[label_font].height(), self._metrics[figure].height())
        unit_width = self._metrics["detail"].horizontalAdvance(entry.unit) + px(4) if entry.unit else 0
        value_width = self._metrics[figure].horizontalAdvance(entry.value)
        pieces = [Piece(entry.label, QRect(left, y, min(label_width, right - left), line), self._fonts[label_font], _LEFT)]
        if label_width + px(8) + value_width + unit_width > right - left:
            y += line
        drop = max(0, self._metrics[figure].ascent() - self._metrics["detail"].ascent())
        if entry.unit:
            unit = QRect(right - unit_width, y + drop, unit_width, line)
            pieces.append(Piece(entry.unit, unit, self._fonts["detail"], _RIGHT, muted=True))
        font, height = self._fitted(entry.value, figure, value_width, right - unit_width - left)
        baseline = self._metrics[label_font].ascent() - self._metrics[figure].ascent() if height <= line else 0
        value = QRect(left, y + baseline, right - unit_width - left, max(height, line) + px(2))
        pieces.append(Piece(entry.value, value, font, _WRAPPED_RIGHT))
        y += max(height, line) + px(1)
        below, y = self._below(entry, left, right, y)
        return RowLayout((*pieces, *below), y + px(6))

    def _below(self, entry: LedgerEntry, left: int, right: int, y: int) -> tuple[list[Piece], int]:
        """The change and the formula under a number, and where they end."""
        px = self._theme.px
        pieces: list[Piece] = []
        change = f"Δ {entry.change}" if entry.change else ""
        change_width = self._metrics["change"].horizontalAdvance(change) if change else 0
        room = right - left
        line = self._metrics["detail"].height()
        if change:
            beside = change_width <= 0.55 * room
            font, height = self._fitted(change, "change", change_width, room)
            pieces.append(Piece(change, QRect(left, y, room, max(height, line)), font, _WRAPPED_RIGHT))
            if beside:
                room -= change_width + px(8)
            else:
                y += max(height, line)
        used = line if change and room < right - left else 0
        if entry.detail:
            used = max(used, self._metrics["detail"].boundingRect(0, 0, room, 10_000, int(_WRAPPED), entry.detail).height())
            pieces.append(Piece(entry.detail, QRect(left, y, room, used), self._fonts["detail"], _WRAPPED, muted=True))
        return pieces, y + used

    def _fitted(self, text: str, role: str, natural: int, room: int) -> tuple[QFont, int]:
        """A font in which `text` fits into `room`, down to the smallest; below that it wraps. Also the height it takes."""
        font, metrics = self._fonts[role], self._metrics[role]
        if natural <= room:
            return font, metrics.height()
        smaller = QFont(font)
        smaller.setPixelSize(max(self._theme.px(SMALLEST), int(font.pixelSize() * room / natural)))
        box = QFontMetrics(smaller).boundingRect(0, 0, room, 10_000, int(_WRAPPED_RIGHT), text)
        return smaller, box.height()

    # Qt's own

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        width = self._width()
        return QSize(width, self.layout_of(index.data(EntryRole), width).height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        theme = self._theme
        entry: LedgerEntry = index.data(EntryRole)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        layout = self.layout_of(entry, rect.width())
        painter.save()
        painter.setClipRect(rect)
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.raised)
        if self._strength and entry.key in self._flashed:
            tint = QColor(theme.accent)
            tint.setAlphaF(0.30 * self._strength)
            painter.fillRect(rect, tint)
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.border)
        painter.translate(rect.topLeft())
        faint = entry.number == 0
        for piece in layout.pieces:
            painter.setPen(theme.muted if piece.muted or faint else theme.text)
            painter.setFont(piece.font)
            painter.drawText(piece.rect, piece.flags, piece.text)
        if entry.depth == 0:
            self._paint_chevron(painter, layout.pieces[0].rect, self._expanded(entry.key))
        painter.restore()
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, rect, theme)

    def _paint_chevron(self, painter: QPainter, label: QRect, expanded: bool) -> None:
        """A small triangle before a headline: down when its rows are shown."""
        size = self._theme.px(7)
        x, middle = self._theme.px(2), label.center().y() + 1
        path = QPainterPath()
        if expanded:
            path.moveTo(x, middle - size / 3)
            path.lineTo(x + size, middle - size / 3)
            path.lineTo(x + size / 2, middle + size / 3)
        else:
            path.moveTo(x + size / 5, middle - size / 2)
            path.lineTo(x + size / 5, middle + size / 2)
            path.lineTo(x + size * 0.8, middle)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(path, self._theme.muted)
