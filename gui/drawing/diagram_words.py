"""The words of the block diagram: labels of its parts, shapes with the numbers put in, and the whole of it in one sentence."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.model.config import ModelConfig
from core.model.formulas import Part, flow
from core.model.interventions import (
    AttentionOff,
    FeedForwardOff,
    ForcePattern,
    HeadOff,
    Intervention,
    Interventions,
    ScaleHead,
    SetCell,
)
from core.model.parameters import deepnorm_factors
from gui.i18n import decimal, integer


def shapes(letters: str, *sizes: int, times: int = 1) -> tuple[str, ...]:
    """``[T, D] 9 × 64``: what an array's sides mean and how long they are; then the same more and more tightly.

    `times` many arrays of that shape are ``3 × [T, D] 9 × 64``.
    """
    numbers = [integer(size) for size in sizes]
    tight = "×".join(numbers)
    whole = f"[{letters}] {' × '.join(numbers)}", f"[{letters}] {tight}", f"[{letters.replace(' ', '')}] {tight}"
    if times > 1:
        return *(f"{times} × {text}" for text in whole), f"{times} × ({tight})", f"{times} × [{letters}]"
    return *whole, " × ".join(numbers), tight, f"[{letters}]"


def encoding_shapes(config: ModelConfig, length: int) -> tuple[str, ...]:
    """What the encoding is made of: one vector for each token, one angle for each pair of numbers, or one slope for each head."""
    if config.position == "rotary":
        return shapes("T, K/2", length, config.d_head // 2)
    return shapes("H", config.n_heads) if config.position == "alibi" else shapes("T, D", length, config.d_model)


def key_letters(config: ModelConfig) -> str:
    """The sides of k and v: with grouped heads they have fewer of them."""
    return "H, T, K" if config.kv_heads == config.n_heads else "Hₖᵥ, T, K"


def shapes_in_words(config: ModelConfig, length: int) -> str:
    """The shapes of everything that flows along an arrow, in one sentence."""
    stream = shapes("T, D", length, config.d_model)[0]
    heads = shapes("H, T, K", config.n_heads, length, config.d_head)[0]
    listed = [(QCoreApplication.translate("Diagram", "token numbers"), shapes("T", length)[0])]
    listed.append((QCoreApplication.translate("Diagram", "residual stream"), stream))
    if config.skip:
        listed.append((QCoreApplication.translate("Diagram", "each skip connection"), stream))
    if "position" in flow(config):
        listed.append((QCoreApplication.translate("Diagram", "encoding"), encoding_shapes(config, length)[0]))
    listed.append((QCoreApplication.translate("Diagram", "what W_Q, W_K and W_V read"), stream))
    keys = shapes(key_letters(config), config.kv_heads, length, config.d_head)[0]
    listed += [("q", heads), ("k, v", keys)]
    listed.append((QCoreApplication.translate("Diagram", "pattern"), shapes("H, T, T", config.n_heads, length, length)[0]))
    listed += [("z", heads), ("W_O", stream)]
    listed.append((QCoreApplication.translate("Diagram", "output"), shapes("T, V", length, config.vocabulary)[0]))
    text = "; ".join(f"{name} {shape}" for name, shape in listed)
    return QCoreApplication.translate("Diagram", "Shapes on the arrows: {shapes}.").format(shapes=text)


def norm_word(config: ModelConfig) -> str:
    """What the norm is called."""
    if config.norm_kind == "layernorm":
        return QCoreApplication.translate("Diagram", "layer norm")
    return QCoreApplication.translate("Diagram", "RMS norm")


def position_word(config: ModelConfig) -> str:
    """What the encoding is called."""
    return {
        "sinusoidal": QCoreApplication.translate("Diagram", "sinusoidal"),
        "learned": QCoreApplication.translate("Diagram", "learned"),
        "rotary": QCoreApplication.translate("Diagram", "rotary"),
        "alibi": "ALiBi",
        "none": "",
    }[config.position]


def activation_word(config: ModelConfig) -> str:
    """What the activation is called; these are proper names."""
    return {"relu": "ReLU", "gelu": "GELU", "gelu-tanh": "GELU tanh", "swiglu": "SwiGLU"}[config.activation]


def embedding_label(config: ModelConfig) -> str:
    """Name of the embedding, with its factor if there is one."""
    label = QCoreApplication.translate("Diagram", "embedding")
    return f"{label} × √{integer(config.d_model)}" if config.scale_embedding else label


def feed_forward_label() -> str:
    """Name of the feed-forward network; its activation and width stand beside it."""
    return QCoreApplication.translate("Diagram", "feed-forward")


def embedding_short(config: ModelConfig) -> str:
    """The embedding's letter with its factor."""
    return f"E × √{integer(config.d_model)}" if config.scale_embedding else ""


def unembedding_label(config: ModelConfig) -> str:
    """Name of the output matrix; a tied one is the embedding itself."""
    if config.tied:
        return QCoreApplication.translate("Diagram", "output = Eᵀ")
    return QCoreApplication.translate("Diagram", "output W_U")


def skip_label(config: ModelConfig) -> str:
    """The factor on the skip connection, where there is one."""
    return f"α {decimal(deepnorm_factors(config.n_layers)[0], 2)}" if config.norm == "deepnorm" else ""


def part_words(part: Part, config: ModelConfig) -> str:
    """One part in words, for tooltips and screen readers."""
    d_head, heads = integer(config.d_head), integer(config.n_heads)
    template = {
        "embedding": QCoreApplication.translate("Diagram", "embedding of the tokens"),
        "position": QCoreApplication.translate("Diagram", "{position} position encoding"),
        "norm1": QCoreApplication.translate("Diagram", "{norm} of the attention"),
        "norm2": QCoreApplication.translate("Diagram", "{norm} of the feed-forward network"),
        "norm1_out": QCoreApplication.translate("Diagram", "{norm} on the attention’s output"),
        "norm2_out": QCoreApplication.translate("Diagram", "{norm} on the feed-forward network’s output"),
        "attention": QCoreApplication.translate("Diagram", "attention with {heads} heads, each {d_head} wide"),
        "W_Q": QCoreApplication.translate("Diagram", "queries: the stream times W_Q"),
        "W_K": QCoreApplication.translate("Diagram", "keys: the stream times W_K"),
        "W_V": QCoreApplication.translate("Diagram", "values: the stream times W_V"),
        "scores": QCoreApplication.translate("Diagram", "scores: queries times keys, divided by √{d_head}, then softmax"),
        "heads": QCoreApplication.translate("Diagram", "heads: each mixes the values by its own pattern; then they are joined"),
        "W_O": QCoreApplication.translate("Diagram", "output projection W_O"),
        "skip1": QCoreApplication.translate("Diagram", "skip connection around the attention"),
        "skip2": QCoreApplication.translate("Diagram", "skip connection around the feed-forward network"),
        "feed_forward": QCoreApplication.translate("Diagram", "feed-forward network, {width} wide inside, {activation}"),
        "final_norm": QCoreApplication.translate("Diagram", "final {norm}"),
        "unembedding": QCoreApplication.translate("Diagram", "output over {vocabulary} words"),
    }[part]
    return template.format(
        position=position_word(config),
        norm=norm_word(config),
        heads=heads,
        d_head=d_head,
        width=integer(config.ff_width),
        activation=activation_word(config),
        vocabulary=integer(config.vocabulary),
    )


def in_words(config: ModelConfig) -> str:
    """The order of all parts in one sentence, from the input upwards."""
    order = [part for part in flow(config) if part not in ("W_Q", "W_K", "W_V", "scores", "heads", "W_O")]
    first_of_block = next(
        index for index, part in enumerate(order) if index and (part != "position" or config.placed == "every-block")
    )
    last = len(order) - 1 - config.has_final_norm
    before, inside, after = order[:first_of_block], order[first_of_block:last], order[last:]
    template = QCoreApplication.translate(
        "Diagram", "From the input upwards: {before}; {layers} blocks of: {inside}; then {after}."
    )
    return template.format(
        before=", ".join(part_words(part, config) for part in before),
        layers=integer(config.n_layers),
        inside=", ".join(_inside(part, config) for part in inside),
        after=", ".join(part_words(part, config) for part in after),
    )


def _inside(part: Part, config: ModelConfig) -> str:
    if part != "position":
        return part_words(part, config)
    template = {
        "after-attention": QCoreApplication.translate("Diagram", "in block 1 only: {encoding}"),
        "query-key": QCoreApplication.translate("Diagram", "on queries and keys only: {encoding}"),
    }.get(config.placed, "{encoding}")
    return template.format(encoding=part_words(part, config))


def changed_parts(interventions: Interventions) -> dict[Part, tuple[int, ...]]:
    """The parts that are changed by hand, each with its layers counted from 0."""
    places: dict[type[Intervention], Part] = {
        HeadOff: "heads",
        ScaleHead: "heads",
        ForcePattern: "scores",
        SetCell: "scores",
        AttentionOff: "attention",
        FeedForwardOff: "feed_forward",
    }
    found: dict[Part, set[int]] = {}
    for change in interventions:
        found.setdefault(places[type(change)], set()).add(change.layer)
    return {part: tuple(sorted(layers)) for part, layers in found.items()}


def changed_words(layers: tuple[int, ...]) -> str:
    """In which layers a part is changed by hand."""
    text = QCoreApplication.translate("Diagram", "changed by hand in layer {layers}")
    return text.format(layers=", ".join(integer(layer + 1) for layer in layers))
