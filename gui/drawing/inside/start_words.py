"""What there is to say of networks before any training: table, note, and whether gradients grow from block to block."""

from __future__ import annotations

from math import sqrt
from typing import Final

from PySide6.QtCore import QCoreApplication

from core.experiments.start import (
    CONSTANT,
    FLAT,
    SENTENCES,
    STREAM_SETTING,
    TOKENS,
    Placement,
    StartOutcome,
    StartRow,
    StreamRow,
)
from gui.drawing.inside.experiment_tables import Cell, Table, plain, short
from gui.i18n import integer

GROWS: Final = 1.2
"""Last ÷ first block from which on a gradient counts as growing toward the output; first ÷ last from which on as falling."""


def placement_name(norm: Placement) -> str:
    """Where the norm stands, in one word."""
    if norm == "post":
        return QCoreApplication.translate("Start", "post-norm")
    return QCoreApplication.translate("Start", "pre-norm")


def placement_key(norm: Placement) -> str:
    """Where the norm stands, for someone who does not know the word."""
    if norm == "post":
        return QCoreApplication.translate("Start", "post-norm: norm after each sublayer")
    return QCoreApplication.translate("Start", "pre-norm: norm before each sublayer")


def depths_of(outcome: StartOutcome) -> tuple[int, ...]:
    """All depths that were measured, the shallowest first."""
    return tuple(sorted({row.layers for row in outcome.rows}))


def depth_shown(outcome: StartOutcome, wanted: int | None) -> int:
    """The depth whose blocks are shown: the one wanted where it was measured, else the deepest."""
    depths = depths_of(outcome)
    return wanted if wanted in depths else depths[-1]


def start_table(outcome: StartOutcome) -> Table:
    """One row for each depth and placement."""
    header = (
        QCoreApplication.translate("Start", "Norm and blocks"),
        QCoreApplication.translate("Start", "last W_out, mean"),
        QCoreApplication.translate("Start", "lowest"),
        QCoreApplication.translate("Start", "highest"),
        QCoreApplication.translate("Start", "mean · √L"),
        QCoreApplication.translate("Start", "first W_in"),
        QCoreApplication.translate("Start", "last W_in"),
    )
    rows = []
    for row in outcome.rows:
        name = QCoreApplication.translate("Start", "{norm} · {layers}").format(
            norm=placement_name(row.norm), layers=integer(row.layers)
        )
        inner = row.inner.mean(axis=0).tolist()
        numbers = (
            row.mean,
            float(row.last.min()),
            float(row.last.max()),
            row.mean * sqrt(row.layers),
            float(inner[0]),
            float(inner[-1]),
        )
        rows.append((Cell(name, tone="words"), *(Cell(short(number), repr(number)) for number in numbers)))
    return Table(header, tuple(rows))


def start_numbers(outcome: StartOutcome) -> list[list[str]]:
    """What the charts show beyond the table: each block of each depth, and the residual stream."""
    rows = [
        [],
        [
            QCoreApplication.translate("Start", "norm"),
            QCoreApplication.translate("Start", "blocks"),
            QCoreApplication.translate("Start", "block"),
            QCoreApplication.translate("Start", "gradient of W_in, mean"),
            QCoreApplication.translate("Start", "gradient of W_out, mean"),
        ],
    ]
    for row in outcome.rows:
        pairs = zip(row.inner.mean(axis=0).tolist(), row.outer.mean(axis=0).tolist(), strict=True)
        rows += [
            [placement_name(row.norm), str(row.layers), str(block), repr(inner), repr(outer)]
            for block, (inner, outer) in enumerate(pairs, start=1)
        ]
    rows += [
        [],
        [
            QCoreApplication.translate("Start", "norm"),
            QCoreApplication.translate("Start", "block"),
            QCoreApplication.translate("Start", "size of the stream, mean"),
            QCoreApplication.translate("Start", "theory, low"),
            QCoreApplication.translate("Start", "theory, high"),
        ],
    ]
    for stream in outcome.streams:
        triples = zip(stream.sizes.mean(axis=0).tolist(), stream.low.tolist(), stream.high.tolist(), strict=True)
        rows += [[placement_name(stream.norm), str(block), *map(repr, triple)] for block, triple in enumerate(triples, start=1)]
    return rows


def start_chart_words(outcome: StartOutcome, depth: int | None) -> str:
    """What the charts show, in lines: where gradients grow or fall, how that goes with theory, and whether its band is kept."""
    layers = depth_shown(outcome, depth)
    of_depth = [_growth_words(row) for row in outcome.rows if row.layers == layers]
    begin = QCoreApplication.translate(
        "Start", "With {layers} blocks, mean of the seeds, from the first block to the last:"
    ).format(layers=integer(layers))
    theory = QCoreApplication.translate(
        "Start",
        "Xiong et al., 2020: at the start the gradient near the output is large in post-norm and stays as large however deep the "
        "model is, while in pre-norm it shrinks as 1/√L; this compares models, not the blocks of one.",
    )
    return "\n".join([begin, *of_depth, theory, " ".join(map(_stream_words, outcome.streams))])


def start_setting(outcome: StartOutcome) -> str:
    """In which setting it was measured."""
    config = outcome.config
    return QCoreApplication.translate(
        "Start",
        "Not the model in use but the setting of the lesson: width {width}, heads {heads}, feed-forward {ff}, vocabulary "
        "{vocabulary}, every matrix Xavier uniform, embeddings N(0, 1), no positions, "
        "{sentences} sentences of {tokens} tokens, seeds: {seeds}.",
    ).format(
        width=integer(config.d_model),
        heads=integer(config.n_heads),
        ff=integer(config.ff_width),
        vocabulary=integer(config.vocabulary),
        sentences=integer(SENTENCES),
        tokens=integer(TOKENS),
        seeds=integer(len(outcome.rows[0].last)),
    )


def start_note(outcome: StartOutcome) -> str:
    """In which setting it was measured, what theory says, and what is said beside it."""
    paper = STREAM_SETTING
    spread = QCoreApplication.translate(
        "Start",
        "Largest ÷ smallest over the depths: post-norm {post} (up to {flat} counts as flat), pre-norm · √L {pre} (up to {constant} "
        "counts as constant).",
    ).format(
        post=short(outcome.spread("post")),
        flat=plain(FLAT),
        pre=short(outcome.spread("pre")),
        constant=plain(CONSTANT),
    )
    theory = QCoreApplication.translate(
        "Start",
        "Theory (Xiong et al., 2020, arXiv 2002.04745) says how the gradient depends on L and not how large it is: its lines stand "
        "at the mean of what was measured. In c/√L the number c does not depend on L: it is the mean of gradient · √L, here {c}.",
    ).format(c=short(outcome.level("pre")))
    stream = QCoreApplication.translate(
        "Start",
        "The stream is that of the paper’s setting, where its size is known: W_Q = W_K = 0, feed-forward D × D, Xavier normal, D "
        "{width}, blocks: {layers}, seeds: {seeds}; in post-norm taken before the block’s last norm.",
    ).format(
        width=integer(paper.d_model),
        layers=integer(outcome.streams[0].sizes.shape[1]),
        seeds=integer(len(outcome.streams[0].sizes)),
    )
    cause = QCoreApplication.translate(
        "Start",
        "Gradients that stay large near the output (Xiong et al., 2020) are one account of why deep post-norm needs a warm-up; "
        "Admin (arXiv 2004.08249) and DeepNet (arXiv 2203.00555) argue that the root cause is the amplified update.",
    )
    return " ".join((start_setting(outcome), spread, theory, stream, cause))


def _growth_words(row: StartRow) -> str:
    """Whether the gradients of W_in and of W_out grow or fall, and by how much."""
    parts = [
        _change_words(matrix, float(mean[0]), float(mean[-1]))
        for matrix, mean in (("W_in", row.inner.mean(axis=0)), ("W_out", row.outer.mean(axis=0)))
    ]
    sentence = QCoreApplication.translate("Start", "{norm}: {inner}, {outer}.")
    return sentence.format(norm=placement_name(row.norm), inner=parts[0], outer=parts[1])


def _change_words(matrix: str, first: float, last: float) -> str:
    """How the gradient of one matrix goes on from the first block to the last."""
    if last >= GROWS * first:
        template = QCoreApplication.translate("Start", "{matrix} grows toward the output ({first} → {last})")
    elif first >= GROWS * last:
        template = QCoreApplication.translate("Start", "{matrix} falls by {percent} % ({first} → {last})")
    else:
        template = QCoreApplication.translate("Start", "{matrix} stays about the same ({first} → {last})")
    percent = integer(round(100 * (1 - last / first))) if first else integer(0)
    return template.format(matrix=matrix, first=short(first, 2), last=short(last, 2), percent=percent)


def _stream_words(row: StreamRow) -> str:
    """How the stream goes on in the paper's setting."""
    mean = row.sizes.mean(axis=0)
    values = {"norm": placement_name(row.norm), "first": short(float(mean[0])), "last": short(float(mean[-1]))}
    within = QCoreApplication.translate("Start", "Stream, {norm}: {first} → {last}, as theory says.")
    outside = QCoreApplication.translate("Start", "Stream, {norm}: {first} → {last}, not as theory says.")
    return (within if row.within else outside).format(**values)
