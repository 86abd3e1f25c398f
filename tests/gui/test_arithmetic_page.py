"""The page of the arithmetic: what it says is what the chain says, by keys, mouse and for a screen reader."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.model import ModelConfig
from gui.access import accessible_controls
from gui.drawing.inside import arithmetic_words as words
from gui.drawing.inside.arithmetic import StepLayout, paint_whole
from gui.drawing.inside.arithmetic_table import StepPicture, tabled
from gui.drawing.map_marks import Texts
from gui.theme.theme import DARK, LIGHT
from gui.views.inside.arithmetic_page import ArithmeticPage
from tests.gui.arithmetic_cells import CAUSAL, LABELS, cell, go, kinds, page

__all__ = ["page"]


def test_without_a_cell_it_says_what_to_do(qtbot: QtBot) -> None:
    view = ArithmeticPage()
    qtbot.addWidget(view)
    view.show()
    assert view.accessible_text() == "Choose the two tokens above, or click a cell of a map"
    assert view._empty.isVisible()
    assert not any(widget.isVisible() for widget in (view._steps, view._view, view._next, view._text, view._precise))
    assert view.numbers() == [["cell", "step", "title", "line", "sign", "value"]]
    view.copy_text()
    view.copy_latex()
    view.set_chain(cell(), LABELS)
    assert not view._empty.isVisible()
    view.set_chain(None, LABELS)
    assert view._empty.isVisible()


def test_left_and_right_go_from_step_to_step(page: ArithmeticPage, qtbot: QtBot) -> None:
    """From the step itself, from the list and by the buttons; nothing happens before the first and after the last."""
    told: list[int] = []
    page.step_changed.connect(told.append)
    page._view.setFocus()
    qtbot.keyClick(page._view, Qt.Key.Key_Left)
    qtbot.keyClick(page._view, Qt.Key.Key_Right)
    qtbot.keyClick(page._steps, Qt.Key.Key_Right)
    qtbot.keyClick(page._steps, Qt.Key.Key_Down)
    qtbot.mouseClick(page._next, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page._previous, Qt.MouseButton.LeftButton)
    qtbot.keyClick(page._steps, Qt.Key.Key_Left)
    assert told == [1, 2, 3, 4, 3, 2]
    assert page._steps.currentIndex().row() == 2
    page.set_step(1000)
    assert told == [1, 2, 3, 4, 3, 2]
    assert not page._next.isEnabled()
    qtbot.keyClick(page._view, Qt.Key.Key_Right)
    assert told == [1, 2, 3, 4, 3, 2]


def test_every_step_is_said_in_words_with_its_result(page: ArithmeticPage) -> None:
    """For a screen reader: number and title of the step, and the number it arrives at."""
    links = cell()
    for index, step in enumerate(links.steps):
        page.set_step(index)
        page._view.say()
        said = page.accessible_text()
        assert f"Step {index + 1} of {len(links.steps)}: {words.title(links, step)}." in said
        assert page._view.accessibleDescription() == said
        if step.total is not None:
            assert said.endswith(f"= {words.short(step.total)}")
        elif step.row is not None:
            assert said.endswith(f"= {words.short(step.row[0])}")
    assert "Layer 1, head 2: “<b>are</b>” looks at “keys”." in said


def test_the_numbers_put_in_are_those_of_the_step(page: ArithmeticPage) -> None:
    """The quotient by hand: e_j ÷ Σ e = p_j with the chain's own three numbers."""
    go(page, "quotient")
    links = cell()
    e, whole, p = links.step("exponentials").total, links.step("row-sum").total, links.weight
    assert e is not None
    assert whole is not None
    assert f"p_j = {e:.4f} ÷ {whole:.4f} = {p:.4f}" in page.accessible_text()
    page.set_precise(True)
    assert f"p_j = {e!r} ÷ {whole!r} = {p!r}" in page.accessible_text()


def test_a_masked_cell_says_so(page: ArithmeticPage) -> None:
    """Token 2 looks at token 3, which comes later: −∞, an exponential of 0, a weight of 0; the line is hatched."""
    links = cell(query=2, key=3)
    page.set_chain(links, LABELS)
    go(page, "mask")
    assert "may not look at “here”: its score becomes −∞" in page.accessible_text()
    assert page.accessible_text().endswith("s_j = −∞")
    for kind in ("exponentials", "quotient"):
        go(page, kind)
        assert "masked, so its share is exactly 0" in page.accessible_text()
        assert page.accessible_text().endswith("= 0.0000")
    picture = page._picture()
    assert picture is not None
    assert picture.tabled.hidden is not None
    assert picture.tabled.hidden.tolist() == [False, False, False, True]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_masked_lines_are_hatched(page: ArithmeticPage, theme: Any) -> None:
    """In the bar of a masked line stand the two colours of the hatching; in that of a small allowed one the bar's own."""
    page.set_theme(theme)
    go(page, "quotient")
    layout = page._view.layout_of_step
    assert layout is not None
    image = page._view.grab().toImage()
    y = round(layout.first + 3.5 * layout.line) + theme.px(4)
    left = round(layout.bar_left) + theme.px(4)
    colors = {image.pixelColor(x, y).rgb() for x in range(left + 2, left + 40)}
    assert colors == {theme.muted.rgb(), theme.raised.rgb()}
    y = round(layout.first + 1.5 * layout.line) + theme.px(4)
    assert image.pixelColor(left + 3, y).rgb() == theme.query.rgb()


def test_choosing_a_number_of_a_row_takes_it_apart(page: ArithmeticPage, qtbot: QtBot) -> None:
    """Number 2 of the query: the table's terms are x·W of its column, and below them sum, bias and result."""
    go(page, "query")
    step = cell().step("query")
    assert step.product is not None
    page._view.setFocus()
    qtbot.keyClick(page._view, Qt.Key.Key_Down)
    table = page._picture().tabled  # type: ignore[union-attr]
    np.testing.assert_array_equal(table.columns[2], step.product.left * step.product.matrix[:, 1])
    assert [name for name, _ in table.sums] == ["Σ", "b", "q_i[2]"]
    assert table.sums[2][1] == step.row[1] == table.sums[0][1] + table.sums[1][1]  # type: ignore[index]
    qtbot.keyClick(page._view, Qt.Key.Key_End)
    assert page._picture().component == 3  # type: ignore[union-attr]
    qtbot.keyClick(page._view, Qt.Key.Key_Down)
    assert page._picture().component == 3  # type: ignore[union-attr]
    qtbot.keyClick(page._view, Qt.Key.Key_Home)
    assert page._picture().component == 0  # type: ignore[union-attr]
    layout = page._view.layout_of_step
    assert layout is not None
    margin = LIGHT.px(4)
    qtbot.mouseClick(page._view, Qt.MouseButton.LeftButton, pos=layout.cell_rect(2).center().toPoint() + QPoint(margin, margin))
    assert page._picture().component == 2  # type: ignore[union-attr]
    go(page, "key")
    assert page._picture().component == 0  # type: ignore[union-attr]
    go(page, "query")
    assert page._picture().component == 2  # type: ignore[union-attr]


def test_a_line_of_a_table_over_the_tokens_chooses_its_cell(page: ArithmeticPage, qtbot: QtBot) -> None:
    go(page, "quotient")
    told: list[tuple[int, int]] = []
    hovered: list[object] = []
    page.cell_selected.connect(lambda query, key: told.append((query, key)))
    page.token_hovered.connect(hovered.append)
    layout = page._view.layout_of_step
    assert layout is not None
    place = QPoint(20, round(layout.first + 2.5 * layout.line) + LIGHT.px(4))
    qtbot.mouseMove(page._view, place)
    qtbot.waitUntil(lambda: hovered == [2])
    qtbot.mouseClick(page._view, Qt.MouseButton.LeftButton, pos=place)
    assert told == [(2, 2)]


def test_the_choices_above_select_a_cell(page: ArithmeticPage, qtbot: QtBot) -> None:
    told: list[tuple[int, int]] = []
    page.cell_selected.connect(lambda query, key: told.append((query, key)))
    assert (page._query.currentText(), page._key.currentText()) == ("<b>are</b>", "keys")
    page._query.setFocus()
    qtbot.keyClick(page._query, Qt.Key.Key_Down)
    assert told == [(3, 1)]
    page.set_cell(0, 0)
    assert (page._query.currentIndex(), page._key.currentIndex()) == (0, 0)
    page.set_cell(None, None)
    assert (page._query.currentIndex(), page._key.currentIndex()) == (-1, -1)
    assert told == [(3, 1)]


def test_another_cell_stays_at_the_same_kind_of_step(page: ArithmeticPage) -> None:
    """Also where another model has more steps before it; without that kind of step, as far on as before."""
    told: list[int] = []
    page.step_changed.connect(told.append)
    go(page, "mix")
    page.set_chain(cell(query=3, key=0), LABELS)
    assert kinds(page)[page._step] == "mix"
    rotary = replace(CAUSAL, position="rotary", norm="none")
    page.set_chain(cell(rotary), LABELS)
    assert kinds(page)[page._step] == "mix"
    go(page, "rotate-key")
    page.set_chain(cell(), LABELS)
    assert page._step == kinds_of(rotary).index("rotate-key")
    second = [n for n, kind in enumerate(kinds(page)) if kind == "norm"][1]
    page.set_step(second)
    page.set_chain(cell(query=3), LABELS)
    assert page._step == second
    assert told == []


def kinds_of(config: ModelConfig) -> list[str]:
    return [step.kind for step in cell(config).steps]


def test_copies_are_in_full_and_in_the_words_of_the_page(page: ArithmeticPage) -> None:
    page.copy_text()
    text = QGuiApplication.clipboard().text()
    assert text.startswith("Layer 1, head 2: “<b>are</b>” looks at “keys”.")
    assert repr(cell().weight) in text
    assert "Products, term by term" in text
    page.copy_latex()
    latex = QGuiApplication.clipboard().text()
    assert latex.count(r"\begin{align*}") == len(cell().steps)
    assert repr(cell().weight) in latex


def test_the_table_of_all_numbers(page: ArithmeticPage) -> None:
    """Each number of each step reads back to the chain's own."""
    rows = page.numbers()
    assert all(len(row) == 6 for row in rows)
    links = cell()
    wanted = [value for step in links.steps for column in step.columns for value in column.values.tolist()]
    wanted += [value for step in links.steps for _, value in step.scalars]
    wanted += [step.total for step in links.steps if step.total is not None]
    assert sorted(float(row[5]) for row in rows[1:]) == sorted(wanted)
    index = [step.kind for step in links.steps].index("quotient") + 1
    where = "Layer 1, head 2 · “<b>are</b>” → “keys”"
    assert [where, str(index), "Quotient: the weight", "keys", "p", repr(links.weight)] in rows
    assert {row[0] for row in rows[1:]} == {where}


@pytest.mark.parametrize(
    "choices, said",
    [
        ({"position": "none"}, "This model has no positions"),
        ({"position": "sinusoidal"}, "was added at the input"),
        ({"position": "learned", "placement": "every-block"}, "at the entrance of this block"),
        ({"position": "learned", "placement": "query-key"}, "added to what W_Q and W_K read"),
        ({"position": "sinusoidal", "placement": "after-attention"}, "only after this attention"),
        ({"position": "rotary"}, "query and key are rotated"),
        ({"position": "alibi"}, "as ALiBi’s share of the score"),
        ({"mask": "none"}, ""),
        ({"mask": "window:2"}, ""),
        ({"norm": "deepnorm", "norm_kind": "rmsnorm"}, ""),
        ({"norm": "sandwich", "biases": False}, ""),
        ({"skip": False, "norm": "post"}, ""),
        ({"n_heads": 4, "n_kv_heads": 2}, ""),
    ],
)
def test_every_model_has_words_and_a_picture_for_every_step(page: ArithmeticPage, choices: dict[str, Any], said: str) -> None:
    """The first step says how the position came in; no step is without a title, an explanation and something painted."""
    for links in (cell(replace(CAUSAL, **choices)), cell(replace(CAUSAL, **choices), 1, 1, 1)):
        page.set_chain(links, LABELS)
        page.set_step(0)
        if links.layer == 0:
            assert said in page.accessible_text()
        for index, step in enumerate(links.steps):
            page.set_step(index)
            assert words.explanation(links, step, LABELS)
            page._view.grab()


def test_agreement_with_the_pass_is_said(page: ArithmeticPage) -> None:
    """At the cell's score, weight, z, attn_out and at the end; in another tone where the pass was of other weights."""
    links = cell()
    told = {step.kind: words.agreement(links, step) for step in links.steps}
    assert {kind: check.name for kind, check in told.items() if check is not None} == {
        "mask": "attn_scores",
        "quotient": "pattern",
        "mix": "z",
        "output": "attn_out",
        "skip": "resid_mid",
    }
    check = links.checks[1]
    assert "rounding allows" in words.agreement_words(check)
    assert words.agreement_words(replace(check, difference=0.1, within=False)).endswith("that rounding allows.")


def test_setting_the_same_again_does_nothing(page: ArithmeticPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_show", lambda: pytest.fail("shown again"))
    monkeypatch.setattr(page, "_show_step", lambda: pytest.fail("shown again"))
    page.set_chain(cell(), LABELS)
    page.set_step(page._step)
    page.set_cell(2, 1)
    page.set_hovered_token(None)
    with pytest.raises(ValueError, match="labels"):
        page.set_chain(cell(query=3), ("one",))


def test_a_token_pointed_at_elsewhere_is_marked(page: ArithmeticPage) -> None:
    go(page, "quotient")
    before = page._view.grab().toImage()
    page.set_hovered_token(0)
    assert page._view.grab().toImage() != before
    page.set_hovered_token(None)
    assert page._view.grab().toImage() == before
    page.set_stale(True)
    assert page._view.grab().toImage() != before


def test_a_picture_of_a_step_and_the_lines_that_do_not_fit() -> None:
    """The table ends before the picture does, and how many lines are left out is said: the last lines of pixels are not empty."""
    links = cell()
    picture = StepPicture(chain=links, step=links.step("read"), labels=LABELS)

    def painted(height: int) -> QImage:
        image = QImage(400, height, QImage.Format.Format_RGB32)
        image.fill(LIGHT.surface)
        with QPainter(image) as painter:
            paint_whole(painter, QRectF(0, 0, 400, height), picture, 1, LIGHT)
        return image

    whole, cut = painted(500), painted(220)
    assert whole.copy(0, 0, 400, 150) == cut.copy(0, 0, 400, 150)
    assert whole.copy(0, 0, 400, 220) != cut


def test_empty_page_paints_no_picture(qtbot: QtBot) -> None:
    view = ArithmeticPage()
    qtbot.addWidget(view)
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(LIGHT.surface)
    before = image.copy()
    with QPainter(image) as painter:
        view.picture(painter, QRectF(0, 0, 100, 100), LIGHT)
    assert image == before


def test_everything_has_a_name_and_is_reached_by_keyboard(page: ArithmeticPage) -> None:
    controls = list(accessible_controls(page))
    assert all(control.accessibleName() and control.accessibleDescription() for control in controls)
    wanted: set[QWidget] = {page._query, page._key, page._precise, page._steps, page._view, page._next, page._text, page._latex}
    assert wanted <= set(controls)


@pytest.mark.parametrize("size", [QSize(480, 400), QSize(800, 640)])
def test_it_fits_where_it_has_to(page: ArithmeticPage, size: QSize) -> None:
    """Nothing stands outside the page, and no choice over another."""
    page.resize(size)
    assert page.minimumSizeHint().width() <= 480
    assert page.size() == size
    top = [page._query, page._looks, page._key, page._precise]
    for left, right in pairwise(top):
        assert left.geometry().right() < right.geometry().left()
    assert page.rect().contains(page._precise.geometry())
    assert page.rect().contains(page._latex.geometry())
    assert page._place.geometry().right() < page._text.geometry().left()


def test_columns_are_wide_enough_for_their_numbers(page: ArithmeticPage) -> None:
    """Measured: every number of every table is narrower than its column, in four decimals and in full."""
    texts = Texts(LIGHT)
    for config in (CAUSAL, replace(CAUSAL, position="rotary", norm="sandwich")):
        for step in cell(config).steps:
            for precise in (False, True):
                picture = StepPicture(chain=cell(config), step=step, labels=LABELS, precise=precise)
                layout = StepLayout(picture, 500, LIGHT, texts)
                for n, column in enumerate(tabled(step, 0).columns):
                    room = layout.number_rect(n, 0).width()
                    assert all(texts.width(picture.number(value), words.FIGURES) <= room for value in column.tolist())
