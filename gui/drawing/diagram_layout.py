"""Where the parts of a configuration stand: a ModelConfig and a sentence length become a Scene.

Every configuration has the same height: what a switch adds or removes takes its room from the gaps, so that the panel never
changes its size. The boxes stand at the left; the room at their right, which grows with the width, is for the shapes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from PySide6.QtCore import QCoreApplication

from core.model.config import ModelConfig
from core.model.formulas import Part, flow, meaning_of
from gui.drawing import diagram_attention as attention
from gui.drawing import diagram_words as words
from gui.drawing.diagram_scene import Edge, Kind, Label, Node, Scene
from gui.i18n import integer

WIDTH: Final = 262.0
LEAST_WIDTH: Final = 222.0
HEIGHT: Final = 293.0
STREAM: Final = 85.0
"""x of the residual stream."""
SKIP: Final = 8.0
"""x of the skip connections."""
BOX: Final = 100.0
BESIDE: Final = STREAM + BOX / 2 + 5
"""x at which the shapes begin."""
EDGE: Final = 2.0
"""From the frame of the block to the edge of the diagram."""
INSET: Final = 6.0
"""From what stands inside the block to its frame."""
SIDE: Final = 68.0
"""Width of what enters from the right."""
INPUT: Final = 11.0
"""Length of the arrow that comes in."""
OUTPUT: Final = 7.0
"""Length of the arrow that goes out."""
ENTRY: Final = 3.0
"""What the gap below a block is longer than others: the block's frame and a skip connection begin there."""
BELOW_SUM: Final = 2.7
"""What the gap below the sum at the input is longer: the shape of the encoding stands there."""
PITCH: Final = 11.0
"""From the middle of a shape's text to that of the next one, at least."""

_HEIGHTS: Final[dict[Kind, float]] = {"box": 18, "norm": 15, "sum": 14}
_LESS: Final[dict[Kind, float]] = {"box": 3, "norm": 2, "sum": 3}
"""How much lower they are where norms stand on both sides of each sublayer."""


@dataclass
class _Column:
    """Collects a scene from the input upwards; `y` is the top of what stands so far, `text` the middle of the last shape."""

    config: ModelConfig
    length: int
    width: float
    gap: float
    y: float = HEIGHT
    text: float = HEIGHT
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    last: str = "input"
    forks: dict[Part, float] = field(default_factory=dict)
    """y at which each skip connection leaves the stream."""

    @property
    def right(self) -> float:
        """x at which everything inside the block ends."""
        return self.width - EDGE - INSET

    def wire(self, to: str, length: float) -> None:
        """The way of the stream up to the next part."""
        top = self.y - length
        self.edges.append(Edge(f"{self.last}>", ((STREAM, self.y), (STREAM, top)), arrow=True))
        self.y, self.last = top, to

    def beside(self, name: str, y: float, letters: str, *sizes: int, words_before: str = "", room: float = 0.0) -> None:
        """A shape at the right of the boxes, at `y` or, where the last one leaves no room, a little higher."""
        self.text = min(y, self.text - PITCH)
        wordings = words.shapes(letters, *sizes)
        text, *shorter = [words_before + wording for wording in wordings[:-1]] + list(wordings if words_before else wordings[-1:])
        width = self.right - BESIDE - room
        arrows = (name.removesuffix(" shape"),) if not words_before else ()
        self.labels.append(Label(name, BESIDE, self.text, text, tuple(shorter), width=width, is_shape=True, arrows=arrows))

    def shape(self, node: Node) -> None:
        self.nodes.append(node)
        self.y = node.y

    def box(self, part: Part, label: str, kind: Kind = "box", short: str = "") -> None:
        height = _height(self.config, part)
        meaning = meaning_of(part)
        self.shape(Node(part, kind, STREAM - BOX / 2, self.y - height, BOX, height, label, part, meaning, short=short))

    def sum(self, part: Part) -> Node:
        size = _height(self.config, part)
        node = Node(part, "sum", STREAM - size / 2, self.y - size, size, size, "+", part, meaning_of(part))
        self.shape(node)
        return node


def scene_of(config: ModelConfig, length: int, width: float = WIDTH) -> Scene:
    """The diagram of `config` for a sentence of `length` tokens (shapes beside the arrows)."""
    stations = _stations(config)
    first, last = _block(config, stations)
    room = HEIGHT - INPUT - OUTPUT - ENTRY - (BELOW_SUM if first == 2 else 0) - sum(_height(config, part) for part in stations)
    column = _Column(config, length, width, room / (len(stations) - 1))
    text = words.shapes("T", length)[0]
    column.labels.append(Label("input shape", STREAM + 8, HEIGHT - INPUT / 2, text, is_shape=True, arrows=("input>",)))
    column.wire(stations[0], INPUT)
    bottom = 0.0
    for index, part in enumerate(stations):
        if index == first:
            bottom = column.y + (column.gap + ENTRY) * _ground(config, stations)
        _start_of_sublayer(config, part, column)
        _BUILDERS[part](column)
        if part in ("skip1", "skip2"):
            _skip(column, part)
        if index == last:
            _frame(column, bottom, column.y - column.gap * 0.5)
        _outgoing(column, part, ends_block=index == last)
        if index == len(stations) - 1:
            column.wire("output", OUTPUT)
        else:
            extra = ENTRY if index + 1 == first else BELOW_SUM if index + 2 == first else 0
            column.wire(stations[index + 1], column.gap + extra)
    return Scene(width, HEIGHT, tuple(column.nodes), tuple(column.edges), tuple(column.labels), flow(config))


def _outgoing(column: _Column, part: Part, *, ends_block: bool) -> None:
    """The shape of what leaves a part, beside the part; where an encoding comes in from the right, at the left."""
    config, length, name = column.config, column.length, f"{part}> shape"
    middle = column.y + _height(config, part) / 2
    room = 8 + 6.2 * len(_times(config)) if ends_block else 0.0
    if part == "unembedding":
        column.beside(name, middle, "T, V", length, config.vocabulary)
    elif part == "position":
        text, *shorter = words.shapes("T, D", length, config.d_model)
        x = STREAM - _height(config, part) / 2 - 4
        arrows = ("position>",)
        column.labels.append(
            Label(name, x, middle, text, tuple(shorter), width=x - EDGE - 3, right=True, is_shape=True, arrows=arrows)
        )
        column.text = middle
    elif part == "attention":
        column.text = column.y
    elif part == "feed_forward":
        activation = words.activation_word(config) + " · "
        column.beside("inner shape", middle + 6, "T, F", length, config.ff_width, words_before=activation, room=room)
        column.beside(name, middle - 6, "T, D", length, config.d_model, room=room)
    else:
        # Just above this one, the encoding comes in and has its shape below its arrow.
        lower = 1.0 if part == "skip1" and config.placed == "after-attention" else 0.0
        column.beside(name, middle + lower, "T, D", length, config.d_model, room=room)


def _stations(config: ModelConfig) -> list[Part]:
    """What stands on the stream itself: `flow` without the inside of attention."""
    inside = ("W_Q", "W_K", "W_V", "scores", "heads", "W_O")
    return [part for part in flow(config) if part not in inside and not (part == "position" and config.placed == "query-key")]


def _height(config: ModelConfig, part: Part) -> float:
    if part == "attention":
        return attention.height(config)
    kind: Kind = "norm" if "norm" in part else "sum" if part in ("position", "skip1", "skip2") else "box"
    return _HEIGHTS[kind] - (_LESS.get(kind, 0.0) if config.norm == "sandwich" else 0)


def _block(config: ModelConfig, stations: list[Part]) -> tuple[int, int]:
    """Index of the first and of the last part that every block repeats."""
    first = 2 if stations[1] == "position" and config.placed == "input" else 1
    return first, len(stations) - 2 - config.has_final_norm


def _ground(config: ModelConfig, stations: list[Part]) -> float:
    """Where the frame of the block begins, as a share of the gap below it: clear of the sum beside it and of that one's texts."""
    if stations[1] != "position":
        return 0.65
    return 0.6 if config.placed == "input" else 0.85


def _start_of_sublayer(config: ModelConfig, part: Part, column: _Column) -> None:
    """Remember where the stream forks into sublayer and skip connection: below the first part of the sublayer."""
    before_first = config.norm in ("pre", "sandwich")
    if part == ("norm1" if before_first else "attention"):
        column.forks["skip1"] = column.y + column.gap * 0.4
    if part == ("norm2" if before_first else "feed_forward"):
        column.forks["skip2"] = column.y + column.gap * 0.4


def _skip(column: _Column, part: Part) -> None:
    """The way around a sublayer, its shape along it or, where that is too short or the ends have more room, at its end."""
    config, node = column.config, next(node for node in column.nodes if node.part == part)
    y, (_, end) = column.forks[part], node.center
    arrow = f"{part} around"
    column.edges.append(Edge(arrow, ((STREAM, y), (SKIP, y), (SKIP, end), (node.x, end)), part, arrow=True))
    whole, middle, tight, *numbers = words.shapes("T, D", column.length, config.d_model)
    room = node.x - SKIP - 5
    name = f"{part} shape"
    if config.norm in ("pre", "sandwich"):
        shorter = (f"[T, D]\n{numbers[0]}", f"[T, D]\n{numbers[1]}")
        upright = Label(name, SKIP + 8, (y + end) / 2, whole, shorter, width=y - end - 2, is_shape=True, upright=True)
        column.labels.append(replace(upright, arrows=(arrow,)))
    else:
        tighter = (middle, tight, *numbers)
        column.labels.append(Label(name, SKIP + 4, end - 7, whole, tighter, width=room, is_shape=True, arrows=(arrow,)))
    factor = words.skip_label(config)
    if factor:
        column.labels.append(Label(f"{part} factor", SKIP + 4, end + 8, factor, width=room, bold=True))


def _frame(column: _Column, bottom: float, top: float) -> None:
    column.nodes.insert(0, Node("block", "frame", EDGE, top, column.width - 2 * EDGE, bottom - top))
    column.labels.append(Label("times", column.right, top + 10, _times(column.config), right=True, bold=True))


def _times(config: ModelConfig) -> str:
    return f"× {integer(config.n_layers)}"


def _position(column: _Column) -> None:
    """A sum on the stream, with the encoding coming in from the right."""
    node = column.sum("position")
    _, y = node.center
    only_first = column.config.placed == "after-attention"
    _side(column, words.position_word(column.config), node.x + node.width, y, only_first=only_first)


def _side(column: _Column, label: str, x: float, y: float, *, only_first: bool = False, inset: float = 0.0) -> None:
    """The encoding's own box at the right, with an arrow to `x` at height `y` and its shape at the arrow."""
    height, right = (22.0 if only_first else 13.0), column.right - inset
    if only_first:
        only = QCoreApplication.translate("Diagram", "block 1 only")
        label = f"{label}\n{only}"
    config = column.config
    width = 44.0 if config.position == "alibi" else SIDE - 2 * inset + (6 if only_first and column.width >= WIDTH else 0)
    left = right - width
    column.nodes.append(Node("encoding", "position", left, y - height / 2, width, height, label, "position", "position"))
    column.edges.append(Edge("encoding>", ((left, y), (x, y)), "position", "position", arrow=True, dashed=only_first))
    text, *shorter = words.encoding_shapes(config, column.length)
    at = y + (-7.5 if config.position == "alibi" else 6.5 if only_first else 6.8)
    shape = Label("encoding shape", x + 6, at, text, tuple(shorter), width=left - x - 7, meaning="position", is_shape=True)
    column.labels.append(replace(shape, arrows=("encoding>",)))


def _attention(column: _Column) -> None:
    config, bottom = column.config, column.y
    height = attention.height(config)
    left = STREAM - BOX / 2 - 4
    column.shape(Node("attention", "container", left, bottom - height, column.right - left, height, "", "attention"))
    inside = attention.build(config, column.length, STREAM, bottom, column.right - 2)
    column.nodes += inside.nodes
    column.edges += inside.edges
    column.labels += inside.labels
    for label, x, y in inside.entering:
        _side(column, label, x, y, inset=4)


_BUILDERS: Final[dict[Part, Callable[[_Column], object]]] = {
    "embedding": lambda c: c.box("embedding", words.embedding_label(c.config), short=words.embedding_short(c.config)),
    "position": _position,
    "norm1": lambda c: c.box("norm1", words.norm_word(c.config), "norm"),
    "norm2": lambda c: c.box("norm2", words.norm_word(c.config), "norm"),
    "norm1_out": lambda c: c.box("norm1_out", words.norm_word(c.config), "norm"),
    "norm2_out": lambda c: c.box("norm2_out", words.norm_word(c.config), "norm"),
    "final_norm": lambda c: c.box("final_norm", words.norm_word(c.config), "norm"),
    "attention": _attention,
    "skip1": lambda c: c.sum("skip1"),
    "skip2": lambda c: c.sum("skip2"),
    "feed_forward": lambda c: c.box("feed_forward", words.feed_forward_label()),
    "unembedding": lambda c: c.box("unembedding", words.unembedding_label(c.config)),
}
