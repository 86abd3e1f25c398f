"""What `bench` watches a window with: the painting that follows something, and gaps of the event loop."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any


class GapWatch:
    """How long the event loop was away at most: a timer that is due every millisecond looks at the clock."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self._worst = 0.0
        self._last = perf_counter()
        self._timer = QTimer(interval=1, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def run(self, milliseconds: int) -> None:
        """Let the event loop run."""
        from PySide6.QtCore import QEventLoop, QTimer

        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def stop(self) -> float:
        """The longest gap so far, in ms."""
        self._timer.stop()
        return self._worst * 1000

    def _look(self) -> None:
        now = perf_counter()
        self._worst, self._last = max(self._worst, now - self._last), now


class PaintWatch:
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


def until(done: Callable[[], bool], seconds: float = 20) -> None:
    """Let the window work until `done`; RuntimeError after so many seconds."""
    from PySide6.QtWidgets import QApplication

    end = perf_counter() + seconds
    while not done():
        QApplication.processEvents()
        if perf_counter() > end:
            raise RuntimeError("the window did not answer")
