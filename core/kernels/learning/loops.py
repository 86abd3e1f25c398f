"""The loops over rows on the way back, and of the optimiser. As core.kernels.loops: rows by address, nothing allocated."""

from __future__ import annotations

from math import erf, exp, isfinite, log, sqrt, tanh

from core.kernels._jit import compiled, doubles, floats
from core.kernels.loops import F, copy, exp_below, largest_of


@compiled("void(int64, int64, int64, int64, int64)")
def add_rows(x, ldx, m, n, target):
    """target [n] += the m rows of x [m, n]: the gradient of a bias."""
    t = floats(target)
    for i in range(m):
        row = floats(x + 4 * i * ldx)
        for j in range(n):
            t[j] += row[j]


@compiled("void(int64, float32, int64)")
def scale(x, factor, n):
    """n numbers times `factor`; 0 where that is 0, also from infinite ones."""
    a = floats(x)
    if factor == 0:
        copy(0, x, n)
    elif factor != 1:
        for j in range(n):
            a[j] *= factor


@compiled("void(int64, int64, int64, int64, int64, int64, int64)")
def norm_back_row(x, gradient, gain, d_gain, d_bias, n, rms):
    """LayerNorm or RMSNorm backwards, in place: (g − mean g − x̂ · mean(g · x̂)) / σ, g = gradient · gain; RMSNorm without mean g.

    d_gain += gradient · x̂, d_bias += gradient; a d_bias of 0: there is none.
    """
    a, d, w, dw = floats(x), floats(gradient), floats(gain), floats(d_gain)
    mean, squares, total, along = 0.0, 0.0, F(0), F(0)
    if not rms:
        for j in range(n):
            mean += a[j]
        mean /= n
    for j in range(n):
        squares += (a[j] - mean) * (a[j] - mean)
    factor, middle = F(1.0 / sqrt(squares / n + 1e-5)), F(mean)
    for j in range(n):
        g = d[j] * w[j]
        total += g
        along += g * ((a[j] - middle) * factor)
    total = F(0) if rms else total / F(n)
    along /= F(n)
    if d_bias:
        db = floats(d_bias)
        for j in range(n):
            db[j] += d[j]
    for j in range(n):
        near = (a[j] - middle) * factor
        slope = d[j]
        dw[j] += slope * near
        d[j] = (slope * w[j] - total - near * along) * factor


@compiled("void(int64, int64, int64, int64, int64)")
def activate_back_row(pre, d_post, up, n, kind):
    """d_post [n] -> d_pre, in place. `kind`: layout.KIND_OF_ACTIVATION; for SwiGLU, `up` [n] becomes its own gradient.

    The slopes are those of core.learning.backward.feed_forward.activation_and_slope.
    """
    x, d = floats(pre), floats(d_post)
    if kind == 0:
        for j in range(n):
            d[j] = d[j] if x[j] > 0 else F(0)
    elif kind == 1:
        for j in range(n):
            v = float(x[j])
            d[j] = F(d[j] * (0.5 + 0.5 * erf(v * 0.7071067811865476) + v * 0.3989422804014327 * exp(-0.5 * v * v)))
    elif kind == 2:
        for j in range(n):
            v = min(max(float(x[j]), -100.0), 100.0)
            t = tanh(0.7978845608028654 * (v + 0.044715 * v * v * v))
            slope = 0.5 * (1 + t) + 0.5 * v * (1 - t * t) * 0.7978845608028654 * (1 + 0.134145 * v * v)
            d[j] = F(d[j] * slope)
    else:
        u = floats(up)
        for j in range(n):
            v = float(x[j])
            share = 0.5 + 0.5 * tanh(0.5 * v)
            d_up = F(d[j] * (v * share))
            d[j] = F(d[j] * u[j] * (share * (1 + v * (1 - share))))
            u[j] = d_up


@compiled("void(int64, int64, float32, int64)")
def softmax_back_row(pattern, d_pattern, factor, n):
    """d_pattern [n] -> gradient of the products q·k, in place: p · (d_p − Σ d_p · p) · factor, factor 1/√K."""
    p, d = floats(pattern), floats(d_pattern)
    total = F(0)
    for j in range(n):
        total += d[j] * p[j]
    for j in range(n):
        d[j] = p[j] * (d[j] - total) * factor


@compiled("float64(int64, int64, int64, float32)")
def cross_entropy_row(logits, n, target, share):
    """−ln softmax(logits)[target] · share; `logits` become the gradient of it. A target of −1 counts nothing."""
    x = floats(logits)
    if target < 0:
        for j in range(n):
            x[j] = 0
        return 0.0
    largest = largest_of(logits, n)
    wanted = float(x[target]) - largest
    for j in range(n):
        x[j], _ = exp_below(x[j] - largest)
    total = 0.0
    for j in range(n):
        total += x[j]
    factor = F(share / total)
    for j in range(n):
        x[j] *= factor
    x[target] -= share
    return (log(total) - wanted) * share


@compiled("void(int64, int64, int64, int64, int64, int64)")
def sum_of_four(a, b, c, d, target, n):
    """a + b + c + d, read at once: from memory four rows arrive in less time than one after the other."""
    w, x, y, z, t = floats(a), floats(b), floats(c), floats(d), floats(target)
    for j in range(n):
        t[j] = ((w[j] + x[j]) + y[j]) + z[j]


@compiled("float64(int64, int64)")
def squares_of(x, n):
    """Σ of the squares of n numbers."""
    a, total = floats(x), 0.0
    for j in range(n):
        total += a[j] * a[j]
    return total


@compiled("float64(int64, int64, int64, int64, int64, float32, int64, int64, int64)")
def update(parameters, gradient, first, second, n, clip, settings, rates, adaptive):
    """One step of the optimiser on n parameters; Σ of the squares of what was taken off.

    Adam (Kingma & Ba, 2015): m ← β₁m + (1 − β₁)g, v ← β₂v + (1 − β₂)g², p ← p − rate · m̂ / (√v̂ + ε) with m̂ = m / (1 − β₁ᵗ),
    v̂ = v / (1 − β₂ᵗ); AdamW (Loshchilov & Hutter, 2019) takes rate · decay · p off as well. SGD: m ← β₁m + g, p ← p − rate · m.
    """
    p, g, m, v = floats(parameters), floats(gradient), floats(first), floats(second)
    s, r = floats(settings), floats(rates)
    beta1, beta2, epsilon, decay = s[1], s[2], s[3], s[4]
    rate, unbiased1, unbiased2 = r[0], r[1], r[2]
    squares = 0.0
    if adaptive:
        for j in range(n):
            slope = g[j] * clip
            mean = beta1 * m[j] + (F(1) - beta1) * slope
            square = beta2 * v[j] + (F(1) - beta2) * slope * slope
            m[j], v[j] = mean, square
            change = rate * (mean * unbiased1 / (F(sqrt(square * unbiased2)) + epsilon) + decay * p[j])
            p[j] -= change
            squares += change * change
    else:
        for j in range(n):
            mean = beta1 * m[j] + g[j] * clip
            m[j] = mean
            p[j] -= rate * mean
            squares += rate * mean * rate * mean
    return squares


@compiled("float64(int64, int64)")
def total_of(numbers, n):
    """Σ of n float64, one after the other; NaN or infinite where one of them is."""
    x, total = doubles(numbers), 0.0
    for j in range(n):
        total += x[j]
    return total


@compiled("int64(float64)")
def finite(x):
    """1, or 0 where x is NaN or infinite: the test that arithmetic with more shortcuts would leave out."""
    return 1 if isfinite(x) else 0
