"""TokenChips: every token can be seen, pointed at and chosen, with the mouse and with the keys."""

from __future__ import annotations

import html

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from core.text.labels import labels
from core.text.tokenizers import tokenize
from core.text.tokens import Token, TokenizerName
from gui.theme.theme import DARK, LIGHT, Theme
from gui.views.token_chips import MOST_ROWS, TokenChips


def fill(chips: TokenChips, text: str, tokenizer: TokenizerName = "words") -> tuple[Token, ...]:
    tokens = tokenize(text, tokenizer, 37000)
    chips.set_tokens(labels(tokens, text, tokenizer), tokens)
    return tokens


@pytest.fixture
def chips(qtbot: QtBot) -> TokenChips:
    widget = TokenChips()
    qtbot.addWidget(widget)
    widget.resize(600, 40)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def has_color(chips: TokenChips, index: int, color: QColor) -> bool:
    image = chips.viewport().grab(chips.chip_rect(index)).toImage()
    return any(image.pixelColor(x, y).name() == color.name() for x in range(image.width()) for y in range(image.height()))


def hover(chips: TokenChips, point: QPoint) -> None:
    at = QPointF(point)
    everywhere = chips.viewport().mapToGlobal(at)
    none = Qt.MouseButton.NoButton
    move = QMouseEvent(QEvent.Type.MouseMove, at, everywhere, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(chips.viewport(), move)


def test_a_click_on_a_chip_names_its_token(chips: TokenChips, qtbot: QtBot) -> None:
    fill(chips, "the cat sat")
    with qtbot.waitSignal(chips.token_clicked) as clicked:
        qtbot.mouseClick(chips.viewport(), Qt.MouseButton.LeftButton, pos=chips.chip_rect(1).center())
    assert clicked.args == [1]


def test_a_click_between_chips_chooses_nothing(chips: TokenChips, qtbot: QtBot) -> None:
    fill(chips, "the cat sat")
    clicked: list[int] = []
    chips.token_clicked.connect(clicked.append)
    qtbot.mouseClick(chips.viewport(), Qt.MouseButton.LeftButton, pos=chips.chip_rect(0).topRight() + QPoint(3, 5))
    qtbot.mouseClick(chips.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(590, 10))
    assert clicked == []


def test_keys_move_and_choose(chips: TokenChips, qtbot: QtBot) -> None:
    fill(chips, "a b c d")
    clicked: list[int] = []
    hovered: list[int | None] = []
    chips.token_clicked.connect(clicked.append)
    chips.token_hovered.connect(hovered.append)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_End, Qt.Key.Key_Right, Qt.Key.Key_Space):
        qtbot.keyClick(chips, key)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Enter, Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_Return):
        qtbot.keyClick(chips, key)
    assert clicked == [2, 3, 2, 0]
    assert hovered == [1, 2, 3, 2, 0]


def test_down_and_up_go_to_the_next_row(chips: TokenChips, qtbot: QtBot) -> None:
    fill(chips, "word " * 30)
    clicked: list[int] = []
    chips.token_clicked.connect(clicked.append)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_Return):
        qtbot.keyClick(chips, key)
    assert chips.chip_rect(clicked[0]).left() == chips.chip_rect(0).left()
    assert chips.chip_rect(clicked[0]).top() > chips.chip_rect(0).top()
    assert clicked[1] == 0


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_query_and_key_are_outlined_in_their_colours(chips: TokenChips, theme: Theme) -> None:
    chips.set_theme(theme)
    fill(chips, "the cat sat")
    chips.set_cell(2, 0)
    assert [has_color(chips, index, theme.query) for index in range(3)] == [False, False, True]
    assert [has_color(chips, index, theme.key) for index in range(3)] == [True, False, False]
    chips.set_cell(1, 1)
    assert has_color(chips, 1, theme.query)
    assert has_color(chips, 1, theme.key)
    assert not has_color(chips, 0, theme.key)


def test_choosing_makes_no_chip_move(chips: TokenChips) -> None:
    fill(chips, "the cat sat")
    before = [chips.chip_rect(index) for index in range(3)]
    chips.set_cell(1, 2)
    assert [chips.chip_rect(index) for index in range(3)] == before


def test_at_most_three_rows_are_shown_and_the_rest_scrolls_into_sight(chips: TokenChips, qtbot: QtBot) -> None:
    fill(chips, "one")
    one = chips.height()
    fill(chips, "two " * 2048)
    assert chips.rows() > MOST_ROWS
    assert chips.height() < MOST_ROWS * one + 30
    assert chips.viewport().rect().contains(chips.chip_rect(0))
    assert not chips.viewport().rect().intersects(chips.chip_rect(2047))
    qtbot.keyClick(chips, Qt.Key.Key_End)
    assert chips.viewport().rect().contains(chips.chip_rect(2047))
    assert chips.token_at(chips.chip_rect(2047).center()) == 2047
    fill(chips, "one")
    assert chips.height() == one
    assert chips.viewport().rect().contains(chips.chip_rect(0))


def test_b01_tooltips_show_every_character(chips: TokenChips) -> None:
    """Qt takes a tooltip that looks like mark-up for mark-up; escaped, it does not."""
    text = "<s>"
    tokens = (Token(7, text, 0, 3),)
    chips.set_tokens((text,), tokens)
    assert text in chips.tooltip(0)
    point = chips.chip_rect(0).center()
    QApplication.sendEvent(chips.viewport(), QHelpEvent(QEvent.Type.ToolTip, point, chips.viewport().mapToGlobal(point)))
    assert html.escape(text) in QToolTip.text()
    assert text not in QToolTip.text()
    QToolTip.hideText()


def test_b02_the_tooltip_counts_code_points_and_bytes(chips: TokenChips) -> None:
    """In `hi 🙂 cat` the word cat stands at 5 to 8, and the emoji is F0 9F 99 82 in UTF-8."""
    tokens = fill(chips, "hi 🙂 cat")
    assert "5 to 8" in chips.tooltip(2)
    assert "63 61 74" in chips.tooltip(2)
    assert "F0 9F 99 82" in chips.tooltip(1)
    assert f"{tokens[2].id:,}" in chips.tooltip(2)


def test_b08_white_space_has_marks(chips: TokenChips) -> None:
    fill(chips, "a  b\n\tc", "characters")
    assert "a ␣ ␣ b ⏎ ⇥ c" in chips.accessibleDescription()


def test_b10_pieces_of_one_character_have_their_own_chips(chips: TokenChips) -> None:
    fill(chips, "🙂", "bytes")
    assert "<0xF0> <0x9F> <0x99> <0x82>" in chips.accessibleDescription()
    assert all("0 to 1" in chips.tooltip(index) for index in range(4))


def test_b07_no_tokens_say_so(chips: TokenChips, qtbot: QtBot) -> None:
    fill(chips, "one")
    chips.set_cell(0, 0)
    fill(chips, "")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_End):
        qtbot.keyClick(chips, key)
    qtbot.mouseClick(chips.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    chips.grab()
    assert chips.rows() == 0
    assert chips.accessibleDescription().startswith("0 tokens")


def test_b72_the_pointer_over_tokens_that_come_and_go(chips: TokenChips, qtbot: QtBot) -> None:
    """Hovering never names a token that is not there any more."""
    hovered: list[int | None] = []
    chips.token_hovered.connect(hovered.append)
    for round_ in range(200):
        count = round_ * 7 % 23
        fill(chips, "word " * count)
        hover(chips, QPoint(round_ * 13 % 600, 10 + round_ % 20))
        assert hovered == [] or hovered[-1] is None or hovered[-1] < count
        chips.set_cell(round_ % 5, round_ % 3)
        chips.viewport().repaint()
    assert any(index is not None for index in hovered)


def test_b99_name_description_and_focus(chips: TokenChips) -> None:
    fill(chips, "keys are")
    chips.set_cell(1, 0)
    assert chips.accessibleName()
    assert "Query: are" in chips.accessibleDescription()
    assert "Key: keys" in chips.accessibleDescription()
    assert chips.focusPolicy() == Qt.FocusPolicy.StrongFocus
