"""The training of the window, made when its page is first looked at: until then nothing of it is imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:
    from gui.training.training import Training
    from gui.views.pages import Pages


class LateTraining(QObject):
    """Stands for the training before there is one.

    Parameters
    ----------
    folder
        Where the person opened or saved something last.
    """

    failed = Signal(str)
    """Why something could not be done, in one sentence."""
    noted = Signal(str)
    """Something that was done, in one sentence."""
    weights_chosen = Signal(object)
    """(gui.trained.Kept) weights for the main window"""

    def __init__(self, pages: Pages, parent: QObject, folder: Callable[[], str]) -> None:
        super().__init__(parent)
        self._folder = folder
        self.training: Training | None = None
        pages.page_made.connect(self._page_made)
        page = pages.page("training")
        if page is not None:  # work that was saved with this page on top
            self._page_made("training", page)

    @property
    def alive(self) -> bool:
        """Whether its thread is still there."""
        return self.training is not None and self.training.alive

    def stop(self, seconds: float) -> None:
        """End its thread, whatever it does."""
        if self.training is not None:
            self.training.stop(seconds)

    @Slot(str, object)
    def _page_made(self, tab: str, page: Any) -> None:
        if tab != "training":
            return
        from gui.training.engine import Engine
        from gui.training.training import Training

        self.training = Training(page, Engine(self), self, self._folder)
        self.training.failed.connect(self.failed)
        self.training.noted.connect(self.noted)
        self.training.weights_chosen.connect(self.weights_chosen)
