"""The experiments of a setting of their own and of single layers, through the whole window with small settings."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from core.experiments import reach, start
from gui.app import Desk
from tests.window.conftest import Settle


def opened(desk: Desk, settle: Settle) -> Any:
    desk.act("tab:experiments")
    settle()
    return desk.views.pages.page("experiments")


@pytest.mark.parametrize(
    "name, module, function, options",
    [("stability", start, "run_start", {"depths": (2, 3), "seeds": 2}), ("reach", reach, "run_reach", {"lengths": (8, 16)})],
    ids=["start", "reach"],
)
def test_both_are_measured_from_the_page_with_progress(
    desk: Desk,
    settle: Settle,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    module: Any,
    function: str,
    options: dict[str, Any],
) -> None:
    """On the worker, with progress; numbers, sentences and chart are there at the end, and nothing runs any more."""
    monkeypatch.setattr(module, function, partial(getattr(module, function), **options))
    page = opened(desk, settle)
    page.set_experiment(name)
    assert page.numbers() == []
    told: list[int] = []
    show = page.set_running

    def set_running(running: str | None, done: int, total: int) -> None:
        show(running, done, total)
        told.append(total)

    page.set_running = set_running
    page._run.click()
    assert desk.laboratory.running
    assert not page._cancel.isHidden()
    qtbot.waitUntil(lambda: len(page.numbers()) > 1, timeout=60_000)
    assert not desk.laboratory.running
    assert max(told) > 0
    assert page._chart.height() > 300
    assert page._verdict.text()[0] in "✓✗"
    assert not page._stale
    # Another model: what belongs to a layer of the model is marked, what has a setting of its own is not.
    desk.controller.switches.change_config({"d_model": 128}, "width")
    settle()
    assert page._stale == ({"reach"} if name == "reach" else set())


def test_the_gradients_before_training_are_those_of_the_core(
    desk: Desk, settle: Settle, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What the table hands out is what the function gives from a prompt, to the last digit; files name its own setting."""
    small = partial(start.run_start, depths=(2, 3), seeds=2)
    monkeypatch.setattr(start, "run_start", small)
    page = opened(desk, settle)
    page.set_experiment("stability")
    page._run.click()
    qtbot.waitUntil(lambda: len(page.numbers()) > 1, timeout=60_000)
    assert [float(row[1]) for row in page.numbers()[1:5]] == [row.mean for row in small().rows]
    assert [row[0] for row in page.numbers()[1:5]] == ["post-norm · 2", "post-norm · 3", "pre-norm · 2", "pre-norm · 3"]
    desk.files.page_numbers_to(str(tmp_path / "start.csv"))
    caption = (tmp_path / "start.csv").read_text("utf-8").splitlines()[0]
    assert "At the start — Not the model in use but the setting of the lesson: width 256" in caption
    assert "--d-model" not in caption
    desk.files.picture_to(str(tmp_path / "start.svg"), "page")
    assert "The keys" not in re.sub(r"<[^>]*>", "", (tmp_path / "start.svg").read_text("utf-8"))
