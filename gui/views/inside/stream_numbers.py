"""The numbers of the stream as one table, for files and for the clipboard."""

from __future__ import annotations

import numpy as np

from gui.drawing.inside.stream_words import StreamPicture
from gui.page_tables import table_words


def stream_numbers(picture: StreamPicture) -> list[list[str]]:
    """Everything shown as rows of one table, one value a row, in full precision; layers and tokens counted from 0, as in files.

    Of the cosines those of the chosen station: all pairs of up to 256 tokens, of more those of the chosen token.
    """
    table = picture.table
    rows = [table_words("quantity", "station", "layer", "token", "label", "other token", "other label", "value")]

    said: dict[str, str] = {}

    def add(quantity: str, where: str, layer: int, token: int | None, value: float, other: int | None = None) -> None:
        names = [("", "") if index is None else (str(index), picture.labels[index]) for index in (token, other)]
        if quantity not in said:
            said[quantity] = table_words(quantity)[0]
        rows.append([said[quantity], where, str(layer), *names[0], *names[1], repr(float(value))])

    for index, place in enumerate(table.stations):
        for token in range(table.tokens):
            add("norm", place.kind, place.layer, token, table.norms[index, token])
        add("mean cosine", place.kind, place.layer, None, table.mean_cosine[index])
    for shares in table.shares:
        for token in range(table.tokens):
            add("share of skip", shares.sublayer, shares.layer, token, shares.skip[token])
            add("share of sublayer", shares.sublayer, shares.layer, token, shares.added[token])
    for norming in table.normings:
        for token in range(table.tokens):
            for quantity in ("mean_before", "deviation_before", "divisor", "mean_after", "deviation_after"):
                add(quantity, norming.name, norming.layer, token, getattr(norming, quantity)[token])
        for quantity, vector in (("gain", norming.gain), ("bias", norming.bias)):
            if vector is not None:
                wide = vector.astype(np.float64)
                for which, value in (("mean", wide.mean()), ("min", wide.min()), ("max", wide.max())):
                    add(f"{quantity} {which}", norming.name, norming.layer, None, value)
    whole = table.tokens <= 256
    for token in range(table.tokens) if whole else [picture.token] if picture.token is not None else []:
        for other in range(table.tokens):
            add("cosine", picture.place.kind, picture.place.layer, token, picture.cosines[token, other], other)
    return rows
