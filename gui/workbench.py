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


PAGES: Final[dict[str, Callable[[], QWidget]]] = {}
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
