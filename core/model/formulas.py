"""The formulas that hold for a configuration, as pieces that know which part of the model they speak of.

`flow` says in which order the parts stand; the formulas are written from the same configuration, so that text, diagram and
computation can be held against each other. Nothing here computes a model and nothing knows how text is painted.
Heads and blocks are numbered from 1 in formulas, as everywhere that a person reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from core.messages import QT_TRANSLATE_NOOP
from core.model.config import ModelConfig, Placement
from core.model.parameters import deepnorm_factors

Part = Literal[
    "embedding",
    "position",
    "norm1",
    "attention",
    "W_Q",
    "W_K",
    "W_V",
    "scores",
    "heads",
    "W_O",
    "norm1_out",
    "skip1",
    "norm2",
    "feed_forward",
    "norm2_out",
    "skip2",
    "final_norm",
    "unembedding",
]
PARTS: Final[tuple[Part, ...]] = get_args(Part)
Meaning = Literal["query", "key", "value", "position", "norm", "stream"]

_MEANINGS: Final[dict[Part, Meaning]] = {
    "W_Q": "query",
    "W_K": "key",
    "W_V": "value",
    "heads": "value",
    "position": "position",
    "norm1": "norm",
    "norm1_out": "norm",
    "norm2": "norm",
    "norm2_out": "norm",
    "final_norm": "norm",
}
_ATTENTION_PARTS: Final[tuple[Part, ...]] = ("W_Q", "W_K", "W_V", "scores", "heads", "W_O")

WORDS: Final = (
    QT_TRANSLATE_NOOP("core", "head"),
    QT_TRANSLATE_NOOP("core", "gain"),
    QT_TRANSLATE_NOOP("core", "bias"),
    QT_TRANSLATE_NOOP("core", "mean"),
    QT_TRANSLATE_NOOP("core", "sin"),
)
"""The words in formulas that differ from language to language; an interface translates them one by one."""

_EACH_BLOCK = QT_TRANSLATE_NOOP("core", "in each of {layers} blocks")
_FIRST_BLOCK = QT_TRANSLATE_NOOP("core", "block 1 only, after its attention")
_MASK_CAUSAL = QT_TRANSLATE_NOOP("core", "M is −∞ for every key that comes later, else 0")
_MASK_WINDOW = QT_TRANSLATE_NOOP("core", "M is −∞ for keys that come later or {window} and more tokens before, else 0")
_SHARED_KEYS = QT_TRANSLATE_NOOP("core", "heads {group} at a time share one key and one value")
_DEEPNORM = QT_TRANSLATE_NOOP("core", "value, output and feed-forward matrices are drawn × β")
_DEEPNORM_NO_SKIP = QT_TRANSLATE_NOOP("core", "without skip connections α stands nowhere; matrices are drawn × β")
_POPULATION = QT_TRANSLATE_NOOP("core", "mean μ and variance σ² of one token’s {width} numbers")
_MEAN_SQUARE = QT_TRANSLATE_NOOP("core", "mean over one token’s {width} numbers")
_LEARNED = QT_TRANSLATE_NOOP("core", "one learned row for each of {context} positions")
_PAIRS = QT_TRANSLATE_NOOP("core", "R turns the pairs (i, i + {half}) by this angle at position p")
_SLOPES = QT_TRANSLATE_NOOP("core", "slope s of head i, times the distance between positions p and r")


def meaning_of(part: Part | None) -> Meaning:
    """The colour's meaning of a part; everything that only carries the stream on has the stream's."""
    return "stream" if part is None else _MEANINGS.get(part, "stream")


@dataclass(frozen=True, slots=True)
class Piece:
    """One run of a formula: a symbol, an operator or a number.

    `number` is given where the text is a number put in, so that an interface can write it in the person's language.
    """

    text: str
    part: Part | None = None
    level: Literal["base", "sub", "sup"] = "base"
    number: int | float | None = None
    digits: int = 0


@dataclass(frozen=True, slots=True)
class Formula:
    """One line. `note` is an English template (context "core"); an interface translates it and puts `values` in."""

    name: str
    pieces: tuple[Piece, ...]
    note: str = ""
    values: tuple[tuple[str, int], ...] = ()

    @property
    def plain(self) -> str:
        """The line as plain text, with ``_`` before a subscript and ``^`` before a superscript."""
        marks = {"base": "", "sub": "_", "sup": "^"}
        return "".join(marks[piece.level] + piece.text for piece in self.pieces)

    @property
    def parts(self) -> frozenset[Part]:
        """All parts that the line speaks of."""
        return frozenset(piece.part for piece in self.pieces if piece.part is not None)


def flow(config: ModelConfig) -> tuple[Part, ...]:
    """The parts of a model in the order in which a token passes them, a block's parts once.

    Parts inside attention follow "attention". An encoding that acts inside attention stands before it.
    """
    at = _entry(config)
    encoding: tuple[Part, ...] = ("position",)
    attention: tuple[Part, ...] = ("attention", *_ATTENTION_PARTS)
    final: tuple[Part, ...] = ("final_norm",) if config.has_final_norm else ()
    return (
        "embedding",
        *(encoding if at in ("input", "every-block") else ()),
        *_sublayer(config, (*encoding, *attention) if at == "query-key" else attention, "norm1", "norm1_out", "skip1"),
        *(encoding if at == "after-attention" else ()),
        *_sublayer(config, ("feed_forward",), "norm2", "norm2_out", "skip2"),
        *final,
        "unembedding",
    )


def _entry(config: ModelConfig) -> Placement:
    return config.placed if config.position != "none" else "none"


def _sublayer(config: ModelConfig, core: tuple[Part, ...], norm: Part, norm_out: Part, skip: Part) -> tuple[Part, ...]:
    before = (norm,) if config.norm in ("pre", "sandwich") else ()
    out = (norm_out,) if config.norm == "sandwich" else ()
    added = (skip,) if config.skip else ()
    behind = (norm,) if config.norm in ("post", "deepnorm") else ()
    return (*before, *core, *out, *added, *behind)


def formulas(config: ModelConfig) -> tuple[Formula, ...]:
    """All lines that hold for `config`: first the way of a token through the model, then what its symbols mean."""
    at = _entry(config)
    lines = [_embedding(config, at)]
    if at == "every-block":
        lines.append(Formula("position-block", _t("x", None, " ← ", None, "x", None, " + PE", "position"), *_layers_note(config)))
    lines.append(_sublayer_line(config, "MHA", "attention", "norm1", "norm1_out", "skip1"))
    if at == "after-attention":
        lines.append(Formula("position-block", _t("x", None, " ← ", None, "x", None, " + PE", "position"), _FIRST_BLOCK))
    lines.append(_sublayer_line(config, "FFN", "feed_forward", "norm2", "norm2_out", "skip2"))
    lines.append(_output(config))
    lines.append(_multi_head(config))
    lines.append(_head(config, at))
    lines += _projections(config, at)
    lines.append(_feed_forward(config))
    if config.norm == "deepnorm":
        lines.append(_deepnorm(config))
    if config.normed:
        lines.append(_norm(config))
    lines += _encoding(config, at)
    return tuple(lines)


def _t(*runs: str | Part | None) -> tuple[Piece, ...]:
    """Pieces from texts and parts in turn: text, part, text, part."""
    return tuple(Piece(text, part) for text, part in zip(runs[::2], runs[1::2], strict=True))  # type: ignore[arg-type]


def _n(number: int | float, part: Part | None, digits: int = 0, level: Literal["base", "sub", "sup"] = "base") -> Piece:
    return Piece(f"{number:.{digits}f}" if digits else str(number), part, level, number, digits)


def _symbol(base: str, below: str, part: Part) -> tuple[Piece, ...]:
    return Piece(base, part), Piece(below, part, "sub")


def _layers_note(config: ModelConfig) -> tuple[str, tuple[tuple[str, int], ...]]:
    return _EACH_BLOCK, (("layers", config.n_layers),)


def _norm_name(config: ModelConfig) -> str:
    return "LN" if config.norm_kind == "layernorm" else "RMS"


def _embedding(config: ModelConfig, at: str) -> Formula:
    pieces: tuple[Piece, ...] = _t("x", None, " = ", None)
    if config.scale_embedding:
        pieces += (Piece("√", "embedding"), _n(config.d_model, "embedding"), Piece("·", None))
    pieces += (Piece("E", "embedding"), Piece("[token]", "embedding"))
    if at == "input":
        pieces += (Piece(" + PE", "position"),)
    return Formula("embedding", pieces)


def _sublayer_line(config: ModelConfig, function: str, core: Part, norm: Part, norm_out: Part, skip: Part) -> Formula:
    """x ← x + F(LN(x)) (pre), LN(x + F(x)) (post, deepnorm with α·x), x + LN(F(LN(x))) (sandwich), x + F(x) (none)."""
    name = _norm_name(config)
    inner = _t("x", None)
    if config.norm in ("pre", "sandwich"):
        inner = _call(name, norm, inner)
    inner = _call(function, core, inner)
    if config.norm == "sandwich":
        inner = _call(name, norm_out, inner)
    if config.skip:
        scale = _t("α·", skip) if config.norm == "deepnorm" else ()
        inner = (*scale, *_t("x", skip, " + ", skip), *inner)
    if config.norm in ("post", "deepnorm"):
        inner = _call(name, norm, inner)
    return Formula(core, (*_t("x", None, " ← ", None), *inner), *_layers_note(config))


def _call(function: str, part: Part, inner: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return (Piece(function, part), Piece("(", part), *inner, Piece(")", part))


def _output(config: ModelConfig) -> Formula:
    inner = _t("x", None)
    if config.has_final_norm:
        inner = _call(_norm_name(config), "final_norm", inner)
    matrix = _t("·", None, "Eᵀ", "unembedding") if config.tied else (*_t("·", None), *_symbol("W", "U", "unembedding"))
    return Formula("unembedding", (*_t("logits", "unembedding", " = ", None), *inner, *matrix))


def _multi_head(config: ModelConfig) -> Formula:
    heads = config.n_heads

    def head(i: int) -> tuple[Piece, ...]:
        return Piece("head", "heads"), _n(i, "heads", level="sub")

    if heads == 1:
        joined = head(1)
    else:
        between = ", " if heads == 2 else " … "
        joined = (*_t("Concat(", "heads"), *head(1), *_t(between, "heads"), *head(heads), *_t(")", "heads"))
    bias = (*_t(" + ", None), *_symbol("b", "O", "W_O")) if config.biases else ()
    return Formula(
        "multi-head",
        (*_t("MHA", "attention", "(X)", None, " = ", None), *joined, *_t("·", None), *_symbol("W", "O", "W_O"), *bias),
    )


def _head(config: ModelConfig, at: str) -> Formula:
    """head_i = softmax(Q·Kᵀ/√K [− s·|p − r|] [+ M])·V; grouped keys and values carry their own index j."""
    grouped = config.kv_heads != config.n_heads
    shared = "j" if grouped else "i"
    bias = (Piece(" − ", "position"), *_symbol("s", "i", "position"), Piece("·|p − r|", "position")) if _alibi(config, at) else ()
    mask = _t(" + M", "scores") if config.causal else ()
    pieces = (
        *_symbol("head", "i", "heads"),
        *_t(" = ", None, "softmax(", "scores"),
        *_symbol("Q", "i", "W_Q"),
        *_t("·", "scores"),
        *_symbol("K", shared, "W_K"),
        *_t("ᵀ", "W_K", " / √", "scores"),
        _n(config.d_head, "scores"),
        *bias,
        *mask,
        *_t(")", "scores", "·", "heads"),
        *_symbol("V", shared, "W_V"),
    )
    if config.window:
        return Formula("head", pieces, _MASK_WINDOW, (("window", config.window),))
    return Formula("head", pieces, _MASK_CAUSAL if config.causal else "")


def _alibi(config: ModelConfig, at: str) -> bool:
    return config.position == "alibi" and at == "query-key"


def _projections(config: ModelConfig, at: str) -> list[Formula]:
    """Q, K and V of one head, with what is added to their input, the bias, and the rotation."""
    shared = "j" if config.kv_heads != config.n_heads else "i"
    letters: tuple[tuple[str, Part, str], ...] = (("Q", "W_Q", "i"), ("K", "W_K", shared), ("V", "W_V", shared))
    additive = at == "query-key" and config.position in ("sinusoidal", "learned")
    lines = []
    for letter, part, index in letters:
        read = _t("(X", None, " + PE", "position", ")", None) if additive and letter != "V" else _t("X", None)
        pieces: tuple[Piece, ...] = (*read, *_t("·", None), *_symbol("W", f"{letter},{index}", part))
        if config.biases:
            pieces += (*_t(" + ", None), *_symbol("b", f"{letter},{index}", part))
        if config.position == "rotary" and at == "query-key" and letter != "V":
            pieces = _call("R", "position", pieces)
        lines.append(Formula(part, (*_symbol(letter, index, part), *_t(" = ", None), *pieces)))
    if shared == "j":
        group = config.n_heads // config.kv_heads
        pieces = (*_t("j = ⌈i / ", "W_K"), _n(group, "W_K"), *_t("⌉", "W_K"))
        lines.append(Formula("groups", pieces, _SHARED_KEYS, (("group", group),)))
    return lines


def _feed_forward(config: ModelConfig) -> Formula:
    part: Part = "feed_forward"

    def linear(read: str, matrix: str) -> tuple[Piece, ...]:
        bias = (*_t(" + ", part), *_symbol("b", matrix, part)) if config.biases else ()
        return (*_t(read, part), *_symbol("W", matrix, part), *bias)

    inside = linear("x·", "in")
    body: tuple[Piece, ...]
    match config.activation:
        case "relu":
            body = (*_t("max(0, ", part), *inside, *_t(")", part))
        case "gelu":
            body = (*_t("GELU(", part), *inside, *_t(")", part))
        case "gelu-tanh":
            body = (*_symbol("GELU", "tanh", part), *_t("(", part), *inside, *_t(")", part))
        case "swiglu":
            factor = (*_t("(", part), *inside, *_t(")", part)) if config.biases else inside
            body = (*_t("(SiLU(", part), *linear("x·", "gate"), *_t(") ∘ ", part), *factor, *_t(")", part))
    pieces = (*_t("FFN", part, "(x)", None, " = ", None), *body, *linear("·", "out"))
    return Formula("feed-forward", pieces)


def _deepnorm(config: ModelConfig) -> Formula:
    alpha, beta = deepnorm_factors(config.n_layers)
    if not config.skip:
        return Formula("deepnorm", (*_t("β = ", "attention"), _n(beta, "attention", 4)), _DEEPNORM_NO_SKIP)
    return Formula(
        "deepnorm",
        (
            *_t("α = (2·", "skip1"),
            _n(config.n_layers, "skip1"),
            *_t(")", "skip1"),
            Piece("1/4", "skip1", "sup"),
            *_t(" = ", "skip1"),
            _n(alpha, "skip1", 3),
            *_t(", β = (8·", "attention"),
            _n(config.n_layers, "attention"),
            *_t(")", "attention"),
            Piece("−1/4", "attention", "sup"),
            *_t(" = ", "attention"),
            _n(beta, "attention", 3),
        ),
        _DEEPNORM,
    )


def _norm(config: ModelConfig) -> Formula:
    """ε = 10⁻⁵ inside the root, population variance."""
    part: Part = "norm1"
    values = (("width", config.d_model),)
    epsilon = (*_t(" + 10", part), Piece("−5", part, "sup"), *_t(")", part))
    if config.norm_kind == "rmsnorm":
        pieces = (*_t("RMS", part, "(x)", None, " = ", None, "gain·x / √(mean(x²)", part), *epsilon)
        return Formula("norm", pieces, _MEAN_SQUARE, values)
    pieces = (*_t("LN", part, "(x)", None, " = ", None, "gain·(x − μ) / √(σ²", part), *epsilon)
    if config.biases:
        pieces += _t(" + bias", part)
    return Formula("norm", pieces, _POPULATION, values)


def _encoding(config: ModelConfig, at: str) -> list[Formula]:
    """What PE, R or s is."""
    part: Part = "position"
    if at == "none":
        return []
    if config.position == "learned":
        return [Formula("encoding", _t("PE = P[p]", part), _LEARNED, (("context", config.context),))]
    if config.position == "alibi":
        exponent = _n_text(f"−8·i/{config.n_heads}", part)
        return [Formula("encoding", (*_symbol("s", "i", part), *_t(" = 2", part), exponent), _SLOPES)]
    if config.position == "rotary":
        power = _n_text(f"2i/{config.d_head}", part)
        base = _n(int(config.rope_base), part) if float(config.rope_base).is_integer() else _n(config.rope_base, part, 3)
        return [Formula("encoding", (*_t("θ = p / ", part), base, power), _PAIRS, (("half", config.d_head // 2),))]
    angle = (*_t("p / 10000", part), _n_text(f"2i/{config.d_model}", part), *_t(")", part))
    half = (config.d_model + 1) // 2
    even, odd = ("2i", "2i+1") if config.sinusoid_layout == "interleaved" else ("i", f"i+{half}")
    return [
        Formula("encoding-sine", (*_symbol("PE", f"p, {even}", part), *_t(" = sin(", part), *angle)),
        Formula("encoding-cosine", (*_symbol("PE", f"p, {odd}", part), *_t(" = cos(", part), *angle)),
    ]


def _n_text(text: str, part: Part) -> Piece:
    return Piece(text, part, "sup")
