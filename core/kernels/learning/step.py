"""Training steps, shared by several workers: who takes which piece, and when the next phase may begin, as in core.kernels.sharing.

The batch is cut into groups whose number depends on its size alone, and their gradients are added in a fixed order: the numbers do
not depend on who computes them.
"""

from __future__ import annotations

from math import sqrt

from core.kernels import layout as at
from core.kernels._jit import NAP, compiled, doubles, entry, fetch, fetch_add, floats, longs, nap
from core.kernels.block import by_panels, copy_into_panels, multiply, piece, piece_and_what_follows, turn_into_panels
from core.kernels.learning import layout as to
from core.kernels.learning.backward import block_back, linear_back, positions_back
from core.kernels.learning.loops import cross_entropy_row, finite, norm_back_row, squares_of, sum_of_four, total_of, update
from core.kernels.loops import F, I, add, copy, norm_rows, scaled_sum
from core.kernels.sharing import SPINS
from core.panels import PANEL


@compiled("void(int64, int64)")
def pack(job, number):
    """Lay one matrix out as it is multiplied by: in panels, and turned."""
    matrix = longs(longs(job)[to.J_ROWS_OF_MATRICES] + 8 * to.MATRIX_COLUMNS * number)
    source, rows, columns, panels, turned = matrix[0], matrix[1], matrix[2], matrix[3], matrix[4]
    if panels:
        copy_into_panels(source, columns, rows, columns, panels)
    if turned:
        turn_into_panels(source, columns, rows, columns, F(1), turned)


@compiled("void(int64, int64, int64, int64)")
def read_sentences(job, group, count, ids):
    """The pass forwards over `count` sentences: embedding, all blocks. Attention alone goes sentence by sentence."""
    j, g = longs(job), longs(group)
    one, all_, tokens, width = longs(j[to.J_SIZES])[0], longs(j[to.J_SIZES])[count - 1], j[to.J_TOKENS], j[to.J_WIDTH]
    x, scale = longs(g[to.G_TABLE])[at.RESID_IN], floats(j[to.J_SETTINGS])[to.TOKEN_SCALE]
    for i in range(count * tokens):
        row, token = x + 4 * i * width, j[to.J_TOKEN_TABLE] + 4 * longs(ids)[i] * width
        if j[to.J_AT_INPUT]:
            scaled_sum(token, scale, g[to.G_ENCODING] + 4 * i * width, row, width)
        else:
            for c in range(width):
                floats(row)[c] = floats(token)[c] * scale
    for layer in range(j[to.J_LAYERS]):
        for phase in range(at.PHASES):
            if phase == at.ATTEND:
                for sentence in range(count):
                    table = g[to.G_TABLE] + 8 * at.COLUMNS * j[to.J_LAYERS] * sentence
                    for number in range(longs(one)[at.PIECES + phase]):
                        piece(table, one, j[to.J_FACTORS], g[to.G_MEMORY], layer, phase, number)
            elif phase >= longs(all_)[at.ONCE] or layer == 0:
                for number in range(longs(all_)[at.PIECES + phase]):
                    piece_and_what_follows(g[to.G_TABLE], all_, j[to.J_FACTORS], g[to.G_MEMORY], layer, phase, number)


@compiled("float64(int64, int64, int64, int64, float32)")
def output_and_back(job, group, rows, targets, share):
    """The output matrix and the loss, whose part is returned, and back to d_stream of what left the last block."""
    j, g = longs(job), longs(group)
    rms, width, vocabulary, spare = longs(longs(j[to.J_SIZES])[0])[at.RMS], j[to.J_WIDTH], j[to.J_VOCABULARY], g[to.G_MEMORY]
    last = longs(g[to.G_TABLE] + 8 * at.COLUMNS * (j[to.J_LAYERS] - 1))[at.RESID_POST]
    x, logits, d_stream, loss = last, g[to.G_LOGITS], g[to.G_D_STREAM], 0.0
    if j[to.J_FINAL_GAIN]:
        x = g[to.G_LAST]
        norm_rows(last, j[to.J_FINAL_GAIN], j[to.J_FINAL_BIAS], x, rows, width, rms, spare)
    by_panels(rows, vocabulary, width, x, width, j[to.J_OUTPUT_PANELS], width * PANEL, I(0), logits, vocabulary, spare)
    for i in range(rows):
        loss += cross_entropy_row(logits + 4 * i * vocabulary, vocabulary, longs(targets)[i], share)
    turned = j[to.J_OUTPUT_TURNED]
    if j[to.J_TIED]:
        d_output, begun = g[to.G_D_OUTPUT], g[to.G_BEGUN]
        multiply(vocabulary, width, rows, logits, 1, vocabulary, x, PANEL, width, I(0), d_output, width, begun, spare)
        by_panels(rows, width, vocabulary, logits, vocabulary, turned, vocabulary * PANEL, I(0), d_stream, width, spare)
    else:
        linear_back(rows, width, vocabulary, x, logits, turned, g[to.G_D_OUTPUT], 0, d_stream, 0, group)
    if j[to.J_FINAL_GAIN]:
        for i in range(rows):
            d, line = d_stream + 4 * i * width, 4 * i * width
            d_gain, d_bias = g[to.G_D_FINAL_GAIN], g[to.G_D_FINAL_BIAS]
            norm_back_row(last + line, d, j[to.J_FINAL_GAIN], d_gain, d_bias, width, rms)
    return loss


@compiled("void(int64, int64)")
def clear(job, group):
    """Begin a gradient: zeros between the matrices, in whose place the first product will be written."""
    j, g, start = longs(job), longs(group), 0
    for number in range(j[to.J_MATRICES]):
        matrix = longs(j[to.J_ROWS_OF_MATRICES] + 8 * to.MATRIX_COLUMNS * number)
        offset = (matrix[0] - j[to.J_PARAMETERS]) // 4
        copy(0, g[to.G_GRADIENT] + 4 * start, offset - start)
        start = offset + matrix[1] * matrix[2]
    copy(0, g[to.G_GRADIENT] + 4 * start, g[to.G_LENGTH] - start)
    g[to.G_BEGUN] = 0


@compiled("void(int64, int64, int64, int64)")
def learn(job, number, helper, step):
    """The loss and the gradient of one group, into its own vector."""
    j = longs(job)
    group = j[to.J_ROWS_OF_GROUPS] + 8 * len(to.GROUP) * (number * j[to.J_WORKERS] + helper)
    g, tokens, width, loss = longs(group), j[to.J_TOKENS], j[to.J_WIDTH], 0.0
    clear(job, group)
    if j[to.J_ENCODING]:
        for sentence in range(j[to.J_TOGETHER]):
            copy(j[to.J_ENCODING], g[to.G_ENCODING] + 4 * sentence * tokens * width, tokens * width)
    for first in range(g[to.G_FIRST], g[to.G_END], j[to.J_TOGETHER]):
        count = min(j[to.J_TOGETHER], g[to.G_END] - first)
        place, rows = 8 * (step * j[to.J_BATCH] + first) * tokens, count * tokens
        read_sentences(job, group, count, j[to.J_IDS] + place)
        loss += output_and_back(job, group, rows, j[to.J_TARGETS] + place, floats(j[to.J_SHARES])[step])
        for back in range(j[to.J_LAYERS]):
            block_back(g[to.G_TABLE], longs(j[to.J_SIZES])[count - 1], j[to.J_FACTORS], group, j[to.J_LAYERS] - 1 - back)
        for i in range(rows):
            d, row = g[to.G_D_STREAM] + 4 * i * width, g[to.G_D_TOKENS] + 4 * longs(j[to.J_IDS] + place)[i] * width
            add(d, floats(j[to.J_SETTINGS])[to.TOKEN_SCALE], row, width)
        if j[to.J_AT_INPUT]:
            positions_back(group, g[to.G_D_STREAM], rows)
        g[to.G_BEGUN] = 1
    doubles(j[to.J_LOSSES])[step * j[to.J_GROUPS] + number] = loss


@compiled("void(int64, int64, int64)")
def add_up(job, number, step):
    """One chunk of the gradient: the groups' parts, and the sum of its squares."""
    j = longs(job)
    chunk, each = longs(j[to.J_ROWS_OF_CHUNKS] + 8 * to.CHUNK_COLUMNS * number), 8 * len(to.GROUP) * j[to.J_WORKERS]
    start, n = 4 * chunk[0], chunk[1]
    total, group = j[to.J_GRADIENT] + start, j[to.J_ROWS_OF_GROUPS]
    if j[to.J_GROUPS] == 4:
        one, two = longs(group)[to.G_GRADIENT] + start, longs(group + each)[to.G_GRADIENT] + start
        three, four = longs(group + 2 * each)[to.G_GRADIENT] + start, longs(group + 3 * each)[to.G_GRADIENT] + start
        sum_of_four(one, two, three, four, total, n)
    else:
        copy(longs(group)[to.G_GRADIENT] + start, total, n)
        for other in range(1, j[to.J_GROUPS]):
            add(longs(group + other * each)[to.G_GRADIENT] + start, F(1), total, n)
    doubles(j[to.J_SQUARES])[step * j[to.J_CHUNKS] + number] = squares_of(total, n)


@compiled("void(int64, int64, int64)")
def change(job, number, step):
    """One chunk of the parameters, by the clipped gradient."""
    j = longs(job)
    chunk = longs(j[to.J_ROWS_OF_CHUNKS] + 8 * to.CHUNK_COLUMNS * number)
    start, n, most, clip = 4 * chunk[0], chunk[1], floats(j[to.J_SETTINGS])[to.MOST], F(1)
    if most:
        norm = sqrt(total_of(j[to.J_SQUARES] + 8 * step * j[to.J_CHUNKS], j[to.J_CHUNKS]))
        clip = F(most / norm) if norm > most else F(1)
    where, moments = j[to.J_PARAMETERS] + start, j[to.J_FIRST_MOMENT] + start
    rates = j[to.J_RATES] + 12 * step
    found = update(
        where, j[to.J_GRADIENT] + start, moments, j[to.J_SECOND_MOMENT] + start, n, clip, j[to.J_SETTINGS], rates, j[to.J_ADAPTIVE]
    )
    doubles(j[to.J_CHANGES])[step * j[to.J_CHUNKS] + number] = found


@entry("int64(int64, int64, int64, int64, int64)")
def train(job, control, helper, first, end):
    """Do the steps [first, end) with whoever else does; the first one whose loss or gradient is not finite, or `end`.

    At such a step the parameters are left as they were before it. `control`: int32 [steps · STEP_PHASES, CONTROL_WIDTH], zeros.
    """
    j = longs(job)
    for step in range(first, end):
        for phase in range(to.STEP_PHASES):
            taken = control + 4 * at.CONTROL_WIDTH * (step * to.STEP_PHASES + phase)
            total = j[to.J_CHUNKS]
            if phase == to.PACK:
                total = j[to.J_MATRICES]
            elif phase == to.LEARN:
                total = j[to.J_GROUPS]
            while fetch_add(taken, I(1)) < total:
                if helper % 2:
                    number = total - 1 - fetch_add(taken + 4 * at.FROM_BACK, I(1))
                else:
                    number = fetch_add(taken + 4 * at.FROM_FRONT, I(1))
                if phase == to.PACK:
                    pack(job, number)
                elif phase == to.LEARN:
                    learn(job, number, helper, step)
                elif phase == to.SUM:
                    add_up(job, number, step)
                else:
                    change(job, number, step)
                fetch_add(taken + 4 * at.DONE, I(1))
            spins = 0
            while fetch(taken + 4 * at.DONE) < total:
                spins += 1
                if spins > SPINS:
                    nap(NAP)
            if phase == to.SUM:
                loss = total_of(j[to.J_LOSSES] + 8 * step * j[to.J_GROUPS], j[to.J_GROUPS])
                if not finite(loss) or not finite(total_of(j[to.J_SQUARES] + 8 * step * j[to.J_CHUNKS], j[to.J_CHUNKS])):
                    return step
    return end
