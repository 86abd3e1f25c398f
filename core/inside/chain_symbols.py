"""Signs for the numbers of a chain, and the formula of each step, in plain characters and in LaTeX. No words: only mathematics.

i is the token that looks, j the one looked at, t runs over all tokens, c and d over the numbers of a vector.
"""

from __future__ import annotations

from typing import Final

from core.inside.chain_steps import Chain, Step, StepKind

SYMBOLS: Final[dict[str, tuple[str, str]]] = {
    "x-i": ("x_i", "x_{i}"),
    "x-j": ("x_j", "x_{j}"),
    "x": ("x", "x"),
    "mean": ("μ", r"\mu"),
    "variance": ("σ²", r"\sigma^{2}"),
    "mean-square": ("⟨x²⟩", r"\langle x^{2}\rangle"),
    "deviation-root": ("r", "r"),
    "deviation": ("x − μ", r"x-\mu"),
    "scaled": ("x ÷ r", "x/r"),
    "gain": ("γ", r"\gamma"),
    "norm-bias": ("β", r"\beta"),
    "normed": ("y", "y"),
    "y": ("y", "y"),
    "PE": ("PE", r"\mathrm{PE}"),
    "u": ("u", "u"),
    "u-i": ("u_i", "u_{i}"),
    "u-j": ("u_j", "u_{j}"),
    "y-j": ("y_j", "y_{j}"),
    "W_Q": ("W_Q", "W_{Q}"),
    "W_K": ("W_K", "W_{K}"),
    "W_V": ("W_V", "W_{V}"),
    "W_O": ("W_O", "W_{O}"),
    "sum": ("Σ", r"\Sigma"),
    "bias": ("b", "b"),
    "q": ("q_i", "q_{i}"),
    "k": ("k_j", "k_{j}"),
    "v": ("v_t", "v_{t}"),
    "angle": ("θ", r"\theta"),
    "before": ("q", "q"),
    "cos": ("cos θ", r"\cos\theta"),
    "partner": ("q*", "q^{*}"),
    "sin": ("±sin θ", r"\pm\sin\theta"),
    "after": ("q′", "q'"),
    "qk": ("q·k", r"q_{i}\,k_{j}"),
    "product": ("q_i·k_j", r"q_{i}\cdot k_{j}"),
    "root-width": ("√K", r"\sqrt{K}"),
    "scaled-score": ("s", "s"),
    "slope": ("m", "m"),
    "distance": ("|i − j|", "|i-j|"),
    "share": ("−m·|i − j|", "-m\\,|i-j|"),
    "score": ("s", "s"),
    "masked": ("s", "s"),
    "largest": ("max s", r"\max s"),
    "shifted": ("s − max", r"s-\max s"),
    "power": ("e", "e"),
    "power-j": ("e_j", "e_{j}"),
    "power-sum": ("Σ e", r"\sum e"),
    "weight": ("p", "p"),
    "z": ("z", "z"),
    "z-all": ("Z", "Z"),
    "a": ("a", "a"),
    "factor": ("α", r"\alpha"),
    "carried": ("α·x", r"\alpha x"),
    "change": ("a", "a"),
    "after-skip": ("x′", "x'"),
}
"""Name of a column or of a single number -> its sign in plain characters and in LaTeX."""

_ROTATED: Final = {"before": ("k", "k"), "partner": ("k*", "k^{*}"), "after": ("k′", "k'")}
_RESULTS: Final[dict[StepKind, tuple[str, str]]] = {
    "scale": ("s", "s"),
    "alibi": ("s′", "s'"),
    "mask": ("s_j", "s_{j}"),
    "maximum": ("max s", r"\max s"),
    "exponentials": ("e_j", "e_{j}"),
    "row-sum": ("Σ e", r"\sum e"),
    "quotient": ("p_j", "p_{j}"),
    "products": ("q_i·k_j", r"q_{i}\cdot k_{j}"),
}


def symbol(step: Step, name: str, *, latex: bool = False) -> str:
    """The sign of the column or single number `name` of `step`, in plain characters or in LaTeX."""
    if step.kind == "rotate-key" and name in _ROTATED:
        return _ROTATED[name][latex]
    if step.kind == "value" and name == "v":
        return ("v_j", "v_{j}")[latex]
    if step.kind == "mask" and name == "masked" and not latex:
        return "s + M"  # as the formulas of the model call it; in LaTeX the line itself says −∞
    if name == "scaled" and any(column.symbol == "deviation" for column in step.columns):
        return ("(x − μ) ÷ r", r"(x-\mu)/r")[latex]
    if step.kind == "position-after":
        return {"y": ("x′", "x'"), "u": ("x″", "x''")}.get(name, SYMBOLS[name])[latex]
    return SYMBOLS[name][latex]


def result_symbol(step: Step, *, latex: bool = False) -> str:
    """The sign of what the step arrives at; empty for the one that arrives at nothing."""
    if step.total is not None:
        return _RESULTS[step.kind][latex]
    if step.kind == "skip":
        return SYMBOLS["after-skip"][latex]
    return symbol(step, step.columns[-1].symbol, latex=latex) if step.row is not None else ""


def formula(chain: Chain, step: Step, *, latex: bool = False) -> str:
    """What the step computes, in signs. In plain characters ``_`` stands before a subscript of one letter."""
    kind, biased = step.kind, chain.config.biases
    if kind in ("norm", "norm-out", "norm-after"):
        return _norm(step, latex=latex)
    if kind in ("query", "key", "value"):
        letter, row, at = {"query": ("Q", "q", "i"), "key": ("K", "k", "j"), "value": ("V", "v", "j")}[kind]
        source = "y" if kind == "value" else "u"
        plain = f"{row}_{at}[c] = Σ_d {source}_{at}[d] · W_{letter}[d, c]" + (f" + b_{letter}[c]" if biased else "")
        tex = rf"{row}_{{{at},c}} = \sum_{{d}} {source}_{{{at},d}}\,W_{{{letter},dc}}" + (f" + b_{{{letter},c}}" if biased else "")
        return tex if latex else plain
    if kind == "mask":
        return _mask(chain, latex=latex)
    if kind == "skip":
        factor = step.scalar("factor")
        carried = ("", "") if factor == 0 else ("x + ", "x + ") if factor == 1 else ("α · x + ", r"\alpha\,x + ")
        return (f"x′ = {carried[0]}a", f"x' = {carried[1]}a")[latex]
    if kind == "output":
        bias = (" + b_O[d]", " + b_{O,d}") if biased else ("", "")
        return (f"a[d] = Σ_c Z[c] · W_O[c, d]{bias[0]}", rf"a_{{d}} = \sum_{{c}} Z_{{c}}\,W_{{O,cd}}{bias[1]}")[latex]
    if kind == "concatenate":
        heads = chain.config.n_heads
        listed = ("z_1", "z_{1}") if heads == 1 else (f"z_1 … z_{heads}", rf"z_{{1}},\dots,z_{{{heads}}}")
        return (f"Z = ({listed[0]})", f"Z = ({listed[1]})")[latex]
    return _FORMULAS[kind][latex]


_FORMULAS: Final[dict[StepKind, tuple[str, str]]] = {
    "read": ("x_i, x_j", "x_{i},\\quad x_{j}"),
    "position": ("u = y + PE", r"u = y + \mathrm{PE}"),
    "position-after": ("x″ = x′ + PE", r"x'' = x' + \mathrm{PE}"),
    "rotate-query": ("q′[c] = q[c] · cos θ ± q[c ± K/2] · sin θ", r"q'_{c} = q_{c}\cos\theta \pm q_{c\pm K/2}\sin\theta"),
    "rotate-key": ("k′[c] = k[c] · cos θ ± k[c ± K/2] · sin θ", r"k'_{c} = k_{c}\cos\theta \pm k_{c\pm K/2}\sin\theta"),
    "products": ("q_i · k_j = Σ_c q_i[c] · k_j[c]", r"q_{i}\cdot k_{j} = \sum_{c} q_{i,c}\,k_{j,c}"),
    "scale": ("s = q_i · k_j ÷ √K", r"s = \frac{q_{i}\cdot k_{j}}{\sqrt{K}}"),
    "alibi": ("s′ = s − m · |i − j|", r"s' = s - m\,|i-j|"),
    "maximum": ("max_t s[t]", r"\max_{t} s_{t}"),
    "exponentials": ("e[t] = exp(s[t] − max s)", r"e_{t} = \exp(s_{t} - \max s)"),
    "row-sum": ("Σ_t e[t]", r"\sum_{t} e_{t}"),
    "quotient": ("p[j] = e[j] ÷ Σ_t e[t]", r"p_{j} = \frac{e_{j}}{\sum_{t} e_{t}}"),
    "mix": ("z[c] = Σ_t p[t] · v_t[c]", r"z_{c} = \sum_{t} p_{t}\,v_{t,c}"),
}


def _norm(step: Step, *, latex: bool) -> str:
    biased = any(column.symbol == "norm-bias" for column in step.columns)
    if any(column.symbol == "deviation" for column in step.columns):
        plain, tex = "y = (x − μ) ÷ √(σ² + ε) · γ", r"y = \frac{x-\mu}{\sqrt{\sigma^{2}+\varepsilon}}\,\gamma"
    else:
        plain, tex = "y = x ÷ √(⟨x²⟩ + ε) · γ", r"y = \frac{x}{\sqrt{\langle x^{2}\rangle+\varepsilon}}\,\gamma"
    return (plain + (" + β" if biased else ""), tex + (r" + \beta" if biased else ""))[latex]


def _mask(chain: Chain, *, latex: bool) -> str:
    window = chain.config.window
    if window:
        return (f"s[t] = −∞  (t > i, t ≤ i − {window})", rf"s_{{t}} = -\infty\quad (t > i,\ t \le i - {window})")[latex]
    if chain.config.causal:
        return ("s[t] = −∞  (t > i)", r"s_{t} = -\infty\quad (t > i)")[latex]
    return ("s[t]", "s_{t}")[latex]
