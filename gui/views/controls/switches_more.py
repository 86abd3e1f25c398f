"""The switches that are needed less often.

Texts are marked for translation here and translated where they are shown (context "Controls").
"""

from __future__ import annotations

from typing import Final

from core.messages import QT_TRANSLATE_NOOP
from gui.views.controls.switch import ON_OFF, Choice, Switch

MORE: Final[tuple[Switch, ...]] = (
    Switch(
        "d_model",
        "d_model",
        "number",
        QT_TRANSLATE_NOOP("Controls", "Width d_model"),
        QT_TRANSLATE_NOOP("Controls", "How many numbers describe a token all along the stream. Weights grow with its square."),
        ("embedding",),
    ),
    Switch(
        "d_ff",
        "d_ff",
        "automatic",
        QT_TRANSLATE_NOOP("Controls", "Inner width"),
        QT_TRANSLATE_NOOP("Controls", "Width inside the feed-forward network, d_ff; usually four times the model’s width."),
        ("feed_forward",),
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
    ),
    Switch(
        "head_width_number",
        "head_width",
        "number",
        QT_TRANSLATE_NOOP("Controls", "Own head width"),
        QT_TRANSLATE_NOOP("Controls", "Any width for each head, whatever the model’s width."),
        ("W_Q", "W_K", "W_V", "W_O"),
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
        automatic=QT_TRANSLATE_NOOP("Controls", "all"),
    ),
    Switch(
        "window",
        "mask",
        "number",
        QT_TRANSLATE_NOOP("Controls", "Window"),
        QT_TRANSLATE_NOOP("Controls", "How many tokens a token may look at, itself included, counted backwards."),
        ("scores",),
    ),
    Switch(
        "biases",
        "biases",
        "segments",
        QT_TRANSLATE_NOOP("Controls", "Biases"),
        QT_TRANSLATE_NOOP("Controls", "Numbers added after each matrix and in each norm. Large models often leave them out."),
        ("W_O", "feed_forward"),
        ON_OFF,
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
        ON_OFF,
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
        ON_OFF,
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
    ),
    Switch(
        "vocabulary",
        "vocabulary",
        "number",
        QT_TRANSLATE_NOOP("Controls", "Vocabulary"),
        QT_TRANSLATE_NOOP("Controls", "How many rows the embedding table has. Words are spread over them."),
        ("embedding", "unembedding"),
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
    ),
)
"""The switches under More."""
