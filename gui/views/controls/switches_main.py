"""The switches that matter most, in the order in which they stand.

Texts are marked for translation here and translated where they are shown (context "Controls").
"""

from __future__ import annotations

from typing import Final

from core.messages import QT_TRANSLATE_NOOP
from gui.views.controls.switch import ON_OFF, Choice, Switch

MAIN: Final[tuple[Switch, ...]] = (
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
        ON_OFF,
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
                QT_TRANSLATE_NOOP("Controls", "Each head gets an equal share of the width, so more heads need no more weights."),
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
        "n_layers",
        "n_layers",
        "number",
        QT_TRANSLATE_NOOP("Controls", "Layers"),
        QT_TRANSLATE_NOOP("Controls", "How many blocks stand one above the other. Each adds the same number of parameters."),
        (),
    ),
)
"""The switches that stand first."""
