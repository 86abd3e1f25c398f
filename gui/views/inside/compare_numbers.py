"""The numbers of a comparison as one table, for files and for the clipboard."""

from __future__ import annotations

import numpy as np

from gui.drawing.inside.compare_view import CompareView
from gui.page_tables import table_words


def comparison_numbers(view: CompareView | None) -> list[list[str]]:
    """Settings, ledger, weights, largest differences and all cells of the head; the first column says what a row is.

    Layers, heads and tokens count from 0, as in files; of the residual stream layer -1 is the input.
    """
    rows = [[*table_words("what", "layer", "head", "query", "key"), "A", "B", "B - A"]]
    setting, ledger, largest, largest_of_stream, cell = table_words(
        "setting", "ledger", "largest difference", "largest difference of the stream", "cell"
    )
    if view is None:
        return rows
    comparison, weights = view.comparison, view.comparison.weights
    rows += [[setting, "", "", found.field, "", str(found.a), str(found.b), ""] for found in comparison.settings]
    rows += [[ledger, "", "", found.key, "", str(found.a), str(found.b), str(found.change)] for found in comparison.ledger]
    for what, names in (
        ("weights with other numbers", weights.other_numbers),
        ("weights of another shape", weights.other_shape),
        ("weights only in A", weights.only_a),
        ("weights only in B", weights.only_b),
    ):
        rows += [[*table_words(what), "", "", name, "", "", "", ""] for name in names]
    if comparison.differences is not None:
        for (layer, head), value in np.ndenumerate(comparison.differences):
            rows.append([largest, str(layer), str(head), "", "", "", "", repr(float(value))])
    for place in comparison.stream:
        layer = -1 if place.layer is None else place.layer
        rows.append([largest_of_stream, str(layer), "", str(place.token), "", "", "", repr(place.largest)])
    sides = [view.side(first) for first in (True, False)]
    size = max((len(labels) for _, labels in sides), default=0)
    for query, key in np.ndindex(size, size):
        values = [
            repr(float(pattern[query, key])) if pattern is not None and max(query, key) < len(pattern) else ""
            for pattern, _ in sides
        ]
        change = "" if view.difference is None else repr(float(view.difference[query, key]))
        rows.append([cell, str(view.layer), str(view.head), str(query), str(key), *values, change])
    return rows
