"""Training: between the page and the thread of the race. It knows what is asked for and what was raced last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QCoreApplication, QDir, QEvent, QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from core.learning.tasks.own_text import read_text
from core.messages import InputError
from gui.drawing.training.words import RacePicture, run_name
from gui.i18n import current_language, explain, integer
from gui.trained import SUFFIX, Kept
from gui.training.race import Race, Settings, Start, without_misfits
from gui.training.racing import Racing, Saved
from gui.training.report import Facts, Phase, RaceReport

if TYPE_CHECKING:
    from gui.training.engine import Engine
    from gui.views.training.page import TrainingPage


class Training(QObject):
    """Runs one race.

    Parameters
    ----------
    engine
        The thread that computes (gui.training.engine).
    folder
        Where the person opened or saved something last.
    """

    failed = Signal(str)
    """Why something could not be done, in one sentence."""
    noted = Signal(str)
    """Something that was done, in one sentence."""
    weights_chosen = Signal(object)
    """(Kept) weights for the main window"""

    def __init__(
        self, page: TrainingPage, engine: Engine, parent: QObject | None = None, folder: Callable[[], str] = QDir.homePath
    ) -> None:
        super().__init__(parent)
        self._page, self._engine, self._folder = page, engine, folder
        self.race = Race(language=current_language())
        self.report: RaceReport | None = None
        """What was told last of the race."""
        self._selected, self._layer = 1, self.race.layers - 1
        self._shown: int | None = None
        self._since = 0
        """Reports of earlier requests are of a race that is no more."""
        self._awaited = False
        """Whether a start was asked for of which no report has come yet."""
        self._wish: Literal["run", "step", "pause"] = "pause"
        """What was asked for last."""
        self._asked = 0
        """Number of the newest question whether the race can start."""
        self._problem: InputError | None = None
        self._connect()
        self.edit(self.race)

    @property
    def running(self) -> bool:
        """Whether steps are being taken."""
        return self.report is not None and self.report.phase in ("running", "preparing")

    @property
    def alive(self) -> bool:
        """Whether the thread is still there."""
        return self._engine.alive

    def stop(self, seconds: float) -> None:
        """End the thread, whatever it does; what it told last and is still on its way has no page to be shown on."""
        self._engine.stop(seconds)
        QCoreApplication.removePostedEvents(self, QEvent.Type.MetaCall.value)

    def _connect(self) -> None:
        page, engine = self._page, self._engine
        engine.reported.connect(self._reported)
        engine.answered.connect(self._answered)
        engine.failed.connect(self._failed)
        page.race_edited.connect(self.edit)
        page.text_wanted.connect(self._choose_text)
        page.text_dropped.connect(self.open_text)
        page.run_chosen.connect(self.choose_run)
        page.language_changed.connect(self._follow_language)
        transport, board = page.transport, page.board
        transport.started.connect(self.start)
        transport.paused.connect(self.pause)
        transport.stepped.connect(self.step)
        transport.was_reset.connect(self.reset)
        transport.save_wanted.connect(self._choose_save)
        transport.load_wanted.connect(self._choose_load)
        transport.use_wanted.connect(self.use)
        board.step_shown.connect(self.show_step)
        board.layer_chosen.connect(self.show_layer)
        board.gone_on_from.connect(self.go_on_from)

    # What the person does

    @Slot(object)
    def edit(self, race: Race) -> None:
        """Another race is asked for: what of it is raced already goes on."""
        race, unfit = without_misfits(race)
        for lane in unfit:
            assert lane.start is not None
            words = self.tr("{run} begins with random weights again: those of “{name}” are of another model.")
            self.noted.emit(words.format(run=run_name(lane.number), name=lane.start.name))
        self.race = race
        numbers = [lane.number for lane in race.lanes]
        if self._selected not in numbers:
            self._selected = numbers[0]
        if self.report is None or self.report.facts.race.layers != race.layers:
            self._layer = race.layers - 1
        self._page.set_race(race)
        self._page.set_selected(self._selected)
        self._asked = self._engine.submit(partial(Racing.inspect, race=race))
        if self._awaited:
            self._begin()
        elif self.running and self._wish == "run":
            if self._kept():
                self._engine.start(race)
            else:
                self._engine.pause()
        self._show()

    def start(self) -> None:
        """Let the runs begin, or go on."""
        self._forget_if_stale()
        self._set_shown(None)
        self._begin()

    def _begin(self) -> None:
        self._awaited, self._wish = True, "run"
        self._since = self._engine.start(self.race)
        self._show()

    def pause(self) -> None:
        """Take no more steps after those under way."""
        self._awaited, self._wish = False, "pause"
        self._engine.pause()
        self._show()

    def step(self) -> None:
        """Every run takes one step."""
        self._forget_if_stale()
        self._set_shown(None)
        self.pause()
        self._wish = "step"
        self._since = self._engine.step(self.race)

    def reset(self) -> None:
        """Every run goes back to before its first step."""
        self.pause()
        self._set_shown(None)
        race = self.race if self._problem is None or self.report is None else self.report.facts.race
        self._since = self._engine.submit(partial(_begin_again, race=race))

    @Slot(int)
    def go_on_from(self, step: int) -> None:
        """Forget what came after a step, and go on from there."""
        self._set_shown(None)
        self._engine.submit(partial(Racing.wind_back, step=step))
        self._begin()

    @Slot(object)
    def show_step(self, step: int | None) -> None:
        """Look back at a step that was kept; None: now."""
        self._set_shown(step)
        self._look()

    @Slot(int)
    def show_layer(self, layer: int) -> None:
        """Look at the maps of another layer."""
        self._layer = layer
        self._look()
        self._show()

    @Slot(int)
    def choose_run(self, number: int) -> None:
        """Look at the layers of another run."""
        self._selected = number
        self._page.set_selected(number)
        self._show()

    @Slot(str)
    def open_text(self, path: str) -> None:
        """Learn the characters of a text file."""
        try:
            text = read_text(path)
        except InputError as error:
            self.failed.emit(explain(error))
        else:
            self.edit(replace(self.race, task="characters", text=text, text_name=Path(path).name))
            self.noted.emit(self.tr("“{name}” is the text to learn from.").format(name=Path(path).name))

    @Slot()
    def _follow_language(self) -> None:
        """Before anything was trained, the text to learn from is in the language of the window."""
        if self.report is None and self.race.text is None:
            self.edit(replace(self.race, language=current_language()))

    def save(self, path: str) -> None:
        """Write the weights of the chosen run, as they are shown, into a file."""
        request = partial(Racing.save, path=path, race=self._shown_race(), number=self._selected)
        self._engine.submit(request, even_at_the_end=True)

    @Slot()
    def use(self) -> None:
        """Let the main window use the weights of the chosen run, as they are shown."""
        words, number = self.tr("run {number} · step {step}"), self._selected
        name = lambda step: words.format(number=integer(number), step=integer(step))  # noqa: E731 - translated on this thread
        self._engine.submit(partial(Racing.keep, race=self._shown_race(), number=number, name=name))

    def load(self, path: str) -> None:
        """Let the chosen run begin with the weights of a file."""
        race, number = self.race, self._selected
        self._engine.submit(lambda racing: (number, racing.load(path, race, number)))

    def _choose_text(self) -> None:
        kinds = ";;".join((self.tr("Texts (*.txt *.md)"), self.tr("All files (*)")))
        path, _ = QFileDialog.getOpenFileName(self._window(), self.tr("Text to learn from"), self._start_folder(), kinds)
        if path:
            self.open_text(path)

    def _choose_save(self) -> None:
        name = self.tr("run {number}").format(number=self._selected).replace(" ", "-") + SUFFIX
        proposed = str(Path(self._start_folder()) / name)
        kinds = self.tr("Weights (*.safetensors)")
        path, _ = QFileDialog.getSaveFileName(self._window(), self.tr("Save weights"), proposed, kinds)
        if path:
            self.save(path if Path(path).suffix else path + SUFFIX)

    def _choose_load(self) -> None:
        kinds = self.tr("Weights (*.safetensors)")
        path, _ = QFileDialog.getOpenFileName(self._window(), self.tr("Load weights"), self._start_folder(), kinds)
        if path:
            self.load(path)

    def _start_folder(self) -> str:
        folder = self._folder()
        return folder if QDir(folder).exists() else QDir.homePath()

    def _window(self) -> QWidget:
        return self._page.window()

    # What the thread tells

    @Slot()
    def _reported(self) -> None:
        report = self._engine.take()
        if report is not None and report.generation >= self._since:
            self._awaited, self.report = False, report
            self._show()

    @Slot(int, object)
    def _answered(self, _number: int, answer: object) -> None:
        if isinstance(answer, Facts):
            if answer.race == self.race:
                self._set_problem(None)
                self._page.set_facts(answer)
        elif isinstance(answer, Saved):
            self.noted.emit(self.tr("Saved as {path}.").format(path=answer.path))
        elif isinstance(answer, Kept):
            self.weights_chosen.emit(answer)
        elif isinstance(answer, tuple):
            number, start = answer
            assert isinstance(start, Start)
            self.edit(self.race.changed(number, start=start))
            words = self.tr("{run} begins with the weights of “{name}”.")
            self.noted.emit(words.format(run=run_name(number), name=start.name))

    @Slot(int, object)
    def _failed(self, number: int, error: Exception) -> None:
        if number >= self._since:
            self._awaited = False
        if not isinstance(error, InputError):
            self.failed.emit(self.tr("Something in the training failed ({reason}).").format(reason=error))
        elif number == self._asked:
            self._set_problem(error)
            self._page.set_facts(None)
        elif number > self._asked or self._problem is None:
            self.failed.emit(_explained(error))

    # What is shown

    def _kept(self) -> tuple[int, ...]:
        """The runs of the race that was raced last that are still asked for."""
        if self.report is None:
            return ()
        raced, wanted = self.report.facts.race, {self.race.key(lane) for lane in self.race.lanes}
        return tuple(lane.lane.number for lane in self.report.lanes if raced.key(lane.lane) in wanted)

    def _shown_race(self) -> Race:
        """What the shown runs belong to."""
        return self.report.facts.race if self.report is not None and self.stale else self.race

    @property
    def stale(self) -> bool:
        """Whether what is shown is of settings that are not asked for any more."""
        return self.report is not None and not self._kept()

    def _show(self) -> None:
        page, report = self._page, self.report
        page.board.set_layer(min(self._layer, self.race.layers - 1), self.race.layers)
        if report is None:
            page.set_picture(None, "idle", stale=False)
            return
        numbers = self._kept() or tuple(lane.lane.number for lane in report.lanes)
        phase: Phase = report.phase
        more = phase == "done" and any(lane.step < self.race.steps and lane.diverged_at is None for lane in report.lanes)
        if more or (phase == "done" and len(numbers) < len(self.race.lanes)):
            phase = "paused"  # with what is asked for now, there is something left to do
        if phase == "preparing" and self._wish == "pause":
            phase = "paused"  # what is being prepared is for later
        page.set_picture(RacePicture(report, numbers, self._selected), phase, stale=self.stale)

    def _look(self) -> None:
        layer, shown = min(self._layer, self.race.layers - 1), self._shown
        self._engine.submit(partial(_look, layer=layer, shown=shown))

    def _set_shown(self, step: int | None) -> None:
        self._shown = step
        self._page.board.set_shown(step)

    def _forget_if_stale(self) -> None:
        self._look()
        if self.stale:
            self.report = None
            self._show()

    def _set_problem(self, error: InputError | None) -> None:
        self._problem = error
        field = None if error is None else error.values.get("field")
        if error is not None and isinstance(field, str):  # as it is called on the page
            error = InputError(error.template, **error.values | {"field": self._page.settings.name_of(field)})
        text = "" if error is None else _explained(error)
        self._page.set_problem(text, field if isinstance(field, str) else None)
        self._page.transport.set_problem(text)


def _explained(error: InputError) -> str:
    """As `explain`, with settings as the page calls them."""
    settings = error.values.get("settings")
    if isinstance(settings, Settings):
        from gui.views.inside.compare_words import field_words, value_words  # it brings a page that few starts show

        words = "; ".join(f"{field_words(key)}: {value_words(key, value)}" for key, value in settings)
        error = InputError(error.template, **error.values | {"settings": words})
    return explain(error)


def _begin_again(racing: Racing, race: Race) -> None:
    racing.enter(race)
    racing.reset()
    racing.look()


def _look(racing: Racing, layer: int, shown: int | None) -> None:
    racing.layer, racing.shown = layer, shown
    racing.look()
