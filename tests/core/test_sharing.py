"""Several threads at one pass: the same bytes whoever helps, and helpers that sleep, come late, never come or have to go."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.kernels import Compiled, Kernels, compiled_kernels
from core.kernels import layout as at
from core.kernels.workers import Crew, _Helper
from core.messages import Cancelled
from core.model import ModelConfig, Trace, Weights, forward, random_weights
from core.model.trace import LayerTrace
from tests.core.strategies import full_weights

ROOT = Path(__file__).parents[2]

CONFIGS = {
    "everything": ModelConfig(
        d_model=64,
        n_heads=4,
        n_layers=3,
        n_kv_heads=2,
        position="rotary",
        norm="sandwich",
        activation="swiglu",
        mask="window:70",
        vocabulary=200,
        tied=False,
    ),
    "wide": ModelConfig(d_model=256, n_heads=4, n_layers=2, position="alibi", mask="causal", vocabulary=100),
    "long": ModelConfig(
        d_model=32, n_heads=3, n_layers=2, head_width=10, position="learned", norm="post", vocabulary=100, context=600
    ),
}
TOKENS = {"everything": 120, "wide": 60, "long": 520}
"""Long enough for help to pay, and for every phase to have more pieces than workers in one of them."""


def digest(trace: Trace) -> str:
    """All numbers of a trace in one word."""
    numbers = blake2b(digest_size=16)
    arrays = [getattr(layer, field.name) for layer in trace.layers for field in fields(LayerTrace)]
    for array in (*arrays, trace.row_entropy, trace.row_sums, trace.thumbnails, trace.logits):
        numbers.update(b"-" if array is None else np.ascontiguousarray(array).tobytes())
    return numbers.hexdigest()


def run(name: str, kernels: Kernels, weights: Weights | None = None, **options: Any) -> Trace:
    """One pass over some sentence with weights in which every number matters."""
    config = CONFIGS[name]
    ids = [int(i) for i in np.random.default_rng(1).integers(0, config.vocabulary, TOKENS[name])]
    return forward(config, weights or full_weights(config), ids, thumbnail_size=50, kernels=kernels, **options)


def with_crew(crew: Crew) -> Kernels:
    compiled = compiled_kernels().compiled
    assert compiled is not None
    return Kernels("compiled", Compiled(compiled.work, crew))


def serving() -> Any:
    from core.kernels.sharing import serve

    return serve


@pytest.fixture
def crew() -> Iterator[Crew]:
    """Three helpers, also on a machine with fewer processors."""
    made = Crew(serving(), 3)
    yield made
    made._dismiss()
    assert not any(helper._thread.is_alive() for helper in made._helpers)


@pytest.fixture(scope="module")
def alone() -> dict[str, str]:
    """What one worker finds."""
    return {name: digest(run(name, compiled_kernels(), workers=1)) for name in CONFIGS}


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize("workers", [1, 2, 3, 4, 9, None])
def test_equal_bytes_for_any_number_of_workers(name: str, workers: int | None, crew: Crew, alone: dict[str, str]) -> None:
    """First run and twentieth, weights drawn anew or not."""
    kernels, weights = with_crew(crew), full_weights(CONFIGS[name])
    assert digest(run(name, kernels, workers=workers)) == alone[name]
    assert {digest(run(name, kernels, weights, workers=workers)) for _ in range(20)} == {alone[name]}


def test_helpers_are_asked_where_that_pays(crew: Crew) -> None:
    """As many as are wanted and there; for a few tokens nobody. Else the test above would compare one worker with itself."""
    asked: list[int] = []
    compiled = compiled_kernels().compiled
    assert compiled is not None

    def work(*arguments: int) -> int:
        asked.append(arguments[7])
        return int(compiled.work(*arguments))

    kernels = Kernels("compiled", Compiled(work, crew))
    for workers in (1, 2, 4, 9):
        run("long", kernels, workers=workers)
    forward(CONFIGS["long"], full_weights(CONFIGS["long"]), [1], kernels=kernels, workers=4)
    assert asked == [0, 1, 3, 3, 0]


def test_a_helper_does_pieces_of_its_own() -> None:
    """The letter of a pass is put into a mailbox by hand; whoever serves it there does the whole pass alone, and right."""
    crew = Crew(lambda mailbox, patience: None, 1)
    inside: list[int] = []

    def work(*given: int) -> int:
        table, sizes, factors, control, memory, apart, _, _, *span = given
        mailboxes = np.zeros(2 * at.MAILBOX, np.uint8)
        box = mailboxes[-mailboxes.ctypes.data % 64 :]
        letter = [table, sizes, factors, control, memory + apart, 1, *span]
        box[at.LETTER : at.LETTER + 8 * len(letter)].view(np.int64)[:] = letter
        box[at.TICKET : at.TICKET + 4].view(np.int32)[0] = 1
        serving()(box.ctypes.data, 10)
        inside.append(int(box[at.INSIDE : at.INSIDE + 4].view(np.int32)[0]))
        return 0

    kernels = Kernels("compiled", Compiled(work, crew))
    assert digest(run("long", kernels, workers=2)) == digest(run("long", compiled_kernels(), workers=1))
    assert inside == [0]
    crew._dismiss()


@pytest.mark.parametrize("ticket, closed", [(1, 1), (1, 2), (3, 7)], ids=["its pass is over", "so is the next", "and some more"])
def test_a_helper_that_comes_too_late_touches_nothing(ticket: int, closed: int) -> None:
    """What the letter points to may be gone: the counters, which say that all has been taken and done, stay as they are."""
    compiled_kernels()
    mailboxes = np.zeros(2 * at.MAILBOX, np.uint8)
    box = mailboxes[-mailboxes.ctypes.data % 64 :]
    sizes, control = np.zeros(100, np.int64), np.zeros((at.PHASES + 1, at.CONTROL_WIDTH), np.int32)
    sizes[at.PIECES :] = 1
    control[:, 0] = control[:, at.DONE] = 1
    words = {place: box[place : place + 4].view(np.int32) for place in (at.TICKET, at.CLOSED, at.INSIDE, at.SEEN)}
    letter = [0, sizes.ctypes.data, 0, control.ctypes.data, 0, 1, 0, 1, 0, at.PHASES]
    box[at.LETTER : at.LETTER + 8 * len(letter)].view(np.int64)[:] = letter
    words[at.TICKET][0], words[at.CLOSED][0] = ticket, closed
    serving()(box.ctypes.data, 10)
    assert (control[:, 0] == 1).all()
    assert words[at.INSIDE][0] == 0
    words[at.TICKET][0] = closed + 1  # and the next letter is answered
    serving()(box.ctypes.data, 10)
    assert (control[: at.PHASES, 0] == 2).all()


def asleep(mailbox: int, patience: int) -> None:
    """Looks into its mailbox for a moment and is gone."""


def late(mailbox: int, patience: int) -> None:
    time.sleep(0.002)
    serving()(mailbox, patience)


def impatient(mailbox: int, patience: int) -> None:
    serving()(mailbox, 1)


def stubborn(mailbox: int, patience: int) -> None:
    serving()(mailbox, 20_000_000)


@pytest.mark.parametrize("serve", [asleep, late, impatient, stubborn])
def test_helpers_of_every_temper(serve: Any, alone: dict[str, str]) -> None:
    """Whether they come or not, the pass is finished and right."""
    crew = Crew(serve, 3)
    kernels = with_crew(crew)
    for _ in range(10):
        for name in CONFIGS:
            assert digest(run(name, kernels, workers=4)) == alone[name]
    crew._dismiss()


def test_equal_bytes_beside_busy_threads(crew: Crew, alone: dict[str, str]) -> None:
    """One thread that holds Python's lock as long as it may, one that multiplies matrices."""
    over = threading.Event()

    def count() -> None:
        number = 0
        while not over.is_set():
            number += 1

    def multiply() -> None:
        a = np.ones((300, 300), np.float32)
        while not over.is_set():
            a @ a

    threads = [threading.Thread(target=target) for target in (count, multiply)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(5):
            for name in CONFIGS:
                assert digest(run(name, with_crew(crew), workers=4)) == alone[name]
    finally:
        over.set()
        for thread in threads:
            thread.join()


def test_passes_at_the_same_time_find_what_each_finds_alone(crew: Crew, alone: dict[str, str]) -> None:
    """Four threads, one crew, one of the passes given up again and again."""
    kernels, weights = with_crew(crew), {name: full_weights(config) for name, config in CONFIGS.items()}

    def many(name: str) -> set[str]:
        return {digest(run(name, kernels, weights[name], workers=4)) for _ in range(15)}

    def given_up() -> int:
        for _ in range(30):
            with pytest.raises(Cancelled):
                run("wide", kernels, weights["wide"], workers=4, cancelled=lambda: True)
        return 30

    with ThreadPoolExecutor(4, thread_name_prefix="pass") as threads:
        other = threads.submit(given_up)
        assert list(threads.map(many, CONFIGS)) == [{alone[name]} for name in CONFIGS]
        assert other.result() == 30


@pytest.mark.parametrize("weights_of", [full_weights, random_weights])
def test_threads_that_meet_at_new_weights(weights_of: Any) -> None:
    """They are drawn, and their addresses noted, by whoever needs them first; two who come at once must not mix them up."""
    config = ModelConfig(d_model=96, n_heads=4, n_layers=6, vocabulary=3000, tied=False)
    sentences = [[int(i) for i in np.random.default_rng(n).integers(0, 3000, 20)] for n in range(4)]
    right = [digest(forward(config, weights_of(config), ids, kernels=compiled_kernels())) for ids in sentences]
    with ThreadPoolExecutor(4, thread_name_prefix="pass") as threads:
        for _ in range(10):
            weights, start = weights_of(config), threading.Barrier(4)

            def go(ids: list[int], weights: Weights = weights, start: threading.Barrier = start) -> str:
                start.wait()
                return digest(forward(config, weights, ids, kernels=compiled_kernels()))

            assert list(threads.map(go, sentences)) == right


# Giving up


@pytest.mark.parametrize("name", CONFIGS)
def test_a_pass_can_be_given_up_at_every_question(name: str, crew: Crew, alone: dict[str, str]) -> None:
    """At the first, the second … the last; each time Cancelled, nothing is held any more, and the next pass is right."""
    kernels, weights = with_crew(crew), full_weights(CONFIGS[name])
    run(name, kernels, weights, workers=4)  # from now on no more is asked while weights are prepared
    questions: list[None] = []

    def never() -> bool:
        questions.append(None)
        return False

    assert digest(run(name, kernels, weights, workers=4, cancelled=never)) == alone[name]
    assert questions
    for number in range(len(questions)):
        answers = iter([False] * number)
        with pytest.raises(Cancelled):
            run(name, kernels, weights, workers=4, cancelled=lambda answers=answers: next(answers, True))
        assert not crew._one_pass.locked()
    assert digest(run(name, kernels, weights, workers=4)) == alone[name]


def test_an_error_in_a_question_gives_the_helpers_back(crew: Crew, alone: dict[str, str]) -> None:
    def broken(*_: int) -> bool:
        raise ValueError("broken")

    for option in ("cancelled", "progress"):
        with pytest.raises(ValueError, match="broken"):
            run("wide", with_crew(crew), workers=4, **{option: broken})
        assert not crew._one_pass.locked()
    assert digest(run("wide", with_crew(crew), workers=4)) == alone["wide"]


def test_progress_is_told_in_order_up_to_the_end(crew: Crew) -> None:
    steps: list[tuple[int, int]] = []
    run("everything", with_crew(crew), workers=4, progress=lambda done, total: steps.append((done, total)))
    assert steps == sorted(set(steps))
    assert steps[-1] == (3, 3)


# The crew


def test_one_pass_at_a_time_has_the_helpers(crew: Crew) -> None:
    assert crew.take(0) == 0
    assert crew.take(2) == 2
    assert crew.take(3) == 0
    crew.give_back(0, None)
    assert crew.take(9) == 3
    crew.give_back(0, None)


def test_a_crew_of_nobody() -> None:
    """On one processor there are no helpers; asking for them twice leaves nothing locked."""
    crew = Crew(serving(), 0)
    assert [crew.take(3), crew.take(3)] == [0, 0]
    assert not crew._one_pass.locked()
    crew._dismiss()


def test_what_a_helper_may_still_look_at_lives_on_until_all_have_left(crew: Crew) -> None:
    """Held while one stays, let go when a pass of all ends with nobody inside."""
    held = np.zeros(1)
    before = sys.getrefcount(held)
    crew.take(3)
    crew.give_back(1, held)
    assert sys.getrefcount(held) == before + 1
    crew.take(3)
    crew.give_back(0, None)
    assert sys.getrefcount(held) == before


@pytest.mark.parametrize("moment", [0, 1e-5, 2e-4, 1e-3, 0.05])
def test_helpers_leave_when_they_are_dismissed(moment: float) -> None:
    """Just started, while they look, about to sleep, asleep: within a second each."""
    for _ in range(5):
        crew = Crew(serving(), 3)
        time.sleep(moment)
        start = time.monotonic()
        crew._dismiss()
        assert time.monotonic() - start < 1
        assert not any(helper._thread.is_alive() for helper in crew._helpers)


def test_a_helper_dismissed_between_two_looks_does_not_fall_asleep() -> None:
    """The word comes after it has asked whether it is dismissed and before it forgets that it was called."""

    class Interrupted(_Helper):
        words = 0

        @property
        def _wanted(self) -> bool:
            return bool(self.__dict__["wanted"])

        @_wanted.setter
        def _wanted(self, value: bool) -> None:
            self.words += not value
            if self.words == 2:  # the first is __init__'s
                self._dismissed = True
            self.__dict__["wanted"] = value

    helper = Interrupted(asleep, None, 0)
    helper._thread.join(1)
    ended = not helper._thread.is_alive()
    helper.dismiss()
    assert ended


def test_nobody_spins_when_there_is_nothing_to_do(crew: Crew) -> None:
    """A pass, a moment to fall asleep, then half a second in which all threads together use less than a tenth of a second."""
    run("wide", with_crew(crew), workers=4)
    run("wide", compiled_kernels())
    time.sleep(0.1)
    before = time.process_time()
    time.sleep(0.5)
    assert time.process_time() - before < 0.1


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="Linux only: a process kept to one processor")
def test_one_processor_alone_finds_the_same_bytes(alone: dict[str, str]) -> None:
    """No helpers there, none in plain products either."""
    code = """if True:
        import os
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        from core.kernels import compiled_kernels
        from core.kernels.workers import WORKERS
        from tests.core.test_sharing import CONFIGS, digest, run
        print(WORKERS, *(digest(run(name, compiled_kernels())) for name in CONFIGS))
    """
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["1", *alone.values()]


# The end of the process

PROGRAM = """
import sys, threading, time
from core.kernels import compiled_kernels
from core.model import ModelConfig, forward, random_weights
config = ModelConfig(d_model=512, n_heads=8, n_layers=4, vocabulary=100)
weights, kernels = random_weights(config), compiled_kernels()
forward(config, weights, range(40), kernels=kernels)

def passes():
    while True:
        forward(config, weights, [1] * 400, kernels=kernels, logits=False)

{way}
print(time.monotonic(), flush=True)
"""

WAYS = {
    "helpers look": "pass",
    "helpers asleep": "time.sleep(0.05)",
    "a pass runs": "threading.Thread(target=passes, daemon=True).start(); time.sleep(0.2)",
    "two passes run": "[threading.Thread(target=passes, daemon=True).start() for _ in range(2)]; time.sleep(0.2)",
    "one was given up": """
from core.messages import Cancelled
try:
    forward(config, weights, [1] * 400, kernels=kernels, cancelled=lambda: True)
except Cancelled:
    pass""",
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_the_process_ends_quickly_and_without_a_word(way: str) -> None:
    """Status 0, nothing said, gone within two seconds of its last line, whatever the threads are doing."""
    for _ in range(2):
        command = [sys.executable, "-c", PROGRAM.replace("{way}", way)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        assert time.monotonic() - float(done.stdout) < 2
