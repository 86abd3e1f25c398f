"""What is asked for on the Training page: up to four runs from one seed and the same data. Frozen, replaced as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, Literal, get_args

from core.learning.optimiser import Optimiser, OptimiserKind
from core.learning.schedule import Schedule
from core.learning.tasks import Task, make_task
from core.learning.trainer import RACE, TrainingSetup, model_for
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig, Norm
from core.model.weights import Weights
from core.text.examples import Language
from core.text.tokens import TokenizerName

RUNS: Final = 4
"""Most runs of a race."""
MOST_BLOCKS: Final = 24
MOST_STEPS: Final = 20_000
MOST_ROWS: Final = 128
"""With the most blocks a step then takes less than the half second within which a race must stop."""
RATES: Final = (1e-5, 1e3)
"""Least and greatest learning rate; the greatest is there to be seen failing."""
DECAY: Final = 0.01
"""Weight decay of AdamW; without any it would be Adam."""

Plan = Literal["warmup", "inverse-root", "cosine"]
"""What the learning rate does after the warm-up of each run: it stays, or comes down in one of two ways."""
PLANS: Final[tuple[Plan, ...]] = get_args(Plan)
OWN_TEXT: Final = "own-text"
"""Stands among the tasks for characters of the person's own text."""

_OUT_OF_RANGE = QT_TRANSLATE_NOOP("core", "{field} is {value}, but it must be from {least} to {most}.")
_OTHER_SYMBOLS = QT_TRANSLATE_NOOP(
    "core", "“{name}” was trained on other symbols than those of this task. Choose the task it was trained on, or another file."
)
_OTHER_MODEL = QT_TRANSLATE_NOOP(
    "core", "“{name}” holds another model than this run: {settings}. Set the run to that, or choose another file."
)


class Settings(tuple[tuple[str, object], ...]):
    """Fields of a model with their values, for whoever puts them into the words of the page."""

    def __str__(self) -> str:
        return ", ".join(f"{key} {value}" for key, value in self)


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """Trained weights from a file, with which a run begins."""

    name: str
    step: int
    weights: Weights = field(repr=False)
    tokenizer: TokenizerName | tuple[str, ...] = field(repr=False)
    """What its ids stand for, as in a checkpoint."""


@dataclass(frozen=True, slots=True)
class Lane:
    """What one run has for itself; `number` (1 to RUNS) is its name and its colour."""

    number: int
    norm: Norm = "pre"
    warmup: int = 0
    skip: bool = True
    start: Start | None = None
    """None: random weights, drawn from the seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """All choices of a race; they determine every number of it."""

    lanes: tuple[Lane, ...] = (Lane(1, "post"), Lane(2, "post", 75), Lane(3, "pre"))
    task: str = "characters"
    language: Language = "en"
    text: str | None = field(default=None, repr=False)
    """The person's own text, to learn characters from; None: the shipped one."""
    text_name: str = ""
    layers: int = RACE.n_layers
    rate: float = 3e-3
    plan: Plan = "warmup"
    optimiser: OptimiserKind = "adam"
    clip: float = 0.0
    batch: int = 16
    steps: int = 300
    seed: int = 0

    def lane(self, number: int) -> Lane | None:
        """The run of that number."""
        return next((lane for lane in self.lanes if lane.number == number), None)

    def changed(self, number: int, **changes: Any) -> Race:
        """The same with one run changed."""
        return replace(self, lanes=tuple(replace(lane, **changes) if lane.number == number else lane for lane in self.lanes))

    def more(self) -> Race:
        """The same with one more run: the first of some that is not there yet."""
        taken = {lane.number for lane in self.lanes}
        free = [number for number in range(1, RUNS + 1) if number not in taken]
        if not free:
            return self
        there = {(lane.norm, lane.warmup, lane.skip) for lane in self.lanes}
        norm, warmup, skip = next((candidate for candidate in _CANDIDATES if candidate not in there), _CANDIDATES[0])
        lanes = (*self.lanes, Lane(free[0], norm, warmup, skip))
        return replace(self, lanes=tuple(sorted(lanes, key=lambda lane: lane.number)))

    def fewer(self, number: int) -> Race:
        """The same without one run; the last one stays."""
        lanes = tuple(lane for lane in self.lanes if lane.number != number)
        return replace(self, lanes=lanes) if lanes else self

    def key(self, lane: Lane) -> tuple[object, ...]:
        """Runs of equal keys compute the same numbers, however many steps they are to take."""
        shared = (self.task, self.language, self.text, self.layers, self.rate, self.plan, self.optimiser, self.clip, self.batch)
        total = self.steps if self.plan == "cosine" else None
        start = None if lane.start is None else id(lane.start.weights)
        return (*shared, self.seed, total, lane.norm, lane.warmup, lane.skip, start)


_CANDIDATES: Final[tuple[tuple[Norm, int, bool], ...]] = (
    ("post", 0, True),
    ("post", 75, True),
    ("pre", 0, True),
    ("none", 0, True),
    ("sandwich", 0, True),
    ("deepnorm", 0, True),
)


@lru_cache(maxsize=2)
def _task(name: str, language: Language, text: str | None) -> Task:
    return make_task(name, language=language, text=text)


def task_of(race: Race) -> Task:
    """What is learnt; one object for equal choices. InputError for a text there is nothing to learn from."""
    return _task(race.task, race.language, race.text if race.task == "characters" else None)


def check(race: Race) -> None:
    """Raise InputError when a number is out of range."""
    for name, value, least, most in (
        ("layers", race.layers, 1, MOST_BLOCKS),
        ("rate", race.rate, *RATES),
        ("batch", race.batch, 1, MOST_ROWS),
        ("steps", race.steps, 1, MOST_STEPS),
        ("seed", race.seed, 0, 2**63 - 1),
    ):
        if not least <= value <= most:
            raise InputError(_OUT_OF_RANGE, field=name, value=value, least=least, most=most)


def model_of(race: Race, lane: Lane, task: Task) -> ModelConfig:
    """The model of one run: that of the lesson, width 64 and 4 heads, with the choices of race and run."""
    return model_for(task, RACE, n_layers=race.layers, norm=lane.norm, skip=lane.skip, seed=race.seed)


def setup_of(race: Race, lane: Lane) -> TrainingSetup:
    """One run as core makes it. InputError where the choices do not go together."""
    task = task_of(race)
    return TrainingSetup(
        config=model_of(race, lane, task),
        task=task,
        schedule=Schedule(race.plan, race.rate, lane.warmup, race.steps),
        optimiser=Optimiser(kind=race.optimiser, clip=race.clip, weight_decay=DECAY if race.optimiser == "adamw" else 0.0),
        batch=race.batch,
    )


def without_misfits(race: Race) -> tuple[Race, tuple[Lane, ...]]:
    """(`race` with random weights for every run whose own do not fit its model, these runs as they were)."""
    unfit = []
    for lane in race.lanes:
        if lane.start is not None:
            try:
                fitting(race, lane, lane.start)
            except InputError:
                unfit.append(lane)
    for lane in unfit:
        race = race.changed(lane.number, start=None)
    return race, tuple(unfit)


def fitting(race: Race, lane: Lane, start: Start) -> None:
    """Raise InputError when weights do not fit the model and the symbols of a run; their seed does not matter."""
    task = task_of(race)
    wanted, found = (model.as_dict() | {"seed": 0} for model in (model_of(race, lane, task), start.weights.config))
    differing = [key for key, value in wanted.items() if found.get(key) != value]
    if differing:
        raise InputError(_OTHER_MODEL, name=start.name, settings=Settings((key, found.get(key)) for key in differing))
    if start.tokenizer != task.vocabulary:
        raise InputError(_OTHER_SYMBOLS, name=start.name)
