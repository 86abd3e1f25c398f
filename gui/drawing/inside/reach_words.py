"""What there is to say of how far layers reach: the table of theory beside what was measured, and the price."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication

from core.experiments.reach import CONVOLUTION, FALLING, FLAT, THEORY, Layer, ReachOutcome, ReachRow, far_from
from gui.drawing.inside.experiment_tables import Cell, Table, plain, short
from gui.i18n import integer, scientific

_SMALL: Final = 1e-3


def layer_name(layer: Layer) -> str:
    """What a layer is called."""
    return {
        "attention": QCoreApplication.translate("Reach", "self-attention"),
        "rnn": QCoreApplication.translate("Reach", "recurrent (tanh)"),
        "gru": QCoreApplication.translate("Reach", "recurrent (GRU)"),
    }[layer]


def influence_text(value: float) -> str:
    """A share or an influence, however small it is."""
    return scientific(value) if 0 < abs(value) < _SMALL else short(value)


def reach_table(outcome: ReachOutcome) -> Table:
    """What theory says of each layer, and below it what was measured; the convolution is for comparison and not measured."""
    convolution = QCoreApplication.translate("Reach", "convolution, width k")
    none = Cell("–", tone="words")
    theory = {
        "work": QCoreApplication.translate("Reach", "work per layer, theory"),
        "sequential": QCoreApplication.translate("Reach", "sequential steps, theory"),
        "path": QCoreApplication.translate("Reach", "longest path, theory"),
    }
    rows = [
        (
            Cell(name, tone="words"),
            *(Cell(getattr(THEORY[row.layer], field), tone="words") for row in outcome.rows),
            Cell(getattr(CONVOLUTION, field), tone="words"),
        )
        for field, name in theory.items()
    ]
    here = {"n": integer(outcome.length)}
    counts = (
        (QCoreApplication.translate("Reach", "sequential steps here, n {n}"), [row.sequential_steps for row in outcome.rows]),
        (QCoreApplication.translate("Reach", "longest path here, n {n}"), [row.longest_path for row in outcome.rows]),
        (QCoreApplication.translate("Reach", "farthest token that is reached, n {n}"), [row.farthest for row in outcome.rows]),
    )
    for name, numbers in counts:
        rows.append((Cell(name.format(**here), tone="words"), *(Cell(integer(n), str(n)) for n in numbers), none))
    ratio = QCoreApplication.translate("Reach", "influence, far (from {far} on) ÷ token before")
    ratio = ratio.format(far=integer(far_from(outcome.length)))
    shares = (Cell(influence_text(row.far_over_near), repr(row.far_over_near)) for row in outcome.rows)
    rows.append((Cell(ratio, tone="words"), *shares, none))
    first = outcome.rows[0]
    for number, length in enumerate(outcome.lengths):
        name = QCoreApplication.translate("Reach", "ms, n {n} (÷ attention)").format(n=integer(length))
        cells = [_time_cell(row, first, number) for row in outcome.rows]
        rows.append((Cell(name, tone="words"), *cells, none))
    header = (QCoreApplication.translate("Reach", "Layer"), *(layer_name(row.layer) for row in outcome.rows), convolution)
    return Table(header, tuple(rows))


def time_row(outcome: ReachOutcome, row: int | None) -> int | None:
    """The length of which a row of the table gives times, if it does."""
    if row is None:
        return None
    number = row - (len(reach_table(outcome).rows) - len(outcome.lengths))
    return outcome.lengths[number] if 0 <= number < len(outcome.lengths) else None


def reach_numbers(outcome: ReachOutcome) -> list[list[str]]:
    """What the pictures show beyond the table: ratios and rates at each length, influence at each distance, and every pair."""
    names = [layer_name(row.layer) for row in outcome.rows]
    rates = QCoreApplication.translate("Reach", "10⁹ multiply-adds a second, n {n}")
    ratios = QCoreApplication.translate("Reach", "time ÷ attention, n {n}")
    rows: list[list[str]] = [[], ["", *names]]
    for number, length in enumerate(outcome.lengths):
        rows.append([ratios.format(n=length), *(repr(row.ms[number] / outcome.rows[0].ms[number]) for row in outcome.rows)])
        rows.append([rates.format(n=length), *(repr(row.rates[number]) for row in outcome.rows)])
    rows += [[], [QCoreApplication.translate("Reach", "distance i − j"), *names]]
    columns = [row.by_distance.tolist() for row in outcome.rows]
    rows += [[str(distance), *map(repr, values)] for distance, values in enumerate(zip(*columns, strict=True))]
    pair = [QCoreApplication.translate("Reach", "output i"), QCoreApplication.translate("Reach", "token j")]
    rows += [[], [*pair, *names]]
    maps = [row.influence.tolist() for row in outcome.rows]
    for i in range(outcome.length):
        rows += [[str(i + 1), str(j + 1), *(repr(each[i][j]) for each in maps)] for j in range(outcome.length)]
    return rows


def reach_chart_words(outcome: ReachOutcome) -> str:
    """What the pictures show, in lines: one hop, who can look where, how many steps, and the price by the clock."""
    hop = QCoreApplication.translate("Reach", "In attention any two positions are one hop apart; the price is n².")
    looks = QCoreApplication.translate(
        "Reach",
        "Attention has no mask here, so its map is a square; a recurrent layer can only look back, so its map is a triangle.",
    )
    if outcome.config.causal:
        looks = QCoreApplication.translate(
            "Reach", "Attention has a mask here and can only look back, as a recurrent layer always does: all maps are triangles."
        )
    if outcome.config.window:
        looks = QCoreApplication.translate(
            "Reach",
            "Attention has a mask here and can only look back, at the last {window}; a recurrent layer can look back to the start.",
        ).format(window=integer(outcome.config.window))
    steps = QCoreApplication.translate(
        "Reach", "Steps that wait for each other: attention needs 1 however long the text is, a recurrent layer n, here {n}."
    ).format(n=integer(outcome.length))
    shares = "; ".join(
        QCoreApplication.translate("Reach", "{layer} {share}").format(
            layer=layer_name(row.layer), share=influence_text(row.far_over_near)
        )
        for row in outcome.rows
    )
    far = QCoreApplication.translate(
        "Reach",
        "Influence on an output from far, {far} tokens back or more, ÷ from the token just before it (1: distance does not "
        "matter): {shares}.",
    )
    words = [hop, looks, steps, far.format(far=integer(far_from(outcome.length)), shares=shares)]
    if len(outcome.lengths) > 1:
        before, last = outcome.lengths[-2:]
        times = "; ".join(
            QCoreApplication.translate("Reach", "{layer} × {times}").format(
                layer=layer_name(row.layer), times=short(row.ms[-1] / row.ms[-2], 2)
            )
            for row in outcome.rows
        )
        longer = QCoreApplication.translate(
            "Reach",
            "From {before} to {last} tokens the time measured here grows, give or take what else the machine does: {times}.",
        )
        words.append(longer.format(before=integer(before), last=integer(last), times=times))
    return "\n".join(words)


def reach_note(outcome: ReachOutcome) -> str:
    """How it was measured, and from when on it counts."""
    config = outcome.config
    setting = QCoreApplication.translate(
        "Reach",
        "All three layers are untrained, their matrices drawn Xavier uniform, biases 0: the first attention layer of the model in "
        "use (width {width}, heads {heads}, seed {seed}) and two recurrent layers of the same width; {length} random tokens "
        "N(0, 1), nothing added to them. A trained gate of the GRU could keep more from far.",
    ).format(width=integer(config.d_model), heads=integer(config.n_heads), seed=config.seed, length=integer(outcome.length))
    influence = QCoreApplication.translate(
        "Reach",
        "Influence is |∂y_i/∂x_j| (Frobenius), without skip connection and norm; far ÷ token before from {flat} on counts as flat, "
        "up to {falling} as falling.",
    ).format(flat=plain(FLAT), falling=plain(FALLING))
    clock = QCoreApplication.translate(
        "Reach",
        "Times: median of {rounds}; attention as this program computes it, the recurrent layers in numpy with everything that does "
        "not wait computed at once.",
    ).format(rounds=integer(outcome.rounds))
    parts = [setting, influence, clock]
    if config.causal:
        parts.insert(
            2,
            QCoreApplication.translate(
                "Reach",
                "Under the causal mask early outputs share among few tokens, which weigh more; far and near are compared on the "
                "same outputs.",
            ),
        )
    return " ".join(parts)


def _time_cell(row: ReachRow, attention: ReachRow, number: int) -> Cell:
    """A time, and how many times that of attention it is."""
    ms = row.ms[number]
    if row is attention:
        return Cell(short(ms), repr(ms))
    text = QCoreApplication.translate("Reach", "{ms} (× {times})")
    return Cell(text.format(ms=short(ms), times=short(ms / attention.ms[number], 2)), repr(ms))
