"""One labelled switch: its words, the editor of its kind, and in words what the present choice means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from core.messages import QT_TRANSLATE_NOOP
from core.model.config import ModelConfig, legal_placements
from core.model.presets import preset
from gui.access import describe, tooltip
from gui.i18n import integer
from gui.theme.theme import Theme
from gui.views.controls.fields import ChoiceBox, Number, NumberField
from gui.views.controls.steps import SEED_LIMIT, stepped, stepped_base
from gui.views.controls.switch import Choice, Switch
from gui.views.controls.table import effective, read, write
from gui.views.segmented import Segmented

HEIGHT = 29
GAP = 5
_EDITOR = 28
_SPARE = 12
"""What each choice of a row of them can spare of the width it would like to have."""
_DEEP = 12
"""Blocks from which post-norm without warm-up is the common error of the lesson."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Controls", text) if text else ""


class ControlRow(QWidget):
    """The row of one switch of the table."""

    requested = Signal(dict, str)
    """Fields of ModelConfig to replace, and a short label of the change."""
    refused = Signal(str)
    """What was typed into a number field is no number."""
    pointed = Signal(object)
    """The switch while the pointer or the keyboard is on the row, None when it leaves."""

    def __init__(self, switch: Switch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.switch = switch
        self._config = preset("small")
        self._pending = False
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setProperty("role", "muted")
        self._segments: Segmented | None = None
        self._box: ChoiceBox | None = None
        self._number: NumberField | None = None
        self._button: QPushButton | None = None
        self._remark, self._error = "", False
        self._label_width = self._spare = 0
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.addWidget(self._label)
        self._line.addLayout(self._editor(), 1)
        for widget in self.findChildren(QWidget):
            widget.installEventFilter(self)
        self.retranslate()
        self._show()

    def _editor(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        switch = self.switch
        match switch.kind:
            case "segments":
                shown = [choice for choice in switch.choices if choice.words and self._offered(choice)]
                self._segments = Segmented([(choice.value, choice.words) for choice in shown])
                self._segments.chosen.connect(self._request)
                line.addWidget(self._segments)
            case "combo":
                self._box = ChoiceBox()
                self._box.edited.connect(self._request)
                line.addWidget(self._box)
            case _:
                whole = switch.kind != "decimal"
                self._number = NumberField(self._step, whole=whole)
                self._number.edited.connect(self._request)
                self._number.refused.connect(self.refused)
                line.addWidget(self._number, 1)
        if switch.kind in ("automatic", "seed"):
            self._button = QPushButton()
            self._button.setCheckable(switch.kind == "automatic")
            self._button.clicked.connect(self._on_button)
            line.addWidget(self._button)
        return line

    def _offered(self, choice: Choice) -> bool:
        """Sandwich and DeepNorm have a control of their own under More; the main one only names them when they hold."""
        return self.switch.name != "norm" or choice.value in ("pre", "post", "none")

    def _step(self, value: Number, direction: int) -> Number:
        if self.switch.kind == "decimal":
            return stepped_base(float(value), direction)
        return stepped(self._config, self.switch.field, int(value), direction)

    def _on_button(self) -> None:
        if self.switch.kind == "automatic":
            self._request(None)
        else:
            self._request((self._config.seed + 1) % (SEED_LIMIT + 1))

    def _request(self, value: Any) -> None:
        if self.switch.kind == "automatic" and self._button is not None:
            self._button.setChecked(value is None)
        words = next((self._filled(choice.words) for choice in self.switch.choices if choice.value == value), None)
        if words is None:
            words = _tr(self.switch.automatic) if value is None else integer(value) if isinstance(value, int) else str(value)
        template = QCoreApplication.translate("Controls", "{setting}: {value}")
        label = template.format(setting=_tr(self.switch.words), value=words)
        self.requested.emit(write(self.switch, value, self._config), label)

    def set_config(self, config: ModelConfig) -> None:
        """Show what holds in `config`."""
        if config != self._config:
            self._config = config
            self._show()

    def revert(self) -> None:
        """Forget a request that was not applied and show what holds."""
        if self._number is not None:
            self._number.revert()
        self.set_pending(False)
        self._show()

    def set_pending(self, pending: bool) -> None:
        """Mark what is shown as asked for but not applied."""
        if pending == self._pending:
            return
        self._pending = pending
        for widget in (self._number, self._box):
            if widget is not None:
                widget.set_problem(pending)
        self._label.setProperty("role", "key" if pending else "muted")
        self._label.style().unpolish(self._label)
        self._label.style().polish(self._label)
        self._set_label()

    @property
    def pending(self) -> bool:
        """Whether what is shown is not applied."""
        return self._pending

    def focus_widget(self) -> QWidget:
        """What takes the keyboard."""
        if self._segments is not None:
            checked = [button for button in self._segments.findChildren(QWidget) if getattr(button, "isChecked", bool)()]
            first = self._segments.findChildren(QWidget)
            return (checked or first)[0]
        return self._box or self._number or self

    def shown_value(self) -> Any:
        """What the editor shows: for tests and for the panel's own checks."""
        if self._segments is not None:
            return self._segments.value
        if self._box is not None:
            return self._box.currentData()
        return self._number.lineEdit().text() if self._number is not None else None

    def hints(self) -> tuple[str, ...]:
        """What the switch does and what its present choice means, from the fullest wording to the shortest.

        The choice of a common error is named as one in each of them.
        """
        explanation = _tr(self.switch.explanation)
        value = self.shown_value()
        chosen = next((_tr(choice.explanation) for choice in self.switch.choices if choice.value == value), "")
        warning = self.warning()
        if warning:
            return (f"{warning}. {chosen}", warning)
        reason = self._reason() if self.switch.name == "placement" else ""
        if reason:
            return (reason, self._remark)
        return tuple(dict.fromkeys(text for text in (f"{explanation} {chosen}".strip(), explanation) if text))

    def warning(self) -> str:
        """The common error that is chosen here, marked by a sign; nothing if it is none."""
        return f"⚠ {self._remark}" if self._error else ""

    def remark(self) -> str:
        """The present choice in a few words."""
        return self._remark

    def _show(self) -> None:
        value = read(self.switch, self._config)
        if self._segments is not None:
            self._segments.set_value(value)
        if self._box is not None:
            self._box.set_value(value)
        if self._number is not None:
            self._number.set_value(effective(self.switch, self._config) if value is None else value)
            enabled = self.switch.name != "window" or self._config.window > 0
            if self._number.isEnabled() != enabled:
                self._number.setEnabled(enabled)
        if self.switch.kind == "automatic" and self._button is not None:
            self._button.setChecked(value is None)
        if self.switch.name == "placement" and self._box is not None:
            self._box.set_impossible(self._impossible())
            self._name_place()
        if self.switch.name == "head_width":
            self._label_choices()
        self._set_remark(value)

    def _name_place(self) -> None:
        """ALiBi is added to the scores themselves, at the same place where others are added to what they are made of."""
        if self._box is not None and self.switch.name == "placement":
            words = next(choice.words for choice in self.switch.choices if choice.value == "query-key")
            if self._config.position == "alibi":
                words = QT_TRANSLATE_NOOP("Controls", "to the scores")
            self._box.setItemText(self._box.findData("query-key"), _tr(words))

    def _impossible(self) -> Mapping[str, str]:
        possible = legal_placements(self._config.position)
        return {choice.value: self._reason() for choice in self.switch.choices if choice.value not in possible}

    def _reason(self) -> str:
        """Why the placement is not free."""
        return {
            "rotary": QCoreApplication.translate(
                "Controls", "Rotary turns queries and keys, so it can act on queries and keys only, never at the input."
            ),
            "alibi": QCoreApplication.translate(
                "Controls", "ALiBi changes the scores of queries and keys, so it can act only there."
            ),
            "none": QCoreApplication.translate("Controls", "There is no encoding that could be added."),
        }.get(self._config.position, "")

    def _set_remark(self, value: Any) -> None:
        choice = next((choice for choice in self.switch.choices if choice.value == value), None)
        text, error = (self._filled(choice.remark), choice.error) if choice else ("", False)
        if self.switch.name == "placement":
            text = self._forced_place() or text
        if self.switch.name == "norm" and value == "post" and self._config.n_layers >= _DEEP:
            text, error = QCoreApplication.translate("Controls", "common error this deep: needs warm-up"), True
        if (text, error) != (self._remark, self._error):
            self._remark, self._error = text, error
            self._describe()
            self._set_label()

    def _describe(self) -> None:
        """Name and explanation, with what the present choice means, for the screen reader and under the pointer."""
        name = _tr(self.switch.words)
        explanation = " ".join(text for text in (_tr(self.switch.explanation), self.warning() or self._remark) if text)
        self.setToolTip(tooltip(explanation))
        if self._segments is not None:
            self._segments.set_name(name, explanation)
        for widget in (self._box, self._number):
            if widget is not None:
                describe(widget, name, explanation)

    def _forced_place(self) -> str:
        position, placed = self._config.position, self._config.placed
        if placed == "query-key" and position == "rotary":
            return QCoreApplication.translate("Controls", "the only place where rotary can act")
        if placed == "query-key" and position == "alibi":
            return QCoreApplication.translate("Controls", "on their scores, the only place for ALiBi")
        if position == "none":
            return QCoreApplication.translate("Controls", "no encoding: attention sees no order")
        return ""

    def _filled(self, words: str) -> str:
        if "{" not in words:
            return _tr(words)
        config = self._config
        split = integer(config.d_model // config.n_heads) if config.d_model % config.n_heads == 0 else ""
        return (
            _tr(words)
            .format(
                heads=integer(config.n_heads),
                width=integer(config.d_model),
                head=integer(config.d_head),
                split=split,
            )
            .strip()
        )

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self.setFixedHeight(theme.px(HEIGHT))
        self._line.setSpacing(theme.px(GAP))
        self._spare = theme.px(_SPARE)
        if self._segments is not None:
            self._segments.set_theme(theme)
        if self._number is not None:
            self._number.set_theme(theme)
        for widget in (self._number, self._box):
            if widget is not None:
                widget.setMinimumWidth(theme.px(64))
                widget.setFixedHeight(theme.px(_EDITOR))
        if self._button is not None:
            self._button.setMinimumWidth(theme.px(44))
            self._button.setFixedHeight(theme.px(_EDITOR))

    def set_label_width(self, width: int) -> None:
        """Where the editor begins; longer words push it to the right."""
        if width != self._label_width:
            self._label_width = width
            self._fit_label()

    def widths(self) -> tuple[int, int]:
        """What the words need, and what the editor needs so that nothing in it is cut off."""
        editor = self._segments or self._box or self._number or self._label
        spare = len(self.switch.choices) * self._spare if self._segments is not None else 0
        return self._words_width(), editor.sizeHint().width() - spare

    def _words_width(self) -> int:
        return self._label.fontMetrics().horizontalAdvance(self._label.text()) + 2

    def _fit_label(self) -> None:
        """A label's own size hint does not follow its least width when that becomes smaller."""
        self._label.setFixedWidth(max(self._label_width, self._words_width()))

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._set_label()
        self._set_remark(read(self.switch, self._config))
        self._describe()
        if self._segments is not None:
            self._label_choices()
            self._segments.set_explanations(
                {choice.value: _tr(choice.explanation) for choice in self.switch.choices if self._offered(choice) and choice.words}
            )
        if self._box is not None:
            self._box.set_choices({choice.value: (_tr(choice.words), _tr(choice.explanation)) for choice in self.switch.choices})
            self._name_place()
        if self._number is not None:
            self._number.rewrite()
        if self._button is not None:
            self._retranslate_button(_tr(self.switch.words))

    def _retranslate_button(self, name: str) -> None:
        button = self._button
        if button is None:
            return
        if self.switch.kind == "seed":
            button.setText(QCoreApplication.translate("Controls", "next"))
            text = QCoreApplication.translate("Controls", "Draw other random weights with the next seed.")
            describe(button, QCoreApplication.translate("Controls", "Next seed"), text)
        else:
            button.setText(_tr(self.switch.automatic))
            text = QCoreApplication.translate("Controls", "Let this number follow the other settings.")
            describe(button, f"{name}: {_tr(self.switch.automatic)}", text)
        button.setToolTip(button.accessibleDescription())

    def _label_choices(self) -> None:
        if self._segments is not None:
            offered = [choice for choice in self.switch.choices if choice.words and self._offered(choice)]
            self._segments.set_labels({choice.value: self._filled(choice.words) for choice in offered})

    def _set_label(self) -> None:
        words = _tr(self.switch.words)
        self._label.setText(f"⚠ {words}" if self._pending else f"{words} ⚠" if self._error else words)
        if self._pending:
            self._label.setToolTip(QCoreApplication.translate("Controls", "Asked for, but not applied."))
        else:
            self._label.setToolTip(tooltip(self.warning()))
        self._fit_label()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keyboard on any part of the row points at the switch."""
        if event.type() == QEvent.Type.FocusIn:
            self.pointed.emit(self.switch)
        elif event.type() == QEvent.Type.FontChange and watched is self._label:
            self._fit_label()
        return super().eventFilter(watched, event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer is on the row."""
        self.pointed.emit(self.switch)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has left the row."""
        self.pointed.emit(None)
