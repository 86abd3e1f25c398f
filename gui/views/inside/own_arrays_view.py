"""OwnArraysView: a person's own arrays beside what the program computes, array by array, with the largest difference."""

from __future__ import annotations

import html
import re
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
)
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QLabel, QPushButton, QTableView, QVBoxLayout, QWidget

from core.files.own_arrays import TOLERANCE, OwnCheck
from gui.access import describe, tooltip
from gui.drawing.map_marks import Texts, is_vector
from gui.i18n import decimal, explain, integer
from gui.page_tables import table_words
from gui.theme.theme import LIGHT, MONO, FontRole, Theme
from gui.views.drop_hint import DropHint
from gui.views.inside.own_arrays_model import CODE, WIDTHS, OwnArraysModel
from gui.views.wrapped_words import Words

_CODE: Final = re.compile(r"numpy\.\w+\([^)]*\)|\blayers\.\d+\.\w+|\blayer\d+_head\d+|\[[^\]]*\]|\.np[yz]\b")
"""What is code in a sentence: a call, the name of an array, a shape."""


def with_code(text: str) -> str:
    """A sentence as rich text, what is code in it in the font of code; everything else is plain."""
    parts, end = [], 0
    for match in _CODE.finditer(text):
        parts += [html.escape(text[end : match.start()]), f'<span style="font-family: {MONO}">{html.escape(match.group())}</span>']
        end = match.end()
    return f"<qt>{''.join([*parts, html.escape(text[end:])])}</qt>"


class OwnArraysView(QWidget):
    """A button, what came of it in words, and a table. A file can also be dropped here."""

    open_requested = Signal()
    file_dropped = Signal(str)
    """Path of the file."""
    place_selected = Signal(int, int, int, int)
    """Layer, head, query and key of the largest difference of the chosen array, where it is a map."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._texts = Texts(LIGHT)
        self._checks: tuple[OwnCheck, ...] | None = None
        self._name = ""
        self._problem: str | None = None
        self._following = False
        self._open = QPushButton()
        self._open.clicked.connect(self.open_requested)
        self._summary = Words(2, "text", bold=True)
        self._help = QLabel()
        self._help.setTextFormat(Qt.TextFormat.RichText)
        self._help.setWordWrap(True)
        self._help.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._detail = Words(2, "control")
        self.model = OwnArraysModel(self)
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.setShowGrid(False)
        self.table.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setHighlightSections(False)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.table.clicked.connect(self._row_chosen)
        self.table.activated.connect(self._row_chosen)
        self._hint = DropHint(self)
        top = QHBoxLayout()
        self._under, self._beside = QVBoxLayout(), QVBoxLayout()  # bring the first line of the summary to the height of the button
        self._under.addWidget(self._open, 0, Qt.AlignmentFlag.AlignTop)
        self._beside.addWidget(self._summary, 0, Qt.AlignmentFlag.AlignTop)
        top.addLayout(self._under)
        top.addLayout(self._beside, 1)
        self._column = QVBoxLayout(self)
        self._column.addLayout(top)
        self._column.addWidget(self._help)
        self._column.addWidget(self.table, 1)
        self._column.addWidget(self._detail)
        self._column.addStretch(0)
        self.setAcceptDrops(True)
        self._set_sizes()
        self.retranslate()

    # What is shown

    def set_checks(self, checks: tuple[OwnCheck, ...] | None, name: str, problem: str | None) -> None:
        """Show what became of the arrays of the file `name`; or the `problem` with it, in one sentence; None: no file yet."""
        if (checks is self._checks) and (name, problem) == (self._name, self._problem):
            return
        if checks is not self._checks:
            row, names = self.table.currentIndex().row(), [check.name for check in self.model.checks]
            self._following = True
            self.model.set_checks(checks or ())
            if names == [check.name for check in self.model.checks]:
                self.table.setCurrentIndex(self.model.index(row, 0))
            self._following = False
        self._checks, self._name, self._problem = checks, name, problem
        self._say()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Nothing here stands for a single cell."""

    def set_hovered_token(self, index: int | None) -> None:
        """Nothing here stands for a single token."""

    def set_stale(self, stale: bool) -> None:
        """Dim the table while newer numbers are being computed."""
        self.table.setEnabled(not stale)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = self.model.theme = theme
        if not self._texts.fits(theme):
            self._texts = Texts(theme)
        for part in (self._summary, self._detail, self._hint):
            part.set_theme(theme)
        self._set_sizes()
        self.table.viewport().update()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._open.setText(self.tr("Open an .npz …"))
        describe(
            self._open, self.tr("Open an .npz …"), self.tr("Reads your own arrays and compares them; nothing in the file is run")
        )
        self._open.setToolTip(tooltip(self._open.accessibleDescription()))
        self.model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(WIDTHS) - 1)
        self._say()

    # For files, clipboard and screen readers

    def picture(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """Paint summary and table, as many rows as fit."""
        texts = Texts(theme, selectable=is_vector(painter))
        painter.save()
        painter.setFont(texts.font("text", True))
        painter.setPen(theme.text)
        line = texts.line("control") + theme.px(8)
        painter.drawStaticText(rect.topLeft(), texts.get(self.summary(), "text", bold=True, limit=rect.width()).static)
        share = rect.width() / sum(WIDTHS)
        y = rect.y() + 1.6 * line
        rows: list[tuple[tuple[str, ...], QColor]] = [(self.model.headings(), theme.muted)]
        rows += [(self.model.row_texts(check), theme.text) for check in self.model.checks]
        for row, ink in rows:
            if y + line > rect.bottom():
                break
            x = rect.x()
            for column, (words, width) in enumerate(zip(row, WIDTHS, strict=True)):
                role: FontRole = "figure" if column in CODE and ink != theme.muted else "caption"
                painter.setFont(texts.font(role))
                painter.setPen(ink)
                text = texts.get(words, role, limit=max(1.0, width * share - theme.px(8)))
                painter.drawStaticText(QRectF(x, y, width * share, line).topLeft(), text.static)
                x += width * share
            y += line
        painter.restore()

    def numbers(self) -> list[list[str]]:
        """One row for each array, numbers in full; places count from 0."""
        names = ("array", "compared with", "shape", "expected", "largest", "where", "own", "computed", "relative", "mean", "agrees")
        rows = [table_words(*names)]
        for check in self.model.checks:
            numbers = (check.largest, check.own, check.computed, check.relative, check.mean)
            largest, own, computed, relative, mean = (repr(x) if check.reason is None else "" for x in numbers)
            where = "" if check.where is None else " ".join(map(str, check.where))
            shapes = [" ".join(map(str, shape or ())) for shape in (check.shape, check.expected)]
            verdict = str(check.agrees) if check.reason is None else explain(check.reason)
            rows.append([check.name, check.matched or "", *shapes, largest, where, own, computed, relative, mean, verdict])
        return rows

    def summary(self) -> str:
        """What came of the file, in one sentence."""
        if self._problem is not None:
            return self._problem
        if self._checks is None:
            return self.tr("No file of your own is open")
        compared = [check for check in self._checks if check.reason is None]
        if not compared:
            return self.tr("“{name}”: none of its arrays can be compared").format(name=self._name)
        agreeing = sum(check.agrees for check in compared)
        text = self.tr("“{name}”: {agree} of {compared} arrays agree within {tolerance}")
        words = text.format(
            name=self._name, agree=integer(agreeing), compared=integer(len(compared)), tolerance=decimal(TOLERANCE, 5)
        )
        left = len(self._checks) - len(compared)
        return words + (" · " + self.tr("{n} not compared").format(n=integer(left)) if left else "")

    def accessible_text(self) -> str:
        """The summary and every array in words."""
        summary = self.summary()
        return " ".join([summary if summary.endswith(".") else f"{summary}.", *map(self.model.sentence, self.model.checks)])

    # Qt's own

    def event(self, event: QEvent) -> bool:
        """Keep button and summary aligned when the button has become another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._align()
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the table."""
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText("".join("\t".join(row) + "\n" for row in self.numbers()))
            event.accept()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._dropped(event):
            event.acceptProposedAction()
            self._hint.show_text(self.tr("Drop the file here to compare it"))

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if self._dropped(event):
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._hint.hide()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self._hint.hide()
        if path := self._dropped(event):
            event.acceptProposedAction()
            self.file_dropped.emit(path)

    # Inside

    @staticmethod
    def _dropped(event: QDropEvent) -> str:
        """The one file that is dragged; "" for anything else."""
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        return files[0] if len(files) == 1 and files[0].lower().endswith((".npz", ".npy")) else ""

    def _say(self) -> None:
        self._summary.set_text(self.summary())
        self._help.setText(
            with_code(
                self.tr(
                    "Save the attention of your own notebook with numpy.savez('own.npz', attentions=maps), maps of the shape "
                    "[layers, heads, tokens, tokens] or, for the first layer alone, [heads, tokens, tokens], and open it here or "
                    "drop it on this page. A single map, [tokens, tokens], is compared with the head that its name says "
                    "(layer0_head3), else with the selected one. Names like those of the program compare any array: layers.0.q, "
                    "layers.0.attn_scores, layers.1.resid_post … (layers from 0). Sentence and settings have to be those on screen."
                )
            )
        )
        self._help.setVisible(not self._checks)
        for part in (self.table, self._detail):
            part.setVisible(bool(self._checks))
        self._say_row()
        describe(self.table, self.tr("Your own arrays"), self.accessible_text())
        describe(self, self.tr("Check your own"), self.accessible_text())

    def _say_row(self) -> None:
        """The chosen array in a sentence, with the numbers in full."""
        row = self.table.currentIndex().row()
        if 0 <= row < len(self.model.checks):
            self._detail.set_text(self.model.sentence(self.model.checks[row]))
        else:
            self._detail.set_text(self.tr("Choose a row to go to the place of its largest difference."))

    def _row_changed(self, current: QModelIndex) -> None:
        if current.isValid() and not self._following:
            self._row_chosen(current)

    def _row_chosen(self, index: QModelIndex) -> None:
        self._say_row()
        check = self.model.checks[index.row()]
        if check.place is not None:
            self.place_selected.emit(*check.place)

    def _align(self) -> None:
        line = QFontMetricsF(self._theme.font("text", bold=True)).lineSpacing()
        lower = round((self._open.sizeHint().height() - line) / 2)
        self._under.setContentsMargins(0, max(0, -lower), 0, 0)
        self._beside.setContentsMargins(self._theme.px(6), max(0, lower), 0, 0)

    def _set_sizes(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(14), px(10), px(10), px(10))
        self._column.setSpacing(px(8))
        self._help.setFont(self._theme.font("control"))
        self._align()
        self.table.setFont(self._theme.font("control"))
        self.table.horizontalHeader().setFont(self._theme.font("caption", bold=True))
        self.table.verticalHeader().setDefaultSectionSize(px(28))
        for column, width in enumerate(WIDTHS):
            self.table.setColumnWidth(column, px(width))
        self.table.setMinimumSize(px(200), px(120))


def example() -> OwnArraysView:
    """Maps of a notebook, one of them changed."""
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from core.files.own_arrays import check_own
    from core.model import preset
    from core.model.runs import run

    made = run("The keys to the cabinet are on the table", preset("small"))
    maps = np.stack([np.asarray(layer.pattern, np.float64) for layer in made.trace.layers])
    maps[2, 1, 5, 1] += 0.125
    own: dict[str, NDArray[Any]] = {
        "attentions": maps[:, None],
        "layers.0.pattern": made.array("layers.0.pattern") + np.float32(1e-7),
        "layers.1.z": made.array("layers.1.z"),
        "layers.0.q": np.zeros((9, 64)),
        "hidden_states": np.zeros((5, 9, 64)),
    }
    view = OwnArraysView()
    view.set_checks(check_own(own, made.trace), "own.npz", None)
    return view


if __name__ == "__main__":
    from gui.preview import show

    show(example)
