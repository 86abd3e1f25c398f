"""Attention maps as numbers: CSV for spreadsheets, JSON and NPZ for programs, tab-separated text for the clipboard."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from core.files import strict_json
from core.files.atomic import PathLike, atomic_writer
from core.files.npz import write_npz
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.interventions import NONE, Interventions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import BinaryIO

    import numpy as np
    from numpy.typing import NDArray

    from core.model.config import ModelConfig
    from core.text.tokens import Token, TokenizerName

FORMATS: Final = ("csv", "json", "npz")
TEXT_CELL_LIMIT: Final = 10_000_000
"""Most cells written as text; a hundred megabytes, which no spreadsheet opens. NPZ has no limit."""

JSON_CELL_BYTES: Final = 64
"""What one cell takes in memory while maps are turned into JSON: a Python float, its place in a list, its digits."""

_UNKNOWN_FORMAT = QT_TRANSLATE_NOOP("core", "“{name}” does not say how to write the numbers: end it in {choices}.")
_TOO_MANY = QT_TRANSLATE_NOOP(
    "core", "{cells} numbers are too many for a text file (limit {limit}); choose one head, or an .npz file."
)
_NOT_FINITE = QT_TRANSLATE_NOOP(
    "core",
    "The numbers of layer {layer} (counted from 0) grew beyond the largest float32, and JSON has no word for what came of it; "
    "norms or fewer layers keep them small, and an .npz file holds them as they are.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MapNumbers:
    """The maps to write and all that is needed to compute them again.

    `maps` has one [T, T] pattern for each (layer, head), counted from 0; `labels` one visible label for each token.
    """

    text: str
    tokenizer: TokenizerName
    tokens: tuple[Token, ...]
    labels: tuple[str, ...]
    config: ModelConfig
    weights_name: str
    weights_origin: str
    maps: Mapping[tuple[int, int], NDArray[np.float32]]
    interventions: Interventions = NONE
    """What was changed by hand when the maps were computed."""

    def caption(self) -> str:
        """One line that says what the numbers are: the sentence, the weights and every setting."""
        settings = ", ".join(f"{name} {_word(value)}" for name, value in self.config.as_dict().items())
        sentence = " ".join(self.text.split())
        whole = f"Attention of “{sentence}” ({self.tokenizer}); weights {self.weights_origin}, {self.weights_name}; {settings}"
        if not self.interventions:
            return whole
        changes = " and ".join(
            " ".join(f"{name} {_word(value)}" for name, value in record.items()) for record in self.interventions.as_list()
        )
        return f"{whole}; changed by hand: {changes}"


def export_format(path: PathLike) -> str:
    """The format that the end of `path` names: csv, json or npz.

    Raises
    ------
    InputError
        For any other end.
    """
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        raise InputError(_UNKNOWN_FORMAT, name=path, choices=", ".join(f".{name}" for name in FORMATS))
    return suffix


def export_numbers(path: PathLike, numbers: MapNumbers) -> None:
    """Write `numbers` in the format that the end of `path` names.

    CSV (RFC 4180, UTF-8 with the mark that spreadsheets look for): one record with the caption, one with the column names,
    then one for each row of each map. JSON: the same with all settings as keys. NPZ: `layers.L.heads.H.pattern` [T, T],
    `tokens` (ids), `labels` and `caption`.

    Raises
    ------
    InputError
        For an unknown format, too many numbers for a text file, or a file that cannot be written.
    """
    kind = export_format(path)
    if kind != "npz":
        check_text_size(len(numbers.maps), len(numbers.tokens))
    with atomic_writer(path) as file:
        _WRITERS[kind](file, numbers)


def check_text_size(n_maps: int, n_tokens: int) -> None:
    """Refuse more numbers than a text file is good for; needs no map, so it can be asked before anything is computed.

    Raises
    ------
    InputError
        Naming the number of cells and the limit.
    """
    cells = n_maps * n_tokens**2
    if cells > TEXT_CELL_LIMIT:
        raise InputError(_TOO_MANY, cells=cells, limit=TEXT_CELL_LIMIT)


def as_tsv(pattern: NDArray[np.float32], labels: tuple[str, ...], point: str = ".") -> str:
    """One map [T, T] as tab-separated text for the clipboard: key labels on top, the query label in front of each row.

    `labels` holds one visible label for each of the T tokens. `point` is the decimal sign of the spreadsheet it is meant for: a
    Spanish one takes 0.5 for a date or a word.

    Raises
    ------
    ValueError
        When there are more or fewer labels than rows.
    """
    names = numbered(labels)
    lines = ["\t".join(("", *names))]
    lines += [
        "\t".join((name, *(str(value).replace(".", point) for value in row)))
        for name, row in zip(names, _rows(pattern), strict=True)
    ]
    return "\n".join(lines) + "\n"


def numbered(labels: Iterable[str]) -> list[str]:
    """Labels made unique by their place (“5 · are”), which also keeps a spreadsheet from taking “=” or “007” for its own."""
    return [f"{place} · {label}" for place, label in enumerate(labels)]


def _write_csv(file: BinaryIO, numbers: MapNumbers) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\r\n")
    names = numbered(numbers.labels)
    header = ["layer", "head", "query", *names]
    writer.writerow([numbers.caption(), *[""] * (len(header) - 1)])
    writer.writerow(header)
    for (layer, head), pattern in numbers.maps.items():
        writer.writerows([layer, head, name, *row] for name, row in zip(names, _rows(pattern), strict=True))
    text.detach()


def _write_json(file: BinaryIO, numbers: MapNumbers) -> None:
    record = description(numbers.config, numbers.tokens, numbers.labels, numbers.weights_name, numbers.weights_origin)
    record |= {"text": numbers.text, "tokenizer": numbers.tokenizer, "interventions": numbers.interventions.as_list()}
    record["maps"] = [
        {"layer": layer, "head": head, "pattern": finite_lists(pattern, layer)} for (layer, head), pattern in numbers.maps.items()
    ]
    file.write(strict_json.encode_numbers(record))
    file.write(b"\n")


def _write_npz(file: BinaryIO, numbers: MapNumbers) -> None:
    import numpy as np

    maps = ((f"layers.{layer}.heads.{head}.pattern", pattern) for (layer, head), pattern in numbers.maps.items())
    words = {
        "tokens": np.array([token.id for token in numbers.tokens], np.int64),
        "labels": np.array(numbers.labels, np.str_),
        "caption": np.array(numbers.caption()),
    }
    write_npz(file, chain(maps, words.items()))


_WRITERS: Final[dict[str, Callable[[BinaryIO, MapNumbers], None]]] = {"csv": _write_csv, "json": _write_json, "npz": _write_npz}


def finite_lists(pattern: NDArray[np.float32], layer: int) -> list[Any]:
    """A map [T, T], or the maps [H, T, T] of layer `layer` (from 0), as lists of floats nested in the same way.

    Raises
    ------
    InputError
        When a value is not finite: JSON has no word for it.
    """
    if pattern.size and not pattern.max() <= 1:  # also true for NaN, which `> 1` is not
        raise InputError(_NOT_FINITE, layer=layer)
    lists: list[Any] = pattern.tolist()
    return lists


def description(
    config: ModelConfig, tokens: tuple[Token, ...], labels: tuple[str, ...], weights_name: str, weights_origin: str
) -> dict[str, Any]:
    """What every JSON of numbers begins with: settings, tokens, weights."""
    return {
        "config": config.as_dict(),
        "tokens": [
            {"id": token.id, "text": token.text, "start": token.start, "end": token.end, "label": label}
            for token, label in zip(tokens, labels, strict=True)
        ],
        "weights": {"name": weights_name, "origin": weights_origin},
    }


def _rows(pattern: NDArray[np.float32]) -> Iterable[list[Any]]:
    """Rows of numbers in the shortest form that reads back as the same float32: 0.1, not 0.10000000149011612."""
    return (row.astype("U").tolist() for row in pattern)


def _word(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
