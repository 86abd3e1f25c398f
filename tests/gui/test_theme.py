"""Tokens, type and palette of the two themes."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetrics, QPalette
from pytestqt.qtbot import QtBot

from gui.theme.fonts import FILES, load_fonts, shown
from gui.theme.palette import contrast, palette
from gui.theme.qss import mix, stylesheet
from gui.theme.theme import DARK, LIGHT, MONO, SANS, Theme
from gui.views.ledger_delegate import FLASH, TINT
from gui.views.sentence_box import SentenceBox

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
INKS = ("text", "muted", "accent", "query", "key", "value", "position", "norm", "stream")
SURFACES = ("window", "surface", "raised")


def test_contrast_is_that_of_wcag():
    """Black on white is 21 by definition; #777777 has the luminance 0.18447, so 1.05 / 0.23447 = 4.478 on white."""
    assert contrast(QColor("#000000"), QColor("#FFFFFF")) == pytest.approx(21)
    assert contrast(QColor("#FFFFFF"), QColor("#777777")) == pytest.approx(4.478, abs=1e-3)


@THEMES
@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("surface", SURFACES)
def test_b76_every_ink_reads_on_every_surface(theme: Theme, ink: str, surface: str):
    assert contrast(getattr(theme, ink), getattr(theme, surface)) >= 4.5


@THEMES
def test_b76_what_stands_on_the_accent_reads(theme: Theme):
    assert contrast(theme.on_accent, theme.accent) >= 4.5


@THEMES
@pytest.mark.parametrize("group", [QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled])
def test_b76_palette_reads_in_every_state(theme: Theme, group: QPalette.ColorGroup):
    role = QPalette.ColorRole
    colors = palette(theme)
    pairs = [
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button),
        (role.ToolTipText, role.ToolTipBase),
        (role.PlaceholderText, role.Base),
        (role.Link, role.Window),
    ]
    assert {pair: contrast(colors.color(group, pair[0]), colors.color(group, pair[1])) >= 4.5 for pair in pairs} == dict.fromkeys(
        pairs, True
    )


@THEMES
def test_palette_sets_every_role(theme: Theme):
    colors = palette(theme)
    left = {role for role in QPalette.ColorRole if role not in (QPalette.ColorRole.NColorRoles, QPalette.ColorRole.NoRole)}
    assert {role for role in left if not colors.isBrushSet(QPalette.ColorGroup.Active, role)} == set()


@THEMES
def test_words_in_a_marked_sentence_can_be_read(theme: Theme, qtbot: QtBot):
    """The token that looks and the one it looks at, and a token that looks at itself, which has both tints."""
    box = SentenceBox()
    qtbot.addWidget(box)
    box.set_theme(theme)
    box.set_text("a b")
    box.set_spans((0, 1), (0, 1))
    ground, grounds = theme.surface, []
    for selection in box.editor.extraSelections():
        tint = selection.format.background().color()
        assert 0 < tint.alpha() < 255
        grounds.append(mix(theme.surface, tint, tint.alphaF()))
        ground = mix(ground, tint, tint.alphaF())
    assert len(grounds) == 2
    assert min(contrast(theme.text, each) for each in (*grounds, ground)) >= 4.5


@THEMES
@pytest.mark.parametrize("selected", [False, True])
def test_words_of_a_row_that_flashes_can_be_read(theme: Theme, selected: bool):
    """At the height of the flash, on the ground of an ordinary and of a selected row; and the tint under a change."""
    flashing = mix(theme.raised if selected else theme.surface, theme.accent, FLASH)
    for ground in (flashing, mix(theme.surface, theme.accent, TINT)):
        for ink in (theme.text, theme.muted, theme.accent):
            assert contrast(ink, ground) >= 4.5


@THEMES
def test_every_ground_of_the_stylesheet_lets_its_words_be_read(theme: Theme):
    """Also those mixed of two colours. A rule without a colour for words has that of the text; a mark needs 3:1 on its ground."""
    marks = ("::handle", "::groove", "::sub-page", "::chunk", "::indicator", "::separator", "QSplitter", '"line"')
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", stylesheet(theme))
    words = handles = 0
    for selector, body in rules:
        ground = re.search(r"(?<![-\w])background: (#\w+)", body)
        ink = re.search(r"(?<![-\w])color: (#\w+)", body)
        if ground is None:
            continue
        if "QScrollBar::handle" in selector:
            handles += 1
            assert contrast(QColor(ground[1]), theme.surface) >= 3, selector
            assert contrast(QColor(ground[1]), theme.window) >= 3, selector
        elif not any(mark in selector for mark in marks):
            words += 1
            # Of the rules that only change the ground of the one thing to do, the words keep their own colour.
            default = theme.on_accent if '"primary"' in selector else theme.text
            assert contrast(QColor(ink[1]) if ink else default, QColor(ground[1])) >= 4.5, selector
    assert words > 20
    assert handles == 2


def test_sizes_follow_the_zoom():
    big = LIGHT.zoomed(1.6)
    assert (LIGHT.px(10), big.px(10), LIGHT.zoomed(0.01).px(10)) == (10, 16, 1)
    assert big.font("text").pixelSize() == round(14 * 1.6)
    assert big.name == "light"
    assert LIGHT.zoom == 1


def test_bundled_fonts_are_used(qtbot: QtBot):
    assert load_fonts() == frozenset(FILES)
    assert QFontInfo(LIGHT.font("text")).family() == SANS
    assert QFontInfo(LIGHT.font("figure")).family() == MONO
    assert QFontInfo(LIGHT.font("text", bold=True)).weight() == QFont.Weight.DemiBold


@pytest.mark.parametrize("role", ["caption", "control", "text", "sentence", "statement", "figure"])
@pytest.mark.parametrize("bold", [False, True])
def test_all_digits_are_equally_wide(qtbot: QtBot, role: str, bold: bool):
    """Without tabular figures Inter's 1 is narrower than its 0, and numbers that change would jump."""
    load_fonts()
    metrics = QFontMetrics(LIGHT.font(role, bold=bold))
    assert len({metrics.horizontalAdvance(digit * 10) for digit in "0123456789"}) == 1


def test_b77_what_no_font_draws_is_named(qtbot: QtBot):
    """U+F0000 is for private use: no font here has it. Everything that is drawable stays as it is."""
    load_fonts()
    metrics = QFontMetrics(LIGHT.font("text"))
    assert shown("a\U000f0000b", metrics) == "aU+F0000b"
    assert shown("naïve Ж ␣ ⏎ ⇥ e\u0301 <s>", metrics) == "naïve Ж ␣ ⏎ ⇥ e\u0301 <s>"
    assert shown("\ud800", metrics) == "U+D800"
    for label in ("🙂", "字", "▁"):
        assert shown(label, metrics) in (label, f"U+{ord(label):04X}")
        assert (shown(label, metrics) == label) == metrics.inFontUcs4(ord(label))
    assert shown("👩\u200d👧", metrics).count("\u200d") == 1
