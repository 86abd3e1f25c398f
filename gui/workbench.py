"""All views of the window, built once and put into it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QWidget

from core.text.examples import examples
from gui.views.architecture_panel import ArchitecturePanel
from gui.views.banner import Banner
from gui.views.heads_page import HeadsPage
from gui.views.ledger import Ledger
from gui.views.main_window import MainWindow
from gui.views.pages import Pages
from gui.views.sentence_bar import SentenceBar
from gui.views.status_strip import StatusStrip


@dataclass(frozen=True, slots=True)
class Workbench:
    """The window and the views in it."""

    window: MainWindow
    sentence_bar: SentenceBar
    architecture: ArchitecturePanel
    page: HeadsPage
    pages: Pages
    ledger: Ledger
    status: StatusStrip
    banner: Banner


def _lines() -> QWidget:
    from gui.views.inside.lines_page import LinesPage

    return LinesPage()


def _intervene() -> QWidget:
    from gui.views.inside.intervene_page import IntervenePage

    return IntervenePage()


def _stages() -> QWidget:
    from gui.views.inside.stages_page import StagesPage

    return StagesPage()


def _arithmetic() -> QWidget:
    from gui.views.inside.arithmetic_page import ArithmeticPage

    return ArithmeticPage()


def _stream() -> QWidget:
    from gui.views.inside.stream_page import StreamPage

    return StreamPage()


def _positions() -> QWidget:
    from gui.views.inside.positions_page import PositionsPage

    return PositionsPage()


def _experiments() -> QWidget:
    from gui.views.inside.experiments_page import ExperimentsPage

    return ExperimentsPage()


def _training() -> QWidget:
    from gui.views.training.page import TrainingPage

    return TrainingPage()


def _seeds() -> QWidget:
    from gui.views.inside.seeds_strip import SeedsStrip

    return SeedsStrip()


def _compare() -> QWidget:
    from gui.views.inside.compare_page import ComparePage

    return ComparePage()


def _check() -> QWidget:
    from gui.views.inside.own_arrays_view import OwnArraysView

    return OwnArraysView()


PAGES: Final[dict[str, Callable[[], QWidget]]] = {
    "lines": _lines,
    "intervene": _intervene,
    "stages": _stages,
    "arithmetic": _arithmetic,
    "stream": _stream,
    "positions": _positions,
    "experiments": _experiments,
    "training": _training,
    "seeds": _seeds,
    "compare": _compare,
    "check": _check,
}
"""Pages that are imported and made when they are first looked at."""


def build() -> Workbench:
    """A window with empty views; a controller fills them."""
    sentence_bar, architecture, page = SentenceBar(), ArchitecturePanel(), HeadsPage()
    pages = Pages(page, PAGES)
    ledger, status, banner = Ledger(), StatusStrip(), Banner()
    sentence_bar.set_examples(examples())
    window = MainWindow(
        sentence_bar=sentence_bar, architecture=architecture, page=pages, ledger=ledger, status_strip=status, banner=banner
    )
    return Workbench(window, sentence_bar, architecture, page, pages, ledger, status, banner)
