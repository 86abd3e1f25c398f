"""How a row of the ledger is laid out and painted. A number is never cut: it moves to its own line, shrinks, or wraps."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gui.access import paint_focus_ring
from gui.theme.qss import mix
from gui.theme.theme import LIGHT, PIXELS, Theme
from gui.views.ledger_model import EntryRole, LedgerEntry

INDENT: Final = (14, 14, 26)
"""Left edge of the label by depth, at zoom 1."""
MARGIN: Final = 6
PADDING: Final = (6, 3, 3)
"""Space above the label by depth."""
FOOT: Final = 4
"""Space below a row's last line, the hairline included."""
HEADLINE: Final = 16
"""Pixels of a headline's figure."""
DETAIL: Final = 11
"""Pixels of formulas, units and changes."""
SMALLEST: Final = 9
"""Pixels below which a number wraps instead of shrinking further."""
NEARLY: Final = 0.92
"""How far a figure shrinks, measured against ordinary ones, before it moves to the next line."""
ONE_LINE: Final = ("parameters.positions", "parameters.final_norm", "parameters.unembedding")
"""Rows that are looked at less: their formula stands beside their label where it fits. So does the note of every 0."""
INSET: Final = 5
"""Tinted ground at both sides of a change."""
TINT: Final = 0.13
FLASH: Final = 0.12
"""Share of the accent in a row that has just changed; more, and the words of a selected row would be hard to read."""
"""How much of the accent lies behind a change."""

Tone = Literal["text", "muted", "change"]


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

    def wrapped(self, text: str, room: int, first: int | None = None) -> list[str]:
        """The text in lines of at most `room` pixels (`first`: the first one), broken at spaces.

        A longer word has a line of its own.
        """
        first = room if first is None else first
        if self.width(text) <= first:
            return [text] if text else []
        lines: list[str] = []
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer) <= (first if len(lines) == 1 else room):
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
    tone: Tone


@dataclass(frozen=True, slots=True)
class RowLayout:
    """All texts of a row, the ground behind its change, the middle of its first line, and its height."""

    pieces: tuple[Piece, ...]
    tints: tuple[QRect, ...]
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
        headline, detail, change = theme.font("figure", bold=True), theme.font("caption"), theme.font("caption", bold=True)
        headline.setPixelSize(theme.px(HEADLINE))
        for font in (detail, change):
            font.setPixelSize(theme.px(DETAIL))
        fonts = {
            "headline": theme.font("text", bold=True),
            "label": theme.font("control"),
            "total": headline,
            "value": theme.font("figure"),
            "detail": detail,
            "change": change,
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
        line = label.height  # figures have nothing below the line, so theirs may be lower than their font says
        tone: Tone = "muted" if entry.number == 0 else "text"
        label_width, value_width = label.width(entry.label), figure.width(entry.value)
        unit_width = caption.width(entry.unit) + px(4) if entry.unit else 0
        spare = right - left - label_width - px(8) - value_width - unit_width
        pieces = [Piece(entry.label, left, y + label.ascent, label.font, tone)]
        single = entry.number == 0 or entry.key in ONE_LINE
        beside = single and entry.detail and not entry.change and caption.width(entry.detail) + px(8) <= spare
        if beside:
            pieces.append(Piece(entry.detail, left + label_width + px(8), y + label.ascent, caption.font, "muted"))
        if spare < 0:
            # A number that nearly fits beside its label shrinks a little; otherwise it gets a line of its own.
            smaller = int(figure.font.pixelSize() * (value_width + spare) / value_width)
            if smaller >= px(NEARLY * PIXELS["figure"]):
                figure = self._smaller_face(figure, smaller)
            else:
                y += line
        if entry.unit:
            pieces.append(Piece(entry.unit, right - unit_width + px(4), y + label.ascent, caption.font, "muted"))
        face, lines = self._fitted(entry.value, figure, right - unit_width - left)
        value_left = right - unit_width - face.width(lines[0])
        for part in lines:
            pieces.append(Piece(part, right - unit_width - face.width(part), y + label.ascent, face.font, tone))
            y += line
        tints: list[QRect] = []
        if beside:
            return RowLayout(tuple(pieces), (), px(PADDING[entry.depth]) + line // 2, y + px(FOOT))
        below = y + (px(1) if entry.depth == 0 else 0)
        room = right - left
        if entry.change:
            changed, parts = self._fitted(f"Δ {entry.change}", self._faces["change"], room - 2 * px(INSET))
            wide = max(map(changed.width, parts)) + 2 * px(INSET)
            # Beside the formula; where that would break it in two, between label and number; else above it.
            above = caption.width(entry.detail) + px(8) > room - wide
            if above and spare >= 0 and left + label_width + px(8) + wide + px(6) <= value_left:
                self._add_change(pieces, tints, changed, parts, value_left - px(6), y - line + label.ascent - caption.ascent)
            else:
                end = self._add_change(pieces, tints, changed, parts, right, below)
                if wide <= 0.55 * room:
                    below = self._add_detail(pieces, entry.detail, left, below, room, room - wide - px(8))
                    return RowLayout(tuple(pieces), tuple(tints), px(PADDING[entry.depth]) + line // 2, max(below, end) + px(FOOT))
                below = end
        below = self._add_detail(pieces, entry.detail, left, below, room, room)
        return RowLayout(tuple(pieces), tuple(tints), px(PADDING[entry.depth]) + line // 2, below + px(FOOT))

    def _add_change(self, pieces: list[Piece], tints: list[QRect], face: Face, parts: list[str], right: int, y: int) -> int:
        """Add the lines of a change, flush with `right`; return where they end."""
        caption, inset = self._faces["detail"], self._theme.px(INSET)
        for part in parts:
            wide = face.width(part)
            tints.append(QRect(right - wide - 2 * inset, y, wide + 2 * inset, caption.height))
            pieces.append(Piece(part, right - wide - inset, y + caption.ascent, face.font, "change"))
            y += caption.height
        return y

    def _add_detail(self, pieces: list[Piece], detail: str, left: int, y: int, room: int, first: int) -> int:
        """Add a formula in lines of `room` pixels, the first one shorter; return where it ends."""
        caption = self._faces["detail"]
        for part in caption.wrapped(detail, room, first):
            pieces.append(Piece(part, left, y + caption.ascent, caption.font, "muted"))
            y += caption.height
        return y

    def _fitted(self, text: str, face: Face, room: int) -> tuple[Face, list[str]]:
        """A face in which `text` fits into `room`, down to the smallest; below that it is cut into lines between digits."""
        natural = face.width(text)
        if natural <= room:
            return face, [text]
        smaller = self._smaller_face(face, max(self._theme.px(SMALLEST), int(face.font.pixelSize() * room / natural)))
        lines = [""]
        for char in text:
            if smaller.width(lines[-1] + char) > room and lines[-1]:
                lines.append("")
            lines[-1] += char
        return smaller, lines

    def _smaller_face(self, face: Face, size: int) -> Face:
        smaller = self._smaller.get((face.font.key(), size))
        if smaller is None:
            font = QFont(face.font)
            font.setPixelSize(size)
            smaller = self._smaller[face.font.key(), size] = Face(font)
        return smaller

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
            tint.setAlphaF(FLASH * self._strength)
            painter.fillRect(rect, tint)
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.border)
        painter.translate(rect.topLeft())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for ground in layout.tints:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mix(theme.surface, theme.accent, TINT))
            painter.drawRoundedRect(ground, theme.px(4), theme.px(4))
        inks = {"text": theme.text, "muted": theme.muted, "change": theme.accent}
        for piece in layout.pieces:
            painter.setPen(inks[piece.tone])
            painter.setFont(piece.font)
            painter.drawText(piece.x, piece.y, piece.text)
        if entry.has_parts:
            self._paint_chevron(painter, layout.middle, self._expanded(entry.key))
        painter.restore()
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, rect, theme)

    def _paint_chevron(self, painter: QPainter, middle: int, expanded: bool) -> None:
        """A small triangle before a row that others fold away under: down when its rows are shown."""
        size = self._theme.px(7)
        x = self._theme.px(3)
        path = QPainterPath()
        if expanded:
            path.moveTo(x, middle - size / 3)
            path.lineTo(x + size, middle - size / 3)
            path.lineTo(x + size / 2, middle + size / 3)
        else:
            path.moveTo(x + size / 5, middle - size / 2)
            path.lineTo(x + size / 5, middle + size / 2)
            path.lineTo(x + size * 0.8, middle)
        painter.fillPath(path, self._theme.muted)
