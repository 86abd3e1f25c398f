"""Setting formulas in lines: pieces become runs at fixed places, with sub- and superscripts, wrapped to a width."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from core.model.formulas import WORDS, Formula, Part, Piece
from gui.i18n import decimal, integer
from gui.theme.theme import Theme

SMALL: Final = 0.76
"""Size of sub- and superscripts against the text."""
INDENT: Final = 14.0
ROW: Final = 15.0
"""Height of a row."""
_WORD: Final = re.compile(rf"\b({'|'.join(WORDS)})\b")
NORMS: Final[frozenset[Part]] = frozenset(("norm1", "norm1_out", "norm2", "norm2_out", "final_norm"))


@dataclass(frozen=True, slots=True)
class Run:
    """A piece at its place; `line` counts formulas, `rect` is where it is pointed at, `y` its baseline."""

    text: str
    rect: QRectF
    y: float
    small: bool
    part: Part | None
    line: int
    note: bool = False

    def speaks_of(self, part: Part | None, general_norm: bool) -> bool:
        """Whether this run stands for `part`; what a norm is holds for every norm."""
        return self.part is not None and (self.part == part or (general_norm and self.part in NORMS and part in NORMS))


def shown(piece: Piece) -> str:
    """The text of a piece, its words and its number as the person's language writes them."""
    if piece.number is None:
        return _WORD.sub(lambda word: QCoreApplication.translate("core", word[0]), piece.text)
    return integer(piece.number) if isinstance(piece.number, int) else decimal(piece.number, piece.digits)


def note(formula: Formula) -> str:
    """The remark beside a formula in the language in use."""
    if not formula.note:
        return ""
    template = QCoreApplication.translate("core", formula.note)
    return template.format(**{name: integer(value) for name, value in formula.values})


def brief(formula: Formula) -> str:
    """The remark in two words, for a narrow column; the diagram beside it says how many blocks there are."""
    if not formula.note:
        return ""
    if "layers" in dict(formula.values):
        return QCoreApplication.translate("Diagram", "each block")
    if formula.name == "position-block":
        return QCoreApplication.translate("Diagram", "block 1 only")
    return note(formula)


def plain(formula: Formula) -> str:
    """A formula and its remark as text for the clipboard and for a screen reader."""
    marks = {"base": "", "sub": "_", "sup": "^"}
    text = "".join(marks[piece.level] + shown(piece) for piece in formula.pieces)
    remark = note(formula)
    if not text:
        return remark
    return f"{text}   ({remark})" if remark else text


def fonts(theme: Theme) -> tuple[QFont, QFont]:
    """The font of formulas, and of what is raised or lowered."""
    base = theme.font("caption")
    small = QFont(base)
    small.setPixelSize(max(8, round(base.pixelSize() * SMALL)))
    return base, small


@lru_cache(maxsize=4000)
def _width(text: str, font: str) -> float:
    """Width of a text; `font` is QFont.toString(), so that equal fonts share what was measured."""
    return _metrics(font).horizontalAdvance(text)


@lru_cache(maxsize=16)
def _metrics(font: str) -> QFontMetricsF:
    described = QFont()
    described.fromString(font)
    return QFontMetricsF(described)


class _Setter:
    """Puts runs one after another and begins a new row where they would not fit."""

    def __init__(self, theme: Theme, width: float) -> None:
        base, small = fonts(theme)
        self.fonts = {False: base.toString(), True: small.toString()}
        self.metrics = _metrics(self.fonts[False])
        self.remark = QFontMetricsF(theme.font("caption"))
        self.row = float(theme.px(ROW))
        self.indent = float(theme.px(INDENT))
        self.width = width
        self.x = self.y = 0.0
        self.runs: list[Run] = []

    def formula(self, index: int, formula: Formula, remark: str, *, beside: bool) -> None:
        self.x = 0.0
        for cluster in _clusters(formula.pieces):
            advance = sum(self._advance(piece) for piece in cluster)
            if self.x > 0 and self.x + advance > self.width:
                self.x, self.y = self.indent, self.y + self.row
            for piece in cluster:
                self._put(index, piece)
        self._remark(index, remark, beside=beside)
        self.y += self.row

    def _advance(self, piece: Piece) -> float:
        return _width(shown(piece), self.fonts[piece.level != "base"])

    def _put(self, index: int, piece: Piece) -> None:
        text = shown(piece)
        if self.x <= self.indent and self.x > 0 and text.startswith(" ") and self.runs and self.runs[-1].rect.y() < self.y:
            text = text.lstrip()
        small = piece.level != "base"
        width = _width(text, self.fonts[small])
        ascent = self.metrics.ascent()
        baseline = self.y + (self.row - self.metrics.height()) / 2 + ascent
        shift = {"base": 0.0, "sub": ascent * 0.2, "sup": -ascent * 0.35}[piece.level]
        rect = QRectF(self.x, self.y, width, self.row)
        self.runs.append(Run(text, rect, baseline + shift, small, piece.part, index))
        self.x += width

    def _remark(self, index: int, text: str, *, beside: bool) -> None:
        """Beside the formula if there is room, else below it, word by word, or with `beside` not at all."""
        if not text:
            return
        gap = self.indent
        if self.x + gap + self.remark.horizontalAdvance(text) <= self.width:
            self.x += gap
        elif beside:
            return
        else:
            self.x, self.y = self.indent, self.y + self.row
        start, words = self.x, ""
        for word in text.split(" "):
            longer = f"{words} {word}" if words else word
            if words and start + self.remark.horizontalAdvance(longer) > self.width:
                self._note(index, start, words)
                start, self.y, longer = self.indent, self.y + self.row, word
            words = longer
        self._note(index, start, words)

    def _note(self, index: int, x: float, text: str) -> None:
        width = self.remark.horizontalAdvance(text)
        baseline = self.y + (self.row - self.remark.height()) / 2 + self.remark.ascent()
        self.runs.append(Run(text, QRectF(x, self.y, width, self.row), baseline, False, None, index, note=True))


def _clusters(pieces: tuple[Piece, ...]) -> list[list[Piece]]:
    """Groups that stay on one row: a new one begins before an operator with a space and after an opening word."""
    clusters: list[list[Piece]] = []
    for piece in pieces:
        text = shown(piece)
        starts = piece.level == "base" and (text.startswith(" ") or text == "·" or (bool(clusters) and _open(clusters[-1])))
        if starts or not clusters:
            clusters.append([piece])
        else:
            clusters[-1].append(piece)
    return clusters


def _open(cluster: list[Piece]) -> bool:
    text = shown(cluster[-1])
    return text.endswith("(") or (text.endswith(" ") and not text.startswith(" "))


def set_formulas(lines: tuple[Formula, ...], theme: Theme, width: float, *, short: bool = False) -> tuple[tuple[Run, ...], float]:
    """All runs of `lines` in a column of `width` and their height, with whole remarks or, where there is room, `short` ones."""
    setter = _Setter(theme, width)
    for index, line in enumerate(lines):
        setter.formula(index, line, brief(line) if short else note(line), beside=short)
    return tuple(setter.runs), setter.y
