"""What `inspect`, `export` and `picture` share: a sentence, a tokeniser, weights, and the refusal of what cannot be run."""

from __future__ import annotations

import os
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final

from core.commandline.options import add_architecture_options, config_from
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model.config import ModelConfig
from core.model.limits import check_length
from core.text.labels import labels
from core.text.tokenizers import tokenize
from core.text.tokens import TOKENIZERS, Token, TokenizerName

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from core.model.trace import Trace
    from core.model.weights import Weights

MAPS_ONLY: Final = frozenset({"pattern"})
"""What is kept of each block where only the maps are given out."""

SAVED_SUFFIX: Final = ".safetensors"
"""How the name of a file of weights ends."""
CONSTRUCTED_PREFIX: Final = "constructed:"
"""What stands before the name of a constructed head."""

_NO_WEIGHTS = QT_TRANSLATE_NOOP("core", "There are no weights “{name}”; choose one of: {choices}.")
_LEAVE_PRESET = QT_TRANSLATE_NOOP("core", "{reason} A constructed head brings its own architecture: leave --preset out.")
_NO_TOKENIZER = QT_TRANSLATE_NOOP("core", "There is no tokeniser “{name}”; choose one of: {choices}.")
_MODEL_TOKENIZER = QT_TRANSLATE_NOOP(
    "core", "Random weights bring no tokeniser of their own, so “model” is not possible; choose one of: {choices}."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence, cut, with the model that will read it."""

    text: str
    tokenizer: TokenizerName
    config: ModelConfig
    tokens: tuple[Token, ...]
    labels: tuple[str, ...]
    constructed: str | None = None
    """Name of the constructed head whose weights it is; None: `given`, or random weights."""
    given: Weights | None = None
    """Weights that were read from a file."""

    @property
    def ids(self) -> tuple[int, ...]:
        """Rows of the token table, one a token."""
        return tuple(token.id for token in self.tokens)


def add_sentence_options(parser: ArgumentParser, *, constructed: bool = False) -> None:
    """Give `parser` the sentence, its tokeniser, the weights and the architecture.

    `constructed`: whether the command takes constructed heads too; they bring their own architecture, and options change it.
    """
    parser.add_argument("sentence", help="the sentence, in quotation marks; put -- before it if it begins with a hyphen")
    heads = (
        "random, constructed:NAME for a head made by hand, such as constructed:previous-token, or a file that was saved (random)"
    )
    parser.add_argument(
        "--weights",
        default="random",
        metavar="{random,constructed:NAME,FILE.safetensors}" if constructed else "random",
        help=heads if constructed else "which weights (random)",
    )
    parser.set_defaults(takes_constructed=constructed)
    names = (*TOKENIZERS, "model") if constructed else TOKENIZERS
    usual = "words; of a file: model, as it was trained" if constructed else "words"
    parser.add_argument("--tokenizer", metavar="{" + ",".join(names) + "}", help=f"how it is cut ({usual})")
    add_architecture_options(parser)


def sentence_from(options: Namespace) -> Sentence:
    """Cut the sentence in parsed `options`.

    Raises
    ------
    InputError
        For an illegal model, weights or a tokeniser that do not exist, and a sentence that is too long.
    """
    text = _as_typed(options.sentence)
    if options.takes_constructed and options.weights.endswith(SAVED_SUFFIX):
        return _read_by_saved(options, text)
    constructed, config = _model(options)
    tokenizer = _tokenizer("words" if options.tokenizer is None else options.tokenizer)
    tokens = tokenize(text, tokenizer, config.vocabulary)
    check_length(config, len(tokens))
    shown = labels(tokens, text, tokenizer)
    return Sentence(text=text, tokenizer=tokenizer, config=config, tokens=tokens, labels=shown, constructed=constructed)


def _read_by_saved(options: Namespace, text: str) -> Sentence:
    """The sentence for a model that was saved: its weights and, unless told otherwise, its architecture and its tokeniser."""
    from core.files.checkpoint import read_checkpoint
    from core.model.fitting import fitted_weights
    from core.text.vocabulary import kind_of, tokenize_by

    saved = read_checkpoint(options.weights)
    config = config_from(options, saved.config)
    weights = fitted_weights(saved.weights, config, saved.weights.name, saved.weights.origin)
    own = options.tokenizer in (None, "model")
    if own and not isinstance(saved.tokenizer, str):
        tokenizer, tokens = kind_of(saved.tokenizer), tokenize_by(text, saved.tokenizer)
    else:
        tokenizer = _tokenizer(saved.tokenizer if own and isinstance(saved.tokenizer, str) else options.tokenizer)
        tokens = tokenize(text, tokenizer, config.vocabulary)
    check_length(config, len(tokens))
    shown = labels(tokens, text, tokenizer)
    return Sentence(text=text, tokenizer=tokenizer, config=config, tokens=tokens, labels=shown, given=weights)


def run(sentence: Sentence, keep: frozenset[str] | None, *, logits: bool) -> tuple[Weights, Trace, float]:
    """One forward pass, always on the plain kernels, so that equal requests give equal bytes; `keep` None keeps everything.

    Returns the weights, the trace and the time of the pass alone, in ms, the weights being there already.
    """
    # Late: checking options needs no numpy.
    import numpy as np

    from core.kernels import plain_kernels
    from core.model.constructed import constructed_weights
    from core.model.parameters import TOKEN_TABLE
    from core.model.trace import EVERYTHING
    from core.model.transformer import forward
    from core.model.weights import random_weights

    if sentence.given is not None:
        weights = sentence.given
    elif sentence.constructed is None:
        weights = random_weights(sentence.config)
    else:
        weights = constructed_weights(sentence.constructed, sentence.config)[1]
    output = TOKEN_TABLE if sentence.config.tied else "unembedding.W"
    for name in weights:
        # The vocabulary's large tables only where they are multiplied: of the token table a sentence needs a few rows.
        if name not in (TOKEN_TABLE, "unembedding.W") or (logits and name == output):
            weights.matrix(name)
    weights.token_rows(sentence.ids)
    start = perf_counter()
    # Without norms a deep model can overflow; what is not finite is looked for where it matters.
    with np.errstate(all="ignore"):
        kept = EVERYTHING if keep is None else keep
        trace = forward(sentence.config, weights, sentence.ids, keep=kept, logits=logits, kernels=plain_kernels())
    return weights, trace, (perf_counter() - start) * 1000


def _model(options: Namespace) -> tuple[str | None, ModelConfig]:
    """The constructed head that `options` ask for, None for random weights, and the model; InputError for any other weights."""
    if options.weights == "random":
        return None, config_from(options)
    name = options.weights.removeprefix(CONSTRUCTED_PREFIX)
    if not options.takes_constructed or name == options.weights:
        choices = ("random", CONSTRUCTED_PREFIX + "NAME", "FILE" + SAVED_SUFFIX) if options.takes_constructed else ("random",)
        raise InputError(_NO_WEIGHTS, name=options.weights, choices=", ".join(choices))
    from core.model.constructed import check_constructed, constructed_config

    config = config_from(options, constructed_config(name))
    try:
        check_constructed(name, config)
    except InputError as error:
        if options.preset is None:
            raise
        raise InputError(_LEAVE_PRESET, reason=error) from error
    return name, config


def _as_typed(text: str) -> str:
    """An argument as UTF-8, where a plain C locale made Python take its bytes one by one."""
    try:
        return os.fsencode(text).decode()
    except UnicodeError:
        return text


def _tokenizer(name: str) -> TokenizerName:
    names: tuple[TokenizerName, ...] = TOKENIZERS
    for known in names:
        if name == known:
            return known
    template = _MODEL_TOKENIZER if name == "model" else _NO_TOKENIZER
    raise InputError(template, name=name, choices=", ".join(TOKENIZERS))
