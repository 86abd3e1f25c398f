"""`experiment`: a claim about the transformer, measured, as JSON or as a table."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Final

from core.commandline.experiment_lines import MAKERS
from core.commandline.options import add_architecture_options
from core.commandline.output import write_line
from core.commandline.parser import Command, decimal_number, whole_number
from core.experiments import EXPERIMENTS
from core.files import strict_json
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.text.tokens import TOKENIZERS

_NO_EXPERIMENT = QT_TRANSLATE_NOOP("core", "There is no experiment “{name}”; choose one of: {choices}.")
_NOT_FOR_THIS = QT_TRANSLATE_NOOP("core", "The experiment “{name}” takes no {option}.")

_OWN_OPTIONS: Final = {
    "sentence": ("order",),
    "tokenizer": ("order",),
    "order": ("order",),
    "shuffle": ("order",),
    "length": ("heads", "reach"),
    "start": ("stability",),
    "steps": ("stability",),
    "learning_rate": ("stability",),
    "language": ("stability",),
}
"""Options beside the architecture, and the experiments that take them."""

_DEFAULTS: Final = (
    "stability: the defaults are those of the race, 6 blocks, width 64, 4 heads, feed-forward 128, an output of its own and the "
    "causal mask, and --norm is that of the fourth run; with --start width 256, 8 heads, feed-forward 1024, vocabulary 1000, no "
    "biases, no positions and an output of its own."
)


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
    group = parser.add_argument_group("heads, reach")
    group.add_argument(
        "--length", type=whole_number, metavar="N", help="heads: tokens that are counted and timed (128); reach: (32)"
    )
    group = parser.add_argument_group("stability")
    group.add_argument("--start", action="store_const", const=True, help="only what holds before any training")
    group.add_argument("--steps", type=whole_number, metavar="N", help="steps of each run (300)")
    group.add_argument("--learning-rate", type=decimal_number, metavar="X", help="(0.003)")
    group.add_argument("--language", metavar="{en,es}", help="of the text whose characters are learnt (en)")
    add_architecture_options(parser, _DEFAULTS)


def _run(options: Namespace) -> int:
    name = options.name
    if name not in EXPERIMENTS:
        raise InputError(_NO_EXPERIMENT, name=name, choices=", ".join(EXPERIMENTS))
    for option, experiments in _OWN_OPTIONS.items():
        if getattr(options, option) is not None and name not in experiments:
            raise InputError(_NOT_FOR_THIS, name=name, option="--" + option.replace("_", "-"))
    outcome, lines = MAKERS[name](options)
    if options.json:
        write_line(strict_json.encode(outcome.as_dict()))
    else:
        verdict = "holds" if outcome.holds else "does not hold here"
        write_line("\n".join((f"{outcome.sentence}\n→ {verdict}\n", *lines)).encode())
    return 0


EXPERIMENT: Final = Command("experiment", "measure a claim: " + ", ".join(EXPERIMENTS), _add_options, _run)
