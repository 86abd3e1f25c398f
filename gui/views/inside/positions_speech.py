"""The pictures of positions in words and as rows of numbers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from gui.drawing.inside.position_added import dimension_words, distance_words, layout_words
from gui.drawing.inside.position_parts import PositionsPicture
from gui.drawing.inside.position_slopes import slope_words
from gui.drawing.inside.position_turns import turned_words
from gui.drawing.inside.positions import headline, statement_parts
from gui.i18n import decimal
from gui.page_tables import numbered_words, table_words
from gui.theme.theme import Theme


def spoken(picture: PositionsPicture, theme: Theme) -> str:
    """Everything that the pictures say about the encoding and the two chosen positions."""
    tables = picture.tables
    assert tables is not None
    parts = [headline(picture), "".join(text for text, _ in statement_parts(picture, theme))]
    if tables.added is not None:
        added = tables.added
        for dimension in picture.dimensions:
            template = QCoreApplication.translate("PositionsPage", "{dimension}: {value} at the query")
            value = decimal(float(added.matrix[picture.first, dimension]), 3)
            parts.append(template.format(dimension=dimension_words(added, dimension), value=value))
        parts.append(distance_words(picture))
        if added.other is not None:
            parts.append(layout_words(picture))
    elif tables.rotary is not None:
        parts.append(turned_words(picture))
    elif tables.alibi is not None:
        slopes = ", ".join(slope_words(slope) for slope in tables.alibi.slopes.tolist())
        parts.append(QCoreApplication.translate("PositionsPage", "Slopes of the heads: {slopes}").format(slopes=slopes))
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def numbers_of(picture: PositionsPicture) -> list[list[str]]:
    """A row a position, or a head for ALiBi, each number in as many digits as bring it back. The first row names the columns."""
    tables = picture.tables
    if tables is None or tables.position == "none":
        return []
    if tables.alibi is not None:
        return _slopes(picture)
    heads = table_words("position", "token")
    names = [picture.labels[p] if p < len(picture.labels) else "" for p in range(tables.length)]
    rows = [[str(position), name] for position, name in enumerate(names)]
    if tables.added is not None:
        matrix, gathered = tables.added.matrix, tables.added.by_distance
        heads += numbered_words("dimension {number}", range(matrix.shape[1]))
        heads += table_words("PE·PE at this distance, mean", "smallest", "largest")
        for position, row in enumerate(rows):
            row += [str(value) for value in matrix[position]]
            near = position < len(gathered.mean)
            row += [str(part[position]) if near else "" for part in (gathered.mean, gathered.lowest, gathered.highest)]
    elif tables.rotary is not None:
        angles, gathered = tables.rotary.angles, tables.rotary.by_distance
        heads += numbered_words("angle of pair {number}", range(angles.shape[1]))
        heads += table_words("q·k, key so many after the query, mean", "smallest", "largest")
        heads += table_words("q·k, key so many before the query, mean", "smallest", "largest")
        middle = int(gathered.distances[-1])
        for position, row in enumerate(rows):
            row += [str(value) for value in angles[position]]
            for place in (middle + position, middle - position):
                near = position <= middle
                row += [str(part[place]) if near else "" for part in (gathered.mean, gathered.lowest, gathered.highest)]
    return [heads, *rows]


def _slopes(picture: PositionsPicture) -> list[list[str]]:
    assert picture.tables is not None
    alibi = picture.tables.alibi
    assert alibi is not None
    heads = [
        *table_words("head", "slope", "half at"),
        *numbered_words("added at distance {number}", range(alibi.penalties.shape[1])),
    ]
    rows = [
        [str(head), str(alibi.slopes[head]), str(alibi.half_distances[head]), *(str(value) for value in alibi.penalties[head])]
        for head in range(len(alibi.slopes))
    ]
    return [heads, *rows]
