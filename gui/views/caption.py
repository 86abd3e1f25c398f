"""Caption: the selected or pointed-at cell as a sentence, “are” looks at “keys”: 0.62."""

from __future__ import annotations

from string import Formatter
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.access import describe
from gui.drawing.map_marks import Texts
from gui.drawing.map_values import is_uneven
from gui.i18n import decimal
from gui.theme.theme import LIGHT, Theme


class _Statement(NamedTuple):
    query: str | None = None
    key: str | None = None
    value: float | None = None
    layer: int = 0
    head: int = 0
    masked: bool = False
    row_sum: float | None = None


class Caption(QWidget):
    """One sentence in large type with the two tokens in their colours, and a small line about how to read it.

    No text changes the height.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._statement = _Statement()
        self._theme = LIGHT
        self._texts = Texts(LIGHT)
        self._brief = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.retranslate()

    def set_statement(
        self,
        query_label: str | None,
        key_label: str | None,
        value: float | None,
        layer: int,
        head: int,
        masked: bool,
        row_sum: float | None = None,
    ) -> None:
        """Say how much `query_label` looks at `key_label`, or that it may not, or what to do when no cell is chosen.

        Layer and head are counted from 0. `row_sum` is that of the row where rows of this map do not sum to 1; None: all do.
        """
        new = _Statement(query_label, key_label, value, layer, head, masked, row_sum)
        if new != self._statement:
            self._statement = new
            self._describe()
            self.update()

    def set_brief(self, brief: bool) -> None:
        """Leave the small line to the description, where the window is low."""
        if brief != self._brief:
            self._brief = brief
            self.updateGeometry()
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if theme == self._theme:
            return
        if not self._texts.fits(theme):
            self._texts = Texts(theme)
            self.updateGeometry()
        self._theme = theme
        self.update()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._describe()
        self.update()

    def sentence(self) -> str:
        """The large line as plain text."""
        return "".join(text for text, _ in self._parts())

    def explanation(self) -> str:
        """The small line."""
        statement = self._statement
        where = self.tr("Layer {layer}, head {head}.").format(layer=statement.layer + 1, head=statement.head + 1)
        if statement.query is None and statement.key is None:
            what = self.tr("Each row is a token that looks, each column a token looked at; arrow keys move from cell to cell.")
        elif statement.row_sum is not None and is_uneven(statement.row_sum):
            what = self.tr("This row was changed by hand: it sums to {sum}, not to 1.").format(sum=decimal(statement.row_sum, 3))
        elif statement.row_sum is not None:
            what = self.tr("This row sums to 1; other rows were changed by hand and do not.")
        elif statement.masked:
            what = self.tr("Hatched cells are masked: they get no attention at all, and the rest of the row still sums to 1.")
        else:
            what = self.tr("Each row sums to 1: how the token on the left shares out its attention.")
        return f"{where} {what}"

    def sizeHint(self) -> QSize:
        """The height depends on no text."""
        height = self._texts.line("statement") + self._theme.px(4)
        if not self._brief:
            height += self._texts.line("control") + self._theme.px(4)
        return QSize(self._theme.px(360), round(height))

    def minimumSizeHint(self) -> QSize:
        """As high as the size hint, and as narrow as is asked for."""
        return QSize(self._theme.px(120), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both lines."""
        del event
        theme, texts = self._theme, self._texts
        with QPainter(self) as painter:
            x, y = 0.0, float(theme.px(2))
            parts = self._parts()
            line = texts.line("statement")
            fixed = sum(texts.width(text, "statement", True) for text, color in parts if color is None)
            tokens = sum(color is not None for _, color in parts)
            limit = max(float(theme.px(40)), (self.width() - fixed) / max(1, tokens))
            for text, color in parts:
                room = min(limit, self.width() - x) if color is not None else self.width() - x
                prepared = texts.get(text, "statement", bold=True, limit=max(0.0, room))
                painter.setFont(texts.font("statement", True))
                painter.setPen(color or theme.text)
                painter.drawStaticText(QPointF(x, y), prepared.static)
                x += texts.width(text, "statement", True) if prepared.width <= 0 else self._advance(text, prepared.width, room)
            if self._brief:
                return
            painter.setFont(texts.font("control"))
            painter.setPen(theme.muted)
            small = QFontMetricsF(texts.font("control")).elidedText(self.explanation(), Qt.TextElideMode.ElideRight, self.width())
            place = QRectF(0, y + line + theme.px(2), self.width(), texts.line("control") + theme.px(2))
            painter.drawText(place, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextSingleLine), small)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _advance(self, text: str, painted: float, room: float) -> float:
        """How far the next part stands: spaces at the ends count, which the size of a laid-out text leaves out."""
        whole = self._texts.width(text, "statement", True)
        return whole if whole <= room else painted

    def _parts(self) -> list[tuple[str, QColor | None]]:
        """The large line in pieces, each with its colour, None for the ordinary one."""
        query, key, value = self._statement.query, self._statement.key, self._statement.value
        if query is None and key is None:
            template = self.tr("Point at a cell, or choose one, to read it here")
        elif key is None:
            template = self.tr("“{query}” looks along its row")
        elif query is None:
            template = self.tr("“{key}” is looked at down its column")
        elif self._statement.masked:
            template = self.tr("“{query}” may not look at “{key}”: masked")
        else:
            template = self.tr("“{query}” looks at “{key}”: {value}")
        parts: list[tuple[str, QColor | None]] = []
        for text, field, _, _ in Formatter().parse(template):
            if text:
                parts.append((text, None))
            if field == "query":
                parts.append((query or "", self._theme.query))
            elif field == "key":
                parts.append((key or "", self._theme.key))
            elif field == "value":
                parts.append(("–" if value is None else decimal(value, 2), None))
        return parts

    def _describe(self) -> None:
        describe(self, self.tr("The cell in words"), f"{self.sentence()}. {self.explanation()}")


if __name__ == "__main__":
    from gui.preview import show

    def _example() -> Caption:
        widget = Caption()
        widget.set_statement("are", "keys", 0.62, 2, 1, False)
        return widget

    show(_example)
