"""A training that can be started, stopped, continued, stepped and wound back; what the window and the command line drive.

>>> from core.learning import Trainer, TrainingSetup
>>> trainer = Trainer(TrainingSetup.usual("characters", n_layers=2))
>>> trainer.advance(50)
>>> trainer.curves.losses[-1]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.kernels import KernelsUnavailableError
from core.kernels.workers import WORKERS
from core.learning.compiled import GROUPS, CompiledSteps, compiled_train, sentences_together
from core.learning.optimiser import Optimiser
from core.learning.plain import plain_steps
from core.learning.schedule import Schedule
from core.learning.state import Report, State
from core.learning.tasks import Batch, Task, make_task
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig
from core.model.counts import count_parameters, peak_bytes
from core.model.memory import check_memory
from core.model.trace import EVERYTHING
from core.model.weights import Weights, random_weights

FloatArray = NDArray[np.float32]

CHECKPOINTS: Final = 32
"""Most states that are kept to wind back to; then every second one goes, and the next ones stand twice as far apart."""
BYTES_OF_CHECKPOINTS: Final = 2**29
"""Together they take at most so many bytes."""
FLOAT_BYTES: Final = 4

_BAD_BATCH = QT_TRANSLATE_NOOP("core", "The batch size is {value}, but it must be a whole number from 1 to {limit}.")
_OTHER_VOCABULARY = QT_TRANSLATE_NOOP(
    "core", "The task has {needed} symbols and the model a vocabulary of {found}; the model must have the task's."
)
_NO_CHECKPOINT = QT_TRANSLATE_NOOP("core", "No state of step {step} or before was kept.")
MOST_SENTENCES: Final = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingSetup:
    """All choices of one training; with the seed they determine every number of it.

    Raises
    ------
    InputError
        When the vocabulary of `config` is not the task's, or the batch size is not a whole number from 1 up.
    """

    config: ModelConfig
    task: Task
    schedule: Schedule = field(default_factory=Schedule)
    optimiser: Optimiser = field(default_factory=Optimiser)
    batch: int = 16

    def __post_init__(self) -> None:
        if type(self.batch) is not int or not 1 <= self.batch <= MOST_SENTENCES:
            raise InputError(_BAD_BATCH, value=self.batch, limit=MOST_SENTENCES)
        if self.config.vocabulary != len(self.task.labels):
            raise InputError(_OTHER_VOCABULARY, needed=len(self.task.labels), found=self.config.vocabulary)

    @staticmethod
    def usual(task: str | Task = "characters", **changes: Any) -> TrainingSetup:
        """The race of the lesson: 6 blocks of width 64, 4 heads, F 128, untied, 3e-3 without warm-up; `changes` to the model."""
        chosen = make_task(task) if isinstance(task, str) else task
        return TrainingSetup(config=model_for(chosen, RACE, **changes), task=chosen, schedule=Schedule("constant", 3e-3))

    @property
    def seed(self) -> int:
        """Of weights and batches."""
        return self.config.seed

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        plan = self.schedule
        return {
            "config": self.config.as_dict(),
            "task": self.task.as_dict(),
            "schedule": {"kind": plan.kind, "rate": plan.rate, "warmup": plan.warmup, "total": plan.total},
            "optimiser": self.optimiser.as_dict(),
            "batch": self.batch,
        }


RACE: Final = ModelConfig(d_model=64, n_heads=4, n_layers=6, d_ff=128, tied=False, vocabulary=2, context=32)


def model_for(task: Task, model: ModelConfig, **changes: Any) -> ModelConfig:
    """`model` with the task's vocabulary, mask and at least its length as context, and further `changes`."""
    own: dict[str, Any] = {"vocabulary": len(task.labels), "context": max(task.length, model.context)}
    if not model.causal or task.mask == "none":
        own["mask"] = task.mask
    return replace(model, **(own | changes))


class Curves:
    """What every step reported, as arrays that grow; read-only views for whoever draws them."""

    def __init__(self, parameters: int) -> None:
        self._losses = np.empty(256)
        self._gradients = np.empty((256, parameters), np.float32)
        self._changes = np.empty((256, parameters), np.float32)
        self.steps = 0

    def add(self, report: Report) -> None:
        """Append the steps of a report."""
        end = self.steps + len(report.losses)
        while end > len(self._losses):
            self._losses, self._gradients = _doubled(self._losses), _doubled(self._gradients)
            self._changes = _doubled(self._changes)
        rows = slice(self.steps, end)
        self._losses[rows], self._gradients[rows], self._changes[rows] = report.losses, report.gradients, report.changes
        self.steps = end

    def wind_back(self, step: int) -> None:
        """Forget what came after `step`."""
        self.steps = min(step, self.steps)

    @property
    def losses(self) -> NDArray[np.float64]:
        """[S] mean loss of each step's batch, before the step, in nats."""
        return self._losses[: self.steps]

    @property
    def gradients(self) -> FloatArray:
        """[S, P] norm of each parameter's gradient, in the order of the table of parameters."""
        return self._gradients[: self.steps]

    @property
    def changes(self) -> FloatArray:
        """[S, P] norm of what each step took off each parameter."""
        return self._changes[: self.steps]


def _doubled(array: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([array, np.empty_like(array)])


class Trainer:
    """One training from its start on.

    Parameters
    ----------
    weights
        Where it begins; None draws them from the seed.
    compiled
        Compiled steps where they can be had; False takes the plain ones.

    Raises
    ------
    InputError
        When it needs more memory than there is, which is found out before anything is allocated.
    """

    def __init__(self, setup: TrainingSetup, *, weights: Weights | None = None, compiled: bool = True) -> None:
        check_memory(setup.config, setup.task.length, bytes_needed(setup))
        self.setup: Final = setup
        self._compiled = compiled
        self._start = weights
        self.reset()

    def reset(self) -> None:
        """Back to before the first step."""
        self.state = State.start(self._start or random_weights(self.setup.config))
        self.curves = Curves(len(self.state.layout.specs))
        self.diverged_at: int | None = None
        """The step whose loss, gradient or new state was not finite, counted from 1; the state is that before it."""
        self._steps: Callable[..., Report] | None = None
        self._probe: tuple[State, Callable[..., Report]] | None = None
        self._every = 1
        self._kept: dict[int, State] = {0: self.state.copy()}

    @property
    def step(self) -> int:
        """Steps that were taken."""
        return self.state.step

    @property
    def checkpoints(self) -> tuple[int, ...]:
        """Steps whose states were kept, from 0 on."""
        return tuple(sorted(self._kept))

    def batch(self, step: int) -> Batch:
        """What step number `step`, from 1, learns from; 0 and less: held-out data."""
        return self.setup.task.batch(self.setup.seed, step - 1, self.setup.batch)

    def advance(self, steps: int, cancelled: Callable[[], bool] | None = None) -> int:
        """Take at most `steps` steps; how many were taken. None once it has diverged.

        Raises
        ------
        Cancelled
            When `cancelled` says so. What was done before stays.
        """
        start = self.step
        while self.step < start + steps and self.diverged_at is None:
            whole = min(start + steps - self.step, self._every - self.step % self._every)
            report = self._take(whole, cancelled)
            if not np.isfinite(report.changes).all() and not self.state.is_finite():
                self._find_divergence(cancelled)
                continue
            self.curves.add(report)
            if report.diverged:
                self.diverged_at = self.step + 1
            if self.step % self._every == 0:
                self._keep()
        return self.step - start

    def wind_back(self, step: int) -> int:
        """Go back to the last state kept at or before `step`, which is returned; what came after it is forgotten.

        Raises
        ------
        InputError
            When `step` is below 0.
        """
        kept = [number for number in self._kept if number <= step]
        if not kept:
            raise InputError(_NO_CHECKPOINT, step=step)
        self.state.assign(self._kept[max(kept)])
        self._kept = {number: state for number, state in self._kept.items() if number <= self.step}
        self.curves.wind_back(self.step)
        self.diverged_at = None
        return self.step

    def weights_at(self, step: int | None = None) -> Weights:
        """The weights after the last step, or of the last state kept at or before `step`: a copy."""
        if step is None or step >= self.step:
            return self.state.weights(f"step {self.step}")
        number = max(number for number in self._kept if number <= max(0, step))
        return self._kept[number].weights(f"step {number}")

    def held_out_loss(self, batches: int = 4) -> float:
        """Mean loss over batches that no step learns from, in nats; nothing is changed. NaN where it is not finite."""
        if self._probe is None:
            state = self.state.copy()
            self._probe = (state, self._stepper(state))
        probe, steps = self._probe
        probe.parameters[...] = self.state.parameters
        losses = []
        for number in range(batches):
            part = self.batch(-number)
            report = steps(part.ids[None], part.targets[None], np.zeros(1, np.float32))
            losses.append(report.losses[0] if len(report.losses) else np.nan)
        return float(np.mean(losses))

    def prepare(self) -> None:
        """Compile, or find out that nothing can be compiled: else the first step does, for some seconds."""
        if self._steps is None:
            self._steps = self._stepper(self.state)

    def _take(self, steps: int, cancelled: Callable[[], bool] | None) -> Report:
        self.prepare()
        assert self._steps is not None
        parts = [self.batch(self.step + 1 + number) for number in range(steps)]
        ids, targets = np.stack([part.ids for part in parts]), np.stack([part.targets for part in parts])
        return self._steps(ids, targets, self.setup.schedule.rates(self.step + 1, steps), cancelled=cancelled)

    def _find_divergence(self, cancelled: Callable[[], bool] | None) -> None:
        """The state is not finite any more: go back to the last one kept and, one by one, up to the step that made it so.

        Equal steps give equal numbers; so nothing has to be remembered at each step while a training goes well.
        """
        end = self.step
        self.state.assign(self._kept[max(self._kept)])
        self.curves.wind_back(self.step)
        while self.step < end and self.diverged_at is None:
            before = self.state.copy()
            report = self._take(1, cancelled)
            if report.diverged or not self.state.is_finite():
                self.state.assign(before)
                self.diverged_at = self.step + 1
            else:
                self.curves.add(report)

    def _stepper(self, state: State) -> Callable[..., Report]:
        """Steps of `state`, compiled where they can be."""
        if self._compiled:
            try:
                train = compiled_train()
            except KernelsUnavailableError:
                self._compiled = False
            else:
                return CompiledSteps(train, state, self.setup.optimiser, self.setup.batch, self.setup.task.length).run
        return partial(plain_steps, state, self.setup.optimiser)

    def _keep(self) -> None:
        self._kept[self.step] = self.state.copy()
        each = 3 * FLOAT_BYTES * self.state.layout.size
        while len(self._kept) > max(2, min(CHECKPOINTS, BYTES_OF_CHECKPOINTS // each)):
            self._every *= 2
            self._kept = {number: state for number, state in self._kept.items() if number % self._every == 0}


def bytes_needed(setup: TrainingSetup) -> int:
    """Bytes that a training takes: vectors, one gradient a group, panels, and the arrays each worker computes in, about."""
    size = FLOAT_BYTES * count_parameters(setup.config).total  # counted, not listed: of a million blocks too
    groups, together = min(GROUPS, setup.batch), sentences_together(setup.batch, setup.task.length)
    sentence = peak_bytes(setup.config, setup.task.length, EVERYTHING, logits=True).total - size
    return size * (8 + groups) + min(WORKERS, groups) * together * 2 * max(0, sentence)
