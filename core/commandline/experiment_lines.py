"""What each experiment prints: its outcome, and the same as a table for people."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from core.commandline.options import config_from
from core.commandline.sentence import sentence_from
from core.messages import QT_TRANSLATE_NOOP, InputError

if TYPE_CHECKING:
    from core.experiments.cost import CostOutcome
    from core.experiments.heads import HeadsOutcome
    from core.experiments.outcome import Outcome

Lines = list[str]

_NOT_AT_THE_START = QT_TRANSLATE_NOOP(
    "core", "What holds before any training is measured at several depths and for both norms: leave {option} out."
)
_NOT_IN_THE_RACE = QT_TRANSLATE_NOOP(
    "core", "The race learns the characters of a text, and has as large a vocabulary: leave {option} out."
)
_FIELDS: Final = {"layers": "n_layers"}


def _order(options: Namespace) -> tuple[Outcome, Lines]:
    from core.experiments.order import SENTENCE, run_order

    config = config_from(options)
    text = SENTENCE if options.sentence is None else options.sentence
    given = {"sentence": text, "tokenizer": options.tokenizer, "weights": "random", "takes_constructed": False}
    sentence = sentence_from(Namespace(**vars(options) | given))
    outcome = run_order(config, sentence.ids, sentence.labels, order=options.order, shuffle_seed=options.shuffle or 0)
    layers = range(config.n_layers)
    rows = [["encoding", "enters at", "mask", *(f"layer {layer}" for layer in layers), "as expected"]]
    for row in outcome.rows:
        cells = ["0" if found == "zero" else "not 0" for found in row.found]
        numbers = [f"{cell} ({value:.2g})" for cell, value in zip(cells, row.layers, strict=True)]
        place = f"{row.config.placed} (in use)" if row.name == "in-use" else row.config.placed
        rows.append([row.config.position, place, row.config.mask, *numbers, "yes" if row.holds else "no"])
    repeated = outcome.repeated
    lines = [
        f"sentence:  {' '.join(outcome.labels)}",
        f"new order: {' '.join(outcome.labels[token] for token in outcome.order)}",
        f"Largest difference between pattern(πx) and π pattern(x) πᵀ, up to {outcome.tolerance:g} is 0:",
        *_aligned(rows),
        f"Rows of “{repeated.word}” at {repeated.first} and {repeated.second} of “{' '.join(repeated.labels)}” differ by:",
        f"  {max(repeated.without):.2g} without positions, {max(repeated.with_positions):.2g} with them at the input",
    ]
    return outcome, lines


def _heads(options: Namespace) -> tuple[Outcome, Lines]:
    from core.experiments.heads import LENGTH, run_heads

    _compile()
    outcome = run_heads(config_from(options), length=LENGTH if options.length is None else options.length)
    rows = [["heads", "head width", "", "Q, K, V, O of a block", "parameters", "multiply-adds", "scores", "ms a block"]]
    for row in outcome.rows:
        ms = "–" if row.ms is None else f"{row.ms:.3g}"
        numbers = (row.projections, row.parameters, row.macs, row.scores)
        rows.append([str(row.heads), row.width, str(row.d_head), *map(str, numbers), ms])
    return outcome, [f"{outcome.length} tokens; {_where(outcome)}", *_aligned(rows)]


def _cost(options: Namespace) -> tuple[Outcome, Lines]:
    from core.experiments.cost import run_cost

    _compile()
    outcome = run_cost(config_from(options))
    rows = [["tokens", "scores", "of twice as many", "ms a pass", "fitted: n", "n²"]]
    for point in outcome.points:
        n = point.length
        parts = (point.ms, outcome.linear * n, outcome.quadratic * n * n)
        rows.append([str(n), str(point.scores), f"{point.doubled / point.scores:g} ×", *(f"{part:.3g}" for part in parts)])
    measured = "nowhere" if outcome.crossing is None else f"at {outcome.crossing:.0f} tokens"
    lines = [
        _where(outcome),
        *_aligned(rows),
        f"ms = {outcome.linear:.3g} n + {outcome.quadratic:.3g} n², off by up to {outcome.miss:.0%} (at {outcome.farthest.length})",
        f"both parts are equal {measured} by the clock, at {outcome.crossing_counted:.0f} by count",
    ]
    return outcome, lines


def _stability(options: Namespace) -> tuple[Outcome, Lines]:
    return _start(options) if options.start else _race(options)


def _race(options: Namespace) -> tuple[Outcome, Lines]:
    from core.experiments.stability import ENTRIES, RATE, STEPS, Entry, run_stability
    from core.learning.trainer import RACE

    if options.vocabulary is not None:
        raise InputError(_NOT_IN_THE_RACE, option="--vocabulary")
    fourth = [] if options.norm in (None, "post", "pre") else [Entry(options.norm, 0)]
    outcome = run_stability(
        config_from(options, RACE),
        entries=[*ENTRIES[:3], *(fourth or ENTRIES[3:])],
        language=options.language or "en",
        steps=STEPS if options.steps is None else options.steps,
        rate=RATE if options.learning_rate is None else options.learning_rate,
    )
    references = outcome.references
    rows = [["norm", "warm-up", "loss at the end", "held out", "below unigram", "seconds"]]
    for run in outcome.runs:
        numbers = (run.end, run.held_out, None if run.end is None else references.unigram - run.end)
        shown = ["–" if value is None else f"{value:.3f}" for value in numbers]
        shown[0] = f"diverged at step {run.diverged_at}" if run.diverged_at is not None else shown[0]
        rows.append([run.entry.norm, str(run.entry.warmup), *shown, f"{run.seconds:.1f}"])
    lines = [f"{name:8} {value:.3f}  {meaning}" for name, value, meaning in references.rows()]
    return outcome, [f"{outcome.steps} steps, learning rate {outcome.rate:g}; nats:", *lines, *_aligned(rows)]


def _start(options: Namespace) -> tuple[Outcome, Lines]:
    from core.experiments.start import SETTING, run_start

    for option in ("layers", "norm", "steps", "learning_rate", "language"):
        if getattr(options, _FIELDS.get(option, option)) is not None:
            raise InputError(_NOT_AT_THE_START, option="--" + option.replace("_", "-"))
    outcome = run_start(config_from(options, SETTING))
    rows = [["norm", "blocks", "gradient", "lowest", "highest", "· root of blocks"]]
    for row in outcome.rows:
        numbers = (row.mean, row.last.min(), row.last.max(), row.mean * row.layers**0.5)
        rows.append([row.norm, str(row.layers), *(f"{number:.3f}" for number in numbers)])
    lines = ["Norm of the gradient of the last feed-forward matrix before training:", *_aligned(rows)]
    lines += [
        f"‖x‖²/D after each block, {stream.norm}: " + " ".join(f"{size:.2f}" for size in stream.sizes.mean(axis=0))
        for stream in outcome.streams
    ]
    return outcome, lines


def _reach(options: Namespace) -> tuple[Outcome, Lines]:
    from core.experiments.reach import CONVOLUTION, LENGTH, THEORY, run_reach

    _compile()
    outcome = run_reach(config_from(options), length=LENGTH if options.length is None else options.length)
    distances = [distance for distance in (0, 1, 2, 4, 8, 16, 32, 64, 128) if distance < outcome.length]
    theory = [["theory", "work", "sequential steps", "longest path"]]
    theory += [[layer, kind.work, kind.sequential, kind.path] for layer, kind in THEORY.items()]
    theory.append(["convolution of width k", CONVOLUTION.work, CONVOLUTION.sequential, CONVOLUTION.path])
    rows = [["layer", "waits for", "longest path", "farthest", *(f"influence at {distance}" for distance in distances)]]
    times = [["ms for tokens", *map(str, outcome.lengths)]]
    for row in outcome.rows:
        influence = [f"{row.by_distance[distance]:.2g}" for distance in distances]
        rows.append([row.layer, str(row.sequential_steps), str(row.longest_path), str(row.farthest), *influence])
        times.append([row.layer, *(f"{ms:.3g}" for ms in row.ms)])
    rates = [["10⁹ multiply-adds a second", *map(str, outcome.lengths)]]
    rates += [[row.layer, *(f"{rate:.3g}" for rate in row.rates)] for row in outcome.rows]
    price = "The price of attention grows with n²; what it gains is that its work can be done at once:"
    return outcome, [*_aligned(theory), "", *_aligned(rows), "", *_aligned(times), "", price, *_aligned(rates)]


MAKERS: Final[dict[str, Callable[[Namespace], tuple[Outcome, Lines]]]] = {
    "order": _order,
    "heads": _heads,
    "cost": _cost,
    "stability": _stability,
    "reach": _reach,
}
"""By the names of core.experiments.EXPERIMENTS."""


def _compile() -> None:
    """Make compiled kernels ready, as the window does; plain ones serve where nothing can be compiled."""
    from core.kernels import KernelsUnavailableError, compiled_kernels

    with suppress(KernelsUnavailableError):
        compiled_kernels()


def _where(outcome: HeadsOutcome | CostOutcome) -> str:
    return f"{outcome.kernels} kernels, {outcome.threads} threads, median of {outcome.rounds}"


def _aligned(rows: list[list[str]]) -> list[str]:
    """Columns two spaces apart, words on the left and numbers on the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numeric = [column[1][:1].isdigit() and not column[1].startswith("0 (") for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width) for cell, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in rows
    ]
