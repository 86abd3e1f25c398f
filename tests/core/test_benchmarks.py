"""What `bench` measures: that each side does the work it stands for. How long it takes is nobody's promise here."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from core.benchmarks import (
    Row,
    busy_rows,
    core_rows,
    forward_rows,
    import_rows,
    incremental_rows,
    machine,
    products,
    row_names,
    timing,
)
from core.benchmarks.apart import measured_apart
from core.benchmarks.load import LoadError, load
from core.benchmarks.sizes import Size
from core.model import Trace, Weights, random_weights
from core.model.counts import count

ROOT = Path(__file__).resolve().parents[2]
TINY = Size(8, 2, 2, 5)
KEYS = ["name", "ours_ms", "torch_ms", "ratio", "products_ms", "p50_ms", "p95_ms"]

with_torch = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few rounds without rest."""
    monkeypatch.setattr(timing, "REST", 0)
    monkeypatch.setattr(timing, "SPREAD", 0)
    monkeypatch.setattr(timing, "TURN", 0)
    monkeypatch.setattr(timing, "MANY_ROUNDS", 2)


@pytest.fixture
def other() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1, thread_name_prefix="product") as executor:
        yield executor


def test_the_rows() -> None:
    """Import 1; four models × five lengths 20, idle and busy; four small changes; two trainings."""
    names = row_names()
    assert len(set(names)) == len(names)
    assert Counter(name.partition("/")[0] for name in names) == {"core": 1, "forward": 20, "busy": 20, "incremental": 4, "train": 2}
    assert {
        "core/import",
        "forward/d64-L2-T8",
        "forward/d512-L6-T128",
        "forward/d768-L12-T1000",
        "busy/d512-L6-T512",
        "incremental/append-d256-L4-T128",
        "incremental/append-d512-L6-T128",
        "incremental/one-block-more-d512-L6-T128",
        "incremental/norm-d512-L6-T64",
    } <= set(names)


def test_a_prefix_chooses_rows() -> None:
    assert row_names("forward/d64-L2-T") == tuple(f"forward/d64-L2-T{tokens}" for tokens in (8, 32, 128, 512, 1000))
    assert row_names("busy/d256-L4-T8") == ("busy/d256-L4-T8",)
    assert list(core_rows("nothing of the kind")) == []


def test_a_row_has_the_fixed_keys_first_and_its_ratio_is_torch_over_ours() -> None:
    row = Row("a/b", ours_ms=2.0, torch_ms=5.0, more={"whole_ms": 3.0})
    assert [*row.as_dict()] == [*KEYS, "whole_ms"]
    assert row.as_dict()["ratio"] == 2.5
    assert Row("a/b", ours_ms=2.0).ratio is None
    assert str(row).split() == ["a/b", "ours_ms", "2.00", "torch_ms", "5.00", "ratio", "2.50", "whole_ms", "3.00"]


def test_sides_take_turns_in_an_order_that_is_reversed(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that only the sides move. Two warm-up runs a side; then nine rounds, every second of which begins with the other.

    Side a runs for 7, 7 + n/10 and 20 ms in its turn n: only with the third run are 20 ms over, and the middle one is its figure;
    of 7.1 … 7.9 the middle is 7.5. Side b takes 30 ms and so runs once a turn.
    """
    clock, events = [0.0], []
    runs = {"a": iter([1.0, 1.0] + [ms for n in range(1, 10) for ms in (7, 7 + n / 10, 20)]), "b": iter([30.0] * 11)}

    def side(name: str) -> Callable[[], None]:
        def run() -> None:
            events.append(name)
            clock[0] += next(runs[name]) / 1000

        return run

    monkeypatch.setattr(timing, "SPREAD", 0)
    monkeypatch.setattr(timing, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(timing, "sleep", lambda seconds: events.append("rest"))
    medians = timing.in_turn({"a": side("a"), "b": side("b")})
    assert events[:4] == ["a", "a", "b", "b"]
    turn = {"a": ["rest", "a", "a", "a"], "b": ["rest", "b"]}
    assert events[4:] == [event for name in "abbaabbaabbaabbaab" for event in turn[name]]
    assert medians == {"a": pytest.approx(7.5), "b": pytest.approx(30)}


def test_quick_sides_take_more_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds of 0.1 s go on until 3 s are over, so that a second in which the machine is busy does not decide."""
    clock, turns = [0.0], []

    def side() -> None:
        clock[0] += 0.1
        turns.append(clock[0])

    monkeypatch.setattr(timing, "sleep", lambda seconds: None)
    monkeypatch.setattr(timing, "perf_counter", lambda: clock[0])
    assert timing.in_turn({"a": side}) == {"a": pytest.approx(100)}
    assert len(turns) == timing.WARM_UP + 30


def test_a_side_in_a_row_runs_for_its_time_or_at_least_so_often() -> None:
    """And never fewer times than a median needs."""
    assert len(timing.in_a_row(lambda: None, least=12, seconds=0)) == 12
    assert len(timing.in_a_row(lambda: None, least=5, seconds=0)) == timing.ROUNDS
    assert len(timing.in_a_row(lambda: None, least=5, seconds=0.05)) > 5


def test_percentiles_by_hand() -> None:
    """Of 1 … 20, nineteen are at most 19: 95 %."""
    assert timing.percentile([float(n) for n in range(20, 0, -1)], 0.95) == 19
    assert timing.percentile([3.0], 0.95) == 3


@pytest.mark.parametrize("size", [TINY, Size(512, 6, 8, 40), Size(6, 1, 3, 2)], ids=str)
def test_the_bare_products_are_those_of_a_pass(size: Size) -> None:
    """As many multiply-adds as the ledger counts for a pass without its output matrix; the halves are halves."""
    config = size.config(vocabulary=50)
    halves = products.halves(random_weights(config), np.ones((size.tokens, config.d_model), np.float32))
    macs = [sum(a.shape[0] * a.shape[1] * b.shape[1] for a, b, _ in half) for half in halves]
    counts = count(config, size.tokens).macs
    assert sum(macs) == counts.total - counts.unembedding
    if config.n_heads % 2 == 0:
        assert macs[0] == macs[1]


@pytest.mark.parametrize("split_from", [0, 10**12], ids=["two threads", "one thread"])
def test_the_bare_products_are_multiplied(split_from: int, other: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    """What each product leaves in its place; W_O's and W_out's products share one."""
    weights = random_weights(Size(8, 1, 2, 5).config(vocabulary=50))
    x = np.random.default_rng(1).standard_normal((5, 8), np.float32)
    made: list[list[products.Product]] = []

    def remember(half: Callable[..., list[products.Product]]) -> Callable[..., list[products.Product]]:
        def call(*arguments: Any) -> list[products.Product]:
            made.append(half(*arguments))
            return made[-1]

        return call

    monkeypatch.setattr(products, "SPLIT_FROM", split_from)
    monkeypatch.setattr(products, "_half", remember(products._half))
    run = products.bare_products(weights, x, other)
    run()
    run()  # by now the numbers of the other thread are in their places too
    assert len(made) == 2
    for half in made:
        for a, b, out in (*half[:-3], *half[-2:]):
            np.testing.assert_allclose(out, a @ b, rtol=1e-5, atol=1e-5)


def test_a_measured_row_of_a_small_model(quick: None) -> None:
    row = forward_rows.measure_size("forward/tiny", TINY)
    values = row.as_dict()
    assert [*values][: len(KEYS)] == KEYS
    assert values["ours_ms"] > 0
    assert values["products_ms"] > 0
    assert (values["p50_ms"], values["p95_ms"]) == (None, None)
    if find_spec("torch") is None:
        assert (values["torch_ms"], values["ratio"], len(values)) == (None, None, len(KEYS))
    else:
        assert values["ratio"] == values["torch_ms"] / values["ours_ms"]


def test_a_row_says_what_pytorch_takes_with_its_memory_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured in turn with ours once more, after the process has been told; nothing where it cannot be told."""
    told: list[bool] = []
    asked: list[tuple[set[str], list[bool]]] = []

    def measured(sides: dict[str, timing.Side]) -> dict[str, float]:
        asked.append((set(sides), [*told]))
        return {"ours": 2.0, "products": 1.0, "torch": 3.0 if told else 8.0}

    stand_in = ModuleType("core.benchmarks.torch_side")
    monkeypatch.setitem(sys.modules, "core.benchmarks.torch_side", stand_in)
    monkeypatch.setattr(forward_rows, "find_spec", lambda name: name)
    monkeypatch.setattr(forward_rows, "_torch_side", lambda weights, x, trace: lambda: None)
    monkeypatch.setattr(forward_rows, "in_turn", measured)
    for can in (True, False):
        told.clear()
        asked.clear()
        monkeypatch.setattr(stand_in, "keep_memory", lambda can=can: told.append(can) or can, raising=False)
        row = forward_rows.measure_size("forward/tiny", TINY)
        assert (row.torch_ms, row.ratio) == (8.0, 4.0)
        assert row.more == ({"torch_kept_ms": 3.0, "ratio_kept": 1.5} if can else {})
        assert asked == [({"ours", "products", "torch"}, []), *([({"ours", "torch"}, [True])] if can else [])]


@with_torch
def test_torch_finds_our_numbers_and_other_numbers_are_refused(quick: None) -> None:
    from core.benchmarks.torch_side import check_agreement, torch_pass

    weights = random_weights(TINY.config())
    trace = forward_rows.one_pass(weights, TINY.tokens)()
    x = trace.layers[0].resid_pre
    assert x is not None
    found = torch_pass(weights, x, 2)()
    check_agreement(trace, found)
    for name in ("v", "pattern", "mlp_out", "resid_post"):
        array = getattr(trace.layers[1], name).copy()
        array.flat[-1] += 0.01
        other = replace(trace, layers=(trace.layers[0], replace(trace.layers[1], **{name: array})))
        with pytest.raises(RuntimeError, match="differs from PyTorch"):
            check_agreement(other, found)


def told(name: str) -> Row:
    """A row that says which process made it."""
    if not name:
        raise ValueError("no name")
    return Row(name, products_ms=1.5, more={"process": os.getpid()})


def test_rows_beside_pytorch_are_measured_in_interpreters_of_their_own(capfd: pytest.CaptureFixture[str]) -> None:
    """With all that a row says; what goes wrong there is said and not passed over."""
    rows = [measured_apart(told, name) for name in ("one", "another")]
    assert [(row.name, row.products_ms, row.ours_ms) for row in rows] == [("one", 1.5, None), ("another", 1.5, None)]
    assert len({os.getpid(), *(row.more["process"] for row in rows)}) == 3
    with pytest.raises(subprocess.CalledProcessError):
        measured_apart(told, "")
    assert "ValueError: no name" in capfd.readouterr().err


def test_the_row_of_a_pass_as_bench_prints_it() -> None:
    (row,) = core_rows("forward/d64-L2-T8")
    assert row.name == "forward/d64-L2-T8"
    assert row.ours_ms is not None
    assert 0 < row.ours_ms < 1000
    assert row.products_ms is not None
    assert (row.ratio is None) == (find_spec("torch") is None)


def test_busy_rows_compare_the_busy_with_the_idle_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three names, two of them of one model."""
    monkeypatch.setattr(timing.in_a_row, "__kwdefaults__", {"least": 3, "seconds": 0})
    monkeypatch.setattr(busy_rows, "SPREAD", 0)
    sizes = {f"busy/{size}": size for size in (TINY, Size(8, 2, 2, 3), Size(8, 1, 1, 2))}
    rows = list(busy_rows.measure_sizes(sizes))
    assert [row.name for row in rows] == [*sizes]
    for row in rows:
        values = row.as_dict()
        assert [*values] == [*KEYS, "busy_ratio"]
        assert values["busy_ratio"] == values["p50_ms"] / values["ours_ms"]
        assert values["p95_ms"] >= values["p50_ms"]
        assert (values["torch_ms"], values["ratio"], values["products_ms"]) == (None, None, None)


@pytest.mark.parametrize("error", [None, KeyboardInterrupt, ValueError])
def test_the_load_ends_with_what_is_measured(error: type[BaseException] | None) -> None:
    try:
        with load() as running:
            assert len(running) == 2
            assert [process.poll() for process in running] == [None, None]
            if error is not None:
                raise error
    except (KeyboardInterrupt, ValueError):
        assert error is not None
    assert all(process.poll() is not None for process in running)


def test_times_beside_a_load_that_ended_early_are_refused() -> None:
    processes = []

    def measure() -> None:
        with load() as running:
            processes.extend(running)
            running[0].kill()
            running[0].wait(timeout=10)

    with pytest.raises(LoadError):
        measure()
    assert processes[1].poll() is not None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only: the states of processes in /proc")
def test_the_load_ends_by_itself_when_its_parent_is_gone() -> None:
    """os._exit leaves no time for any clearing up. A process that has ended but is not yet fetched has the state Z."""
    code = """if True:
        import os
        from core.benchmarks.load import load
        with load() as running:
            print(*(process.pid for process in running), flush=True)
            os._exit(0)
    """
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    left = {int(pid) for pid in finished.stdout.split()}
    assert len(left) == 2
    end = time.monotonic() + 10
    while left := {pid for pid in left if _runs(pid)}:
        assert time.monotonic() < end
        time.sleep(0.02)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    "change", [incremental_rows.one_token_more, incremental_rows.one_block_more, incremental_rows.another_norm]
)
def test_a_pass_that_takes_over_finds_the_numbers_of_the_whole_pass(change: Callable[[Size], incremental_rows.Sides]) -> None:
    ours, whole = (side() for side in change(TINY))
    assert isinstance(ours, Trace)
    assert isinstance(whole, Trace)
    assert (ours.config, ours.ids) == (whole.config, whole.ids)
    assert len(ours.layers) == TINY.n_layers
    for a, b in zip(ours.layers, whole.layers, strict=True):
        for name in ("pattern", "mlp_post", "resid_post"):
            np.testing.assert_allclose(getattr(a, name), getattr(b, name), rtol=0, atol=5e-6 * np.abs(getattr(b, name)).max())


def test_the_small_changes_start_from_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is handed to each pass as the one before it: one token fewer, one block fewer; with another norm no pass at all."""
    asked: list[tuple[int, int, tuple[int, int] | None]] = []

    def one_pass(weights: Weights, tokens: int, after: Trace | None = None) -> Callable[[], Trace]:
        before = None if after is None else (len(after.layers), len(after.ids))
        asked.append((weights.config.n_layers, tokens, before))
        return forward_rows.one_pass(weights, tokens)

    monkeypatch.setattr(incremental_rows, "one_pass", one_pass)
    incremental_rows.one_token_more(TINY)
    assert asked == [(2, 4, None), (2, 5, (2, 4)), (2, 5, None)]
    asked.clear()
    incremental_rows.one_block_more(TINY)
    assert asked == [(1, 5, None), (2, 5, (1, 5)), (2, 5, None)]
    asked.clear()
    for side in incremental_rows.another_norm(TINY):
        side()
    assert asked == [(2, 5, None)] * 3


def test_a_row_of_a_small_change(quick: None) -> None:
    values = incremental_rows.measure_change("incremental/tiny", incremental_rows.one_token_more(TINY)).as_dict()
    assert [*values] == [*KEYS, "whole_ms"]
    assert values["ours_ms"] > 0
    assert values["whole_ms"] > 0
    assert values["ratio"] is None


def test_the_row_of_the_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_rows, "ROUNDS", 1)
    (row,) = core_rows("core/")
    assert row.name == "core/import"
    assert row.ours_ms is not None
    assert row.ours_ms > 0


def test_the_machine_says_what_was_measured_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_CORETYPE", raising=False)
    monkeypatch.setenv("OPENBLAS_L2_SIZE", "1024")
    found = machine()
    assert found["cores"] == os.cpu_count()
    assert found["numpy"] == np.__version__
    assert ("torch" in found) == (find_spec("torch") is not None)
    assert found["blas_settings"] == {"OPENBLAS_CORETYPE": None, "OPENBLAS_L2_SIZE": "1024"}
    assert found["blas"] is None or found["blas"]["threads"] == 1
