"""The ledger: what this model holds and what one pass costs, every number with its formula and what changed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from core.model.config import ModelConfig
from core.model.counts import Counts
from core.model.ledger import WorkUnit, doubled_macs, ledger_rows, work_shape
from gui.access import announce, describe
from gui.i18n import decimal, integer
from gui.theme.icons import icon
from gui.theme.theme import LIGHT, Theme
from gui.views.cost_curve import CostCurve
from gui.views.ledger_delegate import LedgerDelegate
from gui.views.ledger_length import LengthChooser
from gui.views.ledger_model import LedgerModel
from gui.views.ledger_text import StillText
from gui.views.ledger_tree import LedgerTree
from gui.views.segmented import Segmented

FLASH_MS: Final = 350
PINNED_FROM: Final = 660
"""Height at zoom 1 from which the curve keeps its place at the bottom instead of scrolling with the rows."""
OPEN_AT_FIRST: Final = ("parameters.total", "parameters.blocks", "scores.per_head", "work.total")


class Ledger(QWidget):
    """Counts by component, the length counted, and how the work grows."""

    length_chosen = Signal(object)
    """int, or None to follow the sentence."""
    unit_chosen = Signal(str)
    """“MAC” or “FLOP”."""
    copy_requested = Signal(str)
    """Text for the clipboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._counts: Counts | None = None
        self._before: Counts | None = None
        self._before_known: tuple[Counts | None, WorkUnit] = (None, "MAC")
        self._before_values: dict[str, int] = {}
        self._unit: WorkUnit = "MAC"
        self._command = ""
        self._motion = True
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._make_header()
        self._make_tree()
        self._make_foot()
        self._arrange()
        self.set_theme(LIGHT)
        self.retranslate()

    # What the controller calls

    def set_counts(self, counts: Counts, config: ModelConfig, before: Counts | None) -> None:
        """Show `counts` of `config`; `before` are those of the last setting, from which the changes are told."""
        if counts == self._counts and before == self._before:
            return
        switched = self._counts is not None and self._counts.config != config
        self._counts, self._before = counts, before
        changed = self._fill()
        if switched:
            self._flash_rows(frozenset(changed))

    def set_length(self, value: int | None, sentence_length: int) -> None:
        """The length counted: `value`, or None for the sentence's."""
        self._length.set_length(value, sentence_length)

    def set_command(self, command: str) -> None:
        """The command line that prints the same numbers, for “Copy as command”."""
        self._command = command
        self._copy_command.setEnabled(bool(command))

    def set_motion(self, allowed: bool) -> None:
        """Whether rows that changed may flash (not under reduced motion)."""
        self._motion = allowed

    def ensure_plot(self) -> None:
        """Draw the curve now: for pictures, which cannot wait until its library has been imported beside the window."""
        self._curve.ensure_plot()

    def set_theme(self, theme: Theme) -> None:
        """Colours, fonts and zoom."""
        self._theme = theme
        px = theme.px
        self._delegate.set_theme(theme)
        self._length.set_theme(theme)
        self._units.set_theme(theme)
        self._curve.set_theme(theme)
        self._doubling.set_theme(theme)
        self._outer.setContentsMargins(px(8), px(10), px(2), px(6))
        self._outer.setSpacing(px(6))
        for layout in (self._header_column, self._foot_column):
            layout.setContentsMargins(px(6), 0, px(8), 0)
        self._header_column.setSpacing(px(6))
        self._foot_column.setSpacing(px(2))
        self._header.setSpacing(px(5))
        self._copy.setIcon(icon("copy", theme.text))
        self._copy.setIconSize(QSize(px(14), px(14)))
        self._units.setMinimumWidth(self._units.sizeHint().width())
        self._inner.setContentsMargins(0, 0, px(8), 0)
        self._inner.setSpacing(px(8))
        self._tree.doItemsLayout()
        self._fit_tree()
        self._place_foot()

    def retranslate(self) -> None:
        """Set all texts again in the language in use."""
        self._title.setText(self.tr("Ledger"))
        self._copy_number.setText(self.tr("Copy number"))
        self._copy_all.setText(self.tr("Copy all as table"))
        self._copy_command.setText(self.tr("Copy as command"))
        describe(
            self._copy, self.tr("Copy from the ledger"), self.tr("Copies a number, the whole table, or the command that prints it")
        )
        self._copy.setToolTip(self._copy.accessibleDescription())
        self._units.set_name(self.tr("Unit of work"), self.tr("Exactly two FLOPs are one MAC"))
        self._units.set_explanations(
            {
                "MAC": self.tr("Counts multiply-accumulates: a multiplication with its addition"),
                "FLOP": self.tr("Counts operations: exactly two for each multiply-accumulate"),
            }
        )
        self._foot_title.setText(self.tr("Twice as long, four times the scores"))
        describe(self._tree, self.tr("Ledger"), self.tr("Every number of this model with its formula; Ctrl+C copies the number"))
        describe(self._scroll, self.tr("Ledger"), self.tr("Scrolls through the ledger"))
        self._model.reword()
        self._fill()

    # How it is made

    def _make_header(self) -> None:
        self._title = QLabel(self)
        self._title.setProperty("role", "title")
        self._units = Segmented((("MAC", "MAC"), ("FLOP", "FLOP")), self)
        self._units.set_value("MAC")
        self._units.chosen.connect(self.unit_chosen)
        self._copy = QPushButton(self)
        self._copy.setProperty("role", "small")
        self._copy.setProperty("hasMenu", True)
        menu = QMenu(self._copy)
        self._copy_number, self._copy_all, self._copy_command = (menu.addAction("") for _ in range(3))
        self._copy.setMenu(menu)
        self._copy_command.setEnabled(False)
        self._copy_number.triggered.connect(self._request_number)
        self._copy_all.triggered.connect(lambda: self.copy_requested.emit(self.table_text()))
        self._copy_command.triggered.connect(lambda: self.copy_requested.emit(self._command))
        self._length = LengthChooser(self)
        self._length.length_chosen.connect(self.length_chosen)
        self._header = QHBoxLayout()
        self._header.addWidget(self._title, 1)
        self._header.addWidget(self._units)
        self._header.addWidget(self._copy)

    def _make_tree(self) -> None:
        self._tree = LedgerTree(self)
        self._model = LedgerModel(self)
        self._tree.setModel(self._model)
        self._delegate = LedgerDelegate(self._is_open, lambda: self._tree.columnWidth(0), self._tree)
        self._tree.setItemDelegate(self._delegate)
        self._tree.clicked.connect(self._toggle)
        self._tree.width_changed.connect(self._fit_tree)
        self._tree.expanded.connect(self._fit_tree)
        self._tree.collapsed.connect(self._fit_tree)
        self._tree.selectionModel().currentChanged.connect(self._show_current)
        self._tree.customContextMenuRequested.connect(self._show_menu)
        self._tree.copied.connect(self._request_number)
        self._flash = QVariantAnimation(self)
        self._flash.setDuration(FLASH_MS)
        self._flash.setStartValue(1.0)
        self._flash.setEndValue(0.0)
        self._flash.valueChanged.connect(self._show_flash)
        self._flashing: frozenset[str] = frozenset()

    def _make_foot(self) -> None:
        self._foot = QWidget(self)
        self._foot_title = QLabel(self._foot)
        self._foot_title.setProperty("role", "title")
        self._foot_title.setWordWrap(True)
        for label in (self._title, self._foot_title):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._doubling = StillText(1, self._foot)
        self._curve = CostCurve(self._foot)
        self._foot_column = QVBoxLayout(self._foot)
        for widget in (self._foot_title, self._doubling, self._curve):
            self._foot_column.addWidget(widget)

    def _arrange(self) -> None:
        self._content = QWidget(self)
        self._inner = QVBoxLayout(self._content)
        self._inner.addWidget(self._tree)
        self._inner.addStretch(1)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._content)
        self._header_column = QVBoxLayout()
        self._header_column.addLayout(self._header)
        self._header_column.addWidget(self._length)
        self._outer = QVBoxLayout(self)
        self._outer.addLayout(self._header_column)
        self._outer.addWidget(self._scroll, 1)
        self._pinned = True
        self._outer.addWidget(self._foot)

    # What is shown

    def _fill(self) -> tuple[str, ...]:
        """Write all rows and return the keys of those that changed."""
        counts = self._counts
        if counts is None:
            return ()
        rows = ledger_rows(counts, counts.config, self._unit)
        first = self._model.rowCount() == 0
        changed = self._model.set_rows(rows, self._values_before())
        if first:
            for key in OPEN_AT_FIRST:
                self._tree.expand(self._model.index_of(key))
        if self._delegate.heights_changed:
            self._fit_tree()
        self._doubling.set_text(self._doubling_text(counts))
        self._curve.set_cost(work_shape(counts.config), counts.length, self._unit)
        return changed

    def _values_before(self) -> dict[str, int]:
        """The values at the last setting, by key; counted again only when that setting or the unit is another one."""
        if self._before_known != (self._before, self._unit):
            self._before_known = (self._before, self._unit)
            before = self._before
            self._before_values = (
                {row.key: row.value for row in ledger_rows(before, before.config, self._unit)} if before is not None else {}
            )
        return self._before_values

    def _doubling_text(self, counts: Counts) -> str:
        if not counts.macs.total:
            return self.tr("No tokens, no work.")
        return self.tr("{length} tokens: scores × 4, work in all × {factor}").format(
            length=integer(2 * counts.length), factor=decimal(doubled_macs(counts) / counts.macs.total, 3)
        )

    def set_unit(self, unit: WorkUnit) -> None:
        """Count work in MACs or in FLOPs."""
        self._units.set_value(unit)
        if unit != self._unit:
            self._unit = unit
            self._fill()

    def _flash_rows(self, keys: frozenset[str]) -> None:
        duration = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self)
        if not keys or not self._motion or duration == 0:
            return
        self._flash.stop()
        self._flashing = keys
        self._flash.start()

    def _show_flash(self, strength: float) -> None:
        self._delegate.set_flash(self._flashing, strength)
        self._tree.viewport().update()

    # What the person does

    def table_text(self) -> str:
        """All rows as tab-separated text with a line of headings; numbers plain, so that a spreadsheet reads them."""
        headings = (self.tr("Component"), self.tr("Value"), self.tr("Unit"), self.tr("Formula"))
        lines = ["\t".join(headings)]
        units = {row.key: row.unit for row in ledger_rows(self._counts, self._counts.config, self._unit)} if self._counts else {}
        lines += ["\t".join((entry.label, str(entry.number), units[entry.key], entry.detail)) for entry in self._model.entries()]
        return "\n".join(lines) + "\n"

    def _request_number(self) -> None:
        row = self._model.row(self._tree.currentIndex()) or self._model.row(self._model.index(0, 0))
        if row is not None:
            self.copy_requested.emit(str(row.value))
            announce(self, self.tr("Copied {number}").format(number=integer(row.value)))

    def _is_open(self, key: str) -> bool:
        return self._tree.isExpanded(self._model.index_of(key))

    def _toggle(self, index: QModelIndex) -> None:
        if self._model.rowCount(index):
            self._tree.setExpanded(index, not self._tree.isExpanded(index))

    def _show_current(self, current: QModelIndex) -> None:
        """Scroll the row that the keyboard moved to into view."""
        if current.isValid() and self._tree.hasFocus():
            row = self._tree.visualRect(current)
            top = self._tree.mapTo(self._content, QPoint(0, row.top())).y()
            for y in (top + row.height(), top):
                self._scroll.ensureVisible(0, y, 0, self._theme.px(4))

    def _show_menu(self, at: QPoint) -> None:
        menu = self._copy.menu()
        menu.popup(self._tree.viewport().mapToGlobal(at))

    # Where it stands

    def _fit_tree(self) -> None:
        height = self._tree.content_height()
        self._delegate.heights_changed = False
        if height != self._tree.height() or self._tree.minimumHeight() != height:
            self._tree.setFixedHeight(height)

    def _place_foot(self) -> None:
        """Keep the curve at the bottom where there is room for it, else let it scroll with the rows."""
        pinned = self.height() >= self._theme.px(PINNED_FROM)
        if pinned == self._pinned:
            return
        self._pinned = pinned
        if pinned:
            self._outer.addWidget(self._foot)
        else:
            self._inner.insertWidget(1, self._foot)
        self._foot.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_foot()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def example(name: str = "small", length: int = 9, typed: int | None = None) -> Ledger:
    """A preset whose final norm has just been added."""
    from core.model.counts import count
    from core.model.presets import preset

    config = preset(name, norm="pre")
    ledger = Ledger()
    ledger.set_length(typed, length)
    length = length if typed is None else typed
    ledger.set_command(f"python main.py counts --preset {name} --length {length} --json")
    ledger.set_counts(count(config, length), config, count(preset(name, norm="post"), length))
    ledger.resize(290, 740)
    return ledger


if __name__ == "__main__":
    from gui.preview import show

    show(example)
