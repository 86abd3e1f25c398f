"""Where the parts of a configuration stand: a ModelConfig and a sentence length become a Scene.

Every configuration has the same width and height: what a switch adds or removes takes its room from the gaps, so that the
panel never changes its size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QCoreApplication

from core.model.config import ModelConfig
from core.model.formulas import Part, flow, meaning_of
from gui.drawing import diagram_attention as attention
from gui.drawing import diagram_words as words
from gui.drawing.diagram_scene import SHAPE_TEXT, Edge, Kind, Label, Node, Scene
from gui.i18n import integer

WIDTH: Final = 256.0
HEIGHT: Final = 384.0
STREAM: Final = 104.0
"""x of the residual stream."""
SKIP: Final = 17.0
"""x of the skip connections."""
SIDE: Final = 178.0
"""x at which what enters from the right begins."""
BOX: Final = 128.0
FRAME: Final = (4.0, 252.0)

_HEIGHTS: Final[dict[Kind, float]] = {"box": 22, "norm": 17, "sum": 16}


@dataclass
class _Column:
    """Collects a scene from the input upwards; `y` is the top of what stands so far."""

    config: ModelConfig
    length: int
    gap: float
    y: float = HEIGHT
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    last: str = "input"

    def wire(self, to: str, text: str) -> None:
        """One gap of the stream upwards, with the shape of what flows there."""
        top = self.y - self.gap
        self.edges.append(Edge(f"{self.last}>", ((STREAM, self.y), (STREAM, top)), arrow=True))
        size = min(SHAPE_TEXT, self.gap * 1.1)
        self.labels.append(
            Label(f"{self.last}> shape", STREAM + 7, top + self.gap / 2, text, size=size, opaque=True, is_shape=True)
        )
        self.y, self.last = top, to

    def shape(self, node: Node) -> None:
        self.nodes.append(node)
        self.y = node.y

    def box(self, part: Part, label: str, kind: Kind = "box") -> None:
        height = _height(self.config, part)
        self.shape(Node(part, kind, STREAM - BOX / 2, self.y - height, BOX, height, label, part, meaning_of(part)))

    def sum(self, part: Part) -> Node:
        size = _height(self.config, part)
        node = Node(part, "sum", STREAM - size / 2, self.y - size, size, size, "+", part, meaning_of(part))
        self.shape(node)
        return node


def scene_of(config: ModelConfig, length: int) -> Scene:
    """The diagram of `config` for a sentence of `length` tokens (shapes on the arrows)."""
    stations = _stations(config)
    room = HEIGHT - sum(_height(config, part) for part in stations)
    column = _Column(config, length, room / (len(stations) + 1))
    stream = words.shape("T, D", length, config.d_model)
    column.wire(stations[0], words.shape("T", length))
    branch: dict[Part, float] = {}
    first, last = _block(config, stations)
    bottom = 0.0
    for index, part in enumerate(stations):
        if index == first:
            bottom = column.y + column.gap * 0.72
        _start_of_sublayer(config, part, column, branch)
        _BUILDERS[part](column)
        if part in ("skip1", "skip2"):
            _skip(column, part, branch[part])
        if index == last:
            _frame(column, bottom, column.y - column.gap * 0.5)
        out = words.shape("T, V", length, config.vocabulary) if part == "unembedding" else stream
        column.wire((*stations, "output")[index + 1], out)
    return Scene(WIDTH, HEIGHT, tuple(column.nodes), tuple(column.edges), tuple(column.labels), flow(config))


def _stations(config: ModelConfig) -> list[Part]:
    """What stands on the stream itself: `flow` without the inside of attention."""
    inside = ("W_Q", "W_K", "W_V", "scores", "heads", "W_O")
    return [part for part in flow(config) if part not in inside and not (part == "position" and config.placed == "query-key")]


def _height(config: ModelConfig, part: Part) -> float:
    if part == "attention":
        return attention.height(config)
    kind: Kind = "norm" if "norm" in part else "sum" if part in ("position", "skip1", "skip2") else "box"
    return _HEIGHTS[kind] - (2 if config.norm == "sandwich" else 0)


def _block(config: ModelConfig, stations: list[Part]) -> tuple[int, int]:
    """Index of the first and of the last part that every block repeats."""
    first = 2 if stations[1] == "position" and config.placed == "input" else 1
    return first, len(stations) - 2 - config.has_final_norm


def _start_of_sublayer(config: ModelConfig, part: Part, column: _Column, branch: dict[Part, float]) -> None:
    """Remember where the stream forks into sublayer and skip connection: below the first part of the sublayer."""
    before_first = config.norm in ("pre", "sandwich")
    if part == ("norm1" if before_first else "attention"):
        branch["skip1"] = column.y + column.gap * 0.45
    if part == ("norm2" if before_first else "feed_forward"):
        branch["skip2"] = column.y + column.gap * 0.45


def _skip(column: _Column, part: Part, y: float) -> None:
    node = next(node for node in column.nodes if node.part == part)
    _, middle = node.center
    points = ((STREAM, y), (SKIP, y), (SKIP, middle), (node.x, middle))
    column.edges.append(Edge(f"{part} around", points, part, arrow=True))
    label = words.skip_label(column.config)
    if label:
        column.labels.append(Label(f"{part} factor", SKIP + 4, middle - 7, label, bold=True))


def _frame(column: _Column, bottom: float, top: float) -> None:
    left, right = FRAME
    column.nodes.insert(0, Node("block", "frame", left, top, right - left, bottom - top))
    times = f"× {integer(column.config.n_layers)}"
    column.labels.append(Label("times", right - 6, top + 10, times, width=60, right=True, bold=True))


def _position(column: _Column) -> None:
    """A sum on the stream, with the encoding coming in from the right."""
    node = column.sum("position")
    _, y = node.center
    only_first = column.config.placed == "after-attention"
    side(column.nodes, column.edges, words.position_word(column.config), node.x + node.width, y, dashed=only_first)
    if only_first:
        text = QCoreApplication.translate("Diagram", "block 1 only")
        column.labels.append(Label("only", FRAME[1] - 4, y + 15, text, width=90, right=True, meaning="position", bold=True))


def side(nodes: list[Node], edges: list[Edge], label: str, x: float, y: float, *, dashed: bool = False) -> None:
    """The encoding's own box at the right, with an arrow to `x` at height `y`."""
    width, height = FRAME[1] - 6 - SIDE, 18.0
    nodes.append(Node("encoding", "position", SIDE, y - height / 2, width, height, label, "position", "position"))
    edges.append(Edge("encoding>", ((SIDE, y), (x, y)), "position", "position", arrow=True, dashed=dashed))


def _feed_forward(column: _Column) -> None:
    """The box, and beside it the activation and the shape inside."""
    column.box("feed_forward", words.feed_forward_label(column.config))
    node = column.nodes[-1]
    x, (_, y) = node.x + node.width + 6, node.center
    inner = words.shape("T, F", column.length, column.config.ff_width)
    room = FRAME[1] - 4 - x
    column.labels.append(Label("activation", x, y - 6, words.activation_word(column.config), width=room, bold=True))
    column.labels.append(Label("activation shape", x, y + 6, inner, width=room, is_shape=True))


def _attention(column: _Column) -> None:
    config = column.config
    height = attention.height(config)
    inside = attention.build(config, column.length, STREAM, column.y, side)
    column.shape(Node("attention", "container", 30, column.y - height, FRAME[1] - 36, height, "", "attention"))
    column.nodes += inside.nodes
    column.edges += inside.edges
    column.labels += inside.labels


_BUILDERS: Final[dict[Part, Callable[[_Column], object]]] = {
    "embedding": lambda c: c.box("embedding", words.embedding_label(c.config)),
    "position": _position,
    "norm1": lambda c: c.box("norm1", words.norm_word(c.config), "norm"),
    "norm2": lambda c: c.box("norm2", words.norm_word(c.config), "norm"),
    "norm1_out": lambda c: c.box("norm1_out", words.norm_word(c.config), "norm"),
    "norm2_out": lambda c: c.box("norm2_out", words.norm_word(c.config), "norm"),
    "final_norm": lambda c: c.box("final_norm", words.norm_word(c.config), "norm"),
    "attention": _attention,
    "skip1": lambda c: c.sum("skip1"),
    "skip2": lambda c: c.sum("skip2"),
    "feed_forward": _feed_forward,
    "unembedding": lambda c: c.box("unembedding", words.unembedding_label(c.config)),
}
