"""Memory that is used again: never while somebody still looks at it."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from core.kernels import arena, compiled_kernels
from core.kernels.arena import ALIGNMENT, KEPT_BLOCKS, KEPT_BYTES, give_back_arenas, lease
from core.model import ModelConfig, Trace, forward
from tests.core.strategies import full_weights
from tests.core.test_sharing import digest


@pytest.fixture(autouse=True)
def _no_blocks() -> Iterator[None]:
    give_back_arenas()
    yield
    give_back_arenas()


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 100_000, 3_000_000])
def test_a_lease_is_as_large_as_asked_and_begins_at_a_cache_line(size: int) -> None:
    memory, address = lease(size)
    assert memory.nbytes >= size
    assert memory.ctypes.data == address
    assert address % ALIGNMENT == 0
    memory[...] = 7
    memory.setflags(write=False)


def test_memory_is_used_again_when_the_last_view_is_gone_and_not_before() -> None:
    """A view of a view of another shape and type keeps it; the next lease is writable again."""
    memory, address = lease(1_000_000)
    memory[...] = 5
    view = memory[64:1064].view(np.float32).reshape(10, 25)[2:, 3]
    memory.setflags(write=False)
    del memory
    other, elsewhere = lease(1_000_000)
    assert elsewhere != address
    other[...] = 6
    assert (view.view(np.uint32) == 0x05050505).all()
    del view
    again, there = lease(1_000_000)
    assert there == address
    assert again.flags.writeable


def test_only_blocks_of_about_the_size_are_taken() -> None:
    """A short sentence must not hold the memory of a long one."""
    large, address = lease(10_000_000)
    del large
    small, elsewhere = lease(100)
    assert elsewhere != address
    assert small.nbytes < 1_000
    larger, there = lease(10_000_001)
    assert there != address
    assert larger.nbytes > 10_000_000
    fitting, here = lease(6_000_000)
    assert here == address
    assert fitting.nbytes == 10_000_000


def test_few_blocks_are_kept() -> None:
    leases = [lease(1000 + n)[0] for n in range(10)]
    assert arena._free == []
    leases.clear()
    assert len(arena._free) == KEPT_BLOCKS
    give_back_arenas()
    assert arena._free == []


def test_no_more_bytes_are_kept_than_promised() -> None:
    """Two blocks of which each takes more than half: the older one goes. Memory that nobody writes to is only a promise."""
    leases = [lease(KEPT_BYTES // 2 + 1)[0] for _ in range(2)]
    leases.clear()
    assert len(arena._free) == 1
    one, _ = lease(KEPT_BYTES + 1)
    give_back_arenas()
    del one
    assert arena._free == []


def test_threads_never_share_a_block() -> None:
    """Four threads lease, write their own number, look, and let go, many times, all of one size."""
    wrong: list[int] = []
    start = threading.Barrier(4)

    def use(number: int) -> None:
        start.wait()
        for _ in range(2000):
            memory, _ = lease(4096)
            memory[...] = number
            if not (memory == number).all():
                wrong.append(number)

    threads = [threading.Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(arena._free) <= KEPT_BLOCKS


def test_a_result_never_changes_when_later_passes_run() -> None:
    """Twelve results of passes of about one size are held while a hundred others come and go; one array alone is enough to hold."""
    config = ModelConfig(d_model=32, n_heads=4, n_layers=2, vocabulary=60, mask="causal", norm="sandwich")
    weights, rng = full_weights(config), np.random.default_rng(0)

    def some() -> Trace:
        ids = [int(i) for i in rng.integers(0, 60, int(rng.integers(20, 26)))]
        keep = frozenset({"pattern", "v"}) if rng.random() < 0.5 else frozenset({"q", "k", "v", "resid_post", "pattern"})
        return forward(config, weights, ids, kernels=compiled_kernels(), keep=keep, thumbnail_size=9)

    held: list[tuple[Trace, str]] = []
    parts: list[tuple[np.ndarray, bytes]] = []
    previous = some()
    for number in range(100):
        trace = (
            forward(config, weights, [*previous.ids, 3], kernels=compiled_kernels(), after=previous) if number % 7 == 3 else some()
        )
        if number % 8 == 0:
            held.append((trace, digest(trace)))
            v = some().layers[1].v
            assert v is not None
            parts.append((v[1, 2:], v[1, 2:].tobytes()))
        previous = some()
        assert [digest(old) for old, _ in held] == [word for _, word in held]
        assert [part.tobytes() for part, _ in parts] == [numbers for _, numbers in parts]
    addresses = {trace.row_sums.ctypes.data for trace, _ in held}
    assert len(addresses) == len(held)


def test_a_pass_that_nobody_looks_at_leaves_nothing() -> None:
    """Neither the trace that a pass came after nor its memory lives on in a cycle of references."""
    config = ModelConfig(d_model=32, n_heads=4, n_layers=2, vocabulary=60, mask="causal")
    weights = full_weights(config)
    gc.collect()
    gc.disable()
    try:
        trace = forward(config, weights, [1, 2, 3], kernels=compiled_kernels())
        for token in range(50):
            trace = forward(config, weights, [*trace.ids[-20:], token], kernels=compiled_kernels(), after=trace)
        del trace
        assert 1 <= len(arena._free) <= KEPT_BLOCKS
        assert gc.collect() == 0
    finally:
        gc.enable()
