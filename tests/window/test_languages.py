"""The window in Spanish: nothing is left in English, wherever it is written, and every sentence is looked up where it was filed."""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGraphicsScene,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
    QTextBrowser,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.model.interventions import HeadOff, Interventions
from gui import i18n
from gui.app import Desk
from gui.choices import Tab
from gui.views import help_dialogs
from gui.views.action_table import ACTIONS, MENUS
from gui.views.map_speech import Speech
from tests.window.conftest import Settle
from tools.translations import FOLDER, ROOT

FOREIGN = re.compile(r"Q[A-Z]\w*|Form|GraphicsScene|PlotItem|")
"""Contexts of Qt's and pyqtgraph's own texts."""

WORD = re.compile(r"[^\W\d_]{3,}")
NAMES = frozenset(
    WORD.findall(
        "English Español Transformador MAC FLOP ReLU GELU SiLU SwiGLU ALiBi RMS DeepNorm BERT GPT Llama UTF MHA FFN "
        "softmax tanh token logits Concat max cos gate out base small viridis cividis KiB MiB GiB"
    )
)
"""What is called the same in every language."""


class Marking(QTranslator):
    """Puts every sentence of the .ts file between ⟦ and ⟧, so that what is not between them was never looked up there."""

    def __init__(self) -> None:
        super().__init__()
        self.known = {
            (context.findtext("name", ""), message.findtext("source", ""))
            for context in ET.parse(FOLDER / "transformador_es.ts").getroot().iter("context")
            for message in context.iter("message")
        }
        self.asked: set[tuple[str, str]] = set()

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str | None:  # type: ignore[override]
        del disambiguation, n
        self.asked.add((context, text))
        return f"⟦{text}⟧" if (context, text) in self.known else None

    def strangers(self) -> set[tuple[str, str]]:
        """What was looked up in vain."""
        missing = {(context, text) for context, text in self.asked - self.known if not FOREIGN.fullmatch(context)}
        return {(context, text) for context, text in missing if set(WORD.findall(text)) - NAMES}


@pytest.fixture
def marking(qapp: QApplication, desk: Desk, settle: Settle) -> Iterator[Marking]:
    """The window with every translated text marked; the sentence has no letters."""
    translator = Marking()
    qapp.installTranslator(translator)
    desk.controller.edit_text("1 2 3 1")
    desk.controller.refresh_texts()
    settle()
    yield translator
    qapp.removeTranslator(translator)


def texts(root: QWidget) -> list[tuple[str, str]]:
    """Everything that `root` and what can be seen in it say, and all menus: (where, text)."""
    said: list[tuple[str, str]] = []
    for speech in root.findChildren(Speech):
        speech.now()  # pictures are put into words after a moment of rest
    for widget in (root, *root.findChildren(QWidget)):
        if widget.isVisibleTo(root):
            said += [(type(widget).__name__, text) for text in _texts_of(widget)]
    for action in root.findChildren(QAction):
        if not isinstance(action.parent(), QGraphicsScene):  # pyqtgraph's own menu, which never opens
            said += [("menu", text) for text in (action.text(), action.toolTip())]
    return [(where, text) for where, text in said if text]


def _texts_of(widget: QWidget) -> Iterator[str]:
    yield from (widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), widget.windowTitle())
    match widget:
        case QAbstractButton() | QLabel():
            yield widget.text()
        case QLineEdit() | QPlainTextEdit():
            yield widget.placeholderText()
        case QComboBox():
            for index in range(widget.count()):
                yield from (widget.itemText(index), widget.itemData(index, Qt.ItemDataRole.ToolTipRole) or "")
        case QTabBar():
            yield from (widget.tabText(index) for index in range(widget.count()))
        case QAbstractItemView() if widget.model() is not None:
            yield from _texts_in(widget.model(), QModelIndex())


def _texts_in(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for column in range(columns):
        header = model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole)
        yield header if isinstance(header, str) else ""
    for row in range(model.rowCount(parent)):
        for column in range(columns):
            index = model.index(row, column, parent)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
                text = model.data(index, role)
                yield text if isinstance(text, str) else ""
            yield from _texts_in(model, index)


def unmarked(said: list[tuple[str, str]]) -> list[tuple[str, str, list[str]]]:
    """Texts with words that no translation stands behind."""
    found = []
    for where, text in said:
        rest = text
        while (inner := re.sub(r"⟦[^⟦⟧]*⟧", " ", rest)) != rest:
            rest = inner
        words = [word for word in WORD.findall(re.sub(r"<[^>]*>", " ", rest)) if word not in NAMES]
        if words:
            found.append((where, text, words))
    return found


def test_everything_that_the_window_says_is_translated(desk: Desk, marking: Marking, settle: Settle) -> None:
    window = desk.views.window
    assert len(texts(window)) > 300
    assert unmarked(texts(window)) == []
    desk.controller.select_cell(2, 1)
    desk.views.architecture.set_expanded(True)
    desk.controller.set_tab("table")
    settle()
    assert unmarked(texts(window)) == []
    desk.controller.switches.change_config({"n_heads": 3}, "1")
    desk.controller.edit_text("1 " * 3000)
    settle()
    assert "⟦A width of" in " ".join(text for _, text in texts(window))
    assert unmarked(texts(window)) == []
    assert marking.strangers() == set()


@pytest.mark.parametrize("tab", get_args(Tab))
def test_every_page_is_translated(desk: Desk, marking: Marking, settle: Settle, tab: str) -> None:
    """Empty where it has an empty state, and with a cell chosen; what a page paints is in its accessible text."""
    desk.act(f"tab:{tab}")
    settle()
    assert unmarked(texts(desk.views.pages)) == []
    desk.controller.select_cell(2, 1)
    desk.controller.switches.change_by_hand(Interventions((HeadOff(0, 1),)), "1")
    settle()
    page = desk.views.pages.page(tab)
    said = [("spoken", page.accessible_text())] if hasattr(page, "accessible_text") else []
    assert unmarked(texts(desk.views.pages) + said) == []
    assert marking.strangers() == set()


@pytest.mark.parametrize(
    "changes",
    [
        {"norm": "post", "mask": "causal", "position": "learned"},
        {"norm": "sandwich", "mask": "window:2", "position": "rotary", "placement": None, "activation": "gelu"},
        {"norm": "deepnorm", "position": "alibi", "placement": None, "skip": False, "biases": False, "n_kv_heads": 2},
        {"norm": "none", "position": "none", "placement": None, "head_width": "keep", "tied": False, "norm_kind": "rmsnorm"},
        {"placement": "after-attention", "activation": "swiglu", "head_width": 8, "n_layers": 14, "norm": "post"},
        {"placement": "every-block", "scale_embedding": True, "sinusoid_layout": "side-by-side"},
        {"placement": "query-key"},
    ],
)
def test_so_it_is_whatever_the_architecture(desk: Desk, marking: Marking, settle: Settle, changes: dict[str, object]) -> None:
    desk.controller.switches.change_config(changes, "1")
    settle()
    assert desk.controller.document.config.norm == changes.get("norm", "pre")
    assert unmarked(texts(desk.views.window)) == []
    assert marking.strangers() == set()


@pytest.mark.parametrize("name", [name for name in help_dialogs.DIALOGS if name != "glossary"])
def test_help_is_translated(desk: Desk, marking: Marking, name: str) -> None:
    """Names of keys, libraries and licences stand beside; every title and every paragraph is looked up."""
    dialog = help_dialogs.DIALOGS[name](desk.views.window, desk.appearance.theme)
    text = dialog.findChild(QTextBrowser).toPlainText()
    paragraphs = [line for line in text.splitlines() if len(WORD.findall(line)) > 5]
    assert [line for line in paragraphs if not line.startswith("⟦")] == []
    assert "⟦" in dialog.windowTitle()
    assert marking.strangers() == set()
    dialog.close()


def _in_spanish(desk: Desk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.appearance.language_changed):
        desk.appearance.choose_language("es")


def test_there_and_back_again(desk: Desk, qtbot: QtBot) -> None:
    window = desk.views.window
    english = texts(window)
    _in_spanish(desk, qtbot)
    spanish = texts(window)
    assert len(spanish) == len(english)
    same = {text for (_, text), (_, before) in zip(spanish, english, strict=True) if text == before and len(WORD.findall(text)) > 2}
    assert same <= {desk.controller.document.text}
    with qtbot.waitSignal(desk.appearance.language_changed):
        desk.appearance.choose_language("en")
    assert texts(window) == english


def test_qt_speaks_spanish_too(desk: Desk, qtbot: QtBot) -> None:
    _in_spanish(desk, qtbot)
    dialog = help_dialogs.DIALOGS["shortcuts"](desk.views.window, desk.appearance.theme)
    assert "Cerrar" in [button.text().replace("&", "") for button in dialog.findChildren(QPushButton)]
    text = dialog.findChild(QTextBrowser).toPlainText()
    assert "Ctrl+Mayús+S" in text
    assert "Intro, Espacio" in text
    dialog.close()


def test_letters_of_menus_are_unique_in_spanish_too(desk: Desk, qtbot: QtBot) -> None:
    _in_spanish(desk, qtbot)
    menus = desk.views.window.menus
    bar = [menus.menu(spec.id).title() for spec in MENUS if not spec.parent]
    assert _doubled(bar) == []
    for spec in MENUS:
        entries = [menus.action(action.id).text() for action in ACTIONS if action.menu == spec.id]
        entries += [menus.menu(sub.id).title() for sub in MENUS if sub.parent == spec.id]
        assert _doubled(entries) == [], spec.id


def _doubled(entries: list[str]) -> list[str]:
    letters = Counter(text[text.index("&") + 1].lower() for text in entries if "&" in text)
    return [letter for letter, count in letters.items() if count > 1]


def test_formulas_have_spanish_words(desk: Desk, qtbot: QtBot) -> None:
    _in_spanish(desk, qtbot)
    text = desk.views.architecture.formulas.plain_text()
    assert "MHA(X) = Concat(cabeza_1 … cabeza_4)·W_O + b_O" in text
    symbols = desk.views.architecture.symbols.plain_text()
    assert "LN(x) = ganancia·(x − μ) / √(σ² + 10^−5) + sesgo" in symbols
    assert " = sen(p / 10000" in symbols


def test_a_first_start_has_a_sentence_in_its_language(qapp: QApplication, desk: Desk, qtbot: QtBot) -> None:
    assert desk.controller.document.text == "The keys to the cabinet are on the table"
    _in_spanish(desk, qtbot)
    desk.act("new")
    assert desk.controller.document.text == "Las llaves del armario están sobre la mesa"
    i18n.install(qapp, "en")


def _calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node


def test_sentences_are_looked_up_where_they_are_filed() -> None:
    """`x.tr("…")` is filed under the class that it stands in, but looked up under the class of x: only self.tr is safe."""
    wrong = []
    for path in sorted((ROOT / "gui").rglob("*.py")):
        for call in _calls(path):
            if isinstance(call.func, ast.Attribute) and call.func.attr == "tr":
                owner, given = call.func.value, call.args[0]
                literal = isinstance(given, ast.Constant) and isinstance(given.value, str)
                if not (isinstance(owner, ast.Name) and owner.id == "self" and literal):
                    wrong.append(f"{path.relative_to(ROOT)}:{call.lineno}")
    assert wrong == []


def test_reasons_of_the_system_are_translated(desk: Desk, qtbot: QtBot, tmp_path: Path) -> None:
    _in_spanish(desk, qtbot)
    desk.files.open_path(str(tmp_path / "none.json"))
    said = [label.text() for label in desk.views.banner.findChildren(QLabel)]
    assert "«none.json» no se puede abrir: no existe ese archivo ni esa carpeta." in said
