"""What becomes of the maps when the tokens change places: whether pattern(π x) equals π pattern(x) πᵀ.

Without positions attention takes the sentence for a set, so the maps only change places with their tokens. The experiment runs the
plain pass twice, over the sentence and over its tokens in another order, and takes the largest difference of each layer, for the
model in use and for the same model with the encoding at every other place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from core.experiments.outcome import Outcome, finite
from core.experiments.repeated import REPEATING, TOLERANCE, Cut, RepeatedWord, repeated_word, weights_for, words_of
from core.messages import QT_TRANSLATE_NOOP, Cancelled, InputError
from core.model.arrays import FLOAT_BYTES
from core.model.config import ModelConfig, Placement, Position
from core.model.counts import peak_bytes
from core.model.limits import check_ids, check_length
from core.model.memory import check_memory
from core.model.transformer import block, embed, encoding_table
from core.model.weights import Weights

SENTENCE: Final = "The keys to the cabinet are on the table"
"""What is read when no sentence is given."""

RowName = Literal["in-use", "none", "input", "after-attention", "every-block", "query-key", "causal"]
Finding = Literal["zero", "not zero"]

_ADDED: Final[tuple[Placement, ...]] = ("input", "after-attention", "every-block")
_PATTERN: Final = frozenset({"pattern"})

CLAIM: Final = QT_TRANSLATE_NOOP(
    "core",
    "Without positions attention takes a sentence for a set: in another order its maps are the same, with rows and columns moved. "
    "An encoding at the input ends that, one added after the first attention comes too late for layer 1, "
    "and a causal mask carries order by itself.",
)
_TOO_FEW = QT_TRANSLATE_NOOP("core", "The order experiment needs at least 2 tokens; this sentence has {tokens}.")
_NOT_AN_ORDER = QT_TRANSLATE_NOOP("core", "An order of {tokens} tokens names each of the numbers 0 to {last} once.")
_SAME_ORDER = QT_TRANSLATE_NOOP("core", "This is the order of the sentence itself, so there is nothing to compare; move a token.")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlacementRow:
    """One model: how far its maps are from having only changed places."""

    name: RowName
    """Where the encoding enters; `causal`: nowhere, but under a causal mask; `in-use`: the model that was asked about."""
    config: ModelConfig
    differences: NDArray[np.float64]
    """[L, H] largest |pattern(π x) − π pattern(x) πᵀ| of each map; NaN where a map is not finite."""
    output: float
    """The largest |y(π x) − π y(x)| over what leaves the last block: each token's vector moves with it, or not."""
    expected: tuple[Finding, ...]
    """What theory says of each layer."""

    @property
    def layers(self) -> tuple[float, ...]:
        """The largest difference over the heads of each layer."""
        return tuple(float(row.max()) for row in self.differences)

    @property
    def found(self) -> tuple[Finding, ...]:
        """What was measured in each layer; what is not finite is not zero."""
        return tuple("zero" if value <= TOLERANCE else "not zero" for value in self.layers)

    @property
    def holds(self) -> bool:
        """Whether every layer that should be 0 is, and of the others at least one is not.

        Not all of these have to be: without skip connections deep layers may take all tokens for one.
        """
        pairs = list(zip(self.expected, self.layers, strict=True))
        zeros = all(value <= TOLERANCE for wanted, value in pairs if wanted == "zero")
        others = [value for wanted, value in pairs if wanted == "not zero"]
        return zeros and (not others or any(value > TOLERANCE for value in others))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OrderOutcome(Outcome):
    """What the order experiment found."""

    labels: tuple[str, ...]
    order: tuple[int, ...]
    """Place i of the new order holds token order[i] of the sentence."""
    rows: tuple[PlacementRow, ...]
    repeated: RepeatedWord
    tolerance: float = TOLERANCE
    """Up to this a difference counts as 0."""

    def measured(self) -> dict[str, Any]:
        """Differences by placement and layer (from 0), and those of the two rows of a repeated word."""
        repeated = self.repeated
        return {
            "tokens": list(self.labels),
            "order": list(self.order),
            "tolerance": self.tolerance,
            "placements": {row.name: _row_as_dict(row) for row in self.rows},
            "repeated": {
                "tokens": list(repeated.labels),
                "word": repeated.word,
                "rows": [repeated.first, repeated.second],
                "without_positions": [finite(value) for value in repeated.without],
                "with_positions": [finite(value) for value in repeated.with_positions],
                "holds": repeated.holds,
            },
        }


def run_order(
    config: ModelConfig,
    ids: Sequence[int] | None = None,
    labels: Sequence[str] | None = None,
    *,
    order: Sequence[int] | None = None,
    shuffle_seed: int = 0,
    weights: Weights | None = None,
    repeating: str | Cut = REPEATING,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> OrderOutcome:
    """Let the model read a sentence in two orders, with the encoding at every place.

    All rows but that of the model in use are without a mask, `causal` excepted. An encoding that can only turn or bend scores
    (rotary, ALiBi) stands at queries and keys; the other places then take sinusoids.

    Parameters
    ----------
    ids, labels
        T token ids and their visible marks; without them `SENTENCE`.
    order
        Which token stands at each place; None shuffles by `shuffle_seed`, never into the order of the sentence.
    weights
        Those in use; None draws random ones from `config.seed`. Every row has the same, as far as it has them.
    repeating
        Read for the repeated word where the sentence repeats none; its words, or what it is cut into.

    Raises
    ------
    InputError
        For fewer than 2 tokens, an order that is none or is the sentence's own, and a model or sentence that is too large.
    Cancelled
        When `cancelled` says so.
    """
    if ids is None:
        ids, labels = words_of(SENTENCE, config)
    marks = tuple(labels) if labels is not None else tuple(map(str, ids))
    tokens = len(ids)
    new_order = shuffled(tokens, shuffle_seed) if order is None else _checked(order, tokens)
    check_length(config, tokens)
    check_ids(config, ids)
    # Beside one pass without maps: those of one layer, and one of them with its rows and columns moved.
    maps = FLOAT_BYTES * (config.n_heads + 2) * tokens**2
    check_memory(config, tokens, peak_bytes(config, tokens, frozenset(), logits=False).total + maps)
    variants = _variants(config)
    distinct = list(dict.fromkeys(variants.values()))
    steps = len(distinct) + 2
    known = weights_for(config, weights)
    measured: dict[ModelConfig, tuple[NDArray[np.float64], float]] = {}
    for number, variant in enumerate(distinct):
        known_here = weights_for(variant, known)
        measured[variant] = _deviation(variant, known_here, ids, new_order, cancelled)
        if progress is not None:
            progress(number + 1, steps)
    rows = tuple(
        PlacementRow(
            name=name,
            config=variant,
            differences=measured[variant][0],
            output=measured[variant][1],
            expected=expected(variant, new_order),
        )
        for name, variant in variants.items()
    )
    repeated = repeated_word(config, ids, marks, variants["none"], variants["input"], known, cancelled, repeating)
    if progress is not None:
        progress(steps, steps)
    return OrderOutcome(
        experiment="order",
        config=config,
        claim=CLAIM,
        holds=all(row.holds for row in rows) and repeated.holds,
        labels=marks,
        order=new_order,
        rows=rows,
        repeated=repeated,
    )


def shuffled(tokens: int, seed: int) -> tuple[int, ...]:
    """An order of `tokens` tokens drawn from `seed`, never the one they have.

    Raises
    ------
    InputError
        For fewer than 2 tokens, which have no other order.
    """
    if tokens < 2:
        raise InputError(_TOO_FEW, tokens=tokens)
    generator = np.random.default_rng(seed)
    while True:
        order = tuple(generator.permutation(tokens).tolist())
        if order != tuple(range(tokens)):
            return order


def expected(config: ModelConfig, order: Sequence[int]) -> tuple[Finding, ...]:
    """What theory says of the maps of each layer when the tokens are put into `order`: still equal, or not.

    ALiBi knows how far apart two tokens are but not which comes first: backwards, it sees the same sentence. A window of 1 lets
    every token look at itself alone, in every order.
    """
    layers, placed = config.n_layers, config.placed
    zero: Finding = "zero"
    not_zero: Finding = "not zero"
    if config.window == 1:
        return (zero,) * layers
    if config.causal:
        return (not_zero,) * layers
    backwards = tuple(order) == tuple(reversed(range(len(order))))
    if placed == "none" or (config.position == "alibi" and backwards):
        return (zero,) * layers
    first = zero if placed == "after-attention" else not_zero
    return (first, *(not_zero,) * (layers - 1))


def _row_as_dict(row: PlacementRow) -> dict[str, Any]:
    return {
        "position": row.config.position,
        "placement": row.config.placed,
        "mask": row.config.mask,
        "layers": [finite(value) for value in row.layers],
        "heads": [[finite(value) for value in layer] for layer in row.differences.tolist()],
        "output": finite(row.output),
        "expected": list(row.expected),
        "found": list(row.found),
        "holds": row.holds,
    }


def _checked(order: Sequence[int], tokens: int) -> tuple[int, ...]:
    if tokens < 2:
        raise InputError(_TOO_FEW, tokens=tokens)
    if sorted(order) != list(range(tokens)):
        raise InputError(_NOT_AN_ORDER, tokens=tokens, last=tokens - 1)
    if list(order) == list(range(tokens)):
        raise InputError(_SAME_ORDER)
    return tuple(order)


def _variants(config: ModelConfig) -> dict[RowName, ModelConfig]:
    """The model in use, and the same with the encoding at every place and under a causal mask without any."""
    added: Position = config.position if config.position in ("sinusoidal", "learned") else "sinusoidal"
    at_queries: Position = config.position if config.position in ("rotary", "alibi") else added
    places: dict[RowName, ModelConfig] = {"in-use": config}
    places["none"] = replace(config, mask="none", position="none", placement=None)
    for place in _ADDED:
        places[place] = replace(config, mask="none", position=added, placement=place)
    places["query-key"] = replace(config, mask="none", position=at_queries, placement="query-key")
    places["causal"] = replace(config, mask="causal", position="none", placement=None)
    return places


def _deviation(
    config: ModelConfig, weights: Weights, ids: Sequence[int], order: tuple[int, ...], cancelled: Callable[[], bool] | None
) -> tuple[NDArray[np.float64], float]:
    """([L, H] largest differences of the maps, that of the last block's output), both passes block by block side by side."""
    encoding = encoding_table(config, weights, len(ids))
    x = embed(config, weights, ids, encoding)
    moved = embed(config, weights, [ids[token] for token in order], encoding)
    places = np.array(order)
    differences = np.zeros((config.n_layers, config.n_heads))

    def go_on(_head: int, _pattern: object) -> None:
        if cancelled is not None and cancelled():
            raise Cancelled

    with np.errstate(all="ignore"):  # without norms a deep model can overflow; NaN then says so
        for layer in range(config.n_layers):
            x, found = block(x, encoding, weights, layer, _PATTERN, go_on)
            pattern = found["pattern"]
            assert pattern is not None

            def compare(head: int, own: NDArray[np.float32], maps: NDArray[np.float32] = pattern, layer: int = layer) -> None:
                go_on(head, own)
                differences[layer, head] = np.abs(own - maps[head][places[:, None], places]).max()

            moved, _ = block(moved, encoding, weights, layer, frozenset(), compare)
        output = float(np.abs(moved - x[places]).max())
    return differences, output
