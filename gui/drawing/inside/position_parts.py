"""What all pictures of positions share: what is shown and chosen, the place inside a panel, signed colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QPainter

from core.inside.positions import PositionTables
from gui.drawing.labels import isolated, numbered
from gui.drawing.legend import paint_words
from gui.drawing.map_marks import Texts
from gui.i18n import integer
from gui.theme.colormaps import lut
from gui.theme.theme import Theme, ThemeName


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionsPicture:
    """What is shown of the positions, and what is chosen."""

    tables: PositionTables | None = None
    labels: tuple[str, ...] = ()
    """Of the tokens of the sentence, which may be fewer than the positions shown."""
    words: str = ""
    """What the encoding is and where it enters."""
    checked: tuple[int, int] | None = None
    """Places in the sentence of the two tokens whose query and key were turned."""
    query: int | None = None
    key: int | None = None
    hovered: int | None = None
    dimensions: tuple[int, int, int] = (0, 0, 0)
    """Columns whose curves are shown."""
    active: int = 0
    """Which of the three the keyboard moves."""
    pair: int = 0
    """The pair of numbers shown large, for rotary positions."""

    @property
    def names(self) -> tuple[str, ...]:
        """The labels, those of the same words told apart."""
        return numbered(self.labels)

    @property
    def length(self) -> int:
        """Positions shown."""
        return 0 if self.tables is None else self.tables.length

    @property
    def first(self) -> int:
        """Position of the token that looks; 0 when none is chosen."""
        return self._held(self.query)

    @property
    def second(self) -> int:
        """Position of the token looked at; 0 when none is chosen."""
        return self._held(self.key)

    def name_of(self, position: int) -> str:
        """“are” (5), or position 17 beyond the end of the sentence."""
        if position < len(self.labels):
            template = QCoreApplication.translate("Positions", "“{token}” ({position})")
            return template.format(token=isolated(self.names[position]), position=integer(position))
        return QCoreApplication.translate("Positions", "position {position}").format(position=integer(position))

    def _held(self, position: int | None) -> int:
        return 0 if position is None else max(0, min(position, self.length - 1))


class Parts(NamedTuple):
    """A panel: its heading, the room for the picture, and that for the words below."""

    title: QRectF
    body: QRectF
    words: QRectF


def parts_of(rect: QRectF, words: str, theme: Theme, texts: Texts) -> Parts:
    """Cut a panel into pieces; the words take as many lines as they need."""
    line = texts.line("control")
    height = texts.wrapped(words, "caption", rect.width()) if words else 0.0
    title = QRectF(rect.left(), rect.top(), rect.width(), line)
    below = QRectF(rect.left(), rect.bottom() - height, rect.width(), height)
    top = title.bottom() + theme.px(6)
    return Parts(title, QRectF(rect.left(), top, rect.width(), below.top() - theme.px(6 if words else 0) - top), below)


def paint_title(painter: QPainter, parts: Parts, title: str, words: str, theme: Theme, texts: Texts) -> None:
    """Paint heading and words of a panel."""
    painter.setFont(texts.font("control", bold=True))
    painter.setPen(theme.text)
    painter.drawStaticText(parts.title.topLeft(), texts.get(title, "control", bold=True, limit=parts.title.width()).static)
    if words:
        paint_words(painter, parts.words, words, theme, texts)


def paint_text(painter: QPainter, at: QPointF, text: str, texts: Texts, *, bold: bool = False, limit: float = 10_000) -> float:
    """Paint small text from its top left corner with the pen in use; returns its width."""
    prepared = texts.get(text, "caption", bold=bold, limit=limit)
    painter.setFont(texts.font("caption", bold=bold))
    painter.drawStaticText(at, prepared.static)
    return prepared.width


@lru_cache(maxsize=4)
def signed_table(theme: ThemeName) -> NDArray[np.uint32]:
    """The signed colours [256] as opaque 0xAARRGGBB, from −m over the paper at 0 to m."""
    rgb = lut("signed", theme).astype(np.uint32)
    packed = np.uint32(0xFF000000) | rgb[:, 0] << np.uint32(16) | rgb[:, 1] << np.uint32(8) | rgb[:, 2]
    packed.flags.writeable = False
    return packed


def signed_pixels(matrix: NDArray[np.float32], limit: float, theme: ThemeName) -> NDArray[np.uint32]:
    """[R, C] colours of numbers from −limit to limit."""
    places = np.rint((matrix / max(limit, 1e-30) + 1) * 127.5)
    return np.ascontiguousarray(signed_table(theme)[np.clip(places, 0, 255).astype(np.intp)])
