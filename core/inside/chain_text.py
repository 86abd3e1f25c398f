"""A chain as plain text and as LaTeX, every number in as many digits as bring it back.

The words are the caller's: a heading, a title for each step and a note where there is something to say about one. All else is
mathematics and the labels of the tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isinf, isnan
from typing import Final

from core.inside.chain_steps import Chain, OpenProduct, Over, Scalars, Step, StepKind
from core.inside.chain_symbols import formula, result_symbol, symbol

ALL_TERMS: Final = 256
"""A row times a matrix is written with the terms of every one of its numbers up to so many, and beyond with those of one number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What a text needs of the caller: words in the person's language."""

    heading: str
    labels: tuple[str, ...]
    """[T] of the tokens."""
    titles: tuple[str, ...]
    """One for each step."""
    notes: tuple[str, ...]
    """One for each step; empty where there is nothing to say."""


def exact(number: float) -> str:
    """The shortest digits that bring the same float64 back."""
    return repr(float(number))


def as_text(chain: Chain, wording: Wording, opened: Mapping[StepKind, int] | None = None) -> str:
    """The chain as plain text in aligned columns.

    Parameters
    ----------
    wording
        Words for heading, steps and tokens.
    opened
        Which number of a row is taken apart where a row times a matrix has more than ALL_TERMS terms; the first one unless told.

    Raises
    ------
    ValueError
        When there are not as many titles or notes as steps, or labels as tokens.
    """
    _check(chain, wording)
    lines = [wording.heading, *_cell(chain, wording), ""]
    for number, (step, title, note) in enumerate(zip(chain.steps, wording.titles, wording.notes, strict=True), 1):
        lines.append(f"{number}. {title}")
        lines += [f"   {line}" for line in (note, formula(chain, step)) if line]
        lines += [f"   {line}" for line in _text_of(chain, step, wording, opened or {})]
        lines.append("")
    return "\n".join(lines)


def as_latex(chain: Chain, wording: Wording, opened: Mapping[StepKind, int] | None = None) -> str:
    r"""The chain as a LaTeX fragment, to be put into a document that loads amsmath; arguments as for `as_text`.

    Every step is an ``align*`` of its own, one number or one term a line, which may break between pages.
    """
    _check(chain, wording)
    lines = ["% \\usepackage{amsmath}", r"\begingroup", r"\allowdisplaybreaks"]
    lines += [rf"\noindent\textbf{{{escape(wording.heading)}}}\par", ""]
    lines += [rf"\noindent {escape(line)}\par" for line in _cell(chain, wording)]
    for number, (step, title, note) in enumerate(zip(chain.steps, wording.titles, wording.notes, strict=True), 1):
        lines += ["", rf"\medskip\noindent\textbf{{{number}. {escape(title)}}}\par"]
        if note:
            lines.append(rf"\noindent {escape(note)}\par")
        body = [f"&{formula(chain, step, latex=True)}", *_latex_of(chain, step, wording, opened or {})]
        lines += [r"\begin{align*}", "\\\\\n".join(body), r"\end{align*}"]
    return "\n".join([*lines, r"\endgroup", ""])


def _check(chain: Chain, wording: Wording) -> None:
    if len(wording.titles) != len(chain.steps) or len(wording.notes) != len(chain.steps):
        raise ValueError(f"{len(wording.titles)} titles and {len(wording.notes)} notes for {len(chain.steps)} steps")
    if len(wording.labels) != chain.tokens:
        raise ValueError(f"{len(wording.labels)} labels for {chain.tokens} tokens")


def _cell(chain: Chain, wording: Wording) -> list[str]:
    return [f"{letter} = {place + 1}: {wording.labels[place]}" for letter, place in (("i", chain.query), ("j", chain.key))]


def _apart(step: Step, opened: Mapping[StepKind, int]) -> Iterable[int]:
    """Which numbers of a row are taken apart into their terms."""
    assert step.product is not None
    numbers = step.product.matrix.shape[1]
    if step.product.matrix.size <= ALL_TERMS:
        return range(numbers)
    return (min(opened.get(step.kind, 0), numbers - 1),)


def told(step: Step) -> Scalars:
    """The single numbers of a step that are worth a line: not the skip connection's factor where it is 1 or there is none."""
    return () if step.kind == "skip" and step.scalar("factor") in (0, 1) else step.scalars


def line_name(chain: Chain, over: Over, line: int, labels: tuple[str, ...]) -> str:
    """What stands at the head of a line of a table: a number, a token, or head and number."""
    if over == "keys":
        return labels[line]
    if over == "joined":
        head, number = divmod(line, chain.config.d_head)
        return f"{head + 1}.{number + 1}"
    return str(line + 1)


# Plain text


def _text_of(chain: Chain, step: Step, wording: Wording, opened: Mapping[StepKind, int]) -> Iterator[str]:
    yield from (f"{symbol(step, name)} = {exact(value)}" for name, value in told(step))
    if step.columns:
        heads = ["", *(symbol(step, column.symbol) for column in step.columns)]
        yield from _table(
            heads,
            (
                [line_name(chain, step.over, n, wording.labels), *(exact(column.values[n]) for column in step.columns)]
                for n in range(len(step.columns[0].values))
            ),
        )
    if step.product is not None:
        for component in _apart(step, opened):
            yield from _terms_text(chain, step, step.product, component, wording)
    if step.total is not None:
        yield f"{result_symbol(step)} = {exact(step.total)}"


def _terms_text(chain: Chain, step: Step, product: OpenProduct, component: int, wording: Wording) -> Iterator[str]:
    left, right = (symbol(step, name) for name in product.symbols)
    heads = [f"{result_symbol(step)}[{component + 1}]", left, right, f"{left} · {right}"]
    terms = product.terms(component)
    rows = [
        [
            line_name(chain, product.over, n, wording.labels),
            *map(exact, (product.left[n], product.matrix[n, component], term)),
        ]
        for n, term in enumerate(terms)
    ]
    if product.bias is not None:
        rows.append(["b", "", "", exact(product.bias[component])])
    assert step.row is not None
    rows.append(["=", "", "", exact(step.row[component])])
    yield from _table(heads, rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    cells = [heads, *rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    for row in cells:
        yield "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        ).rstrip()


# LaTeX

_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "-": "{-}",
    "^": r"\^{}",
    "~": r"\~{}",
    "<": r"\(<\)",
    ">": r"\(>\)",
    "|": r"\(|\)",
    '"': "''",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "«": r"\(\ll\)",
    "»": r"\(\gg\)",
    "…": r"\dots{}",
    "–": "--",
    "—": "---",
    "−": r"\(-\)",
    "·": r"\(\cdot\)",
    "÷": r"\(\div\)",
    "×": r"\(\times\)",
    "√": r"\(\surd\)",
    "∞": r"\(\infty\)",
    "␣": r"\textvisiblespace{}",
    **{chr(0x2080 + digit): rf"\textsubscript{{{digit}}}" for digit in range(10)},
    "\N{NO-BREAK SPACE}": "~",
    "\N{NARROW NO-BREAK SPACE}": r"\,",
}
_ACCENTED: Final = frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿ¿¡")


def escape(text: str) -> str:
    """`text` for LaTeX, shown as it is written; a character that no usual font of LaTeX has becomes its code, as U+1F642."""
    return "".join(_escaped(char) for char in text)


def _escaped(char: str) -> str:
    if char in _SPECIAL:
        return _SPECIAL[char]
    if (char.isascii() and char.isprintable()) or char in _ACCENTED:
        return char
    return f"U+{ord(char):04X}"


def number_in_latex(number: float, *, inside: bool = False) -> str:
    """A number in mathematics; `inside` a product or a sum, a negative one stands in brackets."""
    if isnan(number):
        return r"\mathrm{NaN}"
    if isinf(number):
        text = r"-\infty" if number < 0 else r"\infty"
    else:
        digits, _, power = exact(number).partition("e")
        text = rf"{digits}\times 10^{{{int(power)}}}" if power else digits
    return f"({text})" if inside and (text.startswith("-") or "times" in text) else text


def _latex_of(chain: Chain, step: Step, wording: Wording, opened: Mapping[StepKind, int]) -> Iterator[str]:
    inside = {name: number_in_latex(value, inside=True) for name, value in step.scalars}
    yield from (f"{symbol(step, name, latex=True)} &= {number_in_latex(value)}" for name, value in told(step))
    if step.columns and step.kind not in ("products", "row-sum"):  # their lines are those of the sum
        yield from (_line(chain, step, n, inside, wording) for n in range(len(step.columns[0].values)))
    if step.product is not None:
        product = step.product
        for component in _apart(step, opened):
            terms = [
                (f"({_in(product.left[n])}\\cdot {_in(product.matrix[n, component])})", float(term))
                for n, term in enumerate(product.terms(component))
            ]
            if product.bias is not None:
                terms.append(("(b)", float(product.bias[component])))
            assert step.row is not None
            yield from _sum(_at(result_symbol(step, latex=True), component), terms, float(step.row[component]))
    name = result_symbol(step, latex=True)
    if step.kind == "products" and step.total is not None:
        q, k, qk = (step.column(name).tolist() for name in ("q", "k", "qk"))
        yield from _sum(name, [(f"({_in(a)}\\cdot {_in(b)})", c) for a, b, c in zip(q, k, qk, strict=True)], step.total)
    elif step.kind == "row-sum" and step.total is not None:
        tokens = (rf"\text{{{escape(label)}}}" for label in wording.labels)
        yield from _sum(name, list(zip(tokens, step.column("power").tolist(), strict=True)), step.total)
    elif step.total is not None:
        yield f"{name} &= {_whole(step, inside)}{number_in_latex(step.total)}"


def _in(number: float) -> str:
    return number_in_latex(float(number), inside=True)


def _at(sign: str, n: int) -> str:
    """Number n of the row called `sign`, which may have a token as subscript already."""
    return f"{sign[:-1]},{n + 1}}}" if sign.endswith("}") and "_{" in sign else f"{sign}_{{{n + 1}}}"


def _sum(name: str, terms: Sequence[tuple[str, float]], result: float) -> Iterator[str]:
    """Lines of a sum: the number that is added, and beside it where it comes from."""
    for n, (factors, value) in enumerate(terms):
        start = f"{name} &= " if n == 0 else r"&\quad{}+ "
        yield f"{start}{_in(value)}" + f" && {factors}"
    yield f"&= {number_in_latex(result)}"


def _whole(step: Step, inside: Mapping[str, str]) -> str:
    """A step of single numbers with the numbers put in."""
    match step.kind:
        case "scale":
            return rf"\frac{{{inside['product']}}}{{{inside['root-width']}}} = "
        case "shares":
            return " + ".join(inside.values()) + " = "
        case "alibi":
            lowered = rf"{inside['scaled-score']} - {inside['slope']}\cdot {inside['distance']}"
            return f"{lowered} = {inside['scaled-score']} + {inside['share']} = "
        case "quotient":
            return rf"\frac{{{inside['power-j']}}}{{{inside['power-sum']}}} = "
        case _:
            return ""


def _line(chain: Chain, step: Step, n: int, scalars: Mapping[str, str], wording: Wording) -> str:
    """One line of a table as an equation, with the numbers put in."""
    value = {column.symbol: number_in_latex(float(column.values[n])) for column in step.columns}
    inside = {column.symbol: _in(column.values[n]) for column in step.columns}
    last = step.columns[-1].symbol
    at = _at(result_symbol(step, latex=True) if step.row is not None else symbol(step, last, latex=True), n)
    token = rf" && \text{{{escape(wording.labels[n])}}}" if step.over == "keys" else ""
    masked = step.allowed is not None and step.over == "keys" and not step.allowed[n]
    match step.kind:
        case "read":
            return " & ".join(f"{_at(symbol(step, c.symbol, latex=True), n)} &= {value[c.symbol]}" for c in step.columns)
        case "norm" | "norm-out" | "norm-after":
            top = f"{inside['x']}-{scalars['mean']}" if "mean" in scalars else inside["x"]
            bias = f" + {inside['norm-bias']}" if "norm-bias" in inside else ""
            parts = [rf"\frac{{{top}}}{{{scalars['deviation-root']}}}\cdot {inside['gain']}{bias}"]
            if "mean" in scalars:
                parts.append(rf"\frac{{{value['deviation']}}}{{{scalars['deviation-root']}}}\cdot {inside['gain']}{bias}")
            parts += [rf"{inside['scaled']}\cdot {inside['gain']}{bias}", value["normed"]]
            return f"{at} &= " + "\\\\\n&= ".join(parts)
        case "position" | "position-after":
            return f"{at} &= {inside['y']} + {inside['PE']} = {value['u']}"
        case "rotate-query" | "rotate-key":
            turned = rf"{inside['before']}\cdot {inside['cos']} + {inside['partner']}\cdot {inside['sin']}"
            return rf"{at} &= {turned} = {value['after']} && \theta = {value['angle']}"
        case "query" | "key" | "value" | "output" if "bias" in inside:
            return f"{at} &= {inside['sum']} + {inside['bias']} = {value[last]}"
        case "mask" if masked:
            return f"{at} &= {value['masked']} && ({inside['score']}){token}"
        case "exponentials" if not masked:
            return rf"{at} &= e^{{{inside['masked']} - {scalars['largest']}}} = e^{{{value['shifted']}}} = {value['power']}{token}"
        case "quotient" if not masked:
            return rf"{at} &= \frac{{{inside['power']}}}{{{scalars['power-sum']}}} = {value['weight']}{token}"
        case "skip" if "after-skip" in inside:
            carried = inside.get("carried", inside["x"])
            start = rf"{scalars['factor']}\cdot {inside['x']} + {inside['change']} = " if "carried" in inside else ""
            return f"{at} &= {start}{carried} + {inside['change']} = {value[last]}"
        case "force-pattern" | "set-cells" | "head-off" | "attention-off":
            return f"{at} &= {value[last]} && ({inside[step.columns[0].symbol]}){token}"
        case "scale-head":
            return rf"{at} &= {scalars['hand-factor']}\cdot {inside[step.columns[0].symbol]} = {value[last]}"
        case "share-rest" if value[last] != value[step.columns[0].symbol]:
            top, below = inside[step.columns[0].symbol], scalars.get("rest", scalars["set-total"])
            if "rest-count" in scalars:
                top, below = scalars["left"], scalars["rest-count"]
            elif "left" in scalars:
                top = rf"{top}\cdot {scalars['left']}"
            return rf"{at} &= \frac{{{top}}}{{{below}}} = {value[last]}{token}"
        case "concatenate":
            head, number = divmod(n, chain.config.d_head)
            return rf"Z_{{{n + 1}}} = z_{{{head + 1},{number + 1}}} &= {value[last]}"
        case _:
            return f"{at} &= {value[last]}{token}"
