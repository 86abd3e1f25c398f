"""The ledger: each count with its formula and the numbers put in, as plain data that an interface only has to show.

A formula is text of whole numbers, `+ − · / ² ( )` and a few words (FORMULA_WORDS), so that ``4·512²`` can be read, translated
word by word and worked out again. Every configuration has the same rows in the same order; what a model lacks has the value 0
and a note that says why.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from core.messages import QT_TRANSLATE_NOOP
from core.model import ledger_terms as terms
from core.model.arrays import FLOAT_BYTES
from core.model.config import ModelConfig
from core.model.counts import Counts, count, peak_bytes
from core.model.presets import preset

Section = Literal["parameters", "block", "scores", "work", "memory"]
Unit = Literal["parameter", "cell", "MAC", "FLOP", "byte"]
WorkUnit = Literal["MAC", "FLOP"]

FORMULA_WORDS: Final = (
    QT_TRANSLATE_NOOP("core", "block"),
    QT_TRANSLATE_NOOP("core", "blocks"),
    QT_TRANSLATE_NOOP("core", "head"),
    QT_TRANSLATE_NOOP("core", "heads"),
    QT_TRANSLATE_NOOP("core", "norms"),
    QT_TRANSLATE_NOOP("core", "token"),
    QT_TRANSLATE_NOOP("core", "tokens"),
    QT_TRANSLATE_NOOP("core", "bytes"),
)
"""All words that formulas contain."""

_LABELS: Final[dict[str, str]] = {
    "parameters.total": QT_TRANSLATE_NOOP("core", "Parameters"),
    "parameters.blocks": QT_TRANSLATE_NOOP("core", "in the blocks"),
    "parameters.attention": QT_TRANSLATE_NOOP("core", "attention"),
    "parameters.feed_forward": QT_TRANSLATE_NOOP("core", "feed-forward"),
    "parameters.norms": QT_TRANSLATE_NOOP("core", "layer norms"),
    "parameters.embedding": QT_TRANSLATE_NOOP("core", "token embedding"),
    "parameters.positions": QT_TRANSLATE_NOOP("core", "positions"),
    "parameters.final_norm": QT_TRANSLATE_NOOP("core", "final norm"),
    "parameters.unembedding": QT_TRANSLATE_NOOP("core", "output matrix"),
    "block.total": QT_TRANSLATE_NOOP("core", "One block"),
    "block.attention_weights": QT_TRANSLATE_NOOP("core", "weights Q, K, V, O"),
    "block.attention_biases": QT_TRANSLATE_NOOP("core", "biases Q, K, V, O"),
    "block.feed_forward_weights": QT_TRANSLATE_NOOP("core", "feed-forward weights"),
    "block.feed_forward_biases": QT_TRANSLATE_NOOP("core", "feed-forward biases"),
    "block.norms": QT_TRANSLATE_NOOP("core", "layer norms"),
    "block.matrices": QT_TRANSLATE_NOOP("core", "all blocks, weights only"),
    "scores.per_head": QT_TRANSLATE_NOOP("core", "Scores per head"),
    "scores.allowed_per_head": QT_TRANSLATE_NOOP("core", "allowed by the mask"),
    "scores.per_layer": QT_TRANSLATE_NOOP("core", "per layer, all cells"),
    "scores.total": QT_TRANSLATE_NOOP("core", "in all, all cells"),
    "scores.allowed": QT_TRANSLATE_NOOP("core", "in all, allowed cells"),
    "work.total": QT_TRANSLATE_NOOP("core", "Work of one pass"),
    "work.projections": QT_TRANSLATE_NOOP("core", "projections"),
    "work.scores": QT_TRANSLATE_NOOP("core", "scores q·kᵀ"),
    "work.mixing": QT_TRANSLATE_NOOP("core", "mixing pattern·v"),
    "work.feed_forward": QT_TRANSLATE_NOOP("core", "feed-forward"),
    "work.unembedding": QT_TRANSLATE_NOOP("core", "output"),
    "memory.peak": QT_TRANSLATE_NOOP("core", "Memory of one pass"),
    "memory.weights": QT_TRANSLATE_NOOP("core", "weights"),
    "memory.scores": QT_TRANSLATE_NOOP("core", "attention maps"),
    "memory.trace": QT_TRANSLATE_NOOP("core", "all arrays kept"),
    "memory.kv_cache": QT_TRANSLATE_NOOP("core", "keys and values"),
}

_ALL_CELLS = QT_TRANSLATE_NOOP("core", "all cells of one map")
_CAUSAL_WOULD = QT_TRANSLATE_NOOP("core", "no mask: all of them; a causal mask would allow {cells}")
_TIED = QT_TRANSLATE_NOOP("core", "tied: the token embedding is used again")
_COMPUTED = QT_TRANSLATE_NOOP("core", "computed, nothing to store")
_NO_POSITIONS = QT_TRANSLATE_NOOP("core", "no encoding")
_NO_NORMS = QT_TRANSLATE_NOOP("core", "no norms")
_NO_FINAL_NORM = QT_TRANSLATE_NOOP("core", "none with this placement of the norms")
_NO_BIASES = QT_TRANSLATE_NOOP("core", "no biases")
_KEPT = QT_TRANSLATE_NOOP("core", "every head keeps the full width: × {factor} as many weights")
_WIDER = QT_TRANSLATE_NOOP("core", "the heads together are {heads_width} wide, the model {d_model}")
_BERT = QT_TRANSLATE_NOOP("core", "without BERT’s segment table, embedding norm and pooler")
_WITHOUT_PROGRAM = QT_TRANSLATE_NOOP("core", "weights, arrays kept, logits and working space")
_GENERATING = QT_TRANSLATE_NOOP("core", "what a program keeps that writes token after token")


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence beside a number: an English template marked for translation and what goes into its fields."""

    template: str
    values: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """One number of the ledger. `key` is unique and lasts; the first row of a section is its headline."""

    key: str
    section: Section
    label: str
    value: int
    unit: Unit
    formula: str
    notes: tuple[Note, ...] = ()

    @property
    def depth(self) -> int:
        """0 for the headline that opens a section, 1 for its rows, 2 for the parts of such a row."""
        return 0 if self.key in HEADLINES else 2 if self.key in _PARTS_OF_BLOCKS else 1


HEADLINES: Final = ("parameters.total", "block.total", "scores.per_head", "work.total", "memory.peak")
_PARTS_OF_BLOCKS: Final = ("parameters.attention", "parameters.feed_forward", "parameters.norms")


@dataclass(frozen=True, slots=True)
class WorkShape:
    """MACs of all blocks over n tokens: linear·n + quadratic·n². The output matrix, which is linear too, stands outside."""

    linear: int
    quadratic: int

    @property
    def crossing(self) -> float:
        """The length at which both parts are equal: (4d² + 2df) / 2d with split heads, 6d when f = 4d."""
        return self.linear / self.quadratic


def work_shape(config: ModelConfig) -> WorkShape:
    """How the work of all blocks grows with the length: their MACs for a single token, told apart."""
    macs = count(config, 1).macs
    return WorkShape(macs.projections + macs.feed_forward, macs.scores + macs.mixing)


def doubled_macs(counts: Counts) -> int:
    """MACs for twice the length: everything doubles, the two products of attention double once more."""
    return 2 * counts.macs.total + 2 * (counts.macs.scores + counts.macs.mixing)


def ledger_rows(counts: Counts, config: ModelConfig, work_unit: WorkUnit = "MAC") -> tuple[LedgerRow, ...]:
    """All rows in the order of the ledger; `work_unit` chooses MACs or FLOPs, which differ by a factor of exactly 2."""
    return (
        *_parameter_rows(counts, config),
        *_block_rows(counts, config),
        *_score_rows(counts, config),
        *_work_rows(counts, config, work_unit),
        *_memory_rows(counts, config),
    )


def _row(key: str, value: int, unit: Unit, formula: str, *notes: Note | None) -> LedgerRow:
    section: Section = key.partition(".")[0]  # type: ignore[assignment]
    kept = tuple(note for note in notes if note is not None)
    return LedgerRow(key=key, section=section, label=_LABELS[key], value=value, unit=unit, formula=formula, notes=kept)


def _parameter_rows(counts: Counts, config: ModelConfig) -> list[LedgerRow]:
    p, block = counts.parameters, counts.parameters.per_block
    blocks = terms.many(config.n_layers, "block", "blocks")
    attention = terms.sum_of(terms.attention_weights(config), terms.attention_biases(config))
    feed_forward = terms.sum_of(terms.feed_forward_weights(config), terms.feed_forward_biases(config))
    position_note = {"learned": None, "none": Note(_NO_POSITIONS)}.get(config.position, Note(_COMPUTED))
    final_norm_note = None if config.has_final_norm else Note(_NO_FINAL_NORM)

    def row(key: str, value: int, formula: str, *notes: Note | None) -> LedgerRow:
        return _row(key, value, "parameter", formula, *notes)

    return [
        row(
            "parameters.total",
            p.total,
            terms.plain_sum(p.embedding, p.positions, p.blocks, p.final_norm, p.unembedding),
            Note(_BERT) if _is_bert(config) else None,
        ),
        row("parameters.blocks", p.blocks, f"{blocks} · {block.total}"),
        row(
            "parameters.attention",
            config.n_layers * (block.attention_weights + block.attention_biases),
            f"{blocks} · {terms.grouped(attention)}",
            _width_note(config),
        ),
        row(
            "parameters.feed_forward",
            config.n_layers * (block.feed_forward_weights + block.feed_forward_biases),
            f"{blocks} · {terms.grouped(feed_forward)}",
        ),
        row(
            "parameters.norms",
            config.n_layers * block.norms,
            f"{blocks} · {terms.norms(config)}" if config.normed else "0",
            None if config.normed else Note(_NO_NORMS),
        ),
        row("parameters.embedding", p.embedding, f"{config.vocabulary}·{config.d_model}"),
        row("parameters.positions", p.positions, f"{config.context}·{config.d_model}" if p.positions else "0", position_note),
        row("parameters.final_norm", p.final_norm, terms.one_norm(config) if config.has_final_norm else "0", final_norm_note),
        row(
            "parameters.unembedding",
            p.unembedding,
            "0" if config.tied else f"{config.d_model}·{config.vocabulary}",
            Note(_TIED) if config.tied else None,
        ),
    ]


def _block_rows(counts: Counts, config: ModelConfig) -> list[LedgerRow]:
    p, block = counts.parameters, counts.parameters.per_block
    attention, feed_forward = terms.attention_weights(config), terms.feed_forward_weights(config)
    biases_note = None if config.biases else Note(_NO_BIASES)
    total = terms.plain_sum(
        block.attention_weights, block.attention_biases, block.feed_forward_weights, block.feed_forward_biases, block.norms
    )
    blocks = terms.many(config.n_layers, "block", "blocks")

    def row(key: str, value: int, formula: str, *notes: Note | None) -> LedgerRow:
        return _row(key, value, "parameter", formula, *notes)

    return [
        row("block.total", block.total, total),
        row("block.attention_weights", block.attention_weights, terms.sum_of(attention), _width_note(config)),
        row("block.attention_biases", block.attention_biases, terms.sum_of(terms.attention_biases(config)), biases_note),
        row("block.feed_forward_weights", block.feed_forward_weights, terms.sum_of(feed_forward)),
        row("block.feed_forward_biases", block.feed_forward_biases, terms.sum_of(terms.feed_forward_biases(config)), biases_note),
        row(
            "block.norms",
            block.norms,
            terms.norms(config) if config.normed else "0",
            None if config.normed else Note(_NO_NORMS),
        ),
        row(
            "block.matrices",
            p.blocks_without_biases_and_norms,
            f"{blocks} · {terms.grouped(terms.sum_of(attention, feed_forward))}",
        ),
    ]


def _score_rows(counts: Counts, config: ModelConfig) -> list[LedgerRow]:
    n, scores = counts.length, counts.scores
    blocks, heads = terms.many(config.n_layers, "block", "blocks"), terms.many(config.n_heads, "head", "heads")
    reach = min(n, config.window) if config.window else n
    if not config.causal:
        allowed = f"{n}²"
    else:
        allowed = f"{reach}·{reach + 1} / 2" + (f" + ({n} − {reach})·{reach}" if reach < n else "")
    note = None if config.causal else Note(_CAUSAL_WOULD, {"cells": n * (n + 1) // 2})
    every_head = config.n_layers * config.n_heads

    def row(key: str, value: int, formula: str, *notes: Note | None) -> LedgerRow:
        return _row(key, value, "cell", formula, *notes)

    return [
        row("scores.per_head", scores.per_head, f"{n}²", Note(_ALL_CELLS)),
        row("scores.allowed_per_head", scores.allowed_per_head, allowed, note),
        row("scores.per_layer", scores.per_layer, f"{heads} · {n}²"),
        row("scores.total", scores.total, f"{blocks} · {heads} · {n}²"),
        row(
            "scores.allowed",
            every_head * scores.allowed_per_head,
            f"{blocks} · {heads} · {terms.grouped(allowed, '+', '/')}",
        ),
    ]


def _work_rows(counts: Counts, config: ModelConfig, unit: WorkUnit) -> list[LedgerRow]:
    n, macs = counts.length, counts.macs
    blocks, heads = terms.many(config.n_layers, "block", "blocks"), terms.many(config.n_heads, "head", "heads")
    tokens = terms.many(n, "token", "tokens")
    factor, twice = (2, "2 · ") if unit == "FLOP" else (1, "")
    attention = f"{twice}{blocks} · {heads} · {n}²·{config.d_head}"

    def row(key: str, value: int, formula: str, *notes: Note | None) -> LedgerRow:
        return _row(key, factor * value, unit, formula, *notes)

    parts = (macs.projections, macs.scores, macs.mixing, macs.feed_forward, macs.unembedding)
    return [
        row("work.total", macs.total, terms.plain_sum(*(factor * part for part in parts))),
        row(
            "work.projections",
            macs.projections,
            f"{twice}{blocks} · {tokens} · {terms.grouped(terms.sum_of(terms.attention_weights(config)))}",
            _width_note(config),
        ),
        row("work.scores", macs.scores, attention),
        row("work.mixing", macs.mixing, attention),
        row(
            "work.feed_forward",
            macs.feed_forward,
            f"{twice}{blocks} · {tokens} · {terms.grouped(terms.sum_of(terms.feed_forward_weights(config)))}",
        ),
        row("work.unembedding", macs.unembedding, f"{twice}{tokens} · {config.d_model}·{config.vocabulary}"),
    ]


def _memory_rows(counts: Counts, config: ModelConfig) -> list[LedgerRow]:
    n, memory = counts.length, counts.bytes
    blocks, tokens = terms.many(config.n_layers, "block", "blocks"), terms.many(n, "token", "tokens")
    four = f"{FLOAT_BYTES} bytes"
    heads_width = f"({config.n_heads}·{config.d_head})"
    shared_width = f"({config.kv_heads}·{config.d_head})"
    per_block = terms.sum_of(
        (
            f"5·{n}·{config.d_model}",
            f"2·{n}·{heads_width}",
            f"2·{n}·{shared_width}",
            f"2·{config.n_heads}·{n}²",
            f"2·{n}·{config.ff_width}",
        )
    )
    peak = peak_bytes(config, n)
    kv_heads = terms.many(config.kv_heads, "head", "heads")
    cache = f"{four} · 2 · {blocks} · {kv_heads} · {tokens} · {config.d_head}"

    def row(key: str, value: int, formula: str, *notes: Note | None) -> LedgerRow:
        return _row(key, value, "byte", formula, *notes)

    return [
        row("memory.peak", memory.peak, terms.plain_sum(peak.weights, peak.arrays, peak.logits), Note(_WITHOUT_PROGRAM)),
        row("memory.weights", memory.weights, f"{four} · {counts.parameters.total}"),
        row("memory.scores", memory.scores, f"{four} · {counts.scores.total}"),
        row("memory.trace", memory.trace, f"{four} · {blocks} · {terms.grouped(per_block)}"),
        row("memory.kv_cache", memory.kv_cache, cache, Note(_GENERATING)),
    ]


def _width_note(config: ModelConfig) -> Note | None:
    """What heads that do not share the width cost."""
    width = config.n_heads * config.d_head
    if width == config.d_model:
        return None
    if config.head_width == "keep":
        return Note(_KEPT, {"factor": config.n_heads})
    return Note(_WIDER, {"heads_width": width, "d_model": config.d_model})


_BERT_CHOICES: Final = preset("bert-base").as_dict()


def _is_bert(config: ModelConfig) -> bool:
    """Whether the configuration is the preset bert-base, however it was arrived at."""
    return config.vocabulary == _BERT_CHOICES["vocabulary"] and config.as_dict() | {"seed": 0} == _BERT_CHOICES
