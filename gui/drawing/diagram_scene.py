"""What a block diagram consists of: boxes, lines and shape labels at fixed places, and what lies between two such scenes.

All lengths are pixels of the design (zoom 1), x to the right and y downwards; y falls along the flow, which runs upwards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

from core.model.formulas import Meaning, Part

Kind = Literal["box", "small", "norm", "position", "strip", "sum", "frame", "container"]
SHAPE_TEXT: Final = 11.0
"""Pixel size of the shapes on arrows."""


@dataclass(frozen=True, slots=True)
class Node:
    """One shape. `name` tells it from all others and stays the same from one configuration to the next."""

    name: str
    kind: Kind
    x: float
    y: float
    width: float
    height: float
    label: str = ""
    part: Part | None = None
    meaning: Meaning = "stream"
    opacity: float = 1.0
    short: str = ""
    """Said instead where `label` is wider than the shape."""

    @property
    def center(self) -> tuple[float, float]:
        """Middle of the shape."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Edge:
    """A line through `points`, with an arrow head at its end if `arrow`."""

    name: str
    points: tuple[tuple[float, float], ...]
    part: Part | None = None
    meaning: Meaning = "stream"
    arrow: bool = False
    dashed: bool = False
    thin: bool = False
    """Leads from a label to the arrow that it speaks of; nothing flows along it."""
    opacity: float = 1.0

    def distance(self, x: float, y: float) -> float:
        """From a point to the line."""
        return min(_distance((x, y), a, b) for a, b in pairwise(self.points))


@dataclass(frozen=True, slots=True)
class Label:
    """Text without a box; `y` is the middle of its first line. A line break within a wording begins a second one.

    An upright text reads upwards: `x` is then the middle of its first line, `y` the middle of its length.
    """

    name: str
    x: float
    y: float
    text: str
    shorter: tuple[str, ...] = ()
    """Said instead where `text` is wider than `width`: the first that is not."""
    width: float = 120.0
    right: bool = False
    meaning: Meaning | None = None
    bold: bool = False
    size: float = SHAPE_TEXT
    is_shape: bool = False
    """Whether it is the shape of an array, which changes with the sentence."""
    marks: tuple[tuple[str, Meaning], ...] = ()
    """Letters of the arrays before the text, each in the colour of its meaning."""
    arrows: tuple[str, ...] = ()
    """Names of the edges whose shape it is."""
    upright: bool = False
    opacity: float = 1.0

    @property
    def words(self) -> str:
        """The whole text with its letters, for a tooltip."""
        return f"{', '.join(mark for mark, _ in self.marks)} {self.text}".strip()


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole diagram, `width` by `height`; `order` names its parts from the input upwards."""

    width: float
    height: float
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    labels: tuple[Label, ...]
    order: tuple[Part, ...]

    def node_of(self, part: Part) -> Node | None:
        """The shape of a part."""
        return next((node for node in self.nodes if node.part == part), None)

    def part_at(self, x: float, y: float, reach: float = 5.0) -> Part | None:
        """The part under a point: the topmost shape first, then lines within `reach`."""
        for node in reversed(self.nodes):
            if node.part and -2 <= x - node.x <= node.width + 2 and -2 <= y - node.y <= node.height + 2:
                return node.part
        for edge in self.edges:
            if edge.part and edge.distance(x, y) <= reach:
                return edge.part
        return None

    def shape_of(self, arrow: str) -> Label | None:
        """The label that says the shape of what an arrow carries."""
        return next((label for label in self.labels if arrow in label.arrows), None)

    def arrow_at(self, x: float, y: float, reach: float = 3.5) -> Edge | None:
        """The nearest arrow within `reach` of a point that is not inside a box."""
        for node in self.nodes:
            solid = node.kind not in ("frame", "container")
            if solid and 0 <= x - node.x <= node.width and 0 <= y - node.y <= node.height:
                return None
        near = [(edge.distance(x, y), edge.name, edge) for edge in self.edges if edge.arrow]
        return next((edge for distance, _, edge in sorted(near, key=lambda found: found[:2]) if distance <= reach), None)


def _distance(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = 0.0 if square == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return float(((p[0] - a[0] - along * dx) ** 2 + (p[1] - a[1] - along * dy) ** 2) ** 0.5)


def between(old: Scene, new: Scene, t: float) -> Scene:
    """The scene at `t` in 0…1 on the way from `old` to `new`: what both have moves, the rest fades in or out."""
    if t >= 1:
        return new
    nodes = {node.name: node for node in old.nodes}
    edges = {edge.name: edge for edge in old.edges}
    labels = {label.name: label for label in old.labels}
    staying = {node.name for node in new.nodes} | {edge.name for edge in new.edges} | {label.name for label in new.labels}
    return replace(
        new,
        nodes=(
            *(replace(node, opacity=node.opacity * (1 - t)) for name, node in nodes.items() if name not in staying),
            *(_moved_node(nodes.get(node.name), node, t) for node in new.nodes),
        ),
        edges=(
            *(replace(edge, opacity=edge.opacity * (1 - t)) for name, edge in edges.items() if name not in staying),
            *(_moved_edge(edges.get(edge.name), edge, t) for edge in new.edges),
        ),
        labels=(
            *(replace(label, opacity=label.opacity * (1 - t)) for name, label in labels.items() if name not in staying),
            *(_moved_label(labels.get(label.name), label, t) for label in new.labels),
        ),
    )


def _mix(a: float, b: float, t: float) -> float:
    return a + (b - a) * t


def _moved_node(old: Node | None, new: Node, t: float) -> Node:
    if old is None:
        return replace(new, opacity=t)
    return replace(
        new,
        x=_mix(old.x, new.x, t),
        y=_mix(old.y, new.y, t),
        width=_mix(old.width, new.width, t),
        height=_mix(old.height, new.height, t),
        opacity=_mix(old.opacity, 1.0, t),
    )


def _moved_edge(old: Edge | None, new: Edge, t: float) -> Edge:
    if old is None or len(old.points) != len(new.points):
        return replace(new, opacity=t)
    points = tuple((_mix(a[0], b[0], t), _mix(a[1], b[1], t)) for a, b in zip(old.points, new.points, strict=True))
    return replace(new, points=points, opacity=_mix(old.opacity, 1.0, t))


def _moved_label(old: Label | None, new: Label, t: float) -> Label:
    if old is None:
        return replace(new, opacity=t)
    return replace(new, x=_mix(old.x, new.x, t), y=_mix(old.y, new.y, t), opacity=_mix(old.opacity, 1.0, t))
