"""The commands that need no window: `counts`, `inspect`, `export`, `experiment`, `train`, and whatever commands the caller adds.

    python main.py counts --preset gpt2-small --length 1024
    python main.py inspect "The keys to the cabinet are on the table" --heads 4

Exit status: 0 done, 2 bad input (one sentence on standard error, nothing written), 1 internal error.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from core.commandline.counts import COUNTS
from core.commandline.experiment import EXPERIMENT
from core.commandline.export import EXPORT
from core.commandline.inspect import INSPECT
from core.commandline.options import add_architecture_options, architecture_words, command_line, config_from
from core.commandline.output import close_quietly, complain
from core.commandline.parser import Command, Parser, decimal_number, switch, whole_number
from core.commandline.sentence import Sentence, add_sentence_options, sentence_from
from core.commandline.train import TRAIN
from core.messages import QT_TRANSLATE_NOOP, InputError

__all__ = [
    "COMMANDS",
    "Command",
    "Sentence",
    "add_architecture_options",
    "add_sentence_options",
    "architecture_words",
    "build_parser",
    "command_line",
    "config_from",
    "decimal_number",
    "main",
    "sentence_from",
    "switch",
    "whole_number",
]

_NO_VALUE = QT_TRANSLATE_NOOP("core", "The option {option} needs a value.")

COMMANDS: Final = (COUNTS, INSPECT, EXPORT, EXPERIMENT, TRAIN)

DONE: Final = 0
INTERNAL_ERROR: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130

_log = logging.getLogger(__name__)


def main(argv: Sequence[str], more: Sequence[Command] = ()) -> int:
    """Run one command and return the exit status; nothing is raised.

    Parameters
    ----------
    argv
        Command and options, without the program's name.
    more
        Commands beside those of core, such as the ones that draw.
    """
    try:
        for word in argv:
            if word.startswith("--") and word.endswith("=--"):  # argparse takes this for an option without a value
                raise InputError(_NO_VALUE, option=word[:-3])
        options = build_parser(more).parse_args(argv)
        return int(options.run(options))
    except InputError as error:
        complain(str(error))
        return BAD_INPUT
    except SystemExit as error:  # --help has been printed
        return error.code if isinstance(error.code, int) else DONE
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        close_quietly()
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError:
        complain("The memory ran out.")
        return INTERNAL_ERROR
    except Exception as error:  # noqa: BLE001 - the last stop: whatever it is, the person gets one sentence and a status
        _log.debug("internal error", exc_info=True)
        complain(f"Internal error ({type(error).__name__}): {error}")
        return INTERNAL_ERROR


def build_parser(more: Sequence[Command] = ()) -> Parser:
    """The parser of all commands; parsed options carry the chosen command's function as `run`."""
    parser = Parser(prog="main.py", description="Without a command, the window opens.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (*COMMANDS, *more):
        part = commands.add_parser(command.name, help=command.help, description=command.help[:1].upper() + command.help[1:] + ".")
        command.add_options(part)
        part.set_defaults(run=command.run)
    return parser
