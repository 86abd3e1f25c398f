"""The table of all actions: what stands in the menus, with which keys. Menus and the list of shortcuts are made from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from core.messages import QT_TRANSLATE_NOOP

CONTEXT: Final = "Actions"
"""Translation context of every text here."""

HOLD_KEY: Final = "F8"
"""Held down, it shows the maps as they were before the last change. No letter, so that it works while one types."""


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action.

    `menu` is the id of the menu it stands in. Actions with the same `group` exclude each other. `line` draws a line above it.
    """

    id: str
    menu: str
    text: str
    tip: str = ""
    shortcuts: tuple[str, ...] = ()
    group: str = ""
    checkable: bool = False
    line: bool = False


@dataclass(frozen=True, slots=True)
class MenuSpec:
    """A menu. One with a `parent` opens inside it, below the action `after`."""

    id: str
    text: str
    parent: str = ""
    after: str = ""


MENUS: Final = (
    MenuSpec("file", QT_TRANSLATE_NOOP("Actions", "&File")),
    MenuSpec("recent", QT_TRANSLATE_NOOP("Actions", "Open &recent"), "file", "open"),
    MenuSpec("edit", QT_TRANSLATE_NOOP("Actions", "&Edit")),
    MenuSpec("view", QT_TRANSLATE_NOOP("Actions", "&View")),
    MenuSpec("page", QT_TRANSLATE_NOOP("Actions", "Sho&w page"), "view"),
    MenuSpec("scale", QT_TRANSLATE_NOOP("Actions", "Colour &scale"), "view", "page"),
    MenuSpec("color-map", QT_TRANSLATE_NOOP("Actions", "&Colours"), "view", "scale"),
    MenuSpec("theme", QT_TRANSLATE_NOOP("Actions", "&Theme"), "view", "color-map"),
    MenuSpec("language", QT_TRANSLATE_NOOP("Actions", "&Language"), "view", "theme"),
    MenuSpec("model", QT_TRANSLATE_NOOP("Actions", "&Model")),
    MenuSpec("preset", QT_TRANSLATE_NOOP("Actions", "&Preset"), "model"),
    MenuSpec("norm", QT_TRANSLATE_NOOP("Actions", "Layer &normalisation"), "model", "preset"),
    MenuSpec("weights", QT_TRANSLATE_NOOP("Actions", "Wei&ghts"), "model", "norm"),
    MenuSpec("help", QT_TRANSLATE_NOOP("Actions", "&Help")),
)

_FILE: Final = (
    ActionSpec(
        "new",
        "file",
        QT_TRANSLATE_NOOP("Actions", "&New"),
        QT_TRANSLATE_NOOP("Actions", "The first sentence and the small model again; undo brings the present state back"),
        ("Ctrl+N",),
    ),
    ActionSpec(
        "open",
        "file",
        QT_TRANSLATE_NOOP("Actions", "&Open…"),
        QT_TRANSLATE_NOOP("Actions", "A session, a text as the sentence, or trained weights"),
        ("Ctrl+O",),
    ),
    ActionSpec(
        "save",
        "file",
        QT_TRANSLATE_NOOP("Actions", "&Save"),
        QT_TRANSLATE_NOOP("Actions", "Everything that brings the same screen back, in one small file"),
        ("Ctrl+S",),
        line=True,
    ),
    ActionSpec("save-as", "file", QT_TRANSLATE_NOOP("Actions", "Save &as…"), "", ("Ctrl+Shift+S",)),
    ActionSpec(
        "export-picture",
        "file",
        QT_TRANSLATE_NOOP("Actions", "Export &picture…"),
        QT_TRANSLATE_NOOP("Actions", "PNG, or SVG and PDF with lines and text that can be edited"),
        ("Ctrl+E",),
        line=True,
    ),
    ActionSpec(
        "export-numbers",
        "file",
        QT_TRANSLATE_NOOP("Actions", "Export n&umbers…"),
        QT_TRANSLATE_NOOP("Actions", "CSV, JSON or NPZ"),
        ("Ctrl+Shift+E",),
    ),
    ActionSpec(
        "quit",
        "file",
        QT_TRANSLATE_NOOP("Actions", "&Quit"),
        QT_TRANSLATE_NOOP("Actions", "Work is saved by itself and is there again next time"),
        ("Ctrl+Q",),
        line=True,
    ),
)
_EDIT: Final = (
    ActionSpec("undo", "edit", QT_TRANSLATE_NOOP("Actions", "&Undo"), "", ("Ctrl+Z",)),
    ActionSpec("redo", "edit", QT_TRANSLATE_NOOP("Actions", "&Redo"), "", ("Ctrl+Shift+Z", "Ctrl+Y")),
    ActionSpec(
        "copy-picture",
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Copy &picture"),
        QT_TRANSLATE_NOOP("Actions", "The maps as they stand, as an image"),
        ("Ctrl+Shift+C",),
        line=True,
    ),
    ActionSpec(
        "copy-numbers",
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Copy &numbers of this head"),
        QT_TRANSLATE_NOOP("Actions", "As a table that a spreadsheet can take"),
        ("Ctrl+Shift+N",),
    ),
    ActionSpec(
        "copy-session",
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Copy &session"),
        QT_TRANSLATE_NOOP("Actions", "The whole state as text: paste it into a message, and someone else sees the same screen"),
        ("Ctrl+Shift+X",),
        line=True,
    ),
    ActionSpec("paste-session", "edit", QT_TRANSLATE_NOOP("Actions", "P&aste session"), "", ("Ctrl+Shift+V",)),
    ActionSpec(
        "copy-command",
        "edit",
        QT_TRANSLATE_NOOP("Actions", "Copy as &command"),
        QT_TRANSLATE_NOOP("Actions", "The command that prints the same numbers without a window"),
        ("Ctrl+Shift+K",),
        line=True,
    ),
)
_VIEW: Final = (
    ActionSpec(
        "tab:heads",
        "page",
        QT_TRANSLATE_NOOP("Actions", "&Heads"),
        QT_TRANSLATE_NOOP("Actions", "The maps of all heads, and one of them large"),
        ("Ctrl+1",),
        "tab",
    ),
    ActionSpec(
        "tab:table",
        "page",
        QT_TRANSLATE_NOOP("Actions", "Ta&ble"),
        QT_TRANSLATE_NOOP("Actions", "The numbers of one head, for reading and for screen readers"),
        ("Ctrl+2",),
        "tab",
    ),
    ActionSpec(
        "tab:lines",
        "page",
        QT_TRANSLATE_NOOP("Actions", "&Lines"),
        QT_TRANSLATE_NOOP("Actions", "Who looks at whom, as lines between the tokens"),
        ("Ctrl+3",),
        "tab",
    ),
    ActionSpec(
        "tab:intervene",
        "page",
        QT_TRANSLATE_NOOP("Actions", "&Intervene"),
        QT_TRANSLATE_NOOP("Actions", "Every head in numbers, and how to change what it does"),
        ("Ctrl+4",),
        "tab",
    ),
    ActionSpec(
        "tab:stages",
        "page",
        QT_TRANSLATE_NOOP("Actions", "Sta&ges"),
        QT_TRANSLATE_NOOP("Actions", "One head step by step: Q, K, V, scores, pattern, z"),
        ("Ctrl+5",),
        "tab",
    ),
    ActionSpec(
        "tab:arithmetic",
        "page",
        QT_TRANSLATE_NOOP("Actions", "&Arithmetic"),
        QT_TRANSLATE_NOOP("Actions", "Every step of one cell, with its numbers"),
        ("Ctrl+6",),
        "tab",
    ),
    ActionSpec(
        "tab:stream",
        "page",
        QT_TRANSLATE_NOOP("Actions", "S&tream"),
        QT_TRANSLATE_NOOP("Actions", "What attention and the feed-forward network add to the residual stream"),
        ("Ctrl+7",),
        "tab",
    ),
    ActionSpec(
        "tab:positions",
        "page",
        QT_TRANSLATE_NOOP("Actions", "&Positions"),
        QT_TRANSLATE_NOOP("Actions", "How order gets into the model"),
        ("Ctrl+8",),
        "tab",
    ),
    ActionSpec(
        "tab:experiments",
        "page",
        QT_TRANSLATE_NOOP("Actions", "&Experiments"),
        QT_TRANSLATE_NOOP("Actions", "Claims about order, heads, cost, depth and reach, measured here"),
        ("Ctrl+9",),
        "tab",
    ),
    ActionSpec(
        "tab:training",
        "page",
        QT_TRANSLATE_NOOP("Actions", "Trai&ning"),
        QT_TRANSLATE_NOOP("Actions", "Small models that learn side by side, with the norm here or there"),
        (),
        "tab",
    ),
    ActionSpec(
        "tab:seeds",
        "page",
        QT_TRANSLATE_NOOP("Actions", "See&ds"),
        QT_TRANSLATE_NOOP("Actions", "The same head with other random weights"),
        (),
        "tab",
    ),
    ActionSpec(
        "tab:compare",
        "page",
        QT_TRANSLATE_NOOP("Actions", "&Compare"),
        QT_TRANSLATE_NOOP("Actions", "Two models or two sentences beside each other"),
        (),
        "tab",
    ),
    ActionSpec(
        "tab:check",
        "page",
        QT_TRANSLATE_NOOP("Actions", "Chec&k"),
        QT_TRANSLATE_NOOP("Actions", "Your own arrays beside what is computed here"),
        (),
        "tab",
    ),
    ActionSpec("scale:shared", "scale", QT_TRANSLATE_NOOP("Actions", "&One for all heads, 0 to 1"), "", (), "scale"),
    ActionSpec(
        "scale:per-head",
        "scale",
        QT_TRANSLATE_NOOP("Actions", "One &per head"),
        QT_TRANSLATE_NOOP("Actions", "0 to the largest value of that head: heads cannot be compared by colour"),
        (),
        "scale",
    ),
    ActionSpec(
        "scale:log",
        "scale",
        QT_TRANSLATE_NOOP("Actions", "&Logarithmic"),
        QT_TRANSLATE_NOOP("Actions", "Makes small weights visible"),
        (),
        "scale",
    ),
    ActionSpec(
        "color-map:ink",
        "color-map",
        QT_TRANSLATE_NOOP("Actions", "&Ink"),
        QT_TRANSLATE_NOOP("Actions", "0 is paper, 1 is ink"),
        (),
        "color-map",
    ),
    ActionSpec("color-map:viridis", "color-map", QT_TRANSLATE_NOOP("Actions", "&Viridis"), "", (), "color-map"),
    ActionSpec("color-map:cividis", "color-map", QT_TRANSLATE_NOOP("Actions", "&Cividis"), "", (), "color-map"),
    ActionSpec("color-map:grey", "color-map", QT_TRANSLATE_NOOP("Actions", "&Grey"), "", (), "color-map"),
    ActionSpec("theme:system", "theme", QT_TRANSLATE_NOOP("Actions", "As the &system"), "", (), "theme"),
    ActionSpec("theme:light", "theme", QT_TRANSLATE_NOOP("Actions", "&Light"), "", (), "theme"),
    ActionSpec("theme:dark", "theme", QT_TRANSLATE_NOOP("Actions", "&Dark"), "", (), "theme"),
    ActionSpec("language:system", "language", QT_TRANSLATE_NOOP("Actions", "As the s&ystem"), "", (), "language"),
    ActionSpec("language:en", "language", "English", "", (), "language"),
    ActionSpec("language:es", "language", "Español", "", (), "language"),
    ActionSpec("zoom-in", "view", QT_TRANSLATE_NOOP("Actions", "Lar&ger"), "", ("Ctrl++", "Ctrl+="), line=True),
    ActionSpec("zoom-out", "view", QT_TRANSLATE_NOOP("Actions", "S&maller"), "", ("Ctrl+-",)),
    ActionSpec("zoom-reset", "view", QT_TRANSLATE_NOOP("Actions", "&Normal size"), "", ("Ctrl+0",)),
    ActionSpec(
        "presentation",
        "view",
        QT_TRANSLATE_NOOP("Actions", "&Presentation"),
        QT_TRANSLATE_NOOP("Actions", "Type and lines for the back row"),
        ("F5",),
        checkable=True,
        line=True,
    ),
    ActionSpec("full-screen", "view", QT_TRANSLATE_NOOP("Actions", "&Full screen"), "", ("F11",), checkable=True),
    ActionSpec(
        "show-architecture",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Show &architecture"),
        "",
        ("Ctrl+Shift+A",),
        checkable=True,
        line=True,
    ),
    ActionSpec("show-ledger", "view", QT_TRANSLATE_NOOP("Actions", "Show l&edger"), "", ("Ctrl+Shift+L",), checkable=True),
    ActionSpec(
        "next-pane",
        "view",
        QT_TRANSLATE_NOOP("Actions", "Go to the ne&xt part of the window"),
        QT_TRANSLATE_NOOP("Actions", "Sentence, architecture, heads, ledger, and the sentence again"),
        ("F6",),
    ),
    ActionSpec(
        "reduce-motion",
        "view",
        QT_TRANSLATE_NOOP("Actions", "&Reduce motion"),
        QT_TRANSLATE_NOOP("Actions", "Nothing moves or flashes"),
        checkable=True,
        line=True,
    ),
)
_MODEL: Final = (
    ActionSpec("preset:small", "preset", QT_TRANSLATE_NOOP("Actions", "&Small: 4 blocks, width 64"), "", (), "preset"),
    ActionSpec(
        "preset:transformer-base",
        "preset",
        QT_TRANSLATE_NOOP("Actions", "&Transformer, base model of 2017 (encoder)"),
        "",
        (),
        "preset",
    ),
    ActionSpec("preset:gpt2-small", "preset", QT_TRANSLATE_NOOP("Actions", "&GPT-2 small"), "", (), "preset"),
    ActionSpec("preset:bert-base", "preset", QT_TRANSLATE_NOOP("Actions", "&BERT base"), "", (), "preset"),
    ActionSpec(
        "preset:llama-3-8b",
        "preset",
        QT_TRANSLATE_NOOP("Actions", "&Llama 3 8B (counting only)"),
        QT_TRANSLATE_NOOP("Actions", "Its parameters are counted; running it needs more memory than a desktop has"),
        (),
        "preset",
    ),
    ActionSpec("norm:pre", "norm", QT_TRANSLATE_NOOP("Actions", "&Before each sublayer"), "", (), "norm"),
    ActionSpec("norm:post", "norm", QT_TRANSLATE_NOOP("Actions", "&After each sublayer"), "", (), "norm"),
    ActionSpec("norm:none", "norm", QT_TRANSLATE_NOOP("Actions", "&None"), "", (), "norm"),
    ActionSpec(
        "next-seed",
        "model",
        QT_TRANSLATE_NOOP("Actions", "New random &weights"),
        QT_TRANSLATE_NOOP("Actions", "The next seed"),
        ("Ctrl+R",),
    ),
    ActionSpec("previous-layer", "model", QT_TRANSLATE_NOOP("Actions", "Previous &layer"), "", ("PgUp",), line=True),
    ActionSpec("next-layer", "model", QT_TRANSLATE_NOOP("Actions", "Next la&yer"), "", ("PgDown",)),
    ActionSpec("previous-head", "model", QT_TRANSLATE_NOOP("Actions", "Previous &head"), "", ("Ctrl+Left",)),
    ActionSpec("next-head", "model", QT_TRANSLATE_NOOP("Actions", "Next h&ead"), "", ("Ctrl+Right",)),
    ActionSpec(
        "show-before",
        "model",
        QT_TRANSLATE_NOOP("Actions", "Show &before the last change"),
        QT_TRANSLATE_NOOP("Actions", "The maps as they were; hold the key to look for a moment, outside a text field"),
        checkable=True,
        line=True,
    ),
    ActionSpec(
        "cancel",
        "model",
        QT_TRANSLATE_NOOP("Actions", "&Cancel computation"),
        QT_TRANSLATE_NOOP("Actions", "The last good result stays"),
        ("Esc",),
    ),
)
_WEIGHTS: Final = tuple(
    ActionSpec(f"weights:{name}", "weights", text, "", (), "weights")
    for name, text in (
        ("random", QT_TRANSLATE_NOOP("Actions", "&Random, untrained")),
        ("previous-token", QT_TRANSLATE_NOOP("Actions", "Constructed: &previous token")),
        ("same-word", QT_TRANSLATE_NOOP("Actions", "Constructed: &same word")),
        ("first-token", QT_TRANSLATE_NOOP("Actions", "Constructed: &first token")),
        ("uniform", QT_TRANSLATE_NOOP("Actions", "Constructed: &uniform")),
        ("nearer-is-more", QT_TRANSLATE_NOOP("Actions", "Constructed: &nearer is more")),
        ("all", QT_TRANSLATE_NOOP("Actions", "Constructed: &all five")),
    )
)
_HELP: Final = (
    ActionSpec("shortcuts", "help", QT_TRANSLATE_NOOP("Actions", "&Keyboard shortcuts"), "", ("F1",)),
    ActionSpec("not-an-explanation", "help", QT_TRANSLATE_NOOP("Actions", "Attention is not an &explanation")),
    ActionSpec("glossary", "help", QT_TRANSLATE_NOOP("Actions", "&Glossary"), "", ("Shift+F1",)),
    ActionSpec(
        "reset-settings",
        "help",
        QT_TRANSLATE_NOOP("Actions", "&Reset settings…"),
        QT_TRANSLATE_NOOP("Actions", "Theme, language, zoom and layout as on the first day; the old settings are kept as a file"),
        line=True,
    ),
    ActionSpec("about", "help", QT_TRANSLATE_NOOP("Actions", "&About"), "", line=True),
)

ACTIONS: Final = (*_FILE, *_EDIT, *_VIEW, *_MODEL, *_WEIGHTS, *_HELP)
