"""The page of the arithmetic: what was changed by hand, which cell it is, and how its numbers and pictures are handed out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QFontMetrics, QGuiApplication

from core.inside.chain_steps import Column
from core.model.interventions import AttentionOff, ForcePattern, HeadOff, Intervention, ScaleHead, SetCell
from gui.drawing.inside import arithmetic_words as words
from gui.drawing.inside.arithmetic import GAP, HIGHEST_PICTURE, StepLayout, whole_size
from gui.drawing.map_marks import Texts
from gui.theme.theme import LIGHT
from gui.views.inside.arithmetic_page import ArithmeticPage
from tests.gui.arithmetic_cells import CAUSAL, LABELS, cell, go, page

__all__ = ["page"]

BY_HAND: list[tuple[tuple[Intervention, ...], str, list[str]]] = [
    (
        (ForcePattern(0, 1, "uniform"),),
        "force-pattern",
        ["By hand: pattern forced", "looks at all it may look at alike", "→ p′_j = 0.3333"],
    ),
    ((ForcePattern(0, 1, "previous-token"),), "force-pattern", ["looks at the token before it", "→ p′_j = 1.0000"]),
    ((SetCell(0, 1, 2, 1, 0.6),), "set-cells", ["By hand: cell set", "looks at “keys” with 0.6.", "→ p′_j = 0.6000"]),
    ((SetCell(0, 1, 2, 1, 0.6),), "share-rest", ["By hand: the row shared", "left to 1, 0.4000, in proportion", "p″_j = 0.6000"]),
    ((SetCell(0, 1, 2, 0, 0.6),), "share-rest", [" · 0.4000 ÷ ", " = 0.0"]),
    ((SetCell(0, 1, 2, 1, 0.6, False),), "set-cells", ["The rest of the row stays as it is, so the row sums to "]),
    ((ScaleHead(0, 1, -2.5),), "scale-head", ["By hand: head × (−2.5)", "multiplied by −2.5", "z′[1] = (−2.5000) · "]),
    ((HeadOff(0, 1),), "head-off", ["By hand: head off", "Its numbers are 0", "→ z′[1] = 0.0000"]),
    ((HeadOff(0, 0),), "concatenate", ["Heads changed by hand: 1."]),
    ((AttentionOff(0),), "attention-off", ["By hand: attention off", "nor does its bias", "→ a′[1] = 0.0000"]),
]


@pytest.mark.parametrize("changes, kind, said", BY_HAND)
def test_what_is_changed_by_hand_has_a_step_that_says_so(
    page: ArithmeticPage, changes: tuple[Intervention, ...], kind: str, said: list[str]
) -> None:
    """Title, words and numbers; all of it agrees with the pass, and what it agrees in is said at the step that came last."""
    links = cell(changes=changes)
    page.set_chain(links, LABELS)
    go(page, kind)
    for text in said:
        assert text in page.accessible_text()
    page._view.grab()
    assert links.agrees
    told = [check.name for step in links.steps if (check := words.agreement(links, step)) is not None]
    assert told == ["attn_scores", "pattern", "z", "attn_out", "resid_mid"]
    page.copy_text()
    assert "hand" in QGuiApplication.clipboard().text()


def test_words_that_come_again_are_told_apart(page: ArithmeticPage) -> None:
    labels = ("the", "keys", "the", "here")
    page.set_chain(cell(query=2, key=0), labels)
    assert (page._query.currentText(), page._key.currentText()) == ("the₂", "the₁")
    assert "“the₂” looks at “the₁”" in page.accessible_text()
    assert page._where.text == "Layer 1, head 2 · “the₂” → “the₁”"
    go(page, "quotient")
    assert page._picture().name(2) == "the₂"  # type: ignore[union-attr]


def test_a_picture_for_files_is_high_enough_for_every_line(page: ArithmeticPage) -> None:
    """48 numbers are 48 lines: in a picture of the size that is asked for the last one is not cut off."""
    config = replace(CAUSAL, d_model=48)
    page.set_chain(cell(config), LABELS)
    go(page, "read")
    size, picture = page.picture_size(), page._picture()
    assert picture is not None
    layout = StepLayout(picture, size.width(), LIGHT, Texts(LIGHT))
    assert layout.first + 48 * layout.line < size.height()
    go(page, "scale")
    assert page.picture_size().height() < size.height()
    page.set_chain(None, LABELS)
    assert page.picture_size().isValid()
    long = replace(picture, chain=cell(config), step=replace(picture.step, columns=(Column("x", np.zeros(5000)),)))
    assert whole_size(long, 800, LIGHT).height() == HIGHEST_PICTURE


def test_the_ends_of_two_axes_stand_apart(page: ArithmeticPage) -> None:
    """The first step has the bars of two tokens beside each other: between their ends there is more than between two words."""
    go(page, "read")
    layout = page._view.layout_of_step
    assert layout is not None
    assert layout.bar_width
    assert layout.bar_rect(1, 0).left() - layout.bar_rect(0, 0).right() > 2 * LIGHT.px(GAP)
    assert layout.bar_rect(1, 0).right() <= page._view.width()


def test_negative_numbers_have_a_real_minus_on_screen_and_an_ascii_one_in_copies(page: ArithmeticPage) -> None:
    links = cell(query=2, key=3)
    page.set_chain(links, LABELS)
    for index, step in enumerate(links.steps):
        page.set_step(index)
        for precise in (False, True):
            page.set_precise(precise)
            picture = page._picture()
            assert picture is not None
            shown = [picture.number(value) for column in picture.tabled.columns for value in column.tolist()]
            assert not any("-" in text for text in [*shown, words.result(step, words.short), page.accessible_text()])
    minus, hyphen = (QFontMetrics(LIGHT.font(words.FIGURES)).tightBoundingRect(sign).width() for sign in "−-")
    assert minus > hyphen  # in the monospaced font they look the same
    page.copy_text()
    assert "−0." not in QGuiApplication.clipboard().text()
    assert all("−" not in row[-1] for row in page.numbers()[1:])


@pytest.mark.parametrize(
    "x, four, whole",
    [
        (0.0, "0.0000", "0.0"),
        (1.25, "1.2500", "1.25"),
        (-0.5, "−0.5000", "−0.5"),
        (1.234e-7, "1.23·10⁻⁷", "1.234·10⁻⁷"),
        (-123456.0, "−1.23·10⁵", "−123456.0"),
        (float("-inf"), "−∞", "−∞"),
        (float("nan"), "–", "–"),
    ],
)
def test_numbers_as_they_are_shown(x: float, four: str, whole: str) -> None:
    assert (words.short(x), words.full(x)) == (four, whole)
