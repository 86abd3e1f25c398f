"""HeadsPage: all heads at the left, one head at the right, the cell in words below; or the head's numbers as a table."""

from __future__ import annotations

from typing import Final, get_args

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLayout, QStackedWidget, QVBoxLayout, QWidget

from core.model.trace import FloatArray
from gui.access import describe
from gui.choices import ColorMap, Scale
from gui.drawing.legend import color_map_name
from gui.theme.theme import LIGHT, Theme
from gui.views.caption import Caption
from gui.views.comparison_line import ComparisonLine
from gui.views.head_map import HeadMap
from gui.views.head_table import HeadTable
from gui.views.mosaic import Mosaic

_TABS: Final = ("heads", "table")
_NARROW: Final = 580
"""Where there is less width than this, the map of one head goes before everything else."""
_LOW: Final = 560
"""Where there is less height than this, the small line under the statement is left out."""
_BESIDE_MAP: Final = (62, 148)
"""What labels, words and sums take from the width of a head: where it is narrow, and elsewhere."""
_ABOVE_AND_BELOW: Final = (118, 124)
"""What title, labels and legend take from its height: where there is little of it, and elsewhere."""
_LEAST_CHOICE: Final = 80
"""Width of a choice whose words are shortened for want of room."""
_SHARES: Final = (0.32, 0.45)
"""Least and largest part of the width for all heads, which get what one head cannot use."""
_NARROW_SHARE: Final = 0.38


class HeadsPage(QWidget):
    """Puts mosaic, head map, table and caption together and passes on what they report."""

    head_selected = Signal(int, int)
    """Layer and head, counted from 0."""
    cell_selected = Signal(int, int)
    """Query and key."""
    cell_hovered = Signal(object)
    """(query, key) under the pointer, or None."""
    display_changed = Signal(str, str)
    """Scale and colour map that were chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._comfortable = 0
        self._presenting = False
        self._by_hand: frozenset[tuple[int, int]] = frozenset()
        self.mosaic = Mosaic()
        self.head_map = HeadMap()
        self.table = HeadTable()
        self.caption = Caption()
        self.comparison = ComparisonLine()
        self._scale_label, self._scale = QLabel(), QComboBox()
        self._map_label, self._map = QLabel(), QComboBox()
        for label, combo, choices in (
            (self._scale_label, self._scale, get_args(Scale)),
            (self._map_label, self._map, get_args(ColorMap)),
        ):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("role", "caption")
            label.setBuddy(combo)
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)  # in another language as well
            for choice in choices:
                combo.addItem("", choice)
        # Both the maps and the table are there all the time, so a switch between them costs nothing but a repaint.
        self._stack = QStackedWidget()
        maps = QWidget()
        self._beside = QHBoxLayout(maps)
        self._beside.addWidget(self.mosaic)
        self._beside.addWidget(self.head_map)
        self._stack.addWidget(maps)
        self._stack.addWidget(self.table)
        self._choices = QHBoxLayout()
        self._choices.addStretch(1)
        for widget in (self._scale_label, self._scale, self._map_label, self._map):
            self._choices.addWidget(widget)
        self._column = QVBoxLayout(self)
        self._column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._column.addLayout(self._choices)
        # What the maps leave goes below all words, so that these stand close under what they are about.
        self._column.addWidget(self._stack)
        self._column.addWidget(self.caption)
        self._column.addWidget(self.comparison)
        self._column.addStretch(1)
        self._set_spacing()
        self._connect()
        self.retranslate()

    def _connect(self) -> None:
        self.mosaic.head_selected.connect(self.head_selected)
        self.head_map.cell_selected.connect(self.cell_selected)
        self.head_map.cell_hovered.connect(self.cell_hovered)
        self.table.cell_hovered.connect(self.cell_hovered)
        self.table.cell_selected.connect(self.cell_selected)
        self._scale.activated.connect(self._display_chosen)
        self._map.activated.connect(self._display_chosen)

    # What is shown

    def set_maps(self, thumbnails: FloatArray | None, cells_per_pixel: int, causal: bool, window: int, tokens: int) -> None:
        """Show all heads: see Mosaic.set_maps."""
        self.mosaic.set_maps(thumbnails, cells_per_pixel, causal, window, tokens)
        if self.mosaic.comfortable_width() != self._comfortable:
            self._set_shares()

    def set_head(
        self, pattern: FloatArray | None, labels: tuple[str, ...], causal: bool, window: int, layer: int, head: int
    ) -> None:
        """Show one head, as a map and as a table; layer and head are counted from 0."""
        self.head_map.set_map(pattern, labels, causal, window)
        self.head_map.set_title_numbers(layer, head, (layer, head) in self._by_hand)
        self.table.set_map(pattern, labels, causal, window)

    def set_changed(self, changed: frozenset[tuple[int, int]]) -> None:
        """Mark the heads (layer, head) that are changed by hand."""
        self._by_hand = changed
        self.mosaic.set_changed(changed)

    def set_selected(self, layer: int, head: int) -> None:
        """Outline the selected head among all."""
        self.mosaic.set_selected(layer, head)

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Outline the selected row, column or cell."""
        self.head_map.set_cell(query, key)
        self.table.set_cell(query, key)

    def set_hovered_token(self, index: int | None) -> None:
        """Let the row and the column of a token stand out that is pointed at elsewhere."""
        self.head_map.set_hovered_token(index)
        self.table.set_hovered_token(index)

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
        """Say what a cell means: see Caption.set_statement."""
        self.caption.set_statement(query_label, key_label, value, layer, head, masked, row_sum)

    def set_display(self, scale: Scale, color_map: ColorMap) -> None:
        """Choose scale and colours of both pictures."""
        self._scale.setCurrentIndex(self._scale.findData(scale))
        self._map.setCurrentIndex(self._map.findData(color_map))
        self.mosaic.set_display(scale, color_map)
        self.head_map.set_display(scale, color_map)

    def set_tab(self, tab: str) -> None:
        """Show the maps (“heads”) or the table (“table”)."""
        self._stack.setCurrentIndex(_TABS.index(tab))
        for widget in (self._scale_label, self._scale, self._map_label, self._map):
            widget.setEnabled(tab == "heads")

    def set_presenting(self, presenting: bool) -> None:
        """For a class: what is chosen once and the comparison give their room to the maps; menus still have the choices."""
        self._presenting = presenting
        for widget in (self._scale, self._map, self.comparison):
            widget.setVisible(not presenting)
        self._set_shares()

    def set_stale(self, stale: bool) -> None:
        """Dim the pictures while newer ones are being computed."""
        self.mosaic.set_stale(stale)
        self.head_map.set_stale(stale)

    def set_comparison(self, text: str | None) -> None:
        """Say how the maps differ from those before the last change; None says nothing."""
        self.comparison.set_text(text)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if theme == self._theme:
            return
        self._theme = theme
        for view in (self.mosaic, self.head_map, self.table, self.caption, self.comparison):
            view.set_theme(theme)
        self._set_spacing()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._scale_label.setText(self.tr("Scale"))
        self._map_label.setText(self.tr("Colours"))
        scales = {"shared": self.tr("one for all"), "per-head": self.tr("per head"), "log": self.tr("log")}
        explained = {
            "shared": self.tr("Every head is painted on the same scale from 0 to 1, so heads can be compared"),
            "per-head": self.tr("Each head is stretched to its own largest value, so that flat heads show their shape"),
            "log": self.tr("Powers of ten, so that small values can be told apart"),
        }
        for index in range(self._scale.count()):
            choice = self._scale.itemData(index)
            self._scale.setItemText(index, scales[choice])
            self._scale.setItemData(index, explained[choice], Qt.ItemDataRole.ToolTipRole)
        for index in range(self._map.count()):
            self._map.setItemText(index, color_map_name(self._map.itemData(index)))
        describe(
            self._scale, self.tr("Scale of the colours"), self.tr("Which value gets the strongest colour; the legend states it")
        )
        describe(self._map, self.tr("Colour map"), self.tr("Which colours stand for small and large values"))
        self._scale.setToolTip(self._scale.accessibleDescription())
        self._map.setToolTip(self._map.accessibleDescription())

    # Qt's own

    def minimumSizeHint(self) -> QSize:
        """Choices without their names and with shortened words, as where it is narrow, and maps as small as they can be."""
        width = 2 * self._theme.px(_LEAST_CHOICE) + 3 * self._choices.spacing()
        parts = (self._choices.minimumSize(), *(part.minimumSizeHint() for part in (self._stack, self.caption, self.comparison)))
        height = sum(part.height() for part in parts) + 3 * self._column.spacing()
        margins = self._column.contentsMargins()
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room out again."""
        self._set_shares()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # Inside

    def _set_shares(self) -> None:
        """Give one head the width that its height can use, all heads the rest, and the words a place close under both.

        Nothing here depends on the text, so nothing moves while it is typed.
        """
        px = self._theme.px
        narrow, low = self.width() < px(_NARROW), self.height() < px(_LOW)
        for label in (self._scale_label, self._map_label):
            label.setVisible(not narrow and not self._presenting)
        self.caption.set_brief(low)
        self._column.setContentsMargins(px(10 if narrow else 14), px(4), px(8 if narrow else 10), px(8))
        self._beside.setSpacing(px(10 if narrow else 14))
        margins = self._column.contentsMargins()
        width = self.width() - margins.left() - margins.right() - self._beside.spacing()
        words = [self.caption.sizeHint().height()]
        if not self._presenting:
            words += [self._choices.sizeHint().height(), self.comparison.sizeHint().height()]
        taken = sum(words) + len(words) * self._column.spacing()
        height = max(self.height() - margins.top() - margins.bottom() - taken, 1)
        beside, around = px(_BESIDE_MAP[not narrow]), px(_ABOVE_AND_BELOW[not low])
        heads = self._comfortable = self.mosaic.comfortable_width()
        if narrow:
            mosaic = min(heads, round(_NARROW_SHARE * width))
        else:
            least = max(_SHARES[0] * width, min(heads, _SHARES[1] * width))
            mosaic = round(max(least, min(width - (height - around + beside), self.mosaic.useful_width(height))))
        head = width - mosaic
        self._beside.setStretch(0, max(mosaic, 1))
        self._beside.setStretch(1, max(head, 1))
        # A head fills its width with square cells; more height would only part it from the statement about it.
        self._stack.setFixedHeight(max(min(height, head - beside + around), self._stack.minimumSizeHint().height()))

    def _set_spacing(self) -> None:
        px = self._theme.px
        self._column.setSpacing(px(6))
        self._choices.setSpacing(px(8))
        for combo in (self._scale, self._map):
            combo.setMinimumWidth(px(_LEAST_CHOICE))
        self._beside.setContentsMargins(0, 0, 0, 0)
        self._set_shares()

    def _display_chosen(self) -> None:
        self.display_changed.emit(self._scale.currentData(), self._map.currentData())


if __name__ == "__main__":
    from gui.preview import show
    from gui.views.map_toys import toy_labels, toy_maps

    def _example() -> HeadsPage:
        page, maps = HeadsPage(), toy_maps(4, 4, 9)

        def choose(layer: int, head: int) -> None:
            page.set_selected(layer, head)
            page.set_head(maps[layer, head], toy_labels(9), False, 0, layer, head)

        def point(query: int, key: int) -> None:
            page.set_cell(query, key)
            page.set_statement(toy_labels(9)[query], toy_labels(9)[key], float(maps[2, 1, query, key]), 2, 1, False)

        page.set_maps(maps, 1, False, 0, 9)
        choose(2, 1)
        point(5, 1)
        page.set_comparison("Largest difference per layer: 1 → 0.02 · 2 → 0.31 · 3 → 0.12 · 4 → 0.40")
        page.head_selected.connect(choose)
        page.cell_selected.connect(point)
        page.display_changed.connect(page.set_display)
        return page

    show(_example)
