"""InterventionControls: switches and fields for one head, one cell and one layer; the panel around them knows what they mean."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget

from core.model.interventions import FORCED_PATTERNS, LARGEST_FACTOR, ForcedPattern
from gui.access import announce, describe, tooltip
from gui.theme.theme import LIGHT, Theme
from gui.views.controls.fields import ChoiceBox, Number, NumberField
from gui.views.inside.intervention_words import pattern_explained, pattern_in_words
from gui.views.segmented import Segmented

COMPUTED: Final = "computed"
"""The choice of the pattern that forces none."""
_FIELD: Final = 92
"""Least width of a number field at zoom 1."""


class InterventionControls(QWidget):
    """What is typed or switched here is a wish; what is shown is what the setters say."""

    head_switched = Signal(bool)
    """Whether the head is to be on."""
    attention_switched = Signal(bool)
    feed_forward_switched = Signal(bool)
    pattern_chosen = Signal(object)
    """A ForcedPattern, or None for the computed one."""
    factor_chosen = Signal(object)
    """A number; it need not be legal."""
    cell_chosen = Signal(object, bool)
    """The value, which need not be legal, and whether the row still sums to 1."""
    cell_released = Signal()
    """The cell is to be computed again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._is_set = False
        self._names = {name: _label("muted") for name in ("head", "pattern", "scale", "value", "attention", "feed_forward")}
        self._where, self._cell, self._layer = (_label("strong", wrap=True) for _ in range(3))
        self._problem = _label("problem", wrap=True)
        self._head, self._attention, self._feed_forward = (Segmented((("on", ""), ("off", ""))) for _ in range(3))
        self._pattern = ChoiceBox()
        self._scale = NumberField(_next_factor, whole=False)
        self._value = NumberField(_next_value, whole=False)
        self._set = QPushButton()
        self._set.setProperty("role", "small")
        self._renormalise = QCheckBox()
        self._renormalise.setChecked(True)
        self._lay_out()
        self._connect()
        self.retranslate()
        self._set_spacing()
        self.set_problem("")

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._columns = 0
        self._groups = (
            self._group(("", self._where), ("head", self._head), ("pattern", self._pattern), ("scale", self._scale)),
            self._group(("", self._cell), ("value", self._value), ("", self._renormalise), ("set", self._set)),
            self._group(("", self._layer), ("attention", self._attention), ("feed_forward", self._feed_forward)),
        )
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.set_columns(1)

    def _group(self, *rows: tuple[str, QWidget]) -> QWidget:
        """A heading, and below it fields with their names at the left."""
        group = QWidget()
        grid = QGridLayout(group)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        for number, (name, editor) in enumerate(rows):
            if not name:
                grid.addWidget(editor, number, 0, 1, 2)
            elif name in self._names:
                grid.addWidget(self._names[name], number, 0)
                grid.addWidget(editor, number, 1)
            else:
                grid.addWidget(editor, number, 1, Qt.AlignmentFlag.AlignLeft)
        return group

    def set_columns(self, columns: int) -> None:
        """Put head, cell and layer below each other (1), the layer below the other two (2), or all beside each other (3)."""
        if columns == self._columns:
            return
        self._columns = columns
        places = {1: ((0, 0, 1), (1, 0, 1), (2, 0, 1)), 2: ((0, 0, 1), (0, 1, 1), (1, 0, 2)), 3: ((0, 0, 1), (0, 1, 1), (0, 2, 1))}
        for group, (row, column, span) in zip(self._groups, places[columns], strict=True):
            self._grid.addWidget(group, row, column, 1, span, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self._problem, 3, 0, 1, columns)
        for column in range(3):
            self._grid.setColumnStretch(column, int(column < columns))
        # Where the two groups have little width, the heading above the switch says well enough what it switches.
        named = columns != 2
        self._names["head"].setVisible(named)
        grid = self._groups[0].layout()
        assert isinstance(grid, QGridLayout)
        grid.addWidget(self._head, 1, int(named), 1, 2 - int(named))

    def _connect(self) -> None:
        self._head.chosen.connect(lambda value: self.head_switched.emit(value == "on"))
        self._attention.chosen.connect(lambda value: self.attention_switched.emit(value == "on"))
        self._feed_forward.chosen.connect(lambda value: self.feed_forward_switched.emit(value == "on"))
        self._pattern.edited.connect(lambda value: self.pattern_chosen.emit(None if value == COMPUTED else value))
        self._scale.edited.connect(self.factor_chosen)
        self._value.edited.connect(lambda value: self.cell_chosen.emit(value, self._renormalise.isChecked()))
        self._scale.refused.connect(lambda text: self._refuse(text, of_cell=False))
        self._value.refused.connect(lambda text: self._refuse(text, of_cell=True))
        self._set.clicked.connect(self._set_clicked)
        self._renormalise.clicked.connect(self._renormalise_clicked)

    def set_head(self, words: str, on: bool, pattern: ForcedPattern | None, factor: float) -> None:
        """The name of the selected head, and what holds for it."""
        self._where.setText(words)
        self._head.set_value("on" if on else "off")
        self._pattern.set_value(pattern or COMPUTED)
        self._scale.set_value(factor)

    def set_layer(self, words: str, attention_on: bool, feed_forward_on: bool) -> None:
        """The name of the selected layer, and what holds for it."""
        self._layer.setText(words)
        self._attention.set_value("on" if attention_on else "off")
        self._feed_forward.set_value("on" if feed_forward_on else "off")

    def set_cell(self, words: str, possible: bool, value: float, renormalise: bool | None) -> None:
        """The selected cell in words, or why none can be set.

        `value` is what it is set to, or what the field proposes; `renormalise` is None when it is not set by hand.
        """
        self._cell.setText(words)
        for widget in (self._value, self._set, self._renormalise, self._names["value"]):
            widget.setEnabled(possible)
        self._is_set = renormalise is not None
        if renormalise is not None:
            self._renormalise.setChecked(renormalise)
        self._value.set_value(value)
        self._name_button()

    def forget_typing(self) -> None:
        """What is still being typed was meant for another head or cell."""
        self._scale.revert()
        self._value.revert()

    def set_problem(self, text: str, *, of_cell: bool = False) -> None:
        """Say what is wrong with the number in the field of the cell or of the factor; nothing takes it back."""
        self._problem.setText(text)
        self._problem.setVisible(bool(text))
        for field, wrong in ((self._scale, bool(text) and not of_cell), (self._value, bool(text) and of_cell)):
            if bool(field.property("problem")) != wrong:
                field.set_problem(wrong)
        announce(self, text)

    def focus_first(self) -> None:
        """Give the keyboard to the pattern: where to go when what had it is gone."""
        self._pattern.setFocus()

    def set_theme(self, theme: Theme) -> None:
        """Sizes at the present zoom, and colours."""
        if theme != self._theme:
            self._theme = theme
            self._set_spacing()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        names = {
            "head": self.tr("This head"),
            "pattern": self.tr("Pattern"),
            "scale": self.tr("Scale"),
            "value": self.tr("Value"),
            "attention": self.tr("Attention"),
            "feed_forward": self.tr("Feed-forward"),
        }
        for name, text in names.items():
            self._names[name].setText(text)
        switches = (
            (self._head, "head", self.tr("A head that is off adds nothing; its map is still shown.")),
            (self._attention, "attention", self.tr("Off, no head of this layer adds anything, nor does its bias.")),
            (self._feed_forward, "feed_forward", self.tr("Off, the feed-forward network of this layer adds nothing.")),
        )
        for switch, name, text in switches:
            switch.set_labels({"on": self.tr("on"), "off": self.tr("off")})
            switch.set_name(names[name], text)
            switch.setToolTip(tooltip(text))
        patterns = {COMPUTED: (self.tr("as computed"), self.tr("The softmax of the scores, as ever."))}
        for pattern in FORCED_PATTERNS:
            patterns[pattern] = (pattern_in_words(pattern), pattern_explained(pattern))
        self._pattern.set_choices(patterns)
        self._renormalise.setText(self.tr("the row still sums to 1"))
        shares = self.tr("The other cells of the row share what is left, in proportion; otherwise they stay as they are.")
        explained = (
            (self._pattern, names["pattern"], self.tr("What the head is made to look at, whatever its scores say.")),
            (
                self._scale,
                names["scale"],
                self.tr("What the head adds is multiplied by this: 1 changes nothing, −1 turns it round."),
            ),
            (self._value, names["value"], self.tr("From 0 to 1: how much the first token is to look at the second.")),
            (self._renormalise, self._renormalise.text(), shares),
        )
        for widget, name, text in explained:
            describe(widget, name, text)
            widget.setToolTip(tooltip(text))
        self._scale.rewrite()
        self._value.rewrite()
        self._name_button()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _name_button(self) -> None:
        self._set.setText(self.tr("Undo") if self._is_set else self.tr("Set cell"))
        explained = self.tr("The cell is computed again.") if self._is_set else self.tr("Writes the value into the cell.")
        describe(self._set, self._set.text(), explained)
        self._set.setToolTip(tooltip(explained))

    def _set_clicked(self) -> None:
        if self._is_set:
            self.cell_released.emit()
        else:
            self.cell_chosen.emit(self._value.value, self._renormalise.isChecked())

    def _renormalise_clicked(self) -> None:
        if self._is_set:
            self.cell_chosen.emit(self._value.value, self._renormalise.isChecked())

    def _refuse(self, text: str, *, of_cell: bool) -> None:
        self.set_problem(self.tr("“{text}” is no number.").format(text=text), of_cell=of_cell)

    def _set_spacing(self) -> None:
        theme = self._theme
        self._grid.setHorizontalSpacing(theme.px(16))
        self._grid.setVerticalSpacing(theme.px(12))
        for group in self._groups:
            grid = group.layout()
            assert isinstance(grid, QGridLayout)
            grid.setHorizontalSpacing(theme.px(10))
            grid.setVerticalSpacing(theme.px(6))
        for switch in (self._head, self._attention, self._feed_forward):
            switch.set_theme(theme)
        for field in (self._scale, self._value):
            field.set_theme(theme)
            field.setMinimumWidth(theme.px(_FIELD))


def _label(role: str, *, wrap: bool = False) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", role)
    label.setWordWrap(wrap)
    return label


def _next_factor(value: Number, direction: int) -> Number:
    """Half a step on, on halves."""
    return min(max(round(float(value) * 2 + direction) / 2, -LARGEST_FACTOR), LARGEST_FACTOR)


def _next_value(value: Number, direction: int) -> Number:
    """A tenth on, on tenths."""
    return min(max(round(float(value) * 10 + direction) / 10, 0.0), 1.0)


if __name__ == "__main__":
    from gui.preview import show

    show(InterventionControls)
