"""The inside of the attention box: values at the left, queries and keys towards the side from which an encoding can enter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QCoreApplication

from core.model.config import ModelConfig
from core.model.formulas import Part, meaning_of
from gui.drawing import diagram_words as words
from gui.drawing.diagram_scene import Edge, Label, Node
from gui.i18n import integer

ROW: Final = 16.0
GAP: Final = 8.0
TOP: Final = 7.0
FAN: Final = 9.0
COLUMN: Final = 34.0
BOX: Final = 29.0
STRIP: Final = 14.0
BESIDE: Final = 54.0
"""How far right of the stream the words and shapes begin."""
LINE: Final = 12.0
"""From one line of text to the next."""


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


def _fan(config: ModelConfig) -> float:
    return 28.0 if _added(config) else FAN


def _below_scores(config: ModelConfig) -> float:
    return GAP + (STRIP + 4 if _turned(config) else 0)


def _above_scores(config: ModelConfig) -> float:
    """ALiBi comes in where otherwise the shape of the scores stands; that one goes above them."""
    return GAP + (LINE if _lowered(config) else 0)


def height(config: ModelConfig) -> float:
    """Height of the whole box."""
    return _fan(config) + 3 * ROW + _below_scores(config) + _above_scores(config) + TOP


def build(config: ModelConfig, length: int, stream: float, bottom: float, right: float) -> Inside:
    """Everything inside the box whose lower edge is `bottom`, into which the stream comes at x = `stream`; it ends at `right`."""
    inside = Inside()
    v, q, k = stream - COLUMN, stream, stream + COLUMN
    row1 = bottom - _fan(config) - ROW
    _entry(inside, config, stream, bottom, row1 + ROW)
    projections: tuple[tuple[float, Part], ...] = ((v, "W_V"), (q, "W_Q"), (k, "W_K"))
    for x, part in projections:
        _small(inside, part, x - BOX / 2, row1, BOX, part)
    row2 = row1 - _below_scores(config) - ROW
    row3 = row2 - _above_scores(config) - ROW
    middle = (q + k) / 2
    wide = k - q + BOX
    _small(inside, "scores", q - BOX / 2, row2, wide, QCoreApplication.translate("Diagram", "softmax"))
    for x, part in projections[1:]:
        inside.edges.append(Edge(f"{part}>", ((x, row1), (x, row2 + ROW)), None, meaning_of(part), arrow=True))
    if _turned(config):
        word, y = words.position_word(config), (row1 + row2 + ROW - STRIP) / 2
        inside.nodes.append(Node("encoding", "strip", q - BOX / 2, y, wide, STRIP, word, "position", "position"))
    if _lowered(config):
        inside.entering.append(("ALiBi", q - BOX / 2 + wide, row2 + ROW / 2))
    _heads(inside, v, row1, row2, row3, middle)
    _small(inside, "W_O", k - BOX / 2 + 3, row3, BOX - 3, "W_O")
    top = bottom - height(config)
    out, bend = k + 1.5, row3 - TOP / 2
    inside.edges.append(Edge("W_O>", ((out, row3), (out, bend), (stream, bend), (stream, top))))
    _captions(inside, config, length, row1 + ROW / 2, row2 + ROW / 2, row3 + ROW / 2, stream, right)
    return inside


def _small(inside: Inside, part: Part, x: float, y: float, width: float, label: str) -> None:
    inside.nodes.append(Node(part, "small", x, y, width, ROW, label, part, meaning_of(part)))


def _entry(inside: Inside, config: ModelConfig, stream: float, bottom: float, top: float) -> None:
    """The stream forks to V, Q and K; an added encoding joins on the way to Q and K only."""
    v, k = stream - COLUMN, stream + COLUMN
    fork = bottom - 4
    inside.edges.append(Edge("fork V", ((stream, bottom), (stream, fork), (v, fork), (v, top)), arrow=True))
    if not _added(config):
        inside.edges.append(Edge("fork Q", ((stream, fork), (stream, top)), arrow=True))
        inside.edges.append(Edge("fork K", ((stream, fork), (k, fork), (k, top)), arrow=True))
        return
    size = 11.0
    x, y = stream + COLUMN / 2, bottom - 13
    inside.edges.append(Edge("fork QK", ((stream, fork), (stream, y), (x - size / 2, y)), arrow=False))
    inside.nodes.append(Node("position", "sum", x - size / 2, y - size / 2, size, size, "+", "position", "position"))
    again = y - size / 2 - 2.5
    inside.edges.append(Edge("fork Q", ((x, y - size / 2), (x, again), (stream, again), (stream, top)), arrow=True))
    inside.edges.append(Edge("fork K", ((x, y - size / 2), (x, again), (k, again), (k, top)), arrow=True))
    inside.entering.append((words.position_word(config), x + size / 2, y))


def _heads(inside: Inside, v: float, row1: float, row2: float, row3: float, scores: float) -> None:
    """The joined heads take the pattern from the softmax and the values from W_V."""
    x, width = v - BOX / 2, BOX + COLUMN
    _small(inside, "heads", x, row3, width, QCoreApplication.translate("Diagram", "pattern · V"))
    bend = min(scores, x + width - 8)
    inside.edges.append(Edge("W_V>", ((v, row1), (v, row3 + ROW)), None, "value", arrow=True))
    inside.edges.append(Edge("scores>", ((bend, row2), (bend, row3 + ROW)), None, "stream", arrow=True))
    inside.edges.append(Edge("heads>", ((x + width, row3 + ROW / 2), (x + width + 8, row3 + ROW / 2)), None, "stream", arrow=True))


def _captions(
    inside: Inside, config: ModelConfig, length: int, row1: float, row2: float, row3: float, stream: float, right: float
) -> None:
    """What the box is, and the shape beside each arrow; `row1` to `row3` are the middles of the rows."""
    title = QCoreApplication.translate("Diagram", "attention")
    heads = QCoreApplication.translate("Diagram", "{heads} heads × {width}")
    number, width = integer(config.n_heads), integer(config.d_head)
    sizes = heads.format(heads=number, width=width)
    letters = "H, T, K" if config.kv_heads == config.n_heads else "Hₖᵥ, T, K"
    keys, *keys_shorter = words.shapes(letters, config.kv_heads, length, config.d_head)
    scores, *scores_shorter = words.shapes("H, T, T", config.n_heads, length, length)
    x = stream + BESIDE
    room = right - x
    at, y, space = x, row2, room
    if _lowered(config):
        at, y, space = stream + COLUMN / 2, row2 - (ROW + _above_scores(config)) / 2 + 1, right - stream - COLUMN / 2
    inside.labels += [
        Label("attention title", x, row3 - 5, title, width=room, bold=True),
        Label("attention heads", x, row3 + 7, sizes, (f"{number} × {width}",), width=room),
        Label("scores shape", at, y, scores, tuple(scores_shorter), width=space, is_shape=True),
        Label("heads shape", x, row1, keys, tuple(keys_shorter), width=room, is_shape=True),
    ]
