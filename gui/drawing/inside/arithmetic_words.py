"""The arithmetic of a cell in words: titles and explanations of its steps, and lines of numbers put into their formulas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from PySide6.QtCore import QCoreApplication

from core.inside.chain_by_hand import PATTERN_KINDS
from core.inside.chain_steps import Chain, Check, Step, StepKind
from core.inside.chain_symbols import result_symbol, symbol
from core.inside.chain_text import exact
from core.messages import QT_TRANSLATE_NOOP
from gui.drawing.inside.arithmetic_by_hand import BY_HAND, by_hand_explanation, by_hand_title, changed_heads
from gui.drawing.labels import isolated
from gui.i18n import MINUS, decimal, integer, power_of_ten, scientific
from gui.theme.theme import FontRole

Meaning = Literal["query", "key", "value", "position", "norm", "stream", "text"]
MEANINGS: Final[dict[StepKind, Meaning]] = {
    "norm": "norm",
    "norm-out": "norm",
    "norm-after": "norm",
    "position": "position",
    "position-after": "position",
    "rotate-query": "position",
    "rotate-key": "position",
    "alibi": "position",
    "shares": "position",
    "query": "query",
    "key": "key",
    "value": "value",
    "mix": "value",
    "concatenate": "value",
    **dict.fromkeys(BY_HAND, "text"),
}
"""The colour of a step; all others have the stream's."""
CHECKED: Final[dict[StepKind, str]] = {
    "mask": "attn_scores",
    "quotient": "pattern",
    **dict.fromkeys(PATTERN_KINDS, "pattern"),
    "mix": "z",
    "scale-head": "z",
    "head-off": "z",
    "output": "attn_out",
    "attention-off": "attn_out",
}
"""Steps whose result the pass itself kept, under this name: the last one of each name; the last step of all is `resid_mid`."""
TERMS_SHOWN: Final = 3
"""Terms of a sum that are written out in the line of numbers; all of them stand in the table below it."""

FIGURES: Final[FontRole] = "control"
"""The font of numbers: its digits are equally wide, and its minus sign does not look like a hyphen as in the monospaced one."""
_OF_THE_CELL: Final = ("read", "mask", "maximum", "row-sum", "products", "scale", "shares", "alibi", "exponentials", "quotient")
"""Steps that arrive at one number for the cell, besides those made by hand; the others have one for each number of a row."""
_TITLES: Final[dict[StepKind, str]] = {
    "read": QT_TRANSLATE_NOOP("Arithmetic", "What the block reads"),
    "query": QT_TRANSLATE_NOOP("Arithmetic", "Query row"),
    "key": QT_TRANSLATE_NOOP("Arithmetic", "Key row"),
    "rotate-query": QT_TRANSLATE_NOOP("Arithmetic", "Query, rotated"),
    "rotate-key": QT_TRANSLATE_NOOP("Arithmetic", "Key, rotated"),
    "products": QT_TRANSLATE_NOOP("Arithmetic", "Products, term by term"),
    "shares": QT_TRANSLATE_NOOP("Arithmetic", "Content and position"),
    "alibi": QT_TRANSLATE_NOOP("Arithmetic", "ALiBi’s share"),
    "mask": QT_TRANSLATE_NOOP("Arithmetic", "Mask"),
    "maximum": QT_TRANSLATE_NOOP("Arithmetic", "Largest of the row"),
    "exponentials": QT_TRANSLATE_NOOP("Arithmetic", "Exponentials"),
    "row-sum": QT_TRANSLATE_NOOP("Arithmetic", "Sum of the row"),
    "quotient": QT_TRANSLATE_NOOP("Arithmetic", "Quotient: the weight"),
    "value": QT_TRANSLATE_NOOP("Arithmetic", "Value row"),
    "mix": QT_TRANSLATE_NOOP("Arithmetic", "Weighted sum of values"),
    "concatenate": QT_TRANSLATE_NOOP("Arithmetic", "All heads side by side"),
    "output": QT_TRANSLATE_NOOP("Arithmetic", "Output projection"),
    "norm-out": QT_TRANSLATE_NOOP("Arithmetic", "Norm of the change"),
    "skip": QT_TRANSLATE_NOOP("Arithmetic", "Skip connection"),
    "norm-after": QT_TRANSLATE_NOOP("Arithmetic", "Norm after the sum"),
    "position-after": QT_TRANSLATE_NOOP("Arithmetic", "Position added"),
}
"""Titles that are the same whatever the cell."""

Number = Callable[[float], str]


def short(x: float) -> str:
    """A number in four decimals, or as 1.23·10⁻⁷ where that would leave nothing of it or be too long."""
    if x == 0 or 0.001 <= abs(x) < 100_000 or x - x != 0:
        return decimal(x, 4)
    return scientific(x, 2)


def full(x: float) -> str:
    """A number in as many digits as bring the same float64 back, as the language writes it."""
    if x - x != 0:
        return decimal(x, 4)
    digits, _, power = exact(x).partition("e")
    text = digits.replace("-", MINUS).replace(".", decimal(0.5, 1)[1])
    return f"{text}·{power_of_ten(int(power))}" if power else text


def cell_words(chain: Chain, labels: tuple[str, ...]) -> str:
    """Which cell it is; layer and head count from 1."""
    text = QCoreApplication.translate("Arithmetic", "Layer {layer}, head {head} · “{query}” → “{key}”")
    names = {"query": isolated(labels[chain.query]), "key": isolated(labels[chain.key])}
    return text.format(layer=integer(chain.layer + 1), head=integer(chain.head + 1), **names)


def title(chain: Chain, step: Step) -> str:
    """What the step is called."""
    same = chain.query == chain.key
    of_query = step.token == chain.query
    if step.kind in BY_HAND:
        return by_hand_title(step)
    match step.kind:
        case "norm" if same:
            return QCoreApplication.translate("Arithmetic", "Norm of the token")
        case "norm":
            return (
                QCoreApplication.translate("Arithmetic", "Norm, query token")
                if of_query
                else QCoreApplication.translate("Arithmetic", "Norm, key token")
            )
        case "position" if same:
            return QCoreApplication.translate("Arithmetic", "Position added")
        case "position":
            return (
                QCoreApplication.translate("Arithmetic", "Position, query token")
                if of_query
                else QCoreApplication.translate("Arithmetic", "Position, key token")
            )
        case "scale":
            return QCoreApplication.translate("Arithmetic", "Divided by √{width}").format(width=integer(chain.config.d_head))
        case "skip" if step.scalar("factor") == 0:
            return QCoreApplication.translate("Arithmetic", "No skip connection")
    return QCoreApplication.translate("Arithmetic", _TITLES[step.kind])


def explanation(chain: Chain, step: Step, labels: tuple[str, ...]) -> str:
    """What happens in the step, in a sentence or two."""
    config = chain.config
    names = {"query": isolated(labels[chain.query]), "key": isolated(labels[chain.key])}
    if step.kind in BY_HAND:
        return by_hand_explanation(chain, step, labels)
    changed = {other.kind for other in chain.steps}
    match step.kind:
        case "read":
            reads = QCoreApplication.translate("Arithmetic", "{width} numbers for each token: its row of the residual stream.")
            return f"{reads.format(width=integer(config.d_model))} {_entry(chain)}"
        case "mask":
            return _mask(chain, names)
        case "products" if config.kv_heads != config.n_heads:
            text = QCoreApplication.translate(
                "Arithmetic",
                "Number by number, query times key; all terms are added up. The key is that of set {set} of keys and values, "
                "which {group} heads share.",
            )
            return text.format(set=integer(chain.shared + 1), group=integer(config.n_heads // config.kv_heads))
        case "exponentials" | "quotient" if not chain.allowed:
            return QCoreApplication.translate(
                "Arithmetic", "“{query}” may not look at “{key}”: masked, so its share is exactly 0."
            ).format(**names)
        case "skip" if step.scalar("factor") == 0:
            return QCoreApplication.translate("Arithmetic", "The skip connections are off: only what attention computed goes on.")
        case "skip" if step.scalar("factor") != 1:
            return QCoreApplication.translate("Arithmetic", "DeepNorm: α times what came in, plus what attention computed.")
        case "scale":
            text = QCoreApplication.translate(
                "Arithmetic", "A head is {width} numbers wide. Without the division, wide heads would have large scores."
            )
            return text.format(width=integer(config.d_head))
        case "concatenate":
            text = QCoreApplication.translate(
                "Arithmetic", "The rows z of all {heads} heads one behind the other, {width} numbers each."
            )
            text = text.format(heads=integer(config.n_heads), width=integer(config.d_head))
            return f"{text} {changed_heads(chain)}".rstrip()
        case "quotient" if changed & set(PATTERN_KINDS):
            return QCoreApplication.translate(
                "Arithmetic", "Each exponential divided by the sum: the row now sums to 1. It is changed by hand in the next step."
            )
        case "mix" if changed & {"scale-head", "head-off"}:
            return QCoreApplication.translate(
                "Arithmetic", "The values of all tokens, each times its weight, added up. The next step changes them by hand."
            )
        case "output" if "attention-off" in changed:
            return QCoreApplication.translate(
                "Arithmetic", "The numbers of all heads times W_O: what the next step, by hand, puts aside."
            )
    if config.norm_kind == "rmsnorm":
        norm = QCoreApplication.translate("Arithmetic", "Divided by the root of the mean square, then times the gain γ.")
    elif config.biases:
        norm = QCoreApplication.translate(
            "Arithmetic", "The mean is taken off, the rest divided by the deviation; then gain γ and bias β."
        )
    else:
        norm = QCoreApplication.translate(
            "Arithmetic", "The mean is taken off, the rest divided by the deviation; then the gain γ."
        )
    texts: dict[StepKind, str] = {
        "norm": norm,
        "norm-out": norm,
        "norm-after": norm,
        "position": QCoreApplication.translate(
            "Arithmetic", "Here the position comes in: its encoding is added to what W_Q and W_K read."
        ),
        "position-after": QCoreApplication.translate(
            "Arithmetic", "Here the position comes in: after the first attention, which has not seen it."
        ),
        "query": QCoreApplication.translate(
            "Arithmetic", "What “{query}” asks for: its numbers u times the matrix W_Q of this head."
        ),
        "key": QCoreApplication.translate(
            "Arithmetic", "What “{key}” can be found by: its numbers u times the matrix W_K of this head."
        ),
        "value": QCoreApplication.translate(
            "Arithmetic", "What “{key}” hands over: its numbers y times the matrix W_V of this head."
        ),
        "rotate-query": QCoreApplication.translate(
            "Arithmetic", "Here the position comes in: pairs of numbers are turned by an angle that grows with it."
        ),
        "rotate-key": QCoreApplication.translate(
            "Arithmetic", "The key is turned by the angles of its own position: only the distance will matter."
        ),
        "products": QCoreApplication.translate("Arithmetic", "Number by number, query times key; all terms are added up."),
        "shares": QCoreApplication.translate(
            "Arithmetic",
            "The same score in parts: the token’s content (c) and its position (p), each asking each, and the biases (b). "
            "A norm’s deviation is held at its value.",
        ),
        "alibi": QCoreApplication.translate(
            "Arithmetic", "Here the position comes in: each step of distance takes the slope m of this head off the score."
        ),
        "maximum": QCoreApplication.translate(
            "Arithmetic", "The largest allowed score. It will be taken off all of them, so that no exponential is too large."
        ),
        "exponentials": QCoreApplication.translate(
            "Arithmetic", "Each allowed score minus the largest, as exponent of e: all numbers are above 0, the largest is 1."
        ),
        "row-sum": QCoreApplication.translate("Arithmetic", "All exponentials of the row, from left to right."),
        "quotient": QCoreApplication.translate(
            "Arithmetic", "Each exponential divided by the sum: the row now sums to 1. This is the number in the map."
        ),
        "mix": QCoreApplication.translate(
            "Arithmetic", "The values of all tokens, each times its weight, added up: what this head brings to “{query}”."
        ),
        "output": QCoreApplication.translate("Arithmetic", "The numbers of all heads times W_O: back to the width of the model."),
        "skip": QCoreApplication.translate("Arithmetic", "What attention computed is added to what came in."),
    }
    return texts[step.kind].format(**names)


def _entry(chain: Chain) -> str:
    """How the position gets into what is read."""
    first = chain.layer == 0
    if chain.entry == "after-attention":
        if first:
            return QCoreApplication.translate("Arithmetic", "The position is not in them: it is added only after this attention.")
        return QCoreApplication.translate("Arithmetic", "The position is in them: it was added after the first attention.")
    return {
        "none": QCoreApplication.translate("Arithmetic", "This model has no positions: nothing says where a token stands."),
        "input": QCoreApplication.translate("Arithmetic", "The position is in them: its encoding was added at the input."),
        "every-block": QCoreApplication.translate(
            "Arithmetic", "The position is in them: its encoding was added at the entrance of this block."
        ),
        "query-key": QCoreApplication.translate(
            "Arithmetic", "The position comes in below, where its encoding is added to what W_Q and W_K read."
        ),
        "rotary": QCoreApplication.translate("Arithmetic", "The position comes in below, where query and key are rotated."),
        "alibi": QCoreApplication.translate("Arithmetic", "The position comes in below, as ALiBi’s share of the score."),
    }[chain.entry]


def _mask(chain: Chain, names: dict[str, str]) -> str:
    config = chain.config
    if not config.causal:
        return QCoreApplication.translate("Arithmetic", "There is no mask: every token may look at every other.")
    if config.window:
        rule = QCoreApplication.translate("Arithmetic", "A token may look at itself and at the {n} tokens before it.").format(
            n=integer(config.window - 1)
        )
    else:
        rule = QCoreApplication.translate("Arithmetic", "A token may look at itself and at those before it.")
    if chain.allowed:
        cell = QCoreApplication.translate("Arithmetic", "“{query}” may look at “{key}”.")
    else:
        cell = QCoreApplication.translate("Arithmetic", "“{query}” may not look at “{key}”: its score becomes −∞.")
    return f"{rule} {cell.format(**names)}"


def agreement(chain: Chain, step: Step) -> Check | None:
    """The comparison with the pass that belongs to this step, if the pass kept its result."""
    name = "resid_mid" if step is chain.steps[-1] else CHECKED.get(step.kind)
    last = [other for other in chain.steps if CHECKED.get(other.kind) == name]
    if name is None or (last and step is not last[-1]):
        return None
    return next((check for check in chain.checks if check.name == name), None)


def agreement_words(check: Check) -> str:
    """How far the pass, which ran in float32, is away."""
    numbers = {"difference": short(check.difference), "bound": short(check.bound)}
    if check.within:
        text = QCoreApplication.translate(
            "Arithmetic", "Computed here in float64. The pass ran in float32: it differs by {difference}; rounding allows {bound}."
        )
    else:
        text = QCoreApplication.translate(
            "Arithmetic",
            "The pass differs by {difference}: more than the {bound} that rounding allows.",
        )
    return text.format(**numbers)


def result(step: Step, number: Number) -> str:
    """What the step arrives at, in a few characters: a number, or how many."""
    if step.total is not None:
        return number(step.total)
    rows = step.row if step.row is not None else step.columns[0].values
    return f"[{integer(len(rows))}]"


def equation(chain: Chain, step: Step, component: int, number: Number) -> str:
    """The formula with its numbers put in; of a row, that of one `component`."""

    def inside(x: float) -> str:
        text = number(x)
        return f"({text})" if text.startswith(MINUS) else text

    def added(terms: list[str], end: str) -> str:
        shown = terms[:TERMS_SHOWN] if len(terms) > TERMS_SHOWN + 1 else terms
        return " + ".join([*shown, *(["…"] if len(shown) < len(terms) else []), *([end] if end else [])])

    name = result_symbol(step)
    own = step.kind in _OF_THE_CELL or step.kind in PATTERN_KINDS
    at = "" if own else f"[{component + 1}]"
    got = number(step.total) if step.total is not None else number(float(step.row[component])) if step.row is not None else ""
    columns = {column.symbol: inside(float(column.values[component])) for column in step.columns if not own}
    scalars = {key: inside(value) for key, value in step.scalars}
    match step.kind:
        case "read":
            return ""
        case "norm" | "norm-out" | "norm-after":
            bias = f" + {columns['norm-bias']}" if "norm-bias" in columns else ""
            parts = [f"{symbol(step, key)} = {number(value)}" for key, value in step.scalars]
            return ";  ".join([*parts, f"{name}{at} = {columns['scaled']} · {columns['gain']}{bias} = {got}"])
        case "position" | "position-after":
            return f"{name}{at} = {columns['y']} + {columns['PE']} = {got}"
        case "rotate-query" | "rotate-key":
            return f"{name}{at} = {columns['before']} · {columns['cos']} + {columns['partner']} · {columns['sin']} = {got}"
        case "query" | "key" | "value" | "output" | "mix":
            assert step.product is not None
            left, right = step.product.left.tolist(), step.product.matrix[:, component].tolist()
            terms = [f"{inside(a)} · {inside(b)}" for a, b in zip(left[: TERMS_SHOWN + 2], right, strict=False)]
            return f"{name}{at} = {added(terms, columns.get('bias', ''))} = {got}"
        case "products":
            pairs = zip(step.column("q").tolist(), step.column("k").tolist(), strict=True)
            return f"{name} = {added([f'{inside(a)} · {inside(b)}' for a, b in pairs], '')} = {got}"
        case "scale":
            return f"{name} = {scalars['product']} ÷ {scalars['root-width']} = {got}"
        case "shares":
            return f"{name} = {' + '.join(inside(share) for _, share in step.scalars)} = {got}"
        case "alibi":
            steps_away = integer(round(step.scalar("distance")))
            return f"{name} = {scalars['scaled-score']} − {scalars['slope']} · {steps_away} = {got}"
        case "row-sum":
            return f"{name} = {added([inside(e) for e in step.column('power').tolist()], '')} = {got}"
        case "exponentials" if chain.allowed:
            at_key = inside(float(step.column("masked")[chain.key]))
            return (
                f"{name} = exp({at_key} − {scalars['largest']}) = exp({number(float(step.column('shifted')[chain.key]))}) = {got}"
            )
        case "quotient":
            return f"{name} = {scalars['power-j']} ÷ {scalars['power-sum']} = {got}"
        case "share-rest" if step.changes is not None and step.columns[0].values[chain.key] != step.total:
            before, below = inside(float(step.columns[0].values[chain.key])), scalars.get("rest", scalars["set-total"])
            if "rest-count" in scalars:
                return f"{name} = {scalars['left']} ÷ {integer(round(step.scalar('rest-count')))} = {got}"
            shared = f"{before} · {scalars['left']}" if "left" in scalars else before
            return f"{name} = {shared} ÷ {below} = {got}"
        case "force-pattern" | "set-cells" | "share-rest":
            return f"{symbol(step, step.columns[0].symbol)}_j = {number(float(step.columns[0].values[chain.key]))} → {name} = {got}"
        case "scale-head":
            return f"{name}{at} = {scalars['hand-factor']} · {columns[step.columns[0].symbol]} = {got}"
        case "head-off" | "attention-off":
            before = columns[step.columns[0].symbol].strip("()")
            return f"{symbol(step, step.columns[0].symbol)}{at} = {before} → {name}{at} = {got}"
        case "skip" if "after-skip" in columns:
            start = f"{scalars['factor']} · {columns['x']}" if "carried" in columns else columns["x"]
            return f"{name}{at} = {start} + {columns['change']} = {got}"
        case _:
            return f"{name}{at} = {got}"
