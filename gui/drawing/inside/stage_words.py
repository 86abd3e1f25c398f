"""What the stages of a head are called, what leads from one to the next, and what one of their cells says."""

from __future__ import annotations

from dataclasses import dataclass
from string import Formatter
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from core.inside.split import Held
from core.model.config import mask_allows
from core.model.interventions import ForcedPattern
from gui.drawing.inside.arithmetic_by_hand import factor_words
from gui.drawing.inside.stage_values import Stage, StageName
from gui.drawing.map_values import is_uneven
from gui.i18n import decimal, integer
from gui.theme.theme import Theme

DIGITS: Final = 3


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence; `color` is that of a token, None for ordinary words."""

    text: str
    color: QColor | None = None


def figure(x: float) -> str:
    """A number in about three figures, as it stands beside a colour bar."""
    size = abs(x)
    digits = 0 if size >= 99.95 else 1 if size >= 9.995 else 2 if size >= 0.0995 or size == 0 else 4
    return decimal(x, digits)


def title(name: StageName) -> str:
    """The name of a stage."""
    translate = QCoreApplication.translate
    return {
        "q": "Q",
        "k": "K",
        "products": translate("Stages", "products"),
        "scores": translate("Stages", "scores"),
        "masked": translate("Stages", "masked"),
        "pattern": translate("Stages", "pattern"),
        "v": "V",
        "z": "z",
        "content-content": translate("Stages", "content–content"),
        "content-position": translate("Stages", "content–position"),
        "position-content": translate("Stages", "position–content"),
        "position-position": translate("Stages", "position–position"),
        "biases": translate("Stages", "biases"),
        "alibi": "ALiBi",
        "total": translate("Stages", "sum"),
    }[name]


def short_title(name: StageName) -> str:
    """The name of a stage where there is little room."""
    translate = QCoreApplication.translate
    return {
        "products": translate("Stages", "prod."),
        "scores": translate("Stages", "score"),
        "masked": translate("Stages", "mask"),
        "content-content": translate("Stages", "cont.–cont."),
        "content-position": translate("Stages", "cont.–pos."),
        "position-content": translate("Stages", "pos.–cont."),
        "position-position": translate("Stages", "pos.–pos."),
    }.get(name) or title(name)


def operation(name: StageName, width: int, alibi: bool) -> str:
    """What leads from the stages before to this one, in at most three short lines; `width` is K. Empty where nothing does."""
    translate = QCoreApplication.translate
    root = "÷ √" + integer(width)
    return {
        "products": "Q · Kᵀ",
        "scores": root + "\n+ ALiBi" if alibi else root,
        "masked": translate("Stages", "mask"),
        "pattern": "softmax",
        "z": translate("Stages", "pattern\n· V"),
        "content-position": "+",
        "position-content": "+",
        "position-position": "+",
        "biases": "+",
        "alibi": "+",
        "total": "=",
    }.get(name, "")


def explanation(stage: Stage, width: int, alibi: bool, cell: tuple[int, int] | None = None) -> str:
    """How a stage comes about, in a sentence; `width` is K. Of a row that was left uneven by hand, that it is."""
    translate = QCoreApplication.translate
    name = stage.name
    if stage.changed:
        return (_uneven(stage, cell[0]) if cell is not None else "") or _changed(stage)
    if name == "scores":
        root = translate("Stages", "Divided by √{width} = {root}, so that wider heads do not give larger scores.")
        less = translate("Stages", "ALiBi's share, which grows with the distance, is taken off.")
        text = root.format(width=integer(width), root=decimal(width**0.5, DIGITS))
        return f"{text} {less}" if alibi else text
    if name == "masked" and not stage.masked:
        return translate("Stages", "There is no mask: every token may look at every other.")
    return {
        "q": translate("Stages", "Q: what each token asks for, its vector through W_Q."),
        "k": translate("Stages", "K: what each token can be found by, its vector through W_K."),
        "products": translate("Stages", "Each row of Q times each row of K, number by number, and added up."),
        "masked": translate("Stages", "Hatched is what the mask forbids: it gets no attention at all."),
        "pattern": translate(
            "Stages", "Softmax of each row: e to the power of each score, divided by their sum. Each row sums to 1."
        ),
        "v": translate("Stages", "V: what each token hands over, its vector through W_V."),
        "z": translate("Stages", "Each row of the pattern mixes the rows of V: this is what the head brings the token."),
        "content-content": translate("Stages", "What the two tokens have to do with each other, wherever they stand."),
        "content-position": translate("Stages", "What this token asks of a place, whatever stands there."),
        "position-content": translate("Stages", "What this place asks of a token, whoever asks there."),
        "position-position": translate("Stages", "What the two places have to do with each other, whatever stands there."),
        "biases": translate("Stages", "Everything in which a bias takes part: b_Q, b_K and the bias of the norm."),
        "alibi": translate("Stages", "What ALiBi takes off for the distance between the two tokens."),
        "total": translate("Stages", "All maps added up: the scores of this head, before the mask."),
    }[name]


def by_hand(stage: Stage) -> str:
    """What is changed by hand of a stage, in a few words; empty where nothing is."""
    translate, parts = QCoreApplication.translate, []
    if stage.forced is not None:
        forced: dict[ForcedPattern, str] = {
            "uniform": translate("Stages", "forced: all alike"),
            "identity": translate("Stages", "forced: itself"),
            "previous-token": translate("Stages", "forced: the token before"),
            "first-token": translate("Stages", "forced: the first token"),
        }
        parts.append(forced[stage.forced])
    if stage.cells:
        parts.append(translate("Stages", "cells set by hand: {n}").format(n=integer(stage.cells)))
    if stage.off:
        parts.append(translate("Stages", "off: z = 0"))
    elif stage.factor != 1:
        parts.append(translate("Stages", "z × {factor}").format(factor=factor_words(stage.factor)))
    return " · ".join(parts)


def _changed(stage: Stage) -> str:
    """How a stage comes about that is changed by hand."""
    translate = QCoreApplication.translate
    if stage.off:
        return translate("Stages", "Changed by hand: the head is off. Its z is 0, whatever pattern and V say.")
    if stage.factor != 1:
        text = translate("Stages", "Each row of the pattern mixes the rows of V; by hand all of it is multiplied by {factor}.")
        return text.format(factor=factor_words(stage.factor))
    if stage.forced is not None and not stage.cells:
        return translate("Stages", "Changed by hand: this pattern is forced upon the head, whatever its scores say.")
    if stage.forced is not None:
        return translate("Stages", "Changed by hand: a pattern is forced upon the head, then cells of it are set.")
    return translate("Stages", "Softmax of each row; then cells are set by hand, and their rows follow or stay as they are.")


def _uneven(stage: Stage, row: int) -> str:
    """That a row of the pattern was changed by hand and does not sum to 1; empty where it does."""
    total = float(stage.values[row].sum(dtype=np.float64)) if stage.cells else 1.0
    words = QCoreApplication.translate("Stages", "This row was changed by hand: it sums to {sum}, not to 1.")
    return words.format(sum=decimal(total, DIGITS)) if is_uneven(total) else ""


def held_words(held: Held, difference: float) -> str:
    """What the norm holds, and how well the maps add up to the scores."""
    translate = QCoreApplication.translate
    off = f"{difference:.0e}".partition("e")
    power = str(int(off[2] or 0)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    gap = "0" if difference == 0 else f"{off[0]}·10{power}"
    adds = translate("Stages", "The maps add up to the scores (largest difference {gap}).").format(gap=gap)
    why = {
        "nothing": "",
        "deviation": translate("Stages", "The norm's deviation, which content and position share, is held at its value."),
        "root mean square": translate(
            "Stages", "The norm's root mean square, which content and position share, is held at its value."
        ),
    }[held]
    return f"{why} {adds}" if why else adds


def sum_words(shares: tuple[Stage, ...], query: int, key: int) -> str:
    """The cell of the sum as an addition of the maps' cells in their order, such as “0.980 = 0.210 − 0.120 + …”."""
    parts, total = [float(stage.values[query, key]) for stage in shares[:-1]], float(shares[-1].values[query, key])
    text = f"{decimal(total, DIGITS)} = {decimal(parts[0], DIGITS)}"
    for part in parts[1:]:
        written = decimal(part, DIGITS)
        text += f" − {decimal(-part, DIGITS)}" if written.startswith("−") else f" + {written}"
    return text


def statement(stage: Stage, cell: tuple[int, int] | None, labels: tuple[str, ...], theme: Theme) -> list[Part]:
    """The cell (row, column) of a stage in words, in pieces, tokens in their colours."""
    translate = QCoreApplication.translate
    if cell is None:
        return [Part(translate("Stages", "Point at a cell, or choose one, to read it here"))]
    row, column = cell
    value = float(stage.values[row, column])
    fields = {"value": Part(decimal(value, DIGITS))}
    if stage.columns == "dimension":
        fields |= {"token": Part(labels[row], theme.query if stage.rows == "query" else theme.key), "n": Part(integer(column + 1))}
        template = {
            "q": translate("Stages", "“{token}”: number {n} of its query is {value}"),
            "k": translate("Stages", "“{token}”: number {n} of its key is {value}"),
            "v": translate("Stages", "“{token}”: number {n} of its value is {value}"),
        }.get(stage.name, translate("Stages", "“{token}”: number {n} of what the head brings it is {value}"))
        return _filled(template, fields)
    fields |= {"query": Part(labels[row], theme.query), "key": Part(labels[column], theme.key), "share": Part(title(stage.name))}
    if stage.masked and not mask_allows(row, column, causal=stage.causal, window=stage.window):
        template = translate("Stages", "“{query}” may not look at “{key}”: masked")
    elif stage.name == "products":
        template = translate("Stages", "Query of “{query}” · key of “{key}” = {value}")
    elif stage.name in ("scores", "masked"):
        template = translate("Stages", "Score of “{query}” for “{key}”: {value}")
    elif stage.name == "pattern":
        template = translate("Stages", "“{query}” looks at “{key}”: {value}")
    else:
        template = translate("Stages", "“{query}” for “{key}”, {share}: {value}")
    return _filled(template, fields)


def row_words(stage: Stage, row: int, labels: tuple[str, ...]) -> str:
    """Where a row [T] of a stage is highest, and where it is lowest; masked cells do not count."""
    causal, window = (stage.causal, stage.window) if stage.masked else (False, 0)
    keys = [key for key in range(len(labels)) if mask_allows(row, key, causal=causal, window=window)]
    values = np.nan_to_num(stage.values[row][keys])
    high, low = keys[int(values.argmax())], keys[int(values.argmin())]
    if stage.name == "pattern":
        words = QCoreApplication.translate("Stages", "“{query}” looks mostly at “{high}”, {most}.")
    else:
        words = QCoreApplication.translate(
            "Stages", "In the row of “{query}” the largest is “{high}”, {most}, the smallest “{low}”, {least}."
        )
    most, least = (decimal(float(stage.values[row, key]), DIGITS) for key in (high, low))
    text = words.format(query=labels[row], high=labels[high], low=labels[low], most=most, least=least)
    return " ".join(filter(None, (text, _uneven(stage, row))))


def plain(parts: list[Part]) -> str:
    """The sentence without its colours."""
    return "".join(part.text for part in parts)


def scale_words(stage: Stage, down: int, across: int) -> str:
    """What the colours of one large map mean."""
    translate = QCoreApplication.translate
    if not stage.signed:
        parts = [translate("Stages", "Scale 0 to 1")]
    elif stage.limit == 0:
        parts = [translate("Stages", "All 0")]
    else:
        own = translate("Stages", "Scale −{limit} to {limit}, this map's farthest from 0")
        common = translate("Stages", "One scale for all maps: −{limit} to {limit}")
        parts = [(common if stage.shared else own).format(limit=figure(stage.limit))]
    if stage.masked:
        parts.append(translate("Stages", "hatched: masked"))
    elif stage.columns == "key":
        unmasked = stage.name in ("masked", "pattern")
        parts.append(translate("Stages", "no mask") if unmasked else translate("Stages", "before the mask"))
    if (down, across) != (1, 1):
        reduced = translate("Stages", "each dot is the one of {down} × {across} cells that is farthest from 0")
        parts.append(reduced.format(down=integer(down), across=integer(across)))
    return " · ".join(parts)


def _filled(template: str, fields: dict[str, Part]) -> list[Part]:
    parts = []
    for text, field, _, _ in Formatter().parse(template):
        if text:
            parts.append(Part(text))
        if field:
            parts.append(fields[field])
    return parts
