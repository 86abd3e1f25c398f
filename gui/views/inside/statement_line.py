"""StatementLine: a cell in words, in large type, its tokens in their colours."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.drawing.inside.stage_words import Part, plain
from gui.drawing.inside.stages import paint_statement
from gui.drawing.map_marks import Texts
from gui.theme.theme import LIGHT, Theme


class StatementLine(QWidget):
    """One line; no text changes its height."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: list[Part] = []
        self._theme = LIGHT
        self._texts = Texts(LIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """What is shown."""
        return plain(self._parts)

    def set_parts(self, parts: list[Part]) -> None:
        """Show the pieces of a sentence."""
        if parts != self._parts:
            self._parts = parts
            self.setAccessibleName(self.text)
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if not self._texts.fits(theme):
            self._texts = Texts(theme)
            self.updateGeometry()
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(300), round(self._texts.line("sentence")) + self._theme.px(4))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(100), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        with QPainter(self) as painter:
            paint_statement(painter, QRectF(self.rect()), self._parts, self._theme, self._texts)


if __name__ == "__main__":
    from gui.preview import show

    def _example() -> StatementLine:
        line = StatementLine()
        line.set_parts([Part("“"), Part("are", LIGHT.query), Part("” looks at “"), Part("keys", LIGHT.key), Part("”: 0.620")])
        return line

    show(_example)
