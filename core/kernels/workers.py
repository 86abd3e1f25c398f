"""The threads that help the one that computes.

A helper waits in compiled code for a letter (`sharing.serve`), so that handing it a pass costs less than a microsecond; when none
comes for a while it goes to sleep, so that an idle program uses no processor.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.kernels import layout as at

WORKERS: Final = min(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
"""Threads that share the work of one pass, the caller's own included. More would fight over the memory."""
PATIENCE: Final = 200_000
"""Times a helper looks for a letter before it goes to sleep: about 0.2 ms."""


def _processor_now() -> Callable[[], int]:
    """A function that tells on which processor its thread runs; −1 where the system does not say."""
    try:
        where: Callable[[], int] = ctypes.CDLL(None).sched_getcpu
    except (AttributeError, OSError, TypeError):  # TypeError: Windows has no library without a name
        return lambda: -1
    return where


_processor: Final = _processor_now()
_BY_THREAD: Final = sys.platform.startswith("linux")
"""Whether threads of one process can be preferred to each other."""


def _keep_off(processor: int) -> None:
    """Run this thread on other processors than that one, from now on.

    Linux wakes a thread beside the one that calls it and may leave both there for a tenth of a second while the other processor is
    idle: after each pause a pass would run on one processor alone.
    """
    others = os.sched_getaffinity(os.getpid()) - {processor}  # as its main thread may use
    if others and others != os.sched_getaffinity(0):
        os.sched_setaffinity(0, others)


def step_back(levels: int) -> None:
    """Let the system prefer other threads to this one, from now on. Only Linux does so by the thread; elsewhere nothing happens."""
    if _BY_THREAD:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _courtesy() + levels)


def _courtesy() -> int:
    """How far this thread has stepped back. Threads that it starts have stepped back as far."""
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) if _BY_THREAD else 0


@lru_cache(maxsize=4)
def _pool(courtesy: int) -> ThreadPoolExecutor:
    """Helpers of those that have stepped back so far: a thread cannot come forward again to help another one."""
    del courtesy  # what tells one pool from the other
    return ThreadPoolExecutor(max(1, WORKERS - 1), thread_name_prefix="helper")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # the threads of the pool stay behind in the parent


def help_with(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    """Run `function` on another thread, and on another processor where there is one."""
    return _pool(_courtesy()).submit(_elsewhere, _processor(), function, *arguments)


def _elsewhere(caller: int, function: Callable[..., Any], *arguments: Any) -> Any:
    if caller >= 0:
        _keep_off(caller)
    return function(*arguments)


class Crew:
    """Helpers for compiled passes, one pass at a time.

    Parameters
    ----------
    serve
        `sharing.serve`.
    """

    def __init__(self, serve: Callable[[int, int], None], helpers: int) -> None:
        self._mailboxes = np.zeros((helpers + 1, at.MAILBOX), np.uint8)
        start = self._mailboxes.ctypes.data
        self.address: Final = start + -start % 64
        self._one_pass = threading.Lock()
        self._inside: NDArray[np.int32] = np.ndarray(
            (helpers,), np.int32, self._mailboxes, self.address - start + at.INSIDE, (at.MAILBOX,)
        )
        self._held: list[object] = []
        self.running: Final = _Running()
        self._helpers = [_Helper(serve, self._mailboxes, self.address + at.MAILBOX * n) for n in range(helpers)]
        atexit.register(self._dismiss)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._be_alone)

    def take(self, wanted: int) -> int:
        """How many of the `wanted` helpers take part in the next pass: none while another pass has them. To be given back."""
        helpers = self._helpers[:wanted]
        if not helpers or not self._one_pass.acquire(blocking=False):
            return 0
        try:
            for helper in helpers:
                helper.wake()
        except BaseException:
            self._one_pass.release()
            raise
        return len(helpers)

    def give_back(self, staying: int, held: object) -> None:
        """After `take`: `staying` helpers have not left yet; `held` is what they may still look at."""
        if staying:
            self._held.append(held)
        elif self._held and not self._inside.any():
            self._held.clear()
        self._one_pass.release()

    def _be_alone(self) -> None:
        """A forked process has copies of the locks as they were, and none of the threads."""
        self._one_pass = threading.Lock()
        self._helpers = []
        self.running.be_alone()

    def _dismiss(self) -> None:
        self.running.close(1.5)
        for helper in self._helpers:
            helper.dismiss()


class _Running:
    """Around a call of compiled code: the process waits for it a moment before it ends, and none begins afterwards.

    At its end the machine code goes, which other threads may still be running.
    """

    def __init__(self) -> None:
        self._calls = 0
        self._closed = False
        self._changed = threading.Condition()

    def __enter__(self) -> None:
        with self._changed:
            while self._closed and threading.current_thread() is not threading.main_thread():
                self._changed.wait()
            self._calls += 1

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._calls -= 1
            if self._closed:
                self._changed.notify_all()

    def close(self, seconds: float) -> None:
        """Let no other thread begin; wait at most so long for those that have."""
        with self._changed:
            self._closed = True
            self._changed.wait_for(lambda: not self._calls, seconds)

    def be_alone(self) -> None:
        """A forked process has none of the threads."""
        self._changed, self._calls = threading.Condition(), 0


class _Helper:
    """One thread and its mailbox."""

    def __init__(self, serve: Callable[[int, int], None], mailboxes: object, mailbox: int) -> None:
        self._serve, self._mailboxes, self._mailbox = serve, mailboxes, mailbox
        self._called = threading.Condition()
        self._wanted = False
        self._asleep = False
        self._dismissed = False
        self._caller = -1
        """The processor of whom the helper was woken by last."""
        self._thread = threading.Thread(target=self._live, name="helper", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """See to it that the helper looks into its mailbox from now on."""
        # Each side says what it is about to do before it looks at the other's word, so one of the two always notices.
        self._wanted = True
        if self._asleep:
            self._caller = _processor()
            with self._called:
                self._called.notify()

    def dismiss(self) -> None:
        """End the thread, which must not outlive the interpreter."""
        self._dismissed = True
        self.wake()
        self._thread.join(1.0)

    def _live(self) -> None:
        while not self._dismissed:
            self._wanted = False
            self._serve(self._mailbox, PATIENCE)
            with self._called:
                self._asleep = True
                while not (self._wanted or self._dismissed):
                    self._called.wait()
                self._asleep = False
            if self._caller >= 0:
                _keep_off(self._caller)
