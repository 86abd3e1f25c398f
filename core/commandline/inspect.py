"""`inspect`: every array of one forward pass, as JSON (the maps) or NPZ (all)."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any, Final

from core.commandline.output import write_line
from core.commandline.parser import Command
from core.commandline.sentence import MAPS_ONLY, Sentence, add_sentence_options, run, sentence_from
from core.files import strict_json
from core.files.atomic import atomic_writer
from core.files.npz import write_npz
from core.files.numbers import JSON_CELL_BYTES, description, finite_lists
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.arrays import FLOAT_BYTES
from core.model.counts import count, count_parameters, peak_bytes
from core.model.memory import check_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from core.model.trace import Trace
    from core.model.weights import Weights

JSON_LIMIT: Final = 256
"""Longest sentence whose maps are printed as text."""

_TOO_LONG = QT_TRANSLATE_NOOP(
    "core", "{tokens} tokens are too many for JSON, limit {limit}; write the arrays with --npz FILE instead."
)
_NEEDS_FILE = QT_TRANSLATE_NOOP("core", "--with-parameters adds the parameters to an NPZ file, so it needs --npz FILE.")


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the maps as JSON; done without it too, unless --npz is given")
    parser.add_argument("--npz", metavar="FILE", help="write all arrays of the pass to this file")
    parser.add_argument("--with-parameters", action="store_true", help="write all parameters to the --npz file too")
    add_sentence_options(parser, constructed=True)


def _run(options: Namespace) -> int:
    if options.with_parameters and options.npz is None:
        raise InputError(_NEEDS_FILE)
    prints = options.json or options.npz is None
    sentence = sentence_from(options)
    n_tokens = len(sentence.tokens)
    if prints and n_tokens > JSON_LIMIT:
        raise InputError(_TOO_LONG, tokens=n_tokens, limit=JSON_LIMIT)
    everything = options.npz is not None
    keep = None if everything else MAPS_ONLY
    peak = peak_bytes(sentence.config, n_tokens, keep, logits=everything)
    need = peak.total if sentence.given is None else peak.total - peak.weights  # they are there already
    if prints:
        need += JSON_CELL_BYTES * count(sentence.config, n_tokens).scores.total
    if options.with_parameters and not sentence.config.tied:
        need += FLOAT_BYTES * count_parameters(sentence.config).embedding  # a pass draws only the rows of the sentence
    check_memory(sentence.config, n_tokens, need)
    weights, trace, elapsed_ms = run(sentence, keep, logits=everything)
    text = encode_maps(sentence, weights, trace, elapsed_ms) if prints else None
    if options.npz is not None:
        with atomic_writer(options.npz) as file:
            write_npz(file, _arrays(trace, weights if options.with_parameters else None))
    if text is not None:
        write_line(text)
    return 0


INSPECT: Final = Command("inspect", "run one sentence and give out the maps or all arrays", _add_options, _run)


def encode_maps(sentence: Sentence, weights: Weights, trace: Trace, elapsed_ms: float) -> bytes:
    """The object that `inspect --json` prints.

    Raises
    ------
    InputError
        When a map is not finite: JSON has no word for it.
    """
    record: dict[str, Any] = description(sentence.config, sentence.tokens, sentence.labels, weights.name, weights.origin)
    layers = []
    for number, layer in enumerate(trace.layers if sentence.tokens else ()):
        if layer.pattern is not None:
            layers.append({"pattern": finite_lists(layer.pattern, number)})
    record |= {"row_sum_error": float(trace.row_sum_error), "elapsed_ms": elapsed_ms, "layers": layers}
    return strict_json.encode_numbers(record)


def _arrays(trace: Trace, weights: Weights | None) -> Iterator[tuple[str, NDArray[Any]]]:
    """All arrays of `trace` as `layers.L.NAME`, with `tokens` and `logits`, and the parameters as `parameters.NAME`."""
    import numpy as np

    from core.model.trace import ARRAY_NAMES

    for number, layer in enumerate(trace.layers):
        for name in ARRAY_NAMES:
            yield f"layers.{number}.{name}", getattr(layer, name)
    yield "tokens", np.array(trace.ids, np.int64)
    if trace.logits is not None:
        yield "logits", trace.logits
    if weights is not None:
        for name, array in weights.items():
            yield f"parameters.{name}", array
