"""The diagram shows the parts of every configuration where the configuration puts them."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.model.config import ModelConfig
from core.model.formulas import Part, flow
from core.model.presets import preset
from gui.drawing.diagram_layout import HEIGHT, LEAST_WIDTH, WIDTH, scene_of
from gui.drawing.diagram_scene import Edge, Scene, between
from gui.drawing.diagram_text import fitting, text_rect, width_of
from gui.i18n import integer
from gui.theme.fonts import load_fonts
from gui.theme.theme import LIGHT
from gui.views.block_diagram import BlockDiagram
from tests.core.strategies import configs

AT_290 = 266.0
"""Width of the diagram in a panel of 290 pixels."""
INSIDE = ("W_Q", "W_K", "W_V", "scores", "heads", "W_O")


@pytest.fixture(scope="module")
def fonts(qapp: QApplication) -> None:
    """How wide a text is depends on the fonts of the program."""
    load_fonts()


def node(scene: Scene, part: Part) -> Any:
    found = scene.node_of(part)
    assert found is not None, part
    return found


@given(configs())
def test_parts_stand_above_each_other_in_the_order_of_the_flow(config: ModelConfig) -> None:
    scene = scene_of(config, 9)
    assert scene.order == flow(config)
    stream = [part for part in flow(config) if part not in INSIDE]
    if config.placed == "query-key" and config.position != "none":
        stream.remove("position")
    for below, above in pairwise(stream):
        lower, upper = node(scene, below), node(scene, above)
        assert upper.y + upper.height <= lower.y
    attention = node(scene, "attention")
    for part in INSIDE:
        inner = node(scene, part)
        assert attention.x <= inner.x
        assert attention.y <= inner.y
        assert inner.y + inner.height <= attention.y + attention.height
    for shape in scene.nodes:
        assert 0 <= shape.x <= shape.x + shape.width <= WIDTH
        assert 0 <= shape.y <= shape.y + shape.height <= HEIGHT
    assert {shape.part for shape in scene.nodes} - {None} == set(flow(config))


@given(configs())
def test_the_frame_of_the_block_holds_what_every_block_repeats(config: ModelConfig) -> None:
    scene = scene_of(config, 9)
    frame = next(shape for shape in scene.nodes if shape.kind == "frame")
    outside = {"embedding", "final_norm", "unembedding"} | ({"position"} if config.placed == "input" else set())
    for part in flow(config):
        _, y = node(scene, part).center
        assert (frame.y < y < frame.y + frame.height) == (part not in outside)
    assert any(label.text == f"× {config.n_layers}" for label in scene.labels)


def test_every_arrow_of_the_stream_says_its_shape() -> None:
    """Small preset, 9 tokens: [T, D] 9 × 64, heads of 64/4 = 16, f 256, V 37 000.

    [T, D] leaves nine parts: embedding, encoding, norm, attention, sum, norm, feed-forward, sum, final norm. The encoding that
    comes in and the two skip connections have it too; so have the three forks, which share one.
    """
    scene = scene_of(preset("small"), 9)
    texts = [label.text for label in scene.labels if label.is_shape]
    assert texts.count("[T, D] 9 × 64") == 12
    for text in (
        "3 × [T, D] 9 × 64",
        "[T] 9",
        "[T, V] 9 × 37,000",
        "[H, T, K] 4 × 9 × 16",
        "[H, T, T] 4 × 9 × 9",
        "ReLU · [T, F] 9 × 256",
    ):
        assert text in texts


def sides(config: ModelConfig, arrow: str) -> tuple[str, tuple[int, ...]]:
    """What an arrow carries, by its name: the table of shapes of the design."""
    stream = "T, D", (9, config.d_model)
    if arrow == "encoding>":
        return ("H", (config.n_heads,)) if config.position == "alibi" else stream
    queries = "H, T, K", (config.n_heads, 9, config.d_head)
    keys = "H, T, K" if config.kv_heads == config.n_heads else "Hₖᵥ, T, K", (config.kv_heads, 9, config.d_head)
    return {
        "input>": ("T", (9,)),
        "W_Q>": queries,
        "W_K>": keys,
        "W_V>": keys,
        "scores>": ("H, T, T", (config.n_heads, 9, 9)),
        "heads>": queries,
        "unembedding>": ("T, V", (9, config.vocabulary)),
    }.get(arrow, stream)


@pytest.mark.usefixtures("fonts")
@given(configs())
def test_every_arrow_has_its_shape_with_the_numbers_put_in(config: ModelConfig) -> None:
    """As wide as in a panel of 290 pixels every shape is said with letters and numbers, at the size that was asked for."""
    scene = scene_of(config, 9, AT_290)
    arrows = [edge.name for edge in scene.edges if edge.arrow]
    said = [arrow for label in scene.labels for arrow in label.arrows]
    assert sorted(said) == sorted(arrows)
    assert {"fork Q", "fork K", "fork V", "scores>", "heads>"} <= set(said)
    assert ({"skip1 around", "skip2 around"} <= set(said)) == config.skip
    for label in scene.labels:
        shown = fitting(label)
        for arrow in label.arrows:
            letters, sizes = sides(config, arrow)
            numbers = "×".join(integer(size) for size in sizes)
            assert "".join(shown.split()).removeprefix("3×") == f"[{letters.replace(' ', '')}]{numbers}", arrow
            assert shown.startswith("3 ×") == (len(label.arrows) > 1 and not label.marks)
        assert width_of(label, shown) <= label.width, label.name
        assert label.size >= 11


def crosses(edge: Edge, rect: QRectF) -> bool:
    """Whether one of the line's pieces, which all are level or upright, goes through a rectangle."""
    pieces = (QRectF(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in pairwise(edge.points))
    return any(piece.adjusted(-0.5, -0.5, 0.5, 0.5).intersects(rect) for piece in pieces)


@pytest.mark.usefixtures("fonts")
@given(configs())
def test_no_line_goes_through_a_text(config: ModelConfig) -> None:
    for width in (LEAST_WIDTH, AT_290):
        scene = scene_of(config, 9, width)
        frames = [QRectF(n.x, n.y, n.width, n.height) for n in scene.nodes if n.kind in ("frame", "container")]
        for label in scene.labels:
            rect = text_rect(label)
            assert not [edge.name for edge in scene.edges if crosses(edge, rect)], label.name
            assert all(frame.contains(rect) or not frame.intersects(rect) for frame in frames), label.name


@given(configs())
def test_a_ring_around_a_part_stays_clear_of_its_neighbours(config: ModelConfig) -> None:
    """The ring reaches 2.7 pixels beyond a shape, a neighbour's outline 0.7 beyond it."""
    scene = scene_of(config, 9)
    inside = (*INSIDE, *(("position",) if config.placed == "query-key" else ()))
    column = [node(scene, part) for part in flow(config) if part not in inside]
    for below, above in pairwise(column):
        assert below.y - (above.y + above.height) >= 4, (below.name, above.name)


@pytest.mark.usefixtures("fonts")
@given(configs())
def test_no_text_touches_another_text_or_a_box(config: ModelConfig) -> None:
    """At both ends of the range of widths; a text in the attention box may lie on the box's ground, and nothing else."""
    for width in (LEAST_WIDTH, WIDTH, AT_290):
        scene = scene_of(config, 9, width)
        texts = [(label.text, text_rect(label)) for label in scene.labels]
        shapes = [shape for shape in scene.nodes if shape.kind not in ("frame", "container")]
        for (one, rect), (other, against) in combinations(texts, 2):
            assert not rect.intersects(against), (one, other)
        for text, rect in texts:
            assert rect.left() >= 0, text
            assert rect.right() <= width, text
            for shape in shapes:
                assert not rect.intersects(QRectF(shape.x, shape.y, shape.width, shape.height)), (text, shape.name)


def test_grouped_keys_have_their_own_number_of_heads_in_the_shape() -> None:
    scene = scene_of(preset("small", n_kv_heads=2), 9)
    said = {arrow: label.words for label in scene.labels for arrow in label.arrows}
    assert said["W_K>"] == said["W_V>"] == "k, v [Hₖᵥ, T, K] 2 × 9 × 16"
    assert said["W_Q>"] == "q [H, T, K] 4 × 9 × 16"
    assert said["heads>"] == "z [H, T, K] 4 × 9 × 16"


@pytest.mark.parametrize("norm", ["pre", "post", "none", "sandwich", "deepnorm"])
def test_the_common_error_is_tagged_block_1_only(norm: Any) -> None:
    scene = scene_of(preset("small", norm=norm, placement="after-attention"), 9)
    encoding = next(shape for shape in scene.nodes if shape.name == "encoding")
    assert encoding.label == "sinusoidal\nblock 1 only"
    assert next(edge for edge in scene.edges if edge.name == "encoding>").dashed
    assert node(scene, "feed_forward").y < node(scene, "position").y < node(scene, "attention").y


def test_query_key_reaches_queries_and_keys_but_not_values() -> None:
    """The sum stands on the way to W_Q and W_K, above the fork to W_V: the line to W_V does not touch it."""
    scene = scene_of(preset("small", placement="query-key"), 9)
    edges = {edge.name: edge for edge in scene.edges}
    place = node(scene, "position")
    x, y = place.center
    assert edges["fork QK"].points[-1] == (place.x, y)
    for name, part in (("fork Q", "W_Q"), ("fork K", "W_K")):
        assert edges[name].points[0] == (x, place.y)
        assert edges[name].points[-1][0] == node(scene, part).center[0]
    assert all(py >= y or px < place.x for px, py in edges["fork V"].points)


@pytest.mark.parametrize("position, part", [("rotary", "W_Q"), ("alibi", "scores")])
def test_rotary_stands_over_the_queries_and_alibi_beside_the_scores(position: Any, part: Part) -> None:
    scene = scene_of(preset("small", position=position), 9)
    place, target = node(scene, "position"), node(scene, part)
    if position == "rotary":
        assert node(scene, "scores").y < place.y < target.y
    else:
        assert abs(place.center[1] - target.center[1]) < 1
        assert next(edge for edge in scene.edges if edge.name == "encoding>").points[-1][0] == target.x + target.width


def test_without_skip_connections_nothing_goes_around() -> None:
    names = [edge.name for edge in scene_of(preset("small", skip=False), 9).edges]
    assert not [name for name in names if "around" in name]
    names = [edge.name for edge in scene_of(preset("small"), 9).edges]
    assert {"skip1 around", "skip2 around"} <= set(names)


def test_halfway_a_part_stands_in_the_middle_and_what_leaves_fades() -> None:
    old, new = scene_of(preset("small"), 9), scene_of(preset("small", norm="none"), 9)
    half = between(old, new, 0.5)
    assert node(half, "attention").y == pytest.approx((node(old, "attention").y + node(new, "attention").y) / 2)
    assert next(shape for shape in half.nodes if shape.part == "norm1").opacity == 0.5
    assert between(old, new, 1.0) == new


@pytest.fixture
def diagram(qtbot: QtBot) -> BlockDiagram:
    widget = BlockDiagram()
    qtbot.addWidget(widget)
    widget.set_reduced_motion(True)
    widget.resize(widget.sizeHint())
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def at(widget: BlockDiagram, part: Part) -> QPoint:
    shape = widget.scene().node_of(part)
    assert shape is not None
    x, y = shape.center
    return QPoint(round(x), round(y))


def test_pointing_and_clicking_name_the_part(qtbot: QtBot, diagram: BlockDiagram) -> None:
    for part in ("embedding", "norm1", "W_Q", "scores", "skip2", "unembedding"):
        with qtbot.waitSignal(diagram.part_hovered, check_params_cb=lambda found, part=part: found == part):
            qtbot.mouseMove(diagram, at(diagram, part))  # type: ignore[arg-type]
        with qtbot.waitSignal(diagram.part_clicked, check_params_cb=lambda found, part=part: found == part):
            qtbot.mouseClick(diagram, Qt.MouseButton.LeftButton, pos=at(diagram, part))  # type: ignore[arg-type]


def test_pointing_at_an_arrow_says_its_shape(diagram: BlockDiagram) -> None:
    """On the skip connection halfway up its line, at z between its two boxes, and on W_Q itself, which is no arrow."""
    scene = diagram.scene()
    around = next(edge for edge in scene.edges if edge.name == "skip1 around")
    (_, _), (x, low), (_, high), _ = around.points
    assert diagram._words_at(QPointF(x, (low + high) / 2)) == "skip connection around the attention: [T, D] 9 × 64"
    z = next(edge for edge in scene.edges if edge.name == "heads>")
    assert diagram._words_at(QPointF(z.points[0][0] + 4, z.points[0][1])) == "z [H, T, K] 4 × 9 × 16"
    assert diagram._words_at(QPointF(at(diagram, "W_Q"))) == "queries: the stream times W_Q"


def test_arrow_keys_walk_through_all_parts_upwards(qtbot: QtBot, diagram: BlockDiagram) -> None:
    heard: list[Part] = []
    diagram.part_hovered.connect(heard.append)
    for _ in diagram.scene().order:
        qtbot.keyClick(diagram, Qt.Key.Key_Up)
    assert tuple(heard) == flow(preset("small"))
    assert "output over" in diagram.accessibleDescription()
    qtbot.keyClick(diagram, Qt.Key.Key_Escape)
    assert heard[-1] is None


def test_highlight_paints_the_accent_around_the_part(diagram: BlockDiagram) -> None:
    def accents() -> int:
        image = diagram.grab().toImage()
        return sum(image.pixelColor(x, y) == LIGHT.accent for x in range(0, image.width(), 2) for y in range(image.height()))

    before = accents()
    diagram.set_highlight("feed_forward")
    assert accents() > before
    diagram.set_highlight(None)
    assert accents() == before


def test_the_description_says_the_order_in_words(diagram: BlockDiagram) -> None:
    assert diagram.accessibleDescription() == (
        "From the input upwards: embedding of the tokens, sinusoidal position encoding; 4 blocks of: layer norm of the attention, "
        "attention with 4 heads, each 16 wide, skip connection around the attention, layer norm of the feed-forward network, "
        "feed-forward network, 256 wide inside, ReLU, skip connection around the feed-forward network; "
        "then final layer norm, output over 37,000 words. "
        "Shapes on the arrows: token numbers [T] 9; residual stream [T, D] 9 × 64; each skip connection [T, D] 9 × 64; "
        "encoding [T, D] 9 × 64; what W_Q, W_K and W_V read [T, D] 9 × 64; q [H, T, K] 4 × 9 × 16; k, v [H, T, K] 4 × 9 × 16; "
        "pattern [H, T, T] 4 × 9 × 9; z [H, T, K] 4 × 9 × 16; W_O [T, D] 9 × 64; output [T, V] 9 × 37,000."
    )
    diagram.set_length(12)
    assert "k, v [H, T, K] 4 × 12 × 16; pattern [H, T, T] 4 × 12 × 12" in diagram.accessibleDescription()
    diagram.set_config(preset("small", placement="after-attention", norm="post", skip=False))
    assert "in block 1 only: sinusoidal position encoding" in diagram.accessibleDescription()
    assert "skip" not in diagram.accessibleDescription()


def test_a_change_moves_and_ends_at_the_new_scene(qtbot: QtBot) -> None:
    widget = BlockDiagram()
    qtbot.addWidget(widget)
    widget.show()
    widget.set_config(preset("small", norm="post"))
    widget.set_config(preset("small", norm="none"))
    qtbot.waitUntil(lambda: widget._from is None, timeout=3000)
    assert widget._shown() == scene_of(preset("small", norm="none"), 9)


def test_size_does_not_depend_on_the_configuration(diagram: BlockDiagram) -> None:
    before = diagram.sizeHint()
    diagram.set_config(preset("small", norm="sandwich", position="rotary"))
    diagram.set_length(2048)
    assert diagram.sizeHint() == before
    diagram.set_theme(LIGHT.zoomed(2.0))
    assert diagram.sizeHint().height() == 2 * before.height()
