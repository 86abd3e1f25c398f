"""The formulas that hold now, as text whose symbols point at the parts of the diagram."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from core.model.config import ModelConfig
from core.model.formulas import Formula, Part, formulas, meaning_of
from core.model.presets import preset
from gui.access import describe, paint_focus_ring
from gui.drawing.block_diagram import color_of
from gui.drawing.diagram_formulas import ROW, Run, fonts, plain, set_formulas
from gui.theme.theme import LIGHT, Theme

Selection = Literal["all", "way", "symbols"]
_WAY: Final = ("embedding", "position-block", "attention", "feed_forward", "multi-head", "head")
"""The lines that say how a token passes through the model; the others say what their symbols mean."""
_MARGIN: Final = 4
_ABOVE: Final = 2
_KEPT_WIDTHS: Final = 32


class Formulas(QWidget):
    """Shows the lines of one configuration: all of them, the way through the model, or what the symbols mean.

    Parameters
    ----------
    selection
        Which lines.
    least_rows
        Height kept free in any case, in rows, so that what stands below does not move with each switch.
    """

    part_hovered = Signal(object)
    """Part | None: what the pointer or the keyboard is on."""
    part_clicked = Signal(object)
    """Part: clicked, or Enter pressed on it."""

    def __init__(self, selection: Selection = "all", least_rows: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._selection = selection
        self._least_rows = least_rows
        self._config = preset("small")
        self._lines: tuple[Formula, ...] = ()
        self._broken: dict[tuple[float, float, bool], tuple[tuple[Run, ...], float]] = {}
        self._runs: tuple[Run, ...] = ()
        self._height = 0.0
        self._highlight: Part | None = None
        self._hovered: Part | None = None
        self._cursor: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.retranslate()

    def retranslate(self) -> None:
        """Set all texts again in the language in use."""
        self._read()

    def set_theme(self, theme: Theme) -> None:
        """Colours, type and zoom."""
        self._theme = theme
        self._lay_out()

    def set_config(self, config: ModelConfig) -> None:
        """Show the formulas of `config`."""
        if config != self._config:
            self._config = config
            self._read()

    def set_highlight(self, part: Part | None) -> None:
        """Mark every symbol that stands for `part`."""
        if part != self._highlight:
            self._highlight = part
            self.update()

    def plain_text(self) -> str:
        """All lines as text."""
        return "\n".join(plain(line) for line in self._lines)

    def runs(self) -> tuple[Run, ...]:
        """What is painted, and where."""
        return self._runs

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width == self.width():
            return round(self._height)
        return round(self._set(width)[1])

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(256), round(self._height))

    def _read(self) -> None:
        self._lines = _chosen(formulas(self._config), self._selection)
        self._broken.clear()
        self._cursor = None
        describe(self, self.tr("Formulas that hold now"), self.plain_text())
        self._lay_out()

    def _set(self, width: float) -> tuple[tuple[Run, ...], float]:
        """The lines broken to `width`, and their height. Layouts ask for the same widths again and again."""
        key = (width, self._theme.zoom, self._theme.tabular)
        if key not in self._broken:
            if len(self._broken) > _KEPT_WIDTHS:
                self._broken.clear()
            self._broken[key] = self._break(width)
        return self._broken[key]

    def _break(self, width: float) -> tuple[tuple[Run, ...], float]:
        short = self._selection == "way"
        runs, height = set_formulas(self._lines, self._theme, width - 2 * self._theme.px(_MARGIN), short=short)
        least = self._least_rows
        if least:
            # The longest of the lines that always stand there may take a second row.
            rows = {run.rect.y() for run in runs if self._lines[run.line].name == "multi-head" and not run.note}
            least += max(0, len(rows) - 1)
        return runs, max(height, least * self._theme.px(ROW)) + 2 * self._theme.px(_ABOVE)

    def _lay_out(self) -> None:
        before = self._height
        self._runs, self._height = self._set(self.width())
        if self._height != before:
            self.updateGeometry()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap to the new width."""
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Symbols in the colour of their part; those pointed at get a ground and a line below."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        margin, above = self._theme.px(_MARGIN), self._theme.px(_ABOVE)
        painter.translate(margin, above)
        base, small = fonts(self._theme)
        remark = self._theme.font("caption")
        for run in self._runs:
            if self._speaks(run, self._highlight):
                self._mark(painter, run)
            painter.setFont(remark if run.note else small if run.small else base)
            painter.setPen(self._ink(run))
            painter.drawText(QPointF(run.rect.x(), run.y), run.text)
        painter.translate(-margin, -above)
        if self.hasFocus():
            paint_focus_ring(painter, self.rect(), self._theme)
        painter.end()

    def _ink(self, run: Run) -> object:
        if run.note:
            return self._theme.muted
        meaning = meaning_of(run.part)
        return self._theme.text if meaning == "stream" else color_of(meaning, self._theme)

    def _mark(self, painter: QPainter, run: Run) -> None:
        rect = run.rect.adjusted(0, self._theme.px(1), 0, -self._theme.px(1))
        painter.fillRect(rect, self._theme.raised)
        painter.setPen(QPen(self._theme.accent, self._theme.px(2)))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())

    def _speaks(self, run: Run, part: Part | None) -> bool:
        return run.speaks_of(part, self._lines[run.line].name == "norm")

    def _run_at(self, position: QPointF) -> Run | None:
        at = position - QPointF(self._theme.px(_MARGIN), self._theme.px(_ABOVE))
        return next((run for run in self._runs if run.rect.contains(at)), None)

    def _hover(self, part: Part | None) -> None:
        if part != self._hovered:
            self._hovered = part
            self.part_hovered.emit(part)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Report the part that the symbol under the pointer stands for."""
        run = self._run_at(event.position())
        self._hover(run.part if run else None)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is on nothing any more."""
        self._hover(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on a symbol."""
        run = self._run_at(event.position())
        if run is not None and run.part is not None and event.button() == Qt.MouseButton.LeftButton:
            self.part_clicked.emit(run.part)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys walk through the symbols, Enter is a click, Ctrl+C copies all lines."""
        stops = self._stops()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        match event.key():
            case Qt.Key.Key_Right | Qt.Key.Key_Down:
                self._move(0 if self._cursor is None else min(self._cursor + 1, len(stops) - 1))
            case Qt.Key.Key_Left | Qt.Key.Key_Up:
                self._move(len(stops) - 1 if self._cursor is None else max(self._cursor - 1, 0))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space if self._cursor is not None:
                self.part_clicked.emit(stops[self._cursor][1])
            case Qt.Key.Key_Escape if self._cursor is not None:
                self._leave()
            case _:
                super().keyPressEvent(event)

    def _stops(self) -> list[tuple[int, Part]]:
        """One stop for each part in each line."""
        return list(dict.fromkeys((run.line, run.part) for run in self._runs if run.part is not None))

    def _move(self, cursor: int) -> None:
        self._cursor = cursor
        line, part = self._stops()[cursor]
        describe(self, self.tr("Formulas that hold now"), plain(self._lines[line]))
        self.set_highlight(part)
        self._hover(part)

    def _leave(self) -> None:
        self._cursor = None
        self.set_highlight(None)
        self._hover(None)
        describe(self, self.tr("Formulas that hold now"), self.plain_text())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keyboard points at nothing any more."""
        if self._cursor is not None and event.reason() != Qt.FocusReason.PopupFocusReason:
            self._leave()
        super().focusOutEvent(event)

    def copy(self) -> None:
        """Put all lines on the clipboard."""
        QGuiApplication.clipboard().setText(self.plain_text())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy one line or all."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        run = self._run_at(QPointF(event.pos()))
        if run is not None:
            text = plain(self._lines[run.line])
            menu.addAction(self.tr("Copy this formula")).triggered.connect(lambda: QGuiApplication.clipboard().setText(text))
        menu.addAction(self.tr("Copy all formulas")).triggered.connect(self.copy)
        menu.popup(event.globalPos())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)


def _chosen(lines: tuple[Formula, ...], selection: Selection) -> tuple[Formula, ...]:
    """The lines of a selection. What M is, a remark to a line of the way, belongs to what the symbols mean."""
    if selection == "all":
        return lines
    if selection == "way":
        return tuple(replace(line, note="") if line.name == "head" else line for line in lines if line.name in _WAY)
    masks = tuple(replace(line, name="mask", pieces=()) for line in lines if line.name == "head" and line.note)
    return (*masks, *(line for line in lines if line.name not in _WAY))


if __name__ == "__main__":
    from gui.preview import show

    show(Formulas)
