"""The loops over rows: softmax, norms, activations, sums of rows. Compiled when this module is imported.

Rows are given by address (int64) and hold contiguous float32; two rows of one call must not overlap, or the loop falls back to
one number at a time. Nothing is allocated. Sums that must be exact run in float64: a constant row has exactly its own value as
mean, and a map's row sums are right to the last bit.

Whole numbers: numba widens each result to int64, so each is made an I again; else a vector would hold half as many.
"""

from __future__ import annotations

from math import erf, log, sqrt

import numpy as np

from core.kernels._jit import as_float, as_integer, compiled, doubles, floats, inlined, integers

F = np.float32
I = np.int32  # noqa: E741
SUMMED = 1024
"""Exponentials that are added up in float32 before their sum goes on in float64: so few that rows sum to 1 within 5e-7."""
ROWS_TOGETHER = 64
"""Rows that are normalised together."""


@inlined
def exp(x):
    """e^x for −88 ≤ x ≤ 88, from −87 on within 2e-7 of the value: 2^n · e^r with r = x − n·ln 2, |r| ≤ ln 2 / 2. NaN for NaN.

    n is rounded by adding 1.5·2²³, where float32 has whole numbers only, and stands in the last bits of the sum; n = −127, from
    x = −87.7 down, gives 0. ln 2 is taken off in two parts, of which the first times n is exact (Cody & Waite, 1980).
    (e^r − 1 − r) / r² is the polynomial of degree 3 whose largest error in e^r is least: 1e-7.
    """
    rounded = x * F(1.4426950408889634) + F(12582912)
    n = rounded - F(12582912)
    r = x - n * F(0.693359375)
    r = r - n * F(-2.1219444005e-4)
    y = F(8.3125289529562e-3)
    y = y * r + F(4.189011827111244e-2)
    y = y * r + F(1.6667114198207855e-1)
    y = y * r + F(4.99992311000824e-1)
    y = (y * r + F(1)) * r + F(1)
    return y * as_float((as_integer(rounded) << I(23)) + I(0x3F800000))


@inlined
def in_order(bits):
    """The bits of a float32 as a whole number that is the larger, the larger the number is; its own inverse."""
    return I(bits ^ I(I(bits >> I(31)) & I(0x7FFFFFFF)))


@inlined
def largest_of(row, n):
    """The largest of n numbers in the order of their bits, which is that of the numbers: whole numbers are compared in vectors."""
    bits, top = integers(row), I(-2147483648)
    for j in range(n):
        ordered = in_order(bits[j])
        top = ordered if ordered > top else top
    return as_float(in_order(top))


@inlined
def exp_below(d):
    """(e^d, d cut off at −88) for d ≤ 0: 0 from −87.7 down, NaN for NaN."""
    near = F(-88) if d < F(-88) else d
    return exp(near), near


@compiled("void(int64, int64, float32, int64)")
def lower_by_distance(scores, row, slope, n):
    """ALiBi: −slope · |row − j| on the n scores of one row (Press et al., 2021)."""
    s = floats(scores)
    for j in range(n):
        s[j] -= slope * F(abs(row - j))


@compiled("void(int64, int64, int64)")
def copy(source, target, n):
    """n numbers as they are; n zeros where `source` is 0."""
    t = floats(target)
    if source:
        s = floats(source)
        for j in range(n):
            t[j] = s[j]
    else:
        for j in range(n):
            t[j] = 0


@inlined
def allowed(i, tokens, causal, window):
    """The cells [first, end) that row i of a map may look at."""
    return i - window + 1 if window and i >= window else 0, i + 1 if causal else tokens


@compiled("void(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def softmax_rows(scores, pattern, top, bottom, tokens, causal, window, entropy, row_sums, spare):
    """Rows [top, bottom) of scores [·, T] -> softmax in `pattern` [·, T] over the cells that the mask allows, 0 elsewhere.

    −Σ p ln p (nats) of each row in `entropy`, Σ p in `row_sums`, unless `entropy` is 0. With d = score − largest, e = exp d and
    S = Σ e, the entropy is ln S − Σ e·d / S. A NaN becomes a NaN in S, and so in the whole row.

    In three rounds, so that no row waits for the sums of the one before; `spare`: 2 numbers a row, for what the rounds tell each
    other.
    """
    largest, factors = floats(spare), floats(spare + 4 * (bottom - top))
    for i in range(top, bottom):
        low, high = allowed(i, tokens, causal, window)
        largest[i - top] = largest_of(scores + 4 * ((i - top) * tokens + low), high - low)
    for i in range(top, bottom):
        low, high = allowed(i, tokens, causal, window)
        row = 4 * ((i - top) * tokens + low)
        s, p, n, most, total, weighted = floats(scores + row), floats(pattern + row), high - low, largest[i - top], 0.0, 0.0
        for start in range(0, n, SUMMED):
            some, some_weighted = F(0), F(0)
            for j in range(start, min(start + SUMMED, n)):
                e, near = exp_below(s[j] - most)
                p[j] = e
                some += e
                some_weighted += e * near
            total += some
            weighted += some_weighted
        share = 1.0 / total
        factors[i - top] = F(share)
        if entropy:
            floats(entropy)[i - top] = F(log(total) - weighted * share)
    for i in range(top, bottom):
        low, high = allowed(i, tokens, causal, window)
        row = pattern + 4 * (i - top) * tokens
        p, factor, after = floats(row + 4 * low), factors[i - top], 0.0
        for j in range(high - low):
            weight = p[j] * factor
            p[j] = weight
            after += weight
        if entropy:
            floats(row_sums)[i - top] = F(after)
        if low:
            copy(0, row, low)
        if high < tokens:
            copy(0, row + 4 * high, tokens - high)


@compiled("void(int64, float32, int64, int64, int64)")
def scaled_sum(x, factor, y, target, n):
    """factor · x + y; a factor of 0 leaves x out, also where it is infinite."""
    if factor == 0:
        copy(y, target, n)
        return
    a, b, t = floats(x), floats(y), floats(target)
    for j in range(n):
        t[j] = factor * a[j] + b[j]


@compiled("void(int64, float32, int64, int64)")
def add(x, factor, target, n):
    """target += factor · x."""
    a, t = floats(x), floats(target)
    for j in range(n):
        t[j] += factor * a[j]


@compiled("void(int64, int64, int64, int64, int64, int64, int64, int64)")
def norm_rows(x, gain, bias, target, rows, n, rms, spare):
    """LayerNorm of rows [rows, n], or RMSNorm where `rms` says so; no bias where its address is 0.

    (x − mean) / √(variance + 1e-5) · gain + bias with the population variance (Ba et al., 2016);
    x / √(mean of squares + 1e-5) · gain (Zhang & Sennrich, 2019).

    In rounds, as softmax_rows, over at most ROWS_TOGETHER rows; `spare`: room for 2 float64 each.
    """
    g, means, factors = floats(gain), doubles(spare), doubles(spare + 8 * ROWS_TOGETHER)
    for top in range(0, rows, ROWS_TOGETHER):
        source, result, some = x + 4 * top * n, target + 4 * top * n, min(ROWS_TOGETHER, rows - top)
        for i in range(some):
            a, total = floats(source + 4 * i * n), 0.0
            if not rms:
                for j in range(n):
                    total += a[j]
            means[i] = total / n
        for i in range(some):
            a, mean, squares = floats(source + 4 * i * n), means[i], 0.0
            for j in range(n):
                squares += (a[j] - mean) * (a[j] - mean)
            factors[i] = squares
        for i in range(some):
            factors[i] = 1.0 / sqrt(factors[i] / n + 1e-5)
        for i in range(some):
            a, t, factor, middle = floats(source + 4 * i * n), floats(result + 4 * i * n), F(factors[i]), F(means[i])
            rest = F(means[i] - middle)  # what float32 leaves of a mean counts where numbers lie far from 0 and near to each other
            if bias:
                b = floats(bias)
                for j in range(n):
                    t[j] = (a[j] - middle - rest) * factor * g[j] + b[j]
            else:
                for j in range(n):
                    t[j] = (a[j] - middle - rest) * factor * g[j]


@compiled("void(int64, int64, int64, int64, int64)")
def rotate_heads(x, cosines, sines, heads, half):
    """Turn the pairs (i, i + half) of each head of one row [heads · 2 · half], in place (RoPE, Su et al., 2021)."""
    c, s = floats(cosines), floats(sines)
    for head in range(heads):
        first, second = floats(x + 8 * half * head), floats(x + 8 * half * head + 4 * half)
        for i in range(half):
            a, b = first[i], second[i]
            first[i] = a * c[i] - b * s[i]
            second[i] = a * s[i] + b * c[i]


@compiled("void(int64, int64, int64, int64, int64)")
def activate_row(x, factor, target, n, kind):
    """ReLU, x·Φ(x), its tanh form x·σ(2u) with u = √(2/π)·(x + 0.044715·x³), or silu x·σ(x); `kind`: layout.KIND_OF_ACTIVATION.

    ½·(1 + tanh u) = σ(2u), the logistic function, which cannot overflow (Hendrycks & Gimpel, 2016). The result is multiplied by the
    row `factor` unless its address is 0.
    """
    a, t = floats(x), floats(target)
    if kind == 0:
        for j in range(n):
            t[j] = F(0) if a[j] <= 0 else a[j]  # a NaN stays one
    elif kind == 1:
        for j in range(n):
            t[j] = a[j] * (0.5 + 0.5 * erf(a[j] * 0.7071067811865476))
    else:
        inner = F(1.5957691216057308) if kind == 2 else F(1)
        cubic = F(0.044715) if kind == 2 else F(0)
        for j in range(n):
            near = a[j] if a[j] > F(-100) else F(-100)
            near = near if near < F(100) else F(100)  # farther out σ is 0 or 1 all the same, and x³ may be infinite
            u = inner * (near + cubic * near * near * near)
            low = u if u > F(-87) else F(-87)
            e = exp(-(low if low < F(87) else F(87)))
            t[j] = a[j] * (F(1) / (F(1) + e) if u > F(-87) else F(0))
    if factor:
        y = floats(factor)
        for j in range(n):
            t[j] *= y[j]
