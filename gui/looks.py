"""What the pages inside a head show: for each tab which arrays have to be kept, and what is computed from them.

Computed on the worker, after the pass; the functions are those of core, which prompt and command line use as well. What a tab needs
is imported when it is first looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.messages import Cancelled, InputError
from core.model import ModelConfig, Trace, Weights, forward, head_maps, random_weights
from core.model.trace import EVERYTHING

if TYPE_CHECKING:
    from core.files.own_arrays import OwnCheck
    from core.inside.chain_rows import LayerRows
    from core.inside.comparison import Comparison
    from core.inside.head import HeadArrays
    from core.inside.output import NextTokens
    from core.inside.split import ScoreSplit
    from core.inside.statistics import HeadStatistics

FloatArray = NDArray[np.float32]

SEEDS: Final = 8
"""Seeds under which the same head is shown: the one in use among its neighbours, 0 to 7 or 8 to 15."""

KEEP: Final[Mapping[str, frozenset[str]]] = {
    "stream": frozenset({"resid_pre", "attn_out", "resid_mid", "mlp_out", "resid_post"}),
    "arithmetic": frozenset({"resid_pre", "attn_out", "resid_mid"}),
    "check": EVERYTHING,
}
"""Arrays that a tab needs of each block besides those that are kept anyway."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Where one looks: what is computed besides the maps depends on it.

    `tab` is empty where the maps are enough. The head is given only where it matters, the cell likewise.
    """

    tab: str = ""
    layer: int = 0
    head: int = 0
    query: int | None = None
    key: int | None = None
    frozen: object = None
    """Compare: the request that stands on the left."""
    own: str = ""
    """Check: the path of a file with arrays."""
    opening: int = 0
    """Check: how often a file has been opened; it may be another one by now."""


MAPS: Final = Look()
"""Nothing but the maps."""


def look_at(
    tab: str,
    layer: int,
    head: int,
    query: int | None,
    key: int | None,
    frozen: object = None,
    own: str = "",
    opening: int = 0,
    *,
    rotary: bool = False,
) -> Look:
    """What the page of `tab` needs when this head and this cell are chosen."""
    if tab == "lines":
        return Look(tab=tab, layer=layer)
    if tab == "intervene":
        return Look(tab=tab, query=query)
    if tab in ("stages", "seeds"):
        return Look(tab=tab, layer=layer, head=head)
    if tab == "arithmetic":
        return Look(tab=tab, layer=layer, head=head, query=query, key=key)
    if tab == "positions" and rotary:
        return Look(tab=tab, head=head, query=query, key=key)
    if tab in ("stream", "positions"):
        return Look(tab=tab)
    if tab == "compare" and frozen is not None:
        return Look(tab=tab, layer=layer, head=head, frozen=frozen)
    if tab == "check" and own:
        return Look(tab=tab, layer=layer, head=head, own=own, opening=opening)
    return MAPS


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is looked at: a pass and the weights it used."""

    config: ModelConfig
    weights: Weights
    trace: Trace
    labels: tuple[str, ...]
    cancelled: Callable[[], bool]
    drawn: bool = True
    """Whether the weights are drawn from a seed, and not made by hand or trained."""
    frozen: Callable[[], Subject] | None = None
    """Computes the request that stands on the left of a comparison."""
    unchanged: Callable[[], FloatArray] | None = None
    """Computes [T, D] what leaves the last block without the changes by hand; None where there are none."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """All heads in numbers, and what the model gives out for one token; None where the output matrix is too large for that."""

    statistics: tuple[HeadStatistics, ...]
    output: NextTokens | None


@dataclass(frozen=True, slots=True)
class Stages:
    """One head in stages, and the split of its scores, or why there is none."""

    arrays: HeadArrays
    split: ScoreSplit | None
    reason: InputError | None


@dataclass(frozen=True, slots=True)
class Sides:
    """A and B of a comparison: what differs, the same head of both, and all heads of both as thumbnails."""

    comparison: Comparison
    patterns: tuple[FloatArray | None, FloatArray | None]
    difference: FloatArray | None
    thumbnails: tuple[FloatArray | None, FloatArray | None]
    configs: tuple[ModelConfig, ModelConfig]


@dataclass(frozen=True, slots=True)
class Own:
    """The arrays of a file beside those of the pass, or why the file could not be read."""

    checks: tuple[OwnCheck, ...]
    problem: InputError | None


@dataclass(frozen=True, slots=True)
class Seeds:
    """The map of one head under several seeds."""

    patterns: FloatArray
    """[S, T, T]"""
    seeds: tuple[int, ...]


def seen(look: Look, subject: Subject) -> Any:
    """What the page of `look.tab` shows; None where it has nothing to show.

    Raises
    ------
    Cancelled
        When `subject.cancelled` says so.
    """
    if not look.tab or not subject.trace.ids:
        return None
    with np.errstate(all="ignore"):  # numbers that overflowed are shown as what they became
        return _SEEN[look.tab](look, subject)


def pattern_of(subject: Subject, layer: int, head: int) -> FloatArray:
    """The map of one head, kept or computed again."""
    kept = subject.trace.layers[layer].pattern
    if kept is None:
        return head_maps(subject.config, subject.weights, subject.trace, layer, head).pattern
    found: FloatArray = kept[head]
    return found


def _lines(look: Look, subject: Subject) -> FloatArray:
    kept = subject.trace.layers[look.layer].pattern
    if kept is not None:
        return kept
    return np.stack([pattern_of(subject, look.layer, head) for head in range(subject.config.n_heads)])


_measured: Final[WeakKeyDictionary[Trace, tuple[HeadStatistics, ...]]] = WeakKeyDictionary()
"""The statistics of a pass, as long as it lives: choosing another token changes nothing about them."""


def _intervene(look: Look, subject: Subject) -> Consequence:
    from core.inside.output import next_tokens, output_fits

    trace = subject.trace
    statistics = _measured.get(trace)
    if statistics is None:
        statistics = _measured[trace] = _statistics(subject)
    rows = trace.layers[-1].resid_post
    if rows is None or not output_fits(subject.config):
        return Consequence(statistics, None)
    token = len(rows) - 1 if look.query is None else look.query
    before = None if subject.unchanged is None else subject.unchanged()[token]
    return Consequence(statistics, next_tokens(subject.weights, token, rows[token], before))


def _statistics(subject: Subject) -> tuple[HeadStatistics, ...]:
    from core.inside.statistics import head_statistics, map_statistics

    config, trace = subject.config, subject.trace
    if all(layer.pattern is not None for layer in trace.layers):
        return head_statistics(trace, trace.ids)
    found = []
    for layer in range(config.n_layers):
        for head in range(config.n_heads):
            if subject.cancelled():
                raise Cancelled
            entropy = float(trace.entropy[layer, head])
            found.append(
                map_statistics(
                    pattern_of(subject, layer, head),
                    trace.ids,
                    causal=config.causal,
                    window=config.window,
                    layer=layer,
                    head=head,
                    entropy=entropy if isfinite(entropy) else None,
                )
            )
    return tuple(found)


def _stages(look: Look, subject: Subject) -> Stages:
    from core.inside.head import head_arrays
    from core.inside.split import score_split, why_no_split

    config, weights, trace = subject.config, subject.weights, subject.trace
    arrays, reason = head_arrays(config, weights, trace, look.layer, look.head), why_no_split(config, look.layer)
    return Stages(arrays, None if reason is not None else score_split(config, weights, trace.ids, trace, look.head), reason)


_rows: Final[WeakKeyDictionary[Trace, LayerRows]] = WeakKeyDictionary()
"""What all cells have in common of the layer that was looked at last, and no longer than its pass is there; used by one thread."""


def _arithmetic(look: Look, subject: Subject) -> Any:
    from core.inside.arithmetic import chain
    from core.inside.chain_rows import layer_rows

    if look.query is None or look.key is None:
        return None
    config, weights, trace = subject.config, subject.weights, subject.trace
    rows = _rows.get(trace)
    if rows is None or rows.layer != look.layer:
        rows = layer_rows(config, weights, trace, look.layer, subject.cancelled)
        _rows.clear()
        _rows[trace] = rows
    return chain(config, weights, trace, look.layer, look.head, look.query, look.key, rows=rows)


def _stream(_look: Look, subject: Subject) -> Any:
    from core.inside.stream import stream_table

    return stream_table(subject.config, subject.weights, subject.trace)


def _positions(look: Look, subject: Subject) -> Any:
    from core.inside.positions import position_tables, shown_length

    ids = subject.trace.ids
    length = shown_length(subject.config, len(ids))
    pair = (ids[0] if look.query is None else ids[look.query], ids[-1] if look.key is None else ids[look.key])
    return position_tables(subject.config, subject.weights, length, ids=pair, head=look.head)


def _seeds(look: Look, subject: Subject) -> Seeds | None:
    if not subject.drawn:
        return None
    here = subject.config.seed
    first = here - here % SEEDS  # so that taking one of them leaves the others where they are
    seeds = tuple(range(first, first + SEEDS))
    maps = []
    for seed in seeds:
        if subject.cancelled():
            raise Cancelled
        if seed == here:
            maps.append(pattern_of(subject, look.layer, look.head))
            continue
        config = replace(subject.config, seed=seed, n_layers=look.layer + 1)  # later blocks change nothing before them
        if config.norm == "deepnorm":
            config = replace(config, n_layers=subject.config.n_layers)  # its factors depend on their number
        weights, ids = random_weights(config), subject.trace.ids
        changed = subject.trace.interventions.applies_to(config, len(ids)).fitting  # the same by hand under every seed
        trace = forward(config, weights, ids, keep={"resid_pre"}, logits=False, interventions=changed, cancelled=subject.cancelled)
        maps.append(head_maps(config, weights, trace, look.layer, look.head).pattern)
    return Seeds(np.stack(maps), seeds)


def _compare(look: Look, subject: Subject) -> Sides | None:
    from core.inside.comparison import Side, compare, difference_map

    if subject.frozen is None:
        return None
    left = subject.frozen()
    one, other = (Side(config=one.config, weights=one.weights, labels=one.labels, trace=one.trace) for one in (left, subject))

    def shown(side: Subject) -> FloatArray | None:
        there = look.layer < side.config.n_layers and look.head < side.config.n_heads and bool(side.trace.ids)
        return pattern_of(side, look.layer, look.head) if there else None

    patterns = shown(left), shown(subject)
    alike = patterns[0] is not None and patterns[1] is not None and patterns[0].shape == patterns[1].shape
    return Sides(
        comparison=compare(one, other),
        patterns=patterns,
        difference=difference_map(*patterns) if alike else None,
        thumbnails=(left.trace.thumbnails, subject.trace.thumbnails),
        configs=(left.config, subject.config),
    )


@lru_cache(maxsize=1)
def _read(path: str, _changed: float) -> dict[str, NDArray[Any]]:
    from core.files.own_arrays import read_own

    return read_own(path)


def forget_others(tab: str) -> None:
    """Let go of what was kept from one look to the next for other tabs than `tab`."""
    if tab != "check":
        _read.cache_clear()
        _checked.clear()
    if tab != "arithmetic":
        _rows.clear()


_checked: Final[WeakKeyDictionary[Trace, tuple[str, int, Own]]] = WeakKeyDictionary()
"""What came of the file that was opened last, for its path and opening, as long as its pass is there; used by one thread."""


def _check(look: Look, subject: Subject) -> Own:
    from core.files.own_arrays import check_own

    kept = _checked.get(subject.trace)
    if kept is not None and kept[:2] == (look.own, look.opening) and not any(check.by_selection for check in kept[2].checks):
        return kept[2]
    try:
        changed = Path(look.own).stat().st_mtime if Path(look.own).exists() else 0.0
        found = Own(check_own(_read(look.own, changed), subject.trace, (look.layer, look.head)), None)
    except InputError as error:
        found = Own((), error)
    _checked.clear()
    _checked[subject.trace] = (look.own, look.opening, found)
    return found


_SEEN: Final[Mapping[str, Callable[[Look, Subject], Any]]] = {
    "lines": _lines,
    "intervene": _intervene,
    "stages": _stages,
    "arithmetic": _arithmetic,
    "stream": _stream,
    "positions": _positions,
    "seeds": _seeds,
    "compare": _compare,
    "check": _check,
}
