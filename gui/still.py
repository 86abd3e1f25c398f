"""A picture without a window on a screen: the same views, filled by the same controller, painted into a file."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QWidget

from core.cli import Sentence
from gui import i18n
from gui.app import application
from gui.controller import Controller
from gui.i18n import Language
from gui.pictures import picture_format, save_picture, widget_paint
from gui.runner import SynchronousRunner
from gui.state import Document, Selection
from gui.theme.apply import apply_theme, resolved
from gui.theme.theme import ThemeName
from gui.workbench import build


def paint_still(
    sentence: Sentence, path: str, what: str, layer: int, head: int, size: tuple[int, int], theme: ThemeName, language: Language
) -> None:
    """Paint the window, the mosaic or one head, layer and head counted from 0, into the file at `path`.

    Raises
    ------
    InputError
        For an unknown format, a size out of reach, or a file that cannot be written.
    """
    kind = picture_format(path)
    app = application()
    i18n.install(app, language)
    look = resolved(theme).for_pdf() if kind == "pdf" else resolved(theme)
    apply_theme(app, look)
    views = build()
    views.window.set_theme(look)
    document = Document(
        text=sentence.text,
        tokenizer=sentence.tokenizer,
        config=sentence.config,
        selection=Selection(layer=layer, head=head),
    )
    Controller(views, SynchronousRunner(), document)
    parts: dict[str, QWidget] = {"window": views.window, "mosaic": views.page.mosaic, "head": views.page.head_map}
    views.ledger.ensure_plot()
    wanted = QSize(*size)
    part = parts[what]
    if what != "window":
        part.setParent(None)
    part.resize(wanted)
    part.ensurePolished()
    part.show()  # on the offscreen platform: lays everything out, and nothing appears
    for _ in range(3):
        QApplication.processEvents()
    save_picture(path, wanted, widget_paint(part), sentence.text)
    part.hide()
