"""`experiment`: a claim about the transformer, measured, as JSON or as a table."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from core.commandline.options import add_architecture_options, config_from
from core.commandline.output import write_line
from core.commandline.parser import Command, whole_number
from core.commandline.sentence import sentence_from
from core.experiments import EXPERIMENTS
from core.files import strict_json
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig
from core.text.tokens import TOKENIZERS

if TYPE_CHECKING:
    from core.experiments.cost import CostOutcome
    from core.experiments.heads import HeadsOutcome
    from core.experiments.outcome import Outcome

_NO_EXPERIMENT = QT_TRANSLATE_NOOP("core", "There is no experiment “{name}”; choose one of: {choices}.")
_NOT_FOR_THIS = QT_TRANSLATE_NOOP("core", "The experiment “{name}” takes no {option}.")

_OWN_OPTIONS: Final = {
    "sentence": ("order",),
    "tokenizer": ("order",),
    "order": ("order",),
    "shuffle": ("order",),
    "length": ("heads",),
}
"""Options beside the architecture, and the experiments that take them."""


def _places(text: str) -> tuple[int, ...]:
    """Places in plain digits with commas between them."""
    parts = text.split(",")
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts):
        raise ArgumentTypeError(f"“{text}” is no order such as 2,0,1")
    return tuple(map(int, parts))


def _seed(text: str) -> int:
    """A whole number from 0 up."""
    if (number := whole_number(text)) < 0:
        raise ArgumentTypeError(f"“{text}” is below 0")
    return number


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="one of: " + ", ".join(EXPERIMENTS))
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    group = parser.add_argument_group("order")
    group.add_argument("--sentence", help="the sentence that is put into another order (The keys to the cabinet are on the table)")
    group.add_argument("--tokenizer", metavar="{" + ",".join(TOKENIZERS) + "}", help="how it is cut (words)")
    group.add_argument("--order", type=_places, metavar="I,J,…", help="which token, from 0, stands at each place (shuffled)")
    group.add_argument("--shuffle", type=_seed, metavar="N", help="seed of the shuffled order (0)")
    group = parser.add_argument_group("heads")
    group.add_argument("--length", type=whole_number, metavar="N", help="tokens that are counted and timed (128)")
    add_architecture_options(parser)


def _run(options: Namespace) -> int:
    name = options.name
    if name not in EXPERIMENTS:
        raise InputError(_NO_EXPERIMENT, name=name, choices=", ".join(EXPERIMENTS))
    for option, experiments in _OWN_OPTIONS.items():
        if getattr(options, option) is not None and name not in experiments:
            raise InputError(_NOT_FOR_THIS, name=name, option="--" + option)
    config = config_from(options)
    outcome, lines = _MAKERS[name](options, config)
    if options.json:
        write_line(strict_json.encode(outcome.as_dict()))
    else:
        verdict = "holds" if outcome.holds else "does not hold here"
        write_line("\n".join((f"{outcome.sentence}\n→ {verdict}\n", *lines)).encode())
    return 0


EXPERIMENT: Final = Command("experiment", "measure a claim: " + ", ".join(EXPERIMENTS), _add_options, _run)


def _order(options: Namespace, config: ModelConfig) -> tuple[Outcome, list[str]]:
    from core.experiments.order import SENTENCE, run_order

    text = SENTENCE if options.sentence is None else options.sentence
    given = {"sentence": text, "tokenizer": options.tokenizer or "words", "weights": "random"}
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


def _heads(options: Namespace, config: ModelConfig) -> tuple[Outcome, list[str]]:
    from core.experiments.heads import LENGTH, run_heads

    _compile()
    outcome = run_heads(config, length=LENGTH if options.length is None else options.length)
    rows = [["heads", "head width", "", "Q, K, V, O of a block", "parameters", "multiply-adds", "scores", "ms a block"]]
    for row in outcome.rows:
        ms = "–" if row.ms is None else f"{row.ms:.3g}"
        numbers = (row.projections, row.parameters, row.macs, row.scores)
        rows.append([str(row.heads), row.width, str(row.d_head), *map(str, numbers), ms])
    return outcome, [f"{outcome.length} tokens; {_where(outcome)}", *_aligned(rows)]


def _cost(options: Namespace, config: ModelConfig) -> tuple[Outcome, list[str]]:
    del options
    from core.experiments.cost import run_cost

    _compile()
    outcome = run_cost(config)
    rows = [["tokens", "scores", "of twice as many", "ms a pass", "fitted: n", "n²"]]
    for point in outcome.points:
        n = point.length
        parts = (point.ms, outcome.linear * n, outcome.quadratic * n * n)
        rows.append([str(n), str(point.scores), f"{point.doubled / point.scores:g} ×", *(f"{part:.3g}" for part in parts)])
    measured = "nowhere" if outcome.crossing is None else f"at {outcome.crossing:.0f} tokens"
    lines = [
        _where(outcome),
        *_aligned(rows),
        f"ms = {outcome.linear:.3g} n + {outcome.quadratic:.3g} n²",
        f"both parts are equal {measured} by the clock, at {outcome.crossing_counted:.0f} by count",
    ]
    return outcome, lines


_MAKERS: Final = {"order": _order, "heads": _heads, "cost": _cost}


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
