"""What the File and Edit menus do: sessions, pictures, numbers, the clipboard."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QDir, QMimeData, QObject, QPoint, QRect, QSize, QUrl, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from core.commandline.options import command_line
from core.files.atomic import atomic_write
from core.files.numbers import MapNumbers, as_tsv, export_numbers
from core.messages import QT_TRANSLATE_NOOP, InputError
from gui.appearance import Appearance
from gui.captions import source_of
from gui.controller import Controller
from gui.documents import decoded, encoded, first_document, opened
from gui.errands import Errands
from gui.i18n import current_language, explain, integer
from gui.maps_for_files import MapsOf
from gui.page_tables import LONGEST_TABLE, as_csv, for_spreadsheet, is_long
from gui.pictures import Paint, as_image, captioned, captioned_size, save_picture, unscaled, widget_paint
from gui.runner import Runner, SynchronousRunner
from gui.settings import SettingsStore
from gui.shown import shown_exactly, shown_in_words
from gui.state import Document
from gui.theme.theme import Theme
from gui.trained import SUFFIX as WEIGHTS
from gui.trained import Kept, keep_file
from gui.views.pages import ON_HEADS
from gui.workbench import Workbench

SUFFIX: Final = ".transformador.json"
SESSION_NAME: Final = "transformador" + SUFFIX
_ONLY_CSV = QT_TRANSLATE_NOOP("core", "“{name}” must end in .csv: that is the one kind of file for the numbers of a page.")
LEAST_PICTURE: Final = (800, 600)
"""A picture of a page has at least this size, however small the window is."""


@dataclass(frozen=True, slots=True)
class _Copied:
    """What the worker made for the clipboard, which only the GUI thread may touch."""

    text: str


@dataclass(frozen=True, slots=True)
class _Opened:
    """Weights that were read from the file at `path`."""

    path: str
    kept: Kept


class FileActions(QObject):
    """Opens, saves, exports and copies; every failure is one sentence in the banner, and nothing is lost."""

    def __init__(
        self,
        views: Workbench,
        controller: Controller,
        appearance: Appearance,
        store: SettingsStore,
        exporter: Runner | SynchronousRunner,
    ) -> None:
        super().__init__(views.window)
        self._views = views
        self._controller = controller
        self._appearance = appearance
        self._store = store
        self._errands = Errands(exporter, self)
        self._errands.done.connect(self._done)
        self._errands.failed.connect(self._failed)
        self._saved: dict[str, Document] = {}
        """What each file of this run holds."""
        views.window.file_dropped.connect(self.open_path)
        views.window.menus.recent_chosen.connect(self.open_path)
        views.ledger.copy_requested.connect(self.copy_text)
        controller.document_changed.connect(self._show_title)
        views.window.menus.set_recent(store.settings.recent_files)
        self._show_title(controller.document)

    def new(self) -> None:
        """The first sentence and the small model again; undo brings the present state back."""
        settings, document = self._store.settings, first_document()
        view = replace(document.view, scale=settings.scale, color_map=settings.color_map)
        self._controller.load(replace(document, view=view), self.tr("new"))

    def open(self) -> None:
        """Ask for a session, a text or weights."""
        kinds = ";;".join((self.tr("Sessions, texts and weights (*.json *.txt *.safetensors)"), self.tr("All files (*)")))
        path, _ = QFileDialog.getOpenFileName(self._views.window, self.tr("Open"), self._folder(), kinds)
        if path:
            self.open_path(path)

    @Slot(str)
    def open_path(self, path: str) -> None:
        """Open a session, take a text as the sentence, or use the weights in a file."""
        if path.lower().endswith(WEIGHTS):
            self._errands.add(lambda _cancelled, _progress: _Opened(path, keep_file(path)))
            return
        try:
            document = opened(path, self._controller.document)
        except InputError as error:
            self._complain(error)
            return
        name = Path(path).name
        is_session = document.config is not self._controller.document.config
        if is_session:
            self._saved[path] = document
        self._controller.load(document, self.tr("open {name}").format(name=name), path if is_session else None)
        self._remember(path)

    def save(self) -> None:
        """Save into the file that was opened or saved last; ask where there is none."""
        path = self._controller.history.path
        if path is None:
            self.save_as()
        else:
            self._save_to(path)

    def save_as(self) -> None:
        """Ask where to save the session."""
        proposed = self._controller.history.path or os.path.join(self._folder(), SESSION_NAME)
        kinds = self.tr("Sessions (*.transformador.json *.json)")
        path, _ = QFileDialog.getSaveFileName(self._views.window, self.tr("Save session"), proposed, kinds)
        if path:
            self._save_to(path if path.lower().endswith(".json") else path + SUFFIX)

    def export_picture(self) -> None:
        """Ask for a file and what is to be in it, and paint that."""
        names = {
            **({} if self._other_page() is None else {"page": self.tr("this page")}),
            "maps": self.tr("all heads and this one"),
            "head": self.tr("this head"),
            "mosaic": self.tr("all heads"),
            "window": self.tr("the window"),
        }
        kinds = {f"{kind.upper()}, {name} (*.{kind})": what for what, name in names.items() for kind in ("png", "svg", "pdf")}
        proposed = os.path.join(self._folder(), "transformador.png")
        path, kind = QFileDialog.getSaveFileName(self._views.window, self.tr("Export picture"), proposed, ";;".join(kinds))
        if path:
            self.picture_to(path if Path(path).suffix else path + f".{kind[:3].lower()}", kinds.get(kind, "maps"))

    def picture_to(self, path: str, what: str = "maps") -> None:
        """Paint `what` (page, maps, head, mosaic or window) as it stands into a file, with a caption that says what it shows."""
        if what == "page" and not self._has_something(self._other_page(), self.tr("This page has nothing to show yet.")):
            return
        theme = self._appearance.theme
        look = theme.for_pdf() if path.lower().endswith(".pdf") else theme
        window = self._views.window
        window.set_theme(look)
        try:
            paint, size = self._picture(what, look)
            save_picture(path, size * (2 if path.lower().endswith(".png") else 1), paint, self._exact_caption(what))
        except InputError as error:
            self._complain(error)
            return
        finally:
            window.set_theme(theme)
        self._written(path)

    def _picture(self, what: str, theme: Theme) -> tuple[Paint, QSize]:
        page, window = self._views.page, self._views.window
        if what == "window":
            return widget_paint(window), window.size()
        other = self._other_page() if what == "page" else None
        lines = shown_in_words(self._controller, other, self._views.pages.tab)
        if other is not None:
            own = getattr(other, "picture_size", None)
            size = other.size().expandedTo(QSize(*LEAST_PICTURE)) if own is None else own()
            paint = unscaled(lambda painter, rect: other.picture(painter, rect, theme), size)
            return captioned(paint, lines, theme), captioned_size(size, lines, theme)
        parts: dict[str, tuple[QWidget, ...]] = {"head": (page.head_map,), "mosaic": (page.mosaic,)}
        area = QRect()
        for part in parts.get(what, (page.mosaic, page.head_map, page.caption)):
            area = area.united(QRect(part.mapTo(page, QPoint()), part.size()))
        return captioned(widget_paint(page, area), lines, theme), captioned_size(area.size(), lines, theme)

    def export_numbers(self) -> None:
        """Ask for a file and write the numbers of the selected head, or of all heads, into it."""
        one, every = self.tr("this head"), self.tr("all heads")
        kinds = [f"{kind.upper()}, {what} (*.{kind})" for kind in ("csv", "json", "npz") for what in (one, every)]
        page = self.tr("this page")
        if self._other_page() is not None:
            kinds.insert(0, f"CSV, {page} (*.csv)")
        proposed = os.path.join(self._folder(), "transformador.csv")
        path, kind = QFileDialog.getSaveFileName(self._views.window, self.tr("Export numbers"), proposed, ";;".join(kinds))
        if path:
            whole = path if Path(path).suffix else path + f".{kind[:3].lower()}"
            if page in kind:
                self.page_numbers_to(whole)
            else:
                self.numbers_to(whole, every_head=every in kind)

    def page_numbers_to(self, path: str) -> None:
        """Write the numbers of the page on top into a CSV file, with a line that says what they are; no other kind is written."""
        if not path.lower().endswith(".csv"):
            self._complain(InputError(_ONLY_CSV, name=Path(path).name))
            return
        rows = self._page_rows()
        if rows is None:
            return
        try:
            atomic_write(path, as_csv(rows, self._exact_caption("page")))
        except InputError as error:
            self._complain(error)
            return
        self._written(path)

    def _other_page(self) -> Any:
        """The page on top, if it is not that of the maps and has something to hand out."""
        page = None if self._views.pages.tab in ON_HEADS else self._views.pages.page(self._views.pages.tab)
        return page if hasattr(page, "picture") and hasattr(page, "numbers") else None

    def _has_something(self, page: Any, refusal: str) -> bool:
        """Whether a page has something to hand out; says so if it has not."""
        if page is not None and (is_long(self._views.pages.tab, self._controller.length) or len(page.numbers()) > 1):
            return True
        self._say(refusal)
        return False

    def _page_rows(self) -> list[list[str]] | None:
        """The numbers of the page on top; None, and a sentence, where there are none or too many."""
        if is_long(self._views.pages.tab, self._controller.length):
            text = self.tr("Tables of this page end at {limit} tokens; export the heads as an .npz file instead.")
            self._say(text.format(limit=integer(LONGEST_TABLE)))
            return None
        page = self._other_page()
        rows: list[list[str]] = [] if page is None else page.numbers()
        if len(rows) > 1:
            return rows
        self._say(self.tr("This page has no numbers yet."))
        return None

    @Slot()
    def open_arrays(self) -> None:
        """Ask for a file of arrays to compare with what is computed."""
        kinds = self.tr("Arrays of numpy (*.npz)")
        path, _ = QFileDialog.getOpenFileName(self._views.window, self.tr("Open your own arrays"), self._folder(), kinds)
        if path:
            self._controller.inside.check_file(path)

    def numbers_to(self, path: str, *, every_head: bool) -> None:
        """Write the maps of the last result into a file, without holding up the window."""
        result = self._controller.shown
        if result is None:
            return
        # All of it from the request that was computed: the document may already be ahead of the maps.
        request, config = result.request, result.request.config
        origin, source = source_of(request)
        chosen = [(request.layer, request.head)]
        if every_head:
            chosen = [(layer, head) for layer in range(config.n_layers) for head in range(config.n_heads)]
        common: dict[str, Any] = {
            "text": request.text,
            "tokenizer": request.tokenizer,
            "tokens": request.tokens,
            "labels": request.labels,
            "config": config,
            "weights_name": source,
            "weights_origin": origin,
            "interventions": request.interventions,
        }

        def job(cancelled: Callable[[], bool], _progress: Callable[[int, int], None]) -> str:
            export_numbers(path, MapNumbers(maps=MapsOf(request, chosen, cancelled), **common))
            return path

        self._errands.add(job)
        self._say(self.tr("Writing {path} …").format(path=path))

    @Slot(object)
    def _done(self, outcome: str | _Copied | _Opened) -> None:
        if isinstance(outcome, _Opened):
            self._controller.switches.use_trained(outcome.kept)
            self._remember(outcome.path)
        elif isinstance(outcome, _Copied):
            self.copy_text(outcome.text)
        else:
            self._written(outcome)

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        if isinstance(error, InputError):
            self._complain(error)
        else:
            self._views.banner.show_notice(self.tr("The file was not written ({reason}).").format(reason=error), "problem", ())

    def copy_picture(self) -> None:
        """Put the maps, or the page on top, as they stand on the clipboard, as an image."""
        page = self._other_page()
        if page is not None and not self._has_something(page, self.tr("This page has nothing to show yet.")):
            return
        paint, size = self._picture("maps" if page is None else "page", self._appearance.theme)
        QGuiApplication.clipboard().setImage(as_image(size * 2, paint))
        self._say(self.tr("The picture is on the clipboard."))

    def copy_numbers(self) -> None:
        """Put the map of the selected head, or the numbers of the page on top, on the clipboard, as a table for a spreadsheet."""
        page = self._other_page()
        if page is not None:
            rows = self._page_rows()
            if rows is not None:
                self.copy_text("\n".join("\t".join(map(for_spreadsheet, row)) for row in rows))
            return
        result = self._controller.shown
        if result is not None:
            # Two thousand tokens are four million numbers: written on the other thread, like a file.
            point = "," if current_language() == "es" else "."
            self._errands.add(lambda _cancelled, _progress: _Copied(as_tsv(result.pattern, result.request.labels, point)))

    def copy_session(self) -> None:
        """Put the whole state on the clipboard as text."""
        self.copy_text(encoded(self._controller.document).decode())

    def paste_session(self) -> None:
        """Take over the state that `copy_session` put on the clipboard."""
        data: QMimeData | None = QGuiApplication.clipboard().mimeData()
        text = data.text() if data is not None and data.hasText() else ""
        try:
            document = decoded(text.strip().encode("utf-8", "surrogatepass"), self.tr("The clipboard"))
        except InputError as error:
            self._complain(error)
            return
        self._controller.load(document, self.tr("pasted session"))

    def copy_command(self) -> None:
        """Put the command that prints the ledger's numbers on the clipboard."""
        self.copy_text(self.command())

    def command(self) -> str:
        """The command that prints the numbers of the ledger without a window."""
        return counts_command(self._controller)

    @Slot(str)
    def copy_text(self, text: str) -> None:
        """Put `text` on the clipboard and say so."""
        QGuiApplication.clipboard().setText(text)
        self._say(self.tr("Copied to the clipboard."))

    def _save_to(self, path: str) -> None:
        document = self._controller.document
        try:
            atomic_write(path, encoded(document))
        except InputError as error:
            self._complain(error)
            return
        self._saved[path] = document
        self._controller.history.belong_to(path)
        self._written(path)
        self._remember(path)
        self._show_title(document)

    def _exact_caption(self, what: str) -> str:
        return shown_exactly(self._controller, self._other_page() if what == "page" else None, self._views.pages.tab)

    def _folder(self) -> str:
        folder = self._store.settings.last_folder
        return folder if os.path.isdir(folder) else QDir.homePath()

    def _remember(self, path: str) -> None:
        self._store.settings = self._store.settings.with_recent(os.path.abspath(path))
        self._views.window.menus.set_recent(self._store.settings.recent_files)

    def _written(self, path: str) -> None:
        self._say(self.tr("Saved as {path}.").format(path=QUrl.fromLocalFile(path).toLocalFile()))

    def _say(self, text: str) -> None:
        self._views.status.set_message(text)

    def _complain(self, error: InputError) -> None:
        self._views.banner.show_notice(explain(error), "problem", ())

    @Slot()
    def refresh_title(self) -> None:
        """Write the title of the window again: the language has changed."""
        self._show_title(self._controller.document)

    @Slot(object)
    def _show_title(self, document: Document) -> None:
        window = self._views.window
        path = self._controller.history.path
        name = self.tr("unsaved") if path is None else Path(path).name
        window.setWindowTitle(f"{name}[*] — Transformador")
        window.setWindowModified(path is not None and document != self._saved.get(path))
        self._views.ledger.set_command(self.command())


def counts_command(controller: Controller) -> str:
    """`python main.py counts …` for the configuration and the length that the ledger counts."""
    document = controller.document
    length = document.view.ledger_length
    return command_line(document.config, length=controller.length if length is None else length)
