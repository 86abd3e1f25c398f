"""`train`: a training without a window, one line a report."""

from __future__ import annotations

import math
import os
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from core.commandline.options import add_architecture_options, config_from
from core.commandline.output import write_line
from core.commandline.parser import Command, decimal_number, whole_number
from core.files import check_writable, strict_json
from core.messages import QT_TRANSLATE_NOOP, InputError

if TYPE_CHECKING:
    from core.learning.tasks import Task
    from core.learning.trainer import Trainer, TrainingSetup
    from core.model.config import ModelConfig

REPORTS: Final = 20
"""Reports of one training, unless told otherwise."""
STEPS: Final = 300
RATE: Final = 3e-3
MOST_STEPS: Final = 100_000
_DEFAULTS: Final = (
    "Here the defaults are those of the race: 6 blocks, width 64, 4 heads, feed-forward 128, an output of its own, the vocabulary "
    "and the mask of the task."
)

_BAD_STEPS = QT_TRANSLATE_NOOP("core", "{option} is {value}, but it must be a whole number from {least} to {limit}.")
_NOT_SAFETENSORS = QT_TRANSLATE_NOOP(
    "core", "“{path}” must end in .safetensors: that is the kind of file in which weights are kept."
)
_NO_NAME = QT_TRANSLATE_NOOP("core", "“{path}” has no name before .safetensors; give the file one.")
_EMPTY_NAME = QT_TRANSLATE_NOOP("core", "The option {option} needs the name of a file, but what it was given is empty.")
_NO_FOLDER = QT_TRANSLATE_NOOP("core", "There is no folder “{path}”; make it first or choose another one.")


def _add_options(parser: ArgumentParser) -> None:
    group = parser.add_argument_group("task")
    group.add_argument("--task", default="characters", metavar="NAME", help="what is to be learnt (characters)")
    group.add_argument("--length", type=whole_number, metavar="N", help="tokens of a sentence (what suits the task)")
    group.add_argument("--symbols", type=whole_number, metavar="N", help="of reverse, copy, sort, induction (32)")
    group.add_argument("--language", default="en", metavar="{en,es}", help="of texts and sentences (en)")
    group.add_argument("--text", metavar="FILE", help="characters: a text of one's own, UTF-8")
    group = parser.add_argument_group("training")
    group.add_argument("--steps", type=whole_number, default=STEPS, metavar="N", help=f"({STEPS})")
    group.add_argument("--batch", type=whole_number, default=16, metavar="N", help="sentences of a step (16)")
    group.add_argument("--learning-rate", type=decimal_number, default=RATE, metavar="X", help=f"({RATE:g})")
    group.add_argument("--warmup", type=whole_number, default=0, metavar="N", help="steps in which the rate rises (0)")
    group.add_argument(
        "--schedule", metavar="{constant,warmup,inverse-root,cosine}", help="(warmup if there is one, else constant)"
    )
    group.add_argument("--optimiser", default="adam", metavar="{adam,adamw,sgd}", help="(adam)")
    group.add_argument("--beta1", type=decimal_number, default=0.9, metavar="X", help="Adam's, or the momentum of sgd (0.9)")
    group.add_argument("--beta2", type=decimal_number, default=0.98, metavar="X", help="(0.98)")
    group.add_argument("--weight-decay", type=decimal_number, default=0.0, metavar="X", help="of adamw (0)")
    group.add_argument(
        "--clip", type=decimal_number, default=0.0, metavar="X", help="norm to which the gradient is clipped (0: never)"
    )
    group = parser.add_argument_group("output")
    group.add_argument("--report-every", type=whole_number, metavar="N", help=f"steps between two reports (a {REPORTS}th of all)")
    group.add_argument("--json-lines", action="store_true", help="print each report as a line of JSON")
    group.add_argument(
        "--save", metavar="FILE.safetensors", help="keep the weights of the end, with all that is needed to use them"
    )
    add_architecture_options(parser, _DEFAULTS)


def _run(options: Namespace) -> int:
    from core.learning.trainer import Trainer

    for option, value, least in (("--steps", options.steps, 1), ("--report-every", options.report_every, 1)):
        if value is not None and not least <= value <= MOST_STEPS:
            raise InputError(_BAD_STEPS, option=option, value=value, least=least, limit=MOST_STEPS)
    _check_save(options.save)
    trainer = Trainer(_setup(options))
    trainer.prepare()
    every = options.report_every or max(1, options.steps // REPORTS)
    seconds = 0.0
    reports = _Reports(options)
    if not options.json_lines:
        references = (f"{name} {value:.3f}" for name, value, _ in trainer.setup.task.losses().rows())
        reports.write(f"{trainer.setup.task.name}: {', '.join(references)} nats".encode())
        reports.write(_model_in_words(trainer.setup.config).encode())
    while trainer.step < options.steps and trainer.diverged_at is None:
        start = perf_counter()
        trainer.advance(min(every, options.steps - trainer.step))
        seconds += perf_counter() - start
        if not reports.failed:
            reports.write(_written(_report(trainer, seconds), options))
    if options.save is not None:
        _save(trainer, Path(options.save))
    reports.end()
    return 0


TRAIN: Final = Command("train", "train a small model on a small task, here and now", _add_options, _run)


def _setup(options: Namespace) -> TrainingSetup:
    from core.learning.optimiser import Optimiser
    from core.learning.schedule import Schedule
    from core.learning.trainer import RACE, TrainingSetup, model_for

    task = _task(options)
    base = config_from(options, RACE)
    given = {} if options.vocabulary is None else {"vocabulary": options.vocabulary}  # a wrong one is refused, not replaced
    kind: Any = options.schedule or ("warmup" if options.warmup else "constant")
    return TrainingSetup(
        config=replace(model_for(task, base, **given), mask=options.mask or task.mask),
        task=task,
        schedule=Schedule(kind, options.learning_rate, options.warmup, options.steps),
        optimiser=Optimiser(
            kind=options.optimiser,
            beta1=options.beta1,
            beta2=options.beta2,
            weight_decay=options.weight_decay,
            clip=options.clip,
        ),
        batch=options.batch,
    )


def _task(options: Namespace) -> Task:
    from core.learning.tasks import make_task
    from core.learning.tasks.own_text import read_text

    text = None
    if options.text == "":
        raise InputError(_EMPTY_NAME, option="--text")
    if options.text is not None:
        text = read_text(options.text)
    return make_task(options.task, length=options.length, symbols=options.symbols, language=options.language, text=text)


def _report(trainer: Trainer, seconds: float) -> dict[str, Any]:
    """What is known after the last step; where there was none, or it diverged, losses are None."""
    losses, gradients, changes = trainer.curves.losses, trainer.curves.gradients, trainer.curves.changes
    return {
        "step": trainer.step,
        "steps_per_second": trainer.step / seconds if seconds else None,
        "loss": float(losses[-1]) if len(losses) else None,
        "mean_loss": float(losses[-20:].mean()) if len(losses) else None,
        "held_out_loss": _finite(trainer.held_out_loss(2)) if trainer.diverged_at is None else None,
        "learning_rate": trainer.setup.schedule.at(max(1, trainer.step)),
        "gradient_norm": _finite(math.sqrt(float((gradients[-1].astype(float) ** 2).sum()))) if len(losses) else None,
        "update_norm": _finite(math.sqrt(float((changes[-1].astype(float) ** 2).sum()))) if len(losses) else None,
        "diverged_at": trainer.diverged_at,
        "references": {name: loss for name, loss, _ in trainer.setup.task.losses().rows()},
    }


class _Reports:
    """Lines on standard output. Where weights are to be saved, one that cannot be written is complained of at the end only.

    Whoever read the reports may have seen enough; the weights are wanted all the same.
    """

    def __init__(self, options: Namespace) -> None:
        self._patient = options.save is not None
        self._failure: Exception | None = None

    @property
    def failed(self) -> bool:
        """Whether a line could not be written, so that the others need not be tried."""
        return self._failure is not None

    def write(self, line: bytes) -> None:
        """One line; BrokenPipeError and InputError as in `write_line`, unless it is put off."""
        try:
            write_line(line)
        except (BrokenPipeError, InputError) as error:
            if not self._patient:
                raise
            self._failure = error

    def end(self) -> None:
        """Raise what was put off."""
        if self._failure is not None:
            raise self._failure


def _model_in_words(config: ModelConfig) -> str:
    from core.model.counts import count_parameters

    parts = [
        f"{config.n_layers} blocks, width {config.d_model}, {config.n_heads} heads, feed-forward {config.ff_width}",
        f"norm {config.norm}, vocabulary {config.vocabulary}, {count_parameters(config).total} parameters",
    ]
    if config.tied:
        parts.append("output tied to the embeddings, so that the first losses are far above ln V")
    return "model: " + "; ".join(parts)


def _written(report: dict[str, Any], options: Namespace) -> bytes:
    if options.json_lines:
        return strict_json.encode(report)
    if report["diverged_at"] is not None:
        return f"diverged at step {report['diverged_at']}; the weights are those before it".encode()
    numbers = ", ".join(f"{words} {report[name]:.4g}" for name, words in _SHOWN if report[name] is not None)
    return f"step {report['step']}: {numbers}".encode()


_SHOWN: Final = (
    ("loss", "loss"),
    ("held_out_loss", "held out"),
    ("gradient_norm", "gradient"),
    ("learning_rate", "rate"),
    ("steps_per_second", "steps a second"),
)


def _check_save(path: str | None) -> None:
    """Refuse before the training what would fail after it."""
    if path is None:
        return
    if not path:
        raise InputError(_EMPTY_NAME, option="--save")
    if not path.endswith(".safetensors"):
        raise InputError(_NOT_SAFETENSORS, path=path)
    if os.path.basename(path) == ".safetensors":
        raise InputError(_NO_NAME, path=path)
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise InputError(_NO_FOLDER, path=folder)
    check_writable(path)


def _save(trainer: Trainer, path: Path) -> None:
    from core.files.checkpoint import Checkpoint, write_checkpoint

    task = trainer.setup.task
    write_checkpoint(
        path,
        Checkpoint(
            config=trainer.setup.config,
            weights=trainer.weights_at(),
            tokenizer=task.vocabulary,
            task=task.as_dict(),
            seed=trainer.setup.seed,
            step=trainer.step,
        ),
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
