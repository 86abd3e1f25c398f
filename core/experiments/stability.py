"""The race: one network, one seed, the same data, with the norm after or before each sublayer, with and without a warm-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.experiments.outcome import Outcome, finite
from core.learning.optimiser import Optimiser
from core.learning.schedule import Schedule
from core.learning.tasks import ReferenceLosses, Task, make_task
from core.learning.trainer import RACE, Trainer, TrainingSetup, model_for
from core.messages import QT_TRANSLATE_NOOP, Cancelled
from core.model.config import ModelConfig, Norm
from core.model.limits import check_size
from core.text.examples import Language

STEPS: Final = 300
RATE: Final = 3e-3
WARMUP: Final = 75
BATCH: Final = 16
AT_THE_END: Final = 20
"""Steps over whose losses the end of a run is taken."""
AT_THE_LINE: Final = 0.2
"""Nats from the unigram line up to which a run counts as having stayed on it."""
BELOW: Final = 0.5
"""Nats by which the others have to get below it."""
TOGETHER: Final = 10
"""Steps of one run before the next one has its turn."""

CLAIM: Final = QT_TRANSLATE_NOOP(
    "core",
    "Post-norm in {layers} blocks without a warm-up of the learning rate stays where a model stays that knows only how often each "
    "character comes; with a warm-up, or with the norm before each sublayer, it gets below that by {below} nats and more.",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """What is special about one run of the race."""

    norm: Norm
    warmup: int


ENTRIES: Final = (Entry("post", 0), Entry("post", WARMUP), Entry("pre", 0), Entry("deepnorm", 0))
"""The standard race. Whatever the claim says is about the first three."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RaceRun:
    """One run, done."""

    entry: Entry
    losses: NDArray[np.float64]
    """[S] of each step's batch, in nats."""
    end: float | None
    """Mean of the last AT_THE_END of them; None where the run diverged or took no step."""
    held_out: float | None
    """Loss on data that no step learnt from."""
    diverged_at: int | None
    seconds: float
    gradients: dict[str, NDArray[np.float32]]
    """Norm of the gradient of a matrix of each block [S, L], of the last step: `W_in` and `W_out` of the feed-forward network."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StabilityOutcome(Outcome):
    """What the race found."""

    task: Task
    references: ReferenceLosses
    steps: int
    rate: float
    batch: int
    runs: tuple[RaceRun, ...]

    def measured(self) -> dict[str, Any]:
        """One object for each run; losses of every tenth step."""
        return {
            "task": self.task.as_dict(),
            "steps": self.steps,
            "learning_rate": self.rate,
            "batch": self.batch,
            "reference_losses": {name: value for name, value, _ in self.references.rows()},
            "runs": [
                {
                    "norm": run.entry.norm,
                    "warmup": run.entry.warmup,
                    "final_loss": run.end,
                    "held_out_loss": run.held_out,
                    "below_unigram": None if run.end is None else self.references.unigram - run.end,
                    "diverged_at": run.diverged_at,
                    "seconds": run.seconds,
                    "losses": [finite(loss) for loss in run.losses[::10]],
                    "gradient_norms": {name: [finite(value) for value in row[-1]] for name, row in run.gradients.items()},
                }
                for run in self.runs
            ],
        }


def race_setup(
    config: ModelConfig, task: Task, entry: Entry, *, steps: int = STEPS, rate: float = RATE, batch: int = BATCH
) -> TrainingSetup:
    """One run of a race of `config` on `task`."""
    schedule = Schedule("warmup" if entry.warmup else "constant", rate, entry.warmup, max(1, steps))
    model = model_for(task, config, norm=entry.norm)
    return TrainingSetup(config=model, task=task, schedule=schedule, optimiser=Optimiser(), batch=batch)


def run_stability(
    config: ModelConfig = RACE,
    *,
    language: Language = "en",
    entries: Sequence[Entry] = ENTRIES,
    steps: int = STEPS,
    rate: float = RATE,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> StabilityOutcome:
    """Train the model as often as there are `entries`, in turn, a few steps each.

    The vocabulary of `config` becomes that of the shipped text. The claim is about the first three of ENTRIES: where one of them is
    missing, it does not hold.

    Raises
    ------
    InputError
        When a run cannot be set up or does not fit into memory.
    Cancelled
        When `cancelled` says so, which is asked every few steps.
    """
    check_size("steps", steps)
    task = make_task("characters", language=language)
    trainers = [Trainer(race_setup(config, task, entry, steps=steps, rate=rate)) for entry in entries]
    seconds = [0.0] * len(trainers)
    for start in range(0, steps, TOGETHER):
        for number, trainer in enumerate(trainers):
            if cancelled is not None and cancelled():
                raise Cancelled
            clock = perf_counter()
            trainer.advance(min(TOGETHER, steps - start))
            seconds[number] += perf_counter() - clock
            if progress is not None:
                progress(start * len(trainers) + (number + 1) * TOGETHER, steps * len(trainers))
    runs = tuple(_run(entry, trainer, taken) for entry, trainer, taken in zip(entries, trainers, seconds, strict=True))
    references = task.losses()
    return StabilityOutcome(
        experiment="stability",
        config=trainers[0].setup.config if trainers else config,
        claim=CLAIM,
        values={"layers": config.n_layers, "below": BELOW},
        holds=_holds(runs, references),
        task=task,
        references=references,
        steps=steps,
        rate=rate,
        batch=BATCH,
        runs=runs,
    )


def gradient_rows(trainer: Trainer, matrix: str) -> NDArray[np.float32]:
    """[S, L] norm of the gradient of `feed_forward.MATRIX` of each block, at each step."""
    names = [spec.name for spec in trainer.state.layout.specs]
    columns = [names.index(f"blocks.{layer}.feed_forward.{matrix}") for layer in range(trainer.setup.config.n_layers)]
    return trainer.curves.gradients[:, columns]


def _run(entry: Entry, trainer: Trainer, seconds: float) -> RaceRun:
    losses = trainer.curves.losses.copy()
    ended = trainer.diverged_at is None and len(losses) > 0
    return RaceRun(
        entry=entry,
        losses=losses,
        end=float(losses[-AT_THE_END:].mean()) if ended else None,
        held_out=finite(trainer.held_out_loss()) if ended else None,
        diverged_at=trainer.diverged_at,
        seconds=seconds,
        gradients={name: gradient_rows(trainer, name).copy() for name in ("W_in", "W_out")} if len(losses) else {},
    )


def _holds(runs: Sequence[RaceRun], references: ReferenceLosses) -> bool:
    ends = {run.entry: run.end for run in runs}
    post, *others = (ends.get(entry) for entry in ENTRIES[:3])
    if post is None or not isfinite(post) or any(end is None for end in others):
        return False
    line = references.unigram
    return abs(post - line) <= AT_THE_LINE and all(end is not None and line - end >= BELOW for end in others)
