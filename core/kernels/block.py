"""One block of a transformer as a row of pieces of work, compiled.

A block is nine phases, one after the other (`layout.PHASES`). Each phase is cut into pieces that do not depend on each other; the
cut depends on the sizes alone (`cutting`), never on who works on them. `sharing` hands them out. A phase without pieces of its own
is done by the pieces of the one before it, row by row; and what enters the next block is written where this one is left.
"""

from __future__ import annotations

from core.kernels import layout as at
from core.kernels._jit import LANES, TILE_COLUMNS, TILE_ROWS, compiled, floats, inlined, longs, tile, turn_square
from core.kernels.loops import (
    F,
    I,
    activate_row,
    add,
    allowed,
    copy,
    lower_by_distance,
    norm_rows,
    rotate_heads,
    scaled_sum,
    softmax_rows,
)
from core.panels import PANEL, SPARE, SUMMED_KEYS, TILE

TOGETHER = 4096
"""Numbers of a map that are worked on together, from scores to z: they stay in the first cache. But at least two rows of tiles."""
tile_most, tile_4, tile_1 = tile(TILE_ROWS), tile(4), tile(1)


@inlined
def addresses(table, layer):
    """The row of one block in the table of addresses."""
    return longs(table + 8 * at.COLUMNS * layer)


@compiled("void(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def multiply(m, n, k, x, ldx, step, panels, apart, ldp, start, target, ldt, adds, spare):
    """target [m, n] = x [m, k] · W [k, n] + start [n]; with `adds` 1 target += x · W, and `start` is not looked at.

    W lies in panels of PANEL columns that stand `apart` numbers from each other, their rows `ldp`; a matrix in rows of ldp numbers
    has its panels PANEL apart. ld…: numbers from one row to the next, `step`: from one column of x to the next, so x may be read
    turned. `start` 0: nothing to add to. Beyond n the last panel may hold anything; `spare`: panels.SPARE numbers to work with.
    """
    zeros = spare + 4 * TILE
    if adds or not start:
        copy(0, zeros, TILE_COLUMNS)
    for column in range(0, n, TILE_COLUMNS):
        panel = panels + 4 * (column // PANEL * apart + column % PANEL)
        whole, row, first, lds = n - column >= TILE_COLUMNS, 0, start + 4 * column, 0
        if adds and whole:
            lds = ldt
        elif adds or not start:
            first = zeros
        elif not whole:
            first = zeros
            copy(start + 4 * column, zeros, n - column)
        while row < m:
            a, c = x + 4 * row * ldx, target + 4 * (row * ldt + column)
            here = c if lds else first
            out = c if whole else spare
            ldo = ldt if whole else TILE_COLUMNS
            if m - row >= TILE_ROWS:
                tile_most(a, ldx, step, panel, ldp, k, here, lds, out, ldo, 4 * apart)
                rows = TILE_ROWS
            elif m - row >= 4:
                tile_4(a, ldx, step, panel, ldp, k, here, lds, out, ldo, 4 * apart)
                rows = 4
            else:
                tile_1(a, ldx, step, panel, ldp, k, here, lds, out, ldo, 4 * apart)
                rows = 1
            if not whole:
                for i in range(rows):
                    line = c + 4 * i * ldt
                    if adds:
                        add(spare + 4 * i * TILE_COLUMNS, F(1), line, n - column)
                    else:
                        copy(spare + 4 * i * TILE_COLUMNS, line, n - column)
            row += rows


@inlined
def by_panels(m, n, k, x, ldx, panels, apart, start, target, ldt, spare):
    """The usual case of `multiply`: x in rows, the matrix in panels of its own."""
    multiply(m, n, k, x, ldx, 1, panels, apart, PANEL, start, target, ldt, 0, spare)


@compiled("void(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def linear(cut, part, m, k, n, x, weight, bias, target, spare):
    """Piece `part` of x [m, k] · weight [k, n] + bias [n] (address 0: none) -> target [m, n]; `cut`: see cutting.Cut."""
    rows_each, columns_each, across = longs(cut)[0], longs(cut)[1], longs(cut)[2]
    top, left = part // across * rows_each, part % across * columns_each
    rows, columns = min(rows_each, m - top), min(columns_each, n - left)
    start = bias + 4 * left if bias else I(0)
    corner = target + 4 * (top * n + left)
    by_panels(rows, columns, k, x + 4 * top * k, k, weight + 4 * left * k, k * PANEL, start, corner, n, spare)


@compiled("void(int64, int64, int64, int64, float32, int64)")
def turn_into_panels(x, ldx, n, k, factor, panels):
    """factor · xᵀ of x [n, k] in panels: those of a matrix [k, n]."""
    for top in range(0, n, LANES):
        corner = panels + 4 * (top // PANEL * PANEL * k + top % PANEL)
        squares = k // LANES if n - top >= LANES else 0
        for square in range(squares):
            turn_square(x + 4 * (top * ldx + square * LANES), ldx, factor, corner + 4 * square * LANES * PANEL, PANEL)
        for j in range(top, min(top + LANES, n)):
            row, column = floats(x + 4 * j * ldx), floats(corner + 4 * (j - top))
            for i in range(squares * LANES, k):
                column[PANEL * i] = row[i] * factor


@compiled("void(int64, int64, int64, int64, int64)")
def copy_into_panels(x, ldx, k, n, panels):
    """x [k, n] in panels."""
    for first in range(0, n, PANEL):
        for i in range(k):
            copy(x + 4 * (i * ldx + first), panels + 4 * (first * k + i * PANEL), min(PANEL, n - first))


@compiled("void(int64, int64, int64, int64, int64, int64)")
def enter(table, sizes, memory, layer, start, rows):
    """Rows [start, start + rows) of what the attention sublayer reads."""
    size = longs(sizes)
    array, width = addresses(table, layer), size[at.WIDTH]
    first, numbers = 4 * start * width, rows * width
    x, normed, encoding = array[at.RESID_PRE] + first, array[at.NORMED] + first, array[at.ENCODING] + first
    if size[at.EVERY_BLOCK]:
        scaled_sum(array[at.RESID_IN] + first, F(1), encoding, x, numbers)
    if normed != x:
        norm_rows(x, array[at.NORM1_GAIN], array[at.NORM1_BIAS], normed, rows, width, size[at.RMS], memory)
    if array[at.ENCODED] != array[at.NORMED]:
        scaled_sum(normed, F(1), encoding, array[at.ENCODED] + first, numbers)


@compiled("void(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, float32)")
def add_sublayer(sizes, memory, x, change, target, rows, gain, bias, out_gain, out_bias, skip):
    """Some rows of the stream after a sublayer, wherever the norm stands (see core.model.norms)."""
    size = longs(sizes)
    width, place, between = size[at.WIDTH], size[at.NORM], memory + 4 * SPARE
    numbers = rows * width
    if place == 1:
        scaled_sum(x, skip, change, between, numbers)
        norm_rows(between, gain, bias, target, rows, width, size[at.RMS], memory)
    elif place == 2:
        norm_rows(change, out_gain, out_bias, between, rows, width, size[at.RMS], memory)
        scaled_sum(x, skip, between, target, numbers)
    else:
        scaled_sum(x, skip, change, target, numbers)


@compiled("void(int64, int64, int64, int64, int64, int64, int64)")
def middle(table, sizes, factors, memory, layer, start, rows):
    """Rows [start, start + rows) of the stream after attention, and of what the feed-forward network reads."""
    size = longs(sizes)
    array, first, skip = addresses(table, layer), 4 * start * size[at.WIDTH], floats(factors)[1]
    x, change, mid, normed = array[at.RESID_PRE], array[at.ATTN_OUT], array[at.RESID_MID], array[at.NORMED_MID]
    gain, bias, out_gain, out_bias = array[at.NORM1_GAIN], array[at.NORM1_BIAS], array[at.NORM1_OUT_GAIN], array[at.NORM1_OUT_BIAS]
    add_sublayer(sizes, memory, x + first, change + first, mid + first, rows, gain, bias, out_gain, out_bias, skip)
    if layer == 0 and size[at.AFTER_ATTENTION]:
        add(array[at.ENCODING] + first, F(1), mid + first, rows * size[at.WIDTH])
    if normed != mid:
        gain, bias = array[at.NORM2_GAIN], array[at.NORM2_BIAS]
        norm_rows(mid + first, gain, bias, normed + first, rows, size[at.WIDTH], size[at.RMS], memory)


@compiled("void(int64, int64, int64, int64, int64, int64, int64)")
def leave(table, sizes, factors, memory, layer, start, rows):
    """Rows [start, start + rows) of what leaves the block, and enters the next one."""
    size = longs(sizes)
    array, first, skip = addresses(table, layer), 4 * start * size[at.WIDTH], floats(factors)[1]
    x, change, post = array[at.RESID_MID] + first, array[at.MLP_OUT] + first, array[at.RESID_POST] + first
    gain, bias, out_gain, out_bias = array[at.NORM2_GAIN], array[at.NORM2_BIAS], array[at.NORM2_OUT_GAIN], array[at.NORM2_OUT_BIAS]
    add_sublayer(sizes, memory, x, change, post, rows, gain, bias, out_gain, out_bias, skip)
    if layer + 1 < size[at.LAYERS]:
        enter(table, sizes, memory, layer + 1, start, rows)


@compiled("void(int64, int64, int64, int64, int64)")
def rotate(table, sizes, layer, start, rows):
    """Turn queries and keys of rows [start, start + rows) by their positions."""
    size = longs(sizes)
    array, half = addresses(table, layer), size[at.HEAD_WIDTH] // 2
    queries, keys = size[at.HEADS] * size[at.HEAD_WIDTH], size[at.KV_HEADS] * size[at.HEAD_WIDTH]
    for i in range(start, start + rows):
        cosines, sines = array[at.COSINES] + 4 * i * half, array[at.SINES] + 4 * i * half
        rotate_heads(array[at.Q] + 4 * i * queries, cosines, sines, size[at.HEADS], half)
        rotate_heads(array[at.K] + 4 * i * keys, cosines, sines, size[at.KV_HEADS], half)


@compiled("void(int64, int64, int64, int64, int64, int64, int64, int64)")
def some_rows(table, sizes, factors, memory, layer, phase, start, end):
    """Rows [start, end) of a phase that takes them one by one: as many together as stay in the first cache."""
    together = longs(sizes)[at.ROWS_OF_PIECE]
    for first in range(start, end, together):
        rows = min(together, end - first)
        if phase == at.ENTER:
            enter(table, sizes, memory, layer, first, rows)
        elif phase == at.ROTATE:
            rotate(table, sizes, layer, first, rows)
        elif phase == at.MIDDLE:
            middle(table, sizes, factors, memory, layer, first, rows)
        else:
            leave(table, sizes, factors, memory, layer, first, rows)


@compiled("void(int64, int64, int64, int64, int64)")
def expand(table, sizes, memory, layer, part):
    """One piece of the hidden layer, before and after the activation."""
    size = longs(sizes)
    array, first, width, hidden = addresses(table, layer), size[at.FIRST], size[at.WIDTH], size[at.HIDDEN]
    m, x, below = size[at.TOKENS] - first, array[at.NORMED_MID] + 4 * first * width, 4 * first * hidden
    pre, post, up = array[at.MLP_PRE] + below, array[at.MLP_POST] + below, array[at.MLP_IN] + below
    cut, gated = sizes + 8 * at.CUT_EXPAND, array[at.W_GATE] != 0
    if gated:
        linear(cut, part, m, width, hidden, x, array[at.W_GATE], array[at.B_GATE], pre, memory)
        linear(cut, part, m, width, hidden, x, array[at.W_IN], array[at.B_IN], up, memory)
    else:
        linear(cut, part, m, width, hidden, x, array[at.W_IN], array[at.B_IN], pre, memory)
    rows_each, columns_each, across = longs(cut)[0], longs(cut)[1], longs(cut)[2]
    top, left = part // across * rows_each, part % across * columns_each
    for i in range(top, min(top + rows_each, m)):
        row = 4 * (i * hidden + left)
        factor = up + row if gated else I(0)
        activate_row(pre + row, factor, post + row, min(columns_each, hidden - left), size[at.ACTIVATION])


@compiled("void(int64, int64, int64, int64, int64, int64, float32)")
def scores_of_new_keys(table, sizes, factors, memory, layer, head, slope):
    """Scores of the rows that are there already against the keys that are not: before the mask, every query meets every key."""
    size = longs(sizes)
    array, tokens, first, width = addresses(table, layer), size[at.TOKENS], size[at.FIRST], size[at.HEAD_WIDTH]
    if first == 0 or not array[at.ATTN_SCORES]:
        return
    q_apart, k_apart = size[at.HEADS] * width, size[at.KV_HEADS] * width
    shared = head * size[at.KV_HEADS] // size[at.HEADS]
    q, k = array[at.Q] + 4 * head * width, array[at.K] + 4 * (first * k_apart + shared * width)
    scores, panels = array[at.ATTN_SCORES] + 4 * (head * tokens * tokens + first), memory + 4 * size[at.KEYS]
    turn_into_panels(k, k_apart, tokens - first, width, floats(factors)[0], panels)
    by_panels(first, tokens - first, width, q, q_apart, panels, width * PANEL, I(0), scores, tokens, memory)
    if slope:
        for i in range(first):
            lower_by_distance(scores + 4 * i * tokens, i - first, slope, tokens - first)


@compiled("void(int64, int64, int64, int64, int64)")
def shrink(pattern, rows, tokens, side, target):
    """Rows of a map [rows, T] -> pixels: the largest value of each square of `side` cells a side."""
    pixels = (tokens + side - 1) // side
    for i in range(rows):
        cells, line = floats(pattern + 4 * i * tokens), floats(target + 4 * (i // side * pixels))
        if i % side == 0:
            copy(0, target + 4 * (i // side * pixels), pixels)
        for x in range(pixels):
            largest = line[x]
            for j in range(x * side, min((x + 1) * side, tokens)):
                largest = cells[j] if cells[j] > largest or cells[j] != cells[j] else largest
            line[x] = largest


@compiled("void(int64, int64, int64, int64, int64, int64, int64)")
def head_rows(table, sizes, factors, memory, layer, head, group):
    """Rows of one head's map, from scores to z."""
    size = longs(sizes)
    array, tokens, first, width = addresses(table, layer), size[at.TOKENS], size[at.FIRST], size[at.HEAD_WIDTH]
    q_apart, k_apart = size[at.HEADS] * width, size[at.KV_HEADS] * width
    shared = head * size[at.KV_HEADS] // size[at.HEADS]
    start = max(first, group * size[at.MAP_ROWS])
    end = min((group + 1) * size[at.MAP_ROWS], tokens)
    rows, map_ = end - start, 4 * head * tokens * tokens
    causal, window = size[at.CAUSAL], size[at.WINDOW]
    maps = memory + 4 * size[at.MAPS]
    scores = array[at.ATTN_SCORES] + map_ + 4 * start * tokens if array[at.ATTN_SCORES] else maps
    if array[at.PATTERN]:
        pattern = array[at.PATTERN] + map_ + 4 * start * tokens
    else:
        pattern = maps if array[at.ATTN_SCORES] else maps + 4 * size[at.MAP_ROWS] * tokens
    q, k, v = array[at.Q] + 4 * head * width, array[at.K] + 4 * shared * width, array[at.V] + 4 * shared * width
    keys, values = memory + 4 * size[at.KEYS], memory + 4 * size[at.VALUES]
    slope = floats(array[at.SLOPES])[head] if array[at.SLOPES] else F(0)
    if start == first:
        scores_of_new_keys(table, sizes, factors, memory, layer, head, slope)
    turn_into_panels(k, k_apart, tokens, width, floats(factors)[0], keys)
    copy_into_panels(v, k_apart, tokens, width, values)
    whole = array[at.ATTN_SCORES] or not causal  # else the scores that the mask forbids are never looked at
    together = max(2 * TILE_ROWS, TOGETHER // tokens // TILE_ROWS * TILE_ROWS)
    for top in range(start, end, together):
        bottom = min(top + together, end)
        seen, asked, line = tokens if whole else bottom, q + 4 * top * q_apart, scores + 4 * (top - start) * tokens
        by_panels(bottom - top, seen, width, asked, q_apart, keys, width * PANEL, I(0), line, tokens, memory)
        if slope:
            for i in range(top, bottom):
                lower_by_distance(line + 4 * (i - top) * tokens, i, slope, seen)
        stats, shares = 4 * (head * tokens + top), pattern + 4 * (top - start) * tokens
        entropy = array[at.ROW_ENTROPY] + stats if array[at.ROW_ENTROPY] else 0
        softmax_rows(line, shares, top, bottom, tokens, causal, window, entropy, array[at.ROW_SUMS] + stats, memory)
        for i in range(top, bottom, TILE_ROWS):
            some = min(TILE_ROWS, bottom - i)
            low, _ = allowed(i, tokens, causal, window)
            _, high = allowed(i + some - 1, tokens, causal, window)  # beyond it the pattern is 0
            z = array[at.Z] + 4 * (i * q_apart + head * width)
            for key in range(low, high, SUMMED_KEYS):
                row, value, terms = shares + 4 * ((i - top) * tokens + key), values + 4 * key * PANEL, min(SUMMED_KEYS, high - key)
                apart, more = tokens * PANEL, key > low
                multiply(some, width, terms, row, tokens, 1, value, apart, PANEL, I(0), z, q_apart, more, memory)
    if array[at.THUMBNAILS]:
        side = size[at.CELLS_PER_PIXEL]
        pixels = (tokens + side - 1) // side
        shrink(pattern, rows, tokens, side, array[at.THUMBNAILS] + 4 * (head * pixels + start // side) * pixels)


@compiled("void(int64, int64, int64, int64, int64, int64, int64)")
def piece(table, sizes, factors, memory, layer, phase, number):
    """Do piece `number` of a phase. `factors`: 1/√K, and what the skip connection multiplies by; `memory`: the worker's own."""
    size = longs(sizes)
    array = addresses(table, layer)
    tokens, first, width, hidden = size[at.TOKENS], size[at.FIRST], size[at.WIDTH], size[at.HIDDEN]
    rows, queries, keys = tokens - first, size[at.HEADS] * size[at.HEAD_WIDTH], size[at.KV_HEADS] * size[at.HEAD_WIDTH]
    below = 4 * first * width  # bytes from the first row of an array [T, D] to the first that is computed
    if phase == at.PROJECT:
        encoded, normed, new_keys = array[at.ENCODED] + below, array[at.NORMED] + below, 4 * first * keys
        of_queries, of_keys = size[at.PIECES_OF_QUERIES], size[at.PIECES_OF_KEYS]
        if of_queries == of_keys:  # queries, keys and values of the same rows or heads one after the other, for the same worker
            which, part = number % 3, number // 3
        elif number < of_queries:
            which, part = 0, number
        else:
            which, part = 1 + (number - of_queries) // of_keys, (number - of_queries) % of_keys
        if which == 0:
            cut, q = sizes + 8 * at.CUT_QUERIES, array[at.Q] + 4 * first * queries
            linear(cut, part, rows, width, queries, encoded, array[at.W_Q], array[at.B_Q], q, memory)
        elif which == 1:
            k = array[at.K] + new_keys
            linear(sizes + 8 * at.CUT_KEYS, part, rows, width, keys, encoded, array[at.W_K], array[at.B_K], k, memory)
        else:
            v = array[at.V] + new_keys
            linear(sizes + 8 * at.CUT_KEYS, part, rows, width, keys, normed, array[at.W_V], array[at.B_V], v, memory)
    elif phase == at.ATTEND:
        before = first // size[at.MAP_ROWS]
        groups = size[at.MAP_GROUPS] - before
        head_rows(table, sizes, factors, memory, layer, number // groups, before + number % groups)
    elif phase == at.OUTPUT:
        z = array[at.Z] + 4 * first * queries
        cut, out = sizes + 8 * at.CUT_OUTPUT, array[at.ATTN_OUT] + below
        linear(cut, number, rows, queries, width, z, array[at.W_O], array[at.B_O], out, memory)
        if size[at.PIECES + at.MIDDLE] == 0:
            start = first + number * longs(cut)[0]
            some_rows(table, sizes, factors, memory, layer, at.MIDDLE, start, min(start + longs(cut)[0], tokens))
    elif phase == at.EXPAND:
        expand(table, sizes, memory, layer, number)
    elif phase == at.CONTRACT:
        cut, post, out = sizes + 8 * at.CUT_CONTRACT, array[at.MLP_POST] + 4 * first * hidden, array[at.MLP_OUT] + below
        linear(cut, number, rows, hidden, width, post, array[at.W_OUT], array[at.B_OUT], out, memory)
        if size[at.PIECES + at.LEAVE] == 0:
            start = first + number * longs(cut)[0]
            some_rows(table, sizes, factors, memory, layer, at.LEAVE, start, min(start + longs(cut)[0], tokens))
    else:
        start = first + number * size[at.ROWS_OF_PIECE]
        some_rows(table, sizes, factors, memory, layer, phase, start, min(start + size[at.ROWS_OF_PIECE], tokens))


@compiled("void(int64, int64, int64, int64, int64, int64, int64)")
def piece_and_what_follows(table, sizes, factors, memory, layer, phase, number):
    """`piece`; after that of an attention's output all that its rows go through up to the next block's queries, keys and values."""
    piece(table, sizes, factors, memory, layer, phase, number)
    size = longs(sizes)
    if phase == at.OUTPUT and size[at.PIECES + at.EXPAND] == 0:
        piece(table, sizes, factors, memory, layer, at.EXPAND, number)
        piece(table, sizes, factors, memory, layer, at.CONTRACT, number)
        if layer + 1 < size[at.LAYERS]:
            for which in range(3):
                piece(table, sizes, factors, memory, layer + 1, at.PROJECT, 3 * number + which)
            if size[at.PIECES + at.ROTATE]:
                rows = size[at.CUT_OUTPUT]
                start = size[at.FIRST] + number * rows
                some_rows(table, sizes, factors, memory, layer + 1, at.ROTATE, start, min(start + rows, size[at.TOKENS]))
