"""`counts`: parameters, scores, multiply-adds and memory of a model, without running it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from core.commandline.options import add_architecture_options, config_from
from core.commandline.output import write_line
from core.commandline.parser import Command, whole_number
from core.files import strict_json
from core.model.counts import count


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--length", type=whole_number, metavar="N", help="tokens of the sentence (as many as --context)")
    parser.add_argument("--json", action="store_true", help="print JSON, which is what is printed without it too")
    add_architecture_options(parser)


def _run(options: Namespace) -> int:
    config = config_from(options)
    counts = count(config, config.context if options.length is None else options.length)
    write_line(strict_json.encode(counts.as_dict()))
    return 0


COUNTS: Final = Command("counts", "count parameters, scores, multiply-adds and memory", _add_options, _run)
