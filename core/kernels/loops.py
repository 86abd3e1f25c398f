"""The loops over one row each: softmax, norms, activations, sums of rows. Compiled when this module is imported.

Rows are given by address (int64) and hold contiguous float32; two rows of one call must not overlap, or the loop falls back to
one number at a time. Nothing is allocated. Sums that must be exact run in float64: a constant row has exactly its own value as
mean, and a map's row sums are right to the last bit.
"""

from __future__ import annotations

from math import erf, log, sqrt

import numpy as np

from core.kernels._jit import as_float, compiled, floats, inlined, integers

F = np.float32
I = np.int32  # noqa: E741


@inlined
def exp(x):
    """e^x for −87 ≤ x ≤ 88 within 2e-7 of the value: 2^n · e^r with r = x − n·ln 2, |r| ≤ ln 2 / 2.

    ln 2 is taken off in two parts, of which the first times n is exact (Cody & Waite, 1980). (e^r − 1 − r) / r² is a polynomial of
    degree 4, fitted at the Chebyshev points; its own error in e^r is 1e-8, below the rounding of float32.
    """
    n = np.floor(x * F(1.4426950408889634) + F(0.5))
    r = x - n * F(0.693359375)
    r = r - n * F(-2.1219444005e-4)
    y = F(1.393368816934526e-3)
    y = y * r + F(8.363205008208752e-3)
    y = y * r + F(4.1666463017463684e-2)
    y = y * r + F(1.6666576266288757e-1)
    y = y * r + F(0.5)
    y = y * r * r + r + F(1)
    return y * as_float((I(n) + I(127)) << I(23))


@compiled("void(int64, int64, int64, int64, int64)")
def softmax_row(source, target, n, entropy, row_sum):
    """n scores -> softmax in `target`; −Σ p ln p (nats) in `entropy`, Σ p in `row_sum`.

    With d = score − largest, e = exp d and S = Σ e, the entropy is ln S − Σ e·d / S. The largest is found in the order of the
    bits, which is that of the numbers. A NaN becomes a NaN in `target`, in S and so in the whole row.
    """
    scores, bits, pattern = floats(source), integers(source), floats(target)
    top = I(-2147483648)
    for j in range(n):
        top = max(top, bits[j] ^ ((bits[j] >> I(31)) & I(0x7FFFFFFF)))
    largest = as_float(top ^ ((top >> I(31)) & I(0x7FFFFFFF)))
    weighted = F(0)
    for j in range(n):
        d = scores[j] - largest
        e = F(0) if d < F(-87) else exp(max(d, F(-87)))
        pattern[j] = e if d == d else d
        weighted += e * max(d, F(-87))
    total = 0.0
    for j in range(n):
        total += pattern[j]
    share = F(1.0 / total)
    for j in range(n):
        pattern[j] *= share
    after = 0.0
    for j in range(n):
        after += pattern[j]
    floats(entropy)[0] = F(log(total) - weighted / total)
    floats(row_sum)[0] = F(after)


@compiled("void(int64, int64, float32, int64)")
def lower_by_distance(scores, row, slope, n):
    """ALiBi: −slope · |row − j| on the n scores of one row (Press et al., 2021)."""
    s = floats(scores)
    for j in range(n):
        s[j] -= slope * F(abs(row - j))


@compiled("void(int64, float32, int64)")
def fill(target, value, n):
    """n times `value`."""
    t = floats(target)
    for j in range(n):
        t[j] = value


@compiled("void(int64, int64, int64)")
def copy(source, target, n):
    """n numbers as they are."""
    s, t = floats(source), floats(target)
    for j in range(n):
        t[j] = s[j]


@compiled("void(int64, float32, int64, int64, int64)")
def scaled_sum(x, factor, y, target, n):
    """factor · x + y; a factor of 0 leaves x out, also where it is infinite."""
    if factor == 0:
        copy(y, target, n)
        return
    a, b, t = floats(x), floats(y), floats(target)
    for j in range(n):
        t[j] = factor * a[j] + b[j]


@compiled("void(int64, int64, int64)")
def add_to(target, y, n):
    """target + y, in place."""
    t, b = floats(target), floats(y)
    for j in range(n):
        t[j] += b[j]


@compiled("void(int64, int64, int64, int64, int64)")
def layer_norm_row(x, gain, bias, target, n):
    """(x − mean) / √(variance + 1e-5) · gain + bias; population variance; no bias where its address is 0 (Ba et al., 2016)."""
    a, g, t = floats(x), floats(gain), floats(target)
    mean = 0.0
    for j in range(n):
        mean += a[j]
    mean /= n
    variance = 0.0
    for j in range(n):
        variance += (a[j] - mean) * (a[j] - mean)
    factor = 1.0 / sqrt(variance / n + 1e-5)
    for j in range(n):
        t[j] = (a[j] - mean) * factor * g[j]
    if bias:
        add_to(target, bias, n)


@compiled("void(int64, int64, int64, int64)")
def rms_norm_row(x, gain, target, n):
    """x / √(mean of squares + 1e-5) · gain (Zhang & Sennrich, 2019)."""
    a, g, t = floats(x), floats(gain), floats(target)
    squares = 0.0
    for j in range(n):
        squares += np.float64(a[j]) * a[j]
    factor = 1.0 / sqrt(squares / n + 1e-5)
    for j in range(n):
        t[j] = a[j] * factor * g[j]


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


@inlined
def logistic(x):
    """1 / (1 + e^−x); exactly 0 and 1 far out. For no NaN."""
    return F(1) / (F(1) + exp(min(max(-x, F(-87)), F(87)))) if x > F(-87) else F(0)


@compiled("void(int64, int64, int64, int64)")
def activate_row(x, target, n, kind):
    """ReLU, x·Φ(x), its tanh form x·σ(2u) with u = √(2/π)·(x + 0.044715·x³), or silu x·σ(x); `kind`: layout.KIND_OF_ACTIVATION.

    ½·(1 + tanh u) = σ(2u), the logistic function, which cannot overflow (Hendrycks & Gimpel, 2016).
    """
    a, t = floats(x), floats(target)
    if kind == 0:
        for j in range(n):
            t[j] = a[j] if a[j] > 0 or a[j] != a[j] else F(0)
    elif kind == 1:
        for j in range(n):
            t[j] = a[j] * (0.5 + 0.5 * erf(a[j] * 0.7071067811865476))
    else:
        inner, cubic = (F(1.5957691216057308), F(0.044715)) if kind == 2 else (F(1), F(0))
        for j in range(n):
            near = min(max(a[j], F(-100)), F(100))  # farther out σ is 0 or 1 all the same, and x³ may be infinite
            t[j] = a[j] * logistic(inner * (near + cubic * near * near * near))


@compiled("void(int64, int64, int64)")
def multiply_into(target, y, n):
    """target · y, in place."""
    t, b = floats(target), floats(y)
    for j in range(n):
        t[j] *= b[j]
