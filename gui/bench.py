"""`main.py bench`: what a person waits for, measured in a real window, and the forward pass beside PyTorch's."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from core.benchmarks import Row, core_rows, machine
from gui.display import problem as display_problem

WORDS: Final = "the keys to the old cabinet in the hall are on the table near the door that she closed"
KEYSTROKES: Final = 120
STARTS: Final = 7
ROOT: Final = Path(__file__).resolve().parents[1]


def run(only: str, *, as_json: bool) -> int:
    """Measure the rows whose name begins with `only` and print them."""
    rows = list(core_rows(only))
    if display_problem() is None:
        rows += gui_rows(only)
    record = {"machine": machine(), "rows": [row.as_dict() for row in rows]}
    print(json.dumps(record, allow_nan=False) if as_json else "\n".join(map(str, rows)))  # noqa: T201 - the answer
    return 0


def gui_rows(only: str) -> Iterator[Row]:
    """The rows of the window; they need a display."""
    measures: dict[str, Callable[[], list[float]]] = {
        "gui/keystroke-small-T32": lambda: keystrokes("small", 32),
        "gui/keystroke-base-T64": lambda: keystrokes("transformer-base", 64),
        "gui/hover": hovers,
        "gui/loop-gap": loop_gaps,
        "gui/start-warm": lambda: starts(first=False),
        "gui/start-first": lambda: starts(first=True),
    }
    for name, measure in measures.items():
        if name.startswith(only):
            times = sorted(measure())
            p95 = times[min(len(times) - 1, int(0.95 * len(times)))]
            yield Row(name, ours_ms=statistics.median(times), p50_ms=statistics.median(times), p95_ms=p95)


@contextmanager
def _desk() -> Iterator[Any]:
    """A real window with settings and saved work of its own, its kernels compiled."""
    from PySide6.QtWidgets import QApplication

    from core.kernels import compiled_kernels
    from gui import i18n
    from gui.app import Desk, application
    from gui.autosave import Autosave
    from gui.settings import SettingsStore

    with tempfile.TemporaryDirectory() as folder:
        app = application()
        i18n.install(app, "en")
        compiled_kernels()
        desk = Desk(app, SettingsStore(Path(folder) / "settings.json"), autosave=Autosave(Path(folder)))
        desk.show()
        _until(lambda: desk.controller.result is not None)
        for _ in range(20):
            QApplication.processEvents()
        yield desk
        desk.views.window.close()
        desk.close()
        desk.views.window.deleteLater()
        QApplication.processEvents()


def keystrokes(preset_name: str, tokens: int) -> list[float]:
    """Milliseconds from each key to the end of the painting that shows its result, at about `tokens` tokens."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    text = " ".join((WORDS.split() * 20)[:tokens])
    times = []
    with _desk() as desk:
        desk.controller.choose_preset(preset_name)
        desk.controller.edit_text(text)
        _until(lambda: desk.controller.settled)
        editor = desk.views.sentence_bar.box.editor
        editor.setFocus()
        watch = _PaintWatch(desk)
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
        _until(lambda: desk.controller.settled)
        view = desk.views.page.head_map
        watch = _PaintWatch(desk, views=(view, desk.views.page.caption), after_result=False)
        for step in range(KEYSTROKES):
            watch.arm()
            start = perf_counter()
            QTest.mouseMove(view, QPoint(view.width() // 3 + step % 40 * 4, view.height() // 2 + step % 7 * 9))
            watch.wait()
            times.append((perf_counter() - start) * 1000)
    return times[10:]


def loop_gaps() -> list[float]:
    """The longest gaps of the event loop, one a second, in ms, while someone types, switches and changes size and theme."""
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    gaps: list[float] = []
    with _desk() as desk:
        editor = desk.views.sentence_bar.box.editor
        steps: list[Callable[[], object]] = [
            lambda: QTest.keyClick(editor, Qt.Key.Key_A),
            lambda: desk.controller.change_config({"norm": "post"}, "norm"),
            lambda: QTest.keyClick(editor, Qt.Key.Key_Space),
            lambda: desk.controller.change_config({"position": "rotary", "placement": None}, "position"),
            lambda: desk.controller.step_head(1),
            lambda: desk.controller.change_config({"position": "sinusoidal", "placement": None}, "position"),
            lambda: desk.controller.change_config({"norm": "pre"}, "norm"),
            desk.controller.undo,
        ]
        last, worst, second = perf_counter(), 0.0, perf_counter()

        def tick() -> None:
            nonlocal last, worst, second
            now = perf_counter()
            worst, last = max(worst, now - last), now
            if now - second >= 1:
                gaps.append(worst * 1000)
                worst, second = 0.0, now

        timer = QTimer(interval=0)
        timer.timeout.connect(tick)
        timer.start()
        count = 0
        while len(gaps) < 8:
            steps[count % len(steps)]()
            count += 1
            until = perf_counter() + 0.03
            while perf_counter() < until:
                QApplication.processEvents()
        timer.stop()
    return gaps


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


class _PaintWatch:
    """Waits for the painting that follows a result, or, with `after_result` off, any painting of `views`."""

    def __init__(self, desk: Any, views: tuple[Any, ...] = (), *, after_result: bool = True) -> None:
        from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer

        page = desk.views.page
        watch = self
        self._after_result = after_result
        self._open = False
        self._painted = False
        self._loop = QEventLoop()

        class Filter(QObject):
            def eventFilter(self, watched: QObject, event: QEvent) -> bool:
                if event.type() == QEvent.Type.Paint and watch._open:
                    watch._open, watch._painted = False, True
                    QTimer.singleShot(0, watch._loop.quit)  # after this round of painting
                return False

        self._filter = Filter()
        for view in views or (page.head_map,):
            view.installEventFilter(self._filter)
        if after_result:
            desk.controller.result_shown.connect(self._result_shown)

    def arm(self) -> None:
        """From now on."""
        self._open, self._painted = not self._after_result, False

    def wait(self) -> None:
        """Until it is painted, at most two seconds."""
        from PySide6.QtCore import QTimer

        if not self._painted:
            guard = QTimer(singleShot=True, interval=2000)
            guard.timeout.connect(self._loop.quit)
            guard.start()
            self._loop.exec()
        self._open = False

    def _result_shown(self, _result: object) -> None:
        self._open = True


def _until(done: Callable[[], bool], seconds: float = 20) -> None:
    from PySide6.QtWidgets import QApplication

    end = perf_counter() + seconds
    while not done():
        QApplication.processEvents()
        if perf_counter() > end:
            raise RuntimeError("the window did not answer")
