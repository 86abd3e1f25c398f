"""SentenceBar: the parts work together, and the limit is on screen before it is hit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from core.text.examples import Example, examples
from core.text.labels import labels
from core.text.tokenizers import tokenize
from core.text.tokens import TokenizerName
from gui.access import accessible_controls
from gui.theme.theme import DARK, LIGHT
from gui.views.sentence_bar import SentenceBar


def fill(bar: SentenceBar, text: str, tokenizer: TokenizerName = "words") -> None:
    tokens = tokenize(text, tokenizer, 37000)
    bar.set_text(text)
    bar.set_tokenizer(tokenizer)
    bar.set_tokens(labels(tokens, text, tokenizer), tokens)


def words(bar: SentenceBar) -> str:
    """Everything that is written beside the chips."""
    texts = [label.text() for label in bar.findChildren(QLabel) if label.isVisible()]
    return " ".join(texts) + " " + " ".join(button.text() for button in bar.findChildren(QToolButton))


@pytest.fixture
def bar(qtbot: QtBot) -> SentenceBar:
    widget = SentenceBar()
    qtbot.addWidget(widget)
    widget.resize(1024, 100)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def test_count_tokeniser_and_limit_are_shown(bar: SentenceBar) -> None:
    fill(bar, "The keys to the cabinet are on the table")
    shown = words(bar)
    assert "9 tokens" in shown
    assert "limit 2,048" in shown
    assert "words" in shown
    fill(bar, "cat", "bytes")
    assert "3 tokens" in words(bar)
    assert "bytes" in words(bar)
    fill(bar, "c", "characters")
    assert "1 token " in words(bar)


def test_from_nine_tenths_of_the_limit_on_a_word_says_so(bar: SentenceBar) -> None:
    """0.9 · 2048 = 1843.2, so 1843 is not yet near and 1844 is."""
    for count, expected in ((1843, "limit"), (1844, "near the limit"), (2048, "near the limit"), (2049, "over the limit")):
        bar.set_count(count)
        assert f" {expected} 2,048" in " " + words(bar)
        assert ("near" in words(bar)) == (expected == "near the limit")


def test_b02_choosing_a_cell_highlights_both_tokens_in_the_sentence(bar: SentenceBar) -> None:
    fill(bar, "hi 🙂 cat")
    bar.set_cell(2, 0)
    assert bar.box.highlighted() == ("cat", "hi")
    bar.set_cell(None, None)
    assert bar.box.highlighted() == ()


def test_b10_all_bytes_of_an_emoji_highlight_the_one_character(bar: SentenceBar) -> None:
    fill(bar, "a🙂", "bytes")
    for index in range(1, 5):
        bar.set_cell(index, None)
        assert bar.box.highlighted() == ("🙂",)


def test_the_highlight_follows_new_tokens(bar: SentenceBar) -> None:
    fill(bar, "cat sat")
    bar.set_cell(1, None)
    fill(bar, "dogs ran")
    assert bar.box.highlighted() == ("ran",)
    fill(bar, "one")
    assert bar.box.highlighted() == ()


def test_a_tokeniser_is_only_asked_for(bar: SentenceBar, qtbot: QtBot) -> None:
    """The check mark follows what is in use, not the click."""
    actions = {action.data(): action for action in bar.findChild(QToolButton).menu().actions()}
    assert list(actions) == ["words", "characters", "bytes"]
    with qtbot.waitSignal(bar.tokenizer_chosen) as chosen:
        actions["bytes"].trigger()
    assert chosen.args == ["bytes"]
    assert actions["words"].isChecked()
    bar.set_tokenizer("bytes")
    assert actions["bytes"].isChecked()
    with qtbot.assertNotEmitted(bar.tokenizer_chosen):
        actions["bytes"].trigger()


def test_signals_of_the_parts_are_passed_on(bar: SentenceBar, qtbot: QtBot) -> None:
    fill(bar, "the cat")
    with qtbot.waitSignal(bar.text_edited) as edited:
        qtbot.keyClicks(bar.box.editor, "s")
    assert len(edited.args[0]) == len("the cat") + 1
    with qtbot.waitSignals([bar.token_clicked, bar.token_hovered]):
        qtbot.keyClick(bar.chips, Qt.Key.Key_Right)
        qtbot.keyClick(bar.chips, Qt.Key.Key_Return)


def test_examples_stand_in_groups_each_with_its_effect(bar: SentenceBar, qtbot: QtBot) -> None:
    bar.set_examples(examples())
    entries = bar.examples.entries()
    assert entries[0] == "In English"
    assert "In Spanish" in entries
    for example in examples():
        assert f"{example.sentence}: {example.effect}" in entries
    with qtbot.waitSignal(bar.example_chosen) as chosen:
        bar.examples.open()
        popup = bar.examples.findChild(object, "examples")
        qtbot.keyClick(popup, Qt.Key.Key_Down)
        qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert chosen.args == [[example for example in examples() if example.language == "en"][1]]
    assert not popup.isVisible()


def test_escape_closes_the_examples_and_chooses_none(bar: SentenceBar, qtbot: QtBot) -> None:
    bar.set_examples((Example("en", "a<b & <s>", "Effect"),))
    with qtbot.assertNotEmitted(bar.example_chosen):
        bar.examples.open()
        popup = bar.examples.findChild(object, "examples")
        qtbot.keyClick(popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()


def test_nothing_moves_while_the_number_of_rows_stays(bar: SentenceBar) -> None:
    fill(bar, "one")
    bar.grab()
    before = (bar.sizeHint().height(), bar.chips.geometry())
    fill(bar, "one two three four five six seven eight nine ten")
    bar.grab()
    assert (bar.sizeHint().height(), bar.chips.geometry()) == before


def test_b99_every_control_has_a_name_and_a_description(bar: SentenceBar) -> None:
    controls = list(accessible_controls(bar))
    assert len(controls) == 4
    for control in controls:
        assert control.accessibleName(), control
        assert control.accessibleDescription(), control


def test_b76_both_themes_and_large_type(bar: SentenceBar) -> None:
    fill(bar, "The keys")
    for theme in (DARK, LIGHT.zoomed(1.6)):
        bar.set_theme(theme)
        image = bar.grab().toImage()
        assert image.pixelColor(2, 2).name() == theme.surface.name()
