"""The architecture panel: block diagram, formulas and every switch of the model, each pointing at the others.

The switches have precedence: where the panel is too low for the diagram and a few of them, the diagram is folded away, until the
person unfolds it.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from core.model.config import ModelConfig
from core.model.formulas import Part
from core.model.presets import preset
from gui.access import describe
from gui.theme.icons import icon
from gui.theme.theme import LIGHT, Theme
from gui.views.block_diagram import BlockDiagram
from gui.views.controls.footer import Footer
from gui.views.controls.preset_box import PresetBox
from gui.views.controls.row import GAP, HEIGHT, ControlRow
from gui.views.controls.switch import Switch
from gui.views.controls.switches_more import MORE
from gui.views.controls.table import SWITCHES
from gui.views.formulas import Formulas

_WIDTH = 250
_PADDING = 12
_HEAD = 28
_SPACING = 3
_LEAST_FORMULA_ROWS = 6
_ROWS_BESIDE_DIAGRAM = 4
"""So many switches must be in sight under the diagram; otherwise it is folded away."""
_LEAST_LABELS = 64
"""Least width of the column of labels."""
_RIGHT = 2
_BAR = 10


class ArchitecturePanel(QWidget):
    """Shows one configuration and passes on what the person wants changed; it decides nothing."""

    change_requested = Signal(dict, str)
    """Fields of ModelConfig to replace, and a short label of the change for undo."""
    preset_chosen = Signal(str)
    expanded_changed = Signal(bool)
    """Whether the section More is open."""
    diagram_shown_changed = Signal(object)
    """What the person wants of the diagram: True, False, or None: as the height of the panel allows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._config = preset("small")
        self._request: dict[str, Any] = {}
        self._problem_field: str | None = None
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = _heading()
        self._preset = PresetBox()
        self._preset.set_config(self._config)
        self._wanted: bool | None = None
        self._pointed: Switch | None = None
        self._fold = QPushButton()
        self._fold.setProperty("role", "quiet")
        self.diagram = BlockDiagram()
        self.formulas = Formulas("way", _LEAST_FORMULA_ROWS)
        self.symbols = Formulas("symbols")
        self._symbols_title = _heading()
        self._more = QPushButton()
        self._more.setProperty("role", "quiet")
        self._expanded = False
        self._extra = QWidget()
        self._footer = Footer()
        self.rows = tuple(ControlRow(switch) for switch in SWITCHES)
        self._scroll = QScrollArea()
        self._lay_out()
        self._connect()
        self.set_expanded(False)
        self.retranslate()
        self.set_theme(self._theme)

    def _lay_out(self) -> None:
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.addWidget(self._fold, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(self.diagram)
        self._column.addWidget(self.formulas)
        for row in self.rows:
            if row.switch not in MORE:
                self._column.addWidget(row)
        self._column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self._extra_column = QVBoxLayout(self._extra)
        self._extra_column.setContentsMargins(0, 0, 0, 0)
        for row in self.rows:
            if row.switch in MORE:
                self._extra_column.addWidget(row)
        self._column.addWidget(self._extra)
        self._column.addWidget(self._symbols_title)
        self._column.addWidget(self.symbols)
        self._column.addStretch(1)
        self._scroll.setWidget(content)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The bar keeps its place, so that nothing gets narrower when More opens.
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._head = QHBoxLayout()
        self._head.addWidget(self._title)
        self._head.addWidget(self._preset, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(self._head)
        outer.addWidget(self._scroll, 1)
        outer.addWidget(self._footer)

    def _connect(self) -> None:
        self._preset.edited.connect(self.preset_chosen.emit)
        self._more.clicked.connect(self._on_more)
        self._fold.clicked.connect(self._on_fold)
        self._footer.choice_taken.connect(self._on_choice)
        for view in (self.diagram, self.formulas, self.symbols):
            view.part_hovered.connect(self._highlight)
            view.part_clicked.connect(self._on_part_clicked)
        for row in self.rows:
            row.requested.connect(self._on_requested)
            row.refused.connect(lambda text, row=row: self._on_refused(row, text))
            row.pointed.connect(self._on_pointed)

    def set_config(self, config: ModelConfig) -> None:
        """Show `config`, and forget any request that was not applied."""
        if config == self._config:
            return
        self._config = config
        self._clear_problem()
        self.diagram.set_config(config)
        self.formulas.set_config(config)
        self.symbols.set_config(config)
        for row in self.rows:
            row.set_config(config)
        self._preset.set_config(config)
        self._show_hint()

    def set_length(self, length: int) -> None:
        """The number of tokens, for the shapes in the diagram."""
        self.diagram.set_length(length)

    def set_reduced_motion(self, reduced: bool) -> None:
        """Show changes at once instead of moving."""
        self.diagram.set_reduced_motion(reduced)

    def set_expanded(self, expanded: bool) -> None:
        """Open or close the section More; nothing is emitted."""
        self._expanded = expanded
        self._extra.setVisible(expanded)
        self._set_chevron()

    @property
    def expanded(self) -> bool:
        """Whether the section More is open."""
        return self._expanded

    def set_diagram_shown(self, shown: bool | None) -> None:
        """Show the block diagram or fold it away; None leaves that to the height of the panel. Nothing is emitted."""
        self._wanted = shown
        self._arrange()

    @property
    def diagram_shown(self) -> bool:
        """Whether the block diagram is shown now."""
        return not self.diagram.isHidden()

    def show_problem(self, message: str | None, field: str | None = None, choices: tuple[int | str, ...] = ()) -> None:
        """Say why the last request was not applied, which stays in sight and marked; None takes that back.

        Parameters
        ----------
        message
            One sentence in the person's language.
        field
            The field that `choices` are for; else the one that was asked for last.
        choices
            The nearest legal values, offered as buttons.
        """
        if message is None:
            self._clear_problem()
            return
        self._problem_field = field or next(iter(self._request), None)
        asked: set[str | None] = set(self._request) or {self._problem_field}
        for row in self.rows:
            row.set_pending(row.switch.field in asked and row.switch.name not in ("norm_variant", "window", "head_width_number"))
        self._footer.set_problem(message, choices)
        marked = next((row for row in self.rows if row.pending and row.isVisible()), None)
        if marked is not None:
            # The foot may have grown over the row.
            self._activate_layouts()
            self._scroll.ensureWidgetVisible(marked, 0, self._theme.px(4))

    def _activate_layouts(self) -> None:
        if (layout := self.layout()) is not None:
            layout.activate()

    def set_theme(self, theme: Theme) -> None:
        """Colours, type and zoom."""
        self._theme = theme
        padding = theme.px(_PADDING)
        self.setMinimumWidth(theme.px(_WIDTH))
        self._head.setContentsMargins(padding, theme.px(6), padding, theme.px(2))
        self._head.setSpacing(theme.px(8))
        self._preset.setFixedHeight(theme.px(_HEAD))
        self._column.setContentsMargins(padding, 0, theme.px(_RIGHT), padding)
        self._column.setSpacing(theme.px(_SPACING))
        self._extra_column.setSpacing(theme.px(_SPACING))
        for button in (self._fold, self._more):
            button.setIconSize(QSize(theme.px(16), theme.px(16)))
        self.diagram.set_theme(theme)
        self.formulas.set_theme(theme)
        self.symbols.set_theme(theme)
        self._footer.set_theme(theme)
        for row in self.rows:
            row.set_theme(theme)
        self._set_chevron()
        self._arrange()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._title.setText(self.tr("Architecture"))
        self._symbols_title.setText(self.tr("What the symbols mean"))
        self._more.setText(self.tr("More"))
        describe(self._more, self.tr("More switches"), self.tr("Shows or hides the switches that are needed less often."))
        self._more.setToolTip(self._more.accessibleDescription())
        self._fold.setText(self.tr("Block diagram"))
        self._preset.retranslate()
        for row in self.rows:
            row.retranslate()
        self._set_chevron()
        self._show_hint()
        self._align()

    def _set_chevron(self) -> None:
        self._more.setIcon(icon("chevron-down" if self._expanded else "chevron-right", self._theme.muted))
        shown = self.diagram_shown
        self._fold.setIcon(icon("chevron-down" if shown else "chevron-right", self._theme.muted))
        state = self.tr("Shown; press to fold it away.") if shown else self.tr("Folded away; press to show it.")
        describe(self._fold, self._fold.text(), state)
        self._fold.setToolTip(state)

    def _on_more(self) -> None:
        self.set_expanded(not self._expanded)
        self.expanded_changed.emit(self._expanded)

    def _on_fold(self) -> None:
        """What the height of the panel says anyway is not worth remembering."""
        wanted = not self.diagram_shown
        self.set_diagram_shown(None if wanted == self._high_enough() else wanted)
        self.diagram_shown_changed.emit(self._wanted)

    def _high_enough(self) -> bool:
        """Whether the diagram leaves room for some switches."""
        rows = _ROWS_BESIDE_DIAGRAM * self._theme.px(HEIGHT + _SPACING)
        above = self._theme.px(_HEAD + 8) + self._fold.sizeHint().height() + self._theme.px(3 * _SPACING)
        views = self.diagram.sizeHint().height() + self.formulas.sizeHint().height()
        return self.height() >= above + views + rows + self._footer.usual_height()

    def _arrange(self) -> None:
        """Fold or unfold the diagram, and place the column of labels."""
        shown = self._high_enough() if self._wanted is None else self._wanted
        if shown == self.diagram.isHidden():
            self.diagram.setVisible(shown)
            self._set_chevron()
        self._align()

    def _align(self) -> None:
        """One column for the labels, as wide as the longest of them, unless an editor needs the room."""
        theme = self._theme
        widths = [row.widths() for row in self.rows if row.switch not in MORE]
        room = self.width() - theme.px(_PADDING) - theme.px(_RIGHT) - theme.px(_BAR) - theme.px(GAP)
        column = min(max(label for label, _ in widths), room - max(editor for _, editor in widths))
        for row in self.rows:
            row.set_label_width(max(column, theme.px(_LEAST_LABELS)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep some switches in sight whatever the height."""
        super().resizeEvent(event)
        self._arrange()

    def _on_requested(self, changes: dict[str, Any], label: str) -> None:
        self._clear_problem(keep=changes)
        self._request = dict(changes)
        self.change_requested.emit(changes, label)

    def _on_refused(self, row: ControlRow, text: str) -> None:
        self._request = {row.switch.field: text}
        self.show_problem(self.tr("“{text}” is not a number.").format(text=text), row.switch.field)

    def _on_choice(self, choice: int | str) -> None:
        """The nearest legal choice, together with what was asked for."""
        if self._problem_field is None:
            return
        changes = self._request | {self._problem_field: choice}
        words = next((row.switch.words for row in self.rows if row.switch.field == self._problem_field), self._problem_field)
        name = QCoreApplication.translate("Controls", words)
        label = QCoreApplication.translate("Controls", "{setting}: {value}").format(setting=name, value=choice)
        self._request = dict(changes)
        self.change_requested.emit(changes, label)

    def _clear_problem(self, keep: dict[str, Any] | None = None) -> None:
        """Rows that were marked show again what holds, except those of a newer request."""
        self._footer.set_problem(None)
        self._problem_field = None
        self._request = {}
        for row in self.rows:
            if row.pending:
                if keep and row.switch.field in keep:
                    row.set_pending(False)
                else:
                    row.revert()

    def _highlight(self, part: Part | None) -> None:
        for view in (self.diagram, self.formulas, self.symbols):
            view.set_highlight(part)

    def _on_pointed(self, switch: Switch | None) -> None:
        focused = self.focusWidget()
        row = next((row for row in self.rows if row.switch is switch or (switch is None and row.isAncestorOf(focused))), None)
        self._pointed = row.switch if row else None
        self._show_hint()
        shown = [part for part in row.switch.parts if part in self.diagram.scene().order] if row else []
        self._highlight(shown[0] if shown else None)

    def _show_hint(self) -> None:
        """The switch that is pointed at; at rest the common errors that are chosen, if any."""
        row = next((row for row in self.rows if row.switch is self._pointed), None)
        self._footer.set_hint(row.hints() if row is not None else self._warnings())

    def _warnings(self) -> tuple[str, ...]:
        """The common errors that are chosen: what each does or, where there is no room for that, where they are."""
        template = QCoreApplication.translate("Controls", "{setting}: {value}")
        wrong = [(QCoreApplication.translate("Controls", row.switch.words), row.remark()) for row in self.rows if row.warning()]
        if not wrong:
            return ()
        each = "\n".join("⚠ " + template.format(setting=name, value=remark) for name, remark in wrong)
        where = self.tr("Common errors are chosen at: {settings}").format(settings=", ".join(name for name, _ in wrong))
        return each, f"⚠ {where}"

    def _on_part_clicked(self, part: Part) -> None:
        """Go to the first control that changes the part."""
        row = next((row for row in self.rows if part in row.switch.parts), None)
        if row is None:
            return
        if row.switch in MORE and not self._expanded:
            self._on_more()
        row.focus_widget().setFocus(Qt.FocusReason.OtherFocusReason)
        self._scroll.ensureWidgetVisible(row)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)


def _heading() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", "title")
    return label


if __name__ == "__main__":
    from gui.preview import show

    def _example() -> ArchitecturePanel:
        from core.messages import InputError
        from gui.i18n import explain

        panel = ArchitecturePanel()
        now = {"config": preset("small")}

        def apply(changes: dict[str, Any], _label: str) -> None:
            try:
                now["config"] = replace(now["config"], **changes)
            except InputError as error:
                panel.show_problem(explain(error))
            else:
                panel.set_config(now["config"])

        panel.change_requested.connect(apply)
        panel.preset_chosen.connect(lambda name: apply(asdict(preset(name)), name))
        return panel

    show(_example)
