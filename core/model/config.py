"""ModelConfig: every choice that defines a transformer, and the rules that say which choices go together.

Shape letters used in all of core: T tokens, D model width, H heads, K head width, F feed-forward width, L blocks, V vocabulary.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, get_args

from core.messages import QT_TRANSLATE_NOOP, InputError

Position = Literal["sinusoidal", "learned", "rotary", "alibi", "none"]
Placement = Literal["input", "after-attention", "every-block", "query-key", "none"]
SinusoidLayout = Literal["interleaved", "side-by-side"]
Norm = Literal["pre", "post", "none", "sandwich", "deepnorm"]
NormKind = Literal["layernorm", "rmsnorm"]
Activation = Literal["relu", "gelu", "gelu-tanh", "swiglu"]

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "position": get_args(Position),
    "placement": get_args(Placement),
    "sinusoid_layout": get_args(SinusoidLayout),
    "norm": get_args(Norm),
    "norm_kind": get_args(NormKind),
    "activation": get_args(Activation),
}
"""Field name -> its legal words, in the order in which an interface lists them."""

INT_LIMIT: Final = 2**31 - 1
"""Largest size of one dimension; products of sizes are Python integers and have no limit."""

_SIZES: Final = ("d_model", "n_heads", "n_layers", "vocabulary", "context")

_NOT_A_SIZE = QT_TRANSLATE_NOOP("core", "{field} is {value}, but it must be a whole number from 1 to {limit}.")
_NOT_A_SEED = QT_TRANSLATE_NOOP("core", "seed is {value}, but it must be a whole number from 0 to {limit}.")
_NOT_A_CHOICE = QT_TRANSLATE_NOOP("core", "{field} is “{value}”, but it must be one of: {choices}.")
_NOT_A_SWITCH = QT_TRANSLATE_NOOP("core", "{field} is {value}, but it must be on or off.")
_NOT_DIVISIBLE = QT_TRANSLATE_NOOP(
    "core",
    "A width of {d_model} cannot be split between {n_heads} heads without remainder; "
    "the nearest numbers of heads that divide it: {choices}.",
)
_KV_NOT_DIVISOR = QT_TRANSLATE_NOOP(
    "core",
    "{n_kv_heads} key/value heads cannot be shared evenly by {n_heads} heads; "
    "the nearest numbers that divide {n_heads}: {choices}.",
)
_ODD_ROTARY = QT_TRANSLATE_NOOP(
    "core",
    "Rotary positions turn pairs of numbers, so the head width must be even, but here it is {d_head}; "
    "the nearest even widths: {choices}.",
)
_ILLEGAL_PLACEMENT = QT_TRANSLATE_NOOP(
    "core", "The position encoding “{position}” cannot be placed at “{placement}”; possible here: {choices}."
)
_BAD_MASK = QT_TRANSLATE_NOOP(
    "core", "mask is “{value}”, but it must be none, causal or window:N with N from 1 up, such as window:4."
)
_BAD_BASE = QT_TRANSLATE_NOOP("core", "rope_base is {value}, but it must be a number above 0.")
_BAD_WIDTH = QT_TRANSLATE_NOOP("core", "head_width is {value}, but it must be split, keep or a whole number from 1 to {limit}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """All choices of one model. It is legal or it does not exist.

    Parameters
    ----------
    d_model, n_heads, n_layers
        D, the width of the residual stream; H, heads of each block; L, blocks.
    d_ff, n_kv_heads, placement
        F, the width inside the feed-forward network; H_kv, sets of keys and values that the heads share; where the encoding enters:
        input, after-attention, every-block, query-key or none. None follows the others: 4·D, H, the usual place of `position`; the
        properties `ff_width`, `kv_heads` and `placed` give the values in force.
    head_width
        K: "split" (D/H), "keep" (D) or a number.
    position, sinusoid_layout, rope_base, context
        sinusoidal (interleaved or side-by-side), learned (a table of `context` rows), rotary (base of its angles), alibi or none.
    norm, norm_kind, skip
        pre, post, none, sandwich or deepnorm; layernorm or rmsnorm; whether there are skip connections.
    mask
        none, causal, or window:N (the token itself and the N − 1 before it).
    activation, biases
        relu, gelu, gelu-tanh or swiglu; without biases there are none anywhere, the norms' included.
    vocabulary, tied, scale_embedding
        V; whether the output matrix is the token table; whether token vectors are multiplied by √D.
    seed
        What random weights are drawn from.

    Raises
    ------
    InputError
        For an illegal value or combination, naming the numbers and the nearest legal choices; its value `field` is the field
        that the choices are for.
    """

    d_model: int = 512
    n_heads: int = 8
    n_layers: int = 6
    d_ff: int | None = None
    head_width: Literal["split", "keep"] | int = "split"
    n_kv_heads: int | None = None
    position: Position = "sinusoidal"
    placement: Placement | None = None
    sinusoid_layout: SinusoidLayout = "interleaved"
    norm: Norm = "pre"
    norm_kind: NormKind = "layernorm"
    skip: bool = True
    mask: str = "none"
    activation: Activation = "relu"
    biases: bool = True
    vocabulary: int = 37000
    context: int = 512
    tied: bool = True
    scale_embedding: bool = False
    rope_base: float = 10000.0
    seed: int = 0

    def __post_init__(self) -> None:
        self._check_values()
        self._check_combinations()

    def _check_values(self) -> None:
        for field in (*_SIZES, "d_ff", "n_kv_heads"):
            value = getattr(self, field)
            if value is None and field not in _SIZES:
                continue
            if type(value) is not int or not 1 <= value <= INT_LIMIT:
                raise InputError(_NOT_A_SIZE, field=field, value=_as_written(value), limit=INT_LIMIT)
        if type(self.seed) is not int or not 0 <= self.seed <= 2**63 - 1:
            raise InputError(_NOT_A_SEED, value=self.seed, limit=2**63 - 1)
        if self.head_width not in ("split", "keep") and not (type(self.head_width) is int and 1 <= self.head_width <= INT_LIMIT):
            raise InputError(_BAD_WIDTH, value=self.head_width, limit=INT_LIMIT)
        for field, choices in CHOICES.items():
            value = getattr(self, field)
            if value not in choices and not (field == "placement" and value is None):
                raise InputError(_NOT_A_CHOICE, field=field, value=value, choices=", ".join(choices))
        for field in ("skip", "biases", "tied", "scale_embedding"):
            if type(getattr(self, field)) is not bool:
                raise InputError(_NOT_A_SWITCH, field=field, value=getattr(self, field))
        if _window_of(self.mask) is None:
            raise InputError(_BAD_MASK, value=self.mask)
        if not 0 < self.rope_base < float("inf"):
            raise InputError(_BAD_BASE, value=self.rope_base)

    def _check_combinations(self) -> None:
        if self.head_width == "split" and self.d_model % self.n_heads:
            choices = nearest(self.n_heads, divisors(self.d_model))
            raise InputError(_NOT_DIVISIBLE, field="n_heads", d_model=self.d_model, n_heads=self.n_heads, choices=_listed(choices))
        if self.n_heads % self.kv_heads:
            choices = nearest(self.kv_heads, divisors(self.n_heads))
            values = {"n_kv_heads": self.kv_heads, "n_heads": self.n_heads, "choices": _listed(choices)}
            raise InputError(_KV_NOT_DIVISOR, field="n_kv_heads", **values)
        if self.placed not in legal_placements(self.position):
            places = ", ".join(legal_placements(self.position))
            raise InputError(_ILLEGAL_PLACEMENT, field="placement", position=self.position, placement=self.placed, choices=places)
        if self.position == "rotary" and self.d_head % 2:
            evens = [width for width in (self.d_head - 1, self.d_head + 1) if width > 0]
            raise InputError(_ODD_ROTARY, field="head_width", d_head=self.d_head, choices=_listed(evens))

    @property
    def d_head(self) -> int:
        """K, the width of one head: D/H when the heads share the width, D when each keeps it, or the number given."""
        if self.head_width == "split":
            return self.d_model // self.n_heads
        return self.d_model if self.head_width == "keep" else self.head_width

    @property
    def ff_width(self) -> int:
        """F, the width inside the feed-forward network."""
        return 4 * self.d_model if self.d_ff is None else self.d_ff

    @property
    def kv_heads(self) -> int:
        """Number of key/value heads; query head i reads key/value head i // (H / kv_heads)."""
        return self.n_heads if self.n_kv_heads is None else self.n_kv_heads

    @property
    def placed(self) -> Placement:
        """Where the encoding enters."""
        return usual_placement(self.position) if self.placement is None else self.placement

    @property
    def causal(self) -> bool:
        """Whether a token may only look at itself and at earlier tokens (also true for a window)."""
        return self.mask != "none"

    @property
    def window(self) -> int:
        """How many tokens a row may look at, itself included, counted backwards; 0 means all that the mask allows."""
        return _window_of(self.mask) or 0

    def allows(self, query: int, key: int) -> bool:
        """Whether the mask lets the token at `query` look at the one at `key`."""
        return mask_allows(query, key, causal=self.causal, window=self.window)

    @property
    def normed(self) -> bool:
        """Whether the blocks have norms at all."""
        return self.norm != "none"

    @property
    def has_final_norm(self) -> bool:
        """Pre-norm leaves the residual stream unnormalised, so one norm follows the last block."""
        return self.norm in ("pre", "sandwich")

    def as_dict(self) -> dict[str, Any]:
        """All fields with the values in force (nothing left at None), ready for JSON."""
        return asdict(self) | {"d_ff": self.ff_width, "n_kv_heads": self.kv_heads, "placement": self.placed, "d_head": self.d_head}


def mask_allows(query: int, key: int, *, causal: bool, window: int) -> bool:
    """Whether a mask lets the token at `query` look at the one at `key`; a window counts backwards, 0 is none."""
    return not (causal and key > query) and not (window and not 0 <= query - key < window)


def usual_placement(position: Position) -> Placement:
    """Where `position` enters unless told otherwise."""
    if position in ("rotary", "alibi"):
        return "query-key"
    return "none" if position == "none" else "input"


def legal_placements(position: Position) -> tuple[Placement, ...]:
    """All places at which `position` can enter: rotary and ALiBi act on queries and keys only, no encoding enters nowhere."""
    if position in ("rotary", "alibi"):
        return ("query-key", "none")
    return ("none",) if position == "none" else get_args(Placement)


def divisors(n: int) -> list[int]:
    """All divisors of n ≥ 1, ascending."""
    small = [i for i in range(1, int(n**0.5) + 1) if n % i == 0]
    return small + [n // i for i in reversed(small) if i * i != n]


def nearest(value: int, candidates: list[int]) -> list[int]:
    """The largest candidate below `value` and the smallest above it (one of them may not exist)."""
    below = [c for c in candidates if c < value][-1:]
    above = [c for c in candidates if c > value][:1]
    return below + above


def _as_written(value: object) -> object:
    """Text in its quotation marks, so that “6” does not look like 6."""
    return f"“{value}”" if isinstance(value, str) else value


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _window_of(mask: object) -> int | None:
    """Window length of a mask word, 0 for no window, None for a word that is no mask."""
    if mask in ("none", "causal"):
        return 0
    if isinstance(mask, str) and mask.startswith("window:") and len(mask) < 40 and mask[7:].isascii() and mask[7:].isdigit():
        return min(int(mask[7:]), INT_LIMIT) or None
    return None
