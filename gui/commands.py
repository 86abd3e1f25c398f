"""The commands that need Qt but no display: `picture`, `self-test`, and `bench` with the rows of the window."""

from __future__ import annotations

import os
import tempfile
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from core.cli import Command, add_sentence_options, sentence_from, whole_number
from core.cli import main as run_command
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.memory import check_memory

WHAT: Final = ("window", "mosaic", "head")
SIZES: Final = {"window": (1440, 900), "mosaic": (900, 900), "head": (900, 900)}

LARGEST_SIDE: Final = 16384

_BAD_SIZE = QT_TRANSLATE_NOOP(
    "core", "A picture of {width} × {height} cannot be painted; each side must be from 1 to {limit} pixels."
)
_NOT_COMPILED = QT_TRANSLATE_NOOP("core", "Nothing can be compiled here ({reason}), so there is nothing to measure.")
_NO_SUCH_HEAD = QT_TRANSLATE_NOOP(
    "core", "There is no layer {layer} with head {head}: layers go from 0 to {layers}, heads from 0 to {heads}."
)


def main(argv: Sequence[str]) -> int:
    """Run one of the commands of this file; see core.cli.main for the exit status."""
    return run_command(argv, more=(PICTURE, SELF_TEST, BENCH))


def _picture_options(parser: ArgumentParser) -> None:
    add_sentence_options(parser)
    parser.add_argument("file", metavar="FILE", help="ends in .png, .svg or .pdf")
    parser.add_argument("--what", choices=WHAT, default="window", help="what is painted (window)")
    parser.add_argument("--layer", type=whole_number, default=0, metavar="L", help="the selected layer, from 0 (0)")
    parser.add_argument("--head", type=whole_number, default=0, metavar="H", help="the selected head, from 0 (0)")
    parser.add_argument("--size", type=_size, metavar="WxH", help="pixels, such as 1440x900")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="(light)")
    parser.add_argument("--language", choices=("es", "en"), default="en", help="(en)")


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isascii() and height.isascii() and width.isdigit() and height.isdigit()):
        raise ArgumentTypeError(f"“{text}” is not a size such as 1440x900")
    return int(width), int(height)


def _picture(options: Namespace) -> int:
    """Everything is checked before Qt is loaded and before anything is written."""
    sentence = sentence_from(options)
    config = sentence.config
    if not (0 <= options.layer < config.n_layers and 0 <= options.head < config.n_heads):
        raise InputError(
            _NO_SUCH_HEAD, layer=options.layer, head=options.head, layers=config.n_layers - 1, heads=config.n_heads - 1
        )
    size = options.size or SIZES[options.what]
    if not all(1 <= side <= LARGEST_SIDE for side in size):
        raise InputError(_BAD_SIZE, width=size[0], height=size[1], limit=LARGEST_SIDE)
    from gui.computation import Request, cost

    need = cost(Request(ids=sentence.ids, config=config, layer=options.layer, head=options.head)).bytes
    check_memory(config, len(sentence.tokens), need)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ.pop("QT_SCALE_FACTOR", None)  # a picture of 1440 × 900 has 1440 × 900 pixels, whatever the screen
    from gui.still import paint_still

    paint_still(sentence, options.file, options.what, options.layer, options.head, size, options.theme, options.language)
    return 0


def _self_test(_options: Namespace) -> int:
    """One forward pass, some gradient steps and one picture."""
    from core.kernels import KernelsUnavailableError, compiled_kernels, plain_kernels
    from core.learning import Trainer, TrainingSetup
    from core.model import forward, preset, random_weights
    from core.text import tokenize

    config = preset("small", vocabulary=1000, tied=False)
    ids = [token.id for token in tokenize("one forward pass, one gradient step, one picture", "words", config.vocabulary)]
    try:
        kernels = compiled_kernels()
    except KernelsUnavailableError:
        kernels = plain_kernels()  # as the window does
    trace = forward(config, random_weights(config), ids, kernels=kernels)
    if not trace.row_sum_error <= 1e-6:  # a NaN is no sum either
        raise RuntimeError(f"the rows of the maps do not sum to 1: off by {trace.row_sum_error}")
    trainer = Trainer(TrainingSetup.usual("copy", n_layers=1))
    before = trainer.held_out_loss(1)
    trainer.advance(10)
    if not trainer.held_out_loss(1) < before:
        raise RuntimeError(f"ten gradient steps did not lower the loss: {before} → {trainer.held_out_loss(1)}")
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "picture.png")
        status = run_command(["picture", "one picture", path, "--preset", "small"], more=(PICTURE,))
        if status:
            return status  # why was said
        if not Path(path).read_bytes().startswith(b"\x89PNG"):
            raise RuntimeError("the picture was not painted")
    print("ok")  # noqa: T201 - the answer of the command
    return 0


def _bench_options(parser: ArgumentParser) -> None:
    parser.add_argument("--only", default="", metavar="PREFIX", help="only the rows whose name begins with this")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def _bench(options: Namespace) -> int:
    from core.kernels import KernelsUnavailableError
    from gui.bench import run

    try:
        return run(options.only, as_json=options.json)
    except KernelsUnavailableError as error:
        raise InputError(_NOT_COMPILED, reason=str(error)) from error


PICTURE: Final = Command("picture", "paint the window, all heads or one head into a file", _picture_options, _picture)
SELF_TEST: Final = Command(
    "self-test", "one forward pass, one gradient step and one picture; prints ok", lambda _parser: None, _self_test
)
BENCH: Final = Command("bench", "times, measured on this machine", _bench_options, _bench)
