"""IntervenePage: every head in numbers, below what is changed of the chosen one by hand, and beside it what comes of that."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from core.inside.statistics import HeadStatistics
from core.model.config import ModelConfig
from core.model.interventions import Interventions
from core.model.weights import Origin
from gui.choices import ColorMap, Scale
from gui.theme.theme import LIGHT, Theme
from gui.views.inside.consequence_view import ConsequenceView
from gui.views.inside.interventions_panel import InterventionsPanel
from gui.views.inside.statistics_table import StatisticsTable
from gui.views.segmented import Segmented

LEFT: Final = 400
"""Width at zoom 1 that is enough for the controls of head and cell beside each other."""
WIDE: Final = LEFT + 340
"""Width from which what comes of the changes stands beside the controls; below, in the place of the table."""


class IntervenePage(QWidget):
    """Puts the table of all heads over the panel that changes one, and passes on what they report.

    Where there is room the consequence stands beside both. Where there is not, it takes turns with the table.
    """

    cell_selected = Signal(int, int)
    """(query, key)"""
    token_hovered = Signal(object)
    """(index or None)"""

    head_selected = Signal(int, int)
    """(layer, head)"""
    interventions_changed = Signal(object, str)
    """(Interventions, what was changed, for undo)"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self.table, self.panel, self.consequence = StatisticsTable(), InterventionsPanel(), ConsequenceView()
        self._wide: bool | None = None
        self._choice = Segmented((("output", ""), ("map", ""), ("table", "")))
        self._choice.set_value("output")
        self._choice.chosen.connect(self._choose)
        self._above, self._turns = QWidget(), QStackedWidget()
        self._turns.addWidget(self.table)
        upper = QVBoxLayout(self._above)
        upper.setContentsMargins(0, 0, 0, 0)
        upper.setSpacing(0)
        upper.addWidget(self._choice, 0, Qt.AlignmentFlag.AlignLeft)
        upper.addWidget(self._turns, 1)
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self._above)
        self._splitter.addWidget(self.panel)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.splitterMoved.connect(self._moved)
        self._by_person = False
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._splitter, 1)
        self.table.head_selected.connect(self.head_selected)
        self.panel.interventions_changed.connect(self.interventions_changed)
        self.consequence.cell_selected.connect(self.cell_selected)
        self.consequence.token_hovered.connect(self.token_hovered)
        self._set_spacing()
        self._arrange()
        self._name_choice()

    def set_statistics(self, statistics: tuple[HeadStatistics, ...] | None, origin: Origin) -> None:
        """The numbers of all heads, None where not all maps were kept, and whose weights they are."""
        self.table.set_origin(origin)
        height = self.table.full_height()
        self.table.set_statistics(statistics)
        if self.table.full_height() != height:
            self._share()

    def set_changed(self, changed: frozenset[tuple[int, int]]) -> None:
        """Mark the rows of the heads (layer, head) that are changed by hand."""
        self.table.set_changed(changed)

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Outline a row, a column or a cell of the map."""
        self.consequence.set_cell(query, key)

    def set_hovered_token(self, index: int | None) -> None:
        """Outline the row and the column of a token that is pointed at elsewhere."""
        self.consequence.set_hovered_token(index)

    def set_display(self, scale: Scale, color_map: ColorMap) -> None:
        """The scale and the colours of all maps."""
        self.consequence.set_display(scale, color_map)

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
        self.consequence.set_stale(stale)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if theme == self._theme:
            return
        self._theme = theme
        self.table.set_theme(theme)
        self.panel.set_theme(theme)
        self.consequence.set_theme(theme)
        self._choice.set_theme(theme)
        self._set_spacing()
        self._arrange()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.table.retranslate()
        self.panel.retranslate()
        self.consequence.retranslate()
        self._name_choice()

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
        """What the table says, then what is changed, then what comes of it."""
        return f"{self.table.accessible_text()} {self.panel.accessible_text()} {self.consequence.accessible_text()}"

    def minimumSizeHint(self) -> QSize:
        """All parts scroll."""
        table, panel = self.table.minimumSizeHint(), self.panel.minimumSizeHint()
        return QSize(max(table.width(), panel.width()), table.height() + panel.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room out again."""
        super().resizeEvent(event)
        self._arrange()
        self._share()

    def showEvent(self, event: QShowEvent) -> None:
        """Heights are known only now."""
        super().showEvent(event)
        self._share()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _moved(self) -> None:
        self._by_person = True

    def _choose(self, value: str) -> None:
        """Where there is little width: the output, the map, or the table of all heads."""
        self.consequence.show_part("map" if value == "map" else "output")
        self._turns.setCurrentWidget(self.table if value == "table" else self.consequence)
        self._share()

    def _arrange(self) -> None:
        """Put the consequence beside the controls, or in turns with the table."""
        wide = self.width() >= self._theme.px(WIDE)
        if wide == self._wide:
            return
        self._wide = wide
        self._choice.setVisible(not wide)
        if wide:
            self._row.addWidget(self.consequence)
            self.consequence.show_part(None)
            self.consequence.show()
            self._turns.setCurrentWidget(self.table)
        else:
            self.consequence.setMinimumWidth(0)
            self.consequence.setMaximumWidth(16_777_215)  # as Qt has it
            self._turns.addWidget(self.consequence)
            self._choose(self._choice.value or "output")

    def _share(self) -> None:
        """First what the controls need, then the table as far as it has rows; what is left is for the list of changes.

        Where there is not enough for both, what stands above goes down to its least. A person who has moved the line knows better.
        """
        margins = self._row.contentsMargins()
        if self._wide:
            width = self.width() - margins.left() - margins.right() - self._row.spacing()
            self.consequence.setFixedWidth(min(width - self._theme.px(LEFT), width * 9 // 20 + self._theme.px(20)))
        if self._by_person:
            return
        height = self.height() - margins.top() - margins.bottom() - self._splitter.handleWidth()
        shown = self.table if self._turns.currentWidget() is self.table else self.consequence
        extra = 0 if self._wide else self._choice.sizeHint().height()
        least = shown.minimumSizeHint().height() + extra
        most = self.table.full_height() + extra if shown is self.table else height
        above = max(min(height - self.panel.needed_height(), most), least)
        self._splitter.setSizes([above, max(height - above, 0)])

    def _name_choice(self) -> None:
        self._choice.set_labels({"output": self.tr("Output"), "map": self.tr("Map"), "table": self.tr("All heads")})
        self._choice.set_name(
            self.tr("What stands above"), self.tr("The output after the changes, the map after them, or every head in numbers.")
        )

    def _set_spacing(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(10), px(6), px(10), px(8))
        self._splitter.setHandleWidth(px(8))
        self._share()
