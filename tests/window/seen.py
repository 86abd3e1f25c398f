"""What can be read off the window."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTreeView, QWidget

from gui.app import Desk
from gui.views.ledger_model import LedgerModel


def words(widget: QWidget) -> str:
    """All text of the visible labels in `widget`."""
    labels = [label for label in widget.findChildren(QLabel) if label.isVisible()]
    return " ".join(label.text() for label in labels)


def notice(desk: Desk) -> str:
    """The text of the notice, "" while there is none."""
    return words(desk.views.banner)


def ledger(desk: Desk) -> dict[str, int]:
    """The values in the ledger by the key of their row."""
    tree = desk.views.ledger.findChild(QTreeView)
    assert tree is not None
    model = tree.model()
    assert isinstance(model, LedgerModel)
    return {entry.key: entry.number for entry in model.entries()}


def table(desk: Desk) -> NDArray[np.float64]:
    """The numbers of the selected head as the table shows them."""
    desk.views.page.table.fill()  # as when it comes on screen
    model = desk.views.page.table.model()
    shown = Qt.ItemDataRole.DisplayRole
    return np.array([[float(model.index(i, j).data(shown)) for j in range(model.columnCount())] for i in range(model.rowCount())])


def resident() -> int:
    """Bytes of memory that this process holds now; Linux only."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def sentence_problem(desk: Desk) -> str:
    """What stands under the sentence box."""
    label = desk.views.sentence_bar.findChild(QLabel, "sentenceProblem")
    assert label is not None
    return label.text()
