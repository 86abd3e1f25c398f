"""The line at the foot of the window: which weights these are, what the last result took, what is going on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from gui.access import announce, describe, tooltip
from gui.i18n import decimal, duration
from gui.theme.icons import icon
from gui.theme.theme import LIGHT, Theme
from gui.views.help_dialogs import not_an_explanation_dialog

_LONGEST_NAME = 32
_LONGEST_TIMES = (0.888, 48.8, 8 * 60 + 48)
"""Seconds; nothing that takes longer is waited for."""


class _Line(QWidget):
    """One line of plain text that keeps its width, so that a new number moves nothing and costs one repaint."""

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._sample = ""
        self._theme = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def text(self) -> str:
        """What is shown."""
        return self._text

    def set_text(self, text: str, description: str) -> None:
        """Show `text`; longer than the room there is, it ends in an ellipsis and is told in full when pointed at."""
        if text != self._text:
            self._text = text
            self.setToolTip(tooltip(text))
            self.update()
        describe(self, text or description, description)

    def set_sample(self, sample: str, *, yields: bool = False) -> None:
        """The widest text to make room for, or less of it where there is too little for all; "" takes the room that is left."""
        self._sample = sample
        fitting = QSizePolicy.Policy.Maximum if yields else QSizePolicy.Policy.Fixed
        self.setSizePolicy(fitting if sample else QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.updateGeometry()

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self._theme.font("caption"))
        # One pixel more: widths are rounded, and a fraction too little would cost the last letters.
        return QSize(metrics.horizontalAdvance(self._sample) + 1, metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        font = self._theme.font("caption")
        painter.setFont(font)
        painter.setPen(self._theme.muted)
        text = QFontMetrics(font).elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(
            self.rect(), int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), text
        )


class StatusStrip(QFrame):
    """Badge of the weights, time and entropy of the last result, a message or the progress of long work, and a caution."""

    cancel_requested = Signal()
    """The person wants the long work to stop."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._weights: tuple[str, str, int | None] = ("random", "", None)
        self._milliseconds: float | None = None
        self._entropy: float | None = None
        self._message: str | None = None
        self._busy: tuple[str, int, int] | None = None
        self.setProperty("role", "strip")
        self._badge = QLabel()
        self._badge.setTextFormat(Qt.TextFormat.PlainText)
        self._badge.setProperty("role", "badge")
        self._badge.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._timing, self._rows, self._note, self._work = _Line(), _Line(), _Line(), _Line()
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._cancel = QPushButton()
        self._cancel.setProperty("role", "small")
        self._cancel.clicked.connect(self.cancel_requested)
        self._caution = QPushButton()
        self._caution.setProperty("role", "quiet")
        self._caution.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the sign stands after the words
        self._caution.clicked.connect(self._explain)
        self._middle = QStackedWidget()
        self._middle.addWidget(self._note)
        self._middle.addWidget(self._work_page())
        self._middle.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._layout = QHBoxLayout(self)
        for widget in (self._badge, self._timing, self._rows):
            self._layout.addWidget(widget)
        self._layout.addWidget(self._middle, 1)
        self._layout.addWidget(self._caution)
        self.retranslate()
        self.set_theme(self._theme)

    def set_weights(self, origin: str, name: str, seed: int | None) -> None:
        """Where the weights come from ("random", "constructed", "trained here", "loaded"), their name and seed."""
        if (origin, name, seed) != self._weights:
            self._weights = (origin, name, seed)
            self._show_weights()

    def set_timing(self, milliseconds: float | None) -> None:
        """How long the last result took."""
        if milliseconds != self._milliseconds:
            self._milliseconds = milliseconds
            self._show_timing()

    def set_entropy(self, share: float | None) -> None:
        """Mean entropy of the rows of all maps, as a share (0…1) of the largest possible; None when there is no row."""
        if share != self._entropy:
            self._entropy = share
            self._show_entropy()

    def set_message(self, text: str | None) -> None:
        """A sentence about what has just happened; None takes it away."""
        if text != self._message:
            self._message = text
            self._note.set_text(text or "", text or self.tr("There is no message now."))
            if text:
                announce(self, text)

    def set_busy(self, text: str | None, done: int = 0, total: int = 0) -> None:
        """Long work: what it is and how far it has come (`total` 0: not known). None when it is over."""
        if text is None:
            if self._busy is not None:
                self._busy = None
                self._middle.setCurrentIndex(0)
                self._bar.setRange(0, 1)  # an endless bar would go on repainting itself out of sight
            return
        if self._busy == (text, done, total):
            return
        starts = self._busy is None
        self._busy = (text, done, total)
        self._work.set_text(text, text)
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        self._describe_bar()
        if starts:
            self._middle.setCurrentIndex(1)
            announce(self, text)

    def set_theme(self, theme: Theme) -> None:
        """Colours and sizes."""
        self._theme = theme
        self._layout.setContentsMargins(theme.px(14), theme.px(3), theme.px(14), theme.px(3))
        self._layout.setSpacing(theme.px(14))
        for line in (self._timing, self._rows, self._note, self._work):
            line.set_theme(theme)
        self._bar.setFixedSize(theme.px(96), theme.px(8))
        self._caution.setIcon(icon("info", theme.accent))
        self._caution.setIconSize(QSize(theme.px(14), theme.px(14)))

    def retranslate(self) -> None:
        """Set every text in the language of now."""
        self._cancel.setText(self.tr("Cancel"))
        describe(self._cancel, self.tr("Cancel"), self.tr("Stops the work under way; the last good result stays."))
        self._caution.setText(self.tr("Attention is not an explanation"))
        describe(
            self._caution, self._caution.text(), self.tr("Opens a short text on what attention weights say and what they do not.")
        )
        describe(self, self.tr("Status"), self.tr("Weights in use, time and entropy of the last result, and work under way."))
        self._timing.set_sample(max(map(duration, _LONGEST_TIMES), key=len))
        self._rows.set_sample(self._entropy_text(0.88), yields=True)
        self._note.set_sample("")
        self._work.set_sample("")
        self._show_weights()
        self._show_timing()
        self._show_entropy()
        self._note.set_text(self._message or "", self._message or self.tr("There is no message now."))
        self._describe_bar()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _work_page(self) -> QWidget:
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._work, 1)
        row.addWidget(self._bar)
        row.addWidget(self._cancel)
        return page

    def _show_weights(self) -> None:
        origin, name, seed = self._weights
        words = {
            "random": (self.tr("random weights"), self.tr("untrained")),
            "constructed": (self.tr("constructed weights"),),
            "trained here": (self.tr("trained here"),),
            "loaded": (self.tr("loaded weights"),),
        }
        parts = list(words.get(origin, (origin,)))
        if name:
            parts.append(name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…")
        if seed is not None:
            parts.append(self.tr("seed {seed}").format(seed=seed))
        text = " · ".join(parts)
        self._badge.setText(text)
        describe(self._badge, text, self.tr("Where the weights in use come from."))

    def _show_timing(self) -> None:
        text = "–" if self._milliseconds is None else duration(self._milliseconds / 1000)
        self._timing.set_text(text, self.tr("Time that the last result took: {time}").format(time=text))

    def _show_entropy(self) -> None:
        self._rows.set_text(
            self._entropy_text(self._entropy),
            self.tr("Mean entropy of the rows of all maps: 0 when each token looks at one token only, 1 when at all alike."),
        )

    def _entropy_text(self, share: float | None) -> str:
        number = "–" if share is None else decimal(share, 2)
        return self.tr("entropy, mean of all heads: {share} of the maximum").format(share=number)

    def _describe_bar(self) -> None:
        text, done, total = self._busy or ("", 0, 0)
        state = self.tr("{done} of {total}").format(done=done, total=total) if total else self.tr("no end known yet")
        describe(self._bar, text or self.tr("Progress"), state)

    def _explain(self) -> None:
        not_an_explanation_dialog(self, self._theme).open()


def _example() -> QWidget:
    strip = StatusStrip()
    strip.set_weights("random", "", 0)
    strip.set_timing(2.13)
    strip.set_entropy(0.8123)
    strip.set_busy("Computing 12 layers", 5, 12)
    return strip


if __name__ == "__main__":
    from gui.preview import show

    show(_example)
