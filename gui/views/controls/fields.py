"""Fields that take a number or one of several words; neither changes under a wheel that only wants to scroll."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QStandardItemModel, QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from gui.access import describe
from gui.i18n import decimal, integer, parse_decimal, parse_integer
from gui.theme.theme import LIGHT, Theme
from gui.views.controls.stepper import Stepper

PAUSE_MS: Final = 300
"""Typing that rests this long counts as done."""
LEAST_WRITTEN: Final = 1e-4
"""Smaller numbers are written with a power of ten, as they may be typed: six places would leave nothing of them."""
MOST_WRITTEN: Final = 1e15
"""And so are those from here on, of which float64 does not have every whole one."""
Number = int | float
_STEPPER: Final = 22
_PLACING: Final = (QEvent.Type.Resize, QEvent.Type.Polish, QEvent.Type.StyleChange, QEvent.Type.FontChange, QEvent.Type.Show)
"""Events at which Qt puts the parts of a spin box where the style wants them."""


def _takes_wheel(widget: QWidget, event: QWheelEvent) -> bool:
    """Only a field in focus follows the wheel; otherwise `event` goes on to the panel, which scrolls."""
    if not widget.hasFocus():
        event.ignore()
    return widget.hasFocus()


def _mark(widget: QWidget, problem: bool) -> None:
    widget.setProperty("problem", problem)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


class NumberField(QAbstractSpinBox):
    """A whole number of any size, or a decimal one; what is typed is read by the rules of the person's language.

    The number stands at the left, − and + at the right: a style sheet cannot bring that about, so they are widgets of their own.

    Parameters
    ----------
    step
        From a value and a direction (1 or −1) to the next value.
    whole
        Whether only whole numbers are taken.
    """

    edited = Signal(object)
    """The number that the person asked for; it need not be legal."""
    refused = Signal(str)
    """What was typed is no number."""

    def __init__(self, step: Callable[[Number, int], Number], *, whole: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._step = step
        self._whole = whole
        self._value: Number | None = None
        self._requested: Number | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._commit)
        self._theme = LIGHT
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self._less, self._more = Stepper("minus", self), Stepper("plus", self)
        self._less.clicked.connect(lambda: self.stepBy(-1))
        self._more.clicked.connect(lambda: self.stepBy(1))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().textEdited.connect(self._on_typed)
        self.editingFinished.connect(self._commit)
        self.retranslate()
        self.set_theme(self._theme)

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._theme = theme
        self._less.set_theme(theme)
        self._more.set_theme(theme)
        self._place()

    def set_problem(self, problem: bool) -> None:
        """Mark what is shown as not applied."""
        _mark(self, problem)
        self._place()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        less, more = QCoreApplication.translate("Controls", "Smaller"), QCoreApplication.translate("Controls", "Larger")
        describe(self._less, less, QCoreApplication.translate("Controls", "To the next smaller number that makes sense."))
        describe(self._more, more, QCoreApplication.translate("Controls", "To the next larger number that makes sense."))

    def _place(self) -> None:
        theme = self._theme
        side, gap = theme.px(_STEPPER), theme.px(3)
        top = (self.height() - side) // 2
        right = self.width() - gap
        self._more.setGeometry(right - side, top, side, side)
        self._less.setGeometry(right - 2 * side, top, side, side)
        left, border = theme.px(7), theme.px(2)
        self.lineEdit().setGeometry(left, border, max(0, right - 2 * side - left), self.height() - 2 * border)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def event(self, event: QEvent) -> bool:
        """Everything keeps its place whatever the style sheet says of spin boxes."""
        handled = super().event(event)
        if event.type() in _PLACING:
            self._place()
        return handled

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    @property
    def value(self) -> Number | None:
        """The number in force."""
        return self._value

    def set_value(self, value: Number | None) -> None:
        """Show the number in force; None shows nothing. Typing that goes on is not disturbed."""
        self._value = value
        if not self._pause.isActive():
            self._requested = value
            self._write(value)

    def revert(self) -> None:
        """Forget what was typed and show the number in force again."""
        self._pause.stop()
        self.set_value(self._value)

    def rewrite(self) -> None:
        """Write the number again, in the language in use."""
        if not self._pause.isActive():
            self._write(self._requested)

    def _on_typed(self, text: str) -> None:
        self._pause.start()

    def _write(self, value: Number | None) -> None:
        text = "" if value is None else self._text(value)
        if self.lineEdit().text() != text:
            self.lineEdit().setText(text)

    def _text(self, value: Number) -> str:
        if isinstance(value, int) or (float(value).is_integer() and abs(value) < MOST_WRITTEN):
            return integer(int(value))
        if not LEAST_WRITTEN <= abs(value) < MOST_WRITTEN:
            return f"{value:g}".replace(".", decimal(0.5, 1)[1])
        return decimal(value, 6).rstrip("0")

    def _commit(self) -> None:
        self._pause.stop()
        text = self.lineEdit().text()
        if self._requested is not None and text == self._text(self._requested):
            return
        value: Number | None = parse_integer(text) if self._whole else parse_decimal(text)
        if value is None:
            if text.strip():
                self.refused.emit(text)
            else:
                self._write(self._requested)
        elif value != self._requested:
            self._requested = value
            self.edited.emit(value)
        else:
            self._write(value)

    def stepBy(self, steps: int) -> None:
        """Walk to the next sensible value, at once."""
        start = self._requested
        text = self.lineEdit().text()
        if self._pause.isActive():
            start = parse_integer(text) if self._whole else parse_decimal(text)
        if start is None:
            return
        self._pause.stop()
        value = start
        for _ in range(abs(steps)):
            value = self._step(value, 1 if steps > 0 else -1)
        if value != self._requested:
            self._requested = value
            self._write(value)
            self.edited.emit(value)

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """Both ways, while there is a number."""
        if self._requested is None:
            return QAbstractSpinBox.StepEnabledFlag.StepNone
        return QAbstractSpinBox.StepEnabledFlag.StepUpEnabled | QAbstractSpinBox.StepEnabledFlag.StepDownEnabled

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Anything may be typed; it is read when the typing rests."""
        return QValidator.State.Acceptable, text, position

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape takes back what was typed."""
        if event.key() == Qt.Key.Key_Escape and self._pause.isActive():
            self.revert()
            return
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The next or the previous number, in focus."""
        if _takes_wheel(self, event):
            super().wheelEvent(event)


class ChoiceBox(QComboBox):
    """One of several words; those that are impossible now stay in sight, disabled, and say why."""

    edited = Signal(object)
    """The value that the person chose."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._impossible: dict[str, str] = {}
        self._tooltips: dict[str, str] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.activated.connect(lambda index: self.edited.emit(self.itemData(index)))

    def set_choices(self, choices: Mapping[str, tuple[str, str]]) -> None:
        """Value → words and explanation. The chosen value stays."""
        chosen = self.currentData()
        with QSignalBlocker(self):
            if self.count() != len(choices):
                self.clear()
                for value in choices:
                    self.addItem("", value)
            for index, (words, explanation) in enumerate(choices.values()):
                self.setItemText(index, words)
                self.setItemData(index, explanation, Qt.ItemDataRole.ToolTipRole)
            if chosen is not None:
                self.setCurrentIndex(self.findData(chosen))
        self._tooltips = {value: explanation for value, (_, explanation) in choices.items()}

    def set_value(self, value: str | None) -> None:
        """Show `value`."""
        index = -1 if value is None else self.findData(value)
        if index != self.currentIndex():
            with QSignalBlocker(self):
                self.setCurrentIndex(index)

    def set_problem(self, problem: bool) -> None:
        """Mark what is shown as not applied."""
        _mark(self, problem)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Words that are too long end in an ellipsis."""
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self)
        words = self.currentText() if self.currentIndex() >= 0 else self.placeholderText()
        option.currentText = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, field.width() - 1)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def set_impossible(self, reasons: Mapping[str, str]) -> None:
        """Disable the values in `reasons`; each says its reason."""
        if dict(reasons) == self._impossible:
            return
        self._impossible = dict(reasons)
        model = self.model()
        if not isinstance(model, QStandardItemModel):
            return
        for index in range(self.count()):
            value = self.itemData(index)
            model.item(index).setEnabled(value not in reasons)
            self.setItemData(index, reasons.get(value, self._tooltips.get(value, "")), Qt.ItemDataRole.ToolTipRole)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The next or the previous word, in focus."""
        if _takes_wheel(self, event):
            super().wheelEvent(event)
