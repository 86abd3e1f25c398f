"""InterventionsPanel: change by hand what the selected head, cell or layer does, and take it back with one click."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from core.messages import InputError
from core.model.config import ModelConfig
from core.model.interventions import (
    NONE,
    AttentionOff,
    FeedForwardOff,
    ForcedPattern,
    ForcePattern,
    HeadOff,
    Intervention,
    Interventions,
    ScaleHead,
    SetCell,
)
from gui.access import announce, describe
from gui.i18n import explain, integer
from gui.theme.theme import LIGHT, Theme
from gui.views.inside.changes_list import ChangesList
from gui.views.inside.intervention_controls import InterventionControls
from gui.views.inside.intervention_words import change_in_words, misfit_in_words, place_in_words, token_in_words

WIDE: Final = 380
"""Width at zoom 1 from which the controls of the cell stand beside those of the head."""
WIDER: Final = 720
"""From which those of the layer stand beside both."""
WIDEST: Final = 1040
"""From which the list of changes stands beside all of them and not below."""
_CONTROLS: Final = 760
"""Most that the controls take of the width, for three groups; fewer take as much less."""
_LIST: Final = 84
"""Height for the list below the controls that is asked for; a longer one scrolls."""
_COLUMNS: Final = ("kind", "layer", "head", "query", "key", "value", "renormalise", "factor", "pattern")


class _State(NamedTuple):
    interventions: Interventions = NONE
    config: ModelConfig | None = None
    layer: int = 0
    head: int = 0
    query: int | None = None
    key: int | None = None
    labels: tuple[str, ...] = ()


class InterventionsPanel(QWidget):
    """Controls for one head, one cell and one layer; beside or below them all that is changed, each with its own undo.

    It applies nothing: `interventions_changed` says what is wanted, `set_state` what holds.
    """

    interventions_changed = Signal(object, str)
    """The new Interventions, and the change in words, for undo."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._state = _State()
        self._proposed: float = 1
        """What the field of a cell says that is not set."""
        self._empty = QLabel()
        self._empty.setTextFormat(Qt.TextFormat.PlainText)
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._controls, self._list = InterventionControls(), ChangesList()
        inner = QWidget()
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, inner)
        self._parts.addWidget(self._controls)
        self._parts.addWidget(self._list, 1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._empty, 1)
        outer.addWidget(self._scroll, 1)
        self._connect()
        self.retranslate()
        self._set_spacing()

    def _connect(self) -> None:
        controls, changes = self._controls, self._list
        controls.head_switched.connect(lambda on: self._switch(HeadOff(self._state.layer, self._state.head), on))
        controls.attention_switched.connect(lambda on: self._switch(AttentionOff(self._state.layer), on))
        controls.feed_forward_switched.connect(lambda on: self._switch(FeedForwardOff(self._state.layer), on))
        controls.pattern_chosen.connect(self._force)
        controls.factor_chosen.connect(self._scale)
        controls.cell_chosen.connect(self._set_cell)
        controls.cell_released.connect(self._release_cell)
        changes.undone.connect(lambda number: self._remove(self._state.interventions.items[number]))
        changes.all_undone.connect(lambda: self._want(NONE, self.tr("everything as computed")))
        changes.emptied.connect(controls.focus_first)

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
        """What is changed now, and which layer, head (from 0) and cell are selected; without a model nothing can be changed."""
        new = _State(interventions, config, layer, head, query, key, labels)
        if new == self._state:
            return
        old, self._state = self._state, new
        if (old.layer, old.head, old.query, old.key) != (layer, head, query, key):
            self._controls.forget_typing()
        self._show()

    def set_theme(self, theme: Theme) -> None:
        """Sizes at the present zoom, and colours."""
        if theme == self._theme:
            return
        self._theme = theme
        self._controls.set_theme(theme)
        self._list.set_theme(theme)
        self._set_spacing()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._empty.setText(self.tr("Type a sentence to change what its heads do."))
        self._controls.retranslate()
        self._list.retranslate()  # before what is said of it here
        self._show()

    def accessible_text(self) -> str:
        """All that is changed, in words."""
        return self._list.accessible_text()

    def numbers(self) -> list[list[str]]:
        """The changes as a table; layers, heads and tokens count from 0, as in files."""
        records = self._state.interventions.as_list()
        return [list(_COLUMNS), *([str(record.get(name, "")) for name in _COLUMNS] for record in records)]

    def minimumSizeHint(self) -> QSize:
        """Everything scrolls, so little is needed."""
        return QSize(self._theme.px(250), self._theme.px(160))

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the list where there is room for it."""
        super().resizeEvent(event)
        self._arrange()

    def needed_height(self) -> int:
        """What shows all controls, and the beginning of the list, at the width of now."""
        margins, controls = self._parts.contentsMargins(), self._controls
        height = max(controls.heightForWidth(controls.width()), controls.sizeHint().height())
        if self._parts.direction() == QBoxLayout.Direction.TopToBottom:
            height += self._parts.spacing() + self._theme.px(_LIST)
        return margins.top() + height + margins.bottom()

    def _arrange(self) -> None:
        px, width = self._theme.px, self.width()
        columns = 1 + (width >= px(WIDE)) + (width >= px(WIDER))
        self._controls.set_columns(columns)
        beside = width >= px(WIDEST)
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._parts.direction() != direction:
            self._parts.setDirection(direction)
            self._parts.setAlignment(self._controls, Qt.AlignmentFlag.AlignTop if beside else Qt.AlignmentFlag(0))
        self._controls.setMinimumWidth(px(_CONTROLS) if beside else 0)
        self._controls.setMaximumWidth(px(_CONTROLS) * columns // 3 if columns != 2 else px(_CONTROLS))

    def _show(self) -> None:
        state, interventions = self._state, self._state.interventions
        there = state.config is not None and bool(state.labels)
        self._empty.setVisible(not there)
        self._scroll.setVisible(there)
        changes = interventions.of_head(state.layer, state.head)
        where = place_in_words(HeadOff(state.layer, state.head))
        self._controls.set_head(where, not changes.off, changes.forced, changes.factor)
        layer = self.tr("The whole layer {layer}").format(layer=integer(state.layer + 1))
        off = (interventions.attention_off(state.layer), interventions.feed_forward_off(state.layer))
        self._controls.set_layer(layer, not off[0], not off[1])
        self._show_cell()
        self._controls.set_problem("")
        self._list.set_changes(self._in_words())
        describe(self, self.tr("Changes by hand"), self.accessible_text())

    def _show_cell(self) -> None:
        state, found = self._state, self._cell()
        if state.config is None or state.query is None or state.key is None or max(state.query, state.key) >= len(state.labels):
            self._controls.set_cell(self.tr("Choose a cell in the map to set its value."), False, self._proposed, None)
        elif not state.config.allows(state.query, state.key):
            self._controls.set_cell(self.tr("The mask forbids the selected cell."), False, self._proposed, None)
        else:
            query, key = (token_in_words(index, state.labels) for index in (state.query, state.key))
            words = self.tr("{query} looks at {key}").format(query=query, key=key)
            value, renormalise = (self._proposed, None) if found is None else (found.value, found.renormalise)
            self._controls.set_cell(words, True, value, renormalise)

    def _cell(self) -> SetCell | None:
        """The selected cell, if it is set by hand."""
        state = self._state
        cells = state.interventions.of_head(state.layer, state.head).cells
        return next((cell for cell in cells if (cell.query, cell.key) == (state.query, state.key)), None)

    def _in_words(self) -> tuple[str, ...]:
        state = self._state
        reasons = {}
        if state.config is not None:
            misfits = state.interventions.applies_to(state.config, len(state.labels)).misfits
            reasons = {misfit.intervention: f" ({misfit_in_words(misfit.reason)})" for misfit in misfits}
        return tuple(change_in_words(change, state.labels) + reasons.get(change, "") for change in state.interventions)

    def _want(self, wanted: Interventions, label: str) -> None:
        self._controls.set_problem("")
        if wanted != self._state.interventions:
            announce(self, label)
            self.interventions_changed.emit(wanted, label)

    def _add(self, change: Intervention) -> None:
        self._want(self._state.interventions.add(change), change_in_words(change, self._state.labels))

    def _remove(self, change: Intervention) -> None:
        words = self.tr("as computed again: {change}").format(change=change_in_words(change, self._state.labels))
        self._want(self._state.interventions.remove(change), words)

    def _switch(self, change: Intervention, on: bool) -> None:
        if on:
            self._remove(change)
        else:
            self._add(change)

    def _force(self, pattern: ForcedPattern | None) -> None:
        state = self._state
        if pattern is not None:
            self._add(ForcePattern(state.layer, state.head, pattern))
            return
        for found in state.interventions.find(ForcePattern, state.layer, state.head):
            self._remove(found)

    def _scale(self, factor: float) -> None:
        state = self._state
        try:
            change = ScaleHead(state.layer, state.head, factor)
        except InputError as error:
            self._controls.set_problem(explain(error))
            return
        if factor != 1:
            self._add(change)
            return
        for found in state.interventions.find(ScaleHead, state.layer, state.head):
            self._remove(found)

    def _set_cell(self, value: float, renormalise: bool) -> None:
        state = self._state
        if state.query is None or state.key is None:
            return
        try:
            change = SetCell(state.layer, state.head, state.query, state.key, value, renormalise)
        except InputError as error:
            self._controls.set_problem(explain(error), of_cell=True)
            return
        self._proposed = value
        self._add(change)

    def _release_cell(self) -> None:
        found = self._cell()
        if found is not None:
            self._remove(found)

    def _set_spacing(self) -> None:
        theme = self._theme
        self._parts.setContentsMargins(theme.px(14), theme.px(12), theme.px(14), theme.px(12))
        self._parts.setSpacing(theme.px(20))
        self._empty.setContentsMargins(theme.px(14), theme.px(12), theme.px(14), theme.px(12))
        self._arrange()
        self.updateGeometry()


def _example() -> InterventionsPanel:
    from core.model import preset

    panel = InterventionsPanel()
    labels = ("The", "keys", "to", "the", "cabinet", "are", "on", "the", "table")
    changed = NONE.add(HeadOff(0, 1)).add(ForcePattern(1, 2, "previous-token")).add(SetCell(1, 2, 5, 1, 0.75))
    changed = changed.add(ScaleHead(1, 2, -0.5)).add(FeedForwardOff(3)).add(HeadOff(7, 0))

    def follow(wanted: Interventions, _label: str = "") -> None:
        panel.set_state(wanted, preset("small"), 1, 2, 5, 1, labels)

    panel.interventions_changed.connect(follow)
    follow(changed)
    return panel


if __name__ == "__main__":
    from gui.preview import show

    show(_example)
