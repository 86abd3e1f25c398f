"""One block backwards, compiled. In numpy it stands in core.learning.backward.

`table`, `sizes`, `factors` describe the pass over the rows of some sentences together (core.kernels.layout), `group` is a row of
layout.GROUP. The gradient of the stream is in `d_stream` [R, D], before and after; gradients of parameters are added to what is
there. Only a head looks from one row at others, and so goes sentence by sentence.
"""

from __future__ import annotations

from core.kernels import layout as at
from core.kernels._jit import TILE_ROWS, compiled, floats, longs
from core.kernels.block import addresses, by_panels, multiply, turn_into_panels
from core.kernels.learning import layout as to
from core.kernels.learning.loops import activate_back_row, add_rows, norm_back_row, scale, softmax_back_row
from core.kernels.loops import F, I, add, copy, norm_rows, rotate_heads, scaled_sum
from core.panels import PANEL

BEFORE = len(at.ARRAYS)
"""Columns of a pass's table before the parameters, which a row of gradients does not have."""


@compiled("void(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def linear_back(m, k, n, x, d_out, turned, d_weight, d_bias, d_x, adds, group):
    """x [m, k] · W [k, n] + b backwards: d_W += xᵀ · d_out, d_b += Σ d_out, d_x = d_out · Wᵀ, added to d_x where `adds` says so."""
    spare, begun = longs(group)[to.G_MEMORY], longs(group)[to.G_BEGUN]
    multiply(k, n, m, x, 1, k, d_out, PANEL, n, I(0), d_weight, n, begun, spare)
    if d_bias:
        add_rows(d_out, n, m, n, d_bias)
    multiply(m, k, n, d_out, n, 1, turned, n * PANEL, PANEL, I(0), d_x, k, adds, spare)


@compiled("void(int64, int64, int64, int64, int64, int64)")
def into_sublayer(table, sizes, factors, group, layer, second):
    """d_stream after a sublayer -> d_change of what it gave, d_stream of what went past it; `second`: the feed-forward network.

    As the placements of core.learning.backward.norms do before they come to the sublayer.
    """
    size, g, array, skip = longs(sizes), longs(group), addresses(table, layer), floats(factors)[1]
    d = longs(g[to.G_GRADIENTS] + 8 * to.GRADIENT_COLUMNS * layer)
    x = array[at.RESID_MID] if second else array[at.RESID_PRE]
    change = array[at.MLP_OUT] if second else array[at.ATTN_OUT]
    norm = at.NORM2_GAIN if second else at.NORM1_GAIN
    out = at.NORM2_OUT_GAIN if second else at.NORM1_OUT_GAIN
    width, place, row = size[at.WIDTH], size[at.NORM], g[to.G_ROW]
    for i in range(size[at.TOKENS]):
        line = 4 * i * width
        past, d_change = g[to.G_D_STREAM] + line, g[to.G_D_CHANGE] + line
        if place == 1:
            scaled_sum(x + line, skip, change + line, row, width)
            norm_back_row(row, past, array[norm], d[norm - BEFORE], d[norm + 1 - BEFORE], width, size[at.RMS])
        copy(past, d_change, width)
        if place == 2:
            norm_back_row(change + line, d_change, array[out], d[out - BEFORE], d[out + 1 - BEFORE], width, size[at.RMS])
        scale(past, skip, width)


@compiled("int64(int64, int64, int64, int64, int64)")
def what_is_read(table, sizes, group, layer, second):
    """Address of what a sublayer reads [T, D]: the stream, or in `read` the norm of it, computed once more."""
    size, g, array = longs(sizes), longs(group), addresses(table, layer)
    x = array[at.RESID_MID] if second else array[at.RESID_PRE]
    norm = at.NORM2_GAIN if second else at.NORM1_GAIN
    if size[at.NORM] == 1 or size[at.NORM] == 3:
        return x
    read, width, spare = g[to.G_READ], size[at.WIDTH], g[to.G_MEMORY]
    norm_rows(x, array[norm], array[norm + 1], read, size[at.TOKENS], width, size[at.RMS], spare)
    return read


@compiled("void(int64, int64, int64, int64, int64)")
def out_of_sublayer(table, sizes, group, layer, second):
    """d_read of what a sublayer read is added to d_stream, through the norm where one stands before the sublayer."""
    size, g, array = longs(sizes), longs(group), addresses(table, layer)
    d = longs(g[to.G_GRADIENTS] + 8 * to.GRADIENT_COLUMNS * layer)
    x = array[at.RESID_MID] if second else array[at.RESID_PRE]
    norm = at.NORM2_GAIN if second else at.NORM1_GAIN
    width, place = size[at.WIDTH], size[at.NORM]
    for i in range(size[at.TOKENS]):
        line = 4 * i * width
        past, d_read = g[to.G_D_STREAM] + line, g[to.G_D_READ] + line
        if place == 0 or place == 2:
            norm_back_row(x + line, d_read, array[norm], d[norm - BEFORE], d[norm + 1 - BEFORE], width, size[at.RMS])
        add(d_read, F(1), past, width)


@compiled("void(int64, int64, int64, int64, int64)")
def feed_forward_back(table, sizes, factors, group, layer):
    """The feed-forward sublayer: d_stream of what left the block -> of what entered the sublayer."""
    size, g, array = longs(sizes), longs(group), addresses(table, layer)
    d = longs(g[to.G_GRADIENTS] + 8 * to.GRADIENT_COLUMNS * layer)
    rows, width, hidden = size[at.TOKENS], size[at.WIDTH], size[at.HIDDEN]
    gated, d_hidden, d_up, d_read = array[at.W_GATE] != 0, g[to.G_D_HIDDEN], g[to.G_D_UP], g[to.G_D_READ]
    into_sublayer(table, sizes, factors, group, layer, 1)
    x = what_is_read(table, sizes, group, layer, 1)
    d_out, d_weight, d_bias = g[to.G_D_CHANGE], d[at.W_OUT - BEFORE], d[at.B_OUT - BEFORE]
    linear_back(rows, hidden, width, array[at.MLP_POST], d_out, d[to.TURNED_OUT], d_weight, d_bias, d_hidden, 0, group)
    for i in range(rows):
        line = 4 * i * hidden
        if gated:
            copy(array[at.MLP_IN] + line, d_up + line, hidden)
        activate_back_row(array[at.MLP_PRE] + line, d_hidden + line, d_up + line, hidden, size[at.ACTIVATION])
    d_weight, d_bias = d[at.W_IN - BEFORE], d[at.B_IN - BEFORE]
    linear_back(rows, width, hidden, x, d_up if gated else d_hidden, d[to.TURNED_IN], d_weight, d_bias, d_read, 0, group)
    if gated:
        d_weight, d_bias = d[at.W_GATE - BEFORE], d[at.B_GATE - BEFORE]
        linear_back(rows, width, hidden, x, d_hidden, d[to.TURNED_GATE], d_weight, d_bias, d_read, 1, group)
    out_of_sublayer(table, sizes, group, layer, 1)


@compiled("void(int64, int64, int64)")
def positions_back(group, d, rows):
    """d [rows, D], the gradient of rows to which positions were added, is added to that of the positions where they are learned."""
    g, one = longs(group), longs(longs(longs(group)[to.G_SIZES])[0])
    if g[to.G_D_POSITIONS]:
        for first in range(0, rows, one[at.TOKENS]):
            part = d + 4 * first * one[at.WIDTH]
            add(part, F(1), g[to.G_D_POSITIONS], one[at.TOKENS] * one[at.WIDTH])


@compiled("void(int64, int64, int64, int64, int64)")
def head_back(factors, group, layer, sentence, head):
    """One head: from its part of d_z to its parts of d_q, d_k and d_v; heads that share keys and values add to the same ones.

    The mask needs no word of its own: where it forbids, the pattern is 0 and so is the gradient of the score.
    """
    g, size = longs(group), longs(longs(longs(group)[to.G_SIZES])[0])
    array = addresses(g[to.G_TABLE], sentence * size[at.LAYERS] + layer)
    tokens, width, spare, panels = size[at.TOKENS], size[at.HEAD_WIDTH], g[to.G_MEMORY], g[to.G_PANELS]
    queries, keys = size[at.HEADS] * width, size[at.KV_HEADS] * width
    shared, own = 4 * (head * size[at.KV_HEADS] // size[at.HEADS]) * width, 4 * head * width
    of_queries, of_keys = 4 * sentence * tokens * queries + own, 4 * sentence * tokens * keys + shared
    d_q, d_k, d_v = g[to.G_D_Q] + of_queries, g[to.G_D_K] + of_keys, g[to.G_D_V] + of_keys
    pattern, d_scores, d_z = array[at.PATTERN] + 4 * head * tokens * tokens, g[to.G_D_SCORES], g[to.G_D_Z] + of_queries
    k, q, causal = array[at.K] + shared, array[at.Q] + own, size[at.CAUSAL]
    turn_into_panels(array[at.V] + shared, keys, tokens, width, F(1), panels)
    for i in range(0, tokens, TILE_ROWS):
        rows = min(TILE_ROWS, tokens - i)
        seen = i + rows if causal else tokens  # beyond it the pattern is 0, and so is all that comes from it
        d_row, d_query = d_scores + 4 * i * tokens, d_q + 4 * i * queries
        by_panels(rows, seen, width, d_z + 4 * i * queries, queries, panels, width * PANEL, I(0), d_row, tokens, spare)
        for row in range(rows):
            line = 4 * row * tokens
            softmax_back_row(pattern + 4 * i * tokens + line, d_row + line, floats(factors)[0], seen)
        multiply(rows, width, seen, d_row, tokens, 1, k, PANEL, keys, I(0), d_query, queries, 0, spare)
    for j in range(0, tokens, TILE_ROWS):
        rows, first = min(TILE_ROWS, tokens - j), j if causal else 0  # before it nobody looks at these tokens
        rest, corner, line = tokens - first, 4 * (first * tokens + j), 4 * j * keys
        looking, values, asked = 4 * first * queries, d_v + line, d_k + line
        multiply(rows, width, rest, pattern + corner, 1, tokens, d_z + looking, PANEL, queries, I(0), values, keys, 1, spare)
        multiply(rows, width, rest, d_scores + corner, 1, tokens, q + looking, PANEL, queries, I(0), asked, keys, 1, spare)


@compiled("void(int64, int64, int64, int64, int64)")
def attention_back(table, sizes, factors, group, layer):
    """The attention sublayer: d_stream of what left it -> of what entered the block."""
    size, g, array = longs(sizes), longs(group), addresses(table, layer)
    d = longs(g[to.G_GRADIENTS] + 8 * to.GRADIENT_COLUMNS * layer)
    rows, width, head_width = size[at.TOKENS], size[at.WIDTH], size[at.HEAD_WIDTH]
    queries, keys, half = size[at.HEADS] * head_width, size[at.KV_HEADS] * head_width, head_width // 2
    d_q, d_k, d_v, d_read = g[to.G_D_Q], g[to.G_D_K], g[to.G_D_V], g[to.G_D_READ]
    into_sublayer(table, sizes, factors, group, layer, 0)
    x = what_is_read(table, sizes, group, layer, 0)
    d_out, d_weight, d_bias = g[to.G_D_CHANGE], d[at.W_O - BEFORE], d[at.B_O - BEFORE]
    linear_back(rows, queries, width, array[at.Z], d_out, d[to.TURNED_O], d_weight, d_bias, g[to.G_D_Z], 0, group)
    copy(0, d_k, rows * keys)
    copy(0, d_v, rows * keys)
    for sentence in range(rows // longs(longs(g[to.G_SIZES])[0])[at.TOKENS]):
        for head in range(size[at.HEADS]):
            head_back(factors, group, layer, sentence, head)
    encoded = x
    if array[at.ENCODED] != array[at.NORMED]:
        encoded = g[to.G_ENCODED]
        for i in range(rows * width):
            floats(encoded)[i] = floats(x)[i] + floats(array[at.ENCODING])[i]
    if array[at.COSINES]:
        for i in range(rows):
            cosines, sines = array[at.COSINES] + 4 * i * half, g[to.G_NEG_SINES] + 4 * i * half
            rotate_heads(d_q + 4 * i * queries, cosines, sines, size[at.HEADS], half)
            rotate_heads(d_k + 4 * i * keys, cosines, sines, size[at.KV_HEADS], half)
    d_weight, d_bias = d[at.W_Q - BEFORE], d[at.B_Q - BEFORE]
    linear_back(rows, width, queries, encoded, d_q, d[to.TURNED_Q], d_weight, d_bias, d_read, 0, group)
    d_weight, d_bias = d[at.W_K - BEFORE], d[at.B_K - BEFORE]
    linear_back(rows, width, keys, encoded, d_k, d[to.TURNED_K], d_weight, d_bias, d_read, 1, group)
    if encoded != x:
        positions_back(group, d_read, rows)
    d_weight, d_bias = d[at.W_V - BEFORE], d[at.B_V - BEFORE]
    linear_back(rows, width, keys, x, d_v, d[to.TURNED_V], d_weight, d_bias, d_read, 1, group)
    out_of_sublayer(table, sizes, group, layer, 0)


@compiled("void(int64, int64, int64, int64, int64)")
def block_back(table, sizes, factors, group, layer):
    """d_stream of what leaves the block -> of what enters it."""
    size, d_stream = longs(sizes), longs(group)[to.G_D_STREAM]
    feed_forward_back(table, sizes, factors, group, layer)
    if layer == 0 and size[at.AFTER_ATTENTION]:
        positions_back(group, d_stream, size[at.TOKENS])
    attention_back(table, sizes, factors, group, layer)
    if size[at.EVERY_BLOCK]:
        positions_back(group, d_stream, size[at.TOKENS])
