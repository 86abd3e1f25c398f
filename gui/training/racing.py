"""The runs of a race and whose turn it is: used by one thread, knows no window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import numpy as np

from core.files.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from core.kernels import KernelsUnavailableError
from core.learning.compiled import compiled_train
from core.learning.trainer import Trainer, bytes_needed
from core.messages import QT_TRANSLATE_NOOP, Cancelled, InputError
from core.model import forward
from core.model.counts import count_parameters
from core.model.memory import check_memory
from core.model.weights import loaded_weights
from gui.trained import Kept, keep
from gui.training.race import Race, Start, check, fitting, setup_of, task_of
from gui.training.report import Facts, LaneLook, LaneReport

CALL_SECONDS: Final = 0.04
"""What one call of a trainer should take at most: how long Stop waits for it."""
MOST_AT_ONCE: Final = 256
KEEP: Final = frozenset({"pattern", "resid_pre", "resid_post"})

_NO_RUN = QT_TRANSLATE_NOOP("core", "This run has not started yet, so it has no trained weights.")


@dataclass(frozen=True, slots=True)
class Saved:
    """Weights that were written into a file."""

    path: str


class Run:
    """One run: its trainer, how many steps a call may take, and what was last told of it."""

    def __init__(self, race: Race, number: int) -> None:
        lane = race.lane(number)
        assert lane is not None
        setup = setup_of(race, lane)
        weights = None
        if lane.start is not None:
            weights = loaded_weights(setup.config, dict(lane.start.weights.items()), lane.start.name, "loaded")
        self.trainer = Trainer(setup, weights=weights)
        self.pace = 1
        self.step_seconds = 0.0
        """What a step took in the last call."""
        self._updates = np.empty(0)
        self._report: LaneReport | None = None
        self._look: LaneLook | None = None
        names = [spec.name for spec in self.trainer.state.layout.specs]
        self._places = [
            [names.index(f"blocks.{layer}.feed_forward.{name}") for layer in range(race.layers)] for name in ("W_in", "W_out")
        ]

    def advance(self, most: int, cancelled: Callable[[], bool]) -> None:
        """Take as many steps as CALL_SECONDS allow, at most `most`; none more once `cancelled` says so."""
        begun = perf_counter()
        try:
            done = self.trainer.advance(min(self.pace, most), cancelled)
        except Cancelled:
            return
        if done:
            self.step_seconds = (perf_counter() - begun) / done
            self.pace = max(1, min(MOST_AT_ONCE, 2 * self.pace, int(CALL_SECONDS / max(self.step_seconds, 1e-9))))

    def active(self, steps: int) -> bool:
        """Whether there is anything left to do."""
        return self.trainer.diverged_at is None and self.trainer.step < steps

    def forget(self) -> None:
        """What was told belongs to steps that are no more."""
        self._updates, self._report, self._look = self._updates[: self.trainer.step], None, None

    def report(self, race: Race, number: int) -> LaneReport:
        """How far it is; the same object while nothing has changed."""
        trainer, lane, old = self.trainer, race.lane(number), self._report
        assert lane is not None
        steps = trainer.curves.steps
        if old is None or (old.lane, old.step, old.diverged_at, old.look) != (lane, steps, trainer.diverged_at, self._look):
            fresh = np.square(trainer.curves.changes[len(self._updates) :], dtype=np.float64).sum(axis=1)
            self._updates = np.concatenate([self._updates, np.sqrt(fresh)])
            losses = trainer.curves.losses.copy()
            self._report = LaneReport(lane, losses, self._updates, trainer.diverged_at, trainer.checkpoints, self._look)
        assert self._report is not None
        return self._report

    def look(self, ids: list[int], layer: int, step: int | None) -> None:
        """Look into it after `step` steps (None: now), or at the last state kept before.

        Finite weights may give numbers that are not: then what was seen last stays, or the last kept state is shown whose are.
        """
        trainer, old = self.trainer, self._look
        at = trainer.step if step is None or step >= trainer.step else max(0, step)
        kept = [number for number in reversed(trainer.checkpoints) if number <= at]
        for number in dict.fromkeys([trainer.step, *kept] if at == trainer.step else kept):
            if old is not None and (old.step, old.layer) == (number, layer):
                return
            found = self._seen(ids, layer, number)
            if np.isfinite(found.patterns).all() and np.isfinite(found.residuals).all():
                self._look = found
                return
            if old is not None and old.layer == layer and old.step <= number:
                return

    def _seen(self, ids: list[int], layer: int, step: int) -> LaneLook:
        """What a row of the data looks like inside, with the weights after `step` steps."""
        trainer = self.trainer
        with np.errstate(all="ignore"):
            trace = forward(trainer.setup.config, trainer.weights_at(step), ids, keep=KEEP, logits=False)
            patterns = trace.layers[layer].pattern
            assert patterns is not None
            stations = [trace.layers[0].resid_pre, *(block.resid_post for block in trace.layers)]
            residuals = np.array([_length(rows) for rows in stations])
        gradients = trainer.curves.gradients[step - 1, self._places].astype(np.float64) if step else None
        return LaneLook(step, layer, np.array(patterns), residuals, gradients)


def _length(rows: object) -> float:
    return float(np.linalg.norm(np.asarray(rows, np.float64), axis=1).mean())


class Racing:
    """A race under way: each turn the run that is farthest behind takes some steps."""

    def __init__(self) -> None:
        self.facts: Facts | None = None
        self.raced: Race | None = None
        """What the runs belong to; None before the first start."""
        self.layer = 0
        self.shown: int | None = None
        """After how many steps the runs are looked into; None: now."""
        self._runs: dict[tuple[object, ...], Run] = {}

    def inspect(self, race: Race) -> Facts:
        """What is known before it starts. InputError, in one sentence, where it cannot start."""
        if self.facts is not None and self.facts.race == race:
            return self.facts
        check(race)
        task = task_of(race)
        for lane in race.lanes:
            if lane.start is not None:
                fitting(race, lane, lane.start)
        setups = [setup_of(race, lane) for lane in race.lanes]
        need = sum(map(bytes_needed, setups))
        check_memory(setups[0].config, task.length, need)
        row = task.batch(race.seed, -1, 1).ids[0]
        parameters = tuple(count_parameters(setup.config).total for setup in setups)
        labels = tuple(task.labels[number] for number in row)
        return Facts(
            race, task.losses(), labels, getattr(task, "held_out", 1) > 0, task.mask == "causal", len(task.labels), parameters
        )

    def enter(self, race: Race) -> None:
        """Make this the race: runs that are the same go on, the others begin. Where one cannot, all stays as it was."""
        facts, runs = self.inspect(race), {}
        for lane in race.lanes:
            key = race.key(lane)
            runs[key] = self._runs.get(key) or Run(race, lane.number)
        self.facts, self._runs, self.raced = facts, runs, race

    def compile(self) -> None:
        """Compile what steps are made with, or read it from the cache; without it, plain numpy serves."""
        try:
            compiled_train()
        except KernelsUnavailableError:
            return

    @property
    def active(self) -> bool:
        """Whether any run has steps left."""
        race = self.raced
        return race is not None and any(run.active(race.steps) for run in self._runs.values())

    def turn(self, cancelled: Callable[[], bool] = lambda: False) -> int:
        """Let the run that is farthest behind take some steps; how many it took."""
        assert self.raced is not None
        waiting = [run for run in self._runs.values() if run.active(self.raced.steps)]
        if not waiting:
            return 0
        run = min(waiting, key=lambda each: each.trainer.step)
        before = run.trainer.step
        run.advance(self.raced.steps - before, cancelled)
        return run.trainer.step - before

    def level(self, seconds: float, cancelled: Callable[[], bool]) -> None:
        """Let runs that are a little behind come up to the farthest, as far as `seconds` allow: what is compared is of one step."""
        runs = [run for run in self._runs.values() if run.trainer.diverged_at is None]
        top, end = max((run.trainer.step for run in runs), default=0), perf_counter() + seconds
        for run in runs:
            while run.active(top) and perf_counter() + max(CALL_SECONDS, run.step_seconds) < end and not cancelled():
                run.advance(top - run.trainer.step, cancelled)

    def step(self, cancelled: Callable[[], bool]) -> None:
        """One step of every run that has not diverged, beyond the end as well; of no other once `cancelled` says so."""
        for run in self._runs.values():
            run.advance(1, cancelled)

    def reset(self) -> None:
        """Every run back to before its first step."""
        self.shown = None
        for run in self._runs.values():
            run.trainer.reset()
            run.forget()

    def wind_back(self, step: int) -> None:
        """Every run back to its last state kept at or before `step`; what came after is forgotten."""
        self.shown = None
        for run in self._runs.values():
            run.trainer.wind_back(step)
            run.forget()

    def look(self) -> None:
        """Look into every run at the layer and after the steps that are chosen."""
        if self.facts is None or self.raced is None:
            return
        ids = [int(number) for number in task_of(self.raced).batch(self.raced.seed, -1, 1).ids[0]]
        layer = min(self.layer, self.raced.layers - 1)
        for run in self._runs.values():
            run.look(ids, layer, self.shown)

    def lanes(self) -> tuple[LaneReport, ...]:
        """How far every run is."""
        race = self.raced
        if race is None:
            return ()
        return tuple(self._runs[race.key(lane)].report(race, lane.number) for lane in race.lanes)

    def save(self, path: str, race: Race, number: int) -> Saved:
        """Write the weights of one run of `race`, as they are shown, into a file."""
        write_checkpoint(path, self._checkpoint(race, number))
        return Saved(path)

    def keep(self, race: Race, number: int, name: Callable[[int], str]) -> Kept:
        """Keep the weights of one run of `race`, as they are shown, for the main window; `name` is told how many steps they had."""
        checkpoint = self._checkpoint(race, number)
        return keep(checkpoint, name(checkpoint.step))

    def _checkpoint(self, race: Race, number: int) -> Checkpoint:
        """Of the run that has the settings which `race` gives it: there may be another one under its number."""
        lane = race.lane(number)
        run = None if lane is None else self._runs.get(race.key(lane))
        if run is None or run.trainer.step == 0:
            raise InputError(_NO_RUN)
        trainer, step = run.trainer, self.shown
        weights, setup = trainer.weights_at(step), trainer.setup
        at = trainer.step if step is None or step >= trainer.step else max(kept for kept in trainer.checkpoints if kept <= step)
        return Checkpoint(setup.config, weights, setup.task.vocabulary, setup.task.as_dict(), setup.seed, at)

    @staticmethod
    def load(path: str, race: Race, number: int) -> Start:
        """The weights of a file for one run. InputError where they do not fit it."""
        found = read_checkpoint(path)
        lane = race.lane(number)
        assert lane is not None
        start = Start(found.weights.name, found.step, found.weights, found.tokenizer)
        fitting(race, lane, start)
        return start
