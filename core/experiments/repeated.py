"""A word that stands in a sentence twice: without positions both look at the same, with them they do not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.messages import Cancelled
from core.model.config import ModelConfig
from core.model.limits import check_length
from core.model.parameters import parameter_table
from core.model.transformer import block, embed, encoding_table
from core.model.weights import Weights, loaded_weights, random_weights
from core.text.labels import labels as visible_labels
from core.text.tokenizers import tokenize

TOLERANCE: Final = 1e-5
"""Up to this a difference counts as 0: float32 rounds sums in another order differently."""
REPEATING: Final = "the dog sees the cat"
"""Read for the repeated word where the sentence repeats none, unless another one is given."""
REPEATING_IN_SPANISH: Final = "el perro ve el gato"
"""The same for whoever reads Spanish."""


Cut = tuple[tuple[int, ...], tuple[str, ...]]
"""A sentence that is cut already: ids and visible marks."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RepeatedWord:
    """Two places of one word: whether their rows, that is, what the word looks at, are equal."""

    labels: tuple[str, ...]
    """The sentence: the one in use, or `REPEATING` (or the one given instead) if that repeats nothing."""
    own: bool
    """Whether it is the one in use."""
    first: int
    second: int
    without: tuple[float, ...]
    """Largest difference of the two rows over the heads of each layer, without positions."""
    with_positions: tuple[float, ...]
    """The same with the encoding at the input."""

    @property
    def word(self) -> str:
        """The word."""
        return self.labels[self.first]

    @property
    def holds(self) -> bool:
        """Whether the rows are equal without positions and different with them."""
        return all(value <= TOLERANCE for value in self.without) and any(value > TOLERANCE for value in self.with_positions)


def repeated_word(
    config: ModelConfig,
    ids: Sequence[int],
    labels: tuple[str, ...],
    without: ModelConfig,
    with_positions: ModelConfig,
    weights: Weights,
    cancelled: Callable[[], bool] | None,
    repeating: str | Cut = REPEATING,
) -> RepeatedWord:
    """Compare the rows of the first repeated word of a sentence, or of `repeating`, in a model without positions and one with them.

    Raises
    ------
    InputError
        When the model has learned positions for fewer tokens than `repeating` has.
    ValueError
        When `repeating` is needed and repeats no word.
    """
    pair = _first_repeat(ids)
    own = pair is not None
    if pair is None:
        ids, labels = words_of(repeating, config) if isinstance(repeating, str) else repeating
        check_length(with_positions, len(ids))
        pair = _first_repeat(ids)
        if pair is None:
            raise ValueError(f"no word stands twice in “{repeating}”")
    models = (without, with_positions)
    unlike, apart = (_row_differences(model, weights_for(model, weights), ids, pair, cancelled) for model in models)
    return RepeatedWord(labels=labels, own=own, first=pair[0], second=pair[1], without=unlike, with_positions=apart)


def _first_repeat(ids: Sequence[int]) -> tuple[int, int] | None:
    """The first token that stands there again, and where it stood before."""
    seen: dict[int, int] = {}
    for place, token in enumerate(ids):
        if token in seen:
            return seen[token], place
        seen[token] = place
    return None


def _row_differences(
    config: ModelConfig, weights: Weights, ids: Sequence[int], rows: tuple[int, int], cancelled: Callable[[], bool] | None
) -> tuple[float, ...]:
    """For each layer the largest difference of two rows of a map over all heads."""
    encoding = encoding_table(config, weights, len(ids))
    x = embed(config, weights, ids, encoding)
    differences = np.zeros((config.n_layers, config.n_heads))
    with np.errstate(all="ignore"):
        for layer in range(config.n_layers):

            def compare(head: int, pattern: NDArray[np.float32], layer: int = layer) -> None:
                if cancelled is not None and cancelled():
                    raise Cancelled
                differences[layer, head] = np.abs(pattern[rows[0]] - pattern[rows[1]]).max()

            x, _ = block(x, encoding, weights, layer, frozenset(), compare)
    return tuple(float(row.max()) for row in differences)


def words_of(sentence: str, config: ModelConfig) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Ids and visible marks of the words of `sentence`."""
    tokens = tokenize(sentence, "words", config.vocabulary)
    return tuple(token.id for token in tokens), visible_labels(tokens, sentence, "words")


def weights_for(config: ModelConfig, weights: Weights | None) -> Weights:
    """`weights` for a model that differs from theirs by where positions enter or by the mask; None draws random ones."""
    if weights is None:
        return random_weights(config)
    if weights.config == config:
        return weights
    if weights.origin == "random":
        return random_weights(config, reuse=weights)
    arrays = {spec.name: weights[spec.name] for spec in parameter_table(config) if spec.name in weights}
    return loaded_weights(config, arrays, weights.name, weights.origin)
