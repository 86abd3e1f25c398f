"""A sentence in, every number out: the transformer at a Python prompt.

>>> from core.model import run
>>> here = run("The keys are here")
>>> here.pattern(layer=0, head=1)        # [T, T]; row = the token that looks, column = the token looked at
>>> here.looks(2, layer=0, head=1)       # whom “are” looks at, the largest weight first

The only file of core.model that knows text; `forward` takes token ids.
"""

from __future__ import annotations

import operator
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from core.kernels import plain_kernels
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig
from core.model.counts import Counts, count, peak_bytes
from core.model.limits import check_length
from core.model.memory import check_memory
from core.model.parameters import parameter_table
from core.model.presets import preset
from core.model.trace import ARRAY_NAMES, EVERYTHING, Trace, check_keep
from core.model.transformer import forward
from core.model.weights import Weights, loaded_weights, random_weights
from core.text.labels import labels
from core.text.tokenizers import tokenize
from core.text.tokens import TokenizerName

FloatArray = NDArray[np.float32]

_SMALL: Final = preset("small")
_SHOWN: Final = 100
"""Characters of the sentence that `repr` shows."""

_NO_ARRAY = QT_TRANSLATE_NOOP(
    "core",
    "There is no array “{name}”. There are tokens, logits, layers.L.NAME with L from 0 to {last} and NAME one of {names}; "
    "and parameters.NAME with the names of the weights.",
)
_NOT_KEPT = QT_TRANSLATE_NOOP("core", "This run did not keep “{name}”; run again with {argument}.")
_OUT_OF_RANGE = QT_TRANSLATE_NOOP("core", "{name} is {value}, but it must be a whole number from 0 to {last}.")
_NO_TOKEN = QT_TRANSLATE_NOOP("core", "The sentence has no tokens, so none of them looks anywhere.")
_OTHER_SEED = QT_TRANSLATE_NOOP(
    "core", "These weights were drawn with seed {drawn}, but the configuration says seed {wanted}; give one seed to both."
)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Run:
    """One sentence, the model that read it, and what it computed. Layers, heads and tokens count from 0."""

    sentence: str
    tokens: tuple[str, ...]
    """T visible labels, one for each token; `trace.ids` are their rows of the embedding table."""
    config: ModelConfig
    weights: Weights
    trace: Trace

    def pattern(self, layer: SupportsIndex, head: SupportsIndex) -> FloatArray:
        """The attention map [T, T] of one head: row = the token that looks, column = the token looked at; rows sum to 1.

        Raises
        ------
        InputError
            For a layer or head that does not exist, naming the range, and for maps that were not kept.
        """
        row = _index("layer", layer, self.config.n_layers)
        column = _index("head", head, self.config.n_heads)
        heads: FloatArray = self.array(f"layers.{row}.pattern")[column]
        return heads

    def looks(self, query: SupportsIndex, layer: SupportsIndex, head: SupportsIndex) -> tuple[tuple[str, float], ...]:
        """Whom token number `query` looks at: (label, weight) for every token the mask allows, the largest weight first.

        Raises
        ------
        InputError
            For a token, layer or head that does not exist, naming the range, and for maps that were not kept.
        """
        if not self.tokens:
            raise InputError(_NO_TOKEN)
        looking = _index("query", query, len(self.tokens))
        row = self.pattern(layer, head)[looking].tolist()
        allowed = [key for key in range(len(row)) if self.config.allows(looking, key)]
        return tuple((self.tokens[key], row[key]) for key in sorted(allowed, key=lambda key: -row[key]))

    def array(self, name: str) -> NDArray[Any]:
        """One array by its name in the files that `inspect --npz` writes; read-only, float32 (ids: int64).

        `layers.L.resid_pre` and the other arrays of a block, in the shapes of LayerTrace; `tokens`, the ids [T]; `logits` [T, V];
        `parameters.NAME` in the shapes of the table of parameters, such as `parameters.blocks.0.attention.W_Q` [H, D, K].

        Raises
        ------
        InputError
            For an unknown name, saying which names there are, and for an array that was not kept.
        """
        if name == "tokens":
            ids = np.array(self.trace.ids, np.int64)
            ids.setflags(write=False)
            return ids
        if name == "logits":
            return _kept(self.trace.logits, name, "logits=True")
        kind, _, rest = name.partition(".")
        if kind == "parameters" and rest in self.weights:
            return self.weights[rest]
        layer, _, part = rest.partition(".")
        if kind == "layers" and part in EVERYTHING and layer in map(str, range(self.config.n_layers)):
            return _kept(getattr(self.trace.layers[int(layer)], part), name, f'keep={{"{part}"}}')
        raise InputError(_NO_ARRAY, name=name, last=self.config.n_layers - 1, names=", ".join(ARRAY_NAMES))

    @property
    def counts(self) -> Counts:
        """Parameters, scores, multiply-adds and bytes of this model over this sentence."""
        return count(self.config, len(self.tokens))

    def __repr__(self) -> str:
        text = " ".join(self.tokens)
        shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
        share = self.trace.mean_entropy
        lines = [
            f"Run of {len(self.tokens)} tokens: {shown}" if self.tokens else "Run of no tokens",
            _in_words(self.config),
            f"weights: {self.weights.origin}, {self.weights.name}",
        ]
        if share is not None:
            lines.append(f"mean entropy of the maps: {share:.2f} (0: every token looks at one, 1: at all alike)")
        return "\n  ".join(lines)


def run(
    sentence: str,
    config: ModelConfig | None = None,
    *,
    tokenizer: TokenizerName = "words",
    weights: Weights | None = None,
    keep: Collection[str] = EVERYTHING,
    logits: bool = True,
) -> Run:
    """Cut `sentence` into tokens and let the model `config` (None: the preset “small”) read it.

    Always computes afresh and on the plain kernels, so that equal calls give equal bytes, as `inspect` does.

    Parameters
    ----------
    sentence
        May be empty: no tokens, no maps.
    tokenizer
        "words", "characters" or "bytes".
    weights
        The weights of another run, to be read with this configuration: random ones stay what they are wherever a switch changes
        neither their shape nor how they start, and what is new is drawn; of all others, those that this configuration does not
        have are left out. None draws random weights from `config.seed`.
    keep
        Names of the arrays to keep of each block (`ARRAY_NAMES`); none at all leaves the summaries.
    logits
        Whether to multiply by the output matrix as well.

    Raises
    ------
    InputError
        For a sentence that cannot be cut or is too long, weights that do not fit, an unknown name in `keep`, and a run that needs
        more memory than there is, which is refused before anything is allocated.
    """
    config = _SMALL if config is None else config
    kept = check_keep(keep)
    tokens = tokenize(sentence, tokenizer, config.vocabulary)
    check_length(config, len(tokens))
    check_memory(config, len(tokens), peak_bytes(config, len(tokens), kept, logits=logits).total)
    fitting = _fitting(config, weights)
    # Without norms a deep model can overflow; the arrays then say so themselves.
    with np.errstate(all="ignore"):
        trace = forward(config, fitting, [token.id for token in tokens], keep=kept, logits=logits, kernels=plain_kernels())
    return Run(sentence=sentence, tokens=labels(tokens, sentence, tokenizer), config=config, weights=fitting, trace=trace)


def _fitting(config: ModelConfig, weights: Weights | None) -> Weights:
    """`weights` for `config`, which may differ by a switch from the configuration they were made for."""
    if weights is None:
        return random_weights(config)
    if weights.config == config:
        return weights
    if weights.origin == "random":
        if weights.config.seed != config.seed:
            raise InputError(_OTHER_SEED, drawn=weights.config.seed, wanted=config.seed)
        return random_weights(config, reuse=weights)
    arrays = {spec.name: weights[spec.name] for spec in parameter_table(config) if spec.name in weights}
    return loaded_weights(config, arrays, weights.name, weights.origin)


def _index(name: str, value: SupportsIndex, number: int) -> int:
    index = operator.index(value)
    if not 0 <= index < number:
        raise InputError(_OUT_OF_RANGE, name=name, value=index, last=number - 1)
    return index


def _kept(array: FloatArray | None, name: str, argument: str) -> FloatArray:
    if array is None:
        raise InputError(_NOT_KEPT, name=name, argument=argument)
    return array


def _in_words(config: ModelConfig) -> str:
    """One line: sizes, then what is done with them."""
    shared = f" sharing {config.kv_heads} keys and values" if config.kv_heads != config.n_heads else ""
    sizes = (
        f"{config.n_layers} blocks of width {config.d_model}, {config.n_heads} heads of {config.d_head}{shared}, "
        f"feed-forward {config.ff_width} ({config.activation})"
    )
    norm = f"{config.norm} {config.norm_kind}" if config.normed else "none"
    where = "" if config.placed == "none" else f" at {config.placed}"
    skip = "" if config.skip else ", no skip connections"
    return f"{sizes}; norm {norm}; positions {config.position}{where}; mask {config.mask}{skip}"
