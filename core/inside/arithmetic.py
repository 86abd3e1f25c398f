"""The arithmetic of one cell of one map: every number from what the block reads to what attention leaves in the stream.

from core.inside.arithmetic import chain

found = chain(config, weights, trace, layer=0, head=1, query=5, key=1)
for step in found.steps:
    print(step.kind, step.total)

Everything is computed in float64 from the values shown: the `resid_pre` that the trace kept, and the weights. The trace itself was
computed in float32; `Chain.checks` says by how much the two differ and by how much rounding lets them. What was changed by hand in
the pass (`Trace.interventions`) is changed here, in steps of their own. Whoever goes from cell to cell of a layer computes
`core.inside.chain_rows.layer_rows` once and hands it over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from math import exp, sqrt

import numpy as np

from core.inside.chain_by_hand import ByHand, cells_of, pattern_by_hand, z_by_hand
from core.inside.chain_rows import LayerRows, layer_rows, rotated, turns
from core.inside.chain_steps import (
    Bools,
    Chain,
    Column,
    Doubles,
    Entry,
    OpenProduct,
    Step,
    StepKind,
    frozen,
    rows_times,
    times,
    total,
    turn,
)
from core.inside.rounding import check
from core.inside.split import shares_of_cell
from core.model.arrays import adds_to_queries
from core.model.attention import allowed
from core.model.config import ModelConfig
from core.model.norms import skip_factor
from core.model.positions import alibi_slopes
from core.model.trace import Trace
from core.model.weights import Weights


def chain(
    config: ModelConfig,
    weights: Weights,
    trace: Trace,
    layer: int,
    head: int,
    query: int,
    key: int,
    *,
    rows: LayerRows | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Chain:
    """The arithmetic of one cell. Layer, head, query and key are counted from 0.

    `rows` are those that `layer_rows` gave for this pass and this layer; without them they are computed here.

    Raises
    ------
    ValueError
        When the trace did not keep `resid_pre`.
    IndexError
        When there is no such layer, head or token.
    Cancelled
        When `cancelled` says so.
    """
    tokens = len(trace.ids)
    if not (0 <= head < config.n_heads and 0 <= query < tokens and 0 <= key < tokens):
        raise IndexError(f"there is no cell ({query}, {key}) of head {head} among {tokens} tokens and {config.n_heads} heads")
    rows = layer_rows(config, weights, trace, layer, cancelled) if rows is None else rows
    with np.errstate(all="ignore"):  # a model whose numbers overflowed has infinite ones here too
        return _Work(config, weights, trace, rows, head, query, key).done()


def entry_of(config: ModelConfig) -> Entry:
    """How order gets into a model of this configuration."""
    if config.position == "none" or config.placed == "none":
        return "none"
    if config.position == "rotary":
        return "rotary"
    return "alibi" if config.position == "alibi" else config.placed


def _seen(config: ModelConfig, tokens: int, query: int) -> Bools:
    """[T] which keys the mask lets the query look at."""
    cells = allowed(tokens, causal=config.causal, window=config.window)
    return np.ones(tokens, np.bool_) if cells is None else cells[query].copy()


class _Work:
    """One computation: steps are added in the order in which they are taken."""

    def __init__(
        self, config: ModelConfig, weights: Weights, trace: Trace, rows: LayerRows, head: int, query: int, key: int
    ) -> None:
        self.config, self.kept, self.rows, self.block = config, trace.layers[rows.layer], rows, rows.block
        self.changes = tuple(trace.interventions.of_head(rows.layer, n) for n in range(config.n_heads))
        self.shares = shares_of_cell(config, weights, trace, rows.layer, head, query, key)
        self.attention_off = trace.interventions.attention_off(rows.layer)
        self.changed_heads: set[int] = set()
        self.layer, self.head, self.query, self.key = rows.layer, head, query, key
        self.shared = head * config.kv_heads // config.n_heads
        self.seen = _seen(config, len(rows.x), query)
        self.steps: list[Step] = []
        self.rounded = copy(rows.rounded)

    def add(self, kind: StepKind, *columns: tuple[str, Doubles], **rest: object) -> None:
        """Note a step; a table is over the numbers of a vector unless told otherwise, and arrives at its last column."""
        kept = tuple(Column(name, frozen(values.copy())) for name, values in columns)
        if kept:
            rest = {"over": "components"} | rest
            if "total" not in rest and kind != "read":
                rest["row"] = kept[-1].values
        self.steps.append(Step(kind=kind, columns=kept, **rest))  # type: ignore[arg-type]

    def done(self) -> Chain:
        """All steps, one after the other."""
        scores, pattern, z = self.attend(self.project())
        joined = z.reshape(-1)
        self.add("concatenate", ("z-all", joined), over="joined")
        attn_out = self.output(joined)
        resid_mid = self.leave(attn_out)
        rounded, kept, i, j, h = self.rounded, self.kept, self.query, self.key, self.head
        found: tuple[tuple[str, Doubles, Doubles, np.ndarray | None], ...] = (
            (
                "attn_scores",
                scores[h, [j]],
                rounded.scores[h, [j]],
                None if kept.attn_scores is None else kept.attn_scores[h, i, [j]],
            ),
            ("pattern", pattern[h, [j]], rounded.pattern[h, [j]], None if kept.pattern is None else kept.pattern[h, i, [j]]),
            ("z", z[h], rounded.z[h], None if kept.z is None else kept.z[h, i]),
            ("attn_out", attn_out, rounded.attn_out, None if kept.attn_out is None else kept.attn_out[i]),
            ("resid_mid", resid_mid, rounded.row, None if kept.resid_mid is None else kept.resid_mid[i]),
        )
        return Chain(
            config=self.config,
            layer=self.layer,
            head=h,
            query=i,
            key=j,
            shared=self.shared,
            entry=entry_of(self.config),
            allowed=bool(self.seen[j]),
            score=float(scores[h, j]),
            weight=float(pattern[h, j]),
            scores=frozen(scores[h].copy()),
            pattern=frozen(pattern[h].copy()),
            z=frozen(z[h].copy()),
            attn_out=frozen(attn_out),
            resid_mid=frozen(resid_mid),
            changed_heads=tuple(sorted(self.changed_heads)),
            steps=tuple(self.steps),
            checks=tuple(check(name, ours, bound, theirs) for name, ours, bound, theirs in found if theirs is not None),
        )

    def pair(self) -> tuple[int, ...]:
        """The two tokens of the cell, once if they are the same."""
        return (self.query,) if self.query == self.key else (self.query, self.key)

    # What the block reads

    def project(self) -> Doubles:
        """q [H, K] of the query, and the steps up to queries and keys."""
        config, rows, i, j = self.config, self.rows, self.query, self.key
        names = dict(zip(self.pair(), ("x-i", "x-j"), strict=False))
        self.add("read", *((name, rows.x[token]) for token, name in names.items()))
        if config.norm in ("pre", "sandwich"):
            for token in self.pair():
                self.note_norm("norm", token, rows.x[token], "norm1")
        if adds_to_queries(config):
            for token in self.pair():
                self.add("position", ("y", rows.y[token]), ("PE", rows.encoding[token]), ("u", rows.u[token]), token=token)
        q = self.block.projected("Q", rows.u[[i]], None)
        self.rounded.query_row(self.block, rows.u, i)
        self.note_projection("query", "Q", i, rows.u[i], q[self.head, 0], self.head)
        self.note_projection("key", "K", j, rows.u[j], rows.k[self.shared, j], self.shared)
        if turns(config):
            before, q = q, rotated(config, q, [i])
            self.note_rotation("rotate-query", i, before[self.head, 0], q[self.head, 0])
            self.note_rotation("rotate-key", j, rows.k[self.shared, j], rows.turned[self.shared, j])
            self.rounded.query_turned(before)
        return q[:, 0]

    def note_projection(self, kind: StepKind, letter: str, token: int, source: Doubles, row: Doubles, which: int) -> None:
        """Note how a row of queries, keys or values comes from what was read."""
        part = slice(which * self.config.d_head, (which + 1) * self.config.d_head)
        matrix = frozen(np.ascontiguousarray(self.block.matrix(f"attention.W_{letter}")[:, part]))
        bias = self.block.parameter(f"attention.b_{letter}")
        bias = None if bias is None else frozen(bias[part].copy())
        read = {"query": "u-i", "key": "u-j", "value": "y-j"}[kind]
        product = OpenProduct(frozen(source.copy()), matrix, bias, "components", (read, f"W_{letter}"))
        name = {"query": "q", "key": "k", "value": "v"}[kind]
        summed = (("sum", times(source, matrix)), ("bias", bias)) if bias is not None else ()
        self.add(kind, *summed, (name, row), token=token, product=product)

    def note_norm(self, kind: StepKind, token: int, row: Doubles, name: str) -> Doubles:
        """Note a norm of one row and return what comes out."""
        columns, scalars = self.block.normalise(row, name)
        self.add(kind, *columns, token=token, scalars=scalars)
        return columns[-1][1]

    def note_rotation(self, kind: StepKind, token: int, before: Doubles, after: Doubles) -> None:
        """Note a rotation: after = before · cos + partner · (± sin)."""
        angle, cos, sin = turn(token, self.config.d_head, self.config.rope_base)
        partner = np.roll(before, len(before) // 2)
        columns = (("before", before), ("cos", cos), ("partner", partner), ("sin", sin), ("after", after))
        self.add(kind, ("angle", angle), *columns, token=token)

    # Scores, softmax, mixing

    def attend(self, q: Doubles) -> tuple[Doubles, Doubles, Doubles]:
        """scores and pattern [H, T], z [H, K] of the query q [H, K], of all heads."""
        config, heads, seen, k, v = self.config, self.config.n_heads, self.seen, self.rows.turned, self.rows.v
        alibi = config.position == "alibi" and config.placed == "query-key"
        distance = np.abs(np.arange(len(self.rows.x)) - self.query).astype(np.float64)
        scores, pattern, z = (
            np.empty((heads, len(self.rows.x))),
            np.empty((heads, len(self.rows.x))),
            np.empty((heads, config.d_head)),
        )
        names = [""] * heads
        for head in range(heads):
            shared = head * config.kv_heads // heads
            products = rows_times(k[shared], q[head][:, None])[:, 0]
            scaled = products / sqrt(config.d_head)
            slope = float(alibi_slopes(heads)[head])
            scores[head] = scaled + (0.0 - slope * distance) if alibi else scaled
            largest = float(np.max(scores[head][seen]))
            powers = np.array([exp(s - largest) if ok else 0.0 for s, ok in zip(scores[head].tolist(), seen.tolist(), strict=True)])
            pattern[head] = np.where(seen, powers / total(powers), 0.0)
            if head == self.head:
                self.note_scores(q[head], k[shared], products, scaled, slope * distance if alibi else None, slope)
                self.note_softmax(scores[head], largest, powers, pattern[head])
        self.rounded.attention(self.query, q, k, scores, pattern, seen)
        for head in range(heads):
            found = pattern_by_hand(pattern[head], self.changes[head], self.query, seen)
            pattern[head], names[head] = self.by_hand(head, "weight", pattern[head].copy(), found)
            z[head] = times(pattern[head], v[head * config.kv_heads // heads])
        self.rounded.mixed(v, pattern)
        self.note_projection("value", "V", self.key, self.rows.y[self.key], v[self.shared, self.key], self.shared)
        mixing = OpenProduct(
            frozen(pattern[self.head].copy()), frozen(v[self.shared].copy()), None, "keys", (names[self.head], "v")
        )
        self.add("mix", ("z", z[self.head]), token=self.query, product=mixing, allowed=seen)
        for head in range(heads):
            z[head], _ = self.by_hand(head, "z", z[head].copy(), z_by_hand(z[head].copy(), self.changes[head]))
        return scores, pattern, z

    def by_hand(self, head: int, name: str, row: Doubles, found: Iterable[ByHand]) -> tuple[Doubles, str]:
        """A row of `head` whose numbers are called `name`, changed by hand, and what they are called then."""
        before = name
        for number, (kind, scalars, after) in enumerate(found, 1):
            self.changed_heads.add(head)
            self.rounded.by_hand(kind, head, after, dict(scalars), [cell.key for cell in cells_of(self.changes[head], self.query)])
            columns, before = ((before, row), (f"{name}-{number}", after)), f"{name}-{number}"
            if head == self.head:
                over_keys = {"over": "keys", "allowed": self.seen, "total": float(after[self.key])} if name == "weight" else {}
                self.add(kind, *columns, **{"token": self.query, "scalars": scalars, "changes": self.changes[head]} | over_keys)
            row = after
        return row, before

    def note_scores(
        self, q: Doubles, k: Doubles, products: Doubles, scaled: Doubles, lowered: Doubles | None, slope: float
    ) -> None:
        """Note the products term by term, ÷ √K, and ALiBi's share."""
        j, root = self.key, sqrt(self.config.d_head)
        product, divided = float(products[j]), float(scaled[j])
        self.add("products", ("q", q), ("k", k[j]), ("qk", q * k[j]), total=product)
        self.add("scale", scalars=(("product", product), ("root-width", root)), total=divided)
        if self.shares:
            self.add("shares", scalars=self.shares, total=total(np.array([share for _, share in self.shares])))
        if lowered is not None:
            share = 0.0 - float(lowered[j])
            scalars = (("scaled-score", divided), ("slope", slope), ("distance", float(abs(self.query - j))), ("share", share))
            self.add("alibi", scalars=scalars, total=divided + share)

    def note_softmax(self, scores: Doubles, largest: float, powers: Doubles, pattern: Doubles) -> None:
        """Note mask, maximum, exponentials, their sum, and the quotient."""
        seen, j = self.seen, self.key
        shifted = np.where(seen, scores - largest, -np.inf)
        masked = np.where(seen, scores, -np.inf)
        self.add("mask", ("score", scores), ("masked", masked), over="keys", allowed=seen, total=float(masked[j]))
        self.add("maximum", ("masked", masked), over="keys", allowed=seen, total=largest)
        columns = (("masked", masked), ("shifted", shifted), ("power", powers))
        self.add("exponentials", *columns, over="keys", allowed=seen, scalars=(("largest", largest),), total=float(powers[j]))
        self.add("row-sum", ("power", powers), over="keys", allowed=seen, total=total(powers))
        both = (("power-j", float(powers[j])), ("power-sum", total(powers)))
        self.add(
            "quotient", ("power", powers), ("weight", pattern), over="keys", allowed=seen, scalars=both, total=float(pattern[j])
        )

    # Back into the stream

    def output(self, joined: Doubles) -> Doubles:
        """[D] z of all heads · W_O + b_O."""
        matrix, bias = self.block.matrix("attention.W_O"), self.block.parameter("attention.b_O")
        summed = times(joined, matrix)
        out = summed if bias is None else summed + bias
        product = OpenProduct(frozen(joined.copy()), matrix, bias, "joined", ("z-all", "W_O"))
        columns = (("sum", summed), ("bias", bias)) if bias is not None else ()
        self.add("output", *columns, ("a", out), token=self.query, product=product)
        self.rounded.output(joined, matrix, bias)
        if self.attention_off:
            out, before = np.zeros_like(out), out
            self.add("attention-off", ("a", before), ("a-1", out), token=self.query)
            self.rounded.nothing_out()
        return out

    def leave(self, attn_out: Doubles) -> Doubles:
        """[D] the stream after attention: norms, skip connection and, in the first block, an encoding that is added there."""
        config, i, rounded = self.config, self.query, self.rounded
        row, change = self.rows.x[i], attn_out
        if config.norm == "sandwich":
            change = self.note_norm("norm-out", i, attn_out, "norm1_out")
            rounded.norm_row(attn_out, self.block.matrix("norm1_out.gain"), change, config.norm_kind)
        factor = skip_factor(config)
        carried = row if factor == 1 else factor * row
        after = change.copy() if factor == 0 else carried + change
        columns = [("x", row)]
        if factor not in (0, 1):
            columns.append(("carried", carried))
        columns = [("change", change)] if factor == 0 else [*columns, ("change", change), ("after-skip", after)]
        self.add("skip", *columns, token=i, scalars=(("factor", factor),))
        if factor:
            rounded.row_added(carried, change)
        if config.norm in ("post", "deepnorm"):
            before, after = after, self.note_norm("norm-after", i, after, "norm1")
            rounded.norm_row(before, self.block.matrix("norm1.gain"), after, config.norm_kind)
        if config.placed == "after-attention" and self.layer == 0:
            before, after = after, after + self.rows.encoding[i]
            columns = [("y", before), ("PE", self.rows.encoding[i]), ("u", after)]
            self.add("position-after", *columns, token=i)
            rounded.row_added(before, self.rows.encoding[i])
        return after
