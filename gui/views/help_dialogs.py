"""What the Help menu opens: keyboard shortcuts, what attention does not say, the glossary, and what this program is made of."""

from __future__ import annotations

import html
import platform
from collections.abc import Callable
from functools import lru_cache
from importlib import metadata, resources
from typing import Final

import msgspec
from PySide6.QtCore import QCoreApplication, Qt, Slot, qVersion
from PySide6.QtGui import QIcon, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLineEdit, QListWidget, QTextBrowser, QVBoxLayout, QWidget

from core.version import VERSION
from gui.access import describe
from gui.i18n import current_language
from gui.theme.theme import Theme
from gui.views.action_table import ACTIONS, CONTEXT, HOLD_KEY, MENUS

translate = QCoreApplication.translate

SIZE: Final = (640, 520)

LIBRARIES: Final = (
    ("PySide6-Essentials", "LGPL 3.0"),
    ("pyqtgraph", "MIT"),
    ("numpy", "BSD 3-Clause"),
    ("numba", "BSD 2-Clause"),
    ("msgspec", "BSD 3-Clause"),
    ("platformdirs", "MIT"),
    ("threadpoolctl", "BSD 3-Clause"),
)
"""Distribution and licence of everything that runs with the program."""
FONTS: Final = (("Inter", "SIL Open Font License 1.1"), ("JetBrains Mono", "SIL Open Font License 1.1"))


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the glossary: the one word for an idea, its mathematical sign if it has one, and what it means."""

    id: str
    term: str
    text: str
    sign: str = ""


@lru_cache(maxsize=4)
def glossary(language: str) -> tuple[Term, ...]:
    """The glossary in `language` ("es" or "en"), in the order in which the ideas build on each other."""
    data = (resources.files("resources") / "glossary" / f"{language}.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[Term, ...])


class HelpDialog(QDialog):
    """A text that scrolls, with a button that closes it; so does Escape. It never is larger than most of the window."""

    def __init__(self, parent: QWidget, theme: Theme, title: str, document: str) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        describe(self, title, title)
        self.browser = QTextBrowser(self)
        self.browser.setFont(theme.font("text"))
        self.browser.document().setDocumentMargin(theme.px(8))
        self.browser.setOpenLinks(False)
        self.browser.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        describe(self.browser, title, translate("Help", "Text. The arrow keys scroll, Escape closes."))
        self.browser.setHtml(document)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.buttons.rejected.connect(self.reject)
        close = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setIcon(QIcon())
        describe(close, close.text().replace("&", ""), translate("Help", "Closes this window"))
        self.column = QVBoxLayout(self)
        self.column.setSpacing(theme.px(12))
        self.column.addWidget(self.browser)
        self.column.addWidget(self.buttons)
        room = parent.window().size()
        self.resize(min(theme.px(SIZE[0]), room.width() * 9 // 10), min(theme.px(SIZE[1]), room.height() * 17 // 20))


class GlossaryDialog(HelpDialog):
    """The terms on the left, what the chosen one means on the right; typing narrows the list."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent, theme, translate("Help", "Glossary"), "")
        self._terms = glossary(current_language())
        other = "en" if current_language() == "es" else "es"
        self._others = {term.id: term.term for term in glossary(other)}
        self._other_name = translate("Help", "in English") if other == "en" else translate("Help", "in Spanish")
        self.search = QLineEdit(self)
        self.search.setFont(theme.font("control"))
        self.search.setPlaceholderText(translate("Help", "Search"))
        self.search.setClearButtonEnabled(True)
        describe(
            self.search,
            translate("Help", "Search"),
            translate("Help", "Shows only the terms that contain what is typed, in either language"),
        )
        self.list = QListWidget(self)
        self.list.setFont(theme.font("control"))
        self.list.setFixedWidth(theme.px(250))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        describe(
            self.list,
            translate("Help", "Terms"),
            translate("Help", "Up and Down choose a term; its meaning stands beside the list"),
        )
        for term in self._terms:
            self.list.addItem(term.term)
        row = QHBoxLayout()
        row.addWidget(self.list)
        row.addWidget(self.browser, 1)
        self.column.insertWidget(0, self.search)
        self.column.insertLayout(1, row, 1)
        self.list.currentRowChanged.connect(self._show_term)
        self.search.textChanged.connect(self._narrow)
        self.list.setCurrentRow(0)
        self.search.setFocus()

    @Slot(int)
    def _show_term(self, row: int) -> None:
        if not 0 <= row < len(self._terms):
            self.browser.clear()
            return
        term = self._terms[row]
        sign = f" · {html.escape(term.sign)}" if term.sign else ""
        self.browser.setHtml(
            f"<h3>{html.escape(term.term)}{sign}</h3>"
            f"<p><i>{html.escape(self._other_name)}: {html.escape(self._others.get(term.id, ''))}</i></p>"
            f"<p>{html.escape(term.text)}</p>"
        )

    @Slot(str)
    def _narrow(self, typed: str) -> None:
        wanted = typed.strip().casefold()
        shown = []
        for row, term in enumerate(self._terms):
            fits = wanted in term.term.casefold() or wanted in self._others.get(term.id, "").casefold()
            self.list.item(row).setHidden(not fits)
            if fits:
                shown.append(row)
        if self.list.currentRow() not in shown:
            self.list.setCurrentRow(shown[0] if shown else -1)


def shortcuts_dialog(parent: QWidget, theme: Theme) -> QDialog:
    """Every action that has keys, menu by menu, made from the table of actions; then the keys inside the views."""
    parts = []
    titles = {menu.id: _action_text(menu.text) for menu in MENUS}
    for menu in MENUS:
        rows = [
            (_action_text(spec.text), ", ".join(_keys(keys) for keys in spec.shortcuts))
            for spec in ACTIONS
            if spec.menu == menu.id and spec.shortcuts
        ]
        if rows:
            parts.append(_section(titles[menu.id], rows))
    held = translate("Help", "{key}, held").format(key=HOLD_KEY)
    inside = [
        (translate("Help", "Show the maps as they were before the last change (outside text fields)"), held),
        (translate("Help", "Leave the sentence for the tokens, and go back"), _keys("Tab") + ", " + _keys("Shift+Tab")),
        (translate("Help", "New line in the sentence"), _keys("Enter")),
        (
            translate("Help", "Move over tokens, heads or cells"),
            translate("Help", "arrow keys, {home}, {end}").format(home=_keys("Home"), end=_keys("End")),
        ),
        (translate("Help", "Choose the token, head or cell"), _keys("Enter") + ", " + _keys("Space")),
        (translate("Help", "Open a menu"), translate("Help", "Alt and the underlined letter")),
    ]
    parts.append(_section(translate("Help", "Inside the window"), inside))
    return HelpDialog(parent, theme, translate("Help", "Keyboard shortcuts"), "".join(parts))


def not_an_explanation_dialog(parent: QWidget, theme: Theme) -> QDialog:
    """What a row of a map says, and what it does not."""
    paragraphs = (
        translate(
            "Help", "A row of a map says how one head mixes: which share of each token's value goes into what the head passes on."
        ),
        translate(
            "Help",
            "It does not say why the model answers as it does. What a token carries may have come from any other token in the "
            "layers before; the values that are mixed can be large or small; other heads, the skip connections and the "
            "feed-forward networks add their part; and quite different maps can lead to the same output.",
        ),
        translate(
            "Help",
            "Here it matters even more: the weights are random unless the badge says otherwise. An untrained head has no task, so "
            "a pattern that looks like grammar is chance.",
        ),
        translate(
            "Help",
            "To find out what depends on what, change something and measure: switch a part off, replace a token, compare before "
            "and after.",
        ),
        translate(
            "Help",
            "To read: Jain and Wallace, “Attention is not Explanation” (2019, arXiv 1902.10186); Wiegreffe and Pinter, “Attention "
            "is not not Explanation” (2019, arXiv 1908.04626).",
        ),
    )
    document = "".join(f"<p>{html.escape(paragraph)}</p>" for paragraph in paragraphs)
    return HelpDialog(parent, theme, translate("Help", "Attention is not an explanation"), document)


def about_dialog(parent: QWidget, theme: Theme) -> QDialog:
    """Versions and licences of the program and of what it is made of."""
    rows = [("Transformador", f"{VERSION} · MIT")]
    rows += [("Python", f"{platform.python_version()} · PSF"), ("Qt", f"{qVersion()} · LGPL 3.0")]
    rows += [(name, f"{_version(name)} · {licence}") for name, licence in LIBRARIES]
    rows += [(translate("Help", "Font {name}").format(name=name), licence) for name, licence in FONTS]
    purpose = translate("Help", "A desktop laboratory in which a sentence shows how a transformer really works on it.")
    promise = translate("Help", "Every number on screen is computed, from the weights in use, now. The program uses no network.")
    document = f"<p>{html.escape(purpose)}</p><p>{html.escape(promise)}</p>{_table(rows)}"
    return HelpDialog(parent, theme, translate("Help", "About Transformador"), document)


DIALOGS: Final[dict[str, Callable[[QWidget, Theme], QDialog]]] = {
    "shortcuts": shortcuts_dialog,
    "not-an-explanation": not_an_explanation_dialog,
    "glossary": GlossaryDialog,
    "about": about_dialog,
}
"""Action -> what makes its dialog."""


def _action_text(text: str) -> str:
    return translate(CONTEXT, text).replace("&", "").rstrip("…")


def _keys(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return translate("Help", "not installed as a package")


def _section(title: str, rows: list[tuple[str, str]]) -> str:
    return f"<h3>{html.escape(title)}</h3>{_table(rows)}"


def _table(rows: list[tuple[str, str]]) -> str:
    cells = "".join(f"<tr><td>{html.escape(left)}</td><td>{html.escape(right)}</td></tr>" for left, right in rows)
    return f"<table width='100%' cellspacing='0' cellpadding='3'>{cells}</table>"


if __name__ == "__main__":
    from gui.preview import show
    from gui.theme.theme import LIGHT

    show(lambda: GlossaryDialog(QWidget(), LIGHT))
