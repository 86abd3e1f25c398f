"""Every switch of the panel, one row each: to add a switch, add a row.

Texts are marked for translation here and translated where they are shown (context "Controls").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from core.messages import QT_TRANSLATE_NOOP
from core.model.config import ModelConfig
from core.model.formulas import Part

Kind = Literal["segments", "combo", "number", "automatic", "decimal", "seed"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values: its words, what it does, and a short remark shown while it is chosen."""

    value: str
    words: str
    explanation: str = ""
    remark: str = ""
    error: bool = False
    """Whether the remark names a common error."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One control. `parts` are the parts of the diagram that it changes, the first one is shown when it is pointed at."""

    name: str
    field: str
    kind: Kind
    words: str
    explanation: str
    parts: tuple[Part, ...]
    choices: tuple[Choice, ...] = ()
    more: bool = False
    remarks: bool = False
    """Whether a line under the control shows the remark of what is chosen."""
    automatic: str = ""
    """Words of the choice that lets the number follow another setting."""


_ON_OFF: Final = (Choice("on", QT_TRANSLATE_NOOP("Controls", "on")), Choice("off", QT_TRANSLATE_NOOP("Controls", "off")))

SWITCHES: Final[tuple[Switch, ...]] = (
    Switch(
        "norm",
        "norm",
        "segments",
        QT_TRANSLATE_NOOP("Controls", "Layer norm"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "Where each token’s numbers are brought to one scale: before each part of a block, after it, or nowhere.",
        ),
        ("norm1", "norm2", "final_norm", "norm1_out", "norm2_out"),
        (
            Choice(
                "pre",
                QT_TRANSLATE_NOOP("Controls", "before"),
                QT_TRANSLATE_NOOP(
                    "Controls",
                    "x + F(LN(x)): the stream itself stays untouched, which keeps training of deep networks steady.",
                ),
                QT_TRANSLATE_NOOP("Controls", "keeps deep networks steady"),
            ),
            Choice(
                "post",
                QT_TRANSLATE_NOOP("Controls", "after"),
                QT_TRANSLATE_NOOP(
                    "Controls",
                    "LN(x + F(x)), as in the original. Using only this in a very deep network is a common error: it then "
                    "needs a careful warm-up of the learning rate.",
                ),
                QT_TRANSLATE_NOOP("Controls", "very deep: needs a careful warm-up"),
            ),
            Choice(
                "none",
                QT_TRANSLATE_NOOP("Controls", "none"),
                QT_TRANSLATE_NOOP(
                    "Controls", "No norm anywhere: nothing keeps the size of the numbers in check from block to block."
                ),
                QT_TRANSLATE_NOOP("Controls", "nothing keeps the numbers’ size in check"),
            ),
            Choice(
                "sandwich",
                QT_TRANSLATE_NOOP("Controls", "sandwich"),
                "",
                QT_TRANSLATE_NOOP("Controls", "before and after each part (sandwich)"),
            ),
            Choice(
                "deepnorm",
                QT_TRANSLATE_NOOP("Controls", "DeepNorm"),
                "",
                QT_TRANSLATE_NOOP("Controls", "after, with the skip connection × α (DeepNorm)"),
            ),
        ),
        remarks=True,
    ),
    Switch(
        "position",
        "position",
        "combo",
        QT_TRANSLATE_NOOP("Controls", "Position"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "How a token’s place in the sentence is written down. Without it attention sees the sentence as an unordered set.",
        ),
        ("position",),
        (
            Choice(
                "sinusoidal",
                QT_TRANSLATE_NOOP("Controls", "sinusoidal"),
                QT_TRANSLATE_NOOP("Controls", "Waves of many lengths, added to the embedding."),
            ),
            Choice(
                "learned",
                QT_TRANSLATE_NOOP("Controls", "learned"),
                QT_TRANSLATE_NOOP("Controls", "A table with one learned row for each position."),
            ),
            Choice(
                "rotary",
                QT_TRANSLATE_NOOP("Controls", "rotary"),
                QT_TRANSLATE_NOOP("Controls", "Queries and keys are turned by an angle that grows with the position."),
            ),
            Choice(
                "alibi",
                "ALiBi",
                QT_TRANSLATE_NOOP("Controls", "Scores are lowered in proportion to the distance between two tokens."),
            ),
            Choice(
                "none",
                QT_TRANSLATE_NOOP("Controls", "none"),
                QT_TRANSLATE_NOOP("Controls", "No positions: shuffling the words only shuffles the result."),
            ),
        ),
    ),
    Switch(
        "placement",
        "placement",
        "combo",
        QT_TRANSLATE_NOOP("Controls", "added"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "Where the encoding joins. Adding it only after the first attention is a common error: that attention"
            " still sees no order.",
        ),
        ("position",),
        (
            Choice(
                "input",
                QT_TRANSLATE_NOOP("Controls", "at the input"),
                QT_TRANSLATE_NOOP("Controls", "Once, to the embeddings, before the first attention: as in the original."),
                QT_TRANSLATE_NOOP("Controls", "once, before the first attention"),
            ),
            Choice(
                "after-attention",
                QT_TRANSLATE_NOOP("Controls", "after attention 1"),
                QT_TRANSLATE_NOOP(
                    "Controls",
                    "A common error: the attention of block 1 still works on an unordered set, only later blocks see the order.",
                ),
                QT_TRANSLATE_NOOP("Controls", "common error: block 1 sees no order"),
                error=True,
            ),
            Choice(
                "every-block",
                QT_TRANSLATE_NOOP("Controls", "in every block"),
                QT_TRANSLATE_NOOP("Controls", "Again to the input of each block."),
                QT_TRANSLATE_NOOP("Controls", "again at the input of each block"),
            ),
            Choice(
                "query-key",
                QT_TRANSLATE_NOOP("Controls", "queries and keys"),
                QT_TRANSLATE_NOOP("Controls", "Only to what W_Q and W_K read, in each block: values carry no position."),
                QT_TRANSLATE_NOOP("Controls", "only what W_Q and W_K read"),
            ),
            Choice(
                "none",
                QT_TRANSLATE_NOOP("Controls", "nowhere"),
                QT_TRANSLATE_NOOP("Controls", "The encoding is not used: attention sees an unordered set."),
                QT_TRANSLATE_NOOP("Controls", "not used: no order"),
            ),
        ),
        remarks=True,
    ),
    Switch(
        "skip",
        "skip",
        "segments",
        QT_TRANSLATE_NOOP("Controls", "Skip connection"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "Skip connections add what enters a part to what leaves it. Without them signal and gradient die out with depth.",
        ),
        ("skip1", "skip2"),
        _ON_OFF,
    ),
    Switch(
        "n_heads",
        "n_heads",
        "number",
        QT_TRANSLATE_NOOP("Controls", "Heads"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "How many attention maps each block computes side by side. Each head can look at another relation between words.",
        ),
        ("heads", "attention"),
    ),
    Switch(
        "head_width",
        "head_width",
        "segments",
        QT_TRANSLATE_NOOP("Controls", "Head width"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "Heads normally share the width. Keeping the full width for every head is a common error: it "
            "multiplies parameters and cost.",
        ),
        ("W_Q", "W_K", "W_V", "W_O"),
        (
            Choice(
                "split",
                QT_TRANSLATE_NOOP("Controls", "split {split}"),
                QT_TRANSLATE_NOOP("Controls", "Each head gets an equal share of the width, so more heads cost nothing more."),
                QT_TRANSLATE_NOOP("Controls", "{heads} heads share {width}: {heads} × {head}"),
            ),
            Choice(
                "keep",
                QT_TRANSLATE_NOOP("Controls", "keep {width}"),
                QT_TRANSLATE_NOOP(
                    "Controls",
                    "A common error: every head keeps the full width, so weights and cost grow with the number of heads.",
                ),
                QT_TRANSLATE_NOOP("Controls", "common error: {heads} times the weights"),
                error=True,
            ),
            Choice("own", "", "", QT_TRANSLATE_NOOP("Controls", "own width: {heads} × {head}")),
        ),
        remarks=True,
    ),
    Switch(
        "n_layers",
        "n_layers",
        "number",
        QT_TRANSLATE_NOOP("Controls", "Layers"),
        QT_TRANSLATE_NOOP("Controls", "How many blocks stand one above the other. Each adds the same number of parameters."),
        (),
    ),
    Switch(
        "mask",
        "mask",
        "segments",
        QT_TRANSLATE_NOOP("Controls", "Mask"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "Which tokens may be looked at: all, only earlier ones (as when writing a text word by word), or the last few.",
        ),
        ("scores",),
        (
            Choice(
                "none", QT_TRANSLATE_NOOP("Controls", "none"), QT_TRANSLATE_NOOP("Controls", "Every token may look at every token.")
            ),
            Choice(
                "causal",
                QT_TRANSLATE_NOOP("Controls", "causal"),
                QT_TRANSLATE_NOOP("Controls", "A token may look at itself and at earlier tokens only."),
            ),
            Choice(
                "window",
                QT_TRANSLATE_NOOP("Controls", "window"),
                QT_TRANSLATE_NOOP(
                    "Controls", "A token may look at itself and at the last few before it; how many is set under More."
                ),
            ),
        ),
    ),
    Switch(
        "d_model",
        "d_model",
        "number",
        QT_TRANSLATE_NOOP("Controls", "Width d_model"),
        QT_TRANSLATE_NOOP("Controls", "How many numbers describe a token all along the stream. Weights grow with its square."),
        ("embedding",),
        more=True,
    ),
    Switch(
        "d_ff",
        "d_ff",
        "automatic",
        QT_TRANSLATE_NOOP("Controls", "Inner width"),
        QT_TRANSLATE_NOOP("Controls", "Width inside the feed-forward network, d_ff; usually four times the model’s width."),
        ("feed_forward",),
        more=True,
        automatic="4·d",
    ),
    Switch(
        "activation",
        "activation",
        "combo",
        QT_TRANSLATE_NOOP("Controls", "Activation"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "The bend inside the feed-forward network; without one, two layers would be no more than one.",
        ),
        ("feed_forward",),
        (
            Choice("relu", "ReLU", QT_TRANSLATE_NOOP("Controls", "Cuts off everything below 0.")),
            Choice("gelu", "GELU", QT_TRANSLATE_NOOP("Controls", "A smooth ReLU, computed exactly.")),
            Choice("gelu-tanh", "GELU (tanh)", QT_TRANSLATE_NOOP("Controls", "The same by a formula with tanh, as in GPT-2.")),
            Choice(
                "swiglu",
                "SwiGLU",
                QT_TRANSLATE_NOOP(
                    "Controls",
                    "Two matrices, one opening and closing the other; a third matrix brings the result back.",
                ),
            ),
        ),
        more=True,
    ),
    Switch(
        "norm_variant",
        "norm",
        "segments",
        QT_TRANSLATE_NOOP("Controls", "Norm variant"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "Two ways to steady deep networks further: norms on both sides, or DeepNorm, which enlarges the skip connection.",
        ),
        ("norm1_out", "norm2_out", "norm1", "norm2"),
        (
            Choice(
                "sandwich",
                QT_TRANSLATE_NOOP("Controls", "sandwich"),
                QT_TRANSLATE_NOOP("Controls", "A norm before each part and another one on its output."),
            ),
            Choice(
                "deepnorm",
                QT_TRANSLATE_NOOP("Controls", "DeepNorm"),
                QT_TRANSLATE_NOOP(
                    "Controls",
                    "LN(α·x + F(x)), with some matrices drawn smaller by β; both follow from the number of layers.",
                ),
            ),
        ),
        more=True,
    ),
    Switch(
        "norm_kind",
        "norm_kind",
        "segments",
        QT_TRANSLATE_NOOP("Controls", "Kind of norm"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "Layer norm takes off the mean and divides by the deviation; RMS norm only divides, and has no bias.",
        ),
        ("norm1", "norm2", "final_norm"),
        (
            Choice(
                "layernorm",
                QT_TRANSLATE_NOOP("Controls", "layer"),
                QT_TRANSLATE_NOOP("Controls", "Mean 0, deviation 1, then gain and bias."),
            ),
            Choice("rmsnorm", "RMS", QT_TRANSLATE_NOOP("Controls", "Root mean square 1, then gain.")),
        ),
        more=True,
    ),
    Switch(
        "head_width_number",
        "head_width",
        "number",
        QT_TRANSLATE_NOOP("Controls", "Own head width"),
        QT_TRANSLATE_NOOP("Controls", "Any width for each head, whatever the model’s width."),
        ("W_Q", "W_K", "W_V", "W_O"),
        more=True,
    ),
    Switch(
        "n_kv_heads",
        "n_kv_heads",
        "automatic",
        QT_TRANSLATE_NOOP("Controls", "Key/value heads"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "Several heads can share one set of keys and values, which saves memory. The number must divide the heads.",
        ),
        ("W_K", "W_V"),
        more=True,
        automatic=QT_TRANSLATE_NOOP("Controls", "all"),
    ),
    Switch(
        "window",
        "mask",
        "number",
        QT_TRANSLATE_NOOP("Controls", "Window"),
        QT_TRANSLATE_NOOP("Controls", "How many tokens a token may look at, itself included, counted backwards."),
        ("scores",),
        more=True,
    ),
    Switch(
        "biases",
        "biases",
        "segments",
        QT_TRANSLATE_NOOP("Controls", "Biases"),
        QT_TRANSLATE_NOOP("Controls", "Numbers added after each matrix and in each norm. Large models often leave them out."),
        ("W_O", "feed_forward"),
        _ON_OFF,
        more=True,
    ),
    Switch(
        "tied",
        "tied",
        "segments",
        QT_TRANSLATE_NOOP("Controls", "Tied output"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "The output uses the embedding’s own table again, which saves a matrix of vocabulary times width.",
        ),
        ("unembedding",),
        _ON_OFF,
        more=True,
    ),
    Switch(
        "scale_embedding",
        "scale_embedding",
        "segments",
        QT_TRANSLATE_NOOP("Controls", "Scaling × √d"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "Enlarges the embeddings before the encoding is added, so that the words outweigh the positions.",
        ),
        ("embedding",),
        _ON_OFF,
        more=True,
    ),
    Switch(
        "sinusoid_layout",
        "sinusoid_layout",
        "segments",
        QT_TRANSLATE_NOOP("Controls", "Sines, cosines"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "Sine and cosine taken in turn, or first all sines and then all cosines. The products of two positions are the same.",
        ),
        ("position",),
        (
            Choice("interleaved", QT_TRANSLATE_NOOP("Controls", "in turn")),
            Choice("side-by-side", QT_TRANSLATE_NOOP("Controls", "in halves")),
        ),
        more=True,
    ),
    Switch(
        "rope_base",
        "rope_base",
        "decimal",
        QT_TRANSLATE_NOOP("Controls", "Rotary base"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "The larger it is, the slower the slowest pair turns, and the farther positions can be told apart.",
        ),
        ("position",),
        more=True,
    ),
    Switch(
        "vocabulary",
        "vocabulary",
        "number",
        QT_TRANSLATE_NOOP("Controls", "Vocabulary"),
        QT_TRANSLATE_NOOP("Controls", "How many rows the embedding table has. Words are spread over them."),
        ("embedding", "unembedding"),
        more=True,
    ),
    Switch(
        "context",
        "context",
        "number",
        QT_TRANSLATE_NOOP("Controls", "Context"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "Rows of the learned position table: a sentence cannot be longer. Other encodings have no such limit.",
        ),
        ("position",),
        more=True,
    ),
    Switch(
        "seed",
        "seed",
        "seed",
        QT_TRANSLATE_NOOP("Controls", "Seed"),
        QT_TRANSLATE_NOOP(
            "Controls",
            "Which random weights are drawn. What changes with the seed is chance, what stays is the architecture.",
        ),
        (),
        more=True,
    ),
)


def read(switch: Switch, config: ModelConfig) -> Any:
    """What the control of `switch` shows for `config`: a word of its choices, a number, or None for "automatic"."""
    if switch.name == "mask":
        return config.mask.partition(":")[0]
    if switch.name == "window":
        return config.window or None
    if switch.name == "head_width":
        return config.head_width if isinstance(config.head_width, str) else "own"
    if switch.name == "head_width_number":
        return config.d_head
    if switch.name == "placement":
        return config.placed
    value = getattr(config, switch.field)
    return ("on" if value else "off") if isinstance(value, bool) else value


def effective(switch: Switch, config: ModelConfig) -> int | None:
    """The number in force where the setting follows another one."""
    return {"d_ff": config.ff_width, "n_kv_heads": config.kv_heads}.get(switch.field)


def write(switch: Switch, value: Any, config: ModelConfig) -> dict[str, Any]:
    """The fields to replace when the person chooses `value`."""
    if switch.name == "mask":
        return {"mask": f"window:{config.window or 4}" if value == "window" else value}
    if switch.name == "window":
        return {"mask": f"window:{value}"}
    if switch.name == "position":
        follows = value in ("rotary", "alibi", "none") or config.position in ("rotary", "alibi", "none")
        return {"position": value, "placement": None} if follows else {"position": value}
    if switch.choices == _ON_OFF:
        return {switch.field: value == "on"}
    return {switch.field: value}
