"""How a row of the ledger is laid out and painted. A number is never cut: it moves to its own line, shrinks, or wraps."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath
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


class Face:
    """A font and how wide its texts are.

    Widths are summed from the characters: a few hundred times a second Qt's own measuring would be the dearest part of a
    keystroke. Kerning, which is left out, moves a line by a pixel or two.
    """

    def __init__(self, font: QFont) -> None:
        self.font = font
        self._metrics = QFontMetricsF(font)
        self.height = math.ceil(self._metrics.height())
        self.ascent = math.ceil(self._metrics.ascent())
        self._chars: dict[str, float] = {}

    def width(self, text: str) -> int:
        """Width of one line of text in pixels."""
        chars = self._chars
        try:
            return math.ceil(sum([chars[char] for char in text]))
        except KeyError:
            for char in text:
                chars[char] = self._metrics.horizontalAdvance(char)
            return math.ceil(sum(chars[char] for char in text))

    def wrapped(self, text: str, room: int) -> list[str]:
        """The text in lines of at most `room` pixels, broken at spaces; a longer word has a line of its own."""
        if self.width(text) <= room:
            return [text] if text else []
        lines: list[str] = []
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of text and where its baseline begins."""

    text: str
    x: int
    y: int
    font: QFont
    muted: bool


@dataclass(frozen=True, slots=True)
class RowLayout:
    """All texts of a row, the middle of its first line, and its height."""

    pieces: tuple[Piece, ...]
    middle: int
    height: int


class LedgerDelegate(QStyledItemDelegate):
    """Paints LedgerEntry rows. Layouts are kept as long as their row, the width and the theme stay the same."""

    def __init__(self, expanded: Callable[[str], bool], width: Callable[[], int], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._expanded = expanded
        self._width = width
        self._theme = LIGHT
        self._layouts: dict[str, tuple[LedgerEntry, int, RowLayout]] = {}
        self._faces: dict[str, Face] = {}
        self._smaller: dict[tuple[str, int], Face] = {}
        self.heights_changed = False
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
        fonts = {
            "headline": theme.font("text", bold=True),
            "label": theme.font("control"),
            "total": headline,
            "value": theme.font("figure"),
            "detail": theme.font("caption"),
            "change": delta,
        }
        self._faces = {name: Face(font) for name, font in fonts.items()}
        self._smaller.clear()
        self._layouts.clear()

    def set_flash(self, keys: frozenset[str], strength: float) -> None:
        """Tint the rows called `keys` by `strength`, 1 to 0."""
        self._flashed, self._strength = keys, strength

    def layout_of(self, entry: LedgerEntry, width: int) -> RowLayout:
        """Where everything of a row goes when it is `width` pixels wide."""
        known = self._layouts.get(entry.key)
        if known is not None and known[1] == width and known[0] is entry:
            return known[2]
        layout = self._laid_out(entry, width)
        if known is None or known[2].height != layout.height:
            self.heights_changed = True
        self._layouts[entry.key] = (entry, width, layout)
        return layout

    def _laid_out(self, entry: LedgerEntry, width: int) -> RowLayout:
        px, faces = self._theme.px, self._faces
        left, right = px(INDENT[entry.depth]), width - px(MARGIN)
        y = px(PADDING[entry.depth])
        label, figure = (faces["headline"], faces["total"]) if entry.depth == 0 else (faces["label"], faces["value"])
        caption = faces["detail"]
        faint = entry.number == 0
        line = max(label.height, figure.height)
        label_width = label.width(entry.label)
        unit_width = caption.width(entry.unit) + px(4) if entry.unit else 0
        pieces = [Piece(entry.label, left, y + label.ascent, label.font, faint)]
        if label_width + px(8) + figure.width(entry.value) + unit_width > right - left:
            y += line
        if entry.unit:
            pieces.append(Piece(entry.unit, right - unit_width + px(4), y + label.ascent, caption.font, True))
        face, lines = self._fitted(entry.value, figure, right - unit_width - left)
        for part in lines:
            pieces.append(Piece(part, right - unit_width - face.width(part), y + label.ascent, face.font, faint))
            y += line
        y += px(1)
        pieces, y = self._with_detail(entry, pieces, left, right, y)
        return RowLayout(tuple(pieces), px(PADDING[entry.depth]) + line // 2, y + px(6))

    def _with_detail(self, entry: LedgerEntry, pieces: list[Piece], left: int, right: int, y: int) -> tuple[list[Piece], int]:
        """Add the change and the formula under a number; also where they end."""
        px, caption = self._theme.px, self._faces["detail"]
        room, below = right - left, y
        if entry.change:
            change = f"Δ {entry.change}"
            face, lines = self._fitted(change, self._faces["change"], room)
            for part in lines:
                pieces.append(Piece(part, right - face.width(part), below + caption.ascent, face.font, False))
                below += caption.height
            widest = max(face.width(part) for part in lines)
            if widest <= 0.55 * room:
                room -= widest + px(8)
            else:
                y = below
        for part in caption.wrapped(entry.detail, room):
            pieces.append(Piece(part, left, y + caption.ascent, caption.font, True))
            y += caption.height
        return pieces, max(y, below)

    def _fitted(self, text: str, face: Face, room: int) -> tuple[Face, list[str]]:
        """A face in which `text` fits into `room`, down to the smallest; below that it is cut into lines between digits."""
        natural = face.width(text)
        if natural <= room:
            return face, [text]
        size = max(self._theme.px(SMALLEST), int(face.font.pixelSize() * room / natural))
        smaller = self._smaller.get((face.font.key(), size))
        if smaller is None:
            font = QFont(face.font)
            font.setPixelSize(size)
            smaller = self._smaller[face.font.key(), size] = Face(font)
        lines = [""]
        for char in text:
            if smaller.width(lines[-1] + char) > room and lines[-1]:
                lines.append("")
            lines[-1] += char
        return smaller, lines

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
        for piece in layout.pieces:
            painter.setPen(theme.muted if piece.muted else theme.text)
            painter.setFont(piece.font)
            painter.drawText(piece.x, piece.y, piece.text)
        if entry.depth == 0:
            self._paint_chevron(painter, layout.middle, self._expanded(entry.key))
        painter.restore()
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, rect, theme)

    def _paint_chevron(self, painter: QPainter, middle: int, expanded: bool) -> None:
        """A small triangle before a headline: down when its rows are shown."""
        size = self._theme.px(7)
        x = self._theme.px(2)
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
