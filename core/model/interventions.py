"""What is changed by hand in a pass: heads and sublayers switched off, patterns forced, cells set, heads scaled.

>>> from core.model.interventions import ForcePattern, HeadOff, Interventions
>>> changed = Interventions().add(HeadOff(0, 1)).add(ForcePattern(1, 0, "uniform"))
>>> trace = forward(config, weights, ids, interventions=changed)

Layers, heads and tokens count from 0. Several changes of one head combine in this order, whatever the order in which they were
added: the forced pattern replaces the computed one; then cells are set by hand; then z = pattern · v; then z is scaled; then a
head that is off gets z = 0. Sentences for a person are the window's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Final, Literal, get_args

from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig

ForcedPattern = Literal["uniform", "identity", "previous-token", "first-token"]
FORCED_PATTERNS: Final[tuple[ForcedPattern, ...]] = get_args(ForcedPattern)
LARGEST_FACTOR: Final = 1e6
"""Most that a head is scaled by; more would leave float32 before it taught anything."""
MOST: Final = 1000
"""Changes in a file; nobody makes so many by hand, and each is looked at for every keystroke."""
Misfitting = Literal["layer", "head", "token", "mask"]

_NOT_AN_INDEX = QT_TRANSLATE_NOOP("core", "{field} is {value}, but it must be a whole number from 0 up.")
_NOT_A_FACTOR = QT_TRANSLATE_NOOP("core", "A head is scaled by a number from −{limit} to {limit}, not by {value}.")
_NOT_A_WEIGHT = QT_TRANSLATE_NOOP("core", "A cell holds a number from 0 to 1, not {value}.")
_NOT_A_PATTERN = QT_TRANSLATE_NOOP("core", "There is no pattern “{value}” to force; choose one of: {choices}.")
_NOT_A_SWITCH = QT_TRANSLATE_NOOP("core", "{field} is {value}, but it must be on or off.")
_TOO_MANY = QT_TRANSLATE_NOOP("core", "More than {limit} changes by hand are too many.")
_NOT_A_CHANGE = QT_TRANSLATE_NOOP("core", "This is no change of a pass: {value}")
_MISFITS: Final[dict[Misfitting, str]] = {
    "layer": QT_TRANSLATE_NOOP("core", "Layer {layer} (counted from 0) is changed by hand, but the number of layers is {number}."),
    "head": QT_TRANSLATE_NOOP("core", "Head {head} (counted from 0) is changed by hand, but the number of heads is {number}."),
    "token": QT_TRANSLATE_NOOP(
        "core", "The cell ({query}, {key}) (counted from 0) is set by hand, but the number of tokens is {number}."
    ),
    "mask": QT_TRANSLATE_NOOP("core", "The cell ({query}, {key}) (counted from 0) is set by hand, but the mask forbids it."),
}


class _Change:
    """What all changes have in common; not to be made itself."""

    __slots__ = ()

    kind: ClassVar[str]
    """Its name in files."""
    layer: int

    def __post_init__(self) -> None:
        for field in ("layer", "head", "query", "key"):
            value = getattr(self, field, 0)
            if type(value) is not int or value < 0:
                raise InputError(_NOT_AN_INDEX, field=field, value=repr(value))

    @property
    def place(self) -> tuple[object, ...]:
        """What it changes: of two changes of one place only one can hold."""
        return (self.kind, self.layer, *(getattr(self, field, None) for field in ("head", "query", "key")))

    def misfit(self, config: ModelConfig, tokens: int) -> Misfitting | None:
        """Why this cannot be done in `config` to a sentence of `tokens` tokens; None if it can."""
        if self.layer >= config.n_layers:
            return "layer"
        if getattr(self, "head", 0) >= config.n_heads:
            return "head"
        query, key = getattr(self, "query", None), getattr(self, "key", None)
        if query is None or key is None:
            return None
        if max(query, key) >= tokens:
            return "token"
        return None if config.allows(query, key) else "mask"


@dataclass(frozen=True, slots=True)
class HeadOff(_Change):
    """The head adds nothing: its z is 0, so its part of attn_out vanishes; b_O stays, and the map is shown as computed."""

    kind: ClassVar[str] = "head-off"
    layer: int
    head: int


@dataclass(frozen=True, slots=True)
class AttentionOff(_Change):
    """The layer's attention adds nothing: attn_out is 0, b_O included; maps and z are shown as computed."""

    kind: ClassVar[str] = "attention-off"
    layer: int


@dataclass(frozen=True, slots=True)
class FeedForwardOff(_Change):
    """The layer's feed-forward network adds nothing: mlp_out is 0; mlp_pre and mlp_post are shown as computed."""

    kind: ClassVar[str] = "feed-forward-off"
    layer: int


@dataclass(frozen=True, slots=True)
class ForcePattern(_Change):
    """The head looks as told, whatever its scores say (they stay what they were).

    uniform: at all that the mask allows alike; identity: each token at itself; previous-token: at the one before; first-token: at
    the first one. A row whose cell does not exist or is masked (the first row has no token before it) looks at itself.
    """

    kind: ClassVar[str] = "force-pattern"
    layer: int
    head: int
    pattern: ForcedPattern

    def __post_init__(self) -> None:
        _Change.__post_init__(self)
        if self.pattern not in FORCED_PATTERNS:
            raise InputError(_NOT_A_PATTERN, value=self.pattern, choices=", ".join(FORCED_PATTERNS))


@dataclass(frozen=True, slots=True)
class SetCell(_Change):
    """One cell of the pattern has this value, from 0 to 1.

    `renormalise`: the cells of the row that are not set by hand share what is left to 1, in proportion to what they had, or evenly
    where they had nothing. Where that is impossible (the set ones are more than 1 together, or nothing else is allowed) the set
    ones are divided by their sum; a row of zeros stays one. It holds for the row if one of its cells asks for it. Without, the
    others stay as they are, and the row does not sum to 1.
    """

    kind: ClassVar[str] = "set-cell"
    layer: int
    head: int
    query: int
    key: int
    value: float
    renormalise: bool = True

    def __post_init__(self) -> None:
        _Change.__post_init__(self)
        if type(self.value) not in (int, float) or not 0 <= self.value <= 1:
            raise InputError(_NOT_A_WEIGHT, value=repr(self.value))
        if type(self.renormalise) is not bool:
            raise InputError(_NOT_A_SWITCH, field="renormalise", value=repr(self.renormalise))


@dataclass(frozen=True, slots=True)
class ScaleHead(_Change):
    """The head's z is multiplied by a factor: 2 doubles what it adds, −1 turns it round."""

    kind: ClassVar[str] = "scale-head"
    layer: int
    head: int
    factor: float

    def __post_init__(self) -> None:
        _Change.__post_init__(self)
        if type(self.factor) not in (int, float) or not abs(self.factor) <= LARGEST_FACTOR:
            raise InputError(_NOT_A_FACTOR, value=repr(self.factor), limit="1000000")


Intervention = HeadOff | AttentionOff | FeedForwardOff | ForcePattern | SetCell | ScaleHead
_KINDS: Final[dict[str, type[Intervention]]] = {kind.kind: kind for kind in get_args(Intervention)}


@dataclass(frozen=True, slots=True)
class Misfit:
    """A change that cannot be made, and why: there is no such layer, head or token, or the mask forbids the cell."""

    intervention: Intervention
    reason: Misfitting


@dataclass(frozen=True, slots=True)
class Fit:
    """Which of some changes can be made, and which cannot."""

    fitting: Interventions
    misfits: tuple[Misfit, ...]


@dataclass(frozen=True, slots=True)
class HeadChanges:
    """All that is changed of one head, in the order in which it is done."""

    forced: ForcedPattern | None = None
    cells: tuple[SetCell, ...] = ()
    factor: float = 1.0
    off: bool = False


UNCHANGED: Final = HeadChanges()


@dataclass(frozen=True, slots=True)
class Interventions:
    """Changes in the order in which they were added; immutable. At most one for each place (`Intervention.place`)."""

    items: tuple[Intervention, ...] = ()

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Intervention]:
        return iter(self.items)

    def add(self, change: Intervention) -> Interventions:
        """These with `change`, which takes the place of one that changes the same."""
        if any(item.place == change.place for item in self.items):
            return Interventions(tuple(change if item.place == change.place else item for item in self.items))
        return Interventions((*self.items, change))

    def remove(self, change: Intervention) -> Interventions:
        """These without `change`; the same if it is not among them."""
        return Interventions(tuple(item for item in self.items if item != change))

    def clear(self) -> Interventions:
        """Nothing changed."""
        return NONE

    def find(self, kind: type[Intervention], layer: int, head: int | None = None) -> tuple[Intervention, ...]:
        """Those of one kind for a layer (`head` None) or a head."""
        return tuple(i for i in self.items if isinstance(i, kind) and i.place[1:3] == (layer, head))

    def of_head(self, layer: int, head: int) -> HeadChanges:
        """What is changed of one head itself; its layer's attention may be off besides."""
        here = [item for item in self.items if item.place[1:3] == (layer, head)]
        if not here:
            return UNCHANGED
        return HeadChanges(
            forced=next((item.pattern for item in here if isinstance(item, ForcePattern)), None),
            cells=tuple(item for item in here if isinstance(item, SetCell)),
            factor=next((float(item.factor) for item in here if isinstance(item, ScaleHead)), 1.0),
            off=any(isinstance(item, HeadOff) for item in here),
        )

    def heads(self, n_heads: int) -> frozenset[tuple[int, int]]:
        """(layer, head) of all heads whose part of the stream is changed; of a layer without attention all `n_heads`."""
        found = {(item.layer, head) for item in self.items if isinstance(head := item.place[2], int)}
        silent = {(item.layer, head) for item in self.items if isinstance(item, AttentionOff) for head in range(n_heads)}
        return frozenset(found | silent)

    def attention_off(self, layer: int) -> bool:
        """Whether attn_out of `layer` is 0."""
        return any(isinstance(item, AttentionOff) and item.layer == layer for item in self.items)

    def feed_forward_off(self, layer: int) -> bool:
        """Whether mlp_out of `layer` is 0."""
        return any(isinstance(item, FeedForwardOff) and item.layer == layer for item in self.items)

    def applies_to(self, config: ModelConfig, tokens: int) -> Fit:
        """Which of them can be made in `config` to a sentence of `tokens` tokens, and which cannot and why."""
        reasons = [(item, item.misfit(config, tokens)) for item in self.items]
        return Fit(
            Interventions(tuple(item for item, reason in reasons if reason is None)),
            tuple(Misfit(item, reason) for item, reason in reasons if reason is not None),
        )

    def check(self, config: ModelConfig, tokens: int) -> None:
        """Raise InputError for the first of them that cannot be made."""
        for misfit in self.applies_to(config, tokens).misfits:
            numbers = {"layer": config.n_layers, "head": config.n_heads, "token": tokens, "mask": 0}
            raise InputError(_MISFITS[misfit.reason], **asdict(misfit.intervention) | {"number": numbers[misfit.reason]})

    def as_list(self) -> list[dict[str, Any]]:
        """Ready for JSON: one object each, its `kind` and its fields."""
        return [{"kind": item.kind, **asdict(item)} for item in self.items]

    @staticmethod
    def from_list(records: object) -> Interventions:
        """What `as_list` gave.

        Raises
        ------
        InputError
            For anything else.
        """
        found: dict[tuple[object, ...], Intervention] = {}
        for record in records if isinstance(records, list) else [records]:
            named = dict(record) if isinstance(record, Mapping) else {}
            kind = _KINDS.get(str(named.pop("kind", "")))
            if kind is None or set(named) != {field.name for field in fields(kind)}:
                raise InputError(_NOT_A_CHANGE, value=repr(record)[:80])
            change = kind(**named)
            found[change.place] = change
            if len(found) > MOST:
                raise InputError(_TOO_MANY, limit=MOST)
        return Interventions(tuple(found.values()))


NONE: Final = Interventions()
"""Nothing is changed."""
