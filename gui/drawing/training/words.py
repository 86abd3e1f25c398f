"""The words of a race: what a run is called, where its loss stands, what the pictures show."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication

from core.experiments.stability import AT_THE_LINE, BELOW
from core.learning.tasks import ReferenceLosses
from core.model.config import Norm
from gui.drawing.inside.experiment_tables import short
from gui.i18n import decimal, integer, power_of_ten, scientific
from gui.training.race import Lane, Race
from gui.training.report import Floats, LaneReport, RaceReport

LARGEST_EXPONENT: Final = 709.0
"""e to more than this is no number of a computer any more (case B32)."""
NEAR: Final = 0.03
"""Share by which a loss may differ from a line and still be at it."""
_PLAIN_UP_TO: Final = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class RacePicture:
    """A race as it is shown."""

    report: RaceReport
    numbers: tuple[int, ...]
    """The runs that are shown."""
    selected: int
    """The run that stands out, and whose weights are saved and used."""
    smooth: bool = True
    """Whether the mean of the last steps is drawn over each curve."""

    @property
    def lanes(self) -> tuple[LaneReport, ...]:
        """The runs that are shown."""
        return tuple(lane for lane in self.report.lanes if lane.lane.number in self.numbers)

    @property
    def chosen(self) -> LaneReport | None:
        """The run that stands out; another one where it is not there."""
        lanes = self.lanes
        return next((lane for lane in lanes if lane.lane.number == self.selected), lanes[0] if lanes else None)

    @property
    def window(self) -> int:
        """Steps of which a smooth curve shows the mean."""
        return max(5, self.report.facts.race.steps // 40)


def smoothed(losses: Floats, window: int) -> Floats:
    """[S] the mean of the last `window` steps, of as many as there are at the beginning."""
    if not len(losses):
        return losses
    sums = np.concatenate([[0.0], np.cumsum(losses)])
    ends = np.arange(1, len(losses) + 1)
    starts = np.maximum(0, ends - window)
    means: Floats = (sums[ends] - sums[starts]) / (ends - starts)
    # A few enormous losses at the beginning leave nothing of the sums behind them but rounding.
    return means if len(losses) > 1 and np.abs(losses).max() < 1e9 else losses


def run_name(number: int) -> str:
    """What a run is called."""
    return QCoreApplication.translate("Training", "Run {number}").format(number=integer(number))


def norm_name(norm: Norm) -> str:
    """Where the norm stands, in two words."""
    return {
        "pre": QCoreApplication.translate("Training", "norm before (pre)"),
        "post": QCoreApplication.translate("Training", "norm after (post)"),
        "none": QCoreApplication.translate("Training", "no norm"),
        "sandwich": QCoreApplication.translate("Training", "norm before and after (sandwich)"),
        "deepnorm": QCoreApplication.translate("Training", "DeepNorm"),
    }[norm]


def lane_words(lane: Lane) -> str:
    """What is special about a run."""
    parts = [norm_name(lane.norm)]
    if lane.warmup:
        words = QCoreApplication.translate("Training", "warm-up of {steps} steps")
        parts.append(words.format(steps=integer(lane.warmup)))
    else:
        parts.append(QCoreApplication.translate("Training", "without warm-up"))
    if not lane.skip:
        parts.append(QCoreApplication.translate("Training", "without skip connections"))
    if lane.start is not None:
        words = QCoreApplication.translate("Training", "from “{name}”, trained for {steps} steps")
        parts.append(words.format(name=lane.start.name, steps=integer(lane.start.step)))
    return ", ".join(parts)


def loss_text(loss: float) -> str:
    """A loss in nats; one that has left every scale as 1.5·10⁷."""
    if not math.isfinite(loss) or abs(loss) < _PLAIN_UP_TO:
        return decimal(loss, 2)
    return scientific(loss)


def perplexity_text(loss: float) -> str:
    """e to the loss: among how many equally likely symbols one would be as unsure (case B32)."""
    if not math.isfinite(loss):
        return decimal(loss, 0)
    if loss > LARGEST_EXPONENT:
        return f"> {power_of_ten(308)}"
    value = math.exp(loss)
    return short(value) if value < _PLAIN_UP_TO else scientific(value)


def line_name(name: str) -> str:
    """A reference line: what it is called, with what a model at it knows."""
    return {
        "uniform": QCoreApplication.translate("Training", "uniform (ln V)"),
        "unigram": QCoreApplication.translate("Training", "unigram"),
        "bigram": QCoreApplication.translate("Training", "bigram"),
    }[name]


def line_remark(name: str) -> str:
    """What a model whose loss is at the line knows, as short as can be."""
    return {
        "uniform": QCoreApplication.translate("Training", "knows nothing"),
        "unigram": QCoreApplication.translate("Training", "knows symbol frequencies"),
        "bigram": QCoreApplication.translate("Training", "knows the symbol before"),
    }[name]


def standing(loss: float, references: ReferenceLosses) -> str:
    """Where a loss stands among the reference lines."""
    translate = QCoreApplication.translate
    if abs(loss - references.bigram) <= NEAR * references.bigram and references.bigram < references.unigram * (1 - NEAR):
        return translate("Training", "at the bigram line")
    if abs(loss - references.unigram) <= NEAR * references.unigram and references.unigram < references.uniform * (1 - NEAR):
        return translate("Training", "at the unigram line")
    if abs(loss - references.uniform) <= NEAR * references.uniform:
        return translate("Training", "at the uniform line")
    if loss < references.bigram:
        return translate("Training", "below the bigram line")
    if loss < references.unigram:
        return translate("Training", "between the unigram and the bigram line")
    if loss < references.uniform:
        return translate("Training", "between the uniform and the unigram line")
    return translate("Training", "above all lines")


def conclusion(picture: RacePicture) -> list[str]:
    """What the runs have come to, measured by the unigram line; nothing where a task has none that differs from the uniform one."""
    translate, references, window = QCoreApplication.translate, picture.report.facts.references, picture.window
    if references.unigram >= references.uniform * (1 - NEAR):
        return []
    ends = {
        lane.lane.number: float(smoothed(lane.losses, window)[-1])
        for lane in picture.lanes
        if lane.step and lane.diverged_at is None
    }
    stuck = [run_name(number) for number, loss in ends.items() if abs(loss - references.unigram) <= AT_THE_LINE]
    learnt = [run_name(number) for number, loss in ends.items() if loss <= references.unigram - BELOW]
    said = []
    if stuck:
        said.append(translate("Training", "only symbol frequencies learnt: {runs}").format(runs=", ".join(stuck)))
    if learnt:
        said.append(translate("Training", "more than symbol frequencies learnt: {runs}").format(runs=", ".join(learnt)))
    return said


def lane_state(lane: LaneReport | None, references: ReferenceLosses | None, window: int) -> str:
    """How far a run is, in one line."""
    translate = QCoreApplication.translate
    if lane is None:
        return translate("Training", "not started")
    if lane.diverged_at is not None:
        return translate("Training", "diverged at step {step}").format(step=integer(lane.diverged_at))
    if not lane.step:
        return translate("Training", "ready")
    loss = float(smoothed(lane.losses, window)[-1])
    text = translate("Training", "loss {loss} after {steps} steps")
    words = text.format(loss=loss_text(loss), steps=integer(lane.step))
    return words if references is None else f"{words}, {standing(loss, references)}"


def race_in_words(race: Race) -> str:
    """The settings that all runs share, in one line."""
    translate = QCoreApplication.translate
    parts = [
        task_name(race.task, race.text is not None, race.text_name),
        translate("Training", "{n} blocks").format(n=integer(race.layers)),
        translate("Training", "rate {rate}").format(rate=rate_text(race.rate)),
        plan_name(race.plan),
        optimiser_name(race.optimiser),
    ]
    if race.clip:
        parts.append(translate("Training", "clipped at {norm}").format(norm=short(race.clip)))
    parts.append(translate("Training", "{rows} rows a batch").format(rows=integer(race.batch)))
    parts.append(translate("Training", "{steps} steps").format(steps=integer(race.steps)))
    parts.append(translate("Training", "seed {seed}").format(seed=integer(race.seed)))
    return " · ".join(parts)


def rate_text(rate: float) -> str:
    """A learning rate without zeros at its end: 0.003, 1, 1·10⁻⁵."""
    if rate < 1e-4:
        return scientific(rate, 0 if math.isclose(float(f"{rate:.0e}"), rate) else 2)
    text = decimal(rate, 7)
    return text.rstrip("0").rstrip(".,")


def task_name(task: str, own: bool = False, name: str = "") -> str:
    """What a task is called."""
    translate = QCoreApplication.translate
    if own:
        return translate("Training", "characters of “{name}”").format(name=name)
    return {
        "reverse": translate("Training", "write backwards"),
        "copy": translate("Training", "copy"),
        "sort": translate("Training", "sort"),
        "induction": translate("Training", "induction"),
        "agreement": translate("Training", "agreement"),
        "reference": translate("Training", "reference"),
        "characters": translate("Training", "characters"),
    }.get(task, task)


def plan_name(plan: str) -> str:
    """What the learning rate does after the warm-up."""
    return {
        "warmup": QCoreApplication.translate("Training", "rate stays"),
        "inverse-root": QCoreApplication.translate("Training", "rate falls as 1/√step"),
        "cosine": QCoreApplication.translate("Training", "rate falls to 0 (cosine)"),
    }.get(plan, plan)


def optimiser_name(kind: str) -> str:
    """What an optimiser is called."""
    return {
        "adam": QCoreApplication.translate("Training", "Adam"),
        "adamw": QCoreApplication.translate("Training", "AdamW"),
        "sgd": QCoreApplication.translate("Training", "SGD"),
    }.get(kind, kind)


def spoken(picture: RacePicture) -> str:
    """The race in words, for a screen reader."""
    facts = picture.report.facts
    translate = QCoreApplication.translate
    parts = []
    for lane in picture.lanes:
        words = translate("Training", "{run}, {kind}: {state}.")
        state = lane_state(lane, facts.references, picture.window)
        parts.append(words.format(run=run_name(lane.lane.number), kind=lane_words(lane.lane), state=state))
    lines = translate("Training", "Lines: uniform {uniform}, unigram {unigram}, bigram {bigram} nats.")
    losses = facts.references
    values = {name: decimal(getattr(losses, name), 2) for name in ("uniform", "unigram", "bigram")}
    return " ".join([*parts, lines.format(**values)])
