"""The inside of the attention box: values at the left, queries and keys towards the side from which an encoding can enter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QCoreApplication

from core.model.config import ModelConfig
from core.model.formulas import Part, meaning_of
from gui.drawing import diagram_words as words
from gui.drawing.diagram_scene import Edge, Label, Node
from gui.i18n import integer

ROW: Final = 17.0
GAP: Final = 11.0
TOP: Final = 8.0
COLUMN: Final = 43.0
BOX: Final = 37.0
STRIP: Final = 12.0
CAPTION: Final = 178.0
"""x at which the words about the heads begin."""
RIGHT: Final = 246.0
"""x at which everything inside ends."""

Side = Callable[..., None]


@dataclass
class Inside:
    """What the box holds."""

    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)


def _added(config: ModelConfig) -> bool:
    """Whether an encoding is added to what W_Q and W_K read."""
    return config.placed == "query-key" and config.position in ("sinusoidal", "learned")


def _turned(config: ModelConfig) -> bool:
    return config.placed == "query-key" and config.position == "rotary"


def _fan(config: ModelConfig) -> float:
    return 31.0 if _added(config) else 12.0


def height(config: ModelConfig) -> float:
    """Height of the whole box."""
    return _fan(config) + 3 * ROW + 2 * GAP + (STRIP + 2 if _turned(config) else 0) + TOP


def build(config: ModelConfig, length: int, stream: float, bottom: float, side: Side) -> Inside:
    """Everything inside the box whose lower edge is `bottom` and into which the stream comes at x = `stream`."""
    inside = Inside()
    v, q, k = stream - COLUMN, stream, stream + COLUMN
    row1 = bottom - _fan(config) - ROW
    _entry(inside, config, stream, bottom, row1 + ROW, side)
    projections: tuple[tuple[float, Part], ...] = ((v, "W_V"), (q, "W_Q"), (k, "W_K"))
    for x, part in projections:
        _small(inside, part, x - BOX / 2, row1, BOX, part)
    between = GAP + (STRIP + 2 if _turned(config) else 0)
    row2 = row1 - between - ROW
    row3 = row2 - GAP - ROW
    middle = (q + k) / 2
    wide = k - q + BOX
    _small(inside, "scores", q - BOX / 2, row2, wide, QCoreApplication.translate("Diagram", "softmax"))
    for x, part in projections[1:]:
        inside.edges.append(Edge(f"{part}>", ((x, row1), (x, row2 + ROW)), None, meaning_of(part), arrow=True))
    if _turned(config):
        word, y = words.position_word(config), row2 + ROW + GAP / 2
        inside.nodes.append(Node("encoding", "strip", q - BOX / 2, y, wide, STRIP, word, "position", "position"))
    if config.placed == "query-key" and config.position == "alibi":
        side(inside.nodes, inside.edges, "ALiBi", q - BOX / 2 + wide, row2 + ROW / 2)
    _heads(inside, v, row1, row2, row3, middle)
    _small(inside, "W_O", k - BOX / 2, row3, BOX, "W_O")
    top = bottom - height(config)
    up = ((k, row3), (k, row3 - 4), (stream, row3 - 4), (stream, top))
    inside.edges.append(Edge("W_O>", up))
    _captions(inside, config, length, row1, row2, row3, stream)
    return inside


def _small(inside: Inside, part: Part, x: float, y: float, width: float, label: str) -> None:
    inside.nodes.append(Node(part, "small", x, y, width, ROW, label, part, meaning_of(part)))


def _entry(inside: Inside, config: ModelConfig, stream: float, bottom: float, top: float, side: Side) -> None:
    """The stream forks to V, Q and K; an added encoding joins on the way to Q and K only."""
    v, k = stream - COLUMN, stream + COLUMN
    fork = bottom - 6
    inside.edges.append(Edge("fork V", ((stream, bottom), (stream, fork), (v, fork), (v, top)), arrow=True))
    if not _added(config):
        inside.edges.append(Edge("fork Q", ((stream, fork), (stream, top)), arrow=True))
        inside.edges.append(Edge("fork K", ((stream, fork), (k, fork), (k, top)), arrow=True))
        return
    size = 12.0
    x, y = stream + COLUMN / 2, bottom - 15
    inside.edges.append(Edge("fork QK", ((stream, fork), (stream, y), (x - size / 2, y)), arrow=False))
    inside.nodes.append(Node("position", "sum", x - size / 2, y - size / 2, size, size, "+", "position", "position"))
    again = y - size / 2 - 3
    inside.edges.append(Edge("fork Q", ((x, y - size / 2), (x, again), (stream, again), (stream, top)), arrow=True))
    inside.edges.append(Edge("fork K", ((x, y - size / 2), (x, again), (k, again), (k, top)), arrow=True))
    side(inside.nodes, inside.edges, words.position_word(config), x + size / 2, y)


def _heads(inside: Inside, v: float, row1: float, row2: float, row3: float, scores: float) -> None:
    """The joined heads take the pattern from the softmax and the values from W_V."""
    x, width = v - BOX / 2, BOX + COLUMN
    _small(inside, "heads", x, row3, width, QCoreApplication.translate("Diagram", "pattern · V"))
    bend = min(scores, x + width - 12)
    inside.edges.append(Edge("W_V>", ((v, row1), (v, row3 + ROW)), None, "value", arrow=True))
    inside.edges.append(Edge("scores>", ((bend, row2), (bend, row3 + ROW)), None, "stream", arrow=True))
    inside.edges.append(Edge("heads>", ((x + width, row3 + ROW / 2), (x + width + 6, row3 + ROW / 2)), None, "stream", arrow=True))


def _captions(inside: Inside, config: ModelConfig, length: int, row1: float, row2: float, row3: float, stream: float) -> None:
    title = QCoreApplication.translate("Diagram", "attention")
    heads = QCoreApplication.translate("Diagram", "{heads} heads × {width}")
    letters = "H, T, K" if config.kv_heads == config.n_heads else "Hₖᵥ, T, K"
    size = words.shape(letters, config.kv_heads, length, config.d_head)
    square = words.shape("H, T, T", config.n_heads, length, length)
    sizes = heads.format(heads=integer(config.n_heads), width=integer(config.d_head))
    beside_keys, beside_scores = stream + COLUMN + 5, stream + 24
    inside.labels += [
        Label("attention title", CAPTION, row3, title, width=RIGHT - CAPTION, bold=True),
        Label("attention heads", CAPTION, row3 + 12, sizes, width=RIGHT - CAPTION),
        Label("scores shape", beside_scores, row2 - GAP / 2, square, width=RIGHT - beside_scores, is_shape=True),
        Label("heads shape", beside_keys, row1 - GAP / 2, size, width=RIGHT - beside_keys, is_shape=True),
    ]
