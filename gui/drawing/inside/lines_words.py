"""The lines in words: which heads, what is left out, who looks at whom most."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from gui.drawing.inside.lines_data import Lines, LinesPicture, strongest
from gui.drawing.labels import isolated
from gui.i18n import decimal, integer

_SPOKEN_HEADS: Final = 4
"""Heads that a sentence names one by one."""


def column_words() -> tuple[str, str]:
    """What the column on the left and the one on the right are."""
    return (
        QCoreApplication.translate("Lines", "looks"),
        QCoreApplication.translate("Lines", "is looked at"),
    )


def layer_words(layer: int) -> str:
    """Which layer, counted from 1."""
    return QCoreApplication.translate("Lines", "Layer {layer}").format(layer=layer + 1)


def head_words(head: int) -> str:
    """Which head, counted from 1."""
    return QCoreApplication.translate("Lines", "head {head}").format(head=head + 1)


def scale_words(picture: LinesPicture) -> str:
    """What thickness and marks mean."""
    parts = [QCoreApplication.translate("Lines", "Thickness and strength of a line: its weight, 0 to 1")]
    if picture.one is not None and (picture.causal or picture.window):
        parts.append(QCoreApplication.translate("Lines", "Hatched: masked"))
    return " · ".join(parts)


def left_out_words(picture: LinesPicture, lines: Lines) -> str:
    """What the threshold takes away, and whose weight that is part of."""
    parts = []
    values = {
        "threshold": decimal(picture.threshold, 2),
        "n": integer(lines.below),
        "share": decimal(100 * lines.weight_below, 1),
    }
    if picture.threshold <= 0:
        parts.append(QCoreApplication.translate("Lines", "Every line is shown, however weak"))
    elif not lines.below:
        parts.append(QCoreApplication.translate("Lines", "No line is below {threshold}").format(**values))
    elif picture.one is None:
        template = QCoreApplication.translate("Lines", "Lines left out, below {threshold}: {n}, together {share} % of all weight")
        parts.append(template.format(**values))
    else:
        template = QCoreApplication.translate(
            "Lines", "Lines left out, below {threshold}: {n}, together {share} % of the weight of “{token}”"
        )
        parts.append(template.format(**values, token=isolated(picture.names[picture.one])))
    if lines.too_many:
        template = QCoreApplication.translate("Lines", "of the others, the strongest {shown} of {all} are drawn")
        parts.append(template.format(shown=integer(len(lines)), all=integer(len(lines) + lines.too_many)))
    return "; ".join(parts)


def statement(picture: LinesPicture, lines: Lines) -> str:
    """What the picture shows, in one sentence; what to do, when there is nothing to show."""
    if not picture.tokens:
        return ""
    if not picture.heads:
        return QCoreApplication.translate("Lines", "Choose at least one head")
    if picture.query is not None:
        return _of_token(picture, picture.query, picture.key)
    if not len(lines):
        return QCoreApplication.translate("Lines", "No line is strong enough to be shown")
    template = QCoreApplication.translate("Lines", "Strongest line: “{query}” looks at “{key}”, {value}")
    if len(picture.heads) > 1:
        template = QCoreApplication.translate("Lines", "Strongest line: “{query}” looks at “{key}”, {value} ({head})")
    return template.format(
        query=isolated(picture.names[lines.queries[-1]]),
        key=isolated(picture.names[lines.keys[-1]]),
        value=decimal(float(lines.weights[-1]), 2),
        head=head_words(picture.heads[lines.slots[-1]]),
    )


def arriving(picture: LinesPicture, lines: Lines, column: int) -> str:
    """Who looks at `column` most; `lines` are those that arrive there."""
    names = {"key": isolated(picture.names[column])}
    if not len(lines):
        return QCoreApplication.translate("Lines", "No line that is shown arrives at “{key}”").format(**names)
    template = QCoreApplication.translate("Lines", "“{key}” gets most from “{query}”: {value}")
    if len(picture.heads) > 1:
        template = QCoreApplication.translate("Lines", "“{key}” gets most from “{query}”: {value} ({head})")
    return template.format(
        **names,
        query=isolated(picture.names[lines.queries[-1]]),
        value=decimal(float(lines.weights[-1]), 2),
        head=head_words(picture.heads[lines.slots[-1]]),
    )


def _of_token(picture: LinesPicture, query: int, key: int | None) -> str:
    assert picture.patterns is not None
    names = {"query": isolated(picture.names[query])}
    if key is not None:
        names["key"] = isolated(picture.names[key])
        if not picture.allows(query, key):
            return QCoreApplication.translate("Lines", "“{query}” may not look at “{key}”: masked").format(**names)
        values = [decimal(float(picture.patterns[head, query, key]), 2) for head in picture.heads]
        if len(values) == 1:
            return QCoreApplication.translate("Lines", "“{query}” looks at “{key}”: {value}").format(**names, value=values[0])
        told = [f"{head_words(head)} {value}" for head, value in zip(picture.heads, values, strict=True)]
        return QCoreApplication.translate("Lines", "“{query}” looks at “{key}”: {values}").format(**names, values=_listed(told))
    found = [strongest(picture, slot, query) for slot in range(len(picture.heads))]
    if len(found) == 1 and found[0] is not None:
        template = QCoreApplication.translate("Lines", "“{query}” looks mostly at “{key}”: {value}")
        return template.format(**names, key=isolated(picture.names[found[0][0]]), value=decimal(found[0][1], 2))
    told = [
        QCoreApplication.translate("Lines", "“{key}” ({head}, {value})").format(
            key=isolated(picture.names[one[0]]), head=head_words(head), value=decimal(one[1], 2)
        )
        for head, one in zip(picture.heads, found, strict=True)
        if one is not None
    ]
    return QCoreApplication.translate("Lines", "“{query}” looks mostly at {values}").format(**names, values=_listed(told))


def _listed(told: list[str]) -> str:
    return ", ".join(told[:_SPOKEN_HEADS]) + (" …" if len(told) > _SPOKEN_HEADS else "")
