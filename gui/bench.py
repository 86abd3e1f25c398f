"""`main.py bench`: what a person waits for, measured in a real window, and the forward pass beside PyTorch's."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from core.benchmarks import Row, core_rows, machine
from core.benchmarks.timing import in_turn
from core.messages import QT_TRANSLATE_NOOP, InputError
from core.model import ModelConfig
from gui.bench_watches import GapWatch, PaintWatch, until
from gui.display import problem as display_problem

WORDS: Final = "the keys to the old cabinet in the hall are on the table near the door that she closed"
KEYSTROKES: Final = 120
ROUNDS: Final = 5
REST: Final = 120
"""Milliseconds from one action to the next while gaps are measured."""
PAGES: Final = ("table", "lines", "intervene", "stages", "arithmetic", "stream", "positions", "seeds", "compare")
"""Tabs on which choosing a cell is measured."""
VIEW_ROW: Final = "incremental/view-d512-L6-T128"
FRESH_STARTS: Final = 2
STARTS: Final = 7
ROOT: Final = Path(__file__).resolve().parents[1]


_NO_ROW = QT_TRANSLATE_NOOP("core", "No row of the benchmark begins with “{prefix}”; leave --only out to see them all.")


def run(only: str, *, as_json: bool) -> int:
    """Measure the rows whose name begins with `only` and print them."""
    rows = list(core_rows(only))
    if VIEW_ROW.startswith(only):
        rows.append(view_change())
    if display_problem() is None:
        rows += gui_rows(only)
    if not rows and not only.startswith("gui/"):  # those are left out where no window can open
        raise InputError(_NO_ROW, prefix=only)
    record = {"machine": machine(), "rows": [row.as_dict() for row in rows]}
    print(json.dumps(record, allow_nan=False) if as_json else "\n".join(map(str, rows)))  # noqa: T201 - the answer
    return 0


def view_change() -> Row:
    """Another head of a result that is there, for which nothing is computed, beside the pass itself; needs no display."""
    from gui.computation import Request, Result, Shelf, compute

    shelf = Shelf()
    request = Request(ids=tuple(range(128)), config=ModelConfig(), layer=0, head=0)

    def computed(request: Request, last: Result | None) -> Result:
        return compute(request, last, shelf, lambda: False, lambda _done, _total: None)

    result = computed(request, None)
    other = replace(request, layer=5, head=7)
    medians = in_turn({"ours": lambda: computed(other, result), "whole": lambda: computed(other, None)})
    return Row(VIEW_ROW, ours_ms=medians["ours"], more={"whole_ms": medians["whole"]})


def gui_rows(only: str) -> Iterator[Row]:
    """The rows of the window; they need a display."""
    measures: dict[str, Callable[[], list[float]]] = {
        "gui/keystroke-small-T32": lambda: keystrokes("small", 32),
        "gui/keystroke-base-T64": lambda: keystrokes("transformer-base", 64),
        "gui/keystroke-training": lambda: keystrokes("small", 32, training=True),
        "gui/hover": hovers,
        "gui/loop-gap": loop_gaps,
        "gui/loop-gap-compiling": gaps_while_compiling,
        **{f"gui/page-{tab}": partial(page_moves, tab) for tab in PAGES},
        "gui/compare-toggle": toggles_in_comparison,
        "gui/start-warm": lambda: starts(first=False),
        "gui/start-first": lambda: starts(first=True),
    }
    for name, measure in measures.items():
        if name.startswith(only):
            times = sorted(measure())
            p95 = times[min(len(times) - 1, int(0.95 * len(times)))]
            yield Row(name, ours_ms=statistics.median(times), p50_ms=statistics.median(times), p95_ms=p95)


@contextmanager
def _desk(*, compiled: bool = True) -> Iterator[Any]:
    """A real window with settings and saved work of its own; with its kernels compiled, or left to compile them beside itself."""
    from PySide6.QtWidgets import QApplication

    from core.kernels import compiled_kernels
    from gui import i18n
    from gui.app import Desk, application
    from gui.autosave import Autosave
    from gui.settings import SettingsStore

    with tempfile.TemporaryDirectory() as folder:
        app = application()
        i18n.install(app, "en")
        if compiled:
            compiled_kernels()
        desk = Desk(app, SettingsStore(Path(folder) / "settings.json"), autosave=Autosave(Path(folder)))
        desk.show()
        until(lambda: desk.controller.result is not None)
        for _ in range(20):
            QApplication.processEvents()
        yield desk
        desk.views.window.close()
        desk.close()
        desk.views.window.deleteLater()
        QApplication.processEvents()


def keystrokes(preset_name: str, tokens: int, *, training: bool = False) -> list[float]:
    """Milliseconds from each key to the end of the painting that shows its result, at about `tokens` tokens.

    `training`: while the race of the lesson runs beside it.
    """
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    text = " ".join((WORDS.split() * 20)[:tokens])
    times = []
    with _desk() as desk:
        desk.controller.switches.choose_preset(preset_name)
        desk.controller.edit_text(text)
        until(lambda: desk.controller.settled)
        if training:
            desk.act("tab:training")
            race = desk.training.training
            race.edit(replace(race.race, steps=20_000))
            race.start()
            until(lambda: race.report is not None and race.report.last_step > 10)
            desk.act("tab:heads")
            until(lambda: desk.controller.settled)
        editor = desk.views.sentence_bar.box.editor
        editor.setFocus()
        watch = PaintWatch(desk)
        for stroke in range(KEYSTROKES):
            watch.arm()
            start = perf_counter()
            if stroke % 2:
                QTest.keyClick(editor, Qt.Key.Key_Backspace)
            else:
                QTest.keyClick(editor, Qt.Key.Key_S)
            watch.wait()
            times.append((perf_counter() - start) * 1000)
    return times[10:]


def hovers() -> list[float]:
    """Milliseconds from a movement of the pointer to the end of the painting that follows it, at 64 tokens."""
    from PySide6.QtCore import QPoint
    from PySide6.QtTest import QTest

    times = []
    with _desk() as desk:
        desk.controller.edit_text(" ".join((WORDS.split() * 20)[:64]))
        until(lambda: desk.controller.settled)
        view = desk.views.page.head_map
        watch = PaintWatch(desk, views=(view, desk.views.page.caption), after_result=False)
        for step in range(KEYSTROKES):
            watch.arm()
            start = perf_counter()
            QTest.mouseMove(view, QPoint(view.width() // 3 + step % 40 * 4, view.height() // 2 + step % 7 * 9))
            watch.wait()
            times.append((perf_counter() - start) * 1000)
    return times[10:]


def page_moves(tab: str) -> list[float]:
    """Milliseconds until a page shows the cell that is chosen, at 64 tokens; in comparison, A and B differ."""
    from PySide6.QtWidgets import QApplication

    times = []
    with _desk() as desk:
        desk.controller.edit_text(" ".join((WORDS.split() * 20)[:64]))
        desk.act(f"tab:{tab}")
        until(lambda: desk.controller.settled)
        if tab == "compare":
            desk.views.pages.page(tab).frozen.emit()
            desk.controller.switches.change_config({"norm": "post"}, "")
            until(lambda: desk.controller.settled)
        QApplication.processEvents()
        for step in range(KEYSTROKES):
            start = perf_counter()
            desk.controller.select_cell(step % 64, step * 7 % 64)
            until(lambda: desk.controller.settled)
            QApplication.processEvents()
            times.append((perf_counter() - start) * 1000)
    return times[10:]


def toggles_in_comparison() -> list[float]:
    """Milliseconds from a change of the norm to both sides and their difference on screen; the small model, nine tokens."""
    from PySide6.QtWidgets import QApplication

    times = []
    with _desk() as desk:
        desk.act("tab:compare")
        desk.views.pages.page("compare").frozen.emit()
        until(lambda: desk.controller.settled)
        for step in range(KEYSTROKES // 2):
            start = perf_counter()
            desk.controller.switches.change_config({"norm": ("post", "pre")[step % 2]}, "")
            until(lambda: desk.controller.settled)
            QApplication.processEvents()
            times.append((perf_counter() - start) * 1000)
    return times[10:]


def loop_gaps() -> list[float]:
    """The longest gap of the event loop in each round of everything that someone does (see `_actions`), in ms.

    The last round ends with closing the window.
    """
    gaps = []
    with _desk() as desk:
        actions = _actions(desk)
        for turn in range(ROUNDS):
            watch = GapWatch()
            for act in actions:
                act()
                watch.run(REST)
                until(lambda: desk.controller.settled and desk.views.window.updatesEnabled())
            if turn == ROUNDS - 1:
                desk.views.window.close()
                watch.run(REST)
            gaps.append(watch.stop())
    return gaps


def _actions(desk: Any) -> list[Callable[[], object]]:
    """A round: typing, switches, 24 × 16 heads, a long text, the table, theme, zoom, presentation, language; ends as it began."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    editor, controller = desk.views.sentence_bar.box.editor, desk.controller
    small, sentence = controller.document.config, controller.document.text
    grid = {"n_layers": 24, "n_heads": 16, "d_model": 64, "d_ff": None}
    back = {name: getattr(small, name) for name in grid}
    long_text = " ".join((WORDS.split() * 60)[:1000])

    def typed(key: Qt.Key) -> Callable[[], object]:
        return lambda: QTest.keyClick(editor, key)

    def flipped(**fields: object) -> Callable[[], object]:
        return lambda: controller.switches.change_config(fields, "")

    def said(action: str) -> Callable[[], object]:
        return lambda: desk.act(action)

    def presented(*, on: bool) -> Callable[[], object]:
        return lambda: desk.appearance.present(on=on)

    return [
        *(typed(key) for key in (Qt.Key.Key_A, Qt.Key.Key_Space, Qt.Key.Key_B)),
        flipped(norm="post"),
        flipped(position="rotary", placement=None),
        said("next-head"),
        flipped(position=small.position, placement=None),
        flipped(norm=small.norm),
        flipped(**grid),
        typed(Qt.Key.Key_C),
        flipped(**back),
        lambda: controller.edit_text(long_text),
        *(typed(key) for key in (Qt.Key.Key_D, Qt.Key.Key_Space)),
        said("tab:table"),
        said("tab:heads"),
        said("undo"),
        lambda: controller.edit_text(sentence),
        *map(said, ("theme:dark", "zoom-in", "theme:light", "zoom-reset")),
        presented(on=True),
        presented(on=False),
        *map(said, ("language:es", "language:en")),
    ]


def gaps_while_compiling() -> list[float]:
    """The longest gap in ms while someone types in a window whose kernels are being compiled for the first time, once a process."""
    gaps = []
    code = "import main; main.prepare_environment(); from gui import bench; bench.type_while_compiling()"
    for _ in range(FRESH_STARTS):
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | {f"XDG_{kind}_HOME": f"{folder}/{kind}" for kind in ("CONFIG", "CACHE", "DATA", "STATE")}
            environment.pop("NUMBA_CACHE_DIR", None)
            command = [sys.executable, "-c", code]
            done = subprocess.run(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=120, check=True)
            gaps.append(float(done.stdout.split()[-1]))
    return gaps


def type_while_compiling() -> None:
    """Print the longest gap in ms from the first map until the kernels are compiled. For a process with an empty cache."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    with _desk(compiled=False) as desk:
        editor = desk.views.sentence_bar.box.editor
        watch = GapWatch()
        end, seen = perf_counter() + 60, False
        while perf_counter() < end:
            QTest.keyClick(editor, Qt.Key.Key_A)
            watch.run(REST)
            compiling = any(thread.name == "compile" for thread in threading.enumerate())
            if seen and not compiling:
                break
            seen = seen or compiling
        print(watch.stop())  # noqa: T201 - read by the process that measures


def starts(*, first: bool) -> list[float]:
    """Milliseconds from the start of the process to the first painted map; `first`: with no compiled kernels on the disk."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(STARTS + 1):
            home = Path(folder) / (str(turn) if first else "home")
            environment = os.environ | {f"XDG_{kind}_HOME": str(home / kind) for kind in ("CONFIG", "CACHE", "DATA", "STATE")}
            environment.pop("NUMBA_CACHE_DIR", None)
            start = perf_counter()
            command = [sys.executable, str(ROOT / "main.py"), "--until-first-map"]
            with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                process.stdout.readline()
                times.append((perf_counter() - start) * 1000)
                process.wait(timeout=60)
    return times if first else times[1:]
