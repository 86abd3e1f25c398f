"""The inside of the attention box: values at the left, queries and keys towards the side from which an encoding can enter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QCoreApplication

from core.model.config import ModelConfig
from core.model.formulas import Meaning, Part, meaning_of
from gui.drawing import diagram_words as words
from gui.drawing.diagram_scene import Edge, Label, Node

COLUMN: Final = 34.0
BOX: Final = 29.0
STRIP: Final = 14.0
BESIDE: Final = 53.0
"""How far right of the stream the words and shapes begin."""
TITLE: Final = 6.5
"""From the upper edge to the middle of the title."""
FORK: Final = 6.0
"""From the lower edge to the middle of the shape of what is read there."""
_ADDED: Final = 30.0
"""Height of the fan where an encoding joins in it."""
_FORK_ADDED: Final = 26.2
"""There, the shape of what is read stands above the encoding and its shape."""
_LOWERED: Final = 19.0
"""From the shape of the pattern to the middle of the softmax where ALiBi comes in there, with the shape of its slopes between."""
_SUM: Final = 11.0


@dataclass(frozen=True, slots=True)
class _Rows:
    """Heights: of a row of boxes, of the gap between two, from the lower edge to the first row, from the last to the upper edge.

    `line` is from one line of text to the next.
    """

    row: float = 16.0
    gap: float = 8.0
    fan: float = 9.0
    top: float = 7.0
    line: float = 11.5


_USUAL: Final = _Rows()
_MANY_LINES: Final = _Rows(line=11.2)
_TIGHT_MANY_LINES: Final = _Rows(row=15.0, gap=8.75, line=11.0)
_TIGHT: Final = _Rows(row=14.0, gap=7.0, fan=8.0, line=11.1)


@dataclass
class Inside:
    """What the box holds."""

    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    entering: list[tuple[str, float, float]] = field(default_factory=list)
    """What enters from the right: its words, and the end of its arrow."""


def _added(config: ModelConfig) -> bool:
    """Whether an encoding is added to what W_Q and W_K read."""
    return config.placed == "query-key" and config.position in ("sinusoidal", "learned")


def _turned(config: ModelConfig) -> bool:
    return config.placed == "query-key" and config.position == "rotary"


def _lowered(config: ModelConfig) -> bool:
    return config.placed == "query-key" and config.position == "alibi"


def _grouped(config: ModelConfig) -> bool:
    """Whether queries have more heads than keys and values, and therefore a line of their own."""
    return config.kv_heads != config.n_heads


def _rows(config: ModelConfig) -> _Rows:
    """Norms on both sides leave little room; beside grouped heads stand seven lines, beside others six."""
    if _grouped(config):
        return _TIGHT_MANY_LINES if config.norm == "sandwich" else _MANY_LINES
    return _TIGHT if config.norm == "sandwich" else _USUAL


def _fan(config: ModelConfig) -> float:
    return _ADDED if _added(config) else _rows(config).fan


def _below_scores(config: ModelConfig) -> float:
    return _rows(config).gap + (STRIP + 4 if _turned(config) else 0)


def _above_scores(config: ModelConfig) -> float:
    """Where ALiBi comes in, the lines of text beside it stand higher."""
    rows = _rows(config)
    return TITLE + 3 * rows.line + _LOWERED - rows.top - 1.5 * rows.row if _lowered(config) else rows.gap


def height(config: ModelConfig) -> float:
    """Height of the whole box."""
    rows = _rows(config)
    return _fan(config) + 3 * rows.row + _below_scores(config) + _above_scores(config) + rows.top


def build(config: ModelConfig, length: int, stream: float, bottom: float, right: float) -> Inside:
    """Everything inside the box whose lower edge is `bottom`, into which the stream comes at x = `stream`; it ends at `right`."""
    inside, rows = Inside(), _rows(config)
    v, q, k = stream - COLUMN, stream, stream + COLUMN
    row1 = bottom - _fan(config) - rows.row
    row2 = row1 - _below_scores(config) - rows.row
    row3 = row2 - _above_scores(config) - rows.row
    middle, wide = (q + k) / 2, k - q + BOX
    _entry(inside, config, stream, bottom, row1 + rows.row)
    projections: tuple[tuple[float, Part], ...] = ((v, "W_V"), (q, "W_Q"), (k, "W_K"))
    for x, part in projections:
        _small(inside, part, x - BOX / 2, row1, BOX, rows.row, part)
    _small(inside, "scores", q - BOX / 2, row2, wide, rows.row, QCoreApplication.translate("Diagram", "softmax"))
    for x, part in projections[1:]:
        inside.edges.append(Edge(f"{part}>", ((x, row1), (x, row2 + rows.row)), None, meaning_of(part), arrow=True))
    if _turned(config):
        word, y = words.position_word(config), (row1 + row2 + rows.row - STRIP) / 2
        inside.nodes.append(Node("encoding", "strip", q - BOX / 2, y, wide, STRIP, word, "position", "position"))
    if _lowered(config):
        inside.entering.append(("ALiBi", q - BOX / 2 + wide, row2 + rows.row / 2))
    _heads(inside, v, (row1, row2, row3), rows.row, middle)
    _small(inside, "W_O", k - BOX / 2 + 3, row3, BOX - 3, rows.row, "W_O")
    top = bottom - height(config)
    out, bend = k + 1.5, row3 - rows.top / 2
    inside.edges.append(Edge("W_O>", ((out, row3), (out, bend), (stream, bend), (stream, top))))
    _captions(inside, config, length, (top, bottom), row2 + rows.row / 2, stream + BESIDE, right)
    _leader(inside, stream, row3, rows, top)
    return inside


def _small(inside: Inside, part: Part, x: float, y: float, width: float, height: float, label: str) -> None:
    inside.nodes.append(Node(part, "small", x, y, width, height, label, part, meaning_of(part)))


def _entry(inside: Inside, config: ModelConfig, stream: float, bottom: float, top: float) -> None:
    """The stream forks to V, Q and K; an added encoding joins on the way to Q and K only."""
    v, k = stream - COLUMN, stream + COLUMN
    fork = bottom - 4
    inside.edges.append(Edge("fork V", ((stream, bottom), (stream, fork), (v, fork), (v, top)), arrow=True))
    if not _added(config):
        inside.edges.append(Edge("fork Q", ((stream, fork), (stream, top)), arrow=True))
        inside.edges.append(Edge("fork K", ((stream, fork), (k, fork), (k, top)), arrow=True))
        return
    size = _SUM
    x, y = stream + COLUMN / 2, bottom - 14
    inside.edges.append(Edge("fork QK", ((stream, fork), (stream, y), (x - size / 2, y)), arrow=False))
    inside.nodes.append(Node("position", "sum", x - size / 2, y - size / 2, size, size, "+", "position", "position"))
    again = y - size / 2 - 2.5
    inside.edges.append(Edge("fork Q", ((x, y - size / 2), (x, again), (stream, again), (stream, top)), arrow=True))
    inside.edges.append(Edge("fork K", ((x, y - size / 2), (x, again), (k, again), (k, top)), arrow=True))
    inside.entering.append((words.position_word(config), x + size / 2, y))


def _heads(inside: Inside, v: float, rows: tuple[float, float, float], row: float, scores: float) -> None:
    """The joined heads take the pattern from the softmax and the values from W_V; `rows` are the upper edges of the rows."""
    row1, row2, row3 = rows
    x, width = v - BOX / 2, BOX + COLUMN
    _small(inside, "heads", x, row3, width, row, QCoreApplication.translate("Diagram", "pattern · V"))
    bend = min(scores, x + width - 8)
    inside.edges.append(Edge("W_V>", ((v, row1), (v, row3 + row)), None, "value", arrow=True))
    inside.edges.append(Edge("scores>", ((bend, row2), (bend, row3 + row)), None, "stream", arrow=True))
    inside.edges.append(Edge("heads>", ((x + width, row3 + row / 2), (x + width + 8, row3 + row / 2)), None, "stream", arrow=True))


def _leader(inside: Inside, stream: float, row3: float, rows: _Rows, top: float) -> None:
    """A thin line from the shape of z to its arrow, which is too short to have it beside it."""
    x, y = stream + BOX / 2 + 3.5, min(row3 + rows.row + 3.5, top + TITLE + 2 * rows.line)
    inside.edges.append(Edge("z leader", ((stream + BESIDE - 2, y), (x, y), (x, row3 + rows.row / 2 + 1)), thin=True))


def _captions(
    inside: Inside, config: ModelConfig, length: int, ends: tuple[float, float], scores: float, x: float, right: float
) -> None:
    """What the box is, and the shape of every arrow in it; `ends` are its upper and lower edge, `scores` the softmax's middle."""
    (top, bottom), line = ends, _rows(config).line
    title = QCoreApplication.translate("Diagram", "attention")
    inside.labels.append(Label("attention title", x, top + TITLE, title, width=right - x, bold=True))

    def beside(name: str, y: float, shapes: tuple[str, ...], *arrows: str, marks: tuple[tuple[str, Meaning], ...] = ()) -> None:
        inside.labels.append(Label(name, x, y, shapes[0], shapes[1:], width=right - x, is_shape=True, marks=marks, arrows=arrows))

    stream = config.d_model
    heads = words.shapes("H, T, K", config.n_heads, length, config.d_head)
    keys = words.shapes(words.key_letters(config), config.kv_heads, length, config.d_head)
    beside("attention> shape", top + TITLE + line, words.shapes("T, D", length, stream), "attention>")
    beside("z shape", top + TITLE + 2 * line, heads, "heads>", marks=(("z", "stream"),))
    above = top + TITLE + 3 * line
    pattern = words.shapes("H, T, T", config.n_heads, length, length)
    beside("scores shape", above if _lowered(config) else max(above, scores), pattern, "scores>")
    forks = bottom - (_FORK_ADDED if _added(config) else FORK)
    beside("fork shape", forks, words.shapes("T, D", length, stream, times=3), "fork V", "fork Q", "fork K")
    if _grouped(config):
        beside("key shape", forks - line, keys, "W_K>", "W_V>", marks=(("k", "key"), ("v", "value")))
        beside("query shape", forks - 2 * line, heads, "W_Q>", marks=(("q", "query"),))
    else:
        marks: tuple[tuple[str, Meaning], ...] = (("q", "query"), ("k", "key"), ("v", "value"))
        beside("heads shape", forks - line, heads, "W_Q>", "W_K>", "W_V>", marks=marks)
    if _turned(config):
        y = next(node.center[1] for node in inside.nodes if node.name == "encoding") - 1
        shapes = words.encoding_shapes(config, length)
        inside.labels.append(
            Label("encoding shape", x, y, shapes[0], shapes[1:], width=right - x, is_shape=True, meaning="position")
        )
