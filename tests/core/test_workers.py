"""Threads that help: where they run, and how far they step back."""

from __future__ import annotations

import os
import sys
import threading

import pytest

from core.kernels.workers import help_with, step_back


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only: which thread runs where")
def test_a_helper_keeps_off_the_processor_of_whom_it_helps() -> None:
    """Woken beside its caller it would share that processor with it for a while; with one processor there is no other."""
    allowed = os.sched_getaffinity(0)
    assert help_with(os.sched_getaffinity, 0).result() < allowed or len(allowed) == 1
    assert os.sched_getaffinity(0) == allowed


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux alone prefers threads to each other")
def test_helpers_step_back_as_far_as_those_they_help_and_no_other_does() -> None:
    """A thread that has stepped back, its helper, the helper of another thread, and that thread."""

    def how_far() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    usual, found = how_far(), []

    def behind() -> None:
        step_back(3)
        found.extend([how_far(), help_with(how_far).result()])

    thread = threading.Thread(target=behind)
    thread.start()
    thread.join()
    assert found == [usual + 3, usual + 3]
    assert [help_with(how_far).result(), how_far()] == [usual, usual]
