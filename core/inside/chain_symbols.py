"""Signs for the numbers of a chain, and the formula of each step, in plain characters and in LaTeX. No words: only mathematics.

i is the token that looks, j the one looked at, t runs over all tokens, c and d over the numbers of a vector.
"""

from __future__ import annotations

from typing import Final

from core.inside.chain_by_hand import PATTERN_KINDS, ROW_KINDS, cells_of
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
    "weight-1": ("p′", "p'"),
    "weight-2": ("p″", "p''"),
    "weight-3": ("p‴", "p'''"),
    "z-1": ("z′", "z'"),
    "z-2": ("z″", "z''"),
    "a-1": ("a′", "a'"),
    "seen-count": ("n", "n"),
    "rest-count": ("n", "n"),
    "set-total": ("Σ w", r"\sum w"),
    "left": ("1 − Σ w", r"1-\sum w"),
    "rest": ("R", "R"),
    "hand-factor": ("f", "f"),
    "content-content": ("cc", "s_{cc}"),
    "content-position": ("cp", "s_{cp}"),
    "position-content": ("pc", "s_{pc}"),
    "position-position": ("pp", "s_{pp}"),
    "biases": ("b", "s_{b}"),
}
"""Name of a column or of a single number -> its sign in plain characters and in LaTeX."""

_ROTATED: Final = {"before": ("k", "k"), "partner": ("k*", "k^{*}"), "after": ("k′", "k'")}
_RESULTS: Final[dict[StepKind, tuple[str, str]]] = {
    "scale": ("s", "s"),
    "shares": ("s", "s"),
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
    if name == "row-total":
        sign = SYMBOLS[step.columns[-1].symbol][latex]
        return rf"\sum {sign}" if latex else f"Σ {sign}"
    if name == "scaled" and any(column.symbol == "deviation" for column in step.columns):
        return ("(x − μ) ÷ r", r"(x-\mu)/r")[latex]
    if step.kind == "position-after":
        return {"y": ("x′", "x'"), "u": ("x″", "x''")}.get(name, SYMBOLS[name])[latex]
    return SYMBOLS[name][latex]


def result_symbol(step: Step, *, latex: bool = False) -> str:
    """The sign of what the step arrives at; empty for the one that arrives at nothing."""
    if step.kind in PATTERN_KINDS:
        return SYMBOLS[step.columns[-1].symbol][latex] + ("_{j}" if latex else "_j")
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
    if kind in (*PATTERN_KINDS, *ROW_KINDS):
        return _by_hand(chain, step, latex=latex)
    if kind == "mix" and step.product is not None:
        p = SYMBOLS[step.product.symbols[0]][latex]  # with a prime where the pattern is changed by hand
        return (f"z[c] = Σ_t {p}[t] · v_t[c]", rf"z_{{c}} = \sum_{{t}} {p}_{{t}}\,v_{{t,c}}")[latex]
    return _FORMULAS[kind][latex]


_FORMULAS: Final[dict[StepKind, tuple[str, str]]] = {
    "read": ("x_i, x_j", "x_{i},\\quad x_{j}"),
    "position": ("u = y + PE", r"u = y + \mathrm{PE}"),
    "position-after": ("x″ = x′ + PE", r"x'' = x' + \mathrm{PE}"),
    "rotate-query": ("q′[c] = q[c] · cos θ ± q[c ± K/2] · sin θ", r"q'_{c} = q_{c}\cos\theta \pm q_{c\pm K/2}\sin\theta"),
    "rotate-key": ("k′[c] = k[c] · cos θ ± k[c ± K/2] · sin θ", r"k'_{c} = k_{c}\cos\theta \pm k_{c\pm K/2}\sin\theta"),
    "products": ("q_i · k_j = Σ_c q_i[c] · k_j[c]", r"q_{i}\cdot k_{j} = \sum_{c} q_{i,c}\,k_{j,c}"),
    "scale": ("s = q_i · k_j ÷ √K", r"s = \frac{q_{i}\cdot k_{j}}{\sqrt{K}}"),
    "shares": ("s = cc + cp + pc + pp + b", r"s = s_{cc} + s_{cp} + s_{pc} + s_{pp} + s_{b}"),
    "alibi": ("s′ = s − m · |i − j|", r"s' = s - m\,|i-j|"),
    "maximum": ("max_t s[t]", r"\max_{t} s_{t}"),
    "exponentials": ("e[t] = exp(s[t] − max s)", r"e_{t} = \exp(s_{t} - \max s)"),
    "row-sum": ("Σ_t e[t]", r"\sum_{t} e_{t}"),
    "quotient": ("p[j] = e[j] ÷ Σ_t e[t]", r"p_{j} = \frac{e_{j}}{\sum_{t} e_{t}}"),
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


def _by_hand(chain: Chain, step: Step, *, latex: bool) -> str:
    """What is put in the place of what was computed: p is what was there, w what is set, S the tokens whose cells are set."""
    old, new = (SYMBOLS[column.symbol][latex] for column in step.columns)
    if step.kind == "scale-head":
        return (f"{new}[c] = f · {old}[c]", rf"{new}_{{c}} = f\,{old}_{{c}}")[latex]
    if step.kind in ROW_KINDS:
        return (f"{new}[c] = 0", f"{new}_{{c}} = 0")[latex]
    scalars = dict(step.scalars)
    if step.kind == "force-pattern":
        if "seen-count" in scalars:
            return (f"{new}[t] = 1 ÷ n", rf"{new}_{{t}} = \frac{{1}}{{n}}")[latex]
        key = int(step.columns[-1].values.argmax())
        place = "i" if key == chain.query else "1" if step.changes and step.changes.forced == "first-token" else "i − 1"
        tex = place.replace(" − ", "-")
        return (f"{new}[t] = 1  (t = {place}),  0  (t ≠ {place})", rf"{new}_{{t}} = 1\ (t = {tex}),\quad 0\ (t \ne {tex})")[latex]
    assert step.changes is not None
    if step.kind == "set-cells":
        places = ", ".join(str(cell.key + 1) for cell in cells_of(step.changes, chain.query))
        plain = f"{new}[t] = w[t]  (t ∈ S),  {old}[t]  (t ∉ S);  S = {{{places}}}"
        return (plain, rf"{new}_{{t}} = w_{{t}}\ (t \in S),\quad {old}_{{t}}\ (t \notin S),\quad S = \{{{places}\}}")[latex]
    if "rest" in scalars:
        plain = f"{new}[t] = {old}[t] · (1 − Σ w) ÷ R  (t ∉ S);  R = Σ {old}[t]  (t ∉ S)"
        tex = rf"{new}_{{t}} = \frac{{{old}_{{t}}\,(1-\sum w)}}{{R}}\ (t \notin S),\quad R = \sum_{{t \notin S}} {old}_{{t}}"
    elif "rest-count" in scalars:
        plain, tex = f"{new}[t] = (1 − Σ w) ÷ n  (t ∉ S)", rf"{new}_{{t}} = \frac{{1-\sum w}}{{n}}\ (t \notin S)"
    else:
        plain = f"{new}[t] = {old}[t] ÷ Σ w  (t ∈ S),  0  (t ∉ S)"
        tex = rf"{new}_{{t}} = \frac{{{old}_{{t}}}}{{\sum w}}\ (t \in S),\quad 0\ (t \notin S)"
    return tex if latex else plain
