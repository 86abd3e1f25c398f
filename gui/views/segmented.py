"""A row of choices of which exactly one holds, all of them in sight."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QSizePolicy, QWidget

from gui.access import RING_WIDTH, describe, paint_focus_ring, tooltip
from gui.theme.theme import LIGHT, Theme

_INSET = 3
_RADIUS = 7


class _Choice(QRadioButton):
    """One choice: a radio button for keyboard and screen reader, painted as a part of the row."""

    def __init__(self, value: str, label: str) -> None:
        super().__init__(label)
        self.value = value
        self.theme = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.theme.font("control", bold=True))
        return QSize(metrics.horizontalAdvance(self.text()) + self.theme.px(18), metrics.height() + self.theme.px(7))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(24), self.sizeHint().height())

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        ink = theme.text if self.isEnabled() else theme.muted
        if self.isChecked():
            painter.setBrush(theme.accent if self.isEnabled() else theme.raised)
            ink = theme.on_accent if self.isEnabled() else theme.muted
            painter.drawRoundedRect(self.rect(), theme.px(_RADIUS - _INSET), theme.px(_RADIUS - _INSET))
        elif self.underMouse() and self.isEnabled():
            painter.setBrush(theme.raised)
            painter.drawRoundedRect(self.rect(), theme.px(_RADIUS - _INSET), theme.px(_RADIUS - _INSET))
        font = theme.font("control", bold=self.isChecked())
        # Never by colour alone: what cannot be chosen is struck out as well.
        row = self.parentWidget()
        font.setStrikeOut(row is not None and row.isEnabled() and not self.isEnabled())
        painter.setFont(font)
        painter.setPen(ink)
        text = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - theme.px(4))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine), text)


class Segmented(QWidget):
    """Exclusive choices side by side; the arrow keys move the choice, as in any group of radio buttons.

    Parameters
    ----------
    choices
        Pairs of the value and its label, in order.
    """

    chosen = Signal(str)
    """The value that the person has just chosen; never emitted by `set_value`."""

    def __init__(self, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._name = ""
        self._explanations: dict[str, str] = {}
        self._enabled: frozenset[str] = frozenset(value for value, _ in choices)
        self._reason = ""
        self._value: str | None = None
        self._buttons: dict[str, _Choice] = {}
        self._group = QButtonGroup(self)
        self._layout = QHBoxLayout(self)
        self._layout.setSpacing(0)
        for value, label in choices:
            button = _Choice(value, label)
            button.installEventFilter(self)
            self._group.addButton(button)
            self._layout.addWidget(button)
            self._buttons[value] = button
        self._group.buttonClicked.connect(self._on_clicked)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_theme(self._theme)

    @property
    def value(self) -> str | None:
        """The value shown as chosen."""
        return self._value

    def set_value(self, value: str | None) -> None:
        """Show `value` as chosen; None, or a value that is not offered, shows none."""
        if value == self._value:
            return
        self._value = value
        button = self._buttons.get(value) if value is not None else None
        if button is not None:
            button.setChecked(True)
        else:
            self._group.setExclusive(False)
            for other in self._buttons.values():
                other.setChecked(False)
            self._group.setExclusive(True)

    def set_name(self, name: str, description: str) -> None:
        """What is chosen here ("Layer norm"), and what the choice does."""
        self._name = name
        describe(self, name, description)
        self._describe_choices()

    def set_labels(self, labels: Mapping[str, str]) -> None:
        """The text of each choice, in the language of now."""
        for value, label in labels.items():
            if self._buttons[value].text() != label:
                self._buttons[value].setText(label)
                self._buttons[value].updateGeometry()
        self._describe_choices()

    def set_explanations(self, explanations: Mapping[str, str]) -> None:
        """What each choice does: shown when pointed at, and read by a screen reader."""
        self._explanations = dict(explanations)
        self._describe_choices()

    def set_enabled_choices(self, enabled: Collection[str], reason: str = "") -> None:
        """Only the values in `enabled` can be chosen now; pointing at one of the others says the `reason`."""
        if frozenset(enabled) == self._enabled and reason == self._reason:
            return
        self._enabled, self._reason = frozenset(enabled), reason
        for value, button in self._buttons.items():
            button.setEnabled(value in self._enabled)
        self._describe_choices()

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._theme = theme
        inset = theme.px(_INSET)
        self._layout.setContentsMargins(inset, inset, inset, inset)
        for button in self._buttons.values():
            button.theme = theme
            button.updateGeometry()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        pen = QPen(theme.border, 1)
        if not self.isEnabled():
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(theme.surface)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.px(_RADIUS), theme.px(_RADIUS))
        if any(button.hasFocus() for button in self._buttons.values()):
            paint_focus_ring(painter, self.rect(), theme, radius=_RADIUS - RING_WIDTH / 2)

    def _describe_choices(self) -> None:
        for value, button in self._buttons.items():
            explanation = self._explanations.get(value, "")
            if value not in self._enabled and self._reason:
                explanation = self._reason
            button.setToolTip(tooltip(explanation))
            describe(button, button.text(), explanation or self.accessibleDescription() or self._name)

    def _on_clicked(self, button: _Choice) -> None:
        if button.value != self._value:
            self._value = button.value
            self.chosen.emit(button.value)


def _example() -> QWidget:
    row = Segmented((("input", "input"), ("query-key", "queries and keys"), ("none", "none")))
    row.set_name("added", "Where the positional encoding enters.")
    row.set_value("query-key")
    row.set_enabled_choices({"query-key", "none"}, "Rotary positions turn queries and keys, so they cannot stand at the input.")
    return row


if __name__ == "__main__":
    from gui.preview import show

    show(_example)
