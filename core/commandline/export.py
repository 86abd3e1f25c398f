"""`export`: the maps of the heads asked for, as numbers in a file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from core.commandline.parser import Command, whole_number
from core.commandline.sentence import MAPS_ONLY, add_sentence_options, run, sentence_from
from core.files.numbers import JSON_CELL_BYTES, MapNumbers, check_text_size, export_format, export_numbers
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.counts import peak_bytes
from core.model.memory import check_memory

_NO_LAYER = QT_TRANSLATE_NOOP("core", "There is no layer {value}; counted from 0 there are 0 to {last}.")
_NO_HEAD = QT_TRANSLATE_NOOP("core", "There is no head {value}; counted from 0 there are 0 to {last}.")


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--layer", type=whole_number, metavar="L", help="only this layer, counted from 0 (all)")
    parser.add_argument("--head", type=whole_number, metavar="H", help="only this head, counted from 0 (all)")
    add_sentence_options(parser)
    parser.add_argument("file", metavar="FILE.{csv,json,npz}", help="where to write; its end says how")


def _run(options: Namespace) -> int:
    kind = export_format(options.file)
    sentence = sentence_from(options)
    config, n_tokens = sentence.config, len(sentence.tokens)
    wanted_layers = selected(options.layer, config.n_layers, _NO_LAYER)
    wanted_heads = selected(options.head, config.n_heads, _NO_HEAD)
    n_maps = len(wanted_layers) * len(wanted_heads)
    if kind != "npz":
        check_text_size(n_maps, n_tokens)
    text = JSON_CELL_BYTES * n_maps * n_tokens**2 if kind == "json" else 0
    check_memory(config, n_tokens, peak_bytes(config, n_tokens, MAPS_ONLY, logits=False).total + text)
    weights, trace, _ = run(sentence, MAPS_ONLY, logits=False)
    patterns = [layer.pattern for layer in trace.layers]
    maps = {(i, j): pattern[j] for i in wanted_layers if (pattern := patterns[i]) is not None for j in wanted_heads}
    numbers = MapNumbers(
        text=sentence.text,
        tokenizer=sentence.tokenizer,
        tokens=sentence.tokens,
        labels=sentence.labels,
        config=config,
        weights_name=weights.name,
        weights_origin=weights.origin,
        maps=maps,
    )
    export_numbers(options.file, numbers)
    return 0


EXPORT: Final = Command("export", "write the numbers of one head or of all", _add_options, _run)


def selected(value: int | None, n: int, refusal: str) -> range:
    """Only `value`, or all of 0 … n − 1.

    Raises
    ------
    InputError
        With the template `refusal` when `value` does not exist.
    """
    if value is None:
        return range(n)
    if not 0 <= value < n:
        raise InputError(refusal, value=value, last=n - 1)
    return range(value, value + 1)
