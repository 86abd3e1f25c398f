"""The parts of the compare page that are painted: the difference, all heads, the residual stream, the ledger."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from gui.access import announce, describe, paint_focus_ring, tooltip
from gui.drawing.inside.compare import ledger_height, ledger_rows, paint_ledger
from gui.drawing.inside.compare_stream import (
    PartingLayout,
    largest_words,
    paint_parting,
    parting_height,
    parting_layout,
    parting_words,
    place_words,
)
from gui.drawing.inside.compare_strip import StripLayout, paint_strip, strip_layout, strip_words
from gui.drawing.inside.compare_view import CompareView
from gui.drawing.inside.signed_map import difference_layout, paint_difference, signed_text, signed_words
from gui.drawing.labels import named
from gui.drawing.map_layout import HeadLayout
from gui.drawing.map_marks import Texts
from gui.i18n import decimal
from gui.theme.theme import LIGHT, Theme
from gui.views.token_marks import paint_token

STALE_COVER: Final = 150
_STEPS: Final = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}


class _Painted(QWidget):
    """What the painted parts share: the view, the theme, prepared texts, the veil while newer numbers are computed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: CompareView | None = None
        self.theme = LIGHT
        self.texts = Texts(LIGHT)
        self._stale = False

    def set_view(self, view: CompareView | None) -> None:
        """Show `view`."""
        self.view = view
        self.retranslate()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if not self.texts.fits(theme):
            self.texts = Texts(theme)
        self.theme = theme
        self.updateGeometry()
        self.update()

    def set_stale(self, stale: bool) -> None:
        """Dim while newer numbers are being computed."""
        if stale != self._stale:
            self._stale = stale
            self.update()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.update()

    def finish(self, painter: QPainter) -> None:
        """Paint what lies over the picture."""
        if self._stale:
            cover = QColor(self.theme.window)
            cover.setAlpha(STALE_COVER)
            painter.fillRect(self.rect(), cover)
        if self.hasFocus():
            paint_focus_ring(painter, self.rect(), self.theme)


class DifferenceMap(_Painted):
    """B − A, cell by cell; arrow keys move the cell."""

    cell_selected = Signal(int, int)
    """Query and key."""
    cell_hovered = Signal(object)
    """(query, key) under the pointer, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cell: tuple[int | None, int | None] = (None, None)
        self._token: int | None = None
        self._hovered: tuple[int, int] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.retranslate()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Outline a cell."""
        if (query, key) != self.cell:
            self.cell = (query, key)
            self.retranslate()

    def set_token(self, token: int | None) -> None:
        """Mark the row and the column of a token."""
        if token != self._token:
            self._token = token
            self.update()

    def layout_now(self) -> HeadLayout | None:
        """Where everything stands; None when there is no difference."""
        picture = None if self.view is None else self.view.as_difference(*self.cell)
        if picture is None:
            return None
        return difference_layout(QRectF(self.rect()), picture, self.theme, self.texts, self.devicePixelRatioF())

    def retranslate(self) -> None:
        """Say what is shown."""
        describe(self, self.tr("Difference map"), self._words())
        self.update()

    def cell_text(self, query: int, key: int) -> str:
        """A cell in words, such as “are → keys: A 0.62, B 0.31, B − A −0.31”."""
        assert self.view is not None
        view, labels = self.view, self.view.labels
        a, b = view.pattern_a, view.pattern_b
        assert a is not None
        assert b is not None
        assert view.difference is not None
        return self.tr("{query} → {key}: A {a}, B {b}, B − A {difference}").format(
            query=named(labels, query),
            key=named(labels, key),
            a=decimal(float(a[query, key]), 3),
            b=decimal(float(b[query, key]), 3),
            difference=signed_text(float(view.difference[query, key]), 3),
        )

    def _words(self) -> str:
        if self.view is None or self.view.difference is None:
            return self.tr("There is no difference to show.")
        text = signed_words(self.view.difference, self.view.note)
        query, key = self.cell
        if query is not None and key is not None and max(query, key) < len(self.view.labels):
            text += " " + self.tr("Selected: {cell}.").format(cell=self.cell_text(query, key))
        return text

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the difference."""
        del event
        picture = None if self.view is None else self.view.as_difference(*self.cell)
        with QPainter(self) as painter:
            if picture is not None:
                layout = paint_difference(painter, QRectF(self.rect()), picture, self.theme, self.texts, self.devicePixelRatioF())
                if self._token is not None and self._token < layout.side:
                    paint_token(painter, layout, self._token, self.theme)
            self.finish(painter)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self.cell_selected.emit(*cell)
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        size = 0 if self.view is None or self.view.difference is None else len(self.view.difference)
        if not size or event.key() not in _STEPS or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
            return
        query, key = self.cell
        down, across = (0, 0) if query is None or key is None else _STEPS[Qt.Key(event.key())]
        chosen = (min(max((query or 0) + down, 0), size - 1), min(max((key or 0) + across, 0), size - 1))
        self.cell_selected.emit(*chosen)
        announce(self, self.cell_text(*chosen))

    def _hover(self, cell: tuple[int, int] | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.cell_hovered.emit(cell)

    def _cell_at(self, point: QPointF) -> tuple[int, int] | None:
        layout = self.layout_now()
        return None if layout is None else layout.cell_at(point.x(), point.y())


class Strip(_Painted):
    """All heads by their largest difference; arrow keys and clicks pick one."""

    head_selected = Signal(int, int)
    """Layer and head, counted from 0."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.retranslate()

    def layout_now(self) -> StripLayout | None:
        """Where the cells stand; None when there are none."""
        if self.view is None or self.view.comparison.differences is None:
            return None
        return strip_layout(QRectF(self.rect()), self.view, self.theme, self.texts)

    def retranslate(self) -> None:
        """Say what is shown."""
        describe(self, self.tr("Largest difference of each head"), self._words())
        self.update()

    def head_text(self, layer: int, head: int) -> str:
        """A head in words."""
        where = {"layer": layer + 1, "head": head + 1}
        differences = None if self.view is None else self.view.comparison.differences
        if differences is None or layer >= differences.shape[0] or head >= differences.shape[1]:
            return self.tr("Layer {layer}, head {head}: only on one side").format(**where)
        value = decimal(float(differences[layer, head]), 3)
        return self.tr("Layer {layer}, head {head}: largest difference {value}").format(**where, value=value)

    def _words(self) -> str:
        if self.view is None:
            return self.tr("Nothing is compared.")
        largest = self.view.comparison.largest
        if largest is None:
            return self.tr("There is no difference to show.")
        text = self.tr("The largest of all: {head}. Arrow keys pick another head.")
        return f"{text.format(head=self.head_text(largest[0], largest[1]))} {strip_words(self.view)}"

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the strip."""
        del event
        with QPainter(self) as painter:
            if self.view is not None:
                selected = (self.view.layer, self.view.head)
                paint_strip(painter, QRectF(self.rect()), self.view, selected, self.theme, self.texts)
            self.finish(painter)

    def event(self, event: QEvent) -> bool:
        """Tell the difference of the head under a resting pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found = self._head_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if found is None else self.head_text(*found), self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._head_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            self.head_selected.emit(*found)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        layout = self.layout_now()
        if layout is None or event.key() not in _STEPS or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
            return
        assert self.view is not None
        down, across = _STEPS[Qt.Key(event.key())]
        layer = min(max(self.view.layer + down, 0), layout.layers - 1)
        head = min(max(self.view.head + across, 0), layout.heads - 1)
        self.head_selected.emit(layer, head)
        announce(self, self.head_text(layer, head))

    def _head_at(self, point: QPointF) -> tuple[int, int] | None:
        layout = self.layout_now()
        return None if layout is None else layout.head_at(point.x(), point.y())


class StreamParting(_Painted):
    """How far the residual streams lie apart, at the input and after each layer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.retranslate()

    def layout_now(self) -> PartingLayout | None:
        """Where the columns stand; None when nothing is compared."""
        return None if self.view is None else parting_layout(QRectF(self.rect()), self.view, self.theme, self.texts)

    def retranslate(self) -> None:
        """Say what is shown."""
        words = self.tr("Nothing is compared.") if self.view is None else self.words()
        describe(self, self.tr("Residual stream: largest difference after each layer"), words)
        self.update()

    def words(self) -> str:
        """From where on the streams differ, and where most."""
        return "" if self.view is None else f"{parting_words(self.view.comparison)} {largest_words(self.view)}".strip()

    def needed_height(self, width: int) -> int:
        """Height of all that is shown in `width`."""
        return 0 if self.view is None else round(parting_height(width, self.view, self.theme, self.texts)) + 2

    def tip_at(self, point: QPointF) -> str:
        """A column in words."""
        layout = self.layout_now()
        column = None if layout is None else layout.column_at(point.x(), point.y())
        if column is None or self.view is None:
            return ""
        return place_words(self.view, self.view.comparison.stream[column])

    def event(self, event: QEvent) -> bool:
        """Tell the number and the token of the column under a resting pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.tip_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), tooltip(text) if text else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the columns."""
        del event
        with QPainter(self) as painter:
            if self.view is not None:
                paint_parting(painter, QRectF(self.rect()), self.view, self.theme, self.texts)
            self.finish(painter)


class LedgerDifferences(_Painted):
    """Parameters, scores and work of A and of B, and what B has more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.retranslate()

    def retranslate(self) -> None:
        """Say what is shown."""
        rows = () if self.view is None else self.view.comparison.ledger
        line = self.tr("{name}: A {a}, B {b}, {change}")
        words = [line.format(name=name, a=a, b=b, change=change) for name, a, b, change in ledger_rows(rows)]
        describe(self, self.tr("What differs in the ledger"), ". ".join(words) or self.tr("Nothing is compared."))
        self.update()

    def needed_height(self, width: int) -> int:
        """Height of all rows in `width`."""
        rows = () if self.view is None else self.view.comparison.ledger
        return round(ledger_height(width, rows, self.theme, self.texts)) + 2

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the table."""
        del event
        with QPainter(self) as painter:
            if self.view is not None:
                paint_ledger(painter, QRectF(self.rect()), self.view, self.theme, self.texts)
            self.finish(painter)
