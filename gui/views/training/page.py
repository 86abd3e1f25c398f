"""TrainingPage: a race of up to four runs: what is special about each, their losses, and what happens inside them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from gui.access import announce, describe
from gui.drawing.map_marks import Texts, is_vector
from gui.drawing.training.numbers import race_numbers
from gui.drawing.training.race import paint_race, race_size
from gui.drawing.training.words import RacePicture, lane_words, race_in_words, run_name, spoken
from gui.theme.theme import LIGHT, Theme
from gui.training.race import RUNS, Race
from gui.training.report import Facts, Phase
from gui.views.drop_hint import DropHint
from gui.views.training.board import Board
from gui.views.training.lane_card import LaneCard
from gui.views.training.settings_grid import DECIMALS, SettingsGrid
from gui.views.training.transport import Transport
from gui.views.wrapped_words import Words

_LEAST: Final = (360, 260)
_CARD: Final = 190
_BUSY: Final = ("preparing", "running")
TEXTS: Final = (".txt", ".md", ".text")
"""Endings of files that can be dropped here to learn from."""


class TrainingPage(QWidget):
    """Everything of the race. It decides nothing: what is edited is reported and shown when it comes back."""

    race_edited = Signal(object)
    """The race as the person wants it now; it need not be legal."""
    text_wanted = Signal()
    text_dropped = Signal(str)
    """The path of a text file that was dropped on the page."""
    language_changed = Signal()
    """The window speaks another language now."""
    run_chosen = Signal(int)
    """Number of the run that is to stand out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._race = Race()
        self._facts: Facts | None = None
        self._picture: RacePicture | None = None
        self._follows = False
        """Whether the person has just started the race, and wants to watch it."""
        self._selected = 1
        self._columns = 0
        self._cards: dict[int, LaneCard] = {}
        self.transport = Transport()
        self.transport.started.connect(self._follow)
        self.board = Board()
        self.settings = SettingsGrid()
        self.settings.hide()
        self._about = Words(3, "caption")
        self._problem = QLabel()
        self._problem.setProperty("role", "problem")
        self._problem.setTextFormat(Qt.TextFormat.PlainText)
        self._problem.setWordWrap(True)
        self._problem.hide()
        self._more, self._fold = QPushButton(), QPushButton()
        self._more.setProperty("role", "small")
        self._fold.setProperty("role", "small")
        self._fold.setCheckable(True)
        self._summary = Words(1, "caption")
        self._lay_out()
        self._hint = DropHint(self)
        self.setAcceptDrops(True)
        self._more.clicked.connect(lambda: self.race_edited.emit(self._race.more()))
        self._fold.toggled.connect(self._unfold)
        self.settings.edited.connect(self.race_edited)
        self.settings.number_refused.connect(self._say_no_number)
        self.settings.text_wanted.connect(self.text_wanted)
        self.board.smoothing_changed.connect(self._smooth)
        self.set_race(self._race)
        self.retranslate()
        self.set_theme(LIGHT)

    def _lay_out(self) -> None:
        self._body = QWidget()
        self._settings_row, self._inside = QHBoxLayout(), QVBoxLayout(self._body)
        self._settings_row.addWidget(self._fold)
        self._settings_row.addWidget(self._summary, 1)
        self._settings_row.addWidget(self._more)
        self._grid = QGridLayout()
        self._inside.addWidget(self._about)
        self._inside.addLayout(self._settings_row)
        self._inside.addWidget(self.settings)
        self._inside.addWidget(self._problem)
        self._inside.addLayout(self._grid)
        self._inside.addWidget(self.board)
        self._inside.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self._body)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.transport)
        self._column.addWidget(self._scroll, 1)

    # What is shown

    def set_race(self, race: Race) -> None:
        """Show what is asked for."""
        self._race = race
        numbers = [lane.number for lane in race.lanes]
        for number in set(self._cards) - set(numbers):
            card = self._cards.pop(number)
            card.hide()
            card.deleteLater()
            self._columns = 0
        for lane in race.lanes:
            if lane.number not in self._cards:
                self._cards[lane.number] = self._new_card(lane.number)
                self._columns = 0
            self._cards[lane.number].set_lane(lane, alone=len(numbers) == 1)
        self._more.setEnabled(len(numbers) < RUNS)
        self.settings.set_race(race)
        self._summary.set_text(race_in_words(race))
        self._arrange()
        self._show_states()

    def set_facts(self, facts: Facts | None) -> None:
        """What is known of the race that is asked for; None while nothing is."""
        self._facts = facts
        self._show_states()

    def _say_no_number(self, field: str, text: str) -> None:
        words = self.tr("“{text}” is not a number.") if field in DECIMALS else self.tr("“{text}” is not a whole number.")
        self.set_problem(words.format(text=text), field)

    def set_problem(self, text: str, field: str | None = None) -> None:
        """Why the race cannot start as it is asked for; "" where it can."""
        self._problem.setText(text)
        self._problem.setVisible(bool(text))
        describe(self._problem, text, text)
        self.settings.set_problem(field)
        if text:
            announce(self._problem, text)

    def set_picture(self, picture: RacePicture | None, phase: Phase, *, stale: bool) -> None:
        """Show how far the race is; `stale` when it is of settings that are not those asked for any more."""
        if picture is not None:
            picture = replace(picture, smooth=self.board.smooth)
        self._picture = picture
        self.board.set_picture(picture, stale=stale)
        self.transport.set_state(phase, picture, stale=stale)
        self._show_states()
        if self._follows and phase in _BUSY:
            self._follows = False
            self._bring_curves_into_view()

    def set_selected(self, number: int) -> None:
        """The run that stands out."""
        self._selected = number
        for each, card in self._cards.items():
            card.set_chosen(each == number)

    def set_presenting(self, presenting: bool) -> None:
        """For a class the room belongs to the pictures: someone explains them."""
        self._about.setVisible(not presenting)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = theme
        for part in (self.transport, self.board, self.settings, self._about, self._summary, self._hint):
            part.set_theme(theme)
        for card in self._cards.values():
            card.set_theme(theme)
        self._column.setContentsMargins(theme.px(16), theme.px(10), theme.px(10), theme.px(8))
        self._column.setSpacing(theme.px(6))
        self._inside.setContentsMargins(0, 0, theme.px(6), 0)
        self._inside.setSpacing(theme.px(8))
        self._settings_row.setSpacing(theme.px(8))
        self._grid.setSpacing(theme.px(8))
        self._columns = 0
        self._arrange()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._about.set_text(
            self.tr(
                "It is said that a deep model with the norm after each part gets stuck unless the learning rate is warmed up, and "
                "that with the norm before it none is needed; here you see whether it is so. Large gradients near the output are "
                "one account of it; in a run that is stuck, look how little gradient reaches the first layers."
            )
        )
        self._more.setText(self.tr("Add a run"))
        describe(self._more, self.tr("Add a run"), self.tr("One more run from the same seed, on the same data; at most four"))
        self._fold.setText(self.tr("Settings ▾") if not self._fold.isChecked() else self.tr("Settings ▴"))
        describe(self._fold, self.tr("Settings"), self.tr("Shows what all runs share: task, depth, learning rate and more"))
        self._summary.set_text(race_in_words(self._race))
        self._show_states()

    def accessible_text(self) -> str:
        """What is shown, in words."""
        return race_in_words(self._race) if self._picture is None else spoken(self._picture)

    # What is handed out

    def picture(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """Paint the race for a file."""
        if self._picture is not None:
            paint_race(painter, rect, self._picture, theme)
            return
        painter.setFont(Texts(theme, selectable=is_vector(painter)).font("text"))
        painter.setPen(theme.muted)
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap), self.accessible_text())

    def picture_size(self) -> QSize:
        """As large as what there is to show."""
        return QSize(800, 600) if self._picture is None else race_size(self._picture, self._theme)

    def numbers(self) -> list[list[str]]:
        """Everything in full precision; nothing before the first step."""
        return [] if self._picture is None else race_numbers(self._picture)

    def own_caption(self) -> tuple[str, str]:
        """What a file says of itself: the runs, and the settings that they share, with the seed."""
        race = self._race if self._picture is None else self._picture.report.facts.race
        lanes = race.lanes if self._picture is None else tuple(lane.lane for lane in self._picture.lanes)
        runs = " · ".join(f"{run_name(lane.number)}: {lane_words(lane)}" for lane in lanes)
        return runs, race_in_words(race)

    # Qt's own

    def minimumSizeHint(self) -> QSize:
        """Small: everything below the buttons scrolls."""
        return QSize(self._theme.px(_LEAST[0]), self._theme.px(_LEAST[1]))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hint.setGeometry(self.rect())
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.language_changed.emit()
        super().changeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event):
            event.acceptProposedAction()
            self._hint.show_text(self.tr("Drop the text here: its characters will be learnt"))

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if _dropped(event):
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._hint.hide()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self._hint.hide()
        if path := _dropped(event):
            event.acceptProposedAction()
            self.text_dropped.emit(path)

    # Inside

    def _new_card(self, number: int) -> LaneCard:
        lane = self._race.lane(number)
        assert lane is not None
        card = LaneCard(lane)
        card.set_theme(self._theme)
        card.set_chosen(number == self._selected)
        card.chosen.connect(self.run_chosen)
        card.removed.connect(lambda which: self.race_edited.emit(self._race.fewer(which)))
        card.number_refused.connect(lambda text: self._say_no_number("warmup", text))
        card.edited.connect(lambda which, changes: self.race_edited.emit(self._race.changed(which, **changes)))
        return card

    def _arrange(self) -> None:
        """Put the cards into one row, or into two where there is little room."""
        count = max(1, len(self._cards))
        columns = count if self.width() - self._theme.px(40) >= count * self._theme.px(_CARD) else min(2, count)
        if columns == self._columns:
            return
        self._columns = columns
        for place, number in enumerate(sorted(self._cards)):
            card = self._cards[number]
            self._grid.removeWidget(card)
            self._grid.addWidget(card, *divmod(place, columns))
            card.show()
        for column in range(RUNS):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def _show_states(self) -> None:
        reports = {} if self._picture is None else {self._race_key(lane.lane.number): lane for lane in self._picture.lanes}
        window = 1 if self._picture is None else self._picture.window
        for number, card in self._cards.items():
            lane = self._race.lane(number)
            report = None if lane is None else reports.get(self._race.key(lane))
            card.set_state(report, self._facts, window)

    def _race_key(self, number: int) -> tuple[object, ...] | None:
        """What the run of that number computes in the race that is shown."""
        assert self._picture is not None
        race = self._picture.report.facts.race
        lane = race.lane(number)
        return None if lane is None else race.key(lane)

    def _follow(self) -> None:
        self._follows = True

    def _bring_curves_into_view(self) -> None:
        """Where there is little room they stand below the cards, and whoever starts a race wants to watch it."""
        bar, top = self._scroll.verticalScrollBar(), self.board.y()
        if top + self.board.curves.height() > bar.value() + self._scroll.viewport().height():
            bar.setValue(top)

    def _smooth(self, smooth: bool) -> None:
        if self._picture is not None:
            self._picture = replace(self._picture, smooth=smooth)
            self.board.show_picture(self._picture)

    def _unfold(self, shown: bool) -> None:
        self.settings.setVisible(shown)
        self.retranslate()


def _dropped(event: QDropEvent) -> str:
    """The one text file that is dragged; "" for anything else."""
    files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
    return files[0] if len(files) == 1 and files[0].lower().endswith(TEXTS) else ""


def example(steps: int = 60) -> TrainingPage:
    """A small race that has been run."""
    from gui.training.racing import Racing
    from gui.training.report import RaceReport

    race, racing, page = Race(layers=2, steps=steps, batch=4), Racing(), TrainingPage()
    racing.enter(race)
    while racing.active:
        racing.turn()
    racing.look()
    assert racing.facts is not None
    page.set_race(race)
    page.set_facts(racing.facts)
    report = RaceReport(1, "done", racing.facts, racing.lanes())
    page.set_picture(RacePicture(report, (1, 2, 3), 1), "done", stale=False)
    page.set_selected(1)
    return page


if __name__ == "__main__":
    from gui.preview import show

    show(example)
