"""IntervenePage: every head in numbers, and below what is changed of the chosen one by hand."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from core.inside.statistics import HeadStatistics
from core.model.config import ModelConfig
from core.model.interventions import Interventions
from core.model.weights import Origin
from gui.theme.theme import LIGHT, Theme
from gui.views.inside.interventions_panel import InterventionsPanel
from gui.views.inside.statistics_table import StatisticsTable


class IntervenePage(QWidget):
    """Puts the table of all heads over the panel that changes one, and passes on what they report."""

    head_selected = Signal(int, int)
    """(layer, head)"""
    interventions_changed = Signal(object, str)
    """(Interventions, what was changed, for undo)"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self.table, self.panel = StatisticsTable(), InterventionsPanel()
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.table)
        self._splitter.addWidget(self.panel)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.splitterMoved.connect(self._moved)
        self._by_person = False
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._splitter)
        self.table.head_selected.connect(self.head_selected)
        self.panel.interventions_changed.connect(self.interventions_changed)
        self._set_spacing()

    def set_statistics(self, statistics: tuple[HeadStatistics, ...] | None, origin: Origin) -> None:
        """The numbers of all heads, None where not all maps were kept, and whose weights they are."""
        self.table.set_origin(origin)
        height = self.table.full_height()
        self.table.set_statistics(statistics)
        if self.table.full_height() != height:
            self._share()

    def set_state(
        self,
        interventions: Interventions,
        config: ModelConfig | None,
        layer: int,
        head: int,
        query: int | None,
        key: int | None,
        labels: tuple[str, ...],
    ) -> None:
        """What is changed, and what is chosen: see InterventionsPanel.set_state."""
        self.table.set_selected(layer, head)
        self.panel.set_state(interventions, config, layer, head, query, key, labels)

    def set_stale(self, stale: bool) -> None:
        """Dim the numbers while newer ones are being computed."""
        self.table.set_stale(stale)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if theme == self._theme:
            return
        self._theme = theme
        self.table.set_theme(theme)
        self.panel.set_theme(theme)
        self._set_spacing()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.table.retranslate()
        self.panel.retranslate()

    def numbers(self) -> list[list[str]]:
        """The table of all heads."""
        return self.table.numbers()

    def picture_size(self) -> QSize:
        """The page's own: it is painted as it stands."""
        return self.size()

    def picture(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """The page as it stands."""
        del theme  # the widgets have it
        painter.save()
        painter.translate(rect.topLeft())
        painter.scale(rect.width() / max(self.width(), 1), rect.height() / max(self.height(), 1))
        self.render(painter, QPoint())
        painter.restore()

    def accessible_text(self) -> str:
        """What the table says, then what is changed."""
        return f"{self.table.accessible_text()} {self.panel.accessible_text()}"

    def minimumSizeHint(self) -> QSize:
        """Both parts scroll."""
        table, panel = self.table.minimumSizeHint(), self.panel.minimumSizeHint()
        return QSize(max(table.width(), panel.width()), table.height() + panel.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the height out again."""
        super().resizeEvent(event)
        self._share()

    def showEvent(self, event: QShowEvent) -> None:
        """Heights are known only now."""
        super().showEvent(event)
        self._share()

    def _moved(self) -> None:
        self._by_person = True

    def _share(self) -> None:
        """First what the controls need, then the table as far as it has rows; what is left is for the list of changes.

        Where there is not enough for both, the table scrolls down to its least. A person who has moved the line knows better.
        """
        if self._by_person:
            return
        margins = self._column.contentsMargins()
        height = self.height() - margins.top() - margins.bottom() - self._splitter.handleWidth()
        table = max(min(height - self.panel.needed_height(), self.table.full_height()), self.table.minimumSizeHint().height())
        self._splitter.setSizes([table, max(height - table, 0)])

    def _set_spacing(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(10), px(6), px(10), px(8))
        self._splitter.setHandleWidth(px(8))
        self._share()
